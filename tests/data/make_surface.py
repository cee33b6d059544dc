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

NAMES = {"e": "cp::float16", "f": "float", "d": "double", "F": "cp::complex64", "D": "cp::complex128", "b": "cp::int8", "B": "cp::uint8", "h": "cp::int16",
         "i": "cp::int32", "l": "std::int64_t", "L": "cp::uint64", "?": "bool"}


def number(x):
    if isinstance(x, (bool, np.bool_)):
        return str(bool(x)).lower()
    if isinstance(x, (int, np.integer)):
        return "INT64_MIN" if x == -2**63 else f"{int(x)}u" if x > 2**63 - 1 else str(int(x))
    if isinstance(x, np.float16):
        return f"cp::float16({number(float(x))})"
    if isinstance(x, (complex, np.complexfloating)):
        return f"cp::complex{64 if isinstance(x, np.complex64) else 128}({number(x.real)}, {number(x.imag)})"
    x = float(x)
    return x.hex() if np.isfinite(x) else {"inf": "INFINITY", "-inf": "-INFINITY", "nan": "NAN"}[str(x)]


def numbers(a):
    return "{" + ", ".join(number(x) for x in np.ravel(a)) + "}"


def shape(a):
    return "{" + ", ".join(map(str, np.shape(a))) + "}"


def array(name, a):
    """An array of one axis, as an argument of a macro."""
    return f"cp::array<{name}>({numbers(a)})"


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


def sequences():
    for start, stop, n, endpoint in ((0, 3, 4, True), (-1, 1, 7, True), (2, -2.5, 5, False), (0.5, 1, 1, True), (1, 2, 0, True), (3, 1, 2, False)):
        for base in (10.0, 2.0, 0.5):
            y = np.logspace(start, stop, n, endpoint, base)
            yield f"LOGSPACE({number(float(start))}, {number(float(stop))}, {n}, {number(endpoint)}, {base}, {numbers(y)})"
    yield f"LOGSPACE_INT(0, 4, 9, true, 2, {numbers(np.logspace(0, 4, 9, True, 2.0, dtype=int))})"
    for start, stop, n, endpoint in ((1, 1000, 4, True), (1, 256, 9, False), (-2, -300, 6, True), (1e-300, 1e300, 5, True), (5, 2, 1, True), (7, 9, 0, True), (1, -1, 3, True)):
        with np.errstate(all="ignore"):
            y = np.geomspace(start, stop, n, endpoint)
        yield f"GEOMSPACE({number(float(start))}, {number(float(stop))}, {n}, {number(endpoint)}, {numbers(y)})"
    yield f"GEOMSPACE_INT(3, 77, 6, true, {numbers(np.geomspace(3, 77, 6, dtype=int))})"


def grids():
    for n, endpoint in ((5, True), (4, False), (1, True), (1, False), (0, True), (2, True)):
        a, b = np.array([[1.0, -2.5], [0.1, 7e5]]), np.array([3.0, -0.3])
        for d, ends in (("double", (a, b)), ("float", (a.astype("f4"), b.astype("f4"))), ("double", (a, 4)), ("double", (-1.5, b))):
            names = [f"array<{d}>({shape(x)}, {numbers(x)})" if np.ndim(x) else number(x) for x in ends]
            y = np.linspace(*ends, n, endpoint)
            yield f"LINSPACE_ARRAYS({d}, {names[0]}, {names[1]}, {n}, {number(endpoint)}, longs({shape(y)}), {numbers(y)})"
    y = np.linspace(np.array([1, 2], "i1"), np.array([4, 10], "i1"), 4)
    yield f"LINSPACE_ARRAYS({y.dtype.name.replace('float64', 'double')}, array<cp::int8>({{2}}, {{1, 2}}), array<cp::int8>({{2}}, {{4, 10}}), 4, true, longs({shape(y)}), {numbers(y)})"
    for d, name in (("i1", "cp::int8"), ("?", "bool"), ("f4", "float"), ("u8", "cp::uint64"), ("D", "cp::complex128"), ("e", "cp::float16")):
        x = np.array([3, -2, 0, 1] if d not in "?u8" else [3, 1, 0, 2]).astype(d)
        if d == "D":
            x = x + 0.5j
        for n, increasing in ((4, False), (3, True), (5, False), (1, False), (0, True)):
            v = np.vander(x, n, increasing)
            out = {"int64": "std::int64_t", "float64": "double", "complex128": "cp::complex128"}[v.dtype.name]
            yield f"VANDER({array(name, x)}, {n}, {number(increasing)}, {out}, longs({shape(v)}), {numbers(v)})"
    for s in ((3,), (2, 3), (2, 1, 4), (0, 2)):
        yield f"INDICES(({shape(np.empty(s))}), longs({shape(np.indices(s))}), {numbers(np.indices(s))})"


