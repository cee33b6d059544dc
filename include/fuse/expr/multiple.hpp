// Several expressions of one shape as one kernel with several outputs. (Long: the outputs of traced functions, of one
// shape or of several, are stored by the same.)
#pragma once

#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/none.hpp>
#include <fuse/expr/output_groups.hpp>
#include <fuse/expr/trace.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

/// An expression together with the array that cp::evaluate writes it into.
template <class Array, class E>
struct assignment {
  /// Where the values go.
  Array to;
  /// What is evaluated.
  E from;
};

/// As an argument of cp::evaluate: writes `e` into the data that `view` shows instead of making a new array.
template <array_type A, expression E>
[[nodiscard]] auto into(A const& view, E const& e) {
  return assignment<A, E>{view, e};
}

namespace detail {

template <class T>
constexpr bool is_assignment = false;
template <class A, class E>
constexpr bool is_assignment<assignment<A, E>> = true;

/// Where an argument of evaluate goes: a view that exists, or a new array of the expression's shape.
template <class A, class E>
auto const& source_of(assignment<A, E> const& a) {
  return a.from;
}
template <expression E>
auto const& source_of(E const& e) {
  return e;
}
template <class A, class E>
A target_of(assignment<A, E> const& a) {
  using T = typename A::value_type;
  static_assert(E::rank <= A::rank, "cp::into: an expression of higher rank cannot be written to this array");
  check_assignable<T, E>();
  auto const shape = expr::shape_of(a.from);
  (void)broadcast_strides<A::rank>(shape, shape, a.to.shape(), "cp::into");
  expr::check_writable(a.to, "cp::into");
  return a.to;
}
template <expression E>
array_of<E> target_of(E const& e) {
  return make_array<typename E::value_type, E::rank, space_of<E>>(expr::shape_of(e), "cp::evaluate");
}

template <class First, class... More>
void check_same_shape(First const& first, More const&... more) {
  [[maybe_unused]] auto const check = [&](auto const& x) {
    if (!(x.shape() == first.shape()))
      throw_shape("cp::evaluate", "the expressions must have one shape, these have", first.shape().value, First::rank,
                  x.shape().value, First::rank);
  };
  (check(more), ...);
}

template <class Targets>
constexpr bool one_rank = false;
template <class First, class... More>
constexpr bool one_rank<std::tuple<First, More...> const> = ((First::rank == More::rank) && ...);
template <class Targets>
constexpr bool one_space = false;
template <class First, class... More>
constexpr bool one_space<std::tuple<First, More...> const> =
    (std::is_same_v<typename First::space, typename More::space> && ...);

/// Whether any expression reads what another (or its own) target overwrites, or two targets overlap.
template <class... Target, class... Source>
bool any_needs_temporary(std::tuple<Target...> const& targets, Source const&... source) {
  return std::apply(
      [&](auto const&... t) {
        bool needed = false;
        auto const against = [&](auto const& target) {
          ((needed = needed || expr::reads_of(target, source).conflict()), ...);
        };
        (against(t), ...);
        return needed;
      },
      targets);
}

template <class... Target>
void check_apart(Target const&... t) {
  auto const pair = [](auto const& a, auto const& b) {
    if (runtime::may_share(a.memory().get(), b.memory().get()) && a.size() > 0 &&
        expr::may_overlap(a.data(), a.ndim(), a.shape().value, a.strides().value, a.itemsize(), b.data(), b.ndim(),
                          b.shape().value, b.strides().value, b.itemsize()))
      throw value_error("cp::evaluate: two outputs share memory");
  };
  int i = 0;
  auto const row = [&](auto const& a) {
    int j = 0;
    ((j++ > i ? pair(a, t) : void()), ...);
    ++i;
  };
  (row(t), ...);
}

/// The shape of the temporaries of a kernel: the targets', or, where that is not what reductions give, what the first
/// expression with reductions has. Throws shape_error where an expression does not fit it.
template <int Rank, class Target, class... E>
index_array<Rank> temporary_shape(bool stretched, Target const& target, E const&... e) {
  index_array<Rank> shape;
  bool known = false;
  if constexpr (Target::rank == Rank)
    if (!stretched) shape = target.shape(), known = true;
  [[maybe_unused]] auto const take = [&](auto const& x) {
    if constexpr (expr::has_reductions<std::remove_cvref_t<decltype(x)>>)
      if (!known) shape = expr::shape_of(x), known = true;
  };
  (take(e), ...);
  auto const check = [&](auto const& x) {
    auto const own = expr::shape_of(x);
    bool const fits = !expr::has_reductions<std::remove_cvref_t<decltype(x)>> || expr::is_shape(own, shape);
    if (!fits)
      throw_shape("cp::evaluate", "the expressions must have one shape, these have", shape.value, Rank, own.value,
                  own.size());
    (void)broadcast_strides<Rank>(own, own, shape, "cp::evaluate");
  };
  (check(e), ...);
  return shape;
}

/// Runs the kernel of the roots, which compute e..., into the targets.
template <class Space, class... T, int Rank, class Roots, class... E>
void run_all(std::tuple<ndarray<T, Rank, Space>...> const& targets, Roots const& roots, E const&... e) {
  std::apply(
      [&](auto const&... t) {
        check_same_shape(t...);
        check_apart(t...);
        bool stretched = false;  // a kernel of reductions stores what it computes once
        ((stretched = stretched || (expr::has_reductions<E> && !expr::is_shape(expr::shape_of(e), t.shape()))), ...);
        if (stretched || any_needs_temporary(targets, e...)) {
          constexpr bool reduces = (expr::has_reductions<E> || ...);
          constexpr int rank = reduces ? [](int first, auto...) { return first; }(E::rank...) : Rank;
          static_assert(((!reduces || E::rank == rank) && ...),
                        "cp::evaluate: expressions with reductions must have one rank to become one kernel");
          auto const shape = temporary_shape<rank>(stretched, std::get<0>(targets), e...);
          auto const temporaries = std::make_tuple(make_array<T, rank, Space>(shape, "cp::evaluate")...);
          std::apply(
              [&](auto const&... temporary) {
                ((static_cast<void>(temporary), runtime::count_temporary()), ...);
                expr::run_kernel<Space>(roots, temporary...);
                expr::run_kernel<Space>(expr::refer(temporary...), t...);
              },
              temporaries);
        } else {
          expr::run_kernel<Space>(roots, t...);
        }
      },
      targets);
}

template <class... E>
auto evaluate_all(E const&... e) {
  auto const targets = std::make_tuple(target_of(e)...);
  static_assert(one_rank<decltype(targets)>,
                "cp::evaluate: the expressions must have one rank (one shape) to become one kernel");
  static_assert(one_space<decltype(targets)>,
                "cp::evaluate: arrays of host_space and cuda_space cannot be written by one kernel; copy one with "
                "to<Space>() first");
  run_all(targets, expr::refer(source_of(e)...), source_of(e)...);
  return targets;
}

template <class First, class... More>
bool have_one_shape(First const& first, More const&... more) {
  return ((more.shape() == first.shape()) && ...);
}
/// Runs `f(targets, outputs...)` for all of them, or, where their shapes turn out to differ, for one after the other.
template <class F, class... T, class... E>
void each_or_all(F const& f, std::tuple<T...> const& targets, E const&... output) {
  if constexpr (sizeof...(E) > 1 && (expr::has_late_axes<E> || ...)) {
    if (!std::apply([](auto const&... t) { return have_one_shape(t...); }, targets))
      return std::apply([&](auto const&... t) { (f(std::tuple<T>(t), output), ...); }, targets);
  }
  f(targets, output...);
}

/// The outputs of one traced call, which have one shape, into targets.
template <class... Array, class... Tree, class... A>
void evaluate_as_one(std::tuple<Array...> const& targets, expr::let<Tree, A...> const&... output) {
  static_assert(one_rank<std::tuple<Array...> const>, "cp::fuse: the outputs of a kernel have one rank");
  static_assert(one_space<std::tuple<Array...> const>,
                "cp::fuse: arrays of host_space and cuda_space cannot be written by one kernel");
  each_or_all(
      []<class... Own>(auto const& to, expr::let<Own, A...> const&... e) {
        run_all(to, expr::traced_outputs<expr::arguments<A...>, Own...>{expr::refer(e...)}, e...);
      },
      targets, output...);
}

template <bool Taken, class T>
auto if_taken(T const& x) {
  if constexpr (Taken)
    return std::tuple<T const&>(x);
  else
    return std::tuple<>();
}
template <bool Taken, class E, class T>
auto if_made(E const& output, T const& target) {
  if constexpr (Taken)
    return std::make_tuple(std::pair(expr::whole(output), target));
  else
    return std::tuple<>();
}
template <class... T, class... E>
void evaluate_group(std::tuple<T const&...> const& targets, std::tuple<E const&...> const& outputs) {
  std::apply([&](auto const&... e) { evaluate_as_one(std::tuple<T...>(targets), e...); }, outputs);
}
template <class... T, class... E>
void evaluate_rest(std::tuple<T...> const& targets, E const&... e) {
  each_or_all([](auto const& to, auto const&... own) { run_all(to, expr::refer(own...), own...); }, targets, e...);
}
/// The same where what they fold may have other groups' outputs in it, of which some are there: those are read.
template <class... T, class... E, class There>
void evaluate_group(std::tuple<T const&...> const& targets, std::tuple<E const&...> const& outputs,
                    There const& there) {
  std::apply(
      [&](auto const&... e) {
        evaluate_rest(std::tuple<T...>(targets), expr::with_made<std::tuple_size_v<There>>(expr::whole(e), there)...);
      },
      outputs);
}
/// Those of the outputs that are like number G, where that is the first one and the group `Needs` others' outputs.
template <auto Groups, auto Within, bool Needs, int G, int... I, class Targets, class Outputs>
void evaluate_like(std::integer_sequence<int, I...>, Targets const& targets, Outputs const& outputs) {
  if constexpr (Groups.first[G] == G && Within.needs(Groups, G) == Needs) {
    auto const to = std::tuple_cat(if_taken<Groups.first[I] == G>(std::get<I>(targets))...);
    auto const group = std::tuple_cat(if_taken<Groups.first[I] == G>(std::get<I>(outputs))...);
    if constexpr (!Needs && !Within.arguments_fold)
      evaluate_group(to, group);
    else
      evaluate_group(
          to, group,
          std::tuple_cat(if_made<Within.is_there(Groups, I, G)>(std::get<I>(outputs), std::get<I>(targets))...));
  }
}
template <auto Groups, auto Within, bool Needs, int... I, class Targets, class Outputs>
void evaluate_each_group(std::integer_sequence<int, I...> all, Targets const& targets, Outputs const& outputs) {
  (evaluate_like<Groups, Within, Needs, I>(all, targets, outputs), ...);
}

/// The outputs of one traced call into targets: a kernel for each shape.
template <class... Array, class... E>
void evaluate_outputs(std::tuple<Array...> const& targets, E const&... output) {
  constexpr auto groups =
      groups_of(static_cast<std::tuple<Array...> const*>(nullptr), static_cast<E const*>(nullptr)...);
  if constexpr (groups.several) {
    constexpr auto within = expr::outputs_within<E...>();
    constexpr std::make_integer_sequence<int, int(sizeof...(E))> all{};
    evaluate_each_group<groups, within, false>(all, targets, std::tie(output...));
    evaluate_each_group<groups, within, true>(all, targets, std::tie(output...));
  } else {
    evaluate_as_one(targets, output...);
  }
}

/// The same into views, whose own elements the outputs may be computed from.
template <class... View, class... E>
void store_outputs(std::tuple<View...> const& targets, E const&... output) {
  constexpr auto groups =
      groups_of(static_cast<std::tuple<View...> const*>(nullptr), static_cast<E const*>(nullptr)...);
  std::apply([&](auto const&... t) { (static_cast<void>(target_of(cp::into(t, output))), ...); }, targets);
  constexpr bool late = !groups.several && sizeof...(E) > 1 && (expr::has_late_axes<E> || ...);
  bool as_one = !groups.several;
  if constexpr (late) as_one = std::apply([](auto const&... t) { return have_one_shape(t...); }, targets);
  if constexpr (!groups.several)
    if (as_one) evaluate_outputs(targets, output...);
  if constexpr (groups.several || late)
    if (!as_one) {
      std::apply([](auto const&... t) { check_apart(t...); }, targets);
      auto const made = std::make_tuple(target_of(output)...);
      evaluate_outputs(made, output...);
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (assign_elements(std::get<I>(targets), std::get<I>(made)), ...);
      }
      (std::index_sequence_for<E...>{});
    }
}

}  // namespace detail

