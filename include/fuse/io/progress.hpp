// Who is told how far the reading or writing of a file is.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace cp {

/// A function that is told how far the reading or writing of a file is: `cp::progress([](std::int64_t done,
/// std::int64_t total) { ... })`, in bytes of elements (of text its bytes); `total` is -1 where nobody knows it. It is
/// called on the caller's thread whenever `every` bytes more are done, and once at the end, with `done == total`: of a
/// small file once. What it throws ends the reading or writing and comes out of it; a file that was being written keeps
/// what it has by then, as where the disk is full.
///
/// throws   value_error for an `every` below 1
class progress {
 public:
  /// Nobody is told.
  progress() = default;
  /// A function of two numbers.
  template <class F>
  requires std::is_invocable_v<F&, std::int64_t, std::int64_t>
  explicit progress(F f, std::int64_t every = std::int64_t{1} << 22)
      : every_(checked(every)),
        f_(std::make_shared<F>(std::move(f))),
        call_([](void* g, std::int64_t done, std::int64_t total) { (void)(*static_cast<F*>(g))(done, total); }) {}

  /// Whether somebody is told.
  explicit operator bool() const { return f_ != nullptr; }
  /// Tells it.
  void operator()(std::int64_t done, std::int64_t total) const {
    if (f_ != nullptr) call_(f_.get(), done, total);
  }
  /// After how many bytes.
  std::int64_t every() const { return every_; }

 private:
  static std::int64_t checked(std::int64_t every);

  std::int64_t every_ = INT64_MAX;
  std::shared_ptr<void> f_;
  void (*call_)(void*, std::int64_t, std::int64_t) = nullptr;
};

namespace io {

/// Counts the bytes of one reading or writing, and tells.
class progress_meter {
 public:
  /// Of `total` bytes; -1: nobody knows.
  explicit progress_meter(progress told = {}, std::int64_t total = -1)
      : told_(std::move(told)), total_(total), next_(told_.every()) {}
  /// So many bytes are to be done before the next call.
  std::int64_t piece() const { return next_ - done_; }
  /// So many more are done.
  void add(std::int64_t n) {
    done_ += n;
    if (done_ >= next_) tell();
  }
  /// All are done.
  void finish() { told_(done_, done_); }

 private:
  void tell();

  progress told_;
  std::int64_t total_, next_, done_ = 0;
};

}  // namespace io

}  // namespace cp
