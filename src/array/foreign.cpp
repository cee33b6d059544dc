// What is checked of memory that something else owns.
#include <fuse/array/foreign.hpp>
#include <new>
#include <string>

namespace cp::detail {

void check_foreign(char const* where, void const* data, std::int64_t n, std::int64_t alignment) try {
  if (n == 0) return;
  if (data == nullptr) throw value_error(std::string(where) + ": the memory of an array is needed, got a null pointer");
  if (reinterpret_cast<std::uintptr_t>(data) % static_cast<std::uintptr_t>(alignment) != 0)
    throw value_error(std::string(where) + ": elements begin at multiples of " + std::to_string(alignment) +
                      " bytes, the memory does not");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::detail
