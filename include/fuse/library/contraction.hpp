// Products of matrices and contractions of tensors as plain data: what cp::dot, cp::matmul, cp::einsum and their like
// ask of the library. No templates: planning, packing and the calls of BLAS are compiled once.
#pragma once

#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/core/dtype_id.hpp>
#include <fuse/runtime/storage.hpp>
#include <type_traits>

namespace cp::library {

/// A factor of any dtype: floats and complex numbers as float64 parts, integers as 64 bits (of which the low ones
/// count).
struct coefficient {
  double re = 0;             ///< of floats, and the real part of complex numbers
  double im = 0;             ///< the imaginary part
  std::int64_t integer = 0;  ///< of integers and booleans; `re` is about the same

  constexpr coefficient() = default;
  /// Of a small integer.
  constexpr explicit coefficient(int x) : re(x), integer(x) {}
  /// Of a number of the product's dtype.
  template <class T>
  static constexpr coefficient of(T const& x) {
    coefficient c;
    if constexpr (complex_floating<T>)
      c.re = static_cast<double>(x.re), c.im = static_cast<double>(x.im);
    else if constexpr (boolean<T> || integral<T>)
      c.integer = static_cast<std::int64_t>(x), c.re = static_cast<double>(x);
    else
      c.re = static_cast<double>(static_cast<float_value<T>>(x));
    return c;
  }
  /// Whether it is this small integer.
  constexpr bool is(int x) const { return re == x && im == 0; }

 private:
  template <class T>
  using float_value = std::conditional_t<sizeof(T) < 4, float, T>;
};

/// The arrays that an axis of a contraction belongs to: all three; a and the result; b and the result; a and b, whose
/// products are summed along it.
enum class role : unsigned char { batch, rows, columns, inner };

/// An axis, with the strides (in elements) of the arrays that have it; 0 repeats elements.
struct axis {
  std::int64_t extent;
  std::int64_t a, b, c;
  role kind;
};

/// What becomes of the elements of a product before they are stored: a number is added that stands for their place
/// along the last axis, then a function is applied.
struct finish {
  enum class function : unsigned char { none, relu, gelu_tanh };
  void const* bias = nullptr;  ///< one number behind the other, or null
  std::int64_t length = 0;     ///< how many
  function then = function::none;

  constexpr bool none() const { return bias == nullptr && then == function::none; }
};

/// c = alpha * sum(a * b) + beta * c, where the sum is over the inner axes. c is not read if beta is 0.
struct contraction {
  static constexpr int most_axes = 72;
  dtype_id dtype{};          ///< of all three arrays: any but `other`
  memory_kind kind{};        ///< host, or device
  bool conjugate_a = false;  ///< of complex numbers
  bool conjugate_b = false;
  void const* a = nullptr;
  void const* b = nullptr;
  void* c = nullptr;  ///< shares no element with a and b, nor with itself
  coefficient alpha{1};
  coefficient beta{};
  finish last;  ///< only where c's last axis has stride 1
  int axes = 0;
  library::axis axis[most_axes];

  /// One more axis; those of extent 1 are left out.
  constexpr void add(role kind_, std::int64_t extent, std::int64_t sa, std::int64_t sb, std::int64_t sc) {
    if (extent != 1) axis[axes++] = {extent, sa, sb, sc, kind_};
  }
};

/// Does it: by BLAS (on the device cuBLAS, on the current stream) for float32, float64, complex64 and complex128, and
/// for 16-bit floats, which accumulate in float32 and are rounded once; by kernels of the library's own for integers
/// (which wrap around) and booleans (or of ands). An array whose strides BLAS cannot take is copied once. On the device
/// it does not wait. False if `last` is left to be done (cuBLASLt does it for one product of floats in rows), true
/// where there is none. Throws cuda_error.
bool contract(contraction const& what);

/// How products of float32 and float64 may be computed on the device. The default keeps all bits of the dtype.
enum class precision_kind : unsigned char { full, tf32, bfloat16x9, float64_emulated };
/// The calling thread's, and what it was before.
precision_kind set_precision(precision_kind kind) noexcept;
/// Whether a library may apply functions to products in its own approximation, in the calling thread; what it was
/// before.
bool set_inexact_activations(bool allowed) noexcept;

}  // namespace cp::library
