// Host threads: every index exactly once, whatever the sizes, and exceptions come through.
#include <fuse/runtime/parallel.hpp>

#include <doctest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include <fuse/core/error.hpp>

namespace {

constexpr std::int64_t long_ns = 10'000'000, short_ns = 10'000;

/// As work that takes `ns`, whatever it takes.
template <class F>
void loop(std::int64_t n, std::int64_t step, F body, std::int64_t ns = long_ns) {
  cp::runtime::parallel_for(
      n, step, ns, [](void* f, std::int64_t begin, std::int64_t end) { (*static_cast<F*>(f))(begin, end); }, &body);
}

struct with_threads {
  explicit with_threads(int n) : before(cp::host_threads()) { cp::set_host_threads(n); }
  ~with_threads() { cp::set_host_threads(before); }
  int before;
};

}  // namespace

TEST_CASE("every index is done exactly once, in parts that begin at multiples of the step") {
  for (int threads : {1, 2, 3, 8}) {
    with_threads const scope(threads);
    for (std::int64_t ns : {std::int64_t{0}, short_ns, long_ns})
      for (std::int64_t n : {0, 1, 2, 63, 64, 65, 1000, 4096, 99999}) {
        for (std::int64_t step : {0, 1, 7, 64, 1000, 200000}) {
          std::vector<std::atomic<int>> done(static_cast<std::size_t>(n));
          std::atomic<int> wrong{0};
          loop(
              n, step,
              [&](std::int64_t begin, std::int64_t end) {
                if (begin >= end || begin < 0 || end > n || (step > 0 && begin % step != 0)) ++wrong;
                if (end != n && end - begin < step) ++wrong;
                for (std::int64_t i = begin; i < end; ++i)
                  done[static_cast<std::size_t>(i)].fetch_add(1, std::memory_order_relaxed);
              },
              ns);
          CHECK(wrong == 0);
          CHECK(std::all_of(done.begin(), done.end(), [](auto const& d) { return d == 1; }));
        }
      }
  }
}

TEST_CASE("short work call after call wakes threads, which go to sleep when there is none") {
  with_threads const scope(2);
  auto const sleeps = [] {  // as soon as the machine lets them
    for (int i = 0; i < 200; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (!cp::runtime::is_shared(short_ns)) return true;
    }
    return false;
  };
  CHECK(sleeps());
  CHECK(cp::runtime::is_shared(long_ns));
  CHECK_FALSE(cp::runtime::is_shared(cp::runtime::shared_ns - 1));
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) < 2) return;
  auto const me = std::this_thread::get_id();
  std::atomic<bool> is_helped{false};
  auto const body = [&](std::int64_t, std::int64_t) {
    if (std::this_thread::get_id() != me) is_helped = true;
    auto const end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(short_ns / 2);
    while (std::chrono::steady_clock::now() < end) {
    }
  };
  auto const last = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!is_helped && std::chrono::steady_clock::now() < last) loop(2, 1, body, short_ns);
  CHECK(is_helped);
  CHECK(sleeps());
}

TEST_CASE("one thread is never helped") {
  with_threads const scope(1);
  CHECK_FALSE(cp::runtime::is_shared(long_ns));
  auto const me = std::this_thread::get_id();
  for (int i = 0; i < 100; ++i)
    loop(1000, 1, [&](std::int64_t, std::int64_t) { CHECK(std::this_thread::get_id() == me); });
}

TEST_CASE("loops one after the other, threads of which may come late, do each part once") {
  with_threads const scope(4);
  std::vector<std::int64_t> sums(64, 0);
  for (int round = 0; round < 20000; ++round)
    loop(
        64, 1,
        [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t i = begin; i < end; ++i) ++sums[static_cast<std::size_t>(i)];
        },
        round % 3 == 0 ? long_ns : short_ns);
  CHECK(std::all_of(sums.begin(), sums.end(), [](std::int64_t s) { return s == 20000; }));
}

TEST_CASE("negative extents are no work, and the largest do not overflow") {
  loop(-5, 1, [](std::int64_t, std::int64_t) { FAIL("nothing to do"); });
  with_threads const scope(2);
  std::atomic<std::int64_t> sum{0};
  loop(INT64_MAX, std::int64_t{1} << 60, [&](std::int64_t begin, std::int64_t end) { sum += end - begin; });
  CHECK(sum == INT64_MAX);
}

TEST_CASE("an exception of a part reaches the caller, and the threads live on") {
  for (int threads : {1, 2, 8}) {
    with_threads const scope(threads);
    for (int round = 0; round < 50; ++round) {
      CHECK_THROWS_WITH_AS(loop(10000, 10,
                                [&](std::int64_t begin, std::int64_t end) {
                                  if (begin <= 100 * round && 100 * round < end) throw std::runtime_error("part");
                                }),
                           "part", std::runtime_error);
      std::atomic<std::int64_t> sum{0};
      loop(10000, 10, [&](std::int64_t begin, std::int64_t end) { sum += end - begin; });
      CHECK(sum == 10000);
    }
    CHECK_THROWS_AS(loop(1000, 1, [](std::int64_t, std::int64_t) { throw 5; }), int);
  }
}

TEST_CASE("a loop inside a loop runs alone") {
  with_threads const scope(4);
  std::vector<std::atomic<int>> done(100 * 100);
  loop(100, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      auto const me = std::this_thread::get_id();
      loop(100, 1, [&](std::int64_t b, std::int64_t e) {
        CHECK(std::this_thread::get_id() == me);
        for (std::int64_t j = b; j < e; ++j) ++done[static_cast<std::size_t>(100 * i + j)];
      });
    }
  });
  CHECK(std::all_of(done.begin(), done.end(), [](auto const& d) { return d == 1; }));
}

TEST_CASE("loops of several threads at once are all done") {
  with_threads const scope(3);
  std::vector<std::thread> callers;
  std::vector<std::int64_t> sums(6);
  for (std::size_t t = 0; t < 6; ++t)
    callers.emplace_back([t, &sums] {
      for (int round = 0; round < 200; ++round) {
        std::atomic<std::int64_t> sum{0};
        loop(1000, 10, [&](std::int64_t begin, std::int64_t end) { sum += end - begin; });
        sums[t] += sum;
      }
    });
  for (std::thread& c : callers) c.join();
  for (std::int64_t s : sums) CHECK(s == 200000);
}

TEST_CASE("results are the same for any number of threads") {
  std::vector<double> first;
  for (int threads : {1, 2, 8}) {
    with_threads const scope(threads);
    std::vector<double> out(100000);
    loop(100000, 512, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) out[static_cast<std::size_t>(i)] = std::sin(static_cast<double>(i));
    });
    if (first.empty()) first = out;
    CHECK(out == first);
  }
}

TEST_CASE("the number of threads is at least one") {
  CHECK(cp::host_threads() >= 1);
  CHECK_THROWS_AS(cp::set_host_threads(0), cp::value_error);
  CHECK_THROWS_AS(cp::set_host_threads(-3), cp::value_error);
}

#if !defined(__SANITIZE_THREAD__)  // which does not follow threads started after a fork
TEST_CASE("a child process has threads of its own") {
  with_threads const scope(4);
  loop(1000, 1, [](std::int64_t, std::int64_t) {});
  pid_t const child = fork();
  if (child == 0) {
    alarm(20);
    std::atomic<std::int64_t> sum{0};
    for (int i = 0; i < 10; ++i) loop(1000, 1, [&](std::int64_t begin, std::int64_t end) { sum += end - begin; });
    _exit(sum == 10000 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}
#endif
