// Memory running out in array programs: every allocation of every scenario fails once, and nothing but the exception
// comes of it.
#include <doctest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <fuse/fuse.hpp>

#include "sources.hpp"

using cp::host_space;

namespace {

using matrix = cp::ndarray<float, 2, host_space>;
using vector = cp::ndarray<double, 1, host_space>;

/// What the scenarios work on.
struct state {
  matrix a, b, c;
  vector v;

  static state made(std::int64_t n = 700) {
    state s;
    s.a = matrix(cp::reshape(cp::arange<float, host_space>(n * n), {n, n}) * 0.001f);
    s.b = cp::full<float, host_space>({n, n}, 2.0f);
    s.c = cp::zeros<float, host_space>({n, n});
    s.v = cp::arange<double, host_space>(n * n / 2);
    return s;
  }
  /// All elements and shapes, so that "unchanged" can be checked.
  std::vector<double> contents() const {
    std::vector<double> r;
    r.reserve(static_cast<std::size_t>(a.size() + b.size() + c.size() + v.size()) + 7);
    for (matrix const* m : {&a, &b, &c}) {
      std::int64_t const rows = m->shape()[0], columns = m->shape()[1], step = m->strides()[1];
      r.push_back(static_cast<double>(rows));
      r.push_back(static_cast<double>(columns));
      for (std::int64_t i = 0; i < rows; ++i) {
        float const* const row = m->data() + i * m->strides()[0];
        for (std::int64_t j = 0; j < columns; ++j) r.push_back(static_cast<double>(row[j * step]));
      }
    }
    r.push_back(static_cast<double>(v.size()));
    for (double x : v) r.push_back(x);
    return r;
  }
};

/// The neighbour on the right.
constexpr auto shifted = cp::fuse([](auto x) { return cp::at<0, 1>(x) + 0; });

/// A key below 10 for each row.
template <class A>
auto keys_of(A const& a) {
  return cp::arange<std::int64_t, host_space>(a.len()) % 10;
}

struct scenario {
  char const* name;
  std::function<void(state&)> statement;  ///< one assignment: all or nothing
  bool changes_shapes = false;
};

std::vector<scenario> const scenarios = {
    {"a new result", [](state& s) { s.c = s.a + s.b * 2.0f; }},
    {"a result that others hold",
     [](state& s) {
       matrix const kept = s.c;
       s.c = s.a - s.b;
     }},
    {"in place", [](state& s) { s.a += s.b; }},
    {"in place, transposed operand",
     [](state& s) {
       matrix const square = s.a(cp::slice(1, cp::end), cp::slice(1, cp::end));
       square += square.transposed();
     }},
    {"overlapping views", [](state& s) { s.v(cp::slice(1, cp::end)) = s.v(cp::slice(cp::end, -1)) + 1.0; }},
    {"reversed in place", [](state& s) { s.v(cp::all) = s.v(cp::slice(cp::end, cp::end, -1)) * 2.0; }},
    {"a copy", [](state& s) { s.b = s.a.copy(); }},
    {"a copy of what is not contiguous", [](state& s) { s.b = s.a.transposed().copy(); }},
    {"a conversion", [](state& s) { s.c = cp::astype<float>(cp::sqrt(cp::abs(s.a.astype<double>()))); }},
    {"nested temporaries", [](state& s) { s.c = cp::eval(cp::eval(s.a + 1.0f) * cp::eval(s.b + 2.0f)); }},
    {"another shape",
     [](state& s) {
       s.c = cp::ones<float, host_space>({10, 10});
     },
     true},
    {"concatenated", [](state& s) { s.c = cp::concatenate(s.a, s.b); }, true},
    {"a graph",
     [](state& s) {
       matrix const out = s.c;
       cp::graph const g =
           cp::capture([&] { out(cp::all, cp::all) = cp::eval(s.a + 1.0f) * cp::eval(s.b + 2.0f); }, false);
       g.launch();
     }},
    {"reductions along two axes",
     [](state& s) { s.c = s.a - cp::mean(s.a, cp::axis<0>) - cp::mean(s.a, cp::axis<1>, cp::keepdims); }},
    {"reductions along two axes of the result itself",
     [](state& s) { s.a = s.a - cp::mean(s.a, cp::axis<0>) - cp::mean(s.a, cp::axis<1>, cp::keepdims); }},
    {"a scan of itself, used", [](state& s) { s.v(cp::all) = cp::cumsum(s.v) * 2.0; }},
    {"a scan of a scan", [](state& s) { s.v = cp::cumsum(cp::cumsum(s.v)); }},
    {"scans along two axes", [](state& s) { s.c = cp::cumsum(cp::cumsum(s.a, cp::axis<0>), cp::axis<1>) - s.b; }},
    {"a stencil of an expression", [](state& s) { s.c = shifted(cp::wrap(s.a * 2.0f)); }},
    {"a stencil of the result itself", [](state& s) { s.a(cp::all) = shifted(cp::wrap(s.a * 2.0f)) + s.a; }},
    {"added at places, values from itself", [](state& s) { cp::add.at(s.v, keys_of(s.v), s.v); }},
    {"added at places, computed values", [](state& s) { cp::add.at(s.v, keys_of(s.v), cp::cumsum(s.v) * 0.5); }},
    {"segments by keys", [](state& s) { s.v(cp::slice(cp::end, 100)) = cp::segment_sum(s.v, keys_of(s.v), 100); }},
    {"segments by keys as the result", [](state& s) { s.v = cp::segment_sum(s.v * 2.0, keys_of(s.v), 100); }, true},
    {"segments of rows", [](state& s) { s.c(cp::slice(cp::end, 10)) = cp::segment_max(s.a + s.b, keys_of(s.a), 10); }},
};

}  // namespace

