// Sorting along an axis, places in order, and arrays brought into the order of keys (NumPy's "Sorting").
#pragma once

#include <algorithm>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/expr/derived.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/multiple.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/library/records.hpp>
#include <fuse/library/sort.hpp>
#include <fuse/ops/indexing.hpp>
#include <fuse/ops/manipulation.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// The memory that rows of a space lie in.
template <class Space>
constexpr memory_kind memory_of = std::is_same_v<Space, host_space> ? memory_kind::host : memory_kind::device;

/// The elements of an expression with an axis moved to the end, one behind the other: an array that lies so is itself.
template <class Node>
auto rows_along(Node const& node, int axis, char const* where) {
  using array = array_of<Node>;
  if constexpr (std::is_same_v<Node, array>)
    if (axis == Node::rank - 1 && is_contiguous(node.shape(), node.strides())) return node;
  index_array<Node::rank> shape = expr::shape_of(node);
  std::rotate(shape.begin() + axis, shape.begin() + axis + 1, shape.end());
  auto made = make_array<typename array::value_type, Node::rank, typename array::space>(shape, where);
  assign_elements(moveaxis(made, -1, axis), node);
  return made;
}
/// What stands in rows with the axis back in its place.
template <class T, int Rank, class Space>
ndarray<T, Rank, Space> rows_back(ndarray<T, Rank, Space> const& rows, int axis) {
  return axis == Rank - 1 ? rows : moveaxis(rows, -1, axis).copy();
}

/// The rows of a contiguous array, as sorts take them.
template <class T, int Rank, class Space>
library::rows_of rows_in(ndarray<T, Rank, Space> const& a) {
  std::int64_t const length = a.shape()[Rank - 1];
  return {dtype_traits<T>::id, length == 0 ? 0 : a.size() / length, length};
}

template <class T>
constexpr void check_sortable() {
  static_assert(number<T>, "cp: a struct has no order; sort by a number that is computed of it (cp::sort_by_key)");
}

/// f(expression, axis) now, or for an argument of cp::fuse when it is called.
template <class F, class X>
auto now_or_traced(F f, X&& x) {
  if constexpr (expr::is_traced<std::remove_cvref_t<X>>) {
    return expr::derive(f, x);
  } else {
    return f(expr::as_node(std::forward<X>(x)));
  }
}

struct sort_call {
  std::int64_t axis;
  template <class Node>
  auto operator()(Node const& node) const {
    check_sortable<typename Node::value_type>();
    static_assert(Node::rank >= 1, "cp::sort: an array of rank 0 has no axis to sort along");
    int const along = normalize_axis(axis, Node::rank, "cp::sort");
    auto const rows = rows_along(node, along, "cp::sort");
    using array = std::remove_const_t<decltype(rows)>;
    auto to = make_array<typename array::value_type, Node::rank, typename array::space>(rows.shape(), "cp::sort");
    note_use_here(rows);
    library::sort(memory_of<typename array::space>, rows_in(rows), rows.data(), to.data());
    return rows_back(to, along);
  }
};

struct argsort_call {
  std::int64_t axis;
  template <class Node>
  auto operator()(Node const& node) const {
    check_sortable<typename Node::value_type>();
    static_assert(Node::rank >= 1, "cp::argsort: an array of rank 0 has no axis to sort along");
    int const along = normalize_axis(axis, Node::rank, "cp::argsort");
    auto const rows = rows_along(node, along, "cp::argsort");
    using array = std::remove_const_t<decltype(rows)>;
    auto to = make_array<std::int64_t, Node::rank, typename array::space>(rows.shape(), "cp::argsort");
    note_use_here(rows);
    library::argsort(memory_of<typename array::space>, rows_in(rows), rows.data(), to.data());
    return rows_back(to, along);
  }
};

template <class X>
void check_kth(X const& x, std::int64_t kth, std::int64_t axis, char const* where) {
  auto const shape = expr::shape_of(expr::as_node(x));
  std::int64_t const length = shape[normalize_axis(axis, shape.size(), where)];
  if (kth < -length || kth >= length)
    throw value_error(std::string(where) + ": kth must lie in [-" + std::to_string(length) + ", " +
                      std::to_string(length) + "), the axis' extent; it is " + std::to_string(kth));
}

}  // namespace detail

