// Counting in bins (NumPy's "Histograms"): bincount, histogram and its edges, of two and more dimensions.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/multiple.hpp>
#include <fuse/ops/bins.hpp>
#include <fuse/ops/compaction.hpp>
#include <fuse/ops/differences.hpp>
#include <fuse/ops/moments.hpp>
#include <fuse/ops/quantiles.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp {

/// How cp::histogram finds a number of bins from the data.
enum class bin_estimator : unsigned char {
  automatic,   ///< the larger number of `sturges` and `fd` (NumPy's "auto")
  fd,          ///< Freedman and Diaconis: widths of 2 IQR / n^(1/3)
  doane,       ///< Sturges' with a term for the skewness
  scott,       ///< widths of (24 sqrt(pi) / n)^(1/3) standard deviations
  stone,       ///< the least estimated loss of leaving out one element
  rice,        ///< 2 n^(1/3) bins
  sturges,     ///< log2(n) + 1 bins
  square_root  ///< sqrt(n) bins (NumPy's "sqrt")
};

namespace detail {

template <expression X, class W>
auto bincount_by(X const& x, W const& w, std::int64_t minlength) {
  constexpr char const* where = "cp::bincount";
  using T = typename X::value_type;
  static_assert(integral<T> || boolean<T>, "cp::bincount counts integers; convert with cp::astype<std::int64_t>(x)");
  static_assert(X::rank == 1, "cp::bincount: x must have rank 1; cp::ravel(x) has");
  using space = space_of<X>;
  if (minlength < 0) throw_value(where, "minlength must not be negative; it is", minlength);
  auto const keys = eval(x);
  std::int64_t bins = minlength;
  if (keys.size() > 0) {
    auto const known = ends_of<std::int64_t, space>(keys, where).to_host();
    if (known(0) < 0) throw_value(where, "elements must not be negative; the smallest is", known(0));
    bins = std::max(bins, known(1) + 1);
  }
  if (bins >= (std::int64_t{1} << 32) - 1)
    throw_value(where, "elements must be below 2^32 - 2; the largest is", bins - 1);
  if constexpr (std::is_same_v<W, no_weights>) {
    auto bounded = make_array<std::uint32_t, 1, space>(keys.shape(), where);
    assign_elements(bounded, astype<std::uint32_t>(keys));
    return counted(bounded, bins, w, where);
  } else {
    static_assert(!complex_floating<typename W::value_type>, "cp::bincount: weights are real, as in NumPy");
    using key = std::conditional_t<boolean<T>, std::uint8_t, T>;
    return counted<double>(eval(expr::cast_to<key>(keys)), bins, w, where);
  }
}

/// What estimators ask of the data. The number of bins is a size: it is computed on the host.
struct bin_statistics {
  double n, ptp, extent;  ///< elements; the largest minus the smallest; the last edge minus the first
  bool integers;          ///< of an integer dtype: bins are not narrower than 1
  double std = 0, skewness = 0, iqr = 0;
};
std::int64_t estimated_bins(bin_estimator how, bin_statistics const& s);
/// Stone's number of bins, from a function that counts in so many bins.
std::int64_t stone_bins(bin_statistics const& s, std::vector<std::int64_t> (*counts)(void*, std::int64_t), void* of);

/// Elements in a range, as float64.
template <expression X>
auto elements_in(X const& x, range const* given) {
  auto const all = ravel(eval(astype<double>(x)));
  return given == nullptr ? all : chosen(all, eval((all >= given->low) & (all <= given->high)), "cp::histogram");
}

template <expression X>
std::int64_t estimate(X const& x, bin_estimator how, range const* given) {
  auto const a = elements_in(x, given);
  if (a.size() == 0) return 1;
  double const low = eval(min(a)).item(), high = eval(max(a)).item();
  range const covered = given != nullptr ? *given : range{low, high};
  double const extent = covered.low == covered.high ? 1 : covered.high - covered.low;
  bin_statistics s{static_cast<double>(a.size()), high - low, extent, integral<typename X::value_type>};
  using enum bin_estimator;
  if (how == scott || how == doane) s.std = eval(std(a)).item();
  if (how == doane && s.std > 0) s.skewness = eval(mean(power((a - mean(a)) / s.std, 3))).item();
  if (how == fd || how == automatic) {
    auto const quartiles = percentile(a, array<double>({25, 75})).to_host();
    s.iqr = quartiles(1) - quartiles(0);
  }
  if (how != stone) return estimated_bins(how, s);
  struct counting {
    decltype(a) const& elements;
    range r;
  } of{a, covered};
  return stone_bins(
      s,
      [](void* context, std::int64_t bins) {
        auto const& c = *static_cast<counting const*>(context);
        using space = typename std::remove_cvref_t<decltype(c.elements)>::space;
        auto const edges = equal_edges<double, space>(bins, c.r, {}, "cp::histogram");
        auto const keys =
            searched<double, space>(bin_of<double>{edges.data(), bins, true}, c.elements, "cp::histogram");
        auto const counts = counts_of(keys, bins, "cp::histogram").to_host();
        return std::vector<std::int64_t>(counts.begin(), counts.end());
      },
      &of);
}

/// What bins were given as: edges, and whether they are equal.
template <class E, class Space>
struct binning {
  ndarray<E, 1, Space> edges;
  bool equal;
  std::int64_t count() const { return edges.size() - 1; }
};
template <class Space, class E, expression X, std::integral N>
auto equal_bins(X const& x, N bins, range const* given, char const* where) {
  check_bins(static_cast<std::int64_t>(bins), where);
  if (given != nullptr) check_range(*given, where);
  auto const ends = extremes<E, Space>(x, given);
  return binning<E, Space>{equal_edges<E, Space>(bins, given == nullptr ? range{0, 1} : *given, ends, where), true};
}
template <class Space, expression X, std::integral N>
auto binning_of(X const& x, N bins, range const* given, char const* where) {
  return equal_bins<Space, edge_type<typename X::value_type>>(x, bins, given, where);
}
template <class Space, expression X>
auto binning_of(X const& x, bin_estimator how, range const* given, char const* where) {
  if (given != nullptr) check_range(*given, where);
  return binning_of<Space>(x, estimate(x, how, given), given, where);
}
template <class Space, expression X, expression Edges>
auto binning_of(X const&, Edges const& edges, range const*, char const* where) {
  static_assert(Edges::rank == 1, "cp::histogram: edges are an array of rank 1");
  using E = typename Edges::value_type;
  auto const made = laid_out<E, 1, Space>(edges, expr::shape_of(edges), storage_ptr(), where);
  if (made.size() < 2) throw_value(where, "there must be 2 edges or more; there are", made.size());
  if constexpr (std::is_same_v<Space, host_space>)
    if (!runtime::is_capturing())
      for (std::int64_t i = 1; i < made.size(); ++i)
        if (made(i) < made(i - 1)) throw value_error(std::string(where) + ": the edges must not fall");
  check_bins(made.size() - 1, where);
  return binning<E, Space>{made, false};
}

template <class Space, class B, expression X>
auto keys_of(B const& b, X const& x, char const* where) {
  using T = typename X::value_type;
  static_assert(!complex_floating<T>, "cp::histogram: complex numbers have no bins");
  using compared = std::conditional_t<boolean<T>, std::uint8_t, T>;
  using E = typename std::remove_cvref_t<decltype(b.edges)>::value_type;
  note_use_here(b.edges);
  return searched<compared, Space>(bin_of<E>{b.edges.data(), b.count(), b.equal}, x, where);
}

}  // namespace detail

