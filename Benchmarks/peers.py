#!/usr/bin/env python3
"""Runs the same workloads on Sheaf, Formualizer, IronCalc and LibreOffice, and prints one table of CPU seconds.

    pip install formualizer ironcalc                          # in a virtual environment
    apt install libreoffice-calc-nogui python3-uno
    swift build -c release && ./peers.py                      # in this folder

Every workload of a peer runs in a process of its own, on one thread, with a time limit. Formulas stand ready as text
before the clock starts; the clock covers handing them over, the first calculation, and then one edit at a time. The clock of
LibreOffice is the CPU time of its process, which a script speaks to; what the script takes is not counted.
"""

import importlib.metadata
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 40  # seconds of wall time for one workload of one peer
MILLION = 1_000_000


class Engine:
    """What a workload asks of an engine; a package works inside the process that measures."""

    @classmethod
    def version(cls, name):
        """The version that is installed; none where there is none."""
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return None

    @staticmethod
    def python():
        """The interpreter that has the engine."""
        return sys.executable

    def clock(self):
        """The CPU seconds that the engine has taken so far."""
        return time.process_time()

    def close(self):
        pass


class Formualizer(Engine):
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


class IronCalc(Engine):
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


class LibreOffice(Engine):
    """A program of its own, spoken to through its interface for scripts; it recalculates what an edit dirties."""

    @classmethod
    def version(cls, name):
        if not shutil.which("soffice") or not cls.python():
            return None
        return subprocess.run(["soffice", "--version"], capture_output=True, text=True).stdout.split()[1]

    @staticmethod
    def python():
        """The system's interpreter: the bridge belongs to the distribution, not to a virtual environment."""
        python = shutil.which("python3", path="/usr/bin")
        if python and subprocess.run([python, "-c", "import uno"], capture_output=True).returncode == 0:
            return python
        return None

    def __init__(self):
        import uno
        from com.sun.star.beans import PropertyValue
        hidden = PropertyValue(Name="Hidden", Value=True)
        self.folder = tempfile.TemporaryDirectory()
        pipe = "sheaf" + pathlib.Path(self.folder.name).name
        self.program = subprocess.Popen(
            ["soffice", "--headless", "--norestore", f"--accept=pipe,name={pipe};urp;",
             f"-env:UserInstallation=file://{self.folder.name}/profile"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        context = uno.getComponentContext()
        resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
        self.book = None
        # A new profile lets the program start twice; the limit of the workload ends this.
        while not self.book:
            try:
                remote = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                self.desktop = remote.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", remote)
                self.book = self.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (hidden,))
            except Exception:  # whatever the bridge says of a program that is not there yet
                time.sleep(0.2)
        self.sheet = self.book.Sheets.getByIndex(0)
        self.tasks = [pathlib.Path(f"/proc/{process}/task") for process in self.processes(self.program.pid)]

    def processes(self, first):
        """A process and all that it has started: the program's start is a script."""
        found = [first]
        for children in pathlib.Path(f"/proc/{first}/task").glob("*/children"):
            for child in children.read_text().split():
                found += self.processes(int(child))
        return found

    def clock(self):
        """In nanoseconds of the scheduler, for a tick of the clock is longer than an edit."""
        spent = [int(file.read_text().split()[0]) for tasks in self.tasks for file in tasks.glob("*/schedstat")]
        return sum(spent) / 1e9

    def numbers(self, row, column, values):
        self.area(row, column, len(values)).setDataArray(tuple((value,) for value in values))

    def number(self, row, column, value):
        self.sheet.getCellByPosition(column - 1, row - 1).setValue(value)

    def formulas(self, row, column, formulas):
        self.area(row, column, len(formulas)).setFormulaArray(tuple((formula,) for formula in formulas))

    def area(self, row, column, count):
        return self.sheet.getCellRangeByPosition(column - 1, row - 1, column - 1, row + count - 2)

    def calculate(self):
        self.book.calculate()

    def value(self, row, column):
        return self.sheet.getCellByPosition(column - 1, row - 1).getValue()

    def close(self):
        try:
            self.desktop.terminate()
        except Exception:  # the bridge ends with the program
            pass
        self.program.wait(10)
        self.folder.cleanup()


PEERS = {"formualizer": Formualizer, "ironcalc": IronCalc, "LibreOffice": LibreOffice}


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
    """Prints the load and the least edit of one workload, in CPU seconds of the engine."""
    work = WORKLOADS[name][0]()
    engine = PEERS[peer]()
    start = engine.clock()
    for row, column, values in work.numbers:
        engine.numbers(row, column, values)
    for row, column, formulas in work.formulas:
        engine.formulas(row, column, formulas)
    engine.calculate()
    load = engine.clock() - start
    check(engine, work, 1.0)
    # Flushed at once: a limit that strikes during an edit leaves the load.
    print(json.dumps({"load": load}), flush=True)
    least, begun = float("inf"), time.monotonic()
    for run in range(work.runs):
        start = engine.clock()
        engine.number(*work.edit, run + 2.0)
        engine.calculate()
        least = min(least, engine.clock() - start)
        check(engine, work, run + 2.0)
        if time.monotonic() - begun > 8:
            break
    print(json.dumps({"edit": least}), flush=True)
    engine.close()


def check(engine, work, edited):
    found, expected = engine.value(*work.last), work.expected(edited)
    if found != expected:
        sys.exit(f"{found} instead of {expected}")


def measured(peer, name):
    """What one process found: a number for `load` and `edit`, or why there is none."""
    call = [PEERS[peer].python(), __file__, "--measure", peer, name]
    # With a session of its own, what it has started ends with it.
    run = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        output, errors = run.communicate(timeout=LIMIT)
        reason = (errors.strip().splitlines() or ["no result"])[-1]
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        output, reason = run.communicate()[0], f"> {LIMIT} s"
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
    for peer, engine in PEERS.items():
        versions[peer] = engine.version(peer)
        if not versions[peer]:
            del versions[peer]
            notes.append(f"{peer} is not installed")
    sheaf = ours()
    columns = ["CPU seconds", "Sheaf"] + [f"{peer} {version}" for peer, version in versions.items()]
    print("| " + " | ".join(columns + ["Sheaf against the fastest peer"]) + " |")
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
