import type { ForeignKey } from "@wellhead/sql";
import { postgresDialect } from "../dialect/dialect.js";

/**
 * Selects what decides the order of a table's rows: its kind, whether it has child tables, whether the whole table may
 * be read, whether it has foreign parts, a unique key, and the foreign keys. A key is used only if its columns are never NULL, if it
 * covers all rows at all times, and if it distinguishes all values that the order of its columns distinguishes.
 */
export const rowOrderSql = `
select c.relkind, c.relhassubclass,
  pg_catalog.has_table_privilege(c.oid, 'select'),
  exists (
    with recursive parts (id) as (
      select c.oid union all select i.inhrelid from pg_catalog.pg_inherits i join parts on parts.id = i.inhparent
    )
    select from parts join pg_catalog.pg_class part on part.oid = parts.id where part.relkind = 'f'
  ),
  (
    select k.columns
    from (
      select i.indisprimary, i.indnkeyatts,
        pg_catalog.json_agg(a.attname order by key.place)::text as columns,
        pg_catalog.bool_and(a.attnum > 0 and a.attnotnull and o.opcdefault
          and (i.indcollation[key.place - 1] = a.attcollation or coalesce(l.collisdeterministic, true))
          and pg_catalog.has_column_privilege(c.oid, a.attnum, 'select')) as usable
      from pg_catalog.pg_index i
      cross join pg_catalog.generate_series(1, i.indnkeyatts) key (place)
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[key.place - 1]
      join pg_catalog.pg_opclass o on o.oid = i.indclass[key.place - 1]
      left join pg_catalog.pg_collation l on l.oid = a.attcollation
      where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null
        and i.indexprs is null
      group by i.indexrelid, i.indisprimary, i.indnkeyatts
    ) k
    where k.usable
    order by k.indisprimary desc, k.indnkeyatts, k.columns limit 1
  ),
  (
    select pg_catalog.json_agg(pg_catalog.json_build_array(targets.nspname, target.relname, (
        select pg_catalog.json_agg(a.attname order by part.place)
        from pg_catalog.unnest(f.conkey) with ordinality part (id, place)
        join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = part.id
      ), (
        select pg_catalog.json_agg(a.attname order by part.place)
        from pg_catalog.unnest(f.confkey) with ordinality part (id, place)
        join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = part.id
      )) order by f.conname)::text
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class target on target.oid = f.confrelid
    join pg_catalog.pg_namespace targets on targets.oid = target.relnamespace
    where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0
  )
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')`;

/**
 * Returns the columns of a unique key that covers all rows.
 *
 * @param facts - The row of {@link rowOrderSql}
 * @returns Names of the columns; `undefined` when there is no such key
 */
export function keyOf([kind, hasChildren, , , key = null]: readonly (string | null)[]):
  | readonly string[]
  | undefined {
  if (key === null || !(kind === "p" || hasChildren === "f")) return undefined;
  // The cast is safe: the statement builds an array of names.
  return JSON.parse(key) as readonly string[];
}

/**
 * Returns the foreign keys of a table.
 *
 * @param facts - The row of {@link rowOrderSql}
 * @returns The foreign keys, by the names of their constraints
 */
export function foreignKeysOf([, , , , , found = null]: readonly (string | null)[]): readonly ForeignKey[] {
  if (found === null) return [];
  // The cast is safe: the statement builds such arrays.
  const keys = JSON.parse(found) as readonly (readonly [
    string,
    string,
    readonly string[],
    readonly string[],
  ])[];
  return keys.map(([schema, table, columns, references]) => ({
    columns,
    target: { schema, table },
    references,
  }));
}

/**
 * Returns expressions that give the rows of a table a total order: no two different rows compare as equal.
 *
 * @param facts - The row of {@link rowOrderSql}
 * @param columns - Names of the columns that may be read
 * @returns SQL expressions: a unique key; or the physical position of the row, with the table id where several tables
 *   are read because the position is unique only within one; or, for views and tables of other servers, the text of
 *   every column
 */
export function rowOrderOf(facts: readonly (string | null)[], columns: readonly string[]): readonly string[] {
  const [kind, hasChildren, isReadable, hasForeign] = facts;
  const { quote } = postgresDialect;
  const isWhole = kind === "p" || hasChildren === "f";
  const key = keyOf(facts);
  if (key !== undefined) return key.map(quote);
  const hasPlaces = kind === "r" || kind === "p" || kind === "m";
  if (hasPlaces && isReadable === "t" && hasForeign === "f")
    return isWhole && kind !== "p" ? ["ctid"] : ["tableoid", "ctid"];
  return columns.map((name) => `${quote(name)}::text collate "C"`);
}
