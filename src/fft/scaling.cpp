// Passes around transforms: factors, conversions and copies; zeros behind what is padded; spectra as fftpack keeps
// them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fuse/fft/transform.hpp>

#include "axes.hpp"
#include "passes.hpp"

namespace cp::fft::detail {

using cp::library::fft_float;

namespace {

/// Where an array keeps the parts of a real transform's result, in real elements from its beginning: the parts of term
/// 1, and the distance from term to term.
struct half_spectrum {
  char* data;
  extents strides;
  std::int64_t real, imaginary, step;
};
/// Of fftpack, (re0, re1, im1, re2, ...).
half_spectrum packed_parts(int rank, int axis, strided const& a) {
  half_spectrum s{static_cast<char*>(a.data), {}, a.strides[axis], 2 * a.strides[axis], 2 * a.strides[axis]};
  std::copy(a.strides, a.strides + rank, s.strides.value);
  s.strides[axis] = s.step;
  return s;
}
/// Complex ones.
half_spectrum complex_parts(int rank, int axis, strided const& a) {
  half_spectrum s{static_cast<char*>(a.data), {}, 2 * a.strides[axis], 2 * a.strides[axis] + 1, 2 * a.strides[axis]};
  for (int i = 0; i < rank; ++i) s.strides[i] = 2 * a.strides[i];
  return s;
}
/// Copies the first n numbers along `axis`, as fftpack counts them.
void copy_parts(scaling const& how, int rank, int axis, std::int64_t const* shape, std::int64_t n,
                half_spectrum const& to, half_spectrum const& from) {
  std::int64_t const bytes = cp::library::bytes_of(how.to);
  extents part;
  std::copy(shape, shape + rank, part.value);
  auto const copy = [&](std::int64_t count, std::int64_t to_at, std::int64_t from_at) {
    part[axis] = count;
    scale(how, rank, part.value, to.data + to_at * bytes, to.strides.value, from.data + from_at * bytes,
          from.strides.value);
  };
  copy(std::min<std::int64_t>(n, 1), 0, 0);
  copy(n / 2, to.real, from.real);
  copy((n - 1) / 2, to.imaginary, from.imaginary);
}

}  // namespace

merged_axes merge(int rank, std::int64_t const* shape, std::int64_t const* to, std::int64_t const* from, int without) {
  merged_axes m;
  pass_axis* const end = m.axis + most;
  pass_axis* begin = end;
  for (int i = rank; i-- > 0;)
    if (shape[i] != 1 && i != without) *--begin = {shape[i], to[i], from[i]};
  std::sort(begin, end, [](pass_axis const& x, pass_axis const& y) { return std::abs(x.to) > std::abs(y.to); });
  for (; begin != end; ++begin) {
    pass_axis const x = *begin;
    pass_axis* const before = m.axis + m.count - 1;
    if (m.count > 0 && before->to == x.n * x.to && before->from == x.n * x.from)
      *before = {before->n * x.n, x.to, x.from};
    else
      m.axis[m.count++] = x;
  }
  return m;
}

void scale(scaling const& s, int rank, std::int64_t const* shape, void* to, std::int64_t const* to_strides,
           void const* from, std::int64_t const* from_strides) {
  if (s.complex && (cp::library::is_half(s.to) || cp::library::is_half(s.from))) {  // by parts
    extents parts, to_parts, from_parts;
    for (int i = 0; i < rank; ++i)
      parts[i] = shape[i], to_parts[i] = 2 * to_strides[i], from_parts[i] = 2 * from_strides[i];
    parts[rank] = 2;
    to_parts[rank] = from_parts[rank] = 1;
    scaling real = s;
    real.complex = false;
    return scale(real, rank + 1, parts.value, to, to_parts.value, from, from_parts.value);
  }
  merged_axes const axes = merge(rank, shape, to_strides, from_strides);
  auto const& axis = axes.axis;
  int const kept = axes.count, outer = std::max(0, kept - pass_rank);
  if (std::find(shape, shape + rank, 0) != shape + rank) return;
  pass p{s, {}, {}, {}, to, from};
  for (int i = 0; i < pass_rank; ++i) set_axis(p, i, kept < pass_rank - i ? pass_axis{} : axis[kept - pass_rank + i]);
  std::int64_t const parts = s.complex ? 2 : 1;
  std::int64_t const to_bytes = cp::library::bytes_of(s.to) * parts, from_bytes = cp::library::bytes_of(s.from) * parts;
  std::int64_t loops = 1;
  for (int i = 0; i < outer; ++i) loops *= axis[i].n;
  for (std::int64_t l = 0; l < loops; ++l) {
    std::int64_t rest = l, to_offset = 0, from_offset = 0;
    for (int k = outer; k-- > 0;) {
      std::int64_t const at = rest % axis[k].n;
      rest /= axis[k].n;
      to_offset += at * axis[k].to;
      from_offset += at * axis[k].from;
    }
    p.to = static_cast<char*>(to) + to_offset * to_bytes;
    p.from = static_cast<char const*>(from) + from_offset * from_bytes;
    is_device(s.memory) ? run_device_pass(p) : run_pass<host_space>(p);
  }
}

void zero_behind(memory_kind memory, void* data, std::int64_t itemsize, int rank, std::int64_t const* shape,
                 std::int64_t const* kept) {
  for (int i = 0; i < rank; ++i) {
    if (kept[i] >= shape[i]) continue;
    std::int64_t const run = product(rank - i - 1, shape + i + 1) * itemsize;
    cp::library::zero_rows(memory, static_cast<char*>(data) + kept[i] * run, product(i, shape), shape[i] * run,
                           (shape[i] - kept[i]) * run);
  }
}

void pack(memory_kind memory, fft_float real, int rank, int axis, strided const& half, strided const& packed,
          double factor) {
  copy_parts({.memory = memory, .to = real, .from = real, .complex = false, .factor = factor}, rank, axis, packed.shape,
             packed.shape[axis], packed_parts(rank, axis, packed), complex_parts(rank, axis, half));
}

void unpack(memory_kind memory, fft_float real, int rank, int axis, strided const& packed, strided const& half,
            std::int64_t n, double factor) {
  cp::library::zero_rows(memory, half.data, 1, 0, product(rank, half.shape) * 2 * cp::library::bytes_of(real));
  copy_parts({.memory = memory, .to = real, .from = real, .complex = false, .factor = factor}, rank, axis, packed.shape,
             std::min(n, packed.shape[axis]), complex_parts(rank, axis, half), packed_parts(rank, axis, packed));
}

}  // namespace cp::fft::detail
