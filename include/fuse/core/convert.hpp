// C++ numbers as elements of an array.
#pragma once

#include <concepts>
#include <fuse/core/dtype.hpp>
#include <type_traits>

namespace cp {

namespace detail {

/// Holds every int64 and every uint64, whose common dtype, float64, would take 2^53 and 2^53 + 1 for equal.
__extension__ typedef __int128 wide_integer;

/// Throws value_error: a C++ integer, whose bits these are, does not fit the dtype.
[[noreturn]] void throw_unrepresentable(char const* dtype, unsigned long long bits, bool negative);

template <class T>
constexpr bool is_negative(T const& x) {
  if constexpr (std::is_signed_v<T>)
    return x < T{0};
  else
    return false;
}

/// A C++ number as a `To`. Integers that do not fit throw value_error, as NumPy 2's OverflowError; floats round.
template <class To, class From>
constexpr To convert_scalar(From const& x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (integral<To> && integral<From>) {
    To const y = static_cast<To>(x);
    if (static_cast<From>(y) != x || is_negative(y) != is_negative(x))
      throw_unrepresentable(dtype_traits<To>::name, static_cast<unsigned long long>(x), is_negative(x));
    return y;
  } else if constexpr (requires { static_cast<To>(x); }) {
    return static_cast<To>(x);
  } else {
    return static_cast<To>(static_cast<typename dtype_traits<To>::real_type>(x));
  }
}

/// What C++ converts to an element as one: integers that do not fit throw value_error.
template <class Element, class From>
constexpr Element element_of(From const& x) {
  if constexpr (integral<Element> && integral<From>)
    return convert_scalar<Element>(x);
  else
    return static_cast<Element>(x);
}

/// Stores it. Of the element type itself every byte is copied, those between a struct's members too.
template <class Element, class From>
void store_element(Element* to, From const& x) {
  if constexpr (std::is_same_v<Element, From>)
    __builtin_memcpy(static_cast<void*>(to), &x, sizeof x);
  else
    *to = element_of<Element>(x);
}

/// An integer given as any number that converts to it; another integer that it cannot hold throws value_error.
template <class T>
class checked_integer {
 public:
  template <std::convertible_to<T> X>
  constexpr checked_integer(X const& x) : value_(element_of<T>(x)) {}  // NOLINT(google-explicit-constructor)
  constexpr operator T() const { return value_; }                      // NOLINT(google-explicit-constructor)

 private:
  T value_;
};
/// A float of 16 bits given as any number.
template <class T>
class half_parameter {
 public:
  template <class X>
  requires(std::is_arithmetic_v<X> || half_float<X>) constexpr half_parameter(X const& x)  // NOLINT: of any number
      : value_(static_cast<T>(x)) {}
  constexpr operator T() const { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  T value_;
};
/// What a function takes that is given an element.
template <class T>
struct element_parameter {
  using type = T;
};
template <integral T>
struct element_parameter<T> {
  using type = checked_integer<T>;
};
template <half_float T>
struct element_parameter<T> {
  using type = half_parameter<T>;
};
template <class T>
using element = typename element_parameter<T>::type;

}  // namespace detail

}  // namespace cp
