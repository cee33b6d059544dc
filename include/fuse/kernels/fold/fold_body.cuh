// What the CUDA folding kernels do with a result: where its elements lie, folding them in, merging what threads have
// folded, storing. (Long: one class template, the body that the fold's kernels share.)
#pragma once

#include <cstdint>
#include <fuse/kernels/axes_arguments.cuh>
#include <fuse/kernels/device_values.cuh>
#include <fuse/kernels/elementwise/cuda_elementwise.cuh>
#include <fuse/kernels/elementwise/flat.cuh>
#include <fuse/kernels/elementwise/strided.cuh>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/fold/fold.hpp>
#include <fuse/kernels/lanes.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels {

namespace device {

#ifdef __CUDA_ARCH__
/// As load_along; bytes come as words and are taken from them one by one, which compilers do not find out.
template <class K, int I, int Width>
__device__ __forceinline__ void load_bytes(slot<I, K, Width>& s, char const* p) {
  using T = typename K::type;
  if constexpr (is_loaded<K> && sizeof(T) == 1 && Width % 4 == 0 && std::is_integral_v<T>) {
    auto const w = *reinterpret_cast<vector<std::uint32_t, Width / 4> const*>(p);
#pragma unroll
    for (int v = 0; v < Width; ++v)
      s.v[v] = static_cast<T>(static_cast<std::int32_t>(w.v[v / 4] << (24 - v % 4 * 8)) >> 24);
  } else {
    load_along<K, I, Width>(s, p, false);
  }
}
#endif

/// Whether a fold's operation can say of an element's (first) value that it loses: that the element changes nothing.
template <class Fold, class Context>
constexpr bool may_lose = false;
template <class Op, class A, class T, class First, class... More, class Context>
constexpr bool may_lose<program::fold<Op, A, T, First, More...>, Context> = requires(A const& a, Context const& c) {
  Op::loses(a, program::value_of<First>(c));
};

/// Whether what an input holds are places, which folds are promised in rising order.
template <class Kind>
constexpr bool is_place = false;
template <int Offset>
constexpr bool is_place<program::computed<program::place_itself, Offset>> = true;

template <class Signature, int Axes>
struct fold_body;

template <class... Kind, int Bytes, class... Store, int Axes>
struct fold_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using folds = typename program::find_folds<program::list<>, Store...>::type;
  using state = fold_state<folds>;
  using sequence = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using arguments = axes_arguments<fold_plan, signature::count, Axes, signature::bytes>;
  static constexpr int outputs = sizeof...(Store), count = signature::count;
  /// The first operand whose elements are folded, if there is one.
  static constexpr int guide = [] {
    std::uint64_t const read = (std::uint64_t{0} | ... | program::reads_in_folds<Store>);
    int at = outputs, found = -1;
    ((found = found < 0 && is_loaded<Kind> && (read >> (at - outputs) & 1) != 0 ? at : found, ++at), ...);
    return found < 0 ? 0 : found;
  }();

  template <int Width>
  using inputs = values<sequence, Width, Kind...>;
  /// Whether rows may be vectors that do not lie on their boundaries.
  static constexpr bool takes_loose = Axes > 1 &&
                                      (false || ... || is_loaded<Kind>)&&!computed_inputs<inputs<1>>::has_blocks;

