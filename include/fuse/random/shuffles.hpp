// Permutations and choices: which elements, in which order. A permutation is computed place by place, so that nothing
// is sorted and only what is asked for is computed.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/library/keys.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/indexing.hpp>
#include <fuse/ops/scans.hpp>
#include <fuse/random/distribution.hpp>
#include <fuse/random/integers.hpp>
#include <type_traits>

namespace cp::random::detail {

/// A random bijection of [0, n): a Feistel network over the next power of two, walked along until it lands below n.
/// source: Mitchell, Stokes, Frank, Holmes: Bandwidth-optimal random shuffling for GPUs (2022); the rounds' function is
/// MurmurHash3's finaliser (Appleby)
struct bijection {
  static constexpr int rounds = 24;
  std::uint32_t key[rounds];
  std::uint64_t n;
  std::uint32_t left, right;  ///< bits of the two halves

  FUSE_HD static std::uint32_t mixed(std::uint32_t x) {
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
  }
  FUSE_HD std::uint64_t once(std::uint64_t i) const {
    std::uint64_t const low = (std::uint64_t{1} << right) - 1, high = (std::uint64_t{1} << left) - 1;
    auto a = static_cast<std::uint32_t>(i >> right & high), b = static_cast<std::uint32_t>(i & low);
    for (int r = 0; r < rounds; r += 2) {
      a ^= mixed(b ^ key[r]) & static_cast<std::uint32_t>(high);
      b ^= mixed(a ^ key[r + 1]) & static_cast<std::uint32_t>(low);
    }
    return static_cast<std::uint64_t>(a) << right | b;
  }
  FUSE_HD std::uint64_t operator()(std::uint64_t i) const {
    do i = once(i);
    while (i >= n);
    return i;
  }
};
/// A bijection of random words, and the next one of a generator.
bijection bijection_of(word_block const (&keys)[bijection::rounds / 4], std::int64_t n);
template <class Bits>
bijection draw_bijection(Bits const& bits, std::int64_t n) {
  auto const stream = bits.take(bijection::rounds / 4);
  word_block keys[bijection::rounds / 4];
  for (int i = 0; i < bijection::rounds / 4; ++i) keys[i] = stream.block(static_cast<std::uint64_t>(i));
  return bijection_of(keys, n);
}

/// Which of n elements stands at a place: of a permutation, or any.
template <class Stream>
struct picker {
  using library_function = void;
  static constexpr int cost = 600 + Stream::cost;
  static constexpr char const* qualified_name = "cp::random::choice";
  Stream stream;
  bijection order;
  std::uint64_t rejected, replace;  ///< of the products' lower halves (Lemire); whether an element may come again
  FUSE_HD std::int64_t operator()(std::int64_t place) const {
    if (replace == 0) return static_cast<std::int64_t>(order(static_cast<std::uint64_t>(place)));
    bounded<std::uint64_t> const form{0, order.n, rejected};
    place_words words(stream, place);
    std::uint64_t value;
    while (!form.take(words.word(), value)) {
    }
    return static_cast<std::int64_t>(value);
  }
};

/// [0, n) in random order, along the first of `Rank` axes of the shape.
struct permuter {
  using library_function = void;
  static constexpr int cost = 600;
  static constexpr char const* qualified_name = "cp::random::permutation";
  bijection order;
  FUSE_HD std::int64_t operator()(std::int64_t place) const {
    return static_cast<std::int64_t>(order(static_cast<std::uint64_t>(place)));
  }
};
template <int N, class F>
auto at_places(F const& f, index_array<N> const& shape) {
  return expr::call<F, expr::position<N>>(f,
                                          expr::make_arguments(expr::position<N>(shape, contiguous_strides(shape), 0)));
}

[[noreturn]] void throw_permutation(char const* where, std::int64_t n);
template <class Bits>
auto permuted_range(Bits const& bits, std::int64_t n) {
  if (n < 0) throw_permutation("cp::random::permutation", n);
  return at_places(permuter{draw_bijection(bits, n)}, index_array<1>{{n}});
}
/// The rows of an array (its elements along the first axis) in random order.
template <class Bits, class X>
auto permuted_rows(Bits const& bits, X const& x) {
  static_assert(X::rank >= 1, "cp::random::permutation: the array has no axis to permute");
  auto const a = eval(x);
  auto const shape = a.shape();
  if constexpr (X::rank == 1) {
    return gather(a, permuted_range(bits, shape[0]));
  } else {
    // For each row once, not for each element.
    auto const order = ndarray<std::int64_t, 1, space_of<X>>(permuted_range(bits, shape[0]));
    index_array<X::rank> along;
    for (int i = 0; i < X::rank; ++i) along[i] = i == 0 ? shape[0] : 1;
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return gather(a, reshape(order, along), index<I + 1>(shape)...);
    }
    (std::make_integer_sequence<int, X::rank - 1>{});
  }
}
template <class Bits, class T, int Rank, class Space>
void shuffle_rows(Bits const& bits, ndarray<T, Rank, Space> const& x) {
  if (x.size() == 0) return;
  cp::detail::assign_elements(x, permuted_rows(bits, x));
}

