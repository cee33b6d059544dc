// A loop: what evaluate hands to the kernel forms, and the planning of its axes that all forms share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/core/shape.hpp>
#include <fuse/program/axis_maps.hpp>
#include <fuse/runtime/storage.hpp>
#include <type_traits>

namespace cp::kernels {

/// How a loop reaches an operand: elements along strides; elements that are computed from their place (which takes that
/// of an address, with itemsize 1); one element for all; one element for each result of a fold; on the host, elements
/// of 16 bits along strides that the kernel takes, or stores, as float32 (see program/on_float32.hpp).
enum class access : unsigned char { element, computed, staying, result, wide_float16, wide_bfloat16 };
constexpr bool is_widened(access a) { return a >= access::wide_float16; }
/// Whether a kernel never takes an operand as it lies in memory.
constexpr bool is_copied(access a) { return a == access::computed || is_widened(a); }

/// How the host computes an input's elements at places first, first + step, ...: by a rule (see program::computed)
/// whose bytes lie among the scalars.
struct computing {
  void (*run)(void* to, unsigned char const* rule, std::int64_t first, std::int64_t step, std::int64_t n);
  std::int32_t itemsize, offset, bytes;
  /// Rows of n elements, `apart` places from one to the next, where the rule knows better than one by one: whether it
  /// did.
  bool (*rows)(void* to, unsigned char const* rule, std::int64_t first, std::int64_t step, std::int64_t n,
               std::int64_t apart, std::int64_t rows) = nullptr;
  /// Whether neighbours are read from neighbours in memory; null: they are not.
  bool (*streams)(unsigned char const* rule) = nullptr;
  /// Of elements that are moved in memory, what source `which` is; how many there are. Null: they are none.
  int (*fields)(unsigned char const* rule, int which, program::moved_fields& to) = nullptr;
};
template <class Rule>
int rule_fields(unsigned char const* bytes, int which, program::moved_fields& to) {
  return reinterpret_cast<Rule const*>(bytes)->fields(which, to);
}
template <class Rule>
constexpr auto fields_of_rule() -> decltype(computing::fields) {
  if constexpr (requires(Rule const& r, program::moved_fields& to) { r.fields(0, to); })
    return &rule_fields<Rule>;
  else
    return nullptr;
}
template <class Rule>
bool rule_streams(unsigned char const* bytes) {
  Rule rule;
  __builtin_memcpy(&rule, bytes, sizeof rule);
  return rule.streams();
}
template <class Rule>
constexpr auto streams_of_rule() -> decltype(computing::streams) {
  if constexpr (requires(Rule const& r) { r.streams(); })
    return &rule_streams<Rule>;
  else
    return nullptr;
}
template <class Rule>
bool compute_rows(void* to, unsigned char const* bytes, std::int64_t first, std::int64_t step, std::int64_t n,
                  std::int64_t apart, std::int64_t rows) {
  Rule rule;
  if constexpr (!std::is_empty_v<Rule>) __builtin_memcpy(&rule, bytes, sizeof rule);
  return rule.fill_rows(static_cast<typename Rule::type*>(to), first, step, n, apart, rows);
}
template <class Rule>
constexpr auto rows_of_rule() -> decltype(computing::rows) {
  if constexpr (requires(Rule const& r, typename Rule::type* to) { r.fill_rows(to, 0, 0, 0, 0, 0); })
    return &compute_rows<Rule>;
  else
    return nullptr;
}
template <class Rule>
void compute_run(void* to, unsigned char const* bytes, std::int64_t first, std::int64_t step, std::int64_t n) {
  auto* const out = static_cast<typename Rule::type*>(to);
  Rule rule;
  if constexpr (!std::is_empty_v<Rule>) __builtin_memcpy(&rule, bytes, sizeof rule);
  if constexpr (requires { rule.fill_run(out, first, step, n); }) return rule.fill_run(out, first, step, n);
  std::int64_t i = 0;
  if constexpr (requires { Rule::wide; }) {
    // Many neighbours at once, from where they begin to have work in common.
    if (step == 1)
      for (; i < n && (first + i) % Rule::count != 0; ++i) rule.template fill<1>(out + i, first + i, 1);
    for (; step == 1 && i + Rule::wide <= n; i += Rule::wide) rule.fill_wide(out + i, first + i);
  }
  for (; i + 16 <= n; i += 16) rule.template fill<16>(out + i, first + i * step, step);
  for (; i + 4 <= n; i += 4) rule.template fill<4>(out + i, first + i * step, step);
  for (; i < n; ++i) rule.template fill<1>(out + i, first + i * step, step);
}

/// A loop without its types, as planning sees it.
struct loop_view {
  int rank;
  int count;
  int outputs;
  std::int64_t* shape;
  void** data;
  std::int64_t* strides;  ///< [count][pitch]
  int pitch;
  std::int32_t const* itemsize;
  access const* kind;
  computing const* computed = nullptr;  ///< of each operand; on the host only

