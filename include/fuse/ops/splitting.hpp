// Arrays split along an axis: views.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/ops/joining.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cp {

/// A number of parts, spelled out: `cp::array_split(a, cp::sections{3})` is `cp::array_split(a, 3)`.
struct sections {
  std::int64_t n;  ///< how many
};
/// Places to cut at, NumPy's list: `cp::split(a, cp::cuts{2, 5})` gives [0, 2), [2, 5) and the rest.
struct cuts {
  /// The places; negative ones count from the end, as in slices.
  template <std::integral... I>
  explicit cuts(I... places) : at{static_cast<std::int64_t>(places)...} {}
  /// As many as a program has.
  explicit cuts(std::vector<std::int64_t> places) : at(std::move(places)) {}
  std::vector<std::int64_t> at;  ///< the places
};

namespace detail {
/// Room for as many views; out_of_memory where there is none.
template <class A>
void reserve_parts(std::vector<A>& parts, std::int64_t count) {
  try {
    parts.reserve(static_cast<std::size_t>(count));
  } catch (std::exception const&) {
    runtime::throw_out_of_bookkeeping(wrapping_product(count, static_cast<std::int64_t>(sizeof(A))));
  }
}
}  // namespace detail

namespace detail {
/// What says where to split.
template <class Where>
concept split_by = std::integral<Where> || std::same_as<Where, sections> || std::same_as<Where, cuts>;

/// Parts along an axis: equal ones, ones of which the first are longer by one, or those between cuts.
template <array_type A, split_by Where>
std::vector<A> split_for(char const* where, A const& a, Where const& by, int axis, bool equal) {
  int const k = normalize_axis(axis, A::rank, where);
  std::int64_t const n = a.shape()[k];
  std::vector<A> parts;
  if constexpr (std::same_as<Where, cuts>) {
    std::int64_t from = 0;
    for (std::size_t i = 0; i <= by.at.size(); ++i) {
      std::int64_t const to = i < by.at.size() ? by.at[i] : n;
      auto const r = resolve(slice(from, to), n);
      parts.push_back(range_of_axis(a, k, r.start, r.start + r.extent));
      from = to;
    }
  } else {
    std::int64_t const wanted = [&] {
      if constexpr (std::same_as<Where, sections>)
        return by.n;
      else
        return static_cast<std::int64_t>(by);
    }();
    if (equal && (wanted < 1 || n % wanted != 0))
      throw value_error(where + (": " + std::to_string(wanted)) + " equal parts cannot be made of " +
                        std::to_string(n) + " elements; array_split can");
    if (wanted < 1) throw_value(where, "the number of sections must be at least 1, not", wanted);
    reserve_parts(parts, wanted);
    for (std::int64_t i = 0, at = 0; i < wanted; ++i) {
      std::int64_t const next = at + n / wanted + (i < n % wanted);
      parts.push_back(range_of_axis(a, k, at, next));
      at = next;
    }
  }
  return parts;
}
}  // namespace detail

/// Parts of an array along an axis: so many, the first ones longer by one where it does not divide, or those between
/// cp::cuts. Views. Throws value_error below 1, out_of_memory for more than there is room for, index_error.
///
/// numpy    numpy.array_split
template <array_type A, detail::split_by Where>
[[nodiscard]] std::vector<A> array_split(A const& a, Where const& by, int axis = 0) {
  return detail::split_for("cp::array_split", a, by, axis, false);
}
/// The same of equal parts. Views. Throws value_error if it does not divide.
///
/// numpy    numpy.split
template <array_type A, detail::split_by Where>
[[nodiscard]] std::vector<A> split(A const& a, Where const& by, int axis = 0) {
  return detail::split_for("cp::split", a, by, axis, true);
}
/// split along axis 0, 1 (of 1-D arrays 0), 2. An array that has not the axes does not compile.
///
/// numpy    numpy.vsplit, numpy.hsplit, numpy.dsplit
template <array_type A, detail::split_by Where>
[[nodiscard]] std::vector<A> vsplit(A const& a, Where const& by) {
  static_assert(A::rank >= 2, "cp::vsplit needs an array of at least two axes");
  return detail::split_for("cp::vsplit", a, by, 0, true);
}
template <array_type A, detail::split_by Where>
[[nodiscard]] std::vector<A> hsplit(A const& a, Where const& by) {
  static_assert(A::rank >= 1, "cp::hsplit needs an array of at least one axis");
  return detail::split_for("cp::hsplit", a, by, A::rank > 1 ? 1 : 0, true);
}
template <array_type A, detail::split_by Where>
[[nodiscard]] std::vector<A> dsplit(A const& a, Where const& by) {
  static_assert(A::rank >= 3, "cp::dsplit needs an array of at least three axes");
  return detail::split_for("cp::dsplit", a, by, 2, true);
}
/// NumPy's list of places to cut at, which a brace would hide: say cp::sections{3} or cp::cuts{3}.
template <array_type A, int N>
std::vector<A> array_split(A const& a, extent const (&)[N],
                           int axis = 0) = delete;  // cp::sections{n} or cp::cuts{i, j}
template <array_type A, int N>
std::vector<A> split(A const& a, extent const (&)[N], int axis = 0) = delete;  // cp::sections{n} or cp::cuts{i, j}
template <array_type A, int N>
std::vector<A> vsplit(A const& a, extent const (&)[N]) = delete;  // cp::sections{n} or cp::cuts{i, j}
template <array_type A, int N>
std::vector<A> hsplit(A const& a, extent const (&)[N]) = delete;  // cp::sections{n} or cp::cuts{i, j}
template <array_type A, int N>
std::vector<A> dsplit(A const& a, extent const (&)[N]) = delete;  // cp::sections{n} or cp::cuts{i, j}

}  // namespace cp
