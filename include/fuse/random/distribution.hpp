// From a distribution (its parameters, its formula) to a lazy expression of a generator's numbers.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/expr/shape_of.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/random/bit_generator.hpp>
#include <fuse/random/draws.hpp>
#include <limits>
#include <type_traits>

namespace cp::random::detail {

/// What a parameter may be. No distribution takes NaN, but where any number is right.
enum class domain : unsigned char {
  any,
  finite,
  not_negative,
  positive,
  probability,
  positive_probability,
  proper_probability,
  above_one
};
struct parameter {
  char const* name;
  domain values;
};
template <domain D, class T>
FUSE_HD bool is_in(T x) {
  if constexpr (D == domain::finite) return x - x == 0;
  if constexpr (D == domain::not_negative) return x >= 0;
  if constexpr (D == domain::positive) return x > 0;
  if constexpr (D == domain::probability) return x >= 0 && x <= 1;
  if constexpr (D == domain::positive_probability) return x > 0 && x <= 1;
  if constexpr (D == domain::proper_probability) return x >= 0 && x < 1;
  if constexpr (D == domain::above_one) return x > 1;
  return true;
}
[[noreturn]] void throw_parameter(char const* where, parameter const& p, double value);
[[noreturn]] void throw_unfit(char const* where, char const* expected, double const* values, int n);

// A distribution D has a `name`, its `parameters`, and either
//   form<C>, of<C>(number of that form, parameters...): one number of a block, and a formula; or
//   sample(place_words<Stream>&, parameters...): as many blocks as it takes, in double.
// C is the result's type, or double where D says `using compute = double`. `fits(parameters...)`, where D has one, says
// whether parameters go together, as the sentence `fitting` does for people.

template <class D>
concept sampled = requires {
  D::samples;
};
template <class D, class T>
struct computes_in {
  using type = T;
};
template <class D, class T>
requires requires { typename D::compute; }
struct computes_in<D, T> {
  using type = double;
};

template <class D, int... I, class C, class... P>
FUSE_HD bool is_valid(std::integer_sequence<int, I...>, C first, P... more) {
  C const p[] = {first, more...};
  bool valid = (is_in<D::parameters[I].values>(p[I]) && ...);
  if constexpr (requires { D::fitting; }) valid = valid && D::fits(first, more...);
  return valid;
}
/// What parameters in an array come to that no distribution has: NaN, or -1 as an integer.
template <class T>
FUSE_HD T invalid() {
  if constexpr (floating<T>)
    return not_a_number<T>();
  else
    return static_cast<T>(-1);
}
/// A number as a T, integers no further than T goes.
template <class T, class C>
FUSE_HD T number_as(C x) {
  if constexpr (integral<T> && floating<C>) {
    constexpr C most = static_cast<C>(static_cast<T>(~T(0)) < T(0) ? static_cast<T>(~(T(1) << (sizeof(T) * 8 - 1)))
                                                                   : static_cast<T>(~T(0)));
    constexpr T largest =
        static_cast<T>(~T(0)) < T(0) ? static_cast<T>(~(T(1) << (sizeof(T) * 8 - 1))) : static_cast<T>(~T(0));
    return x >= most ? largest : static_cast<T>(x);
  } else {
    return static_cast<T>(x);
  }
}

/// The formula of a distribution of one number a place. `Checked`: parameters may be outside their domain.
template <class D, class T, bool Checked>
struct formula {
  using compute = typename computes_in<D, T>::type;
  static constexpr int cost = D::cost;
  static constexpr char const* qualified_name = D::name;
  template <class...>
  using result = T;

  template <class... P>
  FUSE_HD T operator()(compute x, P... p) const {
    T const value = number_as<T>(D::of(x, static_cast<compute>(p)...));
    if constexpr (Checked)
      return is_valid<D>(std::make_integer_sequence<int, int(sizeof...(P))>{}, static_cast<compute>(p)...)
                 ? value
                 : invalid<T>();
    else
      return value;
  }
};

/// Words of one place, as many as it asks for: a block at a time, of which none is another place's.
template <class Stream>
class place_words {
 public:
  FUSE_HD place_words(Stream const& s, std::int64_t place) : stream_(s), place_(static_cast<std::uint64_t>(place)) {}

  FUSE_HD word_block block() { return stream_.block(place_, again_++); }
  /// In (0, 1), symmetric about 1/2.
  FUSE_HD double unit() { return centred_unit_of(word()); }
  FUSE_HD std::uint64_t word() {
    if (has_word_) {
      has_word_ = false;
      return word_;
    }
    word_block const b = block();
    word_ = joined(b.word[2], b.word[3]);
    has_word_ = true;
    return joined(b.word[0], b.word[1]);
  }
  FUSE_HD double normal() {
    if (has_normal_) {
      has_normal_ = false;
      return normal_;
    }
    word_block const b = block();
    double first;
    normal_pair(joined(b.word[0], b.word[1]), joined(b.word[2], b.word[3]), first, normal_);
    has_normal_ = true;
    return first;
  }
  FUSE_HD double exponential() { return -log(unit()); }

 private:
  Stream const& stream_;
  std::uint64_t place_, word_ = 0;
  double normal_ = 0;
  std::uint32_t again_ = 0;
  bool has_word_ = false, has_normal_ = false;
};

/// A distribution that draws as often as it must, as a function of the place.
template <class D, class T, bool Checked, class Stream>
struct sampler {
  using library_function = void;
  static constexpr int cost = D::cost + Stream::cost;
  static constexpr char const* qualified_name = D::name;
  Stream stream;

