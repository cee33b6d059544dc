// C++ numbers as elements of an array.
#pragma once

#include <fuse/core/dtype.hpp>
#include <type_traits>

namespace cp {

namespace detail {

/// Throws value_error: a C++ integer does not fit the dtype.
[[noreturn]] void throw_unrepresentable(char const* dtype);

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
    if (static_cast<From>(y) != x || is_negative(y) != is_negative(x)) throw_unrepresentable(dtype_traits<To>::name);
    return y;
  } else if constexpr (requires { static_cast<To>(x); }) {
    return static_cast<To>(x);
  } else {
    return static_cast<To>(static_cast<typename dtype_traits<To>::real_type>(x));
  }
}

}  // namespace detail

}  // namespace cp
