import { execFileSync } from "node:child_process";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import type { ResultTable } from "./result-table.js";

// Two runs in two engines. Python compares the same rows, with exact numbers of its own.

const rounds = Number(process.env["WELLHEAD_COMPARE_TABLES"] ?? 1);
/** A round takes a minute while others use the machine. */
const timeout = rounds * 300_000;
const server = new RowServer();
let engines: readonly [Results, Results];
let tables = 0;

beforeAll(async () => {
  await server.start();
  engines = [await Results.open(engineThreads), await Results.open(engineThreads)];
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  await server.stop();
});

async function load(engine: Results, rows: readonly string[]): Promise<ResultTable> {
  tables += 1;
  const body = rows.map((row) => `${row}\n`).join("");
  const loading = { schema: "c", name: `t${tables}`, unfit: "keep" } as const;
  return (await engine.load(await server.read(body), loading)).table;
}

const checker = String.raw`
import json, sys
from collections import Counter
from decimal import Decimal

class Number(Decimal): pass
given = json.load(sys.stdin)
read = lambda rows: [json.loads(row, parse_int=Decimal, parse_float=Decimal) for row in rows]
before, after = read(given["before"]), read(given["after"])
same = lambda a, b: type(a) is type(b) and a == b
shown = lambda value: None if value is None else json.dumps(value, default=str)
names = lambda rows: {name for row in rows for name in row}
common = names(before) & names(after)

def paired(rows, key):
    seen = Counter()
    numbered = {}
    for at, row in enumerate(rows):
        value = tuple((type(row.get(name)).__name__, shown(None if row.get(name) is None else row[name].normalize() if isinstance(row[name], Decimal) else row[name])) for name in key) if key else at
        numbered[(value, seen[value])] = (at, row)
        seen[value] += 1
    return numbered, sum(count - 1 for count in seen.values())

wrong = []
def check(what, expected, got):
    if expected != got: wrong.append(f"{what}: expected {expected}, got {got}")
for asked in given["asked"]:
    key, answer = asked["key"], asked["answer"]
    old, repeated_old = paired(before, key)
    new, repeated_new = paired(after, key)
    changed = {name: set() for name in common}
    rows = set()
    for value in old.keys() & new.keys():
        for name in common:
            if not same(old[value][1].get(name), new[value][1].get(name)):
                changed[name].add(new[value][0])
                rows.add((old[value][0], new[value][0]))
    name = f"key {key} "
    check(name + "added", len(new.keys() - old.keys()), answer["added"])
    check(name + "removed", len(old.keys() - new.keys()), answer["removed"])
    check(name + "changed", len(rows), answer["changed"])
    check(name + "same", len(old.keys() & new.keys()) - len(rows), answer["same"])
    check(name + "repeated", repeated_old + repeated_new if key else 0, answer["repeated"])
    check(name + "columns", {one: len(changed[one]) for one in common}, {one["column"]: one["changed"] for one in answer["columns"]})
    check(name + "added columns", names(after) - names(before), set(answer["addedColumns"]))
    check(name + "removed columns", names(before) - names(after), set(answer["removedColumns"]))
    listed = answer["rows"]
    check(name + "listed", rows | {(None, new[one][0]) for one in new.keys() - old.keys()} | {(old[one][0], None) for one in old.keys() - new.keys()}, {(one.get("before"), one.get("after")) for one in listed})
    check(name + "matching", len(listed), answer["matching"])
    for one in listed:
        if one["change"] == "changed":
            check(name + "cells", {cell["column"] for cell in one["cells"]}, {column for column in common if one["after"] in changed[column]})
    for show, column, count in asked["shown"]:
        expected = len(changed[column]) if column else {"added": len(new.keys() - old.keys()), "removed": len(old.keys() - new.keys()), "changed": len(rows)}[show]
        check(name + f"show {show} {column}", expected, count)
print(json.dumps(wrong))
`;

function numbersFrom(seed: number): (maximum: number) => number {
  let state = seed;
  return (maximum) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * maximum);
  };
}

