// Products of matrices of integers and booleans on the host: rows of the result are summed in blocks of columns.
#include <algorithm>
#include <cstdint>
#include <fuse/runtime/parallel.hpp>
#include <type_traits>

#include "integers.hpp"

namespace cp::library {

namespace {

/// Integers that wrap around: unsigned ones of the same width, in which products of narrow types cannot overflow.
template <class T>
struct wrapping {
  using type = T;
  using wide = std::conditional_t<(sizeof(T) < 4), std::uint32_t, T>;
  static T add(T sum, T x, T y) { return static_cast<T>(sum + static_cast<T>(wide(x) * wide(y))); }
  static T finish(coefficient const& alpha, T sum, coefficient const& beta, T c) {
    return static_cast<T>(wide(static_cast<T>(alpha.integer)) * sum + wide(static_cast<T>(beta.integer)) * c);
  }
};
/// Booleans: or of ands.
struct logical {
  using type = std::uint8_t;
  static type add(type sum, type x, type y) { return static_cast<type>(sum | (x & y)); }
  static type finish(coefficient const& alpha, type sum, coefficient const& beta, type c) {
    return static_cast<type>((alpha.integer != 0 ? sum : 0) | (beta.integer != 0 ? c : 0));
  }
};

constexpr std::int64_t block = 512;

template <class Ring>
struct rows_job {
  using T = typename Ring::type;
  gemm const& g;

  void store(T* c, T sum) const {
    *c = g.beta.integer == 0 ? Ring::finish(g.alpha, sum, g.beta, T(0)) : Ring::finish(g.alpha, sum, g.beta, *c);
  }
  /// One element: a row by a column.
  void element(T const* a, T const* b, T* c) const {
    T sum = 0;
    if (g.a.column == 1 && g.b.row == 1)
      for (std::int64_t l = 0; l < g.k; ++l) sum = Ring::add(sum, a[l], b[l]);
    else
      for (std::int64_t l = 0; l < g.k; ++l) sum = Ring::add(sum, a[l * g.a.column], b[l * g.b.row]);
    store(c, sum);
  }
  /// Up to `block` neighbouring elements of a row.
  void run(T const* a, T const* b, T* c, std::int64_t n) const {
    T sums[block] = {};
    std::int64_t l = 0;
    for (; l + 4 <= g.k; l += 4) {
      T const x0 = a[l * g.a.column], x1 = a[(l + 1) * g.a.column], x2 = a[(l + 2) * g.a.column],
              x3 = a[(l + 3) * g.a.column];
      T const *b0 = b + l * g.b.row, *b1 = b0 + g.b.row, *b2 = b1 + g.b.row, *b3 = b2 + g.b.row;
      for (std::int64_t j = 0; j < n; ++j)
        sums[j] = Ring::add(Ring::add(Ring::add(Ring::add(sums[j], x0, b0[j]), x1, b1[j]), x2, b2[j]), x3, b3[j]);
    }
    for (; l < g.k; ++l) {
      T const x = a[l * g.a.column];
      T const* const row = b + l * g.b.row;
      for (std::int64_t j = 0; j < n; ++j) sums[j] = Ring::add(sums[j], x, row[j]);
    }
    for (std::int64_t j = 0; j < n; ++j) store(c + j, sums[j]);
  }
  /// Rows [begin, end) of all matrices, one behind the other.
  void rows(std::int64_t begin, std::int64_t end) const {
    for (std::int64_t r = begin; r < end; ++r) {
      std::int64_t const i = r % g.m;
      std::int64_t rest = r / g.m, at_a = 0, at_b = 0, at_c = 0;
      for (int axis = g.axes - 1; axis >= 0; --axis) {
        auto const& x = g.batch[axis];
        std::int64_t const at = rest % x.extent;
        rest /= x.extent;
        at_a += at * x.a, at_b += at * x.b, at_c += at * x.c;
      }
      T const* const a = static_cast<T const*>(g.a.data) + at_a + i * g.a.row;
      T const* const b = static_cast<T const*>(g.b.data) + at_b;
      T* const c = static_cast<T*>(g.c) + at_c + i * g.c_leading;
      if (g.n == 1) {
        element(a, b, c);
        continue;
      }
      for (std::int64_t j = 0; j < g.n; j += block) run(a, b + j, c + j, std::min(block, g.n - j));
    }
  }
};

template <class Ring>
void by_rows(gemm const& g) {
  rows_job<Ring> job{g};
  double const row = static_cast<double>(g.n) * static_cast<double>(g.k);
  std::int64_t const rows = batch_size(g) * g.m;
  runtime::parallel_for(
      rows, 1, static_cast<std::int64_t>(static_cast<double>(rows) * (row + 10) / 2),
      [](void* j, std::int64_t begin, std::int64_t end) { static_cast<rows_job<Ring> const*>(j)->rows(begin, end); },
      &job);
}

}  // namespace

void host_integer_gemm(gemm const& g) {
  switch (g.dtype) {
    case dtype_id::bool_:
      return by_rows<logical>(g);
    case dtype_id::int8:
    case dtype_id::uint8:
      return by_rows<wrapping<std::uint8_t>>(g);
    case dtype_id::int16:
    case dtype_id::uint16:
      return by_rows<wrapping<std::uint16_t>>(g);
    case dtype_id::int32:
    case dtype_id::uint32:
      return by_rows<wrapping<std::uint32_t>>(g);
    default:
      return by_rows<wrapping<std::uint64_t>>(g);
  }
}

}  // namespace cp::library
