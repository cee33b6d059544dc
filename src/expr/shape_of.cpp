// The shape of an elementwise traced tree, from its placeholders.
#include <bit>
#include <fuse/expr/shape_of.hpp>

namespace cp::expr {

void broadcast_placeholders(std::int64_t* to, int rank, std::uint64_t placeholders, scope const& s, char const* where) {
  for (int i = 0; i < rank; ++i) to[i] = 1;
  for (; placeholders != 0; placeholders &= placeholders - 1) {
    int const k = std::countr_zero(placeholders);
    detail::broadcast_into(to, rank, s.shape[k], s.rank[k], where);
  }
}

}  // namespace cp::expr
