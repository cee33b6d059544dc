// Compares functions of cp::special with tests/data/special/NAME.npy, which tests/data/make_special_functions.py
// writes: rows of arguments, the value, and what the error is relative to.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/io.hpp>
#include <fuse/special.hpp>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "array/values.hpp"
#include "close.hpp"

namespace reference {

/// How far a result may be from the reference, in steps of the dtype's numbers at what the error is relative to.
struct bars {
  double of_double = 8;
  double of_float = 4;
};

/// The columns of a file, one after the other.
struct table {
  std::int64_t rows = 0, columns = 0;
  std::vector<double> values;

  explicit table(std::string const& name) {
    std::string path = FUSE_TEST_DATA "/special/";
    path += name;
    path += ".npy";
    auto const all = cp::load<double, 2, cp::host_space>(path);
    columns = all.shape()[0];
    rows = all.shape()[1];
    values = tests::values(all);
  }
  double at(std::int64_t column, std::int64_t row) const {
    return values[static_cast<std::size_t>(column * rows + row)];
  }
};

/// The error of a number in steps at `scale`; 1e300 for another special value. `top` is the dtype's largest number,
/// `least` the exponent of its least normal one.
inline double steps(double got, double right, double scale, double epsilon, double top, int least) {
  if (got == right || (got != got && right != right)) return 0;
  if (std::abs(right) > top) return std::abs(got) >= top * (1 - 8 * epsilon) && (got > 0) == (right > 0) ? 0 : 1e300;
  if (!(std::abs(got - right) <= std::numeric_limits<double>::max()))
    return std::abs(right) > top * (1 - 8 * epsilon) && (got > 0) == (right > 0) ? 0 : 1e300;
  return std::abs(got - right) / std::ldexp(epsilon, std::max(std::ilogb(scale), least));
}

/// Rows whose arguments are numbers of T.
template <class T>
std::vector<std::int64_t> rows_of(table const& t, int arguments) {
  std::vector<std::int64_t> found;
  for (std::int64_t i = 0; i < t.rows; ++i) {
    bool fits = true;
    for (int k = 0; k < arguments; ++k) {
      double const x = t.at(k, i);
      fits = fits && (x != x || static_cast<double>(static_cast<T>(x)) == x);
    }
    if (fits) found.push_back(i);
  }
  return found;
}
template <class T>
cp::ndarray<T, 1> column(table const& t, int k, std::vector<std::int64_t> const& rows) {
  std::vector<T> v;
  for (std::int64_t const row : rows) v.push_back(static_cast<T>(t.at(k, row)));
  return cp::ndarray<T, 1>(v.begin(), v.end());
}

inline void judge(std::string const& name, table const& t, std::vector<std::int64_t> const& rows, int arguments,
                  std::vector<double> const& got, double epsilon, double top, int least, double bar) {
  double worst = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double const e = steps(got[i], t.at(arguments, rows[i]), t.at(arguments + 1, rows[i]), epsilon, top, least);
    if (e > worst) worst = e, where = i;
  }
  std::string text = name + (epsilon < 1e-10 ? " float64" : epsilon < 1e-5 ? " float32" : " float16") + " of";
  if (!rows.empty()) {
    for (int k = 0; k < arguments; ++k) text += " " + std::to_string(t.at(k, rows[where]));
    for (int k = 0; k < arguments; ++k) {
      char digits[40];
      std::snprintf(digits, sizeof digits, " (%.17g)", t.at(k, rows[where]));
      text += digits;
    }
    char digits[90];
    std::snprintf(digits, sizeof digits, " is %.17g, not %.17g", got[where], t.at(arguments, rows[where]));
    text += digits;
  }
  INFO(text);
  CHECK(worst <= bar);
  CHECK(rows.size() > 3);
}

template <class T, int Arguments, class F, std::size_t... K>
void compare(std::string const& name, table const& t, F const& f, double bar, std::index_sequence<K...>) {
  auto const rows = rows_of<T>(t, Arguments);
  auto const result = cp::eval(f(column<T>(t, static_cast<int>(K), rows)...));
  static_assert(std::is_same_v<typename decltype(result)::value_type, T>);
  std::vector<double> got;
  for (T const& x : tests::values(result)) got.push_back(static_cast<double>(x));
  constexpr int least = sizeof(T) == 8 ? -1022 : sizeof(T) == 4 ? -126 : -14;
  judge(name, t, rows, Arguments, got, tests::epsilon_of<T>,
        sizeof(T) == 8   ? std::numeric_limits<double>::max()
        : sizeof(T) == 4 ? static_cast<double>(std::numeric_limits<float>::max())
                         : 65504.0,
        least, bar);
}

/// Float64 and float32 of a ufunc against the file of its name.
template <class Op>
void check(std::string const& name, cp::ufunc<Op> const& f, bars allowed = {}) {
  table const t(name);
  REQUIRE(t.columns == Op::arity + 2);
  using places = std::make_index_sequence<static_cast<std::size_t>(Op::arity)>;
  compare<double, Op::arity>(name, t, f, allowed.of_double, places{});
  compare<float, Op::arity>(name, t, f, allowed.of_float, places{});
}
inline void same(double x, double y) { CHECK((x == y || (x != x && y != y))); }

/// A function of one operand, of float16, which computes in float32, and of integers, which compute in float64.
template <class Op>
void check_dtypes(cp::ufunc<Op> const& f) {
  cp::ndarray<cp::float16, 1> const x = cp::eval(cp::astype<cp::float16>(cp::linspace(-1.0, 6.0, 57)));
  auto const half = tests::values(cp::eval(f(x)));
  auto const wide = tests::values(cp::eval(cp::astype<cp::float16>(f(cp::astype<float>(x)))));
  for (std::size_t k = 0; k < half.size(); ++k) same(static_cast<double>(half[k]), static_cast<double>(wide[k]));
  cp::ndarray<std::int8_t, 1> const i{0, 1, 2, 3, -1};
  auto const whole = tests::values(cp::eval(f(i))), same_whole = tests::values(cp::eval(f(cp::astype<double>(i))));
  static_assert(std::is_same_v<typename std::remove_cvref_t<decltype(whole)>::value_type, double>);
  for (std::size_t k = 0; k < whole.size(); ++k) same(whole[k], same_whole[k]);
}

}  // namespace reference
