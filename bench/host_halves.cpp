// 16-bit floats beside float32 on the host: elements, rows, masks of positions, conversions. Milliseconds, the best of
// some calls that make their results anew: `host_halves [calls]`.
#include <fuse/fuse.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <type_traits>

namespace {

int calls = 20;

template <class T>
char const* const name = std::is_same_v<T, float>         ? "float32"
                         : std::is_same_v<T, cp::float16> ? "float16"
                                                          : "bfloat16";

/// Numbers in [-2, 2).
template <class T, int Rank>
cp::ndarray<T, Rank> numbers(cp::shape_array<Rank> const& shape) {
  std::int64_t size = 1;
  for (std::int64_t const n : shape) size *= n;
  return cp::eval(
      cp::reshape(cp::astype<T>(cp::astype<float>(cp::arange(size) * 7919 % 1013) * (4.0f / 1013) - 2), shape));
}

template <class T, class F>
void measure(char const* what, F const& f) {
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < calls; ++i) {
    auto const start = std::chrono::steady_clock::now();
    [[maybe_unused]] auto const result = cp::eval(f());
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%-42s %-9s %8.3f\n", what, name<T>, best);
  std::fflush(stdout);
}

template <class T>
void all() {
  using cp::axis, cp::keepdims;
  auto const layer_norm = cp::fuse([](auto x, auto y, auto z) {
    return (x - cp::mean(x, axis<1>, keepdims)) / cp::sqrt(cp::var(x, axis<1>, keepdims) + 0.001) * y + z;
  });
  auto const softmax = cp::fuse([](auto x, auto y, auto z) {
    auto const e = cp::exp(x - cp::max(x, axis<1>, keepdims));
    return e / cp::sum(e, axis<1>, keepdims) * y + z;
  });
  auto const rms_norm =
      cp::fuse([](auto x, auto y, auto z) { return x / cp::sqrt(cp::mean(cp::square(x), axis<1>, keepdims)) * y - z; });
  auto const x = numbers<T, 2>({{8000, 512}});
  auto const f = numbers<float, 2>({{8000, 512}});
  measure<T>("x * x + x, 8000 x 512", [&] { return x * x + x; });
  measure<T>("where(x > 0, x, x / 8)", [&] { return cp::where(x > 0, x, x / 8); });
  measure<T>("exp(x)", [&] { return cp::exp(x); });
  measure<T>("x.T + x.T * x.T", [&] { return x.T() + x.T() * x.T(); });
  measure<T>("sum(x, 1)", [&] { return cp::sum(x, 1); });
  measure<T>("sum(x, 0)", [&] { return cp::sum(x, 0); });
  measure<T>("var(x, 1)", [&] { return cp::var(x, 1); });
  measure<T>("max(x, 1)", [&] { return cp::max(x, 1); });
  measure<T>("astype<float>(x)", [&] { return cp::astype<float>(x); });
  measure<T>("astype<T>(f * 2)", [&] { return cp::astype<T>(f * 2); });
  {
    auto const m = numbers<T, 2>({{7700, 547}});
    measure<T>("sum(where(j <= i, m, 0), 1), 7700 x 547", [&] {
      return cp::sum(cp::where(cp::index<1>({7700, 547}) <= cp::index<0>({7700, 547}), m, 0), 1);
    });
  }
  {
    auto const m = numbers<T, 2>({{6300, 660}});
    auto const y = numbers<T, 1>({{660}}), z = numbers<T, 1>({{660}});
    measure<T>("layer norm, 6300 x 660", [&] { return layer_norm(m, y, z); });
  }
  {
    auto const m = numbers<T, 2>({{107733, 39}});
    auto const y = numbers<T, 1>({{39}}), z = numbers<T, 1>({{39}});
    measure<T>("softmax * y + z, 107733 x 39", [&] { return softmax(m, y, z); });
  }
  {
    auto const m = numbers<T, 2>({{56, 65536}});
    auto const y = numbers<T, 1>({{65536}}), z = numbers<T, 1>({{65536}});
    measure<T>("RMS norm, 56 x 65536", [&] { return rms_norm(m, y, z); });
  }
  {
    auto const q = numbers<T, 4>({{4, 512, 32, 64}});
    auto const c = numbers<float, 2>({{512, 32}}), s = numbers<float, 2>({{512, 32}});
    measure<T>("rotary embedding, 4 x 512 x 32 x 64", [&] {
      auto const a = cp::astype<float>(q(cp::ellipsis, cp::slice(0, 32)));
      auto const b = cp::astype<float>(q(cp::ellipsis, cp::slice(32, cp::end)));
      auto const u = c(cp::all, cp::newaxis), v = s(cp::all, cp::newaxis);
      return cp::astype<T>(cp::concatenate(a * u - b * v, b * u + a * v, axis<-1>));
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) calls = std::max(std::atoi(argv[1]), 1);
  std::printf("# %d threads, %d calls\n", cp::host_threads(), calls);
  all<float>();
  all<cp::float16>();
  all<cp::bfloat16>();
}
