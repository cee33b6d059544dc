// Folds of very many rows of up to some hundred elements, beside what all rows have in common, of results along two
// axes, and of positions: on a device a thread has several of them. Small integers, so that sums are exact in any
// order.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <tuple>

namespace {

constexpr bool on_device = std::is_same_v<cp::default_space, cp::cuda_space>;

/// Whole numbers from -3 to 3.
template <class T>
cp::ndarray<T, 2> numbers(std::int64_t rows, std::int64_t columns) {
  auto const i = cp::index<0>({rows, columns}) * 5 + cp::index<1>({rows, columns}) * 3;
  return cp::astype<T>(i * i % 7 - 3);
}

/// Rows: no multiple of anything, and on a device more than its threads have at once.
std::int64_t rows_of(std::int64_t n) { return (on_device ? 9000017 : 90017) / (n + 4); }

template <class T>
void check(cp::ndarray<T, 2> const& x, cp::ndarray<T, 1> const& w, cp::ndarray<T, 1> const& b) {
  std::int64_t const rows = x.shape()[0], n = x.shape()[1];
  CAPTURE(n);
  auto const v = cp::copy(x).to_host();
  auto const u = cp::copy(w).to_host(), c = cp::copy(b).to_host();
  auto const sums = cp::eval(cp::sum(x * w + b, 1)).to_host();
  auto const most = cp::eval(cp::max(x * w, 1)).to_host();
  auto const first = cp::eval(cp::argmax(x - b, 1)).to_host();
  std::int64_t wrong = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    double sum = 0, largest = -1e9, best = -1e9;
    std::int64_t where = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      auto const e = static_cast<double>(v(r, i)), f = static_cast<double>(u(i)), g = static_cast<double>(c(i));
      sum += e * f + g;
      if (e * f > largest) largest = e * f;
      if (e - g > best) best = e - g, where = i;
    }
    wrong += static_cast<double>(sums(r)) != static_cast<double>(static_cast<decltype(+sums(r))>(sum));
    wrong += static_cast<double>(most(r)) != largest;
    wrong += first(r) != where;
  }
  CHECK(wrong == 0);
}

template <class T>
void check_layouts(std::int64_t n) {
  auto const wide = numbers<T>(rows_of(n), n + 9);
  auto const beside = numbers<T>(2, n + 9);
  auto const part = [&](std::int64_t from) { return cp::slice(from, from + n); };
  auto const whole = cp::copy(wide(cp::all, part(0)));
  check<T>(whole, cp::copy(beside(0)(part(0))), cp::copy(beside(1)(part(0))));
  check<T>(whole, beside(0)(part(1)), beside(1)(part(2)));
  check<T>(wide(cp::all, part(3)), beside(0)(part(3)), beside(1)(part(3)));
  check<T>(wide(cp::all, cp::slice(n, 0, -1)), beside(0)(part(0)), beside(1)(cp::slice(n, 0, -1)));
  check<T>(wide(cp::slice(cp::end, 0, -1), part(8)), beside(0)(part(8)), beside(1)(part(0)));
  check<T>(cp::broadcast_to(wide(0)(part(1)), {rows_of(n), n}), beside(0)(part(1)), beside(1)(part(1)));
}

}  // namespace

TEST_CASE("many rows beside what all have in common: float32") {
  for (std::int64_t const n : {1, 2, 7, 8, 12, 31, 32, 33, 64, 100, 527}) check_layouts<float>(n);
}
TEST_CASE("many rows beside what all have in common: other dtypes") {
  for (std::int64_t const n : {3, 16, 37, 128}) {
    check_layouts<double>(n);
    check_layouts<cp::int8>(n);
    check_layouts<cp::int64>(n);
  }
  for (std::int64_t const n : {5, 32, 63}) {
    check_layouts<cp::float16>(n);
    check_layouts<cp::bfloat16>(n);
  }
}

