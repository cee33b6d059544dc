// Attention of matrices however they lie.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "attention_cases.hpp"

using namespace attention_cases;

namespace {

/// Whether an expression is none that one kernel of the device's computes.
template <class E>
bool refuses(E const& e) {
  if constexpr (on_device) {
    auto const made = cp::detail::make_array<cp::float16, E::rank, cp::default_space>(cp::expr::shape_of(e), "refuses");
    return !cp::expr::absorption<E>::store(e, made);
  } else {
    return true;
  }
}
/// Attention whose queries and values are no arrays.
template <class T>
cp::ndarray<T, 3> computed(cp::ndarray<T, 3> const& q, cp::ndarray<T, 3> const& k, cp::ndarray<T, 3> const& v) {
  auto const e = cp::matmul(weights<T>(cp::astype<float>(cp::matmul(q * T(2), k.mT())) * 0.5f), v + T(0));
  cp::ndarray<T, 3> made = cp::zeros<T>({q.shape(0), q.shape(1), v.shape(2)});
  if constexpr (on_device)
    CHECK(cp::expr::absorption<std::remove_const_t<decltype(e)>>::store(e, made));
  else
    made = e;
  return made;
}

}  // namespace

TEST_CASE("attention: layouts") {
  using T = cp::float16;
  std::int64_t const b = 6, n = 80, d = 32;
  auto const q = numbers<T>({b, n, d}, 1), k = numbers<T>({b, n, d}, 2), v = numbers<T>({b, n, d}, 3);
  auto const expected = by_definition(q, k, v, [](auto, auto, auto, double s) { return s; });
  auto const attend = [](auto const& x, auto const& y, auto const& z) {
    return cp::matmul(weights<T>(cp::astype<float>(cp::matmul(x, y.mT()))), z);
  };
  cp::ndarray<T, 3> o;
  cp::ndarray<T, 4> o4;
  cp::ndarray<T, 5> o5;
  CHECK(in_one(o4, attend(q.reshape(2, 3, n, d), k.reshape(2, 3, n, d), v.reshape(2, 3, n, d))));
  check(o4, expected, "two axes of a batch");
  CHECK(in_one(o5, attend(q.reshape(2, 1, 3, n, d), k.reshape(2, 1, 3, n, d), v.reshape(2, 1, 3, n, d))));
  check(o5, expected, "three axes of a batch");
  // Heads beside each other, as a projection leaves them: (n, heads, d), and q, k, v of one array.
  auto const all = cp::eval(cp::stack(std::vector<cp::ndarray<T, 3>>{q, k, v}, 2));  // (b, n, 3, d)
  auto const part = [&](std::int64_t which) { return all(cp::all, cp::all, which); };
  CHECK(in_one(o, attend(part(0), part(1), part(2))));
  check(o, expected, "of one array");
  auto const beside = [](auto const& x) { return cp::eval(cp::swapaxes(x, 0, 1)); };
  auto const qs = beside(q), ks = beside(k), vs = beside(v);
  auto const turned = [](auto const& x) { return cp::swapaxes(x, 0, 1); };
  CHECK(in_one(o, attend(turned(qs), turned(ks), turned(vs))));
  check(o, expected, "heads beside each other");
  auto room = cp::zeros<T>({n, b, d});
  CHECK(one_kernel([&] { turned(room)(cp::all) = attend(q, k, v); }));
  check(cp::eval(turned(room)), expected, "into heads beside each other");
  // Keys for all problems of a group.
  auto const shared = cp::broadcast_to(k(cp::slice(0, 1)), {b, n, d});
  CHECK(in_one(o, attend(q, shared, v)));
  check(o, by_definition(q, cp::eval(shared + T(0)), v, [](auto, auto, auto, double s) { return s; }), "keys of all");
  o = attend(q, k(cp::slice(0, 1)), v);
  check(o, by_definition(q, cp::eval(shared + T(0)), v, [](auto, auto, auto, double s) { return s; }), "one for all");
  // Matrices.
  cp::ndarray<T, 2> o2;
  auto const first = std::vector<double>(expected.begin(), expected.begin() + n * d);
  CHECK(in_one(o2, attend(q(0), k(0), v(0))));
  check(o2, first, "matrices");
  // What the kernel does not read is computed all the same: other strides, and what lies on no boundary.
  auto const kt = cp::eval(k.mT());
  o = attend(q, kt.mT(), v);
  check(o, expected, "keys that are columns");
  auto wide = cp::zeros<T>({b, n, d + 1});
  wide(cp::all, cp::all, cp::slice(1, d + 1)) = v;
  o = attend(q, k, wide(cp::all, cp::all, cp::slice(1, d + 1)));
  check(o, expected, "values on no boundary");
  // Operands that are computed, and by labels.
  o = computed(q, k, v);
  check(o, expected, "operands that are computed");
  CHECK(in_one(o, cp::einsum<"bqk,bkd->bqd">(weights<T>(cp::astype<float>(cp::einsum<"bqd,bkd->bqk">(q, k))), v)));
  check(o, expected, "einsum");
  // Into what is read.
  auto x = q.copy();
  x = attend(x, k, v);
  check(x, expected, "into its queries");
  // Two softmaxes of different arrays, and another axis, are no such kernel.
  auto const s = cp::astype<float>(cp::matmul(q, k.mT())), r = cp::astype<float>(cp::matmul(q, v.mT()));
  auto const power = [](auto const& y) { return cp::exp(y - cp::max(y, cp::axis<-1>, cp::keepdims)); };
  CHECK(refuses(cp::matmul(cp::astype<T>(power(s) / cp::sum(power(r), cp::axis<-1>, cp::keepdims)), v)));
  CHECK(refuses(cp::matmul(cp::astype<T>(cp::special::softmax(s, 1)), v)));
  CHECK(!refuses(attend(q, k, v)) == on_device);
}
