// cp::fft: Fourier, cosine and sine transforms as lazy expressions (numpy.fft and scipy.fft).
#pragma once

#include <cstdint>
#include <fuse/fft/hankel.hpp>
#include <fuse/fft/nodes.hpp>
#include <fuse/fft/options.hpp>
#include <fuse/fft/plan.hpp>
#include <fuse/fft/plan_cache.hpp>
#include <fuse/fft/shifts.hpp>
#include <fuse/fuse.hpp>
#include <utility>

/// Fourier transforms: numpy.fft's and scipy.fft's functions, as lazy expressions.
namespace cp::fft {

/// Discrete Fourier transform along one axis (the last): X[k] = sum over j of x[j] exp(-2 pi i j k / n).
///
/// Options of all transforms: a length `cp::fft::n(64)` (of several axes `cp::fft::s(64, 32)`), to which the operand is
/// cropped or padded with zeros; axes, `cp::axis<0>` or `cp::fft::axes(0)`; a `cp::fft::norm`. A lazy node: at the root
/// of an assignment the library writes into the destination; in an expression it becomes an array first. On the device
/// transforms along rows (the last axis) of 32 to 4096 elements, a power of two, and elementwise work around them are
/// one kernel, `ifft(fft(a) * h)` too; and so are those of arrays that a norm scales, as `ifft(a)`. (Of 64 elements at
/// least where the result is float32, as of `abs(fft(a))`, 256 where it has one byte an element; not inside a traced
/// function that makes the transform itself, nor while a plan is current or transforms are spread over several
/// devices.)
///
/// dtype    complex64 of complex64 and floats of 32 bits and less; of complex<float16> and complex<bfloat16> themselves
///          (see
///          cp::fft::plan); complex128 of all else
/// error    relative error (2-norm) below 5 eps log2(n); of 16-bit numbers see cp::fft::plan
/// cost     one transform; an array of the right dtype is read where it is, whatever its strides; a pass before it
///          stores
///          an expression, a conversion or a length, and the factor of a norm (a pass behind it otherwise)
/// stream   the current one; does not wait; can be captured into a graph
/// throws   index_error for an axis that does not exist, value_error for a length below 1
/// source   cuFFT, and a kernel of rows (Stockham's algorithm); FFTW on the host
/// numpy    numpy.fft.fft
template <expression X, class... Option>
[[nodiscard]] auto fft(X&& x, Option const&... option) {
  return detail::make<"cp::fft::fft",
                      detail::function{.which = detail::family::complex, .kind = cp::library::fft_kind::forward}>(
      std::forward<X>(x), option...);
}

/// Inverse of cp::fft::fft: sum over k of X[k] exp(2 pi i j k / n) / n.
///
/// numpy    numpy.fft.ifft
template <expression X, class... Option>
[[nodiscard]] auto ifft(X&& x, Option const&... option) {
  return detail::make<"cp::fft::ifft", detail::function{.which = detail::family::complex,
                                                        .kind = cp::library::fft_kind::backward,
                                                        .inverse = true}>(std::forward<X>(x), option...);
}

/// cp::fft::fft along two axes (the last ones).
///
/// numpy    numpy.fft.fft2
template <expression X, class... Option>
[[nodiscard]] auto fft2(X&& x, Option const&... option) {
  return detail::make<"cp::fft::fft2", detail::function{.which = detail::family::complex,
                                                        .kind = cp::library::fft_kind::forward,
                                                        .axes = detail::axes_by_default::two}>(std::forward<X>(x),
                                                                                               option...);
}

/// Inverse of cp::fft::fft2.
///
/// numpy    numpy.fft.ifft2
template <expression X, class... Option>
[[nodiscard]] auto ifft2(X&& x, Option const&... option) {
  return detail::make<"cp::fft::ifft2", detail::function{.which = detail::family::complex,
                                                         .kind = cp::library::fft_kind::backward,
                                                         .inverse = true,
                                                         .axes = detail::axes_by_default::two}>(std::forward<X>(x),
                                                                                                option...);
}

/// cp::fft::fft along several axes: all, or as many of the last ones as there are lengths. An axis that is named twice
/// is transformed twice.
///
/// numpy    numpy.fft.fftn
template <expression X, class... Option>
[[nodiscard]] auto fftn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::fftn", detail::function{.which = detail::family::complex,
                                                        .kind = cp::library::fft_kind::forward,
                                                        .axes = detail::axes_by_default::all}>(std::forward<X>(x),
                                                                                               option...);
}

