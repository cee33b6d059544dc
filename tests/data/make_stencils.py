#!/usr/bin/env python3
"""Writes tests/data/stencils: what NumPy makes of stencils, by numpy.pad and slices (needs NumPy 2).

usage: make_stencils.py

Element i of an operand, in C order, is (7919 i + 13) mod 101 - 50; the imaginary part of complex ones (31 i + 7) mod 23.
The stencil of radius r sums 7 x the element, then, with the weights 1, 2, ..., the neighbours at -r, +r and +1 along
each axis and the one at (r, -r, r). r<rank>_<radius>_<code>.npy has the results for each of the shapes, with the
boundaries edge, wrap, symmetric, reflect, constant (3) and without any, one behind the other.
"""
import pathlib

import numpy as np

root = pathlib.Path(__file__).resolve().parent / "stencils"
shapes = {
    1: [(1,), (2,), (3,), (5,), (11,), (67,)],
    2: [(1, 1), (1, 7), (3, 2), (9, 13), (6, 40)],
    3: [(2, 3, 5), (1, 4, 9), (5, 6, 40)],
}
modes = ["edge", "wrap", "symmetric", "reflect", "constant"]


def operand(shape, code):
    i = np.arange(int(np.prod(shape)))
    x = (7919 * i + 13) % 101 - 50
    if code == "F":
        x = x + 1j * ((31 * i + 7) % 23)
    return x.reshape(shape).astype(code)


def offsets(rank, radius):
    found = []
    for axis in range(rank):
        for distance in (-radius, radius, 1):
            found.append(tuple(distance if a == axis else 0 for a in range(rank)))
    found.append(tuple(radius if a % 2 == 0 else -radius for a in range(rank)))
    return found


def apply(padded, shape, rank, radius, code):
    def at(offset):
        return padded[tuple(slice(radius + o, radius + o + n) for o, n in zip(offset, shape))]

    result = 7 * at((0,) * rank)
    for k, offset in enumerate(offsets(rank, radius)):
        result = result + (k + 1) * at(offset)
    return result.astype(code)


def pad(x, radius, mode):
    more = {"constant_values": 3} if mode == "constant" else {}
    return np.pad(x, radius, mode=mode, **more)


root.mkdir(parents=True, exist_ok=True)
cases = [(rank, radius, "f") for rank in (1, 2, 3) for radius in (1, 2, 3, 4)] + [(2, 2, code) for code in "diF"]
for rank, radius, code in cases:
    results = []
    for shape in shapes[rank]:
        x = operand(shape, code)
        for mode in modes:
            results.append(apply(pad(x, radius, mode), shape, rank, radius, code).ravel())
        inner = tuple(max(0, n - 2 * radius) for n in shape)
        if min(inner) > 0:
            results.append(apply(x, inner, rank, radius, code).ravel())
    np.save(root / f"r{rank}_{radius}_{code}.npy", np.concatenate(results))
