import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { arrowFrame, withoutShared } from "@wellhead/rows";
import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planEncoding } from "../plan-encoding.js";
import { arrowTypeOf } from "./arrow-type.js";

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:");
  connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** Writes a table as an Arrow stream, and as the lines that the cells write. */
async function encode(select: string, skip = 0): Promise<{ arrow: Uint8Array; lines: string }> {
  const prepared = await connection.prepare(select);
  const columns = Array.from({ length: prepared.columnCount }, (_unused, index) => ({
    name: prepared.columnName(index),
    type: prepared.columnType(index),
  }));
  const rows = { columns, from: `(${select})`, values: [], hasLongRows: true };
  const frame = arrowFrame(
    columns.map(({ name, type }) => ({ name, type: arrowTypeOf(type) })),
    {},
  );
  const written = async (plan: ReturnType<typeof planEncoding>, put: (bytes: Uint8Array) => void) => {
    const result = await connection.stream(plan.select);
    for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk())
      for (const { bytes } of plan.encoder.encode(chunk.chunk)) put(bytes);
    for (const { bytes } of plan.encoder.finish()) put(bytes);
  };
  const parts = [frame.open];
  await written(planEncoding(rows, { format: "arrow", skip }), (bytes) =>
    parts.push(withoutShared(bytes, frame.shared), frame.shared),
  );
  const lines: string[] = [];
  await written(planEncoding(rows, { format: "json", separator: "\n" }), (bytes) =>
    lines.push(Buffer.from(bytes).toString()),
  );
  const kept = lines.join("\n").split("\n").slice(skip);
  return { arrow: Buffer.concat([...parts, frame.close]), lines: kept.join("\n") };
}

/** Types that no file in the tests of the connector has, with values at their limits. */
const rare: readonly (readonly [type: string, values: readonly string[], arrow: string])[] = [
  [
    "HUGEINT",
    ["170141183460469231731687303715884105727", "-170141183460469231731687303715884105728", "-1"],
    "Decimal[39e0]",
  ],
  ["UHUGEINT", ["340282366920938463463374607431768211455", "0"], "Decimal[39e0]"],
  ["BIGINT[3]", ["[1, NULL, 3]", "[4, 5, 6]"], "List<Int64>"],
  ["TIMESTAMP_S", ["2026-01-31 08:30:00", "1901-01-01"], "Timestamp<SECOND>"],
  ["TIMESTAMP_MS", ["2026-01-31 08:30:00.123", "infinity"], "Timestamp<MILLISECOND>"],
  ["TIME_NS", ["08:30:00.123456789"], "Utf8"],
  ["TIMETZ", ["08:30:00+05:30"], "Utf8"],
  ["INTERVAL", ["1 month 2 days 3 seconds"], "Utf8"],
  ["BIT", ["10101"], "Utf8"],
  [
    "UUID",
    ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    "FixedSizeBinary[16]",
  ],
  ["UUID[]", ["[00000000-0000-0000-0000-000000000001]"], "List<Utf8>"],
  ["UNION(n BIGINT, t VARCHAR)", ["9007199254740993", "text"], "Utf8"],
  ["JSON", ['{"a":[1.50,"x"],"b":null}', "[]"], "Utf8"],
  [
    "DECIMAL(38,38)",
    ["0.00000000000000000000000000000000000001", "-0.99999999999999999999999999999999999999"],
    "Decimal[38e+38]",
  ],
  ["MAP(INTEGER, DATE)", ["{1=2026-01-31, 2=NULL}", "{}"], "Map<{key:Utf8, value:Date32<DAY>}>"],
];

describe("VectorEncoder", () => {
  it.each(rare)("writes values of %s as the cells do", async (type, values, arrowType) => {
    const rows = [...values, undefined].map(
      (value) => `SELECT CAST(${value === undefined ? "NULL" : `'${value}'`} AS ${type}) AS v`,
    );
    const { arrow, lines } = await encode(rows.join(" UNION ALL "));
    const { read, difference } = compareFormats(arrow, lines);
    expect([difference, read.fields[0]?.type]).toEqual([undefined, arrowType]);
  });

  it("writes structs that are nested 32 deep", async () => {
    const deep = Array.from({ length: 32 }).reduce<string>((inner) => `{'a': [${inner}]}`, "i");
    const { arrow, lines } = await encode(`SELECT ${deep} AS v FROM range(5) t(i)`);
    expect(compareFormats(arrow, lines).difference).toBeUndefined();
  });

  it.each([0, 1, 2048, 2049, 5000])("leaves out the first %i rows", async (skip) => {
    const { arrow, lines } = await encode("SELECT i, 'text ' || i AS t FROM range(5000) t(i)", skip);
    expect(compareFormats(arrow, lines).difference).toBeUndefined();
  });

  it("writes texts of every length next to each other, and nulls between them", async () => {
    const text = "CASE WHEN i % 5 < 4 THEN substr('abcdefghijklmnop', 1, i % 17) END";
    const { arrow, lines } = await encode(`SELECT ${text} AS t FROM range(5000) t(i)`);
    expect(compareFormats(arrow, lines).difference).toBeUndefined();
  });

  it("ends record batches at 65,536 rows or 1 MiB", async () => {
    const many = await encode("SELECT (i % 2)::TINYINT AS i FROM range(200000) t(i)");
    expect(compareFormats(many.arrow, many.lines).read.batches).toEqual([
      2048, 65_536, 65_536, 65_536, 1344, 0,
    ]);
    const long = await encode("SELECT repeat('x', 400) || i AS t FROM range(9000) t(i)");
    const { read, difference } = compareFormats(long.arrow, long.lines);
    expect([difference, read.batches]).toEqual([undefined, [2048, 4096, 2856, 0]]);
  });
});
