// Elements as unsigned numbers that have their order: what sorts by digits compare.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/core/dtype.hpp>

namespace cp::library {

/// How the bits of a real dtype become a key.
struct key_rule {
  int bytes;               ///< of an element
  bool has_sign;           ///< negative ones come first
  bool floating;           ///< sign and magnitude
  std::uint64_t infinity;  ///< a float's: magnitudes above are NaN
};

constexpr key_rule rule_of(dtype_id dtype) {
  detail::dtype_row const row = detail::row_of(dtype);
  bool const floating = row.kind == dtype_kind::floating;
  std::uint64_t const infinity = dtype == dtype_id::float16    ? 0x7c00
                                 : dtype == dtype_id::bfloat16 ? 0x7f80
                                 : dtype == dtype_id::float32  ? 0x7f800000
                                                               : 0x7ff0000000000000;
  return {row.itemsize, floating || row.kind == dtype_kind::signed_integer, floating, infinity};
}

/// The key of an element's bits: NaN has the largest one. `one_zero`: -0 and 0 have one key, which then cannot be
/// turned back.
template <class U>
FUSE_HD constexpr U to_key(U bits, key_rule const& rule, bool one_zero) {
  U const sign = static_cast<U>(U{1} << (8 * sizeof(U) - 1));
  if (!rule.has_sign) return bits;
  if (!rule.floating) return static_cast<U>(bits ^ sign);
  U const magnitude = static_cast<U>(bits & static_cast<U>(~sign));
  if (magnitude > static_cast<U>(rule.infinity)) return static_cast<U>(~U{0});
  if (one_zero && magnitude == 0) return sign;
  return static_cast<U>((bits & sign) != 0 ? ~bits : bits | sign);
}
/// The bits that a key stands for.
template <class U>
FUSE_HD constexpr U from_key(U key, key_rule const& rule) {
  U const sign = static_cast<U>(U{1} << (8 * sizeof(U) - 1));
  if (!rule.has_sign) return key;
  if (!rule.floating) return static_cast<U>(key ^ sign);
  return static_cast<U>((key & sign) != 0 ? key ^ sign : ~key);
}

/// f of an unsigned number of so many bytes.
template <class F>
void with_bits(int bytes, F const& f) {
  if (bytes == 1)
    f(std::uint8_t{});
  else if (bytes == 2)
    f(std::uint16_t{});
  else if (bytes == 4)
    f(std::uint32_t{});
  else
    f(std::uint64_t{});
}

}  // namespace cp::library
