// Copies of arrays that are joined, on the device: one kernel for all, whose argument is the table of them.
#include <cstdint>
#include <fuse/runtime/launch.hpp>

#include "joins.hpp"
#include "widest_word.hpp"

namespace cp::library {

namespace {

constexpr unsigned threads = 256, warp = 32;
/// Blocks that registers of a multiprocessor suffice for; words that a thread has under way at once.
constexpr unsigned blocks = 4;
template <class Word>
constexpr int at_once = sizeof(Word) < 8 ? 16 : 8;

// Long runs are copied in pieces, a warp each, which end where lines of the result's memory do. Of short ones a thread
// copies the same word of several rows: columns of the table are words of a row, which neighbouring threads take.

constexpr std::int64_t short_run = 1024, piece_bytes = warp * at_once<uint4> * 16, line = 128;
/// Rows that a thread copies a word of.
constexpr int turns = 16;

struct table {
  std::int64_t rows, to_step;
  int short_parts = 0, parts;  // the short ones come first
  unsigned word = 0, columns = 0, tile = 1, tiles = 1, rows_at_once = 1, short_blocks = 0;
  unsigned pieces = 0;                   // of a row
  unsigned first[join_job::most_parts];  // column, or piece, of each part
  unsigned char* to[join_job::most_parts];
  unsigned char const* from[join_job::most_parts];
  std::int64_t from_step[join_job::most_parts], bytes[join_job::most_parts];
};
static_assert(sizeof(table) < 4096);

/// The last part of [low, high) that begins at x or before.
__device__ int part_at(unsigned const* first, int low, int high, unsigned x) {
  while (high - low > 1) {
    int const middle = (low + high) / 2;
    (first[middle] <= x ? low : high) = middle;
  }
  return low;
}

/// n bytes by a warp, in words that both sides are aligned to alike.
template <class Word>
__device__ void copy_words(unsigned char* to, unsigned char const* from, unsigned n, unsigned lane) {
  constexpr unsigned size = sizeof(Word);
  unsigned const head = min(n, static_cast<unsigned>(-reinterpret_cast<std::uintptr_t>(to) % size));
  unsigned const count = (n - head) / size, tail = head + count * size;
  if (lane < head) to[lane] = from[lane];
  if (lane < n - tail) to[tail + lane] = from[tail + lane];
  auto* const t = reinterpret_cast<Word*>(to + head);
  auto const* const f = reinterpret_cast<Word const*>(from + head);
  constexpr unsigned many = at_once<Word>;
  for (unsigned i = lane; i < count; i += warp * many) {
    Word x[many];
#pragma unroll
    for (unsigned k = 0; k < many; ++k)
      if (i + k * warp < count) x[k] = f[i + k * warp];
#pragma unroll
    for (unsigned k = 0; k < many; ++k)
      if (i + k * warp < count) t[i + k * warp] = x[k];
  }
}
/// The same of what no word of 4 bytes holds alike: each is put together from two. Bytes beside the n are not read.
__device__ void copy_shifted(unsigned char* to, unsigned char const* from, unsigned n, unsigned lane) {
  if (n <= warp) {
    if (lane < n) to[lane] = from[lane];
    return;
  }
  auto head = static_cast<unsigned>(-reinterpret_cast<std::uintptr_t>(to) % 4);
  auto const shift = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from + head) % 4);
  if (head < shift) head += 4;
  unsigned const begin = head - shift, count = (n - begin) / 4 - 1, tail = head + 4 * count;
  if (lane < head) to[lane] = from[lane];
  if (lane < n - tail) to[tail + lane] = from[tail + lane];
  auto* const t = reinterpret_cast<std::uint32_t*>(to + head);
  auto const* const f = reinterpret_cast<std::uint32_t const*>(from + begin);
  constexpr unsigned many = at_once<uint2>;  // of two words each
  for (unsigned i = lane; i < count; i += warp * many) {
    std::uint32_t low[many], high[many];
#pragma unroll
    for (unsigned k = 0; k < many; ++k)
      if (i + k * warp < count) low[k] = f[i + k * warp], high[k] = f[i + k * warp + 1];
#pragma unroll
    for (unsigned k = 0; k < many; ++k)
      if (i + k * warp < count) t[i + k * warp] = __funnelshift_r(low[k], high[k], 8 * shift);
  }
}

__device__ void copy_piece(table const& t, unsigned block) {
  std::int64_t const piece = std::int64_t{block} * (threads / warp) + threadIdx.x / warp;
  std::int64_t const row = t.rows == 1 && piece < t.pieces ? 0 : piece / t.pieces;
  if (row >= t.rows) return;
  auto const in_row = static_cast<unsigned>(piece - row * t.pieces);
  int const k = part_at(t.first, t.short_parts, t.parts, in_row);
  unsigned char* const to = t.to[k] + row * t.to_step;
  unsigned char const* const from = t.from[k] + row * t.from_step[k];
  std::int64_t const at = std::int64_t{in_row - t.first[k]} * piece_bytes -
                          static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % line);
  std::int64_t const begin = max(at, std::int64_t{0}), end = min(at + piece_bytes, t.bytes[k]);
  if (begin >= end) return;
  auto const n = static_cast<unsigned>(end - begin), lane = threadIdx.x % warp;
  auto const apart =
      static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from));
  if (apart % 16 == 0)
    copy_words<uint4>(to + begin, from + begin, n, lane);
  else if (apart % 8 == 0)
    copy_words<uint2>(to + begin, from + begin, n, lane);
  else if (apart % 4 == 0)
    copy_words<std::uint32_t>(to + begin, from + begin, n, lane);
  else
    copy_shifted(to + begin, from + begin, n, lane);
}

