// What a thread holds: vectors of the program's inputs in registers, and the context that a program reads them through.
#pragma once

#include <cstdint>
#include <fuse/kernels/tuning.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels::device {

/// A vector moves in accesses of up to 16 bytes where each one begins at a multiple of its alignment: all its bytes, if
/// these are a power of two or whole 16 bytes. One element (of 24 bytes, say) begins at multiples of what divides its
/// size.
template <class T, int Width>
constexpr unsigned vector_alignment = [] {
  constexpr unsigned whole = sizeof(T) * Width, divides = whole & (0u - whole);
  constexpr unsigned words = Width == 1 || divides == whole || divides >= 16 ? (divides < 16 ? divides : 16) : 1;
  return words > alignof(T) ? words : unsigned(alignof(T));
}();
template <class T, int Width>
struct alignas(vector_alignment<T, Width>) vector {
  T v[Width];
};

/// What a value's address is a multiple of in any case: one element that is a struct may be another one's member, and
/// lie where no vector does.
template <class V>
constexpr unsigned least_alignment = alignof(V);
template <class T>
constexpr unsigned least_alignment<vector<T, 1>> = alignof(T);

#ifdef __CUDA_ARCH__
/// a * b. (One instruction: where b is the same for all threads nvcc makes a product of 64 bits, of five.)
__device__ __forceinline__ std::int64_t wide_product(int a, int b) {
  std::int64_t p;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(p) : "r"(a), "r"(b));
  return p;
}

template <class V>
__device__ __forceinline__ bool lies_on(V const* p, unsigned boundary) {
  return least_alignment<V> >= boundary || reinterpret_cast<std::uintptr_t>(p) % boundary == 0;
}
/// Stores a vector wherever it may lie.
template <class V>
__device__ __forceinline__ void store_lying(V* p, V const& value) {
  *p = value;
}
template <class T>
__device__ __forceinline__ void store_lying(vector<T, 1>* p, vector<T, 1> const& value) {
  if (lies_on(p, alignof(vector<T, 1>)))
    *p = value;
  else
    *reinterpret_cast<T*>(p) = value.v[0];
}
template <class V>
__device__ __forceinline__ V load_lying(V const* p) {
  return *p;
}
template <class T>
__device__ __forceinline__ vector<T, 1> load_lying(vector<T, 1> const* p) {
  if (lies_on(p, alignof(vector<T, 1>))) return *p;
  return {{*reinterpret_cast<T const*>(p)}};
}

/// Moves a value at `p` as words of its size, if there are such and it lies on their boundary, so that nvcc does not
/// split the access.
template <class V, class Move>
__device__ __forceinline__ bool as_words(V const* p, Move const& move) {
  if constexpr (sizeof(V) == 16 || sizeof(V) == 8 || sizeof(V) == 4) {
    if (!lies_on(p, unsigned(sizeof(V)))) return false;
    if constexpr (sizeof(V) == 16) move(uint4{});
    if constexpr (sizeof(V) == 8) move(uint2{});
    if constexpr (sizeof(V) == 4) move(0u);
    return true;
  }
  return false;
}
/// Stores a vector in one access. (A vector's elements that are divisions, which are calls, nvcc would store one by
/// one.)
template <class V>
__device__ __forceinline__ void store_whole(V* p, V const& value) {
  auto const move = [&](auto words) {
    __builtin_memcpy(&words, &value, sizeof words);
    __stwb(reinterpret_cast<decltype(words)*>(p), words);
  };
  if (!as_words(p, move)) store_lying(p, value);
}
/// Loads or stores what nobody reads again soon, so that the cache keeps other things.
template <class V>
__device__ __forceinline__ V load_once(V const* p) {
  V value;
  auto const move = [&](auto words) {
    words = __ldcs(reinterpret_cast<decltype(words) const*>(p));
    __builtin_memcpy(&value, &words, sizeof words);
  };
  if (!as_words(p, move)) value = load_lying(p);
  return value;
}
template <class V>
__device__ __forceinline__ void store_once(V* p, V const& value) {
  auto const move = [&](auto words) {
    __builtin_memcpy(&words, &value, sizeof words);
    __stcs(reinterpret_cast<decltype(words)*>(p), words);
  };
  if (!as_words(p, move)) store_lying(p, value);
}

