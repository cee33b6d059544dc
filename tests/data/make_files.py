#!/usr/bin/env python3
"""Writes tests/data/io/files.bin: .npz files and tables of text as NumPy writes and reads them.

A sequence of records of four fields, as make_io.py describes them. The first is facts as key=value lines, strings in
hexadecimal; `kind` says what the others are:
  npz        the file | the .npy of each member, one behind the other | nothing
  loadtxt    the text | the array as .npy, or nothing where NumPy refuses | nothing       (genfromtxt likewise)
  numbers    numbers as .npy | format_float_positional of each, a line each | format_float_scientific
  savetxt    the array as .npy | the text, or nothing where NumPy refuses | nothing
"""
import io
import pathlib
import warnings

import numpy as np
from make_io import npy_bytes, record

warnings.simplefilter("ignore")


def spelled(value):
    if isinstance(value, str):
        return value.encode().hex() or "-"
    if isinstance(value, (list, tuple)):
        return ",".join(spelled(v) for v in value)
    if isinstance(value, np.dtype):
        return value.name
    return str(value)


def facts(kind, options):
    return f"kind={kind}\n" + "".join(f"{k}={spelled(v)}\n" for k, v in options.items())


def npz_cases():
    arrays = {"x": np.arange(3.0), "a name": np.eye(3, dtype="f4")[:, 1:], "empty": np.zeros((0, 2), "i2"),
              "scalar": np.complex64(1 + 2j), "fortran": np.asfortranarray(np.arange(6, dtype="u1").reshape(2, 3))}
    for unnamed, named in [([np.int8(7)], {}), ([], arrays), ([np.arange(4), np.zeros((20, 20))], {"y": np.ones(2, bool)}), ([], {})]:
        every = list(named.items()) + [(f"arr_{i}", a) for i, a in enumerate(unnamed)]
        names = [name for name, _ in every]
        for save, kind in ((np.savez, 0), (np.savez_compressed, 8)):
            file = io.BytesIO()
            save(file, *unnamed, **named)
            yield record(facts("npz", {"names": names, "method": kind}), file.getvalue(),
                         b"".join(npy_bytes(np.asanyarray(a)) for _, a in every), b"")


def read_record(kind, text, **options):
    given = dict(options)
    dtype = np.dtype(given.pop("dtype", "f8"))
    if "missing" in given:
        fillings = given.pop("missing")
        given["filling_values"] = fillings if len(fillings) > 1 else fillings[0]
    read = {"loadtxt": np.loadtxt, "genfromtxt": np.genfromtxt}[kind]
    if "widths" in given:
        given["delimiter"] = given.pop("widths")
    try:
        a = np.ascontiguousarray(read(io.StringIO(text, newline=None), dtype=dtype, ndmin=2, **given))
    except (ValueError, OverflowError):
        a = None
    return record(facts(kind, {**options, "dtype": dtype}), text.encode(), npy_bytes(a) if a is not None else b"", b"")


