// Decompositions in host memory: LAPACK, matrix by matrix, on all threads where matrices are small and many. (Long: one
// class, a member a routine.)
#include <algorithm>
#include <complex>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/runtime/parallel.hpp>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "backend.hpp"
#include "element_loops.hpp"
#include "host_lanes.hpp"
#include "host_loop.hpp"
#include "openblas.hpp"
#include "runtime/fork.hpp"

#if FUSE_HAVE_LAPACKE
#include "host_routines.hpp"

// What MKL has besides; null with another library.
extern "C" {
[[gnu::weak]] int MKL_Get_Max_Threads(void);
[[gnu::weak]] void MKL_Set_Num_Threads(int);
}

namespace cp::library {

namespace {

[[maybe_unused]] bool const chosen = choose_openblas_kernels();

template <class T>
struct standard {
  using type = T;
};
template <class T>
struct standard<complex<T>> {
  using type = std::complex<T>;
};
template <class T>
using real = typename loops::parts_of<T>::real;

/// LAPACK counts in int.
int narrow(std::int64_t n) {
  if (n > std::numeric_limits<int>::max())
    throw value_error("cp::linalg: a matrix in host memory may have at most 2^31 - 1 rows or columns, this one has " +
                      std::to_string(n));
  return static_cast<int>(n);
}

/// How many threads a call of the library uses, where it says so; else 0.
int library_threads() {
  if (openblas_get_num_threads != nullptr) return openblas_get_num_threads();
  if (MKL_Get_Max_Threads != nullptr) return MKL_Get_Max_Threads();
  return 0;
}
void set_library_threads(int n) {
  if (openblas_set_num_threads != nullptr) return openblas_set_num_threads(n);
  if (MKL_Set_Num_Threads != nullptr && n > 0) MKL_Set_Num_Threads(n);
}

/// For its time the library uses one thread a call: where several threads of ours call it, OpenBLAS' own would wait for
/// each other (4096 eigenvalue problems of 16 x 16 took two to four times as long).
class one_thread_a_call {
 public:
  one_thread_a_call() {
    std::lock_guard const lock(mutex());
    if (users()++ == 0) {
      before() = library_threads();
      set_library_threads(1);
    }
  }
  ~one_thread_a_call() {
    std::lock_guard const lock(mutex());
    if (--users() == 0) set_library_threads(before());
  }
  one_thread_a_call(one_thread_a_call const&) = delete;
  one_thread_a_call& operator=(one_thread_a_call const&) = delete;

  static std::mutex& mutex() {
    static auto& m = runtime::lock_in_forks(*new std::mutex, runtime::lock_floor::linalg);
    return m;
  }

 private:
  static int& users() {
    static int n = 0;
    return n;
  }
  static int& before() {
    static int n = 1;
    return n;
  }
};

[[maybe_unused]] bool const made = runtime::make_before_forks([] { (void)one_thread_a_call::mutex(); });

/// Calls f(first, last) for parts of the matrices; each costs `operations`. Large ones come one after the other, since
/// the library uses all threads for each.
template <class F>
void for_matrices(std::int64_t count, double operations, F const& f) {
  if (count == 0) return;
  if (operations > 1e7 || count == 1) return f(std::int64_t{0}, count);
  one_thread_a_call const quiet;
  runtime::parallel_for(
      count, 1, static_cast<std::int64_t>(static_cast<double>(count) * (operations + 500) / 4),
      [](void* c, std::int64_t begin, std::int64_t end) { (*static_cast<F const*>(c))(begin, end); },
      const_cast<void*>(static_cast<void const*>(&f)));
}

bool is_small(std::int64_t n) { return n > 0 && n <= lanes::most; }

double cube(std::int64_t a, std::int64_t b, std::int64_t c) {
  return static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
}

char letter(transposition how) {
  return how == transposition::none ? 'N' : how == transposition::transpose ? 'T' : 'C';
}
CBLAS_TRANSPOSE blas_letter(transposition how) {
  return how == transposition::none ? CblasNoTrans : how == transposition::transpose ? CblasTrans : CblasConjTrans;
}

/// The size that a query for workspace answered.
template <class T>
int size_in(T answer) {
  double const size = static_cast<double>(std::real(answer));
  return size < 1 ? 1 : static_cast<int>(size);
}

/// Calls f with a number of the dtype as std::complex has it.
template <class F>
void with_standard(dtype_id type, F const& f) {
  with_type(type, [&](auto t) { f(typename standard<decltype(t)>::type{}); });
}
template <class T>
struct real_part_of {
  using type = T;
};
template <class T>
struct real_part_of<std::complex<T>> {
  using type = T;
};

class host final : public lapack {
 public:
  explicit host(element_loops const& l) : lapack(l) {}

