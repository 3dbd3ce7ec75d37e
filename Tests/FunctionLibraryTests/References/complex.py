"""Writes complex.tsv: functions of complex numbers with 30 digits by mpmath, rounded to doubles.

A line is the function, the two parts of its argument, and the two parts of its value.
"""

import pathlib
import random

from mpmath import cos, cosh, exp, log, log10, mp, mpc, power, sin, sinh, sqrt, tan

mp.dps = 60

FUNCTIONS = {
    "exponential": exp,
    "logarithm": log,
    "decimalLogarithm": log10,
    "binaryLogarithm": lambda z: log(z) / log(2),
    "squareRoot": sqrt,
    "sine": sin,
    "cosine": cos,
    "tangent": tan,
    "hyperbolicSine": sinh,
    "hyperbolicCosine": cosh,
    "reciprocal": lambda z: 1 / z,
    "cube": lambda z: power(z, 3),
    "power-2.5": lambda z: power(z, -2.5),
}


def arguments():
    random.seed(5)
    for _ in range(24):
        yield random.uniform(-4, 4), random.uniform(-4, 4)
    for _ in range(12):
        size = 10 ** random.uniform(-12, 2)
        yield random.choice([-1, 1]) * size, random.choice([-1, 1]) * size * random.uniform(1e-9, 1)
    # Near the unit circle, near the poles of the tangent, and far out.
    yield from [(0.6, 0.8), (1, 1e-9), (1.0000001, 1e-5), (0.28, 0.96), (1e-160, 3e-160), (3e150, -4e150)]
    yield from [(1.5707963, 1e-7), (1.6, 19.9), (1.6, 20.1), (2, 300), (-0.5, -700), (12, -1e-300), (-9, 1e-17)]


lines = []
for name, function in FUNCTIONS.items():
    for real, imaginary in arguments():
        argument = mpc(real, imaginary)
        try:
            value = function(argument)
            parts = [float(value.real), float(value.imag)]
        except (OverflowError, ValueError):
            continue
        if all(1e-290 < abs(part) < 1e300 for part in parts):
            lines.append("\t".join([name] + [repr(x) for x in [real, imaginary] + parts]))
pathlib.Path(__file__).with_suffix(".tsv").write_text("\n".join(lines) + "\n")
