// Loops over moved elements on the host, in boxes within which these lie as elements of an array do.
#pragma once

#include <cstdint>
#include <fuse/kernels/limits.hpp>
#include <fuse/kernels/loop.hpp>

namespace cp::kernels::boxes {

/// Where a loop is cut: its axes as they come, not simplified. What is moved from an array is one run along each axis
/// between cuts (or nothing but what is outside).
class cuts {
 public:
  cuts(loop_view const& v, unsigned char const* scalars);
  /// Whether the loop is better run in boxes.
  bool are_worth() const { return worth_; }
  /// Calls run(context, simplified loop) for all boxes, in bands for threads: `ns` is what the loop takes one of them.
  void each_box(std::int64_t ns, void (*run)(void const* context, loop_view const& box), void const* context) const;

 private:
  static constexpr int most = 8;  ///< along an axis

  bool add_of(int operand);
  bool add_of_field(program::moved_fields const& f, int field, int operand);
  bool add(int axis, std::int64_t at);
  /// Part i along an axis.
  std::int64_t begin_of(int axis, int i) const { return i == 0 ? 0 : at_[axis][i - 1]; }
  std::int64_t end_of(int axis, int i) const { return i == count_[axis] ? view_.shape[axis] : at_[axis][i]; }
  /// The box of extents from a place on.
  void run_box(std::int64_t const* from, std::int64_t const* extents, void (*run)(void const*, loop_view const&),
               void const* context) const;
  void run_band(std::int64_t first, std::int64_t rows, void (*run)(void const*, loop_view const&),
                void const* context) const;

  loop_view const& view_;
  unsigned char const* scalars_;
  int count_[max_axes] = {};
  std::int64_t at_[max_axes][most];
  bool moved_[max_operands] = {};
  bool worth_ = false;
  int band_ = -1;  ///< the axis that bands lie along, or -1
  std::int64_t band_rows_ = 1;
};

}  // namespace cp::kernels::boxes
