// A cache of transforms' plans: those that were not used for longest go first.
#pragma once

#include <cstdint>
#include <fuse/runtime/fft.hpp>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace cp::runtime {

/// A plan of a library. Whoever runs it has a share, so that a cache may drop it at any time.
struct fft_plan {
  virtual ~fft_plan() = default;
  std::int64_t bytes = 0;  ///< of workspace
};

/// What tells one plan from another.
using fft_key = std::vector<std::int64_t>;

class fft_plan_cache {
 public:
  std::mutex mutex;  ///< to be held by callers of all members

  /// The plan of a key, or one made by `make()`.
  template <class Make>
  std::shared_ptr<fft_plan> find(fft_key key, Make const& make) {
    if (auto const found = places_.find(key); found != places_.end()) {
      plans_.splice(plans_.begin(), plans_, found->second);
      ++state_.hits;
      return plans_.front().second;
    }
    std::shared_ptr<fft_plan> plan = make();
    ++state_.misses;
    if (state_.most_plans == 0 || (state_.most_bytes >= 0 && plan->bytes > state_.most_bytes)) return plan;
    plans_.emplace_front(std::move(key), plan);
    places_.emplace(plans_.front().first, plans_.begin());
    state_.bytes += plan->bytes;
    shrink();
    return plan;
  }
  /// Lets a plan live for ever: a graph runs it. Few are captured, and a graph does not say when it goes.
  void keep(std::shared_ptr<fft_plan> plan) {
    for (auto const& kept : kept_)
      if (kept == plan) return;
    kept_.push_back(std::move(plan));
  }
  fft_cache_state state() const {
    fft_cache_state s = state_;
    s.plans = static_cast<std::int64_t>(plans_.size());
    return s;
  }
  void limit(std::int64_t most_plans, std::int64_t most_bytes) {
    state_.most_plans = most_plans;
    state_.most_bytes = most_bytes;
    shrink();
  }
  void clear() {
    places_.clear();
    plans_.clear();
    state_.bytes = state_.hits = state_.misses = 0;
  }

 private:
  void shrink() {
    auto const too_many = [&] {
      return (state_.most_plans >= 0 && static_cast<std::int64_t>(plans_.size()) > state_.most_plans) ||
             (state_.most_bytes >= 0 && state_.bytes > state_.most_bytes);
    };
    while (!plans_.empty() && too_many()) {
      state_.bytes -= plans_.back().second->bytes;
      places_.erase(plans_.back().first);
      plans_.pop_back();
    }
  }

  using entries = std::list<std::pair<fft_key, std::shared_ptr<fft_plan>>>;
  entries plans_;  // the last one used comes first
  std::map<fft_key, entries::iterator> places_;
  std::vector<std::shared_ptr<fft_plan>> kept_;
  fft_cache_state state_;
};

/// The cache of a device, or of the host (-1). They are never destroyed.
fft_plan_cache& fft_plans(int device);

/// A call without its addresses.
fft_key key_of(fft_call const& c);

}  // namespace cp::runtime
