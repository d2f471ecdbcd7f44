import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainFile, type Service, serveSqlite } from "./serve-sqlite.js";

let service: Service;

beforeAll(async () => {
  service = await serveSqlite();
  service.run(mainFile, "create table t (a, b$c, [odd ]); insert into t values (1, 2, 3), (4, 5, 6)");
});

afterAll(() => service.close());

async function ask(sql: string, more: object = {}): Promise<{ status: number; body: string }> {
  const filter = { schema: mainFile, sql, parameters: '{"x": "value", "n": 1}' };
  return service.post("/", { source: "query", account: {}, filter, ...more });
}

describe("placeholders have their values where SQLite reads them", () => {
  it.each<[string, readonly unknown[]]>([
    ["select 'it''s', {{x}}", ["it's", "value"]],
    ["select 'a\\', {{x}}", ["a\\", "value"]],
    ["select a as [b'{], {{x}} from t", [1, "value"]],
    ['select a as "b""\'{", {{x}} from t', [1, "value"]],
    ["select a as `b``'{`, {{x}} from t", [1, "value"]],
    ["select 1 /* ' /* {{n}} ?1 */, {{x}}", [1, "value"]],
    ["select 1 -- it's {{n}} ?1\n, {{x}}", [1, "value"]],
    ["select b$c, {{x}} from t", [2, "value"]],
    ["select ':a ?1 $b @c', {{x}}", [":a ?1 $b @c", "value"]],
    ["select '{\"a\":1}' -> '$.a', {{x}}", ["1", "value"]],
    ["select 1 limit{{n}}", [1]],
  ])("%s", async (sql, cells) => {
    const { status, body } = await ask(sql);
    expect(status, body).toBe(200);
    const [row = {}] = JSON.parse(body) as Record<string, unknown>[];
    expect(Object.values(row).slice(0, cells.length)).toEqual(cells);
  });
});

const parameters = ["?1", "?", "?2", "?999", ":limit", "@x", "$x", ":a", "#1"];

describe("a parameter of a typed query", () => {
  it.each(parameters)("%s takes no value of ours", async (parameter) => {
    const statements = [
      `select ${parameter} as taken, a from t`,
      `select {{x}} as x, ${parameter} as taken from t`,
      `select a from t limit ${parameter}`,
    ];
    // Each statement has a process of its own.
    for (const sql of statements) {
      const { status, body } = await ask(sql, { limit: 1, skip: 1 });
      expect(status, body).toBe(400);
      expect(JSON.parse(body)).toMatchObject({
        field: "sql",
        error: expect.stringContaining(`the parameter "${parameter}" has no value`) as string,
      });
    }
  });
});
