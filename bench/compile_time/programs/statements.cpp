// Eighteen small statements on a signal, as one types them one after the other.
#include <fuse/fuse.hpp>
#include <iostream>

int main() {
  std::int64_t const n = 1000;
  cp::ndarray<double, 1> t = cp::linspace(0.0, 1.0, n);
  cp::ndarray<double, 1> signal = cp::sin(40 * t) + 0.5 * cp::cos(90 * t);
  cp::ndarray<double, 1> trend = 0.3 * t * t - 0.1 * t;
  cp::ndarray<double, 1> both = signal + trend;
  double const mean = cp::mean(both).item();
  double const spread = cp::std(both).item();
  cp::ndarray<double, 1> z = (both - mean) / spread;
  cp::ndarray<bool, 1> high = z > 1.5;
  auto const count = cp::count_nonzero(high).item();
  cp::ndarray<double, 1> clipped = cp::clip(z, -2.0, 2.0);
  cp::ndarray<double, 1> smooth = (z(cp::slice(0, -2)) + z(cp::slice(1, -1)) + z(cp::slice(2, cp::end))) / 3;
  cp::ndarray<double, 1> rate = cp::diff(z) * static_cast<double>(n);
  auto const peak = cp::argmax(z).item();
  double const energy = cp::sum(z * z).item();
  cp::ndarray<double, 1> total = cp::cumsum(z);
  cp::ndarray<double, 1> soft = cp::where(cp::abs(z) > 1, z - cp::sign(z), 0.0 * z);
  cp::ndarray<double, 1> logs = cp::log1p(cp::abs(soft));
  double const low = cp::min(logs).item(), top = cp::max(logs).item();
  std::cout << mean << ' ' << spread << ' ' << count << ' ' << peak << ' ' << energy << ' ' << low << ' ' << top << ' '
            << clipped.size() << ' ' << smooth.size() << ' ' << rate.size() << ' ' << total.size() << '\n';
}
