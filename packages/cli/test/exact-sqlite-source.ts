import { execFileSync } from "node:child_process";
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
  tableName,
  texts,
} from "./exact-sources.js";

/** SQLite, read with Python. */
export async function sqliteSource(): Promise<ExactSource> {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-exact-source-"));
  const file = join(folder, "source.sqlite");
  const program = `import sqlite3, sys, json
connection = sqlite3.connect(sys.argv[1])
if sys.argv[2] == "run":
    connection.executescript(sys.stdin.read())
else:
    rows = connection.execute(sys.stdin.read()).fetchall()
    print(json.dumps([[value if value is None or isinstance(value, str) else repr(value) for value in row] for row in rows]))`;
  const python = (way: string, input: string): string =>
    execFileSync("python3", ["-c", program, file, way], { input, encoding: "utf8" });
  python("run", `create table ${tableName} (id integer primary key)`);
  const quote = doubled('"');
  return {
    connector: sqlite({ path: folder, tables: [{ file: "source.sqlite", name: tableName }] }),
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
    run: (sql) => void python("run", sql),
    read: (expressions) => {
      // The program prints lists of texts.
      const found = JSON.parse(
        python("read", `select ${expressions.join(", ")} from ${quote(tableName)}`),
      ) as readonly (readonly (string | null)[])[];
      return found.map((row) =>
        row.map((text) => (text?.startsWith("hex:") ? base64Of(text.slice(4)) : text)),
      );
    },
    stop: () => rm(folder, { recursive: true }),
  };
}

function base64Of(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64");
}
