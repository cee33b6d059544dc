// Forty steps of z * z + c are an expression whose type g++ makes as quickly as that of twelve. Debug information and
// other compilers write out the type's whole name, which doubles with each step.
#include <fuse/fuse.hpp>
#include <type_traits>

#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
namespace {

template <int Steps, class Z, class C>
constexpr auto steps(Z z, C c) {
  if constexpr (Steps == 0)
    return z;
  else
    return steps<Steps - 1>(z * z + c, c);
}

constexpr auto forty = cp::fuse([](auto z, auto c) { return steps<40>(z, c); });
using array = cp::ndarray<double, 1>;
using expression = decltype(forty(std::declval<array const&>(), std::declval<array const&>()));
static_assert(std::is_same_v<expression::value_type, double> && expression::rank == 1);

}  // namespace
#endif
