// Elimination with exchanged rows, and Cholesky's, of a vector of matrices at once.
#include "host_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <fuse/core/complex.hpp>
#include <fuse/runtime/parallel.hpp>

#include "backend.hpp"
#include "loops.hpp"
#include "runtime/clones.hpp"

// Vectors longer than the machine's are passed by no function: all are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace cp::library::lanes {

namespace {

constexpr int vector_bytes = 64;

template <class R>
struct vectors_of;
template <>
struct vectors_of<float> {
  typedef float number __attribute__((vector_size(vector_bytes)));
  typedef std::int32_t mask __attribute__((vector_size(vector_bytes)));
};
template <>
struct vectors_of<double> {
  typedef double number __attribute__((vector_size(vector_bytes)));
  typedef std::int64_t mask __attribute__((vector_size(vector_bytes)));
};
template <class T>
using real = loops::real<T>;
/// How many matrices go at once.
template <class T>
constexpr int width = vector_bytes / int(sizeof(real<T>));

/// An element of each matrix.
template <class T>
struct lane {
  using R = real<T>;
  using number = typename vectors_of<R>::number;
  using mask = typename vectors_of<R>::mask;
  number re;

  [[gnu::always_inline]] static lane of(R value) { return {number{} + value}; }
  void set(int l, T value) { re[l] = value; }
  T get(int l) const { return re[l]; }
  [[gnu::always_inline]] number size() const { return re < 0 ? -re : re; }
  [[gnu::always_inline]] mask is_zero() const { return re == 0; }
  [[gnu::always_inline]] lane conjugate() const { return *this; }
  [[gnu::always_inline]] friend lane operator-(lane a, lane b) { return {a.re - b.re}; }
  [[gnu::always_inline]] friend lane operator*(lane a, lane b) { return {a.re * b.re}; }
  [[gnu::always_inline]] friend lane operator/(lane a, lane b) { return {a.re / b.re}; }
  [[gnu::always_inline]] lane over(number by) const { return {re / by}; }
  [[gnu::always_inline]] friend lane choose(mask m, lane a, lane b) { return {m ? a.re : b.re}; }
};
template <class S>
struct lane<complex<S>> {
  using R = S;
  using number = typename vectors_of<R>::number;
  using mask = typename vectors_of<R>::mask;
  number re, im;

  [[gnu::always_inline]] static lane of(R value) { return {number{} + value, number{}}; }
  void set(int l, complex<S> value) { re[l] = value.re, im[l] = value.im; }
  complex<S> get(int l) const { return {re[l], im[l]}; }
  /// As LAPACK compares them.
  [[gnu::always_inline]] number size() const { return (re < 0 ? -re : re) + (im < 0 ? -im : im); }
  [[gnu::always_inline]] mask is_zero() const { return (re == 0) & (im == 0); }
  [[gnu::always_inline]] lane conjugate() const { return {re, -im}; }
  [[gnu::always_inline]] friend lane operator-(lane a, lane b) { return {a.re - b.re, a.im - b.im}; }
  [[gnu::always_inline]] friend lane operator*(lane a, lane b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  /// By Smith's quotients (Algorithm 116, Communications of the ACM 5, 1962).
  [[gnu::always_inline]] friend lane operator/(lane a, lane b) {
    mask const swap = (b.re < 0 ? -b.re : b.re) < (b.im < 0 ? -b.im : b.im);
    number const large = swap ? b.im : b.re, small = swap ? b.re : b.im, ratio = small / large,
                 whole = large + small * ratio;
    number const x = swap ? a.im : a.re, y = swap ? a.re : a.im;
    number const p = (x + y * ratio) / whole, q = (y - x * ratio) / whole;
    return {p, swap ? -q : q};
  }
  [[gnu::always_inline]] lane over(number by) const { return {re / by, im / by}; }
  [[gnu::always_inline]] friend lane choose(mask m, lane a, lane b) { return {m ? a.re : b.re, m ? a.im : b.im}; }
};

/// The matrices at hand: `used` of them, the last of which fills what is left of the vector. Columns one after the
/// other.
template <class T>
struct group {
  using L = lane<T>;
  using mask = typename L::mask;
  using number = typename L::number;
  int n, used;
  L a[most * most];
  mask row[most];  ///< which is exchanged with row k
  mask info;

