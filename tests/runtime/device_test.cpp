// The runtime on a GPU: order across streams, graphs' memory, limits, failing launches, copies. Passes at once without
// one.
#include <fuse/runtime/device.hpp>

#include <doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fuse/core/config.hpp>
#include <fuse/core/error.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/graph.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/stream.hpp>

#include "runtime/delay.hpp"

#if FUSE_CUDA
#include <cuda_runtime_api.h>

using cp::memory_kind;
using cp::storage_ptr;

namespace {

constexpr std::int64_t MiB = 1 << 20;

storage_ptr take(std::int64_t bytes, memory_kind kind = memory_kind::device) {
  return storage_ptr(cp::runtime::allocate(kind, bytes));
}
void set(storage_ptr const& p, int value) { cp::runtime::set_bytes(p->data, p->kind, value, p->bytes); }
void copy(storage_ptr const& to, storage_ptr const& from) {
  for (storage_ptr const* p : {&to, &from})
    if ((*p)->stream != cp::current_stream().handle) cp::runtime::note_use(*p->get(), cp::current_stream().handle);
  cp::runtime::copy_bytes(to->data, to->kind, from->data, from->kind, std::min(to->bytes, from->bytes));
}
/// The byte that all of `p` has, or -1. Waits for the current stream.
int only_byte(storage_ptr const& p) {
  std::vector<unsigned char> host(static_cast<std::size_t>(p->bytes));
  cp::runtime::copy_bytes(host.data(), memory_kind::host, p->data, p->kind, p->bytes);
  bool const same = std::all_of(host.begin(), host.end(), [&](unsigned char c) { return c == host[0]; });
  return same ? host[0] : -1;
}
using tests::delay;

}  // namespace

#define GPU_TEST(name)                        \
  static void name##_body();                  \
  TEST_CASE(#name) {                          \
    if (!cp::cuda::is_available()) return;    \
    name##_body();                            \
    CHECK(cudaGetLastError() == cudaSuccess); \
    cp::cuda::synchronize_device();           \
  }                                           \
  static void name##_body()

// covers: cupy.cuda.Device.__enter__; cupy.cuda.Device.__exit__; cupy.cuda.Device.use; cupy.cuda.get_device_id
// covers: current device concept
GPU_TEST(properties_and_guards) {
  auto const p = cp::cuda::properties();
  CHECK(!p.name.empty());
  CHECK(p.multiprocessors > 0);
  CHECK(p.memory_bytes >= p.free_bytes);
  CHECK(p.shared_bytes_per_block >= 48 * 1024);
  int const count = cp::cuda::device_count();
  CHECK_THROWS_AS(cp::cuda::set_device(count), cp::index_error);
  CHECK_THROWS_AS(cp::cuda::set_device(-1), cp::index_error);
  CHECK_THROWS_AS(cp::cuda::properties(count), cp::index_error);
  CHECK_THROWS_AS(cp::cuda::device_guard{count}, cp::index_error);
  CHECK(cp::cuda::current_device() == 0);
  {
    cp::cuda::device_guard const guard(count - 1);
    CHECK(cp::cuda::current_device() == count - 1);
  }
  CHECK(cp::cuda::current_device() == 0);
  cp::cuda::set_device(count - 1);
  CHECK(cp::cuda::current_device() == count - 1);
  cp::cuda::set_device(0);
  CHECK(cp::cuda::current_device() == 0);
}

// covers: cupy.cuda.Device.synchronize
GPU_TEST(waiting_for_the_device_waits_for_all_streams) {
  cp::stream s, t;
  for (cp::stream* one : {&s, &t}) {
    cp::stream_guard const guard(*one);
    delay(20);
  }
  CHECK(!cp::stream_ref(s).is_done());
  CHECK(!cp::stream_ref(t).is_done());
  cp::cuda::synchronize_device();
  CHECK(cp::stream_ref(s).is_done());
  CHECK(cp::stream_ref(t).is_done());
}

GPU_TEST(freed_memory_is_reused_on_its_stream_at_once) {
  cp::stream s;
  cp::stream_guard const guard(s);
  storage_ptr a = take(8 * MiB);
  void* const where = a->data;
  CHECK(a->stream == cp::current_stream().handle);
  delay();
  set(a, 1);
  a = storage_ptr();
  storage_ptr const b = take(8 * MiB);
  CHECK(b->data == where);
  CHECK(!cp::current_stream().is_done());
  set(b, 2);
  CHECK(only_byte(b) == 2);
}

