// What decompositions and solvers share: the dtypes that they take, operands and results as the library compiles them.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/library/lapack.hpp>
#include <type_traits>

namespace cp {

namespace linalg {

/// Which triangle of a matrix is used.
enum class triangle : unsigned char { lower, upper };
/// The triangle below the diagonal, and the diagonal.
inline constexpr triangle lower = triangle::lower;
/// The triangle above the diagonal, and the diagonal.
inline constexpr triangle upper = triangle::upper;

}  // namespace linalg

namespace detail {

/// dtype that linear algebra computes in: float64 for integers and booleans, otherwise the operands', promoted.
template <class T>
struct linalg_dtype {
  static_assert(
      !half_float<T>,
      "cp::linalg: 16-bit floats have no decompositions (nor do they in NumPy); convert with cp::astype<float>(x)");
  static_assert(number<T>, "cp::linalg: decompositions are of numbers");
  using type = std::conditional_t<boolean<T> || integral<T>, double, T>;
};
template <class X>
using linalg_type = typename linalg_dtype<typename X::value_type>::type;
template <class X, class Y>
using linalg_common = typename linalg_dtype<result_type<typename X::value_type, typename Y::value_type>>::type;
template <class T>
using real_dtype = typename dtype_traits<T>::real_type;

/// An operand as an array of dtype T: itself if it is one, however it lies in memory.
template <class T, expression X>
auto linalg_operand(X const& x) {
  if constexpr (is_array<X> && std::is_same_v<typename X::value_type, T>) {
    note_use_here(x);
    return x;
  } else {
    return eval(astype<T>(x));
  }
}

template <class T, int Rank, class Space>
cp::library::array_ref as_ref(ndarray<T, Rank, Space> const& a) {
  return {const_cast<std::remove_const_t<T>*>(a.data()),
          a.dtype().id,
          Space::kind,
          Rank,
          a.shape().value,
          a.strides().value};
}

/// A shape with other extents at its end.
template <int Rank, int From, class... Extent>
index_array<Rank> shape_with_end(index_array<From> const& from, Extent... extent) {
  index_array<Rank> shape;
  constexpr int kept = Rank - static_cast<int>(sizeof...(Extent));
  for (int i = 0; i < kept; ++i) shape[i] = from[i];
  int next = kept;
  ((shape[next++] = extent), ...);
  return shape;
}
/// The operand has two axes or more.
template <class X>
constexpr void expect_matrices() {
  static_assert(X::rank >= 2, "cp::linalg: the operand is a matrix or a batch of them, so it has two axes or more");
}
/// New arrays in the space of X.
template <class T, class X, int Rank>
auto linalg_result(index_array<Rank> const& shape, char const* where) {
  return make_array<T, Rank, typename X::space>(shape, where);
}
template <int Rank>
std::int64_t rows_of(index_array<Rank> const& shape) {
  return shape[Rank - 2];
}
template <int Rank>
std::int64_t columns_of(index_array<Rank> const& shape) {
  return shape[Rank - 1];
}
template <int Rank>
std::int64_t smaller_extent(index_array<Rank> const& shape) {
  return shape[Rank - 2] < shape[Rank - 1] ? shape[Rank - 2] : shape[Rank - 1];
}

}  // namespace detail

}  // namespace cp
