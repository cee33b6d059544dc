// Every call of CUDA's runtime and libraries that a statement makes fails once: the statement throws, or does without;
// what it was to change is as before or as it was to be; nothing is lost, and the program goes on.
#include <doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <fuse/fft.hpp>
#include <fuse/fuse.hpp>
#include <fuse/linalg.hpp>
#include <fuse/random.hpp>
#include <random>
#include <string>
#include <vector>

#include "array/values.hpp"
#include "failing_calls.hpp"

namespace {

using matrix = cp::ndarray<float, 2>;
using vector = cp::ndarray<double, 1>;

struct state {
  matrix a, b, c;
  vector v;
  cp::ndarray<float, 2, cp::host_space> h;

  static state made(std::int64_t n = 60) {
    state s;
    s.a = matrix(cp::reshape(cp::arange<float>(n * n) % 17.0f, {n, n}) * 0.25f);
    s.a += cp::eye<float>(n) * static_cast<float>(8 * n);
    s.b = cp::full<float>({n, n}, 2.0f);
    s.c = cp::zeros<float>({n, n});
    s.v = cp::arange<double>(n * n / 2);
    s.h = cp::ones<float, cp::host_space>({n, n});
    cp::synchronize();
    return s;
  }
  /// The bits of all elements, and extents.
  std::vector<std::int64_t> contents() const {
    std::vector<std::int64_t> r;
    for (matrix const* m : {&a, &b, &c}) {
      r.push_back(m->shape()[0]);
      for (float x : tests::values(*m)) r.push_back(std::bit_cast<std::int32_t>(x));
    }
    r.push_back(v.size());
    for (double x : tests::values(v)) r.push_back(std::bit_cast<std::int64_t>(x));
    for (float x : tests::values(h)) r.push_back(std::bit_cast<std::int32_t>(x));
    return r;
  }
};

/// The neighbour on the right.
constexpr auto shifted = cp::fuse([](auto x) { return cp::at<0, 1>(x) + 0; });
constexpr auto softmax = cp::fuse([](auto x) {
  auto const e = cp::exp(x - cp::max(x, cp::axis<1>, cp::keepdims));
  return e / cp::sum(e, cp::axis<1>, cp::keepdims);
});

template <class A>
auto keys_of(A const& a) {
  return cp::arange<std::int64_t>(a.len()) % 10;
}

struct scenario {
  char const* name;
  std::function<void(state&)> statement;  ///< one assignment: all or nothing
  bool changes_shapes = false;
  bool in_steps =
      false;  ///< several kernels write the result one after the other: after a failure between them it holds neither
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
    {"a copy", [](state& s) { s.b = s.a.copy(); }},
    {"a copy of what is not contiguous", [](state& s) { s.b = s.a.transposed().copy(); }},
    {"filled", [](state& s) { s.b(cp::all) = 0.0f; }},
    {"a conversion", [](state& s) { s.c = cp::astype<float>(cp::sqrt(cp::abs(s.a.astype<double>()))); }},
    {"nested temporaries", [](state& s) { s.c = cp::eval(cp::eval(s.a + 1.0f) * cp::eval(s.b + 2.0f)); }},
    {"another shape",
     [](state& s) {
       s.c = cp::ones<float>({10, 10});
     },
     true},
    {"concatenated", [](state& s) { s.c = cp::concatenate(s.a, s.b); }, true},
    {"a graph",
     [](state& s) {
       matrix const out = s.c;
       cp::graph const g = cp::capture([&] { out(cp::all, cp::all) = cp::eval(s.a + 1.0f) * cp::eval(s.b + 2.0f); });
       g.launch();
     }},
    {"an element read", [](state& s) { s.c = s.a * s.a.item(1, 1); }},
    {"an element written", [](state& s) { s.c(2, 3) = 5.0f; }},
    {"to the host", [](state& s) { s.h = s.a.to_host(); }},
    {"from the host", [](state& s) { s.c = s.h.to<cp::cuda_space>() + s.b; }},
    {"through pinned memory",
     [](state& s) {
       auto p = cp::empty_pinned<float>({s.h.shape()[0], s.h.shape()[1]});
       p(cp::all) = 3.0f;
       s.c = p.to<cp::cuda_space>();
     }},
    {"on another stream",
     [](state& s) {
       cp::synchronize();  // streams know nothing of each other
       cp::stream other;
       cp::stream_guard const guard(other);
       s.c = s.a * 2.0f + s.b;
     }},
    {"after an event",
     [](state& s) {
       cp::stream other;
       cp::event e;
       e.record();
       cp::stream_guard const guard(other);
       e.wait_on(other);
       s.c = s.a * 3.0f;
     }},
    {"a sum", [](state& s) { s.v = cp::eval(cp::sum(s.v) + s.v); }},
    {"a long sum", [](state& s) { s.v = s.v + cp::sum(cp::sqrt(cp::arange<double>(3000000))); }},
    {"reductions along two axes",
     [](state& s) { s.c = s.a - cp::mean(s.a, cp::axis<0>) - cp::mean(s.a, cp::axis<1>, cp::keepdims); }},
    {"rows", [](state& s) { s.c = softmax(s.b); }},
    {"a scan of itself, used", [](state& s) { s.v(cp::all) = cp::cumsum(s.v) * 2.0; }},
    {"scans along two axes", [](state& s) { s.c = cp::cumsum(cp::cumsum(s.a, cp::axis<0>), cp::axis<1>) - s.b; }},
    {"a stencil of an expression", [](state& s) { s.c = shifted(cp::wrap(s.a * 2.0f)); }},
    {"added at places",
     [](state& s) { cp::add.at(s.v, keys_of(s.v), cp::full<double>({s.v.len()}, 0.5)); }},  // equal ones: in any order
    {"segments by keys", [](state& s) { s.v(cp::slice(cp::end, 100)) = cp::segment_sum(s.v, keys_of(s.v), 100); }},
    {"a product", [](state& s) { s.c = cp::matmul(s.a, s.b) + 1.0f; }, false, true},
    {"a product by a vector",
     [](state& s) { s.v = cp::matmul(cp::astype<double>(s.a), s.v(cp::slice(cp::end, s.a.shape()[0]))); }, true},
    {"a solution", [](state& s) { s.c = cp::linalg::solve(s.a, s.b); }},
    {"an inverse", [](state& s) { s.c = cp::linalg::inv(s.a); }},
    {"a factor", [](state& s) { s.c = cp::linalg::cholesky(s.a + s.a.transposed()); }},
    {"eigenvalues",
     [](state& s) {
       s.v(cp::slice(cp::end, s.a.shape()[0])) = cp::astype<double>(cp::linalg::eigvalsh(s.a + s.a.transposed()));
     }},
    {"singular values",
     [](state& s) { s.v(cp::slice(cp::end, s.a.shape()[0])) = cp::astype<double>(cp::linalg::svdvals(s.a)); }},
    {"a transform", [](state& s) { s.c = cp::abs(cp::fft::fft(s.a)); }},
    {"a transform along axis 0", [](state& s) { s.c = cp::abs(cp::fft::fft(s.a, cp::axis<0>)); }},
    {"draws",
     [](state& s) {
       s.c = cp::random::default_rng(3).standard_normal<float>({s.a.shape()[0], s.a.shape()[1]});
     }},
    {"a permutation", [](state& s) { s.v = cp::astype<double>(cp::random::default_rng(3).permutation(s.v.len())); }},
};

void drop_caches() {
  cp::synchronize();
  cp::device_pool().trim();
  cp::pinned_pool().trim();
}

struct outcome {
  bool injected, threw;
  std::string error;
};
/// Does something while the n-th call fails, if there are as many.
template <class F>
outcome with_failing_call(long n, F const& f) {
  outcome o{};
  tests::calls_left.store(n);
  try {
    f();
  } catch (cp::error const& e) {
    o.threw = true;
    o.error = e.what();
    CHECK(std::string(e.what()).find("cp:") == 0);
  }
  o.injected = tests::calls_left.exchange(tests::never_fails) < 0;
  CHECK((o.injected || !o.threw));
  return o;
}

}  // namespace

