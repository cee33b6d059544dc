#!/usr/bin/env python3
"""Writes tests/data/taps: what SciPy's filters, morphology and convolutions give, as initialisers, a line a case of tests/fft/taps_test.cpp.

Run with NumPy 2.4 and SciPy.
"""

import pathlib

import numpy as np
import scipy.ndimage as nd
import scipy.signal as sg

FOLDER = pathlib.Path(__file__).resolve().parent / "taps"
MODES = ["reflect", "constant", "nearest", "mirror", "wrap"]

x = (np.arange(60).reshape(4, 15) * 7 % 23).astype(np.float64)
cube = (np.arange(120).reshape(4, 5, 6) * 5 % 19).astype(np.float64)
weights = np.array([[1, 2, 3, -1], [0.5, -1, 4, 0.25]])
footprint = np.array([[0, 1, 1], [1, 0, 1]], bool)
long = np.cos(np.arange(40) * 0.7)
taps = np.array([1, -2, 0.5, 3, 0.25, -1])


def line(kind, which, result):
    values = ", ".join(repr(float(v)) for v in np.ravel(result))
    shape = ", ".join(map(str, result.shape))
    return f"{{{kind}, {which}, {{{shape}}}, {{{values}}}}},\n"


def main():
    FOLDER.mkdir(exist_ok=True)
    lines = []
    for m, mode in enumerate(MODES):
        lines.append(line(0, m, nd.correlate(x, weights, mode=mode, cval=2)))
        lines.append(line(1, m, nd.convolve(x, weights, mode=mode, cval=2)))
        lines.append(line(2, m, nd.correlate1d(x, taps, axis=0, mode=mode, cval=2)))
        lines.append(line(3, m, nd.convolve1d(x, taps, axis=1, mode=mode, cval=2, origin=1)))
        lines.append(line(4, m, nd.minimum_filter(x, footprint=footprint, mode=mode, cval=2)))
        lines.append(line(5, m, nd.maximum_filter(cube, size=(3, 2, 4), mode=mode, cval=2)))
        lines.append(line(6, m, nd.grey_erosion(x, footprint=footprint, mode=mode, cval=2)))
        lines.append(line(7, m, nd.grey_dilation(x, footprint=footprint, mode=mode, cval=2)))
        lines.append(line(8, m, nd.maximum_filter1d(x, 5, axis=1, mode=mode, cval=2)))
        lines.append(line(9, m, nd.minimum_filter1d(x, 4, axis=0, mode=mode, cval=2)))
    lines.append(line(10, 0, nd.binary_erosion(x > 4, footprint)))
    lines.append(line(11, 0, nd.binary_dilation(x > 18, footprint)))
    lines.append(line(10, 1, nd.binary_erosion(x > 4, footprint, border_value=1)))
    for m, mode in enumerate(["full", "same", "valid"]):
        lines.append(line(20, m, sg.convolve(long, taps, mode)))
        lines.append(line(21, m, sg.correlate(long, taps, mode)))
        lines.append(line(22, m, sg.correlate(taps, long, mode)))
        lines.append(line(23, m, sg.convolve(cube, cube[:2, :3, :2], mode)))
        for e, edge in enumerate(["fill", "wrap", "symm"]):
            lines.append(line(24, 3 * m + e, sg.convolve2d(x, weights, mode, edge, 3)))
            lines.append(line(25, 3 * m + e, sg.correlate2d(x, weights, mode, edge, 3)))
    lines.append(line(26, 2, sg.correlate2d(weights, x, "valid")))
    (FOLDER / "cases.inc").write_text("".join(lines))


main()
