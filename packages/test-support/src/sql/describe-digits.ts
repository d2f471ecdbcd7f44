import { describe, expect, it } from "vitest";
import { ask } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

const short = ["0", "-1", "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993"];
const whole = ["9223372036854775807", "-9223372036854775808"];
const long = [
  "18446744073709551615",
  "-12345678901234567890123456789012345",
  "0.12345678901234567890123456789",
  "12345678901234567890.0000000001",
];

/**
 * Tests that the digits of a placeholder's value are preserved, from the JSON of the request to the statement and back
 * in the row.
 *
 * @param database - Returns the database once the tests run; it holds the table of filter cases
 * @param dialect - How to write a number in SQL
 */
export function describeDigits(database: () => SqlDatabase, { number, lacks }: SqlDialect): void {
  describe("the digits of a placeholder", () => {
    it("survive", async () => {
      const all = [...short, ...whole, ...("long numbers" in lacks ? [] : long)];
      const columns = all.map((_, index) => `${number(`{{x${index}}}`)} as x${index}`);
      const members = all.map((digits, index) => `"x${index}":${digits}`).join(",");
      const body = await query(database(), `select ${columns.join(", ")}`, `{${members}}`);
      expect(body).toBe(`[{${members}}]`);
    });

    it.each(["9007199254740993", "9223372036854775807", "-9223372036854775808"])(
      "find their row and not the next one: %s",
      async (digits) => {
        const sql = "select n from filter_cases where n = {{x}}";
        expect(await query(database(), sql, `{"x": ${digits}}`)).toBe(`[{"n":${digits}}]`);
      },
    );

    it.skipIf("decimal" in lacks)("find their row among decimals", async () => {
      const sql = "select id from filter_cases where amount = {{x}}";
      const body = await query(database(), sql, '{"x": 12345678901234567890.0000000002}');
      expect(body).toBe('[{"id":303}]');
    });
  });
}

async function query(database: SqlDatabase, sql: string, parameters: string): Promise<string> {
  const request = { source: "query", filter: { ...database.place, sql, parameters } };
  return (await ask(database, request)).body.replaceAll("\n", "");
}
