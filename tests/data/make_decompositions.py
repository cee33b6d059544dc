#!/usr/bin/env python3
"""Writes tests/data/linalg: matrices, and what NumPy and SciPy make of them where the result is one (needs NumPy 2, SciPy,
mpmath).

usage: make_decompositions.py

square.npy is (2, 5, 5), tall.npy (2, 7, 4), hermitian.npy (2, 5, 5) and complex; the other names are functions', with the operand's name.
graded_<n>.npy are matrices whose exponential is far smaller than that of their norm; theirs are mpmath's.
special_<name>.npy are special matrices of the vectors c = (1, -2, 3, 5) and r = (7, 4, 0.5).
"""
import pathlib

import mpmath
import numpy as np
import scipy.linalg as sl

root = pathlib.Path(__file__).resolve().parent / "linalg"
root.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(20261122)


def save(name, x):
    np.save(root / f"{name}.npy", np.ascontiguousarray(x))


square = np.round(rng.normal(size=(2, 5, 5)), 3)
tall = np.round(rng.normal(size=(2, 7, 4)), 3)
z = np.round(rng.normal(size=(2, 5, 5)), 3) + 1j * np.round(rng.normal(size=(2, 5, 5)), 3)
hermitian = z + z.conj().swapaxes(-1, -2)
for name, x in (("square", square), ("tall", tall), ("hermitian", hermitian)):
    save(name, x)
    save(f"svdvals_{name}", np.linalg.svdvals(x))
    save(f"pinv_{name}", np.linalg.pinv(x))
for name, x in (("square", square), ("hermitian", hermitian)):
    sign, log = np.linalg.slogdet(x)
    save(f"det_{name}", np.linalg.det(x))
    save(f"sign_{name}", sign)
    save(f"logabsdet_{name}", log)
    save(f"inv_{name}", np.linalg.inv(x))
    save(f"eigvalsh_{name}", np.linalg.eigvalsh(x))
    save(f"eigvalsh_upper_{name}", np.linalg.eigvalsh(x, "U"))
    save(f"expm_{name}", sl.expm(x))
    save(f"expm_large_{name}", sl.expm(np.stack([x[0] * 8, x[1] / 100])))
    save(f"cond_{name}", np.array([np.linalg.cond(x, p) for p in (None, 2, -2, 1, -1, np.inf, -np.inf, "fro", "nuc")]))
    save(f"norm_{name}", np.array([np.linalg.norm(x, p, axis=(-2, -1)) for p in (2, -2, "nuc")]))
    lu, piv = zip(*(sl.lu_factor(y) for y in x))
    save(f"lu_{name}", np.stack(lu))
    save(f"piv_{name}", np.stack(piv).astype(np.int32))
p, l, u = zip(*(sl.lu(y) for y in tall))
save("lu_p_tall", np.stack(p))
save("lu_l_tall", np.stack(l))
save("lu_u_tall", np.stack(u))
save("norm_axes", np.linalg.norm(tall[None] + np.arange(3)[:, None, None, None], 2, axis=(3, 1)))
b = np.arange(7.0) - 3
x, residuals, rank, s = np.linalg.lstsq(tall[0], b)
save("lstsq_x", x)
save("lstsq_residuals", residuals)

c, r = np.array([1.0, -2, 3, 5]), np.array([7.0, 4, 0.5])
for name, x in {
    "toeplitz": sl.toeplitz(c), "toeplitz_r": sl.toeplitz(c, r), "toeplitz_complex": sl.toeplitz(c + 1j * np.arange(4)), "circulant": sl.circulant(c),
    "hankel": sl.hankel(c), "hankel_r": sl.hankel(c, r), "hadamard": sl.hadamard(16), "hilbert": sl.hilbert(5), "dft": sl.dft(6),
    "dft_sqrtn": sl.dft(6, "sqrtn"), "dft_n": sl.dft(6, "n"), "fiedler": sl.fiedler(c), "fiedler_companion": sl.fiedler_companion(np.arange(2.0, 9)),
    "companion": sl.companion(c + 1), "convolution_full": sl.convolution_matrix(r, 5), "convolution_same": sl.convolution_matrix(r, 5, "same"),
    "convolution_valid": sl.convolution_matrix(r, 5, "valid"), "convolution_short": sl.convolution_matrix(c, 2, "same"), "helmert": sl.helmert(5),
    "helmert_full": sl.helmert(5, full=True), "leslie": sl.leslie(c, r), "block_diag": sl.block_diag(np.outer(c, r), c, 2.5),
    "khatri_rao": sl.khatri_rao(np.outer(c, r), np.outer(r, r) + np.eye(3)), "tri": np.tri(3, 5, 1), "tril": np.tril(np.outer(c, r), -1),
    "triu": np.triu(np.outer(c, r), 1),
}.items():
    save(f"special_{name}", x)


def exact_expm(a):
    """The exponential by Taylor's series of the matrix divided by a power of two, with digits to spare."""
    steps = max(0, int(np.ceil(np.log2(np.abs(a).sum() + 1)))) + 4
    mpmath.mp.dps = 100 + 5 * steps
    scaled = mpmath.matrix(a.tolist()) / mpmath.mpf(2) ** steps
    total, term, k = mpmath.eye(len(a)), mpmath.eye(len(a)), 0
    while mpmath.mnorm(term, 1) > mpmath.mpf(10) ** -mpmath.mp.dps:
        k += 1
        term = term * scaled / k
        total += term
    for _ in range(steps):
        total = total * total
    return np.array([[complex(x) if np.iscomplexobj(a) else float(x) for x in total[i, :]] for i in range(len(a))])


# Numbers that float32 has too, and results that it holds.
for n, sizes in ((2, (1e4, 1e15, 1e30)), (5, (1e2, 1e6, 1e9)), (9, (1e2, 1e3, 1e4))):
    matrices = []
    for size in sizes:
        upper, diagonal = np.triu(rng.normal(size=(n, n)), 1) * size, np.diag(rng.normal(size=n))
        chain = np.eye(n, k=1) * size
        grades = size ** np.linspace(0, 1, n)
        matrices += [np.eye(n) + size * np.eye(n, k=n - 1), diagonal + upper, diagonal + upper.T, abs(diagonal) + abs(upper),
                     diagonal + chain, chain, rng.normal(size=(n, n)) * grades / grades[:, None]]
    graded = np.array(matrices, np.float32).astype(np.float64)
    turned = graded * np.float32(0.8) + 1j * (graded * np.float32(0.6))
    turned = turned.astype(np.complex64).astype(np.complex128)
    for name, x in ((f"graded_{n}", graded), (f"graded_complex_{n}", turned)):
        save(name, x)
        save(f"expm_{name}", np.stack([exact_expm(y) for y in x]))