/** Values of a column; those of the second list occur only in some runs and change the type of the column. */
const values: Readonly<Record<string, readonly (readonly string[])[]>> = {
  amount: [
    ["1", "2.50", "2.5", "-0.10", "100"],
    ["1e2", "25e-1", "1.0"],
    ["9007199254740993", "1e400"],
  ],
  code: [
    ['"007"', '"7"', '""', '"null"'],
    ["7", "7.0", "true"],
    ['{"a":1}', "[7]"],
  ],
  name: [['"é"', String.raw`"\u00e9"`, String.raw`"a\"b\\"`, '" x "'], ['"tea"'], ["0"]],
  at: [['"2024-01-31T10:00:00Z"', '"2024-01-31T10:00:01Z"'], ['"2016-12-31T23:59:60Z"'], ['"soon"']],
  nested: [['{"a":[1,2]}', "[]", '{"a":null}'], ["null"], ['"text"']],
  flag: [["true", "false"], ["null"], ['"true"']],
};

function writeRows(next: (maximum: number) => number, count: number): readonly string[] {
  const depth = Object.fromEntries(Object.keys(values).map((name) => [name, 1 + next(3)]));
  const optional = [["flag"], ["nested", "name"], []][next(3)] ?? [];
  return Array.from({ length: count }, () => {
    const members = Object.entries(values).flatMap(([name, lists]) => {
      const list = lists[next(depth[name] ?? 1)] ?? [];
      return optional.includes(name) || next(9) === 0 ? [] : [`"${name}":${list[next(list.length)]}`];
    });
    return `{${[`"id":${next(6) === 0 ? `"${next(9)}"` : next(count)}`, ...members].join()}}`;
  });
}

/** Changes some rows, leaves out others, and adds further ones. */
function changeRows(rows: readonly string[], next: (maximum: number) => number): readonly string[] {
  const others = writeRows(next, rows.length);
  return rows.flatMap((row, at) => {
    const other = others[at] ?? "{}";
    const kinds = [
      [],
      [row],
      [row],
      [row],
      [other],
      [row, other],
      [row.replace(/"amount":[^,}]*/, '"amount":2.500')],
    ];
    return kinds[next(kinds.length)] ?? [];
  });
}

test("two runs differ as Python says, by position, by one column and by several", { timeout }, async () => {
  for (let round = 1; round <= rounds; round += 1) {
    const next = numbersFrom(round * 15_485_863);
    const before = writeRows(next, 60);
    const after = changeRows(before, next);
    const [old, now] = [await load(engines[0], before), await load(engines[1], after)];
    const asked = [];
    for (const key of [[], ["id"], ["id", "code"], ["amount"]]) {
      const answer = await now.compare(old, { key, maxRows: 1000 });
      const shown = [];
      for (const show of ["added", "removed", "changed"] as const)
        shown.push([show, "", (await now.compare(old, { key, show })).matching]);
      const [column = "id"] = answer.columns.map((one) => one.column);
      shown.push(["changed", column, (await now.compare(old, { key, column })).matching]);
      asked.push({ key, answer, shown });
    }
    const input = JSON.stringify({ before, after, asked });
    const printed = execFileSync("python3", ["-c", checker], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
    expect(JSON.parse(printed), `round ${round}`).toEqual([]);
  }
});

test("a run is the same as itself, and a key must be a column of both runs", async () => {
  const rows = ['{"a":1,"b":"x"}', '{"a":2,"b":null}'];
  const [old, now] = [await load(engines[0], rows), await load(engines[0], rows)];
  expect(await now.compare(old, { key: ["a"] })).toMatchObject({
    added: 0,
    removed: 0,
    changed: 0,
    same: 2,
    rows: [],
  });
  await expect(now.compare(old, { key: ["c"] })).rejects.toThrow('both runs need the column "c"');
  const [row] = (await now.compare(await load(engines[1], ['{"a":1,"b":"y"}']), { key: ["a"] })).rows;
  expect(row).toEqual({
    change: "changed",
    before: 0,
    after: 0,
    key: ["1"],
    cells: [{ column: "b", before: "y", after: "x" }],
  });
});