/// Evaluates several expressions of one shape as one kernel: `auto [a, b] = cp::evaluate(e1, e2)`. An argument
/// `cp::into(view, e)` writes into data that is there. Returns the arrays. Throws shape_error if the shapes differ,
/// value_error if two outputs share memory.
template <class... E>
auto evaluate(E const&... e) {
  static_assert(sizeof...(E) > 0 && ((expression<E> || detail::is_assignment<E>)&&...),
                "cp::evaluate takes expressions and cp::into(view, expression)");
  return detail::evaluate_all(e...);
}

/// A traced function of arrays: see cp::fuse.
template <class F>
class fused {
 public:
  /// Of a lambda and the name that profilers show (may be null).
  constexpr fused(F f, char const* name) : f_(std::move(f)), name_(name) {}

  /// One output: a lazy expression. Several (the lambda returns a std::tuple): evaluated now, in one kernel for those
  /// of one shape, as a tuple of arrays.
  template <operand... X>
  [[nodiscard]] FUSE_INLINE constexpr auto operator()(X&&... x) const {
    return call(std::index_sequence_for<X...>{}, std::forward<X>(x)...);
  }
  /// The same without the arguments that are cp::none.
  template <class... X>
  requires(detail::some_none<X...>) [[nodiscard]] constexpr auto operator()(X&&... x) const {
    return std::apply(without<X...>(), std::tuple_cat(detail::those_there(std::forward<X>(x))...));
  }
  /// Tells what the arguments may be.
  template <class... X>
  requires(!(operand<X> && ...) && !detail::some_none<X...>) auto operator()(X&&...) const {
    static_assert(sizeof...(X) == 0,
                  "cp::fuse: a traced function takes arrays, expressions and C++ numbers, and cp::none for an argument "
                  "that is not there; of a std::optional pass the value, or cp::none in a call of its own");
  }

