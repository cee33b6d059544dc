// Elements of every size picked by masks and written to places, so many that threads share them: against loops.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <random>
#include <vector>

#include "values.hpp"

namespace {

struct three {
  std::int64_t value[3];
};
bool operator==(three const& a, three const& b) {
  return a.value[0] == b.value[0] && a.value[1] == b.value[1] && a.value[2] == b.value[2];
}
template <class T>
T number(std::int64_t i) {
  if constexpr (std::is_same_v<T, three>)
    return {{i, -i, 2 * i}};
  else if constexpr (cp::complex_floating<T>)
    return T(static_cast<double>(i), static_cast<double>(-i));
  else
    return static_cast<T>(i % 251);
}
template <class T>
std::vector<T> numbers(std::int64_t n, std::int64_t by) {
  std::vector<T> v;
  for (std::int64_t i = 0; i < n; ++i) v.push_back(number<T>(by * i + by));
  return v;
}

template <class T>
void masks_of() {
  std::mt19937 draw(7);
  for (std::int64_t const n : {7, 300, 20000, 50003})
    for (unsigned const percent : {0u, 1u, 50u, 97u, 100u}) {
      CAPTURE(n);
      CAPTURE(percent);
      auto const v = numbers<T>(n, 1);
      std::vector<std::uint8_t> mask;
      std::vector<T> expected;
      std::vector<std::int64_t> places;
      for (std::int64_t i = 0; i < n; ++i) {
        mask.push_back(draw() % 100 < percent ? 1 : 0);
        if (mask.back() == 0) continue;
        expected.push_back(v[static_cast<std::size_t>(i)]);
        places.push_back(i);
      }
      cp::ndarray<bool, 1> const m = cp::ndarray<std::uint8_t, 1>(mask) != 0;
      CHECK(tests::values(cp::ndarray<T, 1>(v)(m)) == expected);
      CHECK(tests::values(cp::flatnonzero(m)) == places);
    }
}

template <class T>
void writes_of() {
  std::mt19937 draw(8);
  for (std::int64_t const span : {5, 1000, 400000})
    for (std::int64_t const n : {3, 5000, 70000}) {
      CAPTURE(span);
      CAPTURE(n);
      auto const v = numbers<T>(n, 3);
      // A few near to each other, then any: what some keys say of all is not what all are.
      std::vector<std::int64_t> keys;
      std::vector<T> expected = numbers<T>(span, 1);
      for (std::int64_t i = 0; i < n; ++i) {
        // (Some in the middle, where threads part.)
        keys.push_back(i % 10 == 9 ? (span / 2 + std::int64_t(draw() % 5) - 2)
                                   : std::int64_t(draw()) % (i % 1000 == 0 ? 5 : span));
        expected[static_cast<std::size_t>(keys.back())] = v[static_cast<std::size_t>(i)];
      }
      cp::ndarray<T, 1> const x(numbers<T>(span, 1));
      x(cp::ndarray<std::int64_t, 1>(keys)) = cp::ndarray<T, 1>(v);
      CHECK(tests::values(x) == expected);
    }
}

/// Rows of three elements.
template <class T>
void rows_of() {
  std::mt19937 draw(9);
  for (std::int64_t const span : {5, 1000, 100000})
    for (std::int64_t const n : {3, 5000, 50000}) {
      CAPTURE(span);
      CAPTURE(n);
      auto const v = numbers<T>(3 * n, 3);
      std::vector<std::int64_t> keys;
      std::vector<T> expected = numbers<T>(3 * span, 1);
      for (std::int64_t i = 0; i < n; ++i) {
        keys.push_back(std::int64_t(draw()) % span);
        for (std::int64_t k = 0; k < 3; ++k)
          expected[static_cast<std::size_t>(3 * keys.back() + k)] = v[static_cast<std::size_t>(3 * i + k)];
      }
      cp::ndarray<T, 2> const x = cp::ndarray<T, 1>(numbers<T>(3 * span, 1)).reshape(span, 3);
      x(cp::ndarray<std::int64_t, 1>(keys)) = cp::ndarray<T, 1>(v).reshape(n, 3);
      CHECK(tests::values(x) == expected);
    }
}

template <class T>
void of_type() {
  masks_of<T>();
  writes_of<T>();
  rows_of<T>();
}

}  // namespace

TEST_CASE("elements of 1 and 2 bytes") { of_type<std::uint8_t>(), of_type<std::int16_t>(); }
TEST_CASE("elements of 4 and 8 bytes") { of_type<float>(), of_type<double>(); }
TEST_CASE("elements of 16 and 24 bytes") { of_type<cp::complex128>(), of_type<three>(); }
