import { shortestSingle } from "@wellhead/rows";
import { inputInvalid } from "@wellhead/sdk";
import type { Catalogue, Option, TableColumn, TableName, TableShape, UseSession } from "@wellhead/sql";
import { mysqlDialect, utf8Of } from "../dialect/dialect.js";
import type { Connection } from "../protocol/connection.js";
import { closeStatement } from "../protocol/messages.js";
import { queryTexts, type TextRow } from "../protocol/query-texts.js";
import { prepareStatement } from "../protocol/run-statement.js";
import { columnEncodingOf } from "./column-encoding.js";
import { categoryOf, columnTypeOf } from "./column-type.js";
import { foreignKeysOf, foreignKeysSql, keyOf, keysSql, rowOrderOf } from "./row-order.js";

const schemasSql = `
select schema_name from information_schema.schemata
where schema_name not in ('information_schema', 'performance_schema', 'mysql', 'sys')
order by schema_name limit 5000`;

const tablesSql = `
select t.table_name, t.table_comment
from information_schema.tables t
join (
  select distinct binary table_name as name from information_schema.columns
  where table_schema = ? and find_in_set('select', privileges) > 0
) readable on readable.name = binary t.table_name
where t.table_schema = ? and t.table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
order by t.table_name limit 5000`;

const columnsSql = `
select column_name, data_type, column_type, column_comment, column_key,
  if(find_in_set('select', privileges) > 0, 'yes', 'no'), character_set_name
from information_schema.columns
where table_schema = ? and table_name = ?
  and not (table_schema in ('information_schema', 'performance_schema') and table_name = 'processlist')
order by ordinal_position`;

/**
 * Reads the catalogue of a server as one account sees it.
 *
 * @param use - Runs work in sessions of the account
 * @returns The catalogue
 */
export function mysqlCatalogue(use: UseSession<Connection>): Catalogue {
  return {
    schemas: () =>
      use(async (connection) => {
        const rows = await queryTexts(connection, schemasSql);
        return rows.map(([name]) => ({ title: name ?? "", value: name ?? "" }));
      }),
    tables: (schema) =>
      use(async (connection) => (await queryTexts(connection, tablesSql, [schema, schema])).map(tableOption)),
    table: (table) => use((connection) => readTableShape(connection, table)),
    values: (table, column, limit) =>
      use(async (connection) => {
        const name = `${mysqlDialect.quote(table.schema)}.${mysqlDialect.quote(table.table)}`;
        const isSingle = column.databaseType.startsWith("float");
        // The server's text of a float does not have all of its digits.
        const value = isSingle
          ? `cast(cast(${mysqlDialect.quote(column.name)} as double) as char)`
          : utf8Of(column);
        const page = mysqlDialect.page(limit, 0, String);
        // Group by bytes, because a collation treats different texts as equal.
        const sql = `select min(${value}) as value from ${name} where not (${mysqlDialect.isNull(column)}) group by cast(${value} as binary) order by 1${page}`;
        const found = (await queryTexts(connection, sql)).map(([text]) => text ?? "");
        return isSingle ? found.map((text) => String(shortestSingle(Number(text)))) : found;
      }),
  };
}

/**
 * Reads the parts of a table that the account may read.
 *
 * @param connection - A session inside a transaction
 * @param table - The table
 * @returns Its readable columns in order, and the order of its rows
 * @throws ConnectorError `invalid_field` with field `table` when the table does not exist or may not be read
 */
async function readTableShape(connection: Connection, { schema, table }: TableName): Promise<TableShape> {
  const rows = await queryTexts(connection, columnsSql, [schema, table]);
  const keys = rows.filter((row) => row[4] === "PRI").length;
  const documents = await findDocuments(connection, { schema, table }, rows);
  const columns = rows
    .filter((row) => row[5] === "yes")
    .map((row) => ({
      ...tableColumn(row, keys === 1),
      ...(documents.has(row[0] ?? "") && { databaseType: "json" }),
      encoding: columnEncodingOf(row[6] ?? null, connection.encoding),
    }));
  if (columns.length > 0) {
    const uniqueKeys = await queryTexts(connection, keysSql, [schema, table]);
    const foreignKeys = foreignKeysOf(await queryTexts(connection, foreignKeysSql, [schema, table]));
    return {
      columns,
      rowOrder: rowOrderOf(uniqueKeys, columns),
      key: keyOf(uniqueKeys, columns),
      foreignKeys,
    };
  }
  // Without any right on it, a table is not listed in the catalogue at all.
  const state =
    rows.length === 0
      ? "it does not exist, or this user does not have permission to read it. Choose another, or ask for the permission"
      : "this user does not have permission to read it. Ask for the permission, or choose another";
  throw inputInvalid(`Could not read the table "${table}": ${state}.`, { field: "table" });
}

/** MariaDB declares JSON as a text that is checked. Only the description of a result says so, also for columns of views. */
async function findDocuments(
  connection: Connection,
  { schema, table }: TableName,
  rows: readonly TextRow[],
): Promise<ReadonlySet<string>> {
  const texts = rows.filter((row) => row[1] === "longtext" && row[5] === "yes").map(([name]) => name ?? "");
  if (texts.length === 0 || connection.handshake?.isMariadb !== true) return new Set();
  const names = texts.map((name) => mysqlDialect.quote(name)).join(", ");
  const from = `${mysqlDialect.quote(schema)}.${mysqlDialect.quote(table)}`;
  const { id, columns } = await prepareStatement(connection, `select ${names} from ${from}`);
  connection.send(closeStatement(id));
  return new Set(texts.filter((_, index) => columns[index]?.format === "json"));
}

function tableOption([name, comment]: TextRow): Option {
  const plain = name ?? "";
  // The comment of a view is the word VIEW.
  const hasNoComment = comment === null || comment === undefined || comment === "" || comment === "VIEW";
  return { title: hasNoComment ? plain : `${plain} – ${comment.slice(0, 80)}`, value: plain };
}

function tableColumn(row: TextRow, singleKey: boolean): TableColumn {
  const [name = null, dataType = null, databaseType = null, comment = null, key = null, , charset] = row;
  const type = dataType ?? "";
  const category = categoryOf(type, databaseType ?? "");
  const isKey = singleKey && key === "PRI";
  return {
    name: name ?? "",
    type:
      isKey && (category === "integer" || category === "text")
        ? "id"
        : columnTypeOf(type, databaseType ?? ""),
    category,
    databaseType: databaseType ?? "",
    key: isKey,
    holdsUnicode: charset === "utf8mb4",
    ...(comment !== null && comment !== "" && { comment }),
  };
}
