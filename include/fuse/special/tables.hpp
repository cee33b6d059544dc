// The polynomials of cp::special. (Long: written by scripts/special_coefficients.py; change it
// there.)
#pragma once

#include <cstddef>
#include <fuse/special/exact.hpp>
#include <utility>

// Coefficients of float64. A GPU takes them from its memory of constants: a literal is two instructions of its own.
#if FUSE_NVCC
#define FUSE_COEFFICIENTS(NAME, ...)                             \
  inline constexpr double NAME##_coefficients[] = {__VA_ARGS__}; \
  template <class>                                               \
  __constant__ double NAME##_on_device[] = {__VA_ARGS__}
#else
#define FUSE_COEFFICIENTS(NAME, ...) inline constexpr double NAME##_coefficients[] = {__VA_ARGS__}
#endif
#if defined(__CUDA_ARCH__)
#define FUSE_COEFFICIENTS_OF(NAME) NAME##_on_device<T>
#else
#define FUSE_COEFFICIENTS_OF(NAME) NAME##_coefficients
#endif

namespace cp::special::tables {

using formulas::float_and_rest;

/// A polynomial, the highest power first.
template <std::size_t N, class T, std::size_t... I>
FUSE_HD T horner(double const (&c)[N], T x, std::size_t first, std::index_sequence<I...>) {
  T y = c[first];
  ((y = y * x + c[first + I + 1]), ...);
  return y;
}
template <std::size_t N, class T>
FUSE_HD T plain(double const (&c)[N], T x) {
  return horner(c, x, 0, std::make_index_sequence<N - 1>{});
}
/// Even powers of x first, odd ones behind them.
template <std::size_t N, class T>
FUSE_HD T centred(double const (&c)[N], T x) {
  constexpr std::size_t odd = N / 2, even = N - odd;
  T const s = x * x;
  if constexpr (odd == 0) return c[0];
  return horner(c, s, 0, std::make_index_sequence<even - 1>{}) +
         x * horner(c, s, even, std::make_index_sequence<(odd > 0 ? odd - 1 : 0)>{});
}

// -- the error function -----------------------------------------------------------------------------------------------

/// (x + 7/8) e^(x^2) erfc x of t = (x - 3.75) / (x + 3.75), x from 0 on.
FUSE_COEFFICIENTS(erfcx, 1.9401211965196786e-10, -2.3508215144113185e-09, 1.752054091294354e-08,
                  -1.1754386663157578e-07, 8.070510621088232e-07, -5.4413699866977378e-06, 2.7168442563781745e-05,
                  8.9683333545976648e-05, -0.0041971788727386454, -0.020292990305151672, -0.015925348058800089,
                  0.086545732836465245, 0.67335246089705325, 1.8844427160018689e-10, -2.2755714928044922e-09,
                  1.4928999059656339e-08, -5.569748624848703e-08, -2.3958399976626606e-07, 8.8733796176557963e-06,
                  -0.00012711501254070713, 0.00086823718050149721, 0.011098405776271662, 0.025601288069600419,
                  -0.020201091576399804, -0.1726535236035584);
template <real T>
FUSE_HD T erfcx(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(erfcx), x);
  } else {
    float const u = x, s = u * u;
    float even = 1.29553555e-05f, odd = 7.68053724e-06f;
    even = even * s + 0.000107258027f;
    even = even * s + -0.00420853682f;
    even = even * s + -0.0202891398f;
    even = even * s + -0.0159259755f;
    even = even * s + 0.0865457729f;
    even = even * s + 0.67335248f;
    odd = odd * s + -0.000125216873f;
    odd = odd * s + 0.000866753515f;
    odd = odd * s + 0.01109902f;
    odd = odd * s + 0.0256011579f;
    odd = odd * s + -0.0202010795f;
    odd = odd * s + -0.172653526f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest erfcx_in_parts(float x) {
  float const u = x, s = u * u;
  float even = 1.29553555e-05f, odd = 7.68053724e-06f;
  even = even * s + 0.000107258027f;
  even = even * s + -0.00420853682f;
  even = even * s + -0.0202891398f;
  even = even * s + -0.0159259755f;
  even = even * s + 0.0865457729f;
  odd = odd * s + -0.000125216873f;
  odd = odd * s + 0.000866753515f;
  odd = odd * s + 0.01109902f;
  odd = odd * s + 0.0256011579f;
  odd = odd * s + -0.0202010795f;
  odd = odd * s + -0.172653526f;
  return float_and_rest(0.67335248f, even * s + (u * odd + -1.94279419e-08f));
}

/// (x + 5/4) e^(x^2 / 2) times the normal distribution's tail beyond x, of t = (x - 5.25) / (x + 5.25), x from 0 on.
FUSE_HD float normal_tail(float x) {
  float const u = x, s = u * u;
  float even = 5.32143304e-06f, odd = 5.87806699e-06f;
  even = even * s + 0.000102998572f;
  even = even * s + -0.00271831616f;
  even = even * s + -0.0140143838f;
  even = even * s + -0.0112934476f;
  even = even * s + 0.0622154698f;
  even = even * s + 0.477673501f;
  odd = odd * s + -8.42945592e-05f;
  odd = odd * s + 0.000493575644f;
  odd = odd * s + 0.00748378411f;
  odd = odd * s + 0.0179646667f;
  odd = odd * s + -0.0144599741f;
  odd = odd * s + -0.124432497f;
  return even + u * odd;
}
FUSE_HD float_and_rest normal_tail_in_parts(float x) {
  float const u = x, s = u * u;
  float even = 5.32143304e-06f, odd = 5.87806699e-06f;
  even = even * s + 0.000102998572f;
  even = even * s + -0.00271831616f;
  even = even * s + -0.0140143838f;
  even = even * s + -0.0112934476f;
  even = even * s + 0.0622154698f;
  odd = odd * s + -8.42945592e-05f;
  odd = odd * s + 0.000493575644f;
  odd = odd * s + 0.00748378411f;
  odd = odd * s + 0.0179646667f;
  odd = odd * s + -0.0144599741f;
  odd = odd * s + -0.124432497f;
  return float_and_rest(0.477673501f, even * s + (u * odd + -4.62678479e-10f));
}

/// -(log(1 - x) + x) / x^2 for x up to 1/2.
FUSE_HD float log_complement_rest(float x) {
  float y = 1.65964258f;
  y = y * x + -2.40211391f;
  y = y * x + 1.92060459f;
  y = y * x + -0.607525349f;
  y = y * x + 0.319359422f;
  y = y * x + 0.141367495f;
  y = y * x + 0.202051908f;
  y = y * x + 0.24991636f;
  y = y * x + 0.333334655f;
  y = y * x + 0.5f;
  return y;
}

/// erfinv(x) / x of w = -log(1 - x^2) up to 6.25 (float32: 5).
FUSE_COEFFICIENTS(erfinv_centre, -2.5466157998892657e-10, 1.4461050507676016e-09, 5.0395964779580615e-09,
                  -9.9050423078553124e-08, 5.3978954171739548e-07, -6.8394485841110269e-07, -1.1257223742289596e-05,
                  9.3367365258555514e-05, -0.0002643936637645027, -0.001271692268923054, 0.017808361818321752,
                  -0.058922567103778391, 1.6536545626831027, 7.6809904755765212e-10, -8.5579840744791979e-09,
                  3.9142671001331065e-08, -1.0167881522843895e-08, -1.0593369313279476e-06, 7.1300663740767098e-06,
                  -1.5027713926607668e-05, -0.00011688883906368395, 0.0012324855685500928, -0.0041373143774033902,
                  -0.022604447453450232, 0.75049432007996353);
template <real T>
FUSE_HD T erfinv_centre(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(erfinv_centre), (x - 3.125) * 0.32000000000000001);
  } else {
    float y = 1.22940796e-10f;
    y = y * x + -2.94575719e-09f;
    y = y * x + 2.05301554e-08f;
    y = y * x + 6.60961632e-08f;
    y = y * x + -1.52406176e-06f;
    y = y * x + 3.34992023e-06f;
    y = y * x + 4.4533841e-05f;
    y = y * x + -0.000126076295f;
    y = y * x + -0.00233617309f;
    y = y * x + 0.0115496386f;
    y = y * x + 0.232013628f;
    y = y * x + 0.886226952f;
    return y;
  }
}

/// erfinv(x) / x s of 1 / s, s^2 = -log(1 - x^2), for s from 2.5 to 6.1 (float32: 2.2 to 4.1).
FUSE_COEFFICIENTS(erfinv_tail, -1.0753109191781622e-09, 4.5453215504452799e-09, 1.1519429205791396e-08,
                  -1.4170771796683117e-07, 5.2060628064411494e-07, -1.0388795691075622e-06, 8.5460893336462899e-07,
                  1.9574388577786892e-06, -1.0490252954490277e-05, 2.9260245342720929e-05, -6.2567204090202433e-05,
                  7.0643850753274409e-05, 0.00017899153587555328, 0.0018659299222438244, 0.95371094801343581,
                  4.1063607419236679e-09, -3.407043884703713e-08, 1.1949722059030177e-07, -1.8817805345226142e-07,
                  -1.1688789152530532e-07, 1.4437040765961109e-06, -4.3460206234523371e-06, 8.8735034547672161e-06,
                  -1.5539952215212301e-05, 3.1460695949896643e-05, -9.0460557970384087e-05, 0.00029813319977152724,
                  0.00094751881071729576, -0.022583605492872808);
template <real T>
FUSE_HD T erfinv_tail(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(erfinv_tail), (x - 0.28196721311475409) * 8.4722222222222214);
  } else {
    float const u = (x - 0.349223942f) * 9.49473667f, s = u * u;
    float even = -2.56403519e-06f, odd = -3.48261574e-06f;
    even = even * s + 2.12814211e-05f;
    even = even * s + -0.000110287998f;
    even = even * s + 0.000414374692f;
    even = even * s + 0.00346653326f;
    even = even * s + 0.941660643f;
    odd = odd * s + 1.75566529e-05f;
    odd = odd * s + -8.5851716e-05f;
    odd = odd * s + 0.00153806969f;
    odd = odd * s + -0.0171736013f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest erfinv_tail_in_parts(float x) {
  float const u = (x - 0.349223942f) * 9.49473667f, s = u * u;
  float even = -2.56403519e-06f, odd = -3.48261574e-06f;
  even = even * s + 2.12814211e-05f;
  even = even * s + -0.000110287998f;
  even = even * s + 0.000414374692f;
  even = even * s + 0.00346653326f;
  odd = odd * s + 1.75566529e-05f;
  odd = odd * s + -8.5851716e-05f;
  odd = odd * s + 0.00153806969f;
  odd = odd * s + -0.0171736013f;
  return float_and_rest(0.941660643f, even * s + (u * odd + 2.56995469e-09f));
}

/// erfinv(x) / x s of 1 / s, s^2 = -log(1 - x^2), for s from 6.1 to 27.4 (float32: 4.1 to 10.2).
FUSE_COEFFICIENTS(erfinv_far, -1.7806021921500206e-10, 6.1262138654326236e-10, -1.4975169775548839e-09,
                  1.0057317897333684e-09, -3.3899218996282501e-09, -7.4599078340297197e-09, -3.3497184064111055e-08,
                  -1.5085645439518491e-07, -8.0067791288925557e-07, -5.5202506640265368e-06, -6.9001233556879239e-05,
                  -0.0014159704524478512, 0.98902447767598423, 2.8396351813995818e-10, -8.9622744868666242e-10,
                  2.1856782010860514e-09, -9.9791664418211012e-10, 5.6795277489031447e-09, 1.5511720910027195e-08,
                  7.0006837369802333e-08, 3.3914254375480728e-07, 2.0160535882267861e-06, 1.7003007595642156e-05,
                  0.00042283076931741518, -0.010783649737993809);
template <real T>
FUSE_HD T erfinv_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(erfinv_far), (x - 0.10021538829723585) * 15.693896713615024);
  } else {
    float const u = (x - 0.170970827f) * 13.7114754f, s = u * u;
    float even = -1.59162403e-06f, odd = 4.63411254e-07f;
    even = even * s + -4.43637546e-05f;
    even = even * s + -0.000479215989f;
    even = even * s + 0.975799382f;
    odd = odd * s + 6.3172115e-06f;
    odd = odd * s + 0.000356500444f;
    odd = odd * s + -0.0144801866f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest erfinv_far_in_parts(float x) {
  float const u = (x - 0.170970827f) * 13.7114754f, s = u * u;
  float even = -1.59162403e-06f, odd = 4.63411254e-07f;
  even = even * s + -4.43637546e-05f;
  even = even * s + -0.000479215989f;
  odd = odd * s + 6.3172115e-06f;
  odd = odd * s + 0.000356500444f;
  odd = odd * s + -0.0144801866f;
  return float_and_rest(0.975799382f, even * s + (u * odd + -1.58204934e-08f));
}

/// 2 (atanh(s) / s - 1) / s^2 of s^2 for |s| up to 0.2.
FUSE_COEFFICIENTS(atanh_rest, 0.13610182927411002, 0.13209546573512165, 0.15388876712590915, 0.18181737383008073,
                  0.22222223051762294, 0.28571428567253171, 0.40000000000007996, 0.66666666666666663);
template <real T>
FUSE_HD T atanh_rest(T x) {
  if constexpr (sizeof(T) > 4) {
    return plain(FUSE_COEFFICIENTS_OF(atanh_rest), x);
  } else {
    float y = 0.237530604f;
    y = y * x + 0.285324425f;
    y = y * x + 0.400003165f;
    y = y * x + 0.666666687f;
    return y;
  }
}

/// (atanh(s) / s - 1) / s^2 of s^2 for s up to 1/3.
FUSE_COEFFICIENTS(atanh_to_third, 0.078248978799352456, 0.03740843854017388, 0.05423797420128839, 0.058669850357532451,
                  0.066676012458648765, 0.076922714126808234, 0.090909099655323414, 0.11111111098842484,
                  0.14285714285802384, 0.19999999999999754, 0.33333333333333331);
template <real T>
FUSE_HD T atanh_to_third(T x) {
  if constexpr (sizeof(T) > 4) {
    return plain(FUSE_COEFFICIENTS_OF(atanh_to_third), x);
  } else {
    float y = 0.116219096f;
    y = y * x + 0.10851194f;
    y = y * x + 0.142963186f;
    y = y * x + 0.199998498f;
    y = y * x + 0.333333343f;
    return y;
  }
}

/// (log(1 + x) - x) / x^2 for x from -0.4 to 0.6.
FUSE_COEFFICIENTS(log1pmx, -1.9265879222925656e-10, 3.5476715663022161e-10, -2.4212744470892582e-09,
                  -4.8249006982281402e-09, -3.5338047668060848e-08, -1.8175986609246786e-07, -9.9324485625377483e-07,
                  -5.483652402515071e-06, -3.0902987314786212e-05, -0.00017899655072464382, -0.0010786977380530147,
                  -0.0069187458675640775, -0.049684525414789453, -0.46898201956751401, 4.1554386380636524e-10,
                  -6.5577089195238937e-10, 5.107637427025245e-09, 1.1869958277402977e-08, 8.097984364526884e-08,
                  4.2374915553797733e-07, 2.3288355958804345e-06, 1.2980058541395607e-05, 7.4074583694043629e-05,
                  0.00043677593013734391, 0.0027048925143773207, 0.018182335722934106, 0.14436565022059453);
template <real T>
FUSE_HD T log1pmx(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(log1pmx), (x - 0.10000000000000001) * 2.0);
  } else {
    float const u = (x - 0.100000001f) * 2.0f, s = u * u;
    float even = -1.09234279e-05f, odd = 4.90177126e-06f;
    even = even * s + -2.23597945e-05f;
    even = even * s + -0.000185221594f;
    even = even * s + -0.00107642927f;
    even = even * s + -0.00691913441f;
    even = even * s + -0.0496845022f;
    even = even * s + -0.468982011f;
    odd = odd * s + 8.53653e-06f;
    odd = odd * s + 7.77161767e-05f;
    odd = odd * s + 0.000435221184f;
    odd = odd * s + 0.00270522851f;
    odd = odd * s + 0.0181823038f;
    odd = odd * s + 0.144365653f;
    return even + u * odd;
  }
}

// -- the gamma function -----------------------------------------------------------------------------------------------

/// psi(x) / (x - x0) for x from 1 to 2, x0 psi's zero.
FUSE_COEFFICIENTS(psi_centre, 2.9186227321682609e-11, 8.7345284291429526e-11, 1.2469984616707403e-09,
                  1.0527692435026686e-08, 9.5432982882782746e-08, 8.5890607219306946e-07, 7.7412345086363639e-06,
                  6.9950188251127936e-05, 0.00063688803038658166, 0.0059367952783017609, 0.060135621060196841,
                  0.95105587603183284, -8.5055076601326096e-11, -2.7580994814376999e-10, -3.7083753242807277e-09,
                  -3.1629111474084543e-08, -2.8631611668831928e-07, -2.5780939540457722e-06, -2.3258242519113285e-05,
                  -0.00021074841138175561, -0.0019350666648613071, -0.018550615381735008, -0.21181371064073029);
