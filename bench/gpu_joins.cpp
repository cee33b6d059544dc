// Lazy joins and views in the expression that uses them, scans by an operation of one's own, taps that are known at run
// time, members of structs: against the copy bandwidth of the same run.
#include <array>
#include <fuse/ndimage.hpp>
#include <fuse/ops/members.hpp>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bench.hpp"

namespace {

struct particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

// The pair (a, b) that stands for the line t -> a t + b, so that a scan of pairs solves y[i] = a[i] y[i - 1] + b[i].
struct line {
  float a, b;
};
struct compose {
  FUSE_HD line operator()(line const& p, line const& q) const { return {p.a * q.a, p.b * q.a + q.b}; }
};
struct line_of {
  FUSE_HD line operator()(float b) const { return {0.9f, b}; }
};
struct identity_line {
  FUSE_HD line operator()() const { return {1, 0}; }
};
struct value_of {
  FUSE_HD float operator()(line const& l) const { return l.b; }
};

template <int A, int B, int C>
void transposed(bench::results& r, cp::ndarray<float, 3> const& a, std::string const& size) {
  auto const to = cp::empty<float>({a.shape(A), a.shape(B), a.shape(C)});
  r.measure("transpose", std::to_string(A) + std::to_string(B) + std::to_string(C), "float32", size, 8.0 * a.size(),
            [=] {
              to(cp::all) = cp::transpose(a, {A, B, C});
            });
  auto const from = bench::on_host(cp::transpose(a, {A, B, C})(0, 0)), made = bench::on_host(to(0, 0));
  for (std::size_t i = 0; i < from.size(); i += 97) bench::expect("transpose", made[i], from[i], 0);
}

void joins(bench::results& r, cp::ndarray<float, 1> const& x, cp::ndarray<float, 1> const& y) {
  std::int64_t const n = x.size();
  r.measure("roll", "y = x + roll(x, 1)", "float32", "2^28", 8.0 * n, [=] { y(cp::all) = x + cp::roll(x, 1); });
  bench::expect("roll", y.item(0), x.item(0) + x.item(-1), 1e-6);
  auto const part = [&](int k) { return x(cp::slice(k * n / 4, (k + 1) * n / 4)); };
  auto const a = part(0), b = part(1), c = part(2), d = part(3);
  r.measure("concatenate", "y = 2 * concatenate(a, b, c, d)", "float32", "2^28", 8.0 * n,
            [=] { y(cp::all) = 2 * cp::concatenate<0>(a, b, c, d); });
  bench::expect("concatenate", y.item(n - 1), 2 * x.item(n - 1), 1e-6);
  r.measure("tile", "y = x + tile(a, 4)", "float32", "2^28", 8.0 * n + n, [=] { y(cp::all) = x + cp::tile(a, 4); });
  auto const inner = x(cp::slice(1, -1));
  r.measure("pad", "y = pad(x[1:-1], 1) + 1", "float32", "2^28", 8.0 * n, [=] { y(cp::all) = cp::pad(inner, 1) + 1; });
}

/// Joins of a std::vector, of long parts and of short ones that begin anywhere; columns.
void lists(bench::results& r, cp::ndarray<float, 1> const& x) {
  for (auto const& [n, size] : {std::pair{bench::n28, "2^28"}, {std::int64_t{1} << 18, "2^18"}})
    for (int count : {16, 200}) {
      std::vector<cp::ndarray<float, 1>> parts;
      for (int k = 0; k < count; ++k) parts.push_back(x(cp::slice(k * n / count, (k + 1) * n / count)).copy());
      r.measure("concatenate", "vector of " + std::to_string(count), "float32", size, 8.0 * n,
                [=] { (void)cp::concatenate(parts); });
      auto const made = cp::concatenate(parts);
      for (std::int64_t at = 0; at < n; at += n / 50) bench::expect("concatenate", made.item(at), x.item(at), 0);
    }
  std::int64_t const rows = bench::n28 / 16;
  std::vector<cp::ndarray<float, 1>> columns;
  for (int k = 0; k < 16; ++k) columns.push_back(x(cp::slice(k * rows, (k + 1) * rows)));
  r.measure("column_stack", "vector of 16", "float32", "16777216x16", 8.0 * bench::n28,
            [=] { (void)cp::column_stack(columns); });
  bench::expect("column_stack", cp::column_stack(columns).item(12345, 7), x.item(7 * rows + 12345), 0);
}

/// A periodic second difference along rows, and a Laplacian, as NumPy users write them; frames of rows.
void rolls(bench::results& r, cp::ndarray<float, 1> const& x, cp::ndarray<float, 1> const& y) {
  for (std::int64_t columns : {33, 150, 152, 1024, 4096}) {
    std::int64_t const rows = (std::int64_t{1} << 26) / columns, n = rows * columns;
    auto const a = cp::reshape(x(cp::slice(0, n)), {rows, columns}),
               b = cp::reshape(y(cp::slice(0, n)), {rows, columns});
    auto const framed = cp::empty<float>({rows + 2, columns + 2});
    std::string const size = bench::size_of(rows, columns);
    r.measure("roll", "x + roll(x, 5, 1)", "float32", size, 8.0 * n, [=] { b(cp::all) = a + cp::roll(a, 5, 1); });
    r.measure("roll", "laplacian", "float32", size, 8.0 * n, [=] {
      b(cp::all) = cp::roll(a, 1, 1) + cp::roll(a, -1, 1) + cp::roll(a, 1, 0) + cp::roll(a, -1, 0) - 4 * a;
    });
    r.measure("roll", "second difference", "float32", size, 8.0 * n,
              [=] { b(cp::all) = cp::roll(a, 1, 1) + cp::roll(a, -1, 1) - 2 * a; });
    auto const from = bench::on_host(a(3)), made = bench::on_host(b(3));
    bench::expect("second difference", made[0], from.back() + from[1] - 2 * from[0], 1e-5, 1);
    r.measure("pad", "reflect", "float32", size, 8.0 * n,
              [=] { framed(cp::all) = cp::pad(a, 1, cp::padding::reflect{}); });
  }
}

/// Neighbours along two axes of a torus, as NumPy users write them.
template <class T>
void torus(bench::results& r, char const* dtype) {
  for (std::int64_t columns : {1000, 4096}) {
    std::int64_t const rows = (std::int64_t{1} << 26) / columns, n = rows * columns;
    auto const a = cp::eval(cp::astype<T>(cp::reshape(cp::index<0>({n}) * 7919 % 10007 < 4000, {rows, columns})));
    auto const b = cp::empty<T>({rows, columns});
    std::string const size = bench::size_of(rows, columns);
    auto const at = [=](std::int64_t i, std::int64_t j) { return cp::roll(a, {i, j}, {0, 1}); };
    auto const around = at(-1, -1) + at(-1, 0) + at(-1, 1) + at(0, -1) + at(0, 1) + at(1, -1) + at(1, 0) + at(1, 1);
    r.measure("roll", "eight neighbours", dtype, size, 2.0 * sizeof(T) * n, [=] { b(cp::all) = around; });
    r.measure("roll", "game of life", dtype, size, 2.0 * sizeof(T) * n,
              [=] { b(cp::all) = cp::astype<T>((around == T(3)) | ((a == T(1)) & (around == T(2)))); });
  }
}

void taps(bench::results& r, cp::ndarray<float, 1> const& x) {
  std::int64_t const rows = 10, columns = 1638400;
  auto const a = cp::reshape(x(cp::slice(0, rows * columns)), {rows, columns});
  auto const w = cp::ones<float>({10});
  auto const to = cp::empty<float>({rows, columns});
  for (int n : {3, 10, 31}) {
    auto const some = cp::ones<float>({n});
    r.measure("taps", std::to_string(n) + " along the last axis", "float32", "10x1638400", 8.0 * rows * columns,
              [=] { (void)cp::ndimage::correlate1d(a, some); });
  }
  r.measure("taps", "10 along the first axis", "float32", "10x1638400", 8.0 * rows * columns,
            [=] { (void)cp::ndimage::correlate1d(a, w, 0); });
  auto const square = cp::reshape(x(cp::slice(0, 4096 * 4096)), {4096, 4096});
  auto const kernel = cp::ones<float>({5, 5});
  r.measure("taps", "5x5", "float32", "4096x4096", 8.0 * 4096 * 4096,
            [=] { (void)cp::ndimage::correlate(square, kernel); });
  r.measure("taps", "maximum of 5x5", "float32", "4096x4096", 8.0 * 4096 * 4096, [=] {
    (void)cp::ndimage::maximum_filter(square, {5, 5});
  });
  r.measure_copy("131 MB", 8 * rows * columns);
  auto const made = bench::on_host(cp::ndimage::correlate1d(a, w)(3, cp::slice(1000, 1010)));
  auto const from = bench::on_host(a(3, cp::slice(995, 1020)));
  for (std::size_t i = 0; i < made.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < 10; ++k) sum += from[i + k];
    bench::expect("taps", made[i], sum, 1e-5);
  }
}

