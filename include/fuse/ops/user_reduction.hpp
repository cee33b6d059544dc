// Reductions of the user's own: an identity, what an element contributes, how two parts become one, what comes out.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/expr/custom.hpp>
#include <fuse/expr/multiple.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

template <class F>
constexpr bool is_nvcc_lambda =
#if FUSE_NVCC && defined(__CUDACC_EXTENDED_LAMBDA__)
    __nv_is_extended_host_device_lambda_closure_type(F) || __nv_is_extended_device_lambda_closure_type(F);
#else
    false;
#endif

/// Calls function objects of type F, which capture nothing, where there is none: folds are types without state.
template <class F>
struct stateless {
#if FUSE_NVCC
  /// On the host nvcc replaces a lambda of CP_LAMBDA by a wrapper that cannot be made from nothing.
  static inline F const* kept = nullptr;
#endif
  /// Called before any kernel that calls F can be started.
  static void keep([[maybe_unused]] F const& f) {
#if FUSE_NVCC
    if constexpr (is_nvcc_lambda<F>) {
      static F const* const first = [](F const& g) {
        static F const copy(g);
        return kept = &copy;
      }(f);
      (void)first;
    }
#endif
  }
  /// f(x...).
  template <class... X>
  FUSE_HD static decltype(auto) call(X const&... x) {
#if defined(__CUDA_ARCH__)
    // A closure without captures has no bytes that its operator() looks at.
    alignas(F) unsigned char const nothing[sizeof(F)] = {};
    return (*reinterpret_cast<F const*>(nothing))(x...);
#else
#if FUSE_NVCC
    if constexpr (is_nvcc_lambda<F>)
      return runtime::call_user(*kept, x...);
    else
#endif
      return runtime::call_user(std::bit_cast<F>(static_cast<unsigned char>(0)), x...);
#endif
  }
};

/// Throws away what is no function object without captures, at compile time.
template <class F>
constexpr void check_stateless() {
  static_assert(std::is_class_v<F>,
                "cp::reduction takes function objects or lambdas (CP_LAMBDA(float x) { ... }), not function pointers");
  if constexpr (std::is_class_v<F> && !is_nvcc_lambda<F>)
    static_assert(std::is_empty_v<F> && std::is_trivially_copyable_v<F>,
                  "cp::reduction: a function of a reduction captures nothing; pass numbers as further inputs of map");
#if defined(__CUDA_ARCH__)
  // nvcc puts the place of a pointer in front of what a lambda of CP_LAMBDA captures.
  static_assert(std::is_empty_v<F> || (is_nvcc_lambda<F> && sizeof(F) == sizeof(void*)),
                "cp::reduction: a function of a reduction captures nothing; pass numbers as further inputs of map");
#endif
}

template <class I>
constexpr bool is_identity_function = false;
template <class I>
requires std::is_class_v<I>
constexpr bool is_identity_function<I> = std::is_invocable_v<I const&>;

template <class T>
constexpr bool is_std_tuple = false;
template <class... T>
constexpr bool is_std_tuple<std::tuple<T...>> = true;

}  // namespace detail

