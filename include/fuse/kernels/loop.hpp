// A loop: what evaluate hands to the kernel forms, and the planning of its axes that all forms share.
#pragma once

#include <cstdint>
#include <cstring>

namespace cp::kernels {

/// One loop over an index space: outputs first, then inputs, each a pointer and a stride an axis (elements), and the scalars.
template <int Rank, int Count, int Bytes>
struct loop {
  static constexpr int rank = Rank;
  std::int64_t shape[Rank == 0 ? 1 : Rank];
  void* data[Count];
  std::int64_t strides[Count][Rank == 0 ? 1 : Rank];
  alignas(16) unsigned char scalars[Bytes];
};

/// How a loop reaches an operand: elements along strides; the position itself (its "address" is its value, with itemsize 1); one element for all.
enum class access : unsigned char { element, counting, staying };

/// A loop without its types, as planning sees it.
struct loop_view {
  int rank;
  int count;
  int outputs;
  std::int64_t* shape;
  void** data;
  std::int64_t* strides;  ///< [count][pitch]
  int pitch;
  std::int32_t const* itemsize;
  access const* kind;

  std::int64_t& stride(int operand, int axis) const { return strides[operand * pitch + axis]; }
};

/// Reorders the axes innermost first in the order of the first output's memory, turns axes that it runs backwards, drops axes of extent 1 and joins
/// axes that every operand crosses with one step. Returns the number of axes left (0: one element).
int simplify(loop_view const& view);

/// Whether a simplified loop is one run of elements for every operand.
inline bool is_one_run(loop_view const& view) {
  if (view.rank > 1) return false;
  for (int k = 0; view.rank == 1 && k < view.count; ++k)
    if (view.kind[k] != access::staying && view.stride(k, 0) != 1) return false;
  return true;
}

/// Distinct bytes that the loop's operands touch, for the counters: axes with stride 0 count once.
std::int64_t bytes_of(loop_view const& view, int first, int last);

}  // namespace cp::kernels
