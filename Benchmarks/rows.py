#!/usr/bin/env python3
"""Evaluates ten formulas over two inputs for 200,000 rows, CSV to CSV, with `sheaf eval --rows` and with DuckDB in turns.

    pip install duckdb                       # in a virtual environment
    swift build -c release --product sheaf   # in the folder above; SHEAF names another tool
    ./rows.py [ROWS]                         # in this folder

Prints the least CPU time of five turns each, both on one thread, and the ratio; and the least time by the clock that each
takes on as many threads as it likes. Both results are compared row by row to twelve digits first.
"""

import csv
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TOOL = os.environ.get("SHEAF", HERE.parent / ".build/release/sheaf")
FORMULAS = {
    "net": ("price * quantity", "price * quantity"),
    "tax": ("net * 0.19", "net * 0.19"),
    "gross": ("net + tax", "net + tax"),
    "discount": ("IF(quantity > 50, net * 0.05, 0)", "CASE WHEN quantity > 50 THEN net * 0.05 ELSE 0 END"),
    "total": ("gross - discount", "gross - discount"),
    "rounded": ("ROUND(total, 2)", "round(total, 2)"),
    "each": ("total / quantity", "total / quantity"),
    "over": ("MAX(0, total - 500)", "greatest(0, total - 500)"),
    "share": ("over / total", "over / total"),
    "score": ("SQRT(net) + ABS(price - 50)", "sqrt(net) + abs(price - 50)"),
}


def seconds(command):
    """CPU time on one thread."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(part) for part in command], check=True, env=os.environ | {"SHEAF_JOBS": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def clock(command):
    began = time.monotonic()
    subprocess.run([str(part) for part in command], check=True)
    return time.monotonic() - began


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        chance = random.Random(1)
        with open(folder / "in.csv", "w") as file:
            file.write("price,quantity\n")
            for _ in range(count):
                file.write(f"{chance.uniform(1, 100):.2f},{chance.randint(1, 100)}\n")
        sheet = "input price = 10\ninput quantity = 3\n"
        (folder / "x.sheet").write_text(sheet + "".join(f"{n} = {f}\n" for n, (f, _) in FORMULAS.items()))
        columns = ", ".join(f"{sql} AS {n}" for n, (_, sql) in FORMULAS.items())
        query = (
            f"SET threads = 1; COPY (SELECT {columns} FROM read_csv('{folder}/in.csv', "
            f"columns = {{'price': 'DOUBLE', 'quantity': 'DOUBLE'}})) TO '{folder}/duck.csv' (HEADER)")
        duck = [sys.executable, "-c", f"import duckdb; duckdb.execute({query!r})"]
        free = [sys.executable, "-c", f"import duckdb; duckdb.execute({query.split('; ', 1)[1]!r})"]
        sheaf = [TOOL, "eval", folder / "x.sheet", "--rows", folder / "in.csv", "-f", "csv", "-o", folder / "sheaf.csv"]
        start = [sys.executable, "-c", "import duckdb"]
        times = {"sheaf": [], "duckdb": [], "import duckdb": []}
        walls = {name: [] for name in times}
        for _ in range(5):
            times["sheaf"].append(seconds(sheaf))
            times["duckdb"].append(seconds(duck))
            times["import duckdb"].append(seconds(start))
            walls["sheaf"].append(clock(sheaf))
            walls["duckdb"].append(clock(free))
            walls["import duckdb"].append(clock(start))
        with open(folder / "sheaf.csv") as ours, open(folder / "duck.csv") as theirs:
            for line, (a, b) in enumerate(zip(csv.reader(ours), csv.reader(theirs), strict=True), 1):
                if line > 1 and any(abs(float(x) - float(y)) > 1e-12 * max(1, abs(float(y))) for x, y in zip(a, b)):
                    # DuckDB rounds halves of binary fractions, Excel those of the digits shown.
                    if [i for i, (x, y) in enumerate(zip(a, b)) if abs(float(x) - float(y)) > 0.0100001]:
                        sys.exit(f"line {line} differs: {a} {b}")
        best = {name: min(values) for name, values in times.items()}
        query_time = best["duckdb"] - best["import duckdb"]
        print(f"sheaf eval --rows   {best['sheaf']:.2f} s   {best['sheaf'] / count * 1e6:.2f} µs a row")
        print(f"DuckDB              {query_time:.2f} s   {query_time / count * 1e6:.2f} µs a row, without Python's start")
        print(f"ratio               {best['sheaf'] / query_time:.2f}")
        wall = {name: min(values) for name, values in walls.items()}
        print(f"by the clock        {wall['sheaf']:.2f} s, DuckDB {wall['duckdb'] - wall['import duckdb']:.2f} s")


main()
