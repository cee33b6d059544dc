// What permutations and choices need of the host.
#include <algorithm>
#include <bit>
#include <cmath>
#include <fuse/random/shuffles.hpp>
#include <string>

namespace cp::random::detail {

bijection bijection_of(word_block const (&keys)[bijection::rounds / 4], std::int64_t n) {
  bijection b{};
  b.n = static_cast<std::uint64_t>(n);
  // Few bits would leave the rounds little to mix.
  auto const width = static_cast<std::uint32_t>(std::max(8, static_cast<int>(std::bit_width(b.n > 0 ? b.n - 1 : 0))));
  b.left = width / 2;
  b.right = width - b.left;
  for (int r = 0; r < bijection::rounds; ++r) b.key[r] = keys[r / 4].word[r % 4];
  return b;
}

void throw_permutation(char const* where, std::int64_t n) {
  throw value_error(std::string(where) + ": a range cannot have " + std::to_string(n) + " numbers");
}

void check_choice(std::int64_t n, std::int64_t size, bool replace) {
  if (n < 0 || (n == 0 && size > 0))
    throw value_error("cp::random::choice: there must be something to choose from, not " + std::to_string(n) +
                      " elements");
  if (!replace && size > n)
    throw value_error("cp::random::choice: " + std::to_string(size) + " elements cannot be chosen from " +
                      std::to_string(n) + " without replacement");
}

void throw_weights(std::int64_t n, std::int64_t weights) {
  if (n == weights) throw value_error("cp::random::choice: without replacement at most 2^32 - 1 elements have weights");
  throw value_error("cp::random::choice: there must be a weight for each element; there are " +
                    std::to_string(weights) + " for " + std::to_string(n));
}

void check_weights(double const* p, std::int64_t stride, std::int64_t n, std::int64_t needed) {
  double sum = 0;
  std::int64_t some = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double const w = p[i * stride];
    if (!(w >= 0))
      throw value_error("cp::random::choice: probabilities must not be negative, as that of element " +
                        std::to_string(i) + " is: " + std::to_string(w));
    sum += w;
    some += w > 0;
  }
  if (n > 0 && !(std::abs(sum - 1) <= 1e-8))
    throw value_error("cp::random::choice: probabilities must sum to 1, not " + std::to_string(sum));
  if (some < needed && n > 0)
    throw value_error("cp::random::choice: " + std::to_string(needed) + " elements are to be chosen, but only " +
                      std::to_string(some) + " have a probability that is not 0");
}

}  // namespace cp::random::detail