  /// How inputs that are not loaded are computed: wherever they are; as whole blocks, but those that repeat others (see
  /// computed_inputs::repeats).
  struct anywhere {};
  struct loosely {};  ///< vectors of which some may lie anywhere, of narrow elements
  /// Elements as far apart as a row has threads, so that these read neighbours. (Not where 8 bytes are read of each.
  /// H200, 2026-11, sum(x * w + b) of 2^25 float32 in rows of 33, 390, 1119 and 17329 0.063, 0.056, 0.049 and 0.047 ms
  /// so, 0.078, 0.068, 0.062 and 0.057 with neighbours in a thread; of float64 0.144, 0.113, 0.109, 0.097 and 0.154,
  /// 0.113, 0.116, 0.095; sum(x) of rows of 75 and 171 float32 0.045 and 0.040, 0.055 and 0.041, of float64 0.086 and
  /// 0.076, 0.086 and 0.067; max(x - w) of rows of 171 float32 0.059 and 0.053.)
  struct spread_out {
    int lanes_log2;
  };
  static constexpr int loaded_bytes = (0 + ... + (is_loaded<Kind> ? int(sizeof(typename Kind::type)) : 0));
  static constexpr bool spreads_out =
      !(false || ... || (is_loaded<Kind> && sizeof(typename Kind::type) < 4)) && loaded_bytes != 8;
  template <std::uint64_t Repeated>
  struct in_blocks {
    static constexpr std::uint64_t repeated = Repeated;
  };
  struct in_blocks_once {
    std::uint64_t repeated;
  };
  /// What is loaded are elements of results that are apart (see fold_plan).
  struct apart {};

#ifdef __CUDA_ARCH__
  /// Where a step along an axis leads, for each operand from `from` on: added to `offset`.
  static __device__ __forceinline__ void step_along(arguments const& a, int axis, std::int64_t i, int from,
                                                    std::int64_t* offset) {
#pragma unroll
    for (int k = 0; k < count; ++k)
      if (k >= from) offset[k] += i * a.strides[k][axis];
  }
  /// The same of an index along the axes [first, last).
  static __device__ __forceinline__ void locate(arguments const& a, std::int64_t index, int first, int last, int from,
                                                std::int64_t* offset) {
    if constexpr (Axes > 1) {
#pragma unroll 1
      for (; first + 1 < last; ++first) {
        std::int64_t const q =
            a.plan.wide ? index / a.extent[first] : a.by[first].divide(static_cast<std::uint32_t>(index));
        step_along(a, first, index - q * a.extent[first], from, offset);
        index = q;
      }
    }
    if (first < last) step_along(a, first, index, from, offset);
  }

  /// The same for a result along the axes that stay, from 0 on, in 32 bits where these are enough.
  static __device__ __forceinline__ void locate_result(arguments const& a, std::int64_t result, std::int64_t* base) {
    int const first = a.plan.folded, last = first + a.plan.kept;
#pragma unroll
    for (int k = 0; k < count; ++k) base[k] = 0;
    if (Axes == 1 || a.plan.wide) {
      locate(a, result, first, last, 0, base);
      return;
    }
    locate_near(a, result, base, [](int i, int step) { return std::int64_t{i} * step; });
  }
  /// The same in 32 bits, added to `base`; product(i, step): how far the place of a number is.
  template <class Product>
  static __device__ __forceinline__ void locate_near(arguments const& a, std::int64_t result, std::int64_t* base,
                                                     Product const& product) {
    int const first = a.plan.folded, last = first + a.plan.kept;
    auto rest = static_cast<std::uint32_t>(result);
#pragma unroll
    for (int axis = 0; axis < Axes; ++axis) {
      if (axis < first) continue;
      if (axis >= last) break;
      std::uint32_t const above = axis + 1 < last ? a.by[axis].divide(rest) : 0, i = rest - above * a.by[axis].divisor;
      rest = above;
#pragma unroll
      for (int k = 0; k < count; ++k) base[k] += product(static_cast<int>(i), static_cast<int>(a.strides[k][axis]));
    }
  }

