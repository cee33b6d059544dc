// Arrays, shapes, dtypes and elements as text: what NumPy prints.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/io/format.hpp>
#include <iosfwd>
#include <string>
#include <type_traits>

namespace cp {

namespace detail {

/// The places [begin, begin + n) of one axis, as a view.
template <class T, int Rank, class Space>
ndarray<T, Rank, Space> part_of(ndarray<T, Rank, Space> const& a, int axis, std::int64_t begin, std::int64_t n) {
  index_array<Rank> shape = a.shape();
  shape[axis] = n;
  return {a.memory(), a.data() + begin * a.strides()[axis], shape, a.strides()};
}

/// Copies the elements that a text shows of the axes from `axis` on.
template <class A>
void copy_shown(A const& to, A const& from, io::shown_places const* places, int axis) {
  if (axis == A::rank) return assign_elements(to, from);
  auto const [leading, trailing, dots] = places[axis];
  if (leading > 0) copy_shown(part_of(to, axis, 0, leading), part_of(from, axis, 0, leading), places, axis + 1);
  A const behind = part_of(from, axis, from.shape()[axis] - trailing, trailing);
  copy_shown(part_of(to, axis, leading, trailing), behind, places, axis + 1);
}

/// The elements of a summarised array that its text shows, without gaps (io::elements_given::shown), in the array's own
/// space.
template <class T, int Rank, class Space>
ndarray<T, Rank, Space> shown_elements(ndarray<T, Rank, Space> const& a, print_options const& options) {
  io::shown_places places[Rank == 0 ? 1 : Rank];
  index_array<Rank> shape;
  for (int i = 0; i < Rank; ++i) {
    places[i] = io::places_shown(a.shape()[i], true, options);
    shape[i] = places[i].leading + places[i].trailing;
  }
  auto const made = make_array<T, Rank, Space>(shape, "cp::array_str");
  copy_shown(made, a, places, 0);
  return made;
}

/// The text of elements in host memory of an array of a shape.
template <class T, int Rank>
std::string host_text(ndarray<T, Rank, host_space> const& a, index_array<Rank> const& shape,
                      print_options const& options, bool repr, io::elements_given given) {
  return io::format_array(dtype_traits<T>::id, sizeof(T), a.data(), Rank, shape.value, a.strides().value, options, repr,
                          given, struct_members<T>::layout());
}

/// The text that `format` makes of elements in host memory, of the array's shape, and of what they are.
template <class E, class Format>
std::string text_of(E const& e, print_options const& options, Format const& format) {
  auto const a = eval(e);
  if constexpr (!std::is_same_v<space_of<E>, host_space>)
    if (io::is_summarized(E::rank, a.shape().value, options))
      return format(shown_elements(a, options).to_host(), a.shape(), io::elements_given::shown);
  return format(a.to_host(), a.shape(), io::elements_given::all);
}

template <class E>
std::string array_text(E const& e, bool repr) {
  print_options const options = get_printoptions();
  return text_of(e, options, [&](auto const& host, auto const& shape, io::elements_given given) {
    return host_text(host, shape, options, repr, given);
  });
}

}  // namespace detail

/// What NumPy's print(a) shows. Waits for the current stream; of an array that is printed with `...` only the elements
/// that are shown come to the host.
template <expression E>
[[nodiscard]] std::string array_str(E const& e) {
  return detail::array_text(e, false);
}
/// What NumPy's repr(a) shows: `array([1., 2.], dtype=float32)`. Waits for the current stream.
template <expression E>
[[nodiscard]] std::string array_repr(E const& e) {
  return detail::array_text(e, true);
}
/// The text of an array or the value of an expression, as NumPy prints it (include <ostream> or <iostream> yourself).
/// Waits for the current stream.
template <class Char, class Traits, expression E>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& os, E const& e) {
  return os << array_str(e);
}

/// A shape or strides as NumPy prints a tuple: `(2, 3)`.
template <class Char, class Traits, int Rank>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& os, index_array<Rank> const& shape) {
  return os << to_string(shape);
}

/// A dtype's name, as `float32`.
template <class Char, class Traits>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& os, dtype const& type) {
  return os << dtype_name(type.id);
}
/// A dtype's name, as `float32`.
template <class Char, class Traits>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& os, dtype_id type) {
  return os << dtype_name(type);
}

/// An element that C++ has no text for, as NumPy prints its scalars: `(1+2j)`, `0.1`.
template <class Char, class Traits, class T>
requires(detail::half_float<T> || std::is_same_v<T, complex<float>> ||
         std::is_same_v<T, complex<double>>) std::basic_ostream<Char, Traits>
&operator<<(std::basic_ostream<Char, Traits>& os, T const& x) {
  return os << io::format_scalar(dtype_traits<T>::id, sizeof(T), &x);
}

}  // namespace cp
