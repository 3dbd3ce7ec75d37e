#!/usr/bin/env python3
"""Runs the calls of functions.tsv on Sheaf, Formualizer and IronCalc, and prints calls per second.

    pip install formualizer ironcalc                 # in a virtual environment
    swift build -c release && ./functions.py         # in this folder; ten minutes

A call is a column of 100,000 formulas over the same inputs; one number that all of them read is edited, and the clock covers
the evaluation that follows. Where `@` stands in a formula there is the row, `+d` adds a billionth of the edited number, and
`&d` appends it. Every function of a peer runs in a process of its own with a time limit.
"""

import json
import pathlib
import subprocess
import sys
import time

from peers import Formualizer, IronCalc

# LibreOffice is no package: its start and its filling of cells would take hours here.
PEERS = {"formualizer": Formualizer, "ironcalc": IronCalc}
HERE = pathlib.Path(__file__).resolve().parent
COUNT = 100_000
LIMIT = 60  # seconds of wall time for one function of one peer


def calls():
    for line in (HERE / "functions.tsv").read_text().splitlines():
        yield line.split("\t")


def inputs():
    """The columns that the formulas read: their numbers or texts from row 1 on."""
    rows = range(1, COUNT + 1)
    dates = [40000 + row * 13 % 5000 for row in rows]
    return {
        1: [row * 7919 % 1000 / 10 + 0.05 for row in rows], 2: [row * 104729 % 97 + 1.0 for row in rows],
        3: [row * 31 % 100 / 100 + 0.005 for row in rows], 4: [1.0], 5: [f"w{row % 1000} Hello" for row in rows],
        6: [float(row) for row in range(1, 1001)], 7: [row * 37 % 1000 + 0.0 for row in range(1, 1001)],
        8: [float(date) for date in dates], 9: [date + 30.0 + row * 17 % 3000 for date, row in zip(dates, rows)],
        11: [-1000.0] + [100.0] * 19,
    }


def written(formula, row):
    return "=" + (formula.replace("@", str(row)).replace("+d", "+D$1*1E-9").replace("&d", "&D$1").replace(",d)", ",D$1)"))


def used(formula, letter):
    return f"{letter}@" in formula or f"{letter}$" in formula


def measure(peer, formula):
    """Prints the least CPU seconds of three evaluations, and the value in the seventh row."""
    engine = PEERS[peer]()
    for column, values in inputs().items():
        if not used(formula, "ABCDEFGHIJK"[column - 1]):
            continue
        if column == 5 and peer == "ironcalc":
            for row, value in enumerate(values, 1):
                engine.model.update_cell_with_text(0, row, column, value)
        else:
            engine.numbers(1, column, values)
    engine.formulas(1, 10, [written(formula, row) for row in range(1, COUNT + 1)])
    engine.calculate()
    least = float("inf")
    for run in range(3):
        engine.number(1, 4, run + 2.0)
        start = time.process_time()
        engine.calculate()
        least = min(least, time.process_time() - start)
    print(json.dumps({"seconds": least, "value": str(engine.value(7, 10))}))


def measured(peer, formula):
    call = [sys.executable, __file__, "--measure", peer, formula]
    try:
        run = subprocess.run(call, capture_output=True, text=True, timeout=LIMIT)
        return json.loads(run.stdout)
    except subprocess.TimeoutExpired:
        return {"seconds": None, "value": f"> {LIMIT} s"}
    except json.JSONDecodeError:
        return {"seconds": None, "value": (run.stderr.strip().splitlines() or ["no result"])[-1]}


def agrees(ours, theirs):
    """Whether two shown values are the same; a function that a peer does not have gives an error there."""
    try:
        return abs(float(ours) - float(theirs)) <= 1e-6 * abs(float(ours)) + 1e-9
    except ValueError:
        return not theirs.startswith(("#", "{")) and "rror" not in theirs


def rate(seconds):
    return f"{COUNT / seconds / 1e6:.2f}" if seconds else "–"


def main():
    tool = HERE / ".build" / "release" / "SheafBenchmarks"
    ours = {row["name"]: row for row in json.loads(subprocess.run([tool, "functions", "--json"], capture_output=True, text=True).stdout)}
    versions = {peer: engine.version(peer) for peer, engine in PEERS.items()}
    print("| million calls a second | Sheaf | " + " | ".join(f"{peer} {version}" for peer, version in versions.items())
          + " | Sheaf against the faster peer |")
    print("|---|---:|---:|---:|---:|")
    families = {}
    for family, name, formula in calls():
        mine = ours[f"{family}, {name}"]
        found = {peer: measured(peer, formula) for peer in PEERS}
        for peer, result in found.items():
            if result["seconds"] and not agrees(mine["note"], result["value"]):
                print(f"{name}: {peer} gives {result['value']}, Sheaf {mine['note']}", file=sys.stderr, flush=True)
                result["seconds"] = None
        theirs = [result["seconds"] for result in found.values()]
        known = [seconds for seconds in theirs if seconds]
        row(name, mine["value"], theirs)
        if len(known) == len(PEERS):
            families.setdefault(family, []).append((mine["value"], *theirs))
    for family, times in families.items():
        sums = [sum(column) for column in zip(*times)]
        row(f"**{family}**, the {len(times)} that all have", sums[0] / len(times), [seconds / len(times) for seconds in sums[1:]])


def row(name, mine, theirs):
    known = [seconds for seconds in theirs if seconds]
    ratio = f"{min(known) / mine:.1f} ×" if known else "–"
    print(f"| {name} | {rate(mine)} | " + " | ".join(map(rate, theirs)) + f" | {ratio} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], sys.argv[3])
    else:
        main()
