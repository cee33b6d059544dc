// The text of polynomials: what numpy.polynomial prints.
#pragma once

#include <fuse/core/complex.hpp>
#include <string>
#include <vector>

namespace cp::io {

/// A coefficient as numpy.polynomial writes it, in brackets where it has an exponent and stands before something.
std::string polynomial_number(double x, bool brackets);
/// The same of a complex one.
std::string polynomial_number(complex<double> const& x, bool brackets);
/// The sum of the coefficients' texts times powers of off + scale symbol, with superscripts or in ASCII.
std::string polynomial_sum(std::vector<std::string> const& coefficients, std::vector<bool> const& negative, double off,
                           double scale, std::string const& symbol, bool ascii);

}  // namespace cp::io
