#!/usr/bin/env python3
"""Writes tests/data/array: what NumPy's slices, reshapes and array makers give, as initialisers that the tests include.

Run with NumPy 2.4.
"""

import pathlib
import warnings

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent / "array"
OPEN = None


def number(x):
    if isinstance(x, (int, np.integer)):
        return str(int(x))
    x = float(x)
    return x.hex() if np.isfinite(x) else {"inf": "INFINITY", "-inf": "-INFINITY", "nan": "NAN"}[str(x)]


def numbers(a):
    return "{" + ", ".join(number(x) for x in np.ravel(a)) + "}"


def write(name, comment, lines):
    lines = list(lines)
    (FOLDER / name).write_text(f"// Written by tests/data/make_array.py: {comment}\n" + "\n".join(lines) + "\n")
    print(name, len(lines), "lines")


def slices():
    """All slices of short axes: two characters each, the number of elements and the first one ('.': none)."""
    bounds = [OPEN] + list(range(-6, 7))
    for n in range(6):
        text = ""
        for step in (-3, -2, -1, 1, 2, 3):
            for start in bounds:
                for stop in bounds:
                    taken = np.arange(n)[start:stop:step]
                    text += str(taken.size) + (str(taken[0]) if taken.size else ".")
        yield f'"{text}",  // {n}'


def reshapes(rng):
    """Views of 72 elements that NumPy reshapes: shape, strides, offset, new shape, whether it is a view, its strides."""
    base = np.arange(72)
    step = base.itemsize
    targets = {n: [] for n in (72, 36, 24, 18, 12, 8, 6, 4, 3, 2, 1, 0)}
    for n in targets:
        for a in range(0, n + 1):
            for b in range(0, n + 1):
                for c in range(0, n + 1):
                    if a * b * c == n and max(a, b, c) <= max(n, 3):
                        targets[n].append((a, b, c))
    seen = set()
    while len(seen) < 300:
        shape = [(72, 1, 1), (6, 4, 3), (3, 8, 3), (2, 6, 6), (1, 8, 9), (2, 2, 18)][rng.integers(6)]
        view = base.reshape(shape).transpose(rng.permutation(3))
        index = []
        for n in view.shape:
            kind = rng.integers(6)
            index.append([slice(None), slice(None), slice(None, None, -1), slice(None, None, 2), slice(0, 2), slice(1, None)][kind])
        view = view[tuple(index)]
        if view.size not in targets:
            continue
        new = targets[view.size][rng.integers(len(targets[view.size]))]
        # NumPy says of an empty array and of one of one element that it is contiguous; strides then mean nothing
        result = view.reshape(new)
        shares = view.size == 0 or np.shares_memory(result, view)
        offset = (view.__array_interface__["data"][0] - base.__array_interface__["data"][0]) // step if view.size else 0
        strides = [s // step for s in view.strides]
        key = (*view.shape, *strides, offset, *new)
        if key in seen:
            continue
        seen.add(key)
        yield (
            f"{{{numbers(view.shape)}, {numbers(strides)}, {offset}, {numbers(new)}, {str(bool(shares)).lower()}, "
            f"{numbers([s // step for s in result.strides])}}},"
        )


def aranges():
    for a in [
        (0, 5, 1), (1, 6, 2), (1, 7, 2), (5, 0, -1), (5, 0, -2), (0, 0, 1), (5, 1, 1), (-3, 3, 1), (0, -5, 1), (7, 8, 100),
        (2**40, 2**40 + 3, 1), (-(2**62), 2**62, 2**61), (3, -4, -3),
    ]:
        yield f"ARANGE_INT({', '.join(map(str, a))}, {numbers(np.arange(*a)) if np.arange(*a).size else '{}'})"
    for a in [
        (0.0, 1.0, 0.1), (0.0, 1.0, 0.3), (1.0, 2.0, 0.25), (1.0, 1.0, 0.5), (0.5, 10.0, 3.0), (0.0, -1.0, -0.25), (2.0, 1.0, 0.5),
        (1e16, 1e16 + 8.0, 2.0), (-0.5, 0.5, 1 / 3), (0.0, 1e-300, 1e-301), (1.0, 1.3, 0.1), (0.0, 5.0, 1.0), (-1e300, 1e300, 7e299),
    ]:
        yield f"ARANGE_FLOAT({', '.join(number(x) for x in a)}, {numbers(np.arange(*a)) if np.arange(*a).size else '{}'})"
    for a in [(0.0, 1.0, 0.1), (0.5, 10.0, 3.0), (0.0, -1.0, -0.25)]:
        yield f"ARANGE_FLOAT32({', '.join(number(x) for x in a)}, {numbers(np.arange(*a, dtype='f4'))})"


def linspaces():
    for start, stop, n, endpoint in [
        (0, 1, 11, True), (0, 1, 10, False), (0, 1, 1, True), (0, 1, 1, False), (0, 1, 0, True), (2, 3, 5, True), (-1, 1, 7, True),
        (1, 0, 4, True), (5, 5, 3, True), (0, 0.1, 3, True), (1e-300, 1e300, 4, True), (0, 1, 50, True), (1 / 3, 2 / 3, 6, False),
        (-1e10, 1e-10, 8, True), (0, 5e-324, 2, True), (3, -7, 2, True),
    ]:
        out = np.linspace(start, stop, n, endpoint)
        yield f"LINSPACE({number(float(start))}, {number(float(stop))}, {n}, {str(endpoint).lower()}, {numbers(out)})"


def matrices():
    for n, m, k in [(3, 3, 0), (2, 4, 1), (4, 2, -1), (3, 3, 5), (3, 3, -5), (0, 3, 0), (3, 0, 0), (1, 1, 0), (2, 5, 3), (5, 2, -4)]:
        yield f"EYE({n}, {m}, {k}, {numbers(np.eye(n, m, k, dtype=int))})"
    for n, m, k in [(3, 4, 0), (3, 4, 1), (3, 4, 3), (3, 4, 4), (3, 4, 9), (3, 4, -1), (3, 4, -2), (3, 4, -3), (3, 4, -7), (0, 4, 0), (4, 0, 1)]:
        a = np.arange(n * m).reshape(n, m)
        yield f"DIAG_OF({n}, {m}, {k}, {numbers(np.diag(a, k))})"
    for n, k in [(3, 0), (3, 1), (3, -2), (0, 0), (0, 2), (1, -1)]:
        out = np.diag(np.arange(1, n + 1), k)
        yield f"DIAG_FROM({n}, {k}, {out.shape[0]}, {numbers(out)})"


def kinds():
    """What assignment converts without being asked: NumPy's casting rule same_kind."""
    names = ["bool_"] + [f"{u}int{n}" for u in ("", "u") for n in (8, 16, 32, 64)] + ["float16", "float32", "float64", "complex64", "complex128"]
    for to in names:
        for source in names:
            yield f"ASSIGNS({to}, {source}, {str(np.can_cast(getattr(np, source), getattr(np, to), 'same_kind')).lower()})"


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    warnings.simplefilter("error")
    rng = np.random.default_rng(24)
    write("slices.inc", "slices of axes of 0 to 5 elements, for each step, start and stop.", slices())
    write("reshapes.inc", "reshapes of views of 72 elements.", reshapes(rng))
    write("same_kind.inc", "which dtype (second) can be assigned to an array of another (first).", kinds())
    write("creation.inc", "arange, linspace, eye and diag.", [*aranges(), *linspaces(), *matrices()])


if __name__ == "__main__":
    main()
