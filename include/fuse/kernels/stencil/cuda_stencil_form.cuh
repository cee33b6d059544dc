// The CUDA stencil kernel that one signature becomes.
#pragma once

#include <cstddef>
#include <fuse/kernels/elementwise/cuda_elementwise.cuh>
#include <fuse/kernels/stencil/cuda_stencil_plan.hpp>
#include <fuse/kernels/stencil/stencil.cuh>
#include <fuse/kernels/stencil/stencil_window.cuh>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels {

namespace detail {

/// What a stencil kernel of a signature is made with.
template <class Signature, int Axes>
struct stencil_choice;
template <class... Kind, int Bytes, class... Store, int Axes>
struct stencil_choice<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using moves = traffic<program::signature<program::inputs<Kind...>, Bytes, Store...>>;

  /// The axis beside the last, along which a thread has several rows.
  static constexpr int down = Axes - 2;
  /// The outermost axis along which neighbours are read, if it is another one: threads walk along it.
  static constexpr int walk = [] {
    int first = Axes;
    stencil_input const input[] = {stencil_input_of<Kind>()...};
    for (auto const& s : input)
      for (int a = 0; a < s.rank; ++a)
        if ((s.low[a] > 0 || s.high[a] > 0) && Axes - s.rank + a < first) first = Axes - s.rank + a;
    return first < down ? first : -1;
  }();

  /// Bytes of registers for what a thread holds of an input for `Rows` rows of `Width` elements.
  template <class K, int Rows, int Width>
  static constexpr int held_of() {
    constexpr int size = int(sizeof(typename K::type)) > 4 ? int(sizeof(typename K::type)) : 4;
    if constexpr (is_stencil<K>)
      return size * device::stencil_sheets<K, device::own_axis<K, Axes, down>, device::own_axis<K, Axes, walk>, Rows,
                                           Width>::held();
    else
      return moves::template moved<K> > 0 ? size * Rows * Width : 0;
  }
  template <int Rows, int Width>
  static constexpr int held = (0 + ... + held_of<Kind, Rows, Width>());

  template <int Rows, int Width>
  static constexpr bool fits = held<Rows, Width> <= tuning::stencil_bytes;
  static constexpr int largest = clamp_power(16 / moves::largest(), 1, 16);
  template <int Width>
  static constexpr int narrowed() {
    if constexpr (Width == 1 || fits<1, Width>)
      return Width;
    else
      return narrowed<Width / 2>();
  }
  static constexpr int width = narrowed<largest>();
  template <int Rows>
  static constexpr int fewer() {
    if constexpr (Rows == 1 || fits<Rows, width>)
      return Rows;
    else
      return fewer<Rows / 2>();
  }
  /// Threads that walk and look nothing up beyond an edge: fewer rows, and three blocks.
  static constexpr bool lean = walk >= 0 &&
                               ((!is_stencil<Kind> || stencil_edge<Kind> == program::edge::valid) && ...) &&
                               held<tuning::stencil_lean_rows, width> <= tuning::stencil_lean_bytes;
  static constexpr int rows = down < 0 ? 1 : lean ? tuning::stencil_lean_rows : fewer<tuning::stencil_rows>();
  /// Where no vectors can be made, a thread that does not walk has several elements side by side, a block's threads
  /// apart.
  template <int Columns>
  static constexpr int sparser() {
    if constexpr (Columns == 1 || (walk < 0 && Columns * held<rows, 1> <= tuning::stencil_bytes))
      return Columns;
    else
      return sparser<Columns / 2>();
  }
  static constexpr int columns = sparser<(width > 4 ? 4 : width)>();
  /// Blocks of a multiprocessor that registers must suffice for.
  static constexpr int blocks = !lean && held<rows, width> > tuning::stencil_bytes_of_three ? 2 : 3;
};

}  // namespace detail

/// The CUDA stencil kernel of one signature for loops of `Axes` axes.
template <class Signature, int Axes>
struct cuda_stencil_form;
template <class... Kind, int Bytes, class... Store, int Axes>
struct cuda_stencil_form<program::signature<program::inputs<Kind...>, Bytes, Store...>, Axes> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using choice = detail::stencil_choice<signature, Axes>;
  using arguments = device::stencil_arguments<signature::count, Axes, signature::bytes>;
  static constexpr stencil_input input[] = {stencil_input_of<Kind>()...};

  static cuda_stencil_kernel& table() {
    static cuda_stencil_kernel k{runtime::kernel_function(reinterpret_cast<void const*>(
                                     &device::stencil<signature, Axes, choice::down, choice::walk, choice::rows,
                                                      choice::width, choice::columns, choice::blocks>)),
                                 input,
                                 choice::width,
                                 choice::columns,
                                 choice::rows,
                                 choice::blocks,
                                 choice::down,
                                 choice::walk,
                                 Axes,
                                 {offsetof(arguments, extent), offsetof(arguments, low), offsetof(arguments, high),
                                  offsetof(arguments, by), offsetof(arguments, open), offsetof(arguments, data),
                                  offsetof(arguments, strides), offsetof(arguments, scalars)}};
    return k;
  }
};

}  // namespace cp::kernels
