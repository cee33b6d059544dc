// Einstein's summation: NumPy's values (tests/data/make_products.py).
#include "product_data.hpp"

using namespace product_data;

namespace {

auto x(int k, auto... n) {
  cp::extent const shape[] = {n...};
  return operand<double>(shape, k);
}
tests::longs shape(auto... n) { return {n...}; }

}  // namespace

// covers: cupy.einsum
TEST_CASE("einsum is NumPy's") {
  results<double> numpy("einsum");
#define FUSE_TEST_EINSUM(TEXT, SHAPE, ...) numpy.check(TEXT, SHAPE, cp::einsum<TEXT>(__VA_ARGS__))
  FUSE_TEST_EINSUM("ij,jk->ik", shape(3, 5), x(0, 3, 4), x(1, 4, 5));
  FUSE_TEST_EINSUM("ij,jk", shape(3, 5), x(0, 3, 4), x(1, 4, 5));
  FUSE_TEST_EINSUM("ij,kj->ki", shape(5, 3), x(0, 3, 4), x(1, 5, 4));
  FUSE_TEST_EINSUM("ij->ji", shape(4, 3), x(0, 3, 4));
  FUSE_TEST_EINSUM("ii->i", shape(4), x(0, 4, 4));
  FUSE_TEST_EINSUM("ii", shape(), x(0, 4, 4));
  FUSE_TEST_EINSUM("iij->j", shape(4), x(0, 3, 3, 4));
  FUSE_TEST_EINSUM("ijk->j", shape(3), x(0, 2, 3, 4));
  FUSE_TEST_EINSUM("i,i->", shape(), x(0, 5), x(1, 5));
  FUSE_TEST_EINSUM("i,j->ij", shape(3, 4), x(0, 3), x(1, 4));
  FUSE_TEST_EINSUM("ij,ij->ij", shape(3, 4), x(0, 3, 4), x(1, 3, 4));
  FUSE_TEST_EINSUM("ij,j->i", shape(3), x(0, 3, 4), x(1, 4));
  FUSE_TEST_EINSUM("bij,bjk->bik", shape(2, 3, 5), x(0, 2, 3, 4), x(1, 2, 4, 5));
  FUSE_TEST_EINSUM("bij,jk->bik", shape(2, 3, 5), x(0, 2, 3, 4), x(1, 4, 5));
  FUSE_TEST_EINSUM("...ij,...jk->...ik", shape(2, 5, 3, 2), x(0, 2, 1, 3, 4), x(1, 5, 4, 2));
  FUSE_TEST_EINSUM("i...,i...->...", shape(4), x(0, 3, 4), x(1, 3, 4));
  FUSE_TEST_EINSUM("abc,cbd->da", shape(5, 2), x(0, 2, 3, 4), x(1, 4, 3, 5));
  FUSE_TEST_EINSUM("ijk,jil->kl", shape(5, 2), x(0, 3, 4, 5), x(1, 4, 3, 2));
  FUSE_TEST_EINSUM("ij,jk,kl->il", shape(3, 2), x(0, 3, 4), x(1, 4, 5), x(2, 5, 2));
  FUSE_TEST_EINSUM("ij,jk,kl,lm->im", shape(3, 6), x(0, 3, 4), x(1, 4, 5), x(2, 5, 2), x(3, 2, 6));
  FUSE_TEST_EINSUM("i,ij,j->", shape(), x(0, 3), x(1, 3, 4), x(2, 4));
  FUSE_TEST_EINSUM("ij,ij,ij->", shape(), x(0, 3, 4), x(1, 3, 4), x(2, 3, 4));
  FUSE_TEST_EINSUM("ea,fb,abcd,gc,hd->efgh", shape(2, 3, 2, 3), x(0, 2, 3), x(1, 3, 2), x(2, 3, 2, 4, 2), x(3, 2, 4),
                   x(4, 3, 2));
  FUSE_TEST_EINSUM("ij,kj->", shape(), x(0, 3, 4), x(1, 5, 4));
  FUSE_TEST_EINSUM("ijk,jk->ki", shape(4, 2), x(0, 2, 3, 4), x(1, 3, 4));
  FUSE_TEST_EINSUM("aij,ajk->ik", shape(3, 5), x(0, 2, 3, 4), x(1, 2, 4, 5));
  FUSE_TEST_EINSUM("ij,jj->i", shape(3), x(0, 3, 4), x(1, 4, 4));
  FUSE_TEST_EINSUM("ij,jk->ik", shape(3, 5), x(0, 3, 1), x(1, 4, 5));
  FUSE_TEST_EINSUM("ab,cd,ef->fa", shape(2, 2), x(0, 2, 3), x(1, 2, 4), x(2, 3, 2));
  FUSE_TEST_EINSUM("bhqd,bhkd->bhqk", shape(2, 3, 4, 2), x(0, 2, 3, 4, 5), x(1, 2, 3, 2, 5));
  FUSE_TEST_EINSUM("...a,...a->...", shape(2, 3), x(0, 2, 3, 4), x(1, 1, 4));
  FUSE_TEST_EINSUM("i...j->j...i", shape(4, 3, 2), x(0, 2, 3, 4));
#undef FUSE_TEST_EINSUM
}
