#!/usr/bin/env python3
"""Runs the same workloads on Sheaf, Formualizer and IronCalc, and prints one table of CPU seconds.

    pip install formualizer ironcalc        # in a virtual environment
    swift build -c release && ./peers.py    # in this folder

Every workload of a peer runs in a process of its own, on one thread, with a time limit. Formulas stand ready as text
before the clock starts; the clock covers handing them over, the first calculation, and then one edit at a time.
"""

import importlib.metadata
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 40  # seconds of wall time for one workload of one peer
MILLION = 1_000_000


class Formualizer:
    """Without change log and threads, its quickest way on one core; it recalculates what an edit dirties."""

    def __init__(self):
        import formualizer
        evaluation = formualizer.EvaluationConfig()
        evaluation.enable_parallel = False
        self.book = formualizer.Workbook(config=formualizer.WorkbookConfig(
            mode=formualizer.WorkbookMode.Ephemeral, eval_config=evaluation, enable_changelog=False))
        self.book.add_sheet("S")

    def numbers(self, row, column, values):
        self.book.set_values_batch("S", row, column, [[value] for value in values])

    def number(self, row, column, value):
        self.book.set_value("S", row, column, value)

    def formulas(self, row, column, formulas):
        self.book.set_formulas_batch("S", row, column, [[formula] for formula in formulas])

    def calculate(self):
        self.book.evaluate_all()

    def value(self, row, column):
        return self.book.get_value("S", row, column)


class IronCalc:
    """Its Python interface takes one cell a call and knows only a calculation of everything."""

    def __init__(self):
        import ironcalc
        self.model = ironcalc.create("book", "en", "UTC", "en")

    def numbers(self, row, column, values):
        for offset, value in enumerate(values):
            self.model.update_cell_with_number(0, row + offset, column, value)

    def number(self, row, column, value):
        self.model.update_cell_with_number(0, row, column, value)

    def formulas(self, row, column, formulas):
        for offset, formula in enumerate(formulas):
            self.model.update_cell_with_formula(0, row + offset, column, formula)

    def calculate(self):
        self.model.evaluate()

    def value(self, row, column):
        return self.model.get_cell_value(0, row, column)


PEERS = {"formualizer": Formualizer, "ironcalc": IronCalc}


class Workload:
    """Cells to hand over, the cell to edit, and the cell whose value tells whether all is right."""

    def __init__(self, numbers, formulas, edit, last, expected, runs=5):
        self.numbers, self.formulas = numbers, formulas
        self.edit, self.last, self.expected, self.runs = edit, last, expected, runs


def chain():
    count = 100_000
    formulas = [f"=A{row - 1}+{row % 7}" for row in range(2, count + 1)]
    total = sum(row % 7 for row in range(2, count + 1))
    return Workload([(1, 1, [1.0])], [(2, 1, formulas)], (1, 1), (count, 1), lambda x: total + x)


def fan_out():
    count = 100_000
    formulas = [f"=A1*{row % 7 + 2}" for row in range(1, count + 1)]
    return Workload([(1, 1, [1.0])], [(1, 2, formulas)], (1, 1), (count, 2), lambda x: x * (count % 7 + 2))


def filled():
    rows = range(1, MILLION + 1)
    numbers = [(1, 4, [1.0]), (1, 1, [row * 0.5 for row in rows]), (1, 2, [row * 2.0 for row in rows])]
    formulas = [f"=(A{row}+D$1)+(B{row}-10)" for row in rows]
    return Workload(numbers, [(1, 3, formulas)], (1, 4), (MILLION, 3), lambda x: MILLION * 2.5 + x - 10)


