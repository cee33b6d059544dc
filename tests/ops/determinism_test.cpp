// Bits of results: the same in every run, on every stream, beside other work, by any number of host threads.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <fuse/fuse.hpp>
#include <string>
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
    r << cp::sum(x_(cp::slice(1, cp::end))) << cp::sum(cp::flip(x_)) << cp::sum(rows_.T()) << cp::sum(rows_.T(), cp::axis<0>);
    r << cp::var(x_) << cp::argmax(cp::abs(x_)) << cp::dot(x_, x_);
    r << softmax(rows_) << cp::cumsum(x_) << cp::cumsum(rows_, cp::axis<0>);
    r << cp::segment_sum(x_, cp::offsets(offsets_)) << cp::segment_sum(x_, keys_, 13) << energy(x_);
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
    CHECK(w.run() == first);
  }
}

namespace {

/// Complex arithmetic on the host, all at once and piece by piece, side by side and with a step: loops of several widths.
template <class T>
void check_complex_on_host() {
  using C = cp::complex<T>;
  using cp::host_space;
  std::int64_t const rows = 60, columns = 5000;
  cp::ndarray<T, 2, host_space> const angle = cp::astype<T>(cp::index<0>({rows, columns}) * 37 + cp::index<1>({rows, columns}) * 11);
  cp::ndarray<C, 2, host_space> const a = cp::astype<C>(cp::sin(angle)) + cp::astype<C>(cp::cos(angle)) * C(0, 1),
                                      b = cp::astype<C>(cp::cos(angle)) * T(1.25) + cp::astype<C>(cp::sin(angle)) * C(0, 1);
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
