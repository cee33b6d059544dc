// How accurate reductions are: NIST's reference data, error bounds along any axis of any layout, offsets and magnitudes
// at the ends of the range.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <fuse/fuse.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "data.hpp"

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;

std::ifstream nist(std::string const& name) {
  std::ifstream file(tests::data_folder() + "/nist/" + name + ".txt");
  REQUIRE(file.good());
  return file;
}

/// Digits that agree, at most 15.
double digits(double got, double expected) {
  if (got == expected) return 15;
  return std::min(15.0, -std::log10(std::abs(got - expected) / std::abs(expected)));
}

/// NIST's rule for SmLs01 to SmLs09, or the numbers of an observed set.
std::vector<double> numbers_of(std::string const& name, int groups, int each) {
  std::vector<double> v;
  if (name.rfind("SmLs", 0) != 0) {
    std::ifstream file = nist(name);
    for (double x; file >> x;) v.push_back(x);
    return v;
  }
  int const set = name[5] - '1';
  std::string const whole = set < 3 ? "1" : set < 6 ? "1000000" : "1000000000000";
  int const tenths[] = {4, 3, 5, 3, 5, 3, 5, 3, 5};
  for (int g = 0; g < groups; ++g)
    for (int i = 0; i < each; ++i)
      v.push_back(std::stod(whole + "." + std::to_string(tenths[g] + (i == 0 ? 0 : i % 2 == 1 ? -1 : 1))));
  return v;
}

template <class T>
array<T, 1> on_default(std::vector<T> const& v) {
  return cp::ndarray<T, 1, cp::host_space>(v).template to<cp::default_space>();
}

}  // namespace

TEST_CASE("NIST: analysis of variance") {
  std::ifstream file = nist("anova");
  std::string name;
  int sets = 0;
  for (int groups, each; file >> name >> groups >> each; ++sets) {
    CAPTURE(name);
    double certified[3], exact[3];
    for (double& x : certified) file >> x;
    for (double& x : exact) file >> x;
    auto const y = cp::reshape(on_default(numbers_of(name, groups, each)), {groups, each});
    double const between = cp::var(cp::mean(y, 1)).item() * groups * each;
    double const within = cp::sum(cp::var(y, cp::axis<1>)).item() * each;
    double const f = between / (groups - 1) / (within / (groups * (each - 1)));
    double const by_column = cp::sum(cp::var(cp::eval(cp::transpose(y)), cp::axis<0>)).item() * each;
    // Against what is right for the numbers as float64: group means round, which costs digits of what lies between
    // them.
    CHECK(digits(within, exact[1]) >= 13);
    CHECK(digits(by_column, exact[1]) >= 13);
    double const offset = y.item(0, 0), spread = std::sqrt(exact[0] / (groups * each));
    CHECK(digits(between, exact[0]) >= std::min(13.0, 14.5 - std::log10(offset / spread)));
    double const total = cp::var(y).item() * groups * each;
    CHECK(digits(total, exact[0] + exact[1]) >= 13);
    // Against NIST's values: float64 does not hold 1000000000000.4 to more than 16 digits.
    double const possible = std::min(13.0, std::min(digits(exact[1], certified[1]), digits(exact[2], certified[2])));
    CHECK(digits(within, certified[1]) >= possible - 0.5);
    CHECK(digits(f, certified[2]) >= std::min(possible, 14.5 - std::log10(offset / spread)) - 0.5);
  }
  CHECK(sets == 11);
}

TEST_CASE("NIST: univariate") {
  std::ifstream file = nist("univariate");
  std::string name;
  int sets = 0;
  for (; file >> name; ++sets) {
    CAPTURE(name);
    double certified[2], exact[2];
    for (double& x : certified) file >> x;
    for (double& x : exact) file >> x;
    std::vector<double> v;
    if (name == "NumAcc1") {
      v = {10000001, 10000003, 10000002};
    } else {
      std::string const whole = name == "NumAcc2" ? "1" : name == "NumAcc3" ? "1000000" : "10000000";
      v.push_back(std::stod(whole + ".2"));
      for (int i = 0; i < 1000; ++i) v.push_back(std::stod(whole + (i % 2 == 0 ? ".1" : ".3")));
    }
    auto const x = on_default(v);
    CHECK(digits(cp::mean(x).item(), certified[0]) >= 14);
    CHECK(digits(cp::std(x, cp::ddof<1>).item(), exact[1]) >= 13);
    CHECK(digits(cp::std(x, cp::ddof<1>).item(), certified[1]) >= std::min(13.0, digits(exact[1], certified[1])) - 0.5);
  }
  CHECK(sets == 4);
}

