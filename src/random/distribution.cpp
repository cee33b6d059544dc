// What is wrong with a distribution's parameters, as text.
#include <cstdio>
#include <fuse/random/distribution.hpp>
#include <fuse/random/integers.hpp>
#include <string>

namespace cp::random::detail {

namespace {

std::string text_of(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.10g", x);
  return buffer;
}
std::string text_of(any_integer const& i) {
  return i.negative ? std::to_string(static_cast<std::int64_t>(i.value)) : std::to_string(i.value);
}

char const* expectation(domain d) {
  switch (d) {
    case domain::finite:
      return "be finite";
    case domain::not_negative:
      return "not be negative";
    case domain::positive:
      return "be positive";
    case domain::probability:
      return "lie in [0, 1]";
    case domain::positive_probability:
      return "lie in (0, 1]";
    case domain::proper_probability:
      return "lie in [0, 1)";
    case domain::above_one:
      return "be larger than 1";
    default:
      return "be a number";
  }
}

}  // namespace

void throw_parameter(char const* where, parameter const& p, double value) {
  throw value_error(std::string(where) + ": " + p.name + " must " + expectation(p.values) + ", not " + text_of(value));
}

void throw_unfit(char const* where, char const* expected, double const* values, int n) {
  std::string text = std::string(where) + ": expected " + expected + "; the parameters are ";
  for (int i = 0; i < n; ++i) text += (i > 0 ? ", " : "") + text_of(values[i]);
  throw value_error(text);
}

void check_interval(char const* where, any_integer low, any_integer high, bool endpoint, int bits, bool has_sign) {
  if (endpoint ? high < low : !(low < high))
    throw value_error(std::string(where) + ": expected low " + (endpoint ? "<=" : "<") + " high, not low " +
                      text_of(low) + " and high " + text_of(high));
  // The dtype's limits; one more is right for a high that does not come out itself.
  std::uint64_t const most = ~std::uint64_t{0} >> (64 - bits + has_sign), least = has_sign ? ~most : 0;
  bool const small = low.negative && (!has_sign || low.value < least);
  bool const large = !high.negative && high.value > most && !(!endpoint && high.value - 1 == most);
  if (small || large)
    throw value_error(std::string(where) + ": " + (small ? "low " + text_of(low) : "high " + text_of(high)) +
                      " is out of bounds for integers of " + std::to_string(bits) + " bits " +
                      (has_sign ? "with" : "without") + " a sign");
}

}  // namespace cp::random::detail
