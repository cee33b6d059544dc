// Expressions that change their operands: what a lambda for cp::fuse gives is written to them by `into`, and is what
// NumPy leaves there.
//
// Not here, as none of these compiles (tests/compile_fail has the messages):
// - `x /= y` of integers: floats are not written into integers (into_of_another_kind.cpp);
// - `y += x` where x has more axes, and `copyto(x, y[None])`: nor are more axes into fewer (into_of_lower_rank.cpp);
// - writing in the lambda, as `x += y` there (fuse_compound_assignment.cpp): it gives what is to be written.
#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

using tens = vector<std::int32_t>;
using reals = vector<float>;

}  // namespace

TEST_CASE("several writes in one function") {
  cases in("writes");
  auto const second_of = [](auto, auto y) { return y; };
  auto const first_of = [](auto x, auto) { return x; };
  using ints = matrix<std::int32_t>;
  written_to<1>::check<ints, ints>(in, "y[...] = x", first_of);
  written_to<1>::check<ints, ints>(in, "y[:] = x", first_of);
  written_to<0>::check<ints, ints>(in, "copyto", second_of);
  written_to<0>::check<matrix<double>, ints>(in, "copyto of another dtype", second_of);
  written_to<0>::check<ints, vector<std::int32_t>>(in, "copyto broadcasts", second_of);
  written_to<1>::check<matrix<bool>, matrix<float>, matrix<float>>(
      in, "copyto where", [](auto condition, auto x, auto y) { return cp::where(condition, y, x); });
  auto const add = [](auto x, auto y, auto) { return x + y; };
  written_to<2>::check<ints, ints, ints>(in, "add out i", add);
  written_to<2>::check<ints, ints, matrix<double>>(in, "add out d", add);
  written_to<2>::check<matrix<float>, matrix<float>, matrix<cp::float16>>(in, "add out e", add, 1);
  written_to<2>::check<matrix<bool>, matrix<bool>, matrix<std::int8_t>>(in, "add out b", add);
  written_to<2, 3, 4>::check<ints, ints, ints, ints, ints>(in, "three outs", [](auto x, auto y, auto, auto, auto) {
    auto const z = x + y;
    return std::tuple(z, z - x, z * x);
  });
  written_to<0>::check<ints, ints>(in, "x += y three times", [](auto x, auto y) { return x + y + y + y; });
  written_to<0>::check<matrix<float>>(in, "x += 2", [](auto x) { return x + 2; });
  written_to<0>::check<ints>(in, "x += x twice", [](auto x) {
    auto const once = x + x;
    return once + once;
  });
  written_to<0, 1>::check<ints, ints>(in, "x += y, y += x, x += y", [](auto x, auto y) {
    auto const first = x + y;
    auto const second = y + first;
    return std::tuple(first + second, second);
  });
  written_to<0, 2>::check<ints, ints, ints>(in, "x += y, return x + x", [](auto x, auto y, auto) {
    auto const sum = x + y;
    return std::tuple(sum, sum + sum);
  });
  written_to<0>::check<ints, vector<std::int32_t>>(in, "x += a row", [](auto x, auto y) { return x + y; });
  written_to<0>::check<of_rank<std::int64_t, 3>, matrix<std::int64_t>>(in, "x += a matrix",
                                                                       [](auto x, auto y) { return x + y; });
}

TEST_CASE("functions that work with their parameters as with variables") {
  cases in("variables");
  written_to<0, 2>::check<tens, tens, tens>(in, "fuse2 i", [](auto x, auto y, auto z) {
    auto const sum = x + z;
    return std::tuple(sum, sum + y);
  });
  written_to<1, 2, 3>::check<tens, tens, tens, tens>(in, "fuse6 i", [](auto x, auto y, auto z, auto) {
    auto const a = ~(x & y) | ((x ^ z) ^ (z | y));
    auto const b = y & 109;
    auto const c = (z | 109) ^ 88;
    return std::tuple(b, c, a + b + c);
  });
  written_to<0, 2>::check<reals, reals, reals>(
      in, "fuse9 f",
      [](auto x, auto y, auto z) {
        auto const product = x * y;
        auto const sum = product + y;
        return std::tuple(sum, z % y);  // x, now a name of something else, is not written any more
      },
      1);
  written_to<0, 2>::check<reals, reals, reals>(in, "fuse10 f", [](auto x, auto y, auto) {
    auto const a = x + y;
    return std::tuple(a, a + y);
  });
  written_to<0, 2, 3>::check<tens, tens, tens, tens>(in, "fuse11 i", [](auto x, auto y, auto, auto) {
    auto const a = x + y;
    auto const c = a + y;
    return std::tuple(a, c, c + y);
  });
}
