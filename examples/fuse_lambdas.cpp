// What docs/fuse_lambdas.md shows: what a cp::fuse lambda may contain, each recipe beside plain C++.
#include <cmath>
#include <cstdlib>
#include <fuse/fuse.hpp>
#include <iostream>
#include <utility>

// A loop of known length, by recursion: each step has a type of its own.
constexpr float coefficients[] = {1, -0.5f, 0.25f, -0.125f};

template <std::size_t I = 0>
auto horner(auto x) {
  if constexpr (I + 1 == std::size(coefficients))
    return coefficients[I];
  else
    return coefficients[I] + x * horner<I + 1>(x);
}

// A function of one element, with all that C++ has; FUSE_HD, since it runs on the GPU too.
struct escape {
  int most;
  FUSE_HD int operator()(float re, float im) const {
    float x = 0, y = 0;
    for (int n = 0; n < most; ++n) {
      if (x * x + y * y > 4) return n;
      float const next = x * x - y * y + re;
      y = 2 * x * y + im;
      x = next;
    }
    return most;
  }
};

namespace {

int failures = 0;

// Compares the elements of an array of rank 1 with what plain C++ computes of their numbers.
void check(char const* what, cp::ndarray<float, 1> const& y, auto const& expected) {
  auto const h = y.to_host();
  bool right = true;
  for (std::int64_t i = 0; i < h.size(); ++i) right = right && std::abs(h(i) - expected(i)) < 1e-5;
  if (!right) ++failures;
  std::cout << what << ": " << y << (right ? "\n" : "  WRONG\n");
}

}  // namespace