#ifdef __CUDACC__
#pragma nv_diag_suppress 20208  // long double stays on the host
#endif

namespace {

/// Sums in long double with the parts that rounding loses.
struct exact_sum {
  long double sum = 0, lost = 0, magnitudes = 0;
  void add(long double x) {
    long double const t = sum + x;
    lost += std::abs(sum) >= std::abs(x) ? (sum - t) + x : (x - t) + sum;
    sum = t;
    magnitudes += std::abs(x);
  }
  long double value() const { return sum + lost; }
};

template <class T>
std::vector<T> data(std::string const& kind, std::int64_t n) {
  std::mt19937_64 random(20261121);
  std::vector<T> v(static_cast<std::size_t>(n));
  std::uniform_real_distribution<double> uniform(0, 1);
  std::lognormal_distribution<double> lognormal(0, 3);
  for (auto& x : v) x = static_cast<T>(kind == "lognormal" ? lognormal(random) : uniform(random));
  if (kind == "sorted") std::sort(v.begin(), v.end());
  if (kind == "alternating")
    for (std::size_t i = 0; i < v.size(); i += 2) v[i] = -v[i];
  return v;
}

template <class T>
double bound(std::int64_t n, long double magnitudes) {
  return (std::ceil(std::log2(std::max(1.0, static_cast<double>(n) / 128))) + 8) *
         static_cast<double>(std::numeric_limits<T>::epsilon() * magnitudes);
}

/// sum, mean and dot along each axis of each layout of (rows, columns).
template <class T>
void within_bounds(std::string const& kind, std::int64_t rows, std::int64_t columns) {
  CAPTURE(kind);
  auto const v = data<T>(kind, rows * columns);
  auto const flat = on_default(v);
  array<T, 2> const plain = cp::reshape(flat, {rows, columns});
  array<T, 2> const wide = cp::empty<T>({rows, 2 * columns});
  array<T, 2> const strided = wide(cp::all, cp::slice(cp::end, cp::end, 2));
  strided(cp::all) = plain;
  array<T, 2> const turned = cp::eval(cp::transpose(plain));
  array<T, 2> const backwards = cp::eval(plain(cp::slice(cp::end, cp::end, -1), cp::slice(cp::end, cp::end, -1)));
  array<T, 2> const layouts[] = {plain, strided, cp::transpose(turned),
                                 backwards(cp::slice(cp::end, cp::end, -1), cp::slice(cp::end, cp::end, -1))};
  exact_sum all, squares;
  std::vector<exact_sum> by_row(static_cast<std::size_t>(rows)), by_column(static_cast<std::size_t>(columns));
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      T const x = v[static_cast<std::size_t>(i * columns + j)];
      all.add(x), squares.add(static_cast<long double>(x) * x);
      by_row[static_cast<std::size_t>(i)].add(x), by_column[static_cast<std::size_t>(j)].add(x);
    }
  int layout = 0;
  for (auto const& a : layouts) {
    CAPTURE(layout++);
    std::int64_t const n = rows * columns;
    CHECK(std::abs(static_cast<long double>(cp::sum(a).item()) - all.value()) <= bound<T>(n, all.magnitudes));
    CHECK(std::abs(static_cast<long double>(cp::mean(a).item()) - all.value() / n) <=
          bound<T>(n, all.magnitudes) / static_cast<double>(n));
    CHECK(std::abs(static_cast<long double>(cp::linalg::norm(a).item()) / std::sqrt(squares.value()) - 1) <=
          4 * std::numeric_limits<T>::epsilon());
    auto const r = cp::eval(cp::sum(a, 1)).to_host(), c = cp::eval(cp::sum(a, 0)).to_host();
    bool right = true;
    for (std::int64_t i = 0; i < rows; ++i) {
      auto const& e = by_row[static_cast<std::size_t>(i)];
      right = right && std::abs(static_cast<long double>(r.data()[i]) - e.value()) <= bound<T>(columns, e.magnitudes);
    }
    for (std::int64_t j = 0; j < columns; ++j) {
      auto const& e = by_column[static_cast<std::size_t>(j)];
      right = right && std::abs(static_cast<long double>(c.data()[j]) - e.value()) <= bound<T>(rows, e.magnitudes);
    }
    CHECK(right);
  }
  CHECK(std::abs(static_cast<long double>(cp::dot(flat, flat).item()) - squares.value()) <=
        bound<T>(rows * columns, squares.magnitudes));
}

}  // namespace

