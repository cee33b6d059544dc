// The pools there are, allocations from them, and their public face.
#include <cstdlib>
#include <fuse/core/error.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/stream.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "fork.hpp"
#include "pool.hpp"
#include "stream_book.hpp"

namespace cp::runtime {

namespace {

struct pool_table {
  std::mutex mutex;
  std::map<std::pair<memory_kind, int>, std::unique_ptr<pool>> pools;
};

pool_table& table() {
  // Leaked: arrays may outlive main. A child process gets pools that no vanished thread has locked.
  static auto* const t = [] {
    all_streams();  // registers locks too, which who holds the table must not: forks take the register's lock first
    auto* const made = new pool_table;
    lock_in_forks(
        [](void* x) {
          auto& all = *static_cast<pool_table*>(x);
          all.mutex.lock();
          for (auto& [key, p] : all.pools)
            if (p != nullptr) p->lock();
        },
        [](void* x) {
          auto& all = *static_cast<pool_table*>(x);
          for (auto& [key, p] : all.pools)
            if (p != nullptr) p->unlock();
          all.mutex.unlock();
        },
        made, lock_floor::pools);
    return made;
  }();
  return *t;
}

[[maybe_unused]] bool const made = make_before_forks([] {
  (void)table();
  (void)pool_of(memory_kind::host, 0);
});

std::int64_t limit_from_environment() {
  char const* text = std::getenv("CP_GPU_MEMORY_LIMIT");
  if (text == nullptr || *text == '\0') return 0;
  std::int64_t free_bytes = 0, total_bytes = 0;
  device_memory(free_bytes, total_bytes);
  return limit_from_text(text, total_bytes);
}

}  // namespace

std::int64_t limit_from_text(char const* text, std::int64_t total_bytes) {
  char* end = nullptr;
  double const number = std::strtod(text, &end);
  bool const percent = end != text && *end == '%';
  if (percent) ++end;
  if (end == text || *end != '\0' || !(number >= 0 && number <= (percent ? 100.0 : static_cast<double>(most_bytes))))
    throw value_error(
        std::string("cp: CP_GPU_MEMORY_LIMIT must be a number of bytes or a percentage such as 50%, not \"") + text +
        "\"");
  return static_cast<std::int64_t>(percent ? number / 100 * static_cast<double>(total_bytes) : number);
}

pool& pool_of(memory_kind kind, int device) {
  int const index = kind == memory_kind::host || kind == memory_kind::pinned ? 0 : device;
  thread_local pool* last[4] = {};
  thread_local int last_index[4] = {};
  auto const k = static_cast<std::size_t>(kind);
  if (last[k] != nullptr && last_index[k] == index) return *last[k];
  pool_table& t = table();
  std::lock_guard const lock(t.mutex);
  auto& p = t.pools[{kind, index}];
  if (p == nullptr) {
    memory_source* const source = default_source(kind);
    auto made = std::make_unique<pool>(kind, index, source);
    if (kind == memory_kind::device) made->set_limit(limit_from_environment());
    p = std::move(made);
  }
  last[k] = p.get();
  last_index[k] = index;
  return *p;
}

void for_each_pool(void (*f)(pool&, void*), void* context) {
  pool_table& t = table();
  std::lock_guard const lock(t.mutex);
  for (auto& [key, p] : t.pools)
    if (p != nullptr) f(*p, context);
}

storage* allocate(memory_kind kind, std::int64_t bytes) {
  if (bytes < 0) throw value_error("cp: an allocation of " + std::to_string(bytes) + " bytes was asked for");
  if (kind != memory_kind::host) enter_device();
  int const device = kind == memory_kind::host ? 0 : cuda::current_device();
  allocation_place const place = place_of_allocation(kind);
  try {
    return pool_of(kind, device).allocate(bytes, place.stream, place.key, device);
  } catch (std::bad_alloc const&) {
    throw_out_of_bookkeeping(bytes);
  } catch (out_of_memory const&) {
    if (kind != memory_kind::host) wait_for_the_end();
    throw;
  }
}

constinit detail::atomic<bool> has_several_devices{false};

namespace {

bool is_of_another_device(storage const& memory) noexcept {
  return memory.kind == memory_kind::device && memory.device != cuda::current_device();
}

}  // namespace

void note_use(storage& memory, stream_handle stream) {
  if (has_several_devices.load(detail::order::relaxed)) {
    if (is_of_another_device(memory))
      throw value_error("cp: an array lies on device " + std::to_string(memory.device) +
                        ", and the current device is " + std::to_string(cuda::current_device()) +
                        "; work on the array's device (cp::cuda::device_guard), or bring it over through the host");
    if (memory.stream == stream && memory.kind != memory_kind::pinned) return;
  }
  block* const b = block_of(memory);
  if (is_capturing_device()) {  // what was not allocated in the capture is its user's to keep
    if (b != nullptr && (memory.kind == memory_kind::pinned || !is_capture_stream(stream))) b->owner->hold(b);
    return;
  }
  memory.used_elsewhere.store(true, detail::order::relaxed);
  if (b == nullptr) return;
  try {
    b->owner->note_use(b, stream, cuda::current_device());
  } catch (std::bad_alloc const&) {
    throw_out_of_bookkeeping(0);
  }
}

bool may_reuse(storage& memory) noexcept {
  if (memory.adopted) return false;
  if (memory.kind == memory_kind::host || is_capturing()) return true;
  if (has_several_devices.load(detail::order::relaxed) && is_of_another_device(memory)) return false;
  bool const elsewhere = memory.used_elsewhere.load(detail::order::relaxed);
  if (memory.kind != memory_kind::pinned) return !elsewhere && memory.stream == current_stream().handle;
  block* const b = block_of(memory);
  return !elsewhere || (b != nullptr && b->owner->wait_for_uses(b));
}

namespace {

struct adopted_storage : storage {
  void (*release_memory)(void*) noexcept = nullptr;
};

}  // namespace

storage* adopt(void* data, std::int64_t bytes, memory_kind kind, int device, void (*release_memory)(void*) noexcept,
               void* context) {
  adopted_storage* s = nullptr;
  try {
    s = new adopted_storage;
  } catch (std::bad_alloc const&) {
    throw_out_of_bookkeeping(bytes);
  }
  s->data = data;
  s->bytes = bytes;
  s->kind = kind;
  s->device = device;
  s->context = context;
  s->release_memory = release_memory;
  s->adopted = true;
  s->release = [](storage* self) noexcept {
    auto* a = static_cast<adopted_storage*>(self);
    if (a->release_memory != nullptr) a->release_memory(a->context);
    delete a;
  };
  return s;
}

}  // namespace cp::runtime

namespace cp {

namespace {
runtime::pool& pool_here(memory_kind kind) {
  return runtime::pool_of(kind, kind == memory_kind::host ? 0 : cuda::current_device());
}
}  // namespace

pool_statistics memory_pool::statistics() const { return pool_here(kind_).statistics(); }
void memory_pool::set_limit(std::int64_t bytes) { pool_here(kind_).set_limit(bytes); }
std::int64_t memory_pool::trim() { return pool_here(kind_).trim(); }
void memory_pool::reset_peak() { pool_here(kind_).reset_peak(); }
void memory_pool::set_source(memory_source* source) { pool_here(kind_).set_source(source); }
void memory_pool::set_hook(memory_hook hook, void* context) { pool_here(kind_).set_hook(hook, context); }

}  // namespace cp
