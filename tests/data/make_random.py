#!/usr/bin/env python3
"""Writes tests/data/random: what SciPy says of each distribution that cp::random draws (needs SciPy).

usage: make_random.py

<name>.npy is (2, m): in the first row the mean and the edges of m - 1 intervals of about equal probability, in the second the
standard deviation and the distribution function at the edges. The mean is NaN where the variance is infinite.
"""
import pathlib

import numpy as np
import scipy.stats as st

root = pathlib.Path(__file__).resolve().parent / "random"
root.mkdir(parents=True, exist_ok=True)

continuous = {
    "random": st.uniform(),
    "uniform": st.uniform(-1, 4),
    "normal": st.norm(1, 2),
    "lognormal": st.lognorm(0.5, scale=np.exp(0.25)),
    "standard_exponential": st.expon(),
    "exponential": st.expon(scale=2),
    "laplace": st.laplace(1, 2),
    "logistic": st.logistic(1, 2),
    "gumbel": st.gumbel_r(1, 2),
    "rayleigh": st.rayleigh(scale=2),
    "weibull": st.weibull_min(1.7),
    "pareto": st.lomax(6),
    "power": st.powerlaw(2.5),
    "standard_cauchy": st.cauchy(),
    "triangular": st.triang(1.5 / 4, -1, 4),
    "standard_gamma": st.gamma(0.3),
    "gamma": st.gamma(4.5, scale=2),
    "beta": st.beta(2, 3),
    "beta_small": st.beta(0.4, 0.7),
    "chisquare": st.chi2(5),
    "f": st.f(5, 12),
    "standard_t": st.t(9),
    "noncentral_chisquare": st.ncx2(3, 2),
    "noncentral_chisquare_small": st.ncx2(0.8, 2),
    "noncentral_f": st.ncf(3, 12, 2),
    "wald": st.invgauss(2 / 3, scale=3),
    "vonmises": st.vonmises(2),
}
discrete = {
    "integers": st.randint(-3, 14),
    "poisson_small": st.poisson(3.3),
    "poisson": st.poisson(47.5),
    "poisson_large": st.poisson(1234567.8),
    "binomial_small": st.binom(20, 0.3),
    "binomial": st.binom(1000, 0.37),
    "binomial_high": st.binom(100, 0.8),
    "negative_binomial": st.nbinom(3.5, 0.3),
    "geometric": st.geom(0.2),
    "hypergeometric_small": st.hypergeom(35, 15, 8),
    "hypergeometric": st.hypergeom(350, 150, 80),
    "hypergeometric_most": st.hypergeom(500, 300, 420),
    "logseries": st.logser(0.8),
    "zipf": st.zipf(4.5),
}


def save(name, d, edges):
    cdf = d.cdf(edges)
    keep = (np.diff(cdf, prepend=0) > 0.002) & (cdf < 0.998)
    edges, cdf = edges[keep], cdf[keep]
    mean, std = d.mean(), d.std()
    if not np.isfinite(std):
        mean = np.nan
    np.save(root / f"{name}.npy", np.stack([np.concatenate([[mean], edges]), np.concatenate([[std], cdf])]))


shares = np.arange(1, 32) / 32
for name, d in continuous.items():
    save(name, d, d.ppf(shares))
for name, d in discrete.items():
    save(name, d, np.unique(d.ppf(shares)))
