// Sums of other shapes, layouts and dtypes than gpu_reductions has, against the copy bandwidth of the same run.
#include "gpu_bench.hpp"

namespace {

/// A sum along axes of so many `bytes` (its results are counted besides), and whether all its results together are the
/// sum of all elements.
template <class E, class Axes>
void sum_along(bench::results& r, char const* layout, char const* size, double bytes, double right, E const& x,
               Axes axes) {
  auto results = cp::eval(cp::sum(x, axes));
  using T = typename decltype(results)::value_type;
  r.measure("sum", layout, cp::dtype_traits<T>::name, size, bytes + static_cast<double>(results.nbytes()),
            [=] { results(cp::ellipsis) = cp::sum(x, axes); });
  bench::expect(layout, bench::total(bench::on_host(cp::reshape(results, {results.size()}))), right, 1e-5);
}

/// The sum of a whole array of a dtype.
template <class T>
void sum_of(bench::results& r) {
  std::int64_t const n = bench::n28 / (sizeof(T) > 4 ? 2 : 1);
  auto const x = [&] {
    if constexpr (cp::complex_floating<T>)
      return cp::eval(cp::astype<T>(bench::random<float>(n, 1)));
    else
      return cp::eval(bench::random<T>(n, 1));
  }();
  auto const whole = cp::sum(x);
  using R = typename std::remove_cvref_t<decltype(whole)>::value_type;
  cp::ndarray<R, 0> total = cp::empty<R>(cp::shape_array<0>{});
  r.measure("sum", "all", cp::dtype_traits<T>::name, sizeof(T) > 4 ? "2^27" : "2^28",
            static_cast<double>(n * sizeof(T)), [=] { total(cp::ellipsis) = cp::sum(x); });
  auto const first = cp::eval(cp::sum(x(cp::slice(0, 1000))));
  double right = 0, got = 0;
  if constexpr (cp::complex_floating<T>) {
    for (double v : bench::on_host(cp::real(x(cp::slice(0, 1000))))) right += v;
    got = first.item().real();
  } else {
    for (double v : bench::on_host(x(cp::slice(0, 1000)))) right += v;
    got = static_cast<double>(first.item());
  }
  bench::expect(cp::dtype_traits<T>::name, got, right, sizeof(T) == 2 ? 1e-2 : 1e-5);
}

}  // namespace

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  {
    std::int64_t const n = 400 * 400 * 400;
    auto const flat = bench::random<float>(n, 1);
    auto const x = cp::reshape(flat, {400, 400, 400});
    double const bytes = 4.0 * n, right = bench::total(bench::on_host(flat));
    r.measure_copy("400^3", 4 * n);
    sum_along(r, "axis<0>", "400^3", bytes, right, x, cp::axis<0>);
    sum_along(r, "axis<1>", "400^3", bytes, right, x, cp::axis<1>);
    sum_along(r, "axis<2>", "400^3", bytes, right, x, cp::axis<2>);
    sum_along(r, "axis<0, 1>", "400^3", bytes, right, x, cp::axis<0, 1>);
    sum_along(r, "axis<0, 2>", "400^3", bytes, right, x, cp::axis<0, 2>);
    sum_along(r, "axis<1, 2>", "400^3", bytes, right, x, cp::axis<1, 2>);
    sum_along(r, "axis<0, 1, 2>", "400^3", bytes, right, x, cp::axis<0, 1, 2>);
    auto const turned = cp::transpose(x, {2, 0, 1});
    sum_along(r, "transposed (2, 0, 1), axis<0>", "400^3", bytes, right, turned, cp::axis<0>);
    sum_along(r, "transposed (2, 0, 1), axis<2>", "400^3", bytes, right, turned, cp::axis<2>);
  }
  {
    std::int64_t const n = bench::n28 + 4, rows = 65536, columns = 4096;
    auto const flat = bench::random<float>(n, 2);
    auto const host = bench::on_host(flat);
    double const all = bench::total(host);
    auto const x = flat(cp::slice(0, bench::n28));
    double const inside = all - host[n - 1] - host[n - 2] - host[n - 3] - host[n - 4], bytes = 4.0 * bench::n28;
    auto const a = cp::reshape(x, {rows, columns});
    sum_along(r, "odd size", "2^28+3", bytes, all - host[n - 1], flat(cp::slice(0, n - 1)), cp::axis<0>);
    sum_along(r, "misaligned", "2^28+3", bytes, all - host[0], flat(cp::slice(1, cp::end)), cp::axis<0>);
    sum_along(r, "reversed", "2^28", bytes, inside, cp::flip(x), cp::axis<0>);
    double even = 0;
    for (std::int64_t i = 0; i < bench::n28; i += 2) even += host[static_cast<std::size_t>(i)];
    // Every line of memory is read, half of each is used.
    sum_along(r, "every second", "2^27", bytes, even, x(cp::slice(0, cp::end, 2)), cp::axis<0>);
    sum_along(r, "transposed, axis<1>", "4096x65536", bytes, inside, a.T(), cp::axis<1>);
    sum_along(r, "transposed, axis<0>", "4096x65536", bytes, inside, a.T(), cp::axis<0>);
    auto const five = cp::transpose(cp::reshape(x, {16, 64, 64, 64, 64}), {0, 2, 4, 1, 3});
    sum_along(r, "5-D permuted, axis<1, 4>", "2^28", bytes, inside, five, cp::axis<1, 4>);
    sum_along(r, "5-D permuted, axis<2>", "2^28", bytes, inside, five, cp::axis<2>);
  }
  sum_of<double>(r);
  sum_of<cp::float16>(r);
  sum_of<cp::bfloat16>(r);
  sum_of<cp::int8>(r);
  sum_of<cp::complex64>(r);
  bench::run();
}
