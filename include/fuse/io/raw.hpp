// Arrays from and to plain bytes: raw files, mapped files, buffers, iterators, text of numbers.
#pragma once

#include <cstdint>
#include <cstring>
#include <fuse/array/foreign.hpp>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/io/load.hpp>
#include <fuse/io/npy.hpp>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp {

/// What may be done with the elements of a mapped file.
enum class mmap_mode : unsigned char {
  r,       ///< they are read; writing to them ends the program (SIGSEGV)
  r_plus,  ///< writing to them writes to the file
  c,       ///< writing to them changes them in memory alone
};

namespace io {

/// Elements in host memory, one behind the other.
struct elements {
  storage_ptr memory;      ///< where they are
  std::int64_t count = 0;  ///< how many
};

/// Up to `count` elements (-1: all) of a file from `offset` on.
elements read_raw(std::string const& path, std::int64_t itemsize, std::int64_t count, std::int64_t offset,
                  progress const& told);
/// Numbers of a text, with `separator` between: as many as `count` says (-1: all), which `exactly` demands. `told`
/// hears of the text's bytes.
elements read_separated(char const* where, std::string const& name, std::string_view text, std::string const& separator,
                        dtype_id dtype, std::int64_t count, bool exactly, progress const& told = {});
/// All bytes of a file.
std::string read_text(char const* where, std::string const& path);
/// A new file of bytes.
void write_raw(std::string const& path, void const* data, std::int64_t n, progress const& told);
/// A new file of numbers as text, with `separator` between. `told` hears of the text's bytes, of which there are -1
/// until all are written.
void write_separated(std::string const& path, dtype_id dtype, void const* data, std::int64_t n,
                     std::string const& separator, std::string const& format, progress const& told);

/// A mapped .npy file.
struct mapped {
  npy_header header;           ///< what the file says
  storage_ptr memory;          ///< the mapping
  void const* data = nullptr;  ///< where the elements begin
};
/// Maps a file whose elements can be used as they lie there.
mapped map_npy(std::string const& path, mmap_mode mode, std::int64_t alignment);

/// The elements that a buffer of bytes holds from an offset on. Throws value_error as cp::frombuffer says.
std::int64_t elements_in(std::int64_t bytes, std::int64_t itemsize, std::int64_t count, std::int64_t offset);

}  // namespace io

namespace detail {

/// An array of one axis over elements that were read.
template <class T, class Space>
ndarray<T, 1, Space> array_of_elements(io::elements e) {
  T* const data = static_cast<T*>(e.memory->data);
  ndarray<T, 1, host_space> const host(std::move(e.memory), data, {{e.count}}, {{1}});
  return host.template to<Space>();
}

}  // namespace detail

/// `count` elements (-1: all) of a file that holds nothing but their bytes, in this machine's byte order, from byte
/// `offset` on. There may be fewer. bool takes bytes that are not 0 for true.
///
/// throws  value_error for a negative offset or one beyond the file; io_error
/// numpy   numpy.fromfile
template <class T = double, class Space = default_space>
[[nodiscard]] ndarray<T, 1, Space> fromfile(std::string const& path, std::int64_t count = -1, std::int64_t offset = 0,
                                            progress const& told = {}) {
  io::elements e = io::read_raw(path, sizeof(T), count, offset, told);
  if constexpr (boolean<T>)
    for (std::int64_t i = 0; i < e.count; ++i) {
      unsigned char& byte = static_cast<unsigned char*>(e.memory->data)[i];
      byte = byte != 0;
    }
  return detail::array_of_elements<T, Space>(std::move(e));
}
/// `count` numbers (-1: all) of a text file with `separator` between; white space in it stands for any or none. There
/// may be fewer. `told` hears of the text's bytes (cp::progress).
///
/// throws  value_error for text that is no number; io_error
template <class T = double, class Space = default_space>
[[nodiscard]] ndarray<T, 1, Space> fromfile(std::string const& path, std::string const& separator,
                                            std::int64_t count = -1, progress const& told = {}) {
  return detail::array_of_elements<T, Space>(io::read_separated(
      "cp::fromfile", path, io::read_text("cp::fromfile", path), separator, dtype_traits<T>::id, count, false, told));
}
/// Numbers of a text with `separator` between, as `cp::fromstring<double>("1, 2, 3", ",")`; white space in it stands
/// for any or none.
///
/// throws  value_error for text that is no number, and for fewer than `count`
/// numpy   numpy.fromstring, whose separator has a default that means bytes: cp::frombuffer
template <class T = double, class Space = default_space>
[[nodiscard]] ndarray<T, 1, Space> fromstring(std::string_view text, std::string const& separator,
                                              std::int64_t count = -1) {
  return detail::array_of_elements<T, Space>(
      io::read_separated("cp::fromstring", "the text", text, separator, dtype_traits<T>::id, count, true));
}

