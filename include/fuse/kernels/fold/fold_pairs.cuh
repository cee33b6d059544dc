// The CUDA kernel that folds functions of pairs, as the forces between bodies and the distances of points are: of
// inputs that stand against each other one mostly has the same elements for all results, the other one element for
// each. A thread has several results, loads what they have in common once for all of them, and what a result has once
// for all elements. Short rows are held in registers. The same of any inputs, where which is which is found out at the
// launch, and of short rows. (Long: one class template.)
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/kernels/early.cuh>
#include <fuse/kernels/fold/cuda_fold_plan.hpp>
#include <fuse/kernels/fold/fold_body.cuh>
#include <fuse/kernels/tuning.hpp>
#include <fuse/program/opposed.hpp>
#include <fuse/program/row.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels::device {

/// The results that thread `thread` of all has, `Most` of them or fewer, along the axis `plan.side` of those that are
/// kept: the first one, and how many. Along the first axis they are so far apart that neighbouring threads have
/// neighbours, or side by side (see plan_neighbours).
template <int Most>
struct neighbouring_results {
  int first, count = 0;

#ifdef __CUDA_ARCH__
  template <class Arguments>
  __device__ __forceinline__ neighbouring_results(Arguments const& a, std::uint32_t thread) {
    fold_plan const& p = a.plan;
    int const side = p.kept > 0 ? static_cast<int>(a.extent[p.folded + p.side]) : 1, apart = static_cast<int>(p.apart);
    std::uint32_t const sides = p.of_below.divide(thread), above = p.of_side.divide(sides);
    int const begin = static_cast<int>(sides - above * p.of_side.divisor) * p.together,
              below = static_cast<int>(p.of_below.divisor);
    first =
        (static_cast<int>(above) * side + begin) * below + static_cast<int>(thread) - static_cast<int>(sides) * below;
    if (thread >= static_cast<std::uint32_t>(p.columns)) return;
#pragma unroll
    for (int r = 0; r < Most; ++r) count += begin + r * apart < side;
  }
#endif
};

#ifdef __CUDA_ARCH__
/// Loads a row; `wide`: it is aligned vectors.
template <class T, int N>
__device__ __forceinline__ void load_row(program::row_values<T, N>& to, T const* p, std::int64_t along, bool wide) {
  constexpr int bytes = N * int(sizeof(T)), each = (bytes < 16 ? bytes : 16) / int(sizeof(T));
  if constexpr (each > 1 && bytes % (bytes < 16 ? 8 : 16) == 0) {
    if (wide) {
      auto const* const from = reinterpret_cast<vector<T, each> const*>(p);
#pragma unroll
      for (int i = 0; i < N; i += each) {
        auto const w = from[i / each];
#pragma unroll
        for (int j = 0; j < each; ++j) to.v[i + j] = w.v[j];
      }
      return;
    }
  }
#pragma unroll
  for (int i = 0; i < N; ++i, p += along) to.v[i] = *p;
}
#endif

/// `Common`, `Own`: inputs that neighbouring results have in common, and of which a result has one element; a bit each.
/// The others may be either, or neither. `Results`: of a thread. `N`: elements of inputs that are rows.
template <class Signature, int Axes, int N, std::uint64_t Common, std::uint64_t Own, int Results>
struct fold_pairs_body;

template <class... Kind, int Bytes, class... Store, int Axes, int N, std::uint64_t Common, std::uint64_t Own,
          int Results>
