// Integers of an interval, each as likely as any other.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/random/distribution.hpp>
#include <type_traits>

namespace cp::random::detail {

/// An integer of any type: its value, modulo 2^64, and whether it is below zero.
struct any_integer {
  std::uint64_t value;
  bool negative;
  template <std::integral I>
  constexpr any_integer(I i)
      : value(static_cast<std::uint64_t>(i)), negative(std::is_signed_v<I> && static_cast<std::int64_t>(i) < 0) {}
  friend constexpr bool operator<(any_integer const& a, any_integer const& b) {
    return a.negative != b.negative ? a.negative : a.value < b.value;
  }
};
/// Throws value_error unless the interval has an integer, and all of its integers fit `bits` bits.
void check_interval(char const* where, any_integer low, any_integer high, bool endpoint, int bits, bool has_sign);

/// [low, high), or with `endpoint` [low, high], lazily.
template <class T, class Bits, class Size>
auto draw_integers(Bits const& bits, Size const& size, any_integer low, any_integer high, bool endpoint,
                   char const* where) {
  static_assert(integral<T> || boolean<T>, "cp::random: integers are of an integer dtype, or bool");
  using form = bounded<T>;
  using word = typename form::word;
  check_interval(where, low, high, endpoint, boolean<T> ? 1 : int(sizeof(T)) * 8, std::is_signed_v<T> && !boolean<T>);
  word const range = static_cast<word>(high.value - low.value + endpoint);
  word const rejected = range == 0 ? word{0} : static_cast<word>((word{0} - range) % range);
  return bits.draw(form{static_cast<word>(low.value), range, rejected}, size, where);
}

/// Integers of intervals in arrays: those that are empty give -1.
template <class T, class Stream>
struct integer_sampler {
  using library_function = void;
  static constexpr int cost = 400 + Stream::cost;
  static constexpr char const* qualified_name = "cp::random::integers";
  Stream stream;
  std::uint64_t endpoint;  ///< 1 where high comes out too
  FUSE_HD T operator()(std::int64_t place, std::int64_t low, std::int64_t high) const {
    if (high < low || (high == low && endpoint == 0)) return static_cast<T>(-1);
    std::uint64_t const range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + endpoint;
    bounded<std::uint64_t> const form{static_cast<std::uint64_t>(low), range, range == 0 ? 0 : (0 - range) % range};
    place_words words(stream, place);
    std::uint64_t value;
    while (!form.take(words.word(), value)) {
    }
    return static_cast<T>(value);
  }
};
template <class T, class Bits, class Size, class Low, class High>
auto draw_integers_of(Bits const& bits, Size const& size, Low low, High high, bool endpoint, char const* where) {
  static_assert(integral<typename Low::value_type> && integral<typename High::value_type>,
                "cp::random: the bounds of integers are integers");
  static_assert(integral<T>, "cp::random: integers are of an integer dtype");
  auto const shape = shape_for(where, size, low, high);
  constexpr int rank = std::remove_cvref_t<decltype(shape)>::size();
  using function = integer_sampler<T, typename Bits::stream_type>;
  std::int64_t const n = cp::detail::checked_size(where, shape.value, rank, sizeof(T));
  auto from = expr::cast_to<std::int64_t>(std::move(low));
  auto to = expr::cast_to<std::int64_t>(std::move(high));
  return expr::call<function, expr::position<rank>, decltype(from), decltype(to)>(
      function{bits.take(static_cast<std::uint64_t>(n)), endpoint},
      expr::make_arguments(expr::position<rank>(shape, contiguous_strides(shape), 0), std::move(from), std::move(to)));
}

/// Of numbers or arrays; without a size, of their shape.
template <class T, class Bits, class Size, class Low, class High>
auto integers_between(Bits const& bits, Size const& size, Low const& low, High const& high, bool endpoint,
                      char const* where) {
  if constexpr (scalar_operand<Low> && scalar_operand<High>) {
    static_assert(std::integral<Low> && std::integral<High>, "cp::random: the bounds of integers are integers");
    if constexpr (std::is_same_v<Size, no_size>)
      return draw_integers<T>(bits, index_array<0>{}, low, high, endpoint, where);
    else
      return draw_integers<T>(bits, size, low, high, endpoint, where);
  } else {
    return draw_integers_of<T>(bits, size, expr::as_node(low), expr::as_node(high), endpoint, where);
  }
}

}  // namespace cp::random::detail