  L& at(int i, int j) { return a[j * n + i]; }
  void load(T const* from, std::int64_t elements, L* to) const {
    for (std::int64_t e = 0; e < elements; ++e)
      for (int l = 0; l < width<T>; ++l) to[e].set(l, from[std::min(l, used - 1) * elements + e]);
  }
  void store(L const* from, std::int64_t elements, T* to) const {
    for (int l = 0; l < used; ++l)
      for (std::int64_t e = 0; e < elements; ++e) to[l * elements + e] = from[e].get(l);
  }

  [[gnu::always_inline]] static mask number_of(int k) { return mask{} + k; }
  /// Exchanges element k of a column with the one of row[k].
  [[gnu::always_inline]] void exchange(L* column, int k) const {
    L const first = column[k];
    L taken = first;
    for (int i = k + 1; i < n; ++i) {
      mask const here = row[k] == number_of(i);
      taken = choose(here, column[i], taken);
      column[i] = choose(here, first, column[i]);
    }
    column[k] = taken;
  }

  /// P A = L U in place.
  [[gnu::always_inline]] void factor() {
    info = mask{};
    for (int k = 0; k < n; ++k) {
      number best = at(k, k).size();
      row[k] = number_of(k);
      for (int i = k + 1; i < n; ++i) {
        number const size = at(i, k).size();
        mask const larger = size > best;
        best = larger ? size : best;
        row[k] = larger ? number_of(i) : row[k];
      }
      for (int j = 0; j < n; ++j) exchange(a + j * n, k);
      L const pivot = at(k, k);
      mask const none = pivot.is_zero();
      info = (info == 0) & none ? number_of(k + 1) : info;
      L const by = choose(none, L::of(1), pivot);
      for (int i = k + 1; i < n; ++i) at(i, k) = at(i, k) / by;
      for (int j = k + 1; j < n; ++j)
        for (int i = k + 1; i < n; ++i) at(i, j) = at(i, j) - at(i, k) * at(k, j);
    }
  }
  /// A X = B, of one column.
  [[gnu::always_inline]] void solve(L* b) {
    for (int k = 0; k < n; ++k) exchange(b, k);
    for (int k = 0; k < n; ++k)
      for (int i = k + 1; i < n; ++i) b[i] = b[i] - at(i, k) * b[k];
    for (int k = n - 1; k >= 0; --k) {
      b[k] = b[k] / at(k, k);
      for (int i = 0; i < k; ++i) b[i] = b[i] - at(i, k) * b[k];
    }
  }
  /// A = L L^H in the lower triangle.
  [[gnu::always_inline]] void cholesky() {
    info = mask{};
    for (int j = 0; j < n; ++j) {
      number square = at(j, j).re;
      for (int k = 0; k < j; ++k) square = square - (at(j, k) * at(j, k).conjugate()).re;
      info = (info == 0) & ~(square > 0) ? number_of(j + 1) : info;
      number root;
      for (int l = 0; l < width<T>; ++l) root[l] = std::sqrt(square[l]);
      at(j, j) = L::of(0);
      at(j, j).re = root;
      for (int i = j + 1; i < n; ++i) {
        L x = at(i, j);
        for (int k = 0; k < j; ++k) x = x - at(i, k) * at(j, k).conjugate();
        at(i, j) = x.over(root);
      }
    }
  }
  [[gnu::always_inline]] void mirror() {
    for (int j = 0; j < n; ++j)
      for (int i = j + 1; i < n; ++i) {
        L const x = at(i, j);
        at(i, j) = at(j, i).conjugate();
        at(j, i) = x.conjugate();
      }
  }
  void tell(int* to) const {
    for (int l = 0; l < used; ++l) to[l] = static_cast<int>(info[l]);
  }
};

// (Overloads: templates have no clones.)
#define FUSE_LANES(T)                                                 \
  FUSE_CLONED void factor_all(group<T>& g) { g.factor(); }            \
  FUSE_CLONED void solve_all(group<T>& g, lane<T>* b) { g.solve(b); } \
  FUSE_CLONED void cholesky_all(group<T>& g) { g.cholesky(); }
FUSE_LANES(float)
FUSE_LANES(double)
FUSE_LANES(complex<float>)
FUSE_LANES(complex<double>)
#undef FUSE_LANES

/// Calls f(group, first matrix) for all groups, on all threads: `ns` is what a matrix takes.
template <class T, class F>
void for_groups(std::int64_t count, std::int64_t n, double ns, F const& f) {
  struct call {
    std::int64_t count, n;
    F const& f;
  } context{count, n, f};
  runtime::parallel_for(
      count, width<T>, static_cast<std::int64_t>(static_cast<double>(count) * ns),
      [](void* c, std::int64_t begin, std::int64_t end) {
        call const& of = *static_cast<call const*>(c);
        group<T> g;
        g.n = static_cast<int>(of.n);
        for (std::int64_t i = begin; i < end; i += width<T>) {
          g.used = static_cast<int>(std::min<std::int64_t>(width<T>, end - i));
          of.f(g, i);
        }
      },
      &context);
}
/// What an elimination takes a matrix, roughly; of k further columns.
template <class T>
double time_of(std::int64_t n, std::int64_t k) {
  auto const d = static_cast<double>(n);
  return (d * d * (d + static_cast<double>(k)) * (std::is_same_v<T, real<T>> ? .5 : 1.5) + 20 * d) * sizeof(real<T>) /
         16;
}

}  // namespace

void cholesky(dtype_id type, std::int64_t count, std::int64_t n, bool upper, void* a, int* info) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    for_groups<T>(count, n, time_of<T>(n, 0), [&](group<T>& g, std::int64_t i) {
      T* const p = static_cast<T*>(a) + i * n * n;
      g.load(p, n * n, g.a);
      if (upper) g.mirror();
      cholesky_all(g);
      if (upper) g.mirror();
      g.store(g.a, n * n, p);
      g.tell(info + i);
    });
  });
}