def rounding():
    values = [0.5, 1.5, 2.5, -0.5, -2.5, 0.25, 0.35, 1.005, 2.675, 14.5, 15.0, 25.0, -35.0, 449.99, 1234.5678, -9876.54321, 1e-7, 65000.0, np.nan, np.inf, -np.inf, -0.0]
    with np.errstate(all="ignore"):
        for d in "efdFD":
            x = np.array(values).astype(d)
            if d in "FD":
                x = x[:-4] + 1j * x[-5::-1]
            for decimals in (0, 1, 2, 3, -1, -2, 5, -5):
                yield f"ROUND({NAMES[d]}, {decimals}, {array(NAMES[d], x)}, {numbers(np.round(x, decimals))})"
        for d in "bBhilL":
            x = np.array([0, 5, 15, 25, 35, 45, 49, 50, 51, 55, 94, 95, 96, 104, 105, 115, 125, 127], d)
            if d in "bhil":
                x = np.concatenate([x, -x])
            for decimals in (0, 2, -1, -2, -3, -25):
                yield f"ROUND({NAMES[d]}, {decimals}, {array(NAMES[d], x)}, {numbers(np.round(x, decimals))})"
        yield f"ROUND_BOOL({numbers(np.round(np.array([True, False])))})"
        for d in "efdFD":
            x = np.array([0.5, np.nan, np.inf, -np.inf, -0.0, -3]).astype(d)
            if d in "FD":
                x = np.array([complex(a, b) for a, b in zip([1, np.nan, np.inf, -np.inf, 2], [np.nan, np.inf, -np.inf, 0, 3])]).astype(d)
            yield f"NAN_TO_NUM({NAMES[d]}, {array(NAMES[d], x)}, (cp::nan_to_num_options{{}}), {numbers(np.nan_to_num(x))})"
            yield f"NAN_TO_NUM({NAMES[d]}, {array(NAMES[d], x)}, (cp::nan_to_num_options{{.nan = 1.5}}), {numbers(np.nan_to_num(x, nan=1.5))})"
            yield f"NAN_TO_NUM({NAMES[d]}, {array(NAMES[d], x)}, (cp::nan_to_num_options{{.posinf = 7}}), {numbers(np.nan_to_num(x, posinf=7))})"
            y = np.nan_to_num(x, nan=-1, posinf=np.inf, neginf=-9)
            yield f"NAN_TO_NUM({NAMES[d]}, {array(NAMES[d], x)}, (cp::nan_to_num_options{{.nan = -1, .posinf = cp::inf, .neginf = -9}}), {numbers(y)})"
        yield f"NAN_TO_NUM(cp::int32, cp::array<cp::int32>({{3, -4}}), (cp::nan_to_num_options{{.nan = 1}}), {numbers(np.nan_to_num(np.array([3, -4], 'i4'), nan=1))})"
        yield f"NAN_TO_NUM(bool, cp::array<bool>({{true, false}}), cp::nan_to_num_options{{}}, {numbers(np.nan_to_num(np.array([True, False])))})"


