import { isRecord } from "../json/record.js";

const secretName =
  /token|secret|password|passphrase|api_?key|credential|authorization|^code$|verifier|^key$/i;
const publicName = /^(?:token_expiration|token_type|expires_on)$/i;
// Shorter values would mask half the page; a secret that short is none.
const shortestSecret = 3;
const known = new Set<string>();

/** Remembers a value as secret for the rest of the session: wherever it stands, it is masked. */
export function rememberSecret(value: unknown): void {
  if (typeof value === "string" && value.length >= shortestSecret) known.add(value);
}

/** Remembers every member of a JSON value whose name says that it is a secret. */
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

/** Whether a member of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !publicName.test(name);
}

/** The values remembered so far. */
export function knownSecrets(): ReadonlySet<string> {
  return known;
}
