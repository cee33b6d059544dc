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

constexpr int table_kinds = 8;

/// Reads a table of kind 0 to 7: a dtype with one of two sets of rules. Returns whether it was one.
inline bool read_table(void const* data, std::size_t size, int kind) {
  static constexpr cp::dtype_id dtypes[] = {cp::dtype_id::float64, cp::dtype_id::int16, cp::dtype_id::complex64,
                                            cp::dtype_id::bool_};
  cp::loadtxt_options const by_space;
  cp::genfromtxt_options by_comma;
  by_comma.delimiter = ",";
  by_comma.skip_footer = 1;
  cp::dtype_id const dtype = dtypes[kind / 2];
  cp::io::memory_source source(data, static_cast<std::int64_t>(size));
  try {
    cp::io::table const t = cp::io::read_table(
        source, kind % 2 == 0 ? cp::io::rules_of(by_space, dtype) : cp::io::rules_of(by_comma, dtype));
    require(t.rows >= 0 && t.columns >= 0 && t.memory->bytes >= t.rows * t.columns);
    return true;
  } catch (cp::value_error const&) {
    return false;
  }
}

/// Reads a table of each kind. Returns how many were.
inline int read_tables(void const* data, std::size_t size) {
  int tables = 0;
  for (int kind = 0; kind < table_kinds; ++kind) tables += read_table(data, size, kind);
  return tables;
}

}  // namespace fuzz
