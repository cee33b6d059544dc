// The host's stencil form: one vectorised loop along lines of elements, whose neighbours are other lines or lie beside.
#pragma once

#include <cstdint>
#include <fuse/kernels/elementwise/host_elementwise.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/kernels/stencil/stencil.hpp>
#include <fuse/program/program.hpp>
#include <utility>

namespace cp::kernels {

/// A stencil's loop: `chunk` gets a pointer for each output, each elementwise input, and each line of the others.
struct host_stencil_kernel {
  host_chunk chunk;
  std::int64_t whole;          ///< lengths must be multiples of it (see host_form::fills_up)
  stencil_input const* input;  ///< of each input
};

/// Runs a stencil on the host: lines as they lie where they can, others and what is beside an edge through buffers.
/// `open`: for each operand a bit an axis along which it has no edge. Counts the launch.
void host_stencil_start(host_stencil_kernel kernel, signature_info const& info, loop_builder& loop,
                        std::uint32_t const* open);

namespace detail {

template <class T, program::edge Edge, int Outside, class Offsets>
struct host_input<program::stencil<T, Edge, Outside, Offsets>> {
  using lines = stencil_lines<program::stencil<T, Edge, Outside, Offsets>>;
  T const* line[lines::lines];
  template <class Offset>
  FUSE_HD T near(std::int64_t i) const {
    constexpr int l = lines::template find<Offset>(), along = Offset::value[Offset::rank - 1];
    return line[l][i + along];
  }
};

/// Element `i` and its neighbours, for a program.
template <class Operands>
struct host_stencil_context {
  Operands const& operands;
  std::int64_t i;

  template <int J>
  FUSE_HD auto get() const {
    return host_slot_of<J>(operands).load(i);
  }
  template <int J, int... O>
  FUSE_HD auto near() const {
    return host_slot_of<J>(operands).template near<program::offset<O...>>(i);
  }
  template <int Offset, class T>
  FUSE_HD program::scalar_access<T> scalar() const {
    return program::scalar_in<Offset, T>(operands.bytes);
  }
};

template <class Signature>
struct host_stencil;

template <class... Kind, int Bytes, class... Store>
struct host_stencil<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using form = host_form<signature>;
  static constexpr int outputs = sizeof...(Store);
  static constexpr stencil_input input[] = {stencil_input_of<Kind>()...};
  static constexpr int pointers = [] {
    int n = outputs;
    for (auto const& x : input) n += x.lines;
    return n;
  }();
  static_assert(pointers <= 256,
                "cp: the stencils of one kernel read more than 256 lines; evaluate a part of the expression first");

  static constexpr host_stencil_kernel kernel() { return {&chunk, form::fills_up ? form::whole : 1, input}; }

 private:
  using inputs = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using operands = host_operands<inputs, signature::bytes, Kind...>;
  static constexpr int pointer_of(int which) {
    int n = outputs;
    for (int k = 0; k < which; ++k) n += input[k].lines;
    return n;
  }

  template <class K>
  static void point(host_input<K>& to, char* const* at) {
    if constexpr (is_stencil<K>) {
      for (int l = 0; l < stencil_lines<K>::lines; ++l) to.line[l] = reinterpret_cast<typename K::type const*>(at[l]);
    } else {
      to = host_operand<K>(*at);
    }
  }
  template <class Operands>
  [[gnu::always_inline]] static void element(Operands const& c, std::int64_t i, typename Store::type*... out) {
    program::evaluate<Store...>(
        host_stencil_context<Operands>{c, i}, [&](typename Store::type const&... v)
                                                  __attribute__((always_inline)) { ((out[i] = v), ...); });
  }

  static constexpr bool has_far_loop = !form::fills_up && form::in_blocks && form::block == form::whole;
  template <class K>
  [[gnu::always_inline]] static void prefetch_lines(host_input<K> const& in, std::int64_t i) {
    if constexpr (is_stencil<K>) {
      for (int l = 0; l < stencil_lines<K>::lines; ++l) prefetch<false>(in.line[l] + i);
    } else if constexpr (!is_single<K>) {
      prefetch<false>(in.data + i);
    }
  }

  static void chunk(void* const* data, unsigned char const* scalars, std::int64_t n, host_rows const& rows) {
    run(inputs{}, std::make_integer_sequence<int, outputs>{}, data, scalars, n, rows);
  }
  template <int... I, int... O>
  [[gnu::noinline]] static void run(std::integer_sequence<int, I...>, std::integer_sequence<int, O...>,
                                    void* const* data, unsigned char const* scalars, std::int64_t n,
                                    host_rows const& rows) {
    char* at[pointers];
    for (int k = 0; k < pointers; ++k) at[k] = static_cast<char*>(data[k]);
    operands c;
    __builtin_memcpy(c.bytes, scalars, signature::bytes);
    for (std::int64_t left = rows.count;;) {
      (point<Kind>(static_cast<host_slot<I, Kind>&>(c), at + pointer_of(I)), ...);
      [&](typename Store::type*... out) {
        std::int64_t i = 0;
        if constexpr (has_far_loop)
          for (; rows.far && i + form::block <= n; i += form::block) {
            (prefetch_lines(static_cast<host_slot<I, Kind> const&>(c), i), ...);
            (prefetch<true>(out + i), ...);
#pragma omp simd simdlen(form::block / 2)
            for (int l = 0; l < form::block; ++l) element(c, i + l, out...);
          }
#pragma omp simd
        for (std::int64_t k = i; k < n; ++k) element(c, k, out...);
      }(reinterpret_cast<typename Store::type*>(at[O])...);
      if (--left <= 0) return;
      for (int k = 0; k < pointers; ++k) at[k] += rows.step[k];
    }
  }
};

}  // namespace detail
}  // namespace cp::kernels
