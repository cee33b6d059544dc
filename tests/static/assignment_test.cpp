// Which dtypes assignment converts, ranks of views, dtypes of expressions and layouts of handles, checked by compiling.
#include <fuse/fuse.hpp>

using namespace cp;

namespace {

#define ASSIGNS(TO, FROM, YES) static_assert(detail::same_kind<cp::TO, cp::FROM> == YES);
#include "../data/array/same_kind.inc"

struct particle {
  float mass;
};
static_assert(detail::same_kind<particle, particle> && !detail::same_kind<particle, float> &&
              !detail::same_kind<float, particle>);
static_assert(detail::same_kind<bfloat16, int64> && detail::same_kind<float16, bfloat16> &&
              !detail::same_kind<int8, bfloat16>);

template <class E, class T, int Rank>
constexpr bool is = std::is_same_v<typename E::value_type, T>&& E::rank == Rank;
using host = host_space;
using f1 = ndarray<float, 1, host>;
using f2 = ndarray<float, 2, host>;
f1 const v;
f2 const m;
ndarray<int8, 3, host> const c;

// basic indexing
static_assert(std::is_same_v<decltype(v(0)), float&> && std::is_same_v<decltype(m(0, 0)), float&>);
static_assert(is<decltype(m(0)), float, 1> && is<decltype(m(cp::all, 0)), float, 1> &&
              is<decltype(m(slice(1), slice(2))), float, 2>);
static_assert(is<decltype(m(newaxis, ellipsis, newaxis)), float, 4> && is<decltype(c(0, ellipsis, 0)), int8, 1>);
static_assert(is<decltype(c(ellipsis, 0, 0, 0)), int8, 0> && is<decltype(m[0]), float, 1>);
static_assert(std::is_same_v<decltype(m.T()), f2> && std::is_same_v<decltype(m(slice(0, 1))), f2>);

// expressions
static_assert(is<decltype(v + m), float, 2> && is<decltype(v + c), float, 3> && is<decltype(v * 2.0), float, 1>);
static_assert(is<decltype(c + 1), int8, 3> && is<decltype(c / c), double, 3> && is<decltype(c > 0), bool, 3>);
static_assert(is<decltype((v + m)(0)), float, 1> && is<decltype((v + m).T()), float, 2>);
static_assert(is<decltype(index<0>({2, 3})), int64, 2> && is<decltype(astype<int16>(v)), int16, 1>);
static_assert(std::is_same_v<array_of<decltype(v + c)>, ndarray<float, 3, host>>);
static_assert(std::is_same_v<space_of<decltype(index<0>({2}))>, default_space> &&
              std::is_same_v<space_of<decltype(v + 1)>, host>);

// what is no expression, and what no operand is
static_assert(expression<f1> && expression<decltype(v + v)> && !expression<float> && !expression<particle>);
static_assert(operand<float> && operand<bool> && operand<float16> && operand<complex64> && !operand<particle> &&
              !operand<char const*>);
static_assert(is_array<f1> && !is_array<decltype(v + v)> && array_type<f1 const&>);

// handles: small, copied and moved without throwing
static_assert(sizeof(f1) == 32 && sizeof(ndarray<double, 0, host>) <= 32 && std::is_nothrow_move_constructible_v<f1>);
static_assert(std::is_nothrow_copy_constructible_v<f1> && std::is_copy_assignable_v<f1> &&
              std::is_nothrow_default_constructible_v<f1>);
static_assert(!std::is_convertible_v<float, f1> && !std::is_convertible_v<std::int64_t, f1> &&
              std::is_convertible_v<decltype(v + v), f1>);
static_assert(!std::is_constructible_v<stream_ref, int> && std::is_constructible_v<stream_ref, runtime::stream_handle>);

// an expression of nothing but values is one at compile time too
static_assert(cp::add(2, 3) == 5 && cp::maximum(2.0, 3.0) == 3.0);

}  // namespace
