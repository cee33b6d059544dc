// The headers of .npy files, read and made. Every byte that is read is hostile: sizes are checked before they are used.
// (Long: one grammar.)
#include <algorithm>
#include <bit>
#include <cstring>
#include <fuse/core/dtype.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/io/npy.hpp>
#include <limits>
#include <new>
#include <string_view>
#include <utility>

#include "npy_parts.hpp"

namespace cp::io {

namespace {

constexpr char magic[] = "\x93NUMPY";
constexpr std::size_t magic_size = sizeof(magic) - 1;
constexpr std::int64_t max_header_bytes = std::int64_t{1} << 20;
constexpr std::int64_t max_itemsize = std::numeric_limits<std::int32_t>::max();  // NumPy's own limit
constexpr std::size_t max_rank = 64;                                             // likewise
constexpr int max_nesting = 16;
constexpr bool little = std::endian::native == std::endian::little;

std::string shape_text(std::vector<std::int64_t> const& shape) {
  return detail::shape_text(shape.data(), static_cast<int>(shape.size()));
}

// A dtype as a descr gives it. `kind` is NumPy's letter; 'V' stands for structs too.
struct descr_type {
  char kind = 'V';
  dtype_id id = dtype_id::other;
  std::int64_t itemsize = 0;
  bool swapped = false;
  std::vector<struct_field> fields;
};

// Reads the Python literal that a header is: a dictionary of three known keys.
class header_parser {
 public:
  header_parser(byte_source const& source, std::string_view text) : source_(source), text_(text) {}

  npy_header parse() {
    npy_header header;
    bool has_descr = false, has_order = false, has_shape = false;
    auto const once = [&](bool& seen, std::string_view key) {
      if (seen) error("the key '" + std::string(key) + "' comes twice");
      seen = true;
    };
    take('{');
    while (!accept('}')) {
      std::string const key = string_literal();
      take(':');
      if (key == "descr") {
        once(has_descr, key);
        descr(header);
      } else if (key == "fortran_order") {
        once(has_order, key);
        header.fortran_order = boolean();
      } else if (key == "shape") {
        once(has_shape, key);
        header.shape = shape();
      } else {
        error("unknown key '" + shown(key) + "'; expected 'descr', 'fortran_order' and 'shape'");
      }
      if (!accept(',')) {
        take('}');
        break;
      }
    }
    skip_space();
    if (at_ < text_.size()) error("expected nothing more after the dictionary");
    auto const require = [&](bool seen, std::string const& key) {
      if (!seen) error("the key '" + key + "' is missing");
    };
    require(has_descr, "descr");
    require(has_order, "fortran_order");
    require(has_shape, "shape");
    return header;
  }

 private:
  [[noreturn]] void error(std::string const& what) const {
    std::string const rest = at_ < text_.size() ? "'" + shown(text_.substr(at_), 24) + "'" : "its end";
    fail(source_, "bad .npy header: " + what + ", at " + rest + " in '" + shown(text_) + "'");
  }

  void skip_space() {
    while (at_ < text_.size() && std::strchr(" \t\r\n\f", text_[at_]) != nullptr && text_[at_] != '\0') ++at_;
  }

  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool accept(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void take(char c) {
    if (!accept(c)) error(std::string("expected '") + c + "'");
  }

  bool accept_word(std::string_view word) {
    skip_space();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  std::string string_literal() {
    char const quote = peek();
    if (quote != '\'' && quote != '"') error("expected a string");
    std::string out;
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
      if (text_[i] == quote) {
        at_ = i + 1;
        return out;
      }
      if (text_[i] == '\\' && ++i == text_.size()) break;
      out += text_[i];
    }
    error("a string without an end");
  }

  bool boolean() {
    if (accept_word("True")) return true;
    if (accept_word("False")) return false;
    error("fortran_order must be True or False");
  }

  std::int64_t extent() {
    if (peek() == '-') error("an extent is negative");
    std::size_t const begin = at_;
    std::int64_t n = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      std::int64_t const digit = text_[at_] - '0';
      if (n > (std::numeric_limits<std::int64_t>::max() - digit) / 10) error("an extent does not fit into 64 bits");
      n = 10 * n + digit;
    }
    if (at_ == begin) error("expected an extent");
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2's long
    return n;
  }

  // A tuple: (), (3,), (3, 4). In Python (3) is a number, and NumPy refuses it.
  std::vector<std::int64_t> shape() {
    take('(');
    std::vector<std::int64_t> out;
    bool comma = true;
    while (!accept(')')) {
      if (!comma) error("expected ',' or ')'");
      if (out.size() == max_rank) error("the rank is above " + std::to_string(max_rank));
      out.push_back(extent());
      comma = accept(',');
    }
    if (out.size() == 1 && !comma) error("shape must be a tuple, as in (3,)");
    return out;
  }

