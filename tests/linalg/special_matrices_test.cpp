// Matrices with names, triangles and bands, as SciPy has them.
#include "matrices.hpp"

namespace {

namespace la = cp::linalg;
using namespace matrices;

}  // namespace

// covers: cupy.tri; cupy.tril; cupy.triu; cupyx.scipy.linalg.block_diag; cupyx.scipy.linalg.circulant
// covers: cupyx.scipy.linalg.companion; cupyx.scipy.linalg.convolution_matrix; cupyx.scipy.linalg.dft
// covers: cupyx.scipy.linalg.fiedler; cupyx.scipy.linalg.fiedler_companion; cupyx.scipy.linalg.hadamard
// covers: cupyx.scipy.linalg.hankel; cupyx.scipy.linalg.helmert; cupyx.scipy.linalg.hilbert
// covers: cupyx.scipy.linalg.khatri_rao; cupyx.scipy.linalg.leslie; cupyx.scipy.linalg.toeplitz
// covers: cupyx.scipy.linalg.tri; cupyx.scipy.linalg.tril; cupyx.scipy.linalg.triu
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

// covers: cupyx.scipy.linalg.bandwidth
TEST_CASE("bands") {
  auto const x = cp::eval(cp::triu(cp::tril(cp::ones({6, 5}), 1), -3));
  auto const [below, above] = la::bandwidth(x);
  CHECK(below == 3);
  CHECK(above == 1);
  CHECK(la::bandwidth(cp::zeros<std::int32_t>({3, 3})).lower == 0);
  CHECK(la::bandwidth(cp::ones({1, 4})).upper == 3);
}
