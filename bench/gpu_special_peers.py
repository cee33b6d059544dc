#!/usr/bin/env python3
"""Times special functions of CuPy, torch and jax on the arguments of gpu_special.cpp. --out FOLDER takes special-peers.json."""
import peer_runs

N = 1 << 26
# name: operands of ten (0, 10), x (0, 1), a and b (0.1, 5.1)
ARGUMENTS = {
    "j0": "t", "y1": "t", "i0": "t", "i1e": "t", "k0": "t", "erfcx": "t", "erfinv": "x", "erfcinv": "x", "ndtr": "t",
    "log_ndtr": "t", "ndtri": "x", "psi": "t", "loggamma": "t", "rgamma": "t", "exp1": "t", "expi": "t", "ellipk": "x", "expit": "t",
    "logit": "x", "entr": "x", "xlogy": "ax", "zeta": "sb", "gammainc": "ab", "gammaincc": "ab", "betainc": "abx", "bdtr": "akx", "j1": "t", "y0": "t",
    "i1": "t", "k1": "t", "zetac": "t", "log_expit": "t", "exprel": "t", "rel_entr": "ab", "kl_div": "ab", "beta": "ab", "betaln": "ab", "poch": "ab", "binom": "fb",
    "ellipkinc": "ax", "gammaincinv": "ax",
}
TORCH = {"j0": "bessel_j0", "j1": "bessel_j1", "y0": "bessel_y0", "y1": "bessel_y1", "k1": "modified_bessel_k1", "k0": "modified_bessel_k0", "psi": "digamma", "loggamma": "gammaln"}
JAX = {"psi": "digamma", "loggamma": "gammaln"}


def cupy_operands(dtype):
    import cupy as c

    x = c.random.random(N, dtype=dtype) * dtype(0.998) + dtype(0.001)
    a, b = (c.random.random(N, dtype=dtype) * dtype(5) + dtype(0.1) for _ in range(2))
    return {"x": x, "t": x * dtype(10), "a": a, "b": b, "s": a + dtype(1.5), "f": a + dtype(5), "k": dtype(20)}


def of(operands, names):
    return [operands["k"] if name == "k" else operands[name] for name in names]


def run_cupy(add, context):
    import cupy
    import cupyx.scipy.special as special
    import numpy as np

    context["versions"]["cupy"] = cupy.__version__
    for dtype in (np.float32, np.float64):
        operands = cupy_operands(dtype)
        for name, names in ARGUMENTS.items():
            f = getattr(special, name, None)
            if f is None:
                continue
            arguments = of(operands, names)
            if name == "bdtr":
                arguments = [cupy.floor(arguments[0]), 20, arguments[2]]
            add(name, "CuPy", np.dtype(dtype).name, "2^26", peer_runs.median_of_cupy(lambda: f(*arguments)))


def run_torch(add, context):
    import numpy as np
    import torch

    context["versions"]["torch"] = torch.__version__
    for dtype in (np.float32, np.float64):
        operands = {k: torch.as_tensor(v, device="cuda") if k != "k" else v for k, v in cupy_operands(dtype).items()}
        for name, names in ARGUMENTS.items():
            f = getattr(torch.special, TORCH.get(name, name), None)
            if f is not None:
                arguments = of(operands, names)
                add(name, "torch", np.dtype(dtype).name, "2^26", peer_runs.median_of_torch(lambda: f(*arguments)))


def run_jax(add, context):
    import jax
    import jax.scipy.special as special
    import numpy as np

    jax.config.update("jax_enable_x64", True)
    context["versions"]["jax"] = jax.__version__
    import time

    for dtype in (np.float32, np.float64):
        operands = {k: jax.dlpack.from_dlpack(v) if k != "k" else v for k, v in cupy_operands(dtype).items()}
        for name, names in ARGUMENTS.items():
            f = getattr(special, JAX.get(name, name), None)
            if f is None or name == "bdtr":
                continue
            arguments, g = of(operands, names), jax.jit(f)
            times = []
            for i in range(13):
                begin = time.perf_counter()
                jax.block_until_ready(g(*arguments))
                times.append((time.perf_counter() - begin) * 1000)
            add(name, "jax.jit", np.dtype(dtype).name, "2^26", sorted(times[3:])[5])


if __name__ == "__main__":
    peer_runs.main(__doc__, "special-peers", (run_cupy, run_torch, run_jax))
