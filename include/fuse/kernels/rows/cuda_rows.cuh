// The CUDA kernels of rows: folds along a row, and elementwise work on it that knows what they came to, in one kernel.
// (Long: one class template, the body that the rows' kernels share.)
#pragma once

#include <cstdint>
#include <fuse/kernels/cluster.cuh>
#include <fuse/kernels/fold/cuda_fold_form.cuh>
#include <fuse/kernels/rows/rows_inputs.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels {

namespace device {

template <class Signature, int Axes>
struct rows_body;

template <class... Kind, int Bytes, class... Store, int Axes>
struct rows_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes>
    : rows_inputs<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using base = rows_inputs<signature, Axes>;
  using typename base::arguments;
  using levels = typename base::levels;
  using values = typename levels::values_and_fixed;
  using sequence = typename base::sequence;
  using base::held;
  using base::late;
  using base::outputs;
  template <int Width>
  using inputs = typename base::template inputs<Width>;
  template <int Level>
  using state = typename levels::template state<Level>;

  // -- what the threads of a row agree on

#ifdef __CUDA_ARCH__
  /// Merges the states of each group of `width` neighbouring lanes; all of them get the whole.
  template <class State>
  static __device__ __forceinline__ void merge_group(State& s, int width) {
    int const lane = static_cast<int>(threadIdx.x) & 31;
    for (int w = width / 2; w > 0; w /= 2) {
      State const other = from_lane(s, (lane + w) & 31);
      if ((lane & (2 * w - 1)) < w) s.merge(other);
    }
    if (width > 1) s = from_lane(s, lane & ~(width - 1));
  }
  /// The same for the threads of a row, which are neighbours. `shared`: one state a warp. All threads of the block call
  /// it.
  template <class State>
  static __device__ __forceinline__ void merge_row(State& s, State* shared, int lanes) {
    merge_group(s, lanes < 32 ? lanes : 32);
    if (lanes <= 32) return;
    int const t = static_cast<int>(threadIdx.x), warps = lanes / 32, first = (t >> 5) & ~(warps - 1);
    if ((t & 31) == 0) shared[t >> 5] = s;
    __syncthreads();
    s = shared[first + (t & (warps - 1))];
    merge_group(s, warps);
  }
  /// The same for `Columns` rows whose threads stand `apart`: as many states a thread in `shared`.
  template <int Columns, class State>
  static __device__ __forceinline__ void merge_across(State* s, State* shared, int lane, int lanes, int apart) {
    int const t = static_cast<int>(threadIdx.x), all = static_cast<int>(blockDim.x);
    __syncthreads();
#pragma unroll
    for (int c = 0; c < Columns; ++c) shared[t + c * all] = s[c];
    for (int left = lanes; left > 1;) {
      int const half = (left + 1) / 2;
      __syncthreads();
      if (lane + half < left) {
#pragma unroll
        for (int c = 0; c < Columns; ++c) {
          s[c].merge(shared[t + c * all + half * apart]);
          shared[t + c * all] = s[c];
        }
      }
      left = half;
    }
    __syncthreads();
#pragma unroll
    for (int c = 0; c < Columns; ++c) s[c] = shared[t + c * all - lane * apart];
  }

  /// The same for the blocks of a cluster, which share a row, in their order. `states` has room for one a block. Before
  /// the first time, all threads have arrived: blocks that have not begun have no memory to write to.
  template <class State>
  static __device__ __forceinline__ void merge_cluster(State& s, State* states, unsigned blocks, bool first) {
    if (first) wait_for_cluster();
    if (threadIdx.x < blocks) *in_block(states + blockIdx.x % blocks, threadIdx.x) = s;
    arrive_in_cluster();
    wait_for_cluster();
    s = states[0];
    for (unsigned b = 1; b < blocks; ++b) s.merge(states[b]);
  }
#endif

  // -- rows in registers

