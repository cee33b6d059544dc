// Streams and events, on a device or without one.
#include <fuse/runtime/stream.hpp>

#include <doctest.h>

#include <chrono>
#include <thread>
#include <utility>

#include <fuse/core/config.hpp>
#include <fuse/core/error.hpp>
#include <fuse/runtime/device.hpp>

// covers: cupy.cuda.Stream; cupy.cuda.Stream.__enter__; cupy.cuda.Stream.__exit__; cupy.cuda.get_current_stream
// covers: cupy.cuda.is_available; cupy.is_available; current stream concept (per thread, per device)
TEST_CASE("streams and guards") {
  CHECK(cp::current_stream() == cp::stream_ref());
  cp::stream a, b;
  {
    cp::stream_guard const outer(a);
    CHECK(cp::current_stream() == cp::stream_ref(a));
    {
      cp::stream_guard const inner(b);
      CHECK(cp::current_stream() == cp::stream_ref(b));
      std::thread([] { CHECK(cp::current_stream() == cp::stream_ref()); }).join();
    }
    CHECK(cp::current_stream() == cp::stream_ref(a));
    a.synchronize();
    cp::synchronize();
    CHECK(cp::current_stream().is_done());
  }
  CHECK(cp::current_stream() == cp::stream_ref());
  CHECK((cp::stream_ref(a) == cp::stream_ref(b)) == !cp::cuda::is_available());
  cp::stream c = std::move(a);
  a = std::move(b);
  a = std::move(c);
  a.synchronize();
}

// covers: cupy.cuda.Event; cupy.cuda.Event.done; cupy.cuda.Event.record; cupy.cuda.Event.synchronize
// covers: cupy.cuda.get_elapsed_time
TEST_CASE("events tell when and how long") {
  cp::event begin, end;
  CHECK_THROWS_AS(end.elapsed_ms_since(begin), cp::value_error);
  begin.record();
  CHECK_THROWS_AS(end.elapsed_ms_since(begin), cp::value_error);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  end.record();
  end.synchronize();
  CHECK(end.is_done());
  double const ms = end.elapsed_ms_since(begin);
  CHECK(ms >= 0);
  if (!cp::cuda::is_available()) CHECK(ms >= 5);
  CHECK(ms < 10000);
  end.wait_on(cp::current_stream());

  cp::event silent(false);
  silent.record();
  CHECK_THROWS_AS(silent.elapsed_ms_since(begin), cp::value_error);
  CHECK_THROWS_AS(end.elapsed_ms_since(silent), cp::value_error);

  cp::event moved = std::move(end);
  CHECK(moved.elapsed_ms_since(begin) == doctest::Approx(ms));
  CHECK_THROWS_AS(end.elapsed_ms_since(begin), cp::value_error);
  end = std::move(moved);
  CHECK(end.elapsed_ms_since(begin) == doctest::Approx(ms));
}

TEST_CASE("devices, where there are none") {
  if (cp::cuda::is_available()) return;
  CHECK(cp::cuda::device_count() == 0);
  CHECK(cp::cuda::current_device() == 0);
#if FUSE_CUDA
  using no_device = cp::index_error;
#else
  using no_device = cp::cuda_error;
#endif
  CHECK_THROWS_AS(cp::cuda::set_device(0), no_device);
  CHECK_THROWS_AS(cp::cuda::set_device(-1), no_device);
  CHECK_THROWS_AS(cp::cuda::properties(), no_device);
  CHECK_NOTHROW(cp::cuda::synchronize_device());
  CHECK_NOTHROW(cp::cuda::device_guard(0));
  CHECK_THROWS_AS(cp::cuda::device_guard(1), no_device);
}
