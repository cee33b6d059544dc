// How many numbers a range has, and whether its dtype holds them.
#include <cmath>
#include <cstdio>
#include <fuse/core/range.hpp>
#include <new>
#include <string>

namespace cp::detail {

namespace {

std::string text(wide_integer x) {
  char digits[44];
  char* first = digits + sizeof digits;
  bool const negative = x < 0;
  do {
    int const digit = static_cast<int>(x % 10);
    *--first = static_cast<char>('0' + (negative ? -digit : digit));
    x /= 10;
  } while (x != 0);
  if (negative) *--first = '-';
  return {first, static_cast<std::size_t>(digits + sizeof digits - first)};
}
std::string text(double x) {
  char buffer[32];
  return {buffer, static_cast<std::size_t>(std::snprintf(buffer, sizeof buffer, "%.15g", x))};
}

template <class Number>
[[noreturn]] void throw_count(Number start, Number stop, Number step) {
  throw value_error("cp::arange: from " + text(start) + " to " + text(stop) + " by " + text(step) +
                    " there are more numbers than 2^63 - 1");
}

/// The range of an integer dtype.
struct bounds {
  wide_integer least, largest;
};
bounds bounds_of(dtype_id id) {
  dtype_row const row = row_of(id);
  int const bits = 8 * row.itemsize;
  bool const is_signed = row.kind == dtype_kind::signed_integer;
  wide_integer const end = wide_integer{1} << (is_signed ? bits - 1 : bits);
  return {is_signed ? -end : 0, end - 1};
}

template <class Number>
[[noreturn]] void throw_outside(char const* where, Number x, dtype_id id) {
  bounds const b = bounds_of(id);
  throw value_error(std::string(where) + ": " + row_of(id).name + " has no " + text(x) + ", only integers from " +
                    text(b.least) + " to " + text(b.largest) + "; name a wider dtype, as in " + where +
                    (id == dtype_id::int64 ? "<std::uint64_t>(...)" : "<std::int64_t>(...)"));
}

}  // namespace

void check_in_range(char const* where, double x, dtype_id id) try {
  bounds const b = bounds_of(id);
  // 2^63 and 2^64 are no integers of the dtypes, but the doubles next to the largest ones.
  if (!(x > static_cast<double>(b.least) - 1 && x < static_cast<double>(b.largest + 1)) &&
      x != static_cast<double>(b.least))
    throw_outside(where, x, id);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::int64_t range_length(wide_integer start, wide_integer stop, wide_integer step, dtype_id id) try {
  if (step == 0) throw_value("cp::arange", "the step cannot be", 0);
  wide_integer const distance = step > 0 ? stop - start : start - stop, by = step > 0 ? step : -step;
  if (distance <= 0) return 0;
  wide_integer const n = (distance - 1) / by + 1;
  if (n > INT64_MAX) throw_count(start, stop, step);
  if (is_integer(row_of(id).kind)) {
    bounds const b = bounds_of(id);
    for (wide_integer const x : {start, start + (n - 1) * step})
      if (x < b.least || x > b.largest) throw_outside("cp::arange", x, id);
  }
  return static_cast<std::int64_t>(n);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::int64_t range_length(double start, double stop, double step, dtype_id id) try {
  if (!std::isfinite(start) || !std::isfinite(stop) || !std::isfinite(step) || step == 0)
    throw value_error("cp::arange: start, stop and step must be finite, and the step not 0; they are " + text(start) +
                      ", " + text(stop) + " and " + text(step));
  double const distance = stop - start;
  if (!std::isfinite(distance))
    throw value_error("cp::arange: float64 does not hold the distance from " + text(start) + " to " + text(stop));
  double const length = std::ceil(distance / step);
  if (!(length < 0x1p63)) throw_count(start, stop, step);
  if (!(length > 0)) return 0;
  if (is_integer(row_of(id).kind)) {
    // The second element less the first is the step of the others, as NumPy has it.
    double const first = std::trunc(start), second = std::trunc(start + step);
    check_in_range("cp::arange", first, id);
    if (length > 1) {
      check_in_range("cp::arange", second, id);
      check_in_range("cp::arange", first + (length - 1) * (second - first), id);
    }
  }
  return static_cast<std::int64_t>(length);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::detail