def small_edit():
    rows = range(1, MILLION // 2 + 1)
    numbers = [(1, 1, [float(row) for row in rows]), (1, 4, [1.0])]
    formulas = [(1, 2, [f"=A{row}+1" for row in rows]), (1, 3, ["=D1+1", "=C1*2", "=C2-D1"])]
    return Workload(numbers, formulas, (1, 4), (3, 3), lambda x: x + 2, runs=20)


# The name of the workload in the table, how it is made for a peer, and its name in SheafBenchmarks.
WORKLOADS = {
    "chain 100k": (chain, "chain 100k"),
    "fan-out 100k": (fan_out, "fan-out 100k"),
    "filled 1M": (filled, "filled 1M"),
    "filled 1M, a line each": (None, "filled 1M, a line each"),
    "small edit in 1M": (small_edit, "small edit in 1M"),
}


def measure(peer, name):
    """Prints the load and the least edit of one workload, in CPU seconds of this process."""
    work = WORKLOADS[name][0]()
    engine = PEERS[peer]()
    start = time.process_time()
    for row, column, values in work.numbers:
        engine.numbers(row, column, values)
    for row, column, formulas in work.formulas:
        engine.formulas(row, column, formulas)
    engine.calculate()
    load = time.process_time() - start
    check(engine, work, 1.0)
    # Flushed at once: a limit that strikes during an edit leaves the load.
    print(json.dumps({"load": load}), flush=True)
    least, begun = float("inf"), time.monotonic()
    for run in range(work.runs):
        start = time.process_time()
        engine.number(*work.edit, run + 2.0)
        engine.calculate()
        least = min(least, time.process_time() - start)
        check(engine, work, run + 2.0)
        if time.monotonic() - begun > 8:
            break
    print(json.dumps({"edit": least}), flush=True)


def check(engine, work, edited):
    found, expected = engine.value(*work.last), work.expected(edited)
    if found != expected:
        sys.exit(f"{found} instead of {expected}")


def measured(peer, name):
    """What one process found: a number for `load` and `edit`, or why there is none."""
    call = [sys.executable, __file__, "--measure", peer, name]
    try:
        run = subprocess.run(call, capture_output=True, text=True, timeout=LIMIT)
        output, reason = run.stdout, (run.stderr.strip().splitlines() or ["no result"])[-1]
    except subprocess.TimeoutExpired as limit:
        output, reason = (limit.stdout or b"").decode(), f"> {LIMIT} s"
    found = {"load": reason, "edit": reason}
    for line in output.splitlines():
        found.update(json.loads(line))
    return found


def ours():
    tool = HERE / ".build" / "release" / "SheafBenchmarks"
    if not tool.exists():
        sys.exit("build the benchmarks first: swift build -c release, in the folder Benchmarks")
    run = subprocess.run([tool, "peers", "--json"], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    found = {}
    for row in json.loads(run.stdout):
        name, part = row["name"].rsplit(", ", 1)
        found.setdefault(name, {})[part] = row["value"]
    return found


def text(value):
    if isinstance(value, str):
        return value
    return f"{value:.2g}" if value < 0.001 else f"{value:.4f}"


def main():
    versions, notes = {}, []
    for peer in PEERS:
        try:
            versions[peer] = importlib.metadata.version(peer)
        except importlib.metadata.PackageNotFoundError:
            notes.append(f"{peer} is not installed: pip install {peer}")
    sheaf = ours()
    columns = ["CPU seconds", "Sheaf"] + [f"{peer} {version}" for peer, version in versions.items()]
    print("| " + " | ".join(columns + ["Sheaf against the faster peer"]) + " |")
    print("|---" * (len(columns) + 1) + "|")
    results = {}
    for name, (make, own) in WORKLOADS.items():
        if make:
            results = {peer: measured(peer, name) for peer in versions}
        for part in ("load", "edit"):
            mine = sheaf[own][part]
            theirs = [results[peer][part] for peer in versions]
            numbers = [value for value in theirs if not isinstance(value, str)]
            ratio = f"{min(numbers) / mine:,.1f} ×" if numbers else "–"
            print("| " + " | ".join([f"{name}, {part}", text(mine)] + [text(value) for value in theirs] + [ratio]) + " |",
                  flush=True)
    for note in notes:
        print("\n" + note)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], sys.argv[3])
    else:
        main()
