#!/usr/bin/env python3
"""Writes include/fuse/special/tables.hpp: the polynomials of cp::special, for float64 and for float32.

Each is the Chebyshev expansion of a function, by mpmath at Chebyshev's points, cut off where what is left is below 2^-56 of
the function (2^-27 for float32), and written in powers of an argument that goes from -1 to 1. The dtypes that `centred` lacks get
powers of the argument itself: for series of which little cancels.
"""
import pathlib
import subprocess

import mpmath as mp
import numpy as np

mp.mp.dps = 45
OUT = pathlib.Path(__file__).resolve().parent.parent / "include" / "fuse" / "special" / "tables.hpp"
lines = []
infinity = mp.mpf("1e60")


def rounded(x, kind):
    return mp.mpf(float(np.float32(float(x)))) if kind == "float" else mp.mpf(float(x))


def expansion(f, middle, half, nodes):
    """Chebyshev coefficients, and the least magnitude at the points."""
    points = [mp.cos(mp.pi * (2 * i + 1) / (2 * nodes)) for i in range(nodes)]
    values = [f(middle + half * u) for u in points]
    c = [2 * mp.fsum(v * mp.cos(mp.pi * j * (2 * i + 1) / (2 * nodes)) for i, v in enumerate(values)) / nodes for j in range(nodes)]
    c[0] /= 2
    return c, min(map(abs, values)), max(map(abs, values))


def powers(c):
    """A Chebyshev expansion in powers."""
    before, last = [mp.mpf(1)], [mp.mpf(0), mp.mpf(1)]
    total = [mp.mpf(0)] * len(c)
    for j, k in enumerate(c):
        t = before if j == 0 else last
        for i, v in enumerate(t):
            total[i] += k * v
        if j > 0:
            following = [mp.mpf(0)] + [2 * v for v in last]
            for i, v in enumerate(before):
                following[i] -= v
            before, last = last, following
    return total


def shifted(p, middle, half):
    """p((x - middle) / half) in powers of x."""
    total = [mp.mpf(0)] * len(p)
    power = [mp.mpf(1)]
    for k in p:
        for i, v in enumerate(power):
            total[i] += k * v
        following = [mp.mpf(0)] * (len(power) + 1)
        for i, v in enumerate(power):
            following[i] -= v * middle / half
            following[i + 1] += v / half
        power = following
    return total


def literal(x, kind):
    return f"{float(np.float32(float(x))):.9g}f" if kind == "float" else f"{float(x):.17g}"


def number(x, kind):
    text = literal(x, kind)
    digits = text.rstrip("f")
    if "." not in digits and "e" not in digits and "inf" not in digits:
        digits += ".0"
    return digits + ("f" if kind == "float" else "")


def steps(k, name, kind):
    """Horner's steps of a polynomial in s."""
    return [f"  {name} = {name} * s + {number(x, kind)};" for x in reversed(k[:-1])]


def table(name, doc, f, low, high, relative=True, centred=("double", "float"), high_float=None, low_float=None, nodes=64, slack=0, split=False, only_float=False):
    """Two overloads of `name`, the polynomial that is f on [low, high]; `split`: a third that has float32's in two parts."""
    lines.append(f"/// {doc}")
    for kind, bits in (("double", 56 - slack), ("float", 28 - slack))[only_float:]:
        a = mp.mpf(low_float if kind == "float" and low_float is not None else low)
        b = mp.mpf(high_float if kind == "float" and high_float is not None else high)
        middle = rounded((a + b) / 2, kind)
        inverse = rounded(2 / (b - a), kind)
        half = 1 / inverse
        c, least, most = expansion(f, middle, half, nodes)
        scale = least if relative else most
        n = len(c)
        while n > 1 and mp.fsum(map(abs, c[n - 1:])) < scale * mp.mpf(2) ** -bits:
            n -= 1
        p = powers(c[:n])
        if kind not in centred:
            p = shifted(p, middle, half)
        print(f"{name:24} {kind:7} degree {n - 1:3}  sum/least {float(mp.fsum(map(abs, p)) / least) if kind in centred else 1:8.2f}"
              f"  {'UNCONVERGED' if n > nodes - 6 else ''}", flush=True)
        zero = abs(middle) < 1e-30
        scaled = "x" if zero and inverse == 1 else f"x * {number(inverse, kind)}" if zero else f"(x - {number(middle, kind)}) * {number(inverse, kind)}"
        if kind == "double":
            # the highest power first: even ones, odd ones; or all, where they are of the argument itself
            order = [*reversed(p[0::2]), *reversed(p[1::2])] if kind in centred else list(reversed(p))
            lines.append(f"FUSE_COEFFICIENTS({name}, {', '.join(number(k, kind) for k in order)});")
            lines.append(f"template <real T>\nFUSE_HD T {name}(T x) {{\n  if constexpr (sizeof(T) > 4) {{")
            lines.append(f"    return {'centred' if kind in centred else 'plain'}(FUSE_COEFFICIENTS_OF({name}), {scaled if kind in centred else 'x'});")
            lines.append("  } else {")
            continue
        if only_float:
            lines.append(f"FUSE_HD float {name}(float x) {{")
        if kind not in centred:
            # the square's rounding would count as often as there are powers of it
            lines.append(f"  {kind} y = {number(p[-1], kind)};")
            lines.extend(f"  y = y * x + {number(k, kind)};" for k in reversed(p[:-1]))
            lines.append("  return y;")
        elif n < 3:
            lines.append("  static_cast<void>(x);" if n == 1 else f"  {kind} const u = {scaled};")
            lines.append(f"  return {number(p[0], kind)}" + (f" + u * {number(p[1], kind)}" if n > 1 else "") + ";")
        else:
            lines.append(f"  {kind} const u = {scaled}, s = u * u;")
            even, odd = p[0::2], p[1::2]
            lines.append(f"  {kind} even = {number(even[-1], kind)}, odd = {number(odd[-1], kind)};")
            lines.extend(steps(even, "even", kind) + steps(odd, "odd", kind))
            lines.append("  return even + u * odd;")
        lines.append("}" if only_float else "  }\n}")
        if split:
            first = float(np.float32(float(p[0])))
            lines.append(f"FUSE_HD float_and_rest {name}_in_parts(float x) {{")
            lines.append(f"  float const u = {scaled}, s = u * u;")
            lines.append(f"  float even = {number(p[0::2][-1], kind)}, odd = {number(p[1::2][-1], kind)};")
            lines.extend(steps([mp.mpf(0), *p[0::2][1:]], "even", kind)[:-1] + steps(p[1::2], "odd", kind))
            lines.append(f"  return float_and_rest({number(p[0], kind)}, even * s + (u * odd + {number(p[0] - mp.mpf(first), kind)}));")
            lines.append("}")
    lines.append("")


