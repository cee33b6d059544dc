// Cosine and sine transforms on the device: a pass that orders and turns the elements, a transform by cuFFT, and a pass
// that turns and stores the results.
//
// source   J. Makhoul, "A fast cosine transform in one and two dimensions", IEEE Trans. ASSP 28 (1980), for types II
//          and
//          III; type I as the transform of an even or odd extension; type IV as a complex transform of half the length
//          (of twice the length, padded, where it is odd)
#include <cstdint>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/storage.hpp>
#include <type_traits>

#include "passes.hpp"

namespace cp::fft::detail {

namespace {

using cp::library::fft_kind;

constexpr unsigned threads = 256;
constexpr int most = cp::library::fft_call::most_axes;

/// The lines of a transform: where each begins, by the axes that are not transformed.
struct lines {
  int axes = 0;
  std::int64_t extent[most], stride[most];
  __device__ std::int64_t begin(std::int64_t line) const {
    std::int64_t at = 0;
    for (int k = axes; k-- > 0;) {
      at += line % extent[k] * stride[k];
      line /= extent[k];
    }
    return at;
  }
};

/// What both passes know. `n` elements a line, `width` elements a line of workspace.
struct cosine_pass {
  fft_kind kind;
  std::int64_t n, width, count;
  double first, last;  ///< factors of the first and the last element
  double factor;
  lines where;
  std::int64_t stride;
};

__device__ bool is_sine(fft_kind k) { return k >= fft_kind::sine1; }

template <class Real>
__device__ complex<Real> turn(std::int64_t numerator, std::int64_t denominator) {
  Real s, c;
  if constexpr (std::is_same_v<Real, float>)
    sincospif(static_cast<float>(static_cast<double>(numerator) / static_cast<double>(denominator)), &s, &c);
  else
    sincospi(static_cast<double>(numerator) / static_cast<double>(denominator), &s, &c);
  return {c, s};
}

/// Element i of a line, with what orthogonal transforms do to its ends.
template <class Real>
__device__ Real element(cosine_pass const& p, Real const* line, std::int64_t i) {
  Real x = line[i * p.stride];
  if (i == 0) x *= static_cast<Real>(p.first);
  if (i == p.n - 1) x *= static_cast<Real>(p.last);
  return x;
}

/// What cuFFT transforms: `i` of a line.
template <class Real, class Element>
__device__ Element turned(cosine_pass const& p, Real const* line, std::int64_t i) {
  std::int64_t const n = p.n;
  bool const sine = is_sine(p.kind);
  // Of types III and IV a sine transform is the cosine transform of the reversed line.
  auto const reversed = [&](std::int64_t k) { return element(p, line, sine ? n - 1 - k : k); };
  if constexpr (std::is_same_v<Element, Real>) {
    switch (p.kind) {
      case fft_kind::cosine1:
        return element(p, line, i < n ? i : 2 * (n - 1) - i);
      case fft_kind::sine1:
        if (i == 0 || i == n + 1) return 0;
        return i <= n ? element(p, line, i - 1) : -element(p, line, 2 * n + 1 - i);
      default: {
        std::int64_t const from = i < (n + 1) / 2 ? 2 * i : 2 * n - 1 - 2 * i;
        Real const x = element(p, line, from);
        return sine && from % 2 != 0 ? -x : x;
      }
    }
  } else {
    if (p.kind == fft_kind::cosine3 || p.kind == fft_kind::sine3) {
      Real const a = reversed(i), b = i == 0 ? Real(0) : reversed(n - i);
      complex<Real> const t = turn<Real>(i, 2 * n);
      return {a * t.re + b * t.im, a * t.im - b * t.re};
    }
    if (n % 2 == 0) {
      complex<Real> const t = turn<Real>(-(4 * i + 1), 4 * n);
      return complex<Real>(reversed(2 * i), reversed(n - 1 - 2 * i)) * t;
    }
    return i < n ? turn<Real>(-i, 2 * n) * reversed(i) : complex<Real>(0, 0);
  }
}

template <class Real, class Element>
__global__ void __launch_bounds__(threads)
    before(__grid_constant__ cosine_pass const p, Real const* from, Element* to) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads, all = p.count * p.width;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < all; i += step) {
    std::int64_t const line = i / p.width;
    to[i] = turned<Real, Element>(p, from + p.where.begin(line), i - line * p.width);
  }
}

