// How loops over elements run in host memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fuse/runtime/parallel.hpp>

#include "loops.hpp"

namespace cp::runtime {

/// Loops over elements, on all threads where they are long.
struct host_loop {
  /// Parts of n things that take m steps each.
  template <class F>
  static void in_parts(std::int64_t n, std::int64_t m, F const& f) {
    parallel_for(
        n, 1 + (std::int64_t{1} << 15) / (m + 1),
        [](void* c, std::int64_t begin, std::int64_t end) { (*static_cast<F const*>(c))(begin, end); },
        const_cast<void*>(static_cast<void const*>(&f)));
  }
  template <class F>
  static void each(std::int64_t n, F const& f) {
    parallel_for(
        n, std::int64_t{1} << 15,
        [](void* c, std::int64_t begin, std::int64_t end) {
          F const& run = *static_cast<F const*>(c);
          for (std::int64_t i = begin; i < end; ++i) run(i);
        },
        const_cast<void*>(static_cast<void const*>(&f)));
  }
  template <class F>
  static void columns(std::int64_t n, std::int64_t m, F const& f) {
    in_parts(n, m, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t j = begin; j < end; ++j)
        for (std::int64_t i = 0; i < m; ++i) f(j, i);
    });
  }
  template <class F, class R>
  static void sums(std::int64_t n, std::int64_t m, F const& f, R* to) {
    in_parts(n, m, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t j = begin; j < end; ++j) {
        R sum = 0;
        for (std::int64_t i = 0; i < m; ++i) sum += f(j, i);
        to[j] = sum;
      }
    });
  }
  /// The last two axes in squares, so that what lies across one array is read from few cache lines at a time.
  template <class T>
  static void copy(loops::two_layouts const& l, std::int64_t, T* to, T const* from) {
    constexpr std::int64_t side = 32;
    int const inner = l.rank - 1, outer = l.rank - 2;
    auto const of = [](std::int64_t const* x, int axis, std::int64_t otherwise) {
      return axis < 0 ? otherwise : x[axis];
    };
    std::int64_t const m = of(l.shape, inner, 1), n = of(l.shape, outer, 1), across = (n + side - 1) / side;
    std::int64_t const to_i = of(l.to, inner, 0), to_j = of(l.to, outer, 0), from_i = of(l.from, inner, 0),
                       from_j = of(l.from, outer, 0);
    std::int64_t planes = 1;
    for (int axis = 0; axis < outer; ++axis) planes *= l.shape[axis];
    in_parts(planes * across, m * side, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t part = begin; part < end; ++part) {
        std::int64_t rest = part / across, t = 0, f = 0;
        for (int axis = outer - 1; axis >= 0; --axis) {
          std::int64_t const at = rest % l.shape[axis];
          rest /= l.shape[axis];
          t += at * l.to[axis];
          f += at * l.from[axis];
        }
        std::int64_t const first = part % across * side, last = std::min(n, first + side);
        for (std::int64_t block = 0; block < m; block += side)
          for (std::int64_t j = first; j < last; ++j)
            for (std::int64_t i = block; i < std::min(m, block + side); ++i)
              to[t + j * to_j + i * to_i] = from[f + j * from_j + i * from_i];
      }
    });
  }
  static void raise_to(unsigned long long* p, unsigned long long value) {
    unsigned long long seen = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (seen < value && !__atomic_compare_exchange_n(p, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
};

}  // namespace cp::runtime