template <real T>
FUSE_HD T psi_centre(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(psi_centre), (x - 1.5) * 2.0);
  } else {
    float const u = (x - 1.5f) * 2.0f, s = u * u;
    float even = 1.09696048e-05f, odd = -3.76145499e-06f;
    even = even * s + 6.60514343e-05f;
    even = even * s + 0.000638982514f;
    even = even * s + 0.00593629386f;
    even = even * s + 0.0601356663f;
    even = even * s + 0.951055884f;
    odd = odd * s + -2.16633889e-05f;
    odd = odd * s + -0.000211741994f;
    odd = odd * s + -0.00193477026f;
    odd = odd * s + -0.018550653f;
    odd = odd * s + -0.211813703f;
    return even + u * odd;
  }
}

/// (log x - 1 / 2x - psi(x)) x^2 of 1 / x^2 for x from 2 on (DLMF 5.11.2).
FUSE_COEFFICIENTS(psi_far, 5.2749717828363431e-13, -1.2963329457248861e-12, 3.4723091347975263e-12,
                  2.4576378308385836e-12, 2.750648587622778e-11, 1.7777303815860672e-10, 1.6106575187697543e-09,
                  2.1829630390865033e-08, 5.5764153637534219e-07, 4.4839052952750829e-05, 0.082346937244405338,
                  -8.2815794348364047e-13, 1.6874802515289506e-12, -5.3801039736738707e-12, -8.1343696346286796e-12,
                  -6.7745315620062111e-11, -5.1356569744184489e-10, -5.5764172297672181e-09, -9.9759705050899642e-08,
                  -4.0993793656015819e-06, -0.00093677043425627966);
template <real T>
FUSE_HD T psi_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(psi_far), (x - 0.125) * 8.0);
  } else {
    float const u = (x - 0.125f) * 8.0f, s = u * u;
    float even = 2.56665267e-08f, odd = -1.10884557e-07f;
    even = even * s + 5.55101451e-07f;
    even = even * s + 4.48395767e-05f;
    even = even * s + 0.0823469386f;
    odd = odd * s + -4.09356926e-06f;
    odd = odd * s + -0.000936771161f;
    return even + u * odd;
  }
}

/// x times Stirling's remainder, log gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2, of 1 / x^2 for x from 3 on
/// (DLMF 5.11.1).
FUSE_COEFFICIENTS(stirling, 5.9144542123377969e-15, 5.7061376627695831e-14, 1.2999788456491088e-12,
                  5.021941531585619e-11, 4.741691532553935e-09, 2.183424338298921e-06, 0.083181366976551971,
                  -2.0065803050502091e-14, -2.5570739261974119e-13, -7.4048244707787411e-12, -4.2388083110131428e-10,
                  -7.7489242919602685e-08, -0.0001497002183648091);
template <real T>
FUSE_HD T stirling(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(stirling), (x - 0.055555555555555552) * 18.0);
  } else {
    float const u = (x - 0.055555556f) * 18.0f, s = u * u;
    float even = 4.8194142e-09f, odd = -7.80291742e-08f;
    even = even * s + 2.18339483e-06f;
    even = even * s + 0.0831813663f;
    odd = odd * s + -0.000149700078f;
    return even + u * odd;
  }
}

/// 1 / gamma(x) for x from 1 to 2.
FUSE_COEFFICIENTS(rgamma, -5.4945268242670237e-12, 5.2650330283815905e-10, 2.4760869752598962e-08,
                  -4.3387900231759048e-06, 0.00010332652853554406, 0.0031854287654826999, -0.13166360888138617,
                  1.1283791670955126, 5.1310339396605372e-13, 7.0886629145630497e-12, -6.7855641837068948e-09,
                  2.9757348575235576e-07, 1.6568214392791072e-05, -0.0013173490427663696, 0.021887753255491794,
                  -0.020587263222641549);
template <real T>
FUSE_HD T rgamma(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(rgamma), (x - 1.5) * 2.0);
  } else {
    float const u = (x - 1.5f) * 2.0f, s = u * u;
    float even = -4.27474743e-06f, odd = 1.72144646e-05f;
    even = even * s + 0.000103269871f;
    even = even * s + 0.00318544917f;
    even = even * s + -0.131663606f;
    even = even * s + 1.12837923f;
    odd = odd * s + -0.00131782796f;
    odd = odd * s + 0.0218878854f;
    odd = odd * s + -0.0205872729f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest rgamma_in_parts(float x) {
  float const u = (x - 1.5f) * 2.0f, s = u * u;
  float even = -4.27474743e-06f, odd = 1.72144646e-05f;
  even = even * s + 0.000103269871f;
  even = even * s + 0.00318544917f;
  even = even * s + -0.131663606f;
  odd = odd * s + -0.00131782796f;
  odd = odd * s + 0.0218878854f;
  odd = odd * s + -0.0205872729f;
  return float_and_rest(1.12837923f, even * s + (u * odd + -5.8584245e-08f));
}

/// 1 / gamma(1 + x) for x from 0 to 1.
FUSE_COEFFICIENTS(rgamma1p, -5.4945268242670237e-12, 5.2650330283815905e-10, 2.4760869752598962e-08,
                  -4.3387900231759048e-06, 0.00010332652853554406, 0.0031854287654826999, -0.13166360888138617,
                  1.1283791670955126, 5.1310339396605372e-13, 7.0886629145630497e-12, -6.7855641837068948e-09,
                  2.9757348575235576e-07, 1.6568214392791072e-05, -0.0013173490427663696, 0.021887753255491794,
                  -0.020587263222641549);
template <real T>
FUSE_HD T rgamma1p(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(rgamma1p), (x - 0.5) * 2.0);
  } else {
    float const u = (x - 0.5f) * 2.0f, s = u * u;
    float even = -4.27474743e-06f, odd = 1.72144646e-05f;
    even = even * s + 0.000103269871f;
    even = even * s + 0.00318544917f;
    even = even * s + -0.131663606f;
    even = even * s + 1.12837923f;
    odd = odd * s + -0.00131782796f;
    odd = odd * s + 0.0218878854f;
    odd = odd * s + -0.0205872729f;
    return even + u * odd;
  }
}

/// log gamma(1 + x) / x for x from -0.5 to 0.5.
FUSE_COEFFICIENTS(lgamma1p, -8.9908090434244783e-10, 2.9300069217588621e-09, -1.0457694646983121e-08,
                  1.3416285834333462e-09, -5.6907745470526581e-08, -1.9284675279470471e-07, -9.0147935726492961e-07,
                  -4.0677702934734592e-06, -1.8782688400384684e-05, -8.8822225956528442e-05, -0.00043489948221950563,
                  -0.0022507796366082878, -0.012961596939306022, -0.10017140859663266, -0.57721566490153287,
                  1.7378792315914402e-09, -5.211705188297646e-09, 1.9048640112066067e-08, 2.2503569604917574e-09,
                  1.1339892029827825e-07, 4.1219210675716741e-07, 1.9127014915305183e-06, 8.7181343454219045e-06,
                  4.0700495403300447e-05, 0.00019550669728001717, 0.00098054429829905719, 0.0052986617809012253,
                  0.033822601053479576, 0.41123351671205655);
template <real T>
FUSE_HD T lgamma1p(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(lgamma1p), x * 2.0);
  } else {
    float const u = x * 2.0f, s = u * u;
    float even = -1.0827478e-05f, odd = 2.16587396e-05f;
    even = even * s + -5.65477194e-06f;
    even = even * s + -0.000100965139f;
    even = even * s + -0.000428889791f;
    even = even * s + -0.00225236686f;
    even = even * s + -0.0129613932f;
    even = even * s + -0.100171417f;
    even = even * s + -0.577215672f;
    odd = odd * s + 1.77122456e-05f;
    odd = odd * s + 0.000214616739f;
    odd = odd * s + 0.000972312933f;
    odd = odd * s + 0.005300452f;
    odd = odd * s + 0.0338224322f;
    odd = odd * s + 0.411233515f;
    return even + u * odd;
  }
}

/// log gamma(2 + x) / x for x from -0.5 to 1.
FUSE_COEFFICIENTS(lgamma2p, -1.216780843687881e-11, -5.3382701952841609e-11, -6.9990536765370785e-10,
                  -6.9256028777360833e-09, -7.2346096758640873e-08, -7.7553397819869904e-07, -8.6903855958591398e-06,
                  -0.00010503681061060433, -0.0014752842201941182, -0.030541164666834208, 0.49948685956958638,
                  3.985660331459306e-12, 1.6308042318878737e-11, 2.2163475329647992e-10, 2.1608828757765611e-09,
                  2.2348979836987775e-08, 2.3583082210928398e-07, 2.5781217191851161e-06, 2.9836329666732728e-05,
                  0.00038321988003958262, 0.0061966365682440084, 0.21917882116244466);
template <real T>
FUSE_HD T lgamma2p(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(lgamma2p), (x - 0.25) * 1.3333333333333333);
  } else {
    float const u = (x - 0.25f) * 1.33333337f, s = u * u;
    float even = -1.03890784e-06f, odd = 3.35326786e-06f;
    even = even * s + -8.37530297e-06f;
    even = even * s + -0.000105205268f;
    even = even * s + -0.00147524383f;
    even = even * s + -0.0305411667f;
    even = even * s + 0.499486864f;
    odd = odd * s + 2.90157805e-05f;
    odd = odd * s + 0.000383589184f;
    odd = odd * s + 0.00619656872f;
    odd = odd * s + 0.219178811f;
    return even + u * odd;
  }
}

/// (s - 1) (zeta(s) - 1) for s from 0 to 4.
FUSE_COEFFICIENTS(zeta_low, 5.1239416166772219e-12, -1.9507822372169477e-10, -1.0581208437712273e-08,
                  3.77967529720163e-07, 9.4010619053007948e-06, -0.0004285574504087224, 0.00060212157619032338,
                  0.22836745133442696, 0.64493406684822641, -8.2725205551951835e-13, -5.1821395818709823e-12,
                  2.113897721901247e-09, 3.5994004359414963e-09, -3.0277718716751155e-06, 2.7678052182876884e-05,
                  0.001762036109464351, -0.043073466595122401, -0.58522837493523461);
template <real T>
FUSE_HD T zeta_low(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(zeta_low), (x - 2.0) * 0.5);
  } else {
    float const u = (x - 2.0f) * 0.5f, s = u * u;
    float even = 1.03012599e-05f, odd = -3.0076128e-06f;
    even = even * s + -0.000429331936f;
    even = even * s + 0.000602395798f;
    even = even * s + 0.228367418f;
    even = even * s + 0.644934058f;
    odd = odd * s + 2.76544815e-05f;
    odd = odd * s + 0.00176204718f;
    odd = odd * s + -0.0430734679f;
    odd = odd * s + -0.585228384f;
    return even + u * odd;
  }
}

/// 2^s (zeta(s) - 1) for s from 4 to 12.
FUSE_COEFFICIENTS(zeta_middle, 1.1755866445337559e-07, -6.4212034591579494e-07, 1.9287558146704576e-06,
                  -3.2328343193122039e-06, 4.5445498200907741e-06, -2.3310221876985645e-06, 6.2615321346594414e-06,
                  1.0951907523234496e-05, 3.7313634566064713e-05, 0.00011298371860573132, 0.00034633834304824987,
                  0.0010605611723543565, 0.0032469733959388293, 0.0099814260986171629, 0.030739712791630323,
                  0.073225036708372659, 1.0438031866737509, -7.3793769288934891e-08, 4.2151937616253926e-07,
                  -1.3068716706016518e-06, 2.3091036148649645e-06, -3.2955113488013615e-06, 2.0805402543909573e-06,
                  -4.1625167469896563e-06, -5.9210222742543799e-06, -2.1466235073077581e-05, -6.4516724232569536e-05,
                  -0.00019791732863490258, -0.00060605619567361034, -0.0018557338642887524, -0.0056852315627964238,
                  -0.017586544548667569, -0.05101072211214866, -0.077562471390142537);
template <real T>
FUSE_HD T zeta_middle(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(zeta_middle), (x - 8.0) * 0.25);
  } else {
    float const u = (x - 8.0f) * 0.25f, s = u * u;
    float even = 0.000202308365f, odd = -0.000322291453f;
    even = even * s + -0.000295800477f;
    even = even * s + 0.000821018417f;
    even = even * s + 0.000755999819f;
    even = even * s + 0.00335872266f;
    even = even * s + 0.00995875057f;
    even = even * s + 0.0307419952f;
    even = even * s + 0.0732249469f;
    even = even * s + 1.04380322f;
    odd = odd * s + 0.000390657806f;
    odd = odd * s + -0.00123041833f;
    odd = odd * s + -0.00149736204f;
    odd = odd * s + -0.00579894241f;
    odd = odd * s + -0.017567696f;
    odd = odd * s + -0.05101211f;
    odd = odd * s + -0.0775624439f;
    return even + u * odd;
  }
}

/// (s - 1) zeta(s) / ((s + 2) (s + 4)) for s from -2 to 1.
FUSE_COEFFICIENTS(zeta_least, -4.4822789718136384e-14, 2.2660372097124566e-11, 3.7458581575121575e-11,
                  -8.0940191431392557e-08, 1.2479579871044427e-06, 9.7918401462221275e-05, -0.0033254736314479007,
                  0.059396064279244161, 2.5696805078726136e-14, -1.6624517885992223e-12, -1.4155605365953692e-10,
                  8.25287354673125e-09, 2.9984385650271339e-07, -2.1501560077863197e-05, 0.00011390899569442088,
                  0.010404275150384583);
template <real T>
FUSE_HD T zeta_least(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(zeta_least), (x - -0.5) * 0.66666666666666663);
  } else {
    float const u = (x - -0.5f) * 0.666666687f, s = u * u;
    float even = -8.07533098e-08f, odd = 3.17918875e-07f;
    even = even * s + 1.24776716e-06f;
    even = even * s + 9.79184624e-05f;
    even = even * s + -0.00332547352f;
    even = even * s + 0.0593960658f;
    odd = odd * s + -2.15149885e-05f;
    odd = odd * s + 0.000113912698f;
    odd = odd * s + 0.0104042748f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest zeta_least_in_parts(float x) {
  float const u = (x - -0.5f) * 0.666666687f, s = u * u;
  float even = -8.07533098e-08f, odd = 3.17918875e-07f;
  even = even * s + 1.24776716e-06f;
  even = even * s + 9.79184624e-05f;
  even = even * s + -0.00332547352f;
  odd = odd * s + -2.15149885e-05f;
  odd = odd * s + 0.000113912698f;
  odd = odd * s + 0.0104042748f;
  return float_and_rest(0.0593960658f, even * s + (u * odd + -1.49214119e-09f));
}

/// 2^s (zeta(s) - 1) for s from 12 to 40 (float32: 20).
FUSE_COEFFICIENTS(zeta_high, 3.9677726164973892e-08, -1.9183128714807494e-07, 5.4592895596166884e-07,
                  -7.8230203013542041e-07, 1.1800272874871269e-06, -9.4231163202637446e-09, 2.7332672086488198e-06,
                  7.0697763534187686e-06, 2.4100050024198935e-05, 8.540496089812261e-05, 0.00028473701837345398,
                  0.00073583892629658246, 0.0012443975091057137, 0.0011477574854574567, 0.00042606895765464204,
                  1.000026416365293, -2.4303685752467075e-08, 1.2357683929199666e-07, -3.6225009966403004e-07,
                  5.5623884643485788e-07, -8.2471108109259498e-07, 1.6373698520419506e-07, -1.6557461119627382e-06,
                  -3.9231916262872533e-06, -1.3110394749388374e-05, -4.5154083738957576e-05, -0.0001591234147467726,
                  -0.00047780233954955367, -0.0010193586517909508, -0.0013075612492723118, -0.00080714602891230876,
                  -0.00015001314287061589);
template <real T>
FUSE_HD T zeta_high(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(zeta_high), (x - 26.0) * 0.071428571428571425);
  } else {
    float const u = (x - 16.0f) * 0.25f, s = u * u;
    float even = 4.2686097e-06f, odd = -1.13051567e-06f;
    even = even * s + 4.92225518e-05f;
    even = even * s + 0.000480369112f;
    even = even * s + 0.00206409395f;
    even = even * s + 1.00153816f;
    odd = odd * s + -1.34638576e-05f;
    odd = odd * s + -0.000166049984f;
    odd = odd * s + -0.00114059169f;
    odd = odd * s + -0.00251317816f;
    return even + u * odd;
  }
}

// -- sine and cosine --------------------------------------------------------------------------------------------------

/// (sin(x) / x - 1) / x^2 of x^2 for x up to 0.95.
FUSE_HD float sine_rest(float x) {
  float y = 2.71100203e-06f;
  y = y * x + -0.000198387599f;
  y = y * x + 0.00833332911f;
  y = y * x + -0.166666672f;
  return y;
}

/// (cos(x) - 1) / x^2 of x^2 for x up to 0.95.
FUSE_HD float cosine_rest(float x) {
  float y = 2.43102822e-05f;
  y = y * x + -0.00138861337f;
  y = y * x + 0.0416666158f;
  y = y * x + -0.5f;
  return y;
}

// -- Bessel functions -------------------------------------------------------------------------------------------------

