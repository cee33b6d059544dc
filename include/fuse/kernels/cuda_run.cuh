// Choosing a CUDA form for a loop and starting it.
#pragma once

#include <cstdint>
#include <utility>

#include <fuse/kernels/cuda_plan.hpp>
#include <fuse/kernels/flat.cuh>
#include <fuse/kernels/loop.hpp>
#include <fuse/kernels/strided.cuh>
#include <fuse/kernels/tiled.cuh>
#include <fuse/kernels/tuning.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

namespace detail {

constexpr int clamp_power(int n, int low, int high) {
  int p = low;
  while (p * 2 <= n && p * 2 <= high) p *= 2;
  return p;
}

/// Sizes of what a program moves.
template <class Signature>
struct traffic;
template <class... Kind, int Bytes, class... Store>
struct traffic<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  template <class K>
  static constexpr int moved = device::is_single<K> || device::is_positions<K> ? 0 : int(sizeof(typename K::type));
  static constexpr int largest() {
    int m = 1;
    ((m = moved<Kind> > m ? moved<Kind> : m), ...);
    ((m = int(sizeof(typename Store::type)) > m ? int(sizeof(typename Store::type)) : m), ...);
    return m;
  }
  static constexpr int smallest() {
    int m = 16;
    ((m = moved<Kind> > 0 && moved<Kind> < m ? moved<Kind> : m), ...);
    ((m = int(sizeof(typename Store::type)) < m ? int(sizeof(typename Store::type)) : m), ...);
    return m;
  }
  /// Bytes of the tiles that a loop's flagged operands need.
  static unsigned tile_bytes(std::uint64_t reaches, int side) {
    unsigned bytes = 0;
    int k = int(sizeof...(Store));
    ((bytes += moved<Kind> > 0 && (reaches >> (2 * k) & 3) == static_cast<std::uint64_t>(reach::tile)
                   ? static_cast<unsigned>((side * (side + 1) * moved<Kind> + 15) / 16 * 16)
                   : 0u,
      ++k),
     ...);
    return bytes;
  }
  static constexpr bool has_arrays = ((moved<Kind> > 0) || ...);
};

}  // namespace detail

/// The CUDA kernels of one signature.
template <class Signature>
struct cuda_form {
  using moves = detail::traffic<Signature>;
  static constexpr int count = Signature::count;
  static constexpr int bytes = Signature::bytes;
  /// Elements of a thread's vector: the narrowest operand fills 16 bytes unless the widest would take more than 32.
  static constexpr int flat_width = detail::clamp_power(16 / moves::smallest() * moves::largest() > 32 ? 32 / moves::largest() : 16 / moves::smallest(), 1, 16);
  static constexpr int strided_width = detail::clamp_power(16 / moves::largest(), 1, 16);
  static constexpr int side = moves::largest() <= 4 ? tuning::tile_small : tuning::tile_large;
  static constexpr int tiled_width = strided_width > 4 ? 4 : strided_width;

  /// Everything contiguous and on 16-byte boundaries.
  static void run_flat(std::int64_t n, void* const* data, unsigned char const* scalars, char const* name) {
    device::flat_arguments<count, bytes> a;
    a.n = n;
    for (int k = 0; k < count; ++k) a.data[k] = data[k];
    __builtin_memcpy(a.scalars, scalars, bytes);
    constexpr std::int64_t per_block = std::int64_t{tuning::block_threads} * flat_width * tuning::flat_unroll;
    void* arguments[] = {&a};
    runtime::launch_shape shape;
    shape.grid_x = static_cast<unsigned>((n + per_block - 1) / per_block);
    shape.block_x = tuning::block_threads;
    runtime::launch(reinterpret_cast<void const*>(&device::flat<Signature, flat_width, tuning::flat_unroll>), shape, arguments, name);
  }

  template <int Axes>
  static void run_strided(loop_view const& whole, unsigned char const* scalars, char const* name) {
    struct context_type {
      unsigned char const* scalars;
      char const* name;
    } context{scalars, name};
    for_each_part(whole, [](loop_view const& v, void* c) {
      auto const& x = *static_cast<context_type*>(c);
      device::strided_arguments<count, Axes, bytes> a;
      constexpr int tile = Axes > 1 && moves::has_arrays && moves::largest() <= 16 ? side : 0;
      a.plan = plan_cuda(v, strided_width, tuning::strided_rows, tile);
      a.rank = v.rank;
      for (int i = 0; i < v.rank; ++i) a.extents[i] = divider(static_cast<std::uint32_t>(v.shape[i]));
      for (int k = 0; k < count; ++k) {
        a.data[k] = v.data[k];
        for (int i = 0; i < v.rank; ++i) a.strides[k][i] = v.stride(k, i);
      }
      __builtin_memcpy(a.scalars, x.scalars, bytes);
      void* arguments[] = {&a};
      runtime::launch_shape shape;
      shape.grid_x = a.plan.blocks;
      shape.block_x = tuning::block_threads;
      if constexpr (tile > 0) {
        if (a.plan.tiled) {
          shape.shared_bytes = moves::tile_bytes(a.plan.reaches, side);
          runtime::launch(reinterpret_cast<void const*>(&device::tiled<Signature, Axes, tiled_width, side>), shape, arguments, x.name);
          return;
        }
      }
      runtime::launch(reinterpret_cast<void const*>(&device::strided<Signature, Axes, strided_width, tuning::strided_rows>), shape, arguments, x.name);
    }, &context);
  }
};

}  // namespace cp::kernels
