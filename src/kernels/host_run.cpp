// Running a loop on the host: blocks of contiguous elements, buffers for operands that are not, parts for threads.
#include <fuse/kernels/host_loop.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>

namespace cp::kernels {

namespace {

constexpr std::int64_t block = 512;      // elements a call of the kernel: small enough for 16 operands to stay in the L1 cache
constexpr int max_axes = 32;
constexpr int max_operands = 64;          // of one kernel; evaluate asserts it while compiling

template <class T>
void gather_run(void* to, void const* from, std::int64_t stride, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t i = 0; i < n; ++i) t[i] = f[i * stride];
}
template <class T>
void scatter_run(void* to, void const* from, std::int64_t stride, std::int64_t n) {
  T* const t = static_cast<T*>(to);
  T const* const f = static_cast<T const*>(from);
  for (std::int64_t i = 0; i < n; ++i) t[i * stride] = f[i];
}
struct wide {
  std::int64_t a, b;
};

void gather_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int32_t itemsize) {
  switch (itemsize) {
    case 1: return gather_run<std::int8_t>(to, from, stride, n);
    case 2: return gather_run<std::int16_t>(to, from, stride, n);
    case 4: return gather_run<std::int32_t>(to, from, stride, n);
    case 8: return gather_run<std::int64_t>(to, from, stride, n);
    case 16: return gather_run<wide>(to, from, stride, n);
    default:
      for (std::int64_t i = 0; i < n; ++i)
        std::memcpy(static_cast<char*>(to) + i * itemsize, static_cast<char const*>(from) + i * stride * itemsize, static_cast<std::size_t>(itemsize));
  }
}
void scatter_run(void* to, void const* from, std::int64_t stride, std::int64_t n, std::int32_t itemsize) {
  switch (itemsize) {
    case 1: return scatter_run<std::int8_t>(to, from, stride, n);
    case 2: return scatter_run<std::int16_t>(to, from, stride, n);
    case 4: return scatter_run<std::int32_t>(to, from, stride, n);
    case 8: return scatter_run<std::int64_t>(to, from, stride, n);
    case 16: return scatter_run<wide>(to, from, stride, n);
    default:
      for (std::int64_t i = 0; i < n; ++i)
        std::memcpy(static_cast<char*>(to) + i * stride * itemsize, static_cast<char const*>(from) + i * itemsize, static_cast<std::size_t>(itemsize));
  }
}

/// A loop with everything a thread needs to run any part of it.
struct job {
  host_chunk chunk;
  int cost;
  loop_view view;
  unsigned char const* scalars;

  bool is_counting(int k) const { return view.kind[k] == access::counting; }
  bool is_staying(int k) const { return view.kind[k] == access::staying; }
};

/// The place of an element: indices of all axes, innermost first.
struct place {
  std::int64_t index[max_axes] = {};
};

/// Copies `n` elements of operand `k` that begin at `at` into `to` (positions are computed), or back from it.
enum class direction { in, out };
template <direction Way>
void move_block(job const& j, int k, place at, std::int64_t n, void* buffer) {
  loop_view const& v = j.view;
  std::int32_t const size = j.is_counting(k) ? 8 : v.itemsize[k];
  char* b = static_cast<char*>(buffer);
  while (n > 0) {
    std::int64_t offset = 0;
    for (int a = 0; a < v.rank; ++a) offset += at.index[a] * v.stride(k, a);
    std::int64_t const run = v.rank == 0 ? n : std::min(n, v.shape[0] - at.index[0]);
    std::int64_t const step = v.rank == 0 ? 0 : v.stride(k, 0);
    if (j.is_counting(k)) {
      std::int64_t const first = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(v.data[k])) + offset;
      for (std::int64_t i = 0; i < run; ++i) reinterpret_cast<std::int64_t*>(b)[i] = first + i * step;
    } else if constexpr (Way == direction::in) {
      gather_run(b, static_cast<char*>(v.data[k]) + offset * size, step, run, size);
    } else {
      scatter_run(static_cast<char*>(v.data[k]) + offset * size, b, step, run, size);
    }
    b += run * size;
    n -= run;
    if (n == 0) return;
    at.index[0] = 0;
    for (int a = 1; a < v.rank; ++a) {
      if (++at.index[a] < v.shape[a]) break;
      at.index[a] = 0;
    }
  }
}