/// x^2 less the square of J0's first zero, 2.4048256.
template <real T>
FUSE_HD T square_from_j0_zero1(T x) {
  if constexpr (sizeof(T) > 4) {
    if constexpr (formulas::is_pack<T>)
      return ((x - 2.4048255576957729) - -1.176691651530894e-16) * (x + 2.4048255576957729);
    else
      return formulas::product_less(x, x, 5.7831859629467841) - 4.123247343506204e-16;
  } else {
    return formulas::product_less(x, x, 5.78318596f) - 4.08447987e-09f;
  }
}

/// x^2 less the square of Y0's first zero, 0.89357697.
template <real T>
FUSE_HD T square_from_y0_zero1(T x) {
  if constexpr (sizeof(T) > 4) {
    if constexpr (formulas::is_pack<T>)
      return ((x - 0.89357696627916749) - 2.6596231539720385e-17) * (x + 0.89357696627916749);
    else
      return formulas::product_less(x, x, 0.79847979466468044) - 4.7669625702155175e-17;
  } else {
    return formulas::product_less(x, x, 0.798479795f) - -7.91252119e-10f;
  }
}

/// x less Y0's first zero, 0.89357697.
template <real T>
FUSE_HD T from_y0_zero1(T x) {
  if constexpr (sizeof(T) > 4) {
    return (x - 0.89357696627916749) - 2.6596231539720385e-17;
  } else {
    return (x - 0.89357698f) - -1.33579787e-08f;
  }
}

/// J0(x) / (x^0 (x^2 - z^2)) of x^2 for x up to 4, z the first zero.
FUSE_COEFFICIENTS(j0_near, -1.3645500280313142e-13, -3.9943292950884849e-10, -4.9317990115809545e-07,
                  -0.00020060356509921887, -0.017030107053326454, -0.088662419122777322, 1.9187793497201454e-15,
                  8.1308308162936438e-12, 1.5832284373591627e-08, 1.1671878503732114e-05, 0.0023496751761325672,
                  0.064660082814917974);
template <real T>
FUSE_HD T j0_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(j0_near), (x - 8.0) * 0.125);
  } else {
    float const u = (x - 8.0f) * 0.125f, s = u * u;
    float even = -4.93979144e-07f, odd = 1.58505848e-08f;
    even = even * s + -0.00020060307f;
    even = even * s + -0.0170301069f;
    even = even * s + -0.0886624157f;
    odd = odd * s + 1.16718647e-05f;
    odd = odd * s + 0.00234967517f;
    odd = odd * s + 0.0646600798f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest j0_near_in_parts(float x) {
  float const u = (x - 8.0f) * 0.125f, s = u * u;
  float even = -4.93979144e-07f, odd = 1.58505848e-08f;
  even = even * s + -0.00020060307f;
  even = even * s + -0.0170301069f;
  odd = odd * s + 1.16718647e-05f;
  odd = odd * s + 0.00234967517f;
  odd = odd * s + 0.0646600798f;
  return float_and_rest(-0.0886624157f, even * s + (u * odd + -3.37678019e-09f));
}

/// The product of x less two zeros of J0, 5.5200781 and 8.6537279.
template <real T>
FUSE_HD T from_j0_middle_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 5.5200781102863106, other = x - 8.6537279129110125;
    return one * other - (8.0885971461467223e-17 * other + -2.9281260732077898e-16 * one);
  } else {
    T const one = x - 5.52007818f, other = x - 8.65372753f;
    return formulas::product_less(one, other, -7.19341458e-08f * other + 3.81477918e-07f * one);
  }
}

/// J0(x) by its distances from two zeros there or beside, for x from 4 to 7.5.
FUSE_COEFFICIENTS(j0_middle_rest, -1.7973728340499396e-13, 1.9525669950947593e-11, -1.6163086671034855e-09,
                  1.0193117387160189e-07, -4.6885925790639008e-06, 0.00014782590200232049, -0.0029058279590330706,
                  0.030191974539346956, -0.11379845531092186, 1.1413032061392467e-12, -1.1078892287662255e-10,
                  8.0558798545118749e-09, -4.3693801889616504e-07, 1.6769825546249222e-05, -0.00042048952383860191,
                  0.0060077287731849739, -0.035830704683923534);
template <real T>
FUSE_HD T j0_middle_rest(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(j0_middle_rest), (x - 5.75) * 0.5714285714285714);
  } else {
    float const u = (x - 5.75f) * 0.571428597f, s = u * u;
    float even = -4.44032048e-06f, odd = -4.1531618e-07f;
    even = even * s + 0.000147610524f;
    even = even * s + -0.00290575088f;
    even = even * s + 0.0301919617f;
    even = even * s + -0.113798454f;
    odd = odd * s + 1.6748374e-05f;
    odd = odd * s + -0.000420480093f;
    odd = odd * s + 0.0060077263f;
    odd = odd * s + -0.0358307026f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest j0_middle_rest_in_parts(float x) {
  float const u = (x - 5.75f) * 0.571428597f, s = u * u;
  float even = -4.44032048e-06f, odd = -4.1531618e-07f;
  even = even * s + 0.000147610524f;
  even = even * s + -0.00290575088f;
  even = even * s + 0.0301919617f;
  odd = odd * s + 1.6748374e-05f;
  odd = odd * s + -0.000420480093f;
  odd = odd * s + 0.0060077263f;
  odd = odd * s + -0.0358307026f;
  return float_and_rest(-0.113798454f, even * s + (u * odd + -7.16458282e-10f));
}

/// J0(x) for x from 4 to 7.5.
template <real T>
FUSE_HD T j0_middle(T x) {
  if constexpr (sizeof(T) > 4)
    return from_j0_middle_zeros(x) * j0_middle_rest(x);
  else
    return from_j0_middle_zeros(x) * j0_middle_rest_in_parts(x);
}

/// The product of x less two zeros of J0, 8.6537279 and 11.791534.
template <real T>
FUSE_HD T from_j0_far_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 8.6537279129110125, other = x - 11.791534439014281;
    return one * other - (-2.9281260732077898e-16 * other + 2.812956912778735e-16 * one);
  } else {
    T const one = x - 8.65372753f, other = x - 11.7915344f;
    return formulas::product_less(one, other, 3.81477918e-07f * other + 1.51861563e-08f * one);
  }
}

/// J0(x) by its distances from two zeros there or beside, for x from 7.5 to 12.
FUSE_COEFFICIENTS(j0_far_rest, -1.4089140437636174e-13, 1.1625514770609614e-11, -7.3682369289982654e-10,
                  3.667160712771929e-08, -1.3867236044172394e-06, 3.8044897258170151e-05, -0.00070909732510053569,
                  0.0081161923106513045, -0.047941083584325868, 0.10157527070451905, -1.8445565022572016e-13,
                  1.2168006730489302e-11, -5.7633141201855622e-10, 1.9358005105917452e-08, -4.0121549949962246e-07,
                  2.8605904792103306e-06, 7.0253221003223134e-05, -0.0016572461161766133, 0.0088702254163761374);
template <real T>
FUSE_HD T j0_far_rest(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(j0_far_rest), (x - 9.75) * 0.44444444444444442);
  } else {
    float const u = (x - 9.75f) * 0.444444448f, s = u * u;
    float even = -1.28079932e-06f, odd = -3.5070579e-07f;
    even = even * s + 3.7927246e-05f;
    even = even * s + -0.000709036656f;
    even = even * s + 0.00811617821f;
    even = even * s + -0.0479410812f;
    even = even * s + 0.10157527f;
    odd = odd * s + 2.81097505e-06f;
    odd = odd * s + 7.02747348e-05f;
    odd = odd * s + -0.00165724987f;
    odd = odd * s + 0.0088702254f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest j0_far_rest_in_parts(float x) {
  float const u = (x - 9.75f) * 0.444444448f, s = u * u;
  float even = -1.28079932e-06f, odd = -3.5070579e-07f;
  even = even * s + 3.7927246e-05f;
  even = even * s + -0.000709036656f;
  even = even * s + 0.00811617821f;
  even = even * s + -0.0479410812f;
  odd = odd * s + 2.81097505e-06f;
  odd = odd * s + 7.02747348e-05f;
  odd = odd * s + -0.00165724987f;
  odd = odd * s + 0.0088702254f;
  return float_and_rest(0.10157527f, even * s + (u * odd + 3.92602617e-10f));
}

/// J0(x) for x from 7.5 to 12.
template <real T>
FUSE_HD T j0_far(T x) {
  if constexpr (sizeof(T) > 4)
    return from_j0_far_zeros(x) * j0_far_rest(x);
  else
    return from_j0_far_zeros(x) * j0_far_rest_in_parts(x);
}

/// (Y0(x) - 2 / pi log(x / z) J0(x)) / (x^2 - z^2) of x^2 for x up to 2.75, z the first zero.
FUSE_COEFFICIENTS(y0_near, 2.1534199391899416e-12, 1.127870627856553e-08, 1.9129773370071643e-05, 0.0065538307075713063,
                  0.12634742401155075, -2.1188841783822939e-14, -1.7607017815653277e-10, -5.4660143673850082e-07,
                  -0.00045272906310688584, -0.048770623607654953);
template <real T>
FUSE_HD T y0_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(y0_near), (x - 3.78125) * 0.26446280991735538);
  } else {
    float const u = (x - 3.78125f) * 0.264462799f, s = u * u;
    float even = 1.12830163e-08f, odd = -5.46909746e-07f;
    even = even * s + 1.91297731e-05f;
    even = even * s + 0.00655383104f;
    even = even * s + 0.126347423f;
    odd = odd * s + -0.000452728971f;
    odd = odd * s + -0.0487706251f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest y0_near_in_parts(float x) {
  float const u = (x - 3.78125f) * 0.264462799f, s = u * u;
  float even = 1.12830163e-08f, odd = -5.46909746e-07f;
  even = even * s + 1.91297731e-05f;
  even = even * s + 0.00655383104f;
  odd = odd * s + -0.000452728971f;
  odd = odd * s + -0.0487706251f;
  return float_and_rest(0.126347423f, even * s + (u * odd + 1.4117415e-09f));
}

/// The product of x less two zeros of Y0, 3.9576784 and 7.0860511.
template <real T>
FUSE_HD T from_y0_middle_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 3.957678419314858, other = x - 7.0860510603017728;
    return one * other - (-1.0764340697562706e-16 * other + -8.8352857230854081e-17 * one);
  } else {
    T const one = x - 3.95767832f, other = x - 7.08605099f;
    return formulas::product_less(one, other, 1.01291178e-07f * other + 7.30581178e-08f * one);
  }
}

/// Y0(x) by its distances from two zeros there or beside, for x from 2.75 to 7.5.
FUSE_COEFFICIENTS(y0_middle_rest, -3.3972487017979586e-11, 5.1804458238981384e-11, -3.8343485436533332e-10,
                  -8.609371163006377e-10, -5.5765304119548544e-09, -2.9700301161501656e-08, -7.613061007978829e-08,
                  -3.2458224675059406e-06, 5.8111090053555351e-05, -0.0011060901722856878, 0.011694946248158183,
                  -0.069485776987946918, 0.14168334500609892, 1.609218961636719e-11, -2.876057823122433e-11,
                  1.859795252642607e-10, 3.5641422681508822e-10, 2.4959835776923581e-09, 1.2400788304731427e-08,
                  6.0953940296407386e-08, 4.697059070016718e-07, -1.8369612441282992e-06, 7.961186933843336e-05,
                  -0.00078456876760826062, 0.0054757347176497984, -0.0076065274175283228);
template <real T>
FUSE_HD T y0_middle_rest(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(y0_middle_rest), (x - 5.125) * 0.42105263157894735);
  } else {
    float const u = (x - 5.125f) * 0.421052635f, s = u * u;
    float even = -3.70779935e-06f, odd = 7.84561621e-07f;
    even = even * s + 5.87327522e-05f;
    even = even * s + -0.00110644137f;
    even = even * s + 0.0116950329f;
    even = even * s + -0.0694857836f;
    even = even * s + 0.14168334f;
    odd = odd * s + -2.28795102e-06f;
    odd = odd * s + 7.99014597e-05f;
    odd = odd * s + -0.000784656731f;
    odd = odd * s + 0.005475746f;
    odd = odd * s + -0.00760652777f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest y0_middle_rest_in_parts(float x) {
  float const u = (x - 5.125f) * 0.421052635f, s = u * u;
  float even = -3.70779935e-06f, odd = 7.84561621e-07f;
  even = even * s + 5.87327522e-05f;
  even = even * s + -0.00110644137f;
  even = even * s + 0.0116950329f;
  even = even * s + -0.0694857836f;
  odd = odd * s + -2.28795102e-06f;
  odd = odd * s + 7.99014597e-05f;
  odd = odd * s + -0.000784656731f;
  odd = odd * s + 0.005475746f;
  odd = odd * s + -0.00760652777f;
  return float_and_rest(0.14168334f, even * s + (u * odd + 5.04284836e-09f));
}

/// Y0(x) for x from 2.75 to 7.5.
template <real T>
FUSE_HD T y0_middle(T x) {
  if constexpr (sizeof(T) > 4)
    return from_y0_middle_zeros(x) * y0_middle_rest(x);
  else
    return from_y0_middle_zeros(x) * y0_middle_rest_in_parts(x);
}

/// The product of x less two zeros of Y0, 7.0860511 and 10.222345.
template <real T>
FUSE_HD T from_y0_far_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 7.0860510603017728, other = x - 10.222345043496418;
    return one * other - (-8.8352857230854081e-17 * other + -7.9673950503088094e-16 * one);
  } else {
    T const one = x - 7.08605099f, other = x - 10.2223454f;
    return formulas::product_less(one, other, 7.30581178e-08f * other + -3.08676448e-07f * one);
  }
}

/// x less a zero of Y0, 13.361097.
template <real T>
FUSE_HD T from_y0_far_last(T x) {
  if constexpr (sizeof(T) > 4) {
    return (x - 13.361097473872764) - -6.6261094937125287e-16;
  } else {
    return (x - 13.3610973f) - 1.38057331e-07f;
  }
}

/// Y0(x) by its distances from three zeros there or beside, for x from 7.5 to 12.
FUSE_COEFFICIENTS(y0_far_rest, 5.5974448375502314e-13, -4.1228924189489457e-11, 2.3168661946797825e-09,
                  -1.0022663320609109e-07, 3.2160755663875316e-06, -7.2165515678196119e-05, 0.0010381437742665266,
                  -0.0082149540878795318, 0.025598609272508246, 7.5633061078187177e-13, -4.61338844706032e-11,
                  1.9641455962606485e-09, -5.9918769676977588e-08, 1.1624992590815645e-06, -1.1240112386772566e-05,
                  -4.3186133708033782e-06, 0.00060576008263158604);
template <real T>
FUSE_HD T y0_far_rest(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(y0_far_rest), (x - 9.75) * 0.44444444444444442);
  } else {
    float const u = (x - 9.75f) * 0.444444448f, s = u * u;
    float even = -9.35056192e-08f, odd = -5.47368906e-08f;
    even = even * s + 3.20859931e-06f;
    even = even * s + -7.21616598e-05f;
    even = even * s + 0.00103814283f;
    even = even * s + -0.00821495429f;
    even = even * s + 0.0255986098f;
    odd = odd * s + 1.15738965e-06f;
    odd = odd * s + -1.12378921e-05f;
    odd = odd * s + -4.31900799e-06f;
    odd = odd * s + 0.000605760084f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest y0_far_rest_in_parts(float x) {
  float const u = (x - 9.75f) * 0.444444448f, s = u * u;
  float even = -9.35056192e-08f, odd = -5.47368906e-08f;
  even = even * s + 3.20859931e-06f;
  even = even * s + -7.21616598e-05f;
  even = even * s + 0.00103814283f;
  even = even * s + -0.00821495429f;
  odd = odd * s + 1.15738965e-06f;
  odd = odd * s + -1.12378921e-05f;
  odd = odd * s + -4.31900799e-06f;
  odd = odd * s + 0.000605760084f;
  return float_and_rest(0.0255986098f, even * s + (u * odd + -5.48567691e-10f));
}

/// Y0(x) for x from 7.5 to 12.
template <real T>
FUSE_HD T y0_far(T x) {
  if constexpr (sizeof(T) > 4)
    return from_y0_far_zeros(x) * from_y0_far_last(x) * y0_far_rest(x);
  else
    return from_y0_far_zeros(x) * from_y0_far_last(x) * y0_far_rest_in_parts(x);
}

/// P(0, x) of 1 / x^2 for x from 12 on (DLMF 10.17.3).
FUSE_COEFFICIENTS(p0, 2.8446755191614275e-14, 2.4355202023023262e-12, 6.6638759313654825e-10, 1.2850534538137285e-06,
                  0.99975718838328376, -4.0752501504311662e-15, -2.2921323468278474e-13, -3.3877398580108517e-11,
                  -2.0903186404351872e-08, -0.00024150495711377831);
template <real T>
FUSE_HD T p0(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(p0), (x - 0.003472222222222222) * 288.0);
  } else {
    float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
    float even = 1.28572219e-06f, odd = -2.09458388e-08f;
    even = even * s + 0.999757171f;
    odd = odd * s + -0.000241504953f;
    return even + u * odd;
  }
}

