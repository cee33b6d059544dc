// Expressions that look as if they dangled: made of locals and temporaries, kept in `auto`, returned, stored, captured;
// evaluated when what they name has gone out of scope. An expression owns what it names, so all are right; run with
// -fsanitize=address,undefined to see that no memory is read after its end.
#include <doctest.h>

#include <any>
#include <array>
#include <functional>
#include <fuse/fuse.hpp>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

// Overwrites what a gone scope left on the stack and in the allocator, so that reading it is noticed without a
// sanitizer too.
void scribble() {
  volatile char waste[4096];
  for (char volatile& c : waste) c = 0x5a;
  std::vector<cp::ndarray<float, 1>> spoilt;
  for (int i = 0; i < 8; ++i) spoilt.push_back(cp::full<float>(4, -99));
}

using vec = cp::ndarray<float, 1>;
vec ramp(std::int64_t n = 4) { return cp::arange<float>(n); }
cp::ndarray<float, 2> table() { return cp::reshape(ramp(6), {2, 3}); }

// ---- returned from functions ----------------------------------------------------------------------------------------
auto of_a_local() {
  auto a = ramp();
  return a + 1;
}
auto of_two_locals() {
  vec a = ramp(), b = a * 10;
  return a + b;
}
auto of_temporaries() { return ramp() * ramp() + ramp(); }
auto of_a_parameter(vec a) { return a - 1; }
auto of_a_reference(vec const& a) { return a * a; }
auto of_a_moved(vec&& a) { return std::move(a) + 5; }
auto of_local_numbers() {
  float const k = 3;
  double offset = 0.5;
  return ramp() * k + offset;
}
auto of_a_number_parameter(float k) { return k * ramp(); }
auto of_a_named_expression() {
  auto const e = ramp() + 1;
  auto const f = e * e;
  return f - e;
}
auto of_nested_calls() { return cp::sqrt(cp::abs(-of_a_named_expression())) + of_temporaries(); }
auto of_a_view_of_a_local() {
  auto a = ramp(8);
  return a(cp::slice(2, 6)) + 0;
}
auto of_a_view_of_a_temporary() { return ramp(8)(cp::slice(cp::end, cp::end, -2)) * 1; }
auto a_view_itself() { return table()(1); }
auto a_row_of_a_view() { return table().T()(0)(cp::slice(0, 2)); }
auto sliced_expression() {
  auto a = ramp(8);
  auto e = a * 2;
  return e(cp::slice(0, 4));
}
auto transposed_expression() { return (table() + 1).T(); }
auto broadcast_temporary() { return cp::broadcast_to(ramp(3) + 0, {2, 3}); }
auto reshaped_temporary() { return cp::reshape(ramp(6) * 2, {3, 2})(cp::all, 1) + 1; }
auto of_a_rank_0_temporary() { return cp::ndarray<float, 0>(4.0f) * ramp(); }
auto of_a_scalar_array_element() {
  auto a = ramp();
  return a(cp::slice(2, 3)) + ramp();
}
auto of_where() {
  auto a = ramp();
  auto const flags = a > 1;
  return cp::where(flags, a, -a);
}
auto of_a_mask_array() {
  cp::ndarray<bool, 1> const flags = ramp() > 1;
  return cp::where(flags, 1.0f, ramp());
}
auto of_clip() {
  float const low = 1, high = 2;
  return cp::clip(ramp(), low, high);
}
auto of_astype() {
  auto a = ramp();
  return a.astype<std::int32_t>();
}
auto of_a_gather() {
  auto const a = ramp(8);
  auto const i = cp::ndarray<std::int32_t, 1>{7, 0, -1};
  return a(i + 0);
}
auto of_take() { return cp::take(table() * 1, cp::ndarray<std::int32_t, 1>{5, 0}); }
auto of_index_grids() {
  auto const shape = cp::make_shape({2, 2});
  return cp::fromfunction<std::int64_t>([](auto i, auto j) { return i * 2 + j; }, shape);
}

