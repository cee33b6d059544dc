// What is known of conditions whose operands lie in ranges.
#pragma once

#include <fuse/ops/logic.hpp>
#include <fuse/program/scores.hpp>

namespace cp::program {

template <>
struct truth_rule<ops::less> {
  static constexpr range of(range x, range y) { return truth(x.high < y.low, x.low >= y.high); }
};
template <>
struct truth_rule<ops::less_equal> {
  static constexpr range of(range x, range y) { return truth(x.high <= y.low, x.low > y.high); }
};
template <>
struct truth_rule<ops::greater> {
  static constexpr range of(range x, range y) { return truth(x.low > y.high, x.high <= y.low); }
};
template <>
struct truth_rule<ops::greater_equal> {
  static constexpr range of(range x, range y) { return truth(x.low >= y.high, x.high < y.low); }
};
template <>
struct truth_rule<ops::equal> {
  static constexpr range of(range x, range y) {
    return truth(x.low == y.high && x.high == y.low, x.high < y.low || x.low > y.high);
  }
};
template <>
struct truth_rule<ops::not_equal> {
  static constexpr range of(range x, range y) {
    return truth(x.high < y.low || x.low > y.high, x.low == y.high && x.high == y.low);
  }
};
template <>
struct truth_rule<ops::logical_and> {
  static constexpr range of(range x, range y) { return truth(x.low > 0 && y.low > 0, x.high <= 0 || y.high <= 0); }
};
template <>
struct truth_rule<ops::logical_or> {
  static constexpr range of(range x, range y) { return truth(x.low > 0 || y.low > 0, x.high <= 0 && y.high <= 0); }
};
template <>
struct truth_rule<ops::logical_not> {
  static constexpr range of(range x) { return truth(x.high <= 0, x.low > 0); }
};
template <>
struct truth_rule<ops::bitwise_and> : truth_rule<ops::logical_and> {};
template <>
struct truth_rule<ops::bitwise_or> : truth_rule<ops::logical_or> {};
template <>
struct truth_rule<ops::invert> : truth_rule<ops::logical_not> {};

}  // namespace cp::program
