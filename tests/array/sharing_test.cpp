// Whether arrays lie on the same memory, and what that means where the memory is somebody else's.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/interop.hpp>

#include "values.hpp"

using namespace tests;

// covers: cupy.shares_memory; cupy.may_share_memory; cupy.byte_bounds
TEST_CASE("views share bytes where they do") {
  auto const a = counted<std::int32_t>({10});
  auto const even = a(cp::slice(0, 10, 2)), odd = a(cp::slice(1, 10, 2));
  CHECK(cp::may_share_memory(even, odd));
  CHECK(!cp::shares_memory(even, odd));
  CHECK(cp::shares_memory(even, a(cp::slice(4, 5))));
  CHECK(cp::shares_memory(a.view<std::int8_t>()(cp::slice(7, 8)), odd));
  CHECK(!cp::shares_memory(a, a.copy()));
  CHECK(!cp::shares_memory(a, a(cp::slice(3, 3))));
  CHECK(!cp::may_share_memory(a(cp::slice(0, 5)), a(cp::slice(5, 10))));
  CHECK(!cp::shares_memory(cp::zeros<float, cp::host_space>(1), cp::ndarray<float, 1, cp::cuda_space>()));
  auto const [low, high] = cp::byte_bounds(a(cp::slice(8, 1, -2)));
  auto const begin = reinterpret_cast<std::uintptr_t>(a.data());
  CHECK((low == begin + 8 && high == begin + 36));
  auto const empty = cp::byte_bounds(a(cp::slice(3, 3)));
  CHECK(empty.first == empty.second);
}

TEST_CASE("assignments are right where two handles have the same memory of somebody else's") {
  float memory[6] = {0, 1, 2, 3, 4, 5};
  auto const a = cp::from_memory(memory, {6}), b = cp::from_memory(memory, {6});
  a(cp::all) = b(cp::slice(cp::end, cp::end, -1)) + 0;
  CHECK(values(b) == floats{5, 4, 3, 2, 1, 0});
  b(cp::slice(1, 6)) = a(cp::slice(0, 5));
  CHECK(values(a) == floats{5, 5, 4, 3, 2, 1});
  auto const own = cp::arange<float, cp::host_space>(4.0f);
  auto const again = cp::from_memory(own.data(), {4});
  own(cp::all) = again(cp::slice(cp::end, cp::end, -1)) * 2;
  CHECK(values(own) == floats{6, 4, 2, 0});
  auto c = cp::from_memory(memory, {6});
  c = c + 1;  // new data: the owner's stays
  CHECK(c.data() != memory);
  CHECK(memory[0] == 5);
  c = cp::from_memory(memory, {6});
  c += 1;
  CHECK(memory[0] == 6);
}
