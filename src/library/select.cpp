// Elements where a mask is true: which side finds them, and how the host's threads do.
#include <algorithm>
#include <cstring>
#include <fuse/library/select.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>
#include <type_traits>
#include <utility>

#include "host_copy.hpp"

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

/// Elements of T; without values their places. They are collected without branches, which of most masks nobody could
/// predict, eight a step where any of them is wanted.
template <class T>
void move_elements(selection const& s, std::int64_t begin, std::int64_t end, T* to) {
  constexpr int room = 256, step = 8;
  T here[room + step];
  int found = 0;
  auto const* const from = static_cast<T const*>(s.values);
  auto const take = [&](std::int64_t i) {
    if constexpr (std::is_same_v<T, std::int64_t>)
      here[found] = from == nullptr ? i : from[i];
    else
      here[found] = from[i];
    found += s.mask[i] ? 1 : 0;
  };
  std::int64_t i = begin;
  for (; i + step <= end; i += step) {
    std::uint64_t wanted;
    std::memcpy(&wanted, s.mask + i, step);
    if (wanted == 0) continue;
    for (int k = 0; k < step; ++k) take(i + k);
    if (found < room) continue;
    std::memcpy(to, here, static_cast<std::size_t>(found) * sizeof(T));
    to += found;
    found = 0;
  }
  for (; i < end; ++i) take(i);
  std::memcpy(to, here, static_cast<std::size_t>(found) * sizeof(T));
}

void move_part(selection const& s, std::int64_t begin, std::int64_t end, void* to, std::int64_t at) {
  if (s.values == nullptr) return move_elements(s, begin, end, static_cast<std::int64_t*>(to) + at);
  if (with_type_of(s.itemsize, [&]<class T>(T) { move_elements(s, begin, end, static_cast<T*>(to) + at); })) return;
  auto const size = static_cast<std::size_t>(s.itemsize);
  char* p = static_cast<char*>(to) + at * s.itemsize;
  for (std::int64_t i = begin; i < end; ++i) {
    if (!s.mask[i]) continue;
    std::memcpy(p, static_cast<char const*>(s.values) + i * s.itemsize, size);
    p += size;
  }
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
