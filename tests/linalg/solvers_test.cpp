// Solvers, inverses and least squares: residuals in LAPACK's scaled form; batches, layouts, dtypes, empty matrices,
// errors.
#include "matrices.hpp"

namespace {

namespace la = cp::linalg;
using namespace matrices;

double whole(batch const& x, std::int64_t b) { return norm(x, b); }

template <class T>
void solutions_of(batch const& wanted) {
  batch const a = rounded<T>(wanted), right = rounded<T>(make(kind::random, a.count, a.n, 3, !is_complex<T>));
  auto const x = array<T>(a), b = array<T>(right);
  auto const residual = [&](batch const& matrix, batch const& y, batch const& to) {
    return scaled(difference(product(matrix, y), to), epsilon<T>,
                  [&](std::int64_t i) { return whole(matrix, i) * whole(y, i); });
  };
  auto const solution = la::solve(x, b);
  CHECK(is<T>(solution, {a.count, a.n, 3}));
  CHECK(residual(a, values(solution), right) < most);
  auto const factors = la::lu_factor(x);
  CHECK(is<T>(factors.lu, {a.count, a.n, a.n}));
  auto const by_factors = la::lu_solve(factors, b);
  CHECK(is<T>(by_factors, {a.count, a.n, 3}));
  CHECK(residual(a, values(by_factors), right) < most);
  CHECK(residual(adjoint(a), values(la::lu_solve(factors, b, la::adjoint)), right) < most);
  auto const inverse_array = la::inv(x);
  CHECK(is<T>(inverse_array, {a.count, a.n, a.n}));
  batch const inverse = values(inverse_array);
  CHECK(scaled(difference(product(a, inverse), identity(a.count, a.n)), epsilon<T>,
               [&](std::int64_t i) { return whole(a, i) * whole(inverse, i); }) < most);
  for (bool const lower : {false, true})
    for (bool const unit : {false, true}) {
      batch triangle = a;
      for (std::int64_t i = 0; i < a.count; ++i)
        for (std::int64_t j = 0; j < a.n; ++j)
          for (std::int64_t k = 0; k < a.n; ++k)
            if (j == k ? unit : lower ? k > j : k < j) triangle(i, j, k) = j == k ? 1 : 0;
      auto const y = la::solve_triangular(x, b, {.lower = lower, .unit_diagonal = unit});
      CHECK(is<T>(y, {a.count, a.n, 3}));
      CHECK(residual(triangle, values(y), right) < most);
      CHECK(residual(adjoint(triangle),
                     values(la::solve_triangular(x, b, {.lower = lower, .trans = la::adjoint, .unit_diagonal = unit})),
                     right) < most);
    }
  batch const positive_matrix = rounded<T>(positive(a, 0.1));
  auto const p = array<T>(positive_matrix);
  auto const z = la::cho_solve(la::cholesky(p), la::lower, b);
  CHECK(is<T>(z, {a.count, a.n, 3}));
  CHECK(residual(positive_matrix, values(z), right) < most);
  CHECK(residual(positive_matrix, values(la::cho_solve(la::cholesky(p, la::upper), la::upper, b)), right) < most);
}

template <class T>
void least_squares_of(batch const& wanted, bool full_rank) {
  batch const a = rounded<T>(wanted), right = rounded<T>(make(kind::random, a.count, a.m, 2, !is_complex<T>));
  auto const x = array<T>(a), b = array<T>(right);
  auto const [y, residuals, rank, s] = la::lstsq(x, b);
  CHECK(is<T>(y, {a.count, a.n, 2}));
  CHECK(is<real_of<T>>(residuals, {a.count, 2}));
  CHECK(is<std::int64_t>(rank, {a.count}));
  CHECK(is<real_of<T>>(s, {a.count, std::min(a.m, a.n)}));
  batch const solution = values(y), left = difference(right, product(a, solution));
  // What is left is at right angles to the matrix' columns.
  CHECK(scaled(product(adjoint(a), left), epsilon<T>, [&](std::int64_t i) {
          return whole(a, i) * (whole(a, i) * whole(solution, i) + whole(right, i));
        }) < most);
  batch const sums = values(residuals, true);
  auto const ranks = rank.to_host();
  for (std::int64_t i = 0; i < a.count; ++i) {
    CHECK(ranks.item(i) == (full_rank ? std::min(a.m, a.n) : 1));
    for (std::int64_t j = 0; j < 2; ++j) {
      double expected = 0, size = 0;
      for (std::int64_t k = 0; k < a.m; ++k) expected += std::norm(left(i, k, j)), size += std::norm(right(i, k, j));
      CHECK(std::abs(sums(i, 0, j).real() - expected) <= most * static_cast<double>(a.m) * epsilon<T> * size);
    }
  }
  auto const ranks_again = la::matrix_rank(x);
  CHECK(cp::eval(cp::all(ranks_again == rank)).item());
  auto const pseudo_inverse = la::pinv(x, -1);
  CHECK(is<T>(pseudo_inverse, {a.count, a.n, a.m}));
  batch const inverse = values(pseudo_inverse);
  auto const scale = [&](std::int64_t i) { return whole(a, i) * whole(a, i) * whole(inverse, i); };
  CHECK(scaled(difference(product(a, product(inverse, a)), a), epsilon<T>, scale) < most);
  batch const there = product(a, inverse), back = product(inverse, a);
  auto const loose = [&](std::int64_t i) { return whole(a, i) * whole(inverse, i); };
  CHECK(scaled(difference(adjoint(there), there), epsilon<T>, loose) < most);
  CHECK(scaled(difference(adjoint(back), back), epsilon<T>, loose) < most);
}

template <class T>
void all_of() {
  for (auto const& [batch, rows, columns] : shapes) {
    std::int64_t const count = batch, m = rows, n = columns;  // clang 14 captures no structured binding
    CAPTURE(m);
    CAPTURE(n);
    bool const real = !is_complex<T>;
    if (m == n) solutions_of<T>(make(kind::random, count, n, n, real));
    if (m == n && n < 16) solutions_of<T>(make(kind::graded, count, n, n, real));
    least_squares_of<T>(make(kind::random, count, m, n, real), true);
    least_squares_of<T>(make(kind::deficient, count, m, n, real), false);
  }
  solutions_of<T>(make(kind::hilbert, 1, 4, 4, true));
}

}  // namespace

