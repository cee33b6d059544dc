// Operations on 16-bit floats in one kernel: each of them rounds, as they do one by one.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

namespace {

/// Numbers all over a dtype's range, subnormal ones, infinities and NaN among them.
template <class half>
cp::ndarray<half, 2> many(int seed) {
  auto x = cp::zeros<half, cp::host_space>({64, 1024});
  for (std::uint32_t i = 0; i < 0x10000u; ++i) x.data()[i].bits = static_cast<std::uint16_t>(i * (2u * seed + 1u) + 7u);
  return x.template to<cp::default_space>();
}
template <class T>
bool same_bits(T const& x, T const& y) {
  auto const a = x.template to<cp::host_space>(), b = y.template to<cp::host_space>();
  bool same = a.shape() == b.shape();
  for (std::int64_t i = 0; same && i < a.size(); ++i) {
    float const p = float(a.data()[i]), q = float(b.data()[i]);
    same = a.data()[i].bits == b.data()[i].bits || (p != p && q != q);
  }
  return same;
}

template <class half>
void check_chains() {
  auto const x = many<half>(1), y = many<half>(2), z = many<half>(3);
  auto const step = [](auto const& e) { return cp::eval(e); };
  CHECK(same_bits(cp::eval(x * y + z), cp::eval(step(x * y) + z)));
  CHECK(same_bits(cp::eval((x + y) * (x - z) / z), cp::eval(step(step(x + y) * step(x - z)) / z)));
  CHECK(same_bits(cp::eval(-(x * half(3.f)) - cp::square(y)),
                  cp::eval(step(-step(x * half(3.f))) - step(cp::square(y)))));
  CHECK(same_bits(cp::eval(cp::maximum(x * y, cp::minimum(y, z)) + cp::abs(x - y)),
                  cp::eval(step(cp::maximum(step(x * y), step(cp::minimum(y, z)))) + step(cp::abs(step(x - y))))));
  CHECK(same_bits(cp::eval(cp::where(x * y > z, x * y - z, x + z)),
                  cp::eval(cp::where(step(x * y) > z, step(step(x * y) - z), step(x + z)))));
  auto const e = step(cp::exp(y / half(16.f)));
  CHECK(same_bits(cp::eval(cp::exp(y / half(16.f)) * x + cp::exp(y / half(16.f))), cp::eval(step(e * x) + e)));
  CHECK(
      same_bits(cp::eval(cp::sqrt(x * x + y * y) * z), cp::eval(step(cp::sqrt(step(step(x * x) + step(y * y)))) * z)));
  // Folds on the host, whose order is the same whatever is folded.
  auto const h = x.template to<cp::host_space>();
  auto const small = step(cp::where(cp::abs(h) < half(8.f), h, half(1.f)));  // where no sum overflows
  CHECK(
      same_bits(cp::eval(cp::sum(small * small + small, 1)), cp::eval(cp::sum(step(step(small * small) + small), 1))));
  CHECK(
      same_bits(cp::eval(cp::sum(small * small + small, 0)), cp::eval(cp::sum(step(step(small * small) + small), 0))));
  CHECK(
      same_bits(cp::eval(cp::max(small * small - small, 1)), cp::eval(cp::max(step(step(small * small) - small), 1))));
  CHECK(same_bits(cp::eval(cp::cumsum(small * small, cp::axis<1>)),
                  cp::eval(cp::cumsum(step(small * small), cp::axis<1>))));
  auto const shifted = step(small - cp::max(small, cp::axis<1>, cp::keepdims));
  auto const p = step(cp::exp(shifted));
  CHECK(same_bits(
      cp::eval(cp::exp(small - cp::max(small, cp::axis<1>, cp::keepdims)) /
               cp::sum(cp::exp(small - cp::max(small, cp::axis<1>, cp::keepdims)), cp::axis<1>, cp::keepdims)),
      cp::eval(p / step(cp::sum(p, cp::axis<1>, cp::keepdims)))));
}

}  // namespace

TEST_CASE("what several operations on float16 come to is rounded after each of them") { check_chains<cp::float16>(); }
TEST_CASE("what several operations on bfloat16 come to is rounded after each of them") { check_chains<cp::bfloat16>(); }
