// Transforms along rows in one kernel: any number of rows, layouts, norms, memory that is read and written; and what
// stays the library's.
#include <cstdint>

#include "rows_data.hpp"

namespace {

using namespace fft_data;
using cp::complex128;
using cp::complex64;

}  // namespace

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
  all_as(cp::transpose(cp::transpose(x).copy()), h, true);
  // Rows whose elements lie far apart are copied, and transformed by the library.
  array<complex64, 2> const far = cp::zeros<complex64>({3, 5 * n});
  auto const apart = far(cp::all, cp::slice(0, 5 * n, 5));
  apart(cp::all) = x;
  all_as(apart, h, false);
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
  auto const s = tests::spent([&] { none(cp::all) = fft::ifft(fft::fft(none) * h); });
  CHECK(s.launches == 0);
  CHECK(s.library_calls == 0);
}

TEST_CASE("rows along other axes, cropped between transforms, and with sums between them are the library's") {
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
  // A transform that indices are made of.
  auto const places = cp::astype<std::int64_t>(cp::abs(fft::fft(x * 0)));
  check_one_kernel(false, [&] { y = fft::fft(cp::take(x, places)); });
  CHECK(near(y, fft::fft(cp::eval(x(0, 0) + x * 0))));
  // Two transforms side by side.
  y = fft::ifft(fft::fft(x) * fft::fft(h));
  CHECK(near(y, fft::ifft(cp::eval(spectrum * cp::eval(fft::fft(h))))));
  CHECK_THROWS_AS((y = fft::ifft(fft::fft(x) * h(cp::slice(0, 32)))), cp::shape_error);
}

TEST_CASE("computed operands and those without axes are part of the kernel") {
  std::int64_t const n = 64;
  auto const x = rows_operand<complex64>(3, n);
  auto const h = rows_filter<complex64>(n);
  array<float, 0> const s = cp::eval(cp::max(cp::real(h)));
  auto const places = [&] { return cp::astype<float>(cp::index<0>({3, n}) * n + cp::index<1>({3, n})); };
  array<complex64, 2> const y = cp::empty<complex64>({3, n});
  check_one_kernel(true, [&] { y(cp::all) = fft::fft(x * places() * s) * h; });
  auto const spectrum = cp::eval(fft::fft(cp::eval(x * cp::eval(places()) * s.item())));
  float const largest = cp::max(cp::abs(spectrum)).item();
  CHECK(largest > 1);
  CHECK(cp::max(cp::abs(y - spectrum * h)).item() <= 1e-4f * largest);
}

TEST_CASE("a graph runs the kernel on what its operands hold then") {
  std::int64_t const n = 64;
  auto const x = rows_operand<complex64>(3, n), a = x.copy();
  auto const h = rows_filter<complex64>(n);
  array<complex64, 2> const y = cp::zeros<complex64>({3, n}), direct = cp::empty<complex64>({3, n});
  cp::graph const g = cp::capture([&] { y(cp::all) = fft::ifft(fft::fft(a) * h); }, on_device);
  CHECK(cp::count_nonzero(y).item() == 0);
  for (int turn = 0; turn < 2; ++turn) {
    g.launch();
    direct(cp::all) = fft::ifft(fft::fft(a) * h);
    CHECK(cp::count_nonzero(y).item() > n);
    CHECK(cp::max(cp::abs(y - direct)).item() == 0);
    a(cp::all) = cp::flip(x);
  }
  a(cp::all) = x;
  g.launch();
  expected<complex128> want("rows_filtered");
  want.skip(3 * (16 + 32));
  want.compare(y, bound(n));
  want.skip(3 * (96 + 128 + 256));
}

TEST_CASE("while a plan is current rows are the library's, by the plan") {
  std::int64_t const n = 64;
  auto const x = rows_operand<complex64>(3, n);
  auto const h = rows_filter<complex64>(n);
  array<complex64, 2> const y = cp::empty<complex64>({3, n}), z = cp::empty<complex64>({3, n});
  auto const filter = [&] { y(cp::all) = fft::ifft(fft::fft(x) * h); };
  auto const invert = [&] { z(cp::all) = fft::ifft(x); };
  check_one_kernel(true, filter);
  check_one_kernel(true, invert);
  auto const filtered = y.copy(), inverse = z.copy();
  {
    auto const plan = fft::get_fft_plan(x);
    fft::use_plan const now(plan);
    auto const misses = fft::get_plan_cache().statistics().misses;
    check_one_kernel(false, invert);
    CHECK(fft::get_plan_cache().statistics().misses == misses);
    check_one_kernel(false, filter);
  }
  CHECK(cp::max(cp::abs(y - filtered)).item() <= 1e-5f * cp::max(cp::abs(filtered)).item());
  CHECK(cp::max(cp::abs(z - inverse)).item() <= 1e-5f * cp::max(cp::abs(inverse)).item());
  check_one_kernel(true, filter);
  check_one_kernel(true, invert);
}