/// Buffers of one thread, and what the broadcast ones hold (so that a row's constant is spread once).
struct scratch {
  std::unique_ptr<unsigned char[]> memory;
  void* buffer[max_operands] = {};
  std::int64_t spread_offset[max_operands];
  std::int64_t spread_count[max_operands];

  explicit scratch(job const& j) {
    std::size_t bytes = 0;
    for (int k = 0; k < j.view.count; ++k) bytes += static_cast<std::size_t>(block) * static_cast<std::size_t>(std::max(j.view.itemsize[k], 8)) + 64;
    memory = std::make_unique_for_overwrite<unsigned char[]>(bytes + 64);
    unsigned char* p = memory.get() + (64 - reinterpret_cast<std::uintptr_t>(memory.get()) % 64);
    for (int k = 0; k < j.view.count; ++k) {
      buffer[k] = p;
      p += (static_cast<std::size_t>(block) * static_cast<std::size_t>(std::max(j.view.itemsize[k], 8)) + 63) / 64 * 64;
      spread_count[k] = -1;
      spread_offset[k] = 0;
    }
  }
};

/// Evaluates `n` elements from `at` on (at most `block`). `in_row`: they lie in one row (one run of the innermost axis).
void run_block(job const& j, scratch& s, place const& at, std::int64_t n, bool in_row) {
  loop_view const& v = j.view;
  void* data[max_operands];
  for (int k = 0; k < v.count; ++k) {
    std::int64_t offset = 0;
    for (int a = 0; a < v.rank; ++a) offset += at.index[a] * v.stride(k, a);
    std::int32_t const size = v.itemsize[k];
    bool const output = k < v.outputs;
    if (j.is_staying(k)) {
      data[k] = v.data[k];
    } else if (!j.is_counting(k) && in_row && v.stride(k, 0) == 1) {
      data[k] = static_cast<char*>(v.data[k]) + offset * size;
    } else {
      data[k] = s.buffer[k];
      if (output) continue;
      if (!j.is_counting(k) && in_row && v.stride(k, 0) == 0) {
        if (s.spread_count[k] >= n && s.spread_offset[k] == offset) continue;
        s.spread_count[k] = n;
        s.spread_offset[k] = offset;
      } else {
        s.spread_count[k] = -1;
      }
      move_block<direction::in>(j, k, at, n, s.buffer[k]);
    }
  }
  j.chunk(data, j.scalars, n);
  for (int k = 0; k < v.outputs; ++k)
    if (data[k] == s.buffer[k]) move_block<direction::out>(j, k, at, n, s.buffer[k]);
}

place place_of(loop_view const& v, std::int64_t linear) {
  place p;
  for (int a = 0; a < v.rank; ++a) {
    p.index[a] = linear % v.shape[a];
    linear /= v.shape[a];
  }
  return p;
}

/// Rows long enough to be worth a call each: parts are ranges of rows; the columns go in blocks, some rows of a block column before the next, so that
/// cache lines of operands that run across are used up while they are there.
void run_rows(job const& j, std::int64_t first, std::int64_t last) {
  scratch s(j);
  loop_view const& v = j.view;
  constexpr std::int64_t row_tile = 32;
  std::int64_t const columns = v.shape[0];
  for (std::int64_t r0 = first; r0 < last; r0 += row_tile) {
    std::int64_t const r1 = std::min(last, r0 + row_tile);
    for (std::int64_t c = 0; c < columns; c += block) {
      std::int64_t const n = std::min(block, columns - c);
      place at = place_of(v, r0 * columns);
      at.index[0] = c;
      for (std::int64_t r = r0; r < r1; ++r) {
        run_block(j, s, at, n, true);
        for (int a = 1; a < v.rank; ++a) {
          if (++at.index[a] < v.shape[a]) break;
          at.index[a] = 0;
        }
      }
    }
  }
}

