import { arrowMetadata, dataMediaTypes } from "@wellhead/contract";
import type { Exchange } from "../exchange/exchange.js";
import { needsInput, notApplicable, unmet } from "../expect/finding.js";
import { isObject, objectOf } from "../expect/json-of.js";
import type { ArrowColumn } from "../probe/arrow/arrow-schema.js";
import { ArrowFault } from "../probe/arrow/flat-table.js";
import { type ReadArrow, readArrow } from "../probe/arrow/read-arrow.js";
import { sameValue } from "../probe/arrow/same-value.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { accountOf } from "../target/account.js";
import { dataBody, dataTarget, rowsOf } from "../target/data-target.js";
import { readColumns } from "../target/read-declared.js";

/** Kinds of Arrow that values of a declared column may have. Text can hold what none of them can. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  bool: ["bool"],
  number: ["int", "float", "decimal"],
  date: ["date", "day", "moment"],
};
const alwaysAllowed = ["text", "null"];

/** Requirements on rows as an Arrow stream, which a connector need not offer. */
export const arrowRequirements = defineRequirements({ area: "formats", section: "POST /" }, [
  {
    id: "formats.arrow-rows",
    level: "MUST",
    covers: ["data.formats"],
    sentence: `Rows as ${dataMediaTypes.arrow} equal those of the JSON array, cell by cell`,
    reason: "The format must not change the data",
    fix: "Write each value as the type of its column holds it, and refuse values that it cannot hold",
    check: async (context) => {
      const exchange = await askArrow(context);
      const found = read(exchange);
      const { rows, closed } = await rowsOf(context, await dataTarget(context));
      for (const [index, row] of rows.slice(0, found.rows.length).entries())
        expectSameRow(found, index, isObject(row) ? row : {});
      if (closed && exchange.ending === "whole" && found.rows.length !== rows.length)
        unmet(`The Arrow stream has ${found.rows.length} rows, the JSON array ${rows.length}`);
    },
  },
  {
    id: "formats.arrow-schema",
    level: "MUST",
    covers: ["data.formats"],
    sentence:
      "The schema of an Arrow stream has a name for each column once, and types that the declared columns allow",
    reason: "Readers of Arrow believe the schema and do not look at the values",
    fix: "Write bool as Bool, number as an integer, a double or a decimal, date as a date or timestamp, others as text",
    check: async (context) => {
      const { columns } = read(await askArrow(context));
      const names = columns.map(({ name }) => name);
      const repeated = names.find((name, index) => names.indexOf(name) !== index);
      if (repeated !== undefined) unmet(`The schema has two columns named "${repeated}"`);
      for (const [name, type] of await declaredTypes(context)) {
        const column = columns.find((one) => one.name === name);
        if (column !== undefined && !allows(type, column))
          unmet(`The column "${name}" is declared as ${type} and is ${column.type.kind} in Arrow`);
      }
    },
  },
  {
    id: "formats.arrow-end",
    level: "MUST",
    covers: ["data.endings", "data.no-quiet-end"],
    sentence: "An Arrow stream ends with the end marker of the format if all rows came",
    reason: "Readers tell a whole stream from a cut one by it",
    fix: "Write FF FF FF FF 00 00 00 00 after the last record batch",
    check: async (context) => {
      const exchange = await askArrow(context);
      const { ended } = read(exchange);
      if (exchange.ending === "whole" && !ended) unmet("The Arrow stream ends without an end marker");
    },
  },
  {
    id: "formats.arrow-failure",
    level: "MUST",
    covers: ["data.cut"],
    sentence: "An Arrow stream that fails midway has no end marker, and the connection is destroyed",
    reason: "With the marker, half of the rows look like all of them",
    fix: "Destroy the connection without writing the marker",
    check: async (context) => {
      const { failing } = context.options;
      if (failing === undefined) needsInput("failing", "No request known to fail midway was given");
      const { flat } = await accountOf(context);
      const body = { source: failing.source, account: flat, filter: failing.filter ?? {} };
      const exchange = await context.post("/", body, { headers: { accept: dataMediaTypes.arrow } });
      expectArrow(exchange);
      const { ended, error } = read(exchange);
      if (ended) unmet("The failing request returned an Arrow stream that looks complete");
      if (exchange.ending === "whole")
        unmet("The response of the failing request ended as if it were complete");
      if (error === "") unmet(`The metadata "${arrowMetadata.error}" of the last record batch is empty`);
    },
  },
]);

async function askArrow(context: CheckContext): Promise<Exchange> {
  const body = dataBody(await dataTarget(context));
  const exchange = await context.post("/", body, { headers: { accept: dataMediaTypes.arrow } });
  expectArrow(exchange);
  return exchange;
}

/** Returns the types of the columns, of GET / or else of POST /schema; none when it has neither. */
async function declaredTypes(context: CheckContext): Promise<ReadonlyMap<string, string>> {
  const target = await dataTarget(context);
  if (target.source.columns !== undefined) return target.source.columns;
  const exchange = await context.post("/schema", dataBody(target));
  return exchange.status === 200 ? readColumns(objectOf(exchange)) : new Map();
}

/** Ends the check if the connector does not offer the format. */
function expectArrow({ status, headers }: Exchange): void {
  const type = headers["content-type"] ?? "";
  if (status !== 200 || !type.toLowerCase().startsWith(dataMediaTypes.arrow))
    notApplicable(dataMediaTypes.arrow, "The connector sends no Arrow stream");
}

function read(exchange: Exchange): ReadArrow {
  try {
    return readArrow(exchange);
  } catch (error) {
    if (!(error instanceof ArrowFault)) throw error;
    if (error.isUnknown)
      notApplicable("known types of Arrow", `The Arrow stream cannot be read: ${error.message}`);
    return unmet(`The body is not an Arrow stream: ${error.message}`);
  }
}

function expectSameRow(
  { columns, rows }: ReadArrow,
  index: number,
  row: Readonly<Record<string, unknown>>,
): void {
  const unknown = Object.keys(row).find(
    (name) => row[name] !== null && columns.every((column) => column.name !== name),
  );
  if (unknown !== undefined) unmet(`Row ${index + 1} has "${unknown}", the Arrow stream does not`);
  for (const [at, column] of columns.entries()) {
    const value = rows[index]?.[at] ?? null;
    const json = Object.hasOwn(row, column.name) ? row[column.name] : null;
    if (!sameValue(value, json, column))
      unmet(`Row ${index + 1} of the Arrow stream has another "${column.name}" than the JSON array`);
  }
}

function allows(type: string, { type: { kind } }: ArrowColumn): boolean {
  const kinds = kindsOf[type];
  return kinds === undefined || alwaysAllowed.includes(kind) || kinds.includes(kind);
}
