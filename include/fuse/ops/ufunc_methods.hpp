// The methods of ufuncs: reduce, accumulate, outer, at.
#pragma once

#include <cstdint>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/view.hpp>
#include <fuse/kernels/segments/accumulate.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/explog.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/scans.hpp>
#include <fuse/ops/trigonometric.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#if FUSE_NVCC
#include <fuse/kernels/segments/accumulate.cuh>
#endif

namespace cp {

/// The type of cp::in_any_order.
struct in_any_order_t {};
/// As the last argument of a ufunc's `at`: on the device values that meet at an element are applied by atomic
/// operations, in whatever order they come, so that sums of floats differ in their last bits from run to run, and
/// results of operations that do not commute altogether. Nothing is sorted. For elements of up to 8 bytes, and sums of
/// complex128; on the host it changes nothing.
///
/// example  cp::add.at(histogram, bin, weight, cp::in_any_order)
inline constexpr in_any_order_t in_any_order{};

namespace ops {

/// What an associative operation folds from, where it has no reduction of its own name.
template <class Op>
struct neutral : neutral_number<0> {
  using unknown = Op;
};
template <>
struct neutral<bitwise_and> : neutral_number<-1> {};
template <>
struct neutral<bitwise_or> : neutral_number<0> {};
template <>
struct neutral<bitwise_xor> : neutral_number<0> {};
template <>
struct neutral<gcd> : neutral_number<0> {};
template <>
struct neutral<lcm> : neutral_number<1, false> {};
template <>
struct neutral<hypot> : neutral_number<0> {};
template <>
struct neutral<logaddexp> : neutral_lowest<true> {};
template <>
struct neutral<logaddexp2> : neutral_lowest<true> {};

/// Folds by an elementwise operation.
template <class Op>
struct folded : fold_by<Op, neutral<Op>> {};

/// The reduction that an operation's `reduce` is.
template <class Op, class To = void>
struct reduction_by {
  using type = folded<Op>;
};
/// Whether an operation is folded from the left, one element after the other, since it is not known as associative.
template <class Op>
constexpr bool is_folded_in_order = false;
template <class Op>
requires std::is_same_v<typename reduction_by<Op>::type, folded<Op>>
constexpr bool is_folded_in_order<Op> = requires { typename neutral<Op>::unknown; };
template <class Op>
struct known_reduction {
  using type = Op;
};
template <class To>
struct reduction_by<add, To> : known_reduction<sum<To>> {};
template <class To>
struct reduction_by<multiply, To> : known_reduction<prod<To>> {};
template <>
struct reduction_by<maximum> : known_reduction<max> {};
template <>
struct reduction_by<minimum> : known_reduction<min> {};
template <>
struct reduction_by<fmax> : known_reduction<nanmax> {};
template <>
struct reduction_by<fmin> : known_reduction<nanmin> {};
template <>
struct reduction_by<logical_and> : known_reduction<truth_fold<logical_and, neutral_number<1>>> {};
template <>
struct reduction_by<logical_or> : known_reduction<truth_fold<logical_or, neutral_number<0>>> {};
template <>
struct reduction_by<logical_xor> : known_reduction<truth_fold<logical_xor, neutral_number<0>>> {};

/// The running folds of operations that have no scan of their own name: in the dtype that they compute in.
template <class Op>
struct accumulated : folded<Op> {
  template <class T>
  using loop = typename Op::rule::template loop<T>;
};
/// What has been folded, if anything has.
template <class A>
struct given_first {
  A value;
  bool any;
  template <class R>
  requires(!std::is_same_v<R, given_first>) FUSE_HD explicit operator R() const { return static_cast<R>(value); }
};
/// The same where what is neutral to magnitudes alone would take the first element's sign.
template <class Op>
struct accumulated_from_first : accumulated<Op> {
  template <class T>
  using accumulator = given_first<wide_type<T>>;
  template <class A>
  FUSE_HD static A identity() {
    return {};
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return {expr::cast<decltype(A::value)>{}(x), true};
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    if (!a.any) return b;
    if (!b.any) return a;
    return {static_cast<decltype(A::value)>(Op{}(a.value, b.value)), true};
  }
};
template <class Op>
requires(!requires { typename neutral<Op>::unknown; }) struct scan_by<Op, void> {
  using type = accumulated<Op>;
};
template <>
struct scan_by<gcd, void> : known_reduction<accumulated_from_first<gcd>> {};
template <>
struct scan_by<lcm, void> : known_reduction<accumulated_from_first<lcm>> {};
template <>
struct scan_by<hypot, void> : known_reduction<accumulated_from_first<hypot>> {};
template <>
struct scan_by<fmax, void> : known_reduction<nanmax> {};
template <>
struct scan_by<fmin, void> : known_reduction<nanmin> {};
template <>
struct scan_by<logical_and, void> : reduction_by<logical_and> {};
template <>
struct scan_by<logical_or, void> : reduction_by<logical_or> {};
template <>
struct scan_by<logical_xor, void> : reduction_by<logical_xor> {};

template <class Op, class... Of>
constexpr bool is_one_of = (std::is_same_v<Op, Of> || ...);

/// What `at` does to an element. Where it `adds`, the device has atomic operations for it.
template <class Op>
struct updating {
  static constexpr bool adds = is_one_of<Op, add, subtract>;
  static constexpr bool is_extreme = is_one_of<Op, maximum, minimum, fmax, fmin>;
  /// Whether what meets may come in any order, for the same bits. (The least common multiple of large integers depends
  /// on when it wraps around; one of 0 and -0 is the larger one, and NaN is made one and the same.)
  template <class T>
  static constexpr bool is_free_of_order =
      boolean<T> || integral<T>
          ? adds || is_extreme ||
                is_one_of<Op, multiply, gcd, bitwise_and, bitwise_or, bitwise_xor, logical_and, logical_or, logical_xor>
          : is_extreme&& floating<T>;
  /// Whether there are atomic operations for elements of this type.
  template <class T>
  static constexpr bool is_atomic = sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 ||
                                    (adds && complex_floating<T>);

