import type { Fields, ValuesOf } from "../fields/field.js";
import type { OutgoingRequest } from "../http/outgoing-request.js";
import type { AccountKind, AuthorizeContext } from "./account-kind.js";

/** Members of an account with a form of its own. */
export interface FieldsOptions<Form extends Fields> {
  /** Name the person chooses the account kind by. */
  readonly title: string;
  /** Sentence below it. Default: empty. */
  readonly description?: string;
  /** What the person fills in; a `password` field is a secret. */
  readonly fields: Form;
  /** Adds the credentials of an account to a request. Default: requests carry none. */
  readonly authorize?: (
    request: OutgoingRequest,
    account: ValuesOf<Form>,
    context: AuthorizeContext,
  ) => void | Promise<void>;
}

/**
 * An account with a form of its own.
 *
 * @param options - Name and fields
 * @returns The account kind; the account has one member per field
 */
export function fields<Form extends Fields>(options: FieldsOptions<Form>): AccountKind<Form> {
  const { title, description = "", fields: form, authorize } = options;
  return { name: title, description, fields: form, ...(authorize && { authorize }) };
}
