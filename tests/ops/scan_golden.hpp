// Comparing scans with what NumPy gave (tests/data/scans, written by tests/data/make_scans.py).
#pragma once

#include <string>
#include <type_traits>

#include "scan_data.hpp"

namespace scan_data {

/// Compares f(operand) and f(operand, axis) with what NumPy gave, for several layouts of the operand.
template <class T, class F>
void as_numpy(char const* name, char const* operand, char const* code, F const& f) {
  CAPTURE(std::string(name));
  CAPTURE(std::string(code));
  array<T, 3> const x = load<T, 3>(operand, code);
  using R = typename decltype(f(x))::value_type;
  auto const expected = cp::load<R, 1, cp::host_space>(file(name, code));
  std::int64_t next = 0;
  auto const compare = [&](auto const& result) { compare_next(expected, next, result, 0); };
  auto const all_axes = [&](array<T, 3> const& y) {
    next = 0;
    auto const flat = cp::eval(f(y));
    CHECK(flat.shape() == cp::shape_array<1>{{y.size()}});
    compare(flat);
    for (int axis = 0; axis < 3; ++axis) {
      auto const along = cp::eval(f(y, axis - 3 * (axis % 2)));
      CHECK(along.shape() == y.shape());
      compare(along);
    }
    CHECK(next == expected.size());
  };
  all_axes(x);
  all_axes(cp::flip(cp::eval(cp::flip(x))));
  all_axes(cp::transpose(cp::eval(cp::transpose(x))));
  all_axes(cp::eval(cp::stack(x, x))(0));
  array<T, 3> const wide = cp::concatenate<2>(x, x, x);
  all_axes(wide(cp::all, cp::all, cp::slice(5, 10)));
  // Results that lie otherwise in memory, and axes known while compiling.
  next = x.size();
  array<R, 3> const turned = cp::transpose(cp::zeros<R>({5, 7, 6})), far = cp::zeros<R>({6, 7, 10});
  turned(cp::all) = f(x, cp::axis<0>);
  compare(turned);
  far(cp::ellipsis, cp::slice(cp::end, cp::end, -2)) = f(x, cp::axis<1>);
  compare(far(cp::ellipsis, cp::slice(cp::end, cp::end, -2)));
  turned(cp::all) = f(x, cp::axis<-1>);
  compare(turned);
}

#define SCAN(name) [](auto const& x, auto... axis) { return cp::name(x, axis...); }

/// All scans of a dtype of each kind; of those that differ in their sizes alone one that adds and one that orders.
template <class T>
constexpr bool all_scans = std::is_same_v<T, cp::int8> || std::is_same_v<T, cp::float16> || std::is_same_v<T, float> ||
                           std::is_same_v<T, cp::complex64>;

template <class T>
void of_type(char const* code) {
  as_numpy<T>("cumsum", "operand", code, SCAN(cumsum));
  as_numpy<T>("cummax", "operand", code, SCAN(cummax));
  if constexpr (all_scans<T>) {
    as_numpy<T>("cumprod", "factor", code, SCAN(cumprod));
    as_numpy<T>("cummin", "operand", code, SCAN(cummin));
    if constexpr (cp::floating<T> || cp::complex_floating<T>) {
      as_numpy<T>("nancumsum", "nan", code, SCAN(nancumsum));
      as_numpy<T>("nancumprod", "nan_factor", code, SCAN(nancumprod));
      as_numpy<T>("cummax_nan", "nan", code, SCAN(cummax));
      as_numpy<T>("cummin_nan", "nan", code, SCAN(cummin));
    } else {
      as_numpy<T>("cumsum", "operand", code, SCAN(nancumsum));
      as_numpy<T>("cumprod", "factor", code, SCAN(nancumprod));
    }
  }
}

}  // namespace scan_data
