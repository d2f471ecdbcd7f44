import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type DeploymentSecret, type Store, seal, unseal } from "@wellhead/runtime";
import { inputInvalid, upstreamInvalid } from "@wellhead/sdk";
import type { RowPosition } from "../../../stream/rows/positioned-reader.js";
import { stableJson } from "../../../wire/stable-json.js";

/** What a position token belongs to. It is not valid for anything else. */
export interface TokenBinding {
  readonly connector: string;
  /** Derives a key of the account that stays the same after a refresh and reveals nothing about it. */
  readonly accountKey: (secret: DeploymentSecret) => Promise<string>;
  readonly source: string;
  /** The values of the filter as received. */
  readonly filter: unknown;
  /** Id of the run; `undefined` when the caller sends none. */
  readonly operation: string | undefined;
}

/** The position at which a run continues. */
export interface RunPosition {
  /** Version of the type. */
  readonly version: number;
  /** Absent before the first row. */
  readonly rows?: RowPosition;
  /** What is read: rows, or keys of deleted rows. */
  readonly phase: "rows" | "deleted";
  /** Instant from which changes are read, ISO 8601 in UTC; absent when everything is read. */
  readonly since?: string;
  /** When the run began, in milliseconds; expressions such as `TODAY` are relative to it on every page. */
  readonly began: number;
  /** Number of rows on the previous pages. */
  readonly count: number;
  /** Number of the page, from 1. */
  readonly page: number;
  /**
   * Number of consecutive previous pages that were empty because the source had not responded in time. Default: none.
   */
  readonly waits?: number;
}

/** What seals tokens. */
export interface Sealing {
  readonly secret: DeploymentSecret;
  /** Keeps positions that are too long for a token. */
  readonly store: Store;
  /** The current time in milliseconds. */
  readonly now: number;
}

/** How long a token is valid, in milliseconds: a week. */
const lifetimeMs = 7 * 86_400_000;
/** How far the clocks of two replicas may differ, in milliseconds. */
const maxClockSkewMs = 5 * 60_000;
/** Maximum length of a token in characters. */
const maxTokenLength = 4096;
/** Maximum length of the JSON of a position that is not compressed. */
const maxPlainLength = 1024;
/** Maximum length of a sealed position in the store. */
const maxStoredLength = 64 * 1024;

/** A position as it is sealed. */
interface Sealed {
  readonly at: number;
  readonly run: RunPosition;
}

/** A reference to a sealed position in the store. */
interface Stored {
  readonly at: number;
  readonly stored: string;
}

/**
 * Seals a position, so that the platform can neither read nor change it. A position that is too long for a token is kept
 * in the store, and the token refers to it.
 *
 * @param run - Where the run goes on
 * @param binding - What the token belongs to
 * @param sealing - Secret, store and current time
 * @returns The token, at most 4,096 characters
 * @throws ConnectorError `upstream_invalid` when the position is too long for the store too
 * @see The synchronizer contract, "position token"
 */
export async function sealPosition(
  run: RunPosition,
  binding: TokenBinding,
  sealing: Sealing,
): Promise<string> {
  const { secret, store, now } = sealing;
  const token = await sealText({ at: now, run }, binding, secret);
  if (token.length <= maxTokenLength) return token;
  if (token.length > maxStoredLength) {
    throw upstreamInvalid(
      `Could not remember the position after the page: it takes ${token.length} characters, at most ${maxStoredLength} are allowed. Tell the author of the connector to ask for its pages with a shorter request.`,
    );
  }
  const key = `position ${createHash("sha256").update(token).digest("base64url")}`;
  await store.set(key, token, lifetimeMs);
  return sealText({ at: now, stored: key }, binding, secret);
}

/**
 * Opens a token.
 *
 * @param token - The token as received
 * @param binding - What it must belong to
 * @param sealing - Secret, store and current time
 * @returns The position
 * @throws ConnectorError `invalid_field` that says why it cannot be used and what to do
 */
export async function openPosition(
  token: string,
  binding: TokenBinding,
  sealing: Sealing,
): Promise<RunPosition> {
  const { secret, store, now } = sealing;
  const opened = await openText(token, binding, secret);
  if (opened === undefined)
    throw tokenRefused("it was not made for this account, type, filter and run, or it was changed");
  if (now - opened.at > lifetimeMs) throw tokenRefused("it is older than a week");
  if (opened.at - now > maxClockSkewMs) throw tokenRefused("it was made in the future");
  if ("run" in opened) return opened.run;
  const kept = await store.get(opened.stored);
  const whole = kept === undefined ? undefined : await openText(kept, binding, secret);
  if (whole === undefined || !("run" in whole)) throw tokenRefused("the service has forgotten it");
  return whole.run;
}

/**
 * @param reason - Why a token cannot be used
 * @returns The error for it
 */
export function tokenRefused(reason: string): Error {
  return inputInvalid(
    `Could not read the next page from "pagination": ${reason}. Start the synchronization again.`,
    { field: "pagination" },
  );
}

async function sealText(
  content: Sealed | Stored,
  binding: TokenBinding,
  secret: DeploymentSecret,
): Promise<string> {
  const json = JSON.stringify(content);
  // Compressing a short position would take longer than everything else that is done with it.
  const packed = json.length <= maxPlainLength ? json : deflateRawSync(json).toString("base64");
  return seal(packed, secret.key("position"), await textOf(binding, secret));
}

async function openText(
  token: string,
  binding: TokenBinding,
  secret: DeploymentSecret,
): Promise<Sealed | Stored | undefined> {
  for (const one of secret.all) {
    const packed = unseal(token, one.key("position"), await textOf(binding, one));
    if (packed === undefined) continue;
    const json = packed.startsWith("{") ? packed : inflateRawSync(Buffer.from(packed, "base64")).toString();
    // Only this deployment can have sealed it, so it has the shape that `sealText` wrote.
    return JSON.parse(json) as Sealed | Stored;
  }
  return undefined;
}

/** Returns a text that is different for each owner of a token, whatever the order of the members of the filter. */
async function textOf(
  { connector, accountKey, source, filter, operation }: TokenBinding,
  secret: DeploymentSecret,
): Promise<string> {
  const parts = stableJson([connector, await accountKey(secret), source, filter, operation ?? null]);
  return createHash("sha256").update(parts).digest("base64url");
}
