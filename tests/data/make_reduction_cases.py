#!/usr/bin/env python3
"""Writes tests/data/reductions/cases: what NumPy 2 makes of every reduction, dtype, axis and keepdims, degenerate shapes included.

usage: make_reduction_cases.py

<function>.bin begins with the operands of each dtype (12 elements a dtype, in the order of `codes`), then has one record for each dtype, shape, axis (none
first) and keepdims, in that order (tests/ops/reduction_cases.hpp walks the same way):
    status  1 byte: 0 a result, 1 ValueError, 2 the dtype is refused
    dtype   1 byte: NumPy's character
    size    2 bytes, and that many elements, if there is a result
initial.bin and where.bin have the same records for initial values and masks, norms.bin for norms, products and averages, ufuncs.bin for the methods of ufuncs.
"""
import pathlib
import struct
import warnings

import numpy as np

warnings.simplefilter("ignore")
np.seterr(all="ignore")
root = pathlib.Path(__file__).resolve().parent / "reductions" / "cases"
codes = "?bhiqBHILefdFD"  # q and L: 64 bits
shapes = [(), (0,), (1,), (0, 3), (3, 0), (1, 0), (3, 4), (2, 1, 0, 3)]
kinds = {"L": "Q"}


def operand(code, with_nan):
    x = np.array([3, -2, 0, 5, 1, 7, -4, 2, 2, 6, -1, 7])
    if code == "?":
        return x > 1
    if code in "BHIL":
        return np.abs(x).astype(kinds.get(code, code))
    if code in "bhiq":
        return x.astype(code)
    y = x / 2.0
    if code in "FD":
        y = y + 1j * np.array([1, 0, 2, -1, 3, -2, 1, 1, 0, 4, -3, 2])
    if with_nan:
        y[4:8] = np.nan  # a whole row, and one element
        y[9] = np.nan
    return y.astype(code)


def place(f):
    """nanargmax and nanargmin, with -1 where NumPy throws because all elements are NaN."""

    def found(x, axis=None, keepdims=False):
        try:
            return f(x, axis=axis, keepdims=keepdims)
        except ValueError as e:
            if "All-NaN" not in str(e):
                raise
        nan = np.isnan(x)
        filled = np.where(nan, -np.inf if f is np.nanargmax else np.inf, x.real)  # complex operands order by their real parts here
        plain = np.argmax if f is np.nanargmax else np.argmin
        return np.where(nan.all(axis=axis, keepdims=keepdims), -1, plain(filled, axis=axis, keepdims=keepdims))

    return found


def count_nonzero(x, axis=None, keepdims=False):
    return np.asarray(np.count_nonzero(x, axis=axis, keepdims=keepdims), dtype=np.int64)


def logsumexp(x, axis=None, keepdims=False):
    if x.dtype.kind == "c":
        raise TypeError
    wide = x.astype("d")
    r = np.logaddexp.reduce(wide, axis=axis if axis is not None else tuple(range(x.ndim)), keepdims=keepdims)
    return np.asarray(r).astype(x.dtype if x.dtype.kind == "f" else "d")


def norm(x, axis=None, keepdims=False):
    return np.linalg.vector_norm(x if x.dtype.kind in "fc" else x.astype("d"), axis=axis, keepdims=keepdims)


plain = {n: getattr(np, n) for n in "sum prod mean var std min max ptp argmin argmax any all".split()}
plain |= {"count_nonzero": count_nonzero, "logsumexp": logsumexp, "norm": norm}
nan = {n: getattr(np, n) for n in "nansum nanprod nanmean nanvar nanstd nanmin nanmax".split()}
nan |= {"nanargmin": place(np.nanargmin), "nanargmax": place(np.nanargmax)}


def record(f, *arguments, **keywords):
    try:
        r = np.ascontiguousarray(f(*arguments, **keywords))
    except (TypeError, np.exceptions.DTypePromotionError):
        return struct.pack("<BcH", 2, b"-", 0)
    except ValueError:
        return struct.pack("<BcH", 1, b"-", 0)
    return struct.pack("<BcH", 0, r.dtype.char.replace("l", "q").replace("L", "Q").encode(), r.size) + r.tobytes()


def axes(shape):
    return [None, *range(len(shape))]


root.mkdir(parents=True, exist_ok=True)
for name, f in (plain | nan).items():
    operands = [operand(c, name in nan) for c in codes]
    out = b"".join(x.tobytes() for x in operands)
    for x in operands:
        for shape in shapes:
            y = x[: int(np.prod(shape))].reshape(shape)
            out += b"".join(record(f, y, axis=a, keepdims=k) for a in axes(shape) for k in (False, True))
    (root / f"{name}.bin").write_bytes(out)

