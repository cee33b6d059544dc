// How the CUDA kernels of rows reach a row's inputs: in registers, in shared memory, or again in memory.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/fold_body.cuh>
#include <fuse/kernels/tuning.hpp>
#include <utility>

namespace cp::kernels::device {

template <class Signature, int Axes>
struct rows_inputs;

template <class... Kind, int Bytes, class... Store, int Axes>
struct rows_inputs<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes>
    : fold_body<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using base = fold_body<signature, Axes>;
  using typename base::arguments;
  using levels = fold_levels<signature>;
  using sequence = typename base::sequence;
  static constexpr int outputs = base::outputs;
  template <int Width>
  using inputs = typename base::template inputs<Width>;

  static constexpr std::uint64_t held = levels::folded_inputs, late = levels::late_inputs & ~held;

#ifdef __CUDA_ARCH__
  /// Loads a vector of one input. `Cut`: those that are not folded may begin anywhere.
  template <class K, int J, int Width, bool Cut>
  static __device__ __forceinline__ void load_run(arguments const& a, slot<J, K, Width>& s, char const* from) {
    bool const splat = Width > 1 && (a.plan.splats >> J & 1) != 0;
    if constexpr (is_loaded<K> && Width > 1 && Cut && (late >> J & 1) != 0) {
      if ((a.plan.loose >> J & 1) != 0) {
        using T = typename K::type;
        if constexpr (sizeof(T) <= 2 && Width * sizeof(T) % 8 == 0) {
          shifted_words<T, Width> words;
          words.load(from);
          words.place(s.v);
        } else {
#pragma unroll
          for (int v = 0; v < Width; ++v) s.v[v] = reinterpret_cast<T const*>(from)[v];
        }
        return;
      }
    }
    if constexpr (is_loaded<K> && Width > 1 && Cut && sizeof(typename K::type) == 2)
      load_pairs<K, J, Width>(s, from, splat);
    else
      load_along<K, J, Width>(s, from, splat);
  }
#endif
  /// The elements of a row (or of a block's part of it) before the first whole vector of it, and behind the last.
  struct row_ends {
    int head = 0, tail = 0;
  };
#ifdef __CUDA_ARCH__
  /// Finds them, and moves the row's begin to its first whole vector.
  template <int Width>
  static __device__ __forceinline__ row_ends cut_ends(arguments const& a, std::int64_t* row, std::int64_t& elements) {
    row_ends ends;
    if (Width == 1 || a.plan.aligned) return ends;
    std::int64_t at = a.plan.shift;
#pragma unroll
    for (int k = 0; k < signature::count; ++k)
      if (k == a.plan.guide) at += row[k];
    ends.head = static_cast<int>(-at & (Width - 1));
    if (ends.head > elements) ends.head = static_cast<int>(elements);
    elements -= ends.head;
    ends.tail = static_cast<int>(elements & (Width - 1));
    base::step_along(a, 0, ends.head, 0, row);
    return ends;
  }
  /// Calls use(inputs of `Mask`, i) for this thread's elements before the first whole vector, or behind the last one,
  /// which ends at element `elements` with the tail.
  template <std::uint64_t Mask, bool Tail, class Use>
  static __device__ __forceinline__ void walk_ends(arguments const& a, std::int64_t const* row, row_ends ends,
                                                   std::int64_t elements, int lane, int lanes, Use&& use) {
    int const count = Tail ? ends.tail : ends.head;
#pragma unroll 1
    for (int j = lane; j < count; j += lanes) {
      std::int64_t const i = Tail ? elements - count + j : j - count;
      std::int64_t offset[signature::count];
#pragma unroll
      for (int k = 0; k < signature::count; ++k) offset[k] = row[k];
      base::step_along(a, 0, i, outputs, offset);
      inputs<1> in;
      load_from<Mask, 1>(a, in, offset, sequence{});
      use(in, i);
    }
  }

