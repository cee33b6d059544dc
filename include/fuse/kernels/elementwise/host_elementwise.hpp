// The host's kernel form: one vectorised loop over contiguous elements an expression; strides, broadcasts and threads
// are the executor's work. (Long: one class template, the form's loop.)
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/kernels/elementwise/host_operands.hpp>
#include <fuse/kernels/elementwise/host_stages.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/program/folds.hpp>
#include <fuse/program/picked.hpp>
#include <fuse/program/program.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

/// Rows that one call of a kernel evaluates.
struct host_rows {
  std::int64_t count;
  std::int64_t const* step;  ///< bytes from a row to the next, for each operand
  int stretched;        ///< the one input that has one element a row instead of a contiguous row; -1 if there is none
  bool far = false;     ///< the rows come from memory, not from a cache
  bool placed = false;  ///< inputs that are places are no elements, but a place_run each
};

/// Evaluates rows of `n` elements: data[0..outputs) are written, the rest read, each contiguous in a row (rank-0
/// inputs: one element).
using host_chunk = void (*)(void* const* data, unsigned char const* scalars, std::int64_t n, host_rows const& rows);

struct host_kernel {
  host_chunk chunk;
  bool stretches;            ///< whether it takes a stretched input
  bool copies;               ///< whether it only stores its one input
  int least_row;             ///< shorter rows are not worth a call each, let alone a vector
  std::uint64_t places = 0;  ///< the operands, a bit each, that it takes as place_run where it is told so
  bool spans = false;        ///< it may compute what no result asks for: it calls no functor, and picks nothing
};

/// Runs a loop on the host that is too large for one call of its kernel or not contiguous: simplifies it, parts it over
/// threads, feeds operands that a kernel does not take as they are through small buffers. Counts the launch.
void host_run(host_kernel kernel, signature_info const& info, loop_builder& loop);

/// Work of fewer nanoseconds runs without a plan, if it is not shared.
constexpr std::int64_t planned_ns = 50000;

/// Nanoseconds that so many elements take one thread, roughly.
constexpr std::int64_t time_of(std::int64_t elements, std::int64_t cost) { return elements * cost / 256; }

/// Whether work is done now and by the caller alone, so that it needs no plan.
inline bool is_at_once(std::int64_t elements, signature_info const& info) {
  std::int64_t const ns = time_of(elements, info.host_cost);
  return ns < planned_ns && !runtime::is_capturing() && (ns < runtime::shared_ns || !runtime::is_shared(ns));
}

/// Starts a host kernel.
inline void host_start(host_kernel kernel, signature_info const& info, loop_builder& loop) {
  if (loop.contiguous && !info.has_computed && is_at_once(loop.size, info)) {
    runtime::count_launch(loop.size * info.read_bytes, loop.size * info.written_bytes);
    kernel.chunk(loop.view.data, loop.scalars, loop.size, {1, nullptr, -1});
    return;
  }
  host_run(kernel, info, loop);
}

namespace detail {

/// Asks for what lies this many bytes further on. Processors look ahead by themselves, but not beyond a page, of which
/// a row is a few: five neighbours' rows of 3162 float32 took 2.6 ms for 10^7 elements without, 1.7 with it (512 bytes:
/// 2.4; 12 KB: 1.9). A single long row gains nothing.
constexpr std::int64_t ahead = 6144;
template <bool Write>
[[gnu::always_inline]] inline void prefetch(void const* p) {
  __builtin_prefetch(static_cast<char const*>(p) + ahead, Write ? 1 : 0);
}

template <class...>
constexpr bool is_copy = false;
template <class T, class Kind>
constexpr bool is_copy<program::store<T, program::input<0, T>>, Kind> = !is_single<Kind>;

/// Goes on to an operand's next row.
template <class K>
inline void step_row(host_input<K>& x, char* data) {
  if constexpr (is_place_run<K>)
    x.first += x.row;
  else
    x = host_operand<K>(data);
}

/// The smallest and the largest of sizes up to 64.
constexpr std::size_t smallest_size(std::initializer_list<std::size_t> sizes) {
  std::size_t smallest = 64;
  for (std::size_t size : sizes) smallest = size < smallest ? size : smallest;
  return smallest;
}
constexpr std::size_t largest_size(std::initializer_list<std::size_t> sizes) {
  std::size_t largest = 1;
  for (std::size_t size : sizes) largest = size > largest ? size : largest;
  return largest;
}
constexpr int block_of(std::int64_t whole, std::size_t largest) {
  return int(64 / largest > std::size_t(whole / 2) ? 64 / largest : std::size_t(whole / 2));
}

template <class Signature>
struct host_form;

template <class... Kind, int Bytes, class... Store>
struct host_form<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  static constexpr int outputs = sizeof...(Store);

