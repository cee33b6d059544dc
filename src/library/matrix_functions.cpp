// The matrix exponential and bands of matrices, composed of what src/library/backend.hpp has.
#include <algorithm>
#include <fuse/runtime/launch.hpp>
#include <new>
#include <vector>

#include "operands.hpp"

namespace cp::library {

namespace {

/// The largest of numbers on the host or the device. Waits.
int largest_of(scratch const& numbers, memory_kind kind, std::int64_t n) {
  std::vector<int> read(static_cast<std::size_t>(n));
  runtime::read_bytes(read.data(), numbers.data(), kind, n * 4);
  return *std::max_element(read.begin(), read.end());
}

}  // namespace

// Scaling and squaring with the Pade approximant of order 13: N. J. Higham, "The scaling and squaring method for the
// matrix exponential revisited", SIAM J. Matrix Anal. Appl. 26 (2005), algorithm 2.3. Squaring loses a bit a step, so
// matrices whose norm asks for many steps are looked at again: elements that powers lose, as those above the diagonal
// of a triangle, are made smaller by a diagonal similarity, of powers of two, and do not count
// (loops::squarings_by_powers).
void exponential(array_ref const& a, array_ref const& x) try {
  decomposition const d("cp::linalg::expm", a);
  std::int64_t const n = d.n, elements = d.count * n * n;
  if (elements == 0) return;
  scratch const a1 = d.packed(a), squarings(d.kind, dtype_id::int32, d.count);
  scratch const one_row(d.kind, dtype_id::float64, d.count * n), norms(d.kind, dtype_id::float64, d.count);
  d.loops.powers(d.type, d.count, n, a1.data(), 1, one_row.as<double>(), norms.as<double>());
  d.loops.count_squarings(d.count, false, norms.as<double>(), squarings.as<int>());
  // How often the result is squared is known where the matrices are: the numbers that the host waits for.
  int most = largest_of(squarings, d.kind, d.count);
  constexpr int looked_at = 32;
  bool const balances = most > many_squarings;
  scratch const total(d.kind, dtype_id::int32, balances ? d.count * n : 1);
  if (balances) {
    scratch const row(d.kind, dtype_id::float64, looked_at * d.count * n);
    scratch const largest(d.kind, dtype_id::float64, looked_at * d.count);
    scratch const exponents(d.kind, dtype_id::int32, d.count * n);
    runtime::set_bytes(total.data(), d.kind, 0, d.count * n * 4);
    for (int pass = 0; pass < 2; ++pass) {  // 1e300 becomes 1e10, and that 4
      d.loops.powers(d.type, d.count, n, a1.data(), looked_at, row.as<double>(), largest.as<double>());
      d.loops.balancing_exponents(d.count, n, looked_at, row.as<double>(), largest.as<double>(), exponents.as<int>(),
                                  total.as<int>());
      d.loops.scale_by_exponents(d.type, d.count, n, a1.data(), exponents.as<int>(), false);
    }
    d.loops.powers(d.type, d.count, n, a1.data(), 10, row.as<double>(), largest.as<double>());
    d.loops.count_squarings(d.count, true, largest.as<double>(), squarings.as<int>());
    most = largest_of(squarings, d.kind, d.count);
  }
  d.loops.scale_down(d.type, d.count, n, a1.data(), squarings.as<int>());
  auto const product = [&](void const* p, void const* q, void* to) {
    d.library.multiply(d.type, d.count, n, n, n, transposition::none, p, transposition::none, q, to);
  };
  auto const sum = [&](scratch const& to, double c0, double c1, void const* p, double c2, void const* q, double c3 = 0,
                       void const* r = nullptr) {
    double const c[4] = {c0, c1, c2, c3};
    d.loops.combine(d.type, d.count, n, to.data(), c, p, q, r);
  };
  scratch const a2 = d.room(elements), a4 = d.room(elements), a6 = d.room(elements), odd = d.room(elements);
  scratch const even = d.room(elements), work = d.room(elements), more = d.room(elements);
  product(a1.data(), a1.data(), a2.data());
  product(a2.data(), a2.data(), a4.data());
  product(a4.data(), a2.data(), a6.data());
  // The coefficients, whose constant one is 1: float32 overflows late, and exp(0) is the identity.
  constexpr double c = 1 / 64764752532480000.0;
  sum(work, 0, c, a6.data(), c * 16380, a4.data(), c * 40840800, a2.data());
  product(a6.data(), work.data(), more.data());
  sum(work, 0.5, c * 33522128640, a6.data(), c * 10559470521600, a4.data(), c * 1187353796428800, a2.data());
  sum(work, 0, 1, work.data(), 1, more.data());
  product(a1.data(), work.data(), odd.data());
  sum(work, 0, c * 182, a6.data(), c * 960960, a4.data(), c * 1323241920, a2.data());
  product(a6.data(), work.data(), more.data());
  sum(even, 1, c * 670442572800, a6.data(), c * 129060195264000, a4.data(), c * 7771770303897600, a2.data());
  sum(even, 0, 1, even.data(), 1, more.data());
  sum(work, 0, 1, even.data(), -1, odd.data());
  sum(more, 0, 1, even.data(), 1, odd.data());
  d.library.solve(d.type, d.count, n, n, work.data(), more.data(), d.status());
  for (int step = 0; step < most; ++step) {
    product(more.data(), more.data(), work.data());
    d.loops.take_squared(d.type, d.count, n, more.data(), work.data(), squarings.as<int>(), step);
  }
  if (balances) d.loops.scale_by_exponents(d.type, d.count, n, more.data(), total.as<int>(), true);
  d.store(x, more.data());
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void bandwidth(array_ref const& a, std::int64_t& below, std::int64_t& above) try {
  decomposition const d("cp::linalg::bandwidth", a);
  unsigned long long found[2] = {0, 0};
  if (d.m * d.n > 0) {
    scratch const packed = d.packed(a), counts(d.kind, dtype_id::int64, 2);
    runtime::set_bytes(counts.data(), d.kind, 0, sizeof found);
    d.loops.band(d.type, d.m, d.n, packed.data(), counts.as<unsigned long long>());
    runtime::read_bytes(found, counts.data(), d.kind, sizeof found);
  }
  below = static_cast<std::int64_t>(found[0]);
  above = static_cast<std::int64_t>(found[1]);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::library
