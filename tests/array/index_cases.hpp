// Runs cases of tests/data/make_indexing.py: what patterns of indices read and write, compared with NumPy's results.
#pragma once

#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "array/values.hpp"
#include "data.hpp"

namespace tests {

/// The numbers of a file of cases, one after the other.
class case_reader {
 public:
  explicit case_reader(char const* name)
      : data_(cp::load<std::int16_t, 1>(tests::data_folder() + "/indexing/" + name + ".npy").to_host()) {}

  std::int64_t number() { return data_(at_++); }
  template <int N>
  cp::index_array<N> shape() {
    cp::index_array<N> s;
    for (int k = 0; k < N; ++k) s[k] = number();
    return s;
  }
  longs list(std::int64_t n) {
    longs v;
    for (; n > 0; --n) v.push_back(number());
    return v;
  }
  template <class T, int N>
  cp::ndarray<T, N> integers() {
    auto const s = shape<N>();
    auto const v = list(cp::size_of(s));
    return cp::reshape(cp::astype<T>(cp::ndarray<std::int64_t, 1>(v)), s);
  }
  template <int N>
  cp::ndarray<bool, N> mask() {
    auto const s = shape<N>();
    auto const v = list(cp::size_of(s));
    return cp::reshape(cp::ndarray<std::int64_t, 1>(v) != 0, s);
  }
  cp::slice slice() {
    auto const end = [this] {
      std::int64_t const n = number();
      return n == -9999 ? cp::slice::open : n;
    };
    cp::slice s;
    s.start = end(), s.stop = end(), s.step = number();
    return s;
  }
  bool done() const { return at_ == data_.size(); }

 private:
  cp::ndarray<std::int16_t, 1, cp::host_space> data_;
  std::int64_t at_ = 0;
};

/// 0, 1, ... of a shape: one behind the other, with axes in reverse order, or every other element of more, backwards.
template <int N>
cp::ndarray<std::int64_t, N> laid_out(cp::index_array<N> const& shape, std::int64_t layout) {
  auto const x = cp::eval(cp::reshape(cp::arange<std::int64_t>(cp::size_of(shape)), shape));
  if (layout == 0) return x;
  if (layout == 1) {
    cp::index_array<N> reversed;
    for (int k = 0; k < N; ++k) reversed[k] = shape[N - 1 - k];
    auto const to = cp::empty<std::int64_t>(reversed).transposed();
    to(cp::all) = x;
    return to;
  }
  auto wide = shape;
  wide[N - 1] *= 2;
  auto const to = cp::full<std::int64_t>(wide, -5)(cp::ellipsis, cp::slice(cp::end, cp::end, -2));
  to(cp::all) = x;
  return to;
}

/// The cases of one pattern, whose indices are read by a function.
template <int Rank, class Indices>
void check_pattern(case_reader& in, char const* pattern, Indices const& read_indices) {
  std::int64_t const cases = in.number();
  (void)in.number();
  for (std::int64_t c = 0; c < cases; ++c) {
    INFO("pattern ", pattern, ", case ", c);
    std::int64_t const layout = in.number();
    auto const shape = in.shape<Rank>();
    auto const index = read_indices();
    auto const x = laid_out(shape, layout);
    auto const picked = cp::eval(x(index));
    constexpr int rank = std::remove_cvref_t<decltype(picked)>::rank;
    REQUIRE(in.number() == rank);
    auto const picked_shape = in.shape<rank>();
    REQUIRE(list_of(picked.shape()) == list_of(picked_shape));
    CHECK(values(picked) == in.list(picked.size()));
    auto const after = [&](auto const& write) {
      auto const y = laid_out(shape, layout);
      write(y);
      CHECK(values(y) == in.list(y.size()));
    };
    auto const full = cp::eval(-1 - cp::reshape(cp::arange<std::int64_t>(picked.size()), picked.shape()));
    after([&](auto const& y) { y(index) = 7; });
    after([&](auto const& y) { y(index) = full; });
    if constexpr (rank == 0) {
      after([&](auto const& y) { y(index) = 1000; });
    } else {
      auto const row = cp::eval(1000 + cp::arange<std::int64_t>(picked.shape()[rank - 1]));
      after([&](auto const& y) { y(index) = row; });
    }
    after([&](auto const& y) { y(index) += full; });
    after([&](auto const& y) { y(index) += 100; });
  }
}

}  // namespace tests

// Braces keep the order in which the indices are read.
#define PATTERN(RANK, ...)                                                                     \
  tests::check_pattern<RANK>(in, #__VA_ARGS__, [&] {                                           \
    return std::apply([](auto const&... i) { return cp::s_(i...); }, std::tuple{__VA_ARGS__}); \
  });