/// x Q(0, x) of 1 / x^2 for x from 12 on (DLMF 10.17.3).
FUSE_COEFFICIENTS(q0, -5.5340175484697412e-15, -1.8038610480771927e-13, -1.3041080718143109e-11,
                  -2.5058762884109412e-09, -2.5399849327619631e-06, -0.12474835590411427, 3.0539807883170273e-14,
                  1.3914106124914263e-12, 1.5517884069335391e-10, 6.0428384053589174e-08, 0.00024904100686482379);
template <real T>
FUSE_HD T q0(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(q0), (x - 0.003472222222222222) * 288.0);
  } else {
    float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
    float even = -2.54250313e-06f, odd = 6.06242239e-08f;
    even = even * s + -0.124748357f;
    odd = odd * s + 0.000249040953f;
    return even + u * odd;
  }
}

/// sqrt(x) times J0(x)'s and Y0(x)'s modulus, of 1 / x^2 for x from 12 on (DLMF 10.18.17).
FUSE_HD float modulus0(float x) {
  float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
  float even = 9.45583793e-07f, odd = -1.58143738e-08f;
  even = even * s + 0.797712386f;
  odd = odd * s + -0.000171212349f;
  return even + u * odd;
}

/// x^3 times their phase less x - pi / 4 + 1 / 8x, of 1 / x^2 for x from 12 on (DLMF 10.18.18).
FUSE_HD float phase0(float x) {
  float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
  float even = 4.73268036e-10f, odd = -4.22046398e-09f;
  even = even * s + 4.73762718e-08f;
  even = even * s + 1.71947886e-05f;
  even = even * s + 0.0643953308f;
  odd = odd * s + -7.40081987e-07f;
  odd = odd * s + -0.000690851361f;
  return even + u * odd;
}
FUSE_HD float_and_rest phase0_in_parts(float x) {
  float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
  float even = 4.73268036e-10f, odd = -4.22046398e-09f;
  even = even * s + 4.73762718e-08f;
  even = even * s + 1.71947886e-05f;
  odd = odd * s + -7.40081987e-07f;
  odd = odd * s + -0.000690851361f;
  return float_and_rest(0.0643953308f, even * s + (u * odd + -2.49652077e-09f));
}

/// I0(x) / x^0 of x^2 for x up to 12 (float32: 6).
FUSE_COEFFICIENTS(i0_near, 5.9904338147671686e-46, 8.6123520151274222e-44, 5.7742795571840959e-40,
                  4.9762692671316673e-37, 5.5180315383120734e-34, 4.8904372655463558e-31, 3.844245146437865e-28,
                  2.5976787568536915e-25, 1.4963433096827784e-22, 7.2422535021832286e-20, 2.8969036068782694e-17,
                  9.3859669195351293e-15, 2.4028075512749589e-12, 4.7095027967515699e-10, 6.7816840278180012e-08,
                  6.7816840277743732e-06, 0.00043402777777779537, 0.015624999999999951, 0.25000000000000006, 1.0);
template <real T>
FUSE_HD T i0_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return plain(FUSE_COEFFICIENTS_OF(i0_near), x);
  } else {
    float y = 4.52289157e-17f;
    y = y * x + 8.05414492e-15f;
    y = y * x + 2.46115216e-12f;
    y = y * x + 4.69426442e-10f;
    y = y * x + 6.78413059e-08f;
    y = y * x + 6.78144579e-06f;
    y = y * x + 0.00043402912f;
    y = y * x + 0.0156249963f;
    y = y * x + 0.25f;
    y = y * x + 1.0f;
    return y;
  }
}

/// sqrt(x) e^-x I0(x) of 1 / x for x from 12 (float32: 6) on.
FUSE_COEFFICIENTS(i0_far, 6.4376576540246173e-13, -4.7455346212162728e-12, 8.6809177650513841e-12,
                  1.8722023652278279e-11, 1.5622948046722942e-10, 3.4434342412327301e-09, 2.1716050262093787e-07,
                  5.5984825333679287e-05, 0.40107106506684742, 5.1624404501492813e-13, -2.4352128812532812e-12,
                  7.9483504886986988e-13, 1.1907965227895712e-11, 4.7753461886795653e-11, 6.4811393345780095e-10,
                  2.368842842862631e-08, 2.7977070193488192e-06, 0.0021821681721169296);
template <real T>
FUSE_HD T i0_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(i0_far), (x - 0.041666666666666664) * 24.0);
  } else {
    float const u = (x - 0.0833333358f) * 12.0f, s = u * u;
    float even = -3.67345109e-07f, odd = -3.25884429e-07f;
    even = even * s + 1.12210489e-06f;
    even = even * s + 7.00499049e-06f;
    even = even * s + 0.000263955095f;
    even = even * s + 0.403312266f;
    odd = odd * s + 2.91183164e-06f;
    odd = odd * s + 3.20143372e-05f;
    odd = odd * s + 0.00460709585f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest i0_far_in_parts(float x) {
  float const u = (x - 0.0833333358f) * 12.0f, s = u * u;
  float even = -3.67345109e-07f, odd = -3.25884429e-07f;
  even = even * s + 1.12210489e-06f;
  even = even * s + 7.00499049e-06f;
  even = even * s + 0.000263955095f;
  odd = odd * s + 2.91183164e-06f;
  odd = odd * s + 3.20143372e-05f;
  odd = odd * s + 0.00460709585f;
  return float_and_rest(0.403312266f, even * s + (u * odd + -4.62742777e-09f));
}

/// (I0(x) - 1) / x^2 of x^2 for x up to 1 (float32: 1/2).
FUSE_COEFFICIENTS(i0_low, 2.4358766279715789e-12, 4.709047095056995e-10, 6.7816871382578286e-08, 6.7816840168839079e-06,
                  0.00043402777777959423, 0.015624999999999887, 0.25);
template <real T>
FUSE_HD T i0_low(T x) {
  if constexpr (sizeof(T) > 4) {
    return plain(FUSE_COEFFICIENTS_OF(i0_low), x);
  } else {
    float y = 0.000436578353f;
    y = y * x + 0.0156247607f;
    y = y * x + 0.25f;
    return y;
  }
}

/// K0(x) + log(x / 2) I0(x) of x^2 for x up to 1 (float32: 1/2).
FUSE_COEFFICIENTS(k0_near, 1.4048297285353525e-11, 6.5666260257535271e-07, 0.003812939164235204, -0.52069420595477678,
                  3.8470260453358397e-14, 3.6992200712159895e-09, 7.0738682862852702e-05, 0.060264312405520722);
template <real T>
FUSE_HD T k0_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(k0_near), (x - 0.5) * 2.0);
  } else {
    float const u = (x - 0.125f) * 8.0f, s = u * u;
    float even = 0.000228501129f, odd = 1.07483856e-06f;
    even = even * s + -0.563777328f;
    odd = odd * s + 0.0136657935f;
    return even + u * odd;
  }
}

/// sqrt(x) e^x K0(x) of (x - 2) / (x + 2) for x from 1 (float32: 1/2) on.
FUSE_COEFFICIENTS(k0_far, -6.2803202302378877e-10, 1.6870960887181819e-09, -6.5649674390954798e-09,
                  -3.1029439817449913e-09, -4.5649796380574044e-08, -1.8027012756867399e-07, -8.4405072288690053e-07,
                  -3.9394903362794224e-06, -1.8836821788443512e-05, -9.2827815489047042e-05, -0.00047775770901001383,
                  -0.0026326997405237361, -0.016479589795551194, 1.2185953385133905, 1.2253096124402907e-09,
                  -2.9686311556187466e-09, 1.2177553072082411e-08, 9.3167184548744451e-09, 9.4045924314308141e-08,
                  3.8787852647212039e-07, 1.8194876166607508e-06, 8.5868428516876902e-06, 4.1631981641151247e-05,
                  0.00020922432450889327, 0.0011095595271736743, 0.0064470121777753199, 0.046607192737334456);
template <real T>
FUSE_HD T k0_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(k0_far), (x - 0.33333333333333331) * 1.5);
  } else {
    float const u = (x - 0.200000003f) * 1.25f, s = u * u;
    float even = -0.000156396258f, odd = 0.000219840062f;
    even = even * s + 0.00031526995f;
    even = even * s + -0.000557966705f;
    even = even * s + -5.13231389e-05f;
    even = even * s + -0.0010390454f;
    even = even * s + -0.00269705104f;
    even = even * s + -0.00850368477f;
    even = even * s + -0.0303572305f;
    even = even * s + 1.20855856f;
    odd = odd * s + -0.000384306913f;
    odd = odd * s + 0.000706490129f;
    odd = odd * s + 0.000262489368f;
    odd = odd * s + 0.00167684234f;
    odd = odd * s + 0.00473787682f;
    odd = odd * s + 0.0157036409f;
    odd = odd * s + 0.064880155f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest k0_far_in_parts(float x) {
  float const u = (x - 0.200000003f) * 1.25f, s = u * u;
  float even = -0.000156396258f, odd = 0.000219840062f;
  even = even * s + 0.00031526995f;
  even = even * s + -0.000557966705f;
  even = even * s + -5.13231389e-05f;
  even = even * s + -0.0010390454f;
  even = even * s + -0.00269705104f;
  even = even * s + -0.00850368477f;
  even = even * s + -0.0303572305f;
  odd = odd * s + -0.000384306913f;
  odd = odd * s + 0.000706490129f;
  odd = odd * s + 0.000262489368f;
  odd = odd * s + 0.00167684234f;
  odd = odd * s + 0.00473787682f;
  odd = odd * s + 0.0157036409f;
  odd = odd * s + 0.064880155f;
  return float_and_rest(1.20855856f, even * s + (u * odd + -2.03341823e-08f));
}

/// x^2 less the square of J1's first zero, 3.831706.
template <real T>
FUSE_HD T square_from_j1_zero1(T x) {
  if constexpr (sizeof(T) > 4) {
    if constexpr (formulas::is_pack<T>)
      return ((x - 3.8317059702075125) - -1.5269184090088067e-16) * (x + 3.8317059702075125);
    else
      return formulas::product_less(x, x, 14.681970642123893) - -9.858177825793294e-17;
  } else {
    return formulas::product_less(x, x, 14.6819706f) - 4.58104168e-08f;
  }
}

/// x^2 less the square of Y1's first zero, 2.1971413.
template <real T>
FUSE_HD T square_from_y1_zero1(T x) {
  if constexpr (sizeof(T) > 4) {
    if constexpr (formulas::is_pack<T>)
      return ((x - 2.1971413260310171) - -4.8259835876454966e-17) * (x + 2.1971413260310171);
    else
      return formulas::product_less(x, x, 4.8274300065533362) - -3.1038168633726021e-16;
  } else {
    return formulas::product_less(x, x, 4.82742977f) - 2.35130003e-07f;
  }
}

/// x less Y1's first zero, 2.1971413.
template <real T>
FUSE_HD T from_y1_zero1(T x) {
  if constexpr (sizeof(T) > 4) {
    return (x - 2.1971413260310171) - -4.8259835876454966e-17;
  } else {
    return (x - 2.19714141f) - -8.28892723e-08f;
  }
}

/// J1(x) / (x^1 (x^2 - z^2)) of x^2 for x up to 3.5, z the first zero.
FUSE_COEFFICIENTS(j1_near, -4.061053603991721e-16, -2.4459669828745355e-12, -6.4817229897283606e-09,
                  -6.0502120218622732e-06, -0.0013299918125520504, -0.023761374451992445, 3.4576690401782654e-14,
                  1.4111912547366224e-10, 2.2991474616835342e-07, 0.00011169338962852671, 0.0088460275069253743);
template <real T>
FUSE_HD T j1_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(j1_near), (x - 6.125) * 0.16326530612244897);
  } else {
    float const u = (x - 6.125f) * 0.163265303f, s = u * u;
    float even = -6.48661702e-09f, odd = 2.30161803e-07f;
    even = even * s + -6.05020932e-06f;
    even = even * s + -0.00132999185f;
    even = even * s + -0.0237613749f;
    odd = odd * s + 0.000111693276f;
    odd = odd * s + 0.00884602778f;
    return even + u * odd;
  }
}

/// The product of x less two zeros of J1, 3.831706 and 7.0155867.
template <real T>
FUSE_HD T from_j1_middle_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 3.8317059702075125, other = x - 7.0155866698156188;
    return one * other - (-1.5269184090088067e-16 * other + -9.4141656534103889e-17 * one);
  } else {
    T const one = x - 3.83170605f, other = x - 7.01558685f;
    return formulas::product_less(one, other, -7.68505899e-08f * other + -1.83211725e-07f * one);
  }
}

/// J1(x) by its distances from two zeros there or beside, for x from 3.5 to 7.5.
FUSE_COEFFICIENTS(j1_middle_rest, 1.3790467808149388e-12, -1.1705553580590152e-10, 7.5164896829675305e-09,
                  -3.6865893384963346e-07, 1.3243104126677185e-05, -0.00032808049307674091, 0.0051162000827357189,
                  -0.042881339865890412, 0.13503885764599655, -1.0809945918057196e-13, 9.9322175322458708e-12,
                  -6.9565637068814966e-10, 3.7518424181198706e-08, -1.4964555742807294e-06, 4.165783316503164e-05,
                  -0.00074115698051970523, 0.0072342231385112152, -0.027379982335940717);
template <real T>
FUSE_HD T j1_middle_rest(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(j1_middle_rest), (x - 5.5) * 0.5);
  } else {
    float const u = (x - 5.5f) * 0.5f, s = u * u;
    float even = -3.46763159e-07f, odd = -1.39660165e-06f;
    even = even * s + 1.32187142e-05f;
    even = even * s + -0.000328067923f;
    even = even * s + 0.00511619728f;
    even = even * s + -0.0428813398f;
    even = even * s + 0.135038853f;
    odd = odd * s + 4.15590766e-05f;
    odd = odd * s + -0.000741114025f;
    odd = odd * s + 0.00723421527f;
    odd = odd * s + -0.0273799822f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest j1_middle_rest_in_parts(float x) {
  float const u = (x - 5.5f) * 0.5f, s = u * u;
  float even = -3.46763159e-07f, odd = -1.39660165e-06f;
  even = even * s + 1.32187142e-05f;
  even = even * s + -0.000328067923f;
  even = even * s + 0.00511619728f;
  even = even * s + -0.0428813398f;
  odd = odd * s + 4.15590766e-05f;
  odd = odd * s + -0.000741114025f;
  odd = odd * s + 0.00723421527f;
  odd = odd * s + -0.0273799822f;
  return float_and_rest(0.135038853f, even * s + (u * odd + 4.9508575e-09f));
}

/// J1(x) for x from 3.5 to 7.5.
template <real T>
FUSE_HD T j1_middle(T x) {
  if constexpr (sizeof(T) > 4)
    return from_j1_middle_zeros(x) * j1_middle_rest(x);
  else
    return from_j1_middle_zeros(x) * j1_middle_rest_in_parts(x);
}

/// The product of x less two zeros of J1, 7.0155867 and 10.173468.
template <real T>
FUSE_HD T from_j1_far_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 7.0155866698156188, other = x - 10.173468135062722;
    return one * other - (-9.4141656534103889e-17 * other + 4.4821622747688884e-16 * one);
  } else {
    T const one = x - 7.01558685f, other = x - 10.1734686f;
    return formulas::product_less(one, other, -1.83211725e-07f * other + -4.54719981e-07f * one);
  }
}

/// x less a zero of J1, 13.323692.
template <real T>
FUSE_HD T from_j1_far_last(T x) {
  if constexpr (sizeof(T) > 4) {
    return (x - 13.323691936314223) - 2.6004080647188131e-16;
  } else {
    return (x - 13.3236923f) - -3.85463125e-07f;
  }
}

/// J1(x) by its distances from three zeros there or beside, for x from 7.5 to 12.
FUSE_COEFFICIENTS(j1_far_rest, 5.4554496989031559e-13, -4.0336299347863759e-11, 2.2598460146358328e-09,
                  -9.7638533583005331e-08, 3.1272288561671064e-06, -7.0126031930621652e-05, 0.0010096625576003536,
                  -0.0080403707791541351, 0.025334876565739694, 7.6334648089360982e-13, -4.6095163353746698e-11,
                  2.0034904142888881e-09, -6.269279563088822e-08, 1.2984316666980767e-06, -1.5063202599306206e-05,
                  5.6793664824947776e-05, 0.00026152776203153499);
