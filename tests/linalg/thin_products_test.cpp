// Products that add up few numbers an element: as they lie, transposed, parts of others, with what is added. Whole
// numbers, so that every order of adding gives the same.
#include <doctest/doctest.h>

#include <array/values.hpp>
#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/linalg.hpp>
#include <vector>

namespace {

template <class T>
cp::ndarray<T, 2> numbers(std::int64_t rows, std::int64_t columns, std::int64_t by) {
  auto const i = cp::index<0>({rows, columns}), j = cp::index<1>({rows, columns});
  return cp::astype<T>((i * by + j * 7 + i * j) % 23 - 11);
}
/// The sum as a reduction, which no library computes.
template <class A, class B>
auto expected(A const& a, B const& b) {
  return tests::values(cp::sum(a(cp::all, cp::all, cp::newaxis) * b(cp::newaxis), cp::axis<1>));
}

template <class T>
void of_type() {
  struct size {
    std::int64_t m, n;
  };
  for (std::int64_t const k : {1, 2, 3, 5, 8, 9, 300})
    for (size const s : {size{2050, 2}, {1400, 3}, {1025, 4}, {520, 5}, {260, 16}, {41, 100}, {8, 513}, {3, 1400}}) {
      if (k > 9 && (s.n < 5 || s.n > 16)) continue;
      CAPTURE(k);
      CAPTURE(s.m);
      CAPTURE(s.n);
      auto const a = numbers<T>(s.m, k, 5), b = numbers<T>(k, s.n, 3);
      auto const c = expected(a, b);
      CHECK(tests::values(cp::matmul(a, b)) == c);
      auto const turned_a = cp::eval(cp::ascontiguousarray(a.T())), turned_b = cp::eval(cp::ascontiguousarray(b.T()));
      CHECK(tests::values(cp::matmul(turned_a.T(), b)) == c);
      CHECK(tests::values(cp::matmul(a, turned_b.T())) == c);
      CHECK(tests::values(cp::matmul(turned_a.T(), turned_b.T())) == c);
      CHECK(tests::values(cp::einsum<"ik,jk->ij">(a, turned_b)) == c);
      // Parts of larger matrices.
      auto const wide = numbers<T>(s.m, k + 3, 5), deep = numbers<T>(k, s.n + 2, 3);
      auto const part_a = wide(cp::all, cp::slice(1, k + 1)), part_b = deep(cp::all, cp::slice(2, s.n + 2));
      CHECK(tests::values(cp::matmul(part_a, part_b)) == expected(part_a, part_b));
      // Into a part of a matrix, times a number and added to another one.
      auto const more = numbers<T>(s.m, s.n, 13);
      CHECK(tests::values(2 * cp::matmul(a, b) + more) ==
            tests::values(2 * cp::reshape(cp::array<T>(c), more.shape()) + more));
      auto const room = cp::zeros<T>({s.m, s.n + 4});
      room(cp::all, cp::slice(1, s.n + 1)) = cp::matmul(a, b);
      CHECK(tests::values(room(cp::all, cp::slice(1, s.n + 1))) == c);
      CHECK(tests::values(cp::sum(cp::abs(room(cp::all, 0)) + cp::abs(room(cp::all, s.n + 1)))) == std::vector<T>{0});
    }
}

}  // namespace

TEST_CASE("float32") { of_type<float>(); }
TEST_CASE("float64") { of_type<double>(); }
