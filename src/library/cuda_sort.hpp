// The parts of sorting on the device, each compiled in a file of its own. All on the current stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/library/sort.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp::library::device {

/// Device memory for what a sort needs besides its result. Throws out_of_memory.
template <class T>
struct scratch {
  storage_ptr memory;
  explicit scratch(std::int64_t n)
      : memory(runtime::allocate(memory_kind::device, n * static_cast<std::int64_t>(sizeof(T)))) {}
  T* data() const { return static_cast<T*>(memory->data); }
};

/// One block for 256 elements, as far as a grid goes; kernels take the rest in turns.
inline runtime::launch_shape shape_for(std::int64_t n) {
  runtime::launch_shape s;
  std::int64_t const blocks = (n + 255) / 256;
  s.grid_x = static_cast<unsigned>(blocks < 1 ? 1 : blocks < 65536 ? blocks : 65536);
  s.block_x = 256;
  return s;
}

/// Sorts n numbers of a native dtype (32 and 64 bits; unsigned ones of 8 and 16 too) by their bits 0 to `bits`, as CUB
/// orders them: NaN with a sign first. `to` is apart from `from`. The memory that it worked in, of n elements at least.
storage_ptr radix_sort(dtype_id dtype, std::int64_t n, int bits, void const* from, void* to);

/// Sorts unsigned keys of 4 or 8 bytes and unsigned places of 4 or 8 bytes with them, stably. Both have memory of their
/// size beside them; they change places with it as the result needs.
struct sorted_pairs {
  void *keys, *other_keys, *places, *other_places;
};
void radix_sort_pairs(int key_bytes, int place_bytes, std::int64_t n, int bits, sorted_pairs& p);

/// The same of keys and values of 4 bytes by `bits` bits of the keys alone, to memory apart from them.
void group_pairs(std::int64_t n, int first_bit, int bits, std::uint32_t const* keys, std::uint32_t* to_keys,
                 std::uint32_t const* values, std::uint32_t* to_values);

/// Rows that one block sorts, and up to which length.
constexpr std::int64_t most_block_row = 4096;
void sort_rows_by_block(rows_of const& what, void const* from, void* to);
void argsort_rows_by_block(rows_of const& what, void const* keys, std::int64_t* order);

/// What library::sort_places writes, of one row of real numbers.
void sort_places(rows_of const& what, void const* from, void* to, std::int64_t place);

/// Complex numbers, n in a row.
void merge_sort(dtype_id dtype, std::int64_t n, void const* from, void* to);
/// Their places, which are those of rows of `length`: rows stay apart.
void merge_argsort(dtype_id dtype, rows_of const& what, void const* keys, std::int64_t* order);

}  // namespace cp::library::device
