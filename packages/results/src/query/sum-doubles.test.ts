import { execFileSync } from "node:child_process";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import type { ResultTable } from "../table/result-table.js";
import type { GroupAnswer } from "./chart-query.js";

/** Computes the figures of lists of doubles from their exact fractions, rounded once; `math.fsum` where it can. */
const oracle = String.raw`
import json, math, statistics, sys
from fractions import Fraction
def figures(values):
    exact = [Fraction(value) for value in values]
    total = sum(exact)
    in_range = abs(total) <= Fraction(sys.float_info.max)
    if in_range and all(abs(value) < 1e300 for value in values):
        assert float(total) == math.fsum(values)
    ordered, half = sorted(exact), len(exact) // 2
    middle = ordered[half] if len(exact) % 2 else (ordered[half - 1] + ordered[half]) / 2
    return [repr(float(total)) if in_range else "%d" % total, repr(float(total / len(exact))), repr(float(middle))]
print(json.dumps([figures([float(text) for text in texts]) for texts in json.load(sys.stdin)]))
`;

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

/** Returns doubles of a range of exponents, always the same ones, of which many cancel each other. */
function randomDoubles(seed: number, count: number, exponents: readonly [number, number]): readonly string[] {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const [low, high] = exponents;
  const values: number[] = [];
  while (values.length < count) {
    const value = (1 + next() + next() / 2 ** 32) * 2 ** Math.floor(low + next() * (high - low));
    values.push(next() < 0.5 ? value : -value);
    const earlier = values[Math.floor(next() * values.length)] ?? 0;
    if (next() < 0.4) values.push(-earlier);
  }
  return values.map((value) => value.toExponential());
}

type Lists = Readonly<Record<string, readonly string[]>>;

const lists: Lists = {
  cancelled: ["1e16", "1.5", "-1e16"],
  "cancelled twice": ["1.0", "1e100", "1.0", "-1e100"],
  tenths: Array.from({ length: 10 }, () => "1e-1"),
  half: ["9007199254740992e0", "1e0", "1e-300"],
  "beyond the range": ["1e308", "1e308"],
  "beyond the range on the way": ["1.7e308", "1.7e308", "-1.7e308", "-1e-320"],
  smallest: ["5e-324", "5e-324", "-1e-323", "2.5e-308", "5e-324"],
  one: ["-1.5e-7"],
  zeros: ["0e0", "-0e0"],
  money: randomDoubles(1, 400, [-7, 20]),
  wide: randomDoubles(2, 400, [-1070, 1020]),
  large: randomDoubles(3, 300, [1000, 1023]),
  small: randomDoubles(4, 300, [-1074, -1000]),
  unit: randomDoubles(5, 500, [-60, 0]),
};

const names = Object.keys(lists);
/** Those whose values are also the only ones of a column, whose range is how they are cut. */
const aloneNames = ["cancelled", "money", "large", "small", "unit"];
const measures = (["sum", "mean", "median"] as const).map((name) => ({ function: name, column: "v" }));

let tables = 0;

async function load(groups: Lists): Promise<ResultTable> {
  tables += 1;
  const lines = Object.entries(groups).flatMap(([g, values]) => values.map((v) => `{"g":"${g}","v":${v}}`));
  // A value without a decimal of 38 digits makes the column one of doubles.
  lines.push('{"g":"type","v":1e-200}', '{"g":"none","v":null}');
  const { table } = await results.load(await server.read(lines.join("\n")), {
    schema: "s",
    name: `t${tables}`,
  });
  expect(table.columns.find((column) => column.name === "v")?.type).toBe("DOUBLE");
  return table;
}

async function chartOf(groups: Lists): Promise<GroupAnswer["groups"]> {
  const table = await load(groups);
  const query = { kind: "groups", x: { column: "g" }, measures, order: "value" } as const;
  return ((await table.chart(query)) as GroupAnswer).groups; // As its query.
}

/** The doubles that texts stand for. Sums beyond their range are compared by their first digits. */
function numbers(texts: readonly (string | null)[] | undefined): readonly (number | string)[] | undefined {
  return texts?.map((text) => {
    const value = Number(text);
    if (Number.isFinite(value)) return value;
    return value < 0 ? "below" : "above";
  });
}

test("sums, means and medians of doubles are those of exact fractions, alone and beside any others", async () => {
  const printed = execFileSync("python3", ["-c", oracle], {
    input: JSON.stringify(Object.values(lists)),
    encoding: "utf8",
  });
  const expected = JSON.parse(printed) as readonly (readonly string[])[]; // The program prints lists of texts.
  const together = await chartOf(lists);
  for (const [index, name] of names.entries()) {
    const alone = aloneNames.includes(name) ? [await chartOf({ [name]: lists[name] ?? [] })] : [];
    for (const groups of [together, ...alone]) {
      const values = groups.find(({ x }) => x === name)?.values;
      expect(numbers(values), name).toEqual(numbers(expected[index]));
      expect(Math.max(...(values ?? []).map((text) => text?.length ?? 0)), name).toBeLessThan(25);
      expect(groups.find(({ x }) => x === "none")?.values).toEqual([null, null, null]);
    }
  }
});

test("figures of doubles are written as the engine writes doubles, and are the same in a profile and a summary", async () => {
  const table = await load({
    a: ["1e16", "1.5", "-1e16"],
    b: ["1e308", "1e308"],
    c: ["2e15", "0.5"],
  });
  const { groups } = await table.summarize({ by: [{ column: "g" }], measures });
  expect(groups.map(({ keys, values }) => [keys[0], ...values])).toEqual([
    ["a", "1.5", "0.5", "1.5"],
    ["b", "2e+308", "1e+308", "1e+308"],
    ["c", "2000000000000000.5", "1000000000000000.2", "1000000000000000.2"],
    ["none", null, null, null],
    ["type", "1e-200", "1e-200", "1e-200"],
  ]);
  const where = [{ column: "g", operator: "equals", value: "a" }] as const;
  const [profile] = await table.profile({ columns: ["v"], isDetailed: true, where });
  expect(profile).toMatchObject({ sum: "1.5", mean: "0.5", median: "1.5" });
});

test("groups are in the order of their sums, also where these cancel", async () => {
  const table = await load({
    a: ["1e16", "1.5", "-1e16"],
    b: ["1e0", "1e-1"],
    c: ["-1e300", "1e300", "2e0"],
  });
  const query = { kind: "groups", x: { column: "g" }, measures } as const;
  const { groups } = (await table.chart(query)) as GroupAnswer; // As its query.
  expect(groups.map(({ x }) => x)).toEqual(["c", "a", "b", "type", "none"]);
});
