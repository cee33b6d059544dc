// Words of 32 bits of a bit generator to stdout, until nobody reads on: what scripts/dieharder tests.
#include <cstdio>
#include <exception>
#include <fuse/random.hpp>
#include <string>

namespace {

template <class Bits>
int write(std::uint64_t seed) {
  Bits bits(seed);
  constexpr std::int64_t n = 1 << 18;
  for (;;) {
    cp::ndarray<std::uint32_t, 1, cp::host_space> const words = bits.random_raw(n);
    if (std::fwrite(words.data(), sizeof(std::uint32_t), n, stdout) != n) return 0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::string const name = argc > 1 ? argv[1] : "Philox4x3210";
    std::uint64_t const seed = argc > 2 ? std::stoull(argv[2]) : 0;
    if (name == "Philox4x3210") return write<cp::random::Philox4x3210>(seed);
    if (name == "XORWOW") return write<cp::random::XORWOW>(seed);
    if (name == "MRG32k3a") return write<cp::random::MRG32k3a>(seed);
    std::fprintf(stderr, "usage: host_random_words [Philox4x3210 | XORWOW | MRG32k3a] [SEED]\n");
    return 2;
  } catch (std::exception const& e) {
    std::fprintf(stderr, "host_random_words: %s\n", e.what());
    return 1;
  }
}
