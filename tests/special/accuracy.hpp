// Prints the largest errors of functions of cp::special: scripts/special_accuracy compiles what calls this.
#pragma once

#include <cstdio>
#include <fstream>
#include <string>
#include <utility>

#include "measure.hpp"

namespace accuracy {

/// The folder of what SciPy gives at the same arguments; empty where there is none.
inline std::string scipy;

/// A line: the name, the errors of float64, float32 and SciPy's float64 (-1 where there is none), the numbers of
/// points.
template <class Op>
void print(std::string const& name, cp::ufunc<Op> const& f) {
  reference::table const t(name);
  using places = std::make_index_sequence<static_cast<std::size_t>(Op::arity)>;
  auto const wide = reference::measure<double>(t, f, places{}), narrow = reference::measure<float>(t, f, places{});
  double theirs = -1;
  if (!scipy.empty() && std::ifstream(scipy + name + ".npy")) {
    reference::table const values(name, scipy);
    theirs = reference::measure<double>(t, Op::arity, wide.rows, values.values).worst;
  }
  std::printf("%s %.17g %.17g %.17g %zu %zu\n", name.c_str(), wide.worst, narrow.worst, theirs, wide.rows.size(),
              narrow.rows.size());
}

}  // namespace accuracy
