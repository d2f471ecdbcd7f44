import { postgresDialect } from "../dialect/postgres-dialect.js";

/**
 * What decides the order of a table's rows: its kind, whether rows of other tables belong to it, whether it may be read
 * as a whole, and its unique keys. A key counts when its columns are never NULL, when it covers all rows at all times,
 * and when it tells apart what its columns' own order tells apart.
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
  )
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')`;

/**
 * Finds what sorts the rows of a table so that no two which differ are equal.
 *
 * @param facts - The row of {@link rowOrderSql}
 * @param columns - Names of the columns that may be read
 * @returns SQL expressions: a unique key; the place of the row, which is unique within one of several tables only; or the
 *   text of every column, for views and for tables of other servers
 */
export function rowOrderOf(facts: readonly (string | null)[], columns: readonly string[]): readonly string[] {
  const [kind, hasChildren, isReadable, hasForeign, key = null] = facts;
  const { quote } = postgresDialect;
  const isWhole = kind === "p" || hasChildren === "f";
  // The statement makes an array of names.
  if (key !== null && isWhole) return (JSON.parse(key) as readonly string[]).map(quote);
  const hasPlaces = kind === "r" || kind === "p" || kind === "m";
  if (hasPlaces && isReadable === "t" && hasForeign === "f")
    return isWhole && kind !== "p" ? ["ctid"] : ["tableoid", "ctid"];
  return columns.map((name) => `${quote(name)}::text collate "C"`);
}
