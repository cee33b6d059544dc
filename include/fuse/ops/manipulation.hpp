// Views and rearrangements: transposes, reshapes, broadcasts, of arrays and of expressions.
#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/expr/view.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace cp {

namespace detail {
template <class Axes>
constexpr bool is_among(int axis, Axes const& axes) {
  for (int a : axes)
    if (a == axis) return true;
  return false;
}
/// Axes counted from 0. Throws index_error, and value_error for one that is named twice.
template <class To, int N>
void distinct_axes(To& to, int const (&axes)[N], int rank, char const* where) {
  for (int i = 0; i < N; ++i) {
    to[i] = normalize_axis(axes[i], rank, where);
    for (int j = 0; j < i; ++j)
      if (to[j] == to[i]) throw_value(where, "repeated axis", axes[i]);
  }
}
}  // namespace detail

/// The axes in reverse order. A view; of an expression, the expression of transposed operands.
template <expression E>
[[nodiscard]] auto transpose(E const& e) {
  return detail::transpose_expression(e);
}

/// The axes in the order `axes`, which names each once (negative ones count from the end): `transpose(a, {2, 0, 1})`.
/// Throws value_error otherwise.
template <expression E, int N>
[[nodiscard]] auto transpose(E const& e, int const (&axes)[N]) {
  static_assert(N == E::rank, "cp::transpose: name each axis of the array once");
  bool seen[N] = {};
  int from[N];
  for (int i = 0; i < N; ++i) {
    from[i] = normalize_axis(axes[i], N, "cp::transpose");
    if (seen[from[i]]) detail::throw_value("cp::transpose", "repeated axis", axes[i]);
    seen[from[i]] = true;
  }
  return detail::view_of<N>(e, [=](auto const& shape, auto const& strides) {
    detail::mapping<N> m;
    for (int i = 0; i < N; ++i) m.shape[i] = shape[from[i]], m.strides[i] = strides[from[i]];
    return m;
  });
}
template <expression E, std::integral I, std::integral... More>
[[nodiscard]] auto transpose(E const& e, I axis, More... more) {
  return transpose(e, {int(axis), int(more)...});
}

/// Two axes exchanged. A view. Throws index_error.
template <expression E>
[[nodiscard]] auto swapaxes(E const& e, int axis1, int axis2) {
  int const a = normalize_axis(axis1, E::rank, "cp::swapaxes"), b = normalize_axis(axis2, E::rank, "cp::swapaxes");
  return detail::view_of<E::rank>(e, [=](auto const& shape, auto const& strides) {
    detail::mapping<E::rank> m{0, shape, strides};
    m.shape[a] = shape[b], m.strides[a] = strides[b];
    m.shape[b] = shape[a], m.strides[b] = strides[a];
    return m;
  });
}

/// One axis moved to another place, the others in their order. A view. Throws index_error.
template <expression E>
[[nodiscard]] auto moveaxis(E const& e, int source, int destination) {
  int const s = normalize_axis(source, E::rank, "cp::moveaxis"),
            d = normalize_axis(destination, E::rank, "cp::moveaxis");
  return detail::view_of<E::rank>(e, [=](auto const& shape, auto const& strides) {
    detail::mapping<E::rank> m;
    for (int to = 0, from = 0; to < E::rank; ++to) {
      int const take = to == d ? s : (from += from == s, from++);
      m.shape[to] = shape[take], m.strides[to] = strides[take];
    }
    return m;
  });
}

/// Several axes moved to other places, the others in their order: `moveaxis(a, {0, 1}, {2, 0})`. A view. Throws
/// index_error, value_error for an axis that is named twice.
template <expression E, int N>
requires(N > 1) [[nodiscard]] auto moveaxis(E const& e, int const (&source)[N], int const (&destination)[N]) {
  static_assert(N <= E::rank, "cp::moveaxis: more axes are named than the array has");
  int from[E::rank], s[N], d[N];
  detail::distinct_axes(s, source, E::rank, "cp::moveaxis");
  detail::distinct_axes(d, destination, E::rank, "cp::moveaxis");
  for (int to = 0, next = 0; to < E::rank; ++to) {
    int moved = -1;
    for (int i = 0; i < N; ++i)
      if (d[i] == to) moved = s[i];
    while (moved < 0 && detail::is_among(next, s)) ++next;
    from[to] = moved < 0 ? next++ : moved;
  }
  return transpose(e, from);
}

