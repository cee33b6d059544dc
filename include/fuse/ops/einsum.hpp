// Einstein's summation: subscripts that are known while compiling, or at run time.
#pragma once

#include <cstdint>
#include <fuse/expr/view.hpp>
#include <fuse/library/subscripts.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/product_epilogues.hpp>
#include <fuse/ops/reductions.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp {

/// Text as a template argument: what stands between the angle brackets of `cp::einsum<"ij,jk->ik">`.
template <int N>
struct subscripts_text {
  char text[N] = {};  ///< its characters
  /// Of a string literal.
  consteval subscripts_text(char const (&t)[N]) {
    for (int i = 0; i < N; ++i) text[i] = t[i];
  }
};

namespace ops {

/// The labels of subscripts for operands of these ranks; does not compile if something is wrong with them.
template <subscripts_text Text, int... Rank>
struct known_subscripts {
  static constexpr int ranks[] = {Rank..., 0};
  static constexpr int count = sizeof...(Rank);
  static constexpr cp::library::subscripts parsed =
      cp::library::read_subscripts(Text.text, sizeof(Text.text) - 1, ranks, count);
  using products_fault = cp::library::fault;
  static_assert(parsed.wrong != products_fault::character,
                "cp::einsum: a character of the subscripts is no label (letters are)");
  static_assert(parsed.wrong != products_fault::too_many, "cp::einsum: takes at most 16 operands");
  static_assert(parsed.wrong != products_fault::operands,
                "cp::einsum: the subscripts name more or fewer operands than are given");
  static_assert(parsed.wrong != products_fault::ranks,
                "cp::einsum: an operand has more or fewer axes than its subscripts have labels");
  static_assert(parsed.wrong != products_fault::arrow,
                "cp::einsum: subscripts have one arrow, and nothing but one operand behind it");
  static_assert(parsed.wrong != products_fault::two_ellipses, "cp::einsum: an operand's subscripts have two ellipses");
  static_assert(parsed.wrong != products_fault::unknown, "cp::einsum: a label of the result is no operand's");
  static_assert(parsed.wrong != products_fault::twice, "cp::einsum: the result has a label twice");
  static_assert(parsed.wrong != products_fault::ellipsis_lost,
                "cp::einsum: operands have axes in an ellipsis, which the result has not");

  static constexpr int rank = parsed.rank;

  static constexpr bool operand_has(int i, int l) {
    for (int k = 0; k < parsed.ranks[i]; ++k)
      if (parsed.label[i][k] == l) return true;
    return false;
  }
  static constexpr bool result_has(int l) {
    for (int k = 0; k < rank; ++k)
      if (parsed.result[k] == l) return true;
    return false;
  }
  /// All labels: the result's, then those that are summed.
  struct all_labels {
    int n = 0;
    int label[cp::library::subscripts::most_operands * cp::library::subscripts::most_rank] = {};
    constexpr bool has(int l) const {
      for (int i = 0; i < n; ++i)
        if (label[i] == l) return true;
      return false;
    }
  };
  static constexpr all_labels all = [] {
    all_labels a;
    for (int k = 0; k < rank; ++k) a.label[a.n++] = parsed.result[k];
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < parsed.ranks[i]; ++k)
        if (!a.has(parsed.label[i][k])) a.label[a.n++] = parsed.label[i][k];
    return a;
  }();
  static constexpr int space_rank = all.n;

  /// Whether one operand has all labels: then it is read once, and all else in the same kernel.
  static constexpr bool one_has_all() {
    for (int i = 0; i < count; ++i) {
      int n = 0;
      for (int k = 0; k < space_rank; ++k) n += operand_has(i, all.label[k]);
      if (n == space_rank) return true;
    }
    return false;
  }
  /// Whether each operand has axes of its own that stay while others are summed: a product of matrices.
  static constexpr bool is_matrix_product() {
    if (count != 2) return false;
    int rows = 0, columns = 0, inner = 0;
    for (int k = 0; k < space_rank; ++k) {
      int const l = all.label[k];
      bool const a = operand_has(0, l), b = operand_has(1, l), c = result_has(l);
      rows += a && !b && c, columns += b && !a && c, inner += a && b && !c;
    }
    return inner > 0 && rows + columns > 0;
  }
  static constexpr bool sums_nothing = space_rank == rank;
  static constexpr bool fused =
      space_rank <= 32 &&
      (count == 1 || sums_nothing || (count == 2 ? !is_matrix_product() && one_has_all() : one_has_all()));
};

