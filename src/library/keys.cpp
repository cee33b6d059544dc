// Bringing equal keys together on the host: counts, their sums, places.
#include <algorithm>
#include <fuse/library/keys.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>
#include <new>
#include <utility>
#include <vector>

namespace cp::library {

namespace {

struct keys_job {
  std::uint32_t const* keys;
  std::int64_t n, count;
  void* order;
  bool wide;
  std::int64_t* offsets;
};

/// Parts of the keys that threads count and place side by side; the order does not depend on how many there are.
struct key_parts {
  std::int64_t count, length;
};
key_parts parts_of(keys_job const& j) {
  std::int64_t const most = std::min<std::int64_t>(host_threads(), j.n / std::max<std::int64_t>(1 << 14, 4 * j.count));
  std::int64_t const parts = std::max<std::int64_t>(1, most);
  return {parts, (j.n + parts - 1) / parts};
}

template <class Use>
void for_parts(key_parts const& p, std::int64_t n, Use const& use) {
  auto const run = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t part = begin; part < end; ++part) use(part, part * p.length, std::min(n, (part + 1) * p.length));
  };
  runtime::parallel_for(
      p.count, 1, n,
      [](void* c, std::int64_t begin, std::int64_t end) { (*static_cast<decltype(run)*>(c))(begin, end); },
      const_cast<void*>(static_cast<void const*>(&run)));
}

template <class Index>
void group(keys_job const& j) {
  key_parts const p = parts_of(j);
  std::size_t const keys = static_cast<std::size_t>(j.count) + 1;
  std::vector<std::int64_t> next(keys * static_cast<std::size_t>(p.count), 0);
  auto const of_part = [&](std::int64_t part) { return next.data() + static_cast<std::size_t>(part) * keys; };
  for_parts(p, j.n, [&](std::int64_t part, std::int64_t begin, std::int64_t end) {
    std::int64_t* const counts = of_part(part);
    for (std::int64_t i = begin; i < end; ++i) ++counts[j.keys[i]];
  });
  std::int64_t sum = 0;
  for (std::int64_t s = 0; s <= j.count; ++s) {
    j.offsets[s] = sum;
    for (std::int64_t part = 0; part < p.count; ++part) sum += std::exchange(of_part(part)[s], sum);
  }
  Index* const order = static_cast<Index*>(j.order);
  for_parts(p, j.n, [&](std::int64_t part, std::int64_t begin, std::int64_t end) {
    std::int64_t* const places = of_part(part);
    for (std::int64_t i = begin; i < end; ++i) order[places[j.keys[i]]++] = static_cast<Index>(i);
  });
}

void group_now(keys_job const& j) try {
  j.wide ? group<std::int64_t>(j) : group<std::uint32_t>(j);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping((j.count + 1) * parts_of(j).count * 8);
}

}  // namespace

void group_keys(memory_kind kind, std::uint32_t const* keys, std::int64_t n, std::int64_t count, void* order, bool wide,
                std::int64_t* offsets) {
  if (kind != memory_kind::host) return group_device_keys(keys, n, count, order, wide, offsets);
  runtime::count_launch(n * 4, n * (wide ? 8 : 4) + count * 8 + 8);
  keys_job const j{keys, n, count, order, wide, offsets};
  runtime::record<group_now>(j);
}

}  // namespace cp::library
