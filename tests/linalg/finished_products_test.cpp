// Products with a vector added to their rows and a function applied: NumPy's values, what is one call, what lies how.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "close.hpp"
#include "data.hpp"
#include "product_data.hpp"
#include "running.hpp"

using namespace product_data;
using tests::spent;
using tests::values;

namespace {

constexpr bool on_device = !std::is_same_v<cp::default_space, cp::host_space>;

/// Whether a value is that of an exact sum's function, relative to the value. The function is computed in float32 at
/// least, where large exponents lose up to 128 epsilons, and rounded once: to the next denormal number, where the dtype
/// has no smaller ones.
template <class T>
bool near(T got, double exact, double allowed = 0) {
  constexpr double computed = 128 * (sizeof(T) == 8 ? 0x1p-52 : 0x1p-23),
                   rounded = sizeof(T) == 2 ? tests::epsilon_of<T> / 2 : 0;
  constexpr double smallest = std::is_same_v<T, cp::float16>    ? 0x1p-24
                              : std::is_same_v<T, cp::bfloat16> ? 0x1p-133
                                                                : 0x1p-149;
  return std::abs(static_cast<double>(got) - exact) <= (computed + rounded) * std::abs(exact) + smallest + allowed;
}

/// How many passes follow a product's call; -1 if it is not one call, or takes room.
template <class F>
int passes(F const& statement) {
  statement();  // algorithms are chosen
  auto const s = spent(statement);
  return s.library_calls == 1 && s.temporaries == 0 && s.copies == 0 ? static_cast<int>(s.launches) : -1;
}
constexpr int in_the_call = on_device ? 0 : 1;

/// NumPy's results, one behind the other.
class expected_values {
 public:
  template <cp::expression E>
  void check(char const* what, E const& e) {
    CAPTURE(what);
    auto const v = values(e);
    REQUIRE(next_ + v.size() <= static_cast<std::size_t>(all_.size()));
    bool same = true;
    for (auto const& x : v) same = near(x, all_.data()[next_++]) && same;
    CHECK(same);
  }
  void expect_end() const { CHECK(next_ == static_cast<std::size_t>(all_.size())); }

 private:
  cp::ndarray<double, 1, cp::host_space> all_ =
      cp::load<double, 1, cp::host_space>(tests::data_folder() + "/products/finished.npy");
  std::size_t next_ = 0;
};

/// `Every`: all cases, else those whose dtype matters.
template <class T, bool Every>
void as_numpy() {
  auto const a = operand<T>({3, 4}), b = operand<T>({4, 5}, 1);
  auto const v = operand<T>({5}, 2);
  T const eighth = static_cast<T>(0.125f);
  expected_values numpy;
  numpy.check("relu(p + v)", cp::eval(cp::relu(eighth * cp::matmul(a, b) + v)));
  numpy.check("p + v", cp::eval(eighth * cp::matmul(a, b) + v));
  numpy.check("gelu_tanh(v + p)", cp::eval(cp::gelu_tanh(v + eighth * cp::matmul(a, b))));
  if constexpr (Every) {
    numpy.check("gelu_tanh(p)", cp::eval(cp::gelu_tanh(eighth * cp::matmul(a, b))));
    numpy.check("maximum(p, 0)", cp::eval(cp::maximum(cp::dot(a, b) * eighth, 0)));
    numpy.check("gelu(p + v)", cp::eval(cp::gelu(eighth * cp::matmul(a, b) + v)));
    numpy.check("relu(v - p)", cp::eval(cp::relu(v + -(eighth * cp::matmul(a, b)))));
    numpy.check("a batch", cp::eval(cp::relu(eighth * cp::matmul(operand<T>({2, 3, 4}, 3), b) + v)));
    numpy.check("a turned one", cp::eval(cp::gelu_tanh(eighth * cp::einsum<"ij,jk->ki">(a, b) + a(cp::all, 0))));
    numpy.expect_end();
  }
}

}  // namespace

