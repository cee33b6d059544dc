#!/usr/bin/env python3
"""Writes tests/data/ordered_folds: reduce, accumulate and reduceat of ufuncs that are not associative. Run with NumPy 2."""
import pathlib

import numpy as np

out = pathlib.Path(__file__).resolve().parent / "ordered_folds"
out.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(77)


def save(name, a):
    np.save(out / f"{name}.npy", np.asarray(a, order="C"))


x = rng.normal(size=(7, 5, 4)) * 3
x[2, 1, 3], x[1, 1, 1], x[0, 2, 0] = np.nan, -0.0, np.inf
positive = rng.uniform(0.5, 1.6, size=(7, 5, 4))
small = rng.integers(-100, 100, size=(7, 5, 4)).astype(np.int8)
small[small == 0] = 1
small[0] = 127
unsigned = rng.integers(1, 60000, size=(7, 5, 4)).astype(np.uint16)
offsets = np.array([0, 3, 1, 1, 6])
save("x", x)
save("positive", positive)
save("small", small)
save("unsigned", unsigned)
save("offsets", offsets)


def accumulate(f, a, axis):
    """f.accumulate in steps: reduce of NumPy 2.4's arctan2 and power gives f(first, last) along contiguous axes where the CPU has AVX-512."""
    a = np.moveaxis(a, axis, 0)
    result = [a[0].astype(f(a[:1], a[:1]).dtype)]
    for row in a[1:]:
        result.append(f(result[-1], row))
    return np.moveaxis(np.array(result), 0, axis)


def all_of(f, name, a):
    for axis in range(3):
        running = accumulate(f, a, axis)
        save(f"{name}_reduce_{axis}", running.take(-1, axis))
        save(f"{name}_accumulate_{axis}", running)
        if f not in (np.arctan2, np.power):
            np.testing.assert_array_equal(f.reduce(a, axis), running.take(-1, axis))
            np.testing.assert_array_equal(f.accumulate(a, axis), running)
    ends = [*offsets[1:], len(a)]
    segments = [a[i : max(j, i + 1)] for i, j in zip(offsets, ends)]
    save(f"{name}_reduceat", np.array([accumulate(f, part, 0)[-1] for part in segments]))
    save(f"{name}_initial", f.reduce(a, 1, initial=3, where=a > 1, keepdims=True))


with np.errstate(all="ignore"):
    for f in (np.subtract, np.divide, np.copysign, np.arctan2):
        all_of(f, f"{f.__name__}_x", x)
    all_of(np.subtract, "subtract_x32", x.astype(np.float32))
    all_of(np.power, "power_positive", positive)
    for f in (np.subtract, np.floor_divide, np.remainder, np.fmod):
        all_of(f, f"{f.__name__}_small", small)
    all_of(np.subtract, "subtract_unsigned", unsigned)
    all_of(np.right_shift, "right_shift_unsigned", unsigned % 9 + 1)
    save("less_reduce", np.less.reduce(x > 0, 0))
    save("equal_accumulate", np.equal.accumulate(x > 0, 1))
    f = np.frompyfunc(lambda a, b: a - 2 * b, 2, 1)
    save("own_reduce", f.reduce(positive, 0).astype(np.float64))
    save("own_accumulate", f.accumulate(positive, 2).astype(np.float64))