def from_zero(name, doc, zero):
    """x less a zero, which is in two parts: near it all digits of the difference are right."""
    lines.append(f"/// x less {doc}, {mp.nstr(zero, 8)}.\ntemplate <real T>\nFUSE_HD T {name}(T x) {{\n  if constexpr (sizeof(T) > 4) {{")
    for kind in ("double", "float"):
        first = rounded(zero, kind)
        lines.append(f"    return (x - {number(first, kind)}) - {number(zero - first, kind)};")
        lines.append("  } else {" if kind == "double" else "  }\n}")
    lines.append("")


def from_two_zeros(name, doc, one, other):
    """The product of two distances from zeros, likewise, rounded once."""
    lines.append(f"/// The product of x less {doc}, {mp.nstr(one, 8)} and {mp.nstr(other, 8)}.\ntemplate <real T>\nFUSE_HD T {name}(T x) {{\n  if constexpr (sizeof(T) > 4) {{")
    for kind in ("double", "float"):
        a, b = ((number(rounded(z, kind), kind), number(z - rounded(z, kind), kind)) for z in (one, other))
        less = f"{a[1]} * other + {b[1]} * one"
        lines.append(f"    T const one = x - {a[0]}, other = x - {b[0]};")
        lines.append(f"    return one * other - ({less});\n  }} else {{" if kind == "double" else f"    return formulas::product_less(one, other, {less});\n  }}\n}}")
    lines.append("")


def square_from_zero(name, doc, zero):
    """x^2 less a zero's square, likewise."""
    lines.append(f"/// x^2 less the square of {doc}, {mp.nstr(zero, 8)}.\ntemplate <real T>\nFUSE_HD T {name}(T x) {{\n  if constexpr (sizeof(T) > 4) {{")
    for kind in ("double", "float"):
        square, first = rounded(zero * zero, kind), rounded(zero, kind)
        if kind == "double":  # of packs without fused multiply-adds the square would be two products
            lines.append(f"    if constexpr (formulas::is_pack<T>)\n      return ((x - {number(first, kind)}) - {number(zero - first, kind)}) * (x + {number(first, kind)});")
        lines.append(("    else\n  " if kind == "double" else "") + f"    return formulas::product_less(x, x, {number(square, kind)}) - {number(zero * zero - square, kind)};")
        lines.append("  } else {" if kind == "double" else "  }\n}")
    lines.append("")


def part(name):
    lines.append(f"// -- {name} {'-' * (113 - len(name))}")
    lines.append("")




# -- the error function ----------------------------------------------------------------------------------------------------
part("the error function")


def erfcx(x):
    return mp.exp(x * x) * mp.erfc(x) if x < 40 else mp.nsum(lambda k: 0, [0, 0]) + mp.hyperu(mp.mpf(1) / 2, mp.mpf(1) / 2, x * x) / mp.sqrt(mp.pi)


def by_quotient(f, k):
    return lambda t: f(k * (1 + t) / (1 - t))


table("erfcx", "(x + 7/8) e^(x^2) erfc x of t = (x - 3.75) / (x + 3.75), x from 0 on.",
      by_quotient(lambda x: (x + mp.mpf(7) / 8) * erfcx(x), mp.mpf("3.75")), -1, 1, split=True)


table("normal_tail", "(x + 5/4) e^(x^2 / 2) times the normal distribution's tail beyond x, of t = (x - 5.25) / (x + 5.25), x from 0 on.",
      by_quotient(lambda x: (x + mp.mpf(5) / 4) * erfcx(x / mp.sqrt(2)) / 2, mp.mpf("5.25")), -1, 1, split=True, only_float=True)
