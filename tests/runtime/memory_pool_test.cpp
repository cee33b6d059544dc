// The pools: reuse, splitting and merging, statistics, limits, failures of the source, streams' and graphs' blocks.
#include <fuse/runtime/memory_pool.hpp>

#include <doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fuse/core/error.hpp>
#include <fuse/runtime/device.hpp>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

#include "runtime/pool.hpp"
#include "sources.hpp"

using cp::memory_kind;
using cp::storage_ptr;
using cp::runtime::block;
using cp::runtime::pool;
using tests::counting_source;

namespace {

constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB;

storage_ptr take(std::int64_t bytes) { return storage_ptr(cp::runtime::allocate(memory_kind::host, bytes)); }

/// A pool of its own, as if of a device: keys stand for streams and graphs.
struct own_pool {
  counting_source source;
  pool p{memory_kind::host, 0, &source};
  int names[4] = {};

  void* stream(int i) { return i == 0 ? nullptr : &names[i]; }
  block* on(int i, std::int64_t bytes) { return p.allocate(bytes, stream(i), stream(i), 0); }
  block* in_graph(void const* graph, std::int64_t bytes) {
    return p.allocate(bytes, nullptr, const_cast<void*>(graph), 0);
  }
  ~own_pool() {
    p.trim();
    CHECK(source.held.empty());
    CHECK(source.wrong == 0);
    CHECK(p.statistics().used_bytes == 0);
    CHECK(p.statistics().reserved_bytes == 0);
  }
};

}  // namespace

TEST_CASE("memory is aligned, writable and at least as long as asked for") {
  for (std::int64_t bytes : {std::int64_t{0}, std::int64_t{1}, std::int64_t{511}, 512 * KiB, MiB, MiB + 1, 9 * MiB}) {
    storage_ptr const p = take(bytes);
    CHECK(p->bytes == bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(p->data) % 256 == 0);
    CHECK(p->kind == memory_kind::host);
    CHECK(p->stream == nullptr);
    CHECK(p->references.load() == 1);
    std::memset(p->data, 7, static_cast<std::size_t>(bytes));
  }
}

TEST_CASE("sizes that make no sense are refused and change nothing") {
  auto const before = cp::host_pool().statistics();
  CHECK_THROWS_AS(take(-1), cp::value_error);
  for (std::int64_t bytes : {INT64_MAX, INT64_MAX / 2, (std::int64_t{1} << 60) + 1, std::int64_t{1} << 59}) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    if (bytes < std::int64_t{1} << 60) continue;  // their malloc ends the program rather than fail
#endif
    try {
      take(bytes);
      FAIL("nobody has that much");
    } catch (cp::out_of_memory const& e) {
      CHECK(e.requested_bytes == bytes);
    }
  }
  CHECK(cp::host_pool().statistics().used_bytes == before.used_bytes);
  CHECK(cp::host_pool().statistics().allocations == before.allocations);
}

TEST_CASE("a freed block is had again, without asking the system") {
  own_pool t;
  block* const a = t.on(0, 1000);
  void* const where = a->data;
  t.p.release(a);
  auto const before = t.p.statistics();
  block* const b = t.on(0, 900);
  CHECK(b->data == where);
  CHECK(t.p.statistics().system_allocations == before.system_allocations);
  t.p.release(b);
}

TEST_CASE("small requests share a chunk and do not overlap") {
  own_pool t;
  std::vector<block*> blocks;
  for (int i = 0; i < 100; ++i) blocks.push_back(t.on(0, 1 + 97 * i));
  CHECK(t.p.statistics().system_allocations == 1);
  std::sort(blocks.begin(), blocks.end(), [](block* x, block* y) { return x->data < y->data; });
  for (std::size_t i = 1; i < blocks.size(); ++i)
    CHECK(static_cast<char*>(blocks[i - 1]->data) + blocks[i - 1]->bytes <= static_cast<char*>(blocks[i]->data));
  for (block* b : blocks) t.p.release(b);
}

TEST_CASE("pieces are joined again when a larger request needs them") {
  own_pool t;
  std::vector<block*> blocks;
  for (int i = 0; i < 16; ++i) blocks.push_back(t.on(0, 128 * KiB));
  CHECK(t.p.statistics().system_allocations == 1);
  std::shuffle(blocks.begin(), blocks.end(), std::mt19937(1));
  for (block* b : blocks) t.p.release(b);
  block* const whole = t.on(0, MiB);
  block* const rest = t.on(0, MiB);
  CHECK(t.p.statistics().system_allocations == 1);
  t.p.release(whole);
  t.p.release(rest);
}

