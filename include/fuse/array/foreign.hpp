// Arrays over memory that something else owns.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/runtime/device.hpp>
#include <memory>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {

/// Throws value_error unless `n` elements of `itemsize` bytes, aligned to `alignment`, can begin at `data`.
void check_foreign(char const* where, void const* data, std::int64_t n, std::int64_t alignment);

/// An array over memory that `owner` keeps alive: an object whose destruction gives the memory back.
template <class T, int N, class Space, class Owner>
ndarray<T, N, Space> foreign_array(char const* where, T* data, index_array<N> const& shape,
                                   index_array<N> const& strides, std::int64_t bytes, int device,
                                   std::unique_ptr<Owner> owner) {
  static_assert(std::is_nothrow_destructible_v<Owner>);
  check_foreign(where, data, checked_size(where, shape.value, N, sizeof(T)), alignof(T));
  void (*const release)(void*) noexcept = [](void* context) noexcept { delete static_cast<Owner*>(context); };
  storage_ptr memory(runtime::adopt(data, bytes, Space::kind, device, release, owner.get()));
  owner.release();
  return ndarray<T, N, Space>(std::move(memory), data, shape, strides);
}

/// Calls a function of a pointer when it goes.
template <class T, class Free>
struct foreign_owner {
  T* data;
  Free free;
  ~foreign_owner() { free(data); }
};

}  // namespace detail

/// An array over memory that exists, of `Space`: nothing is copied. `free(data)` is called once, when the last handle
/// goes (and where this throws); it must not throw. Whoever else uses memory of a device synchronises with the current
/// stream. `y = expr` never writes into such memory unasked; `y(cp::all) = expr` and `y += expr` do.
///
/// throws  shape_error for negative extents; value_error where `data` is null, or no T can begin there
template <space Space = host_space, class T, int N, class Free>
requires std::is_invocable_v<Free&, T*>
[[nodiscard]] ndarray<T, N, Space> from_memory(T* data, index_array<N> const& shape, Free free) {
  std::unique_ptr<detail::foreign_owner<T, Free>> owner;
  try {
    owner.reset(new detail::foreign_owner<T, Free>{data, free});
  } catch (...) {
    free(data);
    throw;
  }
  std::int64_t const bytes =
      detail::checked_size("cp::from_memory", shape.value, N, sizeof(T)) * static_cast<std::int64_t>(sizeof(T));
  return detail::foreign_array<T, N, Space>("cp::from_memory", data, shape, contiguous_strides(shape), bytes,
                                            cuda::current_device(), std::move(owner));
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
