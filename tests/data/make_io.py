#!/usr/bin/env python3
"""Writes tests/data/io: arrays as NumPy saves and prints them, which the library must read, save and print alike.

A data file is a sequence of records of four fields, each a 32-bit little-endian length and that many bytes:
  printing.bin  options as key=value lines | the array as .npy | str(array) | repr(array)
  arrays.bin    facts as key=value lines | the array as .npy | its elements in file order, native | empty
Run with NumPy 2.4. `--random N FILE` writes N random printing records instead, for a longer search for differences;
`--hashes` prints the constants in tests/io/format_test.cpp.
"""

import argparse
import io
import pathlib
import struct

import numpy as np

FLOATS = ["f2", "f4", "f8"]
COMPLEX = ["c8", "c16"]
INTS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]


def npy_bytes(a, version=None):
    f = io.BytesIO()
    np.lib.format.write_array(f, a, version=version, allow_pickle=False)
    return f.getvalue()


def record(*fields):
    out = b""
    for field in fields:
        field = field if isinstance(field, bytes) else field.encode("ascii")
        out += struct.pack("<I", len(field)) + field
    return out


def print_record(a, **options):
    with np.printoptions(**options):
        text, representation = str(a), repr(a)
    return record("".join(f"{k}={v}\n" for k, v in options.items()), npy_bytes(a), text, representation)


# ---- printing ---------------------------------------------------------------------------------------------------


def printing_cases():
    nan, inf = np.nan, np.inf
    yield from ((np.array(v, dtype=t), {}) for t in ["?"] + INTS + FLOATS + COMPLEX for v in (0, 1, 100))
    yield np.array([True, False, True]), {}
    yield np.array([[True, False], [False, False]]), {}
    for t in INTS:
        i = np.iinfo(t)
        yield np.array([i.min, 0, i.max], dtype=t), {}
        yield np.arange(24, dtype=t).reshape(2, 3, 4), {}
        yield np.array([5], dtype=t), {}
        for sign in "+- ":
            yield np.array([0, 7, 100], dtype=t), {"sign": sign}
    for sign in "+ ":
        yield np.array([-5, 7, -100], dtype="i4"), {"sign": sign}
        yield np.array([-5, -7], dtype="i8"), {"sign": sign}
    for t in ["?"] + INTS + FLOATS + COMPLEX:
        for shape in [(0,), (0, 3), (3, 0), (2, 0, 2), (0, 0)]:
            if len(shape) != 2 or t in ("?", "i8", "f4", "c16"):
                yield np.zeros(shape, dtype=t), {}
        yield np.ones((1, 1, 1), dtype=t), {}
    rows = [
        [0.0], [-0.0, 0.0], [1.0, 2.5, -3.25], [0.1, 0.2, 0.3], [1e-4, 1.0], [9.9e-5, 1.0], [1.0, 1000.0],
        [1.0, 1001.0], [999.0, 1000.0, 1.0], [1e5, 1e-5], [123456.0, 1.0], [1e-3, 0.5, 0.25], [1 / 3, 2 / 3, 4 / 3],
        [nan], [inf], [-inf], [nan, inf, -inf], [nan, 1.5], [1.0, inf], [-inf, 1.0, 22.5], [nan, -0.0, 1e-7],
        [1e-8, 2e-8], [5.1e-9, 0.5], [65504.0, 6e-8], [1024.0, 2048.0], [3.14159265358979, 2.71828182845905],
        [0.99999999999, 0.5], [100.0, 200.0], [1e3, 1e4], [12345.678, 0.001],
    ]
    for t in FLOATS:
        for row in rows:
            yield np.array(row, dtype=t), {}
        for row in rows[2:6]:
            yield np.array(row, dtype=t), {"precision": 3}
            yield np.array(row, dtype=t), {"suppress": True}
            yield np.array(row, dtype=t), {"floatmode": "fixed", "precision": 4}
            yield np.array(row, dtype=t), {"floatmode": "unique"}
            yield np.array(row, dtype=t), {"floatmode": "maxprec_equal"}
        for sign in "+ ":
            for row in ([1.0, 2.5], [-1.0, 2.5], [nan, inf, 1.0], [-inf, 1.0], [1e10, 1e-10]):
                yield np.array(row, dtype=t), {"sign": sign}
        yield np.array([nan, inf, -inf, 1], dtype=t), {"nanstr": "NA", "infstr": "Infinity"}
        yield np.linspace(0, 1, 30).astype(t), {}
        yield np.linspace(0, 1, 30).astype(t).reshape(5, 6), {"linewidth": 40}
        yield np.linspace(-1, 1, 24).astype(t).reshape(2, 3, 4), {}
        yield np.linspace(-1, 1, 48).astype(t).reshape(2, 3, 2, 4), {"precision": 2}
        yield np.linspace(-1, 1, 30).astype(t).reshape(5, 6), {"threshold": 10}
        yield np.linspace(-1, 1, 120).astype(t).reshape(2, 6, 10), {"threshold": 10, "edgeitems": 2}
    yield np.array([1e8, 1.0]), {}
    yield np.array([99999999.0, 1e5]), {}
    yield np.array([1e300, 1e-300, 5e-324]), {}
    yield np.array([2.0**k for k in range(-30, -20)]), {}
    yield np.array([1e16, 12345678.0]), {"suppress": True}
    yield np.array([1e-10, 1.0, 1234.5]), {"suppress": True, "precision": 3}
    yield np.array([1.1e-10, 1.23456789e-5], dtype="f4"), {}
    z = [1 + 2j, -0.5j, complex(nan, inf), complex(-inf, -0.0), 1e-10 + 1e10j]
    for t in COMPLEX:
        for i in range(len(z)):
            yield np.array(z[: i + 1], dtype=t), {}
            yield np.array(z[i], dtype=t), {}
        yield np.array([[1 + 1j, 2 - 3.5j], [0.25j, 100]], dtype=t), {"precision": 2}
        yield np.array([1 + 1j, 2 - 3.5j], dtype=t), {"sign": "+"}
        yield np.array([1 + 1j, 2 - 3.5j], dtype=t), {"sign": " "}
    yield np.arange(1000), {}
    yield np.arange(1001), {}
    yield np.arange(1001, dtype="i2"), {}
    yield np.arange(1200, dtype="u2").reshape(30, 40), {}
    yield np.arange(1100, dtype="f4").reshape(11, 10, 10), {}
    yield np.zeros((1, 1001), dtype="?"), {}
    yield np.arange(100, dtype="i1"), {"linewidth": 20}
    yield np.arange(100, dtype="i1"), {"linewidth": 5}
    yield np.arange(12, dtype="i4").reshape(3, 4), {"linewidth": 0}
    yield np.asfortranarray(np.arange(12, dtype="i4").reshape(3, 4)), {}
    yield np.asfortranarray(np.arange(24, dtype="f4").reshape(2, 3, 4)), {}
    yield np.arange(3, dtype="i4").reshape((1,) * 20 + (3,)), {}
    yield np.array([b"\0\1\2\xff", b"abcd"], dtype="S4").view("V4"), {}
    yield np.array(b"ab").view("V2"), {}
    yield np.zeros((0, 3), dtype="V8"), {}
    yield np.zeros((2, 2), dtype="V12"), {}


