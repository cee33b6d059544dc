// Runs of 16-bit floats to float32 and back, by the processor's own instructions where it has them.
#include "host_halves.hpp"

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace cp::library {

namespace {

template <class Half>
void widen_each(float* to, Half const* from, std::int64_t n) {
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) to[i] = static_cast<float>(from[i]);
}
template <class Half>
void narrow_each(Half* to, float const* from, std::int64_t n) {
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) to[i].bits = Half(from[i]).bits;
}

#if defined(__x86_64__)
/// Every processor that has AVX2 converts float16. (Asked of the one at hand: the library may be compiled for any.)
bool has_vectors() {
  static bool const has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
[[gnu::target("avx2,f16c")]] __m256 widened(float16 const* x) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<__m128i const*>(x)));
}
[[gnu::target("avx2,f16c")]] __m256 widened(bfloat16 const* x) {
  __m128i const bits = _mm_loadu_si128(reinterpret_cast<__m128i const*>(x));
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16));
}
[[gnu::target("avx2,f16c")]] void narrow_eight(float16* to, __m256 x) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
}
[[gnu::target("avx2,f16c")]] void narrow_eight(bfloat16* to, __m256 x) {
  __m256i const bits = _mm256_castps_si256(x), upper = _mm256_srli_epi32(bits, 16);
  __m256i const odd = _mm256_and_si256(upper, _mm256_set1_epi32(1));
  __m256i const rounded =
      _mm256_srli_epi32(_mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7fff)), odd), 16);
  __m256i const quiet = _mm256_or_si256(upper, _mm256_set1_epi32(0x40));
  __m256i const is_nan = _mm256_castps_si256(_mm256_cmp_ps(x, x, _CMP_UNORD_Q));
  __m256i const chosen = _mm256_blendv_epi8(rounded, quiet, is_nan);
  __m256i const packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(chosen, chosen), 0xd8);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(packed));
}
// The last elements go the same way: a NaN comes to the same bits wherever it stands.
template <class Half>
[[gnu::target("avx2,f16c")]] void widen_vectors(float* to, Half const* from, std::int64_t n) {
  std::int64_t i = 0;
  for (; i + 8 <= n; i += 8) _mm256_storeu_ps(to + i, widened(from + i));
  if (i == n) return;
  Half rest[8] = {};
  float wide[8];
  std::memcpy(rest, from + i, static_cast<std::size_t>(n - i) * sizeof *from);
  _mm256_storeu_ps(wide, widened(rest));
  std::memcpy(to + i, wide, static_cast<std::size_t>(n - i) * sizeof *to);
}
template <class Half>
[[gnu::target("avx2,f16c")]] void narrow_vectors(Half* to, float const* from, std::int64_t n) {
  std::int64_t i = 0;
  for (; i + 8 <= n; i += 8) narrow_eight(to + i, _mm256_loadu_ps(from + i));
  if (i == n) return;
  float rest[8] = {};
  Half narrow[8];
  std::memcpy(rest, from + i, static_cast<std::size_t>(n - i) * sizeof *from);
  narrow_eight(narrow, _mm256_loadu_ps(rest));
  std::memcpy(to + i, narrow, static_cast<std::size_t>(n - i) * sizeof *to);
}
template <class Half>
void widen(float* to, Half const* from, std::int64_t n) {
  has_vectors() ? widen_vectors(to, from, n) : widen_each(to, from, n);
}
template <class Half>
void narrow(Half* to, float const* from, std::int64_t n) {
  has_vectors() ? narrow_vectors(to, from, n) : narrow_each(to, from, n);
}
#else
template <class Half>
void widen(float* to, Half const* from, std::int64_t n) {
  widen_each(to, from, n);
}
template <class Half>
void narrow(Half* to, float const* from, std::int64_t n) {
  narrow_each(to, from, n);
}
#endif

}  // namespace

void widen_run(float* to, float16 const* from, std::int64_t n) { widen(to, from, n); }
void widen_run(float* to, bfloat16 const* from, std::int64_t n) { widen(to, from, n); }
void narrow_run(float16* to, float const* from, std::int64_t n) { narrow(to, from, n); }
void narrow_run(bfloat16* to, float const* from, std::int64_t n) { narrow(to, from, n); }

}  // namespace cp::library
