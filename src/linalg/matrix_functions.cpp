// The matrix exponential and bands of matrices, composed of what src/linalg/backend.hpp has.
#include <algorithm>
#include <fuse/runtime/launch.hpp>
#include <vector>

#include "operands.hpp"

namespace cp::runtime {

// Scaling and squaring with the Pade approximant of order 13: N. J. Higham, "The scaling and squaring method for the
// matrix exponential revisited", SIAM J. Matrix Anal. Appl. 26 (2005), algorithm 2.3.
void exponential(array_ref const& a, array_ref const& x) {
  decomposition const d("cp::linalg::expm", a);
  std::int64_t const n = d.n, elements = d.count * n * n;
  if (elements == 0) return;
  scratch const a1 = d.packed(a), sums(d.kind, dtype_id::float64, d.count * n);
  scratch const squarings(d.kind, dtype_id::int32, d.count);
  d.loops.norms(d.type, d.count, n, a1.data(), sums.as<double>(), squarings.as<int>());
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
  sum(work, 0, 1, a6.data(), 16380, a4.data(), 40840800, a2.data());
  product(a6.data(), work.data(), more.data());
  sum(work, 32382376266240000, 33522128640, a6.data(), 10559470521600, a4.data(), 1187353796428800, a2.data());
  sum(work, 0, 1, work.data(), 1, more.data());
  product(a1.data(), work.data(), odd.data());
  sum(work, 0, 182, a6.data(), 960960, a4.data(), 1323241920, a2.data());
  product(a6.data(), work.data(), more.data());
  sum(even, 64764752532480000, 670442572800, a6.data(), 129060195264000, a4.data(), 7771770303897600, a2.data());
  sum(even, 0, 1, even.data(), 1, more.data());
  sum(work, 0, 1, even.data(), -1, odd.data());
  sum(more, 0, 1, even.data(), 1, odd.data());
  d.library.solve(d.type, d.count, n, n, work.data(), more.data(), d.status());
  // How often the result is squared is known where the matrices are: the one number that the host waits for.
  std::vector<int> steps(static_cast<std::size_t>(d.count));
  read_bytes(steps.data(), squarings.data(), d.kind, d.count * 4);
  int const most = *std::max_element(steps.begin(), steps.end());
  for (int step = 0; step < most; ++step) {
    product(more.data(), more.data(), work.data());
    d.loops.take_squared(d.type, d.count, n, more.data(), work.data(), squarings.as<int>(), step);
  }
  d.store(x, more.data());
}

void bandwidth(array_ref const& a, std::int64_t& below, std::int64_t& above) {
  decomposition const d("cp::linalg::bandwidth", a);
  unsigned long long found[2] = {0, 0};
  if (d.m * d.n > 0) {
    scratch const packed = d.packed(a), counts(d.kind, dtype_id::int64, 2);
    set_bytes(counts.data(), d.kind, 0, sizeof found);
    d.loops.band(d.type, d.m, d.n, packed.data(), counts.as<unsigned long long>());
    read_bytes(found, counts.data(), d.kind, sizeof found);
  }
  below = static_cast<std::int64_t>(found[0]);
  above = static_cast<std::int64_t>(found[1]);
}

}  // namespace cp::runtime
