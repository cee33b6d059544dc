#!/usr/bin/env python3
"""Writes tests/data/rows: what NumPy makes of rows (softmax, layer norm, ...), in float64, of operands in float32. Run with NumPy 2."""
import pathlib

import numpy as np

out = pathlib.Path(__file__).resolve().parent / "rows"
out.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(20)


def save(name, a):
    np.save(out / f"{name}.npy", a)


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


for shape in [(3, 5), (4, 128), (7, 331), (1, 1)]:
    s = "x".join(map(str, shape))
    x, y = (rng.normal(size=shape).astype(np.float32) * 3 for _ in range(2))
    save("x_" + s, x)
    save("y_" + s, y)
    x, y = x.astype(np.float64), y.astype(np.float64)
    top = x.max(axis=-1, keepdims=True)
    total = np.exp(x - top).sum(axis=-1, keepdims=True)
    mean = x.mean(axis=-1, keepdims=True)
    save("softmax_" + s, softmax(x))
    save("softmax0_" + s, softmax(x, 0))
    save("log_softmax_" + s, x - top - np.log(total))
    save("layer_norm_" + s, (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5) * y[0] + x[0])
    if shape[1] > 1:
        save("standardize_" + s, (x - mean) / x.std(axis=-1, keepdims=True))
    save("normalize_" + s, x / np.linalg.norm(x, axis=-1, keepdims=True))
    save("logsumexp_" + s, top + np.log(total))
    save("cosine_" + s, (x * y).sum(axis=-1) / np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1)))
    save("centred_" + s, (x - mean) * 2)
    save("centred0_" + s, x - x.mean(axis=0))
    save("scaled_" + s, x / np.abs(x).max())

x = rng.normal(size=(2, 3, 17))
save("x_2x3x17", x)
save("softmax_2x3x17", softmax(x))
for name, axes in [("12", (1, 2)), ("02", (0, 2)), ("_all", None)]:
    save(f"standardize{name}_2x3x17", (x - x.mean(axis=axes, keepdims=True)) / x.std(axis=axes, keepdims=True))
