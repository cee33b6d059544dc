// The elementwise passes around transforms, for four axes: kernels of this library as a user's expressions are.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/fft/scaled.hpp>
#include <fuse/fft/transform.hpp>
#include <type_traits>

namespace cp::fft::detail {

constexpr int pass_rank = 4;

/// One pass over four axes at most; of 16-bit numbers over real ones.
struct pass {
  scaling how;
  index_array<pass_rank> shape, to_strides, from_strides;
  void* to;
  void const* from;
};

/// In `Loop`, the wider type of both sides.
template <class Space, class Loop, class To = Loop, class From = To>
void run_pass_of(pass const& p) {
  using real = typename dtype_traits<Loop>::real_type;
  using number = expr::constant<real, false>;
  ndarray<To, pass_rank, Space> const to(storage_ptr(), static_cast<To*>(p.to), p.shape, p.to_strides);
  ndarray<From, pass_rank, Space> const from(storage_ptr(), static_cast<From*>(const_cast<void*>(p.from)), p.shape,
                                             p.from_strides);
  auto const factor = static_cast<real>(p.how.factor);
  auto const loop = expr::cast_to<Loop>(from);
  auto const node = expr::cast_to<To>(expr::map<scaled, std::remove_const_t<decltype(loop)>, number, number>(
      expr::make_arguments(loop, number(factor), number(p.how.conjugate ? -factor : factor))));
  expr::run_kernel<Space>(expr::refer(node), to);
}
/// Of real numbers, of which one side has 16 bits, or both.
template <class Space, class Half>
void run_half_pass(pass const& p) {
  if (p.how.to == p.how.from)
    run_pass_of<Space, float, Half>(p);
  else
    cp::library::is_half(p.how.to) ? run_pass_of<Space, float, Half, float>(p)
                                   : run_pass_of<Space, float, float, Half>(p);
}
template <class Space>
void run_pass(pass const& p) {
  using cp::library::fft_float;
  bool const wide = p.how.to == fft_float::float64;
  if (p.how.to == fft_float::float16 || p.how.from == fft_float::float16)
    run_half_pass<Space, float16>(p);
  else if (p.how.to == fft_float::bfloat16 || p.how.from == fft_float::bfloat16)
    run_half_pass<Space, bfloat16>(p);
  else if (p.how.complex)
    wide ? run_pass_of<Space, complex128>(p) : run_pass_of<Space, complex64>(p);
  else
    wide ? run_pass_of<Space, double>(p) : run_pass_of<Space, float>(p);
}

/// The device's.
void run_device_pass(pass const& p);

/// Transforms rows of complex numbers along the last axis of a pass, and multiplies them by its factor, in one launch.
/// Returns false, and does nothing, where the kernel does not take them (kernels::fits_fft_rows).
bool run_device_rows(pass const& p, cp::library::fft_kind kind);

/// A cosine or sine transform of one axis on the device, by complex and real ones: `to` may be `from`.
struct cosine_job {
  cp::library::fft_kind kind;
  bool wide;
  bool orthogonal;
  double factor;
  int rank;
  int axis;
  std::int64_t const* shape;
  void* to;
  std::int64_t const* to_strides;
  void const* from;
  std::int64_t const* from_strides;
};
void run_device_cosine(cosine_job const& j);

}  // namespace cp::fft::detail
