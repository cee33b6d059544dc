// Einstein's summation: NumPy's values (scripts/make_products_data.py).
#include "product_data.hpp"

using namespace product_data;

namespace {

auto x(int k, auto... n) {
  cp::extent const shape[] = {n...};
  return operand<double>(shape, k);
}

}  // namespace

TEST_CASE("einsum is NumPy's") {
  results<double> numpy("einsum");
#define FUSE_TEST_EINSUM(TEXT, ...) numpy.check(TEXT, cp::einsum<TEXT>(__VA_ARGS__))
  FUSE_TEST_EINSUM("ij,jk->ik", x(0, 3, 4), x(1, 4, 5));
  FUSE_TEST_EINSUM("ij,jk", x(0, 3, 4), x(1, 4, 5));
  FUSE_TEST_EINSUM("ij,kj->ki", x(0, 3, 4), x(1, 5, 4));
  FUSE_TEST_EINSUM("ij->ji", x(0, 3, 4));
  FUSE_TEST_EINSUM("ii->i", x(0, 4, 4));
  FUSE_TEST_EINSUM("ii", x(0, 4, 4));
  FUSE_TEST_EINSUM("iij->j", x(0, 3, 3, 4));
  FUSE_TEST_EINSUM("ijk->j", x(0, 2, 3, 4));
  FUSE_TEST_EINSUM("i,i->", x(0, 5), x(1, 5));
  FUSE_TEST_EINSUM("i,j->ij", x(0, 3), x(1, 4));
  FUSE_TEST_EINSUM("ij,ij->ij", x(0, 3, 4), x(1, 3, 4));
  FUSE_TEST_EINSUM("ij,j->i", x(0, 3, 4), x(1, 4));
  FUSE_TEST_EINSUM("bij,bjk->bik", x(0, 2, 3, 4), x(1, 2, 4, 5));
  FUSE_TEST_EINSUM("bij,jk->bik", x(0, 2, 3, 4), x(1, 4, 5));
  FUSE_TEST_EINSUM("...ij,...jk->...ik", x(0, 2, 1, 3, 4), x(1, 5, 4, 2));
  FUSE_TEST_EINSUM("i...,i...->...", x(0, 3, 4), x(1, 3, 4));
  FUSE_TEST_EINSUM("abc,cbd->da", x(0, 2, 3, 4), x(1, 4, 3, 5));
  FUSE_TEST_EINSUM("ijk,jil->kl", x(0, 3, 4, 5), x(1, 4, 3, 2));
  FUSE_TEST_EINSUM("ij,jk,kl->il", x(0, 3, 4), x(1, 4, 5), x(2, 5, 2));
  FUSE_TEST_EINSUM("ij,jk,kl,lm->im", x(0, 3, 4), x(1, 4, 5), x(2, 5, 2), x(3, 2, 6));
  FUSE_TEST_EINSUM("i,ij,j->", x(0, 3), x(1, 3, 4), x(2, 4));
  FUSE_TEST_EINSUM("ij,ij,ij->", x(0, 3, 4), x(1, 3, 4), x(2, 3, 4));
  FUSE_TEST_EINSUM("ea,fb,abcd,gc,hd->efgh", x(0, 2, 3), x(1, 3, 2), x(2, 3, 2, 4, 2), x(3, 2, 4), x(4, 3, 2));
  FUSE_TEST_EINSUM("ij,kj->", x(0, 3, 4), x(1, 5, 4));
  FUSE_TEST_EINSUM("ijk,jk->ki", x(0, 2, 3, 4), x(1, 3, 4));
  FUSE_TEST_EINSUM("aij,ajk->ik", x(0, 2, 3, 4), x(1, 2, 4, 5));
  FUSE_TEST_EINSUM("ij,jj->i", x(0, 3, 4), x(1, 4, 4));
  FUSE_TEST_EINSUM("ij,jk->ik", x(0, 3, 1), x(1, 4, 5));
  FUSE_TEST_EINSUM("ab,cd,ef->fa", x(0, 2, 3), x(1, 2, 4), x(2, 3, 2));
  FUSE_TEST_EINSUM("bhqd,bhkd->bhqk", x(0, 2, 3, 4, 5), x(1, 2, 3, 2, 5));
  FUSE_TEST_EINSUM("...a,...a->...", x(0, 2, 3, 4), x(1, 1, 4));
  FUSE_TEST_EINSUM("i...j->j...i", x(0, 2, 3, 4));
#undef FUSE_TEST_EINSUM
}
