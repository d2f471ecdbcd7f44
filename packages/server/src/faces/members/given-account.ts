import { acceptAlias, aliases } from "@wellhead/contract/vocabulary";
import type { GivenAccount } from "../../wire/account-members.js";
import { isJsonObject, type JsonObject } from "../../wire/parse-body.js";

/**
 * Finds the kind and the members of an account, which is flat or nested as `{id, fields}`. Its kind is the one named
 * next to it, else the one it names itself.
 *
 * @param account - The account
 * @param id - Id of the kind that the request names next to the account. Default: none
 * @returns The account
 * @see The connector contract, "General rules", row "account kind in a flat account"
 */
export function givenAccount(account: JsonObject, id?: string): GivenAccount {
  const fields = Object.hasOwn(account, "fields") ? account["fields"] : undefined;
  const [members, inner] = isJsonObject(fields) ? [fields, account["id"]] : [account, undefined];
  const named = id ?? (typeof inner === "string" && inner !== "" ? inner : undefined);
  return {
    id: named ?? acceptAlias(members, aliases.accountKind),
    members,
    markers: aliases.accountKind.accept,
    name: members["name"],
  };
}
