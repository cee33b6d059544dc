// Gray-Scott reaction and diffusion: two substances, thousands of steps, each step one fused kernel with two outputs.
//
// Starts from a .npy file that NumPy wrote, draws the result as a PNG picture, and says what the kernels did and what
// fusing them saved. The same source runs on the GPU and on the host.
// test-arguments: --steps 200 --tile 1 --out gray_scott_test.png
//
// source   J. E. Pearson, "Complex patterns in a simple system", Science 261 (1993):
//          u' = Du lap(u) - u v^2 + F (1 - u),  v' = Dv lap(v) + u v^2 - (F + k) v
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <fuse/io/png.hpp>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include "options.hpp"

namespace {

struct pattern {
  char const* name;
  float feed, kill;
};
constexpr pattern patterns[] = {
    {"coral", 0.0545f, 0.0620f}, {"mitosis", 0.0367f, 0.0649f}, {"maze", 0.0290f, 0.0570f},
    {"spots", 0.0300f, 0.0620f}, {"holes", 0.0390f, 0.0580f},   {"waves", 0.0140f, 0.0450f},
};
constexpr char seed_file[] = FUSE_EXAMPLES_DIR "/data/gray_scott_seed.npy";

struct options {
  std::string input = seed_file;
  std::string output = "gray_scott.png";
  long steps = 8000;
  long tile = 0;  // 0: see `run`
  pattern chosen = patterns[0];
  bool graph = false, host = false;
};

void usage() {
  std::printf(
      "usage: gray_scott [START.npy] [--steps N] [--pattern NAME] [--feed F] [--kill K] [--tile N] [--out FILE.png]\n"
      "                  [--graph] [--host]\n\n"
      "  START.npy         where substance V is at the start: 2-D float32 or float64, values from 0 to 1\n"
      "                    (default: the 256 x 256 seed that comes with the example)\n"
      "  --steps N         time steps (default 8000)\n"
      "  --pattern NAME    ");
  for (auto const& p : patterns)
    std::printf("%s%s", p.name, &p == std::end(patterns) - 1 ? " (default coral)\n" : ", ");
  std::printf(
      "  --feed F, --kill K  the two rates themselves\n"
      "  --tile N          fills N x N times the start's area with turned copies of it\n"
      "                    (default: 1 for your own start; for the seed 4 on the host, 8 on a GPU)\n"
      "  --out FILE.png    the picture of V at the end (default gray_scott.png)\n"
      "  --graph           records two steps once and launches the recording\n"
      "  --host            computes on the host although there is a GPU\n");
}

options parse(int argc, char** argv) {
  options o;
  double feed = -1, kill = -1;
  std::string name = o.chosen.name;
  example::command_line(usage)
      .operand(o.input)
      .whole("--steps", o.steps, 1, 1000000000)
      .whole("--tile", o.tile, 1, 1000)
      .number("--feed", feed, 0, 1)
      .number("--kill", kill, 0, 1)
      .text("--pattern", name)
      .output("--out", o.output)
      .flag("--graph", o.graph)
      .flag("--host", o.host)
      .read(argc, argv);
  auto const* p =
      std::find_if(std::begin(patterns), std::end(patterns), [&](pattern const& x) { return name == x.name; });
  if (p == std::end(patterns)) throw cp::value_error("there is no pattern \"" + name + "\"; --help lists them");
  o.chosen = *p;
  if (feed >= 0 || kill >= 0)
    o.chosen = {"own", feed >= 0 ? static_cast<float>(feed) : o.chosen.feed,
                kill >= 0 ? static_cast<float>(kill) : o.chosen.kill};
  return o;
}

/// The file's array as float32. Throws with one line that says what is wrong with the file.
cp::ndarray<float, 2, cp::host_space> load_start(std::string const& path) {
  cp::io::npy_header header;
  {
    cp::io::file_source file(path);
    header = cp::io::read_npy_header(file);
  }
  bool const is_float = header.dtype == cp::dtype_id::float32 || header.dtype == cp::dtype_id::float64;
  if (header.shape.size() != 2 || !is_float)
    throw cp::dtype_error(path + ": a 2-D array of float32 or float64 is needed, this one is " +
                          std::to_string(header.shape.size()) + "-D of " + cp::dtype_name(header.dtype));
  cp::ndarray<float, 2, cp::host_space> start;
  if (header.dtype == cp::dtype_id::float32)
    start = cp::load<float, 2, cp::host_space>(path);
  else
    start = cp::astype<float>(cp::load<double, 2, cp::host_space>(path));

  if (start.shape(0) < 3 || start.shape(1) < 3)
    throw cp::shape_error(path + ": at least 3 x 3 points are needed, the file has " + cp::to_string(start.shape()));
  for (std::int64_t i = 0; i < start.shape(0); ++i)
    for (std::int64_t j = 0; j < start.shape(1); ++j)
      if (!(start(i, j) >= -0.5f && start(i, j) <= 1.5f))
        throw cp::value_error(path + ": concentrations from 0 to 1 are needed, element (" + std::to_string(i) + ", " +
                              std::to_string(j) + ") is " + std::to_string(start(i, j)));
  return start;
}

/// A bar on a terminal, else a few lines.
class progress_bar {
 public:
  explicit progress_bar(long steps) : steps_(steps), terminal_(isatty(2) != 0) { start_.record(); }
  void show(long done) {
    long const part = done * (terminal_ ? 50 : 4) / steps_;
    if (part == shown_) return;
    shown_ = part;
    cp::event now;
    now.record();
    double const spent = now.elapsed_ms_since(start_) / 1e3;
    if (!terminal_) {
      std::fprintf(stderr, "%ld of %ld steps, %.1f s\n", done, steps_, spent);
      return;
    }
    std::string const bar(static_cast<std::size_t>(part), '#');
    double const left = spent / static_cast<double>(done) * static_cast<double>(steps_ - done);
    std::fprintf(stderr, "\r[%-50s] %ld of %ld steps, %.1f s left ", bar.c_str(), done, steps_, left);
    if (done == steps_) std::fprintf(stderr, "\r%*s\r", 100, "");
  }

