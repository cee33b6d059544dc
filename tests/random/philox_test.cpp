// Philox4x32-10 against Random123's vectors, and the state of bit generators.
#include <doctest.h>

#include <cstdlib>
#include <fuse/random.hpp>
#include <set>
#include <thread>
#include <vector>

#include "array/values.hpp"

using cp::random::Philox4x3210;
using words = std::vector<std::uint32_t>;

namespace {

words philox(words const& counter, std::uint32_t key0, std::uint32_t key1) {
  auto const b = cp::random::philox4x32({{counter[0], counter[1], counter[2], counter[3]}},
                                        cp::random::philox_key(key0 | std::uint64_t{key1} << 32));
  return {b.word, b.word + 4};
}
words raw(Philox4x3210 bits, std::int64_t n) { return tests::values(bits.random_raw(n)); }

}  // namespace

TEST_CASE("the known answers of Random123") {
  std::uint32_t const ones = 0xffffffffu;
  CHECK(philox({0, 0, 0, 0}, 0, 0) == words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox({ones, ones, ones, ones}, ones, ones) == words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0) ==
        words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

static_assert(std::is_base_of_v<cp::random::BitGenerator, Philox4x3210>);

// covers: cupy.random.BitGenerator; cupy.random.BitGenerator.random_raw; cupy.random.Philox4x3210
TEST_CASE("raw words are the blocks of the counter") {
  std::uint64_t const seed = 0x299f31d0a4093822;
  Philox4x3210 bits(seed);
  words expected;
  for (std::uint32_t i = 0; i < 6; ++i)
    for (auto const w : philox({i, 0, 0, 0}, 0xa4093822, 0x299f31d0)) expected.push_back(w);
  CHECK(tests::equals<std::uint32_t>(bits.random_raw(24), {24}, expected));
  Philox4x3210 again(seed);
  auto const words_of_64 = cp::eval(again.random_raw<std::uint64_t>({3, 4}));
  CHECK(tests::list_of(words_of_64.shape()) == tests::longs{3, 4});
  std::vector<std::uint64_t> const wide = tests::values(words_of_64);
  for (std::size_t i = 0; i < wide.size(); ++i)
    CHECK(wide[i] == (expected[2 * i] | std::uint64_t{expected[2 * i + 1]} << 32));
  CHECK(again.state() == bits.state());
  CHECK(again.state().position == 6);
}

// covers: cupy.random.BitGenerator.state
TEST_CASE("advance, jumped, state") {
  Philox4x3210 bits(7);
  auto const all = raw(bits, 40);
  Philox4x3210 later(7);
  later.advance(8);
  CHECK(raw(later, 8) == words(all.begin() + 32, all.end()));
  Philox4x3210 jumped = Philox4x3210(7).jumped(3);
  CHECK(raw(jumped, 4) == philox({0, 0, 3, 0}, 7, 0));
  Philox4x3210 high(cp::random::bit_state{7, (std::uint64_t{1} << 33) + 5, 0, 0});
  CHECK(raw(high, 4) == philox({5, 2, 0, 0}, 7, 0));
  auto const before = bits.state();
  auto const next = raw(bits, 12);
  CHECK(raw(bits, 12) != next);
  bits.set_state(before);
  CHECK(raw(bits, 12) == next);
  Philox4x3210 const copy = bits;
  CHECK(copy.state() == bits.state());
  (void)bits.random_raw(1);
  CHECK(copy.state() == bits.state());
}

TEST_CASE("spawned generators have keys of their own") {
  Philox4x3210 bits(7);
  auto const first = bits.spawn(3), more = bits.spawn(2), same = Philox4x3210(7).spawn(3);
  std::set<std::uint64_t> keys{7};
  for (auto const& b : first) keys.insert(b.state().key);
  for (auto const& b : more) keys.insert(b.state().key);
  CHECK(keys.size() == 6);
  CHECK(same[2].state() == first[2].state());
  CHECK_THROWS_WITH_AS((void)bits.spawn(-1),
                       "cp::random::BitGenerator::spawn: the number of generators must not be negative, as -1 is",
                       cp::value_error);
}

TEST_CASE("no two threads draw the same blocks") {
  Philox4x3210 bits(1);
  constexpr int threads = 4, draws = 500;
  std::vector<std::vector<std::uint64_t>> begin(threads);
  {
    std::vector<std::jthread> all;
    for (int t = 0; t < threads; ++t)
      all.emplace_back([&, t] {
        for (int i = 0; i < draws; ++i) begin[static_cast<std::size_t>(t)].push_back(bits.take(3).first);
      });
  }
  std::set<std::uint64_t> seen;
  for (auto const& of : begin) seen.insert(of.begin(), of.end());
  CHECK(seen.size() == threads * draws);
  CHECK(*seen.rbegin() == 3 * (threads * draws - 1));
  CHECK(bits.state().position == 3 * threads * draws);
}

TEST_CASE("seeds") {
  CHECK_THROWS_WITH_AS(Philox4x3210(-3), "cp::random: a seed must not be negative, as -3 is", cp::value_error);
  CHECK(Philox4x3210(~std::uint64_t{0}).state().key == ~std::uint64_t{0});
  CHECK(Philox4x3210().state().key != Philox4x3210().state().key);
  setenv("CP_SEED", "12", 1);
  CHECK(Philox4x3210().state().key == 12);
  setenv("CP_SEED", "12a", 1);
  CHECK_THROWS_WITH_AS(Philox4x3210(), "cp::random: CP_SEED must be an integer from 0 to 2^64 - 1, not \"12a\"",
                       cp::value_error);
  unsetenv("CP_SEED");
}