  using costly = typename program::find_shared<program::list<>, program::list<>, Store...>::seen;
  /// Whether the program calls the math library: a vector of elements then goes through another function than one
  /// element, with other last bits, so that the rest of a loop is filled up to whole vectors. Results do not depend on
  /// where an element stands.
  static constexpr bool fills_up = !are_of_integers(costly{});
  /// Its costly parts go through a run of elements one after the other if there is much of them: all in one loop have
  /// more constants and values in between than registers hold, and a call of the C library's saves them all
  /// (black_scholes: 2.3 ns an element in one loop, 1.6 in stages).
  using in_turn = std::conditional_t<is_staged(costly{}), costly, program::list<>>;
  /// Elements that integers pick are loaded one by one, at places that are computed as vectors before: compilers make
  /// no vectors of loops with a branch for indices that wrap, and vectors that gather are as slow as elements, or
  /// slower (4 M elements of (1005, 4096) float32 at (i, (5 j + i) % 4096), one thread: with the branch 16.8 ms,
  /// gathered 10.2, in stages 4.9).
  using found_picks = typename program::find_picks<program::list<>, Store...>::type;
  using picks = std::conditional_t<are_numbers(found_picks{}), found_picks, program::list<>>;
  static constexpr bool by_blocks = (has_blocks<Store> || ...);
  static constexpr bool in_stages =
      by_blocks || !std::is_same_v<program::list<>, typename program::joined<picks, in_turn>::type>;
  /// What picks have in common is computed before them. (A bilinear formula of positions that arrays move, 1024^2
  /// float32 on one thread: 11.3 ms, so 5.)
  using stages =
      typename parts_in_turn<by_blocks || !std::is_same_v<picks, program::list<>>, picks, in_turn, Store...>::type;
  static constexpr bool wide =
      (is_wide_number<typename Kind::type> || ...) || (is_wide_number<typename Store::type> || ...);
  /// A multiple of every vector's number of elements: 64 bytes of the smallest type.
  static constexpr std::int64_t whole =
      static_cast<std::int64_t>(64 / smallest_size({sizeof(typename Kind::type)..., sizeof(typename Store::type)...}));

  /// Elements that a loop over numbers takes at once: 64 bytes of the largest type, and 32 of the smallest: of fewer
  /// g++ makes no vectors.
  static constexpr int block = block_of(
      whole, largest_size({(is_position<Kind> ? 1 : sizeof(typename Kind::type))..., sizeof(typename Store::type)...}));
  static constexpr bool in_blocks =
      (std::is_arithmetic_v<typename Kind::type> && ...) && (std::is_arithmetic_v<typename Store::type> && ...);

  /// A stretched input is loaded once a row by a loop made for it. Loops that spend their time in the math library gain
  /// nothing from that, and more loops would cost compile time: their executor spreads the element over a buffer.
  static constexpr int arrays = (0 + ... + (!is_single<Kind> && !is_position<Kind>));
  static constexpr bool stretches = !fills_up && (arrays == 2 || (arrays == 1 && (is_position<Kind> || ...)));
  /// Places are computed where they are used, unless a run of elements spans rows.
  static constexpr bool has_places = !fills_up && (is_position<Kind> || ...);
  /// Neighbours in an array, mostly: their rows begin at any byte, and vectors of 64 bytes lie on two lines of the
  /// cache then. Out of memory vectors of half the length, which is what that loop takes, are faster (2.6 ms for 3.6);
  /// out of the cache whole ones are (10.5 us for 15.7). Of types of several sizes the smaller ones would move in
  /// pieces of a vector.
  static constexpr bool has_far_loop =
      !fills_up && !in_stages && !has_places && arrays >= 3 && in_blocks && block == whole;