  template <class... P>
  FUSE_HD T operator()(std::int64_t place, P... p) const {
    if constexpr (Checked)
      if (!is_valid<D>(std::make_integer_sequence<int, int(sizeof...(P))>{}, p...)) return invalid<T>();
    place_words words(stream, place);
    return number_as<T>(D::sample(words, p...));
  }
};

/// No size was given: the shape is that of the parameters. (Braces are no such thing.)
struct no_size {
  explicit no_size() = default;
};
template <class S>
constexpr bool is_index_array = false;
template <int N>
constexpr bool is_index_array<index_array<N>> = true;
/// A size as it is typed: a shape, none, or one extent. (Braces have no type: for them there is an overload each.)
template <class S>
concept shape_argument = is_index_array<S> || std::same_as<S, no_size>;
template <class S>
concept size_argument = shape_argument<S> || std::integral<S>;
template <std::integral I, std::integral... More>
auto as_shape(I n, More... more) {
  return cp::detail::one_extent(n, more...);
}
inline no_size as_shape() { return no_size(); }
inline no_size as_shape(no_size s) { return s; }
template <int N>
index_array<N> const& as_shape(index_array<N> const& s) {
  return s;
}
/// Where there are no parameters.
inline index_array<0> shape_alone() { return {}; }
inline index_array<0> shape_alone(no_size) { return {}; }
template <class... S>
auto shape_alone(S const&... s) {
  return as_shape(s...);
}

template <class D, int I, class P>
void check_parameter(P const& p) {
  if constexpr (scalar_operand<P>)
    if (!is_in<D::parameters[I].values>(static_cast<double>(p)))
      throw_parameter(D::name, D::parameters[I], static_cast<double>(p));
}
template <class D, int... I, class... P>
void check_parameters(std::integer_sequence<int, I...>, P const&... p) {
  (check_parameter<D, I>(p), ...);
  if constexpr ((scalar_operand<P> && ...) && requires { D::fitting; })
    if (!D::fits(static_cast<double>(p)...)) {
      double const values[] = {static_cast<double>(p)...};
      throw_unfit(D::name, D::fitting, values, int(sizeof...(P)));
    }
}

template <class... Node>
index_array<expr::max_of(Node::rank...)> common_shape(char const* where, Node const&... node) {
  return expr::broadcast_all<expr::max_of(Node::rank...)>(expr::make_arguments(node...), expr::no_scope{}, where);
}
/// The shape of a draw: `size`, to which the parameters must broadcast.
template <class... Node, int N>
index_array<N> const& shape_for(char const* where, index_array<N> const& size, Node const&... node) {
  static_assert(expr::max_of(Node::rank...) <= N, "cp::random: the size of a draw has fewer axes than its parameters");
  if constexpr (sizeof...(Node) > 0) {
    constexpr int rank = expr::max_of(Node::rank...);
    index_array<rank> const own = common_shape(where, node...);
    for (int i = 0; i < rank; ++i)
      if (own[i] != 1 && own[i] != size[N - rank + i])
        cp::detail::throw_shape(where, "the parameters do not broadcast to the size; their shape and the size are",
                                own.value, rank, size.value, N);
  }
  return size;
}
template <class... Node>
auto shape_for(char const* where, no_size, Node const&... node) {
  return common_shape(where, node...);
}

template <class D, class T, bool Checked, class Bits, class Size, class... Node>
auto make_draw(Bits const& bits, Size const& size, Node... node) {
  auto const shape = shape_for(D::name, size, node...);
  constexpr int rank = std::remove_cvref_t<decltype(shape)>::size();
  if constexpr (sampled<D>) {
    using function = sampler<D, T, Checked, typename Bits::stream_type>;
    std::int64_t const n = cp::detail::checked_size(D::name, shape.value, rank, sizeof(T));
    expr::position<rank> places(shape, contiguous_strides(shape), 0);
    return expr::call<function, expr::position<rank>, Node...>(
        function{bits.take(static_cast<std::uint64_t>(n))},
        expr::make_arguments(std::move(places), std::move(node)...));
  } else {
    using compute = typename computes_in<D, T>::type;
    auto draw = bits.draw(typename D::template form<compute>{}, shape, D::name);
    if constexpr (requires { D::is_form; })
      return draw;
    else
      return expr::map<formula<D, T, Checked>, decltype(draw), Node...>(
          expr::make_arguments(std::move(draw), std::move(node)...));
  }
}

/// The lazy draw of a distribution. Throws value_error for numbers outside their domain, shape_error.
template <class D, class T, class Bits, class Size, class... P>
auto draw(Bits const& bits, Size const& size, P const&... p) {
  if constexpr (requires { typename D::integers; })
    static_assert(integral<T> || floating<T>, "cp::random: this distribution's numbers are integers");
  else
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "cp::random: this distribution's numbers are float32 or float64");
  using compute = std::conditional_t<sampled<D>, double, typename computes_in<D, T>::type>;
  constexpr bool checked = !(scalar_operand<P> && ...);
  if constexpr (sizeof...(P) > 0) check_parameters<D>(std::make_integer_sequence<int, int(sizeof...(P))>{}, p...);
  return make_draw<D, T, checked>(bits, size, expr::cast_to<compute>(expr::as_node(p))...);
}

}  // namespace cp::random::detail