TEST_CASE("finished products are NumPy's") {
  as_numpy<float, true>();
  as_numpy<double, false>();
  as_numpy<cp::float16, false>();
  as_numpy<cp::bfloat16, false>();
}

TEST_CASE("what is around a product is part of the call on the device, or one pass behind it") {
  auto const a = operand<float>({64, 32}), b = operand<float>({32, 64}, 1);
  auto const v = operand<float>({64}, 2);
  auto c = cp::zeros<float>({64, 64});
  auto const biased = [&] { c(cp::all) = cp::matmul(a, b) + v; };
  auto const relu = [&] { c(cp::all) = cp::relu(cp::matmul(a, b) + v); };
  auto const gelu = [&] { c(cp::all) = cp::gelu_tanh(cp::matmul(a, b) + v); };
  CHECK(passes(biased) == in_the_call);
  CHECK(passes(relu) == 1);
  CHECK(passes(gelu) == 1);
  auto const expected = values(cp::maximum(cp::eval(cp::matmul(a, b)) + v, 0));
  {
    cp::linalg::inexact_activations const allowed;
    CHECK(passes(relu) == in_the_call);
    CHECK(values(c) == expected);
    CHECK(passes([&] { c(cp::all) = cp::maximum(v + 2 * cp::matmul(a, b), 0); }) == in_the_call);
    CHECK(passes([&] { c(cp::all) = cp::maximum(0, cp::matmul(a, b) + v); }) == in_the_call);
    CHECK(values(c) == expected);
    CHECK(passes([&] { c(cp::all) = cp::relu(-cp::matmul(a, b)); }) == in_the_call);
    CHECK(values(c) == values(cp::maximum(cp::negative(cp::eval(cp::matmul(a, b))), 0)));
  }
  CHECK(passes(relu) == 1);
  CHECK(values(c) == expected);
  CHECK(passes(gelu) == 1);
  // gelu itself is no library's.
  auto const s = spent([&] { c(cp::all) = cp::gelu(cp::matmul(a, b) + v); });
  CHECK((s.library_calls == 1 && s.launches == 1));
}

namespace {

/// Activations of sums from -6 to 6, which are exact in every dtype, of float32 in TF32 too: where the functions are
/// applied, and that their values are right to the last digits wherever the thread has not allowed cuBLASLt's.
template <class T>
void activations_over_a_range() {
  CAPTURE(sizeof(T));
  auto const number = [](int x, float unit) { return static_cast<T>(static_cast<float>(x) * unit); };
  auto left = cp::zeros<T, cp::host_space>({64, 32});
  auto added = cp::zeros<T, cp::host_space>({64});
  for (int i = 0; i < 64; ++i) {
    for (int l = 0; l < 32; ++l) left.data()[i * 32 + l] = number(i % 21 - 10, 0x1p-6f);
    added.data()[i] = number(i == 63 ? 32 : i - 32, 0x1p-5f);
  }
  auto const a = left.template to<cp::default_space>();
  auto const v = added.template to<cp::default_space>();
  auto const b = cp::full<T>({32, 64}, number(1, 1));
  auto const in_32nds = [](int i, int j) { return 16 * (i % 21 - 10) + (j == 63 ? 32 : j - 32); };
  auto const numpy = cp::load<double, 1, cp::host_space>(tests::data_folder() + "/products/gelu_tanh.npy");
  REQUIRE(numpy.size() == 2 * 6 * 32 + 1);

  auto c = cp::zeros<T>({64, 64});
  auto const gelu = [&] { c(cp::all) = cp::gelu_tanh(cp::matmul(a, b) + v); };
  auto const relu = [&] { c(cp::all) = cp::relu(cp::matmul(a, b) + v); };
  auto const wrong = [&](auto const& right) {
    auto const got = values(c);
    int n = 0;
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 64; ++j) n += !right(got[static_cast<std::size_t>(i * 64 + j)], in_32nds(i, j));
    return n;
  };
  auto const wrong_gelu = [&](double allowed) {
    return wrong([&](T x, int at) { return near(x, numpy.data()[at + 6 * 32], allowed); });
  };
  auto const wrong_relu = [&] {
    return wrong([](T x, int at) { return static_cast<double>(x) == (at > 0 ? at / 32.0 : 0.0); });
  };
  for (auto const kind : {cp::linalg::precision_kind::full, cp::linalg::precision_kind::tf32}) {
    CAPTURE(static_cast<int>(kind));
    cp::linalg::precision const chosen(kind);
    CHECK(passes(gelu) == 1);
    CHECK(wrong_gelu(0) == 0);
    CHECK(passes(relu) == 1);
    CHECK(wrong_relu() == 0);
    cp::linalg::inexact_activations const allowed;
    CHECK(passes(gelu) == in_the_call);
    CHECK(wrong_gelu(on_device ? 6.5e-6 : 0) == 0);  // the documented 6e-6, to its digit
    CHECK(passes(relu) == in_the_call);
    CHECK(wrong_relu() == 0);
  }
}

}  // namespace

