// Lambdas of several outputs: within others, into arrays, and what functions of two results give.
#include <fuse/linalg.hpp>
#include <tuple>

#include "expr/lambdas.hpp"

using namespace tests;

TEST_CASE("lambdas of several outputs within others, and into arrays") {
  array<float, 1> const v = vector(), w = v + 0.5f;
  auto const both = cp::fuse([](auto x, auto y) { return std::tuple(x * y, x + y); });
  check(
      [=](auto x, auto y) {
        auto const [p, s] = both(x, y);
        return p / s;
      },
      v, w);
  check([=](auto x, auto y) { return std::get<0>(both(x, y)) - std::get<1>(both(y, x)); }, v, w);
  auto const outer = cp::fuse([=](auto x, auto y) {
    auto const [p, s] = both(x, y(cp::slice(cp::end, cp::end, -1)));
    return std::tuple(p - s, s(cp::slice(cp::end, cp::end, -1)), x.size() * y);
  });
  auto const turned = cp::eval(w(cp::slice(cp::end, cp::end, -1)));
  auto const [a, b, c] = outer(v, w);
  CHECK(equal(a, v * turned - (v + turned)));
  CHECK(equal(b, cp::eval(v + turned)(cp::slice(cp::end, cp::end, -1))));
  CHECK(equal(c, 6.0f * w));
  auto to = array<float, 1>(cp::zeros<float>({6})), second = to.copy(), third = to.copy();
  outer.into(to, second, third)(v, w);
  CHECK(equal(to, a));
  CHECK(equal(second, b));
  CHECK(equal(third, c));
}

TEST_CASE("what functions of two results give are two outputs") {
  array<float, 1> const v = vector(), w = v + 0.5f;
  auto const [quotient, rest] = cp::fuse([](auto x, auto y) { return cp::divmod(x, y); })(v, w);
  CHECK(equal(quotient, cp::floor_divide(v, w)));
  CHECK(equal(rest, cp::remainder(v, w)));
  auto const [mantissa, exponent] = cp::fuse([](auto x) { return cp::frexp(x * 3); })(v);
  CHECK(equal(mantissa, cp::frexp(v * 3).first));
  CHECK(equal(exponent, cp::frexp(v * 3).second));
  float const k = 0.3f;
  auto const split = cp::fuse([k](auto x) { return cp::modf(x * k); });
  auto const [fraction, whole] = split(v);
  CHECK(equal(fraction, cp::modf(v * k).first));
  CHECK(equal(whole, cp::modf(v * k).second));
  check(
      [=](auto x) {
        auto const [f, n] = split(x);
        return f + n;
      },
      v);
  array<float, 1> one = cp::zeros<float>({6}), two = cp::zeros<float>({6});
  split.into(one, two)(v);
  CHECK(equal(one, fraction));
  CHECK(equal(two, whole));
}

namespace {

template <class F>
void check_work(std::int64_t launches, std::int64_t temporaries, F const& f) {
  cp::counters const before = cp::count();
  f();
  cp::counters const work = cp::count() - before;
  CHECK(work.launches == launches);
  CHECK(work.temporaries == temporaries);
}

/// That one takes as much as another one.
template <class F, class G>
void check_as_much(F const& f, G const& g) {
  cp::counters const before = cp::count();
  g();
  cp::counters const work = cp::count() - before;
  check_work(work.launches, work.temporaries, f);
}

array<float, 3> points() { return cp::sin(cp::reshape(cp::arange<float>(5 * 7 * 3), {5, 7, 3})); }

}  // namespace

