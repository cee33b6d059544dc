// Stencils whose taps are known at run time: what is made of the elements around a place, which an array weighs or
// names.
#pragma once

#include <cstdint>
#include <fuse/core/divisor.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/kernels/stencil/stencil.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/reduction_algebra.hpp>
#include <fuse/ops/ufunc_methods.hpp>
#include <type_traits>

namespace cp::detail {

/// Elements that one call makes: neighbours share what they read.
template <class T, int N>
struct alignas(sizeof(T) * N > 16 ? 16 : sizeof(T) * N) chunk {
  T value[N];
};

/// A sum of elements times weights, each converted to A.
template <class A>
struct weighed {
  using accumulator = A;
  A const* weights;
  int step;  ///< 1, or -1 where the weights are turned round: then they are named by the last one

  FUSE_HD A start() const { return A{}; }
  /// What a tap is.
  FUSE_HD A at(int tap) const { return weights[tap * step]; }
  template <class T>
  FUSE_HD static void add(A& sum, T const& x, A const& weight) {
    sum = static_cast<A>(sum + wrapping_multiply(static_cast<A>(x), weight));
  }
};

/// The least or largest of the elements that a footprint names, or of all.
template <class T, bool Largest>
struct extreme {
  using accumulator = T;
  bool const* footprint;
  int step;

  FUSE_HD T start() const {
    if constexpr (Largest)
      return ops::lowest_of<T>();
    else
      return ops::highest_of<T>();
  }
  FUSE_HD bool at(int tap) const { return footprint == nullptr || footprint[tap * step]; }
  FUSE_HD static void add(T& best, T const& x, bool counts) {
    best = counts && (Largest ? best < x : x < best) ? x : best;
  }
};

/// Shapes of a stencil at run time. Element o of the result is made of the elements o - origin + k for all k below
/// `taps`.
template <int Rank>
struct tap_shapes {
  index_array<Rank> in, out, taps, origin;
};

/// N elements of the result one behind the other in C order.
template <class Op, class T, class To, int Rank, int N, bool Vectors>
struct tap_fold {
  using A = typename Op::accumulator;
  static constexpr int cost = 1000;  ///< of some taps

  T const* x;
  Op op;
  std::int64_t in[Rank], origin[Rank], stride[Rank];
  int taps[Rank];
  std::int64_t low, high;  ///< places of the last axis between which no tap leaves it
  scalar::divisor<std::int64_t> out[Rank];
  program::edge edge;
  T outside;

  tap_fold(T const* from, Op const& o, tap_shapes<Rank> const& s, program::edge e, T const& beyond)
      : x(from), op(o), edge(e), outside(beyond) {
    std::int64_t step = 1;
    for (int k = Rank; k-- > 0; step *= s.in[k]) {
      in[k] = s.in[k], taps[k] = static_cast<int>(s.taps[k]), origin[k] = s.origin[k], stride[k] = step;
      out[k] = scalar::divisor<std::int64_t>(s.out[k]);
    }
    low = origin[Rank - 1];
    high = in[Rank - 1] - taps[Rank - 1] + origin[Rank - 1];  // the last such place
  }

  // A function of its own, and so is what is done at edges: the kernel's forms share them, which compile in a quarter
  // of the time.
  FUSE_HD_NOINLINE __attribute__((noinline)) chunk<To, N> operator()(std::int64_t which) const {
    std::int64_t at[Rank];
    std::int64_t rest = which * N;
    for (int k = Rank; k-- > 0;) {
      std::int64_t const above = k == 0 ? 0 : scalar::floor_divide(rest, out[k]);
      at[k] = rest - above * out[k].value, rest = above;
    }
    bool inside = at[Rank - 1] >= low && at[Rank - 1] + N - 1 <= high && at[Rank - 1] + N <= out[Rank - 1].value;
    for (int k = 0; k < Rank - 1; ++k) inside = inside && at[k] >= origin[k] && at[k] - origin[k] + taps[k] <= in[k];
    if (!inside) return at_edge(which * N);
    A made[N];
    for (int i = 0; i < N; ++i) made[i] = op.start();
    fold_inside(made, at);
    chunk<To, N> result;
    for (int i = 0; i < N; ++i) result.value[i] = static_cast<To>(made[i]);
    return result;
  }

