// What went wrong with one matrix of a batch, as the error that says so.
#pragma once

#include <cstdint>

namespace cp::runtime {

/// The status of a matrix that has elements that are not finite.
inline constexpr int not_finite = 1 << 30;

/// The sentence of a failure: "cp::linalg::solve: matrix 3 of 10 is singular", as linalg_error. `status`: positive,
/// `not_finite`, or negative for an argument that the library refused.
[[noreturn]] void throw_failed(char const* where, char const* what, std::int64_t matrix, std::int64_t count,
                               int status);

}  // namespace cp::runtime