 private:
  long steps_;
  bool terminal_;
  cp::event start_;
  long shown_ = 0;
};

/// Milliseconds of `runs` calls, by events.
template <class F>
double elapsed_ms(int runs, F const& f) {
  cp::event begin, end;
  begin.record();
  for (int i = 0; i < runs; ++i) f();
  end.record();
  return end.elapsed_ms_since(begin);
}

/// Bytes a second that copying a large array moves, read and written: the best of some.
template <class Space>
double copy_bandwidth() {
  auto const a = cp::ones<float, Space>(std::is_same_v<Space, cp::host_space> ? 1 << 25 : 1 << 28);
  auto const b = cp::empty_like(a);
  double best = 1e9;
  for (int i = 0; i < 6; ++i) best = std::min(best, elapsed_ms(1, [&] { b(cp::all) = a; }));
  return 2e3 * static_cast<double>(a.nbytes()) / best;
}

/// An array each of whose operations runs at once, as a kernel of its own into a new array: what not fusing costs.
template <class Field>
struct one_by_one {
  Field value;
  friend one_by_one operator+(one_by_one const& x, one_by_one const& y) { return {cp::eval(x.value + y.value)}; }
  friend one_by_one operator-(one_by_one const& x, one_by_one const& y) { return {cp::eval(x.value - y.value)}; }
  friend one_by_one operator*(one_by_one const& x, one_by_one const& y) { return {cp::eval(x.value * y.value)}; }
  friend one_by_one operator-(float x, one_by_one const& y) { return {cp::eval(x - y.value)}; }
  friend one_by_one operator*(float x, one_by_one const& y) { return {cp::eval(x * y.value)}; }
};

/// Draws `v` in viridis, from 0 to what only one point in twenty exceeds.
template <class Field>
void draw(Field const& v, std::string const& path) {
  auto const picture = cp::ascontiguous_host(v);
  std::vector<float> sorted(picture.data(), picture.data() + picture.size());
  auto const bright = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() * 95 / 100);
  std::nth_element(sorted.begin(), bright, sorted.end());
  auto const scaled = cp::eval(picture * (1 / std::max(*bright, 0.01f)));
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * scaled.size()));
  cp::io::viridis(scaled.data(), scaled.size(), rgb.data());
  cp::io::write_png(path, scaled.shape(1), scaled.shape(0), 3, rgb.data());
}

