// The end of a process: arrays in statics, in thread_locals and in leaked memory, exit from a thread, an exception out
// of main. Each case is a child process, which runs this program again.
#include <doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include <fuse/fft.hpp>
#include <fuse/fuse.hpp>
#include <fuse/random.hpp>

namespace {

using array = cp::ndarray<double, 1, cp::host_space>;

array computed(double value) { return cp::full<double, cp::host_space>(100000, value) + 1.0; }

/// Computes while statics or thread_locals are destroyed.
struct computes_late {
  array a;
  bool active = false;
  ~computes_late() {
    if (!active) return;
    array const b = computed(1);
    if (b(0) != 2 || a(0) != 4) std::_Exit(9);
  }
};

computes_late first_static;
array global;
thread_local array in_thread;
thread_local computes_late late_in_thread;
cp::graph global_graph;

void hold_everywhere() {
  global = computed(1);
  in_thread = computed(2);
  first_static.a = computed(3);
  first_static.active = true;
  late_in_thread.a = computed(3);
  late_in_thread.active = true;
  static array const local = computed(5);
  static array const& never_destroyed = *new array(computed(6));
  if (never_destroyed(0) != 7) std::_Exit(9);
  global_graph = cp::capture([] { global(cp::all) = cp::eval(global + 1.0) * 2.0; }, false);
  global_graph.launch();
}

/// Something that locks whatever the library has locks for. Ends the process where a result is wrong.
void works_of_all_kinds(int i) {
  std::int64_t const n = 16 + i % 40;
  try {
    cp::fft::get_host_plan_cache().clear();
    array const wave = cp::full<double, cp::host_space>(n, 1.0);
    auto const spectrum = cp::eval(cp::fft::rfft(wave));
    if (std::abs(spectrum.item(0).real() - static_cast<double>(n)) > 1e-9) std::_Exit(10);
  } catch (cp::value_error const&) {  // a build without FFTW
  }
  array const drawn = cp::random::random<double>({n});
  if (!(drawn(0) >= 0 && drawn(0) <= 1)) std::_Exit(11);
  if (computed(1)(0) != 2) std::_Exit(12);
  array const out = cp::zeros<double, cp::host_space>(n);
  cp::graph const g = cp::capture([&] { out(cp::all) = cp::eval(out + 1.0) * 2.0; }, false);
  g.launch();
  if (out(0) != 2) std::_Exit(13);
}

int child(std::string const& how) {
  alarm(60);
  cp::set_host_threads(4);
  hold_everywhere();
  std::thread([] { hold_everywhere(); }).join();
  if (how == "return") return 0;
  if (how == "exit") std::exit(0);
  if (how == "exit in a thread")
    std::thread([] {
      hold_everywhere();
      std::exit(0);
    }).join();
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "detached thread") {
    std::thread([] {
      for (;;) (void)computed(1);
    }).detach();
    return 0;
  }
  if (how == "exception") throw cp::value_error("out of main");
  if (how == "fork") {
    // Threads allocate all the time, so that some lock is likely to be held when the process is copied.
    for (int t = 0; t < 3; ++t)
      std::thread([] {
        for (;;) (void)cp::full<double, cp::host_space>(10, 1.0);
      }).detach();
    for (int i = 0; i < 100; ++i) {
      pid_t const copy = fork();
      if (copy == 0) {
        alarm(20);
        double const x = computed(1)(0);
        _exit(x == 2 ? 0 : 1);
      }
      int status = 0;
      waitpid(copy, &status, 0);
      if (status != 0) return 1;
    }
    std::_Exit(0);
  }
  if (how == "fork in the middle") {
    // Threads plan transforms, share loops, draw numbers and capture graphs all the time. (No linear algebra: OpenBLAS
    // may hang after a fork.)
    for (int t = 0; t < 3; ++t)
      std::thread([t] {
        for (int i = t;; ++i) works_of_all_kinds(i);
      }).detach();
    for (int i = 0; i < 100; ++i) {
      pid_t const copy = fork();
      if (copy == 0) {
        alarm(20);
        works_of_all_kinds(i);
        cp::set_host_threads(3);
        _exit(computed(1)(0) == 2 ? 0 : 1);
      }
      works_of_all_kinds(i);  // the parent's threads are still there
      int status = 0;
      waitpid(copy, &status, 0);
      if (status != 0) return 1;
    }
    std::_Exit(0);
  }
  return 2;
}

/// The status that this program ends with when it runs as a child.
int run(char const* how) {
  pid_t const pid = fork();
  if (pid == 0) {
    setenv("FUSE_TEST_CHILD", how, 1);
    execl("/proc/self/exe", "exit_test", "--test-case=child", "--no-skip", "--minimal", nullptr);
    _exit(127);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("child" * doctest::skip()) {
  if (char const* how = std::getenv("FUSE_TEST_CHILD")) {
    if (std::string(how) == "exception") {
      std::set_terminate([] { std::_Exit(3); });  // the exception reaches terminate, and no destructor did before
      std::thread([] { child("exception"); }).join();
    }
    CHECK(child(how) == 0);
  }
}

TEST_CASE("arrays may outlive main") {
  for (char const* how : {"return", "exit", "exit in a thread", "quick_exit", "detached thread"}) {
    CAPTURE(how);
    CHECK(run(how) == 0);
  }
  CHECK(run("what there is no case for") != 0);
}

TEST_CASE("an exception that nobody catches ends the process as C++ says") {
  int const status = run("exception");
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // they lock their own allocators
TEST_CASE("a process can be copied while threads allocate") { CHECK(run("fork") == 0); }
TEST_CASE("a process can be copied while threads transform, draw, share loops and capture") {
  CHECK(run("fork in the middle") == 0);
}
#endif
