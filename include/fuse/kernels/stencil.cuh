// The CUDA stencil form: each thread computes a vector of some lines from a window of neighbours that it holds in
// registers, and walks on with it. Only threads beside an edge look for what stands beyond it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/cuda_plan.hpp>
#include <fuse/kernels/cuda_run.cuh>
#include <fuse/kernels/cuda_stencil_plan.hpp>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/stencil.hpp>
#include <fuse/kernels/stencil_window.cuh>
#include <fuse/kernels/tuning.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

namespace device {

/// Places with low[a] <= i < high[a] along each axis have all their neighbours.
template <int Count, int Axes, int Bytes>
struct stencil_arguments {
  stencil_plan plan;
  std::int64_t extent[Axes], low[Axes], high[Axes];
  divider by[Axes];  ///< tiles along each axis
  std::uint32_t open[Count];
  void* data[Count];
  std::int64_t strides[Count][Axes];
  alignas(16) unsigned char scalars[Bytes];
};

template <class Signature, int Axes, int March, int Stack, int Steps>
struct stencil_body;

template <class... Kind, int Bytes, class... Store, int Axes, int March, int Stack, int Steps>
struct stencil_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes, March, Stack, Steps> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using arguments = stencil_arguments<signature::count, Axes, signature::bytes>;
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  static constexpr int outputs = sizeof...(Store), count = signature::count, across = Axes - 1;

  /// A thread's place, and where each operand has it.
  struct place {
    std::int64_t at[Axes];
    char* p[count];
  };

  template <class Lines, int L, int... A>
  static __device__ __forceinline__ std::int64_t key_offset(std::int64_t const* strides,
                                                            std::integer_sequence<int, A...>) {
    return (std::int64_t{0} + ... +
            (std::integral_constant<int, Lines::value.line[L][A]>::value * strides[Axes - Lines::rank + A]));
  }
  /// A place along one axis as a place on the array; -1 where a constant stands.
  template <program::edge Edge, int Low, int High>
  static __device__ __forceinline__ std::int64_t find(std::int64_t i, std::int64_t n, bool open) {
    // Places further off belong to results that are not there.
    i = i < -Low ? -Low : i > n - 1 + High ? n - 1 + High : i;
    return Edge == program::edge::valid || open ? i : resolve_near(Edge, i, n);
  }
  template <program::edge Edge, class Lines, int A>
  static __device__ __forceinline__ std::int64_t find_along(std::int64_t i, std::int64_t n, std::uint32_t open) {
    return find<Edge, Lines::value.low[A], Lines::value.high[A]>(i, n, (open >> (Axes - Lines::rank + A) & 1) != 0);
  }
  /// Adds where the line lies along its axis A, if that is neither the march nor the last.
  template <class Lines, program::edge Edge, int L, int A, int Own>
  static __device__ __forceinline__ void locate(arguments const& a, int c, place const& t, std::int64_t& offset,
                                                bool& outside) {
    if constexpr (A != Own && A != Lines::rank - 1) {
      constexpr int axis = Axes - Lines::rank + A, key = Lines::value.line[L][A];
      std::int64_t i = t.at[axis];
      if constexpr (key != 0) {
        i = find_along<Edge, Lines, A>(i + key, a.extent[axis], a.open[c]);
        if (i < 0 && Edge == program::edge::constant) outside = true;
      }
      offset += i * a.strides[c][axis];
    }
  }

  /// Which rows of a window: all, those that the last lines have left, the new ones.
  enum class part { all, head, tail };

  /// Fills rows of line L of an input's window, all of whose neighbours exist.
  template <part Part, int Width, int L, class T, class Lines, class Cells, int... A>
  static __device__ __forceinline__ void fill_inside(arguments const& a, int c, place const& t, Cells& w,
                                                     std::integer_sequence<int, A...> axes) {
    constexpr int size = int(sizeof(T)), x_low = Lines::value.x_low[L], x_high = Lines::value.x_high[L],
                  m_low = Lines::value.m_low[L];
    constexpr int rows = window_rows<Lines, L, Steps>, begin = Part == part::tail ? rows - Steps : 0,
                  end = Part == part::head ? rows - Steps : rows;
    constexpr int first_vector = (x_low - (Width - 1) * (x_low < 0)) / Width,
                  last_vector = (Width - 1 + x_high) / Width;
    std::int64_t const down = March < 0 ? 0 : a.strides[c][March < 0 ? 0 : March], step = a.strides[c][across];
    char const* const p = t.p[c] + (key_offset<Lines, L>(a.strides[c], axes) + m_low * down) * size;
#pragma unroll
    for (int r = begin; r < end; ++r) {
      char const* const q = p + r * down * size;
#pragma unroll
      for (int k = first_vector; k <= last_vector; ++k) {
        int const from = k * Width > x_low ? k * Width : x_low,
                  to = (k + 1) * Width < Width + x_high ? (k + 1) * Width : Width + x_high;
        if (Width > 1 && to - from > 1) {
          auto const u = load_constant<T, Width>(q + k * Width * size);
#pragma unroll
          for (int v = 0; v < Width; ++v)
            if (k * Width + v >= from && k * Width + v < to) w.v[r][k * Width + v - x_low] = u.v[v];
        } else {
#pragma unroll
          for (int v = 0; v < Width; ++v)
            if (k * Width + v >= from && k * Width + v < to)
              w.v[r][k * Width + v - x_low] =
                  load_constant<T, 1>(q + (k * Width + v) * (Width > 1 ? 1 : step) * size).v[0];
        }
      }
    }
  }