// covers: cupy.linalg.inv; cupy.linalg.lstsq; cupy.linalg.pinv; cupy.linalg.solve; cupyx.linalg.cho_solve
// covers: cupyx.scipy.linalg.lu_factor; cupyx.scipy.linalg.lu_solve; cupyx.scipy.linalg.solve_triangular
TEST_CASE("solutions in float32") { all_of<float>(); }
TEST_CASE("solutions in float64") { all_of<double>(); }
TEST_CASE("solutions in complex64") { all_of<cp::complex64>(); }
TEST_CASE("solutions in complex128") { all_of<cp::complex128>(); }

TEST_CASE("batches broadcast, and a right-hand side of one axis is a vector") {
  batch const a = make(kind::random, 3, 4, 4, true);
  auto const x = array<double>(a);
  cp::ndarray<double, 1> const b{1, 2, 3, 4};
  auto const each = la::solve(x, b);
  CHECK(each.shape() == cp::make_shape({3, 4}));
  auto const one = la::solve(cp::eval(x(1)), b);
  CHECK(one.shape() == cp::make_shape({4}));
  CHECK(std::abs(one.item(2) - each.item(1, 2)) < 1e-12);
  // One matrix and many right-hand sides, many matrices and one right-hand side, both in axes of their own.
  auto const many = array<double>(make(kind::random, 5, 4, 2, true));
  auto const single = la::solve(cp::eval(x(1)), many);
  CHECK(single.shape() == cp::make_shape({5, 4, 2}));
  auto const again = la::solve(cp::eval(x(1)), cp::eval(many(3)));
  CHECK(std::abs(single.item(3, 1, 1) - again.item(1, 1)) < 1e-12);
  auto const outer = la::solve(x, cp::eval(many(cp::all, cp::newaxis)));
  CHECK(outer.shape() == cp::make_shape({5, 3, 4, 2}));
  CHECK(std::abs(outer.item(3, 1, 1, 1) - again.item(1, 1)) < 1e-12);
  auto const fit = la::lstsq(cp::eval(x(1)(cp::all, cp::slice(0, 2))), many);
  CHECK(fit.s.shape() == cp::make_shape({5, 2}));
  CHECK(fit.rank.item(4) == 2);
  CHECK(fit.residuals.shape() == cp::make_shape({5, 2}));
  auto const line = la::lstsq(cp::eval(x(1)(cp::all, cp::slice(0, 2))), b);
  CHECK(line.residuals.shape() == cp::make_shape({1}));
  auto const factors = la::lu_factor(x);
  CHECK(std::abs(la::lu_solve(factors, many(cp::slice(0, 3))).item(1, 2, 1) -
                 la::solve(x, many(cp::slice(0, 3))).item(1, 2, 1)) < 1e-12);
}

