// Sorting on the device: which sort takes which rows, and keys and places for those of digits.
#include <algorithm>
#include <bit>
#include <fuse/core/dtype.hpp>
#include <fuse/runtime/launch.hpp>

#include "cuda_sort.hpp"
#include "sort_keys.hpp"

namespace cp::library {

namespace {

constexpr unsigned threads = 256;

template <class Use>
__device__ void for_all(std::int64_t n, Use const& use) {
  std::int64_t const step = std::int64_t{gridDim.x} * threads;
  for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < n; i += step) use(i);
}

/// Keys of elements of Bits, and their places, counted over all rows. `row_shift` > 0: the row stands above that bit of
/// the key.
struct key_job {
  key_rule rule;
  std::int64_t n, length;
  int row_shift;
  bool one_zero;
  void const* from;
  void *keys, *places;  // no places: null
};
template <class Bits, class Key, class Place>
__global__ void __launch_bounds__(threads) make_keys(__grid_constant__ key_job const j) {
  for_all(j.n, [&](std::int64_t i) {
    Key key = to_key(static_cast<Bits const*>(j.from)[i], j.rule, j.one_zero);
    if (j.row_shift > 0) key |= static_cast<Key>(static_cast<std::uint64_t>(i / j.length) << j.row_shift);
    static_cast<Key*>(j.keys)[i] = key;
    if (j.places != nullptr) static_cast<Place*>(j.places)[i] = static_cast<Place>(i);
  });
}
/// Elements of their keys.
template <class Bits, class Key>
__global__ void __launch_bounds__(threads) make_elements(__grid_constant__ key_job const j) {
  for_all(j.n, [&](std::int64_t i) {
    const_cast<Bits*>(static_cast<Bits const*>(j.from))[i] =
        from_key(static_cast<Bits>(static_cast<Key const*>(j.keys)[i]), j.rule);
  });
}
template <class Place>
__global__ void __launch_bounds__(threads)
    rows_of_places(Place const* places, std::int64_t n, std::int64_t length, std::uint32_t* rows) {
  for_all(n,
          [&](std::int64_t i) { rows[i] = static_cast<std::uint32_t>(static_cast<std::int64_t>(places[i]) / length); });
}
/// Places of a row.
template <class Place>
__global__ void __launch_bounds__(threads)
    widen_places(Place const* places, std::int64_t n, std::int64_t length, std::int64_t* to) {
  for_all(n, [&](std::int64_t i) { to[i] = static_cast<std::int64_t>(places[i]) - i / length * length; });
}
template <class T>
__global__ void __launch_bounds__(threads)
    gather_rows(T const* from, std::int64_t const* order, std::int64_t n, std::int64_t length, T* to) {
  for_all(n, [&](std::int64_t i) { to[i] = from[i / length * length + order[i]]; });
}

template <class... A>
void run(void (*kernel)(A...), std::int64_t n, std::type_identity_t<A>... argument) {
  void* arguments[] = {const_cast<void*>(static_cast<void const*>(&argument))...};
  runtime::launch(reinterpret_cast<void const*>(kernel), device::shape_for(n), arguments, nullptr);
}

bool is_complex_dtype(dtype_id dtype) { return dtype == dtype_id::complex64 || dtype == dtype_id::complex128; }
int row_bits(rows_of const& what) { return std::bit_width(static_cast<std::uint64_t>(what.rows - 1)); }

// A radix sort takes NaN with a sign for the smallest number. Where the first of the sorted ones is such, they are
// moved to the end: rare, and known on the device alone, so that both kernels begin by looking.
struct nan_job {
  std::uint64_t infinity;
  std::int64_t n;
  void *sorted, *beside;
  std::int64_t* moved;  // how many there are
};
template <class U>
__global__ void __launch_bounds__(threads) copy_behind_nans(__grid_constant__ nan_job const j) {
  auto const* const sorted = static_cast<U const*>(j.sorted);
  auto const is_first = [&](std::int64_t i) {  // NaN with a sign
    constexpr U sign = U{1} << (8 * sizeof(U) - 1);
    return (sorted[i] & sign) != 0 && (sorted[i] ^ sign) > static_cast<U>(j.infinity);
  };
  std::int64_t low = 0, high = is_first(0) ? j.n : 0;
  while (low < high) {
    std::int64_t const middle = low + (high - low) / 2;
    is_first(middle) ? low = middle + 1 : high = middle;
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) *j.moved = low;
  if (low > 0)
    for_all(j.n,
            [&](std::int64_t i) { static_cast<U*>(j.beside)[i] = sorted[i < j.n - low ? i + low : i - (j.n - low)]; });
}
template <class U>
__global__ void __launch_bounds__(threads) copy_back(__grid_constant__ nan_job const j) {
  if (*j.moved > 0)
    for_all(j.n, [&](std::int64_t i) { static_cast<U*>(j.sorted)[i] = static_cast<U const*>(j.beside)[i]; });
}

void sort_numbers(rows_of const& what, void const* from, void* to) {
  key_rule const rule = rule_of(what.dtype);
  std::int64_t const n = what.length;
  storage_ptr copied;
  if (from == to) {
    copied = device::scratch<unsigned char>(n * rule.bytes).memory;
    runtime::copy_bytes(copied->data, memory_kind::device, from, memory_kind::device, n * rule.bytes);
    from = copied->data;
  }
  if (rule.bytes <= 2 && rule.has_sign) {  // CUB is compiled for unsigned numbers of these
    with_bits(rule.bytes, [&]<class U>(U) {
      device::scratch<U> const keys(n);
      key_job j{rule, n, n, 0, false, from, keys.data(), nullptr};
      run(&make_keys<U, U, U>, n, j);
      device::radix_sort(rule.bytes == 1 ? dtype_id::uint8 : dtype_id::uint16, n, 8 * rule.bytes, keys.data(), to);
      j.from = to, j.keys = to;
      run(&make_elements<U, U>, n, j);
    });
    return;
  }
  dtype_id const dtype = what.dtype == dtype_id::bool_ ? dtype_id::uint8 : what.dtype;
  storage_ptr const work = device::radix_sort(dtype, n, 8 * rule.bytes, from, to);
  if (!rule.floating) return;
  device::scratch<std::int64_t> const moved(1);
  nan_job const j{rule.infinity, n, to, work->data, moved.data()};
  std::int64_t const few = std::min<std::int64_t>(n, 1024 * threads);  // most of these have nothing to do
  run(rule.bytes == 4 ? &copy_behind_nans<std::uint32_t> : &copy_behind_nans<std::uint64_t>, few, j);
  run(rule.bytes == 4 ? &copy_back<std::uint32_t> : &copy_back<std::uint64_t>, few, j);
}

/// The stable order of all rows by digits: by their keys, then, where a key has no room for it, by their rows.
template <class Bits, class Key, class Place>
void order_by_digits(rows_of const& what, void const* keys, std::int64_t* order) {
  key_rule const rule = rule_of(what.dtype);
  std::int64_t const n = what.rows * what.length;
  int const bits = 8 * rule.bytes, more = what.rows > 1 ? row_bits(what) : 0;
  bool const room = bits + more <= 8 * static_cast<int>(sizeof(Key));
  device::scratch<Key> const memory(2 * n);
  device::scratch<Place> const place_memory(2 * n);
  device::sorted_pairs p{memory.data(), memory.data() + n, place_memory.data(), place_memory.data() + n};
  run(&make_keys<Bits, Key, Place>, n,
      key_job{rule, n, what.length, room && more > 0 ? bits : 0, true, keys, p.keys, p.places});
  device::radix_sort_pairs(sizeof(Key), sizeof(Place), n, room ? bits + more : bits, p);
  if (!room) {
    device::scratch<std::uint32_t> const rows(2 * n);
    run(&rows_of_places<Place>, n, static_cast<Place const*>(p.places), n, what.length, rows.data());
    device::sorted_pairs by_row{rows.data(), rows.data() + n, p.places, p.other_places};
    device::radix_sort_pairs(4, sizeof(Place), n, more, by_row);
    p.places = by_row.places;
  }
  run(&widen_places<Place>, n, static_cast<Place const*>(p.places), n, what.length, order);
}

}  // namespace

