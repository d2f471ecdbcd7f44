import type { ForeignKey, TableColumn, TableShape } from "@wellhead/sql";
import { sqliteDialect } from "../dialect/dialect.js";
import { type ValueKind, valueKind } from "../encode/value-kind.js";
import type { AskDatabase, SqliteTable } from "./catalogue.js";

const keysSql = `
select json_object(
  'columns', (select json_group_array(json_array(name, type, pk, "notnull")) from pragma_table_xinfo(?1, 'main')),
  'indexes', (select json_group_array(json_array(l.origin, (
    select json_group_array(json_array(x.name, x.coll)) from (
      select name, coll from pragma_index_xinfo(l.name, 'main') where key = 1 order by seqno) x)))
    from pragma_index_list(?1, 'main') l where l."unique" = 1 and l.partial = 0),
  'foreignKeys', (select json_group_array(json_array(id, name, "from", column)) from (
    select f.*,
      (select t.name from pragma_table_list t where t.schema = 'main' and t.name = f."table" collate nocase) as name,
      (select x.name from pragma_table_xinfo(f."table", 'main') x where x.name = f."to" collate nocase) as column
    from pragma_foreign_key_list(?1, 'main') f order by id, seq)))`;

/** The result of {@link keysSql}. */
interface KeyFacts {
  readonly columns: readonly (readonly [name: string, type: string, key: number, isNotNull: number])[];
  /** Unique indexes. A column that is an expression has no name. */
  readonly indexes: readonly (readonly [
    origin: string,
    columns: readonly (readonly [name: string | null, collation: string])[],
  ])[];
  readonly foreignKeys: readonly (readonly [
    id: number,
    table: string | null,
    from: string,
    to: string | null,
  ])[];
}

/** A unique key, and the collation by which each of its columns is unique. */
type Key = readonly (readonly [name: string, collation: string])[];

/**
 * SQL of what two values of a key must have in common so that they look different in rows, by the kind of their column; NULL
 * for a value that may look like another one. A kind that is missing has only such values.
 */
const classes: Readonly<Partial<Record<ValueKind, (value: string) => string>>> = {
  boolean: typeOf,
  integer: typeOf,
  number: typeOf,
  text: typeOf,
  bytes: typeOf,
  any: typeOf,
  // Rows show the day of a number, whatever its time.
  date: (value) => `iif(typeof(${value}) = 'text', 'text', null)`,
  // Rows show the space of `2024-02-29 12:34:56` as a T, and seconds and milliseconds alike.
  timestamp: (value) =>
    `case typeof(${value}) when 'text' then iif(substr(${value}, 11, 1) = 'T', 'T', 'text') when 'integer' then iif(${value} between -99999999999 and 99999999999, 'seconds', 'milliseconds') end`,
};

function typeOf(value: string): string {
  return `nullif(iif(typeof(${value}) = 'real', 'integer', typeof(${value})), 'null')`;
}

/**
 * Finds what identifies the rows of a table.
 *
 * A key in which values of different types may look the same in rows, such as `1` and `'1'`, does not, and neither does one
 * with NULL, which SQLite allows in most primary keys. The number of the row is then the key, if the table has one.
 *
 * @param ask - Runs a statement on a file
 * @param options - The file, and the table as the catalogue knows it
 * @returns The table with its key and its foreign keys
 */
export async function withKey(
  ask: AskDatabase,
  { file, name, table }: { readonly file: string; readonly name: string; readonly table: SqliteTable },
): Promise<TableShape> {
  // The cast is safe: the statement builds such an object.
  const facts = (await ask(file, keysSql, [name])) as KeyFacts;
  const foreignKeys = foreignKeysOf(facts, file);
  // SQLite has no type for dates: they are texts and numbers.
  const own = table.columns.map((column): TableColumn => ({ ...column, mayHoldDates: true }));
  for (const key of keysOf(facts)) {
    if (!(await isDistinct(ask, { file, name, key, facts }))) continue;
    const collations = new Map(key);
    const columns = own.map((column): TableColumn => {
      const collation = collations.get(column.name);
      return collation === undefined ? column : { ...column, keyOrder: orderOf(column.name, collation) };
    });
    return { ...table, columns, key: key.map(([column]) => column), foreignKeys };
  }
  if (table.rowNumber === undefined) return { ...table, columns: own, foreignKeys };
  const rowNumber: TableColumn = {
    name: table.rowNumber,
    type: "id",
    category: "integer",
    databaseType: "integer",
    key: true,
  };
  const columns = [...own, rowNumber];
  return { ...table, columns, key: [rowNumber.name], keepsKey: false, foreignKeys };
}

