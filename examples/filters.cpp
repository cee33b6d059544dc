// What docs/filters.md shows: stencils whose weights are known at run time. Each recipe is checked.
#include <fuse/fft.hpp>
#include <fuse/ndimage.hpp>
#include <fuse/signal.hpp>
#include <iostream>
#include <vector>

#include "expect.hpp"

namespace {

using example::expect;
namespace nd = cp::ndimage;

void filters() {
  auto const image = cp::reshape(cp::arange<float>(12), {3, 4});
  auto const weights = cp::array<float>({{0, 1, 0}, {1, -4, 1}, {0, 1, 0}});
  auto edges = nd::correlate(image, weights, {.mode = nd::boundary::nearest});
  auto smooth = nd::correlate1d(image, cp::array<float>({0.25, 0.5, 0.25}), 0);
  auto largest = nd::maximum_filter(image, {3, 3});
  auto grown = nd::binary_dilation(image == 5, cp::array<bool>({{false, true}, {true, true}}));
  expect(edges(1), {1, 0, 0, -1}, "correlate");
  expect(smooth(0), {1, 2, 3, 4}, "correlate1d");
  expect(largest(0), {5, 6, 7, 7}, "maximum_filter");
  expect(cp::sum(grown), {3}, "binary_dilation");
}

void convolutions() {
  auto const signal = cp::array<double>({1, 2, 3}), taps = cp::array<double>({0, 1, 0.5});
  auto full = cp::signal::convolve(signal, taps);
  auto same = cp::signal::convolve(signal, taps, cp::convolve_mode::same);
  auto fast = cp::signal::fftconvolve(signal, taps);
  expect(full, {0, 1, 2.5, 4, 1.5}, "convolve");
  expect(same, {1, 2.5, 4}, "a part of it");
  expect(cp::abs(fast - full) < 1e-14, {1, 1, 1, 1, 1}, "by transforms");
}

}  // namespace

int main() {
  filters();
  convolutions();
  std::cout << "filters and convolutions: as in SciPy\n";
}
