// A step of expectation and maximisation for a mixture of three Gaussians: eleven sums in one lambda.
#include <cstdio>
#include <fuse/fuse.hpp>
#include <tuple>

int main() {
  auto const step =
      cp::fuse([](auto x, auto y, auto w0, auto w1, auto w2, auto m0, auto m1, auto m2, auto s0, auto s1, auto s2) {
        auto const p0 = w0 * cp::exp(-0.5f * (cp::square((x - m0) / s0) + cp::square((y - m0) / s0))) / (s0 * s0);
        auto const p1 = w1 * cp::exp(-0.5f * (cp::square((x - m1) / s1) + cp::square((y - m1) / s1))) / (s1 * s1);
        auto const p2 = w2 * cp::exp(-0.5f * (cp::square((x - m2) / s2) + cp::square((y - m2) / s2))) / (s2 * s2);
        auto const total = p0 + p1 + p2;
        auto const square = cp::square(x) + cp::square(y);
        auto const r0 = p0 / total;
        auto const r1 = p1 / total;
        auto const r2 = p2 / total;
        return std::tuple(cp::sum(r0), cp::sum(r1), cp::sum(r2), cp::sum(r0 * (x + y)), cp::sum(r1 * (x + y)),
                          cp::sum(r2 * (x + y)), cp::sum(r0 * square), cp::sum(r1 * square), cp::sum(r2 * square),
                          cp::sum(cp::log(total)), cp::max(total));
      });
  auto const x = cp::eval(cp::sin(cp::arange<float>(100000))), y = cp::eval(cp::cos(cp::arange<float>(100000)));
  auto w0 = cp::ndarray<float, 0>(0.3f), w1 = cp::ndarray<float, 0>(0.3f), w2 = cp::ndarray<float, 0>(0.4f);
  auto m0 = cp::ndarray<float, 0>(-1), m1 = cp::ndarray<float, 0>(0), m2 = cp::ndarray<float, 0>(1);
  auto s0 = cp::ndarray<float, 0>(1), s1 = cp::ndarray<float, 0>(1), s2 = cp::ndarray<float, 0>(1);
  for (int i = 0; i < 10; ++i) {
    auto const [n0, n1, n2, t0, t1, t2, q0, q1, q2, likelihood, most] = step(x, y, w0, w1, w2, m0, m1, m2, s0, s1, s2);
    m0 = t0 / (2 * n0), m1 = t1 / (2 * n1), m2 = t2 / (2 * n2);
    s0 = cp::sqrt(q0 / (2 * n0) - m0 * m0), s1 = cp::sqrt(q1 / (2 * n1) - m1 * m1),
    s2 = cp::sqrt(q2 / (2 * n2) - m2 * m2);
    w0 = n0 / 100000, w1 = n1 / 100000, w2 = n2 / 100000;
    std::printf("%g %g\n", static_cast<double>(likelihood.item()), static_cast<double>(most.item()));
  }
}
