// Operands and axes that stand in braces, where NumPy takes a list or a tuple of them.
#pragma once

#include <cstddef>
#include <fuse/array/concepts.hpp>
#include <type_traits>
#include <utility>

namespace cp::detail {

/// f(item...) of what stands in braces.
template <class F, class T, std::size_t N>
constexpr auto of_braces(F const& f, T const (&item)[N]) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) { return f(item[I]...); }
  (std::make_index_sequence<N>());
}

/// What operands of several types in braces convert to.
struct any_operand {
  template <operand X>
  any_operand(X const&);
};
/// What comes of them.
template <class Item>
struct of_mixed_braces {
  static_assert(!std::is_same_v<Item, any_operand>,
                "cp: braces hold operands of one type; several types stand without braces, cp::vstack(x, y), "
                "cp::concatenate(x, y, cp::axis<1>)");
};
/// The same where there is more than one list.
template <class Item>
struct of_mixed_lists {
  static_assert(!std::is_same_v<Item, any_operand>,
                "cp: braces hold operands of one type; several types stand in tuples, cp::select(std::tuple(x < 0, x > "
                "9), std::tuple(x, y), 0)");
};

}  // namespace cp::detail

/// The overload of a reduction that takes axes at run time in braces, `NAME(x, {0, 1})`.
#define FUSE_AXES_IN_BRACES(NAME)                                                     \
  template <class... To, expression X, int N, class... Option>                        \
  [[nodiscard]] auto NAME(X const& x, int const(&axes)[N], Option const&... option) { \
    return NAME<To...>(x, detail::axes_in(axes), option...);                          \
  }
/// The overload of a reduction that a std::vector gets.
#define FUSE_NO_SEQUENCE(NAME)                                            \
  template <class... To, detail::sequence X, class... Option,             \
            class Instead = detail::asarray_makes_an_array_of_a_sequence> \
  void NAME(X const&, Option const&...) = delete;

/// The overloads of a function of operands that take them in braces.
#define FUSE_OPERANDS_IN_BRACES(NAME)                                                    \
  template <expression E, std::size_t N>                                                 \
  [[nodiscard]] auto NAME(E const(&operands)[N]) {                                       \
    return cp::detail::of_braces([](auto const&... e) { return NAME(e...); }, operands); \
  }                                                                                      \
  template <class Item = cp::detail::any_operand, std::size_t N>                         \
  cp::detail::of_mixed_braces<Item> NAME(cp::detail::any_operand const(&)[N]) {          \
    return {};                                                                           \
  }
