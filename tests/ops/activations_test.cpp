// Activation functions: values of NumPy and SciPy, dtypes, NaN.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <limits>
#include <string>

#include "array/values.hpp"
#include "close.hpp"
#include "data.hpp"

using tests::values;

namespace {

/// One of the four rows of numbers: what goes in, and what the functions make of it.
auto row(int i) {
  auto const all = cp::load<double, 1, cp::host_space>(tests::data_folder() + "/products/activations.npy");
  std::int64_t const n = all.size() / 4;
  return cp::eval(all(cp::slice(i * n, (i + 1) * n))).to<cp::default_space>();
}

template <class T, class F>
void as_numpy(F const& f, int which, double epsilons) {
  cp::ndarray<T, 1> const x = cp::astype<T>(row(0));
  auto const got = values(cp::eval(f(x))), expected = values(cp::eval(cp::astype<T>(row(which))));
  auto const in = values(x);
  for (std::size_t i = 0; i < got.size(); ++i) {
    CAPTURE(static_cast<double>(in[i]));
    CHECK(tests::close(got[i], expected[i], epsilons));
  }
}

template <class T>
void all_as_numpy() {
  as_numpy<T>(cp::relu, 1, 0);
  // 16-bit numbers are rounded before the function.
  double const epsilons = sizeof(T) == 2 ? 8 : 2;
  as_numpy<T>(cp::gelu, 2, epsilons);
  as_numpy<T>(cp::gelu_tanh, 3, epsilons);
}

}  // namespace

TEST_CASE("activation functions are NumPy's and SciPy's") {
  all_as_numpy<double>();
  all_as_numpy<float>();
  all_as_numpy<cp::float16>();
  all_as_numpy<cp::bfloat16>();
}

TEST_CASE("activation functions far from zero, of NaN and of integers") {
  float const nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  cp::ndarray<float, 1> const x{nan, inf, -inf, 1e30f, -1e30f, 0.0f};
  auto const r = values(cp::relu(x)), g = values(cp::gelu(x)), t = values(cp::gelu_tanh(x));
  CHECK((std::isnan(r[0]) && r[1] == inf && r[2] == 0 && r[3] == 1e30f && r[4] == 0 && r[5] == 0));
  CHECK((std::isnan(g[0]) && g[1] == inf && g[3] == 1e30f && g[4] == 0 && g[5] == 0));
  CHECK((std::isnan(t[0]) && t[1] == inf && t[3] == 1e30f && t[4] == 0 && t[5] == 0));
  cp::ndarray<std::int32_t, 1> const i{-3, 0, 4};
  CHECK(values(cp::relu(i)) == std::vector<std::int32_t>{0, 0, 4});
  static_assert(std::is_same_v<decltype(cp::gelu(i))::value_type, double>);
}
