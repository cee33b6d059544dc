// Rolls as slices: where positions do not wrap around, an array that is turned round is the array itself, moved.
#pragma once

#include <cstdint>
#include <fuse/kernels/limits.hpp>
#include <fuse/program/moved.hpp>
#include <fuse/program/program.hpp>

namespace cp::kernels {

/// An input that reads an array turned round: what its rule says (see program::moved), whatever its type.
struct turned_input {
  static constexpr int most_axes = 32;
  void const* data;
  std::int32_t itemsize, axes, begin;
  std::int64_t first[most_axes], extent[most_axes], stride[most_axes];
  std::int32_t shift[most_axes];
};
/// Reads one from a launch's scalars; null for all other operands.
using turned_reader = void (*)(unsigned char const* scalars, turned_input& to);

/// What a kind of input is where no position wraps around.
template <class Kind>
struct turned_kind {
  static constexpr bool is = false;
  using plain = Kind;
  static constexpr turned_reader reader = nullptr;
};
template <class T, int Axes, int Offset>
struct turned_kind<program::computed<program::moved<program::in_memory<T>, program::rotated, Axes>, Offset>> {
  static constexpr bool is = true;
  using plain = program::elements<T>;
  static void read(unsigned char const* scalars, turned_input& to) {
    using rule = program::moved<program::in_memory<T>, program::rotated, Axes>;
    static_assert(Axes <= turned_input::most_axes);
    auto const* const from = reinterpret_cast<rule const*>(scalars + Offset);
    to.data = from->source.data;
    to.itemsize = int(sizeof(T)), to.axes = Axes, to.begin = from->begin;
    for (int k = 0; k < Axes; ++k)
      to.first[k] = from->first[k], to.extent[k] = from->extent[k], to.stride[k] = from->stride[k],
      to.shift[k] = from->shift[k];
  }
  static constexpr turned_reader reader = &read;
};

/// A signature where no position wraps around, and whether that is another one.
template <class Signature>
struct turned_signature;
template <class... Kind, int Bytes, class... Store>
struct turned_signature<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  static constexpr bool is = (false || ... || turned_kind<Kind>::is);
  using plain = program::signature<program::inputs<typename turned_kind<Kind>::plain...>, Bytes, Store...>;
  /// By operand, outputs first.
  static constexpr turned_reader readers[] = {turned_kind<Store>::reader..., turned_kind<Kind>::reader...};
};

}  // namespace cp::kernels
