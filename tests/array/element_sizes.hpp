// Structs of the user's of any size and alignment, in every kernel form that moves elements: each byte arrives.
#pragma once

#include <doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fuse/fuse.hpp>
#include <string>
#include <vector>

namespace sizes {

/// `Size` bytes that begin at multiples of `Align`.
template <int Size, int Align>
struct alignas(Align) bytes {
  unsigned char value[Size];
};

/// The larger by its bytes: what folding structs can be tested with.
struct same_bytes {
  template <class T>
  FUSE_HD T operator()(T const& x) const {
    return x;
  }
};
struct larger {
  template <class T>
  FUSE_HD T operator()(T const& x, T const& y) const {
    for (unsigned i = 0; i < sizeof(x.value); ++i)
      if (x.value[i] != y.value[i]) return x.value[i] > y.value[i] ? x : y;
    return x;
  }
};

/// What is compared: elements of some array in host memory, by their bytes, whatever their type.
struct elements {
  std::vector<unsigned char> bytes;
  std::size_t itemsize = 0;

  unsigned char const* at(std::int64_t i) const { return bytes.data() + static_cast<std::size_t>(i) * itemsize; }
};
template <class A>
elements elements_of(A const& a) {
  auto const host = a.copy().to_host();
  elements e{std::vector<unsigned char>(static_cast<std::size_t>(host.nbytes())), sizeof(typename A::value_type)};
  if (!e.bytes.empty()) std::memcpy(e.bytes.data(), host.data(), e.bytes.size());
  return e;
}
inline void check(std::string const& what, elements const& got, elements const& from,
                  std::vector<std::int64_t> const& order) {
  REQUIRE_MESSAGE(got.bytes.size() == order.size() * from.itemsize, what);
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    wrong += std::memcmp(got.at(static_cast<std::int64_t>(i)), from.at(order[i]), from.itemsize) != 0;
  CHECK_MESSAGE(wrong == 0, what << ": " << wrong << " of " << order.size() << " elements are wrong");
}
template <class F>
std::vector<std::int64_t> places(std::int64_t n, F const& place) {
  std::vector<std::int64_t> p;
  for (std::int64_t i = 0; i < n; ++i) p.push_back(place(i));
  return p;
}

/// A struct that has one of `T` as a member, which begins where no vector of its size does.
template <class T>
struct alignas(alignof(T)) holder {
  unsigned char before[alignof(T)];
  T value;
  unsigned char behind[sizeof(T) - alignof(T)];
};

template <int Size, int Align, bool Folds = false>
void every_form() {
  using T = bytes<Size, Align>;
  static_assert(sizeof(T) == Size && alignof(T) == Align);
  std::string const type = std::to_string(Size) + " bytes aligned to " + std::to_string(Align);
  std::int64_t const rows = 37, columns = 70, n = rows * columns;
  cp::ndarray<T, 2, cp::host_space> host = cp::empty<T, cp::host_space>({rows, columns});
  std::uint32_t word = 12345;
  for (std::int64_t i = 0; i < n; ++i)
    for (unsigned char& b : host.data()[i].value)
      word = word * 1664525 + 1013904223, b = static_cast<unsigned char>(word >> 24);
  auto const a = host.template to<cp::default_space>();
  auto const flat = cp::reshape(a, {n});
  elements const x = elements_of(a);
  auto const self = places(n, [](std::int64_t i) { return i; });
  check(type + ", there and back", x, elements_of(host), self);

  check(type + ", copied", elements_of(a.copy()), x, self);
  auto const odd = cp::empty<T>({n + 1})(cp::slice(1, cp::end));
  odd(cp::all) = flat;
  check(type + ", one off", elements_of(odd), x, self);
  check(type + ", backwards", elements_of(flat(cp::slice(cp::end, cp::end, -1)).copy()), x,
        places(n, [&](std::int64_t i) { return n - 1 - i; }));
  check(type + ", every second column", elements_of(a(cp::all, cp::slice(1, cp::end, 2)).copy()), x,
        places(n / 2, [&](std::int64_t i) { return i / (columns / 2) * columns + i % (columns / 2) * 2 + 1; }));
  check(type + ", transposed", elements_of(a.T().copy()), x,
        places(n, [&](std::int64_t i) { return i % rows * columns + i / rows; }));
  check(type + ", filled with one", elements_of(cp::full<T>({11}, host.data()[3])), x,
        places(11, [](std::int64_t) { return 3; }));
  auto const stretched = cp::zeros<T>({5, columns});
  stretched(cp::all) = a(2);
  check(type + ", a row stretched", elements_of(stretched), x,
        places(5 * columns, [&](std::int64_t i) { return 2 * columns + i % columns; }));
  auto const second = cp::eval(cp::arange<cp::int64>(n) % 2 == 0);
  auto const chosen = cp::where(second, flat, odd(cp::slice(cp::end, cp::end, -1)));
  check(type + ", chosen by a mask", elements_of(cp::eval(chosen)), x,
        places(n, [&](std::int64_t i) { return i % 2 == 0 ? i : n - 1 - i; }));
  check(type + ", gathered", elements_of(cp::eval(cp::take(a, cp::arange<cp::int64>(n) * 7 % n))), x,
        places(n, [&](std::int64_t i) { return i * 7 % n; }));

  auto const after = cp::fuse([](auto u) { return cp::at<1>(u); });
  check(type + ", the next one", elements_of(cp::eval(after(cp::wrap(flat)))), x,
        places(n, [&](std::int64_t i) { return (i + 1) % n; }));
  auto const aside = cp::fuse([](auto u) { return cp::at<1, -2>(u); });
  check(type + ", neighbours of two axes", elements_of(cp::eval(aside(cp::nearest(a.T())))), x,
        places(n, [&](std::int64_t i) {
          std::int64_t const column = i / rows + 1, row = i % rows - 2;
          return (row < 0 ? 0 : row) * columns + (column < columns ? column : columns - 1);
        }));

  if constexpr (Size > Align) {
    using H = holder<T>;
    static_assert(sizeof(H) == 2 * sizeof(T));
    auto const held = cp::empty<H>({n});
    auto const square = cp::empty<H>({rows, columns}), turned = cp::empty<H>({columns, rows});
    auto const member = cp::member(held, &H::value);
    auto const plane = cp::member(square, &H::value), down = cp::member(turned, &H::value);
    auto const same = cp::elementwise(same_bytes{});
    member(cp::all) = flat;
    check(type + ", to a member", elements_of(member), x, self);
    check(type + ", from a member", elements_of(cp::eval(same(member))), x, self);
    check(type + ", from a member backwards", elements_of(cp::eval(same(member(cp::slice(cp::end, cp::end, -1))))), x,
          places(n, [&](std::int64_t i) { return n - 1 - i; }));
    plane(cp::all, cp::all) = same(a);
    check(type + ", to a plane of members", elements_of(plane), x, self);
    down(cp::all, cp::all) = same(plane.T());
    check(type + ", members transposed", elements_of(down), x,
          places(n, [&](std::int64_t i) { return i % rows * columns + i / rows; }));
    down(cp::all, cp::all) = a.T();
    check(type + ", transposed to members", elements_of(down), x,
          places(n, [&](std::int64_t i) { return i % rows * columns + i / rows; }));
    plane(cp::all, cp::all) = a(2);
    check(type + ", a row stretched to members", elements_of(plane), x,
          places(n, [&](std::int64_t i) { return 2 * columns + i % columns; }));
    member(cp::all) = chosen;
    check(type + ", chosen to a member", elements_of(member), x,
          places(n, [&](std::int64_t i) { return i % 2 == 0 ? i : n - 1 - i; }));
    member(cp::all) = cp::take(a, cp::arange<cp::int64>(n) * 7 % n);
    check(type + ", gathered to a member", elements_of(member), x,
          places(n, [&](std::int64_t i) { return i * 7 % n; }));
    member(cp::all) = flat;
    check(type + ", the next member", elements_of(cp::eval(after(cp::wrap(member)))), x,
          places(n, [&](std::int64_t i) { return (i + 1) % n; }));
    auto const other = cp::member(cp::empty<H>({n}), &H::value);
    other(cp::all) = after(cp::wrap(member));
    check(type + ", the next member to a member", elements_of(other), x,
          places(n, [&](std::int64_t i) { return (i + 1) % n; }));
  }

  if constexpr (Folds) {  // one kernel's reductions accumulate in 128 bytes at most
    auto const most = cp::reduction(T{}, same_bytes{}, larger{});
    auto const largest = [&](std::vector<std::int64_t> const& of) {
      std::int64_t best = of[0];
      for (std::int64_t const i : of)
        if (std::memcmp(x.at(i), x.at(best), x.itemsize) > 0) best = i;
      return best;
    };
    check(type + ", folded", elements_of(cp::reshape(cp::eval(most(a)), {1})), x, {largest(self)});
    check(type + ", folded along rows", elements_of(cp::eval(most(a, cp::axis<1>))), x,
          places(rows, [&](std::int64_t r) {
            return largest(places(columns, [&](std::int64_t c) { return r * columns + c; }));
          }));
    check(type + ", folded along columns", elements_of(cp::eval(most(a, cp::axis<0>))), x,
          places(columns, [&](std::int64_t c) {
            return largest(places(rows, [&](std::int64_t r) { return r * columns + c; }));
          }));
  }
}

}  // namespace sizes
