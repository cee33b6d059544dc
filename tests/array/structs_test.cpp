// Arrays of structs that Boost.Hana describes: text and files against NumPy's, members, structures of arrays.
#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <fuse/io.hpp>
#include <fuse/sorting.hpp>
#include <fuse/structs.hpp>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "data.hpp"
#include "values.hpp"

using namespace tests;

// What tests/data/make_structs.py writes.
struct place_of_body {
  float x, y, z;
};
BOOST_HANA_ADAPT_STRUCT(place_of_body, x, y, z);

struct body {
  std::int32_t id;
  double mass;
  place_of_body place;
  bool fixed;
  std::int16_t code[2][2];
  cp::complex64 phase;
};
BOOST_HANA_ADAPT_STRUCT(body, phase, id, mass, place, fixed, code);  // in any order: they are shown as they lie

struct sample {
  BOOST_HANA_DEFINE_STRUCT(sample, (std::int64_t, count), (double, sum));
};
struct pair_of_arrays {
  BOOST_HANA_DEFINE_STRUCT(pair_of_arrays, (std::array<float, 2>, ends), (std::uint8_t, kind));
};

namespace {

std::string const folder = tests::data_folder() + "/structs/";

std::string bytes_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string> texts() {
  std::string const all = bytes_of(folder + "texts.txt"), mark = "\n--\n";
  std::vector<std::string> list;
  for (std::size_t at = 0, end; (end = all.find(mark, at)) != std::string::npos; at = end + mark.size())
    list.push_back(all.substr(at, end - at));
  return list;
}

struct temporary_file {
  std::string path =
      (std::filesystem::temp_directory_path() / ("fuse_structs_" + std::to_string(getpid()) + ".npy")).string();
  ~temporary_file() { std::remove(path.c_str()); }
};

// The bodies of make_structs.py.
cp::ndarray<body, 1> bodies(std::int64_t n) {
  std::vector<body> made;
  for (int i = 0; i < n; ++i) {
    auto const x = static_cast<float>(i);
    auto const code = [i](int by) { return static_cast<std::int16_t>(by * i); };
    body b;
    std::memset(&b, 0, sizeof(b));  // what lies between members is 0 in NumPy's file
    b.id = 7 * i - 3, b.mass = i / 3.0, b.place = {x, x / 4, static_cast<float>(-1000 * i)}, b.fixed = i % 2 == 0;
    b.code[0][0] = code(1), b.code[0][1] = code(-10), b.code[1][0] = code(100), b.code[1][1] = code(3);
    b.phase = cp::complex64(x, i == 0 ? 0 : -x / 2);
    made.push_back(b);
  }
  return cp::ndarray<body, 1>(made);
}

}  // namespace

TEST_CASE("structs are printed as NumPy prints structured arrays") {
  auto const expected = texts();
  REQUIRE(expected.size() == 12);
  std::size_t next = 0;
  auto const check = [&](auto const& a) {
    CHECK(cp::array_str(a) == expected[next++]);
    CHECK(cp::array_repr(a) == expected[next++]);
  };
  auto const a = bodies(5);
  check(a);
  check(bodies(6).reshape(2, 3));
  check(bodies(2000));
  check(a(cp::slice(1, 2)).reshape(cp::index_array<0>{}));
  check(cp::eval(cp::member(a, &body::place)));
  check(bodies(0));
  std::ostringstream one;
  one << cp::ndarray<sample, 1>{sample{1, 0.5}} << cp::array2string(cp::ndarray<sample, 1>{sample{2, 1}});
  CHECK(one.str() == "[(1, 0.5)][(2, 1.)]");
}

TEST_CASE("structs are saved byte for byte as NumPy saves them, and loaded wherever their members lie in the file") {
  auto const a = bodies(5);
  temporary_file const f;
  cp::save(f.path, a);
  CHECK(bytes_of(f.path) == bytes_of(folder + "bodies.npy"));
  cp::save(f.path, bodies(6).reshape(2, 3));
  CHECK(bytes_of(f.path) == bytes_of(folder + "grid.npy"));
  cp::savez(f.path, cp::named("bodies", a));
  CHECK(bytes_of(f.path).size() == bytes_of(folder + "bodies.npz").size());
  std::string const text = cp::array_repr(a);
  CHECK(cp::array_repr(cp::load<body, 1>(folder + "bodies.npy")) == text);
  CHECK(cp::array_repr(cp::load<body, 1>(folder + "turned.npy")) == text);  // packed, of the other byte order
  CHECK(cp::array_repr(cp::load_mapped<body, 1>(folder + "bodies.npy")) == text);
  CHECK(cp::array_repr(cp::npz_file(folder + "bodies.npz").load<body, 1>("bodies")) == text);
  CHECK(cp::array_str(cp::load<body, 2>(folder + "grid.npy")) == cp::array_str(bodies(6).reshape(2, 3)));
  CHECK_THROWS_AS((void)(cp::load_mapped<body, 1>(folder + "turned.npy")), cp::io_error);
  CHECK_THROWS_WITH_AS((void)(cp::load<body, 1>(folder + "places.npy")),
                       ("cp::load: " + folder + "places.npy: the struct's member 'id' is not in the file").c_str(),
                       cp::dtype_error);
  CHECK_THROWS_AS((void)(cp::load<float, 1>(folder + "places.npy")), cp::dtype_error);
  CHECK_THROWS_AS((void)(cp::load<place_of_body, 2>(folder + "places.npy")), cp::shape_error);
  cp::save(f.path, cp::ndarray<pair_of_arrays, 1>{pair_of_arrays{{1, 2}, 3}});
  CHECK(bytes_of(f.path).find("'descr': [('ends', '<f4', (2,)), ('kind', '|u1'), ('', '|V3')], ") != std::string::npos);
  CHECK(values(cp::member(cp::load<pair_of_arrays, 1>(f.path), &pair_of_arrays::ends)) == floats{1, 2});
}

