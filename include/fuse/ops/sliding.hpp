// Sums of products of one sequence and another that slides along it.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/core/scalar_math.hpp>
#include <fuse/expr/custom.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/library/sliding.hpp>
#include <fuse/ops/reduction_algebra.hpp>
#include <fuse/ops/taps.hpp>
#include <type_traits>

namespace cp::detail {

/// sum over k of a[i + k - first] * taps[k * step], where a is 0 outside.
template <class T>
struct sliding_product {
  using sum_type = ops::wide_type<T>;
  T const *a, *taps;
  int step;
  std::int64_t n, m, first;

  FUSE_HD T operator()(std::int64_t i) const {
    std::int64_t const rest = n + first - i;
    return static_cast<T>(sum(i, first - i > 0 ? first - i : 0, rest < m ? rest : m));
  }
  /// Of the taps in [low, high) alone, which lie on elements.
  FUSE_HD sum_type sum(std::int64_t i, std::int64_t low, std::int64_t high) const {
    sum_type total{};
    for (std::int64_t begin = low; begin < high; begin += at_once) {
      std::int64_t const end = begin + at_once < high ? begin + at_once : high;
      sum_type part{};
      for (std::int64_t k = begin; k < end; ++k) add(part, a[i + k - first], weight(k));
      total = static_cast<sum_type>(total + part);
    }
    return total;
  }
  FUSE_HD sum_type weight(std::int64_t k) const { return static_cast<sum_type>(taps[k * step]); }
  FUSE_HD static void add(sum_type& to, T const& x, sum_type const& weight) {
    to = static_cast<sum_type>(to + wrapping_multiply(static_cast<sum_type>(x), weight));
  }

  static constexpr std::int64_t at_once = 64;  ///< sums of sums: rounding grows with their number, not with that of all
};

/// N such sums side by side: vectors of the host's.
template <class T, int N>
struct sliding_products {
  using sum_type = typename sliding_product<T>::sum_type;
  sliding_product<T> one;

  FUSE_HD chunk<T, N> operator()(std::int64_t which) const {
    std::int64_t const i = which * N, before = one.first - i, behind = one.n + before;
    // The taps that lie on elements in all N places.
    std::int64_t const low = before > 0 ? before : 0, high = behind - N < one.m ? behind - N + 1 : one.m;
    if (low >= high || low > 0 || high < one.m) return at_edge(i, low, low < high ? high : low);
    sum_type sums[N] = {};
    sum_inside(sums, i, low, high);
    return converted(sums);
  }

 private:
  // Functions of their own: what they share with others costs them registers.
  FUSE_HD_NOINLINE __attribute__((noinline)) void sum_inside(sum_type (&sums)[N], std::int64_t i, std::int64_t low,
                                                             std::int64_t high) const {
    T const* x = one.a + (i + low - one.first);
    for (std::int64_t begin = low; begin < high; begin += one.at_once) {
      std::int64_t const end = begin + one.at_once < high ? begin + one.at_once : high;
      sum_type parts[N] = {};
      for (std::int64_t k = begin; k < end; ++k, ++x) {
        sum_type const weight = one.weight(k);
#pragma omp simd
        for (int j = 0; j < N; ++j) one.add(parts[j], x[j], weight);
      }
      for (int j = 0; j < N; ++j) sums[j] = static_cast<sum_type>(sums[j] + parts[j]);
    }
  }
  /// Where taps lie beyond an end in some places: those in [low, high) do in none.
  FUSE_HD_NOINLINE __attribute__((noinline)) chunk<T, N> at_edge(std::int64_t i, std::int64_t low,
                                                                 std::int64_t high) const {
    sum_type sums[N] = {};
    sum_inside(sums, i, low, high);
    for (int j = 0; j < N; ++j) {
      std::int64_t const before = one.first - i - j, behind = one.n + before;
      std::int64_t const begin = before > 0 ? before : 0, end = behind < one.m ? behind : one.m;
      sum_type const left = one.sum(i + j, begin, low < end ? low : end), right = one.sum(i + j, high, end);
      sums[j] = static_cast<sum_type>(sums[j] + left + right);
    }
    return converted(sums);
  }
  FUSE_HD static chunk<T, N> converted(sum_type const (&sums)[N]) {
    chunk<T, N> made;
    for (int j = 0; j < N; ++j) made.value[j] = static_cast<T>(sums[j]);
    return made;
  }
};

/// `length` sums of products of a and taps, which lie behind each other in memory, the first at place -first: one
/// kernel, or transforms where these are faster by far.
template <class T, class Space>
ndarray<T, 1, Space> slide(ndarray<T, 1, Space> const& a, ndarray<T, 1, Space> const& taps, bool turned_round,
                           std::int64_t first, std::int64_t length, char const* where) {
  constexpr bool vectors = std::is_same_v<Space, host_space>;
  constexpr int n = vectors ? 8 : 1;
  T const* const tap = turned_round ? taps.data() + taps.size() - 1 : taps.data();
  int const step = turned_round ? -1 : 1;
  note_use_here(a);
  note_use_here(taps);
  if constexpr ((floating<T> || complex_floating<T>)&&!half_float<T>) {
    library::sliding_sums s{dtype_traits<T>::id, a.data(), tap, step, a.size(), taps.size(), first, length, nullptr};
    if (library::slides_by_transforms(Space::kind, s)) {
      auto const made = make_array<T, 1, Space>({{length}}, where);
      s.out = made.data();
      library::slide_by_transforms(Space::kind, s);
      return made;
    }
  }
  sliding_product<T> const one{a.data(), tap, step, a.size(), taps.size(), first};
  using function = std::conditional_t<vectors, sliding_products<T, n>, sliding_product<T>>;
  using call = expr::call<function, expr::position<1>>;
  index_array<1> const shape{{length / n + (length % n != 0)}};
  auto const made = make_array<typename call::value_type, 1, Space>(shape, where);
  assign_elements(made, call(function{one}, expr::make_arguments(expr::position<1>(shape, {{1}}, 0))));
  return {made.memory(), reinterpret_cast<T*>(made.data()), {{length}}, {{1}}};
}

}  // namespace cp::detail
