#!/usr/bin/env python3
"""Writes tests/data/nist: data sets of NIST's Statistical Reference Datasets with their certified values.

usage: make_nist.py [folder]

Sets that NIST generated are made by their rule, observed ones are typed in below. With a folder that holds NIST's own .dat files of the analysis of
variance (SciPy's tests ship them) the numbers are compared with those first.

anova.txt       name, groups, certified sums of squares between and within the groups, F; then the same computed exactly from the numbers as float64
univariate.txt  name, certified mean and standard deviation; then the same computed exactly from the numbers as float64
<name>.txt      the numbers, one a line, of observed sets, group behind group
"""
import decimal
import pathlib
import sys
from fractions import Fraction

root = pathlib.Path(__file__).resolve().parent / "nist"
decimal.getcontext().prec = 40
D = decimal.Decimal


def smls(base, replicates):
    groups = []
    for tenth in (4, 3, 5, 3, 5, 3, 5, 3, 5):
        mean = D(base) + D(tenth) / 10
        groups.append([mean] + [mean + (D("-0.1") if i % 2 == 0 else D("0.1")) for i in range(replicates - 1)])
    return groups


SIRSTV = """196.3052 196.1240 196.1890 196.2569 196.3403 196.3042 196.3825 196.1669 196.3257 196.0422 196.1303 196.2005 196.2889 196.0343 196.1811
196.2795 196.1748 196.1494 196.1485 195.9885 196.2119 196.1051 196.1850 196.0052 196.2090"""
ATMWTAG = """107.8681568 107.8681465 107.8681572 107.8681785 107.8681446 107.8681903 107.8681526 107.8681494 107.8681616 107.8681587 107.8681519
107.8681486 107.8681419 107.8681569 107.8681508 107.8681672 107.8681385 107.8681518 107.8681662 107.8681424 107.8681360 107.8681333 107.8681610
107.8681477 107.8681079 107.8681344 107.8681513 107.8681197 107.8681604 107.8681385 107.8681642 107.8681365 107.8681151 107.8681082 107.8681517
107.8681448 107.8681198 107.8681482 107.8681334 107.8681609 107.8681101 107.8681512 107.8681469 107.8681360 107.8681254 107.8681261 107.8681450
107.8681368"""


def split(text, groups):
    values = [D(v) for v in text.split()]
    n = len(values) // groups
    return [values[i * n : (i + 1) * n] for i in range(groups)]


anova = {f"SmLs0{1 + i}": (smls(base, n), w)
         for i, (base, n, w) in enumerate((b, n, w) for b in (1, 10**6, 10**12)
                                          for n, w in ((21, "1.68 1.80 2.1E+01"), (201, "16.08 18.0 2.01E+02"), (2001, "160.08 180.0 2.001E+03")))}
anova["SiRstv"] = split(SIRSTV, 5), "5.11462616000000E-02 2.16636560000000E-01 1.18046237440255E+00"
anova["AtmWtAg"] = split(ATMWTAG, 2), "3.63834187500000E-09 1.04951729166667E-08 1.59467335677930E+01"


def exact_anova(groups):
    groups = [[Fraction(float(v)) for v in g] for g in groups]
    n, k = len(groups[0]), len(groups)
    means = [sum(g) / n for g in groups]
    grand = sum(means) / k
    between = n * sum((m - grand) ** 2 for m in means)
    within = sum(sum((v - m) ** 2 for v in g) for g, m in zip(groups, means))
    return between, within, (between / (k - 1)) / (within / (k * (n - 1)))


def alternating(first, n):
    return [D(first)] + [D(first) + (D("-0.1") if i % 2 == 0 else D("0.1")) for i in range(n - 1)]


univariate = {
    "NumAcc1": ([D(10000001), D(10000003), D(10000002)], "10000002 1"),
    "NumAcc2": (alternating("1.2", 1001), "1.2 0.1"),
    "NumAcc3": (alternating("1000000.2", 1001), "1000000.2 0.1"),
    "NumAcc4": (alternating("10000000.2", 1001), "10000000.2 0.1"),
}


def exact_univariate(values):
    v = [Fraction(float(x)) for x in values]
    mean = sum(v) / len(v)
    variance = sum((x - mean) ** 2 for x in v) / (len(v) - 1)
    return mean, D(variance.numerator) / D(variance.denominator)


def text(x):
    return f"{D(x.numerator) / D(x.denominator) if isinstance(x, Fraction) else x:.20E}"


if len(sys.argv) > 1:
    for name, (groups, certified) in anova.items():
        lines = (pathlib.Path(sys.argv[1]) / f"{name}.dat").read_text().splitlines()
        theirs = [D(line.split()[1]) for line in lines[60:] if line.strip()]
        if theirs != [v for g in groups for v in g]:
            sys.exit(f"{name}: the numbers differ from NIST's")
        table = " ".join(lines[40:50]).replace("Between", "|").split("|")[1].split()
        numbers = [D(t) for t in table if "E" in t and t[0].isdigit()]
        if [D(c) for c in certified.split()] != [numbers[0], numbers[3], numbers[2]]:
            sys.exit(f"{name}: the certified values differ from NIST's: {numbers}")
root.mkdir(parents=True, exist_ok=True)
(root / "anova.txt").write_text("".join(
    f"{name} {len(groups)} {len(groups[0])} {certified} {' '.join(map(text, exact_anova(groups)))}\n" for name, (groups, certified) in anova.items()))
out = ""
for name, (values, certified) in univariate.items():
    mean, variance = exact_univariate(values)
    out += f"{name} {certified} {text(mean)} {text(variance.sqrt())}\n"
(root / "univariate.txt").write_text(out)
for name in ("SiRstv", "AtmWtAg"):
    (root / f"{name}.txt").write_text("".join(f"{v}\n" for g in anova[name][0] for v in g))
