// Elements that are read elsewhere than where they are used: the inputs that follow the rules of how an axis is
// numbered anew (axis_maps.hpp). (Long: one class template.)
#pragma once

#include <cstdint>
#include <fuse/program/axis_maps.hpp>
#include <fuse/program/moved_runs.hpp>
#include <fuse/program/moved_sources.hpp>
#include <limits>
#include <type_traits>

namespace cp::program {

/// A rule whose places are positions in axes, a field of bits each: what stands there is read from `Source`, where
/// `Map` says. Views number positions as they like; a position has one place in all of them.
template <class Source, class Map, int Axes>
struct moved {
  using type = typename Source::type;
  static constexpr char const* name = Map::name;
  static constexpr int cost = 12, turns = Axes + Source::turns;

  Source source;
  type outside;                             ///< where there is no source
  std::int64_t first[Axes];                 ///< see Map
  std::int64_t extent[Axes], stride[Axes];  ///< of the source
  std::int32_t shift[Axes];                 ///< of each axis' field
  std::int32_t begin;                       ///< the first axis that has one: those before are joined with it
  bool narrow;                              ///< 32 bits suffice for places, and for distances in the source

  /// `Few`: a kernel has few such inputs, and room for a copy of what reads no neighbours. `There`: so is a single
  /// place (those of a vector may be beyond the last one).
  template <int Width, bool Few = true, bool There = false>
  FUSE_HD void fill(type* to, std::int64_t place, std::int64_t step) const {
#ifdef __CUDA_ARCH__
    fill_on_device<Width, Few, There>(to, place, step);
#else
    if constexpr (Width > 1) {
      std::int64_t const i = position(place, Axes - 1);
      if (step == 1 && Width <= row_end() - i) return fill_row<Width>(to, i, place);
    }
    for (int v = 0; v < Width; ++v) to[v] = element(place + step * v);
#endif
  }
#ifdef __CUDA_ARCH__
  /// Elements `step` apart, from the one of number `left` on `jump` further. What are no neighbours comes here: as a
  /// function, for all inputs of a kernel that move alike. (In each place, a game of life by rolls of rolls took nvcc
  /// seven minutes.)
  template <int Width>
  __device__ __noinline__ void fill_bent(type* to, std::int64_t place, std::int64_t step, std::uint32_t left,
                                         std::int64_t jump) const {
    fill_apart<Width>(to, place, step, left, jump);
  }
  /// (Without calls, which would have stored first what was loaded before them: for a kernel of few such inputs.)
  template <int Width>
  __device__ __forceinline__ void fill_apart(type* to, std::int64_t place, std::int64_t step, std::uint32_t left,
                                             std::int64_t jump) const {
    if constexpr (Width > 4)
      if (step == 1 && narrow)
        return fill_by_runs<Width>(
            to, static_cast<std::int32_t>(place), left, static_cast<std::int32_t>(jump),
            [this](type* some, std::int32_t at, std::int32_t n) { return fill_some<Width>(some, at, n); });
    if (narrow)
      return fill_each<Width>(to, place, step, left, jump,
                              [this](std::int64_t at) { return element_at(static_cast<std::int32_t>(at)); });
    std::int64_t const i = position(place, Axes - 1);
    if (step == 1 && left >= static_cast<std::uint32_t>(Width) && Width <= row_end() - i)
      return fill_row<Width>(to, i, place);
#pragma unroll 1
    for (int v = 0; v < Width; ++v)
      to[v] = element_at(place + step * v + (static_cast<std::uint32_t>(v) < left ? 0 : jump));
  }
  /// The element of a place, or what is outside.
  template <class I>
  __device__ __forceinline__ type element_at(I place) const {
    return along(position(place, Axes - 1), before(place));
  }
  /// Neighbours in one row, from position `i` of the last axis on.
  template <int Width>
  __device__ __forceinline__ void fill_neighbours(type* to, std::int32_t i, std::int32_t place) const {
    fill_row<Width>(to, i, place);
  }
  /// Up to n neighbours in one row, n <= Width: how many.
  template <int Width>
  __device__ __forceinline__ std::int32_t fill_some(type* to, std::int32_t place, std::int32_t n) const {
    constexpr int k = Axes - 1, some = Width < 4 ? Width : 4;
    std::int32_t const i = position(place, k), rest = row_end<std::int32_t>() - i;
    start_as<std::int32_t> const s = before(place);
    n = rest < n ? rest : n;
#pragma unroll 1
    for (std::int32_t v = 0; v < n;) {
      std::int32_t const j = Map::at(i + v, std::int32_t(first[k]), std::int32_t(extent[k])),
                         run = Map::run(i + v, std::int32_t(first[k]), std::int32_t(extent[k])),
                         end = run < n - v ? v + (run > 1 ? run : 1) : n;
      bool const inside = s.inside && j >= 0;
      std::int32_t distance = s.distance + j * std::int32_t(stride[k]);
#pragma unroll 1
      for (; v < end; v += some, distance += some * std::int32_t(stride[k])) {
        type x[some];
#pragma unroll
        for (int u = 0; u < some; ++u)
          x[u] = inside && v + u < end ? source.at(distance + u * std::int32_t(stride[k])) : outside;
#pragma unroll
        for (int u = 0; u < some; ++u)
          if (v + u < end) to[v + u] = x[u];
      }
      v = end;
    }
    return n;
  }
#endif
  /// All of a run, on the host.
  void fill_run(type* to, std::int64_t place, std::int64_t step, std::int64_t n) const {
    for (; step != 1 && n > 0; --n, place += step) *to++ = along(position(place, Axes - 1), before(place));
    while (n > 0) {
      constexpr int k = Axes - 1;
      start const s = before(place);
      std::int64_t const i = position(place, k);
      std::int64_t m = row_end() - i < n ? row_end() - i : n;
      if (std::is_same_v<Map, repeated> && first[k] > 1) {
        repeat_run(to, i, m, s);
      } else if (s.inside) {
        std::int64_t const j = Map::at(i, first[k], extent[k]);
        std::int64_t const run = std::is_same_v<Map, repeated> ? extent[k] - j : Map::run(i, first[k], extent[k]);
        m = run < m ? run : m;
        if (j < 0)
          for (std::int64_t v = 0; v < m; ++v) to[v] = outside;
        else if (stride[k] == 1)
          source.load_run(to, s.distance + j, m);
        else
          for (std::int64_t v = 0; v < m; ++v) to[v] = source.at(s.distance + (j + v) * stride[k]);
      } else {
        for (std::int64_t v = 0; v < m; ++v) to[v] = outside;
      }
      to += m, place += m, n -= m;
    }
  }