table("log_complement_rest", "-(log(1 - x) + x) / x^2 for x up to 1/2.", lambda x: -(mp.log1p(-x) + x) / x**2 if x > mp.mpf(10) ** -14 else mp.mpf(1) / 2 + x / 3,
      0, mp.mpf("0.5005"), centred=(), slack=2, only_float=True)


def inverse_of_log(w):
    """erfinv(x) / x of w = -log(1 - x^2)."""
    if w < mp.mpf(10) ** -25:
        return mp.sqrt(mp.pi) / 2
    if w < 8:
        x = mp.sqrt(-mp.expm1(-w))
        return mp.erfinv(x) / x
    q = mp.exp(-w) / (1 + mp.sqrt(-mp.expm1(-w)))  # 1 - x
    s = mp.sqrt(-mp.log(q))
    y = s - mp.log(s * mp.sqrt(mp.pi)) / (2 * s)
    for _ in range(60):
        e = mp.erfc(y)
        step = mp.log(e / q) * e / (2 / mp.sqrt(mp.pi) * mp.exp(-y * y))
        y += step
        if abs(step) < mp.mpf(10) ** -40 * y:
            break
    return y / (1 - q)


for name, low, high, low_float, high_float, where in (("tail", "6.1", "2.5", "4.1", "2.2", "s from 2.5 to 6.1 (float32: 2.2 to 4.1)"),
                                                      ("far", "27.4", "6.1", "10.2", "4.1", "s from 6.1 to 27.4 (float32: 4.1 to 10.2)")):
    if name == "tail":
        table("erfinv_centre", "erfinv(x) / x of w = -log(1 - x^2) up to 6.25 (float32: 5).", inverse_of_log, 0, mp.mpf("6.25"), high_float=5,
              centred=("double",))
    table(f"erfinv_{name}", f"erfinv(x) / x s of 1 / s, s^2 = -log(1 - x^2), for {where}.", lambda r: inverse_of_log(1 / r**2) * r,
          1 / mp.mpf(low), 1 / mp.mpf(high), low_float=1 / mp.mpf(low_float), high_float=1 / mp.mpf(high_float), split=True)


def atanh_rest(z):
    s = mp.sqrt(z)
    return 2 * (mp.atanh(s) / s - 1) / z if z > mp.mpf(10) ** -14 else mp.mpf(2) / 3 + 2 * z / 5


table("atanh_rest", "2 (atanh(s) / s - 1) / s^2 of s^2 for |s| up to 0.2.", atanh_rest, 0, mp.mpf("0.0401"), centred=(), slack=5)
table("atanh_to_third", "(atanh(s) / s - 1) / s^2 of s^2 for s up to 1/3.", lambda z: atanh_rest(z) / 2, 0, mp.mpf("0.1112"), centred=(), slack=3)
table("log1pmx", "(log(1 + x) - x) / x^2 for x from -0.4 to 0.6.",
      lambda x: (mp.log1p(x) - x) / x**2 if abs(x) > 1e-12 else -mp.mpf(1) / 2 + x / 3 - x * x / 4, mp.mpf("-0.4"), mp.mpf("0.6"))

# -- the gamma function ----------------------------------------------------------------------------------------------------
part("the gamma function")
root = mp.findroot(mp.digamma, mp.mpf("1.4616321449683623412626595423"))
print("psi's root:", float(root), float(root - mp.mpf(float(root))), float(np.float32(float(root))), float(root - mp.mpf(float(np.float32(float(root))))))
table("psi_centre", "psi(x) / (x - x0) for x from 1 to 2, x0 psi's zero.",
      lambda x: mp.digamma(x) / (x - root) if abs(x - root) > mp.mpf(10) ** -20 else mp.psi(1, root), 1, 2)


def psi_rest(w):
    if w < mp.mpf(10) ** -40:
        return mp.mpf(1) / 12
    x = 1 / mp.sqrt(w)
    return (mp.log(x) - 1 / (2 * x) - mp.digamma(x)) / w if x < 1e5 else mp.mpf(1) / 12 - w / 120 + w**2 / 252


def stirling(w):
    if w < mp.mpf(10) ** -12:
        return mp.mpf(1) / 12 - w / 360 + w**2 / 1260 - w**3 / 1680
    x = 1 / mp.sqrt(w)
    with mp.workdps(70):
        return (mp.loggamma(x) - (x - mp.mpf(1) / 2) * mp.log(x) + x - mp.log(2 * mp.pi) / 2) * x


table("psi_far", "(log x - 1 / 2x - psi(x)) x^2 of 1 / x^2 for x from 2 on (DLMF 5.11.2).", psi_rest, 0, mp.mpf(1) / 4)
table("stirling", "x times Stirling's remainder, log gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2, of 1 / x^2 for x from 3 on\n"
      "/// (DLMF 5.11.1).", stirling, 0, mp.mpf(1) / 9)
table("rgamma", "1 / gamma(x) for x from 1 to 2.", mp.rgamma, 1, 2, split=True)
table("rgamma1p", "1 / gamma(1 + x) for x from 0 to 1.", lambda x: mp.rgamma(1 + x), 0, 1)
table("lgamma1p", "log gamma(1 + x) / x for x from -0.5 to 0.5.",
      lambda x: mp.loggamma(1 + x) / x if abs(x) > mp.mpf(10) ** -15 else -mp.euler + x * mp.zeta(2) / 2 - x * x * mp.zeta(3) / 3,
      mp.mpf("-0.5"), mp.mpf("0.5"), nodes=72)
