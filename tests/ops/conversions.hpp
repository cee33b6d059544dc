// astype between all dtypes against NumPy's.
#pragma once

#include "golden.hpp"

namespace golden {

template <std::size_t I>
void skip(reader& file) {
  (void)file.next<type_of<codes[I / count]>>();
  (void)file.next<type_of<codes[I % count]>>();
}

template <std::size_t I>
void convert(reader& file) {
  using From = type_of<codes[I / count]>;
  using To = type_of<codes[I % count]>;
  auto const x = file.next<From>();
  auto const want = file.next<To>();
  auto const y = cp::astype<To>(x);
  static_assert(std::is_same_v<typename std::remove_cvref_t<decltype(y)>::value_type, To>);
  std::string const what =
      std::string("astype from ") + cp::dtype_traits<From>::name + " to " + cp::dtype_traits<To>::name;
  compare(what, cp::eval(y), want, exact, x);
  compare(what + ", backwards", cp::eval(cp::astype<To>(layouts<From>(x).reversed)), want, exact, x);
}

/// The conversions from some of the dtypes: each file compiles a part of them.
template <std::size_t First, std::size_t Last>
void convert_from() {
  reader file("astype");
  [&]<std::size_t... I>(std::index_sequence<I...>) { (skip<I>(file), ...); }
  (std::make_index_sequence<First * count>{});
  [&]<std::size_t... I>(std::index_sequence<I...>) { (convert<First * count + I>(file), ...); }
  (std::make_index_sequence<(Last - First) * count>{});
}

}  // namespace golden
