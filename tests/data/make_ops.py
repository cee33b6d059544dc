#!/usr/bin/env python3
"""Writes tests/data/ops: what NumPy (2.4 or newer) gives for every elementwise function, dtype by dtype.

dtypes.inc holds dtype tables as C++; the .npy files hold arrays that were saved one after the other, in the order of
the tables. Values of elementary functions are computed in a wider type (or by mpmath, for complex numbers) and rounded
once, so that a test's bound is the library's error alone; infinities, NaN and zeros are NumPy's own.
"""
import itertools
import pathlib
import warnings

import mpmath as mp
import numpy as np

warnings.filterwarnings("ignore")
np.seterr(all="ignore")
mp.mp.prec = 1200  # 1 + 1e-100 and its square are to be seen
OUT = pathlib.Path(__file__).resolve().parent / "ops"
CODES = "?bhilBHILefdFD"
WIDE = {"e": "d", "f": "d", "d": "g", "F": "D", "D": "G"}
REAL_OF = {"F": "f", "D": "d"}

UNARY = ("negative positive absolute fabs square reciprocal sign conjugate real imag angle "
         "exp exp2 expm1 log log2 log10 log1p sqrt cbrt "
         "sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh degrees radians sinc "
         "logical_not invert isnan isinf isfinite signbit "
         "floor ceil trunc rint fix spacing").split()
BINARY = ("add subtract multiply divide floor_divide remainder fmod power float_power heaviside gcd lcm "
          "maximum minimum fmax fmin logaddexp logaddexp2 arctan2 hypot "
          "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor "
          "bitwise_and bitwise_or bitwise_xor left_shift right_shift copysign nextafter").split()
# what NumPy rounds once, or defines by a formula in its own type
EXACT = set("negative positive absolute fabs square reciprocal sign conjugate real imag sqrt floor ceil trunc rint fix "
            "spacing add subtract multiply divide floor_divide remainder fmod heaviside maximum minimum fmax fmin "
            "copysign nextafter sinc".split())
MIXED_FEW = "?b bB Hh iI lL he if fd dF ?D".split()
MIXED = {"add": [a + b if (i + j) % 2 else b + a for i, a in enumerate(CODES) for j, b in enumerate(CODES) if i < j],
         **{op: MIXED_FEW for op in "subtract multiply divide power maximum".split()},
         "floor_divide": "bB Hh iI lL he if fd ?d".split(),
         "arctan2": "?b iI lL he if fd ?d bf".split(),
         **{op: "lL Ll he if fd dF Bb iL".split() for op in "equal not_equal less less_equal greater greater_equal".split()},
         **{op: "?b bB iI hB lI".split() for op in "bitwise_and left_shift gcd".split()}}

MP = {
    "exp": mp.exp, "exp2": lambda z: mp.exp(z * mp.log(2)), "expm1": mp.expm1, "log": mp.log,
    "log2": lambda z: mp.log(z) / mp.log(2), "log10": lambda z: mp.log(z) / mp.log(10), "log1p": lambda z: mp.log(1 + z),
    "sqrt": mp.sqrt, "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh,
    "arcsin": mp.asin, "arccos": mp.acos, "arctan": mp.atan, "arcsinh": mp.asinh, "arccosh": mp.acosh,
    "arctanh": mp.atanh, "reciprocal": lambda z: 1 / z, "square": lambda z: z * z,
}


def rng_for(*what):
    return np.random.default_rng([ord(c) for c in "".join(what)])


def special(code):
    if code == "?":
        return [0, 1]
    if code in "bhilBHIL":
        info = np.iinfo(code)
        values = [0, 1, 2, 3, 5, 7, 100, info.max, info.max - 1, info.min, info.min + 1, info.max // 2 + 1]
        return values + ([-1, -2, -3, -7, -100] if info.min < 0 else [])
    if code in "efd":
        info = np.finfo(code)
        tiny, least, eps = float(info.tiny), float(info.smallest_subnormal), float(info.eps)
        values = [0.0, 1.0, 0.5, 2.0, 3.0, 10.0, 100.0, 2.5, 3.5, 0.1, np.inf, float(info.max), tiny, least, tiny - least, eps,
                  1 - eps / 2, 1 + eps, np.pi / 2, np.pi, 1e4]
        return [s * v for v in values for s in (1, -1)] + [np.nan]
    parts = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, -2.5]
    return [complex(a, b) for a, b in itertools.product(parts, parts)]


