// A gas of soft discs in a periodic box: particles are sorted by cell at each step, so that a disc finds those that it
// touches in nine runs of neighbours in memory.
//
// Discs of diameter 1 repel each other with the potential (1 - r)^2 k / 2 where they overlap. A step of velocity Verlet
// is: positions and velocities move (a kernel each), cp::sort_by_key brings both into the order of their cells,
// cp::searchsorted finds where each cell begins, and one kernel sums the forces. At the end the program measures how
// well energy and momentum are kept, and the radial distribution: how many discs are at a distance, relative to what a
// gas without forces has, a cp::histogram of distances. It fails where these are not as physics wants them. The picture
// shows how many discs are in each cell.
// test-arguments: --rows 40 --steps 120 --out particles_test.png
//
// source   M. P. Allen, D. J. Tildesley, "Computer Simulation of Liquids", chapters 3 (Verlet) and 5 (cell lists)
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <fuse/io/png.hpp>
#include <fuse/random.hpp>
#include <fuse/sorting.hpp>
#include <string>
#include <vector>

#include "options.hpp"

namespace {

using point = cp::complex64;  // a place or a velocity in the plane
using points = cp::ndarray<point, 1>;

struct options {
  std::string output = "particles.png";
  long rows = 300, steps = 500;
};

void usage() {
  std::printf(
      "usage: particles [--rows N] [--steps N] [--out FILE.png]\n\n"
      "  --rows N        N^2 discs (default 300)\n"
      "  --steps N       steps of 0.01 (default 500)\n"
      "  --out FILE.png  the picture (default particles.png)\n");
}

options parse(int argc, char** argv) {
  options o;
  example::command_line(usage)
      .whole("--rows", o.rows, 8, 4000)
      .whole("--steps", o.steps, 1, 1000000)
      .output("--out", o.output)
      .read(argc, argv);
  return o;
}

constexpr float stiffness = 100, dt = 0.01f;

/// The discs in the order of their cells, as a kernel sees them.
struct discs {
  point const* place;
  std::int64_t const* begin;  ///< of each cell
  std::int32_t cells;         ///< along an axis
  float box;

  /// The sum of f(distance, direction) over the discs that touch disc i.
  template <class F>
  FUSE_HD point sum(std::int64_t i, F const& f) const {
    point const p = place[i];
    float const width = box / static_cast<float>(cells);
    auto const column = static_cast<std::int32_t>(p.re / width), row = static_cast<std::int32_t>(p.im / width);
    point total{};
    for (std::int32_t down = -1; down <= 1; ++down)
      for (std::int32_t right = -1; right <= 1; ++right) {
        std::int32_t const cell = (row + down + cells) % cells * cells + (column + right + cells) % cells;
        for (std::int64_t j = begin[cell]; j < begin[cell + 1]; ++j) {
          float dx = p.re - place[j].re, dy = p.im - place[j].im;
          dx -= dx > box / 2 ? box : dx < -box / 2 ? -box : 0;  // the nearest image
          dy -= dy > box / 2 ? box : dy < -box / 2 ? -box : 0;
          float const r = cp::scalar::sqrt(dx * dx + dy * dy);
          if (r > 0 && r < 1) total += f(r, point(dx / r, dy / r));
        }
      }
    return total;
  }
};
struct force : discs {
  FUSE_HD point operator()(std::int64_t i) const {
    return sum(i, [](float r, point const& away) { return stiffness * (1 - r) * away; });
  }
};
struct potential : discs {
  FUSE_HD point operator()(std::int64_t i) const {  // each pair is met twice
    return sum(i, [](float r, point const&) { return point(stiffness * (1 - r) * (1 - r) / 4, 0); });
  }
};

class gas {
 public:
  explicit gas(long rows) : n_(rows * rows), box_(static_cast<float>(rows) / std::sqrt(1.1f)) {
    cells_ = static_cast<std::int32_t>(box_);
    cp::random::seed(7);
    auto const i = cp::index<0>({n_});
    float const apart = box_ / static_cast<float>(rows);
    place_ = point(0, 1) * (cp::astype<float>(i / rows) * apart) + cp::astype<float>(i % rows) * apart;
    speed_ = point(0, 1) * cp::random::standard_normal<float>({n_}) + cp::random::standard_normal<float>({n_});
    speed_ -= cp::mean(speed_);
    sort();
  }

