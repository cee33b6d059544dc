// A discrete Fourier transform of a row that a few threads hold in registers.
#pragma once

#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/kernels/tuning.hpp>

namespace cp::kernels::device {

/// Elements of a row that a thread holds: thread t of as many as it takes those at t, t + threads, ...
constexpr int fft_held_log2 = tuning::fft_rows_held_log2, fft_held = 1 << fft_held_log2;

#ifdef __CUDA_ARCH__
/// a * w, without what C++ does about infinities.
template <class R>
__device__ __forceinline__ complex<R> turned(complex<R> const& a, complex<R> const& w) {
  return {a.re * w.re - a.im * w.im, a.re * w.im + a.im * w.re};
}
template <class R>
__device__ __forceinline__ complex<R> fft_sum(complex<R> const& a, complex<R> const& b) {
  return {a.re + b.re, a.im + b.im};
}
template <class R>
__device__ __forceinline__ complex<R> fft_difference(complex<R> const& a, complex<R> const& b) {
  return {a.re - b.re, a.im - b.im};
}
/// Transforms of 2 and 4 numbers.
template <class R>
__device__ __forceinline__ void fft_of_2(complex<R>& a, complex<R>& b) {
  complex<R> const d = fft_difference(a, b);
  a = fft_sum(a, b);
  b = d;
}
template <class R>
__device__ __forceinline__ void fft_of_4(complex<R>& a, complex<R>& b, complex<R>& c, complex<R>& d) {
  complex<R> const p = fft_sum(a, c), q = fft_difference(a, c), r = fft_sum(b, d), s = fft_difference(b, d);
  a = fft_sum(p, r);
  b = {q.re + s.im, q.im - s.re};
  c = fft_difference(p, r);
  d = {q.re - s.im, q.im + s.re};
}
/// exp(-2 pi i K / 16) * a.
template <int K, class R>
__device__ __forceinline__ complex<R> turned_by_16th(complex<R> const& a) {
  constexpr R half = R(0.70710678118654752440L), c = R(0.92387953251128675613L), s = R(0.38268343236508977173L);
  if constexpr (K == 0)
    return a;
  else if constexpr (K == 1)
    return turned(a, {c, -s});
  else if constexpr (K == 2)
    return {half * (a.re + a.im), half * (a.im - a.re)};
  else if constexpr (K == 3)
    return turned(a, {s, -c});
  else if constexpr (K == 4)
    return {a.im, -a.re};
  else if constexpr (K == 6)
    return {half * (a.im - a.re), -half * (a.re + a.im)};
  else
    return turned(a, {-c, s});
  static_assert(K <= 4 || K == 6 || K == 9);
}
#endif

/// Where fft_butterflies leaves term k of its transform m.
template <int Radix>
FUSE_HD constexpr int fft_place(int m, int k) {
  if (Radix == 2) return m + 8 * k;
  if (Radix == 4) return m + 4 * k;
  if (Radix == 8) return m + 2 * ((k & 1) * 4 + (k >> 1));
  return (k & 3) * 4 + (k >> 2);
}
#ifdef __CUDA_ARCH__
/// 16 / Radix transforms of `Radix` numbers: number m those at m, m + 16 / Radix, ...
template <int Radix, class R>
__device__ __forceinline__ void fft_butterflies(complex<R> (&x)[fft_held]) {
  if constexpr (Radix == 2) {
#pragma unroll
    for (int m = 0; m < 8; ++m) fft_of_2(x[m], x[m + 8]);
  } else if constexpr (Radix == 4) {
#pragma unroll
    for (int m = 0; m < 4; ++m) fft_of_4(x[m], x[m + 4], x[m + 8], x[m + 12]);
  } else if constexpr (Radix == 8) {
#pragma unroll
    for (int m = 0; m < 2; ++m) {
      // Sums make the even terms, turned differences the odd ones.
#pragma unroll
      for (int j = 0; j < 4; ++j) fft_of_2(x[m + 2 * j], x[m + 2 * j + 8]);
      x[m + 10] = turned_by_16th<2>(x[m + 10]);
      x[m + 12] = turned_by_16th<4>(x[m + 12]);
      x[m + 14] = turned_by_16th<6>(x[m + 14]);
      fft_of_4(x[m], x[m + 2], x[m + 4], x[m + 6]);
      fft_of_4(x[m + 8], x[m + 10], x[m + 12], x[m + 14]);
    }
  } else {
#pragma unroll
    for (int m = 0; m < 4; ++m) fft_of_4(x[m], x[m + 4], x[m + 8], x[m + 12]);
    x[5] = turned_by_16th<1>(x[5]);
    x[6] = turned_by_16th<2>(x[6]);
    x[7] = turned_by_16th<3>(x[7]);
    x[9] = turned_by_16th<2>(x[9]);
    x[10] = turned_by_16th<4>(x[10]);
    x[11] = turned_by_16th<6>(x[11]);
    x[13] = turned_by_16th<3>(x[13]);
    x[14] = turned_by_16th<6>(x[14]);
    x[15] = turned_by_16th<9>(x[15]);
#pragma unroll
    for (int q = 0; q < 4; ++q) fft_of_4(x[4 * q], x[4 * q + 1], x[4 * q + 2], x[4 * q + 3]);
  }
}

__device__ __forceinline__ void fft_sincospi(float x, float* s, float* c) { sincospif(x, s, c); }
__device__ __forceinline__ void fft_sincospi(double x, double* s, double* c) { sincospi(x, s, c); }
#endif

/// The powers 1, 2, 4 and 8 of exp(-2 pi i j / n), from which all up to 15 are a product of two or three.
template <class R>
struct fft_turns {
  complex<R> power[4];
#ifdef __CUDA_ARCH__
  __device__ __forceinline__ void set(int j, int n_log2) {
#pragma unroll
    for (int b = 0; b < 4; ++b) {
      R s, c;
      fft_sincospi(static_cast<R>(j << b) * (R(2) / static_cast<R>(1 << n_log2)), &s, &c);
      power[b] = {c, -s};
    }
  }
  /// One of two, number by number: an index would put them, and what lies beside them, into memory.
  static __device__ __forceinline__ fft_turns chosen(bool first, fft_turns const& x, fft_turns const& y) {
    fft_turns z;
#pragma unroll
    for (int b = 0; b < 4; ++b)
      z.power[b] = {first ? x.power[b].re : y.power[b].re, first ? x.power[b].im : y.power[b].im};
    return z;
  }
  __device__ __forceinline__ void apply(complex<R> (&x)[fft_held]) const {
    auto const& [a, b, c, d] = power;
    complex<R> w[8];
    w[1] = a, w[2] = b, w[4] = c;
    w[3] = turned(a, b), w[5] = turned(a, c), w[6] = turned(b, c), w[7] = turned(w[3], c);
#pragma unroll
    for (int k = 1; k < 8; ++k) x[k] = turned(x[k], w[k]);
    x[8] = turned(x[8], d);
#pragma unroll
    for (int k = 1; k < 8; ++k) x[k + 8] = turned(x[k + 8], turned(w[k], d));
  }
#endif
};

/// A thread of the transform of rows of 2^`n_log2` numbers, n_log2 from 4 to 12 (Stockham's: first a radix of 2 to 16,
/// then 16 and 16).
template <class R>
struct fft_thread {
  using number = complex<R>;
  int t;  ///< its number among those of its row
  int n_log2;
  int begins;  ///< where the row's threads exchange, in shared memory: the number's index
  fft_turns<R> turns[2];

