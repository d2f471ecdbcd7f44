import { execFileSync } from "node:child_process";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "./store/results.js";

// Rows of random types are loaded, and a program in Python, which shares nothing with the code under test, computes the
// type of each column and compares each value. `npm run proof types` does the same with many more tables.

const tableCount = Number(process.env["WELLHEAD_TYPE_TABLES"] ?? 3);
const rowCount = 7;
const server = new RowServer();
let results: Results;

beforeAll(async () => {
  await server.start();
  results = await Results.open(engineThreads);
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

const digits = (min: number, max: number) =>
  fc.stringMatching(new RegExp(`^[1-9]\\d{${min - 1},${max - 1}}$`));
const sign = fc.constantFrom("", "-");
const near = (...powers: readonly bigint[]) =>
  fc
    .tuple(fc.constantFrom(...powers), fc.bigInt({ min: -2n, max: 2n }), sign)
    .map(([power, offset, minus]) => `${minus}${power + offset}`);
const integer = fc.oneof(
  fc.integer().map(String),
  near(2n ** 53n, 2n ** 63n, 2n ** 64n, 2n ** 127n, 2n ** 128n),
  fc.tuple(sign, digits(1, 45)).map(([minus, text]) => `${minus}${text}`),
  fc.constantFrom("0", "9007199254740993"),
);
const decimal = fc.oneof(
  fc
    .tuple(sign, fc.oneof(fc.constant("0"), digits(1, 30)), fc.stringMatching(/^\d{1,30}$/))
    .map(([minus, whole, fraction]) => `${minus}${whole}.${fraction}`),
  fc.constantFrom("0.1", "1.50", "100.00", "0.00001", "0.30000000000000004"),
);
const floating = fc.oneof(
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => (Object.is(value, -0) ? "-0" : String(value))),
  fc.constantFrom("-0", "-0.0", "1e400", "1E-400", "-1e5", "1.5E+3", "5e-324", "1.7976931348623157e308"),
  fc.tuple(digits(1, 20), fc.integer({ min: -30, max: 30 })).map(([text, exponent]) => `${text}e${exponent}`),
);
const two = (min: number, max: number) =>
  fc.integer({ min, max }).map((value) => String(value).padStart(2, "0"));
const day = fc
  .tuple(fc.constantFrom("2024", "2023", "1999", "0999", "9999"), two(0, 13), two(0, 32))
  .map((parts) => parts.join("-"));
const validDay = fc
  .tuple(fc.constantFrom("2024", "1970"), two(1, 12), two(1, 28))
  .map((parts) => parts.join("-"));
const clock = fc
  .tuple(
    fc.constantFrom("T", " "),
    two(0, 23),
    two(0, 59),
    fc.constantFrom("", ":00", ":59", ":07.5", ":07.123456"),
  )
  .map(([separator, hour, minute, rest]) => `${separator}${hour}:${minute}${rest}`);
const zone = fc.constantFrom("Z", "+02:00", "-05:30", "+0000", "+14");
const quoted = (texts: fc.Arbitrary<string>) => texts.map((text) => JSON.stringify(text));
const local = fc.tuple(validDay, clock).map((parts) => parts.join(""));
// The engine does not read a time with a zone and without seconds; it remains text.
const instant = fc
  .tuple(
    validDay,
    clock.filter((time) => time.length > 6),
    zone,
  )
  .map((parts) => parts.join(""));
const strange = fc.constantFrom(
  "2024-02-30",
  "2024-01-01T24:00",
  "2024-01-01T10:00:60",
  "2024-01-01T10:00:00.1234567",
  "2024-1-1",
  "20240101",
  "2024-01-01T10:00:00+99:00",
  "12:00",
  "NaN",
  "null",
  "true",
  "00501",
  "1e5",
  "",
);
const text = fc.oneof(quoted(fc.string({ unit: "grapheme", maxLength: 8 })), quoted(strange), quoted(day));
const escaped = fc.constantFrom(
  '"\\u0000"',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '"a\\/b"',
  '"\\"\\\\"',
  '"\\u00e9"',
);
const scalar = fc.oneof(integer, decimal, floating, text, escaped, fc.constantFrom("true", "false", "null"));
const nested = fc.oneof(
  fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
  fc
    .array(scalar, { maxLength: 3 })
    .map((items) => `{${items.map((item, index) => `"k${index}":${item}`).join(",")}}`),
  fc.constantFrom("[]", "{}", "[[]]", '{"a":{"b":[9007199254740993.5]}}', '[{"a":1},{"a":"x"}]'),
);
const kinds = [
  integer,
  decimal,
  floating,
  fc.oneof(integer, decimal),
  fc.oneof(integer, floating),
  text,
  escaped,
  quoted(validDay),
  quoted(local),
  quoted(instant),
  quoted(fc.oneof(local, instant)),
  quoted(fc.oneof(validDay, local)),
  fc.constantFrom("true", "false"),
  nested,
  fc.oneof(scalar, nested),
  fc.constant("null"),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.tuple(digits(1, 18), fc.stringMatching(/^\d{1,18}$/)).map((parts) => parts.join(".")),
];
// A cell is null or missing now and then, and a name that occurs twice has its last value.
const column = fc.constantFrom(...kinds).chain((kind) => {
  const member = fc.oneof(
    { arbitrary: kind.map((value) => [value]), weight: 10 },
    { arbitrary: fc.constantFrom(["null"], []), weight: 2 },
    { arbitrary: fc.tuple(scalar, kind).map((values): string[] => values), weight: 1 },
  );
  return fc.array(member, { minLength: rowCount, maxLength: rowCount });
});
const table = fc.array(column, { minLength: 40, maxLength: 40 });

function linesOf(columns: readonly (readonly (readonly string[])[])[]): readonly string[] {
  return Array.from({ length: rowCount }, (_, row) => {
    const members = columns.flatMap((cells, index) =>
      (cells[row] ?? []).map((value) => `"c${index}":${value}`),
    );
    return `{${members.join(",")}}`;
  });
}

const oracle = `
import json, re, sys
from datetime import datetime, timezone, date
from decimal import Decimal, getcontext, Context
getcontext().prec = 1200
getcontext().Emax = 999999
getcontext().Emin = -999999

class Number:
    def __init__(self, text): self.text = text
    def value(self): return Decimal(self.text)
    def negative_zero(self): return self.text.startswith("-") and self.value() == 0
    def survives(self):
        f = float(self.text)
        return f not in (float("inf"), float("-inf")) and Decimal(repr(f)) == self.value()

def load(text):
    def refuse(word): raise ValueError(word)
    return json.loads(text, parse_float=Number, parse_int=Number, parse_constant=refuse)

day = r"[1-9]\\d{3}-\\d{2}-\\d{2}"
clock = r"[T ](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,6})?)?"
zone = r"(?:Z|[+-](?:0\\d|1[0-5])(?::?[0-5]\\d)?)"

def moment(text):
    match = re.fullmatch(r"(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,6}))?)?)?(?:(Z)|([+-])(\\d\\d):?(\\d\\d)?)?", text)
    y, mo, d, h, mi, s, f, z, sign, zh, zm = match.groups()
    try: naive = datetime(int(y), int(mo), int(d), int(h or 0), int(mi or 0), int(s or 0), int((f or "").ljust(6, "0")))
    except ValueError: return None
    offset = 0 if sign is None else (1 if sign == "+" else -1) * (int(zh) * 60 + int(zm or 0))
    base = datetime(1, 1, 1)
    return (naive - base).total_seconds() - offset * 60, naive.microsecond

def kind(texts):
    for name, pattern in (("DATE", day), ("TIMESTAMP", day + clock), ("TIMESTAMPTZ", day + clock + zone)):
        if all(re.fullmatch(pattern, t) and moment(t) for t in texts): return name
    return "VARCHAR"

def digits(n):
    whole, _, fraction = n.text.lstrip("-").partition(".")
    return 0 if whole == "0" else len(whole), len(fraction)

def number_type(numbers):
    plain = not any("e" in n.text.lower() or n.negative_zero() for n in numbers)
    wholes, fractions = zip(*(digits(n) if plain else (0, 0) for n in numbers))
    if plain and max(fractions) == 0:
        if all(-2**63 <= int(n.text) < 2**63 for n in numbers): return "BIGINT"
        if all(-2**127 <= int(n.text) < 2**127 for n in numbers): return "HUGEINT"
    elif plain and max(wholes) + max(fractions) <= 38:
        return "DECIMAL(%d,%d)" % (min(38, max(1, max(wholes)) + max(fractions)), max(fractions))
    return "DOUBLE" if all(n.survives() for n in numbers) else "VARCHAR"

def expected_type(values):
    values = [v for v in values if v is not None]
    if not values: return "VARCHAR"
    if all(isinstance(v, bool) for v in values): return "BOOLEAN"
    if all(isinstance(v, (list, dict)) for v in values): return "JSON"
    if all(isinstance(v, Number) for v in values): return number_type(values)
    return kind(values) if all(isinstance(v, str) for v in values) else "VARCHAR"

def stored(text):
    return re.sub("[\\ud800-\\udfff]", lambda m: "\\\\u%04x" % ord(m.group()), text)

def narrower(found, values):
    # Zeros at the end of a fraction need no digits of the type, and a whole number such as 100.00 none of them.
    if found in ("BIGINT", "HUGEINT") and all(v is None or isinstance(v, Number) for v in values):
        numbers = [v for v in values if v is not None]
        limit = 2**63 if found == "BIGINT" else 2**127
        plain = all(re.fullmatch(r"-?\\d+(\\.0+)?", v.text) and not v.negative_zero() for v in numbers)
        return plain and any("." in v.text for v in numbers) and all(-limit <= v.value() < limit for v in numbers)
    match = re.fullmatch(r"DECIMAL\\((\\d+),(\\d+)\\)", found or "")
    if not match or not all(v is None or isinstance(v, Number) for v in values): return False
    width, scale = map(int, match.groups())
    numbers = [v for v in values if v is not None]
    fits = all(v.value() == v.value().quantize(Decimal(1).scaleb(-scale)) for v in numbers)
    return fits and width <= 38 and 0 < scale < max(digits(v)[1] for v in numbers) and not any(v.negative_zero() for v in numbers)

def deep(a, b):
    if isinstance(a, Number) or isinstance(b, Number):
        return isinstance(a, Number) and isinstance(b, Number) and a.value() == b.value() and a.negative_zero() == b.negative_zero()
    if isinstance(a, list): return isinstance(b, list) and len(a) == len(b) and all(map(deep, a, b))
    if isinstance(a, dict): return isinstance(b, dict) and a.keys() == b.keys() and all(deep(v, b[k]) for k, v in a.items())
    if isinstance(a, str): return isinstance(b, str) and stored(a) == stored(b).lower() if "\\\\u" in str(b) else a == b
    return type(a) == type(b) and a == b

def same(sent, got, type_):
    if sent is None: return got is None
    if type_ in ("DATE", "TIMESTAMP", "TIMESTAMPTZ"): return moment(sent) == moment(got)
    if type_ == "DOUBLE": return float(sent.text) == float(got.text) and sent.negative_zero() == got.negative_zero()
    if type_ == "VARCHAR":
        if isinstance(sent, str): return stored(sent) == got
        if isinstance(sent, bool): return got == ("true" if sent else "false")
        return deep(sent, load(got))
    return deep(sent, got)

wrong = []
for table in json.load(sys.stdin):
    rows, back = [load(r) for r in table["sent"]], [load(r) for r in table["got"]]
    assert len(rows) == len(back)
    for name in sorted({k for r in rows for k in r}):
        values = [r.get(name) for r in rows]
        want, found = expected_type(values), table["types"].get(name)
        if want != found and not narrower(found, values): wrong.append([name, "type", want, found, [getattr(v, "text", str(v)) for v in values]])
        else:
            for i, v in enumerate(values):
                if not same(v, back[i].get(name), found): wrong.append([name, "value", found, table["sent"][i].encode("unicode_escape").decode(), table["got"][i].encode("unicode_escape").decode()])
print(json.dumps(wrong))
`;

test(`the types and values of ${tableCount} tables of 40 random columns are those that Python computes`, {
  timeout: 120_000 + tableCount * 15_000,
}, async () => {
  const tables = [];
  for (const [index, columns] of fc.sample(table, { numRuns: tableCount, seed: 20_261_122 }).entries()) {
    const sent = linesOf(columns);
    const reading = await server.read(sent.map((line) => `${line}\n`).join(""));
    const loaded = await results.load(reading, { schema: "t", name: `t${index}` });
    expect(loaded.incomplete).toBeUndefined();
    const got: string[] = [];
    for await (const batch of loaded.table.rows()) got.push(...batch);
    tables.push({ sent, got, types: Object.fromEntries(loaded.columns.map(({ key, type }) => [key, type])) });
  }
  const output = execFileSync("python3", ["-c", oracle], {
    input: JSON.stringify(tables),
    maxBuffer: 2 ** 28,
  });
  expect(JSON.parse(output.toString())).toEqual([]);
});
