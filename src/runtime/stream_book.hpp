// What streams have been given so far, as the pool needs it: points in their work, of streams too that their owners
// have destroyed meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <fuse/runtime/storage.hpp>
#include <map>
#include <mutex>
#include <utility>

namespace cp::runtime {

/// Points in streams' work: CUDA's events. Where there is no device there are none. No call of these disturbs a
/// capture, of this thread or of another one.
struct stream_events {
  enum class answer { recorded, captured, failed };

  virtual ~stream_events() = default;
  /// The point behind all that a stream has been given; null means the default stream of `device`. `captured`: the
  /// stream is being captured, so that there is no such point now.
  virtual answer record(int device, stream_handle stream, void*& point) noexcept = 0;
  /// Does not wait.
  virtual bool has_passed(void* point) noexcept = 0;
  /// Later work of `stream` waits for the point, the host does not. False if that cannot be.
  virtual bool order(int device, stream_handle stream, void* point) noexcept = 0;
  /// The host waits. False if that failed: then nothing is known.
  virtual bool wait(void* point) noexcept = 0;
  virtual void drop(void* point) noexcept = 0;
  /// The host waits for all that a stream has been given.
  virtual bool finish(stream_handle stream) noexcept = 0;
  /// What no other stream of the process has had or will have. The stream must be there.
  virtual std::uint64_t id_of(stream_handle stream) noexcept = 0;
};

/// A share of a point.
class mark {
 public:
  mark() noexcept = default;
  mark(mark const& other) noexcept : point_(other.point_) {
    if (point_ != nullptr) point_->references.fetch_add(1, std::memory_order_relaxed);
  }
  mark(mark&& other) noexcept : point_(std::exchange(other.point_, nullptr)) {}
  mark& operator=(mark other) noexcept {
    std::swap(point_, other.point_);
    return *this;
  }
  ~mark() {
    if (point_ == nullptr || point_->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    point_->events->drop(point_->event);
    delete point_;
  }
  explicit operator bool() const noexcept { return point_ != nullptr; }
  bool has_passed() const noexcept { return point_ == nullptr || point_->events->has_passed(point_->event); }
  bool wait() const noexcept { return point_ == nullptr || point_->events->wait(point_->event); }
  /// `stream` waits; where that cannot be, the host does. False if neither could.
  bool order(int device, stream_handle stream) const noexcept {
    return point_ == nullptr || point_->events->order(device, stream, point_->event) || wait();
  }

 private:
  friend class stream_book;
  struct point {
    stream_events* events;
    void* event;
    std::atomic<int> references{1};
  };
  explicit mark(point* p) noexcept : point_(p) {}
  point* point_ = nullptr;
};

/// Knows which streams are there. A stream of the library's own is there from `own` to `disown`; one that is borrowed
/// while it is current in some thread, at the end of which a point behind its work is kept: from then on its owner may
/// destroy it, and it is not touched any more.
class stream_book {
 public:
  explicit stream_book(stream_events& events) : events_(events) {}

  /// A stream becomes current, or stops being that. `retire(last)` is called where the handle belonged to another
  /// stream before, which is gone, with the point behind what that one did.
  template <class Retire>
  void enter(stream_handle stream, Retire const& retire) {
    if (stream == nullptr) return;
    std::lock_guard const births(births_);
    mark last;
    bool reborn = false;
    {
      std::lock_guard const lock(mutex_);
      entry& e = entries_[stream];
      if (e.owned) return void(++e.current);
      reborn = meet(e, stream, last);
      ++e.current;
    }
    if (reborn) retire(last);
  }
  void leave(stream_handle stream) noexcept;
  /// A stream has been made that is the library's own.
  template <class Retire>
  void own(stream_handle stream, Retire const& retire) {
    std::lock_guard const births(births_);
    mark last;
    bool reborn = false;
    {
      std::lock_guard const lock(mutex_);
      entry& e = entries_[stream];
      reborn = meet(e, stream, last);
      e.owned = true;
    }
    if (reborn) retire(last);
  }
  /// It is done and about to be destroyed.
  void disown(stream_handle stream) noexcept;

  /// The point behind what a stream has done so far, an empty one where there is nothing to wait for. False where that
  /// cannot be known now.
  bool look(int device, stream_handle stream, mark& to) noexcept;

  /// Waits for what all streams of a device have been given that are known. False if some wait failed.
  bool wait_for_all(int device);

  /// This book's locks are taken in forks from now on.
  void prepare_for_forks();

 private:
  struct entry {
    std::uint64_t id = 0;
    int device = 0;
    int current = 0;  ///< guards, of all threads
    bool owned = false;
    bool known = true;  ///< `last` is behind all that it did
    bool met = false;
    bool gone = false;  ///< was the library's own, and ended while it was current
    mark last;
  };

  bool meet(entry& e, stream_handle stream, mark& last);
  stream_events::answer record(int device, stream_handle stream, mark& to) noexcept;

  stream_events& events_;
  std::mutex births_;  // outside of pools' locks
  std::mutex mutex_;   // inside of them
  std::map<stream_handle, entry> entries_;
};

/// The book of the streams that there are.
stream_book& all_streams();
/// The backend's events: cuda_events.cpp, or no_cuda.cpp.
stream_events& device_events();

}  // namespace cp::runtime
