// Which streams are there, and what they have done.
#include "stream_book.hpp"

#include <fuse/runtime/device.hpp>
#include <new>
#include <vector>

#include "fork.hpp"

namespace cp::runtime {

/// Whether the handle has become another stream's since it was seen last.
bool stream_book::meet(entry& e, stream_handle stream, mark& last) {
  std::uint64_t const id = e.current > 0 && !e.gone ? e.id : events_.id_of(stream);
  bool const reborn = e.met && (e.gone || e.id != id);
  if (reborn) {
    last = std::move(e.last);
    e.last = mark();
    e.known = true;
  }
  e.met = true;
  e.device = cuda::current_device();
  e.gone = false;
  e.id = id;
  return reborn;
}

stream_events::answer stream_book::record(int device, stream_handle stream, mark& to) noexcept {
  auto* const p = new (std::nothrow) mark::point{&events_, nullptr};
  if (p == nullptr) return stream_events::answer::failed;
  stream_events::answer const a = events_.record(device, stream, p->event);
  if (a == stream_events::answer::recorded && p->event != nullptr)
    to = mark(p);
  else
    delete p;
  return a;
}

void stream_book::leave(stream_handle stream) noexcept {
  if (stream == nullptr) return;
  std::lock_guard const lock(mutex_);
  auto const found = entries_.find(stream);
  if (found == entries_.end()) return;
  entry& e = found->second;
  if (--e.current > 0 || e.owned) return;
  if (e.gone) {
    entries_.erase(found);
    return;
  }
  mark now;
  switch (record(0, stream, now)) {
    case stream_events::answer::recorded:
      e.last = std::move(now);
      e.known = true;
      return;
    case stream_events::answer::captured:  // that is no work of the stream's own
      return;
    case stream_events::answer::failed:
      e.known = events_.finish(stream);
      if (e.known) e.last = mark();
  }
}

void stream_book::disown(stream_handle stream) noexcept {
  std::lock_guard const lock(mutex_);
  auto const found = entries_.find(stream);
  if (found == entries_.end()) return;
  if (found->second.current > 0) {
    found->second.owned = false;
    found->second.gone = true;
    return;
  }
  entries_.erase(found);
}

bool stream_book::look(int device, stream_handle stream, mark& to) noexcept {
  to = mark();
  if (stream == nullptr) return record(device, nullptr, to) == stream_events::answer::recorded;
  std::lock_guard const lock(mutex_);
  auto const found = entries_.find(stream);
  if (found == entries_.end()) return true;  // the library's own, and gone: it was waited for
  entry const& e = found->second;
  if (e.gone) return true;
  if (e.owned || e.current > 0) return record(device, stream, to) == stream_events::answer::recorded;
  to = e.last;
  return e.known;
}

bool stream_book::wait_for_all(int device) {
  std::vector<mark> points(1);
  bool fine = look(device, nullptr, points[0]);
  {
    std::lock_guard const lock(mutex_);
    for (auto const& [stream, e] : entries_) {
      if (e.device != device || e.gone) continue;
      mark point = e.last;
      // One that is being captured is its capturer's; what it did before is behind no point that could be had.
      if (e.owned || e.current > 0) fine = record(device, stream, point) != stream_events::answer::failed && fine;
      points.push_back(std::move(point));
    }
  }
  for (mark const& m : points) fine = m.wait() && fine;
  return fine;
}

void stream_book::prepare_for_forks() {
  lock_in_forks(births_, lock_floor::streams);
  lock_in_forks(mutex_, lock_floor::book);
}

stream_book& all_streams() {
  static auto* const book = [] {  // leaked: arrays may outlive main
    auto* const made = new stream_book(device_events());
    made->prepare_for_forks();
    return made;
  }();
  return *book;
}

namespace {
[[maybe_unused]] bool const made = make_before_forks([] { (void)all_streams(); });
}  // namespace

}  // namespace cp::runtime
