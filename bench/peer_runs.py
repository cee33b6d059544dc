"""What the scripts that time other libraries share: medians by CUDA events, and files as Google Benchmark writes them."""
import argparse
import json
import os
import statistics
import time


def median(f, event, elapsed, calls=1):
    """Milliseconds of f(): the median of 15 runs, of `calls` calls each, after 3 warm-up calls. `event()` makes a CUDA event, `elapsed` is
    between two."""
    for _ in range(3):
        f()
    times = []
    for _ in range(15):
        begin, end = event(), event()
        begin.record()
        for _ in range(calls):
            f()
        end.record()
        end.synchronize()
        times.append(elapsed(begin, end) / calls)
    return statistics.median(times)


def median_of_cupy(f, calls=1):
    import cupy as cp

    return median(f, cp.cuda.Event, cp.cuda.get_elapsed_time, calls)


def median_of_torch(f, calls=1):
    import torch

    return median(f, lambda: torch.cuda.Event(enable_timing=True), lambda begin, end: begin.elapsed_time(end), calls)


def median_of_jax(f):
    """Of blocks of 10 calls by the clock: JAX has no events."""
    import jax

    jax.block_until_ready(f())
    times = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(10):
            result = f()
        jax.block_until_ready(result)
        times.append((time.perf_counter() - start) * 100)
    return statistics.median(times)


def quartile_by_clock(f):
    """Milliseconds of f() on the host: the lower quartile of 15 calls or 0.4 s of them (3 at least), after 3 or 0.2 s of others."""

    def calls(least, most, seconds):
        times = []
        while len(times) < least or (len(times) < most and sum(times) < seconds):
            start = time.perf_counter()
            f()
            times.append(time.perf_counter() - start)
        return sorted(times)

    calls(1, 3, 0.2)
    times = calls(3, 15, 0.4)
    return times[len(times) // 4] * 1e3


def main(description, name, runs):
    """Calls each of `runs` with add(workload, peer, dtype, size, ms, **counters) and context, where it puts its version (and what
    else is to stand there); --out FOLDER takes NAME.json. A library that is not installed is left out."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", help=f"folder for {name}.json")
    out = parser.parse_args().out
    rows = []
    context = {"date": time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime()), "versions": {}}

    def add(workload, peer, dtype, size, ms, **counters):
        named = f"{workload}/{peer}/{dtype}/{size}"
        rows.append(dict(name=f"{named}_median", family_index=len(rows), run_name=named, run_type="aggregate", aggregate_name="median",
                         aggregate_unit="time", real_time=ms, time_unit="ms", **counters))
        print(f"{workload:16} {peer:14} {dtype:8} {size:12} {ms:9.4f} ms" + (f" {counters['ratio']:6.3f}" if "ratio" in counters else ""), flush=True)

    for run in runs:
        try:
            run(add, context)
        except ImportError as error:
            print(f"{run.__name__}: {error}")
    context["versions"] = ", ".join(f"{k} {v}" for k, v in context["versions"].items())
    if out:
        with open(os.path.join(out, f"{name}.json"), "w") as f:
            json.dump({"context": context, "benchmarks": rows}, f, indent=2)
            f.write("\n")