/// Inverse of cp::fft::fftn.
///
/// numpy    numpy.fft.ifftn
template <expression X, class... Option>
[[nodiscard]] auto ifftn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::ifftn", detail::function{.which = detail::family::complex,
                                                         .kind = cp::library::fft_kind::backward,
                                                         .inverse = true,
                                                         .axes = detail::axes_by_default::all}>(std::forward<X>(x),
                                                                                                option...);
}

/// cp::fft::fft of real numbers: the n / 2 + 1 terms from which the others follow, X[n - k] = conj(X[k]).
///
/// dtype    complex64 of floats of 32 bits and less, complex128 of all else
/// numpy    numpy.fft.rfft
template <expression X, class... Option>
[[nodiscard]] auto rfft(X&& x, Option const&... option) {
  return detail::make<"cp::fft::rfft", detail::function{.which = detail::family::to_spectrum,
                                                        .kind = cp::library::fft_kind::real_forward}>(
      std::forward<X>(x), option...);
}

/// Inverse of cp::fft::rfft: n real numbers of n / 2 + 1 terms. n is 2 (m - 1) of m terms, unless `cp::fft::n` says
/// another; the imaginary part of what is its own conjugate is ignored.
///
/// dtype    float32 of complex64 and floats of 32 bits and less, float16 and bfloat16 of complex numbers of these,
///          float64 of
///          all else
/// cost     as of cp::fft::fft, and a copy of the operand, which the libraries overwrite
/// numpy    numpy.fft.irfft
template <expression X, class... Option>
[[nodiscard]] auto irfft(X&& x, Option const&... option) {
  return detail::make<"cp::fft::irfft", detail::function{.which = detail::family::from_spectrum,
                                                         .kind = cp::library::fft_kind::real_backward,
                                                         .inverse = true}>(std::forward<X>(x), option...);
}

/// cp::fft::rfft along the last of two axes, and fft along the other.
///
/// throws   as cp::fft::fft; value_error for an axis that is named twice
/// numpy    numpy.fft.rfft2
template <expression X, class... Option>
[[nodiscard]] auto rfft2(X&& x, Option const&... option) {
  return detail::make<"cp::fft::rfft2", detail::function{.which = detail::family::to_spectrum,
                                                         .kind = cp::library::fft_kind::real_forward,
                                                         .axes = detail::axes_by_default::two}>(std::forward<X>(x),
                                                                                                option...);
}

/// Inverse of cp::fft::rfft2.
///
/// numpy    numpy.fft.irfft2
template <expression X, class... Option>
[[nodiscard]] auto irfft2(X&& x, Option const&... option) {
  return detail::make<"cp::fft::irfft2", detail::function{.which = detail::family::from_spectrum,
                                                          .kind = cp::library::fft_kind::real_backward,
                                                          .inverse = true,
                                                          .axes = detail::axes_by_default::two}>(std::forward<X>(x),
                                                                                                 option...);
}

/// cp::fft::rfft along the last of several axes, and fft along the others.
///
/// throws   as cp::fft::fft; value_error for an axis that is named twice
/// numpy    numpy.fft.rfftn
template <expression X, class... Option>
[[nodiscard]] auto rfftn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::rfftn", detail::function{.which = detail::family::to_spectrum,
                                                         .kind = cp::library::fft_kind::real_forward,
                                                         .axes = detail::axes_by_default::all}>(std::forward<X>(x),
                                                                                                option...);
}

/// Inverse of cp::fft::rfftn.
///
/// numpy    numpy.fft.irfftn
template <expression X, class... Option>
[[nodiscard]] auto irfftn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::irfftn", detail::function{.which = detail::family::from_spectrum,
                                                          .kind = cp::library::fft_kind::real_backward,
                                                          .inverse = true,
                                                          .axes = detail::axes_by_default::all}>(std::forward<X>(x),
                                                                                                 option...);
}

