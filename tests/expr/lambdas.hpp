// What the tests of lambdas share: a lambda fused gives what it gives when it is called as it is.
#pragma once

#include <doctest/doctest.h>

#include <fuse/fuse.hpp>
#include <type_traits>

namespace tests {

template <class T, int Rank>
using array = cp::ndarray<T, Rank>;

/// Whether two expressions have one shape and the same elements.
template <class A, class B>
bool equal(A const& a, B const& b) {
  auto const x = cp::eval(a).to_host(), y = cp::eval(b).to_host();
  static_assert(std::is_same_v<decltype(x), decltype(y)>, "dtype and rank");
  if (!(x.shape() == y.shape())) return false;
  return cp::all(x == y).item();
}

/// The lambda fused, and called as it is, which makes ordinary expressions of arrays.
template <class F, class... X>
void check(F f, X const&... x) {
  CHECK(equal(cp::fuse(f)(x...), f(x...)));
  auto to = cp::eval(f(x...)).copy();
  to.fill(7);
  cp::fuse(f).into(to)(x...);
  CHECK(equal(to, f(x...)));
}

inline array<float, 1> vector() { return {3, 1, 4, 1, 5, 9}; }

}  // namespace tests
