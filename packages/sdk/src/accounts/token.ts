import type { Field } from "../fields/field.js";
import { link } from "../fields/link.js";
import { password } from "../fields/password.js";
import type { Secret } from "../secret.js";
import type { AccountKind } from "./account-kind.js";

/** Members of an account that is one token. */
export interface TokenOptions {
  /** Label of the token. Default: `Token`. */
  readonly title?: string;
  /** Sentence below the label. Default: empty. */
  readonly description?: string;
  /** Address of the page where the person makes a token; shown as a link. */
  readonly help?: string;
}

/**
 * An account that is one token or key.
 *
 * @param options - Label and the page where the person makes one
 * @returns The account kind; `account.token` is a secret
 */
export function token(options: TokenOptions = {}): AccountKind<{ readonly token: Field<Secret> }> {
  const { title = "Token", description = "", help } = options;
  const form = { token: password({ title, description }) };
  const shown =
    help === undefined
      ? form
      : { ...form, help: link({ title: `Get a ${title.toLowerCase()}`, address: help }) };
  return { name: title, description, fields: shown };
}
