// What a thread holds: vectors of the program's inputs in registers, and the context that a program reads them through.
#pragma once

#include <cstdint>
#include <utility>

#include <fuse/expr/program.hpp>

namespace cp::kernels::device {

template <class T, int Width>
struct alignas(sizeof(T) * Width >= 16 ? (alignof(T) > 16 ? alignof(T) : 16) : (sizeof(T) * Width > alignof(T) && (sizeof(T) * Width & (sizeof(T) * Width - 1)) == 0 ? sizeof(T) * Width : alignof(T))) vector {
  T v[Width];
};

/// Values of one input: `Width` elements for each of `Rows` rows.
template <int I, class Kind, int Width>
struct slot {
  typename Kind::type v[Width];
};
template <int I, class T, int Width>
struct slot<I, program::single<T>, Width> {
  T v[1];
};

template <class Sequence, int Width, class... Kind>
struct values;
template <int... I, int Width, class... Kind>
struct values<std::integer_sequence<int, I...>, Width, Kind...> : slot<I, Kind, Width>... {};

template <int I, class Kind, int Width>
__device__ __forceinline__ slot<I, Kind, Width>& slot_of(slot<I, Kind, Width>& s) {
  return s;
}

/// Element `V` of the values, for a program.
template <class Values, int Width>
struct context {
  Values const& in;
  unsigned char const* scalars;
  int v;

  template <int I>
  __device__ __forceinline__ auto get() const {
    return pick<I>(in);
  }
  template <int Offset, class T>
  __device__ __forceinline__ T const& scalar() const {
    return *reinterpret_cast<T const*>(scalars + Offset);
  }

 private:
  template <int I, class Kind>
  __device__ __forceinline__ auto pick(slot<I, Kind, Width> const& s) const {
    return s.v[v];
  }
  template <int I, class T>
  __device__ __forceinline__ auto pick(slot<I, program::single<T>, Width> const& s) const {
    return s.v[0];
  }
};

template <class Kind>
constexpr bool is_single = false;
template <class T>
constexpr bool is_single<program::single<T>> = true;
template <class Kind>
constexpr bool is_positions = false;
template <>
inline constexpr bool is_positions<program::positions> = true;

}  // namespace cp::kernels::device
