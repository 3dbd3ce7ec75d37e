"""Random arguments, by the kinds that functions.tsv names.

A kind is a word, with bounds behind colons where it has any: `n:0:1` is a number from 0 to 1, `i:1:12` an integer. Each kind
is a method of Arguments that gives the text of one argument. What arguments of one call share, such as the length of
columns that belong together or the date that the next one must follow, is kept in the object for the time of one call.
"""

import datetime
import random

from block import COLUMNS

WORDS = ['"apple"', '"Hello World"', '"a"', '""', '"  two  spaces "', '"Ärger"', '"banana"', '"ABC123"', '"x-y.z"',
         '"12.5"', '"The quick brown fox"', '"o\'neil mc-adam"', '"100%"', '"été"', '"tab.le"', '"Mississippi"']
CRITERIA = ['">3"', '"<=5"', '"<>3"', '"apple"', '"a*"', '"=9"', '"?ear"', '3', '"*a*"', '">"&A2', '"<>"', '"="', 'A1', '">=2.5"',
            'TRUE', '"<>apple"', '9', '0', '"~?"', '"fig~?"', '">b"', '"12"', '-3', '"<0"', 'D1', '""', '"APPLE"', '"=apple"']
UNITS = ["m km ft mi in yd Nmi cm", "g kg lbm ozm stone ton mg u", "sec s hr mn day yr ms", "J kJ cal eV Wh BTU HPh", "C F K Rank",
         "l ml gal cup tsp tbs pt qt m3 ft3", "Pa kPa atm mmHg psi Torr", "W kW HP PS", "m/s mph kn m/h", "m2 ha ft2 uk_acre ar",
         "bit byte kbit Mbyte kibyte", "N dyn lbf kN", "T ga"]
CURRENCIES = ["EUR", "DEM", "FRF", "ITL", "ESP", "NLG", "ATS", "BEF", "FIM", "IEP", "PTE", "GRD"]
FORMATS = ["0", "0.00", "#,##0", "#,##0.00", "0%", "0.0%", "0.00E+00", "000", "#.##", "yyyy-mm-dd", "hh:mm", "d mmm yyyy", "dddd",
           "mmmm", "[h]:mm", "h:mm AM/PM", "#,##0;(#,##0)", "0.0;-0.0;zero", "\\x0", "0\" units\"", "@", "# ?/?", "# ??/??", "mm:ss",
           "#,##0,", "0.0,,", "$#,##0.00", "ddd d", "yy", "m/d/yyyy", "+0;-0", "00000"]
WILD = ["1/0", "#N/A", '"abc"', '""', "I1", "TRUE", "-1", "0", "1E+300", "C2", "H4", "0.5", "-0.5", '"3"', "I3", "FALSE"]


class Arguments:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def begin(self):
        """Starts a call."""
        self.day = None
        first = self.random.randint(1, 5)
        self.rows = (first, self.random.randint(first + 3, 12))
        self.single = None

    def argument(self, kind):
        """The text of an argument of a kind."""
        name, *bounds = kind.split(":", 1)
        if name == "one":
            choice = self.random.choice(bounds[0].split("|"))
            if choice == "same":
                return self.beside()
            self.single = choice
            return choice
        if name in ("n", "i"):
            low, high = map(float, bounds[0].split(":")) if bounds else (None, None)
            return self.number(low, high) if name == "n" else self.integer(int(low), int(high))
        return getattr(self, METHODS.get(name, name))()

    # Numbers

    def decimal(self, value):
        text = f"{value:.6g}" if abs(value) < 1e-4 or abs(value) >= 1e15 else f"{value:.6f}".rstrip("0").rstrip(".")
        return "0" if text in ("-0", "") else text.replace("e", "E")

    def written(self, text):
        """A number as it is, or in another form that means the same."""
        roll = self.random.random()
        if roll < 0.02 and "E" not in text:
            return f'"{text}"'
        if roll < 0.06:
            return f"({text}+0)"
        return text

    def number(self, low, high):
        roll = self.random.random()
        if low is None:
            if roll < 0.12:
                return self.random.choice([f"A{self.random.randint(1, 12)}", f"B{self.random.randint(1, 12)}", "I2"])
            if roll < 0.3:
                return self.random.choice(["0", "1", "-1", "0.5", "-0.5", "2", "10", "100", "-2.5", "1E-05", "1234567.891", "1E+15"])
            low, high = self.random.choice([(-10, 10), (-100, 100), (-1000, 1000), (0, 1)])
        elif roll < 0.06:
            return self.decimal(self.random.choice([low, high]))
        value = self.random.uniform(low, high)
        digits = self.random.choice([0, 1, 2, 3, 5]) if high - low > 3 else self.random.choice([1, 2, 3, 5])
        rounded = round(value, digits)
        return self.written(self.decimal(rounded if low <= rounded <= high and rounded != 0 else value))

    def integer(self, low, high):
        roll = self.random.random()
        value = self.random.randint(low, high)
        if roll < 0.05:
            value = self.random.choice([low, high])
        if 0.05 < roll < 0.1 and low < value < high:
            return f"{value + self.random.choice([0.25, 0.5, 0.9]):g}" if value >= 0 else str(value)
        return self.written(str(value))

    def probability(self):
        if self.random.random() < 0.1:
            return self.random.choice(["0.5", "0.001", "0.999", "1E-08", "0", "1"])
        return self.written(self.decimal(round(self.random.random(), self.random.choice([1, 2, 3, 6])) or 0.25))

    def logical(self):
        return self.random.choice(["TRUE", "FALSE", "TRUE", "FALSE", "1", "0", "A1>2", "B1>2", "T1", "T2", "I1"])

    def type(self):
        return self.random.choice("01")

    def freq(self):
        return self.random.choice("124")

    def basis(self):
        return self.random.choice("01234")

    def basis024(self):
        return self.random.choice("0134")

    # Dates

    def when(self, day):
        self.day = day
        roll = self.random.random()
        if roll < 0.1:
            return f'"{day.isoformat()}"'
        if roll < 0.3:
            return f"DATE({day.year},{day.month},{day.day})"
        return str((day - datetime.date(1899, 12, 30)).days)

    def any_day(self):
        day = datetime.date(1990, 1, 1) + datetime.timedelta(self.random.randint(0, 14000))
        if self.random.random() < 0.25:
            year, month = self.random.randint(1992, 2028), self.random.choice([1, 2, 2, 3, 4, 6, 8, 11, 12])
            day = datetime.date(year, month % 12 + 1, 1) - datetime.timedelta(self.random.choice([0, 1, 1, 2])) if month < 12 else \
                datetime.date(year, 12, self.random.choice([30, 31, 1]))
        return day

    def date(self):
        if self.random.random() < 0.06:
            row = self.random.randint(1, 12)
            self.day = datetime.date(1899, 12, 30) + datetime.timedelta(COLUMNS["E"][row - 1])
            return f"E{row}"
        return self.when(self.any_day())

    def later_date(self):
        years = self.random.choice([1, 1, 3, 10])
        return self.when((self.day or self.any_day()) + datetime.timedelta(self.random.randint(1, 365 * years)))

    def earlier_date(self):
        """An issue: before the first of two dates at most by chance, mostly long before both."""
        return self.when((self.day or self.any_day()) - datetime.timedelta(self.random.randint(3700, 4200)))

    def tbill(self):
        return self.when((self.day or self.any_day()) + datetime.timedelta(self.random.randint(1, 360)))

    def odd_first(self):
        """Settlement, maturity, issue, and first coupon on the maturity's days."""
        months = 6
        maturity = datetime.date(self.random.randint(2012, 2030), self.random.randint(1, 12), self.random.randint(1, 28))
        back = self.random.randint(3, 20) * 12
        serial = maturity.year * 12 + maturity.month - 1 - back
        coupon = datetime.date(serial // 12, serial % 12 + 1, maturity.day)
        settlement = coupon - datetime.timedelta(self.random.randint(5, 80))
        issue = settlement - datetime.timedelta(self.random.randint(1, 80))
        return ",".join([self.when(settlement), self.when(maturity), self.when(issue), self.when(coupon)])

    def odd_last(self):
        """Settlement, maturity and last coupon."""
        last = self.any_day()
        settlement = last + datetime.timedelta(self.random.randint(1, 100))
        maturity = settlement + datetime.timedelta(self.random.randint(1, 80))
        return ",".join([self.when(settlement), self.when(maturity), self.when(last)])

    def holidays(self):
        return self.random.choice(["E1:E12", "E3:E9", "42064", "{42064,42065,42369}", "I1:I3", "E1"])

    def weekend(self):
        return self.random.choice(["1", "2", "7", "11", "17", "3", '"0000011"', '"1000001"', '"0101010"', '"0000000"', "12"])

    def time(self):
        return self.random.choice([
            self.decimal(round(self.random.random(), 5)), self.decimal(round(self.random.uniform(1, 50000), 4)), self.time_text(),
            f"TIME({self.random.randint(0, 23)},{self.random.randint(0, 59)},{self.random.randint(0, 59)})"])

    def time_text(self):
        hour, minute, second = self.random.randint(0, 23), self.random.randint(0, 59), self.random.randint(0, 59)
        return self.random.choice([f'"{hour}:{minute:02}"', f'"{hour:02}:{minute:02}:{second:02}"',
                                   f'"{hour % 12 + 1}:{minute:02} {self.random.choice(["AM", "PM", "pm"])}"',
                                   f'"2015-03-04 {hour:02}:{minute:02}"'])

    def date_text(self):
        day = self.any_day()
        return self.random.choice([f'"{day.isoformat()}"', f'"{day.month}/{day.day}/{day.year}"', f'"{day:%d-%b-%Y}"',
                                   f'"{day:%B} {day.day}, {day.year}"', f'"{day.isoformat()} 13:30"', '"abc"', '""', '"2015-02-30"'])

    # Text

    def text(self):
        roll = self.random.random()
        if roll < 0.15:
            return f"D{self.random.randint(1, 12)}"
        if roll < 0.22:
            return self.random.choice(["C1", "C3", "C4", "C5", "12.5", "-3", "A4"])
        if roll < 0.3:
            return f"{self.random.choice(WORDS)}&{self.random.choice(WORDS)}"
        return self.random.choice(WORDS)

    def needle(self):
        return self.random.choice(['"a"', '"e"', '"pp"', '"i"', '" "', '"ss"', '"A"', '"?"', '"zz"', '""', '"an"', '"s*i"', '1', '"."'])

    def any(self):
        roll = self.random.random()
        if roll < 0.3:
            return self.argument("n")
        if roll < 0.5:
            return self.text()
        if roll < 0.7:
            return f"{self.random.choice('ACDHI')}{self.random.randint(1, 12)}"
        return self.random.choice(["1/0", "#N/A", '""', "A1+1", '"a"&1', "NA()", "I1", "0", '"7"', "A1*2"])

    def any_or_logical(self):
        if self.random.random() < 0.3:
            return self.random.choice(["TRUE", "FALSE", "A1=3", "T1", "T8", "A1<>A2"])
        return self.any()

    def cell(self):
        return f"{self.random.choice('ABCDEFGHIJ')}{self.random.randint(1, 12)}"

    def format(self):
        form = self.random.choice(FORMATS).replace('"', '""')
        value = self.argument("n:0:50000" if any(letter in form for letter in "ymdh") else "n")
        return f'{value},"{form}"'

    def hexadecimal(self):
        return self.random.choice([f'"{self.random.randint(0, 16 ** 5):X}"', f'"{self.random.randint(0, 511):x}"', '"FFFFFFFFFF"', '"FFFFFFFE00"',
                                   '"G"', "12", '""', '"1FF"', '"A"', '"12345678901"'])

    def octal(self):
        return self.random.choice([f'"{self.random.randint(0, 8 ** 5):o}"', f"{self.random.randint(0, 511):o}", '"7777777777"', '"8"', '"7777777000"'])

    def binary(self):
        return self.random.choice([f"{self.random.randint(0, 511):b}", f'"{self.random.randint(0, 511):b}"', '"1111111111"', '"1000000000"', '"2"',
                                   '"11111111111"', '""'])

    def complex(self):
        a, b = (self.decimal(round(self.random.uniform(-5, 5), self.random.choice([0, 1, 2]))) for _ in range(2))
        b = "1" if b == "0" else b
        sign = "" if b.startswith("-") else "+"
        return self.random.choice([f'"{a}{sign}{b}i"'] * 4 + [f'"{b}i"', f'"{a}"', a, '"i"', '"-i"', '"3+4j"', '"1-i"', f'COMPLEX({a},{b})', '"x"'])

    def currency(self):
        return f'"{self.random.choice(CURRENCIES)}"'

    def unit(self):
        group = self.random.choice(UNITS).split()
        other = self.random.choice(UNITS).split() if self.random.random() < 0.05 else group
        return f'{self.argument("n:0:500")},"{self.random.choice(group)}","{self.random.choice(other)}"'

    # Ranges and arrays

    def column(self, letters):
        letter = self.random.choice(letters)
        return f"{letter}{self.rows[0]}:{letter}{self.rows[1]}"

    def span(self):
        if self.random.random() < 0.02:
            return "A1:A3"
        return self.column("ABCDGHK" if self.random.random() < 0.3 else "ABCGK")

    def number_span(self):
        if self.random.random() < 0.03:
            return "A1:A3"
        return self.column("ABGJKC" if self.random.random() < 0.25 else "ABGJK")

    def positive_span(self):
        return self.column("AGJK")

    def positive_columns(self):
        return self.column("AGK")

    def numbers(self):
        roll = self.random.random()
        if roll < 0.2:
            return "{" + ",".join(self.decimal(round(self.random.uniform(-9, 20), self.random.choice([0, 1]))) for _ in range(self.random.randint(2, 7))) + "}"
        if roll < 0.3:
            return self.column("C")
        return self.column("ABGK")

    def positives(self):
        return self.random.choice([self.column("AGJK"), "{1,2,3.5,8}", self.decimal(round(self.random.uniform(0.1, 50), 2))])

    def nums(self):
        roll = self.random.random()
        if roll < 0.35:
            return self.argument("n")
        if roll < 0.45:
            return "{" + ",".join(str(self.random.randint(-9, 20)) for _ in range(self.random.randint(1, 5))) + "}"
        if roll < 0.47:
            return "H1:H3"
        return self.column("ABCDGIJK")

    def mixed(self):
        return self.random.choice([self.column("C"), self.column("A"), self.column("D"), "TRUE", "C4", "I1:I4", self.argument("n"),
                                   self.column("T"), self.column("B"), "A1:C4", "C1:D12", "H1:H3"])

    def range(self):
        return self.random.choice([self.column("ABCDGHIK"), "A1:C6", "C1:D12", "A1:A12", "C1:C12", "D1:D12"])

    def area(self):
        return self.random.choice(["A1:C4", "D2:G9", "{1,2,3;4,5,6;7,8,9}", "C1:D12", "A1:B12", '{"a","b";"c","d"}', "C3:D7"])

    def criterion(self):
        return self.random.choice(CRITERIA)

    def needle_number(self):
        return self.random.choice(["1", "2", "3", "5", "8", "4", "9", "100", "0", "2.5", "A1", "A3", "G4", '"a"', "I1", "1000"])

    def rank_value(self):
        return self.random.choice([f"A{self.random.randint(1, 12)}", "9", "3", "B3", "B7", "4", "1.25"])

    def matrix(self):
        size = self.random.choice([1, 2, 2, 3, 3, 4])
        if self.random.random() < 0.15:
            return self.random.choice(["A1:B2", "A1:C3", "A1:B3", "A3:D6", "J1:K2"])
        rows = [",".join(str(self.random.randint(-9, 9)) for _ in range(size)) for _ in range(size)]
        return "{" + ";".join(rows) + "}"

    def matrix_of_two(self):
        if self.random.random() < 0.3:
            return self.random.choice(["A1:B2", "A5:B6", "J3:K4", "A1:B3"])
        return "{" + ";".join(",".join(str(self.random.randint(-9, 9)) for _ in range(2)) for _ in range(2)) + "}"

    def database(self):
        field = self.random.choice(['"Count"', '"Price"', "2", "3", '"count"', "M1", '"Fruit"', "4", '"none"'] + ['"Price"', '"Count"'] * 3)
        return f"L1:N8,{field},{self.random.choice(['O1:O2', 'O1:P2', 'O4:O5', 'O4:P5', 'O7:O8', 'P7:P8', 'O10:O12', 'O10:P12', 'P1:P2', 'O1:O3'])}"

    def ets(self):
        return f"{self.random.randint(25, 30)},R1:R24,S1:S24,{self.random.choice(['1', '12', '4', '0', '6'])}"

    def ets_values(self):
        last = self.random.randint(16, 24)
        return f"R1:R{last},S1:S{last}"

    def beside(self):
        """The range beside the one chosen before in this call: texts for a lookup, dates for payments."""
        if self.single and self.single.startswith("{"):
            return "{" + ",".join(f'"r{n}"' for n in range(self.single.count(",") + 1)) + "}"
        letter = "E" if self.single and self.single[0] in "AF" else "D"
        first, last = self.single.split(":")
        return f"{letter}{first[1:]}:{letter}{last[1:]}"

    def operation(self):
        left, right = (self.random.choice([self.any(), self.argument("n"), self.argument("n"), self.text()]) for _ in range(2))
        return f"({left}){self.random.choice(['+', '-', '*', '/', '^', '&', '=', '<', '>', '<=', '>=', '<>'])}({right})"

    def fixed(self):
        value = self.integer(-50, 50).strip('()"').split("+")[0]
        return f"{value},{value}"


METHODS = {
    "anyl": "any_or_logical",    "p": "probability", "bool": "logical", "date+": "later_date", "date-": "earlier_date", "datetext": "date_text", "timetext": "time_text",
    "crit": "criterion", "spannum": "number_span", "posspan": "positive_span", "poscols": "positive_columns", "hex": "hexadecimal",
    "oct": "octal", "bin": "binary", "needlenum": "needle_number", "rankvalue": "rank_value", "matrix2": "matrix_of_two", "db": "database",
    "etsvalues": "ets_values", "oddf": "odd_first", "oddl": "odd_last", "op": "operation",
}
