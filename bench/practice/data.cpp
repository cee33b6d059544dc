// Tables and groups.
#include <fuse/sorting.hpp>

#include "practice.hpp"

// Statistics of rows with gaps.
struct nan_stats {
  cp::ndarray<float, 2> x;
  cp::ndarray<float, 1> mean, std, top;
  cp::ndarray<double, 1> share;
  nan_stats() {
    auto u = uniform({sc(40009), 1003}, 1);
    x = cp::where(u < 0.125f, cp::nan, u);
  }
  void step() {
    auto [a, b, c, d] = cp::evaluate(cp::nanmean(x, cp::axis<1>), cp::nanstd(x, cp::axis<1>),
                                     cp::nanmax(x, cp::axis<1>), cp::mean(!cp::isnan(x), cp::axis<1>));
    mean = a, std = b, top = c, share = d;
  }
  void values(report& r) { r(mean), r(std), r(top), r(share); }
};
WORKLOAD(nan_stats);

// Three quantiles of each row.
struct row_quantile {
  cp::ndarray<float, 2> x;
  cp::ndarray<float, 2> q;
  row_quantile() { x = uniform({sc(2003), 16384}, 1); }
  void step() { q = cp::quantile(x, {0.05, 0.5, 0.95}, 1); }
  void values(report& r) { r(q); }
};
WORKLOAD(row_quantile);

// Group by an integer key: counts, means, and each value less its group's mean.
struct groupby {
  cp::ndarray<std::int32_t, 1> key;
  cp::ndarray<float, 1> v, centred;
  cp::ndarray<float, 1> mean;
  groupby() {
    key = integers1(sc(16000003), 1, 5000);
    v = uniform1(sc(16000003), 2);
  }
  void step() {
    auto count = cp::bincount(key, 5000);
    auto sum = cp::bincount(key, cp::weights(v), 5000);
    mean = cp::astype<float>(sum / cp::maximum(count, 1));
    centred = v - mean(key);
  }
  void values(report& r) { r(mean), r(centred); }
};
WORKLOAD(groupby);

// Run-length encoding of bytes.
struct rle {
  cp::ndarray<std::uint8_t, 1> x, value;
  cp::ndarray<std::int64_t, 1> start, length;
  rle() { x = cp::astype<std::uint8_t>(integers1(sc(32000001), 1, 3, 3)); }
  void step() {
    auto change = cp::flatnonzero(x(cp::slice(1, cp::end)) != x(cp::slice(0, -1)));
    start = cp::concatenate(cp::zeros<std::int64_t>({1}), change + 1, cp::axis<0>);
    length = cp::diff(start, 1, -1, cp::append(x.size()));
    value = x(start);
  }
  void values(report& r) { r(start), r(length), r(value); }
};
WORKLOAD(rle);

// Left join of 16 million keys with a sorted table of a million.
struct join {
  cp::ndarray<std::int32_t, 1> table, query, payload, out;
  join() {
    std::int64_t n = sc(1000000);
    auto i = cp::index<0>({n});
    table = cp::astype<std::int32_t>(i * 7) + integers1(n, 1, 7);
    payload = integers1(n, 2, 1000000);
    query = integers1(sc(16000000), 3, std::uint32_t(7 * n));
  }
  void step() {
    auto pos = cp::searchsorted(table, query);
    auto i = cp::minimum(pos, table.size() - 1);
    out = cp::where(table(i) == query, payload(i), -1);
  }
  void values(report& r) { r(out); }
};
WORKLOAD(join);

// Density of points on a grid, log scaled.
struct density2d {
  cp::ndarray<float, 1> x, y;
  cp::ndarray<double, 2> out;
  density2d() {
    auto u = uniform1(sc(16000003), 1);
    x = u * u;
    y = uniform1(sc(16000003), 2);
  }
  void step() {
    auto [h, ex, ey] = cp::histogram2d(x, y, {256, 128}, {cp::range{0, 1}, cp::range{0, 1}});
    out = cp::log1p(h);
  }
  void values(report& r) { r(out); }
};
WORKLOAD(density2d);

// One step of k-means.
struct kmeans_step {
  cp::ndarray<float, 2> p, c, moved;
  cp::ndarray<std::int64_t, 1> label;
  kmeans_step() {
    p = uniform({sc(1000003), 8}, 1);
    c = uniform({16, 8}, 2);
  }
  void step() {
    label = cp::argmin(cp::sum(cp::square(p(cp::all, cp::newaxis) - c), cp::axis<2>), cp::axis<1>);
    auto sums = cp::zeros_like(c);
    cp::add.at(sums, label, p);
    auto counts = cp::bincount(label, 16);
    moved = sums / cp::astype<float>(cp::maximum(counts, 1))(cp::all, cp::newaxis);
  }
  void values(report& r) { r(label), r(moved); }
};
WORKLOAD(kmeans_step);
