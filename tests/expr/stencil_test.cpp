// Stencils as expressions: one kernel and one operand, overlap, views, arguments of every kind, graphs, plans, errors.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "array/values.hpp"

namespace {

using field = cp::ndarray<float, 2>;
using tests::floats;
using tests::values;

auto const laplace = cp::fuse(
    [](auto u) { return cp::at<-1, 0>(u) + cp::at<1, 0>(u) + cp::at<0, -1>(u) + cp::at<0, 1>(u) - 4 * u; }, "laplace");
auto const ahead = cp::fuse([](auto u) { return cp::at<1>(u) - u; });

/// Whole numbers, so that sums are exact in any order.
field whole_numbers(std::int64_t rows, std::int64_t columns) {
  auto const i = cp::index<0>({rows, columns}), j = cp::index<1>({rows, columns});
  return cp::astype<float>((i * i * 31 + j * 17 + i * j) % 101);
}
/// u in a frame of r elements that repeat it.
field wrapped(field const& u, std::int64_t r) {
  cp::shape_array<2> const shape{u.shape(0) + 2 * r, u.shape(1) + 2 * r};
  return cp::gather(u, cp::index<0>(shape) - r, cp::index<1>(shape) - r);
}
field by_slices(field const& p) {
  auto const in = cp::slice(1, -1), before = cp::slice(0, -2), after = cp::slice(2, cp::end);
  return p(before, in) + p(after, in) + p(in, before) + p(in, after) - 4 * p(in, in);
}

template <class F>
cp::counters spent(F const& f) {
  auto const before = cp::count();
  f();
  return cp::count() - before;
}
bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a stencil is one kernel that reads its argument once") {
  field const u = whole_numbers(40, 70);
  field v = cp::zeros<float>({40, 70});
  auto const c = spent([&] { v(cp::all) = laplace(cp::wrap(u)); });
  CHECK(c.launches == 1);
  CHECK(c.temporaries == 0);
  CHECK(c.bytes_read == u.nbytes());
  CHECK(c.bytes_written == u.nbytes());
  CHECK(spent([&] { v(cp::all) = v + 2 * laplace(cp::nearest(u)); }).launches == 1);
}

TEST_CASE("sizes from one element to many, inside and at the edges") {
  for (auto const& shape : std::vector<cp::shape_array<2>>{
           {1, 1}, {2, 5}, {4, 64}, {33, 31}, {7, 1000}, {300, 517}, {130, 2048}, {2000, 3}, {3, 70000}}) {
    CAPTURE(cp::to_string(shape));
    field const u = whole_numbers(shape[0], shape[1]), p = wrapped(u, 1);
    CHECK(values(laplace(cp::wrap(u))) == values(by_slices(p)));
    CHECK(values(laplace(cp::valid(p))) == values(by_slices(p)));
  }
}

TEST_CASE("three axes, walked through in planes") {
  auto const step = cp::fuse([](auto u, auto k) {
    return u + k * (cp::at<-1, 0, 0>(u) + cp::at<1, 0, 0>(u) + cp::at<0, -2, 0>(u) + cp::at<0, 1, 0>(u) +
                    cp::at<0, 0, -1>(u) + cp::at<0, 0, 3>(u) - 6 * u);
  });
  for (auto const& n : std::vector<cp::shape_array<3>>{{3, 4, 5}, {21, 34, 128}, {100, 40, 36}, {70, 150, 256}}) {
    CAPTURE(cp::to_string(n));
    auto const i = cp::index<0>(n), j = cp::index<1>(n), k = cp::index<2>(n);
    cp::ndarray<float, 3> const u = cp::astype<float>((i * i * 31 + j * 17 + i * j + k * k * 7) % 101);
    auto const at = [&](int a, int b, int c) { return cp::gather(u, i + a, j + b, k + c); };
    cp::ndarray<float, 3> const expected =
        u + 2 * (at(-1, 0, 0) + at(1, 0, 0) + at(0, -2, 0) + at(0, 1, 0) + at(0, 0, -1) + at(0, 0, 3) - 6 * u);
    CHECK(values(step(cp::wrap(u), 2)) == values(expected));
    if (n[0] < 3 || n[1] < 4 || n[2] < 6) continue;
    auto const inner = [](auto const& x) { return x(cp::slice(1, -1), cp::slice(2, -1), cp::slice(1, -3)); };
    CHECK(values(step(cp::valid(u), 2)) == values(inner(expected)));
    cp::ndarray<float, 3> v = cp::zeros<float>(n);
    inner(v) = step(cp::valid(u), 2);
    CHECK(values(inner(v)) == values(inner(expected)));
    CHECK(cp::sum(v != 0).item() <= inner(v).size());
  }
}