  template <class T>
  FUSE_HD static T apply(T const& x, T const& y) {
    return Op{}(x, y);
  }
  template <class T>
  FUSE_HD static T apply_in_any_order(T const& x, T const& y) {
    T const result = apply(x, y);
    if constexpr (is_extreme && floating<T>)
      return result == result ? result : T(__builtin_nanf(""));
    else
      return result;
  }
  template <class T>
  FUSE_HD static T added(T const& y) {
    return std::is_same_v<Op, subtract> ? static_cast<T>(scalar::negative(y)) : y;
  }
};

}  // namespace ops

namespace detail {

// Defined in ops/ordered_folds.hpp.
template <class Op, class Node>
struct ordered;

template <class Op, class To, class X, class... Option>
auto reduce_by(X&& x, Option const&... option) {
  using op = typename ops::reduction_by<Op, To>::type;
  constexpr bool widens = std::is_same_v<Op, ops::add> || std::is_same_v<Op, ops::multiply>;
  constexpr unsigned accepted = with_initial | with_where;
  auto node = [&] {
    if constexpr (widens || std::is_void_v<To>)
      return expr::as_node(std::forward<X>(x));
    else
      return expr::cast_to<To>(expr::as_node(std::forward<X>(x)));
  }();
  using T = typename decltype(node)::value_type;
  static_assert(
      Op::rule::template accepts<T>,
      "cp: the operand's dtype is outside this ufunc's domain (Op below names it); convert it with cp::astype<T>(x)");
  if constexpr (ops::is_folded_in_order<Op>) {
    return ordered<Op, decltype(node)>::reduce(node, option...);
  } else {
    auto operand = [&] {
      if constexpr (std::is_same_v<op, ops::folded<Op>>)
        return expr::cast_to<typename Op::rule::template loop<T>>(std::move(node));
      else
        return std::move(node);
    }();
    [[maybe_unused]] std::uint32_t named = 0;
    (note_axes(option, decltype(operand)::rank, named, method_name<Op, false>.text), ...);
    if constexpr ((is_axes<Option> || ...) || decltype(operand)::rank == 0)
      return make_reduction<op, accepted>(std::move(operand), option...);
    else
      return make_reduction<op, accepted>(std::move(operand), axis<0>, option...);
  }
}
template <class Op, class To, class X, int N, class... Option>
auto reduce_over(X&& x, int const (&axes)[N], Option const&... option) {
  return reduce_by<Op, To>(std::forward<X>(x), axes_in(axes), option...);
}

/// Adds what NumPy writes for an operation on elements of type T: its code for each operand, and the result's.
template <class Op, class T, class Types>
void add_type_of_ufunc([[maybe_unused]] Types& to) {
  constexpr char codes[] = "?bhilBHILeEfdFD";
  if constexpr (Op::rule::template accepts<T>)
    if constexpr (std::is_same_v<typename Op::rule::template loop<T>, T>) {
      using result = typename decltype([] {
        if constexpr (Op::arity == 1)
          return std::type_identity<typename Op::template result<T>>{};
        else if constexpr (Op::arity == 2)
          return std::type_identity<typename Op::template result<T, T>>{};
        else
          return std::type_identity<typename Op::template result<T, T, T>>{};
      }())::type;
      to.push_back(typename Types::value_type(Op::arity, codes[static_cast<int>(dtype_traits<T>::id)]) + "->" +
                   codes[static_cast<int>(dtype_traits<result>::id)]);
    }
}
template <class Op>
auto types_of_ufunc() {
  known_late<std::vector<std::string>, Op> types;
  [&]<class... T>(program::list<T...>) {
    (add_type_of_ufunc<Op, T>(types), ...);
  }(program::list<bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64, float16, float, double, complex64,
                  complex128>{});
  return types;
}

template <class Op, class X, class Y>
auto outer_by(X&& x, Y&& y) {
  if constexpr (expression<X> && expression<Y>) {
    constexpr int rank = std::remove_cvref_t<X>::rank, more = std::remove_cvref_t<Y>::rank;
    auto column = view_of<rank + more>(x, [](auto const& shape, auto const& strides) {
      mapping<rank + more> m;
      for (int i = 0; i < rank + more; ++i)
        m.shape[i] = i < rank ? shape[i] : 1, m.strides[i] = i < rank ? strides[i] : 0;
      return m;
    });
    return ufunc<Op>{}(std::move(column), std::forward<Y>(y));
  } else {
    return ufunc<Op>{}(std::forward<X>(x), std::forward<Y>(y));
  }
}

/// The elements of an expression, converted and stretched to a shape, one behind the other: where they lie if they are
/// so there and not in `apart_from`.
template <class T, int Rank, class Space, class E>
ndarray<T, Rank, Space> laid_out(E const& e, index_array<Rank> const& shape, storage_ptr const& apart_from,
                                 char const* where) {
  if constexpr (std::is_same_v<E, ndarray<T, Rank, Space>>)
    if (e.shape() == shape && is_contiguous(e.shape(), e.strides()) &&
        !runtime::may_share(e.memory().get(), apart_from.get()))
      return e;
  auto made = make_array<T, Rank, Space>(shape, where);
  assign_elements(made, expr::cast_to<T>(expr::as_node(e)));
  return made;
}

template <class Op, bool AnyOrder, class T, int Rank, class Space, class B, class... I>
void accumulate_at(ndarray<T, Rank, Space> const& a, B const& b, I const&... index) {
  constexpr char const* where = Op::qualified_name;
  constexpr int indexed = sizeof...(I), whole = Rank - indexed, places_rank = expr::max_of(I::rank...);
  using value = typename decltype(expr::as_node(b))::value_type;
  static_assert(indexed >= 1 && whole >= 0, "cp: at() takes from one index to as many as the array has axes");
  static_assert((integral<typename I::value_type> && ...),
                "cp: at() takes integer indices; a mask is written through a(mask) += b");
  static_assert(Op::rule::template accepts<T> && std::is_same_v<typename Op::rule::template loop<T>, T> &&
                    std::is_same_v<typename Op::template result<T, T>, T>,
                "cp: at() needs an operation whose result has the array's dtype");
  if constexpr (decltype(expr::as_node(b))::weak)
    static_assert(std::is_same_v<weak_result_type<T, value>, T>,
                  "cp: at() would change the kind of number (float to int, ...); convert b with cp::astype<T>(b)");
  else
    static_assert(same_kind<T, value>,
                  "cp: at() would change the kind of number (float to int, ...); convert b with cp::astype<T>(b)");
  using update = ops::updating<Op>;
  static_assert(!AnyOrder || update::template is_atomic<T>,
                "cp: at() in any order takes elements of 1, 2, 4 or 8 bytes, and sums of complex numbers; leave "
                "cp::in_any_order out");
  expr::check_writable(a, where);
  auto const places = expr::broadcast_all<places_rank>(expr::make_arguments(index...), expr::no_scope{}, where);
  index_array<places_rank + whole> shape;
  for (int i = 0; i < places_rank; ++i) shape[i] = places[i];
  for (int i = 0; i < whole; ++i) shape[places_rank + i] = a.shape()[indexed + i];
  if constexpr (expression<B>) {
    static_assert(B::rank <= places_rank + whole,
                  "cp: at(): the values have more axes than the indices and the axes without index");
    auto const own = expr::shape_of(b);
    (void)broadcast_strides<places_rank + whole>(own, own, shape, where);
  }
  if (size_of(shape) == 0) return;
  if (a.size() == 0)
    throw index_error(std::string(where) + ".at: there are no elements to change in an array of shape " +
                      to_string(a.shape()));
  auto const values = laid_out<T, places_rank + whole, Space>(b, shape, a.memory(), where);
  auto const at = std::make_tuple(laid_out<std::int64_t, places_rank, Space>(index, places, a.memory(), where)...);
  kernels::accumulate_loop<update, T, indexed, whole> loop{};
  loop.to = a.data();
  loop.values = values.data();
  loop.places = size_of(places);
  loop.block = size_of(shape) / loop.places;
  std::apply(
      [&](auto const&... i) {
        int k = 0;
        ((loop.index[k++] = i.data()), ...);
      },
      at);
  for (int k = 0; k < indexed; ++k) loop.extent[k] = a.shape()[k], loop.stride[k] = a.strides()[k];
  for (int k = 0; k < whole; ++k)
    loop.whole_extent[k] = a.shape()[indexed + k], loop.whole_stride[k] = a.strides()[indexed + k];
  if constexpr (std::is_same_v<Space, host_space>) {
    kernels::host_accumulate(loop);
  } else {
#if FUSE_NVCC
    note_use_here(a);
    note_use_here(values);
    std::apply([](auto const&... i) { (note_use_here(i), ...); }, at);
    if constexpr (AnyOrder || update::template is_free_of_order<T>)
      kernels::cuda_accumulate(loop, where);
    else if constexpr (update::adds && (floating<T> || complex_floating<T>))
      kernels::cuda_add_by_keys(loop, std::is_same_v<Op, ops::subtract>);
    else
      kernels::cuda_accumulate_in_order(loop, where);
#else
    static_assert(sizeof(Space) == 0,
                  "cp: at() on cuda_space becomes a CUDA kernel here, so nvcc must compile this file (name it .cu or "
                  "set its LANGUAGE to CUDA)");
#endif
  }
}

template <class Op, class Order, class A, class Index, class B>
void accumulate_by(A const& a, Index const& index, B const& b) {
  static_assert(is_array<A>, "cp: at() changes an array or a view of one");
  constexpr bool any_order = std::is_same_v<Order, in_any_order_t>;
  static_assert(any_order || std::is_same_v<Order, in_order>,
                "cp: at() takes an array, indices, values, and cp::in_any_order at most");
  if constexpr (expression<Index>) {
    accumulate_at<Op, any_order>(a, b, index);
  } else {
    static_assert(
        requires { std::tuple_size<Index>::value; }, "cp: at() takes an integer expression, or a std::tuple of them");
    std::apply([&](auto const&... i) { accumulate_at<Op, any_order>(a, b, i...); }, index);
  }
}

}  // namespace detail

}  // namespace cp
