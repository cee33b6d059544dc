// Compares stencils with what NumPy made of them (tests/data/stencils, written by tests/data/make_stencils.py).
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "data.hpp"

namespace tests {

template <class T, int N>
using array = cp::ndarray<T, N>;

/// The operand of make_stencils.py.
template <class T, int N>
array<T, N> operand(cp::shape_array<N> const& shape) {
  std::vector<T> values(static_cast<std::size_t>(cp::size_of(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const real = static_cast<int>((7919 * i + 13) % 101) - 50;
    if constexpr (cp::complex_floating<T>)
      values[i] = T(static_cast<float>(real), static_cast<float>((31 * i + 7) % 23));
    else
      values[i] = static_cast<T>(real);
  }
  return cp::reshape(array<T, 1>(values), shape);
}

/// Its stencil of one radius.
template <int N, int R>
struct weighted;
template <int R>
struct weighted<1, R> {
  static constexpr auto of = [](auto u) {
    return 7 * u + cp::at<-R>(u) + 2 * cp::at<R>(u) + 3 * cp::at<1>(u) + 4 * cp::at<R>(u);
  };
};
template <int R>
struct weighted<2, R> {
  static constexpr auto of = [](auto u) {
    return 7 * u + cp::at<-R, 0>(u) + 2 * cp::at<R, 0>(u) + 3 * cp::at<1, 0>(u) + 4 * cp::at<0, -R>(u) +
           5 * cp::at<0, R>(u) + 6 * cp::at<0, 1>(u) + 7 * cp::at<R, -R>(u);
  };
};
template <int R>
struct weighted<3, R> {
  static constexpr auto of = [](auto u) {
    return 7 * u + cp::at<-R, 0, 0>(u) + 2 * cp::at<R, 0, 0>(u) + 3 * cp::at<1, 0, 0>(u) + 4 * cp::at<0, -R, 0>(u) +
           5 * cp::at<0, R, 0>(u) + 6 * cp::at<0, 1, 0>(u) + 7 * cp::at<0, 0, -R>(u) + 8 * cp::at<0, 0, R>(u) +
           9 * cp::at<0, 0, 1>(u) + 10 * cp::at<R, -R, R>(u);
  };
};

/// Reads the expected values one result after the other.
template <class T>
struct expected_values {
  cp::ndarray<T, 1, cp::host_space> values;
  std::int64_t next = 0;
  template <class A>
  void compare(A const& result) {
    auto const host = cp::ravel(result).to_host();
    bool same = true;
    for (std::int64_t i = 0; i < host.size(); ++i, ++next) same = same && host.data()[i] == values.data()[next];
    CHECK(same);
  }
};

/// The array as a view of other memory: every second element of every axis, backwards along the first.
template <class T, int N>
array<T, N> scattered(array<T, N> const& a) {
  auto shape = a.shape();
  for (int i = 0; i < N; ++i) shape[i] = 2 * shape[i] + 1;
  array<T, N> const memory = cp::zeros<T>(shape);
  array<T, N> view = memory;
  if constexpr (N == 1)
    view = memory(cp::slice(1, cp::end, 2));
  else if constexpr (N == 2)
    view = memory(cp::slice(1, cp::end, 2), cp::slice(1, cp::end, 2));
  else
    view = memory(cp::slice(1, cp::end, 2), cp::slice(1, cp::end, 2), cp::slice(1, cp::end, 2));
  view = cp::flip(view, 0);
  view(cp::all) = a;
  return view;
}

template <class T, int N, int R>
void as_numpy(char code, std::vector<cp::shape_array<N>> const& shapes) {
  CAPTURE(N);
  CAPTURE(R);
  CAPTURE(code);
  std::string const file =
      tests::data_folder() + "/stencils/r" + std::to_string(N) + "_" + std::to_string(R) + "_" + code + ".npy";
  expected_values<T> expected{cp::load<T, 1, cp::host_space>(file)};
  auto const one = cp::fuse(weighted<N, R>::of);
  // Several boundaries in one kernel, with an output each.
  auto const three = cp::fuse([](auto a, auto b, auto c) {
    constexpr auto f = weighted<N, R>::of;
    return std::tuple(f(a), f(b), f(c));
  });
  auto const two = cp::fuse([](auto a, auto b) {
    constexpr auto f = weighted<N, R>::of;
    return std::tuple(f(a), f(b));
  });
  for (auto const& shape : shapes) {
    CAPTURE(cp::to_string(shape));
    auto const before = expected.next;
    array<T, N> const u = operand<T, N>(shape);
    for (bool spread : {false, true}) {
      expected.next = before;
      array<T, N> const x = spread ? scattered(u) : u;
      auto const start = cp::count();
      auto const [edge, around, symmetric] = three(cp::nearest(x), cp::wrap(x), cp::reflect(x));
      auto const [reflected, constant] = two(cp::mirror(x), cp::constant_boundary(x, 3));
      CHECK((cp::count() - start).launches == 2);
      CHECK((cp::count() - start).temporaries == 0);
      static_assert(std::is_same_v<typename std::remove_cvref_t<decltype(edge)>::value_type, T>);
      expected.compare(edge);
      expected.compare(around);
      expected.compare(symmetric);
      expected.compare(reflected);
      expected.compare(constant);
      array<T, N> const inner = one(cp::valid(x));
      for (int a = 0; a < N; ++a) CHECK(inner.shape(a) == std::max<std::int64_t>(0, shape[a] - 2 * R));
      expected.compare(inner);
    }
  }
  CHECK(expected.next == expected.values.size());
}

}  // namespace tests
