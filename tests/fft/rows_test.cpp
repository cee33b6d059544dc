// Transforms along rows of powers of two with elementwise work before, between and behind them: what is one kernel on the device.
#include <cmath>
#include <cstdint>
#include <string>

#include "fft_data.hpp"
#include "running.hpp"

namespace {

using namespace fft_data;
using cp::complex128;
using cp::complex64;
using tests::spent;

constexpr bool on_device = std::is_same_v<cp::default_space, cp::cuda_space>;

/// The operands of scripts/make_fft_data.py.
template <class T>
array<T, 2> rows_operand(std::int64_t rows, std::int64_t n) {
  auto const r = cp::index<0>({rows, n}), j = cp::index<1>({rows, n});
  return cp::astype<T>(cp::astype<double>((j * j + 7 * j * r + 3 * r) % 31 - 15) +
                       complex128(0, 1) * cp::astype<double>((3 * j + 5 * r * r + j * j * (j % 7)) % 29 - 14));
}
template <class T>
array<T, 1> rows_filter(std::int64_t n) {
  auto const k = cp::index<0>({n});
  return cp::astype<T>(cp::astype<double>((5 * k + k * k) % 13 - 6) +
                       complex128(0, 1) * cp::astype<double>((3 * k * k + 1) % 11 - 5));
}

/// Whether the device has a kernel for rows of n elements; 5 eps log2(n) for each transform.
bool fits(std::int64_t n) { return n >= 32 && (n & (n - 1)) == 0; }
double bound(std::int64_t n, int transforms = 2) { return 5.0 * transforms * std::log2(static_cast<double>(n)); }

/// Runs a statement that one kernel does on the device if `one`, and else what the library makes of it.
template <class F>
void check_one_kernel(bool one, F const& statement) {
  auto const s = spent(statement);
  if (on_device) {
    CHECK((s.library_calls == 0) == one);
    if (one) {
      CHECK(s.launches == 1);
      CHECK(s.temporaries == 0);
    }
  } else {
    CHECK(s.library_calls > 0);
  }
  CHECK(s.synchronizations == 0);
}

template <class T>
void check_lengths() {
  expected<complex128> want("rows_filtered");
  for (std::int64_t const n : {16, 32, 64, 96, 128, 256}) {
    auto const a = rows_operand<T>(3, n);
    auto const h = rows_filter<T>(n);
    array<T, 2> const y = cp::empty<T>({3, n});
    check_one_kernel(fits(n), [&] { y(cp::all) = fft::ifft(fft::fft(a) * h); });
    want.compare(y, bound(n));
  }
}

}  // namespace

TEST_CASE("ifft(fft(a) * h) is one kernel where rows are powers of two") {
  check_lengths<complex64>();
  check_lengths<complex128>();
  expected<complex64> want("rows_filtered_long");
  for (std::int64_t const n : {512, 1024, 2048, 4096}) {
    auto const a = rows_operand<complex64>(1, n);
    auto const h = rows_filter<complex64>(n);
    array<complex64, 1> y = cp::empty<complex64>(n);
    check_one_kernel(true, [&] { y = fft::ifft(h * fft::fft(a(0))); });
    want.compare(y, bound(n));
  }
}

TEST_CASE("rows in any number, of any layout, and with any norm") {
  std::int64_t const n = 128;
  auto const h = rows_filter<complex64>(n);
  // More rows than blocks have, some of which the last block has not.
  std::int64_t const many = 12345;
  array<complex64, 2> const a = cp::empty<complex64>({many, n}), y = cp::empty<complex64>({many, n});
  a(cp::all) = rows_operand<complex64>(many, n);
  check_one_kernel(true, [&] { y(cp::all) = fft::ifft(fft::fft(a) * h); });
  auto const reference = cp::eval(fft::ifft(cp::eval(cp::eval(fft::fft(a)) * h)));
  CHECK(cp::max(cp::abs(y - reference)).item() <= 1e-4f * cp::max(cp::abs(reference)).item());

  auto const x = rows_operand<complex64>(3, n);
  auto const all_as = [&](auto const& from, auto const& by, bool one, auto... option) {
    expected<complex128> want("rows_filtered");
    want.skip(3 * (16 + 32 + 64 + 96));
    array<complex64, 2> const to = cp::empty<complex64>({3, n});
    check_one_kernel(one, [&] { to(cp::all) = fft::ifft(fft::fft(from, option...) * by, option...); });
    want.compare(to, bound(n));
    want.skip(3 * 256);
  };
  all_as(x, h, true);
  for (fft::norm const norm : norms) all_as(x, h, true, norm);
  all_as(cp::flip(cp::flip(x).copy()), cp::flip(cp::flip(h).copy()), true);
  array<complex64, 2> const wide = cp::zeros<complex64>({7, 2 * n + 1});
  auto const part = wide(cp::slice(1, 7, 2), cp::slice(1, cp::end, 2));
  part(cp::all) = x;
  all_as(part, h, true);
  // Rows whose elements lie apart are copied, and transformed by the library.
  all_as(cp::transpose(cp::transpose(x).copy()), h, false);
}

