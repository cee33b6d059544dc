// Joins of two expressions against the parts stored one by one, plain and within other operations.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>

#include "array/values.hpp"

namespace tests {

template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::index_array<Rank> const& shape, int first) {
  std::int64_t n = 1;
  for (int i = 0; i < Rank; ++i) n *= shape[i];
  auto const count = cp::arange<std::int64_t>(n);
  return cp::eval(cp::reshape(cp::astype<T>((count * 7 + first) % 23), shape));
}
/// The range [begin, end) of an axis.
template <class T, int Rank, class Space>
auto part(cp::ndarray<T, Rank, Space> const& a, int axis, std::int64_t begin, std::int64_t end) {
  auto shape = a.shape();
  shape[axis] = end - begin;
  return cp::ndarray<T, Rank, Space>(a.memory(), a.data() + begin * a.strides()[axis], shape, a.strides());
}
template <class A, class B>
void same(A const& a, B const& b) {
  REQUIRE(a.shape() == b.shape());
  auto const found = values(a), wanted = values(b);
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(found[i] == wanted[i]);
}
template <class Run>
std::int64_t launches_of(Run const& run) {
  auto const before = cp::count().launches;
  run();
  return cp::count().launches - before;
}

/// Two expressions joined along an axis, plain and within other operations, against the parts stored one by one.
template <class T, int Axis, int Rank>
void joins(cp::index_array<Rank> const& first, cp::index_array<Rank> const& second) {
  auto const a = numbers<T>(first, 1), b = numbers<T>(second, 5);
  auto whole = first;
  whole[Axis] += second[Axis];
  std::int64_t const cut = first[Axis];
  auto const other = numbers<T>(whole, 9);
  cp::index_array<Rank> line;
  for (int i = 0; i < Rank; ++i) line[i] = i == Axis ? whole[i] : 1;
  auto const along = numbers<T>(line, 2);
  cp::ndarray<T, Rank> wanted = cp::zeros<T>(whole), made;
  part(wanted, Axis, 0, cut)(cp::ellipsis) = a + a;
  part(wanted, Axis, cut, whole[Axis])(cp::ellipsis) = b * b;
  auto const joined = cp::concatenate(a + a, b * b, cp::axis<Axis>);
  CHECK(launches_of([&] { made = joined; }) == 1);
  same(made, wanted);
  made = cp::astype<T>(joined + other * along);
  same(made, cp::eval(cp::astype<T>(wanted + other * along)));
  made = cp::astype<T>(joined + cp::flip(joined, Axis));
  same(made, cp::eval(cp::astype<T>(wanted + cp::flip(wanted, Axis))));
  auto const sums = cp::eval(cp::sum(joined, cp::axis<Axis>));
  same(sums, cp::eval(cp::sum(wanted, cp::axis<Axis>)));
  // Into views: turned round, and every other element.
  cp::ndarray<T, Rank> to = cp::zeros<T>(whole);
  cp::flip(to, Axis)(cp::ellipsis) = joined;
  same(cp::eval(cp::flip(to, Axis)), wanted);
  auto wide = whole;
  wide[Rank - 1] *= 2;
  cp::ndarray<T, Rank> spread = cp::zeros<T>(wide);
  spread(cp::ellipsis, cp::slice(0, cp::end, 2)) = joined;
  same(cp::eval(spread(cp::ellipsis, cp::slice(0, cp::end, 2))), wanted);
  same(cp::eval(spread(cp::ellipsis, cp::slice(1, cp::end, 2))), cp::eval(cp::zeros<T>(whole)));
}

}  // namespace tests
