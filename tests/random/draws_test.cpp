// Draws as expressions: the same numbers whatever the view, the vector, the launch and the number of threads.
#include <doctest.h>

#include <cmath>
#include <cstring>
#include <fuse/random.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "array/values.hpp"
#include "running.hpp"

using tests::values;

namespace {

/// Elements of a (rows, columns) draw, each computed from its block alone.
template <class T, class F>
std::vector<T> expected(std::int64_t n, F const& of_block) {
  std::vector<T> all(static_cast<std::size_t>(n + 4));
  for (std::int64_t i = 0; i < n; i += 16 / int(sizeof(T)))
    of_block(static_cast<std::uint64_t>(i / (16 / int(sizeof(T)))), all.data() + i);
  all.resize(static_cast<std::size_t>(n));
  return all;
}
template <class T>
std::vector<T> normals_of(cp::random::bit_state const& s, std::int64_t n) {
  cp::random::philox_stream const stream(s.key, s.position, s.stream);
  return expected<T>(n, [&](std::uint64_t i, T* to) { cp::random::detail::normals<T>{}.block(stream, i, to); });
}
template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

long double exact(long double u, long double turn, bool sine) {
  long double const r = std::sqrt(-2 * std::log(u)), t = 2 * 3.14159265358979323846264338327950288L * turn;
  return r * (sine ? std::sin(t) : std::cos(t));
}

template <class T>
void check_views() {
  auto rng = cp::random::default_rng(99);
  auto const state = rng.bit_generator().state();
  constexpr std::int64_t rows = 37, columns = 53;
  auto const x = rng.standard_normal<T>({rows, columns});
  auto const all = normals_of<T>(state, rows * columns);
  auto const at = [&](std::int64_t i, std::int64_t j) { return all[static_cast<std::size_t>(i * columns + j)]; };
  CHECK(same_bits(values(x), all));
  CHECK(same_bits(values(x), all));  // evaluated again
  cp::ndarray<T, 2> const whole = x;
  // Out of step with the blocks; every third; backwards; another axis first; into places that are no vectors.
  CHECK(same_bits(values(x(cp::slice(1, 36), cp::slice(3, cp::end))),
                  values(whole(cp::slice(1, 36), cp::slice(3, cp::end)))));
  CHECK(same_bits(values(x(cp::all, cp::slice(1, cp::end, 3))), values(whole(cp::all, cp::slice(1, cp::end, 3)))));
  CHECK(same_bits(values(x(cp::slice(cp::end, cp::end, -1))), values(whole(cp::slice(cp::end, cp::end, -1)))));
  CHECK(same_bits(values(x.T()), values(whole.T())));
  CHECK(same_bits(values(x.T() + whole.T()), values(whole.T() + whole.T())));
  auto room = cp::zeros<T>({rows, columns + 3});
  room(cp::all, cp::slice(2, columns + 2)) = x;
  CHECK(same_bits(values(room(cp::all, cp::slice(2, columns + 2))), all));
  CHECK(x(5, 7).item() == at(5, 7));
  CHECK(x(36, 52).item() == at(36, 52));
  // Beside 8-byte elements, where vectors are shorter than a block.
  CHECK(values(x + cp::zeros<double>({rows, columns})) == std::vector<double>(all.begin(), all.end()));
  // One row for all, in a larger expression.
  cp::ndarray<T, 2> const sums = x(3) + cp::zeros<T>({4, columns});
  for (std::int64_t j = 0; j < columns; ++j) CHECK(sums.item(2, j) == at(3, j));
  // Reductions, scans and rows read the same numbers.
  CHECK(values(cp::max(x, cp::axis<0>)) == values(cp::max(whole, cp::axis<0>)));
  CHECK(values(cp::max(x, cp::axis<1>)) == values(cp::max(whole, cp::axis<1>)));
  CHECK(values(cp::cummax(x, cp::axis<1>)) == values(cp::cummax(whole, cp::axis<1>)));
  CHECK(values(x - cp::max(x, cp::axis<1>, cp::keepdims)) == values(whole - cp::max(whole, cp::axis<1>, cp::keepdims)));
  // What is computed from a number does not change it.
  CHECK(values(x - whole) == std::vector<T>(all.size(), T(0)));
  if (std::is_same_v<cp::default_space, cp::host_space>) return;  // a host's formulas are products like others
  auto const waits = rng.exponential<T>(T(0.7), {rows, columns});
  CHECK(values(waits - cp::eval(waits)) == std::vector<T>(all.size(), T(0)));
}

/// Whether vectors of every width hold what single places do, from any place on.
template <class Form>
bool widths_agree(Form const& form) {
  using rule = cp::random::detail::draw_rule<Form, cp::random::philox_stream>;
  using T = typename Form::type;
  rule const r{form, cp::random::philox_stream(9, (std::uint64_t{1} << 32) - 20, 1)};
  constexpr std::int64_t n = 400;
  T one[n], other[n];
  for (std::int64_t i = 0; i < n; ++i) r.template fill<1>(one + i, i, 1);
  bool same = true;
  auto const compare = [&](std::int64_t first, std::int64_t count) {
    same = same && std::memcmp(one + first, other, static_cast<std::size_t>(count) * sizeof(T)) == 0;
  };
  for (std::int64_t i = 0; i < 20; ++i) {
    r.template fill<2>(other, i, 1), compare(i, 2);
    r.template fill<4>(other, i, 1), compare(i, 4);
    r.template fill<16>(other, i, 1), compare(i, 16);
    cp::kernels::compute_run<rule>(other, reinterpret_cast<unsigned char const*>(&r), i, 1, n - i), compare(i, n - i);
  }
  r.template fill<16>(other, 390, -3);
  for (std::int64_t v = 0; v < 16; ++v) same = same && std::memcmp(one + 390 - 3 * v, other + v, sizeof(T)) == 0;
  return same;
}

}  // namespace

