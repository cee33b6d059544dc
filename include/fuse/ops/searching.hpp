// Searches in sorted arrays, and what is made of them: bins, interpolation (NumPy's "Searching", digitize, interp).
#pragma once

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/core/sort_order.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/kernels/elementwise/host_stages.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/sorting.hpp>
#include <fuse/ops/ufunc_methods.hpp>
#include <optional>
#include <type_traits>

namespace cp {

/// On which side of equal elements cp::searchsorted finds its place.
enum class side : unsigned char {
  left,  ///< before them
  right  ///< behind them
};

namespace detail {

/// Whether an element y of a sorted array comes before the place of x, found from the left or from the right; in one
/// that falls those do that would not in one that rises.
template <bool Right, bool Falls = false>
struct comes_before {
  template <class T>
  FUSE_HD bool operator()(T const& y, T const& x) const {
    return (Right ? !sorts_before(x, y) : sorts_before(y, x)) != Falls;
  }
};

/// How many of the first of n elements come before the place of x.
template <class Before, class T>
FUSE_HD std::int64_t place_of(T const* data, std::int64_t n, std::int64_t const* sorter, T const& x) {
  std::int64_t low = 0;
  while (n > 0) {
    std::int64_t const half = n >> 1;
    if (Before()(data[sorter == nullptr ? low + half : sorter[low + half]], x))
      low += half + 1, n -= half + 1;
    else
      n = half;
  }
  return low;
}

/// The same for a block of numbers in host memory, which all take the same steps: they wait for memory together, and no
/// branch is guessed wrong.
template <class Before, bool Sorts, class Index, class T>
void places_of_block(T const* data, std::int64_t n, std::int64_t const* sorter, T const* x, Index* low, int count) {
  constexpr Before before;
  for (int l = 0; l < count; ++l) low[l] = 0;
  if (n == 0) return;
  for (; n > 1; n -= n >> 1) {
    Index const half = static_cast<Index>(n >> 1);
#pragma omp simd
    for (int l = 0; l < count; ++l) {
      Index const at = static_cast<Index>(low[l] + half - 1);
      low[l] = static_cast<Index>(low[l] + (half & -static_cast<Index>(before(data[Sorts ? sorter[at] : at], x[l]))));
    }
  }
#pragma omp simd
  for (int l = 0; l < count; ++l)
    low[l] = static_cast<Index>(low[l] + static_cast<Index>(before(data[Sorts ? sorter[low[l]] : low[l]], x[l])));
}
template <class Before, class T>
void places_of_block(T const* data, std::int64_t n, std::int64_t const* sorter, T const* x, std::int64_t* to,
                     int count) {
  if (sorter != nullptr) return places_of_block<Before, true>(data, n, sorter, x, to, count);
  if (n > INT32_MAX) return places_of_block<Before, false>(data, n, sorter, x, to, count);
  std::int32_t low[kernels::block_elements];
  places_of_block<Before, false>(data, n, sorter, x, low, count);
  for (int l = 0; l < count; ++l) to[l] = low[l];
}

/// The first place of a sorted array whose element is not before x (or, from the right, comes after it).
template <class T>
struct sorted_search {
  T const* data;
  std::int64_t n;
  std::int64_t const* sorter;  ///< the order in which `data` is sorted, or null
  bool right;

  FUSE_HD T at(std::int64_t i) const { return data[sorter == nullptr ? i : sorter[i]]; }
  FUSE_HD std::int64_t operator()(T const& x) const {
    return right ? place_of<comes_before<true>>(data, n, sorter, x) : place_of<comes_before<false>>(data, n, sorter, x);
  }
  static constexpr bool in_blocks = !complex_floating<T>;
  void block(T const* x, std::int64_t* to, int count) const {
    right ? places_of_block<comes_before<true>>(data, n, sorter, x, to, count)
          : places_of_block<comes_before<false>>(data, n, sorter, x, to, count);
  }
};

/// The bin of x: edges rise or fall.
template <class T>
struct bin_search {
  sorted_search<T> rising;

  FUSE_HD bool falls() const { return rising.n > 0 && sorts_before(rising.data[rising.n - 1], rising.data[0]); }
  FUSE_HD std::int64_t operator()(T const& x) const {
    if (!falls()) return rising(x);
    // The elements before the bin are those that x does not come after.
    return rising.right ? place_of<comes_before<true, true>>(rising.data, rising.n, nullptr, x)
                        : place_of<comes_before<false, true>>(rising.data, rising.n, nullptr, x);
  }
  static constexpr bool in_blocks = true;
  void block(T const* x, std::int64_t* to, int count) const {
    if (!falls()) return rising.block(x, to, count);
    rising.right ? places_of_block<comes_before<true, true>>(rising.data, rising.n, nullptr, x, to, count)
                 : places_of_block<comes_before<false, true>>(rising.data, rising.n, nullptr, x, to, count);
  }
};

/// Whether x is an element of a sorted array; NaN is not.
template <class T>
struct is_found {
  sorted_search<T> search;
  bool negated;