  /// Loads the inputs in memory, or computes the others: late, so that they take no registers while loads are on their
  /// way.
  template <int Width, bool Computed, int... I>
  static __device__ __forceinline__ void load(arguments const& a, inputs<Width>& in, std::int64_t const* offset,
                                              std::integer_sequence<int, I...>, int along) {
    if constexpr (Computed)
      compute_inputs(in, a.scalars, [&](auto j) {
        return place_run{place_of(a.data[outputs + j]) + offset[outputs + j], a.strides[outputs + j][along]};
      });
    else
      (load_along<Kind, I, Width>(slot_of<I, Kind, Width>(in),
                                  static_cast<char const*>(a.data[outputs + I]) +
                                      (is_single<Kind> ? 0 : offset[outputs + I]) * address_unit<Kind>,
                                  false),
       ...);
  }
  /// Loads the vectors along axis `along` at an index of what is folded.
  template <int Width, bool Computed>
  static __device__ __forceinline__ void load_at(arguments const& a, inputs<Width>& in, std::int64_t const* base,
                                                 std::int64_t index, int along) {
    if constexpr (!Computed || (is_computed<Kind> || ...)) {
      std::int64_t offset[signature::count];
#pragma unroll
      for (int k = 0; k < signature::count; ++k) offset[k] = base[k];
      locate(a, index, 0, a.plan.folded, outputs, offset);
      load<Width, Computed>(a, in, offset, sequence{}, along);
    }
  }
  /// Folds in a vector.
  template <int Width>
  static __device__ __forceinline__ void add(arguments const& a, state& s, inputs<Width> const& in) {
    add_vector(
        folds{}, s,
        [&](int v) {
          return context<inputs<Width>, Width, no_splats>{in, a.scalars, {}, v};
        },
        std::integral_constant<int, Width>{});
  }
#endif

  /// Where a thread reads next, and how far apart what it reads lies: kept, or of many inputs computed where it is
  /// needed.
  struct cursor {
    static constexpr bool keeps_steps = sizeof...(Kind) <= tuning::fold_steps_kept;
    char const* at[count];
    std::int64_t step[keeps_steps ? count : 1];

#ifdef __CUDA_ARCH__
    static __device__ __forceinline__ int unit(int k) {
      constexpr int bytes[] = {int(sizeof(typename Store::type))..., address_unit<Kind>...};
      return bytes[k];
    }
    static __device__ __forceinline__ std::int64_t stride(arguments const& a, int k) {
      return a.plan.folded > 0 ? a.strides[k][0] * unit(k) : 0;
    }
    __device__ __forceinline__ std::int64_t step_of(arguments const& a, int k) const {
      if constexpr (keeps_steps)
        return step[k];
      else
        return step[0] * stride(a, k);
    }

