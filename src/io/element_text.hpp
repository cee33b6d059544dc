// Text of the elements of an array, all in one format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/io/format.hpp>
#include <string>
#include <vector>

#include "digits.hpp"

namespace cp::io {

/// Bytes of an element; `itemsize` counts for a user's struct.
std::int64_t item_bytes(dtype_id dtype, std::int64_t itemsize);

/// Text of real floating-point numbers, of equal width: the format is made from all of them.
class float_format {
 public:
  float_format(std::vector<double> const& values, dtype_id dtype, print_options const& options, char sign);
  std::string operator()(double x) const;

 private:
  // The widths that all the finite values need, and from them the rules for each.
  void measure(std::vector<double> const& values, float_mode mode);

  dtype_id dtype_;
  std::string nan_, inf_;
  bool exponents_ = false;
  digit_rules rules_;
  std::size_t exponent_digits_ = 2;
  std::int64_t left_ = 0, right_ = 0;  // widths before and after the point
};

/// Text of the elements of one array. Elements arrive twice: first to be measured, then to be written.
class element_format {
 public:
  /// `fields` are a struct's members. Real numbers of a scalar's are written as single ones.
  element_format(dtype_id dtype, std::int64_t itemsize, int ndim, print_options const& options,
                 std::vector<struct_field> const* fields = nullptr, bool scalar = false);
  void measure(void const* p);
  void finish_measuring();
  std::string operator()(void const* p) const;

 private:
  void measure_integer(std::string const& text);
  // Of structs (struct_text.cpp).
  void add_members(bool scalar);
  void measure_members(void const* p);
  std::string members_text(void const* p) const;
  std::string array_text(std::size_t member, std::size_t axis, unsigned char const* p, bool summarized) const;

  dtype_id dtype_;
  std::int64_t itemsize_;
  int ndim_;
  print_options const& options_;
  std::vector<struct_field> const* fields_;
  bool scalar_;
  std::vector<element_format> members_;
  std::vector<double> real_, imaginary_;
  std::vector<float_format> formats_;
  bool any_negative_ = false;
  std::int64_t positive_width_ = 0, negative_width_ = 0, width_ = 0;
  char sign_ = '-';
};

}  // namespace cp::io
