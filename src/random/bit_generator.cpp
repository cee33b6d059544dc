// What generators share between threads and copies: a state behind a lock.
#include <cerrno>
#include <cstdlib>
#include <fuse/random/bit_generator.hpp>
#include <fuse/runtime/storage.hpp>
#include <mutex>
#include <new>
#include <random>
#include <string>

namespace cp::random {

namespace detail {

struct shared_state {
  std::mutex lock;
  bit_state state;
};

std::uint64_t first_seed() {
  char const* const text = std::getenv("CP_SEED");
  if (text == nullptr || *text == '\0') {
    std::random_device entropy;
    return joined(static_cast<std::uint32_t>(entropy()), static_cast<std::uint32_t>(entropy()));
  }
  char* end = nullptr;
  errno = 0;
  unsigned long long const seed = std::strtoull(text, &end, 10);
  if (errno != 0 || *end != '\0' || *text < '0' || *text > '9')
    throw value_error(std::string("cp::random: CP_SEED must be an integer from 0 to 2^64 - 1, not \"") + text + "\"");
  return seed;
}

void throw_negative_seed(std::int64_t seed) {
  throw value_error("cp::random: a seed must not be negative, as " + std::to_string(seed) + " is");
}

}  // namespace detail

BitGenerator::BitGenerator(bit_state const& state) try : state_(std::make_shared<detail::shared_state>()) {
  state_->state = state;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

bit_state BitGenerator::state() const {
  std::lock_guard const guard(state_->lock);
  return state_->state;
}

void BitGenerator::set_state(bit_state const& state) {
  std::lock_guard const guard(state_->lock);
  state_->state = state;
}

bit_state BitGenerator::take_blocks(std::uint64_t blocks) const {
  std::lock_guard const guard(state_->lock);
  bit_state const taken = state_->state;
  state_->state.position += blocks;
  return taken;
}

bit_state BitGenerator::jumped_state(std::uint32_t jumps) const {
  bit_state s = state();
  s.stream += jumps;
  return s;
}

std::vector<bit_state> BitGenerator::spawn_states(std::int64_t n) {
  if (n < 0)
    throw value_error("cp::random::BitGenerator::spawn: the number of generators must not be negative, as " +
                      std::to_string(n) + " is");
  bit_state s;
  {
    std::lock_guard const guard(state_->lock);
    s = state_->state;
    state_->state.spawned += static_cast<std::uint64_t>(n);
  }
  std::vector<bit_state> all;
  philox_key const key(s.key);
  for (std::int64_t i = 0; i < n; ++i) {
    // No draw reaches this counter: it would have drawn anew 2^32 - 1 times.
    std::uint64_t const child = s.spawned + static_cast<std::uint64_t>(i);
    word_block const b =
        philox4x32({{static_cast<std::uint32_t>(child), static_cast<std::uint32_t>(child >> 32), s.stream, ~0u}}, key);
    all.push_back({detail::joined(b.word[0], b.word[1]), 0, 0, 0});
  }
  return all;
}

}  // namespace cp::random
