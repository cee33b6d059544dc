// An argument that may not be there as Python's users write it.
// expect-error: of a std::optional pass the value, or cp::none in a call of its own
#include <fuse/fuse.hpp>
#include <optional>

int main() {
  cp::ndarray<float, 1> a{1, 2};
  auto e = cp::fuse([](auto x, std::optional<float> y) { return y ? x + *y : x; })(a, std::nullopt);
}
