"""Checks the marks of charts and the figures of columns against the raw rows, with Python's own decimals and dates.

Reads a JSON object from standard input and prints a JSON list of what is wrong.
"""

import json
import math
import sys
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction

given = json.load(sys.stdin)
ROWS = [json.loads(line, parse_float=Decimal) for line in given["lines"]]
wrong = []


def number(value):
    return None if value is None else Fraction(value)


def moment(text):
    """The time as it is written; an instant in UTC."""
    if text is None:
        return None
    at = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return at.astimezone(timezone.utc).replace(tzinfo=None) if at.tzinfo else at


def start(at, unit):
    if at is None:
        return None
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return {
        "second": lambda: at.replace(microsecond=0),
        "minute": lambda: at.replace(second=0, microsecond=0),
        "hour": lambda: at.replace(minute=0, second=0, microsecond=0),
        "day": lambda: day,
        "week": lambda: day - timedelta(days=day.weekday()),
        "month": lambda: day.replace(day=1),
        "quarter": lambda: day.replace(day=1, month=(day.month - 1) // 3 * 3 + 1),
        "year": lambda: day.replace(day=1, month=1),
    }[unit]()


def time_name(at, unit):
    if unit == "year":
        return f"{at:%Y}"
    if unit == "quarter":
        return f"{at:%Y} Q{(at.month + 2) // 3}"
    if unit == "second":
        return f"{at:%Y-%m-%d}" if (at.hour, at.minute, at.second) == (0, 0, 0) else f"{at:%Y-%m-%d %H:%M:%S}"
    form = {"month": "%Y-%m", "week": "week of %Y-%m-%d", "day": "%Y-%m-%d"}.get(unit, "%Y-%m-%d %H:%M")
    return at.strftime(form)


def category_name(value):
    if value is None:
        return "(empty)"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return "(blank)" if text.strip() == "" else text


def exact(value, column):
    """The exact number of a cell: columns of doubles hold the doubles next to what was sent."""
    return Fraction(float(value) if column in given["doubles"] else value)


def measured(rows, function, column):
    if function == "count":
        return Fraction(len(rows))
    values = [row[column] for row in rows if row[column] is not None]
    if function == "distinct":
        return Fraction(len(set(values)))
    numbers = sorted(exact(value, column) for value in values)
    if not numbers:
        return None
    middle = len(numbers) // 2
    return {
        "sum": lambda: sum(numbers),
        "mean": lambda: sum(numbers) / len(numbers),
        "min": lambda: numbers[0],
        "max": lambda: numbers[-1],
        "median": lambda: numbers[middle] if len(numbers) % 2 else (numbers[middle - 1] + numbers[middle]) / 2,
    }[function]()


def grouped(rows, key):
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def ranked(groups, measure, count):
    """The keys with the largest first measure: missing ones last, then by number of rows, then by key."""

    def order(item):
        key, rows = item
        value = measured(rows, *measure)
        return (value is None, -(value or 0), -len(rows), key is None, str(key).encode())

    return [key for key, _ in sorted(groups.items(), key=order)[:count]]


def same(figure, expected, column=None):
    """Whether a figure is the expected one. That of doubles is the expected one rounded once."""
    if figure is None or expected is None:
        return figure is None and expected is None
    if column in given["doubles"]:
        return float(figure) == float(expected)
    try:
        got = Fraction(figure)
    except ValueError:
        return False
    # A mean is rounded to ten digits more than its column has, and sums of doubles to the digits of a double.
    return abs(got - expected) <= abs(expected) * Fraction(1, 10**13) + Fraction(1, 10**10)


def near(drawn, expected):
    return drawn is not None and math.isclose(drawn, float(expected), rel_tol=1e-12, abs_tol=1e-12)


def fail(chart, text):
    wrong.append(f"{json.dumps(chart['spec'])}: {text}")


def key_of(spec, chart, column):
    if column in given["times"]:
        unit = chart["unit"]
        return lambda row: start(moment(row[column]), unit)
    return lambda row: row[column]


def is_named(shown, name):
    """Whether a series has a name. Long names are cut, and of two equal names the second gets a number: "(blank) (2)"."""
    return shown == name or shown.startswith(f"{name} (") or (len(name) > 56 and shown.startswith(name[:56]))


def column_of(measure):
    """The column of doubles whose figures a measure rounds to doubles."""
    return None if measure[0] in ("count", "distinct") else measure[1]


def check_groups(chart):
    spec, marks = chart["spec"], chart["marks"]
    measures = [(measure["function"], measure.get("column")) for measure in spec["measures"]]
    is_time = spec["x"] in given["times"]
    is_line = spec["kind"] in ("line", "area")
    key = key_of(spec, chart, spec["x"])
    groups = grouped(ROWS, key)
    most = {"pie": 24, "heat map": 100}.get(spec["kind"], 50)
    shown = list(groups) if is_time else ranked(groups, measures[0], most)
    names = {group: time_name(group, chart["unit"]) if is_time and group is not None else category_name(group) for group in shown}
    heat = spec["kind"] == "heat map"
    series = spec.get("y") if heat else spec.get("series")
    parts = grouped(ROWS, lambda row: row[series]) if series else {}
    kept = ranked(parts, measures[0], 40 if heat else 12)
    expected = []
    for group in shown:
        if is_line and is_time and group is None:
            continue
        rows = groups[group]
        split = grouped(rows, lambda row: ("value", row[series]) if row[series] in kept else ("others", None)) if series else {None: rows}
        for part, own in split.items():
            name = None if part is None else "Others" if part[0] == "others" else category_name(part[1])
            used = measures[:1] if heat or spec["kind"] == "pie" else measures
            for index, measure in enumerate(used):
                value = measured(own, *measure)
                if value is not None:
                    expected.append((name, names[group], index, value, group))
    rest = [row for row in ROWS if key(row) not in shown]
    if rest and not series:
        count = len(grouped(rest, key))
        for index, measure in enumerate(measures[:1] if spec["kind"] == "pie" else measures):
            value = measured(rest, *measure)
            if value is not None:
                expected.append((None, f"{count} {'other' if count == 1 else 'others'}", index, value, "others"))
    found = [mark for mark in marks if mark["figure"] not in (None, "none")]
    if len(found) != len(expected):
        fail(chart, f"expected {len(expected)} marks, got {len(found)}")
    for name, group, index, value, at in expected:
        matching = [
            mark
            for mark in found
            if mark["group"].startswith(group[:76])
            and mark["measure"] == index
            and (name is None or is_named(mark["series"], name))
            and same(mark["figure"], value, column_of(measures[index]))
        ]
        if not matching:
            fail(chart, f"no mark for {name!r}, {group!r}, measure {index}: expected {float(value)}")
            continue
        mark = matching[0]
        found.remove(mark)
        low = spec.get("log") and not heat or spec["kind"] == "pie"
        if low and value <= 0:
            if mark["drawn"] is not None:
                fail(chart, f"{group!r} has {float(value)} and is drawn at {mark['drawn']}")
        elif not near(mark["drawn"], Fraction(mark["figure"])):
            fail(chart, f"{group!r} is drawn at {mark['drawn']}, expected {mark['figure']}")
        if is_time and is_line and mark["x"] != (at - datetime(1970, 1, 1)) / timedelta(milliseconds=1):
            fail(chart, f"{group!r} is at {mark['x']} on the axis")


def check_bins(chart):
    column = chart["spec"]["x"]
    values = [number(row[column]) for row in ROWS if row[column] is not None]
    total = 0
    for mark in chart["marks"]:
        if mark["figure"] in (None, "none"):
            continue
        count = int(mark["figure"])
        total += count
        if mark["group"] == "(empty)":
            expected = len(ROWS) - len(values)
        else:
            low, high = (Fraction(edge) for edge in mark["group"].split(" – "))
            expected = sum(low <= value < high for value in values)
        if count != expected:
            fail(chart, f"{mark['group']} has {count} rows, expected {expected}")
    if total != len(ROWS):
        fail(chart, f"expected {len(ROWS)} rows in all bins, got {total}")


def quantile(numbers, part):
    return numbers[max(0, math.ceil(part * len(numbers)) - 1)]


def check_boxes(chart):
    spec = chart["spec"]
    key = key_of(spec, chart, spec["x"])
    groups = grouped([row for row in ROWS if row[spec["y"]] is not None], key)
    is_time = spec["x"] in given["times"]
    shown = sorted(groups, key=lambda group: (-len(groups[group]), str(group).encode()))
    if not is_time:
        shown = shown[:50]
    found = [(mark["group"], [Fraction(text) for text in mark["figure"].split(" · ")]) for mark in chart["marks"] if mark["series"] != "Extremes"]
    if len(found) != len(shown):
        fail(chart, f"expected {len(shown)} boxes, got {len(found)}")
    for group in shown:
        name = time_name(group, chart["unit"]) if is_time and group is not None else category_name(group)
        numbers = sorted(number(row[spec["y"]]) for row in groups[group])
        q1, q3 = (quantile(numbers, part) for part in (Fraction(1, 4), Fraction(3, 4)))
        half = len(numbers) // 2
        median = numbers[half] if len(numbers) % 2 else (numbers[half - 1] + numbers[half]) / 2
        reach = (q3 - q1) * Fraction(3, 2)
        expected = [min(v for v in numbers if q1 - v <= reach), q1, median, q3, max(v for v in numbers if v - q3 <= reach)]
        if not any(got.startswith(name[:76]) and five == expected for got, five in found):
            fail(chart, f"no box of {name!r} with {[float(v) for v in expected]}")


def check_points(chart):
    spec = chart["spec"]
    both = [row for row in ROWS if row[spec["x"]] is not None and row[spec["y"]] is not None]
    expected = sorted(
        (((moment(row[spec["x"]]) - datetime(1970, 1, 1)) / timedelta(milliseconds=1)) if spec["x"] in given["times"] else float(row[spec["x"]]), float(row[spec["y"]]))
        for row in both
    )
    got = sorted((mark["x"], mark["drawn"]) for mark in chart["marks"])
    if len(got) != len(expected) or any(not near(a, Fraction(b)) for left, right in zip(got, expected) for a, b in zip(left, right)):
        fail(chart, f"expected {len(expected)} points, got {len(got)}, or others")


def check_column(facts):
    column = facts["id"]
    values = [row[column] for row in ROWS if row[column] is not None]
    report = lambda what, got, expected: got == expected or wrong.append(f"column {column}: expected {what} {expected}, got {got}")
    report("nulls", facts["nulls"], len(ROWS) - len(values))
    if column in given["numbers"]:
        numbers = [exact(value, column) for value in values]
        report("distinct", facts["distinct"], len(set(numbers)))
        if numbers:
            report("min", exact(facts["min"], column), min(numbers))
            report("max", exact(facts["max"], column), max(numbers))
            report("binned rows", sum(one["count"] for one in facts["bins"]), len(numbers))
    elif column in given["times"]:
        times = [moment(value) for value in values]
        report("distinct", facts["distinct"], len(set(times)))
        if times:
            report("min", moment(facts["min"]), min(times))
            report("max", moment(facts["max"]), max(times))
    else:
        report("distinct", facts["distinct"], len(set(values)))
        texts = [str(value).lower() if isinstance(value, bool) else value for value in values]
        counts = {text: texts.count(text) for text in texts}
        for one in facts["top"]:
            report(f"count of {one['text']!r}", one["count"], counts.get(one["text"]))
        report("first counts", [one["count"] for one in facts["top"]], sorted(counts.values(), reverse=True)[: len(facts["top"])])


def meets(row, condition):
    """Whether a row meets a condition, by the values of the raw rows."""
    value, operator = row[condition["column"]], condition["operator"]
    if operator in ("empty", "not-empty"):
        return (value is None) == (operator == "empty")
    if value is None:
        return operator == "differs"
    if condition["column"] in given["numbers"]:
        left, right = Fraction(value), Fraction(condition["value"])
        if condition["column"] in given["doubles"]:
            left, right = float(left), float(right)
    elif condition["column"] in given["times"]:
        left, right = moment(value), moment(condition["value"])
    else:
        left = str(value).lower() if isinstance(value, bool) else value
        right = condition["value"]
    return {
        "equals": left == right,
        "differs": left != right,
        "less": left < right,
        "at-most": left <= right,
        "more": left > right,
        "at-least": left >= right,
    }[operator]


def check_drill(chart):
    """A mark leads to exactly the rows that it was computed from."""
    spec = chart["spec"]
    for mark in chart["marks"]:
        if mark.get("counted") is None:
            continue
        rows = [row for row in ROWS if all(meets(row, condition) for condition in mark["where"])]
        if mark["counted"] != len(rows):
            fail(chart, f"{mark['group']!r} leads to {mark['counted']} rows, expected {len(rows)}")
        if spec["kind"] in ("box", "scatter"):
            continue
        measure = spec["measures"][mark["measure"]]
        expected = measured(rows, measure["function"], measure.get("column"))
        figure = None if mark["figure"] in (None, "none") else mark["figure"]
        if not same(figure, expected, column_of((measure["function"], measure.get("column")))):
            fail(chart, f"{mark['group']!r} shows {figure}, and the rows that it leads to have {expected}")


def check_header(where, profile):
    column = profile["column"]
    rows = [row for row in ROWS if all(meets(row, condition) for condition in where)]
    values = [row[column] for row in rows if row[column] is not None]

    def report(what, got, expected):
        if got != expected:
            wrong.append(f"header of {column} {json.dumps(where)}: expected {what} {expected}, got {got}")

    report("rows", profile["rows"], len(rows))
    report("missing", profile["nulls"], len(rows) - len(values))
    if column not in given["numbers"]:
        texts = [str(value).lower() if isinstance(value, bool) else value for value in values]
        if column not in given["times"]:
            report("distinct", profile["distinct"], len(set(texts)))
            for one in profile.get("common", []):
                report(f"count of {one['value']!r}", one["count"], texts.count(one["value"]))
        return
    numbers = sorted(exact(value, column) for value in values)
    report("distinct", profile["distinct"], len(set(numbers)))
    if not numbers:
        return
    for what, name, part in (("first quartile", "firstQuartile", Fraction(1, 4)), ("third quartile", "thirdQuartile", Fraction(3, 4))):
        report(what, exact(profile[name], column), quantile(numbers, part))
    for name in ("min", "max", "sum", "mean", "median"):
        if not same(profile[name], measured(rows, name, column), column):
            report(name, profile[name], measured(rows, name, column))
    for one in profile["common"]:
        report(f"count of {one['value']}", one["count"], numbers.count(exact(one["value"], column)))
    for one in profile["histogram"]:
        low, high = (exact(one[edge], column) for edge in ("from", "until"))
        report(f"values from {one['from']}", one["count"], sum(low <= value < high for value in numbers))
    report("binned values", sum(one["count"] for one in profile["histogram"]), len(numbers))


for chart in given["charts"]:
    check_drill(chart)
def check_summary(query, answer, counted, pivot):
    """Every group of a summary is that of the raw rows, and none is missing."""
    rows = [row for row in ROWS if all(meets(row, condition) for condition in query.get("where", []))]

    def key(row):
        return tuple(
            start(moment(row[axis["column"]]), unit["unit"]) if axis["column"] in given["times"] else row[axis["column"]]
            for axis, unit in zip(query["by"], answer["axes"])
        )

    def read(text, column):
        if text is None:
            return None
        if column in given["times"]:
            return moment(text)
        if column in given["numbers"]:
            return Decimal(text)
        return {"true": True, "false": False}[text] if column == "flag" else text

    def expected(measure, own):
        if measure["function"] != "share":
            return measured(own, measure["function"], measure.get("column"))
        name = "sum" if "column" in measure else "count"
        part, whole = (measured(some, name, measure.get("column")) for some in (own, rows))
        return None if part is None or not whole else part * 100 / whole

    def check(name, values, own):
        for measure, value in zip(query["measures"], values):
            column = None if measure["function"] == "share" else column_of((measure["function"], measure.get("column")))
            if not same(value, expected(measure, own), column):
                wrong.append(f"summary {json.dumps(query)}: {name} has {value} as {measure}, expected {expected(measure, own)}")

    check("all rows", answer["total"]["values"], rows)
    if not query["by"]:
        return
    groups = grouped(rows, key)
    found = {tuple(read(text, axis["column"]) for text, axis in zip(group["keys"], query["by"])): group for group in answer["groups"]}
    if set(found) != set(groups) or answer["groupCount"] != len(groups) or len(answer["groups"]) != len(groups):
        wrong.append(f"summary {json.dumps(query)}: expected {len(groups)} groups, got {len(found)} of {answer['groupCount']}")
        return
    for name, own in groups.items():
        check(str(name), found[name]["values"], own)
        if found[name]["rows"] != len(own):
            wrong.append(f"summary {json.dumps(query)}: {name} has {found[name]['rows']} rows, expected {len(own)}")
    for group, count in zip(answer["groups"], counted):
        own = groups[tuple(read(text, axis["column"]) for text, axis in zip(group["keys"], query["by"]))]
        if count != len(own):
            wrong.append(f"summary {json.dumps(query)}: {group['keys']} leads to {count} rows, expected {len(own)}")
    if not pivot:
        return
    last = query["by"][-1]["column"]
    heads = [read(text, last) for text in pivot["heads"]]
    lines = [tuple(read(text, axis["column"]) for text, axis in zip(line["group"]["keys"], query["by"][:-1])) for line in pivot["lines"]]
    all_heads, all_lines = {name[-1] for name in groups}, {name[:-1] for name in groups}
    if (set(heads), set(lines)) != (all_heads, all_lines) or (len(heads), len(lines)) != (len(all_heads), len(all_lines)):
        wrong.append(f"pivot {json.dumps(query)}: expected other heads than {heads}, or other lines than {lines}")
        return
    for keys, line in zip(lines, pivot["lines"]):
        for head, cell in zip(heads, line["cells"]):
            own = groups.get((*keys, head))
            if not same(cell, expected(query["measures"][0], own) if own else None):
                wrong.append(f"pivot {json.dumps(query)}: {keys} and {head} have {cell}")


for summary in given["summaries"]:
    check_summary(**summary)
for header in given["headers"]:
    for profile in header["profiles"]:
        check_header(header["where"], profile)
for chart in given["charts"]:
    kind = chart["spec"]["kind"]
    {"histogram": check_bins, "box": check_boxes, "scatter": check_points}.get(kind, check_groups)(chart)
for facts in given["columns"]:
    check_column(facts)
print(json.dumps(wrong[:6], ensure_ascii=False))