void factor(dtype_id type, std::int64_t count, std::int64_t n, void* a, int* pivots, int* info) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    for_groups<T>(count, n, time_of<T>(n, 0), [&](group<T>& g, std::int64_t i) {
      T* const p = static_cast<T*>(a) + i * n * n;
      g.load(p, n * n, g.a);
      factor_all(g);
      g.store(g.a, n * n, p);
      for (int l = 0; l < g.used; ++l)
        for (int k = 0; k < g.n; ++k) pivots[(i + l) * n + k] = static_cast<int>(g.row[k][l]) + 1;
      g.tell(info + i);
    });
  });
}

void solve(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, void* a, void* b, int* info) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    for_groups<T>(count, n, time_of<T>(n, k), [&](group<T>& g, std::int64_t i) {
      T* const p = static_cast<T*>(a) + i * n * n;
      g.load(p, n * n, g.a);
      factor_all(g);
      g.tell(info + i);
      lane<T> column[most];
      T* const right = b == nullptr ? nullptr : static_cast<T*>(b) + i * n * k;
      for (std::int64_t c = 0; c < k; ++c) {
        for (int e = 0; e < g.n; ++e)
          for (int l = 0; l < width<T>; ++l)
            column[e].set(l, right == nullptr ? T(e == c ? 1 : 0) : right[(std::min(l, g.used - 1) * k + c) * n + e]);
        solve_all(g, column);
        T* const to = right == nullptr ? p : right;
        for (int l = 0; l < g.used; ++l)
          for (int e = 0; e < g.n; ++e) to[(l * k + c) * n + e] = column[e].get(l);
      }
    });
  });
}

}  // namespace cp::library::lanes
