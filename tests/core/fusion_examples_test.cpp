// Functions of several outputs, functions of functions, one with running statistics, as lambdas for cp::fuse: values,
// dtypes and shapes are NumPy's.
//
// Not here, as none of these compiles (tests/compile_fail has the messages): a lambda that returns nothing, or a tuple
// of nothing (fuse_returns_nothing.cpp, fuse_returns_empty_tuple.cpp). A function has no name and no text that could be
// asked for.
#include <thread>

#include "core/fusion_cases.hpp"

using namespace fusion;

TEST_CASE("several results") {
  cases in("results");
  using shorts = matrix<std::int16_t>;
  check<shorts, shorts, shorts>(in, "three sums",
                                [](auto x, auto y, auto z) { return std::tuple(x + y, y + z, z * x); });
  check<matrix<double>, matrix<double>, matrix<double>>(in, "sums of several dtypes", [](auto x, auto y, auto z) {
    auto const a = cp::astype<std::int32_t>(x);
    auto const b = cp::astype<float>(y);
    return std::tuple(a + b, b + z, z + a);
  });
  check<vector<std::int8_t>, vector<std::int32_t>, vector<float>>(
      in, "operands of several dtypes", [](auto x, auto y, auto z) { return std::tuple(x + y, y + z, z + x); });
  check<shorts>(in, "one in a tuple", [](auto x) { return std::tuple(x); });
  check<shorts>(in, "a product in a tuple", [](auto x) { return std::tuple(x * 2); });
  check<shorts>(in, "two products", [](auto x) { return std::tuple(x * 2, x * 3); });
  check<shorts, shorts>(in, "sum and difference", [](auto x, auto y) { return std::tuple(x + y, y - x); });
}

TEST_CASE("functions of functions, absent arguments, threads") {
  cases in("compositions");
  auto const f = cp::fuse([](auto x, auto y) { return std::tuple(x - y * 2, x + y); });
  auto const g = cp::fuse([=](auto x, auto y, auto z) {
    auto const one = f(x + z, z - x * 3);
    auto const two = f(x - y, y - z);
    return std::get<0>(one) + std::get<1>(one) * std::get<0>(two) - std::get<1>(two);
  });
  auto const h = [=](auto x, auto y) {
    auto const one = f(x + y * 2, y * 3);
    return std::get<0>(one) - std::get<1>(one) * g(x - 2, x - 3, -y);
  };
  check<matrix<std::int64_t>, matrix<std::int64_t>>(in, "composition l", h);
  check<matrix<cp::complex64>, matrix<cp::complex64>>(in, "composition F", h, 4);
  auto const optional = [](auto x, auto y, auto z) {
    if constexpr (cp::is_none<decltype(y)>)
      return x * z;
    else
      return x + y + z;
  };
  check<vector<std::int16_t>, vector<std::int16_t>, vector<std::int16_t>>(in, "with y", optional);
  record const& r = in.take("without y");
  compare("without y",
          results_of(cp::fuse(optional)(vector<std::int16_t>::from(r.operands[0]), cp::none,
                                        vector<std::int16_t>::from(r.operands[1]))),
          r.results, 0);
  check<matrix<std::int32_t>>(in, "square", [](auto x) { return cp::square(x); });

  // One function called by many threads, of two dtypes.
  auto const add_twice = cp::fuse([](auto x, auto y) { return x + y * 2; });
  record const& sums = in.take("x + y * 2");
  auto const x = matrix<std::int64_t>::from(sums.operands[0]), y = matrix<std::int64_t>::from(sums.operands[1]);
  array<double, 2> const u = cp::astype<double>(x), v = cp::astype<double>(y);
  std::vector<untyped> got(20);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < got.size(); ++t)
    threads.emplace_back([&, t] {
      if (t % 2 == 0)
        got[t] = untyped_of(cp::eval(add_twice(x, y)));
      else
        got[t] = untyped_of(cp::eval(cp::astype<std::int64_t>(add_twice(u, v))));
    });
  for (std::thread& t : threads) t.join();
  for (untyped const& one : got) compare("x + y * 2", {one}, sums.results, 0);
}

TEST_CASE("results of various shapes that are written") {
  cases in("various_shapes");
  written_to<0, 1, 2, 3, 4>::check<matrix<float>, matrix<float>, vector<float>, vector<float>, matrix<float>>(
      in, "results of various shapes",
      [](auto x, auto y, auto, auto, auto) {
        auto const a = x + y;
        auto const b = cp::sum(a, cp::axis<0>);
        auto const sum = x + b;
        auto const c = cp::sum(sum, cp::axis<0>);
        return std::tuple(sum, y + c, b, c, a);
      },
      4);
}

TEST_CASE("normalisation of batches, with its running statistics") {
  cases in("batch_normalisation");
  using channels = vector<double>;
  // y, then the two that are running. (The sums are float32's, whose order differs.)
  written_to<7, 3, 4>::check<of_rank<float, 4>, channels, channels, channels, channels, number<float>, number<double>,
                             of_rank<double, 4>>(
      in, "batchnorm",
      [](auto x, auto gamma, auto beta, auto running_mean, auto running_var, auto size, auto adjust, auto) {
        auto const spread = [](auto const& v) { return v(cp::newaxis, cp::all, cp::newaxis, cp::newaxis); };
        auto const decay = 0.9, rest = 1 - decay;
        auto const mean = cp::sum(x, cp::axis<0, 2, 3>) / size;
        auto const diff = x - spread(mean);
        auto const var = cp::sum(diff * diff, cp::axis<0, 2, 3>) / size;
        auto const y = spread(gamma) * diff * spread(1 / cp::sqrt(var + 2e-5)) + spread(beta);
        return std::tuple(y, running_mean * decay + rest * mean, running_var * decay + rest * adjust * var);
      },
      0x1p31);
}
