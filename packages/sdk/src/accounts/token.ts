import type { Field } from "../fields/field.js";
import { link } from "../fields/link.js";
import { password } from "../fields/text.js";
import type { Secret } from "../values/secret.js";
import type { AccountKind } from "./account-kind.js";

/** Options of an account kind with a single token. */
export interface TokenOptions {
  /** Label of the token. Default: `Token`. */
  readonly title?: string;
  /** Sentence below the label. Default: empty. */
  readonly description?: string;
  /** Address of the page where the person creates a token; shown as a link. Default: no link. */
  readonly help?: string;
  /** Where the token is sent. Default: `{ header: "authorization", prefix: "Bearer " }`. */
  readonly send?: TokenLocation;
}

/** Where a token is sent: in a header, after an optional prefix, or in a query argument. */
export type TokenLocation =
  | { readonly header: string; readonly prefix?: string }
  | { readonly query: string };

const bearer: TokenLocation = { header: "authorization", prefix: "Bearer " };

/**
 * Defines an account that consists of one token or key.
 *
 * @param options - Label, the page where the person creates a token, and where it is sent
 * @returns The account kind; `account.token` is a secret, sent with every request to the base address
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#token
 * const header = token({ title: "Access token", help: "https://tracker.example/settings/tokens" });
 * const key = token({ title: "API key", send: { header: "x-api-key" } });
 * const argument = token({ title: "Key", send: { query: "key" } });
 * ```
 */
export function token(options: TokenOptions = {}): AccountKind<{ readonly token: Field<Secret> }> {
  const { title = "Token", description = "", help, send = bearer } = options;
  const form = { token: password({ title, description }) };
  const shown =
    help === undefined
      ? form
      : { ...form, help: link({ title: `Get your ${title.toLowerCase()}`, address: help }) };
  return {
    name: title,
    description,
    fields: shown,
    authorize: ({ url, headers }, account) => {
      if ("query" in send) url.searchParams.set(send.query, account.token.reveal());
      else headers[send.header.toLowerCase()] = `${send.prefix ?? ""}${account.token.reveal()}`;
    },
  };
}
