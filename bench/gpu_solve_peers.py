#!/usr/bin/env python3
"""The workloads of gpu_solve.cpp in CuPy and PyTorch, as far as they are installed.

usage: gpu_solve_peers.py [--out FOLDER]

Same sizes and dtypes: median of 15 runs by CUDA events after 3 warm-up runs. Writes solve-peers.json.
"""
from peer_runs import main, median_of_cupy, median_of_torch


def workloads(la, solve):
    """(name, size) -> function of matrices and right-hand sides."""
    return {
        ("solve", "8192"): solve, ("cholesky", "8192"): lambda a, b: la.cholesky(a), ("solve", "10000x8x8"): solve,
        ("cholesky", "10000x8x8"): lambda a, b: la.cholesky(a), ("inv", "10000x8x8"): lambda a, b: la.inv(a), ("det", "10000x8x8"): lambda a, b: la.det(a),
        ("eigh", "4096x16x16"): lambda a, b: la.eigh(a), ("eigvalsh", "4096x16x16"): lambda a, b: la.eigvalsh(a), ("svd", "4096x16x16"): lambda a, b: la.svd(a),
        ("svdvals", "4096x16x16"): lambda a, b: la.svdvals(a) if hasattr(la, "svdvals") else la.svd(a, compute_uv=False), ("qr", "4096x16x16"): lambda a, b: la.qr(a),
    }


def shape_of(size):
    return (1, 8192) if size == "8192" else tuple(int(n) for n in size.split("x")[:2])


def run_cupy(add, context):
    import cupy as cp

    context["versions"]["cupy"] = cp.__version__
    for dtype in ("float32", "float64"):
        for (name, size), f in workloads(cp.linalg, lambda a, b: cp.linalg.solve(a, b)).items():
            count, n = shape_of(size)
            x = cp.random.random((count, n, n), dtype=dtype)
            a = (x + x.swapaxes(1, 2)) / 2 + cp.eye(n, dtype=dtype) * (n + 1)
            b = cp.random.random((count, n, 1), dtype=dtype)
            if size == "8192":
                a, b = a[0], b[0]
            try:
                add(name, "CuPy", dtype, size, median_of_cupy(lambda: f(a, b)))
            except Exception as error:  # what it has no batches for
                print(f"{name:10} CuPy {type(error).__name__}: {error}")


def run_torch(add, context):
    import torch

    context["versions"]["torch"] = torch.__version__
    for dtype in ("float32", "float64"):
        for (name, size), f in workloads(torch.linalg, torch.linalg.solve).items():
            count, n = shape_of(size)
            x = torch.rand(count, n, n, device="cuda", dtype=getattr(torch, dtype))
            a = (x + x.transpose(1, 2)) / 2 + torch.eye(n, device="cuda", dtype=x.dtype) * (n + 1)
            b = torch.rand(count, n, 1, device="cuda", dtype=x.dtype)
            add(name, "torch", dtype, size, median_of_torch(lambda: f(a, b)))


if __name__ == "__main__":
    main(__doc__, "solve-peers", (run_cupy, run_torch))
