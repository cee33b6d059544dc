// What docs/structs.md shows: arrays of structs, their members as arrays, their text and files. Each recipe is checked.
#include <fuse/io.hpp>
#include <fuse/sorting.hpp>
#include <fuse/structs.hpp>
#include <iostream>

#include "expect.hpp"

struct particle {
  std::int32_t id;
  double mass;
  float x, y;
};
BOOST_HANA_ADAPT_STRUCT(particle, id, mass, x, y);

struct point {
  BOOST_HANA_DEFINE_STRUCT(point, (float, x), (float, y));
};

namespace {

using example::expect;

void members(cp::ndarray<particle, 1> const& p) {
  auto const x = cp::member(p, &particle::x);  // p["x"]: a view with a stride
  cp::member(p, &particle::y) += 2 * x;        // written where it lies; one kernel
  auto const center = cp::sum(cp::member(p, &particle::mass) * x) / cp::sum(cp::member(p, &particle::mass));
  expect(center, {1}, "members");
  expect(cp::member(p, &particle::y), {0, 2, 4}, "members that are written");
}

void text_and_files(cp::ndarray<particle, 1> const& p) {
  std::cout << p << "\n";
  cp::save("particles.npy", p);
  auto const again = cp::load<particle, 1>("particles.npy");
  expect(cp::member(again, &particle::id), {0, 1, 2}, "a file");
}

void structures_of_arrays() {
  auto const x = cp::array<float>({1, 2}), y = cp::array<float>({3, 4});
  auto const points = cp::eval(cp::join_members<point>(x, y));
  auto const [xs, ys] = cp::split_members(points);
  auto const middle = cp::memberwise([](auto a, auto b) { return (a + b) / 2; }, points, cp::flip(points));
  expect(xs * 10 + ys, {13, 24}, "members apart");
  expect(cp::member(middle, &point::y), {3.5, 3.5}, "member by member");
}

void sorted(cp::ndarray<particle, 1> const& p) {
  auto const [y, q] = cp::sort_by_key(-cp::member(p, &particle::y), p);
  expect(cp::member(q, &particle::id), {2, 1, 0}, "structs that follow a key");
}

}  // namespace

int main() {
  cp::ndarray<particle, 1> const p{{0, 1, 0, 0}, {1, 1, 1, 0}, {2, 1, 2, 0}};
  members(p);
  text_and_files(p);
  structures_of_arrays();
  sorted(p);
}
