// XORWOW and MRG32k3a: known words wherever they are drawn, and the distributions over them.
#include <doctest.h>

#include <set>

#include "array/values.hpp"
#include "data.hpp"
#include "drawn.hpp"

using cp::random::MRG32k3a;
using cp::random::XORWOW;
using tests::values;

namespace {

using words = std::vector<std::uint32_t>;

template <class Bits>
void check_known(char const* name) {
  auto const data = cp::load<std::uint64_t, 2, cp::host_space>(tests::data_folder() + "/random/" + name + "_words.npy");
  REQUIRE(data.shape()[0] == 28);
  for (std::int64_t i = 0; i < data.shape()[0]; ++i) {
    std::uint64_t const* const row = data.data() + i * data.shape()[1];
    words const expected(row + 4, row + 8);
    auto const stream = static_cast<std::uint32_t>(row[2]), again = static_cast<std::uint32_t>(row[3]);
    Bits bits(cp::random::bit_state{row[0], row[1], stream, 0});
    auto const block = bits.take(0).block(0, again);
    CHECK(words(block.word, block.word + 4) == expected);
    if (again == 0) CHECK(tests::equals<std::uint32_t>(bits.random_raw(4), {4}, expected));
    // From the beginning of the stream, and from the first stream.
    if (row[1] < 1000 && again == 0) {
      Bits from = Bits(row[0]).jumped(stream);
      from.advance(row[1]);
      CHECK(values(from.random_raw(4)) == expected);
    }
  }
}

/// Numbers do not depend on which others are drawn beside them.
template <class Bits>
void check_places() {
  auto rng = cp::random::default_rng(Bits(77));
  auto const raw = rng.bit_generator().random_raw(1000);
  auto const all = values(raw);
  CHECK(std::set<std::uint32_t>(all.begin(), all.end()).size() == all.size());
  auto one_by_one = Bits(77).take(0).begin;
  for (auto const w : all) REQUIRE(w == Bits::stream_type::engine::next(one_by_one));
  auto const x = rng.template standard_normal<float>({37, 53});
  cp::ndarray<float, 2> const whole = x;
  CHECK(values(x(cp::slice(1, 36), cp::slice(3, cp::end, 2))) ==
        values(whole(cp::slice(1, 36), cp::slice(3, cp::end, 2))));
  CHECK(values(x.T()) == values(whole.T()));
  CHECK(x(5, 7).item() == whole.item(5, 7));
  CHECK(values(cp::max(x, cp::axis<0>)) == values(cp::max(whole, cp::axis<0>)));
  auto const order = values(rng.permutation(200));
  CHECK(std::set<std::int64_t>(order.begin(), order.end()).size() == 200);
  auto const children = rng.spawn(2);
  CHECK(children[0].bit_generator().state().key != children[1].bit_generator().state().key);
}

/// So many that threads draw runs of blocks; a view begins within one, and results of 8 bytes
/// take half of one at once.
template <class Bits>
void check_runs() {
  std::int64_t const n = (std::int64_t{1} << 21) + 5;
  auto const raw = Bits(78).random_raw(n);
  auto const whole = values(raw), part = values(cp::eval(raw(cp::slice(3, cp::end)))),
             wide = values(cp::eval(cp::astype<std::uint32_t>(cp::astype<std::uint64_t>(raw) + 1)));
  auto one_by_one = Bits(78).take(0).begin;
  bool same = true;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    auto const w = Bits::stream_type::engine::next(one_by_one);
    same = same && whole[i] == w && wide[i] == w + 1 && (i < 3 || part[i - 3] == w);
  }
  CHECK(same);
  auto const pairs = values(cp::eval(cp::astype<double>(Bits(78).random_raw(n))));
  same = true;
  for (std::size_t i = 0; i < whole.size(); ++i) same = same && pairs[i] == whole[i];
  CHECK(same);
}

}  // namespace

// covers: cupy.random.MRG32k3a; cupy.random.XORWOW
TEST_CASE("words are those of the recurrences, with cuRAND's seeds and subsequences") {
  check_known<XORWOW>("xorwow");
  check_known<MRG32k3a>("mrg32k3a");
}

