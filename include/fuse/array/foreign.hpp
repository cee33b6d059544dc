// Arrays over memory that something else owns.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/runtime/device.hpp>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// Throws value_error unless `n` elements of `itemsize` bytes, aligned to `alignment`, can begin at `data`.
void check_foreign(char const* where, void const* data, std::int64_t n, std::int64_t alignment);

/// Calls a function of a pointer when it goes.
template <class T, class Free>
struct foreign_owner {
  T* data;
  Free free;
  ~foreign_owner() { free(data); }
};

}  // namespace detail

/// An array over memory that exists, of `Space` (of the current device): nothing is copied. `free(data)` is called
/// once, when the last handle goes (and where this throws); it must not throw. On a device that may be before work on
/// the current stream is done: `free` has to wait for it, as cudaFree does, or to be ordered there. `y = expr` never
/// writes into such memory unasked; `y(cp::all) = expr` and `y += expr` do.
///
/// throws  shape_error for negative extents; value_error where `data` is null, or no T can begin there
template <space Space = host_space, class T, int N, class Free>
requires std::is_invocable_v<Free&, T*>
[[nodiscard]] ndarray<T, N, Space> from_memory(T* data, index_array<N> const& shape, Free free) {
  using owner_type = detail::foreign_owner<T, Free>;
  std::unique_ptr<owner_type> owner;
  try {
    owner.reset(new owner_type{data, free});
  } catch (std::bad_alloc const&) {
    free(data);
    runtime::throw_out_of_bookkeeping(0);
  } catch (...) {
    free(data);
    throw;
  }
  std::int64_t const size = detail::checked_size("cp::from_memory", shape.value, N, sizeof(T));
  detail::check_foreign("cp::from_memory", data, size, alignof(T));
  storage_ptr memory(runtime::adopt(
      data, size * static_cast<std::int64_t>(sizeof(T)), Space::kind, cuda::current_device(),
      [](void* context) noexcept { delete static_cast<owner_type*>(context); }, owner.get()));
  owner.release();
  return ndarray<T, N, Space>(std::move(memory), data, shape, contiguous_strides(shape));
}
/// The same with the shape in braces.
template <space Space = host_space, class T, int N, class Free>
requires std::is_invocable_v<Free&, T*>
[[nodiscard]] ndarray<T, N, Space> from_memory(T* data, extent const (&shape)[N], Free free) {
  return from_memory<Space>(data, make_shape(shape), std::move(free));
}
/// The same over memory that must outlive every handle.
template <space Space = host_space, class T, int N>
[[nodiscard]] ndarray<T, N, Space> from_memory(T* data, index_array<N> const& shape) {
  return from_memory<Space>(data, shape, [](T*) {});
}
template <space Space = host_space, class T, int N>
[[nodiscard]] ndarray<T, N, Space> from_memory(T* data, extent const (&shape)[N]) {
  return from_memory<Space>(data, make_shape(shape), [](T*) {});
}

}  // namespace cp
