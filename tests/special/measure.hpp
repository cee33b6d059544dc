// How far functions of cp::special are from tests/data/special/NAME.npy, which tests/data/make_special_functions.py
// writes: rows of arguments, the value, and what the error is relative to.
#pragma once

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
#include "data.hpp"

namespace reference {

/// The columns of a file, one after the other.
struct table {
  std::int64_t rows = 0, columns = 0;
  std::vector<double> values;

  explicit table(std::string const& name, std::string path = tests::data_folder() + "/special/") {
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

/// What a function gives at rows of a table, the largest error, which of the rows has it, and how many are more than 8
/// steps off.
struct measured {
  std::vector<std::int64_t> rows;
  std::vector<double> got;
  double worst = 0;
  std::size_t where = 0, beyond = 0;
};
template <class T>
measured measure(table const& t, int arguments, std::vector<std::int64_t> rows, std::vector<double> got) {
  constexpr int least = sizeof(T) == 8 ? -1022 : sizeof(T) == 4 ? -126 : -14;
  constexpr double top = sizeof(T) == 8   ? std::numeric_limits<double>::max()
                         : sizeof(T) == 4 ? static_cast<double>(std::numeric_limits<float>::max())
                                          : 65504.0;
  measured m{std::move(rows), std::move(got)};
  for (std::size_t i = 0; i < m.rows.size(); ++i) {
    double const right = t.at(arguments, m.rows[i]), scale = t.at(arguments + 1, m.rows[i]);
    double const e = steps(m.got[i], right, scale, tests::epsilon_of<T>, top, least);
    if (e > m.worst) m.worst = e, m.where = i;
    m.beyond += e > 8;
  }
  return m;
}
/// Of a function of whole arrays, at the rows whose arguments are numbers of T.
template <class T, class F, std::size_t... K>
measured measure(table const& t, F const& f, std::index_sequence<K...>) {
  auto const rows = rows_of<T>(t, static_cast<int>(sizeof...(K)));
  auto const result = cp::eval(f(column<T>(t, static_cast<int>(K), rows)...));
  static_assert(std::is_same_v<typename decltype(result)::value_type, T>);
  std::vector<double> got;
  for (T const& x : tests::values(result)) got.push_back(static_cast<double>(x));
  return measure<T>(t, static_cast<int>(sizeof...(K)), rows, got);
}

}  // namespace reference
