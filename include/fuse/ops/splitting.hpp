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

/// `sections` parts along an axis, the first ones longer by one where it does not divide. Views. Throws value_error
/// below 1, out_of_memory for more than there is room for.
template <array_type A, std::integral I>
[[nodiscard]] std::vector<A> array_split(A const& a, I count, int axis = 0) {
  auto const parts_wanted = static_cast<std::int64_t>(count);
  int const k = normalize_axis(axis, A::rank, "cp::array_split");
  if (parts_wanted < 1)
    detail::throw_value("cp::array_split", "the number of sections must be at least 1, not", parts_wanted);
  std::int64_t const n = a.shape()[k], each = n / parts_wanted, longer = n % parts_wanted;
  std::vector<A> parts;
  detail::reserve_parts(parts, parts_wanted);
  for (std::int64_t i = 0, at = 0; i < parts_wanted; ++i) {
    std::int64_t const next = at + each + (i < longer);
    parts.push_back(detail::range_of_axis(a, k, at, next));
    at = next;
  }
  return parts;
}
template <array_type A>
[[nodiscard]] std::vector<A> array_split(A const& a, sections s, int axis = 0) {
  return array_split(a, s.n, axis);
}
/// Parts that end at the given places, as slices do. Views. `split` does the same.
template <array_type A>
[[nodiscard]] std::vector<A> array_split(A const& a, cuts const& c, int axis = 0) {
  int const k = normalize_axis(axis, A::rank, "cp::array_split");
  std::int64_t const n = a.shape()[k];
  std::vector<A> parts;
  std::int64_t from = 0;
  for (std::size_t i = 0; i <= c.at.size(); ++i) {
    std::int64_t const to = i < c.at.size() ? c.at[i] : n;
    auto const r = detail::resolve(slice(from, to), n);
    parts.push_back(detail::range_of_axis(a, k, r.start, r.start + r.extent));
    from = to;
  }
  return parts;
}
/// `sections` equal parts along an axis. Views. Throws value_error if it does not divide.
template <array_type A, std::integral I>
[[nodiscard]] std::vector<A> split(A const& a, I count, int axis = 0) {
  auto const parts_wanted = static_cast<std::int64_t>(count);
  int const k = normalize_axis(axis, A::rank, "cp::split");
  if (parts_wanted < 1 || a.shape()[k] % parts_wanted != 0)
    throw value_error("cp::split: " + std::to_string(parts_wanted) + " equal parts cannot be made of " +
                      std::to_string(a.shape()[k]) + " elements; array_split can");
  return array_split(a, parts_wanted, k);
}
template <array_type A>
[[nodiscard]] std::vector<A> split(A const& a, sections s, int axis = 0) {
  return split(a, s.n, axis);
}
template <array_type A>
[[nodiscard]] std::vector<A> split(A const& a, cuts const& c, int axis = 0) {
  return array_split(a, c, axis);
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
/// split along axis 0, 1 (of 1-D arrays 0), 2.
template <array_type A, std::integral I>
[[nodiscard]] std::vector<A> vsplit(A const& a, I count) {
  return split(a, count, 0);
}
template <array_type A, class Where>
requires(std::same_as<Where, sections> || std::same_as<Where, cuts>)
    [[nodiscard]] std::vector<A> vsplit(A const& a, Where const& where) {
  return split(a, where, 0);
}
template <array_type A, std::integral I>
[[nodiscard]] std::vector<A> hsplit(A const& a, I count) {
  return split(a, count, A::rank > 1 ? 1 : 0);
}
template <array_type A, class Where>
requires(std::same_as<Where, sections> || std::same_as<Where, cuts>)
    [[nodiscard]] std::vector<A> hsplit(A const& a, Where const& where) {
  return split(a, where, A::rank > 1 ? 1 : 0);
}
template <array_type A, std::integral I>
[[nodiscard]] std::vector<A> dsplit(A const& a, I count) {
  return split(a, count, 2);
}
template <array_type A, class Where>
requires(std::same_as<Where, sections> || std::same_as<Where, cuts>)
    [[nodiscard]] std::vector<A> dsplit(A const& a, Where const& where) {
  return split(a, where, 2);
}

}  // namespace cp
