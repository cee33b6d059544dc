// Many Lorenz systems side by side: a step of the classical method of Runge and Kutta is one kernel.
#include <fuse/fuse.hpp>
#include <iostream>
#include <tuple>

auto const step = cp::fuse([](auto x, auto y, auto z, auto h) {
  auto const fx = [](auto a, auto b, auto) { return 10.0f * (b - a); };
  auto const fy = [](auto a, auto b, auto c) { return a * (28.0f - c) - b; };
  auto const fz = [](auto a, auto b, auto c) { return a * b - 2.6666667f * c; };
  auto const k1x = fx(x, y, z);
  auto const k1y = fy(x, y, z);
  auto const k1z = fz(x, y, z);
  auto const x2 = x + 0.5f * h * k1x;
  auto const y2 = y + 0.5f * h * k1y;
  auto const z2 = z + 0.5f * h * k1z;
  auto const k2x = fx(x2, y2, z2);
  auto const k2y = fy(x2, y2, z2);
  auto const k2z = fz(x2, y2, z2);
  auto const x3 = x + 0.5f * h * k2x;
  auto const y3 = y + 0.5f * h * k2y;
  auto const z3 = z + 0.5f * h * k2z;
  auto const k3x = fx(x3, y3, z3);
  auto const k3y = fy(x3, y3, z3);
  auto const k3z = fz(x3, y3, z3);
  auto const x4 = x + h * k3x;
  auto const y4 = y + h * k3y;
  auto const z4 = z + h * k3z;
  auto const sixth = h / 6.0f;
  return std::tuple(x + sixth * (k1x + 2.0f * k2x + 2.0f * k3x + fx(x4, y4, z4)),
                    y + sixth * (k1y + 2.0f * k2y + 2.0f * k3y + fy(x4, y4, z4)),
                    z + sixth * (k1z + 2.0f * k2z + 2.0f * k3z + fz(x4, y4, z4)));
});

int main() {
  std::int64_t const n = 100000;
  cp::ndarray<float, 1> x = cp::linspace(-10.0f, 10.0f, n), y = 0.5f * x, z = 25.0f + 0.0f * x;
  for (int i = 0; i < 100; ++i) step.into(x, y, z)(x, y, z, 0.01f);
  std::cout << cp::mean(x).item() << ' ' << cp::mean(y).item() << ' ' << cp::mean(z).item() << '\n';
}
