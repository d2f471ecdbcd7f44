import { inputInvalid } from "@wellhead/sdk";
import type {
  Catalogue,
  ColumnCategory,
  ColumnEncoding,
  Option,
  TableColumn,
  TableName,
  TableShape,
  UseSession,
} from "@wellhead/sql";
import { postgresDialect, textOf } from "../dialect/dialect.js";
import type { Connection } from "../protocol/connection.js";
import { columnEncodingOf } from "./column-encoding.js";
import { categoryOf, columnTypeOf, holdsJson } from "./column-type.js";
import { foreignKeysOf, keyOf, rowOrderOf, rowOrderSql } from "./row-order.js";

const schemasSql = `
select nspname from pg_catalog.pg_namespace
where nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%'
  and pg_catalog.has_schema_privilege(oid, 'usage')
order by nspname limit 5000`;

const tablesSql = `
select c.relname, pg_catalog.obj_description(c.oid, 'pg_class')
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and pg_catalog.has_schema_privilege(n.oid, 'usage') and pg_catalog.has_any_column_privilege(c.oid, 'select')
order by c.relname limit 5000`;

const columnsSql = `
with recursive chosen as (
  select c.oid, c.relnamespace from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')
), behind (attnum, id, modifier) as (
  select a.attnum, a.atttypid, a.atttypmod
  from chosen join pg_catalog.pg_attribute a on a.attrelid = chosen.oid and a.attnum > 0 and not a.attisdropped
  union all
  select behind.attnum, t.typbasetype, t.typtypmod
  from behind join pg_catalog.pg_type t on t.oid = behind.id where t.typtype = 'd'
)
select a.attname, b.oid, pg_catalog.format_type(b.oid, behind.modifier),
  pg_catalog.col_description(a.attrelid, a.attnum),
  exists (
    select from pg_catalog.pg_index i
    where i.indrelid = a.attrelid and i.indisprimary and i.indnkeyatts = 1 and i.indkey[0] = a.attnum
  ),
  pg_catalog.has_schema_privilege(chosen.relnamespace, 'usage')
    and pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'select'),
  b.typtype in ('e', 'r', 'm') or b.typname = 'varchar' or b.oid in (
    select o.opcintype from pg_catalog.pg_opclass o join pg_catalog.pg_am m on m.oid = o.opcmethod
    where m.amname = 'btree' and o.opcdefault
  ),
  b.typtype in ('c', 'r', 'm') or b.typname = 'hstore' or b.typcategory = 'A'
from chosen
join pg_catalog.pg_attribute a on a.attrelid = chosen.oid
join behind on behind.attnum = a.attnum
join pg_catalog.pg_type b on b.oid = behind.id and b.typtype <> 'd'
order by a.attnum`;

/**
 * Reads the catalogue of a database as one account sees it.
 *
 * @param use - Runs work in sessions of the account
 * @returns The catalogue
 */
export function postgresCatalogue(use: UseSession<Connection>): Catalogue {
  return {
    schemas: () =>
      use(async (connection) => {
        const { rows } = await connection.query(schemasSql);
        return rows.map(([name]) => ({ title: name ?? "", value: name ?? "" }));
      }),
    tables: (schema) =>
      use(async (connection) => (await connection.query(tablesSql, [schema])).rows.map(tableOption)),
    table: (table) => use((connection) => readTableShape(connection, table)),
    values: (table, column, limit) =>
      use(async (connection) => {
        const name = `${postgresDialect.quote(table.schema)}.${postgresDialect.quote(table.table)}`;
        // The collation of a column may treat different texts as equal.
        const value = `${textOf(column)} collate "C"`;
        const isNull = postgresDialect.isNull(column);
        const { rows } = await connection.query(
          `select distinct ${value} as value from ${name} where not (${isNull}) order by 1 limit $1::bigint`,
          [String(limit)],
        );
        return rows.map(([found]) => found ?? "");
      }),
  };
}

/**
 * Reads the parts of a table that the account may read.
 *
 * @param connection - A session inside a transaction
 * @param table - The table
 * @returns Its readable columns in order, and the order of its rows
 * @throws ConnectorError `invalid_field` with field `table` when the table does not exist, has no columns or may not be
 *   read
 */
async function readTableShape(connection: Connection, { schema, table }: TableName): Promise<TableShape> {
  const { rows } = await connection.query(columnsSql, [schema, table]);
  const columns = rows
    .filter((row) => row[5] === "t")
    .map((row) => tableColumn(row, columnEncodingOf(connection)));
  const [facts] = (await connection.query(rowOrderSql, [schema, table])).rows;
  if (rows.length === 0 && facts !== undefined) {
    throw inputInvalid(`Could not read the table "${table}": it has no columns. Choose another.`, {
      field: "table",
    });
  }
  if (columns.length > 0 && facts !== undefined) {
    const rowOrder = rowOrderOf(
      facts,
      columns.map(({ name }) => name),
    );
    return { columns, rowOrder, key: keyOf(facts), foreignKeys: foreignKeysOf(facts) };
  }
  const state =
    rows.length === 0
      ? "it no longer exists. Choose another"
      : "this user does not have permission to read it. Ask for the permission, or choose another";
  throw inputInvalid(`Could not read the table "${table}": ${state}.`, { field: "table" });
}

function tableOption([name, comment]: readonly (string | null)[]): Option {
  const title =
    comment === null || comment === undefined ? (name ?? "") : `${name} – ${comment.slice(0, 80)}`;
  return { title, value: name ?? "" };
}

function tableColumn(row: readonly (string | null)[], encoding: ColumnEncoding | undefined): TableColumn {
  const [name = null, type = null, databaseType = null, comment = null, key = null, , sorts, nests] = row;
  const category: ColumnCategory = categoryOf(Number(type));
  const isKey = key === "t";
  return {
    name: name ?? "",
    type: isKey && (category === "integer" || category === "text") ? "id" : columnTypeOf(Number(type)),
    category,
    databaseType: databaseType ?? "",
    key: isKey,
    ...(nests === "t" && holdsJson(Number(type)) && { holdsJson: true }),
    ...(encoding !== undefined && { encoding }),
    ...(sorts !== "t" && { sortedBy: `${postgresDialect.quote(name ?? "")}::text collate "C"` }),
    ...(comment !== null && { comment }),
  };
}
