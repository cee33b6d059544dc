// The numbers that NumPy has names for.
#pragma once

namespace cp {

// A namespace of their own, which is part of cp: what is called `e` inside cp shadows none of them (g++'s -Wshadow).
inline namespace constants {

/// The ratio of a circle's circumference to its diameter.
inline constexpr double pi = 3.141592653589793238462643383279502884;
/// The base of the natural logarithm.
inline constexpr double e = 2.718281828459045235360287471352662498;
/// The limit of 1 + 1/2 + ... + 1/n - log(n).
inline constexpr double euler_gamma = 0.577215664901532860606512090082402431;
/// Infinity.
inline constexpr double inf = __builtin_huge_val();
/// Not a number; equal to nothing, itself included (cp::isnan).
inline constexpr double nan = __builtin_nan("");

}  // namespace constants

}  // namespace cp
