// Who may have a block after whom: pools over streams that are slow, borrowed, captured, destroyed and born again under
// the same handle. What happens before what is computed with vector clocks, so that a block which is handed out too
// early is seen at once, whatever the timing.
#include <doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <fuse/core/error.hpp>

#include "runtime/pool.hpp"
#include "sources.hpp"

using cp::memory_kind;
using cp::runtime::block;
using cp::runtime::mark;
using cp::runtime::pool;
using cp::runtime::stream_book;
using cp::runtime::stream_handle;

namespace {

/// How far each stream has come, by number.
using clock = std::map<int, std::int64_t>;

void join(clock& a, clock const& b) {
  for (auto const& [stream, at] : b) a[stream] = std::max(a[stream], at);
}
bool knows(clock const& c, int stream, std::int64_t at) {
  auto const found = c.find(stream);
  return found != c.end() && found->second >= at;
}

/// Streams that finish what they are given only when told to, and the points in their work.
struct slow_streams final : cp::runtime::stream_events {
  struct stream {
    bool alive = true, captured = false;
    std::int64_t given = 0;
    clock sees;  ///< what its next work comes after
  };
  struct point {
    clock behind;
  };

  std::vector<stream> all{1};                         // the first one is the default stream
  std::map<stream_handle, int> number{{nullptr, 0}};  // of the stream that has a handle now
  clock done;                                         // what has finished
  clock host;                                         // what the host knows to have finished
  std::set<void*> points;
  int touched_dead = 0, waits = 0, failures = 0;

  int of(stream_handle h) {
    auto const found = number.find(h);
    int const n = found == number.end() ? -1 : found->second;
    if (n < 0 || !all[static_cast<std::size_t>(n)].alive) ++touched_dead;
    return n;
  }
  stream& at(int n) { return all[static_cast<std::size_t>(n)]; }
  /// A new stream, perhaps with the handle of one that is gone.
  int create(stream_handle h) {
    all.emplace_back();
    number[h] = static_cast<int>(all.size()) - 1;
    return number[h];
  }
  void destroy(stream_handle h) { at(of(h)).alive = false; }
  /// Gives it work; returns when that is.
  std::pair<int, std::int64_t> work(stream_handle h) {
    int const n = of(h);
    stream& s = at(n);
    s.sees[n] = ++s.given;
    return {n, s.given};
  }
  void finish(int n) {
    if (at(n).captured) return;
    join(done, at(n).sees);
    done[n] = at(n).given;
  }
  void finish_all() {
    for (std::size_t n = 0; n < all.size(); ++n) finish(static_cast<int>(n));
  }

  answer record(int, stream_handle h, void*& p) noexcept override {
    p = nullptr;
    int const n = of(h);
    if (at(n).captured) return answer::captured;
    if (failures > 0) return --failures, answer::failed;
    p = new point{at(n).sees};
    points.insert(p);
    return answer::recorded;
  }
  bool has_passed(void* p) noexcept override {
    clock const& behind = static_cast<point*>(p)->behind;
    for (auto const& [n, t] : behind)
      if (!knows(done, n, t)) return false;
    join(host, behind);
    return true;
  }
  bool order(int, stream_handle h, void* p) noexcept override {
    int const n = of(h);
    if (at(n).captured) return false;
    join(at(n).sees, static_cast<point*>(p)->behind);
    return true;
  }
  bool wait(void* p) noexcept override {
    ++waits;
    join(host, static_cast<point*>(p)->behind);
    join(done, static_cast<point*>(p)->behind);
    return true;
  }
  void drop(void* p) noexcept override {
    points.erase(p);
    delete static_cast<point*>(p);
  }
  bool finish(stream_handle h) noexcept override {
    int const n = of(h);
    finish(n);
    join(host, at(n).sees);
    return true;
  }
  std::uint64_t id_of(stream_handle h) noexcept override { return static_cast<std::uint64_t>(of(h)) + 1; }
};

/// A source that checks that what it gets back is used by nobody, and knows who used what.
struct watching_source : tests::counting_source {
  slow_streams& streams;
  std::int64_t most = tests::never;      ///< bytes that there are
  std::map<std::uintptr_t, clock> used;  // by units of 512 bytes
  int early = 0;

