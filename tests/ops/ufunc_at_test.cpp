// ufunc.at where indices meet: values, which bits they are, and what does not change. (Errors: ufunc_methods_test.cpp.)
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fuse/fuse.hpp>
#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

#include "array/values.hpp"

namespace cp {
/// An operation as a user may add one: neither commutes nor associates.
FUSE_UFUNC2(append_digit, any, same, 4, x * 3 + y);
}  // namespace cp

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;
using places = std::vector<std::int64_t>;
constexpr bool on_device = std::is_same_v<cp::default_space, cp::cuda_space>;

std::uint64_t mixed(std::uint64_t x) {
  x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  return (x ^ x >> 31) * 0x94d049bb133111ebu >> 11;
}

/// -1, 0 or 1, so that sums of thousands are exact in any order and any dtype.
double small_number(std::int64_t i) { return static_cast<double>(mixed(static_cast<std::uint64_t>(i)) % 3) - 1; }
template <class T>
T as(double re, double im) {
  if constexpr (cp::complex_floating<T>)
    return T(static_cast<typename T::value_type>(re), static_cast<typename T::value_type>(im));
  else
    return static_cast<T>(re);
}

template <class T>
array<T, 1> device(std::vector<T> const& v) {
  auto h = cp::empty<T, cp::host_space>(cp::shape_array<1>{static_cast<std::int64_t>(v.size())});
  if (!v.empty()) std::memcpy(h.data(), v.data(), v.size() * sizeof(T));
  return h.template to<cp::default_space>();
}
template <class T>
array<T, 2> device(std::vector<T> const& v, std::int64_t rows, std::int64_t columns) {
  return cp::reshape(device(v), {rows, columns});
}

/// The bytes of an array in C order.
template <class A>
std::vector<unsigned char> bits_of(A const& a) {
  auto const v = tests::values(a);
  std::vector<unsigned char> b(v.size() * sizeof(v[0]));
  if (!b.empty()) std::memcpy(b.data(), v.data(), b.size());
  return b;
}

/// How the array lies that is changed: in C order, its rows and columns apart and backwards, or transposed.
enum class layout { plain, strided, transposed };
template <class T>
array<T, 2> view_of(std::vector<T> const& v, std::int64_t rows, std::int64_t columns, layout how) {
  array<T, 2> const plain = device(v, rows, columns);
  if (how == layout::plain) return plain;
  array<T, 2> const room = how == layout::transposed ? array<T, 2>(cp::zeros<T>({columns, rows}))
                                                     : array<T, 2>(cp::zeros<T>({2 * rows, 3 * columns}));
  array<T, 2> const a = how == layout::transposed
                            ? array<T, 2>(room.T())
                            : array<T, 2>(room(cp::slice(0, cp::end, 2), cp::slice(cp::end, cp::end, -3)));
  a(cp::all) = plain;
  return a;
}

/// Rows of small numbers added to rows, against a loop of float64, which is exact.
template <class T>
void check_sums(std::int64_t rows, std::int64_t columns, places const& at, layout how = layout::plain,
                bool any_order = false) {
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(at.size());
  CAPTURE(cp::dtype_traits<T>::name);
  auto const n = static_cast<std::int64_t>(at.size());
  auto const size = static_cast<std::size_t>(rows * columns);
  std::vector<double> re(size), im(size, 0);
  std::vector<T> a(size), values(static_cast<std::size_t>(n * columns));
  for (std::size_t i = 0; i < size; ++i) re[i] = static_cast<double>(i % 7), a[i] = as<T>(re[i], 0);
  for (std::int64_t i = 0; i < n; ++i) {
    std::int64_t const row = (at[static_cast<std::size_t>(i)] % rows + rows) % rows;
    for (std::int64_t j = 0; j < columns; ++j) {
      double const x = small_number(i * columns + j), y = small_number(-i - j);
      values[static_cast<std::size_t>(i * columns + j)] = as<T>(x, y);
      re[static_cast<std::size_t>(row * columns + j)] += x, im[static_cast<std::size_t>(row * columns + j)] += y;
    }
  }
  std::vector<T> expected(size);
  for (std::size_t i = 0; i < size; ++i) expected[i] = as<T>(re[i], im[i]);
  array<T, 2> const to = view_of(a, rows, columns, how), b = device(values, n, columns);
  array<std::int64_t, 1> const index = device(at);
  if (any_order)
    cp::add.at(to, index, b, cp::in_any_order);
  else
    cp::add.at(to, index, b);
  CHECK(tests::values(to) == expected);
  if (any_order) return;
  // And taken away again.
  cp::subtract.at(to, index, b);
  CHECK(tests::values(to) == a);
}