TEST_CASE("sums, means, norms and scalar products keep to the bound of pairwise summation in every layout") {
  for (char const* kind : {"random", "sorted", "alternating", "lognormal"}) {
    within_bounds<float>(kind, 1000, 1031);
    within_bounds<double>(kind, 1000, 1031);
  }
  within_bounds<float>("lognormal", 3, 400001);
  within_bounds<float>("sorted", 400001, 3);
}

TEST_CASE("variances keep their digits whatever the order and the offset") {
  auto const relative_error = [](std::vector<double> const& v) {
    exact_sum total, squares, raw;
    for (double x : v) total.add(x), raw.add(static_cast<long double>(x) * x);
    long double const n = static_cast<long double>(v.size()), mean = total.value() / n;
    for (double x : v) squares.add((x - mean) * (x - mean));
    long double const right = squares.value() / n;
    double const condition = static_cast<double>(std::sqrt(raw.value() / squares.value()));
    auto const x = on_default(v);
    double const worst = static_cast<double>(
        std::max(std::abs(cp::var(x).item() - right), std::abs(cp::nanvar(x).item() - right)) / right);
    return worst / (8 * 2.3e-16 * std::max(1.0, condition));
  };
  for (double offset : {0.0, 1.0, 1e3, 1e6, 1e9, -1e12}) {
    CAPTURE(offset);
    auto v = data<double>("random", 100000);
    for (double& x : v) x += offset;
    CHECK(relative_error(v) <= 1);
    v[0] = offset + 1e8;  // an outlier in front
    CHECK(relative_error(v) <= 1);
    std::sort(v.begin(), v.end());
    CHECK(relative_error(v) <= 1);
  }
  std::vector<double> jump(100000, 1e8);
  for (std::size_t i = 0; i < jump.size() / 2; ++i) jump[i] = 1e-3 * static_cast<double>(i);
  CHECK(relative_error(jump) <= 1);
  // Nothing overflows where the result does not.
  auto const far = on_default(std::vector<double>{1e300, 1e300, 1e300});
  CHECK(cp::var(far).item() == 0);
  auto const large = on_default(std::vector<float>{3e38f, 3e38f, 2.9e38f, 2.9e38f});
  CHECK(cp::std(large).item() == doctest::Approx(5e36).epsilon(1e-5));
  // 2^53 + odd numbers round; int64 is converted first, as in NumPy.
  CHECK(cp::var(on_default(std::vector<std::int64_t>{1000000000000001, 1000000000000003})).item() == 1);
  auto const z = on_default(std::vector<cp::complex128>{{1e9 + 1, 2}, {1e9 - 1, 4}, {1e9, 3}});
  CHECK(cp::var(z).item() == doctest::Approx(4.0 / 3).epsilon(1e-14));
}