/// Begins to copy to shared memory (before compute capability 8.0 it copies at once); the thread that did finds the
/// copies there after finish_copies().
template <class V>
__device__ __forceinline__ void copy_ahead(V* to, V const* from) {
#if __CUDA_ARCH__ >= 800
  if constexpr (sizeof(V) == 4 || sizeof(V) == 8 || sizeof(V) == 16)
    if (lies_on(from, unsigned(sizeof(V))) && lies_on(to, unsigned(sizeof(V)))) {
      asm volatile(
          "cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))),
          "l"(from), "n"(sizeof(V))
          : "memory");
      return;
    }
#endif
  store_lying(to, load_lying(from));
}
__device__ __forceinline__ void finish_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}
#endif

/// Values of one input: a vector of `Width` elements, or the one of an array of rank 0.
template <int I, class Kind, int Width>
struct slot {
  typename Kind::type v[Width];
};
template <int I, class T, int Width>
struct slot<I, program::single<T>, Width> {
  T v[1];
};

template <class Sequence, int Width, class... Kind>
struct values;
template <int... I, int Width, class... Kind>
struct values<std::integer_sequence<int, I...>, Width, Kind...> : slot<I, Kind, Width>... {};

#ifdef __CUDA_ARCH__
template <int I, class Kind, int Width>
__device__ __forceinline__ slot<I, Kind, Width>& slot_of(slot<I, Kind, Width>& s) {
  return s;
}
#endif

/// No input is one element for the whole vector.
struct no_splats {
#ifdef __CUDA_ARCH__
  template <int I>
  __device__ __forceinline__ bool is() const {
    return false;
  }
#endif
};
/// Bit I: input I is one element (the first of its slot) for the whole vector.
struct splat_bits {
  std::uint64_t bits;
#ifdef __CUDA_ARCH__
  template <int I>
  __device__ __forceinline__ bool is() const {
    return (bits >> I & 1) != 0;
  }
#endif
};

/// Element `v` of the values, for a program.
template <class Values, int Width, class Splats>
struct context {
  Values const& in;
  unsigned char const* scalars;
  Splats splats;
  int v;

#ifdef __CUDA_ARCH__
  template <int I>
  __device__ __forceinline__ auto get() const {
    return pick<I>(in);
  }
  template <int Offset, class T>
  __device__ __forceinline__ program::scalar_access<T> scalar() const {
    return program::scalar_in<Offset, T>(scalars);
  }
#endif

 private:
#ifdef __CUDA_ARCH__
  template <int I, class Kind>
  __device__ __forceinline__ auto pick(slot<I, Kind, Width> const& s) const {
    if constexpr (Width > 1 && std::is_same_v<Splats, splat_bits> && !program::is_computed<Kind>)
      if (splats.template is<I>()) return s.v[0];
    return s.v[v];
  }
  template <int I, class T>
  __device__ __forceinline__ auto pick(slot<I, program::single<T>, Width> const& s) const {
    return s.v[0];
  }
#endif
};

template <class Kind>
constexpr bool is_single = false;
template <class T>
constexpr bool is_single<program::single<T>> = true;
using program::is_computed;
/// Whether elements of an input are loaded, one by one or in vectors.
template <class Kind>
constexpr bool is_loaded = !is_single<Kind> && !is_computed<Kind>;

/// Axes that inputs number anew.
template <class Kind>
constexpr int turns_of_input = 0;
template <class Rule, int Offset>
constexpr int turns_of_input<program::computed<Rule, Offset>> = program::turns_of<Rule>;
template <class... Kind>
constexpr int turns_of_inputs = (0 + ... + turns_of_input<Kind>);

