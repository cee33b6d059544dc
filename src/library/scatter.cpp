// Storing elements at places on the host: threads share the places, so that of those that meet one thread has all.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fuse/library/scatter.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>
#include <type_traits>

namespace cp::library {

namespace {

constexpr std::int64_t element_ns = 2;  // what storing an element takes, about
constexpr std::int64_t close_piece = 32;
constexpr std::int64_t ahead = 16;       // keys whose places are fetched before they are written
constexpr std::int64_t some_keys = 256;  // looked through at once for those of a thread

std::int64_t block_of(scatter_job const& j) {
  std::int64_t n = 1;
  for (int k = 0; k < j.rank; ++k) n *= j.extent[k];
  return n;
}

/// The same job with axes of extent 1 left out and those joined that lie behind each other on both sides.
scatter_job simplified(scatter_job const& job) {
  scatter_job j = job;
  j.rank = 0;
  for (int k = 0; k < job.rank; ++k) {
    if (job.extent[k] == 1) continue;
    int const last = j.rank - 1;
    if (last >= 0 && j.stride[last] == job.stride[k] * job.extent[k] &&
        j.value_stride[last] == job.value_stride[k] * job.extent[k]) {
      j.extent[last] *= job.extent[k];
    } else {
      j.extent[j.rank++] = job.extent[k];
    }
    j.stride[j.rank - 1] = job.stride[k], j.value_stride[j.rank - 1] = job.value_stride[k];
  }
  return j;
}

/// Copies the elements [first, last) of a block.
template <class Copy>
void copy_block(scatter_job const& j, std::int64_t first, std::int64_t last, unsigned char* to,
                unsigned char const* from, Copy const& copy) {
  if (j.rank == 0) return copy(to, from);
  int const inner = j.rank - 1;
  std::int64_t const n = j.extent[inner];
  while (first < last) {
    std::int64_t rest = first / n, at = first % n, offset = 0, source = 0;
    for (int k = inner; k-- > 0; rest /= j.extent[k]) {
      std::int64_t const i = rest % j.extent[k];
      offset += i * j.stride[k], source += i * j.value_stride[k];
    }
    std::int64_t const stop = std::min(n, at + (last - first));
    first += stop - at;
    if (j.stride[inner] == 1 && j.value_stride[inner] == 1) {
      std::memcpy(to + (offset + at) * j.itemsize, from + (source + at) * j.itemsize,
                  static_cast<std::size_t>((stop - at) * j.itemsize));
      continue;
    }
    for (; at < stop; ++at)
      copy(to + (offset + at * j.stride[inner]) * j.itemsize,
           from + (source + at * j.value_stride[inner]) * j.itemsize);
  }
}

/// Elements up to so many bytes from each other are in the nearer caches: to store one takes no longer than to see
/// whose it is.
constexpr std::int64_t near_bytes = 1 << 20;
/// Whether some keys, which stand for all, are that near to each other.
bool are_near(scatter_job const& j) {
  constexpr std::int64_t asked = 64;
  std::int64_t low = j.keys[0], high = low;
  for (std::int64_t i = 0, step = std::max<std::int64_t>(1, j.count / asked); i < j.count; i += step)
    low = std::min(low, j.keys[i]), high = std::max(high, j.keys[i]);
  return (high - low) * std::abs(j.step) <= near_bytes / j.itemsize;
}

/// Single elements, those whose keys are of [begin, end).
template <class Copy>
void store_elements(scatter_job const& j, std::int64_t begin, std::int64_t end, Copy const& copy) {
  auto* const to = static_cast<unsigned char*>(j.to);
  auto const* const from = static_cast<unsigned char const*>(j.values);
  std::int64_t const* const keys = j.keys;
  std::int64_t const step = j.step * j.itemsize, next = j.value_step * j.itemsize, n = j.count;
  if (begin == 0 && end == j.span) {
    for (std::int64_t i = 0; i < n; ++i) {
      if (i + ahead < n) __builtin_prefetch(to + keys[i + ahead] * step, 1);
      copy(to + keys[i] * step, from + i * next);
    }
    return;
  }
  // Found without branches, which nobody could predict, and fetched all at once.
  std::int64_t mine[some_keys];
  auto const length = static_cast<std::uint64_t>(end - begin);
  for (std::int64_t i = 0; i < n;) {
    std::int64_t const stop = std::min(n, i + some_keys);
    int found = 0;
    for (; i < stop; ++i) {
      mine[found] = i;
      found += static_cast<std::uint64_t>(keys[i] - begin) < length ? 1 : 0;
    }
    for (int m = 0; m < found; ++m) __builtin_prefetch(to + keys[mine[m]] * step, 1);
    for (int m = 0; m < found; ++m) copy(to + keys[mine[m]] * step, from + mine[m] * next);
  }
}

template <class Copy>
void store(scatter_job const& j, Copy const& copy) {
  std::int64_t const block = block_of(j);
  auto* const to = static_cast<unsigned char*>(j.to);
  auto const* const from = static_cast<unsigned char const*>(j.values);
  if (j.rank == 0 && are_near(j)) return store_elements(j, 0, j.span, copy);
  // Threads share the blocks where these are long, else the keys.
  bool const by_block = block >= 256;
  std::int64_t const shared = by_block ? block : j.span;
  // Each of those who share the keys looks at all of them: no more parts than threads.
  std::int64_t const least = by_block ? 64 : std::max<std::int64_t>(1, j.span / std::max(1, host_threads()) + 1);
  auto const run = [&](std::int64_t begin, std::int64_t end) {
    if (j.rank == 0) return store_elements(j, begin, end, copy);
    bool const all = by_block || (begin == 0 && end == j.span);
    std::int64_t const last = by_block ? end : block;
    // Where neighbours of a block are farther apart than keys, all keys take a piece of their blocks, then the next
    // one.
    std::int64_t const piece = j.keys_are_close() ? close_piece : last;
    auto const place = [&](std::int64_t i) { return to + j.keys[i] * j.step * j.itemsize; };
    for (std::int64_t first = by_block ? begin : 0; first < last; first += piece) {
      auto const store_one = [&](std::int64_t i) {
        copy_block(j, first, std::min(last, first + piece), place(i), from + i * j.value_step * j.itemsize, copy);
      };
      if (all) {
        for (std::int64_t i = 0; i < j.count; ++i) {
          if (i + ahead < j.count) __builtin_prefetch(place(i + ahead), 1);
          store_one(i);
        }
        continue;
      }
      // Found without branches, which nobody could predict, and fetched all at once.
      std::int64_t mine[some_keys];
      for (std::int64_t i = 0; i < j.count;) {
        std::int64_t const stop = std::min(j.count, i + some_keys);
        int found = 0;
        for (; i < stop; ++i) {
          mine[found] = i;
          found += int(j.keys[i] >= begin) & int(j.keys[i] < end);
        }
        for (int m = 0; m < found; ++m) __builtin_prefetch(place(mine[m]), 1);
        for (int m = 0; m < found; ++m) store_one(mine[m]);
      }
    }
  };
  runtime::parallel_for(
      shared, least, j.count * block * element_ns,
      [](void* c, std::int64_t begin, std::int64_t end) { (*static_cast<decltype(run)*>(c))(begin, end); },
      const_cast<void*>(static_cast<void const*>(&run)));
}

void store_now(scatter_job const& j) {
  auto const by = [&]<int Bytes>(std::integral_constant<int, Bytes>) {
    store(j, [](unsigned char* to, unsigned char const* from) { std::memcpy(to, from, Bytes); });
  };
  switch (j.itemsize) {
    case 1:
      return by(std::integral_constant<int, 1>{});
    case 2:
      return by(std::integral_constant<int, 2>{});
    case 4:
      return by(std::integral_constant<int, 4>{});
    case 8:
      return by(std::integral_constant<int, 8>{});
    case 16:
      return by(std::integral_constant<int, 16>{});
    default:
      return store(j, [n = static_cast<std::size_t>(j.itemsize)](unsigned char* to, unsigned char const* from) {
        std::memcpy(to, from, n);
      });
  }
}

}  // namespace

void scatter(memory_kind kind, scatter_job const& job) {
  scatter_job const j = simplified(job);
  std::int64_t const bytes = j.count * block_of(j) * j.itemsize;
  if (bytes == 0) return;
  runtime::count_launch((j.value_step != 0 ? bytes : bytes / j.count) + j.count * 8, bytes);
  if (kind != memory_kind::host)
    scatter_on_device(j);
  else
    runtime::record<store_now>(j);
}

}  // namespace cp::library
