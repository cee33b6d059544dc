// What questions about dtypes refuse.
#include <fuse/core/dtype_tools.hpp>
#include <fuse/core/error.hpp>
#include <new>
#include <string>

namespace cp::detail {

void throw_dtype(char const* where, char const* expected, dtype came) try {
  throw dtype_error(std::string(where) + ": " + expected + " is needed, not " + came.name());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_no_common_dtype(char const* where, dtype a, dtype b) try {
  throw dtype_error(std::string(where) + ": there is no dtype for both " + a.name() + " and " + b.name());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::detail