places all_at(std::int64_t n, std::int64_t where) { return places(static_cast<std::size_t>(n), where); }
places anywhere(std::int64_t n, std::int64_t cells) {
  places p;
  for (std::int64_t i = 0; i < n; ++i)
    p.push_back(
        static_cast<std::int64_t>(mixed(static_cast<std::uint64_t>(i)) % static_cast<std::uint64_t>(3 * cells)) -
        cells);
  return p;
}
/// Each of `cells` so often, one after the other in turns.
places in_turns(std::int64_t cells, std::int64_t times) {
  places p;
  for (std::int64_t i = 0; i < cells * times; ++i) p.push_back((i * 7919) % cells);
  return p;
}
/// A third of the indices name one element, the others any.
places skewed(std::int64_t n, std::int64_t cells) {
  places p = anywhere(n, cells);
  for (std::size_t i = 0; i < p.size(); i += 3) p[i] = cells / 3;
  return p;
}

template <class T>
void check_all_sums() {
  check_sums<T>(1, 1, {0});
  check_sums<T>(1, 1, {-3, 0, 5, 1, 1});
  check_sums<T>(5, 1, {});
  check_sums<T>(7, 1, {6});
  check_sums<T>(7, 1, in_turns(7, 1));
  check_sums<T>(7, 1, in_turns(7, 2));
  check_sums<T>(7, 1, in_turns(7, 33));
  check_sums<T>(5, 1, in_turns(5, 1000));
  check_sums<T>(100003, 1, {99999, 5, 99999, -1, 0, 100003});
  check_sums<T>(30011, 1, anywhere(3000, 30011));
  check_sums<T>(3000, 1, anywhere(5000, 3000), layout::strided);
  // Runs that end at the ends of parts, and that reach many parts.
  for (std::int64_t n : {127, 128, 129, 255, 256, 257, 511, 512, 513, 5000}) check_sums<T>(6000, 1, all_at(n, 4321));
  check_sums<T>(6000, 1, skewed(5000, 6000));
  check_sums<T>(6000, 1, in_turns(16, 256));
  // Rows.
  for (std::int64_t columns : {2, 3, 31, 32, 33, 70}) {
    check_sums<T>(9, columns, anywhere(40, 9));
    check_sums<T>(1000, columns, anywhere(33, 1000), layout::strided);
    check_sums<T>(9, columns, all_at(1200, 4));
    check_sums<T>(50, columns, skewed(900, 50), layout::transposed);
  }
  check_sums<T>(4, 70, {});
  check_sums<T>(4, 700, {2});
}
/// What may be rounded in 16 bits.
template <class T>
void check_long_sums() {
  check_sums<T>(1, 1, all_at(70001, 0));
  check_sums<T>(2, 1, anywhere(100000, 2));
  check_sums<T>(100, 1, skewed(200000, 100), layout::transposed);
  check_sums<T>(4096, 1, anywhere(4096, 4096));
  check_sums<T>(70000, 1, anywhere(40000, 70000));
  check_sums<T>(200003, 1, all_at(150000, 77));
  check_sums<T>(200003, 1, skewed(150000, 200003));
  check_sums<T>(5, 33, all_at(30000, 3));
  check_sums<T>(3, 1, anywhere(5000, 3), layout::plain, true);
  check_sums<T>(30, 33, anywhere(500, 30), layout::plain, true);
}

/// Indices of two axes, a column and a row of them, in an array of three.
template <class T>
void check_two_axes() {
  std::int64_t const height = 5, width = 7, depth = 3;
  places const rows = anywhere(40, height), columns = anywhere(9, width);
  std::vector<T> expected(static_cast<std::size_t>(height * width * depth), T(1.0f)), values;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      for (std::int64_t k = 0; k < depth; ++k) {
        std::int64_t const y = (rows[i] + height) % height, x = (columns[j] + width) % width;
        values.push_back(as<T>(small_number(static_cast<std::int64_t>(values.size())), 0));
        T& to = expected[static_cast<std::size_t>((y * width + x) * depth + k)];
        to = static_cast<T>(to + values.back());
      }
  array<std::int64_t, 2> const down = device(rows, 40, 1), across = device(columns, 1, 9);
  array<T, 3> const b = cp::reshape(device(values), {40, 9, 3});
  array<T, 3> const a = cp::ones<T>({height, width, depth});
  cp::add.at(a, std::tuple(down, across), b);
  CHECK(tests::values(a) == expected);
  // The same where the axes do not lie one behind the other.
  array<T, 3> const room = cp::ones<T>({width, depth, height});
  array<T, 3> const turned = cp::transpose(room, {2, 0, 1});
  cp::add.at(turned, std::tuple(down, across), b);
  CHECK(tests::values(turned) == expected);
}

}  // namespace

