// Arrays as sets: different elements, what two arrays have in common (NumPy's "Set routines").
#pragma once

#include <cstdint>
#include <fuse/core/sort_order.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/compaction.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/scans.hpp>
#include <fuse/ops/searching.hpp>
#include <fuse/ops/sorting.hpp>
#include <fuse/ops/ufunc_methods.hpp>
#include <tuple>
#include <type_traits>

namespace cp {

namespace ops {

/// Whether two neighbours of a sorted array are different elements; all NaNs are one.
struct differs {
  static constexpr char const* qualified_name = "cp::unique";
  static constexpr int cost = 4;
  template <class...>
  using result = bool;
  template <class T>
  FUSE_HD bool operator()(T const& x, T const& y) const {
    return !(x == y) && !(detail::has_nan(x) && detail::has_nan(y));
  }
};

}  // namespace ops

namespace detail {

/// Where a sorted array begins with another element.
template <class T, class Space>
ndarray<bool, 1, Space> first_ones(ndarray<T, 1, Space> const& sorted) {
  auto first = make_array<bool, 1, Space>(sorted.shape(), "cp::unique");
  if (sorted.size() == 0) return first;
  using array = ndarray<T, 1, Space>;
  first(slice(1)) = true;
  first(slice(1, end)) = expr::map<ops::differs, array, array>(
      expr::make_arguments(array(sorted(slice(1, end))), array(sorted(slice(0, -1)))));
  return first;
}

/// All elements in order.
template <expression X>
auto sorted_elements(X const& x) {
  return sort(ravel(eval(x)));
}

/// Whether each element of an array is in a sorted one.
template <class T, class Space, int Rank>
auto found_in(ndarray<T, 1, Space> const& sorted, ndarray<T, Rank, Space> const& x, bool negated = false) {
  return searched<T, Space>(is_found<T>{{sorted.data(), sorted.size(), nullptr, false}, negated}, x, "cp::isin");
}

template <class X, class Y>
using set_dtype = result_type<typename X::value_type, typename Y::value_type>;
template <class X, class Y>
using set_space = search_space<X, Y>;
template <class T, class Space, class X>
auto set_of(X const& x) {
  auto const shape = expr::shape_of(expr::as_node(x));
  return sort(ravel(laid_out<T, X::rank, Space>(x, shape, storage_ptr(), "cp::sort")));
}

}  // namespace detail

/// What the functions named unique_... give. `Rank` is the values', `Inverse` the inverse indices'.
template <class T, int Rank, int Inverse, class Space>
struct unique_result {
  ndarray<T, Rank, Space> values;                         ///< different elements, in ascending order
  ndarray<std::int64_t, 1, Space> indices;                ///< where each stands first in the elements in C order
  ndarray<std::int64_t, Inverse, Space> inverse_indices;  ///< which of the values each element is
  ndarray<std::int64_t, 1, Space> counts;                 ///< how often each stands there
};

/// As an option of cp::unique: the place where each value stands first, in C order.
struct return_index_t {};
inline constexpr return_index_t return_index{};
/// As an option of cp::unique: which value each element is.
struct return_inverse_t {};
inline constexpr return_inverse_t return_inverse{};
/// As an option of cp::unique: how often each value stands there.
struct return_counts_t {};
inline constexpr return_counts_t return_counts{};

namespace detail {

/// What a sort tells of its different elements besides: from the order, and where another element begins in it.
template <bool Places, bool Inverse, bool Counts, class T, int Rank, int Inner, class Space>
void add_parts(unique_result<T, Rank, Inner, Space>& result, ndarray<std::int64_t, 1, Space> const& order,
               ndarray<bool, 1, Space> const& first, ndarray<std::int64_t, 1, Space> const& places,
               index_array<Inner> const& shape) {
  bool const any = places.size() > 0;
  if constexpr (Places) result.indices = any ? ndarray<std::int64_t, 1, Space>(gather(order, places)) : places;
  if constexpr (Inverse) {
    auto which = zeros<std::int64_t, Space>(first.shape());
    if (any) add.at(which, order, cumsum<std::int64_t>(first) - 1);
    result.inverse_indices = which.reshape(shape);
  }
  if constexpr (Counts) {
    result.counts = make_array<std::int64_t, 1, Space>(places.shape(), "cp::unique");
    if (any) {
      result.counts(slice(0, -1)) = places(slice(1, end)) - places(slice(0, -1));
      result.counts(slice(-1, end)) = first.size() - places(slice(-1, end));
    }
  }
}

template <bool Places, bool Inverse, bool Counts, expression X>
auto unique_parts(X const& x) {
  using T = typename X::value_type;
  using space = space_of<X>;
  check_sortable<T>();
  unique_result<T, 1, X::rank, space> result;
  auto const all = eval(x);
  auto const elements = ravel(all);
  ndarray<std::int64_t, 1, space> order;
  ndarray<T, 1, space> sorted;
  if constexpr (Places || Inverse) {
    order = argsort(elements);
    sorted = order.size() == 0 ? elements : ndarray<T, 1, space>(gather(elements, order));
  } else {
    sorted = sort(elements);
  }
  auto const first = first_ones(sorted);
  auto const places = true_places(first, "cp::unique");
  result.values = places.size() > 0 ? ndarray<T, 1, space>(gather(sorted, places)) : sorted;
  add_parts<Places, Inverse, Counts>(result, order, first, places, all.shape());
  return result;
}

/// The same of the slices along an axis, which are compared by their elements in C order.
template <bool Places, bool Inverse, bool Counts, expression X>
auto unique_slices(X const& x, std::int64_t axis) {
  using T = typename X::value_type;
  using space = space_of<X>;
  check_sortable<T>();
  static_assert(X::rank >= 1, "cp::unique: an array of rank 0 has no axis");
  unique_result<T, X::rank, 1, space> result;
  int const along = normalize_axis(axis, X::rank, "cp::unique");
  auto const all = ascontiguousarray(moveaxis(eval(x), along, 0));
  auto shape = all.shape();
  std::int64_t const n = shape[0];
  shape[0] = 1;
  std::int64_t const length = size_of(shape);
  if (n == 0) {
    result.values = moveaxis(all, 0, along).copy();
    result.indices = result.inverse_indices = result.counts = zeros<std::int64_t, space>(0);
    return result;
  }
  auto const rows = all.reshape(n, length);
  ndarray<std::int64_t, 1, space> order = arange<std::int64_t, space>(n);
  for (std::int64_t k = length; k-- > 0;) order = gather(order, argsort(gather(rows(cp::all, k), order)));
  ndarray<T, 2, space> const sorted = permuted(order, rows);
  auto const first = zeros<bool, space>(n);
  first(slice(1)) = true;
  if (length > 0) first(slice(1, end)) = any(sorted(slice(1, end)) != sorted(slice(0, -1)), cp::axis<1>);
  auto const places = true_places(first, "cp::unique");
  shape[0] = places.size();
  result.values = moveaxis(ndarray<T, 2, space>(permuted(places, sorted)).reshape(shape), 0, along).copy();
  add_parts<Places, Inverse, Counts>(result, order, first, places, index_array<1>{{n}});
  return result;
}

/// The values of a result, and what options ask for.
template <bool Places, bool Inverse, bool Counts, class Result>
auto asked_for(Result const& r) {
  auto const if_asked = []<bool Asked>(std::bool_constant<Asked>, auto const& a) {
    if constexpr (Asked)
      return std::make_tuple(a);
    else
      return std::tuple<>();
  };
  if constexpr (!Places && !Inverse && !Counts)
    return r.values;
  else
    return std::tuple_cat(std::make_tuple(r.values), if_asked(std::bool_constant<Places>(), r.indices),
                          if_asked(std::bool_constant<Inverse>(), r.inverse_indices),
                          if_asked(std::bool_constant<Counts>(), r.counts));
}
template <class Wanted, class... Option>
constexpr bool is_asked = (std::is_same_v<Option, Wanted> || ...);
template <class... Option>
constexpr void check_unique_options() {
  static_assert(int(is_asked<return_index_t, Option...>) + int(is_asked<return_inverse_t, Option...>) +
                        int(is_asked<return_counts_t, Option...>) ==
                    sizeof...(Option),
                "cp::unique: an option is cp::return_index, cp::return_inverse or cp::return_counts, each once");
}

}  // namespace detail

/// The different elements in ascending order; all NaNs are one. With options a tuple of these and of what they name,
/// whatever their order: cp::return_index, cp::return_inverse (of x's shape), cp::return_counts. Evaluated now; waits
/// once.
///
/// shape    S -> (n,)
/// cost     a sort; with return_index or return_inverse one of places
/// numpy    numpy.unique
/// example  auto [values, counts] = cp::unique(x, cp::return_counts)
template <expression X, class... Option>
requires(!(std::convertible_to<Option, int> || ...)) [[nodiscard]] auto unique(X const& x, Option...) {
  detail::check_unique_options<Option...>();
  constexpr bool index = detail::is_asked<return_index_t, Option...>,
                 inverse = detail::is_asked<return_inverse_t, Option...>,
                 counts = detail::is_asked<return_counts_t, Option...>;
  return detail::asked_for<index, inverse, counts>(detail::unique_parts<index, inverse, counts>(x));
}
/// The different slices along an axis (rows with 0), in ascending order of their first elements that differ. Options as
/// above; inverse indices have rank 1. Slices that hold a NaN are different ones, as in NumPy.
///
/// shape    (..., m, ...) -> (..., n, ...)
/// cost     a sort of places for each element of a slice
/// throws   index_error for the axis
/// numpy    numpy.unique(axis=...)
/// example  auto rows = cp::unique(x, 0)
template <expression X, class... Option>
[[nodiscard]] auto unique(X const& x, int axis, Option...) {
  detail::check_unique_options<Option...>();
  constexpr bool index = detail::is_asked<return_index_t, Option...>,
                 inverse = detail::is_asked<return_inverse_t, Option...>,
                 counts = detail::is_asked<return_counts_t, Option...>;
  return detail::asked_for<index, inverse, counts>(detail::unique_slices<index, inverse, counts>(x, axis));
}
/// All that cp::unique can tell, by name.
///
/// numpy    numpy.unique_all; NaNs are one here
template <expression X>
[[nodiscard]] auto unique_all(X const& x) {
  return detail::unique_parts<true, true, true>(x);
}
/// Values and counts, by name; the other members are empty.
///
/// numpy    numpy.unique_counts
template <expression X>
[[nodiscard]] auto unique_counts(X const& x) {
  return detail::unique_parts<false, false, true>(x);
}
/// Values and inverse indices, by name; the other members are empty.
///
/// numpy    numpy.unique_inverse
template <expression X>
[[nodiscard]] auto unique_inverse(X const& x) {
  return detail::unique_parts<false, true, false>(x);
}
/// The values alone.
///
/// numpy    numpy.unique_values, which does not sort
template <expression X>
[[nodiscard]] auto unique_values(X const& x) {
  return unique(x);
}

/// Whether each element is one of `test_elements`, or with `negated` (NumPy's invert) is not; NaN is none. Evaluated
/// now; does not wait.
///
/// shape    S and any -> S
/// cost     a sort of the test elements, and a search an element
/// numpy    numpy.isin
template <expression X, expression Y>
[[nodiscard]] auto isin(X const& element, Y const& test_elements, bool negated = false) {
  using T = detail::set_dtype<X, Y>;
  using space = detail::set_space<X, Y>;
  auto const sorted = detail::set_of<T, space>(test_elements);
  return detail::searched<T, space>(detail::is_found<T>{{sorted.data(), sorted.size(), nullptr, false}, negated},
                                    element, "cp::isin");
}
/// The same of the elements in C order.
///
/// numpy    numpy.in1d (of NumPy 1)
template <expression X, expression Y>
[[nodiscard]] auto in1d(X const& element, Y const& test_elements, bool negated = false) {
  return isin(ravel(eval(element)), test_elements, negated);
}

/// The different elements that both arrays have, in ascending order. Evaluated now; waits once, as do the other
/// functions of sets.
///
/// shape    any, any -> (n,)
/// dtype    promoted
/// numpy    numpy.intersect1d
template <expression X, expression Y>
[[nodiscard]] auto intersect1d(X const& x, Y const& y) {
  using T = detail::set_dtype<X, Y>;
  using space = detail::set_space<X, Y>;
  auto const a = detail::set_of<T, space>(x), b = detail::set_of<T, space>(y);
  return detail::chosen(a, eval(detail::first_ones(a) & detail::found_in(b, a)), "cp::intersect1d");
}
/// The different elements of both arrays, in ascending order.
///
/// numpy    numpy.union1d
template <expression X, expression Y>
[[nodiscard]] auto union1d(X const& x, Y const& y) {
  return unique(concatenate<0>(ravel(eval(x)), ravel(eval(y))));
}
/// The different elements of x that y has not, in ascending order.
///
/// numpy    numpy.setdiff1d
template <expression X, expression Y>
[[nodiscard]] auto setdiff1d(X const& x, Y const& y) {
  using T = detail::set_dtype<X, Y>;
  using space = detail::set_space<X, Y>;
  auto const a = detail::set_of<T, space>(x), b = detail::set_of<T, space>(y);
  return detail::chosen(a, eval(detail::first_ones(a) & detail::found_in(b, a, true)), "cp::setdiff1d");
}
/// The different elements that one of the arrays has and the other has not, in ascending order.
///
/// numpy    numpy.setxor1d, which has two NaNs where both arrays have one; here it is one
template <expression X, expression Y>
[[nodiscard]] auto setxor1d(X const& x, Y const& y) {
  using T = detail::set_dtype<X, Y>;
  using space = detail::set_space<X, Y>;
  auto const a = detail::set_of<T, space>(x), b = detail::set_of<T, space>(y);
  auto const both = sort(concatenate<0>(a, b));
  auto const in_one = detail::found_in(a, both) ^ detail::found_in(b, both);
  return detail::chosen(both, eval(detail::first_ones(both) & (in_one | (both != both))), "cp::setxor1d");
}

}  // namespace cp
