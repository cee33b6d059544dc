// Differences, gradients and integrals against NumPy (tests/data/scans, written by tests/data/make_scans.py), what
// they launch, errors.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>

#include "running.hpp"
#include "scan_data.hpp"

namespace {

using tests::launches;
using namespace scan_data;

/// Dtypes that differ from others in their sizes alone take nvcc long: where nothing runs they are left out.
template <class T>
constexpr bool is_taken =
    FUSE_TEST_EVERYTHING || std::is_same_v<cp::default_space, cp::host_space> || std::is_same_v<T, cp::int8> ||
    std::is_same_v<T, cp::float16> || std::is_same_v<T, float> || std::is_same_v<T, cp::complex64>;

/// The shape of x, shorter by n along an axis, and without that axis.
template <class T, int N>
cp::shape_array<N> shorter(array<T, N> const& x, int axis, std::int64_t n) {
  cp::shape_array<N> shape = x.shape();
  shape[axis] -= n;
  return shape;
}
template <class T>
cp::shape_array<2> without(array<T, 3> const& x, int axis) {
  return {{x.shape()[axis == 0 ? 1 : 0], x.shape()[axis == 2 ? 1 : 2]}};
}
/// All forms, or (the others being compiled for float32) those that every dtype has kernels of its own for.
template <class T, bool All = false>
void diff_as_numpy(char const* code) {
  if constexpr (is_taken<T>) {
    CAPTURE(std::string(code));
    auto const x = load<T, 3>("operand", code);
    auto const expected = cp::load<T, 1, cp::host_space>(file("diff", code));
    std::int64_t next = 0;
    for (int axis = 0; axis < 3; ++axis)
      compare_next(expected, next, cp::eval(cp::diff<1>(x, axis)), 0, shorter(x, axis, 1));
    for (int axis = 0; axis < 3; ++axis)
      compare_next(expected, next, cp::eval(cp::diff<2>(x, axis - 3)), 0, shorter(x, axis, 2));
    CHECK(next == expected.size());
    if constexpr (!cp::boolean<T>) {
      auto const flat = cp::load<T, 1, cp::host_space>(file("ediff1d", code));
      next = 0;
      compare_next(flat, next, cp::eval(cp::ediff1d(x)), 0, cp::shape_array<1>{{x.size() - 1}});
      CHECK(next == flat.size());
    }
    if constexpr (All) {
      next = 0;
      for (std::int64_t n : {1, 2})
        for (int axis = 0; axis < 3; ++axis) compare_next(expected, next, cp::diff(x, n, axis), 0, shorter(x, axis, n));
      next = 0;
      compare_next(expected, next, cp::eval(cp::diff(cp::transpose(cp::eval(cp::transpose(x))), cp::axis<0>)), 0);
      compare_next(expected, next, cp::eval(cp::diff(x, cp::axis<-2>)), 0);
      compare_next(expected, next, cp::eval(cp::diff(x)), 0);
    }
  }
}

/// All of them, or (the other forms being compiled for float32) some along axis 1.
template <class T, class X, bool All>
void gradient_as_numpy(char const* code, double epsilons) {
  if constexpr (is_taken<T>) {
    CAPTURE(std::string(code));
    auto const f = load<T, 3>("operand", code);
    auto const x = load<X, 1>("at0", code), y = load<X, 1>("at1", code), z = load<X, 1>("at2", code);
    using R = typename decltype(cp::gradient(f, cp::axis<1>))::value_type;
    auto const expected = cp::load<R, 1, cp::host_space>(file("gradient", code));
    std::int64_t next = f.size();
    compare_next(expected, next, cp::eval(cp::gradient(f, cp::axis<1>)), epsilons, f.shape());
    next = 4 * f.size();
    compare_next(expected, next, cp::eval(cp::gradient(cp::transpose(cp::eval(cp::transpose(f))), 0.5, cp::axis<1>)),
                 epsilons);
    next = 16 * f.size();
    compare_next(expected, next, cp::eval(cp::gradient(f, y, cp::axis<-2>, cp::edge_order<2>)), epsilons, f.shape());
    if constexpr (All) {
      auto const compare = [&](auto const& all) {
        std::apply([&](auto const&... one) { (compare_next(expected, next, cp::eval(one), epsilons, f.shape()), ...); },
                   all);
      };
      next = 0;
      compare(cp::gradient(f));
      compare(cp::gradient(f, 0.5));
      compare(cp::gradient(f, x, y, z));
      compare(cp::gradient(f, cp::edge_order<2>));
      compare(cp::gradient(f, 0.5, cp::edge_order<2>));
      compare(cp::gradient(f, x, y, z, cp::edge_order<2>));
      CHECK(next == expected.size());
    }
  }
}

template <class T, class X, bool All = false>
void trapezoid_as_numpy(char const* code, double epsilons) {
  if constexpr (is_taken<T>) {
    CAPTURE(std::string(code));
    auto const y = load<T, 3>("operand", code);
    std::int64_t next = 0;
    using R = typename decltype(cp::trapezoid(y))::value_type;
    auto const unit = cp::load<R, 1, cp::host_space>(file("trapezoid", code)),
               step = cp::load<R, 1, cp::host_space>(file("trapezoid_dx", code));
    for (int axis = 0; axis < 3; ++axis)
      compare_next(unit, next, cp::eval(cp::trapezoid(y, 1.0, axis)), epsilons, without(y, axis));
    if constexpr (All) {
      next = unit.size() - 42;
      compare_next(unit, next, cp::eval(cp::trapezoid(y)), epsilons);
      next = 0;
      compare_next(unit, next, cp::eval(cp::trapezoid(y, cp::axis<0>)), epsilons);
    }
    next = 0;
    for (int axis = 0; axis < 3; ++axis)
      compare_next(step, next, cp::eval(cp::trapezoid(y, 0.25, axis)), epsilons, without(y, axis));
    using S = typename decltype(cp::trapezoid(y, load<X, 1>("knots0", code), 0))::value_type;
    auto const between = cp::load<S, 1, cp::host_space>(file("trapezoid_x", code));
    next = 0;
    compare_next(between, next, cp::eval(cp::trapezoid(y, load<X, 1>("knots0", code), cp::axis<0>)), epsilons,
                 without(y, 0));
    compare_next(between, next, cp::eval(cp::trapezoid(y, load<X, 1>("knots1", code), 1)), epsilons, without(y, 1));
    compare_next(between, next, cp::eval(cp::trapezoid(y, load<X, 1>("knots2", code))), epsilons);
    CHECK(next == between.size());
  }
}

}  // namespace

