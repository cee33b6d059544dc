// Text of arrays: the options, and NumPy 2's rules for which elements are shown and where lines break.
#include <algorithm>
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/io/format.hpp>
#include <fuse/runtime/storage.hpp>
#include <mutex>
#include <new>
#include <vector>

#include "element_text.hpp"

namespace cp {

namespace {

std::mutex options_mutex;

print_options& global_options() {
  static print_options options;
  return options;
}

constexpr std::int64_t max_precision = 1100;  // no double has more digits after the point

void check_options(print_options const& o) {
  auto const require = [](bool good, char const* name, std::string const& got, char const* want) {
    if (!good) throw value_error(std::string("cp::set_printoptions: ") + name + " is " + got + ", must be " + want);
  };
  require(o.precision >= 0 && o.precision <= max_precision, "precision", std::to_string(o.precision), "from 0 to 1100");
  require(o.threshold >= 0, "threshold", std::to_string(o.threshold), "0 or more");
  require(o.edgeitems >= 0, "edgeitems", std::to_string(o.edgeitems), "0 or more");
  require(o.linewidth >= 0, "linewidth", std::to_string(o.linewidth), "0 or more");
  require(o.sign == '-' || o.sign == '+' || o.sign == ' ', "sign", std::string("'") + o.sign + "'", "'-', '+' or ' '");
  require(o.floatmode <= float_mode::unique, "floatmode", std::to_string(static_cast<int>(o.floatmode)),
          "one of float_mode");
}

}  // namespace

print_options get_printoptions() {
  std::lock_guard const lock(options_mutex);
  return global_options();
}

void set_printoptions(print_options const& options) {
  check_options(options);
  std::lock_guard const lock(options_mutex);
  global_options() = options;
}

std::string dtype_name(dtype_id dtype) { return dtype == dtype_id::other ? "bytes" : detail::row_of(dtype).name; }

namespace io {

namespace {

bool is_empty(int ndim, std::int64_t const* shape) {
  return std::any_of(shape, shape + ndim, [](std::int64_t n) { return n == 0; });
}

// Whether the product of extents is beyond a limit; the product itself may not fit.
bool is_larger(int ndim, std::int64_t const* shape, std::int64_t limit) {
  if (is_empty(ndim, shape)) return false;
  std::int64_t size = 1;
  for (int i = 0; i < ndim; ++i) {
    if (size > limit / shape[i]) return true;
    size *= shape[i];
  }
  return size > limit;
}

void trim_right(std::string& s, std::size_t from) {
  while (s.size() > from && s.back() == ' ') s.pop_back();
}

class array_printer {
 public:
  array_printer(dtype_id dtype, std::int64_t itemsize, void const* data, int ndim, std::int64_t const* shape,
                std::int64_t const* strides, print_options const& options, elements_given given,
                struct_layout const* layout)
      : data_(static_cast<char const*>(data)),
        itemsize_(item_bytes(dtype, itemsize)),
        ndim_(ndim),
        strides_(strides),
        format_(dtype, itemsize, ndim, options, layout ? &layout->fields : nullptr) {
    bool const summarize = is_summarized(ndim, shape, options);
    for (int i = 0; i < ndim; ++i) {
      shown_places const s = places_shown(shape[i], summarize, options);
      axes_.push_back({s, given == elements_given::shown ? s.leading : shape[i] - s.trailing});
    }
  }

  std::string print(std::string const& separator, std::int64_t prefix_width, std::int64_t line_width) {
    separator_ = separator;
    for_each_shown(0, 0);
    format_.finish_measuring();
    std::string text;
    print_axis(text, 0, 0, 1 + prefix_width, line_width);
    return text;
  }

 private:
  struct axis_places {
    shown_places shown;
    std::int64_t first_trailing;  // its place in `data_`
  };

  void const* element(std::int64_t offset) const { return data_ + offset * itemsize_; }

  void for_each_shown(int axis, std::int64_t offset) {
    if (axis == ndim_) {
      format_.measure(element(offset));
      return;
    }
    for_each_leading(axis, offset, [&](std::int64_t at) { for_each_shown(axis + 1, at); });
    for_each_trailing(axis, offset, [&](std::int64_t at) { for_each_shown(axis + 1, at); });
  }

  // Calls f with the offset of each element that stands before the dots of an axis, or behind them.
  template <class F>
  void for_each_leading(int axis, std::int64_t offset, F const& f) const {
    for (std::int64_t i = 0; i < places(axis).shown.leading; ++i) f(offset + i * strides_[axis]);
  }
  template <class F>
  void for_each_trailing(int axis, std::int64_t offset, F const& f) const {
    std::int64_t const begin = places(axis).first_trailing;
    for (std::int64_t i = 0; i < places(axis).shown.trailing; ++i) f(offset + (begin + i) * strides_[axis]);
  }

  axis_places const& places(int axis) const { return axes_[static_cast<std::size_t>(axis)]; }

  // Appends the text of everything under `axis` to `out`. `indent` is how far a wrapped line is set in.
  void print_axis(std::string& out, int axis, std::int64_t offset, std::int64_t indent, std::int64_t width) {
    if (axis == ndim_) {
      out += format_(element(offset));
      return;
    }
    out += '[';
    if (axis == ndim_ - 1) {
      print_row(out, offset, indent, width - 1);
    } else {
      print_blocks(out, axis, offset, indent, width);
    }
    out += ']';
  }

