// The nodes of an expression: plain data with named members. An array is a node itself (the leaf). (Long: the nodes
// refer to each other.)
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <fuse/array/concepts.hpp>
#include <fuse/array/methods.hpp>
#include <fuse/array/space.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/expr/arguments.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>
#include <utility>

namespace cp::expr {

/// The space of an expression whose operands have these: the one that is not void, and an error if there are two.
template <class... Space>
struct common_space {
  using type = void;
};
template <class First, class... More>
struct common_space<First, More...> {
  using rest = typename common_space<More...>::type;
  static_assert(std::is_void_v<First> || std::is_void_v<rest> || std::is_same_v<First, rest>,
                "cp: this expression mixes arrays of host_space and cuda_space; copy one with to<Space>() first");
  using type = std::conditional_t<std::is_void_v<First>, rest, First>;
};

/// Where an expression without arrays is evaluated.
template <class Space>
using space_or_default = std::conditional_t<std::is_void_v<Space>, default_space, Space>;

}  // namespace cp::expr

namespace cp::detail {

// Defined in expr/view.hpp and expr/evaluate.hpp.
template <class E, class... Index>
auto index_expression(E const& e, Index const&... index);
template <class E>
auto transpose_expression(E const& e);
template <class E>
auto shape_of_expression(E const& e);
template <class E>
auto extent_of_expression(E const& e, int axis);
template <class E>
auto size_of_expression(E const& e);
template <class E>
auto item_of(E const& e);
// Defined in ops/scatter.hpp.
template <class Gather, class X>
void write_picked(Gather const& to, X const& x);

}  // namespace cp::detail

namespace cp::expr {

/// The error of `s = s + x`, `s += x` and `s |= x` where s is an expression.
template <class E>
void refuse_assignment() {
  static_assert(
      !std::same_as<E, E>,
      "cp: an expression cannot be assigned to: s + x has another type than s. Give each step a name of its own "
      "(auto const t = s + x), add terms by a fold over an index sequence, or write the loop as a function of one "
      "element (cp::elementwise): docs/fuse_lambdas.md");
}

/// What no expression does.
struct refusals : expression_tag {
  /// An expression is neither a number nor a condition: `.item()` evaluates one of one element, and cp::any and cp::all
  /// make one; in a lambda of cp::fuse a choice is cp::where.
  template <class To, class Instead = cp::detail::item_reads_one_element_and_any_or_all_make_one>
  requires std::is_arithmetic_v<To>
  explicit operator To() const = delete;  // item() reads one element; any() and all() make one; cp::where chooses

  template <class E>
  void operator+=(E const&) const {
    refuse_assignment<E>();
  }
  template <class E>
  void operator-=(E const&) const {
    refuse_assignment<E>();
  }
  template <class E>
  void operator*=(E const&) const {
    refuse_assignment<E>();
  }
  template <class E>
  void operator/=(E const&) const {
    refuse_assignment<E>();
  }
};

/// What a lazy expression offers as members; all of it is free functions elsewhere.
template <class Node>
struct node_members : refusals, array_methods<Node> {
  /// The shape of the result. Throws shape_error where the operands do not broadcast.
  auto shape() const { return cp::detail::shape_of_expression(self()); }
  /// The extent of one axis, negative ones counting from the end; in a lambda of cp::fuse a number that its call passes
  /// to the kernel.
  auto shape(int axis) const { return cp::detail::extent_of_expression(self(), axis); }
  /// The number of elements; in a lambda of cp::fuse too.
  auto size() const { return cp::detail::size_of_expression(self()); }
  /// A view of the expression by basic indices: only what is asked for is computed.
  template <class... Index>
  requires(basic_index<Index>&&...) auto operator()(Index const&... index) const {
    return cp::detail::index_expression(self(), index...);
  }
  /// Index arrays and masks are an array's.
  template <class... Index>
  requires(sizeof...(Index) > 0 && !(basic_index<Index> && ...)) Node const& operator()(Index const&...) const {
    static_assert(
        sizeof...(Index) == 0,
        "cp: an expression is indexed by integers, cp::slice, cp::all, cp::newaxis and cp::ellipsis; an array "
        "takes index arrays and masks too: cp::eval(e)(i). In a lambda of cp::fuse, cp::take(x, i) picks by an array, "
        "and cp::where(mask, x, 0) stands for x(mask), whose length is known only when it is computed");
    return self();
  }
  /// The expression with its axes in reverse order.
  auto T() const { return cp::detail::transpose_expression(self()); }