  /// The same writing into views: `step.into(u(inner), v(inner))(u, v)`. One kernel; where outputs have several shapes
  /// one for each of them, into new arrays that are copied.
  template <array_type... View>
  [[nodiscard]] auto into(View const&... view) const {
    return [ self = *this,
             targets = std::make_tuple(view...) ]<class... X>(X && ... x) requires((operand<X> || is_none<X>)&&...) {
      if constexpr (detail::some_none<X...>)
        std::apply(
            [&](auto&&... there) {
              self.template without<X...>().store(targets, std::forward<decltype(there)>(there)...);
            },
            std::tuple_cat(detail::those_there(std::forward<X>(x))...));
      else
        self.store(targets, std::forward<X>(x)...);
    };
  }

 private:
  template <class G>
  friend class fused;

  template <class... View, class... X>
  void store(std::tuple<View...> const& targets, X&&... x) const {
    auto const outputs = trees(std::index_sequence_for<X...>{}, expr::as_argument(std::forward<X>(x))...);
    static_assert(std::tuple_size_v<std::remove_cvref_t<decltype(outputs)>> == sizeof...(View),
                  "cp::fuse: into() takes one view for each output of the lambda");
    std::apply([&](auto const&... output) { detail::store_outputs(targets, output...); }, outputs);
  }
  /// The function of the arguments that are there.
  template <class... X>
  constexpr auto without() const {
    using there = detail::without_none<F, !is_none<X>...>;
    return fused<there>(there{f_}, name_);
  }

