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
  if constexpr (requires { Op::add(a, x); }) {
    if (take) Op::add(a, x);
  } else {
    a = Op::combine(a, take ? Op::template lift<A>(x) : Op::template identity<A>());
  }
}

/// A sum and the number of its elements.
template <class A>
struct counted {
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
    add_where<Op>(a, x, take);
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
    add_where<Op>(a, x, !scalar::isnan(x));
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t n) {
    if constexpr (requires { Op::needs_more_than; })
      if (a.n <= Op::needs_more_than) return static_cast<R>(typename dtype_traits<R>::real_type(__builtin_nanf("")));
    return Op::template finish<R>(a, n);
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
    if (!scalar::isnan(x)) Op::add(a, x, i);
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