/// How often each number from 0 to the largest stands in x, int64; with cp::weights(w) the sum of the weights there,
/// float64. Waits once, for the largest.
///
/// shape    (n,) -> (max(minlength, max(x) + 1),)
/// cost     a pass over x, and one that counts; weights are summed in an order that does not change from run to run
/// throws   value_error for a negative element or minlength; shape_error for weights of another shape
/// numpy    numpy.bincount
template <expression X>
[[nodiscard]] auto bincount(X const& x, std::int64_t minlength = 0) {
  return detail::bincount_by(x, detail::no_weights(), minlength);
}
template <expression X, class W>
[[nodiscard]] auto bincount(X const& x, weights_t<W> const& w, std::int64_t minlength = 0) {
  return detail::bincount_by(x, w.node, minlength);
}
template <expression X, expression W>
void bincount(X const&, W const&, std::int64_t = 0) {
  static_assert(!expression<W>, "cp::bincount: weights are named, cp::bincount(x, cp::weights(w))");
}

/// The edges of the bins of cp::histogram.
///
/// numpy    numpy.histogram_bin_edges
template <expression X, class Bins = int, class... Option>
[[nodiscard]] auto histogram_bin_edges(X const& x, Bins const& bins = 10, Option const&... option) {
  return detail::binning_of<space_of<X>>(x, bins, detail::range_in(option...), "cp::histogram_bin_edges").edges;
}

