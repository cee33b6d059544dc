// Overlap of sets of elements, of one itemsize or of two: the answer is that of comparing byte by byte.
#include <doctest.h>

#include <cstdint>
#include <random>
#include <vector>

#include <fuse/expr/aliasing.hpp>

namespace {

struct set_of_elements {
  int rank = 0;
  std::int64_t shape[3] = {}, strides[3] = {}, itemsize = 1, offset = 0;

  void mark(std::vector<bool>& bytes) const {
    std::int64_t count = 1;
    for (int i = 0; i < rank; ++i) count *= shape[i];
    for (std::int64_t n = 0; n < count; ++n) {
      std::int64_t rest = n, at = offset;
      for (int i = rank; i-- > 0; rest /= shape[i]) at += rest % shape[i] * strides[i] * itemsize;
      for (std::int64_t b = 0; b < itemsize; ++b) bytes[static_cast<std::size_t>(at + b)] = true;
    }
  }
};

constexpr std::int64_t length = 4096;
alignas(16) unsigned char memory[length];

bool overlap(set_of_elements const& a, set_of_elements const& b) {
  return cp::expr::may_overlap(memory + a.offset, a.rank, a.shape, a.strides, a.itemsize, memory + b.offset, b.rank,
                               b.shape, b.strides, b.itemsize);
}

}  // namespace

TEST_CASE("sets of elements overlap where they share a byte, and nowhere else") {
  std::mt19937 random(1);
  auto const below = [&](int n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
  std::int64_t shared = 0, apart = 0;
  for (int round = 0; round < 20000; ++round) {
    set_of_elements sets[2];
    std::vector<bool> bytes[2];
    for (int k = 0; k < 2; ++k) {
      set_of_elements& s = sets[k];
      s.itemsize = std::int64_t{1} << below(5);
      s.rank = static_cast<int>(below(4));
      for (int i = 0; i < s.rank; ++i) s.shape[i] = below(20) == 0 ? 0 : 1 + below(4), s.strides[i] = below(13) - 6;
      s.offset = length / 2 + (below(40) - 20) * (below(2) != 0 ? s.itemsize : 1);
      bytes[k].assign(length, false);
      s.mark(bytes[k]);
    }
    bool common = false;
    for (std::size_t i = 0; i < length; ++i) common = common || (bytes[0][i] && bytes[1][i]);
    ++(common ? shared : apart);
    if (overlap(sets[0], sets[1]) != common || overlap(sets[1], sets[0]) != common) {
      CAPTURE(round);
      CHECK(overlap(sets[0], sets[1]) == common);
      CHECK(overlap(sets[1], sets[0]) == common);
      break;
    }
  }
  CHECK(shared > 2000);
  CHECK(apart > 2000);
}

TEST_CASE("another element type over the same bytes is a conflict, though shape and strides are the same") {
  using cp::host_space;
  cp::index_array<1> const shape{{8}}, step{{1}}, twice{{2}};
  cp::storage_ptr const m(cp::runtime::allocate(cp::memory_kind::host, 64));
  auto* const words = static_cast<std::int32_t*>(m->data);
  auto* const halves = static_cast<std::int16_t*>(m->data);
  cp::ndarray<std::int32_t, 1, host_space> const to(m, words, shape, step);
  auto const conflict = [&](auto const& from, bool elsewhere = false) {
    cp::expr::memory_reads reads(to);
    reads.note(from, elsewhere);
    CHECK(reads.handles() == 1);
    return reads.conflict();
  };
  CHECK(!conflict(to));
  CHECK(conflict(to, true));
  CHECK(!conflict(cp::ndarray<float, 1, host_space>(m, static_cast<float*>(m->data), shape, step)));
  CHECK(conflict(cp::ndarray<std::int16_t, 1, host_space>(m, halves, shape, step)));
  CHECK(conflict(cp::ndarray<std::int16_t, 1, host_space>(m, halves + 1, shape, twice)));
  CHECK(conflict(cp::ndarray<std::int64_t, 1, host_space>(m, static_cast<std::int64_t*>(m->data), shape, step)));
  CHECK(!conflict(cp::ndarray<std::int16_t, 1, host_space>(m, halves + 16, shape, step)));
  CHECK(conflict(cp::ndarray<std::int16_t, 1, host_space>(m, halves + 15, shape, step)));
}
