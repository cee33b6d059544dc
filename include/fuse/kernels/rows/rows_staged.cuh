// Rows in shared memory, which need be no vectors: a block copies them there as they lie, sixteen bytes at a time, and
// copies what it makes of them back alike. Of rows that lie side by side, each thread copies what it works on.
#pragma once

#include <cstdint>
#include <fuse/kernels/rows/cuda_rows.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

#ifdef __CUDA_ARCH__
/// Copies to shared memory what a run of bytes is, so that addresses keep their place among sixteen bytes: to + (from
/// modulo 16) on. Thread t of n; finish_copies() and a barrier follow.
template <class T>
__device__ __forceinline__ void copy_run_in(unsigned char* to, char const* from, int bytes, int t, int n) {
  int const skew = static_cast<int>(reinterpret_cast<std::uintptr_t>(from) & 15), end = skew + bytes;
  char const* const base = from - skew;
#pragma unroll 2
  for (int c = t * 16; c < end; c += n * 16) {
    if (c >= skew && c + 16 <= end) {
      copy_ahead(reinterpret_cast<uint4*>(to + c), reinterpret_cast<uint4 const*>(base + c));
    } else {
      int const last = c + 16 < end ? c + 16 : end;
      for (int b = c < skew ? skew : c; b < last; b += int(sizeof(T)))
        *reinterpret_cast<T*>(to + b) = *reinterpret_cast<T const*>(base + b);
    }
  }
}
/// The same back.
template <class T>
__device__ __forceinline__ void copy_run_out(char* to, unsigned char const* from, int bytes, int t, int n) {
  int const skew = static_cast<int>(reinterpret_cast<std::uintptr_t>(to) & 15), end = skew + bytes;
  char* const base = to - skew;
#pragma unroll 2
  for (int c = t * 16; c < end; c += n * 16) {
    if (c >= skew && c + 16 <= end) {
      *reinterpret_cast<uint4*>(base + c) = *reinterpret_cast<uint4 const*>(from + c);
    } else {
      int const last = c + 16 < end ? c + 16 : end;
      for (int b = c < skew ? skew : c; b < last; b += int(sizeof(T)))
        *reinterpret_cast<T*>(base + b) = *reinterpret_cast<T const*>(from + b);
    }
  }
}
#endif

template <class Signature, int Axes>
struct staged_body;

/// Bytes of the largest input.
template <class... Kind>
constexpr int largest_input = program::largest_of(int(sizeof(typename Kind::type))...);

template <class... Kind, int Bytes, class... Store, int Axes>
struct staged_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes>
    : rows_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using base = rows_body<signature, Axes>;
  using typename base::arguments;
  using typename base::levels;
  using typename base::sequence;
  using typename base::values;
  using numbers = std::make_integer_sequence<int, int(sizeof...(Store))>;
  template <int Width>
  using inputs = typename base::template inputs<Width>;
  static constexpr int outputs = base::outputs, count = signature::count;
  /// Elements of a row that a thread works on at once, one behind the other (narrow ones: of others, threads would wait
  /// for each other's banks); rows, side by side. Of rows whose places are asked for it has one.
  static constexpr int along = largest_input<Kind...> <= 2 ? tuning::rows_staged_along : 1,
                       columns = computed_inputs<inputs<1>>::any                                        ? 1
                                 : largest_input<Kind...> > 4 || base::template largest_state<1>() > 16 ? 2
                                                                                                        : 4;

  /// What a thread knows of the row that it is at, or of the first of those side by side.
  struct row_place {
    std::int64_t row[count];  ///< where its elements begin, for each operand
    int at[count];            ///< the same in shared memory, of those that are there
    int pitch;                ///< elements from one of a row to the next, there
    unsigned char* room;
  };

