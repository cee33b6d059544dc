// The host's folding kernels: runs of contiguous elements into one state, or element by element into as many.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <fuse/kernels/fold.hpp>
#include <fuse/kernels/host_loop.hpp>
#include <fuse/kernels/loop.hpp>

namespace cp::kernels {

/// Functions of one level of folds (see fold_levels). Data are those of the operands, outputs first, inputs contiguous (rank-0 ones: one element). States and
/// values are trivially copyable; values are those of a row's folds of the levels below.
struct host_fold_level {
  int state_bytes;
  void (*clear)(void* states, std::int64_t n);
  /// Folds rows of n elements, row i into state i; `step` is the bytes from a row to the next, for each operand.
  void (*along)(void* const* data, std::int64_t const* step, unsigned char const* scalars, std::int64_t n, std::int64_t rows, void* states, void const* values);
  /// Folds element i into state i.
  void (*across)(void* const* data, unsigned char const* scalars, std::int64_t n, void* states, void const* values);
  /// Folds state i of `from`, which stands for elements that come later, into state i.
  void (*merge)(void* states, void const* from, std::int64_t n);
  /// Writes what n states, each of `count` elements, have come to into their rows' values.
  void (*finish)(void const* states, std::int64_t n, std::int64_t count, void* values);
};

/// One signature's functions.
struct host_fold_kernel {
  int levels, value_bytes;
  host_fold_level const* level;
  std::uint64_t folded, late;  ///< inputs that are read as folded elements, and besides
  /// Stores an element for each of n rows; operand k's lie at data[k] with the stride (in elements) strides[k].
  void (*results)(void const* values, std::int64_t n, void* const* data, std::int64_t const* strides, unsigned char const* scalars);
  /// Stores rows of n elements, or an element of each of n rows: as `along` and `across`.
  void (*along)(void* const* data, std::int64_t const* step, unsigned char const* scalars, std::int64_t n, std::int64_t rows, void const* values);
  void (*across)(void* const* data, unsigned char const* scalars, std::int64_t n, void const* values);
};

/// Folds rows, the axes of a loop whose bits are set in `folded`, and stores as many elements as were read, or (`to_rows`) one a row. Counts the launch. Bits
/// of the results depend on the loop's extents alone.
void host_fold_start(host_fold_kernel const& kernel, signature_info const& info, loop_builder& loop, std::uint32_t folded, bool to_rows);

namespace detail {

template <class Signature, bool Elements>
struct host_fold;

template <class... Kind, int Bytes, class... Store, bool Elements>
struct host_fold<program::signature<program::inputs<Kind...>, Bytes, Store...>, Elements> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using levels = fold_levels<signature>;
  using values = typename levels::values;
  template <int Level>
  using state = typename levels::template state<Level>;
  using numbers = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using stores = std::make_integer_sequence<int, int(sizeof...(Store))>;
  using operands = host_operands<numbers, signature::bytes, Kind...>;
  static constexpr int outputs = sizeof...(Store);
  static_assert(std::is_trivially_copyable_v<values>, "cp: what a reduction results in must be trivially copyable");

  static host_fold_kernel kernel() {
    static constexpr auto each = all(std::make_integer_sequence<int, levels::count>{});
    if constexpr (Elements)
      return {levels::count, int(sizeof(values)), each.level, levels::folded_inputs, levels::late_inputs, nullptr, store_along, store_across};
    else
      return {levels::count, int(sizeof(values)), each.level, levels::folded_inputs, levels::late_inputs, store_results, nullptr, nullptr};
  }

 private:
  struct table {
    host_fold_level level[levels::count];
  };
  template <int... L>
  static constexpr table all(std::integer_sequence<int, L...>) {
    return {{one_level<L + 1>::functions()...}};
  }

  template <int... I>
  static operands operands_of(std::integer_sequence<int, I...>, void* const* data, unsigned char const* scalars) {
    operands c{{host_operand<Kind>(data[outputs + I])}..., {}};
    __builtin_memcpy(c.bytes, scalars, signature::bytes);
    return c;
  }

  template <int Level>
  struct one_level {
    using state = host_fold::state<Level>;
    static_assert(std::is_trivially_copyable_v<state>, "cp: what a reduction accumulates in must be trivially copyable");
    /// States that elements go to in turn, so that they become vectors: enough to hide the latency of an addition.
    static constexpr int lanes = sizeof(state) <= 8 ? 64 : 8;

    static constexpr host_fold_level functions() { return {int(sizeof(state)), clear, along, across, merge, finish}; }

