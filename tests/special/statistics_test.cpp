// Scores, entropies, likelihoods, trimmed means. What is expected is SciPy's (1.17).
#include <doctest/doctest.h>

#include <cmath>
#include <fuse/stats.hpp>
#include <type_traits>
#include <vector>

#include "array/values.hpp"

namespace st = cp::stats;
using tests::values;

namespace {

double const none = std::nan("");

cp::ndarray<double, 2> numbers() { return {{1.0, 2.0, 4.0}, {3.0, 5.0, 5.0}, {8.0, 1.0, 5.5}}; }

template <class X>
void same(X const& x, std::vector<double> const& right) {
  auto const got = values(cp::eval(x));
  REQUIRE(got.size() == right.size());
  for (std::size_t i = 0; i < right.size(); ++i) {
    INFO(i, ": ", got[i], ", not ", right[i]);
    CHECK(
        (std::isnan(right[i]) ? std::isnan(got[i]) : std::abs(got[i] - right[i]) <= 4e-15 * (1 + std::abs(right[i]))));
  }
}

}  // namespace

// covers: cupyx.scipy.stats.zscore; cupyx.scipy.stats.zmap
TEST_CASE("zscore and zmap") {
  auto const x = numbers();
  same(st::zscore(x),
       {-1.0190493307301363, -0.392232270276368, -1.3363062095621216, -0.3396831102433787, 1.3728129459672882,
        0.2672612419124249, 1.3587324409735149, -0.98058067569092, 1.069044967649698});
  same(st::zscore(x, 1, cp::ddof<1>),
       {-0.8728715609439697, -0.2182178902359925, 1.0910894511799618, -1.154700538379251, 0.577350269189626,
        0.577350269189626, 0.8926978728963852, -1.0806342671903608, 0.1879363942939759});
  same(st::zscore(cp::ravel(x))(cp::slice(0, 3)), {-1.2962378478271397, -0.8387421368293257, 0.07624928516630226});
  cp::ndarray<double, 1> const scores{1.0, 2.0, 3.0}, equal{0.1, 0.1, 0.1};
  same(st::zmap(scores, x), {-1.0190493307301363, -0.392232270276368, -2.939873661036668});
  same(st::zscore(equal), {none, none, none});
  cp::ndarray<double, 2> const gaps{{none, 2.0, 4.0}, {3.0, 5.0, 5.0}, {8.0, 1.0, 5.5}};
  same(st::zscore(gaps, cp::axis<0>, cp::ddof<0>, st::omit_nan)(cp::all, cp::slice(0, 1)), {none, -1, 1});
  same(st::zscore(gaps)(cp::all, cp::slice(0, 1)), {none, none, none});
  static_assert(std::is_same_v<decltype(st::zscore(cp::ndarray<int, 1>{1}))::value_type, double>);
  static_assert(std::is_same_v<decltype(st::zscore(cp::ndarray<float, 1>{1}))::value_type, float>);
}

// covers: cupyx.scipy.stats.entropy
TEST_CASE("entropy, alone and relative to another distribution") {
  cp::ndarray<double, 2> const p{{1.0, 2.0, 4.0}, {0.0, 5.0, 5.0}}, q{{1.0, 1.0, 1.0}, {1.0, 2.0, 3.0}};
  same(st::entropy(p), {0, 0.5982695885852573, 0.6869615765973234});
  same(st::entropy(p, cp::axis<1>, st::base(2)), {1.3787834934861756, 1});
  same(st::entropy(p, q, 1), {0.14291239755557536, 0.20273255405408222});
  same(st::entropy(cp::ndarray<int, 1>{1, 2, 1}), {1.0397207708399179});
  CHECK_THROWS_AS(st::base(0), cp::value_error);
}

// covers: cupyx.scipy.stats.boxcox_llf
TEST_CASE("the likelihood of the Box-Cox transformation") {
  cp::ndarray<double, 1> const d{1.5, 2.0, 4.0, 8.0, 3.0};
  same(st::boxcox_llf(0, d), {-2.942100750678562});
  same(st::boxcox_llf(0.5, d), {-3.4077894425285313});
  same(st::boxcox_llf(-1, d), {-3.023034275300345});
  same(st::boxcox_llf(0.5, numbers()), {-2.810918871527379, -1.2323185975389164, 1.3826653209094752});
  same(st::boxcox_llf(0.5, cp::ndarray<double, 1>{}), {none});
}

// covers: cupyx.scipy.stats.trim_mean
TEST_CASE("the mean of what is left of both ends") {
  same(st::trim_mean(cp::ndarray<int, 1>{5, 1, 9, 3, 7, 100, 2, 4}, 0.2), {5});
  same(st::trim_mean(numbers(), 0.34, 1), {2, 5, 5.5});
  same(st::trim_mean(numbers(), 0.34), {3, 2, 5});
  same(st::trim_mean(cp::ravel(numbers()), 0.1), {3.8333333333333335});
  CHECK_THROWS_AS(static_cast<void>(st::trim_mean(numbers(), 0.7)), cp::value_error);
  CHECK_THROWS_AS(static_cast<void>(st::trim_mean(numbers(), -0.1)), cp::value_error);
  CHECK_THROWS_AS(static_cast<void>(st::trim_mean(numbers(), 0.1, 2)), cp::index_error);
}
