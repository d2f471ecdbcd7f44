import { afterEach, beforeEach, expect, test } from "vitest";
import { TextDatabase } from "./text-database.js";

let database: TextDatabase;

beforeEach(async () => {
  database = await TextDatabase.open({ threads: "1" });
});
afterEach(() => database.close());

test("`run()` reads texts of every length, and nulls between them, from many chunks", async () => {
  const count = 5000;
  const rows = await database.run(
    `SELECT CASE WHEN i % 7 = 3 THEN NULL ELSE repeat('ü', (i % 40)::int) END, 'row ' || i FROM range(${count}) t(i)`,
  );
  expect(rows).toEqual(
    Array.from({ length: count }, (_, i) => [i % 7 === 3 ? null : "ü".repeat(i % 40), `row ${i}`]),
  );
  const lengths = [0, 1, 11, 12, 13, 70_000].map((length) => "x".repeat(length));
  expect(await database.run(`SELECT unnest([${lengths.map((text) => `'${text}'`).join(", ")}])`)).toEqual(
    lengths.map((text) => [text]),
  );
});

test("`run()` returns the rows of the last statement that has rows, and none of one that changes something", async () => {
  expect(await database.run("CREATE TABLE t AS SELECT 1 AS n; SELECT 'a', NULL")).toEqual([["a", null]]);
  expect(await database.run("INSERT INTO t VALUES (2)")).toEqual([]);
  expect(await database.run("SELECT CAST(count(*) AS VARCHAR) FROM t")).toEqual([["2"]]);
  expect(await database.run("SELECT 'a' FROM t WHERE n > 2")).toEqual([]);
});

test("`run()` throws for a value that is not a text, and with the engine's reason", async () => {
  await expect(database.run("SELECT 'a', 1")).rejects.toThrow("expected a text");
  await expect(database.run("SELECT nothing")).rejects.toThrow('"nothing"');
});

test("`countStatements()` counts without running", async () => {
  expect(await database.countStatements("CREATE TABLE t (n INT); SELECT 1; -- two")).toBe(2);
  await expect(database.countStatements("SELEC 1")).rejects.toThrow("syntax error");
  await expect(database.run("FROM t")).rejects.toThrow("does not exist");
});

test("`stream()` reads the texts of one column, and ends when its reader leaves", async () => {
  const sql = "SELECT 'row ' || i FROM range(3000) t(i)";
  const texts: (string | null)[] = [];
  for await (const part of database.stream(sql)) texts.push(...part);
  expect(texts).toEqual(Array.from({ length: 3000 }, (_, i) => `row ${i}`));
  for await (const part of database.stream(sql)) {
    expect(part.length).toBeLessThan(3000);
    break;
  }
  expect(await database.run("SELECT 'next'")).toEqual([["next"]]);
});