def truth():
    with np.errstate(all="ignore"):
        for d in "?bLefdFD":
            x = np.array([0, 1, 3] if d in "?bL" else [0.5, np.nan, np.inf, -np.inf, -0.0]).astype(d)
            if d in "FD":
                x = np.array([complex(a, b) for a, b in zip([1, np.nan, np.inf, -np.inf, 2], [0, np.inf, -np.inf, -0.0, np.nan])]).astype(d)
            for name in ("isposinf", "isneginf", "isreal", "iscomplex"):
                if d in "FD" and name.endswith("inf"):
                    continue
                yield f"TRUTH({name}, {array(NAMES[d], x)}, {numbers(getattr(np, name)(x))})"


def axes():
    for s in ((2, 3), (2, 1, 3), (0, 2), (2, 2, 2, 3)):
        a = np.arange(np.prod(s, dtype=int)).reshape(s)
        pairs = [p for p in itertools.permutations(range(-1, a.ndim - 1), 2)][:8]
        for p, q in pairs:
            f = np.flip(a, (p, q))
            yield f"FLIP(({shape(a)}), ({{{p}, {q}}}), longs({shape(f)}), {numbers(f)})"
            k = (3 * p + q) % 11 - 5
            r = np.rot90(a, k, (p, q))
            yield f"ROT90(({shape(a)}), {k}, {p}, {q}, longs({shape(r)}), {numbers(r)})"
            for t, u in pairs[:4]:
                m = np.moveaxis(a, (p, q), (t, u))
                yield f"MOVEAXIS(({shape(a)}), ({{{p}, {q}}}), ({{{t}, {u}}}), longs({shape(m)}), {numbers(m)})"
        for p, q in ((0, 1), (0, -1), (-2, 1), (2, 0), (-1, 1)):
            x = np.expand_dims(a, (p, q))
            yield f"EXPAND_DIMS(({shape(a)}), ({{{p}, {q}}}), longs({shape(x)}))"
    for x in ([0, 0, 1, 0, 2, 0], [0, 0], [], [1, 2], [0, 3], [4, 0, 0]):
        for trim in ("fb", "f", "b"):
            t = np.trim_zeros(np.array(x, "i4"), trim)
            yield f"TRIM({{{', '.join(map(str, x))}}}, {number('f' in trim)}, {number('b' in trim)}, {len(t)}, {numbers(t)})".replace("TRIM({", "TRIM(({").replace("}, ", "}), ", 1)


def polynomials():
    x = np.array([-1.5, -1.0, -0.3, 0.0, 0.25, 1.0, 2.0])
    for c in ([2.5], [1.0, -2.0], [0.5, 0.0, 3.0], [1.0, -0.25, 0.125, 2.0, -3.0], [3.0, 1.0, 0.0, -2.0, 0.5, 0.75, 1.25]):
        for name, y in (("POLYVAL", np.polyval(c, x)), ("POLYNOMIAL", np.polynomial.polynomial.polyval(x, c)),
                        ("CHEBVAL", np.polynomial.chebyshev.chebval(x, c)), ("LEGVAL", np.polynomial.legendre.legval(x, c))):
            yield f"{name}(({numbers(c)}), {array('double', x)}, {numbers(y)})"
    n = np.array([-3, 0, 2, 7])
    yield f"POLYVAL_INT(({{2, -1, 5}}), {array('std::int64_t', n)}, {numbers(np.polyval([2, -1, 5], n))})"


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    write("constants.inc", "numpy.pi and the others.", constants())
    write("windows.inc", "bartlett and the others for each number of points, kaiser.", windows())
    write("sequences.inc", "logspace and geomspace.", sequences())
    write("grids.inc", "linspace between arrays, vander, indices.", grids())
    write("rounding.inc", "round, nan_to_num.", rounding())
    write("axes.inc", "flip, rot90, moveaxis, expand_dims of two axes, trim_zeros.", axes())
    write("polynomials.inc", "polyval of both orders, chebval, legval.", polynomials())
    write("truth.inc", "isposinf, isneginf, isreal, iscomplex.", truth())
    write("dtype_tools.inc", "can_cast for all dtypes in their order, issubdtype, isdtype, min_scalar_type, common_type, finfo, iinfo.", casts())


if __name__ == "__main__":
    main()