TEST_CASE("operands of any layout and dtype, and expressions") {
  auto const x = array<double>(make(kind::random, 1, 8, 8, true));
  auto const view = x(0)(cp::slice(cp::end, cp::end, -2), cp::slice(0, 4)).T();
  auto const straight = la::inv(cp::eval(view + 0.0)), through = la::inv(view);
  CHECK(cp::eval(cp::max(cp::abs(straight - through))).item() == 0);
  CHECK(std::abs(la::det(2.0 * view).item() - 16 * la::det(view).item()) < 1e-10);
  cp::ndarray<std::int32_t, 2> const whole_numbers{{2, 1}, {1, 3}};
  auto const inverse = la::inv(whole_numbers);
  static_assert(std::is_same_v<decltype(inverse)::value_type, double>);
  CHECK(std::abs(inverse.item(0, 0) - 0.6) < 1e-15);
  static_assert(std::is_same_v<decltype(la::solve(whole_numbers, cp::ones<float>({2})))::value_type, double>);
  static_assert(std::is_same_v<decltype(la::solve(cp::ones<float>({2, 2}), cp::ones<cp::complex64>({2})))::value_type,
                               cp::complex64>);
  static_assert(std::is_same_v<decltype(la::det(cp::ones<cp::complex64>({2, 2})))::value_type, cp::complex64>);
  static_assert(std::is_same_v<decltype(la::slogdet(cp::ones<cp::complex64>({2, 2})).logabsdet)::value_type, float>);
  static_assert(std::is_same_v<decltype(la::matrix_rank(whole_numbers))::value_type, std::int64_t>);
}

// covers: cupyx.linalg.invh
TEST_CASE("the inverse of positive definite matrices") {
  batch const a = positive(make(kind::random, 3, 5, 5, true), 1);
  auto const x = array<double>(a);
  CHECK(is<double>(la::invh(x), {3, 5, 5}));
  CHECK(cp::eval(cp::max(cp::abs(la::invh(x) - la::inv(x)))).item() < 1e-12);
  CHECK(cp::eval(cp::max(cp::abs(la::invh(x, la::upper) - la::inv(x)))).item() < 1e-12);
}

