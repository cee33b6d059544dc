// Arrays of more than 2^31 elements: int8 on the host, float32 past 2^32 on the GPU.
#include <doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fuse/fuse.hpp>

namespace {

/// Some places of a huge array, at the ends and around the powers of two where 31- and 32-bit indices break.
std::int64_t const places[] = {0,
                               1,
                               12345,
                               (1LL << 30) - 1,
                               1LL << 30,
                               (1LL << 31) - 2,
                               (1LL << 31) - 1,
                               1LL << 31,
                               (1LL << 31) + 6,
                               (1LL << 32) - 1,
                               1LL << 32,
                               (1LL << 32) + 6};

template <class Check>
void at_places(std::int64_t n, Check check) {
  for (std::int64_t i : places)
    if (i < n) check(i);
  check(n - 1);
}

[[maybe_unused]] std::int8_t small(std::int64_t i) { return static_cast<std::int8_t>(i * 7 + (i >> 10)); }

}  // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // minutes, and memory that a sanitizer multiplies

TEST_CASE("int8 arrays of 2^31 - 1 and 2^31 + 7 elements on the host") {
  using cp::host_space;
  using array = cp::ndarray<std::int8_t, 1, host_space>;
  for (std::int64_t n : {(1LL << 31) - 1, (1LL << 31) + 7}) {
    CAPTURE(n);
    cp::host_pool().trim();  // what the pool keeps of the other sizes, so that 4 GiB are enough
    array a = cp::full<std::int8_t, host_space>(n, 3);
    CHECK(a.size() == n);
    CHECK(a.nbytes() == n);
    at_places(n, [&](std::int64_t i) { CHECK(a(i) == 3); });
    CHECK(std::memcmp(a.data(), a.data() + 1, static_cast<std::size_t>(n - 1)) == 0);

    CHECK(cp::sum(a).item() == 3 * n);
    CHECK(cp::mean(a).item() == 3);
    CHECK(cp::count_nonzero(a).item() == n);
    a(n - 1) = 5;
    CHECK(cp::argmax(a).item() == n - 1);
    CHECK(cp::argmin(a).item() == 0);

    a(cp::all) = cp::astype<std::int8_t>(cp::index<0>(a.shape()) * 7 +
                                         (cp::index<0>(a.shape()) >> 10));  // positions past 31 bits
    at_places(n, [&](std::int64_t i) { CHECK(int(a(i)) == int(small(i))); });

    auto const before = cp::count();
    array b = a + std::int8_t(1);
    CHECK((cp::count() - before).launches == 1);
    at_places(n, [&](std::int64_t i) { CHECK(int(b(i)) == int(static_cast<std::int8_t>(small(i) + 1))); });

    // Slices: the last elements, every second one, backwards.
    CHECK(int(a(cp::slice(-3, cp::end))(2)) == int(small(n - 1)));
    auto const odd = b(cp::slice(1, cp::end, 2));
    CHECK(odd.size() == n / 2);
    odd += std::int8_t(2);
    at_places(
        n, [&](std::int64_t i) { CHECK(int(b(i)) == int(static_cast<std::int8_t>(small(i) + (i % 2 == 0 ? 1 : 3)))); });
    auto const back = b(cp::slice(cp::end, cp::end, -1));
    CHECK(back(0) == b(n - 1));
    b(cp::all) = cp::flip(a);  // other memory, backwards
    at_places(n, [&](std::int64_t i) { CHECK(int(b(i)) == int(small(n - 1 - i))); });
    b = array();

    cp::ndarray<bool, 1, host_space> equal = a == a(cp::slice(cp::end, cp::end, -1));
    at_places(n, [&](std::int64_t i) { CHECK(equal(i) == (small(i) == small(n - 1 - i))); });
    equal(cp::all) = a(cp::all) >= std::int8_t(-128);
    CHECK(std::memchr(equal.data(), 0, static_cast<std::size_t>(n)) == nullptr);
    equal = cp::ndarray<bool, 1, host_space>();

    a(cp::all) = std::int8_t(3);
    a(cp::all) = cp::cumsum<std::int8_t>(a);  // in place, wrapping around
    at_places(n, [&](std::int64_t i) { CHECK(int(a(i)) == int(static_cast<std::int8_t>(3 * (i + 1)))); });
  }
}

