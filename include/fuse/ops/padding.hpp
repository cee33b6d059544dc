// Arrays with more elements around them (numpy.pad).
#pragma once

#include <cstdint>
#include <fuse/core/convert.hpp>
#include <fuse/expr/custom.hpp>
#include <fuse/expr/moved.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/joining.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/rounding.hpp>
#include <fuse/ops/selection.hpp>
#include <initializer_list>
#include <type_traits>

namespace cp {

/// What cp::pad puts around an array.
namespace padding {

/// A pair for each axis, of what stands before and behind the elements, or one pair (or value) for all axes.
template <class T>
struct pairs {
  /// Of pairs.
  static constexpr int most = 16;
  /// Before and behind the elements of each axis.
  T value[most][2]{};
  int count = 1;  ///< of pairs
  constexpr pairs() = default;
  /// One value for all.
  template <class X>
  requires std::is_convertible_v<X, T>
  constexpr pairs(X const& all)  // NOLINT(google-explicit-constructor): of an option
      : value{{static_cast<T>(all), static_cast<T>(all)}} {}
  /// One pair for all axes.
  template <class X, class Y>
  requires(std::is_convertible_v<X, T>&& std::is_convertible_v<Y, T>) constexpr pairs(X const& before, Y const& behind)
      : value{{static_cast<T>(before), static_cast<T>(behind)}} {}
  /// `{{1, 2}, {3, 4}}`. Throws value_error for what are no pairs.
  constexpr pairs(std::initializer_list<std::initializer_list<T>> each)  // NOLINT(google-explicit-constructor)
      : count(static_cast<int>(each.size())) {
    if (each.size() == 0 || each.size() > most)
      detail::throw_value("cp::pad", "as many pairs as axes are needed, not", count);
    int i = 0;
    for (auto const& pair : each) {
      if (pair.size() == 0 || pair.size() > 2)
        detail::throw_value("cp::pad", "a pair is of two, not", static_cast<std::int64_t>(pair.size()));
      value[i][0] = *pair.begin(), value[i++][1] = *(pair.end() - 1);
    }
  }
  /// What an axis has before (side 0) or behind (1) its elements.
  constexpr T const& of(int axis, int side) const { return value[count == 1 ? 0 : axis][side]; }
};

/// Of how many elements a statistic is; all along the axis, if none are given.
struct stat_lengths : pairs<std::int64_t> {
  using pairs::pairs;
  constexpr stat_lengths() { value[0][0] = value[0][1] = INT64_MAX; }
};

/// One value, of any type that converts to the array's.
template <class T = int>
struct constant {
  T value{};  ///< the value
};
/// Of a value's type.
template <class T>
constant(T) -> constant<T>;
/// Values for each axis and side: axes are padded one after the other.
struct constants {
  pairs<double> values{};  ///< the values
};
/// The element at the edge.
struct edge {};
/// The elements mirrored at the centre of the one at the edge.
struct reflect {};
/// The elements mirrored at the edge.
struct symmetric {};
/// As reflect, the distances from the element at the edge turned round: `reflect_type="odd"`.
struct odd_reflect {};
/// As symmetric, the distances from the element at the edge turned round.
struct odd_symmetric {};
/// The elements of the other end.
struct wrap {};
/// Steps from the element at the edge to a value, which the outermost one has.
struct linear_ramp {
  pairs<double> end_values{};  ///< what the outermost elements are
};
/// The largest of the elements next to the edge: of as many as are given, else of all along the axis; 0 throws
/// value_error.
struct maximum {
  stat_lengths stat_length{};  ///< of how many elements
};
/// The mean of the elements next to the edge; of 0 elements NaN, and value_error where integers would hold it.
struct mean {
  stat_lengths stat_length{};  ///< of how many elements
};
/// The smallest of the elements next to the edge; of 0 elements value_error.
struct minimum {
  stat_lengths stat_length{};  ///< of how many elements
};
/// Anything.
struct empty {};

}  // namespace padding

/// How wide the frame of cp::pad is: elements before and behind, of each axis or of all.
using pad_width = padding::pairs<std::int64_t>;

namespace program {
/// A mask that is true.
struct always_true {
  static constexpr char name[] = "true";
  using type = bool;
  static constexpr int cost = 4;
  template <int Width>
  FUSE_HD void fill(bool* to, std::int64_t, std::int64_t) const {
    for (int v = 0; v < Width; ++v) to[v] = true;
  }
};
}  // namespace program

namespace detail {

/// Finds the widths of a frame around `rank` axes, and its shape. Throws value_error for what is no frame; `invents`:
/// there need not be elements.
void find_frame(std::int64_t* shape, std::int64_t* before, std::int64_t* behind, int rank, pad_width const& width,
                bool invents);
/// Throws value_error for what is no number of elements of a statistic; `of_none`: there may be none.
void check_stat_lengths(pad_width const& length, int rank, bool of_none);

/// The frame of an array of `Rank` axes.
template <int Rank>
struct frame {
  index_array<Rank> shape, before, behind;

