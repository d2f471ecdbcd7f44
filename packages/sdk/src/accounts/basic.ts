import type { Field } from "../fields/field.js";
import { password, text } from "../fields/text.js";
import type { Secret } from "../values/secret.js";
import type { AccountKind } from "./account-kind.js";

/** Options of an account kind with a user name and a password. */
export interface BasicOptions {
  /** Name of the account kind in the platform's list. Default: `User and password`. */
  readonly title?: string;
  /** Sentence below the name. Default: empty. */
  readonly description?: string;
}

/**
 * Defines an account that consists of a user name and a password.
 *
 * @param options - Name and description
 * @returns The account kind; `account.password` is a secret, sent as HTTP basic authentication
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#basic
 * const signIn = basic({ title: "User name and app password" });
 * ```
 */
export function basic(
  options: BasicOptions = {},
): AccountKind<{ readonly user: Field<string>; readonly password: Field<Secret> }> {
  const { title = "User and password", description = "" } = options;
  return {
    name: title,
    description,
    fields: { user: text({ title: "User" }), password: password({ title: "Password" }) },
    authorize: ({ headers }, account) => {
      const pair = Buffer.from(`${account.user}:${account.password.reveal()}`, "utf8");
      headers["authorization"] = `Basic ${pair.toString("base64")}`;
    },
  };
}
