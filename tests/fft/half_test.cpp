// Transforms of 16-bit numbers beside NumPy's, in float64, of the same values.
#include <cstdint>
#include <string>
#include <type_traits>

#include "fft_data.hpp"
#include "running.hpp"

namespace {

using namespace fft_data;

template <class Half>
using half_complex = cp::complex<Half>;
constexpr bool on_host = cp::default_space::kind == cp::memory_kind::host;

template <class R, class Half, class F>
void as_numpy(char const* name, F const& f) {
  layouts(operand<half_complex<Half>>(), [&](auto const& x) {
    expected<R> numpy(std::string(name) + "_complex");
    lines([&](int axis, int n, fft::norm scale) { numpy.compare(f(x, fft::axes(axis), fft::n(n), scale)); });
  });
}

/// Numbers of magnitude 1 and less, as the 16-bit type has them.
template <class Half>
array<half_complex<Half>, 2> signal(std::int64_t rows, std::int64_t n) {
  auto const at = cp::astype<double>(cp::index<0>({rows, n}) * 7 + cp::index<1>({rows, n}) * cp::index<1>({rows, n}));
  return cp::astype<half_complex<Half>>(cp::cos(at) + cp::complex128(0, 1) * cp::sin(at * 0.5));
}
template <class X>
auto widened(X const& x) {
  using T = typename X::value_type;
  return cp::astype<std::conditional_t<is_complex<T>, cp::complex128, double>>(x);
}
/// The error of a result, relative to the whole, in units of its type.
template <class Half, class X, class Y>
double error_of(X const& result, Y const& want) {
  double const unit = std::is_same_v<Half, cp::float16> ? 0x1p-11 : 0x1p-8;
  return std::sqrt(cp::sum(cp::square(cp::abs(widened(result) - want))).item() /
                   cp::sum(cp::square(cp::abs(want))).item()) /
         unit;
}

template <class Half>
void plans() {
  using T = half_complex<Half>;
  for (std::int64_t const n : {1, 2, 64, 1024, 60}) {
    auto const x = signal<Half>(3, n);
    auto const forward = fft::get_fft_plan(x);
    static_assert(
        std::is_same_v<decltype(forward), fft::plan<fft::transform_type::C2C, T, 2, 1, cp::default_space> const>);
    static_assert(std::is_same_v<typename decltype(forward)::output, T>);
    auto const y = forward.get_output_array(x);
    auto const spent = tests::spent([&] { forward.fft(x, y); });
    CHECK(spent.library_calls == 1);
    // Powers of two are transformed as they are; others, and on the host, between two conversions.
    CHECK(spent.launches == (on_host || n == 60 ? 2 : 0));
    double const bound = std::log2(static_cast<double>(n)) + 1;
    CHECK(y.shape() == x.shape());
    CHECK(error_of<Half>(y, cp::eval(fft::fft(widened(x)))) < bound);
    auto const scaled = cp::eval(cp::astype<T>(widened(y) / static_cast<double>(n)));
    auto const z = forward.get_output_array(x);
    forward.fft(scaled, z, fft::direction::inverse);
    CHECK(error_of<Half>(z, cp::eval(widened(x))) < 2 * bound);

    auto const r = cp::eval(cp::astype<Half>(cp::real(widened(x))));
    auto const half = fft::get_fft_plan<fft::transform_type::R2C>(r);
    static_assert(std::is_same_v<typename decltype(half)::input, Half>);
    static_assert(std::is_same_v<typename decltype(half)::output, T>);
    auto const h = half.get_output_array(r);
    CHECK(h.shape(1) == n / 2 + 1);
    half.fft(r, h);
    CHECK(error_of<Half>(h, cp::eval(fft::rfft(widened(r)))) < bound);
    auto const back = fft::get_fft_plan<fft::transform_type::C2R>(h, fft::n(n));
    static_assert(std::is_same_v<typename decltype(back)::output, Half>);
    auto const kept = h.copy();
    auto const w = back.get_output_array(h);
    CHECK(w.shape() == r.shape());
    back.fft(h, w);
    CHECK(error_of<Half>(w, cp::eval(fft::irfft(widened(h), fft::n(n), fft::norm::forward))) < bound);
    CHECK(cp::max(cp::abs(widened(h) - widened(kept))).item() == 0);  // the operand is as it was
  }
}

}  // namespace

