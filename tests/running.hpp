// What tests of how work runs share: counting it, and running it by so many threads.
#pragma once

#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/parallel.hpp>

namespace tests {

/// What a statement launched, copied and allocated.
template <class F>
cp::counters spent(F const& statement) {
  cp::counters const before = cp::count();
  statement();
  return cp::count() - before;
}

/// How many kernels a statement launched.
template <class F>
auto launches(F const& statement) {
  return spent(statement).launches;
}

/// So many host threads as long as it lives.
class host_threads {
 public:
  explicit host_threads(int n) : before_(cp::host_threads()) { cp::set_host_threads(n); }
  host_threads(host_threads const&) = delete;
  host_threads& operator=(host_threads const&) = delete;
  ~host_threads() { cp::set_host_threads(before_); }

 private:
  int before_;
};

}  // namespace tests
