// Memory of any kind that runs out when told to.
#pragma once

#include <cstdint>
#include <stdexcept>

#include <fuse/runtime/memory_pool.hpp>

namespace tests {

struct refused_memory : std::runtime_error {
  refused_memory() : std::runtime_error("refused") {}
};

/// Of one kind of memory, lets `left` allocations pass and refuses the next, for a scope.
class refusals {
 public:
  refusals(cp::memory_kind kind, std::int64_t left) : pool_(kind), left_(left) { pool_.set_hook(called, this); }
  ~refusals() { pool_.set_hook(nullptr, nullptr); }
  refusals(refusals const&) = delete;
  refusals& operator=(refusals const&) = delete;

 private:
  static void called(cp::memory_kind, std::int64_t bytes, void* context) {
    if (bytes >= 0 && static_cast<refusals*>(context)->left_-- == 0) throw refused_memory();
  }
  cp::memory_pool pool_;
  std::int64_t left_;
};

}  // namespace tests
