// Making arrays: from nothing, from values, from ranges. (Long: what is empty, full, a range or a grid in one place.)
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/core/convert.hpp>
#include <fuse/core/range.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/braces.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/rounding.hpp>
#include <fuse/ops/selection.hpp>
#include <fuse/runtime/fill.hpp>
#include <type_traits>
#include <utility>

namespace cp {

/// A new array whose elements are not set. dtype: T (NumPy's default is float64). Throws out_of_memory, shape_error for
/// negative extents.
template <class T = double, space Space = default_space, int N = 0>
[[nodiscard]] ndarray<T, N, Space> empty(index_array<N> const& shape) {
  return detail::make_array<T, N, Space>(shape, "cp::empty");
}
namespace detail {
/// What cp::full gives, for a function of another name.
template <class T, class Space, int N>
ndarray<T, N, Space> filled(char const* where, index_array<N> const& shape, T const& element) {
  auto a = make_array<T, N, Space>(shape, where);
  if (a.size() > 0) runtime::fill_elements(a.data(), Space::kind, a.size(), &element, sizeof(T));
  return a;
}
}  // namespace detail

/// A new array with every element `value`. Throws value_error for an integer that does not fit the dtype.
template <class T, space Space = default_space, int N = 0>
[[nodiscard]] ndarray<T, N, Space> full(index_array<N> const& shape, detail::element<T> const& value) {
  return detail::filled<T, Space, N>("cp::full", shape, value);
}
/// A new array of zeros.
template <class T = double, space Space = default_space, int N = 0>
[[nodiscard]] ndarray<T, N, Space> zeros(index_array<N> const& shape) {
  auto a = detail::make_array<T, N, Space>(shape, "cp::zeros");
  if (a.size() > 0) runtime::set_bytes(a.data(), Space::kind, 0, a.nbytes());
  return a;
}
/// A new array of ones.
template <class T = double, space Space = default_space, int N = 0>
[[nodiscard]] ndarray<T, N, Space> ones(index_array<N> const& shape) {
  return detail::filled<T, Space>("cp::ones", shape, static_cast<T>(1));
}

// The same with the shape in braces, `zeros<float>({3, 4})`, or one extent, `zeros<float>(3)` (a template, so that
// `{3}` is a shape).
template <class T = double, space Space = default_space, int N>
[[nodiscard]] auto empty(extent const (&shape)[N]) {
  return empty<T, Space>(make_shape(shape));
}
template <class T = double, space Space = default_space, std::integral I, std::integral... More>
[[nodiscard]] auto empty(I n, More... more) {
  return empty<T, Space>(detail::one_extent(n, more...));
}
template <class T = double, space Space = default_space, int N>
[[nodiscard]] auto zeros(extent const (&shape)[N]) {
  return zeros<T, Space>(make_shape(shape));
}
template <class T = double, space Space = default_space, std::integral I, std::integral... More>
[[nodiscard]] auto zeros(I n, More... more) {
  return zeros<T, Space>(detail::one_extent(n, more...));
}
template <class T = double, space Space = default_space, int N>
[[nodiscard]] auto ones(extent const (&shape)[N]) {
  return ones<T, Space>(make_shape(shape));
}
template <class T = double, space Space = default_space, std::integral I, std::integral... More>
[[nodiscard]] auto ones(I n, More... more) {
  return ones<T, Space>(detail::one_extent(n, more...));
}
template <class T, space Space = default_space, int N>
[[nodiscard]] auto full(extent const (&shape)[N], detail::element<T> const& value) {
  return full<T, Space>(make_shape(shape), value);
}
template <class T, space Space = default_space, std::integral I>
[[nodiscard]] auto full(I n, detail::element<T> const& value) {
  return full<T, Space>(index_array<1>{{extent(n).value}}, value);
}
/// The same with the value's dtype; integers make int64.
template <space Space = default_space, int N = 0, scalar_operand X>
[[nodiscard]] auto full(index_array<N> const& shape, X const& value) {
  return full<default_dtype<typename decltype(expr::as_node(value))::value_type>, Space>(shape,
                                                                                         expr::as_node(value).value);
}
template <space Space = default_space, int N, scalar_operand X>
[[nodiscard]] auto full(extent const (&shape)[N], X const& value) {
  return full<Space>(make_shape(shape), value);
}
template <space Space = default_space, std::integral I, scalar_operand X>
[[nodiscard]] auto full(I n, X const& value) {
  return full<Space>(index_array<1>{{extent(n).value}}, value);
}
template <class... T, std::integral I, scalar_operand J, scalar_operand X, scalar_operand... More>
auto full(I n, J m, X const&, More const&...) {
  return detail::one_extent(n, std::int64_t(m));
}

/// New arrays with the shape, dtype and space of another one (or of an expression).
template <expression E>
[[nodiscard]] array_of<E> empty_like(E const& e) {
  return empty<typename E::value_type, space_of<E>>(expr::shape_of(e));
}
template <expression E>
[[nodiscard]] array_of<E> zeros_like(E const& e) {
  return zeros<typename E::value_type, space_of<E>>(expr::shape_of(e));
}
template <expression E>
[[nodiscard]] array_of<E> ones_like(E const& e) {
  return ones<typename E::value_type, space_of<E>>(expr::shape_of(e));
}
template <expression E>
[[nodiscard]] array_of<E> full_like(E const& e, detail::element<typename E::value_type> const& value) {
  return full<typename E::value_type, space_of<E>>(expr::shape_of(e), value);
}

/// A new array in pinned (page-locked) host memory, which copies to and from the device overlap with work. Ordinary
/// memory where there is no device.
template <class T = double, int N = 0>
[[nodiscard]] ndarray<T, N, host_space> empty_pinned(index_array<N> const& shape) {
  std::int64_t const n = detail::checked_size("cp::empty_pinned", shape.value, N, sizeof(T));
  storage_ptr memory(runtime::allocate(memory_kind::pinned, n * static_cast<std::int64_t>(sizeof(T))));
  T* const data = static_cast<T*>(memory->data);
  return {std::move(memory), data, shape, contiguous_strides(shape)};
}
template <class T = double, int N>
[[nodiscard]] auto empty_pinned(extent const (&shape)[N]) {
  return empty_pinned<T>(make_shape(shape));
}
/// The same, filled with 0.
template <class T = double, int N = 0>
[[nodiscard]] ndarray<T, N, host_space> zeros_pinned(index_array<N> const& shape) {
  auto made = empty_pinned<T>(shape);
  made.fill(T(0));
  return made;
}
template <class T = double, int N>
[[nodiscard]] auto zeros_pinned(extent const (&shape)[N]) {
  return zeros_pinned<T>(make_shape(shape));
}
/// Pinned memory of an expression's shape and dtype.
template <expression E>
[[nodiscard]] auto empty_like_pinned(E const& e) {
  return empty_pinned<typename E::value_type>(expr::shape_of(e));
}
/// The same, filled with 0.
template <expression E>
[[nodiscard]] auto zeros_like_pinned(E const& e) {
  return zeros_pinned<typename E::value_type>(expr::shape_of(e));
}

/// The position along axis `Axis` of a shape, as int64: a lazy expression that reads no memory.
/// `cp::index<0>(a.shape())`. Throws shape_error.
template <int Axis, int N>
[[nodiscard]] auto index(index_array<N> const& shape) {
  static_assert(Axis >= -N && Axis < N, "cp::index: the axis is out of bounds for this shape");
  detail::checked_size("cp::index", shape.value, N, 1);
  index_array<N> step;
  step[Axis < 0 ? Axis + N : Axis] = 1;
  return expr::position<N>(shape, step, 0);
}
template <int Axis, int N>
[[nodiscard]] auto index(extent const (&shape)[N]) {
  return index<Axis>(make_shape(shape));
}

/// f of the positions along each axis of a shape, as float64 or T: an expression.
/// `cp::fromfunction<std::int64_t>([](auto i, auto j) { return i + j; }, {2, 3})`
///
/// numpy    numpy.fromfunction
template <class T = double, class F, int N = 0>
[[nodiscard]] auto fromfunction(F const& f, index_array<N> const& shape) {
  return [&]<int... I>(std::integer_sequence<int, I...>) { return f(astype<T>(index<I>(shape))...); }
  (std::make_integer_sequence<int, N>{});
}
template <class T = double, class F, int N>
[[nodiscard]] auto fromfunction(F const& f, extent const (&shape)[N]) {
  return fromfunction<T>(f, make_shape(shape));
}

namespace detail {
/// i * step + start, each rounded, as NumPy computes ranges (linspace(-1, 1, 7) has a 0): the zero is added because it
/// takes the place of `start` where the compiler makes one multiply-add of a product and a sum, and no compiler sees
/// its value.
template <class T, expression I>
auto range_of(I const& i, T const& step, T const& start) {
  if constexpr (floating<T>)
    return astype<T>(i) * step + T(-0.0) + start;
  else
    return astype<T>(i) * step + start;
}
template <class... X>
struct check_range_of {
  static_assert((scalar_operand<X> && ...), "cp::arange takes numbers; a dtype stands in front, cp::arange<float>(10)");
};
}  // namespace detail

/// start, start + step, ... below stop. dtype: T if given, else the arguments' common type (integers: int64). One
/// kernel. Throws value_error for step 0, for bounds that are not finite, for numbers that an integer dtype does not
/// hold, and for more than 2^63 - 1 of them.
template <class T = void, space Space = default_space, class Start, class Stop, class Step>
[[nodiscard]] auto arange(Start start, Stop stop, Step step) {
  (void)detail::check_range_of<Start, Stop, Step>();
  constexpr bool counts = integral<Start> && integral<Stop> && integral<Step>;
  using common = default_dtype<result_type<result_type<canonical<Start>, canonical<Stop>>, canonical<Step>>>;
  using given = std::conditional_t<!std::is_void_v<T>, T, std::conditional_t<counts, std::int64_t, common>>;
  static_assert(number<given> && !boolean<given>, "cp::arange makes arrays of integers, floats or complex numbers");
  // NumPy's arithmetic: the second element minus the first is the step, halves compute in float32 and complex numbers
  // in their parts; the first two are stored as they are, which shows where their distance is rounded or not finite.
  using part = typename dtype_traits<given>::real_type;
  using wide = std::conditional_t<detail::half_float<part>, float, part>;
  std::int64_t n = 0;
  part first{}, second{};
  if constexpr (counts) {
    n = detail::range_length(detail::wide_integer{start}, detail::wide_integer{stop}, detail::wide_integer{step},
                             dtype_traits<given>::id);
    if (n > 0) first = detail::from_wide<part>(start);
    if (n > 1) second = detail::from_wide<part>(detail::wide_integer{start} + step);
  } else {
    n = detail::range_length(static_cast<double>(start), static_cast<double>(stop), static_cast<double>(step),
                             dtype_traits<given>::id);
    if (n > 0) first = static_cast<part>(start);
    if (n > 1)
      second = static_cast<part>(detail::wrapping_add<common>(static_cast<common>(start), static_cast<common>(step)));
  }
  wide const delta = detail::wrapping_subtract<wide>(static_cast<wide>(second), static_cast<wide>(first));
  ndarray<given, 1, Space> const made(
      astype<given>(detail::range_of(index<0>(index_array<1>{{n}}), delta, static_cast<wide>(first))));
  if constexpr (floating<wide>) {
    wide const begin = static_cast<wide>(first);
    if (n > 0 && static_cast<part>(0 * delta + begin) != first) made(0) = first;
    if (n > 1 && static_cast<part>(delta + begin) != second) made(1) = second;
  }
  return made;
}
template <class T = void, space Space = default_space, class Start, class Stop>
[[nodiscard]] auto arange(Start start, Stop stop) {
  (void)detail::check_range_of<Start, Stop>();
  if constexpr (integral<Start> && integral<Stop>) {
    return arange<T, Space>(start, stop, 1);
  } else {
    using common = result_type<canonical<Start>, canonical<Stop>>;
    return arange<T, Space>(static_cast<common>(start), static_cast<common>(stop), static_cast<common>(1));
  }
}
template <class T = void, space Space = default_space, class Stop>
[[nodiscard]] auto arange(Stop stop) {
  (void)detail::check_range_of<Stop>();
  return arange<T, Space>(static_cast<Stop>(0), stop);
}

/// How many samples a sequence has, an integer.
struct sample_count {
  std::int64_t value;  ///< how many
  /// So many.
  template <std::integral I>
  constexpr sample_count(I n) : value(static_cast<std::int64_t>(n)) {}  // NOLINT(google-explicit-constructor)
};

/// `count` values from start to stop at equal distances, stop among them unless `endpoint` is false. dtype: float64 or
/// T; of integers the largest not above each value. One kernel. Throws value_error for fewer than none, and where
/// integers do not hold them.
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 1, Space> linspace(double start, double stop, sample_count count = 50, bool endpoint = true) {
  std::int64_t const n = count.value;
  if (n < 0) detail::throw_value("cp::linspace", "the number of samples cannot be negative, as", n);
  if constexpr (integral<T>)
    if (n > 0) {
      detail::check_in_range("cp::linspace", __builtin_floor(start), dtype_traits<T>::id);
      if (n > 1)
        detail::check_in_range("cp::linspace",
                               __builtin_floor(endpoint ? stop : start + (stop - start) / double(n) * double(n - 1)),
                               dtype_traits<T>::id);
    }
  std::int64_t const divisions = endpoint ? n - 1 : n;
  double const step = divisions > 0 ? (stop - start) / static_cast<double>(divisions) : stop - start;
  auto const i = index<0>(detail::known_late<index_array<1>, T>{{n}});
  auto const value = detail::range_of(i, step, start);
  auto const exact = where(i == (endpoint && n > 1 ? n - 1 : std::int64_t{-1}), stop, value);
  if constexpr (integral<T>)
    return astype<T>(floor(exact));
  else
    return astype<T>(exact);
}

/// Ones on the diagonal `k` (above the main one if positive) of an n x m matrix, zeros elsewhere. One kernel.
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 2, Space> eye(std::int64_t n, std::int64_t m, std::int64_t k = 0) {
  detail::known_late<index_array<2>, T> const shape{{n, m}};
  detail::checked_size("cp::eye", shape.value, 2, sizeof(T));
  return astype<T>(index<1>(shape) - index<0>(shape) == k);
}
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 2, Space> eye(std::int64_t n) {
  return eye<T, Space>(n, n);
}
/// The identity matrix.
template <class T = double, space Space = default_space>
[[nodiscard]] ndarray<T, 2, Space> identity(std::int64_t n) {
  return eye<T, Space>(n, n);
}

/// An array: of an expression its value, of a number rank 0 (of an integer int64), of a contiguous range (std::vector,
/// std::span), a std::vector<bool> or an array of C++ a copy.
template <space Space = default_space, class X>
[[nodiscard]] auto asarray(X const& x) {
  if constexpr (expression<X>) {
    return eval(x);
  } else if constexpr (scalar_operand<X>) {
    using T = default_dtype<typename decltype(expr::as_node(x))::value_type>;
    return ndarray<T, 0, Space>(detail::convert_scalar<T>(expr::as_node(x).value));
  } else if constexpr (std::is_array_v<X>) {
    return ndarray<canonical<std::remove_all_extents_t<X>>, std::rank_v<X>, Space>(x);
  } else if constexpr (std::same_as<X, std::vector<bool>>) {
    return ndarray<bool, 1, Space>(x);
  } else {
    return ndarray<canonical<std::remove_cvref_t<decltype(*x.data())>>, 1, Space>(x);
  }
}

/// The same as elements of type T. Throws value_error where an integer of C++ does not fit T; elements of arrays and
/// expressions convert as cp::astype does.
template <class T, space Space = default_space, class X>
requires(!space<T>) [[nodiscard]] auto asarray(X const& x) {
  using plain = decltype(asarray<Space>(x));
  if constexpr (expression<X> || !integral<T> || !integral<typename plain::value_type>)
    return eval(astype<T>(asarray<Space>(x)));
  else if constexpr (scalar_operand<X>)
    return ndarray<T, 0, Space>(detail::convert_scalar<T>(x));
  else
    return ndarray<T, plain::rank, Space>(x);
}
/// The same of what stands in braces, as cp::array.
template <space Space = default_space, class E>
[[nodiscard]] auto asarray(std::initializer_list<E> list) {
  return array<Space>(list);
}

/// A copy with memory of its own.
template <expression E>
[[nodiscard]] array_of<E> copy(E const& e) {
  if constexpr (is_array<E>)
    return e.copy();
  else
    return eval(e);
}
/// A copy, of what cp::asarray takes.
template <space Space = default_space, class X>
[[nodiscard]] auto array(X const& x) {
  if constexpr (expression<X>)
    return copy(x);
  else
    return asarray<Space>(x);
}
template <class T, space Space = default_space, class X>
requires(!space<T>) [[nodiscard]] auto array(X const& x) { return copy(asarray<T, Space>(x)); }

/// The diagonal `k` of two axes (the first two, if none are given) as a view, whose axis comes last. Throws
/// index_error, value_error where both are one axis; below two axes it does not compile.
template <expression E>
[[nodiscard]] auto diagonal(E const& e, std::int64_t k, int axis1, int axis2) {
  static_assert(E::rank >= 2, "cp::diagonal needs at least two axes");
  int const a = normalize_axis(axis1, E::rank, "cp::diagonal"), b = normalize_axis(axis2, E::rank, "cp::diagonal");
  if (a == b) detail::throw_value("cp::diagonal", "the two axes must differ; both are", axis1);
  return detail::view_of<E::rank - 1>(e, [=](auto const& shape, auto const& strides) {
    detail::mapping<E::rank - 1> m;
    std::int64_t const rows = shape[a] + (k < 0 ? k : 0), columns = shape[b] - (k > 0 ? k : 0);
    std::int64_t const n = rows < columns ? rows : columns;
    if (n > 0) m.offset = k < 0 ? -k * strides[a] : k * strides[b];
    int to = 0;
    for (int i = 0; i < E::rank; ++i)
      if (i != a && i != b) m.shape[to] = shape[i], m.strides[to++] = strides[i];
    m.shape[to] = n > 0 ? n : 0;
    m.strides[to] = strides[a] + strides[b];
    return m;
  });
}
template <expression E>
[[nodiscard]] auto diagonal(E const& e, std::int64_t k = 0) {
  static_assert(E::rank >= 2, "cp::diagonal needs at least two axes");
  return diagonal(e, k, 0, 1);
}
/// Of a 2-D array its diagonal `k` (a view), of a 1-D one the square matrix with it there.
template <expression E>
[[nodiscard]] auto diag(E const& e, std::int64_t k = 0) {
  static_assert(E::rank == 1 || E::rank == 2, "cp::diag takes a 1-D or a 2-D array");
  if constexpr (E::rank == 2) {
    return diagonal(e, k);
  } else {
    std::int64_t n = 0;
    if (k == INT64_MIN || __builtin_add_overflow(expr::shape_of(e)[0], k < 0 ? -k : k, &n))
      detail::throw_value("cp::diag", "no matrix has the diagonal", k);
    auto m = zeros<typename E::value_type, space_of<E>>(index_array<2>{{n, n}});
    diagonal(m, k) = e;
    return m;
  }
}
/// The square matrix with all elements, in C order, on its diagonal `k`.
template <expression E>
[[nodiscard]] auto diagflat(E const& e, std::int64_t k = 0) {
  return diag(ravel(e), k);
}

}  // namespace cp
