// The numbers of the CUDA kernel forms, and nothing else.
#pragma once

#include <cstdint>

namespace cp::kernels::tuning {

constexpr int block_log2 = 8;
constexpr int block_threads = 1 << block_log2;
/// Vectors that a thread of the flat form has in flight an operand. Full occupancy hides the latency of cheap programs
/// (H200, 2026-11: 2 and 4 gain nothing for float32 and lose up to half for int8); expensive ones gain from a second
/// chain of arithmetic (chain: 0.92 -> 0.98 x copy; 4: 0.97).
constexpr int flat_unroll = 1;
constexpr int costly_unroll = 2;
/// Vectors of a thread's run where places are computed in order, and blocks that are enough to fill a GPU: below, runs
/// are shorter. (H200, 2026-11: 2^28 numbers of XORWOW 1.99 ms, of MRG32k3a 2.37; 35.3 and 21.7 in runs of one vector.)
constexpr int in_order_vectors = 128;
constexpr std::int64_t in_order_blocks = 1024;
/// Blocks that fill a GPU several times, and parts that each has beyond that, of programs that read no memory.
constexpr std::int64_t in_turn_blocks = 4096, in_turn_parts = 4;
/// A program of at most this cost (see signature_info) is limited by memory: only then is more in flight a thread worth
/// its code.
constexpr int cheap_cost = 100;
/// A program of elements of 1 and 2 bytes whose vectors are short where it has many inputs, and their length. (H200,
/// 2026-11, 80 operations on six float16, in rows of 737 beside a column: 0.13 ms, with eight elements 0.33, of 244
/// registers. Of two inputs eight are as fast as two, or faster.)
constexpr int long_cost = 500, long_width = 4;
/// A function from which on a thread computes one element: vectors would only copy its code.
constexpr int heavy_cost = 1200;
/// A function from which on a thread that folds has two elements in flight, no vectors: its unrolled loops would be
/// copies of polynomials (riemann_zeta's sum took nvcc 98 s).
constexpr int fold_heavy_cost = 400;
/// Places that a thread of the strided form works on at once: of programs with few inputs, and of those with many
/// (stencils), whose addresses take long to set up and whose rows are read again: as many as registers let four blocks
/// share a multiprocessor (H200, 2026-11: heat2d from five slices 0.69 with 4, 0.77 with 8, 0.84 with 9, 0.78 with 11;
/// from six, of which two are the same, 0.76 with 7, 0.74 with 8; two inputs 1.03 with 4, 1.01 with 8).
constexpr int strided_items = 4, many_inputs = 4, very_many_inputs = 6, strided_items_of_many = 9;
/// Bytes of registers that the inputs of all places of a thread may take where they are vectors, single elements, and
/// single elements in three and more axes (an element of less than 4 bytes takes a register of its own). (H200,
/// 2026-11: Laplacian of float64 from seven slices 0.32 ms in 384^3, 0.59 with 9 places; 3 x 3 blur of float64 0.44 and
/// 0.63.)
/// Two places are worth more registers, up to so many loads of single elements (H100: Jacobi of float64 from twelve
/// slices 0.73 ms with two, 0.80 with one; Sobel from 24 1.85 and 0.95).
constexpr int strided_loads = 32;
/// Elements of rows from which on those of moved inputs are wound up, or shifted vectors (H200, 2026-11: roll(x, 1, 1)
/// + roll(x, -1, 1) - 2 x of rows of 33 float32 0.44 ms so, 0.30 element by element; of 150 0.30 both, x + roll(x, 5,
/// 1) 0.17 and 0.20).
constexpr std::int64_t wound_moved = 64;
/// Elements of rows from which on moved inputs of 8 bytes and more are vectors, of two. (H200, 2026-11, pads of (11,
/// 32768, 69) int64 in the modes reflect, wrap, edge and constant 0.30, 0.23, 0.22 and 0.19 ms so, element by element
/// 0.22, 0.19, 0.18 and 0.16; rows of 128 0.16, 0.14, 0.13 and 0.12 both.)
constexpr std::int64_t moved_pairs = 96;
/// Times that a thread of the strided form does as many places as at once, of a costly program; inputs from which on it
/// does so with vectors in three and more axes, too (H200, 2026-11, relu((x - m) * rsqrt(v + 1e-5) * g + b) of
/// (64, 128, 56, 56) float32, four of them broadcast, 0.060 ms so, 0.065 without; x * g + b 0.0539 and 0.0515).
constexpr int strided_turns = 4, vector_turns_inputs = 4;
/// Bytes of an output's row up to which tiles come in the order of the output's memory, where that is one run along a
/// third axis: what two rows have of a sector is written at one time. (H200, 2026-11, (31, 33, 32768) int64 with its
/// axes turned round 0.198 ms so, 0.254 in the order of the input's.)
constexpr std::int64_t tiled_row_bytes = 1024;
/// Threads that a GPU wants of a small loop of the strided form, before they do more places each.
constexpr std::int64_t filling_threads = std::int64_t{1} << 17;
/// Elements of a loop from which on its rolls are read as slices where no position wraps around.
constexpr std::int64_t turned_least = std::int64_t{1} << 20;
/// Axes that the inputs of all copies of a program in a kernel number anew, about: a game of life by rolls has 16 in
/// one. In one with more than a few, what is no run of neighbours is read by functions, not by copies of code in each
/// place.
constexpr int most_turns = 36, few_turns = 4;
constexpr int strided_vector_room = 384, strided_room = 180, strided_room_of_alike = 252;
/// Blocks of a multiprocessor that registers of the strided form must suffice for, in three and more axes with many
/// inputs (H200, 2026-11: heat3d from seven slices 0.61, 0.52 without; in two axes it costs: 0.74 for 0.78).
constexpr int strided_blocks_of_many = 3, strided_blocks_at_least = 2;
/// The same in up to two axes of cheap programs with up to three inputs, and with four to six: what the compiler took
/// by itself at first, until a change elsewhere made it take more.
constexpr int strided_blocks_of_few = 6, strided_blocks_of_some = 4;
/// The same where some of up to three inputs are computed, as those of a roll are, or the program costs as much as a
/// division, for which registers of six spill (H200, 2026-11: roll(x, 1, 1) +
/// roll(x, -1, 1) - 2 x of rows of 150 float64 .38 of a copy with six, .52 with five, .61 with four; x + roll(x, 5, 1)
/// .79, .95, .89; reflect .70, .78, .72).
constexpr int strided_blocks_of_computed = 5, strided_costly = 16;
/// Inputs from which on single elements of those that lie alike, or in two ways, have kernels of their own, whose
/// threads work on places one after the other; such places of a thread; blocks that share a multiprocessor. (H200,
/// 2026-11, of 2^25 elements so and with all places of a thread in registers: 12 slices of float64 0.188 ms and 0.385,
/// 16 of float32 0.150 and 0.576; 3 x 3 of float32 in rows of 2048 0.095 and 0.137, with another array beside them
/// 0.153 and 0.251; 13 slices in three axes 0.12 and 0.21. Of five in two axes 0.093 and 0.077, of four and another
/// array 0.123 and 0.105. 4 and 16 places are alike. A step of the shallow-water equations from slices, which spills
/// with four blocks, 0.30 ms with three, 0.33 with two, 0.53 to 0.68 with four.)
constexpr int alike_least = 7, alike_items = 8, alike_blocks = 4, alike_blocks_of_long = 3;
/// Elements of a thread that has some of several runs of a warp in a row, and bytes of what it loads for these: at
/// most, and up to which four blocks share a multiprocessor, not three. (H200, 2026-11, 3 x 3 of (32768, 1024) float32
/// 0.092 ms so, 0.098 one by one; of (43000, 781) int32 0.118 and 0.124; of (512, 65536) float64 0.153 and 0.149.)
constexpr int runs_side = 4, runs_bytes = 200, runs_bytes_of_many = 96;
/// Slices that begin one element after the other: how many have a kernel of vectors, and bytes of what a thread loads
/// for which 64 registers are enough. (H200, 2026-11, 5, 7, 13 and 20 taps of 2^25 float32 in a line 0.071, 0.072,
/// 0.082 and 0.094 ms so, one by one 0.082, 0.106, 0.140 and 0.184; 7 and 19 of float64 0.149, 0.199 and 0.163, 0.251.)
constexpr int window_least = 5, window_most = 32, window_cost = 16, window_bytes = 176;
/// The same of elements of 1 and 2 bytes, and loads that are under way for some places at once where inputs are few.
/// (H200, 2026-11, the largest of four, five and nine slices of 2^25 uint8 in rows of 148 0.049, 0.056 and 0.079 ms, as
/// shifted vectors 0.10, 0.12 and 0.26; in rows of 4096 0.051, 0.058 and 0.081, 0.053, 0.071 and 0.11; of float16 in
/// rows of 148 0.062, 0.070 and 0.082, 0.13, 0.16 and 0.27.)
constexpr int alike_least_of_narrow = 3, alike_loads = 16;
/// Bytes of a vector of such elements, where they lie side by side; inputs up to which those of 2 bytes are vectors.
constexpr int alike_vector_bytes = 8, alike_vectors_most = 6;
/// Elements of a vector where narrow ones lie so beside wide ones, or become such, and vectors of a thread (H200,
/// 2026-11, the sum of three slices of 8192^2 uint8 as float32, vectors of 4: 0.100 ms, 0.107 with one vector, 0.145
/// one by one; of narrow ones alone several are slower: nine of uint8 in rows of 130 0.042 and 0.039. A step of the
/// Ising model of 8192^2 int8 beside float32 0.195, 0.259 by vectors of 4.) Of more inputs half as many: they would
/// spill.
constexpr int alike_mixed_width = 8, alike_mixed_most = 8, alike_mixed_items = 4;
/// Bytes of operands that a thread of the strided form holds at most when it moves vectors: more costs occupancy.
constexpr int strided_bytes = 192;
/// Elements of a row from which on narrow ones that begin anywhere go as vectors (H100, 2026-11: int8 x[1:] + y 1.00
/// so, 0.76 one by one; the largest of four uint8 slices 0.145 ms and 0.210).
constexpr std::int64_t shifted_inner = 32;
/// Bytes of registers that the words around such vectors may take; blocks that share a multiprocessor.
constexpr int shifted_room = 200, shifted_blocks = 2;
/// The same of cheap programs with up to three inputs, and with four.
constexpr int shifted_blocks_of_few = 4, shifted_blocks_of_some = 3;
/// Elements of a row up to which rows that are wound up may read arrays that vary along it one by one.
constexpr std::int64_t wound_inner = 256;
/// Elements of rows from which on slices of more than two arrays of narrow elements are wound up, of how many, and of
/// how long rows where they are more. (H200, 2026-11, 2^25 elements so and each row by threads of its own: products of
/// two slices of rows of 33 and 4096 float16 0.064 and 0.040 ms, 0.161 and 0.049; of uint8 0.051 and 0.031, 0.165 and
/// 0.039; the largest of five of rows of 1000 uint8 0.106 and 0.131, the sum of nine 0.24 and 0.13, of rows of 65 0.24
/// and 0.29; sums of four of rows of 17 float16 0.116 and, one by one, 0.075.)
constexpr std::int64_t wound_words_least = 32, wound_words_inputs = 5, wound_words_of_many = 128;
/// Folds of pairs: threads of a multiprocessor that are to be busy (a quarter of them at least), elements of a result
/// that a thread has at least where it shares that, and where blocks share it; blocks of a multiprocessor at most,
/// which then go on to other results.
constexpr std::int64_t neighbour_threads = 1024, neighbour_least = 8, neighbour_part = 16, neighbour_blocks = 64;
/// Side of a tile of the tiled form, for elements of up to 4 bytes and for larger ones.
constexpr int tile_small = 64, tile_large = 32;
/// Elements of the inner axis from which on a block is spread along it (below, blocks run over the linear index).
constexpr std::int64_t wide_inner = 32;

/// Rows that a thread of the stencil form computes at once, while what it holds for them stays below so many bytes; how
/// much that may be where three blocks share a multiprocessor; threads of a block along a row. (H200, 2026-11, 7 points
/// of 512^3: 4 rows and planes in registers 0.91, 2 rows 0.88, planes in shared memory, copied ahead, 0.82.)
constexpr int stencil_rows = 4, stencil_bytes = 352, stencil_bytes_of_three = 160;
constexpr std::uint32_t stencil_across_log2 = 5;
/// The same where all neighbours exist and threads walk: three blocks share a multiprocessor (7 points of 512^3 and
/// 640^3: 0.86 and 0.86; 4 rows and two blocks 0.84 and 0.87; with neighbours beyond an edge 2 rows 0.74, 4 rows 0.87).
constexpr int stencil_lean_rows = 2, stencil_lean_bytes = 192;
/// Planes that a thread of the stencil form walks at most as a rule, and turns of blocks that are compared.
constexpr std::int64_t stencil_walk = 64, stencil_turns = 8;

/// Threads of a block of the folding kernels; elements that a thread folds at least before blocks share a result.
constexpr int fold_threads_log2 = 8, fold_threads = 1 << fold_threads_log2;
constexpr std::int64_t fold_least = 32;
/// Loads of a thread where there are results enough: of elements, and of vectors (H200, 2026-11, sums of rows of
/// float32: 16 elements 0.93 by 1 thread, 0.60 by 2; 32 0.80 by 2, 0.58 by 4; 400 0.89 by 16, 0.87 by 8; 1000 0.99 by
/// 16, 0.91 by 32); loads that make a long row, whose threads are a warp.
constexpr std::int64_t fold_loads = 12, fold_vectors = 7, fold_long = 512;
/// Turns at most of a block whose results are short rows: the device shares out the others (sums of 400^3 along the
/// last axis: 0.92 to 0.93 with 1 to 5, 0.89 with 19; var of rows of 4096: 0.98 with 4, 1.03 with 16).
constexpr std::int64_t fold_turns = 4;
/// Elements of results side by side up to which a thread folds them without help, where these are vectors, apart, or of
/// several inputs (H200, 2026-11, 2^27 bytes along axis 0, sums of 2, 10 and 60 float32 0.076, 0.044 and 0.038 ms so,
/// 0.184, 0.064 and 0.044 with help; of 25 bytes apart 0.16 and 0.11; of 60 products 0.067 and 0.049).
constexpr std::int64_t fold_few = 64, fold_few_apart = 16, fold_few_of_several = 32;
/// Loads of a thread under way at once that folds short results whole: registers for more would not be there.
constexpr int fold_alone_loads = 32;
/// Bytes that a thread of the folding kernels has in flight (half of it where a result accumulates in more than 16
/// bytes; argmax 0.93 so, 0.99 with all of it), and that the results it folds side by side may accumulate in. Few
/// blocks that have much to do each and much in flight beat many (H200, 2026-11, sums of 400^3 float32: 4 blocks a
/// multiprocessor that go on to other results 0.93, blocks that fold one group of results each 0.84; 8 blocks 0.88).
constexpr int fold_bytes = 128, fold_state_bytes = 128;
/// Bytes of registers of a thread that folds, without what its arithmetic takes, where two and four blocks share a
/// multiprocessor; inputs up to which a thread keeps the step to the next element in registers (of more it is computed
/// again, and two blocks share one).
constexpr int fold_room[] = {512 - 128, 256 - 64}, fold_steps_kept = 8;
/// Parts of a result that a thread merges at once, and bytes of them at most: all that it has, as a rule, so that it
/// waits once (H200, 2026-11, sum of 400^3 float32 over axes 0 and 1: blocks of 25 columns 0.87, of all 100 0.88, and
/// these merged at once 0.905).
constexpr int fold_parts_at_once = 8, fold_parts_bytes = 64;
/// Bytes that neighbouring threads read of one result before others read of the next one.
constexpr std::int64_t fold_line = 64;
/// Results (or vectors of them) of a block where they lie side by side and blocks share them: as a rule, and at least.
/// Of many results a block has up to so many at once.
constexpr std::int64_t fold_slots = 32, fold_least_slots = 8, fold_most_slots = 85;
/// Elements of a result, and bytes of memory that its rows cross, up to which a thread folds it alone where there are
/// results enough (H200, 2026-11, sums of rows of float32, so and by lanes or vectors: of 5 0.94 and 0.54, of 8 0.90
/// and 0.68, of 12 0.85 and 0.87, of 16 0.47 and 0.95; mean of 4 x 4 0.98 and 0.28). The same where rows of several
/// arrays are no vectors (sum(x * a + b) of 2^24 float32 in rows of 15 0.046 ms alone, 0.120 by lanes, of 17 0.060 and
/// 0.040; of 2^25 float16 in rows of 31 0.136 and 0.240; where they are vectors lanes are quicker: rows of 16 float16
/// 0.119 and 0.032); elements of one array's rows of 1 and 2 bytes (rows of 16 float16 0.063 and 0.032, of 12 0.034 and
/// 0.039).
constexpr std::int64_t fold_short = 32, fold_short_bytes = 47, fold_short_bytes_of_several = 64,
                       fold_short_of_narrow = 12;
/// Rows beside what all have in common, of which a thread has several: inputs at most, blocks that registers must
/// suffice for, bytes of registers that a thread has for what it loads, and for its states; loads of a thread for a row
/// at most. (H100, 2026-11, sum(x * w + b) of 2^25 float32 in rows of 32, 100, 527: 0.056, 0.069 and 0.092 ms so and
/// 0.112, 0.087 and 0.104 row by row; rows of 64 float16 0.056 and 0.083. Of one array, row by row is as quick or up
/// to 1.8 times.)
constexpr int fold_beside_inputs = 4, fold_beside_blocks = 2, fold_beside_bytes = 192, fold_beside_states = 64;
constexpr std::int64_t fold_beside_turns = 64;
/// Vectors of a row from which on rows that are not on boundaries are read as vectors as they lie, beside what all have
/// in common; up to which they are so without (of 1 and 2 bytes, and of others): longer ones have their ends read
/// apart. (H200, 2026-11, 2^25 elements so and element by element, or with the ends apart: sum(x * w) of rows of 33,
/// 171, 390 and 1001 float32 0.055, 0.048, 0.050, 0.040 ms and 0.109, 0.076, 0.066, 0.042; of bfloat16 0.036, 0.044,
/// 0.044, 0.038 and 0.225, 0.107, 0.142, 0.092; masked means of 66, 171, 390 and 1001 float32 0.085, 0.077, 0.067,
/// 0.071 and 0.107, 0.091, 0.082, 0.085, sums 0.042, 0.041, 0.038, 0.039 and 0.058, 0.041, 0.040, 0.037; of bfloat16
/// 0.045, 0.048, 0.047, 0.054 and 0.058, 0.052, 0.028, 0.025. Of two arrays that lie differently neither is quicker.)
constexpr std::int64_t fold_loose = 4, fold_loose_most_narrow = 32, fold_loose_most = 128;
/// Bytes of a short row up to which a thread folds several of them, element by element. (H200, 2026-11, ms, so and by
/// threads that load all rows' elements at once: sums of 2 and 3 float32 0.060, 0.051 and 0.073, 0.055, of 7 0.046 and
/// 0.043, of 11 0.090 and 0.044; of products of two rows of 3 0.093 and 0.081.)
constexpr std::int64_t each_bytes = 16;
/// Elements of a result up to which it folds several inputs that many results share, if little is computed. (Two, or
/// more arithmetic: any number. H200, 2026-11, max(where(x > y, y, 0)) of all pairs of 1586931 and 21 float32 0.032 ms
/// so, 0.043 with threads that share each result, of 262144 and 160 0.040 and 0.032.)
constexpr std::int64_t each_most = 64;
/// All with all: blocks that registers must suffice for; registers for what a thread loads and for its states.
constexpr int fold_outer_blocks = 2, outer_words = 56;
/// Registers up to which a thread has eight results of its own, not four, of little arithmetic.
constexpr int each_words = 36;
/// Threads that are busy at least in a block that takes whole rows of results, and how many times the states of all
/// such blocks must fit into what is read (sum of 400^3 over axes 0 and 1: 303 times, 0.88 so and 0.87 in four blocks a
/// row).
constexpr std::int64_t fold_whole_threads = fold_threads * 3 / 4, fold_whole_times = 64;
/// Threads of a block that has a long row, and bytes of a row that a thread holds in registers, of which it has 64;
/// blocks that are enough to fill a GPU with such blocks; elements of a row that are worth a launch a level where they
/// would leave many multiprocessors idle. (Half of it of several 16-bit inputs: H200, 2026-11, RMS norm of a sum with a
/// weight, two outputs, rows of 256 to 16384 bfloat16 0.46 to 0.35 of a copy's rate, where it would be 0.5 at best, and
/// 0.32 to 0.30; a gated one 0.46 to 0.35 and 0.37 to 0.33.)
constexpr int rows_threads_log2 = 10, rows_bytes = 128;
/// The cost of an operation from which on rows with elements of 8 bytes that are read again want more registers, for
/// half as many threads (H200, 2026-11, rows of 262144 float64: logsumexp 0.197 ms so and 0.345, softmax with gamma and
/// beta 0.45 and 0.54; layer norm, where it would be none, 0.34 and 0.28).
constexpr int rows_again_costly = 40;
/// The same where so many bytes of four threads are a row, so that more threads have registers (H200, 2026-11, softmax
/// of rows of 4, 8 and 16, 268 MB of float64: 0.24, 0.26 and 0.18 ms so and 0.40, 0.43 and 0.29; of 16 and 32, 134 MB
/// of float32 0.092 and 0.070, 0.116 and 0.082).
constexpr int rows_brief_bytes = 32;
constexpr std::int64_t rows_blocks = 256, rows_long = 65536;
/// Rows of a block of short rows, and its threads at least (H200, 2026-11: softmax and layer norm of rows of 64 float32
/// 0.99 and 0.99 so, 0.98 and 0.97 with 256 threads; of 128 0.962 and 0.964, 0.958 and 0.953; of 256 alike; of 1024 64
/// threads are 0.002 slower).
constexpr int rows_short_rows = 16, rows_short_threads = 64;
/// Threads of a block of which two share a multiprocessor, and bytes of a row that such a thread holds in registers
/// (H200, 2026-11, rows of 32768 float32: 0.98 with 32 to 160 bytes, the others of the row in shared memory; a block of
/// 1024 threads with all of it in registers 0.87); of elements of 8 bytes (log softmax of rows of 16384 and 65536
/// float64 0.22 and 0.25 ms so, 0.33 and 0.36 with 128).
constexpr int rows_front_threads_log2 = 9, rows_front_threads = 1 << rows_front_threads_log2, rows_front_bytes = 128,
              rows_front_bytes_of_wide = 64;
/// Vectors of its front for which such a thread loads at once what it reads only where it stores (layer norm with gamma
/// and beta, H200, 2026-11, so and read again: rows of 65536 and 300000 float32 0.100 and 0.112 ms, 0.144 and 0.207).
constexpr int rows_front_beside = 2;
/// What a block of a cluster has of a row, about, in what its threads hold in registers (H200, 2026-11, softmax of rows
/// of 131072 float32 in parts of 16384, 22016, 32768 and 43712 elements: 0.63, 0.73, 0.81 and 0.71); of elements of 8
/// bytes.
constexpr std::int64_t rows_cluster_part = 2, rows_cluster_part_of_wide = 4;
/// Of rows in shared memory: elements of a thread, and where some have 8 bytes. (What a row costs apart from its
/// elements takes as long as 6 to 20 of them. H200, 2026-11, softmax of rows of 33 and 50, 134 MB of float32: 0.104 and
/// 0.112 ms so, 0.156 and 0.132 with 16 elements.)
constexpr std::int64_t rows_staged_elements = 64, rows_staged_of_wide = 32;
/// Bytes of what a block copies there where rows are short; bytes of rows that are worth copying each by itself; bytes
/// that neighbouring threads read where rows lie side by side; elements from which on naming one array three times is
/// reason enough. (H100, 2026-11: softmax over 5 elements 0.71, x / norm of 3-vectors 0.63, softmax along axis 0 of
/// (1024, 65536) 0.62; without, on an H200, 0.04, 0.13 and 0.23.)
constexpr std::int64_t rows_staged_bytes = 16384, rows_run_bytes = 128, rows_line = 128, rows_twins_least = 64;
/// Bytes of rows side by side up to which threads have several, whatever these accumulate in; threads of their blocks
/// at least. (H200, 2026-11, 2^27 bytes, x - mean along axis 0 of 12, 89 and 300 float32 0.100, 0.111 and 0.119 ms so,
/// 0.176, 0.193 and 0.117 one by one; standardized 0.149, 0.167 and 0.224, and 0.211, 0.258 and 0.147.)
constexpr std::int64_t rows_columns_bytes = 512, rows_columns_threads = 128;
/// Threads of a block of them at least; elements that such a thread loads at once of what is read from memory for the
/// results; narrow elements that it works on at once.
constexpr int rows_staged_threads = 128, rows_staged_late = 4, rows_staged_along = 4;
/// Elements from which on a row is worth being cut where vectors begin (H100, 2026-11, softmax of rows of 50, 67 and
/// 535, 67 MB of float16: 0.17, 0.12 and 0.14 ms so and 0.16, 0.17 and 0.21 element by element; 134 MB of float32:
/// 0.170, 0.154 and 0.14, 0.169, 0.187 and 0.20).
constexpr std::int64_t rows_cut_least = 64;
/// How much of the registers rows that are cut have to fill, in percent: else they go through shared memory; where what
/// is costly would be computed again there (H200, 2026-11, 4 x 2^25 bytes in rows of 341, 591 and 3001 of 512, 1024 and
/// 4096 that there is room for, so and cut: layer norm with gamma and beta of float32 0.107, 0.103 and 0.117 ms and
/// 0.117, 0.110 and 0.117; of float16 0.079, 0.082 and 0.083, and 0.102, 0.113 and 0.100; of float64 0.20, 0.21 and
/// 0.22, and 0.34, 0.39 and 0.34; softmax of float32 0.104, 0.104 and 0.109, and 0.087, 0.088 and 0.084).
constexpr std::int64_t rows_full = 80, rows_cut_full = 55;
/// Elements of 4 bytes of a row up to which it goes through shared memory where what is read for the results alone lies
/// across other boundaries; of other elements any number (H200, 2026-11, RMS norm with gamma and beta of 2^25 elements,
/// so and cut: rows of 110, 213, 511 and 4093 float32 0.093, 0.098, 0.133 and 0.141 ms, and 0.112, 0.103, 0.096 and
/// 0.107; of float16 0.054, 0.057, 0.057 and 0.067, and 0.082, 0.079, 0.073 and 0.075; of float64 0.141, 0.162, 0.171
/// and 0.186, and 0.141, 0.209, 0.191 and 0.199).
constexpr std::int64_t rows_cut_loose = 128;
/// Elements from which on vectors that have no room in registers are read again rather than copied to shared memory
/// whole; up to which 16-bit ones are not copied there at all, by smaller blocks (H100, 2026-11, softmax of rows of
/// 41000, 134 MB of float32: 0.19 ms so and 0.38; 67 MB of float16: 0.14, 0.15 with copies by large blocks, and 0.21;
/// of 65536: 0.136, 0.125 and 0.30).
constexpr std::int64_t rows_again_least = 20000, rows_again_uncached = 49152;
/// Rows side by side up to which a block has all of them where they are read again (H100, 2026-11, softmax along axis 0
/// of 135 MB of float32: 41 columns 0.31 ms so and 0.59 in groups of 32, 7 columns 0.28 and, one by one, 1.14).
constexpr std::int64_t rows_columns = 256;
/// Bytes of a row that a thread loads at once where it reads the row again.
constexpr int rows_bytes_in_flight = 64;

/// Threads of a block of the scanning kernels.
constexpr int scan_threads_log2 = 8, scan_threads = 1 << scan_threads_log2;
/// Elements of a thread that are no vectors and are under way at once; where they are summed; those of costly programs.
constexpr int scan_apart = 8, scan_apart_summed = 16, scan_apart_costly = 4;
/// Of short lines: bytes of accumulators, or of inputs, that a thread holds; blocks that share a multiprocessor.
constexpr int scan_row_bytes = 128, scan_row_blocks = 3;
/// Lines side by side from which on neighbouring threads have neighbouring lines (H100, 2026-11, cumsum of 2^25
/// float32, lines of 5, 69 and 10^5: 8 side by side 0.14, 0.12 and 0.16 ms so and 0.62, 0.52 and 0.39 one by one; 7:
/// 0.37, 0.35, 0.47 and 0.63, 0.51, 0.36); sheets of tiles (see scan_plan) that one line may have before its rows of
/// tiles grow longer.
constexpr std::int64_t scan_across_least = 8, scan_sheets = 64;
/// Lines that a thread scans alone, or a vector of them: elements that are combined before they join what came before;
/// threads of a block, bytes of a thread's loads that are under way, and of all threads' from which on this is done;
/// elements of a line at most.
constexpr int scan_run = 8, scan_down_threads = 128, scan_down_bytes = 256;
constexpr std::int64_t scan_down_under_way = std::int64_t{6} << 20, scan_down_most = 8192;
/// Tiles of a line from which on they are summed ahead, and the cost of an element (see signature_info) up to which
/// computing it twice is cheaper than waiting; rows of tiles that are summed ahead at least. As a rule, as many are as
/// fill a third of the L2 cache (H200, 2026-11, cumsum of 2^28 float32: 20 MB 0.67 ms, 12 MB 0.72, 28 MB 0.71; read
/// from memory twice 0.79; not summed ahead 1.04).
constexpr std::uint32_t scan_ahead_least = 1024;
constexpr int scan_ahead_cost = 256;
constexpr std::int64_t scan_ahead_rows = 20;
/// Bytes of inputs that a thread that sums has under way, about; blocks of tiles that share a multiprocessor.
constexpr int scan_sums_bytes = 160, scan_tile_blocks = 4;

/// Threads of a block that moves chosen elements together. (H100, 2026-11, 2^28 float32 by a kernel of one operand: 128
/// threads by 8 vectors 0.76 ms, 256 by 8 0.79, 256 by 4 0.82; of a copy 0.72.)
constexpr int compact_threads = 128;

/// Elements from which on a segment of a vector is folded in parts of as many (a quarter where threads fold several
/// columns or very short segments); blocks that look for such parts.
constexpr std::int64_t segment_part = 1024, segment_blocks = 1056;
/// From so many short segments on a group of threads has several in hand at once. (H100, 2026-11, sums of 2^26 float32
/// in 2^22 segments: 0.22 ms instead of 0.29)
constexpr std::int64_t segments_together = 1 << 17;
/// Transforms along rows: elements of a row that a thread holds; lengths of rows that are not the library's, and bytes
/// that the threads of a row store side by side at least (H200, 2026-11, ifft(fft(a) * h) of 2^26 complex64: rows of 16
/// 0.81 ms, of 32 0.46, of 64 0.34, of 256 0.29, of 1024 0.38, of 4096 0.46; two transforms of cuFFT and a pass 0.79;
/// abs(fft(a)) of rows of 32, a thread's stores of 4 bytes side by side with one other's, 0.66, cuFFT and a pass 0.53).
constexpr int fft_rows_held_log2 = 4;
constexpr std::int64_t fft_rows_least = 32, fft_rows_most = 4096, fft_rows_least_bytes = 16;
/// Threads of a block, if a row has fewer, and at most; blocks of the latter that registers must suffice for; threads
/// of a multiprocessor's blocks, which go on from rows to rows (four times what is resident, which evens out their
/// ends); bytes of operands that a thread has under way for a row, and where it holds one besides.
constexpr int fft_rows_block = 64, fft_rows_threads = 256, fft_rows_blocks = 3, fft_rows_resident = 3072;
constexpr int fft_rows_first_bytes = 256, fft_rows_bytes = 64;

}  // namespace cp::kernels::tuning
