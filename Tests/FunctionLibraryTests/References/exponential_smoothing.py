"""Writes exponential_smoothing.tsv: additive exponential smoothing fitted with another search (SciPy's differential
evolution) and in its component form, where each state is a weighted mean (Hyndman and Athanasopoulos, Forecasting:
Principles and Practice, §8.3), from the same first states.

Columns: series, period, values, root mean squared error, forecasts 1, 6 and 12 steps ahead.
"""
import numpy
from scipy.optimize import differential_evolution

PASSENGERS = [  # Box and Jenkins, Time Series Analysis, series G, 1949 to 1952
    112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118, 115, 126, 141, 135, 125, 149, 170, 170, 158, 133, 114,
    140, 145, 150, 178, 163, 172, 178, 199, 199, 184, 162, 146, 166, 171, 180, 193, 181, 183, 218, 230, 242, 209, 191,
    172, 194]
NILE = [  # Flow of the Nile at Aswan, 1871 to 1900 (Cobb, 1978)
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
    1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840]


def start(y, m):
    if m == 1:
        slope, intercept = numpy.polyfit(range(1, 11), y[:10], 1)
        return intercept, slope, [0.0]
    whole = len(y) // m
    means = [numpy.mean(y[i * m:(i + 1) * m]) for i in range(whole)]
    trend = (means[1] - means[0]) / m
    season = [numpy.mean([y[i * m + j] - means[i] for i in range(whole)]) - (j - (m - 1) / 2) * trend for j in range(m)]
    season = [s - numpy.mean(season) for s in season]
    return means[0] - trend * (m + 1) / 2, trend, season


def run(y, m, alpha, beta, gamma):
    level, trend, season = start(y, m)
    season = list(season)
    squares = 0.0
    for t, value in enumerate(y):
        squares += (value - level - trend - season[t]) ** 2
        new = alpha * (value - season[t]) + (1 - alpha) * (level + trend)
        trend = beta * (new - level) + (1 - beta) * trend
        season.append(gamma * (value - new) + (1 - gamma) * season[t] if m > 1 else 0.0)
        level = new
    return squares, level, trend, season


with open("exponential_smoothing.tsv", "w") as file:
    for name, y, m in [("passengers", PASSENGERS, 12), ("passengers", PASSENGERS, 1), ("nile", NILE, 1)]:
        best = differential_evolution(
            lambda w: run(y, m, *w)[0], [(0, 1)] * 3, seed=1, tol=1e-14, maxiter=3000, polish=True)
        squares, level, trend, season = run(y, m, *best.x)
        forecasts = [level + h * trend + season[len(y) + (h - 1) % m] for h in (1, 6, 12)]
        cells = [name, m, ",".join(map(str, y)), repr(float((squares / len(y)) ** 0.5))]
        file.write("\t".join(map(str, cells + [repr(float(f)) for f in forecasts])) + "\n")
