// Indexing with arrays: gathers by integers, selective writes by booleans.
#pragma once

#include <cstddef>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/selection.hpp>
#include <utility>

namespace cp {

namespace detail {

template <class I>
constexpr auto index_node(I&& i) {
  auto node = expr::as_node(std::forward<I>(i));
  static_assert(integral<typename decltype(node)::value_type>,
                "cp: an index array must hold integers; convert it with cp::astype<std::int64_t>(x)");
  return node;
}

}  // namespace detail

/// Elements a[i, j, ...]: one integer expression for each axis of the array, broadcast against each other. Lazy: fuses
/// with what is around it. Indices wrap around their axis in both directions (as in CuPy; NumPy refuses them), since a
/// kernel cannot throw. Throws index_error for an empty array.
template <array_type A, operand... I>
requires detail::any_expression<I...>
[[nodiscard]] auto gather(A const& a, I&&... i) {
  static_assert(sizeof...(I) == std::size_t(A::rank),
                "cp: elements are picked with one index for each axis of the array; the rows a[i] are "
                "a(i(cp::all, cp::newaxis), cp::arange(a.shape(1)))");
  return [&]<class... N>(N... node) {
    return expr::gather<A, N...>(a, expr::make_arguments(std::move(node)...));
  }(detail::index_node(std::forward<I>(i))...);
}

/// The same of an argument of cp::fuse.
template <expression A, operand... I>
requires(expr::is_traced<A>) [[nodiscard]] auto gather(A const& a, I const&... i) {
  static_assert(sizeof...(I) == std::size_t(A::rank),
                "cp: elements are picked with one index for each axis of the array");
  return expr::derive([](auto const& x, auto const&... k) { return gather(eval(x), k...); }, a, i...);
}

/// Elements of the array in C order at `indices`, which give the shape: numpy.take without an axis. Lazy; indices wrap
/// around.
template <expression E, expression I>
[[nodiscard]] auto take(E const& e, I const& indices) {
  if constexpr (expr::is_traced<E>)
    return expr::derive([](auto const& x, auto const& i) { return take(x, i); }, e, indices);
  else
    return gather(ravel(e), indices);
}

namespace detail {
/// What reading `a(mask)` comes to; T is what it would give.
template <class T>
T read_of_masked() {
  static_assert(
      !std::is_same_v<T, T>,
      "cp: a(mask) cannot be read yet, as its size is known only afterwards; cp::where(mask, a, 0) has a's shape, "
      "and reductions take a mask: cp::sum(a, cp::where(mask))");
}
}  // namespace detail

/// What `cp::masked(a, mask)` gives: assigning to it writes only where the mask is true, in one kernel.
template <class Array, class Mask>
class masked_array {
 public:
  /// The elements of an array where a mask is true.
  masked_array(Array a, Mask m) : array_(std::move(a)), mask_(std::move(m)) {}
  /// Writes x there.
  template <operand X>
  void operator=(X const& x) const {
    detail::assign_elements(array_, where(mask_, convert(x), array_));
  }
  /// Adds x there.
  template <operand X>
  void operator+=(X const& x) const {
    detail::assign_elements(array_, where(mask_, convert(array_ + x), array_));
  }
  /// Subtracts x there.
  template <operand X>
  void operator-=(X const& x) const {
    detail::assign_elements(array_, where(mask_, convert(array_ - x), array_));
  }
  /// Multiplies by x there.
  template <operand X>
  void operator*=(X const& x) const {
    detail::assign_elements(array_, where(mask_, convert(array_ * x), array_));
  }
  /// Divides by x there.
  template <operand X>
  void operator/=(X const& x) const {
    detail::assign_elements(array_, where(mask_, convert(array_ / x), array_));
  }
  /// Not yet: how many elements there are is known only afterwards.
  template <class T, int Rank, class Space>
  operator ndarray<T, Rank, Space>() const {
    return detail::read_of_masked<ndarray<T, Rank, Space>>();
  }

 private:
  template <operand X>
  static auto convert(X const& x) {
    using T = typename Array::value_type;
    auto node = expr::as_node(x);
    static_assert(decltype(node)::weak || detail::same_kind<T, typename decltype(node)::value_type>,
                  "cp: this masked assignment would change the kind of number (float to int, ...); say so with "
                  "cp::astype<T>(expr)");
    return expr::cast_to<T>(std::move(node));
  }

  Array array_;
  Mask mask_;
};

/// Not yet: a(mask) is written, not read.
template <class Array, class Mask>
Array eval(masked_array<Array, Mask> const&) {
  return detail::read_of_masked<Array>();
}

/// The elements of `a` where `mask` (a boolean expression that broadcasts to its shape) is true, to be written:
/// `cp::masked(a, a < 0) = 0`.
template <array_type A, expression M>
[[nodiscard]] auto masked(A const& a, M const& mask) {
  static_assert(boolean<typename M::value_type>, "cp: a mask must be boolean");
  return masked_array<A, M>(a, mask);
}

namespace detail {

template <class A, class... I>
auto advanced_index(A const& a, I const&... i) {
  if constexpr (sizeof...(I) == 1 && (boolean<typename decltype(expr::as_node(i))::value_type> && ...))
    return masked(a, i...);
  else
    return gather(a, i...);
}

}  // namespace detail

}  // namespace cp