  explicit watching_source(slow_streams& s) : streams(s) {}
  template <class F>
  void for_each_unit(void const* data, std::int64_t bytes, F const& f) {
    auto const first = reinterpret_cast<std::uintptr_t>(data) / 512;
    for (std::uintptr_t u = first; u < first + static_cast<std::uintptr_t>((bytes + 511) / 512); ++u)
      if (auto const found = used.find(u); found != used.end()) f(found);
  }
  void note(block const& b, std::pair<int, std::int64_t> when) {
    auto const first = reinterpret_cast<std::uintptr_t>(b.data) / 512;
    for (std::uintptr_t u = first; u < first + static_cast<std::uintptr_t>((b.bytes + 511) / 512); ++u)
      used[u][when.first] = when.second;
  }
  /// Whether all uses of these bytes come before what `c` or the host knows.
  bool is_over(void const* data, std::int64_t bytes, clock const& c) {
    bool over = true;
    for_each_unit(data, bytes, [&](auto found) {
      for (auto const& [stream, at] : found->second)
        over = over && (knows(c, stream, at) || knows(streams.host, stream, at));
    });
    return over;
  }
  void* take(std::int64_t bytes, int device) noexcept override {
    return held_bytes > most - bytes ? nullptr : counting_source::take(bytes, device);
  }
  void give(void* data, std::int64_t bytes, int device) noexcept override {
    if (!is_over(data, bytes, {})) ++early;
    auto const first = reinterpret_cast<std::uintptr_t>(data) / 512;
    used.erase(used.lower_bound(first), used.lower_bound(first + static_cast<std::uintptr_t>(bytes / 512)));
    counting_source::give(data, bytes, device);
  }
};

struct watched_pool {
  explicit watched_pool(memory_kind kind) : p(kind, 0, &source, book), pinned(kind == memory_kind::pinned) {}
  ~watched_pool() {
    streams.finish_all();
    p.trim();
    CHECK(source.held.empty());
    CHECK(source.wrong == 0);
    CHECK(source.early == 0);
    CHECK(streams.touched_dead == 0);
    CHECK(p.statistics().used_bytes == 0);
    CHECK(p.statistics().reserved_bytes == 0);
  }

  slow_streams streams;
  watching_source source{streams};
  stream_book book{streams};
  pool p;
  bool pinned;
  char slots[8] = {};

  void* handle(int i) { return i == 0 ? nullptr : &slots[i]; }
  /// A stream that its owner lends, current for f(handle).
  template <class F>
  void current(int i, F const& f) {
    enter(i);
    f(handle(i));
    book.leave(handle(i));
  }
  void enter(int i) {
    book.enter(handle(i), [&](mark const& last) { p.hand_over(handle(i), nullptr, last); });
  }
  /// Handed out to a stream, checked, and (but for pinned memory, which the host writes) written by it.
  block* on(int i, std::int64_t bytes) {
    void* const h = pinned ? nullptr : handle(i);
    block* const b = p.allocate(bytes, h, h, 0);
    CHECK(source.is_over(b->data, bytes, pinned ? clock{} : streams.at(streams.of(h)).sees));
    if (!pinned) source.note(*b, streams.work(h));
    return b;
  }
  /// Work of a stream with somebody's block.
  void use(block* b, int i) {
    if (pinned || b->stream != handle(i)) p.note_use(b, handle(i), 0);
    source.note(*b, streams.work(handle(i)));
  }
};

constexpr std::int64_t MiB = 1 << 20;

}  // namespace

TEST_CASE("a pinned block is handed out again when the copy from it is done, and not before") {
  watched_pool t(memory_kind::pinned);
  t.streams.create(t.handle(1));
  std::set<void*> busy;
  t.current(1, [&](void*) {
    for (int i = 0; i < 16; ++i) {  // batches of a loader: filled, copied, dropped
      block* const b = t.on(1, 4 * MiB);
      CHECK(busy.insert(b->data).second);
      t.use(b, 1);
      t.p.release(b);
    }
  });
  CHECK(t.streams.waits == 0);
  CHECK(t.p.statistics().used_bytes == 0);
  CHECK(t.p.statistics().system_allocations == 16);
  t.streams.finish_all();
  block* const again = t.on(1, 4 * MiB);
  CHECK(busy.count(again->data) == 1);
  t.p.release(again);
}

