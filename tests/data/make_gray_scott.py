#!/usr/bin/env python3
"""Writes examples/data/gray_scott_seed.npy: where the demo's second substance is at the start, 256 x 256 float32 from NumPy.

A few dozen blobs of different sizes on an empty field, with a little noise so that nothing stays symmetric.
"""
import pathlib

import numpy as np

rng = np.random.default_rng(20261121)
n = 256
y, x = np.mgrid[0:n, 0:n]
v = np.zeros((n, n))
for _ in range(36):
    cy, cx, radius = rng.uniform(20, n - 20), rng.uniform(20, n - 20), rng.uniform(3, 9)
    v = np.maximum(v, 0.5 * ((x - cx) ** 2 + (y - cy) ** 2 < radius**2))
v = np.where(v > 0, v + 0.05 * rng.standard_normal((n, n)), 0)
path = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "data" / "gray_scott_seed.npy"
np.save(path, v.astype(np.float32))
print(path)