/// The elements in ascending order along an axis. Evaluated now (in cp::fuse when the function is called); does not
/// wait. NaN comes last; complex numbers are ordered by their real parts, then by their imaginary ones.
///
/// shape    (..., n, ...) -> the same
/// cost     a radix sort: n times the bytes of an element; rows of up to 4096 elements on the device are read and
///          written once. Complex numbers by merging
/// throws   index_error for the axis
/// numpy    numpy.sort
template <expression X>
[[nodiscard]] auto sort(X&& x, int axis = -1) {
  return detail::now_or_traced(detail::sort_call{axis}, std::forward<X>(x));
}
template <expression X, class Kind>
int sort(X const&, int, Kind const&) {
  static_assert(sizeof(Kind) == 0, "cp::sort and cp::argsort take an axis; they are always stable");
  return 0;
}
/// The places that bring the elements into ascending order along an axis, int64; equal ones keep their order (always
/// stable). As cp::sort.
///
/// numpy    numpy.argsort(kind="stable")
template <expression X>
[[nodiscard]] auto argsort(X&& x, int axis = -1) {
  return detail::now_or_traced(detail::argsort_call{axis}, std::forward<X>(x));
}
template <expression X, class Kind>
int argsort(X const& x, int axis, Kind const& kind) {
  return sort(x, axis, kind);
}
/// cp::sort along the first axis.
///
/// numpy    numpy.msort (of NumPy 1)
template <expression X>
[[nodiscard]] auto msort(X&& x) {
  return sort(std::forward<X>(x), 0);
}
/// The elements of the last axis in ascending order, as complex numbers: complex64 of 8- and 16-bit integers, of
/// float16, bfloat16 and float32, else complex128.
///
/// numpy    numpy.sort_complex, whose float16 and float32 become complex128 too where NumPy says so
template <expression X>
[[nodiscard]] auto sort_complex(X&& x) {
  using T = typename std::remove_cvref_t<X>::value_type;
  constexpr bool narrow = std::is_same_v<T, complex64> || (!complex_floating<T> && sizeof(T) <= 2 && !boolean<T>) ||
                          std::is_same_v<T, float>;
  return sort(astype<std::conditional_t<narrow, complex64, complex128>>(std::forward<X>(x)));
}

/// An order in which element `kth` of an axis stands where sorting puts it, smaller ones before it and larger ones
/// behind it. (All of them are sorted, as in CuPy.)
///
/// throws   value_error for kth; as cp::sort
/// numpy    numpy.partition
template <expression X>
[[nodiscard]] auto partition(X&& x, std::int64_t kth, int axis = -1) {
  if constexpr (!expr::is_traced<std::remove_cvref_t<X>>) detail::check_kth(x, kth, axis, "cp::partition");
  return sort(std::forward<X>(x), axis);
}
/// The places of such an order, int64.
///
/// numpy    numpy.argpartition
template <expression X>
[[nodiscard]] auto argpartition(X&& x, std::int64_t kth, int axis = -1) {
  if constexpr (!expr::is_traced<std::remove_cvref_t<X>>) detail::check_kth(x, kth, axis, "cp::argpartition");
  return argsort(std::forward<X>(x), axis);
}

/// The stable order of several keys, int64: by the last one, equal ones by the one before it, and so on.
///
/// shape    (n,), ... -> (n,)
/// throws   shape_error where the keys differ in length
/// numpy    numpy.lexsort((x, more...))
template <expression X, expression... More>
requires(std::remove_cvref_t<X>::rank == 1 && ((std::remove_cvref_t<More>::rank == 1) && ...))
    [[nodiscard]] auto lexsort(X const& x, More const&... more) {
  auto order = argsort(x);
  [[maybe_unused]] auto const next = [&](auto const& key) {
    auto const shape = expr::shape_of(expr::as_node(key));
    if (shape[0] != order.size())
      detail::throw_shape("cp::lexsort", "the keys must have one shape, these have", order.shape().value, 1,
                          shape.value, 1);
    if (order.size() == 0) return;
    auto const keys = eval(key);
    order = gather(order, argsort(gather(keys, order)));
  };
  (next(more), ...);
  return order;
}
FUSE_OPERANDS_IN_BRACES(lexsort)
/// The same of the rows of an array: the last one is the first key.
///
/// shape    (k, n) -> (n,)
/// throws   value_error where there is no row
template <expression X>
requires(std::remove_cvref_t<X>::rank == 2) [[nodiscard]] auto lexsort(X const& x) {
  auto const keys = eval(x);
  if (keys.shape()[0] == 0) throw value_error("cp::lexsort: one key or more is needed; the array has no row");
  auto order = argsort(keys(0));
  for (std::int64_t k = 1; k < keys.shape()[0] && order.size() > 0; ++k)
    order = gather(order, argsort(gather(keys(k), order)));
  return order;
}