/// Two operands, as a product by labels.
template <class Known>
struct einsum_labels {
  static constexpr char const* name = "cp::einsum";
  static constexpr auto how = cp::library::stretch::all;
  static constexpr int rank = Known::rank;
  struct lists {
    int const* a = Known::parsed.label[0];
    int const* b = Known::parsed.label[1];
    int const* c = Known::parsed.result;
  };
  static constexpr lists list{};
};

/// Any number of operands, contracted pair after pair in the order that takes the fewest operations.
template <class T, class Known, bool Chain = false>
struct many_products {
  using value_type = T;
  static constexpr int rank = Known::rank;
  static constexpr char const* qualified_name = Chain ? "cp::linalg::multi_dot" : "cp::einsum";

  template <int... Rank>
  index_array<rank> shape(index_array<Rank> const&... x) const {
    cp::library::labelled operands[] = {cp::library::labelled{Rank, nullptr, x.value}...};
    for (int i = 0; i < static_cast<int>(sizeof...(Rank)); ++i) operands[i].label = Known::parsed.label[i];
    index_array<rank> to;
    cp::library::shape_by_labels(qualified_name, Chain ? cp::library::stretch::none : cp::library::stretch::all,
                                 operands, sizeof...(Rank), Known::parsed.result, rank, to.value);
    return to;
  }
  template <class Space, class... E>
  void run(ndarray<T, rank, Space> const& to, E const&... e) const {
    auto const taken = expr::make_arguments(cp::detail::take_operand<T, Space>(e, qualified_name)...);
    cp::library::labelled operands[sizeof...(E)];
    int i = 0;
    expr::for_each(
        [&](auto const& x) {
          operands[i] = cp::detail::with_labels(x.array, Known::parsed.label[i], x.conjugate);
          ++i;
        },
        taken);
    auto const target = cp::detail::with_labels(to, Known::parsed.result);
    if constexpr (Chain)
      cp::library::contract_chain(dtype_traits<T>::id, Space::kind, operands, sizeof...(E), target);
    else
      cp::library::contract_all(dtype_traits<T>::id, Space::kind, operands, sizeof...(E), target);
  }
};

}  // namespace ops