// -- choice -----------------------------------------------------------------------------------------------------------

/// Throws value_error where `size` elements cannot be chosen from n.
void check_choice(std::int64_t n, std::int64_t size, bool replace);
[[noreturn]] void throw_weights(std::int64_t n, std::int64_t weights);
/// Throws value_error unless the weights are not negative and sum to 1, and as many as are needed are not 0.
void check_weights(double const* p, std::int64_t stride, std::int64_t n, std::int64_t needed);

template <class Bits, int N>
auto chosen_places(Bits const& bits, std::int64_t n, index_array<N> const& size, bool replace) {
  std::int64_t const count = cp::detail::checked_size("cp::random::choice", size.value, N, 8);
  check_choice(n, count, replace);
  auto const range = static_cast<std::uint64_t>(n);
  picker<typename Bits::stream_type> p{};
  p.order.n = range;
  if (!replace) p.order = draw_bijection(bits, n);
  p.stream = bits.take(static_cast<std::uint64_t>(replace ? count : 0));
  p.rejected = range == 0 ? 0 : (0 - range) % range;
  p.replace = replace;
  return at_places(p, size);
}

/// The first place whose running sum is above a fraction of the whole.
struct weighted_search {
  using library_function = void;
  static constexpr int cost = 200;
  static constexpr char const* qualified_name = "cp::random::choice";
  double const* sums;
  std::int64_t n;
  FUSE_HD std::int64_t operator()(double u) const {
    double const sought = u * sums[n - 1];
    std::int64_t low = 0, high = n - 1;
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (sums[middle] > sought)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }
};
/// Weights that are negative or NaN count as 0.
struct weight_or_zero {
  using library_function = void;
  static constexpr int cost = 4;
  static constexpr char const* qualified_name = "cp::random::choice";
  FUSE_HD double operator()(double p) const { return p > 0 ? p : 0; }
};
/// The bits of an exponential number over a weight: the k smallest of them are k elements, each taken with its weight's
/// share of what was left. source: Efraimidis, Spirakis: Weighted random sampling with a reservoir (2006)
struct exponential_key {
  using library_function = void;
  static constexpr int cost = 80;
  static constexpr char const* qualified_name = "cp::random::choice";
  FUSE_HD std::uint64_t operator()(double u, double p) const {
    return bits_of(p > 0 ? divide(-log(u), p) : infinity<double>());
  }
};
struct digit_of {
  using library_function = void;
  static constexpr int cost = 4;
  static constexpr char const* qualified_name = "cp::random::choice";
  std::uint32_t shift;
  FUSE_HD std::uint32_t operator()(std::uint64_t key) const {
    return static_cast<std::uint32_t>(key >> shift & 0xffff);
  }
};

template <class F, class... A>
auto call_with(F const& f, A... a) {
  return expr::call<F, A...>(f, expr::make_arguments(std::move(a)...));
}

