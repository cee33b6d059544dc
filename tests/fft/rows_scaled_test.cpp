// Transforms of arrays that a norm scales: one kernel of the library's where rows are powers of two, and two passes
// elsewhere.
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "rows_data.hpp"

namespace {

using namespace fft_data;
using cp::complex128;
using cp::complex64;

template <class T>
void check_inverses() {
  check_lengths<T>("rows_scaled", 1,
                   [](auto& y, auto const& x, std::int64_t) { return [&y, &x] { y(cp::all) = fft::ifft(x); }; });
  for (std::int64_t const n : {512, 1024, 2048, 4096}) {
    auto const x = rows_operand<T>(2, n), spectrum = cp::eval(fft::fft(x));
    array<T, 2> const y = cp::empty<T>({2, n});
    check_one_kernel(fits<T>(n), [&] { y(cp::all) = fft::ifft(spectrum); });
    CHECK(cp::max(cp::abs(y - x)).item() <= bound(n) * std::numeric_limits<typename T::value_type>::epsilon() * 20);
  }
}

/// Whether `a` is the inverse transform of the first rows_operand of 64 elements.
template <class A>
void check_inverse(A const& a) {
  expected<complex128> want("rows_scaled");
  want.skip(3 * (16 + 32));
  want.compare(a.copy(), bound(64, 1));  // in C order
  want.skip(3 * (96 + 128 + 256));
}

/// x as a part of a larger array whose axes cannot be merged.
template <int Rank>
array<complex64, Rank> parted(array<complex64, Rank> const& x) {
  auto wide = x.shape();
  for (int i = 0; i < Rank; ++i) wide[i] *= 2;
  array<complex64, Rank> const all = cp::zeros<complex64>(wide);
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    auto const part = all(cp::slice(I * 0 + 1, cp::end, 2)...);
    part(cp::all) = x;
    return part;
  }
  (std::make_integer_sequence<int, Rank>{});
}

}  // namespace

TEST_CASE("ifft of an array is one kernel where rows are powers of two") {
  check_inverses<complex64>();
  check_inverses<complex128>();
}

TEST_CASE("what no norm scales is the library's, and what one scales needs no plan") {
  auto const x = rows_operand<complex64>(3, 64);
  array<complex64, 2> const y = cp::empty<complex64>({3, 64});
  auto const cache = fft::get_plan_cache();
  cache.clear();
  auto const misses = cache.statistics().misses;
  expected<complex128> want("rows_norms");
  auto const next = [&](bool one, auto const& e) {
    check_one_kernel(one, [&] { y(cp::all) = e; });
    want.compare(y, bound(64, 1));
    if (on_device) CHECK((cache.statistics().misses == misses) == one);
  };
  next(true, fft::ifft(x, fft::norm::ortho));
  next(true, fft::fft(x, fft::norm::ortho));
  next(true, fft::fft(x, fft::norm::forward));
  next(false, fft::ifft(x, fft::norm::forward));
  auto const has = [](std::string const& text, char const* what) { return text.find(what) != std::string::npos; };
  char const* const one = "fft form over 3 rows of 64 elements";
  CHECK(has(cp::explain(fft::ifft(x)), one) == on_device);
  CHECK(!has(cp::explain(fft::ifft(x, fft::norm::forward)), one));
  CHECK(!has(cp::explain(fft::ifft(rows_operand<complex64>(3, 48))), "fft form"));
}

