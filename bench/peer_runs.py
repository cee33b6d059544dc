"""What the scripts that time CuPy and PyTorch share: medians by CUDA events, and the table that comes of them."""
import argparse
import os
import statistics


def median(f, event, elapsed):
    """Milliseconds of f(): the median of 15 runs after 3 warm-up runs. `event()` makes a CUDA event, `elapsed` is between two."""
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


def median_of_cupy(f):
    import cupy as cp

    return median(f, cp.cuda.Event, cp.cuda.get_elapsed_time)


def median_of_torch(f):
    import torch

    return median(f, lambda: torch.cuda.Event(enable_timing=True), lambda begin, end: begin.elapsed_time(end))


def main(description, name, runs):
    """Calls each of `runs` with add(workload, peer, dtype, size, ms); --out FOLDER takes NAME.csv. A library that is not
    installed is left out."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", help=f"folder for {name}.csv")
    out = parser.parse_args().out
    rows = []

    def add(workload, peer, dtype, size, ms):
        rows.append(f"{workload},{peer},{dtype},{size},{ms:.6f},,,,,")
        print(f"{workload:16} {peer:6} {dtype:8} {size:12} {ms:9.4f} ms", flush=True)

    for run in runs:
        try:
            run(add)
        except ImportError as error:
            print(f"{run.__name__}: {error}")
    if out:
        with open(os.path.join(out, f"{name}.csv"), "w") as f:
            f.write("workload,variant,dtype,size,ms,bytes,gbs,copy_gbs,ratio,launches\n" + "\n".join(rows) + "\n")
