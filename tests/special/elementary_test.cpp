// Logistic functions, entropies, losses.
#include "reference.hpp"

namespace sp = cp::special;
using tests::values;

// covers: cupyx.scipy.special.expit; cupyx.scipy.special.logit; cupyx.scipy.special.log_expit
TEST_CASE("logistic functions are mpmath's") {
  reference::check("expit", sp::expit);
  reference::check("logit", sp::logit);
  reference::check("log_expit", sp::log_expit);
}

// covers: cupyx.scipy.special.entr; cupyx.scipy.special.rel_entr; cupyx.scipy.special.kl_div
TEST_CASE("entropies are mpmath's") {
  reference::check("entr", sp::entr);
  reference::check("rel_entr", sp::rel_entr);
  reference::check("kl_div", sp::kl_div);
}

TEST_CASE("kl_div where powers of 2 are taken from the quotient, of the largest numbers and of the least") {
  reference::table const t("kl_div_ranges");
  auto const places = std::make_index_sequence<2>{};
  reference::judge("kl_div float64", t, 2, reference::measure<double>(t, sp::kl_div, places), 4);
  reference::judge("kl_div float32", t, 2, reference::measure<float>(t, sp::kl_div, places), 4);
}

// covers: cupyx.scipy.special.huber; cupyx.scipy.special.pseudo_huber
TEST_CASE("Huber's losses are mpmath's") {
  reference::check("huber", sp::huber);
  reference::check("pseudo_huber", sp::pseudo_huber);
}

// covers: cupyx.scipy.special.xlogy; cupyx.scipy.special.xlog1py; cupyx.scipy.special.exprel
// covers: cupyx.scipy.special.exp10; cupyx.scipy.special.cosm1
TEST_CASE("exponentials and logarithms are mpmath's") {
  reference::check("xlogy", sp::xlogy);
  reference::check("xlog1py", sp::xlog1py);
  reference::check("exprel", sp::exprel);
  reference::check("exp10", sp::exp10);
  reference::check("cosm1", sp::cosm1);
  reference::check_float("cosm1_worst", sp::cosm1);
}

TEST_CASE("16 bits compute in float32, integers in float64: logistic") { reference::check_dtypes(sp::expit); }

// covers: cupyx.scipy.special.erf; cupyx.scipy.special.erfc; cupyx.scipy.special.cbrt; cupyx.scipy.special.exp2
// covers: cupyx.scipy.special.expm1; cupyx.scipy.special.log1p; cupyx.scipy.special.sinc
// covers: cupyx.scipy.special.logsumexp
TEST_CASE("cp's own functions are cp::special's too") {
  CHECK((&sp::erf == &cp::erf && &sp::erfc == &cp::erfc && &sp::cbrt == &cp::cbrt && &sp::exp2 == &cp::exp2));
  CHECK((&sp::expm1 == &cp::expm1 && &sp::log1p == &cp::log1p && &sp::sinc == &cp::sinc));
  CHECK(std::abs(cp::eval(sp::logsumexp(cp::ndarray<double, 1>{0.0, 0.0})).item() - std::log(2.0)) < 1e-15);
}