  /// `rows` short rows, `step` places apart, column by column, on the host: whether it did. Places of a column are one
  /// step apart in the source where the first and the last of them are in it.
  bool fill_rows(type* to, std::int64_t place, std::int64_t apart, std::int64_t n, std::int64_t step,
                 std::int64_t rows) const requires(std::is_same_v<Map, placed>) {
    if (n >= 32 || rows < 8) return false;
    for (std::int64_t c = 0; c < n; ++c, place += apart)
      if (!fill_column(to + c, place, n, step, rows)) return false;
    return true;
  }
  /// One of them, of rows of `n`.
  bool fill_column(type* to, std::int64_t place, std::int64_t n, std::int64_t step, std::int64_t rows) const {
    if (keeps_last(step) && is_beside(place)) {
      for (std::int64_t r = 0; r < rows; ++r) to[r * n] = outside;
      return true;
    }
    if (!is_even(place, step, rows)) return false;
    std::int64_t const last = place + step * (rows - 1);
    start const a = from(place), b = from(last);
    if (!a.inside || !b.inside) return false;
    std::int64_t const by = from(place + step).distance - a.distance;
    for (std::int64_t r = 0; r < rows; ++r) to[r * n] = source.at(a.distance + r * by);
    return true;
  }

  /// The one source, if it is an array.
  int fields(int, moved_fields& to) const requires requires(Source const& s) { s.data; }
  {
    to = {source.data,
          &outside,
          first,
          extent,
          stride,
          shift,
          begin,
          Axes,
          &Map::template at<std::int64_t>,
          &Map::template run<std::int64_t>};
    return 1;
  }
  /// Whether neighbours along the last axis are neighbours in the source.
  bool streams() const { return stride[Axes - 1] == 1 && !std::is_same_v<Map, repeated>; }
  /// Where a place is along an axis' field.
  template <class I>
  FUSE_HD I position(I place, int axis) const {
    if (axis < begin) return 0;
    I const i = place >> shift[axis];
    return axis > 0 && axis > begin ? i & ((I{1} << (shift[axis - 1] - shift[axis])) - 1) : i;
  }
  /// Where the last axis' field is full.
  template <class I = std::int64_t>
  FUSE_HD I row_end() const {
    if constexpr (Axes > 1)
      return begin < Axes - 1 ? I{1} << (shift[Axes > 1 ? Axes - 2 : 0] - shift[Axes - 1])
                              : std::numeric_limits<I>::max();
    else
      return std::numeric_limits<I>::max();
  }

