// The counters.
#include <fuse/runtime/counters.hpp>

#include <doctest.h>

#include <thread>
#include <vector>

namespace {

/// Counts after the thread's block has gone back: thread_locals made before it die after it.
struct counts_late {
  bool active = false;
  ~counts_late() {
    if (active) cp::runtime::count_copy();
  }
};

}  // namespace

TEST_CASE("every kind is counted for itself") {
  auto const before = cp::count();
  cp::runtime::count_launch(10, 20);
  cp::runtime::count_launch(1, 2);
  cp::runtime::count_library_call();
  cp::runtime::count_copy();
  cp::runtime::count_temporary();
  cp::runtime::count_temporary();
  cp::runtime::count_synchronization();
  auto const d = cp::count() - before;
  CHECK(d.launches == 2);
  CHECK(d.bytes_read == 11);
  CHECK(d.bytes_written == 22);
  CHECK(d.library_calls == 1);
  CHECK(d.copies == 1);
  CHECK(d.temporaries == 2);
  CHECK(d.synchronizations == 1);
}

TEST_CASE("threads that end leave their counts, and none is lost") {
  auto const before = cp::count();
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([] {
        thread_local counts_late late;
        late.active = true;
        for (int i = 0; i < 1000; ++i) cp::runtime::count_launch(1, 2);
      });
    (void)cp::count();
    for (std::thread& t : threads) t.join();
  }
  auto const d = cp::count() - before;
  CHECK(d.launches == 160000);
  CHECK(d.bytes_read == 160000);
  CHECK(d.bytes_written == 320000);
  CHECK(d.copies == 160);
}