TEST_CASE("the first numbers of L'Ecuyer's RngStreams") {
  cp::random::mrg32k3a::state s = cp::random::mrg32k3a::seeded(0);
  for (double const u : {0.127011, 0.318528, 0.309186})
    CHECK(cp::random::mrg32k3a::next_number(s) / 4294967088.0 == doctest::Approx(u).epsilon(1e-5));
}

TEST_CASE("a place's words do not depend on the others") {
  check_places<XORWOW>();
  check_places<MRG32k3a>();
}

TEST_CASE("a run of blocks is the sequence") {
  check_runs<XORWOW>();
  check_runs<MRG32k3a>();
}

TEST_CASE("distributions over other bit generators") {
  static_assert(std::is_base_of_v<cp::random::BitGenerator, XORWOW>);
  auto x = cp::random::default_rng(XORWOW(20261127));
  tests::check_drawn<double>("normal", x.normal(1, 2, tests::drawn));
  tests::check_drawn<std::int64_t>("poisson", x.poisson(47.5, tests::drawn));
  tests::check_drawn<std::int64_t>("integers", x.integers(-3, 14, tests::drawn));
  auto m = cp::random::default_rng(MRG32k3a(20261128));
  tests::check_drawn<float>("random", m.random<float>(tests::drawn));
  tests::check_drawn<double>("standard_gamma", m.standard_gamma(0.3, tests::drawn));
}

TEST_CASE("the greatest number is the greatest word") {
  // Zeros stay zeros, and what is not above 0 gets the first prime added.
  std::uint32_t volatile const zero = 0;  // not known while compiling: what does not fit is then another number
  cp::random::mrg32k3a::state zeros{};
  for (auto& recurrence : zeros.s)
    for (auto& x : recurrence) x = zero;
  CHECK(cp::random::mrg32k3a::next_number(zeros) == 4294967087u);
  CHECK(cp::random::mrg32k3a::next(zeros) == 0xffffffffu);
  auto x = MRG32k3a(1).random_raw(5);
  x.rule.stream.begin = zeros;
  CHECK(values(x) == words(5, 0xffffffffu));
}

TEST_CASE("each seed of MRG32k3a is one to draw from") {
  using engine = cp::random::mrg32k3a;
  // What becomes zeros: 0 and each prime, in both halves.
  std::uint32_t const prime[] = {0u - engine::below(0), 0u - engine::below(1)};
  auto const seed = [](std::uint32_t low, std::uint32_t high) {
    return std::uint64_t{high ^ 0xaaaaaaaau} << 32 | (low ^ 0x55555555u);
  };
  CHECK(seed(0, 0) == 0xaaaaaaaa55555555u);
  CHECK(engine::seeded(seed(0, 0)) == engine::seeded(0));
  for (int r = 0; r < 2; ++r)
    for (std::uint64_t const s : {seed(prime[r], prime[r]), seed(0, prime[r]), seed(prime[r], 0)}) {
      auto const state = engine::seeded(s);
      for (int k = 0; k < 3; ++k) CHECK(state.s[r][k] == 12345);
      CHECK(std::set<std::uint32_t>(state.s[1 - r], state.s[1 - r] + 3) != std::set<std::uint32_t>{0});
    }
  auto rng = cp::random::default_rng(MRG32k3a(seed(0, 0)));
  for (auto const i : values(rng.integers(0, 10, {3}))) CHECK((i >= 0 && i < 10));
}

TEST_CASE_TEMPLATE("a launch takes the table of its own device", Bits, XORWOW, MRG32k3a) {
  auto rng = cp::random::default_rng(Bits(5));
  // As a draw that another device made: its table cannot be read here.
  auto const check = [](auto x, auto& stream) {
    auto const expected = values(x);
    stream(x).table = {};
    CHECK(values(x) == expected);
    CHECK(values(x + 1) == values(cp::eval(x) + 1));
  };
  auto const of_rule = [](auto& x) -> auto& { return x.rule.stream; };
  auto const of_functor = [](auto& x) -> auto& { return x.f.stream; };
  check(rng.bit_generator().random_raw(100), of_rule);
  check(rng.standard_gamma(0.3, 20), of_functor);
}