  /// Loads the inputs of `Mask` for the vector at element i of a row (or the one element that stands for all of it).
  template <std::uint64_t Mask, int Width, bool Cut = false, int... I>
  static __device__ __forceinline__ void load_row(arguments const& a, inputs<Width>& in, std::int64_t const* row,
                                                  std::int64_t i, std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s) {
      if constexpr ((Mask >> J & 1) != 0)
        load_run<K, J, Width, Cut>(
            a, s,
            static_cast<char const*>(a.data[outputs + J]) +
                (is_single<K> ? 0 : row[outputs + J] + i * a.strides[outputs + J][0]) * address_unit<K>);
    };
    (one(slot_of<I, Kind, Width>(in)), ...);
    computed_inputs<inputs<Width>>::template compute<Mask>(in, a.scalars, [&](auto j) {
      std::int64_t const step = a.strides[outputs + j][0];
      return place_run{place_of(a.data[outputs + j]) + row[outputs + j] + i * step, step};
    });
  }
  /// Copies the elements that stand for a whole vector to all of it.
  template <std::uint64_t Mask, int Width, int... I>
  static __device__ __forceinline__ void spread(arguments const& a, inputs<Width>& in,
                                                std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s) {
      if constexpr ((Mask >> J & 1) != 0 && is_loaded<K>) {
        if constexpr (std::is_same_v<typename K::type, float16> && Width > 1) {
          device::spread(s, (a.plan.splats >> J & 1) != 0);
        } else if ((a.plan.splats >> J & 1) != 0) {
#pragma unroll
          for (int v = 1; v < Width; ++v) s.v[v] = s.v[0];
        }
      }
    };
    (one(slot_of<I, Kind, Width>(in)), ...);
  }
#endif

  /// Bytes of the held inputs of an element that lie before input I in shared memory.
  template <int I>
  static constexpr int held_bytes() {
    constexpr int size[] = {int(sizeof(typename Kind::type))..., 0};
    int bytes = 0;
    for (int k = 0; k < I && k < int(sizeof...(Kind)); ++k) bytes += (cached >> k & 1) != 0 ? size[k] : 0;
    return bytes;
  }
