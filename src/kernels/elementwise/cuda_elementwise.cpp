// Planning of the CUDA forms that follow strides.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <utility>

#include "kernels/device_limits.hpp"
#include "kernels/elementwise/cuda_lying.hpp"
#include "kernels/elementwise/cuda_parts.hpp"

namespace cp::kernels {

namespace {

std::uint32_t tiles_of(std::uint32_t n, std::uint32_t tile) { return (n + tile - 1) / tile; }

/// Of a tile in shared memory, whose rows are an element apart so that columns are read without conflicts.
std::int64_t tile_bytes(int side, std::int64_t itemsize) { return (side * (side + 1) * itemsize + 15) / 16 * 16; }

/// Whether every element that a vector of operand `k` begins at lies on its boundary.
bool is_vector(loop_view const& v, int k, int width) {
  if (v.kind[k] != access::element || v.stride(k, 0) != 1) return false;
  std::int64_t const bytes = std::min<std::int64_t>(16, std::int64_t{width} * v.itemsize[k]);
  if (reinterpret_cast<std::uintptr_t>(v.data[k]) % static_cast<std::uintptr_t>(bytes) != 0) return false;
  for (int a = 1; a < v.rank; ++a)
    if (v.stride(k, a) * v.itemsize[k] % bytes != 0) return false;
  return true;
}

/// Finds whether inputs' elements lie at the same distances, in bytes, from their first ones, or in two ways. (Places
/// lie nowhere; where inputs are moved there is no such kernel.)
void find_alike(cuda_kernels const& kernels, loop_view const& v, cuda_plan& p) {
  int first = -1, other = -1;
  auto const lies_as = [&](int k, int m) {
    bool same = true;
    for (int a = 0; a < v.rank; ++a) same = same && v.stride(k, a) * v.itemsize[k] == v.stride(m, a) * v.itemsize[m];
    return same;
  };
  for (int k = v.outputs; k < v.count; ++k) {
    if (v.kind[k] == access::computed && !kernels.moves) continue;
    if (first < 0) first = k;
    if (v.kind[k] == access::staying) continue;
    if (v.kind[k] != access::element) return;
    if (lies_as(k, first)) continue;
    if (other < 0) other = k;
    if (!lies_as(k, other)) return;
    p.others |= std::uint64_t{1} << (k - v.outputs);
  }
  // (The first way is that of the first input that is not computed.)
  if (first < 0 || v.kind[first] == access::staying) return;
  unsigned char const ways = other < 0 ? 1 : 2;
  if (other < 0) other = first;
  if (v.itemsize[other] > 0xffff) return;
  p.alike = ways;
  p.other = static_cast<unsigned char>(other - v.outputs);
  p.other_unit = static_cast<std::uint16_t>(v.itemsize[other]);
}

/// The kernel of inputs that lie alike, if there is one.
template <class Kernels>
auto* alike_kernel(Kernels& k, cuda_plan const& p) {
  auto* const kernel = (p.shifted ? k.vectors_alike : k.alike) + (p.alike > 1);
  return p.alike > 0 && kernel->symbol != nullptr ? kernel : nullptr;
}

/// Threads of a block along rows, as a power of two: all, or so few that those of a row's last part are not idle.
std::uint32_t threads_along(std::uint32_t inner, std::uint32_t per_thread) {
  std::uint32_t log2 = 0;
  while (log2 < tuning::block_log2 && (per_thread << log2) < inner) ++log2;
  auto const covered = [&](std::uint32_t n) {
    std::uint32_t const part = per_thread << n;
    return std::uint64_t{tiles_of(inner, part)} * part;
  };
  std::uint32_t best = log2;
  for (std::uint32_t n = log2; n-- > 5;)
    if (covered(n) * 10 < covered(best) * 9) best = n;
  return best;
}

/// Whether threads had better have several elements of a row at once, whose addresses are one: all elements lie side by
/// side, and runs of a warp cover a row well.
bool goes_by_runs(cuda_kernels const& kernels, loop_view const& v, cuda_plan const& p) {
  std::int64_t const run = std::int64_t{32} * kernels.runs_side;
  if (kernels.runs.symbol == nullptr || p.alike != 1 || v.shape[0] < run || !lie_along(v)) return false;
  return (v.shape[0] + run - 1) / run * run * 5 <= v.shape[0] * 6;
}

/// How many blocks go on in turn where each could do a part: enough to fill a GPU, or to have a few parts each.
std::int64_t blocks_in_turn(std::int64_t parts) {
  return std::max(std::min(parts, tuning::in_turn_blocks), parts / tuning::in_turn_parts);
}

/// Whether vectors can go on from row to row, and of which inputs: arrays are runs or are broadcast; narrow elements
/// beside nothing that is computed lie side by side.
bool winds(cuda_kernels const& kernels, loop_view const& v, std::uint64_t& runs) {
  int const width = kernels.wound_width;
  if (width < 2 || v.rank < 2 || v.shape[0] < width) return false;
  int arrays = 0;
  bool computed = false;
  for (int k = v.outputs; k < v.count; ++k) {
    arrays += v.kind[k] == access::element;
    computed = computed || v.kind[k] == access::computed;
  }
  std::int64_t const inner = v.shape[0];
  bool const as_words =
      kernels.wound_words && !computed &&
      (inner < tuning::wound_words_least ? arrays <= 2 || inner % width == 0
                                         : arrays <= tuning::wound_words_inputs || inner < tuning::wound_words_of_many);
  for (int k = 0; k < v.count; ++k) {
    if (v.kind[k] != access::element) continue;
    if (is_run(v, k, width)) {
      if (k >= v.outputs) runs |= std::uint64_t{1} << (k - v.outputs);
      continue;
    }
    bool const is_narrow = v.itemsize[k] <= 2 && v.itemsize[k] * width % 8 == 0;
    if (as_words && is_narrow && k >= v.outputs && v.stride(k, 0) == 1) continue;
    bool broadcast = false;
    for (int a = 0; a < v.rank; ++a) broadcast = broadcast || v.stride(k, a) == 0;
    if (k < v.outputs || !broadcast || (v.stride(k, 0) != 0 && v.shape[0] > tuning::wound_inner)) return false;
  }
  return true;
}

/// Chooses form and shape for a simplified loop of less than 2^31 elements. May swap its axes from 1 on.
cuda_plan plan_cuda(cuda_kernels const& kernels, loop_view const& v) {
  int const width = kernels.strided_width, tile = kernels.tiled.symbol != nullptr ? kernels.tile : 0;
  cuda_plan p;
  // A transposed operand: it moves fast along another axis than the output does.
  int axis = 0;
  if (tile > 0)
    for (int k = v.outputs; k < v.count && axis == 0; ++k)
      if (v.kind[k] == access::element && v.stride(k, 0) != 0 && v.stride(k, 0) != 1)
        for (int a = 1; a < v.rank; ++a)
          if (v.stride(k, a) == 1 && v.shape[a] >= 8 && v.shape[0] >= 8) axis = a;
  if (axis > 0) {
    p.tiled = true;
    if (axis != 1) {
      std::swap(v.shape[1], v.shape[axis]);
      for (int k = 0; k < v.count; ++k) std::swap(v.stride(k, 1), v.stride(k, axis));
    }
  }

  bool vector = width > 1 && v.rank > 0 && v.shape[0] % width == 0 && v.shape[0] >= tuning::wide_inner * width / 4 &&
                is_vector(v, 0, width);
  // In the strided form all arrays move as vectors or stand still: misaligned and spread elements read better one a
  // thread.
  for (int k = 0; vector && !p.tiled && k < v.count; ++k)
    if (v.kind[k] == access::element && !is_vector(v, k, width) && (k < v.outputs || v.stride(k, 0) != 0))
      vector = false;
  // Nor do short rows of moved inputs, where vectors are of two: in each warp some would lie across the source's ends.
  if (kernels.moves && width <= 2 && v.rank > 0 && v.shape[0] < tuning::moved_pairs) vector = false;
  // Rows of moved inputs are wound up where the last threads of many would be idle; short ones are not.
  bool idle = false;
  if (vector && kernels.moves) {
    auto const inner = static_cast<std::uint32_t>(v.shape[0]), per_thread = static_cast<std::uint32_t>(width);
    std::uint32_t const row = per_thread << threads_along(inner, per_thread);
    idle = std::uint64_t{tiles_of(inner, row)} * row * 7 > std::uint64_t{inner} * 8;
  }
  p.wound = (!vector || idle) && !p.tiled &&
            !(kernels.moves && v.shape[0] < (width <= 2 ? tuning::moved_pairs : tuning::wound_moved)) &&
            winds(kernels, v, p.runs);
  vector = vector && !p.wound;
  p.vector = vector;
  p.shifted = kernels.shifted_width > 1 && !vector && !p.tiled && !p.wound && shifts(v) &&
              !(kernels.moves && v.shape[0] < tuning::wound_moved);
  find_alike(kernels, v, p);
  // Narrow elements that lie alike have kernels of their own, but beside runs, which are vectors.
  if ((kernels.shifted_width > 1 || kernels.alike_width > 1) && !vector && !p.tiled && !(p.wound && p.runs != 0)) {
    bool const shifted = p.shifted;
    p.shifted = kernels.alike_width > 1 && lie_along(v) && (!kernels.windows || are_consecutive(v));
    if (alike_kernel(kernels, p) != nullptr)
      p.wound = false;
    else
      p.shifted = shifted;
  }
  std::int64_t room = p.tiled ? limits().shared_bytes : 0;  // transposed operands beyond it are read as they lie
  for (int k = 0; k < v.count; ++k) {
    reach r = reach::scalar;
    if (v.kind[k] == access::staying || (v.kind[k] == access::element && v.stride(k, 0) == 0))
      r = reach::splat;
    else if (p.tiled && k >= v.outputs && v.kind[k] == access::element && v.stride(k, 0) != 1 && v.stride(k, 1) == 1 &&
             room >= tile_bytes(tile, v.itemsize[k]))
      r = reach::tile, room -= tile_bytes(tile, v.itemsize[k]);
    else if (vector && is_vector(v, k, width))
      r = reach::vector;
    p.reaches.set(k, r);
    if (r == reach::splat) p.splats |= std::uint64_t{1} << k;
  }

  p.inner = v.rank > 0 ? static_cast<std::uint32_t>(v.shape[0]) : 1;
  p.rows = v.rank > 1 ? static_cast<std::uint32_t>(v.shape[1]) : 1;
  std::int64_t outer = 1;
  for (int a = 2; a < v.rank; ++a) outer *= v.shape[a];
  if (p.tiled) {
    auto const side = static_cast<std::uint32_t>(tile);
    std::uint32_t const across = tiles_of(p.inner, side), down = tiles_of(static_cast<std::uint32_t>(v.shape[1]), side);
    p.inner_tiles = divider(across);
    p.beside = v.rank > 2 && v.stride(0, 2) == v.shape[0] * v.stride(0, 0) &&
               v.shape[0] * v.itemsize[0] < tuning::tiled_row_bytes;
    p.tile_rows = divider(p.beside ? static_cast<std::uint32_t>(outer) : down);
    p.blocks = across * down * static_cast<std::uint32_t>(outer);
    return p;
  }
  if (p.wound) {
    p.thread_rows = p.rows * static_cast<std::uint32_t>(outer);
    p.inner_tiles = divider(p.inner);
    p.blocks =
        tiles_of(p.thread_rows * p.inner, static_cast<std::uint32_t>(tuning::block_threads * kernels.wound_width));
    if (kernels.in_turn) p.blocks = static_cast<std::uint32_t>(blocks_in_turn(p.blocks));
    return p;
  }
  bool const in_turn = !vector && !p.shifted && alike_kernel(kernels, p) != nullptr;
  p.by_runs = in_turn && goes_by_runs(kernels, v, p);
  bool const alike = p.shifted && alike_kernel(kernels, p) != nullptr;
  auto const per_thread = static_cast<std::uint32_t>(vector      ? width
                                                     : alike     ? kernels.alike_width
                                                     : p.shifted ? kernels.shifted_width
                                                     : p.by_runs ? kernels.runs_side
                                                                 : 1);
  std::uint32_t const along = p.inner + (p.shifted ? per_thread - 1 : 0);
  p.block_log2 = threads_along(along, per_thread);
  std::uint32_t rows_at_once = static_cast<std::uint32_t>(tuning::block_threads) >> p.block_log2;
  bool const down = p.rows > 1 && p.rows * outer >= rows_at_once * 2;
  // But of vectors on their boundaries threads go on from row to row, where many would be idle at the end of each. (Not
  // where rows are padded to as many: H200, 2026-11, 3 of each 4 float32 0.73 ms with the fourth thread idle, 0.86
  // without.)
  std::uint32_t const across_row = tiles_of(along, per_thread);
  std::uint64_t const covered = std::uint64_t{tiles_of(across_row, 1u << p.block_log2)} << p.block_log2;
  p.linear = down && !vector && !p.by_runs && covered * 16 > std::uint64_t{across_row} * 17 &&
             !(covered * 3 <= std::uint64_t{p.inner} * 4 && are_padded(v, static_cast<std::int64_t>(covered)));
  if (p.linear) rows_at_once = std::max(1u, static_cast<std::uint32_t>(tuning::block_threads) / across_row);
  auto items = static_cast<std::uint32_t>(vector          ? kernels.vector_items
                                          : alike && down ? kernels.alike_items
                                          : p.shifted     ? 1
                                          : in_turn       ? tuning::alike_items
                                                          : kernels.strided_items);
  // Of few elements (the frame around rolls' slices) threads do fewer each, so that a GPU has its fill of them.
  std::int64_t const vectors = std::int64_t{across_row} * p.rows * outer;
  while (items > 1 && vectors < std::int64_t{items} * tuning::filling_threads) items = (items + 1) / 2;
  (down ? p.items_down : p.items_across) = p.by_runs && !down ? 1 : items;
  while ((2u << p.beside_log2) <= rows_at_once && p.items_down << p.beside_log2 < p.rows) ++p.beside_log2;
  p.parts = divider(tiles_of(p.rows, p.items_down << p.beside_log2));
  p.thread_rows = static_cast<std::uint32_t>(outer) * p.parts.divisor << p.beside_log2;
  std::uint64_t const threads = std::uint64_t{p.thread_rows} * across_row;
  p.linear = p.linear && threads < static_cast<std::uint64_t>(element_limit);
  if (p.linear) {
    p.inner_tiles = divider(across_row);
    p.blocks = tiles_of(static_cast<std::uint32_t>(threads), static_cast<std::uint32_t>(tuning::block_threads));
    return p;
  }
  std::uint32_t const across = tiles_of(along, (per_thread << p.block_log2) * p.items_across);
  p.inner_tiles = divider(across);
  p.blocks = across * tiles_of(p.thread_rows, static_cast<std::uint32_t>(tuning::block_threads) >> p.block_log2);
  return p;
}

void start_flat(cuda_kernels& k, signature_info const& info, std::int64_t n, loop_builder const& loop,
                char const* name) {
  alignas(16) unsigned char bytes[8 + 8 * max_operands + 16 + max_scalar_bytes];
  argument_layout const layout = flat_layout(info.count);
  std::memcpy(bytes, &n, 8);
  std::memcpy(bytes + layout.data, loop.view.data, 8 * static_cast<std::size_t>(info.count));
  std::memcpy(bytes + layout.scalars, loop.scalars, static_cast<std::size_t>(info.bytes));
  std::int64_t const vectors = std::int64_t{tuning::block_threads} * k.flat_width;
  auto const blocks_of = [&](std::int64_t per_block) { return (n + per_block - 1) / per_block; };
  std::int64_t blocks = blocks_of(vectors * k.flat_unroll);
  if (k.in_turn) blocks = blocks_in_turn(blocks);
  if (k.in_order) blocks = std::max(blocks, std::min(blocks_of(vectors), tuning::in_order_blocks));
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(blocks);
  shape.block_x = tuning::block_threads;
  void* arguments[] = {bytes};
  runtime::launch(k.flat, shape, arguments, name);
}

/// Makes strides those of rows that are wound up: beyond axis 0 what is added where an axis goes on. Axes that the loop
/// has not add nothing.
void wind(loop_view const& v, int axes, unsigned char* extents, unsigned char* strides) {
  divider const one(1);
  for (int a = v.rank; a < axes; ++a) std::memcpy(extents + sizeof one * static_cast<std::size_t>(a), &one, sizeof one);
  for (int c = 0; c < v.count; ++c)
    for (int a = 1; a < axes; ++a) {
      std::int64_t const more = a < v.rank ? v.stride(c, a) - v.shape[a - 1] * v.stride(c, a - 1) : 0;
      std::memcpy(strides + 8 * static_cast<std::size_t>(c * axes + a), &more, sizeof more);
    }
}

/// `beside`: whether the kernel before it on the stream is one of this function's, of another part of the loop.
void start_part(cuda_kernels& k, signature_info const& info, loop_view const& v, unsigned char const* scalars,
                char const* name, bool beside) {
  alignas(16) unsigned char bytes[max_arguments];
  argument_layout const layout = strided_layout(info.count, k.axes);
  strided_head head{plan_cuda(k, v), v.rank};
  std::memcpy(bytes, &head, sizeof head);
  for (int i = 0; i < v.rank; ++i) {
    divider const d(static_cast<std::uint32_t>(v.shape[i]));
    std::memcpy(bytes + sizeof head + sizeof d * static_cast<std::size_t>(i), &d, sizeof d);
  }
  std::memcpy(bytes + layout.data, v.data, 8 * static_cast<std::size_t>(info.count));
  for (int c = 0; c < info.count; ++c)
    std::memcpy(bytes + layout.strides + 8 * static_cast<std::size_t>(c * k.axes), &v.stride(c, 0),
                8 * static_cast<std::size_t>(v.rank));
  if (head.plan.wound) wind(v, k.axes, bytes + sizeof head, bytes + layout.strides);
  std::memcpy(bytes + layout.scalars, scalars, static_cast<std::size_t>(info.bytes));
  runtime::launch_shape shape;
  shape.grid_x = head.plan.blocks;
  shape.block_x = tuning::block_threads;
  if (head.plan.tiled)
    for (int c = info.outputs; c < info.count; ++c)
      if (head.plan.reaches[c] == reach::tile)
        shape.shared_bytes += static_cast<unsigned>(tile_bytes(k.tile, info.itemsize[c]));
  void* arguments[] = {bytes};
  cuda_plan const& p = head.plan;
  runtime::kernel_function* const alike = p.vector ? nullptr : alike_kernel(k, p);
  runtime::kernel_function& kernel = p.tiled            ? k.tiled
                                     : p.wound          ? k.wound
                                     : p.by_runs        ? k.runs
                                     : alike != nullptr ? *alike
                                                        : k.strided;
  shape.early = beside && !p.tiled && !p.wound;
  shape.grid_x += shape.early;  // the block that waits
  runtime::launch(kernel, shape, arguments, name);
}

/// Starts a simplified loop in parts.
void start_simple(cuda_kernels& k, signature_info const& info, loop_view const& v, unsigned char const* scalars,
                  char const* name, bool beside) {
  for_each_part(v, [&](loop_view const& part) {
    start_part(k, info, part, scalars, name, beside);
    beside = true;
  });
}

}  // namespace

void start_parts(cuda_kernels& k, signature_info const& info, loop_view& v, unsigned char const* scalars,
                 char const* name, bool beside) {
  v.rank = simplify(v);
  start_simple(k, info, v, scalars, name, beside);
}

void cuda_start(cuda_kernels& k, signature_info const& info, loop_builder& loop, char const* name) {
  if (k.plain != nullptr && start_turned(k, info, loop, name)) {
    runtime::count_launch(loop.contiguous ? loop.size * info.read_bytes : bytes_of(loop.view, info.outputs, info.count),
                          loop.size * info.written_bytes);
    return;
  }
  if (loop.contiguous) {
    start_flat(k, info, loop.size, loop, name);
    runtime::count_launch(loop.size * info.read_bytes, loop.size * info.written_bytes);
    return;
  }
  loop_view& v = loop.view;
  std::int64_t const read = bytes_of(v, info.outputs, info.count);
  v.rank = simplify(v);
  bool flat = is_one_run(v);
  for (int c = 0; flat && c < info.count; ++c)
    flat = v.kind[c] != access::element || reinterpret_cast<std::uintptr_t>(v.data[c]) % 16 == 0;
  if (flat)
    start_flat(k, info, v.rank == 0 ? 1 : v.shape[0], loop, name);
  else
    start_simple(k, info, v, loop.scalars, name, false);
  runtime::count_launch(read, loop.size * info.written_bytes);
}

}  // namespace cp::kernels