  /// What does not fill a vector is computed element by element, or for whole vectors of which the rest is thrown away.
  /// So are rows that pick elements, unless what they pick lies alike (see lies_alike).
  static constexpr int least_row = fills_up || !in_blocks                                ? 64
                                   : has_places && block > 16 && pick_by_single(picks{}) ? 16
                                                                                         : block;

  /// `Rows`: the loop has an axis besides the one that rows lie along. (One array of a loop over one axis is stretched
  /// where it has one element, if at all.)
  template <bool Rows>
  static constexpr host_kernel kernel() {
    std::uint64_t places = 0;
    int k = outputs;
    ((places |= has_places && is_position<Kind> ? std::uint64_t{1} << k : 0, ++k), ...);
    return {&chunk < Rows && stretches >,
            Rows && stretches,
            is_copy<Store..., Kind...>,
            least_row,
            places,
            !has_places && !(calls_functors<Store> || ...)};
  }

 private:
  using inputs = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using stores = std::make_integer_sequence<int, outputs>;

  template <bool Stretches>
  static void chunk(void* const* data, unsigned char const* scalars, std::int64_t n, host_rows const& rows) {
    if constexpr (fills_up) {
      run_whole(inputs{}, stores{}, data, scalars, n, rows);
    } else {
      if constexpr (has_places)
        if (rows.placed) return run_placed<Stretches>(inputs{}, data, scalars, n, rows);
      run_rows<Stretches && !has_places, not_placed>(data, scalars, n, rows);
    }
  }
  /// Those places that are the same along a row, a bit each, have a loop in which they are, and what is computed of
  /// them alone: of one or two places every set of them, of more those that leave one. The other sets go as the empty
  /// one, as do all in stages, which have loops enough to compile.
  static constexpr int not_placed = -1;
  static constexpr int place_count = (0 + ... + is_position<Kind>);
  static constexpr bool has_loop(int fixed) {
    if (in_stages) return fixed == 0;
    return place_count <= 2 || fixed == 0 || (place_count <= 4 && std::popcount(unsigned(fixed)) == place_count - 1);
  }
  template <bool Stretches, int... I>
  static void run_placed(std::integer_sequence<int, I...>, void* const* data, unsigned char const* scalars,
                         std::int64_t n, host_rows const& rows) {
    if (Stretches && rows.stretched >= 0) return run_rows<Stretches, 0>(data, scalars, n, rows);
    int fixed = 0, place = 0;
    ((fixed |=
      is_position<Kind> && place < 4 && static_cast<place_run const*>(data[outputs + I])->step == 0 ? 1 << place : 0,
      place += is_position<Kind>),
     ...);
    [&]<int... Fixed>(std::integer_sequence<int, Fixed...>) {
      auto const one = [&]<int F>(std::integral_constant<int, F>) {
        if constexpr (has_loop(F)) {
          if (F != fixed) return false;
          run_rows<false, F>(data, scalars, n, rows);
          return true;
        } else {
          return false;
        }
      };
      if (!(one(std::integral_constant<int, Fixed>{}) || ...)) run_rows<false, 0>(data, scalars, n, rows);
    }
    (std::make_integer_sequence<int, 1 << (place_count < 4 ? place_count : 4)>{});
  }
  /// `Placed`: the places that are fixed, or not_placed.
  template <bool Stretches, int Placed>
  static void run_rows(void* const* data, unsigned char const* scalars, std::int64_t n, host_rows const& rows) {
    if (Stretches && rows.stretched >= 0) {
      if constexpr (Stretches) run_stretched<Placed>(inputs{}, data, scalars, n, rows);
    } else {
      if constexpr (has_far_loop)
        if (rows.far) return run<-1, Placed, true>(inputs{}, stores{}, data, scalars, n, rows);
      run<-1, Placed>(inputs{}, stores{}, data, scalars, n, rows);
    }
  }
  template <int Placed, int... I>
  static void run_stretched(std::integer_sequence<int, I...> sequence, void* const* data, unsigned char const* scalars,
                            std::int64_t n, host_rows const& rows) {
    auto const one = [&]<int J, class K>(std::integral_constant<int, J>, std::type_identity<K>) {
      if constexpr (!is_single<K> && !is_position<K>)
        if (rows.stretched == outputs + J) run<J, Placed>(sequence, stores{}, data, scalars, n, rows);
    };
    (one(std::integral_constant<int, I>{}, std::type_identity<Kind>{}), ...);
  }

