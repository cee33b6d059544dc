// Where the elements of an axis come from when some are inserted or left out.
#include <algorithm>
#include <fuse/core/error.hpp>
#include <fuse/ops/inserting.hpp>
#include <new>
#include <numeric>
#include <string>

namespace cp::detail {

std::int64_t place_among(char const* where, std::int64_t i, std::int64_t n) try {
  std::int64_t const j = i < 0 ? i + n : i;
  if (j < 0 || j >= n)
    throw index_error(std::string(where) + ": index " + std::to_string(i) + " is out of bounds for an axis of " +
                      std::to_string(n) + " elements");
  return j;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::vector<std::int64_t> inserted_places(std::vector<std::int64_t> indices, std::int64_t n, std::int64_t count) try {
  for (std::int64_t& i : indices) i = i == n ? n : place_among("cp::insert", i, n);
  if (indices.size() == 1) indices.resize(static_cast<std::size_t>(count), indices[0]);
  std::vector<std::size_t> order(indices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return indices[a] < indices[b]; });
  std::vector<std::int64_t> from;
  from.reserve(static_cast<std::size_t>(n + count));
  auto next = order.begin();
  for (std::int64_t i = 0; i <= n; ++i) {
    for (; next != order.end() && indices[*next] == i; ++next) from.push_back(n + static_cast<std::int64_t>(*next));
    if (i < n) from.push_back(i);
  }
  return from;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::vector<std::int64_t> places_left(std::vector<std::int64_t> const& indices, std::int64_t n) try {
  std::vector<bool> goes(static_cast<std::size_t>(n));
  for (std::int64_t const i : indices) goes[static_cast<std::size_t>(place_among("cp::delete_", i, n))] = true;
  std::vector<std::int64_t> from;
  for (std::int64_t i = 0; i < n; ++i)
    if (!goes[static_cast<std::size_t>(i)]) from.push_back(i);
  return from;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::detail
