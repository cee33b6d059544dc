// Prints the largest errors of functions of cp::special: scripts/special_accuracy compiles what calls this.
#pragma once

#include <cstdio>
#include <fstream>
#include <string>
#include <utility>

#include "data.hpp"
#include "measure.hpp"

namespace accuracy {

/// The folder of what functions are compared with, and that of what SciPy gives at the same arguments; empty where
/// there is none.
inline std::string points = tests::data_folder() + "/special/", scipy;

/// A line: the name, the errors of float64, float32 and SciPy's float64 (-1 where there is none), the numbers of
/// points, and of those at which float64 and SciPy are more than 8 steps off.
template <class Op>
void print(std::string const& name, cp::ufunc<Op> const& f) {
  if (!std::ifstream(points + name + ".npy")) return;
  reference::table const t(name, points);
  using places = std::make_index_sequence<static_cast<std::size_t>(Op::arity)>;
  auto const wide = reference::measure<double>(t, f, places{}), narrow = reference::measure<float>(t, f, places{});
  double theirs = -1;
  std::size_t theirs_beyond = 0;
  if (!scipy.empty() && std::ifstream(scipy + name + ".npy")) {
    reference::table const values(name, scipy);
    auto const of_scipy = reference::measure<double>(t, Op::arity, wide.rows, values.values);
    theirs = of_scipy.worst;
    theirs_beyond = of_scipy.beyond;
  }
  std::printf("%s %.17g %.17g %.17g %zu %zu %zu %zu\n", name.c_str(), wide.worst, narrow.worst, theirs,
              wide.rows.size(), narrow.rows.size(), wide.beyond, theirs_beyond);
}

}  // namespace accuracy