void argsort_on_device(rows_of const& what, void const* keys, std::int64_t* order) {
  if (is_complex_dtype(what.dtype)) {
    device::merge_argsort(what.dtype, what, keys, order);
    std::int64_t const n = what.rows * what.length;
    return run(&widen_places<std::int64_t>, n, order, n, what.length, order);
  }
  if (what.length <= device::most_block_row && (what.rows > 1 || what.length <= 1024))
    return device::argsort_rows_by_block(what, keys, order);
  int const bytes = rule_of(what.dtype).bytes;
  bool const wide = what.rows * what.length > std::int64_t{0xffffffff};
  bool const wide_key = bytes == 8 || 8 * bytes + (what.rows > 1 ? row_bits(what) : 0) > 32;
  with_bits(bytes, [&]<class U>(U) {
    auto const start = [&]<class Key>(Key) {
      wide ? order_by_digits<U, Key, std::uint64_t>(what, keys, order)
           : order_by_digits<U, Key, std::uint32_t>(what, keys, order);
    };
    if constexpr (sizeof(U) == 8)
      start(std::uint64_t{});
    else
      wide_key ? start(std::uint64_t{}) : start(std::uint32_t{});
  });
}

void sort_places_on_device(rows_of const& what, std::int64_t first, std::int64_t last, void const* from, void* to) {
  constexpr std::int64_t least = 1 << 17;  // shorter rows are as soon sorted
  if (what.rows == 1 && what.length >= least && last <= first + 1 && !is_complex_dtype(what.dtype))
    device::sort_places(what, from, to, first);
  else
    sort_on_device(what, from, to);
}