// covers: cupy.linalg.tensorinv; cupy.linalg.tensorsolve
TEST_CASE("tensors as matrices") {
  auto const x = array<double>(make(kind::random, 1, 24, 24, true));
  auto const a = cp::reshape(x, {4, 6, 8, 3});
  auto const b = cp::eval(cp::reshape(x(0)(0), {4, 6}) + 0.0);
  auto const y = la::tensorsolve(a, b);
  CHECK(is<double>(y, {8, 3}));
  CHECK(cp::max(cp::abs(cp::ravel(y) - la::solve(cp::eval(x(0)), cp::eval(cp::ravel(b))))).item() < 1e-10);
  auto const inverse = la::tensorinv(a);
  CHECK(is<double>(inverse, {8, 3, 4, 6}));
  CHECK(cp::max(cp::abs(cp::reshape(inverse, {24, 24}) - la::inv(cp::eval(x(0))))).item() < 1e-10);
  CHECK(la::tensorinv<1>(cp::reshape(x, {24, 8, 3})).shape() == cp::make_shape({8, 3, 24}));
  CHECK_THROWS_AS((void)la::tensorinv<1>(a), cp::shape_error);
  CHECK_THROWS_AS((void)la::tensorsolve(a, cp::ones({4, 5})), cp::shape_error);
}

TEST_CASE("matrices without elements, as NumPy has them") {
  auto const none = cp::empty({0, 0});
  CHECK(la::det(none).item() == 1);
  CHECK(la::slogdet(none).logabsdet.item() == 0);
  CHECK(la::inv(none).shape() == cp::make_shape({0, 0}));
  CHECK(la::cholesky(none).shape() == cp::make_shape({0, 0}));
  CHECK(la::solve(none, cp::empty({0, 3})).shape() == cp::make_shape({0, 3}));
  CHECK(la::solve(cp::ones({0, 2, 2}), cp::ones({0, 2, 1})).shape() == cp::make_shape({0, 2, 1}));
  CHECK(la::eigvalsh(none).shape() == cp::make_shape({0}));
  CHECK(la::eig(none).eigenvectors.shape() == cp::make_shape({0, 0}));
  CHECK(la::lu(cp::empty({0, 3})).u.shape() == cp::make_shape({0, 3}));
  CHECK(la::pinv(cp::empty({0, 3})).shape() == cp::make_shape({3, 0}));
  CHECK(la::expm(none).shape() == cp::make_shape({0, 0}));
  auto const [u, s, vh] = la::svd(cp::empty({3, 0}));
  CHECK(u.shape() == cp::make_shape({3, 3}));
  CHECK(u.item(1, 1) == 1);
  CHECK(u.item(1, 2) == 0);
  CHECK(vh.shape() == cp::make_shape({0, 0}));
  auto const [q, r] = la::qr(cp::empty({3, 0}), la::complete);
  CHECK(q.shape() == cp::make_shape({3, 3}));
  CHECK(q.item(1, 1) == 1);
  CHECK(r.shape() == cp::make_shape({3, 0}));
  auto const fit = la::lstsq(cp::empty({0, 2}), cp::empty({0, 1}));
  CHECK(fit.x.shape() == cp::make_shape({2, 1}));
  CHECK(fit.x.item(1, 0) == 0);
  CHECK(fit.rank.item() == 0);
  CHECK(cp::eval(la::matrix_rank(cp::zeros({3, 3}))).item() == 0);
  CHECK(cp::eval(la::matrix_rank(cp::zeros({2}))).item() == 0);
  CHECK(cp::eval(la::matrix_rank(cp::ones({2}))).item() == 1);
  CHECK(cp::eval(la::matrix_rank(cp::ones({3, 2, 0}))).shape() == cp::make_shape({3}));
}

TEST_CASE("no right-hand sides: nothing is looked at") {
  auto const singular = cp::zeros<double>({2, 2});
  CHECK(cp::linalg::solve(singular, cp::ones<double>({0, 2, 1})).shape() == cp::shape_array<3>{{0, 2, 1}});
  CHECK(cp::linalg::solve_triangular(singular, cp::ones<double>({0, 2, 1})).size() == 0);
  cp::synchronize();
}
