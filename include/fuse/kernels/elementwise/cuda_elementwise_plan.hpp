// Planning of the CUDA forms that follow strides: who works on what. No templates, so that it is compiled once, in the
// library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/divider.hpp>
#include <fuse/kernels/elementwise/turned.hpp>
#include <fuse/kernels/limits.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// How a thread reaches an operand's elements along the inner axis.
enum class reach : unsigned char {
  scalar,  ///< one at a time, along the stride
  vector,  ///< as one aligned vector
  splat,   ///< one element for all (stride 0)
  tile     ///< through the block's tile in shared memory (tiled form)
};

/// The reach of each operand: 2 bits, 32 of them a word.
struct operand_reaches {
  std::uint64_t words[max_operands / 32] = {};

  constexpr reach operator[](int operand) const {
    return static_cast<reach>(words[operand / 32] >> (2 * (operand % 32)) & 3);
  }
  constexpr void set(int operand, reach r) {
    words[operand / 32] |= static_cast<std::uint64_t>(r) << (2 * (operand % 32));
  }
};

/// The part of a strided or tiled launch that does not depend on types. Axis 0 is the inner one.
struct cuda_plan {
  std::uint32_t inner = 1;  ///< extent of axis 0
  std::uint32_t rows = 1;   ///< extent of axis 1
  std::uint32_t thread_rows =
      1;  ///< rows of threads: `beside`, for each part of axis 1, for each place along the other axes
  std::uint32_t beside_log2 = 0;   ///< thread rows whose places along axis 1 alternate, as a power of two
  std::uint32_t blocks = 1;        ///< of the grid
  std::uint32_t block_log2 = 8;    ///< threads along the inner axis, as a power of two
  std::uint32_t items_across = 1;  ///< places a thread works on along the inner axis
  std::uint32_t items_down = 1;    ///< or, one below the other, along axis 1
  bool vector = false;             ///< the strided form moves vectors
  bool shifted = false;            ///< or vectors of narrow elements that may lie anywhere
  bool tiled = false;
  bool beside = false;      ///< tiled form: what the axes behind axis 1 number comes first, as in the output's memory
  bool wound = false;       ///< vectors of whole runs go on from row to row
  bool linear = false;      ///< single elements: threads lie side by side over rows, none beyond a row's end
  bool by_runs = false;     ///< elements of inputs that lie in one way, of several runs of a warp at once
  unsigned char alike = 0;  ///< in how many ways inputs' elements lie, if these are 1 or 2
  unsigned char other = 0;  ///< the first input that lies as the first one does not, and the bytes of its elements
  std::uint16_t other_unit = 0;
  operand_reaches reaches;
  std::uint64_t splats = 0;  ///< 1 bit an operand: its reach is splat
  std::uint64_t others = 0;  ///< 1 bit an input: it lies as `other` does
  std::uint64_t runs = 0;    ///< wound: 1 bit an input: it is one run over all rows
  divider inner_tiles;       ///< tiles along the inner axis; wound or linear: its elements
  divider
      parts;  ///< strided form: parts of axis 1, of `items_down` places for each of the thread rows beside each other
  divider tile_rows;  ///< tiled form: tiles along axis 1, or (`beside`) of the axes behind it
};

/// What a strided or tiled kernel's arguments begin with.
struct strided_head {
  cuda_plan plan;
  std::int64_t rank;
};

/// The kernels of one signature, and the numbers that they were made with.
struct cuda_kernels {
  runtime::kernel_function flat, strided;
  runtime::kernel_function tiled, wound;      ///< the symbol is null where there is none
  runtime::kernel_function alike[2];          ///< of inputs that lie in one way, and in two (symbols may be null)
  runtime::kernel_function vectors_alike[2];  ///< the same as vectors of narrow elements, or see `windows`
  runtime::kernel_function runs;  ///< the same of inputs in one way: elements of runs of a warp (symbol may be null)
  int flat_width, flat_unroll;
  bool in_order;  ///< the flat form's threads have runs of up to `flat_unroll` vectors
  bool in_turn;   ///< the flat and the wound form's blocks go on until all is done
  int strided_width, strided_items, vector_items, shifted_width, alike_width;
  bool windows;  ///< vectors_alike[0] is of slices that begin one element after the other
  int alike_items, runs_side, wound_width;
  bool wound_words;               ///< and slices of narrow elements may be wound up
  int tile;                       ///< side of a tile
  int axes;                       ///< room for axes in the strided and tiled forms' arguments
  bool moves;                     ///< inputs number axes anew
  cuda_kernels* plain = nullptr;  ///< of the places where no input's positions wrap around; null if none's ever do
  turned_reader const* turned = nullptr;  ///< then: of each operand
};

/// Simplifies a loop, chooses a form and starts it. Counts the launch (one, also where a loop of 2^31 elements or more
/// takes several).
void cuda_start(cuda_kernels& kernels, signature_info const& info, loop_builder& loop, char const* name);

/// Byte offsets of the arguments that a kernel gets: known to the kernel as a struct, to the launch as bytes.
struct argument_layout {
  std::size_t data, strides, scalars;
};
constexpr argument_layout flat_layout(int count) {
  std::size_t const scalars = (8 + 8 * static_cast<std::size_t>(count) + 15) / 16 * 16;
  return {8, 0, scalars};
}
constexpr argument_layout strided_layout(int count, int axes) {
  std::size_t const head = sizeof(strided_head),
                    data = head + (static_cast<std::size_t>(axes) * sizeof(divider) + 7) / 8 * 8,
                    strides = data + 8 * static_cast<std::size_t>(count),
                    end = strides + 8 * static_cast<std::size_t>(count) * static_cast<std::size_t>(axes);
  std::size_t const scalars = (end + 15) / 16 * 16;
  return {data, strides, scalars};
}

}  // namespace cp::kernels