TEST_CASE("pinned memory that is short waits for its copies rather than fail") {
  watched_pool t(memory_kind::pinned);
  block* b = t.on(0, 4 * MiB);
  t.use(b, 0);
  t.p.release(b);
  t.source.most = 4 * MiB;
  b = t.on(0, 4 * MiB);
  CHECK(t.streams.waits > 0);
  t.p.release(b);
}

TEST_CASE("a pinned block can be waited for, to be written again") {
  watched_pool t(memory_kind::pinned);
  block* const b = t.on(0, MiB);
  t.use(b, 0);
  CHECK(t.p.wait_for_uses(b));
  CHECK(t.streams.waits == 1);
  CHECK(t.source.is_over(b->data, MiB, {}));
  CHECK(t.p.wait_for_uses(b));
  CHECK(t.streams.waits == 1);
  t.p.release(b);
}

TEST_CASE("what another stream uses is ordered when it is had again, and the host does not wait") {
  watched_pool t(memory_kind::device);
  for (int i : {1, 2}) t.streams.create(t.handle(i));
  block* b = nullptr;
  t.current(1, [&](void*) { b = t.on(1, 4 * MiB); });
  void* const where = b->data;
  t.current(2, [&](void*) { t.use(b, 2); });
  t.p.release(b);
  t.current(1, [&](void*) { b = t.on(1, 4 * MiB); });
  CHECK(b->data == where);
  CHECK(t.streams.waits == 0);
  t.p.release(b);
}

TEST_CASE("freeing holds up nobody: only who gets the block waits") {
  watched_pool t(memory_kind::device);
  t.streams.create(t.handle(1));
  block* const b = t.on(0, 4 * MiB);
  t.current(1, [&](void*) { t.use(b, 1); });
  t.p.release(b);
  CHECK(!knows(t.streams.at(0).sees, 1, 1));  // the default stream does not wait for stream 1 yet
  block* const other = t.on(0, 100);
  CHECK(!knows(t.streams.at(0).sees, 1, 1));
  block* const again = t.on(0, 4 * MiB);
  CHECK(again->data == b->data);
  CHECK(knows(t.streams.at(0).sees, 1, 1));
  t.p.release(other);
  t.p.release(again);
}

TEST_CASE("a borrowed stream is not touched after its owner destroyed it") {
  watched_pool t(memory_kind::device);
  block *allocated = nullptr, *used = nullptr, *both = nullptr;
  t.streams.create(t.handle(1));
  used = t.on(0, MiB);
  t.current(1, [&](void*) {
    allocated = t.on(1, 4 * MiB);
    both = t.on(1, 4 * MiB);
    t.use(used, 1);
  });
  t.use(both, 0);
  t.streams.destroy(t.handle(1));
  SUBCASE("freed") {}
  SUBCASE("freed and trimmed") {
    for (block** b : {&allocated, &used, &both}) t.p.release(std::exchange(*b, nullptr));
    t.p.trim();
    CHECK(t.source.held.empty());
  }
  SUBCASE("the handle is another stream's now") {
    t.streams.create(t.handle(1));
    SUBCASE("which comes before they are freed") {}
    SUBCASE("which comes after") {
      t.p.release(std::exchange(allocated, nullptr));
      t.p.release(std::exchange(both, nullptr));
    }
    t.current(1, [&](void*) {
      block* const b = t.on(1, 4 * MiB);
      t.p.release(b);
    });
    if (allocated != nullptr) CHECK(allocated->stream == nullptr);
    block* const b = t.on(0, 4 * MiB);
    t.p.release(b);
  }
  SUBCASE("short of memory") {
    t.p.release(std::exchange(allocated, nullptr));
    t.source.most = t.source.held_bytes;
    block* const b = t.on(0, 4 * MiB);
    t.p.release(b);
  }
  for (block* b : {allocated, used, both})
    if (b != nullptr) t.p.release(b);
}

