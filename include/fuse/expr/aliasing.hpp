// The pass that finds out whether writing the result could change an operand before it is read.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/node.hpp>

namespace cp::expr {

/// Whether two strided sets of elements share a byte: exact, except that sets which would take long to tell apart count
/// as sharing one.
bool may_overlap(void const* a, int rank_a, std::int64_t const* shape_a, std::int64_t const* strides_a,
                 std::int64_t itemsize_a, void const* b, int rank_b, std::int64_t const* shape_b,
                 std::int64_t const* strides_b, std::int64_t itemsize_b) noexcept;

/// Whether two elements of one array lie on the same place (a broadcast view: writing through it would race). Exact in
/// the same way.
bool overlaps_itself(int rank, std::int64_t const* shape, std::int64_t const* strides) noexcept;

/// Throws value_error for a view that overlaps itself.
void check_writable(int rank, std::int64_t const* shape, std::int64_t const* strides, char const* where);
template <class T, int Rank, class Space>
FUSE_INLINE void check_writable(ndarray<T, Rank, Space> const& a, char const* where) {
  if (!is_contiguous(a.shape(), a.strides())) check_writable(Rank, a.shape().value, a.strides().value, where);
}

/// What an expression reads of the memory that an array is about to be written to. Its arrays are noted one by one.
class memory_reads {
 public:
  template <class T, int Rank, class Space>
  explicit memory_reads(ndarray<T, Rank, Space> const& to)
      : memory_(to.memory().get()),
        data_(to.data()),
        shape_(to.shape().value),
        strides_(to.strides().value),
        rank_(Rank),
        itemsize_(sizeof(T)) {}

  /// `elsewhere`: its elements are read at other places than the one that is written.
  template <class T, int Rank, class Space>
  void note(ndarray<T, Rank, Space> const& a, bool elsewhere) {
    if (a.memory().get() == memory_) ++handles_;
    if (runtime::may_share(a.memory().get(), memory_))
      note(a.data(), Rank, a.shape().value, a.strides().value, sizeof(T), elsewhere);
  }
  /// How many handles the expression has on the memory.
  std::int64_t handles() const { return handles_; }
  /// Whether writing could change an operand before it is read: it shares bytes in another order than element by
  /// element.
  bool conflict() const { return conflict_; }

 private:
  void note(void const* data, int rank, std::int64_t const* shape, std::int64_t const* strides, std::int64_t itemsize,
            bool elsewhere) noexcept;

  runtime::storage const* memory_;
  void const* data_;
  std::int64_t const *shape_, *strides_;
  int rank_;
  std::int64_t itemsize_, handles_ = 0;
  bool conflict_ = false;
};

/// Notes the arrays of an expression. A tree over placeholders has none, and is not walked.
struct note_arrays {
  memory_reads& reads;
  bool elsewhere = false;

  template <class Node>
  void operator()(Node const& x) const {
    if constexpr (!std::is_void_v<typename Node::space>) visit_arrays(x, *this);
  }
};
template <class T, int Rank, class Space>
void visit_arrays(ndarray<T, Rank, Space> const& a, note_arrays const& walk) {
  walk.reads.note(a, walk.elsewhere);
}
/// A rule that reads an array reads it anywhere.
template <class Rule, int Rank>
void visit_arrays(places<Rule, Rank> const& p, note_arrays const& walk) {
  p.rule.each_leaf(note_arrays{walk.reads, true});
}
template <class Op, class... A>
void visit_arrays(map<Op, A...> const& m, note_arrays const& walk) {
  for_each(walk, m.args);
}
template <class F, class... A>
void visit_arrays(call<F, A...> const& c, note_arrays const& walk) {
  for_each(walk, c.args);
}
template <class Array, class... I>
void visit_arrays(gather<Array, I...> const& g, note_arrays const& walk) {
  walk.reads.note(g.array, true);
  for_each(walk, g.index);
}
template <class Op, int Reduced, bool Keep, class... A>
void visit_arrays(reduce<Op, Reduced, Keep, A...> const& r, note_arrays const& walk) {
  for_each(walk, r.args);  // all of a row is read before any of it is written
}
template <class Tree, class... A>
void visit_arrays(let<Tree, A...> const& l, note_arrays const& walk) {
  for_each(walk, l.args);
  walk(l.tree);
}

/// What evaluating `e` straight into `to` reads of its memory.
template <class T, int Rank, class Space, expression E>
memory_reads reads_of(ndarray<T, Rank, Space> const& to, E const& e) {
  memory_reads reads(to);
  note_arrays{reads}(e);
  return reads;
}

}  // namespace cp::expr
