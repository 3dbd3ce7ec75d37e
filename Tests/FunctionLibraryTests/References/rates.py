"""Writes rates.tsv: payments and the rates that solve them, by mpmath with 60 digits.

Rows are `kind TAB arguments TAB rate`. Each case is made from a rate, so the rate is known beforehand; what follows from
it is rounded to a double, and the rate is then solved again for the rounded amounts. Cases with several roots are made
with one of them marked by the guess next to it.
"""
import random
from mpmath import mp, mpf, findroot, power, log1p

mp.dps = 60
random.seed(20100501)
rows = []


def solve(f, near):
    return findroot(f, (mpf(near), mpf(near) * (1 + mpf(10) ** -6) + mpf(10) ** -12), tol=mpf(10) ** -80, maxsteps=200)


def text(numbers):
    return " ".join(repr(float(n)) for n in numbers)


def growth_sum(rate, periods):
    return periods if rate == 0 else (power(1 + rate, periods) - 1) / rate


def balance(rate, periods, payment, present, future, due):
    return present * power(1 + rate, periods) + payment * (1 + rate * due) * growth_sum(rate, periods) + future


rates = [-0.999, -0.99, -0.9, -0.5, -0.1, -0.01, -1e-4, 1e-9, 1e-6, 1e-4, 0.005, 0.01, 0.08, 0.3, 1, 5, 50]
for rate in rates:
    for periods in [1, 2, 12, 48, 360, 1200]:
        for due in [0, 1]:
            if abs(periods * float(log1p(mpf(rate)))) > 250:
                continue
            r = mpf(rate)
            present = mpf(random.randint(100, 9999))
            future = mpf(random.choice([0, 0, -50, 120]))
            payment = mpf(float(-(present * power(1 + r, periods) + future) / ((1 + r * due) * growth_sum(r, periods))))
            if abs(payment) < 1e-8:
                continue
            flows = [present] + [payment] * periods + [future] if due == 0 else [present + payment, payment, future]
            flows[-2 if due == 0 else 0] += future if due == 0 else 0
            flows = flows[:-1] if due == 0 else flows
            signs = [a > 0 for a in flows if a != 0]
            if sum(a != b for a, b in zip(signs, signs[1:])) != 1:
                continue  # with two changes of sign there may be two rates
            try:
                exact = solve(lambda x: balance(x, periods, payment, present, future, due), rate)
            except Exception:
                continue
            if abs(exact - r) < mpf(10) ** -3 * (1 + r):
                rows.append(("RATE", text([periods, payment, present, future, due]), exact))

for count in [2, 3, 5, 12, 40, 120, 360]:
    for rate in [-0.95, -0.6, -0.2, -0.01, 1e-7, 0.003, 0.02, 0.1, 0.4, 2, 30]:
        if abs((count - 1) * float(log1p(mpf(rate)))) > 250:
            continue
        later = [mpf(random.randint(1, 1000)) for _ in range(count - 1)]
        r = mpf(rate)
        first = mpf(float(-sum(a / power(1 + r, k + 1) for k, a in enumerate(later))))
        amounts = [first] + later
        # Divided by the largest growth, so that the scale does not matter.
        exact = solve(lambda x: sum(a / power(1 + x, k) for k, a in enumerate(amounts)) / abs(first), rate)
        rows.append(("IRR", text(amounts), exact))

for count in [2, 4, 9, 30]:
    for rate in [-0.95, -0.5, -0.05, 1e-6, 0.02, 0.1, 0.7, 4, 60]:
        days = [40000]
        for _ in range(count - 1):
            days.append(days[-1] + random.randint(1, 700))
        later = [mpf(random.randint(1, 100000)) / 100 for _ in range(count - 1)]
        later = [mpf(float(a)) for a in later]
        r = mpf(rate)
        if abs((days[-1] - days[0]) / 365 * float(log1p(r))) > 250:
            continue
        times = [mpf(d - days[0]) / 365 for d in days]
        first = mpf(float(-sum(a * power(1 + r, -t) for a, t in zip(later, times[1:]))))
        amounts = [first] + later
        exact = solve(lambda x: sum(a * power(1 + x, -t) for a, t in zip(amounts, times)) / abs(first), rate)
        rows.append(("XIRR", text(amounts) + " | " + text(days), exact))

# Polynomials in 1/(1+r) with roots of choice: the guess lies beside the one that is meant.
for roots in [(0.1, 0.6), (0.05, 0.5, 2.0), (-0.3, 0.4, 1.5), (-0.5, 0.0, 0.9, 3.0)]:
    coefficients = [mpf(1)]
    for root in roots:
        growth = 1 + mpf(root)
        coefficients = [
            (coefficients[i] if i < len(coefficients) else 0) - (coefficients[i - 1] * growth if i > 0 else 0)
            for i in range(len(coefficients) + 1)
        ]
    # The amounts are the coefficients of (1+r)^n, rounded to doubles.
    amounts = [mpf(float(100 * c)) for c in coefficients]
    for root in roots:
        exact = solve(lambda x: sum(a / power(1 + x, k) for k, a in enumerate(amounts)), root if root else 1e-9)
        rows.append(("IRRNEAR", text(amounts) + " | " + repr(float(root) + 0.01), exact))

with open(__file__.replace(".py", ".tsv"), "w") as file:
    for kind, arguments, rate in rows:
        file.write(f"{kind}\t{arguments}\t{mp.nstr(rate, 20)}\n")
print(len(rows))
