"""Writes distributions.tsv: values of special functions and distributions from mpmath, with 50 digits.

A line is a function, its arguments and its value, with tabs between. Run it in this folder: python3 distributions.py
Incomplete gamma and beta functions are integrated over their densities, by the tanh-sinh rule of mpmath on pieces whose
length follows the density; where mpmath's own functions take the arguments, both must agree. Quantiles are roots found
with 40 digits.
"""

import random
import mpmath as mp

mp.mp.dps = 50
random.seed(20240229)
rows = []


def add(name, arguments, value):
    value = mp.mpf(value)
    if value == 0 or abs(value) < mp.mpf("5e-324") or abs(value) > mp.mpf("1.7e308"):
        return
    rows.append("\t".join([name] + [repr(float(a)) for a in arguments] + [mp.nstr(value, 20, min_fixed=0, max_fixed=0)]))


def tail(log_density, start, end, direction, last=mp.inf):
    """The integral of exp(log_density) from start away to end, by pieces on which the exponent falls by some 6; the density ends at last."""
    top = log_density(start)
    total, place = mp.mpf(0), mp.mpf(start)
    width = abs(end - start) / 2
    while True:
        # a piece that is short against the fall of the exponent and the distance to the ends of the range
        width = min(width * 8, abs(end - place), place / 2, (last - place) / 2)
        while abs(log_density(place + direction * width) - log_density(place)) > 6:
            width /= 2
        # over 0 to 1, because quad stops by absolute errors
        part = width * mp.quad(lambda u: mp.exp(log_density(place + direction * width * u) - top), [0, 1])
        total += part
        place += direction * width
        if part < total * mp.mpf(10) ** -22 or width == 0:
            return total * mp.exp(top)


def gamma_tail(a, x, side):
    a, x = mp.mpf(a), mp.mpf(x)
    scale = mp.loggamma(a)
    if a > 3000:
        log_density = lambda t: (a - 1) * mp.log(t) - t - scale
        wanted = side if (x > a) == (side > 0) else -side
        value = tail(log_density, x, mp.inf if wanted > 0 else mp.mpf(0), wanted)
        return value if wanted == side else 1 - value
    digits = mp.mp.dps
    mp.mp.dps = 80
    value = mp.gammainc(a, x, mp.inf, regularized=True) if side > 0 else mp.gammainc(a, 0, x, regularized=True)
    mp.mp.dps = digits
    return value


def terms(a, b, x):
    """About how many terms the series takes."""
    return (max(0, (a + b) * x - a) + 130) / (1 - x) if x < 1 else mp.inf


def beta_tail(a, b, x, side, y=None):
    a, b, x = mp.mpf(a), mp.mpf(b), mp.mpf(x)
    y = 1 - x if y is None else y
    if side > 0:
        return beta_tail(b, a, y, -1, x)
    is_wide = max(a, b) > 2000 and min(a, b) >= 1
    if x * b > y * a if is_wide else terms(a, b, x) > terms(b, a, y):
        other = beta_tail(b, a, y, -1, x)
        if other is not None and 1 - other > mp.mpf(10) ** -20:
            return 1 - other
    if is_wide:
        scale = mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
        return tail(lambda t: (a - 1) * mp.log(t) + (b - 1) * mp.log(1 - t) - scale, x, mp.mpf(0), -1, 1)
    # the positive series of DLMF 8.17.8: x^a y^b / (a B(a, b)) times the sum of (a + b)_n / (a + 1)_n x^n
    term = total = mp.mpf(1)
    n = 0
    while True:
        term *= (a + b + n) / (a + 1 + n) * x
        total += term
        n += 1
        if n % 16 == 0:
            ratio = (a + b + n) / (a + 1 + n) * x
            if ratio < 1 and term < total * (1 - ratio) * mp.mpf(10) ** -45:
                break
        if n > 20_000:
            return None
    return total * mp.exp(a * mp.log(x) + b * mp.log(y) - mp.log(a) - mp.loggamma(a) - mp.loggamma(b) + mp.loggamma(a + b))


def spread(low, high):
    return float(mp.mpf(10) ** random.uniform(low, high))


