"""Writes counting.tsv: counts of ways, exact by Python's integers, rounded to doubles.

A line is the function, its arguments with commas, and the value.
"""

import math
import pathlib
import random
from fractions import Fraction


def rounded(value):
    return float(Fraction(value))


lines = []


def add(name, arguments, value):
    if value < 2**1024 - 2**970:
        lines.append(f"{name}\t{','.join(map(str, arguments))}\t{rounded(value)!r}")


def double_factorial(n):
    return math.prod(range(n, 1, -2))


random.seed(7)
for n in range(171):
    add("factorial", [n], math.factorial(n))
for n in range(301):
    add("doubleFactorial", [n], double_factorial(n))
for n, k in [(0, 0), (5, 5), (60, 30), (100, 50), (1029, 514), (1029, 515), (10**6, 3), (2147483646, 33), (500, 499)]:
    add("combinations", [n, k], math.comb(n, k))
for _ in range(200):
    n = random.randrange(2, 10 ** random.randrange(2, 9))
    k = random.randrange(0, min(n, 40))
    add("combinations", [n, k], math.comb(n, k))
    add("permutations", [n, k], math.perm(n, k))
for _ in range(100):
    terms = [random.randrange(0, 40) for _ in range(random.randrange(1, 7))]
    value = math.factorial(sum(terms))
    for term in terms:
        value //= math.factorial(term)
    add("multinomial", terms, value)
pathlib.Path(__file__).with_suffix(".tsv").write_text("\n".join(lines) + "\n")
