// What is left to say when CUDA has failed for good: which error, among which kernels, and afterwards that the context
// is lost; and what threads do that outlive it.
#include "cuda_loss.hpp"

#include <cxxabi.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fuse/core/error.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "cuda_capture.hpp"
#include "cuda_check.hpp"
#include "pool.hpp"

namespace cp::runtime {

bool is_lasting(cudaError_t status) noexcept {
  switch (status) {
    case cudaErrorECCUncorrectable:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorContextIsDestroyed:
    case cudaErrorExternalDevice:
      return true;
    default:
      return static_cast<int>(status) == 220 || static_cast<int>(status) == 721;  // NVLink, tensor memory
  }
}

namespace {

struct launched {
  std::atomic<char const*> name{nullptr};
  std::atomic<void*> stream{nullptr};
};
constexpr unsigned most_launched = 16;
constinit launched last_launched[most_launched];
constinit std::atomic<unsigned> next_launched{0};

struct loss {
  std::mutex mutex;
  std::string cause;
  int code = 0;
};
loss& the_loss() {
  static auto& l = *new loss;
  return l;
}
constinit std::atomic<bool> is_lost{false};

/// The kernels that nobody has waited for since, the last one first.
std::string launched_kernels() {
  std::string text;
  int count = 0;
  unsigned const next = next_launched.load(std::memory_order_relaxed);
  for (unsigned i = 1; i <= most_launched && count < 4; ++i) {
    char const* const name = last_launched[(next - i) % most_launched].name.load(std::memory_order_relaxed);
    if (name == nullptr) continue;
    std::string const one = demangled(name);
    if (text.find(one) != std::string::npos) continue;
    text += (count++ == 0 ? "" : ", before it ") + one;
  }
  return text;
}

constinit std::atomic<bool> ends{false};
pthread_t ending_thread;

/// Threads that have used the device and live; those of them that wait for the process to end.
constinit std::atomic<int> users{0}, waiting{0};
struct user {
  user() { users.fetch_add(1, std::memory_order_relaxed); }
  ~user() { users.fetch_sub(1, std::memory_order_relaxed); }
};
thread_local user const this_user;

}  // namespace

std::string demangled(char const* name) {
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> const text(abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 && text != nullptr ? text.get() : name;
}

void note_launch(char const* name, void* stream) noexcept {
  launched& l = last_launched[next_launched.fetch_add(1, std::memory_order_relaxed) % most_launched];
  l.stream.store(stream, std::memory_order_relaxed);
  l.name.store(name, std::memory_order_relaxed);
}

void forget_launches(void* stream) noexcept {
  for (launched& l : last_launched)
    if (l.stream.load(std::memory_order_relaxed) == stream) l.name.store(nullptr, std::memory_order_relaxed);
}
void forget_all_launches() noexcept {
  for (launched& l : last_launched) l.name.store(nullptr, std::memory_order_relaxed);
}

char const* kernel_name(void const* kernel) noexcept {
  thread_local void const* last = nullptr;
  thread_local char const* last_name = nullptr;
  if (kernel == last) return last_name;
  static auto& mutex = *new std::mutex;
  static auto& names = *new std::map<void const*, char const*>;
  char const* name = nullptr;
  try {
    std::lock_guard const lock(mutex);
    auto const found = names.find(kernel);
    if (found != names.end()) {
      name = found->second;
    } else if (cudaFuncGetName(&name, kernel) == cudaSuccess) {
      names.emplace(kernel, name);
    } else {
      cudaGetLastError();
      return nullptr;
    }
  } catch (std::bad_alloc const&) {
    return name;
  }
  last = kernel;
  return last_name = name;
}

bool note_if_lasting(char const* call, cudaError_t status) {
  if (!is_lasting(status)) return false;
  loss& l = the_loss();
  std::lock_guard const lock(l.mutex);
  if (is_lost.load()) return true;
  std::string const kernels = launched_kernels();
  l.cause =
      std::string(cudaGetErrorName(status)) + " (" + std::to_string(static_cast<int>(status)) +
      "): " + cudaGetErrorString(status) +
      (kernels.empty() ? ", in work that was given to the device before"
                       : ", in work that was given to the device before; the last kernel launched is " + kernels) +
      " (noticed by " + call + ")";
  l.code = static_cast<int>(status);
  is_lost.store(true);
  return true;
}

void throw_lost(bool first) {
  loss& l = the_loss();
  std::lock_guard const lock(l.mutex);
  if (!first) throw context_lost("cp: the CUDA context is lost since an earlier failure: " + l.cause, l.code);
  throw context_lost(
      "cp: work on the device failed: " + l.cause +
          ". The CUDA context is lost, and with it what device arrays held: the process has to be started "
          "anew to use the device",
      l.code);
}

void enter_device() {
  static_cast<void>(&this_user);
  wait_for_the_end();
  throw_if_lost();
}

void throw_if_lost() {
  if (is_lost.load(std::memory_order_relaxed)) throw_lost(false);
}

void throw_if_loses(char const* call) {
  wait_for_the_end();
  throw_if_lost();
  relaxed_capture const relaxed;
  cudaEvent_t e = nullptr;
  cudaError_t const status = cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  if (status == cudaSuccess) cudaEventDestroy(e);
  cudaGetLastError();
  if (note_if_lasting(call, status)) throw_lost(true);
}

void throw_cuda(char const* call, cudaError_t status) {
  cudaGetLastError();  // so that the next call does not report it again
  wait_for_the_end();
  throw_if_lost();
  if (note_if_lasting(call, status)) throw_lost(true);
  throw cuda_error(std::string("cp: ") + call + " failed: " + cudaGetErrorName(status) + " (" +
                       std::to_string(static_cast<int>(status)) + "): " + cudaGetErrorString(status) +
                       (is_forked() ? "; CUDA cannot be used in a process that was forked after it had been used" : ""),
                   static_cast<int>(status));
}

namespace {
constinit std::atomic<bool> forked{false};
}
bool is_forked() noexcept { return forked.load(std::memory_order_relaxed); }

void watch_for_the_end() noexcept {
  // CUDA's own handler, which runs next, may take from under a thread what a call of its works on: those that are on
  // the device leave first. Threads that do nothing there are not waited for.
  std::atexit([] {
    ending_thread = pthread_self();
    ends.store(true);
    for (int i = 0; i < 20 && waiting.load() + 1 < users.load(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  pthread_atfork(nullptr, nullptr, [] { forked.store(true); });
}

void wait_for_the_end() noexcept {
  if (!ends.load(std::memory_order_acquire) || pthread_equal(ending_thread, pthread_self()) != 0) return;
  waiting.fetch_add(1);
  std::this_thread::sleep_for(std::chrono::seconds(3));
  waiting.fetch_sub(1);
}

}  // namespace cp::runtime
