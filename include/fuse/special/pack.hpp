// Float64s side by side, as many as a vector of the processor holds: what formulas of cp::special that have loops or
// many branches compute in on the host. Of those a compiler makes no vectors.
#pragma once

#include <cstddef>
#include <fuse/core/scalar_math.hpp>
#include <type_traits>

#if defined(__GNUC__) && defined(__SSE2__) && !FUSE_NVCC
#define FUSE_SPECIAL_PACKS 1
#if defined(__AVX512F__)
#define FUSE_PACK_WIDTH 8
#define FUSE_PACK_SPACE packs_of_8
#elif defined(__AVX__)
#define FUSE_PACK_WIDTH 4
#define FUSE_PACK_SPACE packs_of_4
#else
#define FUSE_PACK_WIDTH 2
#define FUSE_PACK_SPACE packs_of_2
#endif
#else
#define FUSE_SPECIAL_PACKS 0
#endif

namespace cp::special::formulas {

/// A condition of one element, and of packs: `any`, `all` and `both` are what formulas ask of either.
FUSE_HD constexpr bool any(bool c) { return c; }
FUSE_HD constexpr bool all(bool c) { return c; }
FUSE_HD constexpr bool both(bool a, bool b) { return static_cast<int>(a) & static_cast<int>(b); }
FUSE_HD constexpr bool one_of(bool a, bool b) { return static_cast<int>(a) | static_cast<int>(b); }
template <class T>
FUSE_HD constexpr T where(bool c, T x, std::type_identity_t<T> y) {
  return c ? x : y;
}
template <class T>
FUSE_HD T largest(T x) {
  return x;
}
/// c ? first() : second(). Of packs, one of which no element asks for is left out.
template <class First, class Second>
FUSE_HD auto pick(bool c, First const& first, Second const& second) {
  return c ? first() : second();
}

#if FUSE_SPECIAL_PACKS

// A name for each width: files of a program may be compiled for several processors.
inline namespace FUSE_PACK_SPACE {
/// For each element of a pack, whether something is so.
struct pack_mask {
  static constexpr int width = FUSE_PACK_WIDTH;
  typedef long long bits __attribute__((vector_size(8 * width)));
  bits v;
  friend FUSE_HD pack_mask operator&(pack_mask a, pack_mask b) { return {a.v & b.v}; }
  friend FUSE_HD pack_mask operator|(pack_mask a, pack_mask b) { return {a.v | b.v}; }
  friend FUSE_HD pack_mask operator!(pack_mask a) { return {~a.v}; }
};
}  // namespace FUSE_PACK_SPACE
/// A bit an element.
FUSE_HD unsigned bits_of(pack_mask m) {
#if defined(__AVX512DQ__)
  return static_cast<unsigned char>(__builtin_ia32_cvtq2mask512(m.v));
#elif defined(__AVX__) && !defined(__AVX512F__)
  typedef double vector __attribute__((vector_size(32)));
  return static_cast<unsigned>(__builtin_ia32_movmskpd256(reinterpret_cast<vector>(m.v)));
#elif !defined(__AVX512F__)
  typedef double vector __attribute__((vector_size(16)));
  return static_cast<unsigned>(__builtin_ia32_movmskpd(reinterpret_cast<vector>(m.v)));
#else
  unsigned bits = 0;
  for (int l = 0; l < pack_mask::width; ++l) bits |= m.v[l] != 0 ? 1u << l : 0u;
  return bits;
#endif
}
FUSE_HD bool any(pack_mask m) { return bits_of(m) != 0; }
FUSE_HD bool all(pack_mask m) { return bits_of(m) == (1u << pack_mask::width) - 1; }
FUSE_HD pack_mask both(pack_mask a, pack_mask b) { return a & b; }
FUSE_HD pack_mask one_of(pack_mask a, pack_mask b) { return a | b; }

inline namespace FUSE_PACK_SPACE {
struct pack {
  static constexpr int width = pack_mask::width;
  typedef double vector __attribute__((vector_size(8 * width)));
  vector v;
  pack() = default;
  FUSE_HD constexpr pack(double x) : v(x - vector{}) {}
  FUSE_HD constexpr pack(int x) : pack(static_cast<double>(x)) {}
  FUSE_HD explicit constexpr pack(vector x) : v(x) {}
  FUSE_HD static pack load(double const* x) {
    pack p;
    __builtin_memcpy(&p.v, x, sizeof(vector));
    return p;
  }
  FUSE_HD void store(double* to) const { __builtin_memcpy(to, &v, sizeof(vector)); }

  friend FUSE_HD constexpr pack operator+(pack x, pack y) { return pack(x.v + y.v); }
  friend FUSE_HD constexpr pack operator-(pack x, pack y) { return pack(x.v - y.v); }
  friend FUSE_HD constexpr pack operator*(pack x, pack y) { return pack(x.v * y.v); }
  friend FUSE_HD constexpr pack operator/(pack x, pack y) { return pack(x.v / y.v); }
  friend FUSE_HD constexpr pack operator-(pack x) { return pack(-x.v); }
  FUSE_HD constexpr pack& operator+=(pack x) { return *this = *this + x; }
  FUSE_HD constexpr pack& operator-=(pack x) { return *this = *this - x; }
  FUSE_HD constexpr pack& operator*=(pack x) { return *this = *this * x; }
  FUSE_HD constexpr pack& operator/=(pack x) { return *this = *this / x; }
  friend FUSE_HD pack_mask operator<(pack x, pack y) { return {x.v < y.v}; }
  friend FUSE_HD pack_mask operator>(pack x, pack y) { return {x.v > y.v}; }
  friend FUSE_HD pack_mask operator<=(pack x, pack y) { return {x.v <= y.v}; }
  friend FUSE_HD pack_mask operator>=(pack x, pack y) { return {x.v >= y.v}; }
  friend FUSE_HD pack_mask operator==(pack x, pack y) { return {x.v == y.v}; }
  friend FUSE_HD pack_mask operator!=(pack x, pack y) { return {x.v != y.v}; }
};
}  // namespace FUSE_PACK_SPACE

/// The sign, the exponent and the first 20 binary digits.
FUSE_HD pack upper_half(pack x) {
  return pack(reinterpret_cast<pack::vector>(reinterpret_cast<pack_mask::bits>(x.v) & ~0xffffffffll));
}
FUSE_HD pack where(pack_mask c, pack x, pack y) { return pack(c.v ? x.v : y.v); }

template <class First, class Second>
FUSE_HD pack pick(pack_mask c, First const& first, Second const& second) {
  if (all(c)) return first();
  return any(c) ? where(c, first(), second()) : second();
}
FUSE_HD double largest(pack x) {
  double most = x.v[0];
  for (int l = 1; l < pack::width; ++l) most = most < x.v[l] ? x.v[l] : most;
  return most;
}
/// y[l] = f(x[l]...) for those that have a bit.
template <class F, class... X>
[[gnu::noinline, gnu::cold]] void replace_each(unsigned rare, double* y, F const& f, X const*... x) {
  for (int l = 0; l < pack::width; ++l)
    if ((rare >> l & 1) != 0) y[l] = f(x[l]...);
}
/// y, but f(x...) where `rare` is set: what is seldom asked for is computed element by element.
template <class F, class... X>
FUSE_HD pack but_for(pack_mask rare, pack y, F const& f, X... x) {
  if (any(rare)) {
    struct elements {
      alignas(64) double at[pack::width];
      explicit elements(pack p) { p.store(at); }
    };
    alignas(64) double result[pack::width];
    y.store(result);
    replace_each(bits_of(rare), result, f, elements(x).at...);
    return pack::load(result);
  }
  return y;
}

/// The arguments of up to 128 elements, sorted by small numbers.
template <std::size_t N>
struct sorted_block {
  static constexpr int most = 128, bins = 16;
  alignas(64) double key[most], x[N][most];
  int place[most];
  template <class... X>
  void take(int count, X const*... from) {
    int first[bins + 1] = {};
    for (int l = 0; l < count; ++l) ++first[static_cast<int>(key[l]) + 1];
    for (int k = 1; k < bins; ++k) first[k] += first[k - 1];
    for (int l = 0; l < count; ++l) place[first[static_cast<int>(key[l])]++] = l;
    double* to = x[0];
    ((move(count, to, from), to += most), ...);
  }

