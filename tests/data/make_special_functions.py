#!/usr/bin/env python3
"""Writes tests/data/special/NAME.npy for the functions of cp::special: rows of arguments, of their values, and of what errors
are relative to, as float64.

Values are mpmath's at stratified points, of which two thirds are float32's, so that one file serves both dtypes; SciPy's at
special ones. Errors are relative to the value, except where a function has its own `scale` (say, the envelope of a wave).

usage: make_special_functions.py [--scipy FOLDER [POINTS]] [--other FOLDER SEED] [NAME...]
--scipy computes nothing anew: it writes what SciPy gives at the arguments of these files (or POINTS') into the folder.
--other writes files of other points, those of the seed, into the folder.
"""
import pathlib
import sys
import warnings

import mpmath as mp
import numpy as np
import scipy.special as sp

mp.mp.dps = 40
warnings.simplefilter("ignore")
OUT = pathlib.Path(__file__).resolve().parent / "special"
names = sys.argv[1:]
scipy_out, seed = None, 22
if names[:1] == ["--scipy"]:
    scipy_out, OUT, names = pathlib.Path(names[1]), pathlib.Path(names[2]) if len(names) > 2 else OUT, []
elif names[:1] == ["--other"]:
    OUT, seed, names = pathlib.Path(names[1]), int(names[2]), names[3:]
    OUT.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(seed)
inf, nan = np.inf, np.nan
tiny = 2.0**-149


def log_spread(low, high, n):
    return 10 ** rng.uniform(np.log10(low), np.log10(high), n)


def spread(low, high, n):
    return rng.uniform(low, high, n)


def both(x):
    return np.concatenate([x, -x])


def some_float32(x):
    """Two thirds of them rounded to float32."""
    x = np.array(x, np.float64)
    part = np.arange(len(x)) % 3 != 0
    with np.errstate(over="ignore"):
        x[part] = x[part].astype(np.float32)
    return x


def number(v):
    if isinstance(v, mp.mpc):
        v = v.real if v.imag == 0 else mp.nan
    return float(v)


def write(name, f, arguments, special=(), scipy=None, scale=None, dps=40):
    if names and name not in names:
        return
    if scipy_out:
        arguments = np.load(OUT / f"{name}.npy")[:-2]
        np.save(scipy_out / f"{name}.npy", np.array([(scipy or getattr(sp, name))(*arguments)], np.float64))
        return
    arguments = [some_float32(a) for a in arguments]
    want, relative = [], []
    with mp.workdps(dps):
        for row in zip(*arguments):
            exact = [mp.mpf(float(v)) for v in row]
            value = number(f(*exact))
            want.append(value)
            other = abs(float(scale(*exact))) if scale is not None else 0
            relative.append(max(abs(value), other) if np.isfinite(value) else 1.0)
    for row in special:
        row = row if isinstance(row, tuple) else (row,)
        value = float((scipy or getattr(sp, name))(*map(np.float64, row)))
        for a, v in enumerate(row):
            arguments[a] = np.append(arguments[a], v)
        want.append(value)
        relative.append(abs(value) if np.isfinite(value) else 1.0)
    columns = np.array([*arguments, want, relative])
    np.save(OUT / f"{name}.npy", columns)
    # how near SciPy itself comes
    with np.errstate(all="ignore"):
        theirs = (scipy or getattr(sp, name))(*arguments)
        unit = np.ldexp(2.0**-52, np.maximum(np.floor(np.log2(np.where(columns[-1] > 0, columns[-1], 1e-308))), -1022).astype(int))
        error = np.abs(theirs - columns[-2]) / unit
        error = np.where(np.isfinite(error), error, 0)
    print(f"{name:16} {columns.shape[1]:5} rows; SciPy within {error.max():.3g} steps at {[a[error.argmax()] for a in arguments]}", flush=True)


all_x = [0.0, -0.0, inf, -inf, nan]

# -- the error function ----------------------------------------------------------------------------------------------------
line = np.concatenate([spread(-12, 12, 150), spread(-38, 38, 100), both(log_spread(1e-40, 1, 40)), both(log_spread(1, 1e4, 20))])
write("erfcx", lambda x: mp.exp(x * x) * mp.erfc(x) if x < 1e3 else mp.hyperu(0.5, 0.5, x * x) / mp.sqrt(mp.pi),
      [np.concatenate([spread(-9, 9, 100), spread(-26.6, 30, 100), log_spread(1e-40, 1e38, 80), -log_spread(1e-40, 1, 30)])], all_x)
unit = np.concatenate([both(spread(0, 1, 120)), both(log_spread(1e-40, 1, 40)), both(1 - log_spread(2e-16, 0.25, 40)), both(1 - log_spread(6e-8, 0.25, 40))])
write("erfinv", lambda x: mp.erfinv(x) if abs(x) < 1 else mp.inf * x, [unit], [*all_x, 1.0, -1.0, 1.5, -1.5])


def erfcinv(q):
    if q > 1:
        return -erfcinv(2 - q)
    if q == 0:
        return mp.inf
    if q > 0.01:
        return mp.erfinv(1 - q)
    y = mp.sqrt(-mp.log(q))
    for _ in range(100):
        e = mp.erfc(y)
        step = (mp.log(e) - mp.log(q)) * e * mp.sqrt(mp.pi) / 2 * mp.exp(y * y)
        y += step
        if abs(step) < mp.mpf(10) ** -34 * y:
            return y
    raise ValueError


low = np.concatenate([spread(0, 2, 150), log_spread(1e-300, 1, 60), log_spread(1e-37, 1, 60), 2 - log_spread(1e-6, 0.2, 20), 1 + both(log_spread(1e-7, 0.1, 20))])
write("erfcinv", erfcinv, [np.append(low, [5e-324, 1e-310, 0])[:-1]], [*all_x, 1.0, 2.0, 2.5, -1.0])
write("ndtri", lambda p: -mp.sqrt(2) * erfcinv(2 * p), [low / 2], [*all_x, 0.5, 1.0, 2.5, -1.0])
write("ndtr", mp.ncdf, [line], all_x)
write("log_ndtr", lambda x: mp.log(mp.ncdf(x)) if x < 0 else mp.log1p(-mp.ncdf(-x)), [np.concatenate([line, -log_spread(40, 1e10, 20)])], all_x, dps=60)

