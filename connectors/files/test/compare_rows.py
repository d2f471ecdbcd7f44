"""Compares rows of the connector with what Python reads from the same file.

Input: {"path", "kind": "csv"|"json"|"ndjson", "rows": text of a JSON array}. Output: a list of differences.
A cell of CSV is right if it is the text of the file, or a value that certainly is that text; a value of JSON is right
if it is equal, numbers compared digit by digit.
"""
import csv, datetime, gzip, io, json, re, sys
from decimal import Decimal

task = json.load(sys.stdin)
numbers = dict(parse_float=Decimal, parse_int=Decimal, parse_constant=Decimal)
ours = json.loads(task["rows"], **numbers)
opener = gzip.open if task["path"].endswith(".gz") else open
text = opener(task["path"], "rb").read().decode("utf-8-sig")

CERTAIN = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")

def instant(value):
    parsed = datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    return parsed, parsed.tzinfo is not None

def same_csv(cell, value):
    if value is None:
        return cell == ""
    if isinstance(value, bool):
        return cell.lower() == str(value).lower()
    if isinstance(value, Decimal):
        return CERTAIN.fullmatch(cell) is not None and Decimal(cell) == value and cell.replace("0", "") not in ("-", "-.")
    if cell == value:
        return True
    try:
        return re.match(r"\d{4}-\d\d-\d\d[T ]", cell) is not None and instant(cell) == instant(value)
    except ValueError:
        return False

def same_json(theirs, value):
    if isinstance(theirs, dict) and isinstance(value, dict):
        return set(theirs) == set(value) and all(same_json(theirs[key], value[key]) for key in theirs)
    if isinstance(theirs, list) and isinstance(value, list):
        return len(theirs) == len(value) and all(map(same_json, theirs, value))
    if isinstance(theirs, bool) or isinstance(value, bool) or theirs is None or value is None:
        return theirs is value
    if isinstance(theirs, Decimal) and isinstance(value, Decimal):
        return theirs == value and theirs.is_signed() == value.is_signed()
    if isinstance(theirs, str) and isinstance(value, str) and theirs != value:
        try:
            return re.match(r"\d{4}-\d\d-\d\d[T ]", theirs) is not None and theirs[-1] in "Z0123456789" \
                and not re.search(r"[+-]\d\d:?\d\d$", theirs[10:]) and instant(theirs) == instant(value)
        except ValueError:
            return False
    return theirs == value

if task["kind"] == "csv":
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    same = lambda theirs, row: len(theirs) == len(row) and all(map(same_csv, theirs, row.values()))
elif task["kind"] == "json":
    rows = json.loads(text, **numbers)
else:
    rows = [json.loads(line, **numbers) for line in text.split("\n") if line.strip()]
if task["kind"] != "csv":
    def same(theirs, row):
        return all(same_json(theirs.get(key), value) for key, value in row.items()) and set(theirs) <= set(row)

differences = [[index, repr(theirs), repr(row)] for index, (theirs, row) in enumerate(zip(rows, ours)) if not same(theirs, row)]
if len(rows) != len(ours):
    differences.append(["rows", len(rows), len(ours)])
json.dump(differences[:20], sys.stdout)
