import type { Fields } from "@wellhead/sdk";
import type { JsonObject } from "../request/read-member.js";

/** Matches names of undeclared members that contain a secret, such as tokens that an earlier /validate returned. */
const telling = /token|secret|pass|key|cred|cookie|session|signature|bearer|jwt/i;

/**
 * Lists the texts of an account that must not appear in logs, errors or account names.
 *
 * @param form - Fields of the account's kind
 * @param members - Flat account as the platform sent it
 * @returns Values of `password` fields, and every text in an undeclared member whose name suggests a secret
 */
export function secretTexts(form: Fields, members: JsonObject): string[] {
  return textsOf(members, (id) => isSecret(form, id));
}

/**
 * Lists the texts of an account that are not secrets.
 *
 * @param form - Fields of the account's kind
 * @param members - Flat account as the platform sent it
 * @returns Every text that {@link secretTexts} does not list, and the public parts of those it does
 */
export function openTexts(form: Fields, members: JsonObject): string[] {
  const publicParts = Object.entries(form).flatMap(([id, field]) =>
    textsOf(members, (member) => member === id).flatMap((text) => field.publicParts?.(text) ?? []),
  );
  return [...textsOf(members, (id) => !isSecret(form, id)), ...publicParts];
}

function isSecret(form: Fields, id: string): boolean {
  const field = Object.hasOwn(form, id) ? form[id] : undefined;
  return field === undefined ? telling.test(id) : field.type === "password";
}

function textsOf(members: JsonObject, wanted: (id: string) => boolean): string[] {
  const found: string[] = [];
  for (const id of Object.keys(members)) if (wanted(id)) collect(members[id], found);
  return found;
}

function collect(value: unknown, found: string[]): void {
  if (typeof value === "string") found.push(value);
  else if (typeof value === "number") found.push(String(value));
  else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) collect(member, found);
  }
}
