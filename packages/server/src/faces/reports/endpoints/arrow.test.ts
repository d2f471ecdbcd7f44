import { constants, gunzipSync } from "node:zlib";
import {
  arrayOf,
  bool,
  type Column,
  type Columns,
  date,
  encodedRows,
  id,
  number,
  type Row,
  type Rows,
  text,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { describe, expect, test } from "vitest";
import { arrow, ask, expectEqual, serve } from "../../../../test/arrow-service.js";
import { receiveRows } from "../../../../test/receive-rows.js";

const stored = (column: Column["column"], storedAs: NonNullable<Column["storedAs"]>): Column => ({
  column,
  storedAs,
});

const declared: Columns = {
  id: id({ title: "The id" }),
  name: text({ title: "Name", description: "Of a person" }),
  nested: text(),
  amount: number(),
  big: number(),
  exact: number(),
  flag: bool(),
  day: date(),
  instant: date(),
  local: date(),
  dates: date(),
  tags: arrayOf(text()),
  numbers: arrayOf(number()),
  days: arrayOf(date()),
  integer: stored("number", "integer"),
  unsigned: stored("number", "integer"),
  double: stored("number", "double"),
  decimal: stored("number", "decimal(12,2)"),
  wide: stored("number", "decimal(60,30)"),
  endless: stored("number", "decimal"),
  storedDay: stored("date", "day"),
  storedLocal: stored("date", "local"),
  storedInstant: stored("date", "instant"),
  nanos: stored("date", "instant"),
  json: stored("text", "json"),
};

const full: Row = {
  id: 7,
  name: 'Zürich "東京" 😀',
  nested: { a: [1, { b: null }] },
  amount: -0.1,
  big: 9_007_199_254_740_993n,
  exact: "0.12345678901234567890123",
  flag: false,
  day: "2024-02-29",
  instant: new Date(1_700_000_000_123),
  local: "1969-12-31T23:59:59.999",
  dates: "some day",
  tags: ["a", "", null, 'b"c'],
  numbers: [1, 2.5, null],
  days: ["2026-01-31", null],
  integer: -9_223_372_036_854_775_808n,
  unsigned: 18_446_744_073_709_551_615n,
  double: 1e300,
  decimal: "-1234567890.12",
  wide: "123456789012345678901234567890.000000000000000000000000000001",
  endless: "1.50",
  storedDay: "-000001-03-01",
  storedLocal: "+012345-01-01T00:00:00",
  storedInstant: "1582-10-14T23:59:59.000001Z",
  nanos: "2026-01-31T08:30:00.123456789+05:30",
  json: { z: "x", list: [true] },
};

const types: Readonly<Record<string, string>> = {
  id: "Utf8",
  name: "Utf8",
  nested: "Utf8",
  amount: "Float64",
  big: "Int64",
  exact: "Utf8",
  flag: "Bool",
  day: "Date32<DAY>",
  instant: "Timestamp<MICROSECOND, UTC>",
  local: "Timestamp<MICROSECOND>",
  dates: "Utf8",
  tags: "List<Utf8>",
  numbers: "List<Float64>",
  days: "List<Date32<DAY>>",
  integer: "Int64",
  unsigned: "Uint64",
  double: "Float64",
  decimal: "Decimal[12e+2]",
  wide: "Decimal[60e+30]",
  endless: "Utf8",
  storedDay: "Date32<DAY>",
  storedLocal: "Timestamp<MICROSECOND>",
  storedInstant: "Timestamp<MICROSECOND, UTC>",
  nanos: "Timestamp<NANOSECOND, UTC>",
  json: "Utf8",
};

/** Rows with nulls at different places in each column. */
const many: readonly Row[] = Array.from({ length: 300 }, (_unused, row) =>
  Object.fromEntries(Object.keys(full).map((name, at) => [name, (row + at) % 7 === 3 ? null : full[name]])),
);

describe("POST / as Arrow", () => {
  test.each([
    ["an array", () => many],
    ["batches", () => batchesOf(many, 100)],
    ["batches of one row", () => batchesOf(many.slice(0, 20), 1)],
  ])("has the same rows as NDJSON for %s of objects with declared columns", async (_what, rows) => {
    const read = await expectEqual(await serve(rows, declared));
    expect(Object.fromEntries(read.fields.map(({ name, type }) => [name, type]))).toEqual(types);
    expect(read.metadata).toEqual({
      "wellhead.connector": "columns",
      "wellhead.version": "1.2.3",
      "wellhead.source": "all",
    });
    const metadata = Object.fromEntries(read.fields.map((field) => [field.name, field.metadata]));
    expect(metadata["name"]).toEqual({
      "wellhead.type": "text",
      "wellhead.title": "Name",
      "wellhead.description": "Of a person",
    });
    expect(metadata["json"]?.["ARROW:extension:name"]).toBe("arrow.json");
  });

  test("has the same rows as NDJSON for rows that the source encodes as JSON", async () => {
    const names = Object.keys(declared);
    const json = (row: Row): string =>
      `{${names.map((name) => `${JSON.stringify(name)}:${jsonOf(row[name], name)}`).join(",")}}`;
    const rows = (): Rows =>
      encodedRows({
        columns: names,
        async *encode({ separator }) {
          for (let at = 0; at < many.length; at += 50) {
            const batch = many.slice(at, at + 50);
            yield { bytes: Buffer.from(batch.map(json).join(separator)), rows: batch.length };
          }
        },
      });
    const read = await expectEqual(await serve(rows, declared));
    expect(read.rows).toHaveLength(many.length);
  });

  test.each([{ limit: 3 }, { limit: 0 }, { skip: 299 }, { skip: 500 }, { limit: 10, skip: 295 }])(
    "applies %j",
    async (page) => {
      const { rows } = await expectEqual(await serve(() => batchesOf(many, 7), declared), page);
      const { limit = many.length, skip = 0 } = page;
      expect(rows).toHaveLength(Math.max(0, Math.min(limit, many.length - skip)));
    },
  );

  test("writes the columns of a source without rows", async () => {
    const read = await expectEqual(await serve(() => [], declared));
    expect([read.fields.length, read.rows]).toEqual([Object.keys(declared).length, []]);
  });

  test("is compressed as the other formats are", async () => {
    const app = await serve(() => many, declared);
    const { headers, bytes } = await receiveRows(app.url, { accept: arrow, "accept-encoding": "gzip" }, {});
    expect(headers).toMatchObject({
      "content-encoding": "gzip",
      "content-type": arrow,
      vary: "accept, accept-encoding",
    });
    expect(readArrow(gunzipSync(bytes)).rows).toHaveLength(many.length);
  });

  test.each([
    ["no columns", () => [], undefined, 400, "the source has no columns"],
    [
      "two columns of one name",
      () => encodedRows({ columns: ["a", "a"], encode: () => batchesOf([], 1) as never }),
      undefined,
      502,
      'two columns are named "a"',
    ],
    [
      "a value that its type cannot hold",
      () => [{ a: 1 }, { a: "x" }],
      { a: stored("number", "integer") },
      502,
      'the column "a" as Arrow: row 2 does not fit its type, expected an integer from -9223372036854775808 to 9223372036854775807, got a text of 1 characters',
    ],
    [
      "half a pair of surrogates",
      () => [{ a: "x\ud83d" }],
      { a: text() },
      502,
      'the column "a" as Arrow: row 1 does not fit its type, expected text of whole characters',
    ],
  ] as const)("refuses %s with a sentence", async (_what, rows, fields, status, message) => {
    const response = await ask(await serve(rows as () => Rows, fields), arrow);
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: string };
    expect(error).toContain(message);
    expect(error).toContain("Could not write");
  });

  test.each<[string, readonly Row[], string]>([
    ["value that its type cannot hold", [{ a: 1.5 }], 'the column "a" as Arrow: row 101 does not fit'],
    ["column that is not in the schema", [{ a: 1, b: 2 }], 'the column "b" first appeared'],
  ])("is cut, with the reason, at a later %s", async (_what, last, message) => {
    const first = Array.from({ length: 100 }, (_unused, a) => ({ a }));
    const rows = (): Rows => batchesOf([...first, ...last], 50);
    const app = await serve(rows, { a: stored("number", "integer") });
    const { bytes, isCut } = await receiveRows(app.url, { accept: arrow }, {});
    const read = readArrow(bytes);
    expect(isCut).toBe(true);
    expect(read.fault).toMatch(/Expected to read \d+ metadata bytes/);
    expect(read.mark["wellhead.error"]).toContain(message);
    expect(read.mark["wellhead.status"]).toBe("502");
  });

  test("is cut, with the reason, when the source fails, compressed or not", async () => {
    const app = await serve(
      async function* rows() {
        yield [{ a: 1 }];
        await Promise.resolve();
        yield [{ a: 2 }];
        throw upstreamUnavailable("Could not read the rows: the upstream is gone.");
      },
      { a: stored("number", "double") },
    );
    for (const encoding of ["identity", "gzip"]) {
      const { bytes, isCut } = await receiveRows(app.url, { accept: arrow, "accept-encoding": encoding }, {});
      // A compressed body has no end either.
      const plain = encoding === "gzip" ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;
      const read = readArrow(plain);
      expect([isCut, read.fault === undefined, read.mark["wellhead.error"]]).toEqual([
        true,
        false,
        "Could not read the rows: the upstream is gone.",
      ]);
    }
  });
});

async function* batchesOf(rows: readonly Row[], size: number): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) {
    await Promise.resolve();
    yield rows.slice(at, at + size);
  }
}

/** Writes a cell as JSON; digits are numbers without quotes, as engines write them. */
function jsonOf(value: unknown, name: string): string {
  if (typeof value === "bigint") return String(value);
  const areDigits = ["exact", "decimal", "wide", "endless"].includes(name) && typeof value === "string";
  return areDigits ? value : JSON.stringify(value ?? null);
}
