// Rows: elementwise work that knows the reductions of its row, in one kernel, against NumPy (tests/data/rows, written
// by tests/data/make_rows.py) and against plain loops in float64 for rows of every length that the kernels tell
// apart.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <string>
#include <vector>

#include "data.hpp"
#include "running.hpp"

namespace {

using tests::launches;
template <class T, int N>
using array = cp::ndarray<T, N>;

constexpr auto softmax = cp::fuse([](auto v) {
  auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
  return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
});
constexpr auto log_softmax = cp::fuse([](auto v) {
  auto const d = v - cp::max(v, cp::axis<-1>, cp::keepdims);
  return d - cp::log(cp::sum(cp::exp(d), cp::axis<-1>, cp::keepdims));
});
constexpr auto layer_norm = cp::fuse([](auto v, auto gamma, auto beta) {
  auto const d = v - cp::mean(v, cp::axis<-1>, cp::keepdims);
  return d / cp::sqrt(cp::mean(d * d, cp::axis<-1>, cp::keepdims) + 1e-5) * gamma + beta;
});
constexpr auto standardize = cp::fuse(
    [](auto v) { return (v - cp::mean(v, cp::axis<-1>, cp::keepdims)) / cp::std(v, cp::axis<-1>, cp::keepdims); });
constexpr auto normalize = cp::fuse([](auto v) { return v / cp::sqrt(cp::sum(v * v, cp::axis<-1>, cp::keepdims)); });
constexpr auto log_sum_exp = cp::fuse([](auto v) {
  auto const m = cp::max(v, cp::axis<-1>, cp::keepdims);
  return m + cp::log(cp::sum(cp::exp(v - m), cp::axis<-1>, cp::keepdims));
});
constexpr auto cosine = cp::fuse([](auto a, auto b) {
  return cp::sum(a * b, cp::axis<-1>) / cp::sqrt(cp::sum(a * a, cp::axis<-1>) * cp::sum(b * b, cp::axis<-1>));
});

std::string file(std::string const& name) { return tests::data_folder() + "/rows/" + name + ".npy"; }

/// Largest difference, relative to the scale, or without one to the largest value.
template <int N, class E>
double difference(E const& e, std::string const& name, double& launched, double scale = 0) {
  array<double, N> const expected = cp::load<double, N, cp::host_space>(file(name)).template to<cp::default_space>();
  auto const before = cp::count().launches;
  auto const got = cp::eval(e);
  launched = static_cast<double>(cp::count().launches - before);
  CHECK(got.shape() == expected.shape());
  auto const g = got.copy().to_host();
  auto const x = expected.to_host();
  double worst = 0, largest = 1e-300;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    worst = std::fmax(worst, std::abs(static_cast<double>(g.data()[i]) - x.data()[i]));
    largest = std::fmax(largest, std::abs(x.data()[i]));
  }
  return worst / (scale > 0 ? scale : largest);
}

template <class T, int N>
array<T, N> operand(std::string const& name) {
  return cp::load<T, N, cp::host_space>(file(name)).template to<cp::default_space>();
}

/// Numbers in [-4, 4) that differ from place to place.
array<float, 2> numbers(std::int64_t rows, std::int64_t columns) {
  auto const i = cp::arange<cp::int64>(rows * columns);
  auto const mixed = cp::astype<float>((i * 7919 + i / 97 * 31) % 8191);
  return cp::reshape(cp::eval(mixed / 1024.0f - 4.0f), {rows, columns});
}