/// The same of axes known while compiling: `moveaxis(a, cp::axis<0, 1>, cp::axis<2, 0>)`.
template <expression E, int... Source, int... Destination>
requires(sizeof...(Source) > 1 && sizeof...(Source) == sizeof...(Destination))
    [[nodiscard]] auto moveaxis(E const& e, axis_list<Source...>, axis_list<Destination...>) {
  return moveaxis(e, {Source...}, {Destination...});
}

/// The axis `axis` moved back until it lies before `start` (NumPy's older spelling of moveaxis). A view.
template <expression E>
[[nodiscard]] auto rollaxis(E const& e, int axis, int start = 0) {
  int const a = normalize_axis(axis, E::rank, "cp::rollaxis");
  int s = start < 0 ? start + E::rank : start;
  if (s < 0 || s > E::rank) detail::throw_axis("cp::rollaxis", start, E::rank + 1);
  return moveaxis(e, a, a < s ? s - 1 : s);
}

namespace detail {
/// What cp::broadcast_to gives, for a function of another name.
template <expression E, int N>
auto broadcast_for(char const* where, E const& e, index_array<N> const& shape) {
  static_assert(E::rank <= N, "cp::broadcast_to: the new shape has fewer axes than the array");
  checked_size(where, shape.value, N, 1);
  return view_of<N>(e, [=](auto const& from, auto const& strides) {
    return mapping<N>{0, shape, broadcast_strides<N>(from, strides, shape, where)};
  });
}
}  // namespace detail

/// Stretched to `shape` by NumPy's rules: a view with strides of 0. Throws shape_error if that is not possible.
template <expression E, int N = 0>
[[nodiscard]] auto broadcast_to(E const& e, index_array<N> const& shape) {
  return detail::broadcast_for("cp::broadcast_to", e, shape);
}
template <expression E, int N>
[[nodiscard]] auto broadcast_to(E const& e, extent const (&shape)[N]) {
  return broadcast_to(e, make_shape(shape));
}
template <expression E, std::integral I, std::integral... More>
[[nodiscard]] auto broadcast_to(E const& e, I n, More... more) {
  return broadcast_to(e, detail::one_extent(n, more...));
}

/// All operands stretched to the one shape that they broadcast to: a std::tuple of views. Throws shape_error.
template <expression First, expression... More>
[[nodiscard]] auto broadcast_arrays(First const& first, More const&... more) {
  auto const join = [](auto const& self, auto const& shape, auto const& e, auto const&... rest) {
    auto const wider = broadcast_shapes(shape, expr::shape_of(e), "cp::broadcast_arrays");
    if constexpr (sizeof...(rest) == 0)
      return wider;
    else
      return self(self, wider, rest...);
  };
  auto const shape = join(join, expr::shape_of(first), first, more...);
  return std::make_tuple(broadcast_to(first, shape), broadcast_to(more, shape)...);
}

/// A new axis of extent 1 before axis `axis` of the result (negative: counted from its end). A view. Throws
/// index_error.
template <expression E>
[[nodiscard]] auto expand_dims(E const& e, int axis) {
  constexpr int n = E::rank + 1;
  int const at = normalize_axis(axis, n, "cp::expand_dims");
  return detail::view_of<n>(e, [=](auto const& shape, auto const& strides) {
    detail::mapping<n> m;
    for (int to = 0, from = 0; to < n; ++to) {
      m.shape[to] = to == at ? 1 : shape[from];
      m.strides[to] = to == at ? 0 : strides[from];
      from += to != at;
    }
    return m;
  });
}

/// Several new axes of extent 1, at these places of the result: `expand_dims(a, {0, 2})`. A view. Throws index_error,
/// value_error for a place that is named twice.
template <expression E, int N>
requires(N > 1) [[nodiscard]] auto expand_dims(E const& e, int const (&axes)[N]) {
  constexpr int n = E::rank + N;
  detail::axes_of<N> at;
  detail::distinct_axes(at, axes, n, "cp::expand_dims");
  return detail::view_of<n>(e, [at](auto const& shape, auto const& strides) {
    detail::mapping<n> m;
    for (int to = 0, from = 0; to < n; ++to) {
      bool const fresh = detail::is_among(to, at);
      m.shape[to] = fresh ? 1 : shape[from];
      m.strides[to] = fresh ? 0 : strides[from];
      from += !fresh;
    }
    return m;
  });
}

