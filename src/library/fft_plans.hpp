// A cache of transforms' plans: those that were not used for longest go first.
#pragma once

#include <cstdint>
#include <fuse/library/fft.hpp>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace cp::library {

/// A plan of a library. Whoever runs it has a share, so that a cache may drop it at any time.
struct fft_plan {
  virtual ~fft_plan() = default;
  std::int64_t bytes = 0;  ///< of workspace; one over several devices holds it, others are lent it for a run
};

/// What tells one plan from another.
using fft_key = std::vector<std::int64_t>;

class fft_plan_cache;

struct fft_plan_set {
  struct entry {
    fft_plan_cache const* cache;  ///< of the plan's device
    fft_key key;
    std::shared_ptr<fft_plan> plan;
  };
  std::vector<entry> plans;
};

class fft_plan_cache {
 public:
  std::mutex mutex;  ///< to be held by callers of all members

  /// The plan of a key: a current one of the thread's, one that is kept here, or one made by `make()`.
  template <class Make>
  std::shared_ptr<fft_plan> find(fft_key key, Make const& make) {
    if (std::shared_ptr<fft_plan> plan = look_up(key)) {
      ++state_.hits;
      return plan;
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
  /// Adds the plan of a key to a set: one made by `make()` if it is new and `may_make`, else false.
  template <class Make>
  bool collect(fft_key const& key, fft_plan_set& set, bool may_make, Make const& make) {
    std::shared_ptr<fft_plan> plan = may_make ? find(key, make) : look_up(key);
    if (plan == nullptr) return false;
    set.plans.push_back({this, key, std::move(plan)});
    return true;
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
  std::shared_ptr<fft_plan> look_up(fft_key const& key) {
    if (auto const& current = current_fft_plans())
      for (fft_plan_set::entry const& e : current->plans)
        if (e.cache == this && e.key == key) return e.plan;
    auto const found = places_.find(key);
    if (found == places_.end()) return nullptr;
    plans_.splice(plans_.begin(), plans_, found->second);
    return plans_.front().second;
  }
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

/// The first number of a key.
constexpr std::int64_t kind_key(fft_kind kind, fft_float real, bool in_place) {
  return static_cast<int>(kind) * 8 + static_cast<int>(real) * 2 + (in_place ? 1 : 0);
}
/// A call without its addresses.
fft_key key_of(fft_call const& c);

}  // namespace cp::library
