// Bits of results: the same in every run, on every stream, beside other work, by any number of host threads.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fuse/fuse.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "running.hpp"

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;
using bytes = std::vector<unsigned char>;

struct square {
  FUSE_HD float operator()(float x) const { return x * x; }
};
struct plus {
  FUSE_HD float operator()(float x, float y) const { return x + y; }
};

/// The bytes of results, one behind the other.
class results {
 public:
  template <class E>
  results& operator<<(E const& e) {
    auto const host = cp::ravel(cp::eval(e)).copy().to_host();
    auto const size = static_cast<std::size_t>(host.nbytes()), before = all_.size();
    all_.resize(before + size);
    std::memcpy(all_.data() + before, host.data(), size);
    return *this;
  }
  bytes const& all() const { return all_; }

 private:
  bytes all_;
};

/// Operands whose sums depend on the order of adding, cut so that pieces, blocks and rows end anywhere.
class work {
 public:
  work() {
    x_ = cp::sin(cp::astype<float>(cp::arange<std::int64_t>(100003))) * 1e3f;
    rows_ = cp::reshape(x_(cp::slice(0, 99900)), {90, 1110});
    offsets_ = cp::ndarray<std::int64_t, 1, cp::host_space>{0, 3, 3, 70001, 70130, 100003}.to<cp::default_space>();
    keys_ = cp::arange<std::int64_t>(100003) * 7 % 13;
  }

  bytes run() const {
    auto const energy = cp::reduction(0.0f, square{}, plus{});
    auto const softmax = cp::fuse([](auto v) {
      auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
      return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
    });
    results r;
    r << cp::sum(x_) << cp::sum(rows_, cp::axis<0>) << cp::sum(rows_, cp::axis<1>);
    r << cp::sum(x_(cp::slice(1, cp::end))) << cp::sum(cp::flip(x_)) << cp::sum(rows_.T())
      << cp::sum(rows_.T(), cp::axis<0>);
    r << cp::var(x_) << cp::argmax(cp::abs(x_)) << cp::dot(x_, x_);
    r << softmax(rows_) << cp::cumsum(x_) << cp::cumsum(rows_, cp::axis<0>);
    r << cp::segment_sum(x_, cp::offsets(offsets_)) << cp::segment_sum(x_, keys_, 13) << energy(x_);
    array<float, 1> const few = cp::ones<float>({13}), many = cp::ones<float>({300007}),
                          factors = cp::ones<float>({13});
    array<float, 2> const some_rows = cp::ones<float>({13, 1110});
    cp::add.at(few, keys_, x_);
    cp::add.at(many, keys_ * 20011, x_);
    cp::subtract.at(some_rows, keys_(cp::slice(0, 90)), rows_);
    cp::multiply.at(factors, keys_(cp::slice(0, 999)), x_(cp::slice(0, 999)) * 1e-3f);
    r << few << many << some_rows << factors;
    return r.all();
  }

 private:
  array<float, 1> x_;
  array<float, 2> rows_;
  array<std::int64_t, 1> offsets_, keys_;
};

}  // namespace

TEST_CASE("a hundred runs, on several streams, with the device idle and busy, give the same bits") {
  work const w;
  array<float, 2> const other = cp::ones<float>({3, 1 << 20});
  cp::synchronize();
  bytes const first = w.run();
  cp::stream streams[3];
  for (int run = 0; run < 100; ++run) {
    if (run % 2 == 1) {
      int const busy = (run + 1) % 3;
      cp::stream_guard const beside(streams[busy]);
      array<float, 1> const theirs = other(busy);
      for (int i = 0; i < 20; ++i) theirs(cp::all) = cp::sqrt(theirs * theirs + 1.0f);
    }
    cp::stream_guard const here(streams[run % 3]);
    CAPTURE(run);
    REQUIRE(w.run() == first);
  }
}

TEST_CASE("one, two, three and eight host threads give the same bits") {
  work const w;
  bytes const first = w.run();
  for (int threads : {1, 2, 3, 8}) {
    tests::host_threads const as_many(threads);
    CAPTURE(threads);
    for (int run = 0; run < 3; ++run) CHECK(w.run() == first);  // threads are awake by then
  }
}

