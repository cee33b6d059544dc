// Reductions of every order of axes, of slices, steps and reversed axes, along one to four axes: against plain loops
// over a copy. The numbers are small integers, so that every order of adding gives the same bits.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;

/// Small integers, many of which are the same.
template <class T, int N>
array<T, N> numbers(std::array<std::int64_t, N> const& shape) {
  cp::index_array<N> extents{};
  for (int i = 0; i < N; ++i) extents[i] = shape[static_cast<std::size_t>(i)];
  cp::ndarray<T, N, cp::host_space> x = cp::empty<T, cp::host_space>(extents);
  for (std::int64_t i = 0; i < x.size(); ++i)
    x.data()[i] = static_cast<T>(static_cast<float>(i * 7919 % 10007 % 13 - (std::is_unsigned_v<T> ? 0 : 6)));
  return x.template to<cp::default_space>();
}

/// What a view holds, element by element in C order, and its shape.
template <int N>
struct elements {
  std::vector<double> value;
  std::array<std::int64_t, N> shape;

  template <class T>
  explicit elements(array<T, N> const& x) {
    auto const host = cp::eval(cp::ravel(cp::astype<double>(x))).to_host();
    value.assign(host.data(), host.data() + host.size());
    for (int i = 0; i < N; ++i) shape[static_cast<std::size_t>(i)] = x.shape()[i];
  }
  /// Calls f(r, v, p) for each element v: the number of its result, where the axes of `mask` are folded, and its place.
  template <class F>
  void each(unsigned mask, F const& f) const {
    for (std::size_t e = 0; e < value.size(); ++e) {
      std::size_t rest = e, result = 0, place = 0, results = 1, places = 1;
      for (int a = N; a-- > 0;) {
        auto const n = static_cast<std::size_t>(shape[static_cast<std::size_t>(a)]), i = rest % n;
        rest /= n;
        if ((mask >> a & 1) != 0)
          place += i * places, places *= n;
        else
          result += i * results, results *= n;
      }
      f(result, value[e], place);
    }
  }
  std::size_t results(unsigned mask) const {
    std::size_t n = 1;
    for (int a = 0; a < N; ++a)
      if ((mask >> a & 1) == 0) n *= static_cast<std::size_t>(shape[static_cast<std::size_t>(a)]);
    return n;
  }
  std::vector<double> sums(unsigned mask) const {
    std::vector<double> r(results(mask), 0.0);
    each(mask, [&](std::size_t i, double v, std::size_t) { r[i] += v; });
    return r;
  }
  std::vector<double> counts(unsigned mask) const {
    std::vector<double> r(results(mask), 0.0);
    each(mask, [&](std::size_t i, double v, std::size_t) { r[i] += v != 0; });
    return r;
  }
  /// Places of the largest elements, the first of equal ones.
  std::vector<double> places(unsigned mask) const {
    std::vector<double> r(results(mask), -1.0), most(results(mask), -1e9);
    each(mask, [&](std::size_t i, double v, std::size_t p) {
      if (v > most[i] || (v == most[i] && static_cast<double>(p) < r[i])) most[i] = v, r[i] = static_cast<double>(p);
    });
    return r;
  }
};

template <class E>
void check(E const& reduction, std::vector<double> const& expected) {
  auto const got = cp::eval(cp::ravel(cp::astype<double>(cp::eval(reduction)))).to_host();
  REQUIRE(got.size() == static_cast<std::int64_t>(expected.size()));
  CHECK(std::equal(expected.begin(), expected.end(), got.data()));
}

/// The views of an array whose elements lie otherwise: as they are, from the second on, every second, backwards.
template <class T>
std::vector<array<T, 4>> views(array<T, 4> const& x) {
  auto const half = x.shape()[3] / 2;
  return {cp::eval(x(cp::all, cp::all, cp::all, cp::slice(0, half))).copy(),
          x(cp::all, cp::all, cp::all, cp::slice(1, half + 1)), x(cp::all, cp::all, cp::all, cp::slice(0, cp::end, 2)),
          cp::flip(x(cp::all, cp::all, cp::all, cp::slice(0, half)))};
}

