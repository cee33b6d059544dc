// The algebra of reductions that leave elements out: those that a mask names, and NaN.
#pragma once

#include <cstdint>
#include <fuse/core/scalar_math.hpp>
#include <fuse/ops/moments.hpp>
#include <fuse/ops/reduction_algebra.hpp>

namespace cp::ops {

/// Folds x in where `take` is true.
template <class Op, class A, class T>
FUSE_HD void add_where(A& a, T const& x, bool take) {
  if constexpr (requires { Op::add_where(a, x, take); }) {
    Op::add_where(a, x, take);
  } else if constexpr (requires { Op::add(a, x); }) {
    if (take) Op::add(a, x);
  } else {
    a = Op::combine(a, cp::detail::select(take, Op::template lift<A>(x), Op::template identity<A>()));
  }
}

/// A sum and the number of its elements.
template <class A>
struct counted {
  static constexpr bool is_value_and_number =
      true;  ///< each lies in a row of its own (see kernels/fold/host_lanes.hpp)
  A value;
  std::int64_t n;
};
/// A mean that counts its elements itself, since some may be left out.
template <class To>
struct counted_mean {
  static constexpr char const* qualified_name = "cp::mean";
  static constexpr char const* nan_name = "cp::nanmean";
  static constexpr int cost = 6;
  static constexpr bool has_identity = true;
  template <class T>
  using result = typename mean<To>::template result<T>;
  template <class T>
  using accumulator = counted<typename mean<To>::template accumulator<T>>;
  template <class A>
  FUSE_HD static A identity() {
    return {decltype(A::value)(0), 0};
  }
  template <class A, class T>
  FUSE_HD static A lift(T const& x) {
    return {static_cast<decltype(A::value)>(x), 1};
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return {a.value + b.value, a.n + b.n};
  }
  /// Without a choice between two of the whole, of which g++ makes no vectors.
  template <class A, class T>
  FUSE_HD static void add_where(A& a, T const& x, bool take) {
    using V = decltype(A::value);
    a.value += cp::detail::select(take, static_cast<V>(x), V(0));
    a.n += take;
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return mean<To>::template finish<R>(a.value, a.n);
  }
};

/// The operation that stands for Op where elements are left out.
template <class Op>
struct selectable {
  using type = Op;
};
template <class To>
struct selectable<mean<To>> {
  using type = counted_mean<To>;
};

/// Op of the elements for which the last operand, the mask, is true.
template <class Base>
struct masked : selectable<Base>::type {
  using Op = typename selectable<Base>::type;
  static constexpr int unstretched = 1;
  static constexpr int cost = Op::cost + 2;
  template <class T, class>
  using result = typename Op::template result<T>;
  template <class T, class>
  using accumulator = typename Op::template accumulator<T>;
  template <class A, class T>
  FUSE_HD static void add(A& a, T const& x, bool take) {
    ops::add_where<Op>(a, x, take);
  }
};

/// Op of the elements that are not NaN. A variance of too few elements is NaN then (NumPy's nanvar; its var gives an
/// infinity).
template <class Base>
struct skip_nan : selectable<Base>::type {
  using Op = typename selectable<Base>::type;
  static constexpr char const* qualified_name = Op::nan_name;
  static constexpr int cost = Op::cost + 2;
  template <class A, class T>
  FUSE_HD static void add(A& a, T const& x) {
    ops::add_where<Op>(a, x, !scalar::isnan(x));
  }
  template <class A, class T>
  FUSE_HD static void add_where(A& a, T const& x, bool take) {
    ops::add_where<Op>(a, x, take & !scalar::isnan(x));
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t n) {
    if constexpr (requires { Op::needs_more_than; })
      if (a.n <= Op::needs_more_than) return static_cast<R>(typename dtype_traits<R>::real_type(__builtin_nanf("")));
    return Op::template finish<R>(a, n);
  }
};
template <class>
constexpr bool is_skip_nan = false;
template <class Base>
constexpr bool is_skip_nan<skip_nan<Base>> = true;
/// The same distances as about_mean's, and the number of the elements that they are of. `Base`: what leaves elements
/// out.
struct counted_distances {
  double sum, squares;
  std::int64_t n;
};
template <class Base, bool Wide>
struct about_counted_mean : Base {
  using about = about_mean<typename Base::Op, Wide>;
  template <class...>
  using accumulator = counted_distances;
  template <class A>
  FUSE_HD static A identity() {
    return {0, 0, 0};
  }
  template <class T, class U>
  FUSE_HD static void add(counted_distances& a, T const& x, bool take, U const& mean) {
    double const d = cp::detail::select(take, about::distance(x, mean), 0.0);
    a.sum += d;
    a.squares += d * d;
    a.n += take;
  }
  template <class T, class U>
  FUSE_HD static void add(counted_distances& a, T const& x, U const& mean) {
    add(a, x, !scalar::isnan(x), mean);
  }
  FUSE_HD static counted_distances combine(counted_distances const& a, counted_distances const& b) {
    return {a.sum + b.sum, a.squares + b.squares, a.n + b.n};
  }
  template <class R>
  FUSE_HD static R finish(counted_distances const& a, std::int64_t) {
    if constexpr (is_skip_nan<Base>)
      if (a.n <= Base::needs_more_than) return static_cast<R>(__builtin_nanf(""));
    return about::template finish<R>({a.sum, a.squares}, a.n);
  }
};

/// NaN where the dtype has one, otherwise what `Limit` is: neutral to an extreme that passes NaN over.
template <class Limit>
struct neutral_nan {
  static constexpr bool is_identity = false;
  template <class A>
  FUSE_HD static A value() {
    if constexpr (complex_floating<A>)
      return A(static_cast<typename A::value_type>(__builtin_nanf("")),
               static_cast<typename A::value_type>(__builtin_nanf("")));
    else if constexpr (floating<A>)
      return static_cast<A>(__builtin_nanf(""));
    else
      return Limit::template value<A>();
  }
};
struct nanmax : choosing_fold<ops::fmax, neutral_nan<neutral_lowest<>>> {
  static constexpr char const* qualified_name = "cp::nanmax";
};
struct nanmin : choosing_fold<ops::fmin, neutral_nan<neutral_highest>> {
  static constexpr char const* qualified_name = "cp::nanmin";
};
/// The place of an extreme of the elements that are not NaN.
template <class Op>
struct place_without_nan : Op {
  static constexpr char const* qualified_name = Op::nan_name;
  template <class T>
  FUSE_HD static void add(placed<T>& a, T const& x, std::int64_t i) {
    if (!scalar::isnan(x)) Op::add_some(a, x, i);
  }
  /// -1 where all are NaN.
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return a.index;
  }
  template <class T>
  FUSE_HD static bool loses(placed<T> const& a, T const& x) {
    return (static_cast<int>(scalar::isnan(x)) | static_cast<int>(Op::loses(a, x))) != 0;
  }
  /// NaN of two NaNs.
  template <class T>
  requires(!complex_floating<T>) FUSE_HD static T foremost(T const& x, T const& y) {
    if constexpr (std::is_same_v<Op, argmin>)
      return ops::fmin{}(x, y);
    else
      return ops::fmax{}(x, y);
  }
};
struct nanargmax : place_without_nan<argmax> {};
struct nanargmin : place_without_nan<argmin> {};