TEST_CASE("every call of every statement fails once") {
  long injected = 0, thrown = 0;
  for (scenario const& what : scenarios) {
    CAPTURE(std::string(what.name));
    std::vector<std::int64_t> wanted;
    {
      state s = state::made();
      what.statement(s);
      wanted = s.contents();
    }
    for (bool cold : {false, true}) {
      drop_caches();
      auto const used = cp::device_pool().statistics().used_bytes, pinned = cp::pinned_pool().statistics().used_bytes;
      for (long n = 0; n < 1000; ++n) {
        CAPTURE(n);
        CAPTURE(cold);
        state s = state::made();
        auto const before = s.contents();
        if (cold) drop_caches();
        outcome const o = with_failing_call(n, [&] { what.statement(s); });
        CAPTURE(o.error);
        auto const after = s.contents();
        if (!o.threw) CHECK(after == wanted);
        if (!o.injected) break;
        ++injected, thrown += o.threw;
        if (after != wanted) {
          if (!what.in_steps) CHECK(after == before);
          what.statement(s);
          CHECK(s.contents() == wanted);
        }
      }
      CHECK(cp::device_pool().statistics().used_bytes == used);
      CHECK(cp::pinned_pool().statistics().used_bytes == pinned);
    }
  }
  MESSAGE(injected << " failed calls, " << thrown << " exceptions");
  CHECK(injected > 120);
  CHECK(thrown > 100);
}

TEST_CASE("calls of random programs fail: what came before stands, the rest can be done later") {
  long injected = 0;
  drop_caches();
  auto const used = cp::device_pool().statistics().used_bytes;
  std::mt19937 random(3);
  for (int program = 0; program < 370; ++program) {
    std::vector<scenario const*> statements;
    while (statements.size() < 10) {
      scenario const& what = scenarios[random() % scenarios.size()];
      if (!what.changes_shapes && !what.in_steps) statements.push_back(&what);
    }
    std::vector<std::vector<std::int64_t>> stages;  // before each statement, and at the end
    state s = state::made(24);
    for (scenario const* what : statements) {
      stages.push_back(s.contents());
      what->statement(s);
    }
    stages.push_back(s.contents());
    for (long n = 0;; ++n) {
      s = state::made(24);
      if (n % 3 == 0) drop_caches();
      std::size_t done = 0;
      outcome const o = with_failing_call(n, [&] {
        for (; done < statements.size(); ++done) statements[done]->statement(s);
      });
      if (!o.injected) break;
      ++injected;
      auto const after = s.contents();
      if (o.threw && after != stages[done]) ++done;  // it threw when all was done
      CAPTURE(o.error);
      CAPTURE(std::string(statements[std::min(done, statements.size() - 1)]->name));
      REQUIRE(after == stages[done]);
      for (; done < statements.size(); ++done) statements[done]->statement(s);
      CHECK(s.contents() == stages[done]);
    }
  }
  MESSAGE(injected << " failed calls");
  CHECK(injected > 5000);
  CHECK(cp::device_pool().statistics().used_bytes == used);
}
