// What NumPy prints of a polynomial: powers in a line above.
#include <charconv>
#include <fuse/core/error.hpp>
#include <fuse/ops/coefficients.hpp>
#include <new>

namespace cp::detail {

namespace {

constexpr std::size_t widest = 70;

// Python's f'{x:.4g}'.
std::string short_text(double x) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof(text), x, std::chars_format::general, 4).ptr};
}

std::string coefficient_text(complex<double> const& c) {
  if (c.imag() == 0) return short_text(c.real());
  std::string text = c.real() == 0 ? "" : "(";
  if (c.real() != 0) text += short_text(c.real()) + " + ";
  text += short_text(c.imag());
  return text + (c.real() == 0 ? "j" : "j)");
}

// Two lines that grow together, and are broken where they get too long.
struct two_lines {
  std::string done = " ", powers, terms;

  void add(std::string const& term, std::string const& power) {
    std::string const above = std::string(term.size() - 1, ' ') + power;
    std::string const below = term + std::string(power.size() - 1, ' ');
    if (terms.size() + below.size() > widest || powers.size() + above.size() > widest) {
      done += powers + "\n" + terms + "\n ";
      powers.clear();
      terms.clear();
    }
    powers += above;
    terms += below;
  }
};

}  // namespace

std::string polynomial_text(complex<double> const* c, std::size_t n, std::string const& variable) try {
  two_lines lines;
  std::string pending;  // what stands behind the last power
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t const power = n - 1 - k;
    std::string term = coefficient_text(c[k]);
    if (term == "0" && (power > 0 || k > 0)) continue;
    if (power > 0) term += " " + variable;
    if (k > 0) pending += term[0] == '-' ? " - " : " + ";
    pending += k > 0 && term[0] == '-' ? term.substr(1) : term;
    if (power < 2) continue;
    lines.add(pending, std::to_string(power));
    pending.clear();
  }
  return lines.done + lines.powers + "\n" + lines.terms + pending;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_polynomial(char const* where, char const* what, std::int64_t came) try {
  throw value_error(std::string(where) + ": " + what + " " + std::to_string(came));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::detail
