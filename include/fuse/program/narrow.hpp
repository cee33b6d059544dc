// Integers of positions in 32 bits: the parts of a program that compute int64 from positions and numbers of the launch,
// as int32, and the ranges that say at the launch whether they fit.
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/core/divisor.hpp>
#include <fuse/program/folds.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>

namespace cp::program {

/// Where integers lie; float64 holds all that fit, and never wraps.
struct range {
  double low, high;
  constexpr bool fits() const { return low >= -2147483648.0 && high <= 2147483647.0; }
};
constexpr range anything{-1e300, 1e300};
constexpr range range_of_all(auto... bounds) {
  range r{1e300, -1e300};
  ((r.low = bounds < r.low ? bounds : r.low, r.high = bounds > r.high ? bounds : r.high), ...);
  return r;
}

/// Where the results of an operation on integers lie, by `of(range...)`: operations that have it compute in 32 bits
/// what they compute in 64 where operands and results fit.
template <class Op>
struct range_rule {};
template <class Op>
concept has_range = requires {
  &range_rule<Op>::of;
};

/// The place of input I, a number, and one to divide by, in 32 bits.
template <int I>
struct narrow_place {
  using type = std::int32_t;
  template <class Context>
  FUSE_HD static type eval(Context const& c) {
    return static_cast<type>(c.template get<I>());
  }
};
template <int Offset>
struct narrow_scalar {
  using type = std::int32_t;
  template <class Context>
  FUSE_HD static type eval(Context const& c) {
    return static_cast<type>(c.template scalar<Offset, std::int64_t>());
  }
};
template <int Offset, class T>
struct narrow_divisor {
  using type = cp::scalar::small_divisor;
  template <class Context>
  FUSE_HD static type const& eval(Context const& c) {
    return c.template scalar<Offset, cp::scalar::divisor<T>>().narrow;
  }
};
template <int I>
struct program_facts<narrow_place<I>> : program_facts<input<I, std::int32_t>> {};
template <int I>
struct worth_asking<narrow_place<I>> : std::false_type {};
template <int Offset>
struct worth_asking<narrow_scalar<Offset>> : std::false_type {};
template <int Offset, class T>
struct worth_asking<narrow_divisor<Offset, T>> : std::false_type {};

/// A launch: where the positions of each input lie, and the numbers.
struct launch_ranges {
  range const* places;
  unsigned char const* scalars;
  bool fit = true;

