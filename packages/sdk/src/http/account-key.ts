import { createHash } from "node:crypto";
import type { AnyAccount } from "../context/context.js";
import { Secret } from "../secret.js";

/**
 * Names an account of a connector for the store: equal for equal accounts, and telling nothing about them.
 *
 * @param connector - Id of the connector
 * @param account - The account
 * @returns A key of fixed length
 */
export function accountKey(connector: string, account: AnyAccount): string {
  const secrets = Object.values(account).map((value) => (value instanceof Secret ? value.reveal() : ""));
  return createHash("sha256")
    .update(JSON.stringify([connector, account, secrets]))
    .digest("base64url");
}
