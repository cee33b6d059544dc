// Values of other lanes of a warp, of any type. All lanes of the warp call these.
#pragma once

namespace cp::kernels::device {

/// Every word of a value as exchange(word) brings it.
template <class A, class Exchange>
__device__ __forceinline__ A exchanged(A const& a, Exchange const& exchange) {
  constexpr int words = (int(sizeof(A)) + 3) / 4;
  unsigned int w[words] = {};
  __builtin_memcpy(w, &a, sizeof a);
#pragma unroll
  for (int i = 0; i < words; ++i) w[i] = exchange(w[i]);
  A other;
  __builtin_memcpy(&other, w, sizeof other);
  return other;
}
/// What lane `lane` has, of each `lanes` neighbouring lanes.
template <class A>
__device__ __forceinline__ A from_lane(A const& a, int lane, int lanes = 32) {
  return exchanged(a, [&](unsigned int w) { return __shfl_sync(0xffffffffu, w, lane, lanes); });
}
/// What the lane `apart` lanes before has, of each `lanes` neighbouring lanes; the first ones keep what they have.
template <class A>
__device__ __forceinline__ A from_lane_before(A const& a, int apart, int lanes = 32) {
  return exchanged(a,
                   [&](unsigned int w) { return __shfl_up_sync(0xffffffffu, w, static_cast<unsigned>(apart), lanes); });
}
/// What the lane `apart` lanes further on has; the last ones keep what they have.
template <class A>
__device__ __forceinline__ A from_lane_behind(A const& a, int apart) {
  return exchanged(a, [&](unsigned int w) { return __shfl_down_sync(0xffffffffu, w, static_cast<unsigned>(apart)); });
}

}  // namespace cp::kernels::device
