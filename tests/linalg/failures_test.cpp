// What cannot be solved or decomposed: on the host at once, on the device at the stream's next wait, once, or as
// cp::linalg::check_guard says. Wrong shapes.
#include "matrices.hpp"

namespace {

namespace la = cp::linalg;
using namespace matrices;

/// The message of the failure that f, and then a wait for the stream, end in.
template <class F>
std::string failure(F const& f) {
  try {
    f();
    cp::synchronize();
  } catch (cp::linalg_error const& e) {
    cp::synchronize();  // it is thrown once
    return e.what();
  }
  return "nothing failed";
}
std::string matrix_of_three(char const* function, char const* what) {
  return std::string("cp::linalg::") + function + ": matrix 1 of 3 " + what;
}

/// Three matrices, of which the second is of zeros.
template <class T>
cp::ndarray<T, 3> broken(std::int64_t n) {
  batch x = positive(make(kind::random, 3, n, n, true), 1);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) x(1, i, j) = 0;
  return array<T>(x);
}

template <class T>
void failures_of(std::int64_t n) {
  CAPTURE(n);
  auto const x = broken<T>(n);
  auto const b = cp::ones<T>({3, n, 2});
  CHECK(failure([&] { (void)la::solve(x, b); }) == matrix_of_three("solve", "is singular"));
  CHECK(failure([&] { (void)la::inv(x); }) == matrix_of_three("inv", "is singular"));
  CHECK(failure([&] { (void)la::cholesky(x); }) == matrix_of_three("cholesky", "is not positive definite"));
  CHECK(failure([&] { (void)la::solve_triangular(x, b); }) ==
        matrix_of_three("solve_triangular", "is singular: there is a zero on its diagonal"));
  CHECK(failure([&] { (void)la::cholesky(cp::eval(x(1))); }) ==
        "cp::linalg::cholesky: the matrix is not positive definite");
  // These have an answer.
  CHECK(failure([&] { CHECK(la::det(x).item(1) == T(0)); }) == "nothing failed");
  CHECK(failure([&] { CHECK(la::slogdet(x).sign.item(1) == T(0)); }) == "nothing failed");
  CHECK(failure([&] { (void)la::lu_factor(x); }) == "nothing failed");
  // Elements that are not finite.
  auto wild = x.copy();
  wild(1, 0, 0) = std::numeric_limits<typename cp::dtype_traits<T>::real_type>::quiet_NaN();
  CHECK(failure([&] { (void)la::svd(wild); }) == matrix_of_three("svd", "has elements that are not finite"));
  CHECK(failure([&] { (void)la::eigvalsh(wild); }) == matrix_of_three("eigvalsh", "has elements that are not finite"));
  CHECK(failure([&] { (void)la::eigh(wild); }) == matrix_of_three("eigh", "has elements that are not finite"));
  CHECK(failure([&] { (void)la::eigvals(wild); }) == matrix_of_three("eigvals", "has elements that are not finite"));
  CHECK(failure([&] { (void)la::lstsq(wild, b); }) == matrix_of_three("lstsq", "has elements that are not finite"));
  CHECK(failure([&] { (void)la::pinv(wild); }) == matrix_of_three("pinv", "has elements that are not finite"));
}

}  // namespace

// covers: cupy.linalg.LinAlgError
TEST_CASE("which matrix of the batch failed") {
  for (std::int64_t const n : {2, 5, 20, 40}) failures_of<double>(n);
  failures_of<cp::complex64>(5);
}

TEST_CASE("singular matrices have a rank and a condition number") {
  auto const x = broken<double>(5);
  CHECK(failure([&] { CHECK(cp::eval(la::matrix_rank(x)).item(1) == 0); }) == "nothing failed");
  CHECK(failure([&] { CHECK(std::isinf(la::cond(x, cp::ord<1>).item(1))); }) == "nothing failed");
  CHECK(failure([&] { CHECK(std::isinf(la::cond(x).item(1))); }) == "nothing failed");
}

// covers: cupyx.errstate(linalg=...) device-info checking
TEST_CASE("without checks what failed is NaN, and the others are right") {
  auto const x = broken<double>(5);
  la::check_guard const silent(la::checks::never);
  CHECK(la::current_checks() == la::checks::never);
  auto const inverse = la::inv(x), solution = la::solve(x, cp::ones({3, 5, 1})), factor = la::cholesky(x);
  cp::synchronize();
  for (auto const& a : {inverse, solution, factor}) {
    CHECK(std::isnan(a.item(1, 4, 0)));
    CHECK(std::isfinite(a.item(0, 4, 0)));
    CHECK(std::isfinite(a.item(2, 4, 0)));
  }
}

