// The canonical program of an expression: a small type over numbered inputs, evaluated once an element on host or
// device. (Long: programs and what is asked of them refer to each other.)
#pragma once

#include <bit>
#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/program/inputs.hpp>
#include <fuse/program/list.hpp>
#include <fuse/runtime/failure.hpp>
#include <type_traits>

namespace cp::expr {
template <class To>
struct cast;
}

namespace cp::program {

/// The type of a program's value.
template <class P>
struct type_of;

template <int Offset, class F, class... P>
struct invoke;
template <class Op, class... P>
struct apply;
template <class T, class P>
struct store;

/// The value of input `I`.
template <int I, class T>
struct input {
  template <class Context>
  FUSE_HD static T eval(Context const& c) {
    return c.template get<I>();
  }
};
/// The same of an input of 16 bits whose elements a kernel of the host has as float32 (see program/on_float32.hpp).
template <int I, class T>
struct wide_input {
  using type = T;
  template <class Context>
  FUSE_HD static T eval(Context const& c) {
    return static_cast<T>(c.template get<I>());
  }
  template <class Context>
  FUSE_HD static float float32(Context const& c) {
    return c.template get<I>();
  }
  template <class Context>
  FUSE_HD static float unrounded(Context const& c) {
    return c.template get<I>();
  }
};

/// The neighbour of an element of input `I`, a stencil.
template <int I, class T, int... O>
struct neighbour {
  template <class Context>
  FUSE_HD static T eval(Context const& c) {
    return c.template near<I, O...>();
  }
};

/// What lies among a launch's scalars, which begin at a multiple of 16 bytes: a copy of it, if its type wants more.
template <class T>
using scalar_access = std::conditional_t<(alignof(T) > 16), T, T const&>;
template <int Offset, class T>
FUSE_HD scalar_access<T> scalar_in(unsigned char const* scalars) {
  if constexpr (alignof(T) > 16) {
    struct copy {
      unsigned char bytes[sizeof(T)];
    } c;
    __builtin_memcpy(&c, scalars + Offset, sizeof c);
    return std::bit_cast<T>(c);
  } else {
    return *reinterpret_cast<T const*>(scalars + Offset);
  }
}

/// A number known at run time, at a byte offset in the launch's scalars.
template <int Offset, class T>
struct scalar {
  template <class Context>
  FUSE_HD static T eval(Context const& c) {
    return c.template scalar<Offset, T>();
  }
};

/// A number known while compiling.
template <class T, std::uint64_t Bits>
struct literal {
  static constexpr T value() {
    if constexpr (sizeof(T) == 8)
      return std::bit_cast<T>(Bits);
    else if constexpr (sizeof(T) == 4)
      return std::bit_cast<T>(static_cast<std::uint32_t>(Bits));
    else if constexpr (sizeof(T) == 2)
      return std::bit_cast<T>(static_cast<std::uint16_t>(Bits));
    else
      return std::bit_cast<T>(static_cast<std::uint8_t>(Bits));
  }
  template <class Context>
  FUSE_HD static T eval(Context const&) {
    constexpr T v = value();
    return v;
  }
};

// -- what is asked of every program: see expr::facts_of_tree

template <class Op, class... P>
struct apply;
constexpr int at_most(int limit, int n) { return n < limit && n >= 0 ? n : limit; }
constexpr int sum_up_to(int limit, auto... n) {
  int sum = 0;
  ((sum = at_most(limit, sum + n)), ...);
  return sum;
}
constexpr int largest_of(auto... n) {
  int most = 0;
  ((most = n > most ? n : most), ...);
  return most;
}
template <int Cost, int Calls, int Most, bool Complex, bool Users, int Depth, bool Transforms, std::uint64_t Besides,
          std::uint64_t InFolds, std::uint64_t Siblings>
struct facts_of_program {
  /// About how long an element takes (see signature_info), besides calls of functions of the user's, and the number of
  /// those: shared parts as often as they are named.
  static constexpr int cost = Cost, calls = Calls;
  /// The cost of the most expensive operation.
  static constexpr int most = Most;
  /// It computes with complex numbers, whose operations are formulas: a loop may choose which products and sums become
  /// one instruction.
  static constexpr bool is_complex = Complex;
  /// It calls functions that may throw on the host.
  static constexpr bool calls_users = Users;
  /// How many folds lie one in the other.
  static constexpr int depth = Depth;
  static constexpr bool transforms = Transforms;
  /// The inputs that it reads besides those that it folds, and as elements that are folded: a bit each.
  static constexpr std::uint64_t reads_besides = Besides, reads_in_folds = InFolds;
  /// Inputs that are an operand beside the input before them, a bit each: of x * x both are x.
  static constexpr std::uint64_t siblings = Siblings;
};
template <class P>
struct program_facts : facts_of_program<4, 0, 0, false, false, 0, false, 0, 0, 0> {};
/// Whether a type that is no number is the library's own.
template <class T>
constexpr bool is_of_library = false;
/// Whether a type is an element type of the user's, whose operators and conversions may throw.
template <class T>
constexpr bool is_of_users = !(number<T> || is_of_library<T>);
/// The bit of an input; of more inputs than a kernel takes, which is refused elsewhere, some bit.
constexpr std::uint64_t input_bit(int i) { return std::uint64_t{1} << (i & 63); }
template <int I, class T>
struct program_facts<input<I, T>>
    : facts_of_program<4, 0, 0, complex_floating<T>, is_of_users<T>, 0, false, input_bit(I), 0, 0> {};
template <int I, class T>
struct program_facts<wide_input<I, T>> : program_facts<input<I, T>> {};
template <int I, class T, int... O>
requires is_of_users<T>
struct program_facts<neighbour<I, T, O...>> : facts_of_program<4, 0, 0, false, true, 0, false, 0, 0, 0> {
};
template <int Offset, class T>
struct program_facts<scalar<Offset, T>>
    : facts_of_program<4, 0, 0, complex_floating<T>, is_of_users<T>, 0, false, 0, 0, 0> {};
template <class T, class P>
struct program_facts<store<T, P>> : program_facts<P> {};

constexpr int most_cost = 1 << 24, most_calls = 1 << 12;
template <class... P>
struct sibling_pair : std::integral_constant<std::uint64_t, 0> {};
template <int I, class T>
struct sibling_pair<input<I, T>, input<I + 1, T>> : std::integral_constant<std::uint64_t, input_bit(I + 1)> {};
/// Of programs side by side, and an operation on them of this cost.
template <int Cost, int Calls, int Most, bool Complex, bool Users, class... P>
struct facts_of_all
    : facts_of_program<sum_up_to(most_cost, Cost, program_facts<P>::cost...),
                       sum_up_to(most_calls, Calls, program_facts<P>::calls...),
                       largest_of(Most, program_facts<P>::most...), Complex || (program_facts<P>::is_complex || ...),
                       Users || (program_facts<P>::calls_users || ...), largest_of(program_facts<P>::depth...),
                       (program_facts<P>::transforms || ...), (0 | ... | program_facts<P>::reads_besides),
                       (0 | ... | program_facts<P>::reads_in_folds),
                       (sibling_pair<P...>::value | ... | program_facts<P>::siblings)> {};
template <class To>
constexpr bool casts_to_complex = false;
template <class To>
constexpr bool casts_to_complex<expr::cast<To>> = complex_floating<To>;
template <class Op, class... P>
    struct program_facts<apply<Op, P...>> : facts_of_all < Op::cost,
    0, Op::cost, casts_to_complex<Op>, requires {
  Op::of_users;
}, P... > {};
template <class To, class P>
requires is_of_users<To>
struct program_facts<apply<expr::cast<To>, P>>
    : facts_of_all<expr::cast<To>::cost, 0, expr::cast<To>::cost, false, true, P> {
};
/// About how long a function of the user's takes; where the host must not be kept waiting.
constexpr int simple_call = 64, unknown_call = 1024;
template <class F>
constexpr int own_cost_of = simple_call;
template <class F>
requires requires { typename F::library_function; }
constexpr int own_cost_of<F> = F::cost;
template <class F>
constexpr bool is_users = !requires {
  typename F::library_function;
};
template <int Offset, class F, class... P>
struct program_facts<invoke<Offset, F, P...>>
    : facts_of_all<is_users<F> ? 0 : own_cost_of<F>, is_users<F>, own_cost_of<F>, false, is_users<F>, P...> {};

// -- sharing: a costly part that occurs several times is evaluated once (compilers do not merge copies of functions
// with branches) ----------------

constexpr int shared_cost = 16;    ///< from which on a part is computed once
constexpr int division_cost = 30;  ///< and a root's: beyond it are calls
/// Whether it is worth finding out if the value of a program is known: not of what is loaded, nor of a cheap operation.
template <class P>
struct worth_asking : std::true_type {};
template <int I, class T>
struct worth_asking<input<I, T>> : std::false_type {};
template <int I, class T>
struct worth_asking<wide_input<I, T>> : std::false_type {};
template <int I, class T, int... O>
struct worth_asking<neighbour<I, T, O...>> : std::false_type {};
template <int Offset, class T>
struct worth_asking<scalar<Offset, T>> : std::false_type {};
template <class T, std::uint64_t Bits>
struct worth_asking<literal<T, Bits>> : std::false_type {};
template <class Op, class... P>
struct worth_asking<apply<Op, P...>> : std::bool_constant<(Op::cost >= shared_cost)> {};

/// The context that kernels made, beneath what is known in it.
template <class Context>
FUSE_HD Context const& base_of(Context const& c) {
  return c;
}
template <class P, class T, class Outer>
struct with_value;
template <class P, class T, class Outer>
FUSE_HD auto const& base_of(with_value<P, T, Outer> const& c) {
  return c.base;
}
/// A context in which the value of program `P` is known.
template <class P, class T, class Outer>
struct with_value {
  using base_type = std::remove_cvref_t<decltype(base_of(std::declval<Outer const&>()))>;
  Outer const& outer;
  base_type const& base;
  T value;
  FUSE_HD with_value(Outer const& c, T const& x) : outer(c), base(base_of(c)), value(x) {}
  template <int I>
  FUSE_HD auto get() const {
    return base.template get<I>();
  }
  template <int I, int... O>
  FUSE_HD auto near() const {
    return base.template near<I, O...>();
  }
  template <int Offset, class U>
  FUSE_HD scalar_access<U> scalar() const {
    return base.template scalar<Offset, U>();
  }
};

template <class P, class Context>
struct is_known : std::false_type {};
template <class P, class Q, class T, class Outer>
struct is_known<P, with_value<Q, T, Outer>> : is_known<P, Outer> {};
template <class P, class T, class Outer>
struct is_known<P, with_value<P, T, Outer>> : std::true_type {};
template <class P, class Q, class T, class Outer>
FUSE_HD auto const& known(with_value<Q, T, Outer> const& c) {
  if constexpr (std::is_same<P, Q>::value)
    return c.value;
  else
    return known<P>(c.outer);
}
/// The value of `P`: known to the context, or evaluated. Only of costly parts and of what kernels compute there is one
/// that is known.
template <class P, class Context>
FUSE_HD typename type_of<P>::type value_of(Context const& c) {
  if constexpr (!worth_asking<P>::value)
    return P::eval(c);
  else if constexpr (is_known<P, Context>::value)
    return static_cast<typename type_of<P>::type>(known<P>(c));
  else
    return P::eval(c);
}

/// A program as an operand: its value may be known.
template <class P>
struct asked {
  template <class Context>
  FUSE_HD static typename type_of<P>::type eval(Context const& c) {
    return value_of<P>(c);
  }
};
template <class P>
using operand = std::conditional_t<worth_asking<P>::value, asked<P>, P>;

// -- 16-bit floats on the host: an operation computes in float32 and rounds, and what the next one gets is that
// float32, as packing it into 16 bits and out again would take longer than the operation

/// What an operation on 16-bit floats comes to: that on numbers of float32, rounded once, or as it is; or something
/// else.
enum class in_float32 { otherwise, rounded, exact };
template <class Op>
constexpr in_float32 half_by = in_float32::otherwise;
template <>
inline constexpr in_float32 half_by<expr::cast<float>> = in_float32::exact;
template <>
inline constexpr in_float32 half_by<expr::cast<double>> = in_float32::exact;
template <class Op>
constexpr bool casts_to_half = false;
template <class T>
constexpr bool casts_to_half<expr::cast<T>> = cp::detail::half_float<T>;
/// Whether a program's value is computed so, or is there so: of exact operations where an operand is. (What chooses
/// among operands is no 16-bit float.)
template <class P>
constexpr bool is_rounded_float32 = false;
#if !FUSE_NVCC && !defined(__FAST_MATH__)
template <int I, class T>
inline constexpr bool is_rounded_float32<wide_input<I, T>> = true;
template <class Op, class... P>
requires(half_by<Op> != in_float32::otherwise &&
         cp::detail::half_float<
             typename type_of<apply<Op, P...>>::type>) constexpr bool is_rounded_float32<apply<Op, P...>> =
    ((std::is_same_v<typename type_of<P>::type, typename type_of<apply<Op, P...>>::type> ||
      std::is_same_v<typename type_of<P>::type, bool>)&&...) &&
    (half_by<Op> == in_float32::rounded || (is_rounded_float32<P> || ...));
template <class T, class P>
requires(casts_to_half<expr::cast<T>>) constexpr bool is_rounded_float32<apply<expr::cast<T>, P>> =
    std::is_same_v<typename type_of<P>::type, float>;
#endif
/// A float32 as T, of whose numbers it is one if it is `Exact`.
template <class T, bool Exact>
FUSE_HD T packed(float x) {
  if constexpr (Exact && std::is_same_v<T, bfloat16>)
    return bfloat16::from_bits(static_cast<std::uint16_t>(cp::detail::float_bits(x) >> 16));
  else
    return static_cast<T>(x);
}
template <class T>
FUSE_HD float rounded_to(float x) {
  if constexpr (std::is_same_v<T, float16>)
    return cp::detail::rounded_to_float16_portable(x);
  else
    return cp::detail::rounded_to_bfloat16_portable(x);
}
/// The value of a program of 16-bit floats as a float32.
template <class P, class Context>
FUSE_HD float float32_of(Context const& c) {
  if constexpr (is_known<P, Context>::value)
    return static_cast<float>(known<P>(c));
  else if constexpr (is_rounded_float32<P>)
    return P::float32(c);
  else
    return static_cast<float>(value_of<P>(c));
}
/// A program's value to be held in a context.
template <class P, class Context>
FUSE_HD auto value_to_hold(Context const& c) {
  if constexpr (is_rounded_float32<P>)
    return float32_of<P>(c);
  else
    return value_of<P>(c);
}
template <class P>
using held_type = std::conditional_t<is_rounded_float32<P>, float, typename type_of<P>::type>;
/// A program's value for what takes 16-bit floats and float32 alike: as a float32 if `Wide`.
template <bool Wide, class P, class Context>
FUSE_HD auto value_as(Context const& c) {
  if constexpr (Wide && cp::detail::half_float<typename type_of<P>::type>)
    return float32_of<P>(c);
  else
    return value_of<P>(c);
}
/// The float32 that a program's value is rounded from, where there is one; its value, where that needs no rounding.
template <class P, class Context>
FUSE_HD float unrounded_of(Context const& c) {
  if constexpr (is_known<P, Context>::value)
    return static_cast<float>(known<P>(c));
  else if constexpr (requires { P::unrounded(c); })
    return P::unrounded(c);
  else
    return static_cast<float>(value_of<P>(c));
}

/// Walks programs, noting costly parts: `seen` in the order in which they are complete, `shared` those of them met
/// again.
template <class Seen, class Shared, class... P>
struct find_shared;
template <class Seen, class Shared>
struct find_shared<Seen, Shared> {
  using seen = Seen;
  using shared = Shared;
};
template <class Seen, class Shared, class First, class... More>
struct find_shared<Seen, Shared, First, More...> : find_shared<Seen, Shared, More...> {};
template <class Seen, class Shared, class T, class P, class... More>
struct find_shared<Seen, Shared, store<T, P>, More...> : find_shared<Seen, Shared, P, More...> {};
template <class Seen, class Shared, int Offset, class F, class... P, class... More>
struct find_shared<Seen, Shared, invoke<Offset, F, P...>, More...>
    : find_shared<typename find_shared<Seen, Shared, P...>::seen, typename find_shared<Seen, Shared, P...>::shared,
                  More...> {};
template <bool Again, class Seen, class Shared, class Node>
struct note_part;
template <class Seen, class Shared, class Node>
struct note_part<true, Seen, Shared, Node> {
  using seen = Seen;
  using shared =
      typename std::conditional_t<contains<Node, Shared>, std::type_identity<Shared>, append<Shared, Node>>::type;
};
template <class Seen, class Shared, class Op, class... P>
struct note_part<false, Seen, Shared, apply<Op, P...>> {
  using parts = find_shared<Seen, Shared, P...>;
  using shared = typename parts::shared;
  using seen = typename std::conditional_t<(Op::cost >= shared_cost), append<typename parts::seen, apply<Op, P...>>,
                                           std::type_identity<typename parts::seen>>::type;
};
template <class Seen, class Shared, class Op, class... P, class... More>
requires(program_facts<apply<Op, P...>>::most >= shared_cost) struct find_shared<Seen, Shared, apply<Op, P...>, More...>
    : find_shared<typename note_part<contains<apply<Op, P...>, Seen>, Seen, Shared, apply<Op, P...>>::seen,
                  typename note_part<contains<apply<Op, P...>, Seen>, Seen, Shared, apply<Op, P...>>::shared, More...> {
};

/// The parts of `Seen`, in its order, that are shared.
template <class Seen, class Shared, class... Done>
struct in_order;
template <class Shared, class... Done>
struct in_order<list<>, Shared, Done...> {
  using type = list<Done...>;
};
template <class First, class... More, class Shared, class... Done>
struct in_order<list<First, More...>, Shared, Done...>
    : std::conditional_t<contains<First, Shared>, in_order<list<More...>, Shared, Done..., First>,
                         in_order<list<More...>, Shared, Done...>> {};

template <class Context, class Use>
FUSE_HD void with_parts(list<>, Context const& c, Use&& use) {
  use(c);
}
template <class P, class... More, class Context, class Use>
FUSE_HD void with_parts(list<P, More...>, Context const& c, Use&& use) {
  auto const value = value_to_hold<P>(c);
  with_parts(list<More...>{}, with_value<P, std::remove_const_t<decltype(value)>, Context>{c, value}, use);
}
/// Calls use(context) with a context in which the costly parts that several of the programs have, or one of them has
/// again, are known.
template <class... P, class Context, class Use>
FUSE_HD void with_shared(Context const& c, Use&& use) {
  using found = find_shared<list<>, list<>, P...>;
  with_parts(typename in_order<typename found::seen, typename found::shared>::type{}, c, use);
}

/// Evaluates all stores for one element and hands their values to `use`.
template <class... Store, class Context, class Use>
FUSE_HD void evaluate(Context const& c, Use&& use) {
  with_shared<Store...>(c, [&](auto const& all) FUSE_INLINED { use(Store::eval(all)...); });
}

/// Op of values, of which some may be of a user's type.
template <class Op, class... T>
FUSE_HD auto result_of(T const&... x) {
  if constexpr (is_of_users<std::remove_cvref_t<decltype(Op{}(x...))>> || (is_of_users<T> || ...))
    return runtime::call_user(Op{}, x...);
  else
    return Op{}(x...);
}

/// Op applied to the values of programs.
template <class Op, class... P>
struct apply {
  template <class Context>
  FUSE_HD static typename type_of<apply>::type eval(Context const& c) {
    if constexpr (is_rounded_float32<apply>)
      return packed<typename type_of<apply>::type, half_by<Op> == in_float32::exact>(unrounded(c));
    else if constexpr (program_facts<apply>::calls_users)
      return result_of<Op>(operand<P>::eval(c)...);
    else if constexpr (half_by<Op> != in_float32::otherwise && (is_rounded_float32<P> || ...))
      return Op{}(float32_of<P>(c)...);  // a comparison, or a conversion
    else
      return Op{}(operand<P>::eval(c)...);
  }
  template <class Context>
  requires(is_rounded_float32<apply>) FUSE_HD static float unrounded(Context const& c) {
    if constexpr (casts_to_half<Op>)
      return (value_of<P>(c), ...);
    else
      return Op{}(value_as<true, P>(c)...);
  }
  template <class Context>
  FUSE_HD static float float32(Context const& c) {
    float const x = unrounded(c);
    return half_by<Op> == in_float32::exact ? x : rounded_to<typename type_of<apply>::type>(x);
  }
};

/// The operation of a fold or a scan where it has elements of a user's type.
template <class Op>
struct guarded : Op {
  static constexpr bool of_users = true;
  template <class A>
  FUSE_HD static A identity() {
    return runtime::call_user(&Op::template identity<A>);
  }
  template <class A, class... T>
  FUSE_HD static A lift(T const&... x) {
    return runtime::call_user(&Op::template lift<A, T...>, x...);
  }
  template <class A>
  FUSE_HD static A combine(A const& a, A const& b) {
    return runtime::call_user(&Op::template combine<A>, a, b);
  }
  template <class R, class A>
  FUSE_HD static R finish(A const& a, std::int64_t n) {
    return runtime::call_user(&Op::template finish<R, A>, a, n);
  }
};
/// Op, guarded where one of the types is a user's.
template <class Op, class... T>
struct guarded_for : std::conditional<(is_of_users<T> || ...), guarded<Op>, Op> {};

/// Whether a functor picks elements, and the context notes what is far (see table::pick).
template <class F, class Context>
concept picks_near = requires(Context const& c) {
  F::picked_by;
  base_of(c).far;
}
&&!F::is_narrow;

/// The functor at a byte offset in the launch's scalars applied to the values of programs.
template <int Offset, class F, class... P>
struct invoke {
  template <class Context>
  FUSE_HD static typename type_of<invoke>::type eval(Context const& c) {
    if constexpr (picks_near<F, Context>)
      return c.template scalar<Offset, F>().pick(base_of(c).far, operand<P>::eval(c)...);
    else if constexpr (requires { typename F::library_function; })
      return c.template scalar<Offset, F>()(operand<P>::eval(c)...);
    else
      return runtime::call_user(c.template scalar<Offset, F>(), operand<P>::eval(c)...);
  }
};

/// What an output stores: the value of `P` as a `T`.
template <class T, class P>
struct store {
  using type = T;
  template <class Context>
  FUSE_HD static T eval(Context const& c) {
    if constexpr (is_rounded_float32<P> && !std::is_same_v<T, typename type_of<P>::type>)
      return static_cast<T>(float32_of<P>(c));
    else
      return static_cast<T>(value_of<P>(c));
  }
};

template <class P>
struct type_of {
  using type = typename P::type;
};
template <int I, class T, int... O>
struct type_of<neighbour<I, T, O...>> {
  using type = T;
};
template <int I, class T>
struct type_of<input<I, T>> {
  using type = T;
};
template <int Offset, class T>
struct type_of<scalar<Offset, T>> {
  using type = T;
};
template <class T, std::uint64_t Bits>
struct type_of<literal<T, Bits>> {
  using type = T;
};
template <class Op, class... P>
struct type_of<apply<Op, P...>> {
  using type = std::remove_cvref_t<decltype(Op{}(std::declval<typename type_of<P>::type>()...))>;
};
template <int Offset, class F, class... P>
struct type_of<invoke<Offset, F, P...>> {
  using type = std::remove_cvref_t<std::invoke_result_t<F const&, typename type_of<P>::type...>>;
};

/// All that a kernel is made from: what it stores, what it loads, and how many bytes of scalars it gets.
template <class Inputs, int Bytes, class... Store>
struct signature {
  using inputs = Inputs;
  static constexpr int outputs = sizeof...(Store);
  static constexpr int count = outputs + Inputs::count;
  static constexpr int bytes = Bytes == 0 ? 16 : (Bytes + 15) / 16 * 16;
};

}  // namespace cp::program
