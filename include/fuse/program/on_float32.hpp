// 16-bit floats on the host: a program whose inputs and results are float32 where a kernel has them, and 16 bits in
// memory. Whoever runs the kernel converts runs of elements, by instructions that compilers do not find in its loops.
#pragma once

#include <cstdint>
#include <fuse/program/folds.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>
#include <utility>

namespace cp::program {

/// Elements of T, 16 bits each, that a kernel takes, or stores, as float32.
template <class T>
struct as_float32 {};
template <class T>
struct elements<as_float32<T>> {
  using type = float;
};
/// What an output stores is not rounded yet, but where rounding a float32 would be the second time.
template <class T, class P>
struct store<as_float32<T>, P> {
  using type = float;
  template <class Context>
  FUSE_HD static float eval(Context const& c) {
    using value = typename type_of<P>::type;
    if constexpr (std::is_same_v<value, T>)
      return unrounded_of<P>(c);
    else if constexpr (cp::detail::half_float<value>)
      return float32_of<P>(c);
    else if constexpr (std::is_same_v<value, float> || (std::is_integral_v<value> && sizeof(value) < 4))
      return static_cast<float>(value_of<P>(c));
    else
      return static_cast<float>(static_cast<T>(value_of<P>(c)));
  }
};

template <class P>
constexpr bool is_half = cp::detail::half_float<typename type_of<P>::type>;

/// Whether a fold comes to one of its elements.
template <class Op>
constexpr bool chooses = requires {
  Op::chooses;
};

/// A program with the inputs of `Wide`, a bit each, as float32: `type`. `fits`: whatever takes 16-bit floats in it
/// takes float32 too. `computes`: something is computed in float32, or converted. `calls`: functions of the math
/// library are called for elements.
template <class P, std::uint64_t Wide>
struct on_float32 {
  using type = P;
  static constexpr bool fits = true, computes = false, calls = false;
};
template <int I, class T, std::uint64_t Wide>
struct on_float32<input<I, T>, Wide> {
  using type = std::conditional_t<(Wide & input_bit(I)) != 0, wide_input<I, T>, input<I, T>>;
  static constexpr bool fits = true, computes = false, calls = false;
};
template <class Op, class... P, std::uint64_t Wide>
struct on_float32<apply<Op, P...>, Wide> {
  using type = apply<Op, typename on_float32<P, Wide>::type...>;
  static constexpr bool of_halves = (is_half<P> || ...);
  static constexpr bool fits =
      (on_float32<P, Wide>::fits && ...) && (half_by<Op> != in_float32::otherwise || casts_to_half<Op> || !of_halves);
  static constexpr bool computes = (on_float32<P, Wide>::computes || ...) || casts_to_half<Op> ||
                                   (of_halves && (half_by<Op> == in_float32::rounded ||
                                                  std::is_floating_point_v<typename type_of<apply<Op, P...>>::type>));
  static constexpr bool calls = (on_float32<P, Wide>::calls || ...) ||
                                (Op::cost > division_cost && program_facts<apply<Op, P...>>::reads_besides != 0);
};
template <int Offset, class F, class... P, std::uint64_t Wide>
struct on_float32<invoke<Offset, F, P...>, Wide> {
  using type = invoke<Offset, F, typename on_float32<P, Wide>::type...>;
  static constexpr bool fits = (on_float32<P, Wide>::fits && ...) && !(is_half<P> || ...);
  static constexpr bool computes = (on_float32<P, Wide>::computes || ...), calls = (on_float32<P, Wide>::calls || ...);
};
template <class Op, class A, class T, class... P, std::uint64_t Wide>
struct on_float32<fold<Op, A, T, P...>, Wide> {
  static constexpr bool among_halves = cp::detail::half_float<A>;
  using type = fold<Op, std::conditional_t<among_halves, float, A>, T, typename on_float32<P, Wide>::type...>;
  static constexpr bool of_halves = (is_half<P> || ...);
  static constexpr bool fits =
      (on_float32<P, Wide>::fits && ...) && (!of_halves || (takes_float32<Op> && (!among_halves || chooses<Op>)));
  static constexpr bool computes = (on_float32<P, Wide>::computes || ...) || (of_halves && !among_halves),
                        calls = (on_float32<P, Wide>::calls || ...);
};
template <class T, class P, std::uint64_t Wide>
struct on_float32<store<T, P>, Wide> : on_float32<P, Wide> {
  using type = store<T, typename on_float32<P, Wide>::type>;
};

/// What a kernel stores: elements of what it reads; elements of rows that it folds first; what folds come to.
enum class stores { elements, elements_of_rows, results };
template <class Kind>
constexpr bool is_of_halves = false;
template <class T>
constexpr bool is_of_halves<elements<T>> = cp::detail::half_float<T>;
template <class Kind, bool Wide>
struct wide_kind {
  using type = Kind;
};
template <class T>
struct wide_kind<elements<T>, true> {
  using type = elements<as_float32<T>>;
};

/// A signature in which that is so; the same one where nothing is gained. `Results`: a bit for each input that has one
/// element a result of the kernel's folds.
template <class Signature, std::uint64_t Results, stores Stores>
struct float32_signature {
  using type = Signature;
};
template <class Signature, std::uint64_t Results, stores Stores, class Numbers>
struct with_wide_inputs;
template <class... Kind, int Bytes, class... T, class... P, std::uint64_t Results, stores Stores, int... I>
struct with_wide_inputs<signature<inputs<Kind...>, Bytes, store<T, P>...>, Results, Stores,
                        std::integer_sequence<int, I...>> {
  static constexpr std::uint64_t wide =
      (std::uint64_t{0} | ... | (is_of_halves<Kind> ? input_bit(I) & ~Results : std::uint64_t{0}));
  /// Loops convert elements of bfloat16 quickly themselves, but where there are several that call functions, and not
  /// beside numbers of 8 bytes, as places are.
  static constexpr bool is_slow =
      ((std::is_same_v<Kind, elements<float16>> || sizeof(typename Kind::type) == 8) || ...) ||
      (std::is_same_v<T, float16> || ...) ||
      (Stores == stores::elements_of_rows && (on_float32<P, wide>::calls || ...));
  static constexpr bool is_worth = is_slow && (on_float32<P, wide>::fits && ...) &&
                                   ((on_float32<P, wide>::computes ||
                                     (cp::detail::half_float<T> && !std::is_same_v<T, typename type_of<P>::type>)) ||
                                    ...);
  struct same {
    using type = signature<inputs<Kind...>, Bytes, store<T, P>...>;
  };
  struct made {
    using type =
        signature<inputs<typename wide_kind<Kind, (wide & input_bit(I)) != 0>::type...>, Bytes,
                  store<std::conditional_t<cp::detail::half_float<T> && Stores != stores::results, as_float32<T>, T>,
                        typename on_float32<P, wide>::type>...>;
  };
  using type = typename std::conditional_t<is_worth, made, same>::type;
};
#if !FUSE_NVCC && !defined(__FAST_MATH__)
template <class... Kind, int Bytes, class... T, class... P, std::uint64_t Results, stores Stores>
requires((is_of_halves<Kind> || ...) ||
         (cp::detail::half_float<T> ||
          ...)) struct float32_signature<signature<inputs<Kind...>, Bytes, store<T, P>...>, Results, Stores>
    : with_wide_inputs<signature<inputs<Kind...>, Bytes, store<T, P>...>, Results, Stores,
                       std::make_integer_sequence<int, int(sizeof...(Kind))>> {
};
#endif

}  // namespace cp::program
