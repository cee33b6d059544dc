// Contractions of random shapes, layouts and labels against their definition: which axes are joined, copied or made a
// batch never changes a value. On the host, by the library's plain functions.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fuse/core/complex.hpp>
#include <fuse/core/half.hpp>
#include <fuse/library/labels.hpp>
#include <random>
#include <string>
#include <vector>

namespace {

using cp::library::labelled;

std::mt19937 engine(20261122);
int below(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }

constexpr int most_labels = 6;

/// Strided elements of random layout: axes in any order of memory, some backwards, with gaps.
template <class T>
struct random_array {
  std::vector<int> label;
  std::vector<std::int64_t> shape, strides;
  std::vector<T> memory;
  std::int64_t begin = 0;
  bool conjugate = false;

  random_array(std::vector<int> labels, std::int64_t const* extents, bool repeats) : label(std::move(labels)) {
    std::size_t const rank = label.size();
    shape.resize(rank), strides.resize(rank);
    for (std::size_t i = 0; i < rank; ++i) shape[i] = extents[label[i]];
    std::vector<std::size_t> order(rank);
    for (std::size_t i = 0; i < rank; ++i) order[i] = i;
    if (below(2) == 0) std::shuffle(order.begin(), order.end(), engine);
    std::int64_t step = below(4) == 0 ? 2 : 1;
    for (std::size_t k = rank; k-- > 0;) {
      std::size_t const i = order[k];
      bool const still = repeats && below(8) == 0;
      strides[i] = still ? 0 : step;
      if (still) continue;
      step *= std::max<std::int64_t>(shape[i], 1) + (below(5) == 0 ? 1 : 0);
      if (below(6) == 0 && shape[i] > 0) begin += (shape[i] - 1) * strides[i], strides[i] = -strides[i];
    }
    memory.resize(static_cast<std::size_t>(step + 1));
    for (T& x : memory) {
      int const v = below(7) - 3;
      if constexpr (cp::complex_floating<T>)
        x = T(static_cast<float>(v), static_cast<float>(below(5) - 2));
      else
        x = static_cast<T>(static_cast<float>(v));
    }
  }
  labelled view() {
    return {static_cast<int>(label.size()), label.data(), shape.data(), strides.data(), data(), conjugate};
  }
  T* data() { return memory.data() + begin; }
  T& at(std::int64_t const* place) {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < label.size(); ++i) offset += place[label[i]] * strides[i];
    return data()[offset];
  }
};

/// Calls f at each place of the labels in a set.
template <class F>
void for_places(unsigned set, std::int64_t const* extents, std::int64_t* place, int from, F const& f) {
  for (; from < most_labels && (set >> from & 1u) == 0; ++from) {
  }
  if (from == most_labels) return f();
  for (place[from] = 0; place[from] < extents[from]; ++place[from]) for_places(set, extents, place, from + 1, f);
  place[from] = 0;
}

std::vector<int> some_labels(unsigned set) {
  std::vector<int> list;
  for (int l = 0; l < most_labels; ++l)
    if ((set >> l & 1u) != 0) list.push_back(l);
  std::shuffle(list.begin(), list.end(), engine);
  return list;
}

template <class T>
T conjugated(T const& x) {
  if constexpr (cp::complex_floating<T>)
    return T(x.re, -x.im);
  else
    return x;
}

template <class T, class Sum>
int wrong_contractions(int rounds) {
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    std::int64_t extents[most_labels];
    for (std::int64_t& n : extents) n = below(40) == 0 ? 0 : 1 + below(4);
    auto const a_set = static_cast<unsigned>(engine() % 64), b_set = static_cast<unsigned>(engine() % 64);
    unsigned const c_set = (a_set | b_set) & static_cast<unsigned>(engine());
    random_array<T> a(some_labels(a_set), extents, true), b(some_labels(b_set), extents, true);
    random_array<T> c(some_labels(c_set), extents, false);
    a.conjugate = cp::complex_floating<T> && below(2) == 0;
    b.conjugate = cp::complex_floating<T> && below(2) == 0;
    int const alpha = below(3) + 1, beta = below(2) * below(3);
    random_array<T> expected = c;
    std::int64_t place[most_labels] = {};
    for_places(c_set, extents, place, 0, [&] {
      Sum sum{};
      for_places((a_set | b_set) & ~c_set, extents, place, 0, [&] {
        T const x = a.conjugate ? conjugated(a.at(place)) : a.at(place);
        T const y = b.conjugate ? conjugated(b.at(place)) : b.at(place);
        sum = static_cast<Sum>(sum + static_cast<Sum>(x) * static_cast<Sum>(y));
      });
      Sum const old = static_cast<Sum>(expected.at(place));
      expected.at(place) = static_cast<T>(static_cast<Sum>(alpha) * sum + static_cast<Sum>(beta) * old);
    });
    cp::library::contract_labelled(cp::dtype_traits<T>::id, cp::memory_kind::host, a.view(), b.view(), c.view(),
                                   cp::library::coefficient(alpha), cp::library::coefficient(beta));
    // What lies between the elements of c stays as it was, too.
    bool same = true;
    for (std::size_t i = 0; i < c.memory.size(); ++i) same = same && c.memory[i] == expected.memory[i];
    wrong += !same;
  }
  return wrong;
}

}  // namespace

TEST_CASE("contractions of any labels and layouts: float32, float64") {
  CHECK(wrong_contractions<float, float>(4000) == 0);
  CHECK(wrong_contractions<double, double>(2000) == 0);
}
TEST_CASE("contractions of any labels and layouts: complex64") {
  CHECK(wrong_contractions<cp::complex64, cp::complex64>(3000) == 0);
}
TEST_CASE("contractions of any labels and layouts: float16") {
  CHECK(wrong_contractions<cp::float16, float>(2000) == 0);
}
TEST_CASE("contractions of any labels and layouts: int8, int64") {
  CHECK(wrong_contractions<std::int8_t, std::int32_t>(2000) == 0);
  CHECK(wrong_contractions<std::int64_t, std::int64_t>(2000) == 0);
}
