#!/usr/bin/env python3
"""The programs of gpu_unnamed.cpp in CuPy, torch.compile and JAX, as far as they are installed.

usage: gpu_unnamed_peers.py [--out FOLDER]

Same rows, sizes and dtypes (integers of positions are int64, as NumPy's; JAX has x64 on). Medians of 15 runs by CUDA events after 3 warm-up runs
(JAX: of blocks of 10 calls by the clock). Writes unnamed-peers.json.
"""
import os

from peer_runs import main, median_of_cupy, median_of_jax, median_of_torch

M = 8192
N = M * M
K = 384


def programs(xp, lib):
    """(name, variant, dtype, size, function, arrays): arrays are made by `lib`."""
    rows = []
    f32, f64, u8, i64, i32 = "float32", "float64", "uint8", "int64", "int32"
    index = lambda: (lib.arange(M)[:, None], lib.arange(M)[None, :])

    def checkerboard():
        i, j = index()
        return lib.cast((i + j) % 2, f32)

    def tiles():
        i, j = index()
        return lib.cast((i // 24 + j // 40) % 3, f32)

    def pattern():
        i, j = index()
        return lib.cast((i * 31 - j * 17) % 256, f32) * 0.25

    def morton():
        def spread(x):
            x = (x | (x << 8)) & 0x00ff00ff
            x = (x | (x << 4)) & 0x0f0f0f0f
            x = (x | (x << 2)) & 0x33333333
            return (x | (x << 1)) & 0x55555555
        i, j = index()
        return lib.cast(spread(j) | (spread(i) << 1), i32)

    def causal(a):
        i, j = index()
        return xp.where(j <= i, a, -1e9)

    def roll(a):
        return a[(lib.arange(N) + 12345) % N]

    def roll2d(a):
        i, j = index()
        return a[(i + 3) % M, (j - 5) % M]

    for name, f in dict(checkerboard=checkerboard, tiles=tiles, pattern=pattern, morton=morton).items():
        rows.append((name, "index", "uint32" if name == "morton" else f32, "8192^2", f, ()))
    a = ((M, M), f32)
    rows += [("causal_mask", "index", f32, "8192^2", causal, (a,)), ("roll", "gather, %", f32, "2^26", roll, (((N,), f32),)),
             ("roll2d", "gather, %", f32, "8192^2", roll2d, (a,)),
             ("modulo", "scalar", i64, "2^26", lambda x: x % 1009, (((N,), i64),)),
             ("modulo", "array", i64, "2^26", lambda x, y: x % y, (((N,), i64), ((N,), "small"))),
             ("modulo", "scalar", i32, "2^26", lambda x: x % 1009, (((N,), i32),))]
    P = N // 4
    rgb = ((P, 3), f32)
    move = lambda order: lambda x: lib.contiguous(xp.permute_dims(x, order) if hasattr(xp, "permute_dims") else lib.permute(x, order))
    rows += [("nhwc_to_nchw", "transpose", f32, "64x3x2^18", move((0, 2, 1)), (((64, P // 64, 3), f32),)),
             ("nchw_to_nhwc", "transpose", f32, "64x2^18x3", move((0, 2, 1)), (((64, 3, P // 64), f32),)),
             ("grey", "x(all, 0)", f32, "2^24x3", lambda x: 0.299 * x[:, 0] + 0.587 * x[:, 1] + 0.114 * x[:, 2], (rgb,)),
             ("bgr", "x(all, ::-1)", f32, "2^24x3", lambda x: lib.contiguous(lib.flip(x)), (rgb,)),
             ("normalize", "(n, 3) * (3)", f32, "2^24x3", lambda x, s: (x - 0.5) * s, (rgb, ((3,), f32))),
             ("nhwc_to_nchw", "transpose", u8, "16x4x2^20", move((0, 2, 1)), (((16, N // 64, 4), u8),)),
             ("permuted", "(2, 0, 3, 1)", u8, "2^26", move((2, 0, 3, 1)), (((64, 32, 256, 128), u8),))]
    b, c, d = slice(None, -2), slice(1, -1), slice(2, None)

    def box(u):
        return u[b, b] + u[b, c] + u[b, d] + u[c, b] + u[c, c] + u[c, d] + u[d, b] + u[d, c] + u[d, d]

    def life(u):
        near = box(u) - u[c, c]
        return lib.cast((near == 3) | ((u[c, c] == 1) & (near == 2)), u8)

    def sobel(u):
        gx = (u[b, d] + 2 * u[c, d] + u[d, d]) - (u[b, b] + 2 * u[c, b] + u[d, b])
        gy = (u[d, b] + 2 * u[d, c] + u[d, d]) - (u[b, b] + 2 * u[b, c] + u[b, d])
        return xp.sqrt(gx * gx + gy * gy)

    def jacobi(u, e, f):
        return (e[b, c] * u[b, c] + e[d, c] * u[d, c] + f[c, b] * u[c, b] + f[c, d] * u[c, d]) / (e[b, c] + e[d, c] + f[c, b] + f[c, d])

    def upwind(a, e, f):
        u, v = e[c, c] - 0.5, f[c, c] - 0.5
        return a[c, c] - 0.1 * (xp.where(u > 0, u * (a[c, c] - a[b, c]), u * (a[d, c] - a[c, c])) +
                                xp.where(v > 0, v * (a[c, c] - a[c, b]), v * (a[c, d] - a[c, c])))

    def laplacian(f):
        return f[b, c, c] + f[d, c, c] + f[c, b, c] + f[c, d, c] + f[c, c, b] + f[c, c, d] - 6 * f[c, c, c]

    for t in (f32, f64):
        m, cube = ((M, M), t), ((K, K, K), t)
        rows += [("box_blur", "slices", t, "8192^2", lambda u: box(u) * (1 / 9), (m,)), ("sobel", "slices", t, "8192^2", sobel, (m,)),
                 ("jacobi", "slices", t, "8192^2", jacobi, (m, m, m)), ("upwind", "slices", t, "8192^2", upwind, (m, m, m)),
                 ("laplacian3d", "slices", t, "384^3", laplacian, (cube,))]
    m = ((M, M), u8)
    rows += [("box_blur", "slices", u8, "8192^2", lambda u: box(u) // 9, (m,)), ("life", "slices", u8, "8192^2", life, (m,)),
             ("maximum", "slices, new rows", u8, "8192^2",
              lambda u: xp.maximum(xp.maximum(u[b, c], u[d, c]), xp.maximum(u[c, b], u[c, d])), (m,))]
    v = ((N,), f32)

    def series(x):
        return x - x * x * x * 0.16666667 + x * x * x * x * x * 0.0083333333 - x * x * x * x * x * x * x * 1.984127e-4

    def black_scholes(x, y, t):
        root = xp.sqrt(t) * 0.3
        d1 = (xp.log(x / y) + 0.065 * t) / root
        d2 = d1 - root
        normal = lambda q: 0.5 + 0.5 * lib.erf(0.70710678 * q)
        return x * normal(d1) - y * xp.exp(-0.02 * t) * normal(d2)

    def heun(x, y):
        f = lambda u: u * (1 - u)
        k1 = f(x)
        k2 = f(x + 0.01 * k1)
        k3 = f(x + 0.005 * k2)
        return x + 0.001 * (k1 + 2 * k2 + 2 * k3) * y

    rows += [("sine_series", "expression", f32, "2^26", series, (v,)), ("black_scholes", "expression", f32, "2^26", black_scholes, (v, v, v)),
             ("heun", "expression", f32, "2^26", heun, (v, v))]
    for t in ("int8", "float16"):
        w = ((4 * N + 8,), t)
        rows += [("add", "x[1:]", t, "2^28", lambda x, y: x[1:4 * N + 1] + y[:4 * N], (w, w)),
                 ("add", "rows of 3996", t, "2^16x3996",
                  lambda x, y: x[:4 * N].reshape(-1, 4096)[:, 5:4001] + y[:4 * N].reshape(-1, 4096)[:, 5:4001], (w, w))]
    return rows


def run_cupy(add, context):
    import cupy as cp
    from cupyx.scipy.special import erf

    context["versions"]["cupy"] = cp.__version__

    class lib:
        arange, contiguous = cp.arange, cp.ascontiguousarray
        permute = cp.transpose
        cast = staticmethod(lambda x, t: x.astype(t))
        flip = staticmethod(lambda x: x[..., ::-1])

    lib.erf = erf
    for name, variant, dtype, size, f, arrays in programs(cp, lib):
        made = [make_of(cp, shape, t, lambda x, t: x.astype(t), cp.random.random) for shape, t in arrays]
        add(name, f"CuPy {variant}", dtype, size, median_of_cupy(lambda: f(*made)))
        del made
        cp.get_default_memory_pool().free_all_blocks()


def make_of(xp, shape, t, cast, random):
    x = random(shape)
    if t == "small":
        return cast(x * 1e4 + 1, "int64")
    return cast(x * 2e9 - 1e9 if t in ("int64", "int32") else x * 100 if t in ("uint8", "int8") else x + 0.1, t)


def run_torch(add, context):
    import torch

    context["versions"]["torch"] = torch.__version__
    types = {t: getattr(torch, t) for t in ("float32", "float64", "uint8", "int64", "int32", "int8", "float16")}

    class lib:
        arange = staticmethod(lambda n: torch.arange(n, device="cuda"))
        contiguous = staticmethod(lambda x: x.contiguous())
        permute = torch.permute
        cast = staticmethod(lambda x, t: x.to(types[t]))
        flip = staticmethod(lambda x: torch.flip(x, (-1,)))
        erf = staticmethod(torch.special.erf)

    for name, variant, dtype, size, f, arrays in programs(torch, lib):
        torch.compiler.reset()
        made = [make_of(torch, shape, t, lambda x, t: x.to(types[t]), lambda s: torch.rand(s, device="cuda")) for shape, t in arrays]
        compiled = torch.compile(f)
        add(name, f"torch.compile {variant}", dtype, size, median_of_torch(lambda: compiled(*made)))
        del made
        torch.cuda.empty_cache()


def run_jax(add, context):
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    context["versions"]["jax"] = jax.__version__

    class lib:
        arange, permute = jnp.arange, jnp.transpose
        contiguous = staticmethod(lambda x: x)
        cast = staticmethod(lambda x, t: x.astype(t))
        flip = staticmethod(lambda x: x[..., ::-1])
        erf = staticmethod(jax.scipy.special.erf)

    key = jax.random.PRNGKey(1)
    for name, variant, dtype, size, f, arrays in programs(jnp, lib):
        made = [jax.block_until_ready(make_of(jnp, shape, t, lambda x, t: x.astype(t), lambda s: jax.random.uniform(key, s, dtype="float32")))
                for shape, t in arrays]
        compiled = jax.jit(f)
        add(name, f"XLA {variant}", dtype, size, median_of_jax(lambda: compiled(*made)))
        del made


if __name__ == "__main__":
    main(__doc__, "unnamed-peers", (run_cupy, run_torch, run_jax))
