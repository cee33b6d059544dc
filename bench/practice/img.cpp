// Pictures.
#include <fuse/sorting.hpp>

#include "practice.hpp"

// Gamma, luminance, Sobel, threshold of an RGB picture.
struct sobel_rgb {
  cp::ndarray<std::uint8_t, 3> img;
  cp::ndarray<std::uint8_t, 2> edges;
  sobel_rgb() { img = cp::astype<std::uint8_t>(integers({sc(3001), sc(4003), 3}, 1, 256)); }
  void step() {
    auto lin = cp::power(cp::astype<float>(img) / 255.0f, 2.2f);  // img / 255.0f is float64, as in NumPy
    cp::ndarray<float, 2> g =
        0.2126f * lin(cp::all, cp::all, 0) + 0.7152f * lin(cp::all, cp::all, 1) + 0.0722f * lin(cp::all, cp::all, 2);
    auto const lo = cp::slice(0, -2), in = cp::slice(1, -1), hi = cp::slice(2, cp::end);
    auto gx = (g(lo, hi) + 2 * g(in, hi) + g(hi, hi)) - (g(lo, lo) + 2 * g(in, lo) + g(hi, lo));
    auto gy = (g(hi, lo) + 2 * g(hi, in) + g(hi, hi)) - (g(lo, lo) + 2 * g(lo, in) + g(lo, hi));
    edges = cp::astype<std::uint8_t>(cp::where(cp::hypot(gx, gy) > 1.5f, 255, 0));
  }
  void values(report& r) { r(edges); }
};
WORKLOAD(sobel_rgb);

// Histogram equalisation of a grey picture.
struct hist_eq {
  cp::ndarray<std::uint8_t, 2> img, out;
  hist_eq() {
    auto u = uniform({sc(4096), sc(6144)}, 1);
    img = cp::astype<std::uint8_t>(u * u * 255.0f);
  }
  void step() {
    auto counts = cp::bincount(cp::ravel(img), 256);
    auto cdf = cp::eval(cp::cumsum(counts));
    auto lut = cp::eval(cp::astype<std::uint8_t>(cp::rint((cdf - cdf(0)) * 255.0 / (img.size() - cdf(0)))));
    out = cp::take(lut, img);
  }
  void values(report& r) { r(out); }
};
WORKLOAD(hist_eq);

// Unsharp mask: 5 x 5 box over the picture's edge values, all three channels.
struct unsharp_rgb {
  cp::ndarray<std::uint8_t, 3> img, out;
  unsharp_rgb() { img = cp::astype<std::uint8_t>(integers({sc(3001), sc(4003), 3}, 1, 256)); }
  void step() {
    auto const unsharp = cp::fuse([](auto u) {
      auto box = [&]<int... K>(std::integer_sequence<int, K...>) {
        return (... + cp::astype<float>(cp::at<K / 5 - 2, K % 5 - 2, 0>(u)));
      }
      (std::make_integer_sequence<int, 25>{});
      auto x = cp::astype<float>(u);
      return cp::astype<std::uint8_t>(cp::clip(cp::rint(x + 0.75f * (x - box / 25)), 0, 255));
    });
    out = unsharp(cp::nearest(img));
  }
  void values(report& r) { r(out); }
};
WORKLOAD(unsharp_rgb);

// Bilinear resize of an RGB picture by gathers.
struct resize_rgb {
  cp::ndarray<std::uint8_t, 3> img, out;
  resize_rgb() { img = cp::astype<std::uint8_t>(integers({sc(4320), sc(7680), 3}, 1, 256)); }
  void step() {
    std::int64_t h = img.shape(0), w = img.shape(1), oh = sc(2003), ow = sc(4091);
    auto y = cp::clip((cp::arange<float>(oh) + 0.5f) * (float(h) / oh) - 0.5f, 0, h - 1);
    auto x = cp::clip((cp::arange<float>(ow) + 0.5f) * (float(w) / ow) - 0.5f, 0, w - 1);
    auto fy = cp::floor(y), fx = cp::floor(x);
    auto y0 = cp::astype<int>(fy), x0 = cp::astype<int>(fx);
    auto y1 = cp::minimum(y0 + 1, h - 1), x1 = cp::minimum(x0 + 1, w - 1);
    auto wy = (y - fy)(cp::all, cp::newaxis, cp::newaxis);
    auto wx = (x - fx)(cp::all, cp::newaxis);
    auto at = [&](auto i, auto j) { return cp::astype<float>(img(i(cp::all, cp::newaxis), j)); };
    auto top = at(y0, x0) * (1 - wx) + at(y0, x1) * wx;
    auto bottom = at(y1, x0) * (1 - wx) + at(y1, x1) * wx;
    out = cp::astype<std::uint8_t>(top * (1 - wy) + bottom * wy + 0.5f);
  }
  void values(report& r) { r(out); }
};
WORKLOAD(resize_rgb);

// Max pooling 3 x 3, stride 2, padding 1, of NCHW.
struct maxpool {
  cp::ndarray<float, 4> x, out;
  maxpool() { x = uniform({sc(32), 64, sc(112), sc(112)}, 1, -1, 1); }
  template <int K = 0, class P>
  auto window(P const& p, std::int64_t oh, std::int64_t ow) {
    auto part = p(cp::ellipsis, cp::slice(K / 3, K / 3 + 2 * oh - 1, 2), cp::slice(K % 3, K % 3 + 2 * ow - 1, 2));
    if constexpr (K == 8)
      return part;
    else
      return cp::maximum(part, window<K + 1>(p, oh, ow));
  }
  void step() {
    auto p = cp::pad(x, {{0, 0}, {0, 0}, {1, 1}, {1, 1}}, cp::padding::constant{-INFINITY});
    out = window(p, (x.shape(2) + 1) / 2, (x.shape(3) + 1) / 2);
  }
  void values(report& r) { r(out); }
};
WORKLOAD(maxpool);
