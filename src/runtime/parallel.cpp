// The host's threads: started when first needed, asleep when there has been nothing to do for a moment.
//
// Waking a thread takes some 20 us, 7 of them the caller's; a thread that watches a word in memory has answered within
// 0.2 us. So whoever has worked watches for a while before it goes to sleep. Parts belong to threads, in order, so that
// loops over the same arrays find their elements in the cache of the core that had them last; who has done its own
// takes others'. A thread that the system keeps from running has claimed nothing, or one part at most, and nobody waits
// for the rest.
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fuse/core/error.hpp>
#include <fuse/runtime/failure.hpp>
#include <fuse/runtime/parallel.hpp>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include "fork.hpp"

namespace cp {

namespace {

constexpr std::int64_t watching_ns = 50'000;  // before a thread goes to sleep: a few times what waking it costs
constexpr std::int64_t waking_ns = 50'000;    // work that wakes threads, in one call or in calls that follow each other
constexpr std::int64_t woken_ns = 25'000;     // what each of those should have to do
constexpr std::int64_t part_ns = 25'000;      // parts of threads that have more are smaller than all a thread has
constexpr std::int64_t stalled_ns = 500'000;  // a wait for parts that should take less: somebody else wants the core
                                              // (or they take far longer than estimated)
constexpr std::int64_t alone_ns = 50'000'000;  // how long calls as short as that are not shared then
constexpr int max_parts = 4;                   // of one thread
constexpr int woken_at_once = 3;               // by a call that does its own work alone
constexpr int max_threads = 512;

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

std::int64_t now_ns() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Moves the calling thread away from a core, if it runs there and may run elsewhere: two threads that watch and work
/// on one core wait for each other, and the system leaves them there for milliseconds. Whether it is somewhere else.
bool leave_core(int core) noexcept {
  if (core < 0 || sched_getcpu() != core) return true;
  cpu_set_t all, others;
  if (sched_getaffinity(0, sizeof all, &all) != 0) return true;  // more cores than a cpu_set_t has: left to the system
  others = all;
  CPU_CLR(core, &others);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return false;
  sched_setaffinity(0, sizeof all, &all);
  return true;
}

/// Calls done() until it is true; every few dozen times late(), which ends it if it is true.
template <class Done, class Late>
void watch(Done const& done, Late const& late) {
  for (int i = 1; !done(); ++i) {
    pause();
    if (i % 64 == 0 && late()) return;
  }
}

thread_local bool inside = false;

/// What a thread watches: the loop's number (the upper half) and how many of its own parts nobody has claimed. Counted
/// down, so that a thread which comes late finds nothing whatever the next loop's parts are.
struct alignas(64) seat {
  std::atomic<std::uint64_t> ticket{0};
  std::atomic<int> asleep{0};
};

/// Threads and the loop that they share.
class crew {
 public:
  /// Threads besides the caller that watch for work, counted from the first.
  int awake(int wanted) const noexcept {
    int const started = started_.load(std::memory_order_acquire);
    int n = 0;
    while (n < wanted && n < started && seats_[n + 1].asleep.load(std::memory_order_relaxed) == 0) ++n;
    return n;
  }
  /// Starts or wakes threads, until so many watch. Whoever calls it has set `busy`.
  void wake(int wanted) noexcept {
    if (started_.load(std::memory_order_relaxed) < wanted) start(wanted);
    for (int i = 1; i <= std::min(wanted, started_.load(std::memory_order_relaxed)); ++i) wake_up(i);
  }

