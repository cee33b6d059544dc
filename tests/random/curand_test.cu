// XORWOW and MRG32k3a against cuRAND itself, where its header is installed.
#include <doctest/doctest.h>

#include <fuse/random.hpp>
#include <vector>

#if __has_include(<curand_kernel.h>)
#include <curand_kernel.h>

namespace {

/// `n` words of as many threads, each of which skips to its own.
template <class State>
__global__ void draw(std::uint32_t* to, unsigned long long seed, unsigned long long stream, unsigned long long first,
                     int n) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  State s;
  curand_init(seed, stream, first + static_cast<unsigned long long>(i), &s);
  to[i] = curand(&s);
}

template <class State, class Bits>
void compare() {
  constexpr int n = 4000;
  for (std::uint64_t const seed : {std::uint64_t{0}, std::uint64_t{42}, (std::uint64_t{1} << 40) + 3})
    for (std::uint32_t const stream : {0u, 3u})
      for (std::uint64_t const block : {std::uint64_t{0}, std::uint64_t{1} << 30}) {
        auto const expected = cp::empty<std::uint32_t>(n);
        draw<State><<<(n + 127) / 128, 128, 0, static_cast<cudaStream_t>(cp::current_stream().handle)>>>(
            expected.data(), seed, stream, 4 * block, n);
        REQUIRE(cudaGetLastError() == cudaSuccess);
        Bits bits(cp::random::bit_state{seed, block, stream, 0});
        CHECK(cp::all(bits.random_raw(n) == expected).item());
      }
}

}  // namespace

TEST_CASE("words are cuRAND's") {
  compare<curandStateXORWOW, cp::random::XORWOW>();
  compare<curandStateMRG32k3a, cp::random::MRG32k3a>();
}
#else
TEST_CASE("words are cuRAND's" * doctest::skip()) {}
#endif