/// The same of places known while compiling: `expand_dims(a, cp::axis<0, 2>)`.
template <expression E, int... Axis>
requires(sizeof...(Axis) > 1) [[nodiscard]] auto expand_dims(E const& e, axis_list<Axis...>) {
  return expand_dims(e, {Axis...});
}

/// Without axes whose extents are 1: `squeeze(a, {0, -1})`. A view. Throws shape_error for other extents, index_error,
/// value_error for an axis that is named twice.
template <expression E, int N>
[[nodiscard]] auto squeeze(E const& e, int const (&axes)[N]) {
  static_assert(N <= E::rank, "cp::squeeze: more axes are named than the array has");
  detail::axes_of<N> gone;
  detail::distinct_axes(gone, axes, E::rank, "cp::squeeze");
  return detail::view_of<E::rank - N>(e, [gone](auto const& shape, auto const& strides) {
    detail::mapping<E::rank - N> m;
    int to = 0;
    for (int i = 0; i < E::rank; ++i) {
      if (detail::is_among(i, gone)) {
        if (shape[i] != 1)
          throw shape_error("cp::squeeze: axis " + std::to_string(i) + " of shape " + to_string(shape) +
                            " has not extent 1");
      } else {
        m.shape[to] = shape[i], m.strides[to++] = strides[i];
      }
    }
    return m;
  });
}

template <expression E>
[[nodiscard]] auto squeeze(E const& e, int axis) {
  int const axes[] = {axis};
  return squeeze(e, axes);
}
/// The same of axes known while compiling: `squeeze<0, -1>(a)`, `squeeze(a, cp::axis<0, -1>)`.
template <int... Axis, expression E>
[[nodiscard]] auto squeeze(E const& e) {
  static_assert(sizeof...(Axis) > 0, "cp::squeeze: its axes are named, cp::squeeze(x, cp::axis<0>)");
  static_assert(((Axis >= -E::rank && Axis < E::rank) && ...), "cp::squeeze: an axis is out of bounds");
  int const axes[] = {Axis...};
  return squeeze(e, axes);
}
template <expression E, int... Axis>
requires(sizeof...(Axis) > 0) [[nodiscard]] auto squeeze(E const& e, axis_list<Axis...>) { return squeeze<Axis...>(e); }

/// The order of elements along an axis turned round. A view.
template <expression E>
[[nodiscard]] auto flip(E const& e, int axis) {
  int const a = normalize_axis(axis, E::rank, "cp::flip");
  return detail::view_of<E::rank>(e, [=](auto const& shape, auto const& strides) {
    detail::mapping<E::rank> m{0, shape, strides};
    if (shape[a] > 0) m.offset = (shape[a] - 1) * strides[a];
    m.strides[a] = -strides[a];
    return m;
  });
}
/// The same along several axes: `flip(a, {0, 2})`. A view. Throws index_error, value_error for an axis that is named
/// twice.
template <expression E, int N>
requires(N > 1) [[nodiscard]] auto flip(E const& e, int const (&axes)[N]) {
  detail::axes_of<N> turned;
  detail::distinct_axes(turned, axes, E::rank, "cp::flip");
  return detail::view_of<E::rank>(e, [turned](auto const& shape, auto const& strides) {
    detail::mapping<E::rank> m{0, shape, strides};
    for (int a : turned) {
      if (shape[a] > 0) m.offset += (shape[a] - 1) * strides[a];
      m.strides[a] = -strides[a];
    }
    return m;
  });
}
/// The same of axes known while compiling: `flip(a, cp::axis<0, 2>)`.
template <expression E, int... Axis>
requires(sizeof...(Axis) > 1) [[nodiscard]] auto flip(E const& e, axis_list<Axis...>) { return flip(e, {Axis...}); }
/// The order along every axis turned round. A view.
template <expression E>
[[nodiscard]] auto flip(E const& e) {
  return detail::view_of<E::rank>(e, [=](auto const& shape, auto const& strides) {
    detail::mapping<E::rank> m{0, shape, strides};
    for (int i = 0; i < E::rank; ++i) {
      if (shape[i] > 0) m.offset += (shape[i] - 1) * strides[i];
      m.strides[i] = -strides[i];
    }
    return m;
  });
}
/// flip along axis 0.
template <expression E>
[[nodiscard]] auto flipud(E const& e) {
  return flip(e, 0);
}
/// flip along axis 1.
template <expression E>
[[nodiscard]] auto fliplr(E const& e) {
  static_assert(E::rank >= 2, "cp::fliplr needs an operand of at least two axes");
  return flip(e, 1);
}