// ---- fused and user functions ---------------------------------------------------------------------------------------
auto of_a_local_fused_function() {
  auto f = cp::fuse([](auto x) { return x * x + 1; });
  auto a = ramp();
  return f(a);
}
auto of_a_capturing_fused_function() {
  float k = 2;
  auto table_of_the_lambda = cp::eval(ramp() * 100);
  auto f = cp::fuse([=](auto x) { return x * k + table_of_the_lambda; });
  return f(ramp());
}
auto of_a_fused_function_of_temporaries() {
  return cp::fuse([](auto x, auto y) { return x + y; }, "sum")(ramp() * 2, ramp()(cp::slice(cp::end, cp::end, -1)));
}
auto sliced_fused_call() {
  return cp::fuse([](auto x) { return x + 1; })(table())(1, cp::slice(0, 2));
}
auto the_fused_function_itself() {
  int const k = 7;
  return cp::fuse([=](auto x) { return x + k; });
}
auto writer_into_a_local_view(vec& seen) {
  auto u = ramp();
  seen = u;
  auto const f = cp::fuse([](auto x) { return std::tuple(x * 2); });
  return [f, target = u(cp::slice(0, 2))](vec const& x) { f.into(target)(x); };
}
struct scaled {
  float k;
  FUSE_HD float operator()(float x) const { return k * x; }
};
auto writer_of_a_temporary_function(vec& seen) {
  auto u = ramp();
  seen = u;
  float const k = 3;
  return cp::fuse([=](auto x) { return std::tuple(x * k); }).into(u(cp::slice(2, 4)));
}
auto of_an_elementwise_function() {
  float k = 3;
  auto f = cp::elementwise(scaled{k});
  return f(ramp()) + 1;
}

// ---- kept in objects ------------------------------------------------------------------------------------------------
using sum_expression = decltype(ramp() + ramp());
struct holder {
  sum_expression e;
  cp::ndarray<float, 1> view;
};
holder kept_in_a_struct() {
  vec a = ramp();
  return {a + a, a(cp::slice(1, 3))};
}
std::vector<sum_expression> kept_in_a_vector() {
  std::vector<sum_expression> all;
  for (int i = 1; i <= 20; ++i) {
    vec const a = cp::full<float>(2, static_cast<float>(i));
    all.push_back(a + a);  // the vector grows and moves them
  }
  return all;
}
std::optional<sum_expression> kept_in_an_optional(bool yes) {
  vec a = ramp();
  if (!yes) return std::nullopt;
  return a + ramp();
}
std::map<int, sum_expression> kept_in_a_map() {
  std::map<int, sum_expression> m;
  m.emplace(1, ramp() + ramp());
  m.insert_or_assign(2, ramp(2) + ramp(2));
  return m;
}
auto kept_in_a_tuple() {
  vec a = ramp();
  return std::tuple(a + 1, a(cp::slice(0, 2)), cp::exp(a * 0));
}
std::unique_ptr<sum_expression> kept_on_the_heap() { return std::make_unique<sum_expression>(ramp() + ramp()); }
std::any kept_in_any() { return ramp() + ramp(); }
std::function<vec()> captured_in_a_function() {
  auto a = ramp();
  auto e = a * 3;
  return [e] { return vec(e); };
}
auto captured_by_move() {
  auto e = ramp() + ramp();
  return [e = std::move(e)](float k) { return e * k; };
}

}  // namespace

#define RIGHT(EXPRESSION, ...)       \
  {                                  \
    auto const e = EXPRESSION;       \
    scribble();                      \
    CHECK(values(e) == __VA_ARGS__); \
  }

TEST_CASE("expressions returned from functions own what they name") {
  RIGHT(of_a_local(), floats{1, 2, 3, 4});
  RIGHT(of_two_locals(), floats{0, 11, 22, 33});
  RIGHT(of_temporaries(), floats{0, 2, 6, 12});
  RIGHT(of_a_parameter(ramp()), floats{-1, 0, 1, 2});
  RIGHT(of_a_reference(ramp()), floats{0, 1, 4, 9});
  RIGHT(of_a_moved(ramp()), floats{5, 6, 7, 8});
  RIGHT(of_local_numbers(), floats{0.5f, 3.5f, 6.5f, 9.5f});
  RIGHT(of_a_number_parameter(2), floats{0, 2, 4, 6});
  RIGHT(of_a_named_expression(), floats{0, 2, 6, 12});
  RIGHT(cp::eval(of_nested_calls())(cp::slice(0, 1)), floats{0});
  RIGHT(of_a_view_of_a_local(), floats{2, 3, 4, 5});
  RIGHT(of_a_view_of_a_temporary(), floats{7, 5, 3, 1});
  RIGHT(a_view_itself(), floats{3, 4, 5});
  RIGHT(a_row_of_a_view(), floats{0, 3});
  RIGHT(sliced_expression(), floats{0, 2, 4, 6});
  RIGHT(transposed_expression(), floats{1, 4, 2, 5, 3, 6});
  RIGHT(broadcast_temporary(), floats{0, 1, 2, 0, 1, 2});
  RIGHT(reshaped_temporary(), floats{3, 7, 11});
  RIGHT(of_a_rank_0_temporary(), floats{0, 4, 8, 12});
  RIGHT(of_a_scalar_array_element(), floats{2, 3, 4, 5});
  RIGHT(of_where(), floats{0, -1, 2, 3});
  RIGHT(of_a_mask_array(), floats{0, 1, 1, 1});
  RIGHT(of_clip(), floats{1, 1, 2, 2});
  RIGHT(of_astype(), ints{0, 1, 2, 3});
  RIGHT(of_a_gather(), floats{7, 0, 7});
  RIGHT(of_take(), floats{5, 0});
  RIGHT(of_index_grids(), longs{0, 1, 2, 3});
}

