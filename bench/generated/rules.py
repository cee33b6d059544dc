"""The table of production rules: kinds of array programs, each with the ways in which it is drawn."""
from spelling import (abs_, along, astype, bincount, call, contiguous, diff, exp, fold, histogram, index, joined, log, maximum, minimum, pad,
                      quantile, reshape, roll, sin, sqrt, square, take, tanh, transpose, where)
from draw import FLOATS, INTEGERS

SINGLE = ("float32", "float32", "float64")


# Index arithmetic -------------------------------------------------------------------------------------------------------------------

def positions(r):
    shape = r.shape(r.pick(1, 2, 2, 3))
    x = index(0, shape)
    for k in range(1, len(shape)):
        y = index(k, shape)
        x = r.pick(lambda: x * r.between(2, 40) + y, lambda: x // r.between(2, 40) + y // r.between(2, 40), lambda: x * 31 - y * 17,
                   lambda: (x ^ y), lambda: (x & 255) + y)()
    x = r.pick(lambda: x % r.between(2, 300), lambda: (x // r.between(2, 50)) % r.between(2, 9), lambda: (x >> r.between(1, 6)) & 63)()
    return r.pick(lambda: astype(x, "float32") * 0.25, lambda: x, lambda: astype(x, "uint8"), lambda: where(x == 1, 1.0, 0.0))()


def morton(r):
    shape = r.shape(2)

    def spread(x):
        for bits, mask in ((8, 0x00ff00ff), (4, 0x0f0f0f0f), (2, 0x33333333), (1, 0x55555555)):
            x = r.let((x | (x << bits)) & mask)
        return x
    return astype(spread(index(1, shape)) | (spread(index(0, shape)) << 1), r.pick("int64", "int32"))


def position_mask(r):
    shape = r.shape(r.pick(2, 2, 3))
    x, i, j = r.array(r.dtype(), shape), index(len(shape) - 2, shape), index(len(shape) - 1, shape)
    mask = r.pick(lambda: j <= i, lambda: abs_(i - j) < r.between(2, 100), lambda: (i + j) % r.between(2, 9) == 0,
                  lambda: (i // 16) == (j // 16), lambda: (i * i + j * j) % 7 < 3)()
    return r.pick(lambda: where(mask, x, -1000.0), lambda: r.dressed(x) * mask, lambda: fold("sum", where(mask, x, 0), 1))()


def moved_by_index(r):
    n, m = r.shape(2)
    x, i, j = r.array(r.dtype(FLOATS + INTEGERS), (n, m), 0, 100), index(0, (n, m)), index(1, (n, m))
    return r.pick(lambda: x[(i + r.between(1, 9)) % n, (j - r.between(1, 9)) % m], lambda: x[n - 1 - i, j],
                  lambda: x[i, (j ^ 1) % m] - x, lambda: x[i, (j * 5 + i) % m])()


# Short inner axes -------------------------------------------------------------------------------------------------------------------

def points(r):
    k = r.between(2, 16)
    p = r.array(r.dtype(), (r.shape(1, r.size // k)[0], k), -1, 1)
    norm = sqrt(fold("sum", square(p), 1, keep=True))
    return r.pick(lambda: sqrt(fold("sum", square(p), 1)), lambda: p / norm, lambda: p - fold("mean", p, 1, keep=True), lambda: fold("argmin", p, 1),
                  lambda: fold("max", r.dressed(p), 1), lambda: exp(p) / fold("sum", exp(p), 1, keep=True), lambda: fold("mean", p, 0),
                  lambda: fold("var", p, 1))()


def pixels(r):
    h, w = r.shape(2, r.size // 3)
    dtype = r.pick("uint8", "float32", "float32")
    x = r.array(dtype, (h, w, 3), 0, 256 if dtype == "uint8" else 1)
    c = r.array("float32", (3,), 1, 3)
    return r.pick(lambda: fold("sum", x * c, 2), lambda: 0.25 * x[..., 0] + 0.5 * x[..., 1] + 0.125 * x[..., 2], lambda: (x - 0.5) * c,
                  lambda: x - fold("mean", x, (0, 1)), lambda: contiguous(transpose(x, (2, 0, 1))), lambda: call("flip", x, 2) * c,
                  lambda: fold("max", x, 2) - fold("min", x, 2))()


def pooled(r):
    k, l = r.pick(2, 2, 3, 4, 8), r.pick(2, 2, 3, 4)
    h, w = r.shape(2, r.size // (k * l))
    x = r.array(r.dtype(FLOATS + ("uint8",)), (h * k, w * l))
    return fold(r.pick("max", "mean", "min", "sum"), reshape(x, (h, k, w, l)), (1, 3))


# Kept and folded axes, then applied -------------------------------------------------------------------------------------------------

def standardized(r):
    shape = r.shape(r.between(2, 4))
    x, axes = r.array(r.dtype(SINGLE), shape), tuple(sorted(r.random.sample(range(len(shape)), r.between(1, len(shape) - 1))))
    m = r.let(fold("mean", x, axes, keep=True))
    return r.pick(lambda: (x - m) / sqrt(fold("mean", square(x - m), axes, keep=True) + 0.001),
                  lambda: (x - m) / (fold("std", x, axes, keep=True) + 0.001), lambda: r.dressed(x - m))()


def softmax(r):
    shape = r.shape(r.between(2, 3))
    x, axis = r.array(r.dtype(), shape, -4, 4), r.between(0, len(shape) - 1)
    e = r.let(exp(x - fold("max", x, axis, keep=True)))
    return e / fold("sum", e, axis, keep=True)


def masked_mean(r):
    shape = r.shape(r.between(2, 3))
    x, axis = r.array(r.dtype(SINGLE), shape), r.between(0, len(shape) - 1)
    mask = r.let(x > 0.25)
    return r.pick(lambda: fold("sum", where(mask, x, 0), axis) / fold("sum", mask, axis),
                  lambda: where(mask, x, fold("mean", x, axis, keep=True)), lambda: fold("mean", x, axis, where=mask))()


def folded(r):
    shape = r.shape(r.between(2, 4))
    name = r.pick("sum", "mean", "max", "prod", "std", "any", "argmax")
    x = r.array(r.dtype(SINGLE + INTEGERS), shape, 0, 100)
    axes = tuple(sorted(r.random.sample(range(len(shape)), 1 if name == "argmax" else r.between(1, len(shape)))))
    return fold("sum" if name == "prod" else name, x > 50 if name == "any" else x, axes)


# 16-bit rows, rows without a lambda -------------------------------------------------------------------------------------------------

def rows(r, dtype=None):
    shape = r.shape(r.pick(2, 2, 3))
    x, last = r.array(dtype or r.dtype(SINGLE), shape, -2, 2), len(shape) - 1
    gamma, beta = r.array(dtype or "float32", shape[-1:], 1, 2), r.array(dtype or "float32", shape[-1:])
    m = fold("mean", x, last, keep=True)
    e = exp(x - fold("max", x, last, keep=True))
    p = e / fold("sum", e, last, keep=True)
    return r.pick(lambda: (x - m) / sqrt(fold("var", x, last, keep=True) + 0.001) * gamma + beta, lambda: p * gamma + beta,
                  lambda: -fold("sum", p * log(p + 0.001), last) + fold("mean", gamma + beta),
                  lambda: x / sqrt(fold("mean", square(x), last, keep=True)) * gamma - beta,
                  lambda: x - fold("max", x, last, keep=True) - log(fold("sum", e, last, keep=True)) * gamma + beta,
                  lambda: fold("sum", x * gamma + beta, last))()


def half_rows(r):
    return rows(r, r.pick("float16", "bfloat16"))


# Plain slices as stencils -----------------------------------------------------------------------------------------------------------

B, C, D = slice(None, -2), slice(1, -1), slice(2, None)


def stencil2d(r):
    dtype = r.pick("uint8", "float32", "float32", "float64")
    x = r.array(dtype, r.shape(2, least=32), 0, 100 if dtype == "uint8" else 1)
    near = x[B, B] + x[B, C] + x[B, D] + x[C, B] + x[C, D] + x[D, B] + x[D, C] + x[D, D]

    def sobel():
        gx = r.let((x[B, D] + 2 * x[C, D] + x[D, D]) - (x[B, B] + 2 * x[C, B] + x[D, B]))
        gy = r.let((x[D, B] + 2 * x[D, C] + x[D, D]) - (x[B, B] + 2 * x[B, C] + x[B, D]))
        return abs_(gx) + abs_(gy) if dtype == "uint8" else sqrt(square(gx) + square(gy))
    smooth = lambda: near // 9 if dtype == "uint8" else (near + x[C, C]) * 0.125
    return r.pick(sobel, smooth, lambda: astype((near == 3) | ((x[C, C] == 1) & (near == 2)), dtype),
                  lambda: maximum(maximum(x[B, C], x[D, C]), maximum(x[C, B], maximum(x[C, D], x[C, C]))),
                  lambda: x[C, C] + 2 * (x[B, C] + x[D, C] + x[C, B] + x[C, D] - 4 * x[C, C]))()


def stencil3d(r):
    x = r.array(r.pick("uint8", "float32", "float64"), r.shape(3, least=24))
    near = x[B, C, C] + x[D, C, C] + x[C, B, C] + x[C, D, C] + x[C, C, B] + x[C, C, D]
    corners = x[B, B, C] + x[D, D, C] + x[C, B, B] + x[C, D, D] + x[B, C, B] + x[D, C, D]
    return r.pick(lambda: near - 6 * x[C, C, C], lambda: near + 2 * corners - x[C, C, C], lambda: maximum(near, corners))()


def stencil1d(r):
    n, k = r.shape(1)[0], r.between(7, 20)
    x = r.array(r.pick("uint8", "float32", "float64"), (n,))
    terms = [x[d:n - k + d] * r.between(1, 9) for d in range(k)]
    total = terms[0]
    for t in terms[1:]:
        total = total + t
    return total


def flow(r):
    shape = r.shape(2, least=32)
    x, u, v = (r.array("float32", shape, -1, 1) for _ in range(3))
    a, b = r.let(u[C, C]), r.let(v[C, C])
    return x[C, C] - 0.125 * (where(a > 0, a * (x[C, C] - x[B, C]), a * (x[D, C] - x[C, C])) +
                              where(b > 0, b * (x[C, C] - x[C, B]), b * (x[C, D] - x[C, C])))


# Broadcast reductions ---------------------------------------------------------------------------------------------------------------

def pairs(r):
    k = r.between(2, 8)
    n, m = r.shape(2, r.size // k)
    x, y = r.array("float32", (n, k)), r.array("float32", (m, k))
    d = fold("sum", r.pick(square, abs_)(x[:, None] - y[None]), 2)
    return r.pick(lambda: d, lambda: sqrt(d), lambda: exp(-d), lambda: fold("min", d, 1), lambda: fold("sum", exp(-d), 1))()


def nearest(r):
    k = r.pick(2, 3, 3, 8)
    m = r.pick(8, 16, 64, 256)
    x, y = r.array("float32", (r.size // (m * k), k)), r.array("float32", (m, k))
    return fold("argmin", fold("sum", square(x[:, None] - y[None]), 2), 1)


def outer_fold(r):
    n, m = r.shape(2)
    x, y = r.array(r.dtype(SINGLE), (n,)), r.array(r.dtype(SINGLE), (m,))
    return fold(r.pick("sum", "max", "mean"), r.pick(maximum, lambda a, b: tanh(a * b), lambda a, b: abs_(a - b))(x[:, None], y[None]), r.pick(0, 1))


# Bins -------------------------------------------------------------------------------------------------------------------------------

def counts(r):
    n, bins = r.shape(1)[0], r.pick(10, 256, 1000, 50000)
    x = r.array(r.pick("int32", "int64", "uint8" if bins <= 256 else "int32"), (n,), 0, bins)
    w = r.array(r.dtype(SINGLE), (n,))
    return r.pick(lambda: bincount(x, bins), lambda: bincount(x, bins, w))()


def histograms(r):
    x = r.array(r.dtype(SINGLE), r.shape(r.pick(1, 1, 2)), 0, 2)
    return histogram(r.pick(lambda: x, lambda: square(x))(), r.pick(10, 64, 256, 1000), 0, r.pick(1, 2))


# Moves ------------------------------------------------------------------------------------------------------------------------------

def rolled(r):
    shape = r.shape(r.between(1, 3))
    x, axis = r.array(r.dtype(FLOATS + INTEGERS), shape, 0, 100), r.between(0, len(shape) - 1)
    y = roll(x, r.between(-5, 5), axis)
    return r.pick(lambda: y, lambda: y - x, lambda: roll(x, 1, axis) + roll(x, -1, axis) - 2 * x)()


def padded(r):
    shape = r.shape(r.between(1, 3))
    x = r.array(r.dtype(FLOATS + INTEGERS), shape, 0, 100)
    return pad(x, [(r.between(0, 5), r.between(1, 5)) for _ in shape], r.pick("constant", "edge", "reflect", "wrap"))


def concatenated(r):
    shape, n = r.shape(r.between(1, 3), r.size // 3), r.between(2, 3)
    axis, dtype = r.between(0, len(shape) - 1), r.dtype(FLOATS + INTEGERS)
    parts = [r.array(dtype, shape, 0, 100) for _ in range(n)]
    return joined(r.pick("concatenate", "concatenate", "stack"), parts, axis)


def permuted(r):
    shape = r.shape(r.between(2, 4), least=4)
    order = list(range(len(shape)))
    while order == sorted(order):
        r.random.shuffle(order)
    x = r.array(r.dtype(FLOATS + INTEGERS), shape, 0, 100)
    y = transpose(x, order)
    return r.pick(lambda: contiguous(y), lambda: y * 2 + 1, lambda: y + r.array("float32", [shape[k] for k in order]))()


def gathered(r):
    n, m = r.shape(2)
    x, axis = r.array(r.dtype(SINGLE + ("uint8",)), (n, m), 0, 100), r.pick(0, 0, 1)
    i = r.array(r.pick("int32", "int64"), ((n, m)[axis],), 0, (n, m)[axis])
    return r.pick(lambda: take(x, i, axis), lambda: take(x, i, axis) - x, lambda: x[i] * 2 if axis == 0 else x[:, i] * 2)()


# Wide elementwise trees -------------------------------------------------------------------------------------------------------------

def tree(r):
    shape, n = r.shape(r.between(1, 3), r.size // 2), r.between(1, 5)
    dtype = r.dtype()
    operands = [r.array(dtype, shape, -1, 1) for _ in range(n)]
    if len(shape) > 1 and r.chance(0.4):
        operands.append(r.array(dtype, shape[-1:] if r.chance(0.5) else (shape[0],) + (1,) * (len(shape) - 1)))
    return r.tree(operands, r.between(3, 10))


def series(r):
    x = r.array(r.dtype(SINGLE), r.shape(1), -1, 1)
    total, power = x, x
    for k in range(r.between(2, 5)):
        power = power * x * x
        total = total + power * (0.5 ** k)
    return total


def integers(r):
    shape = r.shape(r.between(1, 2))
    x, y = (r.array(r.dtype(INTEGERS), shape, 1, 100) for _ in range(2))
    return r.pick(lambda: x % y + x // y, lambda: (x * 7 + y) % 13, lambda: (x ^ y) & (x | 3), lambda: where(x > y, x, y) - minimum(x, 10))()


# Scans ------------------------------------------------------------------------------------------------------------------------------

def scanned(r):
    shape = r.shape(r.between(1, 3))
    x, axis = r.array(r.dtype(SINGLE + ("uint8", "int16", "int32")), shape), r.between(0, len(shape) - 1)
    y = along("cumsum", r.dressed(x, 0.3), axis)
    return r.pick(lambda: y, lambda: y / (index(axis, shape) + 1), lambda: y * 0.5 + x)()


def differences(r):
    shape = r.shape(r.between(1, 3))
    x, axis = r.array(r.dtype(FLOATS + ("int32",)), shape, 0, 100), r.between(0, len(shape) - 1)
    return r.pick(lambda: diff(x, axis), lambda: abs_(diff(x, axis)), lambda: fold("sum", square(diff(x, axis)), axis))()


# Sorts and order statistics ---------------------------------------------------------------------------------------------------------

def sorted_(r):
    shape = r.shape(r.between(1, 2), r.size // 4)
    x, axis = r.array(r.dtype(SINGLE + ("uint8", "int32", "int64")), shape, 0, 100), r.between(0, len(shape) - 1)
    return along("sort", x, axis)


def order_statistic(r):
    shape = r.shape(r.between(1, 2), r.size // 4)
    x, axis = r.array(r.dtype(SINGLE), shape), r.between(0, len(shape) - 1)
    return r.pick(lambda: fold("median", x, axis), lambda: quantile(x, 0.25, axis), lambda: fold("max", x, axis) - fold("median", x, axis))()


# Products with neighbours -----------------------------------------------------------------------------------------------------------

def products(r):
    n = max(64, int((r.size / 16) ** 0.5))
    k = r.pick(16, 64, n)
    dtype = "float32"
    x, y, b = r.array(dtype, (n, k), -1, 1), r.array(dtype, (k, n), -1, 1), r.array(dtype, (n,), -1, 1)
    p = call("matmul", x, y)
    return r.pick(lambda: p + b, lambda: maximum(p + b, 0), lambda: tanh(p) * 0.5, lambda: fold("sum", square(p), 1),
                  lambda: call("matmul", square(x), y) - b)()


def vector_products(r):
    n, m = r.shape(2)
    x, v = r.array(r.dtype(SINGLE), (n, m), -1, 1), r.array("float32", (m,), -1, 1)
    r.tolerance = 3e-7 * m ** 0.5  # as far as BLAS of float32 is from the sums, which are as large, and a sine takes none of it away
    return r.pick(lambda: call("matmul", x, v), lambda: sin(call("matmul", x, v)) * 2, lambda: fold("sum", x * v, 1))()


for rule in (tree, series, softmax, standardized, rows, half_rows, masked_mean, points):
    rule.may_fuse = True
for rule in (nearest, histograms, tree):
    rule.discrete = True  # where two candidates are nearly equal the last bits decide (a tree's `where(x > y, ...)` is one)

KINDS = {
    "index arithmetic": (positions, morton, position_mask, moved_by_index),
    "short axes": (points, pixels, pooled),
    "kept and folded": (standardized, softmax, masked_mean, folded),
    "16-bit rows": (half_rows,),
    "slices": (stencil2d, stencil2d, stencil3d, stencil1d, flow),
    "broadcast folds": (pairs, nearest, outer_fold),
    "bins": (counts, histograms),
    "moves": (rolled, padded, concatenated, permuted, gathered),
    "rows": (rows,),
    "trees": (tree, tree, series, integers),
    "scans": (scanned, scanned, differences),
    "sorts": (sorted_, order_statistic),
    "products": (products, vector_products),
}
