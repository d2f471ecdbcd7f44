import { isIP } from "node:net";
import { type AnyAccount, type Fields, Secret } from "@wellhead/sdk";
import { revealMembers } from "../request/account-members.js";

/** The parts of an account that failures are counted by. */
export interface AttemptedAccount {
  /** The whole account, including its secrets; only used in a digest. */
  readonly whole: string;
  /** Host and user name; `undefined` when the account does not contain a user name. */
  readonly user: string | undefined;
  /** Host in the account; empty when the account does not contain one. */
  readonly host: string;
}

/** Names of fields that identify the host of an account. */
const hostNames = /host|server|ur[il]|address|endpoint|domain|site|instance|workspace|connection/i;

/** Names of fields that identify the user of an account. */
const userNames = /user|login|mail|account|client|uid|name/i;

/**
 * Finds the host and the user of an account. Only members that identify them count, because an attacker could vary any
 * other member to make each guess look like a different account.
 *
 * @param account - The account
 * @param form - Fields of its kind
 * @returns The values that failures are counted by
 */
export function attemptedAccount(account: AnyAccount, form: Fields): AttemptedAccount {
  const members = Object.entries(account).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const open = members.filter(([name]) => name !== "kind" && Object.hasOwn(form, name));
  const host = textsOf(open, hostNames)
    .map((text) => hostOf(text))
    .join(" ");
  const user = textsOf(
    open.filter(([name]) => !hostNames.test(name)),
    userNames,
  ).join(" ");
  return {
    whole: JSON.stringify(revealMembers(Object.fromEntries(members))),
    user: user === "" ? undefined : JSON.stringify([account.kind, host, user]),
    host,
  };
}

/** Returns the texts of the members with matching names at any depth, without secrets. */
function textsOf(members: readonly (readonly [string, unknown])[], names: RegExp): readonly string[] {
  return members.flatMap(([name, value]): readonly string[] => {
    if (value instanceof Secret) return [];
    if (typeof value === "object" && value !== null) return textsOf(Object.entries(value), names);
    return typeof value === "string" && names.test(name) ? [value.trim().toLowerCase()] : [];
  });
}

/** Returns the host of an address or a plain host, in the normalized spelling of URLs. */
function hostOf(text: string): string {
  const authority =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(?<host>[^/?#]*)/.exec(text)?.groups?.["host"] ?? text;
  const isBare = isIP(authority) === 6;
  const url = `http://${isBare ? `[${authority}]` : authority}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : authority;
}
