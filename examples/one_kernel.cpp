// What becomes one kernel: expressions, and the kernels that they are. docs/one_kernel.md is what this program prints
// (`one_kernel --markdown`, host build); a test compares the two. The program fails where a count is not what it should
// be.
#include <fuse/fuse.hpp>

#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <tuple>

namespace {

bool as_markdown = false;
bool may_merge = false;  // on a GPU blocks may share a result; a second kernel then merges their parts
int failures = 0;

void heading(char const* title, char const* text, bool of_shared_results = false) {
  may_merge = of_shared_results && std::strcmp(cp::default_space::name, "cuda_space") == 0;
  if (as_markdown)
    std::printf("\n## %s\n\n%s\n\n| expression | kernels | temporaries |\n|---|---|---|\n", title, text);
  else
    std::printf("\n%s\n", title);
}

template <class Statement>
void entry(char const* text, Statement const& statement, long kernels, long temporaries = 0) {
  statement();  // what is made once (plans, memory) is there
  auto const before = cp::count();
  statement();
  auto const spent = cp::count() - before;
  bool const right =
      (spent.launches == kernels || (may_merge && spent.launches == kernels + 1)) && spent.temporaries == temporaries;
  failures += !right;
  std::string shown = text;
  if (as_markdown)
    for (std::size_t at = 0; (at = shown.find('|', at)) != std::string::npos; at += 2) shown.insert(at, "\\");
  std::printf(as_markdown ? "| `%s` | %lld | %lld |\n" : "%-96s %lld kernels, %lld temporaries", shown.c_str(),
              static_cast<long long>(spent.launches), static_cast<long long>(spent.temporaries));
  if (!as_markdown) std::printf(right ? "\n" : "   WRONG: expected %ld and %ld\n", kernels, temporaries);
}

// The text of a statement is the statement.
#define ENTRY(kernels, ...) \
  entry(                    \
      #__VA_ARGS__, [&] { __VA_ARGS__; }, kernels)
#define ENTRY_WITH_TEMPORARIES(kernels, temporaries, ...) \
  entry(                                                  \
      #__VA_ARGS__, [&] { __VA_ARGS__; }, kernels, temporaries)

void elementwise() {
  heading("Elementwise work",
          "Any tree of it: casts, broadcasts, slices, transposes, index grids, gathers, masked and sliced writes.");
  cp::ndarray<float, 2> a = cp::ones<float>({40, 30}), b = cp::ones<float>({40, 30}), c = cp::ones<float>({40, 30});
  cp::ndarray<float, 1> const row = cp::ones<float>({30}), x = cp::ones<float>({1000});
  cp::ndarray<double, 2> d = cp::ones<double>({30, 40});
  cp::ndarray<std::int64_t, 1> const i = cp::arange<std::int64_t>(1000);
  cp::ndarray<float, 1> y = cp::ones<float>({1000});
  ENTRY(1, c(cp::all) = 2.5f * a + b);
  ENTRY(1, c = cp::where(a > b, cp::tanh(a), cp::sqrt(b + row)));
  ENTRY(1, d(cp::all) = a.T() + cp::astype<double>(b.T()));
  ENTRY(1, y(cp::all) = cp::take(x, i) * 2);
  ENTRY(1, c(cp::slice(1, -1)) += a(cp::slice(2, cp::end)) - 2 * a(cp::slice(1, -1)) + a(cp::slice(0, -2)));
  ENTRY(1, cp::masked(c, c > 1) = 0.0f);
  ENTRY(1, c = a + cp::astype<float>(cp::index<0>({40, 30})));
  ENTRY(1, (void)cp::evaluate(a + b, a - b, a * b));
  ENTRY_WITH_TEMPORARIES(2, 1, y(cp::slice(1, cp::end)) = y(cp::slice(0, -1)) + 1);
}

void reductions() {
  heading("Reductions",
          "Of any such tree along any axes, with what is computed from them. (A GPU that has too few results to be "
          "busy lets\n"
          "blocks share one; a second, small kernel then merges the parts.)",
          true);
  cp::ndarray<float, 2> const a = cp::ones<float>({40, 30}), b = cp::ones<float>({40, 30});
  cp::ndarray<float, 1> const x = cp::ones<float>({1000}), weight = cp::ones<float>({40});
  cp::ndarray<float, 0> t = cp::empty<float>(cp::shape_array<0>{});
  cp::ndarray<float, 1> r = cp::empty<float>({40});
  cp::ndarray<std::int64_t, 1> p = cp::empty<std::int64_t>({40});
  ENTRY(1, t(cp::ellipsis) = cp::sum(x * x + 1));
  ENTRY(1, r(cp::all) = cp::sqrt(cp::sum(cp::square(a - b), cp::axis<1>)) * weight);
  ENTRY(1, r(cp::all) = cp::std(a * b, cp::axis<1>));
  ENTRY(1, p(cp::all) = cp::argmax(cp::abs(a - b), cp::axis<1>));
  ENTRY(1, t(cp::ellipsis) = cp::dot(x, 2 * x));
  ENTRY(1, t(cp::ellipsis) = cp::linalg::norm(x - 1));
  ENTRY(1, t(cp::ellipsis) = cp::logsumexp(x));
  ENTRY(1, r(cp::all) = cp::sum(a, cp::axis<1>, cp::where(a > b)));
  ENTRY(1, (void)cp::evaluate(cp::min(x), cp::max(x), cp::sum(x)));
  ENTRY(1, (void)cp::evaluate(cp::mean(a, cp::axis<0>), cp::var(a, cp::axis<0>)));
}

void rows() {
  heading("Rows",
          "Reductions that feed elementwise work that feeds reductions, all along the same axes: a row is read once "
          "while it\n"
          "fits on chip.",
          true);
  cp::ndarray<float, 2> a = cp::ones<float>({40, 30}), y = cp::ones<float>({40, 30});
  cp::ndarray<float, 1> const gamma = cp::ones<float>({30}), beta = cp::ones<float>({30});
  cp::ndarray<float, 1> r = cp::empty<float>({40});
  auto const softmax = cp::fuse([](auto v) {
    auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
  });
  auto const log_softmax = cp::fuse([](auto v) {
    auto const d = v - cp::max(v, cp::axis<-1>, cp::keepdims);
    return d - cp::log(cp::sum(cp::exp(d), cp::axis<-1>, cp::keepdims));
  });
  auto const layer_norm = cp::fuse([](auto v, auto g, auto b) {
    auto const d = v - cp::mean(v, cp::axis<-1>, cp::keepdims);
    return d / cp::sqrt(cp::mean(d * d, cp::axis<-1>, cp::keepdims) + 1e-5) * g + b;
  });
  ENTRY(1, y(cp::all) = softmax(a));
  ENTRY(1, y(cp::all) = log_softmax(2 * a));
  ENTRY(1, y(cp::all) = layer_norm(a, gamma, beta));
  ENTRY(1, y = (a - cp::mean(a, cp::axis<0>)) / cp::std(a, cp::axis<0>));
  ENTRY(1, y(cp::all) = a / cp::linalg::norm(a, cp::axis<1>, cp::keepdims));
  ENTRY(1, r(cp::all) = cp::sum(cp::square(a - cp::mean(a, cp::axis<1>, cp::keepdims)), cp::axis<1>));
  ENTRY(1, a(cp::all) = softmax(a));
  ENTRY_WITH_TEMPORARIES(3, 2, y = a - cp::mean(a, cp::axis<0>) - cp::mean(a, cp::axis<1>, cp::keepdims));
}

struct square {
  FUSE_HD float operator()(float v) const { return v * v; }
};
struct plus {
  FUSE_HD float operator()(float v, float w) const { return v + w; }
};

void kernels_of_your_own() {
  heading("Kernels of your own", "Lambdas of arrays, functors of elements, reductions by functors.", true);
  cp::ndarray<float, 2> const a = cp::ones<float>({40, 30}), b = cp::ones<float>({40, 30});
  cp::ndarray<float, 2> c = cp::ones<float>({40, 30});
  cp::ndarray<float, 1> r = cp::empty<float>({40});
  auto const sum_and_product = cp::fuse([](auto v, auto w) { return std::tuple(v + w, v * w); });
  auto const squared = cp::elementwise(square{});
  auto const energy = cp::reduction(0.0f, square{}, plus{});
  ENTRY(1, (void)sum_and_product(a, b));
  ENTRY(1, c(cp::all) = squared(a - b) + 1);
  ENTRY(1, r(cp::all) = cp::sqrt(energy(2 * a, cp::axis<1>)));
}

void scans() {
  heading("Scans, differences and segments",
          "What feeds them is computed as they read it, and what is computed from the elements of one scan as they are "
          "stored.",
          true);
  cp::ndarray<float, 1> const x = cp::ones<float>({1000});
  cp::ndarray<float, 1> y = cp::empty<float>({1000}), d = cp::empty<float>({999}), s = cp::empty<float>({3});
  cp::ndarray<float, 0> t = cp::empty<float>(cp::shape_array<0>{});
  cp::ndarray<std::int64_t, 1> const o =
      cp::ndarray<std::int64_t, 1, cp::host_space>{0, 10, 10, 1000}.to<cp::default_space>();
  ENTRY(1, y(cp::all) = cp::cumsum(x * x));
  ENTRY(1, y(cp::all) = cp::cummax(cp::abs(x)));
  ENTRY(1, y(cp::all) = cp::cumsum(x) / 1000);
  ENTRY(1, d(cp::all) = cp::abs(cp::diff(x * 2)) + 1);
  ENTRY(1, y(cp::all) = cp::gradient(x, cp::axis<0>) * 2);
  ENTRY(1, t(cp::ellipsis) = cp::trapezoid(x * x));
  ENTRY(1, s = cp::segment_sum(x * 2, cp::offsets(o)));
}

void stencils() {
  heading("Stencils", "Neighbours of an argument of cp::fuse.");
  cp::ndarray<float, 2> u = cp::ones<float>({40, 30}), v = cp::ones<float>({40, 30});
  auto const heat = cp::fuse([](auto w, auto k) {
    return w + k * (cp::at<-1, 0>(w) + cp::at<1, 0>(w) + cp::at<0, -1>(w) + cp::at<0, 1>(w) - 4 * w);
  });
  ENTRY(1, v(cp::all) = heat(cp::wrap(u), 0.1f));
  ENTRY(1, v = heat(cp::nearest(u), 0.1f) * 2);
  ENTRY_WITH_TEMPORARIES(2, 1, u(cp::all) = heat(cp::wrap(u), 0.1f));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    as_markdown = argc > 1 && std::strcmp(argv[1], "--markdown") == 0;
    if (as_markdown)
      std::printf(
          "# What becomes one kernel\n\nThese statements run as a test (examples/one_kernel.cpp), which counts the "
          "kernels that "
          "each starts and the arrays that\nit needs besides its result, and makes this page.\n");
    elementwise();
    reductions();
    rows();
    stencils();
    kernels_of_your_own();
    scans();
  } catch (std::exception const& e) {
    std::fprintf(stderr, "one_kernel: %s\n", e.what());
    return 2;
  }
  return failures == 0 ? 0 : 1;
}
