#!/usr/bin/env python3
"""Writes tests/data/fft: two operands of whole numbers, which every dtype holds, and what NumPy and SciPy make of them in
float64 (needs NumPy 2, SciPy 1.17).

usage: make_fft.py

real.npy and complex.npy are (4, 3, 5). <function>_<operand>.npy has the results of all cases, one behind the other, in C
order; the cases are listed here and, in the same order, in tests/fft/fft_data.hpp.
"""
import pathlib
import warnings

import numpy as np
import scipy.fft
import scipy.fftpack

root = pathlib.Path(__file__).resolve().parent / "fft"
root.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(20261122)
real = rng.integers(-8, 9, (4, 3, 5)).astype(float)
operands = {"real": real, "complex": real + 1j * rng.integers(-8, 9, real.shape)}
norms = ("backward", "ortho", "forward")


def save(name, results):
    np.save(root / f"{name}.npy", np.concatenate([np.asarray(r).ravel() for r in results]))


def lines(f):
    """Along one axis: lengths that crop, stay and pad, with each norm."""
    i = 0
    for axis in (0, 1, 2):
        for n in (1, 2, 4, 5, 8):
            yield f(n=n, axis=axis - 3 * (i % 2), norm=norms[i % 3])
            i += 1
        for norm in norms:
            yield f(n=6, axis=axis, norm=norm)


def planes(f):
    """Along two axes."""
    i = 0
    for axes in ((0, 1), (1, 2), (2, 0), (-1, -2)):
        for s in ((4, 3), (5, 6), (2, 7)):
            yield f(s=s, axes=axes, norm=norms[i % 3])
            i += 1


def spaces(f):
    """Along three axes."""
    for i, axes in enumerate(((0, 1, 2), (2, 0, 1), (1, 2, 0))):
        yield f(s=(4, 5, 6), axes=axes, norm=norms[i])


