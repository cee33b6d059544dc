// The collision of a lattice Boltzmann method in two dimensions: nine populations in, nine out, one kernel.
#include <fuse/fuse.hpp>
#include <iostream>
#include <tuple>

using array = cp::ndarray<float, 2>;

auto const collide =
    cp::fuse([omega = 0.6f](auto f0, auto f1, auto f2, auto f3, auto f4, auto f5, auto f6, auto f7, auto f8) {
      auto const rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
      auto const ux = (f1 - f3 + f5 - f6 - f7 + f8) / rho;
      auto const uy = (f2 - f4 + f5 + f6 - f7 - f8) / rho;
      auto const u2 = 1.5f * (ux * ux + uy * uy);
      auto const to = [&](auto f, float weight, float ex, float ey) {
        auto const cu = 3.0f * (ex * ux + ey * uy);
        return f + omega * (weight * rho * (1.0f + cu + 0.5f * cu * cu - u2) - f);
      };
      float const straight = 1.0f / 9, oblique = 1.0f / 36;
      return std::tuple(to(f0, 4.0f / 9, 0, 0), to(f1, straight, 1, 0), to(f2, straight, 0, 1), to(f3, straight, -1, 0),
                        to(f4, straight, 0, -1), to(f5, oblique, 1, 1), to(f6, oblique, -1, 1), to(f7, oblique, -1, -1),
                        to(f8, oblique, 1, -1));
    });

int main() {
  array f[9];
  for (int i = 0; i < 9; ++i) f[i] = (0.1f + 0.01f * static_cast<float>(i)) * cp::ones<float>({200, 300});
  for (int n = 0; n < 10; ++n)
    collide.into(f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8])(f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7],
                                                                       f[8]);
  std::cout << cp::sum(f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8]).item() << '\n';
}