GPU_TEST(memory_used_on_another_stream_is_not_overwritten_early) {
  for (int round = 0; round < 5; ++round) {
    cp::stream s, t;
    storage_ptr a, seen;
    {
      cp::stream_guard const guard(s);
      a = take(16 * MiB);
      set(a, 1);
      cp::synchronize();
    }
    {
      cp::stream_guard const guard(t);
      seen = take(16 * MiB);
      delay();
      copy(seen, a);
    }
    {
      cp::stream_guard const guard(s);
      void* const where = a->data;
      a = storage_ptr();
      storage_ptr const b = take(16 * MiB);
      CHECK(b->data == where);
      CHECK(!cp::stream_ref(t).is_done());  // nobody has waited
      set(b, 9);
      cp::synchronize();
    }
    cp::stream_guard const guard(t);
    CHECK(only_byte(seen) == 1);
  }
}

GPU_TEST(streams_die_before_their_arrays) {
  storage_ptr a, other = take(4 * MiB);
  {
    cp::stream s;
    cp::stream_guard const guard(s);
    a = take(4 * MiB);
    delay(20);
    set(a, 5);
    set(other, 6);
    cp::runtime::note_use(*other.get(), cp::current_stream().handle);
  }
  CHECK(a->stream == nullptr);
  CHECK(only_byte(a) == 5);
  CHECK(only_byte(other) == 6);
  a = other = storage_ptr();
  for (int i = 0; i < 200; ++i) {
    cp::stream s;
    cp::stream_guard const guard(s);
    a = take(1000);
    set(a, i);
  }
  CHECK(only_byte(a) == 199);
  a = storage_ptr();
  cp::device_pool().trim();
  CHECK(cp::device_pool().statistics().used_bytes == 0);
  CHECK(cp::device_pool().statistics().reserved_bytes == 0);
}

GPU_TEST(many_streams_and_threads_keep_their_bytes) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(8);
  for (int n = 0; n < 8; ++n)
    threads.emplace_back([n, &wrong] {
      for (int round = 0; round < 10; ++round) {
        cp::stream s;
        cp::stream_guard const guard(s);
        std::vector<storage_ptr> mine;
        for (int i = 0; i < 20; ++i) {
          mine.push_back(take(1000 + 100000 * (i % 7)));
          set(mine.back(), n);
          if (i % 3 == 0) mine.erase(mine.begin());
        }
        for (storage_ptr const& p : mine)
          if (only_byte(p) != n) ++wrong[static_cast<std::size_t>(n)];
      }
    });
  for (std::thread& t : threads) t.join();
  for (int w : wrong) CHECK(w == 0);
}

GPU_TEST(copies_between_all_kinds_of_memory) {
  std::vector<memory_kind> const kinds = {memory_kind::host, memory_kind::pinned, memory_kind::device,
                                          memory_kind::managed};
  for (std::int64_t bytes : {std::int64_t{1}, std::int64_t{1000}, 5 * MiB}) {
    for (memory_kind to : kinds) {
      for (memory_kind from : kinds) {
        storage_ptr const a = take(bytes, from), b = take(bytes, to);
        set(a, 3);
        set(b, 0);
        cp::synchronize();
        auto const before = cp::count();
        copy(b, a);
        bool const on_host = (to == memory_kind::host || to == memory_kind::pinned) &&
                             (from == memory_kind::host || from == memory_kind::pinned);
        CHECK((cp::count() - before).copies == (bytes > 16 || !on_host ? 1 : 0));  // reading an element is no copy
        cp::synchronize();
        CHECK(only_byte(b) == 3);
      }
    }
  }
  cp::runtime::copy_bytes(nullptr, memory_kind::device, nullptr, memory_kind::host, 0);
  cp::runtime::set_bytes(nullptr, memory_kind::device, 0, 0);
}

GPU_TEST(pinned_copies_do_not_wait_and_pageable_ones_are_done) {
  storage_ptr const device = take(MiB), pinned = take(MiB, memory_kind::pinned), host = take(MiB, memory_kind::host);
  cp::stream s;
  cp::stream_guard const guard(s);
  auto before = cp::count();
  delay();
  set(device, 7);
  copy(pinned, device);
  CHECK(!cp::current_stream().is_done());
  CHECK((cp::count() - before).synchronizations == 0);
  copy(host, device);
  CHECK((cp::count() - before).synchronizations == 1);
  CHECK(static_cast<unsigned char const*>(host->data)[MiB - 1] == 7);
  int value = 0;
  cp::runtime::read_bytes(&value, device->data, memory_kind::device, 4);
  CHECK(value == 0x07070707);
}