// covers: cupy.diff; cupy.ediff1d
TEST_CASE("differences are NumPy's, dtypes included") {
  diff_as_numpy<bool>("1");
  diff_as_numpy<cp::int8>("b");
  diff_as_numpy<cp::uint8>("B");
  diff_as_numpy<cp::int64>("q");
  diff_as_numpy<cp::float16>("e");
  diff_as_numpy<float, true>("f");
  diff_as_numpy<double>("d");
  diff_as_numpy<cp::complex64>("F");
  diff_as_numpy<cp::complex128>("D");
}
// covers: cupy.gradient
TEST_CASE("gradients are NumPy's, dtypes included") {
  gradient_as_numpy<cp::int8, double, false>("b", 4);
  gradient_as_numpy<cp::uint8, double, false>("B", 16);
  gradient_as_numpy<cp::float16, float, false>("e", 4);
  gradient_as_numpy<float, float, true>("f", 8);
  gradient_as_numpy<double, double, false>("d", 8);
  gradient_as_numpy<cp::complex64, double, false>("F", 8);
}
// covers: cupy.trapezoid
TEST_CASE("integrals are NumPy's, dtypes included") {
  trapezoid_as_numpy<bool, double>("1", 4);
  trapezoid_as_numpy<cp::int8, double>("b", 4);
  trapezoid_as_numpy<cp::float16, float>("e", 4);
  trapezoid_as_numpy<float, float, true>("f", 8);
  trapezoid_as_numpy<double, double>("d", 8);
  trapezoid_as_numpy<cp::complex64, double>("F", 8);
}