TEST_CASE("norms reach the ends of the range") {
  auto const norm_of = [](auto const& v) { return cp::linalg::norm(on_default(v)).item(); };
  double const tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
  for (double scale : {1.0, 1e300, 1e-300, 1e154, 1e-154, 1e-162, 1e150, 1e-150, 3e146, 1e-310}) {
    CAPTURE(scale);
    CHECK(std::abs(norm_of(std::vector<double>{3 * scale, -4 * scale, 0}) / (5 * scale) - 1) <
          (scale < 1e-307 ? 1e-12 : 1e-15));
    CHECK(std::abs(norm_of(std::vector<cp::complex128>{{3 * scale, -4 * scale}}) / (5 * scale) - 1) <
          (scale < 1e-307 ? 1e-12 : 1e-15));
  }
  CHECK(norm_of(std::vector<double>{tiny}) == tiny);
  CHECK(norm_of(std::vector<double>{huge}) == huge);
  CHECK(norm_of(std::vector<double>{huge, huge}) == std::numeric_limits<double>::infinity());
  CHECK(std::abs(norm_of(std::vector<double>{1e300, 1, 1e-300}) / 1e300 - 1) < 1e-15);
  CHECK(std::abs(norm_of(std::vector<double>{1e-200, 3e-200, 1e-10}) / 1e-10 - 1) < 1e-15);
  CHECK(std::abs(norm_of(std::vector<double>(10000, 1e154)) / 1e156 - 1) < 4e-15);
  CHECK(std::abs(norm_of(std::vector<double>(10000, 1e-160)) / 1e-158 - 1) < 4e-15);
  for (float scale : {1e38f, 1e-38f, 1e-44f, 1.0f}) CHECK(norm_of(std::vector<float>{scale, 0, 0}) == scale);
  CHECK(norm_of(std::vector<float>{3e37f, 4e37f}) == doctest::Approx(5e37));
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(norm_of(std::vector<double>{1, -inf, 1e-300}) == inf);
  CHECK(std::isnan(norm_of(std::vector<double>{1, nan, 1e300})));
  CHECK(std::isnan(norm_of(std::vector<double>{1e-300, nan})));
  CHECK(std::isnan(norm_of(std::vector<double>{inf, nan})));
}

TEST_CASE("logarithms of sums of exponentials") {
  auto const of = [](auto const& v) { return cp::logsumexp(on_default(v)).item(); };
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(of(std::vector<double>{1000, 1000}) == doctest::Approx(1000 + std::log(2.0)).epsilon(1e-15));
  CHECK(of(std::vector<double>{-1000, -1001}) == doctest::Approx(-1000 + std::log1p(std::exp(-1.0))).epsilon(1e-15));
  CHECK(of(std::vector<double>{}) == -inf);
  CHECK(of(std::vector<double>{-inf, -inf}) == -inf);
  CHECK(of(std::vector<double>{-inf, 2}) == 2);
  CHECK(of(std::vector<double>{inf, inf, 3}) == inf);
  CHECK(of(std::vector<double>{inf, -inf}) == inf);
  CHECK(std::isnan(of(std::vector<double>{1, nan, 2})));
  CHECK(std::isnan(of(std::vector<double>{nan})));
  for (char const* kind : {"random", "sorted", "lognormal"}) {
    CAPTURE(kind);
    auto const v = data<float>(kind, 300000);
    long double const top = *std::max_element(v.begin(), v.end());
    exact_sum s;
    for (float x : v) s.add(std::exp(static_cast<long double>(x) - top));
    long double const right = top + std::log(s.value());
    CHECK(std::abs(of(v) - right) <= 1.2e-7 * (21 + std::abs(static_cast<double>(right))));
    std::vector<double> const d(v.begin(), v.end());
    CHECK(std::abs(of(d) - right) <= 2.3e-16 * (21 + std::abs(static_cast<double>(right))));
  }
}

TEST_CASE("as many ones as float32 can count and more are summed exactly") {
  std::vector<std::int64_t> sizes{(std::int64_t{1} << 24) + 1};
  if constexpr (std::is_same_v<cp::default_space, cp::cuda_space>)
    for (std::int64_t n : {std::int64_t{1} << 28, std::int64_t{1} << 30}) sizes.push_back(n);
  for (std::int64_t n : sizes) {
    CAPTURE(n);
    array<float, 1> const ones = cp::full<float>({n}, 1.0f);
    CHECK(cp::sum(ones).item() == static_cast<float>(n));
    CHECK(cp::mean(ones).item() == 1);
    CHECK(cp::dot(ones, ones).item() == static_cast<float>(n));
  }
}
