// Views with strides of one's own, and of windows that slide along axes; walks over indices on the host.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/ops/manipulation.hpp>
#include <type_traits>

namespace cp {

namespace detail {

/// Throws value_error unless a view lies within `bytes` bytes that begin `before` bytes before its first element.
void check_within(std::int64_t before, std::int64_t bytes, std::int64_t itemsize, int rank, std::int64_t const* shape,
                  std::int64_t const* strides);
/// Throws value_error unless a window fits its axis.
void check_window(std::int64_t window, std::int64_t extent, int axis);

template <class E, int N>
auto windows_of(E const& e, index_array<N> const& window, int const (&axes)[N]) {
  index_array<N> along;
  for (int k = 0; k < N; ++k)
    along[k] = normalize_axis(axes[k], E::rank, "cp::lib::stride_tricks::sliding_window_view");
  return view_of<E::rank + N>(e, [along, window](auto const& shape, auto const& strides) {
    mapping<E::rank + N> m;
    for (int k = 0; k < E::rank; ++k) m.shape[k] = shape[k], m.strides[k] = strides[k];
    for (int k = 0; k < N; ++k) {
      int const axis = static_cast<int>(along[k]);
      check_window(window[k], m.shape[axis], axis);
      m.shape[axis] -= window[k] - 1;
      m.shape[E::rank + k] = window[k], m.strides[E::rank + k] = strides[axis];
    }
    return m;
  });
}

}  // namespace detail

namespace lib::stride_tricks {

/// A view of an array's memory, from its first element on, with any shape and strides (in elements). Where elements of
/// it share a place it is read only: assignments throw value_error, as to all broadcast views. Throws value_error where
/// it would reach beyond the memory that the array has a share of, shape_error for negative extents.
///
/// numpy    numpy.lib.stride_tricks.as_strided
template <class T, int Rank, class Space, int N>
[[nodiscard]] ndarray<T, N, Space> as_strided(ndarray<T, Rank, Space> const& x, index_array<N> const& shape,
                                              index_array<N> const& strides) {
  cp::detail::checked_size("cp::lib::stride_tricks::as_strided", shape.value, N, sizeof(T));
  auto const* const from = x.memory() ? static_cast<unsigned char const*>(x.memory()->data) : nullptr;
  std::int64_t const before = x.memory() ? reinterpret_cast<unsigned char const*>(x.data()) - from : 0;
  cp::detail::check_within(before, x.memory() ? x.memory()->bytes : 0, sizeof(T), N, shape.value, strides.value);
  return {x.memory(), x.data(), shape, strides};
}
template <class T, int Rank, class Space, int N>
[[nodiscard]] auto as_strided(ndarray<T, Rank, Space> const& x, extent const (&shape)[N], extent const (&strides)[N]) {
  return as_strided(x, make_shape(shape), make_shape(strides));
}

/// All windows of some extents that lie within an array, one axis each: shape {places ..., window ...}. A view, of an
/// expression the expression of its operands' views. As its elements share places it is read only: assignments throw
/// value_error. `axes` names the windows' axes, which may be named twice. Throws value_error for windows that do not
/// fit, index_error for an axis that does not exist.
///
/// numpy    numpy.lib.stride_tricks.sliding_window_view
template <expression E, int N>
[[nodiscard]] auto sliding_window_view(E const& e, extent const (&window)[N], int const (&axes)[N]) {
  return cp::detail::windows_of(e, make_shape(window), axes);
}
/// Windows of all axes.
template <expression E, int N>
[[nodiscard]] auto sliding_window_view(E const& e, extent const (&window)[N]) {
  static_assert(N == E::rank,
                "cp::lib::stride_tricks::sliding_window_view: without axes there is an extent for each axis");
  int axes[N];
  for (int k = 0; k < N; ++k) axes[k] = k;
  return cp::detail::windows_of(e, make_shape(window), axes);
}
/// Windows of one axis.
template <expression E>
[[nodiscard]] auto sliding_window_view(E const& e, std::int64_t window, int axis) {
  int const axes[] = {axis};
  return cp::detail::windows_of(e, index_array<1>{{window}}, axes);
}
template <expression E>
requires(E::rank == 1) [[nodiscard]] auto sliding_window_view(E const& e, std::int64_t window) {
  return sliding_window_view(e, window, 0);
}

}  // namespace lib::stride_tricks

/// All indices of a shape in C order, for loops on the host: `for (auto const& i : cp::ndindex({2, 3}))`; i is an
/// index_array.
///
/// numpy    numpy.ndindex
template <int N>
class ndindex {
 public:
  /// Walks over the indices.
  class iterator {
   public:
    /// Of a shape, with so many indices left to walk over.
    iterator(index_array<N> const& shape, std::int64_t left) : shape_(shape), left_(left) {}
    /// The index.
    index_array<N> const& operator*() const { return at_; }
    /// The next one in C order.
    iterator& operator++() {
      --left_;
      for (int k = N; k-- > 0 && ++at_[k] == shape_[k];) at_[k] = 0;
      return *this;
    }
    friend bool operator==(iterator const& x, iterator const& y) { return x.left_ == y.left_; }

   private:
    index_array<N> shape_, at_;
    std::int64_t left_;
  };

  /// Of a shape. Throws shape_error for negative extents.
  template <std::same_as<index_array<N>> Shape>
  explicit ndindex(Shape const& shape) : shape_(shape), size_(detail::checked_size("cp::ndindex", shape.value, N, 1)) {}
  /// The same in braces.
  explicit ndindex(extent const (&shape)[N]) : ndindex(make_shape(shape)) {}
  /// The first index.
  iterator begin() const { return {shape_, size_}; }
  /// Behind the last one.
  iterator end() const { return {shape_, 0}; }

 private:
  index_array<N> shape_;
  std::int64_t size_;
};

template <int N>
ndindex(index_array<N> const&) -> ndindex<N>;

/// All elements of a host array with their indices, for loops: `for (auto [i, x] : cp::ndenumerate(a)) x = i[0];`
/// x refers to the element.
///
/// numpy    numpy.ndenumerate
template <class T, int Rank>
class ndenumerate {
 public:
  /// An index and the element there.
  struct item {
    index_array<Rank> index;  ///< where
    T& value;                 ///< what
  };
  /// Walks over the elements.
  class iterator {
   public:
    /// Of an array, at an index.
    iterator(ndarray<T, Rank, host_space> const& a, typename ndindex<Rank>::iterator i) : a_(&a), i_(i) {}
    /// The index and the element.
    item operator*() const {
      std::int64_t offset = 0;
      for (int k = 0; k < Rank; ++k) offset += (*i_)[k] * a_->strides()[k];
      return {*i_, a_->data()[offset]};
    }
    /// The next one in C order.
    iterator& operator++() {
      ++i_;
      return *this;
    }
    friend bool operator==(iterator const& x, iterator const& y) { return x.i_ == y.i_; }

   private:
    ndarray<T, Rank, host_space> const* a_;
    typename ndindex<Rank>::iterator i_;
  };

  /// Of an array on the host; `a.to_host()` makes one of another.
  explicit ndenumerate(ndarray<T, Rank, host_space> const& a) : a_(a), all_(a.shape()) {}
  /// The first element.
  iterator begin() const { return {a_, all_.begin()}; }
  /// Behind the last one.
  iterator end() const { return {a_, all_.end()}; }

 private:
  ndarray<T, Rank, host_space> a_;
  ndindex<Rank> all_;
};

}  // namespace cp
