// What is said of a stencil that cannot be computed.
#include <fuse/core/error.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/expr/stencil.hpp>
#include <new>
#include <string>

namespace cp::expr {

void throw_stretched_stencil(std::int64_t const* shape, int rank, std::int64_t const* to, int to_rank) try {
  throw value_error("cp::at: an argument of shape " + cp::detail::shape_text(shape, rank) + " is stretched to " +
                    cp::detail::shape_text(to, to_rank) +
                    " along an axis on which its neighbours are read, and beyond its edges lies a constant or nothing; "
                    "cp::broadcast_to the argument first");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::expr
