// The elementwise passes around transforms, for four axes: kernels of this library as a user's expressions are.
#pragma once

#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/fft/transform.hpp>
#include <fuse/ndarray.hpp>

namespace cp::fourier {

constexpr int pass_rank = 4;

/// x * f, and conjugated if g is -f.
struct scaled {
  static constexpr int cost = 4;
  static constexpr char const* qualified_name = "cp::fft: scaling";
  template <class T, class...>
  using result = T;
  template <class T>
  FUSE_HD T operator()(T const& x, double f, double g) const {
    if constexpr (complex_floating<T>) {
      using real = typename T::value_type;
      return T(x.re * static_cast<real>(f), x.im * static_cast<real>(g));
    } else {
      return x * static_cast<T>(f);
    }
  }
};

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
  using number = expr::constant<double, false>;
  array const to(storage_ptr(), static_cast<T*>(p.to), p.shape, p.to_strides);
  array const from(storage_ptr(), static_cast<T*>(const_cast<void*>(p.from)), p.shape, p.from_strides);
  double const imaginary = p.how.conjugate ? -p.how.factor : p.how.factor;
  expr::map<scaled, array, number, number> const node(
      expr::make_arguments(from, number(p.how.factor), number(imaginary)));
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