TEST_CASE("checks now throw before the call returns") {
  auto const x = broken<double>(5);
  {
    la::check_guard const guard(la::checks::now);
    CHECK_THROWS_AS((void)la::inv(x), cp::linalg_error);
    CHECK_THROWS_AS((void)la::svdvals(cp::full<double>({2, 2}, std::numeric_limits<double>::infinity())),
                    cp::linalg_error);
    CHECK(la::inv(cp::eye(2)).item(0, 0) == 1);
  }
  CHECK(la::current_checks() == la::checks::later);
  cp::synchronize();
}

TEST_CASE("a failure is thrown where the host waits next, and once") {
  if constexpr (std::is_same_v<cp::default_space, cp::host_space>) {
    CHECK_THROWS_AS((void)la::inv(cp::zeros({2, 2})), cp::linalg_error);
  } else {
    auto const zero = cp::zeros({2, 2});
    auto const waits_at = [&](auto const& wait) {
      auto const before = cp::count().synchronizations;
      auto const x = la::inv(zero);
      CHECK(cp::count().synchronizations == before);
      CHECK_THROWS_AS(wait(x), cp::linalg_error);
      CHECK_NOTHROW(wait(x));
    };
    waits_at([](auto const& x) { (void)x.item(0, 0); });
    waits_at([](auto const& x) { (void)x.to_host(); });
    waits_at([](auto const&) { cp::synchronize(); });
    waits_at([](auto const&) { cp::cuda::synchronize_device(); });
    waits_at([](auto const& x) { (void)cp::array_str(x); });
    // A stream's failures are its own.
    cp::stream other;
    {
      cp::stream_guard const guard(other);
      (void)la::inv(zero);
    }
    CHECK_NOTHROW(cp::synchronize());
    CHECK_THROWS_AS(other.synchronize(), cp::linalg_error);
    CHECK_NOTHROW(other.synchronize());
    // The first of several is told.
    (void)la::inv(zero);
    (void)la::cholesky(zero);
    CHECK(failure([] {}) == "cp::linalg::inv: the matrix is singular");
    CHECK(failure([] {}) == "nothing failed");
  }
}

TEST_CASE("no memory is taken from the system after the first call") {
  auto const a = broken<double>(40)(cp::slice(2, 3)), b = cp::ones({1, 40, 1});
  auto const run = [&] {
    (void)la::solve(a, b);
    (void)la::svd(a);
    (void)la::eigh(a);
    (void)la::qr(a);
    cp::synchronize();
  };
  run();
  auto const pool = std::is_same_v<cp::default_space, cp::host_space> ? cp::host_pool() : cp::device_pool();
  auto const before = pool.statistics().system_allocations, pinned = cp::pinned_pool().statistics().system_allocations;
  for (int i = 0; i < 3; ++i) run();
  CHECK(pool.statistics().system_allocations == before);
  CHECK(cp::pinned_pool().statistics().system_allocations == pinned);
}

TEST_CASE("shapes that do not fit") {
  auto const message = [](auto const& f) {
    try {
      f();
    } catch (cp::shape_error const& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  auto const wide = cp::ones({2, 3}), square = cp::ones({3, 3});
  CHECK(message([&] { (void)la::inv(wide); }) ==
        "cp::linalg::inv: the matrices must be square, the operand has shape (2, 3)");
  CHECK_THROWS_AS((void)la::cholesky(wide), cp::shape_error);
  CHECK_THROWS_AS((void)la::det(wide), cp::shape_error);
  CHECK_THROWS_AS((void)la::slogdet(wide), cp::shape_error);
  CHECK_THROWS_AS((void)la::eigh(wide), cp::shape_error);
  CHECK_THROWS_AS((void)la::eig(wide), cp::shape_error);
  CHECK_THROWS_AS((void)la::expm(wide), cp::shape_error);
  CHECK_THROWS_AS((void)la::svd(wide, {.hermitian = true}), cp::shape_error);
  CHECK_THROWS_AS((void)la::cond(cp::empty({0, 3})), cp::shape_error);
  CHECK(message([&] { (void)la::solve(square, cp::ones({2})); }) ==
        "cp::linalg::solve: the right-hand side must have as many rows as the matrices; their shapes are (2,) and (3, "
        "3)");
  CHECK_THROWS_AS((void)la::solve(cp::ones({2, 3, 3}), cp::ones({4, 3, 1})), cp::shape_error);
  CHECK_THROWS_AS((void)la::lstsq(wide, cp::ones({3})), cp::shape_error);
  CHECK_THROWS_AS((void)la::solve_triangular(square, cp::ones({2, 1})), cp::shape_error);
}

TEST_CASE("a graph that is captured takes no decompositions") {
  auto const x = cp::eye(2);
  CHECK_THROWS_AS((void)cp::capture([&] { (void)la::inv(x); }), cp::value_error);
}
