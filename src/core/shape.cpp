// Texts and checks of shapes: what must not cost every translation unit.
#include <fuse/core/convert.hpp>
#include <fuse/core/shape.hpp>
#include <new>

namespace cp::detail {

std::string shape_text(std::int64_t const* shape, int rank) try {
  std::string s = "(";
  for (int i = 0; i < rank; ++i) {
    if (i > 0) s += ", ";
    s += std::to_string(shape[i]);
  }
  return s + (rank == 1 ? ",)" : ")");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_shape(char const* where, char const* what, std::int64_t const* a, int rank_a, std::int64_t const* b,
                 int rank_b) try {
  std::string message =
      std::string(where) + ": " + what + " " + shape_text(a, rank_a) + " and " + shape_text(b, rank_b);
  for (int i = 1; i <= rank_a && i <= rank_b; ++i) {
    std::int64_t const x = a[rank_a - i], y = b[rank_b - i];
    if (x != y && x != 1 && y != 1) {
      int const rank = rank_a > rank_b ? rank_a : rank_b;
      message +=
          ": axis " + std::to_string(rank - i) + " has extents " + std::to_string(x) + " and " + std::to_string(y);
      break;
    }
  }
  throw shape_error(message);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_axis(char const* where, std::int64_t axis, int rank) try {
  throw index_error(std::string(where) + ": axis " + std::to_string(axis) + " is out of bounds for an array of " +
                    std::to_string(rank) + " axes");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_index(char const* where, std::int64_t index, int axis, std::int64_t extent) try {
  throw index_error(std::string(where) + ": index " + std::to_string(index) + " is out of bounds for axis " +
                    std::to_string(axis) + " with extent " + std::to_string(extent));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_stretched_element(std::int64_t const* shape, int rank) try {
  throw value_error(
      "cp::ndarray: a broadcast view of shape " + shape_text(shape, rank) +
      " has no references to its elements, which it shows several times; item(...) reads them, copy() can be written");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_value(char const* where, char const* what, std::int64_t came) try {
  throw value_error(std::string(where) + ": " + what + " " + std::to_string(came));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void broadcast_into(std::int64_t* to, int rank, std::int64_t const* shape, int shape_rank, char const* where) {
  std::int64_t* const r = to + (rank - shape_rank);
  for (int i = 0; i < shape_rank; ++i)
    if (shape[i] != r[i] && shape[i] != 1 && r[i] != 1)
      throw_shape(where, "cannot broadcast shapes", to, rank, shape, shape_rank);
  for (int i = 0; i < shape_rank; ++i)
    if (r[i] == 1) r[i] = shape[i];
}

std::int64_t checked_size(char const* where, std::int64_t const* shape, int rank, std::int64_t itemsize) try {
  std::int64_t n = 1, bytes = itemsize;
  bool empty = false;
  for (int i = 0; i < rank; ++i) {
    if (shape[i] < 0) throw shape_error(std::string(where) + ": negative extent in shape " + shape_text(shape, rank));
    empty = empty || shape[i] == 0;
  }
  for (int i = 0; i < rank && !empty; ++i)
    if (__builtin_mul_overflow(bytes, shape[i], &bytes))
      throw shape_error(
          std::string(where) + ": shape " + shape_text(shape, rank) +
          (itemsize == 1 ? " has more elements than 64 bits count" : " has more bytes than 64 bits count"));
  for (int i = 0; i < rank; ++i) n = empty ? 0 : n * shape[i];
  return n;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_unrepresentable(char const* dtype, unsigned long long bits, bool negative) try {
  throw value_error(
      "cp: the integer " + (negative ? std::to_string(static_cast<long long>(bits)) : std::to_string(bits)) +
      " does not fit " + dtype + "; convert the array beside it with cp::astype<T>(x), or name another dtype");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void complete_shape(std::int64_t size, std::int64_t const* from, int from_rank, std::int64_t* shape, int rank) try {
  int open = -1;
  std::int64_t known = 1;
  bool good = true, empty = false, fits = true;
  for (int i = 0; i < rank; ++i) {
    if (shape[i] == -1) {
      good = good && open < 0;
      open = i;
    } else {
      good = good && shape[i] >= 0;
      empty = empty || shape[i] == 0;
      fits = !__builtin_mul_overflow(known, shape[i], &known) && fits;
    }
  }
  if (empty) known = 0;  // whatever the others are
  good = good && (fits || empty);
  if (good && open >= 0) {
    good = known != 0 && size % known == 0;
    if (good) shape[open] = size / known;
  } else {
    good = good && known == size;
  }
  if (!good)
    throw shape_error("cp::reshape: an array of " + std::to_string(size) + " elements and shape " +
                      shape_text(from, from_rank) + " cannot become " + shape_text(shape, rank));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

bool reshape_strides(int rank, std::int64_t const* shape, std::int64_t const* strides, int new_rank,
                     std::int64_t const* new_shape, std::int64_t* new_strides) {
  // Groups of old and new axes with equal products, outermost first; within a group the old axes must be one run.
  std::int64_t old_shape[32], old_strides[32];
  int n = 0;
  for (int i = 0; i < rank; ++i) {
    if (shape[i] == 0) {  // as contiguous_strides
      std::int64_t step = 1;
      bool overflows = false;
      for (int k = new_rank - 1; k >= 0; --k) {
        new_strides[k] = step;
        overflows = __builtin_mul_overflow(step, new_shape[k] > 0 ? new_shape[k] : 1, &step) || overflows;
      }
      if (overflows || step > INT64_MAX / 64)
        for (int k = 0; k < new_rank; ++k) new_strides[k] = 0;
      return true;
    }
    if (shape[i] == 1) continue;
    old_shape[n] = shape[i];
    old_strides[n++] = strides[i];
  }
  int o = 0, k = 0;
  while (o < n && k < new_rank) {
    std::int64_t old_product = old_shape[o], new_product = new_shape[k];
    int o_end = o + 1, k_end = k + 1;
    while (old_product != new_product) {
      if (new_product < old_product)
        new_product *= new_shape[k_end++];
      else
        old_product *= old_shape[o_end++];
    }
    for (int i = o; i + 1 < o_end; ++i)
      if (old_strides[i] != old_shape[i + 1] * old_strides[i + 1]) return false;
    new_strides[k_end - 1] = old_strides[o_end - 1];
    for (int i = k_end - 1; i > k; --i) new_strides[i - 1] = new_strides[i] * new_shape[i];
    o = o_end;
    k = k_end;
  }
  std::int64_t const last = k > 0 ? new_strides[k - 1] : 1;
  for (; k < new_rank; ++k) new_strides[k] = last;
  return true;
}

}  // namespace cp::detail
