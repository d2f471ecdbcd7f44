import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import type { ResultTable } from "../table/result-table.js";
import type { ChartQuery, Group, GroupAnswer, PointAnswer } from "./chart-query.js";

// The oracle of these tests shares nothing with the engine: it is BigInt arithmetic and text of ISO dates.

const server = new RowServer();
const zone = process.env["TZ"];
const opened: Results[] = [];

beforeAll(() => server.start());
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});
afterAll(async () => {
  await Promise.all(opened.map((results) => results.close()));
  await server.stop();
});

/** A row as the oracle knows it: exact integers, and texts as they were sent. */
interface OracleRow {
  readonly n: bigint;
  readonly big: bigint;
  readonly wide: bigint;
  /** In hundredths; `undefined` when it is missing. */
  readonly cents: bigint | undefined;
  readonly kind: string | undefined;
  readonly local: string;
  readonly instant: string;
  readonly day: string;
}

const kinds = ["green", "black", "Ünï", "00501", undefined];

/** Pseudo-random numbers that are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The lowest bits of this generator repeat after a few numbers.
    return state >>> 8;
  };
}

const next = random(20_261_122);
const pad = (value: number) => String(value).padStart(2, "0");
const rows: readonly OracleRow[] = Array.from({ length: 3000 }, (_, index) => {
  const days = new Date(Date.UTC(2025, 9, 1) + (next() % 200) * 86_400_000).toISOString().slice(0, 10);
  // Around midnight, where a zone would move a time into another day or month.
  const clock = `${pad([0, 1, 12, 23][next() % 4] ?? 0)}:${pad(next() % 60)}:${pad(next() % 60)}`;
  return {
    n: BigInt(index),
    big: 9_007_199_254_740_993n * 3n + BigInt(next() % 1000),
    wide: 10n ** 36n + BigInt(next()),
    cents:
      next() % 7 === 0
        ? undefined
        : (BigInt(next() % 2_000_000) - 900_000n) * 500_000_000_000n + BigInt(next() % 100),
    kind: kinds[next() % kinds.length],
    local: `${days}T${clock}`,
    instant: `${days}T${clock}Z`,
    day: days,
  };
});

function decimal(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return `${units < 0n ? "-" : ""}${text}`;
}

const lines = rows.map(({ n, big, wide, cents, kind, local, instant, day }) => {
  const amount = cents === undefined ? "null" : decimal(cents, 2);
  const text = kind === undefined ? "null" : JSON.stringify(kind);
  return `{"n":${n},"big":${big},"wide":${wide},"amount":${amount},"kind":${text},"local":"${local}","instant":"${instant}","day":"${day}","nested":{"a":${n}}}`;
});

let tables = 0;

async function load(text: readonly string[], engine?: Results): Promise<ResultTable> {
  const results = engine ?? opened[0] ?? (await Results.open(engineThreads));
  if (!opened.includes(results)) opened.push(results);
  tables += 1;
  const { table } = await results.load(await server.read(text.join("\n")), {
    schema: "s",
    name: `t${tables}`,
  });
  return table;
}

/** Groups rows by a key, in the order of the keys. */
function groupsOf<Key>(key: (row: OracleRow) => Key, among: readonly OracleRow[] = rows) {
  const found = new Map<Key, OracleRow[]>();
  for (const row of among) found.set(key(row), [...(found.get(key(row)) ?? []), row]);
  return found;
}

const sumOf = (values: readonly (bigint | undefined)[]) =>
  values.reduce((total: bigint, value) => total + (value ?? 0n), 0n);

async function groups(table: ResultTable, query: Omit<Extract<ChartQuery, { kind: "groups" }>, "kind">) {
  // A query of this kind has an answer of this kind.
  return (await table.chart({ kind: "groups", ...query })) as GroupAnswer;
}

/** Compares numbers without regard to zeros at the end. */
const plain = (text: string | null | undefined) =>
  text?.includes(".") === true ? text.replace(/\.?0+$/, "") : text;

