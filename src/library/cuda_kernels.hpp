// What the kernels of linear algebra are to cuda_lapack.cpp. All on the current stream.
#pragma once

#include <cstdint>

#include "backend.hpp"
#include "runtime/cuda_status.hpp"

namespace cp::library::device {

element_loops const& loops();

/// The first status that is not 0, and its matrix, to the word (see failed_status).
void collect_status(int const* info, std::int64_t count, runtime::status_word* word);
/// to[i] = base + i * bytes.
void make_pointers(void const* base, std::int64_t bytes, std::int64_t n, void** to);
/// Pivots of 32 bits and of 64.
void widen(int const* from, std::int64_t n, std::int64_t* to);
void narrow(std::int64_t const* from, std::int64_t n, int* to);
/// Statuses of a solver to those that are 0.
void merge_status(int const* from, std::int64_t n, int* info);
/// The place of the first 0 on each diagonal, counted from 1, or 0.
void find_zero_on_diagonal(dtype_id type, std::int64_t count, std::int64_t n, void const* a, int* info);
/// Where LAPACK keeps pairs of complex vectors in real columns: complex vectors of `count` matrices of real dtype
/// `type`.
void unpack_vectors(dtype_id type, std::int64_t count, std::int64_t n, void const* w, void const* packed, void* v);
/// The first `columns` columns of Q in place of `reflectors` Householder vectors, for many matrices at once.
void make_q(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t columns, std::int64_t reflectors, void* a,
            void const* tau);

// Many small systems: matrices of up to small_extent rows and columns, a group of threads each (small_systems.hpp).

inline constexpr std::int64_t small_extent = 32;
/// Of Hermitian matrices of a batch: larger ones are sooner done by cuSOLVER's rotations.
inline constexpr std::int64_t jacobi_extent = 8;

// Up to rows_extent their rows are in the threads' registers (small_rows.hpp). A X = B, of identities where B's data is
// null; X may be A or B, a factor its matrix.

inline constexpr int rows_extent = 16;

void solve_by_rows(dtype_id type, std::int64_t count, int n, std::int64_t k, lying const& a, lying const& b,
                   lying const& x, int* info);
void cholesky_by_rows(dtype_id type, std::int64_t count, int n, bool upper, lying const& a, lying const& factor,
                      int* info);

void small_cholesky(dtype_id type, std::int64_t count, int n, bool upper, void* a, int* info);
void small_factor(dtype_id type, std::int64_t count, int n, void* a, int* pivots, int* info);
void small_solve(dtype_id type, std::int64_t count, int n, std::int64_t k, lying const& a, lying const& b,
                 lying const& x, int* info);
void small_triangular(dtype_id type, std::int64_t count, int n, std::int64_t k, bool upper, transposition how,
                      bool unit, void const* a, void* b);
/// Reads a status of not_finite.
void small_eigh(dtype_id type, std::int64_t count, int n, bool want, void* a, void* w, int* info);
/// m >= n; reads a status of not_finite.
void small_svd(dtype_id type, std::int64_t count, int m, int n, vectors want, void const* a, void* s, void* u, void* vh,
               int* info);

}  // namespace cp::library::device
