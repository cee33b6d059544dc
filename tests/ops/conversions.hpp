// astype between all dtypes against NumPy's.
#pragma once

#include "golden.hpp"

namespace golden {

using conversion = any_array (*)(any_array const&);

template <char From, char To>
constexpr conversion conversion_of() {
  if constexpr (is_built(From) && is_built(To))
    return [](any_array const& x) -> any_array {
      auto const y = cp::astype<type_of<To>>(x.as<type_of<From>>());
      static_assert(std::is_same_v<typename decltype(y)::value_type, type_of<To>>);
      return cp::eval(y);
    };
  else
    return nullptr;
}

/// The conversions from dtypes First to Last, to all: they stand in this order.
void check_conversions(std::size_t first, std::size_t last, conversion const* conversions);

/// Each file compiles a part of them.
template <std::size_t First, std::size_t Last>
void convert_from() {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    static constexpr conversion conversions[] = {conversion_of<codes[First + I / count], codes[I % count]>()...};
    check_conversions(First, Last, conversions);
  }
  (std::make_index_sequence<(Last - First) * count>{});
}

}  // namespace golden
