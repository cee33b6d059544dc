// Arrays of what stands in braces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/ops/arithmetic.hpp>
#include <initializer_list>
#include <type_traits>

namespace cp {

namespace detail {

/// What the braces of an array of T hold: 16-bit floats have no literals.
template <class T>
using brace_element = std::conditional_t<half_float<T>, double, T>;

/// Braces that nest `Rank` deep. (A class, so that braces without elements are not such: see cp::array.)
template <class T, int Rank>
struct braces {
  nested_list<brace_element<T>, Rank> list;
  braces(nested_list<brace_element<T>, Rank> l) : list(l) {}
};
/// What nothing converts to.
class no_element {
  no_element(no_element&, no_element&);  // (pointers would take zeros)
};

/// What elements of several types in braces convert to.
struct any_element {
  template <operand X>
  any_element(X const&);
};
/// What comes of them.
template <class Element>
struct of_mixed_elements {
  static_assert(!std::is_same_v<Element, any_element>,
                "cp: elements in braces are of one type, or the dtype is named: cp::array<double>({1, 2.5})");
};

template <class T, int Rank, class Space, class Element>
ndarray<T, Rank, Space> array_of_braces(nested_list<Element, Rank> list) {
  if constexpr (std::is_same_v<T, Element>)
    return ndarray<T, Rank, Space>(list);
  else
    return ndarray<T, Rank, host_space>(astype<T>(ndarray<Element, Rank, host_space>(list))).template to<Space>();
}

}  // namespace detail

/// An array of braces: `array<float>({1, 2, 3})`, `array<float>({{1, 2}, {3, 4}})`, up to three levels; without a dtype
/// that of the elements, which are of one type, as in Python: `array({1.5, 2.0})` is float64, `array({1, 2})` int64.
/// Rows of one element each could be one array or two levels, and do not compile: `ndarray<float, 2>{{1}, {2}}`.
///
/// throws   value_error where lists of one axis differ in length
/// numpy    numpy.array
template <class T, space Space = default_space>
[[nodiscard]] ndarray<T, 1, Space> array(detail::braces<T, 1> b) {
  return detail::array_of_braces<T, 1, Space, detail::brace_element<T>>(b.list);
}
template <class T, space Space = default_space>
[[nodiscard]] ndarray<T, 2, Space> array(detail::braces<T, 2> b) {
  return detail::array_of_braces<T, 2, Space, detail::brace_element<T>>(b.list);
}
template <class T, space Space = default_space>
[[nodiscard]] ndarray<T, 3, Space> array(detail::braces<T, 3> b) {
  return detail::array_of_braces<T, 3, Space, detail::brace_element<T>>(b.list);
}
/// Of one row, or one matrix, which would be braces of an array too.
template <class T, space Space = default_space, std::size_t N>
requires(N == 1)
    [[nodiscard]] ndarray<T, 2, Space> array(std::initializer_list<detail::brace_element<T>> const (&row)[N]) {
  return detail::array_of_braces<T, 2, Space, detail::brace_element<T>>({row[0]});
}
template <class T, space Space = default_space, std::size_t N>
requires(N == 1) [[nodiscard]] ndarray<T, 3, Space> array(
    std::initializer_list<std::initializer_list<detail::brace_element<T>>> const (&matrix)[N]) {
  return detail::array_of_braces<T, 3, Space, detail::brace_element<T>>({matrix[0]});
}
/// Rows of numbers where complex elements are wanted, which `{1, 2}` could be too.
template <complex_floating T, space Space = default_space, class X>
requires std::is_arithmetic_v<X>
[[nodiscard]] ndarray<T, 2, Space> array(std::initializer_list<std::initializer_list<X>> rows) {
  return detail::array_of_braces<T, 2, Space, canonical<X>>(rows);
}
template <complex_floating T, space Space = default_space, class X>
requires std::is_arithmetic_v<X>
[[nodiscard]] ndarray<T, 3, Space> array(
    std::initializer_list<std::initializer_list<std::initializer_list<X>>> matrices) {
  return detail::array_of_braces<T, 3, Space, canonical<X>>(matrices);
}
/// Of `{}`: no elements.
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 1, Space> array(std::initializer_list<detail::no_element>) {
  return detail::make_array<T, 1, Space>({{0}}, "cp::array");
}
/// Of `{{}, {}}`: rows without elements.
template <class T = double, space Space = default_space, std::size_t N>
[[nodiscard]] ndarray<T, 2, Space> array(std::initializer_list<detail::no_element> const (&)[N]) {
  return detail::make_array<T, 2, Space>({{static_cast<std::int64_t>(N), 0}}, "cp::array");
}
template <space Space = default_space, class E>
requires(!expression<E>) [[nodiscard]] auto array(std::initializer_list<E> list) {
  return detail::array_of_braces<default_dtype<E>, 1, Space, canonical<E>>(list);
}
template <space Space = default_space, class E>
[[nodiscard]] auto array(std::initializer_list<std::initializer_list<E>> list) {
  return detail::array_of_braces<default_dtype<E>, 2, Space, canonical<E>>(list);
}
template <space Space = default_space, class E>
[[nodiscard]] auto array(std::initializer_list<std::initializer_list<std::initializer_list<E>>> list) {
  return detail::array_of_braces<default_dtype<E>, 3, Space, canonical<E>>(list);
}
template <space Space = default_space, class Element = detail::any_element, std::size_t N>
detail::of_mixed_elements<Element> array(detail::any_element const (&)[N]) {
  return {};
}
template <space Space = default_space, class Element = detail::any_element, std::size_t N, std::size_t M>
detail::of_mixed_elements<Element> array(detail::any_element const (&)[N][M]) {
  return {};
}

}  // namespace cp