TEST_CASE("rows of any length are folded to the same bits by any number of host threads, asleep or awake") {
  using cp::host_space;
  for (std::int64_t const n : {1000, 16383, 16384, 16385, 40000, 100003, 131073, 300001, 2000003}) {
    CAPTURE(n);
    cp::ndarray<float, 1, host_space> const x = cp::sin(cp::astype<float>(cp::index<0>({n}))) * 1e3f;
    std::int64_t const columns = 37, rows = n / columns;
    auto const wide = cp::reshape(x(cp::slice(0, rows * columns)), {columns, rows}),
               tall = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
    auto const halves = cp::reshape(x(cp::slice(0, rows / 2 * 2 * columns)), {2, rows / 2, columns});
    auto const all = [&] {
      results r;
      r << cp::sum(x) << cp::sum(x * x) << cp::var(x) << cp::argmax(cp::abs(x))
        << cp::sum(x(cp::slice(cp::end, cp::end, -1)));
      r << cp::sum(wide, cp::axis<1>) << cp::sum(wide, cp::axis<0>) << cp::sum(tall, cp::axis<0>)
        << cp::var(tall, cp::axis<0>) << cp::sum(tall, cp::axis<1>);
      r << cp::sum(halves, cp::axis<0, 2>) << cp::sum(halves, cp::axis<1>)
        << cp::sum(halves(cp::all, cp::slice(0, cp::end, 2)), cp::axis<0, 1, 2>);
      r << x - cp::mean(x) << cp::exp(x * 1e-3f) / cp::sum(cp::exp(x * 1e-3f));
      return r.all();
    };
    bytes first;
    for (int threads : {1, 2, 3, 8}) {
      tests::host_threads const as_many(threads);
      CAPTURE(threads);
      for (int run = 0; run < 4; ++run) {
        bytes const now = all();
        if (first.empty()) first = now;
        CHECK(now == first);
      }
    }
  }
}