  void descr(npy_header& header) {
    skip_space();
    std::size_t const begin = at_;
    bool const is_string = peek() == '\'' || peek() == '"';
    descr_type t = type(0);
    std::string_view const spelled = text_.substr(begin, at_ - begin);
    header.descr = is_string ? std::string(spelled.substr(1, spelled.size() - 2)) : std::string(spelled);
    if (t.kind == 'S' || t.kind == 'U') error("arrays of strings cannot be read");
    if (t.kind == 'M' || t.kind == 'm') error("arrays of dates and times cannot be read");
    if (t.itemsize == 0) error("the elements have no bytes");
    header.dtype = t.id;
    header.itemsize = t.itemsize;
    header.byte_swapped = t.swapped;
    header.fields = std::move(t.fields);
  }

  descr_type type(int depth) {
    if (depth > max_nesting) error("the dtype is nested too deeply");
    if (peek() == '[') return struct_type(depth);
    skip_space();
    std::size_t const begin = at_;
    std::string const name = string_literal();
    descr_type t;
    if (!parse_type_name(name, t)) {
      at_ = begin;
      error(t.kind == 'O' ? "the array holds Python objects, whose pickle is not read"
                          : "unknown dtype '" + shown(name) + "'");
    }
    return t;
  }

  // "<f4": byte order, kind, bytes.
  static bool parse_type_name(std::string_view s, descr_type& t) {
    bool swapped = false;
    if (!s.empty() && std::string_view("<>=|").find(s[0]) != std::string_view::npos) {
      swapped = s[0] == (little ? '>' : '<');
      s.remove_prefix(1);
    }
    if (s.empty()) return false;
    t.kind = s[0];
    s.remove_prefix(1);
    if (t.kind == 'O') return false;
    if ((t.kind == 'M' || t.kind == 'm') && s.substr(0, 1) == "8") s = s.substr(0, 1);  // "M8[ns]"
    if (s.empty() || s.size() > 10) return false;
    std::int64_t n = 0;
    for (char const c : s) {
      if (c < '0' || c > '9') return false;
      n = 10 * n + (c - '0');
    }
    if (n > max_itemsize / (t.kind == 'U' ? 4 : 1)) return false;
    t.itemsize = n;
    auto const known = [&](std::initializer_list<std::pair<int, dtype_id>> sizes) {
      for (auto const& [size, id] : sizes) {
        if (size != n) continue;
        t.id = id;
        t.swapped = swapped && n > 1;
        return true;
      }
      return false;
    };
    switch (t.kind) {
      case 'b':
        return known({{1, dtype_id::bool_}});
      case 'i':
        return known({{1, dtype_id::int8}, {2, dtype_id::int16}, {4, dtype_id::int32}, {8, dtype_id::int64}});
      case 'u':
        return known({{1, dtype_id::uint8}, {2, dtype_id::uint16}, {4, dtype_id::uint32}, {8, dtype_id::uint64}});
      case 'f':
        return known({{2, dtype_id::float16}, {4, dtype_id::float32}, {8, dtype_id::float64}});
      case 'c':
        return known({{8, dtype_id::complex64}, {16, dtype_id::complex128}});
      case 'V':
      case 'S':
        return true;
      case 'U':
        t.itemsize = 4 * n;
        t.swapped = swapped;
        return true;
      case 'M':
      case 'm':
        t.swapped = swapped;
        return n == 8;
      default:
        return false;
    }
  }

  // [('x', '<f4'), ('y', '<i2', (3,))]: fields one after another; what has no name is padding.
  descr_type struct_type(int depth) {
    descr_type t;
    take('[');
    while (!accept(']')) {
      struct_field f = field(depth);
      f.offset = t.itemsize;
      t.itemsize += f.itemsize * f.count();
      if (t.itemsize > max_itemsize) error("the struct is too large");
      bool const is_padding = f.name.empty() && f.dtype == dtype_id::other && f.fields.empty();
      t.swapped = t.swapped || f.byte_swapped;
      if (!is_padding && f.itemsize * f.count() > 0) t.fields.push_back(std::move(f));
      if (!accept(',')) {
        take(']');
        break;
      }
    }
    check_names(t.fields);
    return t;
  }

  struct_field field(int depth) {
    struct_field f;
    take('(');
    if (accept('(')) {  // (title, name)
      string_literal();
      take(',');
      f.name = string_literal();
      take(')');
    } else {
      f.name = string_literal();
    }
    take(',');
    descr_type t = type(depth + 1);
    if (t.swapped && t.id == dtype_id::other && t.fields.empty())
      error("text and times of the other byte order are not supported");
    f.dtype = t.id;
    f.itemsize = t.itemsize;
    f.byte_swapped = t.swapped;
    f.fields = std::move(t.fields);
    if (accept(',') && peek() != ')') {
      f.shape = peek() == '(' ? shape() : std::vector<std::int64_t>{extent()};
      std::int64_t elements = 1;
      for (std::int64_t const n : f.shape) {
        if (n > 0 && elements > max_itemsize / n) error("the struct is too large");
        elements *= n;
      }
      if (elements > 0 && f.itemsize > max_itemsize / elements) error("the struct is too large");
      accept(',');
    }
    take(')');
    return f;
  }

