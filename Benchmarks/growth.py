#!/usr/bin/env python3
"""Runs the tool on sheets of *n* and of ten times as many statements, a kind of statement after the other.

    swift build -c release --product sheaf   # in the folder above; SHEAF names another tool
    ./growth.py [WORD]                       # in this folder; the kinds whose name holds the word

Prints the CPU time of both and the exponent that lies between them: 1.0 is linear, 2.0 quadratic. The start of the
process is taken off.
"""

import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOOL = str(pathlib.Path(os.environ.get("SHEAF", HERE.parent / ".build/release/sheaf")).resolve())


def lines(count, line, first=0):
    return "".join(line(i) for i in range(first, count))


CHAIN = lambda n: "input a0_ = 1\n" + lines(n, lambda i: f"a{i}_ = a{i - 1}_ + 1\n", 1)
SHEETS = {
    "tests": ("test", 1_000, lambda n: "input a = 1\nb = a * 2\n" + lines(
        n, lambda i: f'test "t{i}" {{ a = {i}; expect b = {2 * i} }}\n')),
    "inputs": ("eval", 10_000, lambda n: lines(n, lambda i: f"input a{i}_: number in 0..100 = 1\n")),
    "names": ("eval", 10_000, CHAIN),
    "documented names": ("eval", 10_000, lambda n: lines(n, lambda i: f"/// is {i}\nx{i}_ = {i}\n")),
    "checks": ("test", 10_000, lambda n: "input a = 1\n" + lines(n, lambda i: f'always "c{i}": a < {i + 5}\n')),
    "events with a state": ("test", 3_000, lambda n: lines(
        n, lambda i: f"event e{i}_\nstate s{i}_ = 0 {{ on e{i}_ : s{i}_ + 1 }}\n") + 'test "e" { e1_; expect s1_ = 1 }\n'),
    "states of an event": ("test", 3_000, lambda n: "event tap\n" + lines(
        n, lambda i: f"state s{i}_ = 0 {{ on tap : s{i}_ + 1 }}\n") + 'test "e" { tap; expect s1_ = 1 }\n'),
    "actions": ("test", 2_000, lambda n: 'service s(x)\ninput u = "x"\n' + lines(
        n, lambda i: f'action a{i}_ when u <> "" = s(u)\n') + 'test "e" { a1_; s replies 3; expect a1_.value = 3 }\n'),
    "bindings": ("eval", 3_000, lambda n: "input a0_ = 1\n" + lines(
        n, lambda i: f"input a{i}_ = 1\na{i}_ <~ a{i - 1}_ + 1\n", 1)),
    "modes": ("eval", 1_000, lambda n: "input a = 1\ny = a * 2\nmodes m over y {\n" + lines(
        n, lambda i: f'  "m{i}" when a = {i} : {2 * i}\n') + "}\n"),
    "tables": ("eval", 1_000, lambda n: lines(
        n, lambda i: f"table t{i}_ {{\n  | A | B |\n  | 1 | 2 |\n  C = A + B\n}}\n")),
    "rows": ("eval", 10_000, lambda n: "table t {\n  | A | B |\n" + lines(n, lambda i: f"  | {i} | {i * 2} |\n")
             + "  C = A + B\n  D = PREVIOUS(D, 0) + C\n}\nx = SUM(t[D])\n"),
    "sheet lines": ("eval", 2_000, lambda n: lines(n, lambda i: f"sheet S{i}_\nA1 = {i}\nA2 = A1 * 2\n")),
    "arrays that spill": ("eval", 3_000, lambda n: "sheet S\n" + lines(n, lambda i: f"A{i * 3 + 1} = SEQUENCE(2)\n")),
    "fills": ("eval", 5_000, lambda n: "sheet S\n" + lines(n, lambda i: f"A{i * 2}:A{i * 2 + 1} = {i}\n", 1)),
    "errors beside one of the text": ("eval", 3_000, lambda n: lines(n, lambda i: f"e{i}_ = {i} / 0\n") + "y = FOO(1)\n"),
    "names, checked": ("check", 3_000, CHAIN),
    "names, formatted": ("fmt", 3_000, CHAIN),
    "names, drawn": ("graph", 3_000, CHAIN),
    "names, reported": ("report", 3_000, CHAIN),
    "formulas, covered": ("coverage", 1_000, lambda n: "input a = 1\n" + lines(
        n, lambda i: f"b{i}_ = IF(a > {i}, 1, 2)\n") + 'test "t" { a = 3; expect b1_ = 1 }\n'),
    "values of a state, explored": ("explore", 20_000, lambda n: (
        f'event tap\nstate s = 0 {{ on tap where s < {n} : s + 1 }}\nnever "below": s < 0\n')),
}
CALLS = {
    "eval": ["eval", "-q"], "test": ["test", "-q"], "check": ["check", "-q"], "fmt": ["fmt", "--check"],
    "graph": ["graph", "--to", "dot"], "report": ["report"], "coverage": ["test", "-q", "--coverage"],
    "explore": ["explore", "-q", "-j", "1"],
}


def seconds(call, path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run([TOOL, *CALLS[call], path], capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode not in (0, 1):
        sys.exit(f"{call} {path}: exit code {result.returncode}\n{result.stderr.decode()[:400]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "x.sheet")

        def measured(call, text):
            pathlib.Path(path).write_text(text)
            return min(seconds(call, path) for _ in range(2))

        start = measured("eval", "a = 1\n")
        print(f"| statements | call | n | n | 10 n | exponent |\n|---|---|---:|---:|---:|---:|")
        for name, (call, count, make) in SHEETS.items():
            if word not in name:
                continue
            small, large = (max(measured(call, make(n)) - start, 0.002) for n in (count, 10 * count))
            print(f"| {name} | {call} | {count:,} | {small:.3f} s | {large:.2f} s | {math.log10(large / small):.1f} |", flush=True)


main()