table("lgamma2p", "log gamma(2 + x) / x for x from -0.5 to 1.",
      lambda x: mp.loggamma(2 + x) / x if abs(x) > mp.mpf(10) ** -15 else mp.digamma(2) + x * mp.psi(1, 2) / 2,
      mp.mpf("-0.5"), mp.mpf(1))


def zeta_near(s):
    return (s - 1) * (mp.zeta(s) - 1) if abs(s - 1) > mp.mpf(10) ** -15 else 1 + (mp.euler - 1) * (s - 1)


table("zeta_low", "(s - 1) (zeta(s) - 1) for s from 0 to 4.", zeta_near, 0, 4)
table("zeta_middle", "2^s (zeta(s) - 1) for s from 4 to 12.", lambda s: mp.mpf(2) ** s * (mp.zeta(s) - 1), 4, 12)


def zeta_by_zeros(s):
    """(s - 1) zeta(s) / ((s + 2) (s + 4))"""
    near = mp.mpf(10) ** -15
    if abs(s - 1) < near:
        return (1 + mp.euler * (s - 1)) / ((s + 2) * (s + 4))
    return (s - 1) / (s + 4) * (mp.zeta(s) / (s + 2) if abs(s + 2) > near else mp.zeta(-2, derivative=1))


table("zeta_least", "(s - 1) zeta(s) / ((s + 2) (s + 4)) for s from -2 to 1.", zeta_by_zeros, -2, 1, split=True)
table("zeta_high", "2^s (zeta(s) - 1) for s from 12 to 40 (float32: 20).", lambda s: mp.mpf(2) ** s * (mp.zeta(s) - 1), 12, 40, high_float=20, nodes=96)

# -- sine and cosine -------------------------------------------------------------------------------------------------------
part("sine and cosine")
table("sine_rest", "(sin(x) / x - 1) / x^2 of x^2 for x up to 0.95.",
      lambda w: (mp.sin(mp.sqrt(w)) / mp.sqrt(w) - 1) / w if w > mp.mpf(10) ** -14 else -mp.mpf(1) / 6 + w / 120, 0, mp.mpf("0.9"), centred=(), slack=3, only_float=True)
table("cosine_rest", "(cos(x) - 1) / x^2 of x^2 for x up to 0.95.",
      lambda w: (mp.cos(mp.sqrt(w)) - 1) / w if w > mp.mpf(10) ** -14 else -mp.mpf(1) / 2 + w / 24, 0, mp.mpf("0.9"), centred=(), slack=1, only_float=True)

# -- Bessel functions ------------------------------------------------------------------------------------------------------
part("Bessel functions")
def by_zeros(f, slope, zeros):
    """f(x) by the product of its distances from simple zeros, of which the slope is known."""

    def quotient(x):
        near = [z for z in zeros if abs(x - z) < mp.mpf(10) ** -18]
        others = mp.fprod(x - z for z in zeros if z not in near)
        return slope(near[0]) / others if near else f(x) / others

    return quotient


def table_by_zeros(name, doc, of, f, zeros, low, high, only_float=False):
    """A function by its distances from two or three zeros and what is left, of which float32's rounding is made up for."""
    from_two_zeros(f"from_{name}_zeros", f"two zeros of {of}", *zeros[:2])
    for z in zeros[2:]:
        from_zero(f"from_{name}_last", f"a zero of {of}", z)
    table(f"{name}_rest", f"{doc} by its distances from {('two', 'three')[len(zeros) - 2]} zeros there or beside, for x from {low:g} to {high:g}.",
          f, low, high, split=True, only_float=only_float)
    distances = f"from_{name}_zeros(x)" + (f" * from_{name}_last(x)" if zeros[2:] else "")
    lines.append(f"/// {doc} for x from {low:g} to {high:g}.")
    if only_float:
        lines.append(f"FUSE_HD float {name}(float x) {{ return {distances} * {name}_rest_in_parts(x); }}\n")
    else:
        lines.append(f"template <real T>\nFUSE_HD T {name}(T x) {{\n  if constexpr (sizeof(T) > 4)\n    return {distances} * {name}_rest(x);\n  else\n"
                     f"    return {distances} * {name}_rest_in_parts(x);\n}}\n")


