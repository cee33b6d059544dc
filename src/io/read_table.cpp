// Tables of numbers, read from text.
#include <algorithm>
#include <cstring>
#include <deque>
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/io/format.hpp>
#include <fuse/io/text.hpp>
#include <limits>
#include <new>
#include <utility>

#include "line_reader.hpp"
#include "npy_parts.hpp"
#include "number_text.hpp"

namespace cp::io {

namespace {

// Elements that are appended: in blocks, so that none is moved before all are there.
class growing_elements {
 public:
  explicit growing_elements(std::int64_t itemsize) : itemsize_(itemsize) {}

  /// Memory for the next n elements.
  char* add(std::int64_t n) {
    std::int64_t const bytes = n * itemsize_;
    if (blocks_.empty() || blocks_.back().used + bytes > blocks_.back().memory->bytes) {
      std::int64_t const room = std::max({bytes, std::int64_t{1} << 12, std::min(bytes_ / 4, std::int64_t{1} << 26)});
      blocks_.push_back({storage_ptr(runtime::allocate(memory_kind::host, room)), 0});
    }
    block& b = blocks_.back();
    char* const at = static_cast<char*>(b.memory->data) + b.used;
    b.used += bytes;
    bytes_ += bytes;
    return at;
  }

  storage_ptr finish() {
    storage_ptr all(runtime::allocate(memory_kind::host, bytes_));
    char* to = static_cast<char*>(all->data);
    for (block& b : blocks_) {
      std::memcpy(to, b.memory->data, static_cast<std::size_t>(b.used));
      to += b.used;
      b.memory = {};
    }
    return all;
  }

 private:
  struct block {
    storage_ptr memory;
    std::int64_t used;
  };
  std::int64_t itemsize_, bytes_ = 0;
  std::vector<block> blocks_;
};

std::string text_of(std::int64_t n) { return std::to_string(n); }

class table_reader {
 public:
  table_reader(byte_source& source, table_rules rules)
      : source_(source),
        rules_(std::move(rules)),
        itemsize_(cp::detail::row_of(rules_.dtype).itemsize),
        lines_(source, rules_.told),
        elements_(itemsize_) {}

  table read() {
    check();
    std::string_view line;
    for (std::int64_t i = 0; i < rules_.skip_first && lines_.next(line); ++i) {
    }
    std::deque<std::pair<std::int64_t, std::string>> held;  // rows that may be the last ones
    while ((rules_.max_rows < 0 || rows_ < rules_.max_rows) && lines_.next(line)) {
      line = without_comment(line);
      if (is_blank(line)) continue;
      if (rules_.skip_last == 0) {
        read_row(lines_.count(), line);
        continue;
      }
      held.emplace_back(lines_.count(), line);
      if (static_cast<std::int64_t>(held.size()) <= rules_.skip_last) continue;
      read_row(held.front().first, held.front().second);
      held.pop_front();
    }
    if (!invalid_.empty())
      error("rows of different lengths: " + invalid_ +
            (more_invalid_ > 0 ? " and " + text_of(more_invalid_) + " more" : ""));
    lines_.finish();
    std::int64_t const columns = rules_.columns.empty() ? 1 : static_cast<std::int64_t>(rules_.columns.size());
    return {elements_.finish(), rows_, fields_in_row_ < 0 ? columns : columns_};
  }

 private:
  bool lenient() const { return rules_.fillings != nullptr; }

  [[noreturn]] void error(std::string const& what) const {
    throw value_error(std::string(rules_.where) + ": " + source_.name() + ": " + what);
  }

  void check() const {
    auto const wants = [&](bool good, std::string const& what) {
      if (!good) throw value_error(std::string(rules_.where) + ": " + what);
    };
    wants(rules_.skip_first >= 0 && rules_.skip_last >= 0 && rules_.max_rows >= -1,
          "numbers of rows are 0 or more (max_rows: or -1 for all), got " + text_of(rules_.skip_first) + ", " +
              text_of(rules_.skip_last) + " and " + text_of(rules_.max_rows));
    wants(rules_.skip_last == 0 || rules_.max_rows < 0, "skip_footer and max_rows cannot be used together");
    for (std::string const& c : *rules_.comments) wants(!c.empty(), "a comment begins with a text that is not empty");
    wants(rules_.delimiter.find_first_of("\r\n") == std::string::npos, "a delimiter holds no end of a line");
    for (std::int64_t const w : rules_.widths) wants(w > 0, "widths are 1 or more, got " + text_of(w));
    if (lenient() && rules_.fillings->size() == 1) {
      alignas(16) char element[16];
      wants(store_number(rules_.dtype, rules_.fillings->front(), element) == reading::good,
            "the filling value is no " + dtype_name(rules_.dtype));
    }
  }

