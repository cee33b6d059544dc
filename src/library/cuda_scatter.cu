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

/// Only the owners that keys name are read, so only they are set.
template <class Number>
__global__ void __launch_bounds__(threads) clear_owners(std::int64_t const* keys, std::int64_t count, Number* owner) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < count; i += step) owner[keys[i]] = 0;
}
template <class Number>
__global__ void __launch_bounds__(threads) find_owners(std::int64_t const* keys, std::int64_t count, Number* owner) {
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
    store_elements(__grid_constant__ store_plan const p, Word* to, Word const* values, Number const* owner) {
  Index const n = static_cast<Index>(p.count * p.block), step = static_cast<Index>(gridDim.x) * threads;
  Index const block = static_cast<Index>(p.block), count = static_cast<Index>(p.count);
  for (Index e = static_cast<Index>(blockIdx.x) * threads + threadIdx.x; e < n; e += step) {
    Index const i = block == 1 ? e : p.keys_first ? e % count : e / block;
    std::int64_t const key = p.keys[i];
    if (owner != nullptr && owner[key] != static_cast<Number>(i)) continue;
    Index rest = p.keys_first ? e / count : e - i * block;
    std::int64_t offset = key * p.step, source = static_cast<std::int64_t>(i) * p.value_step;
    for (int k = p.rank; k-- > 0;) {
      Index const q = rest / static_cast<Index>(p.extent[k]);
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

template <class Word, class Number, class Index>
void start_store(store_plan const& plan, scatter_job const& j, Number const* owner) {
  auto* to = static_cast<Word*>(j.to);
  auto const* values = static_cast<Word const*>(j.values);
  store_plan p = plan;
  void* arguments[] = {&p, &to, &values, &owner};
  runtime::launch(reinterpret_cast<void const*>(&store_elements<Word, Number, Index>), shape_for(p.count * p.block),
                  arguments, "cp::scatter");
}

template <class Word, class Number>
void store_words(store_plan plan, scatter_job const& j, Number const* owner) {
  plan.words = j.itemsize / static_cast<int>(sizeof(Word));
  if (plan.count * plan.block < (std::int64_t{1} << 31))
    start_store<Word, Number, std::uint32_t>(plan, j, owner);
  else
    start_store<Word, Number, std::uint64_t>(plan, j, owner);
}

template <class Number>
void store(store_plan const& plan, scatter_job const& j, Number const* owner) {
  int const word = j.itemsize % 8 == 0 && j.alignment >= 8   ? 8
                   : j.itemsize % 4 == 0 && j.alignment >= 4 ? 4
                   : j.itemsize % 2 == 0 && j.alignment >= 2 ? 2
                                                             : 1;
  if (word == 8)
    store_words<std::uint64_t>(plan, j, owner);
  else if (word == 4)
    store_words<std::uint32_t>(plan, j, owner);
  else if (word == 2)
    store_words<std::uint16_t>(plan, j, owner);
  else
    store_words<unsigned char>(plan, j, owner);
}

template <class Number>
void store_last(store_plan const& plan, scatter_job const& j) {
  storage_ptr const memory(runtime::allocate(memory_kind::device, j.span * static_cast<std::int64_t>(sizeof(Number))));
  auto* owner = static_cast<Number*>(memory->data);
  auto const* keys = j.keys;
  auto count = j.count;
  void* arguments[] = {&keys, &count, &owner};
  runtime::launch(reinterpret_cast<void const*>(&clear_owners<Number>), shape_for(count), arguments, nullptr);
  runtime::launch(reinterpret_cast<void const*>(&find_owners<Number>), shape_for(count), arguments, nullptr);
  store<Number>(plan, j, owner);
}

}  // namespace

void scatter_on_device(scatter_job const& j) {
  store_plan plan{j.keys, j.count, 1, j.step, j.value_step, j.rank, 1, j.keys_are_close(), {}, {}, {}};
  for (int k = 0; k < j.rank; ++k) {
    plan.block *= j.extent[k];
    plan.extent[k] = j.extent[k], plan.stride[k] = j.stride[k], plan.value_stride[k] = j.value_stride[k];
  }
  if (j.distinct || j.count == 1)
    store<unsigned>(plan, j, nullptr);
  else if (j.count < (std::int64_t{1} << 32))
    store_last<unsigned>(plan, j);
  else
    store_last<unsigned long long>(plan, j);
}

}  // namespace cp::library
