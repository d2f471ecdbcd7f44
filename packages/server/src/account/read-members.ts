import { aliases } from "@wellhead/contract";
import { type AnyAccount, Secret } from "@wellhead/sdk";
import { readForm } from "../form/read-form.js";
import type { JsonObject } from "../request/json-object.js";
import type { RequestScope } from "../scope/request-scope.js";
import type { FoundAccountKind } from "./find-account-kind.js";
import { secretTexts } from "./secret-texts.js";

/**
 * Parses the members of an account into the typed account that a connector receives.
 *
 * Declared members become the values of their fields, with secrets wrapped. Every other member, such as one that an
 * earlier response of /validate added to the stored account, reaches the connector unchanged. The markers of the kind
 * become `kind`. The secrets are registered before any of them is parsed, so that no error can contain one.
 *
 * @param found - Kind of the account
 * @param members - The members as the platform sent them
 * @param scope - The request
 * @returns The account, as a new object
 * @throws ConnectorError `missing_field` or `invalid_field`, with the id of the field
 */
export function readMembers(
  { id, kind }: FoundAccountKind,
  members: JsonObject,
  { log, service }: RequestScope,
): AnyAccount {
  const form = kind.fields;
  for (const text of secretTexts(form, members)) log.keepSecret(text);
  const values = readForm(form, members, { now: service.now() });
  for (const text of secretsIn(Object.values(values))) log.keepSecret(text);
  // `fromEntries` defines own properties, so that a member named `__proto__` cannot set the prototype.
  const others = Object.fromEntries(
    Object.entries(members).filter(([name]) => !Object.hasOwn(form, name) && !markers.has(name)),
  );
  return Object.assign(others, values, { kind: id });
}

const markers: ReadonlySet<string> = new Set(aliases.accountKind.accept);

/** Returns the secrets that a field extracted from its text, such as the password in a connection string. */
function secretsIn(values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) => {
    if (value instanceof Secret) return [value.reveal()];
    return typeof value === "object" && value !== null ? secretsIn(Object.values(value)) : [];
  });
}
