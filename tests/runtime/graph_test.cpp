// Host graphs: what is recorded, when it runs, whose memory it uses, and what cannot be captured.
#include <fuse/runtime/graph.hpp>

#include <doctest.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include <fuse/core/error.hpp>
#include <fuse/fuse.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/memory_pool.hpp>
#include <fuse/runtime/stream.hpp>

#include "sources.hpp"

using cp::host_space;
using cp::memory_kind;
using cp::storage_ptr;

namespace {

using array = cp::ndarray<double, 1, host_space>;

array make(std::int64_t n, double value) { return cp::full<double, host_space>(n, value); }

bool all_equal(array const& a, double value) {
  for (double x : a)
    if (x != value) return false;
  return true;
}

}  // namespace

// covers: cupy.cuda.Graph; cupy.cuda.Graph.launch; cupy.cuda.Stream.begin_capture
TEST_CASE("captured work runs when the graph is launched, as often as that") {
  array const a = make(1000, 1), b = make(1000, 10);
  array out = make(1000, -1);
  bool capturing = false, of_device = true;
  cp::graph const g = cp::capture(
      [&] {
        out(cp::all) = a + b;
        capturing = cp::runtime::is_capturing();
        of_device = cp::runtime::is_capturing_device();
      },
      false);
  CHECK(capturing);
  CHECK(!of_device);
  CHECK(!cp::runtime::is_capturing());
  CHECK(g.size() >= 1);
  CHECK(all_equal(out, -1));
  g.launch();
  CHECK(all_equal(out, 11));
  a.fill(5);
  g.launch();
  CHECK(all_equal(out, 15));
}

TEST_CASE("temporaries of a capture stay the graph's, whatever happens to the pool") {
  auto const used = cp::host_pool().statistics().used_bytes;
  {
    array const a = make(300000, 1);
    array const out = make(300000, 0);
    cp::graph const g = cp::capture(
        [&] {
          array const t = cp::eval(a + 1.0);  // both live in memory of the capture only
          array const u = cp::eval(t * t);
          out(cp::all) = u + t;
        },
        false);
    cp::host_pool().trim();
    std::vector<array> other;
    for (int i = 0; i < 20; ++i) other.push_back(make(300000, 99));
    g.launch();
    CHECK(all_equal(out, 6));
    for (array const& o : other) CHECK(all_equal(o, 99));
    a.fill(2);
    other.clear();
    cp::host_pool().trim();
    g.launch();
    CHECK(all_equal(out, 12));
  }
  CHECK(cp::host_pool().statistics().used_bytes == used);
}

TEST_CASE("an array made in a capture outlives the graph") {
  array out;
  {
    array const a = make(1000, 3);
    cp::graph const g = cp::capture([&] { out = a * 2.0; }, false);
    g.launch();
  }
  cp::host_pool().trim();
  CHECK(all_equal(out, 6));
}

TEST_CASE("the memory of a graph goes back to the pool with it") {
  tests::counting_source source;
  {
    tests::with_source const scope(source);
    {
      array const a = make(1000000, 1), out = make(1000000, 0);
      {
        cp::graph const g = cp::capture([&] { out(cp::all) = cp::eval(a + 1.0) * 2.0; }, false);
        g.launch();
        CHECK_THROWS_AS(cp::host_pool().set_source(nullptr), cp::value_error);
      }
      CHECK(all_equal(out, 4));
    }
    cp::host_pool().trim();
    CHECK(source.held.empty());
  }
  CHECK(source.wrong == 0);
}

TEST_CASE("copies and fills of any size are recorded") {
  std::vector<unsigned char> from(5000000, 7), to(5000000, 0), set(5000000, 0);
  std::array<unsigned char, 4> small{1, 2, 3, 4}, small_to{};
  cp::graph const g = cp::capture(
      [&] {
        cp::runtime::copy_bytes(to.data(), memory_kind::host, from.data(), memory_kind::host, 5000000);
        cp::runtime::set_bytes(set.data(), memory_kind::host, 9, 5000000);
        cp::runtime::copy_bytes(small_to.data(), memory_kind::host, small.data(), memory_kind::host, 4);
        cp::runtime::copy_bytes(nullptr, memory_kind::host, nullptr, memory_kind::host, 0);
        cp::runtime::set_bytes(nullptr, memory_kind::host, 0, 0);
      },
      false);
  CHECK(g.size() == 3);
  CHECK(to[0] == 0);
  CHECK(set[0] == 0);
  g.launch();
  CHECK(to == from);
  CHECK(set == std::vector<unsigned char>(5000000, 9));
  CHECK(small_to == small);
}

TEST_CASE("values of structs of any size are recorded") {
  struct wide {
    std::array<int, 100> v;
  };
  auto const a = cp::empty<wide, host_space>(3);
  std::memset(a.data(), 0, sizeof(wide) * 3);
  wide w{};
  for (int i = 0; i < 100; ++i) w.v[static_cast<std::size_t>(i)] = i;
  cp::graph const g =
      cp::capture([&] { cp::runtime::fill_elements(a.data(), memory_kind::host, 3, &w, sizeof w); }, false);
  w.v[99] = -1;
  CHECK(a.data()[2].v[99] == 0);
  g.launch();
  for (int k = 0; k < 3; ++k) CHECK(a.data()[k].v[99] == 99);
}

TEST_CASE("waiting in a capture is refused and leaves everything usable") {
  array const a = make(10, 1), out = make(10, 0);
  CHECK_THROWS_AS(cp::capture([&] { cp::synchronize(); }, false), cp::value_error);
  CHECK_THROWS_AS(cp::capture([&] { cp::cuda::synchronize_device(); }, false), cp::value_error);
  CHECK_THROWS_AS(cp::capture([&] { cp::event().synchronize(); }, false), cp::value_error);
  CHECK_THROWS_AS(cp::capture([&] { (void)a.to_host(); }, false), cp::value_error);
  double x = 0;
  CHECK_THROWS_AS(cp::capture([&] { cp::runtime::read_bytes(&x, a.data(), memory_kind::host, 8); }, false),
                  cp::value_error);
  cp::runtime::read_bytes(&x, a.data(), memory_kind::host, 8);
  CHECK(x == 1);
  CHECK(!cp::runtime::is_capturing());

  // A wait that the captured function survives by itself does not end the capture.
  cp::graph const g = cp::capture(
      [&] {
        out(cp::all) = a + 1.0;
        try {
          cp::synchronize();
        } catch (cp::value_error const&) {
        }
        out(cp::all) = out + 1.0;
      },
      false);
  g.launch();
  CHECK(all_equal(out, 3));
}

TEST_CASE("an exception ends the capture and gives its memory back") {
  auto const used = cp::host_pool().statistics().used_bytes;
  CHECK_THROWS_AS(cp::capture(
                      [&] {
                        array const a = make(1000, 1);
                        throw std::logic_error("stop");
                      },
                      false),
                  std::logic_error);
  CHECK(!cp::runtime::is_capturing());
  CHECK(cp::host_pool().statistics().used_bytes == used);
  array const b = make(10, 2);
  CHECK(all_equal(b, 2));
}

TEST_CASE("captures do not nest, and graphs are not launched in them") {
  array const a = make(10, 1);
  cp::graph const g = cp::capture([&] { a.fill(7); }, false);
  CHECK_THROWS_AS(cp::capture([&] { (void)cp::capture([] {}, false); }, false), cp::value_error);
  CHECK_THROWS_AS(cp::capture([&] { g.launch(); }, false), cp::value_error);
  CHECK(all_equal(a, 1));
  CHECK_THROWS_AS(cp::graph().launch(), cp::value_error);
  CHECK(cp::graph().size() == 0);
  CHECK_THROWS_AS(cp::runtime::end_capture(), cp::value_error);
  cp::runtime::abandon_capture();
  cp::graph const empty = cp::capture([] {}, false);
  CHECK(empty.size() == 0);
  empty.launch();
}

TEST_CASE("a capture is its own thread's affair") {
  array const a = make(10, 1), b = make(10, 1);
  cp::graph const g = cp::capture(
      [&] {
        std::thread([&] { b.fill(5); }).join();
        a.fill(5);
      },
      false);
  CHECK(all_equal(b, 5));
  CHECK(all_equal(a, 1));
  g.launch();
  CHECK(all_equal(a, 5));
}

TEST_CASE("copies of a graph share it, and it can die in another thread") {
  array const a = make(10, 1), out = make(10, 0);
  cp::graph g = cp::capture([&] { out(cp::all) = cp::eval(a + 1.0) + 1.0; }, false);
  cp::graph second = g;
  g = cp::graph();
  second.launch();
  CHECK(all_equal(out, 3));
  std::thread([mine = std::move(second)]() mutable { mine = cp::graph(); }).join();
  cp::host_pool().trim();
}

TEST_CASE("a graph survives that memory runs out while it is captured") {
  tests::counting_source source;
  tests::with_source const scope(source);
  {
    array const a = make(1000000, 1), out = make(1000000, 0);
    bool failed = true;
    for (std::int64_t n = 0; failed; ++n) {
      cp::host_pool().trim();
      source.left = n;
      failed = false;
      cp::graph g;
      try {
        g = cp::capture([&] { out(cp::all) = cp::eval(cp::eval(a + 1.0) * 2.0) + 1.0; }, false);
      } catch (cp::out_of_memory const&) {
        failed = true;
      }
      CHECK(!cp::runtime::is_capturing());
      source.left = tests::never;
      if (!failed) g.launch();
    }
    CHECK(all_equal(out, 5));
  }
}
