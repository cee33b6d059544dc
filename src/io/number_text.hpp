// Numbers of any dtype from text.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/io/number.hpp>
#include <string_view>

namespace cp::io {

/// How reading a number went.
enum class reading : unsigned char { good, malformed, out_of_range };

/// Text without white space at its ends.
std::string_view stripped(std::string_view text);

/// Reads a number that is the whole text, white space at its ends aside, as an element at `to`. Of booleans integers
/// are read. Nothing depends on the locale.
reading read_number(dtype_id dtype, std::string_view text, void* to);

/// Writes a number as an element at `to`: what has a fraction is cut, as NumPy does.
reading store_number(dtype_id dtype, any_number const& x, void* to);

}  // namespace cp::io