  void step() {
    speed_ += force_ * (dt / 2);
    auto const wrapped = [&](auto const& x) { return cp::minimum(x - box_ * cp::floor(x / box_), below(box_)); };
    points const moved = place_ + speed_ * dt;
    place_ = wrapped(cp::real(moved)) + point(0, 1) * wrapped(cp::imag(moved));
    sort();
    speed_ += force_ * (dt / 2);
  }

  double energy() const {
    auto const kinetic = cp::sum<double>(cp::square(cp::real(speed_)) + cp::square(cp::imag(speed_))) / 2;
    auto const of_overlaps = cp::sum<double>(cp::real(cp::elementwise(potential{view()})(cp::index<0>({n_}))));
    return cp::eval(kinetic + of_overlaps).item();
  }
  double momentum() const { return std::abs(std::complex<double>(cp::eval(cp::mean<cp::complex128>(speed_)).item())); }

  /// How many discs are at distances up to 4, relative to a gas without forces; of 500 discs to all others.
  auto radial_distribution(int bins) const {
    std::int64_t const some = n_ < 500 ? n_ : 500;
    auto const nearest = [&](auto const& d) { return d - box_ * cp::rint(d / box_); };
    auto const from = place_(cp::slice(some), cp::newaxis);
    auto const to = place_(cp::newaxis, cp::all);
    auto const r = cp::hypot(nearest(cp::real(from) - cp::real(to)), nearest(cp::imag(from) - cp::imag(to)));
    auto const [counts, edges] = cp::histogram(r, bins, cp::range{0.05, 4});
    auto const area = 3.14159265 * cp::diff(cp::square(edges));
    double const density = static_cast<double>(n_) / (double{box_} * box_);
    return cp::eval(counts / (area * density * static_cast<double>(some)));
  }
  /// How many discs are in each cell.
  auto picture() const {
    auto const of_cell = cp::eval(begin_(cp::slice(1, cp::end)) - begin_(cp::slice(0, -1)));
    return of_cell.reshape(cells_, cells_);
  }
  std::int64_t size() const { return n_; }

 private:
  static float below(float x) { return std::nextafter(x, 0.f); }
  discs view() const { return {place_.data(), begin_.data(), cells_, box_}; }

  void sort() {
    float const per = static_cast<float>(cells_) / box_;
    auto const along = [&](auto const& x) { return cp::minimum(cp::astype<std::int32_t>(x * per), cells_ - 1); };
    auto const [cell, place, speed] =
        cp::sort_by_key(along(cp::imag(place_)) * cells_ + along(cp::real(place_)), place_, speed_);
    place_ = place, speed_ = speed;
    begin_ = cp::searchsorted(cell, cp::arange<std::int32_t>(cells_ * cells_ + 1));
    force_ = cp::elementwise(force{view()})(cp::index<0>({n_}));
  }

  std::int64_t n_;
  float box_;
  std::int32_t cells_ = 0;
  points place_, speed_, force_;
  cp::ndarray<std::int64_t, 1> begin_;
};

void draw(options const& o, gas const& g) {
  if (!cp::io::has_png()) return;
  auto const counts = g.picture();
  auto const density = cp::eval(cp::astype<float>(counts) / 4).to_host();
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * density.size()));
  cp::io::viridis(density.data(), density.size(), rgb.data());
  cp::io::write_png(o.output, density.shape(1), density.shape(0), 3, rgb.data());
  std::printf("picture             %s\n", o.output.c_str());
}

int run(options const& o) {
  gas g(o.rows);
  double const before = g.energy();
  cp::synchronize();
  auto const begin = std::chrono::steady_clock::now();
  for (long i = 0; i < o.steps; ++i) g.step();
  cp::synchronize();
  double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
               after = g.energy();
  auto const near = g.radial_distribution(40);
  double const touching = cp::eval(cp::max(near)).item(),
               far = cp::eval(cp::mean(near(cp::slice(-10, cp::end)))).item();
  std::printf("%lld discs, %ld steps, %.1f us a step\n", static_cast<long long>(g.size()), o.steps,
              seconds * 1e6 / static_cast<double>(o.steps));
  std::printf("energy              %.6g, %.2g of it lost\n", after, 1 - after / before);
  std::printf("mean velocity       %.2g\n", g.momentum());
  std::printf("radial distribution %.2f where discs touch, %.3f far away\n", touching, far);
  draw(o, g);
  bool const right =
      std::abs(1 - after / before) < 0.01 && g.momentum() < 1e-3 && touching > 1.1 && std::abs(far - 1) < 0.05;
  if (!right) std::fprintf(stderr, "particles: that is not what physics says\n");
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("particles", [&] { return run(parse(argc, argv)); });
}
