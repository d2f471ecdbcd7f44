import type { DeploymentSecret } from "@wellhead/runtime";
import { nameAccount } from "../../../account/author-context.js";
import type { RequestAccount } from "../../../account/request-account.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import type { OpenSource } from "../../../source/open-source.js";
import { type FileOwner, fileAddress } from "./file-address.js";

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