TEST_CASE("vectors of all widths hold the same numbers") {
  using namespace cp::random::detail;
  CHECK(widths_agree(words<std::uint32_t>{}));
  CHECK(widths_agree(units<double>{}));
  CHECK(widths_agree(normals<float>{}));
  CHECK(widths_agree(normals<double>{}));
  // Of these almost a third, and a half, of all words are refused.
  std::uint32_t const n = 3000000000u;
  std::uint64_t const m = (std::uint64_t{1} << 63) + 1;
  CHECK(widths_agree(bounded<std::uint32_t>{7, n, (0 - n) % n}));
  CHECK(widths_agree(bounded<std::int64_t>{7, m, (0 - m) % m}));
}

TEST_CASE("a draw is the same numbers in every view of it") {
  check_views<float>();
  check_views<double>();
}

TEST_CASE("numbers do not depend on the threads") {
  auto rng = cp::random::default_rng(5);
  auto const x = rng.standard_normal<float>({300, 1001});
  auto const y = rng.integers(0, 3000000000, {100000});
  std::vector<float> one;
  std::vector<std::int64_t> one_y;
  {
    tests::host_threads const threads(1);
    one = values(x), one_y = values(y);
  }
  tests::host_threads const threads(3);
  CHECK(same_bits(values(x), one));
  CHECK(values(y) == one_y);
}

// covers: cupy.random.Generator.standard_normal
TEST_CASE("normal numbers are those of Box and Muller, to a few ulp") {
  auto rng = cp::random::default_rng(17);
  auto const state = rng.bit_generator().state();
  auto const draw = rng.standard_normal({1000});
  static_assert(std::is_same_v<decltype(draw)::value_type, double>);
  CHECK(draw.shape() == cp::shape_array<1>{{1000}});
  auto const x = values(draw);
  auto const y = values(rng.standard_normal<float>({1000}));
  cp::random::philox_stream const stream(state.key, state.position, state.stream);
  double worst = 0, worst_float = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    auto const b = stream.block(i), c = stream.block(500 + i / 2);
    auto const join = [](std::uint32_t l, std::uint32_t h) { return l | std::uint64_t{h} << 32; };
    for (std::uint64_t k = 0; k < 2; ++k) {
      auto const w = join(b.word[2], b.word[3]);
      long double const want = exact(cp::random::detail::open_unit_of(join(b.word[0], b.word[1])),
                                     static_cast<long double>(w) * 0x1p-64L, k != 0);
      if (std::abs(want) > 1e-3L)
        worst = std::max(worst, static_cast<double>(std::abs((x[2 * i + k] - want) / want)) * 0x1p52);
      auto const p = (i & 1) * 2;
      long double const narrow = exact(cp::random::detail::open_unit_of(c.word[p]),
                                       static_cast<long double>(c.word[p + 1]) * 0x1p-32L, k != 0);
      if (std::abs(narrow) > 1e-3L)
        worst_float = std::max(worst_float, static_cast<double>(std::abs((y[2 * i + k] - narrow) / narrow)) * 0x1p23);
    }
  }
  CHECK(worst < 4);
  CHECK(worst_float < 4);
}

TEST_CASE("pi by Monte Carlo is one kernel that reads nothing") {
  auto rng = cp::random::default_rng(3);
  constexpr std::int64_t n = 1 << 20;
  auto const x = rng.random<float>(n), y = rng.random<float>(n);
  auto const inside = cp::sum(x * x + y * y < 1);
  CHECK(cp::explain(inside).find("one folding kernel") != std::string::npos);
  CHECK(cp::explain(x).find("random uniform float32 (1048576,)") != std::string::npos);
  cp::ndarray<std::int64_t, 0> count;
  auto const c = tests::spent([&] { count = inside; });
  CHECK(c.bytes_written == 8);
  CHECK(c.temporaries == 0);
  if (std::is_same_v<cp::default_space, cp::host_space>) {
    CHECK(c.launches == 1);
    CHECK(c.bytes_read == 0);
  } else {
    CHECK(c.launches == 2);  // the second merges what the blocks counted
    CHECK(c.bytes_read < 100'000);
  }
  CHECK(std::abs(4.0 * static_cast<double>(count.item()) / n - 3.14159265) < 0.008);
  auto const fused = cp::fuse([](auto a, auto b) { return cp::sum(a * a + b * b < 1); });
  CHECK(fused(x, y).item() == count.item());
  CHECK(tests::launches(
            [&] { cp::ndarray<float, 1> z = cp::sqrt(-2 * cp::log(x + 1)) * rng.normal<float>(0, 1, n); }) == 1);
}
