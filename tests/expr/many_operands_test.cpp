// Plain expressions that name arrays up to 64 times, in each kernel form, and more often, in several kernels.
#include <doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

/// Names its arguments 15 times; of small integers exact in every dtype below.
template <class A, class B>
auto fifteen(A const& a, B const& b) {
  return a * b + (a - b) * (a + b) - b * (a + a) + (a + b) - (b - a) * b + a;
}
/// 60 times.
template <class A, class B, class C>
auto sixty(A const& a, B const& b, C const& c) {
  return (fifteen(a, b) - fifteen(b, c)) + (fifteen(c, a) - fifteen(a, c));
}

template <class T>
T expected(T a, T b, T c) {
  return static_cast<T>(sixty(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)));
}

template <class T>
void elementwise() {
  std::int64_t const rows = 37, columns = 45;
  auto a = cp::zeros<T>({rows, columns}), b = cp::zeros<T>({rows, columns}), t = cp::zeros<T>({columns, rows});
  a = cp::astype<T>(cp::index<0>(a.shape()) % 5 + cp::index<1>(a.shape()) % 3);
  b = cp::astype<T>((cp::index<0>(a.shape()) + cp::index<1>(a.shape())) % 4);
  t = cp::astype<T>(cp::index<0>(t.shape()) % 3 - cp::index<1>(t.shape()) % 2);
  auto const va = values(a), vb = values(b), vt = values(t);
  auto const check = [&](auto const& got, auto const& third) {
    auto const v = values(got);
    bool same = v.size() == va.size();
    for (std::int64_t i = 0; same && i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) {
        auto const at = static_cast<std::size_t>(i * columns + j);
        same = same && v[at] == expected<T>(va[at], vb[at], third(i, j));
      }
    CHECK(same);
  };
  auto const at = [&](std::vector<T> const& v, std::int64_t i) { return v[static_cast<std::size_t>(i)]; };
  auto const run = [&](cp::ndarray<T, 2> const& third, cp::ndarray<T, 2> to) {
    to = sixty(a, b, third);
    return to;
  };
  auto const fresh = [&] { return cp::zeros<T>({rows, columns}); };
  // One run, rows apart, one row for all, one element a row, transposed.
  check(run(b, fresh()), [&](auto i, auto j) { return at(vb, i * columns + j); });
  check(run(b, cp::zeros<T>({rows, columns + 3})(cp::all, cp::slice(0, columns))),
        [&](auto i, auto j) { return at(vb, i * columns + j); });
  check(run(b(cp::slice(2, 3), cp::all), fresh()), [&](auto, auto j) { return at(vb, 2 * columns + j); });
  check(run(b(cp::all, cp::slice(2, 3)), fresh()), [&](auto i, auto) { return at(vb, i * columns + 2); });
  check(run(t.T(), fresh()), [&](auto i, auto j) { return at(vt, j * rows + i); });
}

template <class T>
void folds() {
  std::int64_t const rows = 37, columns = 300;
  auto a = cp::zeros<T>({rows, columns}), b = cp::zeros<T>({rows, columns});
  a = cp::astype<T>(cp::index<0>(a.shape()) % 5 + cp::index<1>(a.shape()) % 3);
  b = cp::astype<T>((cp::index<0>(a.shape()) + cp::index<1>(a.shape())) % 4);
  cp::ndarray<T, 1> const row = b(2, cp::all);
  auto const va = values(a), vb = values(b), vr = values(row);
  std::vector<double> by_row(static_cast<std::size_t>(rows)), by_column(static_cast<std::size_t>(columns)),
      running(by_column);
  double all = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      auto const at = static_cast<std::size_t>(i * columns + j);
      double const v = sixty(static_cast<double>(va[at]), static_cast<double>(vb[at]),
                             static_cast<double>(vr[static_cast<std::size_t>(j)]));
      by_row[static_cast<std::size_t>(i)] += v, by_column[static_cast<std::size_t>(j)] += v, all += v;
      if (i == 0) running[static_cast<std::size_t>(j)] = by_row[0];
    }
  auto const e = sixty(a, b, row);
  auto const as_double = [](auto const& got) {
    auto const v = values(got);
    return std::vector<double>(v.begin(), v.end());
  };
  CHECK(as_double(cp::eval(cp::sum(e, cp::axis<1>))) == by_row);
  CHECK(as_double(cp::eval(cp::sum(e, cp::axis<0>))) == by_column);
  CHECK(static_cast<double>(cp::sum(e).item()) == all);
  CHECK(as_double(cp::eval(cp::cumsum(sixty(a(0, cp::all), b(0, cp::all), row)))) == running);
  // A row kernel: reductions and elements of one.
  cp::ndarray<T, 2> const centred =
      fifteen(a, b) + fifteen(b, a) - cp::max(fifteen(a, a) + fifteen(b, b), cp::axis<1>, cp::keepdims);
  cp::ndarray<T, 2> const x = fifteen(a, b) + fifteen(b, a), y = fifteen(a, a) + fifteen(b, b);
  CHECK(values(centred) == values(x - cp::max(y, cp::axis<1>, cp::keepdims)));
}

