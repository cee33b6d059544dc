// Transforms over several devices: as on one; and what is refused where there is one, or none.
#include <cstdint>

#include "fft_data.hpp"
#include "running.hpp"

namespace {

using namespace fft_data;
namespace config = cp::fft::config;

/// As long as it lives, transforms are spread.
struct spread {
  spread() { config::use_multi_gpus(); }
  ~spread() { config::use_multi_gpus(false); }
};

template <class T>
array<T, 2> signal(std::int64_t rows, std::int64_t n) {
  auto const at = cp::index<0>({rows, n}) * 7 + cp::index<1>({rows, n}) * cp::index<1>({rows, n}) % 1009;
  auto const angle = cp::astype<double>(at);
  return cp::astype<T>(cp::cos(angle) + cp::complex128(0, 1) * cp::sin(angle * 0.5));
}

template <class T>
void as_on_one(std::int64_t rows, std::int64_t n, double epsilon) {
  auto const x = signal<T>(rows, n);
  auto const one = cp::eval(fft::fft(x)), back_one = cp::eval(fft::ifft(x));
  auto const y = cp::eval(x * 0);
  spread const several;
  auto const devices = static_cast<std::int64_t>(config::devices().size());
  auto const spent = tests::spent([&] { y(cp::all) = fft::fft(x); });
  CHECK(spent.copies == 2 * devices);
  CHECK(spent.library_calls == 1);
  auto const difference = [&](auto const& a, auto const& b) {
    return cp::max(cp::abs(a - b)).item() / cp::max(cp::abs(b)).item();
  };
  CHECK(difference(y, one) < 20 * epsilon);
  CHECK(difference(cp::eval(fft::ifft(x)), back_one) < 20 * epsilon);
  CHECK(tests::spent([&] { y(cp::all) = fft::ifft(x); }).copies == 2 * devices);  // not the kernel of rows
  auto const misses = fft::get_plan_cache().statistics().misses;
  y(cp::all) = fft::fft(x);
  CHECK(fft::get_plan_cache().statistics().misses == misses);
  CHECK(difference(y, one) < 20 * epsilon);
}

}  // namespace

TEST_CASE("devices that there are not are refused") {
  int const there = cp::cuda::device_count();
  auto const before = config::devices();  // of another case that ran first, or none
  CHECK((before.empty() || there > 1));
  CHECK(!config::multi_gpus());
  if (before.empty()) CHECK_THROWS_AS(config::use_multi_gpus(), cp::value_error);
  CHECK(!config::multi_gpus());
  config::use_multi_gpus(false);
  CHECK_THROWS_AS(config::set_cufft_gpus(0), cp::value_error);
  CHECK_THROWS_AS(config::set_cufft_gpus(-2), cp::value_error);
  CHECK_THROWS_AS(config::set_cufft_gpus(there + 1), cp::error);
  CHECK_THROWS_AS(config::set_cufft_gpus({0, there}), cp::index_error);
  CHECK_THROWS_AS(config::set_cufft_gpus({-1, 0}), cp::index_error);
  if (there > 0) {
    CHECK_THROWS_AS(config::set_cufft_gpus(1), cp::value_error);
    CHECK_THROWS_AS(config::set_cufft_gpus({0, 0}), cp::value_error);
  }
  CHECK(config::devices() == before);
}

// covers: cupy.fft.config.devices; cupy.fft.config.set_cufft_gpus; cupy.fft.config.use_multi_gpus; multi-GPU FFT
TEST_CASE("transforms over two devices are those of one") {
  if (cp::cuda::device_count() < 2) {
    MESSAGE("not run: there are no two devices");
    return;
  }
  config::set_cufft_gpus({1, 0});
  CHECK(config::devices() == std::vector<int>{1, 0});
  config::set_cufft_gpus(2);
  CHECK(config::devices() == std::vector<int>{0, 1});
  SUBCASE("one long line") {
    as_on_one<cp::complex64>(1, std::int64_t{1} << 20, 0x1p-23);
    as_on_one<cp::complex128>(1, std::int64_t{1} << 17, 0x1p-52);
  }
  SUBCASE("lines that are shared out") {
    as_on_one<cp::complex64>(8, 4096, 0x1p-23);
    as_on_one<cp::complex128>(7, 1000, 0x1p-52);
    as_on_one<cp::complex64>(2, std::int64_t{1} << 16, 0x1p-23);
  }
  SUBCASE("others run on one device") {
    auto const x = signal<cp::complex64>(64, 48);
    auto const across = cp::eval(fft::fft(x, cp::axis<0>)), plane = cp::eval(fft::fft2(x));
    auto const real = cp::eval(fft::rfft(cp::real(x)));
    spread const several;
    auto const spent = tests::spent([&] {
      CHECK(cp::max(cp::abs(fft::fft(x, cp::axis<0>) - across)).item() == 0);
      CHECK(cp::max(cp::abs(fft::fft2(x) - plane)).item() == 0);
      CHECK(cp::max(cp::abs(fft::rfft(cp::real(x)) - real)).item() == 0);
    });
    CHECK(spent.library_calls == 3);
    for (std::int64_t const n : {5, 32, 1000}) {  // single lines that cuFFT does not part
      auto const line = signal<cp::complex64>(1, n);
      CHECK(tests::spent([&] { (void)cp::eval(fft::fft(line)); }).copies == 0);
      CHECK(cp::max(cp::abs(fft::ifft(fft::fft(line)) - line)).item() < 1e-6);
    }
  }
  SUBCASE("between runs the devices have their memory back") {
    spread const several;
    (void)cp::eval(fft::fft(signal<cp::complex64>(8, 4096)));  // cuFFT loads its kernels
    auto const x = signal<cp::complex64>(4096, 4096);
    auto const y = x.copy();
    std::int64_t const free = cp::cuda::properties(1).free_bytes;
    y(cp::all) = fft::fft(x);
    std::int64_t const share = x.size() * static_cast<std::int64_t>(sizeof(cp::complex64)) / 2;
    CHECK(free - cp::cuda::properties(1).free_bytes < share / 2);
  }
  SUBCASE("a line that runs on one device is captured") {
    auto const x = signal<cp::complex64>(1, 1000);
    auto const want = cp::eval(fft::fft(x));
    auto const y = cp::eval(x * 0);
    spread const several;
    cp::graph const g = cp::capture([&] { y(cp::all) = fft::fft(x); }, true);
    g.launch();
    CHECK(cp::max(cp::abs(y - want)).item() == 0);
  }
  SUBCASE("a graph refuses them") {
    auto const x = signal<cp::complex64>(8, 4096);
    auto const y = x.copy();
    spread const several;
    CHECK_THROWS_AS((void)cp::capture([&] { y(cp::all) = fft::fft(x); }, true), cp::value_error);
    y(cp::all) = fft::fft(x);
  }
}