TEST_CASE("sums of what meets, by any number of indices, in arrays that lie anyhow") {
  check_all_sums<cp::float16>();
  check_all_sums<cp::bfloat16>();
  check_all_sums<float>();
  check_all_sums<double>();
  check_all_sums<cp::complex64>();
  check_all_sums<cp::complex128>();
  check_all_sums<std::int32_t>();
}
TEST_CASE("sums of many") {
  check_long_sums<float>();
  check_long_sums<double>();
  check_long_sums<cp::complex64>();
  check_long_sums<cp::complex128>();
}
TEST_CASE("indices of two axes, that broadcast and wrap around") {
  check_two_axes<cp::float16>();
  check_two_axes<float>();
  check_two_axes<double>();
  check_two_axes<std::int64_t>();
}

TEST_CASE("the bits are the same in every run") {
  std::int64_t const n = 150001;
  auto const i = cp::arange<std::int64_t>(n);
  array<double, 1> const x = cp::sin(cp::astype<double>(i)) * 1e3;
  auto const check = [&]<class T>(T) {
    CAPTURE(cp::dtype_traits<T>::name);
    array<T, 1> const b = cp::astype<T>(x);
    array<T, 2> const rows = cp::reshape(b(cp::slice(0, 150000)), {5000, 30});
    for (std::int64_t const cells : {std::int64_t{1}, std::int64_t{13}, std::int64_t{5000}, std::int64_t{400009}}) {
      CAPTURE(cells);
      array<std::int64_t, 1> const index = i * 7919 % cells, few = index(cp::slice(0, 5000)) % 40;
      std::vector<unsigned char> first, first_of_rows, first_product;
      for (int run = 0; run < 20; ++run) {
        array<T, 1> const a = cp::full<T>({cells}, T(0.5f)), product = cp::ones<T>({cells});
        array<T, 2> const of_rows = cp::zeros<T>({40, 30});
        cp::add.at(a, index, b);
        cp::subtract.at(of_rows, few, rows);
        cp::multiply.at(product, index(cp::slice(0, 3000)), cp::astype<T>(b(cp::slice(0, 3000)) / T(900.0f)));
        if (run == 0) first = bits_of(a), first_of_rows = bits_of(of_rows), first_product = bits_of(product);
        REQUIRE(bits_of(a) == first);
        REQUIRE(bits_of(of_rows) == first_of_rows);
        REQUIRE(bits_of(product) == first_product);
      }
    }
  };
  check(cp::float16{});
  check(float{});
  check(double{});
  check(cp::complex64{});
}

TEST_CASE("sums are right to the last bits of what they are made of") {
  std::int64_t const n = 120000;
  std::vector<float> x;
  for (std::int64_t i = 0; i < n; ++i) x.push_back(static_cast<float>(std::sin(static_cast<double>(i)) * 1e3));
  for (std::int64_t const cells : {1, 100, 60000, 300007}) {
    CAPTURE(cells);
    places const at = skewed(n, cells);
    auto const size = static_cast<std::size_t>(cells);
    std::vector<double> sum(size, 0.25), magnitude(size, 0.25);
    for (std::size_t i = 0; i < x.size(); ++i) {
      auto const k = static_cast<std::size_t>((at[i] + cells) % cells);
      sum[k] += static_cast<double>(x[i]), magnitude[k] += std::abs(static_cast<double>(x[i]));
    }
    array<float, 1> const a = cp::full<float>({cells}, 0.25f);
    array<double, 1> const wide = cp::full<double>({cells}, 0.25);
    array<std::int64_t, 1> const index = device(at);
    cp::add.at(a, index, device(x));
    cp::add.at(wide, index, device(x));
    auto const got = tests::values(a);
    auto const got_wide = tests::values(wide);
    // One after the other a sum of float32 has as many roundings as elements; on the device it has one.
    double const roundings = on_device ? 1 : 3 * std::sqrt(static_cast<double>(n));
    int wrong = 0, wrong_wide = 0;
    for (std::size_t k = 0; k < size; ++k) {
      double const least = on_device ? std::abs(sum[k]) : magnitude[k];
      if (!(std::abs(static_cast<double>(got[k]) - sum[k]) <= roundings * 0x1p-24 * least + 1e-12 * magnitude[k]))
        ++wrong;
      if (!(std::abs(got_wide[k] - sum[k]) <= 1e-12 * magnitude[k])) ++wrong_wide;
    }
    CHECK(wrong == 0);
    CHECK(wrong_wide == 0);
  }
}