def special():
    for x in [1e-300, 1e-20, 1e-8, 0.1, 0.5, 0.7, 0.9, 1 - 1e-9, 1 + 1e-12, 1.1, 1.5, 2 - 1e-10, 2 + 1e-7, 2.5, 3, 7.25, 12.9,
              13.1, 50.5, 170.6, 1e5, 1e10, 1e15, 1e100, 1e300] + [spread(-8, 5) for _ in range(60)]:
        add("logGamma", [x], mp.loggamma(x))
    for x in [1e-300, -1e-300, 1e-9, 0.5, -0.5, 1.5, 2.5, -3.75, 5, 20.25, 100.1, 170.9, 171.6, -0.999999, -1.0000001, -20.5,
              -100.3, -170.5, -182.3] + [random.uniform(-170, 171) for _ in range(60)]:
        add("gamma", [x], mp.gamma(x))
    for _ in range(60):
        a, b = spread(-8, 10), spread(-8, 10)
        add("logBeta", [a, b], mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(mp.mpf(a) + mp.mpf(b)))
    for z in [-38.4, -37.5, -37, -20, -8.3, -5, -1, -1e-9, 0, 1e-5, 0.3, 1, 2, 5, 8] + [random.uniform(-38, 8) for _ in range(80)]:
        add("normal", [z], mp.erfc(-mp.mpf(z) / mp.sqrt(2)) / 2)
        add("normalDensity", [z], mp.npdf(mp.mpf(z)))
    for p in [5e-324, 1e-310, 1e-300, 1e-100, 1e-16, 0.02425, 0.075, 0.0750001, 0.25, 0.4999999, 0.5000001, 0.6, 0.925, 0.975,
              0.99999, 1 - 1e-15] + [spread(-300, -0.31) for _ in range(40)] + [random.random() for _ in range(40)]:
        p = mp.mpf(p)
        q = min(p, 1 - p)
        z = -mp.findroot(lambda z: mp.log(mp.erfc(z / mp.sqrt(2)) / 2) - mp.log(q), mp.sqrt(-2 * mp.log(q)) * mp.mpf("0.95") if q < 0.1 else mp.mpf("0.5"))
        add("normalQuantile", [p], z if p < 0.5 else -z)
    for _ in range(60):
        x, m, s = spread(-3, 3), random.uniform(-5, 5), spread(-1, 1)
        z = (mp.mpf(x) - m) / mp.mpf(s)
        add("normalAround", [x, m, s], mp.erfc(-z / mp.sqrt(2)) / 2)
        z = (mp.log(x) - m) / mp.mpf(s)
        add("logNormal", [x, m, s], mp.erfc(-z / mp.sqrt(2)) / 2)
        add("logNormalDensity", [x, m, s], mp.npdf(z) / mp.mpf(s) / x)
    for _ in range(40):
        a, b = random.uniform(-6, 6), random.uniform(-6, 6)
        add("errorFunction", [a, b], mp.erf(b) - mp.erf(a))


def gamma():
    shapes = [1e-8, 1e-5, 0.01, 0.3, 0.5, 0.999, 1, 1.5, 3, 10, 37.5, 100, 1000, 2.5e4, 1e6, 1e8, 1e10]
    for a in shapes:
        sigma = a ** 0.5
        places = [a + k * sigma for k in (-30, -8, -3, -1, -0.1, 0, 0.1, 1, 3, 8, 30, 38)]
        places += [spread(-8, 3) for _ in range(6)] if a < 1e4 else []
        if a < 1:
            places += [1e-300, 1e-30, 0.5, 1, 2, 10, 100, 600, 700]
        for x in places:
            if x > 0:
                for name, side in (("lowerGamma", -1), ("upperGamma", 1)):
                    add(name, [a, x], gamma_tail(a, x, side))
                density = (mp.mpf(a) - 1) * mp.log(x) - x - mp.loggamma(a)
                add("gammaDensity", [x, a], mp.exp(density))
        for p in [1e-300, 1e-20, 1e-3, 0.2, 0.5, 0.8, 0.999]:
            for name, side in (("gammaQuantile", -1), ("gammaUpperQuantile", 1)):
                if a <= 1000:
                    add(name, [p, a], quantile(lambda u: gamma_tail(a, mp.exp(u), side), p, side))


def quantile(probability, p, side):
    """exp of the root of probability(u) = p, or 0 where it is below all doubles."""
    target = mp.log(p)
    digits = mp.mp.dps
    low, high = mp.mpf(-700), mp.mpf(700)
    f = lambda u: mp.log(probability(u)) - target
    if f(low) * side < 0:
        return 0
    mp.mp.dps = 15
    for _ in range(24):
        middle = (low + high) / 2
        value = probability(middle)
        positive = -1 if value <= 0 else mp.sign(mp.log(value) - target)
        low, high = (middle, high) if positive * side > 0 else (low, middle)
    mp.mp.dps = digits
    return mp.exp(mp.findroot(f, (low, high), solver="secant", tol=1e-60, verify=False))


