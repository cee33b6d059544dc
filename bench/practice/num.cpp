// Series, matrices and bits.
#include <fuse/fft.hpp>
#include <fuse/linalg.hpp>
#include <fuse/random.hpp>

#include "practice.hpp"

// Largest drawdown of each asset's cumulated log returns, and where it ends.
struct drawdown {
  cp::ndarray<float, 2> r;
  cp::ndarray<float, 1> worst;
  cp::ndarray<std::int64_t, 1> when;
  drawdown() { r = uniform({sc(2003), sc(10007)}, 1, -0.5f, 0.5f); }
  void step() {
    auto wealth = cp::cumsum(r, 1);
    auto dd = cp::cummax(wealth, 1) - wealth;
    worst = cp::max(dd, cp::axis<1>);
    when = cp::argmax(dd, cp::axis<1>);
  }
  void values(report& rep) { rep(worst); }
};
WORKLOAD(drawdown);

// Rolling z-score of a long series by running sums, float64.
struct rolling_z {
  cp::ndarray<double, 1> x, z;
  rolling_z() { x = cp::astype<double>(uniform1(sc(16000003), 1)); }
  void step() {
    std::int64_t const w = 64;
    auto c1 = cp::concatenate(cp::zeros<double>({1}), cp::cumsum(x), cp::axis<0>);
    auto c2 = cp::concatenate(cp::zeros<double>({1}), cp::cumsum(x * x), cp::axis<0>);
    auto mean = (c1(cp::slice(w, cp::end)) - c1(cp::slice(0, -w))) / w;
    auto var = (c2(cp::slice(w, cp::end)) - c2(cp::slice(0, -w))) / w - mean * mean;
    z = (x(cp::slice(w - 1, cp::end)) - mean) / cp::sqrt(cp::maximum(var, 1e-12));
  }
  void values(report& r) { r(z); }
};
WORKLOAD(rolling_z);

// Arithmetic Asian call by Monte Carlo.
struct asian {
  cp::random::Generator rng = cp::random::default_rng(7);
  std::int64_t paths = sc(500000), steps = 64;
  cp::ndarray<float, 0> price, error;
  void step() {
    float const s0 = 100, k = 100, rate = 0.05f, vol = 0.2f, dt = 1.0f / steps;
    auto z = rng.normal<float>(0, 1, {paths, steps});
    auto logs = cp::cumsum((rate - 0.5f * vol * vol) * dt + vol * std::sqrt(dt) * z, 1);
    auto average = cp::mean(s0 * cp::exp(logs), cp::axis<1>);
    auto payoff = cp::eval(std::exp(-rate) * cp::maximum(average - k, 0));
    price = cp::mean(payoff);
    error = cp::std(payoff) / std::sqrt(float(paths));
  }
  void values(report& r) { r(price); }
};
WORKLOAD(asian);

// Points rotated by a quaternion each.
struct quat_rotate {
  cp::ndarray<float, 2> q, p, out;
  quat_rotate() {
    auto a = uniform({sc(4000003), 4}, 1, -1, 1);
    q = a / cp::linalg::norm(a, cp::axis<1>, cp::keepdims);
    p = uniform({sc(4000003), 3}, 2, -1, 1);
  }
  void step() {
    auto v = q(cp::all, cp::slice(1, cp::end));
    auto w = q(cp::all, cp::slice(0, 1));
    auto t = 2.0f * cp::cross(v, p);
    out = p + w * t + cp::cross(v, t);
  }
  void values(report& r) { r(out); }
};
WORKLOAD(quat_rotate);

// Inverses and determinants of a million 3 x 3 matrices.
struct inv3x3 {
  cp::ndarray<float, 3> a, inverse;
  cp::ndarray<float, 1> det;
  inv3x3() { a = uniform({sc(1000000), 3, 3}, 1, -1, 1) + 3 * cp::eye<float>(3); }
  void step() {
    inverse = cp::linalg::inv(a);
    det = cp::linalg::det(a);
  }
  void values(report& r) { r(inverse), r(det); }
};
WORKLOAD(inv3x3);

