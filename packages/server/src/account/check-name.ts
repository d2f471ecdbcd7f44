import { ConnectorError } from "@wellhead/sdk";

/** What an account name is checked against. */
export interface CheckNameOptions {
  /** Secrets of the account, in plain text. */
  readonly secrets: readonly string[];
  /** Gives the texts of the account that are no secrets; asked for only when the name holds part of one that is. */
  readonly open: () => readonly string[];
}

/** A part of a secret at least this long is recognised wherever it stands. */
const longPart = 8;

/** A secret shorter than this is part of every other name, and tells nothing there. */
const minSecret = 4;

/** Whether a name has dots or stars at all; most have none, and the patterns below cost more than all else of a request. */
const anyMask = /[*•…·]|\.\.|xxx/i;

/** A few characters behind dots or stars, as `…4f2a` or `****4f2a`. */
const behindMask = /(?:[*•…·]|\.{2,}|x{3,})\s*([^\s*•…·.]{2,})/giu;

/** A few characters before dots or stars, as `sk-ab…`. */
const beforeMask = /([^\s*•…·.]{2,})\s*(?:[*•…·]|\.{2,}|x{3,})/giu;

/**
 * Checks that the name of an account holds no part of a secret: not a whole secret, not eight characters of one in a
 * row, not the first or last few behind dots or stars.
 *
 * A part that also stands in an open member of the account, such as a user name that is the password too, tells
 * nothing and is let through.
 *
 * @param name - Name the connector gives
 * @param options - Secrets and open texts of the account
 * @returns The name
 * @throws ConnectorError `internal` when it does
 * @see The connector contract, POST /validate
 */
export function checkName(name: string, options: CheckNameOptions): string {
  for (const secret of options.secrets) {
    const part = partOf(name, secret);
    if (part !== undefined && !options.open().some((value) => value.includes(part))) {
      throw new ConnectorError(
        "internal",
        "Check account: the name the connector gave holds part of a secret, wanted one from the provider",
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
  for (const [, part = ""] of name.matchAll(behindMask)) if (secret.endsWith(part)) return part;
  for (const [, part = ""] of name.matchAll(beforeMask)) if (secret.startsWith(part)) return part;
  return undefined;
}

/** Eight characters in a row that stand in both texts. Names are shorter than most secrets, so those are walked. */
function sharedPart(name: string, secret: string): string | undefined {
  for (let start = 0; start + longPart <= name.length; start += 1) {
    const part = name.slice(start, start + longPart);
    if (secret.includes(part)) return part;
  }
  return undefined;
}