TEST_CASE("many planes: a thread walks further") {
  cp::shape_array<3> const n{150, 272, 512};
  auto const i = cp::index<0>(n), j = cp::index<1>(n), k = cp::index<2>(n);
  cp::ndarray<float, 3> const u = cp::astype<float>((i * i * 31 + j * 17 + i * j + k * k * 7) % 101);
  auto const step = cp::fuse([](auto x) {
    return cp::at<-1, 0, 0>(x) + 2 * cp::at<2, 0, 0>(x) + 3 * cp::at<0, -1, 0>(x) + 4 * cp::at<1, 1, -1>(x) +
           5 * cp::at<0, 0, 1>(x);
  });
  cp::ndarray<float, 3> const v = step(cp::nearest(u));
  auto const at = [&](int a, int b, int c) {
    return cp::gather(u, cp::clip(i + a, 0, 149), cp::clip(j + b, 0, 271), cp::clip(k + c, 0, 511));
  };
  CHECK(cp::all(v == at(-1, 0, 0) + 2 * at(2, 0, 0) + 3 * at(0, -1, 0) + 4 * at(1, 1, -1) + 5 * at(0, 0, 1)).item());
}

TEST_CASE("the whole of an array may be overwritten by its own stencil") {
  field u = whole_numbers(50, 60);
  auto const expected = values(laplace(cp::mirror(u)));
  auto const c = spent([&] { u(cp::all) = laplace(cp::mirror(u)); });
  CHECK(c.temporaries == 1);
  CHECK(values(u) == expected);
  field w = whole_numbers(50, 60);
  w += laplace(cp::mirror(w));
  CHECK(values(w) == values(whole_numbers(50, 60) + laplace(cp::mirror(whole_numbers(50, 60)))));
  // y = e takes new memory or its own, but never reads what it has written.
  w = whole_numbers(50, 60);
  w = laplace(cp::mirror(w));
  CHECK(values(w) == expected);
  // Halves that do not touch need no temporary.
  field const both = whole_numbers(50, 60);
  CHECK(spent([&] { both(cp::slice(0, 25)) = laplace(cp::wrap(both(cp::slice(25, 50)))); }).temporaries == 0);
}

TEST_CASE("valid leaves the frame of what is there as it is") {
  auto const in = cp::slice(1, -1);
  for (std::int64_t columns : {41, 64, 1000, 2052}) {
    field const u = whole_numbers(30, columns);
    field v = cp::full<float>({30, columns}, -1000.0f);
    auto const c = spent([&] { v(in, in) = laplace(cp::valid(u)); });
    CHECK(c.launches == 1);
    CHECK(c.temporaries == 0);
    CHECK(values(v(in, in)) == values(by_slices(u)));
    CHECK(cp::sum(v == -1000.0f).item() == 2 * 30 + 2 * (columns - 2));
  }
  field const u = whole_numbers(30, 41), v = u.copy();
  CHECK(cp::eval(laplace(cp::valid(u(cp::slice(0, 2))))).size() == 0);
  CHECK_THROWS_AS(v(cp::all) = laplace(cp::valid(u)), cp::shape_error);
}

