import type { Connector } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import type { MovedReading } from "./describe-moving-lists.js";

/** What is read from a connector. */
export interface ServedReadingOptions {
  readonly source: string;
  readonly account: Readonly<Record<string, unknown>>;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Returns the number of the item that a row is made of. */
  readonly idOf: (row: Readonly<Record<string, unknown>>) => number;
}

/**
 * Serves a connector and reads the rows of a source once.
 *
 * @param connector - The connector, which reads from a stand-in
 * @param options - Source, account and filter
 * @returns Ids of the rows, and the error with which the stream ended
 */
export async function readServed(connector: Connector, options: ServedReadingOptions): Promise<MovedReading> {
  const { source, account, filter = {}, idOf } = options;
  const app = await createApp({ connectors: [connector], logger: false });
  try {
    const { url } = await app.listen({ port: 0 });
    const response = await fetch(url, {
      method: "POST",
      // Compressing the rows would take as long as reading them.
      headers: { "content-type": "application/json", "accept-encoding": "identity" },
      body: JSON.stringify({ source, account, filter }),
    });
    // The service returns an array of rows or an object that describes an error.
    const body = (await response.json()) as Row[] | { readonly error: string };
    if (!Array.isArray(body)) return { ids: [], fault: body.error };
    const marks = body.filter((row) => "__streamError" in row);
    const rows = body.filter((row) => !("__streamError" in row));
    return { ids: rows.map((row) => idOf(row)), fault: marks.length > 0 ? JSON.stringify(marks) : undefined };
  } finally {
    await app.close();
  }
}

type Row = Readonly<Record<string, unknown>>;
