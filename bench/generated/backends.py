"""NumPy's names on each peer, and how each is timed: what the Python text of a program runs with."""
import os
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from peer_runs import median_of_cupy, median_of_jax, median_of_torch, quartile_by_clock  # noqa: E402


CALLS = 5  # between two events, as in judge.cpp: what the processor does before the first kernel is not what is compared


class Names:
    """A module of arrays, with the names that it lacks."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        return getattr(self._module, name)

    def astype(self, x, dtype):
        return x.astype(dtype)

    def dtype(self, name):
        """The dtype of that name, or one of as many bytes."""
        return name

    def free(self):
        """Gives memory back between programs."""


class NumPy(Names):
    name = "NumPy"

    def __init__(self):
        super().__init__(np)
        self.version = f"numpy {np.__version__}"

    def array(self, values, dtype):
        if dtype == "bfloat16":
            raise TypeError("no bfloat16")
        return values

    def milliseconds(self, f, arrays):
        return quartile_by_clock(lambda: f(self, *arrays))


class CuPy(Names):
    name = "CuPy"

    def __init__(self):
        import cupy

        super().__init__(cupy)
        self.version = f"cupy {cupy.__version__}"

    def array(self, values, dtype):
        if dtype == "bfloat16":
            raise TypeError("no bfloat16")
        return self._module.asarray(values)

    def milliseconds(self, f, arrays):
        return median_of_cupy(lambda: f(self, *arrays), CALLS)

    def free(self):
        self._module.get_default_memory_pool().free_all_blocks()


class Jax(Names):
    name = "XLA"

    def __init__(self, device=None):
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
        if device:
            os.environ["JAX_PLATFORMS"] = device
        import jax
        import jax.numpy as jnp

        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_default_matmul_precision", "highest")
        super().__init__(jnp)
        self.jax, self.version = jax, f"jax {jax.__version__}"

    def array(self, values, dtype):
        return self._module.asarray(values, dtype)

    def ascontiguousarray(self, x):
        return x

    def bincount(self, x, weights=None, minlength=0):
        return self._module.bincount(x, weights, length=minlength)

    def milliseconds(self, f, arrays):
        compiled = self.jax.jit(lambda *a: f(self, *a))
        return median_of_jax(lambda: compiled(*arrays))


class Torch(Names):
    """torch.compile; torch's names of axes differ, and its functions want tensors."""

    name = "torch.compile"

    def __init__(self):
        import torch

        super().__init__(torch)
        self.version = f"torch {torch.__version__}"
        torch.set_float32_matmul_precision("highest")

    def array(self, values, dtype):
        return self._module.as_tensor(values, device="cuda").to(getattr(self._module, dtype))

    def milliseconds(self, f, arrays):
        self._module.compiler.reset()
        compiled = self._module.compile(lambda *a: f(self, *a))
        return median_of_torch(lambda: compiled(*arrays), CALLS)

    def free(self):
        self._module.cuda.empty_cache()

    def astype(self, x, dtype):
        return x.to(getattr(self._module, dtype))

    def dtype(self, name):
        return name.removeprefix("u") if name in ("uint16", "uint32", "uint64") else name

    def arange(self, n):
        return self._module.arange(n, device="cuda")

    def _fold(self, name, x, axis, keepdims, **more):
        if axis is None:
            axis = tuple(range(x.ndim))
        return getattr(self._module, name)(x, axis, keepdim=keepdims, **more)

    def _tensor(self, x, like):
        return x if isinstance(x, self._module.Tensor) else self._module.full((), x, device="cuda", dtype=like.dtype)

    def sum(self, x, axis=None, keepdims=False):
        return self._fold("sum", x, axis, keepdims)

    def mean(self, x, axis=None, keepdims=False, where=None):
        if where is not None:
            return self.sum(self._module.where(where, x, 0), axis, keepdims) / self.sum(where, axis, keepdims)
        return self._fold("mean", x, axis, keepdims)

    def max(self, x, axis=None, keepdims=False):
        return self._fold("amax", x, axis, keepdims)

    def min(self, x, axis=None, keepdims=False):
        return self._fold("amin", x, axis, keepdims)

    def any(self, x, axis=None, keepdims=False):
        return self._fold("any", x, axis, keepdims)

    def var(self, x, axis=None, keepdims=False):
        return self._fold("var", x, axis, keepdims, correction=0)

    def std(self, x, axis=None, keepdims=False):
        return self._fold("std", x, axis, keepdims, correction=0)

    def argmin(self, x, axis):
        return self._module.argmin(x, axis)

    def argmax(self, x, axis):
        return self._module.argmax(x, axis)

    def maximum(self, x, y):
        return self._module.maximum(x, self._tensor(y, x))

    def minimum(self, x, y):
        return self._module.minimum(x, self._tensor(y, x))

    def transpose(self, x, order):
        return self._module.permute(x, order)

    def ascontiguousarray(self, x):
        return x.contiguous()

    def flip(self, x, axis):
        return self._module.flip(x, (axis,))

    def cumsum(self, x, axis):
        return self._module.cumsum(x, axis)

    def roll(self, x, shift, axis):
        return self._module.roll(x, shift, axis)

    def concatenate(self, parts, axis):
        return self._module.cat(parts, axis)

    def stack(self, parts, axis):
        return self._module.stack(parts, axis)

    def take(self, x, i, axis):
        return self._module.index_select(x, axis, i)

    def sort(self, x, axis):
        return self._module.sort(x, axis)[0]

    def diff(self, x, axis):
        return self._module.diff(x, dim=axis)

    def median(self, x, axis):
        return self._module.quantile(x, 0.5, axis)

    def quantile(self, x, q, axis):
        return self._module.quantile(x, q, axis)

    def histogram(self, x, bins, range):
        return (self._module.histc(x, bins, *range),)

    def pad(self, x, widths, mode):
        if mode != "constant":
            raise TypeError("pads whole batches only")
        return self._module.nn.functional.pad(x, [w for pair in reversed(widths) for w in pair])


def peers(cuda):
    """The backends that are installed, NumPy first on the host."""
    found = [] if cuda else [NumPy()]
    for make in (CuPy, Torch, Jax) if cuda else (lambda: Jax("cpu"),):
        try:
            found.append(make())
        except ImportError as error:
            print(f"not compared: {error}")
    return found
