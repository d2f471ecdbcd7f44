import { type Fields, Secret } from "@wellhead/sdk";
import type { JsonObject } from "./parse-body.js";

/** An account as a face found it in a request. */
export interface GivenAccount {
  /** Id of its kind, which need not be text; `undefined` when the request names none. */
  readonly id: unknown;
  readonly members: JsonObject;
  /** Names of the members that name the kind, the preferred one first. The connector does not receive them. */
  readonly markers: readonly string[];
  /** The name that an earlier check gave the account, which need not be text; `undefined` when it has none. */
  readonly name: unknown;
}

/** Matches names of undeclared members that contain a secret, such as tokens that an earlier /validate returned. */
const secretName = /token|secret|pass|key|cred|cookie|session|signature|bearer|jwt/i;

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
  return field === undefined ? secretName.test(id) : field.type === "password";
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

/**
 * Prepares the members of an account for a response that the platform stores. Only such a response may return a secret
 * to the platform.
 *
 * @param members - Members; secrets may be wrapped, at any depth
 * @returns A copy with the secrets in plain text
 */
export function revealMembers(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, reveal(value)]));
}

function reveal(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map((item) => reveal(item));
  if (isPlain(value)) return revealMembers(value);
  return value;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
