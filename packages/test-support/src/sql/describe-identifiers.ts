import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import { ask, askOptions, askQuery, readLines } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

/** Names that break carelessly built statements, paths, patterns and objects. */
const names: readonly string[] = [
  'q"uote',
  "q'uote",
  "q`uote",
  '"',
  "schema.table",
  " two words",
  "line\nend",
  "tab\there",
  "back\\slash",
  "a, b",
  "{{x}}",
  "$1",
  "?1",
  ":name",
  "%s",
  "[x]",
  "; drop table orders; --",
  "/* open",
  "select",
  "order by",
  "null",
  "__proto__",
  "constructor",
  "éa",
  "e\u0301a",
  "日本語",
  "\u202eturned",
  "=1+1",
];

/**
 * Tests that a table and a column may have any name the database allows: in the form, in statements and in rows.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - How to write names, and which ones the database does not support
 */
export function describeIdentifiers(database: () => SqlDatabase, dialect: SqlDialect): void {
  const { lacks, longestName, invalidAccount, columnNames } = dialect;
  const all = [
    ...names,
    ...("supplementary names" in lacks ? [] : ["😀"]),
    ...(longestName === undefined ? [] : longNames(longestName)),
  ];
  const tables = [...all, ...("case of tables" in lacks ? [] : ["Case", "cASE"])];
  const columns = [...all, ...("case of columns" in lacks ? [] : ["Case", "cASE"])];

  describe("a name", () => {
    beforeAll(() => {
      database().admin(createSql(dialect, { tables, columns }));
      database().admin(invalidAccount.create);
    });

    // Every name is in the lists and in the table of all names below.
    const found = tables.filter((_, index) => isLong || index % 3 === 0);
    it.each(found.map((name) => [JSON.stringify(name), name]))(
      "%s finds its table and its column",
      async (_, name) => {
        const rows = await readLines(database(), {
          table: name,
          columns: [name],
          orderBy: name,
          valueColumn: name,
          values: [name],
          isNotNull: [name],
          textColumn: name,
          textContains: name.trim(),
        });
        expect(rows).toEqual([`{${JSON.stringify(name)}:${JSON.stringify(name)}}`]);
      },
    );

    it("is listed as it is", async () => {
      expect(await askOptions(database(), "table")).toEqual(expect.arrayContaining(tables));
      expect(await askOptions(database(), "columns", { table: "names_together" })).toEqual(columns);
    });

    it("is the member of a row and the head of a column", async () => {
      const filter = { ...database().place, table: "names_together" };
      const { body } = await ask(database(), { source: "table", filter });
      const members = columns.map((name) => `${JSON.stringify(name)}:${JSON.stringify(name)}`);
      expect(body.replaceAll(/^\[\n?|\n?\]\n?$/g, "")).toBe(`{${members.join(",")}}`);
      const csv = await ask(database(), { source: "table", filter }, { accept: "text/csv" });
      const head = columns.map((name) => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name));
      expect(csv.body).toBe(`${head.join(",")}\r\n${head.join(",")}\r\n`);
    });

    it("may be that of the place of a table", async () => {
      const filter = { ...invalidAccount.place, table: "inside", orderBy: "id" };
      const { body } = await ask(database(), { source: "table", filter });
      expect(JSON.parse(body)).toEqual([{ id: 1 }, { id: 2 }]);
    });

    it.each(columnNames)("that comes twice or is missing in a query is told apart: %s", async (sql, row) => {
      expect((await askQuery(database(), sql)).body.replaceAll("\n", "")).toBe(`[${row}]`);
    });
  });
}

/** Returns names of the maximum length: one of single-byte letters, and one with two-byte letters. */
function longNames({ size, unit }: NonNullable<SqlDialect["longestName"]>): readonly string[] {
  const plain = "n".repeat(size);
  const accented = "é".repeat(Math.floor(size / Buffer.byteLength("é"))).padEnd(size / 2, "n");
  return unit === "bytes" ? [plain, accented] : [plain];
}

/** Returns SQL for a table of each name with a column of the same name, and for one table with all of the columns. */
function createSql(
  { quote, types, literal }: SqlDialect,
  { tables, columns }: Readonly<Record<"tables" | "columns", readonly string[]>>,
): string {
  const alone = tables.flatMap((name) => [
    `create table ${quote(name)} (number_of_row int primary key, ${quote(name)} ${types.text});`,
    `insert into ${quote(name)} values (1, ${literal("text", name)}), (2, 'other');`,
  ]);
  const declared = columns.map((name) => `${quote(name)} ${types.text}`).join(", ");
  const cells = columns.map((name) => literal("text", name)).join(", ");
  return `${alone.join("\n")} create table names_together (${declared}); insert into names_together values (${cells});`;
}
