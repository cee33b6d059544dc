#!/usr/bin/env python3
"""Times CuPy and torch on the work of gpu_sorting.cpp. --out FOLDER takes sorting-peers.json."""
import peer_runs


def run(add, context):
    import cupy as c
    import torch

    context["versions"].update(cupy=c.__version__, torch=torch.__version__)

    def row(name, size, of_cupy, of_torch):
        add(name, "CuPy", "float32", size, peer_runs.median_of_cupy(of_cupy))
        if of_torch is not None:
            add(name, "torch", "float32", size, peer_runs.median_of_torch(of_torch))

    def shared(a):
        return torch.as_tensor(a, device="cuda")

    large = c.random.random(1 << 27, dtype="f4")
    t = shared(large)
    row("sort/all", "2^27", lambda: c.sort(large), lambda: torch.sort(t))
    x = c.random.random(1 << 26, dtype="f4")
    y = shared(x)
    row("sort/all", "2^26", lambda: c.sort(x), lambda: torch.sort(y))
    row("argsort/all", "2^26", lambda: c.argsort(x), lambda: torch.argsort(y))
    row("median/all", "2^26", lambda: c.median(x), lambda: torch.median(y))
    rows = x.reshape(16384, 4096)
    z = shared(rows)
    row("sort/rows", "16384x4096", lambda: c.sort(rows), lambda: torch.sort(z))
    more = large.reshape(32768, 4096)
    w = shared(more)
    row("sort/rows", "32768x4096", lambda: c.sort(more), lambda: torch.sort(w))
    short = x.reshape(65536, 1024)
    v = shared(short)
    row("sort/rows", "65536x1024", lambda: c.sort(short), lambda: torch.sort(v))
    row("histogram/256 bins", "2^26", lambda: c.histogram(x, 256), lambda: torch.histc(y, 256))
    for bits in (10, 16):
        keys = (x * (1 << bits)).astype("i4")
        k = shared(keys)
        row(f"bincount/2^{bits}", "2^26", lambda: c.bincount(keys), lambda: torch.bincount(k))
    row("unique/2^16 values", "2^26", lambda: c.unique(keys), lambda: torch.unique(k))
    t16 = k.long()
    row("segment_sum/keys", "2^26 in 2^16", lambda: c.bincount(keys, x, 65536),
        lambda: torch.zeros(65536, device="cuda").index_add_(0, t16, y))
    table = c.sort(c.random.random(1 << 20, dtype="f4"))
    s = shared(table)
    row("searchsorted/in 2^20", "2^26", lambda: c.searchsorted(table, x), lambda: torch.searchsorted(s, y))
    larger = c.random.random(1 << 28, dtype="f4")
    u = shared(larger)
    row("x(mask)/x > 0.6", "2^28", lambda: larger[larger > 0.6], lambda: u[u > 0.6])
    row("compact/x > 0.6", "2^26", lambda: x[x > 0.6], lambda: y[y > 0.6])


if __name__ == "__main__":
    peer_runs.main(__doc__, "sorting-peers", (run,))