  /// The same beside an edge: `column` and `row` say which elements stand at the places from the lowest offsets on.
  template <part Part, int Width, int L, class T, class Lines, program::edge Edge, int Outside, int Own, class Cells,
            class Index, int... A>
  static __device__ __forceinline__ void fill_beside(arguments const& a, int c, place const& t, Cells& w,
                                                     Index const* column, Index const* row,
                                                     std::integer_sequence<int, A...>) {
    constexpr int x_first = Lines::value.x_low[L] + Lines::value.low[Lines::rank - 1];
    constexpr int m_first = Lines::value.m_low[L] + (Own < 0 ? 0 : Lines::value.low[Own < 0 ? 0 : Own]);
    constexpr int rows = window_rows<Lines, L, Steps>, cells = window_cells<Lines, L, Width>;
    constexpr int begin = Part == part::tail ? rows - Steps : 0, end = Part == part::head ? rows - Steps : rows;
    std::int64_t const down = March < 0 ? 0 : a.strides[c][March < 0 ? 0 : March], step = a.strides[c][across];
    std::int64_t base = 0;
    bool outside = false;
    (locate<Lines, Edge, L, A, Own>(a, c, t, base, outside), ...);
#pragma unroll
    for (int r = begin; r < end; ++r) {
      std::int64_t const offset = base + row[m_first + r] * down;
#pragma unroll
      for (int k = 0; k < cells; ++k) {
        if (Edge == program::edge::constant && (outside || row[m_first + r] < 0 || column[x_first + k] < 0))
          w.v[r][k] = *reinterpret_cast<T const*>(a.scalars + Outside);
        else
          w.v[r][k] = load_constant<T, 1>(static_cast<char const*>(a.data[c]) +
                                          (offset + column[x_first + k] * step) * int(sizeof(T)))
                          .v[0];
      }
    }
  }