/// Calls f(view) for every view in every order of its axes.
template <class T, class F>
void every_layout(std::array<std::int64_t, 4> const& shape, F const& f) {
  for (array<T, 4> const& v : views(numbers<T, 4>(shape))) {
    std::array<int, 4> order{0, 1, 2, 3};
    do {
      int const axes = order[0] * 1000 + order[1] * 100 + order[2] * 10 + order[3];
      CAPTURE(axes);
      f(array<T, 4>(cp::transpose(v, {order[0], order[1], order[2], order[3]})));
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

void check_sums(std::array<std::int64_t, 4> const& shape) {
  every_layout<float>(shape, [](array<float, 4> const& x) {
    elements<4> const e(x);
    check(cp::sum(x), e.sums(15));
    for (int i : {0, 2, 3}) check(cp::sum(x, i), e.sums(1u << i));
    check(cp::sum(x, 0, 2), e.sums(5));
    check(cp::sum(x, 1, 2, 3), e.sums(14));
  });
}

}  // namespace

TEST_CASE("sums along any axes of any layout") {
  check_sums({3, 5, 8, 24});
  check_sums({2, 7, 5, 26});
}

TEST_CASE("sums of large arrays, whose results blocks share") {
  array<float, 4> const x = numbers<float, 4>({20, 9, 32, 80});
  for (std::array<int, 4> const& order :
       std::vector<std::array<int, 4>>{{0, 1, 2, 3}, {3, 1, 0, 2}, {0, 3, 1, 2}, {2, 0, 3, 1}}) {
    CAPTURE(order[0]);
    array<float, 4> const v = cp::transpose(x, {order[0], order[1], order[2], order[3]});
    elements<4> const e(v);
    check(cp::sum(v), e.sums(15));
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) check(cp::sum(v, i, j), e.sums(1u << i | 1u << j));
    for (int i = 0; i < 4; ++i) check(cp::sum(v, (i + 1) % 4, (i + 2) % 4, (i + 3) % 4), e.sums(15u & ~(1u << i)));
  }
}

TEST_CASE("the first of equal extremes, wherever it lies") {
  every_layout<float>({3, 5, 8, 24}, [](array<float, 4> const& x) {
    elements<4> const e(x);
    check(cp::argmax(x), e.places(15));
    for (int i : {1, 3}) check(cp::argmax(x, i), e.places(1u << i));
  });
}

namespace {

/// Sums, counts and places of runs that begin and end beside the boundaries of vectors.
template <class T>
void check_runs() {
  for (std::int64_t const n : {1, 7, 33, 250, 1001, 20003})
    for (std::int64_t offset = 0; offset < 17; offset += n < 1000 ? 1 : 5) {
      CAPTURE(n);
      CAPTURE(offset);
      array<T, 1> const x = numbers<T, 1>({n + 17})(cp::slice(offset, offset + n)), y = cp::flip(x);
      elements<1> const e(x), back(y);
      check(cp::sum<float>(x), e.sums(1));
      check(cp::count_nonzero(x), e.counts(1));
      check(cp::sum<float>(y), back.sums(1));
      check(cp::argmax(x), e.places(1));
      check(cp::argmax(y), back.places(1));
    }
}

}  // namespace

TEST_CASE("runs that begin anywhere") {
  check_runs<float>();
  check_runs<cp::uint8>();
  check_runs<cp::float16>();
}

TEST_CASE("rows and columns of matrices whose rows begin anywhere") {
  for (std::int64_t const columns : {3, 30, 100, 131, 400, 1027})
    for (std::int64_t const rows : {1, 11, 130}) {
      CAPTURE(columns);
      CAPTURE(rows);
      array<float, 2> const x = numbers<float, 2>({rows, columns});
      array<cp::float16, 2> const h = cp::astype<cp::float16>(cp::abs(x) < 2.0f);
      elements<2> const e(x), f(h);
      check(cp::sum(x, 0), e.sums(1));
      check(cp::sum(x, 1), e.sums(2));
      check(cp::argmax(x, 1), e.places(2));
      check(cp::sum(h, 0), f.sums(1));
      check(cp::sum(h, 1), f.sums(2));
      // Operands that begin at different distances from a boundary.
      auto const odd = cp::eval(x(cp::all, cp::slice(1, cp::end)) + x(cp::all, cp::slice(0, -1)));
      check(cp::sum(x(cp::all, cp::slice(1, cp::end)) + x(cp::all, cp::slice(0, -1)), cp::axis<1>),
            elements<2>(odd).sums(2));
    }
}

TEST_CASE("columns of tall matrices, whose whole rows are one block's") {
  for (std::int64_t const columns : {144, 201}) {
    CAPTURE(columns);
    array<float, 2> const all = numbers<float, 2>({48001, columns});
    array<float, 2> const x = columns % 4 == 0 ? all : all(cp::all, cp::slice(1, cp::end));
    elements<2> const e(x);
    check(cp::sum(x, 0), e.sums(1));
    check(cp::argmax(x, 0), e.places(1));
    check(cp::sum(x.T(), 1), e.sums(1));
  }
}

TEST_CASE("sums of narrow integers do not overflow on the way") {
  auto const check_extreme = [](auto value, std::int64_t n) {
    using T = decltype(value);
    check(cp::sum(cp::full<T>({n}, value)), {static_cast<double>(value) * static_cast<double>(n)});
    check(cp::mean(cp::full<T>({n}, value)), {static_cast<double>(value)});
  };
  for (std::int64_t const n : {16, 1000, 3000017}) {
    check_extreme(cp::int8(-128), n);
    check_extreme(cp::uint16(65535), n);
  }
  // A dtype as narrow as its elements wraps.
  CHECK(cp::sum<cp::int8>(cp::full<cp::int8>({100}, cp::int8(100))).item() == cp::int8(10000 % 256));
}
