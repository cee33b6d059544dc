#!/usr/bin/env python3
"""Adds NumPy's rows to the results of a host benchmark: the same workloads and sizes, if what NumPy makes sums up to the same.

usage: host_numpy.py FILE        (what host_elementwise or host_reductions wrote: --benchmark_out=FILE)
"""
import json
import re
import statistics
import sys
import time

import numpy as np


def elements(n, seed):
    """The same numbers as bench::element."""
    with np.errstate(over="ignore"):
        h = (np.arange(n, dtype=np.uint32) + np.uint32(seed * 0x9E3779B9 % 2**32)) * np.uint32(2654435761)
        h ^= h >> np.uint32(15)
        h *= np.uint32(2246822519)
        h ^= h >> np.uint32(13)
    return (h >> np.uint32(8)).astype(np.float32) * np.float32(1 / 16777216) + np.float32(0.1)


def erfc(x):
    """Abramowitz and Stegun 7.1.26: NumPy has no error function of its own."""
    a = np.abs(x)
    t = 1 / (1 + np.float32(0.3275911) * a)
    y = t * (np.float32(0.254829592) + t * (np.float32(-0.284496736) + t * (np.float32(1.421413741) + t * (np.float32(-1.453152027) + t * np.float32(1.061405429)))))
    y = y * np.exp(-a * a)
    return np.where(x >= 0, y, 2 - y)


def black_scholes(s, k, t):
    root = np.float32(0.3) * np.sqrt(t)
    d1 = (np.log(s / k) + np.float32(0.065) * t) / root
    n1 = np.float32(0.5) * erfc(np.float32(-0.70710678) * d1)
    n2 = np.float32(0.5) * erfc(np.float32(-0.70710678) * (d1 - root))
    discounted = k * np.exp(np.float32(-0.02) * t)
    return s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1)


def heat2d(a):
    c = a[1:-1, 1:-1]
    return (c + np.float32(0.1) * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] - 4 * c),)


def median_us(f):
    """The median of samples of 0.3 ms at least, behind half as many calls that are not timed, as host_bench.hpp's are."""
    begin = time.perf_counter()
    f()
    once = time.perf_counter() - begin
    calls = max(1, int(3e-4 / max(once, 1e-7)))
    samples = []
    for _ in range(min(301, max(9, int(0.2 / once)))):
        for _ in range((calls + 1) // 2):
            f()
        begin = time.perf_counter()
        for _ in range(calls):
            f()
        samples.append((time.perf_counter() - begin) / calls)
    return statistics.median(samples) * 1e6


def softmax(a):
    e = np.exp(a - a.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def elementwise(n):
    m = int(round(n**0.5))
    x, y, t = elements(n, 1), elements(n, 2), elements(n, 3)
    row, column, square = x[:m], y[:m], elements(m * m, 1).reshape(m, m)
    return {
        "axpy": lambda: (np.float32(2.5) * x + y,),
        "chain": lambda: (np.tanh(x) * np.exp(-x * x) + np.sqrt(np.abs(x) + 1),),
        "black_scholes": lambda: black_scholes(x, y, t),
        "outer_diff": lambda: ((row[:, None] - column[None, :]) ** 2,),
        "heat2d": lambda: heat2d(square),
    }


def reductions(n):
    x, y = elements(n, 1), elements(n, 2)
    a = x.reshape(n // 1000, 1000)
    return {
        "sum": lambda: (np.sum(x),),
        "sum_xy": lambda: (np.sum(x * y),),
        "sum_rows": lambda: (np.sum(a, axis=1),),
        "sum_cols": lambda: (np.sum(a, axis=0),),
        "softmax": lambda: (softmax(a),),
        "var_rows": lambda: (np.var(a, axis=1),),
    }


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        results = json.load(file)
    rows = [b for b in results["benchmarks"] if "/NumPy/" not in b["name"]]
    works = {}
    for b in rows:
        workload, *_, size = re.sub(r"(/real_time|/repeats:[0-9]+)*$", "", b["run_name"]).split("/")
        if b["aggregate_name"] == "median":
            works[workload, size] = b
    for (workload, size), row in works.items():
        n = 10 ** int(size[3:])
        f = (elementwise(n) | reductions(n))[workload]
        for i, output in enumerate(f()):
            got, magnitude = np.sum(output, dtype=np.float64), np.sum(np.abs(output), dtype=np.float64)
            if not abs(got - row[f"sum{i}"]) <= 1e-5 * magnitude:
                sys.exit(f"{workload}, NumPy: the sum of output {i} is {got:.9g}, not {row[f'sum{i}']:.9g}")
        us = median_us(f)
        print(f"{workload:14} {size} {us:12.3f} us", flush=True)
        named = f"{workload}/NumPy/float32/{size}"
        rows.append(dict(name=f"{named}_median", family_index=len(rows), run_name=named, run_type="aggregate", aggregate_name="median",
                         aggregate_unit="time", real_time=us, time_unit="us", bytes=row["bytes"]))
    results["benchmarks"] = rows
    versions = [v for v in results["context"]["versions"].split(", ") if v and not v.startswith("numpy")]
    results["context"]["versions"] = ", ".join(sorted(versions + [f"numpy {np.__version__}"]))
    for useless in ("host_name", "executable"):
        results["context"].pop(useless, None)
    with open(sys.argv[1], "w") as file:
        json.dump(results, file, indent=2)
        file.write("\n")


main()
