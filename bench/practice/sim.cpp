// Particles, spins and rays.
#include <fuse/linalg.hpp>

#include "practice.hpp"

// Gravity with softening, all pairs.
struct nbody {
  cp::ndarray<float, 2> pos;
  cp::ndarray<float, 1> m, ax, ay, az;
  nbody() {
    std::int64_t n = sc(16384);
    pos = uniform({n, 3}, 1, -1, 1);
    m = uniform1(n, 2);
  }
  void step() {
    auto const all = cp::all;
    auto const newaxis = cp::newaxis;
    auto x = pos(all, 0), y = pos(all, 1), z = pos(all, 2);
    auto dx = x(newaxis, all) - x(all, newaxis);
    auto dy = y(newaxis, all) - y(all, newaxis);
    auto dz = z(newaxis, all) - z(all, newaxis);
    auto r = cp::rsqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
    auto w = m * r * r * r;
    auto [a, b, c] =
        cp::evaluate(cp::sum(w * dx, cp::axis<1>), cp::sum(w * dy, cp::axis<1>), cp::sum(w * dz, cp::axis<1>));
    ax = a, ay = b, az = c;
  }
  void values(report& r) { r(ax), r(ay), r(az); }
};
WORKLOAD(nbody);

// For each point of a the nearest one of b: place and distance.
struct nearest {
  cp::ndarray<float, 2> a, b;
  cp::ndarray<std::int64_t, 1> place;
  cp::ndarray<float, 1> dist;
  nearest() {
    a = uniform({sc(30011), 3}, 1);
    b = uniform({sc(8192), 3}, 2);
  }
  void step() {
    auto d2 = cp::sum(cp::square(a(cp::all, cp::newaxis) - b), cp::axis<2>);
    place = cp::argmin(d2, cp::axis<1>);
    dist = cp::sqrt(cp::min(d2, cp::axis<1>));
  }
  void values(report& r) { r(place), r(dist); }
};
WORKLOAD(nearest);

// Ising model, one half sweep of a checkerboard.
struct ising {
  cp::ndarray<std::int8_t, 2> s, out;
  cp::ndarray<float, 2> rnd;
  ising() {
    std::int64_t n = sc(8192);
    s = cp::astype<std::int8_t>(2 * integers({n, n}, 1, 2) - 1);
    rnd = uniform({n, n}, 2);
  }
  void step() {
    std::int64_t n = s.shape(0);
    auto nb = cp::roll(s, 1, 0) + cp::roll(s, -1, 0) + cp::roll(s, 1, 1) + cp::roll(s, -1, 1);
    auto black = (cp::index<0>({n, n}) + cp::index<1>({n, n})) % 2 == 0;
    auto p = cp::exp(-0.88f * cp::astype<float>(s * nb));
    out = cp::where(black & (rnd < p), -s, s);
  }
  void values(report& r) { r(out); }
};
WORKLOAD(ising);

// A million rays from one eye against 64 spheres: depth and number of the first hit.
struct ray_sphere {
  cp::ndarray<float, 2> dir, centre;
  cp::ndarray<float, 1> radius, depth;
  cp::ndarray<std::int64_t, 1> id;
  ray_sphere() {
    cp::ndarray<float, 2> d = uniform({sc(1000003), 3}, 1, -1, 1);
    dir = d / cp::linalg::norm(d, cp::axis<1>, cp::keepdims);
    centre = uniform({64, 3}, 2, -8, 8);
    radius = uniform1(64, 3, 0.5f, 1.5f);
  }
  void step() {
    auto b = cp::einsum<"ik,jk->ij">(dir, centre);
    auto c = cp::sum(cp::square(centre), cp::axis<1>) - cp::square(radius);
    auto disc = b * b - c;
    auto t = b - cp::sqrt(disc);
    auto hit = cp::where((disc > 0) & (t > 1e-3f), t, cp::inf);
    depth = cp::min(hit, cp::axis<1>);
    id = cp::where(cp::isinf(depth), -1, cp::argmin(hit, cp::axis<1>));
  }
  void values(report& r) { r(depth), r(id); }
};
WORKLOAD(ray_sphere);
