#!/usr/bin/env python3
"""Writes tests/data/random/{xorwow,mrg32k3a}_words.npy: words of the two sequences by integers of any size (needs NumPy).

usage: make_sequences.py

A row is (seed, block, stream, again, 4 words): words 4 * block ... of the sequence, 2^apart * (stream + 2^32 * again) steps
further. Where again is 0 they are the outputs of cuRAND's curand_init(seed, stream, 4 * block).
"""
import pathlib

import numpy as np

root = pathlib.Path(__file__).resolve().parent / "random"
M32 = 2**32 - 1


class Xorwow:
    """Marsaglia's recurrence; a state is an integer of 160 bits, a matrix the list of its columns."""

    apart = 67

    def __init__(self, seed):
        low = 1099087573 * ((seed & M32) ^ 0xAAD26B49) & M32
        high = 2591861531 * ((seed >> 32) ^ 0xF7DCEFDD) & M32
        v = [123456789 + low, 362436069 ^ low, 521288629 + high, 88675123 ^ high, 5783321 + low]
        self.v = sum((x & M32) << (32 * i) for i, x in enumerate(v))
        self.d = 6615241 + low + high

    @staticmethod
    def step(v):
        first, last = v & M32, v >> 128
        t = first ^ first >> 2
        return v >> 32 | ((last ^ last << 4 ^ t ^ t << 1) & M32) << 128

    @staticmethod
    def times(columns, v):
        total = 0
        for column in columns:
            if v & 1:
                total ^= column
            v >>= 1
        return total

    def skip(self, n):
        self.d += 362437 * n
        columns = [self.step(1 << i) for i in range(160)]
        while n:
            if n & 1:
                self.v = self.times(columns, self.v)
            columns = [self.times(columns, c) for c in columns]
            n >>= 1

    def word(self):
        self.v = self.step(self.v)
        self.d += 362437
        return ((self.v >> 128) + self.d) & M32


class Mrg32k3a:
    """L'Ecuyer's two recurrences, stepped by powers of their matrices."""

    apart = 76
    primes = (2**32 - 209, 2**32 - 22853)
    matrices = (((0, 1, 0), (0, 0, 1), (-810728, 1403580, 0)), ((0, 1, 0), (0, 0, 1), (-1370589, 0, 527612)))

    def __init__(self, seed):
        x = (1, 1) if seed == 0 else ((seed & M32) ^ 0x55555555, (seed >> 32) ^ 0xAAAAAAAA)
        self.s = [[12345 * x[(r + k) % 2] % p for k in range(3)] for r, p in enumerate(self.primes)]
        self.s = [s if any(s) else [12345] * 3 for s in self.s]  # where a seed leaves zeros only

    def skip(self, n):
        for r, p in enumerate(self.primes):
            m = self.matrices[r]
            power = n
            while power:
                if power & 1:
                    self.s[r] = [sum(a * b for a, b in zip(row, self.s[r])) % p for row in m]
                m = [[sum(row[k] * m[k][j] for k in range(3)) % p for j in range(3)] for row in m]
                power >>= 1

    def number(self):
        self.skip(1)
        return (self.s[0][2] - self.s[1][2] - 1) % self.primes[0] + 1

    def word(self):
        return min(int(self.number() * 1.000000048662), M32)


def rows(engine):
    for seed in (0, 12345, 2**63 + 7, 0xAAAAAAAA55555555):
        for block, stream, again in ((0, 0, 0), (1, 0, 0), (2**20 + 3, 0, 0), (2**41 + 5, 1, 0), (9, 5, 0), (0, 2**32 - 1, 0), (7, 3, 2)):
            e = engine(seed)
            e.skip(4 * block + (stream + 2**32 * again) * 2**e.apart)
            yield [seed, block, stream, again] + [e.word() for _ in range(4)]


reference = Mrg32k3a(0)
first = [reference.number() / (reference.primes[0] + 1) for _ in range(3)]
assert np.allclose(first, [0.127011, 0.318528, 0.309186], atol=1e-6), first  # L'Ecuyer's RngStreams, the default seed
for name, engine in (("xorwow", Xorwow), ("mrg32k3a", Mrg32k3a)):
    np.save(root / f"{name}_words.npy", np.array(list(rows(engine)), dtype=np.uint64))