namespace {

template <class T>
bool is_negative(T x) {
  return std::signbit(static_cast<double>(static_cast<float>(x)));
}

/// Elements that are -0, of which index 1 brings -0, 2 brings 0, 3 brings 1 and -1, `times` times, and 0 nothing.
template <class T>
void check_zeros(std::int64_t cells, std::int64_t times) {
  CAPTURE(cells);
  CAPTURE(cp::dtype_traits<T>::name);
  std::vector<T> x;
  places at;
  for (std::int64_t i = 0; i < times; ++i)
    for (auto const& [k, v] : {std::pair{1, -0.0f}, {2, 0.0f}, {3, 1.0f}, {3, -1.0f}})
      at.push_back(k), x.push_back(static_cast<T>(v));
  array<std::int64_t, 1> const index = device(at);
  array<T, 1> const b = device(x), a = cp::full<T>({cells}, static_cast<T>(-0.0f));
  cp::add.at(a, index, b);
  auto const added = tests::values(a);
  for (std::size_t k = 0; k < added.size(); ++k) {
    CAPTURE(k);
    REQUIRE(static_cast<float>(added[k]) == 0);
    REQUIRE(is_negative(added[k]) == (k != 2 && k != 3));
  }
  a(cp::all) = static_cast<T>(-0.0f);
  cp::subtract.at(a, index, b);
  auto const subtracted = tests::values(a);
  for (std::size_t k = 0; k < subtracted.size(); ++k) {
    CAPTURE(k);
    REQUIRE(is_negative(subtracted[k]) == (k != 1 && k != 3));
  }
}

/// Elements that no index names keep their bits, NaN's too; infinities and NaN are added as they are.
template <class T, class Bits>
void check_special(std::int64_t cells, std::int64_t times, Bits nan_bits) {
  CAPTURE(cells);
  T nan;
  std::memcpy(&nan, &nan_bits, sizeof nan);
  T const infinity = static_cast<T>(std::numeric_limits<float>::infinity()), one = static_cast<T>(1.0f);
  std::vector<T> x;
  places at;
  for (std::int64_t i = 0; i < times; ++i) {
    for (T const& v : {infinity, static_cast<T>(-infinity), nan, infinity, static_cast<T>(-infinity), one})
      x.push_back(v);
    at.insert(at.end(), {1, 1, 2, 3, 4, 5});
  }
  array<T, 1> const a = cp::full<T>({cells}, nan);
  a(cp::slice(1, 6)) = static_cast<T>(2.0f);
  cp::add.at(a, device(at), device(x));
  auto const got = tests::values(a);
  for (std::size_t k = 0; k < got.size(); ++k) {
    CAPTURE(k);
    if (k == 0 || k > 5) REQUIRE(std::memcmp(&got[k], &nan, sizeof nan) == 0);
  }
  CHECK(std::isnan(static_cast<float>(got[1])));
  CHECK(std::isnan(static_cast<float>(got[2])));
  CHECK(static_cast<float>(got[3]) == std::numeric_limits<float>::infinity());
  CHECK(static_cast<float>(got[4]) == -std::numeric_limits<float>::infinity());
  CHECK(static_cast<float>(got[5]) == static_cast<float>(2 + times));
}

}  // namespace

TEST_CASE("the sign of zero, elements that no index names, NaN and infinities") {
  for (std::int64_t const cells : {8, 5000}) {
    check_zeros<cp::float16>(cells, 1 + 16 / cells);
    check_zeros<cp::bfloat16>(cells, 1 + 16 / cells);
    check_zeros<float>(cells, 100);
    check_zeros<double>(cells, 100);
    check_special<cp::float16>(cells, 100, std::uint16_t{0x7e03});
    check_special<cp::bfloat16>(cells, 100, std::uint16_t{0x7fc3});
    check_special<float>(cells, 100, std::uint32_t{0x7fc00123});
    check_special<double>(cells, 100, std::uint64_t{0x7ff8000000000123});
  }
}

