// The host's kernel form: one vectorised loop over contiguous elements an expression; strides, broadcasts and threads are the executor's work.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <fuse/expr/program.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// Evaluates `n` elements: data[0..outputs) are written, the rest read, each contiguous (rank-0 inputs: one element).
using host_chunk = void (*)(void* const* data, unsigned char const* scalars, std::int64_t n);

/// Runs a loop on the host that is too large for one call of its kernel or not contiguous: simplifies it, parts it over threads, feeds operands that are
/// not contiguous through small buffers. Counts the launch.
void host_run(host_chunk chunk, signature_info const& info, loop_builder& loop);

/// Work below this many nanoseconds is done at once by the caller: waking a thread costs some microseconds.
constexpr std::int64_t grain_ns = 20000;

/// Starts a host kernel.
inline void host_start(host_chunk chunk, signature_info const& info, loop_builder& loop) {
  if (loop.contiguous && !info.has_positions && loop.size * info.cost <= 64 * grain_ns && !runtime::is_capturing_host()) {
    runtime::count_launch(loop.size * info.read_bytes, loop.size * info.written_bytes);
    chunk(loop.view.data, loop.scalars, loop.size);
    return;
  }
  host_run(chunk, info, loop);
}

namespace detail {

template <class Kind>
struct host_input {
  using type = typename Kind::type;
  type const* data;
  FUSE_HD type load(std::int64_t i) const { return data[i]; }
};
template <class T>
struct host_input<program::single<T>> {
  T value;
  FUSE_HD T load(std::int64_t) const { return value; }
};

template <int I, class Kind>
struct host_slot : host_input<Kind> {};

template <class Sequence, int Bytes, class... Kind>
struct host_operands;
template <int... I, int Bytes, class... Kind>
struct host_operands<std::integer_sequence<int, I...>, Bytes, Kind...> : host_slot<I, Kind>... {
  alignas(16) unsigned char bytes[Bytes];
};

template <int J, class K>
FUSE_HD host_slot<J, K> const& host_slot_of(host_slot<J, K> const& s) {
  return s;
}

/// Element `i`, for a program. It refers to the operands instead of holding them: a copy in the loop's body would keep it from becoming vectors.
template <class Operands>
struct host_context {
  Operands const& operands;
  std::int64_t i;

  template <int J>
  FUSE_HD auto get() const {
    return host_slot_of<J>(operands).load(i);
  }
  template <int Offset, class T>
  FUSE_HD T const& scalar() const {
    return *reinterpret_cast<T const*>(operands.bytes + Offset);
  }
};

template <class Kind>
constexpr bool is_single = false;
template <class T>
constexpr bool is_single<program::single<T>> = true;

template <class Kind>
FUSE_HD auto host_operand(void* data) {
  if constexpr (is_single<Kind>)
    return host_input<Kind>{*static_cast<typename Kind::type const*>(data)};
  else
    return host_input<Kind>{static_cast<typename Kind::type const*>(data)};
}

template <class Signature>
struct host_form;

template <class... Kind, int Bytes, class... Store>
struct host_form<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  static constexpr int outputs = sizeof...(Store);

  /// Whether the program calls the math library: a vector of elements then goes through another function than one element, with other last bits, so that
  /// the rest of a loop is filled up to whole vectors. Results do not depend on where an element stands.
  static constexpr bool fills_up = !std::is_same_v<typename program::find_shared<program::list<>, program::list<>, Store...>::seen, program::list<>>;
  static constexpr std::int64_t whole = 64;  ///< a multiple of every vector's number of elements

  static void chunk(void* const* data, unsigned char const* scalars, std::int64_t n) {
    using inputs = std::make_integer_sequence<int, int(sizeof...(Kind))>;
    using stores = std::make_integer_sequence<int, outputs>;
    if constexpr (fills_up) {
      std::int64_t const rest = n % whole;
      if (n > rest) run(inputs{}, stores{}, data, scalars, n - rest);
      if (rest > 0) run_rest(inputs{}, stores{}, data, scalars, n - rest, rest);
    } else {
      run(inputs{}, stores{}, data, scalars, n);
    }
  }

 private:
  /// The last elements, copied to where there is room for a whole run, the last one as often as it takes.
  template <int... I, int... O>
  static void run_rest(std::integer_sequence<int, I...> inputs, std::integer_sequence<int, O...> stores, void* const* data, unsigned char const* scalars,
                       std::int64_t first, std::int64_t rest) {
    auto const fill = [&]<class K>(std::type_identity<K>, auto& room, void* from) -> void* {
      if constexpr (is_single<K>) {
        return from;
      } else {
        auto const* const p = static_cast<typename K::type const*>(from) + first;
        for (std::int64_t i = 0; i < whole; ++i) room.value[i] = p[i < rest ? i : rest - 1];
        return room.value;
      }
    };
    [&](auto... out) {
      [&](auto... in) {
        void* const filled[] = {out.value..., fill(std::type_identity<Kind>{}, in, data[outputs + I])...};
        run(inputs, stores, filled, scalars, whole);
        (__builtin_memcpy(static_cast<typename Store::type*>(data[O]) + first, out.value, static_cast<std::size_t>(rest) * sizeof(typename Store::type)), ...);
      }(room<typename Kind::type, I>{}...);
    }(room<typename Store::type, O>{}...);
  }
  template <class T, int>
  struct room {
    alignas(64) T value[whole];
  };

  template <int... I, int... O>
  [[gnu::noinline]] static void run(std::integer_sequence<int, I...> sequence, std::integer_sequence<int, O...>, void* const* data, unsigned char const* scalars,
                  std::int64_t n) {
    using operands = host_operands<decltype(sequence), signature::bytes, Kind...>;
    operands c{{host_operand<Kind>(data[outputs + I])}..., {}};
    __builtin_memcpy(c.bytes, scalars, signature::bytes);
    [&](typename Store::type*... out) {
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i)
        program::evaluate<Store...>(host_context<operands>{c, i}, [&](typename Store::type const&... v) { ((out[i] = v), ...); });
    }(static_cast<typename Store::type*>(data[O])...);
  }
};

}  // namespace detail
}  // namespace cp::kernels
