// Two products of matrices with a softmax between them, `matmul(softmax(f(matmul(q, k.mT()))), v)`: on the device one
// kernel, in which the matrix of scores never lies in memory.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/explain.hpp>
#include <fuse/expr/same.hpp>
#include <fuse/ops/conditions.hpp>
#include <fuse/ops/explog.hpp>
#include <fuse/ops/product_nodes.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/selection.hpp>
#include <fuse/program/scores.hpp>
#include <string>
#include <type_traits>
#if FUSE_NVCC
#include <fuse/kernels/attention/attention.cuh>
#endif

namespace cp::expr {

/// A first product in the program that is computed from it (see program::score).
template <class T, int Rank>
struct score_node : node_members<score_node<T, Rank>> {
  using value_type = T;
  using space = void;
  static constexpr int rank = Rank;
  static constexpr bool weak = false;
  index_array<Rank> extents;
  explicit score_node(index_array<Rank> const& n) : extents(n) {}
};
template <class T, int Rank>
constexpr bool is_leaf<score_node<T, Rank>> = true;
template <class T, int Rank, class Scope>
constexpr index_array<Rank> shape_of(score_node<T, Rank> const& s, Scope const&) {
  return s.extents;
}
template <class T, int Rank, class N, class Env>
struct lower<score_node<T, Rank>, N, Env> {
  using program = cp::program::score<T>;
  using next = N;
};
template <class T, int Rank, class Sink>
constexpr void collect(score_node<T, Rank> const&, collect_into<Sink> const&) {}

}  // namespace cp::expr

