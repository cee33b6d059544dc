#!/usr/bin/env python3
"""The elementwise workloads in CuPy, cupy.fuse, PyTorch, torch.compile and JAX, as far as they are installed.

usage: gpu_peers.py [--out FOLDER]

Same work, sizes and dtype as gpu_elementwise.cpp: median of 15 runs by CUDA events after 3 warm-up runs (JAX: of blocks of 10 calls by the
clock, since it has no events). Writes peers.csv with the columns of the other results and peers.json with the versions.
"""
import argparse
import json
import os
import statistics
import time

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


class Table:
    def __init__(self):
        self.rows = []
        self.copy_gbs = self.memset_gbs = None

    def add(self, name, peer, ms):
        gbs = BYTES[name] / ms / 1e6
        reference = self.memset_gbs if name == "outer_diff" else self.copy_gbs
        ratio = gbs / reference if reference else float("nan")
        self.rows.append(f"{name},{peer},float32,{SIZES[name]},{ms:.6f},{BYTES[name]},{gbs:.1f},{self.copy_gbs:.1f},{ratio:.4f},")
        print(f"{name:16} {peer:16} {ms:9.4f} ms {gbs:7.0f} GB/s {ratio:6.3f}", flush=True)


def run_cupy(table, versions):
    import cupy as cp
    from cupyx.scipy.special import ndtr

    versions["cupy"] = cp.__version__

    def median(f):
        for _ in range(3):
            f()
        times = []
        for _ in range(15):
            begin, end = cp.cuda.Event(), cp.cuda.Event()
            begin.record()
            f()
            end.record()
            end.synchronize()
            times.append(cp.cuda.get_elapsed_time(begin, end))
        return statistics.median(times)

    make = dict(v=lambda: cp.random.random(N, dtype=cp.float32) + 0.1, o=lambda: cp.random.random(OPTIONS, dtype=cp.float32) + 0.1,
                m=lambda: cp.random.random((M, M), dtype=cp.float32), r=lambda: cp.random.random(M, dtype=cp.float32))
    x, y = make["v"](), make["v"]()
    table.copy_gbs = 8 * N / median(lambda: cp.cuda.runtime.memcpyAsync(y.data.ptr, x.data.ptr, 4 * N, 3, 0)) / 1e6
    table.memset_gbs = 4 * N / median(lambda: cp.cuda.runtime.memsetAsync(y.data.ptr, 1, 4 * N, 0)) / 1e6
    print(f"copy {table.copy_gbs:.0f} GB/s, memset {table.memset_gbs:.0f} GB/s")
    del x, y
    pool = cp.get_default_memory_pool()
    for name, (f, kinds) in workloads(cp, ndtr).items():
        arrays = [make[k]() for k in kinds]
        table.add(name, "CuPy", median(lambda: f(*arrays)))
        if name in ("axpy", "chain", "where", "black_scholes"):
            fused = cp.fuse(f)
            try:
                table.add(name, "cupy.fuse", median(lambda: fused(*arrays)))
            except Exception as error:  # what the fuser cannot take
                print(f"{name:16} cupy.fuse        {type(error).__name__}")
        del arrays
        pool.free_all_blocks()


def run_torch(table, versions):
    import torch

    versions["torch"] = torch.__version__

    def median(f):
        for _ in range(3):
            f()
        times = []
        for _ in range(15):
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            f()
            end.record()
            end.synchronize()
            times.append(begin.elapsed_time(end))
        return statistics.median(times)

    make = dict(v=lambda: torch.rand(N, device="cuda") + 0.1, o=lambda: torch.rand(OPTIONS, device="cuda") + 0.1,
                m=lambda: torch.rand(M, M, device="cuda"), r=lambda: torch.rand(M, device="cuda"))
    for name, (f, kinds) in workloads(torch, torch.special.ndtr).items():
        arrays = [make[k]() for k in kinds]
        table.add(name, "torch", median(lambda: f(*arrays)))
        compiled = torch.compile(f)
        table.add(name, "torch.compile", median(lambda: compiled(*arrays)))
        del arrays
        torch.cuda.empty_cache()


def run_jax(table, versions):
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax
    import jax.numpy as jnp
    from jax.scipy.special import ndtr

    versions["jax"] = jax.__version__

    def median(f):
        jax.block_until_ready(f())
        times = []
        for _ in range(7):
            start = time.perf_counter()
            for _ in range(10):
                result = f()
            jax.block_until_ready(result)
            times.append((time.perf_counter() - start) * 100)
        return statistics.median(times)

    key = jax.random.PRNGKey(1)
    make = dict(v=lambda: jax.random.uniform(key, (N,)) + 0.1, o=lambda: jax.random.uniform(key, (OPTIONS,)) + 0.1,
                m=lambda: jax.random.uniform(key, (M, M)), r=lambda: jax.random.uniform(key, (M,)))
    for name, (f, kinds) in workloads(jnp, ndtr).items():
        arrays = [jax.block_until_ready(make[k]()) for k in kinds]
        compiled = jax.jit(f)
        table.add(name, "XLA", median(lambda: compiled(*arrays)))
        del arrays


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", help="folder for peers.csv and peers.json")
    out = parser.parse_args().out
    table, versions = Table(), {}
    for run in (run_cupy, run_torch, run_jax):
        try:
            run(table, versions)
        except ImportError as error:
            print(f"{run.__name__}: {error}")
    if out:
        with open(os.path.join(out, "peers.csv"), "w") as f:
            f.write("workload,variant,dtype,size,ms,bytes,gbs,copy_gbs,ratio,launches\n" + "\n".join(table.rows) + "\n")
        with open(os.path.join(out, "peers.json"), "w") as f:
            json.dump(dict(date=time.strftime("%Y-%m-%d", time.gmtime()), versions=versions, copy_gbs=table.copy_gbs), f, indent=2)
            f.write("\n")


if __name__ == "__main__":
    main()