  /// `width` threads from the caller on have parts; those that are asleep find them when they wake up, if the others
  /// have not taken them.
  void run(int width, std::int64_t n, std::int64_t step, std::int64_t ns,
           void (*body)(void*, std::int64_t, std::int64_t), void* context) {
    std::int64_t const steps = n / step + (n % step != 0), each = ns / width;
    std::int64_t const a_thread = std::clamp<std::int64_t>(each / part_ns, 1, max_parts);
    body_ = body;
    context_ = context;
    n_ = n;
    step_ = step;
    parts_ = std::min(steps, a_thread * width);
    quotient_ = steps / parts_;
    remainder_ = steps % parts_;
    width_.store(width, std::memory_order_relaxed);
    failed_.store(false, std::memory_order_relaxed);
    unfinished_.store(static_cast<int>(parts_), std::memory_order_relaxed);
    caller_core_.store(sched_getcpu(), std::memory_order_relaxed);
    std::uint32_t const number = ++number_;
    for (int i = width; i-- > 0;)
      seats_[i].ticket.store(std::uint64_t{number} << 32 |
                             static_cast<std::uint64_t>(first_of(i + 1, width) - first_of(i, width)));
    if (started_.load(std::memory_order_relaxed) < width - 1) start(width - 1);
    inside = true;
    work(0, number);
    inside = false;
    if (unfinished_.load(std::memory_order_acquire) != 0) wait(ns);
    if (failed_.load(std::memory_order_relaxed)) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  /// Whether work of this length is worth the threads that are awake, or waking some. `wanted` becomes the number of
  /// helpers.
  bool shares(std::int64_t ns, int& wanted) noexcept {
    wanted = std::min(wanted, most_.load(std::memory_order_relaxed));
    wanted = static_cast<int>(std::min<std::int64_t>(wanted, std::max<std::int64_t>(1, ns / runtime::shared_ns - 1)));
    if (wanted < 1) return false;
    int const ready = awake(wanted);
    bool const is_long = ns >= waking_ns;
    if (ready < wanted && is_long)
      wanted = std::max(ready, static_cast<int>(std::min<std::int64_t>(wanted, ns / woken_ns - 1)));
    std::int64_t const alone_until = alone_until_.load(std::memory_order_relaxed);
    if (ns < stalled_ns && alone_until != 0) {
      if (now_ns() < alone_until) return false;
      alone_until_.store(0, std::memory_order_relaxed);
    }
    if (ready < wanted && !is_long) {
      if (is_warm() && !busy.exchange(true, std::memory_order_acquire)) {
        caller_core_.store(sched_getcpu(), std::memory_order_relaxed);
        wake(std::min(wanted, ready + woken_at_once));
        busy.store(false, std::memory_order_release);
      }
      wanted = ready;
    }
    return wanted > 0;
  }

  std::atomic<bool> busy{false};  // one parallel_for at a time; another thread's runs alone meanwhile

 private:
  std::int64_t first_of(std::int64_t thread, std::int64_t width) const noexcept { return thread * parts_ / width; }
  std::int64_t begin_of(std::int64_t part) const noexcept {
    return (part * quotient_ + std::min(part, remainder_)) * step_;
  }

  /// Whether calls have followed each other for so long that threads are worth waking. What several threads do may mix:
  /// it is a guess in any case.
  bool is_warm() noexcept {
    std::int64_t const now = now_ns(), last = last_call_.exchange(now, std::memory_order_relaxed);
    if (now - last > watching_ns) first_call_.store(now, std::memory_order_relaxed);
    return now - first_call_.load(std::memory_order_relaxed) >= waking_ns;
  }

  /// Does parts of loop `number`: the thread's own, then others'. Before, it wakes two threads more, if they sleep,
  /// which wake two each.
  void work(int me, std::uint32_t number) noexcept {
    int const width = width_.load(std::memory_order_relaxed);
    for (int i = 2 * me + 1; i <= 2 * me + 2 && i < width; ++i) wake_up(i);
    for (int i = 0; i < width; ++i) {
      int const owner = me + i < width ? me + i : me + i - width;
      int done = 0;
      while (claim_and_run(owner, number)) ++done;
      if (done > 0 && unfinished_.fetch_sub(done) == done && waits_.load() != 0) unfinished_.notify_one();
    }
  }
  bool claim_and_run(int owner, std::uint32_t number) noexcept {
    std::atomic<std::uint64_t>& ticket = seats_[owner].ticket;
    std::uint64_t t = ticket.load(std::memory_order_acquire);
    do {
      if (t >> 32 != number || (t & 0xffffffff) == 0) return false;
    } while (!ticket.compare_exchange_weak(t, t - 1, std::memory_order_acquire));
    // The loop lasts until this part is done: what it is may be read from here on.
    std::int64_t const part =
        first_of(owner + 1, width_.load(std::memory_order_relaxed)) - static_cast<std::int64_t>(t & 0xffffffff);
    if (failed_.load(std::memory_order_relaxed)) return true;
    try {
      body_(context_, begin_of(part), part + 1 < parts_ ? begin_of(part + 1) : n_);
      runtime::throw_noted();
    } catch (...) {
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
    return true;
  }

  /// Until parts that others have claimed are done.
  void wait(std::int64_t ns) noexcept {
    auto const is_done = [&] { return unfinished_.load(std::memory_order_acquire) == 0; };
    std::int64_t const begin = now_ns();
    watch(is_done, [&] { return now_ns() - begin > watching_ns; });
    while (!is_done()) {
      int const left = unfinished_.load();
      waits_.store(1);
      if (left != 0 && unfinished_.load() == left) unfinished_.wait(left);
      waits_.store(0);
    }
    if (ns < stalled_ns) {
      std::int64_t const end = now_ns();
      if (end - begin > stalled_ns) alone_until_.store(end + alone_ns, std::memory_order_relaxed);
    }
  }

  void wake_up(int i) noexcept {
    std::atomic<int>& asleep = seats_[i].asleep;
    if (asleep.load() != 0 && asleep.exchange(0) != 0) asleep.notify_one();
  }
  /// More threads, or as many as the system gives. They leave signals to the program's own.
  void start(int wanted) noexcept {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int n = started_.load(std::memory_order_relaxed);
    try {
      for (; n < wanted; ++n) std::thread(&crew::live, this, n + 1).detach();
    } catch (...) {
      most_.store(n, std::memory_order_relaxed);
    }
    started_.store(n, std::memory_order_release);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  /// Whether the calling thread runs on another core than who shares work with it. Where it has none, short work is not
  /// shared for a while.
  bool leaves_caller() noexcept {
    if (leave_core(caller_core_.load(std::memory_order_relaxed))) return true;
    alone_until_.store(now_ns() + alone_ns, std::memory_order_relaxed);
    return false;
  }

  void live(int me) {
    inside = true;
    seat& mine = seats_[me];
    for (std::uint32_t seen = 0;;) {
      auto const number = [&] { return static_cast<std::uint32_t>(mine.ticket.load(std::memory_order_acquire) >> 32); };
      auto const is_new = [&] { return number() != seen; };
      std::int64_t const begin = now_ns();
      watch(is_new, [&] { return now_ns() - begin > watching_ns || !leaves_caller(); });
      if (!is_new()) {
        mine.asleep.store(1);
        if (static_cast<std::uint32_t>(mine.ticket.load() >> 32) == seen) mine.asleep.wait(1);
        mine.asleep.store(0);
        leaves_caller();
        continue;
      }
      seen = number();
      work(me, seen);
    }
  }

  seat seats_[max_threads];  // the first one is the caller's
  std::atomic<int> started_{0}, most_{max_threads - 1};

  // The loop.
  void (*body_)(void*, std::int64_t, std::int64_t) = nullptr;
  void* context_ = nullptr;
  std::int64_t n_ = 0, step_ = 1, parts_ = 0, quotient_ = 0, remainder_ = 0;
  std::uint32_t number_ = 0;
  std::exception_ptr failure_;
  std::atomic<int> width_{1}, caller_core_{-1};
  std::atomic<bool> failed_{false};
  std::atomic<std::int64_t> last_call_{0}, first_call_{0}, alone_until_{0};
  alignas(64) std::atomic<int> unfinished_{0};
  std::atomic<int> waits_{0};
};

crew*& crew_slot() {
  static crew* c = nullptr;
  return c;
}

constinit std::atomic<bool> crew_begins{false};

crew* the_crew() {
  static bool const made = [] {
    crew_begins.store(true);
    crew_slot() = new (std::nothrow) crew;  // leaked: work may go on in static destructors
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

/// A crew that another thread is making the child would have half of.
[[maybe_unused]] bool const made_before_forks = runtime::make_before_forks([] {
  (void)thread_limit();
  if (crew_begins.load()) (void)the_crew();
});

/// The crew, and how many of its threads help with work of this length; none if the caller should do it alone.
crew* sharing(std::int64_t ns, int& helpers) noexcept {
  helpers = host_threads() - 1;
  if (ns < runtime::shared_ns || helpers < 1 || inside) return nullptr;
  crew* const c = the_crew();
  return c != nullptr && c->shares(ns, helpers) ? c : nullptr;
}

}  // namespace

int host_threads() noexcept { return thread_limit().load(std::memory_order_relaxed); }

void set_host_threads(int n) {
  if (n < 1) throw value_error("cp::set_host_threads: at least 1 thread is needed, not " + std::to_string(n));
  thread_limit().store(n, std::memory_order_relaxed);
}

namespace runtime {

bool is_shared(std::int64_t ns) noexcept {
  int helpers = 0;
  return sharing(ns, helpers) != nullptr;
}

namespace {

thread_local std::exception_ptr noted;

}  // namespace

void note_failure() noexcept {
  if (!noted) noted = std::current_exception();
}
void throw_noted() {
  if (noted) std::rethrow_exception(std::exchange(noted, nullptr));
}

void parallel_for(std::int64_t n, std::int64_t step, std::int64_t ns, void (*body)(void*, std::int64_t, std::int64_t),
                  void* context) {
  if (n <= 0) return;
  step = std::max<std::int64_t>(step, 1);
  int helpers = 0;
  crew* const c = n > step ? sharing(ns, helpers) : nullptr;
  if (c == nullptr || c->busy.exchange(true, std::memory_order_acquire)) {
    body(context, 0, n);
    return throw_noted();
  }
  struct release {
    crew& c;
    ~release() { c.busy.store(false, std::memory_order_release); }
  } const at_end{*c};
  c->run(static_cast<int>(std::min<std::int64_t>(helpers + 1, n / step + (n % step != 0))), n, step, ns, body, context);
}

}  // namespace runtime

}  // namespace cp
