// The canonical program of an expression: a small type over numbered inputs, evaluated once an element on host or device.
#pragma once

#include <bit>
#include <cstdint>

#include <fuse/core/dtype.hpp>

namespace cp::program {

/// Kinds of inputs: elements of an array, the one element of an array of rank 0, the position as an integer.
template <class T>
struct elements {
  using type = T;
};
template <class T>
struct single {
  using type = T;
};
struct positions {
  using type = std::int64_t;
};

/// The inputs of a program, in order.
template <class... Kind>
struct inputs {
  static constexpr int count = sizeof...(Kind);
};

/// The value of input `I`.
template <int I, class T>
struct input {
  template <class Context>
  FUSE_HD static T eval(Context const& c) {
    return c.template get<I>();
  }
};

/// A number known at run time, at a byte offset in the launch's scalars.
template <int Offset, class T>
struct scalar {
  template <class Context>
  FUSE_HD static T eval(Context const& c) {
    return c.template scalar<Offset, T>();
  }
};

/// A number known while compiling.
template <class T, std::uint64_t Bits>
struct literal {
  static constexpr T value() {
    if constexpr (sizeof(T) == 8)
      return std::bit_cast<T>(Bits);
    else if constexpr (sizeof(T) == 4)
      return std::bit_cast<T>(static_cast<std::uint32_t>(Bits));
    else if constexpr (sizeof(T) == 2)
      return std::bit_cast<T>(static_cast<std::uint16_t>(Bits));
    else
      return std::bit_cast<T>(static_cast<std::uint8_t>(Bits));
  }
  template <class Context>
  FUSE_HD static T eval(Context const&) {
    constexpr T v = value();
    return v;
  }
};

/// Op applied to the values of programs.
template <class Op, class... P>
struct apply {
  template <class Context>
  FUSE_HD static auto eval(Context const& c) {
    return Op{}(P::eval(c)...);
  }
};

/// The functor at a byte offset in the launch's scalars applied to the values of programs.
template <int Offset, class F, class... P>
struct invoke {
  template <class Context>
  FUSE_HD static auto eval(Context const& c) {
    return c.template scalar<Offset, F>()(P::eval(c)...);
  }
};

/// What an output stores: the value of `P` as a `T`.
template <class T, class P>
struct store {
  using type = T;
  template <class Context>
  FUSE_HD static T eval(Context const& c) {
    return static_cast<T>(P::eval(c));
  }
};

/// All that a kernel is made from: what it stores, what it loads, and how many bytes of scalars it gets.
template <class Inputs, int Bytes, class... Store>
struct signature {
  using inputs = Inputs;
  static constexpr int outputs = sizeof...(Store);
  static constexpr int count = outputs + Inputs::count;
  static constexpr int bytes = Bytes == 0 ? 16 : (Bytes + 15) / 16 * 16;
};

}  // namespace cp::program