// covers: cupy.cuda.Event; cupy.cuda.Event.done; cupy.cuda.Event.record; cupy.cuda.Stream.done
// covers: cupy.cuda.Stream.record; cupy.cuda.Stream.synchronize; cupy.cuda.Stream.wait_event
// covers: cupy.cuda.get_elapsed_time
GPU_TEST(events_measure_the_device) {
  cp::stream s;
  cp::event begin, end;
  begin.record(s);
  {
    cp::stream_guard const guard(s);
    delay(30);
  }
  end.record(s);
  CHECK(!end.is_done());
  CHECK(!cp::stream_ref(s).is_done());
  double const ms = end.elapsed_ms_since(begin);
  CHECK(ms >= 29);
  CHECK(ms < 5000);
  CHECK(end.is_done());

  cp::stream t;
  cp::event point(false);
  {
    cp::stream_guard const guard(s);
    delay(30);
  }
  point.record(s);
  point.wait_on(t);
  CHECK(!cp::stream_ref(t).is_done());
  t.synchronize();
  CHECK(cp::stream_ref(s).is_done());
}

// covers: cupy.cuda.MemoryPool.set_limit; cupy.cuda.memory.OutOfMemoryError; cupy.get_default_memory_pool
GPU_TEST(a_limit_for_the_device) {
  auto const used = cp::device_pool().statistics().used_bytes;
  cp::device_pool().set_limit(used + 8 * MiB);
  storage_ptr const a = take(6 * MiB);
  try {
    take(4 * MiB);
    FAIL("beyond the limit");
  } catch (cp::out_of_memory const& e) {
    CHECK(e.requested_bytes == 4 * MiB);
    CHECK(e.used_bytes == used + 6 * MiB);
    CHECK(std::string(e.what()).find("device memory") != std::string::npos);
    CHECK(std::string(e.what()).find("bytes free") != std::string::npos);
  }
  cp::device_pool().set_limit(0);
  auto const p = cp::cuda::properties();
  CHECK_THROWS_AS(take(p.memory_bytes + MiB), cp::out_of_memory);
  set(a, 1);
  CHECK(only_byte(a) == 1);
  CHECK_THROWS_AS(take(std::int64_t{1} << 50, memory_kind::pinned), cp::out_of_memory);
}

GPU_TEST(cached_memory_of_other_streams_is_used_before_a_request_fails) {
  cp::device_pool().trim();
  auto const p = cp::cuda::properties();
  std::int64_t const most = p.free_bytes / 10 * 8 / (2 * MiB) * (2 * MiB);
  cp::stream s;
  {
    cp::stream_guard const guard(s);
    take(most);
  }
  CHECK(cp::device_pool().statistics().reserved_bytes >= most);
  storage_ptr const a = take(most);
  cp::runtime::set_bytes(a->data, a->kind, 1, MiB);
}

// covers: cupy.cuda.set_allocator
GPU_TEST(set_device_allocator_variants) {
  cp::device_pool().trim();
  for (auto which :
       {cp::device_allocator::cuda_malloc_async, cp::device_allocator::managed, cp::device_allocator::cuda_malloc}) {
    CHECK_NOTHROW(cp::set_device_allocator(which));
    storage_ptr a = take(8 * MiB);
    set(a, 4);
    CHECK(only_byte(a) == 4);
    CHECK_THROWS_AS(cp::set_device_allocator(which == cp::device_allocator::managed ? cp::device_allocator::cuda_malloc
                                                                                    : cp::device_allocator::managed),
                    cp::value_error);
    a = storage_ptr();
    CHECK_THROWS_AS(cp::capture([&] { cp::set_device_allocator(which); }, true), cp::value_error);
    CHECK(cp::device_pool().trim() == 8 * MiB);
    if (which != cp::device_allocator::managed)  // managed memory may be promised beyond what there is
      CHECK_THROWS_AS(take(cp::cuda::properties().memory_bytes * 64), cp::out_of_memory);
  }
}

namespace {
void no_kernel() {}
}  // namespace