  /// Bytes that the threads of a block share to merge the states of a level: one state a warp. Blocks of a cluster have
  /// half as many warps, and the second half is the cluster's.
  template <int Level>
  static constexpr int level_bytes() {
    return int((32 * sizeof(state<Level>) + 15) / 16 * 16);
  }
  template <int Level>
  static constexpr int shared_bytes() {
    if constexpr (Level > levels::count)
      return 0;
    else
      return level_bytes<Level>() + shared_bytes<Level + 1>();
  }
  /// Bytes of the largest state, and of all of them.
  template <int Level>
  static constexpr int largest_state() {
    if constexpr (Level > levels::count)
      return 0;
    else
      return int(sizeof(state<Level>)) > largest_state<Level + 1>() ? int(sizeof(state<Level>))
                                                                    : largest_state<Level + 1>();
  }
  template <int Level>
  static constexpr int all_states() {
    if constexpr (Level > levels::count)
      return 0;
    else
      return int(sizeof(state<Level>)) + all_states<Level + 1>();
  }

  using parts = kept_parts<typename levels::shared>;
  using typename base::row_ends;
#ifdef __CUDA_ARCH__
  /// Folds what lies before the first whole vector of a row, or behind the last.
  template <int Level, bool Tail>
  static __device__ __forceinline__ void fold_ends(arguments const& a, state<Level>& s, values const& known,
                                                   std::int64_t const* row, row_ends ends, std::int64_t elements,
                                                   int lane, int lanes) {
    base::template walk_ends<held, Tail>(a, row, ends, elements, lane, lanes, [&](inputs<1> const& in, std::int64_t) {
      levels::template add<Level>(s, known, context<inputs<1>, 1, no_splats>{in, a.scalars, {}, 0});
    });
  }
  /// Stores what is computed from them.
  template <bool Tail>
  static __device__ __forceinline__ void store_ends(arguments const& a, values const& known, std::int64_t const* row,
                                                    row_ends ends, std::int64_t elements, int lane, int lanes) {
    base::template walk_ends<held | late, Tail>(
        a, row, ends, elements, lane, lanes, [&](inputs<1> const& in, std::int64_t i) {
          std::int64_t to[outputs];
#pragma unroll
          for (int o = 0; o < outputs; ++o) to[o] = row[o] + i;
          store_element(a, in, known, to, std::make_integer_sequence<int, outputs>{});
        });
  }
  /// `Front`: the first elements of the row, or of the block's part of it, are in shared memory, at `front`.
  template <int Level, bool Front, bool Cut, int Width, int Vectors>
  static __device__ __forceinline__ void fold_levels_from(arguments const& a, inputs<Width> const (&in)[Vectors],
                                                          values& known, parts (&kept)[Vectors][Width], int mine,
                                                          std::int64_t const* row, row_ends ends, std::int64_t elements,
                                                          unsigned char* front, unsigned char* shared, int lane,
                                                          int lanes) {
    if constexpr (Level <= levels::count) {
      state<Level> s;
      s.clear();
      if constexpr (Cut) fold_ends<Level, false>(a, s, known, row, ends, elements, lane, lanes);
      // What comes first is folded first: of equal extremes the first one is meant.
      if constexpr (Front)
        base::template walk_front<Width, 0>(a, row, front, lane, lanes, [&](inputs<Width> const& x, int) {
#pragma unroll
          for (int e = 0; e < Width; ++e)
            levels::template add<Level>(s, known, context<inputs<Width>, Width, no_splats>{x, a.scalars, {}, e});
        });
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        if (v >= mine) break;
#pragma unroll
        for (int e = 0; e < Width; ++e)
          levels::template add<Level>(s, known, context<inputs<Width>, Width, no_splats>{in[v], a.scalars, {}, e},
                                      kept[v][e]);
      }
      if constexpr (Cut) fold_ends<Level, true>(a, s, known, row, ends, elements, lane, lanes);
      merge_row(s, reinterpret_cast<state<Level>*>(shared), lanes);
      if constexpr (Front) {
        constexpr int warps = tuning::rows_front_threads / 32;
        static_assert(warps + runtime::most_cluster <= 32);
        if (a.plan.parts > 1)
          merge_cluster(s, reinterpret_cast<state<Level>*>(shared) + warps, a.plan.parts, Level == 1);
      }
      known.take(s, a.plan.count);
      fold_levels_from<Level + 1, Front, Cut>(a, in, known, kept, mine, row, ends, elements, front,
                                              shared + level_bytes<Level>(), lane, lanes);
    }
  }

  template <int Width, int... O>
  static __device__ __forceinline__ void store_vector(arguments const& a, inputs<Width> const& in, values const& known,
                                                      parts (&kept)[Width], std::int64_t const* row, std::int64_t i,
                                                      std::integer_sequence<int, O...>) {
    [&](vector<typename Store::type, Width>... w) {
#pragma unroll
      for (int e = 0; e < Width; ++e)
        levels::evaluate_fixed(
            known, context<inputs<Width>, Width, no_splats>{in, a.scalars, {}, e},
            [&](typename Store::type const&... x) { ((w.v[e] = x), ...); }, kept[e]);
      (store_whole(reinterpret_cast<vector<typename Store::type, Width>*>(
                       static_cast<typename Store::type*>(a.data[O]) + row[O] + (Width == 1 ? i * a.strides[O][0] : i)),
                   w),
       ...);
    }(vector<typename Store::type, Width>{}...);
  }
  /// The same where nothing was kept.
  template <int Width, int... O>
  static __device__ __forceinline__ void store_vector(arguments const& a, inputs<Width> const& in, values const& known,
                                                      std::int64_t const* row, std::int64_t i,
                                                      std::integer_sequence<int, O...>) {
    [&](vector<typename Store::type, Width>... w) {
#pragma unroll
      for (int e = 0; e < Width; ++e)
        levels::evaluate_fixed(known, context<inputs<Width>, Width, no_splats>{in, a.scalars, {}, e},
                               [&](typename Store::type const&... x) { ((w.v[e] = x), ...); });
      (store_whole(reinterpret_cast<vector<typename Store::type, Width>*>(
                       static_cast<typename Store::type*>(a.data[O]) + row[O] + i),
                   w),
       ...);
    }(vector<typename Store::type, Width>{}...);
  }
  template <int... O>
  static __device__ __forceinline__ void store_element(arguments const& a, inputs<1> const& in, values const& known,
                                                       std::int64_t const* to, std::integer_sequence<int, O...>) {
    levels::evaluate_fixed(
        known, context<inputs<1>, 1, no_splats>{in, a.scalars, {}, 0},
        [&](typename Store::type const&... x) { ((static_cast<typename Store::type*>(a.data[O])[to[O]] = x), ...); });
  }
  /// Computes what all elements of a row have in common.
  static __device__ __forceinline__ void fix(arguments const& a, values& known) {
    inputs<1> const none{};
    levels::fix(known, context<inputs<1>, 1, no_splats>{none, a.scalars, {}, 0});
  }
  /// Stores the one element of a row that has one.
  template <int... O>
  static __device__ __forceinline__ void store_result(arguments const& a, values const& known, std::int64_t const* row,
                                                      std::integer_sequence<int, O...> numbers) {
    inputs<1> in;
    base::template load_some<late, 1>(a, in, row, 0);
    store_element(a, in, known, row, numbers);
  }

  /// Folds a row whose inputs are in registers (its front, if any, in shared memory), level by level, and stores what
  /// is computed from it.
  template <bool Front, bool Cut, int Width, int Vectors>
  static __device__ __forceinline__ void finish_row(arguments const& a, inputs<Width> (&in)[Vectors],
                                                    std::int64_t const* row, row_ends ends, std::int64_t elements,
                                                    int mine, int lane, int lanes, bool valid, unsigned char* front,
                                                    unsigned char* shared) {
    using numbers = std::make_integer_sequence<int, outputs>;
    std::int64_t const first = (Front ? a.plan.cache_pitch : 0) + std::int64_t{lane} * Width;
    // Behind a front, what is read only where results are stored is under way before it is needed. (Where all is in
    // registers it costs those of other threads: layer norm of rows of 1000 float64 1.25 of the time.)
    auto const load_late = [&](int v) {
      if constexpr (late != 0)
        if (v < mine) base::template load_row<late, Width, Cut>(a, in[v], row, first + v * lanes * Width, sequence{});
    };
    values known;
    parts kept[Vectors][Width];
    fold_levels_from<1, Front, Cut>(a, in, known, kept, mine, row, ends, elements, front, shared, lane, lanes);
    if (Front && !a.plan.to_rows) load_late(0);
    fix(a, known);
    if (a.plan.to_rows) {
      if (lane == 0 && valid && (!Front || blockIdx.x % a.plan.parts == 0)) store_result(a, known, row, numbers{});
      return;
    }
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
      if (v >= mine) break;
      if (!Front) load_late(v);
      if (Front && v + 1 < Vectors) load_late(v + 1);
      if constexpr (late != 0)
        if (a.plan.splats != 0) base::template spread<late, Width>(a, in[v], sequence{});
      store_vector<Width>(a, in[v], known, kept[v], row, first + v * lanes * Width, numbers{});
    }
    if constexpr (Front)
      base::template walk_front<Width, late>(a, row, front, lane, lanes, [&](inputs<Width> const& x, int i) {
        store_vector<Width>(a, x, known, row, i, numbers{});
      });
    if constexpr (Cut) {
      store_ends<false>(a, known, row, ends, elements, lane, lanes);
      store_ends<true>(a, known, row, ends, elements, lane, lanes);
    }
  }
  template <int Level, int Width, bool Cut>
  static __device__ __forceinline__ void walk_level(arguments const& a, state<Level>& s, values const& known,
                                                    std::int64_t const* row, std::int64_t first, std::int64_t last,
                                                    int lane, int lanes, unsigned char* cache) {
    base::template walk<Width, held, Level == 1, Cut>(
        a, row, first + lane * Width, last, lanes * Width, cache, [&](inputs<Width> const& in, std::int64_t) {
#pragma unroll
          for (int e = 0; e < Width; ++e)
            levels::template add<Level>(s, known, context<inputs<Width>, Width, no_splats>{in, a.scalars, {}, e});
        });
  }
  template <int Width, bool Cut>
  static __device__ __forceinline__ void walk_stores(arguments const& a, values const& known, std::int64_t const* row,
                                                     std::int64_t first, std::int64_t last, int lane, int lanes,
                                                     unsigned char* cache) {
    base::template walk<Width, held | late, false, Cut>(
        a, row, first + lane * Width, last, lanes * Width, cache, [&](inputs<Width> const& in, std::int64_t i) {
          std::int64_t to[signature::count];
#pragma unroll
          for (int k = 0; k < signature::count; ++k) to[k] = row[k];
          base::template locate_in_row<Width>(a, i, 0, to);
          if constexpr (Width > 1)
            store_vector<Width>(a, in, known, to, 0, std::make_integer_sequence<int, outputs>{});
          else
            store_element(a, in, known, to, std::make_integer_sequence<int, outputs>{});
        });
  }