  void cholesky(dtype_id type, std::int64_t count, std::int64_t n, bool upper, void* a, int* info) const override {
    int const size = narrow(n);
    if (is_small(n))
      lanes::cholesky(type, count, n, upper, a, info);
    else
      with_standard(type, [&](auto t) {
        for_matrices(count, cube(n, n, n) / 3, [&](std::int64_t i, std::int64_t end) {
          for (; i < end; ++i) info[i] = n == 0 ? 0 : routines::potrf(upper ? 'U' : 'L', size, at(t, a, i, n * n));
        });
      });
    loops.keep_triangle(type, count, n, n, a, upper, false);
  }

  void factor(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, void* a, int* pivots,
              int* info) const override {
    int const rows = narrow(m), columns = narrow(n);
    std::int64_t const k = std::min(m, n);
    if (m == n && is_small(n)) return lanes::factor(type, count, n, a, pivots, info);
    with_standard(type, [&](auto t) {
      for_matrices(count, cube(m, n, k) * 0.7, [&](std::int64_t i, std::int64_t end) {
        for (; i < end; ++i) info[i] = k == 0 ? 0 : routines::getrf(rows, columns, at(t, a, i, m * n), pivots + i * k);
      });
    });
  }

  void solve_factored(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, transposition how,
                      void const* lu, int const* pivots, void* b) const override {
    if (n == 0 || k == 0) return;
    int const size = narrow(n), columns = narrow(k);
    with_standard(type, [&](auto t) {
      for_matrices(count, cube(n, n, k) * 2, [&](std::int64_t i, std::int64_t end) {
        for (; i < end; ++i)
          routines::getrs(letter(how), size, columns, at(t, lu, i, n * n), pivots + i * n, at(t, b, i, n * k));
      });
    });
  }

  void solve(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, void* a, void* b,
             int* info) const override {
    int const size = narrow(n), columns = narrow(k);
    if (is_small(n)) return lanes::solve(type, count, n, k, a, b, info);
    with_standard(type, [&](auto t) {
      for_matrices(count, cube(n, n, n) * 0.7 + cube(n, n, k) * 2, [&](std::int64_t i, std::int64_t end) {
        std::vector<int> pivots(static_cast<std::size_t>(n));
        for (; i < end; ++i) {
          auto* const matrix = at(t, a, i, n * n);
          info[i] = n == 0 ? 0 : routines::getrf(size, size, matrix, pivots.data());
          if (info[i] == 0 && n > 0 && k > 0)
            routines::getrs('N', size, columns, matrix, pivots.data(), at(t, b, i, n * k));
        }
      });
    });
  }

  void invert(dtype_id type, std::int64_t count, std::int64_t n, void* a, int* info) const override {
    int const size = narrow(n);
    if (is_small(n)) return lanes::solve(type, count, n, n, a, nullptr, info);
    with_standard(type, [&](auto t) {
      using T = decltype(t);
      int work_size = 1;
      if (n > 0) {
        T answer{};
        routines::getri(size, nullptr, nullptr, &answer, -1);
        work_size = size_in(answer);
      }
      for_matrices(count, cube(n, n, n) * 2, [&](std::int64_t i, std::int64_t end) {
        std::vector<int> pivots(static_cast<std::size_t>(n));
        std::vector<T> work(static_cast<std::size_t>(work_size));
        for (; i < end; ++i) {
          T* const matrix = at(t, a, i, n * n);
          info[i] = n == 0 ? 0 : routines::getrf(size, size, matrix, pivots.data());
          if (info[i] == 0 && n > 0) routines::getri(size, matrix, pivots.data(), work.data(), work_size);
        }
      });
    });
  }

  void solve_triangular(dtype_id type, std::int64_t count, std::int64_t n, std::int64_t k, bool upper,
                        transposition how, bool unit, void const* a, void* b, int* info) const override {
    int const size = narrow(n), columns = narrow(k);
    with_standard(type, [&](auto t) {
      for_matrices(count, cube(n, n, k), [&](std::int64_t i, std::int64_t end) {
        for (; i < end; ++i)
          info[i] = n == 0 ? 0
                           : routines::trtrs(upper ? 'U' : 'L', letter(how), unit ? 'U' : 'N', size, columns,
                                             at(t, a, i, n * n), at(t, b, i, n * k));
      });
    });
  }

  void factor_qr(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, void* a, void* tau) const override {
    std::int64_t const k = std::min(m, n);
    if (k == 0) return;
    int const rows = narrow(m), columns = narrow(n);
    with_standard(type, [&](auto t) {
      using T = decltype(t);
      T answer{};
      routines::geqrf(rows, columns, nullptr, nullptr, &answer, -1);
      int const size = size_in(answer);
      for_matrices(count, cube(m, n, k) * 2, [&](std::int64_t i, std::int64_t end) {
        std::vector<T> work(static_cast<std::size_t>(size));
        for (; i < end; ++i) routines::geqrf(rows, columns, at(t, a, i, m * n), at(t, tau, i, k), work.data(), size);
      });
    });
  }

