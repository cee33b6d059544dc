// Whether a file's array is the one that the program asked for, and structs whose members lie elsewhere in the file.
#include <algorithm>
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/io/format.hpp>
#include <fuse/io/npy.hpp>
#include <new>

#include "npy_parts.hpp"

namespace cp::detail {

namespace {

using io::struct_field;

std::string type_text(dtype_id d, std::int64_t bytes) {
  return d == dtype_id::other ? std::string("elements of ") + std::to_string(bytes) + " bytes" : dtype_name(d);
}

std::string member_text(struct_field const& f) {
  std::string const type = f.fields.empty() ? type_text(f.dtype, f.itemsize) : "a struct";
  return f.shape.empty() ? type : type + " of shape " + shape_text(f.shape.data(), static_cast<int>(f.shape.size()));
}

struct_field const* find(std::vector<struct_field> const& fields, std::string const& name) {
  auto const at = std::find_if(fields.begin(), fields.end(), [&](struct_field const& f) { return f.name == name; });
  return at == fields.end() ? nullptr : &*at;
}

bool same_type(struct_field const& file, struct_field const& own) {
  if (file.shape != own.shape || file.fields.empty() != own.fields.empty()) return false;
  if (!own.fields.empty()) return true;  // their members are compared
  bool const raw_bfloat16 = own.dtype == dtype_id::bfloat16 && file.dtype == dtype_id::other;
  return (file.dtype == own.dtype || raw_bfloat16) && file.itemsize == own.itemsize;
}

// Throws dtype_error unless the file has the struct's members and no others. `inside` is the path of a nested one.
void check_members(std::vector<struct_field> const& file, std::vector<struct_field> const& own, std::string const& name,
                   std::string const& inside) {
  auto const error = [&](std::string const& member, std::string const& what) {
    throw dtype_error("cp::load: " + name + ": the struct's member '" + io::shown(inside + member) + "' " + what);
  };
  for (struct_field const& f : own) {
    struct_field const* const found = find(file, f.name);
    if (!found) error(f.name, "is not in the file");
    if (!same_type(*found, f)) error(f.name, "is " + member_text(*found) + " in the file, expected " + member_text(f));
    if (!f.fields.empty()) check_members(found->fields, f.fields, name, inside + f.name + ".");
  }
  for (struct_field const& f : file)
    if (!find(own, f.name)) error(f.name, "is in the file alone");
}

// Bytes of an element that lie one behind the other in the file and in memory.
struct run {
  std::int64_t from, to, bytes;
};

void add_runs(std::vector<run>& runs, std::vector<struct_field> const& file, std::int64_t from,
              std::vector<struct_field> const& own, std::int64_t to) {
  for (struct_field const& f : own) {
    struct_field const& in_file = *find(file, f.name);
    std::int64_t const a = from + in_file.offset, b = to + f.offset;
    if (!f.fields.empty()) {
      for (std::int64_t i = 0; i < f.count(); ++i)
        add_runs(runs, in_file.fields, a + i * in_file.itemsize, f.fields, b + i * f.itemsize);
    } else if (!runs.empty() && runs.back().from + runs.back().bytes == a && runs.back().to + runs.back().bytes == b) {
      runs.back().bytes += f.itemsize * f.count();
    } else {
      runs.push_back({a, b, f.itemsize * f.count()});
    }
  }
}

std::vector<run> runs_of(io::npy_header const& header, io::struct_layout const& layout) {
  std::vector<run> runs;
  add_runs(runs, header.fields, 0, layout.fields, 0);
  return runs;
}

}  // namespace

void check_npy(io::npy_header const& header, std::string const& name, dtype_id dtype, std::int64_t itemsize, int rank,
               io::struct_layout const* layout) try {
  if (layout && !header.fields.empty()) {
    check_members(header.fields, layout->fields, name, "");
  } else {
    bool const same = header.dtype == dtype && header.itemsize == itemsize;
    if (!same && !(dtype == dtype_id::bfloat16 && header.may_be_bfloat16()))
      throw dtype_error("cp::load: " + name + " holds " + type_text(header.dtype, header.itemsize) + ", but " +
                        type_text(dtype, itemsize) +
                        " was asked for; load it as what it is and convert with cp::astype<T>");
  }
  if (static_cast<int>(header.shape.size()) != rank)
    throw shape_error("cp::load: " + name + " holds an array of " + std::to_string(header.shape.size()) +
                      " axes, but " + std::to_string(rank) + " were asked for");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

bool lies_as(io::npy_header const& header, io::struct_layout const* layout) try {
  if (!layout || header.fields.empty()) return true;
  std::vector<run> const runs = runs_of(header, *layout);
  return header.itemsize == layout->itemsize &&
         std::all_of(runs.begin(), runs.end(), [](run const& r) { return r.from == r.to; });
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

storage_ptr as_structs(storage_ptr memory, io::npy_header const& header, io::struct_layout const* layout) try {
  if (lies_as(header, layout)) return memory;
  std::int64_t const n = header.size();
  (void)checked_size("cp::load", header.shape.data(), static_cast<int>(header.shape.size()), layout->itemsize);
  storage_ptr made(runtime::allocate(memory_kind::host, n * layout->itemsize));
  auto const* from = static_cast<unsigned char const*>(memory->data);
  auto* to = static_cast<unsigned char*>(made->data);
  std::vector<run> const runs = runs_of(header, *layout);
  for (std::int64_t i = 0; i < n; ++i, from += header.itemsize, to += layout->itemsize) {
    std::memset(to, 0, static_cast<std::size_t>(layout->itemsize));  // what lies between members
    for (run const& r : runs) std::memcpy(to + r.to, from + r.from, static_cast<std::size_t>(r.bytes));
  }
  return made;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::detail
