import { randomUUID } from "node:crypto";
import { type Account, type Application, Connector } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import { z } from "zod";
import { ToolError } from "../errors/tool-error.js";
import { findSecrets } from "../secrets/find-secrets.js";
import type { AuthoredConnector, AuthorWorkspace, LoadedFiles } from "./author.js";

/** Inputs of every tool that calls a connector of the folder. */
export const connectorInputs = {
  connector: z
    .string()
    .optional()
    .describe("Id of the connector; may be omitted when the folder has only one"),
  account: z
    .string()
    .optional()
    .describe(
      "Name of an account of wellhead login, see list_accounts; when omitted, that of the command line or of the tape, else none",
    ),
};

/** Which connector to call, and with which account. */
export interface AuthoredQuery {
  readonly connector?: string | undefined;
  readonly account?: string | undefined;
}

/** A connector of the folder that can be called. */
export interface OpenedConnector {
  readonly authored: AuthoredConnector;
  readonly client: Connector;
  readonly application: Application;
  /** Id of every request that the client sends, which the requests to the upstream carry. */
  readonly requestId: string;
}

/**
 * Chooses a connector of the folder.
 *
 * @param loaded - The files as they are now
 * @param id - Its id. Default: the only one
 * @returns The connector
 * @throws ToolError when there is no such connector
 */
export function chooseConnector(
  { connectors, fault }: LoadedFiles,
  id: string | undefined,
): AuthoredConnector {
  const [only] = connectors;
  if (only === undefined)
    throw new ToolError(
      `Could not call the connector: no revision has been loaded. ${fault === undefined ? "" : `${fault.place} ${fault.message} `}Fix the file, then call check_files.`,
    );
  if (id === undefined && connectors.length === 1) return only;
  const found = connectors.find((one) => one.id === id);
  const ids = connectors.map((one) => one.id);
  if (found !== undefined) return found;
  const reason = id === undefined ? "the folder has several connectors" : `there is no connector "${id}"`;
  throw new ToolError(
    `Could not call the connector: ${reason}.${id === undefined ? "" : didYouMean(id, ids)} Name one of ${ids.join(", ")}.`,
  );
}

/**
 * Opens a connector of the folder, in the revision of the files as they are now.
 *
 * @param workspace - The folder
 * @param query - Which connector
 * @param signal - Ends the request for its description
 * @returns The connector
 * @throws ToolError when the files cannot be loaded
 */
export async function openAuthored(
  { author }: AuthorWorkspace,
  { connector: id }: AuthoredQuery,
  signal: AbortSignal,
): Promise<OpenedConnector> {
  const loaded = await author.load("unchecked");
  if (loaded.fault !== undefined)
    throw new ToolError(
      `Could not load the files: ${loaded.fault.message} ${loaded.fault.place} Fix the file; an older revision is not called instead.`,
    );
  const authored = chooseConnector(loaded, id);
  const requestId = randomUUID();
  const client = new Connector(authored.base, {
    headers: { ...authored.headers, "x-correlationid": requestId },
  });
  return { authored, client, application: await client.describe({ signal }), requestId };
}

/**
 * Validates the account that a connector is called with, which may renew its tokens, and protects its secrets.
 *
 * @param workspace - The folder
 * @param opened - The connector
 * @param name - Name of the account
 * @param signal - Ends the request
 * @returns The account; `undefined` when there is none
 */
export async function validAccount(
  { author, redactor }: AuthorWorkspace,
  { authored, client, application }: OpenedConnector,
  { account: name, signal }: { readonly account?: string | undefined; readonly signal: AbortSignal },
): Promise<Account | undefined> {
  let valid: Account | undefined;
  await author.account(authored.id, name)?.update(async (stored) => {
    // Nothing has been sent yet. The description declares which members are secret.
    redactor.add(findSecrets(stored, application.accountKinds));
    valid = await client.validate(stored, { signal });
    redactor.add(findSecrets(valid, application.accountKinds));
    return valid;
  });
  // What is stored has no name, which the connector returns each time.
  return valid;
}