def spread(rng, code, n):
    """Random numbers of all magnitudes."""
    high = {"e": 4.5, "f": 38, "d": 307, "F": 12, "D": 100}[code]
    low = {"e": -7, "f": -44, "d": -320, "F": -12, "D": -100}[code]
    return 10 ** rng.uniform(low, high, n) * rng.choice([-1, 1], n)


def array(values, code):
    if code in "FD":
        a = np.empty(len(values), code)
        a.real, a.imag = [complex(v).real for v in values], [complex(v).imag for v in values]
        return a
    return np.array(values, code)


def integers(rng, code, n):
    info = np.iinfo(code)
    return [int(v) for v in rng.integers(info.min, info.max, n, dtype=code, endpoint=True)]


def unary_inputs(code):
    rng = rng_for("unary", code)
    values = special(code)
    if code == "?":
        values = values + [int(v) for v in rng.integers(0, 2, 31)]
    elif code in "bhilBHIL":
        low = -20 if np.iinfo(code).min < 0 else 0
        values = values + integers(rng, code, 32) + [int(v) for v in rng.integers(low, 20, 12)]
    elif code in "efd":
        values = values + list(rng.uniform(-1, 1, 44)) + list(rng.normal(0, 6, 36)) + list(spread(rng, code, 36))
    else:
        t = rng.uniform(0, 2 * np.pi, 16)
        circle = np.exp(1j * t) * (1 + rng.normal(size=16) * 10 ** rng.uniform(-5, -1, 16))
        values = (values + list(rng.normal(size=48) + 1j * rng.normal(size=48)) + list(circle) +
                  list(spread(rng, code, 24) + 1j * spread(rng, code, 24)))
    return array(values, code)


def binary_inputs(code):
    rng = rng_for("binary", code)
    if code == "?":
        pairs = list(itertools.product([0, 1], [0, 1])) + [tuple(p) for p in rng.integers(0, 2, (31, 2))]
    elif code in "bhilBHIL":
        info = np.iinfo(code)
        few = [0, 1, 2, 3, 7, info.max, info.min, info.max // 2] + ([-1, -2, -7] if info.min < 0 else [])
        low = -3 if info.min < 0 else 0
        pairs = (list(itertools.product(few, few)) + list(zip(integers(rng, code, 40), integers(rng, code, 40))) +
                 [(int(a), int(b)) for a, b in zip(rng.integers(-99 if low else 0, 99, 40), rng.integers(low, 70, 40))] +
                 [(a, int(b)) for a, b in zip(integers(rng, code, 20), rng.integers(low, 70, 20))])
    elif code in "efd":
        info = np.finfo(code)
        few = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, -7.0, np.inf, -np.inf, np.nan, float(info.max), float(info.tiny),
               -float(info.smallest_subnormal), 1e4]
        near = rng.normal(0, 3, 20)
        pairs = (list(itertools.product(few, few)) + list(zip(rng.normal(0, 3, 40), rng.normal(0, 3, 40))) +
                 list(zip(spread(rng, code, 24), spread(rng, code, 24))) +
                 list(zip(near, near * (1 + rng.normal(size=20) * 3 * float(info.eps)))))
    else:
        few = special(code)
        random = rng.normal(size=72) + 1j * rng.normal(size=72)
        other = rng.normal(size=72) + 1j * rng.normal(size=72)
        same_real = [complex(a.real, b.imag) for a, b in zip(random[:12], other[:12])]
        pairs = ([(few[i], few[j]) for i, j in rng.integers(0, len(few), (96, 2))] + [(v, v) for v in few[::6]] +
                 list(zip(random, other)) + list(zip(random[:12], same_real)))
    return array([p[0] for p in pairs], code), array([p[1] for p in pairs], code)


def mp_complex(name, x, code):
    part = {"F": np.float32, "D": np.float64}[code]
    out = np.zeros(len(x), code)
    for i, z in enumerate(x):
        if signs_lost(x[i:i + 1])[0]:
            continue
        w = MP[name](mp.mpc(float(z.real), float(z.imag)))
        out[i] = complex(part(mp.nstr(w.real, 40)), part(mp.nstr(w.imag, 40)))
    return out


def signs_lost(x):
    """Where mpmath, which has no -0, might take the other side of a branch cut."""
    return (x.real == 0) | (x.imag == 0) | ~np.isfinite(x.real) | ~np.isfinite(x.imag)


