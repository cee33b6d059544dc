#!/usr/bin/env python3
"""Writes tests/data/joins: what NumPy's joins, rolls, frames and insertions give, as cases of a macro.

Run with NumPy 2.4. A case is an expression in C++ and the same in Python, over the arrays that `INPUTS` names.
"""

import pathlib

import numpy as np

from make_surface import NAMES, numbers

FOLDER = pathlib.Path(__file__).resolve().parent / "joins"

# The tests have the same: x, y, e of (3, 4), (3, 2), (3, 0), v and w of one axis, t of three.
x = np.arange(12, dtype=np.int32).reshape(3, 4)
y = np.arange(6, dtype=np.int32).reshape(3, 2) * 10
e = np.zeros((3, 0), np.int32)
v = np.array([1, 2, 5, 7], np.float64)
w = np.array([3, -1, 4, 1], np.float32)
t = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
b = np.array([1, 0, 1, 1, 0, 0, 0, 1, 1], bool)
u = np.array([7, 200, 0, 129], np.uint8)

ROLLS = [
    ("cp::roll(x, 1, 1)", "np.roll(x, 1, 1)"),
    ("cp::roll(x, 1, 0)", "np.roll(x, 1, 0)"),
    ("cp::roll(x, -5, -1)", "np.roll(x, -5, -1)"),
    ("cp::roll(x, 3)", "np.roll(x, 3)"),
    ("cp::roll(x, {1, 2}, {0, 1})", "np.roll(x, (1, 2), (0, 1))"),
    ("cp::roll(x, {1, 2}, {1, 1})", "np.roll(x, (1, 2), (1, 1))"),
    ("cp::roll(x, 1, {0, 1})", "np.roll(x, 1, (0, 1))"),
    ("cp::roll(e, 2, 1)", "np.roll(e, 2, 1)"),
    ("cp::roll(t.T(), 2, 1)", "np.roll(t.T, 2, 1)"),
    ("cp::roll(t, {1, 1, 1}, {0, 1, 2})", "np.roll(t, (1, 1, 1), (0, 1, 2))"),
    ("cp::roll(v * 2, 1)", "np.roll(v * 2, 1)"),
    ("cp::roll(x(cp::all, cp::slice(cp::end, cp::end, -1)), 1, 1)", "np.roll(x[:, ::-1], 1, 1)"),
    ("cp::tile(x, 2)", "np.tile(x, 2)"),
    ("cp::tile(x, {2, 1})", "np.tile(x, (2, 1))"),
    ("cp::tile(v, {2, 2})", "np.tile(v, (2, 2))"),
    ("cp::tile(t, {2})", "np.tile(t, 2)"),
    ("cp::tile(x, {0, 3})", "np.tile(x, (0, 3))"),
    ("cp::tile(y.T(), {2, 2})", "np.tile(y.T, (2, 2))"),
    ("cp::repeat(x, 2, 1)", "np.repeat(x, 2, 1)"),
    ("cp::repeat(x, 3, 0)", "np.repeat(x, 3, 0)"),
    ("cp::repeat(x, 2)", "np.repeat(x, 2)"),
    ("cp::repeat(t, 2, 1)", "np.repeat(t, 2, 1)"),
    ("cp::repeat(x, 0, 1)", "np.repeat(x, 0, 1)"),
    ("cp::repeat(x, cp::array<std::int64_t>({1, 0, 2, 3}), 1)", "np.repeat(x, [1, 0, 2, 3], 1)"),
    ("cp::repeat(x, cp::array<std::int64_t>({0, 2, 0}), 0)", "np.repeat(x, [0, 2, 0], 0)"),
    ("cp::repeat(x, cp::array<std::int64_t>({2}), 1)", "np.repeat(x, [2], 1)"),
    ("cp::repeat(v, cp::array<std::int64_t>({0, 0, 0, 0}))", "np.repeat(v, [0, 0, 0, 0])"),
    ("v.repeat(2)", "v.repeat(2)"),
    ("x.repeat(2, 0)", "x.repeat(2, 0)"),
]
JOINS = [
    ("cp::concatenate(x, x + 1, x)", "np.concatenate((x, x + 1, x))"),
    ("cp::concatenate<1>(x, y)", "np.concatenate((x, y), 1)"),
    ("cp::concatenate<-1>(x, e, y, x)", "np.concatenate((x, e, y, x), -1)"),
    ("cp::concatenate(v, w)", "np.concatenate((v, w))"),
    ("cp::concatenate<1>(x, 2 * y, cp::exp(w(cp::slice(0, 0)))(cp::newaxis, cp::all) + e)",
     "np.concatenate((x, 2 * y, np.exp(w[0:0])[None, :] + e), 1)"),
    ("cp::concatenate(t.T(), t.T())", "np.concatenate((t.T, t.T))"),
    ("cp::concatenate<2>(t, t(cp::all, cp::all, cp::slice(1, 3)))", "np.concatenate((t, t[:, :, 1:3]), 2)"),
    ("cp::concatenate(std::vector{x, x, x}, 1)", "np.concatenate((x, x, x), 1)"),
    ("cp::stack(v, v)", "np.stack((v, v))"),
    ("cp::stack<1>(v, w)", "np.stack((v, w), 1)"),
    ("cp::stack<-1>(x, x * 2)", "np.stack((x, x * 2), -1)"),
    ("cp::stack(std::vector{x, x}, 1)", "np.stack((x, x), 1)"),
    ("cp::vstack(v, v)", "np.vstack((v, v))"),
    ("cp::vstack(x, w)", "np.vstack((x, w))"),
    ("cp::hstack(v, v, v)", "np.hstack((v, v, v))"),
    ("cp::hstack(x, y)", "np.hstack((x, y))"),
    ("cp::dstack(x, x)", "np.dstack((x, x))"),
    ("cp::dstack(v, v)", "np.dstack((v, v))"),
    ("cp::column_stack(v, w)", "np.column_stack((v, w))"),
    ("cp::row_stack(v, v)", "np.vstack((v, v))"),
    ("cp::concat<1>(x, y)", "np.concat((x, y), 1)"),
    ("cp::block(std::tuple(x, y), std::tuple(y, x))", "np.block([[x, y], [y, x]])"),
    ("cp::block(v, v)", "np.block([v, v])"),
    ("cp::block(std::tuple(v, v), std::tuple(cp::tile(w, 2)))", "np.block([[v, v], [np.tile(w, 2)]])"),
    ("std::get<0>(cp::meshgrid(v, w))", "np.meshgrid(v, w)[0]"),
    ("std::get<1>(cp::meshgrid(v, w(cp::slice(0, 3))))", "np.meshgrid(v, w[:3])[1]"),
    ("(std::get<2>(cp::meshgrid<cp::indexing::ij>(v, w, v)))", "np.meshgrid(v, w, v, indexing='ij')[2]"),
    ("(std::get<0>(cp::meshgrid<cp::indexing::xy, true>(v, w)))", "np.meshgrid(v, w, sparse=True)[0]"),
    ("cp::vstack(std::vector{v, v})", "np.vstack([v, v])"),
    ("cp::vstack(std::vector{x, x})", "np.vstack([x, x])"),
    ("cp::hstack(std::vector{x, x})", "np.hstack([x, x])"),
    ("cp::hstack(std::vector{v, v})", "np.hstack([v, v])"),
    ("cp::dstack(std::vector{x, x})", "np.dstack([x, x])"),
    ("cp::column_stack(std::vector{v, v})", "np.column_stack([v, v])"),
    ("cp::column_stack(std::vector{x, x})", "np.column_stack([x, x])"),
    ("cp::rot90(t, 3, {2, 0})", "np.rot90(t, 3, (2, 0))"),
    ("cp::add.reduce(t, {0, 2})", "np.add.reduce(t, axis=(0, 2))"),
    ("cp::maximum.reduce(t, {0, 2}, cp::keepdims)", "np.maximum.reduce(t, axis=(0, 2), keepdims=True)"),
    ("cp::mgrid(cp::slice(5, 0, -2))", "np.mgrid[5:0:-2]"),
    ("cp::ogrid(cp::grid_steps{0, 1, 0.25})", "np.ogrid[0:1:0.25]"),
    ("cp::mgrid(cp::slice(0, 2), cp::slice(4, 1, -1))", "np.mgrid[0:2, 4:1:-1]"),
    ("cp::mgrid(cp::grid_steps{0, 1, 0.25}, cp::grid_points{-1, 1, 3})", "np.mgrid[0:1:0.25, -1:1:3j]"),
    ("std::get<1>(cp::ogrid(cp::slice(0, 5, 2), cp::slice(0, 3)))", "np.ogrid[0:5:2, 0:3][1]"),
]
FRAMES = [
    ("cp::pad(v, 2)", "np.pad(v, 2)"),
    ("cp::pad(v * 2, {1, 3}, P::constant{5})", "np.pad(v * 2, (1, 3), constant_values=5)"),
    ("cp::pad(x, {{1, 0}, {0, 2}}, P::constant{9})", "np.pad(x, ((1, 0), (0, 2)), constant_values=9)"),
    ("cp::pad(x, 1, P::constants{{{1, 2}, {3, 4}}})", "np.pad(x, 1, constant_values=((1, 2), (3, 4)))"),
    ("cp::pad(e, {1, 2}, P::constant{3})", "np.pad(e, (1, 2), constant_values=3)"),
    ("cp::pad(x, 0)", "np.pad(x, 0)"),
    ("cp::pad(x, 2, P::edge{})", "np.pad(x, 2, 'edge')"),
    ("cp::pad(t, {{0, 1}, {2, 0}, {1, 1}}, P::edge{})", "np.pad(t, ((0, 1), (2, 0), (1, 1)), 'edge')"),
    ("cp::pad(y, 4, P::wrap{})", "np.pad(y, 4, 'wrap')"),
    ("cp::pad(x, 6, P::reflect{})", "np.pad(x, 6, 'reflect')"),
    ("cp::pad(x(cp::slice(0, 1)), 2, P::reflect{})", "np.pad(x[0:1], 2, 'reflect')"),
    ("cp::pad(x, {5, 9}, P::symmetric{})", "np.pad(x, (5, 9), 'symmetric')"),
    ("cp::pad(v, {5, 7}, P::odd_reflect{})", "np.pad(v, (5, 7), 'reflect', reflect_type='odd')"),
    ("cp::pad(cp::array<double>({1, 2.5, -3, 1e20}), {2, 3}, P::odd_reflect{})", "np.pad(np.array([1, 2.5, -3, 1e20]), (2, 3), 'reflect', reflect_type='odd')"),
    ("cp::pad(cp::array<double>({1, 2.5, -3, 1e20}), {2, 4}, P::odd_symmetric{})", "np.pad(np.array([1, 2.5, -3, 1e20]), (2, 4), 'symmetric', reflect_type='odd')"),
    ("cp::pad(cp::array<float>({0.1f, 0.2f, 1e6f}), {2, 0}, P::odd_reflect{})", "np.pad(np.array([0.1, 0.2, 1e6], np.float32), (2, 0), 'reflect', reflect_type='odd')"),
    ("cp::pad(cp::array<std::uint8_t>({250, 3, 7}), {7, 8}, P::odd_reflect{})", "np.pad(np.array([250, 3, 7], np.uint8), (7, 8), 'reflect', reflect_type='odd')"),
    ("cp::pad(cp::array<std::int64_t>({5}), {2, 3}, P::odd_reflect{})", "np.pad(np.array([5]), (2, 3), 'reflect', reflect_type='odd')"),
    ("cp::pad(cp::array<double>({1, 2, INFINITY}), {2, 2}, P::odd_reflect{})", "np.pad(np.array([1, 2, np.inf]), (2, 2), 'reflect', reflect_type='odd')"),
    ("cp::pad(x, {1, 2}, P::odd_reflect{})", "np.pad(x, (1, 2), 'reflect', reflect_type='odd')"),
    ("cp::pad(v, {5, 9}, P::odd_symmetric{})", "np.pad(v, (5, 9), 'symmetric', reflect_type='odd')"),
    ("cp::pad(x, {2, 3}, P::linear_ramp{{5, -4}})", "np.pad(x, (2, 3), 'linear_ramp', end_values=(5, -4))"),
    ("cp::pad(v, {4, 4}, P::linear_ramp{})", "np.pad(v, (4, 4), 'linear_ramp')"),
    ("cp::pad(x, 1, P::maximum{})", "np.pad(x, 1, 'maximum')"),
    ("cp::pad(t, {{1, 2}, {0, 1}, {3, 0}}, P::minimum{})", "np.pad(t, ((1, 2), (0, 1), (3, 0)), 'minimum')"),
    ("cp::pad(x, {2, 1}, P::mean{{99, 1}})", "np.pad(x, (2, 1), 'mean', stat_length=(99, 1))"),
    ("cp::pad(x, {1, 2}, P::mean{{2, 1}})", "np.pad(x, (1, 2), 'mean', stat_length=(2, 1))"),
    ("cp::pad(w, 2, P::mean{3})", "np.pad(w, 2, 'mean', stat_length=3)"),
    ("cp::pad(x, 1, P::minimum{2})", "np.pad(x, 1, 'minimum', stat_length=2)"),
    ("cp::eval(cp::pad(x, 2, P::empty{}))(cp::slice(2, 5), cp::slice(2, 6))", "np.pad(x, 2, 'empty')[2:5, 2:6]"),
]
INSERTIONS = [
    ("cp::insert(x, 1, 9, 1)", "np.insert(x, 1, 9, 1)"),
    ("cp::insert(x, -1, x(0), 0)", "np.insert(x, -1, x[0], 0)"),
    ("cp::insert(x, 4, v(cp::slice(0, 3)), 1)", "np.insert(x, 4, v[:3], 1)"),
    ("cp::insert(x, 1, 9)", "np.insert(x, 1, 9)"),
    ("cp::insert(v, 2, w)", "np.insert(v, 2, w)"),
    ("cp::insert(x, 1, cp::reshape(v, {2, 2})(cp::all, cp::slice(0, 1)), 0)", "np.insert(x, 1, v.reshape(2, 2)[:, :1], 0)"),
    ("cp::insert(y, {0, 2, 1}, cp::array<std::int32_t>({7, 8, 9}), 1)", "np.insert(y, [0, 2, 1], [7, 8, 9], 1)"),
    ("cp::insert(y, {2, 2}, 5, 0)", "np.insert(y, [2, 2], 5, 0)"),
    ("cp::insert(v, {0, 0, 4, -1}, w)", "np.insert(v, [0, 0, 4, -1], w)"),
    ("cp::insert(y, std::vector<std::int64_t>{1}, cp::array<std::int32_t>({{7, 8}}), 1)", "np.insert(y, [1], [[7, 8]], 1)"),
    ("cp::delete_(x, 1, 1)", "np.delete(x, 1, 1)"),
    ("cp::delete_(x, -3, 0)", "np.delete(x, -3, 0)"),
    ("cp::delete_(x, {0, -1, 0}, 1)", "np.delete(x, [0, -1, 0], 1)"),
    ("cp::delete_(x, cp::slice(1, 9, 3))", "np.delete(x, slice(1, 9, 3))"),
    ("cp::delete_(x, cp::slice(cp::end, cp::end, -2), 1)", "np.delete(x, slice(None, None, -2), 1)"),
    ("cp::delete_(x, 5)", "np.delete(x, 5)"),
    ("cp::delete_(x, {5, 6})", "np.delete(x, [5, 6])"),
    ("cp::append(x, y)", "np.append(x, y)"),
    ("cp::append<1>(x, y)", "np.append(x, y, 1)"),
    ("cp::append(x, 3.5)", "np.append(x, 3.5)"),
    ("cp::resize(x, {5, 3})", "np.resize(x, (5, 3))"),
    ("cp::resize(x.T(), 7)", "np.resize(x.T, 7)"),
    ("cp::resize(e, {2, 2})", "np.resize(e, (2, 2))"),
    ("cp::resize(v, {2, 0})", "np.resize(v, (2, 0))"),
]
BITS = [
    ("cp::packbits(b)", "np.packbits(b)"),
    ("cp::packbits(x - 3, 1)", "np.packbits(x - 3, 1)"),
    ("cp::packbits(x, 0, cp::bit_order::little)", "np.packbits(x, 0, bitorder='little')"),
    ("cp::packbits(b(cp::slice(0, 0)))", "np.packbits(b[0:0])"),
    ("cp::unpackbits(u)", "np.unpackbits(u)"),
    ("cp::unpackbits(cp::reshape(u, {2, 2}), 1, 11)", "np.unpackbits(u.reshape(2, 2), 1, 11)"),
    ("cp::unpackbits(cp::reshape(u, {2, 2}), 0, 20)", "np.unpackbits(u.reshape(2, 2), 0, 20)"),
    ("cp::unpackbits(u, 0, -5)", "np.unpackbits(u, count=-5)"),
    ("cp::unpackbits(u, cp::bit_order::little)", "np.unpackbits(u, bitorder='little')"),
    ("cp::packbits(cp::unpackbits(u))", "np.packbits(np.unpackbits(u))"),
    ("cp::bitwise_count(x - 4)", "np.bitwise_count(x - 4)"),
    ("cp::bitwise_count(b)", "np.bitwise_count(b)"),
    ("cp::bitwise_count(cp::array<std::int8_t>({-128, 127, -1}))", "np.bitwise_count(np.array([-128, 127, -1], np.int8))"),
    ("cp::bitwise_count(cp::array<std::int64_t>({INT64_MIN, INT64_MAX}))", "np.bitwise_count(np.array([-2**63, 2**63 - 1]))"),
]
TURNS = [
    ("cp::unwrap(cp::array<double>({0, 3, 6.25, 9.5, -1}))", "np.unwrap([0, 3, 6.25, 9.5, -1])"),
    ("cp::unwrap(cp::array<float>({0, 3, 6.25f, 9.5f, -1}))", "np.unwrap(np.array([0, 3, 6.25, 9.5, -1], np.float32))"),
    ("cp::unwrap(x * 50, 1, 360)", "np.unwrap(x * 50, axis=1, period=360)"),
    ("cp::unwrap(x * 90, 0, 360)", "np.unwrap(x * 90, axis=0, period=360)"),
    ("cp::unwrap(x * 90, 0, 360.)", "np.unwrap(x * 90, axis=0, period=360.)"),
    ("cp::unwrap(cp::array<std::int32_t>({2, 6, 4, 0, 3}), 0, 4)", "np.unwrap(np.array([2, 6, 4, 0, 3], np.int32), period=4)"),
    ("cp::unwrap(cp::array<std::int32_t>({0, 4, 1, 5}), 0, 5)", "np.unwrap(np.array([0, 4, 1, 5], np.int32), period=5)"),
    ("cp::unwrap(cp::array<std::int32_t>({0, 4, 1, 9}), 0, 6, 5)", "np.unwrap(np.array([0, 4, 1, 9], np.int32), discont=5, period=6)"),
    ("cp::unwrap(v(cp::slice(0, 1)))", "np.unwrap(v[0:1])"),
]
PIECES = [
    ("cp::piecewise(v, std::tuple(v < 2, v >= 5), std::tuple(-1, 1))", "np.piecewise(v, [v < 2, v >= 5], [-1, 1])"),
    ("cp::piecewise(v, std::tuple(v < 5, v < 2), std::tuple(1, 2, 7))", "np.piecewise(v, [v < 5, v < 2], [1, 2, 7])"),
    ("cp::piecewise(x, std::tuple(x > 5), std::tuple([](auto a) { return a * 10; }, 2.7))",
     "np.piecewise(x, [x > 5], [lambda a: a * 10, 2.7])"),
    ("cp::apply_along_axis([](auto const& a) { return cp::cumsum(a, 0); }, 0, x)", "np.apply_along_axis(np.cumsum, 0, x)"),
    ("cp::apply_along_axis([](auto const& a) { return cp::max(a) - cp::min(a); }, 1, t)",
     "np.apply_along_axis(lambda a: a.max() - a.min(), 1, t)"),
    ("cp::apply_along_axis([](auto const& a) { return a(cp::slice(0, 2)); }, 1, t)", "np.apply_along_axis(lambda a: a[:2], 1, t)"),
    ("(cp::apply_over_axes<0, 2>([](auto const& a, int axis) { return cp::sum(a, axis); }, t * 1.0))",
     "np.apply_over_axes(np.sum, t * 1.0, (0, 2))"),
    ("(cp::apply_over_axes<-1>([](auto const& a, int axis) { return cp::max(a, axis, cp::keepdims); }, x))",
     "np.apply_over_axes(np.max, x, -1)"),
]
# Of one array after the other, as NumPy's vectorize calls them.
INNER = "np.vectorize(lambda a, b: (a * b).sum(), signature='(i),(i)->()')"
OUTER = "np.vectorize(lambda a, b: a[:, None] * b, signature='(i),(j)->(i,j)')"
TIMES = "np.vectorize(lambda a, b: (a * b).sum(-1), signature='(m,n),(n)->(m)')"
SHIFT = "np.vectorize(lambda a, c: a - c, signature='(n),()->(n)')"
ENDS = "np.vectorize(lambda a: (a.min(), a.cumsum()), signature='(n)->(),(n)')"
GUFUNCS = [
    ("inner(t * 1.0, v)", INNER + "(t * 1.0, v)"),
    ("inner(x(cp::all, cp::newaxis), x)", INNER + "(x[:, None], x)"),
    ("inner(t, w)", INNER + "(t, w)"),
    ("outer(v, w)", OUTER + "(v, w)"),
    ("outer(x, v)", OUTER + "(x, v)"),
    ("outer(t, y(cp::all, cp::slice(1, 2)))", OUTER + "(t, y[:, 1:2])"),
    ("times(t * 1.0, v)", TIMES + "(t * 1.0, v)"),
    ("times(t(cp::newaxis) * 1.0, x(cp::slice(0, 1), cp::newaxis) * 1.0)",
     TIMES + "(t[None] * 1.0, x[:1, None] * 1.0)"),
    ("shifted(x * 1.0, v(cp::slice(0, 3)))", SHIFT + "(x * 1.0, v[:3])"),
    ("shifted(v, 2.5)", SHIFT + "(v, 2.5)"),
    ("shifted(t, t(cp::all, cp::all, 0))", SHIFT + "(t, t[:, :, 0])"),
    ("std::get<0>(ends(t))", ENDS + "(t)[0]"),
    ("std::get<1>(ends(x * 0.5))", ENDS + "(x * 0.5)[1]"),
]


def write(name, cases):
    with open(FOLDER / f"{name}.inc", "w") as f:
        f.write("// Written by tests/data/make_joins.py\n")
        for ours, numpys in cases:
            a = np.asarray(eval(numpys))
            f.write(f"CASE(({ours}), {NAMES[a.dtype.char]}, SHAPE({', '.join(map(str, a.shape))}), {numbers(a)})\n")


FOLDER.mkdir(exist_ok=True)
write("rolls", ROLLS)
write("joins", JOINS)
write("frames", FRAMES)
write("insertions", INSERTIONS)
write("bits", BITS)
write("turns", TURNS)
write("pieces", PIECES)
write("gufuncs", GUFUNCS)
