// What is said of a reduction that cannot be done.
#include <fuse/expr/reduction.hpp>
#include <new>
#include <string>

namespace cp::expr {

void throw_empty_reduction(char const* where, std::int64_t const* shape, int rank) try {
  std::string text;
  for (int i = 0; i < rank; ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  throw value_error(std::string(where) + ": needs at least one element for each result; the operand has shape (" +
                    text + (rank == 1 ? ",)" : ")"));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_unlike_folds() try {
  throw error("cp: the reductions of one kernel do not have the shape that their types promise");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_axis_twice(char const* where, std::int64_t axis) try {
  throw value_error(std::string(where) + ": axis " + std::to_string(axis) + " is named twice");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::expr
