// What the tests of scans and of differences share: NumPy's data, and comparing with it.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <string>
#include <vector>

#include "close.hpp"
#include "data.hpp"

namespace scan_data {

template <class T, int N>
using array = cp::ndarray<T, N>;

inline std::string file(std::string const& name, std::string const& code) {
  return tests::data_folder() + "/scans/" + name + "_" + code + ".npy";
}

template <class T, int N>
array<T, N> load(std::string const& name, std::string const& code) {
  return cp::load<T, N, cp::host_space>(file(name, code)).template to<cp::default_space>();
}

/// Compares the elements of a result with the next expected ones.
template <class R, class Result>
void compare_next(cp::ndarray<R, 1, cp::host_space> const& expected, std::int64_t& next, Result const& result,
                  double epsilons) {
  auto const flat = cp::ravel(result).to_host();
  REQUIRE(next + flat.size() <= expected.size());
  std::int64_t wrong = -1;
  for (std::int64_t i = 0; i < flat.size() && wrong < 0; ++i)
    if (!tests::close(flat.data()[i], expected.data()[next + i], epsilons)) wrong = i;
  CHECK(wrong == -1);
  next += flat.size();
}

/// The same, of a result that has this shape.
template <class R, class Result>
void compare_next(cp::ndarray<R, 1, cp::host_space> const& expected, std::int64_t& next, Result const& result,
                  double epsilons, cp::shape_array<Result::rank> const& shape) {
  CHECK(result.shape() == shape);
  compare_next(expected, next, result, epsilons);
}

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}
template <class E>
auto values_of(E const& e) {
  auto const flat = cp::ravel(cp::eval(e)).to_host();
  return std::vector<typename E::value_type>(flat.data(), flat.data() + flat.size());
}

/// Numbers between -0.5 and 0.5.
inline array<float, 1> noise(std::int64_t n) {
  auto const i = cp::astype<std::uint32_t>(cp::index<0>({n}));
  return cp::astype<float>((i * 2654435761u) >> 8) * (1.0f / 16777216) - 0.5f;
}

}  // namespace scan_data
