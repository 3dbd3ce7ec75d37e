#!/usr/bin/env python3
"""Evaluates a sheet once for each row of a file on a cluster, with Apache Spark.

    pip install pyspark                                       # Spark 3.5 or later, with Java 17
    swift build -c release --product sheaf --static-swift-stdlib
    spark-submit Examples/rows_on_spark.py sheets/loan/amortisation.sheet offers.csv results \\
        --get instalment --get total_interest

The tool and the sheet travel with the job; the machines of the cluster need neither. Each partition of the file goes through one
`sheaf eval --rows -`, and the results stand in the order of the rows, byte for byte as one machine gives them. The file is CSV whose
rows are a line each (no line ends within quotation marks), or lines of JSON; OUTPUT is a folder of Spark's, whose parts come one after
another, and --merged writes one file instead.

A row in which something is wrong carries an error, and with --error-column its reason; the job goes on. A worker that dies or cannot read the
sheet fails its task, which Spark tries again on another machine.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import threading

from pyspark import SparkContext, SparkFiles


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("sheet", help="the sheet; files that it reads beside it go with --file")
    parser.add_argument("rows", help="the file of rows, by any path that Spark reads")
    parser.add_argument("output", help="the folder for the results")
    parser.add_argument("--get", action="append", default=[], metavar="CELL")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--keep", action="append", default=[], metavar="ID,NAME")
    parser.add_argument("--error-column", metavar="NAME")
    parser.add_argument("--file", action="append", default=[], help="a file that the sheet reads")
    parser.add_argument("--format", default="csv", choices=["csv", "jsonl"])
    parser.add_argument("--partitions", type=int, help="at least so many parts of the file")
    parser.add_argument("--merged", action="store_true", help="writes one file, on the machine of the driver")
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("--tool", default=str(here.parent / ".build/release/sheaf"))
    return parser.parse_args()


def flags(options):
    pairs = [("--get", options.get), ("--set", options.set), ("--keep", options.keep)]
    if options.error_column:
        pairs.append(("--error-column", [options.error_column]))
    return [text for flag, values in pairs for value in values for text in (flag, value)]


def evaluate(index, lines, first, tool, sheet, arguments, unasked):
    """The results of one part of the rows, through one call of the tool, which is told the first line of the file first."""
    lines = iter(lines)
    begun = next(lines, None)  # In the first part it is the first line itself.
    if begun is None:
        return
    tool, sheet = SparkFiles.get(tool), SparkFiles.get(sheet)
    os.chmod(tool, 0o755)
    worker = subprocess.Popen(
        [tool, "eval", sheet, "--rows", "-"] + arguments,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    errors = []

    def feed():
        try:
            worker.stdin.write(first.encode() + b"\n")
            if index > 0:
                worker.stdin.write(begun.encode() + b"\n")
            for line in lines:
                worker.stdin.write(line.encode() + b"\n")
            worker.stdin.close()
        except BrokenPipeError:
            pass  # Its status says what became of it.

    threads = [
        threading.Thread(target=feed, daemon=True),
        threading.Thread(target=lambda: errors.append(worker.stderr.read()), daemon=True),
    ]
    for thread in threads:
        thread.start()
    for number, line in enumerate(worker.stdout):
        if number >= unasked[min(index, 1)]:
            yield line.decode().rstrip("\n")
    status = worker.wait()
    threads[1].join()
    # 1 tells of rows with errors, which carry them.
    if status not in (0, 1):
        raise RuntimeError(f"sheaf ended with {status}: {b''.join(errors).decode()[:2000]}")


def main():
    chosen = options()
    context = SparkContext(appName=f"sheaf eval {chosen.sheet}")
    for path in [chosen.tool, chosen.sheet] + chosen.file:
        context.addFile(str(pathlib.Path(path).resolve()))
    lines = context.textFile(chosen.rows, chosen.partitions)
    first = lines.first()
    tool, sheet = pathlib.Path(chosen.tool).name, pathlib.Path(chosen.sheet).name
    arguments = flags(chosen) + ["--format", chosen.format]
    # The names of the outputs, which each part has, and what the first line gives where it is a row and not the part's own.
    names = 1 if chosen.format == "csv" else 0
    unasked = (names, names + (1 if first.lstrip("\ufeff \t").startswith("{") else 0))
    results = lines.mapPartitionsWithIndex(
        lambda index, part: evaluate(index, part, first, tool, sheet, arguments, unasked)
    )
    if not chosen.merged:
        results.saveAsTextFile(chosen.output)
        return
    with open(chosen.output + ".part", "w", newline="") as file:
        if names:
            call = [chosen.tool, "eval", chosen.sheet, "--rows", "-"] + arguments
            asked = subprocess.run(call, input=first.encode() + b"\n", capture_output=True)
            if asked.returncode not in (0, 1):
                sys.exit(asked.stderr.decode())
            file.write(asked.stdout.decode().split("\n")[0] + "\n")
        for line in results.toLocalIterator(prefetchPartitions=True):
            file.write(line + "\n")
    os.replace(chosen.output + ".part", chosen.output)


if __name__ == "__main__":
    main()
