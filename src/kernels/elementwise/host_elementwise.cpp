// Running a loop on the host: blocks of contiguous elements, buffers for operands that are not, parts for threads.
#include <algorithm>
#include <cstring>
#include <fuse/kernels/elementwise/host_elementwise.hpp>
#include <fuse/kernels/limits.hpp>
#include <fuse/runtime/launch.hpp>
#include <new>
#include <numeric>

#include "host_blocks.hpp"
#include "host_boxes.hpp"
#include "host_spans.hpp"
#include "kernels/parts.hpp"
#include "kernels/recording.hpp"

namespace cp::kernels {

namespace {

using namespace blocks;

/// Where an element of the first output lies: what is only copied goes there at once.
char* written_at(loop_view const& v, place const& at) {
  return static_cast<char*>(v.data[0]) + offset_of(v, 0, at) * v.itemsize[0];
}

/// Evaluates `n` elements from `at` on (at most `block`). `in_row`: they lie in one row (one run of the innermost
/// axis), which is that number of the tiles.
void run_block(job const& j, scratch& s, place const& at, std::int64_t n, bool in_row, std::int64_t of_tile = 0) {
  loop_view const& v = j.view;
  if (j.copies() && (s.is_run[0] || (in_row && v.stride(0, 0) == 1)))
    return move_block<direction::in>(j, 1, at, n, written_at(v, at));
  void* data[max_operands];
  place_run places[max_operands];
  host_rows rows = one_row;
  rows.placed = in_row && j.kernel.places != 0;
  for (int k = 0; k < v.count; ++k) {
    std::int64_t const offset = offset_of(v, k, at);
    std::int32_t const size = v.itemsize[k];
    bool const output = k < v.outputs, stretched = in_row && v.stride(k, 0) == 0;
    if (j.is_staying(k)) {
      data[k] = v.data[k];
    } else if (rows.placed && j.takes_places(k)) {
      places[k] = j.places_of(k, offset);
      data[k] = places + k;
    } else if (s.tile[k] != nullptr) {
      data[k] = s.tile[k] + of_tile * n * size;
      if (!is_widened(v.kind[k])) continue;
      to_float32(s.buffer[k], data[k], n, v.kind[k]);
      data[k] = s.buffer[k];
    } else if (s.is_run[k] || (!j.is_copied(k) && in_row && v.stride(k, 0) == 1)) {
      data[k] = static_cast<char*>(v.data[k]) + offset * size;
    } else if (s.twin[k] >= 0 && s.twin[k] != rows.stretched) {
      data[k] = data[s.twin[k]];
    } else {
      data[k] = s.buffer[k];
      bool const alone = stretched && !output && j.kernel.stretches && rows.stretched < 0;
      if (alone) rows.stretched = k;
      if (output || (of_tile > 0 && v.stride(k, 1) == 0)) continue;  // what a tile's first row has, its others have too
      std::int64_t const count = alone ? 1 : n;
      if (!j.is_computed(k) && stretched) {
        if (s.holds(k, count, offset)) continue;
      } else {
        s.spread_count[k] = -1;
      }
      move_block<direction::in>(j, k, at, count, s.buffer[k]);
    }
  }
  j.kernel.chunk(data, j.scalars, n, rows);
  for (int k = 0; k < v.outputs; ++k)
    if (data[k] == s.buffer[k]) move_block<direction::out>(j, k, at, n, s.buffer[k]);
}

/// Evaluates `count` whole rows from `at` on, of a block's elements in all at most.
void run_block_of_rows(job const& j, scratch& s, place const& at, std::int64_t count) {
  loop_view const& v = j.view;
  std::int64_t const width = v.shape[0];
  if (j.copies() && v.stride(0, 0) == 1 && (v.stride(0, 1) == width || count == 1))
    return move_rows<direction::in>(j, 1, offset_of(v, 1, at), width, count, written_at(v, at));
  void* data[max_operands];
  for (int k = 0; k < v.count; ++k) {
    std::int64_t const offset = offset_of(v, k, at);
    if (j.is_staying(k)) {
      data[k] = v.data[k];
    } else if (!j.is_copied(k) && v.stride(k, 0) == 1 && (v.stride(k, 1) == width || count == 1)) {
      data[k] = static_cast<char*>(v.data[k]) + offset * v.itemsize[k];
    } else if (s.twin[k] >= 0) {
      data[k] = data[s.twin[k]];
    } else {
      data[k] = s.buffer[k];
      if (k < v.outputs) continue;
      if (v.stride(k, 1) == 0 && s.holds(k, count, offset)) continue;  // all rows are alike, and like those before
      move_rows<direction::in>(j, k, offset, width, count, s.buffer[k]);
    }
  }
  j.kernel.chunk(data, j.scalars, width * count, one_row);
  for (int k = 0; k < v.outputs; ++k)
    if (data[k] == s.buffer[k]) move_rows<direction::out>(j, k, offset_of(v, k, at), width, count, s.buffer[k]);
}

/// Rows long enough to be worth a call each: parts are tiles, some rows of a block of columns each, so that cache lines
/// of operands that run across are used up while they are there.
struct tiles_of {
  std::int64_t rows, along, across, count;  ///< of a tile; tiles along a row, along the second axis, in all

