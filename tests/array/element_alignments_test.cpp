// Structs of whole words, packed ones, large ones, and ones that begin at multiples of more than 16 bytes.
#include "element_sizes.hpp"

TEST_CASE("structs move and fold whatever they are aligned to") {
  sizes::every_form<16, 1>();
  sizes::every_form<8, 4>();
  sizes::every_form<32, 32, true>();
  sizes::every_form<256, 8>();
#if FUSE_TEST_EVERYTHING
  sizes::every_form<1, 1>();
  sizes::every_form<16, 8, true>();
  sizes::every_form<32, 16>();
  sizes::every_form<64, 64, true>();
  sizes::every_form<96, 32>();
#endif
}
