// The widest words that memory can be moved in.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace cp::library {

/// An address as a number.
inline std::int64_t bits_of(void const* p) { return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(p)); }

/// The largest power of two up to 16 that divides all of these: addresses, steps and sizes in bytes.
inline std::int64_t widest_word(std::initializer_list<std::int64_t> numbers) {
  std::int64_t all = 16;
  for (std::int64_t n : numbers) all |= n;
  return all & -all;
}

}  // namespace cp::library
