// Arrays of every element type, and of structs of the user's.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>
#include <vector>

#include "values.hpp"

using namespace tests;

namespace {

struct particle {
  float mass;
  std::int32_t charge;
  bool operator==(particle const&) const = default;
};
struct odd_size {
  char name[3];
  bool operator==(odd_size const&) const = default;
};
struct large {
  double value[12];
  bool operator==(large const&) const = default;
};

}  // namespace

TEST_CASE("every element type can be made, copied and read") {
  auto const check = []<class T>(T one) {
    auto const a = cp::full<T>({2, 2}, one);
    CHECK(values(a) == std::vector<T>(4, one));
    CHECK(values(a.T().copy()) == std::vector<T>(4, one));
    CHECK(values(a(cp::all, 0)) == std::vector<T>(2, one));
    CHECK(a.itemsize() == std::int64_t(sizeof(T)));
  };
  check(true);
  check(std::int8_t(-3));
  check(std::int16_t(-300));
  check(std::int32_t(1) << 30);
  check(std::int64_t(1) << 40);
  check(std::uint8_t(200));
  check(std::uint16_t(60000));
  check(std::uint32_t(4000000000u));
  check(std::uint64_t(1) << 63);
  check(cp::float16(0.5f));
  check(cp::bfloat16(0.5f));
  check(0.1f);
  check(0.1);
  check(cp::complex64(1, 2));
  check(cp::complex128(1, 2));
}

TEST_CASE("a struct of the user's is an element type") {
  particle const p{1.5f, -1}, q{2.5f, 2};
  auto a = cp::full<particle>({2, 3}, p);
  CHECK(a.itemsize() == 8);
  CHECK(std::string(a.dtype().name()) == "other");
  a(1) = q;
  CHECK(values(a) == std::vector<particle>{p, p, p, q, q, q});
  a(cp::all, 0) = cp::ndarray<particle, 1>{q, p};
  CHECK(values(a.T()) == std::vector<particle>{q, p, p, q, p, q});
  CHECK(values(a.T().copy()) == std::vector<particle>{q, p, p, q, p, q});
  a(cp::all) = cp::flip(a);
  CHECK(values(a) == std::vector<particle>{q, q, p, p, p, q});
  auto const first = cp::ndarray<bool, 1>{true, false, true};
  CHECK(values(cp::where(first, a(0), a(1))) == std::vector<particle>{q, p, p});
  CHECK(values(cp::take(a, cp::ndarray<std::int32_t, 1>{5, 0, 2})) == std::vector<particle>{q, q, p});
  CHECK(values(cp::concatenate(a(0), a(1))) == values(a));
  CHECK(values(cp::reshape(a, {3, 2})) == values(a));
  CHECK(a.item(0, 0) == q);
  a.fill(p);
  CHECK(values(a) == std::vector<particle>(6, p));
  CHECK(values(cp::zeros<particle>(2)) == std::vector<particle>(2, particle{0, 0}));

  odd_size const abc{{'a', 'b', 'c'}}, xyz{{'x', 'y', 'z'}};
  auto o = cp::full<odd_size>(5, abc);
  o(cp::slice(cp::end, cp::end, 2)) = xyz;
  CHECK(values(o) == std::vector<odd_size>{xyz, abc, xyz, abc, xyz});
  CHECK(values(cp::flip(o(cp::slice(1, 4))).copy()) == std::vector<odd_size>{abc, xyz, abc});

  large big{};
  big.value[11] = 3;
  auto l = cp::zeros<large>({2, 2});
  l(cp::all, 1) = big;
  CHECK(values(l.T().copy()) == std::vector<large>{large{}, large{}, big, big});
}
