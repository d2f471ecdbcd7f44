import { randomUUID } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { aliases, emitAlias } from "@wellhead/contract";
import { usageError } from "../command-error.js";
import type { CallerHeaders } from "../remote/call.js";
import { record } from "../remote/loose.js";
import { joinAddress } from "../remote/read-address.js";
import { callForJson } from "../remote/read-answer.js";
import type { RemoteApplication } from "../remote/remote-application.js";

/** A flat account, as the platform stores it. */
export type FlatAccount = Readonly<Record<string, unknown>>;

/**
 * Reads an account from a file.
 *
 * @param path - A JSON file holding the flat account
 * @returns The account
 * @throws CommandError when there is no such file, or no JSON object in it
 */
export async function readAccountFile(path: string): Promise<FlatAccount> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "found no JSON" : "found no readable file";
    // The cause may quote the file, which holds secrets.
    throw usageError(
      `Read the account "${path}": ${why}, wanted a JSON object such as {"auth": "token", "token": "…"}`,
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw usageError(`Read the account "${path}": found no object, wanted {"auth": kind, …}`);
}

/**
 * Finds the kind of an account and puts it under both public names.
 *
 * @param account - Flat account; none means an empty one
 * @param application - Whose account kinds count
 * @returns The account to send
 * @see The connector contract, "General rules", row "account kind in a flat account"
 */
export function nameAccountKind(account: FlatAccount, application: RemoteApplication): FlatAccount {
  const kinds = application.accountKinds.map(({ id }) => id);
  const given = account["auth"] ?? account["identifier"];
  const kind = given ?? (kinds.length === 1 ? kinds[0] : kinds.find((id) => id === "none"));
  return kind === undefined ? account : { ...account, ...emitAlias(aliases.accountKind, kind) };
}

/** Where an account came from and whom it is for. */
export interface RefreshAccountOptions {
  /** Base address of the connector. */
  readonly base: URL;
  /** Credentials of the caller. */
  readonly headers: CallerHeaders;
  /** The file to keep changed members in. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/**
 * Validates an account, as the platform does before each use; a refreshed token is written back to the file,
 * because the old one may be worth nothing now.
 *
 * @param account - The account to send
 * @param options - Connector and file
 * @returns The account with what the connector answered
 * @throws CommandError `refused` when the account does not work
 * @see The connector contract, POST /validate
 */
export async function refreshAccount(
  account: FlatAccount,
  { base, headers, path, signal }: RefreshAccountOptions,
): Promise<FlatAccount> {
  const url = joinAddress(base, "/validate");
  const body = { id: account["auth"], fields: account };
  const answered = record(await callForJson({ method: "POST", url, body, signal, headers }));
  const merged = { ...account, ...answered };
  const changed = Object.keys(answered).some(
    (key) => key !== "name" && JSON.stringify(answered[key]) !== JSON.stringify(account[key]),
  );
  if (changed) await replaceFile(path, `${JSON.stringify(merged, null, 2)}\n`);
  return merged;
}

async function replaceFile(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  const next = `${path}.${randomUUID()}`;
  await writeFile(next, text, { mode });
  await rename(next, path);
}
