// Polynomials: cp::poly1d, their arithmetic, roots and fits, numpy.polynomial. (cp::polyval of coefficients in braces
// comes with fuse/fuse.hpp.)
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/io/number_format.hpp>
#include <fuse/ops/poly1d.hpp>
#include <fuse/ops/polynomial_arrays.hpp>
#include <fuse/ops/polynomial_class.hpp>
#include <fuse/ops/polynomial_fits.hpp>
#include <fuse/ops/polynomial_series.hpp>
#include <iosfwd>
#include <string>

namespace cp::polynomial {

namespace io {

/// A number as numpy.polynomial writes it, in brackets where it has an exponent and stands before something.
std::string number_text(double x, bool brackets);
std::string number_text(complex128 const& x, bool brackets);
/// The sum of terms that numpy.polynomial.Polynomial prints, with superscripts or in ASCII.
std::string sum_text(std::vector<std::string> const& coefficients, std::vector<bool> const& negative, double off,
                     double scale, std::string const& symbol, bool ascii);

}  // namespace io

/// What NumPy's print(p) shows: `1.0 + 2.0·x + 3.0·x²`; with `ascii` `1.0 + 2.0 x + 3.0 x**2`.
template <class T>
[[nodiscard]] std::string str(Polynomial<T> const& p, bool ascii = false) {
  std::vector<std::string> texts;
  std::vector<bool> negative;
  for (T const& c : p.coef()) {
    bool below = false;
    if constexpr (std::is_same_v<T, double>) below = !texts.empty() && !(c >= 0);
    texts.push_back(io::number_text(below ? -c : c, !texts.empty()));
    negative.push_back(below);
  }
  auto const [off, scale] = p.mapparms();
  return io::sum_text(texts, negative, off, scale, p.symbol(), ascii);
}
/// The same as output.
template <class Char, class Traits, class T>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& os, Polynomial<T> const& p) {
  return os << str(p);
}

}  // namespace cp::polynomial
