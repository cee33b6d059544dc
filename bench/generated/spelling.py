"""An expression in two languages: C++ as a user of `cp` types it, and Python that NumPy, CuPy, torch and JAX run."""

CPP_TYPES = dict(bool="bool", int8="std::int8_t", uint8="std::uint8_t", int16="std::int16_t", uint16="std::uint16_t", int32="std::int32_t",
                 uint32="std::uint32_t", int64="std::int64_t", float16="cp::float16", bfloat16="cp::bfloat16", float32="float", float64="double")


class Code:
    """The text of an expression in each language. Operators and calls make longer ones."""

    def __init__(self, cpp, py):
        self.cpp, self.py = cpp, py

    def _binary(self, other, sign, swapped=False):
        a, b = (code(other), self) if swapped else (self, code(other))
        return Code(f"({a.cpp} {sign} {b.cpp})", f"({a.py} {sign} {b.py})")

    def __floordiv__(self, other):
        other = code(other)
        return Code(f"cp::floor_divide({self.cpp}, {other.cpp})", f"({self.py} // {other.py})")

    def __neg__(self):
        return Code(f"(-{self.cpp})", f"(-{self.py})")

    def __invert__(self):
        return Code(f"(~{self.cpp})", f"(~{self.py})")

    def __getitem__(self, key):
        parts = [_index(k) for k in (key if isinstance(key, tuple) else (key,))]
        return Code(f"{self.cpp}({', '.join(p.cpp for p in parts)})", f"{self.py}[{', '.join(p.py for p in parts)}]")


def _operator(name, sign):
    setattr(Code, f"__{name}__", lambda self, other: self._binary(other, sign))
    setattr(Code, f"__r{name}__", lambda self, other: self._binary(other, sign, True))


for _name, _sign in dict(add="+", sub="-", mul="*", truediv="/", mod="%", xor="^", lshift="<<", rshift=">>", lt="<", gt=">", le="<=", ge=">=",
                         eq="==", ne="!=", **{"and": "&", "or": "|"}).items():
    _operator(_name, _sign)


def code(x):
    """A number as both languages write it."""
    return x if isinstance(x, Code) else Code(repr(x), repr(x))


def _index(k):
    if k is None:
        return Code("cp::newaxis", "None")
    if k is Ellipsis:
        return Code("cp::ellipsis", "...")
    if not isinstance(k, slice):
        return code(k)
    if k == slice(None):
        return Code("cp::all", ":")
    python = ":".join("" if v is None else str(v) for v in ((k.start, k.stop) if k.step is None else (k.start, k.stop, k.step)))
    start = ("cp::end" if (k.step or 1) < 0 else "0") if k.start is None else str(k.start)
    stop = "cp::end" if k.stop is None else str(k.stop)
    return Code(f"cp::slice({', '.join([start, stop] + ([] if k.step is None else [str(k.step)]))})", python)


def call(name, *operands, cpp=None):
    """A function that both languages call alike; `cpp` where C++ has another name for it."""
    operands = [code(o) for o in operands]
    return Code(f"cp::{cpp or name}({', '.join(o.cpp for o in operands)})", f"xp.{name}({', '.join(o.py for o in operands)})")


def function(name):
    return lambda *operands: call(name, *operands)


exp, log, sqrt, tanh, maximum, minimum, where, hypot, sin, clip, square = map(
    function, ("exp", "log", "sqrt", "tanh", "maximum", "minimum", "where", "hypot", "sin", "clip", "square"))
abs_ = function("abs")


def astype(x, dtype):
    return Code(f"cp::astype<{CPP_TYPES[dtype]}>({x.cpp})", f'xp.astype({x.py}, "{dtype}")')


def _braces(numbers):
    return "{" + ", ".join(map(str, numbers)) + "}"


def _tuple(numbers):
    return "(" + "".join(f"{n}, " for n in numbers).rstrip() + ")"


def fold(name, x, axes=None, keep=False, where=None):
    """A reduction. One axis that is not kept is a number in both languages; more are named while compiling in C++."""
    options, keywords = [], ""
    if axes is not None:
        axes = (axes,) if isinstance(axes, int) else tuple(axes)
        one = len(axes) == 1
        options.append(str(axes[0]) if one and not keep else f"cp::axis<{', '.join(map(str, axes))}>")
        keywords = f", axis={axes[0] if one else axes}"
    if keep:
        options.append("cp::keepdims")
        keywords += ", keepdims=True"
    if where is not None:
        options.append(f"cp::where({where.cpp})")
        keywords += f", where={where.py}"
    return Code(f"cp::{name}({', '.join([x.cpp] + options)})", f"xp.{name}({x.py}{keywords})")


def reshape(x, shape):
    return Code(f"cp::reshape({x.cpp}, {_braces(shape)})", f"{x.py}.reshape({_tuple(shape)})")


def transpose(x, order):
    return Code(f"cp::transpose({x.cpp}, {_braces(order)})", f"xp.transpose({x.py}, {_tuple(order)})")


def index(axis, shape):
    """Positions along an axis, which broadcast against an array of that shape."""
    key = ", ".join(":" if k == axis else "None" for k in range(len(shape)))
    return Code(f"cp::index<{axis}>({_braces(shape)})", f"xp.arange({shape[axis]})[{key}]")


def along(name, x, axis):
    """A function of an array and an axis, which is not a reduction: scans, sorts."""
    return Code(f"cp::{name}({x.cpp}, {axis})", f"xp.{name}({x.py}, axis={axis})")


def roll(x, shift, axis):
    return Code(f"cp::roll({x.cpp}, {shift}, {axis})", f"xp.roll({x.py}, {shift}, axis={axis})")


def joined(name, parts, axis):
    return Code(f"cp::{name}<{axis}>({', '.join(p.cpp for p in parts)})", f"xp.{name}([{', '.join(p.py for p in parts)}], axis={axis})")


def pad(x, widths, mode):
    cpp = {"constant": "cp::padding::constant{0}", "edge": "cp::padding::edge{}", "reflect": "cp::padding::reflect{}", "wrap": "cp::padding::wrap{}"}
    return Code(f"cp::pad({x.cpp}, {{{', '.join(_braces(w) for w in widths)}}}, {cpp[mode]})", f'xp.pad({x.py}, {_tuple(widths)}, "{mode}")')


def take(x, i, axis):
    return Code(f"cp::take({x.cpp}, {i.cpp}, {axis})", f"xp.take({x.py}, {i.py}, axis={axis})")


def bincount(x, n, weights=None):
    return Code(f"cp::bincount({x.cpp}, " + (f"cp::weights({weights.cpp}), " if weights else "") + f"{n})",
                f"xp.bincount({x.py}, " + (f"weights={weights.py}, " if weights else "") + f"minlength={n})")


def histogram(x, bins, low, high):
    return Code(f"std::get<0>(cp::histogram({x.cpp}, {bins}, cp::range{{{low}, {high}}}))",
                f"xp.histogram({x.py}, bins={bins}, range=({low}, {high}))[0]")


def quantile(x, q, axis):
    return Code(f"cp::quantile({x.cpp}, {q}, cp::axis<{axis}>)", f"xp.quantile({x.py}, {q}, axis={axis})")


def diff(x, axis):
    return Code(f"cp::diff({x.cpp}, cp::axis<{axis}>)", f"xp.diff({x.py}, axis={axis})")


def contiguous(x):
    """A copy in C order."""
    return Code(f"cp::copy({x.cpp})", f"xp.ascontiguousarray({x.py})")
