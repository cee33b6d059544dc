// The error of transforms of every length up to 4096, primes included, beside sums in twice the precision of float64:
// at most 5 eps log2(n) (benchFFT's measure: the 2-norm of the error, relative to that of the result).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include "fft_data.hpp"

namespace {

using namespace fft_data;

constexpr double pi = 3.14159265358979323846;

/// The n-th roots of 1.
struct roots {
  std::vector<double> re, im;
  explicit roots(std::int64_t n) : re(static_cast<std::size_t>(n)), im(re) {
    for (std::int64_t j = 0; j < n; ++j) {
      // From -pi to pi, where angles are closest.
      double const angle = 2 * pi * (static_cast<double>(2 * j <= n ? j : j - n) / static_cast<double>(n));
      re[static_cast<std::size_t>(j)] = std::cos(angle);
      im[static_cast<std::size_t>(j)] = -std::sin(angle);
    }
  }
};

/// A sum of products as if in twice the precision.
///
/// source   T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput. 26 (2005), Dot2
struct sum_of_products {
  double high = 0, low = 0;
  void add(double x, double y) {
    double const product = x * y, sum = high + product, part = sum - high;
    low += std::fma(x, y, -product) + ((high - (sum - part)) + (product - part));
    high = sum;
  }
  double value() const { return high + low; }
};

/// Numbers between -1 and 1.
template <class T>
array<T, 1> noise(std::int64_t n, std::uint32_t seed) {
  auto const hash = [&](std::uint32_t k) {
    auto const i = cp::astype<std::uint32_t>(cp::index<0>({n})) + seed * 747796405u + k;
    auto const h = (i * 2654435761u) ^ ((i * 2246822519u) >> 13);
    return cp::astype<double>(h * 3266489917u >> 8) * 0x1p-23 - 1;
  };
  if constexpr (cp::complex_floating<T>)
    return cp::astype<T>(hash(0) + cp::complex128(0, 1) * hash(0x9e3779b9u));
  else
    return cp::astype<T>(hash(0));
}

constexpr int samples = 8;

/// The error of elements `k` of a spectrum beside its sums, relative to the whole, in eps log2(n).
template <class R, class T>
double error_of(cp::ndarray<cp::complex<R>, 1, cp::host_space> const& spectrum,
                cp::ndarray<T, 1, cp::host_space> const& x, roots const& root, double epsilon) {
  std::int64_t const n = x.size(), terms = spectrum.size();
  double size = 0;
  for (std::int64_t j = 0; j < n; ++j)
    size += [&] {
      if constexpr (cp::complex_floating<T>)
        return double(x(j).re) * double(x(j).re) + double(x(j).im) * double(x(j).im);
      else
        return double(x(j)) * double(x(j));
    }();
  double error = 0;
  int const count = static_cast<int>(std::min<std::int64_t>(samples, terms));
  for (int s = 0; s < count; ++s) {
    std::int64_t const k = count == terms ? s : (terms * s / samples + n % 7) % terms;
    sum_of_products re, im;
    for (std::int64_t j = 0, at = 0; j < n; ++j, at = at + k >= n ? at + k - n : at + k) {
      double const c = root.re[static_cast<std::size_t>(at)], d = root.im[static_cast<std::size_t>(at)];
      if constexpr (cp::complex_floating<T>) {
        re.add(x(j).re, c), re.add(-x(j).im, d);
        im.add(x(j).re, d), im.add(x(j).im, c);
      } else {
        re.add(x(j), c);
        im.add(x(j), d);
      }
    }
    double const a = spectrum(k).re - re.value(), b = spectrum(k).im - im.value();
    error += a * a + b * b;
  }
  // By Parseval's theorem the mean square of a term is `size`.
  return std::sqrt(error / count / size) / (epsilon * std::max(1.0, std::log2(static_cast<double>(n))));
}

/// The lengths from 64 on that are checked: those that leave `part` when they are divided by `parts`.
struct share {
  int part, parts;
};
/// All of them, but where that takes too long: under sanitizers, and on a GPU, where a plan takes some milliseconds
/// (the environment's FUSE_TEST_PART=3/17 names a share, for several processes to check all).
share share_of_lengths() {
  share s{0, 1};
  if (!FUSE_TEST_EVERYTHING)
    s = {1, 61};
  else if (std::is_same_v<cp::default_space, cp::cuda_space>)
    s = {1, 17};
  if (char const* const named = std::getenv("FUSE_TEST_PART"))
    REQUIRE(std::sscanf(named, "%d/%d", &s.part, &s.parts) == 2);
  return s;
}

template <class R>
void every_length(double epsilon) {
  double worst = 0, worst_back = 0;
  std::int64_t worst_n = 0;
  auto const note = [&](double e, std::int64_t n) {
    if (e <= worst) return;
    worst = e;
    worst_n = n;
  };
  share const lengths = share_of_lengths();
  for (std::int64_t n = 1; n <= 4096; ++n) {
    if (n >= 64 && n % lengths.parts != lengths.part) continue;
    roots const root(n);
    auto const x = noise<cp::complex<R>>(n, static_cast<std::uint32_t>(n));
    auto const r = noise<R>(n, static_cast<std::uint32_t>(n) + 5000);
    auto const spectrum = cp::eval(fft::fft(x));
    auto const half = cp::eval(fft::rfft(r));
    note(error_of(spectrum.to_host(), x.to_host(), root, epsilon), n);
    note(error_of(half.to_host(), r.to_host(), root, epsilon), n);
    if (n % 5 != 0 && n % 7 != 1) continue;  // primes among those that are left
    double const bound = epsilon * std::max(1.0, std::log2(static_cast<double>(n)));
    double const back = std::sqrt(cp::sum(cp::astype<double>(cp::square(cp::abs(fft::ifft(spectrum) - x)))).item() /
                                  cp::sum(cp::astype<double>(cp::square(cp::abs(x)))).item());
    double const real_back = std::sqrt(cp::sum(cp::astype<double>(cp::square(fft::irfft(half, fft::n(n)) - r))).item() /
                                       cp::sum(cp::astype<double>(cp::square(r))).item());
    worst_back = std::max({worst_back, back / bound, real_back / bound});
  }
  CHECK_MESSAGE(worst <= 5, "the spectrum of ", worst_n, " elements is off by ", worst, " eps log2(n)");
  CHECK_MESSAGE(worst_back <= 10, "there and back: off by ", worst_back, " eps log2(n)");
}

}  // namespace

