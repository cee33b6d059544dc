// Bits packed into bytes, and back.
#pragma once

#include <cstdint>
#include <fuse/ops/logic.hpp>
#include <fuse/ops/padding.hpp>
#include <fuse/ops/rearranging.hpp>
#include <utility>

namespace cp {

/// Which bit of a byte comes first: the highest, or the lowest.
enum class bit_order : unsigned char { big, little };

namespace detail {
/// An axis cut short, or with zeros behind it, to `n` places.
template <expression E>
auto of_length(char const* where, E const& e, int axis, std::int64_t n) {
  auto shape = expr::shape_of(e);
  shape[axis] = n;
  return placed_in(where, e, shape, index_array<E::rank>{}, typename E::value_type{});
}
template <expression E>
auto packed(E const& bits, int axis, bit_order order) {
  std::int64_t const n = expr::shape_of(bits)[axis], bytes = n / 8 + (n % 8 != 0);
  auto const whole = of_length("cp::packbits", astype<std::uint8_t>(bits), axis, 8 * bytes);
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    auto const bit = [&](int k) {
      auto const all_of_them = view_of<E::rank>(whole, [=](auto const& shape, auto const& strides) {
        mapping<E::rank> m{bytes > 0 ? k * strides[axis] : 0, shape, strides};
        m.shape[axis] = bytes, m.strides[axis] = 8 * strides[axis];
        return m;
      });
      return left_shift(all_of_them, static_cast<std::uint8_t>(order == bit_order::big ? 7 - k : k));
    };
    return (bit(0) | ... | bit(K + 1));
  }
  (std::make_integer_sequence<int, 7>{});
}
}  // namespace detail

/// Eight elements along an axis as the bits of a byte (what is not 0 is 1); zeros fill the last one. Lazy, part of the
/// kernel that uses it. dtype: uint8. Throws index_error.
///
/// numpy    numpy.packbits
template <expression E>
[[nodiscard]] auto packbits(E const& e, int axis, bit_order order = bit_order::big) {
  using T = typename E::value_type;
  static_assert(boolean<T> || integral<T>, "cp::packbits takes booleans or integers");
  return detail::packed(e != T{}, normalize_axis(axis, E::rank, "cp::packbits"), order);
}
/// The same of all elements in C order.
template <expression E>
[[nodiscard]] auto packbits(E const& e, bit_order order = bit_order::big) {
  return packbits(ravel(e), 0, order);
}

/// The bits of bytes along an axis, 0 or 1 each: all of them, or `count`, with zeros behind them where there are not so
/// many; a negative count leaves as many out. Lazy, part of the kernel that uses it. dtype: uint8. Throws index_error,
/// value_error for a count below minus the number of bits.
///
/// numpy    numpy.unpackbits
template <expression E>
[[nodiscard]] auto unpackbits(E const& e, int axis, std::int64_t count, bit_order order = bit_order::big) {
  static_assert(std::is_same_v<typename E::value_type, std::uint8_t>, "cp::unpackbits takes bytes: uint8");
  int const k = normalize_axis(axis, E::rank, "cp::unpackbits");
  auto const bytes = repeat(e, 8, k);
  auto const shape = expr::shape_of(bytes);
  index_array<E::rank> step;
  step[k] = 1;
  auto const place = expr::position<E::rank>(shape, step, 0) & 7;
  auto const by = where(order == bit_order::big, 7 - place, place);
  std::int64_t const n = count < 0 ? shape[k] + count : count;
  if (n < 0) detail::throw_value("cp::unpackbits", "fewer bits are to be left out than there are, not", -count);
  return detail::of_length("cp::unpackbits", right_shift(bytes, astype<std::uint8_t>(by)) & std::uint8_t{1}, k, n);
}
template <expression E>
[[nodiscard]] auto unpackbits(E const& e, int axis, bit_order order = bit_order::big) {
  int const k = normalize_axis(axis, E::rank, "cp::unpackbits");
  return unpackbits(e, k, 8 * expr::shape_of(e)[k], order);
}
/// The same of all bytes in C order.
template <expression E>
[[nodiscard]] auto unpackbits(E const& e, bit_order order = bit_order::big) {
  return unpackbits(ravel(e), 0, order);
}

}  // namespace cp
