// What the reductions and scans among the members of arrays and expressions do: they call the functions of the same
// names.
#pragma once

#include <fuse/array/methods.hpp>
#include <fuse/ops/products.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/scans.hpp>

namespace cp::detail {

template <folding_method Method, class To, class E, class... Option>
auto fold_method(E const& e, Option const&... option) {
  if constexpr (Method == folding_method::sum)
    return cp::sum<To>(e, option...);
  else if constexpr (Method == folding_method::prod)
    return cp::prod<To>(e, option...);
  else if constexpr (Method == folding_method::mean)
    return cp::mean<To>(e, option...);
  else if constexpr (Method == folding_method::var)
    return cp::var<To>(e, option...);
  else if constexpr (Method == folding_method::std)
    return cp::std<To>(e, option...);
  else if constexpr (Method == folding_method::min)
    return cp::min(e, option...);
  else if constexpr (Method == folding_method::max)
    return cp::max(e, option...);
  else if constexpr (Method == folding_method::ptp)
    return cp::ptp(e, option...);
  else if constexpr (Method == folding_method::argmin)
    return cp::argmin(e, option...);
  else if constexpr (Method == folding_method::argmax)
    return cp::argmax(e, option...);
  else if constexpr (Method == folding_method::any)
    return cp::any(e, option...);
  else if constexpr (Method == folding_method::all)
    return cp::all(e, option...);
  else if constexpr (Method == folding_method::dot)
    return cp::dot(e, option...);
  else if constexpr (Method == folding_method::cumsum)
    return cp::cumsum<To>(e, option...);
  else
    return cp::cumprod<To>(e, option...);
}

}  // namespace cp::detail