#ifdef __CUDA_ARCH__
  /// Bytes of an operand's elements.
  static __device__ __forceinline__ constexpr int item_bytes(int k) {
    constexpr int bytes[] = {int(sizeof(typename Store::type))..., int(sizeof(typename Kind::type))...};
    return bytes[k];
  }

  /// The inputs of `Mask` from element i of a row on, or at it in rows side by side (`Across`); those that are not in
  /// shared memory lie at `offset`.
  template <std::uint64_t Mask, bool Across, int Width, int... I>
  static __device__ __forceinline__ void fetch(arguments const& a, inputs<Width>& in, row_place const& r, int i,
                                               std::int64_t const* offset, std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s) {
      using T = typename K::type;
      if constexpr ((Mask & base::cached) >> J & 1) {
        auto const* const from = reinterpret_cast<T const*>(r.room + r.at[outputs + J] + i * r.pitch * int(sizeof(T)));
        if constexpr (Across) {
          auto const w = *reinterpret_cast<vector<T, Width> const*>(from);
#pragma unroll
          for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
        } else {
#pragma unroll
          for (int v = 0; v < Width; ++v) s.v[v] = from[v];
        }
      } else if constexpr ((Mask >> J & 1) != 0 && !is_computed<K>) {
        auto const* const from = static_cast<T const*>(a.data[outputs + J]);
        if constexpr (is_single<K>) {
          s.v[0] = *from;
        } else {
          std::int64_t const step = Width == 1 ? 0 : a.strides[outputs + J][Across ? a.plan.folded : 0];
#pragma unroll
          for (int v = 0; v < Width; ++v) s.v[v] = from[offset[outputs + J] + v * step];
        }
      }
    };
    (one(slot_of<I, Kind, Width>(in)), ...);
    computed_inputs<inputs<Width>>::template compute<Mask>(in, a.scalars, [&](auto j) {
      return place_run{place_of(a.data[outputs + j]) + offset[outputs + j], a.strides[outputs + j][0]};
    });
  }
  /// Calls use(inputs of `Mask`, i) for this thread's elements of a row, `Width` at once and those that are left one by
  /// one; or, of rows side by side, for its elements of all of them. Of what is not in shared memory some is under way
  /// at once.
  template <std::uint64_t Mask, bool Across, int Width, class Use>
  static __device__ __forceinline__ void walk(arguments const& a, row_place const& r, int n, int lane, int lanes,
                                              Use&& use) {
    constexpr int each = Across ? 1 : Width, wanted = tuning::rows_staged_late / Width, some = wanted > 1 ? wanted : 1;
    std::int64_t offset[count];
#pragma unroll
    for (int k = 0; k < count; ++k) offset[k] = r.row[k];
    int const step = lanes * each;
    int i = lane * each;
    base::step_along(a, 0, i, outputs, offset);
    if constexpr ((Mask & base::late) != 0 && some > 1) {
#pragma unroll 1
      for (; i + (some - 1) * step + each <= n; i += some * step) {
        inputs<Width> in[some];
#pragma unroll
        for (int u = 0; u < some; ++u) {
          fetch<Mask & ~base::cached, Across, Width>(a, in[u], r, i + u * step, offset, sequence{});
          base::step_along(a, 0, step, outputs, offset);
        }
#pragma unroll
        for (int u = 0; u < some; ++u) {
          fetch<Mask & base::cached, Across, Width>(a, in[u], r, i + u * step, offset, sequence{});
          use(in[u], i + u * step);
        }
      }
    }
#pragma unroll 2
    for (; i + each <= n; i += step) {
      inputs<Width> in;
      fetch<Mask, Across, Width>(a, in, r, i, offset, sequence{});
      base::step_along(a, 0, step, outputs, offset);
      use(in, i);
    }
    if constexpr (each > 1) {
#pragma unroll 1
      for (i = n / each * each + lane; i < n; i += lanes) {
#pragma unroll
        for (int k = 0; k < count; ++k) offset[k] = r.row[k];
        base::step_along(a, 0, i, outputs, offset);
        inputs<1> in;
        fetch<Mask, Across, 1>(a, in, r, i, offset, sequence{});
        use(in, i);
      }
    }
  }

  /// Folds a row, or those side by side, level by level.
  template <bool Across, int Width, int Level, int Columns>
  static __device__ __forceinline__ void fold_from(arguments const& a, values (&known)[Columns], row_place const& r,
                                                   int n, int lane, int lanes, unsigned char* shared) {
    if constexpr (Level <= levels::count) {
      using state = typename base::template state<Level>;
      state s[Columns];
#pragma unroll
      for (auto& one : s) one.clear();
      walk<base::held, Across, Width>(a, r, n, lane, lanes, [&]<class In>(In const& in, int) {
        constexpr int width = std::is_same_v<In, inputs<1>> ? 1 : Width;
#pragma unroll
        for (int v = 0; v < width; ++v)
          levels::template add<Level>(s[Across ? v : 0], known[Across ? v : 0],
                                      context<In, width, no_splats>{in, a.scalars, {}, v});
      });
      if constexpr (Across)
        base::template merge_across<Columns>(s, reinterpret_cast<state*>(r.room), lane, lanes,
                                             static_cast<int>(blockDim.x) >> a.plan.lanes_log2);
      else
        base::merge_row(s[0], reinterpret_cast<state*>(shared), lanes);
#pragma unroll
      for (int c = 0; c < Columns; ++c) known[c].take(s[c], a.plan.count);
      fold_from<Across, Width, Level + 1>(a, known, r, n, lane, lanes, shared + base::template level_bytes<Level>());
    }
  }
  template <bool Across, int Width, int Columns, int... O>
  static __device__ __forceinline__ void store_row(arguments const& a, values const (&known)[Columns],
                                                   row_place const& r, int n, int lane, int lanes,
                                                   std::integer_sequence<int, O...>) {
    walk<base::held | base::late, Across, Width>(a, r, n, lane, lanes, [&]<class In>(In const& in, int i) {
      constexpr int width = std::is_same_v<In, inputs<1>> ? 1 : Width;
      [&](vector<typename Store::type, width>... w) {
#pragma unroll
        for (int v = 0; v < width; ++v)
          levels::evaluate_fixed(known[Across ? v : 0], context<In, width, no_splats>{in, a.scalars, {}, v},
                                 [&](typename Store::type const&... x) { ((w.v[v] = x), ...); });
        (store_at<Across, O>(a, r, i, w), ...);
      }(vector<typename Store::type, width>{}...);
    });
  }
  template <bool Across, int O, class T, int Width>
  static __device__ __forceinline__ void store_at(arguments const& a, row_place const& r, int i,
                                                  vector<T, Width> const& w) {
    if constexpr (Across) {
      *reinterpret_cast<vector<T, Width>*>(static_cast<T*>(a.data[O]) + r.row[O] + i * a.strides[O][0]) = w;
    } else {
      auto* const to = reinterpret_cast<T*>(r.room + r.at[O] + i * int(sizeof(T)));
#pragma unroll
      for (int v = 0; v < Width; ++v) to[v] = w.v[v];
    }
  }
  /// Rows side by side: copies the elements that this thread works on.
  template <int Width, int... I>
  static __device__ __forceinline__ void copy_columns(arguments const& a, row_place& r, int n, int lane, int lanes,
                                                      std::integer_sequence<int, I...>) {
    int region = a.plan.cache_from;
    int const slot = static_cast<int>(threadIdx.x) & (r.pitch / Width - 1);
    auto const one = [&]<class T>(int k, T*) {
      if ((a.plan.staged >> k & 1) == 0) return;
      r.at[k] = region + slot * Width * int(sizeof(T));
      T const* const from = static_cast<T const*>(a.data[k]) + r.row[k];
#pragma unroll 4
      for (int i = lane; i < n; i += lanes)
        copy_ahead(reinterpret_cast<vector<T, Width>*>(r.room + r.at[k] + i * r.pitch * int(sizeof(T))),
                   reinterpret_cast<vector<T, Width> const*>(from + i * a.strides[k][0]));
      region += (a.plan.stage_elements * int(sizeof(T)) + 15) / 16 * 16;
    };
    (one(outputs + I, static_cast<typename Kind::type*>(nullptr)), ...);
  }

  /// What comes of a row whose inputs are in shared memory, or (`Across`) of `Width` rows side by side.
  template <bool Across, int Width>
  static __device__ __forceinline__ void work(arguments const& a, row_place const& r, bool valid, int n, int lane,
                                              int lanes, unsigned char* shared) {
    values known[Across ? Width : 1];
    fold_from<Across, Width, 1>(a, known, r, valid ? n : 0, lane, lanes, shared);
#pragma unroll
    for (auto& one : known) base::fix(a, one);
    if (!a.plan.to_rows) {
      store_row<Across, Width>(a, known, r, valid ? n : 0, lane, lanes, numbers{});
    } else if (lane == 0 && valid) {
      std::int64_t row[count];
#pragma unroll
      for (int k = 0; k < count; ++k) row[k] = r.row[k];
#pragma unroll
      for (auto const& one : known) {
        base::store_result(a, one, row, numbers{});
        if constexpr (Across && Width > 1)
#pragma unroll
          for (int k = 0; k < count; ++k) row[k] += a.strides[k][a.plan.folded];
      }
    }
  }

  /// Calls use(operand, null of its type, where it begins in shared memory) for each operand that has room there.
  template <class Use, int... I, int... O>
  static __device__ __forceinline__ void for_staged(arguments const& a, Use const& use,
                                                    std::integer_sequence<int, I...>,
                                                    std::integer_sequence<int, O...>) {
    fold_plan const& p = a.plan;
    int region = 0;
    auto const one = [&]<class T>(int k, T* type) {
      if ((p.staged >> k & 1) == 0 || (k == 0 && p.stage_alias > 0)) return;
      use(k, type, region);
      region += (p.stage_elements * int(sizeof(T)) + 31) / 16 * 16 * p.stage_units;
    };
    (one(outputs + I, static_cast<typename Kind::type*>(nullptr)), ...);
    (one(O, static_cast<typename Store::type*>(nullptr)), ...);
  }
  /// Copies what has been written to where it belongs.
  template <int... O>
  static __device__ __forceinline__ void copy_back(arguments const& a, unsigned char const* room, int const* at,
                                                   std::int64_t const* begin, int elements, int lane, int lanes,
                                                   std::integer_sequence<int, O...>) {
    (copy_run_out<typename Store::type>(
         static_cast<char*>(a.data[O]) + begin[O] * std::int64_t{sizeof(typename Store::type)}, room + (at[O] & ~15),
         elements * int(sizeof(typename Store::type)), lane, lanes),
     ...);
  }
  /// Where operands are that have no room of their own: where an equal input is, and the first output where what it
  /// replaces is.
  static __device__ __forceinline__ void find_twins(arguments const& a, int* at) {
#pragma unroll
    for (int k = outputs; k < count; ++k) {
      if ((a.plan.stage_twins >> k & 1) == 0) continue;
#pragma unroll
      for (int m = outputs; m < count; ++m)
        if (m < k && (a.plan.staged >> m & 1) != 0 && a.data[m] == a.data[k] && item_bytes(m) == item_bytes(k))
          at[k] = at[m];
    }
    if (a.plan.stage_alias > 0) {
#pragma unroll
      for (int k = outputs; k < count; ++k)
        if (k == a.plan.stage_alias) at[0] = at[k];
    }
  }
