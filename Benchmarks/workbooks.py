#!/usr/bin/env python3
"""Loads, recalculates and writes the same workbooks with Sheaf and others, and prints one table.

    pip install formualizer ironcalc openpyxl python-calamine
    swift build -c release && ./workbooks.py [FOLDER OF MODELS]      # in this folder

Every step of CPU time is measured inside a process of its own per workbook and program, the import of a package is not
counted; memory is the most that the process had until the first values were there, with the interpreter of the Python
packages. LibreOffice and Gnumeric are measured as a whole: they load and write, and compute only what they do not trust.
"""

import importlib.metadata
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 120  # seconds of wall time for one workbook of one program
STEPS = ["load", "recalculate", "write", "peak"]


def peak():
    """The most memory that this process has had, in megabytes; what its parent had does not count."""
    for line in open("/proc/self/status"):
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024


def seconds(step, into, name):
    start = time.process_time()
    result = step()
    into[name] = time.process_time() - start
    return result


def formualizer(path):
    import formualizer
    found = {}
    book = seconds(lambda: formualizer.Workbook.from_path(path), found, "load")
    # Nothing of it evaluates everything again; this is the first time.
    seconds(book.evaluate_all, found, "recalculate")
    found["load"] += found["recalculate"]
    found["peak"] = peak()
    seconds(book.to_xlsx_bytes, found, "write")
    return found


def ironcalc(path):
    import ironcalc
    found = {}
    model = seconds(lambda: ironcalc.load_from_xlsx(path, "en", "UTC", "en"), found, "load")
    seconds(model.evaluate, found, "recalculate")
    found["load"] += found["recalculate"]
    found["peak"] = peak()
    seconds(model.evaluate, found, "recalculate")
    with tempfile.TemporaryDirectory() as folder:
        seconds(lambda: model.save_to_xlsx(os.path.join(folder, "written.xlsx")), found, "write")
    return found


def openpyxl(path):
    import openpyxl
    found = {}
    seconds(lambda: openpyxl.load_workbook(path), found, "load")
    found["peak"] = peak()
    return found


def calamine(path):
    import python_calamine
    found = {}

    def load():
        book = python_calamine.CalamineWorkbook.from_path(path)
        return [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]

    sheets = seconds(load, found, "load")
    found["peak"] = peak()
    del sheets
    return found


PEERS = {"formualizer": formualizer, "ironcalc": ironcalc, "openpyxl": openpyxl, "python-calamine": calamine}


def made(folder, rows):
    """A workbook of four columns as Excel stores it: two of numbers, one formula filled down, and a running total."""
    total, lines = 0.0, []
    for row in range(1, rows + 1):
        a, b = row * 0.5, row % 97
        c = a * 2 + b
        total += c
        own = f'<f t="shared" ref="C1:C{rows}" si="0">A1*2+B1</f>' if row == 1 else '<f t="shared" si="0"/>'
        sum_ = "C1" if row == 1 else f"D{row - 1}+C{row}"
        lines.append(
            f'<row r="{row}"><c r="A{row}"><v>{a}</v></c><c r="B{row}"><v>{b}</v></c>'
            f'<c r="C{row}">{own}<v>{c}</v></c><c r="D{row}"><f>{sum_}</f><v>{total}</v></c></row>')
    path = os.path.join(folder, f"{rows * 4 // 1000}k.xlsx")
    # All the other parts that a program may ask for are those of an empty workbook.
    import openpyxl
    empty = os.path.join(folder, "empty.xlsx")
    openpyxl.Workbook().save(empty)
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    with zipfile.ZipFile(empty) as parts, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in parts.namelist():
            sheet = f'<worksheet xmlns="{space}"><sheetData>{"".join(lines)}</sheetData></worksheet>'
            archive.writestr(name, sheet if name == "xl/worksheets/sheet1.xml" else parts.read(name))
    return path


def run(call):
    try:
        done = subprocess.run(call, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"> {LIMIT} s"
    if done.returncode != 0:
        return (done.stderr.strip().splitlines() or ["failed"])[-1][:60]
    return json.loads(done.stdout.strip().splitlines()[-1])


def sheaf(path):
    tool = HERE / ".build" / "release" / "SheafBenchmarks"
    if not tool.exists():
        sys.exit("build the benchmarks first: swift build -c release, in the folder Benchmarks")
    return run([tool, "--workbook", path])


def libreoffice(path):
    return whole(lambda folder: ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless",
                                 "--convert-to", "xlsx", "--outdir", folder, path])


def gnumeric(path):
    return whole(lambda folder: ["ssconvert", path, f"{folder}/written.xlsx"])


def whole(call):
    """Loading and writing together in a folder, and the most memory of the program's processes."""
    with tempfile.TemporaryDirectory() as folder:
        pid = os.fork()
        if pid == 0:
            try:
                subprocess.run(call(folder), capture_output=True, timeout=LIMIT, check=True)
                used = resource.getrusage(resource.RUSAGE_CHILDREN)
                found = {"load": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss / 1024}
            except (subprocess.SubprocessError, OSError) as error:
                found = type(error).__name__
            pathlib.Path(folder, "found.json").write_text(json.dumps(found))
            os._exit(0)
        os.waitpid(pid, 0)
        return json.loads(pathlib.Path(folder, "found.json").read_text())


def programs():
    """What is there to be measured, by the heading of its column."""
    columns = {"Sheaf": sheaf}
    for name in PEERS:
        try:
            heading = f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            continue
        columns[heading] = lambda path, name=name: run([sys.executable, __file__, "--measure", name, path])
    if shutil.which("soffice"):
        columns["LibreOffice"] = libreoffice
    if shutil.which("ssconvert"):
        columns["Gnumeric"] = gnumeric
    return columns


def text(found, step):
    if isinstance(found, str):
        return found if step == "load" else ""
    if step not in found:
        return "–"
    return f"{found[step]:.0f} MB" if step == "peak" else f"{found[step]:.4f} s"


def median(found):
    """The median of each step over those workbooks that a program has loaded."""
    loaded = [one for one in found if not isinstance(one, str)]
    return {step: statistics.median(one[step] for one in loaded) for step in STEPS if loaded and step in loaded[0]}


def main():
    columns = programs()
    print("| workbook | step | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 2) + "|")

    def show(name, found):
        for step in STEPS:
            print(f"| {name} | {step} | " + " | ".join(text(found[heading], step) for heading in columns) + " |",
                  flush=True)

    with tempfile.TemporaryDirectory() as folder:
        for rows in (25_000, 250_000):
            path = made(folder, rows)
            show(f"{rows * 4:,} cells, half formulas", {heading: call(path) for heading, call in columns.items()})
    if len(sys.argv) > 1:
        files = sorted(str(path) for path in pathlib.Path(sys.argv[1]).glob("*.xlsx"))
        found = {heading: [call(path) for path in files] for heading, call in columns.items()}
        for place, path in enumerate(files):
            if "PolicyData" in path:
                show("PolicyData.xlsx", {heading: found[heading][place] for heading in columns})
        show(f"median of {len(files)} models", {heading: median(found[heading]) for heading in columns})
        for heading in columns:
            failed = [os.path.basename(path) for path, one in zip(files, found[heading]) if isinstance(one, str)]
            if failed:
                print(f"\n{heading} did not load {', '.join(failed)}.")


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--measure":
        print(json.dumps(PEERS[sys.argv[2]](sys.argv[3])))
    else:
        main()
