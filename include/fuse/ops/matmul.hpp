// Products of matrices and their like by NumPy's rules: which axes of two operands meet.
#pragma once

#include <cstdint>
#include <fuse/expr/view.hpp>
#include <fuse/ops/product_epilogues.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace ops {

/// Labels of two operands and their product.
template <int RankA, int RankB, int RankC>
struct label_lists {
  int a[RankA + 1] = {}, b[RankB + 1] = {}, c[RankC + 1] = {};
};

/// The last axis of a with the second last of b (the only one of a vector); the others follow each other.
template <int RankA, int RankB>
struct dot_labels {
  static constexpr char const* name = "cp::dot";
  static constexpr auto how = cp::library::stretch::none;
  static constexpr int rank = RankA + RankB - 2;
  static constexpr auto list = [] {
    label_lists<RankA, RankB, rank> l;
    constexpr int met = RankB == 1 ? 0 : RankB - 2;
    int n = 0;
    for (int i = 0; i < RankA; ++i) l.a[i] = i == RankA - 1 ? 0 : l.c[n++] = 1 + i;
    for (int i = 0; i < RankB; ++i) l.b[i] = i == met ? 0 : l.c[n++] = 40 + i;
    return l;
  }();
};

/// The last axes meet.
template <int RankA, int RankB>
struct inner_labels {
  static constexpr char const* name = "cp::inner";
  static constexpr auto how = cp::library::stretch::none;
  static constexpr int rank = RankA + RankB - 2;
  static constexpr auto list = [] {
    label_lists<RankA, RankB, rank> l;
    int n = 0;
    for (int i = 0; i < RankA; ++i) l.a[i] = i == RankA - 1 ? 0 : l.c[n++] = 1 + i;
    for (int i = 0; i < RankB; ++i) l.b[i] = i == RankB - 1 ? 0 : l.c[n++] = 40 + i;
    return l;
  }();
};

/// Batches of matrices along the last two axes of operands of RankA and RankB axes; `Vector...`: one axis stands for a
/// matrix of one row (a) or column (b).
template <int RankA, bool VectorA, int RankB, bool VectorB>
struct batch_labels {
  static constexpr auto how = cp::library::stretch::batch;
  static constexpr int batch_a = RankA - (VectorA ? 1 : 2), batch_b = RankB - (VectorB ? 1 : 2);
  static constexpr int batch = batch_a > batch_b ? batch_a : batch_b;
  static constexpr int rank = batch + !VectorA + !VectorB;
  static constexpr auto list = [] {
    label_lists<RankA, RankB, rank> l;
    for (int i = 0; i < batch; ++i) l.c[i] = 3 + batch - i;
    for (int i = 0; i < batch_a; ++i) l.a[i] = 3 + batch_a - i;
    for (int i = 0; i < batch_b; ++i) l.b[i] = 3 + batch_b - i;
    int n = batch, a = batch_a, b = batch_b;
    if (!VectorA) l.a[a++] = l.c[n++] = 1;
    l.a[a] = 0;
    l.b[b++] = 0;
    if (!VectorB) l.b[b] = l.c[n] = 2;
    return l;
  }();
};
template <int RankA, int RankB>
struct matmul_labels : batch_labels<RankA, RankA == 1, RankB, RankB == 1> {
  static constexpr char const* name = "cp::matmul";
};
template <int RankA, int RankB>
struct matvec_labels : batch_labels<RankA, false, RankB, true> {
  static constexpr char const* name = "cp::matvec";
};
template <int RankA, int RankB>
struct vecmat_labels : batch_labels<RankA, true, RankB, false> {
  static constexpr char const* name = "cp::vecmat";
};

/// Axes of a and b that meet, pair by pair.
template <int RankA, int RankB, class AxesA, class AxesB>
struct tensordot_labels;
template <int RankA, int RankB, int... A, int... B>
struct tensordot_labels<RankA, RankB, axis_list<A...>, axis_list<B...>> {
  static constexpr char const* name = "cp::tensordot";
  static constexpr auto how = cp::library::stretch::none;
  static constexpr int met = sizeof...(A);
  static_assert(sizeof...(A) == sizeof...(B), "cp::tensordot: as many axes of the one operand as of the other");
  static_assert(((A >= -RankA && A < RankA) && ...) && ((B >= -RankB && B < RankB) && ...),
                "cp::tensordot: an axis is out of bounds");
  static constexpr int rank = RankA + RankB - 2 * met;
  static constexpr auto list = [] {
    label_lists<RankA, RankB, rank> l;
    int label = 100;
    ((l.a[A < 0 ? A + RankA : A] = label++), ...);
    label = 100;
    ((l.b[B < 0 ? B + RankB : B] = label++), ...);
    int n = 0;
    for (int i = 0; i < RankA; ++i)
      if (l.a[i] == 0) l.a[i] = 1 + i, n < rank ? l.c[n++] = l.a[i] : 0;
    for (int i = 0; i < RankB; ++i)
      if (l.b[i] == 0) l.b[i] = 40 + i, n < rank ? l.c[n++] = l.b[i] : 0;
    return l;
  }();
};

}  // namespace ops

