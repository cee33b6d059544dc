// Functions of arrays that are called for all arrays along further axes at once, by a signature.
#pragma once

#include <cstdint>
#include <fuse/ops/einsum.hpp>
#include <fuse/ops/manipulation.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// What is wrong with a signature.
enum class signature_fault : unsigned char { none, character, arrow, parenthesis, too_many, optional };

/// A signature such as (i,j),(j)->(i): for each operand, then for each result, the labels of its core axes. A label
/// that is a number stands for that extent.
struct core_signature {
  static constexpr int most = 8;  ///< operands and results, and core axes of each
  int inputs = 0, outputs = 0, labels = 0;
  int ranks[most] = {};
  int label[most][most] = {};
  std::int64_t fixed[most * most] = {};  ///< of a label: its extent, or -1
  signature_fault wrong = signature_fault::none;
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_word(char c) { return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Reads a signature of n characters; spaces mean nothing.
constexpr core_signature read_signature(char const* text, int n) {
  core_signature s;
  int begin[core_signature::most * core_signature::most] = {}, length[core_signature::most * core_signature::most] = {};
  int at = 0;
  bool behind_arrow = false;
  auto const skip = [&] {
    while (at < n && (text[at] == ' ' || text[at] == '\0')) ++at;
  };
  auto const fail = [&](signature_fault f) {
    s.wrong = f;
    return s;
  };
  auto const find = [&](int from, int count) {
    for (int l = 0; l < s.labels; ++l) {
      bool same = length[l] == count;
      for (int k = 0; same && k < count; ++k) same = text[begin[l] + k] == text[from + k];
      if (same) return l;
    }
    begin[s.labels] = from, length[s.labels] = count;
    s.fixed[s.labels] = -1;
    if (is_digit(text[from])) {
      s.fixed[s.labels] = 0;
      for (int k = 0; k < count; ++k) s.fixed[s.labels] = 10 * s.fixed[s.labels] + (text[from + k] - '0');
    }
    return s.labels++;
  };
  for (skip(); at < n; skip()) {
    int const group = s.inputs + s.outputs;
    if (group == core_signature::most) return fail(signature_fault::too_many);
    if (text[at] != '(') return fail(signature_fault::parenthesis);
    ++at;
    for (skip(); at < n && text[at] != ')'; skip()) {
      if (s.ranks[group] > 0) {
        if (text[at] != ',') return fail(signature_fault::character);
        ++at;
        skip();
      }
      int const from = at;
      while (at < n && is_word(text[at])) ++at;
      if (at < n && text[at] == '?') return fail(signature_fault::optional);
      if (at == from) return fail(signature_fault::character);
      if (s.ranks[group] == core_signature::most) return fail(signature_fault::too_many);
      int const l = find(from, at - from);
      s.label[group][s.ranks[group]++] = l;
    }
    if (at == n) return fail(signature_fault::parenthesis);
    ++at;
    ++(behind_arrow ? s.outputs : s.inputs);
    skip();
    if (at == n) break;
    if (text[at] == ',') {
      ++at;
    } else if (text[at] == '-' && at + 1 < n && text[at + 1] == '>' && !behind_arrow) {
      behind_arrow = true;
      at += 2;
    } else {
      return fail(signature_fault::arrow);
    }
  }
  if (s.outputs == 0 || s.inputs == 0) return fail(signature_fault::arrow);
  return s;
}

/// A signature that compiled.
template <subscripts_text Text>
struct known_signature {
  static constexpr core_signature parsed = read_signature(Text.text, int(sizeof(Text.text)) - 1);
  static_assert(parsed.wrong != signature_fault::character,
                "cp: between a signature's parentheses stand names or numbers with commas between them");
  static_assert(parsed.wrong != signature_fault::parenthesis,
                "cp: a signature's operands and results each stand in parentheses: (i,j),(j)->(i)");
  static_assert(parsed.wrong != signature_fault::arrow,
                "cp: a signature has operands, one arrow, and results: (i,j),(j)->(i)");
  static_assert(parsed.wrong != signature_fault::too_many,
                "cp: a signature has at most 8 operands and results, and 8 core axes of each");
  static_assert(parsed.wrong != signature_fault::optional,
                "cp: core axes that may be missing (?) are not supported: write a function for each case");
};

/// Extents of a signature's labels, as operands show them.
template <class Signature>
struct core_extents {
  static constexpr core_signature parsed = Signature::parsed;
  static constexpr int count = parsed.labels > 0 ? parsed.labels : 1;
  std::int64_t extent[count];

  core_extents() {
    for (int l = 0; l < count; ++l) extent[l] = parsed.fixed[l];
  }
  /// Compares the last axes of a shape with the core axes of operand or result `group`, and keeps what was not known.
  template <int Rank>
  void see(char const* where, int group, index_array<Rank> const& shape) {
    int const core = parsed.ranks[group];
    for (int i = 0; i < core; ++i) {
      std::int64_t& known = extent[parsed.label[group][i]];
      std::int64_t const n = shape[Rank - core + i];
      if (known < 0) known = n;
      if (known == n) continue;
      index_array<Rank> expected = shape;
      expected[Rank - core + i] = known;
      throw_shape(where, "the signature's core axes need another extent: got and expected", shape.value, Rank,
                  expected.value, Rank);
    }
  }
};

}  // namespace detail

/// A function of whole arrays with a signature: see cp::generalized_ufunc.
template <class Signature, class F>
class generalized_ufunc_t {
 public:
  static constexpr int nin = Signature::parsed.inputs;    ///< operands
  static constexpr int nout = Signature::parsed.outputs;  ///< results
  static constexpr int nargs = nin + nout;                ///< both