    [[gnu::always_inline]] static void add(state& s, values const& known, operands const& c, std::int64_t i) {
      levels::template add<Level>(s, known, host_context<operands>{c, i});
    }
    static void clear(void* states, std::int64_t n) {
      auto* const s = static_cast<state*>(states);
      for (std::int64_t i = 0; i < n; ++i) s[i].clear();
    }
    static void along(void* const* data, std::int64_t const* step, unsigned char const* scalars, std::int64_t n, std::int64_t rows, void* to, void const* known) {
      char* at[outputs + sizeof...(Kind)];
      for (int k = outputs; k < outputs + int(sizeof...(Kind)); ++k) at[k] = static_cast<char*>(data[k]);
      for (std::int64_t row = 0; row < rows; ++row) {
        along_row(reinterpret_cast<void* const*>(at), scalars, n, static_cast<state*>(to)[row], static_cast<values const*>(known)[row]);
        for (int k = outputs; k < outputs + int(sizeof...(Kind)); ++k) at[k] += step[k];
      }
    }
    static void along_row(void* const* data, unsigned char const* scalars, std::int64_t n, state& to, values const& row_values) {
      operands const c = operands_of(numbers{}, data, scalars);
      values const known = row_values;
      state lane[lanes];
      for (int l = 0; l < lanes; ++l) lane[l].clear();
      std::int64_t i = 0;
      for (; i + lanes <= n; i += lanes) {
#pragma omp simd
        for (int l = 0; l < lanes; ++l) add(lane[l], known, c, i + l);
      }
      for (int l = 0; i < n; ++i, ++l) add(lane[l], known, c, i);
      for (int w = lanes / 2; w > 0; w /= 2)
        for (int l = 0; l < w; ++l) lane[l].merge(lane[l + w]);
      to.merge(lane[0]);
    }
    static void across(void* const* data, unsigned char const* scalars, std::int64_t n, void* to, void const* known) {
      operands const c = operands_of(numbers{}, data, scalars);
      auto* const s = static_cast<state*>(to);
      auto const* const v = static_cast<values const*>(known);
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) add(s[i], v[i], c, i);
    }
    static void merge(void* states, void const* from, std::int64_t n) {
      auto* const s = static_cast<state*>(states);
      auto const* const f = static_cast<state const*>(from);
      for (std::int64_t i = 0; i < n; ++i) s[i].merge(f[i]);
    }
    static void finish(void const* states, std::int64_t n, std::int64_t count, void* to) {
      auto const* const s = static_cast<state const*>(states);
      auto* const v = static_cast<values*>(to);
      for (std::int64_t i = 0; i < n; ++i) v[i].take(s[i], count);
    }
  };

  /// Element i of a result's own operands.
  struct result_context {
    operands const& c;
    std::int64_t i;
    std::int64_t const* strides;
    template <int J>
    auto get() const {
      return host_slot_of<J>(c).load(i * strides[outputs + J]);
    }
    template <int Offset, class T>
    T const& scalar() const {
      return *reinterpret_cast<T const*>(c.bytes + Offset);
    }
  };
  static void store_results(void const* known, std::int64_t n, void* const* data, std::int64_t const* strides, unsigned char const* scalars) {
    operands const c = operands_of(numbers{}, data, scalars);
    auto const* const v = static_cast<values const*>(known);
    for (std::int64_t i = 0; i < n; ++i)
      levels::evaluate(v[i], result_context{c, i, strides}, [&](typename Store::type const&... x) {
        int k = 0;
        ((static_cast<typename Store::type*>(data[k])[i * strides[k]] = x, ++k), ...);
      });
  }
  /// Not written in a loop: see host_form::element.
  [[gnu::always_inline]] static void element(operands const& c, values const& known, std::int64_t i, typename Store::type*... out) {
    levels::evaluate(known, host_context<operands>{c, i}, [&](typename Store::type const&... x) { ((out[i] = x), ...); });
  }
  static void store_along(void* const* data, std::int64_t const* step, unsigned char const* scalars, std::int64_t n, std::int64_t rows, void const* known) {
    char* at[outputs + sizeof...(Kind)];
    for (int k = 0; k < outputs + int(sizeof...(Kind)); ++k) at[k] = static_cast<char*>(data[k]);
    for (std::int64_t row = 0; row < rows; ++row) {
      store_row(stores{}, reinterpret_cast<void* const*>(at), scalars, n, static_cast<values const*>(known)[row]);
      for (int k = 0; k < outputs + int(sizeof...(Kind)); ++k) at[k] += step[k];
    }
  }
  template <int... O>
  static void store_row(std::integer_sequence<int, O...>, void* const* data, unsigned char const* scalars, std::int64_t n, values const& row_values) {
    operands const c = operands_of(numbers{}, data, scalars);
    values const known = row_values;
    [&](typename Store::type*... out) {
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) element(c, known, i, out...);
    }(static_cast<typename Store::type*>(data[O])...);
  }
  static void store_across(void* const* data, unsigned char const* scalars, std::int64_t n, void const* known) { store_columns(stores{}, data, scalars, n, known); }
  template <int... O>
  static void store_columns(std::integer_sequence<int, O...>, void* const* data, unsigned char const* scalars, std::int64_t n, void const* known) {
    operands const c = operands_of(numbers{}, data, scalars);
    auto const* const v = static_cast<values const*>(known);
    [&](typename Store::type*... out) {
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) element(c, v[i], i, out...);
    }(static_cast<typename Store::type*>(data[O])...);
  }
};

}  // namespace detail
}  // namespace cp::kernels
