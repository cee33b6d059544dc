// How loops over elements run in host memory.
#pragma once

#include <cstdint>
#include <fuse/runtime/parallel.hpp>

#include "loops.hpp"

namespace cp::library {

/// Loops over elements, on all threads where they are long.
struct host_loop {
  /// Parts of n things that take m steps each.
  template <class F>
  static void in_parts(std::int64_t n, std::int64_t m, F const& f) {
    runtime::parallel_for(
        n, 1, n * (m + 1),
        [](void* c, std::int64_t begin, std::int64_t end) { (*static_cast<F const*>(c))(begin, end); },
        const_cast<void*>(static_cast<void const*>(&f)));
  }
  template <class F>
  static void each(std::int64_t n, F const& f) {
    runtime::parallel_for(
        n, 1, n,
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
  template <class F, class R>
  static void largest(std::int64_t n, std::int64_t m, F const& f, R* to) {
    in_parts(n, m, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t j = begin; j < end; ++j) {
        R most = 0;
        for (std::int64_t i = 0; i < m; ++i) most = loops::larger_or_nan(most, f(j, i));
        to[j] = most;
      }
    });
  }
  static void raise_to(unsigned long long* p, unsigned long long value) {
    unsigned long long seen = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (seen < value && !__atomic_compare_exchange_n(p, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
};

}  // namespace cp::library
