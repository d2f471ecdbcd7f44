import type { Field } from "../fields/field.js";
import { password } from "../fields/password.js";
import { text } from "../fields/text.js";
import type { Secret } from "../secret.js";
import type { AccountKind } from "./account-kind.js";

/** Members of an account that is a user name and a password. */
export interface BasicOptions {
  /** Name the person chooses the account kind by. Default: `User and password`. */
  readonly title?: string;
  /** Sentence below it. Default: empty. */
  readonly description?: string;
}

/**
 * An account that is a user name and a password.
 *
 * @param options - Name and description
 * @returns The account kind; `account.password` is a secret, sent as HTTP basic authentication
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