TEST_CASE("the source's N-th take fails") {
  std::int64_t injected = 0;
  for (scenario const& what : scenarios) {
    CAPTURE(what.name);
    tests::counting_source source;
    {
      tests::with_source const scope(source);
      std::vector<double> wanted;
      {
        state s = state::made();
        what.statement(s);
        wanted = s.contents();
      }
      for (std::int64_t n = 0;; ++n) {
        cp::host_pool().trim();
        REQUIRE(source.held_bytes == 0);
        state s = state::made();
        auto const before = s.contents();
        cp::host_pool().trim();
        source.left = n;
        bool failed = false;
        try {
          what.statement(s);
        } catch (cp::out_of_memory const& e) {
          failed = true;
          CHECK(e.requested_bytes > 0);
          CHECK(e.used_bytes > 0);
        }
        source.left = tests::never;
        if (!failed) {
          CHECK(s.contents() == wanted);
          break;
        }
        ++injected;
        CHECK(s.contents() == before);
        what.statement(s);  // and the program goes on
        CHECK(s.contents() == wanted);
      }
    }
    CHECK(source.held.empty());
    CHECK(source.wrong == 0);
  }
  CHECK(injected > 25);
  MESSAGE(injected << " failed takes");
}

TEST_CASE("the N-th allocation fails, small ones and cached ones too") {
  std::int64_t injected = 0;
  auto const used = cp::host_pool().statistics().used_bytes;
  for (scenario const& what : scenarios) {
    CAPTURE(what.name);
    tests::refusing_hook hook;
    std::vector<double> wanted;
    {
      state s = state::made();
      what.statement(s);
      wanted = s.contents();
    }
    for (std::int64_t n = 0;; ++n) {
      state s = state::made();
      auto const before = s.contents();
      hook.left = n;
      bool failed = false;
      try {
        what.statement(s);
      } catch (tests::refused const&) {
        failed = true;
      }
      hook.left = tests::never;
      if (!failed) {
        CHECK(s.contents() == wanted);
        break;
      }
      ++injected;
      CHECK(s.contents() == before);
      what.statement(s);
      CHECK(s.contents() == wanted);
    }
  }
  CHECK(cp::host_pool().statistics().used_bytes == used);
  CHECK(injected > 25);
  MESSAGE(injected << " refused allocations");
}

TEST_CASE("the N-th allocation of random programs fails: what came before stands, the rest can be done later") {
  std::int64_t injected = 0;
  auto const used = cp::host_pool().statistics().used_bytes;
  tests::refusing_hook hook;
  std::mt19937 random(3);
  for (int program = 0; program < 60; ++program) {
    std::vector<scenario const*> statements;
    while (statements.size() < 10) {
      scenario const& what = scenarios[random() % scenarios.size()];
      if (!what.changes_shapes) statements.push_back(&what);
    }
    std::vector<std::vector<double>> stages;  // before each statement, and at the end
    state s = state::made(40);
    for (scenario const* what : statements) {
      stages.push_back(s.contents());
      what->statement(s);
    }
    stages.push_back(s.contents());
    for (std::int64_t n = 0;; ++n) {
      s = state::made(40);
      hook.left = n;
      std::size_t done = 0;
      try {
        for (; done < statements.size(); ++done) statements[done]->statement(s);
      } catch (tests::refused const&) {
      }
      hook.left = tests::never;
      CHECK(s.contents() == stages[done]);
      if (done == statements.size()) break;
      ++injected;
      for (; done < statements.size(); ++done) statements[done]->statement(s);
      CHECK(s.contents() == stages[done]);
    }
  }
  CHECK(injected > 800);
  MESSAGE(injected << " refused allocations");
  hook.left = tests::never;
  CHECK(cp::host_pool().statistics().used_bytes == used);
}

// covers: cupy.cuda.memory.OutOfMemoryError
TEST_CASE("beyond the limit of the pool, with sizes") {
  auto const used = cp::host_pool().statistics().used_bytes;
  cp::host_pool().set_limit(used + (4 << 20));
  vector v = cp::arange<double, host_space>(100000);
  try {
    v = cp::concatenate(v, cp::zeros<double, host_space>(1000000));
    FAIL("more than the limit");
  } catch (cp::out_of_memory const& e) {
    CHECK(e.requested_bytes >= 8000000);
    CHECK(e.limit_bytes == used + (4 << 20));
  }
  cp::host_pool().set_limit(0);
  CHECK(v.size() == 100000);
  CHECK(v(99999) == 99999);
}
