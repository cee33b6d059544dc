// What NumPy makes of operands by sorting, searching and counting (tests/data/sorting, written by
// tests/data/make_sorting.py), and results compared with it: dtype, shape and values.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fuse/io.hpp>
#include <fuse/sorting.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "data.hpp"

namespace tests {

template <class T>
constexpr char const* code_of() {
  using enum cp::dtype_id;
  switch (cp::dtype_traits<T>::id) {
    case bool_:
      return "bool";
    case int8:
      return "b";
    case int16:
      return "h";
    case int32:
      return "i";
    case int64:
      return "l";
    case uint8:
      return "B";
    case uint16:
      return "H";
    case uint32:
      return "I";
    case uint64:
      return "L";
    case float16:
      return "e";
    case float32:
      return "f";
    case float64:
      return "d";
    case complex64:
      return "F";
    default:
      return "D";
  }
}

template <class T, int N>
cp::ndarray<T, N> sorting_data(std::string const& name) {
  return cp::load<T, N, cp::host_space>(tests::data_folder() + "/sorting/" + name + ".npy")
      .template to<cp::default_space>();
}

/// Whether two elements are one, NaN being NaN; `tolerance`: of floats, relative.
template <class T>
bool is_same(T const& x, T const& y, double tolerance) {
  if constexpr (cp::complex_floating<T>) {
    return is_same(x.re, y.re, tolerance) && is_same(x.im, y.im, tolerance);
  } else if constexpr (cp::floating<T>) {
    double const a = static_cast<double>(x), b = static_cast<double>(y);
    return a == b || (a != a && b != b) || std::fabs(a - b) <= tolerance * std::fmax(1.0, std::fabs(b));
  } else {
    return x == y;
  }
}

/// Whether an array has the dtype, shape and values of a file.
template <class T, int N>
bool as_numpy(cp::ndarray<T, N> const& got, std::string const& name, double tolerance = 0) {
  auto const expected = sorting_data<T, N>(name).to_host();
  auto const g = got.copy().to_host();
  if (!(g.shape() == expected.shape())) return false;
  for (std::int64_t i = 0; i < g.size(); ++i)
    if (!is_same(g.data()[i], expected.data()[i], tolerance)) return false;
  return true;
}

}  // namespace tests
