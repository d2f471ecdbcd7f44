import type { ForeignKey, TableColumn } from "@wellhead/sql";
import { mysqlDialect } from "../dialect/dialect.js";
import type { TextRow } from "../protocol/query-texts.js";

/** The columns of a table's unique keys, grouped by key, with the primary key first. */
export const keysSql = `
select index_name, column_name, nullable, if(sub_part is null and index_type = 'BTREE', 'yes', 'no')
from information_schema.statistics
where table_schema = ? and table_name = ? and non_unique = 0
order by index_name <> 'PRIMARY', index_name, seq_in_index`;

/** The columns of a table's foreign keys, and the columns to which they point. */
export const foreignKeysSql = `
select constraint_name, referenced_table_schema, referenced_table_name, column_name, referenced_column_name
from information_schema.key_column_usage
where table_schema = ? and table_name = ? and referenced_table_name is not null
order by constraint_name, ordinal_position`;

/** Types whose order distinguishes all values that their text distinguishes. */
const ordered = /^(?:tinyint|smallint|mediumint|int|bigint|year|decimal|date|datetime|timestamp|time)\b/;
const floating = /^(?:float|double)\b/;
/** Key length in characters from which the server may sort by a prefix only (`max_sort_length`, 1,024 bytes). */
const longKey = 128;

/**
 * Returns expressions that give the rows of a table a total order: no two different rows compare as equal.
 *
 * @param keys - The rows of {@link keysSql}
 * @param columns - Columns that may be read
 * @returns SQL expressions: a unique key whose columns are never NULL and may be read; otherwise every column. Texts
 *   and bytes are replaced with their digests, because the server sorts long ones by a prefix only, and by collation.
 */
export function rowOrderOf(keys: readonly TextRow[], columns: readonly TableColumn[]): readonly string[] {
  const { quote } = mysqlDialect;
  const key = keyOf(keys, columns);
  if (key !== undefined) {
    return [
      ...key.map(quote),
      ...key.filter((name) => isLong(columns, name)).map((name) => digestOf(quote(name))),
    ];
  }
  return columns.flatMap(({ name, databaseType }) => {
    const column = quote(name);
    if (ordered.test(databaseType)) return [column];
    // A float's text has fewer digits than its value, but it shows the sign of zero.
    return floating.test(databaseType) ? [column, digestOf(column)] : [digestOf(column)];
  });
}

/**
 * Returns the columns of a unique key that are never NULL and may be read.
 *
 * @param keys - The rows of {@link keysSql}
 * @param columns - Columns that may be read
 * @returns Names of the columns; `undefined` when there is no such key
 */
export function keyOf(
  keys: readonly TextRow[],
  columns: readonly TableColumn[],
): readonly string[] | undefined {
  const readable = new Set(columns.map(({ name }) => name));
  const names = [...new Set(keys.map(([name]) => name))];
  const usable = names
    .map((name) => keys.filter((row) => row[0] === name))
    .filter((parts) =>
      parts.every(([, column, nullable, whole]) => {
        return (
          column !== null &&
          column !== undefined &&
          readable.has(column) &&
          nullable !== "YES" &&
          whole === "yes"
        );
      }),
    );
  const [shortest] = usable.toSorted((one, other) => rank(one) - rank(other));
  return shortest?.map(([, column]) => column ?? "");
}

/**
 * Returns the foreign keys of a table.
 *
 * @param rows - The rows of {@link foreignKeysSql}
 * @returns The foreign keys, by the names of their constraints
 */
export function foreignKeysOf(rows: readonly TextRow[]): readonly ForeignKey[] {
  return [...new Set(rows.map(([name]) => name))]
    .map((name) => rows.filter((row) => row[0] === name))
    .map((parts) => ({
      columns: parts.map(([, , , column]) => column ?? ""),
      target: { schema: parts[0]?.[1] ?? "", table: parts[0]?.[2] ?? "" },
      references: parts.map(([, , , , column]) => column ?? ""),
    }));
}

function digestOf(column: string): string {
  return `sha2(${column}, 256)`;
}

function isLong(columns: readonly TableColumn[], name: string): boolean {
  const type = columns.find((column) => column.name === name)?.databaseType ?? "";
  return Number(/^(?:var)?(?:char|binary)\((\d+)\)/.exec(type)?.[1] ?? 0) > longKey;
}

/** The primary key ranks first, followed by the keys with the fewest columns. */
function rank(parts: readonly TextRow[]): number {
  return parts[0]?.[0] === "PRIMARY" ? 0 : parts.length;
}