for n in (0, 1):
    j = [None, *(mp.besseljzero(n, k) for k in range(1, 5))]
    y = [None, *(mp.besselyzero(n, k) for k in range(1, 6))]
    for letter, zeros in (("j", j), ("y", y)):
        square_from_zero(f"square_from_{letter}{n}_zero1", f"{letter.upper()}{n}'s first zero", zeros[1])
        if letter == "y":
            from_zero(f"from_y{n}_zero1", f"Y{n}'s first zero", zeros[1])

    def near(w, n=n, z=j[1]):
        if abs(w - z * z) < mp.mpf(10) ** -20:
            w += mp.mpf(10) ** -18
        x = mp.sqrt(w)
        return mp.besselj(n, x) / x**n / (w - z * z) if w > mp.mpf(10) ** -20 else -mp.mpf(1) / (2**n * z * z)

    table(f"j{n}_near", f"J{n}(x) / (x^{n} (x^2 - z^2)) of x^2 for x up to {4 - n / 2:g}, z the first zero.", near, 0, (4 - mp.mpf(n) / 2) ** 2, split=n == 0)

    def between(letter, n, low, high, zeros):
        f = mp.besselj if letter == "j" else mp.bessely
        inside = [z for z in zeros[1:] if low - 1.5 <= z <= high + 1.5]
        upper = letter.upper()
        table_by_zeros(f"{letter}{n}_{'far' if low == 7.5 else 'middle'}", f"{upper}{n}(x)", upper + str(n), by_zeros(lambda x: f(n, x), lambda x: f(n, x, 1), inside), inside, low, high)

    for low, high in ((4 - n / 2, 7.5), (7.5, 12)):
        between("j", n, low, high, j)

    def y_near(w, n=n, z=y[1]):
        if abs(w - z * z) < mp.mpf(10) ** -20:
            w += mp.mpf(10) ** -18
        x = mp.sqrt(w) if w > mp.mpf(10) ** -12 else mp.mpf(10) ** -6
        v = mp.bessely(n, x) - 2 / mp.pi * mp.log(x / z) * mp.besselj(n, x)
        return v * x**n / (x * x - z * z)

    table(f"y{n}_near", f"(Y{n}(x) - 2 / pi log(x / z) J{n}(x))" + ("" if n == 0 else " x") + f" / (x^2 - z^2) of x^2 for x up to {2.75 + 1.25 * n:g}, z the first zero.",
          y_near, 0, (2.75 + 1.25 * n) ** 2, split=True)
    for low, high in ((2.75 + 1.25 * n, 7.5), (7.5, 12)):
        between("y", n, low, high, y)

    def wave(w, n, which):
        if w < mp.mpf(10) ** -14:
            mu = 4 * n * n
            return 1 - w * (mu - 1) * (mu - 9) / 128 if which == 0 else mp.mpf(mu - 1) / 8 * (1 - w * (mu - 9) * (mu - 25) / 384)
        x = 1 / mp.sqrt(w)
        with mp.workdps(60):
            chi = x - (2 * n + 1) * mp.pi / 4
            j, y, c, s = mp.besselj(n, x), mp.bessely(n, x), mp.cos(chi), mp.sin(chi)
            root = mp.sqrt(mp.pi * x / 2)
            return root * (j * c + y * s) if which == 0 else root * (y * c - j * s) * x

    table(f"p{n}", f"P({n}, x) of 1 / x^2 for x from 12 on (DLMF 10.17.3).", lambda w, n=n: wave(w, n, 0), 0, mp.mpf(1) / 144)
    table(f"q{n}", f"x Q({n}, x) of 1 / x^2 for x from 12 on (DLMF 10.17.3).", lambda w, n=n: wave(w, n, 1), 0, mp.mpf(1) / 144)

    def polar(w, n, which):
        """sqrt(pi x / 2) times the modulus, or the phase less x - (2n + 1) pi / 4 and its first term (DLMF 10.18)."""
        if w < mp.mpf(10) ** -14:
            mu = 4 * n * n
            return 1 + w * (mu - 1) / 16 if which == 0 else mp.mpf((mu - 1) * (mu - 25)) / 384
        p, q = wave(w, n, 0), mp.sqrt(w) * wave(w, n, 1)
        return mp.sqrt(p * p + q * q) if which == 0 else (mp.atan2(q, p) / mp.sqrt(w) - mp.mpf(4 * n * n - 1) / 8) / w

    table(f"modulus{n}", f"sqrt(x) times J{n}(x)'s and Y{n}(x)'s modulus, of 1 / x^2 for x from 12 on (DLMF 10.18.17).", lambda w, n=n: polar(w, n, 0) * mp.sqrt(2 / mp.pi),
          0, mp.mpf(1) / 144, only_float=True)
    table(f"phase{n}", f"x^3 times their phase less x - {'' if n == 0 else '3 '}pi / 4 {'+ 1' if n == 0 else '- 3'} / 8x, of 1 / x^2 for x from 12 on (DLMF 10.18.18).",
          lambda w, n=n: polar(w, n, 1), 0, mp.mpf(1) / 144, only_float=True, slack=-4, split=True)

    def i_near(w, n=n):
        x = mp.sqrt(w)
        return mp.besseli(n, x) / x**n if w > mp.mpf(10) ** -20 else mp.mpf(1) / 2**n

    table(f"i{n}_near", f"I{n}(x) / x^{n} of x^2 for x up to 12 (float32: 6).", i_near, 0, 144, high_float=36, centred=())
    table(f"i{n}_far", f"sqrt(x) e^-x I{n}(x) of 1 / x for x from 12 (float32: 6) on.",
          lambda r, n=n: mp.exp(-1 / r) * mp.besseli(n, 1 / r) / mp.sqrt(r) if r > mp.mpf(1) / 300 else
          (1 - mp.mpf(4 * n * n - 1) / 8 * r + mp.mpf((4 * n * n - 1) * (4 * n * n - 9)) / 128 * r**2 - mp.mpf((4 * n * n - 1) * (4 * n * n - 9) * (4 * n * n - 25)) / 3072 * r**3
           + mp.fsum(mp.fprod(mp.mpf(-(4 * n * n - (2 * j - 1) ** 2)) for j in range(1, k + 1)) / (mp.factorial(k) * mp.mpf(8) ** k) * r**k for k in range(4, 16))) / mp.sqrt(2 * mp.pi),
          0, mp.mpf(1) / 12, high_float=mp.mpf(1) / 6, split=True)

    table(f"i{n}_low", ("(I0(x) - 1) / x^2" if n == 0 else "I1(x) / x") + " of x^2 for x up to 1 (float32: 1/2).",
          lambda w, n=n: mp.hyp1f2(1, 2, 2, w / 4) / 4 if n == 0 else mp.hyp0f1(2, w / 4) / 2, 0, 1, high_float=mp.mpf(1) / 4, centred=(),
          slack=2 if n == 0 else 0)

    def k_near(w, n=n):
        x = mp.sqrt(w) if w > mp.mpf(10) ** -12 else mp.mpf(10) ** -6
        v = mp.besselk(n, x) - (-1) ** (n + 1) * mp.log(x / 2) * mp.besseli(n, x)
        return v if n == 0 else (v - 1 / x) / x

    table(f"k{n}_near", (f"K0(x) + log(x / 2) I0(x)" if n == 0 else "(K1(x) - log(x / 2) I1(x) - 1 / x) / x") + " of x^2 for x up to 1 (float32: 1/2).", k_near, 0, 1, high_float=mp.mpf(1) / 4)
    table(f"k{n}_far", f"sqrt(x) e^x K{n}(x) of (x - 2) / (x + 2) for x from 1 (float32: 1/2) on.",
          by_quotient(lambda x, n=n: mp.sqrt(x) * mp.exp(x) * mp.besselk(n, x) if x < 1e4 else
                      mp.sqrt(mp.pi / 2) * (1 + mp.mpf(4 * n * n - 1) / (8 * x) + mp.mpf((4 * n * n - 1) * (4 * n * n - 9)) / (128 * x * x) + mp.mpf((4 * n * n - 1) * (4 * n * n - 9) * (4 * n * n - 25)) / (3072 * x**3)), mp.mpf(2)), -mp.mpf(1) / 3, 1, nodes=80, low_float=mp.mpf("-0.6"), split=True)

