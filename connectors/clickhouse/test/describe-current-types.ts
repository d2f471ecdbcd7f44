import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CurrentEngine, serveCurrent } from "./current-engine.js";

/** Type, value in SQL, and its expected JSON. */
const cells: readonly (readonly [type: string, sql: string, json: string])[] = [
  ["Variant(UInt8, String)", "'5'", '"5"'],
  ["Variant(UInt8, Array(String))", "['a', '\"']", '["a","\\""]'],
  ["Variant(UInt8, String)", "null", "null"],
  ["Dynamic", "18446744073709551615::UInt64::Dynamic", "18446744073709551615"],
  ["Dynamic", "toDateTime64('2024-02-29 01:02:03.4', 3, 'UTC')::Dynamic", '"2024-02-29T01:02:03.400Z"'],
  ["Dynamic", "null", "null"],
  [
    "JSON",
    `'{"a":{"b":[1,{"c":null}]},"d":"x/y","e":12345678901234567890}'`,
    '{"a":{"b":[1,{}]},"d":"x/y","e":12345678901234567890}',
  ],
  ["JSON(a.b Int64, SKIP c)", `'{"a":{"b":${-(2n ** 63n)}},"c":1}'`, `{"a":{"b":${-(2n ** 63n)}}}`],
  ["Map(String, DateTime64(3))", "map('a\"', toDateTime64(0.5, 3))", '{"a\\"":"1970-01-01T00:00:00.500Z"}'],
  ["Map(UInt8, Array(Decimal(4, 2)))", "map(1, [1.5, -0.05])", '{"1":[1.50,-0.05]}'],
  [
    "Array(Tuple(a UInt8, b Nullable(String)))",
    "[(1, null), (2, 'x')]",
    '[{"a":1,"b":null},{"a":2,"b":"x"}]',
  ],
  ["Tuple(UInt8, Date32)", "(1, '1900-01-01')", '[1,"1900-01-01"]'],
  ['Tuple(`odd "name` UInt8)', "tuple(1)", '{"odd \\"name":1}'],
  ["Array(Nullable(Float64))", "[nan, inf, null, -0.]", "[null,null,null,-0]"],
  ["Array(BFloat16)", "[0.1]", "[0.099609375]"],
  ["Point", "(1.5, -2)", "[1.5,-2]"],
  ["FixedString(4)", "'ab'", '"ab\\u0000\\u0000"'],
  ["SimpleAggregateFunction(sum, UInt64)", "3", "3"],
  ["IPv6", "'1.2.3.4'", '"::ffff:1.2.3.4"'],
  ["UInt256", `'${2n ** 256n - 1n}'`, String(2n ** 256n - 1n)],
  ["Decimal256(70)", "'0.5'", `0.5${"0".repeat(69)}`],
  ["IntervalDay", "interval 3 day", "3"],
];

/** Tests values of the types that only current servers have and that cannot be NULL. */
export function describeCurrentTypes(): void {
  describe("a type", () => {
    let engine: CurrentEngine;
    beforeAll(async () => {
      engine = await serveCurrent();
      const columns = cells.map(([type], index) => `c${index} ${type}`);
      engine.admin(`drop table if exists kinds; drop table if exists states; create table kinds (${columns.join(", ")}, lines Nested(a UInt8, b String)) engine = Memory;
        insert into kinds values (${cells.map(([, sql]) => sql).join(", ")}, [1, 2], ['x', 'y']);
        create table states (id UInt8, total AggregateFunction(sum, UInt64), many Array(AggregateFunction(uniq, String))) engine = Memory;
        insert into states select 1, sumState(number), [] from numbers(3)`);
    });
    afterAll(() => engine.service.app.close());

    const table = (filter: object, headers: Record<string, string> = {}) => {
      const { service } = engine;
      const chosen = { schema: "shop", table: "kinds", ...filter };
      return service.post("/", { source: "table", account: service.account(), filter: chosen }, headers);
    };

    it.each(cells.map(([type, sql, json], index) => [type, sql, json, index] as const))(
      "%s of %s is %s",
      async (_, sql, json, index) => {
        const name = `c${index}`;
        expect((await table({ columns: [name] })).body.trim()).toBe(`[{"${name}":${json}}]`);
        const { body } = await table({ columns: [name] }, { accept: "text/csv" });
        expect(body).toBe(`${name}\r\n${csvOf(json)}\r\n`);
        const asked = await engine.service.query(`select ${name} as v from shop.kinds`);
        expect(asked.body.trim(), sql).toBe(`[{"v":${json}}]`);
      },
    );

    it("that is nested is a column per member", async () => {
      const { body } = await table({ columns: ["lines.a", "lines.b"] });
      expect(body.trim()).toBe('[{"lines.a":[1,2],"lines.b":["x","y"]}]');
    });

    it("that holds states of an aggregate function is refused by name, and the others are read", async () => {
      const refused = await table({ table: "states" });
      expect(refused.status).toBe(400);
      expect(refused.body).toContain('the column \\"total\\" holds states of an aggregate function');
      const nested = await table({ table: "states", columns: ["many"] });
      expect(nested.status).toBe(400);
      expect((await table({ table: "states", columns: ["id"], orderBy: "id" })).body.trim()).toBe(
        '[{"id":1}]',
      );
    });
  });
}

function csvOf(json: string): string {
  // An empty line would not be a row.
  if (json === "null") return '""';
  const shown = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