  /// Evaluated to an array, as cp::eval.
  [[nodiscard]] auto copy() const { return cp::detail::call_method<cp::detail::array_method::copy>(self()); }
  /// Evaluated to an array on the host; waits for the current stream.
  [[nodiscard]] auto to_host() const { return cp::detail::call_method<cp::detail::array_method::to_host>(self()); }
  /// The elements on the host, as std::vectors in as many levels as there are axes (rank 0: the element); waits.
  [[nodiscard]] auto tolist() const { return cp::detail::call_method<cp::detail::array_method::tolist>(self()); }

  /// Evaluates an expression of one element and waits for it.
  auto item() const { return cp::detail::item_of(self()); }

  /// An expression is no variable (`s = s + x` in a lambda): what to write instead is the error.
  template <class E>
  requires(!std::same_as<E, Node>) void operator=(E const&) const { refuse_assignment<E>(); }

 private:
  constexpr Node const& self() const { return static_cast<Node const&>(*this); }
};

/// A C++ number in an expression; `Weak` ones take their operand's dtype (NumPy's rule for Python scalars).
template <class T, bool Weak>
struct constant : node_members<constant<T, Weak>> {
  using value_type = T;
  using space = void;
  static constexpr int rank = 0;
  static constexpr bool weak = Weak;
  T value;
  constexpr explicit constant(T v) : value(v) {}
};

/// A constant that is known while compiling (traced from a lambda without captures); `Bits` is its value's
/// representation.
template <class T, std::uint64_t Bits, bool Weak>
struct literal : node_members<literal<T, Bits, Weak>> {
  using value_type = T;
  using space = void;
  static constexpr int rank = 0;
  static constexpr bool weak = Weak;
};

/// What a traced lambda is called with in place of its argument number `I`.
template <int I, class T, int Rank, bool Weak>
struct placeholder : node_members<placeholder<I, T, Rank, Weak>> {
  constexpr placeholder() = default;  // no aggregate: nvcc would rather convert such in braces
  using node_members<placeholder>::operator=;
  using value_type = T;
  using space = void;
  static constexpr int rank = Rank;
  static constexpr bool weak = Weak;
};

/// What passes ask of every node. It is known as soon as a node is made, so that a question to a tree of a thousand
/// nodes is one to its root. The facts are members of a base whose name is short however long the node's is: variables
/// of their own would each be mangled, in time quadratic in the tree.
template <bool Bare, bool Elementwise, int Constants, int Nodes, std::uint64_t Placeholders>
struct facts_of_tree {
  /// It has nothing to give to a launch: it is of placeholders and numbers known while compiling, all type.
  static constexpr bool bare = Bare;
  /// It is of operations on elements, placeholders and numbers alone.
  static constexpr bool elementwise = Elementwise;
  /// How many numbers known at run time it has; negative where a part of it cannot be written as a type (a complex
  /// number, a functor).
  static constexpr int constants = Constants;
  /// How many nodes, shared ones as often as they are named, up to a thousand.
  static constexpr int nodes = Nodes;
  /// A bit for each placeholder of an elementwise tree.
  static constexpr std::uint64_t placeholders = Placeholders;
};
constexpr int no_type = -1000000;  ///< as a number of constants: at least one of them cannot be written as a type
template <class Node>
struct tree_facts : facts_of_tree<false, false, no_type, 1, 0> {};
template <int I, class T, int Rank, bool Weak>
struct tree_facts<placeholder<I, T, Rank, Weak>> : facts_of_tree<true, (I < 64), 0, 1, (std::uint64_t{1} << (I & 63))> {
};
template <class T, bool Weak>
struct tree_facts<constant<T, Weak>>
    : facts_of_tree<false, true, (complex_floating<T> || !number<T> ? no_type : 1), 1, 0> {};
template <class T, std::uint64_t Bits, bool Weak>
struct tree_facts<literal<T, Bits, Weak>> : facts_of_tree<true, true, 0, 1, 0> {};
template <class Node>
concept bare = tree_facts<Node>::bare;
template <class Node>
concept elementwise_tree = tree_facts<Node>::elementwise;
constexpr int up_to_thousand(int n) { return n < 1000 ? n : 1000; }
constexpr int sum_of_constants(int a) { return a; }
constexpr int sum_of_constants(int a, int b, auto... more) {
  return a < 0 || b < 0 ? no_type : sum_of_constants(a + b, more...);
}
template <class Op, class... A>
struct map;
template <class Op, class... A>
struct tree_facts<map<Op, A...>>
    : facts_of_tree<(bare<A> && ...) && sizeof...(A) != 0, (elementwise_tree<A> && ...) && sizeof...(A) != 0,
                    sum_of_constants(0, tree_facts<A>::constants...), up_to_thousand((1 + ... + tree_facts<A>::nodes)),
                    (0 | ... | tree_facts<A>::placeholders)> {};

/// Op applied to each element of its arguments. `Op::result<T...>` names the dtype.
template <class Op, class... A>
struct map_traits {
  using op = Op;
  using value_type = typename Op::template result<typename A::value_type...>;
  using space = typename common_space<typename A::space...>::type;
  static constexpr int rank = max_of(A::rank...);
  static constexpr bool weak = (A::weak && ...);
};
template <class Op, class... A>
struct map : node_members<map<Op, A...>>, map_traits<Op, A...> {
  using node_members<map>::operator=;
  arguments<A...> args;
  constexpr explicit map(arguments<A...> a) : args(std::move(a)) {}
  map(map const&) = default;
  map(map&&) = default;
  map& operator=(map const&) = default;
  map& operator=(map&&) = default;
  FUSE_INLINE ~map() = default;
  /// Of what `make` makes of each operand.
  template <class Make, class... X>
  FUSE_INLINE constexpr map(in_place in, Make const& make, X&&... x) : args(in, make, std::forward<X>(x)...) {}
};

template <class Op, class... A>
requires(sizeof...(A) > 0 && (bare<A> && ...)) struct map<Op, A...>
    : node_members<map<Op, A...>>, map_traits<Op, A...> {
  using node_members<map>::operator=;
  static constexpr arguments<A...> args{};
  constexpr map() = default;
  constexpr explicit map(arguments<A...> const&) {}
  template <class Make, class... X>
  constexpr map(in_place, Make const&, X&&...) {}
};
/// What stands for a placeholder where only the numbers of a large tree are wanted, while compiling: operations on it
/// keep the numbers of their trees in order and nothing else, where values of a thousand nested nodes would be copied a
/// thousand times.
template <int I, class T, int Rank, bool Weak>
struct recorder : node_members<recorder<I, T, Rank, Weak>> {
  using value_type = T;
  using space = void;
  static constexpr int rank = Rank;
  static constexpr bool weak = Weak;
  using records = void;
};
template <int I, class T, int Rank, bool Weak>
struct tree_facts<recorder<I, T, Rank, Weak>> : facts_of_tree<false, true, 0, 1, 1> {};
template <class Node>
concept recording = requires {
  typename Node::records;
};

template <class T>
constexpr std::uint64_t bits_of(T const& x) {
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<std::uint64_t>(x);
  else if constexpr (sizeof(T) == 4)
    return std::bit_cast<std::uint32_t>(x);
  else if constexpr (sizeof(T) == 2)
    return std::bit_cast<std::uint16_t>(x);
  else
    return std::bit_cast<std::uint8_t>(x);
}

/// Appends the numbers of a recording tree, or a number.
struct record_numbers {
  std::uint64_t* to;
  template <class Node>
  constexpr void operator()(Node const& x) {
    if constexpr (requires { x.value; })
      *to++ = bits_of(x.value);
    else if constexpr (tree_facts<Node>::constants > 0)
      append(x.bits, tree_facts<Node>::constants);
  }
  constexpr void append(std::uint64_t const* from, int count) {
    while (count-- > 0) *to++ = *from++;
  }
};
template <class Op, class... A>
requires(recording<A> || ...) struct map<Op, A...> : node_members<map<Op, A...>> {
  using value_type = typename Op::template result<typename A::value_type...>;
  using space = void;
  static constexpr int rank = max_of(A::rank...);
  static constexpr bool weak = (A::weak && ...);
  using records = void;
  static constexpr int constants = (0 + ... + tree_facts<A>::constants);
  std::uint64_t bits[constants > 0 ? constants : 1] = {};
  constexpr explicit map(arguments<A...> const& a) { for_each(record_numbers{bits}, a); }
  template <class Make, class... X>
  constexpr map(in_place, Make const& make, X&&... x) {
    record_numbers record{bits};
    (record(make(x)), ...);
  }
};

/// Whether a functor is the library's own: it has a `qualified_name` and a `cost`, as operations do. (A user's may have
/// members of these names that are something else.)
template <class F>
concept is_library_function = requires {
  typename F::library_function;
};

/// A user's functor (trivially copyable, it travels to the kernel by value) applied to each element of its arguments.
template <class F, class... A>
struct call : node_members<call<F, A...>> {
  using node_members<call>::operator=;
  using value_type = std::remove_cvref_t<std::invoke_result_t<F const&, typename A::value_type...>>;
  using space = typename common_space<typename A::space...>::type;
  static constexpr int rank = max_of(A::rank...);
  static constexpr bool weak = false;
  F f;
  arguments<A...> args;
  constexpr call(F function, arguments<A...> a) : f(std::move(function)), args(std::move(a)) {}
};

/// The space of a rule that reads an array.
template <class Rule>
struct space_of_rule {
  using type = void;
};
template <class Rule>
requires requires { typename Rule::space; }
struct space_of_rule<Rule> {
  using type = typename Rule::space;
};

/// Elements that are computed from their place `start + sum of step[axis] * i[axis]` (see program::computed). Views of
/// them are of the same kind.
template <class Rule, int Rank>
struct places : node_members<places<Rule, Rank>> {
  using value_type = typename Rule::type;
  using space = typename space_of_rule<Rule>::type;
  static constexpr int rank = Rank;
  static constexpr bool weak = false;
  index_array<Rank> extents;
  index_array<Rank> step;
  std::int64_t start = 0;
  Rule rule;
  places(index_array<Rank> const& n, index_array<Rank> const& s, std::int64_t first, Rule const& r = {})
      : extents(n), step(s), start(first), rule(r) {}
};
/// The places themselves: integers that are an affine function of the position.
template <int Rank>
using position = places<program::place_itself, Rank>;

/// Whether an operand of a gather is what its axes without index add to the place (see gather).
template <class Node>
constexpr bool is_offset = false;
template <int Rank>
constexpr bool is_offset<places<program::offset_itself, Rank>> = true;

/// The array of a gather that may be written through, what `a(i)` gives: the axes of the indices stand behind `place`
/// of the others. Passes that make a gather anew take it off.
template <class Array>
struct written_through : Array {
  int place;
  written_through(Array const& a, int axes_before) : Array(a), place(axes_before) {}
};
template <class Array>
constexpr bool is_written_through = false;
template <class Array>
constexpr bool is_written_through<written_through<Array>> = true;

/// Elements of an array picked by integer expressions, one for each of its first axes; indices wrap around their axis.
/// Where there are more axes, the last operand is the offset that they add, in elements: places whose steps are the
/// array's strides along them.
template <class Array, class... Index>
struct gather : node_members<gather<Array, Index...>> {
  using value_type = typename Array::value_type;
  using space = typename common_space<typename Array::space, typename Index::space...>::type;
  static constexpr int rank = max_of(Index::rank...);
  static constexpr int indexed = (0 + ... + !is_offset<Index>);
  static constexpr bool weak = false;
  Array array;
  arguments<Index...> index;
  constexpr gather(Array a, arguments<Index...> i) : array(std::move(a)), index(std::move(i)) {}

