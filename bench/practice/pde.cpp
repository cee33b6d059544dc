// Fields on grids.
#include "practice.hpp"
namespace {
using cp::all, cp::end, cp::slice, cp::newaxis;

// Lax-Friedrichs step of the shallow-water equations, plain slices.
struct shallow_water {
  cp::ndarray<float, 2> h, hu, hv, h2, hu2, hv2;
  shallow_water() {
    std::int64_t n = sc(4096);
    h = uniform({n, n}, 1, 1, 2);
    hu = uniform({n, n}, 2, -0.5f, 0.5f);
    hv = uniform({n, n}, 3, -0.5f, 0.5f);
    h2 = h.copy(), hu2 = hu.copy(), hv2 = hv.copy();
  }
  void step() {
    auto const in = slice(1, -1), lo = slice(0, -2), hi = slice(2, end);
    float const k = 0.05f;
    auto u = hu / h, v = hv / h;
    auto p = 4.905f * h * h;
    auto lf = [&](auto q, auto F, auto G) {
      return 0.25f * (q(hi, in) + q(lo, in) + q(in, hi) + q(in, lo)) - k * (F(in, hi) - F(in, lo)) -
             k * (G(hi, in) - G(lo, in));
    };
    cp::evaluate(cp::into(h2(in, in), lf(h, hu, hv)), cp::into(hu2(in, in), lf(hu, hu * u + p, hu * v)),
                 cp::into(hv2(in, in), lf(hv, hu * v, hv * v + p)));
  }
  void values(report& r) { r(h2), r(hu2), r(hv2); }
};
WORKLOAD(shallow_water);

// Yee's scheme: both curls, in place.
struct fdtd3d {
  cp::ndarray<float, 3> Ex, Ey, Ez, Hx, Hy, Hz;
  fdtd3d() {
    std::int64_t n = sc(256);
    Ex = uniform({n, n, n}, 1), Ey = uniform({n, n, n}, 2), Ez = uniform({n, n, n}, 3);
    Hx = uniform({n, n, n}, 4), Hy = uniform({n, n, n}, 5), Hz = uniform({n, n, n}, 6);
  }
  void step() {
    auto const f = slice(1, end), b = slice(0, -1);
    float const c = 0.3f;
    Hx(all, b, b) -= c * ((Ez(all, f, b) - Ez(all, b, b)) - (Ey(all, b, f) - Ey(all, b, b)));
    Hy(b, all, b) -= c * ((Ex(b, all, f) - Ex(b, all, b)) - (Ez(f, all, b) - Ez(b, all, b)));
    Hz(b, b, all) -= c * ((Ey(f, b, all) - Ey(b, b, all)) - (Ex(b, f, all) - Ex(b, b, all)));
    Ex(all, f, f) += c * ((Hz(all, f, f) - Hz(all, b, f)) - (Hy(all, f, f) - Hy(all, f, b)));
    Ey(f, all, f) += c * ((Hx(f, all, f) - Hx(f, all, b)) - (Hz(f, all, f) - Hz(b, all, f)));
    Ez(f, f, all) += c * ((Hy(f, f, all) - Hy(b, f, all)) - (Hx(f, f, all) - Hx(f, b, all)));
  }
  void values(report& r) { r(Ex), r(Ey), r(Hz); }
};
WORKLOAD(fdtd3d);

// Lattice Boltzmann D2Q9: stream by rolls, then BGK.
struct lbm_d2q9 {
  cp::ndarray<float, 3> f, g;
  lbm_d2q9() {
    std::int64_t n = sc(2048);
    f = uniform({9, n, n}, 1, 0.5f, 1);
    g = cp::empty_like(f);
  }
  void step() {
    auto const collide = cp::fuse([](auto f0, auto f1, auto f2, auto f3, auto f4, auto f5, auto f6, auto f7, auto f8) {
      auto rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
      auto ux = (f1 - f3 + f5 - f6 - f7 + f8) / rho;
      auto uy = (f2 - f4 + f5 + f6 - f7 - f8) / rho;
      auto usq = 1.5f * (ux * ux + uy * uy);
      auto relax = [&](auto fi, float w, auto cu) {
        return fi - 1.7f * (fi - w * rho * (1.0f + 3.0f * cu + 4.5f * cu * cu - usq));
      };
      return std::tuple(f0 - 1.7f * (f0 - (4 / 9.f) * rho * (1.0f - usq)), relax(f1, 1 / 9.f, ux),
                        relax(f2, 1 / 9.f, uy), relax(f3, 1 / 9.f, -ux), relax(f4, 1 / 9.f, -uy),
                        relax(f5, 1 / 36.f, ux + uy), relax(f6, 1 / 36.f, uy - ux), relax(f7, 1 / 36.f, -ux - uy),
                        relax(f8, 1 / 36.f, ux - uy));
    });
    auto s = [&](int k, int cx, int cy) { return cp::roll(f(k), {cy, cx}, {0, 1}); };
    collide.into(g(0), g(1), g(2), g(3), g(4), g(5), g(6), g(7), g(8))(
        f(0), s(1, 1, 0), s(2, 0, 1), s(3, -1, 0), s(4, 0, -1), s(5, 1, 1), s(6, -1, 1), s(7, -1, -1), s(8, 1, -1));
  }
  void values(report& r) { r(g); }
};
WORKLOAD(lbm_d2q9);

// Semi-Lagrangian advection, periodic, bilinear by gathers.
struct semi_lagrangian {
  cp::ndarray<float, 2> q, u, v, out;
  semi_lagrangian() {
    std::int64_t n = sc(4096);
    q = uniform({n, n}, 1), u = uniform({n, n}, 2, -4, 4), v = uniform({n, n}, 3, -4, 4);
  }
  void step() {
    std::int64_t n = q.shape(0), m = q.shape(1);
    auto y = cp::astype<float>(cp::index<0>({n, m})) - v;
    auto x = cp::astype<float>(cp::index<1>({n, m})) - u;
    auto fy = cp::floor(y), fx = cp::floor(x);
    auto wy = y - fy, wx = x - fx;
    auto i0 = cp::astype<int>(fy) % n, j0 = cp::astype<int>(fx) % m;
    auto i1 = (i0 + 1) % n, j1 = (j0 + 1) % m;
    out = (1 - wy) * ((1 - wx) * q(i0, j0) + wx * q(i0, j1)) + wy * ((1 - wx) * q(i1, j0) + wx * q(i1, j1));
  }
  void values(report& r) { r(out); }
};
WORKLOAD(semi_lagrangian);

// Conway's game of life on a torus of odd extents.
struct life {
  cp::ndarray<std::uint8_t, 2> x, y;
  life() { x = cp::astype<std::uint8_t>(integers({sc(10007), sc(8191)}, 1, 3) == 0); }
  void step() {
    auto up = cp::roll(x, 1, 0), down = cp::roll(x, -1, 0);
    auto n = cp::roll(x, 1, 1) + cp::roll(x, -1, 1) + up + down + cp::roll(up, 1, 1) + cp::roll(up, -1, 1) +
             cp::roll(down, 1, 1) + cp::roll(down, -1, 1);
    y = cp::astype<std::uint8_t>((n == 3) | ((x == 1) & (n == 2)));
  }
  void values(report& r) { r(y); }
};
WORKLOAD(life);
}  // namespace