/// Result k of a line, from what cuFFT made of it.
template <class Real, class Element>
__device__ Real result(cosine_pass const& p, Element const* line, std::int64_t k) {
  std::int64_t const n = p.n;
  bool const sine = is_sine(p.kind);
  if constexpr (std::is_same_v<Element, Real>) {
    Real const x = line[k % 2 == 0 ? k / 2 : n - 1 - (k - 1) / 2];
    return sine && k % 2 != 0 ? -x : x;
  } else {
    switch (p.kind) {
      case fft_kind::cosine1:
        return line[k].re;
      case fft_kind::sine1:
        return -line[k + 1].im;
      case fft_kind::cosine2:
      case fft_kind::sine2: {
        if (sine) k = n - 1 - k;
        complex<Real> const t = turn<Real>(k, 2 * n);
        bool const mirrored = k > n / 2;
        complex<Real> const v = line[mirrored ? n - k : k];
        return 2 * (v.re * t.re + (mirrored ? -v.im : v.im) * t.im);
      }
      default: {
        Real x;
        if (n % 2 == 0) {
          std::int64_t const i = k % 2 == 0 ? k / 2 : (n - 1 - k) / 2;
          complex<Real> const y = line[i] * turn<Real>(-i, n);
          x = k % 2 == 0 ? 2 * y.re : -2 * y.im;
        } else {
          x = 2 * (line[k] * turn<Real>(-(2 * k + 1), 4 * n)).re;
        }
        return sine && k % 2 != 0 ? -x : x;
      }
    }
  }
}

template <class Real, class Element>
__global__ void __launch_bounds__(threads) after(__grid_constant__ cosine_pass const p, Element const* from, Real* to) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads, all = p.count * p.n;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < all; i += step) {
    std::int64_t const line = i / p.n, k = i - line * p.n;
    Real x = result<Real, Element>(p, from + line * p.width, k) * static_cast<Real>(p.factor);
    if (k == 0) x *= static_cast<Real>(p.first);
    if (k == p.n - 1) x *= static_cast<Real>(p.last);
    to[p.where.begin(line) + k * p.stride] = x;
  }
}

runtime::launch_shape shape_for(std::int64_t n) {
  runtime::launch_shape s;
  std::int64_t const blocks = (n + threads - 1) / threads;
  s.grid_x = static_cast<unsigned>(blocks < 1 ? 1 : blocks < (1 << 20) ? blocks : (1 << 20));
  s.block_x = threads;
  return s;
}

template <class Real, class Element>
void start_before(cosine_pass p, void const* from, void* to) {
  auto const* x = static_cast<Real const*>(from);
  auto* y = static_cast<Element*>(to);
  void* arguments[] = {&p, &x, &y};
  runtime::count_launch(p.count * p.n * static_cast<std::int64_t>(sizeof(Real)),
                        p.count * p.width * static_cast<std::int64_t>(sizeof(Element)));
  runtime::launch(reinterpret_cast<void const*>(&before<Real, Element>), shape_for(p.count * p.width), arguments,
                  "cp::fft: cosine, before");
}
template <class Real, class Element>
void start_after(cosine_pass p, void const* from, void* to) {
  auto const* x = static_cast<Element const*>(from);
  auto* y = static_cast<Real*>(to);
  void* arguments[] = {&p, &x, &y};
  runtime::count_launch(p.count * p.width * static_cast<std::int64_t>(sizeof(Element)),
                        p.count * p.n * static_cast<std::int64_t>(sizeof(Real)));
  runtime::launch(reinterpret_cast<void const*>(&after<Real, Element>), shape_for(p.count * p.n), arguments,
                  "cp::fft: cosine, after");
}

