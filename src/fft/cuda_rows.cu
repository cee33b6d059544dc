// Transforms of rows with a factor: the kernel that a user's expressions around transforms have, for arrays.
#include <fuse/fft/nodes.hpp>

#include "passes.hpp"

namespace cp::fft::detail {

namespace {

template <class T, int Sign>
using rows_op = transform_op<"cp::fft: rows", family::complex, T, pass_rank, 1, true, false, Sign>;

/// With a factor that is given as it is.
template <class T, int Sign>
struct scaled_rows_op : rows_op<T, Sign> {
  typename T::value_type factor;
  auto row_factor(std::int64_t) const { return factor; }
};

template <class T, int Sign>
bool run(pass const& p, cp::library::fft_kind kind) {
  using array = ndarray<T, pass_rank, cuda_space>;
  scaled_rows_op<T, Sign> const op{{{.kind = kind, .axis = {pass_rank - 1}, .extent = {as_operand}}},
                                   static_cast<typename T::value_type>(p.how.factor)};
  array const to(storage_ptr(), static_cast<T*>(p.to), p.shape, p.to_strides);
  array const from(storage_ptr(), static_cast<T*>(const_cast<void*>(p.from)), p.shape, p.from_strides);
  return run_rows<true>(expr::library_node(op, from), to);
}

}  // namespace

bool run_device_rows(pass const& p, cp::library::fft_kind kind) {
  bool const wide = p.how.to == cp::library::fft_float::float64;
  if (kind == cp::library::fft_kind::forward) return wide ? run<complex128, -1>(p, kind) : run<complex64, -1>(p, kind);
  return wide ? run<complex128, 1>(p, kind) : run<complex64, 1>(p, kind);
}

}  // namespace cp::fft::detail
