// Elements where a mask is true: which side finds them, and how the host's threads do.
#include <algorithm>
#include <cstring>
#include <fuse/library/select.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>
#include <type_traits>
#include <utility>

namespace cp::library {

namespace {

constexpr std::int64_t part_length = 1 << 14;

struct select_job {
  selection s;
  void* to;
  std::int64_t* count;
};

/// body(part) for parts of the elements, side by side.
template <class Body>
void for_parts(std::int64_t parts, std::int64_t n, Body const& body) {
  auto const run = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) body(p);
  };
  runtime::parallel_for(
      parts, 1, 2 * n,
      [](void* c, std::int64_t begin, std::int64_t end) { (*static_cast<decltype(run)*>(c))(begin, end); },
      const_cast<void*>(static_cast<void const*>(&run)));
}

/// Elements of T, or of as many bytes as they say where T is void; without values their places.
template <class T>
void move_part(selection const& s, std::int64_t begin, std::int64_t end, void* to, std::int64_t at) {
  for (std::int64_t i = begin; i < end; ++i) {
    if constexpr (std::is_void_v<T>) {
      if (s.mask[i])
        std::memcpy(static_cast<char*>(to) + at * s.itemsize, static_cast<char const*>(s.values) + i * s.itemsize,
                    static_cast<std::size_t>(s.itemsize));
    } else {
      if (s.mask[i])
        static_cast<T*>(to)[at] = s.values == nullptr ? static_cast<T>(i) : static_cast<T const*>(s.values)[i];
    }
    at += s.mask[i] ? 1 : 0;
  }
}

void move_part(selection const& s, std::int64_t begin, std::int64_t end, void* to, std::int64_t at) {
  if (s.values == nullptr || s.itemsize == 8)
    move_part<std::int64_t>(s, begin, end, to, at);
  else if (s.itemsize == 4)
    move_part<std::int32_t>(s, begin, end, to, at);
  else
    move_part<void>(s, begin, end, to, at);
}

void select_now(select_job const& j) {
  selection const& s = j.s;
  std::int64_t const parts = (s.n + part_length - 1) / part_length;
  storage_ptr const memory(runtime::allocate(memory_kind::host, (parts + 1) * 8));
  auto* const first = static_cast<std::int64_t*>(memory->data);
  for_parts(parts, s.n, [&](std::int64_t p) {
    std::int64_t const end = std::min(s.n, (p + 1) * part_length);
    first[p] = std::count(s.mask + p * part_length, s.mask + end, true);
  });
  std::int64_t sum = 0;
  for (std::int64_t p = 0; p < parts; ++p) sum += std::exchange(first[p], sum);
  *j.count = sum;
  for_parts(parts, s.n, [&](std::int64_t p) {
    move_part(s, p * part_length, std::min(s.n, (p + 1) * part_length), j.to, first[p]);
  });
}

}  // namespace

void select(memory_kind kind, selection const& s, void* to, std::int64_t* count) {
  if (is_device(kind)) {
    runtime::count_library_call();
    return select_on_device(s, to, count);
  }
  runtime::count_launch(s.n * (1 + (s.values == nullptr ? 0 : s.itemsize)), 8);
  select_job const j{s, to, count};
  runtime::record<select_now>(j);
}

}  // namespace cp::library