TEST_CASE("the host waits for all streams of a device that are there, and for no other") {
  slow_streams streams;
  stream_book book{streams};
  char slots[5] = {};
  auto const first_of_its_handle = [](mark const&) { FAIL("no stream had this handle before"); };
  stream_handle const owned = &slots[1], lent = &slots[2], lending = &slots[3], ended = &slots[4];
  for (stream_handle const h : {owned, lent, lending, ended}) streams.create(h);
  book.own(owned, first_of_its_handle);
  book.own(ended, first_of_its_handle);
  for (stream_handle const h : {lent, lending, ended}) book.enter(h, first_of_its_handle);
  std::vector<std::pair<int, std::int64_t>> given;
  for (stream_handle const h : {stream_handle{}, owned, lent, lending}) given.push_back(streams.work(h));
  book.leave(lent);
  streams.destroy(lent);
  book.disown(ended);  // while it is current
  streams.destroy(ended);

  CHECK(book.wait_for_all(0));
  for (auto const& [n, at] : given) CHECK(knows(streams.host, n, at));
  CHECK(streams.touched_dead == 0);
  mark behind;
  CHECK(book.look(0, ended, behind));
  CHECK(!behind);
  book.leave(ended);
  CHECK(book.look(0, ended, behind));
  CHECK(!behind);

  auto const [n, at] = streams.work(owned);
  CHECK(book.wait_for_all(1));
  CHECK(!knows(streams.host, n, at));  // it is another device's
  streams.failures = 1;
  CHECK(!book.wait_for_all(0));
  CHECK(book.wait_for_all(0));
  CHECK(knows(streams.host, n, at));

  // Born again under the handle of one that is gone.
  streams.create(ended);
  book.own(ended, first_of_its_handle);
  book.disown(ended);
  streams.create(lent);
  int retired = 0;
  book.own(lent, [&](mark const& last) { retired += last.has_passed() ? 1 : 100; });
  CHECK(retired == 1);
  CHECK(book.wait_for_all(0));
  CHECK(streams.touched_dead == 0);
}

TEST_CASE("what cannot be ordered now is handed out later") {
  watched_pool t(memory_kind::device);
  t.streams.create(t.handle(1));
  block* const b = t.on(0, 4 * MiB);
  void* const where = b->data;
  t.enter(1);
  t.use(b, 1);
  SUBCASE("its stream is being captured") {
    t.streams.at(1).captured = true;
    t.p.release(b);
    block* const other = t.on(0, 4 * MiB);
    CHECK(other->data != where);
    t.p.release(other);
    t.p.trim();
    CHECK(t.source.held.size() == 1);  // nobody could wait for it
    t.streams.at(1).captured = false;
  }
  SUBCASE("a call failed") {
    t.streams.failures = 1;
    t.p.release(b);
  }
  t.book.leave(t.handle(1));
  block* const again = t.on(0, 4 * MiB);
  CHECK(again->data == where);
  t.p.release(again);
}

TEST_CASE("trim waits for each stream, and gives back nothing that it could not wait for") {
  watched_pool t(memory_kind::device);
  t.streams.create(t.handle(1));
  t.enter(1);
  block* const mine = t.on(0, 4 * MiB);
  block* const captured = t.on(1, 4 * MiB);
  t.p.release(mine);
  t.p.release(captured);
  t.streams.at(1).captured = true;
  CHECK(t.p.trim() == 4 * MiB);
  CHECK(t.source.held.size() == 1);
  t.streams.at(1).captured = false;
  t.book.leave(t.handle(1));
  CHECK(t.p.trim() == 4 * MiB);
}

TEST_CASE("blocks of two streams are not joined while either may use them") {
  watched_pool t(memory_kind::device);
  t.streams.create(t.handle(1));
  t.enter(1);
  // One chunk with parts of two streams: stream 1 borrows from the default stream's.
  block* const all = t.on(0, 8 * MiB);
  t.p.release(all);
  block* const low = t.on(0, 4 * MiB);
  t.source.left = 0;
  block* const high = t.on(1, 4 * MiB);
  t.p.release(low);
  t.p.release(high);
  t.source.left = tests::never;
  block* const whole = t.on(0, 8 * MiB);  // checked to be behind everything that its bytes were used for
  t.p.release(whole);
  t.book.leave(t.handle(1));
}

