import { byKind, objectOf, oneOf, type ReadValue, readText, recordOf } from "./read-value.js";

/** How the API authenticates callers. */
export type AccountConfig =
  | { readonly kind: "none" }
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  | { readonly kind: "header"; readonly header: string; readonly prefix?: string }
  | { readonly kind: "query"; readonly parameter: string }
  | {
      readonly kind: "login";
      readonly path: string;
      readonly send?: "json" | "form";
      readonly body: Readonly<Record<string, string>>;
      readonly token: string;
      readonly header?: string;
      readonly prefix?: string;
    }
  | {
      readonly kind: "clientCredentials";
      /** URL or path of the token endpoint. */
      readonly token: string;
      readonly scope?: string;
      /** How id and secret are sent. Default: as HTTP basic authentication. */
      readonly send?: "basic" | "form";
    };

/** Texts of the account form. */
export interface AccountTexts {
  readonly title?: string;
  readonly help?: string;
}

const texts = { title: readText, help: readText };

/** Reads the `account` of a configuration. */
export const readAccountConfig: ReadValue<AccountConfig & AccountTexts> = byKind<
  AccountConfig & AccountTexts
>("kind", {
  none: objectOf({ kind: oneOf(["none"]) }, {}),
  bearer: objectOf({ kind: oneOf(["bearer"]) }, texts),
  basic: objectOf({ kind: oneOf(["basic"]) }, texts),
  header: objectOf({ kind: oneOf(["header"]), header: readText }, { prefix: readText, ...texts }),
  query: objectOf({ kind: oneOf(["query"]), parameter: readText }, texts),
  login: objectOf(
    { kind: oneOf(["login"]), path: readText, body: recordOf(readText), token: readText },
    { send: oneOf(["json", "form"]), header: readText, prefix: readText, ...texts },
  ),
  clientCredentials: objectOf(
    { kind: oneOf(["clientCredentials"]), token: readText },
    { scope: readText, send: oneOf(["basic", "form"]), ...texts },
  ),
});
