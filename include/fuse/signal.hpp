// cp::signal: convolutions and correlations of arrays of any rank, as they are written or by Fourier transforms
// (scipy.signal).
#pragma once

#include <cmath>
#include <cstdint>
#include <fuse/fft.hpp>
#include <fuse/fuse.hpp>
#include <fuse/library/sliding.hpp>
#include <fuse/ops/correlations.hpp>
#include <fuse/ops/taps.hpp>
#include <type_traits>

/// Signals: scipy.signal's functions.
namespace cp::signal {

/// How a convolution is computed.
enum class conv_method : unsigned char {
  automatic,  ///< the way that is estimated to be faster
  direct,     ///< sums of products
  fft         ///< products of Fourier transforms; of floats and complex numbers
};

/// What lies beyond the edges for cp::signal::convolve2d.
enum class edges : unsigned char {
  fill,  ///< a number
  wrap,  ///< the array begins anew
  symm   ///< mirrored at the edge between elements
};

namespace detail {

using namespace cp::detail;

/// Where a part of the full result begins, and its extents.
template <int Rank>
struct kept_part {
  index_array<Rank> begin, shape;
};
template <int Rank>
kept_part<Rank> part_of_full(index_array<Rank> const& n, index_array<Rank> const& m, convolve_mode mode,
                             char const* where) {
  bool one_holds = true, other_holds = true;
  kept_part<Rank> part;
  for (int k = 0; k < Rank; ++k) {
    if (n[k] == 0 || m[k] == 0) throw value_error(std::string(where) + ": neither array may be empty");
    one_holds = one_holds && n[k] >= m[k], other_holds = other_holds && m[k] >= n[k];
    std::int64_t const least = n[k] < m[k] ? n[k] : m[k], most = n[k] < m[k] ? m[k] : n[k];
    part.begin[k] = mode == convolve_mode::full ? 0 : mode == convolve_mode::same ? (m[k] - 1) / 2 : least - 1;
    part.shape[k] = mode == convolve_mode::full   ? n[k] + m[k] - 1
                    : mode == convolve_mode::same ? n[k]
                                                  : most - least + 1;
  }
  if (mode == convolve_mode::valid && !one_holds && !other_holds)
    throw_shape(where, "in mode valid one array must lie within the other; they are", n.value, Rank, m.value, Rank);
  return part;
}

/// What SciPy chooses by: about how long sums of products take, as multiples of a step of the transforms.
template <int Rank>
bool transforms_are_faster(index_array<Rank> const& n, index_array<Rank> const& m, kept_part<Rank> const& part) {
  double full = 1, taps = 1, others = 1, made = 1;
  for (int k = 0; k < Rank; ++k) {
    full *= static_cast<double>(n[k] + m[k] - 1), made *= static_cast<double>(part.shape[k]);
    taps *= static_cast<double>(m[k]), others *= static_cast<double>(n[k]);
  }
  return made * (taps < others ? taps : others) > 20 * full * std::log2(full + 1);
}

template <class A, class V>
using product_dtype = result_type<typename A::value_type, typename V::value_type>;
template <class A, class V>
using product_space = expr::space_or_default<typename expr::common_space<typename A::space, typename V::space>::type>;

/// Sums of products of `a` and `v`, which is turned round unless `as_it_lies`.
template <class T, int Rank, class Space>
ndarray<T, Rank, Space> sums_of_products(ndarray<T, Rank, Space> const& a, ndarray<T, Rank, Space> const& v,
                                         kept_part<Rank> const& part, bool as_it_lies, program::edge edge,
                                         T const& outside, char const* where) {
  using A = ops::wide_type<T>;
  tap_shapes<Rank> s{a.shape(), part.shape, v.shape(), {}};
  for (int k = 0; k < Rank; ++k) s.origin[k] = v.shape()[k] - 1 - part.begin[k];
  auto const w = laid_out<A, Rank, Space>(v, v.shape(), storage_ptr(), where);
  note_use_here(w);
  weighed<A> const op{as_it_lies ? w.data() : w.data() + w.size() - 1, as_it_lies ? 1 : -1};
  return folded_by_taps<T>(a, op, s, edge, outside, where);
}

/// The same by Fourier transforms; along one axis of blocks.
template <class T, class Space>
requires(!half_float<T>) ndarray<T, 1, Space> product_of_transforms(ndarray<T, 1, Space> const& a,
                                                                    ndarray<T, 1, Space> const& v,
                                                                    kept_part<1> const& part, char const* where) {
  auto const made = make_array<T, 1, Space>(part.shape, where);
  note_use_here(a);
  note_use_here(v);
  std::int64_t const m = v.size();
  cp::library::slide_by_transforms(Space::kind, {dtype_traits<T>::id, a.data(), v.data() + (m - 1), -1, a.size(), m,
                                                 m - 1 - part.begin[0], part.shape[0], made.data()});
  return made;
}
template <class T, int Rank, class Space>
ndarray<T, Rank, Space> product_of_transforms(ndarray<T, Rank, Space> const& a, ndarray<T, Rank, Space> const& v,
                                              kept_part<Rank> const& part, char const*) {
  index_array<Rank> n;
  for (int k = 0; k < Rank; ++k) n[k] = fft::next_fast_len(a.shape()[k] + v.shape()[k] - 1);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    auto const lengths = fft::s(n[I]...);
    auto const whole = [&] {
      if constexpr (complex_floating<T>)
        return eval(astype<T>(fft::ifftn(fft::fftn(a, lengths) * fft::fftn(v, lengths))));
      else
        return eval(astype<T>(fft::irfftn(fft::rfftn(a, lengths) * fft::rfftn(v, lengths), lengths)));
    }();
    return whole(slice(part.begin[I], part.begin[I] + part.shape[I])...).copy();
  }
  (std::make_index_sequence<Rank>{});
}

/// The convolution of a and v, or with `Correlate` their correlation.
template <bool Correlate, class A, class V>
auto convolution(A const& a, V const& v, convolve_mode mode, conv_method method, char const* where) {
  static_assert(A::rank == V::rank && A::rank > 0,
                "cp::signal: both arrays have the same number of axes, one at least");
  using T = product_dtype<A, V>;
  using space = product_space<A, V>;
  static_assert(number<T>, "cp::signal: the elements are numbers");
  auto const of = [&](auto const& x) {
    return laid_out<T, A::rank, space>(x, expr::shape_of(x), storage_ptr(), where);
  };
  auto const x = of(a), y = Correlate ? of(conj(v)) : of(v);
  auto const part = part_of_full(x.shape(), y.shape(), mode, where);
  if constexpr (floating<T> || complex_floating<T>)
    if (method == conv_method::fft ||
        (method == conv_method::automatic && transforms_are_faster(x.shape(), y.shape(), part)))
      return product_of_transforms(x, Correlate ? of(flip(y)) : y, part, where);
  if (method == conv_method::fft) throw dtype_error(std::string(where) + ": integers are not computed by transforms");
  return sums_of_products(x, y, part, Correlate, program::edge::constant, T{}, where);
}

template <bool Correlate, class A, class V>
auto convolution_2d(A const& a, V const& v, convolve_mode mode, edges boundary, double fillvalue, char const* where) {
  static_assert(A::rank == 2 && V::rank == 2, "cp::signal::convolve2d: both arrays have two axes");
  using T = product_dtype<A, V>;
  using space = product_space<A, V>;
  auto const of = [&](auto const& x) { return laid_out<T, 2, space>(x, expr::shape_of(x), storage_ptr(), where); };
  auto const x = of(a), y = Correlate ? of(conj(v)) : of(v);
  auto part = part_of_full(x.shape(), y.shape(), mode, where);
  if (Correlate && mode == convolve_mode::same)  // SciPy's middle is another one here
    for (int k = 0; k < 2; ++k) part.begin[k] = y.shape()[k] / 2;
  constexpr program::edge known[] = {program::edge::constant, program::edge::wrap, program::edge::reflect};
  auto const edge = known[static_cast<int>(boundary)];
  bool const smaller = x.shape()[0] < y.shape()[0] || x.shape()[1] < y.shape()[1];
  if (mode == convolve_mode::valid && smaller) {  // then the first one lies within the second one
    auto const turned = sums_of_products(y, Correlate ? of(conj(x)) : x, part, Correlate, edge, T{}, where);
    return Correlate ? of(conj(flip(turned))) : turned;
  }
  return sums_of_products(x, y, part, Correlate, edge, convert_scalar<T>(fillvalue), where);
}

}  // namespace detail