  template <int... I, int... O>
  static void run_whole(std::integer_sequence<int, I...> sequence, std::integer_sequence<int, O...> numbers,
                        void* const* data, unsigned char const* scalars, std::int64_t n, host_rows const& rows) {
    std::int64_t const rest = n % whole;
    for (std::int64_t row = 0; row < rows.count; ++row) {
      auto const at = [&](int k) -> void* { return static_cast<char*>(data[k]) + (row == 0 ? 0 : row * rows.step[k]); };
      void* const here[] = {at(O)..., at(outputs + I)...};
      // The last whole run may be in part for the second time, if its elements are there still.
      std::int64_t const end = rest == 0 || (n > whole && !is_in_place(here)) ? n : n - rest;
      if (end > 0) run_blocks(sequence, numbers, here, scalars, end);
      if (end < n) run_rest(sequence, numbers, here, scalars, end, rest);
    }
  }
  /// Whole runs of elements, of which the last one ends at n.
  template <int... I, int... O>
  [[gnu::noinline]] static void run_blocks(std::integer_sequence<int, I...> sequence, std::integer_sequence<int, O...>,
                                           void* const* data, unsigned char const* scalars, std::int64_t n) {
    using operands = host_operands<decltype(sequence), signature::bytes, host_kind<wide, Kind>...>;
    operands c{{host_operand<host_kind<wide, Kind>>(data[outputs + I])}..., {}};
    __builtin_memcpy(c.bytes, scalars, signature::bytes);
    [&](typename Store::type*... out) {
      if constexpr (in_stages) return run_stages(c, n, out...);
      std::int64_t i = 0;
      while (i < n) {
#pragma omp simd
        for (int l = 0; l < int(whole); ++l) element(c, i + l, out...);
        i += whole;
        if (i + whole > n && i < n) i = n - whole;
      }
    }(static_cast<typename Store::type*>(data[O])...);
  }

