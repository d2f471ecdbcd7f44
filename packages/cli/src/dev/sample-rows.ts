import { Connector, ConnectorError } from "@wellhead/client";
import { CommandError } from "../command-line/command-error.js";
import type { StoredAccount } from "../read/pull/account-file.js";
import { findExampleFilter } from "../serve/example-filter.js";
import type { DevRow } from "./compare-rows.js";
import type { Serving } from "./revision.js";

/** Rows of each revision that are compared. */
const maxComparedRows = 200;

/** Why there are no rows. */
export interface NoRows {
  readonly reason: string;
  /** Whether the process of the revision has reported it, with its place. */
  readonly isReported: boolean;
}

/** A request for rows that the author made last. */
export interface RowsRequest {
  /** Id of the connector. */
  readonly connector: string;
  readonly source: string;
  /** The body of the request: account, filter and range. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Requests the first rows of a source.
 *
 * @param serving - The revision
 * @param request - What to request
 * @param options - Aborts the request, and its id in reports; default: the service chooses one
 * @returns The rows, or why there are none
 */
export async function sampleRows(
  serving: Serving,
  { connector: id, source, body }: RowsRequest,
  { signal, requestId }: { readonly signal: AbortSignal; readonly requestId?: string },
): Promise<readonly DevRow[] | NoRows> {
  const served = serving.connectors.find((one) => one.id === id);
  if (served === undefined) return notReported(`the connector "${id}" does not exist`);
  const rows: DevRow[] = [];
  try {
    const response = await fetch(served.base, {
      method: "POST",
      headers: {
        ...serving.headers,
        "content-type": "application/json",
        accept: "application/json",
        ...(requestId !== undefined && { "x-correlationid": requestId }),
      },
      body: JSON.stringify({ ...body, source, limit: maxComparedRows }),
      signal,
    });
    const value: unknown = await response.json();
    if (!Array.isArray(value))
      return {
        reason: messageIn(value) ?? `the connector returned the status ${response.status}`,
        isReported: response.status >= 500,
      };
    const items: readonly unknown[] = value;
    for (const row of items) {
      if (typeof row !== "object" || row === null) return notReported("expected rows that are objects");
      if ("__streamError" in row) {
        return { reason: messageIn(row.__streamError) ?? "the rows ended with an error", isReported: true };
      }
      rows.push({ ...row });
    }
    return rows;
  } catch (error) {
    if (signal.aborted)
      return notReported(
        "they took longer than 10 s, as where the API allows few requests. Preview them again",
      );
    return notReported(error instanceof Error ? error.message : String(error));
  }
}

function notReported(reason: string): NoRows {
  return { reason, isReported: false };
}

function messageIn(value: unknown): string | undefined {
  return typeof value === "object" && value !== null && "message" in value
    ? String(value.message)
    : undefined;
}

/**
 * Finds a request for rows that works without the author: a source of a connector that needs no account, or of the first
 * one if there is an account, with its required filters filled in from their options.
 *
 * @param serving - The revision
 * @param stored - Returns the account that the command line names, for the connector with an id
 * @returns The request; `undefined` when there is none
 */
export async function findFirstRequest(
  serving: Serving,
  stored: ((connector: string) => StoredAccount) | undefined,
): Promise<RowsRequest | undefined> {
  for (const { id, base } of serving.connectors) {
    const connector = new Connector(new URL(base), { headers: serving.headers });
    try {
      const { accountKinds, sources } = await connector.describe();
      if (stored === undefined && !accountKinds.some((kind) => kind.id === "none")) continue;
      const account = (await stored?.(id).update((one) => connector.validate(one))) ?? { auth: "none" };
      const source = sources.find(({ isDefault }) => isDefault) ?? sources[0];
      if (source === undefined) continue;
      const { filter, whole } = await findExampleFilter(source, (sourceId, field) =>
        connector.options({ source: sourceId, field, account, validate: false }).catch(() => undefined),
      );
      const needsFilter = source.filter.some(({ required }) => required);
      const body = { account, filter: needsFilter ? filter : {} };
      if (whole) return { connector: id, source: source.id, body };
    } catch (error) {
      // The account may be that of another connector.
      const isOthers = error instanceof CommandError && serving.connectors.length > 1;
      if (!(error instanceof ConnectorError) && !isOthers) throw error;
    }
  }
  return undefined;
}
