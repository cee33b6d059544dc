// The pass that finds an expression's shape, and tells which operation could not broadcast its operands.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/expr/node.hpp>

namespace cp::expr {

/// Where placeholders find the shapes of the arguments that stand for them, while a pass walks a traced tree: argument
/// I's `rank[I]` extents begin at `shape[I]`.
struct scope {
  std::int64_t const* const* shape;
  int const* rank;
};

/// A tree whose shape is found from its placeholders, without a walk: what does not fit is reported of the whole.
template <class Node>
concept large_elementwise = elementwise_tree<Node> && tree_facts<Node>::nodes >
12;
/// Broadcasts the shapes of placeholders, whose bits are set, into `to` of `rank` axes. Throws shape_error.
void broadcast_placeholders(std::int64_t* to, int rank, std::uint64_t placeholders, scope const& s, char const* where);
/// Outside traced trees.
struct no_scope {};

template <class Op>
constexpr char const* qualified_name() {
  if constexpr (requires { Op::qualified_name; })
    return Op::qualified_name;
  else
    return "cp::elementwise";
}

template <class T, int Rank, class Space, class Scope>
constexpr index_array<Rank> const& shape_of(ndarray<T, Rank, Space> const& a, Scope const&) {
  return a.shape();
}
template <class Rule, int Rank, class Scope>
constexpr index_array<Rank> const& shape_of(places<Rule, Rank> const& p, Scope const&) {
  return p.extents;
}
template <class T, bool Weak, class Scope>
constexpr index_array<0> shape_of(constant<T, Weak> const&, Scope const&) {
  return {};
}
template <class T, std::uint64_t Bits, bool Weak, class Scope>
constexpr index_array<0> shape_of(literal<T, Bits, Weak> const&, Scope const&) {
  return {};
}

template <class Op, class... A, class Scope>
constexpr auto shape_of(map<Op, A...> const& m, Scope const& s);
template <class F, class... A, class Scope>
constexpr auto shape_of(call<F, A...> const& c, Scope const& s);
template <class Array, class... I, class Scope>
constexpr auto shape_of(gather<Array, I...> const& g, Scope const& s);
template <class Op, int Reduced, bool Keep, class... A, class Scope>
constexpr auto shape_of(reduce<Op, Reduced, Keep, A...> const& r, Scope const& s);
template <class Tree, class... A, class Scope>
constexpr auto shape_of(let<Tree, A...> const& l, Scope const& s);

template <class F, class... A>
struct derived;

template <int I, class T, int Rank, bool Weak>
constexpr index_array<Rank> shape_of(placeholder<I, T, Rank, Weak> const&, scope const& s) {
  index_array<Rank> shape;
  for (int i = 0; i < Rank; ++i) shape.value[i] = s.shape[I][i];
  return shape;
}

/// The error of whoever asks for a shape, or for elements, while a lambda is traced.
template <class Node>
struct still_traced {
  static_assert(Node::rank < 0,
                "cp::fuse: inside the lambda shapes are not known; views, differences and gathers of its arguments may "
                "be taken there. Where a shape itself is needed, pass it as a number. What computes at once (a sort, a "
                "search, a histogram, a decomposition) is called before, and its result passed to the lambda");
};
template <class Node>
void refuse_shape() {
  static_cast<void>(sizeof(still_traced<Node>));
}
template <int I, class T, int Rank, bool Weak>
constexpr index_array<Rank> shape_of(placeholder<I, T, Rank, Weak> const&, no_scope const&) {
  refuse_shape<placeholder<I, T, Rank, Weak>>();
  return {};
}
template <class F, class... A, class Scope>
constexpr auto shape_of(derived<F, A...> const&, Scope const&) {
  refuse_shape<derived<F, A...>>();
  return index_array<derived<F, A...>::rank>{};
}

/// Broadcasts the shapes of expressions, one by one. Most are of one shape.
template <int Rank, class Scope>
struct broadcast_shapes_of {
  index_array<Rank>& to;
  char const* where;
  Scope const& s;
  bool begun = false;

  template <class Node>
  constexpr void operator()(Node const& x) {
    if constexpr (Node::rank > 0) {
      auto const& shape = shape_of(x, s);
      if constexpr (Node::rank < Rank) {
        for (int i = 0; !begun && i < Rank; ++i) to.value[i] = 1;
        detail::broadcast_into(to.value, Rank, shape.value, Node::rank, where);
      } else {
        if (!begun)
          to = shape;
        else
          for (int i = 0; i < Rank; ++i)
            if (shape.value[i] != to.value[i] && shape.value[i] != 1)
              return detail::broadcast_into(to.value, Rank, shape.value, Rank, where);
      }
      begun = true;
    }
  }
};

/// The shape that all arguments broadcast to.
template <int Rank, class... A, class Scope>
constexpr index_array<Rank> broadcast_all(arguments<A...> const& args, Scope const& s, char const* where) {
  index_array<Rank> r;
  for_each(broadcast_shapes_of<Rank, Scope>{r, where, s}, args);
  return r;
}

/// The shapes of a traced function's arguments, as its tree's placeholders look them up: where an array has its own, or
/// here.
template <class... A>
class argument_shapes {
 public:
  template <class Scope>
  argument_shapes(arguments<A...> const& args, Scope const& s) {
    int i = 0, used = 0;
    for_each(
        [&](auto const& x) {
          if constexpr (std::is_reference_v<decltype(shape_of(x, s))>) {
            at_[i++] = shape_of(x, s).value;
          } else {
            auto const shape = shape_of(x, s);
            at_[i++] = extents_ + used;
            for (std::int64_t const n : shape) extents_[used++] = n;
          }
        },
        args);
  }
  argument_shapes(argument_shapes const&) = delete;
  argument_shapes& operator=(argument_shapes const&) = delete;
  operator scope() const { return {at_, ranks}; }