 private:
  void move(int count, double* to, double const* from) const {
    for (int l = 0; l < count; ++l) to[l] = from[place[l]];
  }
};

#define FUSE_PACK_1(NAME)                                                                                             \
  FUSE_HD pack NAME(pack x) {                                                                                         \
    alignas(64) double from[pack::width], to[pack::width];                                                            \
    x.store(from);                                                                                                    \
    _Pragma("omp simd simdlen(pack::width)") for (int l = 0; l < pack::width; ++l) to[l] = cp::scalar::NAME(from[l]); \
    return pack::load(to);                                                                                            \
  }
#define FUSE_PACK_2(NAME)                                                                  \
  FUSE_HD pack NAME(pack x, pack y) {                                                      \
    alignas(64) double from[pack::width], by[pack::width], to[pack::width];                \
    x.store(from);                                                                         \
    y.store(by);                                                                           \
    _Pragma("omp simd simdlen(pack::width)") for (int l = 0; l < pack::width; ++l) to[l] = \
        cp::scalar::NAME(from[l], by[l]);                                                  \
    return pack::load(to);                                                                 \
  }
namespace of_packs {
FUSE_PACK_1(exp)
FUSE_PACK_1(exp2)
FUSE_PACK_1(expm1)
FUSE_PACK_1(log)
FUSE_PACK_1(log1p)
FUSE_PACK_1(sin)
FUSE_PACK_1(cos)
FUSE_PACK_1(tan)
FUSE_PACK_1(sqrt)
FUSE_PACK_1(abs)
FUSE_PACK_1(floor)
FUSE_PACK_1(rint)
FUSE_PACK_1(trunc)
FUSE_PACK_1(arcsinh)
FUSE_PACK_2(pow)
FUSE_PACK_2(copysign)
}  // namespace of_packs
#undef FUSE_PACK_1
#undef FUSE_PACK_2

#endif

template <class T>
inline constexpr bool is_pack = false;
/// A number, or one of a pack.
template <class T>
struct element_of {
  using type = T;
  using mask = bool;
};
#if FUSE_SPECIAL_PACKS
template <>
inline constexpr bool is_pack<pack> = true;
template <>
struct element_of<pack> {
  using type = double;
  using mask = pack_mask;
};
#endif
template <class T>
using element = typename element_of<T>::type;
template <class T>
using mask_of = typename element_of<T>::mask;

}  // namespace cp::special::formulas

#if FUSE_SPECIAL_PACKS
namespace cp::detail {
FUSE_HD special::formulas::pack select(special::formulas::pack_mask c, special::formulas::pack x,
                                       special::formulas::pack y) {
  return where(c, x, y);
}
}  // namespace cp::detail
namespace cp::scalar {
using special::formulas::of_packs::abs, special::formulas::of_packs::arcsinh, special::formulas::of_packs::copysign;
using special::formulas::of_packs::cos, special::formulas::of_packs::exp, special::formulas::of_packs::exp2,
    special::formulas::of_packs::expm1;
using special::formulas::of_packs::floor, special::formulas::of_packs::log, special::formulas::of_packs::log1p;
using special::formulas::of_packs::pow, special::formulas::of_packs::rint, special::formulas::of_packs::sin;
using special::formulas::of_packs::sqrt, special::formulas::of_packs::tan, special::formulas::of_packs::trunc;
}  // namespace cp::scalar
#endif
#undef FUSE_PACK_WIDTH
#undef FUSE_PACK_SPACE
