// cp::ndimage: filters of images of any rank by weights and footprints that are known at run time (scipy.ndimage).
#pragma once

#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/ops/taps.hpp>
#include <type_traits>
#include <utility>

/// Filters of arrays: scipy.ndimage's functions.
namespace cp::ndimage {

/// What lies beyond an array's edges: SciPy's `mode`.
enum class boundary : unsigned char {
  reflect,   ///< mirrored at the edge between elements (c b a | a b c | c b a)
  constant,  ///< `cval`
  nearest,   ///< the element at the edge
  mirror,    ///< mirrored at the centre of the last element (c b | a b c | b a)
  wrap       ///< the array begins anew
};

/// The options that filters have.
struct filter_options {
  boundary mode = boundary::reflect;  ///< what lies beyond the edges
  double cval = 0;                    ///< what lies there where it is a constant
  int origin = 0;                     ///< how far the filter is moved along each axis, towards lower places
};

namespace detail {

using namespace cp::detail;

inline program::edge edge_of(boundary mode) {
  constexpr program::edge edges[] = {program::edge::reflect, program::edge::constant, program::edge::nearest,
                                     program::edge::mirror, program::edge::wrap};
  return edges[static_cast<int>(mode)];
}

/// What sums of products are computed in: the weights' dtype, float64 of integers, complex if one is.
template <class T, class W>
using sum_dtype = ops::wide_type<
    std::conditional_t<complex_floating<T> || complex_floating<W>, result_type<result_type<T, W>, complex64>,
                       std::conditional_t<floating<W>, W, double>>>;

/// Shapes of a filter whose middle lies on the element that it makes. `turned`: it is turned round.
template <int Rank>
tap_shapes<Rank> around(index_array<Rank> const& in, index_array<Rank> const& taps, int origin, bool turned,
                        char const* where) {
  tap_shapes<Rank> s{in, in, taps, taps};
  for (int k = 0; k < Rank; ++k) {
    if (taps[k] < 1) throw_value(where, "a filter has an element along each axis at least, this one has", taps[k]);
    if (taps[k] == 1)
      s.origin[k] = 0;  // the origin is one for all axes along which the filter reaches
    else
      s.origin[k] = taps[k] / 2 + (turned ? (taps[k] % 2 == 0 ? -1 : 0) - origin : origin);
    if (s.origin[k] < 0 || s.origin[k] >= taps[k])
      throw_value(where, "the origin lies outside of the filter; it is", origin);
  }
  return s;
}

/// `n` taps along an axis, as the extents of a filter.
template <int Rank>
index_array<Rank> along(int axis, std::int64_t n, char const* where) {
  index_array<Rank> taps;
  for (int k = 0; k < Rank; ++k) taps[k] = 1;
  taps[normalize_axis(axis, Rank, where)] = n;
  return taps;
}

template <class X, class W, int Rank>
auto weighed_sum(X const& x, W const& weights, index_array<Rank> const& taps, filter_options const& o, bool turned,
                 char const* where) {
  using T = typename X::value_type;
  using A = sum_dtype<T, typename W::value_type>;
  using To = std::conditional_t<complex_floating<A> && !complex_floating<T>, A, T>;
  using space = space_of<X>;
  auto const s = around(expr::shape_of(x), taps, o.origin, turned, where);
  auto const a = laid_out<T, Rank, space>(x, s.in, storage_ptr(), where);
  auto const w = laid_out<A, W::rank, space>(weights, expr::shape_of(weights), storage_ptr(), where);
  note_use_here(w);
  weighed<A> const op{turned ? w.data() + w.size() - 1 : w.data(), turned ? -1 : 1};
  return folded_by_taps<To>(a, op, s, edge_of(o.mode), convert_scalar<T>(o.cval), where);
}

template <bool Largest, class X, int Rank>
auto extreme_of(X const& x, index_array<Rank> const& taps, bool const* footprint, filter_options const& o, bool turned,
                char const* where) {
  using T = typename X::value_type;
  static_assert(!complex_floating<T>, "cp::ndimage: complex numbers have no order");
  auto const s = around(expr::shape_of(x), taps, o.origin, turned, where);
  auto const a = laid_out<T, Rank, space_of<X>>(x, s.in, storage_ptr(), where);
  extreme<T, Largest> const op{footprint && turned ? footprint + size_of(taps) - 1 : footprint, turned ? -1 : 1};
  return folded_by_taps<T>(a, op, s, edge_of(o.mode), convert_scalar<T>(o.cval), where);
}
template <bool Largest, class X, class F>
auto extreme_in(X const& x, F const& footprint, filter_options const& o, bool turned, char const* where) {
  static_assert(F::rank == X::rank, "cp::ndimage: a footprint has as many axes as the array");
  auto const f = laid_out<bool, F::rank, space_of<X>>(footprint != 0, expr::shape_of(footprint), storage_ptr(), where);
  note_use_here(f);
  return extreme_of<Largest>(x, f.shape(), f.data(), o, turned, where);
}

}  // namespace detail

/// The sum of each element's neighbours times weights: element i is the sum over k of weights[k] x[i + k - middle],
/// where the middle is the extents' half plus the origin. The number of weights is known at run time. One kernel,
/// evaluated now; does not wait.
///
/// dtype    the array's (complex where weights are); sums are computed in the weights' dtype, float64 of integers
/// throws   value_error for a filter without elements and for an origin outside of it
/// numpy    scipy.ndimage.correlate (which leaves out weights that are 0; here 0 times infinity is NaN)
template <expression X, expression W>
[[nodiscard]] auto correlate(X const& x, W const& weights, filter_options const& options = {}) {
  static_assert(W::rank == X::rank, "cp::ndimage::correlate: the weights have as many axes as the array");
  return detail::weighed_sum(x, weights, expr::shape_of(weights), options, false, "cp::ndimage::correlate");
}
/// The same with the weights turned round along every axis.
///
/// numpy    scipy.ndimage.convolve
template <expression X, expression W>
[[nodiscard]] auto convolve(X const& x, W const& weights, filter_options const& options = {}) {
  static_assert(W::rank == X::rank, "cp::ndimage::convolve: the weights have as many axes as the array");
  return detail::weighed_sum(x, weights, expr::shape_of(weights), options, true, "cp::ndimage::convolve");
}
/// As cp::ndimage::correlate with weights along one axis.
///
/// numpy    scipy.ndimage.correlate1d
template <expression X, expression W>
[[nodiscard]] auto correlate1d(X const& x, W const& weights, int axis = -1, filter_options const& options = {}) {
  static_assert(W::rank == 1, "cp::ndimage::correlate1d: the weights have one axis");
  auto const taps = detail::along<X::rank>(axis, expr::shape_of(weights)[0], "cp::ndimage::correlate1d");
  return detail::weighed_sum(x, weights, taps, options, false, "cp::ndimage::correlate1d");
}
/// As cp::ndimage::convolve with weights along one axis.
///
/// numpy    scipy.ndimage.convolve1d
template <expression X, expression W>
[[nodiscard]] auto convolve1d(X const& x, W const& weights, int axis = -1, filter_options const& options = {}) {
  static_assert(W::rank == 1, "cp::ndimage::convolve1d: the weights have one axis");
  auto const taps = detail::along<X::rank>(axis, expr::shape_of(weights)[0], "cp::ndimage::convolve1d");
  return detail::weighed_sum(x, weights, taps, options, true, "cp::ndimage::convolve1d");
}

/// The least of the elements around each place: of a window of some extents, or of the places that a footprint of the
/// array's rank names. As cp::ndimage::correlate.
///
/// dtype    the array's
/// numpy    scipy.ndimage.minimum_filter
template <expression X, int N>
requires(N == X::rank)
    [[nodiscard]] auto minimum_filter(X const& x, extent const (&size)[N], filter_options const& options = {}) {
  return detail::extreme_of<false>(x, make_shape(size), nullptr, options, false, "cp::ndimage::minimum_filter");
}
/// Of the places that a footprint names.
template <expression X, expression F>
[[nodiscard]] auto minimum_filter(X const& x, F const& footprint, filter_options const& options = {}) {
  return detail::extreme_in<false>(x, footprint, options, false, "cp::ndimage::minimum_filter");
}
/// The largest of them.
///
/// numpy    scipy.ndimage.maximum_filter
template <expression X, int N>
requires(N == X::rank)
    [[nodiscard]] auto maximum_filter(X const& x, extent const (&size)[N], filter_options const& options = {}) {
  return detail::extreme_of<true>(x, make_shape(size), nullptr, options, false, "cp::ndimage::maximum_filter");
}
/// Of the places that a footprint names.
template <expression X, expression F>
[[nodiscard]] auto maximum_filter(X const& x, F const& footprint, filter_options const& options = {}) {
  return detail::extreme_in<true>(x, footprint, options, false, "cp::ndimage::maximum_filter");
}
/// The least of a window along one axis.
///
/// numpy    scipy.ndimage.minimum_filter1d
template <expression X>
[[nodiscard]] auto minimum_filter1d(X const& x, std::int64_t size, int axis = -1, filter_options const& options = {}) {
  auto const taps = detail::along<X::rank>(axis, size, "cp::ndimage::minimum_filter1d");
  return detail::extreme_of<false>(x, taps, nullptr, options, false, "cp::ndimage::minimum_filter1d");
}
/// The largest of a window along one axis.
///
/// numpy    scipy.ndimage.maximum_filter1d
template <expression X>
[[nodiscard]] auto maximum_filter1d(X const& x, std::int64_t size, int axis = -1, filter_options const& options = {}) {
  auto const taps = detail::along<X::rank>(axis, size, "cp::ndimage::maximum_filter1d");
  return detail::extreme_of<true>(x, taps, nullptr, options, false, "cp::ndimage::maximum_filter1d");
}

/// Morphology by a flat structure: the least of the elements that it covers.
///
/// numpy    scipy.ndimage.grey_erosion
template <expression X, expression F>
[[nodiscard]] auto grey_erosion(X const& x, F const& footprint, filter_options const& options = {}) {
  return detail::extreme_in<false>(x, footprint, options, false, "cp::ndimage::grey_erosion");
}
/// The largest of those that the structure, turned round, covers.
///
/// numpy    scipy.ndimage.grey_dilation
template <expression X, expression F>
[[nodiscard]] auto grey_dilation(X const& x, F const& footprint, filter_options const& options = {}) {
  return detail::extreme_in<true>(x, footprint, options, true, "cp::ndimage::grey_dilation");
}
/// Where a structure fits into what is not 0. Beyond the edges lies `border`.
///
/// dtype    bool
/// numpy    scipy.ndimage.binary_erosion
template <expression X, expression F>
[[nodiscard]] auto binary_erosion(X const& x, F const& structure, bool border = false) {
  return detail::extreme_in<false>(x != 0, structure, {boundary::constant, border ? 1. : 0.}, false,
                                   "cp::ndimage::binary_erosion");
}
/// What a structure covers that is moved to all that is not 0. As cp::ndimage::binary_erosion.
///
/// numpy    scipy.ndimage.binary_dilation
template <expression X, expression F>
[[nodiscard]] auto binary_dilation(X const& x, F const& structure, bool border = false) {
  return detail::extreme_in<true>(x != 0, structure, {boundary::constant, border ? 1. : 0.}, true,
                                  "cp::ndimage::binary_dilation");
}

}  // namespace cp::ndimage