  template <part Part, int Width, int I, class T, program::edge Edge, int Outside, class Offsets, int Own>
  static __device__ __forceinline__ void fill(
      arguments const& a, place const& t, std::int64_t m, bool inside,
      window<I, program::stencil<T, Edge, Outside, Offsets>, Own, Steps, Width>& w) {
    using lines = stencil_lines<program::stencil<T, Edge, Outside, Offsets>, Own>;
    constexpr int c = outputs + I, last = lines::rank - 1, low = lines::value.low[last],
                  columns = Width + low + lines::value.high[last];
    constexpr int low_row = Own < 0 ? 0 : lines::value.low[Own < 0 ? 0 : Own],
                  rows = Steps + low_row + (Own < 0 ? 0 : lines::value.high[Own < 0 ? 0 : Own]);
    using axes = std::make_integer_sequence<int, lines::rank>;
    if (inside) {
      [&]<int... L>(std::integer_sequence<int, L...>) {
        (fill_inside<Part, Width, L, T, lines>(a, c, t, cells_of<L>(w.cells), axes{}), ...);
      }
      (std::make_integer_sequence<int, lines::lines>{});
      return;
    }
    // Planning sees to it that axes have less than 2^31 elements where vectors move.
    using index = std::conditional_t<(Width > 1), int, std::int64_t>;
    index column[columns], row[rows];
#pragma unroll
    for (int k = 0; k < columns; ++k)
      column[k] =
          static_cast<index>(find_along<Edge, lines, last>(t.at[across] - low + k, a.extent[across], a.open[c]));
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      row[r] = 0;
      if constexpr (Own >= 0)
        row[r] = static_cast<index>(
            find_along<Edge, lines, Own>(m - low_row + r, a.extent[March < 0 ? 0 : March], a.open[c]));
    }
    [&]<int... L>(std::integer_sequence<int, L...>) {
      (fill_beside<Part, Width, L, T, lines, Edge, Outside, Own>(a, c, t, cells_of<L>(w.cells), column, row, axes{}),
       ...);
    }
    (std::make_integer_sequence<int, lines::lines>{});
  }
  template <part Part, int Width, int I, class K, int Own>
  static __device__ __forceinline__ void fill(arguments const&, place const&, std::int64_t, bool,
                                              window<I, K, Own, Steps, Width>&) {}

  /// The last rows become the first ones of the next lines.
  template <int L, class T, int Rows, int Cells>
  static __device__ __forceinline__ void carry_line(line_cells<L, T, Rows, Cells>& line) {
#pragma unroll
    for (int r = 0; r + Steps < Rows; ++r)
#pragma unroll
      for (int k = 0; k < Cells; ++k) line.v[r][k] = line.v[r + Steps][k];
  }
  template <int I, class T, program::edge Edge, int Outside, class Offsets, int Own, int Width>
  static __device__ __forceinline__ void carry(
      window<I, program::stencil<T, Edge, Outside, Offsets>, Own, Steps, Width>& w) {
    using lines = stencil_lines<program::stencil<T, Edge, Outside, Offsets>, Own>;
    [&]<int... L>(std::integer_sequence<int, L...>) { (carry_line(cells_of<L>(w.cells)), ...); }
    (std::make_integer_sequence<int, lines::lines>{});
  }
  template <int I, class K, int Own, int Width>
  static __device__ __forceinline__ void carry(window<I, K, Own, Steps, Width>&) {}

  /// Loads an elementwise input's elements at row `s` of the lines. Beside an edge, elements that are not there are
  /// others of the same line.
  template <int Width, int I, class K>
  static __device__ __forceinline__ void load(arguments const& a, place const& t, std::int64_t m, int s, bool inside,
                                              slot<I, K, Width>& to) {
    using T = typename K::type;
    constexpr int c = outputs + I;
    if constexpr (is_single<K>) {
      to.v[0] = *static_cast<T const*>(a.data[c]);
    } else if constexpr (!is_stencil<K>) {
      constexpr int unit = address_unit<K>;
      std::int64_t const down = March < 0 ? 0 : a.strides[c][March < 0 ? 0 : March], step = a.strides[c][across];
      std::int64_t row = s;
      if (!inside && March >= 0 && m + s >= a.extent[March < 0 ? 0 : March])
        row = a.extent[March < 0 ? 0 : March] - 1 - m;
      char const* const p = t.p[c] + row * down * unit;
      auto const r = static_cast<reach>(a.plan.reaches >> (2 * c) & 3);
      if constexpr (!is_computed<K>) {
        if (r == reach::splat) {
          to.v[0] = *reinterpret_cast<T const*>(p);
          return;
        }
        if (Width > 1 && r == reach::vector && inside) {
          auto const w = *reinterpret_cast<vector<T, Width> const*>(p);
#pragma unroll
          for (int v = 0; v < Width; ++v) to.v[v] = w.v[v];
          return;
        }
      } else if (inside) {
        K::template fill<Width>(to.v, place_of(p), step, a.scalars);
        return;
      }
#pragma unroll
      for (int v = 0; v < Width; ++v) {
        std::int64_t column = v;
        if (!inside) {
          if (t.at[across] + v < 0) column = -t.at[across];
          if (t.at[across] + v >= a.extent[across]) column = a.extent[across] - 1 - t.at[across];
        }
        if constexpr (is_computed<K>)
          K::template fill<1>(to.v + v, place_of(p) + column * step, step, a.scalars);
        else
          to.v[v] = *reinterpret_cast<T const*>(p + column * step * unit);
      }
    }
  }

  template <int Width, class T>
  static __device__ __forceinline__ void store(arguments const& a, int c, place const& t, std::int64_t m, int s,
                                               bool inside, vector<T, Width> const& w) {
    std::int64_t const down = March < 0 ? 0 : a.strides[c][March < 0 ? 0 : March];
    T* const p = reinterpret_cast<T*>(t.p[c]) + s * down;
    if (inside) {
      *reinterpret_cast<vector<T, Width>*>(p) = w;
      return;
    }
    if (March >= 0 && m + s >= a.extent[March < 0 ? 0 : March]) return;
#pragma unroll
    for (int v = 0; v < Width; ++v)
      if (t.at[across] + v >= 0 && t.at[across] + v < a.extent[across]) p[v] = w.v[v];
  }

  static __device__ __forceinline__ void move(arguments const& a, place& t, int axis, std::int64_t by) {
    constexpr int unit[] = {int(sizeof(typename Store::type))...,
                            address_unit<Kind>...};
#pragma unroll
    for (int c = 0; c < count; ++c) t.p[c] += by * a.strides[c][axis] * unit[c];
  }

  template <int Width, bool Walks, int... I, int... O>
  static __device__ __forceinline__ void run(arguments const& a, std::integer_sequence<int, I...>,
                                             std::integer_sequence<int, O...>) {
    stencil_plan const& plan = a.plan;
    place t;
    std::uint32_t rest = blockIdx.x;
#pragma unroll
    for (int axis = across; axis >= 0; --axis) {
      std::uint32_t const above = axis == 0 ? 0 : a.by[axis].divide(rest);
      t.at[axis] = rest - above * a.by[axis].divisor;
      rest = above;
    }
    std::uint32_t const thread = threadIdx.x;
    t.at[across] = ((t.at[across] << plan.across_log2) + (thread & ((1u << plan.across_log2) - 1))) * Width -
                   (Width > 1 ? plan.lead : 0);
    if (t.at[across] >= a.extent[across]) return;
    if constexpr (Stack >= 0) {
      t.at[Stack] = (t.at[Stack] << plan.stack_log2) + (thread >> plan.across_log2 & ((1u << plan.stack_log2) - 1));
      if (t.at[Stack] >= a.extent[Stack]) return;
    }
    if constexpr (March >= 0) {
      t.at[March] = ((t.at[March] << plan.march_log2) + (thread >> (plan.across_log2 + plan.stack_log2))) *
                    (std::int64_t{Steps} * (Walks ? plan.walk : 1));
      if (t.at[March] >= a.extent[March]) return;
    }
    bool all = t.at[across] >= a.low[across] && t.at[across] + Width <= a.high[across];
#pragma unroll
    for (int axis = 0; axis < across; ++axis)
      if (axis != March) all = all && t.at[axis] >= a.low[axis] && t.at[axis] < a.high[axis];
#pragma unroll
    for (int c = 0; c < count; ++c) t.p[c] = static_cast<char*>(a.data[c]);
#pragma unroll
    for (int axis = 0; axis < Axes; ++axis) move(a, t, axis, t.at[axis]);

    auto const inside_at = [&](std::int64_t m) {
      return all && (March < 0 || (m >= a.low[March < 0 ? 0 : March] && m + Steps <= a.high[March < 0 ? 0 : March]));
    };
    windows<sequence, Axes, March, Steps, Width, Kind...> w;
    std::int64_t m = March < 0 ? 0 : t.at[March < 0 ? 0 : March];
    auto const lines = [&](bool inside) {
      values<sequence, Width, Kind...> in[Steps];
#pragma unroll
      for (int s = 0; s < Steps; ++s) (load<Width, I, Kind>(a, t, m, s, inside, slot_of<I, Kind, Width>(in[s])), ...);
#pragma unroll
      for (int s = 0; s < Steps; ++s) {
        using own = context<values<sequence, Width, Kind...>, Width, splat_bits>;
        [&](vector<typename Store::type, Width>... out) {
#pragma unroll
          for (int v = 0; v < Width; ++v)
            program::evaluate<Store...>(
                stencil_context<decltype(w), own>{w, own{in[s], a.scalars, splat_bits{plan.splats >> outputs}, v}, s},
                [&](typename Store::type const&... x) { ((out.v[v] = x), ...); });
          (store<Width>(a, O, t, m, s, inside, out), ...);
        }(vector<typename Store::type, Width>{}...);
      }
    };
    if constexpr (!Walks) {
      bool const inside = inside_at(m);
      (fill<part::all, Width>(a, t, m, inside, window_at<I>(w)), ...);
      lines(inside);
    } else {
      (fill<part::head, Width>(a, t, m, inside_at(m), window_at<I>(w)), ...);
#pragma unroll 1
      for (std::uint32_t k = 0;;) {
        bool const inside = inside_at(m);
        (fill<part::tail, Width>(a, t, m, inside, window_at<I>(w)), ...);
        lines(inside);
        if (++k == plan.walk || m + Steps >= a.extent[March]) return;
        m += Steps;
        move(a, t, March, Steps);
        (carry(window_at<I>(w)), ...);
      }
    }
  }
};

