// Rows that integers pick: how the host's threads copy them.
#include <cstring>
#include <fuse/library/rows.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>

namespace cp::library {

namespace {

std::int64_t rows_of(rows_job const& j) {
  std::int64_t n = 1;
  for (int k = 0; k < j.rank; ++k) n *= j.shape[k];
  return n;
}

void copy_part(rows_job const& j, std::int64_t begin, std::int64_t end) {
  std::int64_t at[rows_job::most_axes] = {}, to = 0, from = 0, index = 0;
  for (std::int64_t rest = begin, k = j.rank; k-- > 0; rest /= j.shape[k]) {
    at[k] = rest % j.shape[k];
    to += at[k] * j.to_stride[k], from += at[k] * j.from_stride[k], index += at[k] * j.index_stride[k];
  }
  for (; begin < end; ++begin) {
    std::int64_t i = 0;
    if (j.index_bytes == 8) {
      std::memcpy(&i, j.index + index, 8);
    } else {
      std::int32_t narrow = 0;
      std::memcpy(&narrow, j.index + index, 4);
      i = narrow;
    }
    if (i < 0 || i >= j.extent) {
      i %= j.extent;
      if (i < 0) i += j.extent;
    }
    std::memcpy(j.to + to, j.from + from + i * j.step, static_cast<std::size_t>(j.row_bytes));
    for (int k = j.rank; k-- > 0;) {
      to += j.to_stride[k], from += j.from_stride[k], index += j.index_stride[k];
      if (++at[k] < j.shape[k]) break;
      to -= at[k] * j.to_stride[k], from -= at[k] * j.from_stride[k], index -= at[k] * j.index_stride[k];
      at[k] = 0;
    }
  }
}

void copy_now(rows_job const& j) {
  std::int64_t const n = rows_of(j), row_ns = 5 + j.row_bytes / 8;
  runtime::parallel_for(
      n, 1, n * row_ns,
      [](void* job, std::int64_t begin, std::int64_t end) {
        copy_part(*static_cast<rows_job const*>(job), begin, end);
      },
      const_cast<rows_job*>(&j));
}

}  // namespace

void copy_rows(rows_job const& job) {
  std::int64_t const bytes = rows_of(job) * job.row_bytes;
  runtime::count_launch(bytes, bytes);
  runtime::record<copy_now>(job);
}

}  // namespace cp::library
