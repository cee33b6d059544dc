// Evaluates programs for vectors of elements.
#pragma once

#include <fuse/kernels/device_values.cuh>
#include <fuse/program/picked.hpp>
#include <fuse/program/program.hpp>
#include <utility>

#ifdef __CUDA_ARCH__
namespace cp::kernels::device {

/// The context of an element (see context) for programs that pick elements: notes whether any was far (see
/// program::table).
template <class Values, int Width, class Splats>
struct near_context : context<Values, Width, Splats> {
  bool& far;
};

/// The values of one element, from those of a vector.
template <int... I, int Width, class... Kind, class Splats>
__device__ __forceinline__ values<std::integer_sequence<int, I...>, 1, Kind...> element_of(
    values<std::integer_sequence<int, I...>, Width, Kind...> const& in, Splats const& splats, int v) {
  using all = values<std::integer_sequence<int, I...>, Width, Kind...>;
  context<all, Width, Splats> const c{in, nullptr, splats, v};
  values<std::integer_sequence<int, I...>, 1, Kind...> one;
  ((slot_of<I, Kind, 1>(one).v[0] = c.template get<I>()), ...);
  return one;
}
/// What stores have of one element. (A call, as it is rare.)
template <class... Type>
struct stored;
template <>
struct stored<> {};
template <class First, class... More>
struct stored<First, More...> {
  First first;
  stored<More...> more;
  __device__ __forceinline__ void set(First const& x, More const&... y) {
    first = x;
    if constexpr (sizeof...(More) > 0) more.set(y...);
  }
  __device__ __forceinline__ void get(First& x, More&... y) const {
    x = first;
    if constexpr (sizeof...(More) > 0) more.get(y...);
  }
};
template <class... Store, class Values>
__device__ __noinline__ stored<typename Store::type...> evaluate_far(Values in, unsigned char const* scalars) {
  stored<typename Store::type...> to;
  program::evaluate<Store...>(context<Values, 1, no_splats>{in, scalars, no_splats{}, 0},
                              [&](typename Store::type const&... x) { to.set(x...); });
  return to;
}

/// Evaluates all stores for `Width` elements and hands the vectors to `use`. Elements are picked without a branch;
/// where one is far all are evaluated again.
template <int Width, class... Store, class Values, class Splats, class F>
__device__ __forceinline__ void evaluate_vector(Values const& in, unsigned char const* scalars, Splats splats,
                                                F&& use) {
  [&](vector<typename Store::type, Width>... w) {
    if constexpr (program::goes_near<Store...>) {
      bool far = false;
#pragma unroll
      for (int v = 0; v < Width; ++v)
        program::evaluate<Store...>(near_context<Values, Width, Splats>{{in, scalars, splats, v}, far},
                                    [&](typename Store::type const&... x) { ((w.v[v] = x), ...); });
      if (far) {
#pragma unroll
        for (int v = 0; v < Width; ++v) evaluate_far<Store...>(element_of(in, splats, v), scalars).get(w.v[v]...);
      }
    } else {
#pragma unroll
      for (int v = 0; v < Width; ++v)
        program::evaluate<Store...>(context<Values, Width, Splats>{in, scalars, splats, v},
                                    [&](typename Store::type const&... x) { ((w.v[v] = x), ...); });
    }
    use(w...);
  }(vector<typename Store::type, Width>{}...);
}

}  // namespace cp::kernels::device
#endif
