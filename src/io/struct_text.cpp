// Text of structs whose members are known: each member in the format of its column.
#include "element_text.hpp"

namespace cp::io {

namespace {

unsigned char const* at(void const* p, std::int64_t offset) { return static_cast<unsigned char const*>(p) + offset; }

}  // namespace

void element_format::add_members(bool scalar) {
  members_.reserve(fields_->size());
  for (struct_field const& f : *fields_)
    members_.emplace_back(f.dtype, f.itemsize, ndim_ + static_cast<int>(f.shape.size()), options_,
                          f.fields.empty() ? nullptr : &f.fields, scalar);
}

void element_format::measure_members(void const* p) {
  for (std::size_t m = 0; m < members_.size(); ++m) {
    struct_field const& f = (*fields_)[m];
    for (std::int64_t i = 0; i < f.count(); ++i) members_[m].measure(at(p, f.offset + i * f.itemsize));
  }
}

std::string element_format::members_text(void const* p) const {
  std::string text = "(";
  for (std::size_t m = 0; m < members_.size(); ++m) {
    struct_field const& f = (*fields_)[m];
    if (m > 0) text += ", ";
    text += array_text(m, 0, at(p, f.offset), f.count() > options_.threshold);
  }
  return text + (members_.size() == 1 ? ",)" : ")");
}

// A member's element, or the array that it is from an axis on.
std::string element_format::array_text(std::size_t member, std::size_t axis, unsigned char const* p,
                                       bool summarized) const {
  struct_field const& f = (*fields_)[member];
  if (axis == f.shape.size()) return members_[member](p);
  std::int64_t step = f.itemsize;
  for (std::size_t k = axis + 1; k < f.shape.size(); ++k) step *= f.shape[k];
  std::int64_t const n = f.shape[axis], edge = options_.edgeitems;
  bool const dots = summarized && n > 2 * edge;
  std::string text = "[";
  for (std::int64_t i = 0; i < n; ++i) {
    if (dots && i == edge) {
      text += edge > 0 ? ", ..." : "...";
      i = n - edge;
      if (i == n) break;
    }
    if (i > 0) text += ", ";
    text += array_text(member, axis + 1, p + i * step, summarized);
  }
  return text + "]";
}

}  // namespace cp::io
