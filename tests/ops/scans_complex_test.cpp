// Scans of the other floats and of complex numbers against NumPy.
#include "scan_golden.hpp"

TEST_CASE("scans of float16 and float64 are NumPy's, NaN included") {
  scan_data::of_type<cp::float16>("e");
  scan_data::of_type<double>("d");
}
TEST_CASE("scans of complex numbers are NumPy's, NaN included") {
  scan_data::of_type<cp::complex64>("F");
  scan_data::of_type<cp::complex128>("D");
}