TEST_CASE("float32 transforms of every length") { every_length<float>(0x1p-23); }
TEST_CASE("float64 transforms of every length") { every_length<double>(0x1p-52); }

TEST_CASE("spectra of prime lengths beside sums in long double") {
  for (int const n : {61, 499}) {
    auto const x = load<double, 1>("signal_" + std::to_string(n));
    auto const want = load<cp::complex128, 1>("spectrum_" + std::to_string(n));
    double const error = cp::sum(cp::square(cp::abs(fft::fft(x) - want))).item(),
                 size = cp::sum(cp::square(cp::abs(want))).item();
    CHECK(std::sqrt(error / size) <= 5 * 0x1p-52 * std::log2(n));
  }
}

TEST_CASE("a wave has one term") {
  for (std::int64_t const n : {7, 64, 1000, 4093}) {
    std::int64_t const wave = n / 3;
    auto const j = cp::index<0>({n});
    array<double, 1> const angle = cp::astype<double>(j * wave % n) * (2 * pi / static_cast<double>(n));
    array<cp::complex128, 1> const x = cp::cos(angle) + cp::complex128(0, 1) * cp::sin(angle);
    array<cp::complex128, 1> const want =
        cp::where(j == wave, cp::complex128(static_cast<double>(n), 0), cp::complex128(0, 0));
    double const error = std::sqrt(cp::sum(cp::square(cp::abs(fft::fft(x) - want))).item()) / static_cast<double>(n);
    CHECK(error <= 5 * 0x1p-52 * std::log2(static_cast<double>(n)));
    CHECK(cp::abs(cp::sum(cp::square(cp::abs(fft::fft(x, fft::norm::ortho)))) - static_cast<double>(n)).item() <
          1e-9 * static_cast<double>(n));
  }
}
