"""Writes random tables as CSV files, and compares rows that were read from them with the rows that were written.

    write_csv.py write FOLDER SEED COUNT    prints nothing; FOLDER/expected.json has what was written
    write_csv.py compare FOLDER             reads {"<file>": rows or {"error": text}} from standard input

It shares nothing with the code that reads the files: Python's csv module writes them, or plain joins do.
"""

import csv
import io
import json
import os
import random
import sys
from decimal import Decimal

WORDS = (
    "Berlin,Paris; Texas|Straße|Zoë|a,b|x;y|left|right|semi;colon|tab\there|it's|5\" pipe|quote \"in\" text|line\nend|"
    "two\r\nlines|Summe, brutto|Paris, Texas, USA|#1|n/a|NULL|-|é|’s|100 %|A-1|00501|1e5|v1.2.3|a|b|Ärger|no|yes|,|;|\"|''"
).split("|") + ["a|b", "p|q|r"]
PLAIN = [word for word in WORDS if not any(mark in word for mark in '"\n\r\'')]
NAMES = (
    "id name city Betrag Datum country value Wert amount price note kind status year_of_birth Größe süß comment first_name f x "
    "Kundennummer total sum is_open when group owner target source unit code region zone note2 tag part lot bin row col".split()
) + ["Betrag in EUR", "first name", "is open?", "a-b", "x.y", "Wert (neu)", "No.", "#"]


def column(rng, size):
    kind = rng.choice("int float comma iso dotted bool text text text code year empty mixed date_time money".split())
    values = []
    for _ in range(size):
        if rng.random() < 0.05:
            values.append("")
            continue
        if kind == "int":
            values.append(str(rng.randint(-500, 99999)))
        elif kind == "float":
            values.append(f"{rng.uniform(-99, 9999):.2f}")
        elif kind == "comma":
            values.append(f"{rng.uniform(0, 9999):.2f}".replace(".", ","))
        elif kind == "money":
            values.append(f"{rng.randint(1, 999)}.{rng.randint(100, 999)},{rng.randint(10, 99)}")
        elif kind == "iso":
            values.append(f"20{rng.randint(10, 30)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}")
        elif kind == "date_time":
            values.append(f"2024-{rng.randint(1, 12):02}-{rng.randint(1, 28):02} {rng.randint(0, 23):02}:05:09")
        elif kind == "dotted":
            values.append(f"{rng.randint(1, 28):02}.{rng.randint(1, 12):02}.20{rng.randint(10, 30)}")
        elif kind == "bool":
            values.append(rng.choice(["true", "false"]))
        elif kind == "code":
            values.append(f"{rng.randint(0, 99999):06}")
        elif kind == "year":
            values.append(str(rng.randint(1950, 2030)))
        elif kind == "mixed":
            values.append(rng.choice([str(rng.randint(0, 99)), rng.choice(WORDS), "2.5"]))
        elif kind == "empty":
            values.append("")
        else:
            values.append(rng.choice(WORDS) + rng.choice(["", "", " " + rng.choice(WORDS)]))
    return kind, values


def sizes(rng):
    draw = rng.random()
    if draw < 0.55:
        return rng.randint(1, 12)
    if draw < 0.9:
        return rng.randint(13, 120)
    if draw < 0.985:
        return rng.randint(121, 1100)
    return rng.choice([1000, 2046, 2047, 2048, 3000, 4999, 5000])


def table(rng):
    size = sizes(rng)
    width = rng.choice([1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 12, 20, 40])
    if size > 1000:
        width = min(width, 6)
    kinds, columns = zip(*[column(rng, size) for _ in range(width)])
    names = rng.sample(NAMES, width)
    if width > 2 and rng.random() < 0.1:
        # Years as names, over numbers.
        start = rng.randint(1960, 2020)
        names = [names[0]] + [str(start + index) for index in range(width - 1)]
        kinds = ("text",) + ("float",) * (width - 1)
        columns = [[rng.choice(PLAIN) for _ in range(size)]] + [
            [f"{rng.uniform(0, 999):.1f}" for _ in range(size)] for _ in range(width - 1)
        ]
    rows = [list(row) for row in zip(*columns)]
    if rng.random() < 0.5:
        # The last record differs from all others.
        odd = rng.choice(["Paris, Texas, USA", "Summe, brutto", "a;b;c;d", "x|y", "total", "12;00", "1.234,50", "tab\tin it", '"quoted"'])
        rows[-1] = [odd if kind == "text" else value for kind, value in zip(kinds, rows[-1])]
        if "text" not in kinds and rng.random() < 0.5:
            rows[-1][0] = odd
    if width == 1 and rows[-1] == [""]:
        rows[-1] = ["end"]
    return list(names), rows


class Backslash(csv.Dialect):
    delimiter = ","
    quotechar = '"'
    doublequote = False
    escapechar = "\\"
    lineterminator = "\n"
    quoting = csv.QUOTE_ALL


WRITERS = {
    "excel": dict(dialect="excel"),
    "excel-tab": dict(dialect="excel-tab"),
    "unix": dict(dialect="unix"),
    "semicolon": dict(dialect="excel", delimiter=";"),
    "pipe": dict(dialect="excel", delimiter="|", quoting=csv.QUOTE_ALL),
    "backslash": dict(dialect=Backslash),
}


def by_hand(rng, names, rows, delimiter):
    """Joins cells without quotes; a cell with a character that would need them is written without it."""

    def clean(text):
        for mark in (delimiter, '"', "\n", "\r"):
            text = text.replace(mark, "")
        return text

    names = [clean(name) or "n" for name in names]
    rows = [[clean(cell) for cell in row] for row in rows]
    end = rng.choice(["\n", "\r\n"])
    return names, rows, end, "".join(delimiter.join(row) + end for row in [names] + rows)


