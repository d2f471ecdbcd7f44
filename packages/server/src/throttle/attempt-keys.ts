import { isIP } from "node:net";
import { type AnyAccount, type Fields, Secret } from "@wellhead/sdk";
import { revealMembers } from "../account/reveal-members.js";

/** What an account is tried at. */
export interface AttemptedAccount {
  /** All of the account, its secrets included; only ever used in a digest. */
  readonly whole: string;
  /** Host and user name; `undefined` when the account names no user. */
  readonly user: string | undefined;
  /** Host that the account names; empty when the connector has one host only. */
  readonly host: string;
}

/** Names of fields that say where an account is. */
const hostNames = /host|server|ur[il]|address|endpoint|domain|site|instance|workspace|connection/i;

/** Names of fields that say whose account it is. */
const userNames = /user|login|mail|account|client|uid|name/i;

/**
 * Finds out where an account is tried, and whose it is. Only members that say so count: others could be varied at will to
 * make each guess look like another account.
 *
 * @param account - The account
 * @param form - Fields of its kind
 * @returns What failures are counted by
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

/** Texts of the members with such names, at any depth, secrets left out. */
function textsOf(members: readonly (readonly [string, unknown])[], names: RegExp): readonly string[] {
  return members.flatMap(([name, value]): readonly string[] => {
    if (value instanceof Secret) return [];
    if (typeof value === "object" && value !== null) return textsOf(Object.entries(value), names);
    return typeof value === "string" && names.test(name) ? [value.trim().toLowerCase()] : [];
  });
}

/** The host in an address or on its own, in the one spelling that URLs give it. */
function hostOf(text: string): string {
  const authority =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(?<host>[^/?#]*)/.exec(text)?.groups?.["host"] ?? text;
  const isBare = isIP(authority) === 6;
  const url = `http://${isBare ? `[${authority}]` : authority}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : authority;
}