  FUSE_HD bool operator()(T const& x) const { return is_at(search(x), x); }
  static constexpr bool in_blocks = sorted_search<T>::in_blocks;
  void block(T const* x, bool* to, int count) const {
    std::int64_t place[kernels::block_elements];
    search.block(x, place, count);
    for (int l = 0; l < count; ++l) to[l] = is_at(place[l], x[l]);
  }

 private:
  FUSE_HD bool is_at(std::int64_t i, T const& x) const { return (i < search.n && search.at(i) == x) != negated; }
};

/// Linear between the points (xp[i], fp[i]).
template <class F>
struct interpolation {
  sorted_search<double> search;  ///< from the right
  F const* values;
  bool has_left, has_right;
  F left, right;  ///< those that there are

  FUSE_HD F operator()(double x) const {
    return value(x, [&] { return search(x); });
  }
  static constexpr bool in_blocks = !complex_floating<F>;
  void block(double const* x, F* to, int count) const {
    std::int64_t place[kernels::block_elements];
    search.block(x, place, count);
    for (int l = 0; l < count; ++l) to[l] = value(x[l], [&] { return place[l]; });
  }

 private:
  template <class Place>
  FUSE_HD F value(double x, Place const& place) const {
    double const* const xp = search.data;
    std::int64_t const last = search.n - 1;
    if (x != x) return F(x);  // NaN
    if (x > xp[last]) return has_right ? right : values[last];
    if (x < xp[0]) return has_left ? left : values[0];
    std::int64_t const j = place() - 1;
    if (j == last || xp[j] == x) return values[j];
    F const slope = (values[j + 1] - values[j]) / (xp[j + 1] - xp[j]);
    F y = slope * (x - xp[j]) + values[j];
    if (has_nan(y)) {
      y = slope * (x - xp[j + 1]) + values[j + 1];
      if (has_nan(y) && values[j] == values[j + 1]) y = values[j];
    }
    return y;
  }
};

/// f of each element of v, converted to T, as a new array: one kernel. What f points to is kept by `keep`.
template <class T, class Space, class F, class V>
auto searched(F const& f, V const& v, char const* where) {
  auto const node = expr::cast_to<T>(expr::as_node(v));
  using call = expr::call<F, std::remove_const_t<decltype(node)>>;
  auto to = make_array<typename call::value_type, call::rank, Space>(expr::shape_of(node), where);
  assign_elements(to, call(f, expr::make_arguments(node)));
  return to;
}

template <class A, class V>
using search_space = expr::space_or_default<typename expr::common_space<typename A::space, typename V::space>::type>;
template <class V>
using node_of = std::remove_cvref_t<decltype(expr::as_node(std::declval<V const&>()))>;
template <class A, class V>
using search_dtype = typename expr::common_dtype<node_of<A>, node_of<V>>::type;

/// A sorted array of rank 1 of its own.
template <class T, class Space, class A>
ndarray<T, 1, Space> searchable(A const& a, char const* where) {
  static_assert(A::rank == 1, "cp: what is searched is a sorted array of rank 1");
  auto const made = laid_out<T, 1, Space>(a, expr::shape_of(a), storage_ptr(), where);
  note_use_here(made);
  return made;
}

/// In host memory: throws value_error where edges neither rise nor fall.
template <class T>
void check_edges(ndarray<T, 1, host_space> const& bins) {
  if (runtime::is_capturing()) return;
  T const* const b = bins.data();
  bool rises = true, falls = true;
  for (std::int64_t i = 1; i < bins.size(); ++i)
    rises = rises && !sorts_before(b[i], b[i - 1]), falls = falls && !sorts_before(b[i - 1], b[i]);
  if (!rises && !falls) throw value_error("cp::digitize: the bins must rise or fall, without exception");
}

}  // namespace detail

/// Where the elements of v would be put into a sorted array to keep it sorted: the place of the first element that is
/// not smaller (side::left), or of the first that is larger (side::right); int64. v, any expression, is computed by the
/// kernel that searches. NaN comes last.
///
/// shape    (n,) and S -> S
/// dtype    both are compared as their common dtype
/// cost     log2(n) reads an element
/// numpy    numpy.searchsorted
template <expression A, operand V>
[[nodiscard]] auto searchsorted(A const& a, V const& v, side which = side::left) {
  using T = detail::search_dtype<A, V>;
  using space = detail::search_space<A, detail::node_of<V>>;
  auto const in = detail::searchable<T, space>(a, "cp::searchsorted");
  return detail::searched<T, space>(detail::sorted_search<T>{in.data(), in.size(), nullptr, which == side::right}, v,
                                    "cp::searchsorted");
}
/// The same in an array that `sorter` brings into order (what cp::argsort gives).
///
/// throws   shape_error where the sorter has another length
template <expression A, operand V, expression Sorter>
requires(integral<typename Sorter::value_type>)
    [[nodiscard]] auto searchsorted(A const& a, V const& v, side which, Sorter const& sorter) {
  using T = detail::search_dtype<A, V>;
  using space = detail::search_space<A, detail::node_of<V>>;
  auto const in = detail::searchable<T, space>(a, "cp::searchsorted");
  auto const order = detail::searchable<std::int64_t, space>(sorter, "cp::searchsorted");
  if (order.size() != in.size())
    detail::throw_shape("cp::searchsorted", "the sorter must have a place for each element; the shapes are",
                        in.shape().value, 1, order.shape().value, 1);
  return detail::searched<T, space>(detail::sorted_search<T>{in.data(), in.size(), order.data(), which == side::right},
                                    v, "cp::searchsorted");
}

namespace detail {
template <class A, class V, class... Option>
auto search_by_method(A const& a, V const& v, Option... option) {
  return cp::searchsorted(a, v, option...);
}
}  // namespace detail

/// The number of the bin that each element is in, int64: i where bins[i - 1] <= x < bins[i] (with `right`, bins[i - 1]
/// < x <= bins[i]); bins may fall, which turns the signs. 0 below all bins, their number above.
///
/// shape    S and (n,) -> S
/// throws   in host_space value_error where the bins neither rise nor fall; on the device, whose data are not looked
///          at, the result is then not specified
/// numpy    numpy.digitize
template <operand X, expression Bins>
[[nodiscard]] auto digitize(X const& x, Bins const& bins, bool right = false) {
  using T = detail::search_dtype<Bins, X>;
  static_assert(!complex_floating<T>, "cp::digitize: complex numbers have no bins");
  using space = detail::search_space<Bins, detail::node_of<X>>;
  auto const edges = detail::searchable<T, space>(bins, "cp::digitize");
  if constexpr (std::is_same_v<space, host_space>) detail::check_edges(edges);
  return detail::searched<T, space>(detail::bin_search<T>{{edges.data(), edges.size(), nullptr, !right}}, x,
                                    "cp::digitize");
}

/// What is beyond the points of cp::interp, and their period.
template <class F>
struct interp_options {
  std::optional<F> left{};   ///< for x below all points; otherwise the first value
  std::optional<F> right{};  ///< for x above all points; otherwise the last value
  std::optional<double>
      period{};  ///< x and xp are taken modulo this; xp need not rise then, left and right do not count
};

/// Linear interpolation at x between the points (xp[i], fp[i]), float64 (complex128 of complex values). One kernel,
/// which computes x too.
///
/// shape    S, (n,), (n,) -> S
/// throws   shape_error where xp and fp differ in length, value_error for no points and for a period of 0. xp, which
///          must rise, is not looked at
/// numpy    numpy.interp
template <operand X, expression XP, expression FP>
[[nodiscard]] auto interp(
    X const& x, XP const& xp, FP const& fp,
    interp_options<std::conditional_t<complex_floating<typename FP::value_type>, complex128, double>> const& options =
        {}) {
  constexpr char const* where = "cp::interp";
  using F = std::conditional_t<complex_floating<typename FP::value_type>, complex128, double>;
  using space = expr::space_or_default<
      typename expr::common_space<typename detail::node_of<X>::space,
                                  typename expr::common_space<typename XP::space, typename FP::space>::type>::type>;
  auto points = detail::searchable<double, space>(xp, where);
  auto values = detail::searchable<F, space>(fp, where);
  if (points.size() != values.size())
    detail::throw_shape(where, "there must be a value for each point; the shapes are", points.shape().value, 1,
                        values.shape().value, 1);
  if (points.size() == 0) throw value_error("cp::interp: there are no points to interpolate between");
  auto const run = [&](auto const& at, bool bounded) {
    return detail::searched<double, space>(detail::interpolation<F>{{points.data(), points.size(), nullptr, true},
                                                                    values.data(),
                                                                    bounded && options.left.has_value(),
                                                                    bounded && options.right.has_value(),
                                                                    options.left.value_or(F(0)),
                                                                    options.right.value_or(F(0))},
                                           at, where);
  };
  if (options.period) {
    double const p = *options.period < 0 ? -*options.period : *options.period;
    if (p == 0) throw value_error("cp::interp: the period must not be 0");
    auto const wrapped = eval(remainder(points, p));
    auto const order = argsort(wrapped);
    auto const sorted = eval(gather(wrapped, order));
    auto const ordered = eval(gather(values, order));
    points = eval(concatenate<0>(eval(sorted(slice(-1, end)) - p), sorted, eval(sorted(slice(1)) + p)));
    values = eval(concatenate<0>(ordered(slice(-1, end)), ordered, ordered(slice(1))));
    return run(remainder(expr::cast_to<double>(expr::as_node(x)), p), false);
  }
  return run(x, true);
}

}  // namespace cp
