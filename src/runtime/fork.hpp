// Locks and forks: a child process has none of the other threads, so what they have locked would stay locked in it.
#pragma once

#include <mutex>

namespace cp::runtime {

/// Which locks are taken inside of which others: outer ones come first.
enum class lock_floor { linalg, random, plans, planner, streams, handles, graphs, pools, book, events };

/// Has a lock that lives for ever taken before every fork, after the locks of the floors above it, and given back on
/// both sides, so that the child finds open locks and whole data. Returns it.
std::mutex& lock_in_forks(std::mutex& mutex, lock_floor floor);

/// The same for what is more than a mutex. `lock` and `unlock` are called with `context`.
void lock_in_forks(void (*lock)(void*), void (*unlock)(void*), void* context, lock_floor floor);

/// Called before every fork, ahead of all locks: what another thread is making for the first time, and the child would
/// have half of, is made by then. Called while the program is loaded.
bool make_before_forks(void (*make)()) noexcept;

}  // namespace cp::runtime
