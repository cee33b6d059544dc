// Structs whose sizes are no power of two.
#include "element_sizes.hpp"

TEST_CASE("structs of sizes that are no power of two move and fold") {
  sizes::every_form<3, 1, true>();
  sizes::every_form<12, 4>();
  sizes::every_form<24, 8, true>();
  sizes::every_form<40, 8>();
#if FUSE_TEST_EVERYTHING
  sizes::every_form<5, 1>();
  sizes::every_form<6, 2>();
  sizes::every_form<20, 4>();
  sizes::every_form<48, 16>();
#endif
}
