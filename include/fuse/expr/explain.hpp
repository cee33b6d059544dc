// The plan of an expression as text: its tree, its kernel, what it moves, and whether an assignment needs a temporary.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/fewer_axes.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/multiple.hpp>
#include <fuse/expr/run_join.hpp>
#include <fuse/expr/run_scan.hpp>
#include <fuse/expr/run_stencil.hpp>
#include <string>
#include <type_traits>

namespace cp {

namespace expr {

void append_line(std::string& text, int depth, char const* what, std::string const& detail);
std::string shaped(dtype type, std::int64_t const* shape, int rank);
/// The first line of a plan: what comes out, and where.
std::string result_line(dtype type, std::int64_t const* shape, int rank, char const* space);
std::string shaped_array(dtype type, std::int64_t const* shape, std::int64_t const* strides, int rank,
                         char const* space);
std::string plan_text(kernels::signature_info const& info, kernels::loop_builder& loop, char const* space,
                      bool vector_forms, bool narrow);
std::string stencil_plan_text(kernels::signature_info const& info, kernels::loop_builder& loop, char const* space,
                              int temporaries);
std::string scan_text(kernels::signature_info const& info, kernels::loop_builder& loop, std::uint32_t scanned,
                      char const* space);
/// Of transforms along rows; nothing where these are none for a kernel.
std::string rows_text(kernels::signature_info const& info, kernels::loop_builder& loop, char const* space);

template <class T, int Rank, class Space>
void describe(std::string& s, int depth, ndarray<T, Rank, Space> const& a) {
  append_line(s, depth, "array", shaped_array(dtype_of<T>, a.shape().value, a.strides().value, Rank, Space::name));
}
template <class Rule, int Rank>
void describe(std::string& s, int depth, places<Rule, Rank> const& p) {
  append_line(s, depth, Rule::name, shaped(dtype_of<typename Rule::type>, p.extents.value, Rank));
  if constexpr (!std::is_void_v<typename places<Rule, Rank>::space>)
    p.rule.each_leaf([&](auto const& leaf) { describe(s, depth + 1, leaf); });
}
template <class T, bool Weak>
void describe(std::string& s, int depth, constant<T, Weak> const&) {
  append_line(s, depth, "constant", dtype_of<T>.name());
}
template <class T, std::uint64_t Bits, bool Weak>
void describe(std::string& s, int depth, literal<T, Bits, Weak> const&) {
  append_line(s, depth, "literal", dtype_of<T>.name());
}
template <int I, class T, int Rank, bool Weak>
void describe(std::string& s, int depth, placeholder<I, T, Rank, Weak> const&) {
  append_line(s, depth, "argument", std::to_string(I) + " " + dtype_of<T>.name());
}
template <class A, int... O>
void describe(std::string& s, int depth, neighbour<A, O...> const& n) {
  std::string offset;
  ((offset += (offset.empty() ? "" : ", ") + std::to_string(O)), ...);
  append_line(s, depth, ("cp::at<" + offset + ">").c_str(), dtype_of<typename A::value_type>.name());
  describe(s, depth + 1, n.of);
}
template <class A, program::edge Edge, class Offsets>
void describe(std::string& s, int depth, neighbourhood<A, Edge, Offsets> const& n) {
  constexpr char const* name[] = {"cp::nearest",           "cp::wrap", "cp::reflect", "cp::mirror",
                                  "cp::constant_boundary", "cp::valid"};
  append_line(s, depth, name[static_cast<int>(Edge)], "");
  describe(s, depth + 1, n.of);
}
template <class Op, class... A>
void describe(std::string& s, int depth, map<Op, A...> const& m) {
  append_line(s, depth, qualified_name<Op>(), dtype_of<typename map<Op, A...>::value_type>.name());
  for_each([&](auto const& x) { describe(s, depth + 1, x); }, m.args);
}
template <class F, class... A>
void describe(std::string& s, int depth, call<F, A...> const& c) {
  char const* name = "cp::elementwise function";
  if constexpr (is_library_function<F>) name = F::qualified_name;
  append_line(s, depth, name, dtype_of<typename call<F, A...>::value_type>.name());
  for_each([&](auto const& x) { describe(s, depth + 1, x); }, c.args);
}
template <class Op, int Reduced, bool Keep, class... A>
void describe(std::string& s, int depth, reduce<Op, Reduced, Keep, A...> const& r) {
  std::string axes;
  for (int i = 0; i < reduce<Op, Reduced, Keep, A...>::inner_rank; ++i)
    if (r.axes >> i & 1) axes += (axes.empty() ? " over axis " : ", ") + std::to_string(i);
  append_line(s, depth, qualified_name<Op>(),
              dtype_of<typename reduce<Op, Reduced, Keep, A...>::value_type>.name() + axes);
  for_each([&](auto const& x) { describe(s, depth + 1, x); }, r.args);
}
template <class Op, bool Flat, class A>
void describe(std::string& s, int depth, scan<Op, Flat, A> const& c) {
  append_line(s, depth, qualified_name<Op>(),
              dtype_of<typename scan<Op, Flat, A>::value_type>.name() +
                  (Flat ? std::string(" over all axes as one") : " along axis " + std::to_string(c.axis)));
  describe(s, depth + 1, c.args.a);
}
template <class Op, class... A>
void describe(std::string& s, int depth, library<Op, A...> const& l) {
  append_line(s, depth, qualified_name<Op>(), dtype_of<typename library<Op, A...>::value_type>.name());
  for_each([&](auto const& x) { describe(s, depth + 1, x); }, l.args);
}
template <class Array, class... I>
void describe(std::string& s, int depth, gather<Array, I...> const& g) {
  append_line(s, depth, "cp::gather", dtype_of<typename Array::value_type>.name());
  describe(s, depth + 1, g.array);
  for_each([&](auto const& x) { describe(s, depth + 1, x); }, g.index);
}
template <class Tree, class... A>
void describe(std::string& s, int depth, let<Tree, A...> const& l) {
  append_line(s, depth, "cp::fuse", l.name != nullptr ? l.name : "");
  describe(s, depth + 1, l.tree);
  int i = 0;
  for_each(
      [&](auto const& x) {
        append_line(s, depth + 1, "where argument", std::to_string(i++) + " is");
        describe(s, depth + 2, x);
      },
      l.args);
}

/// A call whose arguments are arrays: those that will be evaluated first are handles without memory here.
template <class A>
A const& as_if_prepared(A const& a, int&) {
  return a;
}
template <class A, program::edge Edge, class Offsets>
auto as_if_prepared(neighbourhood<A, Edge, Offsets> const& n, int& temporaries) {
  if constexpr (is_array<A>) {
    return n;
  } else {
    using space = space_or_default<typename A::space>;
    ++temporaries;
    auto const shape = shape_of(n.of);
    return neighbourhood_of<Edge, Offsets>(
        ndarray<typename A::value_type, A::rank, space>({}, nullptr, shape, contiguous_strides(shape)), n.outside);
  }
}

}  // namespace expr

namespace detail {
/// The plan of a stencil whose arguments are arrays.
template <class E>
std::string stencil_plan(E const& e, int temporaries) {
  using T = typename E::value_type;
  using space = space_of<E>;
  using signature = expr::signature_of<expr::environment<T>, expr::arguments<E const&>, E::rank>;
  using f = expr::facts<signature>;
  auto const result = expr::shape_of(e);
  expr::loop_room<signature, E::rank, space, kernels::max_scalar_bytes> room(result);
  kernels::loop_builder& loop = room.loop;
  std::uint32_t open[signature::count] = {};
  auto const contiguous = contiguous_strides(result);
  loop.add(nullptr, E::rank, result.value, contiguous.value, nullptr);
  expr::stencil_sink sink{{loop}, open};
  expr::collect_into<decltype(sink)>{sink}(e);
  return expr::stencil_plan_text(f::info, loop, space::name, temporaries);
}
template <class E>
std::string explain_stencil(E const& e) {
  if constexpr (expr::needs_preparing<E> || expr::has_reductions<E>)
    return "what has neighbours, or is reduced, becomes an array first; then one kernel in stencil form\n";
  else
    return stencil_plan(e, 0);
}
template <class Tree, class... A>
std::string explain_stencil(expr::let<Tree, A...> const& l) {
  if constexpr (expr::needs_preparing<Tree> || expr::has_reductions<expr::let<Tree, A...>>) {
    return "what has neighbours, or is reduced, becomes an array first; then one kernel in stencil form\n";
  } else {
    int temporaries = 0;
    auto const args = expr::transform([&](auto const& x) { return expr::as_if_prepared(x, temporaries); }, l.args);
    return [&]<class... B>(expr::arguments<B...> const& prepared) {
      return stencil_plan(expr::let<Tree, B...>(l.tree, prepared, l.name), temporaries);
    }(args);
  }
}

/// The result and the tree.
template <expression E>
std::string explain_tree(E const& e) {
  auto const result = expr::shape_of(e);
  std::string text = expr::result_line(dtype_of<typename E::value_type>, result.value, E::rank, space_of<E>::name);
  expr::describe(text, 1, e);
  return text;
}
template <expression E>
std::string explain_loop(E const& e) {
  using T = typename E::value_type;
  using space = space_of<E>;
  using signature = expr::signature_of<expr::environment<T>, expr::arguments<E const&>, E::rank>;
  using f = expr::facts<signature>;
  auto const result = expr::shape_of(e);
  expr::loop_room<signature, E::rank, space, kernels::max_scalar_bytes> room(result);
  kernels::loop_builder& loop = room.loop;
  auto const contiguous = contiguous_strides(result);
  loop.add(nullptr, E::rank, result.value, contiguous.value, nullptr);
  expr::operand_sink sink{loop};
  expr::collect_into<decltype(sink)>{sink}(e);
  return expr::plan_text(f::info, loop, space::name, std::is_same_v<space, cuda_space>,
                         expr::goes_narrow<signature>(loop));
}

/// The plan of an expression with stages.
template <class E>
std::string stage_plan(E const& e) {
  using T = typename E::value_type;
  if constexpr (expr::uses_scan<E> && !expr::has_stencils<E>) {
    if constexpr (!expr::is_behind_scans<E>) {
      return "what is not elementwise becomes arrays first; then one scanning kernel, if there is one scan of the "
             "result's shape\n";
    } else if constexpr (expr::behind_scan<E, T>::is) {
      using kernel = expr::behind_scan<E, T>;
      using space = space_of<E>;
      auto const shape = expr::shape_of(e);
      ndarray<T, E::rank, space> const to({}, nullptr, shape, contiguous_strides(shape));
      std::string text;
      if (kernel::template with_loop<space>(e, to, [&](kernels::loop_builder& loop, std::uint32_t axes) {
            text = expr::scan_text(expr::facts<typename kernel::signature>::info, loop, axes, space::name);
          }))
        return text;
    }
  }
  return "a scanning kernel for each scan, into an array, as is what a library computes; then the kernels of what is "
         "left\n";
}
template <class Op, class... A>
std::string stage_plan(expr::library<Op, A...> const&) {
  return "a library computes the result from its operands, which are arrays or become some\n";
}
template <class Op, bool Flat, class A>
std::string stage_plan(expr::scan<Op, Flat, A> const& s) {
  if constexpr (expr::has_reductions<A> || expr::has_stencils<A>) {
    return "the kernels of the scan's argument; then one scanning kernel\n";
  } else {
    using node = expr::scan<Op, Flat, A>;
    using T = typename node::value_type;
    using space = space_of<node>;
    using signature = expr::signature_of<expr::environment<T>, expr::arguments<node const&>, 1>;
    using f = expr::facts<signature>;
    auto const inner = expr::shape_of(s.args.a, expr::no_scope{});
    auto const outer = expr::shape_of(s);
    expr::loop_room<signature, A::rank, space, kernels::max_fold_scalar_bytes> room(inner);
    kernels::loop_builder& loop = room.loop;
    expr::add_operands<space>(loop, s, inner,
                              ndarray<T, node::rank, space>({}, nullptr, outer, contiguous_strides(outer)));
    return expr::scan_text(f::info, loop, expr::scanned_axes(s), space::name);
  }
}
template <class Op, bool Flat, class B, class... A>
std::string stage_plan(expr::let<expr::scan<Op, Flat, B>, A...> const& l) {
  return stage_plan(expr::scan_of_let(l));
}

/// The plan of an expression with reductions.
template <expression E>
char const* fold_text(E const& e, index_array<E::rank> const& shape) {
  using roots = expr::arguments<E const&>;
#if FUSE_NVCC
  if constexpr (expr::results_first::may_apply_to<roots, space_of<E>>)
    if (expr::results_first::applies(e, shape))
      return "a folding kernel for the results of reductions, one for each level; then one elementwise kernel\n";
#endif
  constexpr int inner = expr::axes_in<roots>.rank;
  auto kind = expr::stored::nothing;
  bool rows = false;
  if constexpr (inner >= 0) {
    using traits = expr::fold_traits<expr::environment<typename E::value_type>, roots, E::rank, inner>;
    expr::folding<inner> f;
    kind = expr::one_fold<traits>(f, expr::refer(e), shape);
    rows = kind == expr::stored::elements || traits::levels::count > 1;
  }
  if (kind == expr::stored::nothing)
    return "a folding kernel for each reduction, into an array; then one elementwise kernel\n";
  return rows ? "one kernel of rows, which are read once if they fit on chip (a kernel for each level of reductions "
                "and one more where few rows are long)\n"
              : "one folding kernel, with what is computed from it (a second one where blocks share a result)\n";
}
/// What evaluating an expression does as it stands.
template <expression E>
std::string explain_as_it_is(E const& e) {
  if constexpr (expr::has_stencils<E> && !expr::has_stages<E>) {
    return explain_tree(e) + explain_stencil(e);
  } else if constexpr (!expr::has_reductions<E>) {
    return explain_tree(e) + explain_loop(e);
  } else if constexpr (!expr::has_stages<E>) {
    return explain_tree(e) + fold_text(e, expr::shape_of(e));
  } else {
    std::string whole;
    if constexpr (expr::absorption<E>::is) whole = expr::absorption<E>::plan(e);
    return explain_tree(e) + (whole.empty() ? stage_plan(e) : whole);
  }
}
/// What is said of parts that become arrays before the kernel, as far as they are known without evaluating them.
template <class E>
std::string parts_text(E const& e) {
  using roots = expr::arguments<E const&>;
  using space = expr::space_or_default<typename E::space>;
  if constexpr (std::is_same_v<space, default_space> && expr::fewer_axes::may_be<space, E::rank, roots>)
    if (expr::fewer_axes::apply_to<space>(expr::refer(e), expr::shape_of(e)))
      return "parts that have fewer axes than the result become arrays first, by a kernel each\n";
  return {};
}
/// Of expressions without joins.
template <class E>
std::string explain_joinless(E const& e) {
  if constexpr (expr::may_repeat<expr::arguments<E const&>>) {
    std::string text;
    if (expr::with_repeats_shared(expr::refer(e), [&](auto const& shared) { text = explain_as_it_is(shared.a); }))
      return text + "parts that are named several times are the same: computed once\n" + parts_text(e);
  }
  return explain_as_it_is(e) + parts_text(e);
}
template <class E>
std::string explain_joined(E const& e) {
  if constexpr (expr::joins_once<E>) {
    std::string text;
    auto const& j = *expr::join_in(e);
    if (expr::with_like_parts(e, j, [&](auto const&... part) {
          ((text += explain_tree(part)), ...);
          text += "1 kernel, with an output for each of " + std::to_string(sizeof...(part)) + " parts along axis " +
                  std::to_string(j.axis) + "\n";
        }))
      return text;
  }
  return explain_joinless(expr::without_joins(e));
}
}  // namespace detail

/// What evaluating an expression does, as text: the tree with dtypes, the kernel's form, operands, bytes read and
/// written, temporaries. Runs nothing.
template <expression E>
[[nodiscard]] std::string explain(E const& e) try {
  if constexpr (expr::has_joins<E>)
    return detail::explain_joined(e);
  else
    return detail::explain_joinless(e);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp
