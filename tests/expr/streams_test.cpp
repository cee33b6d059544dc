// Buffers and streams: what the library reuses unasked is not used by anybody else any more. Streams are held up, so
// that what comes too early shows.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <utility>
#include <vector>

#include "refusals.hpp"
#include "runtime/delay.hpp"

namespace {

using tests::delay;
using vector = cp::ndarray<float, 1>;
constexpr std::int64_t n = 1 << 20;

bool all_are(vector const& a, float value) {
  auto const h = a.to_host();
  for (float x : h)
    if (x != value) return false;
  return h.size() == a.size();
}

}  // namespace

TEST_CASE("y = expr does not write into a buffer that another stream reads") {
  vector const x = cp::ones<float>(n);
  cp::stream a, b;
  SUBCASE("which was made on the default stream") {
    vector y = cp::full<float>(n, 3), z = cp::empty<float>(n);
    cp::synchronize();
    {
      cp::stream_guard const guard(a);
      delay();
      z(cp::all) = y + 0.0f;
    }
    SUBCASE("and is assigned to on a third one") {
      cp::stream_guard const guard(b);
      y = y * 2.0f + x;
      cp::synchronize();
      CHECK(all_are(y, 7));
    }
    SUBCASE("and is assigned to on its own") {
      y = x * 2.0f;
      cp::synchronize();
      CHECK(all_are(y, 2));
    }
    a.synchronize();
    CHECK(all_are(z, 3));
  }
  SUBCASE("which was made on the stream that reads it") {
    vector y, z;
    {
      cp::stream_guard const guard(a);
      y = cp::full<float>(n, 3);
      delay();
      z = y + 0.0f;
    }
    y = x * 2.0f;
    cp::synchronize();
    a.synchronize();
    CHECK(all_are(y, 2));
    CHECK(all_are(z, 3));
  }
}

TEST_CASE("a table that is dropped while another stream gathers from it is not had again before") {
  vector table = cp::full<float>(n, 3), out = cp::empty<float>(n);
  auto const index = cp::eval(cp::arange<cp::int64>(n));
  cp::synchronize();
  cp::stream a;
  {
    cp::stream_guard const guard(a);
    delay();
    out(cp::all) = cp::take(table, index);
  }
  table = vector();
  vector const next = cp::full<float>(n, 9);
  cp::synchronize();
  a.synchronize();
  CHECK(all_are(out, 3));
  CHECK(all_are(next, 9));
}

TEST_CASE("on one stream y = expr still reuses the buffer of y") {
  vector y = cp::ones<float>(n);
  float const* const where = y.data();
  y = y * 2.0f;
  CHECK(y.data() == where);
  cp::stream a;
  {
    cp::stream_guard const guard(a);
    cp::synchronize();
    vector z = cp::ones<float>(n);
    float const* const there = z.data();
    z = z + 1.0f;
    CHECK(z.data() == there);
    CHECK(all_are(z, 2));
  }
  CHECK(all_are(y, 2));
}

TEST_CASE("batches that go through pinned memory arrive, though each is dropped at once") {
  cp::stream s;
  cp::stream_guard const guard(s);
  std::vector<vector> batches;
  delay();
  for (int i = 0; i < 16; ++i) {
    auto p = cp::empty_pinned<float>({n});
    for (std::int64_t k = 0; k < n; ++k) p.data()[k] = static_cast<float>(i);
    batches.push_back(vector(p.to<cp::default_space>() + 0.0f));
  }
  for (int i = 0; i < 16; ++i) CHECK(all_are(batches[static_cast<std::size_t>(i)], static_cast<float>(i)));
}

TEST_CASE("a pinned array is written anew when the copy from it is done") {
  cp::stream s;
  cp::stream_guard const guard(s);
  auto p = cp::empty_pinned<float>({n});
  p.fill(1);
  delay();
  vector const d = vector(p.to<cp::default_space>() + 0.0f);
  p = p + 1.0f;
  CHECK(all_are(d, 1));
  CHECK(p(n - 1) == 2);
}

