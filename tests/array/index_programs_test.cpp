// Random programs of indexing and assignment against plain loops: a walk over every element that is picked, in order.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

/// One index of three: a whole axis, an integer, or an array of integers of rank 1; a mask is such an array too.
struct item {
  enum { whole, number, list } kind;
  longs at;  ///< of a list
};

/// The flat places that indices pick of an array with this shape, in the order of the result.
longs picked_places(longs const& shape, std::vector<item> const& index) {
  longs steps(shape.size(), 1);
  for (std::size_t k = shape.size(); k-- > 1;) steps[k - 1] = steps[k] * shape[k];
  // Lists go together; where they are not side by side their axis comes first.
  std::size_t lists = 1, first = index.size(), last = 0;
  for (std::size_t k = 0; k < index.size(); ++k)
    if (index[k].kind != item::whole) {
      first = std::min(first, k), last = k;
      if (index[k].kind == item::list) lists = std::max(lists, index[k].at.size());
    }
  bool together = true;
  for (std::size_t k = first; k <= last; ++k) together = together && index[k].kind != item::whole;
  longs extents, strides;  // the result's axes; those of the lists have stride -1
  auto const add_lists = [&] { extents.push_back(static_cast<std::int64_t>(lists)), strides.push_back(-1); };
  if (!together) add_lists();
  for (std::size_t k = 0; k < index.size(); ++k) {
    if (together && k == first) add_lists();
    if (index[k].kind == item::whole) extents.push_back(shape[k]), strides.push_back(steps[k]);
  }
  longs places;
  longs at(extents.size(), 0);
  std::int64_t const n = std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
  for (std::int64_t i = 0; i < n; ++i) {
    std::int64_t place = 0;
    for (std::size_t k = 0; k < extents.size(); ++k) {
      if (strides[k] >= 0) {
        place += at[k] * strides[k];
        continue;
      }
      for (std::size_t axis = 0; axis < index.size(); ++axis) {
        if (index[axis].kind == item::whole) continue;
        auto const& a = index[axis].at;
        std::int64_t const j = a[a.size() == 1 ? 0 : static_cast<std::size_t>(at[k])];
        place += (j < 0 ? j + shape[axis] : j) * steps[axis];
      }
    }
    places.push_back(place);
    for (std::size_t k = extents.size(); k-- > 0 && ++at[k] == extents[k];) at[k] = 0;
  }
  return places;
}

struct program {
  std::mt19937 random;
  longs shape;
  cp::ndarray<std::int64_t, 3> x;
  longs model;

  explicit program(unsigned seed) : random(seed) {
    for (int k = 0; k < 3; ++k) shape.push_back(below(6) + 1);
    x = cp::reshape(cp::arange<std::int64_t>(shape[0] * shape[1] * shape[2]), {shape[0], shape[1], shape[2]});
    model.resize(static_cast<std::size_t>(shape[0] * shape[1] * shape[2]));
    std::iota(model.begin(), model.end(), 0);
  }
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); }
  longs list(int axis, std::int64_t n) {
    longs v;
    for (; n > 0; --n)
      v.push_back(below(2 * shape[static_cast<std::size_t>(axis)]) - shape[static_cast<std::size_t>(axis)]);
    return v;
  }
  /// A mask of an axis with at least one true place, and these places.
  longs mask(int axis, cp::ndarray<bool, 1>& m) {
    longs flags, places;
    for (std::int64_t k = 0; k < shape[static_cast<std::size_t>(axis)]; ++k) flags.push_back(below(2));
    flags[static_cast<std::size_t>(below(static_cast<std::int64_t>(flags.size())))] = 1;
    for (std::size_t k = 0; k < flags.size(); ++k)
      if (flags[k] != 0) places.push_back(static_cast<std::int64_t>(k));
    m = cp::ndarray<std::int64_t, 1>(flags) != 0;
    return places;
  }

  /// Reads, or writes in one of several ways, through indices that stand for `index`.
  template <class... I>
  void step(std::vector<item> const& index, I const&... i) {
    longs const places = picked_places(shape, index);
    auto const picked = cp::eval(x(i...));
    REQUIRE(picked.size() == static_cast<std::int64_t>(places.size()));
    longs old;
    for (std::int64_t p : places) old.push_back(model[static_cast<std::size_t>(p)]);
    REQUIRE(values(picked) == old);
    auto const write = [&](auto const& value) {
      for (std::size_t k = 0; k < places.size(); ++k) model[static_cast<std::size_t>(places[k])] = value(k);
    };
    auto const all_values =
        cp::eval(cp::reshape(cp::arange<std::int64_t>(picked.size()) * 7 + below(100), picked.shape()));
    longs const given = values(all_values);
    switch (below(5)) {
      case 0:
        x(i...) = 5;
        write([](std::size_t) { return 5; });
        break;
      case 1:
        x(i...) = all_values;
        write([&](std::size_t k) { return given[k]; });
        break;
      case 2:
        x(i...) += all_values;
        write([&](std::size_t k) { return old[k] + given[k]; });
        break;
      case 3:
        x(i...) = x(i...) * 2 - x.item(0, 0, 0);  // reads what it writes
        write([&, first = model[0]](std::size_t k) { return old[k] * 2 - first; });
        break;
      default:
        x(i...) -= 3;
        write([&](std::size_t k) { return old[k] - 3; });
    }
    REQUIRE(values(x) == model);
  }
};