TEST_CASE("differences, gradients and integrals are one kernel with what is around them") {
  array<float, 2> const x = cp::reshape(cp::sin(cp::astype<float>(cp::arange<cp::int64>(1200))), {30, 40});
  array<float, 2> const narrow = cp::empty<float>({30, 38}), same = cp::empty<float>({30, 40});
  array<float, 1> const rows = cp::empty<float>({30}), at = cp::astype<float>(cp::arange<cp::int64>(40));
  CHECK(launches([&] { narrow(cp::all) = cp::abs(cp::diff<2>(x * 2, 1)) + 1; }) == 1);
  CHECK(launches([&] { same(cp::all) = cp::gradient(x, cp::axis<1>) * 2; }) == 1);
  CHECK(launches([&] { same(cp::all) = cp::gradient(x, at, cp::axis<1>, cp::edge_order<2>); }) == 1);
  CHECK(launches([&] { rows(cp::all) = cp::trapezoid(x * x) / 2; }) == 1);
  CHECK(launches([&] { (void)cp::eval(cp::ediff1d(x)); }) == 1);
}

TEST_CASE("what is prepended and appended") {
  array<std::int32_t, 1> const x{1, 4, 9, 16};
  auto const d = cp::diff(x, 1, -1, cp::prepend(0), cp::append(x(cp::slice(0, 2)))).to_host();
  CHECK(d.size() == 6);
  std::int32_t const expected[] = {1, 3, 5, 7, -15, 3};
  for (int i = 0; i < 6; ++i) CHECK(d(i) == expected[i]);
  auto const floats = cp::diff(x, 1, 0, cp::prepend(1.5));
  static_assert(std::is_same_v<decltype(floats)::value_type, double>);
  CHECK(floats.item(0) == -0.5);
  array<float, 2> const m = cp::full<float>({2, 3}, 2.0f);
  CHECK(cp::diff(m, 1, 0, cp::append(0)).item(1, 2) == -2);
  CHECK(cp::diff(x, 0).item(3) == 16);
  CHECK(cp::diff(x, 9).size() == 0);
  auto const e = cp::eval(cp::ediff1d(x, array<std::int32_t, 1>{7, 8}, -9)).to_host();
  std::int32_t const all[] = {-9, 3, 5, 7, 7, 8};
  CHECK(e.size() == 6);
  for (int i = 0; i < 6; ++i) CHECK(e(i) == all[i]);
  // NumPy's order: what comes behind, then what comes before; either may be none.
  auto const list = [](auto const& a) { return cp::eval(a).tolist(); };
  using ints = std::vector<std::int32_t>;
  CHECK(list(cp::ediff1d(x, 7)) == ints{3, 5, 7, 7});
  CHECK(list(cp::ediff1d(x, cp::none, -9)) == ints{-9, 3, 5, 7});
  CHECK(list(cp::ediff1d(x, cp::none)) == ints{3, 5, 7});
}