/// The spectrum, which is real, of a signal with x[n - j] = conj(x[j]), of which its first n / 2 + 1 elements are
/// given: n * irfft(conj(x)).
///
/// numpy    numpy.fft.hfft
template <expression X, class... Option>
[[nodiscard]] auto hfft(X&& x, Option const&... option) {
  return detail::make<"cp::fft::hfft", detail::function{.which = detail::family::from_spectrum,
                                                        .kind = cp::library::fft_kind::real_backward,
                                                        .conjugate = true}>(std::forward<X>(x), option...);
}

/// Inverse of cp::fft::hfft: conj(rfft(x)) / n.
///
/// numpy    numpy.fft.ihfft
template <expression X, class... Option>
[[nodiscard]] auto ihfft(X&& x, Option const&... option) {
  return detail::make<"cp::fft::ihfft", detail::function{.which = detail::family::to_spectrum,
                                                         .kind = cp::library::fft_kind::real_forward,
                                                         .inverse = true,
                                                         .conjugate = true}>(std::forward<X>(x), option...);
}

/// cp::fft::hfft along the last of two axes, and fft along the other.
///
/// numpy    scipy.fft.hfft2
template <expression X, class... Option>
[[nodiscard]] auto hfft2(X&& x, Option const&... option) {
  return detail::make<"cp::fft::hfft2", detail::function{.which = detail::family::from_spectrum,
                                                         .kind = cp::library::fft_kind::real_backward,
                                                         .conjugate = true,
                                                         .axes = detail::axes_by_default::two}>(std::forward<X>(x),
                                                                                                option...);
}

/// Inverse of cp::fft::hfft2.
///
/// numpy    scipy.fft.ihfft2
template <expression X, class... Option>
[[nodiscard]] auto ihfft2(X&& x, Option const&... option) {
  return detail::make<"cp::fft::ihfft2", detail::function{.which = detail::family::to_spectrum,
                                                          .kind = cp::library::fft_kind::real_forward,
                                                          .inverse = true,
                                                          .conjugate = true,
                                                          .axes = detail::axes_by_default::two}>(std::forward<X>(x),
                                                                                                 option...);
}

/// cp::fft::hfft along the last of several axes, and fft along the others.
///
/// numpy    scipy.fft.hfftn
template <expression X, class... Option>
[[nodiscard]] auto hfftn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::hfftn", detail::function{.which = detail::family::from_spectrum,
                                                         .kind = cp::library::fft_kind::real_backward,
                                                         .conjugate = true,
                                                         .axes = detail::axes_by_default::all}>(std::forward<X>(x),
                                                                                                option...);
}

/// Inverse of cp::fft::hfftn.
///
/// numpy    scipy.fft.ihfftn
template <expression X, class... Option>
[[nodiscard]] auto ihfftn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::ihfftn", detail::function{.which = detail::family::to_spectrum,
                                                          .kind = cp::library::fft_kind::real_forward,
                                                          .inverse = true,
                                                          .conjugate = true,
                                                          .axes = detail::axes_by_default::all}>(std::forward<X>(x),
                                                                                                 option...);
}

/// Cosine transform along one axis, of type II: 2 sum over j of x[j] cos(pi k (2 j + 1) / 2 n); `cp::fft::type<1>` to
/// `cp::fft::type<4>` say another. Complex operands are transformed part by part.
///
/// dtype    float32 of floats of 32 bits and less, float64 of all else; complex of complex
/// throws   as cp::fft::fft; value_error for a type that is not 1 to 4, and for fewer than 2 elements of type I
/// source   FFTW; on the device cuFFT between two passes
/// numpy    scipy.fft.dct
template <expression X, class... Option>
[[nodiscard]] auto dct(X&& x, Option const&... option) {
  return detail::make<"cp::fft::dct",
                      detail::function{.which = detail::family::cosine, .kind = cp::library::fft_kind::cosine2}>(
      std::forward<X>(x), option...);
}

/// Inverse of cp::fft::dct of the same type and norm.
///
/// numpy    scipy.fft.idct
template <expression X, class... Option>
[[nodiscard]] auto idct(X&& x, Option const&... option) {
  return detail::make<"cp::fft::idct", detail::function{.which = detail::family::cosine,
                                                        .kind = cp::library::fft_kind::cosine3,
                                                        .inverse = true}>(std::forward<X>(x), option...);
}

