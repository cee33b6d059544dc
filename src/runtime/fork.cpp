// The locks that forks take.
#include "fork.hpp"

#include <pthread.h>

#include <algorithm>
#include <new>
#include <vector>

#include "pool.hpp"

namespace cp::runtime {

namespace {

struct registered {
  void (*lock)(void*);
  void (*unlock)(void*);
  void* context;
  lock_floor floor;
};

struct all_locks {
  std::mutex mutex;
  std::vector<registered> locks;  // by floors; those of one floor in the order in which they came
};

void take_all();
void give_all();

all_locks& all() {
  static auto& a = *[] {
    auto* const made = new all_locks;
    pthread_atfork(take_all, give_all, give_all);
    return made;
  }();
  return a;
}

constexpr int most_made = 32;
using maker = void (*)();
constinit maker made_before[most_made] = {};
constinit int count_made = 0;

void take_all() {
  for (int i = 0; i < count_made; ++i) {
    try {
      made_before[i]();
    } catch (...) {  // who wants it will hear of it
    }
  }
  all_locks& a = all();
  a.mutex.lock();
  for (registered const& r : a.locks) r.lock(r.context);
}
void give_all() {
  all_locks& a = all();
  for (auto r = a.locks.rbegin(); r != a.locks.rend(); ++r) r->unlock(r->context);
  a.mutex.unlock();
}

}  // namespace

bool make_before_forks(void (*make)()) noexcept {
  all();
  if (count_made < most_made) made_before[count_made++] = make;
  return true;
}

void lock_in_forks(void (*lock)(void*), void (*unlock)(void*), void* context, lock_floor floor) {
  all_locks& a = all();
  std::lock_guard const guard(a.mutex);
  auto const at = std::find_if(a.locks.begin(), a.locks.end(), [&](registered const& r) { return r.floor > floor; });
  try {
    a.locks.insert(at, {lock, unlock, context, floor});
  } catch (std::bad_alloc const&) {
    throw_out_of_bookkeeping(0);
  }
}

std::mutex& lock_in_forks(std::mutex& mutex, lock_floor floor) {
  lock_in_forks([](void* m) { static_cast<std::mutex*>(m)->lock(); },
                [](void* m) { static_cast<std::mutex*>(m)->unlock(); }, &mutex, floor);
  return mutex;
}

}  // namespace cp::runtime
