// Arrays read from .npy files, and written to them.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/core/error.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/io/npy.hpp>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp {

namespace detail {

/// The array of a file over its elements, with the axes in the order in which they lie.
template <class T, int Rank>
ndarray<T, Rank, host_space> over_file(io::npy_header const& header, storage_ptr memory, void const* elements) {
  index_array<Rank> in_file;
  for (int i = 0; i < Rank; ++i)
    in_file[i] = header.shape[static_cast<std::size_t>(header.fortran_order ? Rank - 1 - i : i)];
  (void)checked_size("cp::load", in_file.value, Rank, sizeof(T));
  T* const data = static_cast<T*>(const_cast<void*>(elements));
  return {std::move(memory), data, in_file, contiguous_strides(in_file)};
}

template <class T, int Rank, class Space>
ndarray<T, Rank, Space> read_array(io::byte_source& source, progress const& told) {
  io::npy_header const header = io::read_npy_header(source);
  io::struct_layout const* const layout = struct_members<T>::layout();
  check_npy(header, source.name(), dtype_traits<T>::id, sizeof(T), Rank, layout);
  storage_ptr memory = as_structs(read_npy_elements(source, header, told), header, layout);
  void* const data = memory->data;
  auto const a = over_file<T, Rank>(header, std::move(memory), data).template to<Space>();
  return header.fortran_order ? a.transposed() : a;
}

}  // namespace detail

/// Reads an array from a .npy file (versions 1 to 3, both byte orders, C and Fortran order). The file's dtype and rank
/// must be T and Rank: throws dtype_error or shape_error otherwise, io_error for a file that is missing, damaged,
/// truncated or holds Python objects. `told` hears of its elements' bytes (cp::progress).
///
/// numpy    numpy.load
template <class T, int Rank, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> load(std::string const& path, progress const& told = {}) {
  io::file_source source(path);
  return detail::read_array<T, Rank, Space>(source, told);
}

template <class T = void>
int load(std::string const&) {
  static_assert(sizeof(std::type_identity<T>) == 0,
                "cp::load: dtype and number of axes are named, cp::load<float, 2>(path)");
  return 0;
}
/// The same from an open file or memory, from its current position on: arrays that were saved one after the other are
/// read one after the other.
template <class T, int Rank, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> load(io::byte_source& source, progress const& told = {}) {
  return detail::read_array<T, Rank, Space>(source, told);
}

/// The elements as contiguous host memory; waits for the current stream.
template <class T, int Rank, class Space>
[[nodiscard]] ndarray<T, Rank, host_space> ascontiguous_host(ndarray<T, Rank, Space> const& a) {
  auto const h = a.to_host();
  return is_contiguous(h.shape(), h.strides()) ? h : h.copy();
}

namespace detail {
/// An array's elements in host memory as NumPy writes them: in Fortran's order where they lie so, else in C's.
template <class T, int Rank>
struct written_array {
  ndarray<T, Rank, host_space> elements;
  bool fortran_order;
};
template <class T, int Rank, class Space>
written_array<T, Rank> as_written(ndarray<T, Rank, Space> const& a) {
  auto const h = a.to_host();
  bool const in_order = is_contiguous(h.shape(), h.strides());
  bool const fortran_order = !in_order && h.flags().f_contiguous;
  return {in_order || fortran_order ? h : h.copy(), fortran_order};
}
}  // namespace detail

/// Writes an array (of an expression its value) to a .npy file, byte for byte as numpy.save does: in Fortran's order
/// what lies so (a transposed array), else in C's. Waits for the current stream. Throws io_error.
///
/// numpy    numpy.save
template <expression E>
void save(std::string const& path, E const& e, progress const& told = {}) try {
  auto const [a, fortran_order] = detail::as_written(eval(e));
  using T = typename E::value_type;
  io::write_npy(path, dtype_traits<T>::id, sizeof(T), std::vector<std::int64_t>(a.shape().begin(), a.shape().end()),
                a.data(), fortran_order, struct_members<T>::layout(), told);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp
