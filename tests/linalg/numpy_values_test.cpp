// Values that NumPy and SciPy give: determinants, singular values, eigenvalues, functions of matrices, special
// matrices.
#include "matrices.hpp"

namespace {

namespace la = cp::linalg;
using namespace matrices;

constexpr double tight = 1e-12;

template <class T>
void functions_of(std::string const& name) {
  CAPTURE(name);
  auto const x = load<T, 3>(name);
  auto const near = [&](auto const& a, std::string const& what, double tolerance = tight) {
    CHECK(distance(a, what + "_" + name) < tolerance);
  };
  near(la::svdvals(x), "svdvals");
  near(la::pinv(x), "pinv");
  near(la::det(x), "det");
  auto const [sign, log] = la::slogdet(x);
  near(sign, "sign");
  near(log, "logabsdet");
  near(la::inv(x), "inv");
  near(la::eigvalsh(x), "eigvalsh");
  near(la::eigvalsh(x, la::upper), "eigvalsh_upper");
  near(la::expm(x), "expm");
  auto scaled_matrices = x.copy();
  scaled_matrices(0)(cp::all) = x(0) * 8.0;
  scaled_matrices(1)(cp::all) = x(1) / 100.0;
  near(la::expm(scaled_matrices), "expm_large", 1e-10);
  auto const factors = la::lu_factor(x);
  near(factors.lu, "lu");
  near(factors.piv, "piv");
}

}  // namespace

// covers: cupy.linalg.det; cupy.linalg.eigvalsh; cupy.linalg.inv; cupy.linalg.pinv; cupy.linalg.slogdet
// covers: cupyx.scipy.linalg.expm; cupyx.scipy.linalg.lu_factor
TEST_CASE("NumPy's values of real and Hermitian matrices") {
  functions_of<double>("square");
  functions_of<cp::complex128>("hermitian");
}

namespace {

/// The largest distance of an exponential from the exact one, relative to its largest element, over a batch's matrices.
template <class T, class Wide>
double graded_distance(std::string const& name, cp::ndarray<Wide, 3> const& x) {
  auto const e = cp::eval(cp::astype<Wide>(la::expm(cp::astype<T>(x)))).to_host();
  auto const exact = load<Wide, 3>("expm_" + name).to_host();
  double largest = 0;
  for (std::int64_t b = 0; b < x.shape(0); ++b) {
    double size = 0, error = 0;
    for (std::int64_t i = 0; i < x.shape(1); ++i)
      for (std::int64_t j = 0; j < x.shape(1); ++j) {
        number const z = exact(b, i, j);
        size = std::max(size, std::abs(z));
        double const d = std::abs(number(e(b, i, j)) - z);
        error = d <= error ? error : d;
      }
    largest = error / size <= largest ? largest : error / size;
  }
  return largest;
}
template <class Wide, class Narrow>
void graded_within(std::string const& name) {
  CAPTURE(name);
  auto const x = load<Wide, 3>(name);
  CHECK(graded_distance<Wide>(name, x) < 2e-12);
  CHECK(graded_distance<Narrow>(name, x) < 1e-3);
}

}  // namespace

TEST_CASE("exponentials of matrices whose large elements are lost by powers: mpmath's values") {
  for (char const* name : {"graded_2", "graded_5", "graded_9"}) graded_within<double, float>(name);
  for (char const* name : {"graded_complex_2", "graded_complex_5", "graded_complex_9"})
    graded_within<cp::complex128, cp::complex64>(name);
}

TEST_CASE("a matrix' exponential does not depend on the others of its batch") {
  auto const x = load<double, 3>("graded_5");
  auto batch = cp::eval(cp::concatenate(load<double, 3>("square"), x, cp::zeros<double>({1, 5, 5})));
  batch(0)(cp::all) = batch(0) / 100.0;
  auto const together = la::expm(batch);
  for (std::int64_t b : {0, 1, 2, 5, 22}) {
    CAPTURE(b);
    CHECK(cp::array_equal(together(b), la::expm(batch(b))).item());
  }
  CHECK(cp::array_equal(together(-1), cp::eye(5)).item());
}

