// The vocabulary of expressions: what a node is, what may stand beside one.
#pragma once

#include <concepts>
#include <fuse/array/space.hpp>
#include <fuse/core/dtype.hpp>
#include <type_traits>

namespace cp {

/// Base of every node of an expression. A node has `value_type`, `rank` (axes), `space` (void when it has no memory)
/// and `weak` (whether it comes from C++ scalars alone, which take their operand's dtype).
struct expression_tag {};

/// A lazy expression or an array. (Operators are asked of classes that are declared only, as std::ostream may be: those
/// are none.)
template <class T>
concept expression = requires {
  sizeof(T);
}
&&__is_base_of(expression_tag, std::remove_reference_t<T>);  // cp::asarray(v) makes an array of a std::vector

namespace detail {
template <class T>
concept complex_like = requires(T const& z) {
  z.real();
  z.imag();
}
&&!expression<T>;
}  // namespace detail

/// What is an expression as soon as somebody reads it, `settled()`, and something to write to until then: a(mask).
template <class T>
concept settles = expression<T> && requires(std::remove_cvref_t<T> const& x) {
  x.settled();
};

/// What is written in place by a(i) += x and its like, though it is no array: elements picked by indices where they
/// are picked, elements where a mask is true.
template <class T>
concept updatable = expression<T> && requires {
  std::remove_cvref_t<T>::updates_by_name;
} &&(std::remove_cvref_t<T>::updates_by_name || !std::is_lvalue_reference_v<T>);

/// A C++ number, or another value of an element type, that stands beside an expression.
template <class T>
concept scalar_operand =
    !expression<T> && (std::is_arithmetic_v<std::remove_cvref_t<T>> || detail::complex_like<std::remove_cvref_t<T>> ||
                       detail::half_float<std::remove_cvref_t<T>>);

/// Anything a ufunc takes.
template <class T>
concept operand = expression<T> || scalar_operand<T>;

namespace detail {
/// Data that are no array yet: a std::vector, std::array or std::span, an array of C++.
template <class T>
concept sequence = !expression<T> && (std::is_array_v<std::remove_reference_t<T>> || requires(T const& v) {
  v.data();
  v.size();
});
// Default arguments of deleted functions: compilers' messages name them.
struct asarray_makes_an_array_of_a_sequence;
struct item_reads_one_element_and_any_or_all_make_one;
template <class X, class Y>
concept with_sequence = (expression<X> && sequence<Y>) || (expression<Y> && sequence<X>);
}  // namespace detail

template <class T, int Rank, class Space>
class ndarray;

/// Whether T is an array (rather than another expression).
template <class T>
constexpr bool is_array = false;
template <class T, int Rank, class Space>
constexpr bool is_array<ndarray<T, Rank, Space>> = true;
template <class T>
concept array_type = is_array<std::remove_cvref_t<T>>;

}  // namespace cp
