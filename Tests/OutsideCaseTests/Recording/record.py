#!/usr/bin/env python3
"""Records what LibreOffice says of random calls of every function that it and Sheaf have.

    pip install openpyxl
    ./record.py                    # writes ../Cases/libreoffice.tsv; a minute

The calls are drawn from functions.tsv with a fixed seed, so that a second run gives the same file where LibreOffice is the
same. They go to LibreOffice as a workbook in Excel's format without any values; it calculates them when it converts the
workbook, and the values are read from there. A call whose arguments hold a range where one value is asked for, and one whose
result is an array, asks for one element of the result by INDEX and is entered as an array formula.
"""

import datetime
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from block import cells
from kinds import Arguments, WILD

HERE = pathlib.Path(__file__).resolve().parent
SEED = 20261121
CALLS = 46  # of each function
LIMIT = 60  # seconds for LibreOffice
FORMULAS = 30  # the column that holds them in the workbook
PREFIXED = """
  ACOT ACOTH AGGREGATE ARABIC BAHTTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR
  CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST COMBINA CONCAT CONFIDENCE.NORM
  CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL ENCODEURL ERF.PRECISE ERFC.PRECISE EXPON.DIST F.DIST
  F.DIST.RT F.INV F.INV.RT F.TEST FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT
  FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS HYPGEOM.DIST IFNA IFS ISFORMULA ISOWEEKNUM
  LOGNORM.DIST LOGNORM.INV MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV
  NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI POISSON.DIST
  QUARTILE.EXC QUARTILE.INC RANK.AVG RANK.EQ RRI SEC SECH SHEET SHEETS SKEW.P STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T
  T.DIST.RT T.INV T.INV.2T T.TEST TEXTJOIN UNICHAR UNICODE VAR.P VAR.S WEIBULL.DIST XOR Z.TEST""".split()
ARRAYS = {"FREQUENCY": (3, 1), "GROWTH": (3, 1), "LINEST": (1, 2), "LOGEST": (1, 2), "MINVERSE": (2, 2), "MMULT": (2, 2),
          "MODE.MULT": (1, 1), "MUNIT": (2, 2), "TRANSPOSE": (2, 2), "TREND": (3, 1), "FILTERXML": (1, 1)}
COMPOUND = {"db", "ets", "etsvalues", "unit", "format", "oddf", "oddl", "fixed"}  # several arguments
WHOLE = {"AND", "OR", "XOR", "GCD", "LCM", "MULTINOMIAL", "IMSUM", "IMPRODUCT"}  # arrays are not asked element by element
SCALAR = re.compile(r"(n|i|p|n:.*|i:.*|date|date\+|date-|text|bool|basis|freq|complex|time|rankvalue|needle)$")
ENDLESS = re.compile(r"(MULTINOMIAL|HYPGEOM).*1E\+300")  # what LibreOffice never finishes
TEMPLATES = {  # calls that would change from day to day, or have nothing to vary
    "RAND": "INT(RAND())+{n}", "NOW": "INT(NOW()-TODAY())+{n}", "TODAY": "TODAY()-INT(NOW())+{n}", "PI": "PI()*{n}",
    "TRUE": "TRUE()+{n}", "FALSE": "FALSE()+{n}", "NA": "IFERROR(NA(),{n})", "OFFSET": "SUM(OFFSET({call},{size}))",
    "INDIRECT": "SUM(INDIRECT({call}))", "MODE.MULT": "SUM(MODE.MULT({call}))",
}


def signatures():
    """The functions and the kinds of their arguments, from functions.tsv."""
    for line in (HERE / "functions.tsv").read_text().splitlines():
        name, kinds = line.split("\t")
        yield name, kinds_of(kinds)


def kinds_of(kinds):
    """The kinds of a line; a blank between quotation marks or brackets does not part them."""
    parts, depth, quoted = [""], 0, False
    for letter in kinds:
        quoted ^= letter == '"'
        depth += 0 if quoted else letter in "[({"
        depth -= 0 if quoted else letter in "])}"
        if letter == " " and not quoted and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


