import { inputInvalid } from "../errors/input-invalid.js";
import { Secret } from "../secret.js";
import type { Field, FieldMembers } from "./field.js";

/**
 * A secret of an account, masked while typed and wrapped ever after.
 *
 * @param options - Label, description, obligation and the like
 * @returns A field whose value is a {@link Secret}
 */
export function password(options: FieldMembers & { readonly optional: true }): Field<Secret | undefined>;
export function password(options?: FieldMembers): Field<Secret>;
export function password(options: FieldMembers = {}): Field<Secret | undefined> {
  return { ...options, type: "password", accept: acceptSecret };
}

/** The error shows nothing of the value: even a malformed one may hold the secret. */
function acceptSecret(raw: unknown): Secret {
  if (raw instanceof Secret) return raw;
  if (typeof raw === "string" || typeof raw === "number") return new Secret(String(raw));
  throw inputInvalid(`found ${Array.isArray(raw) ? "an array" : typeof raw}, wanted text`);
}