TEST_CASE("fft and irfft of complex float16") {
  as_numpy<cp::complex128, cp::float16>(FFT_FUNCTION(fft));
  as_numpy<double, cp::float16>(FFT_FUNCTION(irfft));
}
TEST_CASE("ifft and hfft of complex bfloat16") {
  as_numpy<cp::complex128, cp::bfloat16>(FFT_FUNCTION(ifft));
  as_numpy<double, cp::bfloat16>(FFT_FUNCTION(hfft));
}
TEST_CASE("transforms of complex float16 along two axes") {
  layouts(operand<half_complex<cp::float16>>(), [&](auto const& x) {
    expected<cp::complex128> numpy("fft2_complex");
    planes([&](auto const& axes, auto const& s, fft::norm scale) { numpy.compare(fft::fft2(x, axes, s, scale)); });
  });
}
// covers: cupy.cuda.cufft.XtPlanNd; cupy.cuda.cufft.XtPlanNd.fft; cupy.cuda.cufft.XtPlanNd.get_output_array
// covers: half-precision and 64-bit FFT (XtPlanNd)
TEST_CASE("plans of 16-bit numbers") {
  plans<cp::float16>();
  plans<cp::bfloat16>();
}
TEST_CASE("a plan of 16-bit numbers makes no others when it runs") {
  auto const cache = fft::get_plan_cache();
  for (std::int64_t const n : {32, 12}) {
    auto const x = signal<cp::float16>(2, n);
    auto const p = fft::get_fft_plan(x, fft::n(2 * n));
    auto const y = p.get_output_array(x);
    auto const misses = cache.statistics().misses;
    p.fft(x, y);
    CHECK(cache.statistics().misses == misses);
    CHECK(error_of<cp::float16>(y, cp::eval(fft::fft(widened(x), fft::n(2 * n)))) < 7);
  }
}
TEST_CASE("empty arrays of 16-bit numbers, and lines of one element") {
  auto const x = signal<cp::float16>(3, 4);
  CHECK(cp::eval(fft::fft(x(cp::slice(0, 0)))).shape() == cp::shape_array<2>{{0, 4}});
  CHECK_THROWS_AS((void)cp::eval(fft::fft(x, fft::n(0))), cp::value_error);
  auto const one = x(cp::all, cp::slice(1, 2));
  CHECK(cp::max(cp::abs(widened(cp::eval(fft::fft(one))) - widened(one))).item() == 0);
}
TEST_CASE("the factor of a norm is no number of 16 bits") {
  std::int64_t const n = std::int64_t{1} << 17;  // 1 / n is 0 in float16's normal numbers
  auto const x = cp::eval(cp::astype<half_complex<cp::float16>>(cp::where(cp::index<0>({n}) == 0, 8192.0, 0.0)));
  auto const y = cp::eval(fft::ifft(x));
  CHECK(cp::max(cp::abs(widened(y) - 0.0625)).item() == 0);
}
TEST_CASE("what is scaled keeps its range and its digits on the way") {
  using T = half_complex<cp::float16>;
  for (std::int64_t const n : {64, 1 << 17}) {
    auto const of = [&](double value, std::int64_t length) {
      return cp::eval(cp::astype<T>(cp::where(cp::index<0>({length}) < length, value, 0.0)));
    };
    auto const first = [&](auto const& y, double want) {  // the first number is `want`, all others are 0
      auto const at = cp::index<0>({y.size()});
      CHECK(cp::max(cp::abs(widened(y) - cp::where(at == 0, want, 0.0))).item() <= 0x1p-10 * want);
    };
    // n numbers of these magnitudes have sums of n times as much, and parts of 1 / n of it
    for (double const value : {1.0, 0.01, 40000.0}) {
      INFO("n ", n, ", value ", value);
      auto const x = of(value, n);
      double const held = cp::max(cp::real(widened(x))).item();
      first(cp::eval(fft::ifft(x)), held);
      first(cp::eval(fft::fft(x, fft::norm::forward)), held);
      first(cp::eval(fft::ifft(cp::astype<T>(widened(x)))), held);  // of an expression
      first(cp::eval(fft::irfft(of(value, n / 2 + 1))), held);
      first(cp::eval(fft::hfft(of(value, n / 2 + 1), fft::norm::forward)), held);
      first(cp::eval(fft::irfft(cp::astype<T>(widened(of(value, n / 2 + 1))))), held);
      // Padded by as many zeros. What is small beside the largest number ends among the subnormal ones.
      auto const half = of(value, n / 2);
      CHECK(error_of<cp::float16>(cp::eval(fft::ifft(half, fft::n(n))), cp::eval(fft::ifft(widened(half), fft::n(n)))) <
            3);
    }
  }
}
TEST_CASE("what is scaled keeps its range from axis to axis") {
  using T = half_complex<cp::float16>;
  auto const x = cp::eval(cp::astype<T>(cp::where(cp::index<0>({8, 128}) < 8, 1024.0, 0.0)));
  auto const want = cp::where(cp::index<0>({8, 128}) + cp::index<1>({8, 128}) == 0, 1024.0, 0.0);
  CHECK(cp::max(cp::abs(widened(cp::eval(fft::ifft2(x))) - want)).item() == 0);
  fft::config::enable_nd_planning(false);
  auto const in_turn = cp::eval(fft::ifft2(x));
  fft::config::enable_nd_planning(true);
  CHECK(cp::max(cp::abs(widened(in_turn) - want)).item() == 0);
}
TEST_CASE("an axis of 16-bit numbers that is named twice") {
  auto const x = signal<cp::float16>(3, 16);
  for (auto const& s : {fft::s(8, 32), fft::s(32, 8), fft::s(16, 16)})
    CHECK(error_of<cp::float16>(cp::eval(fft::ifft2(x, fft::axes(1, 1), s)),
                                cp::eval(fft::ifft2(widened(x), fft::axes(1, 1), s))) < 1);
}