namespace cp::ops::attention {

/// Which axes of the operands of a first product of labels `L` its rows (i) and columns (j) are, and which one is
/// summed. `is`: there is one of each, and all others are a batch.
struct roles {
  bool is = false;
  bool turned = false;  ///< the operand with the rows is the second one
};
constexpr int find(int const* label, int rank, int what) {
  for (int k = 0; k < rank; ++k)
    if (label[k] == what) return k;
  return -1;
}
constexpr int met_label(int const* a, int rank_a, int const* b, int rank_b, int const* c, int rank_c) {
  int met = -1, count = 0;
  for (int k = 0; k < rank_a; ++k)
    if (find(c, rank_c, a[k]) < 0) {
      if (find(b, rank_b, a[k]) < 0) return -1;
      met = a[k], ++count;
    }
  return count == 1 ? met : -1;
}
/// Whether each label of an operand occurs once, and all but `one` and `other` are the result's of a batch.
constexpr bool is_batch_of(int const* label, int rank, int one, int other, int const* c, int rank_c) {
  int found = 0;
  for (int k = 0; k < rank; ++k) {
    if (find(label, k, label[k]) >= 0) return false;
    if (label[k] == one || label[k] == other)
      ++found;
    else if (find(c, rank_c - 2, label[k]) < 0)
      return false;
  }
  return found == 2;
}
template <class Labels, int RankA, int RankB>
constexpr roles roles_of_scores() {
  constexpr auto const& l = Labels::list;
  constexpr int rank = Labels::rank;
  if constexpr (rank < 2 || rank - 2 > 4) {
    return {};
  } else {
    int const row = l.c[rank - 2], column = l.c[rank - 1], met = met_label(l.a, RankA, l.b, RankB, l.c, rank);
    if (met < 0) return {};
    if (is_batch_of(l.a, RankA, row, met, l.c, rank) && is_batch_of(l.b, RankB, column, met, l.c, rank))
      return {true, false};
    if (is_batch_of(l.b, RankB, row, met, l.c, rank) && is_batch_of(l.a, RankA, column, met, l.c, rank))
      return {true, true};
    return {};
  }
}
/// Whether the last axis of the first operand is summed in a second product, whose other axes are the result's.
template <class Labels, int RankA, int RankB>
constexpr bool weighs() {
  constexpr auto const& l = Labels::list;
  constexpr int rank = Labels::rank;
  if constexpr (rank < 2 || RankA != rank) {
    return false;
  } else {
    int const met = l.a[rank - 1];
    for (int k = 0; k < rank - 1; ++k)
      if (l.a[k] != l.c[k]) return false;
    return met_label(l.a, RankA, l.b, RankB, l.c, rank) == met &&
           is_batch_of(l.b, RankB, met, l.c[rank - 1], l.c, rank);
  }
}

/// The products of 16-bit floats in a tree, and whether all else in it is elementwise.
template <class Node, class T>
struct scores_in {
  static constexpr bool fits = expr::is_leaf<Node>;
  static constexpr int products = 0;
};
template <class Op, class... A, class T>
struct scores_in<expr::map<Op, A...>, T> {
  static constexpr bool fits = (scores_in<A, T>::fits && ...);
  static constexpr int products = (0 + ... + scores_in<A, T>::products);
};
template <class F, class... A, class T>
struct scores_in<expr::call<F, A...>, T> : scores_in<expr::map<void, A...>, T> {};
template <class Array, class... I, class T>
struct scores_in<expr::gather<Array, I...>, T> {
  static constexpr bool fits = (scores_in<I, T>::fits && ...);
  static constexpr int products = (0 + ... + scores_in<I, T>::products);
};
template <class Labels, class A, class B, class T>
struct scores_in<expr::library<labelled_product<T, Labels>, A, B>, T> {
  static constexpr bool fits = roles_of_scores<Labels, A::rank, B::rank>().is;
  static constexpr int products = 1;
};

/// The type of the product in a tree that has one.
template <class Node, class T>
struct product_in;
template <class T, class... A>
struct product_among;
template <class T, class First, class... More>
struct product_among<T, First, More...>
    : std::conditional_t<scores_in<First, T>::products != 0, product_in<First, T>, product_among<T, More...>> {};
template <class Op, class... A, class T>
struct product_in<expr::map<Op, A...>, T> : product_among<T, A...> {};
template <class F, class... A, class T>
struct product_in<expr::call<F, A...>, T> : product_among<T, A...> {};
template <class Array, class... I, class T>
struct product_in<expr::gather<Array, I...>, T> : product_among<T, I...> {};
template <class Labels, class A, class B, class T>
struct product_in<expr::library<labelled_product<T, Labels>, A, B>, T> {
  using type = expr::library<labelled_product<T, Labels>, A, B>;
  using labels = Labels;
};
/// It.
template <class T, class Node>
auto const* find_product(Node const& x) {
  using product = typename product_in<Node, T>::type;
  if constexpr (std::is_same_v<Node, product>) {
    return &x;
  } else {
    product const* found = nullptr;
    expr::for_each(
        [&](auto const& part) {
          if constexpr (scores_in<std::remove_cvref_t<decltype(part)>, T>::products != 0) found = find_product<T>(part);
        },
        [&]() -> auto const& {
          if constexpr (requires { x.index; })
            return x.index;
          else
            return x.args;
        }());
    return found;
  }
}
/// The tree with a score for the product: as it is summed where the tree converts it to float32, else rounded.
template <class T, class Labels, class A, class B>
auto with_score(expr::library<labelled_product<T, Labels>, A, B> const& x) {
  return expr::score_node<T, Labels::rank>(expr::shape_of(x));
}
template <class T, class Labels, class A, class B>
auto with_score(expr::map<expr::cast<float>, expr::library<labelled_product<T, Labels>, A, B>> const& x) {
  return expr::score_node<float, Labels::rank>(expr::shape_of(x));
}
template <class T, class Node>
auto with_score(Node const& x) {
  if constexpr (scores_in<Node, T>::products == 0)
    return x;
  else
    return expr::rebuild(x, [](auto const& part) { return with_score<T>(part); });
}

/// A softmax along the last axis: `scores(e)` is what it is of, if that is so.
template <class Node>
struct softmax_of {
  static constexpr bool is = false;
};
template <class S, int MaxAxes, int SumAxes>
struct softmax_of<
    expr::map<divide, expr::map<exp, expr::map<subtract, S, expr::reduce<max, MaxAxes, true, S>>>,
              expr::reduce<sum<void>, SumAxes, true,
                           expr::map<exp, expr::map<subtract, S, expr::reduce<max, MaxAxes, true, S>>>>>> {
  static constexpr bool is = true;
  using scores = S;
  template <class Node>
  static S const* find(Node const& x) {
    auto const& above = x.args.a;
    auto const& below = x.args.b;
    constexpr std::uint32_t last = std::uint32_t{1} << (S::rank - 1);
    if (below.axes != last || above.args.a.args.b.axes != last) return nullptr;
    S const& s = above.args.a.args.a;
    if (!expr::repeats::are_same(s, above.args.a.args.b.args.a) || !expr::repeats::are_same(above, below.args.a))
      return nullptr;
    return &s;
  }
};
/// The same, rounded to T.
template <class T, class X>
requires(cp::detail::half_float<T>&&
             std::is_same_v<typename X::value_type, float>) struct softmax_of<expr::map<expr::cast<T>, X>>
    : softmax_of<X> {
  template <class Node>
  static auto const* find(Node const& x) {
    return softmax_of<X>::find(x.args.a);
  }
};

/// Whether a product is that of a softmax of scores and values, all of 16-bit floats, on the device.
template <class E>
struct weighted_sum {
  static constexpr bool is = false;
};
template <class T, class Labels, class W, class V>
requires(cp::detail::half_float<T>&& softmax_of<W>::is&& std::is_same_v<typename W::value_type, T>&&
             std::is_same_v<typename V::value_type, T> &&
         !expr::has_stages<V>) struct weighted_sum<expr::library<labelled_product<T, Labels>, W, V>> {
  using node = expr::library<labelled_product<T, Labels>, W, V>;
  using scores = typename softmax_of<W>::scores;
  static constexpr bool is =
      std::is_same_v<typename node::space, cuda_space> && weighs<Labels, W::rank, V::rank>() &&
      scores::rank == W::rank && scores_in<scores, T>::fits && scores_in<scores, T>::products == 1 &&
      expr::repeats::is_comparable<scores> &&
      (std::is_same_v<typename scores::value_type, T> || std::is_same_v<typename scores::value_type, float>);
};

#if FUSE_NVCC
/// An operand's matrices: `row` and `column` are the labels of these, `batch` those of the problems.
template <class T, int Rank>
bool matrix_of(ndarray<T, Rank, cuda_space> const& a, int const* label, int row, int column, int const* batch,
               kernels::attention_job const& job, kernels::attention_matrix& to) {
  int const r = find(label, Rank, row), c = find(label, Rank, column);
  to.data = const_cast<T*>(a.data());
  to.row = a.strides()[r];
  for (int k = 0; k < job.batch_axes; ++k) {
    int const at = find(label, Rank, batch[k]);
    to.batch[k] = at < 0 || a.shape()[at] == 1 ? 0 : a.strides()[at];
  }
  return a.strides()[c] == 1 || a.shape()[c] == 1;
}

/// Starts the kernel, if the arrays lie as it reads them.
template <class T, class Labels, class W, class V, int Rank>
bool start(expr::library<labelled_product<T, Labels>, W, V> const& e, ndarray<T, Rank, cuda_space> const& to) {
  using scores = typename softmax_of<W>::scores;
  using product = typename product_in<scores, T>::type;
  using first = typename product::op::labels;
  scores const* const s = softmax_of<W>::find(e.args.a);
  if (s == nullptr) return false;
  product const& p = *find_product<T>(*s);
  auto const shape = expr::shape_of(*s), whole = expr::shape_of(e);
  if (!(shape == expr::shape_of(p))) return false;
  for (int k = 0; k < Rank - 1; ++k)
    if (shape[k] != whole[k]) return false;

  constexpr bool turned = roles_of_scores<first, std::remove_cvref_t<decltype(p.args.a)>::rank,
                                          std::remove_cvref_t<decltype(p.args.b)>::rank>()
                              .turned;
  constexpr auto const& f = first::list;
  constexpr auto const& l = Labels::list;
  constexpr int query = f.c[Rank - 2], key = f.c[Rank - 1];
  auto const& query_operand = [&]() -> auto const& {
    if constexpr (turned)
      return p.args.b;
    else
      return p.args.a;
  }
  ();
  auto const& key_operand = [&]() -> auto const& {
    if constexpr (turned)
      return p.args.a;
    else
      return p.args.b;
  }
  ();
  int const *query_labels = turned ? f.b : f.a, *key_labels = turned ? f.a : f.b;
  constexpr int query_rank = std::remove_cvref_t<decltype(query_operand)>::rank,
                key_rank = std::remove_cvref_t<decltype(key_operand)>::rank;
  int const met = met_label(query_labels, query_rank, key_labels, key_rank, f.c, Rank);

  kernels::attention_job job{};
  job.batch_axes = Rank - 2;
  job.problems = 1;
  for (int k = 0; k < Rank - 2; ++k) job.problems *= job.batch[k] = whole[k];
  job.queries = whole[Rank - 2];
  job.keys = shape[Rank - 1];
  auto const row = [](std::int64_t n) { return static_cast<int>(n < 1 << 20 ? n : 1 << 20); };
  job.width = row(whole[Rank - 1]);
  job.depth = row(expr::shape_of(query_operand)[find(query_labels, query_rank, met)]);
  // What is no array yet becomes one whose rows lie side by side; how others lie is looked at before anything is done.
  auto const lies = [&](auto const& x, int const* label, int row, int column, int const* batch,
                        kernels::attention_matrix& m) {
    if constexpr (is_array<std::remove_cvref_t<decltype(x)>>)
      return matrix_of(x, label, row, column, batch, job, m);
    else
      return label[std::remove_cvref_t<decltype(x)>::rank - 1] == column;
  };
  if (!lies(query_operand, query_labels, query, met, f.c, job.query) ||
      !lies(key_operand, key_labels, key, met, f.c, job.key) ||
      !lies(e.args.b, l.b, l.a[Rank - 1], l.c[Rank - 1], l.c, job.value) ||
      !matrix_of(to, l.c, l.c[Rank - 2], l.c[Rank - 1], l.c, job, job.result) || !kernels::fits_attention(job))
    return false;
  auto const q = cp::detail::take_operand<T, cuda_space>(query_operand, Labels::name).array;
  auto const k = cp::detail::take_operand<T, cuda_space>(key_operand, Labels::name).array;
  auto const v = cp::detail::take_operand<T, cuda_space>(e.args.b, Labels::name).array;
  matrix_of(q, query_labels, query, met, f.c, job, job.query);
  matrix_of(k, key_labels, key, met, f.c, job, job.key);
  matrix_of(v, l.b, l.a[Rank - 1], l.c[Rank - 1], l.c, job, job.value);
  [](auto const&... used) { (cp::detail::note_use_here(used), ...); }(q, k, v, to);

  auto const tree = with_score<T>(*s);
  using tree_type = std::remove_const_t<decltype(tree)>;
  using signature = expr::signature_of<expr::environment<float>, expr::arguments<tree_type const&>, Rank>;
  if constexpr (signature::count - 1 > kernels::attention_inputs || signature::bytes > 2048) {
    return false;
  } else {
    using narrow = typename std::conditional_t<program::narrows<signature>, program::narrowed_signature<signature>,
                                               std::type_identity<signature>>::type;
    using mask = program::masked<typename program::only_program<signature>::type>;
    using form = kernels::cuda_attention_form<narrow, typename mask::condition, T>;
    expr::loop_room<signature, Rank, cuda_space, 2048> room(shape);
    expr::operand_sink sink{room.loop};
    sink.array(ndarray<float, Rank, cuda_space>({}, nullptr, shape, contiguous_strides(shape)));
    expr::collect_into<expr::operand_sink>{sink}(tree);
    if (program::narrows<signature> && !expr::goes_narrow<signature>(room.loop)) return false;
    job.masks = mask::by_infinity(room.scalars);
    kernels::cuda_attention_start(form::table(), expr::facts<signature>::info, room.loop, job, Labels::name);
    return true;
  }
}
#endif

}  // namespace cp::ops::attention