template <class Space>
void run(options const& o) {
  using field = cp::ndarray<float, 2, Space>;
  constexpr bool on_host = std::is_same_v<Space, cp::host_space>;
  field const seed = load_start(o.input).template to<Space>();
  std::int64_t const height = seed.shape(0), width = seed.shape(1);
  std::int64_t const tile = o.tile > 0 ? o.tile : o.input != seed_file ? 1 : on_host ? 4 : 8;

  // V is where the file says, in copies that are turned differently (views: nothing moves but what is written); U fills
  // the rest. The frame of one point stays as it is.
  field v = cp::zeros<float, Space>({height * tile, width * tile});
  for (std::int64_t i = 0; i < tile; ++i)
    for (std::int64_t j = 0; j < tile; ++j) {
      std::int64_t const quarters = height == width ? (i + 2 * j + i * j) % 4 : (i + j) % 2 * 2;
      field copy = (quarters & 2) != 0 ? cp::flip(seed) : seed;
      if ((quarters & 1) != 0) copy = cp::flip(copy.T(), 0);
      v(cp::slice(i * height, (i + 1) * height), cp::slice(j * width, (j + 1) * width)) = copy;
    }
  field u = 1.0f - v;
  field u_next = u.copy(), v_next = v.copy();

  // One step of a point from its own values and its four neighbours'. F and k are arguments, so that one kernel serves
  // every pattern.
  auto const react = [](auto uc, auto un, auto us, auto uw, auto ue,  //
                        auto vc, auto vn, auto vs, auto vw, auto ve, auto feed, auto kill) {
    auto const reaction = uc * vc * vc;
    auto const lap_u = un + us + uw + ue - 4 * uc;
    auto const lap_v = vn + vs + vw + ve - 4 * vc;
    return std::tuple(uc + (0.16f * lap_u - reaction + feed * (1 - uc)),
                      vc + (0.08f * lap_v + reaction - (feed + kill) * vc));
  };
  auto const inside = cp::slice(1, -1), before = cp::slice(0, -2), after = cp::slice(2, cp::end);
  auto const on_neighbours = [&](auto const& f, auto const& as, field const& p, field const& q) {
    return f(as(p(inside, inside)), as(p(before, inside)), as(p(after, inside)), as(p(inside, before)),
             as(p(inside, after)),  //
             as(q(inside, inside)), as(q(before, inside)), as(q(after, inside)), as(q(inside, before)),
             as(q(inside, after)), o.chosen.feed, o.chosen.kill);
  };
  auto const fused = cp::fuse(react, "gray_scott_step");
  auto const step = [&](field const& p, field const& q, field const& p_next, field const& q_next) {
    auto const as_it_is = [](field const& x) { return x; };
    on_neighbours(fused.into(p_next(inside, inside), q_next(inside, inside)), as_it_is, p, q);
  };
  auto const step_one_by_one = [&](field const& p, field const& q, field const& p_next, field const& q_next) {
    auto const at_once = [](field const& x) { return one_by_one<field>{x}; };
    auto const [new_u, new_v] = on_neighbours(react, at_once, p, q);
    p_next(inside, inside) = new_u.value;
    q_next(inside, inside) = new_v.value;
  };

  std::string const where =
      on_host ? "host memory, " + std::to_string(cp::host_threads()) + " threads" : cp::cuda::properties().name;
  std::printf("Gray-Scott \"%s\" (feed %g, kill %g), %lld x %lld points, %ld steps in %s\n", o.chosen.name,
              double{o.chosen.feed}, double{o.chosen.kill}, static_cast<long long>(v.shape(0)),
              static_cast<long long>(v.shape(1)), o.steps, where.c_str());
  std::fflush(stdout);

  // The same step without fusing, for comparison. It also writes what the first step of the loop writes again.
  auto const pool = on_host ? cp::host_pool() : cp::device_pool();
  int const tries = 10;
  step_one_by_one(u, v, u_next, v_next);
  auto const count_before = cp::count();
  auto const allocations_before = pool.statistics().allocations;
  double const unfused_us = elapsed_ms(tries, [&] { step_one_by_one(u, v, u_next, v_next); }) / tries * 1e3;
  auto const unfused_launches = (cp::count() - count_before).launches / tries;
  auto const unfused_arrays = (pool.statistics().allocations - allocations_before) / tries;

  step(u, v, u_next, v_next);  // the first launch loads the kernel
  cp::graph two_steps;
  if (o.graph)
    two_steps = cp::capture(
        [&] {
          step(u, v, u_next, v_next);
          step(u_next, v_next, u, v);
        },
        !on_host);
  cp::synchronize();

  auto const before_loop = cp::count();
  progress_bar bar(o.steps);
  cp::event begin, end;
  begin.record();
  long const report = std::max(2L, o.steps / 50 / 2 * 2);
  for (long i = 0; i < o.steps;) {
    if (o.graph && i + 2 <= o.steps) {
      two_steps.launch();
      i += 2;
    } else {
      step(u, v, u_next, v_next);
      std::swap(u, u_next);
      std::swap(v, v_next);
      ++i;
    }
    if (i % report == 0 || i == o.steps) {
      cp::synchronize();
      bar.show(i);
    }
  }
  end.record();
  double const spent = end.elapsed_ms_since(begin) / 1e3, steps = static_cast<double>(o.steps);
  auto const counted = cp::count() - before_loop;

  bool const drawn = cp::io::has_png();
  if (drawn) draw(v, o.output);

  double const bytes = 16 * static_cast<double>(u(inside, inside).size()) * steps;
  double const rate = bytes / spent, copy = copy_bandwidth<Space>();
  std::printf("  time                 %.2f s, %.1f us a step\n", spent, spent / steps * 1e6);
  if (o.graph)
    std::printf("  kernels launched     %ld: one a step, two recorded in a graph\n", o.steps);
  else
    std::printf("  kernels launched     %lld: one a step, which writes both substances\n",
                static_cast<long long>(counted.launches));
  std::printf("  temporary arrays     %lld\n", static_cast<long long>(counted.temporaries));
  std::printf("  without fusing       %lld kernels and %lld temporary arrays a step, %.1f us: %.1f times as long\n",
              static_cast<long long>(unfused_launches), static_cast<long long>(unfused_arrays), unfused_us,
              unfused_us / (spent / steps * 1e6));
  std::printf("                       (measured with %d steps; fusing avoided %.3g temporaries in all)\n", tries,
              static_cast<double>(unfused_arrays) * steps);
  std::printf("  bytes moved          %.1f GB: both fields read once and written once a step\n", bytes / 1e9);
  std::printf("  bandwidth            %.1f GB/s, %.2f of the %.1f GB/s at which this machine copies a large array\n",
              rate / 1e9, rate / copy, copy / 1e9);
  std::printf("  picture              %s\n", drawn ? o.output.c_str() : "none: this build has no libpng");
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("gray_scott", [&] {
    options const o = parse(argc, argv);
#if FUSE_CUDA
    if (cp::cuda::is_available() && !o.host) {
      run<cp::cuda_space>(o);
      return 0;
    }
    if (!o.host) std::fprintf(stderr, "gray_scott: no GPU was found; computing on the host\n");
#endif
    run<cp::host_space>(o);
    return 0;
  });
}
