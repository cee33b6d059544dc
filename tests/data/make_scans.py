#!/usr/bin/env python3
"""Writes tests/data/scans: operands, and what NumPy makes of them along each axis (needs NumPy 2).

usage: make_scans.py

operand_<code>.npy is (6, 7, 5), with zeros of both signs; nan_<code>.npy has NaN in it, factor_<code>.npy numbers whose products stay small. All of them are
such that every sum and product is exact, in NumPy's order as in any other.
<function>_<code>.npy has the results over all elements, then along 0, 1 and 2, one behind the other, in NumPy's dtype; those of differences as said below.
"""
import pathlib

import numpy as np

root = pathlib.Path(__file__).resolve().parent / "scans"
rng = np.random.default_rng(20261122)
shape = (6, 7, 5)
axes = (None, 0, 1, 2)


def operand(code):
    x = rng.integers(-4, 5, shape)
    if code == "?":
        return x > -1
    if code == "B":
        return (x + 4).astype("B")
    if code in "bq":
        return x.astype(code)
    y = x / 2
    y[1] = 0
    y[2, 3, 4] = -0.0
    return (y + 1j * rng.integers(-2, 3, shape)).astype(code) if code in "FD" else y.astype(code)


def factor(code):
    x = rng.choice([1, -1] if code not in "?B" else [1, 1], shape).astype("i8")
    flat = x.reshape(-1)
    flat[[3, 50, 101, 160, 190]] = 2
    if code == "?":
        return x > 0
    if code in "FD":
        return (x * rng.choice([1, 1j], shape)).astype(code)
    y = x.astype(code)
    if code in "efd":
        y.reshape(-1)[[20, 77, 140]] = 0.5
    return y


def joined(results):
    return np.concatenate([np.asarray(r).ravel() for r in results])


def save(name, code, x):
    np.save(root / f"{name}_{ {'?': '1'}.get(code, code)}.npy", x)


root.mkdir(parents=True, exist_ok=True)
for code in "?bBqefdFD":
    x, p = operand(code), factor(code)
    save("operand", code, x)
    save("factor", code, p)
    save("cumsum", code, joined(np.cumsum(x, axis=a) for a in axes))
    save("cumprod", code, joined(np.cumprod(p, axis=a) for a in axes))
    for name, f in (("cummax", np.maximum), ("cummin", np.minimum)):
        save(name, code, joined(f.accumulate(x.ravel() if a is None else x, axis=a or 0) for a in axes))
    if code in "efdFD":
        y, q = x.copy(), p.copy()
        for place in ((0, 2, 0), (3, 2, 1), (5, 6, 4)):
            y[place] = q[place] = np.nan
        save("nan", code, y)
        save("nan_factor", code, q)
        save("nancumsum", code, joined(np.nancumsum(y, axis=a) for a in axes))
        save("nancumprod", code, joined(np.nancumprod(q, axis=a) for a in axes))
        for name, f in (("cummax_nan", np.maximum), ("cummin_nan", np.minimum)):
            save(name, code, joined(f.accumulate(y.ravel() if a is None else y, axis=a or 0) for a in axes))
    # Differences: order 1 and 2 along each axis; of all elements.
    save("diff", code, joined(np.diff(x, n=n, axis=a) for n in (1, 2) for a in (0, 1, 2)))
    if code != "?":
        save("ediff1d", code, np.ediff1d(x))
    if code in "bBefdF":
        # Gradients along each axis, with steps of 1, of 0.5, and between coordinates; edge orders 1 and 2.
        at = [np.cumsum(rng.integers(1, 4, n)).astype("f" if code in "ef" else "d") for n in shape]
        for k, c in enumerate(at):
            save(f"at{k}", code, c)
        results = []
        for order in (1, 2):
            results += list(np.gradient(x, edge_order=order)) + list(np.gradient(x, 0.5, edge_order=order)) + list(np.gradient(x, *at, edge_order=order))
        save("gradient", code, joined(results))
    if code not in "?befdF":
        continue
    # Integrals along each axis, with steps of 1, of 0.25, and between coordinates.
    at = [np.cumsum(rng.integers(1, 4, n)).astype("f" if code in "ef" else "d") for n in shape]
    for k, c in enumerate(at):
        save(f"knots{k}", code, c)
    for name, steps in (("trapezoid", [{}] * 3), ("trapezoid_dx", [{"dx": 0.25}] * 3), ("trapezoid_x", [{"x": c} for c in at])):
        save(name, code, joined(np.trapezoid(x, axis=a, **s) for a, s in enumerate(steps)))
