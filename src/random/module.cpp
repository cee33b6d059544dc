// The generator that the functions of cp::random share.
#include <algorithm>
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/random/module.hpp>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/fork.hpp"

namespace cp::random {

namespace {

struct global {
  std::mutex lock;
  Philox4x3210 bits;
};
global& shared() {
  static auto* const g = [] {  // never destroyed: arrays may outlive main
    auto* const made = new global;
    runtime::lock_in_forks(made->lock, runtime::lock_floor::random);
    return made;
  }();
  return *g;
}
[[maybe_unused]] bool const made = runtime::make_before_forks([] { (void)shared(); });

}  // namespace

namespace detail {

Philox4x3210 global_bits() {
  global& g = shared();
  std::lock_guard const guard(g.lock);
  return g.bits;
}

void set_global_bits(Philox4x3210 bits) {
  global& g = shared();
  std::lock_guard const guard(g.lock);
  g.bits = std::move(bits);
}

}  // namespace detail

std::vector<unsigned char> bytes(std::int64_t n) {
  if (n < 0)
    throw value_error("cp::random::bytes: the number of bytes must not be negative, as " + std::to_string(n) + " is");
  std::vector<unsigned char> all(static_cast<std::size_t>(n));
  philox_stream const s = detail::global_bits().take((static_cast<std::uint64_t>(n) + 15) / 16);
  for (std::size_t i = 0; i < all.size(); i += 16) {
    word_block const b = s.block(i / 16);
    std::memcpy(all.data() + i, b.word, std::min<std::size_t>(16, all.size() - i));
  }
  return all;
}

}  // namespace cp::random
