#!/usr/bin/env python3
"""Writes tests/data/fusion: what NumPy makes of the expressions that tests/core/fusion_*_test.cpp write as lambdas for cp::fuse.

Run with NumPy 2.4. A file has cases: a name, operands, whether NumPy raised an exception, results. Each is what NumPy gives for the
expression, or what it leaves in the operands where it changes them.
"""

import operator as op
import pathlib
import struct

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent / "fusion"
RANDOM = np.random.RandomState(506)


def packed(arrays):
    out = struct.pack("<q", len(arrays))
    for a in map(np.asarray, arrays):
        data = np.ascontiguousarray(a).tobytes()
        out += struct.pack(f"<{3 + a.ndim}q", ord(a.dtype.char), a.ndim, *a.shape, len(data)) + data
    return out


class File:
    def __init__(self, name):
        self.name, self.bytes, self.names = name, b"", set()

    def case(self, name, f, *operands, written=None):
        """What f gives of copies of the operands, or what it leaves in those of these numbers."""
        assert name not in self.names, name
        self.names.add(name)
        copies = [x.copy() if isinstance(x, np.ndarray) else x for x in operands]
        raised, results = False, ()
        try:
            with np.errstate(all="ignore"):
                given = f(*copies)
                results = [copies[i] for i in written] if written is not None else given if isinstance(given, tuple) else [given]
        except (ValueError, IndexError):
            raised = True
        text = name.encode()
        self.bytes += struct.pack("<q", len(text)) + text + packed(operands) + struct.pack("<q", raised) + packed(results)

    def write(self):
        (FOLDER / (self.name + ".bin")).write_bytes(self.bytes)
        print(self.name, len(self.names), "cases", len(self.bytes), "bytes")


def whole(shape, code, low=0, high=9):
    """Whole numbers of a dtype, half of them negative where it has such; complex ones have an imaginary part."""
    dtype = np.dtype(code)
    a = RANDOM.randint(low, high + 1, shape)
    if code == "?":
        return np.asarray(a % 2, dtype)
    if dtype.kind == "c":
        return np.asarray(a + 1j * RANDOM.randint(low, high + 1, shape), dtype)
    return np.asarray(a, dtype)


def forms(file, name, f, first, second, high=5):
    """Between arrays, NumPy's scalars and Python's numbers."""
    def operand(code, form):
        if form == "array":
            return whole((3, 4), code, 1, high)
        x = np.array(3, code)
        return x if form == "scalar" else x.item()

    for form in (("array", "array"), ("array", "scalar"), ("array", "number"), ("scalar", "array"), ("number", "array")):
        file.case(f"{name} {form[0]}, {form[1]}", f, operand(first, form[0]), operand(second, form[1]))


def operators():
    file = File("arithmetic")
    for name, f, first, second in (("neg", lambda x, y: -x, "h", "f"), ("add", op.add, "h", "f"), ("sub", op.sub, "B", "e"), ("mul", op.mul, "F", "d"),
                                   ("div", op.truediv, "i", "l"), ("pow", op.pow, "f", "b"), ("floordiv", op.floordiv, "l", "f")):
        forms(file, name, f, first, second)
    file.write()
    file = File("comparisons")
    for name, f, first, second in (("eq", op.eq, "i", "H"), ("ne", op.ne, "F", "f"), ("lt", op.lt, "b", "d"), ("le", op.le, "e", "h"),
                                   ("gt", op.gt, "I", "l"), ("ge", op.ge, "f", "B")):
        forms(file, name, f, first, second)
    file.write()
    file = File("bits")
    for name, f, first, second in (("lshift", op.lshift, "h", "i"), ("rshift", op.rshift, "l", "B"), ("and", op.and_, "b", "H"),
                                   ("or", op.or_, "I", "B"), ("xor", op.xor, "i", "l"), ("invert", lambda x, y: ~x, "B", "i")):
        forms(file, name, f, first, second)
    file.write()


def parts(shape, code, low, high):
    """Multiples of 1/64."""
    dtype = np.dtype(code)
    if dtype.kind not in "fc":
        return whole(shape, code, low, high)
    a = RANDOM.randint(64 * low, 64 * high + 1, shape) / 64
    return np.asarray(a + 1j * RANDOM.randint(64 * low, 64 * high + 1, shape) / 64 if dtype.kind == "c" else a, dtype)