/// Checks softmax, layer_norm and log_sum_exp of a matrix, however it lies, against loops in float64.
void check_rows(array<float, 2> const& x, std::string const& what, double norm_bound = 4e-5) {
  CAPTURE(what);
  std::int64_t const rows = x.shape()[0], columns = x.shape()[1];
  array<float, 1> const gamma = cp::sin(cp::astype<float>(cp::arange<cp::int64>(columns))),
                        beta = cp::cos(cp::astype<float>(cp::arange<cp::int64>(columns)));
  auto const soft = cp::eval(softmax(x)).to_host(), norm = cp::eval(layer_norm(x, gamma, beta)).to_host();
  auto const whole = cp::eval(log_sum_exp(x)).to_host();
  auto const values = cp::eval(x * 1.0f).to_host();
  auto const g = gamma.to_host(), b = beta.to_host();
  double soft_error = 0, norm_error = 0, whole_error = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    float const* const v = values.data() + r * columns;
    double most = -1e300, mean = 0, total = 0, square = 0;
    for (std::int64_t c = 0; c < columns; ++c) most = std::fmax(most, v[c]), mean += v[c];
    mean /= static_cast<double>(columns);
    for (std::int64_t c = 0; c < columns; ++c) total += std::exp(v[c] - most), square += (v[c] - mean) * (v[c] - mean);
    double const deviation = std::sqrt(square / static_cast<double>(columns) + 1e-5);
    for (std::int64_t c = 0; c < columns; ++c) {
      soft_error = std::fmax(soft_error, std::abs(soft.data()[r * columns + c] * total / std::exp(v[c] - most) - 1));
      norm_error = std::fmax(
          norm_error, std::abs(norm.data()[r * columns + c] - ((v[c] - mean) / deviation * g.data()[c] + b.data()[c])));
    }
    whole_error = std::fmax(whole_error, std::abs(whole.data()[r] - (most + std::log(total))));
  }
  CHECK(soft_error < 4e-6);
  CHECK(norm_error < norm_bound);
  CHECK(whole_error < 4e-6);
}

/// The first of equal extremes, the first NaN, and what is stored and computed beside, of rows of n elements.
void check_places(std::int64_t n) {
  CAPTURE(n);
  auto const placed = [](auto const& v) {
    return cp::eval(v * 0.0f + cp::astype<float>(cp::argmax(v, cp::axis<1>, cp::keepdims))).to_host();
  };
  auto x = cp::zeros<float>({3, n});
  x(1, n * 17 / 20) = 1;
  x(1, 150) = 1;
  x(1, n - 1) = 1;
  x(2, n - 9) = 2;
  x(2, n - 2) = 2;
  auto const ties = placed(x);
  CHECK(ties(0, 0) == 0);
  CHECK(ties(1, n - 1) == 150);
  CHECK(ties(2, 0) == n - 9);
  x(2, n * 3 / 5) = 2;
  CHECK(placed(x)(2, 5) == n * 3 / 5);
  x(0, n * 9 / 10) = std::numeric_limits<float>::quiet_NaN();
  x(0, n * 7 / 10) = std::numeric_limits<float>::quiet_NaN();
  CHECK(cp::eval(cp::isnan(x) * 1.0f + cp::astype<float>(cp::argmax(x, cp::axis<1>, cp::keepdims))).item(0, 1) ==
        n * 7 / 10);
  // In place, two outputs, and an input that is computed.
  auto y = numbers(2, n);
  auto const original = y.copy();
  auto const expected = cp::eval(softmax(y)).to_host();
  y(cp::all) = softmax(y);
  auto const got = y.to_host();
  bool same = true;
  for (int i = 0; i < 2 * n; ++i) same = same && got.data()[i] == expected.data()[i];
  CHECK(same);
  auto const centred = cp::fuse([](auto v, auto j) {
    auto const m = cp::mean(v * j, cp::axis<-1>, cp::keepdims);
    return std::tuple(v - m, v * j - m);
  });
  auto const [a, b] = centred(original, cp::index<1>({2, n}) % 7);
  auto const v = original.to_host();
  auto const ah = cp::eval(cp::astype<double>(a)).to_host(), bh = cp::eval(cp::astype<double>(b)).to_host();
  double worst = 0;
  for (int k = 0; k < 2; ++k) {
    double m = 0;
    for (int i = 0; i < n; ++i) m += v(k, i) * double(i % 7) / n;
    for (int i = 0; i < n; ++i)
      worst = std::fmax(
          worst, std::fmax(std::abs(ah(k, i) - (v(k, i) - m)), std::abs(bh(k, i) - (v(k, i) * double(i % 7) - m))));
  }
  CHECK(worst < 1e-4);
}

}  // namespace

