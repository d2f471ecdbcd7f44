import { beforeAll, describe, expect, it } from "vitest";
import { injectionPayloads } from "./injection-payloads.js";
import { ask, type Row } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

const table = { table: "orders" };

/** Filters that put a payload into each field of the form, with an ordinary filter for comparison. */
const places: Readonly<Record<string, readonly [ordinary: Row, hostile: (payload: string) => Row]>> = {
  schema: [table, (payload) => ({ ...table, schema: payload })],
  table: [table, (payload) => ({ table: payload })],
  columns: [{ ...table, columns: ["id"] }, (payload) => ({ ...table, columns: [payload] })],
  isNull: [{ ...table, isNull: ["id"] }, (payload) => ({ ...table, isNull: [payload] })],
  dateColumn: [
    { ...table, dateColumn: "placed", period: "2024-01-01" },
    (payload) => ({ ...table, dateColumn: payload, period: "2024-01-01" }),
  ],
  period: [
    { ...table, dateColumn: "placed", period: "2024-01-01" },
    (payload) => ({ ...table, dateColumn: "placed", period: payload }),
  ],
  numberColumn: [
    { ...table, numberColumn: "amount", numberRange: { _min: 1 } },
    (payload) => ({ ...table, numberColumn: payload, numberRange: { _min: 1 } }),
  ],
  numberRange: [
    { ...table, numberColumn: "amount", numberRange: { _min: 1 } },
    (payload) => ({ ...table, numberColumn: "amount", numberRange: { _min: payload } }),
  ],
  valueColumn: [
    { ...table, valueColumn: "name", values: ["a"] },
    (payload) => ({ ...table, valueColumn: payload, values: ["a"] }),
  ],
  values: [
    { ...table, valueColumn: "name", values: ["a", "b"] },
    (payload) => ({ ...table, valueColumn: "name", values: [payload, `${payload}2`] }),
  ],
  textContains: [
    { ...table, textColumn: "name", textContains: "a" },
    (payload) => ({ ...table, textColumn: "name", textContains: payload }),
  ],
  orderBy: [{ ...table, orderBy: "name" }, (payload) => ({ ...table, orderBy: payload })],
};

/**
 * Tests that values of a filter never become part of a statement: the server's own log has the same statements for a
 * hostile value as for an ordinary one.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - How to write SQL for the database, and which features it lacks
 */
export function describeInjection(database: () => SqlDatabase, dialect: SqlDialect): void {
  // The environment can raise the number of payloads for a longer run.
  const count = Number(process.env["WELLHEAD_INJECTION_PAYLOADS"] ?? 5);

  describe("injection", { timeout: 120_000 + count * 500 }, () => {
    beforeAll(() => void database().admin(createSql(dialect)));

    it.each(
      Object.entries(places).map(([name, [ordinary, hostile]], index) => ({
        name,
        index,
        ordinary,
        hostile,
      })),
    )("through $name runs no other statement", async ({ index, ordinary, hostile }) => {
      const payloads = injectionPayloads({ count, group: index });
      const askFor = (filter: Row) =>
        ask(database(), { source: "table", filter: { ...database().place, ...filter } });
      const run = async () => {
        for (const payload of payloads) {
          const { status, body } = await askFor(hostile(payload));
          // The payload is refused, or compared as a value that does not occur in any row.
          expect(status === 400 || (status === 200 && body.trim() === "[]"), `${payload}: ${body}`).toBe(
            true,
          );
        }
      };
      await expectNothingElse(database(), async () => expect((await askFor(ordinary)).status).toBe(200), run);
    });

    it("through the values of a query runs no other statement", async () => {
      const askFor = async (value: string) => {
        const sql = `select ${dialect.text("{{value}}")} as value, id from orders where name <> {{value}} order by id limit 1`;
        const filter = { ...database().place, sql, parameters: JSON.stringify({ value }) };
        return ask(database(), { source: "query", filter });
      };
      const payloads = injectionPayloads({ count, group: Object.keys(places).length });
      const run = async () => {
        for (const payload of payloads) {
          const { status, body } = await askFor(payload);
          const isRefused = "nul" in dialect.lacks && payload.includes("\0");
          const rows = JSON.stringify([{ value: payload, id: 1 }]);
          expect({ status, rows: isRefused ? "" : body.replaceAll("\n", "") }).toEqual({
            status: isRefused ? 400 : 200,
            rows: isRefused ? "" : rows,
          });
        }
      };
      await expectNothingElse(database(), async () => expect((await askFor("a")).status).toBe(200), run);
    });

    it("is noticed by this suite when a statement is another one or a row changes", async () => {
      const before = await database().checksum();
      const logged = (await database().statements?.()) ?? [];
      await ask(database(), {
        source: "query",
        filter: { ...database().place, sql: "select 'planted' as x" },
      });
      // A database without a log cannot show the statement.
      const now = (await database().statements?.()) ?? ["'planted'"];
      expect(now.slice(logged.length).filter((text) => text.includes("'planted'"))).not.toEqual([]);
      database().admin("update orders set name = 'planted' where id = 20");
      expect(await database().checksum()).not.toBe(before);
      database().admin("update orders set name = 'name 20' where id = 20");
    });
  });
}

/** Runs hostile requests and compares the server's log with that of an ordinary request. */
async function expectNothingElse(
  { checksum, statements }: SqlDatabase,
  ordinary: () => Promise<void>,
  hostile: () => Promise<void>,
): Promise<void> {
  const before = await checksum();
  await ordinary();
  // Statements of earlier tests count as known too, because a session may be reused or opened at any time.
  const known = (await statements?.()) ?? ["the database has no log"];
  expect(known).not.toEqual([]);
  const templates = new Set(known);
  await hostile();
  const logged = (await statements?.())?.slice(known.length) ?? [];
  expect(logged.filter((statement) => !templates.has(statement))).toEqual([]);
  expect(await checksum()).toBe(before);
}

function createSql({ types, literal }: SqlDialect): string {
  const rows = Array.from({ length: 20 }, (_, index) => {
    const id = String(index + 1);
    const cells = [
      literal("integer", id),
      literal("timestamp", "2024-01-01 00:00:00"),
      literal("double", id),
      literal("text", `name ${id}`),
    ];
    return `(${cells.join(", ")})`;
  });
  return `create table orders (id ${types.integer}, placed ${types.timestamp}, amount ${types.double}, name ${types.text});
    insert into orders values ${rows.join(", ")};`;
}