    /// At element `index` of axis 0 of a row that begins at `base`, `apart` elements apart.
    __device__ __forceinline__ cursor(arguments const& a, std::int64_t const* base, std::int64_t index,
                                      std::int64_t apart) {
      if constexpr (!keeps_steps) step[0] = apart;
#pragma unroll
      for (int k = outputs; k < count; ++k) {
        std::int64_t const s = stride(a, k);
        at[k] = static_cast<char const*>(a.data[k]) + base[k] * unit(k) + index * s;
        if constexpr (keeps_steps) step[k] = apart * s;
      }
    }
    /// Loads vectors along axis `along` of the inputs in memory, or computes the others (late, so that they take no
    /// registers while loads are on their way), and steps over them if there are `more`.
    template <int Width, bool Computed, class How, int... I>
    __device__ __forceinline__ void next(arguments const& a, inputs<Width>& in, int along, bool more, How how,
                                         std::integer_sequence<int, I...>) {
      std::int64_t const by = [&] {
        if constexpr (std::is_same_v<How, spread_out>)
          return std::int64_t{1} << how.lanes_log2;
        else
          return a.plan.apart;
      }();
      auto const places = [&](auto j) {
        return place_run{place_of(at[outputs + j]), a.strides[outputs + j][along] * by};
      };
      if constexpr (Computed && !std::is_same_v<How, anywhere> && !std::is_same_v<How, loosely> &&
                    !std::is_same_v<How, apart> && !std::is_same_v<How, spread_out>)
        computed_inputs<inputs<Width>>::compute_blocks(in, a.scalars, places, how.repeated);
      else if constexpr (Computed)
        compute_inputs(in, a.scalars, places);
      else if constexpr (std::is_same_v<How, apart> || std::is_same_v<How, spread_out>)
        (load_apart<Kind, I, Width>(a, slot_of<I, Kind, Width>(in), outputs + I, along, by), ...);
      else if constexpr (std::is_same_v<How, loosely>)
        ((is_loaded<Kind> && (a.plan.loose >> I & 1) != 0
              ? load_loose<Kind, I, Width>(slot_of<I, Kind, Width>(in), at[outputs + I])
              : load_bytes<Kind, I, Width>(
                    slot_of<I, Kind, Width>(in),
                    is_single<Kind> ? static_cast<char const*>(a.data[outputs + I]) : at[outputs + I])),
         ...);
      else
        (load_bytes<Kind, I, Width>(slot_of<I, Kind, Width>(in),
                                    is_single<Kind> ? static_cast<char const*>(a.data[outputs + I]) : at[outputs + I]),
         ...);
      ((at[outputs + I] += is_computed<Kind> == Computed && more ? step_of(a, outputs + I) : 0), ...);
    }
    /// Loads elements that lie `by` apart along axis `along`.
    template <class K, int I, int Width>
    __device__ __forceinline__ void load_apart(arguments const& a, slot<I, K, Width>& s, int k, int along,
                                               std::int64_t by) {
      if constexpr (is_single<K>) {
        s.v[0] = *static_cast<typename K::type const*>(a.data[k]);
      } else if constexpr (is_loaded<K>) {
        std::int64_t const bytes = by * a.strides[k][along] * unit(k);
        char const* from = at[k];
#pragma unroll
        for (int v = 0; v < Width; ++v, from += bytes) s.v[v] = *reinterpret_cast<typename K::type const*>(from);
      }
    }
#endif
  };

#ifdef __CUDA_ARCH__
  /// Folds a round of vectors, or the first n of it: all loads, then the arithmetic. add(in) folds in one. Without
  /// branches between loads, the last of fewer is read again.
  template <int Width, int Unroll, bool Whole, class Add, class How>
  static __device__ __forceinline__ void round(arguments const& a, cursor& c, std::uint32_t n, int along,
                                               Add const& add, How how) {
    inputs<Width> in[Unroll];
#pragma unroll
    for (std::uint32_t u = 0; u < Unroll; ++u)
      c.template next<Width, false>(a, in[u], along, Whole || u + 1 < n, how, sequence{});
#pragma unroll
    for (std::uint32_t u = 0; u < Unroll; ++u)
      if (Whole || u < n) {
        c.template next<Width, true>(a, in[u], along, true, how, sequence{});
        add(in[u]);
      }
  }
  /// Folds n vectors, up to `Unroll` of which are in flight.
  template <int Width, int Unroll, class Add, class How = anywhere>
  static __device__ __forceinline__ void run(arguments const& a, cursor c, std::uint32_t n, int along, Add const& add,
                                             How how = {}) {
#pragma unroll 1
    for (; n >= Unroll; n -= Unroll) round<Width, Unroll, true>(a, c, n, along, add, how);
    if constexpr (Unroll > 1) {
      if (n > Unroll / 2)
        round<Width, Unroll, false>(a, c, n, along, add, how);
      else if (n > 0)
        round<Width, Unroll / 2, false>(a, c, n, along, add, how);
    }
  }
  /// Whether two inputs have the same places.
  static __device__ __forceinline__ bool same_places(arguments const& a, int i, int j) {
    bool same = a.data[outputs + i] == a.data[outputs + j];
#pragma unroll
    for (int axis = 0; axis < Axes; ++axis)
      same =
          same && (axis >= a.plan.folded + a.plan.kept || a.strides[outputs + i][axis] == a.strides[outputs + j][axis]);
    return same;
  }

  /// Calls row(base) for each of the rows (runs of the first folded axis) that a lane has of a block's part.
  template <class Row>
  static __device__ __forceinline__ void each_row(arguments const& a, std::int64_t const* base, std::int64_t part,
                                                  int lane, Row const& row) {
    fold_plan const& p = a.plan;
    std::int64_t r = part * p.rows_step + lane;
    std::int64_t const last = r - lane + p.rows_per_part < p.rows ? r - lane + p.rows_per_part : p.rows;
#pragma unroll 1
    for (; r < last; r += p.row_lanes) {
      std::int64_t at[count];
#pragma unroll
      for (int k = 0; k < count; ++k) at[k] = base[k];
      if constexpr (Axes > 1)
        if (p.folded > 1) locate(a, r, 1, p.folded, outputs, at);
      row(at);
    }
  }

