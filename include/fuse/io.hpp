// Arrays and files, arrays as text: NumPy's .npy format, and what NumPy prints.
#pragma once

#include <iosfwd>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fuse/core/error.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/io/format.hpp>
#include <fuse/io/npy.hpp>
#include <fuse/ndarray.hpp>

namespace cp {

namespace detail {

template <class T, int Rank, class Space>
ndarray<T, Rank, Space> read_array(io::byte_source& source) {
  io::npy_header const header = io::read_npy_header(source);
  check_npy(header, source.name(), dtype_traits<T>::id, sizeof(T), Rank);
  index_array<Rank> shape, in_file;
  for (int i = 0; i < Rank; ++i) {
    shape[i] = header.shape[static_cast<std::size_t>(i)];
    in_file[i] = header.shape[static_cast<std::size_t>(header.fortran_order ? Rank - 1 - i : i)];
  }
  auto const host = make_array<T, Rank, host_space>(in_file, "cp::load");
  io::read_npy_data(source, header, host.data());
  auto const a = host.template to<Space>();
  return header.fortran_order ? a.transposed() : a;
}

}  // namespace detail

/// Reads an array from a .npy file (versions 1 to 3, both byte orders, C and Fortran order). The file's dtype and rank must be T and Rank: throws
/// dtype_error or shape_error otherwise, io_error for a file that is missing, damaged, truncated or holds Python objects.
///
/// numpy    numpy.load
template <class T, int Rank, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> load(std::string const& path) {
  io::file_source source(path);
  return detail::read_array<T, Rank, Space>(source);
}

/// The same from an open file or memory, from its current position on: arrays that were saved one after the other are read one after the other.
template <class T, int Rank, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> load(io::byte_source& source) {
  return detail::read_array<T, Rank, Space>(source);
}

/// The elements as contiguous host memory; waits for the current stream.
template <class T, int Rank, class Space>
[[nodiscard]] ndarray<T, Rank, host_space> ascontiguous_host(ndarray<T, Rank, Space> const& a) {
  auto const h = a.to_host();
  return is_contiguous(h.shape(), h.strides()) ? h : h.copy();
}

/// Writes an array (of an expression its value) to a .npy file, in C order, byte for byte as numpy.save does. Waits for the current stream. Throws io_error.
///
/// numpy    numpy.save
template <expression E>
void save(std::string const& path, E const& e) {
  auto const a = ascontiguous_host(eval(e));
  using T = typename E::value_type;
  io::write_npy(path, dtype_traits<T>::id, sizeof(T), std::vector<std::int64_t>(a.shape().begin(), a.shape().end()), a.data());
}

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
                          given);
}

template <class E>
std::string array_text(E const& e, bool repr) {
  auto const a = eval(e);
  print_options const options = get_printoptions();
  if constexpr (!std::is_same_v<space_of<E>, host_space>)
    if (io::is_summarized(E::rank, a.shape().value, options))
      return host_text(shown_elements(a, options).to_host(), a.shape(), options, repr, io::elements_given::shown);
  return host_text(a.to_host(), a.shape(), options, repr, io::elements_given::all);
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
/// The text of an array or the value of an expression, as NumPy prints it (include <ostream> or <iostream> yourself). Waits for the current stream.
template <class Char, class Traits, expression E>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& os, E const& e) {
  return os << array_str(e);
}

}  // namespace cp
