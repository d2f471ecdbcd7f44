import { aliases } from "@wellhead/contract";
import { type AnyAccount, type Connector, Secret } from "@wellhead/sdk";
import { readForm } from "../form/read-form.js";
import { isJsonObject, type JsonObject } from "../request/json-object.js";
import { findAccountKind } from "./find-account-kind.js";
import { secretTexts } from "./secret-texts.js";

/** Options of {@link readAccount}. */
export interface ReadAccountOptions {
  readonly connector: Connector;
  /** Id of the account kind that the request named next to the account. */
  readonly id?: string | undefined;
  /** The current time. */
  readonly now: Date;
  /** Registers the account's secrets before any of them is parsed, so that no error can contain one. */
  readonly keepSecret: (text: string) => void;
}

/**
 * Parses a flat account, or one nested as `{id, fields}`, into the typed account a connector receives.
 *
 * Declared members become the values of their fields, with secrets wrapped. Every other member, such as one that an
 * earlier response of /validate added to the stored account, reaches the connector unchanged. The markers of the kind
 * become `kind`.
 *
 * @param given - The account as the platform sent it
 * @param options - Connector, id of the kind, clock
 * @returns The account, as a new object
 * @throws ConnectorError `unknown_account_kind`, `missing_field`, `invalid_field` or `malformed_request`
 * @see The connector contract, POST /validate
 */
export function readAccount(given: JsonObject, options: ReadAccountOptions): AnyAccount {
  const { members, id } = flatten(given, options.id);
  const { id: kindId, kind } = findAccountKind(options.connector, members, id);
  for (const text of secretTexts(kind.fields, members)) options.keepSecret(text);
  const values = readForm(kind.fields, members, { now: options.now });
  for (const text of secretsIn(Object.values(values))) options.keepSecret(text);
  const rest = Object.keys(members).filter((name) => !Object.hasOwn(kind.fields, name) && !markers.has(name));
  // `fromEntries` defines own properties, so that a member named `__proto__` cannot set the prototype.
  const others = Object.fromEntries(rest.map((name) => [name, members[name]]));
  return Object.assign(others, values, { kind: kindId });
}

/** Returns the secrets that a field extracted from its text, such as the password in a connection string. */
function secretsIn(values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) => {
    if (value instanceof Secret) return [value.reveal()];
    return typeof value === "object" && value !== null ? secretsIn(Object.values(value)) : [];
  });
}

const markers: ReadonlySet<string> = new Set(aliases.accountKind.accept);

function flatten(given: JsonObject, id: string | undefined): { members: JsonObject; id: string | undefined } {
  if (!Object.hasOwn(given, "fields") || !isJsonObject(given["fields"])) return { members: given, id };
  const inner = given["id"];
  return {
    members: given["fields"],
    id: id ?? (typeof inner === "string" && inner !== "" ? inner : undefined),
  };
}
