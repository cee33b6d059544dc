// Operators that assign, by `into` of cp::fuse: what NumPy leaves in the operand, also where operands share its memory,
// and shapes that do not fit it.
#include "core/fusion_cases.hpp"

using namespace fusion;

namespace {

template <class T, class F>
void in_place(cases& in, std::string const& name, F const& f) {
  written_to<0>::check<matrix<T>, matrix<T>>(in, name + " array", f, 1);
  written_to<0>::check<matrix<T>, scalar<T>>(in, name + " scalar", f, 1);
  written_to<0>::check<matrix<T>, number<T>>(in, name + " number", f, 1);
}
#define IN_PLACE(name, T, ...) in_place<T>(in, #name, [](auto x, auto y) { return __VA_ARGS__; });

}  // namespace

TEST_CASE("operators that assign") {
  cases in("in_place");
  IN_PLACE(iadd, std::int16_t, x + y)
  IN_PLACE(isub, float, x - y)
  IN_PLACE(imul, cp::complex64, x * y)
  IN_PLACE(itruediv, double, x / y)
  IN_PLACE(imod, std::int64_t, x % y)
  IN_PLACE(ipow, std::int32_t, cp::power(x, y))
  IN_PLACE(ilshift, cp::uint16, x << y)
  IN_PLACE(irshift, std::int8_t, x >> y)
  IN_PLACE(iand, cp::uint8, x & y)
  IN_PLACE(ior, cp::uint32, x | y)
  IN_PLACE(ixor, cp::uint64, x ^ y)
}

TEST_CASE("operands that share memory with what is written") {
  cases in("shared");
  auto const check = [&](char const* name, auto const& f) {
    record const& r = in.take(name);
    auto const x = matrix<std::int64_t>::from(r.operands[0]);
    cp::fuse(f).into(x)(x, x, x.T());
    compare(name, {untyped_of(x)}, r.results, 0);
  };
  check("x += x, x += x", [](auto x, auto y, auto) { return (x + y) + (x + y); });
  check("x += x.T, x += x.T", [](auto x, auto, auto z) { return (x + z) + (z + x); });
  check("x = x.T", [](auto, auto, auto z) { return z; });
}

TEST_CASE("shapes that do not broadcast to what is written") {
  cases in("refused_writes");
  auto const add = [](auto x, auto y) { return x + y; };
  using row = vector<std::int64_t>;
  using table = matrix<std::int64_t>;
  for (char const* name : {"(2,) += (3,)", "(3,) += (2,)", "(2,) += (0,)", "(0,) += (2,)"})
    written_to<0>::check_raises<row, row>(in, name, add);
  for (char const* name :
       {"(3, 2) += (3, 3)", "(3, 3) += (3, 2)", "(3, 2) += (2, 2)", "(2, 2) += (3, 2)", "(1, 4) += (3, 4)"})
    written_to<0>::check_raises<table, table>(in, name, add);
  written_to<0>::check_raises<table, row>(in, "(1, 2) += (3,)", add);
}
