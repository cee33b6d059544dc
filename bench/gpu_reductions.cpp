// Reductions of whole arrays, rows and columns, against the copy bandwidth of the same run.
#include "gpu_bench.hpp"

int main(int argc, char** argv) {
  bench::results r(argc, argv);
  std::int64_t const n = bench::n28, rows = 65536, columns = 4096;
  auto x = bench::random<float>(n, 1), y = bench::random<float>(n, 2);
  auto a = cp::reshape(x, {rows, columns});
  cp::ndarray<float, 0> total = cp::empty<float>(cp::shape_array<0>{});
  cp::ndarray<std::int64_t, 0> place = cp::empty<std::int64_t>(cp::shape_array<0>{});
  auto by_row = cp::empty<float>(rows), by_column = cp::empty<float>(columns);
  double const bytes = 4.0 * n;

  r.measure("sum_xy", "expression", "float32", "2^28", 2 * bytes, [=] { total(cp::ellipsis) = cp::sum(x * y); });
  r.measure("sum", "all", "float32", "2^28", bytes, [=] { total(cp::ellipsis) = cp::sum(x); });
  r.measure("sum_rows", "axis<1>", "float32", "65536x4096", bytes, [=] { by_row(cp::all) = cp::sum(a, cp::axis<1>); });
  r.measure("sum_cols", "axis<0>", "float32", "65536x4096", bytes,
            [=] { by_column(cp::all) = cp::sum(a, cp::axis<0>); });
  r.measure("argmax", "all", "float32", "2^28", bytes, [=] { place(cp::ellipsis) = cp::argmax(x); });
  r.measure("var_rows", "axis<1>", "float32", "65536x4096", bytes, [=] { by_row(cp::all) = cp::var(a, cp::axis<1>); });
  {
    auto const p = bench::on_host(x), q = bench::on_host(y), first = bench::on_host(a(7)),
               down = bench::on_host(a(cp::all, 9));
    double products = 0, mean = bench::total(first) / static_cast<double>(columns), spread = 0;
    for (std::size_t i = 0; i < p.size(); ++i) products += p[i] * q[i];
    for (double v : first) spread += (v - mean) * (v - mean) / static_cast<double>(columns);
    total(cp::ellipsis) = cp::sum(x * y);
    bench::expect("sum_xy", total.item(), products, 1e-6);
    bench::expect("sum", cp::sum(x).item(), bench::total(p), 1e-6);
    bench::expect("argmax", x.item(place.item()), *std::max_element(p.begin(), p.end()), 0);
    bench::expect("var_rows", by_row.item(7), spread, 1e-5);
    bench::expect("sum_cols", by_column.item(9), bench::total(down), 1e-6);
    by_row(cp::all) = cp::sum(a, cp::axis<1>);
    bench::expect("sum_rows", by_row.item(7), bench::total(first), 1e-6);
  }
  auto tall = cp::reshape(x(cp::slice(0, 100000000)), {1000000, 100}),
       wide = cp::reshape(x(cp::slice(0, 100000000)), {100, 1000000});
  r.measure("sum", "(10^6, 100) axis 0", "float32", "10^8", 4e8,
            [=] { by_row(cp::slice(0, 100)) = cp::sum(tall, cp::axis<0>); });
  r.measure("sum", "(100, 10^6) axis 1", "float32", "10^8", 4e8,
            [=] { by_row(cp::slice(0, 100)) = cp::sum(wide, cp::axis<1>); });
  r.measure_copy("2^21", 128 * rows);
  auto narrow = cp::reshape(x(cp::slice(0, rows * 32)), {rows, 32});
  r.measure("sum", "65536x32 axis 1", "float32", "2^21", 128.0 * rows,
            [=] { by_row(cp::all) = cp::sum(narrow, cp::axis<1>); });
  r.measure("sum", "65536x32 axis 0", "float32", "2^21", 128.0 * rows,
            [=] { by_row(cp::slice(0, 32)) = cp::sum(narrow, cp::axis<0>); });
  auto small = x(cp::slice(0, 1024));
  r.measure("sum", "small", "float32", "1024", 4096, [=] { total(cp::ellipsis) = cp::sum(small); });
  bench::run();
}
