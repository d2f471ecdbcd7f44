import { Buffer } from "node:buffer";
import { inputInvalid, upstreamInvalid } from "@wellhead/sdk";
import type {
  Catalogue,
  ColumnEncoding,
  Option,
  TableColumn,
  TableName,
  TableShape,
  TextEncodingName,
} from "@wellhead/sql";
import { sqliteDialect } from "../dialect/dialect.js";
import { codecOf } from "../dialect/encoded-text.js";
import { shownMoment } from "../encode/cell-sql.js";
import { valueKind } from "../encode/value-kind.js";
import type { BoundValue } from "../protocol/messages.js";
import { categoryOf, columnTypeOf } from "./column-type.js";

/** Runs a statement on a database file and returns its single cell, parsed as JSON. */
export type AskDatabase = (file: string, sql: string, parameters?: readonly BoundValue[]) => Promise<unknown>;

/** The source of a catalogue. */
export interface SqliteCatalogueOptions {
  /** Lists the files that can be chosen. They take the place of schemas. */
  readonly files: () => Promise<readonly Option[]>;
  readonly ask: AskDatabase;
  /** Actual encoding of text in files that declare UTF-8. Default: UTF-8. */
  readonly textEncoding: TextEncodingName | undefined;
}

/** A table, and how to address its rows. */
export interface SqliteTable extends TableShape {
  /** Name of the row number column; `undefined` for views and for tables without row numbers. */
  readonly rowNumber: string | undefined;
}

const tablesSql = `
select json_group_array(json_array(name, type)) from (
  select name, type from pragma_table_list
  where schema = 'main' and type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\'
  order by name limit 5000)`;

const columnsSql = `
select json_object(
  'rows', (select type = 'table' and wr = 0 from pragma_table_list where schema = 'main' and name = ?1),
  'encoding', (select encoding from pragma_encoding),
  'keyed', (select type = 'table' and wr = 1 from pragma_table_list where schema = 'main' and name = ?1),
  'columns', (select json_group_array(json_array(name, type, pk)) from pragma_table_xinfo(?1, 'main') where hidden <> 1))`;

/** The result of {@link columnsSql}. */
interface TableFacts {
  /** The declared text encoding of the file. */
  readonly encoding: string;
  readonly rows: number | null;
  /** Whether the table has no row numbers and is stored in the order of its primary key. */
  readonly keyed: number | null;
  readonly columns: readonly (readonly [name: string, type: string, key: number])[];
}

const rowNumbers = ["rowid", "_rowid_", "oid"];

/**
 * Reads the catalogue of the database files.
 *
 * @param options - The files, and how to query them
 * @returns The catalogue, in which a schema is a file
 */
export function sqliteCatalogue({ files, ask, textEncoding }: SqliteCatalogueOptions): Catalogue {
  return {
    schemas: files,
    tables: async (file) => {
      // The cast is safe: the statement builds an array of pairs.
      const rows = (await ask(file, tablesSql)) as readonly (readonly [name: string, type: string])[];
      return rows.map(([name, type]) => ({ title: type === "view" ? `${name} (view)` : name, value: name }));
    },
    table: (table) => readTable({ ask, textEncoding }, table),
    values: async ({ schema, table }, column, limit) => {
      const name = sqliteDialect.quote(column.name);
      const from = `main.${sqliteDialect.quote(table)}`;
      const shown = column.encoding === undefined ? "value" : "hex(value)";
      const sql = `select json_group_array(json_array(${shown}, bytes)) from (
        select distinct ${valueText(column)} collate binary as value, case typeof(${name}) when 'blob' then hex(${name}) end as bytes
        from ${from} where ${name} is not null${isComparable(column)} order by 1, 2 limit ?1)`;
      // The cast is safe: the statement builds an array of pairs of a text and, for bytes, their hexadecimal digits.
      const found = (await ask(schema, sql, [{ integer: String(limit) }])) as readonly ListedValue[];
      return [...new Set(found.map((value) => listed(value, column)))];
    },
  };
}

/**
 * Reads the shape of a table.
 *
 * @param options - How to query the database, and the encoding of its text
 * @param name - The file that contains the table, and the name of the table
 * @returns Its columns, their order, and the name of its row number
 * @throws ConnectorError `invalid_field` with field `table` when the table does not exist
 */
