// Slices of arrays with short rows: the host takes rows as one run, with what lies between them.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

namespace {

template <class A, class B>
bool same(A const& a, B const& b) {
  return a.shape() == b.shape() && cp::all(a == b).item();
}
template <class T>
auto numbers(std::int64_t n) {
  auto const i = cp::index<0>({n});
  return cp::eval(cp::astype<T>((i * 7919 + cp::floor_divide(i, 13)) % 97));
}
constexpr auto inner = cp::slice(1, -1), first = cp::slice(0, -2), last = cp::slice(2, cp::end);

template <class T>
void check(std::int64_t planes, std::int64_t rows, std::int64_t columns) {
  CAPTURE(planes);
  CAPTURE(rows);
  CAPTURE(columns);
  auto const x = cp::eval(cp::reshape(numbers<T>(planes * rows * columns), {planes, rows, columns}));
  auto const copied = [](auto const& view) { return cp::ascontiguousarray(view); };
  auto const a = x(inner, first, inner), b = x(inner, last, inner), c = x(inner, inner, first),
             d = x(inner, inner, last), m = x(inner, inner, inner), below = x(first, inner, inner);
  auto const formula = [](auto const& p, auto const& q, auto const& r, auto const& s, auto const& t, auto const& u) {
    return (p + q) * r - s * t + u;
  };
  auto const expected = cp::eval(formula(copied(a), copied(b), copied(c), copied(d), copied(m), copied(below)));
  CHECK(same(cp::eval(formula(a, b, c, d, m, below)), expected));
  // Into places that are apart, of which the others stay.
  auto to = cp::full({planes, rows, columns}, T(1));
  to(inner, inner, inner) = formula(a, b, c, d, m, below);
  CHECK(same(cp::eval(to(inner, inner, inner)), expected));
  CHECK(cp::all(to(cp::all, cp::all, 0) == T(1)).item());
  CHECK(cp::all(to(cp::all, cp::all, -1) == T(1)).item());
  // In place, and beside its neighbours.
  auto own = x.copy();
  own(inner, inner, inner) = own(inner, inner, inner) * T(2) + x(inner, inner, first);
  CHECK(same(cp::eval(own(inner, inner, inner)), cp::eval(copied(m) * T(2) + copied(c))));
  auto moved = x.copy();
  moved(inner, inner, inner) = moved(inner, inner, first) + moved(inner, inner, last);
  CHECK(same(cp::eval(moved(inner, inner, inner)), cp::eval(copied(c) + copied(d))));
  // Beside a number for each row and one for all.
  auto const row = cp::eval(cp::reshape(numbers<T>(rows - 2), {rows - 2, 1}));
  CHECK(same(cp::eval((a + b) * row + T(3)), cp::eval((copied(a) + copied(b)) * row + T(3))));
  CHECK(same(cp::eval(cp::where(c < d, a, b)), cp::eval(cp::where(copied(c) < copied(d), copied(a), copied(b)))));
}
template <class T>
void check_all() {
  for (std::int64_t columns : {3, 4, 5, 8, 10, 13, 18, 34, 66}) {
    check<T>(3, 40, columns);
    check<T>(5, 700, columns);
  }
  check<T>(70, 300, 10);
}

}  // namespace

TEST_CASE("slices of short rows: float32") { check_all<float>(); }
#if !FUSE_NVCC  // the device has kernels of its own, and tests of them
TEST_CASE("slices of short rows: float64") { check_all<double>(); }
TEST_CASE("slices of short rows: uint8") { check_all<std::uint8_t>(); }
TEST_CASE("slices of short rows: float16") { check_all<cp::float16>(); }
TEST_CASE("slices of short rows: int64") { check_all<std::int64_t>(); }
#endif

#if !FUSE_NVCC  // it throws
TEST_CASE("what lies between slices of short rows is asked for by no function of the user's") {
  auto const x = cp::eval(cp::reshape(numbers<double>(500 * 6), {500, 6}));
  auto const halves = cp::elementwise([](double a, double b) {
    if (a == 1e9 || b == 1e9) throw 1;
    return a + b;
  });
  auto marked = x.copy();
  marked(cp::all, cp::slice(4, 6)) = 1e9;
  auto const a = marked(cp::all, cp::slice(0, 3)), b = marked(cp::all, cp::slice(1, 4));
  CHECK(same(cp::eval(halves(a, b)), cp::eval(cp::ascontiguousarray(a) + cp::ascontiguousarray(b))));
}
#endif
