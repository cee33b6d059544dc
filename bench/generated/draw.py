"""A program that is being drawn: its random choices, its arrays and statements, and its text in both languages."""
import math
import random

import numpy as np

from spelling import CPP_TYPES, Code, abs_, clip, exp, hypot, log, maximum, minimum, sqrt, square, tanh, where

FLOATS = ("float32", "float32", "float32", "float64", "float16")
INTEGERS = ("uint8", "int16", "int32", "int64")

UNARY = (lambda x: sqrt(abs_(x) + 0.5), tanh, lambda x: exp(-square(x)), lambda x: x * 0.5 + 1, square, lambda x: maximum(x, 0.25),
         lambda x: where(x > 0.5, x, x * 0.125), lambda x: clip(x, 0.125, 0.75), lambda x: 1 / (1 + exp(-x)), lambda x: log(1 + abs_(x)))
BINARY = (lambda x, y: x + y, lambda x, y: x - y, lambda x, y: x * y, maximum, minimum, lambda x, y: x / (square(y) + 0.5), hypot,
          lambda x, y: where(x > y, x - y, square(y)))


class Array:
    """An input: element k is low + (high - low) * (hash of k and seed), cut to a whole number for integers."""

    def __init__(self, name, dtype, shape, low, high, seed):
        self.name, self.dtype, self.shape, self.low, self.high, self.seed = name, dtype, tuple(shape), low, high, seed

    def values(self):
        """The same elements as judge.cpp's `fill`; bfloat16 as float32 of 8 bits."""
        h = np.arange(math.prod(self.shape), dtype=np.uint32)
        h += np.uint32(self.seed * 0x9e3779b9 & 0xffffffff)
        for factor, shift in ((2654435761, 15), (2246822519, 13)):
            h *= np.uint32(factor)
            h ^= h >> np.uint32(shift)
        x = (h >> np.uint32(12)).astype(np.float64)
        x *= (self.high - self.low) / (1 << 20)
        x += self.low
        if self.dtype in INTEGERS + ("bool", "int8"):
            np.floor(x, out=x)
        if self.dtype == "bfloat16":
            bits = x.astype(np.float32).view(np.uint32)
            bits += np.uint32(0x7fff) + ((bits >> np.uint32(16)) & np.uint32(1))
            x = (bits & np.uint32(0xffff0000)).view(np.float32)
        if self.dtype == "float16":
            x = x.astype(np.float32)
        return x.astype("float32" if self.dtype == "bfloat16" else self.dtype).reshape(self.shape)

    def cpp(self):
        shape = ", ".join(map(str, self.shape))
        return f"judge::array<{CPP_TYPES[self.dtype]}, {len(self.shape)}>({{{shape}}}, {self.low}, {self.high}, {self.seed})"


class Draw:
    """What a production rule chooses with. `size` is about how many elements the largest array has."""

    def __init__(self, kind, number, seed, size):
        self.kind, self.number, self.size = kind, number, size
        self.random = random.Random(f"{seed}/{number}")
        self.arrays, self.statements, self.tolerance = [], [], None
        self.pick = lambda *choices: self.random.choice(choices)
        self.chance = lambda p: self.random.random() < p
        self.between = self.random.randint

    def dtype(self, dtypes=FLOATS):
        return self.random.choice(dtypes)

    def shape(self, rank, size=None, least=8):
        """`rank` extents whose product is about `size`: of random proportions, powers of two, round and odd."""
        size = size or self.size
        cuts = sorted(self.random.random() for _ in range(rank - 1))
        free = max(math.log2(size) - rank * math.log2(least), 0)
        logs = [math.log2(least) + free * (b - a) for a, b in zip([0] + cuts, cuts + [1])]
        return tuple(max(least, self._extent(2 ** x)) for x in logs)

    def _extent(self, about):
        way = self.random.random()
        if way < 0.4:
            return 1 << round(math.log2(about))
        if way < 0.7:
            digits = 10 ** max(0, int(math.log10(about)) - 1)
            return int(round(about / digits)) * digits
        return int(about) | 1

    def array(self, dtype, shape, low=0, high=1):
        a = Array(f"x{len(self.arrays)}", dtype, shape, low, high, 97 * self.number + len(self.arrays) + 1)
        self.arrays.append(a)
        return Code(a.name, a.name)

    def let(self, value):
        """A name for an expression, as users give them to parts."""
        name = f"a{len(self.statements)}"
        self.statements.append((name, value))
        return Code(name, name)

    def tree(self, operands, depth):
        """An elementwise expression of the operands, each of which is in it."""
        parts = list(operands)
        for _ in range(depth):
            k = self.between(0, len(parts) - 1)
            parts[k] = self.random.choice(UNARY)(parts[k])
            if len(parts) < len(operands) + 1 and self.chance(0.5):
                parts.append(self.random.choice(list(operands)))
            if len(parts) > 1 and self.chance(0.5):
                a, b = parts.pop(self.between(0, len(parts) - 1)), parts.pop()
                parts.append(self.random.choice(BINARY)(a, b))
            if self.chance(0.2):
                parts[-1] = self.let(parts[-1])
        while len(parts) > 1:
            a = parts.pop(0)
            parts[0] = self.random.choice(BINARY)(a, parts[0])
        return parts[0]

    def dressed(self, x, p=0.5):
        """The operand, or something elementwise of it."""
        return self.random.choice(UNARY)(x) if self.chance(p) else x


class Program:
    """A drawn program: a name, arrays, and its text in both languages."""

    def __init__(self, kind, rule, number, seed, size):
        r = Draw(kind, number, seed, size)
        self.result = rule(r)
        self.fused = getattr(rule, "may_fuse", False) and r.chance(0.25)
        self.number, self.kind, self.rule = number, kind, rule.__name__
        self.name = f"{number:03d} {kind}: {rule.__name__}"
        self.arrays, self.statements, self.tolerance, self.discrete = r.arrays, r.statements, r.tolerance, getattr(rule, "discrete", False)

    def sizes(self):
        return ", ".join(f"{a.dtype} {'x'.join(map(str, a.shape))}" for a in self.arrays) + (" (fuse)" if self.fused else "")

    def cpp(self):
        names = [a.name for a in self.arrays]
        body = [f"auto const {name} = {value.cpp};" for name, value in self.statements] + [f"return {self.result.cpp};"]
        lines = [f"void program_{self.number}() {{"] + [f"  auto const {a.name} = {a.cpp()};" for a in self.arrays]
        if self.fused:
            lines += [f"  auto const f = cp::fuse([]({', '.join(f'auto {n}' for n in names)}) {{"] + [f"    {line}" for line in body] + ["  });"]
            body = [f"return f({', '.join(names)});"]
        lines += [f"  judge::run({self.number}, [&] {{"] + [f"    {line}" for line in body] + ["  });", "}"]
        return "\n".join(lines) + f"\njudge::known const known_{self.number}{{program_{self.number}}};\n"

    def python(self):
        lines = [f"def program(xp, {', '.join(a.name for a in self.arrays)}):" if self.arrays else "def program(xp):"]
        lines += [f"    {name} = {value.py}" for name, value in self.statements] + [f"    return {self.result.py}"]
        return "\n".join(lines) + "\n"

    def function(self):
        made = {}
        exec(compile(self.python(), self.name, "exec"), made)  # the text is ours
        return made["program"]
