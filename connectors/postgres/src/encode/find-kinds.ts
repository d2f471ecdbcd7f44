import type { WrittenColumn } from "@wellhead/rows";
import { nameColumns, type TextCodec } from "@wellhead/sql";
import type { Connection } from "../protocol/connection.js";
import type { ResultColumn } from "../protocol/messages.js";
import { builtInKind, type ValueKind } from "./value-kind.js";
import { writersOf } from "./writers.js";

/**
 * Selects the given types and every type they depend on: base types of domains, and the types of elements, bounds and
 * fields. Servers before version 14 have no multiranges, so the column for them is read through JSON.
 */
const typesSql = `
with recursive ranges (range, multirange, bound) as (
  select rngtypid, coalesce((pg_catalog.to_jsonb(r) ->> 'rngmultitypid')::oid, 0::oid), rngsubtype
  from pg_catalog.pg_range r
), reached (id) as (
  select pg_catalog.unnest($1::oid[])
  union
  select part.id
  from reached
  join pg_catalog.pg_type type on type.oid = reached.id
  cross join lateral (
    select type.typelem where type.typlen = -1
    union all
    select type.typbasetype
    union all
    select atttypid from pg_catalog.pg_attribute where attrelid = type.typrelid and attnum > 0 and not attisdropped
    union all
    select bound from ranges where type.oid in (range, multirange)
  ) part (id)
  where part.id <> 0
)
select type.oid, type.typtype, type.typname,
  case when type.typlen = -1 then type.typelem else 0 end,
  (select typdelim from pg_catalog.pg_type element where element.oid = type.typelem),
  type.typbasetype,
  coalesce((select bound from ranges where type.oid in (range, multirange)), 0::oid),
  (
    select pg_catalog.json_agg(pg_catalog.json_build_array(attname, atttypid::bigint) order by attnum)
    from pg_catalog.pg_attribute where attrelid = type.typrelid and attnum > 0 and not attisdropped
  )
from reached join pg_catalog.pg_type type on type.oid = reached.id`;

/** Extension types with a format of their own, by name. A value that does not match the format is written as text. */
const extensions: ReadonlyMap<string, "hstore" | "vector"> = new Map([
  ["hstore", "hstore"],
  ["vector", "vector"],
  ["halfvec", "vector"],
]);

type TypeRow = readonly (string | null)[];

/**
 * Finds how to write each column of a result. Queries the catalogue for types that are not built in.
 *
 * @param connection - An idle session
 * @param columns - Columns of the result
 * @returns One kind per column
 */
export async function findKinds(
  connection: Connection,
  columns: readonly ResultColumn[],
): Promise<readonly ValueKind[]> {
  const unknown = new Set(columns.map(({ type }) => type).filter((type) => builtInKind(type) === undefined));
  const rows = new Map<number, TypeRow>();
  if (unknown.size > 0) {
    const result = await connection.query(typesSql, [`{${[...unknown].join(",")}}`]);
    for (const row of result.rows) rows.set(Number(row[0]), row);
  }
  return columns.map(({ type }) => kindOf(type, rows));
}

function kindOf(type: number, rows: ReadonlyMap<number, TypeRow>): ValueKind {
  const known = builtInKind(type);
  const row = rows.get(type);
  if (known !== undefined || row === undefined) return known ?? { kind: "text" };
  const [, sort, name, element, delimiter, base, bound, fields] = row;
  if (sort === "d") return kindOf(Number(base), rows);
  if (sort === "r" || sort === "m")
    return { kind: sort === "r" ? "range" : "multirange", bound: kindOf(Number(bound), rows) };
  if (sort === "c") {
    // The cast is safe: the query builds pairs of a name and an object id.
    const pairs = JSON.parse(fields ?? "[]") as readonly (readonly [string, number])[];
    return { kind: "composite", fields: pairs.map(([field, id]) => [field, kindOf(id, rows)]) };
  }
  if (Number(element) > 0)
    return { kind: "array", element: kindOf(Number(element), rows), delimiter: delimiter ?? "," };
  return { kind: extensions.get(name ?? "") ?? "text" };
}

/**
 * Returns the names and writers for the columns of a result.
 *
 * @param columns - Columns as the server describes them
 * @param kinds - How to write each column
 * @param codec - Encoding of their text. Default: UTF-8
 * @returns Names and writers
 * @throws ConnectorError `upstream_invalid` when a row could be mistaken for the mark of a failed stream
 */
export function writtenColumns(
  columns: readonly ResultColumn[],
  kinds: readonly ValueKind[],
  codec?: TextCodec,
): readonly WrittenColumn[] {
  const names = nameColumns(columns.map(({ name }) => name));
  return names.map((name, index) => ({ name, ...writersOf(kinds[index] ?? { kind: "text" }, codec) }));
}
