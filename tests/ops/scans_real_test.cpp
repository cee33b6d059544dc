// Scans of booleans, integers and floats against NumPy.
#include "scan_golden.hpp"

// covers: cupy.cumprod; cupy.cumsum
TEST_CASE("scans of booleans and integers are NumPy's, dtypes included") {
  scan_data::of_type<bool>("1");
  scan_data::of_type<cp::int8>("b");
  scan_data::of_type<cp::uint8>("B");
  scan_data::of_type<cp::int64>("q");
}
// covers: cupy.cumprod; cupy.cumsum; cupy.nancumprod; cupy.nancumsum
TEST_CASE("scans of float32 are NumPy's, NaN included") { scan_data::of_type<float>("f"); }
