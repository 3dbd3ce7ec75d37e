"""Writes units.tsv: each unit of CONVERT in the first unit of its kind, from the definitions by exact fractions.

Yard and pound are international (1959), the survey mile is 5280 feet of 1200/3937 m, the calorie "c" thermochemical,
"cal" and "BTU" of the International Steam Table, standard gravity 9.80665 m/s², the mercury column 133.322 Pa as in
Excel, the light-year 365.25 days, the parsec, u and eV what Excel has stored, the
latter of CODATA 2006.
"""

import pathlib
from fractions import Fraction as F

INCH = F(254, 10000)
FOOT, YARD, MILE, SEA = 12 * INCH, 36 * INCH, 63360 * INCH, F(1852)
POUND, GRAVITY = F(45359237, 100000), F(980665, 100000)  # in grams, in m/s²
FORCE = POUND / 1000 * GRAVITY
LIGHT = F(299792458) * 31557600
GALLON, IMPERIAL = 231 * INCH**3 * 1000, F(454609, 100000)  # in litres
PARSEC = F(30856775812815532)
SURVEY = F(1200, 3937)
POINT = INCH / 72
HORSE = 550 * FOOT * FORCE
KINDS = {
    "g": {
        "g": 1, "kg": 1000, "lbm": POUND, "ozm": POUND / 16, "grain": POUND / 7000, "stone": 14 * POUND,
        "cwt": 100 * POUND, "shweight": 100 * POUND, "uk_cwt": 112 * POUND, "lcwt": 112 * POUND,
        "hweight": 112 * POUND, "ton": 2000 * POUND, "uk_ton": 2240 * POUND, "LTON": 2240 * POUND,
        "brton": 2240 * POUND, "sg": FORCE / FOOT * 1000, "u": F("1.660538782e-24"),
    },
    "m": {
        "m": 1, "in": INCH, "ft": FOOT, "yd": YARD, "mi": MILE, "Nmi": SEA, "ang": F("1e-10"), "ell": 45 * INCH,
        "ly": LIGHT, "parsec": PARSEC, "pc": PARSEC, "Picapt": POINT, "Pica": POINT, "pica": INCH / 6,
        "survey_mi": 5280 * SURVEY, "km": 1000, "nm": F("1e-9"), "Mpc": PARSEC * 10**6, "dam": 10, "em": 10,
    },
    "s": {"sec": 1, "s": 1, "mn": 60, "min": 60, "hr": 3600, "day": 86400, "d": 86400, "yr": 31557600, "ms": F("1e-3")},
    "Pa": {
        "Pa": 1, "p": 1, "atm": 101325, "at": 101325, "mmHg": F("133.322"), "psi": FORCE / INCH**2,
        "Torr": F(101325, 760), "kPa": 1000,
    },
    "N": {"N": 1, "dyn": F("1e-5"), "dy": F("1e-5"), "lbf": FORCE, "pond": GRAVITY / 1000, "kN": 1000},
    "J": {
        "J": 1, "e": F("1e-7"), "c": F("4.184"), "cal": F("4.1868"), "eV": F("1.602176487e-19"),
        "ev": F("1.602176487e-19"), "HPh": HORSE * 3600, "hh": HORSE * 3600, "Wh": 3600, "wh": 3600, "flb": FOOT * FORCE,
        "BTU": F("1055.05585262"), "btu": F("1055.05585262"), "kcal": F("4186.8"), "kWh": 3600000,
    },
    "W": {"W": 1, "w": 1, "HP": HORSE, "h": HORSE, "PS": 75 * GRAVITY, "MW": 10**6},
    "T": {"T": 1, "ga": F("1e-4"), "mT": F("1e-3")},
    "l": {
        "l": 1, "L": 1, "lt": 1, "ml": F("1e-3"), "tsp": GALLON / 768, "tspm": F("0.005"), "tbs": GALLON / 256,
        "oz": GALLON / 128, "cup": GALLON / 16, "pt": GALLON / 8, "us_pt": GALLON / 8, "qt": GALLON / 4, "gal": GALLON,
        "uk_pt": IMPERIAL / 8, "uk_qt": IMPERIAL / 4, "uk_gal": IMPERIAL, "barrel": 42 * GALLON,
        "bushel": F("2150.42") * INCH**3 * 1000, "regton": 100 * FOOT**3 * 1000, "GRT": 100 * FOOT**3 * 1000,
        "MTON": 40 * FOOT**3 * 1000, "dm3": 1, "cm^3": F("1e-3"),
    },
    "m2": {
        "ha": 10000, "ar": 100, "uk_acre": 4840 * YARD**2, "us_acre": 43560 * SURVEY**2, "Morgen": 2500, "km2": 10**6,
        "cm^2": F("1e-4"),
    },
    "bit": {"bit": 1, "byte": 8, "kbyte": 8000, "kibyte": 8 * 2**10, "Mibit": 2**20, "Yibit": 2**80, "Gbyte": 8 * 10**9},
    "m/s": {
        "m/s": 1, "m/sec": 1, "m/h": F(1, 3600), "m/hr": F(1, 3600), "mph": MILE / 3600, "kn": SEA / 3600,
        "admkn": 6080 * FOOT / 3600, "km/h": F(1000, 3600),
    },
}
LENGTHS = {"m": 1, "in": INCH, "ft": FOOT, "yd": YARD, "mi": MILE, "Nmi": SEA, "ang": F("1e-10"), "ly": LIGHT}
LENGTHS |= {"Picapt": POINT, "Pica": POINT}
for name, size in LENGTHS.items():
    for power, kind, factor in [(2, "m2", 1), (3, "l", 1000)]:
        for sign in ["", "^"]:
            KINDS[kind][f"{name}{sign}{power}"] = F(size) ** power * factor
lines = [f"{name}\t{kind}\t{float(F(size))!r}" for kind, units in KINDS.items() for name, size in units.items()]
pathlib.Path(__file__).with_suffix(".tsv").write_text("\n".join(lines) + "\n")