TEST_CASE("several stencils, boundaries and outputs beside elementwise arguments") {
  // Gray and Scott's two substances.
  auto const step = cp::fuse(
      [](auto u, auto v, auto feed, auto mask) {
        auto const lap_u = cp::at<-1, 0>(u) + cp::at<1, 0>(u) + cp::at<0, -1>(u) + cp::at<0, 1>(u) - 4 * u;
        auto const lap_v = cp::at<-1, -1>(v) + cp::at<2, 1>(v) - 2 * v;
        return std::tuple(u + lap_u * feed - v, v + mask * lap_v + u);
      },
      "two");
  for (std::int64_t columns : {50, 64, 129}) {
    field const u = whole_numbers(37, columns), v = cp::eval(whole_numbers(37, columns) * 3),
                mask = cp::astype<float>(whole_numbers(37, columns) > 50);
    field p = cp::empty<float>({37, columns}), q = cp::empty<float>({37, columns});
    auto const row = mask(3);
    field const column = mask(cp::all, cp::slice(2, 3));
    auto const i = cp::index<0>({37, columns}), j = cp::index<1>({37, columns});
    field const lap_u = laplace(cp::wrap(u));
    field const other = cp::where(i < 1 || j < 1, 5.0f, cp::gather(v, i - 1, j - 1)) +
                        cp::where(i > 34 || j > columns - 2, 5.0f, cp::gather(v, i + 2, j + 1)) - 2 * v;
    auto const check = [&](auto const& m) {
      CHECK(spent([&] { step.into(p, q)(cp::wrap(u), cp::constant_boundary(v, 5), 2, m); }).launches == 1);
      CHECK(values(p) == values(u + lap_u * 2 - v));
      CHECK(values(q) == values(v + m * other + u));
    };
    check(mask);
    check(row);
    check(column);
    check(cp::flip(mask));
    check(cp::astype<float>(i));
    auto const [a, b] = step(cp::wrap(u), cp::constant_boundary(v, 5), 2, row);
    CHECK(values(a) == values(p));
    CHECK(values(b) == values(v + row * other + u));
    // Outputs over the arguments go through temporaries.
    field u_too = u.copy(), v_too = v.copy();
    step.into(u_too, v_too)(cp::wrap(u_too), cp::constant_boundary(v_too, 5), 2, mask);
    CHECK(values(u_too) == values(a));
    CHECK(values(v_too) == values(v + mask * other + u));
  }
}

TEST_CASE("stencils of expressions, of stencils, and inside other traced functions") {
  field const u = whole_numbers(20, 30);
  auto const e = laplace(cp::wrap(u * 2 + 1));
  field v;
  auto const c = spent([&] { v = e; });
  CHECK(c.launches == 2);
  CHECK(c.temporaries == 1);
  CHECK(values(v) == values(2 * laplace(cp::wrap(u))));
  CHECK(values(laplace(cp::wrap(laplace(cp::wrap(u))))) == values(laplace(cp::wrap(cp::eval(laplace(cp::wrap(u)))))));
  auto const outer = cp::fuse([](auto x, auto k) { return x + k * laplace(cp::wrap(x)); });
  CHECK(values(outer(u, 3)) == values(u + 3 * laplace(cp::wrap(u))));
  CHECK(values(outer(u + u, 3)) == values(2 * u + 6 * laplace(cp::wrap(u))));
  auto const both = cp::fuse([](auto x) { return cp::at<0, 1>(x) + laplace(cp::mirror(x)); });
  CHECK(values(both(cp::nearest(u))) ==
        values(cp::fuse([](auto x) { return cp::at<0, 1>(x) + 0; })(cp::nearest(u)) + laplace(cp::mirror(u))));
  CHECK(values(cp::sqrt(cp::square(laplace(cp::wrap(u))))) == values(cp::abs(laplace(cp::wrap(u)))));
  auto const [p, q] = cp::evaluate(laplace(cp::wrap(u)), laplace(cp::mirror(u)) + u);
  CHECK(values(p) == values(laplace(cp::wrap(u))));
  CHECK(values(q) == values(u + laplace(cp::mirror(u))));
  auto const [r, s] = cp::fuse([](auto x) { return std::tuple(cp::at<1, 0>(x), x); })(cp::wrap(u * 1));
  CHECK(values(s) == values(u));
  CHECK(values(r) == values(cp::concatenate(u(cp::slice(1, cp::end)), u(cp::slice(0, 1)))));
  // A lambda that reads no neighbour needs no boundary, and may have one.
  CHECK(values(cp::fuse([](auto x) { return x + 1; })(cp::wrap(u))) == values(u + 1));
}

