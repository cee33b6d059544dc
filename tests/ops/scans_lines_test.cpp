// Lines of many lengths, along and across memory.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <vector>

#include "scan_data.hpp"

using namespace scan_data;

TEST_CASE("lines of many lengths, along and across memory") {
  auto const check = [](std::int64_t rows, std::int64_t columns) {
    CAPTURE(rows);
    CAPTURE(columns);
    array<std::int32_t, 2> const x =
        cp::astype<std::int32_t>(cp::index<0>({rows, columns}) * 7 % 11 - cp::index<1>({rows, columns}) % 5);
    auto const host = x.to_host();
    auto const down = cp::eval(cp::cumsum(x, 0)).to_host(), along = cp::eval(cp::cumsum(x, 1)).to_host();
    auto const turned = cp::eval(cp::cumsum(x.T(), 0)).to_host(),
               part = cp::eval(cp::cumsum(x(cp::all, cp::slice(columns / 2, cp::end)), 0)).to_host(),
               behind = cp::eval(cp::cumsum(x, 1) * 3 - x).to_host();
    array<std::int32_t, 2> in_place = x.copy();
    in_place(cp::all) = cp::cumsum(in_place, 1);
    auto const again = in_place.to_host();
    bool right = true;
    std::vector<std::int64_t> above(static_cast<std::size_t>(columns));
    for (std::int64_t i = 0; i < rows; ++i) {
      std::int64_t before = 0;
      for (std::int64_t j = 0; j < columns; ++j) {
        std::int64_t& sum = above[static_cast<std::size_t>(j)];
        sum += host(i, j);
        before += host(i, j);
        right = right && down(i, j) == sum && along(i, j) == before && turned(j, i) == before &&
                again(i, j) == before && behind(i, j) == before * 3 - host(i, j) &&
                (j < columns / 2 || part(i, j - columns / 2) == sum);
      }
    }
    CHECK(right);
  };
  for (std::int64_t n : {1, 2, 7, 16, 33, 64, 100, 129, 1000, 1025, 2048, 4100, 70001}) {
    check(n, 3);
    check(3, n);
    if (n < 3000) check(n, 40), check(40, n);
  }
  check(20000, 17);
  check(9, 30000);
  check(9, 30001);
}

TEST_CASE("short lines across memory, of which a block has several groups") {
  auto const check = [](std::int64_t groups, std::int64_t length, std::int64_t across) {
    CAPTURE(groups);
    CAPTURE(length);
    CAPTURE(across);
    cp::index_array<3> const shape{groups, length, across + 1};
    array<std::int32_t, 3> const all =
        cp::astype<std::int32_t>(cp::index<0>(shape) * 7 % 11 - cp::index<1>(shape) * 3 % 5 + cp::index<2>(shape) % 4);
    auto const host = all.to_host();
    for (int first : {0, 1}) {
      auto const x = all(cp::all, cp::all, cp::slice(first, first + across));
      auto const down = cp::eval(cp::cumsum(x, 1)).to_host(), behind = cp::eval(cp::cumsum(x, 1) * 3 - x).to_host();
      bool right = true;
      for (std::int64_t i = 0; i < groups; ++i)
        for (std::int64_t k = 0; k < across; ++k) {
          std::int64_t sum = 0;
          for (std::int64_t j = 0; j < length; ++j) {
            sum += host(i, j, k + first);
            right = right && down(i, j, k) == sum && behind(i, j, k) == 3 * sum - host(i, j, k + first);
          }
        }
      CHECK(right);
    }
  };
  for (std::int64_t across : {7, 8, 9, 14, 31, 64})
    for (std::int64_t length : {1, 5, 16, 70}) check(5, length, across);
  check(1001, 5, 8);
  check(99, 16, 15);
  check(3, 300, 16);
  check(2, 3, 10001);
}
