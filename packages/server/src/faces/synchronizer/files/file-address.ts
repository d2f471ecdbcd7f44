import { createHash } from "node:crypto";
import { type DeploymentSecret, sealSame, unseal } from "@wellhead/runtime";
import { inputInvalid } from "@wellhead/sdk";
import { nameAccount } from "../../../request/account/author-context.js";
import type { RequestAccount } from "../../../request/account/request-account.js";
import type { RequestScope } from "../../../request/request-scope.js";
import type { OpenSource } from "../../../request/source/open-source.js";

/** What a file address belongs to. It is not valid for anything else. */
export interface FileOwner {
  readonly connector: string;
  /** A key of the account that stays the same after a refresh and reveals nothing about it. */
  readonly account: string;
}

/** A file that a row refers to. */
export interface FileReference {
  readonly source: string;
  /** The text that the row has in a column of files. */
  readonly file: string;
}

/**
 * Creates the address by which a platform requests a file. The reference is sealed, so that only files of rows can be
 * requested. Rows that refer to the same file have the same address. `__file-key` identifies the file even after the
 * secret of the deployment has changed.
 *
 * @param reference - The file
 * @param owner - What the address belongs to
 * @param secret - Secret of the deployment
 * @returns The address, `app://resource?…`
 * @see The synchronizer contract, "resource"
 */
function fileAddress({ source, file }: FileReference, owner: FileOwner, secret: DeploymentSecret): string {
  const text = JSON.stringify([source, file]);
  const key = createHash("sha256")
    .update(JSON.stringify([owner.connector, source, file]))
    .digest("base64url");
  const sealed = sealSame(text, secret.key("file"), bindingOf(owner));
  return `app://resource?f=${sealed}&__file-key=${key.slice(0, 22)}`;
}

/**
 * Opens the address of a file.
 *
 * @param sealed - Argument `f` of the address
 * @param ownerOf - Returns what the address must belong to if a secret has sealed it
 * @param secret - Secret of the deployment
 * @returns The file
 * @throws ConnectorError `invalid_field` when the address was not made for this account, or was changed
 */
export async function openFileAddress(
  sealed: string,
  ownerOf: (secret: DeploymentSecret) => Promise<FileOwner>,
  secret: DeploymentSecret,
): Promise<FileReference> {
  for (const one of secret.all) {
    const text = unseal(sealed, one.key("file"), bindingOf(await ownerOf(one)));
    if (text === undefined) continue;
    // Only this deployment can have sealed it, so it has the shape that `fileAddress` wrote.
    const [source, file] = JSON.parse(text) as [string, string];
    return { source, file };
  }
  throw inputInvalid(
    'Could not read the file: "params" were not made for this account, or were changed. Read the rows again, and send the arguments of the address that they have.',
    { field: "params" },
  );
}

function bindingOf({ connector, account }: FileOwner): string {
  return JSON.stringify([connector, account]);
}

/**
 * @param account - The account of a request
 * @param scope - The request's scope
 * @param secret - The secret that seals the addresses
 * @returns What the addresses of its files belong to
 */
export async function fileOwner(
  account: RequestAccount,
  scope: RequestScope,
  secret: DeploymentSecret,
): Promise<FileOwner> {
  const key = await nameAccount(account, scope, { secret });
  return { connector: scope.served.connector.id, account: `${account.id} ${key}` };
}

/**
 * Creates the function that makes the addresses of the files of a source.
 *
 * @param open - The source and the account
 * @param scope - The request's scope
 * @returns The function; `undefined` when the source does not open files itself
 */
export async function fileAddresses(
  { id: source, source: found, account }: OpenSource,
  scope: RequestScope,
): Promise<((file: string) => string) | undefined> {
  if (!("resource" in found)) return undefined;
  const { secret } = scope.service.accounts.environment;
  const owner = await fileOwner(account, scope, secret);
  return (file) => fileAddress({ source, file }, owner, secret);
}
