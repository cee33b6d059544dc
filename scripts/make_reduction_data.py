#!/usr/bin/env python3
"""Writes tests/data/reductions: operands, and what NumPy makes of them along each axis (needs NumPy 2).

usage: make_reduction_data.py

operand_<code>.npy is (6, 7, 5), with ties, zeros, a signed zero and, for floats, NaN in one corner of operand_nan_<code>.npy.
<function>_<code>.npy has the results over all axes, then along 0, 1 and 2, one behind the other, in NumPy's dtype.
"""
import pathlib

import numpy as np

root = pathlib.Path(__file__).resolve().parent.parent / "tests" / "data" / "reductions"
rng = np.random.default_rng(20261121)
functions = ["sum", "prod", "mean", "var", "std", "max", "min", "ptp", "argmax", "argmin", "any", "all", "count_nonzero"]
skipped = {"1": {"ptp"}, "F": {"var", "std", "ptp"}}


def operand(code):
    x = rng.integers(-4, 5, (6, 7, 5))
    if code == "1":
        return x > -3
    if code == "b":
        return x.astype(np.int8)
    y = x / 2 + 0.25 * rng.integers(0, 2, x.shape)
    y[1] = 0
    y[2, 3, 4] = -0.0
    return (y + 1j * rng.integers(-2, 3, x.shape)).astype("F") if code == "F" else y.astype({"e": "e", "f": "f", "d": "d"}[code])


root.mkdir(parents=True, exist_ok=True)
for code in "1befdF":
    x = operand(code)
    np.save(root / f"operand_{code}.npy", x)
    for name in functions:
        if name in skipped.get(code, ()):
            continue
        f = getattr(np, name)
        if name == "count_nonzero":
            results = [np.asarray(np.count_nonzero(x, axis=a), dtype=np.int64) for a in (None, 0, 1, 2)]
        else:
            results = [np.asarray(f(x, axis=a)) for a in (None, 0, 1, 2)]
        np.save(root / f"{name}_{code}.npy", np.concatenate([r.ravel() for r in results]))
    if code in "efdF":
        y = x.copy()
        y[0, 0, 0] = np.nan
        y[3, 2, 1] = np.nan
        np.save(root / f"operand_nan_{code}.npy", y)
        for name in ("sum", "max", "min", "argmax", "argmin", "any"):
            f = getattr(np, name)
            np.save(root / f"{name}_nan_{code}.npy", np.concatenate([np.asarray(f(y, axis=a)).ravel() for a in (None, 0, 1, 2)]))
