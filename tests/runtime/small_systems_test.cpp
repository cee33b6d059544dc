// The algorithms that kernels use for many small matrices, with threads of the host for the lanes of a group: what one
// lane writes and another reads has a barrier between.
#include "library/small_rows.hpp"

#include <doctest/doctest.h>

#include <barrier>
#include <cmath>
#include <complex>
#include <random>
#include <thread>
#include <type_traits>
#include <vector>

namespace {

namespace small = cp::library::small;
using cp::library::transposition;
using number = std::complex<double>;

struct shared_room {
  explicit shared_room(int n)
      : barrier(n),
        value(static_cast<std::size_t>(n)),
        index(static_cast<std::size_t>(n)),
        held(static_cast<std::size_t>(n)) {}
  std::barrier<> barrier;
  std::vector<double> value;
  std::vector<int> index;
  std::vector<void const*> held;
};

/// A lane of a group of threads.
struct lane_of {
  int lane, size;
  shared_room& room;

  void sync() const { room.barrier.arrive_and_wait(); }
  template <class R>
  int largest(R value, int index) const {
    room.value[static_cast<std::size_t>(lane)] = static_cast<double>(value);
    room.index[static_cast<std::size_t>(lane)] = index;
    sync();
    std::size_t best = 0;
    for (std::size_t i = 1; i < room.value.size(); ++i)
      if (room.value[i] > room.value[best] || (room.value[i] == room.value[best] && room.index[i] < room.index[best]))
        best = i;
    int const found = room.index[best];
    sync();
    return found;
  }
  template <class R>
  R greatest(R value) const {
    room.value[static_cast<std::size_t>(lane)] = static_cast<double>(value);
    sync();
    double best = room.value[0];
    for (double const v : room.value) best = std::max(best, v);
    sync();
    return static_cast<R>(best);
  }
  bool any(bool flag) const { return greatest(flag ? 1.0 : 0.0) > 0; }
  template <class T>
  T from(T const& value, int other) const {
    room.held[static_cast<std::size_t>(lane)] = &value;
    sync();
    T const found = *static_cast<T const*>(room.held[static_cast<std::size_t>(other)]);
    sync();
    return found;
  }
};

template <class F>
void in_lanes(int size, F const& f) {
  shared_room room(size);
  std::vector<std::thread> threads;
  for (int i = 0; i < size; ++i) threads.emplace_back([&, i] { f(lane_of{i, size, room}); });
  for (auto& t : threads) t.join();
}

template <class T>
number wide(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<double>(x);
  else
    return {static_cast<double>(x.re), static_cast<double>(x.im)};
}

/// Column-major numbers of dtype T.
template <class T>
struct matrix {
  int m, n, ld;
  std::vector<T> values;
  matrix(int rows, int columns)
      : m(rows), n(columns), ld(rows | 1), values(static_cast<std::size_t>(ld * std::max(columns, 1))) {}
  T& operator()(int i, int j) { return values[static_cast<std::size_t>(j * ld + i)]; }
  T const& operator()(int i, int j) const { return values[static_cast<std::size_t>(j * ld + i)]; }
  T* data() { return values.data(); }
};

enum class kind { random, repeated, deficient, zero };

template <class T>
matrix<T> make(kind k, int m, int n) {
  std::mt19937 engine(static_cast<unsigned>(m * 31 + n));
  std::uniform_real_distribution<double> uniform(-1, 1);
  matrix<T> a(m, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      double const re = uniform(engine), im = uniform(engine);
      if (k == kind::repeated) {
        a(i, j) = T(i == j ? 2 : 1);  // eigenvalues 1, n - 1 times
      } else if (k == kind::deficient) {
        a(i, j) = T(static_cast<small::real<T>>((i + 1) * (j % 2)));  // rank 1, with columns of zeros
      } else if (k == kind::zero) {
        a(i, j) = T(0);
      } else if constexpr (std::is_floating_point_v<T>) {
        a(i, j) = static_cast<T>(re);
      } else {
        a(i, j) = T(static_cast<small::real<T>>(re), static_cast<small::real<T>>(im));
      }
    }
  return a;
}

template <class T>
constexpr double epsilon = std::is_same_v<small::real<T>, float> ? 1.2e-7 : 2.3e-16;

/// Whether sum over k of x(i, k) y(k, j) is z(i, j) for all elements, to `tolerance`.
template <class X, class Y, class Z>
bool product_is(int m, int inner, int n, X const& x, Y const& y, Z const& z, double tolerance) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      number sum = 0;
      for (int k = 0; k < inner; ++k) sum += x(i, k) * y(k, j);
      if (!(std::abs(sum - z(i, j)) <= tolerance)) return false;
    }
  return true;
}
template <class M>
auto elements(M const& a) {
  return [&a](int i, int j) { return wide(a(i, j)); };
}
template <class M>
auto adjoint_of(M const& a) {
  return [&a](int i, int j) { return std::conj(wide(a(j, i))); };
}
number one(int i, int j) { return i == j ? 1.0 : 0.0; }