  /// Folds elements first, ... before `last` of the row that begins at `base`, which `lanes` threads share.
  template <int Width, int Vectors, int Elements, bool Loose>
  static __device__ __forceinline__ void fold_row(arguments const& a, state& s, std::int64_t const* base,
                                                  std::int64_t first, std::int64_t last, int lane, int lanes_log2) {
    auto const elements = [&]<int Unroll>(std::int64_t from, std::int64_t to, std::integral_constant<int, Unroll>) {
      run<1, Unroll>(a, cursor(a, base, from + lane, std::int64_t{1} << lanes_log2), share(to - from, lane, lanes_log2),
                     0, [&](inputs<1> const& in) { add<1>(a, s, in); });
    };
    // What comes before and after whole vectors is shorter than one.
    auto const vectors_from = [&](std::int64_t begin) {
      return cursor(a, base, begin + lane * Width, std::int64_t{Width} << lanes_log2);
    };
    auto const whole = [&](cursor const& c, std::int64_t vectors, auto how) {
      run<Width, Vectors>(
          a, c, share(vectors, lane, lanes_log2), 0, [&](inputs<Width> const& in) { add<Width>(a, s, in); }, how);
    };
    using computed = computed_inputs<inputs<Width>>;
    if constexpr (!computed::has_blocks) {
      if (Width == 1 || !a.plan.vector) {
        elements(first, last, std::integral_constant<int, Elements>{});
        return;
      }
      std::int64_t const begin = first + before_vectors<Width>(a.plan, base, first, last),
                         vectors = (last - begin) / Width, end = begin + vectors * Width;
      if constexpr (Loose && spreads_out) {
        constexpr int width_log2 = Width == 2 ? 1 : Width == 4 ? 2 : 3;
        static_assert(Width == 1 << width_log2);
        std::int64_t const turns = (last - first) >> (lanes_log2 + width_log2),
                           done = first + (turns << (lanes_log2 + width_log2));
        run<Width, Vectors>(
            a, cursor(a, base, first + lane, std::int64_t{Width} << lanes_log2), static_cast<std::uint32_t>(turns), 0,
            [&](inputs<Width> const& in) { add<Width>(a, s, in); }, spread_out{lanes_log2});
        if (done < last) elements(done, last, std::integral_constant<int, Elements>{});
        return;
      }
      if (begin > first) elements(first, begin, std::integral_constant<int, 1>{});
      whole(vectors_from(begin), vectors, std::conditional_t<Loose, loosely, anywhere>{});
      if (end < last) elements(end, last, std::integral_constant<int, 1>{});
    } else {
      // Vectors of draws are whole blocks, or there are none. Loops without a branch for what is likely: no draw is
      // read twice, or those that one operation takes are the same (x * x).
      std::int64_t const begin = first + before_vectors<Width>(a.plan, base, first, last);
      cursor const c = vectors_from(begin);
      bool const head_last = begin > first, any_order = !(is_place<Kind> || ...);
      bool const blocks = a.plan.vector && (any_order || !head_last) && computed::in_blocks([&](auto j) {
                            return place_run{place_of(c.at[outputs + j]), a.strides[outputs + j][0]};
                          });
      std::int64_t const vectors = blocks ? (last - begin) / Width : 0;
      if (vectors > 0) {
        constexpr std::uint64_t likely =
            computed::template repeats_if<(std::uint64_t{0} | ... | program::siblings<Store>)>;
        std::uint64_t const repeated =
            computed::repeats(a.scalars, [&](auto i, auto j) { return same_places(a, i, j); });
        if (repeated == 0)
          whole(c, vectors, in_blocks<0>{});
        else if (repeated == likely)
          whole(c, vectors, in_blocks<likely>{});
        else
          whole(c, vectors, in_blocks_once{repeated});
      }
      std::int64_t from = vectors > 0 ? begin + vectors * Width : first, to = last;
      bool again = vectors > 0 && head_last;
#pragma unroll 1
      do {
        elements(from, to, std::integral_constant<int, Elements>{});
        if (!again) break;
        again = false, from = first, to = begin;
      } while (true);
    }
  }
  /// How many of n things a lane has.
  static __device__ __forceinline__ std::uint32_t share(std::int64_t n, int lane, int lanes_log2) {
    std::int64_t const rest = n - lane + (std::int64_t{1} << lanes_log2) - 1;
    return rest < 0 ? 0 : static_cast<std::uint32_t>(rest >> lanes_log2);
  }

