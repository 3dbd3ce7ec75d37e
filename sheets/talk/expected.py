#!/usr/bin/env python3
"""The values that the tests of cells.sheet, grid.sheet and table.sheet expect, in exact fractions."""
from fractions import Fraction as F


def c(a, b):
    return (F(a) + 50) + (F(b) - 10)


def column(title, rows):
    values = [c(a, b) for a, b in rows]
    total, balance = sum(values), F(0)
    print(title)
    for (a, b), value in zip(rows, values):
        balance += F(a)
        print(f"  A {float(F(a)):>8}  B {float(F(b)):>8}  C {float(value):>8}"
              f"  share {float(value / total):.9f}  balance {float(balance)}")
    biggest = max(values)
    print(f"  total {float(total)}  big {float(F(rows[values.index(biggest)][0]))}")


print("cells.sheet")
for a, b in [(20, 10), (30, 10), ("-7.25", 10), (100, -40), (0, 10)]:
    print(f"  A {a}  B {b}  C {float(c(a, b))}")

grid = [(20, 10), (100, -40), (0, 0), ("7.5", "2.25"), (0, 0)]
column("grid.sheet, as loaded", grid)
column("grid.sheet, A1 = 30", [(30, 10)] + grid[1:])
column("grid.sheet, row 2 is zero, B4 cleared", [grid[0], (0, 0), (0, 0), ("7.5", 0), (0, 0)])

ledger = [(20, 10), (100, -40)]
column("table.sheet, as loaded", ledger)
column("table.sheet, second A is 10", [(20, 10), (10, -40)])
column("table.sheet, row added at the end", ledger + [("7.5", "2.25")])
column("table.sheet, row added at the start", [(1, 2)] + ledger)
column("table.sheet, first row deleted", ledger[1:])