template <class Signature, int Axes, int March, int Stack, int Steps, int Width, bool Walks, int Blocks>
__global__ void __launch_bounds__(tuning::block_threads, Blocks)
    stencil(__grid_constant__ stencil_arguments<Signature::count, Axes, Signature::bytes> const a) {
  using body = stencil_body<Signature, Axes, March, Stack, Steps>;
  using outputs = std::make_integer_sequence<int, Signature::outputs>;
  if constexpr (Width > 1) {
    if (a.plan.vector) {
      body::template run<Width, Walks>(a, typename body::sequence{}, outputs{});
      return;
    }
  }
  body::template run<1, Walks>(a, typename body::sequence{}, outputs{});
}

}  // namespace device

namespace detail {
template <class Kind>
constexpr bool looks_beyond_edges = false;
template <class T, program::edge Edge, int Outside, class Offsets>
constexpr bool looks_beyond_edges<program::stencil<T, Edge, Outside, Offsets>> = Edge != program::edge::valid;

/// What a stencil kernel of a signature is made with.
template <class Signature, int Axes>
struct stencil_choice;
template <class... Kind, int Bytes, class... Store, int Axes>
struct stencil_choice<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using moves = traffic<program::signature<program::inputs<Kind...>, Bytes, Store...>>;

  /// The outermost axis along which neighbours are read, but not the last.
  static constexpr int march = [] {
    int first = Axes - 1;
    stencil_input const input[] = {stencil_input_of<Kind>()...};
    for (auto const& s : input)
      for (int a = 0; a + 1 < s.rank; ++a)
        if ((s.low[a] > 0 || s.high[a] > 0) && Axes - s.rank + a < first) first = Axes - s.rank + a;
    return first < Axes - 1 ? first : Axes - 2;
  }();
  /// The axis beside the last, along which threads of a block share what they read, if it is another one.
  static constexpr int stack = Axes >= 3 && march != Axes - 2 ? Axes - 2 : -1;
  static constexpr int width = clamp_power(16 / moves::largest(), 1, 16);

