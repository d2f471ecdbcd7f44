import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqlite } from "@wellhead/sqlite";
import {
  days,
  documents,
  doubled,
  doubles,
  type ExactSource,
  longs,
  moments,
  pinnedTable,
  tableName,
  texts,
} from "./exact-sources.js";
import { runSqlite, selectSqlite } from "./read-printed.js";

/** SQLite, read with Python. */
export async function sqliteSource(): Promise<ExactSource> {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-exact-source-"));
  const file = join(folder, "source.sqlite");
  runSqlite(file, `create table ${tableName} (id integer primary key)`);
  const quote = doubled('"');
  return {
    connector: sqlite({ path: folder, tables: [{ file: "source.sqlite", ...pinnedTable }] }),
    typeId: `source.sqlite.${tableName}`,
    quote,
    types: [
      { type: "text", kind: "text", values: texts },
      { type: "integer", kind: "number", values: longs },
      { type: "real", kind: "double", values: doubles, shown: (column) => column },
      { type: "decimal(6,2)", kind: "number", digits: "6,2", values: ["1.5", "-9999.99", "3"] },
      { type: "boolean", kind: "boolean", values: ["1", "0"] },
      { type: "date", kind: "day", values: days },
      {
        type: "datetime",
        kind: "local",
        values: moments.map((text) => text.replace("1970-01-01", "1970-01-01 00:00:00")),
      },
      {
        type: "blob",
        kind: "text",
        values: ["x''", "x'00ff'"],
        shown: (column) => `iif(${column} is null, null, 'hex:' || hex(${column}))`,
      },
      { type: "json", kind: "json", values: documents },
    ],
    keyTypes: [
      { type: "int", kind: "number", value: (index) => String(index) },
      {
        type: "text",
        kind: "text",
        value: (index) => (index === 0 ? "''" : `'${index % 2 === 0 ? "K" : "k"}${index}'`),
      },
    ],
    run: (sql) => runSqlite(file, sql),
    read: (expressions) =>
      selectSqlite(file, `select ${expressions.join(", ")} from ${quote(tableName)}`).map((row) =>
        row.map((text) => (text?.startsWith("hex:") ? base64Of(text.slice(4)) : text)),
      ),
    stop: () => rm(folder, { recursive: true }),
  };
}

function base64Of(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64");
}
