import { aliases } from "@wellhead/contract";
import { type AnyAccount, type Connector, Secret } from "@wellhead/sdk";
import { readForm } from "../form/read-form.js";
import { isJsonObject, type JsonObject } from "../request/json-object.js";
import { findAccountKind } from "./find-account-kind.js";
import { secretTexts } from "./secret-texts.js";

/** What is needed to read an account. */
export interface ReadAccountOptions {
  readonly connector: Connector;
  /** Id of the account kind that stood beside the account. */
  readonly id?: string | undefined;
  /** The present instant. */
  readonly now: Date;
  /** Takes the account's secrets before any of them is looked at, so that no error can hold one. */
  readonly keepSecret: (text: string) => void;
}

/**
 * Reads a flat account, or one nested as `{id, fields}`, into the typed account a connector gets.
 *
 * Declared members become the values of their fields, secrets wrapped. Every other member, such as one that an
 * earlier answer of /validate added to the stored account, reaches the connector untouched. The markers of the kind
 * become `kind`.
 *
 * @param given - The account as it came over the wire
 * @param options - Connector, id of the kind, clock
 * @returns The account, a new object of its own
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
  // Made from entries, so that no name can reach the prototype.
  const others = Object.fromEntries(rest.map((name) => [name, members[name]]));
  return Object.assign(others, values, { kind: kindId });
}

/** Secrets that a field has taken out of its text, such as the password of a connection string. */
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
