// Bringing equal keys together on the host: counts, their sums, places.
#include <fuse/runtime/keys.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::runtime {

namespace {

struct keys_job {
  std::uint32_t const* keys;
  std::int64_t n, count;
  void* order;
  bool wide;
  std::int64_t* offsets;
};

template <class Index>
void place(keys_job const& j, std::vector<std::int64_t>& next) {
  Index* const order = static_cast<Index*>(j.order);
  for (std::int64_t i = 0; i < j.n; ++i) order[next[j.keys[i]]++] = static_cast<Index>(i);
}

void group_now(keys_job const& j) {
  std::vector<std::int64_t> next(static_cast<std::size_t>(j.count) + 1, 0);
  for (std::int64_t i = 0; i < j.n; ++i) ++next[j.keys[i]];
  std::int64_t sum = 0;
  for (std::int64_t s = 0; s <= j.count; ++s) {
    std::int64_t const of_key = next[static_cast<std::size_t>(s)];
    j.offsets[s] = next[static_cast<std::size_t>(s)] = sum;
    sum += of_key;
  }
  j.wide ? place<std::int64_t>(j, next) : place<std::uint32_t>(j, next);
}

}  // namespace

void group_keys(memory_kind kind, std::uint32_t const* keys, std::int64_t n, std::int64_t count, void* order, bool wide,
                std::int64_t* offsets) {
  if (kind != memory_kind::host) return group_device_keys(keys, n, count, order, wide, offsets);
  count_launch(n * 4, n * (wide ? 8 : 4) + count * 8 + 8);
  keys_job const j{keys, n, count, order, wide, offsets};
  if (!is_capturing_host()) return group_now(j);
  record(
      [](void const* arguments) {
        keys_job job;
        std::memcpy(&job, arguments, sizeof job);
        group_now(job);
      },
      &j, sizeof j);
}

}  // namespace cp::runtime
