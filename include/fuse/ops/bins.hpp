// What histograms are made of: edges of bins, the bin of an element, counts of keys, options.
#pragma once

#include <cmath>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/multiple.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/library/count.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/products.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/searching.hpp>
#include <fuse/ops/segments.hpp>
#include <string>
#include <type_traits>

namespace cp {

/// As an option of cp::histogram and its like: the bins cover [low, high], and what is outside is left out.
struct range {
  double low;   ///< the first edge
  double high;  ///< the last edge
};

/// The type of cp::density.
struct density_t {};
/// As an option of cp::histogram and its like: the integral over all bins is 1, instead of counts.
inline constexpr density_t density{};

namespace detail {

/// Keeps a product from becoming part of a fused multiply-add, so that edges are NumPy's to the last bit.
template <class T>
FUSE_HD T rounded_product(T x, T y) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 8)
    return __dmul_rn(x, y);
  else
    return __fmul_rn(x, y);
#else
  T volatile const product = x * y;
  return product;
#endif
}

/// Where T is counted: edges of floats are of their dtype, of all else float64.
template <class T>
using edge_type = std::conditional_t<floating<T>, T, double>;

/// The first and last edge of equal bins: a range that is given, or that of the data; of width 1 where it is empty.
template <class E>
struct edge_bounds {
  double low, high;
  E const* data;  ///< the smallest and largest element, or null

  FUSE_HD E first() const { return data == nullptr ? static_cast<E>(widened() ? low - 0.5 : low) : moved(-1); }
  FUSE_HD E last() const { return data == nullptr ? static_cast<E>(widened() ? high + 0.5 : high) : moved(1); }
  FUSE_HD bool widened() const { return low == high; }
  FUSE_HD E moved(int sign) const {
    E const x = data[0], y = data[1];
    return x == y ? static_cast<E>(x + static_cast<E>(0.5 * sign)) : sign < 0 ? x : y;
  }
};

/// Edge i of n equal bins, as numpy.linspace has it.
template <class E>
struct edge_at {
  edge_bounds<E> bounds;
  std::int64_t n;

  FUSE_HD E operator()(std::int64_t i) const {
    using W = std::conditional_t<(sizeof(E) < 4), float, E>;
    if (i == n) return bounds.last();
    if (bounds.data == nullptr) {
      double const first = bounds.widened() ? bounds.low - 0.5 : bounds.low,
                   last = bounds.widened() ? bounds.high + 0.5 : bounds.high;
      return static_cast<E>(rounded_product(static_cast<double>(i), (last - first) / static_cast<double>(n)) + first);
    }
    W const first = static_cast<W>(bounds.first()), last = static_cast<W>(bounds.last());
    return static_cast<E>(rounded_product(static_cast<W>(i), (last - first) / static_cast<W>(n)) + first);
  }
};

/// The bin of x among n bins: n where there is none.
template <class E>
struct bin_of {
  E const* edges;
  std::int64_t n;
  bool equal;  ///< bins of one width

  template <class T>
  FUSE_HD std::uint32_t operator()(T const& x) const {
    auto const none = static_cast<std::uint32_t>(n);
    if (!(x >= edges[0] && x <= edges[n])) return none;
    if (!equal) {
      std::int64_t low = 0, high = n;  // edges[low] <= x
      while (high - low > 1) {
        std::int64_t const middle = low + (high - low) / 2;
        edges[middle] <= x ? low = middle : high = middle;
      }
      return static_cast<std::uint32_t>(low);
    }
    double const first = static_cast<double>(edges[0]), width = static_cast<double>(edges[n]) - first;
    auto i = static_cast<std::int64_t>((static_cast<double>(x) - first) / width * static_cast<double>(n));
    i = i < n ? i : n - 1;
    while (i > 0 && x < edges[i]) --i;
    while (i + 1 < n && x >= edges[i + 1]) ++i;
    return static_cast<std::uint32_t>(i);
  }
};

/// The key of several dimensions' bins.
struct joined_bins {
  using library_function = void;
  static constexpr int cost = 12;
  static constexpr char const* qualified_name = "cp::histogramdd";
  std::int64_t n, none, all;
  FUSE_HD std::uint32_t operator()(std::uint32_t outer, std::uint32_t inner) const {
    bool const in = outer != none && inner != n;
    return static_cast<std::uint32_t>(in ? std::int64_t{outer} * n + inner : all);
  }
};