int main() {
  auto const x = cp::eval(cp::arange<float>(5) / 4);
  auto const at = [](std::int64_t i) { return static_cast<double>(i) / 4; };

  // An ordinary statement is one kernel too.
  auto const y = cp::empty_like(x);
  y(cp::all) = 2 * x + cp::exp(-x * x);
  check("statement", y, [&](auto i) { return 2 * at(i) + std::exp(-at(i) * at(i)); });

  // A lambda is a name for an expression.
  auto const bell = cp::fuse([](auto v, auto width) {
    auto const scaled = v / width;
    return cp::exp(-0.5f * scaled * scaled);
  });
  check("bell", bell(x, 0.5f), [&](auto i) { return std::exp(-2 * at(i) * at(i)); });

  // It may call others, capture numbers, and be part of a larger expression.
  float const shift = 0.25f;
  auto const two_bells = cp::fuse([=](auto v) { return bell(v - shift, 0.5f) + bell(v + shift, 0.5f); });
  check("two bells", 3 * two_bells(x) - 1, [&](auto i) {
    auto const b = [](double v) { return std::exp(-2 * v * v); };
    return 3 * (b(at(i) - 0.25) + b(at(i) + 0.25)) - 1;
  });

  // Loops: a sum over an index sequence.
  // clang-format off
  auto const square_wave = cp::fuse([](auto v) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (... + (cp::sin((2.0f * I + 1) * v) / (2.0f * I + 1)));
    }(std::make_index_sequence<5>{});
  });
  // clang-format on
  check("square wave", square_wave(x), [&](auto i) {
    double sum = 0;
    for (int k = 0; k < 5; ++k) sum += std::sin((2 * k + 1) * at(i)) / (2 * k + 1);
    return sum;
  });

  // Loops: a recursion in which each step needs the one before.
  auto const polynomial = cp::fuse([](auto v) { return horner(v); });
  check("polynomial", polynomial(x), [&](auto i) {
    double const v = at(i);
    return 1 - 0.5 * v + 0.25 * v * v - 0.125 * v * v * v;
  });

  // Loops: steps in time, a kernel each.
  auto const step = cp::fuse([](auto v, auto rate) { return v + rate * v * (1 - v); });
  auto grown = x.copy();
  for (int n = 0; n < 10; ++n) grown = step(grown, 0.5f);
  check("steps", grown, [&](auto i) {
    double v = at(i);
    for (int n = 0; n < 10; ++n) v += 0.5 * v * (1 - v);
    return v;
  });

  // Loops and branches over values: a function of one element.
  auto const escape_time = cp::elementwise(escape{50});
  check("escape time", cp::astype<float>(escape_time(x, 0.5f * x)),
        [&](auto i) { return escape{50}(static_cast<float>(at(i)), static_cast<float>(at(i) / 2)); });

  // Branches: both sides are computed, one is taken.
  auto const soft = cp::fuse([](auto v, auto t) { return cp::where(v > t, v - t, cp::where(v < -t, v + t, 0)); });
  check("soft threshold", soft(x - 0.5f, 0.2f), [&](auto i) {
    double const v = at(i) - 0.5;
    return v > 0.2 ? v - 0.2 : v < -0.2 ? v + 0.2 : 0;
  });

  // Branches that are known while compiling cost nothing.
  auto const damped = [](auto squared) {
    return cp::fuse([](auto v) {
      if constexpr (decltype(squared)::value)
        return cp::exp(-v * v);
      else
        return cp::exp(-v);
    });
  };
  check("damped", damped(std::true_type())(x), [&](auto i) { return std::exp(-at(i) * at(i)); });

  // Several outputs: one kernel.
  auto const rotate = cp::fuse([](auto a, auto b, auto c, auto s) { return std::tuple(c * a - s * b, s * a + c * b); });
  auto [p, q] = rotate(x, 1 - x, 0.6f, 0.8f);  // into new arrays
  rotate.into(p, q)(p, q, 0.6f, -0.8f);        // into arrays that are there, which may be the operands
  check("rotated there", p, [&](auto i) { return at(i); });
  check("and back", q, [&](auto i) { return 1 - at(i); });

  // Arguments that may be left out.
  auto const affine = cp::fuse([](auto v, auto scale, auto... more) { return ((v * scale) + ... + more); });
  check("without a shift", affine(x, 2.0f), [&](auto i) { return 2 * at(i); });
  check("with an array for it", affine(x, 2.0f, x), [&](auto i) { return 3 * at(i); });
  auto const scaled = cp::fuse([](auto v, auto weights) {
    if constexpr (cp::is_none<decltype(weights)>)
      return 2.0f * v;
    else
      return weights * v;
  });
  check("cp::none", scaled(x, cp::none) + scaled(x, 3.0f), [&](auto i) { return 5 * at(i); });

  // Outputs of several shapes: a kernel each.
  auto const centre = cp::fuse([](auto v) { return std::tuple(v - cp::mean(v), cp::mean(v)); });
  auto const [centred, mean] = centre(x);
  check("centred", centred + mean, [&](auto i) { return at(i); });

  // Reductions along axes that the lambda names.
  auto const softmax = cp::fuse([](auto v) {
    auto const e = cp::exp(v - cp::max(v, cp::axis<-1>, cp::keepdims));
    return e / cp::sum(e, cp::axis<-1>, cp::keepdims);
  });
  check("softmax", softmax(x), [&](auto i) {
    double sum = 0;
    for (int k = 0; k < 5; ++k) sum += std::exp(at(k));
    return std::exp(at(i)) / sum;
  });

  // Neighbours, of an argument that says what lies beyond its edges.
  auto const laplacian = cp::fuse([](auto u) { return cp::at<-1>(u) - 2 * u + cp::at<1>(u); });
  check("laplacian", laplacian(cp::wrap(x)), [&](auto i) { return i == 0 ? 1.25 : i == 4 ? -1.25 : 0; });

  // Views are taken inside, or are arguments of their own.
  auto const mean_of_two = cp::fuse([](auto v) { return 0.5f * (v(cp::slice(0, -1)) + v(cp::slice(1, cp::end))); });
  auto const mean_of = cp::fuse([](auto left, auto right) { return 0.5f * (left + right); });
  check("midpoints", mean_of_two(x), [&](auto i) { return at(i) + 0.125; });
  check("midpoints of views", mean_of(x(cp::slice(0, -1)), x(cp::slice(1, cp::end))),
        [&](auto i) { return at(i) + 0.125; });

  std::cout << (failures == 0 ? "all as in plain C++\n" : "some are wrong\n");
  return failures;
}