  std::string_view without_comment(std::string_view line) const {
    std::size_t end = line.size();
    for (std::string const& c : *rules_.comments) end = std::min(end, line.find(c));
    return line.substr(0, end);
  }

  bool is_blank(std::string_view line) const {
    bool const by_space = lenient() || (rules_.delimiter.empty() && rules_.widths.empty());
    return by_space ? stripped(line).empty() : line.empty();
  }

  void split(std::string_view line) {
    fields_.clear();
    if (!rules_.widths.empty()) {
      for (std::int64_t const w : rules_.widths) {
        std::size_t const n = std::min(static_cast<std::size_t>(w), line.size());
        fields_.push_back(line.substr(0, n));
        line.remove_prefix(n);
      }
    } else if (!rules_.delimiter.empty()) {
      for (;;) {
        std::size_t const at = line.find(rules_.delimiter);
        fields_.push_back(line.substr(0, at));
        if (at == line.npos) break;
        line.remove_prefix(at + rules_.delimiter.size());
      }
    } else {
      constexpr char space[] = " \t\v\f";
      for (std::size_t at = 0; (at = line.find_first_not_of(space, at)) != line.npos;) {
        std::size_t const end = std::min(line.find_first_of(space, at), line.size());
        fields_.push_back(line.substr(at, end - at));
        at = end;
      }
    }
  }

  // What the first row tells: how many columns there are, and which function reads which.
  void begin(std::int64_t line) {
    fields_in_row_ = static_cast<std::int64_t>(fields_.size());
    if (rules_.columns.empty())
      for (std::int64_t i = 0; i < fields_in_row_; ++i) rules_.columns.push_back(static_cast<int>(i));
    else
      chosen_ = true;
    columns_ = static_cast<std::int64_t>(rules_.columns.size());
    if (lenient() && rules_.fillings->size() > 1 && static_cast<std::int64_t>(rules_.fillings->size()) != columns_)
      error(text_of(columns_) + " columns, but " + text_of(static_cast<std::int64_t>(rules_.fillings->size())) +
            " filling values");
    converter_of_.assign(static_cast<std::size_t>(fields_in_row_), nullptr);
    for (text_converter const& c : *rules_.converters)
      converter_of_[static_cast<std::size_t>(field_of(c.column(), line))] = &c;
  }

  // The field of a column, which may count from the end.
  std::int64_t field_of(int column, std::int64_t line) const {
    std::int64_t const n = static_cast<std::int64_t>(fields_.size());
    std::int64_t const at = column < 0 ? column + n : column;
    if (at < 0 || at >= n)
      error("line " + text_of(line) + " has " + text_of(n) + " columns, there is no column " + text_of(column));
    return at;
  }

  // Whether a row has what is wanted of it.
  bool is_invalid(std::int64_t line) {
    std::int64_t const n = static_cast<std::int64_t>(fields_.size());
    bool const good = chosen_ ? std::all_of(rules_.columns.begin(), rules_.columns.end(),
                                            [&](int c) { return c < 0 ? -c <= n : c < n; })
                              : n == fields_in_row_;
    if (good || (chosen_ && !lenient())) return false;  // field_of says which column is not there
    std::string const what =
        "line " + text_of(line) + " has " + text_of(n) + " columns, expected " + text_of(fields_in_row_);
    if (!lenient()) error(what + "; usecols reads some columns of such rows");
    if (!rules_.leave_out_invalid) {
      if (invalid_.size() < 500)
        invalid_ += (invalid_.empty() ? "" : "; ") + what;
      else
        ++more_invalid_;
    }
    return true;
  }

  void read_row(std::int64_t line, std::string_view text) {
    split(text);
    if (fields_in_row_ < 0) begin(line);
    if (is_invalid(line)) return;
    if (columns_ > std::numeric_limits<std::int64_t>::max() / itemsize_ / (rows_ + 1)) error("too many elements");
    char* to = elements_.add(columns_);
    for (std::int64_t i = 0; i < columns_; ++i, to += itemsize_) {
      std::size_t const at = static_cast<std::size_t>(field_of(rules_.columns[static_cast<std::size_t>(i)], line));
      read_field(line, at, i, to);
    }
    ++rows_;
  }