TEST_CASE("an output that another one folds is computed once, whatever their order") {
  array<float, 3> const p = points();
  array<float, 2> const n = cp::linalg::norm(p, cp::axis<2>);
  array<std::int64_t, 1> const nearest = cp::argmin(n, cp::axis<1>);
  auto const check_both = [&](auto const& f) {
    check_work(2, 0, [&] {
      auto const [norms, places] = f(p);
      CHECK(norms.shape() == n.shape());
    });
    auto const [norms, places] = f(p);
    CHECK(equal(norms, n));
    CHECK(equal(places, nearest));
  };
  check_both(cp::fuse([](auto x) {
    auto const norms = cp::linalg::norm(x, cp::axis<2>);
    return std::tuple(norms, cp::argmin(norms, cp::axis<1>));
  }));
  auto const swapped = cp::fuse([](auto x) {
    auto const norms = cp::linalg::norm(x, cp::axis<2>);
    return std::tuple(cp::argmin(norms, cp::axis<1>), norms);
  });
  check_work(2, 0, [&] { (void)swapped(p); });
  CHECK(equal(std::get<0>(swapped(p)), nearest));
  float const k = 2;
  auto const scaled = cp::fuse([k](auto x) {
    auto const norms = cp::sqrt(cp::sum(x * x * k, cp::axis<2>));
    return std::tuple(norms, cp::min(norms, cp::axis<1>) + k, cp::max(norms));
  });
  check_work(3, 0, [&] { (void)scaled(p); });
  auto const [norms, least, largest] = scaled(p);
  CHECK(equal(least, cp::min(norms, cp::axis<1>) + k));
  CHECK(equal(largest, cp::max(norms)));
  // Each in the next one.
  auto const chain = cp::fuse([](auto x) {
    auto const a = cp::sum(x, cp::axis<2>);
    auto const c = cp::max(cp::abs(a), cp::axis<0>);
    return std::tuple(a, c, cp::sum(c));
  });
  check_work(3, 0, [&] { (void)chain(p); });
  auto const [a, c, total] = chain(p);
  CHECK(equal(a, cp::sum(p, cp::axis<2>)));
  CHECK(equal(c, cp::max(cp::abs(a), cp::axis<0>)));
  CHECK(equal(total, cp::sum(c)));
  // Into arrays, which are the argument.
  array<float, 2> to = n.copy();
  array<float, 1> lowest = to(cp::all, 0).copy();
  cp::fuse([](auto x) {
    auto const s = cp::sum(x, cp::axis<2>);
    return std::tuple(s, cp::min(s, cp::axis<1>));
  }).into(to, lowest)(p);
  CHECK(equal(lowest, cp::min(to, cp::axis<1>)));
}

TEST_CASE("an output of one argument is not another one of the same type") {
  array<float, 3> const p = points();
  array<float, 3> const q = p * 2.0f + 1.0f;
  auto const f = cp::fuse([](auto x, auto y) {
    return std::tuple(cp::sum(x, cp::axis<2>), cp::argmin(cp::sum(y, cp::axis<2>), cp::axis<1>),
                      cp::max(cp::sum(y, cp::axis<2>)));
  });
  auto const [s, places, largest] = f(p, q);
  CHECK(equal(s, cp::sum(p, cp::axis<2>)));
  CHECK(equal(places, cp::argmin(cp::sum(q, cp::axis<2>), cp::axis<1>)));
  CHECK(equal(largest, cp::max(cp::sum(q, cp::axis<2>))));
}

TEST_CASE("a fold within a fold takes no more in a lambda than outside") {
  array<float, 3> const p = points();
  auto const least = cp::fuse([](auto x) { return cp::min(cp::sum(x, cp::axis<2>), cp::axis<1>); });
  auto const place = cp::fuse([](auto x) { return cp::argmin(cp::sum(x, cp::axis<2>), cp::axis<1>) + 1; });
  auto const sums = cp::sum(p, cp::axis<2>);
  check_as_much([&] { (void)cp::eval(least(p)); }, [&] { (void)cp::eval(cp::min(sums, cp::axis<1>)); });
  check_as_much([&] { (void)cp::eval(place(p)); }, [&] { (void)cp::eval(cp::argmin(sums, cp::axis<1>) + 1); });
  check_as_much([&] { (void)cp::eval(least(p) * 2.0f); }, [&] { (void)cp::eval(cp::min(sums, cp::axis<1>) * 2.0f); });
  check(least, p);
  CHECK(equal(cp::eval(place(p)), cp::argmin(cp::sum(p, cp::axis<2>), cp::axis<1>) + 1));
  CHECK(equal(cp::eval(least(cp::exp(p)) * 2.0f), cp::min(cp::sum(cp::exp(p), cp::axis<2>), cp::axis<1>) * 2.0f));
}
