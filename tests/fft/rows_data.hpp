// What tests of transforms along rows share: the operands of tests/data/make_fft.py, and what is to be one kernel.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "fft_data.hpp"
#include "running.hpp"

namespace fft_data {

inline constexpr bool on_device = std::is_same_v<cp::default_space, cp::cuda_space>;

/// The operands of tests/data/make_fft.py.
template <class T>
array<T, 2> rows_operand(std::int64_t rows, std::int64_t n) {
  auto const r = cp::index<0>({rows, n}), j = cp::index<1>({rows, n});
  return cp::astype<T>(cp::astype<double>((j * j + 7 * j * r + 3 * r) % 31 - 15) +
                       cp::complex128(0, 1) * cp::astype<double>((3 * j + 5 * r * r + j * j * (j % 7)) % 29 - 14));
}
template <class T>
array<T, 1> rows_filter(std::int64_t n) {
  auto const k = cp::index<0>({n});
  return cp::astype<T>(cp::astype<double>((5 * k + k * k) % 13 - 6) +
                       cp::complex128(0, 1) * cp::astype<double>((3 * k * k + 1) % 11 - 5));
}

/// Whether the device has a kernel for rows of n elements of a dtype, and the shared memory that long ones take.
template <class T>
bool fits(std::int64_t n) {
  if (n < 32 || (n & (n - 1)) != 0) return false;
  if constexpr (!on_device) return true;
  return (n + n / 16) * static_cast<std::int64_t>(sizeof(T)) <=
         cp::cuda::properties(cp::cuda::current_device()).shared_bytes_per_block;
}
/// 5 eps log2(n) for each transform.
inline double bound(std::int64_t n, int transforms = 2) { return 5.0 * transforms * std::log2(static_cast<double>(n)); }

/// Runs a statement that one kernel does on the device if `one`, and else what the library makes of it.
template <class F>
void check_one_kernel(bool one, F const& statement) {
  auto const s = tests::spent(statement);
  if (on_device) {
    CHECK((s.library_calls == 0) == one);
    if (one) {
      CHECK(s.launches == 1);
      CHECK(s.temporaries == 0);
    }
  } else {
    CHECK(s.library_calls > 0);
  }
  CHECK(s.synchronizations == 0);
}

/// What prepare(y, x, n) returns writes, when it is called, what `name`.npy has for the first operands of some lengths,
/// by so many transforms: in one kernel where the device has one for the length.
template <class T, class F>
void check_lengths(char const* name, int transforms, F const& prepare) {
  expected<cp::complex128> want(name);
  for (std::int64_t const n : {16, 32, 64, 96, 128, 256}) {
    auto const x = rows_operand<T>(3, n);
    array<T, 2> const y = cp::empty<T>({3, n});
    check_one_kernel(fits<T>(n), prepare(y, x, n));
    want.compare(y, bound(n, transforms));
  }
}

}  // namespace fft_data
