// Polynomials as numpy.polynomial prints them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/io/number_format.hpp>
#include <fuse/io/polynomial_text.hpp>
#include <new>

namespace cp::io {

std::string polynomial_number(double x, bool brackets) try {
  print_options const options = get_printoptions();
  if (std::isnan(x)) return options.nanstr;
  if (std::isinf(x)) return x < 0 ? "-" + options.infstr : options.infstr;
  bool const fixed = options.floatmode == float_mode::fixed;
  float_text_options how{
      .precision = options.precision, .unique = !fixed, .trim = fixed ? 'k' : '0', .sign = options.sign == '+'};
  double const a = std::abs(x),
               least = std::pow(10, std::min(0.0, std::floor(-(static_cast<double>(options.precision) - 1) / 2)));
  if (x == 0 || (a < 1e8 && a >= least)) return format_float_positional(x, how);
  std::string const text = format_float_scientific(x, how);
  return brackets ? "(" + text + ")" : text;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string polynomial_number(complex<double> const& x, bool) {
  return format_scalar(dtype_id::complex128, sizeof(x), &x);
}

namespace {

std::string superscript(std::size_t power) {
  constexpr char const* digits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                    "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text;
  for (char const c : std::to_string(power)) text += digits[c - '0'];
  return text;
}

// Characters, not bytes.
std::int64_t width_of(std::string const& text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

std::string mapped_symbol(double off, double scale, std::string const& symbol) {
  if (off == 0 && scale == 1) return symbol;
  std::string text("(");
  if (off != 0 || scale == 1) text += polynomial_number(off, false) + " + ";
  if (scale != 1) text += polynomial_number(scale, false);
  return text + symbol + ")";
}

}  // namespace

std::string polynomial_sum(std::vector<std::string> const& coefficients, std::vector<bool> const& negative, double off,
                           double scale, std::string const& symbol, bool ascii) try {
  std::int64_t const most = std::max<std::int64_t>(get_printoptions().linewidth, 1);
  std::string const u = mapped_symbol(off, scale, symbol);
  std::string all = coefficients[0];
  std::int64_t line = width_of(all);
  for (std::size_t i = 1; i < coefficients.size(); ++i) {
    std::string const power = i == 1 ? "" : ascii ? "**" + std::to_string(i) : superscript(i);
    std::string const term = coefficients[i] + (ascii ? " " : "\u00b7") + u + power;
    std::int64_t const n = 2 + width_of(term);
    bool const breaks = line + 1 + n + (i + 1 < coefficients.size() ? 2 : 0) >= most;
    all += std::string(" ") + (negative[i] ? '-' : '+') + (breaks ? '\n' : ' ') + term;
    line = breaks ? width_of(term) : line + 1 + n;
  }
  return all;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::io
