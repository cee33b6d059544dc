// Polynomials: cp::poly1d, their arithmetic, roots and fits, numpy.polynomial. (cp::polyval of coefficients in braces
// comes with fuse/fuse.hpp.)
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/io/polynomial_text.hpp>
#include <fuse/ops/poly1d.hpp>
#include <fuse/ops/polynomial_arrays.hpp>
#include <fuse/ops/polynomial_class.hpp>
#include <fuse/ops/polynomial_fits.hpp>
#include <fuse/ops/polynomial_series.hpp>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

namespace cp::polynomial {

/// What NumPy's print(p) shows: `1.0 + 2.0·x + 3.0·x²`; with `ascii` `1.0 + 2.0 x + 3.0 x**2`.
template <class T>
[[nodiscard]] std::string str(Polynomial<T> const& p, bool ascii = false) {
  std::vector<std::string> texts;
  std::vector<bool> negative;
  for (T const& c : p.coef()) {
    bool below = false;
    if constexpr (std::is_same_v<T, double>) below = !texts.empty() && !(c >= 0);
    texts.push_back(cp::io::polynomial_number(below ? -c : c, !texts.empty()));
    negative.push_back(below);
  }
  auto const [off, scale] = p.mapparms();
  return cp::io::polynomial_sum(texts, negative, off, scale, p.symbol(), ascii);
}
/// The same as output.
template <class Char, class Traits, class T>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& os, Polynomial<T> const& p) {
  return os << str(p);
}

}  // namespace cp::polynomial
