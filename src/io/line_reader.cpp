// Lines of a text, read in pieces.
#include "line_reader.hpp"

#include <cstring>

#include "npy_parts.hpp"

namespace cp::io {

namespace {

constexpr std::size_t piece = std::size_t{1} << 16;
constexpr std::size_t longest_line = std::size_t{1} << 28;

}  // namespace

line_reader::line_reader(byte_source& source, progress const& told)
    : source_(source), meter_(told, source.remaining()), buffer_(piece) {}

// Reads more behind what is left of the buffer.
bool line_reader::fill() {
  std::size_t const left = end_ - begin_;
  if (left > 0 && begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, left);
  begin_ = 0;
  end_ = left;
  if (buffer_.size() - end_ < piece) {
    if (buffer_.size() >= longest_line)
      fail(source_, "line " + std::to_string(count_ + 1) + " has more than " + bytes_text(longest_line));
    buffer_.resize(2 * buffer_.size());
  }
  std::int64_t const got = source_.read(buffer_.data() + end_, static_cast<std::int64_t>(piece));
  end_ += static_cast<std::size_t>(got);
  meter_.add(got);
  return got > 0;
}

bool line_reader::next(std::string_view& line) {
  for (std::size_t searched = 0;;) {
    if (skip_line_feed_ && begin_ < end_) {
      if (buffer_[begin_] == '\n') ++begin_;
      skip_line_feed_ = false;
    }
    std::string_view const text(buffer_.data() + begin_, end_ - begin_);
    std::size_t const at = text.find_first_of("\n\r", searched);
    if (at != text.npos) {
      line = text.substr(0, at);
      skip_line_feed_ = text[at] == '\r';
      begin_ += at + 1;
      ++count_;
      return true;
    }
    searched = text.size();
    if (fill()) continue;
    if (begin_ == end_) return false;
    line = std::string_view(buffer_.data() + begin_, end_ - begin_);
    begin_ = end_;
    ++count_;
    return true;
  }
}

}  // namespace cp::io