// covers: cupy.cuda.runtime.CUDARuntimeError
GPU_TEST(a_launch_that_fails_says_what_and_leaves_things_usable) {
  cp::runtime::launch_shape shape;
  shape.grid_x = 3;
  try {
    cp::runtime::launch(reinterpret_cast<void const*>(&no_kernel), shape, nullptr, "no_kernel");
    FAIL("this is no kernel");
  } catch (cp::cuda_error const& e) {
    CHECK(e.code != 0);
    CHECK(std::string(e.what()).find("no_kernel") != std::string::npos);
    CHECK(std::string(e.what()).find("grid 3 x 1 x 1") != std::string::npos);
  }
  shape.shared_bytes = 100 * 1024;
  CHECK_THROWS_AS(cp::runtime::launch(reinterpret_cast<void const*>(&no_kernel), shape, nullptr, nullptr),
                  cp::cuda_error);
  storage_ptr const a = take(1000);
  set(a, 8);
  CHECK(only_byte(a) == 8);
}

GPU_TEST(a_graph_keeps_its_temporaries) {
  storage_ptr const in = take(4 * MiB), out = take(4 * MiB);
  set(in, 1);
  storage_ptr made;
  cp::graph g = cp::capture([&] {
    storage_ptr t = take(4 * MiB);
    copy(t, in);
    storage_ptr const u = take(4 * MiB);
    copy(u, t);
    t = storage_ptr();
    storage_ptr const v = take(4 * MiB);  // where t was
    copy(v, u);
    copy(out, v);
    made = take(1000);
    set(made, 44);
  });
  CHECK(g.size() == 5);
  set(out, 0);
  CHECK(only_byte(out) == 0);
  g.launch();
  CHECK(only_byte(out) == 1);
  CHECK(only_byte(made) == 44);
  for (int i = 2; i < 5; ++i) {
    cp::device_pool().trim();
    std::vector<storage_ptr> noise;
    for (int k = 0; k < 20; ++k) {
      noise.push_back(take(4 * MiB));
      set(noise.back(), 200);
    }
    set(in, i);
    cp::stream s;
    cp::synchronize();
    {
      cp::stream_guard const guard(s);
      g.launch();
      cp::synchronize();
    }
    CHECK(only_byte(out) == i);
    for (storage_ptr const& p : noise) CHECK(only_byte(p) == 200);
  }
  // The last stream that it ran on is gone by now.
  g = cp::graph();
  CHECK(only_byte(made) == 44);
  made = storage_ptr();
  storage_ptr const again = take(4 * MiB);
  set(again, 3);
  CHECK(only_byte(again) == 3);
}

GPU_TEST(a_graph_may_die_while_it_runs) {
  for (int round = 0; round < 5; ++round) {
    cp::stream s;
    cp::stream_guard const guard(s);
    storage_ptr const in = take(16 * MiB), out = take(16 * MiB);
    set(in, 1);
    {
      cp::graph const g = cp::capture([&] {
        storage_ptr const t = take(16 * MiB);
        copy(t, in);
        delay(20);
        copy(out, t);
      });
      g.launch();
    }
    storage_ptr const next = take(16 * MiB);  // on the stream that the graph ran on: in order
    set(next, 9);
    CHECK(only_byte(out) == 1);
  }
}

GPU_TEST(what_cannot_be_captured_is_refused) {
  storage_ptr const a = take(1000), pinned = take(1000, memory_kind::pinned), host = take(1000, memory_kind::host);
  set(a, 1);
  std::vector<std::pair<char const*, std::function<void()>>> const refused = {
      {"synchronize", [] { cp::synchronize(); }},
      {"the device", [] { cp::cuda::synchronize_device(); }},
      {"an event", [] { cp::event().synchronize(); }},
      {"asking", [] { (void)cp::current_stream().is_done(); }},
      {"to the host", [&] { copy(host, a); }},
      {"from the host", [&] { copy(a, host); }},
      {"an element",
       [&] {
         int i = 0;
         cp::runtime::read_bytes(&i, a->data, memory_kind::device, 4);
       }},
      {"host work", [&] { set(host, 1); }},
      {"trim", [] { cp::device_pool().trim(); }},
      {"nesting", [] { (void)cp::capture([] {}); }},
  };
  for (auto const& [name, f] : refused) {
    CAPTURE(name);
    CHECK_THROWS_AS(cp::capture(f), cp::value_error);
    CHECK(cp::current_stream() == cp::stream_ref());
    // Survived inside, it does not break the capture either.
    cp::graph const g = cp::capture([&, work = f] {
      set(a, 1);
      CHECK_THROWS_AS(work(), cp::value_error);
      set(a, 2);
      copy(pinned, a);
    });
    set(a, 0);
    g.launch();
    CHECK(only_byte(a) == 2);
    CHECK(static_cast<unsigned char const*>(pinned->data)[999] == 2);
  }
  CHECK_THROWS_AS(cp::capture([&] { set(a, 1); }, false), cp::value_error);
  CHECK_THROWS_AS(cp::capture([&] { copy(a, pinned); }, false), cp::value_error);
  CHECK(only_byte(a) == 2);
}

