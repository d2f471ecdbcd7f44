import { isRecord } from "../../text/record.js";

const secretName =
  /token|secret|password|passphrase|api_?key|credential|authorization|^code$|verifier|^key$/i;
const publicName = /^(?:token_expiration|token_type|expires_on)$/i;
// Minimum length of a secret. Masking shorter values would hide large parts of the page.
const shortestSecret = 3;
const known = new Set<string>();

/** Registers a value as a secret for the rest of the session. It is masked wherever it occurs. */
export function rememberSecret(value: unknown): void {
  if (typeof value === "string" && value.length >= shortestSecret) known.add(value);
}

/** Registers every member of a JSON value whose name suggests a secret. */
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