# Initial values (alone, with masks, of an empty (0, 3) operand) and masks: axes none, 0, 1 of the (3, 4) operand.
mask, row = np.arange(12).reshape(3, 4) % 3 != 0, np.array([True, False, True, True])
for file, names in {"initial": "sum prod nansum nanprod max min nanmax nanmin", "where": "mean var std any all nanmean nanvar nanstd"}.items():
    out = b""
    for code in "?befdD":
        out += operand(code, True).tobytes()
        x = operand(code, True).reshape(3, 4)
        for name in names.split():
            f = getattr(np, name)
            for a in (None, 0, 1):
                if file == "initial":
                    out += record(f, x, axis=a, initial=1) + record(f, x, axis=a, initial=1, where=mask) + record(f, x, axis=a, initial=1, where=row)
                    out += record(f, x.ravel()[:0].reshape(0, 3), axis=a, initial=1)
                else:
                    out += record(f, x, axis=a, where=mask) + record(f, x, axis=a, where=row) + record(f, x, axis=a, where=np.zeros(4, bool))
    (root / f"{file}.bin").write_bytes(out)

# Norms, products, averages: v and w are rows of the (3, 4) operand x, t is it as (2, 2, 3).
out = b""
for code in "?befdFD":
    flat = operand(code, False)
    out += flat.tobytes()
    x = flat if flat.dtype.kind in "fc" else flat.astype("d")
    x, t = x.reshape(3, 4), x.reshape(2, 2, 3)
    v, w = flat.reshape(3, 4)[0], flat.reshape(3, 4)[1]
    n = np.linalg.norm
    for order in (2, 1, 0, np.inf, -np.inf, 3, -1, 2.5):
        out += record(n, x[0], order)
    for order in ("fro", 1, -1, np.inf, -np.inf):
        out += record(n, x, order) + record(n, t, order, axis=(0, 2)) + record(n, t, order, axis=(2, 0), keepdims=True)
        out += record(np.linalg.matrix_norm, t, ord=order)
    out += record(n, x) + record(n, t) + record(n, x, axis=1, keepdims=True) + record(np.linalg.vector_norm, t, ord=1)
    out += record(n, x[:0], 1) + record(n, x[:, :0], np.inf) + record(n, x[0][:0], np.inf) + record(n, x[0][:0], -np.inf) + record(n, x[:0], -1)
    out += record(np.dot, v, w) + record(np.vdot, v, w) + record(np.inner, v, w) + record(np.dot, v[:0], w[:0]) + record(np.vdot, flat.reshape(3, 4), flat.reshape(3, 4))
    y, rows, columns = flat.reshape(3, 4), np.array([1, 2, 3], "f"), np.array([4, 0, 1, 2], "b")
    out += record(np.average, y) + record(np.average, y, axis=0, weights=rows) + record(np.average, y, axis=1, weights=columns, keepdims=True)
    out += record(np.average, y, weights=np.arange(12.0).reshape(3, 4)) + record(np.average, y, axis=1, weights=np.arange(12.0).reshape(3, 4))
    out += record(lambda: np.average(y, axis=1, weights=columns, returned=True)[1])
(root / "norms.bin").write_bytes(out)

# Methods of ufuncs: reduce along the default axis and axis 1, then of no rows.
out = b""
for code in "?bHefdFD":
    flat = operand(code, False)
    out += flat.tobytes()
    x = flat.reshape(3, 4)
    for name in ("add multiply maximum minimum fmax fmin logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor gcd lcm hypot logaddexp logaddexp2").split():
        bits, ints, real = name.startswith("bitwise"), name in ("gcd", "lcm"), name in ("hypot", "logaddexp", "logaddexp2")
        if (bits and code not in "?bH") or (ints and code not in "bH") or (real and code in "FD"):
            continue
        f = getattr(np, name)
        exact = not real or code not in "?bHe"

        def reduce(*arguments, **keywords):
            if exact:
                return f.reduce(*arguments, **keywords)
            half = "f" if code == "H" else "e"  # as here, rounded once
            return f.reduce(arguments[0].astype("d"), *arguments[1:], **keywords).astype(half)

        both = (x.reshape(1, 12), 1) if name == "lcm" else (x, (0, 1))  # NumPy folds one axis where there is no identity
        out += record(reduce, x) + record(reduce, x, axis=1) + record(reduce, both[0], axis=both[1], keepdims=True) + record(reduce, x[:0])
    if code != "?":
        out += record(np.subtract.outer, x[0], x[1])
    out += record(np.less.outer, x, x[0]) + record(np.multiply.outer, x[0], x)
    index, more = np.array([0, 2, 2, -1, 0, 1]), np.array([[0, 3], [3, -4], [1, 1]])

    def at(f, a, i, b):
        a = a.copy()
        f.at(a, i, b)
        return a

    out += record(at, np.add, flat, index, flat[3]) + record(at, np.maximum, x, index, x[0]) + record(at, np.multiply, x, (index[:3, None], more), x[:, :2])
(root / "ufuncs.bin").write_bytes(out)