TEST_CASE("a huge block is not broken up for a small request") {
  own_pool t;
  t.p.release(t.on(0, 512 * MiB));
  block* const small = t.on(0, 100);
  block* const medium = t.on(0, 3 * MiB);
  CHECK(t.p.statistics().system_allocations == 3);
  t.p.release(small);
  t.p.release(medium);
}

TEST_CASE("statistics add up") {
  own_pool t;
  CHECK(t.p.statistics().reserved_bytes == 0);
  block* const a = t.on(0, 3 * MiB);
  block* const b = t.on(0, 100);
  auto s = t.p.statistics();
  CHECK(s.used_bytes == 4 * MiB + 512);
  CHECK(s.reserved_bytes == 6 * MiB);
  CHECK(s.reserved_bytes == t.source.held_bytes);
  CHECK(s.allocations == 2);
  CHECK(s.system_allocations == 2);
  CHECK(s.peak_used_bytes == s.used_bytes);
  t.p.release(a);
  CHECK(t.p.statistics().peak_used_bytes == s.used_bytes);
  t.p.reset_peak();
  CHECK(t.p.statistics().peak_used_bytes == 512);
  CHECK(t.p.trim() == 4 * MiB);
  CHECK(t.p.trim() == 0);
  CHECK(t.source.held_bytes == 2 * MiB);
  t.p.release(b);
}

TEST_CASE("a limit holds for what arrays hold, and says so") {
  own_pool t;
  CHECK_THROWS_AS(t.p.set_limit(-1), cp::value_error);
  t.p.set_limit(4 * MiB);
  block* const a = t.on(0, 3 * MiB);
  try {
    t.on(0, 2 * MiB);
    FAIL("beyond the limit");
  } catch (cp::out_of_memory const& e) {
    CHECK(e.requested_bytes == 2 * MiB);
    CHECK(e.used_bytes == 4 * MiB);
    CHECK(e.limit_bytes == 4 * MiB);
    CHECK(std::string(e.what()).find("2097152 bytes requested") != std::string::npos);
    CHECK(std::string(e.what()).find("limit 4194304 bytes") != std::string::npos);
  }
  t.p.release(a);
  t.p.release(t.on(0, 4 * MiB));
  t.p.set_limit(0);
  t.p.release(t.on(0, 40 * MiB));
}

TEST_CASE("cached memory is given back before a request fails") {
  own_pool t;
  t.p.release(t.on(0, 100 * MiB));
  t.source.left = 0;
  CHECK_THROWS_AS(t.on(0, 200 * MiB), cp::out_of_memory);
  CHECK(t.p.statistics().reserved_bytes == 0);
  t.source.left = tests::never;
  t.p.release(t.on(0, 200 * MiB));
}

TEST_CASE("the N-th take of the source fails, for every N") {
  for (std::int64_t n = 0;; ++n) {
    own_pool t;
    t.source.left = n;
    std::vector<block*> blocks;
    std::vector<std::pair<block*, unsigned char>> marks;
    bool failed = false;
    std::mt19937 random(5);
    for (int i = 0; i < 300; ++i) {
      std::int64_t const bytes = std::int64_t{1} << random() % 23;
      auto const before = t.p.statistics();
      try {
        block* const b = t.on(0, bytes);
        auto const mark = static_cast<unsigned char>(i);
        std::memset(b->data, mark, static_cast<std::size_t>(bytes));
        marks.emplace_back(b, mark);
      } catch (cp::out_of_memory const& e) {
        failed = true;
        CHECK(e.requested_bytes == bytes);
        CHECK(e.used_bytes == before.used_bytes);
        CHECK(t.p.statistics().used_bytes == before.used_bytes);
        CHECK(t.p.statistics().allocations == before.allocations);
      }
      if (!marks.empty() && random() % 2 != 0) {
        std::swap(marks[random() % marks.size()], marks.back());
        t.p.release(marks.back().first);
        marks.pop_back();
      }
    }
    for (auto const& [b, mark] : marks) {
      auto const* bytes = static_cast<unsigned char const*>(b->data);
      CHECK(std::all_of(bytes, bytes + b->bytes, [m = mark](unsigned char c) { return c == m; }));
      t.p.release(b);
    }
    if (!failed) break;
  }
}

