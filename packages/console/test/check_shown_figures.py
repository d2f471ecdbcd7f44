"""Checks the figures that a page shows against the rows, with Python's own fractions, medians and dates.

Reads a JSON object from standard input and prints a JSON list of what is wrong.
"""

import json
import math
import statistics
import sys
from calendar import monthrange
from fractions import Fraction

given = json.load(sys.stdin)
shown = given["shown"]
# Each number as it was sent: a double, or a decimal with its digits.
ROWS = [json.loads(line, parse_float=lambda text: Fraction(float(text)) if "e" in text else Fraction(text)) for line in given["lines"]]
wrong = []


def check(what, figure, expected, digits=None):
    """Whether a figure is the expected one: rounded to a double once, or to some digits after the point."""
    got = Fraction(figure.replace(",", ""))
    if digits is not None:
        right = abs(got - expected) <= Fraction(1, 10**digits)
    elif abs(expected) > Fraction(sys.float_info.max):
        # No double is so large: seventeen digits are all that doubles have.
        right = abs(got - expected) <= abs(expected) / 10**15
    else:
        right = float(got) == float(expected)
    if not right:
        wrong.append(f"{what}: expected {expected if digits else float(expected) if abs(expected) < Fraction(sys.float_info.max) else expected}, got {figure}")


def quantile(numbers, part):
    return sorted(numbers)[max(0, math.ceil(part * len(numbers)) - 1)]


def figures_of(numbers):
    return {
        "Minimum": min(numbers),
        "First quartile": quantile(numbers, Fraction(1, 4)),
        "Median": statistics.median(numbers),
        "Mean": sum(numbers) / len(numbers),
        "Third quartile": quantile(numbers, Fraction(3, 4)),
        "Maximum": max(numbers),
        "Sum": sum(numbers),
    }


def moment(text):
    """The day and the second of a time; None for one that is not in the calendar."""
    day, clock = text.replace(" ", "T").split("T")
    year, month, date = map(int, day.split("-"))
    hour, minute, *second = clock.split(":")
    seconds = Fraction(second[0]) if second else Fraction(0)
    total = int(hour) * 3600 + int(minute) * 60 + seconds
    if date > monthrange(year, month)[1] or seconds >= 60 or total > 86400:
        return None
    # A day ends when the next begins; no day of these rows is the last of its month.
    return (year, month, date + 1, Fraction(0)) if total == 86400 else (year, month, date, total)


for column, figures in shown.get("headers", {}).items():
    if column == "at":
        times = [moment(row["at"]) for row in ROWS]
        found = [time for time in times if time is not None]
        for name, expected in {"Minimum": min(found), "Maximum": max(found)}.items():
            if moment(figures[name]) != expected:
                wrong.append(f"at, {name}: expected {expected}, got {figures[name]}")
        for name, expected in {"Missing": 0, "Not in the calendar": len(times) - len(found), "Distinct": len(set(found))}.items():
            if figures[name].split(",")[0] != str(expected):
                wrong.append(f"at, {name}: expected {expected}, got {figures[name]}")
        continue
    for name, expected in figures_of([row[column] for row in ROWS]).items():
        check(f"{column}, {name}", figures[name], expected, 10 if column == "size" and name == "Mean" else None)


def numbers_of(kind, column):
    return [row[column] for row in ROWS if row["kind"] == kind]


for place in ("bars", "summary"):
    rows = [cells for cells in shown.get(place, []) if cells and cells[0] in ("green", "black", "white")]
    if place in shown and len(rows) != 3:
        wrong.append(f"{place}: expected three groups, got {shown[place]}")
    for kind, *cells in rows:
        figures = figures_of(numbers_of(kind, "wave"))
        for name, cell in zip(("Mean", "Sum", "Median"), cells):
            check(f"{place} of {kind}, {name}", cell, figures[name])
        check(f"{place} of {kind}, median of size", cells[3], statistics.median(numbers_of(kind, "size")))

for place, column in (("boxes", "size"), ("large", "wave")):
    rows = [cells for cells in shown.get(place, []) if cells and cells[0] in ("green", "black", "white")]
    if place in shown and len(rows) != 3:
        wrong.append(f"{place}: expected three groups, got {shown[place]}")
    for kind, count, low, first, median, third, high, *_ in rows:
        figures = figures_of(numbers_of(kind, column))
        for name, cell in {"First quartile": first, "Median": median, "Third quartile": third}.items():
            check(f"{place} of {kind}, {name}", cell, figures[name])

print(json.dumps(wrong))
