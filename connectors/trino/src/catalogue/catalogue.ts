import { inputInvalid } from "@wellhead/sdk";
import type { Catalogue, Option, Statement, TableColumn, TableName, TableShape } from "@wellhead/sql";
import { textOf, trinoDialect } from "../dialect/dialect.js";
import type { Parameter } from "../dialect/parameter.js";
import { categoryOf, columnTypeOf } from "./column-type.js";

/** Runs a short query and returns its rows. */
export type AskServer = (statement: Statement<Parameter>) => Promise<readonly (readonly unknown[])[]>;

const maxNames = 5000;

const schemasSql = `
select schema_name from information_schema.schemata
where schema_name <> 'information_schema' order by schema_name limit ${maxNames}`;

const tablesSql = `
select table_name from information_schema.tables
where table_schema = ? and table_type in ('BASE TABLE', 'VIEW') order by table_name limit ${maxNames}`;

const columnsSql = `
select column_name, data_type from information_schema.columns
where table_schema = ? and table_name = ? order by ordinal_position`;

/**
 * Reads one catalog of a server as one account sees it.
 *
 * @param ask - Runs queries of the account
 * @returns The catalogue
 */
export function trinoCatalogue(ask: AskServer): Catalogue {
  return {
    schemas: async () => (await ask({ sql: schemasSql, parameters: [] })).map(option),
    tables: async (schema) => (await ask({ sql: tablesSql, parameters: [schema] })).map(option),
    table: (table) => readTableShape(ask, table),
    values: async (table, column, limit) => {
      const { quote, isNull } = trinoDialect;
      const from = `${quote(table.schema)}.${quote(table.table)}`;
      const rows = await ask({
        sql: `select distinct ${textOf(column)} as value from ${from} where not (${isNull(column)}) order by 1 limit ${BigInt(limit)}`,
        parameters: [],
      });
      return rows.map(([value]) => String(value));
    },
  };
}

async function readTableShape(ask: AskServer, { schema, table }: TableName): Promise<TableShape> {
  const rows = await ask({ sql: columnsSql, parameters: [schema, table] });
  if (rows.length === 0) {
    throw inputInvalid(
      `Could not read the table "${table}": it does not exist, or this user may not read it. Choose another.`,
      { field: "table" },
    );
  }
  const columns = rows.map(([name, type]) => tableColumn(String(name), String(type)));
  // A table of Trino has no key that it reports, so that only all of its columns distinguish two rows.
  const rowOrder = columns
    .filter(({ databaseType }) => !opaque.test(databaseType))
    .map(({ name, sortedBy }) => sortedBy ?? trinoDialect.quote(name));
  return { columns, rowOrder };
}

/** Types whose values have neither an order nor a text. */
const opaque = /^(?:hyperloglog|p4hyperloglog|qdigest|tdigest|setdigest|geometry|sphericalgeography)\b/i;
/** Types that cannot be sorted by, alone or inside of another type. */
const unsorted = /\b(?:json|map)\b/;

function tableColumn(name: string, databaseType: string): TableColumn {
  const category = categoryOf(databaseType);
  return {
    name,
    type: columnTypeOf(databaseType),
    category,
    databaseType,
    key: false,
    holdsUnicode: true,
    ...(unsorted.test(databaseType) && { sortedBy: textOf({ name, databaseType }) }),
  };
}

function option([name]: readonly unknown[]): Option {
  return { title: String(name), value: String(name) };
}
