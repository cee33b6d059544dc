// Products with a vector added to their rows and an activation function applied: one call of a library that can do
// that, else a product and one pass over it.
#pragma once

#include <fuse/ops/activations.hpp>
#include <fuse/ops/product_nodes.hpp>
#include <type_traits>

namespace cp::ops {

/// No vector is added.
struct no_bias {
  static constexpr bool is = false;
};

/// A product times a number, of matrices or more.
template <class P>
requires(scaled_product<P>::is&& P::rank >= 2) struct product_epilogue<P> {
  static constexpr bool is = false;  // by itself it is absorbed without this
  static constexpr bool fits(P const&) { return true; }
  static constexpr auto then = cp::library::finish::function::none;
  static constexpr bool takes_function = true;
  static P const& product(P const& e) { return e; }
  static no_bias bias(P const&) { return {}; }
  template <class Array>
  static Array const& over(P const&, Array const& x) {
    return x;
  }
};

/// A vector added to a product.
template <class Sum>
struct biased_product {
  static constexpr bool is = true;
  static constexpr bool fits(Sum const&) { return true; }
  static constexpr auto then = cp::library::finish::function::none;
  static constexpr bool takes_function = true;
};
template <class P, class T, class Space>
requires(scaled_product<P>::is&& P::rank >= 2) struct product_epilogue<expr::map<add, P, ndarray<T, 1, Space>>>
    : biased_product<expr::map<add, P, ndarray<T, 1, Space>>> {
  using sum = expr::map<add, P, ndarray<T, 1, Space>>;
  static P const& product(sum const& e) { return e.args.a; }
  static ndarray<T, 1, Space> const& bias(sum const& e) { return e.args.b; }
  template <class Array>
  static auto over(sum const& e, Array const& x) {
    return expr::map<add, Array, ndarray<T, 1, Space>>(expr::make_arguments(x, e.args.b));
  }
};
template <class P, class T, class Space>
requires(scaled_product<P>::is&& P::rank >= 2) struct product_epilogue<expr::map<add, ndarray<T, 1, Space>, P>>
    : biased_product<expr::map<add, ndarray<T, 1, Space>, P>> {
  using sum = expr::map<add, ndarray<T, 1, Space>, P>;
  static P const& product(sum const& e) { return e.args.b; }
  static ndarray<T, 1, Space> const& bias(sum const& e) { return e.args.a; }
  template <class Array>
  static auto over(sum const& e, Array const& x) {
    return expr::map<add, ndarray<T, 1, Space>, Array>(expr::make_arguments(e.args.a, x));
  }
};

/// What can be inside a function.
template <class X>
constexpr bool takes_function = requires {
  requires product_epilogue<X>::takes_function;
};

/// A function of it.
template <class Op, class X, cp::library::finish::function Then>
struct function_of_product {
  using node = expr::map<Op, X>;
  static constexpr bool is = true;
  static constexpr bool fits(node const&) { return true; }
  static constexpr auto then = Then;
  static auto const& product(node const& e) { return product_epilogue<X>::product(e.args.a); }
  static decltype(auto) bias(node const& e) { return product_epilogue<X>::bias(e.args.a); }
  template <class Array>
  static auto over(node const& e, Array const& x) {
    auto inner = product_epilogue<X>::over(e.args.a, x);
    return expr::map<Op, decltype(inner)>(expr::make_arguments(std::move(inner)));
  }
};
template <class X>
requires takes_function<X>
struct product_epilogue<expr::map<relu, X>> : function_of_product<relu, X, cp::library::finish::function::relu> {
};
template <class X>
requires takes_function<X>
struct product_epilogue<expr::map<gelu_tanh, X>>
    : function_of_product<gelu_tanh, X, cp::library::finish::function::gelu_tanh> {
};

/// maximum(x, 0) and maximum(0, x) are relu(x). `At`: where x is.
template <class X, class T, bool Weak, int At>
struct maximum_of_product {
  using number = expr::constant<T, Weak>;
  using node = std::conditional_t<At == 0, expr::map<maximum, X, number>, expr::map<maximum, number, X>>;
  static constexpr bool is = true;
  static bool fits(node const& e) { return expr::get<1 - At>(e.args).value == T{}; }
  static constexpr auto then = cp::library::finish::function::relu;
  static auto const& product(node const& e) { return product_epilogue<X>::product(expr::get<At>(e.args)); }
  static decltype(auto) bias(node const& e) { return product_epilogue<X>::bias(expr::get<At>(e.args)); }
  template <class Array>
  static auto over(node const& e, Array const& x) {
    auto inner = product_epilogue<X>::over(expr::get<At>(e.args), x);
    using inside = decltype(inner);
    if constexpr (At == 0)
      return expr::map<maximum, inside, number>(expr::make_arguments(std::move(inner), e.args.b));
    else
      return expr::map<maximum, number, inside>(expr::make_arguments(e.args.a, std::move(inner)));
  }
};
template <class X, class T, bool Weak>
requires takes_function<X>
struct product_epilogue<expr::map<maximum, X, expr::constant<T, Weak>>> : maximum_of_product<X, T, Weak, 0> {
};
template <class X, class T, bool Weak>
requires takes_function<X>
struct product_epilogue<expr::map<maximum, expr::constant<T, Weak>, X>> : maximum_of_product<X, T, Weak, 1> {
};

/// Takes a vector that lies as a library takes it into `last`; whether it does. It may not share memory with the
/// result.
template <class T, int Rank, class Space>
bool take_bias(ndarray<T, 1, Space> const& bias, ndarray<T, Rank, Space> const& to, cp::library::finish& last) {
  cp::detail::note_use_here(bias);
  if (bias.shape(0) != to.shape(Rank - 1) || bias.strides()[0] != 1) return false;
  last.bias = bias.data();
  last.length = bias.shape(0);
  return true;
}
template <class T, int Rank, class Space>
bool take_bias(no_bias, ndarray<T, Rank, Space> const&, cp::library::finish&) {
  return true;
}

template <class E, class T, int Rank, class Space>
requires(product_epilogue<E>::is) bool store_with_epilogue(E const& e, ndarray<T, Rank, Space> const& to) {
  using form = product_epilogue<E>;
  auto const& p = form::product(e);
  using scaled = scaled_product<std::remove_cvref_t<decltype(p)>>;
  using dtype = typename std::remove_cvref_t<decltype(p)>::value_type;
  if constexpr (!std::is_same_v<dtype, T> || E::rank != Rank || std::remove_cvref_t<decltype(p)>::rank != Rank ||
                boolean<T> || complex_floating<T>) {
    return false;
  } else {
    T const alpha = scaled::factor(p);
    if (!form::fits(e) || alpha == T{} || !expr::is_shape(expr::shape_of(p), to.shape())) return false;
    // The product is stored before the vector is read.
    auto const& bias = form::bias(e);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(bias)>, no_bias>)
      if (runtime::may_share(bias.memory().get(), to.memory().get())) return false;
    if (to.size() == 0) return true;
    cp::library::finish last;
    last.then = form::then;
    bool const lies = take_bias(bias, to, last) && to.strides()[Rank - 1] == 1;
    if (!lies) last = {};
    auto const& product = scaled::product(p);
    bool const done = product.with.update(to, product.args.a, product.args.b, cp::library::coefficient::of(alpha),
                                          cp::library::coefficient(), last);
    if (done && lies) return true;
    auto const rest = form::over(e, to);
    expr::run_kernel<Space>(expr::refer(rest), to);
    return true;
  }
}

}  // namespace cp::ops

namespace cp::expr {

/// Functions of products, with or without a vector.
template <class E>
requires(ops::product_epilogue<E>::is) struct absorption<E> {
  static constexpr bool is = true;
  template <class T, int Rank, class Space>
  static bool store(E const& e, ndarray<T, Rank, Space> const& to) {
    return ops::store_with_epilogue(e, to);
  }
  static std::string plan(E const&) { return "a library computes the product and what follows it, where it can\n"; }
};

}  // namespace cp::expr