  /// Of a function.
  constexpr explicit generalized_ufunc_t(F f) : f_(std::move(f)) {}

  /// Calls it once. Throws shape_error where core axes differ, loop axes do not broadcast, or a result has not the
  /// signature's shape.
  template <operand... X>
  [[nodiscard]] auto operator()(X const&... x) const {
    static_assert(sizeof...(X) == nin,
                  "cp::generalized_ufunc: the signature names more or fewer operands than are given");
    return call(std::make_integer_sequence<int, nin>{}, x...);
  }

 private:
  static constexpr char const* where = "cp::generalized_ufunc";
  using extents = detail::core_extents<Signature>;

  template <class X>
  static constexpr int rank_of() {
    if constexpr (expression<X>)
      return std::remove_cvref_t<X>::rank;
    else
      return 0;
  }
  template <int I, class X>
  static auto loops_of(extents& core, X const& x) {
    constexpr int mine = Signature::parsed.ranks[I];
    static_assert(rank_of<X>() >= mine,
                  "cp::generalized_ufunc: an operand has fewer axes than the signature's core axes");
    index_array<rank_of<X>() - mine> loops;
    if constexpr (expression<X>) {
      auto const shape = expr::shape_of(x);
      core.see(where, I, shape);
      for (int i = 0; i < rank_of<X>() - mine; ++i) loops[i] = shape[i];
    }
    return loops;
  }
  template <int I, int Loops, class X>
  static auto stretched(index_array<Loops> const& loops, X const& x) {
    constexpr int mine = Signature::parsed.ranks[I];
    if constexpr (!expression<X>) {
      return x;
    } else {
      auto const from = expr::shape_of(x);
      index_array<Loops + mine> shape;
      for (int i = 0; i < Loops; ++i) shape[i] = loops[i];
      for (int i = 0; i < mine; ++i) shape[Loops + i] = from[X::rank - mine + i];
      return broadcast_to(x, shape);
    }
  }
  template <int O, int Loops, class Y>
  static auto checked(extents& core, index_array<Loops> const& loops, Y const& y) {
    constexpr int mine = Signature::parsed.ranks[nin + O];
    auto const node = expr::as_node(y);
    static_assert(std::remove_cvref_t<decltype(node)>::rank == Loops + mine,
                  "cp::generalized_ufunc: the function's result has not the axes that the signature says");
    auto const shape = expr::shape_of(node);
    core.see(where, nin + O, shape);
    for (int i = 0; i < Loops; ++i)
      if (shape[i] != loops[i])
        detail::throw_shape(where, "the function's result must keep the loop axes: got and expected", shape.value,
                            Loops + mine, loops.value, Loops);
    return node;
  }
  static auto wider() { return index_array<0>{}; }
  template <class First, class... More>
  static auto wider(First const& first, More const&... more) {
    return broadcast_shapes(first, wider(more...), where);
  }
  template <int... I, class... X>
  auto call(std::integer_sequence<int, I...>, X const&... x) const {
    extents core;
    std::tuple const each{loops_of<I>(core, x)...};
    auto const loops = std::apply([](auto const&... one) { return wider(one...); }, each);
    auto const results = f_(stretched<I>(loops, x)...);
    if constexpr (nout == 1) {
      return checked<0>(core, loops, results);
    } else {
      static_assert(std::tuple_size_v<std::remove_cvref_t<decltype(results)>> == nout,
                    "cp::generalized_ufunc: the function gives a std::tuple of as many results as the signature has");
      return [&]<int... O>(std::integer_sequence<int, O...>) {
        return std::tuple{checked<O>(core, loops, std::get<O>(results))...};
      }
      (std::make_integer_sequence<int, nout>{});
    }
  }
  F f_;
};

/// A function of arrays, called once for all of them: `signature` names the last axes that belong to one array, of each
/// operand and result; what comes before are loop axes, which broadcast. The function gets every operand with the loop
/// axes of all in front (a view; where nothing is stretched the operand itself), so it names its axes from the end, and
/// gives an expression, or a std::tuple of them. As lazy as that function: where it is an expression, so is the result.
///
/// signature  as NumPy's: "(i,j),(j)->(i)"; axes of one name have one extent, a number is that extent, () is a number.
///            Axes that may be missing ("?") do not compile.
/// throws     shape_error where core axes of one name differ, loop axes do not broadcast, or a result does not fit
/// numpy      cupyx.GeneralizedUFunc
/// example    cp::generalized_ufunc<"(i),(i)->()">([](auto const& x, auto const& y) { return cp::sum(x * y, -1); })
template <subscripts_text Signature, class F>
[[nodiscard]] constexpr auto generalized_ufunc(F f) {
  return generalized_ufunc_t<detail::known_signature<Signature>, F>(std::move(f));
}

}  // namespace cp