  /// Folds elements first, first + step, ... before `last` of the rows of `Width` results side by side, or apart:
  /// element v of a vector goes to state v.
  template <int Width, int Unroll, bool Apart>
  static __device__ __forceinline__ void fold_rows_across(arguments const& a, state* s, std::int64_t const* base,
                                                          std::int64_t first, std::int64_t last, int step) {
    if (first >= last) return;
    std::int64_t const rest = last - first + step - 1;
    std::uint32_t const n = step == 1     ? static_cast<std::uint32_t>(rest)
                            : a.plan.wide ? static_cast<std::uint32_t>(rest / step)
                                          : static_cast<std::uint32_t>(rest) / static_cast<std::uint32_t>(step);
    auto const add = [&](inputs<Width> const& in) {
#pragma unroll
      for (int v = 0; v < Width; ++v) s[v].add(context<inputs<Width>, Width, no_splats>{in, a.scalars, {}, v});
    };
    run<Width, Unroll>(a, cursor(a, base, first, step), n, a.plan.folded, add,
                       std::conditional_t<Apart, apart, anywhere>{});
  }

  /// Merges neighbouring states that are parts of one result, and goes to where results of the thread's column begin:
  /// the inner axis counts parts, of which outputs have one step a result.
  template <int Width>
  static __device__ __forceinline__ void join(arguments const& a, state* s, std::int64_t column, std::int64_t* base) {
    fold_plan const& p = a.plan;
#pragma unroll
    for (int n = 1, log2 = 1; n < Width; n *= 2, ++log2)
      if (static_cast<int>(p.joined_log2) >= log2) {
#pragma unroll
        for (int v = 0; v < Width; v += 2 * n) s[v].merge(s[v + n]);
      }
    std::int64_t part = column * Width;
    if (p.kept > 1)
      part = p.wide ? part % a.extent[p.folded]
                    : part - a.by[p.folded].divide(static_cast<std::uint32_t>(part)) * a.extent[p.folded];
#pragma unroll
    for (int k = 0; k < outputs; ++k) base[k] -= (part - (part >> p.joined_log2)) * a.strides[k][p.folded];
  }

  /// Elements from `first` on, before `last`, that come before the first whole vector of a row which begins at `base`.
  template <int Width>
  static __device__ __forceinline__ std::int64_t before_vectors(fold_plan const& p, std::int64_t const* base,
                                                                std::int64_t first, std::int64_t last) {
    if (p.aligned) return 0;
    std::int64_t const head = -(p.shift + first + base[guide]) & (Width - 1);
    return head < last - first ? head : last - first;
  }

  /// What comes of a state, handed to use(results...): `offset` says where the result's elements are.
  template <class Use>
  static __device__ __forceinline__ void evaluate(arguments const& a, state const& s, std::int64_t const* offset,
                                                  Use const& use) {
    inputs<1> in;
    load<1, true>(a, in, offset, sequence{}, 0);
    load<1, false>(a, in, offset, sequence{},
                   0);  // of which there are left those that are not folded: one element a result
    fold_values<folds> known;
    known.take(s, a.plan.count);
    fold_levels<signature>::evaluate(known, context<inputs<1>, 1, no_splats>{in, a.scalars, {}, 0}, use);
  }
  template <int... O>
  static __device__ __forceinline__ void store(arguments const& a, state const& s, std::int64_t const* offset,
                                               std::integer_sequence<int, O...>) {
    evaluate(a, s, offset, [&](typename Store::type const&... v) {
      ((static_cast<typename Store::type*>(a.data[O])[offset[O]] = v), ...);
    });
  }