  /// The same in stages. The last elements begin where whole vectors of them do, some of them for the second time.
  template <class Operands>
  [[gnu::always_inline]] static void run_stages(Operands const& c, std::int64_t n, typename Store::type*... out) {
    staged<stages> parts;
    for (std::int64_t i = 0; i < n;) {
      if (n - i < whole) i = n - whole;
      int const count = n - i < staged_elements ? static_cast<int>((n - i) / whole * whole) : staged_elements;
      nothing_kept none;
      compute_parts(program::list<>{}, stages{}, c, i, count, parts, none);
      for (int b = 0; b < count; b += int(whole)) {
#pragma omp simd
        for (int l = 0; l < int(whole); ++l) finish_element(c, i, b + l, parts, out...);
      }
      i += count;
    }
  }
  template <class... Done, class Operands, class Kept>
  [[gnu::always_inline]] static void compute_parts(program::list<Done...>, program::list<>, Operands const&,
                                                   std::int64_t, int, staged<stages>&, Kept&) {}
  template <class... Done, class P, class... More, class Operands, class Kept>
  [[gnu::always_inline]] static void compute_parts(program::list<Done...>, program::list<P, More...>, Operands const& c,
                                                   std::int64_t first, int count, staged<stages>& parts, Kept& kept) {
    if constexpr (takes_blocks<P>) {
      block_part(std::type_identity<P>{}, program::list<Done...>{}, c, first, count, parts);
    } else if constexpr (program::picks<P>) {
      pick_part(std::type_identity<P>{}, program::list<Done...>{}, c, first, count, parts, kept);
    } else if constexpr (std::is_same_v<Kept, nothing_kept> || (is_beside_picks<P, Store> || ...)) {
      compute_part<P>(program::list<Done...>{}, c, first, count, parts);
    } else {
      // Where it is known what all rows pick, the first element says where this one begins.
      int const needed = !kept.all_there() ? count : first == 0 ? 1 : 0;
      compute_part<P>(program::list<Done...>{}, c, first, needed, parts);
    }
    compute_parts(program::list<Done..., P>{}, program::list<More...>{}, c, first, count, parts, kept);
  }
  template <class P, class Done, class Operands>
  [[gnu::noinline]] static void compute_part(Done, Operands const c, std::int64_t first, int count,
                                             staged<stages>& parts) {
    if constexpr (fills_up) {
      for (int b = 0; b < count; b += int(whole)) {
#pragma omp simd
        for (int l = 0; l < int(whole); ++l) part_element<P>(Done{}, c, first, b + l, parts);
      }
    } else {
#pragma omp simd
      for (int l = 0; l < count; ++l) part_element<P>(Done{}, c, first, l, parts);
    }
  }
  /// Elements that integers pick. `Q`: the programs of an index for each axis, and perhaps of an offset.
  template <int Offset, class F, class... Q, class Done, class Operands, class Kept>
  [[gnu::noinline]] static void pick_part(std::type_identity<program::invoke<Offset, F, Q...>>, Done, Operands const& c,
                                          std::int64_t first, int count, staged<stages>& parts,
                                          [[maybe_unused]] Kept& kept) {
    F const& f = program::scalar_in<Offset, F>(c.bytes);
    auto* const to = staged_part<program::invoke<Offset, F, Q...>>::of(parts);
    auto const at_element = [&](int l, auto const& use) __attribute__((always_inline)) {
      with_parts(
          Done{}, parts, l,
          host_context<Operands>{c, first + l}, [&](auto const& known) __attribute__((always_inline)) {
            use(program::value_of<Q>(known)...);
          });
    };
    // What the indices and the offset read, a bit an input.
    constexpr auto reads = [](bool offset) {
      std::uint64_t bits = 0;
      int k = 0;
      ((bits |= (k++ >= F::picked_by) == offset ? program::program_facts<Q>::reads_besides : 0), ...);
      return bits;
    };
    if constexpr (may_stay<reads(false) | reads(true)>(std::type_identity<Operands>{})) {
      if (steps_of<reads(false)>(c) == 0) {
        at_element(0,
                   [&](auto... index) { load_run(to, f.data + f.offset(index...), steps_of<reads(true)>(c), count); });
        return;
      }
    }
    using keeper = kept_pick<program::invoke<Offset, F, Q...>>;
    using offset = typename keeper::offset;
    constexpr bool keeps = std::is_base_of_v<keeper, Kept>;
    if constexpr (keeps) {
      keeper& k = kept;
      if (k.there) {
        if (first == 0) at_element(0, [&](auto... index) { k.from = f.offset(index...) - k.at[0]; });
        offset const* const at = k.at + first;
        auto const* const from = f.data + k.from;
        std::int64_t const run = first / staged_elements;
        if (k.beside[run]) return load_run(to, from + at[0], k.step[run], count);
        return load_each(to, from, at, count);
      }
    }
    alignas(64) offset here[staged_elements];
    // (Of bytes, vectors would hold 64 elements, eight of which are one of offsets.)
    alignas(64) std::int32_t far[staged_elements];
    offset* at = here;
    if constexpr (keeps)
      if (static_cast<keeper&>(kept).used) at = static_cast<keeper&>(kept).at + first;
    if (!find_elements<Q...>(f, Done{}, c, first, count, parts, at, far))
      find_far<Q...>(f, Done{}, c, first, count, parts, at);
    // Mostly they are neighbours; those that are not differ at once, mostly.
    offset const step = count > 1 ? at[1] - at[0] : 0;
    offset beside = at[count - 1] - at[0] - static_cast<offset>(count - 1) * step;
    if (beside == 0)
      for (int l = 0; l < count; ++l) beside |= at[l] - at[0] - static_cast<offset>(l) * step;
    if constexpr (keeps) {
      keeper& k = kept;
      if (k.used) k.step[first / staged_elements] = step, k.beside[first / staged_elements] = beside == 0;
    }
    if (beside == 0) return load_run(to, f.data + at[0], step, count);
    load_each(to, f.data, at, count);
  }
  /// Where the elements lie that indices pick: whether all are as near as this takes them to be. (Functions of their
  /// own: where a loop's body has its variables by reference, g++ makes no vectors; nor where the places found might
  /// lie on those of the operands, so that these are copied.)
  template <class... Q, class F, class Done, class Operands, class Offset>
  [[gnu::always_inline]] static bool find_elements(F const f, Done, Operands const c, std::int64_t first, int count,
                                                   staged<stages> const& parts, Offset* at, std::int32_t* far) {
    if (!f.is_near()) return false;
#pragma omp simd
    for (int l = 0; l < count; ++l) find_element<Q...>(f, Done{}, c, first, l, parts, at, far);
    std::int32_t any = 0;
    for (int l = 0; l < count; ++l) any |= far[l];
    return any == 0;
  }
  template <class... Q, class F, class Done, class Operands, class Offset>
  [[gnu::always_inline]] static void find_element(F const& f, Done, Operands const& c, std::int64_t first, int l,
                                                  staged<stages> const& parts, Offset* at, std::int32_t* far) {
    with_parts(
        Done{}, parts, l, host_context<Operands>{c, first + l}, [&](auto const& known) __attribute__((always_inline)) {
          auto const found = f.offset_near(program::value_of<Q>(known)...);
          at[l] = found.offset;
          far[l] = static_cast<std::int32_t>(found.far);
        });
  }
  /// The same of any.
  template <class... Q, class F, class Done, class Operands, class Offset>
  [[gnu::noinline, gnu::cold]] static void find_far(F const& f, Done, Operands const& c, std::int64_t first, int count,
                                                    staged<stages> const& parts, Offset* at) {
    for (int l = 0; l < count; ++l)
      with_parts(
          Done{}, parts, l,
          host_context<Operands>{c, first + l}, [&](auto const& known) __attribute__((always_inline)) {
            at[l] = f.offset(program::value_of<Q>(known)...);
          });
  }
  /// Whether indices of a pick are each the same along a row, or the same in all rows: then what a row picks lies as
  /// what the first one does, from another beginning on.
  template <class F, class... Q, int Offset, class Operands>
  static bool lies_alike(std::type_identity<program::invoke<Offset, F, Q...>>, Operands const& c) {
    return ((steps_of<program::program_facts<Q>::reads_besides>(c) == 0 ||
             rows_of<program::program_facts<Q>::reads_besides>(c) == 0) &&
            ...);
  }
  template <class Operands, int Offset, class F, class... Q>
  static constexpr bool may_lie_alike(std::type_identity<program::invoke<Offset, F, Q...>>) {
    return kept_pick<program::invoke<Offset, F, Q...>>::is_known &&
           may_stay<(std::uint64_t{0} | ... | program::program_facts<Q>::reads_besides)>(
               std::type_identity<Operands>{});
  }
  /// Whether the inputs of these bits are places or the same along a row, and the steps of the places together.
  template <std::uint64_t Bits, int... I, int B, class... K>
  static constexpr bool may_stay(std::type_identity<host_operands<std::integer_sequence<int, I...>, B, K...>>) {
    return (((Bits >> I & 1) == 0 || is_single<K> || is_place_run<K>)&&...);
  }
  template <std::uint64_t Bits, int... I, int B, class... K>
  static std::int64_t steps_of(host_operands<std::integer_sequence<int, I...>, B, K...> const& c) {
    std::int64_t step = 0;
    auto const add = [&]<int J, class L>(host_slot<J, L> const& x) {
      if constexpr (std::is_same_v<L, places_in_run> && (Bits >> J & 1) != 0) step |= x.step;
    };
    (add(static_cast<host_slot<I, K> const&>(c)), ...);
    return step;
  }
  /// The steps from row to row of the places together.
  template <std::uint64_t Bits, int... I, int B, class... K>
  static std::int64_t rows_of(host_operands<std::integer_sequence<int, I...>, B, K...> const& c) {
    std::int64_t step = 0;
    auto const add = [&]<int J, class L>(host_slot<J, L> const& x) {
      if constexpr (is_place_run<L> && (Bits >> J & 1) != 0) step |= x.row;
    };
    (add(static_cast<host_slot<I, K> const&>(c)), ...);
    return step;
  }
  template <class Operands>
  [[gnu::always_inline]] static void finish_element(Operands const& c, std::int64_t first, int l,
                                                    staged<stages> const& parts, typename Store::type*... out) {
    with_parts(
        stages{}, parts, l,
        host_context<Operands>{c, first + l}, [&](auto const& known) __attribute__((always_inline)) {
          program::evaluate<Store...>(
              known, [&](typename Store::type const&... v)
                         __attribute__((always_inline)) { ((out[first + l] = v), ...); });
        });
  }
  /// Whether an input is overwritten by an output.
  static bool is_in_place(void* const* data) {
    for (int o = 0; o < outputs; ++o)
      for (int k = outputs; k < outputs + int(sizeof...(Kind)); ++k)
        if (data[o] == data[k]) return true;
    return false;
  }
  /// The last elements, copied to where there is room for a whole run, the last one as often as it takes.
  template <int... I, int... O>
  static void run_rest(std::integer_sequence<int, I...> sequence, std::integer_sequence<int, O...> numbers,
                       void* const* data, unsigned char const* scalars, std::int64_t first, std::int64_t rest) {
    auto const fill = [&]<class K>(std::type_identity<K>, auto& room, void* from) -> void* {
      if constexpr (is_single<K>) {
        return from;
      } else {
        auto const* const p = static_cast<typename K::type const*>(from) + first;
        __builtin_memcpy(room.value, p, static_cast<std::size_t>(rest) * sizeof *p);
        for (std::int64_t i = rest; i < whole; ++i) room.value[i] = p[rest - 1];
        return room.value;
      }
    };
    [&](auto&&... out) {
      [&](auto&&... in) {
        void* const filled[] = {out.value..., fill(std::type_identity<Kind>{}, in, data[outputs + I])...};
        run_blocks(sequence, numbers, filled, scalars, whole);
        (__builtin_memcpy(static_cast<typename Store::type*>(data[O]) + first, out.value,
                          static_cast<std::size_t>(rest) * sizeof(typename Store::type)),
         ...);
      }(room<typename Kind::type, I>()...);
    }(room<typename Store::type, O>()...);
  }
  template <class T, int>
  struct room {
    room() {}  // leaves it as it is
    alignas(64) T value[whole];
  };

