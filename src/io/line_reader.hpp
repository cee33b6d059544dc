// Lines of a text, read in pieces.
#pragma once

#include <cstdint>
#include <fuse/io/npy.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cp::io {

/// The lines of a source, which end with \n, \r\n, \r or the text.
class line_reader {
 public:
  /// Of whose bytes somebody is told.
  line_reader(byte_source& source, progress const& told);
  /// The next line, until it is called again; false at the end. Throws io_error for a line beyond all reason.
  bool next(std::string_view& line);
  /// Nothing more is read.
  void finish() { meter_.finish(); }
  /// How many lines there were.
  std::int64_t count() const { return count_; }

 private:
  bool fill();

  byte_source& source_;
  progress_meter meter_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::int64_t count_ = 0;
  bool skip_line_feed_ = false;  // the other half of \r\n
};

}  // namespace cp::io
