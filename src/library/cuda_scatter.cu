// Storing elements at places on the device.
#include <cstdint>
#include <fuse/library/scatter.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::library {

namespace {

constexpr unsigned threads = 256;

runtime::launch_shape shape_for(std::int64_t n) {
  runtime::launch_shape s;
  std::int64_t const blocks = (n + threads - 1) / threads;
  s.grid_x = static_cast<unsigned>(blocks < 1 ? 1 : blocks < 65536 ? blocks : 65536);
  s.block_x = threads;
  return s;
}

/// What finds out whether keys meet: a word that says so, and a bit for each key.
struct key_marks {
  unsigned* meet;
  unsigned* bits;
};
/// Where keys are few in their range, only their bits are set to 0.
__global__ void __launch_bounds__(threads) clear_marks(std::int64_t const* keys, std::int64_t count, key_marks m) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  if (blockIdx.x == 0 && threadIdx.x == 0) *m.meet = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < count; i += step)
    m.bits[keys[i] >> 5] = 0;
}
__global__ void __launch_bounds__(threads) mark_keys(std::int64_t const* keys, std::int64_t count, key_marks m) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < count; i += step) {
    if (*static_cast<unsigned volatile*>(m.meet) != 0) return;  // one answer is enough
    unsigned const bit = 1u << (keys[i] & 31);
    if ((atomicOr(m.bits + (keys[i] >> 5), bit) & bit) != 0) *m.meet = 1;
  }
}

/// Only the owners that keys name are read, so only they are set; and none where no keys meet (`meet` null: they may).
template <class Number>
__global__ void __launch_bounds__(threads)
    clear_owners(std::int64_t const* keys, std::int64_t count, Number* owner, unsigned const* meet) {
  if (meet != nullptr && *meet == 0) return;
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < count; i += step) owner[keys[i]] = 0;
}
template <class Number>
__global__ void __launch_bounds__(threads)
    find_owners(std::int64_t const* keys, std::int64_t count, Number* owner, unsigned const* meet) {
  if (meet != nullptr && *meet == 0) return;
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < count; i += step)
    atomicMax(owner + keys[i], static_cast<Number>(i));
}

/// What a thread needs of a job with few axes.
struct store_plan {
  std::int64_t const* keys;
  std::int64_t count, block, step, value_step;
  int rank, words;  ///< words of an element
  bool keys_first;  ///< neighbouring threads have neighbouring keys, else neighbours within a block
  std::int64_t extent[scatter_job::most_axes], stride[scatter_job::most_axes], value_stride[scatter_job::most_axes];
};

/// A thread an element. `Index` holds all that divisions need.
template <class Word, class Number, class Index>
__global__ void __launch_bounds__(threads)
    store_elements(__grid_constant__ store_plan const p, Word* to, Word const* values, Number const* owner,
                   unsigned const* meet) {
  bool const asks = owner != nullptr && (meet == nullptr || *meet != 0);
  Index const n = static_cast<Index>(p.count * p.block), step = static_cast<Index>(gridDim.x) * threads;
  Index const block = static_cast<Index>(p.block), count = static_cast<Index>(p.count);
  for (Index e = static_cast<Index>(blockIdx.x) * threads + threadIdx.x; e < n; e += step) {
    Index const i = block == 1 ? e : p.keys_first ? e % count : e / block;
    std::int64_t const key = p.keys[i];
    if (asks && owner[key] != static_cast<Number>(i)) continue;
    Index rest = p.keys_first ? e / count : e - i * block;
    std::int64_t offset = key * p.step, source = static_cast<std::int64_t>(i) * p.value_step;
    for (int k = p.rank; k-- > 0;) {
      Index const q = k == 0 ? 0 : rest / static_cast<Index>(p.extent[k]);
      auto const at = static_cast<std::int64_t>(rest - q * static_cast<Index>(p.extent[k]));
      offset += at * p.stride[k], source += at * p.value_stride[k];
      rest = q;
    }
    if (p.words == 1)
      to[offset] = values[source];
    else
      for (int w = 0; w < p.words; ++w) to[offset * p.words + w] = values[source * p.words + w];
  }
}

/// Who stores: of keys that may meet the owners, and whether any do.
template <class Number>
struct key_owners {
  Number const* owner = nullptr;
  unsigned const* meet = nullptr;
};

template <class Word, class Number, class Index>
void start_store(store_plan const& plan, scatter_job const& j, key_owners<Number> owners) {
  auto* to = static_cast<Word*>(j.to);
  auto const* values = static_cast<Word const*>(j.values);
  store_plan p = plan;
  void* arguments[] = {&p, &to, &values, &owners.owner, &owners.meet};
  runtime::launch(reinterpret_cast<void const*>(&store_elements<Word, Number, Index>), shape_for(p.count * p.block),
                  arguments, "cp::scatter");
}

