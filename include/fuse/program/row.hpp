// Folds of a few elements where they are used: an input that is a row's address, and the function that folds such rows.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <utility>

namespace cp::program {

/// Elements of a row: the first one, and how many elements it is from one to the next.
template <class T>
struct row {
  T const* first;
  std::int64_t step;
};

/// The rule of rows of an array: a place is where a row begins, in elements.
template <class T>
struct row_in_memory {
  using type = row<T>;
  static constexpr char const* name = "row";
  static constexpr int cost = 4;
  T const* data;
  std::int64_t along;  ///< from an element of a row to its next one

  template <int Width>
  FUSE_HD void fill(row<T>* to, std::int64_t first, std::int64_t step) const {
    for (int v = 0; v < Width; ++v) to[v] = {data + (first + v * step), along};
  }
};

template <int I, class T>
struct row_element {
  T const* at;
};
/// Element after element of rows side by side, for a program.
template <class Sequence, class... T>
struct row_context;
template <int... I, class... T>
struct row_context<std::integer_sequence<int, I...>, T...> : row_element<I, T>... {
  template <int J>
  FUSE_HD auto get() const {
    return value<J>(this);
  }
  FUSE_HD void advance(row<T> const&... rows) { ((row_element<I, T>::at += rows.step), ...); }

 private:
  template <int J, class U>
  FUSE_HD static U value(row_element<J, U> const* e) {
    return *e->at;
  }
};

/// What `Fold` makes of rows of `n` elements.
template <class Fold, class... T>
struct folded_rows {
  using library_function = void;
  static constexpr char const* qualified_name = "cp::reduce";
  static constexpr int cost = 400, arrays = int(sizeof...(T));
  std::int64_t n;

  FUSE_HD typename Fold::type operator()(row<T> const&... rows) const {
    row_context<std::make_integer_sequence<int, int(sizeof...(T))>, T...> c{{rows.first}...};
    auto state = Fold::identity();
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
    for (std::int64_t i = 0; i < n; ++i) {
      Fold::add(state, c);
      c.advance(rows...);
    }
    return Fold::finish(state, n);
  }
};

}  // namespace cp::program
