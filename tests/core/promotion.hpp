// Result dtypes against NumPy's: binary functions with every pair of dtypes, and with C++ numbers on either side.
#pragma once

#include "ops/golden.hpp"

namespace promotion {

using golden::codes;
using golden::count;
using golden::type_of;

template <class T>
using row = cp::ndarray<T, 1> const&;

// NumPy gives a function of floats the first loop that both operands fit: float16 for int8 with uint8. Here both become
// their common integer first, int16, which computes in float32.
constexpr bool is_wider(char ours, char numpy, char a, char b) {
  auto const is_signed = [](char c) { return c == 'b' || c == 'h'; };
  auto const is_unsigned = [](char c) { return c == 'B' || c == 'H'; };
  return ((is_signed(a) && is_unsigned(b)) || (is_unsigned(a) && is_signed(b))) &&
         ((numpy == 'e' && ours == 'f') || (numpy == 'f' && ours == 'd'));
}

template <class Op>
constexpr bool gives(char expected, char got, char a, char b) {
  return expected == got ||
         (std::is_base_of_v<cp::expr::rules::inexact, typename Op::rule> && is_wider(got, expected, a, b));
}

template <class>
struct operation_of;
template <class Op>
struct operation_of<cp::ufunc<Op>> {
  using type = Op;
};

/// 0 if the function has NumPy's result dtype for the I-th pair, or refuses it as NumPy does.
template <golden::literal Name, class Function, std::size_t I>
constexpr int pair_differs() {
  using Op = typename operation_of<Function>::type;
  constexpr char a = codes[I / count], b = codes[I % count],
                 expected = golden::find(golden::binary_rows, Name.text).result[I];
  if constexpr (!golden::is_built(a) || !golden::is_built(b)) {
    return 0;
  } else if constexpr (expected == '-') {
    return Op::rule::template accepts<cp::result_type<type_of<a>, type_of<b>>> ? 1 : 0;
  } else {
    using result =
        std::remove_cvref_t<decltype(Function{}(std::declval<row<type_of<a>>>(), std::declval<row<type_of<b>>>()))>;
    return gives<Op>(expected, golden::code_of<typename result::value_type>, a, b) ? 0 : 1;
  }
}

/// The same for an array and a C++ number (weak, as a Python number) on its right and on its left.
template <golden::literal Name, class Function, std::size_t I>
constexpr int weak_differs() {
  using Op = typename operation_of<Function>::type;
  using weak = std::tuple_element_t<I / 2 % 4, std::tuple<bool, int, double, cp::complex128>>;
  using array = type_of<codes[I / 8]>;
  constexpr char expected = golden::find(golden::binary_rows, Name.text).weak[I];
  if constexpr (!golden::is_built(codes[I / 8])) {
    return 0;
  } else if constexpr (expected == '-') {
    return Op::rule::template accepts<cp::weak_result_type<array, weak>> ? 1 : 0;
  } else if constexpr (I % 2 == 0) {
    using result = std::remove_cvref_t<decltype(Function{}(std::declval<row<array>>(), std::declval<weak const&>()))>;
    return golden::code_of<typename result::value_type> == expected ? 0 : 1;
  } else {
    using result = std::remove_cvref_t<decltype(Function{}(std::declval<weak const&>(), std::declval<row<array>>()))>;
    return golden::code_of<typename result::value_type> == expected ? 0 : 1;
  }
}

template <golden::literal Name, class Function>
constexpr int pairs_that_differ() {
  return []<std::size_t... I>(std::index_sequence<I...>) { return (0 + ... + pair_differs<Name, Function, I>()); }
  (std::make_index_sequence<count * count>{});
}
template <golden::literal Name, class Function>
constexpr int numbers_that_differ() {
  return []<std::size_t... I>(std::index_sequence<I...>) { return (0 + ... + weak_differs<Name, Function, I>()); }
  (std::make_index_sequence<count * 8>{});
}

}  // namespace promotion

#define SAME_DTYPES(name)                                                                              \
  static_assert(promotion::pairs_that_differ<#name, std::remove_cvref_t<decltype(cp::name)>>() == 0,   \
                #name " of two arrays");                                                               \
  static_assert(promotion::numbers_that_differ<#name, std::remove_cvref_t<decltype(cp::name)>>() == 0, \
                #name " with a C++ number");
