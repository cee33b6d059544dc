// Folds of a few elements where they are used: an input that is a row's address, and the function that folds such rows.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/program/folds.hpp>
#include <fuse/program/inputs.hpp>
#include <fuse/program/program.hpp>
#include <fuse/program/row_lengths.hpp>
#include <type_traits>
#include <utility>

namespace cp::program {

/// Elements of a row: the first one, and how many elements it is from one to the next.
template <class T>
struct row {
  T const* first;
  std::int64_t step;
};

/// The rule of rows of an array: a place is where a row begins, in elements.
template <class T>
struct row_in_memory {
  using type = row<T>;
  static constexpr char const* name = "row";
  static constexpr int cost = 4;
  T const* data;
  std::int64_t along;  ///< from an element of a row to its next one

  template <int Width>
  FUSE_HD void fill(row<T>* to, std::int64_t first, std::int64_t step) const {
    for (int v = 0; v < Width; ++v) to[v] = {data + (first + v * step), along};
  }
};

template <int I, class T>
struct row_element {
  T const* at;
};
/// Element after element of rows side by side, for a program.
template <class Sequence, class... T>
struct row_context;
template <int... I, class... T>
struct row_context<std::integer_sequence<int, I...>, T...> : row_element<I, T>... {
  template <int J>
  FUSE_HD auto get() const {
    return value<J>(this);
  }
  FUSE_HD void advance(row<T> const&... rows) { ((row_element<I, T>::at += rows.step), ...); }

 private:
  template <int J, class U>
  FUSE_HD static U value(row_element<J, U> const* e) {
    return *e->at;
  }
};

/// What `Fold` makes of rows of `n` elements.
template <class Fold, class... T>
struct folded_rows {
  using library_function = void;
  static constexpr char const* qualified_name = "cp::reduce";
  static constexpr int cost = 400, arrays = int(sizeof...(T));
  std::int64_t n;

  FUSE_HD typename Fold::type operator()(row<T> const&... rows) const {
    row_context<std::make_integer_sequence<int, int(sizeof...(T))>, T...> c{{rows.first}...};
    auto state = Fold::identity();
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
    for (std::int64_t i = 0; i < n; ++i) {
      Fold::add(state, c);
      c.advance(rows...);
    }
    return Fold::finish(state, n);
  }
};

/// A row that a thread holds.
template <class T, int N>
struct row_values {
  T v[N];
};
/// A function of rows in memory as one of rows that are held, which all have `N` elements; it lies where that one does.
template <class Fold, int N, class... T>
struct folded_values {
  using library_function = void;
  static constexpr char const* qualified_name = folded_rows<Fold, T...>::qualified_name;
  static constexpr int cost = folded_rows<Fold, T...>::cost;
  std::int64_t n;

  FUSE_HD typename Fold::type operator()(row_values<T, N> const&... rows) const {
    auto state = Fold::identity();
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int k = 0; k < N; ++k)
      Fold::add(state, row_context<std::make_integer_sequence<int, int(sizeof...(T))>, T...>{{&rows.v[k]}...});
    return Fold::finish(state, N);
  }
};

/// A program of rows in memory as one of rows that are held, of `N` elements.
template <class P, int N>
struct with_row_values {
  using type = P;
};
template <int I, class T, int N>
struct with_row_values<input<I, row<T>>, N> {
  using type = input<I, row_values<T, N>>;
};
template <class T, int Offset, int N>
struct with_row_values<computed<row_in_memory<T>, Offset>, N> {
  using type = elements<row_values<T, N>>;
};
template <class Op, class... P, int N>
struct with_row_values<apply<Op, P...>, N> {
  using type = apply<Op, typename with_row_values<P, N>::type...>;
};
template <int Offset, class F, class... P, int N>
struct with_row_values<invoke<Offset, F, P...>, N> {
  using type = invoke<Offset, F, typename with_row_values<P, N>::type...>;
};
template <int Offset, class Fold, class... T, class... P, int N>
struct with_row_values<invoke<Offset, folded_rows<Fold, T...>, P...>, N> {
  using type = invoke<Offset, folded_values<Fold, N, T...>, typename with_row_values<P, N>::type...>;
};
template <class Op, class A, class T, class... P, int N>
struct with_row_values<fold<Op, A, T, P...>, N> {
  using type = fold<Op, A, T, typename with_row_values<P, N>::type...>;
};
template <class T, class P, int N>
struct with_row_values<store<T, P>, N> {
  using type = store<T, typename with_row_values<P, N>::type>;
};
template <class... Kind, int Bytes, class... Store, int N>
struct with_row_values<signature<inputs<Kind...>, Bytes, Store...>, N> {
  using type =
      signature<inputs<typename with_row_values<Kind, N>::type...>, Bytes, typename with_row_values<Store, N>::type...>;
};

/// Notes how long a program's rows are.
template <class P>
struct lengths_in {
  static void note(row_lengths&, unsigned char const*) {}
};
template <class... P>
struct lengths_in_all {
  static void note(row_lengths& r, unsigned char const* scalars) { (lengths_in<P>::note(r, scalars), ...); }
};
template <class Op, class... P>
struct lengths_in<apply<Op, P...>> : lengths_in_all<P...> {};
template <int Offset, class F, class... P>
struct lengths_in<invoke<Offset, F, P...>> : lengths_in_all<P...> {};
template <int Offset, class Fold, class... T, class... P>
struct lengths_in<invoke<Offset, folded_rows<Fold, T...>, P...>> {
  static void note(row_lengths& r, unsigned char const* scalars) {
    std::int64_t const n = scalar_in<Offset, folded_rows<Fold, T...>>(scalars).n;
    r.fewest = n < r.fewest ? n : r.fewest;
    r.most = n > r.most ? n : r.most;
  }
};
template <class Op, class A, class T, class... P>
struct lengths_in<fold<Op, A, T, P...>> : lengths_in_all<P...> {};
template <class T, class P>
struct lengths_in<store<T, P>> : lengths_in<P> {};
template <class Signature>
struct lengths_of;
template <class Inputs, int Bytes, class... Store>
struct lengths_of<signature<Inputs, Bytes, Store...>> {
  static row_lengths with(unsigned char const* scalars) {
    row_lengths r;
    lengths_in_all<Store...>::note(r, scalars);
    return r;
  }
};

/// Whether a kind of input is a row, and whether it is a place.
template <class Kind>
constexpr bool is_row_input = false;
template <class T, int Offset>
constexpr bool is_row_input<computed<row_in_memory<T>, Offset>> = true;
template <class Kind>
constexpr bool is_place_input = false;
template <int Offset>
constexpr bool is_place_input<computed<place_itself, Offset>> = true;
/// Whether a signature reads rows.
template <class Signature>
constexpr bool reads_rows = false;
template <class... Kind, int Bytes, class... Store>
constexpr bool reads_rows<signature<inputs<Kind...>, Bytes, Store...>> = (is_row_input<Kind> || ...);
/// Whether all that a signature folds are functions of rows and places, and nothing is read besides.
template <class Signature>
constexpr bool folds_rows_alone = false;
template <class... Kind, int Bytes, class... Store>
constexpr bool folds_rows_alone<signature<inputs<Kind...>, Bytes, Store...>> = (is_row_input<Kind> || ...) &&
                                                                               ((is_row_input<Kind> ||
                                                                                 is_place_input<Kind>)&&...) &&
                                                                               ((reads_besides<Store> == 0) && ...);

}  // namespace cp::program
