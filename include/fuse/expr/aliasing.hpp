// The pass that finds out whether writing the result could change an operand before it is read.
#pragma once

#include <cstdint>

#include <fuse/expr/node.hpp>
#include <fuse/ndarray.hpp>

namespace cp::expr {

/// Calls on_leaf(array) for arrays that are read at the position that is written, on_table(array) for arrays that are read anywhere.
template <class T, int Rank, class Space, class L, class G>
constexpr void visit_arrays(ndarray<T, Rank, Space> const& a, L&& on_leaf, G&&) {
  on_leaf(a);
}
template <class Rule, int Rank, class L, class G>
constexpr void visit_arrays(places<Rule, Rank> const&, L&&, G&&) {}
template <class T, bool Weak, class L, class G>
constexpr void visit_arrays(constant<T, Weak> const&, L&&, G&&) {}
template <class T, std::uint64_t Bits, bool Weak, class L, class G>
constexpr void visit_arrays(literal<T, Bits, Weak> const&, L&&, G&&) {}
template <int I, class T, int Rank, bool Weak, class L, class G>
constexpr void visit_arrays(placeholder<I, T, Rank, Weak> const&, L&&, G&&) {}
template <class Op, class... A, class L, class G>
constexpr void visit_arrays(map<Op, A...> const& m, L&& on_leaf, G&& on_table) {
  for_each([&](auto const& x) { visit_arrays(x, on_leaf, on_table); }, m.args);
}
template <class F, class... A, class L, class G>
constexpr void visit_arrays(call<F, A...> const& c, L&& on_leaf, G&& on_table) {
  for_each([&](auto const& x) { visit_arrays(x, on_leaf, on_table); }, c.args);
}
template <class Array, class... I, class L, class G>
constexpr void visit_arrays(gather<Array, I...> const& g, L&& on_leaf, G&& on_table) {
  on_table(g.array);
  for_each([&](auto const& x) { visit_arrays(x, on_leaf, on_table); }, g.index);
}
template <class Op, int Reduced, bool Keep, class... A, class L, class G>
constexpr void visit_arrays(reduce<Op, Reduced, Keep, A...> const& r, L&& on_leaf, G&& on_table) {
  for_each([&](auto const& x) { visit_arrays(x, on_leaf, on_table); }, r.args);  // all of a row is read before any of it is written
}
template <class Tree, class... A, class L, class G>
constexpr void visit_arrays(let<Tree, A...> const& l, L&& on_leaf, G&& on_table) {
  for_each([&](auto const& x) { visit_arrays(x, on_leaf, on_table); }, l.args);
  visit_arrays(l.tree, on_leaf, on_table);
}

/// Whether two strided sets of elements share a byte: exact, except that sets which would take long to tell apart count as sharing one.
bool may_overlap(void const* a, int rank_a, std::int64_t const* shape_a, std::int64_t const* strides_a, std::int64_t itemsize_a, void const* b, int rank_b,
                 std::int64_t const* shape_b, std::int64_t const* strides_b, std::int64_t itemsize_b) noexcept;

/// Whether two elements of one array lie on the same place (a broadcast view: writing through it would race). Exact in the same way.
bool overlaps_itself(int rank, std::int64_t const* shape, std::int64_t const* strides) noexcept;

/// Throws value_error for a view that overlaps itself.
void check_writable(int rank, std::int64_t const* shape, std::int64_t const* strides, char const* where);
template <class T, int Rank, class Space>
void check_writable(ndarray<T, Rank, Space> const& a, char const* where) {
  if (!is_contiguous(a.shape(), a.strides())) check_writable(Rank, a.shape().value, a.strides().value, where);
}

/// Whether evaluating `e` straight into `to` could go wrong: an operand shares memory with it in another order than element by element.
template <class T, int Rank, class Space, expression E>
bool needs_temporary(ndarray<T, Rank, Space> const& to, E const& e) {
  bool needed = false;
  auto const overlaps = [&]<class U, int R>(ndarray<U, R, Space> const& a) {
    return may_overlap(to.data(), Rank, to.shape().value, to.strides().value, sizeof(T), a.data(), R, a.shape().value, a.strides().value, sizeof(U));
  };
  visit_arrays(
      e,
      [&]<class U, int R, class S>(ndarray<U, R, S> const& a) {
        if (needed || !(a.memory() == to.memory())) return;
        if constexpr (R == Rank && sizeof(U) == sizeof(T))
          if (static_cast<void const*>(a.data()) == static_cast<void const*>(to.data()) && a.shape() == to.shape() && a.strides() == to.strides()) return;
        needed = overlaps(a);
      },
      [&]<class U, int R, class S>(ndarray<U, R, S> const& a) {
        if (!needed && a.memory() == to.memory()) needed = overlaps(a);
      });
  return needed;
}

/// How many handles an expression has on a storage.
template <expression E>
std::int64_t handles_on(E const& e, storage_ptr const& memory) {
  std::int64_t n = 0;
  auto const count = [&](auto const& a) { n += a.memory() == memory; };
  visit_arrays(e, count, count);
  return n;
}

}  // namespace cp::expr
