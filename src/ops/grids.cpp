// How the coordinates of grids run.
#include <cmath>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/ops/grids.hpp>

namespace cp::detail {

grid_range::grid_range(slice const& s)
    : start(static_cast<double>(s.start)), step(static_cast<double>(s.step)), count(0), whole(true) {
  if (s.stop == slice::open) throw value_error("cp::mgrid: a range needs an end");
  bool const up = s.step > 0;
  if (s.step == 0) throw_value("cp::mgrid", "the step cannot be", 0);
  std::int64_t const way = up ? s.stop - s.start : s.start - s.stop, by = up ? s.step : -s.step;
  if (way > 0) count = (way + by - 1) / by;
}
grid_range::grid_range(grid_steps const& s) : start(s.start), step(s.step), count(0), whole(false) {
  double const n = std::ceil((s.stop - s.start) / s.step);
  if (!(n < 9.2e18)) throw value_error("cp::mgrid: the step does not lead to the end");
  if (n > 0) count = static_cast<std::int64_t>(n);
}
grid_range::grid_range(grid_points const& p)
    : start(p.start),
      step(p.count > 1 ? (p.stop - p.start) / static_cast<double>(p.count - 1) : 0),
      count(p.count),
      whole(false) {
  if (count < 0) throw_value("cp::mgrid", "the number of coordinates cannot be negative, as", count);
}

}  // namespace cp::detail