TEST_CASE("results along two and three axes") {
  std::int64_t const many = on_device ? 70007 : 707;
  for (std::int64_t const k : {1, 2, 3, 9, 40}) {
    CAPTURE(k);
    auto const p = numbers<float>(many, k), q = numbers<float>(25, k);
    auto const apart = cp::eval(cp::sum(cp::square(p(cp::all, cp::newaxis) - q(cp::newaxis)), 2)).to_host();
    auto const nearest =
        cp::eval(cp::argmin(cp::sum(cp::square(p(cp::all, cp::newaxis) - q(cp::newaxis)), 2), 1)).to_host();
    auto const turned =
        cp::eval(cp::sum(cp::reshape(p, {7, many / 7, k}) * cp::reshape(q(cp::slice(0, 7)), {7, 1, k}), 2)).to_host();
    auto const u = p.to_host(), v = q.to_host();
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < many; ++i) {
      double best = 1e9, product = 0;
      std::int64_t where = 0;
      for (std::int64_t j = 0; j < 25; ++j) {
        double sum = 0;
        for (std::int64_t e = 0; e < k; ++e) sum += (u(i, e) - v(j, e)) * (u(i, e) - v(j, e));
        wrong += apart(i, j) != sum;
        if (sum < best) best = sum, where = j;
      }
      wrong += nearest(i) != where;
      std::int64_t const block = i / (many / 7), row = i % (many / 7);
      if (block >= 7) continue;
      for (std::int64_t e = 0; e < k; ++e) product += u(i, e) * v(block, e);
      wrong += turned(block, row) != product;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("complex numbers, and outputs of a lambda") {
  std::int64_t const rows = on_device ? 100003 : 1003, n = 24;
  auto const x = numbers<float>(rows, n);
  auto const z = cp::eval(cp::sum(cp::astype<cp::complex64>(x) * cp::complex64(0, 2), 1)).to_host();
  auto const f = cp::fuse([](auto a) {
    return std::make_tuple(cp::sum(a, cp::axis<1>), cp::mean(a * a, cp::axis<1>), cp::argmin(a, cp::axis<1>));
  });
  auto const [s, m, i] = f(x);
  auto const sums = s.to_host(), means = m.to_host();
  auto const least = i.to_host();
  auto const v = x.to_host();
  std::int64_t wrong = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    double sum = 0, squares = 0;
    std::int64_t where = 0;
    for (std::int64_t e = 0; e < n; ++e) {
      sum += v(r, e), squares += v(r, e) * v(r, e);
      if (v(r, e) < v(r, where)) where = e;
    }
    wrong += z(r) != cp::complex64(0, static_cast<float>(2 * sum));
    wrong += sums(r) != sum || means(r) != static_cast<float>(squares / double(n)) || least(r) != where;
  }
  CHECK(wrong == 0);
}

TEST_CASE("folds of positions, in 32 bits where they fit and in 64 where they do not") {
  std::int64_t const a = on_device ? 3001 : 301, b = 729;
  auto const i = cp::index<0>({a, b}), j = cp::index<1>({a, b});
  auto const x = numbers<float>(a, b);
  auto const v = x.to_host();
  auto const rows = cp::eval(cp::sum(cp::where((i + j) % 9 == 0, x, 0.0f), 1)).to_host();
  auto const columns = cp::eval(cp::sum(cp::where((i + j) % 9 == 0, x, 0.0f), 0)).to_host();
  auto const last = cp::eval(cp::argmax((i * 31 + j * 17) % 101, 1)).to_host();
  auto const small = cp::eval(cp::sum(i * 3 - j, 1)).to_host();
  auto const large = cp::eval(cp::sum(i * 3000000000LL - j * 7, 1)).to_host();
  auto const largest = cp::eval(cp::max(i * 40000000LL + j, 0)).to_host();
  auto const centred =
      cp::eval(cp::astype<float>(j % 5) - cp::mean(cp::astype<float>(j % 5), cp::axis<1>, cp::keepdims)).to_host();
  for (std::int64_t r = 0; r < a; ++r) {
    double sum = 0, mean = 0;
    std::int64_t where = 0, threes = 0, billions = 0;
    for (std::int64_t c = 0; c < b; ++c) {
      if ((r + c) % 9 == 0) sum += v(r, c);
      if ((r * 31 + c * 17) % 101 > (r * 31 + where * 17) % 101) where = c;
      threes += r * 3 - c;
      billions += r * 3000000000LL - c * 7;
      mean += double(c % 5) / double(b);
    }
    REQUIRE(rows(r) == sum);
    REQUIRE(last(r) == where);
    REQUIRE(small(r) == threes);
    REQUIRE(large(r) == billions);
    REQUIRE(centred(r, 3) == doctest::Approx(3 - mean));
  }
  for (std::int64_t c = 0; c < b; ++c) {
    double sum = 0;
    for (std::int64_t r = 0; r < a; ++r)
      if ((r + c) % 9 == 0) sum += v(r, c);
    REQUIRE(columns(c) == sum);
    REQUIRE(largest(c) == (a - 1) * 40000000LL + c);
  }
}

TEST_CASE("reductions of a few elements inside of others are part of their kernel") {
  std::int64_t const many = on_device ? 20011 : 211;
  auto const p = numbers<float>(many, 3), q = numbers<float>(8, 3);
  auto const differences = p(cp::all, cp::newaxis) - q(cp::newaxis);
  auto const before = cp::count().launches;
  auto const nearest = cp::eval(cp::min(cp::sum(cp::square(differences), 2), 1));
  if (on_device) CHECK(cp::count().launches - before == 1);
  auto const got = nearest.to_host();
  auto const farthest = cp::eval(cp::argmax(cp::max(cp::abs(differences), 2), 1)).to_host();
  auto const kept = cp::eval(cp::mean(cp::sum(differences, cp::axis<2>, cp::keepdims), cp::axis<1>)).to_host();
  auto const first =
      cp::eval(
          cp::sum(cp::max(cp::transpose(p)(cp::all, cp::newaxis) * cp::transpose(q)(cp::all, cp::all, cp::newaxis), 0),
                  0))
          .to_host();
  auto const turned = cp::eval(cp::sum(cp::prod(cp::flip(p)(cp::all, cp::newaxis) + q(cp::newaxis), 2), 1)).to_host();
  auto const half = cp::astype<cp::float16>(p), half_q = cp::astype<cp::float16>(q);
  auto const rounded =
      cp::eval(cp::max(cp::sum(cp::eval(half)(cp::all, cp::newaxis) * cp::eval(half_q)(cp::newaxis), 2), 1)).to_host();
  auto const twice = cp::eval(cp::max(cp::sum(differences, 2), 1) - cp::min(cp::sum(differences, 2), 1)).to_host();
  auto const u = p.to_host(), v = q.to_host();
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < many; ++i) {
    double least = 1e9, most = -1, mean = 0, products = 0, dot = -1e9, low = 1e9, high = -1e9, sum = 0;
    std::int64_t where = 0;
    for (std::int64_t j = 0; j < 8; ++j) {
      double squares = 0, largest = 0, total = 0, product = 1, inner = 0, best = -1e9;
      for (std::int64_t e = 0; e < 3; ++e) {
        double const d = u(i, e) - v(j, e);
        squares += d * d, total += d, largest = std::max(largest, std::abs(d)), inner += u(i, e) * v(j, e);
        best = std::max(best, double(u(i, e)) * v(j, e));
        product *= u(many - 1 - i, 2 - e) + v(j, e);
      }
      least = std::min(least, squares), mean += total / 8, products += product, dot = std::max(dot, inner), sum += best;
      low = std::min(low, total), high = std::max(high, total);
      if (largest > most) most = largest, where = j;
    }
    wrong += got(i) != least || farthest(i) != where || kept(i, 0) != static_cast<float>(mean) || first(i) != sum;
    wrong += float(rounded(i)) != dot || twice(i) != high - low;
    wrong += turned(i) != products;
  }
  CHECK(wrong == 0);
}
