// Transforms along rows of powers of two with elementwise work before, between and behind them: what is one kernel on
// the device.
#include <cmath>
#include <cstdint>
#include <string>

#include "rows_data.hpp"

namespace {

using namespace fft_data;
using cp::complex128;
using cp::complex64;

template <class T>
void check_filtered() {
  check_lengths<T>("rows_filtered", 2, [](auto& y, auto const& a, std::int64_t n) {
    return [&y, &a, h = rows_filter<T>(n)] { y(cp::all) = fft::ifft(fft::fft(a) * h); };
  });
}

/// Beside transforms of arrays without a factor, which the library computes.
void check_long_complex128() {
  for (std::int64_t const n : {1024, 2048, 4096}) {
    auto const a = rows_operand<complex128>(3, n);
    auto const h = rows_filter<complex128>(n);
    array<complex128, 2> const y = cp::empty<complex128>({3, n});
    check_one_kernel(fits<complex128>(n), [&] { y(cp::all) = fft::ifft(fft::fft(a) * h); });
    auto const turned = cp::eval(cp::conj(cp::eval(fft::fft(a)) * h));
    auto const want = cp::eval(cp::conj(cp::eval(fft::fft(turned))) / static_cast<double>(n));
    double const off = std::sqrt(cp::sum(cp::square(cp::abs(y - want))).item()),
                 size = std::sqrt(cp::sum(cp::square(cp::abs(want))).item());
    CHECK(size > 1);
    CHECK(off <= 2 * bound(n) * 0x1p-53 * size);  // both are as far off as that
  }
}

}  // namespace

TEST_CASE("ifft(fft(a) * h) is one kernel where rows are powers of two") {
  check_filtered<complex64>();
  check_filtered<complex128>();
  check_long_complex128();
  expected<complex64> want("rows_filtered_long");
  for (std::int64_t const n : {512, 1024, 2048, 4096}) {
    auto const a = rows_operand<complex64>(1, n);
    auto const h = rows_filter<complex64>(n);
    array<complex64, 1> y = cp::empty<complex64>(n);
    check_one_kernel(true, [&] { y = fft::ifft(h * fft::fft(a(0))); });
    want.compare(y, bound(n));
  }
}

TEST_CASE("work before, between and behind transforms is part of their kernel") {
  std::int64_t const n = 64;
  auto const x = rows_operand<complex64>(3, n);
  auto const h = rows_filter<complex64>(n);
  auto const r = cp::eval(cp::real(x)), i = cp::eval(cp::imag(x));
  array<complex64, 2> const y = cp::empty<complex64>({3, n});
  array<float, 2> const z = cp::empty<float>({3, n});
  expected<complex128> want("rows_around");
  auto const next = [&](auto const& e, int transforms) {
    check_one_kernel(true, [&] { y(cp::all) = e; });
    want.compare(y, bound(n, transforms));
  };
  next(fft::ifft(r * 2), 1);
  next(fft::fft(x + complex64(0, 1)) * h, 1);
  next(fft::ifft(fft::fft(r) * h), 2);
  next(fft::ifft(fft::fft(x(0)) * (h + x)), 2);
  next(fft::ifft(fft::fft(cp::conj(x) * 3) / (1 + cp::abs(h))), 2);
  next(fft::fft(fft::fft(x)), 2);
  next(fft::fft(fft::ifft(fft::fft(x) * h) * x), 3);

  expected<double> want_real("rows_around_real");
  auto const next_real = [&](auto const& e, int transforms) {
    check_one_kernel(true, [&] { z(cp::all) = e; });
    want_real.compare(z, bound(n, transforms));
  };
  next_real(cp::square(cp::abs(fft::fft(x))) + 1, 1);
  auto const power = cp::fuse([](auto s) { return cp::real(s) * cp::real(s) + cp::imag(s) * cp::imag(s); });
  next_real(cp::real(fft::ifft(power(fft::fft(x)))), 2);
  next_real(cp::real(fft::ifft(fft::fft(r) * h)) + i, 2);
}

TEST_CASE("rows are cropped and padded in their kernel") {
  std::int64_t const n = 64;
  auto const x = rows_operand<complex64>(3, n), longer = rows_operand<complex64>(3, 100);
  auto const h = rows_filter<complex64>(n);
  array<complex64, 2> y = cp::empty<complex64>({3, n});
  expected<complex128> want("rows_sized");
  for (std::int64_t const m : {1, 40, 64, 100}) {
    check_one_kernel(true, [&] { y(cp::all) = fft::ifft(fft::fft(longer(cp::all, cp::slice(0, m)), fft::n(n)) * h); });
    want.compare(y, bound(n));
  }
  // By indices that are operands: what is not given is not looked up.
  auto const places = cp::eval(cp::index<0>({3, 40}) * 100 + cp::index<1>({3, 40}));
  check_one_kernel(true, [&] { y = fft::fft(cp::take(longer, places), fft::n(n)); });
  want.compare(y, bound(n, 1));
  check_one_kernel(true, [&] { y = fft::fft(x * longer(cp::all, cp::slice(0, 1)), fft::n(128), fft::norm::ortho); });
  want.compare(y, bound(n, 1));
}

TEST_CASE("a plan says that rows are transformed by one kernel") {
  auto const x = rows_operand<complex64>(3, 64);
  auto const h = rows_filter<complex64>(64);
  auto const has = [](std::string const& text, char const* what) { return text.find(what) != std::string::npos; };
  std::string const one = "fft form over 3 rows of 64 elements", library = "a library computes";
  CHECK(has(cp::explain(fft::ifft(fft::fft(x) * h)), (on_device ? one : library).c_str()));
  CHECK(has(cp::explain(cp::abs(fft::fft(x))), on_device ? one.c_str() : "what a library computes"));
  CHECK(has(cp::explain(fft::fft(x)), library.c_str()));
  CHECK(has(cp::explain(fft::ifft(fft::fft(x(cp::all, cp::slice(0, 60))))), library.c_str()));
}