namespace ops {

/// What has been folded, if anything has.
template <class A>
struct begun {
  A value;
  bool any;
};

/// The result is what was folded.
struct as_it_is {
  template <class A>
  FUSE_HD A operator()(A const& a) const {
    return a;
  }
};

/// The fold of a user's functions. Its states begin with the value of a function, or, where that is not known while
/// compiling (`Identity` is void), empty.
template <class Identity, class Map, class Reduce>
struct user_fold {
  static constexpr char const* qualified_name = "cp::reduction";
  static constexpr int cost = 64;
  static constexpr bool of_users = true;
  static constexpr bool has_identity = true;
  template <class... T>
  using accumulator = std::remove_cvref_t<std::invoke_result_t<Map const&, T...>>;
  template <class... T>
  using result = accumulator<T...>;
  template <class A>
  FUSE_HD static A identity() {
    return static_cast<A>(detail::stateless<Identity>::call());
  }
  template <class A, class... T>
  FUSE_HD static A lift(T const&... x) {
    return detail::stateless<Map>::call(x...);
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return static_cast<A>(detail::stateless<Reduce>::call(a, b));
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return a;
  }
};
template <class Map, class Reduce>
struct user_fold<void, Map, Reduce> {
  static constexpr char const* qualified_name = "cp::reduction";
  static constexpr int cost = 64;
  static constexpr bool of_users = true;
  static constexpr bool has_identity = true;
  template <class... T>
  using accumulator = begun<std::remove_cvref_t<std::invoke_result_t<Map const&, T...>>>;
  template <class... T>
  using result = accumulator<T...>;
  template <class A>
  FUSE_HD static A identity() {
    return {};
  }
  template <class A, class... T>
  FUSE_HD static void add(A& a, T const&... x) {
    using value = decltype(A::value);
    value const one = detail::stateless<Map>::call(x...);
    a.value = a.any ? static_cast<value>(detail::stateless<Reduce>::call(a.value, one)) : one;
    a.any = true;
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    using value = decltype(A::value);
    if (!a.any) return b;
    if (!b.any) return a;
    return {static_cast<value>(detail::stateless<Reduce>::call(a.value, b.value)), true};
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t) {
    return a;
  }
};

/// What `Post` makes of a fold, or element number `Part` of the tuple that it makes.
template <class Reduce, class Post, int Part = -1>
struct user_result {
  static constexpr char const* qualified_name = "cp::reduction";
  static constexpr int cost = 64;
  static constexpr bool of_users = true;
  template <class A>
  FUSE_HD auto operator()(A const& a) const {
    if constexpr (Part < 0)
      return detail::stateless<Post>::call(a);
    else
      return std::get<static_cast<std::size_t>(Part)>(detail::stateless<Post>::call(a));
  }
  /// With the value that the reduction begins with.
  template <class A>
  FUSE_HD auto operator()(begun<A> const& a, A const& start) const {
    return (*this)(a.any ? static_cast<A>(detail::stateless<Reduce>::call(start, a.value)) : start);
  }
  template <class... A>
  using result = std::remove_cvref_t<std::invoke_result_t<user_result const&, A const&...>>;
};

}  // namespace ops

/// A reduction made of a user's functions: see cp::reduction.
template <class Identity, class Map, class Reduce, class Post>
class reduction_function {
 public:
  /// Beginning with a value, or with what a function returns: see cp::reduction.
  constexpr explicit reduction_function(Identity identity) : identity_(std::move(identity)) {}

  /// Reduces the inputs, which broadcast, along the axes of the options. Inputs are expressions and C++ numbers (but
  /// integers, which are axes); options come behind them: cp::axis<...> or one integer, cp::keepdims. Lazy, or, where
  /// `post` returns a std::tuple, a tuple of arrays, evaluated now by one kernel.
  ///
  /// throws   index_error, value_error for axes; shape_error where the inputs do not broadcast
  template <class... X>
  [[nodiscard]] auto operator()(X&&... x) const {
    constexpr std::size_t inputs = leading_inputs<X...>();
    static_assert(inputs > 0 && (expression<X> || ...),
                  "cp::reduction: the inputs come first (arrays, expressions and floating-point numbers), axes and "
                  "cp::keepdims behind them");
    return split(std::make_index_sequence<inputs>{}, std::make_index_sequence<sizeof...(X) - inputs>{},
                 std::forward_as_tuple(std::forward<X>(x)...));
  }

 private:
  static constexpr bool identity_function = detail::is_identity_function<Identity>;

  template <class... X>
  static constexpr std::size_t leading_inputs() {
    std::size_t n = 0;
    bool still = true;
    ((still = still && (expression<X> || (scalar_operand<X> && !std::is_integral_v<std::remove_cvref_t<X>>)),
      n += still),
     ...);
    return n;
  }
  template <std::size_t... I, std::size_t... O, class Given>
  auto split(std::index_sequence<I...>, std::index_sequence<O...>, Given given) const {
    return make(expr::make_arguments(expr::as_node(std::get<I>(std::move(given)))...),
                std::get<sizeof...(I) + O>(given)...);
  }