TEST_CASE("the limit holds for blocks that are larger than what they hold") {
  watched_pool t(memory_kind::device);
  // A free block of 4 MiB less a bit: what 2 MiB leave over would be too small for a large block.
  t.p.release(t.on(0, 8 * MiB));
  block* const low = t.on(0, 2 * MiB);
  block* const middle = t.on(0, 2 * MiB);
  block* const high = t.on(0, 4 * MiB);
  t.p.release(low);
  block* const small = t.on(0, 512);
  t.p.release(middle);
  t.p.release(t.on(0, 4 * MiB));  // joins what is free
  std::int64_t const used = t.p.statistics().used_bytes;
  t.p.set_limit(used + 2 * MiB);
  block* const again = t.on(0, 2 * MiB);
  CHECK(t.p.statistics().used_bytes <= t.p.statistics().limit_bytes);
  CHECK_THROWS_AS(t.on(0, 1), cp::out_of_memory);
  t.p.release(again);
  t.p.release(small);
  t.p.release(high);
  t.p.set_limit(0);
}

TEST_CASE("random programs over streams that come and go: nobody has a block too early") {
  for (memory_kind kind : {memory_kind::device, memory_kind::pinned}) {
    for (unsigned seed = 0; seed < 60; ++seed) {
      watched_pool t(kind);
      std::mt19937 random(seed);
      auto const below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
      constexpr int slots = 5;
      bool alive[slots] = {true}, current[slots] = {true}, owned[slots] = {};
      std::vector<block*> held;
      for (int step = 0; step < 400; ++step) {
        int const i = below(slots);
        void* const h = t.handle(i);
        int const what = below(100);
        if (!alive[i]) {
          if (what >= 20) continue;
          t.streams.create(h);
          alive[i] = true;
          owned[i] = below(2) != 0;
          auto const retire = [&](mark const& last) { t.p.hand_over(h, nullptr, last); };
          if (owned[i]) t.book.own(h, retire);
          continue;
        }
        if (!current[i]) {
          if (what < 60) {
            t.enter(i);
            current[i] = true;
          } else if (what < 70) {
            if (owned[i]) {  // waited for before it goes, as cp::stream does
              t.streams.finish(t.streams.of(h));
              join(t.streams.host, t.streams.at(t.streams.of(h)).sees);
              t.p.hand_over(h, nullptr);
              t.book.disown(h);
            }
            t.streams.destroy(h);
            alive[i] = false;
          }
          continue;
        }
        if (what < 40 && held.size() < 40) {
          std::int64_t const bytes = std::int64_t{1} << below(23);
          t.source.left = below(10) == 0 ? 0 : tests::never;
          try {
            held.push_back(t.on(i, bytes));
          } catch (cp::out_of_memory const&) {
          }
          t.source.left = tests::never;
        } else if (what < 60 && !held.empty()) {
          t.use(held[static_cast<std::size_t>(below(static_cast<int>(held.size())))], i);
        } else if (what < 85 && !held.empty()) {
          std::swap(held[static_cast<std::size_t>(below(static_cast<int>(held.size())))], held.back());
          t.p.release(held.back());
          held.pop_back();
        } else if (what < 90) {
          t.streams.finish(below(static_cast<int>(t.streams.all.size())));
        } else if (what < 91) {
          t.p.trim();
        } else if (what < 95 && i > 0) {
          t.book.leave(h);
          current[i] = false;
        } else if (what < 97 && i > 0) {
          t.streams.at(t.streams.of(h)).captured = true;  // and nothing is given to it meanwhile
          if (!held.empty()) {
            t.p.release(held.back());
            held.pop_back();
          }
          held.push_back(t.on(0, 1000));
          t.streams.at(t.streams.of(h)).captured = false;
        } else if (what < 98) {
          t.streams.failures = 1;
        }
      }
      t.streams.failures = 0;
      for (block* b : held) t.p.release(b);
      for (int i = 1; i < slots; ++i)
        if (current[i]) t.book.leave(t.handle(i));
    }
  }
}
