import { jsonCell } from "./json-cell.js";
import { type ReadArrow, readArrow } from "./read-arrow.js";

/** What is different about a stream that another library has read and written. */
export interface StreamChanges {
  /** Extension types by column, if the library has dropped them. Default: those of the stream. */
  readonly extensions?: ReadonlyMap<string, string>;
  /** Whether a list can be null; otherwise it is empty. Default: true. */
  readonly hasNullLists?: boolean;
}

/**
 * Compares the rows of an Arrow stream with the same rows as NDJSON, cell by cell.
 *
 * @param arrow - The stream
 * @param lines - NDJSON
 * @param changes - What is different about a stream that another library has written. Default: nothing
 * @returns What the stream contains, and the first difference; `undefined` when there is none
 */
export function compareFormats(
  arrow: Uint8Array,
  lines: string,
  changes: StreamChanges = {},
): { readonly read: ReadArrow; readonly difference: string | undefined } {
  const read = readArrow(arrow);
  return { read, difference: read.fault ?? differenceOf(read, lines, changes) };
}

function differenceOf(
  { fields, rows }: ReadArrow,
  text: string,
  { extensions, hasNullLists = true }: StreamChanges,
): string | undefined {
  const lines = text.split("\n").filter((line) => line !== "");
  if (lines.length !== rows.length) return `${rows.length} rows instead of ${lines.length}`;
  for (const [index, line] of lines.entries()) {
    const cells = cellsOfLine(line);
    const unknown = [...cells.keys()].find((name) => !fields.some((field) => field.name === name));
    if (unknown !== undefined) return `row ${index + 1} has "${unknown}", the schema does not`;
    for (const [at, { name, type, metadata }] of fields.entries()) {
      const extension = extensions?.get(name) ?? metadata["ARROW:extension:name"];
      const expected = jsonCell(cells.get(name), type, extension);
      const got = asJson(rows[index]?.[at]);
      if (!hasNullLists && type.startsWith("List") && expected === "null" && got === "[]") continue;
      if (got !== expected) return `row ${index + 1}, "${name}" (${type}): got ${got}, expected ${expected}`;
    }
  }
  return undefined;
}

/** Returns a cell as JSON has it, which has no NaN and no infinity. */
function asJson(cell = ""): string {
  return cell.replaceAll(/^"-?(?:NaN|Infinity)"$|(?<=[[,])"-?(?:NaN|Infinity)"(?=[\],])/g, "null");
}

/** Splits an object into the JSON of its members, so that no number is rounded. */
function cellsOfLine(line: string): Map<string, string> {
  const cells = new Map<string, string>();
  let at = 1;
  while (line[at] !== "}" && at < line.length) {
    const nameEnd = endOf(line, at);
    const valueEnd = endOf(line, nameEnd + 1);
    cells.set(String(JSON.parse(line.slice(at, nameEnd))), line.slice(nameEnd + 1, valueEnd).trim());
    at = line[valueEnd] === "," ? valueEnd + 1 : valueEnd;
  }
  return cells;
}

/** Returns where a value ends: at the next comma, colon or bracket that is not part of it. */
function endOf(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"') {
      for (at += 1; line[at] !== '"'; at += 1) if (line[at] === "\\") at += 1;
    } else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      if (depth === 0) return at;
      depth -= 1;
    } else if ((character === "," || character === ":") && depth === 0) return at;
  }
  return line.length;
}