  template <class... Node, class... Option>
  auto make(expr::arguments<Node...> inputs, Option const&... option) const {
    static_assert(std::is_invocable_v<Map const&, typename Node::value_type...>,
                  "cp::reduction: map cannot be called with the inputs' element types");
    using A = std::remove_cvref_t<std::invoke_result_t<Map const&, typename Node::value_type...>>;
    static_assert(!std::is_void_v<A>, "cp::reduction: map must return a value");
    static_assert(std::is_trivially_copyable_v<A> && std::is_default_constructible_v<A>,
                  "cp::reduction: what map returns is kept in registers and memory of the device, so it must be "
                  "trivially copyable and default constructible");
    static_assert(std::is_invocable_v<Reduce const&, A, A>,
                  "cp::reduction: reduce cannot be called with two values that map returned");
    static_assert(std::is_convertible_v<std::invoke_result_t<Reduce const&, A, A>, A>,
                  "cp::reduction: reduce must return what map returns");
    static_assert(std::is_invocable_v<Post const&, A>,
                  "cp::reduction: post cannot be called with the value that reduce returns");
    using op = ops::user_fold<std::conditional_t<identity_function, Identity, void>, Map, Reduce>;
    using options =
        detail::reduction_options<expr::max_of(Node::rank...), detail::plain_options, std::remove_cvref_t<Option>...>;
    expr::reduce<op, options::axes, options::keep, Node...> folded(std::move(inputs),
                                                                   options::mask(op::qualified_name, option...));
    if constexpr (identity_function) {
      static_assert(std::is_convertible_v<std::invoke_result_t<Identity const&>, A>,
                    "cp::reduction: the identity must convert to what map returns");
      return finished<A>(std::move(folded));
    } else {
      static_assert(
          std::is_same_v<Identity, A> || (number<Identity> && number<A> && std::is_convertible_v<Identity, A>),
          "cp::reduction: the identity must have the type that map returns (numbers convert)");
      return finished<A>(std::move(folded), expr::constant<A, false>(begin_with<A>()));
    }
  }
  template <class A>
  A begin_with() const {
    if constexpr (std::is_same_v<A, Identity>)
      return identity_;
    else
      return detail::convert_scalar<A>(identity_);
  }

  /// What comes out of the fold, as one expression or as several arrays.
  template <class A, class Folded, class... Start>
  auto finished(Folded folded, Start... start) const {
    using result = std::remove_cvref_t<std::invoke_result_t<Post const&, A>>;
    static_assert(!std::is_void_v<result>, "cp::reduction: post must return a value");
    if constexpr (detail::is_std_tuple<result>) {
      return outputs(std::make_integer_sequence<int, int(std::tuple_size_v<result>)>{}, folded, start...);
    } else if constexpr (sizeof...(Start) == 0 && std::is_same_v<Post, ops::as_it_is>) {
      return folded;
    } else {
      static_assert(std::is_trivially_copyable_v<result>,
                    "cp::reduction: what post returns becomes an element of an array, so it must be trivially "
                    "copyable (a std::tuple becomes several arrays)");
      return expr::map<ops::user_result<Reduce, Post>, Folded, Start...>(
          expr::make_arguments(std::move(folded), start...));
    }
  }
  template <int... Part, class Folded, class... Start>
  auto outputs(std::integer_sequence<int, Part...>, Folded const& folded, Start const&... start) const {
    using whole = expr::placeholder<0, typename Folded::value_type, Folded::rank, false>;
    auto const evaluated = [](auto const&... output) {
      auto const targets = std::make_tuple(detail::target_of(output)...);
      detail::evaluate_outputs(targets, output...);
      return targets;
    };
    return evaluated(detail::make_let(
        expr::map<ops::user_result<Reduce, Post, Part>, whole, Start...>(expr::make_arguments(whole{}, start...)),
        nullptr, folded)...);
  }

  Identity identity_;
};

/// A reduction of the user's own (CuPy's ReductionKernel): `map` takes one value of each input, `reduce` merges two of
/// what map returns, `post` makes the result of what is left. It fuses with what feeds it and with what is computed
/// from it, as cp::sum does.
///
/// identity the value that each result begins with, which joins it once; or a function without parameters that returns
///          a neutral value of `reduce`, `CP_LAMBDA() { return 0.0f; }`: since that is known while compiling, threads
///          begin with it instead of asking of each element whether it is the first. A result of no elements is
///          post(identity)
/// map      returns any trivially copyable type, a struct of several numbers too. Functions capture nothing: numbers
///          are passed as further inputs
/// reduce   associative and commutative: elements are merged in a fixed order that is not theirs, with the same bits in
///          every run
/// post     may be left out; one that returns a struct makes elements of that type, a std::tuple several arrays
/// numpy    cupy.ReductionKernel
/// example  cp::reduction(0.0f, CP_LAMBDA(float x) { return x * x; }, CP_LAMBDA(float a, float b) { return a + b; })
template <class Identity, class Map, class Reduce, class Post = ops::as_it_is>
[[nodiscard]] auto reduction(Identity identity, Map const& map, Reduce const& reduce, Post const& post = {}) {
  detail::check_stateless<Map>();
  detail::check_stateless<Reduce>();
  detail::check_stateless<Post>();
  detail::stateless<Map>::keep(map);
  detail::stateless<Reduce>::keep(reduce);
  detail::stateless<Post>::keep(post);
  if constexpr (detail::is_identity_function<Identity>) {
    detail::check_stateless<Identity>();
    detail::stateless<Identity>::keep(identity);
  }
  return reduction_function<Identity, Map, Reduce, Post>(std::move(identity));
}

}  // namespace cp