  gather(gather const&) = default;
  gather(gather&&) = default;
  gather& operator=(gather const&) & = default;
  gather& operator=(gather&&) & = default;
  ~gather() = default;

  /// `a(i) = x` writes: x broadcasts to the shape of what is picked. Of an element that is picked several times the
  /// last value stays.
  void operator=(gather const& x) && { write(x); }
  template <class X>
  void operator=(X const& x) && {
    write(x);
  }
  /// What has a name, or comes from a function, is an expression and no part of the array.
  template <class X>
  void operator=(X const&) const& {
    refuse<X>();
  }
  static constexpr bool updates_by_name = false;
  /// What `a(i) += x` does: reads, adds, writes; so an element that is picked twice is added to once.
  template <class Op, class X>
  void update(Op const& op, X const& x) && {
    write(op(*this, x));
  }

 private:
  template <class X>
  void write(X const& x) const {
    if constexpr (is_written_through<Array>)
      cp::detail::write_picked(*this, x);
    else
      refuse<X>();
  }
  template <class X>
  static void refuse() {
    static_assert(!std::same_as<X, X>,
                  "cp: elements picked by index arrays are written where they are picked, a(i) = x; what take, gather "
                  "or a variable hold is an expression, which is read");
  }
};

/// The axes that a reduction folds as a number in its type: how many, or, where they are known while compiling, minus
/// the mask of their bits.
constexpr int known_axes(std::uint32_t mask) {
  return mask == 0 || mask >> 31 != 0 ? std::popcount(mask) : -static_cast<int>(mask);
}
constexpr int number_of_axes(int axes) { return axes >= 0 ? axes : std::popcount(static_cast<std::uint32_t>(-axes)); }

/// Op folds its arguments along axes (see known_axes), whose bits are set in `axes` (bit 0: the outermost). They stay
/// with extent 1 if `Keep`.
template <class Op, int Axes, bool Keep, class... A>
struct reduce_traits {
  using op = Op;
  using accumulator = typename Op::template accumulator<typename A::value_type...>;
  using value_type = typename Op::template result<typename A::value_type...>;
  using space = typename common_space<typename A::space...>::type;
  static constexpr int inner_rank = max_of(A::rank...);
  static constexpr int reduced = number_of_axes(Axes);
  static constexpr int rank = Keep ? inner_rank : inner_rank - reduced;
  static constexpr bool weak = false;
};
template <class Op, int Axes, bool Keep, class... A>
struct reduce : node_members<reduce<Op, Axes, Keep, A...>>, reduce_traits<Op, Axes, Keep, A...> {
  using node_members<reduce>::operator=;
  arguments<A...> args;
  std::uint32_t axes;
  constexpr reduce(arguments<A...> a, std::uint32_t mask) : args(std::move(a)), axes(mask) {}
};
template <class Op, int Axes, bool Keep, class... A>
requires(Axes < 0 && (bare<A> && ...)) struct reduce<Op, Axes, Keep, A...>
    : node_members<reduce<Op, Axes, Keep, A...>>, reduce_traits<Op, Axes, Keep, A...> {
  using node_members<reduce>::operator=;
  static constexpr arguments<A...> args{};
  static constexpr std::uint32_t axes = static_cast<std::uint32_t>(-Axes);
  constexpr reduce() = default;
  constexpr reduce(arguments<A...> const&, std::uint32_t) {}
};
template <class Op, int Axes, bool Keep, class... A>
        struct tree_facts<reduce<Op, Axes, Keep, A...>> : facts_of_tree < (Axes < 0) &&
    (bare<A> && ...),
    false,
    Axes<0 ? sum_of_constants(0, tree_facts<A>::constants...) : no_type,
         up_to_thousand((1 + ... + tree_facts<A>::nodes)), 0> {};

/// Whether T is an argument of cp::fuse with a boundary (see expr/neighbour.hpp).
template <class T>
struct has_boundary : std::false_type {};
template <class T>
concept is_bounded = has_boundary<T>::value;

/// A traced tree over placeholders with the arguments that stand for them: each argument is loaded or computed once.
template <class Tree, class... A>
struct let : node_members<let<Tree, A...>> {
  using node_members<let>::operator=;
  using value_type = typename Tree::value_type;
  using space = typename common_space<typename A::space..., typename Tree::space>::type;
  static constexpr int rank = Tree::rank;
  static constexpr bool weak = false;
  Tree tree;
  arguments<A...> args;
  char const* name;  ///< shown by profilers, or null
  constexpr let(Tree t, arguments<A...> a, char const* n) : tree(std::move(t)), args(std::move(a)), name(n) {}
  let(let const&) = default;
  let(let&&) = default;
  let& operator=(let const&) = default;
  let& operator=(let&&) = default;
  FUSE_INLINE ~let() = default;
  template <class Traced, class Make, class... X>
  FUSE_INLINE constexpr let(in_place in, Traced&& t, char const* n, Make const& make, X&&... x)
      : tree(std::forward<Traced>(t)), args(in, make, std::forward<X>(x)...), name(n) {}
};
template <class Node>
constexpr bool is_let = false;
template <class Tree, class... A>
constexpr bool is_let<let<Tree, A...>> = true;

}  // namespace cp::expr
