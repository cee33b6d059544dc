// Braces that nest as deep as an array has axes.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/core/shape.hpp>
#include <initializer_list>
#include <utility>

namespace cp::detail {

template <class T, int Rank>
struct nested_list_of {
  using type = std::initializer_list<typename nested_list_of<T, Rank - 1>::type>;
};
template <class T>
struct nested_list_of<T, 0> {
  using type = T;
};

/// A range whose elements lie side by side in memory and become `Element`. (A requirement of the constructor itself,
/// { *r.data() } -> ..., ends g++ 13.)
template <class Range, class Element>
concept run_of = std::convertible_to<decltype(*std::declval<Range const&>().data()), Element> &&
    requires(Range const& r) {
  r.size();
};

/// The elements of an array in memory order, of braces that nest Rank deep.
template <class T, int Rank>
using nested_list = typename nested_list_of<T, Rank>::type;

template <int Depth, int Rank, class List>
void nested_shape(List const& list, index_array<Rank>& shape) {
  shape[Depth] = static_cast<std::int64_t>(list.size());
  if constexpr (Depth + 1 < Rank)
    if (list.size() > 0) nested_shape<Depth + 1>(*list.begin(), shape);
}

template <int Depth, int Rank, class List, class T>
void nested_copy(List const& list, index_array<Rank> const& shape, T*& to) {
  if (static_cast<std::int64_t>(list.size()) != shape[Depth])
    throw_value("cp::ndarray", "lists on one axis differ in length; one has", static_cast<std::int64_t>(list.size()));
  for (auto const& item : list) {
    if constexpr (Depth + 1 < Rank)
      nested_copy<Depth + 1>(item, shape, to);
    else
      *to++ = item;
  }
}

}  // namespace cp::detail