  /// Bytes of neighbours that a thread holds for `steps` lines.
  template <class K>
  static constexpr int held(int steps) {
    if constexpr (!is_stencil<K>) {
      return steps * width * moves::template moved<K>;
    } else {
      return held_of(stencil_lines<K, device::own_march<K, Axes, march>>::value, steps) * int(sizeof(typename K::type));
    }
  }
  /// Cells, at most: those at a line's ends count where the line has several.
  template <class Table>
  static constexpr int held_of(Table const& t, int steps) {
    int cells = 0;
    for (int l = 0; l < t.lines; ++l)
      cells += (steps + t.m_high[l] - t.m_low[l]) * width + steps * (t.x_high[l] - t.x_low[l]);
    return cells;
  }
  /// Looking beyond edges takes registers: more lines then gain more than more blocks.
  static constexpr bool plain = !(looks_beyond_edges<Kind> || ...);
  static constexpr int steps = [] {
    if (Axes == 1) return 1;
    int s = stack >= 0 && plain ? tuning::stencil_lines_in_planes : tuning::stencil_lines;
    while (s > 1 && ((0 + ... + held<Kind>(s)) > tuning::stencil_bytes || s * width > 32)) s /= 2;
    return s;
  }();
  static constexpr bool walks = stack >= 0;
  /// Blocks of a multiprocessor that registers must suffice for.
  static constexpr int blocks = (walks ? !plain : (0 + ... + held<Kind>(steps)) > tuning::stencil_bytes_of_three) ? 2 : 3;
};

}  // namespace detail

/// The CUDA stencil kernel of one signature for loops of `Axes` axes.
template <class Signature, int Axes>
struct cuda_stencil_form;
template <class... Kind, int Bytes, class... Store, int Axes>
struct cuda_stencil_form<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using choice = detail::stencil_choice<signature, Axes>;
  using arguments = device::stencil_arguments<signature::count, Axes, signature::bytes>;
  static constexpr stencil_input input[] = {stencil_input_of<Kind>()...};

  static cuda_stencil_kernel& table() {
    static cuda_stencil_kernel k{runtime::kernel_function(reinterpret_cast<void const*>(
                                     &device::stencil<signature, Axes, choice::march, choice::stack, choice::steps,
                                                      choice::width, choice::walks, choice::blocks>)),
                                 input,
                                 choice::width,
                                 choice::steps,
                                 choice::march,
                                 choice::stack,
                                 choice::walks,
                                 Axes,
                                 {offsetof(arguments, extent), offsetof(arguments, low), offsetof(arguments, high),
                                  offsetof(arguments, by), offsetof(arguments, open), offsetof(arguments, data),
                                  offsetof(arguments, strides), offsetof(arguments, scalars)}};
    return k;
  }
};

}  // namespace cp::kernels