TEST_CASE("rows as NumPy computes them, each in one kernel") {
  double n = 0;
  for (std::string const shape : {"3x5", "4x128", "7x331", "1x1"}) {
    CAPTURE(shape);
    auto const x = operand<float, 2>("x_" + shape), y = operand<float, 2>("y_" + shape);
    array<float, 1> const gamma = y(0), beta = x(0);
    CHECK(difference<2>(softmax(x), "softmax_" + shape, n) < 4e-7);
    CHECK(n == 1);
    CHECK(difference<2>(log_softmax(x), "log_softmax_" + shape, n) < 6e-7);
    CHECK(n == 1);
    CHECK(difference<2>(layer_norm(x, gamma, beta), "layer_norm_" + shape, n) < 2e-6);
    CHECK(n == 1);
    if (x.shape()[1] > 1) CHECK(difference<2>(standardize(x), "standardize_" + shape, n) < 2e-6);
    CHECK(n == 1);
    CHECK(difference<2>(normalize(x), "normalize_" + shape, n) < 4e-7);
    CHECK(n == 1);
    CHECK(difference<2>(log_sum_exp(x), "logsumexp_" + shape, n) < 4e-7);
    CHECK(n == 1);
    // Its sum of products may cancel: what bounds the error is the sum of their magnitudes, here at most 1
    // (Cauchy-Schwarz).
    CHECK(difference<1>(cosine(x, y), "cosine_" + shape, n, 1) < 4e-7);
    CHECK(n == 1);
    // Written as plain expressions.
    CHECK(difference<2>((x - cp::mean(x, cp::axis<1>, cp::keepdims)) * 2.0, "centred_" + shape, n) < 1e-6);
    CHECK(n == 1);
    CHECK(difference<2>(x - cp::mean(x, cp::axis<0>), "centred0_" + shape, n) < 1e-6);
    CHECK(n == 1);
    CHECK(difference<2>(x / cp::max(cp::abs(x)), "scaled_" + shape, n) < 4e-7);
    CHECK(n == 1);
    CHECK(difference<2>(softmax(x.T()).T(), "softmax0_" + shape, n) < 4e-7);
  }
  auto const cube = operand<double, 3>("x_2x3x17");
  CHECK(difference<3>(softmax(cube), "softmax_2x3x17", n) < 1e-15);
  CHECK(
      difference<3>((cube - cp::mean(cube, cp::axis<1, 2>, cp::keepdims)) / cp::std(cube, cp::axis<1, 2>, cp::keepdims),
                    "standardize12_2x3x17", n) < 4e-15);
  CHECK(n == 1);
  CHECK(
      difference<3>((cube - cp::mean(cube, cp::axis<0, 2>, cp::keepdims)) / cp::std(cube, cp::axis<0, 2>, cp::keepdims),
                    "standardize02_2x3x17", n) < 4e-15);
  CHECK(n == 1);
  CHECK(difference<3>((cube - cp::mean(cube)) / cp::std(cube), "standardize_all_2x3x17", n) < 4e-15);
}

TEST_CASE("rows of every length that the kernels tell apart") {
  // Of 28640 float32, 49024 bytes lie in shared memory, and in all more than a kernel may have untold.
  for (std::int64_t columns : {1,     2,     3,     4,     7,     8,     31,    32,     33,     64,     100,
                               127,   128,   129,   1000,  1001,  1024,  4095,  4096,   4100,   8192,   16384,
                               20000, 28640, 32768, 32772, 50001, 65536, 70000, 131088, 262144, 350004, 400000}) {
    std::int64_t const rows = columns < 200 ? 37 : columns < 5000 ? 9 : 3;
    check_rows(numbers(rows, columns), std::to_string(rows) + " x " + std::to_string(columns));
  }
  check_rows(numbers(300, 1000), "300 x 1000");
}

