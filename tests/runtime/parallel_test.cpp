// Host threads: every index exactly once, whatever the sizes, and exceptions come through.
#include <fuse/runtime/parallel.hpp>

#include <doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include <fuse/core/error.hpp>

namespace {

template <class F>
void loop(std::int64_t n, std::int64_t grain, F body) {
  cp::runtime::parallel_for(
      n, grain, [](void* f, std::int64_t begin, std::int64_t end) { (*static_cast<F*>(f))(begin, end); }, &body);
}

struct with_threads {
  explicit with_threads(int n) : before(cp::host_threads()) { cp::set_host_threads(n); }
  ~with_threads() { cp::set_host_threads(before); }
  int before;
};

}  // namespace

TEST_CASE("every index is done exactly once, in parts that begin at multiples of the grain") {
  for (int threads : {1, 2, 3, 8}) {
    with_threads const scope(threads);
    for (std::int64_t n : {0, 1, 2, 63, 64, 65, 1000, 4096, 99999}) {
      for (std::int64_t grain : {0, 1, 7, 64, 1000, 200000}) {
        std::vector<std::atomic<int>> done(static_cast<std::size_t>(n));
        std::atomic<int> wrong{0};
        loop(n, grain, [&](std::int64_t begin, std::int64_t end) {
          if (begin >= end || begin < 0 || end > n || (grain > 0 && begin % grain != 0)) ++wrong;
          if (end != n && end - begin < grain) ++wrong;
          for (std::int64_t i = begin; i < end; ++i)
            done[static_cast<std::size_t>(i)].fetch_add(1, std::memory_order_relaxed);
        });
        CHECK(wrong == 0);
        CHECK(std::all_of(done.begin(), done.end(), [](auto const& d) { return d == 1; }));
      }
    }
  }
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