TEST_CASE("what one stream freed goes to others only when there is nothing else") {
  own_pool t;
  block* const a = t.on(1, 4 * MiB);
  void* const where = a->data;
  t.p.release(a);
  block* b = t.on(2, 4 * MiB);
  CHECK(b->data != where);
  t.p.release(b);
  t.p.trim();

  // A chunk that is not free altogether cannot go back; its free part can be borrowed.
  block* const all = t.on(1, 8 * MiB);
  t.p.release(all);
  block* const low = t.on(1, 2 * MiB);
  CHECK(t.p.statistics().system_allocations == 3);
  t.source.left = 0;
  b = t.on(2, 4 * MiB);
  CHECK(b->key == t.stream(2));
  CHECK(b->stream == t.stream(2));
  CHECK(t.p.statistics().system_allocations == 3);
  t.p.release(b);
  t.p.release(low);
  CHECK(t.p.trim() == 8 * MiB);  // joined again, though two streams had parts of it
  t.source.left = tests::never;
}

TEST_CASE("a destroyed stream leaves nothing behind") {
  own_pool t;
  block* const freed = t.on(1, 1000);
  block* const live = t.on(1, 2000);
  block* const user = t.on(2, 3000);
  t.p.note_use(user, t.stream(1));
  t.p.note_use(user, t.stream(1));
  CHECK(user->uses.size() == 1);
  void* const where = freed->data;
  t.p.release(freed);
  SUBCASE("the default stream has no blocks yet") {}
  SUBCASE("the default stream has some") { t.p.release(t.on(0, 700)); }
  t.p.hand_over(t.stream(1), nullptr);
  CHECK(live->stream == nullptr);
  CHECK(live->key == nullptr);
  CHECK(user->uses.empty());
  CHECK(user->stream == t.stream(2));
  block* const again = t.on(1, 1000);  // a new stream with the same handle
  CHECK(again->data != where);
  t.p.release(again);
  t.p.release(live);
  t.p.release(user);
  t.p.hand_over(t.stream(3), nullptr);  // one that never allocated
}

TEST_CASE("what a graph's capture freed is its own until the graph is gone") {
  own_pool t;
  int graph = 0;
  block* const temporary = t.in_graph(&graph, 1000);
  block* const result = t.in_graph(&graph, 1000);
  void* const where = temporary->data;
  t.p.release(temporary);
  block* const second = t.in_graph(&graph, 1000);
  CHECK(second->data == where);  // the capture itself may reuse it: its work is in order
  t.p.release(second);
  CHECK(t.p.trim() == 0);
  block* const other = t.on(0, 1000);
  CHECK(other->data != where);
  t.source.left = 0;
  CHECK_THROWS_AS(t.on(0, 100 * MiB), cp::out_of_memory);
  CHECK(t.source.held.size() == 2);
  t.source.left = tests::never;

  t.p.hand_over(&graph, t.stream(1));
  CHECK(result->key == t.stream(1));
  t.p.release(other);
  block* const after = t.on(1, 1000);
  CHECK(static_cast<char*>(after->data) < static_cast<char*>(where) + 2 * MiB);
  t.p.release(after);
  t.p.release(result);
  CHECK(t.p.trim() == 4 * MiB);
}

TEST_CASE("a graph's block on several streams waits for the end of the graph") {
  own_pool t;
  int graph = 0;
  block* const b = t.in_graph(&graph, 1000);
  void* const where = b->data;
  t.p.hold(b);
  t.p.release(b);
  CHECK(t.p.statistics().used_bytes == 0);
  block* const c = t.in_graph(&graph, 1000);
  CHECK(c->data != where);
  t.p.release(c);
  t.p.hand_over(&graph, nullptr);
  CHECK(t.p.trim() == 2 * MiB);
}

TEST_CASE("random allocation on streams and graphs keeps every byte and every account") {
  own_pool t;
  std::mt19937 random(11);
  struct held {
    block* b;
    unsigned char mark;
  };
  std::vector<held> all;
  int graph = 0;
  bool graph_lives = false;
  std::int64_t used = 0;
  for (int i = 0; i < 20000; ++i) {
    unsigned const what = random() % 100;
    if (what < 50 && all.size() < 400) {
      std::int64_t const bytes = static_cast<std::int64_t>(random() % (std::uint64_t{1} << (4 + random() % 17)));
      unsigned const where = random() % 4;
      if (where == 3) graph_lives = true;
      block* const b = where == 3 ? t.in_graph(&graph, bytes) : t.on(static_cast<int>(where), bytes);
      auto const mark = static_cast<unsigned char>(random());
      std::memset(b->data, mark, static_cast<std::size_t>(bytes));
      all.push_back({b, mark});
      used += b->room;
    } else if (what < 97 && !all.empty()) {
      std::swap(all[random() % all.size()], all.back());
      auto const [b, mark] = all.back();
      all.pop_back();
      auto const* bytes = static_cast<unsigned char const*>(b->data);
      REQUIRE(std::all_of(bytes, bytes + b->bytes, [m = mark](unsigned char c) { return c == m; }));
      used -= b->room;
      t.p.release(b);
    } else if (what == 97) {
      t.p.trim();
    } else if (what == 98) {
      if (graph_lives) t.p.hand_over(&graph, t.stream(static_cast<int>(random() % 3)));
      graph_lives = false;
    } else if (random() % 4 == 0) {
      t.p.hand_over(t.stream(1 + static_cast<int>(random() % 2)), nullptr);
    }
    REQUIRE(t.p.statistics().used_bytes == used);
    REQUIRE(t.p.statistics().reserved_bytes == t.source.held_bytes);
  }
  for (auto const& h : all) t.p.release(h.b);
  t.p.hand_over(&graph, nullptr);
}