def unary(file, names, codes, operand):
    for name in names.split():
        for code in codes:
            file.case(f"{name} {code}", getattr(np, name), operand(code))


def functions():
    file = File("unary_logic")
    unary(file, "invert", "?bHl", lambda c: whole((3, 4), c, 0 if c in "?H" else -9))
    unary(file, "logical_not", "?if", lambda c: whole((3, 4), c, 0, 2))

    def special(code):
        return whole((7,), code).reshape(1, 7) if code == "i" else np.array([[-3, np.inf, -1, -np.inf, 0, np.nan, 2]], code)

    unary(file, "isfinite isinf isnan", "iefF", special)
    file.write()

    file = File("unary_trigonometric")
    unary(file, "sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh", "?efF", lambda c: parts((3, 4), c, 0, 1))
    unary(file, "deg2rad rad2deg degrees radians", "Bf", lambda c: parts((3, 4), c, 0, 9))
    file.write()

    file = File("unary_explog")
    unary(file, "exp expm1 exp2 log log10 log2 log1p", "beF", lambda c: parts((3, 4), c, 1, 9))
    unary(file, "around round rint floor ceil trunc fix", "?hf", lambda c: parts((3, 4), c, 0 if c == "?" else -5, 5))
    file.write()

    file = File("unary_arithmetic")
    unary(file, "reciprocal", "ifF", lambda c: parts((3, 4), c, 1, 9))
    unary(file, "negative", "hfF", lambda c: parts((3, 4), c, -9, 9))
    unary(file, "angle conj real imag", "ifF", lambda c: parts((3, 4), c, -9, 9))
    unary(file, "signbit frexp", "Hf", lambda c: parts((3, 4), c, 0 if c == "H" else -9, 9))
    unary(file, "modf", "bf", lambda c: parts((3, 4), c, -9, 9))
    unary(file, "sqrt", "?Bf", lambda c: parts((3, 4), c, 0, 9))
    unary(file, "cbrt", "?hd", lambda c: parts((3, 4), c, 0, 9))
    unary(file, "square", "bfF", lambda c: parts((3, 4), c, -9, 9))
    unary(file, "absolute abs sign", "hf", lambda c: parts((3, 4), c, -9, 9))
    unary(file, "sinc", "fd", lambda c: parts((3, 4), c, -2, 2))
    for code in "Bf":
        file.case(f"clip {code}", lambda x, code=code: np.clip(x, np.dtype(code).type(2), np.dtype(code).type(4)), parts((3, 4), code, 0, 9))
    file.write()


def binary(file, names, pairs, first, second=None):
    for name in names.split():
        for a, b in pairs.split():
            file.case(f"{name} {a}{b}", getattr(np, name), first(a), (second or first)(b))


def functions_of_two():
    def signed(code):
        return parts((3, 4), code, 0 if code in "?BH" else -9, 9)

    def small(code):
        return whole((3, 4), code, 0, 5)

    def positive(code):
        return parts((3, 4), code, 1, 9)

    def not_zero(code):
        a = signed(code)
        a[a == 0] = 1
        return a

    def with_nan(code):
        a = signed(code)
        if code in "efd":
            a[RANDOM.randint(0, 3, a.shape) == 0] = np.nan
        return a

    file = File("binary_logic")
    binary(file, "bitwise_and bitwise_or bitwise_xor", "bH ??", signed)
    binary(file, "left_shift right_shift", "iB hb", signed, small)
    binary(file, "greater greater_equal less less_equal equal not_equal", "?b lf", small)
    binary(file, "logical_and logical_or logical_xor", "?f iB", lambda c: whole((3, 4), c, 0, 1))
    binary(file, "maximum minimum fmax fmin", "Bh ff", with_nan)
    file.write()

    file = File("binary_arithmetic")
    binary(file, "add subtract multiply", "hB fl", signed)
    binary(file, "power", "hB fl", positive, small)
    binary(file, "divide true_divide", "bb if", signed, not_zero)
    binary(file, "floor_divide fmod remainder mod divmod", "hh fd ?B", signed, not_zero)
    binary(file, "arctan2 hypot", "hf ?e", signed)
    binary(file, "logaddexp logaddexp2", "Bf ed", signed)
    binary(file, "ldexp", "fi ei dl", signed, small)
    binary(file, "copysign nextafter", "hf ee", signed)
    file.write()

    file = File("choices")
    condition = whole((3, 4), "?")
    for a, b in ("hf", "FB", "?d"):
        file.case(f"where {a}{b}", np.where, condition, signed(a), signed(b))
    file.case("where of numbers", np.where, condition, 1, 0)
    file.case("clip between arrays", np.clip, parts((3, 4), "d", 0, 9), parts((3, 4), "d", 1, 3), parts((3, 4), "d", 4, 8))
    file.case("clip between scalars", np.clip, signed("h"), np.array(-3, "h"), np.array(5, "h"))
    file.case("clip between numbers", np.clip, signed("e"), -3.0, 5)
    file.case("round to two digits", lambda x: np.around(x, 2), signed("d"))
    for code in "fd":
        file.case(f"i0 {code}", np.i0, signed(code))
    file.case("power of negative numbers", np.power, np.array([[-3, -2, -1, 1, 2, 3]], "f"), np.array([[4, 3, 2, 1, -1, -2]], "f"))
    file.case("square of a sum", lambda x, y, z: np.square(np.add(x, y)), signed("d"), signed("d"), signed("d"))
    file.write()