namespace detail {

/// 0, 1, ... n - 1, in no memory.
inline expr::position<1> count_from_0(std::int64_t n) { return {index_array<1>{{n}}, index_array<1>{{1}}, 0}; }

/// The rows of an array's first axis in an order.
template <class Order, class A>
auto permuted(Order const& order, A const& a) {
  if constexpr (A::rank == 1) {
    return eval(gather(a, order));
  } else {
    index_array<A::rank> shape = a.shape();
    shape[0] = order.size();
    auto const rows = a.reshape(a.shape()[0], size_of(shape) / (shape[0] > 0 ? shape[0] : 1));
    return eval(gather(rows, order(all, newaxis), count_from_0(rows.shape()[1]))).reshape(shape);
  }
}

/// The 32-bit words of an element of each array together; 0 where elements do not consist of such.
template <class... A>
constexpr int words_of_all = ((sizeof(typename A::value_type) % 4 == 0 && alignof(typename A::value_type) >= 4) && ...)
                                 ? static_cast<int>((sizeof(typename A::value_type) + ...) / 4)
                                 : 0;

/// Vectors on the device in an order, by way of records.
template <class Order, class... A>
auto permuted_as_records(Order const& order, A const&... a) {
  library::records_job job{order.data(), order.size(), 0, {}};
  note_use_here(order);
  auto const made = [&]<class T>(ndarray<T, 1, cuda_space> const& from) {
    note_use_here(from);
    auto to = make_array<T, 1, cuda_space>(from.shape(), "cp::permute");
    job.add(from.data(), to.data(), static_cast<int>(sizeof(T) / 4));
    return to;
  };
  std::tuple<A...> result{made(a)...};  // in braces: one after the other
  library::permute_records(job);
  return result;
}

template <class Order, class... A>
auto permute_all(Order const& order, A const&... a) {
  static_assert(((A::rank >= 1) && ...), "cp::permute: an array of rank 0 has no first axis");
  [[maybe_unused]] auto const check = [&](auto const& array) {
    if (array.shape()[0] != order.size())
      throw_shape("cp::permute", "the order must have a place for each element of the first axis; the shapes are",
                  order.shape().value, 1, array.shape().value, array.rank);
  };
  (check(a), ...);
  if constexpr (sizeof...(A) > 1 && ((A::rank == 1) && ...)) {
    constexpr int words = words_of_all<A...>;
    if constexpr (words > 0 && words <= library::records_job::most_words &&
                  (std::is_same_v<typename A::space, cuda_space> && ...) &&
                  std::is_same_v<Order, ndarray<std::int64_t, 1, cuda_space>>)
      if (library::pays_as_records(order.size(), words) && order.strides()[0] == 1 && ((a.strides()[0] == 1) && ...))
        return permuted_as_records(order, a...);
    if (order.size() > 0) return cp::evaluate(gather(a, order)...);  // one kernel reads the order once
    return std::make_tuple(a.copy()...);
  } else {
    return std::make_tuple((order.size() > 0 ? permuted(order, a) : a.copy())...);
  }
}

}  // namespace detail

/// Arrays with their first axis in an order: rows order[0], order[1], ... of each. A tuple of new arrays; of arrays of
/// rank 1 (elements of any type, structs too) all are made by one kernel.
///
/// shape    (n,) and (n, ...), ... -> (n, ...), ...
/// throws   shape_error where a first axis and the order differ in length
/// example  auto [x, y] = cp::permute(cp::argsort(cell), px, py)
template <expression Order, expression... A>
requires(sizeof...(A) >= 1 && std::remove_cvref_t<Order>::rank == 1)
    [[nodiscard]] auto permute(Order const& order, A const&... a) {
  static_assert(integral<typename Order::value_type>, "cp::permute: an order holds integers");
  return detail::permute_all(eval(order), eval(a)...);
}

/// Keys in ascending order, and arrays in the order of their keys: one stable sort, and one kernel that moves keys and
/// arrays (of rank 1; a kernel each for arrays of more axes). A tuple: the keys, then the arrays. What particle codes
/// sort by cell for.
///
/// shape    (n,) and (n, ...), ... -> (n,), (n, ...), ...
/// throws   shape_error where a first axis and the keys differ in length
/// example  auto [cell, x, y, z] = cp::sort_by_key(cell_of(x, y, z), x, y, z)
template <expression Keys, expression... A>
requires(std::remove_cvref_t<Keys>::rank == 1) [[nodiscard]] auto sort_by_key(Keys const& keys, A const&... a) {
  auto const k = eval(keys);
  return detail::permute_all(argsort(k), k, eval(a)...);
}

namespace detail {

template <sort_method Method, class A>
auto sort_by_method(A const& a, std::int64_t axis) {
  if constexpr (Method == sort_method::sort)
    assign_elements(a, cp::sort(a, axis));
  else
    return cp::argsort(a, axis);
}
template <sort_method Method, class A>
auto partition_by_method(A const& a, std::int64_t kth, std::int64_t axis) {
  check_kth(a, kth, axis, Method == sort_method::sort ? "cp::partition" : "cp::argpartition");
  return sort_by_method<Method>(a, axis);
}

}  // namespace detail

}  // namespace cp
