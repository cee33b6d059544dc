// Nodes that a library evaluates: here one that turns the order of a line, and takes a factor and an addend where it
// can.
#include <doctest.h>
#include <cstdint>
#include <fuse/expr/run_library.hpp>
#include <fuse/fuse.hpp>
#include <string>
#include <vector>

#include "array/values.hpp"

namespace turning {

int runs = 0, absorbed = 0;

template <class T>
struct turned {
  using value_type = T;
  static constexpr int rank = 1;
  static constexpr char const* qualified_name = "turned";
  std::int64_t least;

  cp::index_array<1> shape(cp::index_array<1> const& x) const {
    if (x[0] < least) throw cp::shape_error("turned: too short");
    return x;
  }
  template <class Space, class E>
  void run(cp::ndarray<T, 1, Space> const& to, E const& x) const {
    ++runs;
    auto const values = cp::eval(x);
    to(cp::all) = values(cp::slice(cp::end, cp::end, -1));
  }
};

template <class X>
auto turn(X const& x, std::int64_t least = 0) {
  return cp::expr::library_node(turned<typename X::value_type>{least}, x);
}

}  // namespace turning

template <class T, class A, class Space>
struct cp::expr::absorption<
    cp::expr::map<cp::ops::add, cp::expr::library<turning::turned<T>, A>, cp::ndarray<T, 1, Space>>> {
  using sum = cp::expr::map<cp::ops::add, cp::expr::library<turning::turned<T>, A>, cp::ndarray<T, 1, Space>>;
  static constexpr bool is = true;
  static bool store(sum const& e, cp::ndarray<T, 1, Space> const& to) {
    if (e.args.b.size() == 1) return false;
    ++turning::absorbed;
    auto const values = cp::eval(e.args.a.args.a);
    to(cp::all) = values(cp::slice(cp::end, cp::end, -1)) + e.args.b;
    return true;
  }
  static std::string plan(sum const& e) { return e.args.b.size() == 1 ? "" : "turned and added at once\n"; }
};

using tests::values;
using turning::turn;
using floats = std::vector<float>;

TEST_CASE("a library's operation at the root writes where it belongs; elsewhere it becomes an array") {
  cp::ndarray<float, 1> const x{1, 2, 3};
  CHECK(values(turn(x)) == floats{3, 2, 1});
  auto y = cp::zeros<float>(3);
  auto const before = cp::count();
  int const runs = turning::runs;
  y(cp::all) = turn(x);
  CHECK(turning::runs == runs + 1);
  CHECK((cp::count() - before).launches == 1);
  CHECK((cp::count() - before).temporaries == 0);
  CHECK(values(y) == floats{3, 2, 1});

  auto const second = cp::count();
  y(cp::all) = 2 * turn(x) + turn(x + 1);
  CHECK((cp::count() - second).temporaries == 2);
  CHECK(values(y) == floats{10, 7, 4});
  CHECK(cp::sum(turn(x) * x).item() == 10);
  CHECK(values(turn(cp::cumsum(x))) == floats{6, 3, 1});
  CHECK(values(cp::cumsum(turn(x))) == floats{3, 5, 6});
  CHECK(values(turn(turn(x))) == floats{1, 2, 3});
  CHECK(values(turn(x)(cp::slice(1, cp::end))) == floats{2, 1});
}

TEST_CASE("a library's operation does not write over what it reads") {
  cp::ndarray<float, 1> x{1, 2, 3};
  x(cp::all) = turn(x);
  CHECK(values(x) == floats{3, 2, 1});
  x = turn(x) + x;
  CHECK(values(x) == floats{4, 4, 4});
  x = turn(x * 2);
  CHECK(values(x) == floats{8, 8, 8});
  cp::ndarray<float, 1> y{1, 2, 3};
  y(cp::slice(0, 2)) = turn(y(cp::slice(1, 3)));
  CHECK(values(y) == floats{3, 2, 3});
}

TEST_CASE("a library's operation is converted, stretched and traced") {
  cp::ndarray<float, 1> const x{1, 2, 3};
  auto wide = cp::zeros<double>(3);
  wide(cp::all) = turn(x);
  CHECK(values(wide) == std::vector<double>{3, 2, 1});
  auto both = cp::zeros<float>({2, 3});
  both(cp::all) = turn(x);
  CHECK(values(both) == floats{3, 2, 1, 3, 2, 1});
  auto const f = cp::fuse([](auto a) { return turn(a * 2) + a; });
  CHECK(values(f(x)) == floats{7, 6, 5});
  auto const g = cp::fuse([](auto a) { return turn(a + 1); });
  CHECK(values(g(x)) == floats{4, 3, 2});
  auto const [p, q] = cp::evaluate(turn(x), turn(x) + 1);
  CHECK(values(p) == floats{3, 2, 1});
  CHECK(values(q) == floats{4, 3, 2});
}

TEST_CASE("a library takes what is around its operation, if it says so") {
  cp::ndarray<float, 1> const x{1, 2, 3}, y{10, 20, 30}, one{5};
  int const absorbed = turning::absorbed;
  auto const before = cp::count();
  auto z = cp::eval(turn(x) + y);
  CHECK(turning::absorbed == absorbed + 1);
  CHECK((cp::count() - before).temporaries == 0);
  CHECK(values(z) == floats{13, 22, 31});
  CHECK(values(turn(x) + one) == floats{8, 7, 6});
  CHECK(turning::absorbed == absorbed + 1);
  z = turn(x) + z;
  CHECK(turning::absorbed == absorbed + 2);
  CHECK(values(z) == floats{16, 24, 32});
}

TEST_CASE("a library's operation refuses before anything is written, and explains itself") {
  cp::ndarray<float, 1> x{1, 2, 3};
  int const runs = turning::runs;
  CHECK_THROWS_WITH_AS(x = turn(x, 4), "turned: too short", cp::shape_error);
  CHECK_THROWS_AS((void)turn(x, 4).shape(), cp::shape_error);
  CHECK(turning::runs == runs);
  CHECK(cp::eval(turn(cp::zeros<float>(0))).size() == 0);
  CHECK(turning::runs == runs);
  CHECK(cp::explain(turn(x)).find("a library computes the result") != std::string::npos);
  CHECK(cp::explain(turn(x)).find("turned float32") != std::string::npos);
  CHECK(cp::explain(turn(x) * 2).find("as is what a library computes") != std::string::npos);
  CHECK(cp::explain(turn(x) + x).find("turned and added at once") != std::string::npos);
  CHECK(cp::explain(turn(x) + cp::ones<float>(1)).find("as is what a library computes") != std::string::npos);
}