# -- the incomplete gamma function -----------------------------------------------------------------------------------------
part("the incomplete gamma function")
# Temme's C_k(eta) (DLMF 8.12.7 to 8.12.12) as series: mu mu' = eta (1 + mu) gives mu(eta), C_0 = 1 / mu - 1 / eta, and
# C_k = C_(k-1)' / eta - g / mu with the g that takes the pole away.
terms = 90
mu = [mp.mpf(0), mp.mpf(1)]
for n in range(2, terms):  # the coefficient of eta^n in mu mu' = eta + eta mu
    inner = mp.fsum(mu[i] * (n + 1 - i) * mu[n + 1 - i] for i in range(2, n)) if n > 2 else mp.mpf(0)
    mu.append((mu[n - 1] - inner) / (n + 1))
inverse = [mp.mpf(1)]  # eta / mu
for n in range(1, terms - 1):
    inverse.append(-mp.fsum(mu[i + 1] * inverse[n - i] for i in range(1, n + 1)))
temme = [inverse[1:]]
for k in range(1, 9):
    slope_of = [(i + 1) * c for i, c in enumerate(temme[-1][1:])]
    temme.append([slope_of[i + 1] - slope_of[0] * inverse[i + 1] for i in range(min(len(slope_of), len(inverse)) - 1)])
for k, c in enumerate(temme):
    table(f"temme{k}", f"Temme's C({k}, eta) (DLMF 8.12.10) for eta from -0.5 to 0.5.", lambda e, c=c: mp.polyval(c[::-1], e), mp.mpf("-0.5"), mp.mpf("0.5"),
          relative=False, nodes=40, slack=max(0, 5 * k))

# -- exponential and trigonometric integrals -------------------------------------------------------------------------------
part("exponential and trigonometric integrals")


def split_number(name, v):
    single = float(np.float32(float(v)))
    print(f"{name} {float(v)!r} {float(v - mp.mpf(float(v)))!r}; float32 {single!r} {float(v - mp.mpf(single))!r}")


def entire(f, at, x):
    """f by its values around a removable singularity."""
    return f(x) if abs(x - at) > mp.mpf(10) ** -18 else (f(at + mp.mpf(10) ** -17) + f(at - mp.mpf(10) ** -17)) / 2


def cosm1(w):
    x = mp.sqrt(w)
    return (mp.cos(x) - 1) / w if w > mp.mpf(10) ** -12 else -mp.mpf(1) / 2 + w / 24


table("cosm1", "(cos(x) - 1) / x^2 of x^2 for x up to 3.1416.", cosm1, 0, mp.mpf("9.87"))
table("e1_near", "(E1(x) + log x + gamma) / x for x up to 0.5.", lambda x: (mp.e1(x) + mp.log(x) + mp.euler) / x if x > mp.mpf(10) ** -15 else 1 - x / 4, 0, 0.5)
table("e1_far", "(x + 1/2) e^x E1(x) of (x - 2) / (x + 2) for x from 0.5 on.",
      by_quotient(lambda x: (x + mp.mpf(1) / 2) * mp.exp(x) * mp.e1(x) if x < 1e4 else
                  (1 - 1 / x + 2 / x**2 - 6 / x**3 + 24 / x**4) * (1 + 1 / (2 * x)), mp.mpf(2)), mp.mpf("-0.6"), 1, nodes=80)
