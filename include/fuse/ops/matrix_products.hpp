// Products with a form of their own: Kronecker's, of chains and powers of matrices; traces.
#pragma once

#include <cstdint>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/einsum.hpp>
#include <fuse/ops/products.hpp>
#include <fuse/ops/solvers.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace ops {

/// Kronecker's product: axis i of the result holds axis i of a, and axis i of b for each of its places.
template <class T, int RankA, int RankB>
struct kron {
  using value_type = T;
  static constexpr int rank = RankA > RankB ? RankA : RankB;
  static constexpr char const* qualified_name = "cp::kron";

  index_array<rank> shape(index_array<RankA> const& a, index_array<RankB> const& b) const {
    index_array<rank> c;
    for (int i = 0; i < rank; ++i)
      c[i] = (i < rank - RankA ? 1 : a[i - (rank - RankA)]) * (i < rank - RankB ? 1 : b[i - (rank - RankB)]);
    cp::detail::checked_size(qualified_name, c.value, rank, sizeof(T));
    return c;
  }
  /// Axes of a operand, each followed (`Before` 0) or preceded by one of extent 1.
  template <int From, int Before, class E>
  static auto spread(E const& e) {
    return cp::detail::view_of<2 * rank>(e, [](auto const& shape, auto const& strides) {
      cp::detail::mapping<2 * rank> m;
      for (int i = 0; i < rank; ++i) {
        int const from = i - (rank - From);
        m.shape[2 * i + Before] = from < 0 ? 1 : shape[from];
        m.strides[2 * i + Before] = from < 0 ? 0 : strides[from];
        m.shape[2 * i + 1 - Before] = 1;
        m.strides[2 * i + 1 - Before] = 0;
      }
      return m;
    });
  }
  template <class Space, class A, class B>
  void run(ndarray<T, rank, Space> const& to, A const& a, B const& b) const {
    auto const y = expr::shape_of(b);
    index_array<2 * rank> extents, strides;
    for (int i = 0; i < rank; ++i) {
      std::int64_t const inner = i < rank - RankB ? 1 : y[i - (rank - RankB)];
      extents[2 * i] = to.shape()[i] / inner, strides[2 * i] = to.strides()[i] * inner;
      extents[2 * i + 1] = inner, strides[2 * i + 1] = to.strides()[i];
    }
    ndarray<T, 2 * rank, Space> const pairs(to.memory(), to.data(), extents, strides);
    cp::detail::assign_elements(
        pairs, cp::multiply(expr::cast_to<T>(spread<RankA, 0>(a)), expr::cast_to<T>(spread<RankB, 1>(b))));
  }
};

/// A power of square matrices along the last two axes.
template <class T, int Rank>
struct matrix_power {
  using value_type = T;
  static constexpr int rank = Rank;
  static constexpr char const* qualified_name = "cp::linalg::matrix_power";
  /// Whether the inverse has the operand's dtype.
  static constexpr bool has_inverse = complex_floating<T> || (floating<T> && sizeof(T) >= 4);
  std::int64_t n;

  index_array<Rank> shape(index_array<Rank> const& a) const {
    if (a[Rank - 1] != a[Rank - 2])
      throw shape_error("cp::linalg::matrix_power: matrices must be square, the operand has shape " + to_string(a));
    return a;
  }
  template <class Space, class A>
  void run(ndarray<T, Rank, Space> const& to, A const& a) const {
    if (n == 0) {
      auto const& s = to.shape();
      cp::detail::known_late<index_array<2>, Space> const square{{s[Rank - 2], s[Rank - 1]}};
      cp::detail::assign_elements(to, cp::astype<T>(cp::index<0>(square) == cp::index<1>(square)));
      return;
    }
    if constexpr (has_inverse)
      if (n < 0) return run_power(to, linalg::inv(a), 0 - static_cast<std::uint64_t>(n));
    run_power(to, a, static_cast<std::uint64_t>(n));
  }

 private:
  /// `left` is at least 1; the magnitude of -2^63 has no sign.
  template <class Space, class A>
  static void run_power(ndarray<T, Rank, Space> const& to, A const& a, std::uint64_t left) {
    using array = ndarray<T, Rank, Space>;
    if (left == 1) return cp::detail::assign_elements(to, a);
    auto const taken = cp::detail::take_operand<T, Space>(a, qualified_name);
    array power = taken.array;
    if constexpr (complex_floating<T>)
      if (taken.conjugate) power = cp::conjugate(taken.array);
    auto const times = [&](array const& x, array const& y, bool last) {
      array const into = last ? to : cp::detail::make_array<T, Rank, Space>(to.shape(), qualified_name);
      if (!last) runtime::count_temporary();
      labelled_product<T, matmul_labels<Rank, Rank>>{}.run(into, x, y);
      return into;
    };
    // Squares of a, of which those multiply that n has bits for. The last product is written where it belongs.
    array product;
    bool begun = false;
    for (;; left >>= 1) {
      if ((left & 1) != 0) {
        product = begun ? times(product, power, left == 1) : power;
        begun = true;
      }
      if (left == 1) return;
      bool const last = left == 2 && !begun;
      power = times(power, power, last);
      if (last) return;
    }
  }
};