/** Returns the primary key, followed by other unique keys that are never NULL, the shortest first. */
function keysOf({ columns, indexes }: KeyFacts): readonly Key[] {
  const primary = columns.filter(([, , key]) => key > 0);
  const [[alias, type] = ["", ""]] = primary;
  const hasIndex = indexes.some(([origin]) => origin === "pk");
  // The column of an INTEGER PRIMARY KEY is the number of the row, so it has no index.
  const isRowNumber = primary.length === 1 && !hasIndex && type.toUpperCase() === "INTEGER";
  const filled = new Set(columns.filter(([, , , isNotNull]) => isNotNull === 1).map(([name]) => name));
  const found = indexes.flatMap(([origin, parts]): readonly (readonly [rank: number, key: Key])[] => {
    const key = parts.flatMap(([name, collation]) => (name === null ? [] : [[name, collation] as const]));
    const isUsable = origin === "pk" || key.every(([name]) => filled.has(name));
    return key.length === parts.length && isUsable ? [[origin === "pk" ? 0 : key.length, key]] : [];
  });
  const others = found.toSorted(([one], [other]) => one - other).map(([, key]) => key);
  return isRowNumber ? [[[alias, "BINARY"]], ...others] : others;
}

/**
 * Reports whether all values of a key look different in rows: the values of each column are of one type and never NULL. An
 * index finds that out at once for the first column, unless it has dates; the others have to be read.
 */
async function isDistinct(
  ask: AskDatabase,
  {
    file,
    name,
    key,
    facts,
  }: { readonly file: string; readonly name: string; readonly key: Key; readonly facts: KeyFacts },
): Promise<boolean> {
  const [first = ["", ""], ...others] = key;
  const declared = new Map(facts.columns.map(([column, type]) => [column, type]));
  const kindOf = (column: string) => valueKind(declared.get(column) ?? null);
  const isRead = ["date", "timestamp"].includes(kindOf(first[0]));
  const read = [...(isRead ? [first] : []), ...others].map(
    ([other]) => [other, classes[kindOf(other)]] as const,
  );
  if (kindOf(first[0]) === "json" || read.some(([, classOf]) => classOf === undefined)) return false;
  const column = sqliteDialect.quote(first[0]);
  const order = orderOf(first[0], first[1]);
  const from = `main.${sqliteDialect.quote(name)}`;
  const types = [`${order} < ''`, `${order} >= '' and ${order} < x''`, `${order} >= x''`];
  const exists = (test: string) => `exists (select 1 from ${from} where ${test})`;
  const mixed = read.map(([other, classOf = typeOf]) => isMixed(classOf(sqliteDialect.quote(other)), from));
  // The cast is safe: the statement builds two arrays of truth values.
  const [found, present] = (await ask(
    file,
    `select json_array(json_array(${[`${column} is null`, ...mixed].map(exists).join(", ")}), json_array(${types.map(exists).join(", ")}))`,
  )) as readonly [readonly number[], readonly number[]];
  return !found.includes(1) && present.filter((has) => has === 1).length <= 1;
}

/** Returns the condition for a value of no class, or of another one than the value of the first row. */
function isMixed(classOf: string, from: string): string {
  return `${classOf} is null or ${classOf} <> (select ${classOf} from ${from} limit 1)`;
}

function orderOf(column: string, collation: string): string {
  return `${sqliteDialect.quote(column)} collate ${sqliteDialect.quote(collation)}`;
}

function foreignKeysOf({ foreignKeys }: KeyFacts, file: string): readonly ForeignKey[] {
  return [...new Set(foreignKeys.map(([id]) => id))].map((id) => {
    const parts = foreignKeys.filter((part) => part[0] === id);
    const references = parts.flatMap(([, , , to]) => to ?? []);
    return {
      columns: parts.map(([, , from]) => from),
      target: { schema: file, table: parts[0]?.[1] ?? "" },
      // Without columns, the primary key is meant.
      ...(references.length === parts.length && { references }),
    };
  });
}
