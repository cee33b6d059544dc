// Remainders of floats are exact: as std::fmod's bit for bit, whatever the quotient's size.
#include <doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <limits>
#include <random>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Numerators and denominators: every pair of what is special, random bits, quotients next to whole numbers and next to
/// those with more bits than the type.
template <class T>
struct pairs {
  std::vector<T> x, y;
  pairs() {
    using limits = std::numeric_limits<T>;
    T const ends[] = {0,
                      limits::denorm_min(),
                      3 * limits::denorm_min(),
                      limits::min(),
                      std::nextafter(T{1}, T{0}),
                      1,
                      T(1.5),
                      3,
                      T(0.1),
                      std::ldexp(T{1}, limits::digits - 1),
                      std::ldexp(T{1}, limits::digits) - 1,
                      std::ldexp(T{1}, limits::digits),
                      std::ldexp(T{1}, limits::digits + 1),
                      limits::max() / 3,
                      limits::max(),
                      limits::infinity(),
                      limits::quiet_NaN()};
    for (T const a : ends)
      for (T const b : ends)
        for (int signs = 0; signs < 4; ++signs) add((signs & 1) != 0 ? -a : a, (signs & 2) != 0 ? -b : b);
    std::mt19937_64 random(17);
    for (int i = 0; i < 20000; ++i) {
      T const b = std::bit_cast<T>(static_cast<bits_of<T>>(random())),
              a = std::bit_cast<T>(static_cast<bits_of<T>>(random()));
      add(a, b);
      int const bits = static_cast<int>(random() % (limits::digits + 3));
      T const whole = std::floor(std::ldexp(T(1) + static_cast<T>(random() >> 12) * static_cast<T>(0x1p-52), bits));
      T const near = b * whole;
      add(near, b), add(std::nextafter(near, T{0}), b), add(std::nextafter(near, limits::infinity()), -b);
    }
  }
  void add(T a, T b) { x.push_back(a), y.push_back(b); }
};

template <class T>
cp::ndarray<T, 1> on_device(std::vector<T> const& v) {
  auto const h = cp::empty<T, cp::host_space>(static_cast<std::int64_t>(v.size()));
  for (std::size_t i = 0; i < v.size(); ++i) h.data()[i] = v[i];
  return h.template to<cp::default_space>();
}

/// How many differ in a bit; NaNs are alike.
template <class T, class F>
int differing(std::vector<T> const& got, pairs<T> const& of, F const& expected) {
  int wrong = 0;
  REQUIRE(got.size() == of.x.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    T const e = expected(of.x[i], of.y[i]);
    bool const same =
        std::bit_cast<bits_of<T>>(got[i]) == std::bit_cast<bits_of<T>>(e) || (std::isnan(got[i]) && std::isnan(e));
    if (!same && ++wrong < 4) MESSAGE(of.x[i] << " and " << of.y[i] << ": " << got[i] << ", expected " << e);
  }
  return wrong;
}

}  // namespace

TEST_CASE_TEMPLATE("fmod and remainder of any two floats are exact", T, float, double) {
  pairs<T> const p;
  auto const x = on_device(p.x), y = on_device(p.y);
  CHECK(differing(values(cp::fmod(x, y)), p, [](T a, T b) { return std::fmod(a, b); }) == 0);
  CHECK(differing(values(cp::remainder(x, y)), p, [](T a, T b) {
          T const r = std::fmod(a, b);  // Python's
          if (b == 0 || std::isnan(r)) return r;
          return r == 0 ? std::copysign(r, b) : (b < 0) != (r < 0) ? r + b : r;
        }) == 0);
  // By a number, as by an array of it.
  T const by = T(0.7);
  pairs<T> const same_by = [&] {
    pairs<T> q;
    for (T& b : q.y) b = by;
    return q;
  }();
  CHECK(differing(values(cp::fmod(x, by)), same_by, [](T a, T b) { return std::fmod(a, b); }) == 0);
}
