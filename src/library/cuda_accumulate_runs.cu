// Runs of equal keys on the device, added up and added to the elements that they name. The order of the keys is cut in
// parts of one length, so that a long run is the work of many: what a part has of a run that begins before it or goes
// on behind it is kept, and such runs are closed afterwards. Who adds what follows from extents and keys alone.
#include <algorithm>
#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <type_traits>

#include "cuda_accumulate.hpp"
#include "cuda_sort.hpp"

namespace cp::library::device {

namespace {

constexpr unsigned threads = 256;
constexpr unsigned all_lanes = 0xffffffff;
constexpr int items = 4;                    // neighbours that a thread has at once (of 8 two blocks have registers)
constexpr std::int64_t chunk = 32 * items;  // a warp's
constexpr std::int64_t most_part = 2048, least_part = 256, enough_parts = 8192;  // elements without a block
constexpr std::int64_t most_rows = 256, least_rows = 16, enough_threads = std::int64_t{1} << 17;
constexpr std::int64_t short_span = 32;  // parts that one thread adds up

struct pair_sum {
  double re, im;
};
/// What elements are summed in. -0 is neutral to all numbers: 0 would make 0 of -0.
template <class T>
struct summing {
  using type = std::conditional_t<sizeof(T) == 2, float, double>;
  static __device__ type none() { return type(-0.0f); }
  static __device__ type of(T x, bool negative) {
    auto const v = static_cast<type>(x);
    return negative ? -v : v;
  }
  static __device__ type add(type a, type b) { return a + b; }
  static __device__ T changed(T x, type sum) { return static_cast<T>(static_cast<type>(x) + sum); }
};
template <class T>
struct summing<complex<T>> {
  using type = pair_sum;
  using part = summing<T>;
  static __device__ type none() { return {-0.0, -0.0}; }
  static __device__ type of(complex<T> z, bool negative) {
    return {part::of(z.re, negative), part::of(z.im, negative)};
  }
  static __device__ type add(type a, type b) { return {a.re + b.re, a.im + b.im}; }
  static __device__ complex<T> changed(complex<T> z, type sum) {
    return {part::changed(z.re, sum.re), part::changed(z.im, sum.im)};
  }
};

/// A job, and how it is cut. `before` has, part for part and element of a block for element, what a part has of the run
/// that begins before it; `open` what it has of one that begins in it and goes on behind it.
struct run_plan {
  keyed_target target;
  void const *keys, *numbers, *values;
  std::int64_t n, block;
  bool negative;
  std::int64_t length, parts;
  void *before, *open;
};

/// A plan as kernels of elements T and keys Key read it.
template <class T, class Key>
struct runs {
  using how = summing<T>;
  using sum = typename how::type;
  run_plan const& p;

