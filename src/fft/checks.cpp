// What a Fourier transform is asked for: axes, lengths and types that make sense.
#include "checks.hpp"

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/fft/nodes.hpp>
#include <string>

namespace cp::fft::detail {

bool names_twice(int axes, int const* axis) {
  for (int i = 0; i < axes; ++i)
    for (int k = 0; k < i; ++k)
      if (axis[i] == axis[k]) return true;
  return false;
}

std::atomic<bool>& nd_planning() {
  static constinit std::atomic<bool> on{true};
  return on;
}

void check_axes(char const* where, int axes, int const* axis) {
  if (!names_twice(axes, axis)) return;
  std::string named;
  for (int i = 0; i < axes; ++i) named += (i > 0 ? ", " : "") + std::to_string(axis[i]);
  throw value_error(std::string(where) + ": the axes must differ; these are " + named);
}

void find_extents(char const* where, family f, cp::library::fft_kind kind, int axes, int const* axis,
                  std::int64_t* extent, int rank, std::int64_t const* from, std::int64_t* to) {
  for (int i = 0; i < rank; ++i) to[i] = from[i];
  std::int64_t const least = kind == cp::library::fft_kind::cosine1 ? 2 : 1;
  for (int i = axes; i-- > 0;) {
    bool const halved = f == family::from_spectrum && i + 1 == axes;
    if (extent[i] == as_operand) extent[i] = halved ? 2 * (from[axis[i]] - 1) : from[axis[i]];
    if (extent[i] < least)
      throw value_error(std::string(where) + ": a transform of this kind needs at least " + std::to_string(least) +
                        " data point" + (least > 1 ? "s" : "") + " along axis " + std::to_string(axis[i]) + ", not " +
                        std::to_string(extent[i]) + " (the operand's shape is " + cp::detail::shape_text(from, rank) +
                        ")");
    to[axis[i]] = f == family::to_spectrum && i + 1 == axes ? extent[i] / 2 + 1 : extent[i];
  }
}

cp::library::fft_kind cosine_kind(char const* where, int type, bool sine, bool inverse) {
  if (type < 1 || type > 4)
    cp::detail::throw_value(where, "the type of a cosine or sine transform is 1, 2, 3 or 4, not", type);
  if (inverse && (type == 2 || type == 3)) type = 5 - type;
  int const first = static_cast<int>(sine ? cp::library::fft_kind::sine1 : cp::library::fft_kind::cosine1);
  return static_cast<cp::library::fft_kind>(first + type - 1);
}

}  // namespace cp::fft::detail