template <real T>
FUSE_HD T j1_far_rest(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(j1_far_rest), (x - 9.75) * 0.44444444444444442);
  } else {
    float const u = (x - 9.75f) * 0.444444448f, s = u * u;
    float even = -9.10836278e-08f, odd = -5.7402481e-08f;
    even = even * s + 3.11993767e-06f;
    even = even * s + -7.01222671e-05f;
    even = even * s + 0.0010096617f;
    even = even * s + -0.00804037042f;
    even = even * s + 0.025334876f;
    odd = odd * s + 1.29321347e-06f;
    odd = odd * s + -1.50609349e-05f;
    odd = odd * s + 5.6793262e-05f;
    odd = odd * s + 0.000261527777f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest j1_far_rest_in_parts(float x) {
  float const u = (x - 9.75f) * 0.444444448f, s = u * u;
  float even = -9.10836278e-08f, odd = -5.7402481e-08f;
  even = even * s + 3.11993767e-06f;
  even = even * s + -7.01222671e-05f;
  even = even * s + 0.0010096617f;
  even = even * s + -0.00804037042f;
  odd = odd * s + 1.29321347e-06f;
  odd = odd * s + -1.50609349e-05f;
  odd = odd * s + 5.6793262e-05f;
  odd = odd * s + 0.000261527777f;
  return float_and_rest(0.025334876f, even * s + (u * odd + 5.34014999e-10f));
}

/// J1(x) for x from 7.5 to 12.
template <real T>
FUSE_HD T j1_far(T x) {
  if constexpr (sizeof(T) > 4)
    return from_j1_far_zeros(x) * from_j1_far_last(x) * j1_far_rest(x);
  else
    return from_j1_far_zeros(x) * from_j1_far_last(x) * j1_far_rest_in_parts(x);
}

/// (Y1(x) - 2 / pi log(x / z) J1(x)) x / (x^2 - z^2) of x^2 for x up to 4, z the first zero.
FUSE_COEFFICIENTS(y1_near, -4.3148411565436615e-12, -9.3317934464800371e-09, -7.7167405623732117e-06,
                  -0.0017276658851988326, -0.042711138488216546, 0.18612623508607282, 6.891999774396753e-14,
                  2.2302018811103114e-10, 3.076229502557121e-07, 0.00014044210194860866, 0.012737320428140752,
                  -0.0030738712375509005);
template <real T>
FUSE_HD T y1_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(y1_near), (x - 8.0) * 0.125);
  } else {
    float const u = (x - 8.0f) * 0.125f, s = u * u;
    float even = -7.73541615e-06f, odd = 3.08124982e-07f;
    even = even * s + -0.00172765425f;
    even = even * s + -0.0427111425f;
    even = even * s + 0.186126232f;
    odd = odd * s + 0.000140441727f;
    odd = odd * s + 0.0127373207f;
    odd = odd * s + -0.00307387114f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest y1_near_in_parts(float x) {
  float const u = (x - 8.0f) * 0.125f, s = u * u;
  float even = -7.73541615e-06f, odd = 3.08124982e-07f;
  even = even * s + -0.00172765425f;
  even = even * s + -0.0427111425f;
  odd = odd * s + 0.000140441727f;
  odd = odd * s + 0.0127373207f;
  odd = odd * s + -0.00307387114f;
  return float_and_rest(0.186126232f, even * s + (u * odd + 3.01183656e-09f));
}

/// The product of x less two zeros of Y1, 5.429681 and 8.5960059.
template <real T>
FUSE_HD T from_y1_middle_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 5.4296810407941347, other = x - 8.5960058683311686;
    return one * other - (4.162514026670377e-16 * other + 2.8415838340063664e-16 * one);
  } else {
    T const one = x - 5.42968082f, other = x - 8.59600544f;
    return formulas::product_less(one, other, 2.16514351e-07f * other + 4.28572861e-07f * one);
  }
}

/// Y1(x) by its distances from two zeros there or beside, for x from 4 to 7.5.
FUSE_COEFFICIENTS(y1_middle_rest, -1.8536074692208941e-12, -1.0373727652138949e-11, -1.5111704399142422e-10,
                  1.9412266486090144e-10, -1.1333663864730091e-07, 4.3862464542793055e-06, -0.00014429323910118623,
                  0.0027929863912627929, -0.02954268453215133, 0.11426933027832387, 5.7942066421559596e-13,
                  3.1744896207473481e-12, 3.9460259225293199e-11, 5.3085228629944018e-10, -3.3091693734311501e-09,
                  4.6588053978425821e-07, -1.5443842534183152e-05, 0.00039805436316032089, -0.0054442074660178965,
                  0.031881247435528455);
template <real T>
FUSE_HD T y1_middle_rest(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(y1_middle_rest), (x - 5.75) * 0.5714285714285714);
  } else {
    float const u = (x - 5.75f) * 0.571428597f, s = u * u;
    float even = 4.10275561e-06f, odd = 4.59684685e-07f;
    even = even * s + -0.000144044956f;
    even = even * s + 0.00279289717f;
    even = even * s + -0.0295426715f;
    even = even * s + 0.114269331f;
    odd = odd * s + -1.54386671e-05f;
    odd = odd * s + 0.000398052245f;
    odd = odd * s + -0.0054442063f;
    odd = odd * s + 0.0318812467f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest y1_middle_rest_in_parts(float x) {
  float const u = (x - 5.75f) * 0.571428597f, s = u * u;
  float even = 4.10275561e-06f, odd = 4.59684685e-07f;
  even = even * s + -0.000144044956f;
  even = even * s + 0.00279289717f;
  even = even * s + -0.0295426715f;
  odd = odd * s + -1.54386671e-05f;
  odd = odd * s + 0.000398052245f;
  odd = odd * s + -0.0054442063f;
  odd = odd * s + 0.0318812467f;
  return float_and_rest(0.114269331f, even * s + (u * odd + -1.04121345e-09f));
}

/// Y1(x) for x from 4 to 7.5.
template <real T>
FUSE_HD T y1_middle(T x) {
  if constexpr (sizeof(T) > 4)
    return from_y1_middle_zeros(x) * y1_middle_rest(x);
  else
    return from_y1_middle_zeros(x) * y1_middle_rest_in_parts(x);
}

/// The product of x less two zeros of Y1, 8.5960059 and 11.749155.
template <real T>
FUSE_HD T from_y1_far_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 8.5960058683311686, other = x - 11.749154830839881;
    return one * other - (2.8415838340063664e-16 * other + 2.9466381668409186e-17 * one);
  } else {
    T const one = x - 8.59600544f, other = x - 11.749155f;
    return formulas::product_less(one, other, 4.28572861e-07f * other + -2.13715779e-07f * one);
  }
}

/// Y1(x) by its distances from two zeros there or beside, for x from 7.5 to 12.
FUSE_COEFFICIENTS(y1_far_rest, 1.3535937722903429e-13, -1.1405455416928976e-11, 7.1882041922458985e-10,
                  -3.576248829010708e-08, 1.3496326444783108e-06, -3.7000015475871301e-05, 0.00068974746782495325,
                  -0.0079250482697119391, 0.047261488364897651, -0.10124664257887607, 1.978869332544327e-13,
                  -1.2318833610409008e-11, 6.0673782339976528e-10, -2.1133813359445216e-08, 4.8918926309067501e-07,
                  -5.6963104374452332e-06, -1.1226336626599619e-05, 0.00102417120581757, -0.0066222380467174987);
template <real T>
FUSE_HD T y1_far_rest(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(y1_far_rest), (x - 9.75) * 0.44444444444444442);
  } else {
    float const u = (x - 9.75f) * 0.444444448f, s = u * u;
    float even = 1.24633516e-06f, odd = 4.33943342e-07f;
    even = even * s + -3.68852816e-05f;
    even = even * s + 0.000689688313f;
    even = even * s + -0.0079250345f;
    even = even * s + 0.0472614877f;
    even = even * s + -0.10124664f;
    odd = odd * s + -5.64200764e-06f;
    odd = odd * s + -1.12498892e-05f;
    odd = odd * s + 0.00102417532f;
    odd = odd * s + -0.00662223808f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest y1_far_rest_in_parts(float x) {
  float const u = (x - 9.75f) * 0.444444448f, s = u * u;
  float even = 1.24633516e-06f, odd = 4.33943342e-07f;
  even = even * s + -3.68852816e-05f;
  even = even * s + 0.000689688313f;
  even = even * s + -0.0079250345f;
  even = even * s + 0.0472614877f;
  odd = odd * s + -5.64200764e-06f;
  odd = odd * s + -1.12498892e-05f;
  odd = odd * s + 0.00102417532f;
  odd = odd * s + -0.00662223808f;
  return float_and_rest(-0.10124664f, even * s + (u * odd + -2.47634468e-09f));
}

/// Y1(x) for x from 7.5 to 12.
template <real T>
FUSE_HD T y1_far(T x) {
  if constexpr (sizeof(T) > 4)
    return from_y1_far_zeros(x) * y1_far_rest(x);
  else
    return from_y1_far_zeros(x) * y1_far_rest_in_parts(x);
}

/// P(1, x) of 1 / x^2 for x from 12 on (DLMF 10.17.3).
FUSE_COEFFICIENTS(p1, -3.057895773308546e-14, -2.6709697594650127e-12, -7.6039063602044064e-10, -1.6589612594935747e-06,
                  1.0004051899521811, 4.3525214072931695e-15, 2.4860393702774886e-13, 3.7740957851100027e-11,
                  2.4840497405190326e-08, 0.00040350534933812025);
template <real T>
FUSE_HD T p1(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(p1), (x - 0.003472222222222222) * 288.0);
  } else {
    float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
    float even = -1.65972415e-06f, odd = 2.48880063e-08f;
    even = even * s + 1.00040519f;
    odd = odd * s + 0.000403505343f;
    return even + u * odd;
  }
}

/// x Q(1, x) of 1 / x^2 for x from 12 on (DLMF 10.17.3).
FUSE_COEFFICIENTS(q1, 5.8647079668104714e-15, 1.9330296973826661e-13, 1.4208075608976109e-11, 2.8196411455665567e-09,
                  3.1173364911229647e-06, 0.37464722837330006, -3.2514459139182557e-14, -1.5017089288643712e-12,
                  -1.712914085279093e-10, -7.0111230685187105e-08, -0.0003495811721041261);
template <real T>
FUSE_HD T q1(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(q1), (x - 0.003472222222222222) * 288.0);
  } else {
    float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
    float even = 3.12016959e-06f, odd = -7.03273599e-08f;
    even = even * s + 0.37464723f;
    odd = odd * s + -0.000349581125f;
    return even + u * odd;
  }
}

/// sqrt(x) times J1(x)'s and Y1(x)'s modulus, of 1 / x^2 for x from 12 on (DLMF 10.18.17).
FUSE_HD float modulus1(float x) {
  float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
  float even = -1.7849419e-06f, odd = 2.38026452e-08f;
  even = even * s + 0.79840219f;
  odd = odd * s + 0.000515813357f;
  return even + u * odd;
}

/// x^3 times their phase less x - 3 pi / 4 - 3 / 8x, of 1 / x^2 for x from 12 on (DLMF 10.18.18).
FUSE_HD float phase1(float x) {
  float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
  float even = -6.01737185e-08f, odd = 5.09662845e-09f;
  even = even * s + -2.52075442e-05f;
  even = even * s + -0.162802026f;
  odd = odd * s + 9.80829327e-07f;
  odd = odd * s + 0.00123421731f;
  return even + u * odd;
}
FUSE_HD float_and_rest phase1_in_parts(float x) {
  float const u = (x - 0.00347222225f) * 288.0f, s = u * u;
  float even = -6.01737185e-08f, odd = 5.09662845e-09f;
  even = even * s + -2.52075442e-05f;
  odd = odd * s + 9.80829327e-07f;
  odd = odd * s + 0.00123421731f;
  return float_and_rest(-0.162802026f, even * s + (u * odd + -3.30240169e-09f));
}

/// I1(x) / x^1 of x^2 for x up to 12 (float32: 6).
FUSE_COEFFICIENTS(i1_near, 1.4371207708489739e-47, 3.1145094097349402e-45, 1.5490921177872442e-41,
                  1.4853388806264039e-38, 1.7184953309703883e-35, 1.6313031507287029e-32, 1.3727742423577015e-29,
                  9.9912639011434809e-27, 6.2347471443919615e-24, 3.2919345286913238e-21, 1.4484517453949493e-18,
                  5.2144260894753143e-16, 1.5017547188548418e-13, 3.3639305692615703e-11, 5.6514033564907175e-09,
                  6.7816840277769966e-07, 5.4253472222222626e-05, 0.0026041666666666657, 0.0625, 0.5);
template <real T>
FUSE_HD T i1_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return plain(FUSE_COEFFICIENTS_OF(i1_near), x);
  } else {
    float y = 8.14507464e-16f;
    y = y * x + 1.28986665e-13f;
    y = y * x + 3.44372343e-11f;
    y = y * x + 5.63412739e-09f;
    y = y * x + 6.78386641e-07f;
    y = y * x + 5.42519301e-05f;
    y = y * x + 0.0026041721f;
    y = y * x + 0.0624999925f;
    y = y * x + 0.5f;
    return y;
  }
}

/// sqrt(x) e^-x I1(x) of 1 / x for x from 12 (float32: 6) on.
FUSE_COEFFICIENTS(i1_far, -6.5508286922805871e-13, 4.916657558094201e-12, -9.1887216338132061e-12,
                  -2.0004618836565961e-11, -1.7216093304140586e-10, -3.9675520981862666e-09, -2.7268454764371699e-07,
                  -9.1247553550778378e-05, 0.39262449420411655, -5.4027017456901313e-13, 2.5825945993893315e-12,
                  -9.8717776571216341e-13, -1.2526608533937149e-11, -5.1823212044181624e-11, -7.2823008432856027e-10,
                  -2.8253696822593329e-08, -3.8279513554029152e-06, -0.0064054536034823598);
template <real T>
FUSE_HD T i1_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(i1_far), (x - 0.041666666666666664) * 24.0);
  } else {
    float const u = (x - 0.0833333358f) * 12.0f, s = u * u;
    float even = 3.96693991e-07f, odd = 3.2857352e-07f;
    even = even * s + -1.28270096e-06f;
    even = even * s + -8.46241346e-06f;
    even = even * s + -0.000418925309f;
    even = even * s + 0.386123657f;
    odd = odd * s + -3.32023933e-06f;
    odd = odd * s + -4.25065991e-05f;
    odd = odd * s + -0.0132013978f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest i1_far_in_parts(float x) {
  float const u = (x - 0.0833333358f) * 12.0f, s = u * u;
  float even = 3.96693991e-07f, odd = 3.2857352e-07f;
  even = even * s + -1.28270096e-06f;
  even = even * s + -8.46241346e-06f;
  even = even * s + -0.000418925309f;
  odd = odd * s + -3.32023933e-06f;
  odd = odd * s + -4.25065991e-05f;
  odd = odd * s + -0.0132013978f;
  return float_and_rest(0.386123657f, even * s + (u * odd + 1.42534473e-09f));
}

/// I1(x) / x of x^2 for x up to 1 (float32: 1/2).
FUSE_COEFFICIENTS(i1_low, 1.5227515192308846e-13, 3.3635886162871361e-11, 5.6514062531287735e-09,
                  6.7816840141907406e-07, 5.4253472222568229e-05, 0.0026041666666666236, 0.0625, 0.5);
template <real T>
FUSE_HD T i1_low(T x) {
  if constexpr (sizeof(T) > 4) {
    return plain(FUSE_COEFFICIENTS_OF(i1_low), x);
  } else {
    float y = 5.45935509e-05f;
    y = y * x + 0.00260411343f;
    y = y * x + 0.0625f;
    y = y * x + 0.5f;
    return y;
  }
}

/// (K1(x) - log(x / 2) I1(x) - 1 / x) / x of x^2 for x up to 1 (float32: 1/2).
FUSE_COEFFICIENTS(k1_near, -4.5323738192838313e-18, -1.0390988173378722e-12, -6.9671697197677032e-08,
                  -0.00073778853934760289, 0.01686460928617237, -2.4742082971922097e-15, -3.2221130648975858e-10,
                  -9.6417890038441638e-06, -0.022471439265460341);
template <real T>
FUSE_HD T k1_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(k1_near), (x - 0.5) * 2.0);
  } else {
    float const u = (x - 0.125f) * 8.0f, s = u * u;
    float even = -4.47707862e-05f, odd = -1.47415662e-07f;
    even = even * s + 0.0333072282f;
    odd = odd * s + -0.00534522766f;
    return even + u * odd;
  }
}

/// sqrt(x) e^x K1(x) of (x - 2) / (x + 2) for x from 1 (float32: 1/2) on.
FUSE_COEFFICIENTS(k1_far, 2.5204209338962611e-09, -8.5531132694133577e-09, 2.8926500193109408e-08,
                  -9.5589118831877673e-09, 1.3382561600207481e-07, 4.002592037563554e-07, 1.7977824980740415e-06,
                  7.5889297415930261e-06, 3.2540468757120173e-05, 0.00014098511059644936, 0.00062014732344828317,
                  0.0027890060944633869, 0.013002147203582745, 0.064987161085233905, 1.363151890371342,
                  -4.7841379187796189e-09, 1.5012379395641464e-08, -5.1470422517087766e-08, 5.6211439571293521e-09,
                  -2.5733323006333557e-07, -8.3575929449290345e-07, -3.6947974157823516e-06, -1.5695054136449641e-05,
                  -6.762587199419906e-05, -0.00029502921012874214, -0.0013106882814128749, -0.0059871274640775161,
                  -0.028714078450354018, -0.15502460663079778);
