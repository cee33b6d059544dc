// Questions about dtypes, the limits of numbers and constants as NumPy has them, checked by compiling.
#include <cmath>
#include <cstdint>
#include <fuse/core/constants.hpp>
#include <fuse/core/dtype_tools.hpp>
#include <fuse/core/limits.hpp>
#include <limits>
#include <type_traits>

using namespace cp;

namespace {

#define CONSTANT(NAME, VALUE) static_assert(cp::NAME == VALUE);
// covers: cupy.pi; cupy.e; cupy.euler_gamma
#include "../data/surface/constants.inc"
static_assert(std::is_same_v<decltype(cp::pi), double const> && cp::pi < cp::e + cp::euler_gamma);
// covers: cupy.inf; cupy.nan
static_assert(cp::inf == std::numeric_limits<double>::infinity() && cp::nan != cp::nan);

constexpr dtype all_of_them[] = {dtype_of<bool_>,     dtype_of<int8>,      dtype_of<int16>,  dtype_of<int32>,
                                 dtype_of<int64>,     dtype_of<uint8>,     dtype_of<uint16>, dtype_of<uint32>,
                                 dtype_of<uint64>,    dtype_of<float16>,   dtype_of<float>,  dtype_of<double>,
                                 dtype_of<complex64>, dtype_of<complex128>};
template <class Ask>
constexpr bool answers(char const* expected, Ask const& ask) {
  for (int i = 0; i < 14; ++i)
    if (ask(all_of_them[i]) != (expected[i] == '1')) return false;
  return true;
}

// Of arrays, what they are asked here.
template <class T>
struct array_of_type {
  using value_type = T;
  static constexpr cp::dtype dtype() { return dtype_of<T>; }
};

#define CASTS(FROM, RULE, YES) \
  static_assert(answers(YES, [](dtype to) { return can_cast(dtype_of<cp::FROM>, to, casting::RULE); }));
#define SUBDTYPES(GROUP, YES) static_assert(answers(YES, [](dtype d) { return issubdtype(d, dtype_group::GROUP); }));
#define ISDTYPE(GROUP, YES) static_assert(answers(YES, [](dtype d) { return isdtype(d, dtype_group::GROUP); }));
#define MIN_SCALAR(X, NAME) static_assert(min_scalar_type(X).id == dtype_id::NAME);
#define bool bool_
#define MIN_SCALAR_COMPLEX(RE, IM, NAME) static_assert(min_scalar_type(complex128(RE, IM)).id == dtype_id::NAME);
#define COMMON(A, B, NAME) \
  static_assert(common_type(array_of_type<cp::A>{}, array_of_type<cp::B>{}) == dtype_of<cp::NAME>);
#define FINFO(D, OF, BITS, NMANT, NEXP, PRECISION, MACHEP, NEGEP, MINEXP, MAXEXP, EPS, EPSNEG, MAX, MIN, TINY, LEAST, \
              RESOLUTION)                                                                                             \
  static_assert(finfo<cp::D>::dtype == dtype_of<cp::OF> && finfo<cp::D>::bits == BITS &&                              \
                finfo<cp::D>::nmant == NMANT && finfo<cp::D>::nexp == NEXP && finfo<cp::D>::precision == PRECISION && \
                finfo<cp::D>::machep == MACHEP && finfo<cp::D>::negep == NEGEP && finfo<cp::D>::minexp == MINEXP &&   \
                finfo<cp::D>::maxexp == MAXEXP && finfo<cp::D>::eps == EPS && finfo<cp::D>::epsneg == EPSNEG &&       \
                finfo<cp::D>::max == MAX && finfo<cp::D>::min == MIN && finfo<cp::D>::tiny == TINY &&                 \
                finfo<cp::D>::smallest_normal == TINY && finfo<cp::D>::smallest_subnormal == LEAST &&                 \
                finfo<cp::D>::resolution == RESOLUTION);                                                              \
  static_assert(finfo(dtype_of<cp::D>).dtype == dtype_of<cp::OF> && finfo(dtype_of<cp::D>).bits == BITS &&            \
                finfo(dtype_of<cp::D>).eps == EPS && finfo(dtype_of<cp::D>).max == MAX &&                             \
                finfo(dtype_of<cp::D>).tiny == TINY && finfo(dtype_of<cp::D>).smallest_subnormal == LEAST &&          \
                finfo(dtype_of<cp::D>).maxexp == MAXEXP);