namespace {

/// Against a loop that applies `f` in the order of the indices.
template <class T, class Op, class F>
void check_in_order(cp::ufunc<Op> const& op, std::int64_t rows, std::int64_t columns, places const& at, F const& f,
                    std::vector<T> const& cycle) {
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(at.size());
  CAPTURE(op.name);
  auto const n = static_cast<std::int64_t>(at.size());
  std::vector<T> a, values;
  for (std::int64_t i = 0; i < rows * columns; ++i) a.push_back(cycle[static_cast<std::size_t>(i) % cycle.size()]);
  for (std::int64_t i = 0; i < n * columns; ++i)
    values.push_back(cycle[mixed(static_cast<std::uint64_t>(i)) % cycle.size()]);
  array<T, 2> const to = device(a, rows, columns);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      std::int64_t const row = (at[static_cast<std::size_t>(i)] % rows + rows) % rows;
      T& x = a[static_cast<std::size_t>(row * columns + j)];
      x = f(x, values[static_cast<std::size_t>(i * columns + j)]);
    }
  op.at(to, device(at), device(values, n, columns));
  CHECK(bits_of(to) == bits_of(device(a, rows, columns)));
}
template <class T, class Op, class F>
void check_in_order(cp::ufunc<Op> const& op, F const& f, std::vector<T> const& cycle) {
  check_in_order(op, 1, 1, all_at(1, 0), f, cycle);
  check_in_order(op, 1, 1, all_at(1000, 0), f, cycle);
  check_in_order(op, 7, 1, in_turns(7, 33), f, cycle);
  check_in_order(op, 50021, 1, {50000, 3, 50000, -1, 3, 3}, f, cycle);
  check_in_order(op, 3000, 1, skewed(5000, 3000), f, cycle);
  check_in_order(op, 11, 37, skewed(300, 11), f, cycle);
  check_in_order(op, 5, 3, {}, f, cycle);
}

}  // namespace

TEST_CASE("operations that do not commute are applied in the order of the indices") {
  check_in_order<std::int32_t>(cp::remainder, [](int x, int y) { return x % y; },
                               {1000003, 17, 90001, 23, 5, 70001, 113});
  check_in_order<std::int64_t>(cp::floor_divide, [](std::int64_t x, std::int64_t y) { return x / y; },
                               {1000003, 17, 1, 2, 1, 3});
  check_in_order<std::uint64_t>(cp::append_digit, [](std::uint64_t x, std::uint64_t y) { return x * 3 + y; },
                                {1, 2, 3, 5, 7});
  check_in_order<std::uint8_t>(cp::append_digit,
                               [](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>(x * 3 + y); },
                               {1, 2, 3, 5, 7});
  check_in_order<float>(cp::multiply, [](float x, float y) { return x * y; }, {1.1f, 0.9f, -1.3f, 0.8f, 1.05f});
  check_in_order<double>(cp::divide, [](double x, double y) { return x / y; }, {1.1, 0.9, -1.3, 0.8, 1.05});
  check_in_order<float>(cp::copysign, [](float x, float y) { return std::copysign(x, y); }, {1.5f, -2, 3, -4});
  // Elements of 16 bytes; products of units and 1 + i are exact.
  using z = cp::complex128;
  check_in_order<z>(cp::multiply, [](z x, z y) { return z(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re); },
                    {z(0, 1), z(-1, 0), z(1, 1), z(0, -1)});
  check_in_order<z>(cp::maximum, [](z x, z y) { return x.re > y.re || (x.re == y.re && x.im >= y.im) ? x : y; },
                    {z(1, 2), z(2, -1), z(1, 1), z(2, 1)});
}

TEST_CASE("extremes have the same bits in any order: 0 and -0, several NaN") {
  std::vector<float> x;
  for (std::int64_t i = 0; i < 30000; ++i) {
    std::uint32_t const bits = 0x7fc00000u + static_cast<std::uint32_t>(i);
    float nan;
    std::memcpy(&nan, &bits, sizeof nan);
    x.push_back(i % 10 == 3 ? nan : i % 2 == 0 ? -0.0f : 0.0f);
  }
  places at;  // NaN come to elements 3, 13 ... alone
  for (std::int64_t i = 0; i < 30000; ++i) at.push_back(i % 20);
  array<std::int64_t, 1> const index = device(at);
  auto const check = [&]<class T>(T) {
    array<T, 1> const b = cp::astype<T>(device(x));
    auto const check_one = [&](auto const& op, bool larger) {
      std::vector<unsigned char> first;
      for (int run = 0; run < 20; ++run) {
        array<T, 1> const a = cp::full<T>({23}, T(larger ? -1.0f : 1.0f));
        op.at(a, index, b);
        auto const got = tests::values(a);
        for (std::size_t k = 0; k < 20; ++k) {
          CAPTURE(k);
          if (k % 10 == 3)
            REQUIRE(std::isnan(static_cast<float>(got[k])) == (op.name == std::string(larger ? "maximum" : "minimum")));
          else
            REQUIRE(static_cast<float>(got[k]) == 0);
        }
        if (run == 0) first = bits_of(a);
        REQUIRE(bits_of(a) == first);
      }
    };
    check_one(cp::maximum, true);
    check_one(cp::minimum, false);
  };
  check(float{});
  check(double{});
  check(cp::float16{});
}

