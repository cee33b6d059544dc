// Many small matrices: each gets what it gets alone, whatever the others are; rows that have to change places; those
// that cannot be factored.
#include <doctest/doctest.h>

#include <array/values.hpp>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/linalg.hpp>
#include <fuse/random.hpp>
#include <type_traits>
#include <vector>

namespace {

/// Normal draws; some leading ones 0, so that rows change places.
template <class T>
cp::ndarray<T, 3> matrices(std::int64_t count, std::int64_t n) {
  auto draw = cp::random::default_rng(static_cast<std::uint64_t>(100 * n + count));
  auto const k = cp::index<0>({count, n, n}), i = cp::index<1>({count, n, n}), j = cp::index<2>({count, n, n});
  auto const x = cp::eval(draw.normal<double>(0, 1, {count, n, n}));
  auto const zeros = cp::where((i == j) & ((k + i) % 3 == 0) & (n > 1), 0., x);
  if constexpr (cp::complex_floating<T>)
    return cp::astype<T>(zeros + cp::complex128(0, 0.5) * cp::roll(x, 1, 1));
  else
    return cp::astype<T>(zeros);
}
template <class T>
constexpr double unit = sizeof(T) / (cp::complex_floating<T> ? 2 : 1) == 4 ? 1.2e-7 : 2.3e-16;

/// The largest magnitude in each matrix.
template <class A>
auto largest(A const& a) {
  return cp::eval(cp::max(cp::astype<double>(cp::abs(a)), cp::axis<1, 2>));
}

template <class E>
bool every(E const& e) {
  return cp::eval(cp::all(e)).item();
}
/// Of one matrix the device has other ways.
constexpr bool same_alone = std::is_same_v<cp::default_space, cp::host_space>;

template <class T>
void of_type() {
  for (std::int64_t const n : {1, 2, 3, 4, 5, 7, 8, 11, 15, 16, 17, 20})
    for (std::int64_t const count : {1, 3, 8, 16, 37}) {
      CAPTURE(n);
      CAPTURE(count);
      auto const a = matrices<T>(count, n);
      auto const inverse = cp::eval(cp::linalg::inv(a));
      auto const eye = cp::eye<T>(n);
      auto const error = cp::eval(largest(cp::matmul(a, inverse) - eye) /
                                  (unit<T> * static_cast<double>(n) * largest(a) * largest(inverse)));
      CHECK(every(error < 40.));
      auto const b = cp::eval(matrices<T>(count, n + 1)(cp::all, cp::slice(0, n), cp::slice(0, (n + 1) / 2)));
      auto const x = cp::eval(cp::linalg::solve(a, b));
      auto const rest = cp::eval(largest(cp::matmul(a, x) - b) /
                                 (unit<T> * static_cast<double>(n) * (largest(a) * largest(x) + largest(b) + 1e-3)));
      CHECK(every(rest < 40.));
      auto const det = cp::eval(cp::linalg::det(a));
      auto const inverse_det = cp::eval(cp::linalg::det(inverse));
      CHECK(every(cp::abs(det * inverse_det - T(1)) <
                  1e3 * unit<T> * static_cast<double>(n * n) * largest(a) * largest(inverse)));
      auto const positive =
          cp::eval(cp::matmul(a, cp::conjugate(a).mT()) + cp::astype<T>(static_cast<double>(n)) * eye);
      auto const lower = cp::eval(cp::linalg::cholesky(positive));
      CHECK(every(largest(cp::matmul(lower, cp::conjugate(lower).mT()) - positive) <
                  40 * unit<T> * static_cast<double>(n) * largest(positive)));
      CHECK(tests::values(cp::triu(lower, 1)) == std::vector<T>(static_cast<std::size_t>(count * n * n)));
      // Each as if it were alone.
      if constexpr (same_alone)
        for (std::int64_t const k : {std::int64_t{0}, count / 2, count - 1}) {
          auto const one = cp::slice(k, k + 1);
          CHECK(tests::values(cp::linalg::inv(a(one))) == tests::values(inverse(one)));
          CHECK(tests::values(cp::linalg::solve(a(one), b(one))) == tests::values(x(one)));
          CHECK(tests::values(cp::linalg::det(a(one))) == tests::values(det(one)));
          CHECK(tests::values(cp::linalg::cholesky(positive(one))) == tests::values(lower(one)));
        }
    }
}

}  // namespace

TEST_CASE("float32") { of_type<float>(); }
TEST_CASE("float64") { of_type<double>(); }
TEST_CASE("complex64") { of_type<cp::complex64>(); }
TEST_CASE("complex128") { of_type<cp::complex128>(); }
