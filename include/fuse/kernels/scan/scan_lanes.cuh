// What the threads of a warp do together in the CUDA scanning kernels: scan a value each, and store their vectors.
#pragma once

#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/strided.cuh>
#include <fuse/kernels/lanes.cuh>
#include <fuse/program/scanned.hpp>
#include <type_traits>

namespace cp::kernels::device {

/// What the elements that a warp scans at once come to exactly, if that is less than the accumulator: sums of narrow
/// integers in half of the shuffles.
template <class Scanned>
struct scanned_within {
  using type = typename Scanned::accumulator;
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return Scanned::combine(a, b);
  }
};
template <class Op, class A, class T, class P>
requires(std::is_integral_v<A> && sizeof(A) == 8 &&
         !std::is_void_v<typename Op::template few<
             typename program::type_of<P>::type>>) struct scanned_within<program::scanned<Op, A, T, P>> {
  using type = typename Op::template few<typename program::type_of<P>::type>;
  FUSE_HD static type combine(type a, type b) { return Op::combine(a, b); }
};

#ifdef __CUDA_ARCH__
/// Inclusive scan of one value a lane.
template <class Scanned, class A>
__device__ __forceinline__ A scan_lanes(A a, int lane, int lanes) {
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    A const other = from_lane_before(a, d, lanes);
    if (lane >= d && d < lanes) a = Scanned::combine(other, a);
  }
  return a;
}
/// One of two values. That compilers may not know why keeps them from making branches of conditions and moving shuffles
/// into these, where threads of a warp part.
template <class A>
__device__ __forceinline__ A choose(bool first, A const& a, A const& b) {
  constexpr int words = (int(sizeof(A)) + 3) / 4;
  unsigned int w[words] = {}, other[words] = {}, which = first ? 1 : 0;
  asm volatile("" : "+r"(which));
  __builtin_memcpy(w, &a, sizeof a);
  __builtin_memcpy(other, &b, sizeof b);
#pragma unroll
  for (int i = 0; i < words; ++i) w[i] = which != 0 ? w[i] : other[i];
  A chosen;
  __builtin_memcpy(&chosen, w, sizeof chosen);
  return chosen;
}

/// Stores the vector of each lane that is `there`; the next lane's lies behind it, of each `lanes` lanes. Where vectors
/// take 32 bytes two lanes store halves of each other's, since a warp's store of all first halves would write every
/// sector of memory in parts. All lanes of the warp call it. `Once`: see store_once.
template <bool Once, class V>
__device__ __forceinline__ void store_side_by_side(V* to, V const& x, bool there, int lane, int lanes) {
  if constexpr (sizeof(V) == 32 && least_alignment<V> >= 16) {
    auto const other = [](unsigned int word) { return __shfl_xor_sync(0xffffffffu, word, 1); };
    bool const odd = (lane & 1) != 0, next = other(there ? 1u : 0u) != 0, both = lanes > 1 && there && next;
    unsigned int w[8], first[4], second[4];
    __builtin_memcpy(w, &x, sizeof x);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      unsigned int const got = other(odd ? w[i] : w[4 + i]);
      first[i] = odd ? got : w[i];
      second[i] = odd ? w[4 + i] : got;
    }
    if (both) {
      auto* const at = reinterpret_cast<uint4*>(to) - (odd ? 1 : 0);
      at[0] = make_uint4(first[0], first[1], first[2], first[3]);
      at[2] = make_uint4(second[0], second[1], second[2], second[3]);
      return;
    }
  }
  if (!there) return;
  if constexpr (Once)
    store_once(to, x);
  else
    store_lying(to, x);
}

/// A scanned element as arrays have it: compilers do not join how it was computed with what is computed from it.
template <class T>
__device__ __forceinline__ T as_stored(T const& value) {
  if constexpr (std::is_integral_v<T> || sizeof(T) % 4 != 0) return value;
  return exchanged(value, [](unsigned int word) {
    asm("" : "+r"(word));
    return word;
  });
}
#endif

}  // namespace cp::kernels::device