  /// Notes whether something fits.
  range note(range const& r) {
    fit = fit && r.fits();
    return r;
  }
  template <class T>
  range number(T const& x) {
    return note({static_cast<double>(x), static_cast<double>(x)});
  }
};
template <class T>
constexpr range range_of_type = anything;
template <class T>
requires(std::is_integral_v<T> && sizeof(T) <= 4) constexpr range range_of_type<T> = {
    std::is_signed_v<T> ? -static_cast<double>(std::uint64_t{1} << (8 * sizeof(T) - 1)) : 0,
    std::is_same_v<T, bool> ? 1 : static_cast<double>((std::uint64_t{1} << (8 * sizeof(T) - std::is_signed_v<T>)) - 1)};

/// A program over inputs of these kinds with such parts in 32 bits: `type`. `integer`: its own int64 is one; `places`:
/// there is a position in one. `look(launch)` gives its range, and notes if one does not fit.
template <class P, class Inputs>
struct narrowed {
  using type = P;
  static constexpr bool integer = false, places = false;
  static range look(launch_ranges&) { return range_of_type<typename type_of<P>::type>; }
};

template <int I, class Inputs>
constexpr bool is_place = false;
template <int I, class First, class... More>
constexpr bool is_place<I, inputs<First, More...>> = is_place<I - 1, inputs<More...>>;
template <class... More>
constexpr bool is_place<0, inputs<computed<place_itself, 0>, More...>> = true;
template <class... More>
constexpr bool is_place<0, inputs<computed<offset_itself, 0>, More...>> = true;

template <int I, class Inputs>
requires(is_place<I, Inputs>) struct narrowed<input<I, std::int64_t>, Inputs> {
  using type = narrow_place<I>;
  static constexpr bool integer = true, places = true;
  static range look(launch_ranges& launch) { return launch.note(launch.places[I]); }
};
template <int Offset, class Inputs>
struct narrowed<scalar<Offset, std::int64_t>, Inputs> {
  using type = narrow_scalar<Offset>;
  static constexpr bool integer = true, places = false;
  static range look(launch_ranges& launch) { return launch.number(scalar_in<Offset, std::int64_t>(launch.scalars)); }
};
template <int Offset, class T, class Inputs>
requires cp::scalar::has_narrow_divisor<T>
struct narrowed<scalar<Offset, cp::scalar::divisor<T>>, Inputs> {
  using type = narrow_divisor<Offset, T>;
  static constexpr bool integer = std::is_same_v<T, std::int64_t>, places = false;
  static range look(launch_ranges& launch) {
    auto const d = scalar_in<Offset, cp::scalar::divisor<T>>(launch.scalars).value;
    launch.fit = launch.fit && cp::scalar::small_divisor::takes(d);
    return launch.number(d);
  }
};
template <std::uint64_t Bits, class Inputs>
requires(static_cast<std::int64_t>(Bits) ==
         static_cast<std::int32_t>(Bits)) struct narrowed<literal<std::int64_t, Bits>, Inputs> {
  using type = literal<std::int32_t, static_cast<std::uint32_t>(Bits)>;
  static constexpr bool integer = true, places = false;
  static range look(launch_ranges&) {
    constexpr auto x = static_cast<double>(static_cast<std::int64_t>(Bits));
    return {x, x};
  }
};
/// A small integer or boolean that becomes an int64.
template <class P, class Inputs>
requires(std::is_integral_v<typename type_of<P>::type> && sizeof(typename type_of<P>::type) <= 4 &&
         !std::is_same_v<typename type_of<P>::type, std::uint32_t>) struct narrowed<apply<expr::cast<std::int64_t>, P>,
                                                                                    Inputs> {
  using type = apply<expr::cast<std::int32_t>, typename narrowed<P, Inputs>::type>;
  static constexpr bool integer = true, places = narrowed<P, Inputs>::places;
  static range look(launch_ranges& launch) { return narrowed<P, Inputs>::look(launch); }
};

/// Whether an operand can be handed on in 32 bits: it is no int64, or one that fits.
template <class P, class Inputs>
constexpr bool hands_on =
    narrowed<P, Inputs>::integer || !(std::is_same_v<typename type_of<P>::type, std::int64_t> ||
                                      std::is_same_v<typename type_of<P>::type, cp::scalar::divisor<std::int64_t>>);
/// An operand that is wanted in 64 bits.
template <class N, class P, bool Integer, bool Places>
struct widened_to {
  using type = typename N::type;
};
template <class N, class P>
struct widened_to<N, P, true, false> {
  using type = P;
};
template <class N, class P>
struct widened_to<N, P, true, true> {
  using type = apply<expr::cast<std::int64_t>, typename N::type>;
};
template <class P, class Inputs>
using widened =
    typename widened_to<narrowed<P, Inputs>, P, narrowed<P, Inputs>::integer, narrowed<P, Inputs>::places>::type;

template <class Op>
constexpr bool is_cast = false;
template <class To>
constexpr bool is_cast<expr::cast<To>> = true;

/// 3: a division of 32 bits, which needs no sign of the divisor; 2: an operation on integers that stays one in 32 bits;
/// 1: one that takes them and gives something else; 0: others.
template <class Op, class Inputs, class... P>
constexpr int narrow_use() {
  using result = typename type_of<apply<Op, P...>>::type;
  if constexpr (!(hands_on<P, Inputs> && ...))
    return 0;
  else if constexpr ((std::is_same_v<typename type_of<P>::type, cp::scalar::divisor<std::int32_t>> || ...))
    return 3;
  else if constexpr (std::is_same_v<result, std::int64_t>)
    return has_range<Op> && (narrowed<P, Inputs>::places || ...) ? 2 : 0;
  else
    return std::is_same_v<result, bool> || is_cast<Op> ? 1 : 0;
}
template <int Use, class Op, class Inputs, class... P>
struct narrowed_apply {
  using type = apply<Op, widened<P, Inputs>...>;
  static constexpr bool integer = false, places = (narrowed<P, Inputs>::places || ...);
  static range look(launch_ranges& launch) {
    ((narrowed<P, Inputs>::places ? void(narrowed<P, Inputs>::look(launch)) : void()), ...);
    return range_of_type<typename type_of<apply<Op, P...>>::type>;
  }
};
template <class Op, class Inputs, class... P>
struct narrowed_apply<1, Op, Inputs, P...> {
  using type = apply<Op, typename narrowed<P, Inputs>::type...>;
  static constexpr bool integer = false, places = (narrowed<P, Inputs>::places || ...);
  static range look(launch_ranges& launch) {
    (narrowed<P, Inputs>::look(launch), ...);
    return range_of_type<typename type_of<apply<Op, P...>>::type>;
  }
};
/// (It counts as one of places, whose numbers are looked at.)
template <class Op, class Inputs, class... P>
struct narrowed_apply<3, Op, Inputs, P...> : narrowed_apply<1, Op, Inputs, P...> {
  static constexpr bool places = true;
};
template <class Op, class Inputs, class... P>
struct narrowed_apply<2, Op, Inputs, P...> {
  using type = apply<Op, typename narrowed<P, Inputs>::type...>;
  static constexpr bool integer = true, places = true;
  static range look(launch_ranges& launch) {
    return launch.note(range_rule<Op>::of(narrowed<P, Inputs>::look(launch)...));
  }
};
template <class Op, class... P, class Inputs>
struct narrowed<apply<Op, P...>, Inputs> : narrowed_apply<narrow_use<Op, Inputs, P...>(), Op, Inputs, P...> {};
/// A functor that wants its operands in 64 bits.
template <bool Narrow, int Offset, class F, class Inputs, class... P>
struct narrowed_invoke {
  static constexpr bool integer = false, places = (narrowed<P, Inputs>::places || ...);
  using type = invoke<Offset, F, widened<P, Inputs>...>;
  static range look(launch_ranges& launch) {
    ((narrowed<P, Inputs>::places ? void(narrowed<P, Inputs>::look(launch)) : void()), ...);
    return range_of_type<typename type_of<invoke<Offset, F, P...>>::type>;
  }
};
/// One that picks an element by integers has a `narrow` form for those that lie near enough: `takes(range...)`.
template <class F>
constexpr bool has_narrow_form = requires {
  typename F::narrow;
};
/// Whether all that it picks by is narrow, and a position in it. (What stands behind is added to the place.)
template <class F, class Inputs, class... P>
constexpr bool picks_narrow() {
  if constexpr (has_narrow_form<F>) {
    int k = 0;
    return ((k++ >= F::picked_by || narrowed<P, Inputs>::integer) && ...) && (narrowed<P, Inputs>::places || ...);
  } else {
    return false;
  }
}
template <int Offset, class F, class Inputs, class... P>
struct narrowed_invoke<true, Offset, F, Inputs, P...> : narrowed_invoke<false, Offset, F, Inputs, P...> {
  using type = invoke<Offset, typename F::narrow,
                      std::conditional_t<narrowed<P, Inputs>::integer, typename narrowed<P, Inputs>::type, P>...>;
  static range look(launch_ranges& launch) {
    range const by[] = {narrowed<P, Inputs>::look(launch)...};
    launch.fit = launch.fit && scalar_in<Offset, F>(launch.scalars).takes(by);
    return range_of_type<typename type_of<invoke<Offset, F, P...>>::type>;
  }
};
template <int Offset, class F, class... P, class Inputs>
struct narrowed<invoke<Offset, F, P...>, Inputs>
    : narrowed_invoke<picks_narrow<F, Inputs, P...>(), Offset, F, Inputs, P...> {};
/// What is folded. (Places themselves, by which argmax says where, stay as they are.)
template <class P, class Inputs>
struct narrowed_folded : narrowed<P, Inputs> {
  using type = widened<P, Inputs>;
};
template <int I, class T, class Inputs>
struct narrowed_folded<input<I, T>, Inputs> {
  using type = input<I, T>;
  static constexpr bool places = false;
};
template <class Op, class A, class T, class... P, class Inputs>
struct narrowed<fold<Op, A, T, P...>, Inputs> {
  using type = fold<Op, A, T, typename narrowed_folded<P, Inputs>::type...>;
  static constexpr bool integer = false, places = (narrowed_folded<P, Inputs>::places || ...);
  static range look(launch_ranges& launch) {
    ((narrowed_folded<P, Inputs>::places ? void(narrowed<P, Inputs>::look(launch)) : void()), ...);
    return range_of_type<T>;
  }
};
template <class T, class P, class Inputs>
struct narrowed<store<T, P>, Inputs> : narrowed<P, Inputs> {
  using type = store<T, typename narrowed<P, Inputs>::type>;
};

/// The signature with such parts, and whether there are any. (Inputs and scalars stay as they are.)
template <class Signature>
struct narrowed_signature;
template <class... Kind, int Bytes, class... Store>
struct narrowed_signature<signature<inputs<Kind...>, Bytes, Store...>> {
  using type = signature<inputs<Kind...>, Bytes, typename narrowed<Store, inputs<Kind...>>::type...>;
  static constexpr bool any = (narrowed<Store, inputs<Kind...>>::places || ...);
  /// Whether all of them fit in a launch.
  static bool fits(range const* places, unsigned char const* scalars) {
    launch_ranges launch{places, scalars};
    (narrowed<Store, inputs<Kind...>>::look(launch), ...);
    return launch.fit;
  }
};
/// Whether there are any. Most programs have no positions: then nothing is looked at.
template <class Signature>
constexpr bool narrows = false;
/// (One offset of what is picked costs less than another kernel.)
template <class... Kind, int Bytes, class... Store>
requires((0 + ... +
          (2 * std::is_same_v<Kind, computed<place_itself, 0>> + std::is_same_v<Kind, computed<offset_itself, 0>>)) >
         1) constexpr bool narrows<signature<inputs<Kind...>, Bytes, Store...>> =
    narrowed_signature<signature<inputs<Kind...>, Bytes, Store...>>::any;

}  // namespace cp::program