 private:
  /// Calls f with the first tap of each of the stencil's rows, and its place along the axes before the last.
  template <class F>
  FUSE_HD void for_rows(F const& f) const {
    int row[Rank] = {}, tap = 0;
    for (;; tap += taps[Rank - 1]) {
      f(row, tap);
      int k = Rank - 2;
      for (; k >= 0 && ++row[k] == taps[k]; --k) row[k] = 0;
      if (k < 0) return;
    }
  }

  FUSE_HD void fold_inside(A (&made)[N], std::int64_t const (&at)[Rank]) const {
    std::int64_t place = at[Rank - 1] - origin[Rank - 1];
    int row[Rank] = {};
    for (int k = 0; k < Rank - 1; ++k) place += (at[k] - origin[k]) * stride[k];
    for (int tap = 0;; tap += taps[Rank - 1]) {
      if constexpr (Vectors)
        fold_vectors(made, x + place, tap);
      else
        fold_row(made, x + place, tap);
      int k = Rank - 2;
      for (; k >= 0; --k) {
        place += stride[k];
        if (++row[k] < taps[k]) break;
        place -= taps[k] * stride[k], row[k] = 0;
      }
      if (k < 0) return;
    }
  }

  /// A row of taps that begins at p.
  FUSE_HD void fold_row(A (&made)[N], T const* p, int tap) const {
    A sums[N];
    for (int i = 0; i < N; ++i) sums[i] = made[i];
    for (int j = 0; j < taps[Rank - 1]; ++j) {
      auto const one = op.at(tap + j);
#pragma omp simd
      for (int i = 0; i < N; ++i) op.add(sums[i], p[j + i], one);
    }
    for (int i = 0; i < N; ++i) made[i] = sums[i];
  }

  /// The same with loads of N aligned elements, each of which serves all that it takes part in.
  FUSE_HD void fold_vectors(A (&made)[N], T const* p, int tap) const {
    static_assert(N == 4, "shifts by one and by two elements are all that there are");
    int const first = static_cast<int>(reinterpret_cast<std::uintptr_t>(p) / sizeof(T) % N), n = taps[Rank - 1];
    int const end = first + n + N - 1;  // what is read lies before q[end]
    T const* const q = p - first;
    using vector = chunk<T, N>;
    auto const load = [&](vector& v, int from) {
      if (from < end) v = *reinterpret_cast<vector const*>(q + from);
    };
    vector left{}, right{};
    load(left, 0), load(right, N);
    vector here = shifted(left, right, first);
    for (int j = 0; j < n; j += N) {
      left = right;
      load(right, j + 2 * N);
      vector const next = shifted(left, right, first);
      for (int k = 0; k < N; ++k) {
        if (j + k >= n) return;
        auto const one = op.at(tap + j + k);
        for (int i = 0; i < N; ++i) op.add(made[i], i + k < N ? here.value[i + k] : next.value[i + k - N], one);
      }
      here = next;
    }
  }
  /// N elements from element `first` of two vectors on.
  FUSE_HD static chunk<T, N> shifted(chunk<T, N> const& left, chunk<T, N> const& right, int first) {
    T by_one[N + 2];
    for (int i = 0; i < N + 2; ++i) {
      T const x = i < N ? left.value[i] : right.value[i - N],
              y = i + 1 < N ? left.value[i + 1] : right.value[i + 1 - N];
      by_one[i] = (first & 1) != 0 ? y : x;
    }
    chunk<T, N> all;
    for (int i = 0; i < N; ++i) all.value[i] = (first & 2) != 0 ? by_one[i + 2] : by_one[i];
    return all;
  }

