// What the fuzz target and the mutation test do with hostile bytes: read, print and save the arrays in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <fuse/core/error.hpp>
#include <fuse/io/format.hpp>
#include <fuse/io/npy.hpp>

namespace fuzz {

inline void require(bool good) {
  if (!good) std::abort();
}

/// Moves structs of a file to where a program's struct {float x, y, z; } of 16 bytes has them, if it has those members.
inline void load_structs(cp::io::npy_header const& h, std::vector<unsigned char> const& elements) {
  auto const member = [](char const* name, std::int64_t offset) {
    return cp::io::struct_field{name, offset, cp::dtype_id::float32, 4, false, {}, {}};
  };
  static cp::io::struct_layout const own{16, {member("x", 0), member("y", 4), member("z", 8)}};
  try {
    cp::detail::check_npy(h, "test.npy", cp::dtype_id::other, 16, static_cast<int>(h.shape.size()), &own);
  } catch (cp::dtype_error const&) {
    return;
  }
  cp::storage_ptr memory(cp::runtime::allocate(cp::memory_kind::host, static_cast<std::int64_t>(elements.size())));
  if (!elements.empty()) std::memcpy(memory->data, elements.data(), elements.size());
  require(cp::detail::as_structs(memory, h, &own)->bytes >= 16 * h.size());
}

/// Reads arrays one after another until the bytes end or are wrong. Returns how many there were.
inline int read_all_arrays(void const* data, std::size_t size) {
  cp::io::memory_source source(data, static_cast<std::int64_t>(size));
  int arrays = 0;
  try {
    for (;;) {
      cp::io::npy_header const h = cp::io::read_npy_header(source);
      // what a caller allocates is bounded by the bytes that are there
      require(h.nbytes() >= 0 && h.nbytes() <= source.remaining());
      require(h.itemsize > 0 && h.shape.size() <= 64);
      std::vector<unsigned char> elements(static_cast<std::size_t>(h.nbytes()));
      cp::io::read_npy_data(source, h, elements.data());

      std::vector<std::int64_t> strides(h.shape.size());
      std::int64_t stride = 1;
      for (std::size_t k = 0; k < strides.size(); ++k) {
        std::size_t const i = h.fortran_order ? k : strides.size() - 1 - k;
        strides[i] = stride;
        stride *= h.shape[i];
      }
      cp::print_options options;
      options.threshold = 50;
      cp::io::struct_layout const layout{h.itemsize, h.fields};
      if (!h.fields.empty()) load_structs(h, elements);
      std::string const text = cp::io::format_array(
          h.dtype, h.itemsize, elements.data(), static_cast<int>(strides.size()), h.shape.data(), strides.data(),
          options, true, cp::io::elements_given::all, h.fields.empty() ? nullptr : &layout);
      require(text.substr(0, 6) == "array(");

      std::string const again = cp::io::make_npy_header(h.dtype, h.itemsize, h.shape, h.fortran_order);
      cp::io::memory_source header_bytes(again.data(), static_cast<std::int64_t>(again.size()));
      if (h.nbytes() == 0) {  // else it says, rightly, that the elements are missing
        cp::io::npy_header const same = cp::io::read_npy_header(header_bytes);
        require(same.shape == h.shape && same.dtype == h.dtype && same.fortran_order == h.fortran_order);
      }
      ++arrays;
    }
  } catch (cp::io_error const&) {
  }
  return arrays;
}

}  // namespace fuzz
