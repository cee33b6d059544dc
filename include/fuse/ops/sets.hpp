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

/// What the functions named unique_... give.
template <class T, int Rank, class Space>
struct unique_result {
  ndarray<T, 1, Space> values;                         ///< different elements, in ascending order
  ndarray<std::int64_t, 1, Space> indices;             ///< where each stands first in the elements in C order
  ndarray<std::int64_t, Rank, Space> inverse_indices;  ///< which of the values each element is
  ndarray<std::int64_t, 1, Space> counts;              ///< how often each stands there
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

template <bool Places, bool Inverse, bool Counts, expression X>
auto unique_parts(X const& x) {
  using T = typename X::value_type;
  using space = space_of<X>;
  check_sortable<T>();
  unique_result<T, X::rank, space> result;
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
  bool const any = places.size() > 0;
  result.values = any ? ndarray<T, 1, space>(gather(sorted, places)) : sorted;
  if constexpr (Places) result.indices = any ? ndarray<std::int64_t, 1, space>(gather(order, places)) : places;
  if constexpr (Inverse) {
    auto which = zeros<std::int64_t, space>(elements.shape());
    if (any) add.at(which, order, cumsum<std::int64_t>(first) - 1);
    result.inverse_indices = which.reshape(all.shape());
  }
  if constexpr (Counts) {
    result.counts = make_array<std::int64_t, 1, space>(places.shape(), "cp::unique");
    if (any) {
      result.counts(slice(0, -1)) = places(slice(1, end)) - places(slice(0, -1));
      result.counts(slice(-1, end)) = sorted.size() - places(slice(-1, end));
    }
  }
  return result;
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
[[nodiscard]] auto unique(X const& x, Option...) {
  constexpr bool index = (std::is_same_v<Option, return_index_t> || ...),
                 inverse = (std::is_same_v<Option, return_inverse_t> || ...),
                 counts = (std::is_same_v<Option, return_counts_t> || ...);
  static_assert(int(index) + int(inverse) + int(counts) == sizeof...(Option),
                "cp::unique: an option is cp::return_index, cp::return_inverse or cp::return_counts, each once");
  auto r = detail::unique_parts<index, inverse, counts>(x);
  if constexpr (sizeof...(Option) == 0) {
    return r.values;
  } else {
    auto const if_asked = []<bool Asked>(std::bool_constant<Asked>, auto const& a) {
      if constexpr (Asked)
        return std::make_tuple(a);
      else
        return std::tuple<>();
    };
    return std::tuple_cat(std::make_tuple(r.values), if_asked(std::bool_constant<index>(), r.indices),
                          if_asked(std::bool_constant<inverse>(), r.inverse_indices),
                          if_asked(std::bool_constant<counts>(), r.counts));
  }
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