template <real T>
FUSE_HD T k1_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(k1_far), (x - 0.33333333333333331) * 1.5);
  } else {
    float const u = (x - 0.200000003f) * 1.25f, s = u * u;
    float even = 0.0010716028f, odd = -0.000798086345f;
    even = even * s + -0.00288208271f;
    even = even * s + 0.00481757103f;
    even = even * s + -0.00240660715f;
    even = even * s + 0.00432201568f;
    even = even * s + 0.00609638589f;
    even = even * s + 0.0167279504f;
    even = even * s + 0.0437742248f;
    even = even * s + 0.123684824f;
    even = even * s + 1.3970089f;
    odd = odd * s + 0.00235010404f;
    odd = odd * s + -0.00407529436f;
    odd = odd * s + 0.00260061142f;
    odd = odd * s + -0.00344689284f;
    odd = odd * s + -0.00359625579f;
    odd = odd * s + -0.0105340062f;
    odd = odd * s + -0.0268274322f;
    odd = odd * s + -0.0726512596f;
    odd = odd * s + -0.221922159f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest k1_far_in_parts(float x) {
  float const u = (x - 0.200000003f) * 1.25f, s = u * u;
  float even = 0.0010716028f, odd = -0.000798086345f;
  even = even * s + -0.00288208271f;
  even = even * s + 0.00481757103f;
  even = even * s + -0.00240660715f;
  even = even * s + 0.00432201568f;
  even = even * s + 0.00609638589f;
  even = even * s + 0.0167279504f;
  even = even * s + 0.0437742248f;
  even = even * s + 0.123684824f;
  odd = odd * s + 0.00235010404f;
  odd = odd * s + -0.00407529436f;
  odd = odd * s + 0.00260061142f;
  odd = odd * s + -0.00344689284f;
  odd = odd * s + -0.00359625579f;
  odd = odd * s + -0.0105340062f;
  odd = odd * s + -0.0268274322f;
  odd = odd * s + -0.0726512596f;
  odd = odd * s + -0.221922159f;
  return float_and_rest(1.3970089f, even * s + (u * odd + 2.94156646e-08f));
}

// -- the incomplete gamma function ------------------------------------------------------------------------------------

/// Temme's C(0, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.
FUSE_COEFFICIENTS(temme0, 5.2096824016057627e-14, 2.5114906507978123e-12, -1.7252432663992661e-10,
                  -7.2424280353657286e-09, 6.123848710122046e-07, 2.2045855379267868e-05, -0.0037037037037037073,
                  -0.33333333333333331, -5.3625488047685376e-13, 3.2765357545595965e-12, 1.6204508064924784e-09,
                  -1.7073816307216112e-08, -5.5860982510567456e-06, 0.00014467592592592782, 0.041666666666666664);
template <real T>
FUSE_HD T temme0(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(temme0), x * 2.0);
  } else {
    float const u = x * 2.0f, s = u * u;
    float even = 5.9742365e-07f, odd = -5.61232446e-06f;
    even = even * s + 2.20553047e-05f;
    even = even * s + -0.0037037055f;
    even = even * s + -0.333333343f;
    odd = odd * s + 0.000144688427f;
    odd = odd * s + 0.0416666642f;
    return even + u * odd;
  }
}

/// Temme's C(1, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.
FUSE_COEFFICIENTS(temme1, -6.6549777111693882e-14, 2.9257819262703297e-12, 1.3462554856147187e-10,
                  -6.2972238250323848e-09, -2.8278984975907984e-07, 1.2860082304624307e-05, 0.00066137566137565679,
                  -0.0018518518518518519, 4.5417181842926825e-14, -2.8159878131066936e-11, 9.1308405314786076e-12,
                  5.9759047402292234e-08, -1.2558669453213438e-08, -0.0001237782921815025, -0.0017361111111110995);
template <real T>
FUSE_HD T temme1(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(temme1), x * 2.0);
  } else {
    float const u = x * 2.0f, s = u * u;
    float even = -2.94995857e-07f, odd = 5.96829963e-08f;
    even = even * s + 1.28676293e-05f;
    even = even * s + 0.000661374186f;
    even = even * s + -0.00185185182f;
    odd = odd * s + -1.24775061e-08f;
    odd = odd * s + -0.000123778314f;
    odd = odd * s + -0.00173611112f;
    return even + u * odd;
  }
}

/// Temme's C(2, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.
FUSE_COEFFICIENTS(temme2, -3.717298932870639e-12, 1.3983250504234639e-10, 5.3598874531527056e-09,
                  -1.9938483709959276e-07, -6.7104082810406373e-06, 0.00019290123456880878, 0.0041335978835978747,
                  7.5687715227076504e-13, -9.2942607153763793e-14, -1.2302779690792966e-09, 2.674697390478147e-10,
                  1.6538577753298363e-06, 2.5117348256556577e-07, -0.0013406635802469152);
template <real T>
FUSE_HD T temme2(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(temme2), x * 2.0);
  } else {
    float const u = x * 2.0f, s = u * u;
    float even = -6.99985094e-06f, odd = 1.65155961e-06f;
    even = even * s + 0.000193008556f;
    even = even * s + 0.00413359189f;
    odd = odd * s + 2.52783366e-07f;
    odd = odd * s + -0.00134066376f;
    return even + u * odd;
  }
}

/// Temme's C(3, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.
FUSE_COEFFICIENTS(temme3, -4.201770180819726e-12, -1.6625800871987736e-10, 5.5593913598199187e-09,
                  1.7316631380040294e-07, -4.7261260187210526e-06, -0.00011729737360045543, 0.00064943415637861758,
                  3.9359932262846785e-11, 2.5961252558718018e-13, -4.4335780976990112e-08, -7.4890125158102645e-09,
                  3.3465078999265495e-05, 0.00011473604681101511);
template <real T>
FUSE_HD T temme3(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(temme3), x * 2.0);
  } else {
    float const u = x * 2.0f, s = u * u;
    float even = -4.45696742e-06f, odd = 3.33975768e-05f;
    even = even * s + -0.000117399461f;
    even = even * s + 0.000649439869f;
    odd = odd * s + 0.000114757764f;
    return even + u * odd;
  }
}

/// Temme's C(4, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.
FUSE_COEFFICIENTS(temme4, -2.0163562603769672e-10, -6.6482016774259549e-09, 1.7775905606667961e-07,
                  4.1509332474432739e-06, -7.4768119806050957e-05, -0.00086188829092046654, 1.7313561875923387e-09,
                  1.3157214548900667e-11, -1.2401195898946536e-06, -1.8297960715646254e-07, 0.00039201961080534133);
template <real T>
FUSE_HD T temme4(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(temme4), x * 2.0);
  } else {
    float const u = x * 2.0f, s = u * u;
    float even = -7.04565173e-05f, odd = 0.000391108159f;
    even = even * s + -0.000862433808f;
    return even + u * odd;
  }
}

/// Temme's C(5, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.
FUSE_COEFFICIENTS(temme5, 3.7145005758580018e-10, -8.9873953062164078e-09, -2.1238841243269182e-07,
                  4.2486084741725892e-06, 6.9318831492785204e-05, -0.00033679855337146169, -2.476540441929893e-10,
                  6.2890975266857087e-08, 4.3267405559827902e-09, -2.4915693900380987e-05, -3.4864069753690227e-05);
template <real T>
FUSE_HD T temme5(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(temme5), x * 2.0);
  } else {
    float const u = x * 2.0f, s = u * u;
    float even = 7.33607667e-05f, odd = -5.35138643e-05f;
    even = even * s + -0.00033729503f;
    return even + u * odd;
  }
}

/// Temme's C(6, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.
FUSE_COEFFICIENTS(temme6, 1.4855965996852225e-08, -2.8751988619453253e-07, -5.0958332129681546e-06,
                  6.7719503091931863e-05, 0.00053130793744542778, -3.9349814960505311e-09, -6.1601037773496536e-11,
                  1.7536693325042321e-06, 9.8775897625782814e-08, -0.00029608321849365735);
template <real T>
FUSE_HD T temme6(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(temme6), x * 2.0);
  } else {
    static_cast<void>(x);
    return 0.000563170935f;
  }
}

/// Temme's C(7, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.
FUSE_COEFFICIENTS(temme7, 4.7567259919982849e-07, -6.8860675491255666e-06, -8.3727827792016391e-05,
                  0.00034436744954580839, -1.4164864285354568e-07, -5.0154126559306134e-09, 3.5159012356679929e-05,
                  2.5858928715427145e-05);
template <real T>
FUSE_HD T temme7(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(temme7), x * 2.0);
  } else {
    static_cast<void>(x);
    return 0.000300069922f;
  }
}

/// Temme's C(8, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.
FUSE_COEFFICIENTS(temme8, 6.351969788246948e-07, 1.0459276598691225e-05, -0.0001095856321402606,
                  -0.00065262356167520533, -3.9650518037869437e-06, -1.0695831854483379e-07, 0.00041975214957699604);
template <real T>
FUSE_HD T temme8(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(temme8), x * 2.0);
  } else {
    static_cast<void>(x);
    return -0.000703295635f;
  }
}

// -- exponential and trigonometric integrals --------------------------------------------------------------------------

/// (cos(x) - 1) / x^2 of x^2 for x up to 3.1416.
FUSE_COEFFICIENTS(cosm1, -6.9076315736793075e-15, -4.8858100882879325e-11, -1.4332715599789484e-07,
                  -0.00013526616211189451, -0.025804754333484434, -0.32537695862169386, 6.4118955922044048e-13,
                  2.9923528190363553e-09, 5.1851896266785812e-06, 0.00238496505313587, 0.14629272427093226);
template <real T>
FUSE_HD T cosm1(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(cosm1), (x - 4.9349999999999996) * 0.20263424518743667);
  } else {
    float const u = (x - 4.93499994f) * 0.202634245f, s = u * u;
    float even = -1.43424899e-07f, odd = 5.1904276e-06f;
    even = even * s + -0.000135266106f;
    even = even * s + -0.0258047543f;
    even = even * s + -0.325376958f;
    odd = odd * s + 0.00238496251f;
    odd = odd * s + 0.146292731f;
    return even + u * odd;
  }
}

/// (E1(x) + log x + gamma) / x for x up to 0.5.
FUSE_COEFFICIENTS(e1_near, 3.8216687700605345e-12, 5.7179610387297323e-09, 5.4776287906866129e-06,
                  0.0030208428656532168, 0.94081575290152175, -8.5623179070216226e-14, -1.5538090773622267e-10,
                  -1.8826034052267064e-07, -0.00013884727930336488, -0.056018885187141217);
template <real T>
FUSE_HD T e1_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(e1_near), (x - 0.25) * 4.0);
  } else {
    float const u = (x - 0.25f) * 4.0f, s = u * u;
    float even = 5.48621256e-06f, odd = -1.88532454e-07f;
    even = even * s + 0.00302083953f;
    even = even * s + 0.940815747f;
    odd = odd * s + -0.000138847143f;
    odd = odd * s + -0.0560188852f;
    return even + u * odd;
  }
}

/// (x + 1/2) e^x E1(x) of (x - 2) / (x + 2) for x from 0.5 on.
FUSE_COEFFICIENTS(e1_far, 7.9811770448658156e-07, -5.7432616334072998e-06, 1.9997890588342732e-05,
                  -4.2916409964520523e-05, 6.3919447778504172e-05, -6.8082782773114966e-05, 5.6058348832218581e-05,
                  -3.084698185265362e-05, 2.1803983358665415e-05, 1.0005188452712401e-05, 3.970073911036423e-05,
                  9.5128353156990103e-05, 0.00024071781634201996, 0.00061502814789650493, 0.0015954732293263171,
                  0.0042018353439361149, 0.011096938769069076, 0.026252409408921869, 0.91729309089361477,
                  -5.8839688905990682e-07, 4.379605788958609e-06, -1.5754448552051007e-05, 3.5047656220446104e-05,
                  -5.4172337117277028e-05, 6.0307433136621551e-05, -5.1601871321510531e-05, 3.0928812140438788e-05,
                  -2.002897595349936e-05, -3.8204862543990444e-06, -2.5961162840028619e-05, -5.9747227789736667e-05,
                  -0.00015066414561489284, -0.00038143527387865501, -0.00097769387450734346, -0.0025307532723108151,
                  -0.0064979095078661255, -0.014366671179589093, 0.063550822411332794);
template <real T>
FUSE_HD T e1_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(e1_far), (x - 0.20000000000000001) * 1.25);
  } else {
    float const u = (x - 0.200000003f) * 1.25f, s = u * u;
    float even = 0.000355208846f, odd = -0.000257404929f;
    even = even * s + -0.000741875672f;
    even = even * s + 0.00124680984f;
    even = even * s + -4.50760599e-05f;
    even = even * s + 0.00184158632f;
    even = even * s + 0.0041512833f;
    even = even * s + 0.0111020757f;
    even = even * s + 0.0262522101f;
    even = even * s + 0.917293072f;
    odd = odd * s + 0.000604778063f;
    odd = odd * s + -0.00102011382f;
    odd = odd * s + 0.00025024006f;
    odd = odd * s + -0.0012457195f;
    odd = odd * s + -0.00246528001f;
    odd = odd * s + -0.00650646118f;
    odd = odd * s + -0.0143661676f;
    odd = odd * s + 0.063550815f;
    return even + u * odd;
  }
}

/// (Ei(x) - log(x / x0)) / (x - x0) for x from 0 to 3, x0 Ei's zero.
FUSE_COEFFICIENTS(ei_near, 5.8868595793252995e-11, 6.0252329013591396e-09, 4.8066547489603181e-07,
                  2.7667826771074587e-05, 0.0010779341918131236, 0.025814453539943317, 0.32463345729138759,
                  1.6925361750703682, 5.2110801117513031e-12, 6.0612617756858944e-10, 5.5886556005974474e-08,
                  3.8116491993677892e-06, 0.00018224779882901248, 0.0056503171595590719, 0.10057866880994228,
                  0.83626696685070334);
template <real T>
FUSE_HD T ei_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ei_near), (x - 1.5) * 0.66666666666666663);
  } else {
    float const u = (x - 1.5f) * 0.666666687f, s = u * u;
    float even = 2.88946721e-05f, odd = 3.9683282e-06f;
    even = even * s + 0.00107685314f;
    even = even * s + 0.0258148387f;
    even = even * s + 0.32463339f;
    even = even * s + 1.69253623f;
    odd = odd * s + 0.00018209008f;
    odd = odd * s + 0.00565038575f;
    odd = odd * s + 0.100578651f;
    odd = odd * s + 0.836266935f;
    return even + u * odd;
  }
}

/// (Ei(x) - log(x / x0)) / (x - x0) for x from 3 to 6, x0 Ei's zero.
FUSE_COEFFICIENTS(ei_low, 6.5712357723332858e-12, 8.350650226996327e-10, 8.4777474956998964e-08, 6.43204969327884e-06,
                  0.00034640314245203927, 0.012282031483531545, 0.25426291662309619, 2.4556392172474641,
                  6.1640621768710089, 7.7489267389831229e-11, 8.700431183045893e-09, 7.6795723641582201e-07,
                  4.9465799829161203e-05, 0.0021865123435618038, 0.060392234321320667, 0.88836204987745071,
                  4.948835980523052);
