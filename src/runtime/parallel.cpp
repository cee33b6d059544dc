// The host's threads: started when first needed, asleep when there is nothing to do.
#include <fuse/runtime/parallel.hpp>

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <fuse/core/error.hpp>

namespace cp {

namespace {

int threads_at_start() {
  if (char const* text = std::getenv("OMP_NUM_THREADS")) {
    int const n = std::atoi(text);
    if (n >= 1) return n;
  }
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

std::atomic<int>& thread_limit() {
  static std::atomic<int> n{threads_at_start()};
  return n;
}

/// One parallel_for: parts are taken from `next` until none is left.
struct work {
  void (*body)(void*, std::int64_t, std::int64_t);
  void* context;
  std::int64_t n, part, parts;
  std::atomic<std::int64_t> next{0};
  std::atomic<int> helpers{0};  // threads that hold on to this
  std::mutex mutex;
  std::exception_ptr failure;

  void run() noexcept {
    for (;;) {
      std::int64_t const i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= parts) return;
      try {
        body(context, i * part, i + 1 < parts ? (i + 1) * part : n);
      } catch (...) {
        std::lock_guard const lock(mutex);
        if (!failure) failure = std::current_exception();
        next.store(parts, std::memory_order_relaxed);
      }
    }
  }
};

thread_local bool inside = false;

/// Threads that sleep until there is work, and the one that is being done.
class crew {
 public:
  void run(work& w, int helpers) {
    {
      std::lock_guard const lock(mutex_);
      if (threads_ < helpers) start(helpers);
      helpers = std::min(helpers, threads_);
      current_ = &w;
      wanted_ = helpers;
      ++generation_;
    }
    for (int i = 0; i < helpers; ++i) wake_.notify_one();
    inside = true;
    w.run();
    inside = false;
    std::unique_lock lock(mutex_);
    current_ = nullptr;
    done_.wait(lock, [&] { return w.helpers.load(std::memory_order_relaxed) == 0; });
  }

  std::mutex busy;  // one parallel_for at a time; another thread's runs alone meanwhile

 private:
  /// More threads, or as many as the system gives. They leave signals to the program's own.
  void start(int wanted) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      for (; threads_ < wanted; ++threads_) std::thread(&crew::live, this).detach();
    } catch (...) {
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void live() {
    inside = true;
    std::unique_lock lock(mutex_);
    std::uint64_t seen = 0;
    for (;;) {
      wake_.wait(lock, [&] { return current_ != nullptr && wanted_ > 0 && generation_ != seen; });
      seen = generation_;
      --wanted_;
      work* const w = current_;
      w->helpers.fetch_add(1, std::memory_order_relaxed);
      lock.unlock();
      w->run();
      lock.lock();
      if (w->helpers.fetch_sub(1, std::memory_order_relaxed) == 1) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  work* current_ = nullptr;
  int wanted_ = 0;
  int threads_ = 0;
  std::uint64_t generation_ = 0;
};

crew*& crew_slot() {
  static crew* c = nullptr;
  return c;
}

crew* the_crew() {
  static bool const made = [] {
    crew_slot() = new crew;  // leaked: work may go on in static destructors
    // A child has none of the parent's threads.
    pthread_atfork(nullptr, nullptr, [] {
      crew_slot() = new (std::nothrow) crew;
      inside = false;
    });
    return true;
  }();
  (void)made;
  return crew_slot();
}

}  // namespace

int host_threads() noexcept { return thread_limit().load(std::memory_order_relaxed); }

void set_host_threads(int n) {
  if (n < 1) throw value_error("cp::set_host_threads: at least 1 thread is needed, not " + std::to_string(n));
  thread_limit().store(n, std::memory_order_relaxed);
}

namespace runtime {

void parallel_for(std::int64_t n, std::int64_t grain, void (*body)(void*, std::int64_t, std::int64_t), void* context) {
  if (n <= 0) return;
  int const threads = host_threads();
  grain = std::max<std::int64_t>(grain, 1);
  if (n <= grain || threads <= 1 || inside) return body(context, 0, n);
  crew* const c = the_crew();
  if (c == nullptr) return body(context, 0, n);
  std::unique_lock const alone(c->busy, std::try_to_lock);
  if (!alone.owns_lock()) return body(context, 0, n);
  // A few parts a thread even out what disturbs one of them; each is a multiple of the grain.
  std::int64_t const grains = n / grain + (n % grain != 0);
  std::int64_t const per_part = std::max<std::int64_t>(1, grains / (4 * std::int64_t{threads}));
  work w;
  w.body = body;
  w.context = context;
  w.n = n;
  w.part = per_part * grain;
  w.parts = n / w.part + (n % w.part != 0);
  c->run(w, static_cast<int>(std::min<std::int64_t>(threads - 1, w.parts - 1)));
  if (w.failure) std::rethrow_exception(w.failure);
}

}  // namespace runtime

}  // namespace cp