/// The transform between the passes: its kind, and the elements a line of both sides.
struct middle {
  fft_kind kind;
  std::int64_t extent, in, out;
  bool real_in, real_out;
};
middle middle_of(fft_kind kind, std::int64_t n) {
  auto const forward = [](std::int64_t m) { return middle{fft_kind::real_forward, m, m, m / 2 + 1, true, false}; };
  switch (kind) {
    case fft_kind::cosine1:
      return forward(2 * (n - 1));
    case fft_kind::sine1:
      return forward(2 * (n + 1));
    case fft_kind::cosine2:
    case fft_kind::sine2:
      return forward(n);
    case fft_kind::cosine3:
    case fft_kind::sine3:
      return {fft_kind::real_backward, n, n / 2 + 1, n, false, true};
    default: {
      std::int64_t const m = n % 2 == 0 ? n / 2 : 2 * n;
      return {fft_kind::forward, m, m, m, false, false};
    }
  }
}

template <class Real>
void run(cosine_job const& j) {
  std::int64_t const n = j.shape[j.axis];
  middle const m = middle_of(j.kind, n);
  double const root2 = 1.4142135623730951;
  cosine_pass p{j.kind, n, m.in, 1, 1, 1, 1, {}, j.from_strides[j.axis]};
  for (int i = 0; i < j.rank; ++i)
    if (i != j.axis) p.count *= j.shape[i];
  auto const lines_of = [&](std::int64_t const* strides) {
    lines l;
    for (int i = 0; i < j.rank; ++i)
      if (i != j.axis && j.shape[i] > 1) {
        if (l.axes > 0 && l.stride[l.axes - 1] == j.shape[i] * strides[i]) {
          l.extent[l.axes - 1] *= j.shape[i];
          l.stride[l.axes - 1] = strides[i];
        } else {
          l.extent[l.axes] = j.shape[i];
          l.stride[l.axes++] = strides[i];
        }
      }
    return l;
  };
  if (j.orthogonal) {
    if (j.kind == fft_kind::cosine1 || j.kind == fft_kind::cosine3) p.first = root2;
    if (j.kind == fft_kind::cosine1 || j.kind == fft_kind::sine3) p.last = root2;
  }
  p.where = lines_of(j.from_strides);
  std::int64_t const real = sizeof(Real);
  runtime::count_temporary();
  storage_ptr const in(runtime::allocate(memory_kind::device, p.count * m.in * real * (m.real_in ? 1 : 2)));
  storage_ptr out = in;
  if (m.real_in || m.real_out) {
    runtime::count_temporary();
    out = storage_ptr(runtime::allocate(memory_kind::device, p.count * m.out * real * (m.real_out ? 1 : 2)));
  }
  if (m.real_in)
    start_before<Real, Real>(p, j.from, in->data);
  else
    start_before<Real, complex<Real>>(p, j.from, in->data);

  cp::library::fft_call c;
  c.kind = m.kind;
  c.real = j.wide ? cp::library::fft_float::float64 : cp::library::fft_float::float32;
  c.transformed = c.batched = 1;
  c.axis[0] = {m.extent, 1, 1};
  c.axis[1] = {p.count, m.in, m.out};
  c.in = in->data;
  c.out = out->data;
  cp::library::execute_device_fft(c);

  p.first = p.last = 1;
  if (j.orthogonal) {
    if (j.kind == fft_kind::cosine1 || j.kind == fft_kind::cosine2) p.first = 1 / root2;
    if (j.kind == fft_kind::cosine1 || j.kind == fft_kind::sine2) p.last = 1 / root2;
  }
  p.factor = j.factor;
  p.width = m.out;
  p.where = lines_of(j.to_strides);
  p.stride = j.to_strides[j.axis];
  if (m.real_out)
    start_after<Real, Real>(p, out->data, j.to);
  else
    start_after<Real, complex<Real>>(p, out->data, j.to);
}

}  // namespace

void run_device_cosine(cosine_job const& j) { j.wide ? run<double>(j) : run<float>(j); }

}  // namespace cp::fft::detail
