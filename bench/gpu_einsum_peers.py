#!/usr/bin/env python3
"""The contractions of gpu_einsum.cpp in CuPy and PyTorch, as far as they are installed.

usage: gpu_einsum_peers.py [--out FOLDER]

Same sizes, all float32 without TF32: median of 15 runs by CUDA events after 3 warm-up runs. Writes einsum-peers.csv with the columns of the other results.
"""
import argparse
import os
import statistics

M, HEADS, T4 = (4096, 4096), (8, 16, 1024, 64), (48,) * 4
CONTRACTIONS = (
    ("matmul", "4096^3", "ij,jk->ik", M, M),
    ("batched matmul", "4096 x 64^3", "bij,bjk->bik", (4096, 64, 64), (4096, 64, 64)),
    ("scores", "8x16x1024x64", "bhqd,bhkd->bhqk", HEADS, HEADS),
    ("weighted values", "8x16x1024x64", "bhqk,bhkd->bhqd", (8, 16, 1024, 1024), HEADS),
    ("bilinear", "1024; 256^3", "bn,anm,bm->ba", (1024, 256), (256, 256, 256), (1024, 256)),
    ("tensor", "48^4", "abcd,cdef->abef", T4, T4),
    ("tensor; crossed", "48^4", "abcd,ecfb->aefd", T4, T4),
    ("outer", "16384^2", "i,j->ij", (16384,), (16384,)),
    ("trace", "16384^2", "ii->", (16384, 16384)),
    ("row products", "16384^2", "ij,ij->i", (16384, 16384), (16384, 16384)),
    ("chain", "4096; 256", "ij,jk,kl->il", (4096, 256), (256, 4096), (4096, 256)),
    ("matrix products", "512; 4", "abc,cde,bdf->aef", (512, 4, 512), (512, 4, 512), (4, 4, 16)),
)


def median(f, event, elapsed):
    for _ in range(3):
        f()
    times = []
    for _ in range(15):
        begin, end = event(), event()
        begin.record()
        f()
        end.record()
        end.synchronize()
        times.append(elapsed(begin, end))
    return statistics.median(times)


def run_torch(add):
    import torch

    torch.backends.cuda.matmul.allow_tf32 = False
    for name, size, text, *shapes in CONTRACTIONS:
        x = [torch.rand(s, device="cuda") + 0.1 for s in shapes]
        add(name, "torch", size, median(lambda: torch.einsum(text, *x), lambda: torch.cuda.Event(enable_timing=True), lambda p, q: p.elapsed_time(q)))


def run_cupy(add):
    import cupy as cp

    for name, size, text, *shapes in CONTRACTIONS:
        x = [cp.random.random(s, dtype=cp.float32) + cp.float32(0.1) for s in shapes]
        add(name, "CuPy", size, median(lambda: cp.einsum(text, *x, optimize=True), cp.cuda.Event, cp.cuda.get_elapsed_time))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", help="folder for einsum-peers.csv")
    out = parser.parse_args().out
    rows = []

    def add(name, peer, size, ms):
        rows.append(f"{name},{peer},float32,{size},{ms:.6f},,,,,")
        print(f"{name:16} {peer:6} {size:12} {ms:9.4f} ms", flush=True)

    for run in (run_torch, run_cupy):
        try:
            run(add)
        except ImportError as error:
            print(f"{run.__name__}: {error}")
    if out:
        with open(os.path.join(out, "einsum-peers.csv"), "w") as f:
            f.write("workload,variant,dtype,size,ms,bytes,gbs,copy_gbs,ratio,launches\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
