// The facts of the records that tests/data/make_files.py writes, as options.
#pragma once

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fuse/core/dtype.hpp>
#include <fuse/io/number_format.hpp>
#include <fuse/io/text.hpp>

namespace io_tests {

using facts_type = std::map<std::string, std::string>;

inline std::string from_hex(std::string const& hex) {
  std::string text;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return text;
}

inline std::vector<std::string> split(std::string const& list) {
  std::vector<std::string> items;
  std::istringstream in(list);
  for (std::string item; std::getline(in, item, ',');) items.push_back(item);
  return items;
}

inline std::vector<std::string> strings(std::string const& list) {
  std::vector<std::string> all = split(list);
  for (std::string& s : all) s = from_hex(s);
  return all;
}

template <class T>
std::vector<T> numbers(std::string const& list) {
  std::vector<T> all;
  for (std::string const& s : split(list)) all.push_back(static_cast<T>(std::stoll(s)));
  return all;
}

inline cp::dtype_id dtype_named(std::string const& name) {
  for (int i = 0;; ++i) {
    auto const id = static_cast<cp::dtype_id>(i);
    if (cp::dtype_name(id) == name) return id;
  }
}

template <class Options>
Options common_options(facts_type const& facts) {
  Options o;
  for (auto const& [key, value] : facts) {
    if (key == "delimiter") o.delimiter = from_hex(value);
    if (key == "comments") o.comments = strings(value);
    if (key == "usecols") o.usecols = numbers<int>(value);
    if (key == "max_rows") o.max_rows = std::stoll(value);
  }
  return o;
}

inline cp::loadtxt_options loadtxt_options(facts_type const& facts) {
  auto o = common_options<cp::loadtxt_options>(facts);
  if (facts.count("skiprows") != 0) o.skiprows = std::stoll(facts.at("skiprows"));
  return o;
}

inline cp::genfromtxt_options genfromtxt_options(facts_type const& facts) {
  auto o = common_options<cp::genfromtxt_options>(facts);
  for (auto const& [key, value] : facts) {
    if (key == "skip_header") o.skip_header = std::stoll(value);
    if (key == "skip_footer") o.skip_footer = std::stoll(value);
    if (key == "invalid_raise") o.invalid_raise = value == "True";
    if (key == "widths") o.widths = numbers<std::int64_t>(value);
    if (key == "missing")
      for (int const x : numbers<int>(value)) o.filling_values.emplace_back(x);
  }
  return o;
}

inline cp::savetxt_options savetxt_options(facts_type const& facts) {
  cp::savetxt_options o;
  for (auto const& [key, value] : facts) {
    if (key == "fmt") o.fmt = strings(value);
    if (key == "delimiter") o.delimiter = from_hex(value);
    if (key == "newline") o.newline = from_hex(value);
    if (key == "header") o.header = from_hex(value);
    if (key == "footer") o.footer = from_hex(value);
    if (key == "comments") o.comments = value == "-" ? "" : from_hex(value);
  }
  return o;
}

inline cp::float_text_options number_options(facts_type const& facts) {
  cp::float_text_options o;
  for (auto const& [key, value] : facts) {
    if (key == "precision") o.precision = std::stoll(value);
    if (key == "unique") o.unique = value == "True";
    if (key == "fractional") o.fractional = value == "True";
    if (key == "trim") o.trim = from_hex(value)[0];
    if (key == "sign") o.sign = value == "True";
    if (key == "pad_left") o.pad_left = std::stoll(value);
    if (key == "pad_right") o.pad_right = std::stoll(value);
    if (key == "min_digits") o.min_digits = std::stoll(value);
    if (key == "exp_digits") o.exp_digits = std::stoll(value);
  }
  return o;
}

}  // namespace io_tests
