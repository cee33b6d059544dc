// The numbers of the CUDA kernel forms, and nothing else.
#pragma once

#include <cstdint>

namespace cp::kernels::tuning {

constexpr int block_log2 = 8;
constexpr int block_threads = 1 << block_log2;
/// Vectors of 16 bytes that a thread of the flat form has in flight an operand.
#ifdef T_FLAT
constexpr int flat_unroll = T_FLAT;
#else
constexpr int flat_unroll = 2;
#endif
#ifdef T_EXP
constexpr int costly_unroll = T_EXP;
#else
constexpr int costly_unroll = 2;
#endif
/// A program of at most this cost (see signature_info) is limited by memory: only then is more in flight a thread worth its code.
constexpr int cheap_cost = 100;
/// Places that a thread of the strided form works on at once.
constexpr int strided_items = 4;
/// Bytes of operands that a thread of the strided form holds at most when it moves vectors: more costs occupancy.
constexpr int strided_bytes = 192;
/// Side of a tile of the tiled form, for elements of up to 4 bytes and for larger ones.
constexpr int tile_small = 64, tile_large = 32;
/// Elements of the inner axis from which on a block is spread along it (below, blocks run over the linear index).
constexpr std::int64_t wide_inner = 32;

}  // namespace cp::kernels::tuning
