// Elements where a mask is true, one behind the other. How many there are is known when the mask is: one wait, or none
// where the count stays in memory.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/library/select.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/ufunc_methods.hpp>
#include <type_traits>

namespace cp {

namespace detail {

template <class Space>
constexpr memory_kind selected_in = std::is_same_v<Space, host_space> ? memory_kind::host : memory_kind::device;

/// Starts a selection from `n` elements of a mask. `values` null: of places.
template <class Space, int Rank, class T>
void start_select(ndarray<bool, Rank, Space> const& mask, T const* values, T* to, std::int64_t* count) {
  note_use_here(mask);
  library::select(selected_in<Space>, {mask.data(), mask.size(), values, sizeof(T)}, to, count);
}

/// The places, in C order, where a mask is true. Waits once.
template <class Space, int Rank>
ndarray<std::int64_t, 1, Space> true_places(ndarray<bool, Rank, Space> const& given, char const* where) {
  auto const mask = laid_out<bool, Rank, Space>(given, given.shape(), storage_ptr(), where);
  std::int64_t const n = mask.size() == 0 ? 0 : eval(cp::count_nonzero(mask)).item();
  auto to = make_array<std::int64_t, 1, Space>({{n}}, where);
  if (n == 0) return to;
  auto const count = make_array<std::int64_t, 1, Space>({{1}}, where);
  start_select<Space>(mask, static_cast<std::int64_t const*>(nullptr), to.data(), count.data());
  return to;
}
template <expression M>
auto true_places(M const& mask, char const* where) {
  return true_places(laid_out<bool, M::rank, space_of<M>>(mask, expr::shape_of(mask), storage_ptr(), where), where);
}

/// The elements of an array, in C order, where a mask of its shape is true. Waits once.
template <class T, int Rank, class Space>
ndarray<T, 1, Space> chosen(ndarray<T, Rank, Space> const& from, ndarray<bool, Rank, Space> const& given,
                            char const* where) {
  auto const mask = laid_out<bool, Rank, Space>(given, given.shape(), storage_ptr(), where);
  auto const values = laid_out<T, Rank, Space>(from, given.shape(), storage_ptr(), where);
  std::int64_t const n = mask.size() == 0 ? 0 : eval(cp::count_nonzero(mask)).item();
  auto to = make_array<T, 1, Space>({{n}}, where);
  if (n == 0) return to;
  auto const count = make_array<std::int64_t, 1, Space>({{1}}, where);
  note_use_here(values);
  start_select<Space>(mask, values.data(), to.data(), count.data());
  return to;
}
/// The same of expressions, which broadcast.
template <expression X, expression M>
auto chosen(X const& x, M const& mask, char const* where) {
  using space = expr::space_or_default<typename expr::common_space<typename X::space, typename M::space>::type>;
  constexpr int rank = X::rank > M::rank ? X::rank : M::rank;
  auto const shape = broadcast_shapes(expr::shape_of(x), expr::shape_of(mask), where);
  return chosen(laid_out<typename X::value_type, rank, space>(x, shape, storage_ptr(), where),
                laid_out<bool, rank, space>(mask, shape, storage_ptr(), where), where);
}

}  // namespace detail

/// What cp::compact gives.
template <class T, class Space>
struct compacted {
  ndarray<T, 1, Space> values;            ///< room for all elements; the first `count` are those that were chosen
  ndarray<std::int64_t, 0, Space> count;  ///< how many there are
};

/// The elements of `x`, in C order, where `mask` is true, without waiting for how many there are: they stand first in
/// an array that has room for all (what follows them is not specified), and their number stays in memory. Works inside
/// graphs: neighbour lists, active sets.
///
/// shape    both broadcast; n elements -> (n,) and ()
/// throws   shape_error where the shapes do not broadcast
/// example  auto [active, n] = cp::compact(cp::arange(x.size()), x > 0)
template <expression X, expression M>
[[nodiscard]] auto compact(X const& x, M const& mask) {
  static_assert(boolean<typename M::value_type>, "cp::compact: a mask must be boolean");
  constexpr char const* where = "cp::compact";
  using T = typename X::value_type;
  using space = expr::space_or_default<typename expr::common_space<typename X::space, typename M::space>::type>;
  constexpr int rank = X::rank > M::rank ? X::rank : M::rank;
  auto const shape = broadcast_shapes(expr::shape_of(x), expr::shape_of(mask), where);
  auto const values = detail::laid_out<T, rank, space>(x, shape, storage_ptr(), where);
  auto const flags = detail::laid_out<bool, rank, space>(mask, shape, storage_ptr(), where);
  compacted<T, space> result{detail::make_array<T, 1, space>({{values.size()}}, where),
                             detail::make_array<std::int64_t, 0, space>({}, where)};
  if (values.size() == 0) {
    result.count.fill(0);
    return result;
  }
  detail::note_use_here(values);
  detail::start_select<space>(flags, static_cast<T const*>(values.data()), result.values.data(), result.count.data());
  return result;
}

}  // namespace cp
