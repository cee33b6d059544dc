// What is computed from elements and from folds along axes that lie apart, or beside short axes that are kept, against
// loops in float64; large and small, so that each way to evaluate them is taken.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

#include "array/values.hpp"

namespace {

template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::shape_array<Rank> const& shape) {
  return cp::eval(cp::astype<T>(tests::scattered<float, Rank>(shape, 8191) / 1024.0f - 4.0f));
}

/// The mean and the variance of each channel.
struct moments {
  std::vector<double> mean, variance;
};
template <class X>
moments moments_of(X const& x) {
  auto const shape = x.shape();
  std::int64_t const channels = shape[1], plane = shape[2] * shape[3], each = shape[0] * plane;
  auto const c = static_cast<std::size_t>(channels);
  moments m{std::vector<double>(c), std::vector<double>(c)};
  for (std::size_t k = 0; k < c; ++k) {
    auto const over = [&](auto const& use) {
      for (std::int64_t i = 0; i < shape[0]; ++i)
        for (std::int64_t j = 0; j < plane; ++j)
          use(static_cast<double>(x.data()[(i * channels + std::int64_t(k)) * plane + j]));
    };
    over([&](double v) { m.mean[k] += v / static_cast<double>(each); });
    over([&](double v) { m.variance[k] += (v - m.mean[k]) * (v - m.mean[k]) / static_cast<double>(each); });
  }
  return m;
}

/// Batch norms as an expression and as a traced function, into its own operand too.
template <class T>
void check_batch_norm(cp::shape_array<4> const& shape, double bound) {
  CAPTURE(shape[0]);
  CAPTURE(shape[2]);
  auto const x = numbers<T, 4>(shape);
  auto const gamma = numbers<T, 1>({{shape[1]}}), beta = cp::eval(gamma + T(1.0f));
  auto const axes = cp::axis<0, 2, 3>;
  auto const channel = [](auto const& v) { return v(cp::newaxis, cp::all, cp::newaxis, cp::newaxis); };
  auto const host = x.to_host();
  auto const g = gamma.to_host(), b = beta.to_host();
  moments const m = moments_of(host);
  auto const check = [&](auto const& y) {
    auto const got = y.to_host();
    double worst = 0;
    for (std::int64_t i = 0; i < host.size(); ++i) {
      std::int64_t const k = i / (shape[2] * shape[3]) % shape[1];
      auto const c = static_cast<std::size_t>(k);
      double right =
          (static_cast<double>(host.data()[i]) - m.mean[c]) / std::sqrt(m.variance[c] + static_cast<double>(1e-3f));
      right = right * static_cast<double>(g(k)) + static_cast<double>(b(k));
      worst = std::max(worst, std::fabs(static_cast<double>(got.data()[i]) - right) / std::max(1.0, std::fabs(right)));
    }
    CHECK(worst < bound);
  };
  auto const mean = cp::mean(x, axes, cp::keepdims);
  auto const variance = cp::var(x, axes, cp::keepdims);
  check(cp::eval((x - mean) * cp::rsqrt(variance + T(1e-3f)) * channel(gamma) + channel(beta)));
  auto const norm = cp::fuse([](auto x, auto g, auto b) {
    auto const m = cp::mean(x, cp::axis<0, 2, 3>, cp::keepdims);
    return (x - m) / cp::sqrt(cp::mean(cp::square(x - m), cp::axis<0, 2, 3>, cp::keepdims) + T(1e-3f)) * g + b;
  });
  check(norm(x, channel(gamma), channel(beta)));
  auto own = x.copy();
  own = (own - cp::mean(own, axes, cp::keepdims)) * cp::rsqrt(cp::var(own, axes, cp::keepdims) + T(1e-3f)) *
            channel(gamma) +
        channel(beta);
  check(own);
}

/// Softmax along the middle axis as an expression, a traced function, and cp::special's way to say it.
template <class T>
void check_softmax(cp::shape_array<3> const& shape, double bound) {
  CAPTURE(shape[0]);
  CAPTURE(shape[2]);
  auto const x = numbers<T, 3>(shape);
  auto const host = x.to_host();
  auto const e = cp::exp(x - cp::max(x, cp::axis<1>, cp::keepdims));
  auto const softmax = cp::fuse([](auto x) {
    auto const e = cp::exp(x - cp::max(x, cp::axis<1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<1>, cp::keepdims);
  });
  auto const written = cp::eval(e / cp::sum(e, cp::axis<1>, cp::keepdims)).to_host();
  auto const traced = softmax(x).to_host();
  double worst = 0;
  for (std::int64_t i = 0; i < shape[0]; ++i)
    for (std::int64_t k = 0; k < shape[2]; ++k) {
      auto const at = [&](std::int64_t j) { return (i * shape[1] + j) * shape[2] + k; };
      double sum = 0;
      for (std::int64_t j = 0; j < shape[1]; ++j) sum += std::exp(static_cast<double>(host.data()[at(j)]));
      for (std::int64_t j = 0; j < shape[1]; ++j) {
        double const right = std::exp(static_cast<double>(host.data()[at(j)])) / sum;
        for (auto const& got : {written, traced})
          worst = std::max(worst, std::fabs(static_cast<double>(got.data()[at(j)]) - right) / right);
      }
    }
  CHECK(worst < bound);
}

}  // namespace

TEST_CASE("norms over axes that lie apart") {
  check_batch_norm<float>({{8, 16, 28, 28}}, 1e-5);
  check_batch_norm<float>({{17, 33, 13, 11}}, 1e-5);
  check_batch_norm<float>({{64, 67, 7, 7}}, 1e-5);
  check_batch_norm<float>({{3, 5, 2, 4}}, 1e-5);
}

TEST_CASE("softmax beside short axes that are kept") {
  check_softmax<float>({{512, 40, 18}}, 1e-5);
  check_softmax<float>({{129, 150, 7}}, 1e-5);
  check_softmax<float>({{5, 6, 3}}, 1e-5);
  check_softmax<float>({{40, 60, 64}}, 1e-5);
}

TEST_CASE("folds of several arrays, and in several places") {
  cp::shape_array<3> const shape{{128, 65, 12}};
  auto const x = numbers<float, 3>(shape), y = cp::eval(cp::cos(x) + 2.0f);
  auto const mean = [](auto const& a) { return cp::mean(a, cp::axis<0, 2>, cp::keepdims); };
  auto const mx = cp::eval(mean(x)), my = cp::eval(mean(y));
  auto const close = [](auto const& a, auto const& b) { return cp::allclose(a, b, 1e-5, 1e-5).item(); };
  CHECK(close(cp::eval((x - mean(x)) * (y - mean(y))), cp::eval((x - mx) * (y - my))));
  CHECK(close(cp::eval(cp::where(x > mean(x), x, mean(y) + mean(x))), cp::eval(cp::where(x > mx, x, my + mx))));
  auto const inner = cp::sum(cp::square(x - mean(x)), cp::axis<0, 2>, cp::keepdims);
  auto const squares = cp::eval(cp::sum(cp::square(x - mx), cp::axis<0, 2>, cp::keepdims));
  CHECK(close(cp::eval(x / cp::sqrt(inner)), cp::eval(x / cp::sqrt(squares))));
  auto part = cp::zeros<float>({130, 70, 12});
  part(cp::slice(1, 129), cp::slice(2, 67)) = x - mean(x);
  CHECK(close(part(cp::slice(1, 129), cp::slice(2, 67)).copy(), cp::eval(x - mx)));
}
