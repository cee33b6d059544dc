// The host's scanning kernels: short runs side by side, so that neither latency nor rounding grows with a line's
// length.
#pragma once

#include <cstdint>
#include <fuse/kernels/elementwise/host_elementwise.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/program/scanned.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

/// Where a run of elements stands in its line, and where its results go.
struct host_scan_run {
  void const* before;   ///< what all that comes before the part has come to
  void* within;         ///< what the part has come to so far; brought up to date
  void* out;            ///< of the first value; null: nothing is stored
  std::int64_t stride;  ///< from an element to the next
};

/// One signature's functions. Accumulators are trivially copyable.
struct host_scan_kernel {
  int state_bytes;
  int value_bytes;               ///< of what `along` and `across` store
  std::uint64_t before, beside;  ///< the inputs that are scanned, and those of what is computed from that, a bit each
  /// Evaluates what is stored in place of scanned elements, which are its last input; null: these are stored.
  host_chunk behind;
  /// Evaluates elements, as accumulators, into data[0]; the inputs behind it are contiguous.
  host_chunk load;
  void (*clear)(void* states, std::int64_t n);
  /// Folds state i of `from`, which stands for elements that come later, into state i.
  void (*merge)(void* states, void const* from, std::int64_t n);
  /// Scans n elements that come one after the other (and changes them).
  void (*along)(void* elements, std::int64_t n, host_scan_run const& run);
  /// Scans element i of a row into state i; stores what it comes to after carry[i].
  void (*across)(void const* elements, std::int64_t n, void* states, void const* carry, void* out, std::int64_t stride);
};

/// Elements that `along` takes at most.
constexpr std::int64_t host_scan_length = 1024;

/// Scans along the axes of a loop whose bits are set in `scanned`. Counts the launch. Bits of the results depend on the
/// loop's extents, and on which axes lie side by side in memory.
void host_scan_start(host_scan_kernel const& kernel, signature_info const& info, loop_builder& loop,
                     std::uint32_t scanned);

namespace detail {

/// Inputs, of which a part of a program reads those whose bits are set: the others are a number, which is not used.
template <std::uint64_t Read, class Sequence, class... Kind>
struct inputs_read;
template <std::uint64_t Read, int... I, class... Kind>
struct inputs_read<Read, std::integer_sequence<int, I...>, Kind...> {
  template <class T>
  using number = program::single<std::conditional_t<std::is_arithmetic_v<T>, T, double>>;
  template <class... Last>
  using with =
      program::inputs<std::conditional_t<(Read & program::input_bit(I)) != 0, Kind, number<typename Kind::type>>...,
                      Last...>;
};

template <class Signature>
struct host_scan;

template <class... Kind, int Bytes, class T, class P>
struct host_scan<program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>>> {
  using Scanned = typename program::scan_in<P>::type;
  using A = typename Scanned::accumulator;
  static_assert(std::is_trivially_copyable_v<A>, "cp: what a scan accumulates in must be trivially copyable");
  template <class S>
  struct lifted;
  template <class Op, class R, class Q>
  struct lifted<program::scanned<Op, A, R, Q>> {
    using type = program::store<A, program::apply<program::lifting<Op, A>, Q>>;
  };
  template <std::uint64_t Read>
  using read = inputs_read<Read, std::make_integer_sequence<int, int(sizeof...(Kind))>, Kind...>;
  static constexpr std::uint64_t before = program::reads_before_scan<P>, beside = program::reads_behind_scan<P>;
  using loading = program::signature<typename read<before>::template with<>, Bytes, typename lifted<Scanned>::type>;
  static constexpr bool has_behind = !std::is_same_v<P, Scanned>;
  /// What is stored of scanned elements.
  using value = std::conditional_t<has_behind, typename program::type_of<Scanned>::type, T>;

  static constexpr host_scan_kernel kernel() {
    return {int(sizeof(A)), int(sizeof(value)),
            before,         beside,
            behind(),       host_form<loading>::template kernel<false>().chunk,
            clear,          merge,
            along,          across};
  }