#endif
};

/// Threads of a block at most (half as many where arithmetic on 8 bytes takes the registers of the others); blocks that
/// share a multiprocessor.
template <class Signature>
constexpr int rows_threads_log2 = tuning::rows_threads_log2 -
                                  (cp::kernels::detail::fold_inputs<Signature>::largest >= 8 ? 1 : 0);
/// The same of rows that are read again.
template <class Signature>
constexpr bool has_costly = false;
template <class Inputs, int Bytes, class... Store>
constexpr bool has_costly<program::signature<Inputs, Bytes, Store...>> =
    program::largest_of(program::program_facts<Store>::most...) >= tuning::rows_again_costly;
template <class Signature>
constexpr int again_threads_log2 = has_costly<Signature> ? rows_threads_log2<Signature> : tuning::rows_threads_log2;
template <class Signature, bool Front>
constexpr int most_rows_threads = Front ? tuning::rows_front_threads : 1 << rows_threads_log2<Signature>;
template <bool Front>
constexpr int rows_sharing = Front ? 2 : 1;

/// A row's inputs are held in registers: `Vectors` vectors a thread. `Front`: but for the first ones, which are in
/// shared memory, so that two blocks share a multiprocessor and one loads while the other computes; the blocks of a
/// cluster have parts of one row. `Cut`: rows are vectors but for their ends.
template <class Signature, int Axes, int Width, int Vectors, bool Front, bool Cut>
__global__ void __launch_bounds__(most_rows_threads<Signature, Front>, rows_sharing<Front>)
    rows(__grid_constant__ typename rows_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = rows_body<Signature, Axes>;
  using sequence = typename body::sequence;
  __shared__ alignas(16) unsigned char shared[body::template shared_bytes<1>()];
  extern __shared__ __align__(16) unsigned char room[];
  fold_plan const& p = a.plan;
  std::int64_t const behind = Front ? p.cache_pitch : 0;
  if constexpr (Front)
    if (p.parts > 1) arrive_in_cluster();
  int const t = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2, lane = t & (lanes - 1);
  std::int64_t const result =
      Front ? blockIdx.x / p.parts
            : static_cast<std::int64_t>(blockIdx.x) * (blockDim.x >> p.lanes_log2) + (t >> p.lanes_log2);
  std::int64_t row[Signature::count], count = p.count;
#pragma unroll
  for (int k = 0; k < Signature::count; ++k) row[k] = 0;
  // Vectors of this thread: those of the row, or of the block's part of it, at lane, lane + lanes, ...
  bool const valid = result < p.results;
  int mine = 0;
  typename body::row_ends ends;
  if (valid) {
    body::locate(a, result, p.folded, p.folded + p.kept, 0, row);
    if constexpr (Front) {
      std::int64_t const from = (blockIdx.x % p.parts) * p.per_part;
      count = count - from < p.per_part ? count - from : p.per_part;
#pragma unroll
      for (int k = 0; k < Signature::count; ++k) row[k] += from * a.strides[k][0];
    }
    if constexpr (Cut) ends = body::template cut_ends<Width>(a, row, count);
    mine = (static_cast<int>((count - behind) / Width) - lane + lanes - 1) >> p.lanes_log2;
    if constexpr (Front) body::template copy_front<Width>(a, row, room, lane, lanes, sequence{});
  }
  typename body::template inputs<Width> in[Vectors];
#pragma unroll
  for (int v = 0; v < Vectors; ++v)
    if (v < mine)
      body::template load_row<body::held, Width, Cut>(a, in[v], row, behind + std::int64_t{v * lanes + lane} * Width,
                                                      sequence{});
  if (p.splats != 0) {
#pragma unroll
    for (int v = 0; v < Vectors; ++v) body::template spread<body::held, Width>(a, in[v], sequence{});
  }
  if constexpr (Front) finish_copies();
  body::template finish_row<Front, Cut, Width, Vectors>(a, in, row, ends, count, mine, lane, lanes, valid, room,
                                                        shared);
#endif
}

