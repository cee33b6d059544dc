// Special functions of float64 on one core: nanoseconds an element, in the fastest of many runs. host_special_scipy.py
// runs it, and SciPy on the same numbers.
#include <fuse/special.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr std::int64_t n = 20000;

/// Numbers that host_special_scipy.py makes too.
cp::ndarray<double, 1> uniform(double low, double high, std::uint64_t seed) {
  std::vector<double> x(static_cast<std::size_t>(n));
  std::uint64_t state = seed;
  for (double& v : x) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    v = low + (high - low) * ((static_cast<double>(state) + 0.5) / 2147483648.0);
  }
  return {x.begin(), x.end()};
}

struct operands {
  cp::ndarray<double, 1> x = uniform(0, 1, 1), ten = uniform(0, 10, 2), line = uniform(-5, 5, 3),
                         far = uniform(0, 50, 4), a = uniform(0.1, 5.1, 5), b = uniform(0.1, 5.1, 6),
                         order = cp::floor(uniform(0, 8, 7)), to = cp::empty<double>(n);
};

template <class F>
void row(char const* name, operands const& of, F f) {
  using clock = std::chrono::steady_clock;
  std::vector<double> times;
  double total = 0;
  while (times.size() < 7 || (total < 0.05 && times.size() < 200)) {
    auto const begin = clock::now();
    of.to(cp::all) = f(of);
    times.push_back(std::chrono::duration<double>(clock::now() - begin).count());
    total += times.back();
  }
  std::printf("%s %.6g %.17g\n", name, *std::min_element(times.begin(), times.end()) / n * 1e9,
              cp::nansum(of.to).item());
  std::fflush(stdout);
}

}  // namespace

int main() {
  cp::set_host_threads(1);
  operands const of;
#define ROW(NAME, ...) row(#NAME, of, [](operands const& o) { return cp::special::NAME(__VA_ARGS__); })
  ROW(expit, o.line);
  ROW(logit, o.x);
  ROW(log_expit, o.line);
  ROW(entr, o.x);
  ROW(rel_entr, o.a, o.b);
  ROW(kl_div, o.a, o.b);
  ROW(xlogy, o.a, o.x);
  ROW(exprel, o.line);
  ROW(boxcox, o.a, o.line);
  ROW(sindg, o.far);
  ROW(erfcx, o.line);
  ROW(erfinv, o.x);
  ROW(erfcinv, o.x);
  ROW(ndtr, o.line);
  ROW(log_ndtr, o.line);
  ROW(ndtri, o.x);
  ROW(psi, o.ten);
  ROW(polygamma, o.order, o.ten);
  ROW(zeta, o.a + 1.5, o.b);
  ROW(zetac, o.ten);
  ROW(loggamma, o.ten);
  ROW(rgamma, o.ten);
  ROW(beta, o.a, o.b);
  ROW(betaln, o.a, o.b);
  ROW(poch, o.a, o.b);
  ROW(binom, o.a + 5.0, o.b);
  ROW(j0, o.far);
  ROW(j1, o.far);
  ROW(y0, o.far);
  ROW(y1, o.far);
  ROW(yn, o.order, o.far);
  ROW(i0, o.ten);
  ROW(i0e, o.ten);
  ROW(i1, o.ten);
  ROW(i1e, o.ten);
  ROW(k0, o.ten);
  ROW(k0e, o.ten);
  ROW(k1, o.ten);
  ROW(k1e, o.ten);
  ROW(gammainc, o.a, o.b);
  ROW(gammaincc, o.a, o.b);
  ROW(gammaincinv, o.a, o.x);
  ROW(betainc, o.a, o.b, o.x);
  ROW(betaincinv, o.a, o.b, o.x);
  ROW(bdtr, o.order, 20.0, o.x);
  ROW(fdtr, o.a, o.b, o.ten);
  ROW(chdtr, o.a, o.ten);
  ROW(exp1, o.ten);
  ROW(expi, o.line);
  ROW(expn, o.order, o.ten);
  ROW(ellipk, o.x);
  ROW(ellipkm1, o.x);
  ROW(ellipkinc, o.line, o.x);
  ROW(ellipeinc, o.line, o.x);
  ROW(lpmv, cp::floor(o.order / 4.0), o.order + 2.0, o.x);
#undef ROW
  row("sici", of, [](operands const& o) { return cp::ufunc<cp::special::ops::si>{}(o.far); });
  row("lambertw", of, [](operands const& o) { return cp::ufunc<cp::special::ops::lambertw<false>>{}(o.ten); });
}
