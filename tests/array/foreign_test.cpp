// Assignments where the memory of arrays is somebody else's.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/interop.hpp>

#include "values.hpp"

using namespace tests;

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
  std::int64_t counts[4] = {0, 1, 2, 0};
  auto const places = cp::from_memory(counts, {4}), written = cp::from_memory(counts, {4});
  cp::add.at(written, places, 1);  // the places are read before anything is written
  CHECK(values(written) == longs{2, 2, 3, 0});
}
