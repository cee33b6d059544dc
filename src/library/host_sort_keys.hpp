// Loops that turn elements into keys and back, for the vectors of the machine at hand.
#pragma once

#include <bit>
#include <cstdint>

#include "sort_keys.hpp"

namespace cp::library {

/// The least and the largest of some keys.
template <class U>
struct key_range {
  U least = static_cast<U>(~U{0}), largest = 0;
  int bits() const { return std::bit_width(static_cast<U>(largest - least)); }
};

/// The types of keys, and those of keys and what they and places are joined in.
#define FUSE_KEY_TYPES(F) F(std::uint8_t) F(std::uint16_t) F(std::uint32_t) F(std::uint64_t)
#define FUSE_JOINED_TYPES(F)      \
  F(std::uint8_t, std::uint32_t)  \
  F(std::uint16_t, std::uint32_t) \
  F(std::uint32_t, std::uint32_t) \
  F(std::uint64_t, std::uint32_t) \
  F(std::uint8_t, std::uint64_t)  \
  F(std::uint16_t, std::uint64_t) F(std::uint32_t, std::uint64_t) F(std::uint64_t, std::uint64_t)

/// Of n elements: their keys (`one_zero` as in to_key), the elements of keys, and the range of their keys. `to` may be
/// `from`.
#define FUSE_KEY_LOOPS(U)                                                                      \
  void encode_keys(key_rule const& rule, bool one_zero, U const* from, U* to, std::int64_t n); \
  void decode_keys(key_rule const& rule, U const* from, U* to, std::int64_t n);                \
  key_range<U> range_of_keys(key_rule const& rule, bool one_zero, U const* from, std::int64_t n);
FUSE_KEY_TYPES(FUSE_KEY_LOOPS)
#undef FUSE_KEY_LOOPS
/// Keys in another number's low bits.
void widen_keys(key_rule const& rule, std::uint16_t const* from, std::uint32_t* to, std::int64_t n);
void narrow_keys(key_rule const& rule, std::uint32_t const* from, std::uint16_t* to, std::int64_t n);

/// How a key's distance from the least one, but for its lowest bits where there is no room for them, and, beneath it,
/// an element's place share a number.
template <class U>
struct key_and_place {
  key_rule rule;
  U least;
  int place_bits, dropped;
};
#define FUSE_PLACE_LOOPS(U, Both) \
  void join_places(key_and_place<U> const& how, U const* from, std::int64_t first, Both* to, std::int64_t n);
FUSE_JOINED_TYPES(FUSE_PLACE_LOOPS)
#undef FUSE_PLACE_LOOPS
void places_of(int place_bits, std::uint32_t const* joined, std::int64_t* order, std::int64_t n);
void places_of(int place_bits, std::uint64_t const* joined, std::int64_t* order, std::int64_t n);

}  // namespace cp::library
