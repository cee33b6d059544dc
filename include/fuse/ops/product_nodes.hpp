// Products of two operands by labels as a node that BLAS evaluates, and what BLAS takes of the expression around it.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/run_library.hpp>
#include <fuse/library/labels.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <string>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// An operand of a library's product: an array, of which complex numbers may be conjugated on the way.
template <class Array>
struct taken {
  Array array;
  bool conjugate;
};

/// An operand as an array of T in Space: itself, or evaluated into one by a kernel.
template <class T, class Space, class E>
auto take_operand(E const& e, char const* where) {
  if constexpr (std::is_same_v<E, ndarray<T, E::rank, Space>>) {
    return taken<E>{e, false};
  } else {
    auto made = make_array<T, E::rank, Space>(expr::shape_of(e), where);
    runtime::count_temporary();
    assign_elements(made, expr::cast_to<T>(e));
    return taken<decltype(made)>{std::move(made), false};
  }
}
template <class T, class Space, class X>
auto take_operand(expr::map<ops::conjugate, X> const& e, char const* where) {
  auto inner = take_operand<T, Space>(e.args.a, where);
  if constexpr (complex_floating<typename X::value_type>) inner.conjugate = !inner.conjugate;
  return inner;
}

template <class T, int Rank, class Space>
cp::library::labelled with_labels(ndarray<T, Rank, Space> const& a, int const* label, bool conjugate = false) {
  note_use_here(a);
  return {Rank, label, a.shape().value, a.strides().value, a.data(), conjugate};
}

}  // namespace detail

namespace ops {

/// The product of two operands whose axes meet by labels. `Labels` has `name`, `how` (which axes of extent 1 stretch),
/// `rank` (of the result), and the labels `a`, `b` and `c`.
template <class T, class Labels>
struct labelled_product {
  using value_type = T;
  using labels = Labels;
  static constexpr int rank = Labels::rank;
  static constexpr char const* qualified_name = Labels::name;

