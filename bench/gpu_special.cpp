// Special functions of 2^26 numbers in float32 and float64, against the copy bandwidth of the same run.
// gpu_special_peers.py times CuPy, torch and jax on the same arguments.
#include <fuse/special.hpp>

#include "gpu_bench.hpp"

namespace {

constexpr std::int64_t n = std::int64_t{1} << 26;

/// Operands of one dtype: x in (0, 1), and what functions of two and three arguments take besides.
template <class T>
struct operands {
  cp::ndarray<T, 1> x = uniform(1) * T(0.998) + T(0.001), ten = x * 10, a = uniform(2) * 5 + T(0.1),
                    b = uniform(3) * 5 + T(0.1), to = cp::empty<T>(n);

  /// From 0 to 1.
  static cp::ndarray<T, 1> uniform(std::uint32_t seed) { return cp::maximum(bench::random<T>(n, seed) - T(0.1), T(0)); }
};

template <class T, class F>
void row(bench::results& r, char const* name, char const* dtype, operands<T> const& of, int arrays, F f) {
  r.measure(name, "fuse", dtype, "2^26", static_cast<double>(sizeof(T)) * (arrays + 1) * n,
            [=] { of.to(cp::all) = f(of); });
}

#define ROW(NAME, ARRAYS, ...) \
  row(r, #NAME, dtype, of, ARRAYS, [](auto const& o) { return cp::special::NAME(__VA_ARGS__); })

template <class T>
void rows(bench::results& r, char const* dtype) {
  operands<T> const of;
  ROW(j0, 1, o.ten);
  ROW(y1, 1, o.ten);
  ROW(i0, 1, o.ten);
  ROW(i1e, 1, o.ten);
  ROW(k0, 1, o.ten);
  ROW(erfcx, 1, o.ten);
  ROW(erfinv, 1, o.x);
  ROW(erfcinv, 1, o.x);
  ROW(ndtr, 1, o.ten);
  ROW(log_ndtr, 1, o.ten);
  ROW(ndtri, 1, o.x);
  ROW(psi, 1, o.ten);
  ROW(loggamma, 1, o.ten);
  ROW(rgamma, 1, o.ten);
  ROW(exp1, 1, o.ten);
  ROW(expi, 1, o.ten);
  ROW(ellipk, 1, o.x);
  ROW(expit, 1, o.ten);
  ROW(logit, 1, o.x);
  ROW(entr, 1, o.x);
  ROW(xlogy, 2, o.a, o.x);
  ROW(zeta, 2, o.a + T(1.5), o.b);
  ROW(gammainc, 2, o.a, o.b);
  ROW(gammaincc, 2, o.a, o.b);
  ROW(betainc, 3, o.a, o.b, o.x);
  ROW(bdtr, 2, o.a, T(20), o.x);
  ROW(j1, 1, o.ten);
  ROW(y0, 1, o.ten);
  ROW(i1, 1, o.ten);
  ROW(k1, 1, o.ten);
  ROW(zetac, 1, o.ten);
  ROW(log_expit, 1, o.ten);
  ROW(exprel, 1, o.ten);
  ROW(rel_entr, 2, o.a, o.b);
  ROW(kl_div, 2, o.a, o.b);
  ROW(beta, 2, o.a, o.b);
  ROW(betaln, 2, o.a, o.b);
  ROW(poch, 2, o.a, o.b);
  ROW(binom, 2, o.a + T(5), o.b);
  ROW(ellipkinc, 2, o.a, o.x);
  ROW(gammaincinv, 2, o.a, o.x);
  auto const [gamma, args] = std::pair(bench::on_host(cp::special::gammainc(of.a, of.b)(cp::slice(8))),
                                       bench::on_host(cp::stack<0>(of.a(cp::slice(8)), of.b(cp::slice(8)))));
  for (std::size_t i = 0; i < 8; ++i) {  // the series, summed plainly
    double const a = args[i], x = args[i + 8];
    double term = 1 / a, sum = term;
    for (int k = 1; k < 200; ++k) sum += term *= x / (a + k);
    bench::expect("gammainc", gamma[i], sum * std::exp(-x + a * std::log(x) - std::lgamma(a)),
                  sizeof(T) == 4 ? 1e-5 : 1e-12);
  }
}
#undef ROW

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  rows<float>(r, "float32");
  rows<double>(r, "float64");
  bench::run();
}