TEST_CASE("a matrix of more than 2^31 elements is transposed, broadcast and gathered from on the host") {
  using cp::host_space;
  cp::host_pool().trim();
  std::int64_t const rows = 46349, columns = 46337;  // 2 147 673 613 elements
  cp::ndarray<std::int8_t, 2, host_space> m =
      cp::astype<std::int8_t>(cp::index<0>({rows, columns}) - 3 * cp::index<1>({rows, columns}));
  auto const element = [](std::int64_t i, std::int64_t j) { return int(static_cast<std::int8_t>(i - 3 * j)); };
  CHECK(m.size() > (1LL << 31));
  CHECK(int(m(rows - 1, columns - 1)) == element(rows - 1, columns - 1));
  {
    auto const t = m.T().copy();
    CHECK(t.shape(0) == columns);
    for (std::int64_t i : {std::int64_t(0), std::int64_t(77), rows / 2, rows - 1})
      for (std::int64_t j : {std::int64_t(0), std::int64_t(1), columns / 3, columns - 1})
        CHECK(int(t(j, i)) == element(i, j));
  }
  // Sums over many rows and over many columns.
  auto const by_row = cp::eval(cp::sum(m, cp::axis<1>)), by_column = cp::eval(cp::sum(m, cp::axis<0>));
  for (std::int64_t i : {std::int64_t(0), rows - 1}) {
    std::int64_t sum = 0;
    for (std::int64_t j = 0; j < columns; ++j) sum += element(i, j);
    CHECK(by_row(i) == sum);
  }
  for (std::int64_t j : {std::int64_t(0), columns - 1}) {
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < rows; ++i) sum += element(i, j);
    CHECK(by_column(j) == sum);
  }
  m += cp::astype<std::int8_t>(cp::index<0>({columns}));  // a row that is broadcast
  CHECK(int(m(rows - 1, columns - 1)) == int(static_cast<std::int8_t>(element(rows - 1, columns - 1) + columns - 1)));
  auto const flat = cp::ravel(m);
  CHECK(flat.data() == m.data());
  cp::ndarray<std::int64_t, 1, host_space> const where{0, (1LL << 31) + 5, m.size() - 1, -1};
  cp::ndarray<std::int8_t, 1, host_space> const picked = flat(where);
  CHECK(picked(1) == flat((1LL << 31) + 5));
  CHECK(picked(2) == m(rows - 1, columns - 1));
  CHECK(picked(3) == picked(2));
  auto const last = m(cp::slice(-2, cp::end), cp::slice(cp::end, cp::end, -1));
  CHECK(last(1, 0) == m(rows - 1, columns - 1));
  auto const parts = cp::array_split(flat, 2);
  CHECK(parts[1].size() == m.size() / 2);
  CHECK(parts[1](parts[1].size() - 1) == m(rows - 1, columns - 1));
}

#endif

#if FUSE_NVCC