 private:
  static constexpr int ranks[] = {A::rank..., 0};
  std::int64_t extents_[(1 + ... + A::rank)];
  std::int64_t const* at_[sizeof...(A) + 1];
};

template <class Op, class... A, class Scope>
constexpr auto shape_of(map<Op, A...> const& m, Scope const& s) {
  constexpr int rank = map<Op, A...>::rank;
  if constexpr (std::is_same_v<Scope, scope> && large_elementwise<map<Op, A...>>) {
    index_array<rank> shape;
    broadcast_placeholders(shape.value, rank, tree_facts<map<Op, A...>>::placeholders, s, "cp::fuse");
    return shape;
  } else {
    return broadcast_all<rank>(m.args, s, qualified_name<Op>());
  }
}
template <class F, class... A, class Scope>
constexpr auto shape_of(call<F, A...> const& c, Scope const& s) {
  char const* name = "cp::elementwise";
  if constexpr (is_library_function<F>) name = F::qualified_name;
  return broadcast_all<call<F, A...>::rank>(c.args, s, name);
}
template <class Array, class... I, class Scope>
constexpr auto shape_of(gather<Array, I...> const& g, Scope const& s) {
  auto const shape = broadcast_all<gather<Array, I...>::rank>(g.index, s, "cp::take");
  if (g.array.size() == 0 && size_of(shape) > 0)
    throw index_error("cp::take: cannot take elements from an empty array of shape " + to_string(g.array.shape()));
  return shape;
}
/// The shape that a reduction folds.
template <class Op, int Reduced, bool Keep, class... A, class Scope>
constexpr auto inner_shape_of(reduce<Op, Reduced, Keep, A...> const& r, Scope const& s) {
  constexpr int rank = reduce<Op, Reduced, Keep, A...>::inner_rank;
  auto const shape = broadcast_all<rank>(r.args, s, qualified_name<Op>());
  if constexpr (rank > 1)
    detail::checked_size(qualified_name<Op>(), shape.value, rank, 1);  // of stretched operands: in no memory
  if constexpr (requires { Op::unstretched; }) {
    // The first operands decide the shape: the others (a mask, weights) broadcast to it.
    int left = Op::unstretched;
    for_each(
        [&](auto const& x) {
          if (left-- <= 0) return;
          auto const own = shape_of(x, s);
          bool same = own.size() == shape.size();
          for (int i = 0; same && i < own.size(); ++i) same = own[i] == shape[i];
          if (!same)
            detail::throw_shape(qualified_name<Op>(), "the operand cannot be stretched to another's shape; these are",
                                own.value, own.size(), shape.value, shape.size());
        },
        r.args);
  }
  if constexpr (requires { Op::whole_along_axes; }) {
    // Operands broadcast, but not along what is folded. Numbers have no axes.
    for_each(
        [&](auto const& x) {
          auto const own = shape_of(x, s);
          int const missing = shape.size() - own.size();
          for (int i = 0; i < own.size(); ++i)
            if ((r.axes >> (i + missing) & 1) != 0 && own[i] != shape[i + missing])
              detail::throw_shape(qualified_name<Op>(),
                                  "operands are not stretched along the axes that are summed; these are", own.value,
                                  own.size(), shape.value, shape.size());
        },
        r.args);
  }
  return shape;
}
template <class Op, int Reduced, bool Keep, class... A, class Scope>
constexpr auto shape_of(reduce<Op, Reduced, Keep, A...> const& r, Scope const& s) {
  using node = reduce<Op, Reduced, Keep, A...>;
  auto const inner = inner_shape_of(r, s);
  index_array<node::rank> shape;
  int k = 0;
  for (int i = 0; i < node::inner_rank; ++i) {
    bool const folded = (r.axes >> i & 1) != 0;
    if (!folded)
      shape.value[k++] = inner[i];
    else if (Keep)
      shape.value[k++] = 1;
  }
  return shape;
}
template <class Tree, class... A, class Scope>
constexpr auto shape_of(let<Tree, A...> const& l, Scope const& s) {
  return shape_of(l.tree, static_cast<scope>(argument_shapes<A...>(l.args, s)));
}

/// The shape of an expression. Throws shape_error naming the operation whose operands do not broadcast.
template <expression E>
constexpr auto shape_of(E const& e) {
  if constexpr (settles<E>)
    return shape_of(e.settled());
  else
    return shape_of(e, no_scope{});
}

}  // namespace cp::expr