  /// The kind of input I in a loop.
  template <int I>
  static constexpr bool is_fixed(int placed) {
    constexpr bool position[] = {is_position<Kind>...};
    int place = 0;
    for (int k = 0; k < I; ++k) place += position[k];
    return place < 4 && (placed >> place & 1) != 0;
  }
  template <int I, int Stretched, int Placed, class K>
  using loaded = std::conditional_t<
      I == Stretched, program::single<typename K::type>,
      std::conditional_t<Placed != not_placed && is_position<K>,
                         std::conditional_t<is_fixed<I>(Placed), place_of_row, places_in_run>, host_kind<wide, K>>>;
  /// Not written in the loop: g++ makes the rest of a loop whose body has variables of its own one element at a time.
  template <class Operands>
  [[gnu::always_inline]] static void element(Operands const& c, std::int64_t i, typename Store::type*... out) {
    program::evaluate<Store...>(
        host_context<Operands>{c, i}, [&](typename Store::type const&... v)
                                          __attribute__((always_inline)) { ((out[i] = v), ...); });
  }

  /// One row in stages.
  template <class Operands, class Kept>
  [[gnu::always_inline]] static void run_stages_of_row(Operands const& c, std::int64_t n, Kept& kept,
                                                       typename Store::type*... out) {
    staged<stages> parts;
    for (std::int64_t i = 0; i < n; i += staged_elements) {
      int const count = n - i < staged_elements ? static_cast<int>(n - i) : staged_elements;
      compute_parts(program::list<>{}, stages{}, c, i, count, parts, kept);
#pragma omp simd
      for (int l = 0; l < count; ++l) finish_element(c, i, l, parts, out...);
    }
  }

