// Several arrays in one file: NumPy's .npz format.
#pragma once

#include <fuse/array/ndarray.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/io/load.hpp>
#include <fuse/io/zip.hpp>
#include <memory>
#include <new>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cp {

/// The arrays of a .npz file, by name; each is read when it is asked for. A handle on the open file: copying it shares
/// that, and several threads may read at once.
class npz_file {
 public:
  /// Opens a file and reads its directory. A member that would unpack to more than `max_bytes` will be refused; without
  /// that, memory follows the bytes that really come.
  ///
  /// throws  io_error for a file that is missing, damaged or no archive
  /// numpy   numpy.load
  explicit npz_file(std::string const& path, std::int64_t max_bytes = INT64_MAX);
  /// The same in memory, which must outlive this.
  npz_file(void const* data, std::int64_t n, std::string name = "memory", std::int64_t max_bytes = INT64_MAX);

  /// The names of the arrays, in the order of the file; of members that are no .npy files the whole name.
  std::vector<std::string> names() const;
  /// Whether there is an array of a name.
  bool contains(std::string const& name) const;
  /// What the array of a name is: its dtype and shape. Throws as load does.
  io::npy_header header(std::string const& name) const;
  /// The array of a name. Its bytes are held against their CRC.
  ///
  /// throws  value_error if there is none of that name; dtype_error or shape_error if it has another dtype or rank;
  ///         io_error where the member is damaged, encrypted, deflated and this build has no zlib, or larger than
  ///         allowed
  template <class T, int Rank, class Space = default_space>
  [[nodiscard]] ndarray<T, Rank, Space> load(std::string const& name, progress const& told = {}) const {
    auto const source = open(name);
    auto a = detail::read_array<T, Rank, Space>(*source, told);
    expect_end(*source);
    return a;
  }

 private:
  std::unique_ptr<io::byte_source> open(std::string const& name) const;
  static void expect_end(io::byte_source& source);

  std::shared_ptr<io::zip_archive const> archive_;
  std::int64_t max_bytes_;
};

/// An array and its name in a .npz file, as cp::named makes it.
template <class A>
struct named_array {
  std::string name;  ///< its name
  A array;           ///< the array, or an expression
};

/// An array with a name, for cp::savez.
template <expression E>
[[nodiscard]] named_array<E> named(std::string name, E const& e) {
  return {std::move(name), e};
}

namespace detail {

/// The names that numpy.savez gives: an empty one is "arr_" and its number among those. Throws value_error for two that
/// are equal, and for one that no archive holds.
std::vector<std::string> member_names(char const* where, std::vector<std::string> given);

template <expression E>
std::string member_name_of(E const&) {
  return {};
}
template <class A>
std::string member_name_of(named_array<A> const& a) {
  return a.name;
}
template <expression E>
auto array_of_member(E const& e) {
  return eval(e);
}
template <class A>
auto array_of_member(named_array<A> const& a) {
  return eval(a.array);
}

template <class E>
constexpr bool has_name = false;
template <class A>
constexpr bool has_name<named_array<A>> = true;

template <class... A>
void save_arrays(char const* where, std::string const& path, bool compressed, progress const& told,
                 A const&... arrays) try {
  std::vector<std::string> const names = member_names(where, {member_name_of(arrays)...});
  std::tuple const evaluated(array_of_member(arrays)...);
  std::int64_t const bytes =
      std::apply([](auto const&... a) { return (std::int64_t{0} + ... + a.nbytes()); }, evaluated);
  io::npz_writer to(path, compressed, told, bytes);
  constexpr bool is_named[] = {has_name<A>..., false};
  // NumPy writes the arrays that have names first.
  for (bool const named_ones : {true, false}) {
    std::size_t next = 0;
    std::apply(
        [&](auto const&... a) {
          auto const add = [&]<class T, int Rank, class Space>(ndarray<T, Rank, Space> const& one) {
            std::size_t const i = next++;
            if (is_named[i] != named_ones) return;
            auto const [h, fortran_order] = as_written(one);
            to.add(names[i], dtype_traits<T>::id, sizeof(T), {h.shape().begin(), h.shape().end()}, h.data(),
                   struct_members<T>::layout(), fortran_order);
          };
          (add(a), ...);
        },
        evaluated);
  }
  to.close();
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace detail

/// Writes arrays (of expressions their values) to one .npz file, uncompressed: byte for byte as numpy.savez does. An
/// array without a name is `arr_0`, `arr_1` ..., behind those with one: `cp::savez("a.npz", x, cp::named("y", y))`.
/// Waits for the current stream. Unlike numpy.savez it adds no suffix to the path.
///
/// throws  value_error where two names are equal, before anything is written; io_error
/// numpy   numpy.savez
template <class... A>
void savez(std::string const& path, A const&... arrays) {
  detail::save_arrays("cp::savez", path, false, progress(), arrays...);
}
/// The same, and somebody is told of it.
template <class... A>
void savez(std::string const& path, progress const& told, A const&... arrays) {
  detail::save_arrays("cp::savez", path, false, told, arrays...);
}
/// The same, deflated. Throws io_error in a build without zlib.
///
/// numpy   numpy.savez_compressed
template <class... A>
void savez_compressed(std::string const& path, A const&... arrays) {
  detail::save_arrays("cp::savez_compressed", path, true, progress(), arrays...);
}
/// The same, and somebody is told of it.
template <class... A>
void savez_compressed(std::string const& path, progress const& told, A const&... arrays) {
  detail::save_arrays("cp::savez_compressed", path, true, told, arrays...);
}

}  // namespace cp
