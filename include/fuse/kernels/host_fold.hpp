// The host's folding kernels: runs of contiguous elements into one state, or element by element into as many.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <fuse/kernels/fold.hpp>
#include <fuse/kernels/host_loop.hpp>
#include <fuse/kernels/loop.hpp>

namespace cp::kernels {

/// One signature's functions. Data are those of the operands, outputs first, inputs contiguous (rank-0 ones: one element). States are trivially copyable.
struct host_fold_kernel {
  int state_bytes;
  void (*clear)(void* states, std::int64_t n);
  /// Folds n elements into one state.
  void (*along)(void* const* data, unsigned char const* scalars, std::int64_t n, void* state);
  /// Folds element i into state i.
  void (*across)(void* const* data, unsigned char const* scalars, std::int64_t n, void* states);
  /// Folds state i of `from`, which stands for elements that come later, into state i.
  void (*merge)(void* states, void const* from, std::int64_t n);
  /// Stores what is computed from n states, each of `count` elements; output k goes to data[k] with the stride (in elements) strides[k].
  void (*finish)(void const* states, std::int64_t n, std::int64_t count, void* const* data, std::int64_t const* strides, unsigned char const* scalars);
};

/// Folds the axes of a loop whose bits are set in `folded`. Counts the launch. Bits of the results depend on the loop's extents alone.
void host_fold_start(host_fold_kernel const& kernel, signature_info const& info, loop_builder& loop, std::uint32_t folded);

namespace detail {

template <class Signature>
struct host_fold;

template <class... Kind, int Bytes, class... Store>
struct host_fold<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using folds = typename program::find_folds<program::list<>, Store...>::type;
  using state = fold_state<folds>;
  using numbers = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using operands = host_operands<numbers, signature::bytes, Kind...>;
  static constexpr int outputs = sizeof...(Store);
  static_assert(std::is_trivially_copyable_v<state>, "cp: what a reduction accumulates in must be trivially copyable");

  static constexpr host_fold_kernel kernel() { return {int(sizeof(state)), clear, along, across, merge, finish}; }

 private:
  /// States that elements go to in turn, so that they become vectors: enough to hide the latency of an addition.
  static constexpr int lanes = sizeof(state) <= 8 ? 64 : 8;

  template <int... I>
  static operands operands_of(std::integer_sequence<int, I...>, void* const* data, unsigned char const* scalars) {
    operands c{{host_operand<Kind>(data[outputs + I])}..., {}};
    __builtin_memcpy(c.bytes, scalars, signature::bytes);
    return c;
  }
  [[gnu::always_inline]] static void add(state& s, operands const& c, std::int64_t i) { s.add(host_context<operands>{c, i}); }

  static void clear(void* states, std::int64_t n) {
    auto* const s = static_cast<state*>(states);
    for (std::int64_t i = 0; i < n; ++i) s[i].clear();
  }
  static void along(void* const* data, unsigned char const* scalars, std::int64_t n, void* to) {
    operands const c = operands_of(numbers{}, data, scalars);
    state lane[lanes];
    for (int l = 0; l < lanes; ++l) lane[l].clear();
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) {
#pragma omp simd
      for (int l = 0; l < lanes; ++l) add(lane[l], c, i + l);
    }
    for (int l = 0; i < n; ++i, ++l) add(lane[l], c, i);
    for (int w = lanes / 2; w > 0; w /= 2)
      for (int l = 0; l < w; ++l) lane[l].merge(lane[l + w]);
    static_cast<state*>(to)->merge(lane[0]);
  }
  static void across(void* const* data, unsigned char const* scalars, std::int64_t n, void* to) {
    operands const c = operands_of(numbers{}, data, scalars);
    auto* const s = static_cast<state*>(to);
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) add(s[i], c, i);
  }
  static void merge(void* states, void const* from, std::int64_t n) {
    auto* const s = static_cast<state*>(states);
    auto const* const f = static_cast<state const*>(from);
    for (std::int64_t i = 0; i < n; ++i) s[i].merge(f[i]);
  }
  static void finish(void const* states, std::int64_t n, std::int64_t count, void* const* data, std::int64_t const* strides, unsigned char const* scalars) {
    auto const* const s = static_cast<state const*>(states);
    for (std::int64_t i = 0; i < n; ++i)
      finish_with<Store...>(folds{}, s[i], count, scalars_context{scalars}, [&](typename Store::type const&... v) {
        int k = 0;
        ((static_cast<typename Store::type*>(data[k])[i * strides[k]] = v, ++k), ...);
      });
  }
};

}  // namespace detail
}  // namespace cp::kernels