GPU_TEST(memory_running_out_in_a_capture) {
  storage_ptr const a = take(1000);
  std::int64_t const much = cp::cuda::properties().memory_bytes + MiB;
  CHECK_THROWS_AS(cp::capture([&] {
                    set(a, 1);
                    take(much);
                  }),
                  cp::out_of_memory);
  cp::graph const g = cp::capture([&] {
    set(a, 3);
    CHECK_THROWS_AS(take(much), cp::out_of_memory);
    storage_ptr const t = take(64 * MiB);  // new memory while capturing
    set(t, 5);
    cp::runtime::copy_bytes(a->data, a->kind, t->data, t->kind, 1000);
  });
  g.launch();
  CHECK(only_byte(a) == 5);
}

GPU_TEST(capturing_in_one_thread_while_another_allocates) {
  bool stop = false;
  std::thread other([&] {
    for (int i = 0; i < 200; ++i) {
      cp::stream s;
      cp::stream_guard const guard(s);
      storage_ptr const p = take(3 * MiB + i * 4096);
      set(p, 1);
    }
    stop = true;
  });
  storage_ptr const out = take(MiB);
  for (int i = 0; i < 50; ++i) {
    cp::graph const g = cp::capture([&] {
      storage_ptr const t = take(MiB + i * 100000);
      set(t, i);
      cp::runtime::copy_bytes(out->data, out->kind, t->data, t->kind, MiB);
    });
    g.launch();
    CHECK(only_byte(out) == i);
  }
  other.join();
  CHECK(stop);
}

GPU_TEST(pinned_memory_is_had_again_when_copies_are_done) {
  cp::stream s;
  cp::stream_guard const guard(s);
  std::vector<storage_ptr> batches;
  delay();
  for (int i = 0; i < 16; ++i) {
    storage_ptr const p = take(MiB, memory_kind::pinned);
    std::memset(p->data, i, MiB);
    batches.push_back(take(MiB));
    cp::runtime::note_use(*p.get(), cp::current_stream().handle);
    copy(batches.back(), p);
  }
  CHECK(!cp::current_stream().is_done());
  for (int i = 0; i < 16; ++i) CHECK(only_byte(batches[static_cast<std::size_t>(i)]) == i);
  auto const before = cp::pinned_pool().statistics().system_allocations;
  for (int i = 0; i < 16; ++i) take(MiB, memory_kind::pinned);
  CHECK(cp::pinned_pool().statistics().system_allocations == before);
}

// covers: cupy.cuda.ExternalStream
GPU_TEST(borrowed_streams_may_be_destroyed_before_arrays_are_freed) {
  for (int round = 0; round < 20; ++round) {
    CAPTURE(round);
    cudaStream_t borrowed = nullptr;
    REQUIRE(cudaStreamCreateWithFlags(&borrowed, cudaStreamNonBlocking) == cudaSuccess);
    storage_ptr allocated, used = take(4 * MiB), both, seen = take(4 * MiB);
    set(used, 1);
    cp::synchronize();
    {
      cp::stream_guard const guard(cp::stream_ref{borrowed});
      allocated = take(4 * MiB);
      both = take(4 * MiB);
      set(allocated, 2);
      delay(5);
      copy(seen, used);
    }
    cp::runtime::note_use(*both.get(), nullptr);
    set(both, 3);
    REQUIRE(cudaStreamDestroy(borrowed) == cudaSuccess);  // its work goes on
    if (round % 2 == 0) allocated = both = storage_ptr();
    void const* const where = used->data;
    used = storage_ptr();
    storage_ptr const next = take(4 * MiB);
    CHECK(next->data == where);
    set(next, 9);
    // The same handle, another stream.
    cudaStream_t second = nullptr;
    REQUIRE(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) == cudaSuccess);
    {
      cp::stream_guard const guard(cp::stream_ref{second});
      storage_ptr const more = take(4 * MiB);
      set(more, 7);
      CHECK(only_byte(more) == 7);
    }
    REQUIRE(cudaStreamDestroy(second) == cudaSuccess);
    allocated = both = storage_ptr();
    cp::cuda::synchronize_device();
    CHECK(only_byte(seen) == 1);
    CHECK(only_byte(next) == 9);
    if (round % 5 == 4) cp::device_pool().trim();
  }
  CHECK_THROWS_AS(cp::stream_guard{cp::stream_ref{cudaStreamPerThread}}, cp::value_error);
  cp::stream_guard const legacy(cp::stream_ref{cudaStreamLegacy});
  CHECK(cp::current_stream() == cp::stream_ref());
}

