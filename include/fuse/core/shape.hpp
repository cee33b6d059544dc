// Shapes, strides, slices and axes: the arithmetic of where elements are, without any memory.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/core/error.hpp>
#include <initializer_list>
#include <string>
#include <type_traits>

namespace cp {

/// One value an axis: a shape (extents of the axes, outermost first) or strides (steps along the axes, in elements).
template <int Rank>
struct index_array {
  static_assert(Rank >= 0, "cp: a rank cannot be negative");
  /// The values, of the outermost axis first.
  std::int64_t value[Rank] = {};

  /// Number of axes.
  static constexpr int size() { return Rank; }
  /// An axis' value.
  constexpr std::int64_t& operator[](int axis) { return value[axis]; }
  /// An axis' value.
  constexpr std::int64_t operator[](int axis) const { return value[axis]; }
  /// The first value.
  constexpr std::int64_t* begin() { return value; }
  /// Behind the last value.
  constexpr std::int64_t* end() { return value + Rank; }
  /// The first value.
  constexpr std::int64_t const* begin() const { return value; }
  /// Behind the last value.
  constexpr std::int64_t const* end() const { return value + Rank; }
  friend constexpr bool operator==(index_array const& x, index_array const& y) {
    for (int i = 0; i < Rank; ++i)
      if (x.value[i] != y.value[i]) return false;
    return true;
  }
};

/// That of no axes, which `{}` makes as well: `cp::zeros<float>({})`. (Nothing else in braces makes one.)
template <>
struct index_array<0> {
  /// Memory that has an address, of no value.
  std::int64_t value[1] = {};

