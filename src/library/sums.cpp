// Sums of the elements of each key in bins: which side sums, and how the host's threads do.
#include <algorithm>
#include <cmath>
#include <fuse/core/dtype.hpp>
#include <fuse/library/sums.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <memory>
#include <type_traits>

#include "host_loop.hpp"

namespace cp::library {

namespace {

/// Parts of the elements, each with bins of its own: as many for any number of threads, with few bins for elements.
std::int64_t parts_for(std::int64_t n, std::int64_t count) { return std::min<std::int64_t>(32, n / (16 * count)); }

/// A sum of integers: modulo 2^64.
struct integer_bin {
  std::uint64_t sum = 0;
  template <class T>
  void add(T x) {
    sum += static_cast<std::uint64_t>(x);
  }
  void join(integer_bin const& other) { sum += other.sum; }
  std::uint64_t value() const { return sum; }
};
/// A sum of float32.
struct float_bin {
  double sum = 0;
  void add(float x) { sum += x; }
  void join(float_bin const& other) { sum += other.sum; }
  float value() const { return static_cast<float>(sum); }
};
/// A float64 sum and what its additions rounded off (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
struct double_bin {
  double sum = 0, rest = 0;
  void add(double x) {
    double const s = sum + x, part = s - sum;
    rest += (sum - (s - part)) + (x - part);
    sum = s;
  }
  void join(double_bin const& other) {
    add(other.sum);
    rest += other.rest;
  }
  double value() const { return std::isfinite(sum) ? sum + rest : sum; }
};

template <class Bin, class T, class Key>
void sum_now(keyed_sums const& s) {
  std::int64_t const parts = std::max<std::int64_t>(1, parts_for(s.n, s.count));
  storage_ptr const memory(runtime::allocate(memory_kind::host, parts * s.count * std::int64_t{sizeof(Bin)}));
  auto* const bins = static_cast<Bin*>(memory->data);
  auto const* const values = static_cast<T const*>(s.values);
  auto const* const keys = static_cast<Key const*>(s.keys);
  std::int64_t const length = (s.n + parts - 1) / parts;
  host_loop::in_parts(parts, length + s.count, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t part = begin; part < end; ++part) {
      Bin* const own = bins + part * s.count;
      std::uninitialized_fill_n(own, s.count, Bin{});
      std::int64_t const last = std::min(s.n, (part + 1) * length);
      for (std::int64_t i = part * length; i < last; ++i)
        if (keys[i] < static_cast<std::uint64_t>(s.count)) own[keys[i]].add(values[i]);
    }
  });
  using sum = decltype(bins->value());
  host_loop::in_parts(s.count, parts, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t part = 1; part < parts; ++part)
      for (std::int64_t k = begin; k < end; ++k) bins[k].join(bins[part * s.count + k]);
    for (std::int64_t k = begin; k < end; ++k) static_cast<sum*>(s.sums)[k] = bins[k].value();
  });
}

template <class Bin, class T>
void sum_now(keyed_sums const& s) {
  s.key_bytes == 4 ? sum_now<Bin, T, std::uint32_t>(s) : sum_now<Bin, T, std::uint64_t>(s);
}

void sum_on_host(keyed_sums const& s) {
  switch (s.dtype) {
    case dtype_id::float32:
      return s.wide ? sum_now<double_bin, float>(s) : sum_now<float_bin, float>(s);
    case dtype_id::float64:
      return sum_now<double_bin, double>(s);
    case dtype_id::int32:
      return sum_now<integer_bin, std::int32_t>(s);
    case dtype_id::uint32:
      return sum_now<integer_bin, std::uint32_t>(s);
    default:
      return sum_now<integer_bin, std::uint64_t>(s);
  }
}

}  // namespace

bool fits_in_bins(memory_kind kind, dtype_id dtype, std::int64_t n, std::int64_t count) noexcept {
  return is_device(kind) ? fits_in_device_bins(dtype, n, count) : count == 0 || parts_for(n, count) >= 2;
}

void sum_in_bins(memory_kind kind, keyed_sums const& s) {
  if (s.count == 0) return;
  if (is_device(kind)) {
    runtime::count_library_call();
    return sum_in_device_bins(s);
  }
  std::int64_t const itemsize = detail::row_of(s.dtype).itemsize;
  runtime::count_launch(s.n * (itemsize + s.key_bytes), s.count * std::max<std::int64_t>(itemsize, s.wide ? 8 : 4));
  runtime::record<sum_on_host>(s);
}

}  // namespace cp::library
