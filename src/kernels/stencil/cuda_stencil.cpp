// Planning and starting the CUDA stencil form.
#include <algorithm>
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/kernels/elementwise/cuda_elementwise_plan.hpp>
#include <fuse/kernels/stencil/cuda_stencil_plan.hpp>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/counters.hpp>
#include <limits>

#include "kernels/device_limits.hpp"

namespace cp::kernels {

namespace {

constexpr std::int64_t most_blocks = (std::int64_t{1} << 31) - 1;

std::uint32_t log2_up(std::int64_t n) {
  std::uint32_t p = 0;
  while (p < 31 && (std::int64_t{1} << p) < n) ++p;
  return p;
}
std::int64_t parts_of(std::int64_t n, std::int64_t part) { return (n + part - 1) / part; }

/// Whether operand `k` has a vector wherever one begins, `lead` elements before each line. `walked`: lines are read
/// along axes of one result too, as those of an operand that is larger than the result by what its offsets reach.
bool is_vector(loop_view const& v, int k, int width, std::int64_t lead, bool walked) {
  int const x = v.rank - 1;
  std::int64_t const size = v.itemsize[k], bytes = std::min<std::int64_t>(16, width * size);
  if (v.kind[k] != access::element || v.stride(k, x) != 1) return false;
  if ((static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(v.data[k])) - lead * size) % bytes != 0) return false;
  for (int a = 0; a < x; ++a)
    if ((walked || v.shape[a] > 1) && v.stride(k, a) * size % bytes != 0) return false;
  return true;
}

struct launch {
  stencil_plan plan;
  std::int64_t low[32], high[32], tiles[32];
};

/// Whether everything moves as vectors, and how operands are reached.
void plan_vectors(launch& l, cuda_stencil_kernel const& kernel, loop_view const& v) {
  stencil_plan& p = l.plan;
  auto const is_stencil = [&](int k) { return k >= v.outputs && kernel.input[k - v.outputs].rank > 0; };
  auto const is_valid = [&](int k) {
    return is_stencil(k) && kernel.input[k - v.outputs].edge == program::edge::valid;
  };
  int const width = kernel.width;
  // Where vectors move, kernels hold places along an axis in 32 bits.
  if (width > 1 && v.shape[v.rank - 1] >= 8 * width &&
      *std::max_element(v.shape, v.shape + v.rank) < (std::int64_t{1} << 31) - 64) {
    std::int64_t const first = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(v.data[0])) / v.itemsize[0];
    p.lead = static_cast<std::uint32_t>(first % width);
    p.vector = true;
    for (int k = 0; k < v.count; ++k)
      if (k < v.outputs || is_stencil(k)) p.vector = p.vector && is_vector(v, k, width, p.lead, is_valid(k));
    if (!p.vector) p.lead = 0;
  }
  for (int k = v.outputs; k < v.count; ++k) {
    if (is_stencil(k)) continue;
    std::uint64_t const bit = std::uint64_t{1} << k;
    if (v.kind[k] == access::staying || (v.kind[k] == access::element && v.stride(k, v.rank - 1) == 0))
      p.splats |= bit;
    else if (p.vector && is_vector(v, k, width, p.lead, false))
      p.vectors |= bit;
  }
}

/// The places that have all their neighbours. Where vectors move, neighbours further than the next one come with whole
/// vectors.
void plan_edges(launch& l, cuda_stencil_kernel const& kernel, loop_view const& v, std::uint32_t const* open) {
  for (int a = 0; a < v.rank; ++a) l.low[a] = 0, l.high[a] = v.shape[a];
  for (int k = v.outputs; k < v.count; ++k) {
    stencil_input const& s = kernel.input[k - v.outputs];
    for (int own = 0; own < s.rank; ++own) {
      int const a = v.rank - s.rank + own;
      bool const valid = s.edge == program::edge::valid;
      if ((open[k] >> a & 1) != 0 && !valid) continue;
      auto const reached = [&](std::int64_t n) {
        return l.plan.vector && a == v.rank - 1 && n > 1 ? parts_of(n, kernel.width) * kernel.width : n;
      };
      l.low[a] = std::max(l.low[a], reached(s.low[own]) - (valid ? s.low[own] : 0));
      l.high[a] = std::min(l.high[a], v.shape[a] - reached(s.high[own]) + (valid ? s.high[own] : 0));
    }
  }
}

