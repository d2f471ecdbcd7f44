import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CaseColumn, type CaseFormat, describeRowCases, type RowCase } from "@wellhead/test-support";
import Database from "libsql";
import { afterAll } from "vitest";
import { Session } from "../src/protocol/session.js";

const folder = mkdtempSync(join(tmpdir(), "wellhead-rows-"));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true }));

const types = {
  text: "text",
  integer: "integer",
  decimal: "numeric",
  double: "real",
  boolean: "boolean",
  bytes: "blob",
  day: "date",
  instant: "timestamp",
  json: "json",
  null: "text",
} as const;

function literal(cell: RowCase | undefined): string {
  if (cell === undefined || cell.kind === "null") return "null";
  const { kind, text } = cell;
  if (kind === "bytes") return `x'${text}'`;
  if (kind === "integer" || kind === "boolean") return text;
  // SQLite stores NaN as NULL.
  if (kind === "double") return text.replace("NaN", "null").replace("Infinity", "9e999");
  return text
    .split("\u0000")
    .map((part) => `'${part.replaceAll("'", "''")}'`)
    .join(" || char(0) || ");
}

/** Creates a table of the values and reads it as the engine process does. */
async function write(columns: readonly CaseColumn[], format: CaseFormat, keyed: boolean): Promise<string> {
  const names = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  const declared = columns.map(({ values }, index) => `${names[index]} ${types[values[0]?.kind ?? "text"]}`);
  const rows = (columns[0]?.values ?? []).map(
    (_, row) => `(${columns.map(({ values }) => literal(values[row])).join(", ")})`,
  );
  files += 1;
  const file = join(folder, `${files}.db`);
  const database = new Database(file);
  database.exec(`create table t (${declared.join(", ")}); insert into t values ${rows.join(", ")}`);
  database.close();
  const sql = `select ${names.join(", ")}${keyed ? ", rowid" : ""} from t`;
  const request = { file, sql, parameters: [], keyed, skip: 0, limit: undefined };
  const session = new Session(request, { limits: { memory: 2 ** 28 }, textEncoding: undefined });
  try {
    const batches: string[] = [];
    for await (const { bytes } of session.rows(request, session.check(request), format))
      batches.push(Buffer.from(bytes).toString());
    return batches.join(format.separator);
  } finally {
    session.close();
  }
}

function lacks({ kind }: RowCase): string | undefined {
  return kind === "decimal" ? "SQLite has no decimals" : undefined;
}

describeRowCases("a table of SQLite, page by page", {
  lacks,
  write: (columns, format) => write(columns, format, true),
});
describeRowCases("a query of SQLite, row by row", {
  lacks,
  write: (columns, format) => write(columns, format, false),
});