def writes():
    file = File("in_place")

    def assigns(name, f, code):
        for form in ("array", "scalar", "number"):
            y = whole((3, 4), code, 1, 4) if form == "array" else np.array(3, code) if form == "scalar" else np.array(3, code).item()
            file.case(f"{name} {form}", f, whole((3, 4), code, 1, 4), y, written=[0])

    for name, code in (("iadd", "h"), ("isub", "f"), ("imul", "F"), ("itruediv", "d"), ("imod", "l"), ("ipow", "i"), ("ilshift", "H"), ("irshift", "b"),
                       ("iand", "B"), ("ior", "I"), ("ixor", "L")):
        assigns(name, getattr(op, name), code)
    file.write()

    file = File("writes")
    def ints(shape=(3, 4)):
        return whole(shape, "i")
    def set_all(x, y):
        y[...] = x
    def set_slice(x, y):
        y[:] = x
    file.case("y[...] = x", set_all, ints(), ints(), written=[1])
    file.case("y[:] = x", set_slice, ints(), ints(), written=[1])
    file.case("copyto", np.copyto, ints(), ints(), written=[0])
    file.case("copyto of another dtype", np.copyto, whole((3, 4), "d"), ints(), written=[0])
    file.case("copyto broadcasts", np.copyto, ints(), ints((4,)), written=[0])
    file.case("copyto where", lambda c, x, y: np.copyto(x, y, where=c), whole((3, 4), "?"), whole((3, 4), "f"), whole((3, 4), "f"), written=[1])
    for source, code in ("ii", "id", "fe", "?b"):
        file.case(f"add out {code}", lambda x, y, z: np.add(x, y, out=z, casting="same_kind"), whole((3, 4), source), whole((3, 4), source),
                  whole((3, 4), code), written=[2])

    def three_outs(x, y, z, u, v):
        np.add(x, y, out=z)
        np.subtract(z, x, out=u)
        np.multiply(z, x, out=v)
    file.case("three outs", three_outs, *(ints() for _ in range(5)), written=[2, 3, 4])

    def three_times(x, y):
        x += y
        x += y
        x += y
    file.case("x += y three times", three_times, ints(), ints(), written=[0])
    file.case("x += 2", lambda x: op.iadd(x, 2), whole((3, 4), "f"), written=[0])

    def doubled_twice(x):
        x += x
        x += x
    file.case("x += x twice", doubled_twice, ints(), written=[0])

    def in_turn(x, y):
        x += y
        y += x
        x += y
    file.case("x += y, y += x, x += y", in_turn, ints(), ints(), written=[0, 1])

    def and_returns(x, y, z):
        x += y
        z[...] = x + x
    file.case("x += y, return x + x", and_returns, ints(), ints(), ints(), written=[0, 2])
    file.case("x += a row", op.iadd, ints(), ints((4,)), written=[0])
    file.case("x += a matrix", op.iadd, whole((2, 3, 4), "l"), whole((3, 4), "l"), written=[0])
    file.write()

    file = File("variables")
    a, b, c = (np.array(x) for x in ([2, 2, 2, 2, 3, 3, 3, 3], [2, 2, 3, 3, 2, 2, 3, 3], [2, 3, 2, 3, 2, 3, 2, 3]))
    def triple(code):
        return a.astype(code), b.astype(code), c.astype(code)

    def fuse2(x, y, z):
        x += z
        np.add(x, y, z)
    file.case("fuse2 i", fuse2, *triple("i"), written=[0, 2])

    def fuse6(x, y, z, out):
        x = ~(x & y) | (x ^ z) ^ (z | y)
        y &= 109
        z |= 109
        z ^= 88
        out[...] = x + y + z
    p = np.arange(15, dtype="i")
    q = p * p[::-1]
    p = p * 3 + 11
    file.case("fuse6 i", fuse6, p, q, (p * q) % 63, np.zeros(15, "i"), written=[1, 2, 3])

    def fuse9(x, y, z):
        x *= y
        x += y
        x = x / y
        z %= y
        x += y + z
    file.case("fuse9 f", fuse9, *triple("f"), written=[0, 2])

    def fuse10(x, y, z):
        a = x
        a += y
        np.add(x, y, z)
    file.case("fuse10 f", fuse10, *triple("f"), written=[0, 2])

    def fuse11(x, y, z, out):
        fuse10(x, y, z)
        out[...] = z + y
    file.case("fuse11 i", fuse11, *triple("i"), np.zeros(8, "i"), written=[0, 2, 3])
    file.write()

    file = File("shared")
    def twice(x):
        y = x
        x += y
        x += y
    def transposed_twice(x):
        z = x.T
        x += z
        x += z
    def transposed(x):
        x[...] = x.T
    file.case("x += x, x += x", twice, whole((4, 4), "l"), written=[0])
    file.case("x += x.T, x += x.T", transposed_twice, whole((4, 4), "l"), written=[0])
    file.case("x = x.T", transposed, whole((4, 4), "l"), written=[0])
    file.write()

    file = File("refused_writes")
    for s, t in (((2,), (3,)), ((3,), (2,)), ((2,), (0,)), ((0,), (2,)), ((3, 2), (3, 3)), ((3, 3), (3, 2)), ((3, 2), (2, 2)), ((2, 2), (3, 2)),
                 ((1, 4), (3, 4)), ((1, 2), (3,))):
        file.case(f"{s} += {t}", op.iadd, whole(s, "l"), whole(t, "l"), written=[0])
    file.write()

    file = File("batch_normalisation")

    def batchnorm(x, gamma, beta, running_mean, running_var, size, adjust, out):
        decay, eps, expander = 0.9, 2e-5, (None, slice(None), None, None)
        mean = np.sum(x, axis=(0, 2, 3)) / size
        diff = x - mean[expander]
        var = np.sum(diff * diff, axis=(0, 2, 3)) / size
        out[...] = gamma[expander] * diff * (1 / np.sqrt(var + eps))[expander] + beta[expander]
        running_mean *= decay
        running_mean += (1 - decay) * mean
        running_var *= decay
        running_var += (1 - decay) * adjust * var
    x = parts((4, 3, 5, 6), "f", 0, 10)
    size = x.size / 3
    file.case("batchnorm", batchnorm, x, np.array([1.0, 2.0, 0.5]), np.array([0.0, 0.25, -1.0]), np.zeros(3), np.ones(3), size, size / (size - 1),
              np.zeros(x.shape), written=[7, 3, 4])
    file.write()


def reductions():
    shapes = (1,), (3, 4), (2, 1, 4), (2, 0, 3)
    file = File("sums_along")
    for shape in shapes:
        for axis in range(-4, 5):
            file.case(f"sum of {shape} along {axis}", lambda x, axis=axis: np.sum(x, axis), whole(shape, "l"))
    file.write()

    file = File("sums_by_axis")
    for shape in (*shapes, (2, 3, 2, 2, 3)):
        rank = len(shape)
        single = range(2) if rank == 5 else range(-rank, rank)
        for axes in (*((a,) for a in single), (0, 1), (1, 2), (0, 2), *([(1, 3)] if rank == 5 else [])):
            if max(axes) < rank:
                file.case(f"sum of {shape} by axis<{', '.join(map(str, axes))}>", lambda x, axes=axes: np.sum(x, axes), whole(shape, "l"))
        file.case(f"sum of {shape}", np.sum, whole(shape, "l"))
    file.write()

    file = File("large_sums")
    for shape in ((120, 128, 144), (119, 127, 143), (128, 128, 128), (2, 1024, 1024)):
        x = (np.arange(np.prod(shape)) * 7919 % 1009).reshape(shape)
        for name, axes in (("", None), *((" along " + ", ".join(map(str, a)), a) for a in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2)))):
            sums = np.asarray(np.sum(x, axes))
            flat = sums.ravel()
            file.case(f"sum of {shape}{name}", lambda: (np.sum(flat * (2 * np.arange(flat.size) + 1)), np.array(sums.shape, "l")))
    file.write()

    file = File("around_sums")
    x, y = whole((3, 4), "l"), whole((3, 4), "l")

    def before_in_place(x, y, axis):
        x += 2
        y += x
        return np.sum(y, axis)

    def after_in_place(x, y, axis):
        y += x
        y += np.sum(x, axis)
        return y
    for along, axis in (("", None), (" along 0", 0), (" along 1", 1)):
        for name, f in (("sum(x * 3)", lambda x, y: np.sum(x * 3, axis)), ("sum(x + y)", lambda x, y: np.sum(x + y, axis)),
                        ("sum(x) + 3", lambda x, y: np.sum(x, axis) + 3), ("sum(x) + y", lambda x, y: np.sum(x, axis) + y),
                        ("sum(sqrt(x) + y) * 2 + y", lambda x, y: np.sum(np.sqrt(x) + y, axis) * 2 + y),
                        ("x += 2, y += x, sum(y)", lambda x, y: before_in_place(x, y, axis)),
                        ("y += x, y += sum(x)", lambda x, y: after_in_place(x, y, axis))):
            file.case(name + along, f, x, y)
    file.write()

    file = File("two_sums")
    names = {None: "all", 0: "0", 1: "1"}
    for first in names:
        for second in names:
            along = f" along {names[first]}, {names[second]}"
            file.case("sum(x), sum(y)" + along, lambda x, y: (x.sum(first), y.sum(second)), x, y)
            file.case("sum(x) + sum(y)" + along, lambda x, y: x.sum(first) + y.sum(second), x, y)
    file.write()

    file = File("stages")
    file.case("prod, sum", lambda x: x.prod(axis=1).sum(axis=1), whole((3, 4, 5), "l"))
    file.case("sqrt, prod, sum", lambda x: (np.sqrt(x).prod(axis=0) + x).sum(axis=1) * 2, whole((3, 4, 5), "l"))
    file.case("of two axes", lambda x: x.prod(axis=(-1, 1)).sum(axis=(0, 1)), whole((3, 4, 5, 6), "l", 1, 2))
    file.write()

    file = File("folds")
    a, b, c = (np.array(v, "b").reshape(2, 4) for v in ([2, 2, 2, 2, 3, 3, 3, 3], [2, 2, 3, 3, 2, 2, 3, 3], [2, 3, 2, 3, 2, 3, 2, 3]))
    file.case("sum(x * y + z)", lambda x, y, z: np.sum(x * y + z), a, b, c)
    file.case("sum(x * y + z) along 0", lambda x, y, z: np.sum(x * y + z, axis=0), a, b, c)
    file.case("sum(x * y + z) along 1", lambda x, y, z: np.sum(x * y + z, axis=1), a, b, c)
    file.case("sum(sqrt(x) + 10)", lambda x: np.sum(np.sqrt(x) + 10), whole((3, 4), "f"))
    file.case("sqrt(sum(x)) + 10", lambda x: np.sqrt(np.sum(x)) + 10, whole((3, 4), "f"))
    file.case("sum(sqrt(abs(x - y)))", lambda x, y: np.sum(np.sqrt(np.abs(x - y))), whole((3, 4), "l"), whole((3, 4), "f"))
    p, q, r = (np.arange(k, k + 12, dtype="d").reshape(3, 4) for k in (0, 5, 13))
    file.case("sum((x + y) * z)", lambda x, y, z: np.sum((x + y) * z), p, q, r)
    file.case("sqrt(sum(x) + 10)", lambda x: np.sqrt(np.sum(x) + 10), p)
    file.case("sqrt(prod(x + y * z, 1) + 10)", lambda x, y, z: np.sqrt(np.prod(x + y * z, axis=1) + 10), p, q, r)
    file.case("sum(x & y)", lambda x, y: np.sum(np.bitwise_and(x, y)), x, y)
    file.case("prod(sqrt(x)) i", lambda x: np.prod(np.sqrt(x)), whole((3, 3), "i", 1, 2))
    file.case("prod(sqrt(x)) f", lambda x: np.prod(np.sqrt(x)), parts((3, 3), "f", 1, 2))
    file.case("premap = x + y, sum along 0", lambda x, y: np.sum(x + y, axis=0), x, y)
    file.write()

    file = File("reducers")
    for name in ("sum", "prod", "amax", "amin", "max", "min", "all", "any"):
        for code in "?hf" if name in ("all", "any") else "?hfF":
            file.case(f"{name} {code}", getattr(np, name), whole((3, 4), code, 0 if name == "all" else 1, 5))
    for name in ("sum", "prod", "max", "min", "all", "any"):
        for code in "Be" if name == "sum" else "Bd":
            file.case(f"x.{name}() {code}", lambda x, name=name: getattr(x, name)(), whole((3, 4), code, 0 if name == "any" else 1, 5))
    e = a.astype("i")
    file.case("prod(x) i", np.prod, e)
    file.case("max(x, 0) i", lambda x: np.max(x, axis=0), e)
    file.case("min(x, 0) i", lambda x: np.min(x, axis=0), e)
    file.write()

    file = File("sums_in_dtypes")
    for source, to in "bb bf id Bl HI lL ed fe df fd".split():
        file.case(f"sum {source}{to}", lambda x: x.sum(axis=0, dtype=to), whole((3, 4), source))
    file.write()


