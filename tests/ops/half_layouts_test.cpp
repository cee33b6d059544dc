// Expressions of 16-bit floats, which the host computes as float32 in buffers, in the layouts that operands and results
// have: element by element what float16 and bfloat16 give themselves, one operation after the other.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <tuple>
#include <type_traits>

namespace {

template <class T, int Rank>
auto on_host(cp::ndarray<T, Rank> const& x) {
  return cp::ascontiguousarray(x.template to<cp::host_space>());
}
/// Multiples of 1/8 in [-4, 4), in an order that depends on the seed.
template <class H>
cp::ndarray<H, 2> numbers(std::int64_t rows, std::int64_t n, int seed) {
  auto x = cp::zeros<H, cp::host_space>({rows, n});
  for (std::int64_t i = 0; i < x.size(); ++i)
    x.data()[i] = H(static_cast<float>((i * (7 + 2 * seed) + 3 * seed) % 64 - 32) / 8.0f);
  return x.template to<cp::default_space>();
}
template <class H>
bool same(H x, H y) {
  return x.bits == y.bits || (x == H(0.0f) && y == H(0.0f)) || (x != x && y != y);
}
template <class H>
H formula(H x, H y) {
  return x > y ? (x * y - H(2.0f)) / H(3.0f) : (x < -y ? -y : x);
}
constexpr auto expression = [](auto const& x, auto const& y) {
  return cp::where(x > y, (x * y - 2) / 3, cp::maximum(x, -y));
};
/// Whether z is the formula of x and y; y may be one row, or one column.
template <class H>
bool is_formula(cp::ndarray<H, 2> const& z, cp::ndarray<H, 2> const& x, cp::ndarray<H, 2> const& y) {
  auto const a = on_host(z), b = on_host(x), c = on_host(y);
  bool right = a.shape() == b.shape();
  for (std::int64_t i = 0; right && i < b.shape(0); ++i)
    for (std::int64_t k = 0; right && k < b.shape(1); ++k)
      right = same(a(i, k), formula(b(i, k), c(c.shape(0) > 1 ? i : 0, c.shape(1) > 1 ? k : 0)));
  return right;
}

template <class H>
void check_elements() {
  for (std::int64_t const n : {1, 2, 3, 5, 8, 15, 16, 17, 31, 33, 63, 64, 65, 100, 513, 1030}) {
    CAPTURE(n);
    std::int64_t const rows = n > 100 ? 5 : 37;
    auto const x = numbers<H>(rows, n, 1), y = numbers<H>(rows, n, 2), turned = numbers<H>(n, rows, 3),
               wide = numbers<H>(2 * rows, 3 * n, 4);
    auto const across = cp::eval(cp::ascontiguousarray(y(cp::slice(0, 1)))),
               down = cp::eval(cp::ascontiguousarray(y(cp::all, cp::slice(0, 1))));
    CHECK(is_formula<H>(cp::eval(expression(x, y)), x, y));
    CHECK(is_formula<H>(cp::eval(expression(x, across)), x, across));
    CHECK(is_formula<H>(cp::eval(expression(x, down)), x, down));
    CHECK(is_formula<H>(cp::eval(expression(turned.T(), y)), cp::eval(turned.T()), y));
    auto const apart = wide(cp::slice(1, cp::end, 2), cp::slice(2, cp::end, 3)), back = cp::flip(wide, 1),
               part = back(cp::slice(0, rows), cp::slice(0, n));
    CHECK(is_formula<H>(cp::eval(expression(apart, part)), cp::eval(apart), cp::eval(part)));
    cp::ndarray<H, 2> room = cp::zeros<H>({2 * rows, 2 * n});
    room(cp::slice(0, cp::end, 2), cp::slice(1, cp::end, 2)) = expression(x, y);
    CHECK(is_formula<H>(cp::eval(room(cp::slice(0, cp::end, 2), cp::slice(1, cp::end, 2))), x, y));
    CHECK(cp::all(room(cp::slice(1, cp::end, 2)) == 0).item());
    CHECK(cp::all(room(cp::all, cp::slice(0, cp::end, 2)) == 0).item());
    auto in_place = x.copy();
    in_place = expression(in_place, y);
    CHECK(is_formula<H>(in_place, x, y));
    // From and to other dtypes.
    auto const single = cp::eval(cp::astype<float>(x));
    auto const twice = cp::eval(cp::astype<H>(single * 2 - cp::astype<float>(y)));
    CHECK(cp::all(cp::astype<float>(twice) ==
                  cp::astype<float>(cp::astype<H>(cp::eval(single * 2 - cp::astype<float>(y)))))
              .item());
    CHECK(cp::all((x * y > 1) == (cp::astype<float>(cp::eval(x * y)) > 1)).item());
    auto const chosen = cp::eval(x > 0);
    CHECK(cp::all(cp::where(chosen, x * 2, y) == cp::where(chosen, cp::eval(x * 2), y)).item());
  }
}

/// Results of another dtype than that of the array they are stored to: rounded once, and to their own first if they are
/// 16-bit floats.
template <class H, class Other>
void check_stores() {
  std::int64_t const n = 1000;
  auto d = cp::zeros<double, cp::host_space>({n});
  auto q = cp::zeros<std::int64_t, cp::host_space>({n});
  for (std::int64_t i = 0; i < n; ++i) {
    // Halfway between two numbers, and off by less than float32 has bits for.
    double const ulp = std::is_same_v<H, cp::float16> ? 0x1p-10 : 0x1p-7;
    d.data()[i] = 1 + (static_cast<double>(i % 100) + 0.5) * ulp + static_cast<double>(i % 3 - 1) * 0x1p-40;
    q.data()[i] = static_cast<std::int64_t>((std::int64_t{1} << 40) * (1 + (i % 50 + 0.5) * 0x1p-7)) + i % 3 - 1;
  }
  auto const x = d.template to<cp::default_space>();
  auto const y = q.template to<cp::default_space>();
  cp::ndarray<H, 1> plain = cp::zeros<H>({n}), computed = cp::zeros<H>({n}), whole = cp::zeros<H>({n});
  plain(cp::all) = x;
  computed(cp::all) = x * 2.0;
  whole(cp::all) = y / std::int64_t{1} * 0x1p-30;
  cp::ndarray<H, 2> rows = cp::zeros<H>({10, n / 10});
  auto const table = cp::reshape(x, {10, n / 10});
  rows(cp::all) = table - cp::max(table, cp::axis<1>, cp::keepdims) * 0.5;
  auto const largest = on_host(cp::eval(cp::max(table, cp::axis<1>)));
  auto const a = on_host(plain), b = on_host(computed), c = on_host(whole);
  auto const r = on_host(rows);
  auto const u = cp::eval(cp::astype<Other>(x)), v = cp::eval(cp::astype<Other>(x * 0.75));
  cp::ndarray<H, 1> other = cp::zeros<H>({n});
  other(cp::all) = u * v;
  auto const o = on_host(other);
  auto const s = on_host(u), t = on_host(v);
  bool right = true;
  for (std::int64_t i = 0; i < n; ++i) {
    right = right && same(a(i), H(d(i))) && same(b(i), H(d(i) * 2)) &&
            same(c(i), H(static_cast<double>(q(i)) * 0x1p-30)) &&
            same(r(i / (n / 10), i % (n / 10)), H(d(i) - largest(i / (n / 10)) * 0.5)) && same(o(i), H(s(i) * t(i)));
  }
  CHECK(right);
  auto b16 = cp::zeros<cp::bfloat16>({n});
  auto h16 = cp::zeros<cp::float16>({n});
  cp::fuse([](auto p, auto w) { return std::tuple(p * 1.0, w + 0); }).into(h16, b16)(x, y);
  auto const e = on_host(h16);
  auto const f = on_host(b16);
  right = true;
  for (std::int64_t i = 0; i < n; ++i) right = right && same(e(i), cp::float16(d(i))) && same(f(i), cp::bfloat16(q(i)));
  CHECK(right);
}

/// Rows that are folded, and applied to: exact operations, sums of few multiples of 1/64.
template <class H>
void check_rows() {
  for (std::int64_t const n : {1, 2, 5, 16, 31, 64, 100, 1030, 5000}) {
    CAPTURE(n);
    std::int64_t const rows = n > 100 ? 6 : 70;
    auto const x = numbers<H>(rows, n, 5), y = numbers<H>(rows, n, 6);
    auto const a = on_host(x), b = on_host(y);
    auto const below = on_host(cp::eval((x - cp::max(x, cp::axis<1>, cp::keepdims)) * y));
    auto const below_columns = on_host(cp::eval((x - cp::max(x, cp::axis<0>, cp::keepdims)) * y));
    auto const sums = on_host(cp::eval(cp::sum(cp::where(x > 0, x, 0), 1)));
    auto const means = on_host(cp::eval(cp::mean(cp::maximum(x, H(0.0f)) + 0, 1)));
    auto const large = on_host(cp::eval(cp::any(x * y > 15, 1)));
    bool right = true;
    for (std::int64_t i = 0; i < rows; ++i) {
      H largest = a(i, 0);
      float sum = 0;
      bool any = false;
      for (std::int64_t k = 0; k < n; ++k) {
        H const p = a(i, k), q = b(i, k);
        largest = p > largest ? p : largest;
        sum += p > H(0.0f) ? float(p) : 0.0f;
        any = any || p * q > H(15.0f);
      }
      for (std::int64_t k = 0; k < n; ++k) right = right && same(below(i, k), (a(i, k) - largest) * b(i, k));
      right = right && same(sums(i), H(sum)) && large(i) == any && same(means(i), H(sum / static_cast<float>(n)));
    }
    CHECK(right);
    right = true;
    for (std::int64_t k = 0; k < n; ++k) {
      H largest = a(0, k);
      for (std::int64_t i = 1; i < rows; ++i) largest = a(i, k) > largest ? a(i, k) : largest;
      for (std::int64_t i = 0; i < rows; ++i) right = right && same(below_columns(i, k), (a(i, k) - largest) * b(i, k));
    }
    CHECK(right);
  }
}

}  // namespace