/// Turned by 90 degrees, k times, from the first of two axes towards the second. A view. Throws index_error,
/// value_error where both are one axis.
template <expression E>
[[nodiscard]] auto rot90(E const& e, std::int64_t k, int axis1, int axis2) {
  static_assert(E::rank >= 2, "cp::rot90 needs at least two axes");
  int const a = normalize_axis(axis1, E::rank, "cp::rot90"), b = normalize_axis(axis2, E::rank, "cp::rot90");
  if (a == b) detail::throw_value("cp::rot90", "the two axes must differ; both are", axis1);
  int const turns = static_cast<int>(k & 3);
  return detail::view_of<E::rank>(e, [=](auto const& shape, auto const& strides) {
    detail::mapping<E::rank> m{0, shape, strides};
    auto const turn = [&](int axis) {
      if (m.shape[axis] > 0) m.offset += (m.shape[axis] - 1) * m.strides[axis];
      m.strides[axis] = -m.strides[axis];
    };
    if (turns % 2 == 1) {
      m.shape[a] = shape[b], m.strides[a] = strides[b];
      m.shape[b] = shape[a], m.strides[b] = strides[a];
    }
    if (turns == 1 || turns == 2) turn(a);
    if (turns == 2 || turns == 3) turn(b);
    return m;
  });
}
template <expression E>
[[nodiscard]] auto rot90(E const& e, std::int64_t k = 1) {
  static_assert(E::rank >= 2, "cp::rot90 needs at least two axes");
  return rot90(e, k, 0, 1);
}
/// The two axes in braces: `rot90(e, 1, {0, 2})`.
template <expression E>
[[nodiscard]] auto rot90(E const& e, std::int64_t k, int const (&axes)[2]) {
  return rot90(e, k, axes[0], axes[1]);
}

/// The same elements in C order with another shape, in which one extent may be -1. A view where strides allow it,
/// otherwise a copy; an expression is evaluated. Throws shape_error if the number of elements differs.
template <expression E, int N = 0>
[[nodiscard]] auto reshape(E const& e, index_array<N> shape) {
  if constexpr (expr::is_traced<E>) {
    return expr::derive([shape](auto const& x) { return reshape(x, shape); }, e);
  } else {
    auto const a = eval(e);
    detail::complete_shape(a.size(), a.shape().value, E::rank, shape.value, N);
    index_array<N> strides;
    using array = ndarray<typename E::value_type, N, space_of<E>>;
    if (detail::reshape_strides(E::rank, a.shape().value, a.strides().value, N, shape.value, strides.value))
      return array(a.memory(), a.data(), shape, strides);
    auto const c = a.copy();
    return array(c.memory(), c.data(), shape, contiguous_strides(shape));
  }
}
template <expression E, int N>
[[nodiscard]] auto reshape(E const& e, extent const (&shape)[N]) {
  return reshape(e, make_shape(shape));
}
template <expression E, std::integral I, std::integral... More>
[[nodiscard]] auto reshape(E const& e, I n, More... more) {
  return reshape(e, {extent(n), extent(more)...});
}
/// All elements in C order as one axis; a view where possible.
template <expression E>
[[nodiscard]] auto ravel(E const& e) {
  return reshape(e, index_array<1>{{-1}});
}
/// All elements in C order as one axis; always a copy.
template <expression E>
[[nodiscard]] auto flatten(E const& e) {
  return reshape(e, index_array<1>{{-1}}).copy();
}

/// At least one, two, three axes, as NumPy puts them. Views.
template <expression E>
[[nodiscard]] auto atleast_1d(E const& e) {
  if constexpr (E::rank >= 1)
    return e;
  else
    return expand_dims(e, 0);
}
template <expression E>
[[nodiscard]] auto atleast_2d(E const& e) {
  if constexpr (E::rank >= 2)
    return e;
  else
    return expand_dims(atleast_1d(e), 0);
}
template <expression E>
[[nodiscard]] auto atleast_3d(E const& e) {
  if constexpr (E::rank >= 3)
    return e;
  else
    return expand_dims(atleast_2d(e), -1);
}

/// A contiguous array of the elements: itself if it is one already, otherwise a copy.
template <expression E>
[[nodiscard]] auto ascontiguousarray(E const& e) {
  auto a = eval(e);
  return is_contiguous(a.shape(), a.strides()) ? a : a.copy();
}

}  // namespace cp