/// Op, which has no identity, with a value to begin with: its results may have no elements.
template <class Op>
struct started : Op {
  static constexpr bool has_identity = true;
};

}  // namespace cp::ops

namespace cp::program {

template <class Base, class Mean, class A, class T, class P, class... Mask>
struct counted_variance_in_two_passes {
  using type = fold<Base, A, T, P, Mask...>;
};
template <class Base, class Mean, class A, class T, class P, class... Mask>
requires(floating<typename type_of<P>::type>&& largest_of(program_facts<P>::most, program_facts<Mask>::most...) <
         shared_cost) struct counted_variance_in_two_passes<Base, Mean, A, T, P, Mask...> {
  using element = typename type_of<P>::type;
  using mean = fold<Mean, typename ops::counted_mean<void>::template accumulator<element>, element, P, Mask...>;
  using type = fold<ops::about_counted_mean<Base, sizeof(element) == 8>, ops::counted_distances, T, P, Mask..., mean>;
};
template <int Ddof, class To, class A, class T, class P, class M>
struct in_two_passes<fold<ops::masked<ops::var<Ddof, To>>, A, T, P, M>>
    : counted_variance_in_two_passes<ops::masked<ops::var<Ddof, To>>, ops::masked<ops::mean<void>>, A, T, P, M> {};
template <int Ddof, class To, class A, class T, class P, class M>
struct in_two_passes<fold<ops::masked<ops::deviation<Ddof, To>>, A, T, P, M>>
    : counted_variance_in_two_passes<ops::masked<ops::deviation<Ddof, To>>, ops::masked<ops::mean<void>>, A, T, P, M> {
};
template <int Ddof, class To, class A, class T, class P>
struct in_two_passes<fold<ops::skip_nan<ops::var<Ddof, To>>, A, T, P>>
    : counted_variance_in_two_passes<ops::skip_nan<ops::var<Ddof, To>>, ops::skip_nan<ops::mean<void>>, A, T, P> {};
template <int Ddof, class To, class A, class T, class P>
struct in_two_passes<fold<ops::skip_nan<ops::deviation<Ddof, To>>, A, T, P>>
    : counted_variance_in_two_passes<ops::skip_nan<ops::deviation<Ddof, To>>, ops::skip_nan<ops::mean<void>>, A, T, P> {
};

}  // namespace cp::program