/// Whether two inputs are computed by one rule.
template <class A, class B>
constexpr bool same_rule = false;
template <class Rule, int A, int B>
constexpr bool same_rule<program::computed<Rule, A>, program::computed<Rule, B>> = true;

/// Places of a vector of a computed input.
struct place_run {
  std::int64_t first, step;
};

/// Computes the inputs that are not loaded: the one door to them of all kernel forms.
template <class Values>
struct computed_inputs {
  static constexpr bool any = false;
};
template <int... I, int Width, class... Kind>
struct computed_inputs<values<std::integer_sequence<int, I...>, Width, Kind...>> {
 private:
  static constexpr int pair_bit(int before, int j) { return j * (j - 1) / 2 + before; }
  template <int Before, class Other, int J, class K>
  static constexpr bool may_repeat = [] {
    if constexpr (is_computed<K>)
      return Before < J && pair_bit(Before, J) < 64 && K::rule::cost >= 16 && same_rule<Other, K>;
    return false;
  }();

 public:
  using all = values<std::integer_sequence<int, I...>, Width, Kind...>;
  static constexpr bool few = turns_of_inputs<Kind...> <= tuning::few_turns;
  static constexpr bool any = (is_computed<Kind> || ...);

#ifdef __CUDA_ARCH__
  /// Those of `Mask`; `at(J)` says which places input J has. `There`: so is a single one (see program::moved).
  template <std::uint64_t Mask, bool There = false, class At>
  static __device__ __forceinline__ void compute([[maybe_unused]] all& in,
                                                 [[maybe_unused]] unsigned char const* scalars,
                                                 [[maybe_unused]] At const& at) {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s) {
      if constexpr (is_computed<K> && (Mask >> J & 1) != 0) {
        place_run const p = at(std::integral_constant<int, J>{});
        if constexpr (K::rule::cost >= 16)
          if ((copy_of<Mask, I, Kind>(s, in, scalars, p, at) || ...)) return;
        K::template fill<Width, few, There>(s.v, p.first, p.step, scalars);
      }
    };
    (one(slot_of<I, Kind, Width>(in)), ...);
  }
#endif

  /// Whether there are inputs whose neighbours have work in common.
  static constexpr bool has_blocks = (false || ... || [] {
    if constexpr (is_computed<Kind>) return Kind::has_blocks;
    return false;
  }());
#ifdef __CUDA_ARCH__
  /// Whether all such inputs begin with whole blocks, at the places that `at(J)` says; then they are whole blocks from
  /// multiples of `Width` on.
  template <class At>
  static __device__ __forceinline__ bool in_blocks(At const& at) {
    auto const one = [&]<int J, class K>(slot<J, K, Width> const*) {
      if constexpr (is_computed<K>)
        if constexpr (K::has_blocks) {
          place_run const p = at(std::integral_constant<int, J>{});
          return K::rule::template in_blocks<Width>(p.first, p.step);
        }
      return true;
    };
    return (one(static_cast<slot<I, Kind, Width> const*>(nullptr)) && ...);
  }
  /// Computes whole blocks; inputs that repeat one before them (see repeats) are copied. Where `repeated` is known
  /// while compiling there are no branches.
  template <class At>
  static __device__ __forceinline__ void compute_blocks(all& in, unsigned char const* scalars, At const& at,
                                                        std::uint64_t repeated) {
    auto const one = [&]<int J, class K>(slot<J, K, Width>& s) {
      if constexpr (is_computed<K>) {
        if ((copy_repeated<I, Kind>(s, in, repeated) || ...)) return;
        place_run const p = at(std::integral_constant<int, J>{});
        if constexpr (K::has_blocks)
          K::rule_in(scalars).template fill_blocks<Width>(s.v, p.first);
        else
          K::template fill<Width>(s.v, p.first, p.step, scalars);
      }
    };
    (one(slot_of<I, Kind, Width>(in)), ...);
  }
  /// Inputs that repeat one before them in all of a launch, a bit a pair: those with one rule for which same(Before, J)
  /// says that they have the same places.
  template <class Same>
  static __device__ __forceinline__ std::uint64_t repeats(unsigned char const* scalars, Same const& same) {
    std::uint64_t bits = 0;
    auto const pair = [&]<int Before, class Other, int J, class K>(slot<Before, Other, Width> const*,
                                                                   slot<J, K, Width> const*) {
      if constexpr (may_repeat<Before, Other, J, K>)
        if (same(std::integral_constant<int, Before>{}, std::integral_constant<int, J>{}) &&
            K::rule_in(scalars) == Other::rule_in(scalars))
          bits |= std::uint64_t{1} << pair_bit(Before, J);
    };
    auto const one = [&](auto const* j) { (pair(static_cast<slot<I, Kind, Width> const*>(nullptr), j), ...); };
    (one(static_cast<slot<I, Kind, Width> const*>(nullptr)), ...);
    return bits;
  }
