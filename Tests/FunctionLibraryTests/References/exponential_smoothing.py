"""Writes exponential_smoothing.tsv: additive exponential smoothing in its component form, where each state is a weighted
mean (Hyndman and Athanasopoulos, Forecasting: Principles and Practice, section 8.3), with the weights that err least.

Columns: series, period, values, weights of level, trend and season as the error corrects them, root mean squared error,
forecasts 1, 6 and 12 steps ahead.
"""
from fractions import Fraction

PASSENGERS = [  # Box and Jenkins, Time Series Analysis, series G, 1949 to 1952
    112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118, 115, 126, 141, 135, 125, 149, 170, 170, 158, 133, 114,
    140, 145, 150, 178, 163, 172, 178, 199, 199, 184, 162, 146, 166, 171, 180, 193, 181, 183, 218, 230, 242, 209, 191,
    172, 194]
NILE = [  # Flow of the Nile at Aswan, 1871 to 1900 (Cobb, 1978)
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
    1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840]


def mean(values):
    return float(sum(map(Fraction, values)) / len(values))


def start(y, m):
    if m == 1:
        middle = mean(range(len(y)))
        slope = sum((x - middle) * v for x, v in enumerate(y)) / sum((x - middle) ** 2 for x in range(len(y)))
        return y[0] - slope, slope, [0.0]
    whole = len(y) // m
    means = [mean(y[i * m:(i + 1) * m]) for i in range(whole)]
    trend = (means[1] - means[0]) / m
    season = [mean([y[i * m + j] - means[i] for i in range(whole)]) - (j - (m - 1) / 2) * trend for j in range(m)]
    season = [s - mean(season) for s in season]
    return means[0] - trend * (m + 1) / 2, trend, season


def run(y, m, first, alpha, beta, gamma):
    level, trend, season = first
    season = list(season)
    squares, percentage = 0.0, 0.0
    beta, gamma = beta / alpha, gamma / (1 - alpha)
    for t, value in enumerate(y):
        forecast = level + trend + season[t]
        squares += (value - forecast) ** 2
        percentage += abs(value - forecast) / (abs(value) + abs(forecast))
        new = alpha * (value - season[t]) + (1 - alpha) * (level + trend)
        trend = beta * (new - level) + (1 - beta) * trend
        season.append(gamma * (value - new) + (1 - gamma) * season[t] if m > 1 else 0.0)
        level = new
    return percentage, squares, level, trend, season


def best(y, m):
    first, weights = start(y, m), (500, 500, 500)
    for step in (100, 10, 1):
        near = [[w + k * step for k in range(-9, 10) if 1 <= w + k * step <= 998] for w in weights]
        seasons = near[2] if m > 1 else [0]
        tried = [(a, b, c) for a in near[0] for b in near[1] if b <= a for c in seasons if c <= 1000 - a]
        weights = min(tried, key=lambda w: run(y, m, first, *(k / 1000 for k in w))[0])
    return [k / 1000 for k in weights], first


with open("exponential_smoothing.tsv", "w") as file:
    for name, y, m in [("passengers", PASSENGERS, 12), ("passengers", PASSENGERS, 1), ("nile", NILE, 1)]:
        weights, first = best(y, m)
        _, squares, level, trend, season = run(y, m, first, *weights)
        forecasts = [level + h * trend + season[len(y) + (h - 1) % m] for h in (1, 6, 12)]
        cells = [name, m, ",".join(map(str, y)), *weights, (squares / len(y)) ** 0.5, *forecasts]
        file.write("\t".join(map(str, cells)) + "\n")
