// Copies, fills and memory of the host.
#include "host_copy.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/parallel.hpp>

namespace cp::runtime {

namespace {

constexpr std::int64_t copy_step = 4096;                                   // bytes
constexpr std::int64_t time_of(std::int64_t bytes) { return bytes / 16; }  // nanoseconds, from a cache

struct copy_arguments {
  void* to;
  void const* from;
  std::int64_t bytes;
};
struct set_arguments {
  void* to;
  int value;
  std::int64_t bytes;
};

void copy_now(void const* arguments) {
  auto const& a = *static_cast<copy_arguments const*>(arguments);
  bool const overlap = static_cast<char const*>(a.from) < static_cast<char*>(a.to) + a.bytes &&
                       static_cast<char*>(a.to) < static_cast<char const*>(a.from) + a.bytes;
  if (overlap) {
    std::memmove(a.to, a.from, static_cast<std::size_t>(a.bytes));
    return;
  }
  parallel_for(
      a.bytes, copy_step, time_of(a.bytes),
      [](void* c, std::int64_t begin, std::int64_t end) {
        auto const& x = *static_cast<copy_arguments const*>(c);
        std::memcpy(static_cast<char*>(x.to) + begin, static_cast<char const*>(x.from) + begin,
                    static_cast<std::size_t>(end - begin));
      },
      const_cast<copy_arguments*>(&a));
}

void set_now(void const* arguments) {
  auto const& a = *static_cast<set_arguments const*>(arguments);
  parallel_for(
      a.bytes, copy_step, time_of(a.bytes),
      [](void* c, std::int64_t begin, std::int64_t end) {
        auto const& x = *static_cast<set_arguments const*>(c);
        std::memset(static_cast<char*>(x.to) + begin, x.value, static_cast<std::size_t>(end - begin));
      },
      const_cast<set_arguments*>(&a));
}

struct system_source : memory_source {
  void* take(std::int64_t bytes, int) noexcept override {
    std::int64_t const huge = std::int64_t{2} << 20;
    std::int64_t const alignment = bytes >= huge ? huge : 4096;
    std::int64_t const size = (bytes + alignment - 1) / alignment * alignment;
    void* const p = std::aligned_alloc(static_cast<std::size_t>(alignment), static_cast<std::size_t>(size));
    if (p != nullptr && bytes >= huge) madvise(p, static_cast<std::size_t>(size), MADV_HUGEPAGE);
    return p;
  }
  void give(void* data, std::int64_t, int) noexcept override { std::free(data); }
};

}  // namespace

memory_source* host_source() {
  static auto* const s = new system_source;
  return s;
}

void host_copy(void* to, void const* from, std::int64_t bytes) {
  if (bytes <= 0) return;
  copy_arguments const a{to, from, bytes};
  if (bytes > 16) count_copy();
  if (is_capturing())
    record(copy_now, &a, sizeof a);
  else
    copy_now(&a);
}

void host_set(void* to, int value, std::int64_t bytes) {
  if (bytes <= 0) return;
  set_arguments const a{to, value, bytes};
  count_copy();
  if (is_capturing())
    record(set_now, &a, sizeof a);
  else
    set_now(&a);
}

}  // namespace cp::runtime