TEST_CASE("elements of float16 in many layouts") { check_elements<cp::float16>(); }
TEST_CASE("elements of bfloat16 in many layouts") { check_elements<cp::bfloat16>(); }
TEST_CASE("rows of float16 in many lengths") { check_rows<cp::float16>(); }
TEST_CASE("rows of bfloat16 in many lengths") { check_rows<cp::bfloat16>(); }

TEST_CASE("what is stored to float16 is rounded once") { check_stores<cp::float16, cp::bfloat16>(); }
TEST_CASE("what is stored to bfloat16 is rounded once") { check_stores<cp::bfloat16, cp::float16>(); }

TEST_CASE("all float16 and bfloat16 numbers are the same after a way through float32") {
  auto const check = []<class H>(H) {
    auto bits = cp::zeros<H, cp::host_space>({65536 + 7});
    for (std::int64_t i = 0; i < bits.size(); ++i) bits.data()[i].bits = static_cast<std::uint16_t>(i);
    cp::ndarray<H, 1> const x = bits.template to<cp::default_space>();
    auto const y = on_host(cp::eval(x * 1));
    for (std::int64_t i = 0; i < bits.size(); ++i) {
      H const before = bits.data()[i], after = y.data()[i];
      if (before == before ? before.bits != after.bits : after == after) {
        CAPTURE(i);
        CHECK(before.bits == after.bits);
        return;
      }
    }
  };
  check(cp::float16{});
  check(cp::bfloat16{});
}
