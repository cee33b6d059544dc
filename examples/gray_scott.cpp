// Gray-Scott reaction and diffusion: two substances, thousands of steps, each step one fused kernel with two outputs.
//
// Starts from a .npy file that NumPy wrote, draws the result as a PNG picture, and says what the kernels did. The same source runs on the GPU and on the host.
// test-arguments: --steps 200 --tile 1 --out gray_scott_test.png
//
// source   J. E. Pearson, "Complex patterns in a simple system", Science 261 (1993): u' = Du lap(u) - u v^2 + F (1 - u), v' = Dv lap(v) + u v^2 - (F + k) v
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <fuse/io/png.hpp>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

struct pattern {
  char const* name;
  float feed, kill;
};
constexpr pattern patterns[] = {{"coral", 0.0545f, 0.0620f}, {"mitosis", 0.0367f, 0.0649f}, {"maze", 0.0290f, 0.0570f}, {"spots", 0.0350f, 0.0650f}, {"waves", 0.0140f, 0.0450f}};

struct options {
  std::string input = std::string(FUSE_EXAMPLES_DIR) + "/data/gray_scott_seed.npy";
  std::string output = "gray_scott.png";
  long steps = 5000;
  long tile = 0;  // 0: 2 on the host, 8 on the GPU
  pattern chosen = patterns[0];
  bool graph = false, host = false;
};

void usage(std::FILE* to) {
  std::fprintf(to,
               "usage: gray_scott [START.npy] [--steps N] [--pattern NAME] [--feed F] [--kill K] [--tile N] [--out FILE.png] [--graph] [--host]\n\n"
               "  START.npy      where substance V is at the start: 2-D float32 or float64, values from 0 to 1 (default: the committed 256 x 256 seed)\n"
               "  --steps N      time steps (default 5000)\n"
               "  --pattern      ");
  for (auto const& p : patterns) std::fprintf(to, "%s%s", p.name, &p == std::end(patterns) - 1 ? " (default coral)\n" : ", ");
  std::fprintf(to,
               "  --feed, --kill the two rates themselves\n"
               "  --tile N       repeats the start N times along both axes (default 2 on the host, 8 on a GPU)\n"
               "  --out FILE     the picture of V at the end (default gray_scott.png)\n"
               "  --graph        records two steps once and launches the recording\n"
               "  --host         computes on the host although there is a GPU\n");
}

options parse(int argc, char** argv) {
  options o;
  auto number = [&](int& i, char const* name, double low, double high) {
    if (i + 1 >= argc) throw cp::value_error(std::string(name) + " needs a number");
    char* end = nullptr;
    double const x = std::strtod(argv[++i], &end);
    if (*argv[i] == '\0' || *end != '\0' || !(x >= low && x <= high))
      throw cp::value_error(std::string(name) + " needs a number from " + std::to_string(low) + " to " + std::to_string(high) + ", not \"" + argv[i] + "\"");
    return x;
  };
  bool named = false;
  for (int i = 1; i < argc; ++i) {
    std::string const a = argv[i];
    if (a == "-h" || a == "--help") {
      usage(stdout);
      std::exit(0);
    } else if (a == "--steps") {
      o.steps = static_cast<long>(number(i, "--steps", 1, 1e9));
    } else if (a == "--tile") {
      o.tile = static_cast<long>(number(i, "--tile", 1, 1000));
    } else if (a == "--feed") {
      o.chosen = {"own", static_cast<float>(number(i, "--feed", 0, 1)), o.chosen.kill};
    } else if (a == "--kill") {
      o.chosen = {"own", o.chosen.feed, static_cast<float>(number(i, "--kill", 0, 1))};
    } else if (a == "--out" && i + 1 < argc) {
      o.output = argv[++i];
    } else if (a == "--pattern" && i + 1 < argc) {
      std::string const name = argv[++i];
      auto const* p = std::find_if(std::begin(patterns), std::end(patterns), [&](pattern const& x) { return name == x.name; });
      if (p == std::end(patterns)) throw cp::value_error("--pattern: there is no pattern \"" + name + "\"; --help lists them");
      o.chosen = *p;
    } else if (a == "--graph") {
      o.graph = true;
    } else if (a == "--host") {
      o.host = true;
    } else if (a[0] != '-' && !named) {
      o.input = a;
      named = true;
    } else {
      throw cp::value_error("unknown argument \"" + a + "\"; --help lists them");
    }
  }
  return o;
}