/// Adds nine numbers, the last one twice.
struct nine {
  FUSE_HD float operator()(float a, float b, float c, float d, float e, float f, float g, float h, float i) const {
    return a + b + c + d + e + f + g + h + i + i;
  }
};
/// Parts that are alike, of arrays of their own.
template <int... I>
auto heavy(std::vector<cp::ndarray<float, 1>> const& v, std::integer_sequence<int, I...>) {
  return (cp::exp(v[I] * v[I] * 0.01f) + ...);
}
template <int... I>
auto sums(std::vector<cp::ndarray<float, 1>> const& v, std::integer_sequence<int, I...>) {
  return cp::evaluate((v[I] + v[0] * v[1])...);
}

}  // namespace

TEST_CASE("an expression may name arrays 63 times") {
  elementwise<float>();
  elementwise<double>();
}

TEST_CASE("reductions and scans of expressions that name arrays 60 times") { folds<float>(); }

TEST_CASE("expressions that name arrays more often than one kernel has room for are several kernels") {
  std::int64_t const rows = 37, columns = 45;
  auto const a = cp::eval(cp::astype<float>((cp::index<0>({rows, columns}) + cp::index<1>({rows, columns})) % 5));
  auto const b = cp::eval(cp::astype<float>(cp::index<1>({rows, columns}) % 3));
  auto const many = (sixty(a, b, a) - sixty(b, a, b)) + sixty(a, a, b);
  cp::ndarray<float, 2> const x = sixty(a, b, a), y = sixty(b, a, b), z = sixty(a, a, b);
  CHECK(values(cp::eval(many)) == values(x - y + z));
  CHECK(values(cp::eval(cp::sum(many, 1))) == values(cp::sum(x - y + z, 1)));
  CHECK(values(cp::eval(many - cp::max(many, cp::axis<1>, cp::keepdims))) ==
        values((x - y + z) - cp::max(x - y + z, cp::axis<1>, cp::keepdims)));
  auto to = a.copy();
  to(cp::all, cp::all) = sixty(to, b, to) - sixty(b, to, b) + sixty(to, to, b);  // reads what it is stored to
  CHECK(values(to) == values(x - y + z));
  // Two roots, each of which reads what the other one is stored to.
  auto p = a.copy(), q = b.copy();
  cp::evaluate(cp::into(p, sixty(p, q, p)), cp::into(q, sixty(q, p, q)));
  CHECK(values(p) == values(x));
  CHECK(values(q) == values(y));
}

TEST_CASE("operands that name little each, but are many; many arrays; many results") {
  auto const a = cp::eval(cp::arange<float>(50));
  auto const nine_times = ((a + a) + (a + a)) + ((a + a) + (a + a)) + a;
  auto const add = cp::elementwise(nine{});
  cp::ndarray<float, 1> const r =
      add(nine_times, nine_times, nine_times, nine_times, nine_times, nine_times, nine_times, nine_times, nine_times);
  CHECK(values(r) == values(a * 90.0f));
  std::vector<cp::ndarray<float, 1>> v;
  for (int i = 0; i < 70; ++i) v.push_back(cp::eval(a * (static_cast<float>(i) * 0.01f)));
  auto const h = values(cp::eval(heavy(v, std::make_integer_sequence<int, 70>{})));
  for (std::size_t k = 0; k < h.size(); ++k) {
    double wanted = 0;
    for (int i = 0; i < 70; ++i) wanted += std::exp(std::pow(static_cast<double>(k) * i * 0.01, 2) * 0.01);
    CHECK(h[k] == doctest::Approx(wanted).epsilon(1e-5));
  }
  auto const results = sums(v, std::make_integer_sequence<int, 25>{});
  CHECK(values(std::get<24>(results)) == values(v[24] + v[0] * v[1]));
}

TEST_CASE("forces among points, three sums of what is written out as it comes") {
  std::int64_t const n = 70;
  auto const at = cp::eval(cp::sin(cp::reshape(cp::arange<float>(3 * n), {n, 3})));
  auto const from = [&](int k) { return at(cp::newaxis, cp::all, k) - at(cp::all, cp::newaxis, k); };
  auto const dx = from(0), dy = from(1), dz = from(2);
  auto const r = cp::rsqrt(dx * dx + dy * dy + dz * dz + 1e-2f);
  auto const w = r * r * r;
  auto const [fx, fy, fz] =
      cp::evaluate(cp::sum(w * dx, cp::axis<1>), cp::sum(w * dy, cp::axis<1>), cp::sum(w * dz, cp::axis<1>));
  auto const p = at.to_host();
  auto const x = fx.to_host(), y = fy.to_host(), z = fz.to_host();
  for (std::int64_t i = 0; i < n; ++i) {
    double force[3] = {};
    for (std::int64_t j = 0; j < n; ++j) {
      double d[3], square = 1e-2;
      for (int k = 0; k < 3; ++k) d[k] = double(p.item(j, k)) - double(p.item(i, k)), square += d[k] * d[k];
      for (int k = 0; k < 3; ++k) force[k] += d[k] / (square * std::sqrt(square));
    }
    CHECK(x.item(i) == doctest::Approx(force[0]).epsilon(1e-4));
    CHECK(y.item(i) == doctest::Approx(force[1]).epsilon(1e-4));
    CHECK(z.item(i) == doctest::Approx(force[2]).epsilon(1e-4));
  }
}
