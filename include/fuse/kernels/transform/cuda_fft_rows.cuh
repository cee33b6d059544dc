// The CUDA kernel of transforms along rows, with elementwise work before, between and behind them: a row is read once,
// and written once.
#pragma once

#include <cstdint>
#include <fuse/kernels/fold/fold_body.cuh>
#include <fuse/kernels/transform/cuda_fft_plan.hpp>
#include <fuse/kernels/transform/fft_row.cuh>
#include <fuse/kernels/tuning.hpp>
#include <fuse/program/transformed.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

namespace device {

template <class Signature, int Axes>
struct fft_rows_body;

template <class... Kind, int Bytes, class T, class P, int Axes>
struct fft_rows_body<program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>>, Axes>
    : fold_body<program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>>, Axes> {
  using base = fold_body<program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>>, Axes>;
  using typename base::arguments;
  using inputs = typename base::template inputs<1>;
  using plain = context<inputs, 1, no_splats>;
  using last = typename program::transform_in<P>::type;
  using number = typename last::type;
  using real = typename number::value_type;

  /// A thread's share of a row.
  struct share {
    arguments const& a;
    fft_thread<real> const& thread;
    char* first[base::count];  ///< its first element, of each operand
    int step[base::count];  ///< bytes from one to the next: the same for all threads (not of inputs that are computed)
    std::int64_t given;     ///< elements of a row, if those from there on are 0
    bool valid;  ///< else it stands for the first row, so that there is no branch around loads, and is not stored

    /// Where an operand's element k is.
    __device__ __forceinline__ char* at(int operand, int k) const { return first[operand] + k * step[operand]; }
    __device__ __forceinline__ bool is_given(int k) const { return thread.t + (k << a.plan.lanes_log2) < given; }
  };
#ifdef __CUDA_ARCH__
  static __device__ __forceinline__ share share_of(arguments const& a, fft_thread<real> const& thread,
                                                   std::int64_t row) {
    constexpr int unit[] = {int(sizeof(T)), address_unit<Kind>...};
    constexpr bool computed[] = {false, is_computed<Kind>...};
    share s{a, thread, {}, {}, a.plan.length, row < a.plan.results};
    std::int64_t offset[base::count];
#pragma unroll
    for (int k = 0; k < base::count; ++k) offset[k] = thread.t * a.strides[k][0];
    if (s.valid) base::locate(a, row, a.plan.folded, a.plan.folded + a.plan.kept, 0, offset);
#pragma unroll
    for (int k = 0; k < base::count; ++k) {
      s.first[k] = static_cast<char*>(a.data[k]) + offset[k] * unit[k];
      s.step[k] = computed[k] ? 0 : static_cast<int>(a.strides[k][0]) * (unit[k] << a.plan.lanes_log2);
    }
    return s;
  }
  /// Loads the inputs of `Mask` of its element k.
  template <std::uint64_t Mask, int... I>
  static __device__ __forceinline__ void load(share const& s, inputs& in, int k, std::integer_sequence<int, I...>) {
    auto const one = [&]<int J, class K>(slot<J, K, 1>& to) {
      if constexpr ((Mask >> J & 1) != 0) load_along<K, J, 1>(to, s.at(1 + J, k), false);
    };
    (one(slot_of<I, Kind, 1>(in)), ...);
    computed_inputs<inputs>::template compute<Mask>(in, s.a.scalars, [&](auto j) {
      return place_run{place_of(s.first[1 + j]) + (s.a.strides[1 + j][0] * k << s.a.plan.lanes_log2), 0};
    });
  }
#endif

  /// Bytes of the inputs of `Mask` in memory, an element (1 where there are none).
  template <std::uint64_t Mask>
  static constexpr int loaded_bytes = [] {
    int bytes = 0, k = 0;
    ((bytes += (Mask >> k++ & 1) != 0 && is_loaded<Kind> ? int(sizeof(typename Kind::type)) : 0), ...);
    return bytes > 0 ? bytes : 1;
  }();

#ifdef __CUDA_ARCH__
  /// A term from where the last pass has left it: of the other sign, real and imaginary part are exchanged before and
  /// behind.
  template <class Transform>
  static __device__ __forceinline__ number term(arguments const& a, number const (&x)[fft_held], int k) {
    number v = x[fft_place<16>(0, k)];
    if constexpr (Transform::sign > 0) v = {v.im, v.re};
    if constexpr (Transform::factor >= 0) {
      real const f = *reinterpret_cast<real const*>(a.scalars + Transform::factor);
      v = {v.re * f, v.im * f};
    }
    return v;
  }
  /// Calls use(k, value) with the values of Q as `To` for the thread's elements, whose terms of the transform inside of
  /// Q are in x. `Part`: those that are not given are 0.
  template <class To, class Q, bool Part, class Use>
  static __device__ __forceinline__ void evaluate(share const& s, number const (&x)[fft_held], Use&& use) {
    constexpr std::uint64_t mask = program::reads_besides<Q>;
    using inner = typename program::transform_in<Q>::type;
    // Loads come in parts, where all at once, beside the terms that are held, would take more registers than there are.
    constexpr int bytes = std::is_void_v<inner> ? tuning::fft_rows_first_bytes : tuning::fft_rows_bytes,
                  at_once = detail::clamp_power(bytes / loaded_bytes<mask>, 1, fft_held);
#pragma unroll
    for (int from = 0; from < fft_held; from += at_once) {
      inputs in[at_once];
      if constexpr (mask != 0) {
#pragma unroll
        for (int k = 0; k < at_once; ++k)
          if (!Part || s.is_given(from + k)) load<mask>(s, in[k], from + k, typename base::sequence{});
      }
#pragma unroll
      for (int k = 0; k < at_once; ++k) {
        // Not evaluated either: an index that is an operand would be any number.
        if constexpr (Part)
          if (!s.is_given(from + k)) {
            use(from + k, To{});
            continue;
          }
        plain const c{in[k], s.a.scalars, {}, 0};
        auto const take = [&](To const& value) { use(from + k, value); };
        if constexpr (std::is_void_v<inner>)
          program::evaluate<program::store<To, Q>>(c, take);
        else
          program::evaluate<program::store<To, Q>>(
              program::with_value<inner, number, plain>{c, term<inner>(s.a, x, from + k)}, take);
      }
      if constexpr (mask != 0 && at_once < fft_held) asm volatile("" ::: "memory");
    }
  }
  /// Of the transforms inside of each other, the operand of number `level` (1: the innermost one), from the terms of
  /// the one before it.
  template <class Transform>
  static __device__ __forceinline__ void begin_level(int level, share const& s, number (&x)[fft_held]) {
    using argument = typename Transform::argument;
    using inside = program::transform_in<argument>;
    if constexpr (inside::levels > 0)
      if (level <= inside::levels) return begin_level<typename inside::type>(level, s, x);
    number y[fft_held];
    evaluate<number, argument, Transform::part>(s, x, [&](int k, number const& v) {
      y[k] = v;
      if constexpr (Transform::sign > 0) y[k] = {v.im, v.re};
    });
#pragma unroll
    for (int k = 0; k < fft_held; ++k) x[k] = y[k];
  }
  static __device__ __forceinline__ void run(share const& s) {
    number x[fft_held];
    // One copy of the transform's code, which would not fit into the cache of instructions twice.
#pragma unroll 1
    for (int level = 1; level <= program::transform_in<P>::levels; ++level) {
      begin_level<last>(level, s, x);
      s.thread.transform(x);
    }
    if (s.valid) evaluate<T, P, false>(s, x, [&](int k, T const& value) { *reinterpret_cast<T*>(s.at(0, k)) = value; });
  }
#endif
};

/// Blocks that share a multiprocessor.
template <class Number>
constexpr int fft_rows_sharing = sizeof(Number) <= 8 ? tuning::fft_rows_blocks : 1;

template <class Signature, int Axes>
__global__ void __launch_bounds__(tuning::fft_rows_threads,
                                  fft_rows_sharing<typename fft_rows_body<Signature, Axes>::number>)
    fft_rows(__grid_constant__ typename fft_rows_body<Signature, Axes>::arguments const a) {
#ifdef __CUDA_ARCH__
  using body = fft_rows_body<Signature, Axes>;
  fold_plan const& p = a.plan;
  int const log2 = static_cast<int>(p.lanes_log2), t = static_cast<int>(threadIdx.x), of = t >> log2;
  std::int64_t const rows = blockDim.x >> log2;
  fft_thread<typename body::real> thread;
  thread.begin(t & ((1 << log2) - 1), log2 + fft_held_log2, of);
#pragma unroll 1
  for (std::int64_t first = blockIdx.x * rows; first < p.results; first += gridDim.x * rows)
    body::run(body::share_of(a, thread, first + of));
#endif
}

}  // namespace device

