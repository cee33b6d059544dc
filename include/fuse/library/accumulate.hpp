// What several indices name, on the device: indices brought into the order of their elements, and sums of what meets.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/core/dtype_id.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp::library {

/// Axes of an array in elements.
struct strided_axes {
  static constexpr int most = 32;
  int count = 0;
  std::int64_t extent[most], stride[most];

  void add(std::int64_t n, std::int64_t step) { extent[count] = n, stride[count++] = step; }
  std::int64_t size() const {
    std::int64_t n = 1;
    for (int k = 0; k < count; ++k) n *= extent[k];
    return n;
  }
};

/// Lists of `n` indices, one for each of some axes, around which they wrap: number i names what lies at list[0][i],
/// list[1][i] ... The key of an element is its number in C order of these axes.
struct index_lists {
  std::int64_t n = 0;
  strided_axes axes;
  std::int64_t const* list[strided_axes::most];
};

/// Numbers of indices in the order of the keys that they name, equal keys in the order of the numbers. Held by the
/// memory of a grouped_indices.
struct index_order {
  std::int64_t n = 0;
  void const *keys = nullptr, *numbers = nullptr;  ///< unsigned integers of 32 bits or, `wide`, of 64
  bool wide = false;

  /// The key at a place of the order, and the number of the index that stands there.
  FUSE_HD std::uint64_t key(std::int64_t i) const { return at(keys, i); }
  FUSE_HD std::int64_t number(std::int64_t i) const { return static_cast<std::int64_t>(at(numbers, i)); }

 private:
  FUSE_HD std::uint64_t at(void const* from, std::int64_t i) const {
    return wide ? static_cast<std::uint64_t const*>(from)[i] : static_cast<std::uint32_t const*>(from)[i];
  }
};
struct grouped_indices {
  index_order order;
  storage_ptr keys, numbers;  ///< what the order lies in
};

/// Brings indices into order by a stable radix sort. On the current stream; does not wait. Counts a launch, and a
/// library call. Throws out_of_memory, cuda_error.
grouped_indices group_indices(index_lists const& lists);

/// Floats or complex numbers of a type, a block of `crossed.size()` for each index, that are added to the elements
/// which the index names (or subtracted).
struct keyed_additions {
  dtype_id dtype;
  bool subtract;
  void* to;
  index_lists lists;
  strided_axes crossed;  ///< the axes without index
  void const* values;    ///< one behind the other
};

/// Adds to each element the sum of what indices bring to it, in one addition: the same bits in every run. Elements that
/// no index names are not touched. Sums of vectors in few elements are exact (see sums.hpp), all others are made of
/// runs of sorted keys, in float64, of 16-bit floats in float32, in an order that follows from extents and indices
/// alone. Long runs are shared by many threads. On the current stream; does not wait. Counts launches and library
/// calls. Where it throws out_of_memory nothing has changed.
void add_by_keys(keyed_additions const& a);

}  // namespace cp::library
