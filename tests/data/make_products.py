#!/usr/bin/env python3
"""Writes tests/data/products: what NumPy makes of products of matrices, vectors and tensors (needs NumPy 2.2 or newer, and SciPy).

usage: make_products.py

Operands are formulas of their elements' places, which the tests repeat: see `operand`. Their products are exact in every
dtype, in any order. matrices_<code>.npy and vectors_<code>.npy have the results of the cases below one behind the other,
as tests/linalg/products_test.cpp and vectors_test.cpp have them; einsum.npy those of tests/linalg/einsum_test.cpp,
finished.npy those of tests/linalg/finished_products_test.cpp, gelu_tanh.npy that function from -6 to 6, activations.npy numbers and what functions make of them.
"""
import pathlib

import numpy as np
from scipy.special import ndtr

root = pathlib.Path(__file__).resolve().parent / "products"


def operand(shape, k, code):
    i = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    v = (7 * i + 3 * k) % 11 - 5
    if code == "?":
        return v > 3
    if code in "BHIL":
        return (v + 5).astype(code)
    if code in "bhiq":
        return v.astype(code)
    if code in "FD":
        return (v / 2 + 1j * ((5 * i + k) % 7 - 3)).astype(code)
    return (v / 2).astype(code)


def joined(results):
    """One behind the other, as float64 or complex128 (which hold them exactly)."""
    flat = np.concatenate([np.asarray(r).ravel() for r in results])
    return flat.astype("D" if flat.dtype.kind == "c" else "d")


def matrices(code):
    def x(*shape, k=0):
        return operand(shape, k, code)

    a, b, v, w = x(3, 4), x(4, 5, k=1), x(4, k=2), x(3, k=3)
    deep, other = x(2, 3, 4, k=4), x(2, 4, 3, k=5)
    left, right = x(2, 1, 3, 4, k=6), x(3, 4, 2, k=7)
    square = x(3, 3, k=8)
    results = [
        a @ b, np.dot(a, b), np.dot(a, v), np.dot(w, a), np.dot(deep, b), np.dot(a, other), np.dot(deep, other),
        np.dot(deep, v), left @ right, deep @ b, a @ other, deep @ v, w @ deep, np.inner(a, deep), np.inner(deep, v),
        np.tensordot(deep, other, axes=((2, 1), (1, 2))), np.tensordot(deep, b, axes=1), np.matvec(left, v),
        np.vecmat(w, deep), np.linalg.matrix_power(square, 3), np.linalg.matrix_power(square, 0),
    ]
    if code != "e":  # in which it is not exact
        results.append(np.linalg.multi_dot([a, b, b.T, a.T, w]))
    return results


def vectors(code):
    def x(*shape, k=0):
        return operand(shape, k, code)

    a, b, v = x(3, 4), x(3, 4, k=1), x(4, k=2)
    p, q = x(2, 3, k=3), x(3, k=4)
    results = [np.vecdot(a, b), np.vecdot(a, v), np.vecdot(a, b, axis=0), np.outer(v, q), np.outer(p, q), np.kron(a, p),
               np.kron(v, p), np.vdot(p, p), np.trace(a), np.trace(a, 1), np.trace(x(2, 3, 3, k=5), -1, 1, 2)]
    if code != "?":
        results += [np.cross(p, q), np.cross(p.T, q[:, None], axis=0)]
    return results


def relu(x):
    return np.maximum(x, 0)


def gelu(x):
    return x * ndtr(x)


def gelu_tanh(x):
    """x (1 + tanh(t)) / 2, without what 1 + tanh(t) loses where t is negative."""
    with np.errstate(over="ignore"):
        return x / (1 + np.exp(-2 * np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def finished():
    a, b, v, deep = (operand(s, k, "d") for k, s in enumerate([(3, 4), (4, 5), (5,), (2, 3, 4)]))
    product = a @ b / 8
    return [relu(product + v), product + v, gelu_tanh(product + v), gelu_tanh(product), relu(product), gelu(product + v), relu(v - product),
            relu(deep @ b / 8 + v), gelu_tanh(np.einsum("ij,jk->ki", a, b) / 8 + a[:, 0])]


einsums = [
    ("ij,jk->ik", (3, 4), (4, 5)), ("ij,jk", (3, 4), (4, 5)), ("ij,kj->ki", (3, 4), (5, 4)), ("ij->ji", (3, 4)),
    ("ii->i", (4, 4)), ("ii", (4, 4)), ("iij->j", (3, 3, 4)), ("ijk->j", (2, 3, 4)), ("i,i->", (5,), (5,)),
    ("i,j->ij", (3,), (4,)), ("ij,ij->ij", (3, 4), (3, 4)), ("ij,j->i", (3, 4), (4,)), ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
    ("bij,jk->bik", (2, 3, 4), (4, 5)), ("...ij,...jk->...ik", (2, 1, 3, 4), (5, 4, 2)), ("i...,i...->...", (3, 4), (3, 4)),
    ("abc,cbd->da", (2, 3, 4), (4, 3, 5)), ("ijk,jil->kl", (3, 4, 5), (4, 3, 2)), ("ij,jk,kl->il", (3, 4), (4, 5), (5, 2)),
    ("ij,jk,kl,lm->im", (3, 4), (4, 5), (5, 2), (2, 6)), ("i,ij,j->", (3,), (3, 4), (4,)), ("ij,ij,ij->", (3, 4), (3, 4), (3, 4)),
    ("ea,fb,abcd,gc,hd->efgh", (2, 3), (3, 2), (3, 2, 4, 2), (2, 4), (3, 2)), ("ij,kj->", (3, 4), (5, 4)),
    ("ijk,jk->ki", (2, 3, 4), (3, 4)), ("aij,ajk->ik", (2, 3, 4), (2, 4, 5)), ("ij,jj->i", (3, 4), (4, 4)),
    ("ij,jk->ik", (3, 1), (4, 5)), ("ab,cd,ef->fa", (2, 3), (2, 4), (3, 2)), ("bhqd,bhkd->bhqk", (2, 3, 4, 5), (2, 3, 2, 5)),
    ("...a,...a->...", (2, 3, 4), (1, 4)), ("i...j->j...i", (2, 3, 4)),
]

root.mkdir(parents=True, exist_ok=True)
for code in "?bHqefdFD":
    np.save(root / f"matrices_{ {'?': '1'}.get(code, code)}.npy", joined(matrices(code)))
for code in "?bfF":
    np.save(root / f"vectors_{ {'?': '1'}.get(code, code)}.npy", joined(vectors(code)))
np.save(root / "einsum.npy", joined(np.einsum(text, *(operand(s, k, "d") for k, s in enumerate(shapes)))
                                    for text, *shapes in einsums))
np.save(root / "finished.npy", joined(finished()))
np.save(root / "gelu_tanh.npy", gelu_tanh(np.arange(-192, 193) / 32))
numbers = np.concatenate([np.linspace(-12, 12, 97), [1e-3, -1e-3, 1e-6, -1e-6, 60.0, -60.0]])
np.save(root / "activations.npy", joined([numbers, relu(numbers), gelu(numbers), gelu_tanh(numbers)]))