# -- elementary functions --------------------------------------------------------------------------------------------------
line = np.concatenate([spread(-10, 10, 80), both(log_spread(1e-40, 1, 30)), both(log_spread(1, 700, 40))])
write("expit", lambda x: 1 / (1 + mp.exp(-x)), [line], all_x)
write("log_expit", lambda x: -mp.log1p(mp.exp(-x)), [line], all_x)
part = np.concatenate([spread(0, 1, 100), log_spread(1e-40, 1, 40), 0.5 + both(log_spread(1e-7, 0.4, 40)), 1 - log_spread(1e-7, 0.1, 20)])
part = part[(part > 0) & (part < 0.9999999)]
write("logit", lambda p: mp.log(p) - mp.log1p(-p), [part], [*all_x, 0.5, 1.0, 1.5, -0.5], dps=60)
write("entr", lambda x: -x * mp.log(x), [np.concatenate([log_spread(1e-30, 1e30, 60), spread(0, 2, 60)])], [*all_x, 1.0, -1.0])
x, y = log_spread(1e-30, 1e30, 90), np.concatenate([log_spread(1e-30, 1e30, 30), np.ones(60)])
y[30:60] = x[30:60] * spread(0.3, 3, 30)
y[60:] = x[60:] * (1 + both(log_spread(1e-6, 0.3, 15)))
pairs = [(0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, -1.0), (inf, 1.0), (1.0, inf), (nan, 1.0), (1.0, nan), (2.0, 2.0)]
write("rel_entr", lambda x, y: x * mp.log(x / y), [x, y], pairs, dps=60)
write("kl_div", lambda x, y: x * mp.log(x / y) - x + y, [x, y], [p for p in pairs if inf not in p], dps=60)
d, r = log_spread(1e-10, 1e10, 100), both(log_spread(1e-10, 1e10, 50))
write("huber", lambda d, r: r * r / 2 if abs(r) <= d else d * (abs(r) - d / 2), [d, r], [(-1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (nan, 1.0), (1.0, inf), (1.0, nan)])
write("pseudo_huber", lambda d, r: d * d * (mp.sqrt(1 + (r / d) ** 2) - 1), [d, r], [(-1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (nan, 1.0), (1.0, nan)], dps=90)


def boxcox(x, l):
    return mp.log(x) if l == 0 else (mp.expm1(l * mp.log(x))) / l


x, l = np.concatenate([log_spread(1e-6, 1e6, 100), log_spread(1e-30, 1e30, 40)]), np.concatenate([spread(-3, 3, 70), both(log_spread(1e-20, 1, 35))])
# The logarithm's rounding is multiplied by lambda: what e^y makes of half an epsilon of y.
write("boxcox", boxcox, [x, l], [(0.0, 1.0), (0.0, 0.0), (0.0, -1.0), (-1.0, 2.0), (nan, 1.0), (1.0, nan), (2.0, 0.0)],
      scale=lambda x, l: boxcox(x, l) * (1 + abs(l * mp.log(x))), dps=60)
write("boxcox1p", lambda x, l: boxcox(1 + x, l), [np.where(np.arange(len(x)) % 2 == 0, x, np.minimum(x, 1e-3)), l],
      [(-1.0, 1.0), (-1.0, -1.0), (-2.0, 2.0), (nan, 1.0), (1.0, nan), (2.0, 0.0), (0.0, 1.0)], scale=lambda x, l: boxcox(1 + x, l) * (1 + abs(l * mp.log1p(x))), dps=60)


def inv_boxcox(x, l):
    return mp.exp(x) if l == 0 else (1 + l * x) ** (1 / l)


x, l = np.concatenate([spread(0, 20, 70), log_spread(1e-20, 1, 70)]), np.concatenate([spread(0.05, 3, 70), log_spread(1e-10, 1, 70)])
write("inv_boxcox", inv_boxcox, [x, l], [(0.0, 0.0), (2.0, 0.0), (-1.0, 1.0), (nan, 1.0), (1.0, nan)],
      scale=lambda x, l: inv_boxcox(x, l) * (1 + mp.log1p(l * x) / l), dps=60)
write("inv_boxcox1p", lambda x, l: mp.expm1(mp.log1p(l * x) / l) if l != 0 else mp.expm1(x), [x, l], [(0.0, 0.0), (2.0, 0.0), (-1.0, 1.0), (nan, 1.0), (1.0, nan)],
      scale=lambda x, l: mp.expm1(mp.log1p(l * x) / l) * (1 + mp.log1p(l * x) / l), dps=60)
write("exprel", lambda x: mp.expm1(x) / x, [line], all_x, dps=60)
write("exp10", lambda x: mp.mpf(10) ** x, [np.concatenate([spread(-40, 38, 100), spread(-300, 300, 60)])], [*all_x, 400.0, -400.0, 2.0])
x, y = both(log_spread(1e-20, 1e20, 60)), log_spread(1e-30, 1e30, 120)
pairs = [(0.0, 0.0), (0.0, inf), (0.0, nan), (1.0, 0.0), (0.0, -1.0), (1.0, -2.0), (nan, 1.0)]
write("xlogy", lambda x, y: x * mp.log(y), [x, y], pairs)
write("xlog1py", lambda x, y: x * mp.log1p(y), [x, np.where(y > 1e4, -1 / (1 + np.abs(np.log10(y))), y)], pairs)
write("cosm1", lambda x: mp.cos(x) - 1, [np.concatenate([spread(-30, 30, 80), both(log_spread(1e-18, 1, 40))])], [0.0, -0.0, nan, inf], dps=80)
write("radian", lambda d, m, s: ((d * 60 + m) * 60 + s) * mp.pi / 648000, [spread(-360, 360, 30), spread(0, 60, 30), spread(0, 60, 30)], [(90.0, 0.0, 0.0), (nan, 0.0, 0.0)],
      scale=lambda d, m, s: (abs(d * 60 + m) * 60 + s) * mp.pi / 648000)
degrees = np.concatenate([spread(-720, 720, 100), both(log_spread(1e-20, 1e6, 30))])
exact = [0.0, 30.0, 45.0, 60.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0, 360.0, -90.0, -45.0, -180.0, 1e15, nan]
write("sindg", lambda x: mp.sin(x * mp.pi / 180), [degrees], exact)
write("cosdg", lambda x: mp.cos(x * mp.pi / 180), [degrees], exact)
write("tandg", lambda x: mp.tan(x * mp.pi / 180), [degrees], [v for v in exact if v != 30 and v != 60])
write("cotdg", lambda x: mp.cot(x * mp.pi / 180), [degrees], [v for v in exact if v != 30 and v != 60])

# -- the gamma function ----------------------------------------------------------------------------------------------------
poles = [0.0, -0.0, -1.0, -2.0, -5.0]
line = np.concatenate([spread(0, 3, 60), spread(0, 40, 60), log_spread(1e-30, 1e30, 40), -spread(0, 10, 60)])
write("psi", mp.digamma, [np.concatenate([line, 1.4616321449683622 + both(log_spread(1e-7, 0.1, 10))])], [*all_x, *poles],
      scale=lambda x: abs(mp.digamma(1 - x)) + abs(mp.pi * mp.cot(mp.pi * x)) if x < 0 else 0, dps=60)
large = np.concatenate([spread(0, 34, 60), spread(30, 170, 50), -spread(0, 30, 50), -spread(30, 170, 20), log_spread(1e-30, 1, 20)])
write("rgamma", mp.rgamma, [np.concatenate([large, spread(170, 178, 15)])], [*poles, inf, nan])
write("gamma", mp.gamma, [np.concatenate([spread(0, 34, 60), spread(30, 170, 50), log_spread(1e-30, 1, 20)])], [1.0, 2.0, 3.0, inf, nan])
write("gammaln", mp.loggamma, [np.concatenate([spread(0, 34, 60), log_spread(1e-30, 1e30, 60)])], [inf, nan])
write("loggamma", mp.loggamma, [np.concatenate([spread(0, 34, 60), log_spread(1e-30, 1e30, 60)])], [1.0, 2.0, 0.0, -1.0, -1.5, inf, nan])
write("gammasgn", lambda x: mp.sign(mp.gamma(x)), [np.concatenate([spread(0, 9, 10), -spread(0, 9, 30)])], [*poles, inf, nan, 2.0, -1e17])
whole = np.arange(1, 41) % 9
write("polygamma", lambda n, x: mp.psi(int(n), x), [np.repeat(np.arange(1.0, 9), 20), np.tile(np.concatenate([log_spread(1e-3, 1e3, 10), spread(0, 20, 10)]), 8)],
      [(0.0, 1.5), (1.0, 1.0), (2.0, 0.0), (1.0, inf), (2.0, nan), (1.0, -2.0), (3.0, -1.0)])
write("zeta", mp.zeta, [np.concatenate([1 + log_spread(1e-6, 60, 60), spread(1, 12, 60), log_spread(30, 300, 20)]),
                        np.concatenate([log_spread(1e-3, 1e6, 60), spread(0.1, 20, 60), spread(10, 300, 20)])],
      [(2.0, 1.0), (1.0, 2.0), (0.5, 2.0), (2.0, 0.0), (2.0, -1.0), (2.5, -0.5), (2.0, inf), (nan, 1.0), (2.0, nan), (2.0, -0.5), (3.0, -2.25)], dps=400)  # mpmath loses as many digits as q^-x has
line = np.concatenate([spread(0, 4, 60), spread(4, 60, 60), 1 + both(log_spread(1e-7, 0.5, 20)), log_spread(1e-20, 1, 15)])
write("zetac", lambda s: mp.zeta(s) - 1, [line], [0.0, 1.0, inf, nan, 2.0, 100.0], dps=60)


def slope(s):
    """Near its zeros zeta's error is that of the sine."""
    return abs(2 * (2 * mp.pi) ** (s - 1) * mp.gamma(1 - s) * mp.zeta(1 - s)) * 0.05 if s < -1.9 else 0


write("riemann_zeta", mp.zeta, [np.concatenate([line, -spread(0, 10, 60), -spread(10, 60, 40), -spread(60, 180, 15)])], [0.0, 1.0, -2.0, -4.0, inf, nan], scipy=sp.zeta)
a = np.concatenate([spread(0, 12, 40), spread(10, 60, 30), log_spread(1e-8, 1e4, 80), spread(1, 400, 30)])
b = np.concatenate([spread(0, 12, 40), spread(0, 12, 30), log_spread(1e-8, 1e2, 80), spread(1, 80, 30)])
pairs = [(0.0, 1.0), (-1.0, 2.0), (-3.0, 2.0), (-3.0, -2.0), (-3.0, 5.0), (1.0, 1.0), (nan, 1.0), (1.0, nan), (2.0, -1.5), (-1.5, 2.5)]
write("beta", mp.beta, [a, b], pairs)
write("betaln", lambda a, b: mp.log(abs(mp.beta(a, b))), [a, b], [p for p in pairs if p[0] != -1.5 and p[1] != -1.5],
      scale=lambda a, b: 1)
a = np.concatenate([spread(0.01, 20, 60), log_spread(1, 1e5, 60), spread(20, 150, 20)])
m = np.concatenate([spread(-0.01, 15, 60), both(log_spread(1e-3, 30, 30)), both(spread(0.1, 15, 10))])
keep = a + m > 0
write("poch", lambda a, m: mp.gammaprod([a + m], [a]), [a[keep], m[keep]],
      [(2.0, 3.0), (-5.0, 2.0), (-5.0, 5.0), (0.0, 0.0), (-1.5, 2.0), (-2.0, 0.5), (-1.5, -0.5), (nan, 1.0), (1.0, nan), (3.0, 0.0), (1.0, 20.0)])
n = np.concatenate([spread(0, 60, 60), np.floor(spread(0, 1000, 40)), spread(0, 40, 40)])
k = np.concatenate([spread(0, 1, 60) * n[:60], np.floor(spread(0, 1, 40) * n[60:100]), np.floor(spread(0, 30, 20)), spread(30, 100, 20)])
n[60:100], k[60:100] = np.round(n[60:100]), np.round(k[60:100])
write("binom", mp.binomial, [n, k], [(4.0, 2.0), (4.0, 5.0), (4.0, -1.0), (-2.0, 3.0), (0.5, 2.0), (-0.5, 3.0), (50.0, 25.0), (nan, 1.0), (1.0, nan)],
      scale=lambda n, k: abs(mp.gamma(1 + n) * mp.gamma(k - n) / mp.gamma(k + 1)) / mp.pi if k > n + 1 else 0)

# -- Bessel functions ------------------------------------------------------------------------------------------------------


def amplitude(x):
    return mp.sqrt(2 / (mp.pi * abs(x))) if abs(x) > 0.5 else 0


def whole_order(n):
    """As an integer; 0 for NaN."""
    return np.where(np.isnan(n), 0, n).astype(np.int64)


def with_limits(f, above, below):
    """SciPy's, but for its NaN at infinity."""
    return lambda x: np.where(x == inf, above, np.where(x == -inf, below, f(x)))


line = np.concatenate([spread(0, 4, 60), spread(4, 8, 60), spread(8, 60, 60), log_spread(1e-30, 1, 15), log_spread(10, 1e6, 25)])
line = np.concatenate([line, -line[::5]])
write("j0", lambda x: mp.besselj(0, x), [line], all_x, scale=amplitude, scipy=with_limits(sp.j0, 0, 0))
write("j1", lambda x: mp.besselj(1, x), [line], all_x, scale=amplitude, scipy=with_limits(sp.j1, 0, 0))
line = abs(line)
write("y0", lambda x: mp.bessely(0, x), [line], [*all_x, -1.0], scale=amplitude, scipy=with_limits(sp.y0, 0, nan))
write("y1", lambda x: mp.bessely(1, x), [line], [*all_x, -1.0], scale=amplitude, scipy=with_limits(sp.y1, 0, nan))
write("yn", lambda n, x: mp.bessely(n, x), [np.floor(spread(-4, 40, 120)), np.concatenate([spread(0.1, 60, 100), log_spread(1e-3, 1, 20)])],
      [(2.0, 0.0), (3.0, -1.0), (nan, 1.0), (2.0, nan), (500.0, 1.0)], scipy=lambda n, x: sp.yn(whole_order(n), x) + 0 * n,
      scale=lambda n, x: mp.sqrt(mp.besselj(n, x) ** 2 + mp.bessely(n, x) ** 2))
line = np.concatenate([spread(0, 8, 60), spread(7, 60, 60), log_spread(1e-30, 1, 15), spread(60, 712, 30)])
both_signs = np.concatenate([line, -line[::4]])
for n, name in enumerate(("i0", "i1")):
    write(name, lambda x, n=n: mp.besseli(n, x), [both_signs], all_x, scipy=with_limits(getattr(sp, name), inf, (-1) ** n * inf))
    write(name + "e", lambda x, n=n: mp.besseli(n, x) * mp.exp(-abs(x)), [np.concatenate([both_signs, log_spread(1e3, 1e30, 15)])], all_x)
for n, name in enumerate(("k0", "k1")):
    write(name, lambda x, n=n: mp.besselk(n, x), [line], [*all_x, -1.0])
    write(name + "e", lambda x, n=n: mp.besselk(n, x) * mp.exp(x), [np.concatenate([line, log_spread(1e3, 1e6, 15)])], [*all_x, -1.0])


def spherical_y(n, z):
    return mp.sqrt(mp.pi / (2 * z)) * mp.bessely(n + mp.mpf(1) / 2, z) if z > 0 else (-1) ** int(n + 1) * spherical_y(n, -z)


def spherical_j(n, z):
    return mp.sqrt(mp.pi / (2 * z)) * mp.besselj(n + mp.mpf(1) / 2, z)


def spherical_y_prime(n, z):
    return -spherical_y(1, z) if n == 0 else spherical_y(n - 1, z) - (n + 1) / z * spherical_y(n, z)


n, z = np.floor(spread(0, 30, 90)), np.concatenate([spread(0.1, 60, 60), log_spread(1e-2, 1, 20), -spread(0.1, 20, 10)])
pairs = [(0.0, 0.0), (2.0, inf), (nan, 1.0), (2.0, nan), (200.0, 1.0)]


def theirs(n, z, **k):
    return sp.spherical_yn(whole_order(n), z, **k) + 0 * n


write("spherical_yn", spherical_y, [n, z], pairs, scipy=theirs, scale=lambda n, z: mp.hypot(spherical_j(n, abs(z)), spherical_y(n, abs(z))))
write("spherical_yn_derivative", spherical_y_prime, [n, z], pairs[1:4], scipy=lambda n, z: theirs(n, z, derivative=True),
      scale=lambda n, z: 2 * mp.hypot(spherical_j(n, abs(z)), spherical_y(n, abs(z))) * (1 + n / abs(z)))

# -- the incomplete gamma function -----------------------------------------------------------------------------------------


def lower(a, x):
    return x**a * mp.exp(-x) / mp.gamma(a + 1) * mp.hyp1f1(1, a + 1, x)


def upper(a, x):
    return 1 - lower(a, x) if a < 5e4 or x < 2 * a else mp.gammainc(a, x, mp.inf, regularized=True)


a = np.concatenate([log_spread(1e-3, 60, 130), log_spread(10, 3e4, 90), log_spread(1e-6, 2, 40)])
x = np.concatenate([a[:130] * spread(0, 3, 130), a[130:220] * np.exp(spread(-4, 4, 90) / np.sqrt(a[130:220])), log_spread(1e-6, 30, 40)])
x[::7] = a[::7] * np.exp(spread(-1, 1.5, len(a[::7])))
pairs = [(0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, -1.0), (inf, 1.0), (1.0, inf), (inf, inf), (nan, 1.0), (1.0, nan), (1e10, 1e10)]
write("gammainc", lower, [a, x], pairs[:-1], dps=60)
write("gammaincc", upper, [a, x], pairs[:-1], dps=400)
p = np.where(np.arange(len(a)) % 3 == 0, log_spread(1e-30, 1, len(a)), spread(0, 1, len(a)))
p[some_float32(p) >= 1] = 0.5


def quantile(a, p, f, sign):
    """The root in log x by bisection and secants, from SciPy's."""
    guess = (sp.gammaincinv if sign > 0 else sp.gammainccinv)(float(a), float(p))
    if guess < 1e-300:
        return mp.mpf(0)
    x = mp.mpf(float(guess))
    for _ in range(8):
        slope = mp.exp((a - 1) * mp.log(x) - x - mp.loggamma(a)) * sign
        step = (f(a, x) - p) / slope
        x -= step
        if abs(step) < mp.mpf(10) ** -25 * x:
            break
    return x


def inverse_scale(f):
    """What an error of p of an epsilon makes of x: x dp / (p dx) is small where the inverse is steep."""

    def of(a, p):
        x = quantile(a, p, *f)
        slope = x * mp.exp((a - 1) * mp.log(x) - x - mp.loggamma(a)) if x > 0 else 1
        return x * max(1, min(p, 1 - p) / slope) if x > 0 else 1e-300

    return of


keep = sp.gammaincinv(a, p) > 1e-35
write("gammaincinv", lambda a, p: quantile(a, p, lower, 1), [a[keep], p[keep]], [(1.0, 0.0), (1.0, 1.0), (0.0, 0.5), (-1.0, 0.5), (1.0, 1.5), (1.0, -0.5), (nan, 0.5), (1.0, nan)],
      scale=inverse_scale((lower, 1)), dps=60)
keep = sp.gammainccinv(a, p) > 1e-35
write("gammainccinv", lambda a, p: quantile(a, p, upper, -1), [a[keep], p[keep]], [(1.0, 0.0), (1.0, 1.0), (0.0, 0.5), (-1.0, 0.5), (1.0, 1.5), (1.0, -0.5), (nan, 0.5), (1.0, nan)],
      scale=inverse_scale((upper, -1)), dps=90)

# -- the incomplete beta function ------------------------------------------------------------------------------------------


def beta_lower(a, b, x):
    """By the series of positive terms (DLMF 8.17.8), from whichever end is nearer."""
    if x * (a + b + 2) > a + 1:
        return 1 - beta_lower(b, a, 1 - x)
    return mp.exp(a * mp.log(x) + b * mp.log1p(-x) - mp.log(mp.beta(a, b))) / a * mp.hyp2f1(a + b, 1, a + 1, x)


def beta_fits(a, b, x):
    """Where neither value underflows in float32."""
    v = sp.betainc(a, b, x)
    return (v > 1e-36) & (x > 0) & (x < 1)


a = np.concatenate([log_spread(1e-2, 60, 160), log_spread(1, 1e4, 100)])
b = np.concatenate([log_spread(1e-2, 60, 160), log_spread(1, 1e4, 100)])
mean, width = a / (a + b), np.sqrt(a * b / (a + b + 1)) / (a + b)
x = np.concatenate([spread(0, 1, 160), (mean + spread(-4, 4, 260) * width)[160:]])
keep = beta_fits(a, b, x)
pairs = [(1.0, 2.0, 0.0), (1.0, 2.0, 1.0), (0.0, 1.0, 0.5), (1.0, 0.0, 0.5), (-1.0, 1.0, 0.5), (1.0, 1.0, 1.5), (1.0, 1.0, -0.5), (inf, 1.0, 0.5), (1.0, inf, 0.5),
         (nan, 1.0, 0.5), (1.0, 1.0, nan)]
write("betainc", beta_lower, [a[keep], b[keep], x[keep]], pairs, dps=60)


def beta_place(a, b, p):
    x = mp.mpf(float(sp.betaincinv(float(a), float(b), float(p))))
    for _ in range(8):
        step = (beta_lower(a, b, x) - p) / mp.exp((a - 1) * mp.log(x) + (b - 1) * mp.log1p(-x) - mp.log(mp.beta(a, b)))
        x -= step
        if abs(step) < mp.mpf(10) ** -25 * x:
            break
    return x


def beta_place_scale(a, b, p):
    x = beta_place(a, b, p)
    slope = mp.exp(a * mp.log(x) + (b - 1) * mp.log1p(-x) - mp.log(mp.beta(a, b)))
    return x * max(1, min(p, 1 - p) / slope)


a, b = np.concatenate([spread(0.05, 3, 40), log_spread(0.3, 1e3, 100)]), np.concatenate([spread(0.05, 3, 40), log_spread(0.3, 1e3, 100)])
p = np.where(np.arange(140) % 3 == 0, log_spread(1e-20, 1, 140), spread(0.001, 0.999, 140))
x = sp.betaincinv(a, b, p)
keep = (x > 1e-30) & (x < 1 - 1e-7)
write("betaincinv", beta_place, [a[keep], b[keep], p[keep]], [(1.0, 2.0, 0.0), (1.0, 2.0, 1.0), (-1.0, 1.0, 0.5), (1.0, 1.0, 1.5), (nan, 1.0, 0.5), (1.0, 1.0, nan)],
      scale=beta_place_scale, dps=60)

# -- distributions ---------------------------------------------------------------------------------------------------------
count = 80
n = np.floor(np.concatenate([spread(1, 60, count // 2), log_spread(1, 3e3, count // 2)])) + 1
k = np.minimum(np.floor(n * spread(0, 1, count)), n - 1)
p = np.clip(k / n + spread(-3, 3, count) * np.sqrt(0.25 / n), 0.001, 0.999)
p[::5] = spread(0, 1, len(p[::5]))
fit = (sp.bdtr(k, n, p) > 1e-35) & (sp.bdtrc(k, n, p) > 1e-35)
k, n, p = k[fit], n[fit], p[fit]
pairs = [(-1.0, 5.0, 0.5), (5.0, 5.0, 0.5), (6.0, 5.0, 0.5), (0.0, 5.0, 0.25), (2.5, 5.0, 0.25), (2.0, 5.0, 1.5), (2.0, 5.0, -0.5), (2.0, 5.0, 0.0), (2.0, 5.0, 1.0), (2.0, 5.0, nan)]
write("bdtr", lambda k, n, p: beta_lower(n - k, k + 1, 1 - p), [k, n, p], pairs, dps=60)
write("bdtrc", lambda k, n, p: beta_lower(k + 1, n - k, p), [k, n, p], pairs, dps=60)
write("bdtri", lambda k, n, y: 1 - beta_place(n - k, k + 1, y), [k, n, p], [(-1.0, 5.0, 0.5), (6.0, 5.0, 0.5), (2.0, 5.0, 1.5), (2.0, 5.0, nan)], dps=60)
n = np.round(n - k + 1)
fit = (sp.nbdtr(k, n, p) > 1e-35) & (sp.nbdtrc(k, n, p) > 1e-35)
k, n, p = k[fit], n[fit], p[fit]
pairs = [(-1.0, 5.0, 0.5), (2.0, 5.0, 0.0), (2.0, 5.0, 1.0), (2.0, 5.0, 1.5), (2.0, 5.0, nan)]
write("nbdtr", lambda k, n, p: beta_lower(n, k + 1, p), [k, n, p], pairs, dps=60)
write("nbdtrc", lambda k, n, p: beta_lower(k + 1, n, 1 - p), [k, n, p], pairs, dps=60)
write("nbdtri", lambda k, n, y: beta_place(n, k + 1, y), [k, n, p], pairs, dps=60)
a, b = np.concatenate([spread(0.3, 10, 40), log_spread(1, 300, 40)]), np.concatenate([spread(0.3, 10, 40), log_spread(1, 300, 40)])
x = np.exp(spread(-2, 2, 80) / np.sqrt(np.minimum(a, b) / 2 + 1))
pairs = [(2.0, 3.0, 0.0), (2.0, 3.0, inf), (-1.0, 3.0, 1.0), (2.0, -3.0, 1.0), (2.0, 3.0, -1.0), (nan, 3.0, 1.0), (2.0, 3.0, nan)]
write("fdtr", lambda a, b, x: beta_lower(a / 2, b / 2, a * x / (b + a * x)), [a, b, x], pairs[:1] + pairs[2:], dps=60)
write("fdtrc", lambda a, b, x: beta_lower(b / 2, a / 2, b / (b + a * x)), [a, b, x], pairs[:1] + pairs[2:], dps=60)
p = spread(0.01, 0.99, 80)


def f_place(a, b, p):
    x = beta_place(a / 2, b / 2, p)
    return b * x / (a * (1 - x))


def f_place_scale(a, b, p):
    x = beta_place(a / 2, b / 2, p)
    slope = mp.exp(a / 2 * mp.log(x) + b / 2 * mp.log1p(-x) - mp.log(mp.beta(a / 2, b / 2)))
    return f_place(a, b, p) * max(1, min(p, 1 - p) / slope)


write("fdtri", f_place, [a, b, p], [(2.0, 3.0, 0.0), (-1.0, 3.0, 0.5), (2.0, 3.0, 1.5), (nan, 3.0, 0.5)], scale=f_place_scale, dps=60)
pairs = [(2.0, 3.0, 0.0), (2.0, 3.0, -1.0), (2.0, 3.0, inf), (2.0, -3.0, 1.0), (nan, 3.0, 1.0), (2.0, 3.0, nan)]
x = b / a * np.exp(spread(-2, 2, 80) / np.sqrt(b + 1))
write("gdtr", lambda a, b, x: lower(b, a * x), [a, b, x], pairs, dps=60)
write("gdtrc", lambda a, b, x: upper(b, a * x), [a, b, x], pairs, dps=90)
k, m = np.floor(log_spread(1, 1e3, 80)) - 1, log_spread(0.1, 10, 80)
m = (k + 1) * np.exp(spread(-2, 2, 80) / np.sqrt(k + 1))
pairs = [(-1.0, 1.0), (2.0, 0.0), (2.0, -1.0), (2.5, 1.0), (2.0, inf), (2.0, nan)]
write("pdtr", lambda k, m: upper(k + 1, m), [k, m], pairs, dps=90)
write("pdtrc", lambda k, m: lower(k + 1, m), [k, m], pairs, dps=60)
p = spread(0.01, 0.99, 80)
write("pdtri", lambda k, y: quantile(k + 1, y, upper, -1), [k, p], [(-1.0, 0.5), (2.0, 1.0), (2.0, 0.0), (2.0, 1.5), (2.0, nan)], dps=90)
v, x = log_spread(0.3, 1e3, 80), log_spread(0.1, 10, 80)
x = v * np.exp(spread(-2, 2, 80) / np.sqrt(v / 2))
pairs = [(2.0, 0.0), (2.0, -1.0), (2.0, inf), (-1.0, 1.0), (nan, 1.0), (2.0, nan)]
write("chdtr", lambda v, x: lower(v / 2, x / 2), [v, x], pairs, dps=60)
write("chdtrc", lambda v, x: upper(v / 2, x / 2), [v, x], pairs, dps=90)
write("chdtri", lambda v, y: 2 * quantile(v / 2, y, upper, -1), [v, p], [(2.0, 1.0), (2.0, 0.0), (2.0, 1.5), (2.0, -0.5), (-1.0, 0.5), (2.0, nan)], dps=90,
      scale=lambda v, y: 2 * inverse_scale((upper, -1))(v / 2, y))

# -- exponential and trigonometric integrals -------------------------------------------------------------------------------
line = np.concatenate([spread(0, 2, 50), spread(0, 60, 60), log_spread(1e-30, 1, 20), spread(60, 700, 20)])
write("exp1", mp.e1, [line], [*all_x, -1.0])
write("expi", mp.ei, [np.concatenate([line, -line[::3], 0.3725074107813666 + both(log_spread(1e-7, 0.1, 10))])], all_x)
write("expn", lambda n, x: mp.expint(n, x), [np.floor(np.concatenate([spread(0, 30, 80), log_spread(1, 1e4, 30)])), np.concatenate([spread(0, 1.2, 40), log_spread(1e-3, 300, 70)])],
      [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, inf), (-1.0, 1.0), (2.0, -1.0), (2.0, nan)], dps=300)
line = np.concatenate([spread(0, 4, 60), spread(4, 60, 70), log_spread(1e-30, 1, 20), log_spread(30, 1e6, 20)])
write("si", mp.si, [np.concatenate([line, -line[::5]])], all_x, scipy=lambda x: sp.sici(x)[0])
write("ci", mp.ci, [line], [*all_x, -1.0], scipy=lambda x: sp.sici(x)[1], scale=lambda x: 1 / x if x > 1 else 0)
line = np.concatenate([spread(0, 4, 60), spread(4, 60, 50), log_spread(1e-30, 1, 20), spread(60, 700, 20)])
write("shi", mp.shi, [np.concatenate([line, -line[::5]])], all_x, scipy=lambda x: sp.shichi(x)[0])
write("chi", mp.chi, [line], [*all_x, -1.0], scipy=lambda x: sp.shichi(x)[1])
line = np.concatenate([spread(-0.36, 3, 60), log_spread(1e-30, 1e30, 60), -0.36787944117144233 + log_spread(1e-6, 0.3, 30)])
write("lambertw", lambda x: mp.lambertw(x).real, [line], [0.0, -0.0, -0.5, inf, nan], scipy=lambda x: np.where(sp.lambertw(x).imag == 0, sp.lambertw(x).real, nan), scale=lambda x: mp.mpf(1) if x < -0.3 else 0)
line = np.concatenate([-log_spread(1e-30, 0.3, 50), -0.36787944117144233 + log_spread(1e-6, 0.3, 30)])
write("lambertw_lower", lambda x: mp.lambertw(x, -1).real, [line], [-0.5, 1.0, nan], scipy=lambda x: np.where(sp.lambertw(x, -1).imag == 0, sp.lambertw(x, -1).real, nan))

# -- elliptic integrals ----------------------------------------------------------------------------------------------------
m = np.concatenate([spread(0, 1, 60), -log_spread(1e-10, 1e6, 40), 1 - log_spread(1e-6, 0.5, 30)])
write("ellipk", mp.ellipk, [m], [0.0, 1.0, 1.5, -inf, nan])
write("ellipkm1", lambda p: mp.ellipk(1 - p), [np.concatenate([log_spread(1e-37, 1, 60), spread(0, 3, 40)])], [0.0, 1.0, -0.5, inf, nan], dps=60)
m = np.concatenate([spread(0, 1, 60), -log_spread(1e-6, 1e3, 40), 1 - log_spread(1e-6, 0.5, 30)])
phi = np.concatenate([spread(-1.57, 1.57, 80), spread(-20, 20, 50)])
rng.shuffle(phi)
pairs = [(0.0, 0.5), (0.5, 0.0), (0.5, 1.0), (2.0, 1.0), (0.5, 1.5), (inf, 0.5), (nan, 0.5), (0.5, nan), (0.5, -inf)]
write("ellipkinc", mp.ellipf, [phi, m], pairs)
write("ellipeinc", mp.ellipe, [phi, m], pairs)
u, m = np.concatenate([spread(-3, 3, 60), spread(-20, 20, 30)]), np.concatenate([spread(0, 1, 60), spread(0, 0.99, 30)])
pairs = [(0.5, 0.0), (0.5, 1.0), (0.5, 1.5), (0.5, -0.5), (nan, 0.5), (0.5, nan), (0.0, 0.5)]
for i, name in enumerate(("sn", "cn", "dn")):
    write(f"ellipj_{name}", lambda u, m, k=name: mp.ellipfun(k, u, m=m), [u, m], pairs, scipy=lambda u, m, i=i: sp.ellipj(u, m)[i], scale=lambda u, m: 1 + abs(u))

# -- Legendre functions ----------------------------------------------------------------------------------------------------


def legendre(m, v, x):
    z = (1 - x) / 2
    k = abs(int(m))
    value = (-1) ** k * mp.gammaprod([v + k + 1], [v - k + 1]) / (mp.mpf(2) ** k * mp.factorial(k)) * mp.sqrt(1 - x * x) ** k * mp.hyp2f1(k - v, k + v + 1, k + 1, z)
    return value if m >= 0 else (-1) ** k * value * mp.gammaprod([v - k + 1], [v + k + 1])


def legendre_scale(m, v, x):
    """The size of the wave: of the neighbouring degrees too."""
    return max(abs(legendre(m, v, x)), abs(legendre(m, v + 1, x)), abs(legendre(m, v + mp.mpf(1) / 2, x)))


m = np.floor(spread(-4, 8, 110))
v = np.concatenate([np.floor(spread(0, 40, 60)), spread(0, 30, 50)])
v = np.where(v % 1 == 0, np.maximum(v, abs(m)), v)
x = np.where(np.arange(110) < 60, spread(-1, 1, 110), spread(-0.8, 1, 110))
write("lpmv", legendre, [m, v, x], [(0.0, 2.0, 1.0), (0.0, 3.0, -1.0), (1.0, 3.0, 1.0), (5.0, 3.0, 0.5), (0.0, 2.0, nan), (nan, 2.0, 0.5), (1.0, -3.0, 0.5)], scale=legendre_scale, dps=60)
n, m, theta = np.floor(spread(0, 40, 80)), np.floor(spread(-40, 40, 80)), spread(0, 3.14, 80)
m = np.clip(m, -n, n)


def polar(n, m, theta):
    return mp.sqrt((2 * n + 1) / (4 * mp.pi) * mp.factorial(n - m) / mp.factorial(n + m)) * legendre(m, n, mp.cos(theta))


write("sph_legendre", polar, [n, m, theta], [(2.0, 3.0, 0.5), (2.0, 1.0, 0.0), (2.0, 1.0, nan)], scipy=lambda n, m, t: sp.sph_harm_y(n.astype(int), m.astype(int), t, 0).real,
      scale=lambda n, m, t: mp.sqrt((2 * n + 1) / (4 * mp.pi)) * mp.mpf("0.25"), dps=60)

# -- Wright's Bessel function ----------------------------------------------------------------------------------------------


def wright(a, b, x):
    total, k = mp.mpf(0), 0
    while True:
        term = x**k / mp.factorial(k) * mp.rgamma(a * k + b)
        total += term
        k += 1
        if k > 3 and term < total * mp.mpf(10) ** -25:
            return total


a = np.concatenate([spread(0, 2, 60), log_spread(1e-3, 10, 40)])
b = np.concatenate([spread(0, 3, 60), log_spread(1e-3, 100, 40)])
x = np.concatenate([spread(0, 10, 60), log_spread(1e-6, 60, 40)])
write("wright_bessel", wright, [a, b, x], [(0.0, 2.0, 3.0), (1.0, 2.0, 0.0), (1.0, 0.0, 2.0), (-1.0, 1.0, 1.0), (1.0, -1.0, 1.0), (1.0, 1.0, -1.0), (1.0, 1.0, inf), (nan, 1.0, 1.0),
                                           (1.0, nan, 1.0), (1.0, 1.0, nan)], dps=60)

# -- complex numbers -------------------------------------------------------------------------------------------------------
# Rows: the parts of z, then of loggamma(z), gamma(z), 1 / gamma(z) and psi(z).
if not scipy_out and (not names or "complex_gamma" in names):
    z = np.concatenate([spread(-12, 12, 60) + 1j * spread(-12, 12, 60), 1 + spread(-0.3, 1.3, 20) + 1j * spread(-0.3, 0.3, 20), both(log_spread(1, 100, 20)) + 1j * both(log_spread(1e-3, 100, 20))])
    columns = [z.real, z.imag]
    for f in (mp.loggamma, mp.gamma, mp.rgamma, mp.digamma):
        v = np.array([complex(f(mp.mpc(x))) for x in z])
        columns += [v.real, v.imag]
    np.save(OUT / "complex_gamma.npy", np.array(columns))

# -- the Kullback-Leibler divergence where powers of 2 are taken from the quotient, and where numbers are largest and least -
x = np.concatenate([spread(1, 2, 300), 2.0 ** spread(110, 127, 60), 2.0 ** spread(-146, -120, 60)])
wide = np.concatenate([2.0 ** spread(1000, 1023, 60), 2.0 ** spread(-1070, -1000, 60)])
y, y_wide = x * spread(0.3, 2.2, 420), wide * spread(0.3, 2.2, 120)
x, y = np.append(x, [3e-45, 1e38, 1e20]), np.append(y, [1e38, 1e30, 1e-44])
wide, y_wide = np.append(wide, [1e-320, 1e-310, 1e300, 1e307]), np.append(y_wide, [1e308, 1e-300, 1e-310, 1e308])
places = 3 * np.arange(len(wide))  # which are not made float32's
x, y = np.insert(x, places - np.arange(len(wide)), wide), np.insert(y, places - np.arange(len(wide)), y_wide)
write("kl_div_ranges", lambda x, y: x * mp.log(x / y) - x + y, [x, y], scipy=sp.kl_div, dps=60)

# -- binomials of fractions, up to where the factors are multiplied --------------------------------------------------------
n = np.append(spread(0, 24, 600), [13.762019337661194, 0, 0, 4.0882650079504872, 0, 0, 12.730645179748535])
n[n == 0] = 19.5
k = n * spread(0, 1, len(n))
k[-7], k[-4], k[-1] = 8.5910179108894873, 3.7612989992373174, 8.1072902679443359
write("binom_fractions", mp.binomial, [n, k], scipy=sp.binom)

# -- float32s that were worst of all, and those next to zeros, where a result in float32 needs its argument's last digits --
def float32s(*x):
    return [np.array(x, np.float32).astype(np.float64)]


def of_zeros(f, starts):
    """The float32 next to each zero, and those 1, 3 and 100 steps beside it."""
    found = []
    for start in starts:
        at = np.float32(float(mp.findroot(f, start)))
        found += [at + np.float32(k) * np.spacing(at) for k in (-100, -3, -1, 0, 1, 3, 100)]
    return found


far = [20.5, 131.7, 1358.7511, 15313.6, 99999.9, 100000.1, 1343696.88, 4.55934771e10, 7.61394495e11, 1.63157304e16, 4.34722833e26, 3.86458946e28, 1.23843e30, 3.3e38]
for name, f, scipy in (("j0", lambda x: mp.besselj(0, x), sp.j0), ("j1", lambda x: mp.besselj(1, x), sp.j1),
                       ("y0", lambda x: mp.bessely(0, x), sp.y0), ("y1", lambda x: mp.bessely(1, x), sp.y1)):
    zero = mp.besseljzero if name[0] == "j" else mp.besselyzero
    starts = [zero(int(name[1]), k) for k in (1, 2, 3, 4, 7, 19, 80, 500)]
    write(f"{name}_worst", f, float32s(*of_zeros(f, starts), 0.0832244605, 0.235602185, 0.65029484, 2.50760865, 2.9980919, 3.86936545, 7.42417288, *far), scipy=scipy, dps=120)
write("ci_worst", mp.ci, float32s(*of_zeros(mp.ci, [0.6165, 3.384, 6.427, 9.53, 12.63, 15.7, 31.45]), 1.50948846, 2.99031544, 5.63140869, 13.9, *far[:-3]), scipy=lambda x: sp.sici(x)[1], dps=120)
beside = [s + np.float32(k) * np.spacing(np.float32(s)) for s in (-2.0, -4.0, -16.0, -34.0, -60.0) for k in (-1, 1, 50)]
write("riemann_zeta_worst", mp.zeta, float32s(*beside, -0.947818696, -1.64675725, -2.06635761, -3.15471959, -5.91888142, -15.8379602, -18.0349197, -51.7351112, -66.0506973), scipy=sp.zeta, dps=80)
write("cosm1_worst", lambda x: mp.cos(x) - 1, float32s(-124960, 6.12779186e29, 4.5e15, 99999, 1e38), scipy=lambda x: np.cos(x) - 1, dps=120)
write("rgamma_worst", mp.rgamma, float32s(23.9028893, 3.0578208, 16.9417114, 30.8570023, 34.5682755), scipy=sp.rgamma)
write("expi_worst", mp.ei, float32s(2.02666187, 2.49273205, 2.51921511, 0.511212707), scipy=sp.expi)
write("chi_worst", mp.chi, float32s(0.331473947, 0.335075527, 0.760345161, 3.68937397), scipy=lambda x: sp.shichi(x)[1])
write("log_ndtr_worst", lambda x: mp.log(mp.ncdf(x)) if x < 0 else mp.log1p(-mp.ncdf(-x)), float32s(-0.024108164, -0.00749696745, 0.825654209, 0.821887612, 13.9, -1.04246223), scipy=sp.log_ndtr, dps=60)