def random_array(rng):
    t = np.dtype(rng.choice(["?"] + INTS + 4 * FLOATS + 2 * COMPLEX))
    shape = tuple(int(n) for n in rng.integers(0 if rng.random() < 0.05 else 1, 8, size=rng.integers(0, 5)))
    n = int(np.prod(shape))

    def reals(part, n):
        kind = rng.integers(0, 8)
        if kind == 0:
            x = rng.integers(0, 256, size=n * part.itemsize, dtype="u1").view(part)
        elif kind == 1:
            x = rng.normal(size=n)
        elif kind == 2:
            x = rng.integers(-1200, 1200, size=n)
        elif kind == 3:
            x = rng.integers(-10**6, 10**6, size=n) / 10.0 ** rng.integers(0, 10)
        elif kind == 4:
            x = rng.normal(size=n) * 10.0 ** rng.integers(-9, 9)
        elif kind == 5:
            x = rng.integers(-99, 99, size=n) / 10.0 ** rng.integers(0, 12, size=n)
        elif kind == 6:
            x = 2.0 ** rng.integers(-40, 40, size=n)
        else:
            x = rng.uniform(1, 1010, size=n)
        with np.errstate(all="ignore"):
            x = x.astype(part)
        if n and rng.random() < 0.3:
            x[rng.random(n) < 0.3] = rng.choice(np.array([np.nan, np.inf, -np.inf, -0.0, 0.0]))
        return x

    if t.kind == "f":
        a = reals(t, n)
    elif t.kind == "c":
        part = np.dtype(f"f{t.itemsize // 2}")
        a = np.empty(n, dtype=t)
        a.real, a.imag = reals(part, n), reals(part, n)
    elif t.kind == "b":
        a = rng.random(n) < 0.5
    else:
        a = rng.integers(0, 256, size=n * t.itemsize, dtype="u1").view(t) >> t.type(rng.integers(0, 8 * t.itemsize))
        a = a.astype(t)
    a = a.reshape(shape)
    return np.asfortranarray(a) if rng.random() < 0.2 and a.ndim > 1 else a