  template <int I, class X>
  using placeholder_of = expr::placeholder_for<I, decltype(expr::as_argument(std::declval<X>()))>;

  template <std::size_t... I, class... X>
  FUSE_INLINE constexpr auto call(std::index_sequence<I...> arguments, X&&... x) const {
    static_assert(
        requires(F const& f) { f(placeholder_of<int(I), X>{}...); },
        "cp::fuse: the lambda cannot be called with these arguments; it takes one auto parameter for each and uses "
        "them in array expressions only; cp::none is passed for one that is not there");
    using result = decltype(f_(placeholder_of<int(I), X>{}...));
    if constexpr (expr::is_tuple<result> && (expr::is_traced<decltype(expr::as_argument(std::declval<X>()))> || ...)) {
      return trees(arguments,
                   expr::as_argument(std::forward<X>(x))...);  // within another lambda: parts of its expressions
    } else if constexpr (expr::is_tuple<result>) {
      return std::apply(
          [](auto const&... output) {
            auto const targets = std::make_tuple(detail::target_of(output)...);
            detail::evaluate_outputs(targets, output...);
            return targets;
          },
          trees(arguments, expr::as_argument(std::forward<X>(x))...));
    } else {
      return detail::make_let(expr::trace(f_, placeholder_of<int(I), X>{}...), name(), std::forward<X>(x)...);
    }
  }

