// Where two arrays differ, and the report of it: numpy.testing's comparisons on data in host memory.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/core/error.hpp>
#include <string>

namespace cp::testing {

/// What the assertions of cp::testing throw.
struct assertion_error : error {
  using error::error;
};

}  // namespace cp::testing

namespace cp::io {

/// An array in host memory whose dtype is known at run time; strides are in elements.
struct host_elements {
  dtype_id dtype;               ///< of the elements
  void const* data;             ///< element (0, ..., 0)
  int ndim;                     ///< number of axes
  std::int64_t const* shape;    ///< extents
  std::int64_t const* strides;  ///< steps
};

/// What is wanted of each pair of elements.
enum class relation : unsigned char {
  close,  ///< |a - b| <= atol + rtol |b|
  equal,  ///< a == b
  near,   ///< |a - b| < 1.5 * 10^-decimal
  less,   ///< a < b
};

/// A comparison, and what messages say of it.
struct comparison {
  relation wanted = relation::equal;  ///< of each pair
  double rtol = 0;                    ///< of `close`
  double atol = 0;                    ///< of `close`
  int decimal = 6;                    ///< of `near`
  bool equal_nan = true;              ///< NaN goes with NaN
  bool strict = false;                ///< shapes and dtypes must be equal; else a single number stands for an array
  std::string message = {};           ///< the caller's own line of the report
  bool verbose = true;                ///< the report shows the arrays
};

/// Throws testing::assertion_error with NumPy's report unless each pair is as wanted.
void expect_relation(host_elements const& a, host_elements const& b, comparison const& c);
/// Throws unless pairs of floating-point numbers of one dtype are at most `most` representable numbers apart. Returns
/// the largest distance.
double expect_ulp(host_elements const& a, host_elements const& b, double most);
/// Throws unless |a - b| <= nulp times the spacing of the larger of both.
void expect_nulp(host_elements const& a, host_elements const& b, double nulp);

/// The next numbers in [0, 1) of a generator (SplitMix64) that `state` keeps.
double next_uniform(std::uint64_t& state) noexcept;

}  // namespace cp::io