  /// Merges the states of `lanes` neighbouring threads of a warp; the first one gets the whole.
  static __device__ __forceinline__ void merge_group(state& s, int lane, int lanes) {
    for (int w = lanes / 2; w > 0; w /= 2) {
      state const other = from_lane_behind(s, w);
      if ((lane & (2 * w - 1)) < w) s.merge(other);
    }
  }
  /// Merges the states of the lanes of each result, a power of two of neighbouring threads; the first lane gets the
  /// whole. All threads of the block call it.
  static __device__ __forceinline__ void merge_lanes(state& s, state* shared, int lane, int lanes) {
    int const t = static_cast<int>(threadIdx.x);
    merge_group(s, lane, lanes < 32 ? lanes : 32);
    if (lanes <= 32) return;
    __syncthreads();  // the results before have been merged
    if ((t & 31) == 0) shared[t >> 5] = s;
    __syncthreads();
    if (lane == 0)
      for (int w = 1; w < lanes / 32; ++w) s.merge(shared[(t >> 5) + w]);
  }
#endif

 private:
#ifdef __CUDA_ARCH__
  /// Folds in the elements of which at(v) is the context: narrow ones into what holds a few of them, the others one by
  /// one, if any may change something.
  template <class... Fold, class At, int Width>
  static __device__ __forceinline__ void add_vector(program::list<Fold...>, state& s, At const& at,
                                                    std::integral_constant<int, Width> width) {
#pragma unroll
    for (int v = 0; v < Width; ++v)
      program::with_shared_in_folds<Fold...>(at(v), [&](auto const& all) { (add_wide<Fold, Width>(s, all), ...); });
    (add_few<Fold>(s, at, width), ...);
    (add_winners(static_cast<fold_slot<Fold>&>(s), at, width), ...);
  }
  template <class Fold, int Width, class Context>
  static __device__ __forceinline__ void add_wide(fold_slot<Fold>& s, Context const& c) {
    if constexpr (std::is_void_v<typename Fold::template few<Context>> && !(Width > 1 && may_lose<Fold, Context>))
      Fold::add(s.value, c);
  }
  template <class Op, class A, class T, class First, class... More, class At, int Width>
  static __device__ __forceinline__ void add_winners(fold_slot<program::fold<Op, A, T, First, More...>>& s,
                                                     At const& at, std::integral_constant<int, Width>) {
    using fold = program::fold<Op, A, T, First, More...>;
    if constexpr (Width > 1 && may_lose<fold, decltype(at(0))>) {
      using value = std::remove_cvref_t<decltype(program::value_of<First>(at(0)))>;
      value x[Width];
      bool all_lose = true;
#pragma unroll
      for (int v = 0; v < Width; ++v) x[v] = program::value_of<First>(at(v));
      if constexpr (requires(value const& y) { Op::foremost(y, y); }) {
        value foremost = x[0];
#pragma unroll
        for (int v = 1; v < Width; ++v) foremost = Op::foremost(foremost, x[v]);
        all_lose = Op::loses(s.value, foremost);
      } else {
#pragma unroll
        for (int v = 0; v < Width; ++v) all_lose = all_lose & Op::loses(s.value, x[v]);
      }
      if (all_lose) return;
#pragma unroll
      for (int v = 0; v < Width; ++v) {
        auto const c = at(v);
        fold::add(s.value, program::with_value<First, value, std::remove_const_t<decltype(c)>>{c, x[v]});
      }
    }
  }
  template <class Fold, class At, int Width>
  static __device__ __forceinline__ void add_few(fold_slot<Fold>& s, At const& at, std::integral_constant<int, Width>) {
    using few = typename Fold::template few<decltype(at(0))>;
    if constexpr (!std::is_void_v<few>) {
      few sum = Fold::template identity_of<few>();
#pragma unroll
      for (int v = 0; v < Width; ++v) Fold::add(sum, at(v));
      s.value = Fold::combine(s.value, static_cast<typename Fold::accumulator>(sum));
    }
  }
#endif
};

}  // namespace device

}  // namespace cp::kernels