/// The file's array as float32, whichever of float32 and float64 it holds.
cp::ndarray<float, 2, cp::host_space> load_start(std::string const& path) {
  try {
    return cp::load<float, 2, cp::host_space>(path);
  } catch (cp::dtype_error const&) {
    return cp::astype<float>(cp::load<double, 2, cp::host_space>(path));
  }
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

class progress_bar {
 public:
  explicit progress_bar(long steps) : steps_(steps), terminal_(isatty(2) != 0), start_(seconds()) {}
  void show(long done) {
    long const part = done * (terminal_ ? 50 : 4) / steps_;
    if (part == shown_) return;
    shown_ = part;
    double const spent = seconds() - start_, left = spent / static_cast<double>(done) * static_cast<double>(steps_ - done);
    if (terminal_)
      std::fprintf(stderr, "\r[%-50s] %ld of %ld steps, %.1f s left ", std::string(static_cast<std::size_t>(part), '#').c_str(), done, steps_, left);
    else
      std::fprintf(stderr, "%ld of %ld steps, %.1f s\n", done, steps_, spent);
    if (terminal_ && done == steps_) std::fputc('\n', stderr);
  }

 private:
  long steps_;
  bool terminal_;
  double start_;
  long shown_ = 0;
};

/// Bytes a second that copying an array moves, read and written.
template <class Space>
double copy_bandwidth() {
  auto const a = cp::ones<float, Space>(std::is_same_v<Space, cp::host_space> ? 1 << 25 : 1 << 28);
  auto const b = cp::empty_like(a);
  double best = 1e9;
  for (int i = 0; i < 6; ++i) {
    cp::synchronize();
    double const t = seconds();
    b(cp::all) = a;
    cp::synchronize();
    best = std::min(best, seconds() - t);
  }
  return 2.0 * static_cast<double>(a.nbytes()) / best;
}

/// Operations in an expression: what a library that evaluates them one by one makes an array for.
template <class E>
long operations(E const& e) {
  std::string const text = cp::explain(e);
  long n = 0;
  for (std::size_t at = text.find("cp::"); at != std::string::npos; at = text.find("cp::", at + 1)) ++n;
  return n;
}

template <class Space>
void run(options const& o) {
  using field = cp::ndarray<float, 2, Space>;
  auto const start = load_start(o.input);
  std::int64_t const height = start.shape(0), width = start.shape(1), tile = o.tile > 0 ? o.tile : std::is_same_v<Space, cp::host_space> ? 2 : 8;
  if (height < 3 || width < 3) throw cp::shape_error(o.input + ": at least 3 x 3 points are needed, the file has " + cp::to_string(start.shape()));
  for (std::int64_t i = 0; i < height; ++i)
    for (std::int64_t j = 0; j < width; ++j)
      if (!(start(i, j) >= -0.5f && start(i, j) <= 1.5f))
        throw cp::value_error(o.input + ": concentrations from 0 to 1 are needed, element (" + std::to_string(i) + ", " + std::to_string(j) + ") is " + std::to_string(start(i, j)));

  // u fills the field, v is where the file says; the frame stays as it is.
  field v = cp::zeros<float, Space>({height * tile, width * tile});
  field const seed = start.template to<Space>();
  for (std::int64_t i = 0; i < tile; ++i)
    for (std::int64_t j = 0; j < tile; ++j) v(cp::slice(i * height, (i + 1) * height), cp::slice(j * width, (j + 1) * width)) = seed;
  field u = 1.0f - v;
  field u_next = u.copy(), v_next = v.copy();

  // One step of a point from its own values and its four neighbours'. F and k come as numbers, so one kernel serves every pattern.
  auto const react = [](auto uc, auto un, auto us, auto uw, auto ue, auto vc, auto vn, auto vs, auto vw, auto ve, auto feed, auto kill) {
    auto const reaction = uc * vc * vc;
    auto const lap_u = un + us + uw + ue - 4 * uc;
    auto const lap_v = vn + vs + vw + ve - 4 * vc;
    return std::tuple(uc + (0.16f * lap_u - reaction + feed * (1 - uc)), vc + (0.08f * lap_v + reaction - (feed + kill) * vc));
  };
  auto const fused = cp::fuse(react, "gray_scott_step");
  auto const inside = cp::slice(1, -1), before = cp::slice(0, -2), after = cp::slice(2, cp::end);
  auto const on_neighbours = [&](auto const& f, field const& p, field const& q) {
    return f(p(inside, inside), p(before, inside), p(after, inside), p(inside, before), p(inside, after),  //
             q(inside, inside), q(before, inside), q(after, inside), q(inside, before), q(inside, after), o.chosen.feed, o.chosen.kill);
  };
  auto const step = [&](field const& p, field const& q, field const& p_next, field const& q_next) {
    on_neighbours(fused.into(p_next(inside, inside), q_next(inside, inside)), p, q);
  };

  std::printf("Gray-Scott \"%s\" (feed %g, kill %g), %lld x %lld points, %ld steps in %s\n", o.chosen.name, double{o.chosen.feed}, double{o.chosen.kill},
              static_cast<long long>(v.shape(0)), static_cast<long long>(v.shape(1)), o.steps,
              std::is_same_v<Space, cp::host_space> ? ("host memory on " + std::to_string(cp::host_threads()) + " threads").c_str() : cp::cuda::properties().name.c_str());
  step(u, v, u_next, v_next);  // the first launch loads the kernel; it writes what the loop writes again
  cp::graph two_steps;
  if (o.graph)
    two_steps = cp::capture(
        [&] {
          step(u, v, u_next, v_next);
          step(u_next, v_next, u, v);
        },
        std::is_same_v<Space, cp::cuda_space>);
  cp::synchronize();

  auto const count_before = cp::count();
  progress_bar bar(o.steps);
  double const begin = seconds();
  long const report = std::max(1L, o.steps / 50 / 2 * 2);
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
  double const spent = seconds() - begin;
  auto const counted = cp::count() - count_before;

  auto const picture = cp::ascontiguous_host(cp::eval(cp::clip(v * 2.5f, 0, 1)));
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * picture.size()));
  cp::io::viridis(picture.data(), picture.size(), rgb.data());
  bool const drawn = cp::io::has_png();
  if (drawn) cp::io::write_png(o.output, picture.shape(1), picture.shape(0), 3, rgb.data());

  // By itself each operation would make an array; two of them a step are the results.
  auto const [one_u, one_v] = on_neighbours(react, u, v);
  long const avoided = operations(one_u) + operations(one_v) - 2;
  double const points = static_cast<double>(u(inside, inside).size());
  double const bytes = 16 * points * static_cast<double>(o.steps), rate = bytes / spent, copy = copy_bandwidth<Space>();
  std::printf("  steps                 %ld in %.2f s (%.1f us a step)\n", o.steps, spent, spent / static_cast<double>(o.steps) * 1e6);
  if (o.graph)
    std::printf("  kernels               %ld, recorded once in a graph of %d\n", o.steps, two_steps.size());
  else
    std::printf("  kernels launched      %lld (one a step, both substances)\n", static_cast<long long>(counted.launches));
  std::printf("  temporaries           %lld; evaluated operation by operation it would have been %ld a step, %.3g in all\n", static_cast<long long>(counted.temporaries), avoided,
              static_cast<double>(avoided) * static_cast<double>(o.steps));
  std::printf("  bytes moved           %.3g GB (each point of both fields read once and written once)\n", bytes / 1e9);
  std::printf("  rate                  %.1f GB/s, %.2f of this machine's copy bandwidth of %.1f GB/s\n", rate / 1e9, rate / copy, copy / 1e9);
  if (drawn)
    std::printf("  picture               %s\n", o.output.c_str());
  else
    std::printf("  picture               none: this build has no libpng\n");
}

}  // namespace

int main(int argc, char** argv) {
  try {
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
  } catch (cp::error const& e) {
    std::fprintf(stderr, "gray_scott: %s\n", e.what());
    return 1;
  }
}