def reference(name, *x):
    f = getattr(np, name)
    if name == "reciprocal" and x[0].dtype.kind in "biu":
        return np.where(x[0] == 0, 0, f(np.where(x[0] == 0, 1, x[0]))).astype(f(x[0][:1] | x[0].dtype.type(1)).dtype)
    if name in ("power",) and np.result_type(*x).kind in "iu":  # of negative powers what can be represented
        a, b = np.broadcast_arrays(*(v.astype(np.result_type(*x)) for v in x))
        inverse = np.where(a == 1, 1, np.where(a == -1, np.where(b % 2 == 0, 1, -1), 0)).astype(a.dtype)
        return np.where(b < 0, inverse, f(a, np.where(b < 0, 0, b)))
    if name == "sinc" and x[0].dtype.char == "e":  # NumPy's pi * x overflows
        return f(x[0].astype("f")).astype("e")
    native = f(*x)
    if native.dtype.char == "e" and name == "spacing":  # below zero NumPy's float16 differs from its float32
        a = x[0].astype("e")
        native = np.where(a < 0, -f(abs(a)), f(abs(a)))
    if native.dtype.char == "e" and name == "nextafter":  # the same for two zeros
        native = np.where(x[0] == x[1], x[1], native)
    code = native.dtype.char
    loops = [v.dtype.char for v in x]
    if code not in WIDE or name in EXACT and not (code in "FD" and name in MP):
        return native
    if "F" in loops or "D" in loops:
        if len(x) == 1 and name in MP:
            wide = mp_complex(name, x[0], code)
            keep = signs_lost(x[0])
        elif name in EXACT:
            return native
        else:
            wide = f(*(v.astype("G") for v in x)).astype(code)
            keep = np.zeros(len(native), bool)
            for v in x:
                keep |= signs_lost(v) if v.dtype.kind == "c" else ~np.isfinite(v)
        keep |= ~np.isfinite(native) | ~np.isfinite(wide)
        apart = np.abs(wide - native) > 64 * np.finfo(code).eps * np.abs(wide)
    else:
        wide = f(*(v.astype(code).astype(WIDE[code]) for v in x)).astype(code)
        keep = ~np.isfinite(native) | ~np.isfinite(wide) | (native == 0)
        apart = np.abs(wide - native) > 8 * np.spacing(np.abs(wide))
    apart &= ~keep
    if apart.any():
        i = np.flatnonzero(apart)[0]
        print(f"{name} {''.join(loops)}: NumPy is off at {apart.sum()} points:", *(v[i] for v in x), "->", native[i], wide[i])
    return np.where(keep, native, wide)


def dtype_char(f, *x):
    try:
        return f(*x).dtype.char
    except TypeError:
        return "-"


def write(name, arrays):
    with open(OUT / f"{name}.npy", "wb") as file:
        for a in arrays:
            np.save(file, np.ascontiguousarray(a))
    return len(arrays)


def tables():
    one = {c: np.ones(1, c) for c in CODES}
    rows = ["// Written by tests/data/make_ops.py; do not edit."]
    rows.append("// name, NumPy's result dtype for each of the dtypes " + CODES + " ('-': refused)")
    for name in UNARY:
        rows.append(f'UNARY({name}, "' + "".join(dtype_char(getattr(np, name), one[c]) for c in CODES) + '")')
    rows.append("// the same for each first dtype with each second one; then with a Python bool, int, float and complex right and left")
    for name in BINARY + ["where"]:
        f = getattr(np, name)
        if name == "where":
            f = lambda x, y: np.where(True, x, y)
        lines = ["".join(dtype_char(f, one[a], one[b]) for b in CODES) for a in CODES]
        weak = ["".join(dtype_char(f, one[a], s) + dtype_char(f, s, one[a]) for s in (True, 1, 1.0, 1j)) for a in CODES]
        rows.append(f"BINARY({name},\n" + "\n".join(f'       "{line}"' for line in lines) + ",\n" +
                    "\n".join(f'       "{line}"' for line in weak) + ")")
    for name, pairs in MIXED.items():
        rows.append(f'MIXED({name}, "{"".join(pairs)}")')
    (OUT / "dtypes.inc").write_text("\n".join(rows).replace("?", "1") + "\n")  # two '?' make a trigraph