  void make_q(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t columns, std::int64_t reflectors, void* a,
              void const* tau) const override {
    if (m == 0 || columns == 0) return;
    int const rows = narrow(m), n = narrow(columns), k = narrow(reflectors);
    with_standard(type, [&](auto t) {
      using T = decltype(t);
      T answer{};
      routines::make_q(rows, n, k, nullptr, nullptr, &answer, -1);
      int const size = size_in(answer);
      for_matrices(count, cube(m, columns, reflectors) * 4, [&](std::int64_t i, std::int64_t end) {
        std::vector<T> work(static_cast<std::size_t>(size));
        for (; i < end; ++i)
          routines::make_q(rows, n, k, at(t, a, i, m * columns), at(t, tau, i, reflectors), work.data(), size);
      });
    });
  }

  void eigh(dtype_id type, std::int64_t count, std::int64_t n, bool upper, bool want, void* a, void* w,
            int* info) const override {
    if (n == 0) return;
    int const size = narrow(n);
    char const job = want ? 'V' : 'N', half = upper ? 'U' : 'L';
    with_standard(type, [&](auto t) {
      using T = decltype(t);
      using R = typename real_part_of<T>::type;
      T answer{};
      R real_answer{};
      int integer_size = 0;
      routines::eigh(job, half, size, nullptr, nullptr, &answer, -1, &real_answer, -1, &integer_size, -1);
      // Asked for sizes, the routines answer in floats, which round those of large matrices down.
      std::int64_t const square = want ? n * n : 0, whole = want ? 1 + 6 * n + 2 * square : 2 * n + 1;
      bool const real = !is_complex(type);
      int const work_size = narrow(std::max<std::int64_t>(size_in(answer), real ? whole : 2 * n + square)),
                real_size = real ? size_in(real_answer) : narrow(std::max<std::int64_t>(size_in(real_answer), whole));
      for_matrices(count, cube(n, n, n) * (want ? 9 : 1.4), [&](std::int64_t i, std::int64_t end) {
        std::vector<T> work(static_cast<std::size_t>(work_size));
        std::vector<R> reals(static_cast<std::size_t>(real_size));
        std::vector<int> integers(static_cast<std::size_t>(integer_size));
        for (; i < end; ++i)
          if (info[i] == 0)
            info[i] = routines::eigh(job, half, size, at(t, a, i, n * n), at(R{}, w, i, n), work.data(), work_size,
                                     reals.data(), real_size, integers.data(), integer_size);
      });
    });
  }

  void svd(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, vectors want, void* a, void* s, void* u,
           void* vh, int* info) const override {
    std::int64_t const k = std::min(m, n), big = std::max(m, n);
    if (k == 0) return;
    int const rows = narrow(m), columns = narrow(n);
    char const job = want == vectors::none ? 'N' : want == vectors::reduced ? 'S' : 'A';
    std::int64_t const u_columns = want == vectors::full ? m : k, vh_rows = want == vectors::full ? n : k;
    int const ld = narrow(vh_rows);
    with_standard(type, [&](auto t) {
      using T = decltype(t);
      using R = typename real_part_of<T>::type;
      T answer{};
      int const minimum = narrow(8 * k);
      std::vector<int> query(static_cast<std::size_t>(minimum));
      routines::svd(job, rows, columns, nullptr, nullptr, nullptr, nullptr, ld, &answer, -1, nullptr, query.data());
      int const work_size = size_in(answer);
      std::int64_t const reals_size =
          want == vectors::none ? 7 * k : std::max(5 * k * k + 5 * k, 2 * big * k + 2 * k * k + k);
      bool const needs_reals = is_complex(type);
      for_matrices(count, cube(m, n, k) * (want == vectors::none ? 3 : 12), [&](std::int64_t i, std::int64_t end) {
        std::vector<T> work(static_cast<std::size_t>(work_size));
        std::vector<R> reals(static_cast<std::size_t>(needs_reals ? reals_size : 0));
        std::vector<int> integers(static_cast<std::size_t>(minimum));
        for (; i < end; ++i)
          if (info[i] == 0)
            info[i] =
                routines::svd(job, rows, columns, at(t, a, i, m * n), at(R{}, s, i, k), at(t, u, i, m * u_columns),
                              at(t, vh, i, vh_rows * n), ld, work.data(), work_size, reals.data(), integers.data());
      });
    });
  }