#if defined(__SANITIZE_ADDRESS__)
TEST_CASE("the address sanitizer watches what the pool has handed out, and nothing else") {
  storage_ptr p = take(1000);
  auto const* bytes = static_cast<char const*>(p->data);
  CHECK(!__asan_address_is_poisoned(bytes + 999));
  CHECK(__asan_address_is_poisoned(bytes + 1000));
  p = storage_ptr();
  CHECK(__asan_address_is_poisoned(bytes));
  p = take(900);
  CHECK(p->data == bytes);
  CHECK(!__asan_address_is_poisoned(bytes));
  CHECK(__asan_address_is_poisoned(bytes + 904));
}
#endif

// covers: cupy.cuda.CFunctionAllocator
TEST_CASE("a source can be exchanged only while nothing is held") {
  counting_source source;
  {
    tests::with_source const scope(source);
    storage_ptr p = take(100);
    CHECK(source.takes == 1);
    CHECK_THROWS_AS(cp::host_pool().set_source(nullptr), cp::value_error);
    std::memset(p->data, 1, 100);
    p = storage_ptr();
    CHECK_NOTHROW(cp::host_pool().set_source(nullptr));
    CHECK(source.held.empty());
    cp::host_pool().set_source(&source);
    take(5 * MiB);
    CHECK(source.held.size() == 1);
  }
  CHECK(source.held.empty());
  CHECK(source.wrong == 0);
}

// covers: cupy.cuda.MemoryPool; cupy.cuda.MemoryPool.free_all_blocks; cupy.cuda.MemoryPool.get_limit
// covers: cupy.cuda.MemoryPool.set_limit; cupy.cuda.MemoryPool.total_bytes; cupy.cuda.MemoryPool.used_bytes
TEST_CASE("the pool that arrays share: how much they hold, how much it keeps, and its limit") {
  counting_source source;
  {
    tests::with_source const scope(source);
    cp::memory_pool host = cp::host_pool();
    auto const before = host.statistics();
    CHECK(before.reserved_bytes == 0);
    storage_ptr p = take(4 * MiB);
    CHECK(host.statistics().used_bytes == before.used_bytes + 4 * MiB);
    CHECK(host.statistics().reserved_bytes == source.held_bytes);
    host.set_limit(before.used_bytes + 6 * MiB);
    CHECK(host.statistics().limit_bytes == before.used_bytes + 6 * MiB);
    CHECK_THROWS_AS(take(4 * MiB), cp::out_of_memory);
    host.set_limit(0);
    CHECK(host.statistics().limit_bytes == 0);
    p = storage_ptr();
    CHECK(host.statistics().used_bytes == before.used_bytes);
    CHECK(host.statistics().reserved_bytes == 4 * MiB);
    CHECK(host.trim() == 4 * MiB);
    CHECK(host.statistics().reserved_bytes == 0);
  }
  CHECK(source.held.empty());
}

TEST_CASE("hooks see every byte come and go, and can refuse") {
  tests::refusing_hook hook;
  {
    storage_ptr const a = take(100), b = take(3 * MiB);
    CHECK(hook.sum == 100 + 3 * MiB);
    auto const before = cp::host_pool().statistics();
    hook.left = 0;
    CHECK_THROWS_AS(take(7), tests::refused);
    CHECK(cp::host_pool().statistics().used_bytes == before.used_bytes);
    hook.left = tests::never;
  }
  CHECK(hook.sum == 0);
  CHECK(hook.allocations == 2);
}