def examples():
    a, b, c = (np.array(x) for x in ([2, 2, 2, 2, 3, 3, 3, 3], [2, 2, 3, 3, 2, 2, 3, 3], [2, 3, 2, 3, 2, 3, 2, 3]))

    def triple(code):
        return a.astype(code), b.astype(code), c.astype(code)

    file = File("chains")

    def fuse1(x, y, z):
        w = x * y + z
        x, w = w, x
        return z * w + y + x

    def fuse3(x, y, z):
        x = 10 + (-x) * (x - y) + 10
        x = 2 * (100 - x - 30)
        x = x / (y + 1 / y)
        return z // x + x // z + 100 // x + 100 // z

    def fuse4(x, y, z):
        x = x * y % z + 10 % x << x << y >> z
        return x + (1 << y) + (1 << z) + (120 >> y) + (120 >> y)

    def fuse5(x, y, z):
        return (~(x & y) | (x ^ z) ^ (z | y)) + (109 & y) + (88 ^ (109 | z))

    def truth(x):
        return np.where(x, 1, 0)

    def fuse7(p, q, r, s, t, u):
        x = truth(p == q) + truth(r < s) + truth(t > u)
        x += truth(p != r) + truth(q <= t) + truth(s >= u)
        return x

    def fuse8(p, q, r):
        x = truth(2 == p) + truth(2 != q) + truth(3 > r)
        y = truth(2 < p) + truth(2 >= q) + truth(3 <= r)
        return x + y << 3

    p = np.arange(15, dtype="i")
    q = p * p[::-1]
    p = p * 3 + 11
    for code in "i?":
        file.case(f"fuse1 {code}", fuse1, *triple(code))
    for code in "if":
        file.case(f"fuse3 {code}", fuse3, *triple(code))
    for code in "iB":
        file.case(f"fuse4 {code}", fuse4, *triple(code))
    file.case("fuse5 i", fuse5, p, q, (p * q) % 63)
    file.case("fuse7 f", fuse7, *triple("f"), *triple("f"))
    file.case("fuse8 i", fuse8, *triple("i"))
    x, y = whole((3, 4), "l"), whole((3, 4), "l")
    file.case("x + y", op.add, x, y)
    file.case("x + x + y + y", lambda x, y: x + x + y + y, x, y)
    file.case("z + z", lambda x, y: (x + y) + (x + y), x, y)
    file.case("ten times x + y", lambda x, y: sum(x + y for _ in range(10)), x, y)
    file.case("an operation that is not used", lambda x, y: x, x, y)
    file.case("different shapes", lambda x, y: (x + x) * (x + y) * (y + y), whole((3, 1, 4), "l"), whole((3, 5, 4), "l"))
    file.write()

    file = File("results")
    shorts = [whole((3, 4), "h") for _ in range(3)]
    file.case("three sums", lambda x, y, z: (x + y, y + z, z * x), *shorts)

    def several_dtypes(x, y, z):
        x, y = x.astype("i"), y.astype("f")
        return x + y, y + z, z + x
    file.case("sums of several dtypes", several_dtypes, *(whole((3, 4), "d") for _ in range(3)))
    file.case("operands of several dtypes", lambda x, y, z: (x + y, y + z, z + x), a.astype("b"), b.astype("i"), c.astype("f"))
    file.case("one in a tuple", lambda x: (x,), shorts[0])
    file.case("a product in a tuple", lambda x: (x * 2,), shorts[0])
    file.case("two products", lambda x: (x * 2, x * 3), shorts[0])
    file.case("sum and difference", lambda x, y: (x + y, y - x), *shorts[:2])
    file.write()

    file = File("compositions")

    def f(x, y):
        return x - y * 2, x + y

    def g(x, y, z):
        a, b = f(x + z, z - x * 3)
        c, d = f(x - y, y - z)
        return a + b * c - d

    def h(x, y):
        a, b = f(x + y * 2, y * 3)
        return a - b * g(x - 2, x - 3, -y)
    for code in "lF":
        file.case(f"composition {code}", h, whole((3, 3), code), whole((3, 3), code))
    x = np.arange(10, dtype="h")
    file.case("with y", lambda x, y, z: x + y + z, x, x + 1, x)
    file.case("without y", lambda x, z: x * z, x, x)
    file.case("square", np.square, whole((3, 4), "i"))
    file.case("x + y * 2", lambda x, y: x + y * 2, whole((3, 3), "l"), whole((3, 3), "l"))
    file.write()

    file = File("various_shapes")

    def various(x, y, b, c, a):
        a[...] = x + y
        b[...] = np.sum(a, axis=0)
        x += b
        c[...] = np.sum(x, axis=0)
        y += c
    file.case("results of various shapes", various, *(whole(s, "f") for s in ((3, 4), (3, 4), (4,), (4,), (3, 4))), written=[0, 1, 2, 3, 4])
    file.write()


