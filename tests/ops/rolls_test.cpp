// Rolls, tiles and repetitions, compared with NumPy's.
#include "joins.hpp"

// covers: cupy.roll; cupy.tile; cupy.repeat; cupy.ndarray.repeat
TEST_CASE("rolls, tiles and repetitions: as NumPy's") {
  namespace P = tests::P;
  auto const [x, y, e, v, w, t, b, u] = tests::join_inputs{};
#include "../data/joins/rolls.inc"
}

// covers: cupy.repeat
TEST_CASE("rows of elements that come several times, from any place of theirs on") {
  auto const check = [](auto const& x) {
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    auto const from = tests::values(x);
    std::int64_t const rows = x.shape()[0], columns = x.shape()[1];
    for (std::int64_t times = 1; times < 10; ++times)
      for (std::int64_t begin : {0, 1, 5, 17}) {
        CAPTURE(times);
        CAPTURE(begin);
        std::vector<T> right, doubled;
        for (std::int64_t i = 0; i < rows; ++i)
          for (std::int64_t j = begin; j < columns * times; ++j) {
            right.push_back(from[static_cast<std::size_t>(i * columns + j / times)]);
            doubled.push_back(static_cast<T>(right.back() + right.back()));
          }
        auto const y = cp::repeat(x, times, 1)(cp::all, cp::slice(begin, cp::end));
        CHECK(bool(tests::values(cp::eval(y)) == right));
        CHECK(bool(tests::values(cp::eval(y + y)) == doubled));
        // Of a source that is computed.
        auto const z = cp::repeat(cp::roll(x, 0, 1) * T(1), times, 1)(cp::all, cp::slice(begin, cp::end));
        CHECK(bool(tests::values(cp::eval(z)) == right));
      }
  };
  auto const numbers = [](auto zero, std::int64_t columns) {
    using T = decltype(zero);
    return cp::eval(cp::astype<T>(cp::reshape(cp::index<0>({3 * columns}) * 31 % 97, {3, columns})));
  };
  check(numbers(0.0F, 67));
  check(numbers(std::uint8_t(0), 331));
  check(numbers(0.0, 40)(cp::all, cp::slice(0, cp::end, 2)).copy());
  check(numbers(std::int16_t(0), 90));
}
