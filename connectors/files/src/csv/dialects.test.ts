import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { CsvFormat } from "./csv-format.js";
import { RecordCounter } from "./record-counter.js";
import { type CsvRecord, isEmptyLine, RecordReader, readRecords } from "./record-reader.js";

/** Tables of random cells, as Python's `csv` writes them in every dialect. */
const oracle = `
import csv, io, json, random
random.seed(11)
pieces = ["a", "b c", "1", "-2.5", "", " ", "'", '"', ",", ";", "\\t", "|", "\\n", "\\r", "\\r\\n", "\\\\", "é", "😀", "sep=", "x" * 40]
tables = []
for number in range(400):
    delimiter = random.choice(",;\\t|")
    quote = random.choice(['"', "'"])
    ends = random.choice(["\\n", "\\r\\n", "\\r"])
    width = random.randint(1, 5)
    rows = [["".join(random.choices(pieces, k=random.randint(0, 3))) for _ in range(width)] for _ in range(random.randint(1, 12))]
    out = io.StringIO(newline="")
    quoting = random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    # A bare carriage return is a line end to readers, so it has to be in quotes in any case.
    if quoting == csv.QUOTE_MINIMAL and any("\\r" in cell or "\\n" in cell for row in rows for cell in row): quoting = csv.QUOTE_ALL
    csv.writer(out, delimiter=delimiter, quotechar=quote, lineterminator=ends, quoting=quoting).writerows(rows)
    text = out.getvalue()
    if random.random() < 0.3: text = text[:-len(ends)]
    tables.append({"rows": rows, "text": text, "ends": ends, "all": quoting == csv.QUOTE_ALL, "format": {"delimiter": delimiter, "quote": quote, "escape": quote}})
print(json.dumps(tables))`;

interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly text: string;
  readonly ends: string;
  readonly all: boolean;
  readonly format: CsvFormat;
}

// The program above prints this form.
const tables = JSON.parse(
  execFileSync("python3", ["-c", oracle], { encoding: "utf8", maxBuffer: 2 ** 26 }),
) as readonly Table[];

function cellsOf(records: readonly CsvRecord[]): readonly (readonly string[])[] {
  return records.map(({ cells }) => cells);
}

/** Reads a text in pieces of a length. */
function readPieces(text: string, format: CsvFormat, length: number): readonly CsvRecord[] {
  const reader = new RecordReader(format);
  const records: CsvRecord[] = [];
  for (let at = 0; at < text.length; at += length) records.push(...reader.read(text.slice(at, at + length)));
  records.push(...reader.finish());
  expect(reader.openLine).toBeUndefined();
  return records;
}

/** Returns what a counter sees in bytes that arrive in pieces of a length. */
function count(text: string, format: CsvFormat, { length = 2 ** 20, skipped = 0 } = {}) {
  const counter = new RecordCounter(format, skipped);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) counter.add(bytes.subarray(at, at + length));
  return counter.finish();
}

describe("a table that Python has written", () => {
  test("is read as it was, whole and in pieces of every length", () => {
    for (const { rows, text, format } of tables) {
      expect(cellsOf(readRecords(text, format, { isAll: true, max: 1000 }))).toEqual(rows);
      for (const length of [1, 2, 3, 7]) expect(cellsOf(readPieces(text, format, length))).toEqual(rows);
    }
  });

  test("has quotes where Python has set them, and no odd ones", () => {
    for (const { text, format, all } of tables) {
      const records = readRecords(text, format, { isAll: true, max: 1000 });
      expect(records.map(({ oddQuotes }) => oddQuotes).every((odd) => odd === 0)).toBe(true);
      const isQuoted = records.flatMap(({ quoted }) => quoted);
      expect(isQuoted.every((quoted) => quoted || !all)).toBe(true);
    }
  });

  test("names the line at which each record begins", () => {
    for (const { rows, text, format, ends } of tables) {
      let line = 0;
      const expected = rows.map((row) => {
        const start = line;
        line += 1 + row.join("").split(/\r\n|\n|\r/).length - 1;
        return start;
      });
      // Two cells must not be joined to one line end.
      if (
        rows.some((row) => row.some((cell, index) => cell.endsWith("\r") && row[index + 1]?.startsWith("\n")))
      )
        continue;
      const found = readRecords(text, format, { isAll: true, max: 1000 }).map((record) => record.line);
      expect(found, JSON.stringify({ text, ends })).toEqual(expected);
    }
  });

  test("has the records, widths and quotes that a counter of bytes sees, in pieces of every length", () => {
    for (const { rows, text, format, ends } of tables) {
      const records = readRecords(text, format, { isAll: true, max: 1000 });
      const empty = records.filter(
        ({ cells, quoted }) => cells.length === 1 && cells[0] === "" && quoted[0] === false,
      );
      const width = rows[0]?.length ?? 0;
      const whole = records.length - empty.length;
      const expected = {
        records: whole,
        emptyLines: empty.length,
        widths: new Map(whole === 0 ? [] : [[width, whole]]),
        oddQuotes: 0,
        quotedCells: records.flatMap(({ quoted }) => quoted).filter(Boolean).length,
        oddEscapes: 0,
        hasNul: false,
        openLine: undefined,
      };
      for (const length of [1, 3, 2 ** 20]) expect(count(text, format, { length })).toMatchObject(expected);
      const seen = count(text, format);
      expect(seen.isUnended).toBe(!text.endsWith(ends));
      // Line ends within quotes are no ends of records.
      expect(seen.lineEnds).toEqual(new Set(rows.length > 1 || text.endsWith(ends) ? [ends] : []));
    }
  });
});

