import { RowServer } from "@wellhead/test-support/http/row-server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";

// The engine has little memory, so that a table fails here at a few hundred columns as it otherwise does at thousands.
// `npm run proof types` loads 2,000 columns with the usual memory.

const isProof = process.env["WELLHEAD_TYPE_TABLES"] !== undefined;
const { columnCount, rowCount, maxMemory } = isProof
  ? { columnCount: 2000, rowCount: 3000, maxMemory: 2 ** 30 }
  : { columnCount: 260, rowCount: 2060, maxMemory: 144 * 2 ** 20 };
const timeoutMs = 600_000;
const server = new RowServer();
let results: Results;

beforeAll(async () => {
  await server.start();
  results = await Results.open({ maxMemory });
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

const makers: readonly ((row: number, column: number) => unknown)[] = [
  (row, column) => row * column,
  (row, column) => `t${(row * 7) % 11}"${column}`,
  (row, column) => ((row + column) % 1000) / 8,
  (row) => (row % 3 === 0 ? null : row % 2 === 0),
];
const cell = (row: number, column: number) => makers[column % makers.length]?.(row, column);
const keys = Array.from({ length: columnCount }, (_, column) => `k${column}`);
const rows = Array.from({ length: rowCount }, (_, row) =>
  Object.fromEntries(keys.map((key, column) => [key, cell(row, column)])),
);

async function readAll(table: AsyncIterable<readonly string[]>): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const batch of table) read.push(...batch.map((text): unknown => JSON.parse(text)));
  return read;
}

test.runIf(isLong)(
  "load(), query() and rows() handle more columns than the engine can hold in memory",
  {
    timeout: timeoutMs,
  },
  async () => {
    const body = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const loaded = await results.load(await server.read(body), { schema: "s", name: "wide" });
    expect(loaded.incomplete).toBeUndefined();
    expect(loaded.columns.map(({ key }) => key)).toStrictEqual(keys);
    expect(await readAll(loaded.table.rows())).toStrictEqual(rows);
    const sorted = await results.query("SELECT * FROM s.wide WHERE k0 = 0 AND k4 > 40 ORDER BY k4 DESC");
    expect(await readAll(sorted.rows({ limit: 3, offset: 1 }))).toStrictEqual(
      rows.slice(-4, -1).toReversed(),
    );
    const some = await loaded.table.window({
      offset: 0,
      limit: 2,
      columns: ["k4"],
      sort: [{ column: "k4", isDescending: true }],
    });
    expect(some.rows).toStrictEqual([[String((rowCount - 1) * 4)], [String((rowCount - 2) * 4)]]);
    expect(JSON.parse(await loaded.table.row(17))).toStrictEqual(rows[17]);
    const sums = await results.query("SELECT sum(k4) AS a, sum(k6) AS b FROM s.wide");
    const sum = (key: string) => rows.reduce((total, row) => total + Number(row[key]), 0);
    expect(await readAll(sums.rows())).toStrictEqual([{ a: sum("k4"), b: sum("k6") }]);
  },
);

test("load() moves a table whose later rows bring more columns than fit in memory", {
  timeout: timeoutMs,
}, async () => {
  const narrow = Array.from({ length: 5 }, (_, row) => ({ first: row }));
  const parts = [narrow, [{ ...rows[1], first: 5 }]].map((some) => some.map((row) => JSON.stringify(row)));
  async function* lines() {
    for (const texts of parts) yield { texts, bytes: texts.join("").length };
  }
  const loaded = await results.load({ lines }, { schema: "s", name: "late" });
  const empty = Object.fromEntries(keys.map((key) => [key, null]));
  expect(await readAll(loaded.table.rows())).toStrictEqual([
    ...narrow.map((row) => ({ ...row, ...empty })),
    { first: 5, ...rows[1] },
  ]);
});