struct fold_pairs_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes, N, Common, Own, Results>
    : fold_body<
          typename program::with_row_values<program::signature<program::inputs<Kind...>, Bytes, Store...>, N>::type,
          Axes> {
  using signature =
      typename program::with_row_values<program::signature<program::inputs<Kind...>, Bytes, Store...>, N>::type;
  using base = fold_body<signature, Axes>;
  using base::count;
  using base::outputs;
  using typename base::arguments;
  using typename base::sequence;
  using typename base::state;
  using inputs = typename base::template inputs<1>;

  /// What is known of inputs: which results have in common, of which a result has one element, and of which each has
  /// elements of its own. `Twins`: pairs that stand against each other are there twice (see twin_of).
  template <std::uint64_t C, std::uint64_t O, std::uint64_t E = 0, bool Twins = false>
  struct sides {
    static constexpr std::uint64_t common = C, own = O, each = E;
    static constexpr bool twins = Twins;
  };
  using known_sides = sides<Common, Own>;
  /// Elements in memory that are folded; of two, a launch says which one results have in common.
  static constexpr std::uint64_t folded = [] {
    std::uint64_t const read = (std::uint64_t{0} | ... | program::reads_in_folds<Store>);
    std::uint64_t loaded = 0, i = 0;
    ((loaded |= std::uint64_t{is_loaded<Kind> && !is_single<Kind>} << (i++ & 63)), ...);
    return read & loaded;
  }();
  static constexpr bool asks = N == 0 && Results > 1 && Common == 0 && std::popcount(folded) == 2;
  /// Inputs of which it is not known how they stand; mostly results have them in common, too, as masses and places.
  static constexpr std::uint64_t all_inputs = ~std::uint64_t{0} >> (64 - sizeof...(Kind));
  static constexpr std::uint64_t others = all_inputs & ~(asks ? folded : Common | Own);
  /// Forces name differences as distances do, which they are products with: in the order of the expression the second
  /// half of them is the first one again, as a rule. A launch finds out whether it is.
  static constexpr bool may_have_twins =
      N == 0 && std::popcount(Common) == std::popcount(Own) && std::popcount(Common) % 2 == 0 && Common != 0;
  /// The input of the first half that one of the second half is again; -1 for any other one.
  static consteval int twin_of(int input) {
    std::uint64_t const side = (Common >> input & 1) != 0 ? Common : (Own >> input & 1) != 0 ? Own : 0;
    int const number = std::popcount(side & ((std::uint64_t{1} << input) - 1)) - std::popcount(side) / 2;
    if (!may_have_twins || side == 0 || number < 0) return -1;
    std::uint64_t left = side;
    for (int i = 0; i < number; ++i) left &= left - 1;
    return std::countr_zero(left);
  }

#ifdef __CUDA_ARCH__
  /// Steps of an operand's address (see address_unit): those of rows are places.
  static __device__ __forceinline__ int unit(int k) {
    constexpr int bytes[] = {int(sizeof(typename Store::type))..., address_unit<Kind>...};
    return bytes[k];
  }
#endif
  /// Where a thread reads its elements, and how far it is from one to the next and from a result to the next, in such
  /// steps, of few bytes: an address is one instruction.
  struct reader {
    char const* at[count];
    int along[count], down[count], last;
    std::int64_t step[count];  ///< to a thread's next element
    std::uint64_t wide = 0;    ///< rows that are aligned vectors, a bit an input

#ifdef __CUDA_ARCH__
    __device__ __forceinline__ reader(arguments const& a, std::int64_t const* first, int results) : last(results - 1) {
#pragma unroll
      for (int k = outputs; k < count; ++k) {
        at[k] = static_cast<char const*>(a.data[k]) + first[k] * unit(k);
        along[k] = static_cast<int>(a.strides[k][0]) * unit(k);
        down[k] = static_cast<int>(a.strides[k][a.plan.folded + a.plan.side] * a.plan.apart) * unit(k);
        step[k] = std::int64_t{along[k]} << a.plan.lanes_log2;
        asm("" : "+l"(step[k]));  // (or else it is found again at each element)
      }
      if constexpr (N > 0) align(a, sequence{});
    }
    template <int... I>
    __device__ __forceinline__ void align(arguments const& a, std::integer_sequence<int, I...>) {
      auto const one = [&]<int J, class T, int Offset>(
                           std::integral_constant<int, J>,
                           std::type_identity<program::computed<program::row_in_memory<T>, Offset>>) {
        constexpr int k = outputs + J, bytes = N * int(sizeof(T)) < 16 ? 8 : 16;
        auto const& rule = program::computed<program::row_in_memory<T>, Offset>::rule_in(a.scalars);
        auto const first = reinterpret_cast<std::uintptr_t>(rule.data + place_of(at[k])),
                   apart = static_cast<std::uintptr_t>(std::int64_t{along[k] | down[k]} * std::int64_t{sizeof(T)});
        wide |= std::uint64_t{rule.along == 1 && (first | apart) % bytes == 0} << J;
      };
      auto const each = [&](auto j, auto kind) {
        if constexpr (program::is_row_input<typename decltype(kind)::type>) one(j, kind);
      };
      (each(std::integral_constant<int, I>{}, std::type_identity<Kind>{}), ...);
    }
    /// Of results that there are too few of, the last one is read again.
    __device__ __forceinline__ char const* row(char const* from, int k, int r) const {
      return from + wide_product(r < last ? r : last, down[k]);
    }
    /// Loads an element, or a row.
    template <int I, class K, class To>
    __device__ __forceinline__ void load(arguments const& a, To& to, char const* from) const {
      if constexpr (program::is_row_input<K>) {
        auto const& rule = K::rule_in(a.scalars);
        load_row(to.v[0], rule.data + place_of(from), rule.along, (wide >> I & 1) != 0);
      } else {
        load_along<typename program::with_row_values<K, N>::type, I, 1>(
            to, is_single<K> ? static_cast<char const*>(a.data[outputs + I]) : from, false);
      }
    }
    /// Whether all of some inputs are the same for all results.
    __device__ __forceinline__ bool are_common(std::uint64_t which) const {
      bool all = true;
#pragma unroll
      for (int k = outputs; k < count; ++k) all = all && ((which >> (k - outputs) & 1) == 0 || down[k] == 0);
      return all;
    }
    /// Whether all twins are (see twin_of).
    template <int... I>
    __device__ __forceinline__ bool has_twins(std::integer_sequence<int, I...>) const {
      return may_have_twins && (is_twin<outputs + I, outputs + twin_of(I)>() && ...);
    }
    template <int K, int Twin>
    __device__ __forceinline__ bool is_twin() const {
      if constexpr (Twin < outputs)
        return true;
      else
        return at[K] == at[Twin] && along[K] == along[Twin] && down[K] == down[Twin];
    }
    template <class Sides, bool First, int I, class K>
    __device__ __forceinline__ void next(arguments const& a, inputs (&in)[Results], int i) {
      using kind = typename program::with_row_values<K, N>::type;
      constexpr int k = outputs + I;
      constexpr bool own = (Sides::own >> I & 1) != 0, common = (Sides::common >> I & 1) != 0,
                     each = (Sides::each >> I & 1) != 0;
      if constexpr (Sides::twins && twin_of(I) >= 0) {
        copy<I, twin_of(I), K>(in);
      } else if constexpr (First || !(own || is_single<K>)) {
        if constexpr (!is_single<K>) at[k] += First ? wide_product(i, along[k]) : step[k];
        if constexpr (is_computed<kind>) return;
        auto const to = [&](int r) -> auto& { return slot_of<I, kind, 1>(in[r]); };
        bool const moves = First || common || each || along[k] != 0;
        if (moves) load<I, K>(a, to(0), at[k]);
#pragma unroll
        for (int r = 1; r < Results; ++r) {
          if (common || is_single<K> || (!own && !each && down[k] == 0))
            to(r) = to(0);
          else if (moves)
            load<I, K>(a, to(r), row(at[k], k, r));
        }
      }
    }
    template <class Sides, bool First, int... I>
    __device__ __forceinline__ void next(arguments const& a, inputs (&in)[Results], int i,
                                         std::integer_sequence<int, I...>) {
      (next<Sides, First, I, Kind>(a, in, i), ...);
      constexpr std::uint64_t computed =
          (std::uint64_t{0} | ... |
           (std::uint64_t{is_computed<typename program::with_row_values<Kind, N>::type>} << (I & 63)));
      if constexpr (computed != 0) {
        constexpr std::uint64_t together = computed & Sides::common;
#pragma unroll
        for (int r = 0; r < Results; ++r) {
          auto const at_result = [&](auto j) {
            return place_run{place_of(row(at[outputs + j], outputs + j, r)), a.strides[outputs + j][0]};
          };
          if (r == 0)
            compute_inputs(in[r], a.scalars, at_result);
          else
            compute_inputs<false, ~together>(in[r], a.scalars, at_result);
        }
        if constexpr (together != 0) (share<together, I, Kind>(in), ...);
      }
    }
    /// Lets twins have what they are again.
    template <int... I>
    static __device__ __forceinline__ void pair(inputs (&in)[Results], std::integer_sequence<int, I...>) {
      (copy<I, twin_of(I), Kind>(in), ...);
    }
    template <int I, int Twin, class K>
    static __device__ __forceinline__ void copy(inputs (&in)[Results]) {
      if constexpr (Twin >= 0)
#pragma unroll
        for (int r = 0; r < Results; ++r) slot_of<I, K, 1>(in[r]).v[0] = slot_of<Twin, K, 1>(in[r]).v[0];
    }
    /// All results take what the first one has, of a computed input of `Which`.
    template <std::uint64_t Which, int I, class K>
    static __device__ __forceinline__ void share(inputs (&in)[Results]) {
      using kind = typename program::with_row_values<K, N>::type;
      if constexpr ((Which >> I & 1) != 0)
#pragma unroll
        for (int r = 1; r < Results; ++r) slot_of<I, kind, 1>(in[r]) = slot_of<I, kind, 1>(in[0]);
    }
#endif
  };

#ifdef __CUDA_ARCH__
  /// Folds what a thread has of some results, of which the first elements are loaded.
  template <class Sides>
  static __device__ __forceinline__ void fold_rest(arguments const& a, reader& at, inputs (&in)[Results],
                                                   state (&s)[Results], int left) {
    if constexpr (Sides::twins) reader::pair(in, sequence{});
#pragma unroll(Results == 1 ? 4 : 2)
    for (; left > 1; --left) {
#pragma unroll
      for (int r = 0; r < Results; ++r) base::template add<1>(a, s[r], in[r]);
      at.template next<Sides, false>(a, in, 0, sequence{});
    }
#pragma unroll
    for (int r = 0; r < Results; ++r) base::template add<1>(a, s[r], in[r]);
  }
  /// Folds `results` results side by side, the first of which is number `number`, of which a thread has every
  /// `lanes`-th element of a part.
  template <class Merge>
  static __device__ __forceinline__ void fold(arguments const& a, std::int64_t const* first, int number, int results,
                                              std::uint32_t part, int lane, int lanes, Merge const& merge) {
    fold_plan const& p = a.plan;
    state s[Results];
#pragma unroll
    for (int r = 0; r < Results; ++r) s[r].clear();
    int const begin = static_cast<int>(part * p.step) + lane;
    std::int64_t const end = part * p.step + p.per_part < p.length ? part * p.step + p.per_part : p.length;
    int const left = results > 0 ? (static_cast<int>(end) - begin + lanes - 1) >> p.lanes_log2 : 0;
    if (left > 0) {
      reader at(a, first, results);
      inputs in[Results];
      at.template next<known_sides, true>(a, in, begin, sequence{});
      auto const rest = [&]<class Sides>(Sides) { fold_rest<Sides>(a, at, in, s, left); };
      if constexpr (asks) {
        constexpr int i = std::countr_zero(folded), j = std::countr_zero(folded & (folded - 1));
        constexpr std::uint64_t first_of_two = std::uint64_t{1} << i, second = std::uint64_t{1} << j;
        auto const is_common = [&](int k) { return at.down[outputs + k] == 0; };
        auto const stand = [&](int common, int own) { return is_common(common) && at.along[outputs + own] == 0; };
        if (!at.are_common(others))
          rest(known_sides{});
        else if (stand(i, j))
          rest(sides<first_of_two | others, second>{});
        else if (stand(j, i))
          rest(sides<second | others, first_of_two>{});
        else if (is_common(i) && !is_common(j))
          rest(sides<first_of_two | others, 0, second>{});
        else if (is_common(j) && !is_common(i))
          rest(sides<second | others, 0, first_of_two>{});
        else
          rest(known_sides{});
      } else if constexpr (Common != 0 && (others != 0 || may_have_twins)) {
        if (!at.are_common(others))
          rest(known_sides{});
        else if (may_have_twins && at.has_twins(sequence{}))
          rest(sides<Common | others, Own, 0, may_have_twins>{});
        else
          rest(sides<Common | others, Own>{});
      } else {
        rest(known_sides{});
      }
    }
#pragma unroll
    for (int r = 0; r < Results; ++r) merge(s[r]);
    if (lane != 0) return;
#pragma unroll
    for (int r = 0; r < Results; ++r) {
      if (r >= results) break;
      if (p.parts > 1) {
        std::int64_t const result = number + r * p.apart * p.of_below.divisor;
        static_cast<state*>(p.partial)[part * p.results + result] = s[r];
        continue;
      }
      std::int64_t to[count];
#pragma unroll
      for (int k = 0; k < count; ++k) to[k] = first[k] + r * (a.plan.apart * a.strides[k][a.plan.folded + a.plan.side]);
      store(a, s[r], to, std::make_integer_sequence<int, outputs>{});
    }
  }
#endif

 private:
#ifdef __CUDA_ARCH__
  /// (Of rows what is known of the elements of a result is what its folds came to.)
  template <int... O>
  static __device__ __forceinline__ void store(arguments const& a, state const& s, std::int64_t const* offset,
                                               std::integer_sequence<int, O...> all) {
    if constexpr (N == 0) {
      base::store(a, s, offset, all);
    } else {
      inputs const none{};
      fold_values<typename base::folds> known;
      known.take(s, a.plan.count);
      fold_levels<signature>::evaluate(known, context<inputs, 1, no_splats>{none, a.scalars, {}, 0},
                                       [&](typename Store::type const&... v) {
                                         ((static_cast<typename Store::type*>(a.data[O])[offset[O]] = v), ...);
                                       });
    }
  }
#endif
};

