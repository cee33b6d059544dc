// Planning of the CUDA folding kernels. No templates, so that it is compiled once, in the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/kernels/divider.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/program/opposed_inputs.hpp>
#include <fuse/program/row_lengths.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// The part of a folding launch that does not depend on types.
struct fold_plan {
  std::int64_t results = 1, count = 1;  ///< results; elements folded for each
  std::int64_t per_part = 1;     ///< elements that one block folds for a result (of each row, where there are rows)
  std::uint32_t parts = 1;       ///< blocks that share a result (of rows in registers: a cluster)
  std::uint32_t lanes_log2 = 0;  ///< threads that fold one result, as a power of two (across: rounded up to it)
  std::int64_t groups = 1, blocks = 1;  ///< of results that a block folds at once; blocks that have different results

  // What is folded to a result are rows along the first folded axis.
  std::int64_t length = 1, rows = 1;  ///< elements of a row; rows
  std::int64_t step = 0;              ///< from a part's elements of a row to the next part's (0: parts have other rows)
  std::int64_t rows_per_part = 1,
               rows_step = 0;     ///< rows of a part; from a part's to the next part's (0: parts share rows)
  int lanes = 1, slots = 1;       ///< across, and of rows that are read again: threads that fold a result, results (or
                                  ///< some of them) of a block
  std::int64_t columns = 1;       ///< across: threads that all results take, if they have no help
  int together = 1;               ///< results of such a thread: neighbours (`vector`), or
  std::int64_t apart = 1;         ///< so many apart along the first axis that is kept (of pairs: `side`; one result: 0)
  std::uint32_t joined_log2 = 0;  ///< across: neighbouring states that are parts of one result, as a power of two
  int row_lanes = 1;              ///< lanes that have rows of their own
  std::uint32_t row_log2 = 0;     ///< lanes that share a row, as a power of two (not across)
  std::uint32_t merged_log2 = 0;  ///< results that a block merges the parts of, as a power of two
  int kept = 0, folded = 0;       ///< axes
  int shift = 0;                  ///< elements by which the guide's data is off a vector's boundary
  bool aligned = true;            ///< each row begins with a vector
  bool across = false;            ///< neighbouring threads have neighbouring results, not neighbouring elements of one
  bool vector = false;            ///< elements of a result (across: results) are contiguous
  bool wide = false;              ///< indices need 64 bits
  void* partial = nullptr;        ///< states of the parts

  // Rows (see cuda_rows.cuh).
  std::uint64_t splats = 0;  ///< 1 bit an input: one element stands for all of a row
  std::uint64_t loose = 0;   ///< 1 bit an input that is not folded (of folds: any): lies on vectors' boundaries where
                             ///< the guide does not
  int guide = 0;             ///< operand that lies on boundaries, if rows do not begin there (!aligned)
  bool to_rows = false;      ///< one element a row is stored, instead of as many as were read
  bool results_are_vectors = false;  ///< (of folds) of as many as a thread has
  int first_level = 1;               ///< folds below it were folded by launches that came before,
  std::uint32_t merged_parts = 1;    ///< by so many blocks a row
  std::int64_t cache_pitch = 0;  ///< elements of a row (or a block's part) in shared memory, its first ones (0: none)
  std::int32_t cache_from = 0, cache_row = 0;  ///< byte at which these begin, bytes of a row

  // Rows that lie in shared memory as they lie in memory (see rows_staged.cuh).
  std::uint64_t staged = 0;         ///< 1 bit an operand: has room there; of these
  std::uint64_t stage_strided = 0;  ///< such as are no runs, and are copied element by element
  std::uint64_t stage_twins = 0;    ///< inputs that have none because they equal one before
  bool stage_located = false;       ///< rows are asked for besides
  int stage_alias = 0;              ///< the operand in whose place there the first output is written (0: none)
  int stage_units = 1;              ///< runs that are copied: all rows of a block, or each
  int stage_elements = 1;           ///< elements of such a run
  int stage_turns = 1;              ///< rows of a thread, or of those that share one

  // Pairs (see fold_pairs.cuh).
  int side = 0;      ///< the axis along which a thread's results lie, of those that are kept
  divider of_below,  ///< results that lie side by side on the axes before that one
      of_side;       ///< threads that have results of one side, that axis
};

