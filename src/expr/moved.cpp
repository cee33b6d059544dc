// How the positions of moved elements are numbered.
#include <bit>
#include <fuse/expr/moved.hpp>
#include <new>
#include <string>

namespace cp::expr {

namespace {

/// Whether an axis of a source is the result's.
bool stays(source_axes const& s, int axis, std::int64_t extent) {
  return s.first[axis] == 0 && s.extent[axis] == extent;
}

bool is_shiftable(source_axes const& s, int axis, std::int64_t extent, bool shifts) {
  return shifts || stays(s, axis, extent);
}

}  // namespace

std::int32_t number_places(char const* where, int rank, bool shifts, std::int64_t const* shape,
                           source_axes const* sources, int count, std::int32_t* shift, std::int64_t* step,
                           std::int32_t* field) try {
  int to = rank;            // the field that axes go to
  std::int32_t bits = 0;    // where it begins
  std::int64_t length = 1;  // its positions
  for (int k = rank - 1; k >= 0; --k) {
    std::int64_t const n = shape[k];
    bool all_stay = true, joins = to < rank;
    for (int p = 0; p < count; ++p) {
      source_axes const& s = sources[p];
      all_stay = all_stay && stays(s, k, n);
      joins = joins && stays(s, to, length) && is_shiftable(s, k, n, shifts) && s.stride[k] == s.stride[to] * length;
    }
    step[k] = 0;
    field[k] = to < rank ? to : rank - 1;
    if (n == 1 && all_stay) continue;
    if (joins) {
      step[k] = length << shift[to];
      for (int p = 0; p < count; ++p)
        sources[p].first[to] = sources[p].first[k] * length, sources[p].extent[to] = sources[p].extent[k] * length;
      length *= n;
    } else {
      if (to < rank) bits += static_cast<std::int32_t>(std::bit_width(static_cast<std::uint64_t>(length - 1)));
      field[k] = --to;
      shift[to] = bits;
      for (int p = 0; p < count; ++p) {
        source_axes const& s = sources[p];
        s.first[to] = s.first[k], s.extent[to] = s.extent[k], s.stride[to] = s.stride[k];
      }
      step[k] = std::int64_t{1} << bits;
      length = n;
    }
    if (length < 1) length = 1;  // there are no positions
    if (bits + std::bit_width(static_cast<std::uint64_t>(length)) > 62)
      throw shape_error(std::string(where) + ": the result has too many elements");
  }
  if (to == rank) {
    --to;
    shift[to] = 0;
    for (int p = 0; p < count; ++p) sources[p].first[to] = 0, sources[p].extent[to] = 1, sources[p].stride[to] = 0;
  }
  return to;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

bool are_narrow(int rank, std::int64_t const* shape, std::int64_t const* step, source_axes const& source,
                std::int32_t begin) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  std::int64_t last = 0, reach = 0;
  for (int k = 0; k < rank; ++k) {
    if (step[k] >= most || shape[k] >= most) return false;
    last += step[k] * shape[k];
    if (last >= most) return false;
  }
  for (int k = begin; k < rank; ++k) {
    std::int64_t const n = source.extent[k], stride = source.stride[k] < 0 ? -source.stride[k] : source.stride[k],
                       first = source.first[k] < 0 ? -source.first[k] : source.first[k];
    if (n >= most || stride >= most || first >= most) return false;
    reach += (n + first) * stride;
    if (reach >= most) return false;
  }
  return true;
}

}  // namespace cp::expr
