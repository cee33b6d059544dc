// Memory sources for tests: one that counts, checks what comes back, and fails when told to.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include <fuse/runtime/memory_pool.hpp>

namespace tests {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// Host memory; the take after `left` more fails, and all that follow while `left` is not raised.
struct counting_source : cp::memory_source {
  std::int64_t left = never;
  std::int64_t takes = 0, gives = 0, wrong = 0, held_bytes = 0;
  std::map<void*, std::int64_t> held;

  void* take(std::int64_t bytes, int) noexcept override {
    if (left <= 0) return nullptr;
    --left;
    ++takes;
    void* const p = std::aligned_alloc(4096, static_cast<std::size_t>((bytes + 4095) / 4096 * 4096));
    held[p] = bytes;
    held_bytes += bytes;
    return p;
  }
  void give(void* data, std::int64_t bytes, int) noexcept override {
    auto const found = held.find(data);
    if (found == held.end() || found->second != bytes) {
      ++wrong;
      return;
    }
    held.erase(found);
    held_bytes -= bytes;
    ++gives;
    std::free(data);
  }
};

/// The host pool draws on `source` for a scope, and on nothing cached before it.
class with_source {
 public:
  explicit with_source(cp::memory_source& source) { cp::host_pool().set_source(&source); }
  ~with_source() { cp::host_pool().set_source(nullptr); }
  with_source(with_source const&) = delete;
  with_source& operator=(with_source const&) = delete;
};

/// What a hook throws.
struct refused : std::runtime_error {
  refused() : std::runtime_error("refused by the hook") {}
};

/// A hook of the host pool that lets `left` allocations pass and refuses the next, and keeps the sum of what is held.
class refusing_hook {
 public:
  refusing_hook() { cp::host_pool().set_hook(called, this); }
  ~refusing_hook() { cp::host_pool().set_hook(nullptr, nullptr); }
  refusing_hook(refusing_hook const&) = delete;
  refusing_hook& operator=(refusing_hook const&) = delete;

  std::int64_t left = never, allocations = 0, sum = 0;

 private:
  static void called(cp::memory_kind, std::int64_t bytes, void* context) {
    auto& h = *static_cast<refusing_hook*>(context);
    if (bytes >= 0) {
      if (h.left-- <= 0) throw refused();
      ++h.allocations;
    }
    h.sum += bytes;
  }
};

}  // namespace tests
