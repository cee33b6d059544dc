// Arguments of traced functions that are not there.
#pragma once

#include <cstddef>
#include <fuse/array/concepts.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

/// What cp::none is.
struct none_t {
  explicit none_t() = default;
};
/// As an argument of a traced function: one that is not there, Python's None. The lambda gets it as it is, and asks by
/// `if constexpr (cp::is_none<decltype(b)>)`.
inline constexpr none_t none{};
/// Whether T is the type of cp::none.
template <class T>
constexpr bool is_none = std::is_same_v<std::remove_cvref_t<T>, none_t>;

namespace detail {

/// A lambda of the arguments that are there: `There` says which.
template <class F, bool... There>
struct without_none : F {
  template <class... X>
  constexpr auto operator()(X... x) const {
    return call(std::make_index_sequence<sizeof...(There)>{}, std::tuple<X...>(x...));
  }

 private:
  template <std::size_t... I, class T>
  constexpr auto call(std::index_sequence<I...>, T const& given) const {
    return static_cast<F const&>(*this)(argument<I, There>(given)...);
  }
  template <std::size_t I, bool Is, class T>
  static constexpr auto argument([[maybe_unused]] T const& given) {
    if constexpr (Is)
      return std::get<place<I>>(given);
    else
      return none;
  }
  /// How many before argument I are there.
  template <std::size_t I>
  static constexpr std::size_t place = [] {
    std::size_t n = 0, left = I;
    for (bool const there : {There...}) {
      if (left == 0) break;
      n += there, --left;
    }
    return n;
  }();
};
template <class... X>
constexpr bool some_none = ((operand<X> || is_none<X>)&&...) && (is_none<X> || ...);
template <class X>
constexpr auto those_there(X&& x) {
  if constexpr (is_none<X>)
    return std::tuple<>();
  else
    return std::forward_as_tuple(std::forward<X>(x));
}

}  // namespace detail

}  // namespace cp