TEST_CASE("activations are right relative to their values, and part of the call where the thread allows it") {
  activations_over_a_range<float>();
  activations_over_a_range<cp::float16>();
  activations_over_a_range<cp::bfloat16>();
}

TEST_CASE("finished products into any view, with any vector") {
  auto const a = operand<float>({6, 4}), b = operand<float>({4, 8}, 1);
  auto const long_v = operand<float>({16}, 2);
  auto const v = long_v(cp::slice(0, 8));
  auto const expected = [&](auto const& vector) { return values(cp::maximum(cp::eval(cp::matmul(a, b)) + vector, 0)); };
  auto const turned = cp::zeros<float>({8, 6});
  turned.T()(cp::all) = cp::relu(cp::matmul(a, b) + v);
  CHECK(values(turned.T()) == expected(v));
  auto const wide = cp::zeros<float>({6, 20});
  auto const part = wide(cp::all, cp::slice(3, 11));
  part(cp::all) = cp::relu(cp::matmul(a, b) + v);
  CHECK(values(part) == expected(v));
  CHECK(wide.item(0, 2) == 0);
  CHECK(wide.item(5, 11) == 0);
  auto const steps = wide(cp::all, cp::slice(0, 16, 2));
  steps(cp::all) = cp::relu(cp::matmul(a, b) + v);
  CHECK(values(steps) == expected(v));
  auto c = cp::zeros<float>({6, 8});
  auto const strided = long_v(cp::slice(0, 16, 2)), odd = long_v(cp::slice(1, 9)), one = long_v(cp::slice(3, 4));
  c(cp::all) = cp::relu(cp::matmul(a, b) + strided);
  CHECK(values(c) == expected(strided));
  c(cp::all) = cp::relu(cp::matmul(a, b) + odd);
  CHECK(values(c) == expected(odd));
  c(cp::all) = cp::relu(one + cp::matmul(a, b));
  CHECK(values(c) == expected(one));
  // The vector is a row of the result.
  c.fill(2.0f);
  c(cp::all) = cp::relu(cp::matmul(a, b) + c(0));
  CHECK(values(c) == expected(cp::full<float>({8}, 2.0f)));
  // Another threshold is no relu, a wider result no sum with a vector.
  c(cp::all) = cp::maximum(cp::matmul(a, b) + v, 1);
  CHECK(values(c) == values(cp::maximum(cp::eval(cp::matmul(a, b)) + v, 1)));
  auto const row = cp::eval(cp::relu(cp::matmul(a(cp::slice(0, 1)), b) + v));
  CHECK(values(row) == values(cp::maximum(cp::eval(cp::matmul(a(cp::slice(0, 1)), b)) + v, 0)));
  auto const column = operand<float>({4, 1});
  CHECK(values(cp::relu(cp::matmul(a, column) + v)) == values(cp::maximum(cp::eval(cp::matmul(a, column)) + v, 0)));
  auto const none = cp::eval(cp::relu(cp::matmul(a(cp::slice(0, 0)), b) + v));
  CHECK(none.size() == 0);
  auto const whole = cp::eval(cp::relu(cp::dot(operand<std::int32_t>({3, 4}), operand<std::int32_t>({4, 2}, 1))));
  CHECK(values(whole) ==
        values(cp::maximum(cp::eval(cp::dot(operand<std::int32_t>({3, 4}), operand<std::int32_t>({4, 2}, 1))), 0)));
}