#ifdef __CUDA_ARCH__
  template <bool Write, int Width, int... I>
  static __device__ __forceinline__ void copy_held(arguments const& a, inputs<Width>& in, unsigned char* cache,
                                                   std::int64_t i, std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s) {
      if constexpr ((cached >> J & 1) != 0) {
        using T = typename K::type;
        auto* const p = reinterpret_cast<vector<T, Width>*>(cache + held_bytes<J>() * a.plan.cache_pitch +
                                                            i * static_cast<std::int64_t>(sizeof(T)));
        vector<T, Width> w;
        if constexpr (Write) {
#pragma unroll
          for (int v = 0; v < Width; ++v) w.v[v] = s.v[v];
          *p = w;
        } else {
          w = *p;
#pragma unroll
          for (int v = 0; v < Width; ++v) s.v[v] = w.v[v];
        }
      }
    };
    (one(slot_of<I, Kind, Width>(in)), ...);
  }
  /// Adds where an index of a row lies, for each operand from `from` on. Rows of vectors have two axes at most.
  template <int Width>
  static __device__ __forceinline__ void locate_in_row(arguments const& a, std::int64_t index, int from,
                                                       std::int64_t* offset) {
    if constexpr (Width == 1) {
      if (a.plan.folded == 1)
        base::step_along(a, 0, index, from, offset);
      else if (index > 0)
        base::locate(a, index, 0, a.plan.folded, from, offset);
    } else {
      std::uint32_t const outer = Axes == 1 || a.plan.wide ? 0 : a.by[0].divide(static_cast<std::uint32_t>(index));
#pragma unroll
      for (int k = 0; k < signature::count; ++k) {
        if (k < from) continue;
        offset[k] += index * a.strides[k][0];
        if constexpr (Axes > 1) offset[k] += outer * (a.strides[k][1] - a.extent[0] * a.strides[k][0]);
      }
    }
  }
  /// Loads the inputs of `Mask` at an index of a row.
  template <std::uint64_t Mask, int Width, bool Cut = false>
  static __device__ __forceinline__ void load_some(arguments const& a, inputs<Width>& in, std::int64_t const* row,
                                                   std::int64_t index) {
    std::int64_t offset[signature::count];
#pragma unroll
    for (int k = 0; k < signature::count; ++k) offset[k] = row[k];
    locate_in_row<Width>(a, index, outputs, offset);
    load_from<Mask, Width, Cut>(a, in, offset, sequence{});
  }
  /// Loads the inputs of `Mask` from where they lie.
  template <std::uint64_t Mask, int Width, bool Cut = false, int... I>
  static __device__ __forceinline__ void load_from(arguments const& a, inputs<Width>& in, std::int64_t const* offset,
                                                   std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s) {
      if constexpr ((Mask >> J & 1) != 0)
        load_run<K, J, Width, Cut>(
            a, s,
            static_cast<char const*>(a.data[outputs + J]) + (is_single<K> ? 0 : offset[outputs + J]) * address_unit<K>);
    };
    (one(slot_of<I, Kind, Width>(in)), ...);
    computed_inputs<inputs<Width>>::template compute<Mask>(in, a.scalars, [&](auto j) {
      return place_run{place_of(a.data[outputs + j]) + offset[outputs + j], a.strides[outputs + j][0]};
    });
  }
  /// Begins to copy what this thread will read of the first elements of a row (or a block's part) to shared memory.
  template <int Width, int... I>
  static __device__ __forceinline__ void copy_front(arguments const& a, std::int64_t const* row, unsigned char* front,
                                                    int lane, int lanes, std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(std::int64_t i, slot<J, K, Width>*) {
      if constexpr ((cached >> J & 1) != 0) {
        using T = typename K::type;
        unsigned char* const to =
            front + held_bytes<J>() * a.plan.cache_pitch + i * static_cast<std::int64_t>(sizeof(T));
        T const* const from = static_cast<T const*>(a.data[outputs + J]) + row[outputs + J];
        if ((a.plan.splats >> J & 1) != 0)
          spread_to<Width>(to, *from);
        else
          copy_ahead(reinterpret_cast<vector<T, Width>*>(to), reinterpret_cast<vector<T, Width> const*>(from + i));
      }
    };
#pragma unroll 4
    for (std::int64_t i = lane * Width; i < a.plan.cache_pitch; i += lanes * Width)
      (one(i, static_cast<slot<I, Kind, Width>*>(nullptr)), ...);
  }
  /// Calls use(inputs, i) for the vectors that this thread has copied there, with the inputs of `Beside` too; these are
  /// loaded for some at once.
  template <int Width, std::uint64_t Beside, class Use>
  static __device__ __forceinline__ void walk_front(arguments const& a, std::int64_t const* row, unsigned char* front,
                                                    int lane, int lanes, Use&& use) {
    constexpr std::uint64_t loaded = (held & ~cached) | Beside;
    constexpr int some = Beside != 0 ? tuning::rows_front_beside : 1, turns = some > 1 ? 1 : 4;
    int const end = static_cast<int>(a.plan.cache_pitch), step = lanes * Width;
#pragma unroll turns
    for (int first = lane * Width; first < end; first += some * step) {
      inputs<Width> in[some];
#pragma unroll
      for (int k = 0; k < some; ++k)
        if constexpr (loaded != 0)
          if (first + k * step < end) load_row<loaded, Width>(a, in[k], row, first + k * step, sequence{});
#pragma unroll
      for (int k = 0; k < some; ++k) {
        int const i = first + k * step;
        if (i >= end) break;
        copy_held<false, Width>(a, in[k], front, i, sequence{});
        if constexpr (Beside != 0)
          if (a.plan.splats != 0) spread<Beside, Width>(a, in[k], sequence{});
        use(in[k], i);
      }
    }
  }
  template <int Width, class T>
  static __device__ __forceinline__ void spread_to(unsigned char* to, T const& x) {
    vector<T, Width> w;
#pragma unroll
    for (int v = 0; v < Width; ++v) w.v[v] = x;
    *reinterpret_cast<vector<T, Width>*>(to) = w;
  }