#endif
  /// What `repeats` says where each input whose bit is set in `Repeating` repeats the one before it, and no others do.
  template <std::uint64_t Repeating>
  static constexpr std::uint64_t repeats_if = [] {
    std::uint64_t bits = 0;
    auto const pair = [&]<int Before, class Other, int J, class K>(slot<Before, Other, Width> const*,
                                                                   slot<J, K, Width> const*) {
      constexpr std::uint64_t between = (std::uint64_t{2} << J) - (std::uint64_t{2} << Before);
      if constexpr (may_repeat<Before, Other, J, K>)
        if ((Repeating & between) == between) bits |= std::uint64_t{1} << pair_bit(Before, J);
    };
    auto const one = [&](auto const* j) { (pair(static_cast<slot<I, Kind, Width> const*>(nullptr), j), ...); };
    (one(static_cast<slot<I, Kind, Width> const*>(nullptr)), ...);
    return bits;
  }();

 private:
#ifdef __CUDA_ARCH__
  template <int Before, class Other, int J, class K>
  static __device__ __forceinline__ bool copy_repeated(slot<J, K, Width>& s, all& in, std::uint64_t repeated) {
    if constexpr (may_repeat<Before, Other, J, K>) {
      if ((repeated >> pair_bit(Before, J) & 1) == 0) return false;
      copy<Before, Other>(s, in);
      return true;
    } else {
      return false;
    }
  }
  template <int Before, class Other, int J, class K>
  static __device__ __forceinline__ void copy(slot<J, K, Width>& s, all& in) {
#pragma unroll
    for (int v = 0; v < Width; ++v) s.v[v] = slot_of<Before, Other, Width>(in).v[v];
  }
  /// What an expression names twice is computed once: takes over the values of an input before, if it is the same.
  template <std::uint64_t Mask, int Before, class Other, int J, class K, class At>
  static __device__ __forceinline__ bool copy_of(slot<J, K, Width>& s, all& in, unsigned char const* scalars,
                                                 place_run const& p, At const& at) {
    if constexpr (Before < J && (Mask >> Before & 1) != 0 && same_rule<Other, K>) {
      place_run const q = at(std::integral_constant<int, Before>{});
      if (p.first != q.first || p.step != q.step || !(K::rule_in(scalars) == Other::rule_in(scalars))) return false;
      copy<Before, Other>(s, in);
      return true;
    } else {
      return false;
    }
  }
#endif
};
#ifdef __CUDA_ARCH__
template <bool There = false, std::uint64_t Mask = ~std::uint64_t{0}, class Values, class At>
__device__ __forceinline__ void compute_inputs(Values& in, unsigned char const* scalars, At const& at) {
  computed_inputs<Values>::template compute<Mask, There>(in, scalars, at);
}
/// A place that stands for an address.
__device__ __forceinline__ std::int64_t place_of(void const* address) {
  return static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(address));
}
#endif

}  // namespace cp::kernels::device
