// Transforms that are prepared before their first run, and Hankel transforms beside SciPy's.
#include <cstdint>
#include <type_traits>

#include "fft_data.hpp"
#include "running.hpp"

namespace {

using namespace fft_data;
using cp::complex64;

/// Whether two arrays are alike: in dtype, in shape, and in values up to rounding.
template <class A, class B>
bool near(A const& a, B const& b, double bound = 1e-4) {
  static_assert(std::is_same_v<typename A::value_type, typename B::value_type>);
  return cp::eval(a).shape() == cp::eval(b).shape() && cp::max(cp::abs(a - b)).item() < bound;
}

struct hankel_case {
  double dln, mu, offset, bias;
};
constexpr hankel_case hankel_cases[] = {
    {0.1, 0.5, 0, 0}, {0.05, 2, 0.3, 0}, {0.2, 0, -0.1, 0.4}, {0.3, 1, 0.2, -0.7}, {0.1, -2.5, 0, 3.5}};

}  // namespace

// covers: cupy.cuda.cufft.Plan1d; cupy.cuda.cufft.Plan1d.fft; cupy.cuda.cufft.Plan1d.get_output_array
// covers: cupy.cuda.cufft.PlanNd; cupy.cuda.cufft.PlanNd.fft; cupy.cuda.cufft.PlanNd.get_output_array
// covers: cupyx.scipy.fft.get_fft_plan; cupyx.scipy.fftpack.get_fft_plan
TEST_CASE("a prepared transform makes no plans when it runs") {
  auto const x = operand<complex64>();
  auto const cache = fft::get_plan_cache();
  cache.clear();
  auto const p = fft::get_fft_plan(x, cp::axis<0, 2>);
  auto const misses = cache.statistics().misses;
  CHECK(misses > 0);
  auto const y = p.get_output_array(x);
  p.fft(x, y);
  CHECK(near(y, fft::fftn(x, cp::axis<0, 2>)));
  p.fft(x, y, fft::direction::inverse);
  CHECK(cache.statistics().misses == misses);
  CHECK(near(y, fft::ifftn(x, cp::axis<0, 2>, fft::norm::forward)));
  auto z = x.copy();
  p.fft(z, z);  // in place
  CHECK(near(z, fft::fftn(x, cp::axis<0, 2>)));

  auto const r = cp::eval(cp::real(x));
  auto const forward = cp::fftpack::get_fft_plan<fft::transform_type::R2C>(r);
  auto const half = forward.get_output_array(r);
  static_assert(
      std::is_same_v<decltype(forward), fft::plan<fft::transform_type::R2C, float, 3, 1, cp::default_space> const>);
  static_assert(std::is_same_v<decltype(half), cp::ndarray<complex64, 3> const>);
  CHECK(half.shape() == cp::shape_array<3>{{4, 3, 3}});
  forward.fft(r, half);
  CHECK(near(half, fft::rfft(r)));
  auto const back = fft::get_fft_plan<fft::transform_type::C2R>(half, fft::n(5));
  auto const result = back.get_output_array(half);
  auto const made = cache.statistics().misses;
  back.fft(half, result);
  CHECK(cache.statistics().misses == made);
  CHECK(near(result, r * 5, 1e-3));
}

// covers: cupy.cuda.cufft.Plan1d.check_output_array; cupy.cuda.cufft.PlanNd.check_output_array
TEST_CASE("a plan refuses what it was not made for") {
  auto const x = operand<cp::complex128>();
  auto const p = fft::get_fft_plan(x);
  auto const y = p.get_output_array(x);
  CHECK(p.shape() == x.shape());
  p.check_output_array(x, y);
  CHECK_THROWS_AS((void)p.get_output_array(x(cp::slice(0, 2))), cp::shape_error);
  CHECK_THROWS_AS(p.check_output_array(x, y(cp::slice(0, 2))), cp::shape_error);
  CHECK_THROWS_AS(p.fft(x(cp::all, cp::all, cp::slice(0, 4)), y), cp::shape_error);
  auto const forward = fft::get_fft_plan<fft::transform_type::R2C>(operand<double>());
  CHECK_THROWS_AS(forward.fft(operand<double>(), forward.get_output_array(operand<double>()), fft::direction::inverse),
                  cp::value_error);
  CHECK_THROWS_AS((void)fft::get_fft_plan(x, fft::axes(5)), cp::index_error);
  CHECK_THROWS_AS((void)fft::get_fft_plan(x, fft::n(0)), cp::value_error);
}

// covers: cupyx.scipy.fft.fht; cupyx.scipy.fft.ifht
TEST_CASE("Hankel transforms are SciPy's") {
  auto const x = operand<double>();
  expected<double> forward("fht"), back("ifht"), offsets("fhtoffset");
  for (std::int64_t const n : {5, 4})
    for (auto const& [dln, mu, offset, bias] : hankel_cases) {
      auto const part = x(cp::ellipsis, cp::slice(0, n));
      // The coefficients' phases are some hundred, and as many eps are off.
      forward.compare_whole<double>(fft::fht(part, dln, mu, offset, bias), part.shape(), 400);
      back.compare_whole<double>(fft::ifht(part, dln, mu, offset, bias), part.shape(), 400);
    }
  for (int i = 0; i < 4; ++i) {
    auto const& [dln, mu, offset, bias] = hankel_cases[i];
    offsets.compare(array<double, 1>{fft::fhtoffset(dln, mu, offset, bias)});
  }
  auto const f = cp::eval(fft::fht(operand<float>(), 0.1, 0.5));
  static_assert(std::is_same_v<decltype(f)::value_type, float>);
  CHECK(near(fft::ifht(f, 0.1, 0.5), operand<float>()));
  CHECK_THROWS_AS((void)fft::fht(x(cp::ellipsis, cp::slice(0, 0)), 0.1, 0.5), cp::value_error);
}
