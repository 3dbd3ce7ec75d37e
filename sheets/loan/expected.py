#!/usr/bin/env python3
"""The values that the tests of amortisation.sheet expect.

The instalment is found by bisection on "nothing is owed after the last month", in 50 decimal digits;
the annuity formula is not used. The months are then walked one by one.
"""
from decimal import Decimal as D, getcontext

getcontext().prec = 50


def walk(amount, rate, months, instalment):
    """Returns the balance before, the interest and the principal of each month, and what is owed at the end."""
    owed, rows = amount, []
    for _ in range(months):
        interest = owed * rate
        rows.append((owed, interest, instalment - interest))
        owed = owed + interest - instalment
    return rows, owed


def schedule(amount, yearly, years):
    amount, rate, months = D(amount), D(yearly) / 12, years * 12
    low, high = D(0), amount * (1 + rate)
    for _ in range(220):
        middle = (low + high) / 2
        if walk(amount, rate, months, middle)[1] > 0:
            low = middle
        else:
            high = middle
    return high, walk(amount, rate, months, high)[0]


def show(name, amount, yearly, years):
    instalment, rows = schedule(amount, yearly, years)
    interest = [row[1] for row in rows]
    principal = [row[2] for row in rows]
    turning = next(i for i, row in enumerate(rows, 1) if row[2] > row[1])
    print(f"{name}: {amount} at {yearly} for {years} years")
    print(f"  instalment        {instalment:.6f}")
    print(f"  total interest    {sum(interest):.6f}")
    print(f"  owed after 120    {rows[120][0] if len(rows) > 120 else 0:.6f}")
    print(f"  interest, year 1  {sum(interest[:12]):.6f}")
    print(f"  principal, last   {sum(principal[-12:]):.6f}")
    print(f"  owed after 24     {rows[24][0]:.6f}")
    print(f"  turning month     {turning}")


if __name__ == "__main__":
    show("A", "300000", "0.06", 30)
    show("B", "250000", "0.045", 15)
    show("C", "300000", "0.07", 30)
    show("without interest", "12000", "0", 5)
