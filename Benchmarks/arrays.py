#!/usr/bin/env python3
"""Array formulas of long columns in Sheaf and others: CPU time of a calculation, in one table.

    pip install formualizer ironcalc openpyxl     # in a virtual environment
    swift build -c release --product sheaf        # in the repository
    ./arrays.py                                   # in this folder; SHEAF names another tool

Each formula is filled down 2,000 rows and reads one or two columns of 5,000 rows: ten million elements a column. Sheaf,
LibreOffice and Gnumeric are measured as processes, less what the same workbook takes without the formulas; the Python packages
by the time of their evaluation. Values are compared with Sheaf's.
"""

import importlib.metadata
import multiprocessing
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile
import time

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

HERE = pathlib.Path(__file__).resolve().parent
SHEAF = os.environ.get("SHEAF", str(HERE.parent / ".build/release/sheaf"))
FORMULAS, ROWS = 2_000, 5_000
LIMIT = 120  # seconds for one workbook of one program
A, B, C = (f"{column}$1:{column}${ROWS}" for column in "ABC")
KINDS = [  # the formula of row {r}, and whether it is entered as an array formula
    (f"SUMPRODUCT(({A}=A{{r}})*{B})", False),
    (f"SUMPRODUCT(--({C}=C{{r}}),{B})", False),
    (f"SUM(IF({A}=A{{r}},{B}))", True),
    (f"LOOKUP(2,1/({A}=A{{r}}),{B})", False),
    (f"SUM(ABS({A}-A{{r}}))", True),
    (f"SUBTOTAL(9,{A})+A{{r}}", False),
    (f"STDEV({A})+A{{r}}", False),
]


def write(path, kind):
    book = openpyxl.Workbook()
    sheet = book.active
    for row in range(1, ROWS + 1):
        sheet.cell(row, 1, row * 7919 % 1000 + 1)
        sheet.cell(row, 2, row * 31 % 977 + 1)
        sheet.cell(row, 3, f"region {row * 7919 % 12}")
    for row in range(1, FORMULAS + 1) if kind else []:
        formula = "=" + kind[0].format(r=row)
        if kind[1]:
            sheet[f"D{row}"] = ArrayFormula(f"D{row}", formula)
        else:
            sheet.cell(row, 4, formula)
    book.save(path)


def process(words, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=LIMIT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return after.ru_utime - before.ru_utime, done.stdout


def sheaf(folder, name):
    seconds, output = process([SHEAF, "eval", name, "--get", f"Sheet!D{FORMULAS}"], folder)
    return seconds, float(output.split()[-1]) if len(output.split()) > 1 else None


def libreoffice(folder, name):
    seconds, _ = process(["soffice", "--headless", "--convert-to", "csv", "--outdir", "out", name], folder)
    return seconds, last(folder / "out" / name.replace(".xlsx", ".csv"))


def gnumeric(folder, name):
    seconds, _ = process(["ssconvert", "--recalc", name, "gnumeric.csv"], folder)
    return seconds, last(folder / "gnumeric.csv")


def last(path):
    """The value of the last formula in a file that a program wrote; none where there is no number."""
    value = path.read_text().splitlines()[FORMULAS - 1].split(",")[-1]
    return float(value) if value.replace(".", "").isdigit() else None


def evaluated(module, folder, name, answer):
    path = str(folder / name)
    if module == "formualizer":
        import formualizer
        book = formualizer.Workbook.from_path(path)
        start = time.process_time()
        book.evaluate_all()
        answer.put((time.process_time() - start, book.get_value("Sheet", FORMULAS, 4)))
    else:
        import ironcalc
        book = ironcalc.load_from_xlsx(path, "en", "UTC", "en")
        start = time.process_time()
        book.evaluate()
        answer.put((time.process_time() - start, book.get_formatted_cell_value(0, FORMULAS, 4)))


def package(module, folder, name):
    answer = multiprocessing.Queue()
    worker = multiprocessing.Process(target=evaluated, args=(module, folder, name, answer))
    worker.start()
    try:
        return answer.get(timeout=LIMIT)
    finally:
        worker.terminate()


def measured(program, folder, name, base):
    try:
        seconds, value = program(folder, name)
    except Exception as error:  # whatever a peer may end with
        return None, None, type(error).__name__
    return max(seconds - base, 0), value, None


def main():
    programs = [("Sheaf", sheaf)]
    for module in ["formualizer", "ironcalc"]:
        version = importlib.metadata.version(module)
        programs.append((f"{module} {version}", lambda folder, name, module=module: package(module, folder, name)))
    if shutil.which("soffice"):
        programs.append(("LibreOffice", libreoffice))
    if shutil.which("ssconvert"):
        programs.append(("Gnumeric", gnumeric))
    print("| formula | " + " | ".join(name for name, _ in programs) + " |")
    print("|---|" + "---:|" * len(programs))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write(folder / "none.xlsx", None)
        bases = {}
        for name, program in programs:
            is_process = name in ("Sheaf", "LibreOffice", "Gnumeric")
            bases[name] = min(program(folder, "none.xlsx")[0] for _ in range(2)) if is_process else 0
        for number, kind in enumerate(KINDS):
            file = f"{number}.xlsx"
            write(folder / file, kind)
            cells, expected = [], None
            for name, program in programs:
                seconds, value, problem = measured(program, folder, file, bases[name])
                if name == "Sheaf":
                    expected = value
                try:
                    agrees = problem is None and abs(float(value) - expected) <= 1e-9 * abs(expected)
                except (TypeError, ValueError):
                    agrees = False
                cells.append(problem or f"{seconds:.3f} s" + ("" if agrees else " (another value)"))
            print(f"| `{kind[0].format(r=1)}` | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
