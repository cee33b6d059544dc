// A build without CUDA says so, whatever asks for the device.
#include <doctest.h>

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/library/blas.hpp>
#include <fuse/library/fft.hpp>
#include <fuse/library/keys.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/fill.hpp>
#include <fuse/runtime/graph.hpp>
#include <fuse/runtime/launch.hpp>
#include <string>

#if !FUSE_CUDA
namespace {

template <class F>
void check_refused(F const& f) {
  try {
    f();
    FAIL("nothing was thrown");
  } catch (cp::cuda_error const& e) {
    CHECK(std::string(e.what()).find("this build of the library has no CUDA") != std::string::npos);
  }
}

}  // namespace

TEST_CASE("work on the device is refused by a build without CUDA") {
  std::int64_t const value = 1;
  std::int64_t element = 0;
  check_refused([&] { cp::runtime::fill_elements(&element, cp::memory_kind::device, 1, &value, sizeof value); });
  CHECK(element == 0);
  check_refused([] { cp::runtime::launch(nullptr, cp::runtime::launch_shape{}, nullptr, "a kernel"); });
  check_refused([] { (void)cp::library::device_gemm({}); });
  check_refused([] { cp::library::group_device_keys(nullptr, 0, 0, nullptr, false, nullptr); });
  check_refused([] { cp::library::execute_device_fft({}); });
  check_refused([] { (void)cp::library::count_device_fft_calls({}); });
  check_refused([] { cp::library::zero_device_rows(nullptr, 0, 0, 0); });
  check_refused([] { (void)cp::capture([] {}, true); });
  check_refused([] { cp::cuda::set_device(0); });
  CHECK(cp::cuda::device_count() == 0);
}
#endif