  void print_row(std::string& out, std::int64_t offset, std::int64_t indent, std::int64_t width) {
    int const axis = ndim_ - 1;
    std::string const hanging(static_cast<std::size_t>(indent), ' ');
    std::int64_t line = indent;           // characters in this line, the indent among them
    std::size_t line_begin = out.size();  // where the line's own text begins in `out`
    auto const put = [&](std::string const& word) {
      std::int64_t const n = static_cast<std::int64_t>(word.size());
      if (line + n > width && line > indent) {
        trim_right(out, line_begin);
        out += '\n';
        out += hanging;
        line_begin = out.size();
        line = indent;
      }
      out += word;
      line += n;
    };
    auto const put_separator = [&] {
      out += separator_;
      line += static_cast<std::int64_t>(separator_.size());
    };
    for_each_leading(axis, offset, [&](std::int64_t at) {
      put(format_(element(at)));
      put_separator();
    });
    if (places(axis).shown.dots) {
      put("...");
      put_separator();
    }
    bool first = true;
    for_each_trailing(axis, offset, [&](std::int64_t at) {
      if (!first) put_separator();
      first = false;
      put(format_(element(at)));
    });
  }

  void print_blocks(std::string& out, int axis, std::int64_t offset, std::int64_t indent, std::int64_t width) {
    std::string between = separator_;
    trim_right(between, 0);
    between.append(static_cast<std::size_t>(ndim_ - axis - 1), '\n');
    std::string const hanging(static_cast<std::size_t>(indent), ' ');
    bool first = true;
    auto const next = [&] {
      if (!first) out += between + hanging;
      first = false;
    };
    auto const block = [&](std::int64_t at) {
      next();
      print_axis(out, axis + 1, at, indent + 1, width - 1);
    };
    for_each_leading(axis, offset, block);
    if (places(axis).shown.dots) {
      next();
      out += "...";
    }
    for_each_trailing(axis, offset, block);
  }

  char const* data_;
  std::int64_t itemsize_;
  int ndim_;
  std::int64_t const* strides_;
  std::vector<axis_places> axes_;
  element_format format_;
  std::string separator_;
};

}  // namespace

bool is_summarized(int ndim, std::int64_t const* shape, print_options const& options) {
  return is_larger(ndim, shape, options.threshold);
}

shown_places places_shown(std::int64_t extent, bool summarized, print_options const& options) {
  std::int64_t const edge = options.edgeitems;
  if (!summarized || edge >= (extent + 1) / 2) return {0, extent, false};
  return {edge, std::max<std::int64_t>(edge, 1), true};
}

std::string format_array(dtype_id dtype, std::int64_t itemsize, void const* data, int ndim, std::int64_t const* shape,
                         std::int64_t const* strides, print_options const& options, bool repr, elements_given given,
                         struct_layout const* layout) try {
  check_options(options);
  bool const empty = is_empty(ndim, shape);
  auto const elements = [&](std::string const& separator, std::int64_t prefix_width, std::int64_t suffix_width) {
    return format_elements(dtype, itemsize, data, ndim, shape, strides, options, separator, prefix_width, suffix_width,
                           given, layout);
  };
  if (!repr) return ndim == 0 ? format_scalar(dtype, itemsize, data, layout) : elements(" ", 0, 0);

  std::string const prefix = "array(";
  std::string text = prefix + elements(", ", static_cast<std::int64_t>(prefix.size()), 1);
  std::string extras;
  if ((empty && ndim != 1) || is_summarized(ndim, shape, options))
    extras = std::string("shape=") + detail::shape_text(shape, ndim);
  bool const implied = dtype == dtype_id::bool_ || dtype == dtype_id::int64 || dtype == dtype_id::float64 ||
                       dtype == dtype_id::complex128;
  if (!implied || empty) {
    if (!extras.empty()) extras += ", ";
    extras += "dtype=";
    extras += layout                     ? dtype_text(*layout)
              : dtype == dtype_id::other ? std::string("'|V") + std::to_string(itemsize) + "'"
                                         : dtype_name(dtype);
  }
  if (extras.empty()) return text + ")";
  text += ',';
  extras += ')';
  std::size_t const line_begin = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  bool const fits = static_cast<std::int64_t>(text.size() - line_begin + extras.size()) + 1 <= options.linewidth;
  return text + (fits ? std::string(" ") : std::string("\n") + std::string(prefix.size(), ' ')) + extras;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string format_elements(dtype_id dtype, std::int64_t itemsize, void const* data, int ndim,
                            std::int64_t const* shape, std::int64_t const* strides, print_options const& options,
                            std::string const& separator, std::int64_t prefix_width, std::int64_t suffix_width,
                            elements_given given, struct_layout const* layout) try {
  check_options(options);
  if (is_empty(ndim, shape)) return "[]";
  return array_printer(dtype, itemsize, data, ndim, shape, strides, options, given, layout)
      .print(separator, prefix_width, options.linewidth - suffix_width);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace io

}  // namespace cp
