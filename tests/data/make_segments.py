#!/usr/bin/env python3
"""Writes tests/data/segments: what NumPy makes of segments (reduceat; sums, means and extremes by offsets and by keys). Run with NumPy 2."""
import pathlib

import numpy as np

out = pathlib.Path(__file__).resolve().parent / "segments"
out.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(31)


def save(name, a):
    np.save(out / f"{name}.npy", np.ascontiguousarray(a))


# reduceat: rising, equal and falling offsets, along each axis.
offsets = {"numpy": [0, 4, 1, 5, 2, 6, 3, 7], "rising": [0, 1, 5, 5, 6, 11], "one": [3], "last": [11, 11], "falling": [9, 4, 0]}
x1 = (rng.normal(size=12) * 3).astype(np.float32)
x3 = (rng.normal(size=(12, 12, 13)) * 3).astype(np.float32)
ints = rng.integers(-100, 100, size=(12, 12)).astype(np.int8)
save("x1", x1)
save("x3", x3)
save("ints", ints)
for name, o in offsets.items():
    save("offsets_" + name, np.array(o, np.int64))
    for f in (np.add, np.multiply, np.maximum, np.minimum):
        save(f"{f.__name__}_{name}_x1", f.reduceat(x1, o, dtype=np.float64))
    save(f"hypot_{name}_x1", np.abs(np.hypot.reduceat(x1, o, dtype=np.float64)))  # of one element: see docs/differences.md
    for axis in range(3):
        save(f"add_{name}_x3_{axis}", np.add.reduceat(x3, o, axis, dtype=np.float64))
    save(f"add_{name}_ints", np.add.reduceat(ints, o, 1))
    save(f"bitwise_xor_{name}_ints", np.bitwise_xor.reduceat(ints, o, 0))
    save(f"logical_and_{name}_ints", np.logical_and.reduceat(ints > -90, o, 0))

# Segments by offsets and by keys, of vectors and of rows.
for columns in (0, 3, 40):  # 0: a vector
    x = rng.normal(size=(300, columns) if columns else 300).astype(np.float32)
    rows = np.array([0, 0, 7, 7, 200, 201, 300])
    keys = rng.integers(-2, 9, size=300).astype(np.int32)
    save(f"segments_x{columns}", x)
    save(f"segments_keys{columns}", keys)
    for how, parts in (("offsets", [np.arange(a, b) for a, b in zip(rows, rows[1:])]), ("keys", [np.flatnonzero(keys == k) for k in range(8)])):
        tail = x.shape[1:]
        save(f"sum_{how}{columns}", np.array([x[p].sum(axis=0, dtype=np.float64) for p in parts]))
        save(f"prod_{how}{columns}", np.array([x[p].prod(axis=0, dtype=np.float64) for p in parts]))
        save(f"mean_{how}{columns}", np.array([x[p].mean(axis=0, dtype=np.float64) if len(p) else np.full(tail, np.nan) for p in parts]))
        save(f"max_{how}{columns}", np.array([x[p].max(axis=0) if len(p) else np.full(tail, -np.inf) for p in parts], np.float64))
        save(f"min_{how}{columns}", np.array([x[p].min(axis=0) if len(p) else np.full(tail, np.inf) for p in parts], np.float64))