  void check_names(std::vector<struct_field> const& fields) const {
    std::vector<std::string_view> names;
    for (struct_field const& f : fields) names.push_back(f.name);
    std::sort(names.begin(), names.end());
    auto const twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) error("the member '" + shown(*twice) + "' comes twice");
  }

  byte_source const& source_;
  std::string_view text_;
  std::size_t at_ = 0;
};

// The product of extents and itemsize must fit even where another extent is 0: later code multiplies in any order.
bool fits_64_bits(npy_header const& header) {
  std::int64_t bytes = header.itemsize;
  for (std::int64_t const n : header.shape) {
    if (n == 0) continue;
    if (bytes > std::numeric_limits<std::int64_t>::max() / n) return false;
    bytes *= n;
  }
  return true;
}

}  // namespace

std::string shown(std::string_view text, std::size_t limit) try {
  constexpr char hex[] = "0123456789abcdef";
  std::string out;
  for (char const c : text.substr(0, limit)) {
    unsigned const u = static_cast<unsigned char>(c);
    if (u >= 0x20 && u < 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += hex[u >> 4];
      out += hex[u & 15];
    }
  }
  return text.size() > limit ? out + "..." : out;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::int64_t npy_header::size() const {
  std::int64_t n = 1;
  for (std::int64_t const extent : shape) n *= extent;
  return n;
}

npy_header read_npy_header(byte_source& source) try {
  unsigned char start[magic_size + 2];
  std::int64_t const got = source.read(start, sizeof(start));
  if (got == 0) fail(source, "expected a .npy array, found the end of the file");
  std::string_view const seen(reinterpret_cast<char const*>(start), static_cast<std::size_t>(got));
  if (seen.substr(0, magic_size) != std::string_view(magic, magic_size)) {
    fail(source, "not a .npy file: expected it to begin with \\x93NUMPY, got '" + shown(seen) + "'" +
                     (seen.substr(0, 2) == "PK" ? " (a zip archive, as .npz files are)" : ""));
  }
  if (got != static_cast<std::int64_t>(sizeof(start))) fail(source, "truncated before the format version");
  int const major = start[magic_size], minor = start[magic_size + 1];
  if (major < 1 || major > 3 || minor != 0) {
    fail(source, "expected .npy version 1.0, 2.0 or 3.0, got " + std::to_string(major) + "." + std::to_string(minor));
  }

  unsigned char length_bytes[4] = {};
  read_exactly(source, length_bytes, major == 1 ? 2 : 4, "header length");
  std::int64_t const length =
      length_bytes[0] | length_bytes[1] << 8 | length_bytes[2] << 16 | static_cast<std::int64_t>(length_bytes[3]) << 24;
  std::int64_t const left = source.remaining();
  if (left >= 0 && length > left) {
    fail(source, "truncated header: expected " + bytes_text(length) + ", got " + std::to_string(left));
  }
  if (length > max_header_bytes) {
    fail(source, "the header has " + bytes_text(length) + ", more than the " + std::to_string(max_header_bytes) +
                     " that are accepted");
  }
  std::string text(static_cast<std::size_t>(length), '\0');
  read_exactly(source, text.data(), length, "header");

  npy_header header = header_parser(source, text).parse();
  if (!fits_64_bits(header)) {
    fail(source, "the size of an array of shape " + shape_text(header.shape) + " and dtype " + shown(header.descr) +
                     " does not fit into 64 bits");
  }
  std::int64_t const behind = source.remaining();
  if (behind >= 0 && header.nbytes() > behind) {
    fail(source, "truncated data: shape " + shape_text(header.shape) + " of dtype " + shown(header.descr) + " needs " +
                     bytes_text(header.nbytes()) + ", got " + std::to_string(behind));
  }
  return header;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string make_npy_header(dtype_id dtype, std::int64_t itemsize, std::vector<std::int64_t> const& shape,
                            bool fortran_order, struct_layout const* layout) try {
  std::string const descr = layout ? descr_of(*layout) : std::string("'").append(descr_of(dtype, itemsize)).append("'");
  std::string text = "{'descr': " + descr + ", 'fortran_order': " + (fortran_order ? "True" : "False") +
                     ", 'shape': " + shape_text(shape) + ", }";
  if (!shape.empty()) {  // room for the axis along which the file can grow in place
    std::size_t const digits = std::to_string(fortran_order ? shape.back() : shape.front()).size();
    text.append(21 - digits, ' ');
  }
  bool const is_long = text.size() + 65 > 0xffff;  // version 2.0, whose length has four bytes
  std::size_t const before = magic_size + (is_long ? 6 : 4);
  text.append(64 - (before + text.size() + 1) % 64, ' ');
  text += '\n';
  std::string header(magic, magic_size);
  header += is_long ? '\2' : '\1';
  header += '\0';
  for (int shift = 0; shift < (is_long ? 32 : 16); shift += 8) header += static_cast<char>(text.size() >> shift & 0xff);
  return header + text;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::io
