// Sums of rows that do not begin on vectors' boundaries, and slices of narrow elements beside each other: milliseconds
// on a GPU of 2^25 elements, the best of 5 batches of 10. bench/results/h200-off-boundaries.txt
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fuse/fuse.hpp>

namespace {

using cp::slice;
constexpr std::int64_t elements = std::int64_t{1} << 25;

template <class F>
double ms(F const& f) {
  f();
  cp::synchronize();
  double best = 1e9;
  for (int batch = 0; batch < 5; ++batch) {
    cp::event begin, end;
    begin.record();
    for (int i = 0; i < 10; ++i) f();
    end.record();
    end.synchronize();
    best = std::min(best, end.elapsed_ms_since(begin) / 10);
  }
  return best;
}

template <class T>
void rows(char const* name, std::int64_t c) {
  std::int64_t const r = elements / c;
  auto const x = cp::eval(cp::reshape(cp::astype<T>(cp::arange(r * c) % 7), {r, c}));
  auto const y = cp::eval(cp::astype<T>(x + T(1)));
  auto const w = cp::eval(cp::astype<T>(cp::arange(c) % 3)), b = cp::eval(cp::astype<T>(cp::arange(c) % 5));
  auto const fold = [](auto const& e) { return ms([&] { auto q = cp::eval(e()); }); };
  std::printf("%s %4lld: x*w %.4f", name, static_cast<long long>(c), fold([&] { return cp::sum(x * w, cp::axis<1>); }));
  std::printf(" x*w+b %.4f", fold([&] { return cp::sum(x * w + b, cp::axis<1>); }));
  std::printf(" max %.4f", fold([&] { return cp::max(x - w, cp::axis<1>); }));
  std::printf(" x*y %.4f", fold([&] { return cp::sum(x * y, cp::axis<1>); }));
  std::printf(" x1*y %.4f", fold([&] { return cp::sum(x(slice(1, r)) * y(slice(0, r - 1)), cp::axis<1>); }));
  std::printf(" sum %.4f", fold([&] { return cp::sum(x, cp::axis<1>); }));
  std::printf(" masked %.4f\n", fold([&] {
                return cp::sum(cp::where(x > T(2), x, T(0)), cp::axis<1>) / cp::sum(x > T(2), cp::axis<1>);
              }));
}

template <class T>
void line(char const* name) {
  auto const x = cp::eval(cp::astype<T>(cp::arange(elements) % 7));
  cp::ndarray<T, 1> y;
  auto const s = [&](int k) { return x(slice(k, elements - 16 + k)); };
  std::printf("1d %s: 3 %.4f", name, ms([&] { y = s(0) * T(2) + s(1) * T(3) + s(2); }));
  std::printf(" 4 %.4f", ms([&] { y = s(0) * T(2) + s(1) * T(3) + s(2) + s(5); }));
  std::printf(" 5 %.4f", ms([&] { y = s(0) * T(2) + s(1) * T(3) + s(2) + s(5) * T(2) + s(7); }));
  std::printf(" 9 %.4f", ms([&] {
                y = s(0) * T(2) + s(1) * T(3) + s(2) + s(5) * T(2) + s(7) + s(8) * T(3) + s(9) + s(10) * T(2) + s(11);
              }));
  std::printf(" max5 %.4f\n",
              ms([&] { y = cp::maximum(cp::maximum(cp::maximum(s(0), s(1)), cp::maximum(s(2), s(3))), s(4)); }));
}

template <class T>
void table(char const* name, std::int64_t r, std::int64_t c) {
  auto const x = cp::eval(cp::reshape(cp::astype<T>(cp::arange(r * c) % 7), {r, c}));
  auto const w = cp::eval(cp::astype<T>(x + T(1)));
  cp::ndarray<T, 2> y;
  auto const s = [&](int i, int j) { return x(slice(1 + i, r - 1 + i), slice(1 + j, c - 1 + j)); };
  auto const four = [&] { return s(0, -1) + s(0, 1) + s(-1, 0) + s(1, 0); };
  std::printf("2d %s %lldx%lld: 4 %.4f", name, static_cast<long long>(r), static_cast<long long>(c),
              ms([&] { y = four(); }));
  std::printf(" 5 %.4f", ms([&] { y = four() - s(0, 0) * T(4); }));
  std::printf(" 9 %.4f", ms([&] {
                y = s(-1, -1) + s(-1, 0) + s(-1, 1) + s(0, -1) + s(0, 0) + s(0, 1) + s(1, -1) + s(1, 0) + s(1, 1);
              }));
  std::printf(" max4 %.4f",
              ms([&] { y = cp::maximum(cp::maximum(s(0, -1), s(0, 1)), cp::maximum(s(-1, 0), s(1, 0))); }));
  std::printf(" 4+own %.4f\n", ms([&] { y = four() - w(slice(0, r - 2), slice(0, c - 2)); }));
}

}  // namespace

int main() {
  for (std::int64_t const c : {17, 33, 66, 171, 210, 390, 512, 1001, 4097}) {
    rows<float>("f32", c);
    rows<cp::bfloat16>("bf16", c);
  }
  for (std::int64_t const c : {33, 171, 1001}) {
    rows<double>("f64", c);
    rows<cp::float16>("f16", c);
    rows<std::int32_t>("i32", c);
  }
  line<std::uint8_t>("u8");
  line<std::int16_t>("i16");
  line<cp::float16>("f16");
  for (std::int64_t const c : {4096, 148, 34}) {
    table<std::uint8_t>("u8", elements / c, c);
    table<std::int16_t>("i16", elements / c, c);
    table<cp::float16>("f16", elements / c, c);
  }
}