GPU_TEST(no_call_of_another_thread_breaks_a_capture) {
  storage_ptr const out = take(MiB);
  auto const p = cp::cuda::properties();
  for (int i = 0; i < 5; ++i) {
    std::vector<std::function<void()>> const calls = {
        [] { cp::device_pool().trim(); },
        [] { cp::pinned_pool().trim(); },
        [] { cp::cuda::synchronize_device(); },
        [] { cp::synchronize(); },
        [&] { CHECK_THROWS_AS(take(p.memory_bytes * 2), cp::out_of_memory); },
        [] {
          cp::stream s;
          cp::stream_guard const guard(s);
          storage_ptr const a = take(3 * MiB), pinned = take(3 * MiB, memory_kind::pinned);
          cp::runtime::note_use(*pinned.get(), cp::current_stream().handle);
          copy(a, pinned);
        },
        [] { take(MiB, memory_kind::pinned); },
        [] {
          cp::event e;
          e.record();
          (void)e.is_done();
          e.synchronize();
        },
        [] {
          cp::set_device_allocator(cp::device_allocator::cuda_malloc);
          (void)cp::cuda::properties();
        },
        [] { (void)cp::current_stream().is_done(); },
    };
    for (std::size_t c = 0; c < calls.size(); ++c) {
      CAPTURE(c);
      take(5 * MiB);  // something cached
      cp::graph const g = cp::capture([&] {
        storage_ptr const t = take(MiB);
        set(t, i + 1);
        std::thread([&] { CHECK_NOTHROW(calls[c]()); }).join();
        copy(out, t);
      });
      set(out, 0);
      g.launch();
      CHECK(only_byte(out) == i + 1);
    }
  }
}

GPU_TEST(trim_while_another_thread_captures_leaves_busy_memory_alone) {
  // Work that is under way, memory that it was given and that was freed, and a trim that must wait for it.
  cp::stream s;
  storage_ptr const seen = take(64 * MiB);
  {
    cp::stream_guard const guard(s);
    storage_ptr const a = take(64 * MiB);
    set(a, 5);
    delay(30);
    copy(seen, a);
  }
  cp::graph const g = cp::capture([&] {
    storage_ptr const t = take(MiB);
    set(t, 1);
    std::thread([&] {
      cp::device_pool().trim();
      storage_ptr const b = take(64 * MiB);
      set(b, 9);
      cp::synchronize();
    }).join();
  });
  s.synchronize();
  CHECK(only_byte(seen) == 5);
  g.launch();
}

GPU_TEST(every_device_of_the_machine) {
  int const count = cp::cuda::device_count();
  for (int d = 0; d < count; ++d) {
    cp::cuda::device_guard const guard(d);
    storage_ptr const a = take(MiB), pinned = take(MiB, memory_kind::pinned);
    CHECK(a->device == d);
    set(a, d + 1);
    copy(pinned, a);
    cp::synchronize();
    CHECK(static_cast<unsigned char const*>(pinned->data)[5] == d + 1);
  }
  if (count < 2) return;
  // Freed while another device is current, after work on another stream of its own device.
  storage_ptr a, seen;
  cp::stream s;
  {
    cp::cuda::device_guard const guard(1);
    cp::stream t;
    a = take(MiB);
    set(a, 1);
    cp::synchronize();
    {
      cp::stream_guard const on(t);
      seen = take(MiB);
      delay();
      copy(seen, a);
      cp::cuda::device_guard const home(0);
      a = storage_ptr();
    }
    storage_ptr const b = take(MiB);
    set(b, 2);
    cp::synchronize();
    cp::stream_guard const on(t);
    CHECK(only_byte(seen) == 1);
    seen = storage_ptr();
  }
}
#endif

TEST_CASE("a build without CUDA has no device") {
  if (!FUSE_CUDA) CHECK(!cp::cuda::is_available());
}
