// Loads and stores of the strided form: single elements, vectors on their boundary, and vectors that lie anywhere.
#pragma once

#include <cstdint>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/words.cuh>
#include <utility>

namespace cp::kernels::device {

/// Steps of an operand's address: bytes of an element, or 1 for what is computed from its place.
template <class K>
constexpr int address_unit = is_computed<K> ? 1 : int(sizeof(typename K::type));

#ifdef __CUDA_ARCH__
/// Loads `Width` elements along the inner axis, from the address of the first. In the scalar path `Width` is 1; in the
/// vector path every array is one vector or one element for all of it, which is spread before it is used (see spread;
/// copying it here would wait for the load). `Once`: nobody reads the vector again.
template <class K, int I, int Width, bool Once = false>
__device__ __forceinline__ void load_along(slot<I, K, Width>& s, char const* p, bool splat) {
  using T = typename K::type;
  if constexpr (is_single<K>) {
    s.v[0] = *reinterpret_cast<T const*>(p);
  } else if constexpr (is_computed<K>) {
    return;  // see computed_inputs
  } else if constexpr (Width == 1) {
    auto const* const from = reinterpret_cast<T const*>(p);
    s.v[0] = Once ? load_once(from) : *from;
  } else if constexpr (std::is_same_v<T, float16>) {
    load_pairs<K, I, Width, Once>(s, p, splat);
  } else if (splat) {
    s.v[0] = *reinterpret_cast<T const*>(p);
  } else {
    auto const* const from = reinterpret_cast<vector<T, Width> const*>(p);
    auto const w = Once ? load_once(from) : *from;
#pragma unroll
    for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
  }
}

/// Spreads what load_along has loaded as one element for all of a vector.
template <class K, int I, int Width>
__device__ __forceinline__ void spread_loaded(slot<I, K, Width>& s, bool splat) {
  if constexpr (is_loaded<K> && Width > 1) spread(s, splat);
}

/// The same from any address: as single elements, narrow ones as the words that hold some of them.
template <class K, int I, int Width>
__device__ __forceinline__ void load_loose(slot<I, K, Width>& s, char const* p) {
  using T = typename K::type;
  if constexpr (!is_loaded<K>) {
    load_along<K, I, Width>(s, p, false);
  } else if constexpr (sizeof(T) <= 2 && Width * sizeof(T) % 4 == 0) {
    load_words(s.v, p);
  } else {
#pragma unroll
    for (int v = 0; v < Width; ++v) s.v[v] = reinterpret_cast<T const*>(p)[v];
  }
}

template <int I, class K, int Width, bool = is_loaded<K>>
struct shifted_input {
  __device__ __forceinline__ void load(slot<I, K, Width>& s, char const* p, bool) {
    load_along<K, I, Width>(s, p, true);
  }
  __device__ __forceinline__ void place(slot<I, K, Width>&) const {}
};
template <int I, class K, int Width>
struct shifted_input<I, K, Width, true> {
  shifted_words<typename K::type, Width> words;
  __device__ __forceinline__ void load(slot<I, K, Width>&, char const* p, bool splat) {
    if (splat)
      words.spread(p);
    else
      words.load(p);
  }
  __device__ __forceinline__ void place(slot<I, K, Width>& s) const { words.place(s.v); }
};
template <class Sequence, int Width, class... Kind>
struct shifted_inputs;
template <int... I, int Width, class... Kind>
struct shifted_inputs<std::integer_sequence<int, I...>, Width, Kind...> : shifted_input<I, Kind, Width>... {
  using slots = values<std::integer_sequence<int, I...>, Width, Kind...>;
  template <class Address>
  __device__ __forceinline__ void load(slots& in, Address const& address, std::uint64_t splats) {
    (static_cast<shifted_input<I, Kind, Width>&>(*this).load(slot_of<I, Kind, Width>(in), address(I),
                                                             (splats >> I & 1) != 0),
     ...);
  }
  __device__ __forceinline__ void place(slots& in) const {
    (static_cast<shifted_input<I, Kind, Width> const&>(*this).place(slot_of<I, Kind, Width>(in)), ...);
  }
};

/// Stores a vector: in one access, where it lies on its boundary.
template <class T, int Width>
__device__ __forceinline__ void store_anywhere(vector<T, Width> const& w, char* p) {
  if (reinterpret_cast<std::uintptr_t>(p) % sizeof w == 0) {
    store_whole(reinterpret_cast<vector<T, Width>*>(p), w);
  } else {
#pragma unroll
    for (int v = 0; v < Width; ++v) reinterpret_cast<T*>(p)[v] = w.v[v];
  }
}
#endif

}  // namespace cp::kernels::device
