import { Secret } from "../secret.js";
import type { Field, FieldMembers } from "./field.js";
import { acceptText } from "./text.js";

/**
 * A secret of an account, masked while typed and wrapped ever after.
 *
 * @param options - Label, description, obligation and the like
 * @returns A field whose value is a {@link Secret}
 */
export function password(options: FieldMembers & { readonly optional: true }): Field<Secret | undefined>;
export function password(options?: FieldMembers): Field<Secret>;
export function password(options: FieldMembers = {}): Field<Secret | undefined> {
  return {
    ...options,
    type: "password",
    accept: (raw) => (raw instanceof Secret ? raw : new Secret(acceptText(raw))),
  };
}
