// The CUDA stencil form: each thread computes a patch, some rows of a vector each, from a window of neighbours that it
// holds in registers, and walks on with it from plane to plane.
#pragma once

#include <cstdint>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/elementwise/strided.cuh>
#include <fuse/kernels/stencil/stencil_neighbours.cuh>
#include <fuse/kernels/tuning.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

namespace device {

template <class Signature, int Axes, int Down, int Walk, int Rows>
struct stencil_body;

template <class... Kind, int Bytes, class... Store, int Axes, int Down, int Walk, int Rows>
struct stencil_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes, Down, Walk, Rows>
    : stencil_neighbours<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes, Down, Walk, Rows> {
  using base =
      stencil_neighbours<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes, Down, Walk, Rows>;
  using base::across;
  using base::count;
  using base::down_axis;
  using base::once;
  using base::outputs;
  using base::settled;
  using base::step_down;
  using typename base::arguments;
  using typename base::column;
  using typename base::part;
  using typename base::place;
  using typename base::sequence;

#ifdef __CUDA_ARCH__
  /// Loads an elementwise input's elements at row `s`. Elements that are not there are others of the same array.
  template <int Width, int I, class K>
  static __device__ __forceinline__ void load(arguments const& a, place const& t, column const& at, int s,
                                              slot<I, K, Width>& to) {
    using T = typename K::type;
    constexpr int c = outputs + I;
    if constexpr (is_single<K>) {
      to.v[0] = *static_cast<T const*>(a.data[c]);
    } else if constexpr (!is_stencil<K>) {
      constexpr int unit = address_unit<K>;
      std::int64_t const step = a.strides[c][across];
      bool const exist = base::template columns_exist<Width>(a, at);
      std::int64_t row = s;
      if (!t.rows_exist && t.at[down_axis] + s >= a.extent[down_axis]) row = a.extent[down_axis] - 1 - t.at[down_axis];
      char const* const p = t.p[c] + (row * step_down(a, c) + at.shift * step) * unit;
      bool const splat = (a.plan.splats >> c & 1) != 0;
      if constexpr (!is_computed<K>) {
        if (splat) {
          to.v[0] = *reinterpret_cast<T const*>(p);
          return;
        }
        if (Width > 1 && (a.plan.vectors >> c & 1) != 0 && exist) {
          auto const w = *reinterpret_cast<vector<T, Width> const*>(p);
#pragma unroll
          for (int v = 0; v < Width; ++v) to.v[v] = w.v[v];
          return;
        }
      } else if (Width == 1 || exist) {
        K::template fill<Width>(to.v, place_of(p), step, a.scalars);
        return;
      }
      if constexpr (!is_computed<K> || Width > 1) {
#pragma unroll
        for (int v = 0; v < Width; ++v) {
          std::int64_t column = v;
          if (Width > 1 && !exist) {
            if (at.x + v < 0) column = -at.x;
            if (at.x + v >= a.extent[across]) column = a.extent[across] - 1 - at.x;
          }
          if constexpr (is_computed<K>)
            K::template fill<1>(to.v + v, place_of(p) + column * step, step, a.scalars);
          else
            to.v[v] = *reinterpret_cast<T const*>(p + column * step * unit);
        }
      }
    }
  }

  template <int Width, class T>
  static __device__ __forceinline__ void store(arguments const& a, int c, place const& t, column const& at, int s,
                                               vector<T, Width> const& w) {
    if (!t.rows_exist && t.at[down_axis] + s >= a.extent[down_axis]) return;
    T* const p = reinterpret_cast<T*>(t.p[c]) + s * step_down(a, c) + at.shift * (Width > 1 ? 1 : a.strides[c][across]);
    if (base::template columns_exist<Width>(a, at)) {
      store_lying(reinterpret_cast<vector<T, Width>*>(p), w);
      return;
    }
#pragma unroll
    for (int v = 0; v < Width; ++v)
      if (Width > 1 && base::template column_exists<Width>(a, at, v)) p[v] = w.v[v];
  }

  static __device__ __forceinline__ void move(arguments const& a, place& t, int axis, std::int64_t by) {
    constexpr int unit[] = {int(sizeof(typename Store::type))..., address_unit<Kind>...};
#pragma unroll
    for (int c = 0; c < count; ++c) t.p[c] += by * a.strides[c][axis] * unit[c];
    t.at[axis] += by;
  }

  /// Whether a place's rows exist, and their neighbours.
  static __device__ __forceinline__ void survey(arguments const& a, place& t) {
    t.rows_exist = t.rows_inside = true;
    if (Down >= 0) {
      std::int64_t const d = t.at[down_axis];
      t.rows_exist = d + Rows <= a.extent[down_axis];
      t.rows_inside = Walk >= 0 || (d >= a.low[down_axis] && d + Rows <= a.high[down_axis]);
    }
#pragma unroll
    for (int axis = 0; axis < across; ++axis)
      if (axis != Down && axis != Walk)
        t.rows_inside = t.rows_inside && t.at[axis] >= a.low[axis] && t.at[axis] < a.high[axis];
  }

  /// The thread's first place; false if it has none.
  template <int Width, int Columns>
  static __device__ __forceinline__ bool find_place(arguments const& a, place& t) {
    stencil_plan const& plan = a.plan;
    std::int64_t at[Axes];
    std::uint32_t rest = blockIdx.x;
#pragma unroll
    for (int axis = across; axis >= 0; --axis) {
      std::uint32_t const above = axis == 0 ? 0 : a.by[axis].divide(rest);
      at[axis] = rest - above * a.by[axis].divisor;
      rest = above;
    }
    std::uint32_t const thread = threadIdx.x;
    at[across] = ((at[across] * Columns << plan.across_log2) + (thread & ((1u << plan.across_log2) - 1))) * Width -
                 (Width > 1 ? plan.lead : 0);
    if constexpr (Width > 1 && settled) at[across] = once(static_cast<int>(at[across]));
    bool exists = at[across] < a.extent[across];
    if constexpr (Down >= 0) {
      at[Down] = ((at[Down] << plan.down_log2) + (thread >> plan.across_log2 & ((1u << plan.down_log2) - 1))) * Rows;
      exists = exists && at[Down] < a.extent[Down];
    }
    if constexpr (Walk >= 0) {
      at[Walk] = ((at[Walk] << plan.walk_log2) + (thread >> (plan.across_log2 + plan.down_log2))) * plan.walk;
      exists = exists && at[Walk] < a.extent[Walk];
    }
#pragma unroll
    for (int c = 0; c < count; ++c) t.p[c] = static_cast<char*>(a.data[c]);
#pragma unroll
    for (int axis = 0; axis < Axes; ++axis) {
      t.at[axis] = 0;
      move(a, t, axis, at[axis]);
    }
    survey(a, t);
    return exists;
  }

  template <int Width, int Columns, int... I, int... O>
  static __device__ __forceinline__ void run(arguments const& a, std::integer_sequence<int, I...>,
                                             std::integer_sequence<int, O...>) {
    place t;
    windows<sequence, Axes, Down, Walk, Rows, Width, Kind...> w[Columns];
    if (!find_place<Width, Columns>(a, t)) return;
    unsigned const present = Width > 1 && settled ? base::template find_present<Width>(a, t.at[across]) : 1;
    auto const column_of = [&](int k) {
      if constexpr (Columns == 1) {
        return column{0, t.at[across], present};
      } else {
        std::int64_t const shift = static_cast<std::int64_t>(k) << a.plan.across_log2,
                           last = a.extent[across] - 1 - t.at[across], to = shift < last ? shift : last;
        return column{to, t.at[across] + to, shift <= last ? 1u : 0u};
      }
    };
#pragma unroll
    for (int k = 0; k < Columns; ++k) {
      (base::template begin<Width>(a, t, column_of(k).x, window_at<I>(w[k])), ...);
      if constexpr (Walk >= 0) (base::template fill<part::head, Width>(a, t, column_of(k), window_at<I>(w[k])), ...);
    }
#pragma unroll 1
    for (std::uint32_t left = Walk < 0 ? 1 : a.plan.walk;; --left) {
#pragma unroll
      for (int k = 0; k < Columns; ++k)
        (base::template fill<part::tail, Width>(a, t, column_of(k), window_at<I>(w[k])), ...);
      values<sequence, Width, Kind...> in[Columns][Rows];
#pragma unroll
      for (int k = 0; k < Columns; ++k)
#pragma unroll
        for (int s = 0; s < Rows; ++s)
          (load<Width, I, Kind>(a, t, column_of(k), s, slot_of<I, Kind, Width>(in[k][s])), ...);
#pragma unroll
      for (int k = 0; k < Columns; ++k)
#pragma unroll
        for (int s = 0; s < Rows; ++s) {
          using own = context<values<sequence, Width, Kind...>, Width, splat_bits>;
          [&](vector<typename Store::type, Width>... out) {
#pragma unroll
            for (int v = 0; v < Width; ++v)
              program::evaluate<Store...>(
                  stencil_context<std::remove_reference_t<decltype(w[k])>, own>{
                      w[k], own{in[k][s], a.scalars, splat_bits{a.plan.splats >> outputs}, v}, s},
                  [&](typename Store::type const&... x) { ((out.v[v] = x), ...); });
            (store<Width>(a, O, t, column_of(k), s, out), ...);
          }(vector<typename Store::type, Width>{}...);
        }
      if constexpr (Walk < 0) {
        return;
      } else {
        if (left == 1 || t.at[Walk] + 1 >= a.extent[Walk]) return;
        move(a, t, Walk, 1);
#pragma unroll
        for (int k = 0; k < Columns; ++k) (carry(window_at<I>(w[k])), ...);
      }
    }
  }
#endif
};

template <class Signature, int Axes, int Down, int Walk, int Rows, int Width, int Columns, int Blocks>
__global__ void __launch_bounds__(tuning::block_threads, Blocks)
    stencil(__grid_constant__ stencil_arguments<Signature::count, Axes, Signature::bytes> const a) {
#ifdef __CUDA_ARCH__
  using body = stencil_body<Signature, Axes, Down, Walk, Rows>;
  using outputs = std::make_integer_sequence<int, Signature::outputs>;
  if constexpr (Width > 1) {
    if (a.plan.vector) {
      body::template run<Width, 1>(a, typename body::sequence{}, outputs{});
      return;
    }
  }
  body::template run<1, Columns>(a, typename body::sequence{}, outputs{});
#endif
}

}  // namespace device
}  // namespace cp::kernels
