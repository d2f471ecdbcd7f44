import { isRecord, parseJson } from "../../text/record.js";

const secretName = /token|secret|password|passphrase|api_?key|credential|authorization|verifier/i;
const publicName = /^(?:token_expiration|token_type|expires_on)$/i;
/** Members that every account may have and that are not secret. */
const publicMember =
  /^(?:name|auth|identifier|callback_uri|scope|expires_?in|expires_?on|expire_?on|token_expiration|token_type)$/i;
// Minimum length of a secret. Masking shorter values would hide large parts of the page.
const shortestSecret = 3;
const known = new Set<string>();

/** Registers a value as a secret for the rest of the session. It is masked wherever it occurs as a value. */
export function rememberSecret(value: unknown): void {
  if (typeof value === "string" && value.length >= shortestSecret) known.add(value);
  else if (typeof value === "number" && String(value).length >= shortestSecret) known.add(String(value));
}

/**
 * Registers the values of the fields that a form declares to be secret.
 *
 * @param fields - Fields of an account or a filter
 * @param values - Their values
 */
export function rememberFields(
  fields: readonly { readonly id: string; readonly type: string }[],
  values: Readonly<Record<string, unknown>>,
): void {
  for (const { id, type } of fields) if (type === "password") rememberSecret(values[id]);
}

/**
 * Registers the members of an account. A member that the form does not declare comes from the connector, such as a token,
 * and counts as a secret whatever its name is.
 *
 * @param members - Members of the account
 * @param publicFields - Fields that the form declares and that are not secret
 */
export function rememberAccount(
  members: Readonly<Record<string, unknown>>,
  publicFields: readonly string[],
): void {
  for (const [name, value] of Object.entries(members)) {
    if (publicFields.includes(name) || publicMember.test(name)) continue;
    rememberSecret(value);
    rememberSecretMembers(value);
  }
}

/** Endpoints whose bodies are accounts or parts of a sign-in. All other bodies have rows, filters or errors. */
const accountPath = /^\/(?:validate\/?|oauth[12](?:\/.*)?)(?:\?.*)?$/;

/**
 * Registers the secrets in a body that was sent to or came from an endpoint of accounts.
 *
 * @param path - Path below the base address
 * @param body - JSON text
 */
export function rememberExchange(path: string, body: string): void {
  if (accountPath.test(path)) rememberSecretMembers(parseJson(body));
}

/** Registers every member of an account whose name suggests a secret, at any depth. */
export function rememberSecretMembers(value: unknown): void {
  if (Array.isArray(value)) {
    for (const element of value) rememberSecretMembers(element);
    return;
  }
  if (!isRecord(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === "string" && isSecretName(name)) rememberSecret(member);
    else rememberSecretMembers(member);
  }
}

/** Returns whether the name of a member suggests a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !publicName.test(name);
}

/** Returns the registered values. */
export function knownSecrets(): ReadonlySet<string> {
  return known;
}
