#!/usr/bin/env python3
"""Writes tests/data/core/*.inc: NumPy's promotion table and golden values of NumPy (2.x) and mpmath.

Values are the bits of float64 (float32 inputs and results are widened, which is exact).
"""
import itertools
import pathlib
import struct
import warnings

import mpmath as mp
import numpy as np

warnings.filterwarnings("ignore")
np.seterr(all="ignore")
mp.mp.prec = 2400  # 1 + 1e-250 and its square are to be seen
OUT = pathlib.Path(__file__).resolve().parent / "core"
DTYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128").split()
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, -7.0, np.inf, -np.inf, np.nan, 1e-40, 3e38]
NOTE = "// Written by tests/data/make_core.py; do not edit.\n"


def bits(x):
    x = float(x)
    return "0x%016x" % (0x7FF8000000000000 if x != x else struct.unpack("<Q", struct.pack("<d", x))[0])


def write(name, rows):
    (OUT / name).write_text(NOTE + "".join(r + "\n" for r in rows))


def cpp(name):
    return "bool_" if name == "bool" else name


def promotion():
    rows = []
    for a, b in itertools.product(DTYPES, DTYPES):
        rows.append(f"PROMOTES({cpp(a)}, {cpp(b)}, {cpp(np.result_type(a, b).name)})")
    for a in DTYPES:
        x = np.zeros(2, a)
        for scalar, kind in ((True, "bool_"), (1, "int"), (1.0, "double"), (1j, "complex128")):
            rows.append(f"WEAK({cpp(a)}, {kind}, {cpp(np.result_type(x, scalar).name)})")
        rows.append(f"FLOAT_FOR({cpp(a)}, {cpp(np.exp(x).dtype.name)})")
    # ml_dtypes' bfloat16: 8-bit integers and bool keep it, float16 makes float32, wider ones what holds both
    wide = {"int16": "float32", "uint16": "float32", "int32": "float64", "uint32": "float64", "int64": "float64",
            "uint64": "float64", "float16": "float32"}
    for a in DTYPES:
        rows.append(f"PROMOTES(bfloat16, {cpp(a)}, "
                    f"{'bfloat16' if a in ('bool', 'int8', 'uint8') else wide.get(a, a)})")
    write("promotion.inc", rows)




MP = {
    "exp": mp.exp, "exp2": lambda z: mp.exp(z * mp.log(2)), "expm1": lambda z: mp.exp(z) - 1, "log": mp.log,
    "log2": lambda z: mp.log(z) / mp.log(2), "log10": lambda z: mp.log(z) / mp.log(10), "log1p": lambda z: mp.log(1 + z),
    "sqrt": mp.sqrt, "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh,
    "arcsin": mp.asin, "arccos": mp.acos, "arctan": mp.atan, "arcsinh": mp.asinh, "arccosh": mp.acosh,
    "arctanh": mp.atanh, "reciprocal": lambda z: 1 / z, "square": lambda z: z * z,
}


def complex_points(rng, kind, count):
    wide = 30 if kind == np.float32 else 250
    points = []
    for i in range(count):
        stratum = i % 6
        r = 10 ** rng.uniform(-4, 1.2, 2) * rng.choice([-1, 1], 2)
        if stratum == 1:  # near |z| = 1
            t = rng.uniform(0, 2 * np.pi)
            r = np.array([np.cos(t), np.sin(t)]) * (1 + rng.normal() * 10 ** rng.uniform(-6, -1))
        elif stratum == 2:  # small
            r = 10 ** rng.uniform(-wide, -3, 2) * rng.choice([-1, 1], 2)
        elif stratum == 3:  # one part dominates
            r = np.array([10 ** rng.uniform(-wide, 0), 10 ** rng.uniform(-2, 1)])[:: rng.choice([-1, 1])]
            r = r * rng.choice([-1, 1], 2)
        elif stratum == 4:  # beside 1, -1, i, -i
            r = np.array([1.0, 0.0])[:: rng.choice([-1, 1])] * rng.choice([-1, 1]) + rng.normal(size=2) * 1e-3
        elif stratum == 5:  # large
            r = 10 ** rng.uniform(1, wide, 2) * rng.choice([-1, 1], 2)
        points.append((kind(r[0]), kind(r[1])))
    return points


def rounded(x, kind):
    return kind(float(x)) if kind is np.float64 else np.float32(mp.nstr(x, 40))


def complex_values():
    rng = np.random.default_rng(20)
    rows = []
    for name, f in MP.items():
        for kind, tag in ((np.float32, 64), (np.float64, 128)):
            for x, y in complex_points(rng, kind, 72):
                limit = 80 if kind is np.float32 else 700
                if name in ("exp", "exp2", "expm1", "sinh", "cosh", "sin", "cos") and max(abs(x), abs(y)) > limit:
                    x, y = kind(x / 10 ** np.ceil(np.log10(abs(x)))), kind(y / 10 ** np.ceil(np.log10(abs(y))))
                if name == "tanh" and abs(y) > 1e6 or name == "tan" and abs(x) > 1e6:
                    x, y = kind(0.7), kind(0.3)
                z = f(mp.mpc(float(x), float(y)))
                rows.append(f'{{"{name}", {tag}, {bits(x)}, {bits(y)}, {bits(rounded(z.real, kind))}, '
                            f'{bits(rounded(z.imag, kind))}}},')
    write("complex.inc", rows)


def complex_special():
    values = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]
    rows = []
    for name in ("exp log sqrt sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh").split():
        for x, y in itertools.product(values, values):
            r = getattr(np, name)(np.array([complex(x, y)]))[0]
            rows.append(f'{{"{name}", 128, {bits(x)}, {bits(y)}, {bits(r.real)}, {bits(r.imag)}}},')
    write("complex_special.inc", rows)


def real_values():
    rows = []
    names = ("arctan2 hypot power fmod remainder floor_divide copysign nextafter logaddexp logaddexp2 maximum minimum "
             "fmax fmin heaviside").split()
    for kind, tag in ((np.float32, 32), (np.float64, 64)):
        for name in names:
            for x, y in itertools.product(SPECIAL, SPECIAL):
                x, y = kind(x), kind(y)
                rows.append(f'{{"{name}", {tag}, {bits(x)}, {bits(y)}, {bits(getattr(np, name)(x, y))}, 0}},')
        for name in "rint floor ceil trunc sign spacing sinc degrees radians cbrt exp2 expm1 log1p signbit".split():
            for x in SPECIAL + [2.5, -3.5, 1e10, 0.1]:
                rows.append(f'{{"{name}", {tag}, {bits(kind(x))}, 0, {bits(getattr(np, name)(kind(x)))}, 0}},')
    write("real.inc", rows)


OUT.mkdir(parents=True, exist_ok=True)
promotion()
complex_values()
complex_special()
real_values()
