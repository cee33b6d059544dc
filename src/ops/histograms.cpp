// How many bins an estimator asks for.
#include <fuse/ops/histograms.hpp>

namespace cp::detail {

namespace {

/// NumPy's bin widths, of data of so many elements.
double width_of(bin_estimator how, bin_statistics const& s) {
  using enum bin_estimator;
  double const sturges_width = s.ptp / (std::log2(s.n) + 1), sqrt_width = s.ptp / std::sqrt(s.n),
               fd_width = 2 * s.iqr / std::cbrt(s.n);
  switch (how) {
    case fd:
      return fd_width;
    case scott:
      return std::cbrt(24 * std::sqrt(3.141592653589793) / s.n) * s.std;
    case rice:
      return s.ptp / (2 * std::cbrt(s.n));
    case sturges:
      return sturges_width;
    case square_root:
      return sqrt_width;
    case doane: {
      if (!(s.n > 2 && s.std > 0)) return 0;
      double const spread = std::sqrt(6 * (s.n - 2) / ((s.n + 1) * (s.n + 3)));
      return s.ptp / (1 + std::log2(s.n) + std::log2(1 + std::fabs(s.skewness) / spread));
    }
    default:
      return std::min(std::max(fd_width, sqrt_width / 2), sturges_width);
  }
}

std::int64_t bins_of_width(double width, bin_statistics const& s) {
  if (!(width > 0)) return 1;
  if (s.integers && width < 1) width = 1;
  double const bins = std::ceil(s.extent / width);
  if (!(bins < 4294967294.)) throw value_error("cp::histogram: the estimator asks for more than 2^32 - 2 bins");
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(bins));
}

}  // namespace

std::int64_t estimated_bins(bin_estimator how, bin_statistics const& s) { return bins_of_width(width_of(how, s), s); }

std::int64_t stone_bins(bin_statistics const& s, std::vector<std::int64_t> (*counts)(void*, std::int64_t), void* of) {
  if (s.n <= 1 || s.ptp == 0) return bins_of_width(0, s);
  auto const most = std::max<std::int64_t>(100, static_cast<std::int64_t>(std::sqrt(s.n)));
  double least = 0;
  std::int64_t best = 0;
  for (std::int64_t bins = 1; bins <= most; ++bins) {
    double squares = 0;
    for (std::int64_t const count : counts(of, bins)) {
      double const part = static_cast<double>(count) / s.n;
      squares += part * part;
    }
    double const loss = (2 - (s.n + 1) * squares) / (s.ptp / static_cast<double>(bins));
    if (best == 0 || loss < least) least = loss, best = bins;
  }
  return bins_of_width(s.ptp / static_cast<double>(best), s);
}

}  // namespace cp::detail