root = mp.findroot(mp.ei, mp.mpf("0.37"))
split_number("Ei's zero", root)
for name, low, high in (("ei_near", 0, 3), ("ei_low", 3, 6)):
    table(name, f"(Ei(x) - log(x / x0)) / (x - x0) for x from {low} to {high}, x0 Ei's zero.",
          lambda x, r=root: entire(lambda v: (mp.ei(v) - mp.log(v / r)) / (v - r) if v > mp.mpf(10) ** -25 else (mp.euler + mp.log(r)) / (v - r), r, x), low, high, split=low == 3)


def ei_far(r):
    if r > mp.mpf(1) / 100:
        return mp.exp(-1 / r) * mp.ei(1 / r) / r
    return mp.fsum(mp.factorial(k) * r**k for k in range(40))


table("ei_middle", "x e^-x Ei(x) of 1 / x for x from 6 to 16.", ei_far, mp.mpf(1) / 16, mp.mpf(1) / 6, split=True)
table("ei_far", "x e^-x Ei(x) of 1 / x for x from 16 to 48.", ei_far, mp.mpf(1) / 48, mp.mpf(1) / 16, split=True)
table("ei_last", "x e^-x Ei(x) of 1 / x for x from 48 on.", ei_far, 0, mp.mpf(1) / 48, split=True)
table("si_near", "Si(x) / x of x^2 for x up to 4.", lambda w: mp.si(mp.sqrt(w)) / mp.sqrt(w) if w > mp.mpf(10) ** -30 else 1 - w / 18, 0, 16)
root = mp.findroot(mp.ci, mp.mpf("0.6165"))
split_number("Ci's zero", root)
table("ci_near", "(Ci(x) - log(x / x0)) / (x^2 - x0^2) of x^2 for x up to 4, x0 Ci's first zero.",
      lambda w, r=root: entire(lambda v: (mp.ci(mp.sqrt(v)) - mp.log(mp.sqrt(v) / r)) / (v - r * r) if v > mp.mpf(10) ** -30 else (mp.euler + mp.log(r)) / (v - r * r), r * r, w),
      0, 16)


square_from_zero("square_from_ci_zero1", "Ci's first zero", root)
zeros = [mp.findroot(mp.ci, mp.mpf(x)) for x in ("3.38", "6.43", "9.53", "12.6")]
for place, low, high, inside in (("middle", 1.5, 5.25, zeros[:2]), ("far", 5.25, 11, zeros[1:])):
    table_by_zeros(f"ci_{place}", "Ci(x)", "Ci", by_zeros(mp.ci, lambda x: mp.cos(x) / x, inside), inside, low, high, only_float=True)


def auxiliary(w, which):
    """x f(x) and x^2 g(x) (DLMF 6.2.17)."""
    if w < mp.mpf(1) / 6400:
        return mp.fsum((-1) ** k * mp.factorial(2 * k + which) * w**k for k in range(30))
    x = 1 / mp.sqrt(w)
    with mp.workdps(60):
        c, s = mp.ci(x), mp.si(x) - mp.pi / 2
        return x * (c * mp.sin(x) - s * mp.cos(x)) if which == 0 else -x * x * (c * mp.cos(x) + s * mp.sin(x))


for which, (name, what) in enumerate((("sine_f", "x f(x) of 1 / x^2 for x {} (DLMF 6.2.17)."), ("sine_g", "x^2 g(x) of 1 / x^2 for x {} (DLMF 6.2.18)."))):
    for place, low, high, where in (("near", 1 / mp.mpf(64), mp.mpf(1) / 16, "from 4 to 8"), ("middle", 1 / mp.mpf(400), 1 / mp.mpf(64), "from 8 to 20"),
                                    ("far", 0, 1 / mp.mpf(400), "from 20 on")):
        table(f"{name}_{place}", what.format(where), lambda w, k=which: auxiliary(w, k), low, high)


def ci_polar(w, which):
    f, g = auxiliary(w, 0), auxiliary(w, 1) * mp.sqrt(w)
    if which == 0:
        return mp.sqrt(f * f + g * g)
    return (1 - mp.atan2(g, f) / mp.sqrt(w)) / w if w > mp.mpf(10) ** -14 else mp.mpf(13) / 3


table("ci_modulus", "x times Ci(x)'s modulus, of 1 / x^2 for x from 11 on.", lambda w: ci_polar(w, 0), 0, mp.mpf(1) / 121, only_float=True)
table("ci_phase", "x^3 times Ci(x)'s phase less x - 1 / x, of 1 / x^2 for x from 11 on.", lambda w: ci_polar(w, 1), 0, mp.mpf(1) / 121, only_float=True, slack=-4, split=True)
table("shi_near", "Shi(x) / x of x^2 for x up to 4.", lambda w: mp.shi(mp.sqrt(w)) / mp.sqrt(w) if w > mp.mpf(10) ** -30 else 1 + w / 18, 0, 16, centred=())
root = mp.findroot(mp.chi, mp.mpf("0.5238"))
split_number("Chi's zero", root)
square_from_zero("square_from_chi_zero", "Chi's zero", root)
table("chi_near", "(Chi(x) - log(x / x0)) / (x^2 - x0^2) of x^2 for x up to 4, x0 Chi's zero.",
      lambda w, r=root: entire(lambda v: (mp.chi(mp.sqrt(v)) - mp.log(mp.sqrt(v) / r)) / (v - r * r) if v > mp.mpf(10) ** -30 else (mp.euler + mp.log(r)) / (v - r * r), r * r, w),
      0, 16)



