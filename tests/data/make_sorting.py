#!/usr/bin/env python3
"""Writes tests/data/sorting: what NumPy makes of operands by sorting, searching, counting (needs NumPy 2).

usage: make_sorting.py

operand_<code>.npy is (4, 6, 23), with many ties, and NaN and -0 where the dtype has them. <function>_<code>[_<axis>].npy
is what NumPy makes of it, in NumPy's dtype.
"""
import pathlib

import numpy as np

root = pathlib.Path(__file__).resolve().parent / "sorting"
root.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(20261124)
codes = ["bool", *"bhilBHILefdFD"]
methods = ("linear lower higher nearest midpoint inverted_cdf averaged_inverted_cdf closest_observation "
           "interpolated_inverted_cdf hazen weibull median_unbiased normal_unbiased").split()
estimators = "auto fd doane scott stone rice sturges sqrt".split()


def save(name, x):
    np.save(root / f"{name}.npy", np.asarray(x, order="C"))


def operand(code, shape=(4, 6, 23)):
    whole = rng.integers(-20, 21, shape)
    dtype = np.dtype(code)
    if dtype.kind == "b":
        return whole > 0
    if dtype.kind == "u":
        return np.abs(whole).astype(code)
    if dtype.kind == "i":
        return whole.astype(code)
    x = (whole / 4).astype(code)
    if dtype.kind == "c":
        x += 1j * rng.integers(-1, 2, shape)
    flat = x.reshape(-1)
    flat[::37] = np.nan
    flat[5::41] = -np.nan if dtype.kind == "f" else complex(1, np.nan)
    flat[7::29] = -0.0
    flat[9::53] = np.inf
    return x


for code in codes:
    x = operand(code)
    save(f"operand_{code}", x)
    for axis in (0, 1, 2):
        save(f"sort_{code}_{axis}", np.sort(x, axis))
        save(f"argsort_{code}_{axis}", np.argsort(x, axis, kind="stable"))
    values, index, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
    save(f"unique_{code}", values)
    save(f"unique_index_{code}", index)
    save(f"unique_inverse_{code}", inverse)
    save(f"unique_counts_{code}", counts)
    if np.dtype(code).kind in "iufb":
        y = x.ravel()[::3]
        table = np.sort(x.ravel()[1::5])
        save(f"searchsorted_left_{code}", np.searchsorted(table, y))
        save(f"searchsorted_right_{code}", np.searchsorted(table, y, side="right"))
        save(f"isin_{code}", np.isin(x, x[1, 2]))
        for name in "intersect1d union1d setdiff1d setxor1d".split():
            save(f"{name}_{code}", getattr(np, name)(x[0, :3], x[2, 3:]))
    if np.dtype(code).kind in "iuf" and code != "e":
        with np.errstate(all="ignore"):
            clean = np.where(np.isfinite(x), x, 1).astype(code)
            save(f"median_{code}", np.median(x, axis=1))
            save(f"median_all_{code}", np.median(clean))
            if np.dtype(code).kind == "f":
                save(f"nanmedian_{code}", np.nanmedian(x, axis=(0, 2)))
                save(f"nanquantile_{code}", np.nanquantile(x, [0.1, 0.5, 0.77], axis=2))
            for method in methods:
                q = np.array([0, 0.05, 0.25, 1 / 3, 0.5, 0.75, 0.9, 1])
                save(f"quantile_{method}_{code}", np.quantile(clean.astype("d"), q, axis=2, method=method))
            save(f"percentile_{code}", np.percentile(clean, [10, 50.5], axis=(0, 2), keepdims=True))

# Bins.
x = rng.normal(size=500).astype("f")
save("sample", x)
for bins in (1, 7, 10, 64):
    counts, edges = np.histogram(x, bins)
    save(f"histogram_{bins}", counts)
    save(f"edges_{bins}", edges)
edges = np.array([-2, -1, -0.5, 0, 0, 0.25, 3])
save("uneven", edges)
save("histogram_uneven", np.histogram(x, edges)[0])
save("histogram_density", np.histogram(x, np.array([-2, -1, 0.5, 3]), density=True)[0])
save("histogram_range", np.histogram(x, 8, range=(-1, 1.5))[0])
weights = rng.integers(0, 9, 500) / 8
save("weights", weights)
save("histogram_weights", np.histogram(x, 9, weights=weights)[0])
for name in estimators:
    save(f"edges_{name}", np.histogram_bin_edges(x, name))
    save(f"edges_{name}_int", np.histogram_bin_edges((x * 3).astype("l"), name))
save("digitize_left", np.digitize(x, np.array([-1, -0.5, 0, 0.5, 1])))
save("digitize_right", np.digitize(np.array([-1, 0, 0.5, 2.0]), np.array([-1, -0.5, 0, 0.5, 1]), right=True))
save("digitize_falling", np.digitize(np.array([-1, 0, 0.5, 2.0, np.nan]), np.array([1, 0.5, 0, -0.5, -1])))
save("digitize_falling_right", np.digitize(np.array([-1, 0, 0.5, 2.0]), np.array([1, 0.5, 0, -0.5, -1]), right=True))
keys = rng.integers(0, 40, 1000)
save("keys", keys)
save("bincount", np.bincount(keys, minlength=50))
save("bincount_weights", np.bincount(keys, np.arange(1000) / 4))
y = rng.normal(size=500).astype("f")
save("sample_y", y)
h, xe, ye = np.histogram2d(x, y, (5, 8))
save("histogram2d", h)
save("histogram2d_x", xe)
save("histogram2d_y", ye)
save("histogram2d_density", np.histogram2d(x, y, (5, 8), range=((-1, 1), (-2, 0.5)), density=True)[0])
save("histogramdd", np.histogramdd(np.stack([x, y, x * y], 1), (3, 4, 5))[0])
xp = np.sort(rng.normal(size=20))
save("xp", xp)
save("fp", np.sin(xp))
at = rng.normal(size=200) * 2
save("at", at)
save("interp", np.interp(at, xp, np.sin(xp)))
save("interp_ends", np.interp(at, xp, np.sin(xp), left=-5, right=7))
save("interp_period", np.interp(at, xp, np.sin(xp), period=1.5))
save("interp_complex", np.interp(at, xp, np.exp(1j * xp)))
save("fp_complex", np.exp(1j * xp))
a, b, c = rng.integers(0, 3, (3, 60))
save("lexsort_keys", np.stack([a, b, c]))
save("lexsort", np.lexsort((a, b, c)))

# Correlations.
m = rng.normal(size=(3, 17)).astype("f")
save("variables", m)
save("cov", np.cov(m))
save("cov_bias", np.cov(m, m[:2], rowvar=True, bias=True))
save("cov_columns", np.cov(m, rowvar=False, ddof=0))
save("corrcoef", np.corrcoef(m))
z = (m + 1j * m[::-1] ** 2).astype("F")
save("complex_variables", z)
save("cov_complex", np.cov(z))
save("corrcoef_complex", np.corrcoef(z))
for mode in "full same valid".split():
    for n, k in ((30, 5), (5, 30), (8, 8), (7, 4)):
        u, v = m.ravel()[:n], m.ravel()[20:20 + k]
        save(f"convolve_{mode}_{n}_{k}", np.convolve(u, v, mode))
        save(f"correlate_{mode}_{n}_{k}", np.correlate(u, v, mode))
    save(f"correlate_complex_{mode}", np.correlate(z[0], z[1, :4], mode))
