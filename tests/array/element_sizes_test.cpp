// Structs whose sizes are no power of two.
#include "element_sizes.hpp"

TEST_CASE("structs of sizes that are no power of two move and fold") {
  sizes::every_form<3, 1, true>();
  sizes::every_form<12, 4>();
  sizes::every_form<24, 8, true>();
  sizes::every_form<40, 8>();
  using large = sizes::bytes<300, 4>;  // more than a kernel's arguments take
  large one{};
  for (int i = 0; i < 300; ++i) one.value[i] = static_cast<unsigned char>(i * 7);
  auto const three = cp::full<large>({3}, one).to_host();
  for (int i = 0; i < 3; ++i) CHECK(std::memcmp(three.data() + i, &one, sizeof one) == 0);
#if FUSE_TEST_EVERYTHING
  sizes::every_form<5, 1>();
  sizes::every_form<6, 2>();
  sizes::every_form<20, 4>();
  sizes::every_form<48, 16>();
#endif
}
