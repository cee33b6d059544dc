// The loops over elements of src/library/backend.hpp, for any way of running them: Run::each(n, f) calls f(i) for all i
// < n, in any order; Run::columns(n, m, f) calls f(j, i) for all columns j < n of m rows; Run::sums(n, m, f, to) adds
// up f(j, i) over i < m to to[j]; Run::largest(n, m, f, to) takes the largest of numbers from 0 on. (Long: one loop
// each, of which decompositions are composed.)
#pragma once

#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/core/config.hpp>
#include <fuse/core/scalar_math.hpp>

#include "backend.hpp"
#include "no_routine.hpp"

namespace cp::library {

/// Calls f with a number of the dtype.
template <class F>
void with_type(dtype_id type, F const& f) {
  switch (type) {
    case dtype_id::float32:
      return f(float{});
    case dtype_id::float64:
      return f(double{});
    case dtype_id::complex64:
      return f(complex<float>{});
    case dtype_id::complex128:
      return f(complex<double>{});
    default:
      throw_no_routine(type);
  }
}

namespace loops {

template <class T>
struct parts_of {
  using real = T;
};
template <class T>
struct parts_of<complex<T>> {
  using real = T;
};
template <class T>
using real = typename parts_of<T>::real;

template <class T>
FUSE_HD T conjugate(T x) {
  return x;
}
template <class T>
FUSE_HD complex<T> conjugate(complex<T> x) {
  return {x.re, -x.im};
}
template <class T>
FUSE_HD T square(T x) {
  return x * x;
}
template <class T>
FUSE_HD T square(complex<T> x) {
  return x.re * x.re + x.im * x.im;
}
template <class T>
FUSE_HD T magnitude(T x) {
  return x < 0 ? -x : x;
}
template <class T>
FUSE_HD T magnitude(complex<T> x) {
  return scalar::hypot(x.re, x.im);
}
template <class T>
FUSE_HD bool is_finite(T x) {
  return x - x == 0;
}
template <class T>
FUSE_HD bool is_finite(complex<T> x) {
  return is_finite(x.re) && is_finite(x.im);
}
template <class T>
FUSE_HD T real_part(T x) {
  return x;
}
template <class T>
FUSE_HD T real_part(complex<T> x) {
  return x.re;
}
/// The larger; NaN if either is.
template <class R>
FUSE_HD R larger_or_nan(R x, R y) {
  return y > x || y != y ? y : x;
}
/// x / |x|, 0 for 0.
template <class T>
FUSE_HD T direction_of(T x, T) {
  return x > 0 ? T(1) : x < 0 ? T(-1) : x;
}
template <class T>
FUSE_HD complex<T> direction_of(complex<T> x, T size) {
  return size == 0 ? complex<T>(0) : complex<T>{x.re / size, x.im / size};
}
template <class T>
FUSE_HD T not_a_number(T) {
  return static_cast<T>(__builtin_nan(""));
}
template <class T>
FUSE_HD complex<T> not_a_number(complex<T>) {
  return {static_cast<T>(__builtin_nan("")), static_cast<T>(__builtin_nan(""))};
}

template <class Run, class T>
void keep_triangle(std::int64_t count, std::int64_t m, std::int64_t n, T* a, bool upper, bool unit) {
  Run::columns(
      count * n, m, CP_LAMBDA(std::int64_t j, std::int64_t row) {
        std::int64_t const column = j % n;
        if (row == column ? unit : upper ? row > column : row < column) a[j * m + row] = row == column ? T(1) : T(0);
      });
}

template <class Run, class T>
void identity(std::int64_t count, std::int64_t n, T* a) {
  Run::columns(
      count * n, n, CP_LAMBDA(std::int64_t j, std::int64_t row) { a[j * n + row] = row == j % n ? T(1) : T(0); });
}

template <class Run, class T>
void mirror(std::int64_t count, std::int64_t n, T* a, bool upper) {
  Run::columns(
      count * n, n, CP_LAMBDA(std::int64_t j, std::int64_t row) {
        std::int64_t const column = j % n, first = j - column;
        if (upper ? row > column : row < column) a[j * n + row] = conjugate(a[(first + row) * n + column]);
        if (row == column) a[j * n + row] = T(real_part(a[j * n + row]));
      });
}

template <class Run, class T>
void find_not_finite(std::int64_t count, std::int64_t elements, T const* a, int* info) {
  Run::each(
      count, CP_LAMBDA(std::int64_t i) { info[i] = 0; });
  Run::columns(
      count, elements, CP_LAMBDA(std::int64_t j, std::int64_t i) {
        if (!is_finite(a[j * elements + i])) info[j] = runtime::not_finite;
      });
}

template <class Run, class T>
void poison(std::int64_t count, std::int64_t elements, T* a, int const* info) {
  Run::columns(
      count, elements, CP_LAMBDA(std::int64_t j, std::int64_t i) {
        if (info[j] != 0) a[j * elements + i] = not_a_number(T{});
      });
}

template <class Run, class T>
void determinants(std::int64_t count, std::int64_t n, T const* lu, int const* pivots, T* det, T* sign, real<T>* log) {
  Run::each(
      count, CP_LAMBDA(std::int64_t i) {
        T const* const a = lu + i * n * n;
        T product = T(1), direction = T(1);
        real<T> sum = 0;
        for (std::int64_t k = 0; k < n; ++k) {
          T const d = a[k * n + k];
          product = product * d;
          real<T> const size = magnitude(d);
          direction = direction * direction_of(d, size);
          sum += scalar::log(size);
          if (pivots[i * n + k] != k + 1) product = -product, direction = -direction;
        }
        if (det != nullptr) det[i] = product;
        if (sign != nullptr) sign[i] = direction;
        if (log != nullptr) log[i] = sum;
      });
}

template <class Run, class R>
void reciprocals(std::int64_t count, std::int64_t k, R const* from, R* to, double cutoff, std::int64_t* rank) {
  Run::each(
      count, CP_LAMBDA(std::int64_t i) {
        R const least = k > 0 ? static_cast<R>(cutoff) * from[i * k] : R(0);
        std::int64_t above = 0;
        for (std::int64_t j = 0; j < k; ++j) {
          R const s = from[i * k + j];
          bool const counts = s > least;
          above += counts;
          to[i * k + j] = counts ? 1 / s : s == s ? R(0) : s;
        }
        if (rank != nullptr) rank[i] = above;
      });
}

template <class Run, class T>
void scale_columns(std::int64_t count, std::int64_t m, std::int64_t n, T* a, real<T> const* factor) {
  Run::columns(
      count * n, m, CP_LAMBDA(std::int64_t j, std::int64_t i) { a[j * m + i] = a[j * m + i] * T(factor[j]); });
}

template <class Run, class T>
void squared_distances(std::int64_t columns, std::int64_t m, T const* b, T const* c, real<T>* to) {
  Run::sums(
      columns, m, CP_LAMBDA(std::int64_t j, std::int64_t i) { return square(b[j * m + i] - c[j * m + i]); }, to);
}

/// The place, in ascending order, of the k-th largest magnitude of n numbers in ascending order.
template <class R>
FUSE_HD std::int64_t place_by_magnitude(R const* w, std::int64_t n, std::int64_t k) {
  std::int64_t low = 0, high = n - 1;
  for (; k > 0; --k) magnitude(w[low]) > magnitude(w[high]) ? ++low : --high;
  return magnitude(w[low]) > magnitude(w[high]) ? low : high;
}

template <class Run, class T>
void singular_from_eigen(std::int64_t count, std::int64_t n, real<T> const* w, T const* v, real<T>* s, T* u, T* vh) {
  Run::each(
      count * n, CP_LAMBDA(std::int64_t i) {
        std::int64_t const first = i / n * n, k = i % n, from = place_by_magnitude(w + first, n, k);
        real<T> const value = w[first + from];
        s[i] = magnitude(value);
        for (std::int64_t row = 0; row < n && u != nullptr; ++row) {
          T const x = v[(first + from) * n + row];
          u[(first + k) * n + row] = x;
          vh[(first + row) * n + k] = conjugate(value < 0 ? -x : x);
        }
      });
}

template <class Run>
void shift(std::int64_t n, int const* from, int by, int* to) {
  Run::each(
      n, CP_LAMBDA(std::int64_t i) { to[i] = from[i] + by; });
}

template <class Run>
void permutations(std::int64_t count, std::int64_t m, std::int64_t k, int const* pivots, int* rows) {
  Run::each(
      count, CP_LAMBDA(std::int64_t i) {
        int* const r = rows + i * m;
        for (std::int64_t j = 0; j < m; ++j) r[j] = static_cast<int>(j);
        for (std::int64_t j = 0; j < k; ++j) {
          int const with = pivots[i * k + j] - 1, other = r[j];
          r[j] = r[with];
          r[with] = other;
        }
      });
}

template <class Run, class T>
void permute(std::int64_t count, std::int64_t m, std::int64_t k, int const* rows, T const* l, T* to) {
  Run::columns(
      count * k, m, CP_LAMBDA(std::int64_t column, std::int64_t row) {
        T const x = l != nullptr ? l[column * m + row] : column % k == row ? T(1) : T(0);
        to[column * m + rows[column / k * m + row]] = x;
      });
}

/// x * 2^by, as far as the type goes.
template <class R>
FUSE_HD R times_power_of_two(R x, int by) {
  constexpr int most = sizeof(R) == 4 ? 100 : 1000;
  constexpr R up = static_cast<R>(sizeof(R) == 4 ? 0x1p100 : 0x1p1000), down = 1 / up;
  // The first steps go towards 1, so that what is representable in the end is not lost between.
  for (; by < -most; by += most) x *= down;
  for (; by > most; by -= most) x *= up;
  R factor = 1;
  for (int i = by; i < 0; ++i) factor /= 2;
  for (int i = by; i > 0; --i) factor *= 2;
  return x * factor;
}
template <class R>
FUSE_HD complex<R> times_power_of_two(complex<R> x, int by) {
  return {times_power_of_two(x.re, by), times_power_of_two(x.im, by)};
}

/// Norms of the first powers of |A|: log2 of the 1-norm of |A|^(k + 1) is the sum of the logarithms of largest[i *
/// count] for i <= k, and 60 each. 1^T |A|^(k + 1), whose largest element is that norm, is kept in row[k * count * n],
/// each but for the factors before. So nothing overflows.
template <class Run, class T>
void powers(std::int64_t count, std::int64_t n, T const* a, int most, double* row, double* largest) {
  for (int k = 0; k < most; ++k) {
    double const* const from = k == 0 ? nullptr : row + (k - 1) * count * n;
    double const* const divisor = k == 0 ? nullptr : largest + (k - 1) * count;
    double* const to = row + k * count * n;
    Run::sums(
        count * n, n,
        CP_LAMBDA(std::int64_t j, std::int64_t i) {
          std::int64_t const matrix = j / n;
          double const x = from == nullptr ? 1 : from[matrix * n + i];
          if (x == 0) return 0.0;
          double const y = static_cast<double>(magnitude(a[j * n + i])) * 0x1p-60;
          return from == nullptr ? y : x / divisor[matrix] * y;
        },
        to);
    Run::largest(
        count, n, CP_LAMBDA(std::int64_t j, std::int64_t i) { return to[j * n + i]; }, largest + k * count);
  }
}

/// log2 of the 1-norm of |A|.
FUSE_HD double norm_bits(double largest) { return scalar::log2(largest) + 60; }

inline constexpr double theta_bits = 2.087462841250339;  // log2(4.25), A. H. Al-Mohy's and N. J. Higham's theta 13

/// How many squarings a matrix needs by its 1-norm alone.
template <class Run>
void squarings_by_norm(std::int64_t count, double const* largest, int* squarings) {
  Run::each(
      count, CP_LAMBDA(std::int64_t i) {
        double const bits = norm_bits(largest[i]);
        squarings[i] = is_finite(bits) && bits > theta_bits ? static_cast<int>(__builtin_ceil(bits - theta_bits)) : 0;
      });
}

/// How many it needs by its first ten powers (see `powers`): algorithm 5.1 of "A new scaling and squaring algorithm for
/// the matrix exponential", SIAM J. Matrix Anal. Appl. 31 (2009), with norms of |A|^k for those of A^k, since its last
/// step, which looks at |A|^27, asks for as many squarings. Where the norm asks for few, that stays.
template <class Run>
void squarings_by_powers(std::int64_t count, double const* largest, int* squarings) {
  Run::each(
      count, CP_LAMBDA(std::int64_t i) {
        if (squarings[i] <= many_squarings) return;
        double l[10], sum = 0;
        for (int k = 0; k < 10; ++k) l[k] = sum += norm_bits(largest[k * count + i]);
        double const d6 = l[5] / 6, d8 = l[7] / 8, d10 = l[9] / 10;
        double const a = d6 > d8 ? d6 : d8, b = d8 > d10 ? d8 : d10, eta = a < b ? a : b;
        double const steps = eta > theta_bits ? __builtin_ceil(eta - theta_bits) : 0;
        // The error's first term, |c_27| || |A|^27 || / || A ||, is to be below 2^-53, where || |A|^27 || is at most
        // || |A|^10 ||^2 || |A|^7 ||.
        double const first = -116.44711787674573 + 2 * l[9] + l[6] - l[0] + 53 - 26 * steps;
        double const more = first > 0 ? __builtin_ceil(first / 26) : 0;
        squarings[i] = is_finite(l[0]) ? static_cast<int>(steps + more) : 0;
      });
}

/// Of `most` powers: exponents e, so that elements a(i, j) 2^(e(i) - e(j)) have a 1-norm near the growth mu of powers,
/// || |A|^most ||^(1 / most), where that is far below A's own. 2^e is y = sum of 1^T |A|^k / mu^k: y^T |A| <= mu y^T.
/// Adds
/// them to `total`.
template <class Run>
void balancing_exponents(std::int64_t count, std::int64_t n, int most, double const* row, double const* largest,
                         int* exponents, int* total) {
  Run::columns(
      count, n, CP_LAMBDA(std::int64_t matrix, std::int64_t j) {
        double all = 0;
        for (int k = 0; k < most; ++k) all += norm_bits(largest[k * count + matrix]);
        double const own = norm_bits(largest[matrix]), least = -10;
        double const mean = all / most, mu = mean > least ? mean : least;
        double y = 0;  // log2(y)
        if (own > mu + 3 && own > theta_bits + many_squarings && is_finite(own)) {
          double before = 0;
          for (int k = 0; k < most; ++k) {
            double const x = row[k * count * n + matrix * n + j];
            if (x > 0) y = scalar::logaddexp2(y, before + scalar::log2(x) + 60 - (k + 1) * mu);
            before += norm_bits(largest[k * count + matrix]);
          }
        }
        int const e = static_cast<int>(__builtin_floor(y));
        exponents[matrix * n + j] = e;
        total[matrix * n + j] += e;
      });
}

/// Element (i, j) times 2^(e(i) - e(j)), or 2^(e(j) - e(i)).
template <class Run, class T>
void scale_by_exponents(std::int64_t count, std::int64_t n, T* a, int const* exponents, bool back) {
  Run::columns(
      count * n, n, CP_LAMBDA(std::int64_t j, std::int64_t i) {
        int const by = exponents[j / n * n + i] - exponents[j];
        if (by != 0) a[j * n + i] = times_power_of_two(a[j * n + i], back ? -by : by);
      });
}

template <class Run, class T>
void scale_down(std::int64_t count, std::int64_t n, T* a, int const* squarings) {
  Run::columns(
      count * n, n, CP_LAMBDA(std::int64_t j, std::int64_t i) {
        a[j * n + i] = times_power_of_two(a[j * n + i], -squarings[j / n]);
      });
}

struct coefficients {
  double c[4];
};
template <class Run, class T>
void combine(std::int64_t count, std::int64_t n, T* to, coefficients const& k, T const* x, T const* y, T const* z) {
  Run::columns(
      count * n, n, CP_LAMBDA(std::int64_t column, std::int64_t row) {
        using R = real<T>;
        std::int64_t const i = column * n + row;
        T sum = row == column % n ? T(static_cast<R>(k.c[0])) : T(0);
        if (x != nullptr) sum = sum + x[i] * T(static_cast<R>(k.c[1]));
        if (y != nullptr) sum = sum + y[i] * T(static_cast<R>(k.c[2]));
        if (z != nullptr) sum = sum + z[i] * T(static_cast<R>(k.c[3]));
        to[i] = sum;
      });
}

template <class Run, class T>
void take_squared(std::int64_t count, std::int64_t n, T* a, T const* b, int const* squarings, int step) {
  Run::columns(
      count, n * n, CP_LAMBDA(std::int64_t j, std::int64_t i) {
        if (step < squarings[j]) a[j * n * n + i] = b[j * n * n + i];
      });
}

template <class Run, class T>
void band(std::int64_t m, std::int64_t n, T const* a, unsigned long long* below_above) {
  Run::columns(
      n, m, CP_LAMBDA(std::int64_t column, std::int64_t row) {
        if (a[column * m + row] == T(0)) return;
        if (row > column) Run::raise_to(below_above, static_cast<unsigned long long>(row - column));
        if (row < column) Run::raise_to(below_above + 1, static_cast<unsigned long long>(column - row));
      });
}

}  // namespace loops

}  // namespace cp::library
