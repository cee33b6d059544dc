#!/usr/bin/env python3
"""The rolls of gpu_joins.cpp in CuPy, torch.compile and JAX, as far as they are installed.

usage: gpu_joins_peers.py [--out FOLDER]

Same sizes and dtypes: median of 15 runs by CUDA events after 3 warm-up runs (JAX: of blocks of 10 calls by the clock, since it has no
events). Writes joins-peers.json. torch.compile takes seconds a row to compile.
"""
import os

from peer_runs import main, median_of_cupy, median_of_jax, median_of_torch

N = 1 << 26


def shifted(roll, x):
    return x + roll(x, 5, 1)


def second_difference(roll, x):
    return roll(x, 1, 1) + roll(x, -1, 1) - 2 * x


def laplacian(roll, x):
    return roll(x, 1, 1) + roll(x, -1, 1) + roll(x, 1, 0) + roll(x, -1, 0) - 4 * x


def neighbours(roll, x):
    total = roll(x, (-1, -1), (0, 1))
    for i, j in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        total = total + roll(x, (i, j), (0, 1))
    return total


def life(roll, x):
    around = neighbours(roll, x)
    return (around == 3) | ((x == 1) & (around == 2))


ROWS = [(name, dtype, columns, f, cast)
        for name, dtypes, sizes, f, cast in (
            ("x + roll(x, 5, 1)", ("float32",), (33, 150, 152, 1024, 4096), shifted, False),
            ("second difference", ("float32",), (33, 150, 152, 1024, 4096), second_difference, False),
            ("laplacian", ("float32",), (33, 150, 152, 1024, 4096), laplacian, False),
            ("eight neighbours", ("float32", "uint8"), (1000, 4096), neighbours, False),
            ("game of life", ("float32", "uint8"), (1000, 4096), life, True))
        for dtype in dtypes for columns in sizes]


def run_cupy(add, context):
    import cupy as cp

    context["versions"]["cupy"] = cp.__version__
    for name, dtype, columns, f, cast in ROWS:
        rows = N // columns
        x = (cp.random.random((rows, columns), dtype=cp.float32) < 0.4).astype(dtype)
        add("roll/" + name, "CuPy", dtype, f"{rows}x{columns}",
            median_of_cupy(lambda: f(cp.roll, x).astype(dtype) if cast else f(cp.roll, x)))


def run_jax(add, context):
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax
    import jax.numpy as jnp

    context["versions"]["jax"] = jax.__version__
    for name, dtype, columns, f, cast in ROWS:
        rows = N // columns
        x = jax.block_until_ready((jax.random.uniform(jax.random.PRNGKey(1), (rows, columns)) < 0.4).astype(dtype))
        compiled = jax.jit(lambda a: f(jnp.roll, a).astype(dtype) if cast else f(jnp.roll, a))
        add("roll/" + name, "XLA", dtype, f"{rows}x{columns}", median_of_jax(lambda: compiled(x)))


def run_torch(add, context):
    import torch

    context["versions"]["torch"] = torch.__version__
    for name, dtype, columns, f, cast in ROWS:
        torch.compiler.reset()  # the limit of recompiled functions is eight
        rows = N // columns
        x = (torch.rand((rows, columns), device="cuda") < 0.4).to(getattr(torch, dtype))
        compiled = torch.compile(lambda a: f(torch.roll, a).to(a.dtype) if cast else f(torch.roll, a))
        add("roll/" + name, "torch.compile", dtype, f"{rows}x{columns}", median_of_torch(lambda: compiled(x)))


if __name__ == "__main__":
    main(__doc__, "joins-peers", (run_jax, run_cupy, run_torch))
