// Arrays of one device while another one is current. On a machine with one device, or on the host, nothing can go
// wrong.
#include <doctest.h>

#include <fuse/fuse.hpp>
#include <fuse/runtime/device.hpp>
#include <string>
#if FUSE_CUDA
#include <cuda_runtime_api.h>
#endif

namespace {

/// What `statement` throws, or "".
template <class F>
std::string refusal_of(F const& statement) {
  try {
    statement();
  } catch (cp::value_error const& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("work on an array of another device is refused, and says which devices they are") {
  if (cp::cuda::device_count() < 2) return;
  auto const here = cp::eval(cp::arange<float>(1000) + 1.0f);
  cp::ndarray<float, 1> there = [] {
    cp::cuda::device_guard const guard(1);
    return cp::eval(cp::arange<float>(1000) * 2.0f);
  }();
  cp::ndarray<float, 1> y;
  auto const refused = [&](auto const& statement) {
    std::string const text = refusal_of(statement);
    CHECK(text.find("device 1") != std::string::npos);
    CHECK(text.find("device is 0") != std::string::npos);
  };
  refused([&] { y = there + 1.0f; });
  refused([&] { y = here + there; });
  refused([&] { there(cp::all) = here; });
  refused([&] { there += 1.0f; });
  refused([&] { there.fill(1.0f); });
  refused([&] { (void)cp::sum(there).item(); });
  refused([&] { (void)cp::eval(cp::cumsum(there)); });
  refused([&] { (void)there.to_host(); });
  refused([&] { (void)cp::eval(cp::dot(there, there)); });
  refused([&] { (void)cp::eval(cp::take(there, cp::arange<cp::int64>(3))); });
  // New data are made on the current device, whatever held the array's before.
  cp::ndarray<float, 1> moved = there;
  there = cp::ndarray<float, 1>();
  moved = here + 1.0f;
  CHECK(moved.item(999) == 1001.0f);
  {
    cp::cuda::device_guard const guard(1);
    auto const x = cp::eval(cp::arange<float>(1000));
    CHECK(cp::sum(x * 2.0f).item() == 999000.0f);
    CHECK(!refusal_of([&] { y = here * 2.0f; }).empty());
  }
  CHECK(cp::sum(here).item() == 500500.0f);
}

#if FUSE_CUDA
TEST_CASE("a device that CUDA was told of, not the library, is current too") {
  if (cp::cuda::device_count() < 2) return;
  auto const here = cp::eval(cp::arange<float>(1000) + 1.0f);
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  CHECK(cp::cuda::current_device() == 1);
  cp::ndarray<float, 1> y;
  CHECK(!refusal_of([&] { y = here * 2.0f; }).empty());
  y = cp::arange<float>(1000) * 2.0f;
  CHECK(cp::sum(y).item() == 999000.0f);
  {
    cp::cuda::device_guard const guard(0);
    CHECK(cp::sum(here).item() == 500500.0f);
    CHECK(!refusal_of([&] { (void)cp::sum(y).item(); }).empty());
  }
  CHECK(cp::cuda::current_device() == 1);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  CHECK(cp::sum(here).item() == 500500.0f);
}
#endif
