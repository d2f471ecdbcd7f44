import { type ExactValue, parseExactJson, writeExactJson } from "@wellhead/client";
import type { Connector } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import type { ValueKind } from "./exact-values.js";

/** A column of a table, and the kind of its values. */
export interface ServedColumn {
  readonly name: string;
  readonly kind: ValueKind;
}

/**
 * Reads the only source of a connector with `POST /`.
 *
 * @param connector - The connector
 * @param columns - Columns of its rows
 * @returns The values of each row, in the order of the columns, as text
 * @throws Error when the service refuses the request, or a row has other columns
 */
export async function readServed(
  connector: Connector,
  columns: readonly ServedColumn[],
): Promise<readonly (readonly (string | null)[])[]> {
  const limits = { drainDelay: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000, maxLoopHold: 0 };
  const app = await createApp({ connectors: [connector], logger: false, limits });
  try {
    const { sources } = JSON.parse((await app.fastify.inject("/")).body) as {
      readonly sources: readonly { readonly id: string }[];
    };
    const [source] = sources;
    if (source === undefined || sources.length > 1) throw new Error(`expected one source: ${sources.length}`);
    const { statusCode, body } = await app.fastify.inject({
      method: "POST",
      url: "/",
      payload: { source: source.id, account: {}, filter: {} },
      headers: { accept: "application/x-ndjson" },
    });
    if (statusCode !== 200) throw new Error(body);
    const rows = body
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => parseExactJson(line) as Readonly<Record<string, ExactValue>>);
    const known = JSON.stringify(columns.map(({ name }) => name).toSorted());
    const odd = rows.find((row) => JSON.stringify(Object.keys(row).toSorted()) !== known);
    if (odd !== undefined) throw new Error(`expected the columns ${known}, got ${writeExactJson(odd)}`);
    return rows.map((row) => columns.map(({ name, kind }) => textOf(kind, row[name] ?? null)));
  } finally {
    await app.close();
  }
}

/** A text has quotes only where it is JSON. */
function textOf(kind: ValueKind, value: ExactValue): string | null {
  if (value === null) return null;
  return typeof value === "string" && kind !== "json" ? value : writeExactJson(value);
}
