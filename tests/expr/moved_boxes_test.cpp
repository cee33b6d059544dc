// Rolls, frames and joins of whole fields, viewed every way, stored every way: each element against its definition.
#include <doctest/doctest.h>

#include <array/values.hpp>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <random>
#include <vector>

namespace {

using shape3 = cp::shape_array<3>;

std::int64_t modulo(std::int64_t i, std::int64_t n) { return (i % n + n) % n; }

/// Element (i, j, k) of an array that tests::counted made, times `by`.
struct counted {
  shape3 shape;
  std::int64_t operator()(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return (i * shape[1] + j) * shape[2] + k;
  }
};

/// A view of three axes: where each begins, how far it goes on, how long it is; and whether the axes are reversed.
struct view {
  std::int64_t first[3], step[3], count[3];
  bool turned;

  view(std::mt19937& draw, shape3 const& shape) {
    for (int a = 0; a < 3; ++a) {
      std::int64_t const steps[] = {1, 1, 1, 2, -1, -3, 3};
      step[a] = steps[draw() % 7];
      std::int64_t const skipped = draw() % 2 == 0 ? 0 : draw() % static_cast<unsigned>(1 + shape[a] / 4);
      first[a] = step[a] > 0 ? skipped : shape[a] - 1 - skipped;
      count[a] = (step[a] > 0 ? shape[a] - 1 - first[a] : first[a]) / std::abs(step[a]) + 1;
    }
    turned = draw() % 3 == 0;
  }
  cp::slice along(int a) const {
    std::int64_t const last = first[a] + step[a] * (count[a] - 1);
    if (step[a] < 0 && last + step[a] < 0) return cp::slice(first[a], cp::end, step[a]);
    return cp::slice(first[a], last + (step[a] > 0 ? 1 : -1), step[a]);
  }
  template <class E>
  auto of(E const& e) const {
    return e(along(0), along(1), along(2));
  }
  /// The values of a function of the place in the order in which the view has them.
  template <class F>
  std::vector<std::int32_t> values(F const& f) const {
    std::vector<std::int32_t> v;
    auto const at = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      v.push_back(static_cast<std::int32_t>(f(first[0] + step[0] * i, first[1] + step[1] * j, first[2] + step[2] * k)));
    };
    if (turned)
      for (std::int64_t k = 0; k < count[2]; ++k)
        for (std::int64_t j = 0; j < count[1]; ++j)
          for (std::int64_t i = 0; i < count[0]; ++i) at(i, j, k);
    else
      for (std::int64_t i = 0; i < count[0]; ++i)
        for (std::int64_t j = 0; j < count[1]; ++j)
          for (std::int64_t k = 0; k < count[2]; ++k) at(i, j, k);
    return v;
  }
};

/// Stores an expression in C order, in Fortran's, or in every second element of each axis.
template <class E>
std::vector<std::int32_t> stored(std::mt19937& draw, E const& e) {
  auto const shape = cp::eval(e).shape();
  auto const how = draw() % 3;
  if (how == 0) return tests::values(e);
  if (how == 1) {
    auto const to = cp::empty<std::int32_t>({shape[2], shape[1], shape[0]});
    to.T()(cp::all, cp::all, cp::all) = e;
    return tests::values(to.T());
  }
  auto const memory = cp::zeros<std::int32_t>({2 * shape[0], 2 * shape[1], 2 * shape[2]});
  auto const second = cp::slice(1, cp::end, 2);
  memory(second, second, second) = e;
  CHECK(tests::values(cp::sum(memory)) == tests::values(cp::sum(e)));
  return tests::values(memory(second, second, second));
}

template <class E, class F>
void check(std::mt19937& draw, E const& e, shape3 const& shape, F const& f) {
  view const v(draw, shape);
  auto const part = v.of(e);
  if (v.turned)
    CHECK(stored(draw, part.T()) == v.values(f));
  else
    CHECK(stored(draw, part) == v.values(f));
}

shape3 drawn_shape(std::mt19937& draw) {
  shape3 shape;
  for (int a = 0; a < 3; ++a) {
    std::int64_t const extents[] = {1, 3, 8, 17, 32, 50};
    shape[a] = extents[draw() % 6];
  }
  return shape;
}
cp::ndarray<std::int32_t, 3> array_of(shape3 const& s) { return tests::counted({s[0], s[1], s[2]}); }

}  // namespace

