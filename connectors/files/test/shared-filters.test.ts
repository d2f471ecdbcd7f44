import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { type App, createApp } from "@wellhead/server";
import {
  describeFilters,
  type FilterColumn,
  type FilterFeature,
  type FilterQuestion,
  type FilterRow,
  filterColumns,
  filterRows,
  writeBody,
} from "@wellhead/test-support";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { type Folder, makeFolder } from "./folder.js";
import { type WorkbookCell, writeWorkbook } from "./write-workbook.js";

type Lacks = Readonly<Partial<Record<FilterFeature, string>>>;

/** Filters that no form of a file offers. */
const form = {
  contains: "a form of a file compares whole texts; `sql` searches in them",
  "number values": "a form of a file asks for numbers by their bounds",
  "chosen column": "each field of the form belongs to one column",
} satisfies Lacks;

const uncertain = "a text that is not certainly a number makes its column text";

/** The formats and the values they cannot represent. */
const formats = {
  csv: {
    ...form,
    nan: uncertain,
    infinity: uncertain,
    "negative zero": uncertain,
    exponent: uncertain,
    decimal: "a decimal of more than 15 digits stays text",
    single: "a text has no number of bytes",
  },
  ndjson: {
    ...form,
    nan: "JSON has no NaN",
    infinity: "JSON has no infinity",
    "negative zero": "a column with -0 is kept as it is written, and has no bounds",
    decimal: "a column with decimals of more than 15 digits is kept as it is written, and has no bounds",
    single: "a text has no number of bytes",
  },
  parquet: form,
  xlsx: {
    ...form,
    nan: "a number of a workbook is finite",
    infinity: "a number of a workbook is finite",
    decimal: "a number of a workbook is a double",
    single: "a number of a workbook is a double",
    "long integer": "a number of a workbook is a double",
    "early date": "a workbook counts days from 1900",
    microseconds: "a time of a workbook is a fraction of a day, exact to the millisecond",
  },
} satisfies Readonly<Record<string, Lacks>>;
/** In a JSON array, rows have the types that they have in NDJSON, and are filtered by the same SQL. */
const tested = process.env["WELLHEAD_LONG"] === undefined ? formats : { ...formats, json: formats.ndjson };

// The keys of the object are those of its type.
const columns = Object.keys(filterColumns) as readonly FilterColumn[];

/**
 * Additional rows without values, because a text column gets a field only if rows share values. Their ids are higher
 * than those of the cases.
 */
const padding: readonly FilterRow[] = Array.from({ length: 60 }, (_, index) => ({
  id: 1000 + index,
  cells: {},
}));

/** Returns the rows that a format can represent, each as a list of cells. */
function rowsFor(lacks: Lacks): ReadonlyArray<ReadonlyArray<string | undefined>> {
  return [...filterRows, ...padding]
    .filter(({ needs }) => needs === undefined || !(needs in lacks))
    .map(({ id, cells }) => columns.map((column) => (column === "id" ? String(id) : cells[column])));
}

function csv(): string {
  const cell = (text: string | undefined) => (text === undefined ? "" : `"${text.replaceAll('"', '""')}"`);
  return [columns, ...rowsFor(formats.csv)].map((row) => `${row.map(cell).join()}\n`).join("");
}

function jsonRows(): readonly string[] {
  return rowsFor(formats.ndjson).map((row) => {
    const members = columns.map((column, index) => {
      const isNumber = ["integer", "double"].includes(filterColumns[column]);
      const text = row[index];
      const value = text === undefined ? "null" : JSON.stringify(text);
      return `"${column}":${isNumber && text !== undefined ? text : value}`;
    });
    return `{${members.join()}}`;
  });
}

const dayMilliseconds = 86_400_000;

function workbook(): Buffer {
  const cell = (text: string | undefined, index: number): WorkbookCell => {
    const kind = filterColumns[columns[index] ?? "id"];
    if (text === undefined || kind === "text") return text ?? null;
    if (kind !== "date" && kind !== "timestamp") return { xml: `><v>${text}</v>` };
    // Days since December 30, 1899. The offset includes February 29, 1900, which spreadsheets count although it did not
    // exist.
    const days =
      (Date.parse(`${text.replace(" ", "T")}${kind === "date" ? "" : "Z"}`) - Date.UTC(1899, 11, 30)) /
      dayMilliseconds;
    return { xml: `s="${kind === "date" ? 1 : 2}"><v>${days}</v>` };
  };
  const rows = rowsFor(formats.xlsx).map((row) => row.map(cell));
  return writeWorkbook({ S: [columns, ...rows] }, [0, 14, 22]);
}

const types = {
  integer: "BIGINT",
  text: "VARCHAR",
  decimal: "DECIMAL(38,10)",
  double: "DOUBLE",
  single: "FLOAT",
  date: "DATE",
  timestamp: "TIMESTAMP",
} as const;

async function writeParquet(path: string): Promise<void> {
  const cell = (text: string | undefined, index: number) => {
    const type = types[filterColumns[columns[index] ?? "id"]];
    return `CAST(${text === undefined ? "NULL" : `'${text.replaceAll("'", "''")}'`} AS ${type})`;
  };
  const rows = rowsFor(formats.parquet).map((row) => `(${row.map(cell).join()})`);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(
    `COPY (FROM (VALUES ${rows.join()}) AS t(${columns.map((name) => `"${name}"`).join()})) TO '${path}'`,
  );
  connection.closeSync();
}

let folder: Folder;
let app: App;
let url = "";

beforeAll(async () => {
  const lines = jsonRows();
  folder = await makeFolder({
    "csv.csv": csv(),
    "ndjson.ndjson": lines.join("\n"),
    "json.json": `[${lines.join()}]`,
    "xlsx.xlsx": workbook(),
  });
  await writeParquet(join(folder.path, "parquet.parquet"));
  app = await createApp({
    connectors: [folder.connector],
    logger: false,
    limits: { drainDelay: 0, maxEventLoopDelay: 60_000 },
  });
  ({ url } = await app.listen({ host: "127.0.0.1", port: 0 }));
});
afterAll(async () => {
  await app.close();
  await folder[Symbol.asyncDispose]();
});

async function ask(source: string, question: FilterQuestion): Promise<readonly number[] | "refused"> {
  const reply = await fetch(url, {
    method: "POST",
    // Compressing a response takes longer than reading the rows.
    headers: { "content-type": "application/json", "accept-encoding": "identity" },
    body: writeBody({ source, account: {}, filter: { columns: ["id"], ...filterOf(question) } }),
  });
  const text = await reply.text();
  const value: unknown = JSON.parse(text);
  if (reply.status === 400) {
    expect(value).toHaveProperty("field");
    return "refused";
  }
  if (!Array.isArray(value) || text.includes("__streamError")) throw new Error(text);
  return value.map(({ id }: { readonly id: number }) => id).filter((id) => id < 1000);
}

function filterOf({ values, range, period, presence }: FilterQuestion): object {
  // A range is an object, for which a form has two fields.
  const body = (range?.body ?? {}) as Readonly<Record<string, unknown>>;
  const ends = Object.entries(body).map(([end, value]) => [`${range?.column}${end}`, value] as const);
  return {
    ...(values !== undefined && { [values.column]: values.body }),
    ...(period !== undefined && { [period.column]: period.body }),
    ...Object.fromEntries<unknown>(ends),
    ...presence,
  };
}

describe.each(Object.entries(tested))("of a file in %s", (format, lacks) => {
  describeFilters(() => ({ ask: (question) => ask(format, question) }), lacks);
});
