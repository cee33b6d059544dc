// A kernel that fails for good: one error that names it, then that the context is lost, and a process that goes on
// without the device and ends as it says. Each case is a child process, which runs this program again.
#undef NDEBUG
#include <doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fuse/fuse.hpp>
#include <string>
#include <thread>

#if FUSE_NVCC

__global__ void writes_to_nowhere(float* p) { p[std::int64_t{1} << 40] = 1; }
__global__ void traps(float* p) {
  if (p != nullptr) __trap();
}
__global__ void asserts(float* p) { assert(p == nullptr); }
__global__ void harmless(float* p) { p[threadIdx.x] = 1; }

namespace {

using vector = cp::ndarray<float, 1>;

vector global;

#define EXPECT(condition)                                          \
  do {                                                             \
    if (!(condition)) {                                            \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
      std::_Exit(90);                                              \
    }                                                              \
  } while (false)

template <class F>
bool says_lost(F const& f) {
  try {
    f();
  } catch (cp::context_lost const& e) {
    return std::string(e.what()).find("context is lost") != std::string::npos;
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
  }
  return false;
}

int child(std::string const& how) {
  alarm(100);
  if (how == "a thread works while main returns") {
    global = cp::ones<float>(1000);
    for (int t = 0; t < 3; ++t)
      std::thread([t] {
        cp::stream s;
        cp::stream_guard const guard(s);
        for (;;) {
          vector const a = cp::eval(cp::ones<float>(100000 + t) * 2.0f);
          if (a.item(5) != 2) std::_Exit(91);
        }
      }).detach();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return 7;
  }
  vector a = cp::ones<float>(1000);
  auto const host = cp::ones<float, cp::host_space>(1000);
  auto pinned = cp::empty_pinned<float>({1000});
  global = cp::ones<float>(1000);
  static vector const local = cp::ones<float>(1000);
  cp::stream s;
  cp::event e;
  cp::synchronize();
  char const* name = "";
  std::string first;
  try {
    cp::stream_guard const guard(s);
    cp::launch(harmless, cp::grid(1, 32), a);
    if (how == "illegal address") cp::launch(writes_to_nowhere, cp::grid(1, 1), a), name = "writes_to_nowhere";
    if (how == "trap") cp::launch(traps, cp::grid(1, 1), a), name = "traps";
    if (how == "assert") cp::launch(asserts, cp::grid(1, 1), a), name = "asserts";
    if (how == "elementwise") {
      a = cp::elementwise(CP_LAMBDA(float x) {
        if (x == 1) *reinterpret_cast<float volatile*>(static_cast<std::uintptr_t>(x) << 60) = x;
        return x;
      })(a);
      name = "launched is";
    }
    cp::synchronize();
    return 1;
  } catch (cp::context_lost const& lost) {
    first = lost.what();
    EXPECT(lost.code != 0);
  }
  std::fprintf(stderr, "%s\n", first.c_str());
  EXPECT(first.find(name) != std::string::npos);
  EXPECT(first.find("cudaError") != std::string::npos);
  EXPECT(says_lost([&] { cp::synchronize(); }));
  EXPECT(says_lost([&] { s.synchronize(); }));
  EXPECT(says_lost([&] { cp::cuda::synchronize_device(); }));
  EXPECT(says_lost([&] { (void)cp::zeros<float>(10); }));
  EXPECT(says_lost([&] { (void)cp::zeros<float>(100 << 20); }));
  EXPECT(says_lost([&] { (void)cp::empty_pinned<float>({10}); }));
  EXPECT(says_lost([&] { (void)a.item(3); }));
  EXPECT(says_lost([&] { (void)a.to_host(); }));
  EXPECT(says_lost([&] { (void)host.to<cp::cuda_space>(); }));
  EXPECT(says_lost([&] { a(cp::all) = a + 1.0f; }));
  EXPECT(says_lost([&] { cp::launch(harmless, cp::grid(1, 32), a); }));
  EXPECT(says_lost([&] { (void)cp::capture([&] { a(cp::all) = a + 1.0f; }); }));
  EXPECT(says_lost([&] { e.record(); }));
  EXPECT(says_lost([&] { (void)cp::current_stream().is_done(); }));
  EXPECT(says_lost([&] { cp::stream other; }));
  auto const sum = cp::eval(host + host);  // the host goes on
  EXPECT(sum.item(5) == 2);
  a = vector();  // and what was on the device can be dropped
  cp::device_pool().trim();
  cp::pinned_pool().trim();
  return 7;
}

int run(char const* how) {
  pid_t const pid = fork();
  if (pid == 0) {
    setenv("FUSE_TEST_CHILD", how, 1);
    execl("/proc/self/exe", "context_test", "--test-case=child", "--no-skip", "--minimal", nullptr);
    _exit(127);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("child" * doctest::skip()) {
  if (char const* how = std::getenv("FUSE_TEST_CHILD")) std::exit(child(how));
}

TEST_CASE("a kernel that fails for good is named, later calls say so, and the process ends in order") {
  for (char const* how : {"illegal address", "trap", "assert", "elementwise"}) {
    CAPTURE(std::string(how));
    CHECK(run(how) == 7);
  }
}

TEST_CASE("a thread that works on the device while main returns does not end the process") {
  for (int i = 0; i < 3; ++i) CHECK(run("a thread works while main returns") == 7);
}

#else

TEST_CASE("the loss of a context is an error of CUDA's") {
  try {
    throw cp::context_lost("cp: the CUDA context is lost", 700);
  } catch (cp::cuda_error const& e) {
    CHECK(e.code == 700);
  }
}

#endif
