// Folds and rows along axes of 1 to 17 elements, many of them: all dtypes' kinds, layouts, NaN, places, masks, several
// outputs. Sums are of small integers, so that they are exact in any order.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <vector>

namespace {

/// Small integers, NaN here and there (`odd`) where there is one.
template <class T>
cp::ndarray<T, 1> numbers(std::int64_t n, bool odd = false) {
  std::vector<T> x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<T>(static_cast<float>(i * 7919 % 8191 % 7));
    if constexpr (cp::floating<T>)
      if (odd && i % 101 == 3) x[i] = std::numeric_limits<T>::quiet_NaN();
  }
  return cp::ndarray<T, 1>(x);
}
template <class A>
auto on_host(A const& a) {
  return cp::ravel(cp::copy(a)).to_host();
}

/// Rows, and no multiple of anything: on a device so many that each is a thread's.
constexpr std::int64_t many = std::is_same_v<cp::default_space, cp::cuda_space> ? 140003 : 3001;

/// Compares the reductions of a matrix along its axis 1, however it lies, with loops.
template <class T>
void check(cp::ndarray<T, 2> const& x) {
  std::int64_t const rows = x.shape()[0], n = x.shape()[1];
  CAPTURE(n);
  auto const all = on_host(x);
  auto const sums = on_host(cp::sum(x, cp::axis<1>));
  auto const most = on_host(cp::max(x, cp::axis<1>));
  auto const least = on_host(cp::argmin(x, cp::axis<1>, cp::keepdims));
  auto const some = on_host(cp::sum(x, cp::axis<1>, cp::where(x > T(2))));
  std::int64_t wrong = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    T const* const p = all.data() + r * n;
    double sum = 0, masked = 0;
    T largest = p[0];
    std::int64_t where = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      sum += static_cast<double>(p[i]);
      if (p[i] > T(2)) masked += static_cast<double>(p[i]);
      if (!(p[i] <= largest) && largest == largest) largest = p[i];
      if (!(p[i] >= p[where]) && p[where] == p[where]) where = i;
    }
    auto const differs = [](auto a, double b) { return !(static_cast<double>(a) == b || (a != a && b != b)); };
    wrong += differs(sums.data()[r], sum) + differs(most.data()[r], static_cast<double>(largest)) +
             (least.data()[r] != where) + differs(some.data()[r], masked);
  }
  CHECK(wrong == 0);
}

template <class T>
void check_layouts(std::int64_t n) {
  bool const odd = n % 2 != 0;
  auto const flat = numbers<T>(many * n + 1, odd);
  check<T>(cp::reshape(flat(cp::slice(0, many * n)), {many, n}));
  check<T>(cp::reshape(flat(cp::slice(1, many * n + 1)), {many, n}));
  check<T>(cp::transpose(cp::reshape(flat(cp::slice(0, many * n)), {n, many})));
  auto const wide = cp::reshape(numbers<T>(many * (n + 3), odd), {many, n + 3});
  check<T>(wide(cp::all, cp::slice(1, n + 1)));
  check<T>(wide(cp::all, cp::slice(n, 0, -1)));
  check<T>(wide(cp::slice(cp::end, 0, -2), cp::slice(0, n)));
}

}  // namespace

TEST_CASE("short axes: reductions of all layouts") {
  for (std::int64_t n : {1, 2, 3, 4, 5, 7, 8, 9, 16, 17}) check_layouts<float>(n);
  for (std::int64_t n : {1, 3, 4, 15}) {
    check_layouts<cp::int8>(n);
    check_layouts<double>(n);
    check_layouts<cp::float16>(n);
    check_layouts<cp::int64>(n);
  }
}

TEST_CASE("columns that are no vectors, which blocks share") {
  for (std::int64_t n : {3, 7, 37, 1001}) {
    std::int64_t const rows = 200000 / n;
    auto const x = cp::reshape(numbers<float>(rows * n), {rows, n});
    auto const all = on_host(x), sums = on_host(cp::sum(x, cp::axis<0>)), most = on_host(cp::max(x, cp::axis<0>));
    auto const places = on_host(cp::argmin(x, cp::axis<0>));
    std::int64_t wrong = 0;
    for (std::int64_t c = 0; c < n; ++c) {
      float sum = 0, largest = -1;
      std::int64_t least = 0;
      for (std::int64_t r = 0; r < rows; ++r) {
        float const v = all.data()[r * n + c];
        sum += v;
        largest = std::fmax(largest, v);
        if (v < all.data()[least * n + c]) least = r;
      }
      wrong += sums.data()[c] != sum || most.data()[c] != largest || places.data()[c] != least;
    }
    CHECK(wrong == 0);
  }
}

namespace {

/// Compares folds of axes 1 and 3 of five axes, of which the last one need not be there (`e` = 1), with loops.
template <class T>
void check_pools(std::int64_t h, std::int64_t a, std::int64_t w, std::int64_t b, std::int64_t e) {
  CAPTURE(h);
  CAPTURE(w);
  CAPTURE(b);
  auto const x = cp::reshape(numbers<T>(h * a * w * b * e), {h, a, w, b, e});
  auto const sums = on_host(cp::sum(x, cp::axis<1, 3>));
  auto const all = on_host(x), most = on_host(cp::max(x, cp::axis<1, 3>)),
             again = on_host(cp::max(cp::transpose(x, {0, 3, 2, 1, 4}), cp::axis<1, 3>));
  auto const means = on_host(cp::mean(x, cp::axis<1, 3>) * 2);
  auto const apart = on_host(cp::max(x(cp::all, cp::all, cp::slice(0, w, 2)), cp::axis<1, 3>));
  auto const variances = on_host(cp::var(cp::astype<float>(x), cp::axis<1, 3>));
  auto const n = static_cast<double>(a * b);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < h; ++i)
    for (std::int64_t j = 0; j < w; ++j)
      for (std::int64_t m = 0; m < e; ++m) {
        double sum = 0, squares = 0, largest = -1;
        for (std::int64_t k = 0; k < a; ++k)
          for (std::int64_t l = 0; l < b; ++l) {
            auto const v = static_cast<double>(all.data()[(((i * a + k) * w + j) * b + l) * e + m]);
            sum += v;
            squares += v * v;
            largest = std::fmax(largest, v);
          }
        std::int64_t const at = (i * w + j) * e + m;
        wrong += static_cast<double>(most.data()[at]) != largest;
        wrong += static_cast<double>(again.data()[at]) != largest;
        if (j % 2 == 0) wrong += static_cast<double>(apart.data()[(i * ((w + 1) / 2) + j / 2) * e + m]) != largest;
        if (sizeof(T) != 2) wrong += static_cast<double>(sums.data()[at]) != sum;
        wrong += std::abs(static_cast<double>(means.data()[at]) - 2 * sum / n) > (sizeof(T) == 2 ? 1e-2 : 1e-5);
        wrong += std::abs(static_cast<double>(variances.data()[at]) - (squares / n - sum * sum / n / n)) > 1e-4;
      }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("short axes: pools") {
  std::int64_t const shapes[][4] = {{211, 2, 701, 2},  {1, 3, 300000, 3}, {100003, 2, 3, 2}, {400, 4, 500, 4},
                                    {160000, 5, 1, 3}, {211, 2, 704, 2},  {3000, 8, 16, 4},  {3, 20000, 4, 2},
                                    {2, 3, 50000, 4},  {30011, 1, 4, 4}};
  for (auto const& [h, a, w, b] : shapes) check_pools<float>(h, a, w, b, 1);
  check_pools<float>(211, 2, 352, 2, 3);
  check_pools<cp::float16>(3000, 8, 16, 4, 1);
  check_pools<cp::float16>(700, 3, 48, 8, 1);
  check_pools<cp::int8>(700, 2, 64, 2, 1);
  check_pools<cp::int8>(700, 1, 66, 4, 1);
  check_pools<double>(700, 3, 64, 2, 1);
  check_pools<double>(7, 3000, 2, 2, 1);
}

TEST_CASE("short axes: pairs, and rows that are read again") {
  std::int64_t const pairs[][3] = {{401, 350, 1}, {401, 350, 2},  {401, 350, 3},  {401, 350, 5}, {401, 350, 8},
                                   {20001, 8, 3}, {20001, 12, 5}, {20001, 20, 3}, {9001, 3, 2}};
  for (auto const& [n, m, d] : pairs) {
    auto const x = cp::reshape(numbers<float>(n * d), {n, d}), y = cp::reshape(numbers<float>(m * d), {m, d});
    auto const diff = x(cp::all, cp::newaxis) - y(cp::newaxis);
    auto const squares = on_host(cp::sum(diff * diff, cp::axis<-1>));
    auto const a = on_host(x), b = on_host(y);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < m; ++j) {
        float sum = 0;
        for (std::int64_t k = 0; k < d; ++k)
          sum += (a.data()[i * d + k] - b.data()[j * d + k]) * (a.data()[i * d + k] - b.data()[j * d + k]);
        wrong += squares.data()[i * m + j] != sum;
      }
    CHECK(wrong == 0);
  }
  constexpr auto shares = cp::fuse([](auto v) {
    auto const sum = cp::sum(v, cp::axis<-1>, cp::keepdims);
    return std::tuple{v / sum, v - cp::max(v, cp::axis<-1>, cp::keepdims), v * sum};
  });
  for (std::int64_t n : {1, 2, 3, 4, 5, 7, 8, 13, 16, 17}) {
    auto const flat = numbers<float>(many * n + 1) + 1;
    for (std::int64_t begin : {0, 1}) {
      auto const x = cp::reshape(cp::copy(flat)(cp::slice(begin, begin + many * n)), {many, n});
      auto const [part, below, scaled] = shares(x);
      auto const all = on_host(x), p = on_host(part), q = on_host(below), s = on_host(scaled);
      std::int64_t wrong = 0;
      for (std::int64_t r = 0; r < many; ++r) {
        float sum = 0, largest = 0;
        for (std::int64_t i = r * n; i < r * n + n; ++i)
          sum += all.data()[i], largest = std::fmax(largest, all.data()[i]);
        for (std::int64_t i = r * n; i < r * n + n; ++i)
          wrong += std::abs(p.data()[i] - all.data()[i] / sum) > 1e-6f || q.data()[i] != all.data()[i] - largest ||
                   s.data()[i] != all.data()[i] * sum;
      }
      CHECK(wrong == 0);
    }
  }
}

