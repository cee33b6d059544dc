// Polynomials: cp::poly1d, their arithmetic, roots and fits, numpy.polynomial. (cp::polyval of coefficients in braces
// comes with fuse/fuse.hpp.)
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/ops/poly1d.hpp>
#include <fuse/ops/polynomial_arrays.hpp>
#include <fuse/ops/polynomial_fits.hpp>
#include <fuse/ops/polynomial_series.hpp>
