// Sums of products at each place of one sequence along another, by transforms of blocks: the part that has kernels.
#pragma once

#include <cstdint>
#include <fuse/core/divisor.hpp>
#include <fuse/core/scalar_math.hpp>
#include <fuse/fft/transform.hpp>
#include <fuse/library/sliding.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/sliding.hpp>

namespace cp::fft::detail {

/// How the longer sequence is cut: `rows` blocks of `step` elements, transformed with `n` places, so that each of them
/// reaches into the next one's results alone.
struct sliding_blocks {
  std::int64_t n, step, rows;
};
/// Those of the least work.
sliding_blocks cut(std::int64_t longer, std::int64_t shorter);

/// Element i of the sums, of the results of all blocks.
template <class T>
struct joined_blocks {
  T const* rows;
  scalar::divisor<std::int64_t> step;
  std::int64_t n, last, begin;
  cp::detail::sliding_product<T> written;  ///< what is summed where that is not finite

  FUSE_HD T operator()(std::int64_t i) const {
    std::int64_t const place = i + begin, block = scalar::floor_divide(place, step);
    std::int64_t const row = block < last ? block : last, at = place - row * step.value;
    T sum = rows[row * n + at];
    if (row > 0 && at + step.value < n) sum += rows[(row - 1) * n + at + step.value];
    return scalar::isfinite(sum) ? sum : written(i);
  }
};

template <class T, class Space>
void slide_blocks(cp::library::sliding_sums const& s) {
  using namespace cp::library;
  constexpr char where[] = "cp::convolve";
  constexpr bool real = !complex_floating<T>;
  using part = typename dtype_traits<T>::real_type;
  using number = complex<part>;
  cp::detail::sliding_product<T> const one{
      static_cast<T const*>(s.a), static_cast<T const*>(s.taps), s.step, s.n, s.m, s.first};
  bool const along_a = s.n >= s.m;
  sliding_blocks const b = along_a ? cut(s.n, s.m) : cut(s.m, s.n);
  std::int64_t const longer = along_a ? s.n : s.m, shorter = along_a ? s.m : s.n, places = real ? b.n / 2 + 1 : b.n;
  // A convolution is of the taps from behind.
  T* const taps_from_behind = const_cast<T*>(one.taps + (s.m - 1) * s.step);
  auto const forward = [&](bool of_a, std::int64_t from, std::int64_t rows, std::int64_t n, number* to) {
    std::int64_t const step = of_a ? 1 : -s.step;
    std::int64_t const shape[] = {rows, n}, strides[] = {n * step, step};
    std::int64_t const out[] = {rows, places}, out_strides[] = {places, 1};
    int const axis = 1;
    T* const data = (of_a ? const_cast<T*>(one.a) : taps_from_behind) + from * step;
    transform({Space::kind,
               real ? fft_kind::real_forward : fft_kind::forward,
               sizeof(part) == 8 ? fft_float::float64 : fft_float::float32,
               2,
               1,
               &axis,
               &b.n,
               {data, shape, strides},
               {to, out, out_strides}});
  };
  auto const spectra = cp::detail::make_array<number, 2, Space>({{b.rows, places}}, where);
  auto const other = cp::detail::make_array<number, 2, Space>({{1, places}}, where);
  std::int64_t const whole = longer / b.step, rest = longer % b.step;
  if (whole > 0) forward(along_a, 0, whole, b.step, spectra.data());
  if (rest > 0) forward(along_a, whole * b.step, 1, rest, spectra.data() + whole * places);
  forward(!along_a, 0, 1, shorter, other.data());
  cp::detail::assign_elements(spectra, spectra * (other * (1 / static_cast<part>(b.n))));

  auto const rows = [&] {
    if constexpr (real)
      return cp::detail::make_array<T, 2, Space>({{b.rows, b.n}}, where);
    else
      return spectra;
  }();
  std::int64_t const in[] = {b.rows, places}, in_strides[] = {places, 1};
  std::int64_t const out[] = {b.rows, b.n}, out_strides[] = {b.n, 1};
  int const axis = 1;
  transform({Space::kind,
             real ? fft_kind::real_backward : fft_kind::backward,
             sizeof(part) == 8 ? fft_float::float64 : fft_float::float32,
             2,
             1,
             &axis,
             &b.n,
             {spectra.data(), in, in_strides},
             {rows.data(), out, out_strides},
             1,
             false,
             false,
             true});

  index_array<1> const shape{{s.length}};
  joined_blocks<T> const join{rows.data(), scalar::divisor<std::int64_t>(b.step), b.n, b.rows - 1, s.m - 1 - s.first,
                              one};
  using call = expr::call<joined_blocks<T>, expr::position<1>>;
  ndarray<T, 1, Space> const to(storage_ptr(), static_cast<T*>(s.out), shape, {{1}});
  cp::detail::assign_elements(to, call(join, expr::make_arguments(expr::position<1>(shape, {{1}}, 0))));
}

template <class Space>
void slide_in(cp::library::sliding_sums const& s) {
  switch (s.dtype) {
    case dtype_id::float32:
      return slide_blocks<float, Space>(s);
    case dtype_id::float64:
      return slide_blocks<double, Space>(s);
    case dtype_id::complex64:
      return slide_blocks<complex<float>, Space>(s);
    default:
      return slide_blocks<complex<double>, Space>(s);
  }
}
/// The device's.
void slide_on_device(cp::library::sliding_sums const& s);

}  // namespace cp::fft::detail
