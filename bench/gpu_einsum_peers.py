#!/usr/bin/env python3
"""The contractions of gpu_einsum.cpp in CuPy and PyTorch, as far as they are installed.

usage: gpu_einsum_peers.py [--out FOLDER]

Same sizes, all float32 without TF32: median of 15 runs by CUDA events after 3 warm-up runs. Writes einsum-peers.json.
"""
from peer_runs import main, median_of_cupy, median_of_torch

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


def run_torch(add, context):
    import torch

    context["versions"]["torch"] = torch.__version__
    torch.backends.cuda.matmul.allow_tf32 = False
    for name, size, text, *shapes in CONTRACTIONS:
        x = [torch.rand(s, device="cuda") + 0.1 for s in shapes]
        add(name, "torch", "float32", size, median_of_torch(lambda: torch.einsum(text, *x)))


def run_cupy(add, context):
    import cupy as cp

    context["versions"]["cupy"] = cp.__version__
    for name, size, text, *shapes in CONTRACTIONS:
        x = [cp.random.random(s, dtype=cp.float32) + cp.float32(0.1) for s in shapes]
        add(name, "CuPy", "float32", size, median_of_cupy(lambda: cp.einsum(text, *x, optimize=True)))


if __name__ == "__main__":
    main(__doc__, "einsum-peers", (run_torch, run_cupy))
