// Compares functions of cp::special with tests/data/special/NAME.npy.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fuse/special.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include "array/values.hpp"
#include "measure.hpp"

namespace reference {

/// How far a result may be from the reference, in steps of the dtype's numbers at what the error is relative to.
struct bars {
  double of_double = 8;
  double of_float = 4;
};

inline void judge(std::string const& name, table const& t, int arguments, measured const& m, double bar) {
  std::string text = name + " of";
  if (!m.rows.empty()) {
    std::int64_t const row = m.rows[m.where];
    for (int k = 0; k < arguments; ++k) text += " " + std::to_string(t.at(k, row));
    for (int k = 0; k < arguments; ++k) {
      char digits[40];
      std::snprintf(digits, sizeof digits, " (%.17g)", t.at(k, row));
      text += digits;
    }
    char digits[90];
    std::snprintf(digits, sizeof digits, " is %.17g, not %.17g", m.got[m.where], t.at(arguments, row));
    text += digits;
  }
  INFO(text);
  CHECK(m.worst <= bar);
  CHECK(m.rows.size() > 3);
}

/// Float64 and float32 of a ufunc against the file of its name.
template <class Op>
void check(std::string const& name, cp::ufunc<Op> const& f, bars allowed = {}) {
  table const t(name);
  REQUIRE(t.columns == Op::arity + 2);
  using places = std::make_index_sequence<static_cast<std::size_t>(Op::arity)>;
  judge(name + " float64", t, Op::arity, measure<double>(t, f, places{}), allowed.of_double);
  judge(name + " float32", t, Op::arity, measure<float>(t, f, places{}), allowed.of_float);
}
/// Float32 against the file of its name: arguments that are float32's.
template <class Op>
void check_float(std::string const& name, cp::ufunc<Op> const& f, double bar = 4) {
  table const t(name);
  REQUIRE(t.columns == Op::arity + 2);
  judge(name + " float32", t, Op::arity,
        measure<float>(t, f, std::make_index_sequence<static_cast<std::size_t>(Op::arity)>{}), bar);
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