/// Short rows: blocks of elements that span rows.
void run_elements(job const& j, std::int64_t first, std::int64_t last) {
  scratch s(j);
  for (std::int64_t i = first; i < last; i += block) run_block(j, s, place_of(j.view, i), std::min(block, last - i), false);
}

/// Everything contiguous: no blocks, no buffers.
void run_flat(job const& j, std::int64_t first, std::int64_t last) {
  loop_view const& v = j.view;
  void* data[max_operands];
  for (int k = 0; k < v.count; ++k)
    data[k] = j.is_staying(k) ? v.data[k] : static_cast<char*>(v.data[k]) + first * v.itemsize[k];
  j.chunk(data, j.scalars, last - first);
}

void run_now(job const& j) {
  loop_view const& v = j.view;
  std::int64_t n = 1;
  for (int a = 0; a < v.rank; ++a) n *= v.shape[a];
  if (n == 0) return;
  bool flat = is_one_run(v);
  for (int k = 0; flat && k < v.count; ++k) flat = !j.is_counting(k);
  std::int64_t const grain = std::max<std::int64_t>(block, grain_ns * 64 / std::max(j.cost, 1) / block * block);
  auto each = [&](std::int64_t total, std::int64_t part, auto body) {
    struct context_type {
      job const* j;
      decltype(body) run;
    } context{&j, body};
    runtime::parallel_for(
        total, part,
        [](void* c, std::int64_t begin, std::int64_t end) {
          auto const* x = static_cast<context_type*>(c);
          x->run(*x->j, begin, end);
        },
        &context);
  };
  if (flat)
    each(n, grain, run_flat);
  else if (v.rank >= 1 && v.shape[0] >= 64)
    each(n / v.shape[0], std::max<std::int64_t>(1, grain / v.shape[0]), run_rows);
  else
    each(n, grain, run_elements);
}

/// A recorded loop: a copy of everything that the job points to, in one block of bytes.
struct recorded {
  host_chunk chunk;
  int cost;
  int rank, count, outputs;
  std::int64_t shape[max_axes];
  std::int64_t strides[max_operands][max_axes];
  void* data[max_operands];
  std::int32_t itemsize[max_operands];
  access kind[max_operands];
};

void record_job(job const& j, std::int64_t scalar_bytes) {
  loop_view const& v = j.view;
  std::vector<unsigned char> bytes(sizeof(recorded) + static_cast<std::size_t>(scalar_bytes));
  auto* r = new (bytes.data()) recorded{};
  r->chunk = j.chunk, r->cost = j.cost;
  r->rank = v.rank, r->count = v.count, r->outputs = v.outputs;
  std::copy_n(v.shape, v.rank, r->shape);
  std::copy_n(v.data, v.count, r->data);
  std::copy_n(v.itemsize, v.count, r->itemsize);
  std::copy_n(v.kind, v.count, r->kind);
  for (int k = 0; k < v.count; ++k)
    for (int a = 0; a < v.rank; ++a) r->strides[k][a] = v.stride(k, a);
  std::memcpy(bytes.data() + sizeof(recorded), j.scalars, static_cast<std::size_t>(scalar_bytes));
  runtime::record(
      [](void const* arguments) {
        auto* h = const_cast<recorded*>(static_cast<recorded const*>(arguments));
        loop_view const view{h->rank, h->count, h->outputs, h->shape, h->data, &h->strides[0][0], max_axes, h->itemsize, h->kind};
        run_now(job{h->chunk, h->cost, view, static_cast<unsigned char const*>(arguments) + sizeof(recorded)});
      },
      bytes.data(), bytes.size());
}

}  // namespace

void host_run(host_chunk chunk, signature_info const& info, loop_builder& loop) {
  loop_view& v = loop.view;
  runtime::count_launch(bytes_of(v, info.outputs, info.count), loop.size * info.written_bytes);
  v.rank = simplify(v);
  job const j{chunk, info.cost, v, loop.scalars};
  if (runtime::is_capturing_host())
    record_job(j, info.bytes);
  else
    run_now(j);
}

}  // namespace cp::kernels