TEST_CASE("fused and user functions leave nothing behind that is needed") {
  RIGHT(of_a_local_fused_function(), floats{1, 2, 5, 10});
  RIGHT(of_a_capturing_fused_function(), floats{0, 102, 204, 306});
  RIGHT(of_a_fused_function_of_temporaries(), floats{3, 4, 5, 6});
  RIGHT(sliced_fused_call(), floats{4, 5});
  RIGHT(the_fused_function_itself()(ramp()), floats{7, 8, 9, 10});
  RIGHT(of_an_elementwise_function(), floats{1, 4, 7, 10});
  vec seen;
  auto const write = writer_into_a_local_view(seen);
  scribble();
  write(ramp(2) + 1);
  CHECK(values(seen) == floats{2, 4, 2, 3});
  auto const other = writer_of_a_temporary_function(seen);
  scribble();
  other(ramp(2) + 1);
  CHECK(values(seen) == floats{0, 1, 3, 6});
}

TEST_CASE("expressions live in objects as other values do") {
  auto const h = kept_in_a_struct();
  auto const v = kept_in_a_vector();
  auto const o = kept_in_an_optional(true);
  auto const m = kept_in_a_map();
  auto const t = kept_in_a_tuple();
  auto const p = kept_on_the_heap();
  auto const any = kept_in_any();
  auto const f = captured_in_a_function();
  auto const g = captured_by_move();
  scribble();
  CHECK(values(h.e) == floats{0, 2, 4, 6});
  CHECK(values(h.view) == floats{1, 2});
  for (std::size_t i = 0; i < 20; ++i) CHECK(values(v[i]) == floats(2, static_cast<float>(2 * i + 2)));
  CHECK(values(*o) == floats{0, 2, 4, 6});
  CHECK_FALSE(kept_in_an_optional(false).has_value());
  CHECK(values(m.at(1)) == floats{0, 2, 4, 6});
  CHECK(values(m.at(2)) == floats{0, 2});
  CHECK(values(std::get<0>(t)) == floats{1, 2, 3, 4});
  CHECK(values(std::get<1>(t)) == floats{0, 1});
  CHECK(values(std::get<2>(t)) == floats{1, 1, 1, 1});
  CHECK(values(*p) == floats{0, 2, 4, 6});
  CHECK(values(std::any_cast<sum_expression>(any)) == floats{0, 2, 4, 6});
  CHECK(values(f()) == floats{0, 3, 6, 9});
  CHECK(values(g(2)) == floats{0, 4, 8, 12});
}

TEST_CASE("an expression sees later writes to its arrays, and not what their names are assigned later") {
  auto a = ramp();
  auto const e = a + 0;
  a(cp::slice(0, 1)) = 50.0f;
  CHECK(values(e) == floats{50, 1, 2, 3});
  a = cp::zeros<float>(4);  // another array under the same name
  CHECK(values(e) == floats{50, 1, 2, 3});
  auto b = ramp();
  auto const f = b * 2;
  b = b + 1;  // f holds the old data too, so b gets new memory
  CHECK(values(f) == floats{0, 2, 4, 6});
  CHECK(values(b) == floats{1, 2, 3, 4});
  {
    auto const c = ramp();
    a = c(cp::slice(0, 2)) + c(cp::slice(2, 4));
  }
  CHECK(values(a) == floats{2, 4});
}

TEST_CASE("nodes hold values, never references") {
  vec a = ramp();
  float k = 2;
  auto const e = cp::exp(a * k) + a(cp::slice(0, 4));
  CHECK(a.memory()->references.load() == 3);
  k = 1000;
  a = vec();
  CHECK(values(e)[0] == 1);
  auto copy = e;
  CHECK(values(copy(cp::slice(0, 1))) == floats{1});
  auto const moved = std::move(copy);
  CHECK(values(moved(cp::slice(0, 1))) == floats{1});
}
