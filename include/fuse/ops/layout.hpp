// How arrays lie in memory: which share it, in which order their elements are, what a function requires of them.
#pragma once

#include <cstdint>
#include <fuse/expr/aliasing.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/reductions.hpp>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>

namespace cp {

/// The first byte of an array's elements and the one behind the last, wherever they lie.
///
/// numpy    numpy.lib.array_utils.byte_bounds
template <array_type A>
[[nodiscard]] std::pair<std::uintptr_t, std::uintptr_t> byte_bounds(A const& a) {
  constexpr std::int64_t itemsize = sizeof(typename A::value_type);
  std::int64_t low = 0, high = 0;
  for (int i = 0; i < A::rank && a.size() > 0; ++i) {
    std::int64_t const reach = (a.shape()[i] - 1) * a.strides()[i] * itemsize;
    (reach < 0 ? low : high) += reach;
  }
  auto const begin = reinterpret_cast<std::uintptr_t>(a.data());
  return {begin + static_cast<std::uintptr_t>(low),
          begin + static_cast<std::uintptr_t>(high) + (a.size() > 0 ? std::uintptr_t{itemsize} : 0)};
}
/// Whether the bounds of two arrays' bytes meet.
///
/// numpy    numpy.may_share_memory
template <array_type A, array_type B>
[[nodiscard]] bool may_share_memory(A const& a, B const& b) {
  auto const [begin_a, end_a] = byte_bounds(a);
  auto const [begin_b, end_b] = byte_bounds(b);
  return begin_a < end_b && begin_b < end_a;
}
/// Whether two arrays share a byte: exact, but that arrays which would take long to tell apart count as sharing one.
///
/// numpy    numpy.shares_memory
template <array_type A, array_type B>
[[nodiscard]] bool shares_memory(A const& a, B const& b) {
  return may_share_memory(a, b) &&
         expr::may_overlap(a.data(), A::rank, a.shape().value, a.strides().value, sizeof(typename A::value_type),
                           b.data(), B::rank, b.shape().value, b.strides().value, sizeof(typename B::value_type));
}

/// Whether the first axis runs fastest and the elements lie one behind the other, which of C order they do not.
///
/// numpy    numpy.isfortran
template <array_type A>
[[nodiscard]] bool isfortran(A const& a) {
  auto const t = a.T();
  return is_contiguous(t.shape(), t.strides()) && !is_contiguous(a.shape(), a.strides());
}
/// The type of cp::fortran_order.
struct fortran_order_t {};
/// The first axis runs fastest (`order="F"`): `zeros<float>({3, 4}, cp::fortran_order)`, `ravel(x, cp::fortran_order)`.
/// Without it the last one does.
inline constexpr fortran_order_t fortran_order{};

namespace detail {
/// The memory of a new array whose elements are all one, with the first axis running fastest.
template <array_type A>
A first_axis_fastest(A const& a) {
  index_array<A::rank> turned, strides;
  for (int i = 0; i < A::rank; ++i) turned[i] = a.shape()[A::rank - 1 - i];
  turned = contiguous_strides(turned);
  for (int i = 0; i < A::rank; ++i) strides[i] = turned[A::rank - 1 - i];
  return A(a.memory(), a.data(), a.shape(), strides);
}
}  // namespace detail

/// New arrays whose first axis runs fastest.
///
/// numpy    numpy.empty(order="F"), numpy.zeros, numpy.ones, numpy.full
template <class T = double, space Space = default_space, int N>
[[nodiscard]] auto empty(index_array<N> const& shape, fortran_order_t) {
  return detail::first_axis_fastest(empty<T, Space>(shape));
}
template <class T = double, space Space = default_space, int N>
[[nodiscard]] auto zeros(index_array<N> const& shape, fortran_order_t) {
  return detail::first_axis_fastest(zeros<T, Space>(shape));
}
template <class T = double, space Space = default_space, int N>
[[nodiscard]] auto ones(index_array<N> const& shape, fortran_order_t) {
  return detail::first_axis_fastest(ones<T, Space>(shape));
}
template <class T, space Space = default_space, int N>
[[nodiscard]] auto full(index_array<N> const& shape, detail::element<T> const& value, fortran_order_t) {
  return detail::first_axis_fastest(full<T, Space>(shape, value));
}
template <space Space = default_space, int N, scalar_operand X>
[[nodiscard]] auto full(index_array<N> const& shape, X const& value, fortran_order_t) {
  return detail::first_axis_fastest(full<Space>(shape, value));
}
template <class T = double, space Space = default_space, int N>
[[nodiscard]] auto empty(extent const (&shape)[N], fortran_order_t) {
  return empty<T, Space>(make_shape(shape), fortran_order);
}
template <class T = double, space Space = default_space, int N>
[[nodiscard]] auto zeros(extent const (&shape)[N], fortran_order_t) {
  return zeros<T, Space>(make_shape(shape), fortran_order);
}
template <class T = double, space Space = default_space, int N>
[[nodiscard]] auto ones(extent const (&shape)[N], fortran_order_t) {
  return ones<T, Space>(make_shape(shape), fortran_order);
}
template <class T, space Space = default_space, int N>
[[nodiscard]] auto full(extent const (&shape)[N], detail::element<T> const& value, fortran_order_t) {
  return full<T, Space>(make_shape(shape), value, fortran_order);
}
template <space Space = default_space, int N, scalar_operand X>
[[nodiscard]] auto full(extent const (&shape)[N], X const& value, fortran_order_t) {
  return full<Space>(make_shape(shape), value, fortran_order);
}
/// The same of another array's shape and dtype.
///
/// numpy    numpy.empty_like(order="F"), numpy.zeros_like, numpy.ones_like, numpy.full_like
template <expression E>
[[nodiscard]] auto empty_like(E const& e, fortran_order_t) {
  return detail::first_axis_fastest(empty_like(e));
}
template <expression E>
[[nodiscard]] auto zeros_like(E const& e, fortran_order_t) {
  return detail::first_axis_fastest(zeros_like(e));
}
template <expression E>
[[nodiscard]] auto ones_like(E const& e, fortran_order_t) {
  return detail::first_axis_fastest(ones_like(e));
}
template <expression E>
[[nodiscard]] auto full_like(E const& e, detail::element<typename E::value_type> const& value, fortran_order_t) {
  return detail::first_axis_fastest(full_like(e, value));
}
/// A copy whose first axis runs fastest.
///
/// numpy    numpy.copy(order="F")
template <expression E>
[[nodiscard]] auto copy(E const& e, fortran_order_t) {
  return transpose(copy(transpose(e)));
}
/// The same of what cp::array takes.
///
/// numpy    numpy.array(order="F")
template <space Space = default_space, class X>
[[nodiscard]] auto array(X const& x, fortran_order_t) {
  return copy(asarray<Space>(x), fortran_order);
}
template <class T, space Space = default_space, class X>
requires(!space<T>) [[nodiscard]] auto array(X const& x, fortran_order_t) {
  return copy(asarray<T, Space>(x), fortran_order);
}
template <class T, space Space = default_space>
[[nodiscard]] auto array(detail::braces<T, 2> b, fortran_order_t) {
  return copy(array<T, Space>(b), fortran_order);
}
template <class T, space Space = default_space>
[[nodiscard]] auto array(detail::braces<T, 3> b, fortran_order_t) {
  return copy(array<T, Space>(b), fortran_order);
}
template <space Space = default_space, class E>
[[nodiscard]] auto array(std::initializer_list<std::initializer_list<E>> list, fortran_order_t) {
  return copy(array<Space>(list), fortran_order);
}
template <space Space = default_space, class E>
[[nodiscard]] auto array(std::initializer_list<std::initializer_list<std::initializer_list<E>>> list, fortran_order_t) {
  return copy(array<Space>(list), fortran_order);
}
/// The elements, the first axis running fastest, with another shape that is filled in that order; one extent may be -1.
/// A view where strides allow it, otherwise a copy. Throws shape_error if the number of elements differs.
///
/// numpy    numpy.reshape(order="F")
template <expression E, int N>
[[nodiscard]] auto reshape(E const& e, index_array<N> shape, fortran_order_t) {
  auto const a = eval(e);
  detail::complete_shape(a.size(), a.shape().value, E::rank, shape.value, N);
  index_array<N> turned;
  for (int i = 0; i < N; ++i) turned[i] = shape[N - 1 - i];
  return transpose(reshape(transpose(a), turned));
}
template <expression E, int N>
[[nodiscard]] auto reshape(E const& e, extent const (&shape)[N], fortran_order_t) {
  return reshape(e, make_shape(shape), fortran_order);
}
/// All elements as one axis, those of the first axis one behind the other; a view where possible.
///
/// numpy    numpy.ravel(order="F")
template <expression E>
[[nodiscard]] auto ravel(E const& e, fortran_order_t) {
  return ravel(transpose(e));
}
/// The same; always a copy.
///
/// numpy    numpy.ndarray.flatten(order="F")
template <expression E>
[[nodiscard]] auto flatten(E const& e, fortran_order_t) {
  return flatten(transpose(e));
}
/// An array whose first axis runs fastest: itself if it is one already, otherwise a copy (`order="F"`).
///
/// numpy    numpy.asfortranarray
template <expression E>
[[nodiscard]] auto asfortranarray(E const& e) {
  return ascontiguousarray(transpose(e)).T();
}

/// What cp::require asks of an array.
struct requirements {
  bool fortran = false;  ///< the first axis runs fastest; else the last one
  bool owned = false;    ///< its memory is nobody else's
};
/// An array as a function in C or Fortran wants it: itself if it is so already, otherwise a copy; of dtype T, if one is
/// named.
///
/// numpy    numpy.require
template <class T = void, expression E>
[[nodiscard]] auto require(E const& e, requirements const& wanted = {}) {
  using to = std::conditional_t<std::is_void_v<T>, typename E::value_type, T>;
  ndarray<to, E::rank, space_of<E>> a = eval(astype<to>(e));
  a = wanted.fortran ? asfortranarray(a) : ascontiguousarray(a);
  if (!wanted.owned || a.memory()->references.load(detail::order::acquire) == 1) return a;
  return wanted.fortran ? a.T().copy().T() : a.copy();
}

/// The expression in a float or complex dtype: T if it has another kind.
///
/// numpy    numpy.asfarray (of NumPy 1)
template <class T = double, expression E>
[[nodiscard]] auto asfarray(E const& e) {
  using from = typename E::value_type;
  static_assert(floating<T> || complex_floating<T>, "cp::asfarray makes floats or complex numbers");
  if constexpr (floating<from> || complex_floating<from>)
    return e;
  else
    return astype<T>(e);
}
/// An array whose elements are all finite. Waits, and throws value_error where one is not.
///
/// numpy    numpy.asarray_chkfinite
template <expression E>
[[nodiscard]] auto asarray_chkfinite(E const& e) {
  auto const a = eval(e);
  if (!all(isfinite(a)).item())
    throw value_error("cp::asarray_chkfinite: there are infinities or NaN among the elements");
  return a;
}

/// The real parts of a complex array whose imaginary ones are all below `tol` times the dtype's epsilon (from 1 on
/// `tol` counts epsilons, below it is a number); nothing where they are not: a dtype cannot depend on values. Waits.
///
/// numpy    numpy.real_if_close
template <expression E>
[[nodiscard]] auto real_if_close(E const& e, double tol = 100) {
  using T = typename E::value_type;
  static_assert(complex_floating<T>, "cp::real_if_close takes complex numbers; others are real");
  using real_type = typename T::value_type;
  auto const a = eval(e);
  using result = std::optional<ndarray<real_type, E::rank, space_of<E>>>;
  real_type const limit = static_cast<real_type>(tol > 1 ? tol * static_cast<double>(finfo<real_type>::eps) : tol);
  if (!all(abs(imag(a)) < limit).item()) return result{};
  return result{eval(real(a))};
}

}  // namespace cp