TEST_CASE("few long rows are shared by blocks and tasks") {
  check_rows(numbers(1, 1000000), "1 x 1000000");
  check_rows(numbers(2, 300001), "2 x 300001");
  array<float, 2> const x = numbers(1000, 1000);
  array<float, 2> const scaled = x / cp::max(cp::abs(x));
  auto const values = x.to_host(), got = scaled.to_host();
  float most = 0;
  for (int i = 0; i < 1000000; ++i) most = std::fmax(most, std::abs(values.data()[i]));
  bool same = true;
  for (int i = 0; i < 1000000; ++i) same = same && got.data()[i] == values.data()[i] / most;
  CHECK(same);
}

TEST_CASE("rows however they lie") {
  auto const x = numbers(64, 600);
  check_rows(x(cp::all, cp::slice(1, 501)), "misaligned");
  check_rows(x(cp::all, cp::slice(0, 500)), "rows apart");
  check_rows(x(cp::all, cp::slice(0, 600, 2)), "every other column");
  check_rows(x(cp::all, cp::slice(cp::end, cp::end, -1)), "reversed");
  check_rows(x(cp::slice(cp::end, cp::end, -1)), "rows reversed");
  check_rows(numbers(600, 64).T(), "transposed");
  check_rows(numbers(70, 3).T(), "transposed, few");
  // Rows side by side that are read again.
  for (std::int64_t columns : {2, 41, 129})
    check_rows(numbers(9001, columns).T(), std::to_string(columns) + " side by side");
  check_rows(numbers(60001, 5).T(), "5 long ones side by side");
  check_rows(numbers(4001, 675).T(), "as many as half a block's threads side by side");
  check_rows(numbers(2000, 1300).T(), "more than a block's threads side by side");
  check_rows(cp::broadcast_to(x(0), {5, 600}), "one row broadcast");
  check_rows(cp::broadcast_to(x(cp::all, cp::slice(0, 1)), {64, 40}), "one column broadcast",
             4e-4);  // nothing but rounding errors is left
}

TEST_CASE("operands besides the reduced one: of a row, of a column, of a result") {
  auto const x = numbers(40, 256);
  array<float, 2> const column = numbers(40, 1);
  array<float, 1> const result = numbers(1, 40)(0);
  auto const values = x.to_host(), c = column.to_host();
  auto const b = result.to_host();
  auto sum_of = [&](int r) {
    double s = 0;
    for (int i = 0; i < 256; ++i) s += values.data()[r * 256 + i];
    return s;
  };
  array<float, 1> one = cp::empty<float>({40});
  CHECK(launches([&] { one(cp::all) = cp::sum(x, cp::axis<1>) * 2.0f + result; }) == 1);
  array<float, 2> kept = cp::empty<float>({40, 1}), all = cp::empty<float>({40, 256});
  CHECK(launches([&] { kept(cp::all) = cp::sum(x, cp::axis<1>, cp::keepdims) - column; }) == 1);
  CHECK(launches([&] { all(cp::all) = column * x - cp::mean(x * column, cp::axis<1>, cp::keepdims); }) == 1);
  auto const o = one.to_host();
  auto const k = kept.to_host(), a = all.to_host();
  for (int r = 0; r < 40; ++r) {
    double const s = sum_of(r);
    CHECK(std::abs(o.data()[r] - (2 * s + b.data()[r])) < 1e-3);
    CHECK(std::abs(k.data()[r] - (s - c.data()[r])) < 1e-3);
    for (int i = 0; i < 256; i += 51)
      CHECK(std::abs(a.data()[r * 256 + i] - (values.data()[r * 256 + i] * c.data()[r] - s * c.data()[r] / 256)) <
            1e-4);
  }
  // A result that is longer than what was reduced: not one kernel, but right.
  array<float, 2> const stretched = cp::sum(column, cp::axis<1>, cp::keepdims) + x;
  auto const st = stretched.to_host();
  for (int r = 0; r < 40; ++r) CHECK(st.data()[r * 256 + 9] == c.data()[r] + values.data()[r * 256 + 9]);
  // A reduction without keepdims broadcasts along other rows than its own.
  auto const square = numbers(50, 50);
  array<float, 2> const crossed = square - cp::sum(square, cp::axis<1>);
  auto const q = square.to_host(), cr = crossed.to_host();
  auto const qs = cp::eval(cp::sum(square, cp::axis<1>)).to_host();
  for (int r = 0; r < 50; ++r)
    for (int i = 0; i < 50; ++i) CHECK(cr.data()[r * 50 + i] == q.data()[r * 50 + i] - qs.data()[i]);
}

