// Numbers and scalars in lambdas for cp::fuse, written there or passed, and conversions: values and dtypes are NumPy's.
// Python's numbers are C++'s; NumPy's scalars, whose dtype counts, are arrays of rank 0.
#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

template <class T>
constexpr typename number<T>::type one = typename number<T>::type(1);

template <class A, class B>
void scalars(cases& in) {
  std::string const of = std::string(" ") + code_of<A> + code_of<B>;
  // The operand of each case is an array of A; where it has a second one, that is B's 1.
  check<matrix<A>>(in, "x + number" + of, [](auto x) { return x + one<B>; });
  check<matrix<A>>(in, "number + x" + of, [](auto x) { return one<B> + x; });
  check<matrix<A>>(in, "x * number" + of, [](auto x) { return x * one<B>; });
  array<B, 0> const s = cp::ones<B, cp::host_space>(cp::shape_array<0>{});
  check<matrix<A>>(in, "x + scalar" + of, [s](auto x) { return x + s; });
  check<matrix<A>>(in, "scalar + x" + of, [s](auto x) { return s + x; });
  check<matrix<A>>(in, "x * scalar" + of, [s](auto x) { return x * s; });
  check<matrix<A>, number<B>>(in, "x + y, number" + of, [](auto x, auto y) { return x + y; });
  check<number<B>, matrix<A>>(in, "y + x, number" + of, [](auto y, auto x) { return y + x; });
  check<matrix<A>, scalar<B>>(in, "x + y, scalar" + of, [](auto x, auto y) { return x + y; });
  check<scalar<B>, matrix<A>>(in, "y + x, scalar" + of, [](auto y, auto x) { return y + x; });
  check<scalar<A>, scalar<B>, matrix<std::int64_t>>(in, "z.astype((x + y).dtype)" + of, [](auto x, auto y, auto z) {
    return cp::astype<typename decltype(x + y)::value_type>(z);
  });
  check<scalar<A>, scalar<B>, matrix<std::int64_t>>(in, "x1 = x + y, z + x1 + x" + of, [](auto x, auto y, auto z) {
    auto const sum = x + y;
    return z + sum + x;
  });
  check<scalar<A>, matrix<A>>(in, "z = x, x += y, x + z" + of, [](auto x, auto y) { return (x + y) + x; });
}

#define ASTYPE(From, To)                                                        \
  check<matrix<From>>(in, std::string("astype ") + code_of<From> + code_of<To>, \
                      [](auto x) { return cp::astype<To>(x); });

}  // namespace

TEST_CASE("numbers and scalars beside arrays") {
  cases in("scalars");
  scalars<std::int16_t, float>(in);
  scalars<cp::uint8, bool>(in);
  scalars<cp::float16, cp::complex128>(in);
  scalars<bool, std::int64_t>(in);
  scalars<cp::complex64, cp::float16>(in);
}

TEST_CASE("conversions") {
  cases in("conversions");
  ASTYPE(bool, std::int64_t)
  ASTYPE(std::int8_t, bool)
  ASTYPE(std::int16_t, cp::uint8)
  ASTYPE(std::int32_t, cp::float16)
  ASTYPE(std::int64_t, std::int8_t)
  ASTYPE(cp::uint8, cp::complex64)
  ASTYPE(cp::uint16, std::int16_t)
  ASTYPE(cp::uint32, cp::uint64)
  ASTYPE(cp::uint64, double)
  ASTYPE(cp::float16, std::int32_t)
  ASTYPE(float, cp::uint16)
  ASTYPE(double, float)
  ASTYPE(double, cp::complex128)
  ASTYPE(float, float)
  check<matrix<float>>(in, "x.astype(int32)", [](auto x) { return x.template astype<std::int32_t>(); });
  check<matrix<std::int16_t>>(in, "x", [](auto x) { return x; });
}
