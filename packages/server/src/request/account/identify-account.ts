import { traced } from "@wellhead/runtime";
import { ConnectorError, type Identity, isConnectorError } from "@wellhead/sdk";
import { openTexts } from "../../wire/account-members.js";
import type { RequestScope } from "../request-scope.js";
import { authorContext } from "./author-context.js";
import type { RequestAccount } from "./request-account.js";

/**
 * Lets the connector check an account and name it.
 *
 * @param account - The account
 * @param scope - The request
 * @returns The name, which contains no part of a secret, and the members to store
 * @throws ConnectorError `account_invalid` when the account does not work
 * @see The connector contract, POST /validate
 */
export async function identifyAccount(account: RequestAccount, scope: RequestScope): Promise<Identity> {
  const { connector } = scope.served;
  const identity: unknown =
    connector.identify === undefined
      ? { name: account.kind.name }
      : await traced({ name: "identify" }, async () =>
          scope.control.call({ action: "check the account" }, () =>
            connector.identify?.(authorContext(scope, account)),
          ),
        );
  if (!isIdentity(identity))
    throw new ConnectorError(
      "internal",
      "Could not check the account: the connector did not return a name for it.",
    );
  checkName(identity.name, {
    secrets: scope.log.secrets(),
    open: () => openTexts(account.kind.fields, account.members),
  });
  return identity;
}

function isIdentity(value: unknown): value is Identity {
  if (typeof value !== "object" || value === null || !("name" in value)) return false;
  return typeof value.name === "string" && value.name.trim() !== "";
}

/**
 * Lets the connector check and name an account whose tokens have just been refreshed.
 *
 * The old tokens may be invalid now, so the platform must receive the new ones. They are withheld only when the
 * connector reports that the account itself does not work. After any other failure the account is returned under its
 * previous name.
 *
 * @param account - The account with its new tokens
 * @param scope - The request
 * @returns The name and the members to store
 * @throws ConnectorError when the account does not work
 */
export async function identifyRefreshed(account: RequestAccount, scope: RequestScope): Promise<Identity> {
  try {
    return await identifyAccount(account, scope);
  } catch (error) {
    if (isConnectorError(error) && error.status === 401) throw error;
    scope.log.failed(
      "Could not check the account after its refresh. Its new tokens are returned all the same.",
      error,
      "warn",
    );
    return { name: account.name ?? account.kind.name };
  }
}

/** Options of {@link checkName}. */
export interface CheckNameOptions {
  /** Secrets of the account, in plain text. */
  readonly secrets: readonly string[];
  /** Returns the texts of the account that are not secrets; called only when the name contains part of a secret. */
  readonly open: () => readonly string[];
}

/** A part of a secret with at least this many characters is detected anywhere in the name. */
const longPart = 8;

/** Secrets with fewer characters are not checked: they occur in many names by chance. */
const minSecret = 4;

/** Matches any dots or stars. Most names have none, and the patterns below cost more than the whole other request. */
const anyMask = /[*•…·]|\.\.|xxx/i;

/** Matches a few characters after dots or stars, as in `…4f2a` or `****4f2a`. */
const maskedSuffix = /(?:[*•…·]|\.{2,}|x{3,})\s*([^\s*•…·.]{2,})/giu;

/** Matches a few characters before dots or stars, as in `sk-ab…`. */
const beforeMask = /([^\s*•…·.]{2,})\s*(?:[*•…·]|\.{2,}|x{3,})/giu;

/**
 * Checks that the name of an account contains no part of a secret: not a whole secret, not eight consecutive characters
 * of one, and not its first or last few characters next to dots or stars.
 *
 * A part that also occurs in a non-secret member of the account, such as a user name that equals the password, reveals
 * nothing and is allowed.
 *
 * @param name - Name the connector returned
 * @param options - Secrets and open texts of the account
 * @returns The name
 * @throws ConnectorError `internal` when the name contains part of a secret
 * @see The connector contract, POST /validate
 */
export function checkName(name: string, options: CheckNameOptions): string {
  for (const secret of options.secrets) {
    const part = partOf(name, secret);
    if (part !== undefined && !options.open().some((value) => value.includes(part))) {
      throw new ConnectorError(
        "internal",
        "Could not check the account: the name that the connector returned contains part of a secret. Its author must use a name from the provider.",
      );
    }
  }
  return name;
}

function partOf(name: string, secret: string): string | undefined {
  if (secret.length < minSecret) return undefined;
  if (name.includes(secret)) return secret;
  const shared = sharedPart(name, secret);
  if (shared !== undefined) return shared;
  if (!anyMask.test(name)) return undefined;
  for (const [, part = ""] of name.matchAll(maskedSuffix)) if (secret.endsWith(part)) return part;
  for (const [, part = ""] of name.matchAll(beforeMask)) if (secret.startsWith(part)) return part;
  return undefined;
}

/** Returns eight consecutive characters that both texts contain. It loops over the name, which is usually shorter. */
function sharedPart(name: string, secret: string): string | undefined {
  for (let start = 0; start + longPart <= name.length; start += 1) {
    const part = name.slice(start, start + longPart);
    if (secret.includes(part)) return part;
  }
  return undefined;
}