  template <int RankA, int RankB>
  index_array<rank> shape(index_array<RankA> const& a, index_array<RankB> const& b) const {
    cp::library::labelled const x[] = {{RankA, Labels::list.a, a.value}, {RankB, Labels::list.b, b.value}};
    index_array<rank> c;
    cp::library::shape_by_labels(qualified_name, Labels::how, x, 2, Labels::list.c, rank, c.value);
    return c;
  }
  template <class Space, class A, class B>
  void run(ndarray<T, rank, Space> const& to, A const& a, B const& b) const {
    update(to, a, b, cp::library::coefficient(1), cp::library::coefficient());
  }
  /// to = alpha * product + beta * to, then `last`; false if that is left to be done.
  template <class Space, class A, class B>
  bool update(ndarray<T, rank, Space> const& to, A const& a, B const& b, cp::library::coefficient const& alpha,
              cp::library::coefficient const& beta, cp::library::finish const& last = {}) const {
    return update_by(to, cp::detail::take_operand<T, Space>(a, qualified_name),
                     cp::detail::take_operand<T, Space>(b, qualified_name), alpha, beta, last);
  }
  /// The same of operands that are arrays already (cp::detail::take_operand).
  template <class Space, class X, class Y>
  bool update_by(ndarray<T, rank, Space> const& to, X const& x, Y const& y, cp::library::coefficient const& alpha,
                 cp::library::coefficient const& beta, cp::library::finish const& last = {}) const {
    return cp::library::contract_labelled(dtype_traits<T>::id, Space::kind,
                                          cp::detail::with_labels(x.array, Labels::list.a, x.conjugate),
                                          cp::detail::with_labels(y.array, Labels::list.b, y.conjugate),
                                          cp::detail::with_labels(to, Labels::list.c), alpha, beta, last);
  }
};

/// Whether an expression is a product, its negative, or one of them times one number, and which. (Two numbers could
/// overflow where the product with one does not.)
template <class E>
struct scaled_product {
  static constexpr bool is = false, has_number = false;
};
template <class T, class Labels, class A, class B>
struct scaled_product<expr::library<labelled_product<T, Labels>, A, B>> {
  static constexpr bool is = !boolean<T>, has_number = false;
  static auto const& product(expr::library<labelled_product<T, Labels>, A, B> const& e) { return e; }
  static T factor(expr::library<labelled_product<T, Labels>, A, B> const&) { return static_cast<T>(1); }
};
template <class X>
requires scaled_product<X>::is struct scaled_product<expr::map<negative, X>> {
  static constexpr bool is = true, has_number = scaled_product<X>::has_number;
  static auto const& product(expr::map<negative, X> const& e) { return scaled_product<X>::product(e.args.a); }
  static auto factor(expr::map<negative, X> const& e) { return negative{}(scaled_product<X>::factor(e.args.a)); }
};
template <class T, bool Weak, class X>
requires(scaled_product<X>::is &&
         !scaled_product<X>::has_number) struct scaled_product<expr::map<multiply, expr::constant<T, Weak>, X>> {
  using node = expr::map<multiply, expr::constant<T, Weak>, X>;
  static constexpr bool is = true, has_number = true;
  static auto const& product(node const& e) { return scaled_product<X>::product(e.args.b); }
  static auto factor(node const& e) { return multiply{}(e.args.a.value, scaled_product<X>::factor(e.args.b)); }
};
template <class T, bool Weak, class X>
requires(scaled_product<X>::is &&
         !scaled_product<X>::has_number) struct scaled_product<expr::map<multiply, X, expr::constant<T, Weak>>> {
  using node = expr::map<multiply, X, expr::constant<T, Weak>>;
  static constexpr bool is = true, has_number = true;
  static auto const& product(node const& e) { return scaled_product<X>::product(e.args.a); }
  static auto factor(node const& e) { return multiply{}(scaled_product<X>::factor(e.args.a), e.args.b.value); }
};

/// Whether an expression is a product with a vector added to its rows, a function of one, or both; see
/// ops/product_epilogues.hpp.
template <class E>
struct product_epilogue {
  static constexpr bool is = false;
};
template <class E, class T, int Rank, class Space>
requires(product_epilogue<E>::is) bool store_with_epilogue(E const& e, ndarray<T, Rank, Space> const& to);

/// Whether an expression is the array `to` times a number, which then is `beta`.
template <class T, class E, class Array>
bool is_multiple(E const&, Array const&, T&) {
  return false;
}
template <class T, int Rank, class Space>
bool is_multiple(ndarray<T, Rank, Space> const& x, ndarray<T, Rank, Space> const& to, T& beta) {
  beta = static_cast<T>(1);
  return x.data() == to.data() && x.shape() == to.shape() && x.strides() == to.strides();
}
template <class T, int Rank, class Space>
bool is_multiple(expr::map<negative, ndarray<T, Rank, Space>> const& e, ndarray<T, Rank, Space> const& to, T& beta) {
  bool const is = is_multiple(e.args.a, to, beta);
  beta = negative{}(beta);
  return is;
}
template <class T, bool Weak, int Rank, class Space>
bool is_multiple(expr::map<multiply, expr::constant<T, Weak>, ndarray<T, Rank, Space>> const& e,
                 ndarray<T, Rank, Space> const& to, T& beta) {
  bool const is = is_multiple(e.args.b, to, beta);
  beta = e.args.a.value;
  return is;
}
template <class T, bool Weak, int Rank, class Space>
bool is_multiple(expr::map<multiply, ndarray<T, Rank, Space>, expr::constant<T, Weak>> const& e,
                 ndarray<T, Rank, Space> const& to, T& beta) {
  bool const is = is_multiple(e.args.a, to, beta);
  beta = e.args.b.value;
  return is;
}

/// to = sign_p * p + sign_d * d, where p is a product times a number: BLAS adds it to d, which is in `to` already, or
/// is stored there first.
template <class P, class D, class T, int Rank, class Space>
bool add_product(P const& p, int sign_p, D const& d, int sign_d, ndarray<T, Rank, Space> const& to) {
  using scaled = scaled_product<P>;
  if constexpr (!std::is_same_v<typename P::value_type, T> || P::rank != Rank) {
    return false;
  } else {
    if (!expr::is_shape(expr::shape_of(p), to.shape())) return false;
    if (expr::has_reductions<D> && !expr::is_shape(expr::shape_of(d), to.shape())) return false;
    T alpha = scaled::factor(p), beta{};
    if (sign_p < 0) alpha = negative{}(alpha);
    bool const multiple = is_multiple(d, to, beta);
    // BLAS does not look at what it multiplies by 0, of which NaN stays NaN.
    if (alpha == T{} || (multiple && beta == T{})) return false;
    auto const& product = scaled::product(p);
    using op = std::remove_cvref_t<decltype(product.with)>;
    auto const x = cp::detail::take_operand<T, Space>(product.args.a, op::qualified_name);
    auto const y = cp::detail::take_operand<T, Space>(product.args.b, op::qualified_name);
    if (multiple) {
      if (sign_d < 0) beta = negative{}(beta);
    } else {
      beta = static_cast<T>(1);
      if constexpr (std::is_same_v<T, typename D::value_type>) {
        if (sign_d < 0) {
          auto const turned = cp::negative(d);
          expr::run_kernel<Space>(expr::refer(turned), to);
        } else {
          expr::run_kernel<Space>(expr::refer(d), to);
        }
      } else {
        return false;
      }
    }
    if (to.size() > 0)
      product.with.update_by(to, x, y, cp::library::coefficient::of(alpha), cp::library::coefficient::of(beta));
    return true;
  }
}

}  // namespace ops