  constexpr index_array() = default;
  /// Number of axes: none.
  static constexpr int size() { return 0; }
  /// For code of any rank.
  constexpr std::int64_t& operator[](int axis) { return value[axis]; }
  /// For code of any rank.
  constexpr std::int64_t operator[](int axis) const { return value[axis]; }
  /// There is no first value.
  constexpr std::int64_t const* begin() const { return value; }
  /// There is no first value.
  constexpr std::int64_t const* end() const { return value; }
  friend constexpr bool operator==(index_array const&, index_array const&) { return true; }
};

template <int Rank>
using shape_array = index_array<Rank>;

/// One extent of a shape written in braces: any integer type, checked against the 64-bit range.
struct extent {
  /// The extent.
  std::int64_t value;
  /// Of any integer. Throws shape_error above 2^63 - 1.
  template <std::integral I>
  constexpr extent(I i) : value(static_cast<std::int64_t>(i)) {
    if constexpr (std::is_unsigned_v<I> && sizeof(I) == 8)
      if (value < 0) throw shape_error("cp: an extent does not fit 64 bits with a sign");
  }
};

template <int Rank>
constexpr index_array<Rank> make_shape(extent const (&shape)[Rank]) {
  index_array<Rank> r;
  for (int i = 0; i < Rank; ++i) r[i] = shape[i].value;
  return r;
}

namespace detail {

template <class X, class...>
struct type_in_template {
  using type = X;
};
/// X, in a template whose arguments are T. What it makes of a type that does not depend on them, as an expression of
/// its indices, is instantiated in every file that includes it; what it makes of this is not.
template <class X, class... T>
using known_late = typename type_in_template<X, T...>::type;

/// The shape of one axis, where one number may stand for it.
template <std::integral... I>
constexpr index_array<sizeof...(I)> one_extent(I... n) {
  static_assert(
      sizeof...(I) == 1,
      "cp: a shape of several axes stands in braces: cp::zeros<float>({2, 3}), cp::random::normal(0, 1, {2, 3})");
  return {{extent(n).value...}};
}

/// `(2, 3)`, NumPy's text for a shape.
std::string shape_text(std::int64_t const* shape, int rank);
[[noreturn]] void throw_shape(char const* where, char const* what, std::int64_t const* a, int rank_a,
                              std::int64_t const* b, int rank_b);
[[noreturn]] void throw_axis(char const* where, std::int64_t axis, int rank);
[[noreturn]] void throw_index(char const* where, std::int64_t index, int axis, std::int64_t extent);
[[noreturn]] void throw_stretched_element(std::int64_t const* shape, int rank);
[[noreturn]] void throw_value(char const* where, char const* what, std::int64_t came);
/// Broadcasts a shape into another of as many axes or more. Throws shape_error, before anything is changed.
void broadcast_into(std::int64_t* to, int rank, std::int64_t const* shape, int shape_rank, char const* where);
/// Product of the extents; throws shape_error for a negative extent or more than 2^63 - 1 bytes.
std::int64_t checked_size(char const* where, std::int64_t const* shape, int rank, std::int64_t itemsize);
/// `shape` with its one -1 filled in. Throws shape_error if the number of elements differs.
void complete_shape(std::int64_t size, std::int64_t const* from, int from_rank, std::int64_t* shape, int rank);
/// Strides of a reshaped view, if no copy is needed (NumPy's rule).
bool reshape_strides(int rank, std::int64_t const* shape, std::int64_t const* strides, int new_rank,
                     std::int64_t const* new_shape, std::int64_t* new_strides);

}  // namespace detail

/// The text NumPy prints for a shape: `()`, `(3,)`, `(2, 3)`.
template <int Rank>
std::string to_string(index_array<Rank> const& shape) {
  return detail::shape_text(shape.value, Rank);
}

namespace detail {
/// A product that may overflow where an extent of 0 makes it meaningless.
constexpr std::int64_t wrapping_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
}  // namespace detail

/// Number of elements of a shape.
template <int Rank>
constexpr std::int64_t size_of(index_array<Rank> const& shape) {
  std::int64_t n = 1;
  for (int i = 0; i < Rank; ++i) n = detail::wrapping_product(n, shape[i]);
  return n;
}

/// Strides of a C-contiguous array (the last axis runs fastest). Those of an empty array whose other extents are more
/// than memory has are 0, so that no place in it is out of reach.
template <int Rank>
constexpr index_array<Rank> contiguous_strides(index_array<Rank> const& shape) {
  index_array<Rank> s;
  std::int64_t step = 1;
  bool empty = false, overflows = false;
  for (int i = Rank - 1; i >= 0; --i) {
    s[i] = step;
    empty = empty || shape[i] == 0;
    overflows = __builtin_mul_overflow(step, shape[i] > 0 ? shape[i] : 1, &step) || overflows;
  }
  return empty && (overflows || step > INT64_MAX / 64) ? index_array<Rank>{} : s;
}

/// Whether elements lie one behind the other in C order; axes of extent 1 do not matter, an empty array is contiguous.
template <int Rank>
constexpr bool is_contiguous(index_array<Rank> const& shape, index_array<Rank> const& strides) {
  std::int64_t step = 1;
  bool packed = true;
  for (int i = Rank - 1; i >= 0; --i) {
    if (shape[i] == 0) return true;
    if (shape[i] != 1 && strides[i] != step) packed = false;
    step = detail::wrapping_product(step, shape[i]);
  }
  return packed;
}

/// `axis` counted from the front; negative ones count from the end. Throws index_error outside [-rank, rank).
constexpr int normalize_axis(std::int64_t axis, int rank, char const* where) {
  if (axis < -rank || axis >= rank) detail::throw_axis(where, axis, rank);
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

/// Marks the open end of a slice: `slice(2, end)`.
struct end_t {};
inline constexpr end_t end{};
/// The whole axis, as `:` in Python; called, whether all elements are not zero (ops/reductions.hpp).
struct all_t {
  template <class X, class... Option>
  auto operator()(X&& x, Option const&... option) const;
  /// The same along the axes in braces: `cp::all(x, {0, 1})`.
  template <class X, int N, class... Option>
  auto operator()(X const& x, int const (&axes)[N], Option const&... option) const;
};
inline constexpr all_t all{};
/// As many whole axes as are left over, as `...` in Python.
struct ellipsis_t {};
inline constexpr ellipsis_t ellipsis{};
/// A new axis of extent 1, as None in Python.
struct newaxis_t {};
inline constexpr newaxis_t newaxis{};

/// start:stop:step of Python, with negative numbers counted from the end and open ends (`end`).
struct slice {
  /// Stands for an open end.
  static constexpr std::int64_t open = INT64_MIN;
  std::int64_t start = open;  ///< the first index
  std::int64_t stop = open;   ///< the index to stop before
  std::int64_t step = 1;      ///< from one index to the next

  constexpr slice() = default;
  /// `:stop`.
  constexpr explicit slice(std::int64_t stop_) : stop(stop_) {}
  /// `start:stop:step`.
  constexpr slice(std::int64_t start_, std::int64_t stop_, std::int64_t step_ = 1)
      : start(start_), stop(stop_), step(step_) {}
  /// `start::step`.
  constexpr slice(std::int64_t start_, end_t, std::int64_t step_ = 1) : start(start_), step(step_) {}
  /// `:stop:step`.
  constexpr slice(end_t, std::int64_t stop_, std::int64_t step_ = 1) : stop(stop_), step(step_) {}
  /// `::step`.
  constexpr slice(end_t, end_t, std::int64_t step_ = 1) : step(step_) {}
  /// Tells what to write instead of an expression.
  template <class... X>
  requires(requires { X::rank; } || ...) constexpr explicit slice(X const&...) {
    static_assert(
        sizeof...(X) == 0,
        "cp::slice takes C++ numbers, no expressions. In a lambda of cp::fuse v.size() and v.shape(0) are "
        "expressions: count from the end (cp::slice(-3, cp::end)), capture the number ([n = x.size() / 2](auto "
        "v) { return v(cp::slice(0, n)); }), or slice the argument outside");
  }
};

namespace detail {

/// A slice made concrete for an axis: the first index, the number of elements, the step.
struct slice_range {
  std::int64_t start, extent, step;
};

/// CPython's rule (PySlice_AdjustIndices). Throws value_error for step 0.
constexpr slice_range resolve(slice const& s, std::int64_t n) {
  if (s.step == 1) {  // most are; an open start counts as far before the first
    auto const clip = [n](std::int64_t i) {
      std::int64_t const j = i < 0 ? i + n : i, low = j < 0 ? 0 : j;
      return low > n ? n : low;
    };
    std::int64_t const start = clip(s.start), stop = s.stop == slice::open ? n : clip(s.stop);
    return {start, stop > start ? stop - start : 0, 1};
  }
  if (s.step == 0) throw_value("cp::slice", "the step cannot be", 0);
  auto clip = [&](std::int64_t i, std::int64_t low, std::int64_t high) {
    if (i < 0) i += n;
    return i < low ? low : i > high ? high : i;
  };
  if (s.step > 0) {
    std::int64_t const start = s.start == slice::open ? 0 : clip(s.start, 0, n);
    std::int64_t const stop = s.stop == slice::open ? n : clip(s.stop, 0, n);
    return {start, stop <= start ? 0 : (stop - start - 1) / s.step + 1, s.step};
  }
  std::int64_t const start = s.start == slice::open ? n - 1 : clip(s.start, -1, n - 1);
  std::int64_t const stop = s.stop == slice::open ? -1 : clip(s.stop, -1, n - 1);
  // The step's magnitude without its sign, which -2^63 has not.
  auto const by = 0 - static_cast<std::uint64_t>(s.step);
  return {start, stop < start ? static_cast<std::int64_t>(static_cast<std::uint64_t>(start - stop - 1) / by) + 1 : 0,
          s.step};
}

}  // namespace detail

/// What may stand between the parentheses of `a(...)` for basic indexing. (A bool is a mask in NumPy, and none of them
/// here.)
template <class T>
concept basic_index = (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, slice> ||
                      std::same_as<T, all_t> || std::same_as<T, ellipsis_t> || std::same_as<T, newaxis_t>;

namespace detail {

/// That many whole axes, as so many cp::all: what an index array or a mask stands for until it picks from them.
template <int Axes>
struct whole_axes {};

template <class T>
constexpr int index_takes = std::integral<T> || std::same_as<T, slice> || std::same_as<T, all_t> ? 1 : 0;
template <class T>
constexpr int index_gives = std::same_as<T, slice> || std::same_as<T, all_t> || std::same_as<T, newaxis_t> ? 1 : 0;
template <int Axes>
constexpr int index_takes<whole_axes<Axes>> = Axes;
template <int Axes>
constexpr int index_gives<whole_axes<Axes>> = Axes;

/// Rank of a view that these indices make of an array of rank `Rank`; without an ellipsis the missing ones are whole
/// axes at the end.
template <int Rank, class... Index>
constexpr int indexed_rank = (0 + ... + index_takes<Index>) > Rank
                                 ? 0
                                 : Rank - (0 + ... + index_takes<Index>)+(0 + ... + index_gives<Index>);

/// Where a view begins and how it is laid out.
template <int Rank>
struct mapping {
  std::int64_t offset = 0;
  index_array<Rank> shape, strides;
};

/// Applies basic indices to a mapping: writes shape and strides of the view, and returns its offset. Throws index_error
/// for an integer outside its axis.
template <int Rank, int To, class... Index>
FUSE_INLINE constexpr std::int64_t index_into(index_array<To>& to_shape, index_array<To>& to_strides,
                                              index_array<Rank> const& shape, index_array<Rank> const& strides,
                                              Index const&... index) {
  constexpr int taken = (0 + ... + index_takes<Index>);
  static_assert(taken <= Rank, "cp: more indices than the array has axes");
  static_assert((0 + ... + int(std::same_as<Index, ellipsis_t>)) <= 1, "cp: an index can hold only one cp::ellipsis");
  int from = 0, to = 0;
  std::int64_t offset = 0;
  auto keep = [&] {
    to_shape[to] = shape[from];
    to_strides[to++] = strides[from++];
  };
  [[maybe_unused]] auto one = [&](auto const& i) {
    using I = std::remove_cvref_t<decltype(i)>;
    if constexpr (std::integral<I>) {
      std::int64_t j = static_cast<std::int64_t>(i);
      if (j < -shape[from] || j >= shape[from] || (std::is_unsigned_v<I> && j < 0))
        throw_index("cp::ndarray", j, from, shape[from]);
      if (j < 0) j += shape[from];
      offset += j * strides[from++];
    } else if constexpr (std::same_as<I, slice>) {
      slice_range const r = resolve(i, shape[from]);
      offset += r.extent > 0 ? r.start * strides[from] : 0;
      to_shape[to] = r.extent;
      to_strides[to++] = r.extent > 1 ? wrapping_product(strides[from], r.step) : strides[from];
      ++from;
    } else if constexpr (std::same_as<I, all_t>) {
      keep();
    } else if constexpr (std::same_as<I, newaxis_t>) {
      to_shape[to] = 1;
      to_strides[to++] = 0;
    } else {
      for (int k = std::same_as<I, ellipsis_t> ? Rank - taken : index_takes<I>; k > 0; --k) keep();
    }
  };
  (one(index), ...);
  while (from < Rank) keep();
  return offset;
}
/// The same as a mapping.
template <int Rank, class... Index>
constexpr mapping<indexed_rank<Rank, Index...>> apply_index(index_array<Rank> const& shape,
                                                            index_array<Rank> const& strides, Index const&... index) {
  mapping<indexed_rank<Rank, Index...>> m;
  m.offset = index_into(m.shape, m.strides, shape, strides, index...);
  return m;
}

}  // namespace detail

/// The shape that two shapes broadcast to; `where` begins the message of the shape_error thrown when they do not.
template <int A, int B>
constexpr auto broadcast_shapes(index_array<A> const& a, index_array<B> const& b,
                                char const* where = "cp::broadcast_shapes") {
  constexpr int rank = A > B ? A : B;
  index_array<rank> r;
  for (int i = 1; i <= rank; ++i) {
    std::int64_t const x = i <= A ? a[A - i] : 1, y = i <= B ? b[B - i] : 1;
    if (x != y && x != 1 && y != 1) detail::throw_shape(where, "cannot broadcast shapes", a.value, A, b.value, B);
    r[rank - i] = x == 1 ? y : x;
  }
  return r;
}

namespace detail {

/// Strides that make an array of shape `from` look like `to`: 0 along stretched and new axes. Throws shape_error if it
/// does not broadcast.
template <int Rank, int From>
constexpr index_array<Rank> broadcast_strides(index_array<From> const& from, index_array<From> const& strides,
                                              index_array<Rank> const& to, char const* where) {
  static_assert(From <= Rank, "cp: an array cannot be broadcast to fewer axes than it has");
  index_array<Rank> r;
  for (int i = 0; i < From; ++i) {
    int const t = Rank - From + i;
    if (from[i] == to[t])
      r[t] = from[i] == 1 ? 0 : strides[i];
    else if (from[i] == 1)
      r[t] = 0;
    else
      throw_shape(where, "cannot broadcast shape to another", from.value, From, to.value, Rank);
  }
  return r;
}

}  // namespace detail

}  // namespace cp