template <real T>
FUSE_HD T ei_low(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ei_low), (x - 4.5) * 0.66666666666666663);
  } else {
    float const u = (x - 4.5f) * 0.666666687f, s = u * u;
    float even = 6.69118708e-06f, odd = 5.16206346e-05f;
    even = even * s + 0.000346109708f;
    even = even * s + 0.0122821815f;
    even = even * s + 0.254262865f;
    even = even * s + 2.45563912f;
    even = even * s + 6.16406202f;
    odd = odd * s + 0.00218434259f;
    odd = odd * s + 0.060393177f;
    odd = odd * s + 0.888361812f;
    odd = odd * s + 4.94883585f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest ei_low_in_parts(float x) {
  float const u = (x - 4.5f) * 0.666666687f, s = u * u;
  float even = 6.69118708e-06f, odd = 5.16206346e-05f;
  even = even * s + 0.000346109708f;
  even = even * s + 0.0122821815f;
  even = even * s + 0.254262865f;
  even = even * s + 2.45563912f;
  odd = odd * s + 0.00218434259f;
  odd = odd * s + 0.060393177f;
  odd = odd * s + 0.888361812f;
  odd = odd * s + 4.94883585f;
  return float_and_rest(6.16406202f, even * s + (u * odd + 1.53665425e-07f));
}

/// x e^-x Ei(x) of 1 / x for x from 6 to 16.
FUSE_COEFFICIENTS(ei_middle, -4.3122791325661453e-10, 3.145422315367708e-09, 1.4606467882468804e-11,
                  -3.0399466647477884e-08, -1.2510716818411938e-07, 7.450973666243834e-07, 2.9166278236594901e-06,
                  -2.3450731638390691e-05, 4.8146778170341745e-06, 0.00051348553389085649, -0.0037248959213101972,
                  0.019055148888048167, 1.1597858071818097, 2.3028413052098505e-10, -1.0207138364668149e-09,
                  -2.2245796534869775e-09, 4.8329601952298098e-09, 8.6880183978799321e-08, -3.3618828413182496e-08,
                  -2.1973766562756486e-06, 2.8197458159605605e-06, 4.8304742031790292e-05, -0.00027397271842945637,
                  0.00074257194637531744, -0.0039338258872451543, 0.10668568638238952);
template <real T>
FUSE_HD T ei_middle(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ei_middle), (x - 0.11458333333333333) * 19.199999999999999);
  } else {
    float const u = (x - 0.114583336f) * 19.2000008f, s = u * u;
    float even = -1.1872753e-05f, odd = -3.60867784e-06f;
    even = even * s + -8.97715654e-06f;
    even = even * s + 0.000520787144f;
    even = even * s + -0.00372662302f;
    even = even * s + 0.0190552957f;
    even = even * s + 1.15978587f;
    odd = odd * s + 5.58533175e-05f;
    odd = odd * s + -0.000278322666f;
    odd = odd * s + 0.000743805605f;
    odd = odd * s + -0.00393397734f;
    odd = odd * s + 0.106685691f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest ei_middle_in_parts(float x) {
  float const u = (x - 0.114583336f) * 19.2000008f, s = u * u;
  float even = -1.1872753e-05f, odd = -3.60867784e-06f;
  even = even * s + -8.97715654e-06f;
  even = even * s + 0.000520787144f;
  even = even * s + -0.00372662302f;
  even = even * s + 0.0190552957f;
  odd = odd * s + 5.58533175e-05f;
  odd = odd * s + -0.000278322666f;
  odd = odd * s + 0.000743805605f;
  odd = odd * s + -0.00393397734f;
  odd = odd * s + 0.106685691f;
  return float_and_rest(1.15978587f, even * s + (u * odd + -5.6541765e-08f));
}

/// x e^-x Ei(x) of 1 / x for x from 16 to 48.
FUSE_COEFFICIENTS(ei_far, -2.2450376102654508e-11, 1.9884539942872102e-10, -8.998223753027897e-10,
                  2.9607820932423683e-09, -9.7216026060427215e-09, 4.8284556805842605e-08, -3.3734836294935604e-07,
                  1.3020570606837433e-06, 2.0841997618055167e-05, 0.0013651805296724514, 1.0456658121249738,
                  6.407372193806253e-12, -1.4704242986907371e-10, 1.2594417369973989e-09, -7.0340808382768287e-09,
                  3.1729044955500625e-08, -1.1045347580064406e-07, -9.3376125840607096e-08, 5.2099753060492983e-06,
                  0.00013026510444033538, 0.025156839437198843);
template <real T>
FUSE_HD T ei_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ei_far), (x - 0.041666666666666664) * 48.0);
  } else {
    float const u = (x - 0.0416666679f) * 48.0f, s = u * u;
    float even = 7.38276356e-07f, odd = -2.58392276e-07f;
    even = even * s + 2.11734186e-05f;
    even = even * s + 0.00136511622f;
    even = even * s + 1.04566586f;
    odd = odd * s + 5.31565775e-06f;
    odd = odd * s + 0.000130238055f;
    odd = odd * s + 0.0251568407f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest ei_far_in_parts(float x) {
  float const u = (x - 0.0416666679f) * 48.0f, s = u * u;
  float even = 7.38276356e-07f, odd = -2.58392276e-07f;
  even = even * s + 2.11734186e-05f;
  even = even * s + 0.00136511622f;
  odd = odd * s + 5.31565775e-06f;
  odd = odd * s + 0.000130238055f;
  odd = odd * s + 0.0251568407f;
  return float_and_rest(1.04566586f, even * s + (u * odd + -4.45778987e-08f));
}

/// x e^-x Ei(x) of 1 / x for x from 48 on.
FUSE_COEFFICIENTS(ei_last, 2.5439875412472036e-13, 1.4362010221972381e-11, 1.6051629946666976e-09,
                  3.7277226295293406e-07, 0.00023921691801829088, 1.0106407605200176, 4.0843541425179209e-14,
                  1.7058345239799023e-12, 1.4014122108887559e-10, 2.2041083990719476e-08, 8.0802454284282914e-06,
                  0.010872249401677992);
template <real T>
FUSE_HD T ei_last(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ei_last), (x - 0.010416666666666666) * 96.0);
  } else {
    float const u = (x - 0.010416667f) * 96.0f, s = u * u;
    float even = 3.75205616e-07f, odd = 8.10798338e-06f;
    even = even * s + 0.00023921601f;
    even = even * s + 1.01064074f;
    odd = odd * s + 0.010872242f;
    return even + u * odd;
  }
}
FUSE_HD float_and_rest ei_last_in_parts(float x) {
  float const u = (x - 0.010416667f) * 96.0f, s = u * u;
  float even = 3.75205616e-07f, odd = 8.10798338e-06f;
  even = even * s + 0.00023921601f;
  odd = odd * s + 0.010872242f;
  return float_and_rest(1.01064074f, even * s + (u * odd + 2.05004085e-08f));
}

/// Si(x) / x of x^2 for x up to 4.
FUSE_COEFFICIENTS(si_near, 8.5350346684540577e-13, 2.2947074778095171e-09, 2.5629029804241529e-06, 0.000926043940588566,
                  0.069954362302629941, 0.64889242092687172, -1.2465253208934712e-14, -4.8820436536706355e-11,
                  -8.6693296400742109e-08, -5.7295100439749182e-05, -0.010180919854579487, -0.26998630593421985);
template <real T>
FUSE_HD T si_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(si_near), (x - 8.0) * 0.125);
  } else {
    float const u = (x - 8.0f) * 0.125f, s = u * u;
    float even = 2.5674949e-06f, odd = -5.74469232e-05f;
    even = even * s + 0.000926041044f;
    even = even * s + 0.0699543655f;
    even = even * s + 0.648892403f;
    odd = odd * s + -0.010180844f;
    odd = odd * s + -0.269986302f;
    return even + u * odd;
  }
}

/// (Ci(x) - log(x / x0)) / (x^2 - x0^2) of x^2 for x up to 4, x0 Ci's first zero.
FUSE_COEFFICIENTS(ci_near, -3.7484375324782702e-14, -1.2250444745488392e-10, -1.7453391008976554e-07,
                  -8.7159779068304399e-05, -0.010615612033194086, -0.17670588667145753, 2.3540759911072055e-12,
                  5.1882454913192155e-09, 4.5272331546934466e-06, 0.0011843609879844267, 0.057476387235764759);
template <real T>
FUSE_HD T ci_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ci_near), (x - 8.0) * 0.125);
  } else {
    float const u = (x - 8.0f) * 0.125f, s = u * u;
    float even = -1.74779018e-07f, odd = 4.5363181e-06f;
    even = even * s + -8.71596276e-05f;
    even = even * s + -0.0106156124f;
    even = even * s + -0.176705882f;
    odd = odd * s + 0.0011843564f;
    odd = odd * s + 0.0574763864f;
    return even + u * odd;
  }
}

/// x^2 less the square of Ci's first zero, 0.61650549.
template <real T>
FUSE_HD T square_from_ci_zero1(T x) {
  if constexpr (sizeof(T) > 4) {
    if constexpr (formulas::is_pack<T>)
      return ((x - 0.61650548562071628) - -4.2099203214331858e-17) * (x + 0.61650548562071628);
    else
      return formulas::product_less(x, x, 0.38007901380043513) - 2.2735576366698282e-17;
  } else {
    return formulas::product_less(x, x, 0.380079001f) - 1.26121567e-08f;
  }
}

/// The product of x less two zeros of Ci, 3.3841804 and 6.4270477.
template <real T>
FUSE_HD T from_ci_middle_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 3.3841804225511862, other = x - 6.4270477440503688;
    return one * other - (1.9721254623634111e-16 * other + -1.8747970603033628e-16 * one);
  } else {
    T const one = x - 3.38418031f, other = x - 6.42704773f;
    return formulas::product_less(one, other, 1.15162884e-07f * other + 1.45581813e-08f * one);
  }
}

/// Ci(x) by its distances from two zeros there or beside, for x from 1.5 to 5.25.
FUSE_HD float ci_middle_rest(float x) {
  float const u = (x - 3.375f) * 0.533333361f, s = u * u;
  float even = -2.74831905e-06f, odd = 4.84587281e-06f;
  even = even * s + 1.03453453e-06f;
  even = even * s + -1.49904745e-05f;
  even = even * s + -3.79592384e-05f;
  even = even * s + -0.000299324252f;
  even = even * s + 0.00162748038f;
  even = even * s + -0.0313250087f;
  even = even * s + 0.0942162573f;
  odd = odd * s + -4.48960463e-07f;
  odd = odd * s + 2.70854016e-05f;
  odd = odd * s + 8.95230114e-05f;
  odd = odd * s + 0.000283661968f;
  odd = odd * s + 0.00268428097f;
  odd = odd * s + 0.0104096616f;
  return even + u * odd;
}
FUSE_HD float_and_rest ci_middle_rest_in_parts(float x) {
  float const u = (x - 3.375f) * 0.533333361f, s = u * u;
  float even = -2.74831905e-06f, odd = 4.84587281e-06f;
  even = even * s + 1.03453453e-06f;
  even = even * s + -1.49904745e-05f;
  even = even * s + -3.79592384e-05f;
  even = even * s + -0.000299324252f;
  even = even * s + 0.00162748038f;
  even = even * s + -0.0313250087f;
  odd = odd * s + -4.48960463e-07f;
  odd = odd * s + 2.70854016e-05f;
  odd = odd * s + 8.95230114e-05f;
  odd = odd * s + 0.000283661968f;
  odd = odd * s + 0.00268428097f;
  odd = odd * s + 0.0104096616f;
  return float_and_rest(0.0942162573f, even * s + (u * odd + 2.02573647e-09f));
}

/// Ci(x) for x from 1.5 to 5.25.
FUSE_HD float ci_middle(float x) { return from_ci_middle_zeros(x) * ci_middle_rest_in_parts(x); }

/// The product of x less two zeros of Ci, 6.4270477 and 9.5255755.
template <real T>
FUSE_HD T from_ci_far_zeros(T x) {
  if constexpr (sizeof(T) > 4) {
    T const one = x - 6.4270477440503688, other = x - 9.5255754575806666;
    return one * other - (-1.8747970603033628e-16 * other + -5.0238063488787336e-16 * one);
  } else {
    T const one = x - 6.42704773f, other = x - 9.52557564f;
    return formulas::product_less(one, other, 1.45581813e-08f * other + -1.80236711e-07f * one);
  }
}

/// x less a zero of Ci, 12.643547.
template <real T>
FUSE_HD T from_ci_far_last(T x) {
  if constexpr (sizeof(T) > 4) {
    return (x - 12.643546829711378) - -8.1604131167071432e-16;
  } else {
    return (x - 12.6435471f) - -2.28394086e-07f;
  }
}

/// Ci(x) by its distances from three zeros there or beside, for x from 5.25 to 11.
FUSE_HD float ci_far_rest(float x) {
  float const u = (x - 8.125f) * 0.347826093f, s = u * u;
  float even = -3.48585473e-07f, odd = 1.29238709e-08f;
  even = even * s + 8.2186607e-06f;
  even = even * s + -0.000121033263f;
  even = even * s + 0.00114836742f;
  even = even * s + -0.00579775032f;
  even = even * s + 0.0110955983f;
  odd = odd * s + -1.88740034e-06f;
  odd = odd * s + 4.25356629e-05f;
  odd = odd * s + -0.000524678733f;
  odd = odd * s + 0.00223313551f;
  return even + u * odd;
}
FUSE_HD float_and_rest ci_far_rest_in_parts(float x) {
  float const u = (x - 8.125f) * 0.347826093f, s = u * u;
  float even = -3.48585473e-07f, odd = 1.29238709e-08f;
  even = even * s + 8.2186607e-06f;
  even = even * s + -0.000121033263f;
  even = even * s + 0.00114836742f;
  even = even * s + -0.00579775032f;
  odd = odd * s + -1.88740034e-06f;
  odd = odd * s + 4.25356629e-05f;
  odd = odd * s + -0.000524678733f;
  odd = odd * s + 0.00223313551f;
  return float_and_rest(0.0110955983f, even * s + (u * odd + -3.59772767e-11f));
}

/// Ci(x) for x from 5.25 to 11.
FUSE_HD float ci_far(float x) { return from_ci_far_zeros(x) * from_ci_far_last(x) * ci_far_rest_in_parts(x); }

/// x f(x) of 1 / x^2 for x from 4 to 8 (DLMF 6.2.17).
FUSE_COEFFICIENTS(sine_f_near, 7.3536489049054313e-11, -5.479954567091527e-11, 7.762133118021111e-10,
                  2.8164246397320833e-09, 1.8396523609713009e-08, 1.218512658654056e-07, 9.3151178788111668e-07,
                  8.7071847927255804e-06, 0.00011368354130234854, 0.0029468430581017836, 0.94181198078787531,
                  -3.625551240361887e-11, 3.9555768900511825e-11, -3.6980248132505916e-10, -1.1378297931642195e-09,
                  -7.4385967295561751e-09, -4.6501581364392823e-08, -3.3023665818243917e-07, -2.7607566853029259e-06,
                  -2.9775809983806263e-05, -0.00050933133488595243, -0.027569764262193118);
template <real T>
FUSE_HD T sine_f_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(sine_f_near), (x - 0.0390625) * 42.666666666666664);
  } else {
    float const u = (x - 0.0390625f) * 42.6666679f, s = u * u;
    float even = 1.33379945e-06f, odd = -3.70517569e-06f;
    even = even * s + 8.32297519e-06f;
    even = even * s + 0.000113826936f;
    even = even * s + 0.00294682453f;
    even = even * s + 0.941811979f;
    odd = odd * s + -2.90112112e-05f;
    odd = odd * s + -0.000509552017f;
    odd = odd * s + -0.0275697466f;
    return even + u * odd;
  }
}

/// x f(x) of 1 / x^2 for x from 8 to 20 (DLMF 6.2.17).
FUSE_COEFFICIENTS(sine_f_middle, 5.9718623413878556e-12, -7.6040215038473925e-13, 7.3055858501211627e-11,
                  3.8190439520918692e-10, 3.0712920754359063e-09, 2.9817646404931303e-08, 4.0027568462478886e-07,
                  9.1061350817574766e-06, 0.00058614910259164135, 0.9834714916217151, -2.9544265135322951e-12,
                  1.6954214147996266e-12, -3.2393169364663838e-11, -1.4257962131342139e-10, -1.0758129132201229e-09,
                  -9.2560552961512309e-09, -1.0396813944317724e-07, -1.7515823674940927e-06, -6.0489039711325845e-05,
                  -0.011010517597924227);
template <real T>
FUSE_HD T sine_f_middle(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(sine_f_middle), (x - 0.0090624999999999994) * 152.38095238095238);
  } else {
    float const u = (x - 0.00906249974f) * 152.380951f, s = u * u;
    float even = 4.70171329e-07f, odd = -1.95762368e-06f;
    even = even * s + 9.06012338e-06f;
    even = even * s + 0.000586158596f;
    even = even * s + 0.983471513f;
    odd = odd * s + -6.03817061e-05f;
    odd = odd * s + -0.0110105313f;
    return even + u * odd;
  }
}

/// x f(x) of 1 / x^2 for x from 20 on (DLMF 6.2.17).
FUSE_COEFFICIENTS(sine_f_far, 4.2296189199723039e-14, 4.7865228892056688e-13, 1.2247805523106778e-11,
                  5.4768232202315568e-10, 6.1212774664931221e-08, 3.37822004449371e-05, 0.9975361826165422,
                  -1.5245091150639674e-13, -2.2708624427916562e-12, -7.4864664913793213e-11, -5.0145322875077103e-09,
                  -1.0967109223724425e-06, -0.002428871607044429);
template <real T>
FUSE_HD T sine_f_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(sine_f_far), (x - 0.00125) * 800.0);
  } else {
    float const u = (x - 0.00124999997f) * 800.0f, s = u * u;
    float even = 6.20567135e-08f, odd = -1.10308054e-06f;
    even = even * s + 3.37818819e-05f;
    even = even * s + 0.997536182f;
    odd = odd * s + -0.00242886995f;
    return even + u * odd;
  }
}

/// x^2 g(x) of 1 / x^2 for x from 4 to 8 (DLMF 6.2.18).
FUSE_COEFFICIENTS(sine_g_near, 1.8285992019836275e-10, -2.8881524283563551e-10, 1.7271535711867589e-09,
                  3.7469294174331675e-09, 2.4908375101006959e-08, 1.3784873443485024e-07, 8.5360691604919309e-07,
                  5.9286711255168433e-06, 4.8775734365878986e-05, 0.00052688837295825541, 0.0096409019416201832,
                  0.84991276658056503, -9.354497413975357e-11, 1.7744077165108582e-10, -8.9232243138428049e-10,
                  -1.5054080799109393e-09, -1.0870622868348092e-08, -5.7266118878876604e-08, -3.3917036873423754e-07,
                  -2.2112292203089928e-06, -1.6571301082273768e-05, -0.0001533901892566068, -0.0020495387945546856,
                  -0.063063672399221046);
template <real T>
FUSE_HD T sine_g_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(sine_g_near), (x - 0.0390625) * 42.666666666666664);
  } else {
    float const u = (x - 0.0390625f) * 42.6666679f, s = u * u;
    float even = 1.46120772e-06f, odd = -3.52357961e-06f;
    even = even * s + 5.16021964e-06f;
    even = even * s + 4.91983337e-05f;
    even = even * s + 0.000526785618f;
    even = even * s + 0.00964091066f;
    even = even * s + 0.849912763f;
    odd = odd * s + -1.51127242e-05f;
    odd = odd * s + -0.000154063164f;
    odd = odd * s + -0.00204941444f;
    odd = odd * s + -0.0630636737f;
    return even + u * odd;
  }
}

