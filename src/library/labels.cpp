// Products of two operands by labels.
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/library/labels.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/fill.hpp>
#include <fuse/runtime/launch.hpp>
#include <new>
#include <string>
#include <vector>

#include "strided_copy.hpp"

namespace cp::library {

namespace {

bool has(labelled const& x, int label) {
  for (int i = 0; i < x.rank; ++i)
    if (x.label[i] == label) return true;
  return false;
}

/// The extent of a label in an operand (the larger one, where an axis of extent 1 is stretched); 1 if it has none.
std::int64_t extent_in(labelled const& x, int label) {
  std::int64_t n = 1;
  for (int i = 0; i < x.rank; ++i)
    if (x.label[i] == label && x.shape[i] != 1) n = x.shape[i];
  return n;
}
/// Its step: of all axes with the label together, which is the diagonal's.
std::int64_t stride_in(labelled const& x, int label) {
  std::int64_t s = 0;
  for (int i = 0; i < x.rank; ++i)
    if (x.label[i] == label && x.shape[i] != 1) s += x.strides[i];
  return s;
}

[[noreturn]] void throw_unequal(char const* where, labelled const* operand, int operands, int x, int axis_x, int y,
                                int axis_y) {
  std::string text = std::string(where) + ": the shapes ";
  for (int i = 0; i < operands; ++i)
    text += (i == 0 ? "" : i + 1 == operands ? " and " : ", ") + detail::shape_text(operand[i].shape, operand[i].rank);
  auto const name = [&](int k, int axis) {
    return "axis " + std::to_string(axis) + " of operand " + std::to_string(k + 1) + " has extent " +
           std::to_string(operand[k].shape[axis]);
  };
  throw shape_error(text + " do not fit: " + name(x, axis_x) + ", " + name(y, axis_y));
}

/// An operand without the axes that only it has: they are summed, by a product with ones.
struct summed {
  std::vector<int> label;
  std::vector<std::int64_t> shape, strides;
  storage_ptr memory;
  labelled operand;
};

void set_one(dtype_id dtype, memory_kind kind, void* to) {
  alignas(16) unsigned char one[16] = {};
  auto const put = [&](auto x) { std::memcpy(one, &x, sizeof x); };
  switch (dtype) {
    case dtype_id::float16:
      put(std::uint16_t{0x3c00});
      break;
    case dtype_id::bfloat16:
      put(std::uint16_t{0x3f80});
      break;
    case dtype_id::float32:
    case dtype_id::complex64:
      put(1.0f);
      break;
    case dtype_id::float64:
    case dtype_id::complex128:
      put(1.0);
      break;
    default:
      one[0] = 1;
      break;
  }
  runtime::fill_elements(to, kind, 1, one, itemsize_of(dtype));
}

}  // namespace

void shape_by_labels(char const* where, stretch how, labelled const* operand, int operands, int const* label, int rank,
                     std::int64_t* shape) try {
  auto const in_result = [&](int l) {
    for (int i = 0; i < rank; ++i)
      if (label[i] == l) return true;
    return false;
  };
  for (int x = 0; x < operands; ++x)
    for (int i = 0; i < operand[x].rank; ++i)
      for (int y = x; y < operands; ++y)
        for (int j = y == x ? i + 1 : 0; j < operand[y].rank; ++j) {
          int const l = operand[x].label[i];
          if (operand[y].label[j] != l) continue;
          std::int64_t const m = operand[x].shape[i], n = operand[y].shape[j];
          bool const stretched = x != y && (how == stretch::all || (how == stretch::batch && in_result(l)));
          if (m != n && !(stretched && (m == 1 || n == 1))) throw_unequal(where, operand, operands, x, i, y, j);
        }
  for (int i = 0; i < rank; ++i) {
    shape[i] = 1;
    for (int x = 0; x < operands; ++x) {
      std::int64_t const n = extent_in(operand[x], label[i]);
      if (n != 1) shape[i] = n;
    }
  }
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

namespace {

/// x summed along the axes that neither the other operand nor the result has.
labelled without_own_sums(dtype_id dtype, memory_kind kind, labelled const& x, labelled const& other,
                          labelled const& result, summed& room) {
  bool any = false;
  for (int i = 0; i < x.rank; ++i)
    any = any || (x.shape[i] != 1 && !has(other, x.label[i]) && !has(result, x.label[i]));
  if (!any) return x;
  contraction c;
  c.dtype = dtype, c.kind = kind;
  c.conjugate_a = x.conjugate;
  c.a = x.data;
  std::vector<int> seen;
  std::int64_t size = 1;
  for (int pass = 0; pass < 2; ++pass)  // the axes that stay, innermost last; then those that go
    for (int i = 0; i < x.rank; ++i) {
      int const l = x.label[i];
      bool const stays = has(other, l) || has(result, l);
      bool first = true;
      for (int s : seen) first = first && s != l;
      if (!first || stays != (pass == 0)) continue;
      seen.push_back(l);
      if (stays) {
        room.label.push_back(l);
        room.shape.push_back(extent_in(x, l));
      } else {
        c.add(role::inner, extent_in(x, l), stride_in(x, l), 0, 0);
      }
    }
  room.strides.resize(room.shape.size());
  for (std::size_t i = room.shape.size(); i-- > 0;) {
    room.strides[i] = size;
    size *= room.shape[i];
    c.add(role::rows, room.shape[i], stride_in(x, room.label[i]), 0, room.strides[i]);
  }
  storage_ptr const one(runtime::allocate(kind, itemsize_of(dtype)));
  set_one(dtype, kind, one->data);
  room.memory = storage_ptr(runtime::allocate(kind, size * itemsize_of(dtype)));
  runtime::count_temporary();
  c.b = one->data;
  c.c = room.memory->data;
  contract(c);
  return {static_cast<int>(room.shape.size()),
          room.label.data(),
          room.shape.data(),
          room.strides.data(),
          room.memory->data,
          false};
}

}  // namespace

bool contract_labelled(dtype_id dtype, memory_kind kind, labelled const& first, labelled const& second,
                       labelled const& result, coefficient const& alpha, coefficient const& beta,
                       finish const& last) try {
  summed room_a, room_b;
  labelled const a = without_own_sums(dtype, kind, first, second, result, room_a);
  labelled const b = without_own_sums(dtype, kind, second, first, result, room_b);
  contraction c;
  c.dtype = dtype, c.kind = kind;
  c.conjugate_a = a.conjugate, c.conjugate_b = b.conjugate;
  c.a = a.data, c.b = b.data, c.c = const_cast<void*>(result.data);
  c.alpha = alpha, c.beta = beta;
  c.last = last;
  for (int i = 0; i < result.rank; ++i) {
    int const l = result.label[i];
    bool const in_a = has(a, l), in_b = has(b, l);
    c.add(in_a && in_b ? role::batch
          : in_a       ? role::rows
                       : role::columns,
          result.shape[i], stride_in(a, l), stride_in(b, l), result.strides[i]);
  }
  for (int i = 0; i < a.rank; ++i) {
    int const l = a.label[i];
    bool first_time = true;
    for (int j = 0; j < i; ++j) first_time = first_time && a.label[j] != l;
    if (!first_time || has(result, l)) continue;
    std::int64_t const n = extent_in(a, l), m = extent_in(b, l);
    c.add(role::inner, n != 1 ? n : m, stride_in(a, l), stride_in(b, l), 0);
  }
  // A label that a has with extent 1, or not at all, was handled above; one of extent 1 in both changes nothing.
  return contract(c);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::library