item all_of() { return {item::whole, {}}; }
item list_of_places(longs const& at) { return {item::list, at}; }

}  // namespace

TEST_CASE("programs of random indices and assignments do what loops do") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    INFO("seed ", seed);
    program p(seed);
    for (int n = 0; n < 25; ++n) {
      std::int64_t const count = p.below(9) + 1;
      auto const array = [](longs const& v) { return cp::ndarray<std::int64_t, 1>(v); };
      longs const a = p.list(0, count), b = p.list(1, count), c = p.list(2, p.below(2) == 0 ? 1 : count);
      cp::ndarray<bool, 1> m;
      switch (p.below(6)) {
        case 0:
          p.step({list_of_places(a), all_of(), all_of()}, array(a));
          break;
        case 1:
          p.step({all_of(), list_of_places(b), all_of()}, cp::all, array(b));
          break;
        case 2:
          p.step({list_of_places(a), all_of(), list_of_places(c)}, array(a), cp::all, array(c));
          break;
        case 3:
          p.step({list_of_places(a), list_of_places(b), list_of_places(c)}, array(a), array(b), array(c));
          break;
        case 4: {
          longs const places = p.mask(1, m);
          p.step({all_of(), list_of_places(places), all_of()}, cp::all, m);
          break;
        }
        default: {
          std::int64_t const at = p.below(p.shape[0]);
          p.step({{item::number, {at}}, all_of(), list_of_places(c)}, at, cp::all, array(c));
        }
      }
    }
  }
}

TEST_CASE("of an element that is named several times the last value stays, for any number of threads") {
  std::int64_t const n = 300000;
  auto const at = cp::eval(cp::arange<std::int64_t>(n) * 7919 % 1000);
  longs last(1000, -1);
  for (std::int64_t k = 0; k < n; ++k) last[static_cast<std::size_t>(k * 7919 % 1000)] = k;
  int const threads = cp::host_threads();
  for (int t : {1, 2, 5}) {
    cp::set_host_threads(t);
    auto x = cp::zeros<std::int64_t>(1000);
    x(at) = cp::arange<std::int64_t>(n);
    CHECK(values(x) == last);
    auto rows = cp::zeros<std::int64_t>({1000, 300});
    auto const some = at(cp::slice(0, 5000));
    rows(some) = cp::arange<std::int64_t>(5000)(cp::all, cp::newaxis) + cp::arange<std::int64_t>(300);
    longs row(1000, 0);
    for (std::int64_t k = 0; k < 5000; ++k) row[static_cast<std::size_t>(k * 7919 % 1000)] = k + 299;
    CHECK(values(rows(cp::all, 299)) == row);
  }
  cp::set_host_threads(threads);
}