def beta():
    shapes = [1e-8, 1e-3, 0.3, 0.5, 1, 1.5, 4, 9.5, 60, 1e3, 1e5, 3e7, 1e10]
    for a in shapes:
        for b in shapes:
            mean = mp.mpf(a) / (mp.mpf(a) + b)
            sigma = mp.sqrt(mean * (1 - mean) / (mp.mpf(a) + b + 1))
            places = [mean + k * sigma for k in (-25, -6, -1, 0, 0.5, 2, 7, 30)] + [random.random()]
            if min(a, b) < 2:
                places += [mp.mpf("1e-12"), mp.mpf("0.3"), mean * mp.mpf("1e-4"), 1 - mp.mpf("1e-9")]
            for x in places:
                x = float(x)
                if 0 < x < 1:
                    for name, side in (("beta", -1), ("betaComplement", 1)):
                        value = beta_tail(a, b, x, side)
                        if value is not None and value > mp.mpf(10) ** -300:
                            add(name, [x, a, b], value)
                    y = 1 - mp.mpf(x)
                    log_beta = mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(mp.mpf(a) + b)
                    add("betaDensity", [x, a, b], mp.exp((mp.mpf(a) - 1) * mp.log(x) + (mp.mpf(b) - 1) * mp.log(y) - log_beta))


def student_and_fisher():
    for n in [1, 2, 3, 5, 10, 30, 101, 1000, 1e5, 1e7, 1e10]:
        for t in [1e-9, 0.01, 0.5, 1, 1.96, 3, 7, 15, 36, 1e3, 1e8, 1e50, 1e140, 1e200]:
            s = mp.mpf(t) ** 2
            x, y = n / (n + s), s / (n + s)
            value = beta_tail(mp.mpf(n) / 2, mp.mpf(1) / 2, x, -1, y)
            if value is not None:
                add("studentTails", [t, n], value)
            log_beta = mp.loggamma(mp.mpf(n) / 2) + mp.loggamma(mp.mpf(1) / 2) - mp.loggamma(mp.mpf(n + 1) / 2)
            add("studentDensity", [t, n], mp.exp((mp.mpf(n) + 1) / 2 * mp.log(x) - log_beta - mp.log(n) / 2))
        for p in [1e-250, 1e-12, 0.025, 0.3, 0.4999]:
            if n <= 1000:
                def tails(u):
                    s = mp.exp(2 * u)
                    return beta_tail(mp.mpf(n) / 2, mp.mpf(1) / 2, n / (n + s), -1, s / (n + s)) / 2
                add("studentUpperQuantile", [p, n], quantile(tails, p, 1))
    for m in [1, 2, 5, 40, 1e4, 1e10]:
        for n in [1, 2, 7, 33, 1e4, 1e10]:
            for f in [1e-200, 1e-9, 0.02, 0.7, 1, 1.3, 5, 80, 1e6, 1e250]:
                x, y = mp.mpf(m) * f / (mp.mpf(m) * f + n), n / (mp.mpf(m) * f + n)
                for name, side in (("fisherCumulative", -1), ("fisherTail", 1)):
                    value = beta_tail(mp.mpf(m) / 2, mp.mpf(n) / 2, x, side, y)
                    if value is not None:
                        add(name, [f, m, n], value)
                log_beta = mp.loggamma(mp.mpf(m) / 2) + mp.loggamma(mp.mpf(n) / 2) - mp.loggamma((mp.mpf(m) + n) / 2)
                add("fisherDensity", [f, m, n], mp.exp(mp.log(x) * m / 2 + mp.log(y) * n / 2 - log_beta - mp.log(f)))
            for p in [1e-100, 0.01, 0.4, 0.95]:
                if m < 1e4 and n < 1e4:
                    def odds(u, side):
                        r = mp.exp(u) * m / n
                        return beta_tail(mp.mpf(m) / 2, mp.mpf(n) / 2, r / (1 + r), side, 1 / (1 + r))
                    add("fisherQuantile", [p, m, n], quantile(lambda u: odds(u, -1), p, -1))
                    add("fisherUpperQuantile", [p, m, n], quantile(lambda u: odds(u, 1), p, 1))


def log_factorial(n):
    return mp.loggamma(mp.mpf(n) + 1)


def log_ways(n, k):
    return log_factorial(n) - log_factorial(k) - log_factorial(mp.mpf(n) - k)