  void read_field(std::int64_t line, std::size_t at, std::int64_t column, void* to) const {
    std::string_view const field = fields_[at];
    text_converter const* const converter = at < converter_of_.size() ? converter_of_[at] : nullptr;
    reading const r = converter != nullptr ? store_number(rules_.dtype, (*converter)(stripped(field)), to)
                      : lenient() && rules_.dtype == dtype_id::bool_ ? read_word(field, to)
                                                                     : read_number(rules_.dtype, field, to);
    if (r == reading::good || (r == reading::malformed && lenient() && fill(column, to))) return;
    error("line " + text_of(line) + ", column " + text_of(static_cast<std::int64_t>(at) + 1) + ": expected " +
          dtype_name(rules_.dtype) + ", got '" + shown(stripped(field), 40) + "'" +
          (r == reading::out_of_range ? ", which does not fit" : ""));
  }

  // true or false in any case, which genfromtxt reads as booleans.
  static reading read_word(std::string_view field, void* to) {
    std::string word(stripped(field));
    for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (word != "true" && word != "false") return reading::malformed;
    *static_cast<unsigned char*>(to) = word == "true";
    return reading::good;
  }

  // Writes what stands for a field that is no number.
  bool fill(std::int64_t column, void* to) const {
    std::size_t const n = rules_.fillings->size();
    any_number value = std::numeric_limits<double>::quiet_NaN();
    dtype_kind const kind = cp::detail::row_of(rules_.dtype).kind;
    if (n > 0)
      value = (*rules_.fillings)[n == 1 ? 0 : static_cast<std::size_t>(column)];
    else if (kind == dtype_kind::boolean)
      value = 0;
    else if (kind == dtype_kind::signed_integer || kind == dtype_kind::unsigned_integer)
      value = -1;
    return store_number(rules_.dtype, value, to) == reading::good;
  }

  byte_source& source_;
  table_rules rules_;
  std::int64_t itemsize_;
  line_reader lines_;
  growing_elements elements_;
  std::vector<std::string_view> fields_;
  std::vector<text_converter const*> converter_of_;
  std::int64_t rows_ = 0, columns_ = 0, fields_in_row_ = -1, more_invalid_ = 0;
  bool chosen_ = false;
  std::string invalid_;
};

}  // namespace

table read_table(byte_source& source, table_rules rules) try {
  return table_reader(source, std::move(rules)).read();
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

namespace {

// What both readers have.
template <class Options>
table_rules common_rules(char const* where, Options const& o, dtype_id dtype, std::int64_t skip_first) {
  table_rules r;
  r.where = where;
  r.dtype = dtype;
  r.comments = &o.comments;
  r.delimiter = o.delimiter;
  r.skip_first = skip_first;
  r.max_rows = o.max_rows;
  r.columns = o.usecols;
  r.converters = &o.converters;
  r.told = o.progress;
  return r;
}

}  // namespace

table_rules rules_of(loadtxt_options const& o, dtype_id dtype) {
  return common_rules("cp::loadtxt", o, dtype, o.skiprows);
}

table_rules rules_of(genfromtxt_options const& o, dtype_id dtype) {
  table_rules r = common_rules("cp::genfromtxt", o, dtype, o.skip_header);
  r.widths = o.widths;
  r.skip_last = o.skip_footer;
  r.fillings = &o.filling_values;
  r.leave_out_invalid = !o.invalid_raise;
  return r;
}

}  // namespace cp::io

namespace cp::detail {

void check_table_rank(char const* where, std::string const& name, io::table const& t, int rank) {
  bool const good = rank == 2 || (rank == 1 && (t.rows == 1 || t.columns == 1)) || (t.rows == 1 && t.columns == 1);
  if (!good)
    throw shape_error(std::string(where) + ": " + name + " holds " + std::to_string(t.rows) + " rows of " +
                      std::to_string(t.columns) + " columns, but an array of " + std::to_string(rank) +
                      (rank == 1 ? " axis" : " axes") + " was asked for");
}

}  // namespace cp::detail