 private:
#ifdef __CUDA_ARCH__
  template <int Width, bool Few, bool There>
  __device__ __forceinline__ void fill_on_device(type* to, std::int64_t place, std::int64_t step) const {
    if constexpr (Width == 1) {
      to[0] = There && narrow ? element_there(static_cast<std::int32_t>(place)) : element_of(place);
    } else {
      auto const p = static_cast<std::int32_t>(place), i = position(p, Axes - 1);
      constexpr std::int64_t far = std::int64_t{1} << 28;  // four of them are no place beyond 32 bits
      if (narrow && step == 1 && Width <= row_end<std::int32_t>() - i) {
        fill_row<Width>(to, i, p);
      } else if (Few && narrow && Width <= 4 && Source::turns == 0 && step > -far && step < far) {
#pragma unroll
        for (int v = 0; v < Width; ++v) to[v] = element(p + static_cast<std::int32_t>(step) * v);
      } else {
        alignas(16) type x[Width];
        if constexpr (Few && Source::turns == 0 && Width > 2)
          fill_apart<Width>(x, place, step, Width, 0);
        else
          fill_bent<Width>(x, place, step, Width, 0);
#pragma unroll
        for (int v = 0; v < Width; ++v) to[v] = x[v];
      }
    }
  }
  __device__ __forceinline__ type element_of(std::int64_t place) const {
    return narrow ? element(static_cast<std::int32_t>(place)) : element(place);
  }
  __device__ __forceinline__ type element_there(std::int32_t place) const {
    if constexpr (requires { Map::there(place, place, place); }) {
      std::int32_t distance = 0;
#pragma unroll
      for (int k = 0; k < Axes; ++k) {
        if (k < Axes - 1 && k < begin) continue;
        distance +=
            Map::there(position(place, k), std::int32_t(first[k]), std::int32_t(extent[k])) * std::int32_t(stride[k]);
      }
      return source.at(distance);
    } else {
      return element(place);
    }
  }
#endif
  FUSE_HD type element(std::int32_t place) const { return along(position(place, Axes - 1), before(place)); }
  /// (On the device only what 32 bits are too few for comes here: one copy of the code is enough.)
  FUSE_HD_NOINLINE type element(std::int64_t place) const { return along(position(place, Axes - 1), before(place)); }
  /// Whether places so far apart are at one position of the last axis.
  bool keeps_last(std::int64_t step) const {
    if constexpr (Axes > 1)
      if (begin < Axes - 1) return (step & ((std::int64_t{1} << shift[Axes - 2]) - 1)) == 0;
    return step == 0;
  }
  /// Whether so many places are as far apart in the source as the first two, if the ends are in it: they go along one
  /// axis, and from its end on along the next where the axis is all of the source's and its strides go on too. (Loops
  /// join axes whose fields are full, whatever the source's strides are.)
  bool is_even(std::int64_t place, std::int64_t step, std::int64_t rows) const {
    if constexpr (Axes > 1) {
      std::int64_t const size = step < 0 ? -step : step;
      int k = Axes - 1;
      while (k > begin && size >> shift[k - 1] << shift[k - 1] == size) --k;
      if (k > begin && size >> shift[k - 1] != 0) return false;
      std::int64_t i = position(place, k) + (step >> shift[k]) * (rows - 1);
      for (; k > begin; --k) {
        int const bits = shift[k - 1] - shift[k];
        if (i >> bits == 0) return true;
        std::int64_t const full = std::int64_t{1} << bits;
        if (first[k] != 0 || extent[k] != full || stride[k - 1] != stride[k] * full) return false;
        i = position(place, k - 1) + (i >> bits);
      }
    }
    return true;
  }
  /// What axes but the last make of a place.
  template <class I>
  struct start_as {
    bool inside;
    I distance;
  };
  using start = start_as<std::int64_t>;
  /// Where a place is in the source.
  start from(std::int64_t place) const {
    start s = before(place);
    std::int64_t const j = Map::at(position(place, Axes - 1), first[Axes - 1], extent[Axes - 1]);
    return {s.inside && j >= 0, s.distance + j * stride[Axes - 1]};
  }
  /// Whether it lies beside the source along the last axis.
  bool is_beside(std::int64_t place) const {
    return Map::at(position(place, Axes - 1), first[Axes - 1], extent[Axes - 1]) < 0;
  }
  template <class I>
  FUSE_HD start_as<I> before(I place) const {
    start_as<I> s{true, 0};
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int k = 0; k < Axes - 1; ++k) {
      if (k < begin) continue;
      I const j = Map::at(position(place, k), I(first[k]), I(extent[k]));
      s.inside = s.inside && j >= 0;
      s.distance += j * I(stride[k]);
    }
    return s;
  }
#ifdef __CUDA_ARCH__
  /// Elements of a row whose source's code is long: one copy of it.
  template <int Width, class I>
  __device__ __noinline__ void fill_cut(type* to, I i, start_as<I> s) const {
#pragma unroll 1
    for (int v = 0; v < Width; ++v) to[v] = along(static_cast<I>(i + v), s);
  }
#endif
  /// The element at position `i` of the last axis.
  template <class I>
  FUSE_HD type along(I i, start_as<I> const& s) const {
    constexpr int k = Axes - 1;
    I const j = Map::at(i, I(first[k]), I(extent[k]));
    return s.inside && j >= 0 ? source.at(s.distance + j * I(stride[k])) : outside;
  }
  /// `n` groups of `Times` equal elements, of the source's from a distance on.
  template <int Times>
  void groups_of(type* to, std::int64_t distance, std::int64_t n) const {
    if constexpr (requires { source.data; })
      if (stride[Axes - 1] == 1) {
        auto const* const from = source.data + distance;
        for (std::int64_t g = 0; g < n; ++g)
          for (int v = 0; v < Times; ++v) to[g * Times + v] = from[g];
        return;
      }
    for (std::int64_t g = 0; g < n; ++g, distance += stride[Axes - 1]) {
      type const x = source.at(distance);
      for (int v = 0; v < Times; ++v) to[g * Times + v] = x;
    }
  }
  /// A run of the host's from position `i` of the last axis on, each element of which comes first[] times.
  void repeat_run(type* to, std::int64_t i, std::int64_t n, start const& s) const {
    constexpr int k = Axes - 1;
    std::int64_t const times = first[k], begun = i % times,
                       lead = begun == 0          ? 0
                              : times - begun < n ? times - begun
                                                  : n;
    std::int64_t distance = s.distance + i / times * stride[k];
    auto const fill = [&](std::int64_t some) {
      type const x = source.at(distance);
      for (std::int64_t v = 0; v < some; ++v) to[v] = x;
      to += some, n -= some;
    };
    if (lead > 0) fill(lead), distance += stride[k];
    std::int64_t const groups = n / times;
    bool const known = times <= 4 || times == 8;
    if (times == 2) groups_of<2>(to, distance, groups);
    if (times == 3) groups_of<3>(to, distance, groups);
    if (times == 4) groups_of<4>(to, distance, groups);
    if (times == 8) groups_of<8>(to, distance, groups);
    if (known) {
      to += groups * times, n -= groups * times, distance += groups * stride[k];
    } else {
      for (std::int64_t g = 0; g < groups; ++g, distance += stride[k]) fill(times);
    }
    if (n > 0) fill(n);
  }
  /// `n` elements from position `i` of the last axis on, each of which comes first[] times.
  template <class I>
  FUSE_HD void repeat(type* to, I i, I n, start_as<I> const& s) const {
    constexpr int k = Axes - 1;
    I j = Map::at(i, I(first[k]), I(extent[k])), next = (j + 1) * I(first[k]) - i;
    type x = source.at(s.distance + j * I(stride[k]));
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (I v = 0; v < n; ++v) {
      if (v == next && j + 1 < I(extent[k])) x = source.at(s.distance + ++j * I(stride[k])), next += I(first[k]);
      to[v] = x;
    }
  }
  /// Elements from position `i` of the last axis on, wherever they are.
  template <int Width, class I>
  FUSE_HD void fill_along(type* to, I i, start_as<I> const& s) const {
#ifdef __CUDA_ARCH__
    if constexpr (Source::turns > 0) {
      alignas(16) type x[Width];
      fill_cut<Width>(x, i, s);
#pragma unroll
      for (int v = 0; v < Width; ++v) to[v] = x[v];
    } else {
#pragma unroll
      for (int v = 0; v < Width; ++v) to[v] = along(static_cast<I>(i + v), s);
    }
#else
    for (int v = 0; v < Width; ++v) to[v] = along(static_cast<I>(i + v), s);
#endif
  }
  /// Neighbours from position `i` of the last axis on; what lies outside of it is not looked for along the others.
  template <int Width, class I>
  FUSE_HD void fill_row(type* to, I i, I place) const {
    constexpr int k = Axes - 1;
    I const j = Map::at(i, I(first[k]), I(extent[k]));
    bool const whole = Map::run(i, I(first[k]), I(extent[k])) >= Width;
    start_as<I> s{false, 0};
    if (!whole || j >= 0) s = before(place);
    if (!s.inside) {
      for (int v = 0; v < Width; ++v) to[v] = outside;
    } else if (whole && stride[k] == 1) {
      source.template load<Width>(to, s.distance + j);
    } else if constexpr (std::is_same_v<Map, repeated>) {
      repeat(to, i, I{Width}, s);
    } else {
      fill_along<Width>(to, i, s);
    }
  }
};

}  // namespace cp::program