def counts():
    for n in [1, 2, 10, 100, 5000, 10**6, 10**9]:
        for p in [1e-9, 0.001, 0.25, 0.5, 0.9, 0.999999]:
            mean, sigma = n * p, (n * p * (1 - p)) ** 0.5
            for k in sorted({int(mean + j * sigma) for j in (-20, -5, -1, 0, 2, 6, 30)} | {0, n // 3, n}):
                if 0 <= k <= n:
                    q = 1 - mp.mpf(p)
                    add("binomial", [k, n, p], mp.exp(log_ways(n, k) + k * mp.log(p) + (n - k) * mp.log(q)))
                    if k < n:
                        value = beta_tail(n - k, k + 1, q, -1, mp.mpf(p))
                        if value is not None:
                            add("binomialCumulative", [k, n, p], value)
    for s in [1, 5, 200, 10**5]:
        for p in [0.001, 0.3, 0.95]:
            mean = s * (1 - p) / p
            for f in {0, int(mean / 3), int(mean), int(mean * 1.5) + 1}:
                q = 1 - mp.mpf(p)
                add("negativeBinomial", [f, s, p], mp.exp(log_ways(f + s - 1, f) + s * mp.log(p) + f * mp.log(q)))
                value = beta_tail(s, f + 1, mp.mpf(p), -1)
                if value is not None:
                    add("negativeBinomialCumulative", [f, s, p], value)
    for m in [1e-8, 0.1, 1, 7.5, 50, 1000, 1e6, 1e9]:
        for k in sorted({max(0, int(m + j * m ** 0.5)) for j in (-30, -8, -2, 0, 1, 4, 10, 35)} | {0, 3}):
            add("poisson", [k, m], mp.exp(k * mp.log(m) - m - log_factorial(k)))
            add("poissonCumulative", [k, m], gamma_tail(k + 1, m, 1))
    for population, marked, sample in [(20, 8, 4), (52, 13, 5), (1000, 300, 100), (10**5, 5000, 777), (10**9, 4 * 10**8, 10**6),
                                       (10**9, 5 * 10**8, 5 * 10**8), (10**9, 3, 10**8)]:
        mean = sample * marked / population
        sigma = max(1, (mean * (1 - marked / population) * (1 - sample / population)) ** 0.5)
        for k in sorted({int(mean + j * sigma) for j in (-10, -3, -1, 0, 1, 3, 12, 30)}):
            if max(0, sample + marked - population) <= k <= min(sample, marked):
                log_pmf = log_ways(marked, k) + log_ways(population - marked, sample - k) - log_ways(population, sample)
                add("hypergeometric", [k, sample, marked, population], mp.exp(log_pmf))
                lower = k <= mean
                term, total, i = mp.mpf(1), mp.mpf(1 if lower else 0), k
                unmarked = population - marked
                if lower:
                    while i > max(0, sample + marked - population) and term > total * mp.mpf(10) ** -24:
                        term *= mp.mpf(i) * (unmarked - sample + i) / ((marked - i + 1) * (sample - i + 1))
                        total += term
                        i -= 1
                else:
                    while i < min(sample, marked) and (total == 0 or term > total * mp.mpf(10) ** -24):
                        term *= mp.mpf(marked - i) * (sample - i) / ((i + 1) * (unmarked - sample + i + 1))
                        total += term
                        i += 1
                value = total * mp.exp(log_pmf)
                add("hypergeometricCumulative", [k, sample, marked, population], value if lower else 1 - value)
    for _ in range(40):
        x, shape, scale = spread(-2, 2), spread(-1, 2), spread(-2, 2)
        power = (mp.mpf(x) / scale) ** shape
        add("weibullCumulative", [x, shape, scale], -mp.expm1(-power))
        add("weibullDensity", [x, shape, scale], shape * power / x * mp.exp(-power))
        add("exponentialDensity", [x, shape], shape * mp.exp(-mp.mpf(x) * shape))


def bessel():
    for n in [0, 1, 2, 3, 10, 47, 200, 1000]:
        for x in [1e-100, 1e-5, 0.1, 1, 1.9, 2.5, 9, 25, 45.5, 190, 210.25, 700, 712, 980, 1005, 1e4, 23456.75]:
            add("besselJ", [x, n], mp.besselj(n, x, maxterms=10**7, maxprec=10**6))
            add("besselY", [x, n], mp.bessely(n, x, maxterms=10**7, maxprec=10**6))
            add("besselI", [x, n], mp.besseli(n, x) if x < 2000 else 0)
            add("besselK", [x, n], mp.besselk(n, x) if x < 2000 else 0)


special()
gamma()
beta()
student_and_fisher()
counts()
bessel()
open("distributions.tsv", "w").write("\n".join(rows) + "\n")
