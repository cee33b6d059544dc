// Texts and checks of shapes: what must not cost every translation unit.
#include <fuse/core/shape.hpp>

namespace cp::detail {

std::string shape_text(std::int64_t const* shape, int rank) {
  std::string s = "(";
  for (int i = 0; i < rank; ++i) {
    if (i > 0) s += ", ";
    s += std::to_string(shape[i]);
  }
  return s + (rank == 1 ? ",)" : ")");
}

void throw_shape(char const* where, char const* what, std::int64_t const* a, int rank_a, std::int64_t const* b, int rank_b) {
  std::string message = std::string(where) + ": " + what + " " + shape_text(a, rank_a) + " and " + shape_text(b, rank_b);
  for (int i = 1; i <= rank_a && i <= rank_b; ++i) {
    std::int64_t const x = a[rank_a - i], y = b[rank_b - i];
    if (x != y && x != 1 && y != 1) {
      int const rank = rank_a > rank_b ? rank_a : rank_b;
      message += ": axis " + std::to_string(rank - i) + " has extents " + std::to_string(x) + " and " + std::to_string(y);
      break;
    }
  }
  throw shape_error(message);
}

void throw_axis(char const* where, std::int64_t axis, int rank) {
  throw index_error(std::string(where) + ": axis " + std::to_string(axis) + " is out of bounds for an array of " + std::to_string(rank) + " axes");
}

void throw_index(char const* where, std::int64_t index, int axis, std::int64_t extent) {
  throw index_error(std::string(where) + ": index " + std::to_string(index) + " is out of bounds for axis " + std::to_string(axis) + " with extent " +
                    std::to_string(extent));
}

void throw_value(char const* where, char const* what, std::int64_t came) {
  throw value_error(std::string(where) + ": " + what + " " + std::to_string(came));
}

std::int64_t checked_size(char const* where, std::int64_t const* shape, int rank, std::int64_t itemsize) {
  std::int64_t n = 1, bytes = itemsize;
  bool empty = false;
  for (int i = 0; i < rank; ++i) {
    if (shape[i] < 0) throw shape_error(std::string(where) + ": negative extent in shape " + shape_text(shape, rank));
    empty = empty || shape[i] == 0;
  }
  for (int i = 0; i < rank && !empty; ++i)
    if (__builtin_mul_overflow(bytes, shape[i], &bytes)) throw shape_error(std::string(where) + ": shape " + shape_text(shape, rank) + " has more bytes than 64 bits count");
  for (int i = 0; i < rank; ++i) n = empty ? 0 : n * shape[i];
  return n;
}

}  // namespace cp::detail