TEST_CASE("rolls beside frames") {
  std::mt19937 draw(1);
  for (int times = 0; times < 60; ++times) {
    CAPTURE(times);
    auto const shape = drawn_shape(draw);
    auto const x = array_of(shape);
    std::int64_t const by[3] = {std::int64_t(draw() % 7) - 3, std::int64_t(draw() % 7) - 3, std::int64_t(draw() % 99)};
    std::int64_t lead[3], tail[3];
    for (int a = 0; a < 3; ++a) lead[a] = draw() % 3, tail[a] = draw() % 3;
    shape3 inner = shape;
    bool fits = true;
    for (int a = 0; a < 3; ++a) inner[a] -= lead[a] + tail[a], fits = fits && inner[a] > 0;
    auto const rolled = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      return counted{shape}(modulo(i - by[0], shape[0]), modulo(j - by[1], shape[1]), modulo(k - by[2], shape[2]));
    };
    check(draw, 2 * cp::roll(x, {by[0], by[1], by[2]}, {0, 1, 2}) - x, shape,
          [&](auto... at) { return 2 * rolled(at...) - counted{shape}(at...); });
    if (!fits) continue;
    auto const framed = cp::pad(array_of(inner), {{lead[0], tail[0]}, {lead[1], tail[1]}, {lead[2], tail[2]}},
                                cp::padding::constant{-7});
    check(draw, cp::roll(x, {by[0], by[1], by[2]}, {0, 1, 2}) + 3 * framed, shape,
          [&](std::int64_t i, std::int64_t j, std::int64_t k) {
            std::int64_t const p = i - lead[0], q = j - lead[1], r = k - lead[2];
            bool const in = p >= 0 && q >= 0 && r >= 0 && p < inner[0] && q < inner[1] && r < inner[2];
            return rolled(i, j, k) + 3 * (in ? counted{inner}(p, q, r) : -7);
          });
  }
}

TEST_CASE("joins of arrays and of expressions along each axis") {
  std::mt19937 draw(2);
  auto const along = [&]<int Axis>(std::integral_constant<int, Axis>) {
    auto const shape = drawn_shape(draw);
    shape3 second = shape, whole = shape;
    second[Axis] = std::int64_t(1 + draw() % 40);
    whole[Axis] += second[Axis];
    auto const x = array_of(shape), y = array_of(second);
    auto const joined = [&](int times, std::int64_t i, std::int64_t j, std::int64_t k) {
      std::int64_t at[3] = {i, j, k};
      if (at[Axis] < shape[Axis]) return counted{shape}(i, j, k);
      at[Axis] -= shape[Axis];
      return times * counted{second}(at[0], at[1], at[2]);
    };
    check(draw, cp::concatenate<Axis>(x, y) + 1, whole, [&](auto... at) { return joined(1, at...) + 1; });
    check(draw, cp::concatenate<Axis>(x, 5 * y), whole, [&](auto... at) { return joined(5, at...); });
  };
  for (int times = 0; times < 40; ++times) {
    CAPTURE(times);
    along(std::integral_constant<int, 0>{});
    along(std::integral_constant<int, 1>{});
    along(std::integral_constant<int, 2>{});
  }
}

TEST_CASE("frames that repeat what is inside, and tiles") {
  std::mt19937 draw(3);
  for (int times = 0; times < 40; ++times) {
    CAPTURE(times);
    auto const shape = drawn_shape(draw);
    auto const x = array_of(shape);
    std::int64_t const width = 1 + draw() % 2;
    shape3 wide = shape;
    for (int a = 0; a < 3; ++a) wide[a] += 2 * width;
    auto const at = [&](auto const& from) {
      return [&shape, width, from](std::int64_t i, std::int64_t j, std::int64_t k) {
        return counted{shape}(from(i - width, shape[0]), from(j - width, shape[1]), from(k - width, shape[2]));
      };
    };
    check(draw, cp::pad(x, width, cp::padding::edge{}) + 0, wide, at([](std::int64_t i, std::int64_t n) {
            return i < 0 ? 0 : i < n ? i : n - 1;
          }));
    check(draw, cp::pad(x, width, cp::padding::wrap{}) + 0, wide,
          at([](std::int64_t i, std::int64_t n) { return modulo(i, n); }));
    shape3 tiled = shape;
    tiled[0] *= 2, tiled[2] *= 3;
    check(draw, cp::tile(x, {2, 1, 3}) + 0, tiled, [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      return counted{shape}(i % shape[0], j, k % shape[2]);
    });
  }
}

TEST_CASE("a graph runs what it has recorded, whatever its arrays hold") {
  auto const x = tests::counted<float>({40, 50}), y = cp::empty<float>({40, 50});
  cp::graph const g = cp::capture([&] {
    y(cp::all) = cp::roll(x, {1, -1}, {0, 1}) - cp::pad(x(cp::slice(2, 40)), {{1, 1}, {0, 0}});
  });
  for (float const times : {1.0f, 3.0f}) {
    x(cp::all) = times * tests::counted<float>({40, 50});
    g.launch();
    cp::synchronize();
    auto const v = tests::values(y);
    bool same = true;
    for (std::int64_t i = 0; i < 40; ++i)
      for (std::int64_t j = 0; j < 50; ++j) {
        auto const rolled = static_cast<float>(modulo(i - 1, 40) * 50 + modulo(j + 1, 50));
        auto const framed = i < 1 || i > 38 ? 0.0f : static_cast<float>((i + 1) * 50 + j);
        same = same && v[static_cast<std::size_t>(i * 50 + j)] == times * (rolled - framed);
      }
    CHECK(same);
  }
}