/// What threads of short runs look up, each for itself.
struct short_table {
  unsigned first[join_job::most_parts];
  unsigned char* to[join_job::most_parts];
  unsigned char const* from[join_job::most_parts];
  std::int64_t from_step[join_job::most_parts];
};
template <class Word>
__device__ void copy_column(table const& t, short_table const& s) {
  unsigned const column = blockIdx.x % t.tiles * t.tile + threadIdx.x % t.tile, below = threadIdx.x / t.tile;
  if (below >= t.rows_at_once || column >= t.columns) return;
  int const k = part_at(s.first, 0, t.short_parts, column);
  std::int64_t const row = std::int64_t{blockIdx.x / t.tiles} * t.rows_at_once * turns + below;
  if (row >= t.rows) return;
  auto const left = static_cast<unsigned>(min(t.rows - row, std::int64_t{threads * turns}));
  int const n = min(turns, static_cast<int>((left + t.rows_at_once - 1) / t.rows_at_once));
  std::int64_t const offset = std::int64_t{column - s.first[k]} * static_cast<std::int64_t>(sizeof(Word));
  unsigned char* to = s.to[k] + row * t.to_step + offset;
  unsigned char const* from = s.from[k] + row * s.from_step[k] + offset;
  std::int64_t const to_step = t.to_step * t.rows_at_once, from_step = s.from_step[k] * t.rows_at_once;
  constexpr int many = at_once<Word>;
  for (int turn = 0; turn < n; turn += many) {
    Word x[many];
#pragma unroll
    for (int i = 0; i < many; ++i, from += from_step)
      if (turn + i < n) x[i] = *reinterpret_cast<Word const*>(from);
#pragma unroll
    for (int i = 0; i < many; ++i, to += to_step)
      if (turn + i < n) *reinterpret_cast<Word*>(to) = x[i];
  }
}

__global__ void __launch_bounds__(threads, blocks) join_parts(__grid_constant__ table const t) {
  if (blockIdx.x >= t.short_blocks) return copy_piece(t, blockIdx.x - t.short_blocks);
  __shared__ short_table s;
  for (auto k = static_cast<int>(threadIdx.x); k < t.short_parts; k += static_cast<int>(threads))
    s.first[k] = t.first[k], s.to[k] = t.to[k], s.from[k] = t.from[k], s.from_step[k] = t.from_step[k];
  __syncthreads();
  switch (t.word) {
    case 16:
      return copy_column<uint4>(t, s);
    case 8:
      return copy_column<uint2>(t, s);
    case 4:
      return copy_column<std::uint32_t>(t, s);
    case 2:
      return copy_column<std::uint16_t>(t, s);
    default:
      return copy_column<unsigned char>(t, s);
  }
}

template <class A, class B>
std::int64_t parts_of(A n, B size) {
  return (static_cast<std::int64_t>(n) + size - 1) / size;
}

/// The job's table; its blocks are counted.
std::int64_t make_table(join_job const& j, table& t) {
  t.rows = j.rows, t.to_step = j.to_step, t.parts = 0;
  auto const is_short = [&](int k) { return j.rows > 1 && j.bytes[k] < short_run; };
  std::int64_t word = 16;
  for (bool want_short : {true, false}) {
    for (int k = 0; k < j.parts; ++k) {
      if (is_short(k) != want_short) continue;
      int const at = t.parts++;
      t.to[at] = j.to[k], t.from[at] = j.from[k], t.from_step[at] = j.from_step[k], t.bytes[at] = j.bytes[k];
      if (want_short)
        word = widest_word({word, bits_of(j.to[k]), bits_of(j.from[k]), j.bytes[k], j.from_step[k], j.to_step});
    }
    if (want_short) t.short_parts = t.parts;
  }
  for (int k = 0; k < t.short_parts; ++k) {
    t.first[k] = t.columns;
    t.columns += static_cast<unsigned>(t.bytes[k] / word);
  }
  for (int k = t.short_parts; k < t.parts; ++k) {
    t.first[k] = t.pieces;
    // What the first piece of a row leaves out, at most.
    std::int64_t const lead = j.rows > 1 && j.to_step % line != 0 ? line - 1 : bits_of(t.to[k]) % line;
    t.pieces += static_cast<unsigned>(parts_of(t.bytes[k] + lead, piece_bytes));
  }
  if (t.short_parts > 0) {
    t.word = static_cast<unsigned>(word);
    t.tiles = static_cast<unsigned>(parts_of(t.columns, threads));
    t.tile = static_cast<unsigned>(parts_of(t.columns, t.tiles));
    t.rows_at_once = threads / t.tile;
    t.short_blocks = static_cast<unsigned>(t.tiles * parts_of(j.rows, t.rows_at_once * turns));
  }
  return t.short_blocks + parts_of(t.rows * t.pieces, threads / warp);
}

}  // namespace

void join_on_device(join_job const& job) {
  table t;
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(make_table(job, t));
  shape.block_x = threads;
  void* arguments[] = {&t};
  runtime::launch(reinterpret_cast<void const*>(&join_parts), shape, arguments, job.where);
}

}  // namespace cp::library