def loadtxt_cases():
    def case(text, **options):
        return read_record("loadtxt", text, **options)

    for dtype in ["?", "i1", "u1", "i4", "u8", "i8", "f2", "f4", "f8", "c8", "c16"]:
        yield case("1 0 1\n0 1 1\n", dtype=dtype)
        for bad in ["x", "", "1.5.", "--1", "1 e5", "0x10", "1_0", "True", "1e", "+-1", "-+1", ".", "e5", "nan(1)", "1,5"]:
            if dtype != "f2" or bad != "1_0":  # which Python's float reads there, and NumPy's own nowhere
                yield case(f"1,2\n3,{bad}", delimiter=",", dtype=dtype)
    for dtype in ["i1", "u1", "u8", "i8"]:
        i = np.iinfo(dtype)
        for x in (i.min, i.max, i.min - 1, i.max + 1):
            yield case(f"{x} +5 007", dtype=dtype)
    for dtype in ["f2", "f4", "f8"]:
        yield case("1e400 -1e400 1e-400 -0 inf -Infinity NaN nan +1 .5 5. 1e5 1E+05 70000 1e40 0.1 5e-324 123456789012345678901234567890"
                   " 0.00000000000000000000000000000000001 2.2250738585072011e-308 1e99999999999999999999 1e-99999999999999999999"
                   " 0e999999 9007199254740993", dtype=dtype)
    yield case("(1+2j) 3j 1-1j +4 1+nanj -infj 1e3-2.5e-3j", dtype="c16")
    for bad in ["1+j", "1+2", "2j1", "j", "(1+2j", "1+2j)", "1++2j", "(1+2j))"]:
        yield case(f"1 {bad}", dtype="c16")
    yield case("1 2 # c\n# x\n\n3 4")
    yield case("1 2 //x\n3 4 %a\n", comments=["//", "%"])
    yield case("1,2\n3,4\n", delimiter=",")
    yield case("1, 2 ,\t3\n 4 ,5,6", delimiter=",")
    yield case("1;2\n3\n", delimiter=";")
    yield case("1 2\n3 4 5\n")
    yield case("1 2\n\n \n3 4\n")
    yield case("1,2\n \n3,4", delimiter=",")
    yield case("1,2,\n", delimiter=",")
    yield case("1\t2\n3\t4\r\n5\t6\r7\t8", delimiter="\t")
    yield case("a b\n1 2\n3 4\n5 6\n", skiprows=1)
    yield case("a b\n1 2\n# no row\n3 4\n5 6\n", skiprows=1, max_rows=2)
    yield case("1 2\n3 4", max_rows=0)
    yield case("1 2 3\n4 5 6", usecols=[2, 0])
    yield case("1 2 3\n4 5 6", usecols=[-1])
    yield case("1 2 x\n4 5 y z", usecols=[1])
    yield case("1 2 3\n4 5", usecols=[2])
    yield case("1 2 3\n4 5", usecols=[-1])
    yield case("")
    yield case("#\n", usecols=[0, 1])
    yield case("7")
    yield case("1 2 3")
    yield case("1\n2\n3\n")


def genfromtxt_cases():
    def case(text, **options):
        return read_record("genfromtxt", text, **options)

    for dtype in ["?", "i4", "i8", "f4", "f8", "c16"]:
        yield case("1,,3\n4,x,6", delimiter=",", dtype=dtype)
        yield case("1, ,N/A\n4,5,6", delimiter=",", dtype=dtype, missing=[7])
        yield case("1,,\n,5,6", delimiter=",", dtype=dtype, missing=[7, 8, 0])
    yield case("true FALSE TrUe f", dtype="?")
    yield case("300 -1", dtype="i1")
    yield case("1.5 2", dtype="i8")
    yield case("1,2\n3\n4,5", delimiter=",")
    yield case("1,2\n3\n4,5", delimiter=",", invalid_raise=False)
    yield case("a b\n1 2\n\n#c\n3 4 # d\n5 6\nend\n", skip_header=1, skip_footer=1)
    yield case("1 2\n3 4\n5", skip_footer=1)
    yield case("1 2\n3 4\n5 6", max_rows=2)
    yield case("1 2 3\n4 5 6", usecols=[2, 0])
    yield case("1 2 3\n4 5", usecols=[0, 1])
    yield case("1 2 3\n4 5", usecols=[0, 2])
    yield case("1 2 3\n4 5 6", usecols=[-1])
    yield case("1,2\n\n \n3,4", delimiter=",")
    yield case(" 123456\n7890ab\n", widths=[3, 2, 2])
    yield case("1,2,\n3,4,5", delimiter=",")


