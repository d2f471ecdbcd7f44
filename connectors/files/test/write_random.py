"""Writes a file of random rows. Input: {"path", "kind": "csv"|"json"|"ndjson"|"xlsx", "rows", "seed"}.

The rows of a workbook are also written as NDJSON beside it, as `path` + ".ndjson". Output: null.
Rare values, of which a column of another kind becomes text, come late as well as early.
"""
import csv, datetime, json, random, sys, zipfile
from xml.sax.saxutils import escape

task = json.load(sys.stdin)
rng = random.Random(task["seed"])
letters = ["a", "B", "é", "😀", '"', "'", ",", ";", "\n", "\r\n", "\t", " ", "\\", "|", "#", "0", "€", "Ω", "<", "&", "_x0041_"]

def text():
    return "".join(rng.choice(letters) for _ in range(rng.randrange(8)))

def day():
    return (datetime.date(1900, 3, 1) + datetime.timedelta(days=rng.randrange(60000))).isoformat()

makers = {
    "id": lambda row: row,
    "whole": lambda row: rng.randrange(-(2**63), 2**63),
    "short": lambda row: rng.randrange(-1000, 1000),
    "decimal": lambda row: rng.randrange(-10**9, 10**9) / 1000,
    "flag": lambda row: rng.random() < 0.5,
    "day": lambda row: day(),
    "moment": lambda row: day() + "T%02d:%02d:%02d" % (rng.randrange(24), rng.randrange(60), rng.randrange(60)),
    "text": lambda row: text(),
    "code": lambda row: "%05d" % rng.randrange(100000),
    "mixed": lambda row: rng.randrange(100) if row < task["rows"] - 1 else "last",
}
if task["kind"] == "xlsx":
    del makers["whole"]

def rows():
    for row in range(task["rows"]):
        yield {name: None if name != "id" and rng.random() < 0.05 else make(row) for name, make in makers.items()}

def cell(value):
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else value

def sheet_cell(place, name, value):
    if value is None:
        return ""
    if name == "day":
        number = (datetime.date.fromisoformat(value) - datetime.date(1899, 12, 30)).days
        return '<c r="%s" s="1"><v>%d</v></c>' % (place, number)
    if isinstance(value, bool):
        return '<c r="%s" t="b"><v>%d</v></c>' % (place, value)
    if isinstance(value, (int, float)):
        # Spreadsheet programs write 17 digits.
        return '<c r="%s"><v>%s</v></c>' % (place, value if isinstance(value, int) else "%.17g" % value)
    shown = escape(value.replace("_x", "_x005F_x")).replace("\r", "_x000D_")
    return '<c r="%s" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>' % (place, shown)

def write_workbook(path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as book, open(path + ".ndjson", "w") as expected:
        book.writestr("xl/workbook.xml", '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>')
        relation = '<Relationship Id="%s" Type="x/%s" Target="%s"/>'
        book.writestr("xl/_rels/workbook.xml.rels", "<Relationships>" + relation % ("a", "worksheet", "sheet.xml") + relation % ("b", "styles", "styles.xml") + "</Relationships>")
        book.writestr("xl/styles.xml", '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>')
        with book.open("xl/sheet.xml", "w", force_zip64=True) as sheet:
            sheet.write(b"<worksheet><sheetData>")
            names = list(makers)
            line = lambda number, cells: ('<row r="%d">%s</row>' % (number, "".join(cells))).encode()
            sheet.write(line(1, [sheet_cell(chr(65 + index) + "1", "", name) for index, name in enumerate(names)]))
            for number, row in enumerate(rows(), 2):
                sheet.write(line(number, [sheet_cell(chr(65 + index) + str(number), name, row[name]) for index, name in enumerate(names)]))
                # A column with a text is text, whatever else it holds.
                row["mixed"] = None if row["mixed"] is None else str(row["mixed"])
                expected.write(json.dumps(row) + "\n")
            sheet.write(b"</sheetData></worksheet>")

if task["kind"] == "xlsx":
    write_workbook(task["path"])
else:
    with open(task["path"], "w", newline="", encoding="utf-8") as file:
        if task["kind"] == "csv":
            writer = csv.writer(file)
            writer.writerow(makers)
            for row in rows():
                writer.writerow([cell(value) for value in row.values()])
        elif task["kind"] == "ndjson":
            for row in rows():
                file.write(json.dumps(row, ensure_ascii=rng.random() < 0.5) + "\n")
        else:
            file.write("[")
            for index, row in enumerate(rows()):
                file.write(("" if index == 0 else ",\n ") + json.dumps(row))
            file.write("]")
json.dump(None, sys.stdout)
