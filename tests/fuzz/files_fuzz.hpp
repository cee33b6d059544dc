// What the fuzz targets and the mutation tests do with hostile bytes: read all members of an archive, read a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <fuse/core/error.hpp>
#include <fuse/io/npy.hpp>
#include <fuse/io/text.hpp>
#include <fuse/io/zip.hpp>
#include "npy_fuzz.hpp"

namespace fuzz {

/// Reads every member of an archive and, where one is an array, its elements. Returns how many were.
inline int read_archive(void const* data, std::size_t size) {
  int arrays = 0;
  try {
    cp::io::zip_archive const archive(
        std::make_unique<cp::io::memory_store const>(data, static_cast<std::int64_t>(size)));
    for (auto const& member : archive.members()) {
      require(archive.find(member.name) == &member);
      require(member.begin >= 0 && member.limit <= static_cast<std::int64_t>(size));
      try {
        auto const source = archive.open(member);
        cp::io::npy_header const h = cp::io::read_npy_header(*source);
        if (h.nbytes() > std::int64_t{1} << 28) continue;  // it would be read as far as bytes come
        cp::storage_ptr const elements = cp::detail::read_npy_elements(*source, h);
        require(elements->bytes >= h.nbytes());
        ++arrays;
      } catch (cp::io_error const&) {
      }
    }
  } catch (cp::io_error const&) {
  }
  return arrays;
}

/// Reads a table of each kind. Returns how many were.
inline int read_tables(void const* data, std::size_t size) {
  int tables = 0;
  cp::loadtxt_options const by_space;
  cp::genfromtxt_options by_comma;
  by_comma.delimiter = ",";
  by_comma.skip_footer = 1;
  for (cp::dtype_id const dtype :
       {cp::dtype_id::float64, cp::dtype_id::int16, cp::dtype_id::complex64, cp::dtype_id::bool_}) {
    for (auto const& rules : {cp::io::rules_of(by_space, dtype), cp::io::rules_of(by_comma, dtype)}) {
      cp::io::memory_source source(data, static_cast<std::int64_t>(size));
      try {
        cp::io::table const t = cp::io::read_table(source, rules);
        require(t.rows >= 0 && t.columns >= 0 && t.memory->bytes >= t.rows * t.columns);
        ++tables;
      } catch (cp::value_error const&) {
      }
    }
  }
  return tables;
}

}  // namespace fuzz