  tiles_of(job const& j, std::int64_t elements)
      : rows(j.rows_of_tile()),
        along((j.view.shape[0] + block - 1) / block),
        across((j.view.shape[1] + rows - 1) / rows),
        count(elements / j.view.shape[0] / j.view.shape[1] * along * across) {}
};
void run_tiles(job const& j, std::int64_t first, std::int64_t last) {
  scratch s(j);
  loop_view const& v = j.view;
  tiles_of const tiles(j, 0);
  s.make_tiles(j);
  bool const copies = j.copies() && s.tile[1] != nullptr && v.stride(0, 0) == 1;
  std::int64_t const size = v.itemsize[0];
  for (std::int64_t t = first; t < last; ++t) {
    std::int64_t const c = t % tiles.along * block, above = t / tiles.along, r0 = above % tiles.across * tiles.rows;
    std::int64_t const n = std::min(block, v.shape[0] - c), rows = std::min(tiles.rows, v.shape[1] - r0);
    place at = place_of(v, (above / tiles.across * v.shape[1] + r0) * v.shape[0] + c);
    if (copies) {
      transpose_lines(written_at(v, at), v.stride(0, 1), static_cast<char*>(v.data[1]) + offset_of(v, 1, at) * size,
                      v.stride(1, 0), rows, n, size);
      continue;
    }
    s.fill_tiles(j, at, n, rows);
    for (std::int64_t r = 0; r < rows; ++r, ++at.index[1]) run_block(j, s, at, n, true, r);
  }
}

/// Too few rows to part, or to fill blocks with: blocks of elements that may span rows.
void run_elements(job const& j, std::int64_t first, std::int64_t last) {
  scratch s(j);
  loop_view const& v = j.view;
  place at = place_of(v, first);
  std::int64_t const most = j.streams() ? moved_bytes / v.itemsize[0] : block;
  for (std::int64_t i = first; i < last;) {
    std::int64_t n = std::min(most, last - i);
    bool const in_row = v.rank > 0 && (v.shape[0] >= block || at.index[0] + n <= v.shape[0]);
    if (in_row) n = std::min(n, v.shape[0] - at.index[0]);
    run_block(j, s, at, n, in_row);
    advance(v, at, n);
    i += n;
  }
}

/// How many rows of `width` elements a block has: blocks after the first begin at whole vectors too, if they can.
std::int64_t rows_of_block(std::int64_t width) {
  std::int64_t const most = block / width;
  for (std::int64_t vector = 64; vector > 1; vector /= 2) {
    std::int64_t const rows = vector / std::gcd(vector, width);
    if (rows <= most) return most - most % rows;
  }
  return most;
}

/// Short rows, many along the second axis: blocks of whole rows.
void run_short_rows(job const& j, std::int64_t first, std::int64_t last) {
  scratch s(j);
  loop_view const& v = j.view;
  std::int64_t const most = rows_of_block(v.shape[0]);
  place at = place_of(v, first * v.shape[0]);
  for (std::int64_t r = first; r < last;) {
    std::int64_t const count = std::min({most, last - r, v.shape[1] - at.index[1]});
    run_block_of_rows(j, s, at, count);
    advance(v, at, count * v.shape[0]);
    r += count;
  }
}

/// What the kernel can do of a loop without buffers: contiguous rows, of which one input may be one element.
struct direct_rows {
  bool possible = true;
  int stretched = -1;
};
direct_rows direct_rows_of(job const& j) {
  direct_rows d;
  loop_view const& v = j.view;
  for (int k = 0; k < v.count; ++k) {
    if (j.is_staying(k) || j.takes_places(k)) continue;
    if (!j.is_copied(k) && (v.rank == 0 || v.stride(k, 0) == 1)) continue;
    if (!j.is_copied(k) && v.stride(k, 0) == 0 && k >= v.outputs && j.kernel.stretches && d.stretched < 0)
      d.stretched = k;
    else
      d.possible = false;
  }
  return d;
}

/// Rows that the kernel takes as they are, as many a call as lie along the second axis.
void run_direct(job const& j, std::int64_t first, std::int64_t last) {
  loop_view const& v = j.view;
  std::int64_t step[max_operands];
  place_run places[max_operands];
  for (int k = 0; k < v.count; ++k)
    step[k] = v.rank < 2 || j.is_staying(k) || j.takes_places(k) ? 0 : v.stride(k, 1) * v.itemsize[k];
  host_rows rows{1, step, direct_rows_of(j).stretched, v.rank > 1 && is_far(v), j.kernel.places != 0};
  std::int64_t const columns = v.rank > 0 ? v.shape[0] : 1, height = v.rank > 1 ? v.shape[1] : 1;
  place at = place_of(v, first);
  void* data[max_operands];
  while (first < last) {
    std::int64_t const n = std::min(columns - at.index[0], last - first);
    rows.count = n == columns ? std::min((last - first) / columns, height - at.index[1]) : 1;
    for (int k = 0; k < v.count; ++k) {
      std::int64_t const offset = j.is_staying(k) ? 0 : offset_of(v, k, at);
      if (j.takes_places(k)) {
        places[k] = j.places_of(k, offset);
        data[k] = places + k;
        continue;
      }
      data[k] = static_cast<char*>(v.data[k]) + offset * v.itemsize[k];
    }
    j.kernel.chunk(data, j.scalars, n, rows);
    advance(v, at, n * rows.count);
    first += n * rows.count;
  }
}

/// Whether rows are so short that blocks of them are brought together first, though the kernel could take them as they
/// lie. Where several operands have to be copied for that, a loop over the elements is as quick, if vectors of them are
/// nothing but that. (2^21 elements in rows of 5, as they lie and in blocks, ms: x * row .76 and .14, exp(x) *
/// row 6.0 and .36, float16 10.5 and 1.3; five slices added 1.0 and 2.0, of float16 43 and 4.4.)
bool goes_by_blocks(job const& j) {
  loop_view const& v = j.view;
  if (v.rank < 2 || v.shape[0] >= j.kernel.least_row || v.shape[0] * v.shape[1] < block / 2) return false;
  int copied = 0;
  for (int k = 0; k < v.count; ++k)
    copied += !j.is_staying(k) && !j.takes_places(k) && v.stride(k, 1) != 0 &&
              (v.stride(k, 0) != 1 || v.stride(k, 1) != v.shape[0]);
  return copied < 2 || j.kernel.least_row >= 64;
}

/// Makes that axis the second one along which the first input that runs across has its neighbours.
void bring_neighbours_near(job const& j) {
  loop_view const& v = j.view;
  for (int k = v.outputs; k < v.count; ++k)
    for (int axis = 1; axis < v.rank; ++axis) {
      if (!j.runs_along(k, axis)) continue;
      std::swap(v.shape[1], v.shape[axis]);
      for (int m = 0; m < v.count; ++m) std::swap(v.stride(m, 1), v.stride(m, axis));
      return;
    }
}

void run_now(job const& j) {
  loop_view const& v = j.view;
  std::int64_t n = 1;
  for (int a = 0; a < v.rank; ++a) n *= v.shape[a];
  if (n == 0) return;
  auto each = [&](std::int64_t total, std::int64_t step, void (*run)(job const&, std::int64_t, std::int64_t)) {
    in_parts(total, step, time_of(n, j.cost), [&](std::int64_t begin, std::int64_t end) { run(j, begin, end); });
  };
  if (pitch_of(j) != 0) return each(n / v.shape[0], (block - v.shape[0]) / pitch_of(j) + 1, run_spans);
  if (direct_rows_of(j).possible && !goes_by_blocks(j)) return each(n, block, run_direct);
  bring_neighbours_near(j);
  if (v.rank > 1 && v.shape[0] < 64 && v.shape[0] * v.shape[1] >= block / 2)
    return each(n / v.shape[0], rows_of_block(v.shape[0]), run_short_rows);
  if (v.rank < 2 || v.shape[0] < 64 || (n / v.shape[0] < 64 && !j.is_turned()) || j.streams())
    return each(n, block, run_elements);
  each(tiles_of(j, n).count, 1, run_tiles);
}

/// In boxes, a loop that is not simplified yet.
void run_boxes(job const& j, boxes::cuts const& cuts) {
  std::int64_t n = 1;
  for (int a = 0; a < j.view.rank; ++a) n *= j.view.shape[a];
  cuts.each_box(
      time_of(n, j.cost),
      [](void const* context, loop_view const& box) {
        job const& whole = *static_cast<job const*>(context);
        run_now(job{whole.kernel, whole.cost, box, whole.scalars});
      },
      &j);
}

/// A job for later.
struct recorded {
  host_kernel kernel;
  int cost;
  bool in_boxes;
  stored_loop<max_operands> loop;
};
void run_later(recorded const& r, unsigned char const* scalars) {
  job const j{r.kernel, r.cost, r.loop.view(), scalars};
  if (r.in_boxes)
    run_boxes(j, boxes::cuts(j.view, scalars));
  else
    run_now(j);
}
void run_or_record_now(job const& j, std::int64_t scalar_bytes, boxes::cuts const* cuts) {
  if (runtime::is_capturing())
    return record_job<run_later>(recorded{j.kernel, j.cost, cuts != nullptr, stored_loop<max_operands>(j.view)},
                                 j.scalars, scalar_bytes);
  if (cuts != nullptr)
    run_boxes(j, *cuts);
  else
    run_now(j);
}

/// Small work on rows as they lie, which is most of what is small: at once, without planning. Whether it was that.
bool run_small_rows(host_kernel kernel, signature_info const& info, loop_builder const& loop) {
  loop_view const& v = loop.view;
  if (v.rank != 2 || v.shape[1] < std::max(16, kernel.least_row) || info.has_computed || !is_at_once(loop.size, info))
    return false;
  std::int64_t step[max_operands], read = 0;
  int stretched = -1;
  for (int k = 0; k < v.count; ++k) {
    std::int64_t const along = v.stride(k, 1), size = v.itemsize[k];
    step[k] = v.stride(k, 0) * size;
    if (v.kind[k] == access::staying) {
      step[k] = 0;
      read += size;
      continue;
    }
    if (along == 0 && k >= v.outputs && kernel.stretches && stretched < 0)
      stretched = k;
    else if (along != 1)
      return false;
    if (k >= v.outputs) read += (step[k] == 0 ? 1 : v.shape[0]) * (along == 0 ? 1 : v.shape[1]) * size;
  }
  runtime::count_launch(read, loop.size * info.written_bytes);
  kernel.chunk(v.data, loop.scalars, v.shape[1], {v.shape[0], step, stretched});
  return true;
}

/// The same of a few elements of 16-bit floats, through room on the stack.
bool run_few_halves(host_kernel kernel, signature_info const& info, loop_builder const& loop) {
  constexpr int most = 8;  // operands
  loop_view const& v = loop.view;
  if (!loop.contiguous || loop.size > block || v.count > most || !is_at_once(loop.size, info)) return false;
  alignas(64) float room[most][block];
  void* data[most];
  for (int k = 0; k < v.count; ++k) {
    if (v.kind[k] == access::computed) return false;
    data[k] = is_widened(v.kind[k]) ? room[k] : v.data[k];
    if (k >= v.outputs && data[k] == room[k]) to_float32(room[k], v.data[k], loop.size, v.kind[k]);
  }
  runtime::count_launch(loop.size * info.read_bytes, loop.size * info.written_bytes);
  kernel.chunk(data, loop.scalars, loop.size, one_row);
  for (int k = 0; k < v.outputs; ++k)
    if (data[k] == room[k]) to_halves(v.data[k], room[k], loop.size, v.kind[k]);
  return true;
}

}  // namespace

bool is_far(loop_view const& v) {
  constexpr std::int64_t kept =
      16 << 20;  // by a cache of 32 MB, half of it (what sysconf says of caches is that of all cores together)
  std::int64_t n = 1, written = 0, read = 0;
  for (int a = 0; a < v.rank; ++a) n *= v.shape[a];
  for (int k = 0; k < v.count; ++k) {
    bool moves = false;
    for (int a = 0; v.kind[k] != access::staying && a < v.rank; ++a) moves = moves || v.stride(k, a) != 0;
    if (k < v.outputs)
      written += v.itemsize[k];
    else if (moves)
      read = std::max<std::int64_t>(read, v.itemsize[k]);
  }
  return n * (written + read) > kept;
}

void host_run(host_kernel kernel, signature_info const& info, loop_builder& loop) try {
  if (info.has_computed ? run_few_halves(kernel, info, loop) : run_small_rows(kernel, info, loop)) return;
  loop_view& v = loop.view;
  runtime::count_launch(bytes_of(v, info.outputs, info.count), loop.size * info.written_bytes);
  if (info.has_computed) {
    boxes::cuts const cuts(v, loop.scalars);
    if (cuts.are_worth()) return run_or_record_now({kernel, info.host_cost, v, loop.scalars}, info.bytes, &cuts);
  }
  v.rank = simplify(v);
  run_or_record_now({kernel, info.host_cost, v, loop.scalars}, info.bytes, nullptr);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::kernels
