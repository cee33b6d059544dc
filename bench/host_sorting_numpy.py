#!/usr/bin/env python3
"""Times NumPy's sorts beside those of host_sorting, on the same numbers. (NumPy's have one thread; fuse's as many as OMP_NUM_THREADS says.)

usage: host_sorting_numpy.py PROGRAM     (build/.../bench/host_sorting)

A row: what, the dtype, rows and their length, nanoseconds an element in the fastest of five runs, and how many times as long NumPy takes.
"""
import math
import statistics
import subprocess
import sys
import time

import numpy as np


def least(f):
    times = []
    for _ in range(6):
        begin = time.perf_counter()
        f()
        times.append(time.perf_counter() - begin)
    return min(times[1:])


def numbers(dtype, rows, length):
    h = np.arange(rows * length, dtype=np.int64) * 2654435761 % 4294967296
    h = ((h ^ (h >> 16)) * 668265263 % 4294967296 >> 8) - 8000000
    return h.astype(dtype).reshape(rows, length)


def main():
    ratios = {}
    for line in subprocess.run([sys.argv[1]], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines():
        what, dtype, rows, length, ours = line.split()
        rows, length = int(rows), int(length)
        x = numbers(dtype, rows, length)
        edges = ((np.arange(1000) - 477) * 16777).astype(dtype)
        calls = {"sort": lambda: np.sort(x, 1), "argsort": lambda: np.argsort(x, 1, kind="stable"), "unique": lambda: np.unique(x),
                 "median": lambda: np.median(x, 1), "searchsorted": lambda: np.searchsorted(edges, x[0]), "digitize": lambda: np.digitize(x[0], edges),
                 "isin": lambda: np.isin(x[0], edges), "interp": lambda: np.interp(x[0], edges, edges)}
        theirs = least(calls[what]) / x.size * 1e9
        ratios.setdefault(what, []).append(theirs / float(ours))
        print(f"{what:12} {dtype:8} {rows:7} x {length:<9} {float(ours):8.2f} ns  NumPy {theirs:8.2f} ns  {ratios[what][-1]:6.2f}", flush=True)
    for what, found in ratios.items():
        print(f"geometric mean of {len(found)} {what}: {math.exp(statistics.mean(map(math.log, found))):.2f} times NumPy {np.__version__}")


if __name__ == "__main__":
    main()
