// From a dtype that is known at run time to the C++ type: for text, which has rules for each.
#pragma once

#include <cstdint>
#include <fuse/core/dtype.hpp>

namespace cp::io {

template <class T>
struct type_tag {
  using type = T;
};

/// Throws dtype_error.
[[noreturn]] void throw_no_rules(char const* wanted, dtype_id dtype);

/// Calls f with a tag of the type that a real floating dtype stands for.
template <class F>
auto visit_float(dtype_id dtype, F const& f) {
  switch (dtype) {
    case dtype_id::float16:
      return f(type_tag<float16>());
    case dtype_id::bfloat16:
      return f(type_tag<bfloat16>());
    case dtype_id::float32:
      return f(type_tag<float>());
    case dtype_id::float64:
      return f(type_tag<double>());
    default:
      throw_no_rules("a real floating-point number", dtype);
  }
}

/// The same for an integer's.
template <class F>
auto visit_integer(dtype_id dtype, F const& f) {
  switch (dtype) {
    case dtype_id::int8:
      return f(type_tag<std::int8_t>());
    case dtype_id::int16:
      return f(type_tag<std::int16_t>());
    case dtype_id::int32:
      return f(type_tag<std::int32_t>());
    case dtype_id::int64:
      return f(type_tag<std::int64_t>());
    case dtype_id::uint8:
      return f(type_tag<std::uint8_t>());
    case dtype_id::uint16:
      return f(type_tag<std::uint16_t>());
    case dtype_id::uint32:
      return f(type_tag<std::uint32_t>());
    case dtype_id::uint64:
      return f(type_tag<std::uint64_t>());
    default:
      throw_no_rules("an integer", dtype);
  }
}

/// Every dtype's values are doubles exactly.
inline double to_double(float16 x) { return static_cast<double>(float(x)); }
inline double to_double(bfloat16 x) { return static_cast<double>(float(x)); }
inline double to_double(float x) { return static_cast<double>(x); }
inline double to_double(double x) { return x; }

}  // namespace cp::io
