// Functions of the user's on what a transform reads and on what it has made: what CuPy's set_cufft_callbacks is for.
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "fft_data.hpp"
#include "running.hpp"

namespace {

using namespace fft_data;
using cp::complex64;

/// A load callback: element `at` as the transform is to see it, by a branch that no array expression has.
struct load_function {
  std::int64_t first, last;
  FUSE_HD complex64 operator()(complex64 x, std::int64_t at) const {
    if (at < first || at >= last) return {0, 0};
    return at % 2 == 0 ? x : complex64(x.im, x.re);
  }
};
/// A store callback: what is kept of a term.
struct store_function {
  float floor;
  FUSE_HD float operator()(complex64 z) const {
    float const power = z.re * z.re + z.im * z.im;
    return power > floor ? power : 0;
  }
};

}  // namespace

// covers: cupy.fft.config.set_cufft_callbacks
TEST_CASE("functions before and behind a transform are a pass each") {
  std::int64_t const n = 96, first = 10, last = 70;
  auto const angle = cp::astype<float>(cp::index<0>({n}));
  array<complex64, 1> const x = cp::cos(angle) + complex64(0, 1) * cp::sin(angle * 0.3f);
  auto const before = cp::elementwise(load_function{first, last});
  auto const behind = cp::elementwise(store_function{2});
  auto const powers = behind(fft::fft(before(x, cp::index<0>({n}))));
  static_assert(std::is_same_v<decltype(powers)::value_type, float>);
  CHECK(cp::eval(powers).shape() == x.shape());
  array<float, 1> y = cp::empty<float>(n);
  auto const spent = tests::spent([&] { y(cp::all) = behind(fft::fft(before(x, cp::index<0>({n})))); });
  CHECK(spent.library_calls == 1);
  CHECK(spent.launches == 2);

  auto const there = x.to_host();
  cp::ndarray<complex64, 1, cp::host_space> seen = cp::zeros<complex64, cp::host_space>(n);
  for (std::int64_t i = first; i < last; ++i) seen(i) = load_function{first, last}(there(i), i);
  auto const spectrum = cp::eval(fft::fft(seen.to<cp::default_space>())).to_host();
  auto const got = y.to_host();
  int kept = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    float const want = store_function{2}(spectrum(i));
    kept += want > 0 ? 1 : 0;
    CHECK(std::abs(got(i) - want) <= 1e-3f);
  }
  CHECK(kept > 0);
  CHECK(kept < n);
}