inline void check_bins(std::int64_t n, char const* where) {
  if (n < 1 || n >= (std::int64_t{1} << 32) - 1)
    throw_value(where, "the number of bins must lie in [1, 2^32 - 2]; it is", n);
}
inline void check_range(range const& r, char const* where) {
  if (!(r.low <= r.high) || !std::isfinite(r.high - r.low))
    throw value_error(std::string(where) + ": a range must be finite and must not fall; it is [" +
                      std::to_string(r.low) + ", " + std::to_string(r.high) + "]");
}

/// How often each key stands.
template <class Space, int Rank>
ndarray<std::int64_t, 1, Space> counts_of(ndarray<std::uint32_t, Rank, Space> const& keys, std::int64_t bins,
                                          char const* where) {
  auto counts = make_array<std::int64_t, 1, Space>({{bins}}, where);
  library::count_keys(std::is_same_v<Space, host_space> ? memory_kind::host : memory_kind::device, keys.data(),
                      keys.size(), bins, counts.data());
  return counts;
}

struct no_weights {};
template <class O>
constexpr bool is_weights = false;
template <class W>
constexpr bool is_weights<weights_t<W>> = true;
template <class O>
constexpr bool is_range = std::is_same_v<O, range>;
template <class... O>
constexpr bool is_dense = (std::is_same_v<O, density_t> || ...);

inline range const* range_in() { return nullptr; }
template <class O, class... More>
range const* range_in(O const& o, More const&... more) {
  if constexpr (is_range<O>)
    return &o;
  else
    return range_in(more...);
}
inline no_weights weights_in() { return {}; }
template <class O, class... More>
auto weights_in(O const& o, More const&... more) {
  if constexpr (is_weights<O>)
    return o.node;
  else
    return weights_in(more...);
}

/// Counts (keys are uint32), or sums of weights, of keys of any shape: in `To`, or in the weights' dtype (float64 of
/// integers).
template <class To = void, class Key, class Space, int Rank, class W>
auto counted(ndarray<Key, Rank, Space> const& keys, std::int64_t bins, W const& w, char const* where) {
  if constexpr (std::is_same_v<W, no_weights>) {
    return counts_of(keys, bins, where);
  } else {
    using T = typename W::value_type;
    using own = std::conditional_t<floating<T> || complex_floating<T>, T, double>;
    using sum = std::conditional_t<std::is_void_v<To>, own, To>;
    static_assert(W::rank == Rank, "cp: there is a weight for each element");
    auto const shape = expr::shape_of(w);
    if (!(shape == keys.shape()))
      throw_shape(where, "there must be a weight for each element; the shapes are", keys.shape().value, Rank,
                  shape.value, Rank);
    auto const values = laid_out<T, Rank, Space>(w, shape, storage_ptr(), where);
    return eval(segment_sum<sum>(ravel(values), ravel(keys), bins));
  }
}

/// Edges of n equal bins between the bounds; `data` is the smallest and largest element, or empty.
template <class E, class Space>
ndarray<E, 1, Space> equal_edges(std::int64_t n, range const& r, ndarray<E, 1, Space> const& data, char const* where) {
  edge_at<E> const f{{r.low, r.high, data.size() > 0 ? data.data() : nullptr}, n};
  return searched<std::int64_t, Space>(f, count_from_0(n + 1), where);
}

/// The smallest and the largest element as E, by one kernel.
template <class E, class Space, class Node>
ndarray<E, 1, Space> ends_of(Node const& x, char const* where) {
  auto both = make_array<E, 1, Space>({{2}}, where);
  ndarray<E, 0, Space> const low(both.memory(), both.data(), {}, {}), high(both.memory(), both.data() + 1, {}, {});
  if constexpr (boolean<typename Node::value_type>)
    cp::evaluate(into(low, astype<E>(astype<std::uint8_t>(min(x)))),
                 into(high, astype<E>(astype<std::uint8_t>(max(x)))));
  else
    cp::evaluate(into(low, astype<E>(min(x))), into(high, astype<E>(max(x))));
  return both;
}
/// The same for edges: empty where a range is given, 0 and 1 of an array without elements.
template <class E, class Space, class Node>
ndarray<E, 1, Space> extremes(Node const& x, range const* given) {
  if (given != nullptr) return {};
  if (size_of(expr::shape_of(x)) == 0) return arange<E, Space>(2);
  return ends_of<E, Space>(x, "cp::histogram");
}

}  // namespace detail

}  // namespace cp
