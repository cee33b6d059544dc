// Tables of numbers, written as text.
#include <cerrno>
#include <cstring>
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/io/text.hpp>
#include <fuse/runtime/storage.hpp>
#include <new>

#include "npy_parts.hpp"
#include "row_format.hpp"

namespace cp::io {

namespace {

constexpr char where[] = "cp::savetxt";
constexpr std::size_t piece = std::size_t{1} << 16;

// The format of a row of `columns` elements.
row_format format_of_row(savetxt_options const& options, dtype_id dtype, bool is_complex, std::int64_t columns) {
  std::vector<std::string> const& fmt = options.fmt;
  std::int64_t const wanted = is_complex ? 2 * columns : columns;
  auto const joined = [&](std::string const& one) {
    row_format all(where, columns > 0 ? one : "", dtype);
    row_format const next(where, one, dtype);
    for (std::int64_t i = 1; i < columns; ++i) all.append(next, options.delimiter);
    return all;
  };
  if (fmt.size() == 1) {
    row_format const whole(where, fmt[0], dtype);
    std::int64_t const n = static_cast<std::int64_t>(whole.conversions.size());
    if (n == 1) return joined(is_complex ? " (" + fmt[0] + "+" + fmt[0] + "j)" : fmt[0]);
    if (n != wanted)
      throw value_error(std::string(where) + ": expected a format of 1 or " + std::to_string(wanted) +
                        " conversions for " + std::to_string(columns) + " columns, got '" + fmt[0] + "'");
    return whole;
  }
  if (static_cast<std::int64_t>(fmt.size()) != columns)
    throw value_error(std::string(where) + ": expected one format, or one for each of " + std::to_string(columns) +
                      " columns, got " + std::to_string(fmt.size()));
  row_format all(where, columns > 0 ? fmt[0] : "", dtype);
  for (std::size_t i = 1; i < fmt.size(); ++i) all.append(row_format(where, fmt[i], dtype), options.delimiter);
  if (static_cast<std::int64_t>(all.conversions.size()) != wanted)
    throw value_error(std::string(where) + ": expected " + std::to_string(wanted) + " conversions in the formats of " +
                      std::to_string(columns) + " columns, got " + std::to_string(all.conversions.size()));
  return all;
}

void replace_all(std::string& text, std::size_t from, std::string const& what, std::string const& by) {
  for (std::size_t at = from; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

std::string commented(std::string text, savetxt_options const& options) {
  if (text.empty()) return text;
  replace_all(text, 0, "\n", "\n" + options.comments);
  return options.comments + text + options.newline;
}

// A new file, to which text goes in large pieces.
class text_file {
 public:
  text_file(std::string const& path, progress const& told)
      : path_(path), file_(std::fopen(path.c_str(), "wb")), meter_(told) {
    if (file_ == nullptr)
      throw io_error(std::string(where) + ": " + path + ": cannot be opened: " + std::strerror(errno));
  }
  ~text_file() {
    if (file_ != nullptr) std::fclose(file_);
  }
  text_file(text_file const&) = delete;
  text_file& operator=(text_file const&) = delete;

  std::string text;  // what is still to be written

  void flush(std::size_t from) {
    if (text.size() < from) return;
    write_exactly(file_, where, path_, text.data(), static_cast<std::int64_t>(text.size()));
    meter_.add(static_cast<std::int64_t>(text.size()));
    text.clear();
  }
  void close() {
    flush(0);
    if (std::fclose(std::exchange(file_, nullptr)) != 0)
      throw io_error(std::string(where) + ": " + path_ + ": cannot be closed: " + std::strerror(errno));
    meter_.finish();
  }

 private:
  std::string const& path_;
  std::FILE* file_;
  progress_meter meter_;
};

}  // namespace

void write_table(std::string const& path, savetxt_options const& options, dtype_id dtype, void const* data,
                 std::int64_t const (&shape)[2], std::int64_t const (&strides)[2]) try {
  bool const is_complex = dtype == dtype_id::complex64 || dtype == dtype_id::complex128;
  dtype_id const part = !is_complex ? dtype : dtype == dtype_id::complex64 ? dtype_id::float32 : dtype_id::float64;
  row_format const format = format_of_row(options, part, is_complex, shape[1]);
  std::int64_t const itemsize = cp::detail::row_of(dtype).itemsize, part_bytes = cp::detail::row_of(part).itemsize;

  text_file file(path, options.progress);
  file.text = commented(options.header, options);
  for (std::int64_t i = 0; i < shape[0]; ++i) {
    std::size_t const begin = file.text.size(), parts = is_complex ? 2 : 1;
    file.text += format.texts[0];
    for (std::size_t k = 0; k < format.conversions.size(); ++k) {
      std::int64_t const column = static_cast<std::int64_t>(k / parts);
      auto const* const element = static_cast<char const*>(data) + (i * strides[0] + column * strides[1]) * itemsize;
      file.text += format.conversions[k](where, part, element + static_cast<std::int64_t>(k % parts) * part_bytes);
      file.text += format.texts[k + 1];
    }
    file.text += options.newline;
    if (is_complex) replace_all(file.text, begin, "+-", "-");
    file.flush(piece);
  }
  file.text += commented(options.footer, options);
  file.close();
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::io
