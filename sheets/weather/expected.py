#!/usr/bin/env python3
"""The values that the tests of seattle.sheet expect, from the CSV file, in exact fractions."""
import csv
from collections import Counter, defaultdict
from datetime import date
from fractions import Fraction as F
from pathlib import Path

with open(Path(__file__).with_name("seattle-weather.csv"), newline="") as file:
    ROWS = [
        {
            "date": date(*map(int, row["date"].split("/"))), "rain": F(row["precipitation"]), "high": F(row["temp_max"]),
            "low": F(row["temp_min"]), "wind": F(row["wind"]), "weather": row["weather"],
        }
        for row in csv.DictReader(file)
    ]


def plain(x):
    """Writes a value as the sheet writes it; a fraction is rounded to six places, half away from zero."""
    if not isinstance(x, F):
        return str(x)
    scaled = abs(x) * 10**6
    whole = (scaled + F(1, 2)).__floor__()
    return f"{'-' if x < 0 else ''}{whole // 10**6}.{whole % 10**6:06}".rstrip("0").rstrip(".")


def dry_spells(rain):
    lengths, length = [], 0
    for amount in rain:
        length = length + 1 if amount == 0 else 0
        lengths.append(length)
    return lengths


def first(key, value):
    return next(row["date"] for row in ROWS if row[key] == value)


def values():
    v = {"total_rain": sum(row["rain"] for row in ROWS)}
    for name, key, pick in [("hottest", "high", max), ("coldest", "low", min), ("wettest", "rain", max)]:
        v[name] = pick(row[key] for row in ROWS)
        v[name + "_day"] = first(key, v[name])
    v["widest_span"] = max(row["high"] - row["low"] for row in ROWS)

    rain = [row["rain"] for row in ROWS]
    lengths = dry_spells(rain)
    v["dry"] = max(lengths)
    end = lengths.index(v["dry"])
    v["dry_end"], v["dry_start"] = ROWS[end]["date"], ROWS[end - v["dry"] + 1]["date"]

    weeks = {i: sum(row["high"] for row in ROWS[i - 6 : i + 1]) / 7 for i in range(6, len(ROWS))}
    warmest = max(weeks.values())
    v["week7"], v["week1461"], v["warmest"], v["coldest_week"] = weeks[6], weeks[1460], warmest, min(weeks.values())
    v["warmest_end"] = next(ROWS[i]["date"] for i, mean in weeks.items() if mean == warmest)

    v.update(Counter(row["weather"] for row in ROWS))
    v["storm8"] = sum(row["wind"] >= 8 for row in ROWS)
    v["storm65"] = sum(row["wind"] >= F("6.5") for row in ROWS)

    months, years = defaultdict(list), defaultdict(F)
    for row in ROWS:
        months[f"{row['date']:%Y-%m}"].append(row)
        years[row["date"].year] += row["rain"]
    for line, name in enumerate(sorted(months), 2):
        days = months[name]
        v[f"B{line}"] = sum(row["rain"] for row in days)
        v[f"C{line}"] = sum(row["rain"] > 0 for row in days)
        v[f"D{line}"] = sum(row["high"] for row in days) / len(days)
        v[f"E{line}"] = max(row["high"] for row in days)
        v[f"F{line}"] = min(row["low"] for row in days)
    totals = {name: sum(row["rain"] for row in days) for name, days in months.items()}
    v["wet_month"] = max(sorted(totals), key=totals.get) + "-01"
    v["dry_month"] = min(sorted(totals), key=totals.get) + "-01"
    v.update({f"Y{year}": total for year, total in years.items()})
    v["Fjan"] = sum(totals[f"{year}-01"] for year in years) / 4
    v["Fjul"] = sum(totals[f"{year}-07"] for year in years) / 4

    middle = end - v["dry"] // 2
    v["mid_row"], v["mid_next"] = middle + 1, middle + 2
    changed = rain[:middle] + [F("1.5")] + rain[middle + 1 :]
    v["dry_after"], v["total_after"] = max(dry_spells(changed)), sum(changed)
    return v


if __name__ == "__main__":
    for key, value in values().items():
        print(f"{key:12} {plain(value)}")