class Calls:
    """The calls; those of a function do not change with those of another."""

    def __init__(self, name):
        self.arguments = Arguments(f"{SEED} {name}")
        self.random = self.arguments.random

    def arguments_of(self, kinds):
        """The texts of the arguments, and for each its kind."""
        texts = []
        for kind in kinds:
            optional = kind.startswith("[")
            kind = kind[1:-1] if optional else kind
            if optional and self.random.random() < 0.45:
                break
            repeats = 1
            if kind.endswith("..."):
                kind, repeats = kind[:-3], self.random.choice([0, 0, 1, 1, 2, 3])
            for _ in range(repeats):
                for single in kinds_of(kind):
                    texts.append((single, self.arguments.argument(single)))
        return texts

    def call(self, name, kinds):
        """A formula, and whether it has to be entered as an array formula."""
        self.arguments.begin()
        if kinds == ["nothing"]:
            return TEMPLATES[name].format(n=self.arguments.argument("n:-9:9")), False
        if name == "OP":
            return self.arguments.operation(), False
        texts = self.arguments_of(kinds)
        array = ARRAYS.get(name)
        roll = self.random.random()
        lifted = [index for index, (kind, _) in enumerate(texts) if SCALAR.match(kind)]
        alone = [index for index, (kind, _) in enumerate(texts) if kind not in COMPOUND]
        if roll < 0.06 and alone:
            index = self.random.choice(alone)
            texts[index] = ("wild", self.random.choice(WILD))
        elif roll < 0.08 and len(texts) > 1 and len(texts) < len(kinds) + 1 and kinds[len(texts) - 1].startswith("["):
            texts[-1] = ("omitted", "")
        elif roll < 0.16 and lifted and name not in TEMPLATES and name not in WHOLE and not array:
            index = self.random.choice(lifted)
            values = [self.arguments.argument(texts[index][0]) for _ in range(3)]
            if all(re.match(r'-?[0-9.]+$|"[^"]*"$|TRUE$|FALSE$', value) for value in values):
                texts[index] = ("array", "{" + self.random.choice([",", ";"]).join(values) + "}")
                formula = f"{name}({','.join(text for _, text in texts)})"
                place = self.random.randint(1, 3)
                return f"INDEX({formula},{place},1)" if ";" in texts[index][1] else f"INDEX({formula},1,{place})", True
        arguments = ",".join(text for _, text in texts)
        if name in TEMPLATES:
            return TEMPLATES[name].format(call=arguments, size=self.random.choice(["1,1", "2,1", "3,2"])), True
        formula = f"{name}({arguments})"
        if array:
            return f"INDEX({formula},{self.random.randint(1, array[0])},{self.random.randint(1, array[1])})", True
        return formula, any(text.startswith("{") or ":" in text and '"' not in text for _, text in texts)


def all_calls():
    for name, kinds in signatures():
        calls, seen = Calls(name), set()
        for _ in range(CALLS * 4):
            formula, isArray = calls.call(name, kinds)
            if formula not in seen and not ENDLESS.search(formula):
                seen.add(formula)
                yield formula, isArray
            if len(seen) == (CALLS * 6 if name == "OP" else CALLS):
                break


def prefixed(formula):
    """The formula as Excel's files spell it."""
    def spelled(match):
        name = match.group(0)[:-1]
        return f"_xlfn.{name}(" if name in PREFIXED else match.group(0)
    parts = re.split(r'("[^"]*")', formula)
    return "".join(part if index % 2 else re.sub(r"[A-Z][A-Z0-9.]*\(", spelled, part) for index, part in enumerate(parts))