TEST_CASE("stencils and reductions feed each other") {
  field const u = whole_numbers(20, 30);
  CHECK(cp::sum(laplace(cp::wrap(u))).item() == 0);
  CHECK(cp::max(laplace(cp::wrap(u))).item() == cp::max(cp::eval(laplace(cp::wrap(u)))).item());
  auto const centred = cp::fuse([](auto x) { return cp::at<0, 1>(x) - cp::max(x) + cp::max(cp::at<1, 0>(x)); });
  CHECK(values(centred(cp::wrap(u))) == values(cp::fuse([](auto x) { return cp::at<0, 1>(x) + 0; })(cp::wrap(u))));
  CHECK(values(laplace(cp::wrap(u)) - cp::max(u)) == values(by_slices(wrapped(u, 1)) - cp::max(u)));
}

TEST_CASE("views of arguments and of results") {
  field const u = whole_numbers(24, 36), expected = laplace(cp::wrap(u));
  auto const in = cp::slice(3, -2);
  CHECK(values(laplace(cp::wrap(u))(in, cp::slice(0, cp::end, 2))) == values(expected(in, cp::slice(0, cp::end, 2))));
  CHECK(values(laplace(cp::wrap(u)).T()) == values(expected.T()));
  CHECK(values(laplace(cp::wrap(u.T()))) == values(expected.T()));
  CHECK(values(laplace(cp::wrap(cp::flip(u)))) == values(cp::flip(expected)));
  field const part = u(cp::slice(1, 20, 3), cp::slice(30, 2, -2));
  CHECK(values(laplace(cp::mirror(part))) == values(laplace(cp::mirror(part.copy()))));
  field v = cp::zeros<float>({36, 24});
  v.T()(cp::all) = laplace(cp::wrap(u));
  CHECK(values(v.T()) == values(expected));
  // Each plane of a batch has its own edges.
  cp::ndarray<float, 3> const batch = cp::stack(u, 2 * u);
  auto const of_planes = cp::fuse([](auto x) {
    return cp::at<0, -1, 0>(x) + cp::at<0, 1, 0>(x) + cp::at<0, 0, -1>(x) + cp::at<0, 0, 1>(x) - 4 * x;
  });
  CHECK(values(of_planes(cp::wrap(batch))) == values(cp::stack(expected, 2 * expected)));
}

TEST_CASE("arguments broadcast: neighbours are those in the argument's own array") {
  auto const x = cp::ndarray<float, 1>{1, 4, 9, 16};
  field const rows = cp::ones<float>({3, 4});
  auto const f = cp::fuse([](auto a, auto b) { return cp::at<1>(a) - a + b; });
  CHECK(values(f(cp::wrap(x), rows)) == floats{4, 6, 8, -14, 4, 6, 8, -14, 4, 6, 8, -14});
  CHECK(values(f(cp::constant_boundary(x, 0), rows)) == floats{4, 6, 8, -15, 4, 6, 8, -15, 4, 6, 8, -15});
  CHECK(values(f(cp::valid(x), rows(cp::all, cp::slice(1, cp::end)))) == floats{4, 6, 8, 4, 6, 8, 4, 6, 8});
  auto const row = cp::reshape(x, {1, 4});
  CHECK(values(cp::fuse([](auto a, auto b) { return cp::at<1, 0>(a) + cp::at<0, 1>(a) + b; })(cp::wrap(row), rows)) ==
        floats{6, 14, 26, 18, 6, 14, 26, 18, 6, 14, 26, 18});
  field v = cp::zeros<float>({2, 4});
  v(cp::all) = ahead(cp::nearest(x));
  CHECK(values(v) == floats{3, 5, 7, 0, 3, 5, 7, 0});
  auto const down = cp::fuse([](auto a, auto b) { return cp::at<1, 0>(a) + b; });
  CHECK(values(down(cp::nearest(row), rows)) == floats{2, 5, 10, 17, 2, 5, 10, 17, 2, 5, 10, 17});
  CHECK_THROWS_AS((void)cp::eval(down(cp::constant_boundary(row, 1), rows)), cp::value_error);
  CHECK(values(down(cp::constant_boundary(row, 1), row)) == floats{2, 5, 10, 17});
  CHECK_THROWS_AS((void)cp::eval(down(cp::nearest(cp::ones<float>({2, 4})), rows)), cp::shape_error);
}