  /// One row. What is left over of the blocks goes as a last block, some of it for the second time, where that may be
  /// done `again`: a rest one element at a time takes as long as the whole row where rows are short. It has code of its
  /// own: one loop for both takes a tenth longer where many operands come from memory. (`Short`: one loop, for inputs
  /// that are stretched, of which each kernel has several.)
  template <bool Short, class Operands>
  [[gnu::always_inline]] static void run_row(Operands const& c, std::int64_t n, [[maybe_unused]] bool again,
                                             typename Store::type*... out) {
    if constexpr (in_stages) {
      nothing_kept none;
      run_stages_of_row(c, n, none, out...);
    } else if constexpr (in_blocks) {
      std::int64_t i = 0;
      while (i + block <= n) {
#pragma omp simd
        for (int l = 0; l < block; ++l) element(c, i + l, out...);
        i += block;
        if constexpr (Short)
          if (i + block > n && i < n && again) i = n - block;
      }
      if constexpr (!Short)
        if (i < n && n > block && again) {
          i = n;
#pragma omp simd
          for (int l = 0; l < block; ++l) element(c, n - block + l, out...);
        }
      for (; i < n; ++i) {
        asm volatile("");  // no vectors: too few elements
        element(c, i, out...);
      }
    } else {
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) element(c, i, out...);
    }
  }

  /// One row that comes from memory.
  template <int... I, class Operands>
  [[gnu::always_inline]] static void run_far_row(std::integer_sequence<int, I...>, Operands const& c, std::int64_t n,
                                                 typename Store::type*... out) {
    std::int64_t i = 0;
    for (; i + block <= n; i += block) {
      (prefetch_input<I, Kind>(c, i), ...);
      (prefetch<true>(out + i), ...);
#pragma omp simd simdlen(block / 2)
      for (int l = 0; l < block; ++l) element(c, i + l, out...);
    }
    for (; i < n; ++i) {
      asm volatile("");  // no vectors: too few elements
      element(c, i, out...);
    }
  }
  template <int J, class K, class Operands>
  [[gnu::always_inline]] static void prefetch_input(Operands const& c, std::int64_t i) {
    if constexpr (!is_single<K>) prefetch<false>(host_slot_of<J>(c).data + i);
  }

  /// `Stretched`: the input that has one element a row, or -1.
  template <int Stretched, int Placed, bool Far = false, int... I, int... O>
  [[gnu::noinline]] static void run(std::integer_sequence<int, I...> sequence, std::integer_sequence<int, O...>,
                                    void* const* data, unsigned char const* scalars, std::int64_t n,
                                    host_rows const& rows) {
    using operands = host_operands<decltype(sequence), signature::bytes, loaded<I, Stretched, Placed, Kind>...>;
    char* at[] = {static_cast<char*>(data[O])..., static_cast<char*>(data[outputs + I])...};
    operands c{{host_operand<loaded<I, Stretched, Placed, Kind>>(at[outputs + I])}..., {}};
    __builtin_memcpy(c.bytes, scalars, signature::bytes);
    std::int64_t step[outputs + sizeof...(I)] = {};
    if (rows.count > 1) __builtin_memcpy(step, rows.step, sizeof step);
    bool const again = !is_in_place(data);
    constexpr bool keeps = Placed > not_placed && may_all_lie_alike<operands>(picks{});
    std::conditional_t<keeps, kept_picks<picks>, nothing_kept> kept;
    if constexpr (keeps)
      if (rows.count > 1 && n <= kept_elements) kept.each([&](auto pick, auto& k) { k.used = lies_alike(pick, c); });
    for (std::int64_t left = rows.count;;) {
      if constexpr (keeps)
        run_stages_of_row(c, n, kept, reinterpret_cast<typename Store::type*>(at[O])...);
      else if constexpr (Far)
        run_far_row(sequence, c, n, reinterpret_cast<typename Store::type*>(at[O])...);
      else
        run_row<(Stretched >= 0)>(c, n, again, reinterpret_cast<typename Store::type*>(at[O])...);
      if (--left <= 0) return;
      for (int k = 0; k < outputs + int(sizeof...(I)); ++k) at[k] += step[k];
      (step_row<loaded<I, Stretched, Placed, Kind>>(static_cast<host_slot<I, loaded<I, Stretched, Placed, Kind>>&>(c),
                                                    at[outputs + I]),
       ...);
      if constexpr (keeps) kept.each([](auto, auto& k) { k.there = k.used; });
    }
  }
  template <class Operands, class... P>
  static constexpr bool may_all_lie_alike(program::list<P...>) {
    return sizeof...(P) > 0 && (may_lie_alike<Operands>(std::type_identity<P>{}) && ...);
  }
};

}  // namespace detail
}  // namespace cp::kernels
