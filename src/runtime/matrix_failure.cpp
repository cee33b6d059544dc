// What went wrong with one matrix of a batch, as the error that says so.
#include "matrix_failure.hpp"

#include <fuse/core/error.hpp>
#include <string>

namespace cp::runtime {

void throw_failed(char const* where, char const* what, std::int64_t matrix, std::int64_t count, int status) {
  std::string text = std::string(where) + ": ";
  text += count == 1 ? "the matrix" : "matrix " + std::to_string(matrix) + " of " + std::to_string(count);
  if (status == not_finite)
    text += " has elements that are not finite";
  else if (status < 0)
    text +=
        " was refused by the library: its argument " + std::to_string(-status) + " is wrong, which is a defect of fuse";
  else
    text += std::string(" ") + what;
  throw linalg_error(text);
}

}  // namespace cp::runtime
