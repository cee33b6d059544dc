// complex<T>: the layout of std::complex, aligned for vector loads, usable on host and device.
#pragma once

#include <fuse/core/config.hpp>
#include <fuse/core/dtype_id.hpp>  // before complex64, which its enumerators would shadow

namespace cp {

template <class T>
struct complex;

namespace detail {

template <class C>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex<T>> = true;

// std::complex, thrust::complex, cuda::std::complex ... : anything with real() and imag() of T
template <class C, class T>
concept foreign_complex = __is_class(C) && !is_complex<C> && requires(C const& c) {
  requires __is_same(decltype(c.real() + T{}), T);
  requires __is_same(decltype(c.imag() + T{}), T);
  C(T{}, T{});
};

}  // namespace detail

/// A complex number: a real and an imaginary part of type T (float or double), in this order.
/// Converts implicitly from and to std::complex and its likes; no header of theirs is needed here.
template <class T>
struct alignas(2 * sizeof(T)) complex {
  using value_type = T;  ///< of the parts

  T re;  ///< the real part
  T im;  ///< the imaginary part

  complex() = default;
  /// From its parts.
  FUSE_HD constexpr complex(T real, T imag = T{}) : re(real), im(imag) {}
  /// From the other precision; narrowing is explicit.
  template <class U>
  FUSE_HD explicit(sizeof(U) > sizeof(T)) constexpr complex(complex<U> const& z)
      : re(static_cast<T>(z.re)), im(static_cast<T>(z.im)) {}
  /// From another complex class, such as std::complex.
  template <detail::foreign_complex<T> C>
  FUSE_HD constexpr complex(C const& z) : re(z.real()), im(z.imag()) {}

  /// To another complex class, such as std::complex.
  template <detail::foreign_complex<T> C>
  FUSE_HD constexpr operator C() const {
    return C(re, im);
  }

  /// The real part.
  FUSE_HD constexpr T real() const { return re; }
  /// The imaginary part.
  FUSE_HD constexpr T imag() const { return im; }

  FUSE_HD friend constexpr complex operator+(complex x) { return x; }
  FUSE_HD friend constexpr complex operator-(complex x) { return {-x.re, -x.im}; }

  FUSE_HD friend constexpr complex operator+(complex x, complex y) { return {x.re + y.re, x.im + y.im}; }
  FUSE_HD friend constexpr complex operator-(complex x, complex y) { return {x.re - y.re, x.im - y.im}; }
  FUSE_HD friend constexpr complex operator*(complex x, complex y) {
#if defined(__FP_FAST_FMA) && defined(__FP_FAST_FMAF) && !defined(__CUDA_ARCH__)
    // Which product a sum is fused with is said here: g++ chooses differently from loop to loop.
    return {fused(x.re, y.re, -(x.im * y.im)), fused(x.re, y.im, x.im * y.re)};
#else
    return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
#endif
  }
  // R. L. Smith, "Algorithm 116: Complex division", CACM 5 (1962), as NumPy writes it, without its branch.
  FUSE_HD friend constexpr complex operator/(complex x, complex y) {
    bool const real_larger = (y.re < 0 ? -y.re : y.re) >= (y.im < 0 ? -y.im : y.im);
    T const large = real_larger ? y.re : y.im, small = real_larger ? y.im : y.re;
    bool const zero = static_cast<int>(y.re == 0) & static_cast<int>(y.im == 0);
    T const ratio = zero ? T{0} : small / large;
    T const scale = T{1} / (zero ? T{0} : large + small * ratio);
    T const a = real_larger ? x.re : x.im, b = real_larger ? x.im : x.re;
    T const product = a * ratio;
    T const second = zero ? b : real_larger ? b - product : product - b;
    return {(zero ? a : a + b * ratio) * scale, second * scale};
  }

  FUSE_HD friend constexpr complex operator+(complex x, T y) { return {x.re + y, x.im}; }
  FUSE_HD friend constexpr complex operator-(complex x, T y) { return {x.re - y, x.im}; }
  FUSE_HD friend constexpr complex operator*(complex x, T y) { return {x.re * y, x.im * y}; }
  FUSE_HD friend constexpr complex operator/(complex x, T y) { return {x.re / y, x.im / y}; }
  FUSE_HD friend constexpr complex operator+(T x, complex y) { return {x + y.re, y.im}; }
  FUSE_HD friend constexpr complex operator-(T x, complex y) { return {x - y.re, -y.im}; }
  FUSE_HD friend constexpr complex operator*(T x, complex y) { return {x * y.re, x * y.im}; }
  FUSE_HD friend constexpr complex operator/(T x, complex y) { return complex(x) / y; }

  /// Adds y.
  FUSE_HD constexpr complex& operator+=(complex y) { return *this = *this + y; }
  /// Subtracts y.
  FUSE_HD constexpr complex& operator-=(complex y) { return *this = *this - y; }
  /// Multiplies by y.
  FUSE_HD constexpr complex& operator*=(complex y) { return *this = *this * y; }
  /// Divides by y.
  FUSE_HD constexpr complex& operator/=(complex y) { return *this = *this / y; }

  FUSE_HD friend constexpr bool operator==(complex x, complex y) {
    return static_cast<int>(x.re == y.re) & static_cast<int>(x.im == y.im);
  }
  FUSE_HD friend constexpr bool operator!=(complex x, complex y) { return !(x == y); }

 private:
  /// a * b + c, rounded once (but in a constant).
  FUSE_HD static constexpr T fused(T a, T b, T c) {
    if (__builtin_is_constant_evaluated()) return a * b + c;  // nvcc has no constant of the others
    if constexpr (sizeof(T) == 4)
      return __builtin_fmaf(a, b, c);
    else
      return __builtin_fma(a, b, c);
  }
};

using complex64 = complex<float>;    ///< two float32: 8 bytes
using complex128 = complex<double>;  ///< two float64: 16 bytes

}  // namespace cp
