#!/usr/bin/env python3
"""Writes tests/data/special/errors.npy: numbers, and erf and erfc of each by mpmath, as float64.

The numbers are float32's, so that one file serves both dtypes: of all magnitudes, close together where erfc's factors are
largest, where float32's results and where float64's are denormal, and special ones.
"""
import pathlib

import mpmath as mp
import numpy as np

mp.mp.prec = 200
OUT = pathlib.Path(__file__).resolve().parent / "special"


def function(f, x):
    return [float(v) if not np.isfinite(v) else float(f(mp.mpf(float(v)))) for v in x]


rng = np.random.default_rng(7)
positive = np.concatenate([np.linspace(0.01, 6, 150), rng.uniform(0, 10, 150), rng.uniform(9, 10.06, 60), np.linspace(10.06, 27.5, 40),
                           10 ** rng.uniform(-44, 0, 60), 10 ** rng.uniform(1.5, 38, 12), [2.0**-149, 2.0**-126, 0.5, 1, 2, 10.0541, 10.0545]])
x = np.concatenate([positive, -positive]).astype(np.float32)
x = np.concatenate([x, np.float32([0.0, -0.0, np.inf, -np.inf, np.nan])])
erf, erfc = function(mp.erf, x), function(mp.erfc, x)
erf[-4:-1], erfc[-4:-1] = [-0.0, 1, -1], [1, 0, 2]
OUT.mkdir(parents=True, exist_ok=True)
np.save(OUT / "errors.npy", np.array([x.astype(np.float64), erf, erfc]))