  /// The elements from place `first` of the result on, each by itself.
  FUSE_HD_NOINLINE __attribute__((noinline)) chunk<To, N> at_edge(std::int64_t first) const {
    chunk<To, N> result{};
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
    for (int i = 0; i < N; ++i) {
      std::int64_t at[Rank];
      std::int64_t rest = first + i;
      for (int k = Rank; k-- > 0;) {
        std::int64_t const above = k == 0 ? 0 : scalar::floor_divide(rest, out[k]);
        at[k] = rest - above * out[k].value, rest = above;
      }
      if (at[0] < out[0].value) result.value[i] = static_cast<To>(element_at_edge(at));
    }
    return result;
  }

  FUSE_HD A element_at_edge(std::int64_t const (&at)[Rank]) const {
    A made = op.start();
    for_rows([&](int const(&row)[Rank], int tap) {
      std::int64_t place = 0;
      bool beyond = false;
      for (int k = 0; k < Rank - 1; ++k) {
        std::int64_t const i = kernels::resolve_near(edge, at[k] - origin[k] + row[k], in[k]);
        beyond = beyond || i < 0;
        place += i * stride[k];
      }
      for (int j = 0; j < taps[Rank - 1]; ++j) {
        std::int64_t const i = kernels::resolve_near(edge, at[Rank - 1] - origin[Rank - 1] + j, in[Rank - 1]);
        op.add(made, beyond || i < 0 ? outside : x[place + i], op.at(tap + j));
      }
    });
    return made;
  }
};

/// Extents in front of which others of 1 stand.
template <int To, int Rank>
index_array<To> with_leading_axes(index_array<Rank> const& n, std::int64_t extent) {
  index_array<To> all;
  for (int k = 0; k < To; ++k) all[k] = k < To - Rank ? extent : n[k - (To - Rank)];
  return all;
}

/// What `op` makes of the elements around each place, as a new array of `To`: one kernel. `x` is contiguous and, unless
/// beyond its edges lies a constant, not empty; there is a tap at least.
template <class To, class T, int Rank, class Space, class Op>
ndarray<To, Rank, Space> folded_by_taps(ndarray<T, Rank, Space> const& x, Op const& op, tap_shapes<Rank> const& s,
                                        program::edge edge, T const& outside, char const* where) {
  constexpr bool on_device = std::is_same_v<Space, cuda_space>;
  constexpr int n = on_device ? 4 : sizeof(To) < 8 ? 16 : 8;
  constexpr int axes = Rank <= 2 ? 2 : Rank <= 4 ? 4 : Rank;  // fewer kernels to compile
  using piece = chunk<To, n>;
  note_use_here(x);
  if (checked_size(where, s.taps.value, Rank, 1) > INT32_MAX)
    throw_value(where, "a filter has at most 2147483647 elements, this one", size_of(s.taps));
  std::int64_t const size = checked_size(where, s.out.value, Rank, sizeof(To));
  if (size == 0) return make_array<To, Rank, Space>(s.out, where);
  std::int64_t const chunks = size / n + (size % n != 0);
  auto const made = make_array<piece, 1, Space>({{chunks}}, where);
  auto const which = expr::position<1>(index_array<1>{{chunks}}, index_array<1>{{1}}, 0);
  using fold = tap_fold<Op, T, To, axes, n, on_device>;
  using call = expr::call<fold, expr::position<1>>;
  tap_shapes<axes> const all{with_leading_axes<axes>(s.in, 1), with_leading_axes<axes>(s.out, 1),
                             with_leading_axes<axes>(s.taps, 1), with_leading_axes<axes>(s.origin, 0)};
  assign_elements(made, call(fold(x.data(), op, all, edge, outside), expr::make_arguments(which)));
  return {made.memory(), reinterpret_cast<To*>(made.data()), s.out, contiguous_strides(s.out)};
}

}  // namespace cp::detail
