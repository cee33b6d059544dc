#!/usr/bin/env python3
"""The rows of gpu_unnamed_folds.cpp in CuPy, torch.compile and JAX, as far as they are installed.

usage: gpu_unnamed_folds_peers.py [--out FOLDER]

Same sizes and dtypes: median of 15 runs by CUDA events after 3 warm-up runs (JAX: of blocks of 10 calls by the clock, since it has no
events). Writes unnamed_folds-peers.json. torch.compile takes seconds a row to compile.
"""
import os

from peer_runs import main, median_of_cupy, median_of_jax, median_of_torch

POINTS, IMAGE, N = (1 << 25, 3), (8192, 8192, 3), 1 << 26


def softmax(xp, x, axis):
    e = xp.exp(x - xp.amax(x, axis, keepdims=True))
    return e / xp.sum(e, axis, keepdims=True)


def layer_norm(xp, x):
    d = x - xp.mean(x, -1, keepdims=True)
    return d / xp.sqrt(xp.mean(d * d, -1, keepdims=True) + 1e-5)


def batch_norm(xp, x):
    m = xp.mean(x, (0, 2, 3), keepdims=True)
    return (x - m) / xp.sqrt(xp.mean((x - m) ** 2, (0, 2, 3), keepdims=True) + 1e-5)


# name, size, dtype, function of the library and arrays, the arrays' shapes
ROWS = [
    ("norm of points", "2^25x3", "float32", lambda xp, p: xp.sqrt(xp.sum(p * p, -1)), (POINTS,)),
    ("normalise", "2^25x3", "float32", lambda xp, p: p / xp.sqrt(xp.sum(p * p, -1, keepdims=True)), (POINTS,)),
    ("argmin", "2^25x3", "float32", lambda xp, p: xp.argmin(p, -1), (POINTS,)),
    ("grey", "8192x8192x3", "float32", lambda xp, i, w: xp.sum(i * w, -1), (IMAGE, (3,))),
    ("max pool", "16384x16384", "float32", lambda xp, x: xp.amax(x, (1, 3)), ((8192, 2, 8192, 2),)),
    ("mean pool", "16384x16384", "float32", lambda xp, x: xp.mean(x, (1, 3)), ((4096, 4, 4096, 4),)),
    ("softmax", "26843545x5", "float32", lambda xp, x: softmax(xp, x, -1), ((26843545, 5),)),
    ("sum", "16777216x8", "float32", lambda xp, x: xp.sum(x, -1), ((16777216, 8),)),
    ("pairwise", "8192x8192x3", "float32", lambda xp, x, y: xp.sum((x[:, None] - y[None]) ** 2, -1), ((8192, 3), (8192, 3))),
    ("batch norm", "64x256x64x64", "float32", batch_norm, ((64, 256, 64, 64),)),
    ("softmax", "1024x65536", "float32", lambda xp, x: softmax(xp, x, 0), ((1024, 65536),)),
    ("softmax", "16384x4096", "float32", lambda xp, x: softmax(xp, x, 0), ((16384, 4096),)),
    ("layer norm", "65536x4096", "bfloat16", layer_norm, ((65536, 4096),)),
    ("softmax", "65536x4096", "bfloat16", lambda xp, x: softmax(xp, x, -1), ((65536, 4096),)),
    ("max", "65536x4096", "bfloat16", lambda xp, x: xp.amax(x, -1), ((65536, 4096),)),
    ("argmax", "65536x4096", "bfloat16", lambda xp, x: xp.argmax(x, -1), ((65536, 4096),)),
    ("nearest", "16384x16384x3", "float32", lambda xp, x, y: xp.argmin(xp.sum((x[:, None] - y[None]) ** 2, -1), -1), ((16384, 3), (16384, 3))),
]


def run_cupy(add, context):
    import cupy as cp

    context["versions"]["cupy"] = cp.__version__
    pool = cp.get_default_memory_pool()
    for name, size, dtype, f, shapes in ROWS:
        if dtype == "bfloat16" or name == "nearest":  # CuPy has none; 3 GB a difference
            continue
        x = [cp.random.random(s, dtype=cp.float32) + cp.float32(0.1) for s in shapes]
        add(name, "CuPy", dtype, size, median_of_cupy(lambda: f(cp, *x)))
        del x
        pool.free_all_blocks()


def run_jax(add, context):
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax
    import jax.numpy as jnp

    context["versions"]["jax"] = jax.__version__

    key = jax.random.PRNGKey(1)
    for name, size, dtype, f, shapes in ROWS:
        x = [jax.block_until_ready(jax.random.uniform(key, s, getattr(jnp, dtype)) + jnp.asarray(0.1, dtype)) for s in shapes]
        compiled = jax.jit(lambda *a: f(jnp, *a))
        add(name, "XLA", dtype, size, median_of_jax(lambda: compiled(*x)))
        del x


def run_torch(add, context):
    import torch

    context["versions"]["torch"] = torch.__version__

    class Named:
        """torch under NumPy's names of axes."""

        exp, sqrt, argmin, argmax = torch.exp, torch.sqrt, torch.argmin, torch.argmax

        @staticmethod
        def amax(x, axis, keepdims=False):
            return torch.amax(x, axis, keepdim=keepdims)

        @staticmethod
        def sum(x, axis, keepdims=False):
            return torch.sum(x, axis, keepdim=keepdims)

        @staticmethod
        def mean(x, axis, keepdims=False):
            return torch.mean(x, axis, keepdim=keepdims)

    for name, size, dtype, f, shapes in ROWS:
        x = [torch.rand(s, device="cuda", dtype=getattr(torch, dtype)) + 0.1 for s in shapes]
        compiled = torch.compile(lambda *a: f(Named, *a))
        add(name, "torch.compile", dtype, size, median_of_torch(lambda: compiled(*x)))
        del x
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main(__doc__, "unnamed_folds-peers", (run_jax, run_cupy, run_torch))