namespace detail {

/// The node of a product: operands of their common dtype.
template <template <int, int> class Labels, class A, class B>
auto make_product(A a, B b) {
  using T = typename expr::common_dtype<A, B>::type;
  static_assert(number<T>, "cp: products of matrices are of numbers");
  return expr::library_node(ops::labelled_product<T, Labels<A::rank, B::rank>>{}, std::move(a), std::move(b));
}

/// Conjugated, if that changes anything.
template <class X>
auto conjugated(X x) {
  if constexpr (complex_floating<typename X::value_type>)
    return conjugate(std::move(x));
  else
    return x;
}

/// The first `N` axes, or the last `N` ones.
template <int First, class Sequence>
struct shifted_axes;
template <int First, int... I>
struct shifted_axes<First, std::integer_sequence<int, I...>> {
  using type = axis_list<First + I...>;
};
template <int First, int N>
using run_of_axes = typename shifted_axes<First, std::make_integer_sequence<int, N>>::type;

template <class X, class Y>
auto scalar_product(X x, Y y);  // defined in ops/products.hpp

}  // namespace detail

/// Product of matrices along the last two axes, those before them a batch that broadcasts; a vector stands for a row on
/// the left, a column on the right. Lazy: BLAS evaluates it, straight into what it is assigned to, with factors, sums,
/// transposes and conjugates around it: `c(cp::all) = 2 * cp::matmul(a.T(), b) + c` is one call. On the device so is a
/// vector that is added to the rows of a product of float32 or 16-bit floats, and cp::gelu_tanh and cp::relu
/// (cp::maximum of 0) of that under cp::linalg::inexact_activations; else one pass over the result follows: `y(cp::all)
/// = cp::relu(cp::matmul(x, w) + v)`.
///
/// shape    (..., m, k), (..., k, n) -> (..., m, n)
/// dtype    the operands', promoted; 16-bit floats accumulate in float32; integers wrap around; booleans: or of ands
/// throws   shape_error, naming the axes that differ
/// cost     2 m n k operations a matrix; an operand that is no array becomes one; one whose strides BLAS cannot take
///          (neither rows nor columns one behind the other) is copied once
/// source   gemm and gemv of BLAS (OpenBLAS, say) and cuBLAS, cuBLASLt; integers and many small products by kernels of
///          the library
/// numpy    numpy.matmul, the operator @
template <expression A, expression B>
[[nodiscard]] auto matmul(A const& a, B const& b) {
  static_assert(A::rank > 0 && B::rank > 0, "cp::matmul: operands have at least one axis; multiply numbers by *");
  if constexpr (A::rank == 1 && B::rank == 1)
    return detail::scalar_product(a, b);
  else
    return detail::make_product<ops::matmul_labels>(a, b);
}

/// Product of matrices with vectors: sum over k of a[..., m, k] * x[..., k]; the axes before them broadcast.
///
/// numpy    numpy.matvec
template <expression A, expression X>
[[nodiscard]] auto matvec(A const& a, X const& x) {
  static_assert(A::rank >= 2 && X::rank >= 1, "cp::matvec: takes matrices (two axes or more) and vectors");
  return detail::make_product<ops::matvec_labels>(a, x);
}

/// Product of vectors, conjugated, with matrices: sum over k of conj(x[..., k]) * a[..., k, n]; the axes before them
/// broadcast.
///
/// numpy    numpy.vecmat
template <expression X, expression A>
[[nodiscard]] auto vecmat(X const& x, A const& a) {
  static_assert(A::rank >= 2 && X::rank >= 1, "cp::vecmat: takes vectors and matrices (two axes or more)");
  return detail::make_product<ops::vecmat_labels>(detail::conjugated(x), a);
}

/// Sum over axes of a and b that meet in pairs: `cp::tensordot(a, b, cp::axis<1, 0>, cp::axis<0, 1>)`. The result has
/// the other axes of a, then those of b.
///
/// throws   shape_error where extents of a pair differ
/// numpy    numpy.tensordot
template <expression A, expression B, int... AxisA, int... AxisB>
[[nodiscard]] auto tensordot(A const& a, B const& b, axis_list<AxisA...>, axis_list<AxisB...>) {
  using T = typename expr::common_dtype<A, B>::type;
  static_assert(number<T>, "cp: products of matrices are of numbers");
  using labels = ops::tensordot_labels<A::rank, B::rank, axis_list<AxisA...>, axis_list<AxisB...>>;
  return expr::library_node(ops::labelled_product<T, labels>{}, a, b);
}
/// The last N axes of a meet the first N of b: `cp::tensordot<1>(a, b)`.
template <int N = 2, expression A, expression B>
[[nodiscard]] auto tensordot(A const& a, B const& b) {
  static_assert(N >= 0 && N <= A::rank && N <= B::rank, "cp::tensordot: more axes than an operand has");
  if constexpr (N == 0)
    return multiply.outer(a, b);
  else if constexpr (N == A::rank && N == B::rank)
    return detail::scalar_product(a, b);
  else
    return tensordot(a, b, detail::run_of_axes<A::rank - N, N>{}, detail::run_of_axes<0, N>{});
}

}  // namespace cp
