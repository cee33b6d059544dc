// The elementwise passes around transforms, for four axes: kernels of this library as a user's expressions are.
#pragma once

#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/fft/scaled.hpp>
#include <fuse/fft/transform.hpp>
#include <fuse/ndarray.hpp>

namespace cp::fourier {

constexpr int pass_rank = 4;

/// One pass over four axes at most.
struct pass {
  scaling how;
  index_array<pass_rank> shape, to_strides, from_strides;
  void* to;
  void const* from;
};

template <class Space, class T>
void run_pass_of(pass const& p) {
  using array = ndarray<T, pass_rank, Space>;
  using real = typename dtype_traits<T>::real_type;
  using number = expr::constant<real, false>;
  array const to(storage_ptr(), static_cast<T*>(p.to), p.shape, p.to_strides);
  array const from(storage_ptr(), static_cast<T*>(const_cast<void*>(p.from)), p.shape, p.from_strides);
  auto const factor = static_cast<real>(p.how.factor);
  expr::map<scaled, array, number, number> const node(
      expr::make_arguments(from, number(factor), number(p.how.conjugate ? -factor : factor)));
  expr::run_kernel<Space>(expr::refer(node), to);
}
template <class Space>
void run_pass(pass const& p) {
  if (p.how.complex)
    p.how.wide ? run_pass_of<Space, complex128>(p) : run_pass_of<Space, complex64>(p);
  else
    p.how.wide ? run_pass_of<Space, double>(p) : run_pass_of<Space, float>(p);
}

/// The device's.
void run_device_pass(pass const& p);

/// A cosine or sine transform of one axis on the device, by complex and real ones: `to` may be `from`.
struct cosine_job {
  runtime::fft_kind kind;
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

}  // namespace cp::fourier