/// The labels of a chain of N matrices: a vector may stand first and last.
template <int N, bool VectorFirst, bool VectorLast>
struct chain_labels {
  static constexpr int rank = !VectorFirst + !VectorLast;
  static constexpr auto parsed = [] {
    cp::library::subscripts s;
    s.operands = N;
    for (int i = 0; i < N; ++i) {
      int k = 0;
      if (i > 0 || !VectorFirst) s.label[i][k++] = i;
      if (i < N - 1 || !VectorLast) s.label[i][k++] = i + 1;
      s.ranks[i] = k;
    }
    if (!VectorFirst) s.result[s.rank++] = 0;
    if (!VectorLast) s.result[s.rank++] = N;
    return s;
  }();
};

}  // namespace ops

/// Kronecker's product: of matrices the blocks a[i, j] * b. The operand with fewer axes gets axes of extent 1 in front.
/// One kernel, which writes where the result belongs.
///
/// dtype    the operands', promoted
/// numpy    numpy.kron
template <expression A, expression B>
[[nodiscard]] auto kron(A const& a, B const& b) {
  using T = typename expr::common_dtype<A, B>::type;
  static_assert(number<T>, "cp::kron: products are of numbers");
  return expr::library_node(ops::kron<T, A::rank, B::rank>{}, a, b);
}

/// Sum along the diagonal `offset` of two axes (the first two, if none are given). One kernel with what feeds it.
///
/// dtype    as of cp::sum: integers widen to 64 bits; or `To`
/// throws   index_error, value_error where both are one axis
/// numpy    numpy.trace
template <class To = void, expression E>
[[nodiscard]] auto trace(E const& e, std::int64_t offset = 0, int axis1 = 0, int axis2 = 1) {
  static_assert(E::rank >= 2, "cp::trace: the operand has two axes or more");
  return sum<To>(diagonal(e, offset, axis1, axis2), axis<-1>);
}