def shapes():
    file = File("broadcasts")
    pairs = [((), ()), ((1,), ()), ((3,), ()), ((2, 3), ()), ((1,), (1,)), ((3, 4), (3, 4)), ((10,), (1,)), ((3, 4), (3, 1)), ((3, 4), (1, 4)),
             ((3, 4), (4,)), ((3, 4), (1, 1)), ((3, 4), (1,)), ((2, 3, 4), (1, 1, 1)), ((3, 1), (1, 4)), ((2, 1, 4), (3, 1)), ((0,), (0,)), ((0,), (1,)),
             ((2, 0, 3), (2, 0, 3)), ((2, 0, 3), (0, 1)), ((24, 25), (25,)), ((24, 25), (24, 1))]
    for pair in pairs:
        for s, t in dict.fromkeys((pair, pair[::-1])):
            file.case(f"{s} + {t}", op.add, np.asarray(whole(s, "l")), np.asarray(whole(t, "l")))
    file.write()

    file = File("refused")
    for pair in (((2,), (3,)), ((2,), (0,)), ((3, 2), (3, 3)), ((3, 2), (2, 2)), ((3,), (1, 2))):
        for s, t in (pair, pair[::-1]):
            file.case(f"{s} + {t}", op.add, whole(s, "l"), whole(t, "l"))
    file.write()

    file = File("calls")
    for codes in ("ii", "ih", "hi"):
        file.case(codes, op.add, whole((3, 4), codes[0]), whole((3, 4), codes[1]))
    file.case("x, x", lambda x: x + x, whole((3, 4), "i"))
    file.case("x, x.T", lambda x: x + x.T, whole((3, 3), "i"))
    file.write()

    file = File("indices")
    every, back, new = slice(None), slice(None, None, -1), None
    x = whole((2, 3, 4), "l")
    for text, index in (("1", 1), ("-1", -1), ("1, 0", (1, 0)), ("1, 0, 2", (1, 0, 2)), ("-1, 0, -2", (-1, 0, -2)), ("cp::all", every),
                        ("cp::slice(end, end, 1)", slice(None, None, 1)), ("cp::slice(end, end, -1)", back),
                        ("cp::all, cp::slice(end, end, -1)", (every, back)), ("cp::ellipsis", Ellipsis), ("cp::newaxis", new),
                        ("cp::newaxis, cp::newaxis, cp::newaxis", (new, new, new)), ("cp::all, 0, cp::slice(end, end, -1)", (every, 0, back)),
                        ("1, cp::newaxis, cp::slice(end, end, -1), cp::newaxis, 2", (1, new, back, new, 2)), ("cp::ellipsis, 2", (Ellipsis, 2)),
                        ("1, cp::ellipsis", (1, Ellipsis))):
        file.case(f"x[{text}]", lambda x: x[index], x)
    file.case("x[cp::all, cp::newaxis]", lambda x: x[:, None], whole((2,), "l"))
    file.case("x[1, cp::ellipsis, 3]", lambda x: x[1, ..., 3], whole((2, 3, 4, 5), "l"))
    for i in (-3, 3):
        file.case(f"x[{i}]", lambda x: x[i], x)
    file.write()

    file = File("indices_and_sums")
    operands = whole((3, 4), "i"), whole((4,), "f"), whole((1,), "i")
    for text, f in (("x + y[1]", lambda x, y, z: x + y[1]), ("x + z[0] + y", lambda x, y, z: x + z[0] + y),
                    ("x + x[0] + x[1]", lambda x, y, z: x + x[0] + x[1]),
                    ("x + x[0, 1] + x[1] + x + x[2, 1]", lambda x, y, z: x + x[0, 1] + x[1] + x + x[2, 1]), ("x[0][1]", lambda x, y, z: x[0][1]),
                    ("x[0][1] + x[1][0]", lambda x, y, z: x[0][1] + x[1][0]),
                    ("x[0][1] + x[1] + y[0] + x[1][0] + x", lambda x, y, z: x[0][1] + x[1] + y[0] + x[1][0] + x)):
        file.case(text, f, *operands)
    file.write()


