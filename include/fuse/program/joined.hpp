// Arrays that are joined: one input for all of them.
#pragma once

#include <cstdint>
#include <fuse/program/moved.hpp>

namespace cp::program {

/// Arrays side by side along one axis: a moved one each, which have their fields in common.
template <class T, int Parts, int Axes>
struct joined_parts {
  using type = T;
  static constexpr char const* name = "cp::concatenate";
  static constexpr int cost = 12, turns = Axes + 1;
  using moved_part = moved<in_memory<T>, placed, Axes>;

  moved_part part[Parts];
  std::int32_t axis;  ///< whose field tells the part

  /// Source `which`; how many there are.
  int fields(int which, moved_fields& to) const {
    part[which].fields(0, to);
    return Parts;
  }

  /// (`There`: see moved. Parts are narrow if all are.)
  template <int Width, bool Few = true, bool There = false>
  FUSE_HD void fill(type* to, std::int64_t place, std::int64_t step) const {
#ifdef __CUDA_ARCH__
    auto const p = static_cast<std::int32_t>(place);
    if constexpr (Width == 1) {
      if (There && part[0].narrow)
        to[0] = element_there(p);
      else
        to[0] = element(place);
    } else {
      std::int32_t const i = part[0].position(p, Axes - 1);
      int const k = part_of(p);
      if (part[0].narrow && step == 1 && Width <= part[0].template row_end<std::int32_t>() - i &&
          part_of(p + Width - 1) == k) {
        part[k].template fill_neighbours<Width>(to, i, p);
      } else {
        alignas(16) type x[Width];
        if constexpr (Few)
          fill_apart<Width>(x, place, step, Width, 0);
        else
          fill_bent<Width>(x, place, step, Width, 0);
#pragma unroll
        for (int v = 0; v < Width; ++v) to[v] = x[v];
      }
    }
#else
    if constexpr (Width == 1) {
      part[part_of(place)].template fill<1>(to, place, step);
    } else {
      std::int64_t const i = part[0].position(place, Axes - 1);
      int const p = part_of(place);
      if (step == 1 && Width <= part[0].row_end() - i && part_of(place + Width - 1) == p)
        part[p].template fill<Width>(to, place, step);
      else
        for (int v = 0; v < Width; ++v) fill<1>(to + v, place + step * v, step);
    }
#endif
  }
#ifdef __CUDA_ARCH__
  /// See moved.
  template <int Width>
  __device__ __noinline__ void fill_bent(type* to, std::int64_t place, std::int64_t step, std::uint32_t left,
                                         std::int64_t jump) const {
    fill_apart<Width>(to, place, step, left, jump);
  }
  /// (A call would have what was loaded before it stored.)
  template <int Width>
  __device__ __forceinline__ void fill_apart(type* to, std::int64_t place, std::int64_t step, std::uint32_t left,
                                             std::int64_t jump) const {
    constexpr int few = 5;  // elements of a run that take as long one by one
    if (step == 1 && part[0].narrow && part[0].extent[Axes - 1] >= few)
      return fill_by_runs<Width>(to, static_cast<std::int32_t>(place), left, static_cast<std::int32_t>(jump),
                                 [this](type* some, std::int32_t at, std::int32_t n) {
                                   int const k = part_of(at);
                                   if (axis == Axes - 1 && k + 1 < Parts) {
                                     auto const rest = static_cast<std::int32_t>(part[k + 1].first[axis]) -
                                                       part[0].position(at, Axes - 1);
                                     n = rest < n ? rest : n;
                                   }
                                   return part[k].template fill_some<Width>(some, at, n);
                                 });
    if (part[0].narrow)
      return fill_each<Width>(to, place, step, left, jump,
                              [this](std::int64_t at) { return element(static_cast<std::int32_t>(at)); });
#pragma unroll 1
    for (int v = 0; v < Width; ++v)
      to[v] = element(place + step * v + (static_cast<std::uint32_t>(v) < left ? 0 : jump));
  }
  template <class I>
  __device__ __forceinline__ type element(I place) const {
    return part[part_of(place)].element_at(place);
  }
#endif
  /// All of a run, on the host.
  void fill_run(type* to, std::int64_t place, std::int64_t step, std::int64_t n) const {
    for (; step != 1 && n > 0; --n, place += step) fill<1>(to++, place, step);
    while (n > 0) {
      int const p = part_of(place);
      std::int64_t m = part[0].row_end() - part[0].position(place, Axes - 1);
      if (axis == Axes - 1 && p + 1 < Parts) {
        std::int64_t const rest = part[p + 1].first[axis] - part[0].position(place, axis);
        m = rest < m ? rest : m;
      }
      m = n < m ? n : m;
      part[p].fill_run(to, place, step, m);
      to += m, place += m, n -= m;
    }
  }
  bool streams() const {
    bool all = true;
    for (moved_part const& p : part) all = all && p.streams();
    return all;
  }
  /// Short rows: see moved.
  bool fill_rows(type* to, std::int64_t place, std::int64_t apart, std::int64_t n, std::int64_t step,
                 std::int64_t rows) const {
    if (n >= 32 || rows < 8) return false;
    for (std::int64_t c = 0; c < n; ++c, place += apart) {
      int const p = part_of(place);
      if (part_of(place + step * (rows - 1)) != p || !part[p].fill_column(to + c, place, n, step, rows)) return false;
    }
    return true;
  }

 private:
#ifdef __CUDA_ARCH__
  /// The element of a place that is there: no position is outside of its part.
  __device__ __forceinline__ type element_there(std::int32_t place) const {
    int const p = part_of(place);
    T const* data = part[0].source.data;
    std::int32_t stride[Axes], first = std::int32_t(part[0].first[axis]);
#pragma unroll
    for (int k = 0; k < Axes; ++k) stride[k] = std::int32_t(part[0].stride[k]);
      // Constants that are chosen: an index into them would be waited for.
#pragma unroll
    for (int q = 1; q < Parts; ++q)
      if (p == q) {
        data = part[q].source.data, first = std::int32_t(part[q].first[axis]);
#pragma unroll
        for (int k = 0; k < Axes; ++k) stride[k] = std::int32_t(part[q].stride[k]);
      }
    std::int32_t distance = 0;
#pragma unroll
    for (int k = 0; k < Axes; ++k) {
      if (k < Axes - 1 && k < part[0].begin) continue;
      std::int32_t const i = part[0].position(place, k);
      distance += (k == axis ? i - first : i) * stride[k];
    }
    return in_memory<T>{data}.at(distance);
  }
#endif
  template <class I>
  FUSE_HD int part_of(I place) const {
    I const i = part[0].position(place, axis);
    int p = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int k = 1; k < Parts; ++k) p = i >= static_cast<I>(part[k].first[axis]) ? k : p;
    return p;
  }
};

}  // namespace cp::program