/// Whether a program is one for a kernel of its own: transforms one in the other, or one of which elementwise work is a
/// pass less. (Of an array, into an array, the library has the kernel.)
template <class Signature>
constexpr bool worth_of_rows = false;
template <class Inputs, int Bytes, class T, class P>
constexpr bool worth_of_rows<program::signature<Inputs, Bytes, program::store<T, P>>> =
    program::transform_in<P>::levels > 0;
template <class Inputs, int Bytes, class C, int Sign, int Factor, int I>
constexpr bool worth_of_rows<program::signature<
    Inputs, Bytes, program::store<C, program::transformed<Sign, C, Factor, false, program::input<I, C>>>>> = false;

/// The inputs that are read in a transform of a part of a row, and so as far as that is given.
template <class Transform>
constexpr std::uint64_t reads_in_part =
    reads_in_part<typename program::transform_in<typename Transform::argument>::type> |
    (Transform::part ? program::reads<typename Transform::argument> : 0);
template <>
inline constexpr std::uint64_t reads_in_part<void> = 0;

/// The kernel of one signature for loops of up to `Axes` axes.
template <class Signature, int Axes>
struct cuda_fft_rows_form;
template <class Inputs, int Bytes, class T, class P, int Axes>
struct cuda_fft_rows_form<program::signature<Inputs, Bytes, program::store<T, P>>, Axes> {
  // Put together again: nvcc would write what the user's type was made from beside the kernel's name, and g++ cannot
  // read that.
  using signature = program::signature<Inputs, Bytes, program::store<T, P>>;
  using body = device::fft_rows_body<signature, Axes>;
  static cuda_fft_rows_kernels& table() {
    static cuda_fft_rows_kernels k{
        runtime::kernel_function(reinterpret_cast<void const*>(&device::fft_rows<signature, Axes>)),
        int(sizeof(typename body::number)), reads_in_part<typename body::last>, Axes,
        fold_layout_of<typename body::arguments>()};
    return k;
  }
};

}  // namespace cp::kernels
