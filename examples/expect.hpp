// What examples that stand beside documentation compare their lines with.
#pragma once

#include <cstdlib>
#include <fuse/fuse.hpp>
#include <iostream>
#include <vector>

namespace example {

/// Ends the program unless an expression has these elements in C order.
inline void expect(cp::ndarray<double, 1, cp::host_space> const& got, std::vector<double> const& elements,
                   char const* what) {
  bool same = got.size() == static_cast<std::int64_t>(elements.size());
  for (std::int64_t k = 0; same && k < got.size(); ++k) same = got(k) == elements[static_cast<std::size_t>(k)];
  if (same) return;
  std::cerr << what << " gives\n" << got << "\n";
  std::exit(1);
}
template <cp::expression E>
void expect(E const& e, std::vector<double> const& elements, char const* what) {
  expect(cp::eval(cp::astype<double>(cp::ravel(cp::eval(e).to_host()))), elements, what);
}

}  // namespace example
