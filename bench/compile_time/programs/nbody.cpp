// Bodies under their gravity, all pairs, leapfrog steps; energy and momentum are printed.
#include <fuse/fuse.hpp>
#include <fuse/random.hpp>
#include <iostream>

using array = cp::ndarray<float, 1>;

struct bodies {
  array x, y, z, vx, vy, vz, m;
};

float const softening = 0.01f;

/// The accelerations along one axis: a sum over all pairs.
array pull(bodies const& b, array const& along) {
  auto const row = [](array const& a) { return a(cp::newaxis, cp::all); };
  auto const column = [](array const& a) { return a(cp::all, cp::newaxis); };
  auto const dx = row(b.x) - column(b.x), dy = row(b.y) - column(b.y), dz = row(b.z) - column(b.z);
  auto const r2 = dx * dx + dy * dy + dz * dz + softening * softening;
  return cp::sum(row(b.m) * (row(along) - column(along)) / (r2 * cp::sqrt(r2)), cp::axis<1>);
}

float kinetic(bodies const& b) { return 0.5f * cp::sum(b.m * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz)).item(); }

float potential(bodies const& b) {
  auto const row = [](array const& a) { return a(cp::newaxis, cp::all); };
  auto const column = [](array const& a) { return a(cp::all, cp::newaxis); };
  auto const dx = row(b.x) - column(b.x), dy = row(b.y) - column(b.y), dz = row(b.z) - column(b.z);
  return -0.5f * cp::sum(row(b.m) * column(b.m) / cp::sqrt(dx * dx + dy * dy + dz * dz + softening * softening)).item();
}

void step(bodies& b, float h) {
  auto const kick = [&](float dt) {
    array const ax = pull(b, b.x), ay = pull(b, b.y), az = pull(b, b.z);
    b.vx += dt * ax;
    b.vy += dt * ay;
    b.vz += dt * az;
  };
  kick(h / 2);
  b.x += h * b.vx;
  b.y += h * b.vy;
  b.z += h * b.vz;
  kick(h / 2);
}

int main() {
  std::int64_t const n = 256;
  auto rng = cp::random::default_rng(1);
  auto const draw = [&](float scale) { return array(scale * rng.standard_normal<float>({n})); };
  bodies b{draw(1), draw(1), draw(1), draw(0.1f), draw(0.1f), draw(0.1f), cp::ones<float>({n}) / static_cast<float>(n)};
  float const before = kinetic(b) + potential(b);
  for (int i = 0; i < 100; ++i) step(b, 0.001f);
  std::cout << "energy " << before << " -> " << kinetic(b) + potential(b) << '\n'
            << "momentum " << cp::sum(b.m * b.vx).item() << '\n';
}