TEST_CASE("empty arrays and wide reaches") {
  CHECK(values(ahead(cp::wrap(cp::empty<float>(0)))).empty());
  CHECK(values(laplace(cp::reflect(cp::empty<float>({0, 5})))).empty());
  CHECK(values(ahead(cp::valid(cp::empty<float>(0)))).empty());
  auto const far = cp::fuse([](auto u) { return cp::at<-16>(u) + 100 * cp::at<16>(u); });
  auto const x = cp::ndarray<float, 1>{1, 2, 3};
  CHECK(values(far(cp::wrap(x))) == floats{203 + 100 * 0, 301, 102});
  CHECK(values(far(cp::nearest(x))) == floats{301, 301, 301});
  CHECK(values(far(cp::mirror(x))) == floats{101, 202, 303});
  CHECK(values(far(cp::reflect(cp::ndarray<float, 1>{7}))) == floats{707});
  CHECK(values(cp::fuse([](auto u) { return cp::at<2>(u); })(cp::constant_boundary(x, -1.5))) ==
        floats{3, -1.5f, -1.5f});
  CHECK(values(cp::fuse([](auto u) { return cp::at<2>(u); })(cp::valid(x))) == floats{3});
}

TEST_CASE("bits do not depend on threads or on the place of an element") {
  field const u = cp::astype<float>(whole_numbers(301, 517)) / 37;
  auto const f = cp::fuse([](auto x) { return cp::exp(cp::at<0, 1>(x) / 3) * cp::sin(cp::at<-1, 0>(x)) + x; });
  int const threads_before = cp::host_threads();
  cp::set_host_threads(1);
  auto const one = values(f(cp::wrap(u)));
  auto const plain = values(cp::exp(cp::gather(u, cp::index<0>({301, 517}), cp::index<1>({301, 517}) + 1) / 3) *
                                cp::sin(cp::gather(u, cp::index<0>({301, 517}) - 1, cp::index<1>({301, 517}))) +
                            u);
  bool close = true;
  for (std::size_t i = 0; i < one.size(); ++i)
    close = close && std::abs(one[i] - plain[i]) <= 1e-5f * (1 + std::abs(plain[i]));
  CHECK(close);
  for (int threads : {2, 3, 8}) {
    cp::set_host_threads(threads);
    CHECK(values(f(cp::wrap(u))) == one);
  }
  // The same neighbours give the same bits wherever they stand.
  auto const rolled = [](field const& x, int by) {
    return cp::eval(cp::gather(x, cp::index<0>(x.shape()), cp::index<1>(x.shape()) + by));
  };
  field const result = f(cp::wrap(rolled(u, 5)));
  CHECK(values(rolled(result, -5)) == one);
  cp::set_host_threads(threads_before);
}

TEST_CASE("stencils are replayed by graphs") {
  field const u = whole_numbers(60, 70), v = cp::empty<float>({60, 70});
  cp::graph const g = cp::capture([&] {
    v(cp::all) = laplace(cp::constant_boundary(u, 1));
    u(cp::all) = laplace(cp::wrap(u));
  });
  field const w = u.copy();
  g.launch();
  CHECK(values(v) == values(laplace(cp::constant_boundary(w, 1))));
  CHECK(values(u) == values(laplace(cp::wrap(w))));
  g.launch();
  CHECK(values(v) == values(laplace(cp::constant_boundary(cp::eval(laplace(cp::wrap(w))), 1))));
}

TEST_CASE("explain names neighbours, boundaries and the form") {
  field const u = whole_numbers(20, 30);
  std::string const text = cp::explain(laplace(cp::wrap(u)));
  CHECK(has(text, "cp::fuse laplace"));
  CHECK(has(text, "cp::at<-1, 0> float32"));
  CHECK(has(text, "cp::wrap"));
  CHECK(has(text, "stencil form over 2 axes of 600 elements, 1 input"));
  CHECK(has(text, "reads 2400 bytes, writes 2400 bytes, 0 temporaries"));
  CHECK(has(cp::explain(laplace(cp::nearest(u * 2))), "1 temporary"));
  CHECK(spent([&] { (void)cp::explain(laplace(cp::nearest(u * 2))); }).launches == 0);
}