  /// The outputs as lazy expressions, each over the same arguments.
  template <std::size_t... I, class... N>
  constexpr auto trees(std::index_sequence<I...>, N... node) const {
    using result = decltype(f_(expr::placeholder_for<int(I), N>{}...));
    if constexpr (!expr::is_tuple<result>)
      return detail::make_lets(name(), std::make_tuple(expr::trace(f_, expr::placeholder_for<int(I), N>{}...)),
                               node...);
    else
      return several(std::index_sequence<I...>{}, node...);
  }
  template <std::size_t... I, class... N>
  constexpr auto several(std::index_sequence<I...>, N... node) const {
    using result = decltype(expr::outputs_of(f_(expr::placeholder_for<int(I), N>{}...)));
    static_assert(std::tuple_size_v<result> > 0, "cp::fuse: the lambda returns an empty tuple");
    return [&]<std::size_t... O>(std::index_sequence<O...>) {
      if constexpr (std::is_empty_v<F> && std::is_default_constructible_v<F>)
        return detail::make_lets(
            name(), std::make_tuple(expr::trace(expr::output_of<F, O>{}, expr::placeholder_for<int(I), N>{}...)...),
            node...);
      else
        return std::apply(
            [&](auto const&... tree) {
              return detail::make_lets(name(), std::make_tuple(expr::as_node(tree)...), node...);
            },
            expr::outputs_of(f_(expr::placeholder_for<int(I), N>{}...)));
    }
    (std::make_index_sequence<std::tuple_size_v<result>>{});
  }

  /// The name, but while compiling: a function that another one calls while it is traced need not be constexpr then.
  constexpr char const* name() const { return std::is_constant_evaluated() ? nullptr : name_; }

  F f_;
  char const* name_;
};

/// Makes one kernel of a lambda in array expressions: `auto f = cp::fuse([](auto x, auto y) { return cp::exp(x) * y; },
/// "name");`
///
/// The lambda is called once, while compiling where it captures nothing, with placeholders; an argument used ten times
/// is loaded once. C++ numbers captured or passed as arguments travel to the kernel by value. `f(x, y)` is a lazy
/// expression that fuses with what is around it; a lambda that returns a std::tuple gives several arrays at once,
/// from one kernel for those of one shape; cp::none is an argument that is not there. `name` (a literal) is what
/// profilers show. With nvcc, numbers in a lambda that captures nothing must be literals or constexpr for both of its
/// passes; g++'s alone knows std::sqrt(2.0f), nvcc's alone a namespace's `float const`: capture such (`[k =
/// std::sqrt(2.0f)]`), or the launch throws cuda_error.
template <class F>
[[nodiscard]] constexpr fused<F> fuse(F f, char const* name = nullptr) {
  static_assert(std::is_class_v<F>, "cp::fuse takes a lambda (or another function object) whose parameters are auto");
  return fused<F>(std::move(f), name);
}

}  // namespace cp