TEST_CASE("a member is a view of an array and a part of expressions") {
  auto const a = bodies(4);
  auto const id = cp::member(a, &body::id);
  CHECK(equals<std::int32_t>(id, {4}, {-3, 4, 11, 18}));
  CHECK(id.strides()[0] == sizeof(body) / sizeof(std::int32_t));
  cp::member(a, &body::id) += 1;
  cp::member(a, &body::place, &place_of_body::x)(cp::slice(0, 2)) = 9;
  CHECK(equals<std::int32_t>(id, {4}, {-2, 5, 12, 19}));
  auto const before = cp::count().launches;
  auto const shifted = cp::eval(cp::member(a, &body::place, &place_of_body::x) + 2 * cp::member(a, &body::id));
  CHECK(cp::count().launches == before + 1);
  CHECK(equals<double>(shifted, {4}, {5, 19, 26, 41}));
  CHECK(equals<std::int16_t>(cp::member(a, &body::code)(1), {2, 2}, {1, -10, 100, 3}));
  CHECK(equals<float>(cp::member(cp::member(cp::flip(a), &body::place), &place_of_body::y), {4},
                      {0.75f, 0.5f, 0.25f, 0}));
  cp::ndarray<body, 1> const empty;
  CHECK(cp::member(empty, &body::id).size() == 0);
}

TEST_CASE("structures of arrays, there and back, by a kernel each") {
  auto const n = cp::ndarray<std::int64_t, 1>{1, 2, 3};
  auto const sum = cp::ndarray<double, 1>{0.5, 1.5, 2.5};
  auto const before = cp::count().launches;
  auto const joined = cp::eval(cp::join_members<sample>(n * 2, sum));
  CHECK(cp::count().launches == before + 1);
  CHECK(cp::array_str(joined) == "[(2, 0.5) (4, 1.5) (6, 2.5)]");
  auto const [counts, sums] = cp::split_members(joined);
  CHECK(cp::count().launches == before + 2);
  CHECK(equals<std::int64_t>(counts, {3}, {2, 4, 6}));
  CHECK(equals<double>(sums, {3}, {0.5, 1.5, 2.5}));
  CHECK(equals<double>(cp::member(cp::join_members<sample>(n, sum), &sample::sum), {3}, {0.5, 1.5, 2.5}));
  auto const [ends, kind] = cp::split_members(cp::ndarray<pair_of_arrays, 1>{pair_of_arrays{{1, 2}, 3}, {{4, 5}, 6}});
  CHECK(equals<float>(ends, {2, 2}, {1, 2, 4, 5}));
  CHECK(equals<std::uint8_t>(kind, {2}, {3, 6}));
}

TEST_CASE("operations member by member, and structs that follow keys") {
  cp::ndarray<place_of_body, 1> const p{{1, 2, 3}, {4, 5, 6}}, q{{10, 20, 30}, {40, 50, 60}};
  auto const before = cp::count().launches;
  auto const r = cp::memberwise([](auto a, auto b, auto t) { return a + t * (b - a); }, p, q, 0.5f);
  CHECK(cp::count().launches == before + 1);
  CHECK(cp::array_str(r) == "[( 5.5, 11. , 16.5) (22. , 27.5, 33. )]");
  auto const scaled = cp::memberwise([](auto a, auto by) { return a * by; }, p, cp::ndarray<float, 1>{2, 3});
  CHECK(cp::array_str(scaled) == "[( 2.,  4.,  6.) (12., 15., 18.)]");
  CHECK_THROWS_AS((void)cp::memberwise([](auto a, auto by) { return a * by; }, p, cp::ones<float>({3})),
                  cp::shape_error);
  auto const [keys, sorted] = cp::sort_by_key(cp::ndarray<int, 1>{2, 1}, q);
  CHECK(equals<std::int32_t>(keys, {2}, {1, 2}));
  CHECK(cp::array_str(sorted) == "[(40., 50., 60.) (10., 20., 30.)]");
}
