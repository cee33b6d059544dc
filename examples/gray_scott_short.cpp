// Gray-Scott in 40 lines: what gray_scott computes of its 256 x 256 seed (--tile 1), without options, figures and
// progress.
// test-arguments: 300
#include <algorithm>
#include <cstdlib>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <fuse/io/png.hpp>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
  long const steps = argc > 1 ? std::atol(argv[1]) : 8000;
  auto v = cp::load<float, 2>(FUSE_EXAMPLES_DIR "/data/gray_scott_seed.npy");
  auto u = cp::eval(1.0f - v), u_next = u.copy(), v_next = v.copy();

  // One step: both substances in one kernel, which reads a point and its four neighbours once.
  auto const step = cp::fuse([](auto p, auto q, auto feed, auto kill) {
    auto const around = [](auto x) { return cp::at<-1, 0>(x) + cp::at<1, 0>(x) + cp::at<0, -1>(x) + cp::at<0, 1>(x); };
    auto const reaction = p * q * q;
    return std::tuple(p + (0.16f * (around(p) - 4 * p) - reaction + feed * (1 - p)),
                      q + (0.08f * (around(q) - 4 * q) + reaction - (feed + kill) * q));
  });
  auto const inside = cp::slice(1, -1);  // the frame stays as it is
  for (long i = 0; i < steps; ++i) {
    step.into(u_next(inside, inside), v_next(inside, inside))(cp::valid(u), cp::valid(v), 0.0545f, 0.0620f);
    std::swap(u, u_next);
    std::swap(v, v_next);
  }

  // The picture: V from 0 to what only one point in twenty exceeds.
  auto const field = v.to_host();
  std::vector<float> sorted(field.data(), field.data() + field.size());
  std::sort(sorted.begin(), sorted.end());
  auto const scaled = cp::eval(field * (1 / std::max(sorted[sorted.size() * 95 / 100], 0.01f)));
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * scaled.size()));
  cp::io::viridis(scaled.data(), scaled.size(), rgb.data());
  if (cp::io::has_png()) cp::io::write_png("gray_scott_short.png", scaled.shape(1), scaled.shape(0), 3, rgb.data());
  std::cout << steps << " steps of " << v.shape() << " points: V from " << cp::min(v) << " to " << cp::max(v) << "\n";
}