def cosines(f):
    """Of each type, with each norm, orthogonal or not."""
    for type in (1, 2, 3, 4):
        i = type
        for axis in (0, 1, 2):
            for n in (2, 5, 8):
                yield f(type=type, n=n, axis=axis, norm=norms[i % 3], orthogonalize=(None, True, False)[i // 3 % 3])
                i += 1
            for norm in norms:
                yield f(type=type, n=6, axis=axis, norm=norm)


def cosine_planes(f):
    for type in (1, 2, 3, 4):
        for i, axes in enumerate(((0, 1), (2, 0), (-1, -2))):
            yield f(type=type, s=(4, 6), axes=axes, norm=norms[i])


def by_parts(f, x):
    """Cosine and sine transforms: of complex operands SciPy 1.17 forgets `orthogonalize`."""
    if np.iscomplexobj(x):
        return lambda **options: f(x.real, **options) + 1j * f(x.imag, **options)
    return lambda **options: f(x, **options)


for name, x in operands.items():
    np.save(root / f"{name}.npy", x)

    def of(f, x=x):
        return lambda **options: f(x, **options)

    for function in ("fft", "ifft", "irfft", "hfft") + (("rfft", "ihfft") if name == "real" else ()):
        save(f"{function}_{name}", lines(of(getattr(np.fft, function))))
    for function in ("fft2", "ifft2", "irfft2", "hfft2") + (("rfft2", "ihfft2") if name == "real" else ()):
        save(f"{function}_{name}", planes(of(getattr(scipy.fft, function))))
    for function in ("fftn", "ifftn", "irfftn", "hfftn") + (("rfftn", "ihfftn") if name == "real" else ()):
        save(f"{function}_{name}", spaces(of(getattr(scipy.fft, function))))
    for function in ("dct", "idct", "dst", "idst") if name == "real" else ("dst",):
        save(f"{function}_{name}", cosines(by_parts(getattr(scipy.fft, function), x)))
        save(f"{function}n_{name}", cosine_planes(by_parts(getattr(scipy.fft, f"{function}n"), x)))

for function in ("rfft", "irfft"):
    f = getattr(scipy.fftpack, function)
    save(f"fftpack_{function}_real", (f(real, n=n, axis=axis) for axis in (0, 1, 2) for n in (1, 2, 4, 5, 8)))
# NumPy's own: an axis twice, and lengths of -1.
x = operands["complex"]
save("twice_complex", (np.fft.fftn(x, axes=(0, 0)), np.fft.ifftn(x, s=(2, 6, 5), axes=(1, 0, 1), norm="ortho"), np.fft.fftn(x, s=(6, -1), axes=(0, 2))))
save("fftfreq", (np.fft.fftfreq(n, 0.3) for n in range(1, 10)))
save("rfftfreq", (np.fft.rfftfreq(n, 0.3) for n in range(1, 10)))
for function in ("fftshift", "ifftshift"):
    f = getattr(np.fft, function)
    save(function, (f(real), f(real, axes=0), f(real, axes=(1, -1)), f(real, axes=(2, 2))))
# Hankel transforms: odd and even lengths, with and without a bias, and a singular one.
hankel = [(0.1, 0.5, 0.0, 0.0), (0.05, 2.0, 0.3, 0.0), (0.2, 0.0, -0.1, 0.4), (0.3, 1.0, 0.2, -0.7), (0.1, -2.5, 0.0, 3.5)]
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for function in ("fht", "ifht"):
        f = getattr(scipy.fft, function)
        save(function, (f(x, dln, mu, offset=offset, bias=bias) for x in (real, real[..., :4]) for dln, mu, offset, bias in hankel))
save("fhtoffset", [[scipy.fft.fhtoffset(dln, mu, initial=offset, bias=bias) for dln, mu, offset, bias in hankel[:4]]])
# Spectra of a hard length, a prime's, in long double: an accuracy that does not come from another library.
for n in (61, 499):
    j = np.arange(n)
    signal = rng.standard_normal(n)
    np.save(root / f"signal_{n}.npy", signal)
    # The angles' products are reduced as integers.
    angle = np.longdouble(8) * np.arctan(np.longdouble(1)) / np.longdouble(n) * ((j[:, None] * j[None, :]) % n).astype(np.longdouble)
    spectrum = (np.cos(angle) @ signal.astype(np.longdouble)).astype(float) - 1j * (np.sin(angle) @ signal.astype(np.longdouble)).astype(float)
    np.save(root / f"spectrum_{n}.npy", spectrum)


# Transforms along rows of powers of two with elementwise work around them. Operands are formulas, which tests/fft/rows_test.cpp
# and rows_scaled_test.cpp have too; single precision of the longer results, which tests in float32 read.
def rows_operand(rows, n):
    r, j = np.arange(rows)[:, None], np.arange(n)[None, :]
    return ((j * j + 7 * j * r + 3 * r) % 31 - 15) + 1j * ((3 * j + 5 * r * r + j * j * (j % 7)) % 29 - 14)


def rows_filter(n):
    k = np.arange(n)
    return ((5 * k + k * k) % 13 - 6) + 1j * ((3 * k * k + 1) % 11 - 5)


def filtered(rows, n):
    return np.fft.ifft(np.fft.fft(rows_operand(rows, n)) * rows_filter(n))


save("rows_scaled", (np.fft.ifft(rows_operand(3, n)) for n in (16, 32, 64, 96, 128, 256)))
save("rows_norms", [f(rows_operand(3, 64), norm=norm) for f, norm in ((np.fft.ifft, "ortho"), (np.fft.fft, "ortho"), (np.fft.fft, "forward"), (np.fft.ifft, "forward"))])
save("rows_filtered", (filtered(3, n) for n in (16, 32, 64, 96, 128, 256)))
np.save(root / "rows_filtered_long.npy", np.concatenate([filtered(1, n).ravel() for n in (512, 1024, 2048, 4096)]).astype(np.complex64))
x, h = rows_operand(3, 64), rows_filter(64)
save("rows_around", (np.fft.ifft(x.real * 2), np.fft.fft(x + 1j) * h, np.fft.ifft(np.fft.fft(x.real) * h), np.fft.ifft(np.fft.fft(x[0]) * (h + x)),
                     np.fft.ifft(np.fft.fft(x.conj() * 3) / (1 + np.abs(h))), np.fft.fft(np.fft.fft(x)), np.fft.fft(np.fft.ifft(np.fft.fft(x) * h) * x)))
long = rows_operand(3, 100)
sized = [np.fft.ifft(np.fft.fft(long[:, :m], n=64) * h) for m in (1, 40, 64, 100)]
save("rows_sized", sized + [np.fft.fft(long[:, :40], n=64), np.fft.fft(x * long[:, :1], n=128, norm="ortho")])
save("rows_around_real", (np.abs(np.fft.fft(x)) ** 2 + 1, np.fft.ifft(np.abs(np.fft.fft(x)) ** 2).real, np.fft.ifft(np.fft.fft(x.real) * h).real + x.imag))
