import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { upstreamInvalid } from "@wellhead/sdk";
import { type HttpResponse, noRows, watchSilence } from "@wellhead/sql";
import type { Connection } from "../protocol/connection.js";
import { BodyBlocks } from "./body-blocks.js";
import type { PreparedAt } from "./servers.js";

/**
 * Runs a statement.
 *
 * @param at - The statement and the session
 * @param format - `JSONEachRow`, or `Native`, which has columns
 * @returns Blocks of bytes, each in memory of its own. Those of lines are whole lines, but the last one may end within a line.
 *   They end with an error when the connection is lost, or when the server is silent for too long
 * @throws ServerError when the server refuses the statement
 */
export async function startRows(
  { session: connection, prepared, job }: PreparedAt,
  format: "JSONEachRow" | "Native",
): Promise<AsyncGenerator<Buffer>> {
  const { begin, silence, errorContext } = job;
  const { action } = errorContext;
  const areLines = format === "JSONEachRow";
  const response = await withinSilence(
    connection.run({
      sql: `${areLines ? prepared.sql : prepared.plainSql}\nformat ${format}`,
      settings: connection.supported(begin.limits),
      queryId: randomUUID(),
      isCompressed: begin.isCompressed,
    }),
    { silence, action },
  );
  requireEnd(response);
  const body = new BodyBlocks(bodyOf(response), { areLines });
  const watch = watchSilence({
    received: () => body.received,
    isPaused: () => body.isPaused,
    silence,
    action,
    onSilent: (error) => body.fail(error),
  });
  return blocksOf(body, watch, connection);
}

/** Only a response in chunks or of a known length shows whether it has arrived as a whole. */
function requireEnd({ headers }: HttpResponse): void {
  if (headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined) return;
  throw upstreamInvalid(
    "Could not read from the database: a proxy in front of it sends responses whose end cannot be recognized. Connect to the server itself.",
  );
}

function bodyOf(response: HttpResponse): Readable {
  if (response.headers["content-encoding"] !== "gzip") return response;
  const plain = createGunzip();
  response.once("error", (error) => plain.destroy(error));
  return response.pipe(plain);
}

async function* blocksOf(
  body: BodyBlocks,
  watch: NodeJS.Timeout,
  connection: Connection,
): AsyncGenerator<Buffer> {
  try {
    for (let block = await body.take(); block !== undefined; block = await body.take()) yield block;
    connection.runningId = undefined;
  } finally {
    clearInterval(watch);
    body.stop();
  }
}

async function withinSilence<Value>(
  waiting: Promise<Value>,
  { silence, action }: { readonly silence: number; readonly action: string },
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noRows(action, silence)), silence);
  });
  try {
    return await Promise.race([waiting, silent]);
  } finally {
    clearTimeout(timer);
  }
}