  frame(index_array<Rank> const& of, pad_width const& width, bool invents) : shape(of) {
    find_frame(shape.value, before.value, behind.value, Rank, width, invents);
  }
  /// Of one axis alone; the axes before it have theirs.
  frame along(int axis) const {
    frame one = *this;
    for (int i = 0; i < Rank; ++i) {
      if (i > axis) one.shape[i] -= before[i] + behind[i];
      if (i != axis) one.before[i] = one.behind[i] = 0;
    }
    return one;
  }
  template <class Map, class E>
  auto around(E const& e) const {
    return expr::moved(e, expr::moving<Map, Rank>{shape, before, "cp::pad"});
  }
};

/// Pads one axis after the other: `of(a, one, axis)` is a padded expression.
template <class E, int Rank, class Of>
array_of<E> pad_axes(E const& e, frame<Rank> const& f, Of const& of) {
  array_of<E> a = eval(e);
  bool own = false;
  for (int i = 0; i < Rank; ++i)
    if (f.before[i] > 0 || f.behind[i] > 0) a = array_of<E>(of(a, f.along(i), i)), own = true;
  return own || !is_array<E> ? a : a.copy();
}
/// `before` and `behind` around the elements of an axis.
template <class A, int Rank, class Before, class Behind>
auto put_around(A const& a, frame<Rank> const& one, int axis, Before const& before, Behind const& behind) {
  using T = typename A::value_type;
  index_array<Rank> step;
  step[axis] = 1;
  auto const i = expr::position<Rank>(one.shape, step, 0);
  return where(i < one.before[axis], expr::cast_to<T>(expr::as_node(before)),
               where(i >= one.shape[axis] - one.behind[axis], expr::cast_to<T>(expr::as_node(behind)),
                     one.template around<program::placed>(a)));
}

/// A number as an element: as C++ converts it, but for integers that do not fit, for which value_error is thrown.
template <class T, class V>
T padded_with(V const& value) {
  if constexpr (std::is_same_v<T, V> || !number<T> || (std::is_floating_point_v<V> && !floating<T>))
    return static_cast<T>(value);
  else
    return convert_scalar<T>(expr::as_node(value).value);
}

/// An expression from place `first` of a shape on, with a value around it; what lies outside of the shape is left out.
template <class E, int Rank>
auto placed_in(char const* where_from, E const& e, index_array<Rank> const& shape, index_array<Rank> const& first,
               typename E::value_type const& value) {
  using T = typename E::value_type;
  if constexpr (is_array<E>) {
    return expr::moved(e, expr::moving<program::placed, Rank, T>{shape, first, where_from, &value});
  } else {
    using inside = expr::places<program::always_true, Rank>;
    using map = std::conditional_t<expr::calls_users_of<E>, program::stretched, program::placed>;
    return where(
        expr::moved(inside(expr::shape_of(e), {}, 0), expr::moving<program::placed, Rank>{shape, first, where_from}),
        expr::moved(e, expr::moving<map, Rank>{shape, first, where_from}), expr::constant<T, false>(value));
  }
}
template <class E, int Rank, class V>
auto pad_with(E const& e, frame<Rank> const& f, padding::constant<V> const& mode) {
  return placed_in("cp::pad", e, f.shape, f.before, padded_with<typename E::value_type>(mode.value));
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::constants const& mode) {
  using T = typename E::value_type;
  return pad_axes(e, f, [&](auto const& a, auto const& one, int axis) {
    auto const value = [&](int side) { return expr::constant<T, false>(padded_with<T>(mode.values.of(axis, side))); };
    return put_around(a, one, axis, value(0), value(1));
  });
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::empty) {
  return f.template around<program::placed>(e);
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::edge) {
  return f.template around<program::stretched>(e);
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::wrap) {
  return f.template around<program::periodic>(e);
}
/// An element of a frame of mirrored elements whose distances from the ones at the edges are turned round as often as
/// their image is. Images share `shared` elements at their edges; the ones beside the array are 2 edge - element, as
/// NumPy computes them.
template <class T>
struct odd_image {
  using library_function = void;
  static constexpr int cost = 80;
  static constexpr char const* qualified_name = "cp::pad";
  static_assert(!boolean<T>, "cp::pad: booleans have no differences, of which odd frames are made");
  std::int64_t period, shared;
  FUSE_HD T operator()(std::int64_t place, T const& mirrored, T const& first, T const& last) const {
    std::int64_t image = ops::floor_divide{}(place > 0 ? place - shared : place, period);
    T value = mirrored;
    if ((image & 1) != 0) {
      T const& edge = image > 0 ? last : first;
      value = static_cast<T>(ops::subtract{}(static_cast<T>(ops::add{}(edge, edge)), mirrored));
      image += image > 0 ? -1 : 1;
    }
    if (image == 0) return value;
    T const whole =
        static_cast<T>(ops::multiply{}(expr::cast<T>{}(image), static_cast<T>(ops::subtract{}(last, first))));
    return static_cast<T>(ops::add{}(value, whole));
  }
};
template <class Map, class A, int Rank>
auto odd_images(A const& a, frame<Rank> const& one, int axis, std::int64_t shared) {
  std::int64_t const n = a.shape()[axis];
  index_array<Rank> step;
  step[axis] = n > 1 ? 1 : 0;  // a single element is its own image everywhere
  auto const place = expr::position<Rank>(one.shape, step, n > 1 ? -one.before[axis] : 0);
  return elementwise(odd_image<typename A::value_type>{n > shared ? n - shared : 1, shared})(
      place, one.template around<Map>(a), part_of_axis(a, axis, 0, 1), part_of_axis(a, axis, n - 1, 1));
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::reflect) {
  return f.template around<program::mirrored>(e);
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::symmetric) {
  return f.template around<program::reflected>(e);
}
template <class Map, class E, int Rank>
auto pad_odd(E const& e, frame<Rank> const& f, std::int64_t shared) {
  return pad_axes(e, f,
                  [shared](auto const& a, auto const& one, int axis) { return odd_images<Map>(a, one, axis, shared); });
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::odd_reflect) {
  return pad_odd<program::mirrored>(e, f, 1);  // an element at the edge belongs to both images
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::odd_symmetric) {
  return pad_odd<program::reflected>(e, f, 0);
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::linear_ramp const& mode) {
  using T = typename E::value_type;
  return pad_axes(e, f, [&](auto const& a, auto const& one, int axis) {
    using wide = std::conditional_t<complex_floating<T>, complex128, double>;
    // Counted from the outermost element, which has the end value.
    auto const ramp = [&](int side, std::int64_t width) {
      std::int64_t const n = one.shape[axis];
      auto const edge = astype<wide>(part_of_axis(a, axis, side == 0 ? 0 : a.shape()[axis] - 1, 1));
      double const end = mode.end_values.of(axis, side);
      index_array<Rank> step;
      step[axis] = side == 0 ? 1 : -1;
      auto const distance = astype<double>(expr::position<Rank>(one.shape, step, side == 0 ? 0 : n - 1));
      auto const value = distance * ((edge - end) / static_cast<double>(width > 0 ? width : 1)) + end;
      if constexpr (integral<T>)
        return astype<T>(floor(value));
      else
        return astype<T>(value);
    };
    return put_around(a, one, axis, ramp(0, one.before[axis]), ramp(1, one.behind[axis]));
  });
}
/// A statistic of the elements next to the edges; `of_none`: also where they are none.
template <class E, int Rank, class Of>
auto pad_statistic(E const& e, frame<Rank> const& f, pad_width const& length, bool of_none, Of const& of) {
  check_stat_lengths(length, Rank, of_none || size_of(expr::shape_of(e)) == 0);
  return pad_axes(e, f, [&](auto const& a, auto const& one, int axis) {
    std::int64_t const n = a.shape()[axis];
    auto const next_to = [&](int side) {
      std::int64_t const given = length.of(axis, side), m = given < n ? given : n;
      return eval(of(part_of_axis(a, axis, side == 0 ? 0 : n - m, m), axis));
    };
    auto const before = next_to(0);
    bool const of_all = length.of(axis, 0) >= n && length.of(axis, 1) >= n;
    return put_around(a, one, axis, before, of_all ? before : next_to(1));
  });
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::maximum const& mode) {
  return pad_statistic(e, f, mode.stat_length, false, [](auto const& x, int axis) { return max(x, axis, keepdims); });
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::minimum const& mode) {
  return pad_statistic(e, f, mode.stat_length, false, [](auto const& x, int axis) { return min(x, axis, keepdims); });
}
template <class E, int Rank>
auto pad_with(E const& e, frame<Rank> const& f, padding::mean const& mode) {
  return pad_statistic(e, f, mode.stat_length, !integral<typename E::value_type>, [](auto const& x, int axis) {
    if constexpr (integral<typename E::value_type>)
      return astype<typename E::value_type>(rint(mean(x, axis, keepdims)));
    else
      return mean(x, axis, keepdims);
  });
}
template <class Mode>
constexpr bool pads_anything = std::is_same_v<Mode, padding::empty> || std::is_same_v<Mode, padding::constants>;
template <class T>
constexpr bool pads_anything<padding::constant<T>> = true;

}  // namespace detail

/// An array or expression with a frame of more elements: `cp::pad(x, 1)` (zeros), `cp::pad(x, {1, 2},
/// cp::padding::edge{})`, `cp::pad(x, {{1, 2}, {0, 3}}, cp::padding::constant{5})`. Modes constant, edge, reflect,
/// symmetric, wrap and empty are lazy, part of the kernel that uses them; the others give an array, by a kernel an axis
/// and one for each statistic, which both sides share where it is of all elements.
///
/// throws   value_error for negative widths, and where there is nothing to be put around an empty axis; shape_error
/// numpy    numpy.pad
template <expression E, class Mode = padding::constant<int>>
[[nodiscard]] auto pad(E const& e, pad_width const& width, Mode const& mode = {}) {
  static_assert(E::rank >= 1 && E::rank <= pad_width::most, "cp::pad takes arrays of 1 to 16 axes");
  static_assert(!std::is_array_v<Mode> && !std::is_arithmetic_v<Mode>,
                "cp::pad: the mode is a type of cp::padding, cp::pad(x, 1, cp::padding::edge{}) or constant{5}");
  if constexpr (expr::is_traced<E>)
    return expr::derive([width, mode](auto const& x) { return pad(x, width, mode); }, e);
  else
    return detail::pad_with(e, detail::frame<E::rank>(expr::shape_of(e), width, detail::pads_anything<Mode>), mode);
}

}  // namespace cp
