#!/usr/bin/env python3
"""Writes tests/data/surface: what NumPy's small tools give (constants, windows, casts, ranges, rounding), as initialisers.

Run with NumPy 2.4.
"""

import itertools
import pathlib

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent / "surface"
DTYPES = ["bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64", "complex64",
          "complex128"]


def number(x):
    if isinstance(x, (bool, np.bool_)):
        return str(bool(x)).lower()
    if isinstance(x, (int, np.integer)):
        return "INT64_MIN" if x == -2**63 else f"{int(x)}u" if x > 2**63 - 1 else str(int(x))
    if isinstance(x, (complex, np.complexfloating)):
        return "{" + number(x.real) + ", " + number(x.imag) + "}"
    x = float(x)
    return x.hex() if np.isfinite(x) else {"inf": "INFINITY", "-inf": "-INFINITY", "nan": "NAN"}[str(x)]


def numbers(a):
    return "{" + ", ".join(number(x) for x in np.ravel(a)) + "}"


def shape(a):
    return "{" + ", ".join(map(str, np.shape(a))) + "}"


def write(name, comment, lines):
    lines = list(lines)
    (FOLDER / name).write_text(f"// Written by tests/data/make_surface.py: {comment}\n" + "\n".join(lines) + "\n")
    print(name, len(lines), "lines")


def constants():
    for name in ("pi", "e", "euler_gamma"):
        yield f"CONSTANT({name}, {number(getattr(np, name))})"


def windows():
    for name in ("bartlett", "blackman", "hamming", "hanning"):
        for m in (-1, 0, 1, 2, 3, 4, 7, 12):
            yield f"WINDOW({name}, {m}, {numbers(getattr(np, name)(m))})"
    for beta in (0.0, 2.5, 14.0, 50.0):
        for m in (0, 1, 2, 7, 12):
            yield f"KAISER({m}, {beta}, {numbers(np.kaiser(m, beta))})"


def casts():
    for rule in ("no", "equiv", "safe", "same_kind", "unsafe"):
        for source in DTYPES:
            yes = "".join(str(int(np.can_cast(getattr(np, source), getattr(np, to), rule))) for to in DTYPES)
            yield f'CASTS({source}, {rule}, "{yes}")'
    groups = ("generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating")
    for group in groups:
        yes = "".join(str(int(np.issubdtype(getattr(np, d), getattr(np, group)))) for d in DTYPES)
        yield f'SUBDTYPES({group}, "{yes}")'
    kinds = {"bool": "boolean", "signed integer": "signedinteger", "unsigned integer": "unsignedinteger", "integral": "integer",
             "real floating": "floating", "complex floating": "complexfloating", "numeric": "number"}
    for kind, group in kinds.items():
        yes = "".join(str(int(np.isdtype(np.dtype(getattr(np, d)), kind))) for d in DTYPES)
        yield f'ISDTYPE({group}, "{yes}")'
    for x in (True, 0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, -32768, -32769, 65535, 65536, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**32 - 1,
              2**32, 2**63 - 1, -(2**63), 2**63, 2**64 - 1, 0.0, 64999.0, 65000.0, -65000.0, 1e38, 3.4e38, 1e300, np.inf, -np.inf, np.nan):
        yield f"MIN_SCALAR({number(x)}, {np.min_scalar_type(x).name})"
    for x in (1 + 2j, 1e39j, 1e39 + 0j):
        yield f"MIN_SCALAR_COMPLEX({number(x.real)}, {number(x.imag)}, {np.min_scalar_type(x).name})"
    for a, b in itertools.product(DTYPES[1:], repeat=2):
        yield f"COMMON({a}, {b}, {np.dtype(np.common_type(np.zeros(1, a), np.zeros(1, b))).name})"
    for d in DTYPES[9:]:
        f = np.finfo(d)
        yield (f"FINFO({d}, {f.dtype.name}, {f.bits}, {f.nmant}, {f.nexp}, {f.precision}, {f.machep}, {f.negep}, {f.minexp}, {f.maxexp}, "
               + ", ".join(number(getattr(f, name)) for name in ("eps", "epsneg", "max", "min", "tiny", "smallest_subnormal", "resolution")) + ")")
    for d in DTYPES[1:9]:
        i = np.iinfo(d)
        yield f"IINFO({d}, {i.bits}, {number(i.min)}, {number(i.max)})"


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    write("constants.inc", "numpy.pi and the others.", constants())
    write("windows.inc", "bartlett and the others for each number of points, kaiser.", windows())
    write("dtype_tools.inc", "can_cast for all dtypes in their order, issubdtype, isdtype, min_scalar_type, common_type, finfo, iinfo.", casts())


if __name__ == "__main__":
    main()
