import { inputInvalid } from "../errors/connector-error.js";
import { Secret } from "../values/secret.js";
import type { Field, FieldMembers } from "./field.js";

/**
 * Creates a field for a secret of an account. The input is masked, and the value is always wrapped in a {@link Secret}.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is a {@link Secret}
 * @example
 * ```ts snippet=examples/sdk/fields.ts#password
 * const key = password({ title: "API key" });
 * ```
 */
export function password(options: FieldMembers & { readonly optional: true }): Field<Secret | undefined>;
export function password(options?: FieldMembers): Field<Secret>;
export function password(options: FieldMembers = {}): Field<Secret | undefined> {
  return { ...options, type: "password", accept: acceptSecret };
}

/** Reads a secret. The error does not show the value, because even a malformed value may contain the secret. */
function acceptSecret(raw: unknown): Secret {
  if (raw instanceof Secret) return raw;
  if (typeof raw === "string" || typeof raw === "number") return new Secret(String(raw));
  throw inputInvalid(`expected text, got ${Array.isArray(raw) ? "an array" : typeof raw}`);
}
