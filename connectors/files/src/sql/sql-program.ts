import type { DuckDBConnection } from "@duckdb/node-api";
import { readRequest, sendFrame } from "@wellhead/engine-process/program";
import type { EncodedColumn } from "../encode/chunks/encoded-column.js";
import { encodeSealed, type PlannedEncoding, planEncoding } from "../encode/plan-encoding.js";
import { DuckDBInstance } from "../engine/duckdb.js";
import { lockDown } from "../engine/lock-down.js";
import { quoteName } from "../engine/quote.js";
import { sealedStatement } from "../engine/sealed-statement.js";
import { inspectSql, RefusedSql } from "./inspect-sql.js";
import { refused, type SqlRequest } from "./messages.js";

// The program of a process that runs a user's SQL. It handles requests one after another. The connector kills it if a
// response takes too long or the caller has disconnected.

/** Name of the view that holds the statement. */
const statementView = '"wellhead sql"';

type Opened = Extract<SqlRequest, { readonly kind: "open" }>;
type Started = Extract<SqlRequest, { readonly kind: "start" }>;

// Loaded before the first request, to save time then.
let connection = await (
  await DuckDBInstance.create(":memory:", { temp_directory: "", threads: "1" })
).connect();
let columns: readonly EncodedColumn[] = [];

for (;;) {
  // Only the connector starts this program, and it sends requests of this type only.
  const request = readRequest() as SqlRequest | undefined;
  if (request === undefined) break;
  try {
    if (request.kind === "inspect") answer(await inspectSql(connection, request.sql));
    else if (request.kind === "open") answer(await open(request));
    else await sendRows(request);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    sendFrame(
      "fault",
      Buffer.from(JSON.stringify({ code: error instanceof RefusedSql ? refused : "", message })),
    );
  }
}

function answer(value: unknown): void {
  sendFrame("answer", Buffer.from(JSON.stringify(value)));
}

async function open({ sql, views, limits }: Opened): Promise<readonly string[]> {
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: limits.memoryLimit,
    temp_directory: "",
    // One thread leaves the machine to others, and makes the order of rows reproducible.
    threads: "1",
    // Pages must be parts of the same sequence of rows. These optimisations for small results do not guarantee that.
    disabled_optimizers: "top_n,late_materialization,limit_pushdown",
  });
  connection = await instance.connect();
  const paths = views.flatMap((view) => view.paths);
  await connection.run(lockDown({ folders: [limits.folder], paths, configs: [] }));
  for (const { id, select } of views) await connection.run(`CREATE VIEW ${quoteName(id)} AS ${select}`);
  // Prepared exactly as typed, so that the position in an error refers to the user's text.
  (await connection.prepare(sql)).destroySync();
  await connection.run(`CREATE TEMP VIEW ${statementView} AS\n${sql}`);
  columns = await columnsOf(connection);
  return columns.map(({ name }) => name);
}

async function columnsOf(engine: DuckDBConnection): Promise<readonly EncodedColumn[]> {
  const statement = await engine.prepare(`FROM ${statementView}`);
  return Array.from({ length: statement.columnCount }, (_, index) => ({
    name: statement.columnName(index),
    type: statement.columnType(index),
  }));
}

async function sendRows({ encoding, limit, skip }: Started): Promise<void> {
  const page = `${limit === undefined ? "" : ` LIMIT ${limit}`}${skip === 0 ? "" : ` OFFSET ${skip}`}`;
  const planned = planEncoding({ columns, from: `${statementView}${page}`, values: [] }, encoding);
  const result = await connection.stream(sealedStatement(planned.select, planned.width));
  const chunks = (async function* () {
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    )
      yield chunk;
  })();
  const batches = encodeSealed(chunks, planned);
  let next = await batches.next();
  for (; next.done !== true; next = await batches.next()) {
    sendFrame("batch", next.value.bytes, next.value.rows);
    next.value.release?.();
  }
  if (!next.value) throw await findFailure(planned);
  sendFrame("end");
}

/** Finds out why rows ended early. The engine reports the error only if it computes all rows at once. */
async function findFailure({ select }: PlannedEncoding): Promise<unknown> {
  try {
    await connection.run(`SELECT max(hash(failed)) FROM (${select}\n) AS failed`);
  } catch (error) {
    return error;
  }
  return new RefusedSql("the engine stopped early without a reason");
}