def calculated(calls, folder):
    """The values of the formulas, in their order, as LibreOffice shows them in its flat XML."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Sheet1"
    for address, value in cells():
        sheet[address] = value
        if isinstance(value, str) and not value.startswith("="):
            sheet[address].data_type = "s"
    for row, (formula, isArray) in enumerate(calls, 1):
        cell = sheet.cell(row, FORMULAS)
        text = "=" + prefixed(formula)
        sheet[cell.coordinate] = ArrayFormula(cell.coordinate, text) if isArray else text
    book.save(folder / "calls.xlsx")
    subprocess.run(["timeout", "-s", "KILL", str(LIMIT), "soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "fods", "--outdir",
                    str(folder), str(folder / "calls.xlsx")], check=True, capture_output=True)
    return values(folder / "calls.fods", len(calls))


def values(path, count):
    """The values in the column of formulas, as the recording writes them."""
    office, table, text, calc = (f"{{{name}}}" for name in (
        "urn:oasis:names:tc:opendocument:xmlns:office:1.0", "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
        "urn:oasis:names:tc:opendocument:xmlns:text:1.0", "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"))
    found = {}
    row = 0
    for line in ElementTree.parse(path).getroot().find(f".//{table}table").iter(f"{table}table-row"):
        column = 0
        for cell in line:
            repeated = int(cell.get(f"{table}number-columns-repeated", "1"))
            if column <= FORMULAS - 1 < column + repeated and row < count:
                kind = cell.get(f"{calc}value-type") or cell.get(f"{office}value-type")
                shown = "\\n".join("".join(part.itertext()) for part in cell.findall(f"{text}p"))
                if kind in ("error",):
                    found[row] = shown
                elif kind == "boolean":
                    found[row] = cell.get(f"{office}boolean-value").upper()
                elif kind == "string":
                    found[row] = '"' + (cell.get(f"{office}string-value") or whole_text(cell, text)) + '"'
                elif kind in ("float", "percentage", "currency"):
                    found[row] = cell.get(f"{office}value")
                elif kind == "date":
                    found[row] = serial(cell.get(f"{office}date-value"))
                elif kind == "time":
                    found[row] = duration(cell.get(f"{office}time-value"))
                elif kind is None:
                    found[row] = '""'
                else:
                    sys.exit(f"row {row}: {ElementTree.tostring(cell)}")
            column += repeated
        row += int(line.get(f"{table}number-rows-repeated", "1"))
    return [found.get(index, '""') for index in range(count)]


def whole_text(cell, text):
    """A text whose runs of blanks are written as elements."""
    def walk(node):
        result = node.text or ""
        for child in node:
            result += " " * int(child.get(f"{text}c", "1")) if child.tag == f"{text}s" else walk(child)
            result += child.tail or ""
        return result
    return "\\n".join(walk(part) for part in cell.findall(f"{text}p"))


def serial(text):
    """A date as a serial number."""
    day = datetime.datetime.fromisoformat(text[:26]) - datetime.datetime(1899, 12, 30)
    return repr(day.days + day.seconds / 86400).removesuffix(".0")


def duration(text):
    hours, minutes, seconds = re.fullmatch(r"-?PT(\d+)H(\d+)M([\d.]+)S", text).groups()
    value = (int(hours) * 3600 + int(minutes) * 60 + float(seconds)) / 86400
    return repr(-value if text.startswith("-") else value)


def main():
    calls = list(all_calls())
    version = subprocess.run(["soffice", "--version"], capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        results = calculated(calls, pathlib.Path(folder))
    lines = [f"# {version}, {datetime.date.today()}, {len(calls)} calls, seed {SEED}"]
    for address, value in cells():
        lines.append(f"{address}\t{str(value).upper() if isinstance(value, bool) else value if isinstance(value, (int, float)) or value.startswith('=') else chr(34) + value + chr(34)}")
    lines.append("")
    lines += [f"{formula}\t{value}" for (formula, _), value in zip(calls, results)]
    (HERE.parent / "Cases" / "libreoffice.tsv").write_text("\n".join(lines) + "\n")
    print(lines[0])


if __name__ == "__main__":
    main()
