// Promotion, kinds and the layout of the element types, checked by compiling.
#include <fuse/core/dtype.hpp>

using namespace cp;

namespace {

#define PROMOTES(A, B, R)                                     \
  static_assert(__is_same(result_type<cp::A, cp::B>, cp::R)); \
  static_assert(__is_same(result_type<cp::B, cp::A>, cp::R));
#define WEAK(A, S, R) static_assert(__is_same(weak_result_type<cp::A, S>, cp::R));
#define FLOAT_FOR(A, R) static_assert(__is_same(float_for<cp::A>, cp::R));
// covers: cupy.result_type
#include "../data/core/promotion.inc"

// bfloat16, which NumPy leaves to ml_dtypes
static_assert(__is_same(result_type<bfloat16, bfloat16>, bfloat16));
static_assert(__is_same(weak_result_type<bfloat16, double>, bfloat16));
static_assert(__is_same(weak_result_type<bfloat16, int>, bfloat16));
static_assert(__is_same(weak_result_type<bfloat16, complex128>, complex64));
static_assert(__is_same(weak_result_type<float16, bfloat16>, float16));
static_assert(__is_same(float_for<bfloat16>, bfloat16));

// types that are spelled differently but count the same
static_assert(__is_same(canonical<long long>, int64) && __is_same(canonical<long>, int64));
static_assert(__is_same(canonical<unsigned long long>, uint64));
static_assert(sizeof(canonical<char>) == 1 && integral<char>);
static_assert(__is_same(result_type<long long, int>, int64));
static_assert(__is_same(result_type<long long, long long>, int64));

struct particle {
  float mass;
  int charge;
};
static_assert(__is_same(canonical<particle>, particle) && __is_same(result_type<particle, particle>, particle));
static_assert(__is_same(result_type<particle, float>, void));
static_assert(!number<particle> && dtype_of<particle>.itemsize == 8 && dtype_of<particle>.kind() == dtype_kind::other);

static_assert(boolean<bool> && !integral<bool> && integral<uint8> && !integral<float>);
static_assert(floating<float16> && floating<bfloat16> && floating<double> && !floating<complex64>);
static_assert(complex_floating<complex128> && number<complex64> && floating<float const>);
static_assert(dtype_of<float> == dtype{dtype_id::float32, 4} && dtype_of<float>.name()[5] == '3');
static_assert(dtype_of<long long> == dtype_of<long>);
static_assert(__is_same(dtype_traits<complex64>::real_type, float) && __is_same(dtype_traits<int>::real_type, int));

static_assert(sizeof(float16) == 2 && sizeof(bfloat16) == 2 && alignof(float16) == 2);
static_assert(__is_trivially_copyable(float16) && __is_trivial(bfloat16) && __is_trivial(complex64));
static_assert(sizeof(complex64) == 8 && alignof(complex64) == 8 && alignof(complex128) == 16);
static_assert(float16(1.0f).bits == 0x3c00 && bfloat16(1).bits == 0x3f80 && float(float16::from_bits(1)) == 0x1p-24f);
static_assert(complex64(1, 2) * complex64(3, -1) == complex64(5, 5) &&
              complex128(1, 2) / complex128(2, 0) == complex128(0.5, 1));
static_assert(__is_same(decltype(complex64(1) * complex128(1)), complex128) && 2 * complex64(1, 1) == complex64(2, 2));
static_assert(__is_same(decltype(float16(1) + float16(1)), float16) && __is_same(decltype(float16(1) + 1), float));

}  // namespace