#ifdef __CUDA_ARCH__
/// One level of `rows_again`: folds it, or, in a launch that came after, merges what the blocks of a row have folded.
/// Returns whether the block is done.
template <int Level, int Width, bool Any, class Body, class Arguments>
__device__ __forceinline__ bool again_level(Arguments const& a, typename Body::values& known, std::int64_t const* row,
                                            typename Body::row_ends ends, std::int64_t result, std::int64_t part,
                                            bool valid, std::int64_t first, std::int64_t last, int lane, int lanes,
                                            unsigned char* shared, unsigned char* cache, unsigned char* partial) {
  using levels = typename Body::levels;
  if constexpr (Level > levels::count) {
    return false;
  } else {
    using state = typename Body::template state<Level>;
    fold_plan const& p = a.plan;
    state s;
    s.clear();
    state* const parts = reinterpret_cast<state*>(partial) + result * p.merged_parts;
    bool const fold = Level >= p.first_level;
    if (valid) {
      if (fold && !Any) {
        Body::template walk_level<Level, Width, false>(a, s, known, row, first, last, lane, lanes, cache);
      } else if (fold && Width > 1 && p.vector) {
        Body::template fold_ends<Level, false>(a, s, known, row, ends, last, lane, lanes);
        Body::template walk_level<Level, Width, true>(a, s, known, row, first, last - ends.tail, lane, lanes, cache);
        Body::template fold_ends<Level, true>(a, s, known, row, ends, last, lane, lanes);
      } else if (fold)
        Body::template walk_level<Level, 1, true>(a, s, known, row, first, last, lane, lanes, cache);
      else
#pragma unroll 4
        for (std::int64_t i = lane; i < p.merged_parts; i += lanes) s.merge(parts[i]);
    }
    if (Any && p.across)
      Body::template merge_across<1>(&s, reinterpret_cast<state*>(shared), lane, lanes, p.slots);
    else
      Body::merge_row(s, reinterpret_cast<state*>(shared), lanes);
    if (fold && p.parts > 1) {
      if (valid && lane == 0) parts[part] = s;
      return true;
    }
    known.take(s, p.count);
    return again_level<Level + 1, Width, Any, Body>(
        a, known, row, ends, result, part, valid, first, last, lane, lanes,
        shared + (Any && p.across ? 0 : Body::template level_bytes<Level>()), cache,
        partial + (p.results * p.merged_parts * static_cast<std::int64_t>(sizeof(state)) + 15) / 16 * 16);
  }
}
#endif