TEST_CASE("operands beside rows that are longer than a block's registers hold") {
  constexpr std::int64_t n = 20000;
  auto const x = numbers(2, n);
  array<float, 2> const column = numbers(2, 1);
  array<double, 1> const row = cp::astype<double>(numbers(1, n)(0));
  auto const shifted =
      cp::fuse([](auto v, auto c, auto r) { return (v * c + r) / cp::sum(v * c, cp::axis<-1>, cp::keepdims) + r * c; });
  array<double, 2> y;
  CHECK(launches([&] { y = shifted(x, column, row); }) == 1);
  auto const v = x.to_host(), c = column.to_host();
  auto const r = row.to_host();
  auto const got = y.to_host();
  double worst = 0;
  for (int k = 0; k < 2; ++k) {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += v(k, i) * c(k, 0);
    for (int i = 0; i < n; ++i)
      worst = std::fmax(worst, std::abs(got(k, i) - ((v(k, i) * c(k, 0) + r(i)) / sum + r(i) * c(k, 0))));
  }
  CHECK(worst < 1e-5);
  array<cp::float16, 2> const half = cp::astype<cp::float16>(numbers(2, 40000) * 0.25f);
  CHECK(
      cp::max(cp::abs(cp::astype<float>(softmax(half)) - cp::eval(softmax(cp::eval(cp::astype<float>(half)))))).item() <
      1e-3f);
  auto const wide = cp::eval(cp::astype<double>(numbers(2, 12000)));
  CHECK(cp::max(cp::abs(cp::sum(softmax(wide), cp::axis<1>) - 1)).item() < 1e-13);
}

TEST_CASE("the first of equal extremes, the first NaN, of rows that are longer than a block's registers hold") {
  for (std::int64_t const n : {1001, 20000, 20003, 90000, 300000, 300003}) check_places(n);
}

