// Plans of transforms: made once, dropped by age, limited in number and in memory; transforms in graphs; shifts and
// frequencies, which need none.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <fuse/runtime/graph.hpp>
#include <string>

#include "fft_data.hpp"
#include "running.hpp"

namespace {

using namespace fft_data;
using cp::complex64;

/// What a function prints.
template <class F>
std::string printed(F const& f) {
  std::fflush(stdout);
  int const before = dup(STDOUT_FILENO);
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  dup2(fileno(file), STDOUT_FILENO);
  f();
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  std::rewind(file);
  std::string text;
  for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

array<complex64, 1> ramp(std::int64_t n) { return cp::astype<complex64>(cp::index<0>({n})); }

}  // namespace

// covers: cupy.fft._cache.PlanCache; cupy.fft._cache.PlanCache.clear; cupy.fft._cache.PlanCache.get_curr_memsize
// covers: cupy.fft._cache.PlanCache.get_curr_size; cupy.fft._cache.PlanCache.get_size
// covers: cupy.fft.config.clear_plan_cache; cupy.fft.config.get_plan_cache
TEST_CASE("a transform of the same kind, shape and layout takes the plan that is there") {
  auto const cache = fft::config::get_plan_cache();
  cache.clear();
  CHECK(cache.get_size() == 16);
  auto const a = ramp(96);
  array<complex64, 1> b = cp::empty<complex64>(96);
  b(cp::all) = fft::fft(a);
  auto const first = cache.statistics();
  CHECK(first.size == 1);
  CHECK(first.misses == 1);
  CHECK(first.hits == 0);
  auto const memory = cp::memory_pool(decltype(b)::space::kind).statistics().system_allocations;
  for (int i = 0; i < 5; ++i) b(cp::all) = fft::fft(a);
  CHECK(cache.statistics().misses == 1);
  CHECK(cache.statistics().hits == 5);
  CHECK(cp::memory_pool(decltype(b)::space::kind).statistics().system_allocations == memory);
  b(cp::all) = fft::ifft(a);
  CHECK(cache.statistics().misses == 2);
  (void)cp::eval(fft::fft(ramp(97)));
  CHECK(cache.get_curr_size() == 3);
  CHECK(cache.info().find("plans      3 (at most 16)") != std::string::npos);
  fft::config::clear_plan_cache();
  CHECK(cache.get_curr_size() == 0);
  CHECK(cache.get_curr_memsize() == 0);
}

// covers: cupy.fft._cache.PlanCache.get_memsize; cupy.fft._cache.PlanCache.set_memsize
// covers: cupy.fft._cache.PlanCache.set_size; cupy.fft._cache.PlanCache.show_info
// covers: cupy.fft.config.get_plan_cache_max_memsize; cupy.fft.config.get_plan_cache_size
// covers: cupy.fft.config.set_plan_cache_max_memsize; cupy.fft.config.set_plan_cache_size
// covers: cupy.fft.config.show_plan_cache_info
TEST_CASE("the plans that were not used for longest go first") {
  auto const cache = fft::get_plan_cache();
  cache.clear();
  fft::config::set_plan_cache_size(2);
  CHECK(fft::config::get_plan_cache_size() == 2);
  auto const use = [](std::int64_t n) { (void)cp::eval(fft::fft(ramp(n))); };
  use(10), use(20), use(10), use(30);  // 20 goes
  CHECK(cache.get_curr_size() == 2);
  auto const misses = cache.statistics().misses;
  use(10), use(30);
  CHECK(cache.statistics().misses == misses);
  use(20);
  CHECK(cache.statistics().misses == misses + 1);
  cache.set_size(0);
  CHECK(cache.get_curr_size() == 0);
  use(10), use(10);
  CHECK(cache.statistics().misses == misses + 3);
  cache.set_size(16);
  fft::config::set_plan_cache_max_memsize(std::int64_t{1} << 30);
  CHECK(cache.get_memsize() == std::int64_t{1} << 30);
  CHECK(fft::config::get_plan_cache_max_memsize() == std::int64_t{1} << 30);
  use(10);
  CHECK(cache.get_curr_size() == 1);
  cache.set_memsize(-1);
  CHECK_THROWS_AS((void)fft::plan_cache(1000).statistics(), cp::index_error);
  CHECK(fft::get_host_plan_cache().get_size() == 16);
  CHECK(printed([&] { cache.show_info(); }) == cache.info());
  std::string all;
  for (int device = -1; device < cp::cuda::device_count(); ++device) all += fft::plan_cache(device).info();
  CHECK(printed([] { fft::config::show_plan_cache_info(); }) == all);
}

// covers: cupy.fft._cache.PlanCache.get
TEST_CASE("a cache gives the plans that it has, and makes none") {
  auto const cache = fft::get_plan_cache();
  cache.clear();
  auto const a = ramp(48);
  CHECK(!cache.get(a).has_value());
  CHECK(cache.statistics().misses == 0);
  auto const made = fft::get_fft_plan(a);
  auto const found = cache.get(a);
  REQUIRE(found.has_value());
  CHECK(found->prepared().size() == made.prepared().size());
  CHECK(!cache.get<fft::transform_type::C2R>(a).has_value());
  CHECK(!cache.get(a, fft::n(50)).has_value());
  CHECK(!fft::plan_cache(1000).get(a).has_value());  // another device's
  auto const b = found->get_output_array(a);
  auto const misses = cache.statistics().misses;
  found->fft(a, b);
  CHECK(cache.statistics().misses == misses);
  CHECK(cp::max(cp::abs(b - fft::fft(a))).item() == 0);
}

// covers: cupy.cuda.cufft.get_current_plan
TEST_CASE("a plan that is current needs no place in the cache") {
  auto const cache = fft::get_plan_cache();
  cache.clear();
  cache.set_size(0);
  auto const a = ramp(40);
  auto const plan = fft::get_fft_plan(a);
  auto const copy = plan;
  auto const b = cp::eval(a * 0);
  auto const misses = cache.statistics().misses;
  CHECK(misses > 0);
  CHECK(!fft::get_current_plan());
  CHECK(fft::get_current_plan().size() == 0);
  {
    fft::use_plan const now(plan);
    CHECK(fft::get_current_plan() == plan.prepared());
    CHECK(fft::get_current_plan() == copy.prepared());
    CHECK(fft::get_current_plan().size() == 2);  // forward and inverse
    b(cp::all) = fft::fft(a);
    CHECK(cache.statistics().misses == misses);
    {
      auto const other = fft::get_fft_plan(ramp(41));
      fft::use_plan const then(other);
      CHECK(fft::get_current_plan() == other.prepared());
    }
    CHECK(fft::get_current_plan() == plan.prepared());
    auto const before = cache.statistics().misses;
    (void)cp::eval(fft::fft(ramp(42)));  // does not fit: by the cache
    CHECK(cache.statistics().misses == before + 1);
  }
  CHECK(!fft::get_current_plan());
  auto const before = cache.statistics().misses;
  plan.fft(a, b);
  CHECK(cache.statistics().misses == before);
  (void)cp::eval(fft::fft(a));
  CHECK(cache.statistics().misses == before + 1);
  cache.set_size(16);
}

TEST_CASE("transforms are captured into graphs, and outlive their plans' place in the cache") {
  auto const a = ramp(64);
  array<complex64, 1> b = cp::zeros<complex64>(64);
  auto const h = cp::eval(a * 0.5f);
  array<float, 1> c = cp::zeros<float>(64);
  auto const work = [&] {
    b(cp::all) = fft::ifft(fft::fft(a) * h);
    c(cp::all) = fft::irfft(fft::rfft(cp::real(b)) * 2);
  };
  cp::graph const g = cp::capture(work, decltype(b)::space::kind == cp::memory_kind::device);
  CHECK(cp::sum(cp::abs(b)).item() == 0);
  fft::get_plan_cache().clear();
  g.launch();
  auto const b_graph = b.copy();
  auto const c_graph = c.copy();
  b(cp::all) = 0, c(cp::all) = 0.0f;
  work();
  CHECK(cp::max(cp::abs(b - b_graph)).item() == 0);
  CHECK(cp::max(cp::abs(c - c_graph)).item() == 0);
  CHECK(cp::max(cp::abs(c - 2 * cp::real(b))).item() < 1e-2);
  a(cp::all) = a * 2;
  g.launch();
  CHECK(cp::max(cp::abs(b - 2 * b_graph)).item() < 1e-1);
}

// covers: cupy.fft.fftfreq; cupy.fft.rfftfreq; cupyx.scipy.fft.fftfreq; cupyx.scipy.fft.rfftfreq
TEST_CASE("frequencies are NumPy's") {
  expected<double> all("fftfreq"), half("rfftfreq");
  for (std::int64_t n = 1; n < 10; ++n) {
    all.compare_whole<double>(fft::fftfreq(n, 0.3), cp::shape_array<1>{{n}});
    half.compare_whole<double>(fft::rfftfreq(n, 0.3), cp::shape_array<1>{{n / 2 + 1}});
  }
  static_assert(std::is_same_v<decltype(fft::fftfreq<float>(4))::value_type, float>);
  array<double, 1> const x = fft::fftfreq(8) * 8;
  CHECK(x.item(3) == 3);
  CHECK(x.item(4) == -4);
  CHECK_THROWS_AS((void)fft::fftfreq(0), cp::value_error);
  CHECK_THROWS_AS((void)fft::rfftfreq(-3), cp::value_error);
}

// covers: cupy.fft.fftshift; cupy.fft.ifftshift; cupyx.scipy.fft.fftshift; cupyx.scipy.fft.ifftshift
TEST_CASE("shifts are NumPy's, and part of the kernel that uses them") {
  auto const x = operand<double>();
  auto const compare = [&](char const* name, auto const& f) {
    expected<double> numpy(name);
    numpy.compare_whole<double>(f(x), x.shape());
    numpy.compare_whole<double>(f(x, cp::axis<0>), x.shape());
    numpy.compare_whole<double>(f(x, fft::axes(1, -1)), x.shape());
    numpy.compare_whole<double>(f(x, fft::axes(2, 2)), x.shape());
  };
  compare(FFT_FUNCTION(fftshift));
  compare(FFT_FUNCTION(ifftshift));
  CHECK(tests::launches([&] { (void)cp::eval(fft::fftshift(x) * 2 + 1); }) == 1);
  CHECK(cp::max(cp::abs(fft::ifftshift(fft::fftshift(x + 1)) - x - 1)).item() == 0);
  CHECK(cp::eval(fft::fftshift(cp::empty<float>({0, 3}))).size() == 0);
  CHECK_THROWS_AS((void)fft::fftshift(x, fft::axes(3)), cp::index_error);
}

// covers: cupyx.scipy.fft.next_fast_len
TEST_CASE("fast lengths have the factors 2, 3, 5 and 7 alone") {
  auto const is_fast = [](std::int64_t n) {
    for (int const p : {2, 3, 5, 7})
      while (n % p == 0) n /= p;
    return n == 1;
  };
  std::int64_t fast = 1;
  for (std::int64_t n = 1; n < 3000; ++n) {
    if (fast < n)
      while (!is_fast(++fast)) {
      }
    CHECK(fft::next_fast_len(n) == fast);
  }
  CHECK(fft::next_fast_len(0) == 0);
  CHECK(fft::next_fast_len((std::int64_t{1} << 40) + 1) <= (std::int64_t{1} << 40) * 21 / 20);
  CHECK_THROWS_AS((void)fft::next_fast_len(-1), cp::value_error);
}
