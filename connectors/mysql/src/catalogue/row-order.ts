import type { TableColumn } from "@wellhead/sql";
import { mysqlDialect } from "../dialect/mysql-dialect.js";
import type { TextRow } from "../protocol/query-texts.js";

/** Columns of the unique keys of a table, key after key, primary first. */
export const keysSql = `
select index_name, column_name, nullable, if(sub_part is null and index_type = 'BTREE', 'yes', 'no')
from information_schema.statistics
where table_schema = ? and table_name = ? and non_unique = 0
order by index_name <> 'PRIMARY', index_name, seq_in_index`;

/** Types whose order tells apart all that their text does. */
const ordered = /^(?:tinyint|smallint|mediumint|int|bigint|year|decimal|date|datetime|timestamp|time)\b/;
const floating = /^(?:float|double)\b/;
/** Characters of a key from which on the server may sort by its beginning only: by `max_sort_length`, 1,024 bytes. */
const longKey = 128;

/**
 * Finds what sorts the rows of a table so that no two which differ are equal.
 *
 * @param keys - The rows of {@link keysSql}
 * @param columns - Columns that may be read
 * @returns SQL expressions: a unique key whose columns are never NULL and may be read, else every column, texts and
 *   bytes by their digests: the server sorts long ones by their beginnings only, and by collation
 */
export function rowOrderOf(keys: readonly TextRow[], columns: readonly TableColumn[]): readonly string[] {
  const { quote } = mysqlDialect;
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
  if (shortest !== undefined) {
    const key = shortest.map(([, column]) => column ?? "");
    return [
      ...key.map(quote),
      ...key.filter((name) => isLong(columns, name)).map((name) => digestOf(quote(name))),
    ];
  }
  return columns.flatMap(({ name, databaseType }) => {
    const column = quote(name);
    if (ordered.test(databaseType)) return [column];
    // A float's text has fewer digits than its value, but shows the sign of zero.
    return floating.test(databaseType) ? [column, digestOf(column)] : [digestOf(column)];
  });
}

function digestOf(column: string): string {
  return `sha2(${column}, 256)`;
}

function isLong(columns: readonly TableColumn[], name: string): boolean {
  const type = columns.find((column) => column.name === name)?.databaseType ?? "";
  return Number(/^(?:var)?(?:char|binary)\((\d+)\)/.exec(type)?.[1] ?? 0) > longKey;
}

/** The primary key comes before all others, then those of few columns. */
function rank(parts: readonly TextRow[]): number {
  return parts[0]?.[0] === "PRIMARY" ? 0 : parts.length;
}