  void eig(dtype_id type, std::int64_t count, std::int64_t n, void* a, void* w, void* v, int* info) const override {
    if (n == 0) return;
    int const size = narrow(n);
    char const job = v != nullptr ? 'V' : 'N';
    with_standard(type, [&](auto t) {
      using T = decltype(t);
      using R = typename real_part_of<T>::type;
      T answer{};
      std::vector<R> reals(static_cast<std::size_t>(2 * n));
      routines::eig(job, size, nullptr, reinterpret_cast<T*>(reals.data()), nullptr, &answer, -1, reals.data());
      int const work_size = size_in(answer);
      for_matrices(count, cube(n, n, n) * (v != nullptr ? 25 : 10), [&](std::int64_t i, std::int64_t end) {
        eig_some<T>(i, end, size, at(t, a, 0, 0), static_cast<std::complex<R>*>(w), static_cast<std::complex<R>*>(v),
                    work_size, info);
      });
    });
  }

  void multiply(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t n, std::int64_t k, transposition how_a,
                void const* a, transposition how_b, void const* b, void* c) const override {
    if (m == 0 || n == 0) return;
    int const rows = narrow(m), columns = narrow(n), inner = narrow(k);
    int const lda = std::max(1, how_a == transposition::none ? rows : inner);
    int const ldb = std::max(1, how_b == transposition::none ? inner : columns);
    with_standard(type, [&](auto t) {
      for_matrices(count, cube(m, n, k) * 2, [&](std::int64_t i, std::int64_t end) {
        for (; i < end; ++i)
          routines::multiply(blas_letter(how_a), blas_letter(how_b), rows, columns, inner, at(t, a, i, m * k), lda,
                             at(t, b, i, k * n), ldb, at(t, c, i, m * n));
      });
    });
  }

  void report(char const* where, char const* what, std::int64_t count, int const* info) const override {
    for (std::int64_t i = 0; i < count; ++i)
      if (info[i] != 0) runtime::throw_failed(where, what, i, count, info[i]);
  }

 private:
  template <class T>
  static T* at(T, void* p, std::int64_t i, std::int64_t elements) {
    return p == nullptr ? nullptr : static_cast<T*>(p) + i * elements;
  }
  template <class T>
  static T const* at(T, void const* p, std::int64_t i, std::int64_t elements) {
    return static_cast<T const*>(p) + i * elements;
  }

  /// LAPACK's pairs of real columns to complex ones.
  template <class R>
  static void unpack(int n, R const* w, R const* packed, std::complex<R>* values, std::complex<R>* v) {
    for (int j = 0; j < n; ++j) values[j] = {w[j], w[n + j]};
    for (int j = 0; j < n && v != nullptr; ++j) {
      R const* const re = packed + std::int64_t{j} * n;
      bool const pair = w[n + j] != 0 && j + 1 < n;
      for (int i = 0; i < n; ++i) {
        v[std::int64_t{j} * n + i] = {re[i], pair ? re[n + i] : R(0)};
        if (pair) v[std::int64_t{j + 1} * n + i] = {re[i], -re[n + i]};
      }
      if (pair) ++j;
    }
  }

  template <class T, class R>
  static void eig_some(std::int64_t i, std::int64_t end, int n, T* a, std::complex<R>* w, std::complex<R>* v,
                       int work_size, int* info) {
    std::int64_t const elements = std::int64_t{n} * n;
    constexpr bool is_real = std::is_same_v<T, R>;
    char const job = v != nullptr ? 'V' : 'N';
    std::vector<T> work(static_cast<std::size_t>(work_size)), packed;
    std::vector<R> reals(static_cast<std::size_t>(2 * n));
    if (is_real && v != nullptr) packed.resize(static_cast<std::size_t>(elements));
    for (; i < end; ++i) {
      if (info[i] != 0) continue;
      if constexpr (is_real) {
        info[i] =
            routines::eig(job, n, a + i * elements, reals.data(), packed.data(), work.data(), work_size, reals.data());
        if (info[i] == 0) unpack(n, reals.data(), packed.data(), w + i * n, v != nullptr ? v + i * elements : nullptr);
      } else {
        info[i] = routines::eig(job, n, a + i * elements, w + i * n, v != nullptr ? v + i * elements : nullptr,
                                work.data(), work_size, reals.data());
      }
    }
  }
};

}  // namespace

bool host_has_lapack() { return true; }

lapack const& host_lapack(char const*) {
  static element_loops_by<host_loop> const l;
  static host const library(l);
  return library;
}

}  // namespace cp::library

#else

namespace cp::library {

bool host_has_lapack() { return false; }

lapack const& host_lapack(char const* where) {
  throw value_error(std::string(where) +
                    ": this build has no decompositions in host memory: LAPACKE and a BLAS were not found (configure "
                    "where they are installed; liblapacke-dev and libopenblas-dev on Debian and Ubuntu)");
}

}  // namespace cp::library

#endif
