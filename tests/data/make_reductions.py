#!/usr/bin/env python3
"""Writes tests/data/reductions: operands, and what NumPy makes of them along each axis (needs NumPy 2).

usage: make_reductions.py

operand_<code>.npy is (6, 7, 5), with ties, zeros and a signed zero; operand_nan_<code>.npy has two NaN besides.
<function>_<code>.npy has the results over all axes, then along 0, 1 and 2, one behind the other, in NumPy's dtype.
"""
import pathlib

import numpy as np

root = pathlib.Path(__file__).resolve().parent / "reductions"
rng = np.random.default_rng(20261121)
# What tests/ops/reductions_test.cpp reads; make_reduction_cases.py writes every function of every dtype.
functions = {
    "1": "sum",
    "b": "sum prod mean var ptp argmax",
    "e": "sum var",
    "f": "sum mean var std max min any all count_nonzero argmin",
    "F": "sum prod max min any all count_nonzero argmax",
}
of_nan = {"f": "sum max min argmax argmin", "F": "argmax"}


def operand(code):
    x = rng.integers(-4, 5, (6, 7, 5))
    if code == "1":
        return x > -3
    if code == "b":
        return x.astype(np.int8)
    y = x / 2 + 0.25 * rng.integers(0, 2, x.shape)
    y[1] = 0
    y[2, 3, 4] = -0.0
    return (y + 1j * rng.integers(-2, 3, x.shape)).astype("F") if code == "F" else y.astype(code)


def reduced(name, x):
    along = [np.asarray(getattr(np, name)(x, axis=axis)) for axis in (None, 0, 1, 2)]
    return np.concatenate([r.ravel() for r in along])


root.mkdir(parents=True, exist_ok=True)
for code, names in functions.items():
    x = operand(code)
    np.save(root / f"operand_{code}.npy", x)
    for name in names.split():
        np.save(root / f"{name}_{code}.npy", reduced(name, x))
    if code in of_nan:
        x[0, 0, 0] = x[3, 2, 1] = np.nan
        np.save(root / f"operand_nan_{code}.npy", x)
        for name in of_nan[code].split():
            np.save(root / f"{name}_nan_{code}.npy", reduced(name, x))
