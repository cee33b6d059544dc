// Each loop is compiled for several generations of processors.
#include "host_sort_keys.hpp"

#include "runtime/clones.hpp"

namespace cp::library {

namespace {

// (A rule of the loop's own, so that none of its turns asks whether what it stores has changed it.)

template <class U>
[[gnu::always_inline]] inline void encode(key_rule rule, bool one_zero, U const* from, U* to, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] = to_key(from[i], rule, one_zero);
}
template <class U>
[[gnu::always_inline]] inline void decode(key_rule rule, U const* from, U* to, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] = from_key(from[i], rule);
}
template <class U>
[[gnu::always_inline]] inline key_range<U> range(key_rule rule, bool one_zero, U const* from, std::int64_t n) {
  U least = static_cast<U>(~U{0}), largest = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    U const key = to_key(from[i], rule, one_zero);
    least = key < least ? key : least;
    largest = key > largest ? key : largest;
  }
  return {least, largest};
}
template <class Both, class U>
[[gnu::always_inline]] inline void join(key_and_place<U> how, U const* from, std::int64_t first, Both* to,
                                        std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    U const distance = static_cast<U>(to_key(from[i], how.rule, true) - how.least);
    to[i] =
        static_cast<Both>(static_cast<Both>(distance >> how.dropped) << how.place_bits | static_cast<Both>(first + i));
  }
}
template <class Both>
[[gnu::always_inline]] inline void places(int place_bits, Both const* joined, std::int64_t* order, std::int64_t n) {
  Both const mask = static_cast<Both>((Both{1} << place_bits) - 1);
  for (std::int64_t i = 0; i < n; ++i) order[i] = static_cast<std::int64_t>(joined[i] & mask);
}

}  // namespace

#define FUSE_KEY_LOOPS(U)                                                                                      \
  FUSE_CLONED void encode_keys(key_rule const& rule, bool one_zero, U const* from, U* to, std::int64_t n) {    \
    encode(rule, one_zero, from, to, n);                                                                       \
  }                                                                                                            \
  FUSE_CLONED void decode_keys(key_rule const& rule, U const* from, U* to, std::int64_t n) {                   \
    decode(rule, from, to, n);                                                                                 \
  }                                                                                                            \
  FUSE_CLONED key_range<U> range_of_keys(key_rule const& rule, bool one_zero, U const* from, std::int64_t n) { \
    return range(rule, one_zero, from, n);                                                                     \
  }
FUSE_KEY_TYPES(FUSE_KEY_LOOPS)
#undef FUSE_KEY_LOOPS

FUSE_CLONED void widen_keys(key_rule const& rule, std::uint16_t const* from, std::uint32_t* to, std::int64_t n) {
  key_rule const own = rule;
  for (std::int64_t i = 0; i < n; ++i) to[i] = to_key(from[i], own, false);
}
FUSE_CLONED void narrow_keys(key_rule const& rule, std::uint32_t const* from, std::uint16_t* to, std::int64_t n) {
  key_rule const own = rule;
  for (std::int64_t i = 0; i < n; ++i) to[i] = from_key(static_cast<std::uint16_t>(from[i]), own);
}

#define FUSE_PLACE_LOOPS(U, Both)                                                                        \
  FUSE_CLONED void join_places(key_and_place<U> const& how, U const* from, std::int64_t first, Both* to, \
                               std::int64_t n) {                                                         \
    join(how, from, first, to, n);                                                                       \
  }
FUSE_JOINED_TYPES(FUSE_PLACE_LOOPS)
#undef FUSE_PLACE_LOOPS

FUSE_CLONED void places_of(int place_bits, std::uint32_t const* joined, std::int64_t* order, std::int64_t n) {
  places(place_bits, joined, order, n);
}
FUSE_CLONED void places_of(int place_bits, std::uint64_t const* joined, std::int64_t* order, std::int64_t n) {
  places(place_bits, joined, order, n);
}

}  // namespace cp::library
