// What questions about dtypes refuse.
#include <fuse/core/dtype_tools.hpp>
#include <fuse/core/error.hpp>
#include <string>

namespace cp::detail {

void throw_dtype(char const* where, char const* expected, dtype came) {
  throw dtype_error(std::string(where) + ": " + expected + " is needed, not " + came.name());
}

void throw_no_common_dtype(char const* where, dtype a, dtype b) {
  throw dtype_error(std::string(where) + ": there is no dtype for both " + a.name() + " and " + b.name());
}

}  // namespace cp::detail
