// Long transforms beside formulas: the error of 2^27 elements, and of more elements than 32 bits count.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "fft_data.hpp"

namespace {

using namespace fft_data;
using cp::complex128;

constexpr double pi = 3.14159265358979323846;
constexpr bool on_host = cp::default_space::kind == cp::memory_kind::host;

/// 2^27 on a device; on the host 2^20, and all of it where the environment has FUSE_TEST_LARGE (minutes, 8 GiB).
std::int64_t length() { return std::int64_t{1} << (on_host && std::getenv("FUSE_TEST_LARGE") == nullptr ? 20 : 27); }

/// pi / n times a whole number, which is first brought between -n and n: exact, but for one product.
template <class Index>
auto turn(Index const& whole, std::int64_t n) {
  auto const rest = whole % (2 * n);
  return cp::astype<double>(rest - (2 * n) * cp::astype<std::int64_t>(rest > n)) * (pi / static_cast<double>(n));
}
template <class Angle>
auto wave(Angle const& angle) {
  return cp::cos(angle) + complex128(0, 1) * cp::sin(angle);
}

/// The 2-norm of the error beside that of the result, in eps log2(n).
template <class T, class Wide>
double error_of(array<T, 1> const& result, array<Wide, 1> const& want, std::int64_t n) {
  double const epsilon = std::is_same_v<typename cp::dtype_traits<T>::real_type, float> ? 0x1p-23 : 0x1p-52;
  double const error = cp::sum(cp::square(cp::abs(cp::astype<Wide>(result) - want))).item();
  return std::sqrt(error / cp::sum(cp::square(cp::abs(want))).item()) / (epsilon * std::log2(static_cast<double>(n)));
}

/// A chirp exp(i pi j^2 / n) has the spectrum sqrt(n) exp(i pi / 4 - i pi k^2 / n), for even n: both sides have the
/// same size everywhere. The spectrum of its real part is sqrt(n) cos(pi / 4 - pi k^2 / n).
template <class R>
void chirp() {
  using T = cp::complex<R>;
  std::int64_t const n = length();
  double const size = std::sqrt(static_cast<double>(n));
  auto const j = cp::index<0>({n});
  array<complex128, 1> const signal = wave(turn(j * j, n));
  array<complex128, 1> const spectrum = size * wave(pi / 4 - turn(j * j, n));
  array<T, 1> const y = fft::fft(cp::astype<T>(signal));
  CHECK(error_of(y, spectrum, n) <= 5);
  CHECK(error_of(cp::eval(fft::ifft(y)), signal, n) <= 10);
  array<R, 1> const x = cp::astype<R>(cp::real(signal));
  array<double, 1> const half = cp::real(spectrum(cp::slice(0, n / 2 + 1)));
  CHECK(error_of(cp::eval(cp::real(fft::rfft(x))), half, n) <= 5);
}

/// A wave and an impulse: one term, and all terms alike.
template <class R>
void wave_and_impulse() {
  using T = cp::complex<R>;
  std::int64_t const n = length(), term = n / 3, place = n / 7 + 2;
  double const size = std::sqrt(static_cast<double>(n));
  auto const j = cp::index<0>({n});
  auto const both = [&](std::int64_t waves, std::int64_t at, double peak, double height) {
    return cp::eval(height * wave(turn(2 * (j * waves), n)) + cp::where(j == at, peak, 0.0));
  };
  array<T, 1> const y = fft::fft(cp::astype<T>(both(term, place, size, 1)));
  CHECK(error_of(y, both(-place, term, size * size, size), n) <= 5);
}

}  // namespace

TEST_CASE("the spectrum of a long chirp in float32") { chirp<float>(); }
TEST_CASE("the spectrum of a long chirp in float64") { chirp<double>(); }
TEST_CASE("a long wave and an impulse") {
  wave_and_impulse<float>();
  wave_and_impulse<double>();
}

TEST_CASE("transforms of more than 2^31 elements") {
  std::int64_t const n = 1 << 15, rows = (1 << 16) + (1 << 10), all = n * rows;
  if (on_host || cp::cuda::properties().free_bytes < std::int64_t{60} << 30) {
    MESSAGE("not run: this takes 60 GB of a device's memory");
    return;
  }
  using T = cp::complex64;
  auto const far = [](auto const& result, auto const& want) {
    return cp::max(cp::abs(cp::astype<complex128>(result) - want)).item();
  };
  array<T, 2> const a = cp::empty<T>({rows, n});
  auto const row = cp::index<0>({rows, n}), column = cp::index<1>({rows, n});
  auto const term = row * 7 % n;
  a(cp::all) = fft::fft(cp::astype<T>(wave(turn(2 * (term * column), n))));
  CHECK(far(a, cp::where(column == term, static_cast<double>(n), 0.0) + complex128(0, 0)) < 1e-1);
  a(cp::all) = fft::fft(cp::where(row == column % 61, T(1, 0), T(0, 0)), cp::axis<0>);
  CHECK(far(a, wave(-turn(2 * (row * (column % 61)), rows))) < 1e-5);
  auto const line = cp::reshape(a, {all});
  auto const at = cp::index<0>({all});
  line(cp::all) = fft::fft(cp::where(at == 3, T(1, 0), T(0, 0)));
  CHECK(far(line, wave(-turn(2 * (at * 3), all))) < 1e-5);
}