/// The convolution of two arrays of one rank: element k is the sum over i of a[i] v[k - i]. Sums of products in one
/// kernel, or Fourier transforms of both, whose error is that of the largest elements everywhere (of one axis, of the
/// largest ones near: transforms are of blocks, as in scipy.signal.oaconvolve). Evaluated now; does not wait.
///
/// shape    full: n + m - 1 along each axis; same: the first one's; valid: where one lies within the other
/// dtype    promoted
/// throws   value_error for an empty array; shape_error where none lies within the other (valid); dtype_error for
///          integers by transforms
/// numpy    scipy.signal.convolve
template <expression A, expression V>
[[nodiscard]] auto convolve(A const& a, V const& v, convolve_mode mode = convolve_mode::full,
                            conv_method method = conv_method::automatic) {
  return detail::convolution<false>(a, v, mode, method, "cp::signal::convolve");
}
/// The correlation: element k is the sum over i of a[i + k] conj(v[i]). As cp::signal::convolve.
///
/// numpy    scipy.signal.correlate
template <expression A, expression V>
[[nodiscard]] auto correlate(A const& a, V const& v, convolve_mode mode = convolve_mode::full,
                             conv_method method = conv_method::automatic) {
  return detail::convolution<true>(a, v, mode, method, "cp::signal::correlate");
}
/// The convolution by Fourier transforms.
///
/// numpy    scipy.signal.fftconvolve
template <expression A, expression V>
[[nodiscard]] auto fftconvolve(A const& a, V const& v, convolve_mode mode = convolve_mode::full) {
  static_assert(floating<detail::product_dtype<A, V>> || complex_floating<detail::product_dtype<A, V>>,
                "cp::signal::fftconvolve: transforms are of floats and complex numbers");
  return detail::convolution<false>(a, v, mode, conv_method::fft, "cp::signal::fftconvolve");
}
/// The same: of one axis in blocks of the longer array.
///
/// numpy    scipy.signal.oaconvolve
template <expression A, expression V>
[[nodiscard]] auto oaconvolve(A const& a, V const& v, convolve_mode mode = convolve_mode::full) {
  return fftconvolve(a, v, mode);
}
/// The way that cp::signal::convolve takes for such arrays.
///
/// numpy    scipy.signal.choose_conv_method
template <expression A, expression V>
[[nodiscard]] conv_method choose_conv_method(A const& a, V const& v, convolve_mode mode = convolve_mode::full) {
  using T = detail::product_dtype<A, V>;
  auto const n = expr::shape_of(a), m = expr::shape_of(v);
  auto const part = detail::part_of_full(n, m, mode, "cp::signal::choose_conv_method");
  bool const faster = (floating<T> || complex_floating<T>)&&detail::transforms_are_faster(n, m, part);
  return faster ? conv_method::fft : conv_method::direct;
}

/// The convolution of two matrices, with a choice of what lies beyond the first one's edges. Sums of products.
///
/// numpy    scipy.signal.convolve2d
template <expression A, expression V>
[[nodiscard]] auto convolve2d(A const& a, V const& v, convolve_mode mode = convolve_mode::full,
                              edges boundary = edges::fill, double fillvalue = 0) {
  return detail::convolution_2d<false>(a, v, mode, boundary, fillvalue, "cp::signal::convolve2d");
}
/// Their correlation.
///
/// numpy    scipy.signal.correlate2d
template <expression A, expression V>
[[nodiscard]] auto correlate2d(A const& a, V const& v, convolve_mode mode = convolve_mode::full,
                               edges boundary = edges::fill, double fillvalue = 0) {
  return detail::convolution_2d<true>(a, v, mode, boundary, fillvalue, "cp::signal::correlate2d");
}

}  // namespace cp::signal