// Autocorrelation of rows by Fourier transforms.
struct autocorr {
  cp::ndarray<float, 2> x, ac;
  autocorr() { x = uniform({sc(1024), 16384}, 1); }
  void step() {
    std::int64_t const n = x.shape(1);
    auto f = cp::fft::rfft(x - cp::mean(x, cp::axis<1>, cp::keepdims), cp::fft::n(2 * n));
    auto full = cp::fft::irfft(cp::square(cp::abs(f)), cp::fft::n(2 * n));
    cp::ndarray<float, 2> half = full(cp::all, cp::slice(0, n));
    ac = half / half(cp::all, cp::slice(0, 1));
  }
  void values(report& r) { r(ac); }
};
WORKLOAD(autocorr);

// Morton codes of integer points, mixed, and their bits counted.
struct bits {
  cp::ndarray<std::uint32_t, 1> x, y, code;
  cp::ndarray<std::uint8_t, 1> ones;
  bits() {
    x = cp::astype<std::uint32_t>(integers1(sc(33554433), 1, 65536));
    y = cp::astype<std::uint32_t>(integers1(sc(33554433), 2, 65536));
  }
  void step() {
    auto spread = [](auto v0) {
      auto v1 = (v0 | (v0 << 8)) & 0x00FF00FFu;
      auto v2 = (v1 | (v1 << 4)) & 0x0F0F0F0Fu;
      auto v3 = (v2 | (v2 << 2)) & 0x33333333u;
      return (v3 | (v3 << 1)) & 0x55555555u;
    };
    code = spread(x) | (spread(y) << 1);
    auto h = (code ^ (code >> 16)) * 0x7feb352du;
    ones = cp::bitwise_count(h ^ (h >> 15));
  }
  void values(report& r) { r(code), r(ones); }
};
WORKLOAD(bits);

// Along the middle axis of an odd-sized array: log-sum-exp, place of the largest.
struct middle_axis {
  cp::ndarray<float, 3> x;
  cp::ndarray<float, 2> lse;
  cp::ndarray<std::int64_t, 2> place;
  middle_axis() { x = uniform({sc(255), 1003, 257}, 1, -4, 4); }
  void step() {
    lse = cp::logsumexp(x, cp::axis<1>);
    place = cp::argmax(x, cp::axis<1>);
  }
  void values(report& r) { r(lse), r(place); }
};
WORKLOAD(middle_axis);

// Double centring of a distance matrix that is made symmetric first (classical scaling).
struct centering {
  cp::ndarray<float, 2> d, b;
  centering() { d = uniform({sc(6007), sc(6007)}, 1); }
  void step() {
    auto s = cp::square(0.5f * (d + d.T()));
    b = -0.5f * (s - cp::mean(s, cp::axis<0>, cp::keepdims) - cp::mean(s, cp::axis<1>, cp::keepdims) + cp::mean(s));
  }
  void values(report& r) { r(b); }
};
WORKLOAD(centering);

// Radio samples: frequency offset taken away, channel equalised, power in dB and phase.
struct iq {
  cp::ndarray<cp::complex64, 1> x, y;
  cp::ndarray<float, 1> power, phase;
  iq() {
    std::int64_t n = sc(16000003);
    x = uniform1(n, 1, -1, 1) + cp::complex64(0, 1) * uniform1(n, 2, -1, 1);
  }
  void step() {
    auto n = cp::arange<float>(x.size());
    y = x * cp::exp(cp::complex64(0, -1e-3f) * n) * cp::complex64(0.8f, 0.3f);
    power = 10 * cp::log10(cp::square(cp::real(y)) + cp::square(cp::imag(y)) + 1e-12f);
    phase = cp::angle(y);
  }
  void values(report& r) { r(y.copy().view<float>()), r(power); }
};
WORKLOAD(iq);
