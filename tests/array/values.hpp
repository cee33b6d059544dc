// The elements of an array of any space as a std::vector in C order, and the same for lists written in a test.
#pragma once

#include <cstdint>
#include <fuse/fuse.hpp>
#include <type_traits>
#include <vector>

namespace tests {

template <class T, int Rank, class Space>
std::vector<T> values(cp::ndarray<T, Rank, Space> const& a) {
  auto const h = a.to_host();
  std::vector<T> v;
  std::int64_t at[Rank + 1] = {};
  for (std::int64_t n = h.size(); n > 0; --n) {
    std::int64_t offset = 0;
    for (int i = 0; i < Rank; ++i) offset += at[i] * h.strides()[i];
    v.push_back(h.data()[offset]);
    for (int i = Rank - 1; i >= 0 && ++at[i] == h.shape()[i]; --i) at[i] = 0;
  }
  return v;
}
template <cp::expression E>
auto values(E const& e) {
  return values(cp::eval(e));
}

/// The first `n` integers as an array of a shape: its elements tell where they came from.
template <class T = std::int32_t, class Space = cp::default_space, int N>
cp::ndarray<T, N, Space> counted(cp::extent const (&shape)[N]) {
  auto const s = cp::make_shape(shape);
  return cp::reshape(cp::arange<T, Space>(cp::size_of(s)), s);
}

/// Whole numbers below `period`, as an array of a shape in which neighbours differ along every axis.
template <class T, int Rank>
cp::ndarray<T, Rank> scattered(cp::shape_array<Rank> const& shape, std::int64_t period) {
  std::int64_t size = 1;
  for (std::int64_t n : shape) size *= n;
  auto const i = cp::index<0>({size});
  return cp::reshape(cp::eval(cp::astype<T>((i * 7919 + cp::floor_divide(i, 97) * 31) % period)), shape);
}

template <int N>
std::vector<std::int64_t> list_of(cp::index_array<N> const& shape) {
  return {shape.begin(), shape.end()};
}

using ints = std::vector<std::int32_t>;
using longs = std::vector<std::int64_t>;
using floats = std::vector<float>;
using doubles = std::vector<double>;
using bools = std::vector<bool>;

/// Whether an array or an expression is one of dtype T with this shape and these elements in C order.
template <class T, cp::expression E>
bool equals(E const& e, longs const& shape, std::vector<T> const& elements) {
  static_assert(std::is_same_v<typename E::value_type, T>, "the dtype is another one");
  auto const a = cp::eval(e);
  return list_of(a.shape()) == shape && values(a) == elements;
}

}  // namespace tests