TEST_CASE("eight threads hammer one pool") {
  auto const before = cp::host_pool().statistics();
  std::vector<std::thread> threads;
  std::vector<int> wrong(8);
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([t, &wrong] {
      std::mt19937 random(static_cast<unsigned>(t));
      std::vector<storage_ptr> mine(16);
      for (int i = 0; i < 5000; ++i) {
        storage_ptr& p = mine[random() % 16];
        if (p) {
          auto const* bytes = static_cast<unsigned char const*>(p->data);
          if (bytes[0] != bytes[p->bytes - 1] || bytes[0] != t) ++wrong[static_cast<std::size_t>(t)];
          p = storage_ptr();
        } else {
          p = take(1 + static_cast<std::int64_t>(random() % (std::uint64_t{1} << random() % 16)));
          std::memset(p->data, t, static_cast<std::size_t>(p->bytes));
        }
        if (i % 1000 == 0) cp::host_pool().trim();
        if (i % 100 == 0) (void)cp::host_pool().statistics();
      }
    });
  }
  for (std::thread& t : threads) t.join();
  for (int n : wrong) CHECK(n == 0);
  CHECK(cp::host_pool().statistics().used_bytes == before.used_bytes);
}

TEST_CASE("one thread allocates, another frees") {
  auto const before = cp::host_pool().statistics().used_bytes;
  std::vector<storage_ptr> made;
  for (int i = 0; i < 1000; ++i) made.push_back(take(100 * i));
  std::thread([mine = std::move(made)]() mutable { mine.clear(); }).join();
  CHECK(cp::host_pool().statistics().used_bytes == before);
}

TEST_CASE("CP_GPU_MEMORY_LIMIT is bytes or per cent, and nothing else") {
  using cp::runtime::limit_from_text;
  CHECK(limit_from_text("0", 1000) == 0);
  CHECK(limit_from_text("4096", 1000) == 4096);
  CHECK(limit_from_text("1e9", 1000) == 1000000000);
  CHECK(limit_from_text("50%", 1000) == 500);
  CHECK(limit_from_text("12.5%", 1000) == 125);
  CHECK(limit_from_text("100%", 1000) == 1000);
  for (char const* text :
       {"", "%", "abc", "-1", "-5%", "101%", "50%%", "50% ", "12MiB", "nan", "inf", "nan%", "1e300", "5 0"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(limit_from_text(text, 1000), cp::value_error);
  }
}

// covers: cupy.cuda.PinnedMemoryPool; cupy.get_default_pinned_memory_pool
TEST_CASE("pinned memory is host memory, and there is no device memory without a device") {
  storage_ptr const p(cp::runtime::allocate(memory_kind::pinned, 1000));
  std::memset(p->data, 1, 1000);
  cp::memory_pool const pinned = cp::pinned_pool();
  auto const used = pinned.statistics().used_bytes;
  CHECK(used >= 1000);
  {
    storage_ptr const more(cp::runtime::allocate(memory_kind::pinned, MiB));
    CHECK(pinned.statistics().used_bytes == used + MiB);
  }
  CHECK(pinned.statistics().used_bytes == used);
  if (cp::cuda::is_available()) return;
  CHECK_THROWS_AS(cp::runtime::allocate(memory_kind::device, 8), cp::cuda_error);
  CHECK_THROWS_AS(cp::runtime::allocate(memory_kind::managed, 8), cp::cuda_error);
  CHECK_THROWS_AS(cp::device_pool().statistics(), cp::cuda_error);
  CHECK_THROWS_AS(cp::set_device_allocator(cp::device_allocator::managed), cp::cuda_error);
}

TEST_CASE("a free block that fits is found behind any number of others of its class") {
  own_pool o;
  std::vector<block*> pins;
  // A block with a neighbour that stays in use, so that its chunk cannot be given back.
  auto const pinned = [&](std::int64_t bytes) {
    o.p.release(o.on(0, bytes + 2 * MiB));
    block* const b = o.on(0, bytes);
    pins.push_back(o.on(0, 2 * MiB));
    return b;
  };
  std::vector<block*> blocks{pinned(22 * MiB)};
  void const* const fits = blocks[0]->data;
  for (int i = 0; i < 40; ++i) blocks.push_back(pinned(20 * MiB));
  for (block* b : blocks) o.p.release(b);  // the last released are looked at first
  o.source.left = 0;
  block* const again = o.on(0, 22 * MiB);
  CHECK(again->room == 22 * MiB);
  CHECK(again->data == fits);
  o.p.release(again);
  for (block* b : pins) o.p.release(b);
}

TEST_CASE("the host pool does not keep every block that growing arrays leave behind") {
  own_pool o;
  for (std::int64_t n = 10; n <= 400; n += 10) o.p.release(o.on(0, n * MiB));
  CHECK(o.p.statistics().peak_used_bytes == 400 * MiB);
  CHECK(o.p.statistics().reserved_bytes <= 2 * 400 * MiB + 64 * MiB);
  CHECK(o.source.held_bytes == o.p.statistics().reserved_bytes);
}