def branch(p):
    """(W + 1) / p with p^2 = 2 (e x + 1)."""
    if abs(p) < mp.mpf(10) ** -14:
        return 1 - p / 3 + 11 * p * p / 72
    with mp.workdps(90):
        return (mp.lambertw((p * p / 2 - 1) / mp.e, 0 if p > 0 else -1).real + 1) / p


table("lambert_branch", "(W + 1) / p of p from -0.625 to 0.625, p^2 = 2 (e x + 1), p < 0 for the lower branch (DLMF 4.13.6).", branch, mp.mpf("-0.625"), mp.mpf("0.625"))

# -- the file --------------------------------------------------------------------------------------------------------------
part("complete elliptic integrals")


def by_parts(of, part):
    """What of a function of 1 - p is left without a part's product with log p, which is -1 / pi times it."""
    return lambda p: of(1 - p) + mp.log(p) * part(p) / mp.pi if p > mp.mpf(10) ** -25 else entire_at_0[of]


entire_at_0 = {mp.ellipk: mp.log(4), mp.ellipe: mp.mpf(1)}
table("ellipk_far", "K(1 - p) for p from 0.5 to 1.", lambda p: mp.ellipk(1 - p), 0.5, 1)
table("ellipk_near", "K(1 - p) + log(p) K(p) / pi for p up to 0.5 (DLMF 19.12.1).", by_parts(mp.ellipk, mp.ellipk), 0, 0.5, centred=("double",))
table("ellipk_log", "K(p) / pi for p up to 0.5.", lambda p: mp.ellipk(p) / mp.pi, 0, 0.5, centred=("double",))
table("ellipe_far", "E(1 - p) for p from 0.5 to 1.", lambda p: mp.ellipe(1 - p), 0.5, 1)
table("ellipe_near", "E(1 - p) + log(p) (K(p) - E(p)) / pi for p up to 0.5 (DLMF 19.12.2).",
      by_parts(mp.ellipe, lambda p: mp.ellipk(p) - mp.ellipe(p)), 0, 0.5)
table("ellipe_log", "(K(p) - E(p)) / (pi p) for p up to 0.5.",
      lambda p: (mp.ellipk(p) - mp.ellipe(p)) / (mp.pi * p) if p > mp.mpf(10) ** -25 else mp.mpf(1) / 4, 0, 0.5)

text = f"""// The polynomials of cp::special. (Long: written by scripts/special_coefficients.py; change it
// there.)
#pragma once

#include <cstddef>
#include <fuse/special/exact.hpp>
#include <utility>

// Coefficients of float64. A GPU takes them from its memory of constants: a literal is two instructions of its own.
#if FUSE_NVCC
#define FUSE_COEFFICIENTS(NAME, ...)                          \\
  inline constexpr double NAME##_coefficients[] = {{__VA_ARGS__}}; \\
  template <class>                                            \\
  __constant__ double NAME##_on_device[] = {{__VA_ARGS__}}
#else
#define FUSE_COEFFICIENTS(NAME, ...) inline constexpr double NAME##_coefficients[] = {{__VA_ARGS__}}
#endif
#if defined(__CUDA_ARCH__)
#define FUSE_COEFFICIENTS_OF(NAME) NAME##_on_device<T>
#else
#define FUSE_COEFFICIENTS_OF(NAME) NAME##_coefficients
#endif

namespace cp::special::tables {{

using formulas::float_and_rest;

/// A polynomial, the highest power first.
template <std::size_t N, class T, std::size_t... I>
FUSE_HD T horner(double const (&c)[N], T x, std::size_t first, std::index_sequence<I...>) {{
  T y = c[first];
  ((y = y * x + c[first + I + 1]), ...);
  return y;
}}
template <std::size_t N, class T>
FUSE_HD T plain(double const (&c)[N], T x) {{
  return horner(c, x, 0, std::make_index_sequence<N - 1>{{}});
}}
/// Even powers of x first, odd ones behind them.
template <std::size_t N, class T>
FUSE_HD T centred(double const (&c)[N], T x) {{
  constexpr std::size_t odd = N / 2, even = N - odd;
  T const s = x * x;
  if constexpr (odd == 0) return c[0];
  return horner(c, s, 0, std::make_index_sequence<even - 1>{{}}) +
         x * horner(c, s, even, std::make_index_sequence<(odd > 0 ? odd - 1 : 0)>{{}});
}}

{chr(10).join(lines)}
}}  // namespace cp::special::tables

#undef FUSE_COEFFICIENTS
#undef FUSE_COEFFICIENTS_OF
"""
OUT.write_text(text)
subprocess.run(["clang-format", "-i", OUT], check=True)