test.each(["America/St_Johns", ...(isLong ? ["UTC", "Asia/Kathmandu"] : [])])(
  "every figure equals exact arithmetic, in %s",
  async (name) => {
    process.env["TZ"] = name;
    const table = await load(lines, await Results.open(engineThreads));

    const months = await groups(table, {
      x: { column: "local", unit: "month" },
      measures: [
        { function: "sum", column: "amount" },
        { function: "sum", column: "big" },
        { function: "count" },
      ],
    });
    const expected = [...groupsOf(({ local }) => `${local.slice(0, 7)}-01`)]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([month, own]) => [
        month,
        plain(decimal(sumOf(own.map(({ cents }) => cents)), 2)),
        String(sumOf(own.map(({ big }) => big))),
        String(own.length),
      ]);
    const seen = (answer: readonly Group[]) => answer.map(({ x, values }) => [x, ...values.map(plain)]);
    expect(seen(months.groups)).toEqual(expected);

    for (const column of ["instant", "day"] as const) {
      const days = await groups(table, { x: { column, unit: "day" }, measures: [{ function: "count" }] });
      const counted = [...groupsOf((row) => row[column].slice(0, 10))].toSorted(([left], [right]) =>
        left < right ? -1 : 1,
      );
      expect(days.groups.map(({ x, rows: own }) => [x, own])).toEqual(
        counted.map(([day, own]) => [day, own.length]),
      );
    }

    const byKind = await groups(table, {
      x: { column: "kind" },
      series: { column: "day", unit: "year" },
      maxGroups: 3,
      measures: [
        { function: "sum", column: "wide" },
        { function: "mean", column: "amount" },
      ],
    });
    const totals = [...groupsOf(({ kind }) => kind ?? null)].toSorted(([, left], [, right]) =>
      Number(sumOf(right.map(({ wide }) => wide)) - sumOf(left.map(({ wide }) => wide))),
    );
    const shown = totals.slice(0, 3);
    expect([...new Set(byKind.groups.map(({ x }) => x))]).toEqual(shown.map(([kind]) => kind));
    for (const { x, series, values } of byKind.groups) {
      const own = (totals.find(([kind]) => kind === x)?.[1] ?? []).filter(
        ({ day }) => `${day.slice(0, 4)}-01-01` === series,
      );
      expect(values[0]).toBe(String(sumOf(own.map(({ wide }) => wide))));
      const amounts = own.flatMap(({ cents }) => (cents === undefined ? [] : [cents]));
      // The mean is rounded at 10 digits beyond the hundredths.
      const [, whole = "", fraction = ""] = /^(-?\d+)(?:\.(\d+))?$/.exec(values[1] ?? "") ?? [];
      const mean = BigInt(`${whole}${fraction.padEnd(12, "0")}`);
      const error = mean * BigInt(amounts.length) - sumOf(amounts) * 10n ** 10n;
      expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(BigInt(amounts.length));
    }
    const rest = totals.slice(3).flatMap(([, own]) => own);
    expect(byKind.others).toMatchObject({
      groups: totals.length - 3,
      rows: rest.length,
      values: [String(sumOf(rest.map(({ wide }) => wide))), expect.any(String)],
    });
    expect(byKind.rows).toBe(rows.length);

    const bins = await groups(table, {
      x: { column: "amount", bins: 30 },
      measures: [{ function: "count" }],
    });
    const width = BigInt(bins.binWidth ?? 0) * 100n;
    const floor = (value: bigint) => (value / width - (value < 0n && value % width !== 0n ? 1n : 0n)) * width;
    const binned = [...groupsOf(({ cents }) => (cents === undefined ? null : floor(cents)))].toSorted(
      ([left], [right]) =>
        left === null || right === null
          ? Number(left === null) - Number(right === null)
          : Number(left - right),
    );
    expect(bins.groups.map(({ x, rows: own }) => [plain(x), own])).toEqual(
      binned.map(([edge, own]) => [edge === null ? null : plain(decimal(edge, 2)), own.length]),
    );

    const [profile] = await table.profile({ columns: ["big"], isDetailed: true });
    const sorted = rows.map(({ big }) => big).toSorted((left, right) => Number(left - right));
    const middle = (sorted[1499] ?? 0n) + (sorted[1500] ?? 0n);
    expect(profile).toMatchObject({
      distinct: new Set(sorted).size,
      min: String(sorted[0]),
      max: String(sorted.at(-1)),
      sum: String(sumOf(sorted)),
      median: middle % 2n === 0n ? String(middle / 2n) : `${middle / 2n}.5`,
      firstQuartile: String(sorted[749]),
      thirdQuartile: String(sorted[2249]),
    });
    expect(profile?.histogram?.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
  },
);

