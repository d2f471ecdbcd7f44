import { writeBody } from "../filters/raw-json.js";
import type { SqlDatabase } from "./sql-database.js";

/** A row as a client reads it. */
export type Row = Readonly<Record<string, unknown>>;

/** What a service returned. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** What is asked besides the source and its filter. */
export interface AskOptions {
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
  readonly accept?: string;
}

/**
 * Asks for rows over a real connection.
 *
 * @param database - The database
 * @param source - The source
 * @param filter - Its filter, which may hold raw JSON
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
    headers: { "content-type": "application/json", accept },
    body: writeBody({ source, account, filter, ...page }),
  });
  return { status: reply.status, body: await reply.text() };
}

/**
 * Reads rows of a table, each as the JSON text that came.
 *
 * @param database - The database
 * @param filter - The filter of the table, without its place
 * @param page - Which of the rows
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
