// The dtypes of structs as NumPy spells them.
#include <bit>
#include <fuse/core/dtype.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/io/struct_layout.hpp>

namespace cp::io {

namespace {

std::string const byte_order = std::endian::native == std::endian::little ? "<" : ">";

char kind_letter(dtype_kind kind) {
  switch (kind) {
    case dtype_kind::signed_integer:
      return 'i';
    case dtype_kind::unsigned_integer:
      return 'u';
    case dtype_kind::floating:
      return 'f';
    case dtype_kind::complex_floating:
      return 'c';
    default:
      return 'b';
  }
}

std::string quoted(std::string const& text) { return std::string("'").append(text).append("'"); }

std::string shape_of(struct_field const& f) {
  return detail::shape_text(f.shape.data(), static_cast<int>(f.shape.size()));
}

// How a printed dtype spells a number: '<f4', 'i1', '?'.
std::string short_name(struct_field const& f) {
  if (f.dtype == dtype_id::bool_) return "?";
  std::string const descr = descr_of(f.dtype, f.itemsize);
  return descr[0] == '|' && f.dtype != dtype_id::other ? descr.substr(1) : descr;
}

std::int64_t end_of(struct_field const& f) { return f.offset + f.itemsize * f.count(); }

bool is_packed(struct_layout const& layout) {
  std::int64_t at = 0;
  for (struct_field const& f : layout.fields) {
    if (f.offset != at) return false;
    at = end_of(f);
  }
  return at == layout.itemsize;
}

std::string element_text(struct_field const& f) {
  return f.fields.empty() ? quoted(short_name(f)) : dtype_text({f.itemsize, f.fields});
}

// "a, b, c" of what `text` makes of each member.
template <class Text>
std::string joined(std::vector<struct_field> const& fields, Text const& text) {
  std::string all;
  for (struct_field const& f : fields) {
    if (!all.empty()) all += ", ";
    all += text(f);
  }
  return all;
}

}  // namespace

std::int64_t struct_field::count() const {
  std::int64_t n = 1;
  for (std::int64_t const extent : shape) n *= extent;
  return n;
}

std::string descr_of(dtype_id dtype, std::int64_t itemsize) {
  if (dtype == dtype_id::other) return "|V" + std::to_string(itemsize);
  if (dtype == dtype_id::bfloat16) return byte_order + "V2";
  detail::dtype_row const row = detail::row_of(dtype);
  return (row.itemsize == 1 ? "|" : byte_order) + kind_letter(row.kind) + std::to_string(row.itemsize);
}

std::string descr_of(struct_layout const& layout) {
  std::string text = "[";
  std::int64_t at = 0;
  auto const add = [&](std::string const& field) {
    text += (text.size() > 1 ? ", (" : "("), text += field, text += ')';
  };
  auto const pad_to = [&](std::int64_t offset) {
    if (offset > at) add(std::string("'', ") + quoted(descr_of(dtype_id::other, offset - at)));
  };
  for (struct_field const& f : layout.fields) {
    pad_to(f.offset);
    std::string const type =
        f.fields.empty() ? quoted(descr_of(f.dtype, f.itemsize)) : descr_of(struct_layout{f.itemsize, f.fields});
    add(quoted(f.name) + ", " + type + (f.shape.empty() ? "" : ", " + shape_of(f)));
    at = end_of(f);
  }
  pad_to(layout.itemsize);
  return text + "]";
}

std::string dtype_text(struct_layout const& layout) {
  if (is_packed(layout))
    return std::string("[") +
           joined(layout.fields,
                  [](struct_field const& f) {
                    std::string text("(");
                    text += quoted(f.name) + ", " + element_text(f);
                    return f.shape.empty() ? text + ")" : text + ", " + shape_of(f) + ")";
                  }) +
           "]";
  auto const format = [](struct_field const& f) {
    return f.shape.empty() ? element_text(f) : std::string("(") + element_text(f) + ", " + shape_of(f) + ")";
  };
  return std::string("{'names': [") + joined(layout.fields, [](struct_field const& f) { return quoted(f.name); }) +
         "], 'formats': [" + joined(layout.fields, format) + "], 'offsets': [" +
         joined(layout.fields, [](struct_field const& f) { return std::to_string(f.offset); }) +
         "], 'itemsize': " + std::to_string(layout.itemsize) + "}";
}

}  // namespace cp::io
