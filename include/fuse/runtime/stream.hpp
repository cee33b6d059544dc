// Streams and events. On a machine without a GPU they exist and do nothing, so that one program serves both.
#pragma once

#include <fuse/runtime/storage.hpp>

namespace cp {

/// A borrowed stream. It has to be there while it is current; arrays that were made or used on it may outlive it.
struct stream_ref {
  /// The cudaStream_t; null: the default stream.
  runtime::stream_handle handle = nullptr;
  stream_ref() = default;
  /// Borrows a cudaStream_t.
  explicit stream_ref(runtime::stream_handle h) : handle(h) {}
  stream_ref(int) = delete;  // 0 would silently mean the default stream
  /// Waits until the work given to the stream so far is done; throws cuda_error for what failed in it, linalg_error for
  /// a matrix that could not be solved or decomposed.
  void synchronize() const;
  /// Whether everything given to the stream so far is done. Does not wait.
  bool is_done() const;
  bool operator==(stream_ref const&) const = default;
};

/// An owned stream that does not wait for the default stream. Destroying it waits for its work; arrays that were
/// allocated on it belong to the default stream from then on.
class stream {
 public:
  stream();
  ~stream();
  /// Takes over the other's stream.
  stream(stream&& other) noexcept;
  /// Takes over the other's stream.
  stream& operator=(stream&& other) noexcept;
  /// Borrows it.
  operator stream_ref() const { return stream_ref(handle_); }
  /// Waits until its work is done.
  void synchronize() const { stream_ref(handle_).synchronize(); }

 private:
  runtime::stream_handle handle_ = nullptr;
};

/// The calling thread's current stream: where allocations, launches, copies and library calls go.
stream_ref current_stream() noexcept;

/// Makes a stream current for a scope, in this thread.
class stream_guard {
 public:
  /// Makes `s` current. Throws value_error for cudaStreamPerThread, which is another stream in each thread.
  explicit stream_guard(stream_ref s);
  ~stream_guard();
  stream_guard(stream_guard const&) = delete;
  stream_guard& operator=(stream_guard const&) = delete;

 private:
  stream_ref previous_;
};

/// A point in a stream's work. With `timing`, differences of two can be asked for.
class event {
 public:
  /// Not recorded yet.
  explicit event(bool timing = true);
  ~event();
  /// Takes over the other's event.
  event(event&& other) noexcept;
  /// Takes over the other's event.
  event& operator=(event&& other) noexcept;
  /// Marks the point that the stream (the current one) has reached.
  void record(stream_ref s = current_stream());
  /// Waits for the point.
  void synchronize() const;
  /// Whether the point has been reached. Does not wait.
  bool is_done() const;
  /// Makes later work on `s` wait for this point, without holding up the host.
  void wait_on(stream_ref s) const;
  /// Milliseconds from `begin` to this event; waits for both. Throws value_error if either was not recorded or keeps no
  /// time.
  double elapsed_ms_since(event const& begin) const;

 private:
  void* handle_ = nullptr;
  double host_ms_ = -1;  // when it was recorded
  bool timing_ = true;
};

/// Waits for the current stream.
inline void synchronize() { current_stream().synchronize(); }

}  // namespace cp