/// How many elements lie in each bin, and the edges of the bins: `auto [counts, edges] = cp::histogram(x, 20)`. Bins
/// are half open, the last one closed. `bins`: their number, an array of edges, or a cp::bin_estimator. Evaluated now,
/// and x, any expression, by the kernel that finds its bin; does not wait, except for an estimator, whose number of
/// bins is a size.
///
/// options  cp::range{low, high}, cp::weights(w) (sums of weights instead of counts), cp::density
/// shape    S -> (n,), (n + 1,)
/// dtype    counts int64, sums of the weights' dtype (float64 of integers), densities float64; edges of x's dtype if
///          that is real, else float64
/// throws   value_error for a range that is not finite or falls, for no bins, and in host_space for edges that fall;
///          shape_error for weights of another shape. Without a range, a NaN or an infinity in
///          x makes edges of that kind, and nothing is counted
/// numpy    numpy.histogram
template <expression X, class Bins = int, class... Option>
[[nodiscard]] auto histogram(X const& x, Bins const& bins = 10, Option const&... option) {
  constexpr char const* where = "cp::histogram";
  using space = space_of<X>;
  auto const b = detail::binning_of<space>(x, bins, detail::range_in(option...), where);
  auto const counts =
      detail::counted(detail::keys_of<space>(b, x, where), b.count(), detail::weights_in(option...), where);
  if constexpr (detail::is_dense<Option...>) {
    auto const widths = eval(astype<double>(diff(b.edges)));
    return std::make_tuple(eval(counts / widths / sum(counts)), b.edges);
  } else {
    return std::make_tuple(counts, b.edges);
  }
}

namespace detail {

/// How many bins each axis has, and which range.
template <int N>
struct bins_of_axes {
  index_array<N> bins;
  std::vector<range> ranges;  ///< none, or one an axis
};

template <int Axis, class Space, int N, class W, class E, class Keys, class... X>
auto joined_counts(bins_of_axes<N> const& b, W const& w, E edges, Keys const& keys, std::int64_t all, char const* where,
                   X const&... x) {
  if constexpr (Axis == N) {
    auto const counts = counted(keys, all, w, where);
    return std::make_pair(counts.reshape(b.bins), edges);
  } else {
    auto const& own = std::get<Axis>(std::tie(x...));
    range const* const given = b.ranges.empty() ? nullptr : &b.ranges[Axis];
    auto const binning = equal_bins<Space, double>(own, b.bins[Axis], given, where);
    auto const inner = keys_of<Space>(binning, own, where);
    auto const more = std::tuple_cat(edges, std::make_tuple(binning.edges));
    if constexpr (Axis == 0) {
      return joined_counts<1, Space>(b, w, more, inner, binning.count(), where, x...);
    } else {
      std::int64_t const together = all * binning.count();
      check_bins(together, where);
      auto const f = elementwise(joined_bins{binning.count(), all, together});
      return joined_counts<Axis + 1, Space>(b, w, more, eval(f(keys, inner)), together, where, x...);
    }
  }
}

/// Counts over the bins of several arrays, and the edges; `Dense`: divided by the volumes and the sum of all.
template <bool Dense, class Space, int N, class W, class... X>
auto histogram_of(bins_of_axes<N> const& b, W const& w, char const* where, X const&... x) {
  if (!b.ranges.empty() && static_cast<int>(b.ranges.size()) != N)
    throw_value(where, "there must be a range for each dimension; there are",
                static_cast<std::int64_t>(b.ranges.size()));
  auto const [counts, edges] = joined_counts<0, Space>(b, w, std::tuple<>(), 0, 1, where, x...);
  using T = typename std::remove_cvref_t<decltype(counts)>::value_type;
  using R = std::conditional_t<Dense || integral<T>, double, T>;
  ndarray<R, N, Space> result = astype<R>(counts);
  if constexpr (Dense) {
    result = result / sum(counts);
    int axis = 0;
    std::apply(
        [&](auto const&... edge) {
          auto const divide = [&](auto const& e) {
            index_array<N> shape;
            for (int i = 0; i < N; ++i) shape[i] = i == axis ? e.size() - 1 : 1;
            result = result / eval(astype<double>(diff(e))).reshape(shape);
            ++axis;
          };
          (divide(edge), ...);
        },
        edges);
  }
  return std::make_pair(result, edges);
}

}  // namespace detail