#define IINFO(D, BITS, MIN, MAX)                                                                                      \
  static_assert(iinfo<cp::D>::bits == BITS && iinfo<cp::D>::min == static_cast<cp::D>(MIN) &&                         \
                iinfo<cp::D>::max == static_cast<cp::D>(MAX) && iinfo<cp::D>::dtype == dtype_of<cp::D>);              \
  static_assert(iinfo(dtype_of<cp::D>).min == MIN && iinfo(dtype_of<cp::D>).max == static_cast<std::uint64_t>(MAX) && \
                iinfo(dtype_of<cp::D>).bits == BITS);
// covers: cupy.can_cast; cupy.issubdtype; cupy.isdtype; cupy.min_scalar_type; cupy.common_type; cupy.finfo; cupy.iinfo
#include "../data/surface/dtype_tools.inc"
#undef bool

#define PROMOTES(A, B, R) static_assert(promote_types(dtype_of<cp::A>, dtype_of<cp::B>) == dtype_of<cp::R>);
#define WEAK(A, S, R)
#define FLOAT_FOR(A, R)
// covers: cupy.promote_types
#include "../data/core/promotion.inc"

// What NumPy has not: bfloat16, C++'s other integers, structs.
struct particle {
  float mass;
};
static_assert(can_cast(dtype_of<bfloat16>, dtype_of<float>) && !can_cast(dtype_of<float16>, dtype_of<bfloat16>) &&
              can_cast(dtype_of<double>, dtype_of<bfloat16>, casting::same_kind));
static_assert(can_cast(dtype_of<particle>, dtype_of<particle>, casting::no) &&
              !can_cast(dtype_of<particle>, dtype_of<float>, casting::unsafe) &&
              !can_cast(dtype_of<float>, dtype_of<particle>, casting::unsafe));
static_assert(isdtype(dtype_of<float>, dtype_group::integer, dtype_of<float>) &&
              !isdtype(dtype_of<float>, dtype_group::integer, dtype_of<double>));
static_assert(issubdtype(dtype_of<bfloat16>, dtype_group::floating) &&
              !issubdtype(dtype_of<particle>, dtype_group::number) && issubdtype(dtype_of<bool>, dtype_group::boolean));
static_assert(min_scalar_type(array_of_type<int64>{}) == dtype_of<int64> &&
              min_scalar_type(particle{}) == dtype_of<particle> && min_scalar_type(0ll) == dtype_of<uint8>);
static_assert(finfo<bfloat16>::eps == 0x1p-7f && finfo<bfloat16>::max == 0x1.fep127f &&
              finfo<bfloat16>::smallest_subnormal == 0x1p-133f && finfo<bfloat16>::precision == 2);
static_assert(iinfo<long long>::max == INT64_MAX && iinfo<unsigned char>::min == 0);

template <class T>
constexpr bool limits_agree(float above_max) {
  using limits = std::numeric_limits<T>;
  return limits::is_specialized && limits::max() == finfo<T>::max && limits::lowest() == finfo<T>::min &&
         limits::min() == finfo<T>::tiny && limits::epsilon() == finfo<T>::eps &&
         limits::denorm_min() == finfo<T>::smallest_subnormal && limits::quiet_NaN() != limits::quiet_NaN() &&
         limits::signaling_NaN() != limits::signaling_NaN() && limits::infinity() > limits::max() &&
         T(above_max) == limits::infinity() && limits::round_error() == 0.5f && limits::digits == finfo<T>::nmant + 1 &&
         limits::max_exponent == finfo<T>::maxexp && limits::min_exponent == finfo<T>::minexp + 1 &&
         limits::digits10 == finfo<T>::precision;
}
static_assert(limits_agree<float16>(65520.f) && limits_agree<bfloat16>(0x1.ffp127f));
static_assert(std::numeric_limits<float16>::max_digits10 == 5 && std::numeric_limits<bfloat16>::max_digits10 == 4);
static_assert(std::numeric_limits<float16>::max_exponent10 == 4 && std::numeric_limits<bfloat16>::max_exponent10 == 38);
static_assert(std::numeric_limits<float16>::min_exponent10 == -4 &&
              std::numeric_limits<bfloat16>::min_exponent10 == -37);

}  // namespace
