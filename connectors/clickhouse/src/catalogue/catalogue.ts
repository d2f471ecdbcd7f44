import { inputInvalid } from "@wellhead/sdk";
import type { Catalogue, Option, TableColumn, TableName, TableShape, UseSession } from "@wellhead/sql";
import { textOf } from "../dialect/column-text.js";
import { clickhouseDialect } from "../dialect/dialect.js";
import { quoteText } from "../dialect/literal.js";
import { quoteName } from "../dialect/quote-name.js";
import { holdsStates, valueType } from "../encode/value-kind.js";
import type { Connection } from "../protocol/connection.js";
import { queryTexts, type TextRow } from "../protocol/query-texts.js";
import { categoryOf, columnTypeOf } from "./column-type.js";

/** Types whose zero has a sign. */
const floating = /^B?Float/;
/** Returns the type of the value of a column whose values are of several types. */
const kindFunctions: Readonly<Record<string, string>> = { Variant: "variantType", Dynamic: "dynamicType" };
/** Databases of the server itself, which show what other callers run. */
const ownDatabases = ["system", "INFORMATION_SCHEMA", "information_schema"];
const hidden = ownDatabases.map(quoteText).join(", ");

const schemasSql = `select name from system.databases where name not in (${hidden}) order by name limit 5000`;

/**
 * Reads the catalogue of a server as one account sees it.
 *
 * @param use - Runs work in sessions of the account
 * @returns The catalogue
 */
export function clickhouseCatalogue(use: UseSession<Connection>): Catalogue {
  const names = (sql: string) =>
    use(async (connection) => (await queryTexts(connection, sql)).map(([name]) => option(name ?? "")));
  return {
    schemas: () => names(schemasSql),
    tables: (schema) =>
      names(
        `select name from system.tables where database = ${quoteText(schema)} and database not in (${hidden}) and is_temporary = 0 and not match(name, '^\\\\.inner') order by name limit 5000`,
      ),
    table: (table) => use((connection) => readTableShape(connection, table)),
    values: (table, column, limit) =>
      use(async (connection) => {
        const from = `${quoteName(table.schema)}.${quoteName(table.table)}`;
        const value = textOf(column);
        const isFilled = `not (${clickhouseDialect.isNull(column)})`;
        const page = clickhouseDialect.page(limit, 0, String);
        const sql = `select distinct ${value} from ${from} where ${isFilled} order by ${value}${page}`;
        return (await queryTexts(connection, sql)).map(([text]) => text ?? "");
      }),
  };
}

function option(name: string): Option {
  return { title: name, value: name };
}

async function readTableShape(connection: Connection, { schema, table }: TableName): Promise<TableShape> {
  const place = `database = ${quoteText(schema)} and table = ${quoteText(table)} and database not in (${hidden})`;
  const rows = await queryTexts(
    connection,
    `select name, type, comment from system.columns where ${place} and default_kind <> 'EPHEMERAL'`,
  );
  if (rows.length === 0) {
    throw inputInvalid(
      `Could not read the table "${table}": it does not exist, or this user does not have permission to read it. Choose another, or ask for the permission.`,
      { field: "table" },
    );
  }
  const columns = rows.map(tableColumn);
  const key = await queryTexts(
    connection,
    `select sorting_key from system.tables where ${place.replace(" table =", " name =")}`,
  );
  return { columns, rowOrder: rowOrderOf(namesOf(key[0]?.[0] ?? ""), columns) };
}

/** Returns the columns of a key; an expression among them is left out. */
function namesOf(key: string): readonly string[] {
  return key.split(",").map((part) => part.trim().replace(/^`(.*)`$/, "$1"));
}

function tableColumn([name, type, comment]: TextRow): TableColumn {
  const databaseType = type ?? "";
  const category = categoryOf(databaseType);
  return {
    name: name ?? "",
    type: columnTypeOf(databaseType),
    category,
    databaseType,
    key: false,
    holdsUnicode: true,
    ...(category === "other" && { sortedBy: textOf({ name: name ?? "", databaseType }) }),
    ...(comment !== null && comment !== undefined && comment !== "" && { comment }),
  };
}

/**
 * Returns expressions that give the rows of a table a total order. No key of ClickHouse is unique, so they are all columns,
 * those of the sorting key first, in which order the server finds the rows without sorting them all.
 */
function rowOrderOf(sortingKey: readonly string[], columns: readonly TableColumn[]): readonly string[] {
  const first = sortingKey.flatMap((name) => columns.filter((column) => column.name === name));
  const others = columns.filter((column) => !first.includes(column));
  return [...first, ...others].flatMap((column) => {
    const { databaseType, category } = column;
    // Rows never show states, so that rows that differ in nothing else are equal.
    if (holdsStates(databaseType)) return [];
    const quoted = quoteName(column.name);
    const { name } = valueType(databaseType);
    // A zero is equal to a negative one; the text shows the sign.
    if (floating.test(name)) return [quoted, textOf(column)];
    if (category !== "other") return [quoted];
    // A number and a text of its digits have the same text.
    const kind = kindFunctions[name];
    return kind === undefined ? [textOf(column)] : [textOf(column), `${kind}(${quoted})`];
  });
}