def write_one(rng, folder, number):
    names, rows = table(rng)
    facts = []
    how = rng.choice(list(WRITERS) + ["excel", "hand", "hand", "hand-tsv"])
    is_tsv = False
    if how.startswith("hand"):
        delimiter = "\t" if how == "hand-tsv" else rng.choice(",;|\t")
        is_tsv = how == "hand-tsv"
        names, rows, end, text = by_hand(rng, names, rows, delimiter)
    else:
        options = WRITERS[how]
        out = io.StringIO(newline="")
        writer = csv.writer(out, **options)
        writer.writerow(names)
        writer.writerows(rows)
        text = out.getvalue()
        delimiter = writer.dialect.delimiter
        end = writer.dialect.lineterminator
        is_tsv = delimiter == "\t" and rng.random() < 0.7
    expected = [row[:] for row in rows]
    draw = rng.random()
    if draw < 0.06 and how.startswith("hand") and len(rows) > 0:
        # A cut last line.
        facts.append("cut")
        last = delimiter.join(rows[-1])
        whole = text[: len(text) - len(last) - len(end)]
        at = rng.randint(1, max(1, len(last)))
        text = whole + last[:at]
        cells = last[:at].split(delimiter)
        expected[-1] = cells + [""] * (len(names) - len(cells))
        if last == "":
            expected.pop()
    elif draw < 0.12 and len(names) > 1:
        # Delimiters that pad every line.
        facts.append("padded")
        count = rng.randint(1, 4)
        if how.startswith("hand"):
            names = names + [""] * count
            expected = [row + [""] * count for row in expected]
            text = "".join(delimiter.join(row) + end for row in [names] + expected)
    elif draw < 0.2 and text.endswith(end):
        facts.append("no-last-end")
        text = text[: -len(end)]
    elif draw < 0.24 and len(names) > 1:
        facts.append("blank-end")
        text += end * rng.randint(1, 3)
    draw = rng.random()
    if draw < 0.05 and len(names) > 2:
        facts.append("title")
        lines = rng.sample(["Report 2024", "Sales by region", "Created: 2024-05-01", "Source: ERP", "Quarterly figures, all regions"], rng.randint(1, 3))
        pad = rng.choice([0, len(names) - 1])
        lines = [line.replace(delimiter, "") + delimiter * pad for line in lines]
        text = end.join(lines) + end + rng.choice(["", end]) + text
    elif draw < 0.08 and delimiter != "\t":
        facts.append("sep")
        text = f"sep={delimiter}{end}" + text
    elif draw < 0.11:
        facts.append("blank-start")
        text = end * rng.randint(1, 3) + text
    settings = None
    encoding = rng.choice(["utf-8"] * 6 + ["utf-8-sig", "utf-16", "cp1252", "iso-8859-2"])
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError:
        encoding, data = "utf-8", text.encode()
    if encoding == "iso-8859-2":
        settings = {"encoding": "iso-8859-2"}
    name = f"f{number}.{'tsv' if is_tsv else 'csv'}"
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    return name, {"names": names, "rows": expected, "how": [how, delimiter, encoding, *facts]}, settings


def write(folder, seed, count):
    expected, settings = {}, {}
    for number in range(count):
        rng = random.Random(f"{seed}-{number}")
        name, content, stated = write_one(rng, folder, number)
        expected[name] = content
        if stated is not None:
            settings[name] = stated
    with open(os.path.join(folder, ".table.json"), "w") as file:
        json.dump({"table": False, "settings": settings}, file)
    with open(os.path.join(folder, ".expected"), "w") as file:
        json.dump(expected, file)


def same(written, read):
    if read is None:
        return written == ""
    if isinstance(read, bool):
        return written.lower() == ("true" if read else "false")
    if isinstance(read, (int, Decimal)):
        try:
            return Decimal(written) == read
        except ArithmeticError:
            return False
    # A timestamp that was cut after its minutes has zero seconds.
    return read == written or read.replace("T", " ") in (written, written + ":00")


def difference(content, rows):
    if len(rows) != len(content["rows"]):
        return f"{len(content['rows'])} rows written, {len(rows)} read"
    for number, (written, read) in enumerate(zip(content["rows"], rows)):
        names = [pair[0] for pair in read]
        values = [pair[1] for pair in read]
        if len(values) != len(written):
            return f"row {number}: {len(written)} cells written, {len(values)} read: {names}"
        for name, expected in zip(names, content["names"]):
            if expected != "" and name != expected:
                return f"column {expected!r} is named {name!r}"
        for index, (cell, value) in enumerate(zip(written, values)):
            if not same(cell, value):
                return f"row {number}, cell {index}: {cell!r} written, {value!r} read"
    return None


def compare(folder):
    with open(os.path.join(folder, ".expected")) as file:
        expected = json.load(file)
    with open(os.path.join(folder, ".read")) as file:
        read = json.load(file)
    result = {"exact": 0, "refused": [], "silent": []}
    for name, content in expected.items():
        got = read[name]
        if "error" in got:
            result["refused"].append({"file": name, "how": content["how"], "why": got["error"]})
            continue
        rows = json.loads(got["rows"], object_pairs_hook=list, parse_float=Decimal)
        fault = difference(content, rows)
        if fault is None:
            result["exact"] += 1
        else:
            result["silent"].append({"file": name, "how": content["how"], "why": fault})
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        compare(sys.argv[2])
