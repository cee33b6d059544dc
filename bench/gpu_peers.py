#!/usr/bin/env python3
"""The elementwise workloads in CuPy, cupy.fuse, PyTorch, torch.compile and JAX, as far as they are installed.

usage: gpu_peers.py [--out FOLDER]

Same work, sizes and dtype as gpu_elementwise.cpp: median of 15 runs by CUDA events after 3 warm-up runs (JAX: of blocks of 10 calls by the
clock, since it has no events). Writes elementwise-peers.json.
"""
import os

from peer_runs import main, median_of_cupy, median_of_jax, median_of_torch

N = 1 << 28
M = 16384
OPTIONS = 1 << 26
BYTES = dict(axpy=12 * N, chain=8 * N, where=12 * N, black_scholes=20 * OPTIONS, outer_diff=4 * M * M, add_transposed=12 * M * M, heat2d=8 * M * M)
SIZES = dict(axpy="2^28", chain="2^28", where="2^28", black_scholes="2^26", outer_diff="16384^2", add_transposed="16384^2", heat2d="16384^2")


def workloads(xp, ndtr):
    """name -> (function of arrays, which arrays): `v` long vectors, `o` option vectors, `m` matrices, `r` short vectors."""

    def black_scholes(s, k, t):
        root = 0.3 * xp.sqrt(t)
        d1 = (xp.log(s / k) + 0.065 * t) / root
        n1, n2 = ndtr(d1), ndtr(d1 - root)
        discounted = k * xp.exp(-0.02 * t)
        return s * n1 - discounted * n2, discounted * (1 - n2) - s * (1 - n1)

    def heat2d(u):
        return u[1:-1, 1:-1] + 0.1 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1])

    return dict(
        axpy=(lambda x, y: 2.5 * x + y, "vv"),
        chain=(lambda x: xp.tanh(x) * xp.exp(-x * x) + xp.sqrt(xp.abs(x) + 1), "v"),
        where=(lambda x, y: xp.where(x > y, x - y, y * y), "vv"),
        black_scholes=(black_scholes, "ooo"),
        outer_diff=(lambda x, y: (x[:, None] - y[None, :]) ** 2, "rr"),
        add_transposed=(lambda a, b: a + b.T, "mm"),
        heat2d=(heat2d, "m"),
    )


def row(add, context, name, peer, ms):
    """With the ratio to the copy bandwidth that CuPy found (of outer_diff to memset's)."""
    gbs = BYTES[name] / ms / 1e6
    reference = context.get("memset_gbs" if name == "outer_diff" else "copy_gbs")
    ratio = dict(ratio=gbs / float(reference)) if reference else {}
    add(name, peer, "float32", SIZES[name], ms, bytes=BYTES[name], bytes_per_second=gbs * 1e9, **ratio)


def run_cupy(add, context):
    import cupy as cp
    from cupyx.scipy.special import ndtr

    context["versions"]["cupy"] = cp.__version__

    make = dict(v=lambda: cp.random.random(N, dtype=cp.float32) + 0.1, o=lambda: cp.random.random(OPTIONS, dtype=cp.float32) + 0.1,
                m=lambda: cp.random.random((M, M), dtype=cp.float32), r=lambda: cp.random.random(M, dtype=cp.float32))
    x, y = make["v"](), make["v"]()
    context["copy_gbs"] = str(8 * N / median_of_cupy(lambda: cp.cuda.runtime.memcpyAsync(y.data.ptr, x.data.ptr, 4 * N, 3, 0)) / 1e6)
    context["memset_gbs"] = str(4 * N / median_of_cupy(lambda: cp.cuda.runtime.memsetAsync(y.data.ptr, 1, 4 * N, 0)) / 1e6)
    del x, y
    pool = cp.get_default_memory_pool()
    for name, (f, kinds) in workloads(cp, ndtr).items():
        arrays = [make[k]() for k in kinds]
        row(add, context, name, "CuPy", median_of_cupy(lambda: f(*arrays)))
        if name in ("axpy", "chain", "where", "black_scholes"):
            fused = cp.fuse(f)
            try:
                row(add, context, name, "cupy.fuse", median_of_cupy(lambda: fused(*arrays)))
            except Exception as error:  # what the fuser cannot take
                print(f"{name:16} cupy.fuse        {type(error).__name__}")
        del arrays
        pool.free_all_blocks()


def run_torch(add, context):
    import torch

    context["versions"]["torch"] = torch.__version__

    make = dict(v=lambda: torch.rand(N, device="cuda") + 0.1, o=lambda: torch.rand(OPTIONS, device="cuda") + 0.1,
                m=lambda: torch.rand(M, M, device="cuda"), r=lambda: torch.rand(M, device="cuda"))
    for name, (f, kinds) in workloads(torch, torch.special.ndtr).items():
        arrays = [make[k]() for k in kinds]
        row(add, context, name, "torch", median_of_torch(lambda: f(*arrays)))
        compiled = torch.compile(f)
        row(add, context, name, "torch.compile", median_of_torch(lambda: compiled(*arrays)))
        del arrays
        torch.cuda.empty_cache()


def run_jax(add, context):
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax
    import jax.numpy as jnp
    from jax.scipy.special import ndtr

    context["versions"]["jax"] = jax.__version__

    key = jax.random.PRNGKey(1)
    make = dict(v=lambda: jax.random.uniform(key, (N,)) + 0.1, o=lambda: jax.random.uniform(key, (OPTIONS,)) + 0.1,
                m=lambda: jax.random.uniform(key, (M, M)), r=lambda: jax.random.uniform(key, (M,)))
    for name, (f, kinds) in workloads(jnp, ndtr).items():
        arrays = [jax.block_until_ready(make[k]()) for k in kinds]
        compiled = jax.jit(f)
        row(add, context, name, "XLA", median_of_jax(lambda: compiled(*arrays)))
        del arrays


if __name__ == "__main__":
    main(__doc__, "elementwise-peers", (run_cupy, run_torch, run_jax))