def accepted(name, *x):
    return dtype_char(getattr(np, name), *(v[:1] | v.dtype.type(1) if v.dtype.kind in "iu" else v[:1] for v in x)) != "-"


def values():
    unary = {c: unary_inputs(c) for c in CODES}
    binary = {c: binary_inputs(c) for c in CODES}
    write("unary", list(unary.values()))
    write("binary", [a for pair in binary.values() for a in pair])
    for name in UNARY:
        write(name, [reference(name, x) for x in unary.values() if accepted(name, x)])
    for name in BINARY:
        write(name, [reference(name, *x) for x in binary.values() if accepted(name, *x)])
    for name, pairs in MIXED.items():
        arrays = []
        for a, b in pairs_of(pairs):
            x, y = mixed_inputs(name, a, b)
            arrays += [x, y, reference(name, x, y)]
        write(f"mixed_{name}", arrays)


def pairs_of(pairs):
    return [(p[0], p[1]) for p in pairs]


def mixed_inputs(name, a, b):
    rng = rng_for("mixed", a, b)

    def some(code):
        if code == "?":
            return array(rng.integers(0, 2, 24), code)
        if code in "bhilBHIL":
            few = [v for v in special(code) if v >= 0] if name in ("power", "left_shift") else special(code)
            low = -9 if np.iinfo(code).min < 0 and name not in ("power", "left_shift") else 0
            return array((few + [int(v) for v in rng.integers(low, 30, 24)])[:24], code)
        if code in "efd":
            return array([0.0, -0.0, 1.0, -1.0, np.inf, np.nan] + list(rng.normal(0, 9, 18)), code)
        return array(list(rng.normal(size=24) + 1j * rng.normal(size=24)), code)

    x, y = some(a), some(b)
    if a in "lL" and b in "lL":  # as float64 these would be equal
        large = [2**63 - 1, 2**53 + 1, 2**62 + 1, 2**53]
        x[:8] = np.array(large * 2, a)
        y[:8] = np.array(large[:1] * 2 + large[:3] + large[1:], b)
    return x, y


def astype():
    arrays = []
    for a in CODES:
        for b in CODES:
            x = unary_inputs(a)
            if b in "bhilBHIL" and a in "efdFD":  # out of range is undefined
                part = x.real.astype("g")
                info = np.iinfo(b)
                x = x[np.isfinite(part) & (np.trunc(part) >= info.min) & (np.trunc(part) <= info.max)]
            x = x[:72] if len(x) > 72 else x
            arrays += [x, x.astype(b)]
    write("astype", arrays)


def several():
    """Functions of other forms: ldexp, modf, frexp, divmod, where, clip."""
    f, modf, frexp, divmod_, where, clip = [], [], [], [], [], []
    for c in "efd":
        x = unary_inputs(c)
        e = np.resize(np.array([0, 1, -1, 5, -12, 30, -40, 200, -200, 1100, -1100], "i"), len(x))
        f += [x, e, np.ldexp(x, e)]
        modf += [x, *np.modf(x)]
        frexp += [x, *np.frexp(x)]
    for c in "bH":
        x = unary_inputs(c)
        modf += [x, *np.modf(x)]
        frexp += [x, *np.frexp(x)]
        f += [x, np.resize(np.array([0, 1, -1, 3], "b"), len(x)), np.ldexp(x, np.resize(np.array([0, 1, -1, 3], "b"), len(x)))]
    for c in "blBLefd":
        x, y = binary_inputs(c)
        divmod_ += [x, y, *np.divmod(x, y)]
    for c in CODES:
        x, y = binary_inputs(c)
        x, y = x[-72:], y[-72:]
        m = rng_for("where", c).integers(0, 2, len(x)).astype("?")
        where += [m, x, y, np.where(m, x, y)]
        low, high = np.minimum(x, y), np.maximum(x, y)
        z = np.roll(x, 5)
        clip += [z, low, high, np.clip(z, low, high)]
    for a, b in pairs_of(MIXED_FEW):
        x, y = mixed_inputs("where", a, b)
        where += [x, y, np.where(x, x, y)]
    for name, arrays in (("ldexp", f), ("modf", modf), ("frexp", frexp), ("divmod", divmod_), ("where", where), ("clip", clip)):
        write(name, arrays)


OUT.mkdir(parents=True, exist_ok=True)
tables()
values()
astype()
several()