TEST_CASE("integrals of floats along each axis, of infinities, and of what begins at any element") {
  float const inf = std::numeric_limits<float>::infinity();
  CHECK(cp::trapezoid(cp::full<float>({1}, inf)).item() == 0);
  CHECK(cp::trapezoid(array<float, 1>{inf, 1.0f}).item() == inf);
  CHECK(cp::trapezoid(array<float, 1>{0.0f, 1.0f, -inf, 2.0f}).item() == -inf);
  CHECK(std::isnan(cp::trapezoid(array<float, 1>{0.0f, -inf, inf}).item()));
  CHECK(cp::trapezoid(array<float, 1>{2.0f, 4.0f}, 3).item() == 9);
  CHECK(cp::trapezoid(cp::full<cp::complex64>({3}, cp::complex64(1.0f, 2.0f)), 0.5).item() ==
        cp::complex64(1.0f, 2.0f));
  // Integers are summed as they are: neighbours wrap around.
  CHECK(cp::trapezoid(array<cp::int8, 1>{127, 1}).item() == -64);
  array<float, 2> const x = cp::reshape(cp::astype<float>(cp::arange<cp::int64>(36 * 1001)) % 17.0f, {36, 1001});
  auto const values = x.to_host();
  auto const columns = cp::eval(cp::trapezoid(x, 0.5, 0)).to_host();
  auto const rows = cp::eval(cp::trapezoid(x(cp::all, cp::slice(1, cp::end)), 0.5, 1)).to_host();
  auto const both = cp::eval(cp::trapezoid(cp::trapezoid(x, 0.5, 1), 0.5)).item();
  double all = 0;
  for (int c = 0; c < 1001; ++c) {
    double right = 0;
    for (int r = 0; r < 36; ++r) right += (r == 0 || r == 35 ? 0.25 : 0.5) * values(r, c);
    CHECK(columns(c) == right);
    all += (c == 0 || c == 1000 ? 0.25 : 0.5) * right;
  }
  CHECK(std::abs(both / all - 1) < 1e-6);
  for (int r = 0; r < 36; ++r) {
    double right = 0;
    for (int c = 1; c < 1001; ++c) right += (c == 1 || c == 1000 ? 0.25 : 0.5) * values(r, c);
    CHECK(rows(r) == right);
  }
}

TEST_CASE("few elements, and errors") {
  array<float, 1> const none = cp::empty<float>({0}), one = cp::full<float>({1}, 5.0f), two{1.0f, 4.0f};
  CHECK(cp::eval(cp::diff(none)).size() == 0);
  CHECK(cp::eval(cp::diff(one)).size() == 0);
  CHECK(cp::eval(cp::ediff1d(none)).size() == 0);
  CHECK(cp::trapezoid(none).item() == 0);
  CHECK(cp::trapezoid(one).item() == 0);
  CHECK(cp::eval(cp::gradient(two)).item(1) == 3);
  CHECK(cp::eval(cp::gradient(two, array<float, 1>{0.0f, 2.0f})).item(1) == 1.5f);
  CHECK_THROWS_AS((void)cp::gradient(one), cp::value_error);
  CHECK_THROWS_AS((void)cp::gradient(two, cp::edge_order<2>), cp::value_error);
  CHECK_THROWS_AS((void)cp::gradient(two, array<float, 1>{0.0f, 2.0f, 3.0f}), cp::value_error);
  CHECK_THROWS_AS((void)cp::diff(two, -1), cp::value_error);
  CHECK_THROWS_AS((void)cp::diff(two, 1, 1), cp::index_error);
  CHECK_THROWS_AS((void)cp::diff<1>(two, -2), cp::index_error);
  CHECK_THROWS_AS((void)cp::trapezoid(two, 1.0, 1), cp::index_error);
  CHECK_THROWS_AS((void)cp::eval(cp::trapezoid(cp::full<float>({3}, 1.0f), array<float, 1>{0.0f, 2.0f, 3.0f, 4.0f})),
                  cp::shape_error);
  array<float, 2> const m = cp::full<float>({2, 3}, 2.0f);
  CHECK_THROWS_AS((void)cp::diff(m, 1, 0, cp::prepend(cp::full<float>({1, 2}, 1.0f))), cp::shape_error);
  array<cp::uint8, 1> const bytes{1, 2};
  CHECK_THROWS_AS((void)cp::ediff1d(bytes, 300, 0), cp::value_error);
  // Overlap: the operand is overwritten by what is computed from it.
  array<float, 1> y{1.0f, 4.0f, 9.0f, 16.0f};
  y(cp::slice(1, cp::end)) = cp::diff(y);
  CHECK(y.item(3) == 7);
  array<float, 1> z{1.0f, 4.0f, 9.0f, 16.0f};
  z(cp::all) = cp::gradient(z);
  CHECK(z.item(2) == 6);
  CHECK(z.item(3) == 7);
}
