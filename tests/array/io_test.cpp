// cp::load and cp::save on arrays of any space and layout, and arrays as text.
#include <doctest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <iterator>
#include <sstream>
#include <string>

#include "values.hpp"

using namespace tests;

namespace {

struct particle {
  float mass;
  std::int32_t charge;
  bool operator==(particle const&) const = default;
};

/// A file name of this process's own, removed at the end.
struct temporary_file {
  std::string path =
      (std::filesystem::temp_directory_path() / ("fuse_array_io_" + std::to_string(getpid()) + ".npy")).string();
  ~temporary_file() { std::remove(path.c_str()); }
};

std::string bytes_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

// covers: cupy.load; cupy.save
TEST_CASE("what is saved is loaded again, for every element type and rank") {
  temporary_file const f;
  auto const check = [&]<class T, int Rank>(cp::ndarray<T, Rank> const& a) {
    cp::save(f.path, a);
    auto const b = cp::load<T, Rank>(f.path);
    CHECK(list_of(b.shape()) == list_of(a.shape()));
    CHECK(values(b) == values(a));
  };
  check(cp::ndarray<bool, 1>{true, false});
  check(cp::ndarray<std::int8_t, 1>{1, -2});
  check(cp::ndarray<std::uint64_t, 1>{1, UINT64_MAX});
  check(cp::ndarray<cp::float16, 1>{cp::float16(1.5f)});
  check(cp::ndarray<cp::bfloat16, 1>{cp::bfloat16(1.5f)});
  check(counted<float>({2, 3}));
  check(counted<double>({2, 0, 3}));
  check(cp::ndarray<cp::complex64, 1>{{1, 2}, {3, 4}});
  check(cp::ndarray<cp::complex128, 0>(cp::complex128(1, 2)));
  check(cp::ndarray<particle, 1>{{1, 2}, {3, 4}});
  check(counted<std::int16_t>({1, 2, 1, 3, 1, 2}));
}

TEST_CASE("views and expressions are saved as NumPy would: contiguous, in the order in which they lie") {
  temporary_file const f;
  auto const a = counted<float>({3, 4});
  cp::save(f.path, a.T());
  CHECK(values(cp::load<float, 2>(f.path)) == values(a.T()));
  auto const h = counted<float, cp::host_space>({3, 4});
  auto const file = [](char const* order, auto const& elements) {
    std::string bytes("\x93NUMPY\1\0v\0{'descr': '<f4', 'fortran_order': ", 44);
    bytes += std::string(order) + ", 'shape': (4, 3), }";
    bytes += std::string(127 - bytes.size(), ' ') + "\n";
    return bytes + std::string(reinterpret_cast<char const*>(elements.data()), 48);
  };
  cp::save(f.path, h.T());
  CHECK(bytes_of(f.path) == file("True", h));
  CHECK(cp::load<float, 2, cp::host_space>(f.path).strides() == h.T().strides());
  auto const turned = h.T().copy();
  cp::save(f.path, turned);
  CHECK(bytes_of(f.path) == file("False", turned));
  cp::save(f.path, a(cp::slice(cp::end, cp::end, -2), cp::slice(1, 3)));
  CHECK(values(cp::load<float, 2>(f.path)) == floats{9, 10, 1, 2});
  cp::save(f.path, a(0) + a(1));
  CHECK(values(cp::load<float, 1>(f.path)) == floats{4, 6, 8, 10});
  cp::save(f.path, cp::broadcast_to(a(0), {2, 4}));
  CHECK(values(cp::load<float, 2>(f.path)) == floats{0, 1, 2, 3, 0, 1, 2, 3});
}

TEST_CASE("a file in Fortran order becomes a transposed view") {
  temporary_file const f;
  std::vector<std::int32_t> const data{0, 1, 2, 3, 4, 5};  // (2, 3), first axis fastest
  cp::io::write_npy(f.path, cp::dtype_id::int32, 4, {2, 3}, data.data(), true);
  auto const a = cp::load<std::int32_t, 2>(f.path);
  CHECK(values(a) == ints{0, 2, 4, 1, 3, 5});
  CHECK(a.flags().f_contiguous);
  CHECK(values(a + 1) == ints{1, 3, 5, 2, 4, 6});
}

TEST_CASE("a file of another dtype or rank is refused by name") {
  temporary_file const f;
  cp::save(f.path, counted<float>({2, 3}));
  CHECK_THROWS_WITH_AS(
      (void)(cp::load<double, 2>(f.path)),
      ("cp::load: " + f.path +
       " holds float32, but float64 was asked for; load it as what it is and convert with cp::astype<T>")
          .c_str(),
      cp::dtype_error);
  CHECK_THROWS_WITH_AS((void)(cp::load<float, 1>(f.path)),
                       ("cp::load: " + f.path + " holds an array of 2 axes, but 1 were asked for").c_str(),
                       cp::shape_error);
  CHECK_THROWS_AS((void)(cp::load<particle, 2>(f.path)), cp::dtype_error);
  CHECK_THROWS_AS((void)(cp::load<float, 2>(f.path + ".missing")), cp::io_error);
  CHECK_THROWS_AS(cp::save("/no/such/folder/a.npy", counted({2})), cp::io_error);
  std::ofstream(f.path) << "not an array";
  CHECK_THROWS_AS((void)(cp::load<float, 2>(f.path)), cp::io_error);
}

TEST_CASE("arrays are read one after the other from one source") {
  temporary_file const f;
  cp::save(f.path, counted({2}));
  std::string bytes = bytes_of(f.path);
  cp::save(f.path, counted<double>({3, 1}));
  bytes += bytes_of(f.path);
  cp::io::memory_source source(bytes.data(), static_cast<std::int64_t>(bytes.size()));
  CHECK(values(cp::load<std::int32_t, 1>(source)) == ints{0, 1});
  CHECK(values(cp::load<double, 2, cp::host_space>(source)) == doubles{0, 1, 2});
  CHECK_THROWS_AS((void)(cp::load<double, 2>(source)), cp::io_error);
}

// covers: cupy.array_repr; cupy.array_str; cupy.ndarray.__repr__; cupy.ndarray.__str__
TEST_CASE("arrays and expressions print as in NumPy") {
  auto const text = [](auto const& e) {
    std::ostringstream os;
    os << e;
    return os.str();
  };
  auto const a = counted({2, 3});
  CHECK(text(a) == "[[0 1 2]\n [3 4 5]]");
  CHECK(text(a.T()) == "[[0 3]\n [1 4]\n [2 5]]");
  CHECK(text(a(1, cp::slice(cp::end, cp::end, -1))) == "[5 4 3]");
  CHECK(text(a * 0.5) == "[[0.  0.5 1. ]\n [1.5 2.  2.5]]");
  CHECK(text(a > 2) == "[[False False False]\n [ True  True  True]]");
  CHECK(text(cp::ndarray<float, 0>(1.5f)) == "1.5");
  CHECK(text(cp::zeros<float>({0, 3})) == "[]");
  CHECK(text(cp::arange<std::int32_t>(2000)) == "[   0    1    2 ... 1997 1998 1999]");
  CHECK(cp::array_repr(cp::ndarray<float, 1>{1, 2}) == "array([1., 2.], dtype=float32)");
  CHECK(cp::array_repr(cp::zeros<double>({0, 2})) == "array([], shape=(0, 2), dtype=float64)");
  CHECK(cp::array_str(cp::ndarray<cp::complex128, 1>{{1, -2}}) == "[1.-2.j]");
  CHECK(text(cp::ndarray<cp::float16, 1>{cp::float16(0.1f)}) == "[0.1]");
}

namespace {

/// What the text of an array shows, copied together, prints as the whole array does.
template <class A>
void check_shown(A const& a, cp::print_options const& options) {
  auto const h = a.to_host();
  REQUIRE(cp::io::is_summarized(A::rank, a.shape().value, options));
  auto const shown = cp::detail::shown_elements(a, options).to_host();
  for (bool const repr : {false, true}) {
    std::string const whole = cp::detail::host_text(h, a.shape(), options, repr, cp::io::elements_given::all);
    CHECK(cp::detail::host_text(shown, a.shape(), options, repr, cp::io::elements_given::shown) == whole);
  }
}

}  // namespace

TEST_CASE("a summary is made from the elements that it shows, of views too") {
  for (std::int64_t const edge : {0, 1, 2, 3, 7, 1000}) {
    CAPTURE(edge);
    cp::print_options const options{.threshold = 30, .edgeitems = edge};
    check_shown(counted({41}), options);
    auto const m = cp::eval(counted<float>({9, 13}) * 1e-3f);
    check_shown(m, options);
    check_shown(m.T(), options);
    check_shown(m(cp::slice(cp::end, cp::end, -2), cp::slice(1, cp::end)), options);
    check_shown(cp::eval(cp::broadcast_to(m(2), {30, 13})), options);
    check_shown(cp::broadcast_to(m(2), {30, 13}), options);
    check_shown(counted<std::int16_t>({5, 1, 4, 9}), options);
    check_shown(cp::full<cp::complex64>({40}, cp::complex64(1, -2)), options);
  }
  check_shown(cp::ndarray<cp::float16, 0>(cp::float16(1.5f)), {.threshold = 0});
}

TEST_CASE("printing a large array copies what is shown, and no more") {
  auto const a = cp::eval(counted<float>({2000, 1000}) + 0.0f);
  auto before = cp::count();
  auto const shown = cp::detail::shown_elements(a, {});
  auto c = cp::count() - before;
  CHECK(list_of(shown.shape()) == longs{6, 6});
  CHECK(c.launches == 4);  // one a corner
  CHECK(c.bytes_read == 36 * 4);
  CHECK(c.bytes_written == 36 * 4);
  CHECK(c.temporaries == 0);
  CHECK(c.synchronizations == 0);

  auto const used = cp::host_pool().statistics().used_bytes;
  cp::host_pool().set_limit(used + (64 << 10));  // a copy of all would take 8 MB
  before = cp::count();
  std::string text;
  CHECK_NOTHROW(text = cp::array_str(a));
  c = cp::count() - before;
  cp::host_pool().set_limit(0);
  constexpr bool on_device = std::is_same_v<cp::default_space, cp::cuda_space>;
  CHECK(c.launches == (on_device ? 4 : 0));
  CHECK(c.copies == (on_device ? 1 : 0));
  CHECK(c.synchronizations == (on_device ? 1 : 0));
  CHECK(text.substr(0, 73) == "[[0.000000e+00 1.000000e+00 2.000000e+00 ... 9.970000e+02 9.980000e+02\n  ");
}
