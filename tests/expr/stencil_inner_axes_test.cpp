// Stencils of arrays that have axes behind those that neighbours lie along: as many fields side by side, each of which
// has what it has alone.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

#include "array/values.hpp"

namespace {

using tests::values;

/// Whole numbers, so that sums are exact in any order.
cp::ndarray<float, 2> whole_numbers(std::int64_t rows, std::int64_t columns) {
  auto const i = cp::index<0>({rows, columns}), j = cp::index<1>({rows, columns});
  return cp::astype<float>((i * i * 31 + j * 17 + i * j) % 101);
}

}  // namespace

TEST_CASE("axes behind those that neighbours lie along are as many fields side by side") {
  auto const plane = cp::fuse(
      [](auto u) { return cp::at<-1, 0>(u) + 2 * cp::at<0, 1>(u) + 3 * cp::at<2, -2>(u) + 4 * cp::at<0, -1>(u) - u; });
  auto const colours = cp::fuse([](auto u, auto scale) {
    return scale *
           (cp::at<-1, 0, 0>(u) + 2 * cp::at<0, 1, 0>(u) + 3 * cp::at<2, -2, 0>(u) + 4 * cp::at<0, -1, 0>(u) - u);
  });
  auto const roots = cp::fuse([](auto u) { return cp::sqrt(cp::exp(cp::at<0, -2, 0>(u) - cp::at<1, 0, 0>(u))); });
  auto const root = cp::fuse([](auto u) { return cp::sqrt(cp::exp(cp::at<0, -2>(u) - cp::at<1, 0>(u))); });
  auto const alone =
      cp::fuse([](auto u) { return cp::at<-1, 0, 0>(u) + 2 * cp::at<0, 1, 0>(u) + 3 * cp::at<2, -2, 0>(u); });
  auto const one_alone = cp::fuse([](auto u) { return cp::at<-1, 0>(u) + 2 * cp::at<0, 1>(u) + 3 * cp::at<2, -2>(u); });
  for (std::int64_t const depth : {1, 2, 3, 5, 70})
    for (std::int64_t const rows : {1, 9, 40}) {
      CAPTURE(depth);
      CAPTURE(rows);
      cp::ndarray<float, 3> const u = cp::reshape(whole_numbers(rows * 37, depth), {rows, 37, depth});
      auto const scale = cp::eval(cp::astype<float>(cp::index<0>({depth}) + 1));
      auto const edge = cp::eval(colours(cp::nearest(u), scale)), around = cp::eval(colours(cp::wrap(u), scale)),
                 constant = cp::eval(colours(cp::constant_boundary(u, 3), scale)),
                 other = cp::eval(roots(cp::nearest(0.01f * u))), plain = cp::eval(alone(cp::nearest(u))),
                 framed = cp::eval(alone(cp::constant_boundary(u, 5)));
      auto const spread = cp::zeros<float>({rows, 37, 2 * depth});
      spread(cp::all, cp::all, cp::slice(0, cp::end, 2)) = colours(cp::mirror(u), scale);
      for (std::int64_t c = 0; c < depth; ++c) {
        cp::ndarray<float, 2> const one = u(cp::all, cp::all, c).copy();
        auto const by = static_cast<float>(c + 1);
        CHECK(values(edge(cp::all, cp::all, c)) == values(by * plane(cp::nearest(one))));
        CHECK(values(around(cp::all, cp::all, c)) == values(by * plane(cp::wrap(one))));
        CHECK(values(constant(cp::all, cp::all, c)) == values(by * plane(cp::constant_boundary(one, 3))));
        CHECK(values(spread(cp::all, cp::all, 2 * c)) == values(by * plane(cp::mirror(one))));
        CHECK(values(other(cp::all, cp::all, c)) == values(root(cp::nearest(0.01f * one))));
        CHECK(values(plain(cp::all, cp::all, c)) == values(one_alone(cp::nearest(one))));
        CHECK(values(framed(cp::all, cp::all, c)) == values(one_alone(cp::constant_boundary(one, 5))));
      }
    }
  // Two such axes, and none of them last in an array of another order.
  cp::ndarray<float, 4> const w = cp::reshape(whole_numbers(20 * 30, 6), {20, 30, 2, 3});
  auto const deep = cp::fuse([](auto u) { return cp::at<-1, 0, 0, 0>(u) + 2 * cp::at<0, 1, 0, 0>(u); });
  auto const flat = cp::fuse([](auto u) { return cp::at<-1, 0>(u) + 2 * cp::at<0, 1>(u); });
  auto const both = cp::eval(deep(cp::nearest(w))),
             turned = cp::eval(deep(cp::nearest(cp::transpose(w, {0, 1, 3, 2}))));
  for (std::int64_t a = 0; a < 2; ++a)
    for (std::int64_t b = 0; b < 3; ++b) {
      cp::ndarray<float, 2> const one = w(cp::all, cp::all, a, b).copy();
      CHECK(values(both(cp::all, cp::all, a, b)) == values(flat(cp::nearest(one))));
      CHECK(values(turned(cp::all, cp::all, b, a)) == values(flat(cp::nearest(one))));
    }
}
