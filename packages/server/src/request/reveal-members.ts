import { Secret } from "@wellhead/sdk";

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
