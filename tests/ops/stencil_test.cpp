// Stencils against NumPy (tests/data/stencils, written by scripts/make_stencil_data.py): boundaries, radii, dtypes, layouts.
#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <string>
#include <vector>

namespace {

template <class T, int N>
using array = cp::ndarray<T, N>;

/// The operand of make_stencil_data.py.
template <class T, int N>
array<T, N> operand(cp::shape_array<N> const& shape) {
  std::vector<T> values(static_cast<std::size_t>(cp::size_of(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const real = static_cast<int>((7919 * i + 13) % 101) - 50;
    if constexpr (cp::complex_floating<T>)
      values[i] = T(static_cast<float>(real), static_cast<float>((31 * i + 7) % 23));
    else
      values[i] = static_cast<T>(real);
  }
  return cp::reshape(array<T, 1>(values), shape);
}

/// Its stencil of one radius.
template <int N, int R>
struct weighted;
template <int R>
struct weighted<1, R> {
  static constexpr auto of = [](auto u) { return 7 * u + cp::at<-R>(u) + 2 * cp::at<R>(u) + 3 * cp::at<1>(u) + 4 * cp::at<R>(u); };
};
template <int R>
struct weighted<2, R> {
  static constexpr auto of = [](auto u) {
    return 7 * u + cp::at<-R, 0>(u) + 2 * cp::at<R, 0>(u) + 3 * cp::at<1, 0>(u) + 4 * cp::at<0, -R>(u) + 5 * cp::at<0, R>(u) + 6 * cp::at<0, 1>(u) + 7 * cp::at<R, -R>(u);
  };
};
template <int R>
struct weighted<3, R> {
  static constexpr auto of = [](auto u) {
    return 7 * u + cp::at<-R, 0, 0>(u) + 2 * cp::at<R, 0, 0>(u) + 3 * cp::at<1, 0, 0>(u) + 4 * cp::at<0, -R, 0>(u) + 5 * cp::at<0, R, 0>(u) + 6 * cp::at<0, 1, 0>(u) +
           7 * cp::at<0, 0, -R>(u) + 8 * cp::at<0, 0, R>(u) + 9 * cp::at<0, 0, 1>(u) + 10 * cp::at<R, -R, R>(u);
  };
};

/// Reads the expected values one result after the other.
template <class T>
struct expected_values {
  cp::ndarray<T, 1, cp::host_space> values;
  std::int64_t next = 0;
  template <class A>
  void compare(A const& result) {
    auto const host = cp::ravel(result).to_host();
    bool same = true;
    for (std::int64_t i = 0; i < host.size(); ++i, ++next) same = same && host.data()[i] == values.data()[next];
    CHECK(same);
  }
};

/// The array as a view of other memory: every second element of every axis, backwards along the first.
template <class T, int N>
array<T, N> scattered(array<T, N> const& a) {
  auto shape = a.shape();
  for (int i = 0; i < N; ++i) shape[i] = 2 * shape[i] + 1;
  array<T, N> const memory = cp::zeros<T>(shape);
  array<T, N> view = memory;
  if constexpr (N == 1)
    view = memory(cp::slice(1, cp::end, 2));
  else if constexpr (N == 2)
    view = memory(cp::slice(1, cp::end, 2), cp::slice(1, cp::end, 2));
  else
    view = memory(cp::slice(1, cp::end, 2), cp::slice(1, cp::end, 2), cp::slice(1, cp::end, 2));
  view = cp::flip(view, 0);
  view(cp::all) = a;
  return view;
}

template <class T, int N, int R>
void as_numpy(char code, std::vector<cp::shape_array<N>> const& shapes) {
  CAPTURE(N);
  CAPTURE(R);
  CAPTURE(code);
  std::string const file = std::string(FUSE_TEST_DATA) + "/stencils/r" + std::to_string(N) + "_" + std::to_string(R) + "_" + code + ".npy";
  expected_values<T> expected{cp::load<T, 1, cp::host_space>(file)};
  auto const one = cp::fuse(weighted<N, R>::of);
  // All boundaries in one kernel, with an output each.
  auto const all = cp::fuse([](auto a, auto b, auto c, auto d, auto e) {
    constexpr auto f = weighted<N, R>::of;
    return std::tuple(f(a), f(b), f(c), f(d), f(e));
  });
  for (auto const& shape : shapes) {
    CAPTURE(cp::to_string(shape));
    auto const before = expected.next;
    array<T, N> const u = operand<T, N>(shape);
    for (bool spread : {false, true}) {
      expected.next = before;
      array<T, N> const x = spread ? scattered(u) : u;
      auto const start = cp::count();
      auto const [edge, around, symmetric, reflected, constant] = all(cp::nearest(x), cp::wrap(x), cp::reflect(x), cp::mirror(x), cp::constant_boundary(x, 3));
      CHECK((cp::count() - start).launches == 1);
      CHECK((cp::count() - start).temporaries == 0);
      static_assert(std::is_same_v<typename std::remove_cvref_t<decltype(edge)>::value_type, T>);
      expected.compare(edge);
      expected.compare(around);
      expected.compare(symmetric);
      expected.compare(reflected);
      expected.compare(constant);
      array<T, N> const inner = one(cp::valid(x));
      for (int a = 0; a < N; ++a) CHECK(inner.shape(a) == std::max<std::int64_t>(0, shape[a] - 2 * R));
      expected.compare(inner);
    }
  }
  CHECK(expected.next == expected.values.size());
}

template <class T, int R>
void of_rank_1(char code) {
  as_numpy<T, 1, R>(code, {{1}, {2}, {3}, {5}, {11}, {67}});
}
template <class T, int R>
void of_rank_2(char code) {
  as_numpy<T, 2, R>(code, {{1, 1}, {1, 7}, {3, 2}, {9, 13}, {6, 40}});
}
template <class T, int R>
void of_rank_3(char code) {
  as_numpy<T, 3, R>(code, {{2, 3, 5}, {1, 4, 9}, {5, 6, 40}});
}

}  // namespace

TEST_CASE("stencils along one axis are NumPy's, up to radius 4") {
  of_rank_1<float, 1>('f');
  of_rank_1<float, 2>('f');
  of_rank_1<float, 3>('f');
  of_rank_1<float, 4>('f');
}
TEST_CASE("stencils of two axes are NumPy's") {
  of_rank_2<float, 1>('f');
  of_rank_2<float, 2>('f');
  of_rank_2<float, 3>('f');
  of_rank_2<float, 4>('f');
}
TEST_CASE("stencils of three axes are NumPy's") {
  of_rank_3<float, 1>('f');
  of_rank_3<float, 2>('f');
  of_rank_3<float, 3>('f');
  of_rank_3<float, 4>('f');
}
TEST_CASE("stencils of other dtypes are NumPy's") {
  of_rank_2<double, 2>('d');
  of_rank_2<std::int32_t, 2>('i');
  of_rank_2<cp::complex64, 2>('F');
}
