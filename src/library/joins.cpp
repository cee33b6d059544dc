// Copies of arrays that are joined: which of them are runs of bytes, and how the host's threads copy those.
#include <algorithm>
#include <cstring>
#include <fuse/library/joins.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>
#include <new>
#include <type_traits>

#include "host_copy.hpp"
#include "joins.hpp"
#include "widest_word.hpp"

namespace cp::library {

namespace {

/// Bytes from which on a run is copied by itself, and bytes of rows that are copied part after part.
constexpr std::int64_t long_run = 64, band_bytes = 1 << 15;

/// Part k of so many rows.
void copy_part(join_job const& j, int k, std::int64_t row, std::int64_t rows) {
  std::int64_t const bytes = j.bytes[k];
  unsigned char* const to = j.to[k] + row * j.to_step;
  unsigned char const* const from = j.from[k] + row * j.from_step[k];
  if (bytes < long_run && j.from_step[k] == bytes) {
    std::int64_t const word = widest_word({bits_of(to), bits_of(from), bytes, j.to_step});
    return scatter_rows(to, from, 1, bytes / word, j.to_step / word, rows, word);
  }
  for (std::int64_t r = 0; r < rows; ++r)
    std::memcpy(to + r * j.to_step, from + r * j.from_step[k], static_cast<std::size_t>(bytes));
}

struct host_job {
  join_job const& j;
  std::int64_t row_bytes, band;  // of all parts; rows
};

void copy_rows(void* context, std::int64_t begin, std::int64_t end) {
  auto const& h = *static_cast<host_job const*>(context);
  for (; begin < end; begin += h.band)
    for (int k = 0; k < h.j.parts; ++k) copy_part(h.j, k, begin, std::min(h.band, end - begin));
}

/// Bytes of all rows, counted as they go to their places.
void copy_bytes(void* context, std::int64_t begin, std::int64_t end) {
  auto const& h = *static_cast<host_job const*>(context);
  std::int64_t row = begin / h.row_bytes, at = begin % h.row_bytes;
  int k = 0;
  while (at >= h.j.bytes[k]) at -= h.j.bytes[k++];
  while (begin < end) {
    std::int64_t const n = std::min(h.j.bytes[k] - at, end - begin);
    std::memcpy(h.j.to[k] + row * h.j.to_step + at, h.j.from[k] + row * h.j.from_step[k] + at,
                static_cast<std::size_t>(n));
    begin += n;
    at = 0;
    if (++k == h.j.parts) k = 0, ++row;
  }
}

void join_now(join_job const& j) {
  host_job h{j, 0, 1};
  for (int k = 0; k < j.parts; ++k) h.row_bytes += j.bytes[k];
  std::int64_t const ns = j.rows * (h.row_bytes / 16 + 2 * j.parts);
  if (h.row_bytes < band_bytes) {
    h.band = band_bytes / h.row_bytes;
    runtime::parallel_for(j.rows, h.band, ns, copy_rows, &h);
  } else {
    runtime::parallel_for(j.rows * h.row_bytes, 4096, ns, copy_bytes, &h);
  }
}

/// What join_copies has room for: the array's place, and the parts that have been added.
struct join_state {
  memory_kind kind;
  int rank, axis;
  unsigned char* to;
  std::int64_t itemsize, rows, place_bytes;
  join_job job;
};
join_state& state_in(std::int64_t* room) { return *std::launder(reinterpret_cast<join_state*>(room)); }

}  // namespace

join_copies::join_copies(char const* where, memory_kind kind, void* to, std::int64_t itemsize,
                         std::int64_t const* shape, int rank, int axis) {
  static_assert(sizeof(join_state) <= sizeof room_ && std::is_trivially_destructible_v<join_state>);
  join_state& s = *new (room_) join_state;
  s.kind = kind, s.rank = rank, s.axis = axis, s.to = static_cast<unsigned char*>(to), s.itemsize = itemsize;
  s.rows = 1, s.place_bytes = itemsize;
  s.job.where = where, s.job.parts = 0;
  if (std::find(shape, shape + rank, 0) != shape + rank) {  // other extents may be any
    s.rows = 0;
    return;
  }
  for (int i = 0; i < axis; ++i) s.rows *= shape[i];
  for (int i = axis + 1; i < rank; ++i) s.place_bytes *= shape[i];
  s.job.to_step = shape[axis] * s.place_bytes;
}

bool join_copies::add(void const* from, std::int64_t const* shape, std::int64_t const* strides, std::int64_t at) {
  join_state& s = state_in(room_);
  if (s.rows == 0 || shape[s.axis] == 0) return true;
  std::int64_t run = 1, rows = 1, step = 0;
  for (int i = s.rank; i-- > s.axis; run *= shape[i])
    if (shape[i] != 1 && strides[i] != run) return false;
  for (int i = s.axis; i-- > 0; rows *= shape[i]) {
    if (shape[i] == 1) continue;
    if (rows == 1)
      step = strides[i];
    else if (strides[i] != step * rows)
      return false;
  }
  std::int64_t const bytes = run * s.itemsize;
  if (!is_device(s.kind) && rows > 1 && step != run && bytes < long_run)
    return false;  // loops over elements are quicker
  if (s.job.parts == join_job::most_parts) start();
  int const k = s.job.parts++;
  s.job.to[k] = s.to + at * s.place_bytes;
  s.job.from[k] = static_cast<unsigned char const*>(from);
  s.job.from_step[k] = rows == 1 ? bytes : step * s.itemsize;
  s.job.bytes[k] = bytes;
  return true;
}

void join_copies::start() {
  join_state const& s = state_in(room_);
  join_job& j = state_in(room_).job;
  if (j.parts == 0) return;
  j.rows = s.rows;
  if (j.parts == 1 && j.bytes[0] == j.to_step && j.bytes[0] == j.from_step[0]) {
    j.bytes[0] *= s.rows;
    j.rows = 1;
  }
  std::int64_t read = 0, written = 0;
  for (int k = 0; k < j.parts; ++k) {
    written += j.rows * j.bytes[k];
    read += (j.from_step[k] == 0 ? 1 : j.rows) * j.bytes[k];
  }
  runtime::count_launch(read, written);
  if (is_device(s.kind))
    join_on_device(j);
  else
    runtime::record<join_now>(j);
  j.parts = 0;
}

}  // namespace cp::library