/// x^2 g(x) of 1 / x^2 for x from 8 to 20 (DLMF 6.2.18).
FUSE_COEFFICIENTS(sine_g_middle, 2.2571433370972471e-11, -2.6754277882785443e-11, 2.085628997921771e-10,
                  6.458319796718509e-10, 4.4854339887179342e-09, 3.180356584929679e-08, 2.7681917633952399e-07,
                  3.1935341197790431e-06, 5.7766697205227757e-05, 0.0024295506124981823, 0.95306149063697199,
                  -1.1863465864588898e-11, 1.8603839893707856e-11, -1.0585532191702075e-10, -2.5320386456538991e-10,
                  -1.7870714211957868e-09, -1.163840400742676e-08, -9.1199055993746633e-08, -9.0066039456250645e-07,
                  -1.2634269960531543e-05, -0.00032282216640231706, -0.029793776798507532);
template <real T>
FUSE_HD T sine_g_middle(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(sine_g_middle), (x - 0.0090624999999999994) * 152.38095238095238);
  } else {
    float const u = (x - 0.00906249974f) * 152.380951f, s = u * u;
    float even = 3.79976228e-07f, odd = -1.15580224e-06f;
    even = even * s + 3.09548727e-06f;
    even = even * s + 5.78032159e-05f;
    even = even * s + 0.00242954609f;
    even = even * s + 0.953061521f;
    odd = odd * s + -1.242901e-05f;
    odd = odd * s + -0.000322881271f;
    odd = odd * s + -0.0297937728f;
    return even + u * odd;
  }
}

/// x^2 g(x) of 1 / x^2 for x from 20 on (DLMF 6.2.18).
FUSE_COEFFICIENTS(sine_g_far, 7.7434633147447799e-13, 7.4761886101173203e-12, 1.6654106817673187e-10,
                  6.0721363916559754e-09, 5.0076957171052309e-07, 0.00016233073669625576, 0.99267843940245337,
                  -2.466493432829697e-13, -1.8311812574434197e-12, -3.4221530593568946e-11, -9.2672231826127088e-10,
                  -4.8587718812525084e-08, -7.1872742567183098e-06, -0.0071514860193534922);
template <real T>
FUSE_HD T sine_g_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(sine_g_far), (x - 0.00125) * 800.0);
  } else {
    float const u = (x - 0.00124999997f) * 800.0f, s = u * u;
    float even = 5.10184748e-07f, odd = -7.24927304e-06f;
    even = even * s + 0.000162327167f;
    even = even * s + 0.992678463f;
    odd = odd * s + -0.00715147052f;
    return even + u * odd;
  }
}

/// x times Ci(x)'s modulus, of 1 / x^2 for x from 11 on.
FUSE_HD float ci_modulus(float x) {
  float const u = (x - 0.00413223123f) * 242.0f, s = u * u;
  float even = 1.45183634e-07f, odd = -5.98883219e-07f;
  even = even * s + 2.87013222e-06f;
  even = even * s + 0.000234026113f;
  even = even * s + 0.994089127f;
  odd = odd * s + -2.08411075e-05f;
  odd = odd * s + -0.00565238437f;
  return even + u * odd;
}

/// x^3 times Ci(x)'s phase less x - 1 / x, of 1 / x^2 for x from 11 on.
FUSE_HD float ci_phase(float x) {
  float const u = (x - 0.00413223123f) * 242.0f, s = u * u;
  float even = 1.60334503e-06f, odd = -2.92502796e-06f;
  even = even * s + 8.27119436e-07f;
  even = even * s + 1.68015758e-05f;
  even = even * s + 0.000120050536f;
  even = even * s + 0.00144847028f;
  even = even * s + 0.0356210172f;
  even = even * s + 4.00769043f;
  odd = odd * s + -3.51945914e-06f;
  odd = odd * s + -4.30813561e-05f;
  odd = odd * s + -0.000390453439f;
  odd = odd * s + -0.00638094312f;
  odd = odd * s + -0.281613022f;
  return even + u * odd;
}
FUSE_HD float_and_rest ci_phase_in_parts(float x) {
  float const u = (x - 0.00413223123f) * 242.0f, s = u * u;
  float even = 1.60334503e-06f, odd = -2.92502796e-06f;
  even = even * s + 8.27119436e-07f;
  even = even * s + 1.68015758e-05f;
  even = even * s + 0.000120050536f;
  even = even * s + 0.00144847028f;
  even = even * s + 0.0356210172f;
  odd = odd * s + -3.51945914e-06f;
  odd = odd * s + -4.30813561e-05f;
  odd = odd * s + -0.000390453439f;
  odd = odd * s + -0.00638094312f;
  odd = odd * s + -0.281613022f;
  return float_and_rest(4.00769043f, even * s + (u * odd + 2.05171091e-07f));
}

/// Shi(x) / x of x^2 for x up to 4.
FUSE_COEFFICIENTS(shi_near, 1.9479090594398161e-24, 9.2060327789338681e-22, 4.3294430994909029e-19,
                  1.653755351637146e-16, 5.0981135235714887e-14, 1.2353110348217269e-11, 2.2774643999909058e-09,
                  3.0619243581836153e-07, 2.8344671201820213e-05, 0.0016666666666666614, 0.055555555555555559, 1.0);
template <real T>
FUSE_HD T shi_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return plain(FUSE_COEFFICIENTS_OF(shi_near), x);
  } else {
    float y = 1.55493795e-11f;
    y = y * x + 2.20455343e-09f;
    y = y * x + 3.07002267e-07f;
    y = y * x + 2.83400877e-05f;
    y = y * x + 0.00166667893f;
    y = y * x + 0.0555555448f;
    y = y * x + 1.0f;
    return y;
  }
}

/// x^2 less the square of Chi's zero, 0.52382257.
template <real T>
FUSE_HD T square_from_chi_zero(T x) {
  if constexpr (sizeof(T) > 4) {
    if constexpr (formulas::is_pack<T>)
      return ((x - 0.52382257138986443) - -2.6671382575502846e-17) * (x + 0.52382257138986443);
    else
      return formulas::product_less(x, x, 0.27439008629748957) - 2.6583933507391029e-17;
  } else {
    return formulas::product_less(x, x, 0.274390072f) - 1.46670116e-08f;
  }
}

/// (Chi(x) - log(x / x0)) / (x^2 - x0^2) of x^2 for x up to 4, x0 Chi's zero.
FUSE_COEFFICIENTS(chi_near, 5.0263861643848446e-14, 1.7256852653938516e-10, 2.6320686396920786e-07,
                  0.00014506615060431093, 0.020381795022426871, 0.35329862766116876, 3.2293435930512944e-12,
                  7.5397253496306152e-09, 7.1382971153122169e-06, 0.0021050710441741166, 0.11883781283885908);
template <real T>
FUSE_HD T chi_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(chi_near), (x - 8.0) * 0.125);
  } else {
    float const u = (x - 8.0f) * 0.125f, s = u * u;
    float even = 2.63552153e-07f, odd = 7.15149872e-06f;
    even = even * s + 0.000145065933f;
    even = even * s + 0.0203817952f;
    even = even * s + 0.353298634f;
    odd = odd * s + 0.00210506446f;
    odd = odd * s + 0.118837811f;
    return even + u * odd;
  }
}

/// (W + 1) / p of p from -0.625 to 0.625, p^2 = 2 (e x + 1), p < 0 for the lower branch (DLMF 4.13.6).
FUSE_COEFFICIENTS(lambert_branch, 3.666863563279495e-10, -3.5915501119735984e-10, 4.9663143161177885e-09,
                  1.6355273134942378e-08, 1.0689349186438745e-07, 6.1327287927143975e-07, 3.6462935963815733e-06,
                  2.2199592069877126e-05, 0.00014003700723169867, 0.00093195632208271473, 0.0067905143455611171,
                  0.05967881944444374, 1.0, -1.6407416296158644e-10, 2.0459127533711271e-10, -2.2369008761552974e-09,
                  -6.6252805721670903e-09, -4.4767374949575715e-08, -2.5337451410821657e-07, -1.4924619964569613e-06,
                  -8.963762717986058e-06, -5.5461694274130404e-05, -0.00035825714469815207, -0.0024780955194636093,
                  -0.019440827546294778, -0.20833333333333334);
template <real T>
FUSE_HD T lambert_branch(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(lambert_branch), x * 1.6000000000000001);
  } else {
    float const u = x * 1.60000002f, s = u * u;
    float even = 6.89978287e-06f, odd = -1.60972195e-05f;
    even = even * s + 1.71343199e-05f;
    even = even * s + 0.000143711673f;
    even = even * s + 0.000930620707f;
    even = even * s + 0.00679074228f;
    even = even * s + 0.0596788041f;
    even = even * s + 1.0f;
    odd = odd * s + -4.54424735e-05f;
    odd = odd * s + -0.000364629552f;
    odd = odd * s + -0.00247616973f;
    odd = odd * s + -0.0194410738f;
    odd = odd * s + -0.208333328f;
    return even + u * odd;
  }
}

// -- complete elliptic integrals --------------------------------------------------------------------------------------

/// K(1 - p) for p from 0.5 to 1.
FUSE_COEFFICIENTS(ellipk_far, 1.2694302872935831e-11, 5.6193644002722121e-11, 7.3823424793697635e-10,
                  7.348016036002721e-09, 7.7173810150439522e-08, 8.306601114575585e-07, 9.2991041237289026e-06,
                  0.00011066757357677989, 0.001468987169359888, 0.025095277399417987, 1.6857503548125961,
                  -3.8922231727274347e-11, -1.8414149368580012e-10, -2.3481301464636117e-09, -2.3729090472447958e-08,
                  -2.5218562852508997e-07, -2.7628394012285686e-06, -3.1769956540980382e-05, -0.00039573817085528643,
                  -0.0057756636472072794, -0.13543296215332001);
template <real T>
FUSE_HD T ellipk_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ellipk_far), (x - 0.75) * 4.0);
  } else {
    float const u = (x - 0.75f) * 4.0f, s = u * u;
    float even = 1.17417267e-05f, odd = -3.59087676e-06f;
    even = even * s + 0.000108416039f;
    even = even * s + 0.00146981259f;
    even = even * s + 0.0250951722f;
    even = even * s + 1.68575037f;
    odd = odd * s + -3.08936906e-05f;
    odd = odd * s + -0.000396132556f;
    odd = odd * s + -0.00577559182f;
    odd = odd * s + -0.135432959f;
    return even + u * odd;
  }
}

/// K(1 - p) + log(p) K(p) / pi for p up to 0.5 (DLMF 19.12.1).
FUSE_COEFFICIENTS(ellipk_near, 1.6210162942901711e-11, 1.1485434144882779e-10, 1.5515823070949244e-09,
                  1.9887744293665258e-08, 2.7837842529414012e-07, 4.4135181844018621e-06, 8.7519882335860679e-05,
                  0.0029122812677853209, 1.4126425650163983, 4.9284758215995187e-12, 3.2786929040460856e-11,
                  4.4222700247603748e-10, 5.4872068107442435e-09, 7.3525543583285776e-08, 1.086647130556316e-06,
                  1.89148770852866e-05, 0.00045571015470283167, 0.028876927342018157);
template <real T>
FUSE_HD T ellipk_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ellipk_near), (x - 0.25) * 4.0);
  } else {
    float y = 0.0208588429f;
    y = y * x + -0.0158916507f;
    y = y * x + 0.0156801846f;
    y = y * x + 0.0061936765f;
    y = y * x + 0.0152886407f;
    y = y * x + 0.0308620464f;
    y = y * x + 0.0965741649f;
    y = y * x + 1.38629436f;
    return y;
  }
}

/// K(p) / pi for p up to 0.5.
FUSE_COEFFICIENTS(ellipk_log, 4.0407221026667711e-12, 1.7886992426758929e-11, 2.3498725943779525e-10,
                  2.3389461480966947e-09, 2.4565186725355872e-08, 2.6440732553547031e-07, 2.9599967752353653e-06,
                  3.5226582749461091e-05, 0.00046759313868439479, 0.0079880748927593937, 0.53659100357468215,
                  1.2389331151127824e-11, 5.8614057896840246e-11, 7.4743303966555999e-10, 7.5532040875297812e-09,
                  8.0273178713009099e-08, 8.7943909534915804e-07, 1.0112691250623442e-05, 0.00012596737212352773,
                  0.0018384508381784064, 0.043109650768556919);
template <real T>
FUSE_HD T ellipk_log(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ellipk_log), (x - 0.25) * 4.0);
  } else {
    float y = 0.299633622f;
    y = y * x + -0.429234356f;
    y = y * x + 0.345409513f;
    y = y * x + -0.105223089f;
    y = y * x + 0.06170794f;
    y = y * x + 0.0328867882f;
    y = y * x + 0.049192328f;
    y = y * x + 0.0702976733f;
    y = y * x + 0.125000238f;
    y = y * x + 0.5f;
    return y;
  }
}

/// E(1 - p) for p from 0.5 to 1.
FUSE_COEFFICIENTS(ellipe_far, -2.4442141906966311e-12, -1.5367311337697971e-11, -2.0897579725192875e-10,
                  -2.539412999162352e-09, -3.3179143469692923e-08, -4.7175550651227609e-07, -7.6893172996977048e-06,
                  -0.00016168604580709718, -0.0065722223541839955, 1.4674622093394272, 7.9991379599625744e-12,
                  5.3615527780489958e-11, 7.2680983544019769e-10, 9.0987553115002977e-09, 1.234889506000761e-07,
                  1.8632198306506549e-06, 3.3718484923758989e-05, 0.0008964350561412362, 0.1091440727365845);
template <real T>
FUSE_HD T ellipe_far(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ellipe_far), (x - 0.75) * 4.0);
  } else {
    float const u = (x - 0.75f) * 4.0f, s = u * u;
    float even = -5.66496681e-07f, odd = 2.17592901e-06f;
    even = even * s + -7.60277408e-06f;
    even = even * s + -0.000161717631f;
    even = even * s + -0.00657221815f;
    even = even * s + 1.46746218f;
    odd = odd * s + 3.34747638e-05f;
    odd = odd * s + 0.000896504091f;
    odd = odd * s + 0.109144069f;
    return even + u * odd;
  }
}

/// E(1 - p) + log(p) (K(p) - E(p)) / pi for p up to 0.5 (DLMF 19.12.2).
FUSE_COEFFICIENTS(ellipe_near, 1.5725654672593424e-12, 9.9113318471991384e-12, 1.3498004824744944e-10,
                  1.6447250851479159e-09, 2.1572214902833322e-08, 3.0858426296644901e-07, 5.0845699147784702e-06,
                  0.00010959592320432119, 0.004937794546575309, 1.1147317556030956, 5.1499554636538849e-12,
                  3.4610412833310372e-11, 4.7003218013790576e-10, 5.9032863211058503e-09, 8.0502142458216039e-08,
                  1.2242990246906105e-06, 2.2506890040518304e-05, 0.00062566817645149644, 0.11913507630971892);
template <real T>
FUSE_HD T ellipe_near(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ellipe_near), (x - 0.25) * 4.0);
  } else {
    float const u = (x - 0.25f) * 4.0f, s = u * u;
    float even = 5.76864113e-06f, odd = 1.42803754e-06f;
    even = even * s + 0.000109153756f;
    even = even * s + 0.0049378844f;
    even = even * s + 1.11473179f;
    odd = odd * s + 2.23481275e-05f;
    odd = odd * s + 0.000625713146f;
    odd = odd * s + 0.119135074f;
    return even + u * odd;
  }
}

/// (K(p) - E(p)) / (pi p) for p up to 0.5.
FUSE_COEFFICIENTS(ellipe_log, 3.970642950887546e-12, 1.7505044039146272e-11, 2.2969931981060939e-10,
                  2.278516209524781e-09, 2.3830170739658382e-08, 2.5499824234512815e-07, 2.8301154798569658e-06,
                  3.3212560152565303e-05, 0.00042931708323239274, 0.0068482593766195834, 0.27793309896334051,
                  1.2163394495728095e-11, 5.7299250651544466e-11, 7.2950944493893908e-10, 7.3437052688663551e-09,
                  7.766360082230994e-08, 8.4487617013458497e-07, 9.6105293572050508e-06, 0.00011748411370791921,
                  0.0016469205388582803, 0.033472053592557498);
template <real T>
FUSE_HD T ellipe_log(T x) {
  if constexpr (sizeof(T) > 4) {
    return centred(FUSE_COEFFICIENTS_OF(ellipe_log), (x - 0.25) * 4.0);
  } else {
    float const u = (x - 0.25f) * 4.0f, s = u * u;
    float even = 3.58068655e-06f, odd = 1.10010876e-06f;
    even = even * s + 3.25205037e-05f;
    even = even * s + 0.00042957082f;
    even = even * s + 0.00684822723f;
    even = even * s + 0.277933091f;
    odd = odd * s + 9.3403587e-06f;
    odd = odd * s + 0.000117605727f;
    odd = odd * s + 0.00164689845f;
    odd = odd * s + 0.0334720537f;
    return even + u * odd;
  }
}

}  // namespace cp::special::tables

#undef FUSE_COEFFICIENTS
#undef FUSE_COEFFICIENTS_OF