#endif
};

/// Rows side by side that fit into shared memory, of which a thread works on `Width`.
template <class Signature, int Axes, int Width>
__global__ void __launch_bounds__(tuning::rows_front_threads, 2)
    rows_across(__grid_constant__ typename rows_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = staged_body<Signature, Axes>;
  extern __shared__ __align__(16) unsigned char room[];
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2,
            slots = static_cast<int>(blockDim.x) >> p.lanes_log2, lane = t / slots, slot = t & (slots - 1),
            n = static_cast<int>(p.count);
  std::int64_t const result = (std::int64_t{blockIdx.x} * slots + slot) * Width;
  bool const valid = result < p.results;
  typename body::row_place r{};
  r.room = room, r.pitch = slots * Width;
  if (valid) body::locate(a, result, p.folded, p.folded + p.kept, 0, r.row);
  body::template copy_columns<Width>(a, r, valid ? n : 0, lane, lanes, typename body::sequence{});
  body::find_twins(a, r.at);
  finish_copies();
  body::template work<true, Width>(a, r, valid, n, lane, lanes, nullptr);
#endif
}

/// Rows that fit into shared memory as runs: all of a block's, or each for itself.
template <class Signature, int Axes>
__global__ void __launch_bounds__(tuning::rows_front_threads, 2)
    rows_staged(__grid_constant__ typename rows_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = staged_body<Signature, Axes>;
  using sequence = typename body::sequence;
  using numbers = typename body::numbers;
  __shared__ alignas(16) unsigned char shared[body::template shared_bytes<1>()];
  extern __shared__ __align__(16) unsigned char room[];
  fold_plan const& p = a.plan;
  int const t = static_cast<int>(threadIdx.x), lanes = 1 << p.lanes_log2,
            slots = static_cast<int>(blockDim.x) >> p.lanes_log2, all = slots * p.stage_turns, lane = t & (lanes - 1),
            slot = t >> p.lanes_log2, n = static_cast<int>(p.count);
  std::int64_t const first = std::int64_t{blockIdx.x} * all, left = p.results - first;
  int const here = left < all ? static_cast<int>(left) : all;
  // What is copied at once: all rows of the block, or each row by its threads.
  bool const each = p.stage_units > 1;
  int const unit = each ? slot : 0, unit_lane = each ? lane : t,
            unit_lanes = each ? lanes : static_cast<int>(blockDim.x);
  int const elements = each ? (unit < here ? n : 0) : here * n;
  std::int64_t begin[Signature::count] = {};
  int at[Signature::count] = {};
  if (unit < here) body::locate(a, first + unit, p.folded, p.folded + p.kept, 0, begin);
  body::for_staged(
      a,
      [&]<class T>(int k, T*, int region) {
        constexpr int bytes = int(sizeof(T));
        char const* const from = static_cast<char const*>(a.data[k]) + begin[k] * std::int64_t{bytes};
        unsigned char* const to = room + region + unit * ((p.stage_elements * bytes + 31) / 16 * 16);
        at[k] = static_cast<int>(to - room);
        if ((p.stage_strided >> k & 1) == 0) {
          at[k] += static_cast<int>(reinterpret_cast<std::uintptr_t>(from) & 15);
          if (k >= body::outputs) copy_run_in<T>(to, from, elements * bytes, unit_lane, unit_lanes);
        } else {
          for (int e = unit_lane; e < elements; e += unit_lanes) {
            int const local = each ? 0 : static_cast<int>(a.by[0].divide(static_cast<std::uint32_t>(e)));
            reinterpret_cast<T*>(to)[e] = reinterpret_cast<T const*>(
                from)[(e - local * n) * a.strides[k][0] + (each || p.kept == 0 ? 0 : local * a.strides[k][p.folded])];
          }
        }
      },
      sequence{}, numbers{});
  body::find_twins(a, at);
  finish_copies();
  __syncthreads();
#pragma unroll 1
  for (int turn = 0; turn * slots < here; ++turn) {
    int const local = turn * slots + slot;
    bool const valid = local < here;
    typename body::row_place r;
    r.room = room, r.pitch = 1;
#pragma unroll
    for (int k = 0; k < Signature::count; ++k)
      r.row[k] = 0, r.at[k] = at[k] + (each ? 0 : local * n * body::item_bytes(k));
    if (valid && (p.stage_located || body::late != 0))
      body::locate(a, first + local, p.folded, p.folded + p.kept, 0, r.row);
    body::template work<false, body::along>(a, r, valid, n, lane, lanes, shared);
  }
  if (p.to_rows) return;
  __syncthreads();
  body::copy_back(a, room, at, begin, elements, unit_lane, unit_lanes, numbers{});
#endif
}

}  // namespace cp::kernels::device