TEST_CASE("an array's rows lie as they like, and may be the result's") {
  std::int64_t const n = 64;
  auto const x = rows_operand<complex64>(3, n);
  array<complex64, 2> const y = cp::empty<complex64>({3, n});
  auto const as = [&](auto const& to, auto const& e, bool one = true) {
    check_one_kernel(one, [&] { to(cp::all) = e; });
    check_inverse(to);
  };
  as(y, fft::ifft(cp::flip(cp::flip(x).copy())));
  as(y, fft::ifft(cp::transpose(cp::transpose(x).copy())));
  as(parted(x), fft::ifft(x));
  auto const part = parted(x);
  as(y, fft::ifft(part));
  as(cp::flip(cp::zeros<complex64>({3, n})), fft::ifft(x));
  // Rows along another axis, which lie in one run all the same; and in columns, three numbers apart.
  array<complex64, 2> const turned = cp::transpose(y);
  check_one_kernel(true, [&] { turned(cp::all) = fft::ifft(cp::transpose(x), cp::axis<0>); });
  check_inverse(y);
  auto const columns = cp::transpose(x).copy();
  check_one_kernel(true, [&] { turned(cp::all) = fft::ifft(columns, cp::axis<0>); });
  check_inverse(y);
  // Every fifth element: too far apart to read them in place.
  array<complex64, 2> const far = cp::zeros<complex64>({3, 5 * n});
  auto const apart = far(cp::all, cp::slice(0, 5 * n, 5));
  apart(cp::all) = x;
  as(y, fft::ifft(apart), false);
  // In place.
  auto z = x.copy();
  z(cp::all) = fft::ifft(z);
  check_inverse(z);
  z = x.copy();
  z = fft::ifft(z);
  check_inverse(z);
  z(cp::all) = cp::flip(x);
  z(cp::all) = fft::ifft(cp::flip(z));
  check_inverse(z);
  // Up to three axes of rows that cannot be one.
  auto const rows4 = parted(cp::eval(cp::broadcast_to(x, {2, 2, 3, n})));
  array<complex64, 4> const y4 = cp::empty<complex64>({2, 2, 3, n});
  check_one_kernel(true, [&] { y4(cp::all) = fft::ifft(rows4); });
  check_inverse(y4(1, 1).copy());
  auto const rows5 = cp::eval(cp::broadcast_to(x, {2, 2, 2, 3, n})), parted5 = parted(rows5);
  array<complex64, 5> const y5 = cp::empty<complex64>({2, 2, 2, 3, n});
  check_one_kernel(true, [&] { y5(cp::all) = fft::ifft(rows5); });
  check_inverse(y5(1, 0, 1).copy());
  check_one_kernel(false, [&] { y5(cp::all) = fft::ifft(parted5); });
  check_inverse(y5(0, 1, 1).copy());
}

TEST_CASE("rows in any number, with NaN in one of them") {
  std::int64_t const n = 32, many = 54321;
  array<complex64, 2> const x = rows_operand<complex64>(many, n), y = cp::empty<complex64>({many, n});
  x(7, cp::slice(3, 4)) = std::numeric_limits<float>::quiet_NaN();
  auto const s = tests::spent([&] { y(cp::all) = fft::ifft(x); });
  auto const wanted = cp::eval(cp::eval(fft::fft(cp::eval(cp::conj(x)))) / static_cast<float>(n));
  CHECK(cp::nanmax(cp::abs(y - cp::conj(wanted))).item() <= 5e-5);
  CHECK(cp::count_nonzero(cp::isnan(y(7))).item() == n);
  CHECK(cp::count_nonzero(cp::isnan(y)).item() == n);
  if (on_device) {
    CHECK(s.launches == 1);
    CHECK(s.bytes_read == 8 * many * n);
    CHECK(s.bytes_written == 8 * many * n);
  }
  array<complex64, 2> const none = cp::empty<complex64>({0, n});
  auto const nothing = tests::spent([&] { none(cp::all) = fft::ifft(none); });
  CHECK(nothing.launches == 0);
  CHECK(nothing.library_calls == 0);
}

TEST_CASE("of a row that is padded no more is counted than is there") {
  auto const x = rows_operand<complex64>(3, 40);
  array<complex64, 2> const y = cp::empty<complex64>({3, 64});
  auto const h = rows_filter<complex64>(64);
  auto const s = tests::spent([&] { y(cp::all) = fft::fft(x, fft::n(64)) * h; });
  if (on_device) {
    CHECK(s.launches == 1);
    CHECK(s.bytes_read == 8 * (3 * 40 + 64));
    CHECK(s.bytes_written == 8 * 3 * 64);
  }
  CHECK(cp::max(cp::abs(y - cp::eval(fft::fft(x, fft::n(64))) * h)).item() <= 1e-3);
}
