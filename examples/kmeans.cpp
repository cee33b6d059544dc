// k-means: the colours of a picture reduced to a few, by Lloyd's algorithm.
//
// Each round is three fused kernels over all pixels: the nearest colour of each and its distance (an argmin and a min
// of squared distances that are never stored), the sum of the distances, and the means of what is nearest to each
// colour (four masked sums of one pass). The distortion may not grow from round to round; the program fails if it does.
// test-arguments: --size 64 --colours 6 --rounds 12 --out kmeans_test.png
//
// source   S. Lloyd, "Least squares quantization in PCM", IEEE Transactions on Information Theory 28 (1982)
#include <fuse/fuse.hpp>
#include <fuse/io/png.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "options.hpp"

namespace {

using channel = cp::ndarray<float, 1>;

struct options {
  std::string input, output = "kmeans.png";
  long size = 512, colours = 8, rounds = 30;
};

void usage() {
  std::printf(
      "usage: kmeans [PICTURE.png] [--colours K] [--rounds N] [--size N] [--out FILE.png]\n\n"
      "  PICTURE.png     the picture (default: one that the program makes)\n"
      "  --colours K     colours to keep, 2 to 64 (default 8)\n"
      "  --rounds N      rounds at most (default 30)\n"
      "  --size N        side of the picture that the program makes (default 512)\n"
      "  --out FILE.png  the picture in these colours (default kmeans.png)\n");
}

options parse(int argc, char** argv) {
  options o;
  example::command_line(usage)
      .operand(o.input)
      .whole("--colours", o.colours, 2, 64)
      .whole("--rounds", o.rounds, 1, 10000)
      .whole("--size", o.size, 2, 8192)
      .output("--out", o.output)
      .read(argc, argv);
  return o;
}

/// Soft spots of colour on a gradient.
cp::io::picture made_picture(long n) {
  auto const y = cp::astype<float>(cp::index<0>({n, n})) / static_cast<float>(n),
             x = cp::astype<float>(cp::index<1>({n, n})) / static_cast<float>(n);
  auto const level = [](auto const& v) { return cp::astype<std::uint8_t>(cp::clip(v * 255.0f, 0.0f, 255.0f)); };
  auto const spot = [&](float cy, float cx, float r) {
    return cp::exp(-(cp::square(y - cy) + cp::square(x - cx)) / (r * r));
  };
  auto const [red, green, blue] =
      cp::evaluate(level(0.9f * spot(0.3f, 0.3f, 0.25f) + 0.3f * y + 0.1f * cp::sin(40 * x)),
                   level(0.8f * spot(0.6f, 0.7f, 0.3f) + 0.2f * x),
                   level(0.9f * spot(0.8f, 0.2f, 0.2f) + 0.5f * (1 - y) + 0.1f * cp::cos(30 * y)));
  cp::io::picture p;
  p.width = p.height = n;
  auto const r = red.to_host(), g = green.to_host(), b = blue.to_host();
  for (long i = 0; i < n * n; ++i) p.pixels.insert(p.pixels.end(), {r.data()[i], g.data()[i], b.data()[i]});
  return p;
}

/// One channel of a picture, 0 to 1. Gray pictures have the same one three times.
channel channel_of(cp::io::picture const& p, int c) {
  std::vector<float> values;
  int const from = p.channels == 1 ? 0 : c;
  for (std::size_t i = static_cast<std::size_t>(from); i < p.pixels.size(); i += static_cast<std::size_t>(p.channels))
    values.push_back(static_cast<float>(p.pixels[i]) / 255.0f);
  return channel(values);
}

int run(options const& o) {
  cp::io::picture const p = o.input.empty() ? made_picture(o.size) : cp::io::read_png(o.input);
  channel const r = channel_of(p, 0), g = channel_of(p, 1), b = channel_of(p, 2);
  std::int64_t const n = r.size(), k = o.colours;
  if (n < k)
    throw cp::value_error("a picture of " + std::to_string(n) + " pixels has no " + std::to_string(k) + " colours");
  std::printf("%lld x %lld pixels, %lld colours, on %s\n", static_cast<long long>(p.width),
              static_cast<long long>(p.height), static_cast<long long>(k), cp::default_space::name);

  // The first centres are pixels, evenly spaced over the picture.
  auto const first = cp::eval(cp::arange<std::int64_t>(k) * (n / k) + n / (2 * k));
  channel cr = cp::take(r, first), cg = cp::take(g, first), cb = cp::take(b, first);
  cp::ndarray<std::int64_t, 1> label;
  auto const numbers = cp::eval(cp::arange<std::int64_t>(k));
  auto const down = [](auto const& x) { return x(cp::all, cp::newaxis); };
  auto const along = [](auto const& x) { return x(cp::newaxis, cp::all); };
  auto const distance = cp::fuse([](auto r1, auto g1, auto b1, auto r2, auto g2, auto b2) {
    return cp::square(r1 - r2) + cp::square(g1 - g2) + cp::square(b1 - b2);
  });

  double before = 1e300;
  auto const start = cp::count();
  for (long round = 1; round <= o.rounds; ++round) {
    auto const d = distance(down(r), down(g), down(b), along(cr), along(cg), along(cb));
    cp::ndarray<float, 1> nearest;
    std::tie(label, nearest) = cp::evaluate(cp::argmin(d, cp::axis<1>), cp::min(d, cp::axis<1>));
    double const distortion = cp::sum<double>(nearest).item() / static_cast<double>(n);
    std::printf("round %2ld: mean squared distance %.6f\n", round, distortion);
    if (distortion > before * (1 + 1e-6)) {
      std::fprintf(stderr, "kmeans: the distortion grew from %.9g to %.9g\n", before, distortion);
      return 1;
    }
    if (before - distortion < 1e-7) break;
    before = distortion;
    auto const mine = down(label) == along(numbers);
    auto const [sr, sg, sb, count] = cp::evaluate(
        cp::sum(cp::where(mine, down(r), 0.0f), cp::axis<0>), cp::sum(cp::where(mine, down(g), 0.0f), cp::axis<0>),
        cp::sum(cp::where(mine, down(b), 0.0f), cp::axis<0>), cp::sum<float>(mine, cp::axis<0>));
    // A colour that is nearest to no pixel stays.
    cr = cp::where(count > 0, sr / count, cr);
    cg = cp::where(count > 0, sg / count, cg);
    cb = cp::where(count > 0, sb / count, cb);
  }
  auto const spent = cp::count() - start;

  auto const counts = cp::eval(cp::sum<std::int64_t>(down(label) == along(numbers), cp::axis<0>)).to_host();
  auto const hr = cr.to_host(), hg = cg.to_host(), hb = cb.to_host();
  std::printf("\n   red green  blue  pixels\n");
  for (std::int64_t i = 0; i < k; ++i)
    std::printf("%6.0f%6.0f%6.0f%8lld\n", 255 * hr.data()[i], 255 * hg.data()[i], 255 * hb.data()[i],
                static_cast<long long>(counts.data()[i]));
  std::printf("\n%lld kernels, %lld temporaries, %.2f GB read and written\n", static_cast<long long>(spent.launches),
              static_cast<long long>(spent.temporaries),
              static_cast<double>(spent.bytes_read + spent.bytes_written) / 1e9);
  auto const byte = [](auto const& v) { return cp::astype<std::uint8_t>(cp::rint(255.0f * v)); };
  auto const [pr, pg, pb] =
      cp::evaluate(byte(cp::take(cr, label)), byte(cp::take(cg, label)), byte(cp::take(cb, label)));
  auto const qr = pr.to_host(), qg = pg.to_host(), qb = pb.to_host();
  std::vector<std::uint8_t> pixels;
  for (std::int64_t i = 0; i < n; ++i) pixels.insert(pixels.end(), {qr.data()[i], qg.data()[i], qb.data()[i]});
  if (!cp::io::has_png()) {
    std::printf("no picture: this build has no libpng\n");
    return 0;
  }
  cp::io::write_png(o.output, p.width, p.height, 3, pixels.data());
  std::printf("wrote %s\n", o.output.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return example::run_main("kmeans", [&] { return run(parse(argc, argv)); });
}