/// Blocks of a multiprocessor that have registers, of rows of `N` elements and states of so many bytes; `Few`: of few
/// inputs. (Told of one, ptxas takes more than it needs: H200, 2026-11, the nearest of 8 for each of 2097152 in 8
/// dimensions 0.047 ms, 0.055 so.)
template <int N, int Results, int Bytes, bool Few>
constexpr int pair_blocks = Results > 1 ? (Few&& Bytes* Results <= 32 ? 4 : tuning::fold_outer_blocks)
                            : N <= 4 || (N <= 6 && Bytes <= 8) ? 5
                            : N <= 8                           ? 4
                                                               : 1;

template <class Signature, int Axes, int N, std::uint64_t Common, std::uint64_t Own, int Results>
__global__ void __launch_bounds__(tuning::fold_threads,
                                  pair_blocks<N, Results, int(sizeof(typename fold_body<Signature, Axes>::state)),
                                              fold_pairs_body<Signature, Axes, N, Common, Own, Results>::asks>)
    fold_pairs(__grid_constant__ typename fold_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = fold_pairs_body<Signature, Axes, N, Common, Own, Results>;
  using state = typename body::state;
  __shared__ alignas(16) unsigned char memory[tuning::fold_threads / 32 * sizeof(state)];
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2, lane = t & (lanes - 1);
  std::uint32_t const block = p.parts == 1 ? blockIdx.x : blockIdx.x / p.parts, part = blockIdx.x - block * p.parts;
  let_next_kernel_begin();
#pragma unroll 1
  for (std::int64_t group = block; group < p.groups; group += p.blocks) {
    neighbouring_results<Results> const mine(
        a, static_cast<std::uint32_t>(group) * p.slots + static_cast<std::uint32_t>(t >> p.lanes_log2));
    std::int64_t first[Signature::count] = {};
    if (mine.count > 0) body::locate_near(a, mine.first, first, [](int i, int step) { return wide_product(i, step); });
    body::fold(a, first, mine.first, mine.count, part, lane, lanes, [&](state& s) {
      if (lanes > 1) body::merge_lanes(s, reinterpret_cast<state*>(memory), lane, lanes);
    });
  }
#endif
}

}  // namespace cp::kernels::device
