// Values that NumPy and SciPy give: determinants, singular values, eigenvalues, functions of matrices, special matrices.
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

TEST_CASE("NumPy's values of real and Hermitian matrices") {
  functions_of<double>("square");
  functions_of<cp::complex128>("hermitian");
}

TEST_CASE("condition numbers and norms of singular values") {
  auto const x = load<double, 3>("square");
  auto const near = [&](auto const& a, std::string const& what, double tolerance = tight) {
    CHECK(distance(a, what + "_square") < tolerance);
  };
  near(cp::stack(la::cond(x), la::cond(x, cp::ord<2>), la::cond(x, cp::ord<-2>), la::cond(x, cp::ord<1>),
                 la::cond(x, cp::ord<-1>), la::cond(x, cp::ord_inf), la::cond(x, cp::ord_minus_inf),
                 la::cond(x, cp::ord_fro), la::cond(x, cp::ord_nuc)),
       "cond", 1e-11);
  near(cp::stack(la::matrix_norm(x, cp::ord<2>), la::norm(x, cp::ord<-2>, cp::axis<1, 2>),
                 la::norm(x, cp::ord_nuc, cp::axis<-1, 1>)),
       "norm");
}

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

TEST_CASE("ranks, and what counts as nothing") {
  auto const x = cp::eval(cp::diag(cp::ndarray<double, 1>{3, 1e-3, 1e-20}));
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