  __device__ __forceinline__ Key key(std::int64_t i) const { return static_cast<Key const*>(p.keys)[i]; }
  __device__ __forceinline__ Key number(std::int64_t i) const { return static_cast<Key const*>(p.numbers)[i]; }
  __device__ __forceinline__ sum value(Key number, std::int64_t column) const {
    return how::of(static_cast<T const*>(p.values)[static_cast<std::int64_t>(number) * p.block + column], p.negative);
  }
  /// Whether place i - 1 belongs to the run of place i, which is in the order.
  __device__ __forceinline__ bool goes_on(std::int64_t i) const { return i > 0 && key(i - 1) == key(i); }
  /// The same where i may be behind the last place.
  __device__ __forceinline__ bool goes_on_at_end(std::int64_t i) const { return i < p.n && goes_on(i); }
  __device__ __forceinline__ std::int64_t end_of(std::int64_t part) const {
    std::int64_t const end = (part + 1) * p.length;
    return end < p.n ? end : p.n;
  }
  __device__ __forceinline__ sum& before(std::int64_t part, std::int64_t column) const {
    return static_cast<sum*>(p.before)[part * p.block + column];
  }
  __device__ __forceinline__ sum& open(std::int64_t part, std::int64_t column) const {
    return static_cast<sum*>(p.open)[part * p.block + column];
  }
  /// `offset` is the column's.
  __device__ __forceinline__ void change(Key key, std::int64_t offset, sum const& s) const {
    T* const at = static_cast<T*>(p.target.to) + offset_of(p.target.keyed, static_cast<std::int64_t>(key)) + offset;
    *at = how::changed(*at, s);
  }
  /// Whether the run at the last place of a part begins in it and goes on behind it; and whether more than
  /// `short_span` parts follow that it reaches.
  __device__ __forceinline__ bool is_open(std::int64_t part) const {
    std::int64_t const begin = part * p.length, end = end_of(part);
    return goes_on_at_end(end) && !(key(begin) == key(end - 1) && goes_on(begin));
  }
  __device__ __forceinline__ bool is_long(std::int64_t part, Key key_of_run) const {
    std::int64_t const at = (part + short_span + 1) * p.length;
    return at < p.n && key(at) == key_of_run;
  }
};

/// Neighbours in an aligned list, from a multiple of their number on.
template <class Key>
__device__ __forceinline__ void load_items(void const* list, std::int64_t first, Key* to) {
  constexpr int words = items * sizeof(Key) / 16;
  uint4 v[words];
#pragma unroll
  for (int w = 0; w < words; ++w) v[w] = reinterpret_cast<uint4 const*>(static_cast<Key const*>(list) + first)[w];
  __builtin_memcpy(to, v, sizeof v);
}

/// What `shuffle` brings of another thread's sum.
template <class S, class Shuffle>
__device__ __forceinline__ S from_lane(S const& s, Shuffle const& shuffle) {
  static_assert(sizeof(S) % 4 == 0);
  unsigned words[sizeof(S) / 4];
  __builtin_memcpy(words, &s, sizeof s);
#pragma unroll
  for (unsigned& w : words) w = shuffle(w);
  S moved;
  __builtin_memcpy(&moved, words, sizeof s);
  return moved;
}

/// A warp a part, of elements without a block: a thread adds up neighbours, the warp what threads have of one run.
template <class T, class Key>
__global__ void __launch_bounds__(threads) add_elements(__grid_constant__ run_plan const p) {
  using how = summing<T>;
  using sum = typename how::type;
  runs<T, Key> const r{p};
  int const lane = static_cast<int>(threadIdx.x & 31);
  std::int64_t const part = (std::int64_t{blockIdx.x} * threads + threadIdx.x) / 32;
  if (part >= p.parts) return;
  std::int64_t const begin = part * p.length, end = r.end_of(part);
  bool here = !r.goes_on(begin);  // the run in hand begins in this part
  sum carry = how::none();        // what it has so far
  for (std::int64_t at = begin; at < end; at += chunk) {
    std::int64_t const first = at + lane * items;
    Key key[items + 1], number[items];
    if (first + items <= end) {
      load_items(p.keys, first, key);
      load_items(p.numbers, first, number);
    } else {
#pragma unroll
      for (int k = 0; k < items; ++k) {
        key[k] = first + k < end ? r.key(first + k) : Key(0);
        number[k] = first + k < end ? r.number(first + k) : Key(0);
      }
    }
    key[items] = first + items < p.n ? r.key(first + items) : Key(0);
    sum v[items];
#pragma unroll
    for (int k = 0; k < items; ++k) v[k] = first + k < end ? r.value(number[k], 0) : how::none();
    sum own = how::none(), head = how::none();
    Key head_key = 0;
    bool ends = false;  // a run ends here, whose last elements are `head`
#pragma unroll
    for (int k = 0; k < items; ++k) {
      own = how::add(own, v[k]);
      bool const last = first + k < end && (first + k + 1 == p.n || key[k + 1] != key[k]);
      if (!last) continue;
      if (ends)
        r.change(key[k], 0, own);
      else
        ends = true, head = own, head_key = key[k];
      own = how::none();
    }
    // What threads before this one have of the run that it begins with: from the nearest one on in which a run ends.
    unsigned const ending = __ballot_sync(all_lanes, ends), through = ending & (all_lanes >> (31 - lane)),
                   before = through & ~(1u << lane);
    int const nearest = through == 0 ? 0 : 31 - __clz(static_cast<int>(through));
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
      sum const other = from_lane(own, [d](unsigned w) { return __shfl_up_sync(all_lanes, w, d); });
      if (lane - static_cast<int>(d) >= nearest) own = how::add(other, own);
    }
    sum const left = from_lane(own, [](unsigned w) { return __shfl_up_sync(all_lanes, w, 1); });
    sum const brought = lane == 0 ? carry : before == 0 ? how::add(carry, left) : left;
    if (ends) {
      sum const all = how::add(brought, head);
      if (before == 0 && !here)
        r.before(part, 0) = all;
      else
        r.change(head_key, 0, all);
    }
    sum const last = before == 0 && !ends ? how::add(carry, own) : own;
    carry = from_lane(last, [](unsigned w) { return __shfl_sync(all_lanes, w, 31); });
    here = here || ending != 0;
  }
  if (lane == 0 && r.goes_on_at_end(end)) (here ? r.open(part, 0) : r.before(part, 0)) = carry;
}

/// A thread an element of a block and a part of the order.
template <class T, class Key>
__global__ void __launch_bounds__(threads) add_blocks(__grid_constant__ run_plan const p) {
  using how = summing<T>;
  using sum = typename how::type;
  runs<T, Key> const r{p};
  constexpr int some = 4;
  std::int64_t const t = std::int64_t{blockIdx.x} * threads + threadIdx.x;
  if (t >= p.parts * p.block) return;
  std::int64_t const part = t / p.block, column = t - part * p.block, begin = part * p.length, end = r.end_of(part);
  std::int64_t const offset = offset_of(p.target.crossed, column);
  bool here = !r.goes_on(begin);
  sum own = how::none();
  for (std::int64_t at = begin; at < end; at += some) {
    Key key[some + 1], number[some];
#pragma unroll
    for (int k = 0; k < some; ++k) {
      key[k] = at + k < end ? r.key(at + k) : Key(0);
      number[k] = at + k < end ? r.number(at + k) : Key(0);
    }
    key[some] = at + some < p.n ? r.key(at + some) : Key(0);
    sum v[some];
#pragma unroll
    for (int k = 0; k < some; ++k) v[k] = at + k < end ? r.value(number[k], column) : how::none();
#pragma unroll
    for (int k = 0; k < some; ++k) {
      if (at + k >= end) break;
      own = how::add(own, v[k]);
      if (at + k + 1 < p.n && key[k + 1] == key[k]) continue;
      if (here)
        r.change(key[k], offset, own);
      else
        r.before(part, column) = own;
      here = true;
      own = how::none();
    }
  }
  if (r.goes_on_at_end(end)) (here ? r.open(part, column) : r.before(part, column)) = own;
}

/// A thread an element of a block and a part in which a run is left open: adds up the next few parts.
template <class T, class Key>
__global__ void __launch_bounds__(threads) close_short_runs(__grid_constant__ run_plan const p) {
  using how = summing<T>;
  runs<T, Key> const r{p};
  std::int64_t const t = std::int64_t{blockIdx.x} * threads + threadIdx.x;
  if (t >= p.parts * p.block) return;
  std::int64_t const part = t / p.block, column = t - part * p.block;
  if (!r.is_open(part)) return;
  std::int64_t at = r.end_of(part);
  Key const key = r.key(at);
  if (r.is_long(part, key)) return;
  auto all = r.open(part, column);
  for (std::int64_t next = part + 1; at < p.n && r.key(at) == key; at = r.end_of(next++))
    all = how::add(all, r.before(next, column));
  r.change(key, offset_of(p.target.crossed, column), all);
}

/// Runs that reach many parts. One of them has the begin of a part whose number is a multiple of `short_span`: a block
/// of threads looks at each such place for what it has to close, for up to 32 neighbours of a block side by side.
template <class T, class Key>
__global__ void __launch_bounds__(threads) close_long_runs(__grid_constant__ run_plan const p, int width_log2) {
  using how = summing<T>;
  using sum = typename how::type;
  runs<T, Key> const r{p};
  __shared__ alignas(16) unsigned char memory[threads * sizeof(sum)];
  auto* const shared = reinterpret_cast<sum*>(memory);
  int const width = 1 << width_log2, lanes = static_cast<int>(threads) >> width_log2,
            thread = static_cast<int>(threadIdx.x), side = thread & (width - 1), lane = thread >> width_log2;
  std::int64_t const tiles = (p.block + width - 1) >> width_log2, at = blockIdx.x / tiles + 1,
                     column = ((blockIdx.x - (at - 1) * tiles) << width_log2) + side;
  std::int64_t const place = at * short_span * p.length, last_place = place - short_span * p.length;
  // All threads of the block come to the same answers.
  Key const key = r.key(place);
  if (!r.goes_on(place) || (r.goes_on(last_place) && r.key(last_place) == key)) return;
  std::int64_t low = last_place, high = place;  // the run's first place
  while (low < high) {
    std::int64_t const middle = low + (high - low) / 2;
    r.key(middle) < key ? low = middle + 1 : high = middle;
  }
  std::int64_t const part = low / p.length;
  if (!r.is_long(part, key)) return;
  low = place, high = p.n;  // the place behind it
  while (low < high) {
    std::int64_t const middle = low + (high - low) / 2;
    r.key(middle) == key ? low = middle + 1 : high = middle;
  }
  std::int64_t const last_part = (low - 1) / p.length;
  sum own = how::none();
  if (column < p.block) {
    if (lane == 0) own = r.open(part, column);
#pragma unroll 4
    for (std::int64_t next = part + 1 + lane; next <= last_part; next += lanes)
      own = how::add(own, r.before(next, column));
  }
  shared[thread] = own;
  for (int w = lanes / 2; w > 0; w /= 2) {
    __syncthreads();
    if (lane < w) {
      own = how::add(own, shared[thread + w * width]);
      shared[thread] = own;
    }
  }
  if (lane == 0 && column < p.block) r.change(key, offset_of(p.target.crossed, column), own);
}

runtime::launch_shape blocks_of(std::int64_t count) {
  runtime::launch_shape s;
  s.grid_x = static_cast<unsigned>(count), s.block_x = threads;
  return s;
}
runtime::launch_shape shape_of_threads(std::int64_t n) { return blocks_of((n + threads - 1) / threads); }

std::int64_t parts_of(std::int64_t n, std::int64_t length) { return (n + length - 1) / length; }

template <class T, class Key>
void add_runs_of(run_sums const& job) {
  using sum = typename summing<T>::type;
  run_plan p{job.target, job.order.keys, job.order.numbers, job.values, job.order.n, job.block, job.subtract, 0, 0,
             nullptr,    nullptr};
  if (p.block == 1) {
    p.length = most_part;
    while (p.length > least_part && parts_of(p.n, p.length) < enough_parts) p.length /= 2;
  } else {
    p.length = most_rows;
    while (p.length > least_rows && parts_of(p.n, p.length) * p.block < enough_threads) p.length /= 2;
  }
  p.parts = parts_of(p.n, p.length);
  std::int64_t const rests = p.parts > 1 ? p.parts * p.block : 0;
  scratch<sum> const before(rests), open(rests);
  p.before = before.data(), p.open = open.data();
  std::int64_t const elements = p.n * p.block, bytes = elements * static_cast<std::int64_t>(sizeof(T));
  void* arguments[] = {&p};
  if (p.block == 1)
    runtime::launch(reinterpret_cast<void const*>(&add_elements<T, Key>), shape_of_threads(p.parts * 32), arguments,
                    "cp::ufunc.at");
  else
    runtime::launch(reinterpret_cast<void const*>(&add_blocks<T, Key>), shape_of_threads(p.parts * p.block), arguments,
                    "cp::ufunc.at");
  runtime::count_launch(2 * bytes + p.n * 2 * static_cast<std::int64_t>(sizeof(Key)), bytes);
  if (p.parts == 1) return;
  runtime::launch(reinterpret_cast<void const*>(&close_short_runs<T, Key>), shape_of_threads(p.parts * p.block),
                  arguments, nullptr);
  runtime::count_launch(0, 0);
  if (p.parts <= short_span + 1) return;
  int width_log2 = 0;
  while (width_log2 < 5 && std::int64_t{1} << width_log2 < p.block) ++width_log2;
  void* with_width[] = {&p, &width_log2};
  std::int64_t const tiles = (p.block + (std::int64_t{1} << width_log2) - 1) >> width_log2;
  runtime::launch(reinterpret_cast<void const*>(&close_long_runs<T, Key>),
                  blocks_of((p.parts - 1) / short_span * tiles), with_width, nullptr);
  runtime::count_launch(0, 0);
}

}  // namespace

void add_runs(dtype_id dtype, run_sums const& r) {
  auto const add = [&]<class T>(T) {
    r.order.wide ? add_runs_of<T, std::uint64_t>(r) : add_runs_of<T, std::uint32_t>(r);
  };
  switch (dtype) {
    case dtype_id::float16:
      return add(float16{});
    case dtype_id::bfloat16:
      return add(bfloat16{});
    case dtype_id::float32:
      return add(float{});
    case dtype_id::float64:
      return add(double{});
    case dtype_id::complex64:
      return add(complex64{});
    default:
      return add(complex128{});
  }
}

}  // namespace cp::library::device
