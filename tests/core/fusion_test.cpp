// What a traced function gives is what its lambda gives of the arrays themselves, bit for bit: operations times kinds
// of arguments, as CuPy tests cupy.fuse. (Host memory and g++ in every build: what is compared is tracing, not
// kernels.)
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <fuse/fuse.hpp>
#include <string>
#include <tuple>
#include <vector>

namespace {

template <class T>
using matrix = cp::ndarray<T, 2, cp::host_space>;

// A result without its type.
struct result {
  cp::dtype type;
  std::vector<std::int64_t> shape;
  std::vector<unsigned char> bytes;
  bool operator==(result const&) const = default;
};
result result_of(cp::dtype type, int rank, std::int64_t const* shape, void const* data, std::int64_t bytes) {
  auto const* const first = static_cast<unsigned char const*>(data);
  return {type, {shape, shape + rank}, {first, first + bytes}};
}
template <class E>
void add_result(std::vector<result>& to, E const& e) {
  auto const a = cp::eval(e);
  to.push_back(result_of(a.dtype(), a.ndim(), a.shape().value, a.data(), a.nbytes()));
}
template <class... A>
void add_result(std::vector<result>& to, std::tuple<A...> const& e) {
  std::apply([&](auto const&... one) { (add_result(to, one), ...); }, e);
}

std::size_t compared = 0;
void compare(char const* text, int layout, std::vector<result> const& fused, std::vector<result> const& plain) {
  REQUIRE(fused.size() == plain.size());
  for (std::size_t i = 0; i < fused.size(); ++i, ++compared) {
    INFO(std::string(text), " of arrays laid out as number ", layout, ", result ", i);
    CHECK(fused[i] == plain[i]);
  }
}

// Arrays of one shape, in layouts of which kernels make different loops: contiguous, transposed, turned round, with a
// step, one row and one column that broadcast, without elements.
constexpr int layouts = 6;
template <class T>
matrix<T> laid_out(int layout, matrix<T> const& a, bool second) {
  switch (layout) {
    case 0:
      return a;
    case 1:
      return second ? a : a.T().copy().T();
    case 2:
      return a(cp::slice(cp::end, cp::end, -1), cp::all);
    case 3:
      return a(cp::slice(cp::end, cp::end, 2), cp::slice(1, cp::end));
    case 4:
      return second ? a(cp::slice(0, 1), cp::all) : a(cp::all, cp::slice(2, 3));
    default:
      return a(cp::slice(0, 0), cp::all);
  }
}

template <class F, class... X>
void same(char const* text, int layout, F const& f, X const&... x) {
  std::vector<result> fused, plain;
  add_result(fused, cp::fuse(f)(x...));
  if constexpr (cp::expression<decltype(f(x...))>)
    add_result(plain, f(x...));
  else  // several expressions: a kernel too
    add_result(plain, std::apply([](auto const&... e) { return cp::evaluate(e...); }, f(x...)));
  compare(text, layout, fused, plain);
}

// Of each kind two arrays: values from -3.1 to 3.4, and what kinds make of them.
struct arguments {
  matrix<float> f, g;
  matrix<std::int32_t> i, j;
  matrix<cp::complex64> z;
  matrix<bool> p, q;
};
arguments arguments_of(int layout) {
  auto const at = cp::reshape(cp::arange<std::int32_t, cp::host_space>(20), {4, 5});
  matrix<float> const f = cp::astype<float>(at * 7 % 20) * 0.34f - 3.1f,
                      g = cp::astype<float>(at * 3 % 20) * 0.3f + 0.1f;
  matrix<std::int32_t> const i = at * 11 % 20 - 9, j = at * 13 % 7 + 1;
  matrix<cp::complex64> const z = f + g * cp::complex64(0, 1);
  return {laid_out(layout, f, false),
          laid_out(layout, g, true),
          laid_out(layout, i, false),
          laid_out(layout, j, true),
          laid_out(layout, z, false),
          laid_out(layout, matrix<bool>(f > 0), false),
          laid_out(layout, matrix<bool>(g > 2), true)};
}

// Expressions of the lambda's parameters a and b, which are called with x and y.
#define SAME1(x, ...) \
  same(               \
      #__VA_ARGS__ " of " #x, layout, [](auto a) { return std::tuple(__VA_ARGS__); }, x);
#define SAME2(x, y, ...) \
  same(                  \
      #__VA_ARGS__ " of " #x ", " #y, layout, [](auto a, auto b) { return std::tuple(__VA_ARGS__); }, x, y);

}  // namespace

TEST_CASE("unary functions") {
  for (int layout = 0; layout < layouts; ++layout) {
    auto const [f, g, i, j, z, p, q] = arguments_of(layout);
    SAME1(f, cp::sin(a), cp::exp(a), cp::sqrt(a), cp::square(a), cp::rint(a), cp::sign(a), cp::signbit(a), -a)
    SAME1(f, cp::isnan(a), cp::logical_not(a), cp::nan_to_num(cp::log(a)), cp::degrees(a), cp::fabs(a))
    SAME1(i, cp::sqrt(a), cp::absolute(a), ~a, cp::square(a), cp::logical_not(a))
    SAME1(z, cp::conj(a), cp::real(a), cp::absolute(a), cp::angle(a), -a)
    SAME1(p, ~a, a & true, cp::astype<float>(a))
  }
}

TEST_CASE("binary operators and functions, of arrays and numbers in any place") {
  for (int layout = 0; layout < layouts; ++layout) {
    auto const [f, g, i, j, z, p, q] = arguments_of(layout);
#define ARITHMETIC \
  a + b, a - b, a *b, a / b, cp::floor_divide(a, b), cp::remainder(a, b), cp::maximum(a, b), cp::minimum(a, b)
#define COMPARISONS a<b, a <= b, a> b, a >= b, a == b, a != b
    SAME2(f, g, ARITHMETIC)
    SAME2(i, j, a + b, a / b, cp::floor_divide(a, b), cp::remainder(a, b), cp::minimum(a, b))
    SAME2(i, g, a + b, cp::floor_divide(a, b))
    SAME2(f, 2.5, a + b, a / b, cp::remainder(a, b))
    SAME2(3, g, a - b, a / b)
    SAME2(z, g, a + b, a * b)
    SAME2(p, f, a + b, cp::maximum(a, b))
    SAME2(f, g, cp::hypot(a, b), cp::fmod(a, b), cp::copysign(a, b), cp::fmax(a, b), cp::logaddexp(a, b))
    SAME2(g, 2, cp::power(a, b), cp::float_power(a, b))
    SAME2(f, i, cp::ldexp(a, b), cp::logical_and(a, b))
    SAME2(f, g, COMPARISONS)
    SAME2(i, 2, a < b, a == b, a << b, a >> b)
    SAME2(i, j, a & b, a | b, a ^ b, cp::gcd(a, b))
    SAME2(p, q, a & b, a ^ b, a == b, cp::logical_or(a, b))
  }
}

TEST_CASE("choices, conversions, several operations, several outputs") {
  for (int layout = 0; layout < layouts; ++layout) {
    auto const [f, g, i, j, z, p, q] = arguments_of(layout);
    SAME2(f, g, cp::where(a > b, a, b), cp::clip(a, 0, b), (a - b) / (a * a + b), cp::exp(-a * a) * cp::cos(b))
    SAME2(f, i, cp::where(a > 0, b, 1), cp::where(b, a, 0), a * b + 2)
    SAME1(f, cp::clip(a, -1, 1), cp::where(a > 0, a, 0.1 * (cp::exp(a) - 1)), a * a + 2 * a + 1)
    SAME1(f, cp::astype<std::int64_t>(a), cp::astype<cp::float16>(a), cp::astype<bool>(a))
    SAME1(i, cp::astype<float>(a) / 3, cp::astype<cp::complex128>(a), cp::astype<cp::uint8>(a))
    same(
        "divmod", layout,
        [](auto a, auto b) {
          auto [d, m] = cp::divmod(a, b);
          return std::tuple(d, m);
        },
        f, g);
    same(
        "modf", layout,
        [](auto a) {
          auto [fraction, whole] = cp::modf(a);
          return std::tuple(fraction, whole);
        },
        f);
    same(
        "frexp", layout,
        [](auto a) {
          auto [m, e] = cp::frexp(a);
          return std::tuple(m, e);
        },
        f);
    same(
        "a function of another one", layout,
        [](auto a, auto b) {
          auto const inner = cp::fuse([](auto v, auto w) { return v * w + 1; });
          return inner(a, b) - inner(b, b);
        },
        f, g);
    same(
        "a number that is captured", layout, [k = 3](auto a) { return a * k; }, f);
    same(
        "three arguments", layout, [](auto a, auto b, auto c) { return cp::where(c, a, b) * a; }, f, g, q);
  }
}

TEST_CASE("reductions, scans and views inside") {
  for (int layout = 0; layout < layouts - 1; ++layout) {
    auto const [f, g, i, j, z, p, q] = arguments_of(layout);
    SAME2(f, g, cp::sum(a * b, cp::axis<0>), cp::max(a + b, cp::axis<0>), cp::min(a - b, cp::axis<0>))
    SAME1(f, cp::sum(a * 2), cp::mean(a), cp::all(a > -4), cp::any(a > 3), cp::sum(cp::square(a)))
    SAME1(j, cp::prod(a, cp::axis<1>), cp::sum(a, cp::axis<1>), cp::count_nonzero(a > 2, cp::axis<1>))
    same(
        "var", layout, [](auto a) { return cp::var(a, cp::axis<1>); }, f);
    same(
        "centred", layout, [](auto a) { return a - cp::mean(a, cp::axis<1>, cp::keepdims); }, f);
    same(
        "scaled", layout, [](auto a) { return a / cp::sum(a, cp::axis<0>, cp::keepdims); }, g);
    same(
        "cumsum", layout, [](auto a) { return cp::cumsum(a, cp::axis<1>); }, f);
    same(
        "differences", layout, [](auto a) { return a(cp::slice(1, cp::end), cp::all) - a(cp::slice(0, -1), cp::all); },
        f);
    same(
        "transposed", layout, [](auto a) { return a.T() * 2; }, f);
    same(
        "flipped", layout, [](auto a) { return cp::flip(a) + a; }, f);
  }
  CHECK(compared > 506);
}