/// How many of the points (x[i], y[i]) lie in each of bins[0] x bins[1] equal bins, and the edges of both axes:
/// `auto [h, xedges, yedges] = cp::histogram2d(x, y, {10, 20})`. Evaluated now; does not wait.
///
/// options  cp::weights(w), cp::density; `ranges`: none, or {{low, high}, {low, high}}
/// shape    (n,), (n,) -> (bins[0], bins[1]), (bins[0] + 1,), (bins[1] + 1,)
/// dtype    float64
/// throws   as cp::histogram; shape_error where x and y differ in length
/// numpy    numpy.histogram2d
template <expression X, expression Y, class... Option>
[[nodiscard]] auto histogram2d(X const& x, Y const& y, extent const (&bins)[2] = {10, 10},
                               std::vector<range> const& ranges = {}, Option const&... option) {
  using space = detail::search_space<X, Y>;
  static_assert(X::rank == 1 && Y::rank == 1, "cp::histogram2d: x and y must have rank 1");
  auto const n = expr::shape_of(x), m = expr::shape_of(y);
  if (!(n == m))
    detail::throw_shape("cp::histogram2d", "x and y must have one shape, these have", n.value, 1, m.value, 1);
  auto const [h, edges] = detail::histogram_of<detail::is_dense<Option...>, space>(
      detail::bins_of_axes<2>{make_shape(bins), ranges}, detail::weights_in(option...), "cp::histogram2d", x, y);
  return std::tuple_cat(std::make_tuple(h), edges);
}

/// The same with as many bins along both axes: `cp::histogram2d(x, y, 64)`.
///
/// numpy    numpy.histogram2d(bins=int)
template <expression X, expression Y, std::integral Bins, class... Option>
[[nodiscard]] auto histogram2d(X const& x, Y const& y, Bins bins, std::vector<range> const& ranges = {},
                               Option const&... option) {
  return histogram2d(x, y, {bins, bins}, ranges, option...);
}

/// The same of points in as many dimensions as there are numbers of bins: `auto [h, edges] = cp::histogramdd(sample,
/// {4, 5, 6})`, a std::tuple of edges. Options as of cp::histogram2d.
///
/// shape    (n, d) -> bins
/// throws   shape_error where the sample's columns are not as many as the bins
/// numpy    numpy.histogramdd
template <expression X, int D, class... Option>
[[nodiscard]] auto histogramdd(X const& sample, extent const (&bins)[D], std::vector<range> const& ranges = {},
                               Option const&... option) {
  static_assert(X::rank == 2, "cp::histogramdd: a sample has rank 2, a row for each point");
  auto const points = eval(sample);
  if (points.shape()[1] != D) {
    auto const given = make_shape(bins);
    detail::throw_shape("cp::histogramdd", "there must be a number of bins for each column; bins and sample have",
                        given.value, D, points.shape().value, 2);
  }
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return detail::histogram_of<detail::is_dense<Option...>, space_of<X>>(
        detail::bins_of_axes<D>{make_shape(bins), ranges}, detail::weights_in(option...), "cp::histogramdd",
        eval(points(all, I))...);
  }
  (std::make_integer_sequence<int, D>());
}

}  // namespace cp