void members(bench::results& r) {
  std::int64_t const n = std::int64_t{1} << 25;
  auto const p = cp::zeros<particle>({n});
  double const struct_bytes = sizeof(particle) * static_cast<double>(n);
  auto const x = cp::member(p, &particle::x), vx = cp::member(p, &particle::vx);
  auto const sum = cp::empty<float>(n);
  // A sector of 32 bytes is the least that memory gives: a struct each.
  r.measure("member", "y = p.x + p.vx", "float32", "2^25", struct_bytes + 4.0 * n, [=] { sum(cp::all) = x + vx; });
  r.measure("member", "p.x += p.vx", "float32", "2^25", 2 * struct_bytes, [=] { x(cp::all) = x + vx; });
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  auto const x = bench::random<float>(bench::n28, 1), y = cp::empty<float>(bench::n28);
  joins(r, x, y);
  lists(r, x);
  rolls(r, x, y);
  torus<float>(r, "float32");
  torus<std::uint8_t>(r, "uint8");
  auto const cube = cp::reshape(x, {512, 512, 1024});
  transposed<0, 1, 2>(r, cube, "512x512x1024");
  transposed<0, 2, 1>(r, cube, "512x512x1024");
  transposed<1, 0, 2>(r, cube, "512x512x1024");
  transposed<1, 2, 0>(r, cube, "512x512x1024");
  transposed<2, 0, 1>(r, cube, "512x512x1024");
  transposed<2, 1, 0>(r, cube, "512x512x1024");
  r.measure("user scan", "y[i] = 0.9 y[i - 1] + x[i]", "float32", "2^28", 8.0 * bench::n28, [=] {
    y(cp::all) =
        cp::elementwise(value_of{})(cp::scan(identity_line{}, compose{}, cp::elementwise(line_of{})(x), cp::axis<0>));
  });
  {
    auto const from = bench::on_host(x(cp::slice(0, 4096))), to = bench::on_host(y(cp::slice(0, 4096)));
    double value = 0;
    for (std::size_t i = 0; i < from.size(); ++i) value = 0.9 * value + from[i];
    bench::expect("user scan", to.back(), value, 1e-4);
  }
  r.measure("user scan", "maximum", "float32", "2^28", 8.0 * bench::n28, [=] {
    y(cp::all) = cp::scan(
        CP_LAMBDA() { return -1e30f; }, CP_LAMBDA(float a, float b) { return a < b ? b : a; }, x, 0);
  });
  taps(r, x);
  members(r);
  bench::run();
}
