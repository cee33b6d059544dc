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
  auto const near = [&](auto const& a, std::string const& what, double tolerance = tight) { CHECK(distance(a, what + "_" + name) < tolerance); };
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
  near(cp::stack(la::cond(x), la::cond(x, cp::ord<2>), la::cond(x, cp::ord<-2>), la::cond(x, cp::ord<1>), la::cond(x, cp::ord<-1>), la::cond(x, cp::ord_inf),
                 la::cond(x, cp::ord_minus_inf), la::cond(x, cp::ord_fro), la::cond(x, cp::ord_nuc)),
       "cond", 1e-11);
  near(cp::stack(la::matrix_norm(x, cp::ord<2>), la::norm(x, cp::ord<-2>, cp::axis<1, 2>), la::norm(x, cp::ord_nuc, cp::axis<-1, 1>)), "norm");
  auto const factors = la::lu_factor(x);
  near(factors.lu, "lu");
  near(factors.piv, "piv");
}

}  // namespace

TEST_CASE("NumPy's values of real and Hermitian matrices") {
  functions_of<double>("square");
  functions_of<cp::complex128>("hermitian");
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

TEST_CASE("special matrices") {
  cp::ndarray<double, 1> const c{1, -2, 3, 5}, r{7, 4, 0.5};
  auto const near = [&](auto const& a, std::string const& name, double tolerance = 1e-15) {
    CAPTURE(name);
    CHECK(distance(a, "special_" + name) < tolerance);
  };
  near(la::toeplitz(c), "toeplitz");
  near(la::toeplitz(c, r), "toeplitz_r");
  near(la::toeplitz(cp::astype<cp::complex128>(c) + cp::complex128(0, 1) * cp::arange<double>(4)), "toeplitz_complex");
  near(la::circulant(c), "circulant");
  near(la::hankel(c), "hankel");
  near(la::hankel(c, r), "hankel_r");
  near(la::hadamard(16), "hadamard");
  near(la::hilbert(5), "hilbert");
  near(la::dft(6), "dft", 1e-14);  // SciPy takes powers of the first row
  near(la::dft(6, la::dft_scale::sqrt_n), "dft_sqrtn", 1e-14);
  near(la::dft(6, la::dft_scale::by_n), "dft_n", 1e-14);
  near(la::fiedler(c), "fiedler");
  near(la::fiedler_companion(cp::arange<double>(2, 9)), "fiedler_companion");
  near(la::companion(c + 1.0), "companion");
  near(la::convolution_matrix(r, 5), "convolution_full");
  near(la::convolution_matrix(r, 5, la::convolution_mode::same), "convolution_same");
  near(la::convolution_matrix(r, 5, la::convolution_mode::valid), "convolution_valid");
  near(la::convolution_matrix(c, 2, la::convolution_mode::same), "convolution_short");
  near(la::helmert(5), "helmert");
  near(la::helmert(5, true), "helmert_full");
  near(la::leslie(c, r), "leslie");
  auto const outer = cp::eval(cp::expand_dims(c, 1) * cp::expand_dims(r, 0));
  near(la::block_diag(outer, c, cp::ndarray<double, 0>(2.5)), "block_diag");
  near(la::khatri_rao(outer, cp::expand_dims(r, 1) * cp::expand_dims(r, 0) + cp::eye(3)), "khatri_rao");
  near(cp::tri(3, 5, 1), "tri");
  near(cp::eval(cp::tril(outer, -1)), "tril");
  near(cp::eval(cp::triu(outer, 1)), "triu");
  CHECK_THROWS_AS((void)la::hadamard(6), cp::value_error);
  CHECK_THROWS_AS((void)la::companion(cp::ones({1})), cp::value_error);
  CHECK_THROWS_AS((void)la::leslie(c, c), cp::shape_error);
  CHECK_THROWS_AS((void)la::khatri_rao(outer, cp::ones({2, 2})), cp::shape_error);
  CHECK_THROWS_AS((void)la::convolution_matrix(c, 0), cp::value_error);
}

TEST_CASE("bands") {
  auto const x = cp::eval(cp::triu(cp::tril(cp::ones({6, 5}), 1), -3));
  auto const [below, above] = la::bandwidth(x);
  CHECK(below == 3);
  CHECK(above == 1);
  CHECK(la::bandwidth(cp::zeros<std::int32_t>({3, 3})).lower == 0);
  CHECK(la::bandwidth(cp::ones({1, 4})).upper == 3);
}