template <class Word, class Number>
void store_words(store_plan plan, scatter_job const& j, key_owners<Number> const& owners) {
  plan.words = j.itemsize / static_cast<int>(sizeof(Word));
  if (plan.count * plan.block < (std::int64_t{1} << 31))
    start_store<Word, Number, std::uint32_t>(plan, j, owners);
  else
    start_store<Word, Number, std::uint64_t>(plan, j, owners);
}

template <class Number>
void store(store_plan const& plan, scatter_job const& j, key_owners<Number> const& owners) {
  auto const has = [&](int word) { return j.itemsize % word == 0 && j.alignment >= word; };
  if (has(16))
    store_words<uint4>(plan, j, owners);
  else if (has(8))
    store_words<std::uint64_t>(plan, j, owners);
  else if (has(4))
    store_words<std::uint32_t>(plan, j, owners);
  else if (has(2))
    store_words<std::uint16_t>(plan, j, owners);
  else
    store_words<unsigned char>(plan, j, owners);
}

/// Bits are cheap to ask, owners are not: of many keys, whether any meet is found out first.
constexpr std::int64_t many_keys = 65536;

template <class Number>
void store_last(store_plan const& plan, scatter_job const& j) {
  auto const* keys = j.keys;
  auto count = j.count;
  storage_ptr marks_memory;
  key_marks marks{nullptr, nullptr};
  if (count >= many_keys) {
    std::int64_t const bytes = ((j.span + 31) / 32 + 1) * 4;
    marks_memory = storage_ptr(runtime::allocate(memory_kind::device, bytes));
    marks.meet = static_cast<unsigned*>(marks_memory->data), marks.bits = marks.meet + 1;
    void* arguments[] = {&keys, &count, &marks};
    if (count >= j.span / 64)
      runtime::set_bytes(marks.meet, memory_kind::device, 0, bytes);
    else
      runtime::launch(reinterpret_cast<void const*>(&clear_marks), shape_for(count), arguments, nullptr);
    runtime::launch(reinterpret_cast<void const*>(&mark_keys), shape_for(count), arguments, nullptr);
  }
  storage_ptr const memory(runtime::allocate(memory_kind::device, j.span * static_cast<std::int64_t>(sizeof(Number))));
  auto* owner = static_cast<Number*>(memory->data);
  void* arguments[] = {&keys, &count, &owner, &marks.meet};
  runtime::launch(reinterpret_cast<void const*>(&clear_owners<Number>), shape_for(count), arguments, nullptr);
  runtime::launch(reinterpret_cast<void const*>(&find_owners<Number>), shape_for(count), arguments, nullptr);
  store<Number>(plan, j, {owner, marks.meet});
}

/// The same job of wider elements, where elements lie one behind the other and on such boundaries on both sides.
scatter_job widened(scatter_job j) {
  int const inner = j.rank - 1;
  if (j.rank == 0 || j.stride[inner] != 1 || j.value_stride[inner] != 1) return j;
  std::int64_t const size = j.itemsize;
  auto const fits = [&](std::int64_t unit) {
    auto const holds = [&](std::int64_t elements) { return elements * size % unit == 0; };
    bool all = unit % size == 0 && reinterpret_cast<std::uintptr_t>(j.to) % static_cast<std::uintptr_t>(unit) == 0 &&
               reinterpret_cast<std::uintptr_t>(j.values) % static_cast<std::uintptr_t>(unit) == 0 && holds(j.step) &&
               holds(j.value_step) && holds(j.extent[inner]);
    for (int k = 0; k < inner; ++k) all = all && holds(j.stride[k]) && holds(j.value_stride[k]);
    return all;
  };
  std::int64_t unit = 16;
  while (unit > size && !fits(unit)) unit /= 2;
  if (unit <= size) return j;
  std::int64_t const by = unit / size;
  j.itemsize = j.alignment = static_cast<std::int32_t>(unit);
  j.step /= by, j.value_step /= by, j.extent[inner] /= by;
  for (int k = 0; k < inner; ++k) j.stride[k] /= by, j.value_stride[k] /= by;
  return j;
}

}  // namespace

void scatter_on_device(scatter_job const& job) {
  scatter_job const j = widened(job);
  store_plan plan{j.keys, j.count, 1, j.step, j.value_step, j.rank, 1, j.keys_are_close(), {}, {}, {}};
  for (int k = 0; k < j.rank; ++k) {
    plan.block *= j.extent[k];
    plan.extent[k] = j.extent[k], plan.stride[k] = j.stride[k], plan.value_stride[k] = j.value_stride[k];
  }
  if (j.distinct || j.count == 1)
    store<unsigned>(plan, j, {});
  else if (j.count < (std::int64_t{1} << 32))
    store_last<unsigned>(plan, j);
  else
    store_last<unsigned long long>(plan, j);
}

}  // namespace cp::library