  std::int64_t& stride(int operand, int axis) const { return strides[operand * pitch + axis]; }
};

/// Reorders the axes innermost first in the order of the first output's memory, turns axes that it runs backwards,
/// drops axes of extent 1 and joins axes that every operand crosses with one step. Returns the number of axes left (0:
/// one element).
int simplify(loop_view const& view);

/// Whether a simplified loop is one run of elements for every operand.
inline bool is_one_run(loop_view const& view) {
  if (view.rank > 1) return false;
  for (int k = 0; view.rank == 1 && k < view.count; ++k)
    if (view.kind[k] != access::staying && view.stride(k, 0) != 1) return false;
  return true;
}

/// What starting a kernel needs to know of a signature besides the kernel itself.
struct signature_info {
  int outputs;
  int count;      ///< operands: outputs, then inputs
  int bytes;      ///< of scalars, a multiple of 16
  int cost;       ///< about how many nanoseconds 256 elements take on the host in vectors of 64 bytes
  int host_cost;  ///< the same, with functions of the user's for costly ones: decides how finely the host's work is
                  ///< parted
  bool is_exact;  ///< no functions of the math library or of users: bits do not depend on whether an element is one of
                  ///< a vector
  bool has_computed;                       ///< operands that no kernel takes as they lie (see is_copied)
  std::int32_t read_bytes, written_bytes;  ///< an element, all operands being contiguous
  std::int32_t const* itemsize;
  access const* kind;
};

/// Receives a loop's operands, outputs first, and notices whether all of them are contiguous.
struct loop_builder {
  loop_view view;
  unsigned char* scalars;
  runtime::stream_handle stream;  ///< the current one, for device arrays
  std::int64_t size;              ///< elements of the loop
  int next = 0;
  std::size_t used = 0;    ///< bytes of scalars
  bool contiguous = true;  ///< every array has the loop's shape, is C-contiguous and lies on a 16-byte boundary

  /// An array whose shape broadcasts to the loop's; its memory (or null on the host) is told when another stream than
  /// its own uses it.
  FUSE_INLINE void add(void const* data, int rank, std::int64_t const* shape, std::int64_t const* strides,
                       runtime::storage* memory) {
    view.data[next] = const_cast<void*>(data);
    std::int64_t* const to = view.strides + next * view.pitch;
    int const skip = view.rank - rank;
    for (int i = 0; i < skip; ++i) to[i] = 0;
    bool packed = rank == 0 || (reinterpret_cast<std::uintptr_t>(data) % 16 == 0 && skip == 0);
    std::int64_t step = 1;
    for (int i = rank - 1; i >= 0; --i) {
      std::int64_t const n = view.shape[skip + i];
      bool const stretched = shape[i] != n;
      to[skip + i] = stretched ? 0 : strides[i];
      packed = packed && !stretched && (n == 1 || strides[i] == step);
      step = cp::detail::wrapping_product(step, n);  // an empty loop may have any extents
    }
    contiguous = contiguous && packed;
    if (memory != nullptr && runtime::is_elsewhere(*memory, stream)) runtime::note_use(*memory, stream);
    ++next;
  }
  /// Elements that are computed: their first place takes that of the address.
  void add_computed(std::int64_t start, int rank, std::int64_t const* shape, std::int64_t const* steps) {
    add(nullptr, rank, shape, steps, nullptr);
    view.data[next - 1] = reinterpret_cast<void*>(static_cast<std::intptr_t>(start));
  }
  template <class T>
  void add_scalar(T const& value) {
    used = (used + alignof(T) - 1) / alignof(T) * alignof(T);
    __builtin_memcpy(scalars + used, &value, sizeof(T));
    used += sizeof(T);
  }
};

/// A loop of `size` elements over axes of these extents (one axis where there are none) without operands yet, in room
/// that the caller has.
inline loop_builder begin_loop(loop_view const& view, unsigned char* scalars, std::int64_t const* extents, int rank,
                               std::int64_t size, runtime::stream_handle stream) {
  view.shape[0] = 1;
  for (int i = 0; i < rank; ++i) view.shape[i] = extents[i];
  return {view, scalars, stream, size};
}

/// The least and the largest place of a computed operand (rounded, beyond 2^53).
struct place_bounds {
  double low, high;
};
place_bounds bounds_of_places(loop_view const& view, int operand);

/// Distinct bytes that the loop's operands touch, for the counters: axes with stride 0 count once.
std::int64_t bytes_of(loop_view const& view, int first, int last);

}  // namespace cp::kernels
