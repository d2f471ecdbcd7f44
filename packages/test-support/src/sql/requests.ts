import { compareFormats } from "../arrow/compare-formats.js";
import { writeBody } from "../filters/raw-json.js";
import type { SqlDatabase } from "./sql-database.js";

/** A row or filter in a request or response. */
export type Row = Readonly<Record<string, unknown>>;

/** A response of a service. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Parts of a request besides the source and its filter. */
export interface AskOptions {
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
  readonly accept?: string;
}

/** Without this header, `fetch` asks for compressed responses, which cost more time than most of the requests. */
const uncompressed = { "accept-encoding": "identity" };

/**
 * Requests rows over a real connection.
 *
 * @param database - The database
 * @param source - The source
 * @param filter - Its filter, which may contain raw JSON
 * @param options - Page and format
 * @returns Status and body
 */
export async function ask(
  { url, account }: SqlDatabase,
  { source, filter }: { readonly source: string; readonly filter: unknown },
  { accept = "application/json", ...page }: AskOptions = {},
): Promise<Reply> {
  const reply = await fetch(new URL("/", url), {
    method: "POST",
    headers: { "content-type": "application/json", accept, ...uncompressed },
    body: writeBody({ source, account, filter, ...page }),
  });
  return { status: reply.status, body: await reply.text() };
}

/**
 * Runs a query over a real connection.
 *
 * @param database - The database
 * @param sql - The query
 * @param options - Page and format
 * @returns Status and body
 */
export function askQuery(database: SqlDatabase, sql: string, options: AskOptions = {}): Promise<Reply> {
  return ask(database, { source: "query", filter: { ...database.place, sql } }, options);
}

/**
 * Requests rows as Arrow and as NDJSON, and compares them.
 *
 * @param database - The database
 * @param source - The source
 * @param filter - Its filter, which may contain raw JSON
 * @returns The first difference, or the error of a refusal; `undefined` when there is none
 */
export async function compareArrow(
  database: SqlDatabase,
  request: { readonly source: string; readonly filter: unknown },
): Promise<string | undefined> {
  const lines = await ask(database, request, { accept: "application/x-ndjson" });
  const reply = await askArrow(database, request);
  if (reply.status !== 200) return reply.text();
  return compareFormats(new Uint8Array(await reply.arrayBuffer()), lines.body).difference;
}

/**
 * Requests rows as Arrow.
 *
 * @param database - The database
 * @param request - The source and its filter, which may contain raw JSON
 * @returns The response
 */
export function askArrow(
  database: SqlDatabase,
  request: { readonly source: string; readonly filter: unknown },
): Promise<Response> {
  return fetch(new URL("/", database.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/vnd.apache.arrow.stream",
      ...uncompressed,
    },
    body: writeBody({ ...request, account: database.account }),
  });
}

/** An error as a service returns it. */
export interface Failure {
  readonly status: number;
  readonly error: string;
  readonly code?: string;
  readonly field?: string;
  readonly retryAfter?: number;
}

/**
 * Reads the error of a reply.
 *
 * @param reply - The reply
 * @returns The error
 * @throws Error when the reply is not an error
 */
export function failureOf({ status, body }: Reply): Failure {
  if (status < 400) throw new Error(`expected an error, got ${body.slice(0, 300)}`);
  // By the contract, an error is an object with these members.
  return JSON.parse(body) as Failure;
}

/**
 * Reads the ids of rows.
 *
 * @param body - Rows as JSON
 * @returns Their ids
 */
export function idsOf(body: string): readonly number[] {
  // The tables of the suite have a column of that name.
  return (JSON.parse(body) as readonly { readonly id: number }[]).map(({ id }) => id);
}

/**
 * Requests a list of options.
 *
 * @param database - The database
 * @param field - Field of the form of a table
 * @param dependsOn - Values of the fields it depends on, without the place
 * @returns The values of the options
 * @throws Error when the service refuses
 */
export async function askOptions(
  { url, account, place }: SqlDatabase,
  field: string,
  dependsOn: Row = {},
): Promise<readonly string[]> {
  const reply = await fetch(new URL("/datalist", url), {
    method: "POST",
    headers: { "content-type": "application/json", ...uncompressed },
    body: JSON.stringify({ source: "table", field, account, dependsOn: { ...place, ...dependsOn } }),
  });
  const body = await reply.text();
  if (reply.status !== 200) throw new Error(body);
  // By the contract, the response is a list of options.
  return (JSON.parse(body) as readonly { readonly value: string }[]).map(({ value }) => value);
}

/**
 * Returns the mark of a failed stream.
 *
 * @param body - JSON or NDJSON, or its end
 * @returns The text of the mark and what follows it; empty when there is none
 */
export function markOf(body: string): string {
  const start = body.lastIndexOf('{"__streamError":');
  return start < 0 ? "" : body.slice(start);
}

/**
 * Reads rows of a table, each as the received JSON text.
 *
 * @param database - The database
 * @param filter - The filter of the table, without its place
 * @param page - The page of rows
 * @returns The rows
 * @throws Error when the service refuses
 */
export async function readLines(
  database: SqlDatabase,
  filter: Row,
  page: AskOptions = {},
): Promise<readonly string[]> {
  const request = { source: "table", filter: { ...database.place, ...filter } };
  const { status, body } = await ask(database, request, { ...page, accept: "application/x-ndjson" });
  const lines = body.split("\n").filter((line) => line !== "");
  if (status !== 200 || lines.at(-1)?.includes("__streamError") === true) throw new Error(body.slice(-1000));
  return lines;
}