TEST_CASE("NaN goes through, and what the result held is not read") {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  auto a = operand<float>({64, 32});
  auto const b = operand<float>({32, 64}, 1);
  auto const v = operand<float>({64}, 2);
  a(5, 3) = nan;
  auto c = cp::full<float>({64, 64}, nan);
  c(cp::all) = cp::relu(cp::matmul(a, b) + v);
  CHECK(cp::all(cp::isnan(c(5))).item());
  CHECK(!cp::any(cp::isnan(c(cp::slice(6, 64)))).item());
  c.fill(nan);
  c(cp::all) = cp::gelu_tanh(cp::matmul(a, b) + v);
  CHECK(cp::all(cp::isnan(c(5))).item());
  CHECK(!cp::any(cp::isnan(c(cp::slice(6, 64)))).item());
}

TEST_CASE("a vector that does not fit leaves the destination as it was") {
  auto const a = operand<float>({3, 4}), b = operand<float>({4, 5}, 1);
  auto c = cp::full<float>({3, 5}, 7.0f);
  CHECK_THROWS_AS(c(cp::all) = cp::relu(cp::matmul(a, b) + operand<float>({4})), cp::shape_error);
  CHECK(values(c) == std::vector<float>(15, 7.0f));
}

TEST_CASE("finished products are captured and run again") {
  auto a = operand<float>({64, 32});
  auto const b = operand<float>({32, 64}, 1);
  auto const v = operand<float>({64}, 2);
  auto c = cp::zeros<float>({64, 64});
  c(cp::all) = cp::relu(cp::matmul(a, b) + v);
  auto const g = cp::capture([&] { c(cp::all) = cp::relu(cp::matmul(a, b) + v); }, on_device);
  a(cp::all) = a + 1;
  g.launch();
  CHECK(values(c) == values(cp::maximum(cp::eval(cp::matmul(a, b)) + v, 0)));
}

TEST_CASE("after the first call products take no memory, and a stream gives back what it had") {
  auto const a = operand<float>({64, 64}), b = operand<float>({64, 64}, 1);
  auto const many = operand<float>({80, 16, 16}, 3);
  auto const v = operand<float>({64}, 2);
  auto c = cp::zeros<float>({64, 64});
  auto powers = cp::zeros<float>({80, 16, 16});
  cp::memory_pool const pool(cp::default_space::kind);
  auto const all_kinds = [&] {
    c(cp::all) = cp::matmul(a, b);
    c(cp::all) = cp::relu(cp::matmul(a, b) + v);
    powers(cp::all) = cp::matmul(many, many);
  };
  all_kinds();
  auto const allocations = pool.statistics().allocations;
  for (int i = 0; i < 3; ++i) all_kinds();
  CHECK(pool.statistics().allocations == allocations);
  auto const on_a_stream = [&] {
    cp::stream const s;
    cp::stream_guard const current(s);
    all_kinds();
  };
  on_a_stream();
  auto const used = pool.statistics().used_bytes;
  for (int i = 0; i < 4; ++i) on_a_stream();
  CHECK(pool.statistics().used_bytes == used);
  auto const expected = values(cp::maximum(cp::eval(cp::matmul(a, b)) + v, 0));
  CHECK(values(c) == expected);
}