namespace linalg {

/// The diagonal `offset` of the matrices along the last two axes, as a view.
///
/// numpy    numpy.linalg.diagonal
template <expression E>
[[nodiscard]] auto diagonal(E const& e, std::int64_t offset = 0) {
  return cp::diagonal(e, offset, -2, -1);
}

/// Sum along the diagonal `offset` of the matrices along the last two axes.
///
/// numpy    numpy.linalg.trace
template <class To = void, expression E>
[[nodiscard]] auto trace(E const& e, std::int64_t offset = 0) {
  return cp::trace<To>(e, offset, -2, -1);
}

/// The last two axes exchanged: a view.
///
/// numpy    numpy.linalg.matrix_transpose, numpy.matrix_transpose
template <expression E>
[[nodiscard]] auto matrix_transpose(E const& e) {
  static_assert(E::rank >= 2, "cp::linalg::matrix_transpose: the operand has two axes or more");
  return swapaxes(e, -2, -1);
}

/// As cp::matmul.
template <expression A, expression B>
[[nodiscard]] auto matmul(A const& a, B const& b) {
  return cp::matmul(a, b);
}
/// As cp::outer, of vectors.
template <expression X, expression Y>
[[nodiscard]] auto outer(X const& x, Y const& y) {
  static_assert(X::rank == 1 && Y::rank == 1, "cp::linalg::outer: takes vectors; cp::outer flattens");
  return cp::outer(x, y);
}
/// As cp::vecdot.
template <expression X, expression Y, int Axis = -1>
[[nodiscard]] auto vecdot(X const& x, Y const& y, axis_list<Axis> along = {}) {
  return cp::vecdot(x, y, along);
}
/// As cp::tensordot.
template <int N = 2, expression A, expression B>
[[nodiscard]] auto tensordot(A const& a, B const& b) {
  return cp::tensordot<N>(a, b);
}
/// As cp::tensordot.
template <expression A, expression B, int... AxisA, int... AxisB>
[[nodiscard]] auto tensordot(A const& a, B const& b, axis_list<AxisA...> in_a, axis_list<AxisB...> in_b) {
  return cp::tensordot(a, b, in_a, in_b);
}

/// Product of a chain of matrices in the order that takes the fewest operations; the first and the last one may be
/// vectors. Lazy.
///
/// dtype    the operands', promoted
/// throws   shape_error, naming the axes that differ
/// source   matrix-chain order: Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, 15.2
/// numpy    numpy.linalg.multi_dot
template <expression First, expression... More>
[[nodiscard]] auto multi_dot(First const& first, More const&... more) {
  static_assert(sizeof...(More) > 0, "cp::linalg::multi_dot: takes two matrices or more");
  static_assert(sizeof...(More) < 16, "cp::linalg::multi_dot: takes at most 16 matrices");
  constexpr int ranks[] = {First::rank, More::rank...};
  constexpr int last = ranks[sizeof...(More)];
  constexpr bool fit = [&] {
    for (int i = 0; i <= static_cast<int>(sizeof...(More)); ++i)
      if (ranks[i] != 2 && !(ranks[i] == 1 && (i == 0 || i == static_cast<int>(sizeof...(More))))) return false;
    return true;
  }();
  static_assert(fit, "cp::linalg::multi_dot: takes matrices; the first and the last operand may be vectors");
  if constexpr (sizeof...(More) == 1) {
    return dot(first, more...);
  } else {
    using T = typename cp::detail::all_common<First, More...>::type;
    static_assert(number<T>, "cp: products of matrices are of numbers");
    using labels = ops::chain_labels<1 + sizeof...(More), First::rank == 1, last == 1>;
    return expr::library_node(ops::many_products<T, labels, true>{}, first, more...);
  }
}
FUSE_OPERANDS_IN_BRACES(multi_dot)

/// Power `n` of the square matrices along the last two axes, by repeated squaring: about 2 log2 n products. The 0th
/// power is the identity, negative ones are powers of the inverse (cp::linalg::inv). Lazy.
///
/// dtype    the operand's
/// throws   value_error for negative powers of integers and 16-bit floats, whose inverse has another dtype; shape_error
///          where matrices are not square; linalg_error for the inverse of a singular one, as cp::linalg::checks says
/// numpy    numpy.linalg.matrix_power
template <expression A>
[[nodiscard]] auto matrix_power(A const& a, std::int64_t n) {
  using T = typename A::value_type;
  static_assert(A::rank >= 2, "cp::linalg::matrix_power: the operand has two axes or more");
  static_assert(number<T>, "cp: products of matrices are of numbers");
  using op = ops::matrix_power<T, A::rank>;
  if (n < 0 && !op::has_inverse)
    cp::detail::throw_value(op::qualified_name,
                            "the inverse has another dtype than the operand: take the power of cp::linalg::inv(a), not",
                            n);
  return expr::library_node(op{n}, a);
}

/// How products of floats may be computed on the device. Without a choice all bits of the dtype are kept.
using precision_kind = cp::library::precision_kind;

/// A choice of how products are computed on the device, for the calling thread and a scope:
/// `cp::linalg::precision fast(cp::linalg::precision_kind::tf32)`. On the host nothing changes.
class precision {
 public:
  /// `tf32`: float32 and complex64 with 10 bits of significand in factors; `bfloat16x9`: float32 out of three bfloat16
  /// parts a factor; `float64_emulated`: float64 by integer arithmetic. Those that cuBLAS does not have on a device are
  /// computed in full.
  explicit precision(precision_kind kind) noexcept : before_(cp::library::set_precision(kind)) {}
  precision(precision const&) = delete;
  precision& operator=(precision const&) = delete;
  ~precision() { cp::library::set_precision(before_); }

 private:
  precision_kind before_;
};

/// Lets cuBLASLt apply cp::relu and cp::gelu_tanh in a product's call, for the calling thread and a scope, though its
/// functions are not quite those: its relu may make 0 of NaN, its gelu_tanh is off by up to 6e-6. The bound is
/// absolute: of negative numbers far from 0, where the function is small, no digit may be right, in 16-bit floats
/// either. Without the permission a pass behind the product applies them. Of float64, and on the host, nothing changes.
class inexact_activations {
 public:
  /// From now on.
  inexact_activations() noexcept : before_(cp::library::set_inexact_activations(true)) {}
  inexact_activations(inexact_activations const&) = delete;
  inexact_activations& operator=(inexact_activations const&) = delete;
  ~inexact_activations() { cp::library::set_inexact_activations(before_); }

 private:
  bool before_;
};

}  // namespace linalg

}  // namespace cp
