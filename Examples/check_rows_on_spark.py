#!/usr/bin/env python3
"""Checks rows_on_spark.py in Spark's local-cluster mode, where executors are processes of their own: three of them share the rows, one is
killed in the middle, and the results must be those of one call of the tool, byte for byte.

    Examples/check_rows_on_spark.py [ROWS] [TOOL]
"""

import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SHEET = HERE.parent / "sheets/loan/amortisation.sheet"
ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000
TOOL = sys.argv[2] if len(sys.argv) > 2 else str(HERE.parent / ".build/release/sheaf")
ASKED = ["--get", "instalment", "--get", "total_interest", "--keep", "id", "--error-column", "error"]


def write_rows(folder, is_json):
    draw = random.Random(7)
    path = folder / ("rows.jsonl" if is_json else "rows.csv")
    with open(path, "w") as file:
        if not is_json:
            file.write("id,amount,yearly_rate,years\n")
        for number in range(ROWS):
            amount, rate, years = draw.randrange(1_000, 900_000), draw.randrange(0, 120) / 1_000, draw.randrange(1, 31)
            if number % 97 == 5:
                rate = 7  # Refused: the row carries an error.
            line = '{"id": "n%d", "amount": %d, "yearly_rate": %s, "years": %d}' if is_json else "n%d,%d,%s,%d"
            file.write(line % (number, amount, rate, years) + "\n")
    return path


def executors():
    found = subprocess.run(["pgrep", "-f", "CoarseGrainedExecutorBackend.*--executor-id"], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def on_spark(rows, result, log):
    call = [
        sys.executable, str(HERE / "rows_on_spark.py"), str(SHEET), str(rows), str(result), "--merged",
        "--partitions", "12", "--tool", TOOL, *ASKED,
    ]
    environment = dict(
        os.environ, PYSPARK_PYTHON=sys.executable,
        PYSPARK_SUBMIT_ARGS="--master local-cluster[3,1,1024] --conf spark.ui.enabled=false pyspark-shell",
    )
    with open(log, "w") as errors:
        job = subprocess.Popen(call, env=environment, stderr=errors, stdout=errors)
        killed = None
        while job.poll() is None:
            time.sleep(0.5)
            if killed is None and subprocess.run(["pgrep", "-f", "sheaf eval .*--rows -"], capture_output=True).stdout:
                running = executors()
                if len(running) == 3:
                    killed = running[1]
                    os.kill(killed, signal.SIGKILL)
    return job.returncode, killed


def main():
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for is_json in (False, True):
            rows = write_rows(folder, is_json)
            alone = subprocess.run([TOOL, "eval", SHEET, "--rows", rows, "-f", "csv", *ASKED], capture_output=True)
            result = folder / "result.csv"
            status, killed = on_spark(rows, result, folder / "log")
            agrees = status == 0 and result.read_bytes() == alone.stdout
            print(f"{rows.name}: {ROWS} rows, executor {killed} killed, " + ("the same bytes" if agrees else "DIFFERENT"))
            if not agrees or killed is None:
                failed = True
                print((folder / "log").read_text()[-3000:])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
