"""What the connector in Python makes of a filter, and where a fault changes it. selection.mjs does the same."""
import datetime
import re


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def is_empty(value):
    return value is None or value == ""


def is_falsy(value):
    return (isinstance(value, (bool, int, float)) and value == 0) or value in ("0", "false")


def text_of(value):
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def values_of(value):
    return [text_of(one) for one in (value if isinstance(value, list) else text_of(value).split(","))]


def applies(mutant, request):
    value = request["filter"].get(mutant.get("field", ""))
    has = value if isinstance(value, dict) else None
    low, high = (None, None) if has is None else (is_empty(has.get("_min")), is_empty(has.get("_max")))
    others = [one for name, one in request["filter"].items() if name != mutant.get("field") and not is_empty(one)]
    is_set = not is_empty(value)
    return {
        "always": lambda: True,
        "again": lambda: request["again"],
        "set": lambda: is_set,
        "falsy": lambda: is_falsy(value),
        "option": lambda: is_set and mutant.get("option") in values_of(value),
        "several": lambda: isinstance(value, list) and len(value) > 1,
        "combined": lambda: is_set and len(others) > 0,
        "open-min": lambda: has is not None and low and not high,
        "open-max": lambda: has is not None and high and not low,
        "day": lambda: isinstance(value, str) and len(value) == 10,
        "null-max": lambda: has is not None and "_max" in has and has["_max"] is None,
        "page": lambda: request["page"] == mutant.get("position", 0) and not request.get("whole"),
        "last": lambda: request.get("last", False) and request["page"] > 0,
        "delta": lambda: request["delta"],
        "filtered-page": lambda: request["page"] > 0 and is_set,
        "filtered-delta": lambda: request["delta"] and is_set,
    }.get(mutant.get("condition"), lambda: False)()


DAY = datetime.timedelta(days=1)
HOUR = datetime.timedelta(hours=1)
TICK = datetime.timedelta(milliseconds=1)
ZERO = datetime.timedelta()
BOUNDS = {
    "hour-early": (-HOUR, -HOUR),
    "hour-late": (HOUR, HOUR),
    "midnight-lost": (TICK, ZERO),
    "last-millisecond-lost": (ZERO, -TICK),
    "day-late": (DAY, DAY),
    "day-cut": (ZERO, TICK - DAY),
}


def instant(text, end=False):
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            start = datetime.datetime.fromisoformat(text + "T00:00:00+00:00")
            return start + DAY - TICK if end else start
        fraction = re.sub(r"\.(\d{1,6})", lambda match: "." + match[1].ljust(6, "0"), text)
        at = datetime.datetime.fromisoformat(fraction.replace("Z", "+00:00"))
        return at if at.tzinfo else at.replace(tzinfo=datetime.timezone.utc)
    except (TypeError, ValueError):
        raise Refusal(400, "That is not a date")


def number(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        raise Refusal(400, "That is not a number")


def test(mutant, request, field, value):
    name, kind = field["id"], field["kind"]
    effect = mutant.get("effect") if mutant.get("field") == name and applies(mutant, request) else None
    if kind == "equal":
        return lambda row: row[name] == text_of(value)
    if kind == "several":
        wanted = values_of(value)
        wanted = wanted[:1] if effect == "first-only" else wanted[-1:] if effect == "last-only" else wanted
        return lambda row: any(one in wanted for one in row[name])
    if kind == "number":
        wanted = number(value)
        return lambda row: row[name] == wanted
    if kind == "flag":
        return lambda row: row[name] == (value in (True, 1, "true", "1"))
    if kind == "text":
        return lambda row: text_of(value).lower() in row[name].lower()
    low, high = (value.get("_min"), value.get("_max")) if isinstance(value, dict) else (value, value)
    later, sooner = BOUNDS.get(effect, (ZERO, ZERO))
    start = None if is_empty(low) else instant(low) + later
    end = None if is_empty(high) else instant(high, True) + sooner
    return lambda row: (start is None or instant(row[name]) >= start) and (end is None or instant(row[name]) <= end)


def select(world, mutant, request):
    def is_ignored(name):
        return mutant.get("effect") == "ignored" and mutant.get("field") == name and applies(mutant, {**request, "whole": False})

    tests = [
        test(mutant, request, field, request["filter"][field["id"]])
        for field in world["fields"]
        if not is_empty(request["filter"].get(field["id"])) and not is_ignored(field["id"])
    ]
    return [row for row in world["rows"] if all(one(row) for one in tests)]


def hour_later(value):
    return (instant(value) + HOUR).isoformat(timespec="milliseconds").replace("+00:00", "Z")


CELLS = {
    "cell-replacement": lambda value: value[:-1] + "\ufffd" if isinstance(value, str) else value,
    "cell-text": lambda value: str(value) if type(value) is int else value,
    "cell-null": lambda value: None,
    "cell-cut": lambda value: value[:3] if isinstance(value, str) else value,
    "cell-hour": hour_later,
}


def spoil(world, mutant, request, rows):
    effect = mutant.get("effect")
    if (not rows and effect != "leaked") or not applies(mutant, request):
        return rows
    at = int(mutant.get("at", 0) * (len(rows) - 1) + 0.5) if rows else 0
    if effect == "nothing":
        return []
    if effect == "lost":
        return rows[:at] + rows[at + 1:]
    if effect == "third-lost":
        return [row for place, row in enumerate(rows) if place % 3 != 2]
    if effect == "doubled":
        return rows[: at + 1] + rows[at:]
    if effect == "leaked":
        outside = [row for row in world["rows"] if row not in rows]
        return rows + outside[int(mutant.get("at", 0) * (len(outside) - 1) + 0.5):][:1] if outside else rows
    if effect == "id-of-other":
        other = rows[-1 if at == 0 else 0]["id"]
        return rows[:at] + [{**rows[at], "id": other}] + rows[at + 1:]
    if effect not in CELLS:
        return rows
    column = mutant["column"]
    return rows[:at] + [{**rows[at], column: CELLS[effect](rows[at][column])}] + rows[at + 1:]
