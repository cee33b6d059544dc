// What the members of a struct are, as run-time values: for its text and its files.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <string>
#include <vector>

namespace cp {

namespace io {

/// A member of a struct: a number, an array of them, a struct, or an array of structs.
struct struct_field {
  std::string name;                  ///< its name
  std::int64_t offset = 0;           ///< where it begins, in bytes from the struct's first one
  dtype_id dtype = dtype_id::other;  ///< of a number which one; `other` for a struct and for raw bytes
  std::int64_t itemsize = 0;         ///< bytes of one element
  bool byte_swapped = false;         ///< numbers are in the other byte order than this machine's (in a file)
  std::vector<std::int64_t> shape;   ///< extents of a member that is an array
  std::vector<struct_field> fields;  ///< the members of a member that is a struct

  /// Number of elements: the product of `shape`.
  std::int64_t count() const;
};

/// The members of a struct in the order in which they lie.
struct struct_layout {
  std::int64_t itemsize = 0;         ///< bytes of the struct
  std::vector<struct_field> fields;  ///< its members; none for raw bytes
};

/// A number's dtype as .npy files spell it: "<f4", "|b1"; `other` is raw bytes.
std::string descr_of(dtype_id dtype, std::int64_t itemsize);
/// NumPy's dtype.descr, which .npy files hold: "[('x', '<f4'), ('', '|V4'), ('y', '<f8')]".
std::string descr_of(struct_layout const& layout);
/// NumPy's str(dtype): the list of the members, or a dictionary where something lies between them.
std::string dtype_text(struct_layout const& layout);

}  // namespace io

/// Where the layout of a struct is found; null where nobody has told it. fuse/structs.hpp specialises it.
template <class T>
struct struct_members {
  /// The layout, or null.
  static io::struct_layout const* layout() { return nullptr; }
};

}  // namespace cp