namespace cp::program {

template <class C, class S, int Offset, class T>
struct masked<apply<ops::where, C, S, scalar<Offset, T>>> {
  using condition = C;
  using score = S;
  static bool by_infinity(unsigned char const* scalars) {
    return static_cast<float>(scalar_in<Offset, T>(scalars)) == -__builtin_inff();
  }
};
/// (Of two numbers neither is a score.)
template <class C, int Offset, int Other, class T>
struct masked<apply<ops::where, C, scalar<Offset, T>, scalar<Other, T>>> {
  using condition = void;
  using score = apply<ops::where, C, scalar<Offset, T>, scalar<Other, T>>;
  static bool by_infinity(unsigned char const*) { return false; }
};
template <class C, class S, int Offset, class T>
struct masked<apply<ops::where, C, scalar<Offset, T>, S>>
    : masked<apply<ops::where, apply<ops::logical_not, C>, S, scalar<Offset, T>>> {};

}  // namespace cp::program

namespace cp::expr {

/// The kernel takes both products and what is between them; where it does not fit, each is evaluated on its own.
template <class E>
requires(is_stage<E>&& ops::attention::weighted_sum<E>::is) struct absorption<E> {
  static constexpr bool is = true;
  template <class T, int Rank, class Space>
  static bool store([[maybe_unused]] E const& e, [[maybe_unused]] ndarray<T, Rank, Space> const& to) {
#if FUSE_NVCC
    if constexpr (kernels::has_attention && std::is_same_v<T, typename E::value_type> && Rank == E::rank)
      return ops::attention::start(e, to);
#endif
    return false;
  }
  static std::string plan(E const&) {
    return "one kernel computes both products and the softmax between them, where the matrices lie as it reads them\n";
  }
};

}  // namespace cp::expr