TEST_CASE("work before, between and behind transforms is part of their kernel") {
  std::int64_t const n = 64;
  auto const check = [&]<class T>(T) {
    using real = typename T::value_type;
    auto const x = rows_operand<T>(3, n);
    auto const h = rows_filter<T>(n);
    auto const r = cp::eval(cp::real(x)), i = cp::eval(cp::imag(x));
    array<T, 2> const y = cp::empty<T>({3, n});
    array<real, 2> const z = cp::empty<real>({3, n});
    {
      expected<complex128> want("rows_around");
      auto const next = [&](auto const& e, int transforms) {
        check_one_kernel(true, [&] { y(cp::all) = e; });
        want.compare(y, bound(n, transforms));
      };
      next(fft::ifft(r * 2), 1);
      next(fft::fft(x + T(0, 1)) * h, 1);
      next(fft::ifft(fft::fft(r) * h), 2);
      next(fft::ifft(fft::fft(x(0)) * (h + x)), 2);
      next(fft::ifft(fft::fft(cp::conj(x) * 3) / (1 + cp::abs(h))), 2);
      next(fft::fft(fft::fft(x)), 2);
      next(fft::fft(fft::ifft(fft::fft(x) * h) * x), 3);
    }
    expected<double> want("rows_around_real");
    auto const next = [&](auto const& e, int transforms) {
      check_one_kernel(true, [&] { z(cp::all) = e; });
      want.compare(z, bound(n, transforms));
    };
    next(cp::square(cp::abs(fft::fft(x))) + 1, 1);
    auto const power = cp::fuse([](auto s) { return cp::real(s) * cp::real(s) + cp::imag(s) * cp::imag(s); });
    next(cp::real(fft::ifft(power(fft::fft(x)))), 2);
    next(cp::real(fft::ifft(fft::fft(r) * h)) + i, 2);
  };
  check(complex64());
  check(complex128());
}

TEST_CASE("rows are transformed into their own memory, into views, and of no rows nothing is done") {
  std::int64_t const n = 64;
  auto const h = rows_filter<complex64>(n);
  auto const check = [&](array<complex64, 2> const& y) {
    expected<complex128> want("rows_filtered");
    want.skip(3 * (16 + 32));
    want.compare(y, bound(n));
    want.skip(3 * (96 + 128 + 256));
  };
  auto a = rows_operand<complex64>(3, n);
  a = fft::ifft(fft::fft(a) * h);
  check(a);
  a = rows_operand<complex64>(3, n);
  a(cp::all) = fft::ifft(fft::fft(a) * h);
  check(a);
  // The operand is the result turned round.
  auto const b = rows_operand<complex64>(3, n);
  auto const turned = cp::flip(b);
  turned(cp::all) = cp::flip(b).copy();
  auto const c = cp::flip(turned).copy();
  b(cp::all) = cp::flip(c).copy();
  b(cp::all) = fft::ifft(fft::fft(cp::flip(b)) * h);
  check(b);
  auto const x = rows_operand<complex64>(3, n);
  array<complex64, 3> const wide = cp::zeros<complex64>({3, 2, n + 1});
  wide(cp::all, 1, cp::slice(1, cp::end)) = fft::ifft(fft::fft(x) * h);
  check(wide(cp::all, 1, cp::slice(1, cp::end)).copy());
  CHECK(cp::sum(cp::abs(wide(cp::all, 0))).item() == 0);
  CHECK(cp::sum(cp::abs(wide(cp::all, cp::all, 0))).item() == 0);
  // Three axes, an operand that has none of the first, and one of another.
  array<complex64, 3> const y = cp::empty<complex64>({2, 3, n});
  y(cp::all) = fft::ifft(fft::fft(cp::broadcast_to(x, {2, 3, n}) + cp::zeros<complex64>({2, 1, 1})) * h);
  check(y(1).copy());

  array<complex64, 2> const none = cp::empty<complex64>({0, n});
  auto const s = spent([&] { none(cp::all) = fft::ifft(fft::fft(none) * h); });
  CHECK(s.launches == 0);
  CHECK(s.library_calls == 0);
}

TEST_CASE("rows along other axes, of a length that is given, and of sums in between are the library's") {
  std::int64_t const n = 64;
  auto const x = rows_operand<complex64>(3, n);
  auto const h = rows_filter<complex64>(n);
  auto const near = [](auto const& a, auto const& b) {
    return cp::max(cp::abs(a - b)).item() <= 1e-4f * (1 + cp::max(cp::abs(b)).item());
  };
  auto const t = cp::transpose(x).copy();
  auto const column = cp::reshape(h, {n, 1});
  array<complex64, 2> y = cp::empty<complex64>({n, 3});
  check_one_kernel(false, [&] { y(cp::all) = fft::ifft(fft::fft(t, cp::axis<0>) * column, cp::axis<0>); });
  CHECK(near(cp::transpose(y), fft::ifft(fft::fft(x) * h)));
  check_one_kernel(false, [&] { y = fft::ifft(fft::fft(x, fft::n(32)) * h(cp::slice(0, 32)), fft::n(n)); });
  CHECK(near(y, fft::ifft(cp::eval(cp::eval(fft::fft(x, fft::n(32))) * h(cp::slice(0, 32))), fft::n(n))));
  auto const spectrum = cp::eval(fft::fft(x));
  y = fft::ifft(fft::fft(x) / cp::max(cp::abs(fft::fft(x))));
  CHECK(near(y, fft::ifft(cp::eval(spectrum / cp::max(cp::abs(spectrum))))));
  // Two transforms side by side.
  y = fft::ifft(fft::fft(x) * fft::fft(h));
  CHECK(near(y, fft::ifft(cp::eval(spectrum * cp::eval(fft::fft(h))))));
  CHECK_THROWS_AS((y = fft::ifft(fft::fft(x) * h(cp::slice(0, 32)))), cp::shape_error);
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