/// How far a thread walks along an axis of `places` places, of which each has `columns` blocks: so that blocks fill the
/// device in as few and short turns as can be. A walk begins with the planes before the first one.
std::uint32_t plan_walk(cuda_stencil_kernel const& kernel, loop_view const& v, std::int64_t columns,
                        std::int64_t places) {
  int before = 0;
  for (int k = v.outputs; k < v.count; ++k) {
    stencil_input const& s = kernel.input[k - v.outputs];
    int const own = kernel.walk - (v.rank - s.rank);
    if (s.rank > 0 && own >= 0) before = std::max(before, static_cast<int>(s.low[own] + s.high[own]));
  }
  std::int64_t const room = limits().multiprocessors * kernel.resident,
                     first = parts_of(columns * parts_of(places, tuning::stencil_walk), room);
  std::int64_t best = 1, least = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t turns = first; turns < first + tuning::stencil_turns; ++turns) {
    std::int64_t const parts = std::min(places, turns * room / columns), walk = parts_of(places, parts),
                       time = turns * (walk + before);
    if (time < least) least = time, best = walk;
    if (walk == 1) break;
  }
  return static_cast<std::uint32_t>(best);
}

/// Threads of a block, tiles along each axis. Returns the number of blocks.
std::int64_t plan_tiles(launch& l, cuda_stencil_kernel const& kernel, loop_view const& v) {
  stencil_plan& p = l.plan;
  constexpr std::uint32_t all = tuning::block_log2;
  int const x = v.rank - 1, down = kernel.down, walk = kernel.walk;
  std::int64_t const per_thread = p.vector ? kernel.width : kernel.columns, columns = v.shape[x] + p.lead;
  std::uint32_t const needed = log2_up(parts_of(columns, per_thread));
  p.across_log2 = std::min(needed, down < 0 ? all : tuning::stencil_across_log2);
  if (down >= 0) p.down_log2 = std::min(log2_up(parts_of(v.shape[down], kernel.rows)), all - p.across_log2);
  if (walk >= 0) p.walk_log2 = std::min(log2_up(v.shape[walk]), all - p.across_log2 - p.down_log2);
  // Threads that are left over where there are few rows.
  p.across_log2 = std::min(needed, all - p.down_log2 - p.walk_log2);
  (down < 0 ? p.across_log2 : p.down_log2) += all - p.across_log2 - p.down_log2 - p.walk_log2;
  auto const count = [&] {
    std::int64_t blocks = 1;
    for (int a = 0; a < v.rank; ++a) {
      std::int64_t const tile = a == x      ? per_thread << p.across_log2
                                : a == down ? std::int64_t{kernel.rows} << p.down_log2
                                : a == walk ? std::int64_t{p.walk} << p.walk_log2
                                            : 1;
      l.tiles[a] = parts_of(a == x ? columns : v.shape[a], tile);
      blocks *= l.tiles[a];
    }
    return blocks;
  };
  if (walk >= 0) {
    std::int64_t const blocks = count(), places = l.tiles[walk];
    p.walk = plan_walk(kernel, v, blocks / places, places);
  }
  return count();
}

}  // namespace

void cuda_stencil_start(cuda_stencil_kernel& k, signature_info const& info, loop_builder& loop,
                        std::uint32_t const* open, char const* name) {
  loop_view const& v = loop.view;
  launch l{};
  plan_vectors(l, k, v);
  plan_edges(l, k, v, open);
  std::int64_t const blocks = plan_tiles(l, k, v);
  if (blocks > most_blocks) throw value_error("cp: a stencil of this shape needs more than 2^31 blocks");
  alignas(16) unsigned char bytes[max_arguments];
  auto const rank = static_cast<std::size_t>(v.rank), count = static_cast<std::size_t>(v.count);
  std::memcpy(bytes, &l.plan, sizeof l.plan);
  std::memcpy(bytes + k.layout.extent, v.shape, 8 * rank);
  std::memcpy(bytes + k.layout.low, l.low, 8 * rank);
  std::memcpy(bytes + k.layout.high, l.high, 8 * rank);
  for (std::size_t a = 0; a < rank; ++a) {
    divider const d(static_cast<std::uint32_t>(l.tiles[a]));
    std::memcpy(bytes + k.layout.by + a * sizeof d, &d, sizeof d);
  }
  std::memcpy(bytes + k.layout.open, open, 4 * count);
  std::memcpy(bytes + k.layout.data, v.data, 8 * count);
  for (std::size_t c = 0; c < count; ++c)
    std::memcpy(bytes + k.layout.strides + 8 * c * static_cast<std::size_t>(k.axes), &v.stride(static_cast<int>(c), 0),
                8 * rank);
  std::memcpy(bytes + k.layout.scalars, loop.scalars, static_cast<std::size_t>(info.bytes));
  void* arguments[] = {bytes};
  runtime::launch_shape shape;
  shape.grid_x = static_cast<unsigned>(blocks);
  shape.block_x = tuning::block_threads;
  runtime::launch(k.function, shape, arguments, name);
  runtime::count_launch(bytes_of(v, info.outputs, info.count), loop.size * info.written_bytes);
}

}  // namespace cp::kernels