namespace detail {

/// An operand as a view with an axis for each label; along those that it has not, it stands still.
template <class Known, int I, class E>
auto over_all_labels(E const& e) {
  constexpr int rank = Known::space_rank;
  return view_of<rank>(e, [](auto const& shape, auto const& strides) {
    mapping<rank> m;
    for (int k = 0; k < rank; ++k) {
      m.shape[k] = 1, m.strides[k] = 0;
      for (int i = 0; i < E::rank; ++i)
        if (Known::parsed.label[I][i] == Known::all.label[k] && shape[i] != 1)
          m.shape[k] = shape[i], m.strides[k] += strides[i];
    }
    return m;
  });
}

/// The dtype that products are computed in, and their product.
template <class T, class X>
auto product_of(X x) {
  return x;
}
template <class T, class X, class Y, class... More>
auto product_of(X x, Y y, More... more) {
  if constexpr (boolean<T>)
    return product_of<T>(logical_and(std::move(x), std::move(y)), std::move(more)...);
  else
    return product_of<T>(multiply(std::move(x), std::move(y)), std::move(more)...);
}

template <class T, class Known, class E, int... Axis>
auto sum_of_labels(E e, std::integer_sequence<int, Axis...>) {
  if constexpr (sizeof...(Axis) == 0)
    return e;
  else if constexpr (boolean<T>)
    return any(e, axis_list<Known::rank + Axis...>{});
  else
    return sum<typename E::value_type>(e, axis_list<Known::rank + Axis...>{});
}

template <class T, class Known, class... E, int... I>
auto fused_einsum(std::integer_sequence<int, I...>, E const&... e) {
  using wide = std::conditional_t<half_float<T> && !(sizeof...(E) == 1 && Known::sums_nothing), float, T>;
  auto sums =
      sum_of_labels<T, Known>(product_of<T>(expr::cast_to<wide>(over_all_labels<Known, I>(expr::cast_to<T>(e)))...),
                              std::make_integer_sequence<int, Known::space_rank - Known::rank>{});
  return expr::cast_to<T>(std::move(sums));
}

/// Throws shape_error where extents of one label differ.
template <class Known, class... E>
void check_einsum(E const&... e) {
  auto const shapes = expr::make_arguments(index_array<E::rank>(expr::shape_of(e))...);
  cp::library::labelled operands[sizeof...(E)];
  int i = 0;
  expr::for_each(
      [&](auto const& s) {
        operands[i] = {s.size(), Known::parsed.label[i], s.value};
        ++i;
      },
      shapes);
  index_array<Known::rank> to;
  cp::library::shape_by_labels("cp::einsum", cp::library::stretch::all, operands, sizeof...(E), Known::parsed.result,
                               Known::rank, to.value);
}

/// Whether an operand has a label that neither another operand nor the result has. What it sums up there is an array of
/// its own before the product.
template <class Known, int... Rank>
constexpr bool sums_alone() {
  constexpr int ranks[] = {Rank...};
  for (int x = 0; x < static_cast<int>(sizeof...(Rank)); ++x)
    for (int i = 0; i < ranks[x]; ++i) {
      bool met = false;
      for (int k = 0; k < Known::rank; ++k) met = met || Known::parsed.result[k] == Known::parsed.label[x][i];
      for (int y = 0; y < static_cast<int>(sizeof...(Rank)); ++y)
        for (int j = 0; y != x && j < ranks[y]; ++j)
          met = met || Known::parsed.label[y][j] == Known::parsed.label[x][i];
      if (!met) return true;
    }
  return false;
}

template <class... E>
struct all_common {
  using type = typename promote_all<typename E::value_type...>::type;
};

template <int Rank, class T, class... E>
auto einsum_now(char const* text, E const&... e) {
  using space = expr::space_or_default<typename expr::common_space<typename E::space...>::type>;
  int const ranks[] = {E::rank...};
  int length = 0;
  while (text[length] != 0) ++length;
  cp::library::subscripts const s = cp::library::read_subscripts(text, length, ranks, sizeof...(E));
  if (s.wrong != cp::library::fault::none) cp::library::throw_fault("cp::einsum", text, s, ranks, sizeof...(E));
  if (s.rank != Rank) throw_value("cp::einsum", "the result of these subscripts has another rank:", s.rank);
  auto const taken = expr::make_arguments(take_operand<T, space>(e, "cp::einsum")...);
  cp::library::labelled operands[sizeof...(E)];
  int i = 0;
  expr::for_each(
      [&](auto const& x) {
        operands[i] = with_labels(x.array, s.label[i], x.conjugate);
        ++i;
      },
      taken);
  index_array<Rank> shape;
  cp::library::shape_by_labels("cp::einsum", cp::library::stretch::all, operands, sizeof...(E), s.result, Rank,
                               shape.value);
  auto made = make_array<T, Rank, space>(shape, "cp::einsum");
  if (made.size() > 0)
    cp::library::contract_all(dtype_traits<T>::id, space::kind, operands, sizeof...(E), with_labels(made, s.result));
  return made;
}

}  // namespace detail