 private:
  static constexpr host_chunk behind() {
    if constexpr (has_behind) {
      using own = typename program::replaced<P, Scanned, program::input<int(sizeof...(Kind)), value>>::type;
      using all = typename read<beside>::template with<program::elements<value>>;
      return host_form<program::signature<all, Bytes, program::store<T, own>>>::template kernel<false>().chunk;
    } else {
      return nullptr;
    }
  }

  /// Elements of a run that is scanned one after the other; runs that are scanned side by side.
  static constexpr int run = 16, runs = 8, block = run * runs;

  FUSE_HD static A join(A const& a, A const& b) { return Scanned::combine(a, b); }
  FUSE_HD static value finish(A const& a) { return static_cast<value>(Scanned::finish(a)); }

  static void clear(void* states, std::int64_t n) {
    auto* const s = static_cast<A*>(states);
    for (std::int64_t i = 0; i < n; ++i) s[i] = Scanned::identity();
  }
  static void merge(void* states, void const* from, std::int64_t n) {
    auto* const s = static_cast<A*>(states);
    auto const* const f = static_cast<A const*>(from);
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) s[i] = join(s[i], f[i]);
  }

  /// Scans each run of a block by itself; returns what each has come to.
  static void scan_runs(A* e, std::int64_t n, A* total) {
    if (n == block) {
      for (int r = 0; r < runs; ++r) total[r] = e[r * run];
      for (int i = 1; i < run; ++i)
        for (int r = 0; r < runs; ++r) e[r * run + i] = total[r] = join(total[r], e[r * run + i]);
      return;
    }
    for (int r = 0; r < runs; ++r) {
      total[r] = Scanned::identity();
      for (std::int64_t i = r * run; i < n && i < (r + 1) * run; ++i)
        e[i] = total[r] = i == r * run ? e[i] : join(total[r], e[i]);
    }
  }
  static void store_run(A const* e, std::int64_t n, A const& before, value* out, std::int64_t stride) {
    if (stride == 1 && n == run) {
#pragma omp simd
      for (int i = 0; i < run; ++i) out[i] = finish(join(before, e[i]));
    } else {
      for (std::int64_t i = 0; i < n; ++i) out[i * stride] = finish(join(before, e[i]));
    }
  }
  static void along(void* elements, std::int64_t n, host_scan_run const& at) {
    A const before = *static_cast<A const*>(at.before), within = *static_cast<A const*>(at.within);
    auto* const e = static_cast<A*>(elements);
    A here = Scanned::identity();  // what the blocks so far have come to
    for (std::int64_t first = 0; first < n; first += block) {
      std::int64_t const m = n - first < block ? n - first : block;
      A total[runs], in_block = Scanned::identity();
      scan_runs(e + first, m, total);
      for (std::int64_t r = 0; r * run < m; ++r) {
        if (at.out != nullptr)
          store_run(e + first + r * run, m - r * run < run ? m - r * run : run,
                    join(before, join(within, join(here, in_block))),
                    static_cast<value*>(at.out) + (first + r * run) * at.stride, at.stride);
        in_block = join(in_block, total[r]);
      }
      here = join(here, in_block);
    }
    *static_cast<A*>(at.within) = join(within, here);
  }
  static void across(void const* elements, std::int64_t n, void* states, void const* carry, void* to,
                     std::int64_t stride) {
    auto const* const e = static_cast<A const*>(elements);
    auto const* const c = static_cast<A const*>(carry);
    auto* const s = static_cast<A*>(states);
    auto* const out = static_cast<value*>(to);
    if (to == nullptr) {
      merge(states, elements, n);
    } else if (stride == 1) {
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) {
        A const a = join(s[i], e[i]);
        s[i] = a;
        out[i] = finish(join(c[i], a));
      }
    } else {
      for (std::int64_t i = 0; i < n; ++i) out[i * stride] = finish(join(c[i], s[i] = join(s[i], e[i])));
    }
  }
};

}  // namespace detail
}  // namespace cp::kernels
