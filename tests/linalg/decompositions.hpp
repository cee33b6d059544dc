// Cholesky, QR, SVD, eigenvalues, LU: residuals in LAPACK's scaled form, over shapes and kinds of matrices. A program a
// dtype.
#pragma once

#include "matrices.hpp"

namespace decompositions {

namespace la = cp::linalg;
using namespace matrices;

template <class T>
void cholesky_of(batch const& wanted) {
  batch const a = rounded<T>(wanted);
  auto const x = array<T>(a);
  auto const lower = la::cholesky(x), upper = la::cholesky(x, la::upper);
  CHECK(is<T>(lower, {a.count, a.n, a.n}));
  CHECK(is<T>(upper, {a.count, a.n, a.n}));
  batch const l = values(lower), u = values(upper);
  auto const size = [&](std::int64_t b) { return norm(a, b); };
  CHECK(scaled(difference(product(l, adjoint(l)), a), epsilon<T>, size) < most);
  CHECK(scaled(difference(product(adjoint(u), u), a), epsilon<T>, size) < most);
  for (std::int64_t b = 0; b < a.count; ++b)
    for (std::int64_t i = 0; i < a.n; ++i)
      for (std::int64_t j = i + 1; j < a.n; ++j) CHECK((l(b, i, j) == 0.0 && u(b, j, i) == 0.0));
}

template <class T>
void qr_of(batch const& wanted) {
  batch const a = rounded<T>(wanted);
  auto const x = array<T>(a);
  auto const size = [&](std::int64_t b) { return norm(a, b); };
  auto const check = [&](auto const& f, std::int64_t columns) {
    batch const q = values(f.q), r = values(f.r);
    CHECK(is<T>(f.q, {a.count, a.m, columns}));
    CHECK(is<T>(f.r, {a.count, columns, a.n}));
    CHECK(scaled(difference(product(q, r), a), epsilon<T>, size) < most);
    CHECK(orthogonality(q, epsilon<T>) < most);
    for (std::int64_t b = 0; b < r.count; ++b)
      for (std::int64_t i = 0; i < r.m; ++i)
        for (std::int64_t j = 0; j < std::min(i, r.n); ++j) CHECK(r(b, i, j) == 0.0);
  };
  check(la::qr(x), std::min(a.m, a.n));
  check(la::qr(x, la::complete), a.m);
}

template <class T>
void svd_of(batch const& wanted) {
  batch const a = rounded<T>(wanted);
  auto const x = array<T>(a);
  auto const size = [&](std::int64_t b) { return norm(a, b); };
  std::int64_t const k = std::min(a.m, a.n);
  for (bool const full : {false, true}) {
    auto const [u, s, vh] = la::svd(x, {.full_matrices = full});
    CHECK(is<T>(u, {a.count, a.m, full ? a.m : k}));
    CHECK(is<real_of<T>>(s, {a.count, k}));
    CHECK(is<T>(vh, {a.count, full ? a.n : k, a.n}));
    batch const left = values(u), right = values(vh), singular = values(s, true);
    CHECK(orthogonality(left, epsilon<T>) < most);
    CHECK(orthogonality(adjoint(right), epsilon<T>) < most);
    batch first(a.count, a.m, k), rows(a.count, k, a.n);
    for (std::int64_t b = 0; b < a.count; ++b)
      for (std::int64_t j = 0; j < k; ++j) {
        for (std::int64_t i = 0; i < a.m; ++i) first(b, i, j) = left(b, i, j) * singular(b, 0, j);
        for (std::int64_t i = 0; i < a.n; ++i) rows(b, j, i) = right(b, j, i);
        CHECK(singular(b, 0, j).real() >= 0);
        if (j > 0) CHECK(singular(b, 0, j).real() <= singular(b, 0, j - 1).real());
      }
    CHECK(scaled(difference(product(first, rows), a), epsilon<T>, size) < most);
    batch const alone = values(la::svdvals(x), true);
    CHECK(scaled(difference(alone, singular), epsilon<T>, [&](std::int64_t b) { return norm(a, b); }) < most);
  }
}

template <class T>
void eigh_of(batch const& wanted) {
  batch const a = rounded<T>(wanted);
  auto const x = array<T>(a);
  auto const size = [&](std::int64_t b) { return norm(a, b); };
  for (la::triangle const half : {la::lower, la::upper}) {
    auto const f = la::eigh(x, half);
    CHECK(is<T>(f.eigenvectors, {a.count, a.n, a.n}));
    CHECK(is<real_of<T>>(f.eigenvalues, {a.count, a.n}));
    CHECK(is<real_of<T>>(la::eigvalsh(x, half), {a.count, a.n}));
    batch const v = values(f.eigenvectors), w = values(f.eigenvalues, true);
    CHECK(orthogonality(v, epsilon<T>) < most);
    CHECK(scaled(difference(product(a, v), times(v, w)), epsilon<T>, size) < most);
    for (std::int64_t b = 0; b < a.count; ++b)
      for (std::int64_t j = 1; j < a.n; ++j) CHECK(w(b, 0, j).real() >= w(b, 0, j - 1).real());
    CHECK(scaled(difference(values(la::eigvalsh(x, half), true), w), epsilon<T>, size) < most);
  }
  auto const [u, s, vh] = la::svd(x, {.hermitian = true});
  CHECK(scaled(difference(product(times(values(u), values(s, true)), values(vh)), a), epsilon<T>, size) < most);
  CHECK(orthogonality(adjoint(values(vh)), epsilon<T>) < most);
}

template <class T>
void eig_of(batch const& wanted) {
  batch const a = rounded<T>(wanted);
  auto const x = array<T>(a);
  auto const size = [&](std::int64_t b) { return norm(a, b); };
  auto const [w, v] = la::eig(x);
  using complex = cp::complex<real_of<T>>;
  CHECK(is<complex>(w, {a.count, a.n}));
  CHECK(is<complex>(v, {a.count, a.n, a.n}));
  CHECK(is<complex>(la::eigvals(x), {a.count, a.n}));
  batch const vectors = values(v), numbers = values(w, true);
  CHECK(scaled(difference(product(a, vectors), times(vectors, numbers)), epsilon<T>, size) < most);
  for (std::int64_t b = 0; b < a.count; ++b) {
    number trace = 0, sum = 0;
    auto const alone = values(la::eigvals(x), true);
    for (std::int64_t j = 0; j < a.n; ++j) trace += a(b, j, j), sum += alone(b, 0, j);
    CHECK(std::abs(trace - sum) <= most * static_cast<double>(a.n) * epsilon<T> * norm(a, b));
  }
}

template <class T>
void lu_of(batch const& wanted) {
  batch const a = rounded<T>(wanted);
  auto const x = array<T>(a);
  auto const size = [&](std::int64_t b) { return norm(a, b); };
  auto const [p, l, u] = la::lu(x);
  std::int64_t const k = std::min(a.m, a.n);
  CHECK(is<real_of<T>>(p, {a.count, a.m, a.m}));
  CHECK(is<T>(l, {a.count, a.m, k}));
  CHECK(is<T>(u, {a.count, k, a.n}));
  batch const lower = values(l);
  CHECK(scaled(difference(product(values(p), product(lower, values(u))), a), epsilon<T>, size) < most);
  for (std::int64_t b = 0; b < a.count; ++b)
    for (std::int64_t i = 0; i < a.m; ++i)
      for (std::int64_t j = 0; j < lower.n; ++j) CHECK(std::abs(lower(b, i, j)) <= (is_complex<T> ? 1.5 : 1.0));
  auto const joined = la::lu(x, la::permute_l);
  CHECK(scaled(difference(product(values(joined.pl), values(joined.u)), a), epsilon<T>, size) < most);
}

template <class T>
void all_of() {
  for (auto const& extents : shapes)
    for (kind const k : all_kinds) {
      auto const& [count, rows, columns] = extents;
      std::int64_t const m = rows, n = columns;  // CAPTURE is a lambda, which takes no structured binding in clang 14
      CAPTURE(m);
      CAPTURE(n);
      CAPTURE(static_cast<int>(k));
      batch const a = make(k, count, m, n, !is_complex<T>);
      qr_of<T>(a);
      svd_of<T>(a);
      lu_of<T>(a);
      if (m != n) continue;
      eigh_of<T>(symmetric(a));
      if (k != kind::deficient) eig_of<T>(a);
      if (k == kind::random || k == kind::graded) cholesky_of<T>(positive(a, 0.01));
    }
  cholesky_of<T>(make(kind::hilbert, 2, 4, 4, true));
}

}  // namespace decompositions
