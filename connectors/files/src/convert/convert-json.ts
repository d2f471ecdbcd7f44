import { type JsonColumn, type JsonContent, type JsonTask } from "./convert-task.js";
import { CsvCopy } from "./csv-copy.js";
import { type FoundColumn, JsonColumns } from "./json-columns.js";
import { type JsonLayout, readJsonRows } from "./json-rows.js";
import { kinds } from "./json-values.js";
import { readUtf8 } from "./read-file.js";

/**
 * Finds the columns of a JSON file and their types. If the engine would change values when it reads them, the rows are
 * also written as CSV, with every value exactly as in the file.
 *
 * @param task - The file
 * @returns Its columns, and the format in which the engine reads it
 * @throws FileFault when the file is not JSON
 */
export async function convertJson(task: JsonTask): Promise<JsonContent> {
  const columns = new JsonColumns();
  const { path, sampleBytes, mayBeArray, list } = task;
  const row = columns.read.bind(columns);
  const layout = await readJsonRows(readUtf8(path), { mayBeArray, list, sampleBytes, row });
  const isCopy = needsCopy(layout, columns, columns.found());
  // A copy has all rows, so its columns are those of all rows.
  if (isCopy && sampleBytes !== undefined) return await convertJson({ ...task, sampleBytes: undefined });
  const { longestRow } = layout;
  const found = columns.found();
  const typed = found.map((column) => ({ name: column.name, ...typeOf(column) }));
  const { lists } = columns;
  if (found.length === 0) return { columns: [], format: "copy", lists, longestRow, longestLine: 0 };
  if (!isCopy) return { columns: typed, format: formatOf(layout), lists, longestRow, longestLine: 0 };
  const longestLine = await writeCopy(task, columns, typed);
  return { columns: typed, format: "copy", lists, longestRow, longestLine };
}

function formatOf({ isArray, isOnePerLine }: JsonLayout): JsonContent["format"] {
  if (isArray) return "array";
  return isOnePerLine ? "newline_delimited" : "unstructured";
}

/** Returns whether the engine would change a value, lose a row, or confuse two columns. */
function needsCopy(layout: JsonLayout, columns: JsonColumns, found: readonly FoundColumn[]): boolean {
  const names = new Set(found.map(({ name }) => name.toLowerCase()));
  return (
    layout.hasByteOrderMark ||
    layout.isInside ||
    columns.hasOtherRows ||
    names.size < found.length ||
    names.has("") ||
    // A name in SQL ends at this character.
    found.some(({ name }) => name.includes("\0")) ||
    found.some(({ held }) => (held & (kinds.exact | kinds.holdsExact)) !== 0)
  );
}

async function writeCopy(
  task: JsonTask,
  columns: JsonColumns,
  typed: readonly JsonColumn[],
): Promise<number> {
  const copy = new CsvCopy(task.copy);
  const row = columns.reader(typed, (cells) => copy.add(cells));
  try {
    const { mayBeArray, list } = task;
    const pieces = copy.paced(readUtf8(task.path));
    await readJsonRows(pieces, { mayBeArray, list, sampleBytes: undefined, row });
    return await copy.close();
  } finally {
    await copy.destroy();
  }
}

const { short, long, huge, decimal, exact } = kinds;
const numbers = short | long | huge | decimal | exact;

function typeOf({ held, elements }: FoundColumn): Pick<JsonColumn, "type" | "isLongNumber"> {
  const values = held & ~kinds.null;
  const scalar = scalarType(values);
  if (scalar !== undefined) return { type: scalar, isLongNumber: false };
  if (values === kinds.list) {
    const element = scalarType(elements & ~kinds.null);
    if (element !== undefined) return { type: `${element}[]`, isLongNumber: false };
  }
  return { type: "JSON", isLongNumber: isWithin(values, numbers) };
}

function isWithin(values: number, allowed: number): boolean {
  return (values & ~allowed) === 0;
}

/** Returns the engine's type that can hold every value of these kinds; `undefined` when there is none. */
function scalarType(values: number): string | undefined {
  if (isWithin(values, kinds.text | kinds.date | kinds.timestamp | kinds.instant)) return textType(values);
  if (values === kinds.boolean) return "BOOLEAN";
  if (isWithin(values, short | long)) return "BIGINT";
  if (isWithin(values, short | long | huge)) return "HUGEINT";
  return isWithin(values, short | decimal) ? "DOUBLE" : undefined;
}

function textType(values: number): string {
  if (values === kinds.date) return "DATE";
  if (values === kinds.timestamp) return "TIMESTAMP";
  return values === kinds.instant ? "TIMESTAMPTZ" : "VARCHAR";
}