/// The places of keys in rising order: sorted by 16 bits after the other, each time stably.
template <class Space>
ndarray<std::uint32_t, 1, Space> order_of(ndarray<std::uint64_t, 1, Space> const& keys) {
  constexpr auto kind = std::is_same_v<Space, host_space> ? memory_kind::host : memory_kind::device;
  constexpr std::int64_t digits = 65536;
  std::int64_t const n = keys.size();
  auto const starts = empty<std::int64_t, Space>(index_array<1>{{digits + 1}});
  ndarray<std::uint32_t, 1, Space> order;
  for (std::uint32_t shift = 0; shift < 64; shift += 16) {
    auto digit = empty<std::uint32_t, Space>(index_array<1>{{n}});
    auto const sorted = empty<std::uint32_t, Space>(index_array<1>{{n}});
    if (shift == 0)
      digit = call_with(digit_of{shift}, keys);
    else
      digit = call_with(digit_of{shift}, gather(keys, order));
    cp::library::group_keys(kind, digit.data(), n, digits, sorted.data(), false, starts.data());
    if (shift == 0)
      order = sorted;
    else
      order = gather(order, sorted);
  }
  return order;
}

/// Places chosen by weight, at once.
template <class Bits, int N, class P>
auto weighted_places(Bits const& bits, std::int64_t n, index_array<N> const& size, bool replace, P const& p) {
  static_assert(P::rank == 1, "cp::random::choice: the weights are an array of rank 1");
  using space = space_of<P>;
  std::int64_t const count = cp::detail::checked_size("cp::random::choice", size.value, N, 8);
  ndarray<double, 1, space> const weights = astype<double>(p);
  if (weights.size() != n) throw_weights(n, weights.size());
  check_choice(n, count, replace);
  if constexpr (std::is_same_v<space, host_space>)
    if (!runtime::is_capturing()) check_weights(weights.data(), weights.strides()[0], n, replace ? 1 : count);
  ndarray<std::int64_t, N, space> places;
  if (count == 0) {
    places = empty<std::int64_t, space>(size);
  } else if (replace) {
    ndarray<double, 1, space> const sums = cumsum(call_with(weight_or_zero{}, weights));
    places = call_with(weighted_search{sums.data(), n}, bits.draw(units<double>{}, size, "cp::random::choice"));
  } else {
    if (n >= (std::int64_t{1} << 32)) throw_weights(n, n);
    ndarray<std::uint64_t, 1, space> const keys = call_with(
        exponential_key{}, bits.draw(centred_units<double>{}, index_array<1>{{n}}, "cp::random::choice"), weights);
    places = reshape(astype<std::int64_t>(order_of(keys)(slice(0, count))), size);
  }
  return places;
}

/// The elements at places: of an array its own, of a number n the places.
template <class X, class I>
auto chosen_from(X const& x, I const& places) {
  if constexpr (std::integral<X>)
    return places;
  else
    return gather(eval(x), places);
}
template <class X>
std::int64_t choices_in(X const& x) {
  if constexpr (std::integral<X>) {
    return static_cast<std::int64_t>(x);
  } else {
    static_assert(expression<X> && X::rank == 1,
                  "cp::random::choice: elements are chosen from an array of rank 1, or from [0, n)");
    return expr::shape_of(x)[0];
  }
}

/// How many there are to choose from; throws value_error for none.
template <class X>
std::int64_t checked_choices(X const& x) {
  std::int64_t const n = choices_in(x);
  check_choice(n, 1, true);
  return n;
}
/// Weights as an expression: an array's, or those of a range of numbers, which are checked, where the elements are.
template <class X>
struct space_of_choices {
  using type = default_space;
};
template <expression X>
struct space_of_choices<X> {
  using type = space_of<X>;
};
template <class X, class P>
auto weights_of(P const& p) {
  if constexpr (expression<P>) {
    return p;
  } else {
    ndarray<double, 1, host_space> const weights(p);
    check_weights(weights.data(), 1, weights.size(), 1);
    return weights.template to<typename space_of_choices<X>::type>();
  }
}

}  // namespace cp::random::detail
