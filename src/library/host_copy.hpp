// Copies of elements between strided and contiguous memory, by their size alone.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

namespace cp::library {

// Sizes and strides of elements; strides may be negative or zero where nothing is written to them. What is copied does
// not overlap. Itemsizes are any; those of numbers are quick.

/// to[i] = from[i * stride], for i < n.
void gather_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t itemsize);
/// to[i * stride] = from[i], for i < n.
void scatter_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t itemsize);
/// to[r * n + c] = from[r * step + c * stride], for r < rows, c < n.
void gather_rows(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t step, std::int64_t rows,
                 std::int64_t itemsize);
/// to[r * step + c * stride] = from[r * n + c], for r < rows, c < n.
void scatter_rows(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int64_t step, std::int64_t rows,
                  std::int64_t itemsize);
/// to[s * pitch + c] = from[c * stride + s], for s < steps, c < n: lines that run across are turned over.
void transpose_lines(void* to, std::int64_t pitch, void const* from, std::int64_t stride, std::int64_t steps,
                     std::int64_t n, std::int64_t itemsize);
/// The same with a pitch of n, where that is quicker than steps one by one (stride is two at least); else false, and
/// nothing is copied.
bool transpose_steps(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n,
                     std::int64_t itemsize);
/// The same back: to[c * stride + s] = from[s * n + c].
bool transpose_back(void* to, void const* from, std::int64_t stride, std::int64_t steps, std::int64_t n,
                    std::int64_t itemsize);

struct wide {
  std::int64_t a, b;
};
/// Calls use(T{}) for a type of this size; false where there is none, and elements are copied byte by byte.
template <class F>
[[gnu::always_inline]] inline bool with_type_of(std::int64_t itemsize, F const& use) {
  switch (itemsize) {
    case 1:
      return use(std::int8_t{}), true;
    case 2:
      return use(std::int16_t{}), true;
    case 4:
      return use(std::int32_t{}), true;
    case 8:
      return use(std::int64_t{}), true;
    case 16:
      return use(wide{}), true;
    default:
      return false;
  }
}

}  // namespace cp::library
