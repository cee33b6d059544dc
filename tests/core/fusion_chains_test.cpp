// Chains of many operators as lambdas for cp::fuse: values and dtypes are NumPy's.
#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

using ints = vector<std::int32_t>;
using reals = vector<float>;

auto truth(auto x) { return cp::where(x, 1, 0); }

}  // namespace

TEST_CASE("chains of operators") {
  cases in("chains");
  auto const swapped = [](auto x, auto y, auto z) {
    auto const w = x * y + z;
    return z * x + y + w;  // x and w have changed places
  };
  check<ints, ints, ints>(in, "fuse1 i", swapped);
  check<vector<bool>, vector<bool>, vector<bool>>(in, "fuse1 ?", swapped);
  auto const quotients = [](auto x, auto y, auto z) {
    auto const first = 10 + (-x) * (x - y) + 10;
    auto const second = 2 * (100 - first - 30);
    auto const third = second / (y + 1 / y);
    return cp::floor_divide(z, third) + cp::floor_divide(third, z) + cp::floor_divide(100, third) +
           cp::floor_divide(100, z);
  };
  check<ints, ints, ints>(in, "fuse3 i", quotients, 4);
  check<reals, reals, reals>(in, "fuse3 f", quotients, 4);
  auto const shifts = [](auto x, auto y, auto z) {
    auto const a = (((x * y % z + 10 % x) << x) << y) >> z;
    return a + (1 << y) + (1 << z) + (120 >> y) + (120 >> y);
  };
  check<ints, ints, ints>(in, "fuse4 i", shifts);
  check<vector<cp::uint8>, vector<cp::uint8>, vector<cp::uint8>>(in, "fuse4 B", shifts);
  check<ints, ints, ints>(in, "fuse5 i", [](auto x, auto y, auto z) {
    return (~(x & y) | ((x ^ z) ^ (z | y))) + (109 & y) + (88 ^ (109 | z));
  });
  check<reals, reals, reals, reals, reals, reals>(in, "fuse7 f", [](auto p, auto q, auto r, auto s, auto t, auto u) {
    auto const x = truth(p == q) + truth(r < s) + truth(t > u);
    return x + (truth(p != r) + truth(q <= t) + truth(s >= u));
  });
  check<ints, ints, ints>(in, "fuse8 i", [](auto p, auto q, auto r) {
    auto const x = truth(2 == p) + truth(2 != q) + truth(3 > r);
    auto const y = truth(2 < p) + truth(2 >= q) + truth(3 <= r);
    return (x + y) << 3;
  });
  using longs = matrix<std::int64_t>;
  check<longs, longs>(in, "x + y", [](auto x, auto y) { return x + y; });
  check<longs, longs>(in, "x + x + y + y", [](auto x, auto y) { return x + x + y + y; });
  check<longs, longs>(in, "z + z", [](auto x, auto y) {
    auto const z = x + y;
    return z + z;
  });
  check<longs, longs>(in, "ten times x + y", [](auto x, auto y) {
    return [=]<std::size_t... I>(std::index_sequence<I...>) { return (((void)I, x + y) + ...); }
    (std::make_index_sequence<10>());
  });
  check<longs, longs>(in, "an operation that is not used", [](auto x, auto y) {
    [[maybe_unused]] auto const z = x + y;
    return x;
  });
  using box = of_rank<std::int64_t, 3>;
  check<box, box>(in, "different shapes", [](auto x, auto y) { return (x + x) * (x + y) * (y + y); });
}