#endif
  /// Inputs that are copied to shared memory.
  static constexpr std::uint64_t cached = [] {
    std::uint64_t mask = 0;
    int k = 0;
    ((mask |= (is_loaded<Kind> ? held : std::uint64_t{0}) & std::uint64_t{1} << k++), ...);
    return mask;
  }();

  /// Bytes of an element of the inputs of `Mask`.
  template <std::uint64_t Mask>
  static constexpr int element_bytes = [] {
    int bytes = 0, k = 0;
    ((bytes += (Mask >> k++ & 1) == 0 || !is_loaded<Kind> ? 0 : int(sizeof(typename Kind::type))), ...);
    return bytes;
  }();

#ifdef __CUDA_ARCH__
  /// As walk, of elements along one axis, nothing of which is in shared memory: where they lie goes on from one to the
  /// next.
  template <std::uint64_t Mask, class Use>
  static __device__ __forceinline__ void walk_line(arguments const& a, std::int64_t const* row, std::int64_t first,
                                                   std::int64_t last, std::int64_t step, Use&& use) {
    constexpr int bytes = element_bytes<Mask>,
                  unroll = detail::clamp_power(tuning::rows_bytes_in_flight / (bytes > 0 ? bytes : 1), 1, 8);
    std::int64_t offset[signature::count];
#pragma unroll
    for (int k = 0; k < signature::count; ++k) offset[k] = row[k];
    base::step_along(a, 0, first, outputs, offset);
    std::int64_t i = first;
#pragma unroll 1
    for (; i + (unroll - 1) * step < last; i += unroll * step) {
      inputs<1> in[unroll];
#pragma unroll
      for (int u = 0; u < unroll; ++u) {
        load_from<Mask, 1>(a, in[u], offset, sequence{});
        base::step_along(a, 0, step, outputs, offset);
      }
#pragma unroll
      for (int u = 0; u < unroll; ++u) use(in[u], i + u * step);
    }
#pragma unroll 1
    for (; i < last; i += step) {
      inputs<1> in;
      load_from<Mask, 1>(a, in, offset, sequence{});
      base::step_along(a, 0, step, outputs, offset);
      use(in, i);
    }
  }
  /// Calls use(inputs, i) for this thread's vectors of a part of a row, with the inputs of `Mask`. The first walk
  /// writes what it loads to shared memory, if there is room (a cache), and later ones read it there.
  template <int Width, std::uint64_t Mask, bool First, bool Cut, class Use>
  static __device__ __forceinline__ void walk(arguments const& a, std::int64_t const* row, std::int64_t first,
                                              std::int64_t last, std::int64_t step, unsigned char* cache, Use&& use) {
    constexpr int bytes = Width * element_bytes<Mask>,
                  unroll =
                      detail::clamp_power(tuning::rows_bytes_in_flight / (bytes > 0 ? bytes : 1), 1, Width > 4 ? 2 : 4);
    if constexpr (Width == 1)
      if (a.plan.folded == 1 && cache == nullptr) return walk_line<Mask>(a, row, first, last, step, use);
#pragma unroll 1
    for (std::int64_t i = first; i < last; i += unroll * step) {
      inputs<Width> in[unroll];
#pragma unroll
      for (int u = 0; u < unroll; ++u) {
        std::int64_t const at = i + u * step;
        if (at >= last) break;
        if (First || cache == nullptr) {
          load_some<Mask, Width, Cut>(a, in[u], row, at);
        } else {
          load_some<Mask & ~cached, Width, Cut>(a, in[u], row, at);
          copy_held<false, Width>(a, in[u], cache, at, sequence{});
        }
      }
#pragma unroll
      for (int u = 0; u < unroll; ++u) {
        std::int64_t const at = i + u * step;
        if (at >= last) break;
        if (Width > 1 && a.plan.splats != 0) spread<Mask, Width>(a, in[u], sequence{});
        if constexpr (First)
          if (cache != nullptr) copy_held<true, Width>(a, in[u], cache, at, sequence{});
        use(in[u], at);
      }
    }
  }
#endif
};

}  // namespace cp::kernels::device