/// Writes the bytes of an array (of an expression its value), in C order, to a new file. Waits for the current stream.
/// Throws io_error.
///
/// numpy   numpy.ndarray.tofile
template <expression E>
void tofile(std::string const& path, E const& e, progress const& told = {}) {
  auto const a = ascontiguous_host(eval(e));
  io::write_raw(path, a.data(), a.nbytes(), told);
}
/// Writes the elements as text with `separator` between, each by a format of printf's. Throws value_error for a format
/// that is none of this dtype; io_error. `told` hears of the bytes of text, of which there are -1 until all are
/// written.
template <expression E>
void tofile(std::string const& path, E const& e, std::string const& separator, std::string const& format = "%s",
            progress const& told = {}) {
  static_assert(number<typename E::value_type> && !detail::is_complex<typename E::value_type>,
                "cp::tofile writes real numbers as text");
  auto const a = ascontiguous_host(eval(e));
  io::write_separated(path, dtype_traits<typename E::value_type>::id, a.data(), a.size(), separator, format, told);
}

/// The elements that lie in a buffer of `bytes` bytes, from byte `offset` on: `count` of them, or all (-1). Nothing is
/// copied: the buffer must outlive every handle.
///
/// throws  value_error where the buffer has fewer, ends within an element (count -1), or no T can begin there
/// numpy   numpy.frombuffer
template <class T = double>
[[nodiscard]] ndarray<T, 1, host_space> frombuffer(void* buffer, std::int64_t bytes, std::int64_t count = -1,
                                                   std::int64_t offset = 0) {
  std::int64_t const n = io::elements_in(bytes, sizeof(T), count, offset);
  return from_memory<host_space>(reinterpret_cast<T*>(static_cast<char*>(buffer) + offset), index_array<1>{{n}});
}
/// The same over the elements of a contiguous range, as std::vector<unsigned char>.
template <class T = double, class Range>
requires requires(Range& r) {
  r.data();
  r.size();
}
[[nodiscard]] ndarray<T, 1, host_space> frombuffer(Range& range, std::int64_t count = -1, std::int64_t offset = 0) {
  static_assert(
      !std::is_const_v<std::remove_reference_t<decltype(*range.data())>>,
      "cp::frombuffer: the bytes of the buffer are const, but arrays may be written; copy them into an array");
  return frombuffer<T>(static_cast<void*>(range.data()),
                       static_cast<std::int64_t>(range.size() * sizeof(*range.data())), count, offset);
}

/// The elements that iterators give, `count` of them or all (-1).
///
/// throws  value_error for fewer than `count`
/// numpy   numpy.fromiter
template <class T, class Space = default_space, class Iterator, class Sentinel>
[[nodiscard]] ndarray<T, 1, Space> fromiter(Iterator first, Sentinel last, std::int64_t count = -1) {
  std::vector<T> elements;
  if (count > 0) elements.reserve(static_cast<std::size_t>(count < 1024 ? count : 1024));
  for (; first != last && static_cast<std::int64_t>(elements.size()) != count; ++first)
    elements.push_back(static_cast<T>(*first));
  if (static_cast<std::int64_t>(elements.size()) < count)
    detail::throw_value("cp::fromiter",
                        "the iterator ended too early, after elements:", static_cast<std::int64_t>(elements.size()));
  return ndarray<T, 1, Space>(elements.begin(), elements.end());
}

/// The array of a .npy file without reading it: its pages come when they are used, and may go again. The last handle
/// closes it. Where another program shortens the file, using the array ends this one (SIGBUS).
///
/// throws  io_error for a file that is missing, damaged, truncated, of the other byte order or not to be mapped;
///         value_error where no T can begin at the file's first element; dtype_error or shape_error as cp::load
/// numpy   numpy.load(path, mmap_mode)
template <class T, int Rank>
[[nodiscard]] ndarray<T, Rank, host_space> load_mapped(std::string const& path, mmap_mode mode = mmap_mode::r) {
  io::mapped m = io::map_npy(path, mode, alignof(T));
  io::struct_layout const* const layout = struct_members<T>::layout();
  detail::check_npy(m.header, path, dtype_traits<T>::id, sizeof(T), Rank, layout);
  if (!detail::lies_as(m.header, layout))
    throw io_error("cp::load_mapped: " + path + " has the struct's members at other places; cp::load moves them");
  auto const a = detail::over_file<T, Rank>(m.header, std::move(m.memory), m.data);
  return m.header.fortran_order ? a.transposed() : a;
}

}  // namespace cp