namespace {

/// Rows that know their largest element and their sum, and a vector besides; x is named five times.
void check_rows(cp::ndarray<float, 2> const& x, cp::ndarray<float, 1> const& gamma) {
  std::int64_t const rows = x.shape()[0], n = x.shape()[1];
  CAPTURE(rows);
  CAPTURE(n);
  auto const most = cp::max(x, cp::axis<1>, cp::keepdims);
  auto const below = x - most;
  cp::ndarray<float, 2> const got = (below / cp::sqrt(cp::sum(below * below, cp::axis<1>, cp::keepdims) + 1)) * gamma;
  auto const all = on_host(x), g = on_host(gamma), made = on_host(got);
  std::int64_t wrong = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    float const* const p = all.data() + r * n;
    double largest = p[0], sum = 1;
    for (std::int64_t i = 0; i < n; ++i) largest = std::fmax(largest, p[i]);
    for (std::int64_t i = 0; i < n; ++i) sum += (p[i] - largest) * (p[i] - largest);
    for (std::int64_t i = 0; i < n; ++i)
      wrong += !(std::abs(made.data()[r * n + i] - (p[i] - largest) / std::sqrt(sum) * g.data()[i]) <= 1e-5);
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("rows of all lengths and layouts") {
  for (std::int64_t n : {2, 6, 33, 64, 250, 1001, 4096, 5003}) {
    std::int64_t const rows = 40000 / n + 35;
    auto const gamma = numbers<float>(n) + 1;
    cp::ndarray<float, 1> const g = gamma, flat = numbers<float>(rows * (n + 3) + 1);
    check_rows(cp::reshape(flat(cp::slice(0, rows * n)), {rows, n}), g);
    check_rows(cp::reshape(flat(cp::slice(1, rows * n + 1)), {rows, n}), g);
    check_rows(cp::transpose(cp::reshape(flat(cp::slice(0, rows * n)), {n, rows})), g);
    auto const wide = cp::reshape(flat(cp::slice(0, rows * (n + 3))), {rows, n + 3});
    check_rows(wide(cp::all, cp::slice(1, n + 1)), g);
    check_rows(wide(cp::all, cp::slice(n, 0, -1)), g);
    check_rows(wide(cp::slice(0, cp::end, 2), cp::slice(2, n + 2)), g);
  }
}

TEST_CASE("rows along two axes that are apart") {
  for (std::int64_t inner : {16, 15}) {
    auto const x = cp::reshape(numbers<float>(6 * 5 * 4 * inner), {6, 5, 4, inner});
    cp::ndarray<float, 4> const got =
        x - cp::max(x, cp::axis<0, 2, 3>, cp::keepdims) + cp::mean(x, cp::axis<0, 2, 3>, cp::keepdims);
    auto const all = on_host(x), made = on_host(got);
    std::int64_t wrong = 0;
    for (std::int64_t c = 0; c < 5; ++c) {
      float most = -1, sum = 0;
      auto const each = [&](auto const& use) {
        for (std::int64_t a = 0; a < 6; ++a)
          for (std::int64_t i = 0; i < 4 * inner; ++i) use((a * 5 + c) * 4 * inner + i);
      };
      each([&](std::int64_t i) { most = std::fmax(most, all.data()[i]), sum += all.data()[i]; });
      float const mean = sum / static_cast<float>(24 * inner);
      each([&](std::int64_t i) { wrong += std::abs(made.data()[i] - (all.data()[i] - most + mean)) > 1e-5f; });
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("short axes: empty ones") {
  auto const x = cp::zeros<float>({many, 0});
  CHECK(cp::sum(x, cp::axis<1>).shape()[0] == many);
  CHECK(cp::max(on_host(cp::sum(x, cp::axis<1>))).item() == 0);
  CHECK_THROWS_AS((void)cp::copy(cp::max(x, cp::axis<1>)), cp::value_error);
  CHECK(cp::sum(cp::zeros<float>({0, 3}), cp::axis<1>).shape()[0] == 0);
}
