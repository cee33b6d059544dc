#!/usr/bin/env python3
"""Writes tests/data/structs: structured arrays in .npy files, and their text, for the struct of tests/array/structs_test.cpp.

Run with NumPy 2.4.
"""

import io
import pathlib

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent / "structs"

PLACE = np.dtype([("x", "<f4"), ("y", "<f4"), ("z", "<f4")])
BODY = [("id", "<i4"), ("mass", "<f8"), ("place", PLACE), ("fixed", "?"), ("code", "<i2", (2, 2)), ("phase", "<c8")]


def bodies(dtype, n):
    a = np.zeros(n, dtype)
    i = np.arange(n)
    a["id"] = 7 * i - 3
    a["mass"] = i / 3
    for axis, factor in (("x", 1), ("y", 0.25), ("z", -1000)):
        a["place"][axis] = factor * i
    a["fixed"] = i % 2 == 0
    a["code"] = i[:, None, None] * [[1, -10], [100, 3]]
    a["phase"] = i - 0.5j * i
    return a


def texts(a):
    return [str(a), repr(a)]


def main():
    FOLDER.mkdir(exist_ok=True)
    aligned = np.dtype(BODY, align=True)
    # The members lie as a C++ compiler lays them; without NumPy's own mark for that.
    as_in_cpp = np.dtype({"names": aligned.names, "formats": [aligned.fields[f][0] for f in aligned.names],
                          "offsets": [aligned.fields[f][1] for f in aligned.names], "itemsize": aligned.itemsize})
    a = bodies(as_in_cpp, 5)
    np.save(FOLDER / "bodies.npy", a)
    np.save(FOLDER / "grid.npy", bodies(as_in_cpp, 6).reshape(2, 3))
    np.savez(FOLDER / "bodies.npz", bodies=a)
    # The other byte order, no padding, other places.
    turned = np.dtype([BODY[i] for i in (5, 0, 3, 4, 2, 1)]).newbyteorder(">")
    np.save(FOLDER / "turned.npy", bodies(turned, 5))
    np.save(FOLDER / "places.npy", a["place"].copy())
    lines = texts(a) + texts(bodies(as_in_cpp, 6).reshape(2, 3)) + texts(bodies(as_in_cpp, 2000)) + texts(a[1:2].reshape(())) + texts(a["place"].copy())
    lines += texts(bodies(as_in_cpp, 0))
    (FOLDER / "texts.txt").write_text("\n--\n".join(lines) + "\n--\n")


main()
