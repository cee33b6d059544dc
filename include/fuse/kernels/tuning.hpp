// The numbers of the CUDA kernel forms, and nothing else.
#pragma once

#include <cstdint>

namespace cp::kernels::tuning {

constexpr int block_log2 = 8;
constexpr int block_threads = 1 << block_log2;
/// Vectors that a thread of the flat form has in flight an operand. Full occupancy hides the latency of cheap programs (H200, 2026-11: 2 and 4 gain nothing
/// for float32 and lose up to half for int8); expensive ones gain from a second chain of arithmetic (chain: 0.92 -> 0.98 x copy; 4: 0.97).
constexpr int flat_unroll = 1;
constexpr int costly_unroll = 2;
/// A program of at most this cost (see signature_info) is limited by memory: only then is more in flight a thread worth its code.
constexpr int cheap_cost = 100;
/// Places that a thread of the strided form works on at once: of programs with few inputs, and of those with many (stencils), whose addresses take long to
/// set up and whose rows are read again (H200, 2026-11: heat2d from five slices 0.69 with 4, 0.78 with 8; two inputs 1.03 with 4, 1.01 with 8).
constexpr int strided_items = 4, strided_items_of_many = 8, many_inputs = 4;
/// Bytes of operands that a thread of the strided form holds at most when it moves vectors: more costs occupancy.
constexpr int strided_bytes = 192;
/// Side of a tile of the tiled form, for elements of up to 4 bytes and for larger ones.
constexpr int tile_small = 64, tile_large = 32;
/// Elements of the inner axis from which on a block is spread along it (below, blocks run over the linear index).
constexpr std::int64_t wide_inner = 32;

/// Lines that a thread of the stencil form computes at once (in planes: where it walks through several without looking
/// beyond edges), while what it holds for them stays below so many bytes; how much that may be where three blocks share a
/// multiprocessor; how often a thread walks on; threads of a block along a line, and in planes. (H200, 2026-11, 640^3:
/// valid 0.77 with 2 lines and three blocks, 0.71 with 4 and two; wrap 0.48 and 0.56.)
constexpr int stencil_lines = 4, stencil_lines_in_planes = 2, stencil_bytes = 256, stencil_bytes_of_three = 160, stencil_walk = 8;
constexpr std::uint32_t stencil_across_log2 = 6, stencil_across_planes_log2 = 5;
/// Blocks from which on a thread walks further.
constexpr std::int64_t stencil_blocks = 2048;

/// Threads of a block of the folding kernels; blocks that are enough to fill a GPU; elements that a thread folds at least before blocks share a result.
constexpr int fold_threads_log2 = 8, fold_threads = 1 << fold_threads_log2;
constexpr std::int64_t fold_blocks = 2048, fold_least = 32;
/// Threads of a block that has a long row, and bytes of a row that a thread holds in registers, of which it has 64; blocks that are enough to fill a GPU
/// with such blocks.
constexpr int rows_threads_log2 = 10, rows_threads = 1 << rows_threads_log2, rows_bytes = 128;
constexpr std::int64_t rows_blocks = 256;

/// Threads of a block of the scanning kernels.
constexpr int scan_threads_log2 = 8, scan_threads = 1 << scan_threads_log2;
/// Of short lines: bytes of accumulators, or of inputs, that a thread holds; blocks that share a multiprocessor.
constexpr int scan_row_bytes = 128, scan_row_blocks = 3;
/// Lines side by side from which on neighbouring threads have neighbouring lines; sheets of tiles (see scan_plan) that one line may have before its rows of
/// tiles grow longer.
constexpr std::int64_t scan_across_least = 16, scan_sheets = 64;

/// Elements from which on a segment of a vector is folded in parts of as many (a quarter where threads fold several columns or very short segments); blocks
/// that look for such parts.
constexpr std::int64_t segment_part = 1024, segment_blocks = 1056;
}  // namespace cp::kernels::tuning
