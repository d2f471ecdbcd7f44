import type { Fields } from "../fields/field.js";
import type { AccountKind } from "./account-kind.js";

/** Members of an account with a form of its own. */
export interface FieldsOptions<Form extends Fields> {
  /** Name the person chooses the account kind by. */
  readonly title: string;
  /** Sentence below it. Default: empty. */
  readonly description?: string;
  /** What the person fills in; a `password` field is a secret. */
  readonly fields: Form;
}

/**
 * An account with a form of its own.
 *
 * @param options - Name and fields
 * @returns The account kind; the account has one member per field
 */
export function fields<Form extends Fields>(options: FieldsOptions<Form>): AccountKind<Form> {
  return { name: options.title, description: options.description ?? "", fields: options.fields };
}
