#!/usr/bin/env python3
"""Times SciPy's special functions on one core beside those of host_special, on the same numbers.

usage: host_special_scipy.py PROGRAM     (build/.../bench/host_special; on a quiet machine, bound to one core: taskset -c 0)

A row: the function, nanoseconds an element in the fastest of many runs, how many times as long SciPy takes. Sums that differ by more than 1e-9 are said.
"""
import math
import statistics
import subprocess
import sys
import time

import numpy as np
import scipy
import scipy.special as sp

N = 20000


def uniform(low, high, seed):
    x, state = np.empty(N), seed
    for i in range(N):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        x[i] = low + (high - low) * ((state + 0.5) / 2147483648.0)
    return x


x, ten, line, far = uniform(0, 1, 1), uniform(0, 10, 2), uniform(-5, 5, 3), uniform(0, 50, 4)
a, b, order = uniform(0.1, 5.1, 5), uniform(0.1, 5.1, 6), np.floor(uniform(0, 8, 7))
ARGUMENTS = {
    "logit": (x,), "entr": (x,), "rel_entr": (a, b), "kl_div": (a, b), "xlogy": (a, x), "boxcox": (a, line), "sindg": (far,), "erfinv": (x,), "erfcinv": (x,), "ndtri": (x,),
    "polygamma": (order.astype(int), ten), "zeta": (a + 1.5, b), "beta": (a, b), "betaln": (a, b), "poch": (a, b), "binom": (a + 5, b), "j0": (far,), "j1": (far,), "y0": (far,),
    "y1": (far,), "yn": (order.astype(int), far), "gammainc": (a, b), "gammaincc": (a, b), "gammaincinv": (a, x), "betainc": (a, b, x), "betaincinv": (a, b, x),
    "bdtr": (order, 20, x), "fdtr": (a, b, ten), "chdtr": (a, ten), "expn": (order.astype(int), ten), "ellipk": (x,), "ellipkm1": (x,), "ellipkinc": (line, x),
    "ellipeinc": (line, x), "lpmv": (np.floor(order / 4), order + 2, x), "sici": (far,),
}
LINES = {"expit", "log_expit", "exprel", "erfcx", "ndtr", "log_ndtr", "expi"}


def main():
    ratios = []
    for row in subprocess.run([sys.argv[1]], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines():
        name, ours, total = row.split()
        arguments = ARGUMENTS.get(name, (line,) if name in LINES else (ten,))
        f, times = getattr(sp, name), []
        with np.errstate(all="ignore"):
            value = f(*arguments)
            while len(times) < 7 or (sum(times) < 0.05 and len(times) < 200):
                begin = time.perf_counter()
                f(*arguments)
                times.append(time.perf_counter() - begin)
        value = value[0] if isinstance(value, tuple) else value.real
        theirs, wanted = min(times) / N * 1e9, float(np.nansum(value))
        ratios.append(theirs / float(ours))
        differs = not math.isclose(wanted, float(total), rel_tol=1e-9)
        print(f"{name:12} {float(ours):9.1f} ns  SciPy {theirs:9.1f} ns  {ratios[-1]:6.2f}" + (f"  sums {float(total)!r}, {wanted!r}" if differs else ""))
    print(f"geometric mean of {len(ratios)}: {math.exp(statistics.mean(map(math.log, ratios))):.2f} times SciPy {scipy.__version__}")


if __name__ == "__main__":
    main()