TEST_CASE("graphs repeat it") {
  std::int64_t const n = 20000;
  auto const i = cp::arange<std::int64_t>(n);
  array<std::int64_t, 1> const few = i * 7919 % 10, many = i * 7919 % 50021;
  array<double, 1> const x = cp::astype<double>(i % 16 - 5);
  array<double, 1> const a = cp::zeros<double>({10}), b = cp::zeros<double>({50021}), c = cp::ones<double>({50021});
  array<double, 2> const rows = cp::zeros<double>({10, 4});
  cp::graph const g = cp::capture([&] {
    cp::add.at(a, few, x);
    cp::add.at(b, many, x);
    cp::add.at(rows, few(cp::slice(0, 5000)), cp::reshape(x, {5000, 4}));
    cp::multiply.at(c, many, 2.0);
  });
  g.launch();
  auto const a1 = tests::values(a), b1 = tests::values(b), rows1 = tests::values(rows), c1 = tests::values(c);
  g.launch();
  CHECK(tests::values(a) == tests::values(device(a1) * 2.0));
  CHECK(tests::values(b) == tests::values(device(b1) * 2.0));
  CHECK(tests::values(rows) == tests::values(cp::reshape(device(rows1) * 2.0, {10, 4})));
  CHECK(tests::values(c) == tests::values(device(c1) * device(c1)));
  std::vector<double> sums(10, 0.0);
  for (std::int64_t k = 0; k < n; ++k) sums[static_cast<std::size_t>(k * 7919 % 10)] += static_cast<double>(k % 16 - 5);
  CHECK(a1 == sums);
}

TEST_CASE("cp::in_any_order takes atomic operations, and the same values where these are exact") {
  array<std::int64_t, 1> const i = cp::arange<std::int64_t>(10000) % 7;
  array<std::int8_t, 1> const product = cp::ones<std::int8_t>({8})(cp::slice(0, 7));
  cp::multiply.at(product, i, 3, cp::in_any_order);
  array<float, 1> const halves = cp::full<float>({7}, 0x1p120f);
  cp::divide.at(halves, i(cp::slice(0, 700)), 2, cp::in_any_order);
  array<std::int64_t, 1> const shifted = cp::ones<std::int64_t>({7});
  cp::left_shift.at(shifted, i(cp::slice(0, 70)), 1, cp::in_any_order);
  std::vector<std::int8_t> expected(7, 1);
  for (int k = 0; k < 10000; ++k) {
    auto& e = expected[static_cast<std::size_t>(k % 7)];
    e = static_cast<std::int8_t>(e * 3);
  }
  CHECK(tests::values(product) == expected);
  CHECK(tests::values(halves) == std::vector<float>(7, 0x1p20f));
  CHECK(tests::values(shifted) == std::vector<std::int64_t>(7, 1024));
}

TEST_CASE("nothing has changed where the device's memory ran out") {
  if constexpr (on_device) {
    std::int64_t const n = 1 << 20;
    array<float, 1> const a = cp::ones<float>({n}), few = cp::ones<float>({4}), b = cp::ones<float>({n});
    array<std::int64_t, 1> const i = cp::arange<std::int64_t>(n) % 1000, j = cp::zeros<std::int64_t>({n});
    cp::synchronize();
    cp::device_pool().trim();
    cp::device_pool().set_limit(cp::device_pool().statistics().used_bytes + (1 << 20));
    CHECK_THROWS_AS(cp::add.at(a, i, b), cp::out_of_memory);
    CHECK_THROWS_AS(cp::add.at(few, j, b), cp::out_of_memory);
    CHECK_THROWS_AS(cp::multiply.at(a, i, b), cp::out_of_memory);
    cp::device_pool().set_limit(0);
    CHECK(cp::all(a == 1).item());
    CHECK(cp::all(few == 1).item());
  }
}