/// Rows of any length: a block (or, in one launch a level, several) reads them once a level. `Any` strides and begins;
/// else rows of aligned vectors, whose loop needs fewer registers.
template <class Signature, int Axes, int Width, bool Any>
__global__ void __launch_bounds__(1 << again_threads_log2<Signature>, 1)  // (see cuda_form::strided_blocks)
    rows_again(__grid_constant__ typename rows_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = rows_body<Signature, Axes>;
  using outputs = std::make_integer_sequence<int, Signature::outputs>;
  extern __shared__ __align__(16) unsigned char shared[];
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lanes = p.lanes, slots = p.slots;
  bool const across = Any && p.across;
  int const lane = across ? t / slots : t & (lanes - 1), slot = across ? t - lane * slots : t >> p.lanes_log2;
  std::int64_t const part = blockIdx.x % p.parts, result = std::int64_t{blockIdx.x / p.parts} * slots + slot;
  bool const valid = result < p.results;
  std::int64_t row[Signature::count];
#pragma unroll
  for (int k = 0; k < Signature::count; ++k) row[k] = 0;
  std::int64_t count = p.count;
  typename body::row_ends ends;
  if (valid) {
    body::locate(a, result, p.folded, p.folded + p.kept, 0, row);
    if (Any && p.vector) ends = body::template cut_ends<Width>(a, row, count);
  }
  std::int64_t const first = part * p.per_part, last = first + p.per_part < count ? first + p.per_part : count;
  if (part != 0) ends.head = 0;
  if (last != count) ends.tail = 0;
  unsigned char* const cache = p.cache_pitch > 0 ? shared + p.cache_from + slot * p.cache_row : nullptr;
  typename body::values known;
  if (again_level<1, Width, Any, body>(a, known, row, ends, result, part, valid, first, last, lane, lanes, shared,
                                       cache, static_cast<unsigned char*>(p.partial)) ||
      !valid)
    return;
  body::fix(a, known);
  if (p.to_rows) {
    if (lane == 0 && part == 0) body::store_result(a, known, row, outputs{});
    return;
  }
  if constexpr (!Any) {
    body::template walk_stores<Width, false>(a, known, row, first, last, lane, lanes, cache);
  } else if (Width > 1 && p.vector) {
    body::template walk_stores<Width, true>(a, known, row, first, last - ends.tail, lane, lanes, cache);
    body::template store_ends<false>(a, known, row, ends, last, lane, lanes);
    body::template store_ends<true>(a, known, row, ends, last, lane, lanes);
  } else
    body::template walk_stores<1, true>(a, known, row, first, last, lane, lanes, cache);
#endif
}

}  // namespace device

}  // namespace cp::kernels