template <class T>
void systems_of(int n, int lanes) {
  CAPTURE(n);
  CAPTURE(lanes);
  matrix<T> const a = make<T>(kind::random, n, n), b = make<T>(kind::random, n, 3);
  matrix<T> lu = a, x = b;
  std::vector<int> pivots(static_cast<std::size_t>(n));
  std::vector<int> info(static_cast<std::size_t>(lanes), -1);
  in_lanes(lanes, [&](lane_of const& g) {
    info[static_cast<std::size_t>(g.lane)] = small::factor(g, n, lu.ld, lu.data(), pivots.data());
    g.sync();
    small::exchange_rows(g, n, pivots.data(), 3, x.ld, x.data());
    small::substitute(g, n, lu.ld, static_cast<T const*>(lu.data()), false, transposition::none, true, 3, x.ld,
                      x.data());
    small::substitute(g, n, lu.ld, static_cast<T const*>(lu.data()), true, transposition::none, false, 3, x.ld,
                      x.data());
  });
  for (int const i : info) CHECK(i == 0);
  double largest = 1;
  for (T const& v : x.values) largest = std::max(largest, std::abs(wide(v)));
  CHECK(product_is(n, n, 3, elements(a), elements(x), elements(b), 30 * n * epsilon<T> * largest));

  matrix<T> positive(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      T sum = T(i == j ? 1 : 0);
      for (int k = 0; k < n; ++k) sum = sum + a(i, k) * small::conjugate(a(j, k));
      positive(i, j) = sum;
    }
  matrix<T> l = positive;
  in_lanes(lanes,
           [&](lane_of const& g) { info[static_cast<std::size_t>(g.lane)] = small::cholesky(g, n, l.ld, l.data()); });
  for (int const i : info) CHECK(i == 0);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i) l(i, j) = T(0);
  CHECK(product_is(n, n, n, elements(l), adjoint_of(l), elements(positive), 30 * n * n * epsilon<T>));
  // L^H Y = B
  matrix<T> y = b;
  in_lanes(lanes, [&](lane_of const& g) {
    small::substitute(g, n, l.ld, static_cast<T const*>(l.data()), false, transposition::adjoint, false, 3, y.ld,
                      y.data());
  });
  largest = 1;
  for (T const& v : y.values) largest = std::max(largest, std::abs(wide(v)));
  CHECK(product_is(n, n, 3, adjoint_of(l), elements(y), elements(b), 30 * n * n * epsilon<T> * largest));
}