def random_options(rng):
    o = {}
    if rng.random() < 0.3:
        o["precision"] = int(rng.integers(0, 18))
    if rng.random() < 0.3:
        o["threshold"] = int(rng.integers(0, 60))
    if rng.random() < 0.3:
        o["edgeitems"] = int(rng.integers(1, 5))
    if rng.random() < 0.3:
        o["linewidth"] = int(rng.integers(0, 120))
    if rng.random() < 0.2:
        o["suppress"] = True
    if rng.random() < 0.2:
        o["sign"] = str(rng.choice(list("+- ")))
    if rng.random() < 0.2:
        o["floatmode"] = str(rng.choice(["fixed", "unique", "maxprec", "maxprec_equal"]))
    if rng.random() < 0.1:
        o["nanstr"] = "not-a-number"
    if rng.random() < 0.1:
        o["infstr"] = "oo"
    return o


# ---- files ------------------------------------------------------------------------------------------------------


def array_cases():
    simple = ["?"] + INTS + FLOATS + COMPLEX
    for t in simple:
        for order in "<>":
            d = np.dtype(t).newbyteorder(order)
            base = (np.arange(6) % 2 if t == "?" else np.arange(1, 7) * 7).astype(d)
            yield base, (1, 0)
            yield base.reshape(2, 3), (2, 0)
            yield np.asfortranarray(base.reshape(2, 3)), (1, 0)
            yield base[1].reshape(()).astype(d), (1, 0)
            yield base[:0].reshape(0, 3), (3, 0)
    yield np.arange(24, dtype="f4").reshape(2, 3, 4).transpose(), (1, 0)
    yield np.ones((1,) * 30, dtype="i2"), (1, 0)
    yield np.arange(3, dtype="u1").reshape((1,) * 63 + (3,)), (1, 0)
    yield np.arange(12, dtype="u1").view("V3"), (1, 0)
    yield np.arange(8, dtype="u1").view("V2"), (1, 0)
    yield np.array([(1, 2.5), (3, 4.5)], dtype=[("id", "<i4"), ("x", "<f8")]), (1, 0)
    yield np.zeros(2, dtype=[("p", [("x", "<f4"), ("y", "<f4")]), ("q", "<i2", (2, 3)), ("s", "S5"), ("t", "<i8")]), (1, 0)
    yield np.zeros(3, dtype=np.dtype([("a", "i1"), ("b", "<f8")], align=True)), (1, 0)
    yield np.zeros(2, dtype=[(("the title", "name"), "<f4"), ("b", "?")]), (1, 0)
    yield np.zeros(1, dtype=[("\u03b1", "<f4"), ("when", "<M8[ns]"), ("u", "<U3")]), (3, 0)
    yield np.arange(3, dtype="i8").reshape(3, 1), (1, 0)


def array_record(a, version):
    if a.dtype.names or a.dtype.kind == "V":
        name = "other"
    else:
        name = a.dtype.name
    native = a if name == "other" else a.astype(a.dtype.newbyteorder("="))
    fortran = a.flags.f_contiguous and not a.flags.c_contiguous
    facts = {
        "dtype": name,
        "itemsize": a.dtype.itemsize,
        "shape": ",".join(str(n) for n in a.shape),
        "fortran": int(fortran),
        "version": version[0],
        "same": int(version == (1, 0) and not a.dtype.names and a.dtype.byteorder != ">"),
    }
    text = "".join(f"{k}={v}\n" for k, v in facts.items())
    return record(text, npy_bytes(a, version), native.tobytes("F" if fortran else "C"), "")


def fnv1a(texts):
    h = np.uint64(0xCBF29CE484222325).item()
    for s in texts:
        for c in s.encode() + b"\n":
            h = ((h ^ c) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return h


def weyl_bits(n, bits):
    """The first n terms of the sequence that the test computes too."""
    k = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    k = (k ^ (k >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    k = k ^ (k >> np.uint64(27))
    return (k >> np.uint64(64 - bits)).astype(f"u{bits // 8}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", nargs=2, metavar=("N", "FILE"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hashes", action="store_true")
    args = parser.parse_args()
    if args.hashes:
        print("float16 ", hex(fnv1a(str(x) for x in np.arange(65536, dtype="u2").view("f2"))))
        print("float32 ", hex(fnv1a(str(x) for x in weyl_bits(100000, 32).view("f4"))))
        print("float64 ", hex(fnv1a(str(x) for x in weyl_bits(100000, 64).view("f8"))))
        return
    rng = np.random.default_rng(args.seed)
    if args.random:
        with open(args.random[1], "wb") as f:
            for _ in range(int(args.random[0])):
                f.write(print_record(random_array(rng), **random_options(rng)))
        return
    folder = pathlib.Path(__file__).resolve().parent / "io"
    folder.mkdir(parents=True, exist_ok=True)
    cases = [print_record(a, **o) for a, o in printing_cases()]
    while len(cases) < 700:
        a = random_array(rng)
        if a.size <= 60:
            cases.append(print_record(a, **random_options(rng)))
    (folder / "printing.bin").write_bytes(b"".join(cases))
    arrays = [array_record(a, v) for a, v in array_cases()]
    (folder / "arrays.bin").write_bytes(b"".join(arrays))
    print(len(cases), "printing cases,", len(arrays), "arrays")


if __name__ == "__main__":
    main()