export async function readTable(
  { ask, textEncoding }: Omit<SqliteCatalogueOptions, "files">,
  { schema: file, table }: TableName,
): Promise<SqliteTable> {
  if (table.includes("\0")) throw missingTable(table);
  // The cast is safe: the statement builds such an object.
  const facts = (await ask(file, columnsSql, [table])) as TableFacts;
  const keys = facts.columns.filter(([, , key]) => key > 0);
  const isDecoded = textEncoding !== undefined && facts.encoding === "UTF-8";
  const columns = facts.columns.map(([name, declared, key]): TableColumn => {
    const kind = valueKind(declared);
    const category = categoryOf(kind);
    const isKey = key > 0 && keys.length === 1;
    const type = isKey && (category === "integer" || category === "text") ? "id" : columnTypeOf(kind);
    const databaseType = declared === "" ? "any" : declared;
    const encoding = isDecoded ? { name: textEncoding, isDeclared: false } : undefined;
    return { name, type, category, databaseType, key: isKey, ...(encoding !== undefined && { encoding }) };
  });
  if (columns.length === 0) throw missingTable(table);
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  const rowNumber = facts.rows === 1 ? rowNumbers.find((name) => !taken.has(name)) : undefined;
  return { columns, rowNumber, rowOrder: rowOrderOf(facts, rowNumber) };
}

function decodedValue(digits: string, encoding: ColumnEncoding, name: string): string {
  const text = codecOf(encoding).decode(Buffer.from(digits, "hex"));
  if (text !== undefined) return text;
  throw upstreamInvalid(
    `Could not list the values of column "${name}": one of them is not ${encoding.name}.`,
  );
}

/** A value as text, and for bytes their hexadecimal digits. */
type ListedValue = readonly [text: string | null, bytes: string | null];

function listed([text, bytes]: ListedValue, column: TableColumn): string {
  const { encoding } = column;
  if (bytes !== null) return Buffer.from(bytes, "hex").toString("base64");
  if (encoding !== undefined) return decodedValue(text ?? "", encoding, column.name);
  // Numbers with a fraction are printed with more digits than necessary.
  return isNumeric(column) && text?.includes(".") === true ? String(Number(text)) : (text ?? "");
}

/**
 * Returns a condition that excludes values of another type than the column's: such a column is compared by type only.
 */
function isComparable({ name, category }: TableColumn): string {
  const quoted = sqliteDialect.quote(name);
  if (category === "boolean") return ` and ${quoted} in (0, 1)`;
  if (category === "integer")
    return ` and typeof(${quoted}) in ('integer', 'real') and abs(${quoted} / 2) < 9e999`;
  return category === "number" ? ` and typeof(${quoted}) in ('integer', 'real')` : "";
}

/** Returns whether values are compared as numbers. A column of integers may have doubles, too. */
function isNumeric({ category }: TableColumn): boolean {
  return category === "number" || category === "integer";
}

/** Returns the text of a value, as it is listed and compared. It is NULL for bytes, which may not be valid text. */
function valueText(column: TableColumn): string {
  const { name, category } = column;
  const plain = sqliteDialect.quote(name);
  // SQLite's own text of a double has only 15 digits.
  if (isNumeric(column))
    return `iif(typeof(${plain}) = 'real', printf('%!.17g', ${plain}), cast(${plain} as text))`;
  const quoted = `iif(typeof(${plain}) = 'blob', null, ${plain})`;
  // Numbers in a column of dates are listed as rows show them.
  if (category === "date" || category === "timestamp")
    return `coalesce(${shownMoment(plain, category)}, cast(${quoted} as text))`;
  return category === "boolean"
    ? `case ${quoted} when 1 then 'true' when 0 then 'false' else cast(${quoted} as text) end`
    : `cast(${quoted} as text)`;
}

/** Sorts by bytes: a key may have a collation that distinguishes values which the column's own collation does not. */
function exact(name: string): string {
  return `${sqliteDialect.quote(name)} collate binary`;
}

/**
 * Returns expressions that give the rows of a table a total order: no two different rows compare as equal. They are the
 * row number, the primary key of a table without row numbers, or every value with its type, because 1 and 1.0 compare
 * as equal.
 */
function rowOrderOf(
  { keyed, columns }: Pick<TableFacts, "keyed" | "columns">,
  rowNumber: string | undefined,
): readonly string[] {
  if (rowNumber !== undefined) return [rowNumber];
  const keys = columns.filter(([, , key]) => key > 0).toSorted((one, other) => one[2] - other[2]);
  if (keyed === 1) return keys.map(([name]) => exact(name));
  return columns.flatMap(([name]) => [exact(name), `typeof(${sqliteDialect.quote(name)})`]);
}

function missingTable(table: string): Error {
  return inputInvalid(`Could not read the table "${table}": it no longer exists. Choose another.`, {
    field: "table",
  });
}