test("readRecords() stops at a maximum, and leaves out a record that the text cuts", () => {
  const format = { delimiter: ",", quote: '"', escape: '"' };
  const read = (text: string, isAll: boolean, max = 100) =>
    cellsOf(readRecords(text, format, { isAll, max }));
  expect(read("a,b\nc,d\ne,f\n", true, 2)).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(read("a,b\nc,d", false)).toEqual([["a", "b"]]);
  expect(read("a,b\nc,d", true)).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(read("a\r", false)).toEqual([]);
  expect(read("a\r", true)).toEqual([["a"]]);
  expect(read('a,"b', true)).toEqual([]);
});

test.each<readonly [string, Partial<CsvFormat>, readonly (readonly string[])[], number]>([
  ['a,b"c,d\n', {}, [["a", 'b"c', "d"]], 1],
  ['"a"b,c\n', {}, [['"a"b', "c"]], 1],
  ['"a,b"c,d\n', {}, [['"a,b"c', "d"]], 1],
  ['"a""b",c\n', {}, [['a"b', "c"]], 0],
  ['"a\\"b\\\\",c\n', { escape: "\\" }, [['a"b\\', "c"]], 0],
  ['"a\\nb",c\n', { escape: "\\" }, [["a\\nb", "c"]], 0],
  ['"a",b\n', { quote: "", escape: "" }, [['"a"', "b"]], 0],
  ["a^b\n", { delimiter: "^" }, [["a", "b"]], 0],
  ["a-b\n", { delimiter: "-" }, [["a", "b"]], 0],
  ["a]b\n", { delimiter: "]" }, [["a", "b"]], 0],
  ["a\\b\n", { delimiter: "\\" }, [["a", "b"]], 0],
])("%j is read with %j", (text, changes, cells, odd) => {
  const format = { delimiter: ",", quote: '"', escape: '"', ...changes };
  const records = readRecords(text, format, { isAll: true, max: 100 });
  expect(cellsOf(records)).toEqual(cells);
  expect(records.reduce((sum, { oddQuotes }) => sum + oddQuotes, 0)).toBe(odd);
  expect(count(text, format).oddQuotes).toBe(odd);
});

test("a quote that never closes names its line", () => {
  const format = { delimiter: ",", quote: '"', escape: '"' };
  const text = 'a,b\n"c\nd",e\nf,"g\nh\n';
  const reader = new RecordReader(format);
  expect(cellsOf([...reader.read(text), ...reader.finish()])).toEqual([
    ["a", "b"],
    ["c\nd", "e"],
  ]);
  expect(reader.openLine).toBe(3);
  expect(count(text, format).openLine).toBe(4);
});

test("a counter skips lines, a byte order mark and a NUL, and knows the longest record", () => {
  const format = { delimiter: ",", quote: '"', escape: '"' };
  expect(count("title\r\n\r\na,b\r\nc,d\r\n", format, { skipped: 2 })).toMatchObject({
    records: 2,
    widths: new Map([[2, 2]]),
  });
  expect(count("\uFEFFa,b\nlonger,b\n", format)).toMatchObject({
    records: 2,
    longest: 9,
    hasNul: false,
    lastWidth: 2,
  });
  expect(count("a,\0\n", format)).toMatchObject({ records: 1, hasNul: true });
  expect(count("a\rb\nc\r\n", format)).toMatchObject({ records: 3, lineEnds: new Set(["\r", "\n", "\r\n"]) });
  expect(count('"a\\x"\n', { ...format, escape: "\\" })).toMatchObject({ oddEscapes: 1 });
});

test("a counter knows the longest record after lines that are skipped, in pieces of every length", () => {
  const format = { delimiter: ",", quote: '"', escape: '"' };
  for (const length of [1, 3, 100])
    expect(count("a long title\nabc,d\ne,f\n", format, { skipped: 1, length })).toMatchObject({
      records: 2,
      longest: 6,
    });
});

test.each(["¿", "a¿", "\uFEC0", "\uF03F", "\uFEBF"])("a counter takes %j for no byte order mark", (text) => {
  const format = { delimiter: ",", quote: '"', escape: '"' };
  expect(count(`${text}\nb\n`, format)).toMatchObject({
    records: 2,
    emptyLines: 0,
    longest: Buffer.byteLength(text) + 1,
  });
});

test("a counter takes a byte order mark in the middle for text", () => {
  const format = { delimiter: ",", quote: '"', escape: '"' };
  expect(count("ab\n\uFEFF\nb\n", format, { length: 3 })).toMatchObject({
    records: 3,
    emptyLines: 0,
    longest: 4,
  });
});

test("a counter counts the escapes that escape nothing", () => {
  const format = { delimiter: ",", quote: '"', escape: "\\" };
  expect(count('"a\\"b\\\\c\\,d\\xe\\\n",f\n', format)).toMatchObject({ oddEscapes: 3, records: 1 });
});

test("isEmptyLine() is true of a line without characters", () => {
  const read = (text: string) =>
    readRecords(text, { delimiter: ",", quote: '"', escape: '"' }, { isAll: true, max: 1 }).map(isEmptyLine);
  expect(["\n", "\r\n", '""\n', "a\n", ",\n", " \n"].map((text) => read(text)[0])).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
