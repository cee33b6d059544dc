// What a host kernel reads: its operands as elements, single values or places in registers, and an element's context.
#pragma once

#include <cstdint>
#include <fuse/program/program.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

/// Places along a row: what a kernel computes with them needs no memory.
struct place_run {
  std::int64_t first, step, row;  ///< of the first row; from an element to the next, from a row to the next
};

namespace detail {

template <class Kind>
struct host_input {
  using type = typename Kind::type;
  type const* data;
  FUSE_HD type load(std::int64_t i) const {
    if constexpr (std::is_same_v<type, bool>)
      return reinterpret_cast<unsigned char const*>(data)[i] != 0;  // g++ makes no vectors of bool beside other types
    else
      return data[i];
  }
};
/// The kind of a boolean input beside numbers of 8 bytes. Vectors of g++ for AVX-512 compare bytes 32 at a time, and it
/// finds no way from a mask of 32 to those of 4 numbers; it does from one that compares integers of 32 bits, as long as
/// it does not see that bytes would do (sums of where(mask, x, 0), float64: 4.9 ns an element, so .35).
struct widened_boolean {
  using type = bool;
};
template <>
struct host_input<widened_boolean> {
  bool const* data;
  FUSE_HD bool load(std::int64_t i) const {
    std::uint32_t const byte = reinterpret_cast<unsigned char const*>(data)[i];
    return static_cast<std::int32_t>(byte + 0x7fffffffu) < 0;
  }
};
/// The kind of an input of a program that has numbers of 8 bytes, or none.
template <bool Wide, class Kind>
struct host_kind_of {
  using type = Kind;
};
template <>
struct host_kind_of<true, program::elements<bool>> {
  using type = widened_boolean;
};
template <bool Wide, class Kind>
using host_kind = typename host_kind_of<Wide, Kind>::type;
template <class T>
constexpr bool is_wide_number = sizeof(T) == 8 && std::is_arithmetic_v<T>;

template <class T>
struct host_input<program::single<T>> {
  T value;
  FUSE_HD T load(std::int64_t) const { return value; }
};

/// A place: of 64 bits, or of 32 where it fits.
struct place_in_run {
  std::int64_t first, step, i;
  FUSE_HD operator std::int64_t() const { return first + step * i; }
  FUSE_HD explicit operator std::int32_t() const {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(first) +
                                     static_cast<std::uint32_t>(step) * static_cast<std::uint32_t>(i));
  }
};
/// The kinds of an input that is a place of a run, and of one that is the same along a row.
struct places_in_run {
  using type = std::int64_t;
};
struct place_of_row {
  using type = std::int64_t;
};
template <>
struct host_input<places_in_run> : place_run {
  FUSE_HD place_in_run load(std::int64_t i) const { return {first, step, i}; }
};
template <>
struct host_input<place_of_row> : place_run {
  FUSE_HD std::int64_t load(std::int64_t) const { return first; }
};
template <class Kind>
constexpr bool is_place_run = std::is_same_v<Kind, places_in_run> || std::is_same_v<Kind, place_of_row>;

template <int I, class Kind>
struct host_slot : host_input<Kind> {};

template <class Sequence, int Bytes, class... Kind>
struct host_operands;
template <int... I, int Bytes, class... Kind>
struct host_operands<std::integer_sequence<int, I...>, Bytes, Kind...> : host_slot<I, Kind>... {
  alignas(16) unsigned char bytes[Bytes];
};

template <int J, class K>
FUSE_HD host_slot<J, K> const& host_slot_of(host_slot<J, K> const& s) {
  return s;
}

/// Element `i`, for a program. It refers to the operands instead of holding them: a copy in the loop's body would keep
/// it from becoming vectors.
template <class Operands>
struct host_context {
  Operands const& operands;
  std::int64_t i;

  template <int J>
  FUSE_HD auto get() const {
    return host_slot_of<J>(operands).load(i);
  }
  template <int Offset, class T>
  FUSE_HD program::scalar_access<T> scalar() const {
    return program::scalar_in<Offset, T>(operands.bytes);
  }
};

template <class Kind>
constexpr bool is_single = false;
template <class T>
constexpr bool is_single<program::single<T>> = true;
using program::is_position;

template <class Kind>
FUSE_HD auto host_operand(void* data) {
  if constexpr (is_place_run<Kind>)
    return host_input<Kind>{*static_cast<place_run const*>(data)};
  else if constexpr (is_single<Kind>)
    return host_input<Kind>{*static_cast<typename Kind::type const*>(data)};
  else
    return host_input<Kind>{static_cast<typename Kind::type const*>(data)};
}

}  // namespace detail

}  // namespace cp::kernels