// covers: cupy.linalg.cond; cupy.linalg.norm
TEST_CASE("condition numbers and norms of singular values") {
  auto const x = load<double, 3>("square");
  auto const near = [&](auto const& a, std::string const& what, double tolerance = tight) {
    CHECK(distance(cp::eval(a), what + "_square") < tolerance);
  };
  near(cp::stack(la::cond(x), la::cond(x, cp::ord<2>), la::cond(x, cp::ord<-2>), la::cond(x, cp::ord<1>),
                 la::cond(x, cp::ord<-1>), la::cond(x, cp::ord_inf), la::cond(x, cp::ord_minus_inf),
                 la::cond(x, cp::ord_fro), la::cond(x, cp::ord_nuc)),
       "cond", 1e-11);
  near(cp::stack(la::matrix_norm(x, cp::ord<2>), la::norm(x, cp::ord<-2>, cp::axis<1, 2>),
                 la::norm(x, cp::ord_nuc, cp::axis<-1, 1>)),
       "norm");
}

// covers: cupy.linalg.lstsq; cupy.linalg.pinv; cupyx.scipy.linalg.lu
TEST_CASE("NumPy's values of tall matrices") {
  auto const x = load<double, 3>("tall");
  CHECK(distance(la::svdvals(x), "svdvals_tall") < tight);
  CHECK(distance(la::pinv(x), "pinv_tall") < tight);
  auto const [p, l, u] = la::lu(x);
  CHECK(distance(p, "lu_p_tall") == 0);
  CHECK(distance(l, "lu_l_tall") < tight);
  CHECK(distance(u, "lu_u_tall") < tight);
  auto const fit = la::lstsq(cp::eval(x(0)), cp::arange<double>(7) - 3.0);
  CHECK(distance(fit.x, "lstsq_x") < tight);
  CHECK(distance(fit.residuals, "lstsq_residuals") < tight);
  auto const four = cp::eval(cp::expand_dims(x, 0) + cp::reshape(cp::arange<double>(3), {3, 1, 1, 1}));
  CHECK(distance(cp::eval(la::norm(four, cp::ord<2>, cp::axis<3, 1>)), "norm_axes") < tight);
  CHECK(cp::eval(la::norm(four, cp::ord<2>, cp::axis<3, 1>, cp::keepdims)).shape() == cp::make_shape({3, 1, 7, 1}));
}

// covers: cupy.linalg.matrix_rank
TEST_CASE("ranks, and what counts as nothing") {
  auto const x = cp::eval(cp::diag(cp::ndarray<double, 1>{3, 1e-3, 1e-20}));
  auto const both = cp::eval(la::matrix_rank(cp::stack(x, x * 0)));
  CHECK(is<std::int64_t>(both, {2}));
  CHECK(both.item(0) == 2);
  CHECK(both.item(1) == 0);
  CHECK(cp::eval(la::matrix_rank(x)).item() == 2);
  CHECK(cp::eval(la::matrix_rank(x, {.tol = 0.1})).item() == 1);
  CHECK(cp::eval(la::matrix_rank(x, {.rtol = 1e-2})).item() == 1);
  CHECK(cp::eval(la::matrix_rank(x, {.rtol = 0})).item() == 3);
  CHECK(cp::eval(la::matrix_rank(x, {.hermitian = true})).item() == 2);
  CHECK(la::lstsq(x, cp::ones({3}), 0.01).rank.item() == 1);
  CHECK(la::pinv(x, 0.01).item(1, 1) == 0);
  CHECK(std::abs(la::pinv(x, 1e-15, true).item(1, 1) - 1000) < 1e-9);
}

TEST_CASE("qr's other modes") {
  auto const x = load<double, 3>("tall");
  auto const [q, r] = la::qr(x);
  CHECK(cp::eval(cp::max(cp::abs(la::qr(x, la::r_only) - r))).item() == 0);
  auto const [h, tau] = la::qr(x, la::raw);
  CHECK(h.shape() == cp::make_shape({2, 4, 7}));
  CHECK(tau.shape() == cp::make_shape({2, 4}));
  CHECK(std::abs(h.item(1, 3, 2) - r.item(1, 2, 3)) < 1e-14);
}