def scalars():
    file = File("scalars")
    for a, b in ("hf", "B?", "eD", "?l", "Fe"):
        x, s, n = whole((3, 4), a), np.array(1, b), np.array(1, b).item()
        t = np.dtype(b).type(1)
        of = f" {a}{b}"
        file.case("x + number" + of, lambda x: x + n, x)
        file.case("number + x" + of, lambda x: n + x, x)
        file.case("x * number" + of, lambda x: x * n, x)
        file.case("x + scalar" + of, lambda x: x + t, x)
        file.case("scalar + x" + of, lambda x: t + x, x)
        file.case("x * scalar" + of, lambda x: x * t, x)
        file.case("x + y, number" + of, op.add, x, n)
        file.case("y + x, number" + of, op.add, n, x)
        file.case("x + y, scalar" + of, op.add, x, s)
        file.case("y + x, scalar" + of, op.add, s, x)
        one, z = np.array(1, a), whole((3, 4), "l")
        file.case("z.astype((x + y).dtype)" + of, lambda x, y, z: z.astype((x + y).dtype), one, s, z)
        file.case("x1 = x + y, z + x1 + x" + of, lambda x, y, z: z + (x + y) + x, one, s, z)
        file.case("z = x, x += y, x + z" + of, lambda x, y: (x + y) + x, one, x)
    file.write()

    file = File("conversions")
    for a, b in "?l b? hB ie lb BF Hh IL Ld ei fH df dD ff".split():
        file.case(f"astype {a}{b}", lambda x: x.astype(b), parts((3, 4), a, 0, 9))
    file.case("x.astype(int32)", lambda x: x.astype("i"), parts((3, 4), "f", -9, 9))
    file.case("x", lambda x: x, whole((3, 4), "h"))
    file.write()


if __name__ == "__main__":
    operators()
    functions()
    functions_of_two()
    writes()
    reductions()
    examples()
    shapes()
    scalars()
