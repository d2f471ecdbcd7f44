import type { CsvFormat } from "../csv/csv-format.js";
import { quoteName, quoteText } from "../engine/quote.js";

/** How the engine reads a file, without its path. */
export interface FileLayout {
  readonly reader: "read_csv" | "read_json" | "read_parquet";
  /** Arguments of the reader except path and columns, as SQL; empty when there are none. */
  readonly options: string;
  readonly columns: readonly LayoutColumn[];
  /** The dialect of a CSV file that is read as it is. Default: the file is a copy, or not CSV. */
  readonly csv?: CsvLayout;
  /** Whether the file is a CSV copy of JSON, whose cells are text or JSON. */
  readonly isJsonCopy?: boolean;
}

/** How a CSV file is read, as data. */
export interface CsvLayout extends CsvFormat {
  /** Number of lines before the header or the first row. */
  readonly skip: number;
  readonly hasHeader: boolean;
  /** Line end of the file; `undefined` when it has none. */
  readonly lineEnd: string | undefined;
}

/** A column of a file. */
export interface LayoutColumn {
  /** Its name as the engine sees it. */
  readonly name: string;
  readonly type: string;
  /** Its name as users know it. */
  readonly label: string;
  /** Whether it contains empty text, which is NULL in a column of another type. */
  readonly hasEmptyText?: boolean;
  /** Types that all of its text has, in order of preference; `undefined` when it has no text, or is not text. */
  readonly fits?: readonly string[];
}

/** A column of a table of many files. */
export interface UnitedColumn {
  readonly label: string;
  readonly type: string;
}

/**
 * Unites the columns of files by name. Case is ignored, as in SQL.
 *
 * @param layouts - The layouts of the files
 * @returns The columns, in the order in which they first appear; each has a type that holds its values in all files
 */
export function uniteColumns(layouts: readonly FileLayout[]): readonly UnitedColumn[] {
  const found = new Map<string, JsonOrOther[]>();
  for (const { reader, isJsonCopy = false, columns } of layouts) {
    for (const column of columns) {
      const key = column.label.toLowerCase();
      const list = found.get(key) ?? [];
      list.push({ ...column, isJson: reader === "read_json" || isJsonCopy });
      found.set(key, list);
    }
  }
  return [...found.values()].map((columns) => ({
    label: columns[0]?.label ?? "",
    type: unitedType(columns),
  }));
}

interface JsonOrOther extends LayoutColumn {
  readonly isJson: boolean;
}

function unitedType(columns: readonly JsonOrOther[]): string {
  const [first] = columns;
  if (first?.fits !== undefined || columns.some(({ fits }) => fits !== undefined)) return csvType(columns);
  const types = new Set(columns.map(({ type }) => type));
  if (types.size === 1) return first?.type ?? "VARCHAR";
  const whole = integerType(types);
  if (whole !== undefined) return whole;
  return columns.some(({ isJson }) => isJson) && ![...types].every(isTextType) ? "JSON" : "VARCHAR";
}

/** Returns the first type that the text has in every file that has any. */
function csvType(columns: readonly LayoutColumn[]): string {
  const known = columns.flatMap(({ fits }) => (fits === undefined ? [] : [fits]));
  return known[0]?.find((type) => known.every((fits) => fits.includes(type))) ?? "VARCHAR";
}

const signed: readonly string[] = ["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"];
const unsigned: readonly string[] = ["UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"];

/** Returns the smallest type that holds the whole numbers of all types; `undefined` when one holds other values. */
function integerType(types: ReadonlySet<string>): string | undefined {
  const ranks = [...types].map((type) =>
    unsigned.includes(type) ? unsigned.indexOf(type) + 1 : signed.indexOf(type),
  );
  return ranks.includes(-1) ? undefined : signed[Math.max(...ranks)];
}

/** A group of files with the same layout. */
export interface LayoutGroup {
  readonly layout: FileLayout;
  /** Paths of the files as the engine sees them. */
  readonly standIns: readonly string[];
}

/** What every file of the table adds. */
export interface AddedColumns {
  /** Arguments of the reader that make the columns, as SQL. */
  readonly options: string;
  /** SQL of the columns. */
  readonly columns: readonly string[];
}

/**
 * Returns a SELECT of the rows of files.
 *
 * @param group - The files
 * @param columns - Columns of the table; those that the files do not have are NULL
 * @param added - Columns that do not come from the content of the files
 * @returns SQL
 */
export function groupSelect(
  { layout, standIns }: LayoutGroup,
  columns: readonly UnitedColumn[],
  added: AddedColumns,
): string {
  const own = new Map(layout.columns.map((column) => [column.label.toLowerCase(), column]));
  const types = new Map(columns.map(({ label, type }) => [label.toLowerCase(), type]));
  const list = columns.map(({ label, type }) => {
    const column = own.get(label.toLowerCase());
    const value = column === undefined ? `CAST(NULL AS ${type})` : valueOf(layout, column, type);
    return `${value} AS ${quoteName(label)}`;
  });
  const read = layout.columns.map((column) => {
    const type = types.get(column.label.toLowerCase()) ?? column.type;
    return `${quoteText(column.name)}: ${quoteText(isReadAsText(layout, column, type) ? "VARCHAR" : type)}`;
  });
  const args = [
    `[${standIns.map(quoteText).join(", ")}]`,
    ...(layout.options === "" ? [] : [layout.options]),
    ...(layout.reader === "read_parquet" ? [] : [`columns = {${read.join(", ")}}`]),
    added.options,
  ];
  return `SELECT ${[...list, ...added.columns].join(", ")} FROM ${layout.reader}(${args.join(", ")})`;
}

/** Returns whether a column is read as text and cast, see `csvFrom`. */
function isReadAsText({ reader, isJsonCopy }: FileLayout, column: LayoutColumn, type: string): boolean {
  return (
    reader === "read_csv" && (isJsonCopy === true || (column.hasEmptyText === true && type !== "VARCHAR"))
  );
}

function valueOf(layout: FileLayout, column: LayoutColumn, type: string): string {
  const cell = quoteName(column.name);
  if (layout.reader === "read_parquet") return column.type === type ? cell : `CAST(${cell} AS ${type})`;
  if (!isReadAsText(layout, column, type)) return cell;
  if (layout.isJsonCopy !== true) return `CAST(nullif(${cell}, '') AS ${type})`;
  if (type === "JSON" && isTextType(column.type)) return `to_json(${cell})`;
  return copiedValue(cell, type);
}

/**
 * Returns the value of a cell of a copy.
 *
 * @param cell - SQL of the cell, which is text or JSON
 * @param type - Type of the column
 * @returns SQL of the value
 */
export function copiedValue(cell: string, type: string): string {
  if (type === "BLOB") return `from_base64(${cell})`;
  return `CAST(${type.endsWith("[]") ? `CAST(${cell} AS JSON)` : cell} AS ${type})`;
}

/** Returns whether JSON has values of a type as text. */
function isTextType(type: string): boolean {
  return /^(?:VARCHAR|DATE|TIMESTAMP(?:TZ|_NS)?)$/.test(type);
}