/// Rows in lanes: solutions for four right-hand sides, two by rows, two by columns, and Cholesky factors.
template <class T, int N>
void rows_of(int n) {
  CAPTURE(n);
  matrix<T> const a = make<T>(kind::random, n, n), b = make<T>(kind::random, n, 4);
  matrix<T> x(n, 4), positive(n, n), l(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      T sum = T(i == j ? 1 : 0);
      for (int k = 0; k < n; ++k) sum = sum + a(i, k) * small::conjugate(a(j, k));
      positive(i, j) = sum;
    }
  std::vector<T> lu(N * N);
  std::vector<int> info(N, -1), order(N, -1);
  in_lanes(N, [&](lane_of const& g) {
    bool const mine = g.lane < n;
    small::factored_rows<T, N> f;
    for (int j = 0; j < N; ++j) f.a[j] = mine && j < n ? a(g.lane, j) : T(0);
    info[static_cast<std::size_t>(g.lane)] = small::factor_rows(g, n, f);
    for (int c = 0; c < 2; ++c) {
      T const y = small::substitute_rows(g, n, f, mine ? b(g.lane, c) : T(0));
      if (mine) x(g.lane, c) = y;
    }
    for (int j = 0; j < N && mine; ++j) lu[static_cast<std::size_t>(f.step * N + j)] = f.a[j];
    g.sync();
    if (g.lane >= 2 && g.lane < 4) {
      T y[N] = {};
      for (int i = 0; i < n; ++i) y[i] = b(f.pivot[i], g.lane);
      small::substitute_column(n, lu.data(), y);
      for (int i = 0; i < n; ++i) x(i, g.lane) = y[i];
    }
    T row[N];
    for (int j = 0; j < N; ++j) row[j] = mine && j <= g.lane ? positive(g.lane, j) : T(0);
    order[static_cast<std::size_t>(g.lane)] = small::cholesky_rows(g, n, row);
    for (int j = 0; j < n && mine; ++j) l(g.lane, j) = j <= g.lane ? row[j] : T(0);
  });
  for (int const i : info) CHECK(i == 0);
  for (int const i : order) CHECK(i == 0);
  double largest = 1;
  for (T const& v : x.values) largest = std::max(largest, std::abs(wide(v)));
  CHECK(product_is(n, n, 4, elements(a), elements(x), elements(b), 30 * n * epsilon<T> * largest));
  CHECK(product_is(n, n, n, elements(l), adjoint_of(l), elements(positive), 30 * n * n * epsilon<T>));
}

template <class T>
void eigenvalues_of(kind k, int n, int lanes) {
  CAPTURE(n);
  CAPTURE(lanes);
  CAPTURE(static_cast<int>(k));
  matrix<T> a = make<T>(k, n, n), v(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      if (i == j) a(i, j) = T(small::real_part(a(i, j)));
      a(j, i) = small::conjugate(a(i, j));
    }
  matrix<T> d = a;
  std::vector<small::rotation<T>> by(static_cast<std::size_t>(n));
  std::vector<int> info(static_cast<std::size_t>(lanes), -1);
  in_lanes(lanes, [&](lane_of const& g) {
    info[static_cast<std::size_t>(g.lane)] = small::eigh(g, n, d.ld, d.data(), v.data(), by.data());
  });
  for (int const i : info) CHECK(i == 0);
  auto const turned = [&](int i, int j) { return wide(v(i, j)) * wide(d(j, j)).real(); };
  CHECK(product_is(n, n, n, elements(a), elements(v), turned, 30 * n * n * epsilon<T>));
  CHECK(product_is(n, n, n, adjoint_of(v), elements(v), one, 30 * n * epsilon<T>));
}

template <class T>
void singular_values_of(kind k, int m, int n, int lanes) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(static_cast<int>(k));
  matrix<T> const a = make<T>(k, m, n);
  matrix<T> work = a, u(m, m), v(n, n);
  using R = small::real<T>;
  std::vector<small::rotation<T>> by(static_cast<std::size_t>(m));
  std::vector<R> s(static_cast<std::size_t>(n)), lengths(static_cast<std::size_t>(n));
  std::vector<int> order(static_cast<std::size_t>(n)), info(static_cast<std::size_t>(lanes), -1);
  std::vector<T> more(static_cast<std::size_t>(m));
  in_lanes(lanes, [&](lane_of const& g) {
    info[static_cast<std::size_t>(g.lane)] = small::svd(g, m, n, work.ld, work.data(), v.ld, v.data(), m, u.data(),
                                                        by.data(), s.data(), lengths.data(), order.data(), more.data());
  });
  for (int const i : info) CHECK(i == 0);
  auto const scaled = [&](int i, int j) { return wide(u(i, j)) * static_cast<double>(s[static_cast<std::size_t>(j)]); };
  auto const right = [&](int j, int i) { return std::conj(wide(v(i, order[static_cast<std::size_t>(j)]))); };
  CHECK(product_is(m, n, n, scaled, right, elements(a), 30 * m * m * epsilon<T>));
  CHECK(product_is(m, m, m, adjoint_of(u), elements(u), one, 30 * m * epsilon<T>));
  CHECK(product_is(n, n, n, adjoint_of(v), elements(v), one, 30 * m * epsilon<T>));
  for (std::size_t j = 1; j < s.size(); ++j) CHECK(s[j] <= s[j - 1]);
}

