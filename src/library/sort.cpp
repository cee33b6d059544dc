// Sorting: which side does it, now or when a graph is launched.
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/library/sort.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>

#include "host_sort.hpp"

namespace cp::library {

namespace {

struct sort_job {
  rows_of what;
  void const* from;
  void* to;
  bool places;
  std::int64_t first = 0, last = -1;  ///< the elements that are asked for; all of them if there are none
};

void sort_now(sort_job const& j) {
  if (j.places)
    argsort_on_host(j.what, j.from, static_cast<std::int64_t*>(j.to));
  else if (j.first <= j.last)
    sort_places_on_host(j.what, j.first, j.last, j.from, j.to);
  else
    sort_on_host(j.what, j.from, j.to);
}

void start(memory_kind kind, sort_job const& j) {
  detail::dtype_row const row = detail::row_of(j.what.dtype);
  if (row.kind == dtype_kind::other) throw dtype_error("cp::sort: a struct has no order; sort by a number made of it");
  if (j.what.rows == 0 || j.what.length == 0) return;
  if (is_device(kind)) {
    runtime::count_library_call();
    if (j.first <= j.last) return sort_places_on_device(j.what, j.first, j.last, j.from, j.to);
    return j.places ? argsort_on_device(j.what, j.from, static_cast<std::int64_t*>(j.to))
                    : sort_on_device(j.what, j.from, j.to);
  }
  std::int64_t const n = j.what.rows * j.what.length;
  runtime::count_launch(n * row.itemsize, n * (j.places ? 8 : row.itemsize));
  runtime::record<sort_now>(j);
}

}  // namespace

void sort(memory_kind kind, rows_of const& what, void const* from, void* to) {
  start(kind, sort_job{what, from, to, false});
}

void sort_places(memory_kind kind, rows_of const& what, std::int64_t first, std::int64_t last, void const* from,
                 void* to) {
  start(kind, sort_job{what, from, to, false, first, last});
}

void argsort(memory_kind kind, rows_of const& what, void const* keys, std::int64_t* order) {
  start(kind, sort_job{what, keys, order, true});
}

}  // namespace cp::library