  /// Numbers lie 17 for 16 apart, so that neither neighbours nor those 16 apart meet in a bank.
  static __device__ __forceinline__ int padded(int i) { return i + (i >> 4); }
  /// That of a row of n numbers.
  static FUSE_HD constexpr int room(int n) { return n + n / 16; }
#ifdef __CUDA_ARCH__
  /// (Named here, and not by a pointer that comes from the kernel: compilers then know that it is shared memory.)
  static __device__ __forceinline__ number* shared() {
    extern __shared__ __align__(16) unsigned char room[];
    return reinterpret_cast<number*>(room);
  }

  __device__ __forceinline__ int first_log2() const { return ((n_log2 - 1) & 3) + 1; }

  /// `row`: of the block's.
  __device__ __forceinline__ void begin(int thread, int log2, int row) {
    t = thread, n_log2 = log2, begins = row * room(1 << log2);
    int const first = first_log2();
    if (n_log2 > 8) turns[0].set(t & ((1 << first) - 1), first + 4);
    if (n_log2 > 4) turns[1].set(t, n_log2);
  }
  __device__ __forceinline__ void meet() const {
    if (n_log2 > 9)
      __syncthreads();
    else
      __syncwarp();
  }
  /// Stores terms after a pass: of the transforms at t + m * threads, whose numbers are `apart` of each other.
  template <int Radix>
  __device__ __forceinline__ void give(number const (&x)[fft_held], int apart_log2) const {
    constexpr int radix_log2 = Radix == 2 ? 1 : Radix == 4 ? 2 : Radix == 8 ? 3 : 4;
    number* const to = shared() + begins;
    meet();
#pragma unroll
    for (int m = 0; m < 16 / Radix; ++m) {
      int const j = t + (m << (n_log2 - 4));
      int const low = j & ((1 << apart_log2) - 1), at = ((j - low) << radix_log2) + low;
#pragma unroll
      for (int k = 0; k < Radix; ++k) to[padded(at) + padded(k << apart_log2)] = x[fft_place<Radix>(m, k)];
    }
    meet();
  }
  __device__ __forceinline__ void take(number (&x)[fft_held]) const {
    number const* const from = shared() + begins + padded(t);
#pragma unroll
    for (int k = 0; k < fft_held; ++k) x[k] = from[padded(k << (n_log2 - 4))];
  }
  /// sum over j of x[j] exp(-2 pi i j k / n): x[k] is the element at t + k * threads, before; afterwards
  /// x[fft_place<16>(0, k)].
  __device__ __forceinline__ void transform(number (&x)[fft_held]) const {
    int const first = first_log2();
    int done = 0;
    if (first < 4) {
      if (first == 1) {
        fft_butterflies<2>(x);
        give<2>(x, 0);
      } else if (first == 2) {
        fft_butterflies<4>(x);
        give<4>(x, 0);
      } else {
        fft_butterflies<8>(x);
        give<8>(x, 0);
      }
      done = first;
    }
#pragma unroll 1
    for (;;) {
      if (done > 0) {
        take(x);
        fft_turns<R>::chosen(done + 4 < n_log2, turns[0], turns[1]).apply(x);
      }
      fft_butterflies<16>(x);
      if (done + 4 == n_log2) break;
      give<16>(x, done);
      done += 4;
    }
  }
#endif
};

}  // namespace cp::kernels::device
