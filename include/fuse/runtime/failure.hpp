// Exceptions that a user's function throws in a host's kernel: the loops that call it are vectors, which an exception
// cannot leave. It is kept for the thread, the loop goes on, and whoever started it throws.
#pragma once

#include <fuse/core/config.hpp>
#include <type_traits>
#include <utility>

namespace cp::runtime {

/// Keeps the exception that is being handled, if it is the first one, until this thread calls throw_noted.
void note_failure() noexcept;
/// Throws what was kept.
void throw_noted();

/// f(x...) on the device; on the host also if it throws, and then any value.
template <class F, class... X>
FUSE_HD auto call_user(F const& f, X const&... x) -> std::remove_cvref_t<decltype(f(x...))> {
#if defined(__CUDA_ARCH__)
  return f(x...);
#else
  using result = std::remove_cvref_t<decltype(f(x...))>;
  if constexpr (noexcept(f(x...))) {
    return f(x...);
  } else {
    try {
      return f(x...);
    } catch (...) {
      note_failure();
    }
    if constexpr (std::is_nothrow_default_constructible_v<result>) {
      return result{};
    } else {
      alignas(result) unsigned char blank[sizeof(result)] = {};
      return *reinterpret_cast<result const*>(blank);
    }
  }
#endif
}

}  // namespace cp::runtime
