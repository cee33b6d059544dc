#!/usr/bin/env python3
# Writes what NumPy reads and writes through indices: patterns that compile, with shapes and values of each case.
import os
import random
import numpy as np

OPEN = -9999  # an open end of a slice
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "indexing")

# A pattern: the rank of the array, and what stands between the parentheses. i: an integer, s: a slice, a: a whole axis,
# n: a new axis, e: an ellipsis, Z: an integer array of rank 0, I: one of rank 1, J: one of rank 2, C: a column (n, 1),
# P: one of int32, U: one of uint8, M: a mask of one axis, W: a mask of two.
FILES = {
    "vectors": [(1, "I"), (1, "J"), (1, "P"), (1, "U"), (1, "Z"), (1, "M"), (1, "In"), (1, "eI"), (1, "nM"),
                (2, "I"), (2, "J"), (2, "M"), (2, "W")],
    "matrices": [(2, "II"), (2, "IC"), (2, "CI"), (2, "aI"), (2, "Ia"), (2, "sI"), (2, "iI"), (2, "Ii"), (2, "aM"),
                 (2, "Is"), (2, "MI"), (2, "MM"), (2, "nI"), (2, "InI"), (2, "ZI"), (2, "Ms")],
    "tensors": [(3, "IaI"), (3, "aII"), (3, "IIa"), (3, "iaI"), (3, "Iai"), (3, "aIi"), (3, "saI"), (3, "eI"),
                (3, "Ie"), (3, "IeI"), (3, "aW"), (3, "Wa"), (3, "Ws"), (3, "WI"), (3, "sIJ"), (3, "Iss"),
                (3, "iW"), (3, "MaI")],
    "others": [(3, "M"), (3, "aMa"), (3, "Man"), (3, "aZI"), (3, "III"), (3, "W"), (3, "aJ"), (3, "J")],
    "four": [(4, "aIaI"), (4, "IeI"), (4, "sWi"), (4, "aPUn"), (4, "iaaJ")],
}
CPP = {"i": "in.number()", "s": "in.slice()", "a": "cp::all", "n": "cp::newaxis", "e": "cp::ellipsis",
       "Z": "in.integers<std::int64_t, 0>()", "I": "in.integers<std::int64_t, 1>()",
       "J": "in.integers<std::int64_t, 2>()", "C": "in.integers<std::int64_t, 2>()",
       "P": "in.integers<std::int32_t, 1>()", "U": "in.integers<std::uint8_t, 1>()", "M": "in.mask<1>()",
       "W": "in.mask<2>()"}
TAKES = {"n": 0, "e": 0, "W": 2}


def index_of(token, extents, n, rng, out):
    """One index of a pattern; its parameters are appended to `out`."""
    extent = extents[0] if extents else 0
    if token == "a":
        return slice(None)
    if token == "n":
        return None
    if token == "e":
        return Ellipsis
    if token == "i":
        at = rng.randrange(-extent, extent)
        out.append(at)
        return at
    if token == "s":
        step = rng.choice([1, 1, 2, -1, -2])
        ends = [rng.choice([OPEN, rng.randrange(-extent - 1, extent + 2)]) for _ in range(2)]
        out.extend(ends + [step])
        return slice(*[None if e == OPEN else e for e in ends], step)
    if token in "MW":
        shape = extents[:TAKES.get(token, 1)]
        flat = np.zeros(int(np.prod(shape)), bool)
        flat[rng.sample(range(flat.size), min(n, flat.size))] = True
        out.extend(list(shape) + flat.astype(int).tolist())
        return flat.reshape(shape)
    shape = {"Z": (), "J": (rng.choice([1, 2, 3]), n), "C": (rng.choice([1, 2, 4]), 1)}.get(token, (n,))
    low = 0 if token == "U" else -extent
    values = np.array([rng.randrange(low, extent) for _ in range(int(np.prod(shape)))], np.int64).reshape(shape)
    out.extend(list(shape) + values.ravel().tolist())
    return values


def case_of(rank, pattern, rng):
    shape = [rng.choice([1, 2, 3, 4, 5] if rank < 3 else [1, 2, 3, 4]) for _ in range(rank)]
    masks = sum(t in "MW" for t in pattern)
    n = rng.choice([1, 2, 3, 7]) if masks == 0 else rng.choice([1, 2, 3])
    if masks and rng.random() < 0.1 and len(pattern) == 1:
        n = 0
    if masks:  # all masks have n true places
        shape = [max(s, n) for s in shape]
    out, index, axis = [], [], 0
    rest = rank - sum(TAKES.get(t, 1) for t in pattern)
    for token in pattern:
        index.append(index_of(token, shape[axis:], n, rng, out))
        axis += rest if token == "e" else TAKES.get(token, 1)
    layout = rng.randrange(3)
    x = np.arange(np.prod(shape), dtype=np.int64).reshape(shape)
    key = tuple(index)
    picked = x[key]
    result = [layout, *shape, *out, picked.ndim, *picked.shape, *picked.ravel()]
    full = -1 - np.arange(picked.size, dtype=np.int64).reshape(picked.shape)
    row = 1000 + np.arange(picked.shape[-1] if picked.ndim else 1, dtype=np.int64)
    for values, adds in ((7, False), (full, False), (row, False), (full, True), (100, True)):
        y = x.copy()
        if not picked.ndim and values is row:
            values = row[0]
        if adds:
            y[key] += values
        else:
            y[key] = values
        result.extend(y.ravel())
    return result


def main():
    os.makedirs(HERE, exist_ok=True)
    rng = random.Random(20)
    for name, patterns in FILES.items():
        with open(os.path.join(HERE, name + ".inc"), "w") as f:
            for rank, pattern in patterns:
                f.write(f"PATTERN({rank}, {', '.join(CPP[t] for t in pattern)})  // {pattern}\n")
        data = []
        for rank, pattern in patterns:
            cases = []
            for _ in range(12):
                cases.extend(case_of(rank, pattern, rng))
            data.extend([12, len(cases), *cases])
        np.save(os.path.join(HERE, name + ".npy"), np.array(data, np.int16))


main()
