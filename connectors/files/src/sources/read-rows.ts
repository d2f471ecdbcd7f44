import type { DuckDBValue } from "@duckdb/node-api";
import {
  type EncodedBatch,
  type EncodedRows,
  encodedRows,
  type Fields,
  type RowEncoding,
  type RowsContext,
} from "@wellhead/sdk";
import { type EncodedColumn, RowEncoder } from "../encode/row-encoder.js";
import { transportOf } from "../encode/transport.js";
import type { Engine } from "../engine/engine.js";
import { engineError } from "../engine/engine-error.js";
import { fetchChunks } from "../engine/fetch-chunks.js";
import { quoteName } from "../engine/quote.js";
import { Session } from "../engine/session.js";
import type { ReadableTable } from "../tables/table.js";
import type { TableFilter } from "./table-filter.js";
import { prepareSql, sqlColumns, sqlError, userView } from "./user-sql.js";

/** What reading rows needs. */
export interface ReadRowsOptions {
  readonly engine: Engine;
  /** Most seconds the engine may take to the next rows. */
  readonly timeLimit: number;
  readonly table: ReadableTable;
  readonly where: TableFilter["where"];
  /** SQL of the user, which replaces the table; `undefined` when there is none. */
  readonly sql: string | undefined;
  readonly context: RowsContext<unknown, Fields>;
}

/** What is asked of the engine. */
interface Plan {
  readonly columns: readonly EncodedColumn[];
  readonly statement: string;
  readonly values: readonly DuckDBValue[];
}

/**
 * Reads the rows of a table, or of the user's SQL, as bytes.
 *
 * @param options - What to read
 * @returns The rows; the engine starts when they are asked for
 * @throws ConnectorError `invalid_field` when the SQL cannot be run
 */
export async function readRows(options: ReadRowsOptions): Promise<EncodedRows | readonly []> {
  const plan = options.sql === undefined ? tablePlan(options) : await sqlPlan(options, options.sql);
  if (plan === undefined) return [];
  return encodedRows({
    columns: plan.columns.map(({ name }) => name),
    encode: (encoding) => encode(plan, options, encoding),
  });
}

function tablePlan({ table, where, context }: ReadRowsOptions): Plan | undefined {
  if (table.select === undefined) return undefined;
  const wanted = context.filter["columns"];
  const columns = table.columns
    .filter(({ id }) => !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(id))
    .map(({ id, type }) => ({ name: id, type }));
  const condition = where(context.filter);
  return {
    columns,
    statement: selection(
      columns,
      `(${table.select})${condition === undefined ? "" : ` WHERE ${condition.sql}`}`,
      context,
    ),
    values: condition?.values ?? [],
  };
}

async function sqlPlan(options: ReadRowsOptions, sql: string): Promise<Plan> {
  const { engine, timeLimit, context } = options;
  const columns = await sqlColumns(sql, { engine, timeLimit, signal: context.signal });
  return { columns, statement: selection(columns, userView, context), values: [] };
}

/** SELECT of columns in the form in which they leave the engine. */
function selection(
  columns: readonly EncodedColumn[],
  from: string,
  { limit, skip }: ReadRowsOptions["context"],
): string {
  const list = columns.map(({ name, type }) => {
    const { cast, asJson } = transportOf(type);
    if (asJson) return `to_json(${quoteName(name)})`;
    return cast === undefined ? quoteName(name) : `CAST(${quoteName(name)} AS ${cast})`;
  });
  const page = `${limit === undefined ? "" : ` LIMIT ${limit}`}${skip === 0 ? "" : ` OFFSET ${skip}`}`;
  return `SELECT ${list.join(", ")} FROM ${from}${page}`;
}

async function* encode(
  plan: Plan,
  options: ReadRowsOptions,
  encoding: RowEncoding,
): AsyncGenerator<EncodedBatch> {
  const { engine, timeLimit, sql, table, context } = options;
  const session = await Session.open(engine, { signal: context.signal, timeLimit });
  try {
    const result = await session.run(async (connection) => {
      if (sql !== undefined) await prepareSql(connection, sql);
      return connection.stream(plan.statement, [...plan.values]);
    });
    const encoder = new RowEncoder(plan.columns, encoding);
    for await (const chunk of fetchChunks(session, result)) yield* encoder.encode(chunk.chunk);
    yield* encoder.finish();
  } catch (error) {
    throw sql === undefined
      ? engineError(error, { action: `Read "${table.file.name}"`, file: table.file.name })
      : sqlError(error);
  } finally {
    await session.close();
  }
}