TEST_CASE("rows that blocks share, of every dtype and layout") {
  constexpr std::int64_t n = 100000;
  bool const clusters = cp::default_space::kind == cp::memory_kind::host || cp::cuda::properties().compute_major >= 9;
  auto const apart = numbers(5, n + 16);
  auto const x = apart(cp::all, cp::slice(0, n));
  check_rows(x, "rows apart");
  check_rows(cp::broadcast_to(x(0), {3, n}), "one row broadcast");
  array<float, 2> soft, expected = cp::empty<float>({5, n});
  CHECK(launches([&] { soft = softmax(x); }) == (clusters ? 1 : 3));
  for (int k = 0; k < 5; ++k) expected(cp::slice(k, k + 1)) = softmax(x(cp::slice(k, k + 1)));
  CHECK(cp::array_equal(soft, expected).item());
  auto const wide = cp::eval(cp::astype<double>(x));
  array<double, 2> const wide_soft = softmax(wide);
  CHECK(cp::max(cp::abs(wide_soft - soft)).item() < 1e-8);
  CHECK(cp::max(cp::abs(cp::sum(wide_soft, cp::axis<1>) - 1)).item() < 1e-13);
  // The same by means that are arrays: kernels of other forms.
  auto const mean = cp::eval(cp::mean(wide, cp::axis<1>, cp::keepdims));
  auto const bytes = cp::eval(cp::astype<cp::int8>(numbers(2, 400000) * 30.0f));
  auto const bytes_mean = cp::eval(cp::mean(bytes, cp::axis<1>, cp::keepdims));
  array<double, 2> const bytes_centred = bytes - cp::mean(bytes, cp::axis<1>, cp::keepdims);
  CHECK(cp::max(cp::abs(bytes_centred - (bytes - bytes_mean))).item() < 1e-11);
  array<cp::float16, 2> const half = cp::astype<cp::float16>(x);
  array<cp::float16, 2> const half_centred = half - cp::mean(half, cp::axis<1>, cp::keepdims);
  CHECK(cp::max(cp::abs(cp::astype<double>(half_centred) - (cp::astype<double>(half) - mean))).item() < 4e-3);
  // Two arrays, of different dtypes; one element a row; one row for all.
  array<float, 2> const column = numbers(5, 1);
  auto const weighted = cp::fuse([](auto v, auto w) { return v * w - cp::mean(v * w, cp::axis<-1>, cp::keepdims); });
  array<double, 2> const both = weighted(x, wide), scaled = weighted(x, column), crossed = weighted(x, x(3));
  auto const mean_of = [](auto const& v) {
    return cp::eval(cp::mean(cp::astype<double>(v), cp::axis<1>, cp::keepdims));
  };
  CHECK(cp::max(cp::abs(both - (x * wide - mean_of(x * wide)))).item() < 1e-10);
  CHECK(cp::max(cp::abs(scaled - (x * column - mean_of(x * column)))).item() < 1e-4);
  CHECK(cp::max(cp::abs(crossed - (x * x(3) - mean_of(x * x(3))))).item() < 1e-4);
  // Several levels, several results of a row, a graph.
  auto const levels = cp::fuse([](auto v) {
    auto const d = v - cp::mean(v, cp::axis<-1>, cp::keepdims);
    auto const u = d / cp::sqrt(cp::mean(d * d, cp::axis<-1>, cp::keepdims));
    auto const m = cp::max(u, cp::axis<-1>, cp::keepdims);
    return std::tuple(cp::sum(u * u, cp::axis<-1>), cp::max(cp::abs(u - m), cp::axis<-1>),
                      cp::all(u <= m, cp::axis<-1>));
  });
  auto const [squares, range, below] = levels(x);
  auto const unit = cp::eval((wide - mean) / cp::std(wide, cp::axis<1>, cp::keepdims));
  CHECK(cp::max(cp::abs(squares - double(n))).item() < 1);
  CHECK(cp::max(cp::abs(range - cp::ptp(unit, cp::axis<1>))).item() < 1e-5);
  CHECK(cp::all(below).item());
  auto const y = cp::eval(x * 0.0f);
  cp::graph const g = cp::capture([&] { y(cp::all) = softmax(x); });
  g.launch();
  CHECK(cp::array_equal(soft, y).item());
}

TEST_CASE("rows in place, into more rows, several outputs") {
  auto x = numbers(20, 300);
  auto const expected = cp::eval(softmax(x)).to_host();
  auto const original = x.copy();
  auto const temporaries = cp::count().temporaries;
  x(cp::all) = softmax(x);
  auto const got = x.to_host();
  bool same = true;
  for (int i = 0; i < 6000; ++i) same = same && got.data()[i] == expected.data()[i];
  CHECK(same);
  CHECK(cp::count().temporaries == temporaries);
  array<float, 3> cube = cp::empty<float>({2, 20, 300});
  cube(cp::all) = softmax(original);
  auto const c = cube.to_host();
  same = true;
  for (int i = 0; i < 12000; ++i) same = same && c.data()[i] == expected.data()[i % 6000];
  CHECK(same);
  // Written over its own operand, shifted: through a temporary.
  auto shifted = cp::eval(original * 1.0f);
  auto const shifted_expected = cp::eval(softmax(shifted(cp::slice(0, 19)))).to_host();
  shifted(cp::slice(1, 20)) = softmax(shifted(cp::slice(0, 19)));
  auto const sh = shifted.to_host();
  same = true;
  for (int i = 0; i < 19 * 300; ++i) same = same && sh.data()[300 + i] == shifted_expected.data()[i];
  CHECK(same);
  auto const both = cp::fuse([](auto v) {
    auto const m = cp::mean(v, cp::axis<-1>, cp::keepdims);
    return std::tuple(v - m, (v - m) * (v - m));
  });
  auto const before = cp::count().launches;
  auto const [a, b] = both(original);
  CHECK(cp::count().launches - before == 1);
  auto const ah = a.to_host(), bh = b.to_host();
  same = true;
  for (int i = 0; i < 6000; ++i) same = same && bh.data()[i] == ah.data()[i] * ah.data()[i];
  CHECK(same);
  auto const scale = [](float by) {
    return cp::fuse([by](auto v) { return v * by / cp::sum(v * by, cp::axis<-1>, cp::keepdims); });
  };
  auto const ones = cp::eval(cp::sum(scale(2.5f)(original * original), cp::axis<1>)).to_host();
  for (int i = 0; i < 20; ++i) CHECK(std::abs(ones.data()[i] - 1) < 1e-5);
}

