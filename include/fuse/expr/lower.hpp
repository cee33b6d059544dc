// From an expression to its program (a type) and the operands that the program's inputs stand for (values).
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/contents.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/rebuild.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/expr/simplify.hpp>
#include <fuse/program/folds.hpp>
#include <fuse/program/picked.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>

namespace cp::expr {

/// What lowering has numbered so far: the inputs and the bytes of scalars. `Singles`: arrays of rank 0 stand still in a
/// loop; where the result has rank 0 too they are elements like all others, so that one element gives the bits that it
/// gives in an array.
template <class Inputs, int Bytes, bool Singles>
struct numbering;
template <class... Kind, int Bytes, bool Singles>
struct numbering<program::inputs<Kind...>, Bytes, Singles> {
  static constexpr bool singles = Singles;
  using inputs = program::inputs<Kind...>;
  static constexpr int bytes = Bytes;
  static constexpr int next = sizeof...(Kind);
  template <class K>
  using with_input = numbering<program::inputs<Kind..., K>, Bytes, Singles>;
  /// Where a scalar of type T goes.
  template <class T>
  static constexpr int offset = (Bytes + int(alignof(T)) - 1) / int(alignof(T)) * int(alignof(T));
  template <class T>
  using with_scalar = numbering<program::inputs<Kind...>, offset<T> + int(sizeof(T)), Singles>;
};

/// The programs that placeholders stand for.
template <class... P>
struct environment {};
template <int I, class Environment>
struct nth;
template <class First, class... More>
struct nth<0, environment<First, More...>> {
  using type = First;
};
template <int I, class First, class... More>
struct nth<I, environment<First, More...>> : nth<I - 1, environment<More...>> {};

/// The numbering after a scalar.
template <class Numbering, class T>
struct with_scalar {
  using type = typename Numbering::template with_scalar<T>;
};

/// `program` of a node and the `next` numbering after it.
template <class Node, class Numbering, class Environment>
struct lower;

template <class T, int Rank, class Space, class N, class Env>
struct lower<ndarray<T, Rank, Space>, N, Env> {
  using program = cp::program::input<N::next, T>;
  using next = typename N::template with_input<
      std::conditional_t<Rank == 0 && N::singles, cp::program::single<T>, cp::program::elements<T>>>;
};
template <class Rule, int Rank, class N, class Env>
struct lower<places<Rule, Rank>, N, Env> {
  using program = cp::program::input<N::next, typename Rule::type>;
  using rule = typename cp::program::launched_rule<Rule>::type;
  static constexpr bool has_bytes = !std::is_empty_v<rule>;
  using scalars = typename std::conditional_t<has_bytes, with_scalar<N, rule>, std::type_identity<N>>::type;
  using next =
      typename scalars::template with_input<cp::program::computed<rule, has_bytes ? N::template offset<rule> : 0>>;
};
template <class T, bool Weak, class N, class Env>
struct lower<constant<T, Weak>, N, Env> {
  using program = cp::program::scalar<N::template offset<T>, T>;
  using next = typename N::template with_scalar<T>;
};
template <class T, std::uint64_t Bits, bool Weak, class N, class Env>
struct lower<literal<T, Bits, Weak>, N, Env> {
  using program = cp::program::literal<T, Bits>;
  using next = N;
};
template <int I, class T, int Rank, bool Weak, class N, class Env>
struct lower<placeholder<I, T, Rank, Weak>, N, Env> {
  using program = typename nth<I, Env>::type;
  using next = N;
};
template <int I, class T, int Rank, bool Weak, class N>
struct lower<placeholder<I, T, Rank, Weak>, N, environment<>> : still_traced<placeholder<I, T, Rank, Weak>> {
  using program = cp::program::input<0, T>;
  using next = N;
};
template <class F, class... A, class N, class Env>
struct lower<derived<F, A...>, N, Env> : still_traced<derived<F, A...>> {
  using program = cp::program::input<0, typename derived<F, A...>::value_type>;
  using next = N;
};

/// Arguments one after the other: the `programs` of all, and the `next` numbering after them.
template <class Numbering, class Env, class Done, class... A>
struct lower_all;
template <class N, class Env, class... P>
struct lower_all<N, Env, environment<P...>> {
  using programs = environment<P...>;
  using next = N;
};
template <class N, class Env, class... P, class First, class... More>
struct lower_all<N, Env, environment<P...>, First, More...>
    : lower_all<typename lower<First, N, Env>::next, Env, environment<P..., typename lower<First, N, Env>::program>,
                More...> {};

template <class Op, class Environment>
struct apply_to;
template <class Op, class... P>
struct apply_to<Op, environment<P...>> {
  using type = program::apply<Op, P...>;
};
template <int Offset, class F, class Environment>
struct invoke_on;
template <int Offset, class F, class... P>
struct invoke_on<Offset, F, environment<P...>> {
  using type = program::invoke<Offset, F, P...>;
};

template <class Op, class... A, class N, class Env>
struct lower<map<Op, A...>, N, Env> {
  using all = lower_all<N, Env, environment<>, A...>;
  using program = typename apply_to<Op, typename all::programs>::type;
  using next = typename all::next;
};
/// An operation that does what `Op` does where its second operand is a number known at a launch, of which it gets an
/// `operand<T>` made of it.
template <class Op>
struct by_known_number {
  template <class T>
  static constexpr bool possible = false;
};
template <class Op, class A, class T, bool Weak, class N, class Env>
requires(by_known_number<Op>::template possible<T>) struct lower<map<Op, A, constant<T, Weak>>, N, Env> {
  using known = by_known_number<Op>;
  using operand = typename known::template operand<T>;
  using of_first = lower<A, N, Env>;
  using program = cp::program::apply<typename known::type, typename of_first::program,
                                     cp::program::scalar<of_first::next::template offset<operand>, operand>>;
  using next = typename of_first::next::template with_scalar<operand>;
};

/// Bare trees of operations on elements number nothing. One instantiation a node deep.
template <class Node, class Env>
struct program_of_bare;
template <class T, std::uint64_t Bits, bool Weak, class Env>
struct program_of_bare<literal<T, Bits, Weak>, Env> {
  using type = program::literal<T, Bits>;
};
template <int I, class T, int Rank, bool Weak, class Env>
struct program_of_bare<placeholder<I, T, Rank, Weak>, Env> {
  using type = typename nth<I, Env>::type;
};
template <class Op, class... A, class Env>
struct program_of_bare<map<Op, A...>, Env> {
  using type = program::apply<Op, typename program_of_bare<A, Env>::type...>;
};
template <class Op, class... A, class N, class Env>
requires(bare<map<Op, A...>>&& elementwise_tree<map<Op, A...>>) struct lower<map<Op, A...>, N, Env> {
  using program = typename program_of_bare<map<Op, A...>, Env>::type;
  using next = N;
};
template <class F, class... A, class N, class Env>
struct lower<call<F, A...>, N, Env> {
  using all = lower_all<typename N::template with_scalar<F>, Env, environment<>, A...>;
  using program = typename invoke_on<N::template offset<F>, F, typename all::programs>::type;
  using next = typename all::next;
};
template <class Node, class Environment>
struct fold_on;
template <class Op, int Reduced, bool Keep, class... A, class... P>
struct fold_on<reduce<Op, Reduced, Keep, A...>, environment<P...>> {
  using node = reduce<Op, Reduced, Keep, A...>;
  using type =
      program::fold<typename program::guarded_for<Op, typename node::value_type, typename A::value_type...>::type,
                    typename node::accumulator, typename node::value_type, P...>;
};
template <class Op, int Reduced, bool Keep, class... A, class N, class Env>
struct lower<reduce<Op, Reduced, Keep, A...>, N, Env> {
  using all = lower_all<N, Env, environment<>, A...>;
  using program = typename fold_on<reduce<Op, Reduced, Keep, A...>, typename all::programs>::type;
  using next = typename all::next;
};
template <class Tree, class... A, class N, class Env>
struct lower<let<Tree, A...>, N, Env> {
  using all = lower_all<N, Env, environment<>, A...>;
  using body = lower<Tree, typename all::next, typename all::programs>;
  using program = typename body::program;
  using next = typename body::next;
};

template <class Array, class... I, class N, class Env>
struct lower<gather<Array, I...>, N, Env>
    : lower<call<program::table<typename Array::value_type, gather<Array, I...>::indexed>, I...>, N, Env> {};

/// The outputs of one traced call: expressions that differ in their trees and share their arguments, which are lowered
/// once.
template <class Arguments, class... Tree>
struct traced_outputs;
template <class... A, class... Tree>
struct traced_outputs<arguments<A...>, Tree...> {
  arguments<let<Tree, A...> const&...> outputs;
};
template <class... A, class... Tree>
constexpr unsigned contents<traced_outputs<arguments<A...>, Tree...>> =
    contents<arguments<A...>> | contents<arguments<Tree...>>;

/// Calls use(outputs) with the outputs of a traced call over other arguments.
template <class... A, class... Tree, class... B, class F>
void with_arguments(traced_outputs<arguments<A...>, Tree...> const& roots, arguments<B...> const& args, F&& use) {
  auto const outputs = transform([&](auto const& l) { return let_on(l.tree, args, l.name); }, roots.outputs);
  use(traced_outputs<arguments<B...>, Tree...>{refer_all(outputs)});
}

/// The programs of a kernel's roots: of expressions side by side, or of a traced call's outputs. `Rank` is that of what
/// is written.
template <class Roots, int Rank>
struct lower_roots;
template <class... E, int Rank>
struct lower_roots<arguments<E const&...>, Rank>
    : lower_all<numbering<program::inputs<>, 0, (Rank > 0)>, environment<>, environment<>, E...> {};
template <class... A, class... Tree, int Rank>
struct lower_roots<traced_outputs<arguments<A...>, Tree...>, Rank> {
  using args = lower_all<numbering<program::inputs<>, 0, (Rank > 0)>, environment<>, environment<>, A...>;
  using trees = lower_all<typename args::next, typename args::programs, environment<>, Tree...>;
  using programs = typename trees::programs;
  using next = typename trees::next;
};

/// The signature of the kernel that stores the roots as elements of types T...
template <class Types, class Programs, class Numbering>
struct make_signature;
template <class... T, class... P, class N>
struct make_signature<environment<T...>, environment<P...>, N> {
  using type = program::signature<typename N::inputs, N::bytes, program::store<T, P>...>;
};
template <class Types, class Roots, int Rank>
using signature_of = typename make_signature<Types, typename lower_roots<Roots, Rank>::programs,
                                             typename lower_roots<Roots, Rank>::next>::type;

/// Writes the operands of an expression where the launch wants them, in the order in which `lower` numbered them.
/// `Sink` has `array(ndarray)`, `computed(places)` and `scalar<T>(value)`.
template <class Sink>
struct collect_into {
  Sink& sink;