def savetxt_cases():
    def case(a, **options):
        file = io.StringIO()
        given = dict(options)
        if "fmt" in given and len(given["fmt"]) == 1:
            given["fmt"] = given["fmt"][0]
        try:
            np.savetxt(file, a, **given)
            text = file.getvalue()
        except (ValueError, TypeError, AttributeError, OverflowError):
            text = ""
        return record(facts("savetxt", options), npy_bytes(np.ascontiguousarray(a)), text, b"")

    x = np.array([[1.5, -2, 0.1], [np.nan, np.inf, -np.inf], [1e100, -1e-100, 1234567.891]])
    yield case(x)
    yield case(x[0])
    yield case(x.astype("f4"))
    yield case(x.astype("f2"), fmt=["%s"])
    for fmt in ["%.3f", "%8.2e", "%-12.5gX", "%+g", "% .1f", "%012.4f", "%G", "%E", "%F", "%.0f", "%s", "%.4s", "%12s", "%-9s|",
                "%.0e", "%.17g", "%05s", "%%%f"]:
        if "%%" not in fmt:
            yield case(x, fmt=[fmt])
    for fmt in ["%d", "%i", "%u", "%5d", "%-5d|", "%+d", "%05d", "%.3d", "%s"]:
        yield case(np.array([[1.9, -2.5], [3e20, -0.5]]), fmt=[fmt])
        yield case(np.array([[1, -2], [30, 2**40]]), fmt=[fmt])
    yield case(np.array([1.0, np.nan]), fmt=["%d"])
    for fmt in ["%x", "%X", "%o", "%08x", "%e", "%g", "%.2f", "%+.3x"]:
        yield case(np.array([[0, -255], [2**62, 7]]), fmt=[fmt])
    yield case(np.array([0, 2**64 - 1], "u8"), fmt=["%d"])
    yield case(np.array([-2**63, 2**63 - 1], "i8"), fmt=["%d"])
    yield case(np.array([True, False]), fmt=["%d"])
    yield case(np.array([True, False]), fmt=["%s"])
    yield case(np.array([True, False]))
    yield case(np.array([1.5]), fmt=["%x"])
    for fmt in ["x", "%", "%q", "%*d", "%d%d%d"]:
        yield case(np.array([[1, 2]]), fmt=[fmt])
    yield case(np.array([[1, 2], [3, 4]]), fmt=["%d: %.2f"])
    yield case(np.array([[1, 2], [3, 4]]), fmt=["%d", "<%.2f>"], delimiter=";", header="a\nb", footer="end")
    yield case(np.array([[1, 2]]), fmt=["%d", "%d", "%d"])
    yield case(np.array([1.0]), newline="\r\n", comments="", header="h")
    z = np.array([[1 + 2j, -0.5 - 1e-10j], [np.nan, 3j]])
    yield case(z)
    yield case(z, fmt=["%.1f"])
    yield case(z, fmt=["%.1f%+.1fj %.1f %+.1fj"])
    yield case(z, fmt=["%.1f+%.1fj", "%.0f/%.0f"])
    yield case(z, fmt=["%.1f", "%.1f"])
    yield case(np.zeros((0, 2)))
    yield case(np.zeros((2, 3, 0)).reshape(2, 0), fmt=["%d"])


def numbers_cases():
    rng = np.random.default_rng(3)
    special = [0.0, -0.0, np.nan, np.inf, -np.inf, 1.0, 1.5, 1.0001, 1.00049, 0.99999, 1.2999, 999.9996, 1e-9, 123.456, -2.0]
    for i in range(120):
        dtype = ["f2", "f4", "f8"][i % 3]
        o = {}
        if i > 5:
            if rng.random() < 0.6:
                o["precision"] = int(rng.integers(0, 12))
                if rng.random() < 0.4:
                    o["unique"] = False
            if rng.random() < 0.4:
                o["trim"] = str(rng.choice(list("k.0-")))
            if rng.random() < 0.3:
                o["sign"] = True
            if rng.random() < 0.3:
                o["pad_left"] = int(rng.integers(0, 8))
            if rng.random() < 0.3 and o.get("unique", True):
                o["min_digits"] = int(rng.integers(0, o.get("precision", 20) + 1))
        positional, scientific = dict(o), dict(o)
        if i > 5 and rng.random() < 0.3:
            positional["pad_right"] = int(rng.integers(0, 8))
        if i > 5 and rng.random() < 0.4 and o.get("precision") != 0:
            positional["fractional"] = False
        if i > 5 and rng.random() < 0.3:
            scientific["exp_digits"] = int(rng.integers(1, 6))
        x = np.concatenate([special, rng.normal(size=8) * 10.0 ** rng.integers(-6, 7, size=8), rng.integers(-999, 999, size=4)])
        with np.errstate(all="ignore"):
            x = x.astype(dtype)
        lines = ["\n".join(f(v, **k) for v in x) for f, k in ((np.format_float_positional, positional), (np.format_float_scientific, scientific))]
        yield record(facts("numbers", {**positional, **scientific}), npy_bytes(x), *lines)


here = pathlib.Path(__file__).resolve().parent / "io"
cases = [*npz_cases(), *loadtxt_cases(), *genfromtxt_cases(), *savetxt_cases(), *numbers_cases()]
(here / "files.bin").write_bytes(b"".join(cases))
print(f"{len(cases)} records")