TEST_CASE("rows of other dtypes, and of none") {
  auto const x = numbers(6, 130);
  array<cp::float16, 2> const half = cp::astype<cp::float16>(x);
  CHECK(
      cp::max(cp::abs(cp::astype<float>(softmax(half)) - cp::eval(softmax(cp::eval(cp::astype<float>(half)))))).item() <
      1e-3f);
  array<cp::int32, 2> const whole = cp::astype<cp::int32>(x * 100.0f);
  array<double, 2> const centred = whole - cp::mean(whole, cp::axis<1>, cp::keepdims);
  array<cp::complex128, 2> const z = cp::astype<cp::complex128>(x);
  array<cp::complex128, 2> const unit = z / cp::sum(z, cp::axis<1>, cp::keepdims);
  auto const v = x.to_host();
  auto const w = whole.to_host();
  auto const c = centred.to_host();
  auto const u = unit.to_host();
  double worst = 0;
  for (std::int64_t i = 0; i < 6; ++i) {
    double mean = 0, sum = 0;
    for (std::int64_t j = 0; j < 130; ++j) mean += w(i, j) / 130.0, sum += v(i, j);
    for (std::int64_t j = 0; j < 130; ++j) {
      worst = std::fmax(worst, std::abs(c(i, j) - (w(i, j) - mean)));
      worst = std::fmax(worst, std::abs(u(i, j).real() * sum / v(i, j) - 1) + std::abs(u(i, j).imag()));
    }
  }
  CHECK(worst < 1e-9);
  CHECK(cp::eval(softmax(cp::empty<float>({0, 5}))).shape() == cp::shape_array<2>{0, 5});
  CHECK(cp::eval(normalize(cp::empty<float>({4, 0}))).shape() == cp::shape_array<2>{4, 0});
  CHECK_THROWS_AS((void)cp::eval(softmax(cp::empty<float>({4, 0}))), cp::value_error);
  auto const none = cp::eval(cp::log(cp::sum(cp::exp(cp::empty<float>({4, 0})), cp::axis<1>) + 1)).to_host();
  for (int i = 0; i < 4; ++i) CHECK(none.data()[i] == 0);
}

TEST_CASE("bits of rows are the same in every run, for any number of threads and of rows") {
  auto const x = numbers(200, 1000), few = numbers(3, 200000);
  auto const first = cp::eval(softmax(x)).to_host(), first_few = cp::eval(standardize(few)).to_host();
  auto const fewer = cp::eval(softmax(x(cp::slice(0, 5)))).to_host();
  bool same = true;
  for (int i = 0; i < 5000; ++i) same = same && fewer.data()[i] == first.data()[i];
  CHECK(same);
  for (int run = 0; run < 8; ++run) {
    tests::host_threads const threads(run % 4 == 3 ? 8 : run % 4 + 1);
    auto const again = cp::eval(softmax(x)).to_host(), again_few = cp::eval(standardize(few)).to_host();
    for (int i = 0; i < 200000; ++i) same = same && again.data()[i] == first.data()[i];
    for (int i = 0; i < 600000; ++i) same = same && again_few.data()[i] == first_few.data()[i];
    CHECK(same);
  }
}

TEST_CASE("graphs replay rows") {
  auto const x = numbers(30, 256), y = cp::eval(x * 0.0f);
  cp::graph const g = cp::capture([&] { y(cp::all) = softmax(x); });
  x(cp::all) = x * 2.0f;
  g.launch();
  auto const expected = cp::eval(softmax(x)).to_host(), got = y.to_host();
  bool same = true;
  for (int i = 0; i < 30 * 256; ++i) same = same && got.data()[i] == expected.data()[i];
  CHECK(same);
}