/// Sine transform along one axis, of type II: 2 sum over j of x[j] sin(pi (k + 1) (2 j + 1) / 2 n); options as of
/// cp::fft::dct.
///
/// numpy    scipy.fft.dst
template <expression X, class... Option>
[[nodiscard]] auto dst(X&& x, Option const&... option) {
  return detail::make<"cp::fft::dst", detail::function{.which = detail::family::cosine,
                                                       .kind = cp::library::fft_kind::sine2,
                                                       .sine = true}>(std::forward<X>(x), option...);
}

/// Inverse of cp::fft::dst of the same type and norm.
///
/// numpy    scipy.fft.idst
template <expression X, class... Option>
[[nodiscard]] auto idst(X&& x, Option const&... option) {
  return detail::make<"cp::fft::idst", detail::function{.which = detail::family::cosine,
                                                        .kind = cp::library::fft_kind::sine3,
                                                        .inverse = true,
                                                        .sine = true}>(std::forward<X>(x), option...);
}

/// cp::fft::dct along several axes.
///
/// throws   as cp::fft::dct; value_error for an axis that is named twice
/// numpy    scipy.fft.dctn
template <expression X, class... Option>
[[nodiscard]] auto dctn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::dctn", detail::function{.which = detail::family::cosine,
                                                        .kind = cp::library::fft_kind::cosine2,
                                                        .axes = detail::axes_by_default::all}>(std::forward<X>(x),
                                                                                               option...);
}

/// Inverse of cp::fft::dctn.
///
/// numpy    scipy.fft.idctn
template <expression X, class... Option>
[[nodiscard]] auto idctn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::idctn", detail::function{.which = detail::family::cosine,
                                                         .kind = cp::library::fft_kind::cosine3,
                                                         .inverse = true,
                                                         .axes = detail::axes_by_default::all}>(std::forward<X>(x),
                                                                                                option...);
}

/// cp::fft::dst along several axes.
///
/// numpy    scipy.fft.dstn
template <expression X, class... Option>
[[nodiscard]] auto dstn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::dstn", detail::function{.which = detail::family::cosine,
                                                        .kind = cp::library::fft_kind::sine2,
                                                        .axes = detail::axes_by_default::all,
                                                        .sine = true}>(std::forward<X>(x), option...);
}

/// Inverse of cp::fft::dstn.
///
/// numpy    scipy.fft.idstn
template <expression X, class... Option>
[[nodiscard]] auto idstn(X&& x, Option const&... option) {
  return detail::make<"cp::fft::idstn", detail::function{.which = detail::family::cosine,
                                                         .kind = cp::library::fft_kind::sine3,
                                                         .inverse = true,
                                                         .axes = detail::axes_by_default::all,
                                                         .sine = true}>(std::forward<X>(x), option...);
}

}  // namespace cp::fft

/// scipy.fftpack: real transforms in its own order; all else is cp::fft's.
namespace cp::fftpack {

using cp::fft::fft;
using cp::fft::fft2;
using cp::fft::fftn;
using cp::fft::get_fft_plan;
using cp::fft::ifft;
using cp::fft::ifft2;
using cp::fft::ifftn;

/// cp::fft::rfft as real numbers, (re[0], re[1], im[1], re[2], ...), of which there are n.
///
/// numpy    scipy.fftpack.rfft
template <expression X, class... Option>
[[nodiscard]] auto rfft(X&& x, Option const&... option) {
  return fft::detail::make<"cp::fftpack::rfft", fft::detail::function{.which = fft::detail::family::packed,
                                                                      .kind = cp::library::fft_kind::real_forward}>(
      std::forward<X>(x), option...);
}

/// Inverse of cp::fftpack::rfft.
///
/// numpy    scipy.fftpack.irfft
template <expression X, class... Option>
[[nodiscard]] auto irfft(X&& x, Option const&... option) {
  return fft::detail::make<"cp::fftpack::irfft", fft::detail::function{.which = fft::detail::family::unpacked,
                                                                       .kind = cp::library::fft_kind::real_backward,
                                                                       .inverse = true}>(std::forward<X>(x), option...);
}

}  // namespace cp::fftpack
