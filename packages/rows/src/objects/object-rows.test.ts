import { type CaseColumn, type CaseFormat, describeRowCases, type RowCase } from "@wellhead/test-support";
import { csvCell } from "./csv-cell.js";
import { csvLine } from "./csv-line.js";
import { JsonRows } from "./json-rows.js";

function valueOf({ kind, text }: RowCase): unknown {
  if (kind === "null") return null;
  if (kind === "boolean") return text === "true";
  if (kind === "integer") return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  if (kind === "double") return Number(text);
  if (kind === "day" || kind === "text") return text;
  return kind === "instant" ? new Date(text) : JSON.parse(text);
}

function write(columns: readonly CaseColumn[], { format, separator, formulaEscape }: CaseFormat): string {
  const count = columns[0]?.values.length ?? 0;
  const rows = Array.from({ length: count }, (_, row) =>
    columns.map(({ name, values }): [string, unknown] => [name, values[row] && valueOf(values[row])]),
  );
  if (format === "json") return new JsonRows(separator).write(rows.map((row) => Object.fromEntries(row)));
  return rows.map((row) => csvLine(row.map(([, value]) => csvCell(value, formulaEscape)))).join(separator);
}

describeRowCases("rows from objects", {
  write,
  lacks: ({ kind }) => {
    if (kind === "decimal") return "a number of JavaScript has no zeros at its end";
    return kind === "bytes" ? "bytes are none of the values that an object row may hold" : undefined;
  },
});
