// Shares of memory: handles, counts, and memory of somebody else.
#include <fuse/runtime/storage.hpp>

#include <doctest.h>

#include <thread>
#include <utility>
#include <vector>

#include <fuse/runtime/memory_pool.hpp>

using cp::memory_kind;
using cp::storage_ptr;

namespace {

void count_one(void* counter) noexcept { ++*static_cast<int*>(counter); }

storage_ptr adopt(int& counter, void* data) {
  return storage_ptr(cp::runtime::adopt(data, sizeof(int), memory_kind::host, 0, count_one, &counter));
}

}  // namespace

TEST_CASE("handles share, move and let go") {
  int released = 0, value = 0;
  {
    storage_ptr a = adopt(released, &value);
    CHECK(a->references.load() == 1);
    storage_ptr b = a;
    CHECK(a == b);
    CHECK(a->references.load() == 2);
    storage_ptr c = std::move(a);
    CHECK(!a);
    CHECK(a.get() == nullptr);
    CHECK(c->references.load() == 2);
    b = b;
    CHECK(b->references.load() == 2);
    b = std::move(c);
    CHECK(b->references.load() == 1);
    CHECK(released == 0);
    a = b;
    b = storage_ptr();
    CHECK(released == 0);
  }
  CHECK(released == 1);
}

TEST_CASE("adopted memory is as it was given, and its owner hears of it exactly once") {
  int released = 0, value = 5;
  storage_ptr p = adopt(released, &value);
  CHECK(p->data == &value);
  CHECK(p->bytes == sizeof(int));
  CHECK(p->kind == memory_kind::host);
  cp::runtime::note_use(*p.get(), nullptr);
  std::vector<storage_ptr> many(100, p);
  p = storage_ptr();
  CHECK(released == 0);
  many.clear();
  CHECK(released == 1);
  storage_ptr(cp::runtime::adopt(&value, 4, memory_kind::host, 0, nullptr, nullptr));
  CHECK(value == 5);
}

TEST_CASE("the last of many threads releases, once") {
  for (int round = 0; round < 50; ++round) {
    int released = 0, value = 0;
    storage_ptr p = adopt(released, &value);
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([mine = p]() mutable {
        for (int i = 0; i < 100; ++i) {
          storage_ptr copy = mine;
          mine = std::move(copy);
        }
      });
    p = storage_ptr();
    for (std::thread& t : threads) t.join();
    threads.clear();
    CHECK(released == 1);
  }
}