/// Sum of products of elements, by labels of the operands' axes: `cp::einsum<"ij,jk->ik">(a, b)`. A label that the
/// result has not is summed; one that an operand has twice takes its diagonal; without an arrow the result has those
/// labels that occur once, in alphabetic order; `...` stands for further axes, which broadcast; an axis of extent 1 is
/// stretched to the other operands'. Lazy: a product of matrices of two operands is one call of BLAS (with what is
/// around it, as of cp::matmul); what one pass over an operand can do is one fused kernel; three operands and more are
/// contracted pair after pair, in the best order up to 8, by a greedy choice beyond.
///
/// dtype    the operands', promoted; sums stay in it (16-bit floats accumulate in float32; booleans: or of ands)
/// throws   shape_error where extents of one label differ; subscripts that do not fit the operands do not compile
/// numpy    numpy.einsum
template <subscripts_text Text, expression... E>
[[nodiscard]] auto einsum(E const&... e) {
  static_assert(sizeof...(E) > 0, "cp::einsum: takes one operand at least");
  using known = ops::known_subscripts<Text, E::rank...>;
  using T = typename detail::all_common<E...>::type;
  static_assert(number<T>, "cp::einsum: products are of numbers");
  if constexpr ((expr::is_traced<E> || ...)) {
    return expr::derive([](auto const&... x) { return einsum<Text>(x...); }, e...);
  } else {
    detail::check_einsum<known>(e...);
    if constexpr (known::fused)
      return detail::fused_einsum<T, known>(std::make_integer_sequence<int, sizeof...(E)>{}, e...);
    else if constexpr (detail::half_float<T> && (sizeof...(E) > 2 || detail::sums_alone<known, E::rank...>()))
      return expr::cast_to<T>(einsum<Text>(expr::cast_to<float>(e)...));  // what is computed on the way is float32
    else if constexpr (sizeof...(E) == 2)
      return expr::library_node(ops::labelled_product<T, ops::einsum_labels<known>>{}, e...);
    else
      return expr::library_node(ops::many_products<T, known>{}, e...);
  }
}

template <class First, class... E>
int einsum(char const*, First const&, E const&...) {
  static_assert(
      !expression<First>,
      "cp::einsum: subscripts are known while compiling, cp::einsum<\"ij,jk->ik\">(a, b), or the result's rank "
      "is, cp::einsum<2>(text, a, b)");
  return 0;
}
/// The same of subscripts that are known at run time, evaluated at once: `cp::einsum<2>("ij,jk->ik", a, b)`, where the
/// number is the rank of the result. Two operands or more.
///
/// throws   value_error for subscripts that do not fit the operands, or whose result has another rank; shape_error
template <int Rank, expression... E>
[[nodiscard]] auto einsum(char const* text, E const&... e) {
  static_assert(sizeof...(E) >= 2, "cp::einsum: subscripts at run time take two operands or more");
  using T = typename detail::all_common<E...>::type;
  if constexpr (detail::half_float<T>)  // what is computed on the way is float32
    return eval(expr::cast_to<T>(einsum<Rank>(text, expr::cast_to<float>(e)...)));
  else
    return detail::einsum_now<Rank, T>(text, e...);
}

/// What cp::einsum_path gives.
struct contraction_path {
  /// The operands that are contracted at each step, by their places; what comes out goes to the end of the list.
  std::vector<std::vector<int>> path;
  /// What it costs, and each step, in NumPy's form.
  std::string text;
};

/// The order in which cp::einsum contracts operands of these shapes: `cp::einsum_path<"ij,jk,kl->il">(a.shape(), ...)`.
///
/// throws   shape_error where extents of one label differ
/// numpy    numpy.einsum_path
template <subscripts_text Text, int... Rank>
[[nodiscard]] contraction_path einsum_path(index_array<Rank> const&... shape) {
  using known = ops::known_subscripts<Text, Rank...>;
  cp::library::labelled operands[] = {cp::library::labelled{Rank, nullptr, shape.value}...};
  for (int i = 0; i < static_cast<int>(sizeof...(Rank)); ++i) operands[i].label = known::parsed.label[i];
  index_array<known::rank> to;
  cp::library::shape_by_labels("cp::einsum_path", cp::library::stretch::all, operands, sizeof...(Rank),
                               known::parsed.result, known::rank, to.value);
  auto described = cp::library::describe_path(operands, sizeof...(Rank), known::parsed.result, known::rank);
  return {std::move(described.first), std::move(described.second)};
}

}  // namespace cp
