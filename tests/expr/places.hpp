// What the tests of positions and of computed indices share: a result beside what is said of each place.
#pragma once

#include <doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "array/values.hpp"

namespace tests {

/// Every element of a result of two axes is what `of` says of its place.
template <class A, class F>
void check(std::string const& what, A const& result, std::int64_t n, std::int64_t m, F const& of) {
  CAPTURE(what);
  CAPTURE(n);
  CAPTURE(m);
  using T = typename A::value_type;
  std::vector<T> expected;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) expected.push_back(static_cast<T>(of(i, j)));
  CHECK(list_of(result.shape()) == longs{n, m});
  CHECK(values(result) == expected);
}

}  // namespace tests