void sort_on_device(rows_of const& what, void const* from, void* to) {
  bool const complex = is_complex_dtype(what.dtype);
  if (what.rows == 1 && complex) return device::merge_sort(what.dtype, what.length, from, to);
  if (!complex && what.length <= device::most_block_row && (what.rows > 1 || what.length <= 1024))
    return device::sort_rows_by_block(what, from, to);
  if (what.rows == 1) return sort_numbers(what, from, to);
  std::int64_t const n = what.rows * what.length;
  int const bytes = detail::row_of(what.dtype).itemsize;
  if (!complex && bytes <= 4 && 8 * bytes + row_bits(what) <= 64) {  // the row stands in front of the key
    key_rule const rule = rule_of(what.dtype);
    int const bits = 8 * bytes;
    with_bits(bytes, [&]<class U>(U) {
      device::scratch<std::uint64_t> const keys(2 * n);
      key_job j{rule, n, what.length, bits, false, from, keys.data(), nullptr};
      run(&make_keys<U, std::uint64_t, std::uint64_t>, n, j);
      device::radix_sort(dtype_id::uint64, n, bits + row_bits(what), keys.data(), keys.data() + n);
      j.from = to, j.keys = keys.data() + n;
      run(&make_elements<U, std::uint64_t>, n, j);
    });
    return;
  }
  device::scratch<std::int64_t> const order(n);
  argsort_on_device(what, from, order.data());
  device::scratch<unsigned char> const copied(from == to ? n * bytes : 0);
  if (from == to) {
    runtime::copy_bytes(copied.data(), memory_kind::device, from, memory_kind::device, n * bytes);
    from = copied.data();
  }
  if (bytes == 16)
    run(&gather_rows<complex128>, n, static_cast<complex128 const*>(from), order.data(), n, what.length,
        static_cast<complex128*>(to));
  else
    run(&gather_rows<std::uint64_t>, n, static_cast<std::uint64_t const*>(from), order.data(), n, what.length,
        static_cast<std::uint64_t*>(to));
}

}  // namespace cp::library