/// Byte offsets of a folding kernel's arguments.
struct fold_layout {
  std::size_t by, extent, data, strides, scalars;
};
template <class Arguments>
constexpr fold_layout fold_layout_of() {
  return {offsetof(Arguments, by), offsetof(Arguments, extent), offsetof(Arguments, data), offsetof(Arguments, strides),
          offsetof(Arguments, scalars)};
}

/// Elements of rows that threads hold, each with a kernel.
constexpr int pair_rows[] = {2, 3, 4, 5, 6, 8, 16}, pair_kernels = 7;
/// Those of up to so many elements may be folded all with all, too.
constexpr int outer_kernels = 3;

/// The kernels of one signature, and the numbers that they were made with.
struct cuda_fold_kernels {
  /// `loose`: vectors of some inputs may lie anywhere; `alone`: across, without help. Symbols of all but fold and parts
  /// may be null.
  runtime::kernel_function fold, loose, across, alone, beside, parts;
  int width, width_across;              ///< elements of a vector
  int vectors, elements;                ///< that a thread has in flight
  int beside_vectors, beside_elements;  ///< rows of a thread that has several: of vectors, of elements
  int resident, resident_across;        ///< blocks that a multiprocessor has room for
  int state_bytes, axes;
  fold_layout layout;
  runtime::kernel_function pairs[pair_kernels];  ///< symbols are null where there are none
  program::row_lengths (*row_lengths)(unsigned char const* scalars);
  /// All with all, where inputs of the first bits are what results have in common, and where those of the others are:
  /// of elements, or of rows of each length. Symbols are null where there are none.
  runtime::kernel_function outer[outer_kernels][2];
  program::opposed_inputs opposed;
  int outer_results;              ///< results of a thread
  runtime::kernel_function each;  ///< the same of any inputs; symbol may be null
  int each_results;
  std::int64_t each_most;  ///< elements of a result, of inputs that many results share
};

/// The kernels of rows of one signature, and the numbers that they were made with.
struct cuda_rows_kernels {
  runtime::kernel_function vectors;   ///< rows in registers
  runtime::kernel_function brief;     ///< the same of rows of few vectors; symbol may be null
  runtime::kernel_function cut;       ///< the same of rows that are vectors but for their ends; symbol may be null
  runtime::kernel_function staged;    ///< rows in shared memory, which need be no vectors
  runtime::kernel_function across;    ///< the same of rows that lie side by side
  runtime::kernel_function columns;   ///< the same of several for each thread, vectors of them; symbol may be null
  runtime::kernel_function front;     ///< the same but for the first vectors: long rows; symbol may be null
  runtime::kernel_function again;     ///< rows of aligned vectors, or null
  runtime::kernel_function any;       ///< any rows
  int width;                          ///< elements of a vector
  int columns_width;                  ///< rows of a thread of `columns`
  int held, held_brief, held_behind;  ///< of a row, in a thread, where rows are short, and behind the front
  bool wide;                          ///< elements of 8 bytes are among them
  bool keeps;              ///< threads also hold what several levels need, and nothing is read for the results alone
  int threads_log2;        ///< of a block of `vectors` or `cut` at most
  int again_threads_log2;  ///< of a block of `again` or `any`
  int levels;
  int held_bytes;        ///< of the inputs that are folded, an element
  std::uint64_t cached;  ///< those of them that are in memory: 1 bit an input
  int shared_bytes;      ///< that a block merges states in, if the threads of a row are neighbours
  int largest_state, all_states;
  int axes;
  fold_layout layout;
};

/// Folds the axes of a loop whose bits are set in `folded`. Counts its launches: one, or two where blocks share
/// results. Bits of the results depend on the loop's extents and alignment, on the order of its axes in memory, and on
/// the device's number of multiprocessors.
void cuda_fold_start(cuda_fold_kernels& kernels, signature_info const& info, loop_builder& loop, std::uint32_t folded,
                     char const* name);

/// Folds rows, the axes of a loop whose bits are set in `folded`, and stores as many elements as were read, or
/// (`to_rows`) one a row. Counts its launches: one; where there are few rows that are too long for a block or a
/// cluster, one a level of folds and one.
void cuda_rows_start(cuda_rows_kernels& kernels, signature_info const& info, loop_builder& loop, std::uint32_t folded,
                     bool to_rows, char const* name);

}  // namespace cp::kernels