test("sort, search, conditions and windows select the rows that exact comparison selects", async () => {
  const table = await load(lines);
  const numbersOf = async (request: Partial<Parameters<ResultTable["window"]>[0]>) =>
    (await table.window({ offset: 0, limit: 1000, columns: ["n"], ...request })).rows.map(([n]) => Number(n));
  const expectRows = (among: readonly OracleRow[]) => among.slice(0, 1000).map(({ n }) => Number(n));
  const byBig = rows.toSorted((left, right) => Number(left.big - right.big) || Number(left.n - right.n));
  expect(await numbersOf({ sort: [{ column: "big" }] })).toEqual(expectRows(byBig));
  expect(await numbersOf({ sort: [{ column: "big" }], offset: 2990 })).toEqual(expectRows(byBig.slice(2990)));
  const one = rows[17]?.big ?? 0n;
  const cases = [
    [{ operator: "equals", value: String(one) }, ({ big }: OracleRow) => big === one],
    [{ operator: "equals", value: `${one}.5` }, () => false],
    [{ operator: "less", value: `${one}.5` }, ({ big }: OracleRow) => big <= one],
    [{ operator: "at-least", value: `${one}.5` }, ({ big }: OracleRow) => big > one],
    [{ operator: "more", value: String(one) }, ({ big }: OracleRow) => big > one],
    [{ operator: "at-most", value: "1e40" }, () => true],
  ] as const;
  for (const [condition, selects] of cases)
    expect(await numbersOf({ where: [{ column: "big", ...condition }] }), JSON.stringify(condition)).toEqual(
      expectRows(rows.filter(selects)),
    );
  const negative = rows.find(({ cents }) => cents !== undefined && cents < 0n)?.cents ?? 0n;
  // Half a hundredth below a negative amount: it must not be rounded to the amount.
  const below = { column: "amount", value: `${decimal(negative, 2)}5` };
  expect(await numbersOf({ where: [{ ...below, operator: "less" }] })).toEqual(
    expectRows(rows.filter(({ cents }) => cents !== undefined && cents < negative)),
  );
  expect(await numbersOf({ where: [{ ...below, operator: "at-least" }] })).toEqual(
    expectRows(rows.filter(({ cents }) => cents !== undefined && cents >= negative)),
  );
  expect(await numbersOf({ where: [{ column: "kind", operator: "empty" }] })).toEqual(
    expectRows(rows.filter(({ kind }) => kind === undefined)),
  );
  expect(await numbersOf({ where: [{ column: "local", operator: "less", value: "2025-10-02" }] })).toEqual(
    expectRows(rows.filter(({ local }) => local < "2025-10-02")),
  );
  expect(await numbersOf({ search: "ÜNÏ", sort: [{ column: "n", isDescending: true }] })).toEqual(
    expectRows(rows.filter(({ kind }) => kind === "Ünï").toReversed()),
  );
  await expect(
    numbersOf({ where: [{ column: "n", operator: "equals", value: "x' or 1=1" }] }),
  ).rejects.toThrow('expected a number for "n"');
  // Windows of different sorts that are read at once do not mix.
  const [up, down] = await Promise.all([
    numbersOf({ sort: [{ column: "n" }], limit: 3 }),
    numbersOf({ sort: [{ column: "n", isDescending: true }], limit: 3 }),
  ]);
  expect([up, down]).toEqual([
    [0, 1, 2],
    [2999, 2998, 2997],
  ]);
  const members = (json: string | undefined) => new Set(json?.slice(1, -1).split(/,(?=")/));
  expect(members(await table.row(17))).toEqual(members(lines[17]));
});

test("a search finds each text of a cell, whatever the type of its column", async () => {
  const table = await load(lines);
  const cells = rows.map(({ n, big, wide, cents, kind = "", local, instant, day }) => {
    // A number is shown without the zeros at its end.
    const amount = cents === undefined ? "" : decimal(cents, 2).replace(/\.?0+$/, "");
    const texts = [n, big, wide, amount, kind, local, instant, day, `{"a":${n}}`].map(String);
    return texts.map((text) => text.toLowerCase());
  });
  const parts = [
    "992",
    ".07",
    "0.",
    ".0",
    "-44",
    "-1",
    "3z",
    "t23:5",
    "2026-0",
    '"a":17',
    "00501",
    "ÜN",
    "een",
    "z",
    "+",
    "b",
  ];
  for (const search of parts) {
    const found = cells.filter((texts) => texts.some((text) => text.includes(search.toLowerCase())));
    expect(await table.count({ search }), search).toBe(found.length);
  }
});

test("points keep every outlier, whatever the number of rows", async () => {
  const many = Array.from(
    { length: 20_000 },
    (_, index) => `{"x":${index % 100},"y":${(index * 7) % 100},"z":"a"}`,
  );
  many[12_345] = '{"x":9007199254740993,"y":-5,"z":"b"}';
  many[777] = '{"x":null,"y":1,"z":"a"}';
  const table = await load(many);
  // A query of this kind has an answer of this kind.
  const answer = (await table.chart({ kind: "points", x: "x", y: "y", series: "z" })) as PointAnswer;
  expect(answer).toMatchObject({ isEveryRow: false, rows: 19_999, missing: 1, series: ["a", "b"] });
  expect(answer.points.length).toBeLessThanOrEqual(5000);
  expect(answer.points.find(({ x }) => x === "9007199254740993")).toMatchObject({
    y: "-5",
    rows: 1,
    number: 12_345,
  });
  expect(answer.points.reduce((sum, point) => sum + point.rows, 0)).toBe(19_999);
  expect(await table.chart({ kind: "points", x: "x", y: "y" })).toMatchObject({ rows: 19_999, series: [] });
});

test("export() writes the selected rows in their order", async () => {
  const table = await load(lines);
  const file = join(tmpdir(), `wellhead-export-${process.pid}.csv`);
  await table.export(file, "csv", {
    columns: ["big", "kind"],
    where: [{ column: "kind", operator: "equals", value: "00501" }],
    sort: [{ column: "n", isDescending: true }],
  });
  const written = await readFile(file, "utf8");
  await rm(file);
  const selected = rows.filter(({ kind }) => kind === "00501").toReversed();
  expect(written).toBe(`big,kind\r\n${selected.map(({ big, kind }) => `${big},${kind}\r\n`).join("")}`);
});