template <class T>
void all_of() {
  for (int const n : {1, 2, 5, 8}) rows_of<T, 8>(n);
  for (int const n : {9, 16}) rows_of<T, 16>(n);
  for (int const n : FUSE_TEST_EVERYTHING ? std::vector{1, 2, 3, 7, 8, 16, 31} : std::vector{1, 3, 8})
    for (int const lanes : {1, 4}) {
      systems_of<T>(n, lanes);
      for (kind const k : {kind::random, kind::repeated, kind::deficient, kind::zero}) {
        eigenvalues_of<T>(k, n, lanes);
        if (lanes == 1 || n == 7) {
          singular_values_of<T>(k, n, n, lanes);
          singular_values_of<T>(k, n + 3, n, lanes);
        }
      }
    }
}

}  // namespace

TEST_CASE("small systems in float32") { all_of<float>(); }
TEST_CASE("small systems in float64") { all_of<double>(); }
TEST_CASE("small systems in complex128") { all_of<cp::complex<double>>(); }

TEST_CASE("small matrices that fail") {
  matrix<double> a = make<double>(kind::repeated, 4, 4);
  for (int j = 0; j < 4; ++j) a(2, j) = a(1, j);
  std::vector<int> pivots(4);
  in_lanes(2, [&](lane_of const& g) {
    int const info = small::factor(g, 4, a.ld, a.data(), pivots.data());
    if (g.lane == 0) CHECK(info == 4);
  });
  matrix<double> b = make<double>(kind::repeated, 4, 4);
  b(2, 2) = -1;
  in_lanes(2, [&](lane_of const& g) {
    int const info = small::cholesky(g, 4, b.ld, b.data());
    if (g.lane == 0) CHECK(info == 3);
  });

  // Two equal rows, a column of zeros, one of NaN, and a minor that is not positive, with rows in lanes.
  double const nan = std::nan("");
  auto const status = [](matrix<double> const& m, auto const& function) {
    std::vector<int> info(8);
    in_lanes(8, [&](lane_of const& g) {
      small::factored_rows<double, 8> f;
      for (int j = 0; j < 8; ++j) f.a[j] = g.lane < m.n && j < m.n ? m(g.lane, j) : 0;
      info[static_cast<std::size_t>(g.lane)] = function(g, m.n, f);
    });
    for (int const i : info) CHECK(i == info[0]);
    return info[0];
  };
  auto const factor = [](lane_of const& g, int n, auto& f) { return small::factor_rows(g, n, f); };
  auto const cholesky = [](lane_of const& g, int n, auto& f) { return small::cholesky_rows(g, n, f.a); };
  a = make<double>(kind::repeated, 4, 4);
  for (int j = 0; j < 4; ++j) a(2, j) = a(1, j);
  CHECK(status(a, factor) == 4);
  for (int i = 0; i < 4; ++i) a(i, 1) = 0;
  CHECK(status(a, factor) == 2);
  for (int i = 0; i < 4; ++i) a(i, 1) = nan;
  CHECK(status(a, factor) == 0);
  b = make<double>(kind::repeated, 4, 4);
  b(2, 2) = -1;
  CHECK(status(b, cholesky) == 3);
  b(0, 0) = nan;
  CHECK(status(b, cholesky) == 1);
}
