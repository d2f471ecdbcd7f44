import { execFileSync } from "node:child_process";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Results } from "./store/results.js";
import type { ResultTable } from "./table/result-table.js";

const server = new RowServer();
const zone = process.env["TZ"];
const results: Results[] = [];

beforeAll(() => server.start());
afterEach(async () => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
  await Promise.all(results.splice(0).map((opened) => opened.close()));
});
afterAll(() => server.stop());

const count = 4000;
const kinds = ["green", "black", "Ünï", "00501"];
/** Rows whose sums would be wrong with doubles: decimals, integers beyond 2^53, instants around midnight. */
const lines = Array.from({ length: count }, (_, index) => {
  const cents = BigInt(index) * 7_919n + 12_345_678_901_234_567n;
  const at = new Date(Date.UTC(2026, 2, 28) + index * 671_000).toISOString();
  return `{"n":${index},"kind":"${kinds[index % 4]}","amount":${cents / 100n}.${String(cents % 100n).padStart(2, "0")},"big":${9_007_199_254_740_993n + BigInt(index)},"at":"${at}","note":"${"x".repeat(index % 200)}"}`;
});

/** Python program that sums the rows with its own decimals and dates. */
const oracle = `
import sys, json
from decimal import Decimal, getcontext
from datetime import datetime
getcontext().prec = 60
groups = {}
for line in sys.stdin:
    row = json.loads(line, parse_float=Decimal)
    day = datetime.fromisoformat(row["at"].replace("Z", "+00:00")).date().isoformat()
    group = groups.setdefault((row["kind"], day), [0, Decimal(0), 0])
    group[0] += 1
    group[1] += row["amount"]
    group[2] += row["big"]
for (kind, day), (n, amount, big) in sorted(groups.items()):
    print(json.dumps([kind, day, str(n), str(amount), str(big)], ensure_ascii=False))
`;

const expectedSums = execFileSync("python3", ["-c", oracle], { input: lines.join("\n"), encoding: "utf8" });

async function textsOf(table: ResultTable): Promise<readonly string[]> {
  const rows: string[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  return rows;
}

async function open(): Promise<Results> {
  const opened = await Results.open(engineThreads);
  results.push(opened);
  return opened;
}

test.each(["America/St_Johns", ...(isLong ? ["UTC", "Pacific/Kiritimati"] : [])])(
  "query() adds up as Python does, in %s",
  async (name) => {
    process.env["TZ"] = name;
    const opened = await open();
    const { rowCount, columns } = await opened.load(await server.read(lines.join("\n")), {
      schema: "s",
      name: "t",
    });
    expect(rowCount).toBe(count);
    expect(Object.fromEntries(columns.map((column) => [column.name, column.type]))).toMatchObject({
      amount: "DECIMAL(17,2)",
      big: "BIGINT",
      at: "TIMESTAMPTZ",
      kind: "VARCHAR",
    });
    const table = await opened.query(
      `select kind, "at"::date::text as day, count(*)::text as n, sum(amount)::text as amount, sum(big)::text as big
     from s.t group by all order by kind, day`,
    );
    const sums = (await textsOf(table)).map((row) => JSON.stringify(Object.values(JSON.parse(row))));
    expect(sums).toEqual(
      expectedSums
        .trim()
        .split("\n")
        .map((line) => JSON.stringify(JSON.parse(line))),
    );
  },
);

test("rows() keeps the order of the connector, sorts, searches and pages over all rows", async () => {
  const opened = await open();
  const { table } = await opened.load(await server.read(lines.join("\n")), {
    schema: "s",
    name: "t",
  });
  const numbers = async (selection: Parameters<ResultTable["rows"]>[0]) => {
    const found: number[] = [];
    for await (const batch of table.rows(selection))
      found.push(...batch.map((row) => Number(/"n":(\d+)/.exec(row)?.[1])));
    return found;
  };
  expect(await numbers({})).toEqual(lines.map((_, index) => index));
  expect(await numbers({ offset: count - 2, limit: 10 })).toEqual([count - 2, count - 1]);
  expect(await numbers({ sort: [{ column: "n", isDescending: true }], limit: 2 })).toEqual([
    count - 1,
    count - 2,
  ]);
  expect(await numbers({ sort: [{ column: "kind" }], limit: 2 })).toEqual([3, 7]);
  expect(await table.count({ search: "ÜNÏ" })).toBe(count / 4);
  expect(await numbers({ search: "ünï", offset: 1, limit: 1 })).toEqual([6]);
  // A reader that stops early must not leave any data in the pipe for the next one.
  for await (const _ of table.rows()) break;
  expect(await numbers({ limit: 1 })).toEqual([0]);
  const profile = await table.profile();
  expect(profile.find(({ column }) => column === "n")).toEqual({
    column: "n",
    kind: "number",
    rows: count,
    nulls: 0,
    distinct: count,
    min: "0",
    max: String(count - 1),
    sum: String((count * (count - 1)) / 2),
    mean: String((count - 1) / 2),
  });
});

test("load(), rows(), count() and profile() work on 350 columns", async () => {
  const opened = await open();
  const names = Array.from({ length: 350 }, (_, index) => `c${index}`);
  const wide = [1, 2].map((row) =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, `${name}-${row}`]))),
  );
  const { table, columns } = await opened.load(await server.read(`${wide.join("\n")}\n`), {
    schema: "s",
    name: "wide",
  });
  expect(columns).toHaveLength(names.length);
  expect((await textsOf(table)).map((row) => Object.keys(JSON.parse(row)).length)).toEqual([350, 350]);
  expect(await table.count({ search: "C349-2" })).toBe(1);
  expect((await table.profile()).at(-1)).toMatchObject({ distinct: 2 });
});
