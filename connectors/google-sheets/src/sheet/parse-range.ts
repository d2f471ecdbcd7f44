import { inputInvalid } from "@wellhead/sdk";

/** Rows and columns of a range; a missing side is open. Rows are numbered from 1, columns from 0. */
export interface CellBounds {
  readonly firstRow?: number;
  readonly lastRow?: number;
  readonly firstColumn?: number;
  readonly lastColumn?: number;
}

/** A range as the user entered it. */
export interface RangeText {
  /** The original text, for error messages. */
  readonly text: string;
  /** Title of the sheet, which is before the `!`, or the whole text in quotes. Default: the first visible sheet. */
  readonly sheet?: string;
  /** Name of a range or a sheet, if the text is neither quoted nor a reference to cells. */
  readonly name?: string;
  /** Referenced cells. Default: the whole sheet. */
  readonly bounds?: CellBounds;
}

/**
 * Parses ranges in A1 or R1C1 notation, one per line or separated by commas or semicolons. A title with special
 * characters must be in single quotes.
 *
 * @param text - Such as `Sheet1!B3:F; 'Q1, 2026'!A:C; Totals`
 * @returns The ranges, in order
 * @throws ConnectorError `invalid_field` when a quotation mark is not closed
 * @see https://developers.google.com/workspace/sheets/api/guides/concepts#cell
 */
export function parseRanges(text: string): readonly RangeText[] {
  const parts = [""];
  let isQuoted = false;
  for (const character of text) {
    if (character === "'") isQuoted = !isQuoted;
    if (!isQuoted && /[,;\n]/.test(character)) parts.push("");
    else parts[parts.length - 1] += character;
  }
  if (isQuoted) {
    throw inputInvalid(
      `Could not read the range: a quotation mark is not closed in "${text}". Write ranges such as 'My sheet'!B3:F.`,
      { field: "ranges" },
    );
  }
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => parseRange(part));
}

/**
 * Parses a range.
 *
 * @param text - Such as `B3:F`, `Sheet1!2:5`, `'My sheet'`, or the name of a range
 * @returns The sheet, name and cells it refers to
 */
export function parseRange(text: string): RangeText {
  const quoted = /^'((?:[^']|'')*)'(?:!(.*))?$/s.exec(text);
  const plain = /^([^!]+)!(.*)$/s.exec(text);
  const sheet = quoted?.[1]?.replaceAll("''", "'") ?? plain?.[1]?.trim();
  const cells = (quoted === null ? (plain?.[2] ?? text) : (quoted[2] ?? "")).trim();
  const bounds = parseBounds(cells);
  return {
    text,
    ...(sheet !== undefined && { sheet }),
    ...(bounds !== undefined && { bounds }),
    ...(bounds === undefined && cells !== "" && { name: cells }),
  };
}

/** A corner of a range: column, row, or both. */
const corner = String.raw`\$?([A-Za-z]{1,3})?\$?([1-9]\d{0,7})?`;
const a1 = new RegExp(`^${corner}(?::${corner})?$`);
const r1c1 = /^R([1-9]\d{0,7})C([1-9]\d{0,7})(?::R([1-9]\d{0,7})C([1-9]\d{0,7}))?$/i;

function parseBounds(cells: string): CellBounds | undefined {
  const numbered = r1c1.exec(cells);
  if (numbered !== null) {
    const [row, column, otherRow = row, otherColumn = column] = numbered.slice(1).map(Number);
    return { ...rowsOf(row, otherRow), ...columnsOf((column ?? 1) - 1, (otherColumn ?? 1) - 1) };
  }
  const [, column, row, otherColumn, otherRow] = a1.exec(cells) ?? [];
  if (!cells.includes(":")) {
    // A single column or row without a colon is a name. A single corner must be a cell.
    if (column === undefined || row === undefined) return undefined;
    return { ...rowsOf(Number(row), Number(row)), ...columnsOf(columnIndex(column), columnIndex(column)) };
  }
  const rows = [row, otherRow].map((text) => (text === undefined ? undefined : Number(text)));
  if (column !== undefined && otherColumn !== undefined) {
    return { ...rowsOf(rows[0], rows[1]), ...columnsOf(columnIndex(column), columnIndex(otherColumn)) };
  }
  const hasRowsAlone = column === undefined && otherColumn === undefined && !rows.includes(undefined);
  return hasRowsAlone ? rowsOf(rows[0], rows[1]) : undefined;
}

/** Returns the rows of a range. Its corners may be in any order. A range with only one row begins there and is open. */
function rowsOf(row: number | undefined, other: number | undefined): CellBounds {
  if (row !== undefined && other !== undefined) {
    return { firstRow: Math.min(row, other), lastRow: Math.max(row, other) };
  }
  const firstRow = row ?? other;
  return firstRow === undefined ? {} : { firstRow };
}

function columnsOf(column: number, other: number): CellBounds {
  return { firstColumn: Math.min(column, other), lastColumn: Math.max(column, other) };
}

function columnIndex(name: string): number {
  let number = 0;
  for (const letter of name.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}