TEST_CASE("float32 arrays of 2^32 + 7 elements on the GPU") {
  std::int64_t const n = (1LL << 32) + 7;
  if (cp::cuda::device_count() == 0) return;
  cp::ndarray<float, 1> a;
  try {
    a = cp::full<float>(n, 1.5f);
  } catch (cp::out_of_memory const&) {
    MESSAGE("skipped: this GPU has not 34 GB free");
    return;
  }
  at_places(n, [&](std::int64_t i) { CHECK(a.item(i) == 1.5f); });
  a(cp::all) = cp::astype<float>(cp::index<0>(a.shape()) % 1000003);
  auto const value = [](std::int64_t i) { return static_cast<float>(i % 1000003); };
  at_places(n, [&](std::int64_t i) { CHECK(a.item(i) == value(i)); });
  auto const before = cp::count();
  cp::ndarray<float, 1> b = a * 2 + 1;
  CHECK((cp::count() - before).launches == 1);
  at_places(n, [&](std::int64_t i) { CHECK(b.item(i) == value(i) * 2 + 1); });
  b(cp::slice(1, cp::end, 2)) += 10.0f;
  at_places(n, [&](std::int64_t i) { CHECK(b.item(i) == value(i) * 2 + (i % 2 == 0 ? 1 : 11)); });
  b(cp::all) = cp::flip(a);
  at_places(n, [&](std::int64_t i) { CHECK(b.item(i) == value(n - 1 - i)); });
  b(cp::slice(1, cp::end)) = a(cp::slice(0, -1));  // misaligned
  at_places(n - 1, [&](std::int64_t i) { CHECK(b.item(i + 1) == value(i)); });
  b = cp::ndarray<float, 1>();
  {
    cp::ndarray<bool, 1> const low = a < 500000.0f;
    at_places(n, [&](std::int64_t i) { CHECK(low.item(i) == (value(i) < 500000.0f)); });
  }
  cp::ndarray<std::int64_t, 1> const where{0, 1LL << 32, n - 1, -1};
  auto const picked = cp::eval(a(where)).to_host();
  CHECK(picked(1) == value(1LL << 32));
  CHECK(picked(3) == value(n - 1));

  std::int64_t const rows = 65537, columns = 65535;  // 2^32 - 1 elements
  auto const m = cp::reshape(a(cp::slice(0, rows * columns)), {rows, columns});
  auto const t = m.T().copy();
  for (std::int64_t i : {std::int64_t(0), rows / 2, rows - 1})
    for (std::int64_t j : {std::int64_t(0), columns / 3, columns - 1}) CHECK(t.item(j, i) == value(i * columns + j));
  m += cp::astype<float>(cp::index<0>({columns}));
  CHECK(m.item(rows - 1, columns - 1) == value(rows * columns - 1) + static_cast<float>(columns - 1));

  a(cp::all) = 1.0f;
  CHECK(cp::sum(a).item() == static_cast<float>(n));
  CHECK(cp::count_nonzero(a).item() == n);
  a(cp::slice(-1, cp::end)) = 2.0f;
  CHECK(cp::argmax(a).item() == n - 1);
  a(cp::slice(-1, cp::end)) = 1.0f;
  a(cp::all) = cp::cumsum(a);
  at_places(n, [&](std::int64_t i) {
    CHECK(std::abs(a.item(i) - static_cast<double>(i + 1)) <= static_cast<double>(i + 1) * 1.2e-7);
  });
}

TEST_CASE("sums along axes whose steps need more than 32 bits on the GPU") {
  std::int64_t const n = 600000000;  // 2.4e9 bytes from a row to the next
  for (bool const whole : {true, false}) {
    CAPTURE(whole);
    cp::ndarray<float, 2> const x = cp::full<float>({3, n}, 1.0f);
    x(1) = 2.0f;
    x(2, cp::slice(n - 7, cp::end)) = 5.0f;
    auto const part = x(cp::all, cp::slice(whole ? 0 : 1, n));  // vectors, or elements that lie apart
    cp::ndarray<float, 1> const sums = cp::sum(part, 0);
    std::int64_t const last = sums.size() - 1;
    for (std::int64_t i : {std::int64_t(0), last / 3, last - 7}) CHECK(sums.item(i) == 4);
    for (std::int64_t i = last - 6; i <= last; ++i) CHECK(sums.item(i) == 8);
    CHECK(cp::max(sums).item() == 8);
    CHECK(cp::min(sums).item() == 4);
  }
}

#endif
