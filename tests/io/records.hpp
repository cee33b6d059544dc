// The data files that tests/data/make_io.py writes: records of four fields.
#pragma once

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fuse/core/dtype_id.hpp>
#include <fuse/io/format.hpp>

namespace io_tests {

struct record {
  std::map<std::string, std::string> facts;
  std::string fields[3];
};

inline std::string file_bytes(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline std::vector<record> read_records(std::string const& path) {
  std::string const bytes = file_bytes(path);
  std::size_t at = 0;
  auto const field = [&] {
    std::uint32_t n = 0;
    std::memcpy(&n, bytes.data() + at, sizeof(n));  // little-endian, as this machine
    std::string const out = bytes.substr(at + sizeof(n), n);
    at += sizeof(n) + n;
    return out;
  };
  std::vector<record> records;
  while (at < bytes.size()) {
    record r;
    std::istringstream lines(field());
    for (std::string line; std::getline(lines, line);) {
      std::size_t const equals = line.find('=');
      r.facts[line.substr(0, equals)] = line.substr(equals + 1);
    }
    for (std::string& f : r.fields) f = field();
    records.push_back(std::move(r));
  }
  return records;
}

inline cp::print_options options_of(record const& r) {
  cp::print_options o;
  for (auto const& [key, value] : r.facts) {
    if (key == "precision")
      o.precision = std::stoll(value);
    else if (key == "threshold")
      o.threshold = std::stoll(value);
    else if (key == "edgeitems")
      o.edgeitems = std::stoll(value);
    else if (key == "linewidth")
      o.linewidth = std::stoll(value);
    else if (key == "suppress")
      o.suppress = value == "True";
    else if (key == "nanstr")
      o.nanstr = value;
    else if (key == "infstr")
      o.infstr = value;
    else if (key == "sign")
      o.sign = value[0];
    else if (value == "fixed")
      o.floatmode = cp::float_mode::fixed;
    else if (value == "unique")
      o.floatmode = cp::float_mode::unique;
    else if (value == "maxprec")
      o.floatmode = cp::float_mode::maxprec;
    else if (value == "maxprec_equal")
      o.floatmode = cp::float_mode::maxprec_equal;
    else
      throw std::runtime_error("unknown option " + key);
  }
  return o;
}

inline std::vector<std::int64_t> strides_of(std::vector<std::int64_t> const& shape, bool fortran) {
  std::vector<std::int64_t> strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    std::size_t const i = fortran ? k : shape.size() - 1 - k;
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

}  // namespace io_tests
