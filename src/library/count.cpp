// How often each key stands among many: which side counts, and how the host's threads do.
#include <algorithm>
#include <fuse/library/count.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>

namespace cp::library {

namespace {

struct count_job {
  std::uint32_t const* keys;
  std::int64_t n, count;
  std::int64_t* counts;
};

/// Threads count parts of the keys, each in bins of its own.
void count_now(count_job const& j) {
  std::int64_t const most = j.n / std::max<std::int64_t>(1 << 14, 4 * j.count);
  std::int64_t const parts = std::clamp<std::int64_t>(most, 1, host_threads());
  storage_ptr const memory(runtime::allocate(memory_kind::host, (parts - 1) * j.count * 8));
  auto const bins_of = [&](std::int64_t part) {
    return part == 0 ? j.counts : static_cast<std::int64_t*>(memory->data) + (part - 1) * j.count;
  };
  std::int64_t const length = (j.n + parts - 1) / parts;
  auto const run = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t part = begin; part < end; ++part) {
      std::int64_t* const bins = bins_of(part);
      std::fill_n(bins, j.count, 0);
      std::int64_t const last = std::min(j.n, (part + 1) * length);
      for (std::int64_t i = part * length; i < last; ++i)
        if (j.keys[i] < j.count) ++bins[j.keys[i]];
    }
  };
  runtime::parallel_for(
      parts, 1, j.n,
      [](void* c, std::int64_t begin, std::int64_t end) { (*static_cast<decltype(run)*>(c))(begin, end); },
      const_cast<void*>(static_cast<void const*>(&run)));
  for (std::int64_t part = 1; part < parts; ++part)
    for (std::int64_t k = 0; k < j.count; ++k) j.counts[k] += bins_of(part)[k];
}

}  // namespace

void count_keys(memory_kind kind, std::uint32_t const* keys, std::int64_t n, std::int64_t count, std::int64_t* counts) {
  if (count == 0) return;
  if (is_device(kind)) {
    runtime::count_library_call();
    return count_keys_on_device(keys, n, count, counts);
  }
  runtime::count_launch(n * 4, count * 8);
  count_job const j{keys, n, count, counts};
  runtime::record<count_now>(j);
}

}  // namespace cp::library
