#!/usr/bin/env python3
"""The values that the tests of budget.sheet expect, in exact fractions, month by month."""
from fractions import Fraction as F
from math import floor

SEASONS = ["1.00", "0.90", "1.00", "1.05", "1.10", "1.00", "0.75", "0.70", "1.05", "1.15", "1.35", "1.60"]
SCENARIOS = {"lean": ("-0.01", 42, 1900), "base": ("0.01", 45, 2100), "boom": ("0.04", 48, 2900)}


def rounded(x):
    return floor(x + F(1, 2))


def budget(growth, price, rent, hires=1, material="17.5", tax="0.25", opening=4000):
    growth, cash = F(growth), F(opening)
    pieces, revenue, profits, balances = [], [], [], []
    for month, season in enumerate(SEASONS, 1):
        exact = 400 * (1 + growth) ** (month - 1) * F(season)
        assert abs(exact - floor(exact) - F(1, 2)) > F(1, 10**6), "a tie would hang on the last bit"
        sold = rounded(exact)
        wages = 6200 + (hires * 1950 if month >= 7 else 0)
        profit = sold * price - sold * F(material) - wages - rent
        cash += profit
        pieces.append(sold)
        revenue.append(sold * price)
        profits.append(profit)
        balances.append(cash)
    before = sum(profits)
    due = max(F(0), before * F(tax))
    return {
        "P12": pieces[11], "PIECES": sum(pieces), "REVENUE": sum(revenue), "BEFORE": before, "TAX": due,
        "PROFIT": before - due, "LOW": min(balances),
        **{f"Q{q + 1}": sum(profits[3 * q : 3 * q + 3]) for q in range(4)},
    }


def plain(x):
    x = F(x)
    return str(x.numerator) if x.denominator == 1 else repr(float(x))


CASES = {
    **{name: budget(*SCENARIOS[name]) for name in SCENARIOS},
    "hires": budget(*SCENARIOS["base"], hires=6),
    "dear": budget(*SCENARIOS["base"], material="19", tax="0.30"),
    "free": budget("0.01", 45, 0),
}

if __name__ == "__main__":
    for case, values in CASES.items():
        print(case)
        for key, value in values.items():
            print(f"  {key:8} {plain(value)}")