namespace expr {

/// `2 * dot(a, b)` and `-dot(a, b)`.
template <class E>
requires(!is_stage<E> && ops::scaled_product<E>::is) struct absorption<E> {
  static constexpr bool is = true;
  template <class T, int Rank, class Space>
  static bool store(E const& e, ndarray<T, Rank, Space> const& to) {
    if constexpr (std::is_same_v<typename E::value_type, T> && E::rank == Rank) {
      auto const& product = ops::scaled_product<E>::product(e);
      T const alpha = ops::scaled_product<E>::factor(e);
      if (alpha == T{}) return false;
      if (to.size() > 0)
        product.with.update(to, product.args.a, product.args.b, cp::library::coefficient::of(alpha),
                            cp::library::coefficient());
      return true;
    } else {
      return false;
    }
  }
  static std::string plan(E const&) { return "a library computes the product and its factor\n"; }
};
/// `dot(a, b) + c`, `2 * c - dot(a, b)` and their like.
template <class Op, class X, class Y>
requires(ops::scaled_product<X>::is || ops::scaled_product<Y>::is) struct absorbed_sum {
  using node = map<Op, X, Y>;
  static constexpr bool is = true;
  template <class T, int Rank, class Space>
  static bool store(node const& e, ndarray<T, Rank, Space> const& to) {
    constexpr int sign = std::is_same_v<Op, ops::subtract> ? -1 : 1;
    if constexpr (ops::product_epilogue<node>::is)
      if (ops::store_with_epilogue(e, to)) return true;
    if constexpr (ops::scaled_product<Y>::is)
      return ops::add_product(e.args.b, sign, e.args.a, 1, to);
    else
      return ops::add_product(e.args.a, 1, e.args.b, sign, to);
  }
  static std::string plan(node const&) {
    if constexpr (ops::product_epilogue<node>::is)
      return "a library computes the product and what follows it, where it can\n";
    return "a library adds the product to the other operand, which a kernel copies to the result if it is not there\n";
  }
};
template <class X, class Y>
requires(ops::scaled_product<X>::is || ops::scaled_product<Y>::is) struct absorption<map<ops::add, X, Y>>
    : absorbed_sum<ops::add, X, Y> {
};
template <class X, class Y>
requires(ops::scaled_product<X>::is || ops::scaled_product<Y>::is) struct absorption<map<ops::subtract, X, Y>>
    : absorbed_sum<ops::subtract, X, Y> {
};

}  // namespace expr

}  // namespace cp
