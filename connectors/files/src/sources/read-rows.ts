import type { DuckDBDataChunk, DuckDBValue } from "@duckdb/node-api";
import {
  type EncodedBatch,
  type EncodedRows,
  encodedRows,
  type Fields,
  type RowEncoding,
  type RowsContext,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { ChunkEncoder } from "../encode/chunk-encoder.js";
import type { EncodedColumn } from "../encode/encoded-column.js";
import { RowEncoder } from "../encode/row-encoder.js";
import { rowText } from "../encode/row-text.js";
import { TextEncoder } from "../encode/text-encoder.js";
import { transportOf } from "../encode/transport.js";
import type { Engine } from "../engine/engine.js";
import { engineError } from "../engine/engine-error.js";
import { fetchChunks } from "../engine/fetch-chunks.js";
import { quoteName } from "../engine/quote.js";
import { isSealed, sealedStatement } from "../engine/sealed-statement.js";
import { Session } from "../engine/session.js";
import { brokenPromise } from "../tables/broken-promise.js";
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
  /** Called with a column that is to be read as text from now on. */
  readonly readAsText: (column: string) => void;
}

/** What is asked of the engine. */
interface Plan {
  readonly columns: readonly EncodedColumn[];
  /** What stands behind FROM, up to the page of rows that is wanted. */
  readonly from: string;
  readonly values: readonly DuckDBValue[];
}

/**
 * Rows the engine works out before they are fetched, in bytes as it counts them: text counts for a tenth of what it is. Its
 * threads need some to work side by side, as each fills a part of the file of its own and the rows leave in the order of
 * the file. More of it is faster still, but takes memory and puts the first row off.
 */
const workAhead = "SET streaming_buffer_size = '3MB'";

/** A plan for one way of writing rows. */
interface Encoding {
  /** SELECT of the rows as they leave the engine. */
  readonly select: string;
  /** How many columns it has. */
  readonly width: number;
  readonly values: readonly DuckDBValue[];
  readonly encoder: ChunkEncoder;
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
    from: `(${table.select})${condition === undefined ? "" : ` WHERE ${condition.sql}`}${page(context)}`,
    values: condition?.values ?? [],
  };
}

async function sqlPlan(options: ReadRowsOptions, sql: string): Promise<Plan> {
  const { engine, timeLimit, context } = options;
  const columns = await sqlColumns(sql, { engine, timeLimit, signal: context.signal });
  return { columns, from: `${userView}${page(context)}`, values: [] };
}

function page({ limit, skip }: ReadRowsOptions["context"]): string {
  return `${limit === undefined ? "" : ` LIMIT ${limit}`}${skip === 0 ? "" : ` OFFSET ${skip}`}`;
}

/** Has the engine write the rows where it can: it has more threads for it. */
function encodingOf({ columns, from, values }: Plan, encoding: RowEncoding): Encoding {
  const { format, separator } = encoding;
  const text = format === "json" ? rowText(columns, separator) : undefined;
  if (text !== undefined) {
    // The page is cut out first, so that rows left aside cost no text.
    const select = `SELECT ${text} FROM (SELECT * FROM ${from}\n)`;
    return { select, width: 1, values, encoder: new TextEncoder(separator) };
  }
  return {
    select: selection(columns, from),
    width: columns.length,
    values,
    encoder: new RowEncoder(columns, encoding),
  };
}

/** SELECT of columns in the form in which they leave the engine. */
function selection(columns: readonly EncodedColumn[], from: string): string {
  const list = columns.map(({ name, type }) => {
    const { cast, asJson } = transportOf(type);
    if (asJson) return `to_json(${quoteName(name)})`;
    return cast === undefined ? quoteName(name) : `CAST(${quoteName(name)} AS ${cast})`;
  });
  return `SELECT ${list.join(", ")} FROM ${from}`;
}

async function* encode(
  plan: Plan,
  options: ReadRowsOptions,
  rowEncoding: RowEncoding,
): AsyncGenerator<EncodedBatch> {
  const { engine, timeLimit, sql, context } = options;
  const session = await Session.open(engine, { signal: context.signal, timeLimit });
  const encoding = encodingOf(plan, rowEncoding);
  try {
    const result = await session.run(async (connection) => {
      if (sql !== undefined) await prepareSql(connection, sql);
      await connection.run(workAhead);
      return connection.stream(sealedStatement(encoding.select, encoding.width), [...encoding.values]);
    });
    if (!(yield* encodeSealed(fetchChunks(session, result), encoding)))
      throw await findFailure(session, encoding);
  } catch (error) {
    throw rowsError(error, options);
  } finally {
    await session.close();
  }
}

function rowsError(error: unknown, { sql, table, readAsText }: ReadRowsOptions): Error {
  if (sql !== undefined) return sqlError(error);
  const { name } = table.file;
  const broken = brokenPromise(error);
  if (broken === undefined) return engineError(error, { action: `Read "${name}"`, file: name });
  readAsText(broken.column);
  return upstreamInvalid(`Read "${name}": ${broken.fault}`, { cause: error });
}

/** Writes chunks up to the seal; tells whether there was one. */
async function* encodeSealed(
  chunks: AsyncIterable<DuckDBDataChunk>,
  { encoder, width }: Encoding,
): AsyncGenerator<EncodedBatch, boolean> {
  for await (const { chunk, rowCount } of chunks) {
    const sealed = isSealed(chunk, width);
    yield* encoder.encode(chunk, sealed ? rowCount - 1 : rowCount);
    if (!sealed) continue;
    yield* encoder.finish();
    return true;
  }
  return false;
}

/** Asks the engine why rows ended early: it tells only when it works all of them out at once. */
async function findFailure(session: Session, { select, values }: Encoding): Promise<unknown> {
  try {
    const all = `SELECT max(hash(failed)) FROM (${select}\n) AS failed`;
    await session.run((connection) => connection.run(all, [...values]));
  } catch (error) {
    return error;
  }
  return upstreamInvalid(
    "Read the rows: found fewer than there are, and on a second look nothing amiss, try again",
  );
}