  template <class Node>
  FUSE_INLINE constexpr void operator()(Node const& x) const {
    if constexpr (!bare<Node>) collect(x, *this);
  }
};
/// Gives a rule or a functor to the sink. One that points to memory of a device has a `for_launch` (found by its
/// namespace), which makes of it that of the current device.
template <class F, class Sink>
FUSE_INLINE constexpr void scalar_of_launch(F const& f, Sink& sink) {
  if constexpr (requires { for_launch(f); })
    sink.scalar(for_launch(f));
  else
    sink.scalar(f);
}
template <class T, int Rank, class Space, class Sink>
FUSE_INLINE constexpr void collect(ndarray<T, Rank, Space> const& a, collect_into<Sink> const& to) {
  to.sink.array(a);
}
template <class Rule, int Rank, class Sink>
FUSE_INLINE constexpr void collect(places<Rule, Rank> const& p, collect_into<Sink> const& to) {
  if constexpr (!std::is_empty_v<Rule>) scalar_of_launch(p.rule, to.sink);
  to.sink.computed(p);
}
template <class T, bool Weak, class Sink>
FUSE_INLINE constexpr void collect(constant<T, Weak> const& c, collect_into<Sink> const& to) {
  to.sink.scalar(c.value);
}
template <class Op, class... A, class Sink>
FUSE_INLINE constexpr void collect(map<Op, A...> const& m, collect_into<Sink> const& to) {
  for_each(to, m.args);
}
template <class Op, class A, class T, bool Weak, class Sink>
requires(by_known_number<Op>::template possible<T>) FUSE_INLINE
    void collect(map<Op, A, constant<T, Weak>> const& m, collect_into<Sink> const& to) {
  to(m.args.a);
  to.sink.scalar(typename by_known_number<Op>::template operand<T>(m.args.b.value));
}
template <class Op, int Reduced, bool Keep, class... A, class Sink>
FUSE_INLINE constexpr void collect(reduce<Op, Reduced, Keep, A...> const& r, collect_into<Sink> const& to) {
  for_each(to, r.args);
}
template <class F, class... A, class Sink>
FUSE_INLINE constexpr void collect(call<F, A...> const& c, collect_into<Sink> const& to) {
  scalar_of_launch(c.f, to.sink);
  for_each(to, c.args);
}
template <class Array, class... I, class Sink>
FUSE_INLINE constexpr void collect(gather<Array, I...> const& g, collect_into<Sink> const& to) {
  cp::detail::note_use_here(g.array);
  constexpr int indexed = gather<Array, I...>::indexed;
  program::table<typename Array::value_type, indexed> t;
  t.data = g.array.data();
  for (int k = 0; k < indexed; ++k) t.place.extent[k] = g.array.shape()[k], t.place.stride[k] = g.array.strides()[k];
  bool const near = t.place.is_near();
  for (int k = 0; k < indexed; ++k) t.reach[k] = near ? static_cast<std::uint32_t>(t.place.extent[k]) : 0;
  to.sink.scalar(t);
  for_each(to, g.index);
}
template <class Tree, class... A, class Sink>
FUSE_INLINE constexpr void collect(let<Tree, A...> const& l, collect_into<Sink> const& to) {
  for_each(to, l.args);
  to(l.tree);
}

template <class... E, class Sink>
FUSE_INLINE constexpr void collect_roots(arguments<E const&...> const& roots, Sink& sink) {
  for_each(collect_into<Sink>{sink}, roots);
}
template <class... A, class... Tree, class Sink>
FUSE_INLINE constexpr void collect_roots(traced_outputs<arguments<A...>, Tree...> const& roots, Sink& sink) {
  collect_into<Sink> const to{sink};
  for_each(to, roots.outputs.a.args);
  for_each([&](auto const& l) { to(l.tree); }, roots.outputs);
}

/// The name given to cp::fuse, if a root is such a call.
template <class E>
constexpr char const* name_of(E const&) {
  return nullptr;
}
template <class Tree, class... A>
constexpr char const* name_of(let<Tree, A...> const& l) {
  return l.name;
}
template <class... E>
constexpr char const* name_of(arguments<E const&...> const& roots) {
  char const* name = nullptr;
  if constexpr ((is_let<E> || ...))
    for_each([&](auto const& e) { name = name == nullptr ? expr::name_of(e) : name; }, roots);
  return name;
}
template <class... A, class... Tree>
constexpr char const* name_of(traced_outputs<arguments<A...>, Tree...> const& roots) {
  return roots.outputs.a.name;
}

}  // namespace cp::expr