TEST_CASE(
    "functions whose last bits a loop may choose give the same ones by any number of host threads, asleep or awake") {
  using cp::host_space;
  auto const peak = cp::fuse([](auto v) {
    auto const e = cp::sinh(v - cp::max(v, cp::axis<-1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
  });
  struct shape {
    std::int64_t rows, columns;
  };
  for (shape const& s :
       {shape{100, 700}, shape{184, 600}, shape{90, 1300}, shape{333, 131}, shape{5000, 37}, shape{300, 1000},
        shape{1, 17423}, shape{1, 20481}, shape{1, 61447}, shape{2, 25604}, shape{3, 150001}}) {
    std::int64_t const rows = s.rows, columns = s.columns;  // a lambda of C++20 takes no structured binding in clang 14
    CAPTURE(rows);
    CAPTURE(columns);
    cp::ndarray<float, 2, host_space> const x =
        cp::sin(cp::astype<float>(cp::index<0>({rows, columns}) * columns + cp::index<1>({rows, columns}))) + 1.5f;
    cp::ndarray<std::int8_t, 2, host_space> const narrow = cp::astype<std::int8_t>(x * 40.0f);
    auto const all = [&] {
      results r;
      r << cp::log(cp::sum(x * x, cp::axis<1>)) << cp::sinh(cp::mean(x, cp::axis<1>))
        << cp::log(cp::sum(x, cp::axis<0>)) << peak(x) << cp::sum(cp::cbrt(x));
      r << cp::sum(cp::sinh(cp::astype<float>(narrow) * 0.037f), cp::axis<0>)
        << cp::sum(cp::cbrt(cp::astype<double>(x)), cp::axis<0>);
      auto const y = cp::astype<float>(narrow) * 0.037f;
      r << cp::sinh(y) / cp::sum(cp::sinh(y), cp::axis<0>) << cp::exp(x - cp::mean(x));
      auto const z = cp::astype<cp::complex<float>>(x) +
                     cp::astype<cp::complex<float>>(x * 7.0f - 2.0f) * cp::complex<float>(0, 1);
      r << cp::abs(cp::sum(z, cp::axis<1>)) << cp::sum(cp::abs(z), cp::axis<0>);
      return r.all();
    };
    bytes first;
    for (int threads : {1, 2, 8, 40}) {
      tests::host_threads const as_many(threads);
      CAPTURE(threads);
      for (int run = 0; run < 3; ++run) {
        bytes const now = all();
        if (first.empty()) first = now;
        CHECK(now == first);
      }
    }
  }
}

TEST_CASE(
    "much to compute for an element comes to the same bits wherever it stands, in place and by any number of threads") {
  using array = cp::ndarray<float, 1, cp::host_space>;
  auto const prices = cp::fuse([](auto s, auto k, auto t) {
    auto const root = 0.3f * cp::sqrt(t);
    auto const d = (cp::log(s / k) + 0.065f * t) / root;
    auto const n1 = 0.5f * cp::erfc(-0.70710678f * d);
    auto const n2 = 0.5f * cp::erfc(-0.70710678f * (d - root));
    auto const discounted = k * cp::exp(-0.02f * t);
    return std::tuple(s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1));
  });
  std::int64_t const most = 5000;
  array const s = cp::sin(cp::astype<float>(cp::index<0>({most}))) + 1.1f,
              k = cp::cos(cp::astype<float>(cp::index<0>({most}))) + 1.1f;
  array const t = cp::astype<float>(cp::index<0>({most})) * 1e-3f + 0.1f;
  array const call = cp::empty<float, cp::host_space>(most), put = cp::empty<float, cp::host_space>(most);
  prices.into(call, put)(s, k, t);
  for (std::int64_t i = 0; i < most; ++i) {
    double const root = 0.3 * std::sqrt(double{t.data()[i]}),
                 d = (std::log(double{s.data()[i]} / k.data()[i]) + 0.065 * t.data()[i]) / root;
    double const n1 = 0.5 * std::erfc(-d / std::sqrt(2.0)), n2 = 0.5 * std::erfc(-(d - root) / std::sqrt(2.0));
    double const discounted = k.data()[i] * std::exp(-0.02 * t.data()[i]);
    REQUIRE(call.data()[i] == doctest::Approx(s.data()[i] * n1 - discounted * n2).epsilon(1e-4).scale(1e-2));
    REQUIRE(put.data()[i] == doctest::Approx(discounted * (1 - n2) - s.data()[i] * (1 - n1)).epsilon(1e-4).scale(1e-2));
  }
  auto const same = [](array const& x, array const& y) { return (results() << x).all() == (results() << y).all(); };
  for (std::int64_t n : {1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 271, 272, 511, 512, 513, 1000, 4999, 5000})
    for (std::int64_t first : {0, 1, 13}) {
      if (first + n > most) continue;
      CAPTURE(n);
      CAPTURE(first);
      auto const part = cp::slice(first, first + n);
      array const c = cp::full<float, cp::host_space>(n + 300, -1.0f),
                  p = cp::full<float, cp::host_space>(n + 300, -1.0f);
      auto const inner = cp::slice(256, n + 256);
      prices.into(c(inner), p(inner))(s(part), k(part), t(part));
      CHECK(same(c(inner), call(part)));
      CHECK(same(p(inner), put(part)));
      CHECK(cp::sum(c(cp::slice(0, 256))).item() + cp::sum(c(cp::slice(n + 256, cp::end))).item() == -300);
      CHECK(cp::sum(p(cp::slice(0, 256))).item() + cp::sum(p(cp::slice(n + 256, cp::end))).item() == -300);
      // Into what is read, and elements apart.
      array const mine = s(part).copy(), strike = k(part).copy(), apart = cp::zeros<float, cp::host_space>(3 * n);
      apart(cp::slice(0, cp::end, 3)) = t(part);
      prices.into(mine, strike)(mine, strike, apart(cp::slice(0, cp::end, 3)));
      CHECK(same(mine, call(part)));
      CHECK(same(strike, put(part)));
    }
  for (int threads : {1, 2, 3, 8}) {
    tests::host_threads const as_many(threads);
    for (int run = 0; run < 20; ++run) {
      array const c = cp::empty<float, cp::host_space>(most), p = cp::empty<float, cp::host_space>(most);
      prices.into(c, p)(s, k, t);
      REQUIRE(same(c, call));
      REQUIRE(same(p, put));
    }
  }
}

namespace {

/// Complex arithmetic on the host, all at once and piece by piece, side by side and with a step: loops of several
/// widths.
template <class T>
void check_complex_on_host() {
  using C = cp::complex<T>;
  using cp::host_space;
  std::int64_t const rows = 60, columns = 5000;
  cp::ndarray<T, 2, host_space> const angle =
      cp::astype<T>(cp::index<0>({rows, columns}) * 37 + cp::index<1>({rows, columns}) * 11);
  cp::ndarray<C, 2, host_space> const a = cp::astype<C>(cp::sin(angle)) + cp::astype<C>(cp::cos(angle)) * C(0, 1),
                                      b = cp::astype<C>(cp::cos(angle)) * T(1.25) +
                                          cp::astype<C>(cp::sin(angle)) * C(0, 1);
  cp::ndarray<C, 2, host_space> const apart = cp::empty<C, host_space>({rows, 3 * columns});
  auto const stepped = apart(cp::all, cp::slice(0, cp::end, 3));
  apart(cp::all, cp::slice(0, cp::end, 3)) = a;
  auto const same = [](auto const& x, auto const& y) { return (results() << x).all() == (results() << y).all(); };
  CHECK(same(a * b, stepped * b));
  CHECK(same(a / b, stepped / b));
  for (std::int64_t const width : {1, 7, 300}) {
    CAPTURE(width);
    auto const part = cp::slice(0, width);
    cp::ndarray<C, 2, host_space> const p = a(cp::all, part).copy(), q = b(cp::all, part).copy();
    CHECK(same(cp::eval(a * b)(cp::all, part), p * q));
    CHECK(same(cp::eval(a / b)(cp::all, part), p / q));
    if (width == 1) continue;  // what is folded lies side by side there: another order
    CHECK(same(cp::eval(cp::prod(a, 0))(part), cp::prod(p, 0)));
    CHECK(same(cp::eval(cp::sum(a * b, 0))(part), cp::sum(p * q, 0)));
  }
}

}  // namespace

TEST_CASE("complex arithmetic on the host gives the same bits in every loop") {
  check_complex_on_host<float>();
  check_complex_on_host<double>();
}
