#!/usr/bin/env python3
"""Takes away one condition after another from the forms and shows what notices.

A form is only worth its tests if every condition in it is needed. This script makes mutants: copies of a
sheet in which one condition is gone. Each must fail a test, break a check or change what `sheaf explore`
finds. It prints one line for each mutant and ends with 1 when a mutant survives.

    sheets/mutate.py [--sheaf PATH] [--list FILE] [FOLDER or FILE …]

What is taken away, one at a time:
- the condition of a clause (`where`) or of an action (`when`), an operand of AND or OR in any formula
  outside of tests, a mode's condition, and each input's `where`;
- a whole clause `on …`, a whole mode, a binding `<~`;
- a stream function around its source (FILTER, HOLD, DEBOUNCE, DELAY, DISTINCT), an IF or IFERROR around
  its value, and a call of NOT;
- the limit itself, where something is compared with one (`>=` becomes `>`).
Checks are changed as well, but only made stronger: an operand of the AND of a `never` goes away.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = ["people-crm", "forms"]
# What stands around an argument and goes away, leaving that argument.
WRAPPERS = {
    "FILTER": 0, "HOLD": 0, "DEBOUNCE": 0, "THROTTLE": 0, "DELAY": 0, "DISTINCT": 0, "NOT": 0, "IFERROR": 0,
    "SUBSTITUTE": 0, "MAX": 1, "N": 0,
}
# A list of forms has no end; of the others none has more.
MOST_STATES = "1000"
# The other side of a limit.
LIMITS = {">=": ">", "<=": "<", ">": ">=", "<": "<="}


# Reading


def blank_out(text):
    """The text with comments and the inside of quoted texts replaced by blanks of the same length."""

    def hide(match):
        found = match.group(0)
        if found.startswith("//"):
            return " " * len(found)
        return '"' + " " * (len(found) - 2) + '"'

    return re.sub(r'"(?:[^"\n]|"")*"|//[^\n]*', hide, text)


def close_of(plain, opening):
    """Where the bracket that opens at a place is closed."""
    depth = 0
    for place in range(opening, len(plain)):
        if plain[place] in "([{":
            depth += 1
        elif plain[place] in ")]}":
            depth -= 1
            if depth == 0:
                return place
    raise ValueError(f"a bracket is never closed: {plain[opening:opening + 40]}")


def parts(plain, lower, upper):
    """The places of the parts that commas separate, blanks around them left out."""
    found, depth, start = [], 0, lower
    for place in range(lower, upper + 1):
        if place == upper or (plain[place] == "," and depth == 0):
            a, b = start, place
            while a < b and plain[a].isspace():
                a += 1
            while b > a and plain[b - 1].isspace():
                b -= 1
            found.append((a, b))
            start = place + 1
        elif plain[place] in "([{":
            depth += 1
        elif plain[place] in ")]}":
            depth -= 1
    return found


def statements(plain):
    """The places of the statements at the outermost level, each from its first character to its last."""
    place, found = 0, []
    while place < len(plain):
        if plain[place].isspace():
            place += 1
            continue
        start = place
        while place < len(plain) and plain[place] != "\n":
            place = close_of(plain, place) + 1 if plain[place] in "([{" else place + 1
        found.append((start, place))
    return found


# Mutants


def end_of_condition(plain, start, stops):
    """Where an expression ends that begins at a place: before one of the stops outside brackets."""
    place = start
    while place < len(plain):
        if plain[place] in "([{":
            place = close_of(plain, place)
        elif plain[place] in stops:
            return place
        place += 1
    return place


class Mutation:
    """What can be taken away from one statement of a sheet."""

    def __init__(self, text, plain, start, end):
        self.text, self.plain, self.start, self.end = text, plain, start, end
        self.word = re.match(r"\w*", plain[start:]).group(0)

    def mutants(self):
        if self.word in ("test", "always"):
            return
        yield from self.operands()
        if self.word != "never":
            yield from self.lines()
            yield from self.guards()
            yield from self.calls()
            yield from self.limits()

    def without(self, what, lower, upper, replacement=""):
        """One mutant: its line, what was taken away, and the text that is left."""
        line = self.text.count("\n", 0, lower) + 1
        what = re.sub(r"\s+", " ", what).strip()
        what = what if len(what) <= 110 else what[:107] + "…"
        return line, what, self.text[:lower] + replacement + self.text[upper:]

    def called(self, names):
        """The calls of functions in the statement: the name, its place, the arguments and the closing bracket."""
        for match in re.finditer(rf"\b({names})\(", self.plain[self.start:self.end]):
            opening = self.start + match.end() - 1
            close = close_of(self.plain, opening)
            yield match.group(1), self.start + match.start(), parts(self.plain, opening + 1, close), close

    def operands(self):
        """AND and OR with an operand less."""
        # Without an operand of AND a `never` asks for more; without one of OR it would ask for less.
        for _, _, arguments, _ in self.called("AND" if self.word == "never" else "AND|OR"):
            if len(arguments) < 2:
                continue
            for number, (a, b) in enumerate(arguments):
                lower = a if number == 0 else arguments[number - 1][1]
                upper = arguments[1][0] if number == 0 else b
                yield self.without(f"the operand {self.text[a:b]}", lower, upper)

    def lines(self):
        """Blocks without one of their clauses, modes or bindings, and modes that always hold."""
        offset = self.start
        for line in self.plain[self.start:self.end].splitlines(keepends=True):
            is_mode = self.word == "modes" and line.strip().startswith('"')
            if is_mode or re.match(r"\s*on\s", line) or (self.word == "use" and "<~" in line):
                yield self.without(f"the line {self.text[offset:offset + len(line)]}", offset, offset + len(line))
            if is_mode:
                when = offset + line.index(" when ") + 6
                colon = end_of_condition(self.plain, when, ":")
                yield self.without(f"the condition {self.text[when:colon]}", when, colon, "TRUE ")
            offset += len(line)

    def guards(self):
        """Clauses and inputs without their `where`, actions without their `when`."""
        for match in re.finditer(r"\swhere\s", self.plain[self.start:self.end]):
            lower = self.start + match.start()
            upper = end_of_condition(self.plain, self.start + match.end(), ":\n")
            yield self.without(self.text[lower:upper], lower, upper, " ")
        when = re.search(r"\swhen\s", self.plain[self.start:self.end])
        if self.word == "action" and when:
            lower = self.start + when.start()
            body = body_of_action(self.plain, lower, self.end)
            yield self.without(self.text[lower:body], lower, body, " ")

    def calls(self):
        """Functions gone from around an argument, and IF decided."""
        for name, lower, arguments, close in self.called("[A-Z]+"):
            if name in WRAPPERS and WRAPPERS[name] < len(arguments):
                a, b = arguments[WRAPPERS[name]]
                yield self.without(f"{name} around {self.text[a:b]}", lower, close + 1, self.text[a:b])
            elif name == "VALUES":
                a, b = arguments[0]
                whole = self.text[lower:close + 1]
                yield self.without(f"the first value of {whole}", lower, close + 1, self.text[a:b] + ".changed")
            elif name == "IF":
                for number, words in ((1, "always the first of"), (2, "always the second of")):
                    a, b = arguments[number]
                    whole = self.text[lower:close + 1]
                    yield self.without(f"{words} {whole}", lower, close + 1, self.text[a:b])

    def limits(self):
        """Comparisons with the limit on the other side, in formulas and in criteria such as ">="."""
        for match in re.finditer(r"(?<![<>~])(>=|<=|>|<)(?![~>=])", self.text[self.start:self.end]):
            lower, upper = self.start + match.start(), self.start + match.end()
            is_criterion = self.text[lower - 1] == '"' and self.text[upper] == '"'
            if self.plain[lower] == " " and not is_criterion:
                continue
            around = self.text[self.text.rindex("\n", 0, lower) + 1:].split("\n")[0]
            sign = match.group(0)
            yield self.without(f"{sign} → {LIMITS[sign]} in {around}", lower, upper, LIMITS[sign])


def body_of_action(plain, lower, end):
    """Where the body of an action begins: at the last `=` outside brackets that compares nothing."""
    last, place = None, lower
    while place < end:
        if plain[place] in "([{":
            place = close_of(plain, place)
        elif plain[place] == "=" and plain[place - 1] not in "<>":
            last = place
        place += 1
    return last


def mutants(text):
    """All mutants of a sheet, in the order of its lines."""
    plain = blank_out(text)
    found = [mutant for place in statements(plain) for mutant in Mutation(text, plain, *place).mutants()]
    return sorted(found, key=lambda mutant: mutant[0])


# Judging


def run(arguments):
    return subprocess.run(arguments, capture_output=True, text=True, errors="replace", timeout=120)


def first_failure(output):
    """What a run says first: the failed test and the message under it."""
    message = re.search(r"^error: (.*?)(?: \[[a-z-]+\])?$", output, re.M)
    before = output[:message.start()] if message else output
    test = re.findall(r"^  (\S.*)$", before, re.M)
    words = message.group(1) if message else "failed"
    if words.startswith(("never ", "always ", "modes ")):
        return f"check {words.split(' is broken')[0]}"
    if test and test[-1].startswith(("never ", "always ", "modes ")):
        return f"check {test[-1]}"
    return f"test “{test[-1]}”" if test else words


class Judge:
    """Runs the tests of mutants and explores them, in a copy of a folder."""

    def __init__(self, sheaf, folder):
        self.sheaf, self.folder = sheaf, folder
        self.originals = {}

    def explored(self, path):
        """What exploring finds of a sheet: its broken checks, and how many states there are."""
        found = run([self.sheaf, "explore", "-f", "json", "--max-states", MOST_STATES, path])
        form = json.loads(found.stdout)["explorations"][0]
        return [example["check"] for example in form["broken"]], form["states"]

    def noticed(self, name, text):
        """What a test or a check says of a changed sheet, and what exploring it says; each may be `None`."""
        path = os.path.join(self.folder, name)
        with open(path) as file:
            original = file.read()
        try:
            if name not in self.originals:
                self.originals[name] = self.explored(path)
            with open(path, "w") as file:
                file.write(text)
            if run([self.sheaf, "check", path]).returncode != 0:
                raise SystemExit(f"{name}: a mutant is no sheet; the script has to be mended\n{text}")
            return self.tested(path), self.difference(self.originals[name], self.explored(path))
        finally:
            with open(path, "w") as file:
                file.write(original)

    def tested(self, path):
        """The first failure in the tests of a sheet and of those that use it."""
        for tested in [path] + self.users(os.path.basename(path)):
            tests = run([self.sheaf, "test", tested])
            if tests.returncode != 0:
                where = "" if tested == path else f"{os.path.basename(tested)}, "
                return where + first_failure(tests.stdout + tests.stderr)
        return None

    @staticmethod
    def difference(original, mutant):
        """What exploring finds in a mutant and not in the original, or no more."""
        broken = [check for check in mutant[0] if check not in original[0]]
        mended = [check for check in original[0] if check not in mutant[0]]
        if broken:
            return f"breaks {broken[0]}"
        if mended:
            return f"keeps {mended[0]}"
        return None if mutant[1] == original[1] else f"{mutant[1]} states, not {original[1]}"

    def users(self, name):
        """The sheets of the folder that use a sheet, directly or through others."""
        found, waiting = [], [name]
        while waiting:
            used = waiting.pop()
            for other in sorted(os.listdir(self.folder)):
                path = os.path.join(self.folder, other)
                if other.endswith(".sheet") and path not in found and f'"{used}"' in open(path).read():
                    found.append(path)
                    waiting.append(other)
        return found


def report(mutants, survivors, lines):
    """The list as a page."""
    return "\n".join([
        "# What each condition of the forms is there for", "",
        "Made by `sheets/mutate.py --list sheets/MUTANTS.md`. Each line is one condition that was taken away, the test or check",
        "that noticed it first, and what `sheaf explore` says of what is left.",
        f"{mutants} mutants, {survivors} survived.",
    ] + lines) + "\n"


def cell(text):
    return (text or "–").replace("|", "\\|")


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("paths", nargs="*", default=[os.path.join(HERE, folder) for folder in FOLDERS])
    reader.add_argument("--sheaf", default=os.path.join(HERE, "..", ".build", "release", "sheaf"))
    reader.add_argument("--list", help="a file for the list, in Markdown")
    options = reader.parse_args()
    lines, survivors, count = [], 0, 0
    for path in options.paths:
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        names = sorted(os.listdir(path)) if os.path.isdir(path) else [os.path.basename(path)]
        with tempfile.TemporaryDirectory() as copy:
            shutil.copytree(folder, copy, dirs_exist_ok=True)
            judge = Judge(os.path.abspath(options.sheaf), copy)
            for name in (name for name in names if name.endswith(".sheet")):
                lines += ["", f"## {os.path.basename(os.path.normpath(folder))}/{name}", "",
                          "| line | taken away | test or check | exploration |", "|---|---|---|---|"]
                with open(os.path.join(folder, name)) as file:
                    text = file.read()
                for line, what, mutant in mutants(text):
                    tested, explored = judge.noticed(name, mutant)
                    count += 1
                    survivors += not (tested or explored)
                    lines.append(f"| {line} | `{cell(what)}` | {cell(tested)} | {cell(explored)} |")
                    mark = "noticed " if tested or explored else "survived"
                    print(f"{mark} {name}:{line}: {what}  ←  {tested or explored or 'nothing'}", flush=True)
    print(f"{count} mutants, {survivors} survived")
    if options.list:
        with open(options.list, "w") as file:
            file.write(report(count, survivors, lines))
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