TEST_CASE("copies from pinned memory are captured, and read what is there at each launch") {
  if (!cp::cuda::is_available()) return;
  auto p = cp::empty_pinned<float>({n});
  p.fill(1);
  vector const out = cp::zeros<float>(n);
  cp::graph const g = cp::capture([&] { out(cp::all) = p.to<cp::default_space>() * 2.0f; });
  for (float value : {3.0f, 5.0f}) {
    p.fill(value);
    g.launch();
    cp::synchronize();
    CHECK(all_are(out, 2 * value));
  }
  auto const pageable = cp::ones<float, cp::host_space>(n);
  if constexpr (!std::is_same_v<cp::default_space, cp::host_space>)
    CHECK_THROWS_WITH_AS(cp::capture([&] { out(cp::all) = pageable.to<cp::default_space>(); }),
                         doctest::Contains("use pinned memory (cp::empty_pinned)"), cp::value_error);
}

TEST_CASE("the N-th allocation of device memory fails, for every N, and nothing but the exception comes of it") {
  using matrix = cp::ndarray<float, 2>;
  struct state {
    matrix a, b, c;
    vector v;
  };
  auto const made = [] {
    state s;
    s.a = matrix(cp::reshape(cp::arange<float>(400), {20, 20}) * 0.01f);
    s.b = cp::full<float>({20, 20}, 2.0f);
    s.c = cp::zeros<float>({20, 20});
    s.v = cp::arange<float>(400);
    return s;
  };
  auto const contents = [](state const& s) {
    std::vector<float> all;
    for (matrix const* m : {&s.a, &s.b, &s.c})
      for (float x : cp::ravel(m->to_host().copy())) all.push_back(x);
    for (float x : s.v.to_host()) all.push_back(x);
    return all;
  };
  std::vector<std::pair<char const*, void (*)(state&)>> const statements = {
      {"a new result", [](state& s) { s.c = s.a + s.b * 2.0f; }},
      {"a result that others hold",
       [](state& s) {
         matrix const kept = s.c;
         s.c = s.a - s.b;
       }},
      {"overlapping views", [](state& s) { s.v(cp::slice(1, cp::end)) = s.v(cp::slice(cp::end, -1)) + 1.0f; }},
      {"means along two axes",
       [](state& s) { s.c = s.a - cp::mean(s.a, cp::axis<0>) - cp::mean(s.a, cp::axis<1>, cp::keepdims); }},
      {"a scan", [](state& s) { s.v(cp::all) = cp::cumsum(s.v) * 2.0f; }},
      {"a product", [](state& s) { s.c = cp::matmul(s.a, s.b) + s.a; }},
      {"another stream",
       [](state& s) {
         cp::stream other;
         cp::stream_guard const guard(other);
         s.c = s.a + s.b;
       }},
      {"from pinned memory",
       [](state& s) {
         auto p = cp::empty_pinned<float>({400});
         p.fill(4);
         s.v = p.to<cp::default_space>() + 1.0f;
       }},
      {"a graph",
       [](state& s) {
         matrix const out = s.c;
         cp::graph const g = cp::capture([&] { out(cp::all, cp::all) = cp::eval(s.a + 1.0f) * s.b; });
         g.launch();
         cp::synchronize();
       }},
  };
  std::int64_t injected = 0;
  for (auto const& named : statements) {
    auto const statement = named.second;
    CAPTURE(std::string(named.first));
    std::vector<float> wanted;
    {
      state s = made();
      statement(s);
      wanted = contents(s);
    }
    for (cp::memory_kind kind : {cp::default_space::kind, cp::memory_kind::pinned}) {
      auto const used = cp::memory_pool(kind).statistics().used_bytes;
      for (std::int64_t k = 0;; ++k) {
        state s = made();
        auto const before = contents(s);
        bool failed = false;
        {
          tests::refusals hook(kind, k);
          try {
            statement(s);
          } catch (tests::refused_memory const&) {
            failed = true;
          }
        }
        if (!failed) {
          CHECK(contents(s) == wanted);
          break;
        }
        ++injected;
        CHECK(contents(s) == before);
        statement(s);
        CHECK(contents(s) == wanted);
      }
      CHECK(cp::memory_pool(kind).statistics().used_bytes == used);
    }
  }
  CHECK(injected >= 5);
  MESSAGE(injected << " refused allocations");
}
